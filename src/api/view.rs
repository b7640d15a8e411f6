//! `TermRef` and `TermView`: reading a term one level at a time, without recursion and without copies.
//!
//! The same types read the terms of the host, which are nodes of a [`TermStore`], and those of a running goal, which are
//! cells on the engine's heap.

use std::fmt;
use std::sync::Arc;

use super::convert::FromTerm;
use super::mismatch::{MOST_LEVELS, Mismatch};
use super::order;
use super::run::importer;
use super::show;
use super::term::{BigNumber, Term, TermNode, TermStore};
use crate::base::num::Number;
use crate::base::object::AnyObject;
use crate::machine::Machine;
use crate::term::cell::Cell;
use crate::term::order::compare;
use crate::term::view::View;

/// A borrowed term: a part of a [`Term`], an argument of a [`Call`](crate::Call), or a value of a
/// [`Row`](crate::Row).
#[derive(Clone, Copy)]
pub struct TermRef<'t> {
    at: At<'t>,
    /// The number of conversions that it was reached by: terms may be deeper than the stack of the host.
    level: u32,
}

#[derive(Clone, Copy)]
enum At<'t> {
    Stored(&'t Arc<TermStore>, u32),
    Live(&'t Machine, Cell),
}

/// A term, decomposed by one level.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum TermView<'t> {
    /// An unbound variable; variables in terms of one answer are identical if their numbers are.
    Var(u64),
    /// An atom; the empty list is the atom `[]`.
    Atom(&'t str),
    /// An integer.
    Int(i64),
    /// An integer that does not fit `Int`.
    BigInt(BigRef<'t>),
    /// A rational number that is not an integer.
    Rational(BigRef<'t>),
    /// A floating point number.
    Float(f64),
    /// A string.
    String(&'t str),
    /// An object of the host.
    Object(&'t AnyObject),
    /// A list pair: the head and the tail.
    List(TermRef<'t>, TermRef<'t>),
    /// A compound term: its name and its arguments.
    Compound(&'t str, Args<'t>),
}

/// A borrowed integer beyond 64 bits, or a borrowed rational number.
#[derive(Clone, Copy)]
pub struct BigRef<'t>(TermRef<'t>);

impl BigRef<'_> {
    /// Returns a copy of the number.
    pub fn to_number(self) -> BigNumber {
        BigNumber(self.number())
    }

    /// Whether it is an integer; else it is a rational number.
    pub fn is_integer(self) -> bool {
        self.number().is_integer()
    }

    /// Returns the value, if it is an integer of at most 128 bits.
    pub fn to_i128(self) -> Option<i128> {
        self.to_number().to_i128()
    }

    pub(super) fn number(self) -> Number {
        let number = match self.0.at {
            At::Stored(store, node) => match store.nodes[node] {
                TermNode::Number(index) => Some(store.numbers[index].0.clone()),
                _ => None,
            },
            At::Live(m, cell) => m.heap.number(cell),
        };
        number.expect("the view has shown a number")
    }
}

impl fmt::Display for BigRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl fmt::Debug for BigRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The arguments of a compound term.
#[derive(Clone, Copy)]
pub struct Args<'t> {
    places: TermPlaces<'t>,
    level: u32,
}

#[derive(Clone, Copy)]
enum TermPlaces<'t> {
    Stored(&'t Arc<TermStore>, &'t [u32]),
    /// The address of the first argument, and the arity.
    Live(&'t Machine, usize, usize),
}

impl<'t> Args<'t> {
    /// Returns the number of arguments.
    pub fn len(&self) -> usize {
        match self.places {
            TermPlaces::Stored(_, nodes) => nodes.len(),
            TermPlaces::Live(_, _, arity) => arity,
        }
    }

    /// Whether there are no arguments, as in `f()`.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the argument at `index`, from 0.
    pub fn get(&self, index: usize) -> Option<TermRef<'t>> {
        let arg = match self.places {
            TermPlaces::Stored(store, nodes) => TermRef::stored(store, *nodes.get(index)?),
            TermPlaces::Live(m, first, arity) if index < arity => TermRef::live(m, m.heap.get(first + index)),
            TermPlaces::Live(..) => return None,
        };
        Some(arg.at_level(self.level))
    }

    /// Converts the argument at `index`, from 0, to a Rust value.
    ///
    /// # Errors
    /// If it represents no such value.
    ///
    /// # Panics
    /// If there is no such argument.
    pub fn to<T: FromTerm>(&self, index: usize) -> Result<T, Mismatch> {
        let arg = self.get(index).expect("the compound has such an argument");
        arg.to::<T>().map_err(|mismatch| mismatch.in_argument(index))
    }

    /// Iterates over the arguments.
    pub fn iter(&self) -> impl Iterator<Item = TermRef<'t>> + use<'t> {
        let args = *self;
        (0..args.len()).filter_map(move |index| args.get(index))
    }
}

impl fmt::Debug for Args<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} arguments", self.len())
    }
}

impl<'t> TermRef<'t> {
    pub(super) fn stored(store: &'t Arc<TermStore>, node: u32) -> TermRef<'t> {
        let at = At::Stored(store, node);
        TermRef { at, level: 0 }
    }

    pub(super) fn live(m: &'t Machine, cell: Cell) -> TermRef<'t> {
        let at = At::Live(m, cell);
        TermRef { at, level: 0 }
    }

    fn at_level(self, level: u32) -> TermRef<'t> {
        TermRef { level, ..self }
    }

    /// Returns the term as one that a conversion looks at, which is nested in those that have led to it.
    pub(super) fn entered(self) -> Result<TermRef<'t>, Mismatch> {
        if self.level as usize >= MOST_LEVELS {
            return Err(Mismatch::too_deep(self));
        }
        Ok(self.at_level(self.level + 1))
    }

    /// Decomposes the term by one level.
    pub fn view(self) -> TermView<'t> {
        match self.at {
            At::Stored(store, node) => stored_view(store, node, self.level),
            At::Live(m, cell) => live_view(m, cell, self.level),
        }
    }

    /// Returns the items of a proper list; `None` for other terms.
    pub fn items(self) -> Option<Vec<TermRef<'t>>> {
        // A list with more items than this is cyclic.
        let most = match self.at {
            At::Stored(store, _) => store.nodes.len(),
            At::Live(m, _) => m.heap.top(),
        };
        let mut items = Vec::new();
        let mut rest = self;
        loop {
            match rest.view() {
                TermView::List(head, tail) if items.len() <= most => {
                    items.push(head);
                    rest = tail;
                }
                TermView::Atom("[]") => return Some(items),
                _ => return None,
            }
        }
    }

    /// Returns the term as one of the host. The parts of a [`Term`] share its nodes; a term of a running goal is
    /// copied.
    ///
    /// A copy may take as much memory as the engine's memory limit. A host predicate that copies more ends with
    /// `resource_error(memory)`; the copy is then a variable.
    pub fn to_term(self) -> Term {
        match self.at {
            At::Stored(store, root) => Term {
                store: Arc::clone(store),
                root,
            },
            At::Live(m, cell) => {
                let mut importer = importer(m);
                match importer.import(cell) {
                    Ok(root) => Term {
                        store: Arc::new(importer.finish()),
                        root,
                    },
                    Err(_) => {
                        m.limits.watch().note_overflow();
                        Term::var()
                    }
                }
            }
        }
    }

    /// Returns the text of an atom or a string.
    pub fn as_text(self) -> Option<&'t str> {
        match self.view() {
            TermView::Atom(text) | TermView::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the place of the term. Two parts of one term with the same place are the same part; so a walk can tell
    /// that a term is cyclic, or shares its parts.
    ///
    /// ```
    /// let answer = ferz::Engine::new().once("X = f(X)")?.expect("it has a solution");
    /// let x = answer.term("X").expect("it is in the query").as_ref();
    /// let ferz::TermView::Compound(_, args) = x.view() else { panic!("it is a compound") };
    /// assert_eq!(args.get(0).map(|arg| arg.place()), Some(x.place()));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn place(self) -> u64 {
        match self.at {
            At::Stored(_, node) => node.into(),
            At::Live(m, cell) => m.heap.deref(cell).bits(),
        }
    }

    /// Whether it is an unbound variable.
    pub fn is_var(self) -> bool {
        matches!(self.view(), TermView::Var(_))
    }
}

fn stored_view<'t>(store: &'t Arc<TermStore>, node: u32, level: u32) -> TermView<'t> {
    let text = |index: u32| store.texts[index].as_ref();
    let at = |node: u32| TermRef::stored(store, node).at_level(level);
    match store.nodes[node] {
        TermNode::Var(number) => TermView::Var(number.into()),
        TermNode::Atom(name) => TermView::Atom(text(name)),
        TermNode::Int(value) => TermView::Int(value),
        TermNode::Float(value) => TermView::Float(value),
        TermNode::String(string) => TermView::String(text(string)),
        TermNode::Object(index) => TermView::Object(&store.objects[index]),
        TermNode::Number(index) if store.numbers[index].is_integer() => TermView::BigInt(BigRef(at(node))),
        TermNode::Number(_) => TermView::Rational(BigRef(at(node))),
        TermNode::List { first } => {
            let children = store.children(first, 2);
            TermView::List(at(children[0]), at(children[1]))
        }
        TermNode::Compound { name, first, arity } => {
            let places = TermPlaces::Stored(store, store.children(first, arity));
            TermView::Compound(text(name), Args { places, level })
        }
    }
}

fn live_view(m: &Machine, cell: Cell, level: u32) -> TermView<'_> {
    let at = |address: usize| TermRef::live(m, m.heap.get(address)).at_level(level);
    match m.view(cell) {
        View::Var(cell) | View::Attributed(cell) => TermView::Var(cell.address() as u64),
        View::Atom(atom) => match m.atoms.object(atom) {
            None => TermView::Atom(m.atoms.text(atom)),
            Some(object) => TermView::Object(object),
        },
        View::Int(value) => TermView::Int(value),
        View::Float(value) => TermView::Float(value),
        View::String(cell) => TermView::String(m.heap.text(cell)),
        // Integers between 61 and 64 bits have boxes.
        View::BigInt(cell) => match m.heap.number(cell).and_then(|number| number.as_i64()) {
            Some(value) => TermView::Int(value),
            None => TermView::BigInt(BigRef(TermRef::live(m, cell))),
        },
        View::Rational(cell) => TermView::Rational(BigRef(TermRef::live(m, cell))),
        View::List(address) => TermView::List(at(address), at(address + 1)),
        View::Struct(functor, address) => {
            let places = TermPlaces::Live(m, address, functor.arity());
            TermView::Compound(m.atoms.text(functor.name()), Args { places, level })
        }
    }
}

impl fmt::Display for TermRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            At::Stored(store, node) => f.write_str(&show::node_text(store, node)),
            At::Live(..) => self.to_term().fmt(f),
        }
    }
}

impl fmt::Debug for TermRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// As for [`Term`].
impl PartialEq for TermRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self.at, other.at) {
            (At::Stored(a, a_root), At::Stored(b, b_root)) => order::compare(a, a_root, b, b_root).is_eq(),
            (At::Live(m, a), At::Live(n, b)) if std::ptr::eq(m, n) => compare(&m.heap, &m.atoms, a, b).is_eq(),
            // A variable of a goal is no variable of the host, nor one of another engine.
            _ => {
                let (a, b) = (self.to_term(), other.to_term());
                let has_variables = a.store.nodes.iter().any(|node| matches!(node, TermNode::Var(_)));
                !has_variables && a == b
            }
        }
    }
}
