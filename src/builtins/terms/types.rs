//! ISO 8.3: type testing.

use crate::code::instr::{NativeTest, TypeTest};
use crate::machine::Machine;
use crate::native::{Inline, Native, Step, Stop, det, holds};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::term::{counts, walk};

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("var(@term)", 1, var_1)
        .inline(Inline::Test(NativeTest::Type(TypeTest::Var)))
        .iso("8.3.1")
        .doc("True if term is an unbound variable.")
        .examples(&[("var(X), \\+ var(a)", "true")]),
    det!("atom(@term)", 1, atom_1)
        .inline(Inline::Test(NativeTest::Type(TypeTest::Atom)))
        .iso("8.3.2")
        .doc("True if term is an atom.")
        .examples(&[("atom([]), \\+ atom(\"text\")", "true")]),
    det!("integer(@term)", 1, integer_1)
        .inline(Inline::Test(NativeTest::Type(TypeTest::Integer)))
        .iso("8.3.3")
        .doc("True if term is an integer.")
        .examples(&[("integer(3), \\+ integer(3.0)", "true")]),
    det!("float(@term)", 1, float_1)
        .inline(Inline::Test(NativeTest::Type(TypeTest::Float)))
        .iso("8.3.4")
        .doc("True if term is a float.")
        .examples(&[("float(3.0), \\+ float(3)", "true")]),
    det!("atomic(@term)", 1, atomic_1)
        .inline(Inline::Test(NativeTest::Type(TypeTest::Atomic)))
        .iso("8.3.5")
        .doc("True if term is an atom, a number or a string.")
        .examples(&[("atomic(a), atomic(\"text\"), \\+ atomic(f(x))", "true")]),
    det!("compound(@term)", 1, compound_1)
        .inline(Inline::Test(NativeTest::Type(TypeTest::Compound)))
        .iso("8.3.6")
        .doc("True if term is compound.")
        .examples(&[("compound(f(x)), compound([a]), \\+ compound([])", "true")]),
    det!("nonvar(@term)", 1, nonvar_1)
        .inline(Inline::Test(NativeTest::Type(TypeTest::Nonvar)))
        .iso("8.3.7")
        .doc("True if term is not an unbound variable.")
        .examples(&[("nonvar(a)", "true")]),
    det!("number(@term)", 1, number_1)
        .inline(Inline::Test(NativeTest::Type(TypeTest::Number)))
        .iso("8.3.8")
        .doc("True if term is a number.")
        .examples(&[("number(3), number(3.0), \\+ number(a)", "true")]),
    det!("callable(@term)", 1, callable_1)
        .inline(Inline::Test(NativeTest::Type(TypeTest::Callable)))
        .iso("8.3.9")
        .doc("True if term is an atom or compound.")
        .examples(&[("callable(a), callable(f(x)), \\+ callable(3)", "true")]),
    det!("is_most_general_term(@term)", 1, is_most_general_term_1)
        .doc(
            "True if term is an atom, a list of distinct variables, or another compound whose arguments are distinct \
             variables.",
        )
        .examples(&[
            ("is_most_general_term(f(_, _))", "true"),
            ("is_most_general_term([_|_])", "false"),
        ]),
    det!("$object_kind(@term, -kind)", 2, object_kind_2)
        .doc("True if term is an object of the host and kind the name of its kind.")
        .examples(&[("\\+ '$object_kind'(a, _)", "true")]),
    det!("ground(@term)", 1, ground_1)
        .iso("8.3.10")
        .doc("True if term has no variables.")
        .examples(&[("ground(f(a)), \\+ ground(f(_))", "true")]),
    det!("acyclic_term(@term)", 1, acyclic_term_1)
        .iso("8.3.11")
        .doc("True if term is finite.")
        .examples(&[("acyclic_term(f(x)), X = f(X), \\+ acyclic_term(X)", "X = f(X)")]),
    det!("cyclic_term(@term)", 1, cyclic_term_1)
        .doc("True if term is cyclic: it contains itself.")
        .examples(&[("X = f(X), cyclic_term(X)", "X = f(X)")]),
    det!("is_list(@term)", 1, is_list_1)
        .doc("True if term is a list that ends in [].")
        .examples(&[("is_list([a]), \\+ is_list([a|_])", "true")]),
    det!("string(@term)", 1, string_1)
        .doc("True if term is a string.")
        .examples(&[("string(\"text\"), \\+ string(text)", "true")]),
    det!("rational(@term)", 1, rational_1)
        .doc("True if term is an integer or a rational.")
        .examples(&[("rational(1r3), rational(2), \\+ rational(0.5)", "true")]),
    det!("rational(@term, -numerator, -denominator)", 3, rational_3)
        .doc("True if term is an integer or a rational with this numerator and denominator.")
        .examples(&[("rational(2r6, N, D)", "N = 1, D = 3")]),
    det!("attvar(@term)", 1, attvar_1)
        .doc("True if term is an unbound variable with attributes.")
        .examples(&[("\\+ attvar(_)", "true")]),
];

fn var_1(m: &mut Machine, term: Cell) -> Step {
    holds(m.deref(term).is_variable())
}

fn nonvar_1(m: &mut Machine, term: Cell) -> Step {
    holds(!m.deref(term).is_variable())
}

fn attvar_1(m: &mut Machine, term: Cell) -> Step {
    holds(matches!(m.view(term), View::Attributed(_)))
}

fn atom_1(m: &mut Machine, term: Cell) -> Step {
    holds(m.deref(term).is_atom())
}

fn is_most_general_term_1(m: &mut Machine, term: Cell) -> Step {
    let heap = &m.heap;
    let is_general = match m.view(term) {
        View::Atom(_) => true,
        View::List(_) => {
            let items = walk::list_to_vec(heap, term);
            items.is_ok_and(|items| counts::are_different_variables(heap, items.into_iter()))
        }
        View::Struct(functor, first) => {
            let arguments = (first..first + functor.arity()).map(|at| heap.get(at));
            counts::are_different_variables(heap, arguments)
        }
        _ => false,
    };
    m.check_walks()?;
    holds(is_general)
}

fn object_kind_2(m: &mut Machine, term: Cell, kind: Cell) -> Step {
    let View::Atom(atom) = m.view(term) else {
        return Err(Stop::Fail);
    };
    let name = m.atoms.object(atom).map(|object| object.kind().to_owned());
    let name = name.ok_or(Stop::Fail)?;
    let name = m.intern(&name);
    m.unify(kind, Cell::atom(name))
}

fn integer_1(m: &mut Machine, term: Cell) -> Step {
    holds(matches!(m.view(term), View::Int(_) | View::BigInt(_)))
}

fn float_1(m: &mut Machine, term: Cell) -> Step {
    holds(matches!(m.view(term), View::Float(_)))
}

fn rational_1(m: &mut Machine, term: Cell) -> Step {
    holds(matches!(
        m.view(term),
        View::Int(_) | View::BigInt(_) | View::Rational(_)
    ))
}

fn rational_3(m: &mut Machine, term: Cell, numerator: Cell, denominator: Cell) -> Step {
    rational_1(m, term)?;
    let (above, below) = match m
        .heap
        .number(term)
        .and_then(|number| number.as_rational().map(|r| r.into_owned()))
    {
        Some(value) => (value.numerator().clone(), value.denominator().clone()),
        None => return Err(Stop::Fail),
    };
    let above = m.heap.new_number(&above.into());
    let below = m.heap.new_number(&dashu_int::IBig::from(below).into());
    m.unify(numerator, above)?;
    m.unify(denominator, below)
}

fn number_1(m: &mut Machine, term: Cell) -> Step {
    holds(matches!(
        m.view(term),
        View::Int(_) | View::BigInt(_) | View::Rational(_) | View::Float(_)
    ))
}

fn string_1(m: &mut Machine, term: Cell) -> Step {
    holds(matches!(m.view(term), View::String(_)))
}

fn compound_1(m: &mut Machine, term: Cell) -> Step {
    holds(matches!(m.view(term), View::List(_) | View::Struct(..)))
}

fn atomic_1(m: &mut Machine, term: Cell) -> Step {
    holds(!matches!(
        m.view(term),
        View::List(_) | View::Struct(..) | View::Var(_) | View::Attributed(_)
    ))
}

fn callable_1(m: &mut Machine, term: Cell) -> Step {
    holds(matches!(m.view(term), View::Atom(_) | View::List(_) | View::Struct(..)))
}

fn ground_1(m: &mut Machine, term: Cell) -> Step {
    holds(walk::is_ground(&m.heap, term))
}

fn acyclic_term_1(m: &mut Machine, term: Cell) -> Step {
    holds(walk::is_acyclic(&m.heap, term))
}

fn cyclic_term_1(m: &mut Machine, term: Cell) -> Step {
    holds(!walk::is_acyclic(&m.heap, term))
}

fn is_list_1(m: &mut Machine, term: Cell) -> Step {
    holds(walk::is_proper_list(&m.heap, term))
}
