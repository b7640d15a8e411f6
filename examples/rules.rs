//! Rules over the rows of a table of 100,000 orders: `cargo run --release --example rules`.
#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::time::Instant;

use ferz::{Atom, Engine, Error};

const RULES: &str = "
    suspicious(Customer) :- order(_, Customer, Amount, Country), Amount > 9_900, \\+ home(Customer, Country).
    home(Customer, Country) :- customer(Customer, Country).
    total(Country, Total) :- aggregate_all(sum(Amount), order(_, _, Amount, Country), Total).
";

/// The lines of a table, as they come out of a file: number, customer, amount, country.
fn table() -> String {
    let countries = ["at", "be", "ch", "de", "fr"];
    (0..100_000_u32)
        .map(|n| {
            let customer = n.wrapping_mul(2_654_435_761) % 5_000;
            let amount = n.wrapping_mul(40_503) % 10_000;
            format!("{n},{customer},{amount},{}\n", countries[(n / 3 % 5) as usize])
        })
        .collect()
}

fn main() -> Result<(), Error> {
    let mut engine = Engine::new();
    engine.consult_str(RULES)?;
    let start = Instant::now();
    let text = table();
    let rows = text.lines().filter_map(|line| {
        let mut fields = line.split(',');
        let mut number = || fields.next()?.parse::<i64>().ok();
        let (number, customer, amount) = (number()?, number()?, number()?);
        Some((number, customer, amount, Atom(fields.next()?)))
    });
    engine.insert_all("order", rows)?;
    let homes = (0..5_000_i64).map(|customer| (customer, Atom("at")));
    engine.insert_all("customer", homes)?;
    println!("loaded after {:?}", start.elapsed());

    let mut query = engine.query("distinct(Customer, suspicious(Customer))")?;
    let mut found = 0;
    while let Some(row) = query.next_row()? {
        let _customer: i64 = row.get("Customer")?;
        found += 1;
    }
    drop(query);
    println!(
        "{found} customers have large orders from abroad, found after {:?}",
        start.elapsed()
    );
    let answer = engine.once("total(de, Total)")?.expect("there are orders");
    println!("{answer}, found after {:?}", start.elapsed());
    Ok(())
}
