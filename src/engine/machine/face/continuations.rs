//! Delimited continuations: `shift/1`, and calling a continuation.

use crate::base::atom::Functor;
use crate::base::iso_error::{Thing, Type};
use crate::base::known;
use crate::code::instr::{FAIL, Label};
use crate::machine::Machine;
use crate::machine::control::delimited::{BALL, CONTINUATION, LEVEL, RESET_RETURN};
use crate::machine::native::{Next, Step, Stop};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::term::walk::{ListEnd, list_to_vec};

impl Machine {
    /// Runs `shift(Ball)`: exits to the nearest reset whose ball unifies.
    pub fn shift(&mut self, ball: Cell) -> Step {
        let after = self.sequences.reset.address() + RESET_RETURN;
        let (mut e, mut cp) = (self.regs.e, self.regs.cp);
        let mut frames = Vec::new();
        loop {
            if cp == after && self.unify_terms(ball, self.stacks.slot(e, BALL)) {
                break;
            }
            if cp == self.sequences.answer_address() || e == 0 && cp == crate::code::arena::SUCCEED.address() || cp <= 1
            {
                let culprit = self.deref(ball);
                return Err(self.existence_error(Thing::Reset, culprit));
            }
            frames.push(self.frame_term(e, cp));
            (e, cp) = self.stacks.link(e);
        }
        let list = self.heap.new_list(&frames, Cell::NIL);
        let term = self.heap.new_term(known::CALL_CONTINUATION, &[list]);
        self.regs.e = e;
        self.unify(self.slot(CONTINUATION), term)?;
        // Skips the instruction that ends a reset without a shift.
        self.regs.pc = after + 1;
        self.regs.cp = 0;
        self.regs.frame_top = self.regs.frame_top.max(self.stacks.protected());
        Ok(())
    }

    /// Runs `call_continuation(Frames)`: reopens the frames and continues in the innermost.
    pub fn call_continuation(&mut self, frames: Cell) -> Result<Next, Stop> {
        let frames = match list_to_vec(&self.heap, frames) {
            Ok(frames) => frames,
            Err(ListEnd::Partial(_)) => return Err(self.instantiation_error()),
            Err(ListEnd::NotList(_) | ListEnd::Cyclic) => return Err(self.type_error(Type::List, frames)),
        };
        self.tracer.resumed += 1;
        let level = Cell::level(self.stacks.choice_count());
        let mut pc = self.regs.cp;
        for frame in frames.into_iter().rev() {
            let (address, args) = match self.view(frame) {
                View::Struct(f, args) if f == Functor::new(known::CONTINUATION, f.arity()) => {
                    (self.heap.get(args), args + 1..args + f.arity())
                }
                _ => return Err(self.type_or_instantiation_error(Type::Callable, frame)),
            };
            // A program may have built the term itself.
            let label = if address.is_int() {
                Label::at(address.as_int() as usize)
            } else {
                FAIL
            };
            if self.continuations.get(&label) != Some(&args.len()) {
                return Err(self.type_error(Type::Callable, frame));
            }
            let address = label.address();
            self.open_frame(pc, args.len())?;
            for (y, arg) in args.enumerate() {
                let cell = self.heap.get(arg);
                self.set_slot(y, if cell == LEVEL { level } else { cell });
            }
            pc = address;
        }
        self.regs.cp = pc;
        Ok(Next::Continue)
    }
}
