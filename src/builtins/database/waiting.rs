//! Goals of a text that wait: until it has been loaded, until the program has started, or to be its main goal.

use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::record::{Attributes, Record};

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$load_later(+goal)", 1, load_later_1).doc("Queues a goal until the source has been loaded."),
    det!("$load_waiting(-goals)", 1, load_waiting_1)
        .doc("Removes the goals that wait for the source to be loaded, and unifies goals with their list."),
    det!("$keep_at_start(+goal)", 1, keep_at_start_1)
        .doc("Queues a goal until the program has started; fails unless it is being started."),
    det!("$take_at_start(-goals)", 1, take_at_start_1)
        .doc("Removes the goals that wait for the start of the program, and unifies goals with their list."),
    det!("$set_main(+goal)", 1, set_main_1).doc("Sets the main goal of the program."),
    det!("$get_main(-goal)", 1, get_main_1).doc("Removes the main goal of the program and unifies goal with it."),
];

fn load_later_1(m: &mut Machine, goal: Cell) -> Step {
    let record = Record::pack(&mut m.heap, goal, Attributes::Drop);
    let source = m.loading.source_mut().ok_or(Stop::Fail)?;
    source.initialization.push(record);
    Ok(())
}

fn load_waiting_1(m: &mut Machine, goals: Cell) -> Step {
    let source = m.loading.source_mut();
    let waiting = source.map(|source| std::mem::take(&mut source.initialization));
    unify_records(m, goals, &waiting.unwrap_or_default())
}

fn keep_at_start_1(m: &mut Machine, goal: Cell) -> Step {
    let record = Record::pack(&mut m.heap, goal, Attributes::Drop);
    m.loading.at_start_mut().ok_or(Stop::Fail)?.push(record);
    Ok(())
}

fn take_at_start_1(m: &mut Machine, goals: Cell) -> Step {
    let waiting = m.loading.take_at_start();
    unify_records(m, goals, &waiting)
}

fn unify_records(m: &mut Machine, list: Cell, records: &[Record]) -> Step {
    let items: Vec<Cell> = records.iter().map(|record| record.unpack(&mut m.heap)).collect();
    let made = m.heap.new_list(&items, Cell::NIL);
    m.unify(list, made)
}

fn set_main_1(m: &mut Machine, goal: Cell) -> Step {
    let goal = Record::pack(&mut m.heap, goal, Attributes::Drop);
    m.loading.set_main_goal(goal);
    Ok(())
}

fn get_main_1(m: &mut Machine, goal: Cell) -> Step {
    let record = m.loading.take_main_goal().ok_or(Stop::Fail)?;
    let term = record.unpack(&mut m.heap);
    m.unify(goal, term)
}
