//! A library for Prolog programs, written in Rust and Prolog: distances between words, and dictionaries.
//!
//! It has one predicate of each kind: one that succeeds once, one that succeeds several times, one that calls a goal, an
//! object, a constraint. It shows what a library owes to the engine: errors as in the standard, work that an interrupt or a
//! time limit stops, and memory that is charged before it is taken.

use std::sync::Arc;

use ferz::native::args::list_arg::{count, proper_list};
use ferz::native::args::text_arg::{need_text, text_atom};
use ferz::native::attributes;
use ferz::native::errors::Type;
use ferz::native::terms::{Cell, View};
use ferz::native::work::Pace;
use ferz::native::{Library, Loadable, Machine, Native, NativeRun, Next, Step, Stop, det, nondet};

mod texts {
    include!(concat!(env!("OUT_DIR"), "/texts.rs"));
}

/// The library: `Program::builder().library(&ferz_words::WORDS)`.
pub static WORDS: Library = Library::new("words")
    .rows(&[ROWS])
    .texts(&texts::TEXTS)
    .loadable(&[Loadable {
        names: &["words"],
        texts: &["words/words.pl"],
        rows: &[ROWS],
    }])
    .hooks(&[("words", "$word_bound")]);

const ROWS: &[Native] = &[
    det!("word_distance(+one, +other, -distance)", 3, word_distance_3)
        .doc("Unifies distance with the number of letters to change, insert or delete to make one word of the other.")
        .examples(&[("word_distance(queen, quern, D)", "D = 1")]),
    nondet!("letters_of(+word, +count, -letters)", 3, letters_of_3)
        .doc("Unifies letters with each part of a word that has so many letters, from left to right.")
        .examples(&[("findall(L, letters_of(fox, 2, L), Ls)", "Ls = [fo, ox]")]),
    det!("dictionary(+words, -dictionary)", 2, dictionary_2)
        .doc("Unifies dictionary with an object that has the words of a list.")
        .examples(&[("dictionary([a], D), dictionary_has(D, a)", "true")]),
    det!("dictionary_has(+dictionary, +word)", 2, dictionary_has_2)
        .doc("True if a word is in a dictionary.")
        .examples(&[("dictionary([a], D), \\+ dictionary_has(D, b)", "true")]),
    nondet!("dictionary_word(+dictionary, -word)", 2, dictionary_word_2)
        .doc("Unifies word with each word of a dictionary.")
        .examples(&[("dictionary([a], D), dictionary_word(D, W)", "W = a")]),
    det!("restrict_to_words(?word, +dictionary)", 2, restrict_to_words_2)
        .doc("Restricts a variable to the words of a dictionary; a word has to be one of them.")
        .examples(&[("dictionary([a], D), restrict_to_words(X, D), \\+ X = b", "true")]),
    Native::new(
        "with_nearest(+word, +dictionary, :goal)",
        3,
        NativeRun::Control(with_nearest_3),
    )
    .doc("Calls goal with one more argument, the word of the dictionary that is nearest to a word.")
    .examples(&[("dictionary([fox, hen], D), with_nearest(fix, D, =(W))", "W = fox")]),
];

/// What an object of `dictionary/2` is in Rust: words in their order.
struct Dictionary(Vec<String>);

/// Texts are read by `need_text`, which raises the errors that a built-in would. The steps of long work are counted: after
/// some thousands of them the machine looks at interrupts and limits.
fn word_distance_3(m: &mut Machine, one: Cell, other: Cell, distance: Cell) -> Step {
    let (one, other) = (need_text(m, one)?, need_text(m, other)?);
    let found = distance_of(m, &one, &other)?;
    m.unify(distance, Cell::int(found as i64))
}

/// The memory that the work takes is charged first; a text has at most as many letters as bytes.
fn distance_of(m: &mut Machine, one: &str, other: &str) -> Result<usize, Stop> {
    let bytes = (other.len() + 1) * (size_of::<char>() + size_of::<usize>());
    m.with_aside(bytes, |m| edits(m, one, other))
}

fn edits(m: &mut Machine, one: &str, other: &str) -> Result<usize, Stop> {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    let mut pace = Pace::new();
    for (i, from) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in other.iter().enumerate() {
            m.poll_at(&mut pace)?;
            let best = (diagonal + usize::from(from != *to)).min(1 + row[j].min(row[j + 1]));
            diagonal = row[j + 1];
            row[j + 1] = best;
        }
    }
    Ok(row[other.len()])
}

/// A predicate with several solutions is called again on backtracking with the state that it has returned, here the
/// number of the next letter. Without a state it leaves no choice.
fn letters_of_3(
    m: &mut Machine,
    state: Option<Cell>,
    word: Cell,
    number: Cell,
    letters: Cell,
) -> Result<Option<Cell>, Stop> {
    let text: Vec<char> = need_text(m, word)?.chars().collect();
    let number = count(m, number)?;
    let first = match state.map(|state| m.view(state)) {
        Some(View::Int(first)) => first as usize,
        _ => 0,
    };
    let end = first.saturating_add(number);
    let Some(part) = text.get(first..end) else {
        return Err(Stop::Fail);
    };
    let part = text_atom(m, &String::from_iter(part))?;
    m.unify(letters, part)?;
    Ok((end < text.len()).then(|| Cell::int(first as i64 + 1)))
}

/// An object is charged with its bytes, and dropped when no term has it.
fn dictionary_2(m: &mut Machine, words: Cell, dictionary: Cell) -> Step {
    let mut texts = Vec::new();
    for word in proper_list(m, words)? {
        texts.push(need_text(m, word)?);
    }
    texts.sort();
    texts.dedup();
    let bytes = texts.iter().map(|text| text.len() + size_of::<String>()).sum();
    let object = m.new_object("dictionary", Arc::new(Dictionary(texts)), bytes)?;
    m.unify(dictionary, object)
}

/// Returns the dictionary that an argument is.
fn need_dictionary(m: &mut Machine, cell: Cell) -> Result<Arc<Dictionary>, Stop> {
    match m.atoms.object_value::<Dictionary>(&m.heap, cell) {
        Some(dictionary) => Ok(dictionary),
        None => Err(m.type_or_instantiation_error(Type::Atom, cell)),
    }
}

fn dictionary_has_2(m: &mut Machine, dictionary: Cell, word: Cell) -> Step {
    let dictionary = need_dictionary(m, dictionary)?;
    let word = need_text(m, word)?;
    let found = dictionary.0.binary_search(&word);
    found.map(|_| ()).map_err(|_| Stop::Fail)
}

fn dictionary_word_2(m: &mut Machine, state: Option<Cell>, dictionary: Cell, word: Cell) -> Result<Option<Cell>, Stop> {
    let dictionary = need_dictionary(m, dictionary)?;
    let number = match state.map(|state| m.view(state)) {
        Some(View::Int(number)) => number as usize,
        _ => 0,
    };
    let Some(text) = dictionary.0.get(number) else {
        return Err(Stop::Fail);
    };
    let atom = text_atom(m, text)?;
    m.unify(word, atom)?;
    Ok((number + 1 < dictionary.0.len()).then(|| Cell::int(number as i64 + 1)))
}

/// A constraint is an attribute of a variable: backtracking takes it back, and the hook of the library runs when the
/// variable is bound.
fn restrict_to_words_2(m: &mut Machine, word: Cell, dictionary: Cell) -> Step {
    if !matches!(m.view(word), View::Var(_) | View::Attributed(_)) {
        return dictionary_has_2(m, dictionary, word);
    }
    need_dictionary(m, dictionary)?;
    let attribute = m.intern("words");
    m.reserve(16)?;
    attributes::set(m, word, attribute, dictionary)
}

/// A predicate that calls a goal returns it. What it makes on the heap is asked for before.
fn with_nearest_3(m: &mut Machine) -> Result<Next, Stop> {
    let (word, dictionary, goal) = (m.arg(0), m.arg(1), m.arg(2));
    let (word, dictionary) = (need_text(m, word)?, need_dictionary(m, dictionary)?);
    let mut nearest = None;
    for known in &dictionary.0 {
        let distance = distance_of(m, &word, known)?;
        if nearest.is_none_or(|(least, _)| distance < least) {
            nearest = Some((distance, known));
        }
    }
    let Some((_, nearest)) = nearest else {
        return Err(Stop::Fail);
    };
    let nearest = text_atom(m, nearest)?;
    m.reserve(8)?;
    let call = m.intern("call");
    Ok(Next::Call(m.heap.new_term(call, &[goal, nearest])))
}

#[cfg(test)]
mod tests {
    use super::WORDS;
    use ferz::{Engine, ErrorKind, Limit, Limits, Program};
    use std::time::Duration;

    fn engine() -> Engine {
        let program = Program::builder()
            .library(&WORDS)
            .text("user", ":- use_module(library(words)).");
        program.freeze().expect("it loads").engine()
    }

    #[test]
    fn what_the_documentation_says_holds() {
        let mut engine = engine();
        for row in super::ROWS {
            for (goal, answer) in row.examples {
                let goal = format!("{goal}, {answer}");
                assert!(engine.succeeds(&goal).expect("no error"), "{goal}");
            }
        }
        let words = "dictionary([b, a, b], D), findall(W, word_of(W, D), [a, b])";
        assert!(engine.succeeds(words).expect("no error"));
        let only = "dictionary([a, b], D), only_words(f(X, Y), D), X = Y, \\+ X = c, Y = a";
        assert!(engine.succeeds(only).expect("no error"));
        assert!(
            engine
                .succeeds("with_output_to(string(S), help(word_of/2)), S \\== \"\"")
                .expect("no error")
        );
    }

    #[test]
    fn faults_are_errors_of_the_standard() {
        let mut engine = engine();
        for (goal, error) in [
            ("word_distance(_, a, _)", "instantiation_error"),
            ("letters_of(abc, -1, _)", "domain_error(not_less_than_zero, -1)"),
            ("dictionary([a|b], _)", "type_error(list, [a|b])"),
            ("dictionary_has(nothing, a)", "type_error(atom, nothing)"),
        ] {
            let goal = format!("catch({goal}, error(E, _), true), E = {error}");
            assert!(engine.succeeds(&goal).expect("it is caught"), "{goal}");
        }
    }

    #[test]
    fn work_stops_at_limits() {
        let mut engine = engine();
        engine.set_limits(&Limits::default().time(Duration::from_millis(100)));
        let long = "numlist(1, 60000, L), atomic_list_concat(L, A), word_distance(A, A, _)";
        let error = engine.once(long).expect_err("ten seconds and more");
        assert_eq!(error.kind(), &ErrorKind::Limit(Limit::Time));
        assert!(engine.succeeds("word_distance(a, b, 1)").expect("it is usable"));
    }

    #[test]
    fn predicates_are_seen_once_the_library_is_loaded() {
        let program = Program::builder().library(&WORDS).freeze().expect("it loads");
        let error = program
            .engine()
            .once("word_distance(a, b, X)")
            .expect_err("it is not loaded");
        assert!(error.to_string().contains("words"), "{error}");
    }

    #[test]
    fn libraries_come_first_and_once() {
        let twice = Program::builder().library(&WORDS).library(&WORDS).freeze();
        assert!(
            twice
                .expect_err("they clash")
                .to_string()
                .contains("word_distance/3 exists")
        );
        let late = Program::builder().text("user", "p.").library(&WORDS).freeze();
        assert!(
            late.expect_err("too late")
                .to_string()
                .contains("libraries come before texts")
        );
    }
}
