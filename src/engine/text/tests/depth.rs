//! Deep and long terms: reading takes linear time and no stack.

use super::*;
use crate::term::build::build;
use crate::term::heap::Heap;

const LEVELS: usize = if cfg!(debug_assertions) { 20_000 } else { 1_000_000 };

/// Reads and builds in a thread whose stack is too small for a call for each level.
fn reads(text: String) {
    let reading = move || {
        let mut bench = Bench::new().op(300, OpType::Yf, "++");
        let read = bench.read(&text, 0);
        assert!(matches!(read, Ok(Read::Clause { .. })), "{:?} {read:?}", &text[..20]);
        let mut heap = Heap::with_capacity(16);
        let built = build(bench.reader.ast(), &mut heap, &mut bench.atoms);
        assert_eq!(heap.deref(built.term), built.term);
    };
    let thread = std::thread::Builder::new()
        .stack_size(512 * 1024)
        .spawn(reading)
        .expect("a thread starts");
    thread.join().expect("the text is read");
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn brackets_nest_deeply() {
    for (open, middle, close) in [
        ("f(", "a", ")"),
        ("[", "", "]"),
        ("(", "a", ")"),
        ("{", "", "}"),
        ("[a|", "b", "]"),
        ("- (", "a", ")"),
    ] {
        reads(format!("{}{middle}{}.", open.repeat(LEVELS), close.repeat(LEVELS)));
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn operators_nest_deeply() {
    reads(format!("{}a.", "- ".repeat(LEVELS)));
    reads(format!("{}a.", "\\+ ".repeat(LEVELS)));
    for operator in ["-", ":", ",", ";", "^"] {
        reads(format!("a{}.", format!("{operator}a").repeat(LEVELS)));
    }
    reads(format!("a {}.", "++ ".repeat(LEVELS)));
    reads(format!("{}1.", "a- -".repeat(LEVELS)));
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn long_items_are_read() {
    reads(format!("f({}a).", "a,".repeat(LEVELS)));
    reads(format!("[{}a].", "X,".repeat(LEVELS)));
    reads(format!("/*{}*/ a.", "x".repeat(LEVELS)));
    reads(format!("a{}.", "é".repeat(LEVELS)));
    reads(format!("'{}'.", "\\n".repeat(LEVELS)));
    reads(format!(
        "f({}).",
        (0..LEVELS / 4).map(|i| format!("V{i}")).collect::<Vec<_>>().join(",")
    ));
}

#[test]
fn wrong_clauses_of_any_depth_are_errors() {
    for text in ["f(", "[", "(", "{", "- (", "f(a, "] {
        let error = Bench::new()
            .read(&(text.repeat(LEVELS) + "."), 0)
            .expect_err("nothing closes the brackets");
        assert_eq!(error.resume, text.len() * LEVELS + 1);
    }
}

#[test]
fn texts_full_of_open_quotes_are_given_up() {
    for text in ["\\'. ", "/* . "] {
        let text = format!("'{}.", text.repeat(LEVELS)).replacen("'/*", "/*", 1);
        let (mut bench, mut from, mut errors) = (Bench::new(), 0, 0);
        while let Err(error) = bench.read(&text, from) {
            from = error.resume;
            errors += 1;
        }
        assert!(
            from == text.len() && (1..=110).contains(&errors),
            "{errors} errors, the last at {from}"
        );
    }
}
