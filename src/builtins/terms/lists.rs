//! Lists: `length/2`, and search in lists that may be cyclic.

use crate::base::iso_error::Type;
use crate::base::known;
use crate::base::watch::Pace;
use crate::machine::Machine;
use crate::native::args::list_arg::{count, reserve};
use crate::native::{Native, NativeRun, Next, Step, Stop, det, holds};
use crate::term::cell::Cell;
use crate::term::heap::{BLOCK, Heap};
use crate::term::view::View;
use crate::term::walk::{self, ListEnd};

pub(in crate::builtins) const TABLE: &[Native] = &[
    Native::new("length(?list, ?length)", 2, NativeRun::Control(length_2))
        .doc(
            "True if length is the number of elements of list; enumerates lists of increasing length if both \
             are unbound.",
        )
        .examples(&[
            ("length([a, b], N)", "N = 2"),
            ("length(L, 2)", "L = [_, _]"),
            ("length(_, -1)", "domain_error(not_less_than_zero, -1)"),
            ("length(a, _)", "type_error(list, a)"),
        ]),
    det!("$skip_list(-length, +list, -tail)", 3, skip_list_3)
        .doc(
            "Unifies length with the number of elements of list, which may be partial or cyclic, and tail with what \
             follows them: for a cyclic list, with the list itself.",
        )
        .examples(&[("'$skip_list'(N, [a, b|c], T)", "N = 2, T = c")]),
    det!("$skip(+most, +list, -left, -rest)", 4, skip_4)
        .doc(
            "Unifies rest with what follows the first elements of list, at most so many, and left with how many more \
             were to be skipped.",
        )
        .examples(&[("'$skip'(3, [a, b|c], N, T)", "N = 1, T = c")]),
    det!("$is_list_or_partial(@term)", 1, is_list_or_partial_1).doc("True if term is a list or a partial list."),
    det!("$memberchk(?element, ?list, -rest)", 3, memberchk_3)
        .doc("Unifies rest with done if an element unifies, else with the tail from which the search must continue."),
];

fn skip_list_3(m: &mut Machine, length: Cell, list: Cell, tail: Cell) -> Step {
    let (count, end) = walk::list_end(&m.heap, list);
    let rest = match end {
        None => Cell::NIL,
        Some(ListEnd::Partial(rest) | ListEnd::NotList(rest)) => rest,
        Some(ListEnd::Cyclic) => list,
    };
    m.unify(length, Cell::int(count as i64))?;
    m.unify(tail, rest)
}

/// Pairs of a run between two polls of the watch.
const RUN: usize = 1 << 13;

/// Returns what follows the first `most` elements of a list, or its end, and how many more were to be skipped.
fn skip(heap: &Heap, list: Cell, most: usize) -> (Cell, usize) {
    let words = heap.words();
    let (mut cell, mut left, mut stride) = (heap.deref(list), most, 2);
    let mut pace = Pace::new();
    while left > 0 && cell.is_list() {
        let (mut at, before) = (cell.address(), left);
        // As in `walk::list_end`.
        while left > before.saturating_sub(RUN)
            && words.get(at + 1) == Some(&Cell::list(at.wrapping_add(stride)).bits())
        {
            at = at.wrapping_add(stride);
            left -= 1;
        }
        if left < before {
            cell = Cell::list(at);
        } else {
            cell = heap.deref(Cell::from_bits(words[at + 1]));
            stride = cell.address().wrapping_sub(at);
            left -= 1;
        }
        if before - left == RUN && heap.watch.gives_up() || pace.step(&heap.watch) {
            break;
        }
    }
    (cell, left)
}

fn skip_4(m: &mut Machine, most: Cell, list: Cell, left: Cell, rest: Cell) -> Step {
    let View::Int(steps) = m.view(most) else {
        // No list is so long.
        m.unify(left, most)?;
        return m.unify(rest, list);
    };
    let (at, steps) = skip(&m.heap, list, usize::try_from(steps).unwrap_or(0));
    m.check_walks()?;
    let steps = m.heap.new_int(steps as i64);
    m.unify(left, steps)?;
    m.unify(rest, at)
}

/// The lengths of a partial list are found in Prolog: what its tail is bound to may wake goals, such as those that fetch
/// the rest of a lazy list.
fn length_2(m: &mut Machine) -> Result<Next, Stop> {
    let (list, length) = (m.arg(0), m.deref(m.arg(1)));
    let wanted = if length.is_variable() {
        None
    } else {
        Some(count(m, length)?)
    };
    let (known, end) = walk::list_end(&m.heap, list);
    let tail = match end {
        None => {
            let known = m.heap.new_int(known as i64);
            return m.unify(length, known).map(|()| Next::Continue);
        }
        Some(ListEnd::Partial(tail)) => tail,
        Some(ListEnd::NotList(_) | ListEnd::Cyclic) => return Err(m.type_error(Type::List, list)),
    };
    // A list cannot have a length that is its own tail.
    holds(tail != length)?;
    if let Some(wanted) = wanted {
        let missing = wanted.checked_sub(known).ok_or(Stop::Fail)?;
        let rest = list_of_variables(m, missing)?;
        return m.unify(tail, rest).map(|()| Next::Continue);
    }
    let name = m.intern("$partial_length");
    Ok(Next::Call(
        m.heap.new_term(name, &[tail, Cell::int(known as i64), length]),
    ))
}

fn is_list_or_partial_1(m: &mut Machine, list: Cell) -> Step {
    holds(is_list_or_partial(&m.heap, list))
}

/// Whether a term is a list or a partial list.
pub(in crate::builtins) fn is_list_or_partial(heap: &Heap, list: Cell) -> bool {
    matches!(walk::list_end(heap, list).1, None | Some(ListEnd::Partial(_)))
}

/// If a binding would wake goals, or if the list is partial, the caller decides: it gets the rest of the list.
fn memberchk_3(m: &mut Machine, element: Cell, list: Cell, rest: Cell) -> Step {
    let mut at = m.deref(list);
    // Brent's cycle detection: the pair at the last power of two is compared with each that follows.
    let (mut mark, mut power, mut steps) = (at, 1, 0);
    let mut pace = Pace::new();
    loop {
        m.poll_at(&mut pace)?;
        match m.view(at) {
            View::List(pair) => {
                let trial = m.stacks.mark(&m.heap);
                let unified = m.unify_terms(element, m.heap.get(pair));
                if unified && !m.is_waking() {
                    m.stacks.keep_mark(trial);
                    let done = m.intern("done");
                    return m.unify(rest, Cell::atom(done));
                }
                m.undo_to_mark(trial);
                if unified {
                    return m.unify(rest, at);
                }
                at = m.deref(m.heap.get(pair + 1));
            }
            View::Var(_) | View::Attributed(_) => return m.unify(rest, at),
            View::Atom(known::NIL) => return Err(Stop::Fail),
            _ => return Err(m.type_error(Type::List, at)),
        }
        steps += 1;
        if at == mark && at.is_list() {
            return Err(m.type_error(Type::List, list));
        }
        if steps == power {
            (mark, power, steps) = (at, 2 * power, 0);
        }
    }
}

fn list_of_variables(m: &mut Machine, length: usize) -> Result<Cell, Stop> {
    reserve(m, length, 2)?;
    let start = m.heap.top();
    let mut left = length;
    while left > 0 && (left == length || !m.heap.watch.gives_up()) {
        let (count, top) = (left.min(BLOCK), m.heap.top());
        m.heap.push_pairs((0..count).map(|i| Cell::reference(top + 2 * i)));
        left -= count;
    }
    Ok(m.heap.end_list(start, Cell::NIL))
}
