//! Property tests: a written term reads back as the same term, with any operators; a term read from a broken text can
//! be written and read again.
//!
//! `FERZ_PROPS` sets the number of terms and texts, `FERZ_SEED` the first seed.

use super::*;
use crate::base::num::{Number, Rational};
use crate::term::build::build;
use crate::text::chars::is_symbol;
use crate::text::ops::{MAX_PRIORITY, OpType};
use crate::text::reader::{Read, ReadFlags, Reader};
use dashu_int::IBig;
use fastrand::Rng;

/// Names of atoms, functors and operators that are likely to merge, to be mistaken for other tokens, or to need
/// quotes.
const NAMES: &[&str] = &[
    "-",
    "+",
    "*",
    "\\",
    "\\+",
    "/",
    "//",
    "/*",
    "*/",
    "=",
    "==",
    ":-",
    "-->",
    "?-",
    ";",
    "!",
    ",",
    "|",
    "||",
    "[]",
    "{}",
    ".",
    "..",
    "=..",
    ":",
    "^",
    "$",
    "$VAR",
    "->",
    "a",
    "b",
    "f",
    "e",
    "x",
    "o",
    "r",
    "e5",
    "x1",
    "b1",
    "is",
    "mod",
    "dynamic",
    "table",
    "inf",
    "nan",
    "é",
    "É",
    "日",
    "→",
    "A",
    "_",
    "_a",
    "A b",
    "a b",
    "",
    " ",
    "\n",
    "\t",
    "\\n",
    "'",
    "''",
    "\"",
    "`",
    "%",
    "% c",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "0",
    "1",
    "0'",
    "1.5",
    "-1",
    "- 1",
    "a.b",
    "end_of_file",
    "\0",
    "\u{7f}",
    "\u{a0}",
    "\u{fffd}",
    "\u{200d}",
    "x\u{302}",
    "\u{302}",
    "²",
    "٣",
    "«",
    "😀",
    "\u{feff}",
];

/// Returns one of the names, or two concatenated.
fn text(random: &mut Rng) -> String {
    let mut text = NAMES[random.usize(0..NAMES.len())].to_owned();
    if random.u8(0..5) == 0 {
        text += NAMES[random.usize(0..NAMES.len())];
    }
    text
}

struct World {
    heap: Heap,
    atoms: AtomTable,
    ops: OpTable,
    reader: Reader,
    random: Rng,
    variables: Vec<Cell>,
}

impl World {
    /// Defines operators that `op/3` would permit, most of them with problematic names.
    fn new(seed: u64) -> World {
        let mut atoms = AtomTable::new();
        let mut random = Rng::with_seed(seed);
        let mut ops = OpTable::new(&mut atoms);
        for _ in 0..random.usize(0..40) {
            let atom = atoms.intern(&text(&mut random));
            let kind = OpType::ALL[random.usize(0..7)];
            let priority = match random.u8(0..4) {
                0 => random.u16(0..=MAX_PRIORITY),
                1 => random.u16(990..=1010),
                2 => [0, 1, 200, 500, 700, 999, 1000, 1150, 1200][random.usize(0..9)],
                _ => random.u16(1..400),
            };
            if ops.check(i64::from(priority), kind, atom).is_ok() {
                ops.set(priority, kind, atom);
            }
        }
        World {
            heap: Heap::with_capacity(1 << 16),
            atoms,
            ops,
            reader: Reader::new(),
            random,
            variables: Vec::new(),
        }
    }

    fn name(&mut self) -> Atom {
        let name = text(&mut self.random);
        self.atoms.intern(&name)
    }

    fn term(&mut self, depth: usize) -> Cell {
        let kinds = if depth == 0 { 7 } else { 16 };
        match self.random.u8(0..kinds) {
            0..=2 => Cell::atom(self.name()),
            3 | 4 => self.number(),
            5 => {
                let text = text(&mut self.random);
                self.heap.new_string(&text)
            }
            6 if self.random.bool() || self.variables.is_empty() => {
                let variable = self.heap.new_var();
                self.variables.push(variable);
                variable
            }
            6 => self.variables[self.random.usize(0..self.variables.len())],
            7 => {
                let items: Vec<Cell> = (0..self.random.usize(1..4)).map(|_| self.term(depth - 1)).collect();
                let tail = if self.random.u8(0..3) == 0 {
                    self.term(depth - 1)
                } else {
                    Cell::NIL
                };
                self.heap.new_list(&items, tail)
            }
            8 => {
                let mut inside = self.term(depth - 1);
                if self.random.bool() {
                    let more = self.term(depth - 1);
                    inside = self.heap.new_term(known::COMMA, &[inside, more]);
                }
                self.heap.new_term(known::CURLY, &[inside])
            }
            _ => {
                let name = self.name();
                let arity = [0, 1, 1, 1, 2, 2, 2, 2, 3][self.random.usize(0..9)];
                let arguments: Vec<Cell> = (0..arity).map(|_| self.term(depth - 1)).collect();
                if name == known::DOT && arity == 2 {
                    return self.heap.new_list(&arguments[..1], arguments[1]);
                }
                self.heap.new_term(name, &arguments)
            }
        }
    }

    fn number(&mut self) -> Cell {
        let small = self.random.i64(-3..=10);
        let number = match self.random.u8(0..8) {
            0 => Number::Float(small as f64 / 4.0),
            1 => Number::Float(
                [
                    0.0,
                    -0.0,
                    1e22,
                    1e-7,
                    1e15,
                    f64::INFINITY,
                    f64::NEG_INFINITY,
                    f64::MAX,
                    f64::NAN,
                ][self.random.usize(0..9)],
            ),
            2 => Number::Float(f64::from_bits(self.random.u64(..) & !(1 << 62))),
            3 => Number::from(IBig::from(small) * IBig::from(u64::MAX).pow(3)),
            4 => Number::from(Rational::new(IBig::from(small), 7u8.into())),
            5 => Number::Int(self.random.i64(..)),
            _ => Number::Int(small),
        };
        self.heap.new_number(&number)
    }

    fn lexicon(&self) -> Lexicon<'_> {
        Lexicon {
            atoms: &self.atoms,
            ops: &self.ops,
        }
    }

    fn written(&self, term: Cell, options: &WriteOptions<'_>) -> String {
        term_text(&self.heap, self.lexicon(), term, options)
    }

    /// Returns the only term of `text`, and its variables with their names.
    fn read(&mut self, text: &str) -> Result<(Cell, Names), String> {
        let flags = ReadFlags::default();
        match self.reader.read(text, 0, &mut self.atoms, &self.ops, &flags) {
            Ok(Read::Clause { end, .. }) if text[end..].trim().is_empty() => {}
            Ok(read) => return Err(format!("{read:?}")),
            Err(error) => return Err(error.to_string()),
        }
        let ast = self.reader.ast();
        let built = build(ast, &mut self.heap, &mut self.atoms);
        let named = built
            .variables
            .iter()
            .zip(0..)
            .map(|(&cell, i)| (cell, ast.variable_name(i).to_owned()));
        Ok((built.term, named.collect()))
    }
}

fn canonical(names: &Names) -> WriteOptions<'_> {
    WriteOptions {
        names: (!names.is_empty()).then_some(names),
        ..WriteOptions::canonical()
    }
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().expect("a number"))
}

/// Returns how the text of `term` under `options` fails to read back, if it does.
fn fault(world: &mut World, term: Cell, names: &Names, options: WriteOptions<'_>) -> Option<String> {
    let options = WriteOptions {
        quoted: true,
        names: (!names.is_empty()).then_some(names),
        ..options
    };
    let text = world.written(term, &options);
    let expected = world.written(term, &canonical(names));
    let whole = if options.priority < MAX_PRIORITY {
        format!("[{text}|{text}] .")
    } else {
        format!("{text} .")
    };
    let got = match world.read(&whole) {
        Ok((term, names)) => world.written(term, &canonical(&names)),
        Err(error) => format!("error: {error}"),
    };
    let expected = if options.priority < MAX_PRIORITY {
        world.list_twice(&expected, term)
    } else {
        expected
    };
    (got != expected).then(|| format!("  wrote    {whole}\n  expected {expected}\n  read     {got}"))
}

impl World {
    /// Returns the canonical form of `[Term|Term]`; that of the term is `one`.
    fn list_twice(&self, one: &str, term: Cell) -> String {
        let rest = match self.heap.view(self.heap.deref(term)) {
            View::List(_) => one[1..].to_owned(),
            View::Atom(known::NIL) => "]".to_owned(),
            _ => return format!("[{one}|{one}]"),
        };
        let separator = if rest == "]" { "" } else { "," };
        format!("[{one}{separator}{rest}")
    }
}

/// Returns how a clause with its full stop fails to read back, if it does, or how the text with numbered variables
/// differs from that with named ones.
fn fault_of_clause(world: &mut World, term: Cell) -> Option<String> {
    let variables = world.variables.clone();
    let letters = variables.iter().zip(b'A'..=b'Z');
    let names: Names = letters
        .map(|(&cell, letter)| (cell, char::from(letter).to_string()))
        .collect();
    let named = WriteOptions {
        quoted: true,
        names: Some(&names),
        ..WriteOptions::default()
    };
    let text = world.written(term, &named);
    let stop = if text.ends_with(is_symbol) { " ." } else { "." };
    let expected = world.written(term, &canonical(&names));
    let got = match world.read(&format!("{text}{stop}")) {
        Ok((term, names)) => world.written(term, &canonical(&names)),
        Err(error) => format!("error: {error}"),
    };
    if got != expected {
        return Some(format!(
            "  wrote    {text}{stop}\n  expected {expected}\n  read     {got}"
        ));
    }
    let numbered = WriteOptions {
        numbervars: true,
        ..named
    };
    if variables.len() > 26 || world.written(term, &numbered) != text {
        // The term has numbered variables of its own.
        return None;
    }
    for (&variable, number) in variables.iter().zip(0..) {
        let name = world.heap.new_term(known::DOLLAR_VAR, &[Cell::int(number)]);
        world.heap.set(variable.address(), name);
    }
    let written = world.written(
        term,
        &WriteOptions {
            names: None,
            ..numbered
        },
    );
    (written != text).then(|| format!("  named    {text}\n  numbered {written}"))
}

#[test]
fn terms_read_back_under_hostile_operators() {
    let count = setting("FERZ_PROPS", if cfg!(debug_assertions) { 3_000 } else { 100_000 });
    let first = setting("FERZ_SEED", 0);
    let mut faults = Vec::new();
    for seed in first..first + count {
        let mut world = World::new(seed);
        let term = world.term(1 + seed as usize % 5);
        let names: Names = world
            .variables
            .iter()
            .zip(0..)
            .map(|(&cell, i)| (cell, format!("V{i}")))
            .collect();
        for options in [
            WriteOptions::default(),
            WriteOptions {
                priority: 999,
                ..WriteOptions::default()
            },
            WriteOptions {
                spacing: Spacing::NextArgument,
                ..WriteOptions::default()
            },
            WriteOptions {
                ignore_ops: true,
                dot_lists: seed % 2 == 0,
                ..WriteOptions::default()
            },
        ] {
            if let Some(fault) = fault(&mut world, term, &names, options) {
                faults.push(format!("seed {seed}:\n{fault}"));
            }
        }
        if let Some(fault) = fault_of_clause(&mut world, term) {
            faults.push(format!("seed {seed}:\n{fault}"));
        }
    }
    faults.sort_by_key(String::len);
    faults.truncate(20);
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Clauses and queries to be broken.
const CORPUS: &[&str] = &[
    include_str!("cases.txt"),
    include_str!("../../../../tests/iso/6.3.txt"),
    include_str!("../../../../tests/iso/6.4.txt"),
    include_str!("../../../../tests/iso/6.5.txt"),
    include_str!("../../../../tests/iso/7.10.5.txt"),
    include_str!("../../../library/boot/messages.pl"),
    include_str!("../../../library/text/dcg.pl"),
];

/// Returns some lines of the corpus with some of their bytes changed, removed, doubled, or moved.
fn broken_text(random: &mut Rng) -> String {
    let source = CORPUS[random.usize(0..CORPUS.len())];
    let start = random.usize(0..source.len());
    let end = (start + random.usize(1..200)).min(source.len());
    let mut bytes = source.as_bytes()[start..end].to_vec();
    for _ in 0..random.usize(0..8) {
        let at = random.usize(0..=bytes.len());
        let to = (at + random.usize(0..10)).min(bytes.len());
        match random.u8(0..6) {
            0 if at < bytes.len() => bytes[at] = random.u8(..),
            1 if at < bytes.len() => bytes[at] ^= 1 << random.u8(0..8),
            2 => drop(bytes.drain(at..to)),
            3 => {
                let copy = bytes[at..to].to_vec();
                let place = random.usize(0..=bytes.len());
                bytes.splice(place..place, copy);
            }
            4 => bytes.insert(at, b"'\"`\\()[]{}.,|%/*0_- \n"[random.usize(0..21)]),
            _ => {
                let name = NAMES[random.usize(0..NAMES.len())];
                bytes.splice(at..at, name.bytes());
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn broken_text_is_read_without_harm_and_read_again() {
    let count = setting("FERZ_PROPS", if cfg!(debug_assertions) { 20_000 } else { 1_000_000 });
    let first = setting("FERZ_SEED", 0);
    let mut clauses = 0;
    let mut world = World::new(first);
    for seed in first..first + count {
        if seed % 64 == 0 {
            world = World::new(seed);
        }
        let text = broken_text(&mut Rng::with_seed(seed));
        let mut from = 0;
        let flags = ReadFlags::default();
        loop {
            match world.reader.read(&text, from, &mut world.atoms, &world.ops, &flags) {
                Ok(Read::EndOfText) => break,
                Ok(Read::Clause { end, .. }) => {
                    clauses += 1;
                    from = end;
                    let ast = world.reader.ast();
                    let built = build(ast, &mut world.heap, &mut world.atoms);
                    let names = built
                        .variables
                        .iter()
                        .zip(0..)
                        .map(|(&cell, i)| (cell, format!("V{i}")));
                    let names: Names = names.collect();
                    if let Some(fault) = fault(&mut world, built.term, &names, WriteOptions::default()) {
                        panic!("seed {seed}: {text:?}\n{fault}");
                    }
                }
                Err(error) => {
                    assert!(error.resume > from && error.resume <= text.len(), "{text:?} {error:?}");
                    assert!(text.get(error.span.range()).is_some(), "{text:?}");
                    from = error.resume;
                }
            }
        }
    }
    assert!(clauses as u64 > count / 10, "{clauses} clauses were right");
}
