//! Sorting: ISO 8.4.3, 8.4.4, and SWI-Prolog's `msort/2` and `sort/4`.
//!
//! The sort is our own: cyclic terms need not have a total order, on which the sort of the standard library may panic.

use std::cmp::Ordering;

use crate::base::atom::Functor;
use crate::base::iso_error::{Domain, Type};
use crate::base::known;
use crate::base::ordered::Ordered as _;
use crate::base::watch::Pace;
use crate::builtins::terms::dicts::dict_value;
use crate::machine::Machine;
use crate::native::args::list_arg::{count, partial_list, proper_list, reserve};
use crate::native::args::text_arg::need_list;
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::order::{compare, compare_atoms};
use crate::term::view::View;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("sort(+list, -sorted)", 2, sort_2)
        .iso("8.4.3")
        .doc("Sorts a list in the standard order and removes duplicates.")
        .examples(&[
            ("sort([c, a, b, a], L)", "L = [a, b, c]"),
            ("sort([a|_], _)", "instantiation_error"),
        ]),
    det!("msort(+list, -sorted)", 2, msort_2)
        .doc("Sorts a list in the standard order and keeps duplicates.")
        .examples(&[("msort([c, a, b, a], L)", "L = [a, a, b, c]")]),
    det!("keysort(+pairs, -sorted)", 2, keysort_2)
        .iso("8.4.4")
        .doc("Sorts a list of pairs Key-Value by their keys; the sort is stable.")
        .examples(&[
            ("keysort([b-1, a-2, b-0], L)", "L = [a-2, b-1, b-0]"),
            ("keysort([a], _)", "type_error(pair, a)"),
        ]),
    det!("sort(+key, +order, +list, -sorted)", 4, sort_4)
        .doc(
            "Sorts by the argument with index key, or by the whole term if key is 0; a key of dicts leads to its \
             value, a list to an argument of an argument. @< and @> remove duplicates, @=< and @>= keep them.",
        )
        .examples(&[
            ("sort(0, @>=, [1, 3, 2, 3], L)", "L = [3, 3, 2, 1]"),
            ("sort(1, @<, [f(2, a), f(1, b), f(2, c)], L)", "L = [f(1, b), f(2, a)]"),
            (
                "sort([1, 2], @>=, [f(p(a, 1)), f(p(b, 2))], L)",
                "L = [f(p(b, 2)), f(p(a, 1))]",
            ),
            ("sort(k, @<, [_{k: 2}, t{k: 1}], [D|_])", "D = t{k: 1}"),
        ]),
];

/// Length of runs that are sorted by insertion.
const INSERTION_RUN: usize = 8;

/// Number of small integers or atoms that are sorted between two polls.
const SMALL_RUN: usize = 1 << 15;

/// Number of items that are moved between two polls.
const PIECE: usize = 1 << 13;

/// The bytes of an item with its key, and those of a pair of a list.
const PAIR_BYTES: usize = size_of::<Keyed>();

/// A dereferenced key, and the item that it belongs to.
pub(in crate::builtins) type Keyed = (Cell, Cell);

/// Returns the items of a list with the keys that `key` extracts.
pub(super) fn keyed(
    m: &mut Machine,
    list: Cell,
    key: impl Fn(&mut Machine, Cell) -> Result<Cell, Stop>,
) -> Result<Vec<Keyed>, Stop> {
    let list = proper_list(m, list)?;
    m.need_room(list.len() * (size_of::<Cell>() + PAIR_BYTES))?;
    let mut items = Vec::with_capacity(list.len());
    let mut pace = Pace::new();
    for item in list {
        m.poll_at(&mut pace)?;
        items.push((key(m, item)?, item));
    }
    Ok(items)
}

/// Returns the items of a list, each its own key.
fn own_keys(m: &mut Machine, list: Cell) -> Result<Vec<Keyed>, Stop> {
    keyed(m, list, |m, item| Ok(m.deref(item)))
}

fn sort_2(m: &mut Machine, list: Cell, sorted: Cell) -> Step {
    let mut items = own_keys(m, list)?;
    partial_list(m, sorted)?;
    sort_items(m, &mut items, false, true)?;
    unify_sorted(m, &items, sorted)
}

fn msort_2(m: &mut Machine, list: Cell, sorted: Cell) -> Step {
    let mut items = own_keys(m, list)?;
    sort_items(m, &mut items, false, false)?;
    unify_sorted(m, &items, sorted)
}

fn keysort_2(m: &mut Machine, pairs: Cell, sorted: Cell) -> Step {
    let mut items = keyed(m, pairs, |m, pair| match pair_key(m, pair) {
        Some(key) => Ok(key),
        None => Err(m.type_or_instantiation_error(Type::Pair, pair)),
    })?;
    // ISO requires a list or partial list of pairs or variables as the second argument.
    partial_list(m, sorted)?;
    let mut rest = m.deref(sorted);
    let mut pace = Pace::new();
    while rest.is_list() && !pace.step(&m.heap.watch) {
        let item = m.deref(m.heap.get(rest.address()));
        if !item.is_variable() && pair_key(m, item).is_none() {
            return Err(m.type_error(Type::Pair, item));
        }
        rest = m.deref(m.heap.get(rest.address() + 1));
    }
    sort_items(m, &mut items, false, false)?;
    unify_sorted(m, &items, sorted)
}

fn pair_key(m: &Machine, term: Cell) -> Option<Cell> {
    const PAIR: Functor = Functor::new(known::MINUS, 2);
    match m.view(term) {
        View::Struct(PAIR, first) => Some(m.deref(m.heap.get(first))),
        _ => None,
    }
}

fn sort_4(m: &mut Machine, key: Cell, order: Cell, list: Cell, sorted: Cell) -> Step {
    let path = path_to_key(m, key)?;
    let (descending, unique) = match m.view(order) {
        View::Atom(known::TERM_LT) => (false, true),
        View::Atom(known::TERM_LE) => (false, false),
        View::Atom(known::TERM_GT) => (true, true),
        View::Atom(known::TERM_GE) => (true, false),
        View::Atom(_) => return Err(m.domain_error(Domain::Order, order)),
        _ => return Err(m.type_or_instantiation_error(Type::Atom, order)),
    };
    let mut items = keyed(m, list, |m, item| {
        let whole = m.deref(item);
        path.iter().try_fold(whole, |term, part| match *part {
            KeyStep::Argument(position) => nth_argument(m, position, term),
            KeyStep::Value(key) => dict_value(m, key, term),
        })
    })?;
    sort_items(m, &mut items, descending, unique)?;
    unify_sorted(m, &items, sorted)
}

/// A step to the key of a term: to an argument, or to the value of a key of a dict.
enum KeyStep {
    Argument(usize),
    Value(Cell),
}

/// Returns the steps that lead to the key of a term.
fn path_to_key(m: &mut Machine, key: Cell) -> Result<Vec<KeyStep>, Stop> {
    if !matches!(m.view(key), View::List(_)) {
        return Ok(match part(m, key)? {
            KeyStep::Argument(0) => Vec::new(),
            part => vec![part],
        });
    }
    let mut path = Vec::new();
    for step in need_list(m, key)? {
        match part(m, step)? {
            KeyStep::Argument(0) => return Err(m.domain_error(Domain::NotLessThanOne, step)),
            part => path.push(part),
        }
    }
    Ok(path)
}

fn part(m: &mut Machine, step: Cell) -> Result<KeyStep, Stop> {
    let step = m.deref(step);
    match m.view(step) {
        View::Atom(_) if step != Cell::NIL => Ok(KeyStep::Value(step)),
        View::Int(position) if position < 0 => Err(m.domain_error(Domain::NotLessThanOne, step)),
        View::Int(_) | View::BigInt(_) => count(m, step).map(KeyStep::Argument),
        _ => Err(m.type_or_instantiation_error(Type::SortKey, step)),
    }
}

fn nth_argument(m: &mut Machine, position: usize, term: Cell) -> Result<Cell, Stop> {
    let Some((functor, first)) = m.view(term).compound() else {
        return Err(m.type_or_instantiation_error(Type::Compound, term));
    };
    if position <= functor.arity() {
        return Ok(m.deref(m.heap.get(first + position - 1)));
    }
    let position = m.heap.new_int(i64::try_from(position).unwrap_or(i64::MAX));
    Err(missing_part(m, "argument", position, term))
}

/// `existence_error(What, Which, Term)`
pub(super) fn missing_part(m: &mut Machine, what: &str, which: Cell, term: Cell) -> Stop {
    let what = Cell::atom(m.intern(what));
    let formal = m.heap.new_term(known::EXISTENCE_ERROR, &[what, which, term]);
    m.throw_error(formal)
}

fn unify_sorted(m: &mut Machine, items: &[Keyed], sorted: Cell) -> Step {
    m.need_room(2 * items.len() * PAIR_BYTES)?;
    reserve(m, items.len(), 2)?;
    let list = m.heap.list_of(items.iter().map(|item| item.1), Cell::NIL);
    m.unify(sorted, list)
}

/// Keeps only the first of items with equal keys.
fn remove_duplicates(m: &Machine, items: &mut Vec<Keyed>) {
    let mut pace = Pace::new();
    items.dedup_by(|next, kept| {
        !pace.step(&m.heap.watch) && (next.0 == kept.0 || compare(&m.heap, &m.atoms, next.0, kept.0).is_eq())
    });
}

/// Sorts stably by key; with `unique`, only the first of items with equal keys is kept.
pub(in crate::builtins) fn sort_items(m: &mut Machine, items: &mut Vec<Keyed>, descending: bool, unique: bool) -> Step {
    let wrong = if descending { Ordering::Less } else { Ordering::Greater };
    if !items.iter().all(|item| item.0.is_int()) {
        let are_atoms = items.len() > INSERTION_RUN && items.iter().all(|item| item.0.is_atom());
        if are_atoms {
            sort_atoms(m, items, descending)?;
        }
        if !are_atoms || items.len() > SMALL_RUN {
            merge_sort(m, items, |m, a, b| compare(&m.heap, &m.atoms, a.0, b.0) != wrong)?;
        }
    } else {
        sort_runs(m, items, descending, unique)?;
        merge_sort(m, items, |_, a, b| a.0.as_int().cmp(&b.0.as_int()) != wrong)?;
    }
    if unique {
        remove_duplicates(m, items);
    }
    Ok(())
}

/// Sorts items whose keys are small integers, run by run; with `unique`, duplicates are removed from each run, so that
/// there is less to merge.
fn sort_runs(m: &mut Machine, items: &mut Vec<Keyed>, descending: bool, unique: bool) -> Step {
    let value = |item: &Keyed| item.0.as_int();
    let (mut start, mut kept) = (0, 0);
    while start < items.len() {
        let end = items.len().min(start + SMALL_RUN);
        let run = &mut items[start..end];
        if descending {
            run.sort_by_key(|item| std::cmp::Reverse(value(item)));
        } else {
            run.sort_by_key(value);
        }
        let first = kept;
        for i in start..end {
            if !unique || kept == first || items[kept - 1].0 != items[i].0 {
                items[kept] = items[i];
                kept += 1;
            }
        }
        start = end;
        m.poll()?;
    }
    items.truncate(kept);
    Ok(())
}

/// Sorts items whose keys are atoms, run by run. Most names differ in their first bytes, which are compared as a number.
fn sort_atoms(m: &mut Machine, items: &mut [Keyed], descending: bool) -> Step {
    for run in items.chunks_mut(SMALL_RUN) {
        let unsorted = run.to_vec();
        let name = |place: usize| unsorted[place].0.as_atom();
        let mut order: Vec<(u64, usize)> = (0..run.len())
            .map(|place| (first_bytes(m.atoms.text(name(place))), place))
            .collect();
        order.order_often_by(|a, b| {
            let names =
                a.0.cmp(&b.0)
                    .then_with(|| compare_atoms(&m.atoms, name(a.1), name(b.1)));
            let names = if descending { names.reverse() } else { names };
            names.then_with(|| a.1.cmp(&b.1))
        });
        for (item, (_, place)) in run.iter_mut().zip(order) {
            *item = unsorted[place];
        }
        m.poll()?;
    }
    Ok(())
}

/// Returns the first eight bytes of a name as a number: names whose numbers differ are ordered as these.
fn first_bytes(name: &str) -> u64 {
    let mut first = [0; 8];
    first.iter_mut().zip(name.bytes()).for_each(|(to, byte)| *to = byte);
    u64::from_be_bytes(first)
}

/// Sorts stably by merging runs; `in_order` returns whether the first item may precede the second.
fn merge_sort(m: &mut Machine, items: &mut Vec<Keyed>, in_order: impl Fn(&Machine, &Keyed, &Keyed) -> bool) -> Step {
    if items.len() <= INSERTION_RUN {
        for end in 1..items.len() {
            let mut at = end;
            while at > 0 && !in_order(m, &items[at - 1], &items[at]) {
                items.swap(at - 1, at);
                at -= 1;
            }
        }
        return Ok(());
    }
    // The ends of natural runs, so that sorted input takes one pass.
    let mut ends = Vec::new();
    let mut pace = Pace::new();
    for i in 1..items.len() {
        m.poll_at(&mut pace)?;
        if !in_order(m, &items[i - 1], &items[i]) {
            ends.push(i);
        }
    }
    if ends.is_empty() {
        return Ok(());
    }
    ends.push(items.len());
    m.need_room(3 * items.len() * PAIR_BYTES)?;
    let mut merged: Vec<Keyed> = Vec::with_capacity(items.len());
    while ends.len() > 1 {
        merged.clear();
        let mut new_ends = Vec::with_capacity(ends.len() / 2 + 1);
        let mut start = 0;
        for pair in ends.chunks(2) {
            let (middle, end) = (pair[0], pair[pair.len() - 1]);
            merge(m, &items[start..middle], &items[middle..end], &mut merged, &in_order)?;
            new_ends.push(end);
            start = end;
        }
        std::mem::swap(items, &mut merged);
        ends = new_ends;
    }
    Ok(())
}

fn merge(
    m: &mut Machine,
    mut left: &[Keyed],
    mut right: &[Keyed],
    out: &mut Vec<Keyed>,
    in_order: impl Fn(&Machine, &Keyed, &Keyed) -> bool,
) -> Step {
    let mut pace = Pace::new();
    while let (Some(a), Some(b)) = (left.first(), right.first()) {
        m.poll_at(&mut pace)?;
        if in_order(m, a, b) {
            out.push(*a);
            left = &left[1..];
        } else {
            out.push(*b);
            right = &right[1..];
        }
    }
    append(m, left, out, &mut pace)?;
    append(m, right, out, &mut pace)
}

/// Appends items that are in order, which may be most of a long list.
fn append(m: &mut Machine, items: &[Keyed], out: &mut Vec<Keyed>, pace: &mut Pace) -> Step {
    for piece in items.chunks(PIECE) {
        if piece.len() == PIECE {
            m.poll()?;
        } else {
            m.poll_at(pace)?;
        }
        out.extend_from_slice(piece);
    }
    Ok(())
}
