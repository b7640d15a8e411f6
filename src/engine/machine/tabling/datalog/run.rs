//! Rounds of joins, until a round adds nothing.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::database::Database;
use crate::code::instr::PredId;
use crate::machine::memory::limits::{Lack, MachineLimits};
use crate::machine::tabling::datalog::aggregate::Best;
use crate::machine::tabling::datalog::index::TupleIndex;
use crate::machine::tabling::datalog::join::Join;
use crate::machine::tabling::datalog::plan::{PlanStep, RulePlan, SeenRows, plans};
use crate::machine::tabling::datalog::{Component, DatalogSource};
use crate::machine::tabling::modes::Aggregate;
use crate::machine::tabling::rows::Rows;
use crate::machine::tabling::{TableId, Tables};

/// Number of words of derived rows after which they are added to their table.
const FLUSHED: usize = 1 << 13;

/// Number of rows that are added at once.
const ADDED: usize = 1 << 10;

/// Why an evaluation ends early.
pub(in crate::machine::tabling) enum Unfit {
    /// There is not enough room, or no time.
    Lacks(Lack),
    /// The goals must be resolved: a comparison has no numbers, or a join is too large.
    Rules,
}

impl From<Lack> for Unfit {
    fn from(lack: Lack) -> Unfit {
        Unfit::Lacks(lack)
    }
}

/// The tuples of a predicate of facts.
#[derive(Default)]
pub(super) struct Facts {
    pub rows: Rows,
    pub bounds: RowBounds,
    /// How often a tuple occurs besides, if they are kept.
    pub more: FxHashMap<Box<[u64]>, u32>,
}

/// The rows of a variant: those before the last round, and those after it.
#[derive(Clone, Copy, Default)]
pub(super) struct RowBounds {
    pub old: u32,
    pub all: u32,
}

impl RowBounds {
    /// Begins a round with so many rows; returns whether some are new.
    fn begin_round(&mut self, count: u32) -> bool {
        *self = RowBounds {
            old: self.all,
            all: count,
        };
        self.old < count
    }
}

/// An evaluation.
pub(super) struct Evaluation {
    plans: Vec<RulePlan>,
    pub(super) facts: Vec<Facts>,
    pub(super) preds: Vec<PredId>,
    pub(super) tables: Vec<TableId>,
    pub(super) bounds: Vec<RowBounds>,
    /// The bound calls whose answers were found before.
    pub(super) known_calls: FxHashSet<Box<[u64]>>,
    pub(super) indexes: Vec<TupleIndex>,
    /// The rows with aggregated values.
    best: Vec<Option<Box<Best>>>,
    aggregate: Aggregate,
    pub(super) stack: Vec<i64>,
    pub(super) values: Vec<u64>,
    pub(super) out: Vec<u64>,
}

impl Evaluation {
    pub(super) fn new(component: &Component, ids: Vec<TableId>, tables: &Tables) -> Evaluation {
        let mut columns = Vec::new();
        let plans = plans(component, &mut columns);
        let mut best = Vec::with_capacity(ids.len());
        for variant in &component.variants {
            let known = variant.known.map(|id| tables.get(id));
            let new = || Box::new(Best::new(variant.width(), variant.values(), known));
            best.push((variant.values() > 0).then(new));
        }
        let most = plans.iter().map(|plan| plan.variables).max();
        Evaluation {
            plans,
            facts: Vec::new(),
            preds: component.facts.clone(),
            known_calls: FxHashSet::default(),
            bounds: vec![RowBounds::default(); ids.len()],
            tables: ids,
            indexes: columns.into_iter().map(TupleIndex::new).collect(),
            best,
            aggregate: component.aggregate.unwrap_or(Aggregate::Min),
            stack: Vec::new(),
            values: vec![0; most.unwrap_or(0)],
            out: Vec::new(),
        }
    }

    /// Returns the table of the call.
    pub(super) fn root(&self) -> TableId {
        self.tables[0]
    }

    /// Takes the rows with aggregated values that were derived, with their tables.
    pub(super) fn take_best(&mut self) -> Vec<(TableId, Box<Best>)> {
        let best = self.best.iter_mut().zip(&self.tables);
        best.filter_map(|(best, &id)| Some((id, best.take().filter(|best| !best.is_known())?)))
            .collect()
    }

    /// Returns the rows of a source, unless they have aggregated values.
    pub(super) fn rows<'t>(&'t self, tables: &'t Tables, source: DatalogSource) -> &'t Rows {
        match source {
            DatalogSource::Facts(number) => &self.facts[number].rows,
            DatalogSource::Variant(number) => &tables.get(self.tables[number]).answers,
        }
    }

    /// Returns the words of the rows of a source, and their number in a row.
    pub(super) fn words<'t>(&'t self, tables: &'t Tables, source: DatalogSource) -> (&'t [u64], usize) {
        if let DatalogSource::Variant(number) = source
            && let Some(best) = &self.best[number]
        {
            return (&best.words, best.width);
        }
        let rows = self.rows(tables, source);
        (rows.words(), rows.width())
    }

    /// Returns the first row, and the row after the last, that a goal sees.
    pub(super) fn range(&self, source: DatalogSource, part: SeenRows) -> (u32, u32) {
        let RowBounds { old, all } = match source {
            DatalogSource::Facts(number) => self.facts[number].bounds,
            DatalogSource::Variant(number) => self.bounds[number],
        };
        match part {
            SeenRows::New => (old, all),
            SeenRows::Old => (0, old),
            SeenRows::All => (0, all),
        }
    }

    /// Whether the last round has changed a source.
    fn has_changed(&self, source: DatalogSource) -> bool {
        let (old, all) = self.range(source, SeenRows::New);
        let is_better = |number: usize| self.best[number].as_ref().is_some_and(|best| !best.changed.is_empty());
        old < all || matches!(source, DatalogSource::Variant(number) if is_better(number))
    }

    /// Keeps the buffers of joins.
    pub(super) fn take_buffers(&mut self, values: Vec<u64>, out: Vec<u64>) {
        (self.values, self.out) = (values, out);
    }

    /// Adds the new rows to the indexes.
    pub(super) fn update_indexes(&mut self, tables: &Tables, limits: &mut MachineLimits) -> Result<(), Lack> {
        let mut indexes = std::mem::take(&mut self.indexes);
        for index in &mut indexes {
            let source = index.columns.0;
            let (_, end) = self.range(source, SeenRows::All);
            let (words, width) = self.words(tables, source);
            index.update(limits, words, width, end)?;
        }
        self.indexes = indexes;
        Ok(())
    }
}

impl Tables {
    /// Evaluates all rules until there is nothing new.
    pub(super) fn run_evaluation(
        &mut self,
        db: &Database,
        limits: &mut MachineLimits,
        evaluation: &mut Evaluation,
        component: &Component,
    ) -> Result<(), Unfit> {
        let is_kept = component.is_kept();
        for at in 0..evaluation.preds.len() {
            let pred = evaluation.preds[at];
            let width = db.preds[pred].functor.arity();
            let mut facts = Facts {
                rows: Rows::new(width),
                ..Facts::default()
            };
            facts.rows.reserve(db.preds[pred].live);
            for id in db.living(pred) {
                let row = &db.cells(id)[..width];
                match is_kept {
                    true => facts.add(limits, row)?,
                    false => facts.rows.append_flat(row),
                }
            }
            facts.bounds.begin_round(facts.rows.count());
            evaluation.facts.push(facts);
            limits.look()?;
        }
        let plans = std::mem::take(&mut evaluation.plans);
        self.run_rounds(db, limits, evaluation, (&plans, true), component)
    }

    /// Runs plans, the first time or with what is new, until there is nothing new.
    pub(super) fn run_rounds(
        &mut self,
        db: &Database,
        limits: &mut MachineLimits,
        evaluation: &mut Evaluation,
        (plans, mut is_first): (&[RulePlan], bool),
        component: &Component,
    ) -> Result<(), Unfit> {
        loop {
            let mut is_new = false;
            for (bounds, &id) in evaluation.bounds.iter_mut().zip(&evaluation.tables) {
                is_new |= bounds.begin_round(self.get(id).answers.count());
            }
            for facts in &mut evaluation.facts {
                is_new |= facts.bounds.begin_round(facts.rows.count());
            }
            for best in evaluation.best.iter_mut().flatten() {
                is_new |= best.begin_round();
            }
            if !is_first && !is_new {
                return Ok(());
            }
            evaluation.update_indexes(self, limits)?;
            for plan in plans {
                match plan.delta {
                    None if !is_first => {}
                    Some(source) if !evaluation.has_changed(source) => {}
                    _ => self.run_plan(db, limits, evaluation, plan, component)?,
                }
            }
            is_first = false;
        }
    }

    /// Runs a plan for the rows of its first step.
    fn run_plan(
        &mut self,
        db: &Database,
        limits: &mut MachineLimits,
        evaluation: &mut Evaluation,
        plan: &RulePlan,
        component: &Component,
    ) -> Result<(), Unfit> {
        // Rows that the last round has improved, or a range of rows; else the first step is run once.
        let (mut changed, mut range) = (None, None);
        if let Some(&PlanStep::Access {
            source,
            part,
            index: None,
            ..
        }) = plan.steps.first()
        {
            changed = match source {
                DatalogSource::Variant(number) if part == SeenRows::New => evaluation.best[number].as_ref(),
                _ => None,
            };
            range = Some(evaluation.range(source, part));
        }
        let changed = changed.map(|best| best.changed.clone());
        let (first, end) = range.unwrap_or((0, 1));
        let rows = 0..changed.as_ref().map_or((end - first) as usize, |changed| changed.len());
        let mut rows = rows.map(|at| changed.as_ref().map_or(first + at as u32, |changed| changed[at]));
        while rows.len() > 0 {
            let mut join = evaluation.begin_join(self, plan);
            while join.out.len() < FLUSHED
                && !join.is_unfit
                && let Some(row) = rows.next()
            {
                match range {
                    Some(_) => join.join_row(0, row),
                    None => join.join(0),
                }
            }
            let Join {
                values,
                stack,
                out,
                is_unfit,
                ..
            } = join;
            (evaluation.values, evaluation.stack) = (values, stack);
            if is_unfit {
                return Err(Unfit::Rules);
            }
            self.flush(db, limits, evaluation, plan, component, &out)?;
            evaluation.out = out;
        }
        Ok(())
    }

    /// Adds the derived rows to their table.
    fn flush(
        &mut self,
        db: &Database,
        limits: &mut MachineLimits,
        evaluation: &mut Evaluation,
        plan: &RulePlan,
        component: &Component,
        out: &[u64],
    ) -> Result<(), Unfit> {
        let id = evaluation.tables[plan.variant];
        let width = plan.columns.len();
        if let Some(mut best) = evaluation.best[plan.variant].take() {
            for row in out.chunks_exact(width) {
                self.add_best(limits, &mut best, id, row, evaluation.aggregate)?;
                limits.count_step()?;
            }
            evaluation.best[plan.variant] = Some(best);
        } else if component.variants[plan.variant].answers.is_some() {
            for row in out.chunks_exact(width) {
                if !self.take_known(db, limits, evaluation, component, plan.variant, row)? {
                    self.add_row(limits, id, row)?;
                }
                limits.count_step()?;
            }
        } else {
            self.add_rows(limits, id, out)?;
        }
        Ok(limits.look()?)
    }

    /// Adds rows to a table that no goal waits for, if they are new.
    pub(super) fn add_rows(&mut self, limits: &mut MachineLimits, id: TableId, rows: &[u64]) -> Result<(), Lack> {
        let table = self.get(id);
        for part in rows.chunks(ADDED * table.answers.width()) {
            let answers = &mut self.get_mut(id).answers;
            let count = part.len() / answers.width();
            if !answers.has_room(part.len()) {
                return Err(Lack::Numbers);
            }
            limits.claim(answers.growth_of(count, part.len()))?;
            let before = answers.bytes();
            answers.insert_all(part);
            let after = answers.bytes();
            self.charge(id, before, after);
            for _ in 0..count {
                limits.count_step()?;
            }
        }
        Ok(())
    }
}
