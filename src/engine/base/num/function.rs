//! The evaluable functors: one row each, with name, ISO clause, function and doc (ISO 9).
//!
//! The compiler looks up the small id of a functor in a [`FunctionTable`]; [`apply0`] to [`apply3`] run the function.
//! The constants of [`FunctionId`] name rows for code that has a fast path for them.

use std::sync::Arc;

use crate::base::atom::{Atom, AtomTable};

use super::error::{NumError, NumResult};
use super::state::EvalState;
use super::{Number, arith, float, int, power, rational, round};

/// The index of a row in [`FUNCTIONS`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FunctionId(u8);

impl FunctionId {
    /// Returns the index of the row, for an instruction operand.
    pub const fn index(self) -> u16 {
        self.0 as u16
    }

    /// Returns the id with an index that [`FunctionId::index`] returned.
    pub const fn from_index(index: u16) -> FunctionId {
        debug_assert!((index as usize) < FUNCTIONS.len());
        FunctionId(index as u8)
    }

    /// Returns all ids, in table order.
    pub fn all() -> impl Iterator<Item = FunctionId> {
        (0..FUNCTIONS.len() as u16).map(FunctionId::from_index)
    }

    /// Returns the row.
    pub fn row(self) -> &'static EvaluableRow {
        &FUNCTIONS[self.0 as usize]
    }

    /// Returns the number of operands.
    pub fn arity(self) -> usize {
        self.row().compute.arity()
    }
}

/// The function of a row, by the number of operands.
#[derive(Clone, Copy)]
pub enum Compute {
    /// A constant or a clock.
    Zero(fn(&mut EvalState) -> NumResult),
    /// A function of one number.
    One(fn(&mut EvalState, &Number) -> NumResult),
    /// A function of two numbers.
    Two(fn(&mut EvalState, &Number, &Number) -> NumResult),
    /// A function of three numbers.
    Three(fn(&mut EvalState, &Number, &Number, &Number) -> NumResult),
}

impl Compute {
    const fn arity(self) -> usize {
        match self {
            Compute::Zero(_) => 0,
            Compute::One(_) => 1,
            Compute::Two(_) => 2,
            Compute::Three(_) => 3,
        }
    }
}

/// An evaluable functor.
#[derive(Clone, Copy)]
pub struct EvaluableRow {
    /// The name.
    pub name: &'static str,
    /// The clause of ISO 13211-1 or its second corrigendum that defines it, or empty.
    pub iso: &'static str,
    /// The function.
    pub compute: Compute,
    /// One sentence on its value.
    pub doc: &'static str,
}

macro_rules! functions {
    ($($id:ident = $name:expr, $iso:expr, $arity:ident($f:expr), $doc:expr;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "only counts the list")]
        enum FunctionNumber { $($id),* }
        #[allow(dead_code, reason = "every row has a name, whether the code needs it or not")]
        impl FunctionId {
            $(#[doc = concat!("`", $name, "`: ", $doc)] pub const $id: FunctionId = FunctionId(FunctionNumber::$id as u8);)*
        }
        /// All evaluable functors.
        pub const FUNCTIONS: &[EvaluableRow] = &[
            $(EvaluableRow { name: $name, iso: $iso, compute: Compute::$arity($f), doc: $crate::base::doc::only_manual($doc) }),*
        ];
    };
}

functions! {
    ADD = "+", "9.1.7", Two(arith::add), "The sum.";
    SUBTRACT = "-", "9.1.7", Two(arith::subtract), "The difference.";
    MULTIPLY = "*", "9.1.7", Two(arith::multiply), "The product.";
    DIVIDE = "/", "9.1.7", Two(arith::divide), "The quotient: an integer if the division is exact, else a float.";
    INT_DIVIDE = "//", "9.1.7", Two(int::quotient), "The quotient of integers, truncated towards zero.";
    REM = "rem", "9.1.7", Two(int::remainder), "The remainder with the sign of the dividend.";
    MOD = "mod", "9.1.7", Two(int::modulo), "The remainder with the sign of the divisor.";
    DIV = "div", "9.1.7", Two(int::floor_quotient), "The quotient of integers, rounded down.";
    NEGATE = "-", "9.1.7", One(arith::negate), "The negative.";
    IDENTITY = "+", "9.1.7", One(arith::identity), "The number itself.";
    ABS = "abs", "9.1.7", One(arith::absolute), "The absolute value.";
    SIGN = "sign", "9.1.7", One(arith::sign), "-1, 0 or 1, of the type of the operand.";
    MIN = "min", "9.3.9", Two(arith::minimum), "The smaller of two numbers; the float if an integer and a float are equal.";
    MAX = "max", "9.3.8", Two(arith::maximum), "The larger of two numbers; the float if an integer and a float are equal.";
    FLOAT_INTEGER_PART = "float_integer_part", "9.1.7", One(round::integer_part), "The part before the point.";
    FLOAT_FRACTIONAL_PART = "float_fractional_part", "9.1.7", One(round::fractional_part), "The part after the point.";
    FLOAT = "float", "9.1.7", One(round::float), "The nearest float.";
    FLOOR = "floor", "9.1.7", One(round::floor), "The greatest integer not greater than the number.";
    TRUNCATE = "truncate", "9.1.7", One(round::truncate), "The integer part, truncated towards zero.";
    ROUND = "round", "9.1.7", One(round::half_up), "The nearest integer, halves up.";
    CEILING = "ceiling", "9.1.7", One(round::ceiling), "The least integer not less than the number.";
    POWER = "**", "9.3.1", Two(power::power), "A power: for integers an integer, or a float if the exponent is negative.";
    SIN = "sin", "9.3.2", One(float::sine), "The sine of an angle in radians.";
    COS = "cos", "9.3.3", One(float::cosine), "The cosine of an angle in radians.";
    ATAN = "atan", "9.3.4", One(float::arc_tangent), "The arc tangent in radians.";
    EXP = "exp", "9.3.5", One(float::exponential), "e to this power.";
    LOG = "log", "9.3.6", One(float::natural_log), "The natural logarithm.";
    SQRT = "sqrt", "9.3.7", One(float::square_root), "The square root.";
    CARET = "^", "9.3.10", Two(power::caret), "A power: for integers an integer, or an error.";
    ASIN = "asin", "9.3.11", One(float::arc_sine), "The arc sine in radians.";
    ACOS = "acos", "9.3.12", One(float::arc_cosine), "The arc cosine in radians.";
    ATAN2 = "atan2", "9.3.13", Two(float::arc_tangent2), "atan2(Y, X): the angle of the point (X, Y).";
    TAN = "tan", "9.3.14", One(float::tangent), "The tangent of an angle in radians.";
    PI = "pi", "9.3.15", Zero(|_| Ok(Number::Float(std::f64::consts::PI))), "The ratio of a circle to its diameter.";
    SHIFT_RIGHT = ">>", "9.4.1", Two(int::shift_right), "The bits shifted to the right, the sign kept.";
    SHIFT_LEFT = "<<", "9.4.2", Two(int::shift_left), "The bits shifted to the left.";
    BIT_AND = "/\\", "9.4.3", Two(int::bit_and), "Bitwise and.";
    BIT_OR = "\\/", "9.4.4", Two(int::bit_or), "Bitwise or.";
    BIT_NOT = "\\", "9.4.5", One(int::bit_not), "Bitwise complement.";
    XOR = "xor", "9.4.6", Two(int::bit_xor), "Bitwise exclusive or.";
    INTEGER = "integer", "", One(round::nearest), "The nearest integer, halves away from zero.";
    TRUNC = "trunc", "", One(round::truncate), "The integer part, truncated towards zero.";
    ATAN_2 = "atan", "", Two(float::arc_tangent2), "atan(Y, X): the angle of the point (X, Y).";
    LOG_BASE = "log", "", Two(float::log_to_base), "log(B, X): the logarithm of X to the base B.";
    LOG2 = "log2", "", One(float::binary_log), "The logarithm to the base 2.";
    LOG10 = "log10", "", One(float::decimal_log), "The logarithm to the base 10.";
    COT = "cot", "", One(float::cotangent), "The cotangent of an angle in radians.";
    ACOT = "acot", "", One(float::arc_cotangent), "The arc cotangent in radians.";
    SINH = "sinh", "", One(float::hyperbolic_sine), "The hyperbolic sine.";
    COSH = "cosh", "", One(float::hyperbolic_cosine), "The hyperbolic cosine.";
    TANH = "tanh", "", One(float::hyperbolic_tangent), "The hyperbolic tangent.";
    ASINH = "asinh", "", One(float::area_sine), "The inverse of the hyperbolic sine.";
    ACOSH = "acosh", "", One(float::area_cosine), "The inverse of the hyperbolic cosine.";
    ATANH = "atanh", "", One(float::area_tangent), "The inverse of the hyperbolic tangent.";
    ERF = "erf", "", One(float::error_function), "The Gauss error function.";
    ERFC = "erfc", "", One(float::complementary_error), "The complementary error function: 1 - erf(X).";
    GAMMA = "gamma", "", One(float::gamma), "The gamma function.";
    LGAMMA = "lgamma", "", One(float::log_gamma), "The natural logarithm of the gamma function's absolute value.";
    COPYSIGN = "copysign", "", Two(arith::copy_sign), "copysign(X, Y): X with the sign of Y, of the type of X.";
    NEXTTOWARD = "nexttoward", "", Two(float::next_toward), "nexttoward(X, Y): the float next to X in the direction of Y. The operations within roundtoward(Expression, Mode) are \
        rounded to_nearest, to_positive, to_negative or to_zero.";
    CMPR = "cmpr", "", Two(arith::exact_order), "cmpr(X, Y): -1, 0 or 1, as X is less than, equal to or greater than Y.";
    MAXR = "maxr", "", Two(arith::exact_maximum), "The larger of two numbers; the rational if a float is equal to it.";
    MINR = "minr", "", Two(arith::exact_minimum), "The smaller of two numbers; the rational if a float is equal to it.";
    SUCC = "succ", "", One(arith::successor), "The next integer.";
    PLUS = "plus", "", Two(arith::add), "The sum.";
    EVAL = "eval", "", One(arith::identity), "The value of the expression.";
    GCD = "gcd", "", Two(int::greatest_divisor), "The greatest common divisor.";
    LCM = "lcm", "", Two(int::least_multiple), "The least common multiple.";
    CEIL = "ceil", "", One(round::ceiling), "As ceiling.";
    MSB = "msb", "", One(int::highest_bit), "The position of the highest bit that is set.";
    LSB = "lsb", "", One(int::lowest_bit), "The position of the lowest bit that is set.";
    POPCOUNT = "popcount", "", One(int::count_bits), "The number of bits that are set.";
    GETBIT = "getbit", "", Two(int::get_bit), "getbit(X, N): the bit of X at position N.";
    POWM = "powm", "", Three(int::modular_power), "powm(X, Y, M): X^Y mod M.";
    RDIV = "rdiv", "", Two(rational::divide), "The quotient as a rational.";
    RATIONAL = "rational", "", One(rational::exact), "The rational with exactly the value of a float.";
    RATIONALIZE = "rationalize", "", One(rational::simplest), "The simplest rational that rounds to a float.";
    NUMERATOR = "numerator", "", One(int::numerator), "The numerator of a rational in lowest terms.";
    DENOMINATOR = "denominator", "", One(int::denominator), "The denominator of a rational in lowest terms.";
    E = "e", "", Zero(|_| Ok(Number::Float(std::f64::consts::E))), "The base of the natural logarithm.";
    INF = "inf", "", Zero(|_| Ok(Number::Float(f64::INFINITY))), "Positive infinity.";
    INFINITE = "infinite", "", Zero(|_| Ok(Number::Float(f64::INFINITY))), "Positive infinity.";
    NAN = "nan", "", Zero(|_| Ok(Number::Float(f64::NAN))), "Not a number.";
    EPSILON = "epsilon", "", Zero(|_| Ok(Number::Float(f64::EPSILON))), "The distance from 1.0 to the next float.";
    MAX_TAGGED_INTEGER = "max_tagged_integer", "", Zero(|_| Ok(Number::Int((1 << 60) - 1))), "The largest integer that is stored in its cell.";
    MIN_TAGGED_INTEGER = "min_tagged_integer", "", Zero(|_| Ok(Number::Int(-(1 << 60)))), "The smallest integer that is stored in its cell.";
    MAX_INTEGER = "max_integer", "", Zero(|_| Ok(Number::Int(i64::MAX))), "The largest integer of 64 bits; integers have no limit.";
    MIN_INTEGER = "min_integer", "", Zero(|_| Ok(Number::Int(i64::MIN))), "The smallest integer of 64 bits; integers have no limit.";
    RANDOM = "random", "", One(random), "random(N): a random integer from 0 to N - 1.";
    RANDOM_FLOAT = "random_float", "", Zero(|state| Ok(Number::Float(state.random_float()))), "A random float between 0 and 1, both excluded.";
    CPUTIME = "cputime", "", Zero(|state| state.need_clock().map(|()| Number::Float(state.cpu_time()))), "The processor time used, in seconds.";
    REALTIME = "realtime", "", Zero(|state| state.need_clock().map(|()| Number::Int(state.unix_time() as i64))), "Seconds since the start of 1970, an integer.";
}

/// `random(N)`.
fn random(state: &mut EvalState, a: &Number) -> NumResult {
    let bound = a.integer()?;
    if a.is_negative() || bound.is_zero() {
        return Err(NumError::wrong_domain(
            crate::base::iso_error::Domain::NotLessThanOne,
            a,
        ));
    }
    Ok(Number::from(state.random_below(&bound)))
}

/// Applies a function without operands. `apply0` to `apply3` all return [`NumError::UNDEFINED`] for a row of another
/// arity, which no caller passes.
pub fn apply0(state: &mut EvalState, id: FunctionId) -> NumResult {
    match id.row().compute {
        Compute::Zero(f) => f(state),
        _ => Err(NumError::UNDEFINED),
    }
}

/// Applies a function of one operand.
pub fn apply1(state: &mut EvalState, id: FunctionId, a: &Number) -> NumResult {
    match id.row().compute {
        Compute::One(f) => f(state, a),
        _ => Err(NumError::UNDEFINED),
    }
}

/// Applies a function of two operands.
pub fn apply2(state: &mut EvalState, id: FunctionId, a: &Number, b: &Number) -> NumResult {
    match id.row().compute {
        Compute::Two(f) => f(state, a, b),
        _ => Err(NumError::UNDEFINED),
    }
}

/// Applies a function of three operands.
pub fn apply3(state: &mut EvalState, id: FunctionId, a: &Number, b: &Number, c: &Number) -> NumResult {
    match id.row().compute {
        Compute::Three(f) => f(state, a, b, c),
        _ => Err(NumError::UNDEFINED),
    }
}

/// The number of arities of evaluable functors: 0 to 3.
const ARITIES: usize = 4;
/// Marks a missing function.
const NONE: u8 = u8::MAX;

/// A map from name and arity to the id of a function.
#[derive(Clone)]
pub struct FunctionTable {
    /// For each atom up to the last that names a function, the ids by arity.
    by_atom: Arc<[[u8; ARITIES]]>,
}

const _: () = assert!(FUNCTIONS.len() < NONE as usize);

impl FunctionTable {
    /// Builds the table; adds missing names to `atoms`.
    pub fn new(atoms: &mut AtomTable) -> FunctionTable {
        let mut by_atom = Vec::new();
        for (position, row) in FUNCTIONS.iter().enumerate() {
            let index = atoms.intern(row.name).index() as usize;
            if by_atom.len() <= index {
                by_atom.resize(index + 1, [NONE; ARITIES]);
            }
            by_atom[index][row.compute.arity()] = position as u8;
        }
        FunctionTable {
            by_atom: by_atom.into(),
        }
    }

    /// Looks up the function `name/arity`.
    #[inline]
    pub fn lookup(&self, name: Atom, arity: usize) -> Option<FunctionId> {
        let id = *self.by_atom.get(name.index() as usize)?.get(arity)?;
        if id == NONE { None } else { Some(FunctionId(id)) }
    }
}
