//! Temporary smoke tests.
use crate::machine::{Machine, Outcome};
use crate::text::reader::*;
use crate::builtins::clauses::{add_clause, split};

fn machine() -> Machine {
    let mut m = Machine::new(crate::builtins::SECTIONS, crate::io::table::StreamTable::process());
    crate::library::install(&mut m);
    m
}
fn consult(m: &mut Machine, text: &str) {
    let mut r = Reader::new();
    let mut at = 0;
    let ops = m.ops.clone();
    loop {
        match r.read(text, at, &mut m.atoms, &ops, &ReadFlags::default()).expect("syntax") {
            Read::Clause { end, .. } => at = end,
            Read::EndOfText => return,
        }
        let t = crate::term::build::build(r.ast(), &mut m.heap, &mut m.atoms).term;
        let (md, h, b) = split(m, t).expect("split");
        add_clause(m, md, h, b, crate::code::database::End::Last, true).expect("add");
    }
}
fn show(m: &Machine, c: crate::term::cell::Cell, d: usize) -> String {
    use crate::term::view::View::*;
    if d > 8 { return "...".into(); }
    match m.view(c) {
        Var(v) => format!("_{}", v.address()), Attributed(v) => format!("_A{}", v.address()),
        Atom(a) => m.atoms.text(a).into(), Int(i) => i.to_string(), Float(f) => f.to_string(), String(s) => m.heap.string(s),
        BigInt(_) | Rational(_) => "big".into(),
        List(a) => format!("[{}|{}]", show(m, m.heap.get(a), d+1), show(m, m.heap.get(a+1), d+1)),
        Struct(f, a) => format!("{}({})", m.atoms.text(f.name()), (0..f.arity()).map(|i| show(m, m.heap.get(a+i), d+1)).collect::<Vec<_>>().join(",")),
    }
}
fn run(m: &mut Machine, q: &str) -> String {
    let mut r = Reader::new();
    let ops = m.ops.clone();
    r.read(q, 0, &mut m.atoms, &ops, &ReadFlags::default()).expect("syntax");
    let b = crate::term::build::build(r.ast(), &mut m.heap, &mut m.atoms);
    let names: Vec<String> = (0..b.variables.len()).map(|i| r.ast().variable_name(i as u32).to_string()).collect();
    let barrier = m.choice_count();
    m.open_query(b.term);
    let mut out = String::new();
    let mut first = true;
    for _ in 0..20 {
        let o = m.next_solution(first);
        first = false;
        match o {
            Outcome::Solution => {
                for (n, v) in names.iter().zip(&b.variables) {
                    out.push_str(&format!("{n}={} ", show(m, *v, 0)));
                }
                out.push(';');
                if !m.has_choices(barrier) { out.push('!'); break; }
            }
            Outcome::Exhausted => { out.push_str("no"); break }
            Outcome::Thrown => { let b = m.take_uncaught(); out.push_str(&format!("ERR {}", show(m, b, 0))); break }
        }
    }
    let _ = m.close_query(barrier);
    out
}
#[test]
fn smoke() {
    let mut m = machine();
    consult(&mut m, "app([],L,L). app([H|T],L,[H|R]) :- app(T,L,R). nrev([],[]). nrev([H|T],R) :- nrev(T,RT), app(RT,[H],R).
      len([],0). len([_|T],N) :- len(T,M), N is M+1. p(1). p(2). p(3). q(X) :- p(X), X > 1, !. r(X) :- ( p(X), X > 1 -> true ; X = none ).
      t(X,Y) :- ( X = 1 -> Y = a ; X = 2 -> Y = b ; Y = c ). mem(X,[X|_]). mem(X,[_|T]) :- mem(X,T).");
    for q in ["app(X,Y,[1,2]).", "nrev([1,2,3,4],R).", "len([a,b,c],N).", "p(X).", "q(X).", "r(X).", "t(1,Y).", "t(3,Y).", "mem(X,[a,b]).",
       "catch(throw(foo(X)),foo(Y),true).", "foo(1).", "X is foo+1.", "catch(mem(X,[1,2]),_,true), throw(x).", "findall(X,p(X),L).", "member(X,[a,b]).",
       "length(L,2).", "append(X,[3],[1,2,3]).", "\\+ p(4).", "p(X), \\+ X = 1.", "(p(X) *-> true ; X = 0).", "bagof(X-Y,mem(X-Y,[1-a,2-b]),L).", "setof(X,Y^mem(X-Y,[2-a,1-b]),L).",
       "freeze(X,fail),(X=1->Y=a;Y=b).","freeze(X,Y=woke),X=1.","dif(X,a),X=a.","dif(X,a),X=b.","call((p(X),!)).","call((fail,1)).","G=(p(X),X>1), call(G).","atom_length(abc,N).","X = f(X).",
       "setup_call_cleanup(true,mem(X,[1,2]),true).","catch(setup_call_cleanup(true,throw(a),X=1),E,true).", "maplist([X,Y]>>(Y=X),[1],L).", "maplist(app([1]),[[2],[3]],L).","between(1,3,X).","assertz(zz(1)),zz(X),assertz(zz(2)).","retract(zz(X)).","forall(p(X),X>0).","phrase(foo,X).",
       "reset((shift(a),Y=1),a,C),call(C)."] {
        println!("{q:40} {}", run(&mut m, q));
    }
}
#[test]
fn smoke_file() {
    let Ok(file) = std::env::var("F") else { return };
    let mut m = machine();
    m.streams.access = crate::io::access::Access::all();
    let q = format!("consult('{file}').");
    println!("{}", run(&mut m, &q));
    for g in std::env::var("G").unwrap_or("main".into()).split(';') {
        let t = std::time::Instant::now();
        let r = run(&mut m, &format!("{g}."));
        let _ = m.streams.flush_all();
        println!("{g}: {r} {:?}", t.elapsed());
    }
}
