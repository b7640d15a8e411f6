//! The options of a tabled predicate, as the clause that calls its table has them.
//!
//! The second argument of `'$tabled_call'/2` is `none`, `modes(List)`, or `table(Modes, Flags, Answers, Subgoal, Answer)`
//! with one of these, the sum of the flags, and the restraints, -1 if there is none.

use crate::base::flag::Flags;
use crate::base::table_limit::{Beyond, TableLimit, TableLimits};
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::view::View;

/// Flags, as the library adds them up.
const INCREMENTAL: i64 = 1;
const SUBSUMPTIVE: i64 = 2;
const DATALOG: i64 = 4;
const MONOTONIC: i64 = 8;
const LAZY: i64 = 16;
const SHARED: i64 = 32;
/// Not of declarations: see [`TableOptions::is_let_go`].
pub(super) const LET_GO: i64 = 128;

/// The options of a tabled predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct TableOptions {
    /// Its tables follow changes of what they depend on.
    pub incremental: bool,
    /// Its tables are handed what is new.
    pub monotonic: bool,
    /// Not before they are called.
    pub lazy: bool,
    /// Calls are answered from tables of more general calls.
    pub subsumptive: bool,
    /// The bottom-up evaluation is asked for.
    pub datalog: bool,
    /// Other machines may use its complete tables.
    pub shared: bool,
    /// The size of the call has been accepted at a prompt.
    pub is_let_go: bool,
    /// The restraints of calls and answers.
    pub limits: TableLimits,
}

impl TableOptions {
    /// Reads the flags and the restraints.
    pub(super) fn new([flags, answers, subgoal, answer]: [i64; 4]) -> TableOptions {
        let number = |number: i64| u32::try_from(number).ok();
        TableOptions {
            incremental: flags & INCREMENTAL != 0,
            monotonic: flags & MONOTONIC != 0,
            lazy: flags & LAZY != 0,
            subsumptive: flags & SUBSUMPTIVE != 0,
            datalog: flags & DATALOG != 0,
            shared: flags & SHARED != 0,
            is_let_go: flags & LET_GO != 0,
            limits: TableLimits {
                answers: TableLimit::bounded(number(answers)),
                answer_size: TableLimit::bounded(number(answer)),
                subgoal_size: TableLimit {
                    most: number(subgoal),
                    beyond: Beyond::Abstract,
                },
            },
        }
    }

    /// Adds the limits of the flags, where the declaration has none.
    fn add(&mut self, flags: TableLimits) {
        let limits = &mut self.limits;
        limits.answers = limits.answers.or(flags.answers);
        limits.answer_size = limits.answer_size.or(flags.answer_size);
        if !self.is_let_go {
            limits.subgoal_size = limits.subgoal_size.or(flags.subgoal_size);
        }
    }
}

/// Splits the second argument of a call of a table into the modes and the options.
#[inline]
pub(super) fn table_options(heap: &Heap, flags: &Flags, argument: Cell) -> (Cell, TableOptions) {
    let (modes, mut options) = match heap.view(argument) {
        View::Struct(functor, first) if functor.arity() == 5 => {
            let number = |at: usize| match heap.view(heap.get(first + at)) {
                View::Int(number) => number,
                _ => -1,
            };
            let options = TableOptions::new([1, 2, 3, 4].map(number));
            (heap.get(first), options)
        }
        _ => (argument, TableOptions::default()),
    };
    if flags.tables.is_set() {
        options.add(flags.tables);
    }
    (modes, options)
}
