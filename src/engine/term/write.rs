//! Writing terms as text (ISO 7.10.5), with the operators in force.
//!
//! Pending parts are on a stack, so that depth costs no recursion. Text is written in tokens; two that would merge are
//! separated by a blank. The layout is that of SWI-Prolog, except that `-(1)` is written `- (1)`: `- 1` would be read
//! as an integer, as in the standard.

mod dict;
mod operands;
mod options;
mod quote;
#[cfg(test)]
mod round_trip_tests;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt::{Error, Write};

use super::cell::Cell;
use super::heap::Heap;
use super::view::View;
use super::walk;
use crate::base::atom::{Atom, AtomTable, Functor};
use crate::base::known;
use crate::base::num::text::{format_float, push_int};
use crate::text::chars::is_word;
use crate::text::ops::{OpDef, OpTable};

pub use options::{Names, Spacing, WriteOptions};
pub use quote::{needs_quotes, write_quoted};

/// The tables for writing.
#[derive(Clone, Copy)]
pub struct Lexicon<'a> {
    /// The names of atoms.
    pub atoms: &'a AtomTable,
    /// The operators in force.
    pub ops: &'a OpTable,
}

/// Writes `term` to `out`; returns the last character written, if any, for a caller that appends an end token.
///
/// # Errors
/// If `out` fails; writing stops there.
pub fn write_term(
    out: &mut dyn Write,
    heap: &Heap,
    lexicon: Lexicon<'_>,
    term: Cell,
    options: &WriteOptions<'_>,
) -> Result<Option<char>, Error> {
    match heap.view(term) {
        View::Atom(atom) => {
            let text = atom_text(lexicon, atom, options);
            out.write_str(&text)?;
            return Ok(text.chars().next_back());
        }
        View::Int(value) => {
            let mut text = String::new();
            push_int(&mut text, value);
            out.write_str(&text)?;
            return Ok(text.chars().next_back());
        }
        _ => {}
    }
    let mut writer = Writer {
        out,
        heap,
        lexicon,
        options,
        cyclic: Names::default(),
        text: String::with_capacity(COMMON_LENGTH),
        last: None,
        after_prefix: false,
        work: Vec::with_capacity(COMMON_DEPTH),
    };
    writer.run(term)?;
    writer.flush()?;
    Ok(writer.last)
}

/// Returns the text of `term`.
#[cfg(any(test, feature = "testing"))]
pub fn term_text(heap: &Heap, lexicon: Lexicon<'_>, term: Cell, options: &WriteOptions<'_>) -> String {
    let mut text = String::new();
    write_term(&mut text, heap, lexicon, term, options).expect("a string takes any text");
    text
}

/// Returns the text of an atom, in quotes if the options and the atom require them.
fn atom_text<'a>(lexicon: Lexicon<'a>, atom: Atom, options: &WriteOptions<'_>) -> Cow<'a, str> {
    let text = lexicon.atoms.text(atom);
    let is_wide = || options.quote_wide && text.chars().any(|c| c > '\u{FF}');
    if options.quoted && (needs_quotes(text) || is_wide()) && lexicon.atoms.object(atom).is_none() {
        Cow::Owned(in_quotes(text))
    } else {
        Cow::Borrowed(text)
    }
}

fn in_quotes(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    write_quoted(&mut out, text, '\'').expect("a string takes any text");
    out
}

/// A pending part of the text. Three words each, since a term as deep as the heap has as many of them as levels.
enum Task {
    /// A term of priority at most `most`; if it is an operand, an operator's name gets brackets.
    Term {
        cell: Cell,
        most: u16,
        depth: u32,
        operand: bool,
    },
    /// A compound, even if it has a name.
    Unnamed { cell: Cell, most: u16, depth: u32 },
    /// Punctuation.
    Text(&'static str),
    /// So many closing brackets: those of arguments that end together take one entry, however deep the term is.
    Close(usize),
    /// An infix operator, whose priority on the right is `most` and whose arguments begin at an address, and its right
    /// operand.
    Infix { first: usize, most: u16, depth: u32 },
    /// A postfix operator.
    Postfix(Atom),
    /// A comma and the arguments from an address up to an end, then the closing bracket.
    Arguments { next: usize, end: usize, depth: u32 },
    /// The pairs of a dict from an address up to an end, then the closing brace.
    Pairs { next: usize, end: usize, depth: u32 },
    /// The rest of a list whose next item is so deep.
    Tail { cell: Cell, depth: u32 },
    /// A name for a subterm of a cyclic term, and the subterm.
    Definition(Cell),
}

const _: () = assert!(size_of::<Task>() <= 3 * size_of::<Cell>());

struct Writer<'a> {
    out: &'a mut dyn Write,
    heap: &'a Heap,
    lexicon: Lexicon<'a>,
    options: &'a WriteOptions<'a>,
    cyclic: Names,
    text: String,
    last: Option<char>,
    /// Whether a prefix operator was just written, which directly before an opening bracket would be a functor.
    after_prefix: bool,
    work: Vec<Task>,
}

/// Initial capacities that suffice for most terms.
const COMMON_LENGTH: usize = 256;
const COMMON_DEPTH: usize = 16;
/// Characters that are buffered before they are written to `out`.
const CHUNK: usize = 4096;
/// The priority of arguments.
const ARGUMENT: u16 = 999;

impl<'a> Writer<'a> {
    fn run(&mut self, term: Cell) -> Result<(), Error> {
        let root = self.heap.deref(term);
        let heads = self.cycles(root);
        if heads.is_empty() {
            self.work.push(Task::Unnamed {
                cell: root,
                most: self.options.priority,
                depth: 1,
            });
        } else {
            // `@(Template, [Name = Part, ...])`, as SWI-Prolog writes cyclic terms.
            for (i, &head) in heads.iter().enumerate() {
                self.cyclic.insert(head, format!("S_{}", i + 1));
            }
            self.token("@");
            self.punctuation("(");
            self.work.push(Task::Text("])"));
            for (i, &head) in heads.iter().enumerate().rev() {
                self.work.push(Task::Definition(head));
                if i > 0 {
                    self.work.push(Task::Text(self.comma()));
                }
            }
            self.work.push(Task::Text("["));
            self.work.push(Task::Text(self.comma()));
            self.work.push(Task::Term {
                cell: root,
                most: ARGUMENT,
                depth: 1,
                operand: false,
            });
        }
        while let Some(task) = self.work.pop() {
            self.step(task);
            if self.text.len() >= CHUNK {
                self.flush()?;
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Error> {
        let done = self.out.write_str(&self.text);
        self.text.clear();
        done
    }

    /// Returns the compounds that need a name to make the text finite.
    fn cycles(&self, root: Cell) -> Vec<Cell> {
        if self.options.max_depth > 0 {
            return Vec::new();
        }
        walk::cycle_heads(self.heap, root, |cell| self.name(cell).is_some())
    }

    fn name(&self, cell: Cell) -> Option<&'a String> {
        self.options.names?.get(&cell)
    }

    fn step(&mut self, task: Task) {
        match task {
            Task::Term {
                cell,
                most,
                depth,
                operand,
            } => self.term(cell, most, depth, operand),
            Task::Unnamed { cell, most, depth } => self.unnamed(cell, most, depth, false),
            Task::Text(text) => self.punctuation(text),
            Task::Close(count) => {
                if count > 1 {
                    self.work.push(Task::Close(count - 1));
                }
                self.punctuation(")");
            }
            Task::Infix { first, most, depth } => {
                self.infix(self.heap.get(first - 1).as_functor().name());
                self.operand(first + 1, most, depth);
            }
            Task::Postfix(atom) => self.atom(atom),
            Task::Arguments { next, end, depth } => {
                self.punctuation(self.comma());
                self.arguments(next, end, depth);
            }
            Task::Pairs { next, end, depth } => self.pairs(next, end, depth),
            Task::Tail { cell, depth } => self.tail(cell, depth),
            Task::Definition(cell) => {
                let name = self.cyclic.get(&cell).cloned().unwrap_or_default();
                self.token(&name);
                self.token("=");
                self.unnamed(cell, 699, 1, true);
            }
        }
    }

    fn term(&mut self, cell: Cell, most: u16, depth: u32, operand: bool) {
        let cell = self.heap.deref(cell);
        if self.too_deep(depth) {
            self.token("...");
        } else if let Some(name) = self.name(cell) {
            self.given_name(name);
        } else if let Some(name) = self.cyclic.get(&cell).cloned() {
            self.given_name(&name);
        } else {
            self.unnamed(cell, most, depth, operand);
        }
    }

    /// Writes the name given to a variable. It may be any text; only a word is separated from its neighbours.
    fn given_name(&mut self, name: &str) {
        if name.starts_with(is_word) {
            self.token(name);
        } else {
            self.punctuation(name);
            self.last = None;
        }
    }

    fn too_deep(&self, depth: u32) -> bool {
        self.options.max_depth > 0 && depth as usize > self.options.max_depth
    }

    fn unnamed(&mut self, cell: Cell, most: u16, depth: u32, operand: bool) {
        match self.heap.view(cell) {
            View::Var(cell) | View::Attributed(cell) => match self.name(cell) {
                Some(name) => self.given_name(name),
                None => {
                    self.before('_');
                    self.text.push('_');
                    push_int(&mut self.text, cell.address() as i64);
                    self.last = self.text.chars().next_back();
                }
            },
            View::Int(value) => {
                self.before(if value < 0 { '-' } else { '0' });
                push_int(&mut self.text, value);
                self.last = self.text.chars().next_back();
            }
            View::Float(value) => self.token(&format_float(value)),
            View::BigInt(_) | View::Rational(_) => {
                let number = self.heap.number(cell).expect("the cell was seen to be a number");
                self.token(&number.short_text(&self.heap.watch, self.options.max_bits));
            }
            View::String(cell) => self.string(cell),
            View::Atom(atom) if operand && self.is_operator(atom) => {
                self.open();
                self.atom(atom);
                self.punctuation(")");
            }
            View::Atom(atom) => self.atom(atom),
            View::List(address) if self.options.dot_lists => {
                self.atom(known::DOT);
                self.punctuation("(");
                self.arguments(address, address + 2, depth);
            }
            View::List(address) => {
                self.punctuation("[");
                self.work.push(Task::Tail {
                    cell: self.heap.get(address + 1),
                    depth: depth.saturating_add(2),
                });
                self.argument(self.heap.get(address), depth.saturating_add(1));
            }
            View::Struct(functor, first) => self.compound(functor, first, most, depth),
        }
    }

    fn compound(&mut self, functor: Functor, first: usize, most: u16, depth: u32) {
        let name = functor.name();
        if functor.arity() == 1 && self.special(name, first, depth) {
            return;
        }
        if name == known::DICT && self.dict(functor, first, depth) {
            return;
        }
        if !self.options.ignore_ops {
            match functor.arity() {
                1 => {
                    if let Some(op) = self.lexicon.ops.prefix(name) {
                        return self.prefix(name, op, first, most, depth);
                    }
                    if let Some(op) = self.lexicon.ops.postfix(name) {
                        self.bracket(op, most);
                        self.work.push(Task::Postfix(name));
                        return self.operand(first, self.most_on_the_left(op, first), depth);
                    }
                }
                2 => {
                    if let Some(op) = self.lexicon.ops.infix(name) {
                        self.bracket(op, most);
                        self.work.push(Task::Infix {
                            first,
                            most: op.right_max(),
                            depth,
                        });
                        return self.operand(first, self.most_on_the_left(op, first), depth);
                    }
                }
                _ => {}
            }
        }
        self.atom(name);
        self.punctuation("(");
        self.arguments(first, first + functor.arity(), depth);
    }

    /// Writes numbered variables, streams, clauses, records, and terms in braces; returns false for other terms.
    fn special(&mut self, name: Atom, first: usize, depth: u32) -> bool {
        let argument = self.heap.view(self.heap.get(first));
        match (name, argument) {
            (known::DOLLAR_VAR, View::Int(number @ 0..)) if self.options.numbervars => {
                let letter = char::from(b'A' + (number % 26) as u8);
                let text = if number < 26 {
                    letter.to_string()
                } else {
                    format!("{letter}{}", number / 26)
                };
                self.token(&text);
            }
            (known::DOLLAR_VAR, View::Atom(name)) if self.options.named || self.options.numbervars => {
                let text = self.lexicon.atoms.text(name);
                let is_name = self.options.named && text.starts_with(|c: char| c == '_' || c.is_uppercase());
                // The variables that occur once are so after numbervars/4.
                if !is_name && text != "_" {
                    return false;
                }
                self.token(text);
            }
            (known::STREAM, View::Int(number)) => self.punctuation(&format!("<stream>({number:#x})")),
            (known::CLAUSE_REF, View::Int(number)) => self.punctuation(&format!("<clause>({number:#x})")),
            (known::RECORD, View::Int(number)) => self.punctuation(&format!("<record>({number:#x})")),
            (known::CURLY, _) if !self.options.ignore_ops => {
                self.token("{");
                self.work.push(Task::Text("}"));
                self.work.push(Task::Term {
                    cell: self.heap.get(first),
                    most: 1200,
                    depth: depth.saturating_add(1),
                    operand: false,
                });
            }
            _ => return false,
        }
        true
    }

    fn prefix(&mut self, name: Atom, op: OpDef, first: usize, most: u16, depth: u32) {
        self.bracket(op, most);
        self.atom(name);
        self.after_prefix = true;
        if name == known::MINUS && self.begins_with_digit(self.heap.get(first), op.right_max()) {
            self.open();
            self.close_after();
            self.work.push(Task::Term {
                cell: self.heap.get(first),
                most: 1200,
                depth: depth.saturating_add(1),
                operand: false,
            });
        } else {
            self.operand(first, op.right_max(), depth);
        }
    }

    fn infix(&mut self, name: Atom) {
        match name {
            known::COMMA => self.punctuation(self.comma()),
            known::BAR => self.punctuation("|"),
            _ => {
                let text = self.atom_text(name);
                if self.needs_blank(&text) {
                    // A blank before the operator requires one after it.
                    self.token(&text);
                    self.punctuation(" ");
                } else {
                    self.token(&text);
                }
            }
        }
    }

    fn tail(&mut self, cell: Cell, depth: u32) {
        let cell = self.heap.deref(cell);
        if cell == Cell::NIL {
            self.punctuation("]");
        } else if self.too_deep(depth) {
            self.punctuation("|...]");
        } else if !cell.is_list() || self.name(cell).is_some() || self.cyclic.contains_key(&cell) {
            self.punctuation("|");
            self.work.push(Task::Text("]"));
            self.argument(cell, depth);
        } else {
            self.punctuation(self.comma());
            self.work.push(Task::Tail {
                cell: self.heap.get(cell.address() + 1),
                depth: depth.saturating_add(1),
            });
            self.argument(self.heap.get(cell.address()), depth);
        }
    }

    fn arguments(&mut self, next: usize, end: usize, depth: u32) {
        if next == end {
            return self.punctuation(")");
        }
        if next + 1 == end {
            self.close_after();
        } else {
            self.work.push(Task::Arguments {
                next: next + 1,
                end,
                depth,
            });
        }
        self.argument(self.heap.get(next), depth.saturating_add(1));
    }

    /// Has a closing bracket written after what is to be written next.
    fn close_after(&mut self) {
        match self.work.last_mut() {
            Some(Task::Close(count)) => *count += 1,
            _ => self.work.push(Task::Close(1)),
        }
    }

    fn argument(&mut self, cell: Cell, depth: u32) {
        self.work.push(Task::Term {
            cell,
            most: ARGUMENT,
            depth,
            operand: false,
        });
    }

    fn operand(&mut self, address: usize, most: u16, depth: u32) {
        self.work.push(Task::Term {
            cell: self.heap.get(address),
            most,
            depth: depth.saturating_add(1),
            operand: true,
        });
    }

    /// Opens brackets around an operator term if its priority is above `most`.
    fn bracket(&mut self, op: OpDef, most: u16) {
        if op.priority > most {
            self.open();
            self.close_after();
        }
    }

    fn is_operator(&self, atom: Atom) -> bool {
        let ops = self.lexicon.ops;
        !self.options.ignore_ops
            && (ops.prefix(atom).is_some() || ops.infix(atom).is_some() || ops.postfix(atom).is_some())
    }

    fn string(&mut self, cell: Cell) {
        let text = self.heap.string(cell);
        if self.options.quoted {
            let mut quoted = String::with_capacity(text.len() + 2);
            write_quoted(&mut quoted, &text, '"').expect("a string takes any text");
            self.token(&quoted);
        } else {
            self.token(&text);
        }
    }

    fn atom(&mut self, atom: Atom) {
        let text = self.atom_text(atom);
        self.token(&text);
    }

    fn atom_text(&self, atom: Atom) -> Cow<'a, str> {
        atom_text(self.lexicon, atom, self.options)
    }

    fn comma(&self) -> &'static str {
        match self.options.spacing {
            Spacing::Standard => ",",
            Spacing::NextArgument => ", ",
        }
    }

    fn needs_blank(&self, text: &str) -> bool {
        match (self.last, text.chars().next()) {
            // A number and a longer symbol, as in `1..3`, are read apart.
            (Some(last), Some('.')) if text.len() > 1 && last.is_ascii_digit() => false,
            (Some(last), Some(first)) => quote::run_together(last, first),
            _ => false,
        }
    }

    /// Writes an opening bracket that does not belong to a functor.
    fn open(&mut self) {
        self.punctuation(if self.after_prefix { " (" } else { "(" });
    }

    fn token(&mut self, text: &str) {
        if self.needs_blank(text) {
            self.text.push(' ');
        }
        self.punctuation(text);
    }

    /// Separates the text so far from a token that begins with `first`.
    fn before(&mut self, first: char) {
        if self.last.is_some_and(|last| quote::run_together(last, first)) {
            self.text.push(' ');
        }
        self.after_prefix = false;
    }

    /// Appends text that never merges with the text before it.
    fn punctuation(&mut self, text: &str) {
        self.text.push_str(text);
        self.last = text.chars().next_back().or(self.last);
        self.after_prefix = false;
    }
}
