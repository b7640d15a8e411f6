//! Terms as bytes, the form in which they pass between the engine and JavaScript.
//!
//! A term is written in prefix order: a tag, then its content. Numbers are little endian, texts are UTF-8 after their
//! length. `js/wire.js` is the other side, and has the table of tags.

use std::collections::HashMap;

use ferz::{BigNumber, Builder, Error, IntoTerm, Term, TermRef, TermView};

mod tag {
    pub const VAR: u8 = 0;
    pub const ATOM: u8 = 1;
    pub const STRING: u8 = 2;
    pub const INT: u8 = 3;
    pub const BIG: u8 = 4;
    pub const RATIONAL: u8 = 5;
    pub const FLOAT: u8 = 6;
    pub const LIST: u8 = 7;
    pub const COMPOUND: u8 = 8;
    pub const OBJECT: u8 = 9;
    pub const SMALL: u8 = 10;
}

/// The bytes that one message may have: what is cyclic, or shares its parts too often, does not end before.
const LONGEST: usize = 256 << 20;

/// Writes a message.
#[derive(Default)]
pub struct Writer {
    bytes: Vec<u8>,
    /// The variables of the message by the engine's numbers.
    variables: HashMap<u64, u32>,
}

impl Writer {
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }

    pub fn byte(&mut self, value: u8) {
        self.bytes.push(value);
    }

    pub fn count(&mut self, value: usize) {
        let value = u32::try_from(value).unwrap_or(u32::MAX);
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    pub fn text(&mut self, text: &str) {
        self.count(text.len());
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// Writes a text that may be missing.
    pub fn optional(&mut self, text: Option<&str>) {
        self.byte(u8::from(text.is_some()));
        if let Some(text) = text {
            self.text(text);
        }
    }

    /// Writes a term.
    ///
    /// # Errors
    /// If it is too large, as cyclic terms are.
    pub fn term(&mut self, term: TermRef<'_>) -> Result<(), TooLarge> {
        let mut waiting = vec![term];
        while let Some(term) = waiting.pop() {
            if self.bytes.len() > LONGEST {
                return Err(TooLarge);
            }
            match term.view() {
                TermView::Var(number) => {
                    let next = self.variables.len() as u32;
                    let number = *self.variables.entry(number).or_insert(next);
                    self.byte(tag::VAR);
                    self.count(number as usize);
                }
                TermView::Atom(name) => self.tagged(tag::ATOM, name),
                TermView::String(text) => self.tagged(tag::STRING, text),
                TermView::Int(value) => self.int(value),
                TermView::BigInt(value) => self.tagged(tag::BIG, &value.to_string()),
                TermView::Rational(value) => self.tagged(tag::RATIONAL, &value.to_string()),
                TermView::Float(value) => {
                    self.byte(tag::FLOAT);
                    self.bytes.extend_from_slice(&value.to_le_bytes());
                }
                TermView::List(head, tail) => self.list(head, tail, &mut waiting)?,
                TermView::Compound(name, args) => {
                    self.tagged(tag::COMPOUND, name);
                    self.count(args.len());
                    let before = waiting.len();
                    waiting.extend(args.iter());
                    waiting[before..].reverse();
                }
                // Objects of the host do not exist here.
                _ => self.tagged(tag::OBJECT, &term.to_term().to_string()),
            }
        }
        Ok(())
    }

    fn tagged(&mut self, tag: u8, text: &str) {
        self.byte(tag);
        self.text(text);
    }

    fn int(&mut self, value: i64) {
        if let Ok(small) = i32::try_from(value) {
            self.byte(tag::SMALL);
            self.bytes.extend_from_slice(&small.to_le_bytes());
        } else {
            self.byte(tag::INT);
            self.bytes.extend_from_slice(&value.to_le_bytes());
        }
    }

    /// Writes the number of items; they and the tail wait to be written.
    fn list<'t>(
        &mut self,
        head: TermRef<'t>,
        tail: TermRef<'t>,
        waiting: &mut Vec<TermRef<'t>>,
    ) -> Result<(), TooLarge> {
        let before = waiting.len();
        waiting.push(head);
        let mut rest = tail;
        while let TermView::List(head, tail) = rest.view() {
            waiting.push(head);
            rest = tail;
            if waiting.len() > LONGEST / 16 {
                return Err(TooLarge);
            }
        }
        self.byte(tag::LIST);
        self.count(waiting.len() - before);
        waiting.push(rest);
        waiting[before..].reverse();
        Ok(())
    }
}

/// A term that has no finite or no sensible text.
#[derive(Clone, Copy, Debug)]
pub struct TooLarge;

impl From<TooLarge> for Error {
    fn from(_: TooLarge) -> Error {
        Error::formal_error(Term::compound("resource_error", [Term::atom("size_of_term")]))
    }
}

/// Reads a message.
pub struct Reader<'b> {
    bytes: &'b [u8],
}

impl<'b> Reader<'b> {
    pub fn new(bytes: &'b [u8]) -> Reader<'b> {
        Reader { bytes }
    }

    fn take(&mut self, length: usize) -> &'b [u8] {
        let (taken, rest) = self.bytes.split_at(length.min(self.bytes.len()));
        self.bytes = rest;
        taken
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        self.take(N).try_into().unwrap_or([0; N])
    }

    pub fn byte(&mut self) -> u8 {
        self.array::<1>()[0]
    }

    pub fn count(&mut self) -> usize {
        u32::from_le_bytes(self.array()) as usize
    }

    pub fn float(&mut self) -> f64 {
        f64::from_le_bytes(self.array())
    }

    pub fn text(&mut self) -> &'b str {
        let length = self.count();
        std::str::from_utf8(self.take(length)).unwrap_or_default()
    }

    /// Reads a term that is built later; terms of one message share variables.
    pub fn term(&mut self, variables: &mut Variables) -> Term {
        let mut builder = Builder::new();
        self.build(&mut builder, variables);
        builder.finish()
    }

    fn build(&mut self, to: &mut Builder<'_>, variables: &mut Variables) {
        let mut parts = vec![Parts::Args(1)];
        while let Some(part) = parts.last_mut() {
            match part {
                Parts::Args(0) => {
                    parts.pop();
                    continue;
                }
                Parts::Args(left) => *left -= 1,
                Parts::Items(0) => {
                    // Its tail.
                    *part = Parts::Args(1);
                    continue;
                }
                Parts::Items(left) => {
                    *left -= 1;
                    to.pair();
                }
            }
            match self.byte() {
                tag::VAR => to.term(variables.get(self.count())),
                tag::ATOM => match self.text() {
                    "[]" => to.nil(),
                    name => to.atom(name),
                },
                tag::STRING => to.string(self.text()),
                tag::INT => to.int(i64::from_le_bytes(self.array())),
                tag::SMALL => to.int(i32::from_le_bytes(self.array()).into()),
                tag::BIG | tag::RATIONAL => match self.text().parse::<BigNumber>() {
                    Ok(number) => to.number(&number),
                    Err(_) => to.int(0),
                },
                tag::FLOAT => to.float(self.float()),
                tag::LIST => parts.push(Parts::Items(self.count())),
                tag::COMPOUND => {
                    let name = self.text();
                    let arity = self.count();
                    to.compound(name, arity);
                    parts.push(Parts::Args(arity));
                }
                _ => to.nil(),
            }
        }
    }
}

/// What is still to come of a term.
enum Parts {
    Args(usize),
    /// Items of a list, after which its tail comes.
    Items(usize),
}

/// The variables of a message by their numbers in it.
#[derive(Default)]
pub struct Variables(HashMap<usize, Term>);

impl Variables {
    fn get(&mut self, number: usize) -> &Term {
        self.0.entry(number).or_insert_with(Term::var)
    }
}

/// A term that a function of JavaScript has returned.
pub struct Encoded(pub Vec<u8>);

impl IntoTerm for Encoded {
    fn put(self, to: &mut Builder<'_>) {
        Reader::new(&self.0).build(to, &mut Variables::default());
    }
}
