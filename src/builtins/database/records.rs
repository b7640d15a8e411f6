//! The recorded database: terms kept under keys, each with a reference of its own.

use std::collections::VecDeque;

use crate::base::atom::{Atom, Functor};
use crate::base::iso_error::Type;
use crate::base::known;
use crate::machine::Machine;
use crate::machine::native::{Native, Step, Stop, det};
use crate::machine::session::Kept;
use crate::term::cell::Cell;
use crate::term::record::{Attributes, Record};
use crate::term::view::View;

use crate::builtins::args::list_arg::new_list;
use crate::builtins::database::clause_refs;
use crate::builtins::terms::univ::most_general;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("recorda(+key, @term)", 2, recorda_2)
        .doc("Keeps a copy of a term under a key, before the others.")
        .examples(&[("recorda(k, 1), recorda(k, 2), recorded(k, X)", "X = 2 ; X = 1")]),
    det!("recorda(+key, @term, -reference)", 3, recorda_3)
        .doc("Keeps a copy of a term under a key, before the others, and gives its reference.")
        .examples(&[("recorda(k, 1, _R), instance(_R, X)", "X = 1")]),
    det!("recordz(+key, @term)", 2, recordz_2)
        .doc("Keeps a copy of a term under a key, after the others.")
        .examples(&[(
            "recordz(queue, a), recorda(queue, b), findall(X, recorded(queue, X), L)",
            "L = [b, a]",
        )]),
    det!("recordz(+key, @term, -reference)", 3, recordz_3)
        .doc("Keeps a copy of a term under a key, after the others, and gives its reference.")
        .examples(&[("recordz(k, 1, _R), erase(_R), recorded(k, _)", "false")]),
    det!("erase(+reference)", 1, erase_1)
        .doc("Forgets a term that was kept, or erases a clause; fails if that has been done.")
        .examples(&[("recordz(k, 1, _R), erase(_R), recorded(k, _)", "false")]),
    det!("instance(+reference, -term)", 2, instance_2)
        .doc("The term that was kept, or the clause, with this reference.")
        .examples(&[("recordz(k, f(a), _R), instance(_R, X)", "X = f(a)")]),
    det!("$record_references(+key, -references)", 2, references_2).doc("The references of all terms under a key."),
    det!("$record_keys(-keys)", 1, keys_1).doc("All keys under which terms are kept."),
    det!("$record_key(+reference, -key)", 2, key_2).doc("The key under which a term is kept."),
];

/// The name and the arity that stand for a key; numbers are keys by their text.
fn key_of(m: &mut Machine, key: Cell) -> Result<(Atom, usize), Stop> {
    match m.view(key) {
        View::Atom(name) => Ok((name, 0)),
        View::Struct(functor, _) => Ok((functor.name(), functor.arity())),
        View::Int(number) => Ok((m.intern(&number.to_string()), usize::MAX)),
        View::Var(_) | View::Attributed(_) => Err(m.instantiation_error()),
        _ => Err(m.type_error(Type::Callable, key)),
    }
}

fn keep(m: &mut Machine, key: Cell, term: Cell, first: bool) -> Result<Cell, Stop> {
    let name = key_of(m, key)?;
    let record = Record::pack(&m.heap, term, Attributes::Keep);
    m.charge_program(record.bytes())?;
    m.session.bytes += record.bytes();
    m.session.last_kept += 1;
    let id = m.session.last_kept;
    m.session.kept.insert(id, Kept { key: name, record });
    let queue: &mut VecDeque<u64> = m.session.keys.entry(name).or_default();
    if first {
        queue.push_front(id);
    } else {
        queue.push_back(id);
    }
    Ok(reference(m, id))
}

fn reference(m: &mut Machine, id: u64) -> Cell {
    m.heap.new_term(known::RECORD, &[Cell::int(id as i64)])
}

/// The number in a reference to a term that is kept; fails if it is kept no more.
fn id_of(m: &mut Machine, reference: Cell) -> Result<u64, Stop> {
    let id = match m.view(reference) {
        View::Struct(functor, at) if functor.arity() == 1 && functor.name() == known::RECORD => {
            match m.view(m.heap.get(at)) {
                View::Int(id) => u64::try_from(id).ok(),
                _ => None,
            }
        }
        View::Var(_) | View::Attributed(_) => return Err(m.instantiation_error()),
        _ => return Err(m.type_error(Type::DbReference, reference)),
    };
    id.filter(|id| m.session.kept.contains_key(id)).ok_or(Stop::Fail)
}

/// A reference is made, never compared.
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
    let id = id_of(m, reference)?;
    if let Some(kept) = m.session.kept.remove(&id) {
        m.session.bytes -= kept.record.bytes();
        if let Some(queue) = m.session.keys.get_mut(&kept.key) {
            // Those at the ends are the ones that are erased most often.
            if queue.front() == Some(&id) {
                queue.pop_front();
            } else if queue.back() == Some(&id) {
                queue.pop_back();
            } else {
                queue.retain(|&other| other != id);
            }
            if queue.is_empty() {
                m.session.keys.remove(&kept.key);
            }
        }
    }
    Ok(())
}

fn instance_2(m: &mut Machine, reference: Cell, term: Cell) -> Step {
    if clause_refs::is_reference(m, reference) {
        return clause_refs::instance(m, reference, term);
    }
    let id = id_of(m, reference)?;
    let cells = m.session.kept.get(&id).map_or(0, |kept| kept.record.len());
    m.reserve_first(cells)?;
    let found = m
        .session
        .kept
        .get(&id)
        .map_or(Cell::NIL, |kept| kept.record.unpack(&mut m.heap));
    m.unify(term, found)
}

fn references_2(m: &mut Machine, key: Cell, references: Cell) -> Step {
    let name = key_of(m, key)?;
    let ids: Vec<u64> = m
        .session
        .keys
        .get(&name)
        .map(|ids| ids.iter().copied().collect())
        .unwrap_or_default();
    m.reserve(4 * ids.len())?;
    let cells: Vec<Cell> = ids.into_iter().map(|id| reference(m, id)).collect();
    let list = new_list(m, &cells)?;
    m.unify(references, list)
}

/// The most general term with a key's name and arity.
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
    let mut names: Vec<_> = m.session.keys.keys().copied().collect();
    names.sort_by_key(|&(name, arity)| (name.index(), arity));
    let cells: Vec<Cell> = names
        .into_iter()
        .map(|name| key_term(m, name))
        .collect::<Result<_, Stop>>()?;
    let list = new_list(m, &cells)?;
    m.unify(keys, list)
}

fn key_2(m: &mut Machine, reference: Cell, key: Cell) -> Step {
    let id = id_of(m, reference)?;
    let name = m.session.kept.get(&id).map_or((known::NIL, 0), |kept| kept.key);
    let term = key_term(m, name)?;
    m.unify(key, term)
}
