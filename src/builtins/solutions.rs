//! ISO 8.10: the primitives under findall/3. Results are packed off the heap, so that backtracking
//! into the goal does not lose them.

use crate::machine::Machine;
use crate::machine::native::{Native, Step, det};
use crate::term::cell::Cell;

pub(super) const TABLE: &[Native] = &[
    det!("$findall_start", 0, findall_start_0).doc("Begins to gather results."),
    det!("$findall_add(+result)", 1, findall_add_1).doc("Adds a copy of a result."),
    det!("$findall_collect(-results, ?tail)", 2, findall_collect_2)
        .doc("Ends gathering: the results as a list before a tail."),
];

fn findall_start_0(m: &mut Machine) -> Step {
    m.open_buffer();
    Ok(())
}

fn findall_add_1(m: &mut Machine, result: Cell) -> Step {
    m.add_to_buffer(result)
}

fn findall_collect_2(m: &mut Machine, results: Cell, tail: Cell) -> Step {
    let list = m.close_buffer(tail)?;
    m.unify(results, list)
}
