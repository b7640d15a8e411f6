//! Tests of numbers: their identity, and the value of every evaluable functor.

use super::function::{self, FUNCTIONS};
use super::*;
use crate::base::atom::AtomTable;
use crate::base::iso_error::Resource;

#[test]
fn identity_is_not_value() {
    assert_ne!(Number::Int(1), Number::Float(1.0));
    assert_ne!(Number::Float(0.0), Number::Float(-0.0));
    assert_eq!(Number::Float(f64::NAN), Number::Float(f64::NAN));
    assert_eq!(Number::from(IBig::from(7)), Number::Int(7));
    assert!(matches!(Number::from(IBig::from(1) << 63), Number::Big(_)));
    assert_eq!(Number::from(-(IBig::from(1) << 63)), Number::Int(i64::MIN));
    assert_eq!(Number::from(Rational::new(IBig::from(4), 2u8.into())), Number::Int(2));
    assert!(matches!(Number::from(IBig::from(u64::MAX)), Number::Big(_)));
}

#[test]
fn conversion_to_float_rounds_to_the_nearest() {
    assert_eq!(Number::Int((1 << 53) + 1).to_f64(), Ok(9007199254740992.0));
    assert_eq!(Number::Int((1 << 53) + 3).to_f64(), Ok(9007199254740996.0));
    let big = Number::from((IBig::from(1) << 100) + 1);
    assert_eq!(big.to_f64(), Ok(2f64.powi(100)));
    let tie = Number::from((IBig::from(1) << 100) + (IBig::from(1) << 47));
    assert_eq!(tie.to_f64(), Ok(2f64.powi(100)));
    let above = Number::from((IBig::from(1) << 100) + (IBig::from(1) << 47) + 1);
    assert_eq!(above.to_f64(), Ok(2f64.powi(100) + 2f64.powi(48)));
    let most = Number::from((IBig::from(1) << 1024) - (IBig::from(1) << 970) - 1);
    assert_eq!(most.to_f64(), Ok(f64::MAX));
    let huge = Number::from((IBig::from(1) << 1024) - (IBig::from(1) << 970));
    assert_eq!(huge.to_f64(), Err(NumError::Evaluation(Evaluation::FloatOverflow)));
    let third = Number::from(Rational::new(IBig::from(1), 3u8.into()));
    assert_eq!(third.to_f64(), Ok(1.0 / 3.0));
}

fn apply(name: &str, operands: &[Number]) -> NumResult {
    let mut state = EvalState::default();
    state.grant_clock();
    apply_with(&mut state, name, operands)
}

fn apply_with(state: &mut EvalState, name: &str, operands: &[Number]) -> NumResult {
    let id = FunctionId::all()
        .find(|id| id.row().name == name && id.arity() == operands.len())
        .unwrap_or_else(|| panic!("there is no {name}/{}", operands.len()));
    match operands {
        [] => function::apply0(state, id),
        [a] => function::apply1(state, id, a),
        [a, b] => function::apply2(state, id, a, b),
        [a, b, c] => function::apply3(state, id, a, b, c),
        _ => panic!("no function has more operands"),
    }
}

/// Parses an integer, a rational `1r3` or a float.
fn number(text: &str) -> Number {
    if let Some((above, below)) = text.split_once('r') {
        return text::make_rational(&number(above), &number(below)).expect("a denominator is not 0");
    }
    match text {
        "inf" => Number::Float(f64::INFINITY),
        "-inf" => Number::Float(f64::NEG_INFINITY),
        "nan" => Number::Float(f64::NAN),
        _ => text::parse_integer(text, 10)
            .or_else(|| text::parse_float(text).map(Number::Float))
            .unwrap_or_else(|| panic!("{text} is no number")),
    }
}

/// Formats a value or an error for the tables below.
fn shown(result: NumResult) -> String {
    match result {
        Ok(Number::Float(value)) if !value.is_finite() => value.to_string().to_lowercase(),
        Ok(value) => value.to_string(),
        Err(NumError::Type(kind, culprit)) => format!("type({}, {culprit})", kind.text()),
        Err(NumError::Domain(domain, culprit)) => format!("domain({}, {culprit})", domain.text()),
        Err(NumError::Evaluation(what)) => what.text().to_string(),
        Err(NumError::NoClock) => "no clock".to_string(),
        Err(NumError::Resource(what)) => what.text().to_string(),
        Err(NumError::Unwanted) => "unwanted".to_string(),
    }
}

/// Each line: `name operand... = result`.
fn check(table: &str) {
    check_with(&mut EvalState::default(), table);
}

fn check_with(state: &mut EvalState, table: &str) {
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (call, expected) = line.split_once(" = ").expect("a line has a result");
        let mut words = call.split_whitespace();
        let name = words.next().expect("a line has a name");
        let operands: Vec<Number> = words.map(number).collect();
        assert_eq!(shown(apply_with(state, name, &operands)), expected, "{call}");
    }
}

#[test]
fn sums_and_products() {
    check(
        "
        + 1 2 = 3
        + 9223372036854775807 1 = 9223372036854775808
        + 18446744073709551616 -18446744073709551615 = 1
        + 1 0.5 = 1.5
        + 1r3 1r6 = 1r2
        + 1r3 0.5 = 0.8333333333333333
        + 1.0e308 1.0e308 = float_overflow
        + inf -inf = undefined
        + nan 1 = undefined
        - 3 5 = -2
        - -9223372036854775808 1 = -9223372036854775809
        - 1r3 1r3 = 0
        * 6 7 = 42
        * 4294967296 4294967296 = 18446744073709551616
        * 1r3 3 = 1
        * 1.0e200 1.0e200 = float_overflow
        * 1.0e-300 1.0e-300 = 0.0
        * 0 inf = undefined
        * 2 1.5 = 3.0
        - 3 = -3
        - 0.0 = -0.0
        - -9223372036854775808 = 9223372036854775808
        - 1r3 = -1r3
        - inf = -inf
        + 3 = 3
        succ 3 = 4
        succ 3.0 = type(integer, 3.0)
        plus 1 2 = 3
        eval 1.5 = 1.5
        ",
    );
}

#[test]
fn quotients() {
    check(
        "
        / 4 2 = 2
        / 7 2 = 3.5
        / -7 2 = -3.5
        / 7 2.0 = 3.5
        / 1 0 = zero_divisor
        / 0 0 = zero_divisor
        / 1 0.0 = zero_divisor
        / 1.5 0 = zero_divisor
        / 0 0.0 = undefined
        / inf inf = undefined
        / 1r3 2 = 1r6
        / 1 1r3 = 3
        / 1r3 0 = zero_divisor
        / 1r3 0.0 = zero_divisor
        / -9223372036854775808 -1 = 9223372036854775808
        / 9007199254740993 2 = 4.503599627370496e+15
        / 36028797018963969 4 = 9.007199254740992e+15
        / 1000000000000000000000 10 = 100000000000000000000
        / 5.0e-324 2 = 0.0
        // 7 -2 = -3
        // -7 2 = -3
        // -9223372036854775808 -1 = 9223372036854775808
        // 1 0 = zero_divisor
        // 1.0 2 = type(integer, 1.0)
        // 1.0 0 = type(integer, 1.0)
        // 1r3 2 = type(integer, 1r3)
        rem 7 -2 = 1
        rem -7 2 = -1
        mod 7 -2 = -1
        mod -7 2 = 1
        mod 6 3 = 0
        mod 1 0 = zero_divisor
        mod 1 2.0 = type(integer, 2.0)
        mod -9223372036854775808 -1 = 0
        mod -100000000000000000000 7 = 5
        mod 100000000000000000000 -7 = -5
        rem -100000000000000000000 7 = -2
        div -7 2 = -4
        div 7 -2 = -4
        div 7 2 = 3
        div -8 2 = -4
        div -100000000000000000000 7 = -14285714285714285715
        div -9223372036854775808 -1 = 9223372036854775808
        div 1 0 = zero_divisor
        rdiv 1 3 = 1r3
        rdiv 4 2 = 2
        rdiv 1 0 = zero_divisor
        rdiv 1.0 2 = type(rational, 1.0)
        rdiv 1r3 2 = 1r6
        ",
    );
    let mut iso = EvalState::default();
    iso.iso = true;
    check_with(&mut iso, "/ 4 2 = 2.0\n/ 7 2 = 3.5\n/ 1 0 = zero_divisor\n// 4 2 = 2");
}

#[test]
fn extremes_and_signs() {
    check(
        "
        max 1 1.0 = 1.0
        max 1.0 1 = 1.0
        min 1 1.0 = 1.0
        min 1.0 1 = 1.0
        max 1 2.0 = 2.0
        max 3 2 = 3
        max 2 3 = 3
        min 3 2r3 = 2r3
        max 0.0 -0.0 = 0.0
        max -0.0 0.0 = 0.0
        min 0.0 -0.0 = -0.0
        max 1r2 0.5 = 0.5
        max inf 1 = inf
        max nan 1 = 1
        min 1 nan = 1
        max nan nan = nan
        max 0 -0.0 = 0
        max -0.0 0 = 0
        min 0 -0.0 = -0.0
        max 9007199254740993 9007199254740992.0 = 9007199254740993
        abs -3 = 3
        abs -3.5 = 3.5
        abs -0.0 = 0.0
        abs -1r3 = 1r3
        abs -9223372036854775808 = 9223372036854775808
        abs -100000000000000000000 = 100000000000000000000
        sign -3 = -1
        sign 0 = 0
        sign -3.5 = -1.0
        sign 0.0 = 0.0
        sign -1r3 = -1
        sign 100000000000000000000 = 1
        copysign 2 -0.0 = -2
        copysign -2.5 3 = 2.5
        copysign -1r3 1 = 1r3
        copysign 0 -1 = 0
        nexttoward 1 2 = 1.0000000000000002
        nexttoward 1 1 = 1.0
        nexttoward 1.0 -1 = 0.9999999999999999
        nexttoward 0 1 = 5.0e-324
        ",
    );
}

#[test]
fn rounding() {
    check(
        "
        truncate 1.0e20 = 100000000000000000000
        truncate -1.5 = -1
        truncate 3 = 3
        truncate -5r3 = -1
        truncate inf = inf
        truncate nan = nan
        trunc 2.5 = 2
        round 2.5 = 3
        round -2.5 = -2
        round 0.49999999999999994 = 0
        round 5r2 = 3
        round -5r2 = -2
        round 7r3 = 2
        ceiling 1.2 = 2
        ceiling -1.2 = -1
        ceiling -5r3 = -1
        floor -1.2 = -2
        floor -5r3 = -2
        floor 9223372036854775808.0 = 9223372036854775808
        floor -9223372036854775808.0 = -9223372036854775808
        integer 2.5 = 3
        integer -2.5 = -3
        integer 2.4 = 2
        integer 1r2 = 1
        integer -1r2 = -1
        integer 5r3 = 2
        integer inf = inf
        float_integer_part 2.5 = 2.0
        float_integer_part -2.5 = -2.0
        float_integer_part 3 = 3
        float_integer_part 5r3 = 1
        float_fractional_part 2.5 = 0.5
        float_fractional_part -2.5 = -0.5
        float_fractional_part 3 = 0
        float_fractional_part -5r3 = -2r3
        float 3 = 3.0
        float 1r3 = 0.3333333333333333
        float inf = inf
        rational 0.5 = 1r2
        rational 0.1 = 3602879701896397r36028797018963968
        rational 1.0e20 = 100000000000000000000
        rational inf = undefined
        rationalize 0.1 = 1r10
        rationalize -0.3333333333333333 = -1r3
        rationalize 3.141592653589793 = 245850922r78256779
        rationalize 1.0e-20 = 1r100000000000000000000
        rationalize 1.0e20 = 100000000000000000000
        rationalize 0.0 = 0
        rationalize 3 = 3
        numerator 2r6 = 1
        denominator 2r6 = 3
        numerator 3 = 3
        denominator 3 = 1
        numerator 1.0 = type(rational, 1.0)
        ",
    );
}

#[test]
fn bits() {
    check(
        "
        >> 1 70 = 0
        >> -1 70 = -1
        >> -5 1 = -3
        >> 4 -1 = 8
        >> -1 18446744073709551616 = -1
        >> 5 18446744073709551616 = 0
        >> -100000000000000000000 1 = -50000000000000000000
        >> -100000000000000000001 1 = -50000000000000000001
        >> -9223372036854775808 63 = -1
        << 1 70 = 1180591620717411303424
        << 4 -1 = 2
        << 1 -1 = 0
        << -1 3 = -8
        << -1 63 = -9223372036854775808
        << 0 18446744073709551616 = 0
        << 1 18446744073709551616 = integer_size
        << 1 9223372036854775807 = integer_size
        << 1.0 2 = type(integer, 1.0)
        << 1 2.0 = type(integer, 2.0)
        /\\ 5 3 = 1
        /\\ -5 3 = 3
        /\\ 1180591620717411303424 -1 = 1180591620717411303424
        /\\ 1 1r3 = type(integer, 1r3)
        \\/ 5 3 = 7
        \\/ 1180591620717411303424 -1 = -1
        xor 5 3 = 6
        xor 1180591620717411303424 -1 = -1180591620717411303425
        \\ 5 = -6
        \\ -1 = 0
        \\ 1180591620717411303424 = -1180591620717411303425
        \\ 1.0 = type(integer, 1.0)
        msb 1000 = 9
        msb 1267650600228229401496703205376 = 100
        msb 0 = domain(not_less_than_one, 0)
        msb -1 = domain(not_less_than_one, -1)
        msb 1.0 = type(integer, 1.0)
        lsb 1000 = 3
        lsb 0 = domain(not_less_than_one, 0)
        popcount 255 = 8
        popcount 1267650600228229401496703205376 = 1
        popcount -1 = domain(not_less_than_zero, -1)
        getbit 5 0 = 1
        getbit 5 1 = 0
        getbit 5 1000 = 0
        getbit 5 18446744073709551616 = 0
        getbit -5 1 = domain(not_less_than_zero, -5)
        getbit 5 -1 = domain(not_less_than_zero, -1)
        getbit 1267650600228229401496703205376 100 = 1
        ",
    );
}

#[test]
fn divisors_and_powers() {
    check(
        "
        gcd 12 18 = 6
        gcd -12 18 = 6
        gcd 0 0 = 0
        gcd -9223372036854775808 0 = 9223372036854775808
        gcd 100000000000000000000 35 = 5
        gcd 100000000000000000000 0 = 100000000000000000000
        gcd 1.0 2 = type(integer, 1.0)
        lcm 4 6 = 12
        lcm -4 6 = 12
        lcm 0 5 = 0
        lcm -9223372036854775808 1 = 9223372036854775808
        powm 3 4 5 = 1
        powm 2 1000000000000000000000 1000007 = 825624
        ",
    );
}

#[test]
fn functions_of_floats() {
    check(
        "
        sqrt 4 = 2.0
        sqrt -1 = undefined
        sqrt inf = float_overflow
        exp 0 = 1.0
        exp 1000 = float_overflow
        log 0 = undefined
        log 0.0 = undefined
        log -1 = undefined
        log 1 = 0.0
        log2 8 = 3.0
        log2 1267650600228229401496703205376 = 100.0
        log10 1000 = 3.0
        log 2 8 = 3.0
        log 1 8 = zero_divisor
        sin 0 = 0.0
        cos 0 = 1.0
        tan 1 = 1.5574077246549023
        asin 2 = undefined
        acos 2 = undefined
        acos 1 = 0.0
        atan 1 = 0.7853981633974483
        atan2 1 2 = 0.4636476090008061
        atan 1 2 = 0.4636476090008061
        atan2 0.0 -1 = 3.141592653589793
        atan2 -0.0 -1 = -3.141592653589793
        atan2 0 0 = undefined
        atan2 0.0 0.0 = undefined
        cot 0 = undefined
        cot 1 = 0.6420926159343306
        acot 0 = 1.5707963267948966
        acot 2 = 0.4636476090008061
        sinh 1000 = float_overflow
        cosh 1 = 1.5430806348152437
        tanh 1 = 0.7615941559557649
        asinh 1 = 0.881373587019543
        acosh 1 = 0.0
        acosh 0.5 = undefined
        atanh 1 = undefined
        atanh 2 = undefined
        erf 0.5 = 0.5204998778130465
        erfc 0.5 = 0.4795001221869535
        lgamma 5 = 3.1780538303479458
        lgamma 0 = undefined
        gamma 5 = 24.0
        gamma -1 = undefined
        pi = 3.141592653589793
        e = 2.718281828459045
        inf = inf
        infinite = inf
        nan = nan
        epsilon = 2.220446049250313e-16
        max_tagged_integer = 1152921504606846975
        min_tagged_integer = -1152921504606846976
        max_integer = 9223372036854775807
        min_integer = -9223372036854775808
        random 1 = 0
        random 0 = domain(not_less_than_one, 0)
        random -1 = domain(not_less_than_one, -1)
        random 1.0 = type(integer, 1.0)
        ",
    );
    let overflow = Number::from(IBig::from(10).pow(400));
    assert_eq!(shown(apply("sin", std::slice::from_ref(&overflow))), "float_overflow");
    assert_eq!(shown(apply("*", &[overflow.clone(), number("0.0")])), "float_overflow");
    assert_eq!(shown(apply("log10", &[overflow])), "400.0");
    assert!(matches!(apply("random_float", &[]), Ok(Number::Float(x)) if x > 0.0 && x < 1.0));
    assert!(matches!(apply("cputime", &[]), Ok(Number::Float(x)) if x >= 0.0));
    assert!(matches!(apply("realtime", &[]), Ok(Number::Int(x)) if x > 1_000_000_000));
}

#[test]
fn results_that_are_too_large_are_refused() {
    let mut state = EvalState::default();
    state.max_bits = 1000;
    let large = Number::from(IBig::from(1) << 600);
    assert_eq!(
        apply_with(&mut state, "*", &[large.clone(), large.clone()]),
        Err(NumError::Resource(Resource::IntegerSize))
    );
    assert_eq!(
        apply_with(&mut state, "<<", &[large.clone(), number("500")]),
        Err(NumError::TOO_LARGE)
    );
    assert_eq!(
        apply_with(&mut state, "lcm", &[large.clone(), number("1")]).map(|n| n == large),
        Ok(true)
    );
    assert!(apply_with(&mut state, "+", &[large.clone(), large]).is_ok());
}

#[test]
fn functors_are_found_by_atom_and_arity() {
    let mut atoms = AtomTable::new();
    let table = FunctionTable::new(&mut atoms);
    let minus = atoms.intern("-");
    assert_eq!(table.lookup(minus, 2), Some(FunctionId::SUBTRACT));
    assert_eq!(table.lookup(minus, 1), Some(FunctionId::NEGATE));
    assert_eq!(table.lookup(minus, 0), None);
    assert_eq!(table.lookup(minus, 17), None);
    let unknown = atoms.intern("no such function");
    assert_eq!(table.lookup(unknown, 1), None);
    assert_eq!(FunctionId::POWM.arity(), 3);
    assert_eq!(FunctionId::all().count(), FUNCTIONS.len());
    for id in FunctionId::all() {
        let row = id.row();
        assert_eq!(FunctionId::from_index(id.index()), id);
        let name = atoms.intern(row.name);
        assert_eq!(table.lookup(name, id.arity()), Some(id), "{} is listed twice", row.name);
        assert!(!row.doc.is_empty());
    }
}
