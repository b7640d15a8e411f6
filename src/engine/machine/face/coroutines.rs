//! Engines of the program: what `engine_create/3` and the like need.

use crate::base::atom::Atom;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::term::cell::Cell;
use crate::term::record::{Attributes, Record};

impl Machine {
    /// Makes an engine of the pair of a template and a goal. Returns its name.
    ///
    /// # Errors
    /// If there is no room for it.
    pub fn create_engine(&mut self, pair: Cell, alias: Option<Atom>) -> Result<Atom, Stop> {
        let engine = self.new_coroutine(pair, alias)?;
        Ok(self.coroutines.name(engine))
    }

    /// Returns the engine that has this alias, or that this atom stands for.
    pub fn find_engine(&self, name: Atom) -> Option<Atom> {
        self.coroutines.find(name)
    }

    /// Whether an engine runs, or waits for one that it has asked.
    pub fn is_engine_running(&self, engine: Atom) -> bool {
        self.coroutines.is_running(engine)
    }

    /// Whether the goal of an engine has ended.
    pub fn has_engine_ended(&self, engine: Atom) -> bool {
        self.coroutines.has_ended(engine)
    }

    /// Asks an engine that does not run for its next answer, which is unified with the second argument of the running
    /// predicate when the engine has it.
    ///
    /// # Errors
    /// The result that the predicate must return at once.
    pub fn ask_engine(&mut self, engine: Atom) -> Step {
        self.ask(engine)
    }

    /// Gives an answer of the running engine, which goes on when it is asked again. `None` if no engine runs, or if it
    /// waits for a goal that must end first.
    pub fn yield_from_engine(&mut self, term: Cell) -> Option<Step> {
        self.yield_answer(term)
    }

    /// Leaves a term for an engine, which may fetch it. Returns false if there is one already.
    ///
    /// # Errors
    /// If there is no room for it.
    pub fn post_to_engine(&mut self, engine: Atom, term: Cell) -> Result<bool, Stop> {
        if self.coroutines.has_post(engine) {
            return Ok(false);
        }
        let record = self.within_room(|heap| Record::pack(heap, term, Attributes::Keep))?;
        self.charge(crate::machine::memory::budget::Budget::Stacks, record.bytes())?;
        self.coroutines.post(engine, record);
        Ok(true)
    }

    /// Takes the term that was left for the running engine.
    ///
    /// # Errors
    /// If there is no room for it.
    pub fn fetch_in_engine(&mut self) -> Result<Option<Cell>, Stop> {
        let Some(record) = self.coroutines.take_post() else {
            return Ok(None);
        };
        self.reserve(record.len())?;
        Ok(Some(record.unpack(&mut self.heap)))
    }

    /// Drops an engine that does not run, and runs its cleanup goals.
    ///
    /// # Errors
    /// The exception of a cleanup goal.
    pub fn destroy_engine(&mut self, engine: Atom) -> Step {
        self.drop_coroutine(engine)
    }

    /// Returns the name of the engine that runs.
    pub fn current_engine(&self) -> Option<Atom> {
        self.coroutines.current().map(|engine| self.coroutines.name(engine))
    }

    /// Returns the names of all engines, the oldest first.
    pub fn engines(&self) -> Vec<Atom> {
        let engines = self.coroutines.engines().into_iter();
        engines.map(|engine| self.coroutines.name(engine)).collect()
    }
}
