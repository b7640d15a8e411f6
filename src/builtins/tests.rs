//! Tests of the built-ins on terms: a goal on each line, and its outcome.

use super::SECTIONS;
use crate::io::table::StreamTable;
use crate::machine::native::Stop;
use crate::machine::{Machine, Parts};
use crate::term::build::build;
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::term::walk;
use crate::term::write::{Lexicon, Names, WriteOptions, term_text};
use crate::text::reader::{ReadFlags, Reader};

fn read(m: &mut Machine, text: &str) -> Cell {
    let mut reader = Reader::new();
    let text = format!("{text} .");
    let Parts { atoms, ops, .. } = m.parts();
    if let Err(error) = reader.read(&text, 0, atoms, ops, &ReadFlags::default()) {
        panic!("{text}: {error:?}");
    }
    build(reader.ast(), &mut m.heap, &mut m.atoms).term
}

/// Returns the text of a term; variables are named in order of occurrence.
fn write(m: &Machine, term: Cell) -> String {
    let mut variables = walk::Variables::default();
    variables.add(&m.heap, term);
    let names: Names = variables
        .cells
        .iter()
        .enumerate()
        .map(|(i, &v)| (v, format!("_{i}")))
        .collect();
    let options = WriteOptions {
        names: Some(&names),
        ..WriteOptions::writeq()
    };
    term_text(
        &m.heap,
        Lexicon {
            atoms: &m.atoms,
            ops: &m.ops,
        },
        term,
        &options,
    )
}

/// Returns the goal as instantiated by its solution, `false`, or the formal term of the error.
fn outcome(goal: &str) -> String {
    let mut m = Machine::new(SECTIONS, StreamTable::closed());
    let goal = read(&mut m, goal);
    match m.solve_once(goal) {
        Ok(true) => write(&m, goal),
        Ok(false) | Err(Stop::Fail) => "false".to_string(),
        Err(Stop::Throw(_)) => match m.view(m.exceptions.ball()) {
            View::Struct(_, first) => write(&m, m.heap.get(first)),
            _ => write(&m, m.exceptions.ball()),
        },
        #[allow(unreachable_patterns, reason = "a later kind of stop is no outcome here")]
        Err(_) => "stopped".to_string(),
    }
}

fn check(table: &str) {
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (goal, expected) = line.split_once("=>").expect("a line has an outcome");
        assert_eq!(outcome(goal.trim()), expected.trim(), "{goal}");
    }
}

#[test]
fn terms_are_built_and_taken_apart() {
    check(
        "functor(f(a,b),N,A)       => functor(f(a,b),f,2)
         functor([a],N,A)          => functor([a],'.',2)
         functor(T,'.',2)          => functor([_0|_1],'.',2)
         functor(T,1.5,0)          => functor(1.5,1.5,0)
         functor(T,f,2)            => functor(f(_0,_1),f,2)
         functor(T,a,0)            => functor(a,a,0)
         functor(T,N,3)            => instantiation_error
         functor(T,f,N)            => instantiation_error
         functor(T,f(x),1)         => type_error(atomic,f(x))
         functor(T,f(x),0)         => type_error(atomic,f(x))
         functor(T,1,1)            => type_error(atom,1)
         functor(T,f,a)            => type_error(integer,a)
         functor(T,f,-1)           => domain_error(not_less_than_zero,-1)
         functor(T,f,1000000000)   => representation_error(max_arity)
         functor(f(a),g,1)         => false
         arg(2,f(a,b),X)           => arg(2,f(a,b),b)
         arg(2,[a,b],X)            => arg(2,[a,b],[b])
         arg(0,f(a),X)             => false
         arg(3,f(a),X)             => false
         arg(100000000000000000000000,f(a),X) => false
         arg(N,f(a),X)             => arg(1,f(a),a)
         arg(1,T,X)                => instantiation_error
         arg(a,f(a),X)             => type_error(integer,a)
         arg(1,3,X)                => type_error(compound,3)
         arg(-1,f(a),X)            => domain_error(not_less_than_zero,-1)
         f(a,B) =.. L              => f(a,_0)=..[f,a,_0]
         [a] =.. L                 => [a]=..['.',a,[]]
         T =.. ['.',a,b]           => [a|b]=..['.',a,b]
         1 =.. L                   => 1=..[1]
         T =.. [1]                 => 1=..[1]
         T =.. L                   => instantiation_error
         T =.. [f|L]               => instantiation_error
         T =.. [F,a]               => instantiation_error
         T =.. []                  => domain_error(non_empty_list,[])
         T =.. [f|x]               => type_error(list,[f|x])
         T =.. [f(x)]              => type_error(atomic,f(x))
         T =.. [f(x),y]            => type_error(atom,f(x))
         T =.. [1,y]               => type_error(atom,1)
         f(x) =.. a                => type_error(list,a)
         compound_name_arity(f(a),N,A) => compound_name_arity(f(a),f,1)
         compound_name_arity(T,f,2) => compound_name_arity(f(_0,_1),f,2)
         compound_name_arity(a,N,A) => type_error(compound,a)
         compound_name_arguments(T,f,[a,B]) => compound_name_arguments(f(a,_0),f,[a,_0])
         compound_name_arguments(T,F,[a]) => instantiation_error
         compound_name_arguments(T,f,a) => type_error(list,a)",
    );
}

#[test]
fn terms_are_copied_and_changed() {
    check(
        "copy_term(f(X,Y,X),Z)      => copy_term(f(_0,_1,_0),f(_2,_3,_2))
         copy_term(f(a),f(X))       => copy_term(f(a),f(a))
         duplicate_term(f(X,[1.5,\"s\"]),Z) => duplicate_term(f(_0,[1.5,\"s\"]),f(_1,[1.5,\"s\"]))
         term_variables(f(X,g(Y),X,_),L) => term_variables(f(_0,g(_1),_0,_2),[_0,_1,_2])
         term_variables(f(X),a)     => type_error(list,a)
         term_variables(f(X),[a|b]) => type_error(list,[a|b])
         term_variables(f(X,Y),L,T) => term_variables(f(_0,_1),[_0,_1|_2],_2)
         nonground(f(a,X),Y)        => nonground(f(a,_0),_0)
         nonground(f(a),Y)          => false
         numbervars(f(X,Y,X),23,E)  => numbervars(f(X,Y,X),23,25)
         numbervars(f(X),a,E)       => type_error(integer,a)
         setarg(1,f(a),b)           => setarg(1,f(b),b)
         setarg(2,[a,b],c)          => setarg(2,[a|c],c)
         setarg(3,f(a),b)           => false
         nb_setarg(1,f(a),g(X,X))   => nb_setarg(1,f(g(_0,_0)),g(_1,_1))
         term_hash(f(X),H)          => term_hash(f(_0),_1)",
    );
}

#[test]
fn terms_are_compared_and_unified() {
    check(
        "compare(O,1,1.0)          => compare(>,1,1.0)
         compare(O,f(X),f(X))      => compare(=,f(_0),f(_0))
         compare(foo,a,b)          => domain_error(order,foo)
         compare(1,a,b)            => type_error(atom,1)
         f(X,Y) == f(X,Y)          => f(_0,_1)==f(_0,_1)
         X == Y                    => false
         f(A,B) =@= f(C,C)         => false
         unify_with_occurs_check(f(X,b),f(a,Y)) => unify_with_occurs_check(f(a,b),f(a,b))
         unify_with_occurs_check(X,f(X)) => false
         subsumes_term(f(_),f(a))  => subsumes_term(f(_0),f(a))
         subsumes_term(f(a),f(_))  => false
         ?=(a,b)                   => ?=(a,b)
         ?=(f(X),f(Y))             => false
         unifiable(f(X,Y),f(Y,a),L) => unifiable(f(_0,_1),f(_1,a),[_0=a,_1=_0])
         unifiable(f(X),g(X),L)    => false",
    );
}

#[test]
fn lists_are_sorted_and_measured() {
    check(
        "sort([c,a,b,a],L)          => sort([c,a,b,a],[a,b,c])
         sort([3,1,2,1],L)          => sort([3,1,2,1],[1,2,3])
         sort([1,1.0,a,\"s\",f(x),Z],L) => sort([1,1.0,a,\"s\",f(x),_0],[_0,1.0,1,\"s\",a,f(x)])
         sort([a|_],L)              => instantiation_error
         sort([a|b],L)              => type_error(list,[a|b])
         sort([a],b)                => type_error(list,b)
         msort([b,a,b],L)           => msort([b,a,b],[a,b,b])
         keysort([b-1,a-2,b-0,a-1],L) => keysort([b-1,a-2,b-0,a-1],[a-2,a-1,b-1,b-0])
         keysort([2-1,1-2,2-0],L)   => keysort([2-1,1-2,2-0],[1-2,2-1,2-0])
         keysort([a],L)             => type_error(pair,a)
         keysort([_],L)             => instantiation_error
         keysort([a-1],[c])         => type_error(pair,c)
         keysort([a-1|_],L)         => instantiation_error
         sort(0,@>=,[1,3,2,3],L)    => sort(0,@>=,[1,3,2,3],[3,3,2,1])
         sort(1,@<,[f(2,a),f(1,b),f(2,c)],L) => sort(1,@<,[f(2,a),f(1,b),f(2,c)],[f(1,b),f(2,a)])
         sort(1,@>=,[f(a,1),f(b,2),f(a,3)],L) => sort(1,@>=,[f(a,1),f(b,2),f(a,3)],[f(b,2),f(a,1),f(a,3)])
         sort(0,foo,[],L)           => domain_error(order,foo)
         sort(2,@<,[f(1)],L)        => existence_error(argument,2,f(1))
         sort(1,@<,[a],L)           => type_error(compound,a)
         length([a,b],N)            => length([a,b],2)
         length(L,2)                => length([_0,_1],2)
         length([a|T],3)            => length([a,_0,_1],3)
         length([a,b|T],1)          => false
         length([a|T],T)            => false
         length(a,N)                => type_error(list,a)
         length([a|b],N)            => type_error(list,[a|b])
         length(L,-1)               => domain_error(not_less_than_zero,-1)
         length(L,a)                => type_error(integer,a)
         length(L,100000000000000000000000) => resource_error(memory)",
    );
}

#[test]
fn types_are_told() {
    for goal in [
        "var(_)",
        "atom([])",
        "integer(3)",
        "float(1.5)",
        "atomic(\"s\")",
        "compound([a])",
        "number(1r3)",
    ] {
        assert_ne!(outcome(goal), "false", "{goal}");
    }
    for goal in [
        "nonvar(_)",
        "atom(\"s\")",
        "integer(1.0)",
        "callable(3)",
        "ground(f(_))",
        "is_list([a|_])",
        "string(a)",
    ] {
        assert_eq!(outcome(goal), "false", "{goal}");
    }
    check("rational(2r6,N,D) => rational(1r3,1,3)");
}

#[test]
fn attributes_are_kept_on_variables() {
    check(
        "put_attr(a,m,v)            => uninstantiation_error(a)
         put_attr(_,_,v)            => instantiation_error
         put_attr(_,1,v)            => type_error(atom,1)
         get_attr(_,m,_)            => false
         term_attvars(f(_),L)       => term_attvars(f(_0),[])
         put_attrs(X,[])            => put_attrs(_0,[])",
    );
}

#[test]
fn attributes_change_and_go() {
    let mut m = Machine::new(SECTIONS, StreamTable::closed());
    let x = m.heap.new_var();
    let goal = |m: &mut Machine, text: &str| {
        let goal = read(m, text);
        let View::Struct(_, first) = m.view(goal) else {
            panic!("a goal with arguments")
        };
        // The first argument of each goal is the variable.
        m.unify_terms(m.heap.get(first), x);
        let solved = m.solve_once(goal).is_ok_and(|found| found);
        (solved, write(m, goal))
    };
    for (text, solved) in [
        ("put_attr(X,a,1)", true),
        ("put_attr(X,b,2)", true),
        ("get_attrs(X,att(a,1,att(b,2,[])))", true),
        ("put_attr(X,a,3)", true),
        ("get_attr(X,a,3)", true),
        ("get_attr(X,a,1)", false),
        ("del_attr(X,a)", true),
        ("get_attrs(X,att(b,2,[]))", true),
        ("attvar(X)", true),
        ("del_attr(X,b)", true),
        ("attvar(X)", false),
        ("var(X)", true),
    ] {
        assert_eq!(goal(&mut m, text).0, solved, "{text}");
    }
}

#[test]
fn arguments_set_for_good_survive_backtracking() {
    let mut m = Machine::new(SECTIONS, StreamTable::closed());
    let term = read(&mut m, "f(a,b)");
    let goal = read(&mut m, "nb_setarg(1,T,g(X,\"text\"))");
    let View::Struct(_, first) = m.view(goal) else {
        panic!("a goal with arguments")
    };
    m.unify_terms(m.heap.get(first + 1), term);
    let barrier = m.stacks.choice_count();
    assert!(m.open_query(goal));
    m.next_solution(true);
    assert!(m.close_query(barrier).is_ok());
    // New terms must not overwrite the value.
    m.heap.new_list(&[Cell::int(1); 100], Cell::NIL);
    assert_eq!(write(&m, term), "f(g(_0,\"text\"),b)");
}
