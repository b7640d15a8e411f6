//! ISO 7.8 and 8.15: control; and the primitives under catch, cleanup and delimited continuations.

use crate::base::iso_error::Type;
use crate::machine::Machine;
use crate::native::{Native, NativeRun, Next, Step, Stop, det, nondet};
use crate::term::cell::Cell;
use crate::term::view::View;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("true", 0, true_0)
        .iso("7.8.1")
        .doc("Succeeds once.")
        .examples(&[("true", "true")]),
    det!("fail", 0, fail_0)
        .iso("7.8.2")
        .doc("Fails.")
        .examples(&[("fail", "false")]),
    det!("false", 0, fail_0)
        .iso("7.8.2")
        .doc("Fails. Synonym of fail/0.")
        .examples(&[("false", "false")]),
    det!("throw(+ball)", 1, throw_1)
        .iso("7.8.10")
        .doc("Raises a copy of the ball as an exception.")
        .examples(&[
            ("catch(throw(oops), E, true)", "E = oops"),
            ("throw(_)", "instantiation_error"),
        ]),
    nondet!("$repeat(+n)", 1, repeat_1).doc("Succeeds infinitely often, leaving a choice point."),
    det!("shift(+ball)", 1, shift_1)
        .doc(
            "Captures the continuation up to the nearest enclosing reset/3 whose ball unifies, and leaves to \
             that reset/3.",
        )
        .examples(&[("reset(shift(a), Ball, _)", "Ball = a")]),
    Native::new("call_continuation(+frames)", 1, NativeRun::Control(call_continuation_1))
        .doc("Calls the continuation that shift/1 has captured.")
        .examples(&[("reset(shift(a), Ball, _)", "Ball = a")]),
    det!("$choices(-count)", 1, choices_1).doc("Unifies count with the number of choice points."),
    det!("$choices_below(-count)", 1, choices_below_1)
        .doc("Unifies count with the number of choice points that goals of this query may not cut."),
    det!("$check_body(+body)", 1, check_body_1).doc("Raises a type error unless the body consists of callable terms."),
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
        _ => Err(m.throw_of_program(ball)),
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
    let choices = Cell::int(m.stacks.choice_count() as i64);
    m.unify(count, choices)
}

fn choices_below_1(m: &mut Machine, count: Cell) -> Step {
    let choices = Cell::int(m.stacks.choices_below() as i64);
    m.unify(count, choices)
}

fn check_body_1(m: &mut Machine, body: Cell) -> Step {
    if m.deref(body).is_variable() {
        return Err(m.type_or_instantiation_error(Type::Callable, body));
    }
    m.convert_body(body).map(|_| ())
}
