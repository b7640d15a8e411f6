//! Suspending the calls that monotonic tables make of each other and of dynamic predicates, so that they can go on with new
//! answers and clauses; and noting those of other incremental tables.

use crate::base::known;
use crate::code::changes::word_of;
use crate::code::instr::{MAX_REGISTER_ARITY, PredId};
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::machine::tabling::incremental::Dependency;
use crate::machine::tabling::monotonic::Intake;
use crate::machine::tabling::suspend::{Body, Suspension};
use crate::machine::tabling::{TableId, TableState, Tables};
use crate::term::cell::Cell;

/// The number of suspensions of a table from which on those of tables that are gone are dropped.
const MANY: usize = 64;

impl Machine {
    /// Makes the running goal of a monotonic table, whose answers bind `template`, a consumer of a complete table that
    /// stays. Returns false if it cannot be one; then the dependency is noted.
    ///
    /// # Errors
    /// If there is no room.
    pub(in crate::machine::tabling) fn follow_rows(&mut self, id: TableId, template: Cell) -> Result<bool, Stop> {
        if !self.tables.is_monotonic(id)
            || !self
                .tables
                .may_suspend(&self.regs, &self.stacks, &self.results, &self.sequences)
        {
            if let (Some(running), Some(node)) = (self.tables.running_node(), self.tables.get(id).rare.node) {
                self.tables.graph.depend(running, Dependency::Node(node));
            }
            return Ok(false);
        }
        let mut suspension = self.capture(id, template)?;
        self.tables.note_consumer(id, &mut suspension);
        if suspension.stamp == 0 {
            return Ok(false);
        }
        self.charge_program(suspension.bytes())?;
        self.tables.add_suspension(id, suspension);
        self.tables.note_crowd(id);
        let number = self.tables.get(id).rare.suspensions.len() - 1;
        if let Some(active) = self.tables.active.last_mut() {
            active.agenda().fresh.push((id, number));
        }
        Ok(true)
    }

    /// Keeps the running call of a dynamic predicate, so that it goes on with new clauses. Returns false if the running
    /// table is not monotonic, or the call is not.
    ///
    /// # Errors
    /// If there is no room.
    pub(in crate::machine::tabling) fn follow_clauses(&mut self, pred: PredId, pattern: &[u64]) -> Result<bool, Stop> {
        let Some(owner) = self.tables.running.filter(|&id| self.tables.is_monotonic(id)) else {
            return Ok(false);
        };
        let p = &self.db.preds[pred];
        let arity = p.functor.arity();
        let is_qualified = p.qualified.as_ref().is_some_and(|known| !known.positions.is_empty());
        if !p.monotonic
            || p.matching
            || is_qualified
            || arity > MAX_REGISTER_ARITY
            || !self
                .tables
                .may_suspend(&self.regs, &self.stacks, &self.results, &self.sequences)
        {
            return Ok(false);
        }
        let args: Vec<Cell> = self.x[..arity].to_vec();
        self.reserve(arity + 1)?;
        let template = match arity {
            0 => Cell::atom(known::TEMPLATE),
            _ => self.heap.new_term(known::TEMPLATE, &args),
        };
        let continuation = {
            let walked = self.walk_frames(owner, template)?;
            self.pack_frames(walked)?
        };
        if !continuation.is_monotonic() {
            return Ok(false);
        }
        let bytes = size_of::<Intake>() + continuation.bytes() + pattern.len() * 8;
        self.charge_program(bytes)?;
        self.tables.charge(owner, 0, bytes);
        let born = self.db.generation;
        let Some(inflow) = self.tables.inflow_mut(owner) else {
            return Ok(false);
        };
        inflow.bytes += bytes;
        inflow.intakes.push(Intake {
            continuation: Some(Box::new(continuation)),
            pattern: pattern.into(),
            born,
        });
        let number = (inflow.intakes.len() - 1) as u32;
        self.tables.watch(pred, pattern, owner, number);
        self.db.changes.wait_for(pred);
        Ok(true)
    }

    /// Notes that the running tabled goal, if it is incremental, calls a dynamic predicate.
    #[cold]
    ///
    /// # Errors
    /// If there is no room for what keeps the call of a monotonic one.
    pub(in crate::machine) fn note_dependency(&mut self, pred: PredId) -> Step {
        let Some(node) = self.tables.running_node() else {
            return Ok(());
        };
        let arity = self.db.preds[pred].functor.arity();
        let mut pattern: Vec<u64> = Vec::new();
        if arity <= MAX_REGISTER_ARITY {
            pattern.extend((0..arity).map(|at| word_of(self.deref(self.x[at]))));
        }
        let is_handed = self.follow_clauses(pred, &pattern)?;
        self.tables.graph.depend_on_facts(node, pred, pattern, is_handed);
        Ok(())
    }
}

impl Tables {
    /// Notes how a goal that waits for the answers of a table makes its own table depend on it, and whether it stays.
    pub(in crate::machine::tabling) fn note_consumer(&mut self, id: TableId, suspension: &mut Suspension) {
        let owner = suspension.owner;
        let (Some(node), Some(other)) = (self.get(owner).rare.node, self.get(id).rare.node) else {
            return;
        };
        let is_monotonic = match &suspension.body {
            Body::Continue(continuation) => continuation.is_monotonic(),
            Body::Copy(_) => true,
            Body::Dead => false,
        };
        match (self.inflow(owner), self.inflow(id)) {
            (Some(inflow), Some(source)) if is_monotonic => {
                suspension.stamp = inflow.stamp;
                let on = Dependency::Rows(other, source.identity);
                self.graph.depend(node, on);
            }
            _ => self.graph.depend(node, Dependency::Node(other)),
        }
    }

    /// Notes that a table has many suspensions.
    fn note_crowd(&mut self, id: TableId) {
        let count = self.get(id).rare.suspensions.len();
        if count > MANY {
            self.growth.sweep_at.entry(id).or_insert(2 * MANY);
        }
    }

    /// Drops the suspensions of tables that are gone, where there are many; nothing is being evaluated.
    pub(in crate::machine::tabling) fn sweep_suspensions(&mut self) {
        let mut sweep_at = std::mem::take(&mut self.growth.sweep_at);
        sweep_at.retain(|&id, limit| {
            if !self.is_monotonic(id) {
                return false;
            }
            let Some(parts) = self.get_mut(id).rare.parts_mut() else {
                return false;
            };
            if parts.suspensions.len() < *limit {
                return true;
            }
            let mut suspensions = std::mem::take(&mut parts.suspensions);
            let before: usize = suspensions.iter().map(Suspension::bytes).sum();
            suspensions.retain(|suspension| self.is_current(suspension.owner, suspension.stamp));
            let after: usize = suspensions.iter().map(Suspension::bytes).sum();
            *limit = (2 * suspensions.len()).max(2 * MANY);
            self.get_mut(id).rare.suspensions = suspensions;
            self.charge(id, before, after);
            true
        });
        self.growth.sweep_at = sweep_at;
    }

    /// Gives a table that takes the place of one with the same answers the suspensions of that, but not those of tables
    /// that were evaluated with it; not if some have not seen all answers.
    pub(in crate::machine::tabling) fn take_over(&mut self, old: TableId, new: TableId, members: &[TableId]) {
        let Some(identity) = self.inflow(old).map(|inflow| inflow.identity) else {
            return;
        };
        let (seen, end) = (self.news_end(old), self.news_end(new));
        let is_behind =
            |suspension: &Suspension| suspension.seen < seen && self.is_current(suspension.owner, suspension.stamp);
        if self.get(old).rare.suspensions.iter().any(is_behind) {
            return;
        }
        let Some(inflow) = self.inflow_mut(new) else { return };
        inflow.identity = identity;
        for number in 0..self.get(old).rare.suspensions.len() {
            let Suspension { owner, stamp, .. } = self.get(old).rare.suspensions[number];
            let stays = stamp != 0
                && self.is_current(owner, stamp)
                && self.get(owner).state() == TableState::Complete
                && !members.contains(&owner);
            if !stays {
                continue;
            }
            // Choice points may know the suspensions of the old table by their numbers.
            let left = Suspension {
                owner,
                seen,
                stamp: 0,
                body: Body::Dead,
            };
            let left_bytes = left.bytes();
            let mut suspension = std::mem::replace(&mut self.get_mut(old).rare.suspensions[number], left);
            let bytes = suspension.bytes();
            suspension.seen = end;
            self.charge(old, bytes, left_bytes);
            self.charge(new, 0, bytes);
            self.get_mut(new).rare.suspensions.push(suspension);
        }
    }

    /// Makes tables that were completed together incremental, since some have undecided answers.
    pub(in crate::machine::tabling) fn cut_off(&mut self, members: &[TableId]) {
        for &id in members {
            let table = self.get_mut(id);
            let Some(parts) = table.rare.parts_mut() else { continue };
            if parts.inflow.take().is_none() {
                continue;
            }
            if let Some(node) = parts.node {
                self.graph.follow_nothing(node);
            }
            self.growth.queued.remove(&id);
        }
    }
}
