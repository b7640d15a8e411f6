//! Goals of the library that it hands to predicates such as `forall/2`, as arguments: they are looked up in the program
//! when they are called. Here they get the library's module in front, so that no definition of the program replaces
//! them.

use crate::base::atom::Functor;
use crate::base::known;
use crate::code::predicate::Definition;
use crate::machine::Machine;
use crate::term::cell::Cell;
use crate::term::view::View;

/// Predicates that call arguments, with the positions of those.
const CALLERS: &[(&str, usize, &[usize])] = &[
    ("forall", 2, &[0, 1]),
    ("findall", 3, &[1]),
    ("findall", 4, &[1]),
    ("aggregate_all", 3, &[1]),
    ("aggregate_all", 4, &[2]),
    ("catch", 3, &[0, 2]),
    ("once", 1, &[0]),
    ("ignore", 1, &[0]),
    ("call_cleanup", 2, &[0, 1]),
    ("setup_call_cleanup", 3, &[0, 1, 2]),
];

/// Control constructs.
const CONNECTIVES: &[(&str, usize)] = &[(",", 2), (";", 2), ("->", 2), ("*->", 2), ("\\+", 1)];

/// Returns a clause of the library with its arguments that are goals qualified. The depth of recursion is that of the
/// library's own text.
pub(super) fn own_goals(m: &mut Machine, clause: Cell) -> Cell {
    match m.view(clause) {
        View::Struct(f, at) if f.arity() == 2 && matches!(m.atoms.text(f.name()), ":-" | "=>") => {
            let (head, body) = (m.heap.get(at), m.heap.get(at + 1));
            let body = goal(m, body, false);
            m.heap.new_term(f.name(), &[head, body])
        }
        _ => clause,
    }
}

/// Returns a goal with its arguments that are goals qualified, and itself if it `is_argument`.
fn goal(m: &mut Machine, cell: Cell, is_argument: bool) -> Cell {
    let (functor, at) = match m.view(cell) {
        View::Struct(functor, at) => (functor, at),
        View::Atom(name) => (Functor::new(name, 0), 0),
        _ => return cell,
    };
    let (name, arity) = (m.atoms.text(functor.name()), functor.arity());
    let is_connective = CONNECTIVES.contains(&(name, arity));
    let positions: &[usize] = if is_connective {
        &[0, 1][..arity]
    } else {
        let caller = CALLERS.iter().find(|caller| (caller.0, caller.1) == (name, arity));
        caller.map_or(&[], |caller| caller.2)
    };
    let mut done = cell;
    if !positions.is_empty() {
        let mut parts: Vec<Cell> = (0..arity).map(|i| m.heap.get(at + i)).collect();
        for &position in positions {
            parts[position] = goal(m, parts[position], is_argument || !is_connective);
        }
        done = m.heap.new_term(functor.name(), &parts);
    }
    if !is_argument || is_connective || !is_replaceable(m, functor) {
        return done;
    }
    m.heap.new_term(known::COLON, &[Cell::atom(known::SYSTEM), done])
}

/// Whether a program can define the predicate, which the library has.
fn is_replaceable(m: &mut Machine, functor: Functor) -> bool {
    if m.atoms.text(functor.name()).starts_with('$') {
        return false;
    }
    let pred = m.db.pred(known::SYSTEM, functor);
    let pred = &m.db.preds[pred];
    !pred.iso && pred.definition != Definition::None
}
