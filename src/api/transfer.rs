//! Copies terms into and out of an engine's heap, without recursion, preserving sharing and cycles.

use rustc_hash::{FxHashMap, FxHashSet};

use super::term::{BigNumber, TermNode, TermStore};
use crate::base::atom::{Atom, AtomTable, Functor};
use crate::base::watch::{Pace, Watch};
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::marks::AddressMap;
use crate::term::view::View;

/// A copy was abandoned: the watch wanted a stop, or the copy would be too large.
#[derive(Debug)]
pub(super) struct GivenUp;

/// Copies terms from a heap into one store.
pub(super) struct Importer<'h> {
    heap: &'h Heap,
    atoms: &'h AtomTable,
    watch: &'h Watch,
    /// Maximum size of the store, in bytes.
    room: usize,
    store: TermStore,
    /// The bytes of its texts.
    text_bytes: usize,
    /// Nodes of compounds and boxes, and of variables, by their addresses.
    parts: AddressMap,
    variables: AddressMap,
    /// Nodes of atoms, and indices of their names.
    atom_nodes: FxHashMap<Atom, u32>,
    names: FxHashMap<Atom, u32>,
    variable_count: u32,
    /// Compounds whose children are still to be filled in: the address of the first argument, the index of the first
    /// child, and the count.
    waiting: Vec<(usize, usize, usize)>,
}

impl<'h> Importer<'h> {
    pub(super) fn new(heap: &'h Heap, atoms: &'h AtomTable, watch: &'h Watch, room: usize) -> Importer<'h> {
        Importer {
            heap,
            atoms,
            watch,
            room,
            store: TermStore::default(),
            text_bytes: 0,
            parts: AddressMap::new(),
            variables: AddressMap::new(),
            atom_nodes: FxHashMap::default(),
            names: FxHashMap::default(),
            variable_count: 0,
            waiting: Vec::new(),
        }
    }

    /// Returns the node of `cell`.
    ///
    /// # Errors
    /// If the watch wants a stop, or the size limit is exceeded.
    pub(super) fn import(&mut self, cell: Cell) -> Result<u32, GivenUp> {
        let root = self.node(cell);
        let mut pace = Pace::new();
        while let Some((address, first, count)) = self.waiting.pop() {
            let is_unwanted = pace.is_due() && self.watch.is_stop_wanted();
            if is_unwanted || self.store.bytes() + self.text_bytes > self.room {
                return Err(GivenUp);
            }
            for i in 0..count {
                let child = self.node(self.heap.get(address + i));
                self.store.children[first + i] = child;
            }
        }
        Ok(root)
    }

    /// Returns the store.
    pub(super) fn finish(self) -> TermStore {
        self.store
    }

    fn name(&mut self, atom: Atom) -> u32 {
        let (store, atoms) = (&mut self.store, self.atoms);
        *self.names.entry(atom).or_insert_with(|| {
            store.texts.push(atoms.text(atom).into());
            store.texts.len() as u32 - 1
        })
    }

    fn node(&mut self, cell: Cell) -> u32 {
        let cell = self.heap.deref(cell);
        match self.heap.view(cell) {
            View::Var(cell) | View::Attributed(cell) => {
                let address = cell.address();
                if let Some(node) = self.variables.get(address) {
                    return node as u32;
                }
                let node = self.store.push(TermNode::Var(self.variable_count));
                self.variable_count += 1;
                self.variables.insert(address, node as usize);
                node
            }
            View::Atom(atom) => {
                if let Some(&node) = self.atom_nodes.get(&atom) {
                    return node;
                }
                let node = match self.atoms.object(atom) {
                    Some(object) => self.store.push_object(object.clone()),
                    None => {
                        let name = self.name(atom);
                        self.store.push(TermNode::Atom(name))
                    }
                };
                self.atom_nodes.insert(atom, node);
                node
            }
            View::Int(value) => self.store.push(TermNode::Int(value)),
            View::Float(value) => self.store.push(TermNode::Float(value)),
            View::String(cell) => self.part(cell.address(), |this| {
                let text = this.heap.string(cell);
                this.text_bytes += text.len();
                this.store.texts.push(text.into());
                TermNode::String(this.store.texts.len() as u32 - 1)
            }),
            View::BigInt(cell) | View::Rational(cell) => self.part(cell.address(), |this| {
                let number = this.heap.number(cell).expect("the cell was seen to be a number");
                if let Some(value) = number.as_i64() {
                    return TermNode::Int(value);
                }
                this.store.numbers.push(BigNumber(number));
                TermNode::Number(this.store.numbers.len() as u32 - 1)
            }),
            View::List(address) => self.part(address, |this| {
                let first = this.room(address, 2);
                TermNode::List { first }
            }),
            View::Struct(functor, address) => self.part(address - 1, |this| {
                let name = this.name(functor.name());
                let arity = functor.arity();
                let first = this.room(address, arity);
                TermNode::Compound {
                    name,
                    first,
                    arity: arity as u32,
                }
            }),
        }
    }

    /// Returns the node of the part at `address`; makes it if it is new.
    fn part(&mut self, address: usize, make: impl FnOnce(&mut Self) -> TermNode) -> u32 {
        if let Some(node) = self.parts.get(address) {
            return node as u32;
        }
        let node = make(self);
        let index = self.store.push(node);
        self.parts.insert(address, index as usize);
        index
    }

    fn room(&mut self, address: usize, count: usize) -> u32 {
        let first = self.store.children.len();
        self.store.children.resize(first + count, 0);
        self.waiting.push((address, first, count));
        u32::try_from(first).expect("a store of 2^32 children exceeds every memory limit")
    }
}

/// Builds terms of one store on a heap.
pub(super) struct Exporter<'s> {
    store: &'s TermStore,
    cells: FxHashMap<u32, Cell>,
    /// The nodes to be built, if not all are.
    wanted: Option<FxHashSet<u32>>,
}

impl<'s> Exporter<'s> {
    pub(super) fn new(store: &'s TermStore) -> Exporter<'s> {
        Exporter {
            store,
            cells: FxHashMap::default(),
            wanted: None,
        }
    }

    /// Makes an exporter that builds only nodes at most `depth` levels below one of `roots`; deeper ones become `[]`.
    pub(super) fn down_to(store: &'s TermStore, roots: impl Iterator<Item = u32>, depth: usize) -> Exporter<'s> {
        let mut level: Vec<u32> = roots.collect();
        let mut wanted: FxHashSet<u32> = level.iter().copied().collect();
        for _ in 0..depth {
            let parts = level.iter().flat_map(|&node| store.parts(store.nodes[node]));
            level = parts.copied().filter(|&part| wanted.insert(part)).collect();
        }
        Exporter {
            wanted: Some(wanted),
            ..Exporter::new(store)
        }
    }

    /// Whether it builds this node.
    pub(super) fn builds(&self, node: u32) -> bool {
        self.wanted.as_ref().is_none_or(|wanted| wanted.contains(&node))
    }

    /// Returns the numbers and cells of the variables built so far.
    pub(super) fn variables(&self) -> impl Iterator<Item = (u32, Cell)> {
        self.cells
            .iter()
            .filter_map(|(&node, &cell)| match self.store.nodes[node] {
                TermNode::Var(number) => Some((number, cell)),
                _ => None,
            })
    }

    /// Builds the cell of a node, with room for its arguments.
    fn one_cell(&self, node: TermNode, heap: &mut Heap, atoms: &mut AtomTable) -> Cell {
        let text = |index: u32| self.store.texts[index].as_ref();
        match node {
            TermNode::Var(_) => heap.new_var(),
            TermNode::Atom(name) => Cell::atom(atoms.intern(text(name))),
            TermNode::Object(index) => Cell::atom(atoms.intern_object(&self.store.objects[index])),
            TermNode::Int(value) => heap.new_int(value),
            TermNode::Float(value) => heap.new_float(value),
            TermNode::String(string) => heap.new_string(text(string)),
            TermNode::Number(number) => heap.new_number(&self.store.numbers[number].0),
            TermNode::List { .. } => heap.new_pair(Cell::NIL, Cell::NIL),
            TermNode::Compound { name, arity, .. } => {
                let functor = Functor::new(atoms.intern(text(name)), arity as usize);
                let address = heap.push(Cell::functor(functor));
                for _ in 0..arity {
                    heap.push(Cell::NIL);
                }
                Cell::structure(address)
            }
        }
    }

    /// Returns the cell of `node`; builds it if it is new.
    pub(super) fn export(&mut self, node: u32, heap: &mut Heap, atoms: &mut AtomTable) -> Cell {
        let mut waiting = vec![node];
        let mut compounds = Vec::new();
        while let Some(index) = waiting.pop() {
            if self.cells.contains_key(&index) || self.wanted.as_ref().is_some_and(|wanted| !wanted.contains(&index)) {
                continue;
            }
            let node = self.store.nodes[index];
            let cell = self.one_cell(node, heap, atoms);
            let (first, count) = heap.arguments(cell);
            if count > 0 {
                compounds.push((index, first));
            }
            self.cells.insert(index, cell);
            waiting.extend_from_slice(self.store.parts(node));
        }
        for (index, address) in compounds {
            for (i, part) in self.store.parts(self.store.nodes[index]).iter().enumerate() {
                heap.set(address + i, self.cells.get(part).copied().unwrap_or(Cell::NIL));
            }
        }
        self.cells.get(&node).copied().unwrap_or(Cell::NIL)
    }
}

#[cfg(test)]
mod tests {
    use super::super::term::Term;
    use super::*;
    use crate::base::known;
    use std::sync::Arc;

    fn round(heap: &Heap, atoms: &AtomTable, cell: Cell) -> Term {
        let watch = Watch::default();
        let mut importer = Importer::new(heap, atoms, &watch, usize::MAX);
        let root = importer.import(cell).expect("nobody stops it");
        Term {
            store: Arc::new(importer.finish()),
            root,
        }
    }

    #[test]
    fn what_goes_in_comes_out() {
        let (mut heap, mut atoms) = (Heap::with_capacity(0), AtomTable::new());
        let term = Term::compound("f", [Term::list([Term::int(1), Term::string("two")]), Term::float(2.5)]);
        let cell = Exporter::new(&term.store).export(term.root, &mut heap, &mut atoms);
        assert_eq!(round(&heap, &atoms, cell), term);
    }

    #[test]
    fn cycles_and_depth_are_kept() {
        let (mut heap, mut atoms) = (Heap::with_capacity(0), AtomTable::new());
        let list = heap.new_pair(Cell::int(1), Cell::NIL);
        heap.set(list.address() + 1, list);
        let term = round(&heap, &atoms, list);
        assert!(term.items().is_none());
        assert_eq!(term, round(&heap, &atoms, list));
        let back = Exporter::new(&term.store).export(term.root, &mut heap, &mut atoms);
        assert_eq!(heap.get(back.address() + 1), back);

        let mut deep = Cell::atom(known::TRUE);
        for _ in 0..200_000 {
            deep = heap.new_term(known::MINUS, &[deep]);
        }
        let (a, b) = (round(&heap, &atoms, deep), round(&heap, &atoms, deep));
        assert!(a == b);
    }
}
