//! ISO 8.4: term comparison.

use std::cmp::Ordering;

use crate::base::iso_error::{Domain, Type};
use crate::base::known;
use crate::base::watch::Pace;
use crate::code::instr::NativeTest;
use crate::machine::Machine;
use crate::native::{Inline, Native, Step, Stop, det, holds};
use crate::term::cell::{Cell, Tag};
use crate::term::order;
use crate::term::view::View;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("==(@left, @right)", 2, identical_2)
        .inline(Inline::Test(NativeTest::Identical))
        .iso("8.4.1")
        .doc("True if two terms are identical; distinct variables are not.")
        .examples(&[("f(X) == f(X), \\+ X == _", "true")]),
    det!("\\==(@left, @right)", 2, not_identical_2)
        .inline(Inline::Test(NativeTest::NotIdentical))
        .iso("8.4.1")
        .doc("True if two terms are not identical.")
        .examples(&[("X \\== Y", "true")]),
    det!("@<(@left, @right)", 2, less_2)
        .iso("8.4.1")
        .doc("True if left precedes right in the standard order: variables, numbers, strings, atoms, compounds.")
        .examples(&[("1 @< \"a\", \"a\" @< a, a @< f(x)", "true")]),
    det!("@=<(@left, @right)", 2, not_greater_2)
        .iso("8.4.1")
        .doc("True if left precedes or equals right in the standard order.")
        .examples(&[("a @=< a, f(a) @=< f(b)", "true")]),
    det!("@>(@left, @right)", 2, greater_2)
        .iso("8.4.1")
        .doc("True if left follows right in the standard order.")
        .examples(&[("f(x, y) @> g(z)", "true")]),
    det!("@>=(@left, @right)", 2, not_less_2)
        .iso("8.4.1")
        .doc("True if left follows or equals right in the standard order.")
        .examples(&[("1 @>= 1.0", "true")]),
    det!("compare(-order, @left, @right)", 3, compare_3)
        .inline(Inline::Compare)
        .iso("8.4.2")
        .doc("Unifies order with <, = or >, the result of comparing left and right in the standard order.")
        .examples(&[
            ("compare(O, a, b)", "O = (<)"),
            ("compare(foo, a, b)", "domain_error(order, foo)"),
        ]),
    det!("$get_assoc(+key, +assoc, ?value)", 3, get_assoc_3).doc("The primitive under `get_assoc/3`."),
    det!("=@=(@left, @right)", 2, variant_2)
        .doc("True if left and right are variants: equal up to renaming of variables.")
        .examples(&[("f(A, B) =@= f(C, D), \\+ f(A, A) =@= f(C, D)", "true")]),
    det!("\\=@=(@left, @right)", 2, not_variant_2)
        .doc("True if left and right are not variants.")
        .examples(&[("f(A, A) \\=@= f(B, C)", "true")]),
    det!("same_term(@left, @right)", 2, same_term_2)
        .doc("True if both are the same atomic term, the same variable, or the same compound in memory.")
        .examples(&[("X = f(a), same_term(X, X), \\+ same_term(X, f(a))", "X = f(a)")]),
];

fn compare(m: &Machine, left: Cell, right: Cell) -> Ordering {
    order::compare(&m.heap, &m.atoms, left, right)
}

fn identical_2(m: &mut Machine, left: Cell, right: Cell) -> Step {
    holds(order::structural_equal(&m.heap, left, right))
}

fn not_identical_2(m: &mut Machine, left: Cell, right: Cell) -> Step {
    holds(!order::structural_equal(&m.heap, left, right))
}

fn less_2(m: &mut Machine, left: Cell, right: Cell) -> Step {
    holds(compare(m, left, right).is_lt())
}

fn not_greater_2(m: &mut Machine, left: Cell, right: Cell) -> Step {
    holds(compare(m, left, right).is_le())
}

fn greater_2(m: &mut Machine, left: Cell, right: Cell) -> Step {
    holds(compare(m, left, right).is_gt())
}

fn not_less_2(m: &mut Machine, left: Cell, right: Cell) -> Step {
    holds(compare(m, left, right).is_ge())
}

fn compare_3(m: &mut Machine, order: Cell, left: Cell, right: Cell) -> Step {
    match m.view(order) {
        View::Var(_) | View::Attributed(_) | View::Atom(known::LT | known::EQUALS | known::GT) => {}
        View::Atom(_) => return Err(m.domain_error(Domain::Order, order)),
        _ => return Err(m.type_error(Type::Atom, order)),
    }
    let found = order::order_atom(compare(m, left, right));
    m.unify(order, found)
}

fn get_assoc_3(m: &mut Machine, key: Cell, assoc: Cell, value: Cell) -> Step {
    let (mut tree, mut pace) = (assoc, Pace::new());
    loop {
        // A tree may be cyclic.
        m.poll_at(&mut pace)?;
        let (name, arguments) = match m.view(tree) {
            View::Struct(functor, at) if functor.arity() == 5 => (functor.name(), Some(at)),
            View::Atom(name) => (name, None),
            _ => return Err(m.type_or_instantiation_error(Type::Btree, tree)),
        };
        if m.atoms.text(name) != "t" {
            return Err(m.type_error(Type::Btree, tree));
        }
        // t(Key, Value, Balance, Left, Right)
        let at = arguments.ok_or(Stop::Fail)?;
        tree = match compare(m, key, m.heap.get(at)) {
            Ordering::Less => m.heap.get(at + 3),
            Ordering::Equal => return m.unify(value, m.heap.get(at + 1)),
            Ordering::Greater => m.heap.get(at + 4),
        };
    }
}

fn variant_2(m: &mut Machine, left: Cell, right: Cell) -> Step {
    holds(m.within_room(|heap| order::is_variant(heap, left, right))?)
}

fn not_variant_2(m: &mut Machine, left: Cell, right: Cell) -> Step {
    holds(!m.within_room(|heap| order::is_variant(heap, left, right))?)
}

fn same_term_2(m: &mut Machine, left: Cell, right: Cell) -> Step {
    let (left, right) = (m.deref(left), m.deref(right));
    holds(left == right || (left.tag() == Tag::Box && order::structural_equal(&m.heap, left, right)))
}
