//! Plugins that nobody trusts, each under limits and without any right: `cargo run --release --example plugins`.
#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::time::Duration;

use ferz::{Engine, Error, Limits};

/// What the users of an imaginary shop have sent: each defines `discount(Price, Discount)`.
const PLUGINS: [(&str, &str); 5] = [
    (
        "honest",
        "discount(P, D) :- P > 100, D is P // 10. discount(P, 0) :- P =< 100.",
    ),
    ("endless", "discount(P, D) :- catch(discount(P, D), _, true)."),
    ("greedy", "discount(P, D) :- numlist(1, 100000000, L), sum_list(L, D)."),
    (
        "curious",
        "discount(_, D) :- open('/etc/passwd', read, S), read_string(S, _, D).",
    ),
    ("wrong", "discount(P D) :- D = 0."),
];

fn discount(text: &str) -> Result<Option<i64>, Error> {
    let mut engine = Engine::new();
    engine.set_limits(
        Limits::default()
            .time(Duration::from_millis(100))
            .memory(8 << 20)
            .program(4 << 20)
            .output(1_000),
    );
    engine.det("vat", |price: i64| Ok(price / 5))?;
    engine.consult_str(text)?;
    let mut query = engine.query_with("discount(Price, D)", [("Price", 250)])?;
    let Some(answer) = query.next().transpose()? else {
        return Ok(None);
    };
    Ok(Some(answer.get("D")?))
}

fn main() {
    for (name, text) in PLUGINS {
        match discount(text) {
            Ok(Some(discount)) => println!("{name}: {discount}"),
            Ok(None) => println!("{name}: none"),
            Err(error) => match error.limit() {
                Some(limit) => println!("{name}: stopped, {limit:?}"),
                None => println!("{name}: {error}"),
            },
        }
    }
}
