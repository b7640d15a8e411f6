//! Tries, under `library/system/trie.pl`.

use std::sync::Arc;

use crate::base::atom::Atom;
use crate::base::iso_error::{Action, Thing, Type};
use crate::base::known;
use crate::base::limit::Limit;
use crate::base::ordered::Ordered;
use crate::machine::{Machine, Parts};
use crate::native::{Native, Step, Stop, det, nondet};
use crate::term::cell::Cell;
use crate::term::flat::{self, Refusal};
use crate::term::record::{Attributes, Record};
use crate::term::tries::{Trie, TrieContent, Wanted};
use crate::term::view::View;
use crate::term::walk::Variables;

use crate::builtins::database::for_all::{for_all, up_to_date};
use crate::native::args::list_arg::new_list;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("trie_new(-trie)", 1, trie_new_1)
        .doc("Unifies trie with a new, empty trie.")
        .examples(&[(
            "trie_new(T), trie_insert(T, f(X), 1), trie_lookup(T, f(_), V), trie_destroy(T), T = _",
            "V = 1",
        )]),
    det!("$trie_add(+trie)", 1, trie_add_1).doc("Makes an empty trie of an object that another thread has made."),
    det!("trie_destroy(+trie)", 1, trie_destroy_1)
        .doc("Drops all entries of trie, which then is no longer a trie.")
        .examples(&[("trie_new(_T), trie_destroy(_T), is_trie(_T)", "false")]),
    det!("is_trie(@trie)", 1, is_trie_1)
        .doc("True if trie is a trie that was not destroyed.")
        .examples(&[("is_trie(a)", "false")]),
    det!("$tries(-tries)", 1, tries_1).doc("Unifies tries with the list of all tries."),
    det!("trie_insert(+trie, +key)", 2, trie_insert_2)
        .doc("Adds key without a value. Fails if it is there.")
        .examples(&[(
            "trie_new(_T), trie_insert(_T, a), \\+ trie_insert(_T, a), findall(K, trie_gen(_T, K), L)",
            "L = [a]",
        )]),
    det!("trie_insert(+trie, +key, +value)", 3, trie_insert_3)
        .doc(
            "Adds key with a copy of value. Fails if it is there with this value, an atom or a small integer; else it is an \
             error if it is there.",
        )
        .examples(&[(
            "trie_new(_T), trie_insert(_T, a, 1), \\+ trie_insert(_T, a, 1), \
             catch(trie_insert(_T, a, 2), error(E, _), true)",
            "E = permission_error(modify, trie_key, a)",
        )]),
    det!("trie_insert(+trie, +key, +value, -node)", 4, trie_insert_4)
        .doc("Like trie_insert/3. Node is the entry, for trie_term/2.")
        .examples(&[(
            "trie_new(_T), trie_insert(_T, f(a), 1, _N), trie_term(_N, K)",
            "K = f(a)",
        )]),
    det!("trie_update(+trie, +key, +value)", 3, trie_update_3)
        .doc("Adds key with a copy of value, or replaces the value that it has.")
        .examples(&[(
            "trie_new(_T), trie_update(_T, a, 1), trie_update(_T, a, 2), trie_lookup(_T, a, V)",
            "V = 2",
        )]),
    det!("trie_lookup(+trie, +key, -value)", 3, trie_lookup_3)
        .doc("Unifies value with a copy of that of the variant of key in trie; true if it has none.")
        .examples(&[(
            "trie_new(T), trie_insert(T, f(X, Y, X), 1), \\+ trie_lookup(T, f(_, _, _), _), \
             trie_lookup(T, f(A, B, A), V), trie_destroy(T), T = _",
            "V = 1",
        )]),
    det!("trie_delete(+trie, +key, ?value)", 3, trie_delete_3)
        .doc("Removes the variant of key, if its value unifies with value.")
        .examples(&[(
            "trie_new(_T), trie_insert(_T, a, 1), \\+ trie_delete(_T, a, 2), trie_delete(_T, a, V), \
             trie_lookup(_T, a, _)",
            "false",
        )]),
    nondet!("trie_gen(+trie, ?key)", 2, trie_gen_2)
        .doc("True if key unifies with a key of trie.")
        .examples(&[(
            "trie_new(_T), trie_insert(_T, f(1)), trie_insert(_T, f(2)), findall(X, trie_gen(_T, f(X)), L)",
            "L = [1, 2]",
        )]),
    nondet!("trie_gen(+trie, ?key, -value)", 3, trie_gen_3)
        .doc(
            "True if key unifies with a key of trie that has this value. It is found fast by what key has before its \
             first variable. Entries that are removed meanwhile are not found, those added may be.",
        )
        .examples(&[(
            "trie_new(_T), trie_insert(_T, a, 1), trie_insert(_T, b, 2), trie_gen(_T, K, 2)",
            "K = b",
        )]),
    nondet!("trie_gen_compiled(+trie, ?key)", 2, trie_gen_2)
        .doc("Synonym of trie_gen/2.")
        .examples(&[("trie_new(_T), trie_insert(_T, a), trie_gen_compiled(_T, K)", "K = a")]),
    nondet!("trie_gen_compiled(+trie, ?key, -value)", 3, trie_gen_3)
        .doc("Synonym of trie_gen/3.")
        .examples(&[(
            "trie_new(_T), trie_insert(_T, a, 1), trie_gen_compiled(_T, K, V)",
            "K = a, V = 1",
        )]),
    det!("trie_term(+node, -key)", 2, trie_term_2)
        .doc("Unifies key with a copy of the key of an entry that trie_insert/4 returned; fails if it was removed.")
        .examples(&[(
            "trie_new(_T), trie_insert(_T, f(_), 1, _N), trie_delete(_T, f(_), _), trie_term(_N, _)",
            "false",
        )]),
    det!("$trie_count(+trie, -count)", 2, trie_count_2).doc("Unifies count with the number of entries of trie."),
];

fn trie(m: &Machine, name: Atom) -> Result<&Trie, Stop> {
    m.session.lasting.tries.get(name).ok_or(Stop::Fail)
}

/// Returns the name of a trie that exists.
fn need_trie(m: &mut Machine, cell: Cell) -> Result<Atom, Stop> {
    up_to_date(m)?;
    match m.view(cell) {
        View::Atom(name) if trie(m, name).is_ok() => Ok(name),
        View::Atom(name) if m.atoms.object(name).is_some_and(|object| object.kind() == "trie") => {
            Err(m.existence_error(Thing::Trie, cell))
        }
        _ => Err(m.type_or_instantiation_error(Type::Trie, cell)),
    }
}

/// Changes a trie that exists.
fn change<T>(m: &mut Machine, name: Atom, change: impl FnOnce(&mut Trie) -> T) -> Result<T, Stop> {
    m.session.lasting.tries.change(name, change).ok_or(Stop::Fail)
}

/// The words of a key.
struct TrieKey {
    words: Vec<u64>,
    /// Whether none of its variables has attributes.
    is_plain: bool,
}

/// Returns the words of a key; `None` if it is cyclic.
fn key_of(m: &mut Machine, term: Cell) -> Result<Option<TrieKey>, Stop> {
    let (mut variables, mut words) = (Variables::default(), Vec::new());
    match flat::flatten(&m.heap, term, &mut variables, &mut words, m.room() / 8) {
        Ok(()) => Ok(Some(TrieKey {
            words,
            is_plain: variables.are_plain(),
        })),
        Err(Refusal::Cyclic) => Ok(None),
        Err(Refusal::Large) => Err(m.lacks_room(Limit::Memory)),
        Err(Refusal::Stopped) => m.check_walks().and(Err(Stop::Fail)),
    }
}

/// Returns the words of a key that is added.
fn new_key(m: &mut Machine, term: Cell) -> Result<Vec<u64>, Stop> {
    match key_of(m, term)? {
        Some(TrieKey { words, is_plain: true }) => Ok(words),
        Some(_) => Err(m.type_error(Type::FreeOfAttvar, term)),
        None => Err(m.type_error(Type::AcyclicTerm, term)),
    }
}

/// Returns the place of a key that is there.
fn place_of(m: &mut Machine, name: Atom, term: Cell) -> Result<usize, Stop> {
    match key_of(m, term)? {
        Some(TrieKey { words, is_plain: true }) => trie(m, name)?.find(&words).ok_or(Stop::Fail),
        _ => Err(Stop::Fail),
    }
}

/// Notes that entries of this kind are added.
fn begin(m: &mut Machine, cell: Cell, content: TrieContent) -> Result<Atom, Stop> {
    let name = need_trie(m, cell)?;
    let old = trie(m, name)?.content;
    if old != content {
        if old != TrieContent::Empty {
            return Err(m.permission_error(Action::Insert, Thing::Trie, cell));
        }
        change(m, name, |trie| trie.content = content)?;
    }
    Ok(name)
}

/// Returns a copy of a value, for which there is room.
fn new_value(m: &mut Machine, name: Atom, key: &[u64], value: Cell) -> Result<Record, Stop> {
    let record = Record::pack(&mut m.heap, value, Attributes::Keep);
    let bytes = trie(m, name)?.growth(key, &record);
    m.charge_program(bytes)?;
    Ok(record)
}

/// Returns the value of the entry at a place.
fn value_at(m: &mut Machine, name: Atom, at: usize) -> Result<Cell, Stop> {
    let cells = trie(m, name)?.entry(at).value.len();
    m.reserve_first(cells)?;
    let Parts { heap, session, .. } = m.parts();
    let trie = session.lasting.tries.get(name).ok_or(Stop::Fail)?;
    Ok(trie.entry(at).value.unpack(heap))
}

fn trie_new_1(m: &mut Machine, result: Cell) -> Step {
    m.charge_program(size_of::<Trie>())?;
    let object = m.new_object("trie", Arc::new(()), 0)?;
    for_all(m, ("$trie_add", &[object]), |m| trie_add_1(m, object))?;
    m.unify(result, object)
}

fn trie_add_1(m: &mut Machine, object: Cell) -> Step {
    m.session.lasting.tries.add(object.as_atom());
    Ok(())
}

fn trie_destroy_1(m: &mut Machine, cell: Cell) -> Step {
    let name = need_trie(m, cell)?;
    for_all(m, ("trie_destroy", &[cell]), |m| {
        m.session.lasting.tries.drop_trie(name);
        Ok(())
    })
}

fn is_trie_1(m: &mut Machine, cell: Cell) -> Step {
    up_to_date(m)?;
    match m.view(cell) {
        View::Atom(name) => trie(m, name).map(|_| ()),
        _ => Err(Stop::Fail),
    }
}

fn tries_1(m: &mut Machine, result: Cell) -> Step {
    up_to_date(m)?;
    let mut names: Vec<Atom> = m.session.lasting.tries.names().collect();
    names.order_by_key(|name| name.index());
    let names: Vec<Cell> = names.into_iter().map(Cell::atom).collect();
    let list = new_list(m, &names)?;
    m.unify(result, list)
}

/// Adds an entry; returns its number.
fn insert(m: &mut Machine, name: Atom, key: Cell, value: Cell) -> Result<u64, Stop> {
    let words = new_key(m, key)?;
    if let Some(at) = trie(m, name)?.find(&words) {
        let (old, value) = (value_at(m, name, at)?, m.deref(value));
        return Err(match m.deref(old) == value && (value.is_atom() || value.is_int()) {
            true => Stop::Fail,
            false => m.permission_error(Action::Modify, Thing::TrieKey, key),
        });
    }
    let value = new_value(m, name, &words, value)?;
    change(m, name, |trie| trie.add(&words, value))
}

fn trie_insert_2(m: &mut Machine, cell: Cell, key: Cell) -> Step {
    for_all(m, ("trie_insert", &[cell, key]), |m| {
        let name = begin(m, cell, TrieContent::Keys)?;
        insert(m, name, key, Cell::atom(known::TRUE)).map(|_| ())
    })
}

fn trie_insert_3(m: &mut Machine, cell: Cell, key: Cell, value: Cell) -> Step {
    insert_pair(m, cell, key, value).map(|_| ())
}

/// Adds an entry with a value, in all threads; returns the name of the trie and the number of the entry.
fn insert_pair(m: &mut Machine, cell: Cell, key: Cell, value: Cell) -> Result<(Atom, u64), Stop> {
    for_all(m, ("trie_insert", &[cell, key, value]), |m| {
        let name = begin(m, cell, TrieContent::Pairs)?;
        Ok((name, insert(m, name, key, value)?))
    })
}

fn trie_insert_4(m: &mut Machine, cell: Cell, key: Cell, value: Cell, node: Cell) -> Step {
    let (name, number) = insert_pair(m, cell, key, value)?;
    let functor = m.intern(NODE);
    let made = m.heap.new_term(functor, &[Cell::atom(name), Cell::int(number as i64)]);
    m.unify(node, made)
}

fn trie_update_3(m: &mut Machine, cell: Cell, key: Cell, value: Cell) -> Step {
    for_all(m, ("trie_update", &[cell, key, value]), |m| {
        let name = begin(m, cell, TrieContent::Pairs)?;
        let words = new_key(m, key)?;
        let value = new_value(m, name, &words, value)?;
        change(m, name, |trie| match trie.find(&words) {
            Some(at) => trie.replace(at, value),
            None => {
                trie.add(&words, value);
            }
        })
    })
}

fn trie_lookup_3(m: &mut Machine, cell: Cell, key: Cell, value: Cell) -> Step {
    let name = need_trie(m, cell)?;
    let at = place_of(m, name, key)?;
    let found = value_at(m, name, at)?;
    m.unify(value, found)
}

fn trie_delete_3(m: &mut Machine, cell: Cell, key: Cell, value: Cell) -> Step {
    let other = m.heap.new_var();
    for_all(m, ("trie_delete", &[cell, key, other]), |m| {
        let name = need_trie(m, cell)?;
        let at = place_of(m, name, key)?;
        let found = value_at(m, name, at)?;
        m.unify(value, found)?;
        change(m, name, |trie| trie.remove(at))
    })
}

fn trie_gen_2(m: &mut Machine, state: Option<Cell>, cell: Cell, key: Cell) -> Result<Option<Cell>, Stop> {
    generate(m, state, cell, key, None)
}

fn trie_gen_3(m: &mut Machine, state: Option<Cell>, cell: Cell, key: Cell, value: Cell) -> Result<Option<Cell>, Stop> {
    generate(m, state, cell, key, Some(value))
}

/// Finds the next entry that unifies. The state is the number of the entry from which the search goes on.
fn generate(
    m: &mut Machine,
    state: Option<Cell>,
    cell: Cell,
    key: Cell,
    value: Option<Cell>,
) -> Result<Option<Cell>, Stop> {
    let name = match (state, m.view(cell)) {
        (Some(_), View::Atom(name)) => name,
        _ => need_trie(m, cell)?,
    };
    let one = [Cell::reference(0).bits()];
    let found_words;
    let words = match m.view(key) {
        View::Var(_) => &one[..],
        _ => {
            found_words = key_of(m, key)?.map_or(Vec::new(), |key| key.words);
            &found_words
        }
    };
    let wanted = Wanted::new(words);
    if state.is_none()
        && let Some(bytes) = trie(m, name)?.missing_index(&wanted)
    {
        m.charge_program(bytes)?;
        let Parts { heap, session, .. } = m.parts();
        let made = |trie: &mut Trie| trie.make_index(&wanted, &heap.watch);
        session.lasting.tries.change(name, made);
    }
    let mut from = None;
    loop {
        let entries = trie(m, name)?;
        let found = from.unwrap_or_else(|| {
            let from = state.map_or(0, |state| entries.place(state.as_int() as u64));
            entries.next_match(&wanted, from, &m.heap.watch)
        });
        let Some(at) = found else {
            return m.check_walks().and(Err(Stop::Fail));
        };
        let next = entries.next_match(&wanted, at + 1, &m.heap.watch);
        from = Some(next);
        let rest = next.map(|next| Cell::int(entries.entry(next).number as i64));
        let entry = entries.entry(at);
        let is_same = wanted.is_ground() && *entry.key == *words;
        let cells = if is_same { 0 } else { flat::cells_of(&entry.key) };
        let cells = cells + entry.value.len();
        match state {
            None => m.reserve_first(cells)?,
            Some(_) => m.reserve(cells)?,
        }
        let mark = m.stacks.mark(&m.heap);
        let Parts { heap, session, .. } = m.parts();
        let entry = session.lasting.tries.get(name).ok_or(Stop::Fail)?.entry(at);
        let found = (!is_same).then(|| flat::build(heap, &entry.key, &mut 0, &mut Vec::new()));
        let copy = value.map(|value| (value, entry.value.unpack(heap)));
        let step = found
            .map_or(Ok(()), |found| m.unify(key, found))
            .and_then(|()| copy.map_or(Ok(()), |(value, copy)| m.unify(value, copy)));
        match step {
            Ok(()) => {
                m.stacks.keep_mark(mark);
                m.check_walks()?;
                return Ok(rest);
            }
            Err(Stop::Fail) => m.undo_to_mark(mark),
            Err(stop) => return Err(stop),
        }
    }
}

/// The name of a term that stands for an entry.
const NODE: &str = "$trie_node";

fn trie_term_2(m: &mut Machine, node: Cell, key: Cell) -> Step {
    let (name, number) = match m.view(node) {
        View::Struct(functor, first) if functor.arity() == 2 && m.atoms.text(functor.name()) == NODE => {
            (m.view(m.heap.get(first)), m.view(m.heap.get(first + 1)))
        }
        View::Var(_) | View::Attributed(_) => return Err(m.instantiation_error()),
        _ => return Err(Stop::Fail),
    };
    let (View::Atom(name), View::Int(number)) = (name, number) else {
        return Err(Stop::Fail);
    };
    let at = trie(m, name)?.numbered(number as u64).ok_or(Stop::Fail)?;
    let cells = flat::cells_of(&trie(m, name)?.entry(at).key);
    m.reserve_first(cells)?;
    let Parts { heap, session, .. } = m.parts();
    let entry = session.lasting.tries.get(name).ok_or(Stop::Fail)?.entry(at);
    let found = flat::build(heap, &entry.key, &mut 0, &mut Vec::new());
    m.unify(key, found)
}

fn trie_count_2(m: &mut Machine, cell: Cell, count: Cell) -> Step {
    let name = need_trie(m, cell)?;
    let found = trie(m, name)?.count();
    m.unify(count, Cell::int(found as i64))
}
