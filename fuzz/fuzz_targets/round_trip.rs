//! What is read from any bytes is written as text that reads back as a variant of it.

#![no_main]

use ferz::{Engine, Term};
use libfuzzer_sys::fuzz_target;

/// Fails when the text is no term, throws when it does not read back.
const GOAL: &str = "catch(term_string(T, Text), error(syntax_error(_), _), fail), \
    with_output_to(string(Q), write_term(T, [quoted(true)])), format(string(K), '~k', [T]), \
    ( term_string(A, Q), A =@= T, term_string(B, K), B =@= T -> true ; throw(differs(T, Q, K)) ).";

fuzz_target!(|bytes: &[u8]| {
    let mut engine = Engine::new();
    engine.set_limits(engine.limits().inferences(1_000_000));
    let text = String::from_utf8_lossy(bytes);
    let answer = engine
        .query_with(GOAL, [("Text", Term::string(&text))])
        .expect("the goal is right")
        .next();
    assert!(!matches!(answer, Some(Err(_))), "{answer:?}");
});
