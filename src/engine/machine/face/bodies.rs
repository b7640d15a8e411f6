//! Goals, bodies and continuations given as terms, and the modules that they run in.

use crate::base::atom::{Atom, Functor};
use crate::base::iso_error::{Thing, Type};
use crate::base::known;
use crate::code::instr::{FAIL, Label, MAX_REGISTER_ARITY, PredId};
use crate::code::packed::Cells;
use crate::machine::Machine;
use crate::machine::control::delimited::{BALL, CONTINUATION, LEVEL, RESET_RETURN};
use crate::machine::memory::collect::live::LiveFrames;
use crate::machine::native::{Next, Step, Stop};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::term::walk::{ListEnd, list_to_vec};

impl Machine {
    /// Converts a term to a body (ISO 7.6.2): every variable that is a goal becomes `call(V)`, so that a cut in its
    /// later value is local to it. The module qualifier of a control construct is distributed over its goals; its cuts
    /// are those of the body.
    ///
    /// # Errors
    /// `type_error(callable, body)` if a goal is not a callable term.
    pub fn convert_body(&mut self, body: Cell) -> Result<Cell, Stop> {
        self.converted(body, None, false)
    }

    /// Strips all `Module:` qualifiers off a term. Returns the innermost module, or `module` if there is none, and the
    /// rest.
    ///
    /// # Errors
    /// An error if a module is not an atom or the term is cyclic.
    pub fn strip_module(&mut self, mut module: Atom, term: Cell) -> Result<(Atom, Cell), Stop> {
        let mut rest = self.deref(term);
        let mut left = self.heap.top();
        while let View::Struct(functor, args) = self.view(rest)
            && functor == Functor::new(known::COLON, 2)
        {
            let name = self.deref(self.heap.get(args));
            match self.view(name) {
                View::Atom(name) => module = name,
                _ => return Err(self.type_or_instantiation_error(Type::Atom, name)),
            }
            if left == 0 {
                return Err(self.type_error(Type::AcyclicTerm, term));
            }
            left -= 1;
            rest = self.deref(self.heap.get(args + 1));
        }
        Ok((module, rest))
    }

    /// Returns a goal that `module` calls with its module-sensitive arguments qualified.
    ///
    /// # Errors
    /// If a module is not an atom, or there is no room.
    pub fn qualified_goal(&mut self, module: Atom, pred: PredId, goal: Cell) -> Result<Cell, Stop> {
        let (first, arity) = self.heap.parts(self.deref(goal));
        if self.db.preds[pred].qualified.is_none() || arity > MAX_REGISTER_ARITY {
            return Ok(goal);
        }
        let saved = self.x[..arity].to_vec();
        for i in 0..arity {
            self.x[i] = self.heap.get(first + i);
        }
        let step = self.qualify_in(module, pred);
        let arguments = self.x[..arity].to_vec();
        self.x[..arity].copy_from_slice(&saved);
        step?;
        self.reserve(arity + 1)?;
        Ok(self.heap.new_term(self.db.preds[pred].functor.name(), &arguments))
    }

    /// Returns the goal with which `goal`, whose predicate `lookup` has, runs in another module: with its arguments
    /// qualified, or with the module as an additional argument.
    ///
    /// # Errors
    /// If a goal is not callable, or there is no room.
    pub fn goal_in_context(&mut self, lookup: Atom, goal: Cell, context: Atom) -> Result<Cell, Stop> {
        let (functor, args) = match self.view(goal) {
            View::Atom(name) => (Functor::new(name, 0), 0),
            View::Struct(functor, args) if functor.arity() < MAX_REGISTER_ARITY => (functor, args),
            View::Struct(..) => return self.qualified_term(lookup, goal),
            _ => return Err(self.type_or_instantiation_error(Type::Callable, goal)),
        };
        let found = self
            .db
            .find(lookup, functor)
            .or_else(|| self.db.visible_above(lookup, functor));
        let Some(pred) = found else {
            return self.qualified_term(lookup, goal);
        };
        let arity = functor.arity();
        let saved = self.x[..=arity].to_vec();
        for i in 0..arity {
            self.x[i] = self.heap.get(args + i);
        }
        let entered = self.qualify_called(context, pred);
        let (functor, home) = match &entered {
            Ok(entered) if *entered != pred => (self.db.preds[*entered].functor, self.db.preds[*entered].module),
            _ => (functor, lookup),
        };
        let arguments = self.x[..functor.arity()].to_vec();
        self.x[..=arity].copy_from_slice(&saved);
        entered?;
        self.reserve(arguments.len() + 4)?;
        let goal = match arguments[..] {
            [] => Cell::atom(functor.name()),
            _ => self.heap.new_struct(functor, &arguments),
        };
        self.qualified_term(home, goal)
    }

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
            let args = LiveFrames::of(&self.db, &self.heap, &self.sequences, &self.stacks).continuation(e, cp);
            // Keeps the code of the continuation from being freed.
            self.continuations.insert(Label::at(cp), args.len() - 1);
            frames.push(self.heap.new_term(known::CONTINUATION, &args));
            (e, cp) = self.stacks.link(e);
        }
        let list = self.heap.new_list(&frames, Cell::NIL);
        let term = self.heap.new_term(known::CALL_CONTINUATION, &[list]);
        self.regs.e = e;
        self.unify(self.stacks.slot(self.regs.e, CONTINUATION), term)?;
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
                self.stacks
                    .set_slot(self.regs.e, y, if cell == LEVEL { level } else { cell });
            }
            pc = address;
        }
        self.regs.cp = pc;
        Ok(Next::Continue)
    }
}
