//! Loads a text as a program and runs its goals, under limits: an end, and an engine that is of use afterwards.
//!
//! The text is made from the bytes by a small grammar, so that most clauses can be read; if the first byte is even, the
//! bytes are the text.

#![no_main]

#[path = "../../benches/agree/grammar.rs"]
mod grammar;

use ferz::Engine;
use grammar::Grammar;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use std::time::Duration;

static GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| {
    Grammar::new(&[
        include_str!("program.txt"),
        include_str!("../../benches/agree/kinds/common.txt"),
        include_str!("../../benches/agree/kinds/control.txt"),
        include_str!("../../benches/agree/kinds/equations.txt"),
        include_str!("../../benches/agree/kinds/arith.txt"),
        include_str!("../../benches/agree/kinds/texts.txt"),
        include_str!("../../benches/agree/kinds/formats.txt"),
        include_str!("../../benches/agree/kinds/lists.txt"),
        include_str!("../../benches/agree/kinds/bags.txt"),
        include_str!("../../benches/agree/kinds/database.txt"),
        include_str!("../../benches/agree/kinds/grammars.txt"),
        include_str!("../../benches/agree/kinds/reading.txt"),
        include_str!("../../benches/agree/kinds/coroutines.txt"),
    ])
});

/// What is asked of the program.
const GOALS: [&str; 5] = ["h", "h(X)", "h(X, Y)", "k(X, Y, Z)", "d(X) ; e(X)"];

/// Answers of each goal.
const ANSWERS: usize = 4;

fuzz_target!(|bytes: &[u8]| {
    let Some((kind, rest)) = bytes.split_first() else {
        return;
    };
    let text = if kind % 2 == 0 {
        String::from_utf8_lossy(rest).into_owned()
    } else {
        let mut rest = rest.iter();
        let mut below = |bound: usize| {
            let mut number = usize::from(rest.next().copied().unwrap_or(0));
            if bound > 256 {
                number = number << 8 | usize::from(rest.next().copied().unwrap_or(0));
            }
            number % bound
        };
        GRAMMAR.text("program", 60, &mut below)
    };
    let mut engine = Engine::new();
    engine.set_limits(engine.limits().inferences(20_000));
    engine.set_limits(engine.limits().time(Duration::from_secs(2)));
    engine.set_limits(engine.limits().memory(32 << 20));
    engine.set_limits(engine.limits().program(32 << 20));
    engine.set_limits(engine.limits().output(1 << 20));
    engine.toplevel().set_linking(kind & 2 == 0);
    // Any error is a proper end.
    let _ = engine.consult_str(&text);
    for goal in GOALS {
        if let Ok(query) = engine.query(goal) {
            for answer in query.take(ANSWERS) {
                if let Ok(answer) = answer {
                    let _ = answer.to_string();
                }
            }
        }
    }
    let sum = engine.succeeds("3 =:= 1 + 2");
    // The program may have given operators and goals another meaning, or used up its room.
    assert!(
        !matches!(sum, Ok(false)) || text.contains("op(") || text.contains("expansion"),
        "{sum:?}"
    );
});
