//! The state of arithmetic between evaluations.

use std::sync::Arc;

use crate::base::num::{EvalState, FunctionTable};
use crate::base::watch::Watch;
use crate::term::cell::Cell;

/// Capacity of the operand stack that is kept between evaluations.
const KEPT_CAPACITY: usize = 1 << 16;

/// The state of arithmetic: the functors that it evaluates, and its state.
pub struct Arithmetic {
    functions: FunctionTable,
    state: EvalState,
    stack: Vec<Cell>,
}

impl Arithmetic {
    /// Begins with a table of functors; `watch` is polled by long operations.
    pub fn new(functions: FunctionTable, watch: &Arc<Watch>) -> Arithmetic {
        let mut state = EvalState::default();
        state.watch = Arc::clone(watch);
        Arithmetic {
            functions,
            state,
            stack: Vec::new(),
        }
    }

    /// Returns the evaluable functors.
    #[inline(always)]
    pub fn functions(&self) -> &FunctionTable {
        &self.functions
    }

    /// Returns the state of arithmetic: random numbers, the start of the clock, flags.
    pub fn state(&self) -> &EvalState {
        &self.state
    }

    /// Returns the state of arithmetic, to be changed.
    pub fn state_mut(&mut self) -> &mut EvalState {
        &mut self.state
    }

    /// Takes the stack of pending operands, which is empty.
    pub fn take_stack(&mut self) -> Vec<Cell> {
        std::mem::take(&mut self.stack)
    }

    /// Keeps the stack for the next evaluation.
    pub fn keep_stack(&mut self, mut stack: Vec<Cell>) {
        stack.clear();
        stack.shrink_to(KEPT_CAPACITY);
        self.stack = stack;
    }
}
