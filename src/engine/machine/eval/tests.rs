//! Tests of evaluation.

use super::*;
use crate::term::view::View;
use std::cmp::Ordering;

fn term(m: &mut Machine, name: &str, args: &[Cell]) -> Cell {
    let name = m.intern(name);
    m.heap.new_term(name, args)
}

fn value(m: &mut Machine, expr: Cell) -> String {
    let top = m.heap.top();
    let in_cell = m
        .eval_cell(expr)
        .map(|cell| m.heap.number(cell).expect("a number").to_string());
    if in_cell.is_ok() {
        m.heap.set_top(top);
        assert_eq!(m.eval(expr).map(|number| number.to_string()), in_cell);
        assert_eq!(m.heap.top(), top, "eval leaves nothing on the heap");
    }
    in_cell.unwrap_or_else(|_| error(m))
}

/// Returns the formal term of the ball, its arguments separated by spaces.
fn error(m: &Machine) -> String {
    let View::Struct(_, address) = m.view(m.exceptions.ball()) else {
        panic!("the ball is no error term")
    };
    text(m, m.heap.get(address))
}

fn text(m: &Machine, cell: Cell) -> String {
    match m.view(cell) {
        View::Atom(atom) => m.atoms.text(atom).to_string(),
        View::Struct(functor, address) => {
            let args: Vec<String> = (0..functor.arity()).map(|i| text(m, m.heap.get(address + i))).collect();
            format!("{}({})", m.atoms.text(functor.name()), args.join(" "))
        }
        View::List(address) => format!(
            "[{} | {}]",
            text(m, m.heap.get(address)),
            text(m, m.heap.get(address + 1))
        ),
        View::String(cell) => format!("{:?}", m.heap.string(cell)),
        View::Var(_) | View::Attributed(_) => "_".to_string(),
        _ => m.heap.number(cell).map_or("?".to_string(), |number| number.to_string()),
    }
}

#[test]
fn nested_expressions_of_every_kind() {
    let m = &mut Machine::bare();
    let (two, three) = (Cell::int(2), Cell::int(3));
    let product = term(m, "*", &[two, three]);
    let sum = term(m, "+", &[Cell::int(1), product]);
    assert_eq!(value(m, sum), "7");
    let half = m.heap.new_float(0.5);
    let quotient = term(m, "/", &[sum, half]);
    assert_eq!(value(m, quotient), "14.0");
    let pi = Cell::atom(m.intern("pi"));
    let area = term(m, "*", &[pi, product]);
    let both = term(m, "+", &[area, quotient]);
    assert_eq!(value(m, both), "32.84955592153876");
    let power = term(m, "**", &[two, Cell::int(100)]);
    let less = term(m, "-", &[power, power]);
    assert_eq!(value(m, less), "0");
    let more = term(m, "+", &[power, Cell::int(-1)]);
    let rest = term(m, "mod", &[more, Cell::int(1000)]);
    assert_eq!(value(m, more), "1267650600228229401496703205375");
    assert_eq!(value(m, rest), "375");
    let fraction = term(m, "rdiv", &[sum, two]);
    assert_eq!(value(m, fraction), "7r2");
    let modular = term(m, "powm", &[power, sum, more]);
    assert_eq!(value(m, modular), "1");
    let negative = term(m, "-", &[both]);
    assert_eq!(value(m, negative), "-32.84955592153876");
    let e = Cell::atom(m.intern("e"));
    assert_eq!(value(m, e), "2.718281828459045");
    let edge = term(m, "+", &[Cell::int(Cell::MAX_INT), Cell::int(1)]);
    assert_eq!(value(m, edge), "1152921504606846976");
    let back = term(m, "-", &[edge, Cell::int(1)]);
    assert_eq!(value(m, back), "1152921504606846975");
    let quotient = term(m, "//", &[Cell::int(Cell::MIN_INT), Cell::int(-1)]);
    assert_eq!(value(m, quotient), "1152921504606846976");
}

#[test]
fn lists_and_strings_of_one_element() {
    let m = &mut Machine::bare();
    let a = Cell::atom(m.intern("a"));
    let list = m.heap.new_list(&[a], Cell::NIL);
    assert_eq!(value(m, list), "97");
    let sum = term(m, "+", &[Cell::int(1), Cell::int(2)]);
    let list = m.heap.new_list(&[sum], Cell::NIL);
    assert_eq!(value(m, list), "type_error(character +(1 2))");
    let nested = m.heap.new_list(&[list], Cell::NIL);
    assert_eq!(value(m, nested), "type_error(character [+(1 2) | []])");
    let long = m.heap.new_list(&[sum, sum], Cell::NIL);
    assert_eq!(value(m, long), "type_error(evaluable /(. 2))");
    let string = m.heap.new_string("é");
    assert_eq!(value(m, string), "233");
    let sum = term(m, "+", &[string, Cell::int(1)]);
    assert_eq!(value(m, sum), "234");
    let string = m.heap.new_string("ab");
    assert_eq!(value(m, string), "type_error(character \"ab\")");
    assert_eq!(value(m, Cell::NIL), "type_error(evaluable /([] 0))");
}

#[test]
fn errors_name_the_culprit() {
    let m = &mut Machine::bare();
    let foo = Cell::atom(m.intern("foo"));
    assert_eq!(value(m, foo), "type_error(evaluable /(foo 0))");
    let sum = term(m, "+", &[foo, Cell::int(1)]);
    assert_eq!(value(m, sum), "type_error(evaluable /(foo 0))");
    let unknown = term(m, "foo", &[sum]);
    assert_eq!(value(m, unknown), "type_error(evaluable /(foo 1))");
    let var = m.heap.new_var();
    let sum = term(m, "+", &[Cell::int(1), var]);
    assert_eq!(value(m, sum), "instantiation_error");
    let zero = term(m, "/", &[Cell::int(1), Cell::int(0)]);
    assert_eq!(value(m, zero), "evaluation_error(zero_divisor)");
    let zero = term(m, "//", &[Cell::int(1), Cell::int(0)]);
    assert_eq!(value(m, zero), "evaluation_error(zero_divisor)");
    let float = m.heap.new_float(1.5);
    let rest = term(m, "mod", &[Cell::int(1), float]);
    assert_eq!(value(m, rest), "type_error(integer 1.5)");
    let shift = term(m, "<<", &[Cell::int(1), Cell::int(1 << 50)]);
    assert_eq!(value(m, shift), "resource_error(integer_size)");
    let caret = term(m, "^", &[Cell::int(2), Cell::int(-1)]);
    assert_eq!(value(m, caret), "type_error(float 2)");
    let most = m.heap.new_float(f64::MAX);
    let twice = term(m, "*", &[most, Cell::int(2)]);
    assert_eq!(value(m, twice), "evaluation_error(float_overflow)");
    let highest = term(m, "msb", &[Cell::int(0)]);
    assert_eq!(value(m, highest), "domain_error(not_less_than_one 0)");
}

#[test]
fn entry_points_of_compiled_code() {
    let m = &mut Machine::bare();
    let sum = term(m, "+", &[Cell::int(1), Cell::int(2)]);
    let half = m.heap.new_float(0.5);
    let doubled = m.arith2(FunctionId::MULTIPLY, sum, half).expect("both are numbers");
    assert_eq!(text(m, doubled), "1.5");
    let negated = m.arith1(FunctionId::NEGATE, doubled).expect("it is a number");
    assert_eq!(text(m, negated), "-1.5");
    assert_eq!(m.compare_numbers(sum, Cell::int(3)), Ok(Some(Ordering::Equal)));
    assert_eq!(m.compare_numbers(half, sum), Ok(Some(Ordering::Less)));
    let nan = Cell::atom(m.intern("nan"));
    assert_eq!(m.compare_numbers(nan, nan), Ok(None));
    let power = term(m, "**", &[Cell::int(2), Cell::int(53)]);
    let more = term(m, "+", &[power, Cell::int(1)]);
    let float = term(m, "float", &[power]);
    let top = m.heap.top();
    assert_eq!(m.compare_numbers(more, float), Ok(Some(Ordering::Greater)));
    assert_eq!(m.heap.top(), top);
    let var = m.heap.new_var();
    assert!(m.compare_numbers(Cell::int(1), var).is_err());
}

#[test]
fn deep_and_cyclic_expressions_end() {
    let m = &mut Machine::bare();
    const DEPTH: i64 = 1_000_000;
    let (mut left, mut right) = (Cell::int(1), Cell::int(1));
    for _ in 0..DEPTH {
        left = m.heap.new_term(known::PLUS, &[left, Cell::int(1)]);
        right = m.heap.new_term(known::PLUS, &[Cell::int(1), right]);
    }
    assert_eq!(value(m, left), (DEPTH + 1).to_string());
    assert_eq!(value(m, right), (DEPTH + 1).to_string());
    let m = &mut Machine::bare();
    for position in [1, 2] {
        let cyclic = m.heap.new_term(known::PLUS, &[Cell::int(1), Cell::int(1)]);
        m.heap.set(cyclic.address() + position, cyclic);
        assert!(m.eval(cyclic).is_err());
        let View::Struct(_, formal) = m.view(m.exceptions.ball()) else {
            panic!("the ball is no error term")
        };
        let View::Struct(_, kind) = m.view(m.heap.get(formal)) else {
            panic!("the error has no type")
        };
        assert_eq!(text(m, m.heap.get(kind)), "expression");
    }
}

#[test]
fn values_in_between_leave_no_garbage() {
    let m = &mut Machine::bare();
    let mut sum = m.heap.new_float(0.0);
    for i in 0..1000 {
        let float = m.heap.new_float(f64::from(i));
        let square = m.heap.new_term(known::STAR, &[float, float]);
        sum = m.heap.new_term(known::PLUS, &[square, sum]);
    }
    let top = m.heap.top();
    let result = m.eval_cell(sum).expect("a sum of squares");
    assert_eq!(text(m, result), "332833500.0");
    assert_eq!((result.address(), m.heap.top()), (top, top + 2));
}
