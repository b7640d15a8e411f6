//! Terms as bytes, for `pickle`: the parts of a term as a table, in which shared parts and cycles stay what they are.

use std::collections::HashMap;

use ferz::{BigNumber, Builder, Engine, Term, TermRef, TermView};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

mod tag {
    pub const VAR: u8 = 0;
    pub const ATOM: u8 = 1;
    pub const STRING: u8 = 2;
    pub const INT: u8 = 3;
    pub const BIG: u8 = 4;
    pub const RATIONAL: u8 = 5;
    pub const FLOAT: u8 = 6;
    pub const PAIR: u8 = 7;
    pub const COMPOUND: u8 = 8;
}

/// The first byte: the version of the form.
const VERSION: u8 = 1;

/// A part of a term; the parts that it is made of by their index.
enum Node {
    Var(Term),
    Atom(String),
    String(String),
    Int(i64),
    Number(BigNumber),
    Float(f64),
    /// A pair of a list has no name.
    Compound(Option<String>, Vec<usize>),
}

/// Writes a term. The root is the first part.
///
/// # Errors
/// `TypeError` if it contains an object of Python.
pub fn to_bytes(term: &Term) -> PyResult<Vec<u8>> {
    let mut table = Table {
        parts: vec![term.as_ref()],
        known: HashMap::from([(term.as_ref().place(), 0)]),
        bytes: vec![VERSION],
    };
    let mut next = 0;
    while let Some(&part) = table.parts.get(next) {
        table.write(part)?;
        next += 1;
    }
    Ok(table.bytes)
}

struct Table<'t> {
    parts: Vec<TermRef<'t>>,
    known: HashMap<u64, usize>,
    bytes: Vec<u8>,
}

impl<'t> Table<'t> {
    fn write(&mut self, part: TermRef<'t>) -> PyResult<()> {
        match part.view() {
            TermView::Var(number) => {
                self.bytes.push(tag::VAR);
                self.number(number);
            }
            TermView::Atom(name) => self.tagged(tag::ATOM, name.as_bytes()),
            TermView::String(text) => self.tagged(tag::STRING, text.as_bytes()),
            TermView::Int(value) => {
                self.bytes.push(tag::INT);
                // Small numbers of both signs are small.
                self.number(((value << 1) ^ (value >> 63)) as u64);
            }
            TermView::BigInt(number) => {
                let bytes = number.to_number().to_le_bytes().unwrap_or_default();
                self.tagged(tag::BIG, &bytes);
            }
            TermView::Rational(number) => self.tagged(tag::RATIONAL, number.to_string().as_bytes()),
            TermView::Float(value) => {
                self.bytes.push(tag::FLOAT);
                self.bytes.extend(value.to_le_bytes());
            }
            TermView::List(head, tail) => {
                self.bytes.push(tag::PAIR);
                self.refer(head);
                self.refer(tail);
            }
            TermView::Compound(name, args) => {
                self.tagged(tag::COMPOUND, name.as_bytes());
                self.count(args.len());
                args.iter().for_each(|arg| self.refer(arg));
            }
            _ => return Err(PyTypeError::new_err("a term with an object in it cannot be pickled")),
        }
        Ok(())
    }

    fn refer(&mut self, part: TermRef<'t>) {
        let new = self.parts.len();
        let index = *self.known.entry(part.place()).or_insert(new);
        if index == new {
            self.parts.push(part);
        }
        self.count(index);
    }

    fn tagged(&mut self, tag: u8, bytes: &[u8]) {
        self.bytes.push(tag);
        self.count(bytes.len());
        self.bytes.extend(bytes);
    }

    fn count(&mut self, count: usize) {
        self.number(count as u64);
    }

    /// Writes seven bits in each byte, the lowest first; the highest bit says that others follow.
    fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }
}

/// Reads a term.
///
/// # Errors
/// `ValueError` if these are not the bytes of one.
pub fn of_bytes(bytes: &[u8]) -> PyResult<Term> {
    let damaged = || PyValueError::new_err("these are not the bytes of a term");
    let (nodes, variables) = read(bytes).ok_or_else(damaged)?;
    let mut uses = vec![0_usize; nodes.len()];
    uses[0] = 1;
    for node in &nodes {
        if let Node::Compound(_, parts) = node {
            for &part in parts {
                *uses.get_mut(part).ok_or_else(damaged)? += 1;
            }
        }
    }
    let is_tree = nodes
        .iter()
        .zip(&uses)
        .all(|(node, &uses)| uses == 1 || !matches!(node, Node::Compound(..)));
    if is_tree {
        return tree(&nodes, &variables).ok_or_else(damaged);
    }
    graph(&nodes).ok_or_else(damaged)
}

/// Makes so many variables, as parts of one term.
fn variables(count: usize) -> Vec<Term> {
    let mut builder = Builder::new();
    builder.compound("v", count);
    for _ in 0..count {
        builder.var();
    }
    match builder.finish().view() {
        TermView::Compound(_, args) => args.iter().map(TermRef::to_term).collect(),
        _ => Vec::new(),
    }
}

/// Returns the parts, and the indices of the variables in their order.
fn read(mut bytes: &[u8]) -> Option<(Vec<Node>, Vec<usize>)> {
    let from = &mut bytes;
    if take(from, 1)?[0] != VERSION {
        return None;
    }
    let mut nodes = Vec::new();
    let mut numbers = Vec::new();
    while let Some(&[tag]) = take(from, 1) {
        nodes.push(match tag {
            tag::VAR => {
                numbers.push((number(from)?, nodes.len()));
                Node::Atom(String::new())
            }
            tag::ATOM => Node::Atom(text(from)?),
            tag::STRING => Node::String(text(from)?),
            tag::INT => {
                let value = number(from)?;
                Node::Int((value >> 1) as i64 ^ -((value & 1) as i64))
            }
            tag::FLOAT => Node::Float(f64::from_le_bytes(take(from, 8)?.try_into().ok()?)),
            tag::BIG => {
                let length = count(from)?;
                Node::Number(BigNumber::from_le_bytes(take(from, length)?))
            }
            tag::RATIONAL => Node::Number(text(from)?.parse().ok()?),
            tag::PAIR => Node::Compound(None, vec![count(from)?, count(from)?]),
            tag::COMPOUND => {
                let name = text(from)?;
                let arity = count(from)?;
                if arity == 0 || arity > from.len() {
                    return None;
                }
                let parts = (0..arity).map(|_| count(from)).collect::<Option<_>>()?;
                Node::Compound(Some(name), parts)
            }
            _ => return None,
        });
    }
    // In the order of the term that was written.
    numbers.sort_unstable();
    for (variable, (_, index)) in variables(numbers.len()).into_iter().zip(&numbers) {
        nodes[*index] = Node::Var(variable);
    }
    let order = numbers.into_iter().map(|(_, index)| index).collect();
    (!nodes.is_empty()).then_some((nodes, order))
}

fn take<'b>(from: &mut &'b [u8], length: usize) -> Option<&'b [u8]> {
    let (taken, rest) = from.split_at_checked(length)?;
    *from = rest;
    Some(taken)
}

fn count(from: &mut &[u8]) -> Option<usize> {
    usize::try_from(number(from)?).ok()
}

fn number(from: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let byte = take(from, 1)?[0];
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

fn text(from: &mut &[u8]) -> Option<String> {
    let length = count(from)?;
    String::from_utf8(take(from, length)?.to_vec()).ok()
}

/// Writes a part that is made of no others, or begins one.
fn begin(to: &mut Builder<'_>, node: &Node) {
    match node {
        Node::Var(var) => to.term(var),
        Node::Atom(name) if name == "[]" => to.nil(),
        Node::Atom(name) => to.atom(name),
        Node::String(text) => to.string(text),
        Node::Int(value) => to.int(*value),
        Node::Number(number) => to.number(number),
        Node::Float(value) => to.float(*value),
        Node::Compound(Some(name), parts) => to.compound(name, parts.len()),
        Node::Compound(None, _) => to.pair(),
    }
}

/// Builds a term whose compounds occur once. `None` if some of them do so in a circle apart from the root.
fn tree(nodes: &[Node], variables: &[usize]) -> Option<Term> {
    let mut builder = Builder::new();
    // The variables come first, so that their numbers are in the order of the term that was written.
    builder.compound("v", variables.len() + 1);
    for &index in variables {
        begin(&mut builder, &nodes[index]);
    }
    let mut waiting = vec![0];
    let mut written = 0_usize;
    while let Some(index) = waiting.pop() {
        let node = nodes.get(index)?;
        begin(&mut builder, node);
        if let Node::Compound(_, parts) = node {
            written += 1;
            if written > nodes.len() {
                return None;
            }
            waiting.extend(parts.iter().rev());
        }
    }
    match builder.finish().view() {
        TermView::Compound(_, args) => args.get(variables.len()).map(TermRef::to_term),
        _ => None,
    }
}

/// Builds a term whose compounds occur more than once, or in themselves: an engine solves the equations `V = f(W, ...)`
/// of all of them.
fn graph(nodes: &[Node]) -> Option<Term> {
    let variables = variables(nodes.len());
    let mut builder = Builder::new();
    builder.compound("v", 2);
    for (node, variable) in nodes.iter().zip(&variables) {
        if let Node::Compound(_, parts) = node {
            builder.pair();
            builder.compound("=", 2);
            builder.term(variable);
            begin(&mut builder, node);
            for &part in parts {
                match &nodes[part] {
                    Node::Compound(..) => builder.term(&variables[part]),
                    leaf => begin(&mut builder, leaf),
                }
            }
        }
    }
    builder.nil();
    builder.term(&variables[0]);
    let both = builder.finish();
    let TermView::Compound(_, args) = both.view() else {
        return None;
    };
    let values = [("Equations", args.get(0)?.to_term()), ("Root", args.get(1)?.to_term())];
    let mut engine = Engine::new();
    let mut query = engine
        .query_with("maplist(call, Equations), Root = Root", values)
        .ok()?;
    let answer = query.next()?.ok()?;
    answer.term("Root").cloned()
}
