//! Engines of the program: what `engine_create/3` and the like need.

use crate::base::atom::Atom;
use crate::machine::Machine;
use crate::machine::coroutines::Coroutines;
use crate::machine::native::Stop;
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
}

impl Coroutines {
    /// Returns the name of the engine that runs.
    pub fn current_name(&self) -> Option<Atom> {
        self.current().map(|engine| self.name(engine))
    }

    /// Returns the names of all engines, the oldest first.
    pub fn names(&self) -> Vec<Atom> {
        let engines = self.engines().into_iter();
        engines.map(|engine| self.name(engine)).collect()
    }
}
