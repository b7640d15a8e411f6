//! Arithmetic and tests on small integers in place; everything else leaves the loop.

use crate::code::instr::{Label, Reg, TypeTest};
use crate::machine::hot::{Exit, Hot};
use crate::term::cell::{Cell, Tag};

use super::Flow;

impl Hot<'_> {
    #[inline(always)]
    fn slow(&self) -> Flow {
        Err(Exit::Slow(self.instr()))
    }

    #[inline(always)]
    fn store(&mut self, to: Reg, result: Option<Cell>) -> Flow {
        match result {
            Some(cell) => {
                self.x[to as usize] = cell;
                Ok(true)
            }
            None => self.slow(),
        }
    }

    #[inline(always)]
    pub fn add_small(&mut self, to: Reg, a: Reg, k: i32) -> Flow {
        let a = self.deref(self.x[a as usize]);
        if !a.is_int() {
            return self.slow();
        }
        self.store(to, a.checked_add(Cell::int(i64::from(k))))
    }

    #[inline(always)]
    pub fn two_ints(&self, a: Reg, b: Reg) -> Option<(Cell, Cell)> {
        let (a, b) = (self.deref(self.x[a as usize]), self.deref(self.x[b as usize]));
        (a.is_int() && b.is_int()).then_some((a, b))
    }

    #[inline(always)]
    pub fn add(&mut self, to: Reg, a: Reg, b: Reg) -> Flow {
        match self.two_ints(a, b) {
            Some((a, b)) => self.store(to, a.checked_add(b)),
            None => self.slow(),
        }
    }

    #[inline(always)]
    pub fn subtract(&mut self, to: Reg, a: Reg, b: Reg) -> Flow {
        match self.two_ints(a, b) {
            Some((a, b)) => self.store(to, a.checked_sub(b)),
            None => self.slow(),
        }
    }

    #[inline(always)]
    pub fn multiply(&mut self, to: Reg, a: Reg, b: Reg) -> Flow {
        match self.two_ints(a, b) {
            Some((a, b)) => self.store(to, a.checked_mul(b)),
            None => self.slow(),
        }
    }

    #[inline(always)]
    pub fn evaluate(&mut self, to: Reg, a: Reg) -> Flow {
        let a = self.deref(self.x[a as usize]);
        self.store(to, a.is_int().then_some(a))
    }

    #[inline(always)]
    pub fn test(&mut self, a: Reg, b: Reg, otherwise: Label, holds: fn(i64, i64) -> bool) -> Flow {
        match self.two_ints(a, b) {
            // Shifted alike, small integers compare as their words do.
            Some((a, b)) => Ok(self.branch(holds(a.bits() as i64, b.bits() as i64), otherwise)),
            None => self.slow(),
        }
    }

    /// Goes on if the test holds, else to the label; the label of failure is that of a `fail`.
    #[inline(always)]
    pub fn branch(&mut self, holds: bool, otherwise: Label) -> bool {
        if !holds {
            self.pc = otherwise as usize;
        }
        true
    }

    #[inline(always)]
    pub fn test_type(&mut self, test: TypeTest, x: Reg, otherwise: Label) -> Flow {
        let cell = self.deref(self.x[x as usize]);
        let tag = cell.tag();
        if matches!(tag, Tag::Att | Tag::Box) {
            return self.slow();
        }
        let holds = match test {
            TypeTest::Var => tag == Tag::Ref,
            TypeTest::Nonvar => tag != Tag::Ref,
            TypeTest::Atom => tag == Tag::Atm,
            TypeTest::Integer | TypeTest::Number => tag == Tag::Int,
            TypeTest::Float => false,
            TypeTest::Atomic => matches!(tag, Tag::Atm | Tag::Int),
            TypeTest::Compound => matches!(tag, Tag::Str | Tag::Lst),
            TypeTest::Callable => matches!(tag, Tag::Str | Tag::Lst | Tag::Atm),
        };
        Ok(self.branch(holds, otherwise))
    }

    /// Are the terms identical, as far as their cells tell?
    #[inline(always)]
    pub fn test_identical(&mut self, a: Reg, b: Reg, otherwise: Label, wanted: bool) -> Flow {
        let (a, b) = (self.deref(self.x[a as usize]), self.deref(self.x[b as usize]));
        let same = if a == b && a.tag() != Tag::Att {
            true
        } else if a.tag() != b.tag() && a.tag() != Tag::Att && b.tag() != Tag::Att
            || matches!(a.tag(), Tag::Ref | Tag::Atm | Tag::Int) && matches!(b.tag(), Tag::Ref | Tag::Atm | Tag::Int)
        {
            false
        } else {
            return self.slow();
        };
        Ok(self.branch(same == wanted, otherwise))
    }
}
