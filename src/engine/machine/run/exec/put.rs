//! Put and set instructions: building arguments.

use crate::code::instr::{ConstId, Reg, Slot};
use crate::machine::run::hot::Hot;
use crate::term::cell::{Cell, tags};

use super::Flow;

impl Hot<'_> {
    #[inline(always)]
    pub(crate) fn put_variable(&mut self, x: Reg) {
        let cell = Cell::reference(self.h);
        self.push(cell);
        self.x[x.index()] = cell;
    }

    #[inline(always)]
    pub(crate) fn put_variable_y(&mut self, x: Reg, y: Slot) {
        let cell = Cell::reference(self.h);
        self.push(cell);
        self.x[x.index()] = cell;
        self.set_slot(y, cell);
    }

    /// Puts a float, a string or a large integer; other records take the slow path.
    #[inline(always)]
    pub(crate) fn put_record(&mut self, x: Reg, record: u32) -> Flow {
        let record = self
            .records
            .with_room()
            .get(record as usize)
            .expect("code names records that there are");
        let cells = record.cells();
        let end = self.h + cells.len();
        // A clause may have any number of these, so there must be room beside the headroom.
        if record.root().tag_bits() != tags::BOX || end > *self.limit {
            leave!(Full);
        }
        match *cells {
            [header, value] => {
                self.heap[self.h] = header;
                self.heap[self.h + 1] = value;
            }
            _ => put_box(&mut self.heap[self.h..end], cells),
        }
        self.x[x.index()] = record.root().relocate(self.h);
        self.h = end;
        Ok(true)
    }

    #[inline(always)]
    pub(crate) fn put_structure(&mut self, x: Reg, functor: ConstId) {
        let functor = self.constant(functor);
        self.x[x.index()] = Cell::structure(self.h);
        self.push(functor);
    }

    #[inline(always)]
    pub(crate) fn put_list_vv(&mut self, x: Reg, head: Reg, tail: Reg) {
        let (list, head, tail) = (Cell::list(self.h), self.x[head.index()], self.x[tail.index()]);
        self.push(head);
        self.push(tail);
        self.x[x.index()] = list;
    }

    #[inline(always)]
    pub(crate) fn put_structure_vv(&mut self, x: Reg, a: Reg, b: Reg, functor: ConstId) {
        let functor = self.constant(functor);
        let (term, a, b) = (Cell::structure(self.h), self.x[a.index()], self.x[b.index()]);
        self.push(functor);
        self.push(a);
        self.push(b);
        self.x[x.index()] = term;
    }

    #[inline(always)]
    pub(crate) fn set_variable_y(&mut self, y: Slot) {
        let cell = Cell::reference(self.h);
        self.push(cell);
        self.set_slot(y, cell);
    }

    #[inline(always)]
    pub(crate) fn set_structure(&mut self, functor: ConstId) {
        let functor = self.constant(functor);
        self.push(Cell::structure(self.h + 1));
        self.push(functor);
    }
}

#[cold]
#[inline(never)]
fn put_box(to: &mut [u64], cells: &[u64]) {
    to.copy_from_slice(cells);
}
