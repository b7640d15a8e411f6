//! Arithmetic: evaluation and comparison (ISO 8.6, 8.7), relations between integers, and random numbers.

use std::cmp::Ordering;

use dashu_int::IBig;

use crate::base::atom::Functor;
use crate::base::iso_error::{Domain, Type};
use crate::base::known;
use crate::base::num::function;
use crate::base::num::limbs::limbs;
use crate::base::num::{FunctionId, NumError, Number, int, root};
use crate::code::instr::{Comparison, NativeTest};
use crate::machine::Machine;
use crate::native::{Inline, Native, Step, Stop, det, holds, nondet};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::builtins::streams::files::denied;
use crate::builtins::terms::univ::most_general;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("is(?value, +expression)", 2, is_2)
        .inline(Inline::Is)
        .iso("8.6.1")
        .doc("Evaluates expression and unifies value with the result.")
        .examples(&[
            ("X is 1 + 2 * 3", "X = 7"),
            ("X is 7 / 2", "X = 3.5"),
            ("X is foo + 1", "type_error(evaluable, foo/0)"),
        ]),
    det!("=:=(+x, +y)", 2, equal_2)
        .inline(Inline::Test(NativeTest::Numbers(Comparison::Equal)))
        .iso("8.7.1")
        .doc("True if the values of both expressions are equal.")
        .examples(&[("1 + 1 =:= 2.0", "true")]),
    det!("=\\=(+x, +y)", 2, not_equal_2)
        .inline(Inline::Test(NativeTest::Numbers(Comparison::NotEqual)))
        .iso("8.7.1")
        .doc("True if the values of both expressions differ.")
        .examples(&[("1 =\\= 2", "true")]),
    det!("<(+x, +y)", 2, less_2)
        .inline(Inline::Test(NativeTest::Numbers(Comparison::Less)))
        .iso("8.7.1")
        .doc("True if the value of x is less than that of y.")
        .examples(&[("1 < 2.5", "true"), ("2 < 1", "false")]),
    det!("=<(+x, +y)", 2, not_greater_2)
        .inline(Inline::Test(NativeTest::Numbers(Comparison::LessOrEqual)))
        .iso("8.7.1")
        .doc("True if the value of x is less than or equal to that of y.")
        .examples(&[("2 =< 1 + 1", "true")]),
    det!(">(+x, +y)", 2, greater_2)
        .inline(Inline::Test(NativeTest::Numbers(Comparison::Greater)))
        .iso("8.7.1")
        .doc("True if the value of x is greater than that of y.")
        .examples(&[("2 ** 100 > 1.0e30", "true")]),
    det!(">=(+x, +y)", 2, not_less_2)
        .inline(Inline::Test(NativeTest::Numbers(Comparison::GreaterOrEqual)))
        .iso("8.7.1")
        .doc("True if the value of x is greater than or equal to that of y.")
        .examples(&[("2 >= 3", "false")]),
    det!("succ(?x, ?y)", 2, succ_2)
        .doc("True if y is x + 1 and x is a non-negative integer; one of them must be bound.")
        .examples(&[
            ("succ(3, X)", "X = 4"),
            ("succ(X, 4)", "X = 3"),
            ("succ(X, 0)", "false"),
        ]),
    det!("plus(?x, ?y, ?sum)", 3, plus_3)
        .doc("True if sum is x + y; two of the three integers must be bound.")
        .examples(&[("plus(1, 2, X)", "X = 3"), ("plus(1, X, 3)", "X = 2")]),
    nondet!("between(+low, +high, ?x)", 3, between_3)
        .inline(Inline::Between)
        .doc("True if x is an integer from low to high; enumerates them in ascending order. High may be inf.")
        .examples(&[
            ("between(1, 3, X)", "X = 1 ; X = 2 ; X = 3"),
            ("between(3, 1, _)", "false"),
        ]),
    det!("divmod(+dividend, +divisor, ?quotient, ?remainder)", 4, divmod_4)
        .doc(
            "Unifies quotient with the quotient rounded down, and remainder with the remainder, which has \
             the sign of the divisor.",
        )
        .examples(&[("divmod(-7, 2, Q, R)", "Q = -4, R = 1")]),
    det!(
        "nth_integer_root_and_remainder(+n, +integer, ?root, ?remainder)",
        4,
        root_4
    )
    .doc(
        "Unifies root with the n-th root of integer, truncated towards zero, and remainder with integer \
             minus root to the power n.",
    )
    .examples(&[("nth_integer_root_and_remainder(2, 10, Root, R)", "Root = 3, R = 1")]),
    det!("random(-x)", 1, random_1)
        .doc("Unifies x with a random float between 0 and 1, both excluded.")
        .examples(&[("\\+ (random(X), X >= 1)", "true")]),
    det!("random_between(+low, +high, ?x)", 3, random_between_3)
        .doc("Unifies x with a random integer from low to high; fails if the range is empty.")
        .examples(&[
            ("random_between(5, 5, X)", "X = 5"),
            ("random_between(2, 1, _)", "false"),
        ]),
    det!("set_random(+option)", 1, set_random_1)
        .doc(
            "Sets the state of the random number generator: seed(Integer) makes the sequence repeatable, \
             seed(random) starts a new one.",
        )
        .examples(&[
            ("set_random(seed(42))", "true"),
            ("set_random(_)", "instantiation_error"),
        ]),
    nondet!("current_arithmetic_function(?head)", 1, current_arithmetic_function_1)
        .doc("True if head is the most general term of an evaluable functor.")
        .examples(&[
            ("current_arithmetic_function(sin(_))", "true"),
            ("current_arithmetic_function(foo(_))", "false"),
        ]),
];

fn is_2(m: &mut Machine, value: Cell, expression: Cell) -> Step {
    let result = m.eval_cell(expression)?;
    m.unify(value, result)
}

fn equal_2(m: &mut Machine, x: Cell, y: Cell) -> Step {
    holds(m.compare_numbers(x, y)? == Some(Ordering::Equal))
}

fn not_equal_2(m: &mut Machine, x: Cell, y: Cell) -> Step {
    holds(m.compare_numbers(x, y)? != Some(Ordering::Equal))
}

fn less_2(m: &mut Machine, x: Cell, y: Cell) -> Step {
    holds(m.compare_numbers(x, y)? == Some(Ordering::Less))
}

fn not_greater_2(m: &mut Machine, x: Cell, y: Cell) -> Step {
    holds(matches!(
        m.compare_numbers(x, y)?,
        Some(Ordering::Less | Ordering::Equal)
    ))
}

fn greater_2(m: &mut Machine, x: Cell, y: Cell) -> Step {
    holds(m.compare_numbers(x, y)? == Some(Ordering::Greater))
}

fn not_less_2(m: &mut Machine, x: Cell, y: Cell) -> Step {
    holds(matches!(
        m.compare_numbers(x, y)?,
        Some(Ordering::Greater | Ordering::Equal)
    ))
}

/// Returns the integer in an argument; `None` if it is unbound, a type error for any other term.
fn known_integer(m: &mut Machine, argument: Cell) -> Result<Option<Number>, Stop> {
    match m.view(argument) {
        View::Int(value) => Ok(Some(Number::Int(value))),
        View::BigInt(cell) => Ok(m.heap.number(cell)),
        View::Var(_) | View::Attributed(_) => Ok(None),
        _ => Err(m.type_error(Type::Integer, argument)),
    }
}

/// Returns the integer in an argument, which must be bound.
fn integer(m: &mut Machine, argument: Cell) -> Result<Number, Stop> {
    match known_integer(m, argument)? {
        Some(number) => Ok(number),
        None => Err(m.instantiation_error()),
    }
}

/// Returns the integer in an argument as a big integer.
fn big(m: &mut Machine, argument: Cell) -> Result<IBig, Stop> {
    let number = integer(m, argument)?;
    Ok(number.as_big().expect("an integer was asked for").into_owned())
}

fn unify_number(m: &mut Machine, argument: Cell, number: &Number) -> Step {
    let cell = m.number_cell(number)?;
    m.unify(argument, cell)
}

/// Applies an evaluable functor.
fn apply(m: &mut Machine, f: FunctionId, a: &Number, b: &Number) -> Result<Number, Stop> {
    function::apply2(m.arithmetic.state_mut(), f, a, b).map_err(|error| m.number_error(error))
}

/// Returns the non-negative integer in an argument of `succ/2`; `None` if it is unbound.
fn natural(m: &mut Machine, argument: Cell) -> Result<Option<Number>, Stop> {
    let number = known_integer(m, argument)?;
    if number.as_ref().is_some_and(Number::is_negative) {
        return Err(m.domain_error(Domain::NotLessThanZero, argument));
    }
    Ok(number)
}

fn succ_2(m: &mut Machine, x: Cell, y: Cell) -> Step {
    let before = natural(m, x)?;
    let after = natural(m, y)?;
    match (before, after) {
        (Some(number), _) => {
            let next = apply(m, FunctionId::ADD, &number, &Number::Int(1))?;
            unify_number(m, y, &next)
        }
        (None, Some(Number::Int(0))) => Err(Stop::Fail),
        (None, Some(number)) => {
            let previous = apply(m, FunctionId::SUBTRACT, &number, &Number::Int(1))?;
            unify_number(m, x, &previous)
        }
        (None, None) => Err(m.instantiation_error()),
    }
}

fn plus_3(m: &mut Machine, x: Cell, y: Cell, sum: Cell) -> Step {
    let (a, b, c) = (known_integer(m, x)?, known_integer(m, y)?, known_integer(m, sum)?);
    let (unknown, value) = match (a, b, c) {
        (Some(a), Some(b), _) => (sum, apply(m, FunctionId::ADD, &a, &b)?),
        (Some(a), None, Some(c)) => (y, apply(m, FunctionId::SUBTRACT, &c, &a)?),
        (None, Some(b), Some(c)) => (x, apply(m, FunctionId::SUBTRACT, &c, &b)?),
        _ => return Err(m.instantiation_error()),
    };
    unify_number(m, unknown, &value)
}

/// Returns the upper bound of `between/3`; `None` if it is infinite.
fn upper_bound(m: &mut Machine, high: Cell) -> Result<Option<Number>, Stop> {
    if let View::Atom(atom) = m.view(high)
        && (atom == known::INF || m.atoms.text(atom) == "infinite")
    {
        return Ok(None);
    }
    integer(m, high).map(Some)
}

fn between_3(m: &mut Machine, state: Option<Cell>, low: Cell, high: Cell, x: Cell) -> Result<Option<Cell>, Stop> {
    let first = match state {
        Some(next) => integer(m, next)?,
        None => integer(m, low)?,
    };
    let last = upper_bound(m, high)?;
    let beyond = |number: &Number| {
        last.as_ref()
            .is_some_and(|last| number.compare(last) == Some(Ordering::Greater))
    };
    if state.is_none()
        && let Some(number) = known_integer(m, x)?
    {
        let inside = number.compare(&first) != Some(Ordering::Less) && !beyond(&number);
        return holds(inside).map(|()| None);
    }
    holds(!beyond(&first))?;
    unify_number(m, x, &first)?;
    let next = apply(m, FunctionId::ADD, &first, &Number::Int(1))?;
    if beyond(&next) {
        Ok(None)
    } else {
        m.number_cell(&next).map(Some)
    }
}

fn divmod_4(m: &mut Machine, dividend: Cell, divisor: Cell, quotient: Cell, remainder: Cell) -> Step {
    m.charge_operands(&[m.deref(dividend), m.deref(divisor)])?;
    let (x, y) = (big(m, dividend)?, big(m, divisor)?);
    if y.is_zero() {
        return Err(m.number_error(NumError::ZERO_DIVISOR));
    }
    let (q, r) = int::floor_division(m.arithmetic.state(), &x, &y).map_err(|error| m.number_error(error))?;
    unify_number(m, quotient, &Number::from(q))?;
    unify_number(m, remainder, &Number::from(r))
}

fn root_4(m: &mut Machine, n: Cell, value: Cell, root: Cell, remainder: Cell) -> Step {
    m.charge_operands(&[m.deref(value)])?;
    let (degree, value) = (integer(m, n)?, big(m, value)?);
    if degree.is_negative() || degree.is_zero() {
        return Err(m.domain_error(Domain::NotLessThanOne, n));
    }
    // A degree beyond the machine word exceeds the number of bits of any integer; only its parity matters.
    let degree = match &degree {
        Number::Int(small) => usize::try_from(*small).unwrap_or(usize::MAX),
        _ => usize::MAX - usize::from(degree.as_big().is_some_and(|degree| degree.as_ref() % 2 == 0)),
    };
    let found = root::root_and_remainder(m.limits.watch(), degree, &value).map_err(|error| m.number_error(error))?;
    let Some((r, rest)) = found else {
        return Err(m.number_error(NumError::UNDEFINED));
    };
    unify_number(m, root, &Number::from(r))?;
    unify_number(m, remainder, &Number::from(rest))
}

fn random_1(m: &mut Machine, x: Cell) -> Step {
    let drawn = m.arithmetic.state_mut().random_float();
    unify_number(m, x, &Number::Float(drawn))
}

fn random_between_3(m: &mut Machine, low: Cell, high: Cell, x: Cell) -> Step {
    let (low, high) = (big(m, low)?, big(m, high)?);
    holds(low <= high)?;
    let drawn = m.arithmetic.state_mut().random_below(&(high - &low + 1));
    unify_number(m, x, &Number::from(low + drawn))
}

fn set_random_1(m: &mut Machine, option: Cell) -> Step {
    let argument = match m.view(option) {
        View::Var(_) | View::Attributed(_) => return Err(m.instantiation_error()),
        View::Struct(functor, address) if functor.arity() == 1 && m.atoms.text(functor.name()) == "seed" => {
            m.heap.get(address)
        }
        _ => {
            let domain = Cell::atom(m.intern("random_option"));
            let formal = m.heap.new_term(known::DOMAIN_ERROR, &[domain, option]);
            return Err(m.throw_error(formal));
        }
    };
    if m.view(argument) == View::Atom(known::RANDOM) {
        if !m.streams.access.randomness {
            return Err(denied(m, "access", "randomness", option));
        }
        m.arithmetic.state_mut().seed_anew();
        return Ok(());
    }
    let seed = big(m, argument)?;
    // A seed beyond a machine word is reduced to its lowest bits.
    let words = limbs(seed.as_sign_words().1);
    m.arithmetic.state_mut().seed(words.first().copied().unwrap_or(0));
    Ok(())
}

/// The state is the index of the next row.
fn current_arithmetic_function_1(m: &mut Machine, state: Option<Cell>, head: Cell) -> Result<Option<Cell>, Stop> {
    let wanted = match m.view(head) {
        View::Var(_) | View::Attributed(_) => None,
        View::Atom(name) => Some((name, 0)),
        View::Struct(functor, _) => Some((functor.name(), functor.arity())),
        _ => return Err(m.type_error(Type::Callable, head)),
    };
    if let Some((name, arity)) = wanted {
        let is_special = name == known::ROUNDTOWARD && arity == 2;
        return holds(is_special || m.arithmetic.functions().lookup(name, arity).is_some()).map(|()| None);
    }
    let mut functions = FunctionId::all().skip(state.map_or(0, |state| m.deref(state).as_int() as usize));
    let id = functions.next().ok_or(Stop::Fail)?;
    let name = m.intern(id.row().name);
    let term = most_general(m, Functor::new(name, id.arity()))?;
    m.unify(head, term)?;
    Ok(functions.next().map(|next| Cell::int(i64::from(next.index()))))
}

#[cfg(test)]
mod tests;
