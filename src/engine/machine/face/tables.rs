//! Tables: calls of tabled predicates, and what programs ask about them.

use crate::base::atom::Atom;
use crate::code::instr::PredId;
use crate::machine::Machine;
use crate::machine::native::{Next, Step, Stop};
use crate::term::cell::Cell;

impl Machine {
    /// Calls a tabled goal: `goal` runs its clauses, `modes` is `none` or `modes(List)` with those of its arguments.
    ///
    /// # Errors
    /// Failure if there are no answers yet; exceptions of the goal's first part.
    pub fn table_call(&mut self, goal: Cell, modes: Cell) -> Result<Next, Stop> {
        self.call_table(goal, modes)
    }

    /// Calls a predicate that is tabled without options: `name` is that of its clauses.
    ///
    /// # Errors
    /// As [`Machine::table_call`].
    pub fn table_call_of(&mut self, name: Atom, arguments: &[Cell]) -> Result<Next, Stop> {
        self.call_tabled(name, arguments)
    }

    /// Calls the negation of a tabled goal.
    ///
    /// # Errors
    /// As [`Machine::table_call`].
    pub fn table_negation(&mut self, goal: Cell, modes: Cell) -> Result<Next, Stop> {
        self.call_not(goal, modes)
    }

    /// Returns the list of the undecided goals under which the running goal holds, as numbers.
    pub fn delay_list(&self) -> Cell {
        self.delays()
    }

    /// Replaces the list of undecided goals until backtracking.
    pub fn replace_delays(&mut self, delays: Cell) {
        self.set_delays(delays);
    }

    /// Returns an undecided goal, and whether it is negated; none if its table was abolished.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub fn undecided_goal(&mut self, delay: i64) -> Result<Option<(Cell, bool)>, Stop> {
        self.delay_goal(delay)
    }

    /// Returns the undecided answers that an undecided goal speaks of.
    pub fn undecided_parts(&self, delay: i64) -> Vec<i64> {
        self.delay_answers(delay)
    }

    /// Returns the list of the ways in which an undecided answer may hold, each a list of undecided goals.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub fn undecided_ways(&mut self, delay: i64) -> Result<Cell, Stop> {
        self.delay_ways(delay)
    }

    /// Returns the undecided answers of a table.
    pub fn undecided_in(&self, table: usize) -> Vec<i64> {
        self.undecided_answers(table)
    }

    /// Returns the list of `table(Goal, Number, State, Answers)` for all tables, where a state is `complete` or
    /// `incomplete`.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub fn table_list(&mut self) -> Result<Cell, Stop> {
        self.adopt_all_tables()?;
        self.list_tables()
    }

    /// Abolishes a complete table; an incomplete one stays. [`Machine::sweep_tables`] frees it.
    pub fn abolish_table(&mut self, number: usize) {
        self.retire_table(number);
    }

    /// Frees the abolished tables that are not in use.
    pub fn sweep_tables(&mut self) {
        self.free_retired_tables();
    }

    /// Whether a tabled goal is being evaluated.
    pub fn is_tabling(&self) -> bool {
        self.tables.is_evaluating()
    }

    /// Returns the number of tables, and the bytes that they take.
    pub fn table_usage(&self) -> (usize, usize) {
        (self.tables.count(), self.tables.bytes())
    }

    /// Replaces the aggregated values of an answer by those of a list.
    ///
    /// # Errors
    /// Failure if the table is not being evaluated; `resource_error(program_space)`.
    pub fn replace_answer(&mut self, table: i64, row: i64, key: Cell, values: &[Cell]) -> Step {
        self.replace_values(table, row, key, values)
    }

    /// Returns the list of `node(Number, Goal, State, Dependencies)` for all incremental calls that have a table.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub fn incremental_nodes(&mut self) -> Result<Cell, Stop> {
        self.list_nodes()
    }

    /// Notes that the running tabled goal, if it is incremental, calls a predicate whose calls the debugger runs.
    pub fn note_traced_call(&mut self, pred: PredId) {
        if self.db.preds[pred].tracked {
            self.note_any_dependency(pred);
        }
    }

    /// Whether clauses were added for which monotonic tables wait.
    #[inline]
    pub fn has_news(&self) -> bool {
        self.db.changes.has_added()
    }

    /// Queues the clauses that were added to monotonic predicates with the tables that wait for them. Returns the goal
    /// that hands them on, if that is to be done at once; [`Machine::news_are_handed_on`] is called when it has ended.
    ///
    /// # Errors
    /// If there is no room.
    pub fn take_news(&mut self) -> Result<Option<Cell>, Stop> {
        self.prepare_flow()
    }

    /// The goal that hands clauses on has ended.
    pub fn news_are_handed_on(&mut self) {
        self.end_flow();
    }

    /// Hands what waits for the table of an incremental call on to it; for -1, runs what has been prepared.
    ///
    /// # Errors
    /// Failure into the first goal that goes on; no room.
    pub fn run_propagation(&mut self, node: i64) -> Result<Next, Stop> {
        self.propagate(node)
    }

    /// Makes the table of an incremental call invalid.
    pub fn invalidate_node(&mut self, node: usize) {
        self.make_invalid(node);
    }
}
