//! A program that lends Prolog its own functions: `cargo run --release --example host`.
#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use ferz::{Engine, Error};

const RULES: &str = "
    restock(Item, Order) :- stock(Item, Count), wanted(Item, Level), Count < Level, Order is Level - Count.
    wanted(nail, 500).
    wanted(screw, 200).
    wanted(hammer, 3).
";

fn main() -> Result<(), Error> {
    let stock = Arc::new(Mutex::new(BTreeMap::from([
        ("hammer", 5),
        ("nail", 120),
        ("screw", 180),
    ])));
    let mut engine = Engine::new();
    engine.consult_str(RULES)?;

    // stock(?Item, ?Count): what the shop has, item by item.
    let shop = Arc::clone(&stock);
    engine.register("item", 1, move |call| {
        let shop = shop.lock().map_err(Error::system_error)?;
        let items: Vec<_> = shop.keys().copied().map(ferz::Atom).collect();
        call.unify_each(0, items);
        Ok(true)
    })?;
    let shop = Arc::clone(&stock);
    engine.register("count", 2, move |call| {
        let item: String = call.get(0)?;
        let shop = shop.lock().map_err(Error::system_error)?;
        let Some(&count) = shop.get(item.as_str()) else {
            return Ok(false);
        };
        call.unify(1, count);
        Ok(true)
    })?;
    engine.consult_str("stock(Item, Count) :- item(Item), count(Item, Count).")?;

    for answer in engine.query("restock(Item, Order)")? {
        println!("{}", answer?); // Item = nail, Order = 380, then Item = screw, Order = 20
    }
    Ok(())
}
