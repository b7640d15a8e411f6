//! A program that asks ferz for queens: `cargo run --release --example queens -- 6`.
#![allow(clippy::print_stdout, reason = "a program that prints")]

use ferz::Engine;

fn main() -> Result<(), ferz::Error> {
    let size: i64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(6);
    let mut engine = Engine::new();
    engine.consult_str(include_str!("../programs/nqueens.pl"))?;
    for answer in engine.query_with("solve(N, Queens)", [("N", size)])? {
        let answer = answer?;
        let rows: Vec<i64> = answer.get("Queens").unwrap_or_default();
        println!("{rows:?}");
    }
    Ok(())
}
