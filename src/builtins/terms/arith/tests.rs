//! Tests of the arithmetic predicates.

use super::*;

/// Parses a term: an integer, a variable `_`, an atom, a float, or `f(a b)` with spaces between arguments.
fn read(m: &mut Machine, text: &str) -> Cell {
    if text == "_" {
        return m.heap.new_var();
    }
    if let Some((name, rest)) = text.split_once('(') {
        let args: Vec<&str> = rest.trim_end_matches(')').split(' ').collect();
        let args: Vec<Cell> = args.iter().map(|arg| read(m, arg)).collect();
        let name = m.intern(name);
        return m.heap.new_term(name, &args);
    }
    if let Some(integer) = crate::base::num::text::parse_integer(text, 10) {
        return m.heap.new_number(&integer);
    }
    match crate::base::num::text::parse_float(text) {
        Some(float) => m.heap.new_float(float),
        None => Cell::atom(m.intern(text)),
    }
}

fn write(m: &Machine, cell: Cell) -> String {
    match m.view(cell) {
        View::Atom(atom) => m.atoms.text(atom).to_string(),
        View::Struct(functor, address) => {
            let args: Vec<String> = (0..functor.arity())
                .map(|i| write(m, m.heap.get(address + i)))
                .collect();
            format!("{}({})", m.atoms.text(functor.name()), args.join(" "))
        }
        View::Var(_) | View::Attributed(_) => "_".to_string(),
        _ => m.heap.number(cell).map_or("?".to_string(), |number| number.to_string()),
    }
}

fn outcome(m: &Machine, result: Result<(), Stop>, args: &[Cell]) -> String {
    match result {
        Ok(()) => args.iter().map(|&arg| write(m, arg)).collect::<Vec<_>>().join(" "),
        Err(Stop::Throw(_)) => {
            let View::Struct(_, formal) = m.view(m.exceptions.ball()) else {
                panic!("the ball is no error term")
            };
            write(m, m.heap.get(formal))
        }
        Err(_) => "false".to_string(),
    }
}

/// Checks lines of the form `arg | arg = outcome`; the outcome of success shows the arguments.
fn check3(f: fn(&mut Machine, Cell, Cell, Cell) -> Step, table: &str) {
    check(table, |m, args| f(m, args[0], args[1], args[2]));
}

fn check(table: &str, call: impl Fn(&mut Machine, &[Cell]) -> Step) {
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (goal, expected) = line.split_once(" = ").expect("a line has an outcome");
        let m = &mut Machine::bare();
        m.streams.access.randomness = true;
        let args: Vec<Cell> = goal.split(" | ").map(|arg| read(m, arg)).collect();
        let result = call(m, &args);
        assert_eq!(outcome(m, result, &args), expected, "{goal}");
    }
}

#[test]
fn is_evaluates_and_unifies() {
    check(
        "
        _ | +(1 2) = 3 +(1 2)
        3 | +(1 2) = 3 +(1 2)
        1 | 1.0 = false
        1.0 | 1 = false
        f(x) | 1 = false
        _ | _ = instantiation_error
        _ | foo = type_error(evaluable /(foo 0))
        ",
        |m, args| is_2(m, args[0], args[1]),
    );
}

#[test]
fn comparisons() {
    let table = "1 | 1.0 = 1 1.0\n1 | 2 = false\n1 | a = type_error(evaluable /(a 0))\nnan | nan = false";
    check(table, |m, args| equal_2(m, args[0], args[1]));
    check("nan | nan = nan nan\n1 | 1.0 = false", |m, args| {
        not_equal_2(m, args[0], args[1])
    });
    check(
        "1 | 2 = 1 2\n2 | 2 = false\nnan | 1 = false\n_ | 1 = instantiation_error",
        |m, args| less_2(m, args[0], args[1]),
    );
    check("2 | 2 = 2 2\n3 | 2 = false\nnan | 1 = false", |m, args| {
        not_greater_2(m, args[0], args[1])
    });
    check("3 | 2 = 3 2\n2 | 2.0 = false\n**(10 400) | inf = false", |m, args| {
        greater_2(m, args[0], args[1])
    });
    check("2 | 2.0 = 2 2.0\nnan | 1 = false\n1 | 2 = false", |m, args| {
        not_less_2(m, args[0], args[1])
    });
}

#[test]
fn succ_and_plus() {
    check(
        "
        3 | _ = 3 4
        _ | 4 = 3 4
        3 | 4 = 3 4
        3 | 5 = false
        _ | 0 = false
        _ | -1 = domain_error(not_less_than_zero -1)
        -1 | _ = domain_error(not_less_than_zero -1)
        _ | _ = instantiation_error
        a | -1 = type_error(integer a)
        3 | a = type_error(integer a)
        1.0 | _ = type_error(integer 1.0)
        9223372036854775807 | _ = 9223372036854775807 9223372036854775808
        _ | 9223372036854775808 = 9223372036854775807 9223372036854775808
        ",
        |m, args| succ_2(m, args[0], args[1]),
    );
    check3(
        plus_3,
        "
        1 | 2 | _ = 1 2 3
        1 | _ | 3 = 1 2 3
        _ | 2 | 3 = 1 2 3
        1 | 2 | 4 = false
        _ | _ | 3 = instantiation_error
        a | _ | _ = type_error(integer a)
        1 | _ | 3.5 = type_error(integer 3.5)
        +(1 1) | 2 | _ = type_error(integer +(1 1))
        ",
    );
}

/// Returns the first solutions of a goal, at most four: the binding of its last argument in each.
fn solutions(goal: &str) -> String {
    let m = &mut Machine::bare();
    let args: Vec<Cell> = goal.split(" | ").map(|arg| read(m, arg)).collect();
    let mut found = Vec::new();
    let mut state = None;
    while found.len() < 4 {
        let x = if write(m, args[2]) == "_" {
            m.heap.new_var()
        } else {
            args[2]
        };
        match between_3(m, state, args[0], args[1], x) {
            Ok(next) => {
                found.push(write(m, x));
                match next {
                    Some(_) => state = next,
                    None => break,
                }
            }
            Err(Stop::Fail) => return format!("{}false", found.join(" ")),
            Err(stop) => return outcome(m, Err(stop), &[]),
        }
    }
    found.join(" ")
}

#[test]
fn between_counts() {
    let cases = [
        ("1 | 3 | _", "1 2 3"),
        ("3 | 1 | _", "false"),
        ("1 | 1 | _", "1"),
        ("1 | inf | _", "1 2 3 4"),
        ("1 | infinite | _", "1 2 3 4"),
        ("1 | 3 | 2", "2"),
        ("1 | 3 | 5", "false"),
        ("1 | 3 | 100000000000000000000", "false"),
        ("1 | inf | 5", "5"),
        ("1 | 3 | a", "type_error(integer a)"),
        ("1 | 3 | 2.0", "type_error(integer 2.0)"),
        ("1 | a | _", "type_error(integer a)"),
        ("a | 1 | _", "type_error(integer a)"),
        ("a | _ | _", "type_error(integer a)"),
        ("inf | 1 | _", "type_error(integer inf)"),
        ("_ | 1 | _", "instantiation_error"),
        ("1 | _ | _", "instantiation_error"),
        ("1 | +(1 2) | _", "type_error(integer +(1 2))"),
        (
            "100000000000000000000 | 100000000000000000001 | _",
            "100000000000000000000 100000000000000000001",
        ),
        (
            "1152921504606846975 | inf | _",
            "1152921504606846975 1152921504606846976 1152921504606846977 1152921504606846978",
        ),
        (
            "9223372036854775806 | 9223372036854775808 | _",
            "9223372036854775806 9223372036854775807 9223372036854775808",
        ),
    ];
    for (goal, expected) in cases {
        assert_eq!(solutions(goal), expected, "between {goal}");
    }
}

#[test]
fn division_and_roots() {
    check(
        "
        7 | 2 | _ | _ = 7 2 3 1
        -7 | 2 | _ | _ = -7 2 -4 1
        7 | -2 | _ | _ = 7 -2 -4 -1
        7 | 0 | _ | _ = evaluation_error(zero_divisor)
        7.0 | 2 | _ | _ = type_error(integer 7.0)
        _ | 2 | _ | _ = instantiation_error
        7 | 2 | a | _ = false
        ",
        |m, args| divmod_4(m, args[0], args[1], args[2], args[3]),
    );
    check(
        "
        2 | 10 | _ | _ = 2 10 3 1
        3 | -10 | _ | _ = 3 -10 -2 -2
        3 | -8 | _ | _ = 3 -8 -2 0
        2 | -10 | _ | _ = evaluation_error(undefined)
        0 | 10 | _ | _ = domain_error(not_less_than_one 0)
        1 | 10 | _ | _ = 1 10 10 0
        100 | 10 | _ | _ = 100 10 1 9
        2 | 0 | _ | _ = 2 0 0 0
        2 | 1 | _ | _ = 2 1 1 0
        4 | 16 | _ | _ = 4 16 2 0
        2 | 1.0 | _ | _ = type_error(integer 1.0)
        1000000000000000000000 | 10 | _ | _ = 1000000000000000000000 10 1 9
        1000000000000000000000 | -10 | _ | _ = evaluation_error(undefined)
        1000000000000000000001 | -10 | _ | _ = 1000000000000000000001 -10 -1 -9
        ",
        |m, args| root_4(m, args[0], args[1], args[2], args[3]),
    );
}

#[test]
fn random_numbers() {
    check3(
        random_between_3,
        "
        1 | 1 | _ = 1 1 1
        2 | 1 | _ = false
        a | 1 | _ = type_error(integer a)
        _ | 1 | _ = instantiation_error
        1.0 | 2 | _ = type_error(integer 1.0)
        ",
    );
    check(
        "
        seed(1) = seed(1)
        seed(random) = seed(random)
        seed(foo) = type_error(integer foo)
        seed(_) = instantiation_error
        _ = instantiation_error
        a = domain_error(random_option a)
        ",
        |m, args| set_random_1(m, args[0]),
    );
    let m = &mut Machine::bare();
    let (low, high) = (read(m, "-100000000000000000000"), read(m, "100000000000000000000"));
    let (seed, first, second) = (read(m, "seed(42)"), m.heap.new_var(), m.heap.new_var());
    assert_eq!(set_random_1(m, seed), Ok(()));
    assert_eq!(random_between_3(m, low, high, first), Ok(()));
    assert_eq!(set_random_1(m, seed), Ok(()));
    assert_eq!(random_between_3(m, low, high, second), Ok(()));
    assert_eq!(write(m, first), write(m, second));
    let x = m.heap.new_var();
    assert_eq!(random_1(m, x), Ok(()));
    assert!(matches!(m.heap.number(x), Some(Number::Float(x)) if x > 0.0 && x < 1.0));
}

#[test]
fn functions_are_listed_and_looked_up() {
    let m = &mut Machine::bare();
    let head = read(m, "sin(_)");
    assert_eq!(current_arithmetic_function_1(m, None, head), Ok(None));
    let head = read(m, "foo(_)");
    assert_eq!(current_arithmetic_function_1(m, None, head), Err(Stop::Fail));
    let (mut count, mut state) = (0, None);
    loop {
        let head = m.heap.new_var();
        state = current_arithmetic_function_1(m, state, head).expect("every row is a solution");
        count += 1;
        if state.is_none() {
            break;
        }
    }
    assert_eq!(count, FunctionId::all().count());
}

#[test]
#[cfg_attr(not(feature = "manual"), ignore = "there are no descriptions")]
fn every_row_has_a_name_and_a_doc() {
    for row in TABLE {
        assert!(
            !row.doc.is_empty() && !row.examples.is_empty() || row.name() == "is",
            "{}",
            row.head
        );
        assert!(row.arity > 0);
    }
}
