//! A text adventure whose world is Prolog and whose loop is Rust: `cargo run --release --example adventure`.
#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::io::{self, BufRead};

use ferz::{Atom, Engine, Error};

const WORLD: &str = "
    :- dynamic([at/2, here/1, open/1]).
    here(hall).
    at(lamp, hall). at(key, cellar). at(book, library).
    path(hall, down, cellar) :- at(lamp, hand).
    path(cellar, up, hall).
    path(hall, north, library) :- open(door).
    path(library, south, hall).

    do([go, Way], \"You walk.\") :- here(From), path(From, Way, To), !, retract(here(From)), assertz(here(To)).
    do([go, _], \"There is no way, or it is too dark.\").
    do([take, Thing], \"Taken.\") :- here(Place), retract(at(Thing, Place)), !, assertz(at(Thing, hand)).
    do([open, door], \"It opens.\") :- at(key, hand), !, assertz(open(door)).
    do([open, door], \"It is locked.\").
    do([read, book], \"The end. You have won.\") :- at(book, hand), !.
    do([look], Text) :-
        here(Place), findall(T, at(T, Place), Ts), findall(W, path(Place, W, _), Ws),
        format(string(Text), \"You are in the ~w. There is ~w. Ways: ~w.\", [Place, Ts, Ws]).
    do(_, \"You cannot do that. Try: look, take THING, go WAY, open door, read book.\").
";

fn main() -> Result<(), Error> {
    let mut engine = Engine::new();
    engine.consult_str(WORLD)?;
    let turn = engine.prepare("once(do(Words, Text))")?;
    println!("look, take THING, go WAY, open door, read book");
    for line in io::stdin().lock().lines() {
        let line = line.map_err(Error::system_error)?;
        let words: Vec<Atom<&str>> = line.split_whitespace().map(Atom).collect();
        let Some(answer) = engine.run_once(&turn, [("Words", words)])? else {
            continue;
        };
        let text: String = answer.get("Text")?;
        println!("{text}");
        if text.ends_with("won.") {
            break;
        }
    }
    Ok(())
}
