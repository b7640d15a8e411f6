//! A configuration of parts that fit together, the cheapest first: `cargo run --release --example configuration`.
#![allow(clippy::print_stdout, reason = "a program that prints")]

use ferz::{Engine, Error};

const PARTS: &str = "
    part(board, small, 80, [socket(a), memory(ddr4)]).
    part(board, large, 140, [socket(b), memory(ddr5)]).
    part(processor, slow, 90, [socket(a), watts(65)]).
    part(processor, fast, 260, [socket(b), watts(120)]).
    part(memory, old, 40, [memory(ddr4)]).
    part(memory, new, 70, [memory(ddr5)]).
    part(supply, weak, 35, [delivers(100)]).
    part(supply, strong, 60, [delivers(300)]).

    computer([Board, Processor, Memory, Supply], Price) :-
        part(board, Board, P1, Has), member(socket(S), Has), member(memory(M), Has),
        part(processor, Processor, P2, Needs), member(socket(S), Needs), member(watts(W), Needs),
        part(memory, Memory, P3, [memory(M)]),
        part(supply, Supply, P4, [delivers(D)]), D >= W + 20,
        Price is P1 + P2 + P3 + P4.

    cheapest(Parts, Price) :- order_by([asc(Price)], computer(Parts, Price)).
";

fn main() -> Result<(), Error> {
    let mut engine = Engine::new();
    engine.consult_str(PARTS)?;
    for answer in engine.query("cheapest(Parts, Price)")? {
        let answer = answer?;
        let (parts, price): (Vec<String>, i64) = (answer.get("Parts")?, answer.get("Price")?);
        println!("{price}: {}", parts.join(", ")); // 245: small, slow, old, weak; ...
    }
    Ok(())
}
