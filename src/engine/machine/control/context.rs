//! The context of an error: the predicate that raised it.

use crate::base::known;
use crate::machine::Machine;
use crate::term::cell::Cell;
use crate::term::view::View;

impl Machine {
    /// Fills in the context of an error that the machine or a native predicate has raised: `context(system:Name/Arity, _)`,
    /// without a module for predicates of the host, and with a variable if no predicate is to be named.
    pub(in crate::machine) fn complete_ball(&mut self) {
        let running = self.regs.running.take();
        if !self.exceptions.take_needs_context() {
            return;
        }
        let View::Struct(_, first) = self.view(self.exceptions.ball()) else {
            return;
        };
        let context = self.deref(self.heap.get(first + 1));
        let whose = match self.view(context) {
            View::Struct(f, parts) if f.name() == known::CONTEXT => self.deref(self.heap.get(parts)),
            _ => context,
        };
        if !whose.is_variable() {
            return;
        }
        let named = running.and_then(|id| Some((id, self.calls.functor(id, &mut self.atoms)?)));
        let indicator = match named {
            Some((id, functor)) if self.calls.is_native(id) => {
                let plain = self.heap.indicator(functor);
                self.heap.new_term(known::COLON, &[Cell::atom(known::SYSTEM), plain])
            }
            Some((_, functor)) => self.heap.indicator(functor),
            None => self.heap.new_var(),
        };
        if whose != context {
            self.bind(whose, indicator);
            return;
        }
        let rest = self.heap.new_var();
        let term = self.heap.new_term(known::CONTEXT, &[indicator, rest]);
        self.bind(context, term);
    }
}
