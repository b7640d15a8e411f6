//! ISO 8.10: the primitives under findall/3. Results are packed off the heap, so that backtracking into the goal does
//! not lose them.

use crate::base::iso_error::Type;
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::builtins::terms::lists::is_list_or_partial;
use crate::native::args::list_arg::partial_list;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$findall_start(:goal, ?results)", 2, findall_start_2)
        .doc("Checks the goal and that results is a list or partial list, and begins to collect results."),
    det!("$partial_list(?list)", 1, partial_list_1).doc("Raises a type error unless list is a list or a partial list."),
    det!("$findall_add(+result)", 1, findall_add_1).doc("Adds a copy of a result, and fails into the next solution."),
    det!("$findall_collect(-results, ?tail)", 2, findall_collect_2)
        .doc("Ends the collection, and unifies results with the list of the collected copies in front of tail."),
];

fn partial_list_1(m: &mut Machine, list: Cell) -> Step {
    partial_list(m, list)
}

fn findall_start_2(m: &mut Machine, goal: Cell, results: Cell) -> Step {
    match m.view(goal) {
        View::Atom(_) | View::List(_) | View::Struct(..) => {}
        _ => return Err(m.type_or_instantiation_error(Type::Callable, goal)),
    }
    let results = m.deref(results);
    if !results.is_variable() && !is_list_or_partial(&m.heap, results) {
        return Err(m.type_error(Type::List, results));
    }
    m.results.open_buffer(&m.stacks);
    Ok(())
}

fn findall_add_1(m: &mut Machine, result: Cell) -> Step {
    m.add_to_buffer(result)?;
    // Failing here instead of by a goal of the library saves the run loop one exit for each solution.
    Err(Stop::Fail)
}

fn findall_collect_2(m: &mut Machine, results: Cell, tail: Cell) -> Step {
    let list = m.close_buffer(tail)?;
    m.unify(results, list)
}
