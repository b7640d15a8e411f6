//! Running one goal on several machines.

use std::sync::Arc;

use crate::base::limit::{Amounts, Limit};
use crate::machine::Machine;
use crate::machine::image::{Areas, Surroundings};
use crate::machine::memory::limits::MachineLimits;
use crate::machine::native::{Step, Stop};
use crate::machine::parallel::{ParallelSearch, SearchPart};
use crate::machine::session::Session;
use crate::machine::stacks::Stacks;
use crate::term::cell::Cell;
use crate::term::parcel::Parcel;
use crate::term::record::Attributes;

impl Machine {
    /// Begins a search for the solutions of a goal, on copies of this machine that share what is left of its limits; so
    /// many of them run at a time.
    ///
    /// # Errors
    /// If there is no room for the first copy.
    pub fn begin_search(&mut self, goal: Cell, machines: usize) -> Result<Arc<ParallelSearch>, Stop> {
        let memory = self.limits.memory() / machines.max(1);
        let around = Surroundings {
            streams: self.streams.for_thread(),
            limits: MachineLimits::new(memory),
            areas: Areas::new().fill(&self.heap, &self.stacks, 0),
        };
        let mut copy = self.fork(around);
        copy.limits.set_ceiling(Limit::Memory, memory);
        copy.session.cells.resettable = self.session.cells.resettable;
        copy.session.cells.changed = self.session.cells.changed;
        copy.session.cells.delays = self.session.cells.delays;
        if copy.stack_bytes() > memory || !copy.open_query(goal) {
            return Err(self.resource_error(Limit::Memory));
        }
        let left = self.limits.amounts();
        let mut amounts = Amounts::default();
        for limit in [Limit::Depth, Limit::Output] {
            amounts[limit] = left[limit];
        }
        Ok(ParallelSearch::begin(
            copy,
            self.limits.calls_left(),
            self.limits.memory(),
            amounts,
        ))
    }

    /// Adds a solution to those of the search, with a copy of `template` if it is wanted.
    ///
    /// # Errors
    /// If there is no room for it; that of an interrupt.
    pub fn add_answer(&mut self, template: Option<Cell>) -> Step {
        self.begin_within_room();
        let copy = template.map(|template| Parcel::pack_with(&self.heap, &self.atoms, template, Attributes::Keep));
        self.end_within_room()?;
        let Some(place) = &mut self.session.place else {
            return Err(Stop::Fail);
        };
        match copy {
            None => place.answers.count += 1,
            Some(copy) => {
                if !place.add(copy) {
                    return Err(self.resource_error(Limit::Memory));
                }
            }
        }
        Ok(())
    }

    /// Counts calls that other machines have made for this one.
    ///
    /// # Errors
    /// If there were more of them than the limits allow; that of an interrupt.
    pub fn add_calls(&mut self, calls: u64) -> Step {
        self.limits.add_calls(calls);
        self.poll_event()
    }
}

impl Session {
    /// Leaves the search.
    pub fn leave_search(&mut self, stacks: &mut Stacks, limits: &MachineLimits) -> Option<SearchPart> {
        let calls = limits.inferences();
        let mut place = *self.place.take()?;
        place.count_calls(calls);
        let called_off = stacks.take_called_off();
        if !called_off.is_empty() {
            place.search.call_off(&place, called_off);
        }
        Some(place)
    }

    /// Whether the machine takes part in a search.
    pub fn is_searching(&self) -> bool {
        self.place.is_some()
    }
}
