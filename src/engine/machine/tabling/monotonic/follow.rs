//! Suspending the calls that monotonic tables make of each other, so that they can go on with new answers.

use crate::machine::Machine;
use crate::machine::native::Stop;
use crate::machine::tabling::incremental::Dependency;
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
