//! Native predicates: the table row that describes one, and the results of its function.
//!
//! The machine runs the rows that it was given and names none. A row's head is written with modes, as in
//! `functor(?term, ?name, ?arity)`; rustc checks the number of arguments against the function.

use crate::base::doc::only_manual;
use crate::code::instr::NativeTest;
use crate::term::cell::Cell;

use crate::machine::Machine;

/// The result of a step: success, or the reason why it stopped.
pub type Step = Result<(), Stop>;

/// Why a predicate did not succeed.
#[derive(Debug, PartialEq, Eq)]
pub enum Stop {
    /// It failed.
    Fail,
    /// It raised an exception; the machine holds the ball.
    Throw(Thrown),
}

/// Succeeds if the condition is true, and fails otherwise.
#[inline]
pub fn holds(condition: bool) -> Step {
    if condition { Ok(()) } else { Err(Stop::Fail) }
}

/// Proof that a ball was handed to the machine: only [`Machine::throw`] makes one.
#[derive(Debug, PartialEq, Eq)]
pub struct Thrown(());

impl Thrown {
    pub(super) fn new() -> Thrown {
        Thrown(())
    }
}

/// The continuation that a control predicate asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Return to the caller.
    Continue,
    /// Call this goal instead of the predicate, with cuts local to it.
    Call(Cell),
    /// Call this goal for the tracer, which does not take over this call.
    Pass(Cell),
}

/// The function of a nondeterministic predicate. Its argument is the state that it returned last, `None` at the call. A
/// state is an atom, a small integer, or a term that the function has built; it may change that term in place and
/// return it again.
pub type RunNondet = fn(&mut Machine, Option<Cell>) -> Result<Option<Cell>, Stop>;

/// The function of a row.
#[derive(Clone, Copy, Debug)]
pub enum NativeRun {
    /// Succeeds once, fails, or throws.
    Det(fn(&mut Machine) -> Step),
    /// Succeeds any number of times on backtracking, or throws.
    Nondet(RunNondet),
    /// Determines the goal that runs next.
    Control(fn(&mut Machine) -> Result<Next, Stop>),
}

/// A native predicate.
#[derive(Clone, Copy, Debug)]
pub struct Native {
    /// The head with modes: `arg(+n, +term, ?argument)`.
    pub head: &'static str,
    /// The number of arguments.
    pub arity: usize,
    /// The function.
    pub run: NativeRun,
    /// The clause of ISO 13211-1 that defines it, or empty.
    pub iso: &'static str,
    /// One sentence of description.
    pub doc: &'static str,
    /// Goals with their answers.
    pub examples: &'static [(&'static str, &'static str)],
    /// For nondeterministic predicates: tried first, without a choice point. Returns `None`, without side effects, if
    /// there may be more than one solution.
    pub first: Option<fn(&mut Machine) -> Option<Step>>,
    /// The common case that the run loop executes inline, if any.
    pub inline: Option<Inline>,
}

/// Predicates whose common case the run loop executes inline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inline {
    /// `between/3`
    Between,
    /// `arg/3`
    Arg,
    /// `functor/3`
    Functor,
    /// `compare/3`
    Compare,
    /// `=/2`
    Unify,
    /// `is/2`
    Is,
    /// A test of one or two arguments.
    Test(NativeTest),
}

impl Native {
    /// Makes a row without documentation.
    pub const fn new(head: &'static str, arity: usize, run: NativeRun) -> Native {
        Native {
            head,
            arity,
            run,
            iso: "",
            doc: "",
            examples: &[],
            first: None,
            inline: None,
        }
    }

    /// Sets the function that is tried before a choice point is made.
    pub const fn first(mut self, first: fn(&mut Machine) -> Option<Step>) -> Native {
        self.first = Some(first);
        self
    }

    /// Declares that the run loop executes the common case inline.
    pub const fn inline(mut self, inline: Inline) -> Native {
        self.inline = Some(inline);
        self
    }

    /// Sets the clause of the standard.
    pub const fn iso(mut self, clause: &'static str) -> Native {
        self.iso = clause;
        self
    }

    /// Sets the description, which only a build with the manual keeps.
    pub const fn doc(mut self, text: &'static str) -> Native {
        self.doc = only_manual(text);
        self
    }

    /// Adds examples, which are run as tests. Only a build with the manual keeps them.
    pub const fn examples(mut self, examples: &'static [(&'static str, &'static str)]) -> Native {
        self.examples = if cfg!(any(test, feature = "manual")) {
            examples
        } else {
            &[]
        };
        self
    }

    /// Returns the predicate's name and arity.
    pub fn key(&self) -> (&'static str, usize) {
        (self.name(), self.arity)
    }

    /// Returns the predicate's name: the head up to its parenthesis.
    pub fn name(&self) -> &'static str {
        if self.arity == 0 {
            self.head
        } else {
            self.head.split_once('(').map_or(self.head, |(name, _)| name)
        }
    }
}
