//! Generators whose clauses are exhausted: resuming consumers, completion, and the end of abandoned evaluations.

use crate::base::watch::Pace;
use crate::code::database::Database;
use crate::code::index::Candidate;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::machine::stacks::Stacks;
use crate::machine::stacks::choice::{Choice, ChoiceKind};
use crate::machine::tabling::negation::NEGATED;
use crate::machine::tabling::simplify::{ITEM_BYTES, UndecidedAnswers};
use crate::machine::tabling::suspend::Body;
use crate::machine::tabling::{TableId, TableProperty, TableState, Tables};

/// The next step of a leader.
enum LeaderStep {
    /// Resumes this consumer of the table.
    Consumer(TableId, usize),
    /// Completes its component.
    Nothing,
}

impl Machine {
    /// Backtracks to a choice point of tabling; the machine's state has been restored.
    pub(in crate::machine) fn retry_table(&mut self, choice: Choice) -> Step {
        self.regs.running = None;
        // A run that only backtracks meets the limits, too.
        if self.limits.count_call() {
            self.poll_event()?;
        }
        match choice.kind {
            ChoiceKind::Consumer => self.next_answer(choice.next.id.number(), choice.next.at as usize),
            // The answers of a complete table.
            ChoiceKind::Answers => {
                let Candidate { id, at } = choice.next;
                if i64::from(at) + 1 < self.x[1].as_int() {
                    self.stacks.set_next(Candidate { id, at: at + 1 });
                } else {
                    self.stacks.pop();
                }
                self.regs.pc = self.regs.cp;
                self.deliver(id.number(), at, self.x[0])
            }
            _ => {
                let id = choice.next.id.number();
                self.tables
                    .complete_plain(&mut self.regs, &mut self.stacks, &self.x, id)
                    .unwrap_or_else(|| self.exhausted(id))
            }
        }
    }

    /// The clauses of a generator, or the consumer that it has resumed, have no more answers.
    fn exhausted(&mut self, id: TableId) -> Step {
        loop {
            let active = self.tables.active.last().ok_or(Stop::Fail)?;
            if active.low < active.place {
                if !self.tables.leads_flow(id) {
                    return self.follow(id);
                }
                self.tables.give_up_flow(&mut self.db, &mut self.regs, &mut self.stacks);
                return Ok(());
            }
            match self.tables.next_work() {
                LeaderStep::Nothing => match self.tables.next_negation() {
                    Some((table, number)) => return self.resume_negation(table, number),
                    None if self.tables.leads_flow(id) => {
                        if self.resume_flow()? {
                            return Ok(());
                        }
                        break;
                    }
                    None => break,
                },
                LeaderStep::Consumer(table, number) if !self.tables.may_resume(table, number) => {}
                LeaderStep::Consumer(table, number) => match self.tables.get(table).rare.suspensions[number].body {
                    Body::Continue(_) => return self.resume_consumer(table, number),
                    Body::Copy(_) => self.granted(|m| m.tables.copy_new(&mut m.db, &mut m.limits, table, number))?,
                    Body::Dead => {}
                },
            }
        }
        self.simplify()?;
        let template = self.x[0];
        self.stacks.pop();
        let is_flow = self.tables.leads_flow(id);
        self.tables.complete();
        if is_flow {
            return self.finish_flow(id);
        }
        if template == NEGATED {
            return self.decide_not(id);
        }
        if self.tables.runs_monotonic() && self.follow_rows(id, template)? {
            return Err(Stop::Fail);
        }
        self.return_answers(id, template)
    }

    /// Leaves the completion of a generator to an older one: its caller becomes a consumer.
    fn follow(&mut self, id: TableId) -> Step {
        let template = self.x[0];
        self.stacks.pop();
        self.tables.merge();
        if template != NEGATED || !self.tables.get(id).is_true() {
            self.consume(id, template)?;
        }
        Err(Stop::Fail)
    }

    /// Decides the conditions of the newest generator's component, which is about to be complete.
    ///
    /// # Errors
    /// The exception of an interrupt or an exceeded limit.
    pub(super) fn simplify(&mut self) -> Step {
        let Some((component, items)) = self.tables.conditional() else {
            return Ok(());
        };
        self.with_aside((items + component.len()) * ITEM_BYTES, |m| {
            let mut program = UndecidedAnswers::read(&m.tables, &component);
            let mut pace = Pace::new();
            program.decide_all(|| m.poll_at(&mut pace))?;
            m.tables.keep_undecided(&program);
            Ok(())
        })
    }
}

impl super::Tables {
    /// Returns the next consumer that the newest generator is to resume.
    fn next_work(&mut self) -> LeaderStep {
        let Some(agenda) = self.active.last_mut().and_then(|active| active.agenda.as_mut()) else {
            return LeaderStep::Nothing;
        };
        while let Some((id, number)) = agenda.fresh.pop() {
            let suspensions = self.all[id].as_ref().map(|table| &table.rare.suspensions);
            if suspensions.is_some_and(|suspensions| number < suspensions.len()) {
                return LeaderStep::Consumer(id, number);
            }
        }
        loop {
            let (id, first) = match agenda.current.take() {
                Some(current) => current,
                None => match agenda.queue.pop_front() {
                    Some(id) => {
                        if let Some(table) = self.all[id].as_mut() {
                            table.status.set(TableProperty::Queued, false);
                        }
                        (id, 0)
                    }
                    None => return LeaderStep::Nothing,
                },
            };
            let Some(table) = self.all[id].as_ref() else {
                continue;
            };
            let end = match &table.rare.moded {
                Some(moded) => moded.log_length(),
                None => table.answers.count(),
            };
            let found = (first..table.rare.suspensions.len()).find(|&number| table.rare.suspensions[number].seen < end);
            if let Some(number) = found {
                agenda.current = Some((id, number + 1));
                return LeaderStep::Consumer(id, number);
            }
        }
    }

    /// Makes the newest generator resume a consumer again, as the next one.
    pub(super) fn resume_again(&mut self, id: TableId, number: usize) {
        if let Some(active) = self.active.last_mut() {
            active.agenda().current = Some((id, number));
        }
    }

    /// Completes the component of the newest generator, which leads it.
    fn complete(&mut self) {
        let Some(active) = self.active.pop() else { return };
        self.running = active.caller();
        if self.graph.count() > 0 {
            let component = self.incomplete[active.place as usize..].to_vec();
            self.settle(&component, active.started);
            if self.active.is_empty() {
                self.sweep_suspensions();
            }
        }
        for at in active.place as usize..self.incomplete.len() {
            let id = self.incomplete[at];
            self.finish(id);
        }
        self.incomplete.truncate(active.place as usize);
    }

    /// Notes that a table is complete, and drops what only an incomplete one needs.
    pub(super) fn finish(&mut self, id: TableId) {
        let table = self.get_mut(id);
        table.status.set_state(TableState::Complete);
        table.status.set(TableProperty::Queued, false);
        if table.rare.inflow.is_some() {
            return self.finish_monotonic(id);
        }
        if table.answers.is_bare() && table.rare.is_empty() {
            return;
        }
        table.rare.forget_suspensions();
        table.answers.finish();
        if let Some(moded) = table.rare.parts_mut().and_then(|parts| parts.moded.as_mut()) {
            moded.finish();
        }
        let before = table.bytes();
        let kept = table.size();
        self.charge(id, before, kept);
    }

    /// Adds the component of the newest generator to that of the one before it.
    fn merge(&mut self) {
        let Some(mut active) = self.active.pop() else { return };
        self.running = active.caller();
        if let Some(agenda) = &mut active.agenda
            && let Some((id, _)) = agenda.current
        {
            // Its other consumers are still to be resumed.
            if let Some(table) = self.all[id].as_mut()
                && !table.status.has(TableProperty::Queued)
            {
                table.status.set(TableProperty::Queued, true);
                agenda.queue.push_back(id);
            }
        }
        if let Some(parent) = self.active.last_mut() {
            parent.low = parent.low.min(active.low);
            parent.started = parent.started.min(active.started);
            let Some(mut agenda) = active.agenda else { return };
            let parent = parent.agenda();
            if parent.queue.len() < agenda.queue.len() {
                std::mem::swap(&mut parent.queue, &mut agenda.queue);
            }
            parent.queue.append(&mut agenda.queue);
            parent.negations.append(&mut agenda.negations);
            parent.fresh.append(&mut agenda.fresh);
        }
    }

    /// Drops the generators whose choice points are gone when `choices` are left, with the tables above theirs.
    fn abandon(&mut self, choices: usize) {
        let mut place = self.incomplete.len();
        let mut unseen = Vec::new();
        while let Some(active) = self.active.pop_if(|active| active.choice as usize >= choices) {
            place = active.place as usize;
            self.running = active.caller();
            self.note_abandoned(self.incomplete[place], active.caller());
            if let Some(agenda) = active.agenda {
                unseen.extend(agenda.queue);
                unseen.extend(agenda.current.map(|(id, _)| id));
            }
        }
        for at in place..self.incomplete.len() {
            let id = self.incomplete[at];
            self.forget(id);
            self.free(id);
        }
        self.incomplete.truncate(place);
        // Consumers that were to give answers to those tables.
        for at in 0..place {
            let id = self.incomplete[at];
            let Some(parts) = self.get_mut(id).rare.parts_mut() else {
                continue;
            };
            let mut suspensions = std::mem::take(&mut parts.suspensions);
            for suspension in &mut suspensions {
                if self.all[suspension.owner].is_none() {
                    suspension.body = Body::Dead;
                }
            }
            self.get_mut(id).rare.suspensions = suspensions;
        }
        // Of the tables that they had in their queues the older ones stay, with answers that consumers have not seen.
        for id in unseen {
            if let Some(Some(table)) = self.all.get_mut(id as usize) {
                table.status.set(TableProperty::Queued, false);
                self.enqueue(id);
            }
        }
        self.resume_postponed();
    }
}

impl Tables {
    /// Drops the tables of generators above the newest choice point, which will not continue.
    pub(in crate::machine) fn drop_tables(&mut self, stacks: &mut Stacks, db: &mut Database) {
        let choices = stacks.choice_count();
        if self
            .active
            .last()
            .is_some_and(|active| active.choice as usize >= choices)
        {
            self.abandon(choices);
            // Tables that a walk has found invalid were not evaluated.
            self.graph.forget_walk();
            self.note_lost_tables(db);
        }
        if choices == 0 {
            self.sweep_tables(stacks);
        }
    }
}
