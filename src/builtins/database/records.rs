//! The recorded database: terms stored under keys, each with its own reference.

use std::ops::Bound;

use crate::base::atom::{Atom, Functor};
use crate::base::iso_error::Type;
use crate::base::known;
use crate::base::ordered::Ordered;
use crate::machine::session::{RecordedTerm, Records};
use crate::machine::{Machine, Parts};
use crate::native::{Native, Step, Stop, det, holds};
use crate::term::cell::Cell;
use crate::term::record::{Attributes, Record};
use crate::term::view::View;

use crate::builtins::database::clause_refs;
use crate::builtins::database::for_all::{for_all, up_to_date};
use crate::builtins::terms::univ::most_general;
use crate::native::args::list_arg::new_list;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("recorda(+key, @term)", 2, recorda_2)
        .doc("Records a copy of term under key, before the others.")
        .examples(&[("recorda(k, 1), recorda(k, 2), recorded(k, X)", "X = 2 ; X = 1")]),
    det!("recorda(+key, @term, -reference)", 3, recorda_3)
        .doc("Records a copy of term under key, before the others, and unifies reference with its reference.")
        .examples(&[("recorda(k, 1, _R), instance(_R, X)", "X = 1")]),
    det!("recordz(+key, @term)", 2, recordz_2)
        .doc("Records a copy of term under key, after the others.")
        .examples(&[(
            "recordz(queue, a), recorda(queue, b), findall(X, recorded(queue, X), L)",
            "L = [b, a]",
        )]),
    det!("recordz(+key, @term, -reference)", 3, recordz_3)
        .doc("Records a copy of term under key, after the others, and unifies reference with its reference.")
        .examples(&[("recordz(k, 1, _R), erase(_R), recorded(k, _)", "false")]),
    det!("erase(+reference)", 1, erase_1)
        .doc("Erases a record or a clause; fails if it has been erased already.")
        .examples(&[("recordz(k, 1, _R), erase(_R), recorded(k, _)", "false")]),
    det!("instance(+reference, -term)", 2, instance_2)
        .doc("Unifies term with the recorded term or the clause of reference.")
        .examples(&[("recordz(k, f(a), _R), instance(_R, X)", "X = f(a)")]),
    det!("$record_references(+key, @term, +range, -references, -rest)", 5, references_5)
        .doc("Unifies references with some references of the records of key that may unify with term, and rest with the range of the others. A range is [], which means all, or [after|last]; a rest of [] means none."),
    det!("$take_records(+key, -terms, ?tail)", 3, take_3)
        .doc("Erases all records of key, and unifies terms with the list of their terms, which ends in tail."),
    det!("$record_keys(-keys)", 1, keys_1).doc("Unifies keys with the list of all keys that have records."),
    det!("$record_key(+reference, -key)", 2, key_2).doc("Unifies key with the key of a record."),
];

/// Returns the name and arity that identify a key; a number is identified by its text.
fn key_of(m: &mut Machine, key: Cell) -> Result<(Atom, usize), Stop> {
    match m.view(key) {
        View::Atom(name) => Ok((name, 0)),
        View::Struct(functor, _) => Ok((functor.name(), functor.arity())),
        View::List(_) => Ok((known::DOT, 2)),
        View::Int(number) => Ok((m.intern(&number.to_string()), usize::MAX)),
        View::Var(_) | View::Attributed(_) => Err(m.instantiation_error()),
        _ => Err(m.type_error(Type::Key, key)),
    }
}

/// Whether records of a key belong to the thread: those of names that begin with `$` are the library's.
fn is_of_thread(m: &Machine, key: (Atom, usize)) -> bool {
    m.atoms.text(key.0).starts_with('$')
}

/// Makes a change of the records of a key in all threads, or in this one if they belong to it.
fn for_owners<T>(
    m: &mut Machine,
    key: (Atom, usize),
    goal: (&str, &[Cell]),
    change: impl FnOnce(&mut Machine) -> Result<T, Stop>,
) -> Result<T, Stop> {
    if is_of_thread(m, key) {
        change(m)
    } else {
        for_all(m, goal, change)
    }
}

fn keep(m: &mut Machine, key: Cell, term: Cell, first: bool) -> Result<Cell, Stop> {
    let name = key_of(m, key)?;
    let add = |m: &mut Machine| {
        let record = Record::pack(&mut m.heap, term, Attributes::Keep);
        m.charge_program(record.bytes())?;
        m.session.add_record(&record);
        let of_thread = is_of_thread(m, name);
        let records = &mut m.session.lasting.records;
        let last = records.next_id(of_thread);
        let id = if first { -last } else { last };
        records.kept.insert(id, RecordedTerm { key: name, record });
        records.keys.entry(name).or_default().insert(id);
        Ok(id)
    };
    let id = for_owners(m, name, (if first { "recorda" } else { "recordz" }, &[key, term]), add)?;
    Ok(reference(m, id))
}

fn reference(m: &mut Machine, id: i64) -> Cell {
    m.heap.new_term(known::RECORD, &[Cell::int(id)])
}

/// Returns the number in a reference to a record; fails if it has been erased.
fn id_of(m: &mut Machine, reference: Cell) -> Result<i64, Stop> {
    let id = match m.view(reference) {
        View::Struct(functor, at) if functor.arity() == 1 && functor.name() == known::RECORD => {
            match m.view(m.heap.get(at)) {
                View::Int(id) => Some(id),
                _ => None,
            }
        }
        View::Var(_) | View::Attributed(_) => return Err(m.instantiation_error()),
        _ => return Err(m.type_error(Type::DbReference, reference)),
    };
    id.filter(|id| m.session.lasting.records.kept.contains_key(id))
        .ok_or(Stop::Fail)
}

/// Raises an error unless the reference is unbound: it is an output argument.
fn need_variable(m: &mut Machine, result: Cell) -> Step {
    if m.deref(result).is_variable() {
        Ok(())
    } else {
        Err(m.uninstantiation_error(result))
    }
}

fn recorda_2(m: &mut Machine, key: Cell, term: Cell) -> Step {
    keep(m, key, term, true).map(|_| ())
}

fn recorda_3(m: &mut Machine, key: Cell, term: Cell, result: Cell) -> Step {
    need_variable(m, result)?;
    let reference = keep(m, key, term, true)?;
    m.unify(result, reference)
}

fn recordz_2(m: &mut Machine, key: Cell, term: Cell) -> Step {
    keep(m, key, term, false).map(|_| ())
}

fn recordz_3(m: &mut Machine, key: Cell, term: Cell, result: Cell) -> Step {
    need_variable(m, result)?;
    let reference = keep(m, key, term, false)?;
    m.unify(result, reference)
}

fn erase_1(m: &mut Machine, reference: Cell) -> Step {
    if clause_refs::is_reference(m, reference) {
        return clause_refs::erase(m, reference);
    }
    up_to_date(m)?;
    let id = id_of(m, reference)?;
    if Records::is_of_thread(id) {
        drop_term(m, id);
        return Ok(());
    }
    // Of several threads that erase it, one succeeds.
    for_all(m, ("erase", &[reference]), |m| holds(drop_term(m, id)))
}

/// Drops a record. Returns false if there is none.
fn drop_term(m: &mut Machine, id: i64) -> bool {
    let kept = m.session.lasting.records.kept.remove(&id);
    if let Some(kept) = &kept {
        m.session.drop_record(&kept.record);
        if let Some(ids) = m.session.lasting.records.keys.get_mut(&kept.key) {
            ids.remove(&id);
            if ids.is_empty() {
                m.session.lasting.records.keys.remove(&kept.key);
            }
        }
    }
    kept.is_some()
}

fn instance_2(m: &mut Machine, reference: Cell, term: Cell) -> Step {
    if clause_refs::is_reference(m, reference) {
        return clause_refs::instance(m, reference, term);
    }
    up_to_date(m)?;
    let id = id_of(m, reference)?;
    let cells = m
        .session
        .lasting
        .records
        .kept
        .get(&id)
        .map_or(0, |kept| kept.record.len());
    m.reserve_first(cells)?;
    let Parts { heap, session, .. } = m.parts();
    let kept = session.lasting.records.kept.get(&id);
    let found = kept.map_or(Cell::NIL, |kept| kept.record.unpack(heap));
    m.unify(term, found)
}

/// How many references are made at a time.
const CHUNK: usize = 16;

fn references_5(m: &mut Machine, key: Cell, term: Cell, range: Cell, references: Cell, rest: Cell) -> Step {
    let name = key_of(m, key)?;
    m.reserve_first(4 * CHUNK + 2)?;
    up_to_date(m)?;
    let of_thread = is_of_thread(m, name);
    let records = &m.session.lasting.records;
    let (after, last) = match m.view(range) {
        View::List(at) => (m.heap.get(at).as_int(), m.heap.get(at + 1).as_int()),
        // Terms that are recorded from now on have larger references, or stand before the others.
        _ => (i64::MIN, records.last_id(of_thread)),
    };
    let mut ids = Vec::with_capacity(CHUNK + 1);
    if let Some(known) = records.keys.get(&name).filter(|_| after < last) {
        let known = known.range((Bound::Excluded(after), Bound::Included(last)));
        let may_unify = |id: &i64| {
            let kept = records.kept.get(id);
            kept.is_some_and(|kept| kept.record.may_unify(&m.heap, term))
        };
        ids.extend(known.copied().filter(may_unify).take(CHUNK + 1));
    }
    let mut others = Cell::NIL;
    if ids.len() > CHUNK {
        ids.pop();
        others = m.heap.new_list(&[Cell::int(ids[CHUNK - 1])], Cell::int(last));
    }
    let cells: Vec<Cell> = ids.into_iter().map(|id| reference(m, id)).collect();
    let list = m.heap.new_list(&cells, Cell::NIL);
    m.unify(references, list)?;
    m.unify(rest, others)
}

fn take_3(m: &mut Machine, key: Cell, terms: Cell, tail: Cell) -> Step {
    let name = key_of(m, key)?;
    let other = m.heap.new_var();
    let found = for_owners(m, name, ("$take_records", &[key, other, Cell::NIL]), |m| {
        let records = &m.session.lasting.records;
        let ids = records.keys.get(&name).into_iter().flatten();
        let cells = |id: &i64| records.kept.get(id).map_or(0, |kept| kept.record.len() + 3);
        m.reserve_first(ids.map(cells).sum())?;
        let ids = m.session.lasting.records.keys.remove(&name).unwrap_or_default();
        let mut found = Vec::with_capacity(ids.len());
        for id in ids {
            let Parts { heap, session, .. } = m.parts();
            if let Some(kept) = session.lasting.records.kept.remove(&id) {
                found.push(kept.record.unpack(heap));
                session.drop_record(&kept.record);
            }
        }
        Ok(found)
    })?;
    let list = m.heap.new_list(&found, tail);
    m.check_walks()?;
    m.unify(terms, list)
}

/// Builds the most general term with a key's name and arity.
fn key_term(m: &mut Machine, (name, arity): (Atom, usize)) -> Result<Cell, Stop> {
    if arity < usize::MAX {
        return most_general(m, Functor::new(name, arity));
    }
    Ok(match m.atoms.text(name).parse() {
        Ok(number) => m.heap.new_int(number),
        Err(_) => Cell::atom(name),
    })
}

fn keys_1(m: &mut Machine, keys: Cell) -> Step {
    up_to_date(m)?;
    let mut names: Vec<_> = m.session.lasting.records.keys.keys().copied().collect();
    names.order_by_key(|&(name, arity)| (name.index(), arity));
    let cells: Vec<Cell> = names
        .into_iter()
        .map(|name| key_term(m, name))
        .collect::<Result<_, Stop>>()?;
    let list = new_list(m, &cells)?;
    m.unify(keys, list)
}

fn key_2(m: &mut Machine, reference: Cell, key: Cell) -> Step {
    up_to_date(m)?;
    let id = id_of(m, reference)?;
    let name = m
        .session
        .lasting
        .records
        .kept
        .get(&id)
        .map_or((known::NIL, 0), |kept| kept.key);
    let term = key_term(m, name)?;
    m.unify(key, term)
}
