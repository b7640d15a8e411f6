//! Reads every term of any bytes: an error term or a term, and always an end.

#![no_main]

use ferz::{Engine, Term};
use libfuzzer_sys::fuzz_target;

/// Reads to the end; a syntax error says where it is.
const GOAL: &str = "open_string(Text, S), repeat, \
    catch(read_term(S, T, [variable_names(_), subterm_positions(_), comments(_), term_position(_)]), E, true), \
    ( nonvar(E) -> E = error(syntax_error(_), stream(_, _, _, _)), fail ; T == end_of_file ), !.";

fuzz_target!(|bytes: &[u8]| {
    let mut engine = Engine::new();
    engine.set_limits(engine.limits().inferences(1_000_000));
    let text = String::from_utf8_lossy(bytes);
    let answer = engine
        .query_with(GOAL, [("Text", Term::string(&text))])
        .expect("the goal is right")
        .next();
    assert!(matches!(answer, Some(Ok(_))), "{answer:?}");
});
