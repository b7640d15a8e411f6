//! Suspensions in the tables of their constraints: adding, removing, finding.

use ferz_engine::native::errors::Type;
use ferz_engine::native::terms::{Atom, Cell, View, known, walk};
use ferz_engine::native::{Machine, Parts, Step, Stop, globals};

use super::{table, variables};

/// Offsets in a suspension.
pub(super) const STATE: usize = 0;
pub(super) const NUMBER: usize = 1;
pub(super) const HISTORY: usize = 2;
const TABLE: usize = 3;
/// The first link, that of the list of all.
pub(super) const LINKS: usize = 4;

/// Offsets in a table.
pub(super) const GOAL: usize = 0;
/// The bits of the arguments whose variables reactivate the constraint.
const WATCHED: usize = 1;
const FIRST: usize = 2;
const ALL: usize = 3;
const INDEXES: usize = 4;

/// Cells that adding a suspension to one list may push, beside growing a table.
const CELLS_PER_LINK: usize = 16;

/// The table of a constraint.
#[derive(Clone, Copy)]
pub(super) struct ConstraintTable {
    /// The address of its first argument.
    pub first: usize,
    /// The number of its indexes.
    pub indexes: usize,
}

/// A suspension: the address of its first argument, and its table.
#[derive(Clone, Copy)]
pub(super) struct ChrSuspension {
    pub first: usize,
    pub arity: usize,
    pub table: ConstraintTable,
}

impl ConstraintTable {
    fn of(m: &Machine, cell: Cell) -> Option<ConstraintTable> {
        match m.view(cell) {
            View::Struct(functor, first) if functor.name() == known::CHR_TABLE && functor.arity() >= INDEXES => {
                Some(ConstraintTable {
                    first,
                    indexes: (functor.arity() - INDEXES) / 2,
                })
            }
            _ => None,
        }
    }

    pub(super) fn cell(self) -> Cell {
        Cell::structure(self.first - 1)
    }

    /// The arguments that index `i` is for.
    pub(super) fn mask(self, m: &Machine, i: usize) -> u64 {
        bits(m, self.first + INDEXES + 2 * i)
    }

    /// The address of the cell with the suspensions of index `i` whose key is ground.
    pub(super) fn index(self, i: usize) -> usize {
        self.first + INDEXES + 2 * i + 1
    }

    /// The number of index `i` among those of all constraints.
    pub(super) fn index_number(self, m: &Machine, i: usize) -> i64 {
        small(m, self.first + FIRST).wrapping_add(i as i64)
    }

    pub(super) fn watched(self, m: &Machine) -> u64 {
        bits(m, self.first + WATCHED)
    }
}

impl ChrSuspension {
    pub(super) fn of(m: &Machine, cell: Cell) -> Option<ChrSuspension> {
        let View::Struct(functor, first) = m.view(cell) else {
            return None;
        };
        if functor.name() != known::CHR || functor.arity() < LINKS {
            return None;
        }
        let table = ConstraintTable::of(m, m.heap.get(first + TABLE))?;
        let suspension = ChrSuspension {
            first,
            arity: functor.arity(),
            table,
        };
        (suspension.arity > LINKS + table.indexes).then_some(suspension)
    }

    /// The suspension of a goal's argument.
    pub(super) fn argument(m: &mut Machine, cell: Cell) -> Result<ChrSuspension, Stop> {
        ChrSuspension::of(m, cell).ok_or_else(|| m.type_or_instantiation_error(Type::Compound, cell))
    }

    pub(super) fn cell(self) -> Cell {
        Cell::structure(self.first - 1)
    }

    /// The addresses of the arguments of the constraint.
    pub(super) fn arguments(self) -> std::ops::Range<usize> {
        self.first + LINKS + 1 + self.table.indexes..self.first + self.arity
    }

    pub(super) fn is_removed(self, m: &Machine) -> bool {
        small(m, self.first + STATE) < 0
    }
}

/// The small integer in a cell, 0 if there is none.
pub(super) fn small(m: &Machine, address: usize) -> i64 {
    let cell = m.heap.get(address);
    if cell.is_int() { cell.as_int() } else { 0 }
}

fn bits(m: &Machine, address: usize) -> u64 {
    small(m, address) as u64
}

/// The numbers of the arguments in a mask.
pub(super) fn members(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (lowest < 64).then_some(lowest)
    })
}

/// Keeps the empty store of a program under the name of the global variable that is to hold it. Global variables are those
/// of one engine, so each makes its own at the first use.
pub(super) fn chr_define_2(m: &mut Machine, name: Cell, store: Cell) -> Step {
    let View::Atom(name) = m.view(name) else {
        return Err(m.type_or_instantiation_error(Type::Atom, name));
    };
    let record = globals::packed_copy(m, store)?;
    m.check_walks()?;
    let old = m.session.lasting.counters.insert(name, record);
    globals::forget(m, old);
    Ok(())
}

/// Returns the value of the global variable of a store, which is made if there is none.
#[cold]
fn new_store(m: &mut Machine, name: Cell, atom: Atom) -> Result<Cell, Stop> {
    if !m.session.lasting.globals.contains_key(&atom)
        && let Some(length) = m.session.lasting.counters.get(&atom).map(|record| record.len())
    {
        m.reserve_first(length)?;
        let Parts { heap, session, .. } = m.parts();
        let empty = session.lasting.counters[&atom].unpack(heap);
        globals::set(m, name, empty)?;
    }
    globals::value(m, name)
}

/// The store that is the value of a global variable: the address of its first argument, and its arity.
fn store_of(m: &mut Machine, name: Cell) -> Result<(usize, usize), Stop> {
    let value = match m.view(name) {
        View::Atom(atom) => match m.session.noted(&m.heap, atom) {
            Some(value) => value,
            None => new_store(m, name, atom)?,
        },
        _ => return Err(m.type_or_instantiation_error(Type::Atom, name)),
    };
    match m.view(value) {
        View::Struct(functor, first) if functor.name() == known::CHR_STORE => Ok((first, functor.arity())),
        _ => Err(m.type_error(Type::Compound, value)),
    }
}

fn table_of(m: &mut Machine, (first, arity): (usize, usize), constraint: Cell) -> Result<ConstraintTable, Stop> {
    let found = match m.view(constraint) {
        View::Int(number) if number > 0 && (number as usize) < arity => {
            ConstraintTable::of(m, m.heap.get(first + number as usize))
        }
        _ => None,
    };
    found.ok_or_else(|| m.type_or_instantiation_error(Type::Compound, constraint))
}

/// Returns the list behind a pair in front of it.
pub(super) fn behind(m: &Machine, front: Cell) -> Option<Cell> {
    let View::List(at) = m.view(front) else {
        return None;
    };
    Some(m.deref(m.heap.get(at + 1)))
}

/// Puts a suspension into the list behind `front`, as its link `i`.
pub(super) fn link(m: &mut Machine, suspension: ChrSuspension, i: usize, front: Cell) {
    let front = m.deref(front);
    let Some(list) = behind(m, front) else {
        return;
    };
    let pair = m.heap.new_pair(suspension.cell(), list);
    set_front(m, list, i, pair);
    m.stacks.assign(&mut m.heap, front.address() + 1, pair);
    m.stacks.assign(&mut m.heap, suspension.first + LINKS + i, front);
}

/// Takes a suspension out of the list that its link `i` leads to.
pub(super) fn unlink(m: &mut Machine, suspension: ChrSuspension, i: usize) {
    let link = suspension.first + LINKS + i;
    let front = m.deref(m.heap.get(link));
    if let Some(own) = behind(m, front)
        && let View::List(at) = m.view(own)
        && m.deref(m.heap.get(at)) == suspension.cell()
    {
        let rest = m.deref(m.heap.get(at + 1));
        m.stacks.assign(&mut m.heap, front.address() + 1, rest);
        set_front(m, rest, i, front);
        m.stacks.assign(&mut m.heap, link, Cell::ZERO);
    }
}

/// Sets link `i` of the first element of a list, if it has one.
fn set_front(m: &mut Machine, list: Cell, i: usize, front: Cell) {
    if let View::List(at) = m.view(list)
        && let Some(next) = ChrSuspension::of(m, m.heap.get(at))
        && i <= next.table.indexes
    {
        m.stacks.assign(&mut m.heap, next.first + LINKS + i, front);
    }
}

/// Puts a suspension into index `i` of its table, where its arguments are now.
pub(super) fn link_index(m: &mut Machine, suspension: ChrSuspension, i: usize) -> Step {
    let mask = suspension.table.mask(m, i);
    let variable = variables::variable_of_key(m, suspension, mask);
    let front = match variable {
        Some(variable) => variables::bucket(m, variable, suspension.table.index_number(m, i))?,
        None => table::bucket_of(m, suspension, i, mask)?,
    };
    link(m, suspension, i + 1, front);
    Ok(())
}

pub(super) fn chr_insert_3(m: &mut Machine, store: Cell, constraint: Cell, suspension: Cell) -> Step {
    let store = store_of(m, store)?;
    let table = table_of(m, store, constraint)?;
    let shape = match m.view(suspension) {
        View::Struct(functor, first) if functor.name() == known::CHR && functor.arity() > LINKS + table.indexes => {
            Some((first, functor.arity()))
        }
        _ => None,
    };
    let Some((first, arity)) = shape else {
        return Err(m.type_or_instantiation_error(Type::Compound, suspension));
    };
    m.reserve(CELLS_PER_LINK * (table.indexes + 1))?;
    let number = small(m, store.0) + 1;
    m.stacks.assign(&mut m.heap, store.0, Cell::int(number));
    m.stacks.assign(&mut m.heap, first + NUMBER, Cell::int(number));
    m.stacks.assign(&mut m.heap, first + TABLE, table.cell());
    let suspension = ChrSuspension { first, arity, table };
    link(m, suspension, 0, m.heap.get(table.first + ALL));
    for i in 0..table.indexes {
        link_index(m, suspension, i)?;
    }
    let watched = table.watched(m);
    if watched != 0 {
        variables::watch(m, suspension, watched)?;
    }
    Ok(())
}

pub(super) fn chr_remove_1(m: &mut Machine, suspension: Cell) -> Step {
    let suspension = ChrSuspension::argument(m, suspension)?;
    if !suspension.is_removed(m) {
        m.stacks.assign(&mut m.heap, suspension.first + STATE, Cell::int(-1));
        for i in 0..=suspension.table.indexes {
            unlink(m, suspension, i);
        }
        let watched = suspension.table.watched(m);
        if watched != 0 {
            variables::release(m, suspension, watched)?;
        }
    }
    Ok(())
}

/// Unifies with the list behind `front`.
fn unify_list(m: &mut Machine, found: Cell, front: Option<Cell>) -> Step {
    let list = front.and_then(|front| behind(m, front)).unwrap_or(Cell::NIL);
    m.unify(found, list)
}

pub(super) fn chr_all_3(m: &mut Machine, store: Cell, constraint: Cell, found: Cell) -> Step {
    let store = store_of(m, store)?;
    let table = table_of(m, store, constraint)?;
    let front = m.heap.get(table.first + ALL);
    unify_list(m, found, Some(front))
}

pub(super) fn chr_find_5(m: &mut Machine, store: Cell, constraint: Cell, index: Cell, key: Cell, found: Cell) -> Step {
    let store = store_of(m, store)?;
    let table = table_of(m, store, constraint)?;
    let index = match m.view(index) {
        View::Int(number) if number >= 0 && (number as usize) < table.indexes => number as usize,
        _ => return Err(m.type_or_instantiation_error(Type::Integer, index)),
    };
    let mask = table.mask(m, index);
    let key = m.deref(key);
    if mask.count_ones() == 1
        && !key.is_immediate()
        && let Some(variable) = walk::first_variable(&m.heap, key)
    {
        let front = variables::find(m, variable, table.index_number(m, index));
        return unify_list(m, found, front);
    }
    let keys = table::keys(m, key, mask.count_ones() as usize);
    let front = table::find(m, table, index, mask, &keys);
    unify_list(m, found, front)
}
