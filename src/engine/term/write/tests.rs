//! Tests of the writer: terms in canonical form, and their text.

use super::*;
use crate::base::num::{Number, Rational};
use dashu_int::IBig;

/// A heap, names and operators, and a reader for terms without operators.
struct World {
    heap: Heap,
    atoms: AtomTable,
    ops: OpTable,
    variables: Vec<(String, Cell)>,
}

impl World {
    fn new() -> World {
        let mut atoms = AtomTable::new();
        let ops = OpTable::new(&mut atoms);
        World {
            heap: Heap::with_capacity(100_000),
            atoms,
            ops,
            variables: Vec::new(),
        }
    }

    fn text(&self, term: Cell, options: &WriteOptions<'_>) -> String {
        term_text(
            &self.heap,
            Lexicon {
                atoms: &self.atoms,
                ops: &self.ops,
            },
            term,
            options,
        )
    }

    fn atom(&mut self, text: &str) -> Atom {
        self.atoms.intern(text)
    }

    fn term(&mut self, text: &str) -> Cell {
        self.variables.clear();
        let mut rest = text;
        let term = self.read(&mut rest);
        assert_eq!(rest.trim(), "", "{text}");
        term
    }

    fn read(&mut self, rest: &mut &str) -> Cell {
        *rest = rest.trim_start();
        let first = rest.chars().next().expect("a term");
        let signed = first == '-' && rest[1..].starts_with(|c: char| c.is_ascii_digit());
        if first.is_ascii_digit() || signed {
            return self.read_number(rest);
        }
        match first {
            '[' if !rest.starts_with("[]") => return self.read_list(rest),
            '"' => {
                let text = read_quoted(rest, '"');
                return self.heap.new_string(&text);
            }
            'A'..='Z' | '_' => {
                let name = take(rest, |c| c.is_alphanumeric() || c == '_');
                if let Some(known) = self.variables.iter().find(|v| v.0 == name) {
                    return known.1;
                }
                let cell = self.heap.new_var();
                self.variables.push((name, cell));
                return cell;
            }
            _ => {}
        }
        let name = match first {
            '\'' => read_quoted(rest, '\''),
            '[' | '{' => {
                let (name, after) = rest.split_at(2);
                *rest = after;
                name.to_string()
            }
            '!' | ';' | ',' | '|' => {
                *rest = &rest[1..];
                first.to_string()
            }
            _ if first.is_alphabetic() => take(rest, |c| c.is_alphanumeric() || c == '_'),
            _ => take(rest, |c| !c.is_alphanumeric() && !"(),|[]{}'\" ".contains(c)),
        };
        let name = self.atom(&name);
        if !rest.starts_with('(') {
            return Cell::atom(name);
        }
        let args = self.read_arguments(rest, ')');
        self.heap.new_term(name, &args)
    }

    /// Arguments after an opening bracket, up to `end`.
    fn read_arguments(&mut self, rest: &mut &str, end: char) -> Vec<Cell> {
        let mut args = Vec::new();
        loop {
            *rest = &rest[1..];
            args.push(self.read(rest));
            *rest = rest.trim_start();
            if !rest.starts_with(',') {
                break;
            }
        }
        if rest.starts_with(end) {
            *rest = &rest[1..];
        }
        args
    }

    fn read_list(&mut self, rest: &mut &str) -> Cell {
        let items = self.read_arguments(rest, ']');
        let mut tail = Cell::NIL;
        if rest.starts_with('|') {
            *rest = &rest[1..];
            tail = self.read(rest);
            *rest = &rest[1..];
        }
        self.heap.new_list(&items, tail)
    }

    fn read_number(&mut self, rest: &mut &str) -> Cell {
        let negative = rest.starts_with('-');
        *rest = rest.trim_start_matches('-');
        let text = take(rest, |c| c.is_ascii_alphanumeric() || c == '.');
        let sign = if negative { -1 } else { 1 };
        let number = match text.as_str() {
            "1.0Inf" => Number::Float(f64::INFINITY * f64::from(sign)),
            "1.5NaN" => Number::Float(f64::NAN),
            _ if text.contains('.') => Number::Float(text.parse::<f64>().expect("a float") * f64::from(sign)),
            _ => match text.split_once('r') {
                Some((above, below)) => Number::from(Rational::new(
                    above.parse::<IBig>().expect("a numerator") * sign,
                    below.parse().expect("a denominator"),
                )),
                None => Number::from(text.parse::<IBig>().expect("an integer") * sign),
            },
        };
        self.heap.new_number(&number)
    }
}

fn take(rest: &mut &str, goes_on: impl Fn(char) -> bool) -> String {
    let end = rest.find(|c| !goes_on(c)).unwrap_or(rest.len());
    let (token, after) = rest.split_at(end);
    *rest = after;
    token.to_string()
}

fn read_quoted(rest: &mut &str, quote: char) -> String {
    let (mut text, mut escaped) = (String::new(), false);
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => {
                text.push(match c {
                    'n' => '\n',
                    't' => '\t',
                    _ => c,
                });
                escaped = false;
            }
            '\\' => escaped = true,
            _ if c == quote => {
                *rest = &rest[at + 1..];
                return text;
            }
            _ => text.push(c),
        }
    }
    panic!("no closing quote in {rest}")
}

/// Terms in canonical form, and how `writeq/1` writes them. They agree with SWI-Prolog 9, except for `- (1)`, a blank
/// between a word and an opening bracket, and the variable names of `'$VAR'/1` (ISO 7.10.5).
const CASES: &str = include_str!("cases.txt");

#[test]
fn operators_and_quotes_are_written_as_expected() {
    let mut w = World::new();
    for line in CASES.lines() {
        let (canonical, expected) = line.split_once("  ==>  ").expect("a case has two sides");
        let term = w.term(canonical);
        assert_eq!(w.text(term, &WriteOptions::writeq()), expected, "{canonical}");
    }
}

#[test]
fn canonical_form_ignores_operators() {
    let mut w = World::new();
    for text in [
        "-(+(1,*(2,3)),f(-(a)))",
        "{}(','(a,b))",
        "[a,'B c',\"str\"|:-(x)]",
        "-(1)",
        "'$VAR'(3)",
        "-(-1)",
    ] {
        let term = w.term(text);
        assert_eq!(w.text(term, &WriteOptions::canonical()), text);
    }
    let term = w.term("f('A b',\"c\",[],'$VAR'(27))");
    assert_eq!(w.text(term, &WriteOptions::write()), "f(A b,c,[],B1)");
}

#[test]
fn blanks_follow_commas_when_asked_for() {
    let mut w = World::new();
    let options = WriteOptions {
        spacing: Spacing::NextArgument,
        priority: 699,
        ..WriteOptions::writeq()
    };
    for (text, expected) in [
        (
            "f(a,[b,c|d],{}(','(x,y)),+(1,2),-(-(a)),;(->(a,b),c))",
            "f(a, [b, c|d], {x, y}, 1+2, - -a, (a->b;c))",
        ),
        (":-(a,;(','(b,c),->(d,e)))", "(a:-b, c;d->e)"),
        ("[=(a,b),\\+(c),-(-(a))]", "[a=b, \\+c, - -a]"),
    ] {
        let term = w.term(text);
        assert_eq!(w.text(term, &options), expected);
    }
}

#[test]
fn depth_is_limited_as_in_swi_prolog() {
    let mut w = World::new();
    for (text, depth, expected) in [
        ("[1,2,3,4,5,6,7,8,9,10,11,12]", 10, "[1,2,3,4,5,6,7,8,9|...]"),
        ("[1,2,3,4,5]", 1, "[...|...]"),
        ("[1,2,3,4,5]", 2, "[1|...]"),
        ("[f(x)]", 1, "[...]"),
        ("[[1,2,3,4],[5,6,7,8],[9,10,11,12]]", 4, "[[1,2|...],[5|...],[...|...]]"),
        ("f(g(h(i)))", 1, "f(...)"),
        ("f(g(h(i)))", 3, "f(g(h(...)))"),
        ("f(a,b,c)", 1, "f(...,...,...)"),
        ("+(+(+(1,2),3),4)", 2, "... + ... + 4"),
        ("{}(','(a,','(b,c)))", 2, "{...,...}"),
        ("-(-(-(a)))", 2, "- - ..."),
        ("=(a,b)", 1, "... = ..."),
    ] {
        let term = w.term(text);
        let options = WriteOptions {
            max_depth: depth,
            ..WriteOptions::writeq()
        };
        assert_eq!(w.text(term, &options), expected, "{text} {depth}");
    }
}

#[test]
fn names_stand_for_variables_and_parts() {
    let mut w = World::new();
    let term = w.term("f(X,Y,-(X),g(X))");
    let mut names = Names::default();
    names.insert(w.variables[0].1, "X".to_string());
    let unnamed = w.variables[1].1.address();
    let text = w.text(
        term,
        &WriteOptions {
            names: Some(&names),
            ..WriteOptions::writeq()
        },
    );
    assert_eq!(text, format!("f(X,_{unnamed},-X,g(X))"));
}

#[test]
fn cyclic_terms_are_written_finitely() {
    let mut w = World::new();
    let term = w.term("f(X,[a|X])");
    let x = w.variables[0].1;
    w.heap.set(x.address(), term);
    assert_eq!(w.text(term, &WriteOptions::writeq()), "@(S_1,[S_1=f(S_1,[a|S_1])])");
    let outer = w.atom("g");
    let outer = w.heap.new_term(outer, &[term]);
    assert_eq!(w.text(outer, &WriteOptions::writeq()), "@(g(S_1),[S_1=f(S_1,[a|S_1])])");
    // With a name for the term, as in an answer.
    let names = Names::from_iter([(w.heap.deref(term), "X".to_string())]);
    let text = w.text(
        term,
        &WriteOptions {
            names: Some(&names),
            ..WriteOptions::writeq()
        },
    );
    assert_eq!(text, "f(X,[a|X])");
    let text = w.text(
        term,
        &WriteOptions {
            max_depth: 3,
            ..WriteOptions::writeq()
        },
    );
    assert_eq!(text, "f(f(f(...,...),[...|...]),[a|...])");
}

#[test]
fn deep_terms_need_no_stack() {
    let mut w = World::new();
    let mut term = Cell::int(1);
    for _ in 0..200_000 {
        term = w.heap.new_term(known::MINUS, &[term]);
        term = w.heap.new_term(known::PLUS, &[term, Cell::int(1)]);
    }
    let text = w.text(term, &WriteOptions::writeq());
    assert!(text.starts_with("- (- (- (") && text.ends_with("+1)+1)+1"));
    let list = w.heap.new_list(&vec![Cell::int(7); 300_000], Cell::NIL);
    assert_eq!(w.text(list, &WriteOptions::writeq()).len(), 600_001);
}

#[test]
fn postfix_and_quoted_operators() {
    use crate::text::ops::OpType;
    let mut w = World::new();
    let (post, bangs, mine) = (w.atom("post"), w.atom("!!"), w.atom("my op"));
    w.ops.set(200, OpType::Xf, post);
    w.ops.set(200, OpType::Xf, bangs);
    w.ops.set(700, OpType::Xfx, mine);
    for (text, expected) in [
        ("post(a)", "a post"),
        ("'!!'(a)", "a'!!'"),
        ("'!!'(1)", "1 '!!'"),
        ("+(post(1),post(-))", "1 post+(-)post"),
        ("post(-(1))", "(- (1))post"),
        ("-(post(1))", "- (1 post)"),
        ("'my op'(a,b)", "a'my op'b"),
        ("'my op'(0,'B')", "0 'my op' 'B'"),
    ] {
        let term = w.term(text);
        assert_eq!(w.text(term, &WriteOptions::writeq()), expected, "{text}");
    }
}

#[test]
fn a_sink_that_fails_stops_the_writing() {
    struct Full;
    impl Write for Full {
        fn write_str(&mut self, _: &str) -> Result<(), Error> {
            Err(Error)
        }
    }
    let mut w = World::new();
    let term = w.term("f(a)");
    let lexicon = Lexicon {
        atoms: &w.atoms,
        ops: &w.ops,
    };
    assert_eq!(
        write_term(&mut Full, &w.heap, lexicon, term, &WriteOptions::write()),
        Err(Error)
    );
    let mut text = String::new();
    assert_eq!(
        write_term(&mut text, &w.heap, lexicon, term, &WriteOptions::write()),
        Ok(Some(')'))
    );
}

#[test]
fn what_is_written_reads_back() {
    use crate::term::{build::build, order::is_variant};
    use crate::text::reader::{ReadFlags, Reader};
    let mut w = World::new();
    let mut reader = Reader::new();
    for line in CASES.lines() {
        let (canonical, written) = line.split_once("  ==>  ").expect("a case has two sides");
        if canonical.contains("$VAR") {
            continue;
        }
        let term = w.term(canonical);
        let text = format!("{written} .");
        let read = reader.read(&text, 0, &mut w.atoms, &w.ops, &ReadFlags::default());
        assert!(read.is_ok(), "{written}: {read:?}");
        let back = build(reader.ast(), &mut w.heap, &mut w.atoms).term;
        assert!(is_variant(&w.heap, term, back), "{canonical}: {written}");
    }
}
