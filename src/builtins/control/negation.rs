//! The primitives under the negation of tabled goals, and what the library asks about undecided answers. Undecided goals
//! are numbers here.

use crate::base::known;
use crate::machine::Machine;
use crate::native::{Native, NativeRun, Next, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::view::View;

pub(in crate::builtins) const TABLE: &[Native] = &[
    Native::new("$tnot(:goal, +modes)", 2, NativeRun::Control(tnot_2))
        .doc("True if a tabled predicate has no answers; goal runs its clauses."),
    det!("$delays(-delays)", 1, delays_1)
        .doc("The undecided goals under which the running goal holds, the newest first."),
    det!("$set_delays(+delays)", 1, set_delays_1).doc("Replaces them until backtracking."),
    det!("$delay_goal(+delay, -literal)", 2, delay_goal_2)
        .doc("Literal is the goal, or tnot(Goal) if it is negated; undefined if its table was abolished."),
    det!("$delay_answers(+delay, -answers)", 2, delay_answers_2)
        .doc("The undecided answers that a goal speaks of: itself, or those of a goal that is negated."),
    det!("$delay_ways(+answer, -ways)", 2, delay_ways_2).doc("The lists of undecided goals of which one must hold."),
    det!("$undecided(+table, -answers)", 2, undecided_2).doc("The undecided answers of a table."),
];

fn tnot_2(m: &mut Machine) -> Result<Next, Stop> {
    let (goal, modes) = (m.arg(0), m.arg(1));
    m.table_negation(goal, modes)
}

fn delays_1(m: &mut Machine, delays: Cell) -> Step {
    let list = m.session.delay_list(&m.heap);
    m.unify(delays, list)
}

fn set_delays_1(m: &mut Machine, delays: Cell) -> Step {
    let delays = m.deref(delays);
    m.session.replace_delays(&mut m.heap, &mut m.stacks, delays);
    Ok(())
}

fn number(m: &Machine, delay: Cell) -> Result<i64, Stop> {
    match m.view(delay) {
        View::Int(number) => Ok(number),
        _ => Err(Stop::Fail),
    }
}

fn delay_goal_2(m: &mut Machine, delay: Cell, literal: Cell) -> Step {
    let number = number(m, delay)?;
    m.reserve(m.tables.cells_of_undecided(number))?;
    let goal = match m.tables.undecided_goal(&m.session, &mut m.heap, &mut m.atoms, number) {
        Some((goal, false)) => goal,
        Some((goal, true)) => m.heap.new_term(known::TNOT, &[goal]),
        None => Cell::atom(known::UNDEFINED),
    };
    m.unify(literal, goal)
}

fn numbers(m: &mut Machine, list: Cell, numbers: &[i64]) -> Step {
    m.reserve(2 * numbers.len())?;
    let cells: Vec<Cell> = numbers.iter().map(|&number| Cell::int(number)).collect();
    let found = m.heap.new_list(&cells, Cell::NIL);
    m.unify(list, found)
}

fn delay_answers_2(m: &mut Machine, delay: Cell, answers: Cell) -> Step {
    let found = m.tables.undecided_parts(number(m, delay)?);
    numbers(m, answers, &found)
}

fn delay_ways_2(m: &mut Machine, answer: Cell, ways: Cell) -> Step {
    let number = number(m, answer)?;
    m.reserve(m.tables.cells_of_undecided(number))?;
    let list = m.tables.undecided_ways(&mut m.heap, number);
    m.unify(ways, list)
}

fn undecided_2(m: &mut Machine, table: Cell, answers: Cell) -> Step {
    let table = number(m, table)?;
    let found = m.tables.undecided_in(table as usize);
    numbers(m, answers, &found)
}
