//! Flows: handing new clauses, and the answers that follow from them, to the tables that wait for them.
//!
//! A flow is led by the generator of a table of its own, which calls do not find. Its agenda has the suspensions that
//! have not seen all answers, as in any evaluation; when they have, the generator goes on with the next clause, and when
//! there is none, the flow ends. Tables that the flow makes are complete as usual; others grow while they are complete.
//! Who listens is told of the new answers.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::atom::{Atom, AtomTable, Functor};
use crate::base::known;
use crate::code::database::Database;
use crate::code::packed::Cells;
use crate::machine::Machine;
use crate::machine::native::{Next, Step, Stop};
use crate::machine::stacks::{Registers, Stacks};
use crate::machine::tabling::incremental::{Dependency, NodeId, WalkResult};
use crate::machine::tabling::monotonic::Queued;
use crate::machine::tabling::suspend::Body;
use crate::machine::tabling::{Table, TableId, TableState, Tables};
use crate::term::cell::Cell;
use crate::term::flat;
use crate::term::heap::Heap;
use crate::term::view::View;

/// A flow.
#[derive(Default)]
pub(super) struct Flow {
    /// Its own table, once it has begun.
    leader: Option<TableId>,
    /// The place of that on the stack of incomplete tables.
    place: u32,
    /// Whether lazy tables take part.
    is_forced: bool,
    /// The tables whose clauses it hands on.
    work: VecDeque<TableId>,
    /// Tables that are not to take part, since they are invalid.
    refused: FxHashSet<TableId>,
    /// The tables that may have grown, with the number of their answers before.
    pub(super) touched: FxHashMap<TableId, u32>,
}

/// Stands for the flow that has been prepared.
const PREPARED: i64 = -1;

impl Machine {
    /// Queues the clauses that were added to monotonic predicates with the tables that wait for them. Returns the goal
    /// that hands them on, if that is to be done at once; `tables.news_are_handed_on` is called when it has ended.
    ///
    /// # Errors
    /// If there is no room.
    pub fn take_news(&mut self) -> Result<Option<Cell>, Stop> {
        let tables = self.distribute()?;
        if tables.is_empty() || self.tables.is_evaluating() {
            return Ok(None);
        }
        let mut flow = Flow::default();
        for id in tables {
            // It is not queued any more, so that calls of it in the flow find it valid.
            if self.takes_part(id)? {
                self.tables.growth.queued.remove(&id);
                flow.work.push_back(id);
            }
        }
        if flow.work.is_empty() {
            self.tables.note_waiting(&mut self.db);
            return Ok(None);
        }
        self.tables.growth.flow = Some(Box::new(flow));
        if let Err(stop) = self.reserve(8) {
            self.tables.news_are_handed_on(&mut self.db);
            return Err(stop);
        }
        Ok(Some(flow_goal(&mut self.heap, &mut self.atoms, PREPARED)))
    }

    /// Whether an eager table is valid, so that it is handed clauses at once.
    fn takes_part(&mut self, id: TableId) -> Result<bool, Stop> {
        if self.tables.inflow(id).is_none_or(|inflow| inflow.is_lazy) {
            return Ok(false);
        }
        let Some(node) = self.tables.get(id).rare.node else {
            return Ok(false);
        };
        self.tables.graph.forget_walk();
        let found = self.granted(|m| m.tables.find_invalid(&m.db, &m.limits, node, true))?;
        self.tables.graph.forget_walk();
        Ok(matches!(found, WalkResult::Valid) && self.tables.get(id).state() == TableState::Complete)
    }

    /// Hands what waits for the table of an incremental call on to it; for -1, runs what has been prepared.
    ///
    /// # Errors
    /// Failure into the first goal that goes on; no room.
    pub fn run_propagation(&mut self, node: i64) -> Result<Next, Stop> {
        let mut sources = Vec::new();
        if let Ok(node) = NodeId::try_from(node) {
            if node >= self.tables.graph.count() || self.tables.growth.flow.is_some() {
                return Ok(Next::Continue);
            }
            let mut flow = Flow {
                is_forced: true,
                ..Flow::default()
            };
            for &member in self.tables.graph.members(node).iter() {
                if let Some(id) = self.tables.graph.table(member)
                    && self.tables.growth.queued.remove(&id)
                {
                    flow.work.push_back(id);
                    sources.extend(self.tables.sources(member));
                }
            }
            self.tables.growth.flow = Some(Box::new(flow));
        }
        if self.tables.growth.flow.is_none() {
            return Ok(Next::Continue);
        }
        let room = self.granted(|m| m.tables.claim_table(&mut m.limits, &[]));
        let begun = room.and_then(|()| self.reserve(64)).and_then(|()| {
            let leader = self.tables.lead_flow();
            self.start(leader, Cell::NIL, Cell::NIL)
        });
        if let Err(stop) = begun {
            self.tables.abort_flow(&mut self.db);
            return Err(stop);
        }
        for source in sources {
            self.tables.enqueue(source);
        }
        Err(Stop::Fail)
    }

    /// Goes on with the next clause that the flow hands on. Returns false if there is none.
    pub(in crate::machine::tabling) fn resume_flow(&mut self) -> Result<bool, Stop> {
        loop {
            let Some((id, queued)) = self.tables.next_queued() else {
                if self.find_more_work()? {
                    continue;
                }
                return Ok(false);
            };
            let is_there = self
                .db
                .clauses
                .get(queued.id)
                .is_some_and(|clause| clause.order == queued.order && !clause.is_dead());
            if is_there {
                // Its failure leads back to the flow's generator.
                self.resume_intake(id, &queued)?;
                return Ok(true);
            }
        }
    }

    /// Goes on with a clause for a call that waits.
    fn resume_intake(&mut self, id: TableId, queued: &Queued) -> Step {
        self.tables.touch(id);
        self.tables.running = Some(id);
        let number = queued.intake as usize;
        let Some(continuation) = self
            .tables
            .inflow_mut(id)
            .and_then(|inflow| inflow.intakes.get_mut(number)?.continuation.take())
        else {
            return Err(Stop::Fail);
        };
        let reopened = self.reopen_frames(&continuation, id);
        if let Some(inflow) = self.tables.inflow_mut(id) {
            inflow.intakes[number].continuation = Some(continuation);
        }
        let (template, _) = reopened?;
        let arity = self.db.preds[self.db.clauses[queued.id].pred].functor.arity();
        if arity > 0 {
            let (first, _) = self.heap.parts(template);
            for at in 0..arity {
                self.x[at] = self.heap.deref(self.heap.get(first + at));
            }
        }
        self.regs.b0 = self.stacks.choice_count();
        self.run_clause(queued.id)
    }

    /// Adds the tables that wait for clauses that were added in the flow.
    fn find_more_work(&mut self) -> Result<bool, Stop> {
        self.distribute()?;
        let Some(flow) = &self.tables.growth.flow else {
            return Ok(false);
        };
        let waiting = self.tables.growth.queued.iter().copied();
        let waiting: Vec<TableId> = waiting.filter(|id| !flow.refused.contains(id)).collect();
        let mut has_more = false;
        for id in waiting {
            let takes_part = self.takes_part(id)?;
            if takes_part {
                self.tables.growth.queued.remove(&id);
            }
            if let Some(flow) = &mut self.tables.growth.flow {
                if takes_part {
                    flow.work.push_back(id);
                } else {
                    flow.refused.insert(id);
                }
            }
            has_more |= takes_part;
        }
        Ok(has_more)
    }

    /// Ends the flow whose generator was just completed: what depends on tables that have grown is told.
    pub(in crate::machine::tabling) fn finish_flow(&mut self, leader: TableId) -> Step {
        let flow = self.tables.growth.flow.take().ok_or(Stop::Fail)?;
        self.tables.free(leader);
        self.tables.resume_postponed();
        let mut grown = Vec::new();
        for (&id, &before) in &flow.touched {
            if self.tables.is_monotonic(id) {
                self.tables.merge_dependencies(id);
                if self.tables.news_end(id) > before {
                    grown.push((id, before));
                }
            }
        }
        self.tables.note_waiting(&mut self.db);
        self.regs.pc = self.regs.cp;
        if grown.is_empty() {
            return Ok(());
        }
        grown.sort_unstable();
        let generation = self.db.note_growth();
        for &(id, _) in &grown {
            if let Some(node) = self.tables.get(id).rare.node {
                self.tables.graph.note_growth(node, generation);
            }
        }
        self.announce_answers(&grown)
    }

    /// Calls what listens to the predicates of tables that have grown, with their answers from a number on; the flow has
    /// ended.
    ///
    /// # Errors
    /// If there is no room.
    pub(super) fn announce_answers(&mut self, grown: &[(TableId, u32)]) -> Step {
        let mut events = Vec::new();
        for &(id, from) in grown {
            let goal = self
                .tables
                .table_goal(&self.session, &mut self.heap, &mut self.atoms, id);
            let (module, goal) = split_goal(&self.heap, goal);
            let functor = match self.view(goal) {
                View::Struct(functor, _) => functor,
                View::Atom(name) => Functor::new(name, 0),
                _ => continue,
            };
            let listened = |pred| self.db.preds[pred].listened;
            if !self.db.find(module, functor).is_some_and(listened) {
                continue;
            }
            for number in from..self.tables.news_end(id) {
                let Some(answer) = self.answer_term(id, number)? else {
                    continue;
                };
                let (_, answer) = split_goal(&self.heap, answer);
                self.reserve(32)?;
                let indicator = self.heap.indicator(functor);
                let of_module = [Cell::atom(module), indicator];
                let indicator = self.heap.new_term(known::COLON, &of_module);
                let answer = self.heap.new_term(known::COLON, &[Cell::atom(module), answer]);
                events.push(self.heap.new_term(known::MINUS, &[indicator, answer]));
            }
        }
        if events.is_empty() {
            return Ok(());
        }
        self.reserve(2 * events.len() + 16)?;
        let events = self.heap.new_list(&events, Cell::NIL);
        let name = self.intern("$announce_answers");
        let goal = self.heap.new_term(name, &[events]);
        self.x[0] = self.heap.new_term(known::COLON, &[Cell::atom(known::SYSTEM), goal]);
        self.call_goal(0)
    }

    /// Builds an answer of a table, by the number that consumers know it by; none if another replaced it.
    ///
    /// # Errors
    /// If there is no room.
    fn answer_term(&mut self, id: TableId, number: u32) -> Result<Option<Cell>, Stop> {
        let table = self.tables.get(id);
        let row = match &table.rare.moded {
            Some(moded) => match moded.entry(number) {
                Some(row) => row,
                None => return Ok(None),
            },
            None => number,
        };
        let words = table.answers.row(row).to_vec();
        let moded = table.rare.moded.as_ref();
        let values = moded.map(|moded| moded.values(row).to_vec()).unwrap_or_default();
        let key = table.key.len();
        self.reserve(3 * (words.len() + values.len() + key) + 64)?;
        let (mut variables, mut given) = (Vec::new(), Vec::new());
        let goal = self.tables.table_goal_of(
            &self.session,
            &mut self.heap,
            &mut self.atoms,
            id,
            &mut variables,
            &mut given,
        );
        let (mut at, mut own) = (0, Vec::new());
        for variable in variables {
            let value = flat::build(&mut self.heap, &words, &mut at, &mut own);
            self.unify_terms(variable, value);
        }
        let mut at = 0;
        for variable in given {
            let mut own = own.clone();
            let value = flat::build(&mut self.heap, &values, &mut at, &mut own);
            self.unify_terms(variable, value);
        }
        Ok(Some(goal))
    }

    /// Queues the clauses that were added to monotonic predicates with the tables that wait for them. Returns those.
    ///
    /// # Errors
    /// If there is no room; then the tables are evaluated again when they are called.
    pub(in crate::machine::tabling) fn distribute(&mut self) -> Result<Vec<TableId>, Stop> {
        let mut tables: Vec<TableId> = Vec::new();
        for (id, order) in self.db.changes.take_added() {
            let found = self.tables.waiting_for(&self.db, id, order);
            if found.is_empty() {
                continue;
            }
            if let Err(stop) = self.charge_program(found.len() * size_of::<Queued>()) {
                self.tables.lose(&mut self.db, &found);
                return Err(stop);
            }
            self.tables.queue(&found, (id, order), &mut tables);
        }
        Ok(tables)
    }
}

impl Tables {
    /// Makes the table whose generator leads the flow.
    fn lead_flow(&mut self) -> TableId {
        let place = self.incomplete.len() as u32;
        let leader = self.put(Table::new(&[][..], TableState::Incomplete(place), 0));
        if let Some(flow) = &mut self.growth.flow {
            flow.leader = Some(leader);
            flow.place = place;
        }
        leader
    }

    /// Ends a flow that cannot go on, since it depends on a goal that is being evaluated: its tables are evaluated again.
    pub(in crate::machine::tabling) fn give_up_flow(
        &mut self,
        db: &mut Database,
        regs: &mut Registers,
        stacks: &mut Stacks,
    ) {
        stacks.pop();
        self.drop_tables(stacks, db);
        regs.pc = regs.cp;
    }

    /// Notes that a table may grow.
    fn touch(&mut self, id: TableId) {
        let end = self.news_end(id);
        if let Some(flow) = &mut self.growth.flow {
            flow.touched.entry(id).or_insert(end);
        }
    }

    /// Takes the next clause of the flow.
    fn next_queued(&mut self) -> Option<(TableId, Queued)> {
        loop {
            let id = *self.growth.flow.as_ref()?.work.front()?;
            let is_current = self.all[id]
                .as_ref()
                .is_some_and(|table| table.state() == TableState::Complete);
            if is_current
                && let Some(inflow) = self.inflow_mut(id)
                && let Some(queued) = inflow.queue.pop_front()
            {
                self.charge(id, size_of::<Queued>(), 0);
                return Some((id, queued));
            }
            self.growth.flow.as_mut()?.work.pop_front();
        }
    }

    /// Lets the generator that is running now go on with the suspensions that a flow has left.
    pub(in crate::machine::tabling) fn resume_postponed(&mut self) {
        let mut postponed = std::mem::take(&mut self.growth.postponed);
        if let Some(active) = self.active.last_mut()
            && !postponed.is_empty()
        {
            active.agenda().fresh.append(&mut postponed);
        }
    }

    /// Returns the tables whose answers the table of a node is handed.
    fn sources(&self, node: NodeId) -> Vec<TableId> {
        let list = self.graph.list(node);
        let sources = list.iter().filter_map(|on| match on {
            Dependency::Rows(other, _) => self.graph.table(*other),
            _ => None,
        });
        sources.collect()
    }

    /// Adds what a table has called in a flow to what it depends on.
    fn merge_dependencies(&mut self, id: TableId) {
        if let Some(node) = self.get(id).rare.node {
            let bytes = self.graph.merge(node);
            self.bytes = self.bytes.saturating_add_signed(bytes);
        }
    }

    /// Notes the nodes of the tables that the flow may have left half made.
    fn note_failed_flow(&mut self) {
        let Some(flow) = self.growth.flow.take() else { return };
        let mut tables: FxHashSet<TableId> = flow.work.iter().copied().collect();
        for &id in flow.touched.keys() {
            if !self.is_monotonic(id) {
                continue;
            }
            tables.insert(id);
            let owners = self.get(id).rare.suspensions.iter();
            tables.extend(
                owners
                    .filter(|suspension| suspension.stamp != 0)
                    .map(|suspension| suspension.owner),
            );
        }
        for id in tables {
            self.growth.queued.remove(&id);
            if let Some(Some(table)) = self.all.get(id as usize)
                && let Some(node) = table.rare.node
            {
                self.growth.failed.push(node);
            }
        }
    }

    /// A table whose evaluation is given up: if it is that of a flow, the flow has failed; if others may depend on it,
    /// they are invalid.
    pub(in crate::machine::tabling) fn note_abandoned(&mut self, id: TableId, caller: Option<TableId>) {
        if self.growth.flow.as_ref().is_some_and(|flow| flow.leader == Some(id)) {
            self.note_failed_flow();
        }
        if !self.is_monotonic(id) {
            return;
        }
        self.growth.has_lost = true;
        if let (Some(caller), Some(node)) = (caller, self.get(id).rare.node)
            && let Some(Some(caller)) = self.all.get(caller as usize)
            && let Some(caller) = caller.rare.node
        {
            self.graph.depend(caller, Dependency::Node(node));
        }
    }

    /// Ends a flow that was not finished, if there is one: its tables are evaluated again.
    fn abort_flow(&mut self, db: &mut Database) {
        if self.growth.flow.is_some() {
            self.note_failed_flow();
        }
        self.note_lost_tables(db);
    }

    /// Makes the calls of tables find out that others have not been handed everything: finding out whether a table may
    /// take part has passed over that.
    fn note_waiting(&self, db: &mut Database) {
        if !self.has_no_queue() {
            db.note_growth();
        }
    }

    /// Makes what a flow left half made, and what depends on tables that were dropped, invalid.
    pub(in crate::machine::tabling) fn note_lost_tables(&mut self, db: &mut Database) {
        let failed = std::mem::take(&mut self.growth.failed);
        if std::mem::take(&mut self.growth.has_lost) || !failed.is_empty() {
            db.invalidate_tables();
            for node in failed {
                self.graph.make_stale(node);
                self.graph.note_growth(node, db.generation);
            }
        }
    }

    /// Whether this is the table of the flow that is run.
    pub(in crate::machine::tabling) fn leads_flow(&self, id: TableId) -> bool {
        let flow = self.growth.flow.as_ref();
        flow.is_some_and(|flow| flow.leader == Some(id))
    }

    /// Whether a suspension is to go on now. One of a table that is gone never is; one of a complete table is in a flow.
    pub(in crate::machine::tabling) fn may_resume(&mut self, id: TableId, number: usize) -> bool {
        let suspension = &mut self.get_mut(id).rare.suspensions[number];
        let (owner, stamp) = (suspension.owner, suspension.stamp);
        if stamp == 0 {
            return true;
        }
        if !self.is_current(owner, stamp) {
            self.get_mut(id).rare.suspensions[number].body = Body::Dead;
            return false;
        }
        if self.news_end(id) <= self.get(id).rare.suspensions[number].seen {
            return false;
        }
        if let TableState::Incomplete(place) = self.get(owner).state() {
            // A flow may be given up; then what began before it must not have gone on in it.
            let growth = &mut self.growth;
            let is_older = growth.flow.as_ref().is_some_and(|flow| place < flow.place);
            if is_older {
                growth.postponed.push((id, number));
            }
            return !is_older;
        }
        let is_lazy = self.inflow(owner).is_some_and(|inflow| inflow.is_lazy);
        match &self.growth.flow {
            Some(flow) if flow.is_forced || !is_lazy => {
                self.touch(owner);
                true
            }
            _ => {
                self.growth.queued.insert(owner);
                false
            }
        }
    }

    /// The goal that hands clauses on has ended.
    pub fn news_are_handed_on(&mut self, db: &mut Database) {
        self.abort_flow(db);
        self.note_waiting(db);
    }
}

/// Splits a goal into its module and the goal itself.
fn split_goal(heap: &Heap, goal: Cell) -> (Atom, Cell) {
    let (mut module, mut goal) = (known::USER, goal);
    while let View::Struct(functor, first) = heap.view(goal)
        && functor == Functor::new(known::COLON, 2)
    {
        if let View::Atom(name) = heap.view(heap.get(first)) {
            module = name;
        }
        goal = heap.get(first + 1);
    }
    (module, heap.deref(goal))
}

/// Builds the goal that runs the flow of the component of a node, or, for -1, the one that has been prepared.
pub(in crate::machine::tabling) fn flow_goal(heap: &mut Heap, atoms: &mut AtomTable, node: i64) -> Cell {
    let goal = heap.new_term(atoms.intern("$propagate"), &[Cell::int(node)]);
    heap.new_term(known::COLON, &[Cell::atom(known::SYSTEM), goal])
}
