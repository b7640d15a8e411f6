//! `Goal`: a query that is read once and run many times.

use std::fmt;
use std::sync::Arc;

use super::answer::Answer;
use super::diagnostics::{Diagnostic, Severity};
use super::engine::Engine;
use super::error::Error;
use super::input;
use super::open::OpenQuery;
use super::params::{Params, bind};
use super::program::{Program, ProgramBuilder};
use super::query::Query;
use crate::base::known;
use crate::term::cell::Cell;
use crate::term::record::{Attributes, Record};
use crate::term::view::View;

/// A prepared query: [`Engine::prepare`] makes it, or [`ProgramBuilder::goal`](crate::ProgramBuilder::goal);
/// [`Engine::run`] runs it.
#[derive(Clone)]
pub struct Goal {
    text: Arc<str>,
    names: Arc<[String]>,
    /// The goal and its variables in order, as the arguments of one term.
    record: Arc<Record>,
    /// The identity of the engine, or of the program, in which its atoms are.
    pub(super) owner: Arc<()>,
}

impl fmt::Debug for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Goal").field(&self.text).finish()
    }
}

impl Goal {
    /// Returns the names of its variables, in the order of the text.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

impl Engine {
    /// Reads a query, to be run many times with different values for its variables.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// engine.consult_str("price(tea, 3). price(coffee, 4).")?;
    /// let price = engine.prepare("price(Item, Price)")?;
    /// for (item, expected) in [("tea", 3), ("coffee", 4)] {
    ///     let answer = engine.run_once(&price, [("Item", ferz::Atom(item))])?.expect("it has a price");
    ///     assert_eq!(answer.get::<i64>("Price")?, expected);
    /// }
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the text cannot be read.
    pub fn prepare(&mut self, text: &str) -> Result<Goal, Error> {
        let m = &mut self.machine;
        let top = m.heap.top();
        let parsed = input::parse(m, text).map(|parsed| {
            let (names, variables): (Vec<String>, Vec<Cell>) = parsed.variables.into_iter().unzip();
            let variables = m.heap.new_term(known::SYSTEM_GOAL, &variables);
            let both = m.heap.new_term(known::SYSTEM_GOAL, &[parsed.goal, variables]);
            (names, Record::pack(&mut m.heap, both, Attributes::Drop))
        });
        m.heap.set_top(top);
        let (names, record) = parsed?;
        let record = Arc::new(record);
        m.session.hold_goal(&record);
        Ok(Goal {
            text: text.into(),
            names: names.into(),
            record,
            owner: Arc::clone(&self.identity),
        })
    }

    /// Opens the query of a prepared goal, with values for some of its variables ([`Params`]).
    ///
    /// A goal that was prepared by another engine, or before a reset, is read again; one of the engine's program
    /// ([`Program::goal`](crate::Program::goal)) never is.
    ///
    /// # Errors
    /// If the goal has no variable of that name, or one has two values.
    pub fn run(&mut self, goal: &Goal, params: impl Params) -> Result<Query<'_>, Error> {
        let open = self.open_goal(goal, params)?;
        Ok(Query::of(self, open))
    }

    pub(super) fn open_goal(&mut self, goal: &Goal, params: impl Params) -> Result<OpenQuery, Error> {
        let again;
        let goal = if self.has_atoms_of(&goal.owner) {
            goal
        } else {
            again = self.prepare(&goal.text)?;
            &again
        };
        let m = &mut self.machine;
        let top = m.heap.top();
        if m.reserve(goal.record.len()).is_err() {
            return Err(Error::memory());
        }
        let both = goal.record.unpack(&mut m.heap);
        let View::Struct(_, first) = m.view(both) else {
            unreachable!("the record is a term of two arguments")
        };
        let variables = m.heap.get(first + 1);
        let place = match m.view(variables) {
            View::Struct(_, first) => first,
            _ => 0,
        };
        // The variables are in the arguments of a term, or referred to from there.
        let cells: Vec<Cell> = (0..goal.names.len()).map(|i| m.heap.get(place + i)).collect();
        if let Err(error) = bind(m, &goal.names, |i| cells[i], params) {
            m.heap.set_top(top);
            return Err(error);
        }
        m.session.query.text.clear();
        let call = m.heap.get(first);
        OpenQuery::begin(self, call, Arc::clone(&goal.names), variables, top, None)
    }

    /// Returns the first solution of a prepared goal, or `None` if it has none.
    ///
    /// # Errors
    /// As for [`Engine::run`], or if the goal raises an exception.
    pub fn run_once(&mut self, goal: &Goal, params: impl Params) -> Result<Option<Answer>, Error> {
        self.run(goal, params)?.next().transpose()
    }
}

impl Program {
    /// Returns a goal that [`ProgramBuilder::goal`] has prepared.
    pub fn goal(&self, name: &str) -> Option<&Goal> {
        let mut goals = self.0.goals.iter();
        goals.find(|goal| goal.0 == name).map(|goal| &goal.1)
    }
}

impl ProgramBuilder {
    /// Prepares a goal under a name: [`Program::goal`] has it for all engines of the program, also after a reset. It is no
    /// part of [`Program::to_bytes`].
    ///
    /// ```
    /// use ferz::{Atom, Program};
    ///
    /// let program = Program::builder()
    ///     .text("access", "may(ann, write). may(_, read).")
    ///     .goal("may", "may(User, Right)")
    ///     .freeze()?;
    /// let may = program.goal("may").expect("it was prepared");
    /// let mut engine = program.engine();
    /// for user in ["ann", "bob"] {
    ///     let params = (("User", Atom(user)), ("Right", Atom("write")));
    ///     assert_eq!(engine.run_once(may, params)?.is_some(), user == "ann");
    ///     engine.reset();
    /// }
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn goal(mut self, name: &str, text: &str) -> Self {
        match self.engine.prepare(text) {
            Ok(goal) => self.goals.push((name.to_owned(), goal)),
            Err(error) => self
                .found
                .push(Diagnostic::plain(Severity::Error, "goal", format!("{name}: {error}"))),
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use crate::{Engine, Program};

    /// Atoms that only a prepared goal has are not collected; after the goal is gone they are.
    #[test]
    fn prepared_goals_keep_their_atoms() {
        let mut engine = Engine::new();
        let goal = engine
            .prepare("Y = got(only_in_the_goal, 'an atom', [a_third])")
            .expect("it can be read");
        let other = goal.clone();
        for round in 0..3 {
            engine.once("garbage_collect_atoms").expect("no error");
            let fill = format!("forall(between(1, 2000, I), (atom_concat(fill_{round}_, I, A), nb_setval(A, x)))");
            assert!(engine.succeeds(&fill).expect("no error"));
            let answer = engine.run_once(&goal, ()).expect("no error").expect("it succeeds");
            assert_eq!(answer["Y"].to_string(), "got(only_in_the_goal, 'an atom', [a_third])");
        }
        assert_eq!(engine.machine.session.goals().count(), 1);
        drop((goal, other));
        assert_eq!(engine.machine.session.goals().count(), 0);
    }

    #[test]
    fn goals_of_a_program_are_those_of_all_its_engines() {
        let program = Program::builder()
            .text("t", "p(X, got(X)).")
            .goal("p", "p(only_in_the_goal, Y)")
            .freeze()
            .expect("it is right");
        let goal = program.goal("p").expect("it was prepared");
        let mut engine = program.engine();
        let mut fork = engine.fork();
        for engine in [&mut engine, &mut fork] {
            for _ in 0..2 {
                engine.once("garbage_collect_atoms").expect("no error");
                engine
                    .once("forall(between(1, 500, I), (atom_concat(f, I, A), nb_setval(A, x)))")
                    .expect("no error");
                assert!(engine.has_atoms_of(&goal.owner));
                let answer = engine.run_once(goal, ()).expect("no error").expect("it succeeds");
                assert_eq!(answer["Y"].to_string(), "got(only_in_the_goal)");
                engine.reset();
            }
        }
        // An engine of another program reads it again.
        let mut other = Engine::new();
        other.consult_str("p(X, other(X)).").expect("it is right");
        assert!(!other.has_atoms_of(&goal.owner));
        let answer = other.run_once(goal, ()).expect("no error").expect("it succeeds");
        assert_eq!(answer["Y"].to_string(), "other(only_in_the_goal)");
        assert!(program.goal("q").is_none());
        assert!(Program::builder().goal("q", "q(").freeze().is_err());
    }
}
