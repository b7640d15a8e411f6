//! A plan for a small bakery: which oven bakes what and when, as a model made of values of Rust, with a constraint of the
//! host beside those of the library.
//!
//! `cargo run --example bakery`
#![allow(clippy::print_stdout, reason = "a program that prints")]

use ferz::{Compare, Engine, Error, Model, Task};

fn main() -> Result<(), Error> {
    let names = ["bread", "cake", "rolls", "pie"];
    let durations = [3, 4, 1, 2];

    // Two ovens; the bread is first out of the door, the cake needs an hour to cool before the end.
    let mut model = Model::new();
    let starts = model.variables(names.len(), 0..=10);
    let last = model.variable(0..=12);
    let tasks: Vec<Task> = starts
        .iter()
        .zip(durations)
        .map(|(&start, duration)| Task {
            start,
            duration,
            uses: 1,
        })
        .collect();
    model.cumulative(&tasks, 2);
    for (&start, duration) in starts.iter().zip(durations) {
        model.linear([(1, start), (-1, last)], Compare::AtMost, -duration);
    }
    model.linear([(1, starts[0])], Compare::Equal, 0);
    model.linear([(1, starts[1]), (-1, last)], Compare::AtMost, -durations[1] - 1);
    model.minimize(last);

    let mut engine = Engine::new();
    let best = model.solve(&mut engine)?.next();
    let best = best.expect("the day is long enough")?;
    println!("all is done after {} hours", best[last]);
    for (name, &start) in names.iter().zip(&starts) {
        println!("{name:>6} at {}", best[start]);
    }

    // A constraint that only the host knows: the price of a plan comes from a table of tariffs.
    let tariffs = [9, 9, 4, 4, 4, 7, 7, 7, 4, 4, 4, 9, 9];
    engine.register_propagator("cheap_hour", move |domains| {
        for i in 0..domains.len() {
            let costly: Vec<i64> = domains
                .values(i, 0, 12)
                .filter(|&hour| tariffs[hour as usize] > 4)
                .collect();
            for hour in costly {
                domains.remove(i, hour);
            }
            domains.at_least(i, 0);
            domains.at_most(i, 12);
        }
        domains.subsume();
        true
    })?;
    engine.consult_str(":- use_module(library(clpfd)).")?;
    let answer = engine.once("Hours = [A, B], chain(Hours, #<), cheap_hour(Hours), A #> 3, label(Hours)")?;
    println!("{}", answer.expect("there are cheap hours"));
    Ok(())
}
