//! `Goal`: a query that is read once and run many times.

use std::fmt;
use std::sync::Arc;

use super::answer::Answer;
use super::engine::Engine;
use super::error::Error;
use super::input;
use super::params::{Params, bind};
use super::query::Query;
use crate::base::known;
use crate::term::cell::Cell;
use crate::term::record::{Attributes, Record};
use crate::term::view::View;

/// A prepared query: [`Engine::prepare`] makes it, [`Engine::run`] runs it.
#[derive(Clone)]
pub struct Goal {
    text: Arc<str>,
    names: Arc<[String]>,
    /// The goal and its variables in order, as the arguments of one term.
    record: Arc<Record>,
    /// The identity of the engine.
    engine: Arc<()>,
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
        Ok(Goal {
            text: text.into(),
            names: names.into(),
            record: Arc::new(record),
            engine: Arc::clone(&self.identity),
        })
    }

    /// Opens the query of a prepared goal, with values for some of its variables ([`Params`]).
    ///
    /// A goal that was prepared by another engine, or before a reset, is read again.
    ///
    /// # Errors
    /// If the goal has no variable of that name, or one has two values.
    pub fn run(&mut self, goal: &Goal, params: impl Params) -> Result<Query<'_>, Error> {
        let again;
        let goal = if Arc::ptr_eq(&self.identity, &goal.engine) {
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
        Query::begin(self, call, Arc::clone(&goal.names), variables, top)
    }

    /// Returns the first solution of a prepared goal, or `None` if it has none.
    ///
    /// # Errors
    /// As for [`Engine::run`], or if the goal raises an exception.
    pub fn run_once(&mut self, goal: &Goal, params: impl Params) -> Result<Option<Answer>, Error> {
        self.run(goal, params)?.next().transpose()
    }
}
