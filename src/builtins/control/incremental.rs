//! The primitives under library(increval): what incremental tables depend on.

use crate::machine::Machine;
use crate::machine::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::view::View;

pub(in crate::builtins) const INCREMENTAL: &[Native] = &[
    det!("$incremental_nodes(-nodes)", 1, nodes_1)
        .doc("Unifies nodes with the list of node(Number, Goal, State, Dependencies) for all incremental calls."),
    det!("$invalidate_node(+number)", 1, invalidate_1).doc("Makes the table of an incremental call invalid."),
];

fn nodes_1(m: &mut Machine, nodes: Cell) -> Step {
    let list = m.incremental_nodes()?;
    m.unify(nodes, list)
}

fn invalidate_1(m: &mut Machine, number: Cell) -> Step {
    let View::Int(number @ 0..) = m.view(number) else {
        return Err(Stop::Fail);
    };
    m.invalidate_node(number as usize);
    Ok(())
}
