//! Bodies of clauses as the tracer runs them.

use crate::base::atom::Functor;
use crate::base::known;
use crate::compile::normal::connects_goals;
use crate::machine::Machine;
use crate::machine::native::Stop;
use crate::term::cell::Cell;
use crate::term::view::View;

/// Returns a body whose negated goals are bodies too: while it is loaded only what is run without a call is converted.
/// A term that is no body raises its error when it is called.
pub(super) fn with_negated_bodies(m: &mut Machine, body: Cell) -> Result<Cell, Stop> {
    let negation = Functor::new(known::NOT_PROVABLE, 1);
    m.reserve(8)?;
    let root = m.heap.push(Cell::ZERO);
    let mut waiting = vec![(body, root)];
    while let Some((goal, place)) = waiting.pop() {
        let mut cell = m.deref(goal);
        match m.view(cell) {
            View::Struct(f, at) if connects_goals(f) => {
                let (left, right) = (m.heap.get(at), m.heap.get(at + 1));
                m.reserve(8)?;
                cell = m.heap.new_struct(f, &[left, right]);
                waiting.push((left, cell.address() + 1));
                waiting.push((right, cell.address() + 2));
            }
            View::Struct(f, at) if f == negation => {
                let inner = m.heap.get(at);
                if let Ok(converted) = m.convert_body(inner) {
                    m.reserve(8)?;
                    cell = m.heap.new_struct(f, &[converted]);
                    waiting.push((converted, cell.address() + 1));
                }
            }
            _ => {}
        }
        m.heap.set(place, cell);
    }
    Ok(m.heap.get(root))
}
