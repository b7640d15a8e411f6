//! Put and set instructions: building arguments.

use crate::code::instr::{ConstId, Reg, Slot};
use crate::machine::hot::Hot;
use crate::term::cell::Cell;

impl Hot<'_> {
    #[inline(always)]
    pub fn put_variable(&mut self, x: Reg) {
        let cell = Cell::reference(self.h);
        self.push(cell);
        self.x[x as usize] = cell;
    }

    #[inline(always)]
    pub fn put_variable_y(&mut self, x: Reg, y: Slot) {
        let cell = Cell::reference(self.h);
        self.push(cell);
        self.x[x as usize] = cell;
        self.set_slot(y, cell);
    }

    #[inline(always)]
    pub fn put_structure(&mut self, x: Reg, functor: ConstId) {
        let functor = self.constant(functor);
        self.x[x as usize] = Cell::structure(self.h);
        self.push(functor);
    }

    #[inline(always)]
    pub fn set_variable_y(&mut self, y: Slot) {
        let cell = Cell::reference(self.h);
        self.push(cell);
        self.set_slot(y, cell);
    }

    #[inline(always)]
    pub fn set_structure(&mut self, functor: ConstId) {
        let functor = self.constant(functor);
        self.push(Cell::structure(self.h + 1));
        self.push(functor);
    }
}
