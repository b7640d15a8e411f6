//! Arithmetic and tests inside the loop: on small integers here, on other numbers by `numbers`, else the loop exits.

use crate::base::num::function::FunctionId;
use crate::code::comparison::OrderSet;
use crate::code::instr::{Instr, Label, Reg, TypeTest};
use crate::machine::run::hot::Hot;
use crate::term::cell::{Cell, tags};

use super::numbers::{self, BOX_CELLS};
use super::{Flow, compound};

impl Hot<'_> {
    #[inline(always)]
    fn store(&mut self, to: &Reg, result: Option<Cell>) -> Flow {
        match result {
            Some(cell) => {
                self.x[to.index()] = cell;
                Ok(true)
            }
            None => leave!(Full),
        }
    }

    /// Stores a number that may be in a new box at the top: two cells, for which there is always headroom.
    #[inline(always)]
    fn store_number(&mut self, to: &Reg, result: Option<Cell>) -> Flow {
        let Some(cell) = result else {
            leave!(Full);
        };
        self.x[to.index()] = cell;
        if cell == Cell::boxed(self.h) {
            self.h += BOX_CELLS;
        }
        Ok(true)
    }

    /// Applies a function to numbers for which the loop has no code of its own.
    #[inline(always)]
    fn apply_two(&mut self, to: &Reg, function: FunctionId, a: Cell, b: Cell) -> Flow {
        let result = numbers::apply_two(self.heap, self.h, self.arithmetic.state_mut(), function, a, b);
        self.store_number(to, result)
    }

    #[inline(always)]
    pub(crate) fn add_small(&mut self, to: &Reg, a: Reg, k: i32) -> Flow {
        let b = Cell::int(i64::from(k));
        let x = self.x[a.index()];
        if x.is_int()
            && let Some(sum) = x.checked_add(b)
        {
            self.x[to.index()] = sum;
            return Ok(true);
        }
        let a = self.deref(x);
        if a.is_int()
            && let Some(sum) = a.checked_add(b)
        {
            self.x[to.index()] = sum;
            return Ok(true);
        }
        self.apply_two(to, FunctionId::ADD, a, b)
    }

    #[inline(always)]
    pub(in crate::machine) fn operand(&self, x: Reg) -> Cell {
        self.deref(self.x[x.index()])
    }

    #[inline(always)]
    pub(crate) fn two(&self, a: Reg, b: Reg) -> (Cell, Cell) {
        (self.operand(a), self.operand(b))
    }

    #[inline(always)]
    fn operation(
        &mut self,
        to: &Reg,
        a: Reg,
        b: Reg,
        function: FunctionId,
        small: impl Fn(Cell, Cell) -> Option<Cell>,
    ) -> Flow {
        let (x, y) = (self.x[a.index()], self.x[b.index()]);
        if Cell::are_ints(x, y)
            && let Some(result) = small(x, y)
        {
            self.x[to.index()] = result;
            return Ok(true);
        }
        let (a, b) = self.two(a, b);
        if Cell::are_ints(a, b)
            && let Some(result) = small(a, b)
        {
            self.x[to.index()] = result;
            return Ok(true);
        }
        self.apply_two(to, function, a, b)
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, to: &Reg, a: Reg, b: Reg) -> Flow {
        self.operation(to, a, b, FunctionId::ADD, Cell::checked_add)
    }

    #[inline(always)]
    pub(crate) fn subtract(&mut self, to: &Reg, a: Reg, b: Reg) -> Flow {
        self.operation(to, a, b, FunctionId::SUBTRACT, Cell::checked_sub)
    }

    #[inline(always)]
    pub(crate) fn multiply(&mut self, to: &Reg, a: Reg, b: Reg) -> Flow {
        self.operation(to, a, b, FunctionId::MULTIPLY, Cell::checked_mul)
    }

    #[inline(always)]
    pub(crate) fn arith1(&mut self, to: &Reg, a: Reg, function: u16) -> Flow {
        let (a, function) = (self.operand(a), FunctionId::from_index(function));
        if a.is_int() && function == FunctionId::ABS {
            return self.store(to, a.checked_abs());
        }
        let result = numbers::apply_one(self.heap, self.h, self.arithmetic.state_mut(), function, a);
        self.store_number(to, result)
    }

    #[inline(always)]
    pub(crate) fn arith2(&mut self, to: &Reg, a: Reg, b: Reg, function: u16) -> Flow {
        let function = FunctionId::from_index(function);
        self.operation(to, a, b, function, |a, b| match function {
            FunctionId::INT_DIVIDE if b.as_int() > 0 => Some(Cell::int(a.as_int() / b.as_int())),
            FunctionId::MOD if b.as_int() > 0 => Some(Cell::int(a.as_int().rem_euclid(b.as_int()))),
            FunctionId::BIT_AND => Some(Cell::from_bits(a.bits() & b.bits())),
            FunctionId::BIT_OR => Some(Cell::from_bits(a.bits() | b.bits())),
            _ => numbers::of_small(function, a, b),
        })
    }

    #[inline(always)]
    pub(crate) fn arith2_small(&mut self, to: &Reg, a: Reg, function: u8, k: i32) -> Flow {
        let function = FunctionId::from_index(function.into());
        let (a, b) = (self.operand(a), Cell::int(i64::from(k)));
        if a.is_int() {
            let (x, k) = (a.as_int(), i64::from(k));
            let result = match function {
                FunctionId::INT_DIVIDE if k > 0 => Some(Cell::int(x / k)),
                FunctionId::MOD if k > 0 => Some(Cell::int(x.rem_euclid(k))),
                FunctionId::BIT_AND => Some(Cell::from_bits(a.bits() & b.bits())),
                FunctionId::SHIFT_RIGHT if (0..63).contains(&k) => Some(Cell::int(x >> k)),
                _ => numbers::of_small(function, a, b),
            };
            if let Some(result) = result {
                self.x[to.index()] = result;
                return Ok(true);
            }
        }
        self.apply_two(to, function, a, b)
    }

    #[inline(always)]
    pub(crate) fn evaluate(&mut self, to: &Reg, a: Reg) -> Flow {
        let a = self.deref(self.x[a.index()]);
        let number = a.is_int() || a.tag_bits() == tags::BOX && self.get(a.address()) == Cell::FLOAT_HEADER;
        self.store(to, number.then_some(a))
    }

    #[inline(always)]
    pub(crate) fn test(
        &mut self,
        a: Reg,
        b: Reg,
        otherwise: &Label,
        small: impl Fn(i64, i64) -> bool,
        floats: impl Fn(f64, f64) -> bool,
    ) -> Flow {
        // Tagged small integers compare as their words do, since all are shifted alike.
        let (x, y) = (self.x[a.index()], self.x[b.index()]);
        if Cell::are_ints(x, y) {
            return Ok(self.branch(small(x.bits() as i64, y.bits() as i64), otherwise));
        }
        let (a, b) = self.two(a, b);
        if Cell::are_ints(a, b) {
            return Ok(self.branch(small(a.bits() as i64, b.bits() as i64), otherwise));
        }
        match numbers::in_order(self.heap, a, b) {
            Some((a, b)) => Ok(self.branch(floats(a, b), otherwise)),
            None => leave!(Full),
        }
    }

    #[inline(always)]
    pub(crate) fn test_small(
        &mut self,
        a: Reg,
        k: i16,
        otherwise: &Label,
        small: impl Fn(i64, i64) -> bool,
        floats: impl Fn(f64, f64) -> bool,
    ) -> Flow {
        let bits = Cell::int(i64::from(k)).bits() as i64;
        let x = self.x[a.index()];
        if x.is_int() {
            return Ok(self.branch(small(x.bits() as i64, bits), otherwise));
        }
        let a = self.deref(x);
        if a.is_int() {
            return Ok(self.branch(small(a.bits() as i64, bits), otherwise));
        }
        match numbers::in_order(self.heap, a, Cell::int(k.into())) {
            Some((a, b)) => Ok(self.branch(floats(a, b), otherwise)),
            None => leave!(Full),
        }
    }

    /// Falls through if the test holds, else jumps to the label; for tests that fail it is the label of a `fail`.
    #[inline(always)]
    pub(crate) fn branch(&mut self, holds: bool, otherwise: &Label) -> bool {
        if !holds {
            self.jump(*otherwise);
        }
        true
    }

    /// Passes over the comparison behind this instruction, or takes its branch, if both operands are integers.
    #[inline(always)]
    pub(crate) fn test_order(&mut self, orders: OrderSet, a: Cell, b: Cell, otherwise: &Label) {
        let (a, b) = if Cell::are_ints(a, b) {
            (a, b)
        } else {
            (self.deref(a), self.deref(b))
        };
        if !Cell::are_ints(a, b) {
            self.jump(*otherwise);
        } else if orders.has(a.bits() as i64, b.bits() as i64) {
            self.pc += 1;
        } else if let Some(to) = self.code.get(self.pc).and_then(Instr::branch) {
            self.jump(to);
        }
    }

    #[inline(always)]
    pub(crate) fn test_type(&mut self, test: TypeTest, x: Reg, otherwise: &Label) -> Flow {
        let cell = self.operand(x);
        let tag = cell.tag_bits();
        let (yes, unsure) = tags_of(test);
        if unsure & 1 << tag != 0 {
            leave!(Full);
        }
        let holds = yes & 1 << tag != 0;
        Ok(self.branch(holds, otherwise))
    }

    /// Tests whether two terms are identical, if their cells alone decide it.
    #[inline(always)]
    pub(crate) fn test_identical(&mut self, a: Reg, b: Reg, otherwise: &Label, wanted: bool) -> Flow {
        let (a, b) = (self.deref(self.x[a.index()]), self.deref(self.x[b.index()]));
        match identical(self.heap, a, b) {
            Some(same) => Ok(self.branch(same == wanted, otherwise)),
            None => leave!(Full),
        }
    }
}

/// Whether two dereferenced terms are identical; `None` if their cells alone do not decide it.
#[inline(always)]
pub(super) fn identical(heap: &[u64], a: Cell, b: Cell) -> Option<bool> {
    if a == b && a.tag_bits() != tags::ATT {
        Some(true)
    } else if a.tag_bits() != b.tag_bits() && a.tag_bits() != tags::ATT && b.tag_bits() != tags::ATT
        || matches!(a.tag_bits(), tags::REF | tags::ATM | tags::INT)
            && matches!(b.tag_bits(), tags::REF | tags::ATM | tags::INT)
    {
        Some(false)
    } else {
        compound::identical(heap, a, b)
    }
}

/// Returns the set of tags for which a type test holds, and the set of tags that do not decide it.
#[inline(always)]
pub(super) const fn tags_of(test: TypeTest) -> (u8, u8) {
    const fn set(of: &[u64]) -> u8 {
        let (mut bits, mut i) = (0, 0);
        while i < of.len() {
            bits |= 1 << of[i];
            i += 1;
        }
        bits
    }
    const ATT: u8 = set(&[tags::ATT]);
    const BOX: u8 = set(&[tags::ATT, tags::BOX]);
    match test {
        TypeTest::Var => (set(&[tags::REF]), ATT),
        TypeTest::Nonvar => (set(&[tags::STR, tags::LST, tags::ATM, tags::INT, tags::BOX]), ATT),
        TypeTest::Atom => (set(&[tags::ATM]), ATT),
        TypeTest::Integer | TypeTest::Number => (set(&[tags::INT]), BOX),
        TypeTest::Float => (0, BOX),
        TypeTest::Atomic => (set(&[tags::ATM, tags::INT, tags::BOX]), ATT),
        TypeTest::Compound => (set(&[tags::STR, tags::LST]), ATT),
        TypeTest::Callable => (set(&[tags::STR, tags::LST, tags::ATM]), ATT),
    }
}
