//! Giving the oldest alternatives away.

use crate::base::atom::AtomTable;
use crate::base::known;
use crate::code::database::Database;
use crate::code::instr::PredId;
use crate::machine::Machine;
use crate::machine::call::Calls;
use crate::machine::control::unwind::CATCHER;
use crate::machine::image::{Areas, Surroundings};
use crate::machine::memory::limits::MachineLimits;
use crate::machine::nesting::Nesting;
use crate::machine::parallel::SearchPart;
use crate::machine::session::Session;
use crate::machine::stacks::Stacks;
use crate::machine::stacks::choice::{Choice, ChoiceKind};
use crate::term::cell::Cell;
use crate::term::heap::Heap;

/// Native predicates whose alternatives are not all in their choice points, or which change the database.
const NOT_GIVEN: [&str; 3] = ["$host_next", "$trace_clause", "retract"];

/// Predicates of the library whose branches have nothing to do with one another. Of the others nothing is given: they
/// may collect what their branches give, or count them.
const GIVEN: [&str; 29] = [
    "$choose",
    "$fd_label",
    "$fd_step",
    "$member",
    "$nth_any",
    "$nth_near",
    "$or",
    "$permutation",
    "$select",
    "append",
    "foldl",
    "gen_assoc",
    "last",
    "length",
    "maplist",
    "member",
    "nextto",
    "nth0",
    "nth1",
    "permutation",
    "prefix",
    "rb_in",
    "repeat",
    "same_length",
    "select",
    "string",
    "sub_term",
    "subseq",
    "subset",
];

impl Machine {
    /// Counts the calls, and gives the oldest alternatives away if a machine waits for work. A call is about to be made.
    pub(super) fn share_work(&mut self) {
        let calls = self.limits.inferences();
        let Some(place) = &mut self.session.place else { return };
        place.count_calls(calls);
        let called_off = self.stacks.take_called_off();
        if !called_off.is_empty() {
            place.search.call_off(place, called_off);
        }
        // Copies do not have the engines of the program.
        if !place.search.is_wanted()
            || self.nesting.is_nested(&self.coroutines)
            || self.tracer.takes_calls()
            || !self.coroutines.is_empty()
        {
            return;
        }
        let Some(index) =
            self.stacks
                .oldest_alternatives(&self.heap, &self.db, &self.atoms, &self.calls, &self.nesting)
        else {
            return;
        };
        let copy = self.copy_at(index);
        if let Some(place) = &self.session.place {
            let task = place.search.offer(place, copy);
            self.stacks.give(index, task);
        }
    }

    /// Makes a machine that stands at a choice point of this one.
    fn copy_at(&mut self, index: usize) -> Machine {
        let areas = self.session.place.as_ref().and_then(|place| place.search.take_areas());
        let areas = areas.unwrap_or_else(Areas::new);
        let around = Surroundings {
            streams: self.streams.for_thread(),
            limits: MachineLimits::new(self.limits.memory()),
            areas: areas.fill(&self.heap, &self.stacks, index + 1),
        };
        let mut copy = self.fork(around);
        copy.session.cells.resettable = self.session.cells.resettable;
        copy.session.cells.changed = self.session.cells.changed;
        copy.session.cells.delays = self.session.cells.delays;
        copy.nesting.bases = vec![(self.nesting.base(), 0)];
        copy
    }
}

impl Calls {
    fn may_be_given(&self, atoms: &AtomTable, db: &Database, choice: &Choice) -> bool {
        let by_name = |pred: PredId| {
            let p = &db.preds[pred];
            p.module != known::SYSTEM || GIVEN.contains(&atoms.text(p.functor.name()))
        };
        match choice.kind {
            ChoiceKind::Candidates => by_name(choice.pred),
            ChoiceKind::Code => db.owner(choice.alternative.address()).is_none_or(by_name),
            ChoiceKind::Native => {
                let native = self.natives().get(choice.next.id.number() as usize);
                native.is_some_and(|native| !NOT_GIVEN.contains(&native.name()))
            }
            _ => false,
        }
    }
}

impl Stacks {
    /// Whether a catch says that its goal is to run on one machine.
    fn is_fence(&self, heap: &Heap, choice: &Choice) -> bool {
        heap.deref(self.slot(choice.e as usize, CATCHER)) == Cell::atom(known::ONE_MACHINE)
    }

    /// Returns the oldest choice point with alternatives; `None` if there is none, or if they are not to be given away.
    fn oldest_alternatives(
        &self,
        heap: &Heap,
        db: &Database,
        atoms: &AtomTable,
        calls: &Calls,
        nesting: &Nesting,
    ) -> Option<usize> {
        let choices = self.choices();
        let has_none = |choice: &Choice| match choice.kind {
            ChoiceKind::Catch => !self.is_fence(heap, choice),
            kind => kind == ChoiceKind::Given || choice.is_dead(),
        };
        let first = nesting.base() + 1;
        let index = first + choices.get(first..)?.iter().position(|choice| !has_none(choice))?;
        calls.may_be_given(atoms, db, &choices[index]).then_some(index)
    }
}

impl Session {
    /// Joins a search.
    pub(super) fn take_part(&mut self, place: SearchPart) {
        self.place = Some(Box::new(place));
    }
}
