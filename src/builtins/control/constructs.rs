//! ISO 7.8 and 8.15: control; and the primitives under catch, cleanup and delimited continuations.

use crate::base::iso_error::Type;
use crate::machine::Machine;
use crate::machine::native::{Native, Next, Run, Step, Stop, det, nondet};
use crate::term::cell::Cell;
use crate::term::view::View;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("true", 0, true_0)
        .iso("7.8.1")
        .doc("Succeeds.")
        .examples(&[("true", "true")]),
    det!("fail", 0, fail_0)
        .iso("7.8.2")
        .doc("Fails.")
        .examples(&[("fail", "false")]),
    det!("false", 0, fail_0)
        .iso("7.8.2")
        .doc("Fails.")
        .examples(&[("false", "false")]),
    det!("throw(+ball)", 1, throw_1)
        .iso("7.8.10")
        .doc("Raises a copy of the term as an exception.")
        .examples(&[
            ("catch(throw(oops), E, true)", "E = oops"),
            ("throw(_)", "instantiation_error"),
        ]),
    nondet!("$repeat(+n)", 1, repeat_1).doc("Succeeds again and again."),
    det!("shift(+ball)", 1, shift_1)
        .doc("Leaves to the nearest reset/3 whose ball unifies, with the continuation.")
        .examples(&[("reset(shift(a), Ball, _)", "Ball = a")]),
    Native::new("call_continuation(+frames)", 1, Run::Control(call_continuation_1))
        .doc("Goes on where a shift/1 left off.")
        .examples(&[("reset(shift(a), Ball, _)", "Ball = a")]),
    det!("$choices(-count)", 1, choices_1).doc("How many choice points there are."),
    det!("$check_body(+body)", 1, check_body_1).doc("Raises a type error unless the body is made of callable terms."),
];

fn true_0(_: &mut Machine) -> Step {
    Ok(())
}

fn fail_0(_: &mut Machine) -> Step {
    Err(Stop::Fail)
}

fn throw_1(m: &mut Machine, ball: Cell) -> Step {
    match m.view(ball) {
        View::Var(_) | View::Attributed(_) => Err(m.instantiation_error()),
        _ => Err(m.throw(ball)),
    }
}

fn repeat_1(_: &mut Machine, _: Option<Cell>, _: Cell) -> Result<Option<Cell>, Stop> {
    Ok(Some(Cell::ZERO))
}

fn shift_1(m: &mut Machine, ball: Cell) -> Step {
    m.shift(ball)
}

fn call_continuation_1(m: &mut Machine) -> Result<Next, Stop> {
    let frames = m.arg(0);
    m.call_continuation(frames)
}

fn choices_1(m: &mut Machine, count: Cell) -> Step {
    let choices = Cell::int(m.choice_count() as i64);
    m.unify(count, choices)
}

fn check_body_1(m: &mut Machine, body: Cell) -> Step {
    if m.deref(body).is_variable() {
        return Err(m.type_or_instantiation_error(Type::Callable, body));
    }
    m.convert_body(body).map(|_| ())
}
