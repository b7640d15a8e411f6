//! The primitives under tabling: calls of tabled predicates, and what the library asks about tables.

use crate::machine::Machine;
use crate::native::{Native, NativeRun, Next, Step, Stop, det, holds};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::term::walk::list_to_vec;

pub(in crate::builtins) const TABLE: &[Native] = &[
    Native::new("$tabled_call(:goal, +modes)", 2, NativeRun::Control(tabled_call_2))
        .doc("Returns the answers of a tabled predicate; goal runs its clauses."),
    Native::new("$tabled(?argument, +name)", 2, NativeRun::Control(tabled_2))
        .doc("Calls a predicate that is tabled without options; its clauses are of the predicate name/1."),
    Native::new("$tabled(?first, ?second, +name)", 3, NativeRun::Control(tabled_3))
        .doc("Calls a predicate that is tabled without options; its clauses are of the predicate name/2."),
    det!("$table_replace(+table, +row, +key, +values)", 4, table_replace_4)
        .doc("Replaces the aggregated values of an answer."),
    det!("$tables(-tables)", 1, tables_1)
        .doc("Unifies tables with the list of table(Goal, Number, State, Answers) for all tables."),
    det!("$abolish_tables(+numbers)", 1, abolish_tables_1).doc("Abolishes the complete ones among some tables."),
    det!("$is_tabling", 0, is_tabling_0).doc("True if a tabled goal is being evaluated."),
];

fn tabled_call_2(m: &mut Machine) -> Result<Next, Stop> {
    let (goal, modes) = (m.arg(0), m.arg(1));
    m.table_call(goal, modes)
}

fn tabled_2(m: &mut Machine) -> Result<Next, Stop> {
    let (argument, name) = (m.arg(0), m.arg(1));
    tabled(m, name, &[argument])
}

fn tabled_3(m: &mut Machine) -> Result<Next, Stop> {
    let (arguments, name) = ([m.arg(0), m.arg(1)], m.arg(2));
    tabled(m, name, &arguments)
}

fn tabled(m: &mut Machine, name: Cell, arguments: &[Cell]) -> Result<Next, Stop> {
    match m.view(name) {
        View::Atom(name) => m.table_call_of(name, arguments),
        _ => Err(Stop::Fail),
    }
}

fn table_replace_4(m: &mut Machine, table: Cell, row: Cell, key: Cell, values: Cell) -> Step {
    let (View::Int(table), View::Int(row)) = (m.view(table), m.view(row)) else {
        return Err(Stop::Fail);
    };
    let values = list_to_vec(&m.heap, values).map_err(|_| Stop::Fail)?;
    m.replace_answer(table, row, key, &values)
}

fn tables_1(m: &mut Machine, tables: Cell) -> Step {
    let list = m.table_list()?;
    m.unify(tables, list)
}

fn abolish_tables_1(m: &mut Machine, numbers: Cell) -> Step {
    for number in list_to_vec(&m.heap, numbers).map_err(|_| Stop::Fail)? {
        if let View::Int(number @ 0..) = m.view(number) {
            m.tables.abolish_table(&mut m.db, number as usize);
        }
    }
    m.tables.sweep_tables(&mut m.stacks);
    Ok(())
}

fn is_tabling_0(m: &mut Machine) -> Step {
    holds(m.tables.is_evaluating())
}
