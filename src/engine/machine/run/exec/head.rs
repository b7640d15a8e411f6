//! Get and unify instructions: taking arguments apart, or building them where they are unbound.

use crate::code::instr::{ConstId, Reg, Slot};
use crate::machine::run::exec::Flow;
use crate::machine::run::exec::compound::unify_compound;
use crate::machine::run::hot::{Exit, Hot};
use crate::term::cell::{Cell, tags};

impl Hot<'_> {
    #[inline(always)]
    pub(crate) fn get_constant(&mut self, x: Reg, value: ConstId) -> Flow {
        let cell = self.deref(self.x[x.index()]);
        let value = self.constant(value);
        if cell == value {
            return Ok(true);
        }
        match cell.tag_bits() {
            tags::REF => {
                self.bind(cell, value);
                Ok(true)
            }
            tags::ATT => leave!(Full),
            _ => Ok(false),
        }
    }

    #[inline(always)]
    pub(crate) fn get_structure(&mut self, x: Reg, functor: ConstId) -> Flow {
        let cell = self.deref(self.x[x.index()]);
        let functor = self.constant(functor);
        match cell.tag_bits() {
            tags::STR => {
                *self.s = cell.address() + 1;
                *self.write = false;
                Ok(self.get(cell.address()) == functor)
            }
            tags::REF => {
                let address = self.h;
                self.push(functor);
                self.bind(cell, Cell::structure(address));
                *self.write = true;
                Ok(true)
            }
            tags::ATT => leave!(Full),
            _ => Ok(false),
        }
    }

    #[inline(always)]
    pub(crate) fn get_structure_xx(&mut self, x: Reg, a: &Reg, b: &Reg, functor: ConstId) -> Flow {
        let cell = self.deref(self.x[x.index()]);
        let functor = self.constant(functor);
        match cell.tag_bits() {
            tags::STR => {
                let term = &self.heap[cell.address()..cell.address() + 3];
                if term[0] != functor.bits() {
                    return Ok(false);
                }
                let (first, second) = (Cell::from_bits(term[1]), Cell::from_bits(term[2]));
                self.x[a.index()] = first;
                self.x[b.index()] = second;
                *self.s = cell.address() + 3;
                *self.write = false;
                Ok(true)
            }
            tags::REF => {
                let h = self.h;
                self.push(functor);
                self.push(Cell::reference(h + 1));
                self.push(Cell::reference(h + 2));
                self.bind(cell, Cell::structure(h));
                self.x[a.index()] = Cell::reference(h + 1);
                self.x[b.index()] = Cell::reference(h + 2);
                *self.write = true;
                Ok(true)
            }
            tags::ATT => leave!(Full),
            _ => Ok(false),
        }
    }

    #[inline(always)]
    pub(crate) fn get_list(&mut self, x: Reg) -> Flow {
        let cell = self.deref(self.x[x.index()]);
        self.open_list(cell, true)
    }

    /// Goes on with the arguments of a list, which is written if the cell is a variable. `is_new`: it is not known yet
    /// whether arguments are read or written.
    #[inline(always)]
    fn open_list(&mut self, cell: Cell, is_new: bool) -> Flow {
        match cell.tag_bits() {
            tags::LST => {
                *self.s = cell.address();
                if is_new {
                    *self.write = false;
                }
                Ok(true)
            }
            tags::REF => {
                self.bind(cell, Cell::list(self.h));
                *self.write = true;
                Ok(true)
            }
            tags::ATT => leave!(Full),
            _ => Ok(false),
        }
    }

    #[inline(always)]
    pub(crate) fn get_list_xx(&mut self, x: Reg, head: &Reg, tail: &Reg) -> Flow {
        let cell = self.deref(self.x[x.index()]);
        match cell.tag_bits() {
            tags::LST => {
                let pair = &self.heap[cell.address()..cell.address() + 2];
                self.x[head.index()] = Cell::from_bits(pair[0]);
                self.x[tail.index()] = Cell::from_bits(pair[1]);
                Ok(true)
            }
            tags::REF => {
                let h = self.h;
                self.bind(cell, Cell::list(h));
                self.push(Cell::reference(h));
                self.push(Cell::reference(h + 1));
                self.x[head.index()] = Cell::reference(h);
                self.x[tail.index()] = Cell::reference(h + 1);
                Ok(true)
            }
            tags::ATT => leave!(Full),
            _ => Ok(false),
        }
    }

    #[inline(always)]
    pub(crate) fn get_list_vx(&mut self, x: Reg, head: &Reg, tail: &Reg) -> Flow {
        let cell = self.deref(self.x[x.index()]);
        match cell.tag_bits() {
            tags::REF => {
                let h = self.h;
                let value = self.x[head.index()];
                self.bind(cell, Cell::list(h));
                self.push(value);
                self.push(Cell::reference(h + 1));
                self.x[tail.index()] = Cell::reference(h + 1);
                Ok(true)
            }
            tags::LST => {
                let (a, b) = (self.get(cell.address()), self.x[head.index()]);
                if !self.unify_simple(a, b)? {
                    return Ok(false);
                }
                self.x[tail.index()] = self.get(cell.address() + 1);
                Ok(true)
            }
            tags::ATT => leave!(Full),
            _ => Ok(false),
        }
    }

    /// Unifies two cells; exits the loop for attributed variables and for large terms.
    #[inline(always)]
    pub(crate) fn unify_simple(&mut self, a: Cell, b: Cell) -> Flow {
        let (a, b) = (self.deref(a), self.deref(b));
        if a.is_ref() && b.tag_bits() != tags::ATT {
            if !b.is_ref() || b.address() < a.address() {
                self.bind(a, b);
            } else if a != b {
                self.bind(b, a);
            }
            return Ok(true);
        }
        if b.is_ref() && a.tag_bits() != tags::ATT {
            self.bind(b, a);
            return Ok(true);
        }
        if a.is_immediate() && b.is_immediate() {
            return Ok(a == b);
        }
        unify_compound(self.heap, self.trail, *self.hb, a, b).ok_or(Exit::Full)
    }

    #[inline(always)]
    pub(crate) fn get_value(&mut self, a: Reg, b: Reg) -> Flow {
        self.unify_simple(self.x[a.index()], self.x[b.index()])
    }

    #[inline(always)]
    pub(crate) fn unify_variable(&mut self, x: Reg) {
        if *self.write {
            let cell = Cell::reference(self.h);
            self.push(cell);
            self.x[x.index()] = cell;
        } else {
            self.x[x.index()] = self.get(*self.s);
            *self.s += 1;
        }
    }

    #[inline(always)]
    pub(crate) fn unify_variable_2(&mut self, a: Reg, b: Reg) {
        if *self.write {
            let h = self.h;
            self.push_variables(2);
            self.x[a.index()] = Cell::reference(h);
            self.x[b.index()] = Cell::reference(h + 1);
        } else {
            let pair = &self.heap[*self.s..*self.s + 2];
            let (first, second) = (Cell::from_bits(pair[0]), Cell::from_bits(pair[1]));
            self.x[a.index()] = first;
            self.x[b.index()] = second;
            *self.s += 2;
        }
    }

    #[inline(always)]
    pub(crate) fn unify_variable_y(&mut self, y: Slot) {
        let cell = if *self.write {
            let cell = Cell::reference(self.h);
            self.push(cell);
            cell
        } else {
            *self.s += 1;
            self.get(*self.s - 1)
        };
        self.set_slot(y, cell);
    }

    #[inline(always)]
    pub(crate) fn unify_cell(&mut self, value: Cell) -> Flow {
        if *self.write {
            self.push(value);
            return Ok(true);
        }
        let cell = self.get(*self.s);
        *self.s += 1;
        self.unify_simple(cell, value)
    }

    #[inline(always)]
    pub(crate) fn unify_values(&mut self, a: Reg, b: Reg) -> Flow {
        let (a, b) = (self.x[a.index()], self.x[b.index()]);
        if *self.write {
            self.push(a);
            self.push(b);
            return Ok(true);
        }
        let pair = &self.heap[*self.s..*self.s + 2];
        let (first, second) = (Cell::from_bits(pair[0]), Cell::from_bits(pair[1]));
        *self.s += 2;
        if !self.unify_simple(first, a)? {
            return Ok(false);
        }
        self.unify_simple(second, b)
    }

    #[inline(always)]
    pub(crate) fn unify_constant(&mut self, value: ConstId) -> Flow {
        let value = self.constant(value);
        if *self.write {
            self.push(value);
            return Ok(true);
        }
        let cell = self.deref(self.get(*self.s));
        *self.s += 1;
        if cell == value {
            return Ok(true);
        }
        match cell.tag_bits() {
            tags::REF => {
                self.bind(cell, value);
                Ok(true)
            }
            tags::ATT => leave!(Full),
            _ => Ok(false),
        }
    }

    #[inline(always)]
    pub(crate) fn unify_void(&mut self, count: u32) {
        if *self.write {
            self.push_variables(count);
        } else {
            *self.s += count as usize;
        }
    }

    #[inline(always)]
    pub(crate) fn push_variables(&mut self, count: u32) {
        for _ in 0..count {
            self.push(Cell::reference(self.h));
        }
    }

    #[inline(always)]
    pub(crate) fn unify_list(&mut self) -> Flow {
        if *self.write {
            self.push(Cell::list(self.h + 1));
            return Ok(true);
        }
        let cell = self.deref(self.get(*self.s));
        self.open_list(cell, false)
    }

    #[inline(always)]
    pub(crate) fn unify_structure(&mut self, functor: ConstId) -> Flow {
        let functor = self.constant(functor);
        if *self.write {
            self.push(Cell::structure(self.h + 1));
            self.push(functor);
            return Ok(true);
        }
        let cell = self.deref(self.get(*self.s));
        match cell.tag_bits() {
            tags::STR => {
                *self.s = cell.address() + 1;
                Ok(self.get(cell.address()) == functor)
            }
            tags::REF => {
                self.bind(cell, Cell::structure(self.h));
                self.push(functor);
                *self.write = true;
                Ok(true)
            }
            tags::ATT => leave!(Full),
            _ => Ok(false),
        }
    }
}
