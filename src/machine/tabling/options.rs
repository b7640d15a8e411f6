//! The options of a tabled predicate, as the clause that calls its table has them.
//!
//! The second argument of `'$tabled_call'/2` is `none`, `modes(List)`, or `table(Modes, Flags, Answers, Subgoal, Answer)`
//! with one of these, the sum of the flags, and the restraints, -1 if there is none.

use crate::machine::Machine;
use crate::term::cell::Cell;
use crate::term::view::View;

/// Flags, as the library adds them up.
const INCREMENTAL: i64 = 1;
const SUBSUMPTIVE: i64 = 2;
const DATALOG: i64 = 4;

/// The options of a tabled predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Its tables follow changes of what they depend on.
    pub incremental: bool,
    /// Calls are answered from tables of more general calls.
    pub subsumptive: bool,
    /// The bottom-up evaluation is asked for.
    pub datalog: bool,
    /// The most answers of a table.
    pub max_answers: Option<u32>,
    /// The size of a call from which on its terms are replaced by variables.
    pub subgoal_abstract: Option<u32>,
    /// The size of an answer from which on it is undefined.
    pub answer_abstract: Option<u32>,
}

impl Options {
    /// Reads the flags and the restraints.
    pub fn new([flags, answers, subgoal, answer]: [i64; 4]) -> Options {
        let number = |number: i64| u32::try_from(number).ok();
        Options {
            incremental: flags & INCREMENTAL != 0,
            subsumptive: flags & SUBSUMPTIVE != 0,
            datalog: flags & DATALOG != 0,
            max_answers: number(answers),
            subgoal_abstract: number(subgoal),
            answer_abstract: number(answer),
        }
    }

    /// Whether there are restraints.
    pub fn is_restrained(&self) -> bool {
        self.max_answers.is_some() || self.subgoal_abstract.is_some() || self.answer_abstract.is_some()
    }
}

impl Machine {
    /// Splits the second argument of a call of a table into the modes and the options.
    #[inline]
    pub(super) fn table_options(&self, argument: Cell) -> (Cell, Options) {
        match self.view(argument) {
            View::Struct(functor, first) if functor.arity() == 5 => {
                let number = |at: usize| match self.view(self.heap.get(first + at)) {
                    View::Int(number) => number,
                    _ => -1,
                };
                let options = Options::new([1, 2, 3, 4].map(number));
                (self.heap.get(first), options)
            }
            _ => (argument, Options::default()),
        }
    }
}
