//! Tests of reading: clauses against their canonical form, errors against their messages and locations.

use super::ast::{Ast, Node, NodeId};
use super::error::SyntaxError;
use super::ops::{OpTable, OpType};
use super::reader::{Read, ReadFlags, Reader};
use crate::base::atom::AtomTable;
use crate::base::flag::Quotes;
use crate::base::num::Number;
use crate::base::span::line_and_column;

mod clauses;
mod depth;
mod errors;
mod random;

/// A reader with its tables.
struct Bench {
    atoms: AtomTable,
    ops: OpTable,
    flags: ReadFlags,
    reader: Reader,
}

impl Bench {
    fn new() -> Bench {
        let mut atoms = AtomTable::new();
        let ops = OpTable::new(&mut atoms);
        Bench {
            atoms,
            ops,
            flags: ReadFlags::default(),
            reader: Reader::new(),
        }
    }

    fn op(mut self, priority: u16, kind: OpType, name: &str) -> Bench {
        self.ops.set(priority, kind, self.atoms.intern(name));
        self
    }

    fn quotes(mut self, double: Quotes, back: Quotes) -> Bench {
        self.flags.double_quotes = double;
        self.flags.back_quotes = back;
        self
    }

    fn read(&mut self, text: &str, from: usize) -> Result<Read, SyntaxError> {
        self.reader.read(text, from, &mut self.atoms, &self.ops, &self.flags)
    }

    /// Returns the first clause of `text` in canonical form, or its error as `line:column: message`.
    fn canonical(&mut self, text: &str) -> String {
        match self.read(text, 0) {
            Ok(Read::Clause { .. }) => {
                let ast = self.reader.ast();
                let mut out = String::new();
                write(ast, &self.atoms, ast.root(), &mut out);
                out
            }
            Ok(Read::EndOfText) => "end of text".to_owned(),
            Err(error) => shown(text, &error),
        }
    }
}

fn shown(text: &str, error: &SyntaxError) -> String {
    let (line, column) = line_and_column(text, error.span.start as usize);
    format!("{line}:{column}: {error}")
}

/// Writes without operators; quotes all names that are not plain. Only for shallow terms.
fn write(ast: &Ast, atoms: &AtomTable, id: NodeId, out: &mut String) {
    let list = |items: &[NodeId], out: &mut String| {
        for (i, &item) in items.iter().enumerate() {
            if i > 0 {
                out.push(',');
            }
            write(ast, atoms, item, out);
        }
    };
    match ast.node(id) {
        Node::Atom(atom) => name(atoms.text(atom), out),
        Node::Var(index) if ast.variable_name(index) == "_" => out.push_str(&format!("_{index}")),
        Node::Var(index) => out.push_str(ast.variable_name(index)),
        Node::Int(value) => out.push_str(&value.to_string()),
        Node::Float(value) => out.push_str(&format!("{value:?}")),
        Node::Number(index) => match ast.number(index) {
            Number::Rational(value) => out.push_str(&format!("{}r{}", value.numerator(), value.denominator())),
            Number::Big(value) => out.push_str(&value.to_string()),
            other => out.push_str(&format!("not in normal form: {other:?}")),
        },
        Node::String(range) => out.push_str(&format!("{:?}", ast.text(range))),
        Node::Codes(range) => out.push_str(&format!("codes{:?}", ast.text(range))),
        Node::Chars(range) => out.push_str(&format!("chars{:?}", ast.text(range))),
        Node::Compound {
            name: functor,
            arity,
            first,
        } => {
            name(atoms.text(functor), out);
            out.push('(');
            list(ast.children(first, arity), out);
            out.push(')');
        }
        Node::List { count, first, tail } => {
            out.push('[');
            list(ast.children(first, count), out);
            if tail {
                out.push('|');
                write(ast, atoms, ast.children(first + count, 1)[0], out);
            }
            out.push(']');
        }
    }
}

fn name(text: &str, out: &mut String) {
    const SYMBOLS: &str = "+-*/\\^<>=~:.?@#&$";
    let word = text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let symbol = !text.is_empty() && text != "." && text.chars().all(|c| SYMBOLS.contains(c));
    if word || symbol || matches!(text, "[]" | "{}" | "!" | ";") {
        out.push_str(text);
    } else {
        out.push_str(&format!("'{}'", text.escape_debug()));
    }
}

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    check_with(&mut Bench::new(), cases);
}

/// With the flag `iso`.
#[track_caller]
fn check_strict(cases: &[(&str, &str)]) {
    let mut bench = Bench::new();
    bench.flags.iso = true;
    check_with(&mut bench, cases);
}

#[track_caller]
fn check_with(bench: &mut Bench, cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(bench.canonical(text), *expected, "{text}");
    }
}
