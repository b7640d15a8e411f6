//! Bytes that nobody has written as they are.

use super::*;
use crate::Object;
use crate::base::bytes::put_number;

const RULES: &str = "
:- module(shop, [price/2, total/2, op(700, xfx, costs)]).
:- use_module(library(lists)).
:- dynamic(stock/2).
:- discontiguous(price/2).
:- meta_predicate(each(1, +)).
:- table(reach/2).
:- set_prolog_flag(double_quotes, codes).
:- nb_setval(counter, f(_, 1.5, \"codes\", 1r3, 123456789012345678901234567890)).
:- initialization(nb_setval(loaded, yes)).
tea costs 3.
price(X, P) :- X costs P.
each(G, L) :- forall(member(X, L), call(G, X)).
price(none, 0) :- !.
total(L, T) :- foldl([X,A,B]>>(price(X, P), B is A + P), L, 0, T).
stock(tea, \"plenty\").
stock('a new name', [1,2|_]).
reach(X, Y) :- reach(X, Z), edge(Z, Y).
reach(X, Y) :- edge(X, Y).
edge(1, 2). edge(2, 3). edge(3, 1).
max(X, Y, Z), X >= Y => Z = X.
max(_, Y, Z) => Z = Y.
word --> [a], !, word.
word --> [].
";

fn bytes() -> Vec<u8> {
    let program = Program::builder().text("shop", RULES).freeze().expect("it is right");
    program.to_bytes().expect("there is nothing of the host in it")
}

/// Reads bytes within limits; what they are read as runs, too.
fn read(bytes: &[u8]) -> bool {
    let builder = Program::builder().limits(crate::Limits::default().memory(64 << 20).program(64 << 20));
    let Ok(program) = builder.bytes(bytes).freeze() else {
        return false;
    };
    let mut engine = program.engine();
    engine.set_limits(engine.limits().inferences(20_000));
    for goal in [
        "price(tea, _)",
        "reach(1, _)",
        "max(1, 2, _)",
        "stock(_, _)",
        "each(atom, [a])",
    ] {
        let _any = engine.succeeds(goal);
    }
    true
}

#[test]
fn a_program_is_the_same_afterwards() {
    let bytes = bytes();
    let again = Program::from_bytes(&bytes).expect("they are right");
    assert_eq!(again.to_bytes().expect("they are right, too"), bytes);
    let mut engine = again.engine();
    for goal in [
        "price(tea, 3), total([tea, none, tea], 6)",
        "X = (a costs b), X =.. [costs, a, b]",
        "shop:stock(tea, S), S == [0'p, 0'l, 0'e, 0'n, 0't, 0'y]",
        "shop:stock('a new name', [1, 2|T]), var(T), shop:assertz(stock(new, 1)), shop:stock(new, 1)",
        "nb_getval(counter, f(X, 1.5, _, 1r3, 123456789012345678901234567890)), var(X), nb_getval(loaded, yes)",
        "findall(Y, shop:reach(1, Y), L), msort(L, [1, 2, 3])",
        "shop:max(3, 2, 3), shop:max(1, 2, 2)",
        "phrase(shop:word, [a, a]), shop:each(atom, [a, b])",
        "predicate_property(shop:stock(_, _), dynamic), predicate_property(shop:each(_, _), meta_predicate(each(1, +)))",
        "predicate_property(shop:price(_, _), discontiguous), module_property(shop, exports(L)), memberchk(total/2, L)",
        "catch(shop:nobody, error(existence_error(procedure, _), _), true)",
        "X = \"abc\", string(X)",
    ] {
        assert!(
            matches!(engine.succeeds(goal), Ok(true)),
            "{goal}: {:?}",
            engine.succeeds(goal)
        );
    }
}

#[test]
fn damaged_bytes_are_refused() {
    let bytes = bytes();
    for end in 0..bytes.len() {
        assert!(Program::builder().bytes(&bytes[..end]).freeze().is_err(), "{end}");
    }
    let mut wrong = bytes.clone();
    for at in 0..bytes.len() {
        for bit in [1, 0x80] {
            wrong[at] ^= bit;
            assert!(Program::builder().bytes(&wrong).freeze().is_err(), "{at}");
            wrong[at] ^= bit;
        }
    }
    let mut older = MAGIC.to_vec();
    put_bytes(&mut older, b"0.0.1");
    older.extend_from_slice(&[0; 48]);
    let found = Program::from_bytes(&older).expect_err("another version");
    assert!(found.to_string().contains("another version of ferz, 0.0.1"), "{found}");
    let found = Program::builder()
        .text("a", "a.")
        .bytes(&bytes)
        .freeze()
        .expect_err("too late");
    assert!(found.to_string().contains("before its texts"), "{found}");
}

/// Forged bytes, whose digest is right, are refused, or are some program.
#[test]
fn forged_bytes_do_no_harm() {
    let bytes = bytes();
    let fingerprint = Program::library().engine().machine.library.fingerprint();
    let contents = opened(&bytes, fingerprint).map(|contents| contents.0.to_vec());
    let Ok(contents) = contents else {
        panic!("they are right")
    };
    let mut random = fastrand::Rng::with_seed(1);
    let count = if cfg!(debug_assertions) { 3_000 } else { 30_000 };
    let mut accepted = 0;
    for _ in 0..count {
        let mut forged = contents.clone();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(..forged.len());
            match random.u8(..4) {
                0 => forged[at] = random.u8(..),
                1 => forged[at] ^= 1 << random.u8(..8),
                2 => drop(forged.remove(at)),
                _ => forged.insert(at, random.u8(..12)),
            }
        }
        accepted += usize::from(read(&sealed(&forged, fingerprint)));
    }
    assert!(accepted > 0 && accepted < count, "{accepted} of {count}");
    // Numbers that promise more than there is.
    for huge in [1 << 20, 1 << 40, u64::MAX] {
        let mut forged = Vec::new();
        put_number(&mut forged, huge);
        assert!(!read(&sealed(&forged, fingerprint)));
    }
}

#[test]
fn objects_of_the_host_are_not_written() {
    let program = Program::builder().facts("has", [(1, Object::new(1_u8))]).freeze();
    let program = program.expect("it is right");
    let error = program.to_bytes().expect_err("an object has no bytes");
    assert!(error.to_string().contains("an object of the host"), "{error}");
}
