//! Global variables: where the values are that are on the heap.
//!
//! A value that outlives backtracking is a record. What is made of it at its first use, and what `b_setval/2` sets, stands
//! in a list on the heap whose changes are trailed. A second list is not trailed: it has large values that were made a
//! second time, since a loop that fails lost the first term, and those that `nb_setarg/3`, which changes terms on the heap
//! for good, may have changed. These are records again when the query has ended.
//!
//! Objects are Rust values that terms name, with the memory that they take.

use std::any::Any;
use std::sync::Arc;

use crate::base::atom::{Atom, AtomTable};
use crate::base::known;
use crate::base::object::AnyObject;
use crate::machine::Machine;
use crate::machine::native::Stop;
use crate::machine::session::Session;
use crate::machine::stacks::Stacks;
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::record::{Attributes, Record};
use crate::term::view::View;

/// Where the value on the heap comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ValueOrigin {
    /// From the record.
    Fetched,
    /// Set by `b_setval/2`, or in the second list as well.
    Set,
}

/// Of an entry: the name, the tag (see [`Session::global_tag`]), the value, and, of a value that was fetched, a variable
/// behind its last cell. In the second list the last argument is an atom if nothing has changed the value.
const ENTRY: Atom = known::MINUS;
/// The last argument of an entry of the second list whose value is the one of the record.
const UNCHANGED: Cell = Cell::atom(known::TRUE);
/// From so many cells on a value that backtracking has lost is kept on the heap when it is made again.
const LARGE: usize = 64;

/// Returns the addresses of the pairs of a list with those of the first cells of their entries.
fn pairs(heap: &Heap, list: usize) -> impl Iterator<Item = (usize, usize)> {
    let mut rest = heap.get(list);
    std::iter::from_fn(move || {
        let View::List(at) = heap.view(rest) else {
            return None;
        };
        rest = heap.get(at + 1);
        match heap.view(heap.get(at)) {
            View::Struct(_, entry) => Some((at, entry)),
            _ => None,
        }
    })
}

fn pair_of(heap: &Heap, list: usize, name: Atom) -> Option<(usize, usize)> {
    pairs(heap, list).find(|&(_, entry)| heap.get(entry) == Cell::atom(name))
}

fn entry_of(heap: &Heap, list: usize, name: Atom) -> Option<usize> {
    pair_of(heap, list, name).map(|(_, entry)| entry)
}

impl Session {
    /// Finds the backtrackable value of a global variable. Returns the address of three cells: its name, the tag of the
    /// value (see [`Session::global_tag`]), and the value.
    pub fn resettable_entry(&self, heap: &Heap, name: Atom) -> Option<usize> {
        entry_of(heap, self.cells.resettable, name)
    }

    /// Returns the number of the variable's record, 0 if there is none, with the origin of the value on the heap. A value
    /// whose number is not that of the record has been replaced.
    pub fn global_tag(&self, name: Atom, origin: ValueOrigin) -> Cell {
        let number = self.lasting.globals.get(&name).map_or(0, |global| global.number);
        Cell::int(2 * number + i64::from(origin == ValueOrigin::Set))
    }

    /// Returns the heap value of a global variable, if it is still valid.
    pub fn noted(&self, heap: &Heap, name: Atom) -> Option<Cell> {
        let number = self.global_tag(name, ValueOrigin::Fetched).as_int() >> 1;
        [self.cells.resettable, self.cells.changed]
            .into_iter()
            .find_map(|list| {
                let entry = entry_of(heap, list, name)?;
                (heap.get(entry + 1).as_int() >> 1 == number).then(|| heap.get(entry + 2))
            })
    }

    /// Makes records of the values that `nb_setarg/3` may have changed.
    pub(super) fn pack_changed_globals(&mut self, heap: &mut Heap) {
        let entries: Vec<usize> = pairs(heap, self.cells.changed).map(|(_, entry)| entry).collect();
        for entry in entries {
            let View::Atom(name) = heap.view(heap.get(entry)) else {
                continue;
            };
            let value = heap.get(entry + 2);
            let number = heap.get(entry + 1).as_int() >> 1;
            if heap.get(entry + 3) != UNCHANGED
                && let Some(global) = self.lasting.globals.get_mut(&name)
                && global.number == number
            {
                let new = Record::pack(heap, value, Attributes::Keep);
                let old = std::mem::replace(&mut global.value, new.clone());
                self.add_record(&new);
                self.drop_record(&old);
            }
        }
        heap.set(self.cells.changed, Cell::NIL);
    }

    fn put_global_entry(&self, heap: &mut Heap, stacks: &mut Stacks, name: Atom, entry: Cell) {
        match pair_of(heap, self.cells.resettable, name) {
            Some((pair, _)) => stacks.assign(heap, pair, entry),
            None => {
                let list = heap.new_pair(entry, heap.get(self.cells.resettable));
                stacks.assign(heap, self.cells.resettable, list);
            }
        }
    }

    /// Sets the value of a global variable until backtracking, or until nb_setval/2 changes it. There is room for eight
    /// cells.
    pub fn note_global(&self, heap: &mut Heap, stacks: &mut Stacks, name: Atom, value: Cell) {
        let tag = self.global_tag(name, ValueOrigin::Set);
        if let Some(entry) = self.resettable_entry(heap, name) {
            if heap.get(entry + 1) != tag {
                stacks.assign(heap, entry + 1, tag);
            }
            stacks.assign(heap, entry + 2, value);
        } else {
            let entry = heap.new_term(ENTRY, &[Cell::atom(name), tag, value, Cell::NIL]);
            self.put_global_entry(heap, stacks, name, entry);
        }
    }

    /// Adds the value of an entry of the first list to the second one. There is room for eight cells.
    fn keep_entry(&self, heap: &mut Heap, stacks: &mut Stacks, entry: usize, change: Cell) {
        let (name, tag, value) = (heap.get(entry), heap.get(entry + 1), heap.get(entry + 2));
        // Not again: backtracking brings back older tags only.
        heap.set(entry + 1, Cell::int(tag.as_int() | 1));
        let known = match heap.view(name) {
            View::Atom(name) => entry_of(heap, self.cells.changed, name),
            _ => None,
        };
        if let Some(known) = known {
            heap.set(known + 1, tag);
            heap.set(known + 2, value);
            heap.set(known + 3, change);
        } else {
            let new = heap.new_term(ENTRY, &[name, tag, value, change]);
            let list = heap.new_pair(new, heap.get(self.cells.changed));
            heap.set(self.cells.changed, list);
        }
        stacks.keep_heap(heap.top());
    }

    /// Keeps the value of a global variable that was fetched from its record, before `nb_setarg/3` changes the cell at
    /// `address`, if that is part of it. There is room for eight cells.
    pub fn keep_fetched_global(&self, heap: &mut Heap, stacks: &mut Stacks, address: usize) {
        for (_, entry) in pairs(heap, self.cells.changed).collect::<Vec<_>>() {
            heap.set(entry + 3, Cell::NIL);
        }
        let known: &Heap = heap;
        let holds = |&(_, entry): &(usize, usize)| {
            known.get(entry + 1).as_int() & 1 == 0 && (entry..known.get(entry + 3).address()).contains(&address)
        };
        let found = pairs(known, self.cells.resettable).find(holds);
        if let Some((_, entry)) = found {
            self.keep_entry(heap, stacks, entry, Cell::NIL);
        }
    }
}

impl Machine {
    /// Makes a term of the record of a global variable, which is its value until backtracking or a change. If there is
    /// none, returns `None`.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub fn fetch_global(&mut self, name: Atom) -> Result<Option<Cell>, Stop> {
        let Some(global) = self.session.lasting.globals.get(&name) else {
            return Ok(None);
        };
        if global.value.root().is_immediate() {
            return Ok(Some(global.value.root()));
        }
        let (size, is_lost) = (global.value.len(), global.is_fetched);
        self.reserve_first(size + 16)?;
        let (heap, session) = (&mut self.heap, &self.session);
        // The cells of the value stay between the entry and its end, wherever they are moved.
        let tag = session.global_tag(name, ValueOrigin::Fetched);
        let entry = heap.new_term(ENTRY, &[Cell::atom(name), tag, Cell::NIL, Cell::NIL]);
        let value = session.lasting.globals[&name].value.unpack(heap);
        let end = heap.new_var();
        heap.set_arguments(entry, &[Cell::atom(name), tag, value, end]);
        self.session
            .put_global_entry(&mut self.heap, &mut self.stacks, name, entry);
        if is_lost && size >= LARGE {
            self.session
                .keep_entry(&mut self.heap, &mut self.stacks, entry.address() + 1, UNCHANGED);
        } else if let Some(global) = self.session.lasting.globals.get_mut(&name) {
            global.is_fetched = true;
        }
        Ok(Some(value))
    }

    /// Returns the atom that stands for a new object, whose value takes so many bytes, and charges them.
    ///
    /// # Errors
    /// `resource_error(program_space)`
    pub fn new_object(&mut self, kind: &str, value: Arc<dyn Any + Send + Sync>, bytes: usize) -> Result<Cell, Stop> {
        self.charge_program(bytes)?;
        let object = AnyObject::new(kind, value);
        let atom = self.intern_object(&object);
        self.atoms.weigh_object(&object, bytes);
        Ok(Cell::atom(atom))
    }

    /// Keeps a copy of a goal that is to run when it is undone. Returns its number.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub fn keep_undo(&mut self, goal: Cell) -> Result<usize, Stop> {
        let record = Record::pack(&mut self.heap, goal, Attributes::Keep);
        self.check_walks()?;
        self.charge_program(record.bytes())?;
        self.session.add_record(&record);
        self.wakes.undo.push(record);
        self.limits.raise_event();
        Ok(self.wakes.undo.len())
    }
}

impl AtomTable {
    /// Returns the value of the object that a cell stands for, if it is of this type.
    pub fn object_value<T: Any + Send + Sync>(&self, heap: &Heap, cell: Cell) -> Option<Arc<T>> {
        match heap.view(cell) {
            View::Atom(atom) => self.object(atom)?.value_of(),
            _ => None,
        }
    }
}
