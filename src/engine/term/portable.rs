//! Terms as bytes that any engine can read: atoms by their texts, numbers and strings by their values.
//!
//! A term is written from the outside in, its arguments in order. Compounds that were written before are referred to by
//! their number, so that shared and cyclic terms keep their size. Reading builds terms of whatever bytes there are, or
//! finds that they are malformed; it takes no more cells than three for each byte.

use dashu_int::{IBig, UBig};
use rustc_hash::FxHashMap;

use super::cell::{Cell, Tag};
use super::heap::Heap;
use super::marks::AddressMap;
use super::view::View;
use super::walk::Variables;
use crate::base::atom::{Atom, AtomTable, Functor, MAX_ARITY};
use crate::base::bytes::{Bytes, Malformed, put_bytes, put_number, put_signed};
use crate::base::known;
use crate::base::num::{Number, Rational};
use crate::base::watch::Pace;

const VARIABLE: u8 = 0;
const ATTRIBUTED: u8 = 1;
const ATOM: u8 = 2;
const INTEGER: u8 = 3;
const FLOAT: u8 = 4;
const BIG: u8 = 5;
const RATIONAL: u8 = 6;
const STRING: u8 = 7;
const PAIR: u8 = 8;
const COMPOUND: u8 = 9;
const AGAIN: u8 = 10;

/// The most cells that are built for each byte.
pub const CELLS_PER_BYTE: usize = 3;

/// Why a term was not written.
#[derive(Debug)]
pub enum Unwritten {
    /// It holds an object of the host, which has no meaning elsewhere.
    Object,
    /// The texts of the atoms, or a tree, are longer than the writer may take.
    Names,
    /// The running goal has to stop.
    Stopped,
}

/// Terms that have been written, and the texts of their atoms.
pub struct Writer {
    terms: Vec<u8>,
    names: Vec<u8>,
    numbers: FxHashMap<Atom, u64>,
    most_names: usize,
    form: Form,
}

/// What is written of a term beside its compounds, atoms, numbers and strings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Attributes, and which compounds are shared.
    Whole,
    /// Which compounds are shared. Variables with attributes are as others.
    Plain,
    /// No more, so that terms that are variants of one another have the same bytes. These are limited as names are.
    Tree,
}

impl Writer {
    /// Makes a writer whose atoms may have `most_names` bytes together.
    pub fn new(most_names: usize, form: Form) -> Writer {
        Writer {
            terms: Vec::new(),
            names: Vec::new(),
            numbers: FxHashMap::default(),
            most_names,
            form,
        }
    }

    /// Appends a term, after the number of its bytes.
    ///
    /// # Errors
    /// After one the writer is of no use any more.
    pub fn put(&mut self, heap: &Heap, atoms: &AtomTable, term: Cell) -> Result<(), Unwritten> {
        let start = self.terms.len();
        self.put_term(heap, atoms, term)?;
        let mut length = Vec::new();
        put_number(&mut length, (self.terms.len() - start) as u64);
        self.terms.splice(start..start, length);
        Ok(())
    }

    fn put_term(&mut self, heap: &Heap, atoms: &AtomTable, term: Cell) -> Result<(), Unwritten> {
        let (mut variables, mut compounds, mut next) = (Variables::default(), AddressMap::new(), 0);
        let mut waiting = vec![term];
        let mut pace = Pace::new();
        while let Some(cell) = waiting.pop() {
            if pace.step(&heap.watch) {
                return Err(Unwritten::Stopped);
            }
            let cell = heap.deref(cell);
            let (at, count) = heap.arguments(cell);
            if self.form == Form::Tree {
                if self.terms.len() > self.most_names {
                    return Err(Unwritten::Names);
                }
            } else if count > 0 {
                if let Some(number) = compounds.get(at) {
                    self.terms.push(AGAIN);
                    put_number(&mut self.terms, number as u64);
                    continue;
                }
                compounds.insert(at, next);
                next += 1;
            }
            match heap.view(cell) {
                View::Var(variable) | View::Attributed(variable) => {
                    let number = variables.position(variable).unwrap_or(variables.cells.len());
                    let is_new = variables.insert(variable);
                    let is_new_attributed = is_new && variable.tag() == Tag::Att && self.form == Form::Whole;
                    self.terms.push(if is_new_attributed { ATTRIBUTED } else { VARIABLE });
                    put_number(&mut self.terms, number as u64);
                    if is_new_attributed {
                        waiting.push(heap.get(variable.address() + 1));
                    }
                }
                View::Atom(atom) => {
                    self.terms.push(ATOM);
                    self.put_atom(atoms, atom)?;
                }
                View::Int(value) => {
                    self.terms.push(INTEGER);
                    put_signed(&mut self.terms, value);
                }
                View::String(text) => {
                    self.terms.push(STRING);
                    put_bytes(&mut self.terms, heap.text(text).as_bytes());
                }
                View::List(at) => {
                    self.terms.push(PAIR);
                    waiting.extend([heap.get(at + 1), heap.get(at)]);
                }
                View::Struct(functor, at) => {
                    self.terms.push(COMPOUND);
                    put_number(&mut self.terms, functor.arity() as u64);
                    self.put_atom(atoms, functor.name())?;
                    waiting.extend((at..at + functor.arity()).rev().map(|at| heap.get(at)));
                }
                _ => self.put_number(heap, cell),
            }
        }
        Ok(())
    }

    fn put_number(&mut self, heap: &Heap, cell: Cell) {
        let out = &mut self.terms;
        match heap.number(cell) {
            Some(Number::Float(value)) => {
                out.push(FLOAT);
                out.extend_from_slice(&value.to_bits().to_le_bytes());
            }
            Some(Number::Big(value)) => {
                out.push(BIG);
                put_integer(out, &value);
            }
            Some(Number::Rational(value)) => {
                out.push(RATIONAL);
                put_integer(out, value.numerator());
                put_integer(out, &IBig::from(value.denominator().clone()));
            }
            Some(Number::Int(value)) => {
                out.push(INTEGER);
                put_signed(out, value);
            }
            None => unreachable!("all other terms are numbers"),
        }
    }

    fn put_atom(&mut self, atoms: &AtomTable, atom: Atom) -> Result<(), Unwritten> {
        let next = self.numbers.len() as u64;
        let number = match self.numbers.get(&atom) {
            Some(&number) => number,
            None if self.form != Form::Tree && atoms.object(atom).is_some() => return Err(Unwritten::Object),
            None => {
                let text = atoms.text(atom);
                if self.names.len() + text.len() > self.most_names {
                    return Err(Unwritten::Names);
                }
                put_bytes(&mut self.names, text.as_bytes());
                self.numbers.insert(atom, next);
                next
            }
        };
        put_number(&mut self.terms, number);
        Ok(())
    }

    /// Returns the bytes: the names of the atoms, and the terms.
    pub fn finish(self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.names.len() + self.terms.len() + 16);
        put_number(&mut out, self.numbers.len() as u64);
        out.extend_from_slice(&self.names);
        out.extend_from_slice(&self.terms);
        out
    }
}

fn put_integer(out: &mut Vec<u8>, value: &IBig) {
    let (sign, magnitude) = value.clone().into_parts();
    out.push(u8::from(sign == dashu_base::Sign::Negative));
    put_bytes(out, &magnitude.to_le_bytes());
}

/// Reads terms.
pub struct PortableReader<'a> {
    bytes: Bytes<'a>,
    names: Vec<Atom>,
}

impl<'a> PortableReader<'a> {
    /// Begins to read what [`Writer::finish`] has returned. `intern` makes an atom of a text.
    ///
    /// # Errors
    /// If the bytes are malformed; those of `intern`.
    pub fn new<E: From<Malformed>>(
        mut bytes: Bytes<'a>,
        mut intern: impl FnMut(&str) -> Result<Atom, E>,
    ) -> Result<PortableReader<'a>, E> {
        let count = bytes.count()?;
        let mut names = Vec::new();
        for _ in 0..count {
            names.push(intern(bytes.text()?)?);
        }
        Ok(PortableReader { bytes, names })
    }

    /// Returns the bytes of the next term, if there is one.
    pub fn next_term(&mut self) -> Result<Option<Bytes<'a>>, Malformed> {
        if self.bytes.left() == 0 {
            return Ok(None);
        }
        self.bytes.bytes().map(|bytes| Some(Bytes(bytes)))
    }

    /// Builds the term of all these bytes on a heap that has room for it.
    ///
    /// # Errors
    /// If the bytes are malformed, or the running goal has to stop, which the watch of the heap then tells.
    pub fn build(&self, mut bytes: Bytes<'a>, heap: &mut Heap) -> Result<Cell, Malformed> {
        let root = heap.push(Cell::ZERO);
        let mut variables = Vec::new();
        let mut compounds = Vec::new();
        // The slots to be filled: the next, and the end.
        let mut waiting = vec![(root, root + 1)];
        // The number of terms that are still to come: each takes a byte at least.
        let mut owed = 1;
        let mut pace = Pace::new();
        while let Some((slot, end)) = waiting.pop() {
            if pace.step(&heap.watch) {
                return Err(Malformed);
            }
            if slot + 1 < end {
                waiting.push((slot + 1, end));
            }
            owed -= 1;
            let cell = match bytes.byte()? {
                VARIABLE => match bytes.number()? as usize {
                    known if known < variables.len() => variables[known],
                    new if new == variables.len() => {
                        let variable = Cell::reference(slot);
                        variables.push(variable);
                        variable
                    }
                    _ => return Err(Malformed),
                },
                ATTRIBUTED => {
                    if bytes.number()? as usize != variables.len() {
                        return Err(Malformed);
                    }
                    let variable = heap.new_attributed(Cell::NIL);
                    let address = variable.address();
                    variables.push(Cell::reference(address));
                    owed += 1;
                    waiting.push((address + 1, address + 2));
                    Cell::reference(address)
                }
                ATOM => Cell::atom(self.atom(&mut bytes)?),
                PAIR => {
                    let first = heap.push(Cell::ZERO);
                    heap.push(Cell::ZERO);
                    owed += 2;
                    waiting.push((first, first + 2));
                    compounds.push(Cell::list(first));
                    Cell::list(first)
                }
                COMPOUND => {
                    let arity = bytes.count()?;
                    let name = self.atom(&mut bytes)?;
                    if arity > MAX_ARITY || arity == 2 && name == known::DOT {
                        return Err(Malformed);
                    }
                    owed += arity;
                    if owed > bytes.left() {
                        return Err(Malformed);
                    }
                    let header = heap.push(Cell::functor(Functor::new(name, arity)));
                    for _ in 0..arity {
                        heap.push(Cell::ZERO);
                    }
                    let cell = Cell::structure(header);
                    if arity > 0 {
                        waiting.push((header + 1, header + 1 + arity));
                        compounds.push(cell);
                    }
                    cell
                }
                AGAIN => {
                    let number = usize::try_from(bytes.number()?).map_err(|_| Malformed)?;
                    *compounds.get(number).ok_or(Malformed)?
                }
                kind => value(kind, &mut bytes, heap)?,
            };
            heap.set(slot, cell);
            if owed > bytes.left() {
                return Err(Malformed);
            }
        }
        if bytes.left() > 0 {
            return Err(Malformed);
        }
        Ok(heap.deref(Cell::reference(root)))
    }

    fn atom(&self, bytes: &mut Bytes<'_>) -> Result<Atom, Malformed> {
        let number = usize::try_from(bytes.number()?).map_err(|_| Malformed)?;
        self.names.get(number).copied().ok_or(Malformed)
    }
}

/// Reads a number or a string.
fn value(kind: u8, bytes: &mut Bytes<'_>, heap: &mut Heap) -> Result<Cell, Malformed> {
    Ok(match kind {
        INTEGER => heap.new_int(bytes.signed()?),
        FLOAT => {
            let bits = bytes.take(8)?.try_into().map_err(|_| Malformed)?;
            heap.new_float(f64::from_bits(u64::from_le_bytes(bits)))
        }
        BIG => {
            let number = Number::from(integer(bytes)?);
            heap.new_number(&number)
        }
        RATIONAL => {
            let (above, below) = (integer(bytes)?, integer(bytes)?);
            if below == IBig::ZERO {
                return Err(Malformed);
            }
            let number = Rational::new(above, below);
            if *number.denominator() == UBig::ONE {
                return Err(Malformed);
            }
            heap.new_number(&Number::Rational(number))
        }
        STRING => heap.new_string(bytes.text()?),
        _ => return Err(Malformed),
    })
}

fn integer(bytes: &mut Bytes<'_>) -> Result<IBig, Malformed> {
    let is_negative = bytes.byte()? == 1;
    let magnitude = IBig::from(UBig::from_le_bytes(bytes.bytes()?));
    Ok(if is_negative { -magnitude } else { magnitude })
}
