//! Frames, calls and returns.

use crate::base::atom::Functor;
use crate::base::known;
use crate::base::slab::SlabTable;
use crate::code::instr::{Instr, Label, PredId, Reg, ShortSlot};
use crate::code::switch::{BY_KEY, SwitchTable, UNSURE};
use crate::machine::run::hot::Hot;
use crate::machine::stacks::frames::{FRAME_HEADER, FRAME_WINDOW, Frame};
use crate::term::cell::{Cell, tags};

use super::Flow;

/// The functor of `(A, B)`.
const CONJUNCTION: Cell = Cell::functor(Functor::new(known::COMMA, 2));

/// Whether the predicate that the call at `pc` names has the entry for which the loop at `to` was made, and the call is
/// not the last before limits are checked.
#[cold]
#[inline(never)]
fn is_next_round(code: &[Instr], entries: &SlabTable<PredId, Label>, pc: usize, to: Label, fuel: &u64) -> bool {
    match (code.get(pc), code.get(to.address().wrapping_sub(1))) {
        (Some(&Instr::Execute { pred }), Some(Instr::Jump { to: entry })) => {
            *fuel > 1 && entries.at(pred) == Some(entry)
        }
        _ => false,
    }
}

impl Hot<'_> {
    #[inline(always)]
    pub(crate) fn allocate(&mut self, slots: u16) -> Flow {
        let e = *self.frame_top;
        let free = &self.frames[e..];
        let words = FRAME_HEADER + slots as usize;
        if free.len() < words + FRAME_WINDOW {
            leave!(Grow);
        }
        let frame: &Frame = free.first_chunk().expect("tested just now");
        frame[0].set(Cell::link(*self.e, *self.cp).bits());
        self.frame = frame;
        *self.e = e;
        *self.frame_top = e + words;
        Ok(true)
    }

    /// Saves registers in slots.
    #[inline(always)]
    pub(crate) fn save_all<const N: usize>(&mut self, pairs: [(Reg, ShortSlot); N]) {
        for (x, y) in pairs {
            self.set_slot(y.into(), self.x[x.index()]);
        }
    }

    /// Loads registers from slots.
    #[inline(always)]
    pub(crate) fn load_all<const N: usize>(&mut self, pairs: [(Reg, ShortSlot); N]) {
        for (x, y) in pairs {
            self.x[x.index()] = self.value(y.into());
        }
    }

    #[inline(always)]
    pub(crate) fn deallocate(&mut self) {
        let e = *self.e;
        let link = Cell::from_bits(self.frame[0].get());
        *self.cp = link.link_code();
        *self.frame_top = e.max(*self.protected);
        self.open_frame(link.link_frame());
    }

    /// Enters a predicate whose arguments are in the registers.
    #[inline(always)]
    pub(crate) fn goto_pred(&mut self, pred: PredId) -> Flow {
        *self.b0 = self.choices.len();
        *self.fuel = self.fuel.wrapping_sub(1);
        // Two conditions, since the compiler would compute both halves of one.
        if *self.fuel == 0 {
            *self.callee = pred;
            leave!(Event);
        }
        if self.event() {
            *self.callee = pred;
            leave!(Event);
        }
        self.jump(*self.entries.at(pred).expect("code names predicates that there are"));
        Ok(true)
    }

    /// Enters the next round of a loop, unless there is anything that the call behind this instruction must see to.
    #[inline(always)]
    pub(crate) fn again(&mut self, to: Label) {
        let goes_on = is_next_round(self.code, self.entries, self.pc, to, self.fuel);
        if goes_on && !self.event() {
            *self.fuel -= 1;
            *self.b0 = self.choices.len();
            self.jump(to);
        }
    }

    /// Returns to the caller, unless a binding has made wake-ups pending.
    #[inline(always)]
    pub(crate) fn proceed_wake(&mut self) -> Flow {
        if self.event() {
            leave!(Full);
        }
        self.proceed();
        Ok(true)
    }

    /// Calls the predicate of the goal in register 0, with `extra` more arguments in the registers after it.
    #[inline(always)]
    pub(crate) fn call_goal(&mut self, extra: u8) -> Flow {
        let goal = self.deref(self.x[0]);
        let (own, first) = match goal.tag_bits() {
            tags::STR => (self.get(goal.address()).as_functor(), goal.address() + 1),
            tags::ATM => (Functor::new(goal.as_atom(), 0), 0),
            _ => leave!(Full),
        };
        let arity = own.arity();
        let Some(pred) = self.goals.find(Functor::new(own.name(), arity + extra as usize)) else {
            leave!(Full);
        };
        // Shifts the extra arguments to make room for the goal's own.
        match arity {
            0 => {
                for i in 0..extra {
                    self.x[i as usize] = self.x[i as usize + 1];
                }
            }
            1 => {}
            _ => {
                for i in (1..=extra).rev() {
                    self.x[(arity + i as usize - 1) & 255] = self.x[i as usize];
                }
            }
        }
        for i in 0..arity {
            self.x[i & 255] = self.get(first + i);
        }
        self.goto_pred(pred)
    }

    /// Runs the body in register 0, whose cuts go to the level in register 1: a plain goal, or a conjunction.
    #[inline(always)]
    pub(crate) fn execute_body(&mut self) -> Flow {
        let body = self.deref(self.x[0]);
        if body.is_structure() {
            let parts = &self.heap[body.address()..];
            if let [functor, a, b, ..] = *parts
                && Cell::from_bits(functor) == CONJUNCTION
            {
                self.x[2] = self.x[1];
                (self.x[0], self.x[1]) = (Cell::from_bits(a), Cell::from_bits(b));
                return self.goto_pred(self.goals.and);
            }
        }
        self.call_goal(0)
    }

    #[inline(always)]
    pub(crate) fn switch_list(&mut self, x: Reg, head: &Reg, tail: &Reg, table: &u32) -> Flow {
        let cell = self.deref(self.x[x.index()]);
        if cell.is_list() {
            let pair = &self.heap[cell.address()..cell.address() + 2];
            let (first, rest) = (pair[0], pair[1]);
            // The clause may use the whole list again.
            self.x[x.index()] = cell;
            self.x[head.index()] = Cell::from_bits(first);
            self.x[tail.index()] = Cell::from_bits(rest);
            return Ok(true);
        }
        if cell == Cell::NIL {
            self.jump(self.table(*table).nil);
            return Ok(true);
        }
        self.switch(x, table)
    }

    #[inline(always)]
    pub(crate) fn switch_pair(&mut self, x: Reg, table: &u32) -> Flow {
        self.switch_but(x, table, |_, cell| cell.is_list())
    }

    #[inline(always)]
    pub(crate) fn switch_structure(&mut self, x: Reg, table: &u32) -> Flow {
        self.switch_but(x, table, |hot, cell| {
            cell.is_structure() && hot.table(*table).is_first(hot.heap[cell.address()])
        })
    }

    #[inline(always)]
    pub(crate) fn switch_integer(&mut self, x: Reg, table: &u32) -> Flow {
        self.switch_but(x, table, |hot, cell| {
            cell.is_int() && hot.table(*table).lacks(cell.bits())
        })
    }

    #[inline(always)]
    pub(crate) fn switch(&mut self, x: Reg, table: &u32) -> Flow {
        self.switch_but(x, table, |_, _| false)
    }

    /// Follows the switch table, unless the fall-through code handles the value of the register.
    #[inline(always)]
    fn switch_but(&mut self, x: Reg, table: &u32, follows: impl Fn(&Self, Cell) -> bool) -> Flow {
        let cell = self.deref(self.x[x.index()]);
        self.x[x.index()] = cell;
        if follows(self, cell) {
            return Ok(true);
        }
        self.go_by(cell, *table)
    }

    #[inline(always)]
    pub(crate) fn switch_part(&mut self, x: Reg, at: u8, table: u32) -> Flow {
        let whole = self.deref(self.x[x.index()]);
        let part = self.get(whole.address() + usize::from(at));
        self.go_by(self.deref(part), table)
    }

    #[inline(always)]
    fn table(&self, table: u32) -> &SwitchTable {
        self.tables
            .with_room()
            .get(table as usize)
            .expect("code names tables that there are")
    }

    /// Jumps to the label that a switch table gives for a dereferenced cell.
    #[inline(always)]
    fn go_by(&mut self, cell: Cell, table: u32) -> Flow {
        let table = self.table(table);
        let mut label = table.tagged(cell.tag_bits());
        if label >= BY_KEY {
            if label == UNSURE {
                leave!(Full);
            }
            let is_structure = cell.tag_bits() == tags::STR;
            label = table.find(if is_structure {
                self.heap[cell.address()]
            } else {
                cell.bits()
            });
        }
        self.jump(label);
        Ok(true)
    }
}
