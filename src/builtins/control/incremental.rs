//! The primitives under library(increval): what incremental tables depend on.

use crate::machine::Machine;
use crate::native::{Native, NativeRun, Next, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::view::View;

pub(in crate::builtins) const INCREMENTAL: &[Native] = &[
    det!("$incremental_nodes(-nodes)", 1, nodes_1)
        .doc("Unifies nodes with the list of node(Number, Goal, State, Dependencies) for all incremental calls."),
    Native::new("$propagate(+number)", 1, NativeRun::Control(propagate_1))
        .doc("Hands what is new on to the tables that were completed with that of a monotonic call."),
    det!("$invalidate_node(+number)", 1, invalidate_1).doc("Makes the table of an incremental call invalid."),
];

fn nodes_1(m: &mut Machine, nodes: Cell) -> Step {
    m.reserve(m.tables.cells_of_nodes(&m.db))?;
    let list = m.tables.list_nodes(&m.db, &m.session, &mut m.heap, &mut m.atoms);
    m.unify(nodes, list)
}

fn propagate_1(m: &mut Machine) -> Result<Next, Stop> {
    match m.view(m.arg(0)) {
        View::Int(number) => m.run_propagation(number),
        _ => Err(Stop::Fail),
    }
}

fn invalidate_1(m: &mut Machine, number: Cell) -> Step {
    let View::Int(number @ 0..) = m.view(number) else {
        return Err(Stop::Fail);
    };
    m.tables.invalidate_node(&mut m.db, number as usize);
    Ok(())
}
