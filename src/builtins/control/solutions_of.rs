//! Built-ins that compute all their solutions at once and return them one at a time.

use crate::base::known;
use crate::machine::Machine;
use crate::machine::native::Stop;
use crate::term::cell::Cell;
use crate::term::view::View;

/// Unifies `target` with each of the ground terms that `find` returns. The first call drops the terms that do not
/// unify, so that the last solution leaves no choice point.
pub(crate) fn one_of(
    m: &mut Machine,
    state: Option<Cell>,
    target: Cell,
    find: impl FnOnce(&mut Machine) -> Result<Vec<Cell>, Stop>,
) -> Result<Option<Cell>, Stop> {
    let list = match state {
        Some(rest) => rest,
        None => {
            let mut found = Vec::new();
            for solution in find(m)? {
                let mark = m.stacks.mark(&m.heap);
                let fits = m.unify_terms(target, solution);
                m.undo_to_mark(mark);
                if fits {
                    found.push(solution);
                }
            }
            m.reserve(2 * found.len())?;
            m.heap.new_list(&found, Cell::NIL)
        }
    };
    let View::List(at) = m.view(list) else {
        return Err(Stop::Fail);
    };
    let (first, rest) = (m.heap.get(at), m.deref(m.heap.get(at + 1)));
    m.unify(target, first)?;
    Ok((rest != Cell::atom(known::NIL)).then_some(rest))
}
