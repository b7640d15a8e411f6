//! The primitives of `break/0`, which is in `library/tools/break.pl`: the host reads queries and shows answers.

use crate::base::known;
use crate::machine::Machine;
use crate::machine::nested::{Given, NestedStep};
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::native::args::text_arg::new_string;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$nested_query(+level, -text)", 2, nested_query_2)
        .doc("Unifies text with the next query of a nested prompt, or with end_of_file."),
    det!("$nested_answer(+bindings, +goals, +last)", 3, nested_answer_3)
        .doc("Shows an answer of a nested prompt; fails if another one is wanted."),
];

fn nested_query_2(m: &mut Machine, level: Cell, text: Cell) -> Step {
    let View::Int(level) = m.view(level) else {
        return Err(Stop::Fail);
    };
    match m.nested_prompt(NestedStep::Query(level))? {
        Given::Query(query) => {
            let query = new_string(m, &query)?;
            m.unify(text, query)
        }
        _ => m.unify(text, Cell::atom(known::END_OF_FILE)),
    }
}

fn nested_answer_3(m: &mut Machine, bindings: Cell, goals: Cell, last: Cell) -> Step {
    let is_last = m.deref(last) == Cell::atom(known::TRUE);
    match m.nested_prompt(NestedStep::Answer(bindings, goals, is_last))? {
        Given::More => Err(Stop::Fail),
        _ => Ok(()),
    }
}
