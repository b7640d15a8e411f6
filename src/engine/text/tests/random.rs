//! Random sequences of tokens: reading ends, resumes after errors, and agrees with the end finder.

use super::*;
use crate::base::span::Span;
use crate::text::end::EndFinder;
use crate::text::error::SyntaxKind;
use crate::text::extensions::Extensions;
use crate::text::lexer::{end_of_clause, goes_over_a_clause};

const PIECES: &[&str] = &[
    "a", "foo", "X", "_", "_Y", "1", "0", "12", "1.5", "1r3", "0x1F", "16'FF", "0'a", "0'", "0'''", "'", "\"", "`",
    "'q'", "\"s\"", "\\", "\\x41\\", "-", "+", "- ", "\\+", ":-", " :- ", "=", ",", "|", ";", "!", ".", ". ", ".\n",
    "(", ")", "[", "]", "{", "}", "f(", "-(", "[](", "{}(", " ", "\n", "%", "/*", "*/", "é", "É", "→", "\u{A0}",
    "\u{FFFD}", "\0", "dynamic", "$", "*", "1e10", "_1", "e", "x", "\\\n", "''", "++ ",
];

fn random_text(random: &mut fastrand::Rng) -> String {
    (0..random.usize(1..16))
        .map(|_| PIECES[random.usize(0..PIECES.len())])
        .collect()
}

#[test]
fn random_text_is_read_to_its_end() {
    let mut random = fastrand::Rng::with_seed(20);
    let mut bench = Bench::new().op(300, OpType::Yf, "++");
    let (mut clauses, mut errors) = (0, 0);
    for _ in 0..30_000 {
        let text = random_text(&mut random);
        let mut from = 0;
        loop {
            match bench.read(&text, from) {
                Ok(Read::EndOfText) => break,
                Ok(Read::Clause { start, end }) => {
                    clauses += 1;
                    assert!(from <= start && start < end, "{text:?}");
                    assert_eq!(
                        from_to_end(&text[from..], &mut random),
                        Some(end - from),
                        "{text:?} from {from}"
                    );
                    let ast = bench.reader.ast();
                    for id in ast
                        .nodes()
                        .iter()
                        .zip(0..)
                        .map(|(_, i)| ast.span(NodeId::from_index(i)))
                    {
                        assert!(text.get(id.start as usize..id.end as usize).is_some(), "{text:?}");
                    }
                    from = end;
                }
                Err(error) => {
                    errors += 1;
                    if let Some(end) = end_of_clause(&text[from..]) {
                        // A quoted item over several clauses was left open, it seems: reading goes on in its middle.
                        let within = matches!(error.kind, SyntaxKind::NewlineInQuoted(_))
                            && goes_over_a_clause(&text[error.span.start as usize..from + end])
                            && text[..error.resume].ends_with('.');
                        assert!(error.resume == from + end || within, "{text:?} from {from}: {error:?}");
                    }
                    assert!(error.resume > from && error.resume <= text.len(), "{text:?} {error:?}");
                    assert!(text.get(error.span.range()).is_some(), "{text:?} {error:?}");
                    assert!(!error.to_string().is_empty() && !error.kind.name().is_empty());
                    from = error.resume;
                }
            }
        }
    }
    assert!(clauses > 500 && errors > 10_000, "{clauses} clauses, {errors} errors");
}

/// Returns the end of the first clause of `text`, found by the lexer and in pieces of any length.
fn from_to_end(text: &str, random: &mut fastrand::Rng) -> Option<usize> {
    let end = end_of_clause(text);
    let mut finder = EndFinder::new(Extensions::ALL);
    let (mut rest, mut found) = (text, None);
    while !rest.is_empty() && found.is_none() {
        let (piece, after) = rest.split_at(rest.ceil_char_boundary(random.usize(1..9).min(rest.len())));
        found = finder.feed(piece).map(|at| text.len() - rest.len() + at);
        rest = after;
    }
    // A token that stops at the end of the text may go on in the next piece.
    let found = found.or_else(|| finder.feed("\n").map(|_| text.len()));
    assert_eq!(found, end, "{text:?}");
    end
}

#[test]
fn clauses_read_at_once_are_those_read_token_by_token() {
    const BRACKETS: &[&str] = &[
        "f(", "g(", "[", "{", "(", ")", ")", "]", "}", ",", ",", ", ", "|", "a", "X", "Y", "1", "-", "+", " ", "[]",
        "{}", "[](", "_{", "\"s\"", ". ", "- 1", "1r0",
    ];
    let mut random = fastrand::Rng::with_seed(9);
    let (mut one, mut other) = (Bench::new(), Bench::new());
    other.reader.by_tokens = true;
    let mut clauses = 0;
    for i in 0..60_000 {
        let mut text = match i % 3 {
            0 => random_text(&mut random),
            1 => random_term(&mut random, 4, 1200).0,
            _ => (0..random.usize(1..14))
                .map(|_| BRACKETS[random.usize(0..BRACKETS.len())])
                .collect(),
        };
        text.push_str(" .");
        let read = [one.read(&text, 0), other.read(&text, 0)];
        assert_eq!(read[0], read[1], "{text}");
        if read[0].is_ok() {
            clauses += 1;
            let [one, other] = [one.reader.ast(), other.reader.ast()];
            assert_eq!(one.nodes(), other.nodes(), "{text}");
            let spans = |ast: &Ast| -> Vec<Span> { (0..ast.nodes().len()).map(|at| ast.span(ast.id(at))).collect() };
            assert_eq!(spans(one), spans(other), "{text}");
            let children = |ast: &Ast| -> Vec<NodeId> {
                let of_node = |node: &Node| match *node {
                    Node::Compound { arity, first, .. } => ast.children(first, arity).to_vec(),
                    Node::List { count, first, tail } => ast.children(first, count + u32::from(tail)).to_vec(),
                    _ => Vec::new(),
                };
                ast.nodes().iter().flat_map(of_node).collect()
            };
            assert_eq!(children(one), children(other), "{text}");
        }
    }
    assert!(clauses > 20_000, "{clauses}");
}

#[test]
fn random_terms_are_read_as_they_were_written() {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..3_000 {
        let mut bench = Bench::new();
        let (text, expected) = random_term(&mut random, 4, 1200);
        assert_eq!(bench.canonical(&format!("{text} .")), expected, "{text}");
    }
}

/// Makes a term of priority at most `most` with operators, and its canonical form.
fn random_term(random: &mut fastrand::Rng, depth: usize, most: u16) -> (String, String) {
    const INFIX: &[(&str, &str, u16, u16, u16)] = &[
        ("+", "+", 500, 500, 499),
        ("-", "-", 500, 500, 499),
        ("*", "*", 400, 400, 399),
        ("^", "^", 200, 199, 200),
        ("**", "**", 200, 199, 199),
        ("=", "=", 700, 699, 699),
        (",", "','", 1000, 999, 1000),
        (";", ";", 1100, 1099, 1100),
        ("->", "->", 1050, 1049, 1050),
        (":-", ":-", 1200, 1199, 1199),
        ("mod", "mod", 400, 400, 399),
        ("|", "'|'", 1105, 1104, 1105),
    ];
    const PREFIX: &[(&str, u16, u16)] = &[
        ("-", 200, 200),
        ("\\", 200, 200),
        ("\\+", 900, 900),
        ("dynamic", 1150, 1149),
        (":-", 1200, 1199),
        ("$", 1, 0),
    ];
    if depth == 0 || random.u8(0..4) == 0 {
        return [
            ("a", "a"),
            ("X", "X"),
            ("[]", "[]"),
            ("'b c'", "'b c'"),
            ("\"s\"", "\"s\""),
            ("(-)", "-"),
            ("(7)", "7"),
        ]
        .map(|(text, expected)| (text.to_owned(), expected.to_owned()))[random.usize(0..7)]
        .clone();
    }
    let term = |random: &mut fastrand::Rng, most| random_term(random, depth - 1, most);
    let (text, expected, priority) = match random.u8(0..6) {
        0 | 1 => {
            let (name, quoted, priority, left_max, right_max) = INFIX[random.usize(0..INFIX.len())];
            let (left, right) = (term(random, left_max), term(random, right_max));
            (
                format!("{} {name} {}", left.0, right.0),
                format!("{quoted}({},{})", left.1, right.1),
                priority,
            )
        }
        2 => {
            let (name, priority, max) = PREFIX[random.usize(0..PREFIX.len())];
            let argument = term(random, max);
            (
                format!("{name} {}", argument.0),
                format!("{name}({})", argument.1),
                priority,
            )
        }
        3 => {
            let (first, second) = (term(random, 999), term(random, 999));
            (
                format!("f({},{})", first.0, second.0),
                format!("f({},{})", first.1, second.1),
                0,
            )
        }
        4 => {
            let (first, tail) = (term(random, 999), term(random, 999));
            (
                format!("[{}|{}]", first.0, tail.0),
                format!("[{}|{}]", first.1, tail.1),
                0,
            )
        }
        _ => {
            let inside = term(random, 1200);
            (format!("{{{}}}", inside.0), format!("{{}}({})", inside.1), 0)
        }
    };
    if priority > most {
        (format!("({text})"), expected)
    } else {
        (text, expected)
    }
}
