//! `Builder`: makes terms from the host's values, in one pass and without recursion.
//!
//! A term is written in prefix order: a compound announces its name and its number of arguments, the arguments follow.
//! So nothing is built twice, and the same code writes a [`Term`] of the host or cells on an engine's heap.

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::term::{BigNumber, Term, TermNode, TermStore};
use crate::base::atom::Functor;
use crate::base::num::Number;
use crate::base::object::AnyObject;
use crate::machine::Machine;
use crate::machine::native::Stop;
use crate::term::cell::Cell;

/// Builds one term. [`IntoTerm::put`](crate::IntoTerm::put) writes to it.
///
/// A compound or a list pair is followed by its parts, each of which is one value, again with its parts:
///
/// ```
/// use ferz::{Builder, Term};
///
/// let mut builder = Builder::new();
/// builder.compound("point", 2);
/// builder.int(3);
/// builder.pair(); // the second argument: the list [y]
/// builder.atom("y");
/// builder.nil();
/// assert_eq!(builder.finish().to_string(), "point(3, [y])");
/// ```
pub struct Builder<'b> {
    to: BuilderTarget<'b>,
    /// The compounds with arguments that are still to come, the innermost last.
    open: Vec<OpenTerm>,
    root: Option<u64>,
    /// The terms of the host that were copied in, with the values of those nodes that may occur again.
    copied: Vec<CopiedTerm>,
    /// Where each store is among those, by its address: `copied` keeps it alive.
    places: FxHashMap<usize, usize>,
    /// Why the engine could not make room.
    fault: Option<Stop>,
    /// Whether a value was missing.
    pub(super) has_none: bool,
}

/// Where the term is built. A value is the index of a node, or the bits of a cell.
enum BuilderTarget<'b> {
    Store(TermStore),
    Live(&'b mut Machine),
}

/// The arguments of a compound that are still to come: indices of children, or addresses.
struct OpenTerm {
    next: usize,
    end: usize,
}

struct CopiedTerm {
    store: Arc<TermStore>,
    values: FxHashMap<u32, u64>,
}

impl Default for Builder<'_> {
    fn default() -> Self {
        Builder::new()
    }
}

impl fmt::Debug for Builder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder")
            .field("open", &self.open.len())
            .finish_non_exhaustive()
    }
}

impl<'b> Builder<'b> {
    /// Makes a builder of a [`Term`].
    pub fn new() -> Self {
        Builder::over(BuilderTarget::Store(TermStore::default()))
    }

    /// Makes a builder of a term on the heap of a machine.
    pub(super) fn live(m: &'b mut Machine) -> Self {
        Builder::over(BuilderTarget::Live(m))
    }

    /// Makes a builder whose store begins with the nodes of another term.
    pub(super) fn upon(store: TermStore) -> Self {
        Builder::over(BuilderTarget::Store(store))
    }

    fn over(to: BuilderTarget<'b>) -> Self {
        Builder {
            to,
            open: Vec::new(),
            root: None,
            copied: Vec::new(),
            places: FxHashMap::default(),
            fault: None,
            has_none: false,
        }
    }

    /// Returns the term.
    ///
    /// # Panics
    /// If no term or only a part of one was written.
    pub fn finish(self) -> Term {
        assert!(self.open.is_empty(), "a compound has too few arguments");
        let root = self.root.expect("no term was written");
        match self.to {
            BuilderTarget::Store(store) => Term {
                store: Arc::new(store),
                root: root as u32,
            },
            BuilderTarget::Live(_) => unreachable!("only the crate makes such a builder, and takes cells from it"),
        }
    }

    /// Returns the cell of the term; another may be written. Variables that terms of the host share are shared by all
    /// terms that the builder writes.
    ///
    /// # Errors
    /// If there was no room.
    ///
    /// # Panics
    /// If no term or only a part of one was written.
    pub(super) fn take_cell(&mut self) -> Result<Cell, Stop> {
        if let Some(stop) = self.fault.take() {
            return Err(stop);
        }
        assert!(self.open.is_empty(), "a compound has too few arguments");
        Ok(Cell::from_bits(self.root.take().expect("no term was written")))
    }

    /// Writes an atom.
    pub fn atom(&mut self, name: &str) {
        let value = match &mut self.to {
            BuilderTarget::Store(store) => {
                let text = store.push_text(name);
                u64::from(store.push(TermNode::Atom(text)))
            }
            BuilderTarget::Live(m) => Cell::atom(m.intern(name)).bits(),
        };
        self.fill(value);
    }

    /// Writes the empty list.
    pub fn nil(&mut self) {
        match self.to {
            BuilderTarget::Store(_) => self.atom("[]"),
            BuilderTarget::Live(_) => self.fill(Cell::NIL.bits()),
        }
    }

    /// Writes an integer.
    pub fn int(&mut self, value: i64) {
        self.leaf(2, TermNode::Int(value), |m| m.heap.new_int(value));
    }

    /// Writes a floating point number.
    pub fn float(&mut self, value: f64) {
        self.leaf(2, TermNode::Float(value), |m| m.heap.new_float(value));
    }

    /// Writes a string.
    pub fn string(&mut self, text: &str) {
        match &mut self.to {
            BuilderTarget::Store(store) => {
                let text = store.push_text(text);
                let value = u64::from(store.push(TermNode::String(text)));
                self.fill(value);
            }
            BuilderTarget::Live(_) => self.leaf(Cell::most_string_cells(text.len()), TermNode::Int(0), |m| {
                m.heap.new_string(text)
            }),
        }
    }

    /// Writes a number of any size.
    pub fn number(&mut self, number: &BigNumber) {
        match number.0.as_i64() {
            Some(value) => self.int(value),
            None => self.unlimited(number.clone()),
        }
    }

    fn unlimited(&mut self, number: BigNumber) {
        match &mut self.to {
            BuilderTarget::Store(store) => {
                store.numbers.push(number);
                let index = store.numbers.len() as u32 - 1;
                let value = u64::from(store.push(TermNode::Number(index)));
                self.fill(value);
            }
            BuilderTarget::Live(_) => {
                let cells = number.bits() / 64 + 4;
                self.leaf(cells, TermNode::Int(0), |m| m.heap.new_number(&number.0));
            }
        }
    }

    /// Writes a number of the engine.
    pub(super) fn any_number(&mut self, number: Number) {
        match number {
            Number::Int(value) => self.int(value),
            Number::Float(value) => self.float(value),
            other => self.number(&BigNumber(other)),
        }
    }

    /// Writes an object of the host.
    pub fn object(&mut self, object: &AnyObject) {
        let value = match &mut self.to {
            BuilderTarget::Store(store) => u64::from(store.push_object(object.clone())),
            BuilderTarget::Live(m) => Cell::atom(m.intern_object(object)).bits(),
        };
        self.fill(value);
    }

    /// Writes a new variable, different from all others.
    pub fn var(&mut self) {
        let value = match &mut self.to {
            BuilderTarget::Store(store) => {
                store.variables += 1;
                u64::from(store.push(TermNode::Var(store.variables - 1)))
            }
            BuilderTarget::Live(m) => match m.reserve(1) {
                Ok(()) => m.heap.new_var().bits(),
                Err(stop) => return self.refuse(stop),
            },
        };
        self.fill(value);
    }

    /// Writes a new variable for a value that is missing.
    pub(super) fn none(&mut self) {
        self.has_none = true;
        self.var();
    }

    /// Begins a compound; its `arity` arguments follow. Without arguments it is an atom.
    pub fn compound(&mut self, name: &str, arity: usize) {
        if arity == 0 {
            return self.atom(name);
        }
        let (value, next) = match &mut self.to {
            BuilderTarget::Store(store) => {
                let name = store.push_text(name);
                let first = store.push_room(arity);
                let arity = arity as u32;
                (
                    u64::from(store.push(TermNode::Compound { name, first, arity })),
                    first as usize,
                )
            }
            BuilderTarget::Live(m) => {
                if let Err(stop) = m.reserve(arity + 1) {
                    return self.refuse(stop);
                }
                let functor = Functor::new(m.intern(name), arity);
                let address = m.heap.push(Cell::functor(functor));
                for _ in 0..arity {
                    m.heap.push(Cell::NIL);
                }
                (Cell::structure(address).bits(), address + 1)
            }
        };
        self.begin(value, next, arity);
    }

    /// Begins a list pair; its head and its tail follow.
    pub fn pair(&mut self) {
        let (value, next) = match &mut self.to {
            BuilderTarget::Store(store) => {
                let first = store.push_room(2);
                (u64::from(store.push(TermNode::List { first })), first as usize)
            }
            BuilderTarget::Live(m) => {
                if let Err(stop) = m.reserve(2) {
                    return self.refuse(stop);
                }
                let pair = m.heap.new_pair(Cell::NIL, Cell::NIL);
                (pair.bits(), pair.address())
            }
        };
        self.begin(value, next, 2);
    }

    /// Writes a term of the host. Variables that it shares with another term of the same answer are shared here too.
    pub fn term(&mut self, term: &Term) {
        let address = Arc::as_ptr(&term.store).addr();
        let known = self.places.get(&address).copied();
        if known.is_none() && self.plain_leaf(term) {
            return;
        }
        let index = known.unwrap_or_else(|| {
            self.copied.push(CopiedTerm {
                store: Arc::clone(&term.store),
                values: FxHashMap::default(),
            });
            self.places.insert(address, self.copied.len() - 1);
            self.copied.len() - 1
        });
        if let BuilderTarget::Store(store) = &mut self.to
            && store.operators.is_standard()
        {
            store.operators = term.store.operators.clone();
        }
        self.copy(index, term.root);
    }

    /// Writes a term of one node that is no variable; returns whether it is one.
    fn plain_leaf(&mut self, term: &Term) -> bool {
        let store = term.store.as_ref();
        match store.nodes[term.root] {
            TermNode::Atom(name) => self.atom(&store.texts[name]),
            TermNode::String(text) => self.string(&store.texts[text]),
            TermNode::Int(value) => self.int(value),
            TermNode::Float(value) => self.float(value),
            TermNode::Number(index) => self.unlimited(store.numbers[index].clone()),
            TermNode::Object(index) => self.object(&store.objects[index]),
            TermNode::Var(_) | TermNode::List { .. } | TermNode::Compound { .. } => return false,
        }
        true
    }

    /// Copies a node of a store and what it refers to. Parts that are shared stay shared, cycles stay cycles.
    fn copy(&mut self, index: usize, root: u32) {
        let from = Arc::clone(&self.copied[index].store);
        let before = self.open.len();
        let mut waiting = vec![root];
        while let Some(old) = waiting.pop() {
            if self.fault.is_some() {
                return;
            }
            if let Some(&value) = self.copied[index].values.get(&old) {
                self.fill(value);
                continue;
            }
            let text = |index: u32| from.texts[index].as_ref();
            let node = from.nodes[old];
            match node {
                TermNode::Atom(name) => self.atom(text(name)),
                TermNode::Int(value) => self.int(value),
                TermNode::Float(value) => self.float(value),
                TermNode::Object(object) => self.object(&from.objects[object]),
                TermNode::Var(_) => self.note(index, old, Builder::var),
                TermNode::String(string) => self.note(index, old, |this| this.string(text(string))),
                TermNode::Number(number) => {
                    let number = from.numbers[number].clone();
                    self.note(index, old, |this| this.unlimited(number));
                }
                TermNode::List { .. } => self.note(index, old, Builder::pair),
                TermNode::Compound { name, arity, .. } => {
                    self.note(index, old, |this| this.compound(text(name), arity as usize));
                }
            }
            waiting.extend(from.parts(node).iter().rev());
        }
        debug_assert!(self.open.len() <= before, "the copy has all of its arguments");
    }

    /// Writes a node and notes its value, for further occurrences.
    fn note(&mut self, index: usize, old: u32, write: impl FnOnce(&mut Self)) {
        // The value that is written now fills the next place; its value is read back from there.
        let place = self.open.last().map(|open| open.next);
        write(self);
        if self.fault.is_some() {
            return;
        }
        let value = match (place, &self.to) {
            (None, _) => self.root.unwrap_or_default(),
            (Some(place), BuilderTarget::Store(store)) => u64::from(store.children[place]),
            (Some(place), BuilderTarget::Live(m)) => m.heap.get(place).bits(),
        };
        self.copied[index].values.insert(old, value);
    }

    /// Writes a node that the store has already.
    pub(super) fn node(&mut self, node: u32) {
        self.fill(node.into());
    }

    /// Writes a term of the goal that runs on the same machine.
    pub(super) fn cell(&mut self, cell: Cell, machine: usize) {
        let is_its_own = match &self.to {
            BuilderTarget::Live(m) => std::ptr::from_ref::<Machine>(m).addr() == machine,
            BuilderTarget::Store(_) => false,
        };
        assert!(is_its_own, "a handle was used outside of its call");
        self.fill(cell.bits());
    }

    /// Writes a value of one node, which takes at most `cells` cells.
    fn leaf(&mut self, cells: usize, node: TermNode, make: impl FnOnce(&mut Machine) -> Cell) {
        let value = match &mut self.to {
            BuilderTarget::Store(store) => u64::from(store.push(node)),
            BuilderTarget::Live(m) => match m.reserve(cells) {
                Ok(()) => make(m).bits(),
                Err(stop) => return self.refuse(stop),
            },
        };
        self.fill(value);
    }

    fn begin(&mut self, value: u64, next: usize, count: usize) {
        self.fill(value);
        self.open.push(OpenTerm {
            next,
            end: next + count,
        });
    }

    /// Puts a value where the next one is expected.
    ///
    /// # Panics
    /// If none is expected.
    fn fill(&mut self, value: u64) {
        if self.fault.is_some() {
            return;
        }
        let Some(open) = self.open.last_mut() else {
            assert!(self.root.is_none(), "a second term was written");
            self.root = Some(value);
            return;
        };
        match &mut self.to {
            BuilderTarget::Store(store) => store.children[open.next] = value as u32,
            BuilderTarget::Live(m) => m.heap.set(open.next, Cell::from_bits(value)),
        }
        open.next += 1;
        if open.next == open.end {
            self.open.pop();
        }
    }

    /// Notes that there is no room: whatever follows is ignored.
    #[cold]
    fn refuse(&mut self, stop: Stop) {
        self.fault.get_or_insert(stop);
    }
}
