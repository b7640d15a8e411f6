//! Rounds of joins, until a round adds nothing.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::database::Database;
use crate::code::instr::PredId;
use crate::machine::memory::limits::{Lack, MachineLimits};
use crate::machine::tabling::datalog::aggregate::Best;
use crate::machine::tabling::datalog::index::{NO_ROW, TupleIndex, key_of};
use crate::machine::tabling::datalog::plan::{PlanStep, RulePlan, SeenRows, plans};
use crate::machine::tabling::datalog::{Component, DatalogSource, Op, Slot, Test};
use crate::machine::tabling::modes::Aggregate;
use crate::machine::tabling::rows::Rows;
use crate::machine::tabling::{TableId, Tables};
use crate::term::cell::Cell;

/// Number of words of derived rows after which they are added to their table.
const FLUSHED: usize = 1 << 13;

/// Number of rows that are added at once.
const ADDED: usize = 1 << 10;

/// Number of words of the rows that one row may derive; more are left to the resolution of goals.
const MOST_WORDS: usize = 1 << 22;

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
    stack: Vec<i64>,
    values: Vec<u64>,
    out: Vec<u64>,
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
    fn words<'t>(&'t self, tables: &'t Tables, source: DatalogSource) -> (&'t [u64], usize) {
        if let DatalogSource::Variant(number) = source
            && let Some(best) = &self.best[number]
        {
            return (&best.words, best.width);
        }
        let rows = self.rows(tables, source);
        (rows.words(), rows.width())
    }

    /// Returns the first row, and the row after the last, that a goal sees.
    fn range(&self, source: DatalogSource, part: SeenRows) -> (u32, u32) {
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

impl<'r> Join<'r> {
    /// Ends the joins; returns the buffers.
    pub(super) fn finish(self) -> Result<[Vec<u64>; 2], Unfit> {
        match self.is_unfit {
            true => Err(Unfit::Rules),
            false => Ok([self.values, self.out]),
        }
    }

    /// Joins the rows of the first step, from a number on, among others: those that were lost.
    pub(super) fn join_lost(&mut self, rows: &'r Rows, range: std::ops::Range<u32>) {
        self.joined[0].words = rows.words();
        for row in range {
            self.join_row(0, row);
        }
    }

    /// Whether a row is derived by the plan.
    pub(super) fn derives(&mut self, row: &[u64]) -> bool {
        self.is_check = true;
        self.out.clear();
        for (&slot, &word) in self.plan.columns.iter().zip(row) {
            if let Slot::Var(variable) = slot {
                self.values[variable] = word;
            }
        }
        // A variable may occur twice.
        let fits = self
            .plan
            .columns
            .iter()
            .zip(row)
            .all(|(&slot, &word)| self.value(slot) == word);
        if fits {
            self.join(0);
        }
        fits && !self.out.is_empty()
    }
}

impl Evaluation {
    /// Makes ready for joins of a plan.
    pub(super) fn begin_join<'r>(&'r mut self, tables: &'r Tables, plan: &'r RulePlan) -> Join<'r> {
        let (values, stack) = (std::mem::take(&mut self.values), std::mem::take(&mut self.stack));
        let mut out = std::mem::take(&mut self.out);
        out.clear();
        let joined = plan.steps.iter().map(|step| match *step {
            PlanStep::Access {
                source,
                part,
                index,
                is_member,
                ..
            } => {
                let (words, width) = self.words(tables, source);
                let (first, end) = self.range(source, part);
                Joined {
                    words,
                    width,
                    first,
                    end,
                    index: index.map(|index| &self.indexes[index]),
                    members: is_member.then(|| self.rows(tables, source)),
                }
            }
            _ => Joined::default(),
        });
        Join {
            plan,
            joined: joined.collect(),
            values,
            stack,
            row: Vec::new(),
            out,
            is_check: false,
            is_unfit: false,
        }
    }
}

/// The rows that a step of a plan joins.
#[derive(Clone, Copy, Default)]
struct Joined<'r> {
    words: &'r [u64],
    width: usize,
    first: u32,
    end: u32,
    index: Option<&'r TupleIndex>,
    /// The rows, if they tell whether they have one.
    members: Option<&'r Rows>,
}

/// Joins of the steps of a plan, until derived rows are added to their table.
pub(super) struct Join<'r> {
    plan: &'r RulePlan,
    /// For each step, what it joins.
    joined: Vec<Joined<'r>>,
    values: Vec<u64>,
    stack: Vec<i64>,
    row: Vec<u64>,
    pub out: Vec<u64>,
    /// Whether the first derived row is enough.
    is_check: bool,
    is_unfit: bool,
}

impl Join<'_> {
    /// Whether to look no further.
    #[inline]
    fn is_done(&self) -> bool {
        self.is_unfit || self.is_check && !self.out.is_empty()
    }

    #[inline]
    fn value(&self, slot: Slot) -> u64 {
        match slot {
            Slot::Var(variable) => self.values[variable],
            Slot::Value(word) => word,
        }
    }

    /// Joins the steps from `at` on.
    fn join(&mut self, at: usize) {
        let plan = self.plan;
        let Some(step) = plan.steps.get(at) else {
            for &slot in &plan.columns {
                let word = self.value(slot);
                self.out.push(word);
            }
            self.is_unfit |= self.out.len() > MOST_WORDS;
            return;
        };
        match step {
            PlanStep::Test(test, a, b) => {
                if self.holds(*test, *a, *b) {
                    self.join(at + 1);
                }
            }
            PlanStep::Compute { target, binds, ops } => {
                let Some(word) = self.compute(ops) else {
                    self.is_unfit = true;
                    return;
                };
                match *target {
                    Slot::Var(variable) if *binds => self.values[variable] = word,
                    target if self.value(target) == word => {}
                    _ => return,
                }
                self.join(at + 1);
            }
            PlanStep::Access { bound, .. } => {
                let Joined {
                    first,
                    end,
                    index,
                    members,
                    ..
                } = self.joined[at];
                if let Some(rows) = members {
                    self.row.clear();
                    for &(_, slot) in bound {
                        let word = self.value(slot);
                        self.row.push(word);
                    }
                    if rows.contains(&self.row) {
                        self.join(at + 1);
                    }
                    return;
                }
                let Some(index) = index else {
                    for row in first..end {
                        self.join_row(at, row);
                        if self.is_done() {
                            return;
                        }
                    }
                    return;
                };
                let mut row = match bound[..] {
                    [(_, slot)] => index.last(self.value(slot)),
                    _ => index.last(key_of(bound.iter().map(|&(_, slot)| self.value(slot)))),
                };
                while row != NO_ROW && !self.is_done() {
                    if row < end {
                        self.join_row(at, row);
                    }
                    row = index.before(row);
                }
            }
        }
    }

    /// Joins a row of the source of step `at`.
    #[inline]
    fn join_row(&mut self, at: usize, row: u32) {
        let plan = self.plan;
        let PlanStep::Access {
            bound, binds, repeats, ..
        } = &plan.steps[at]
        else {
            return;
        };
        let Joined { words, width, .. } = self.joined[at];
        let words = &words[row as usize * width..][..width];
        if bound.iter().any(|&(column, slot)| words[column] != self.value(slot)) {
            return;
        }
        for &(column, variable) in binds {
            self.values[variable] = words[column];
        }
        if repeats
            .iter()
            .all(|&(column, variable)| words[column] == self.values[variable])
        {
            self.join(at + 1);
        }
    }

    /// Returns the value of an expression; none if it is not of small integers.
    fn compute(&mut self, ops: &[Op]) -> Option<u64> {
        self.stack.clear();
        for op in ops {
            if let Op::Push(slot) = *op {
                let cell = Cell::from_bits(self.value(slot));
                if !cell.is_int() {
                    return None;
                }
                self.stack.push(cell.as_int());
                continue;
            }
            let (b, a) = (self.stack.pop()?, self.stack.pop()?);
            self.stack.push(match op {
                Op::Add => a.checked_add(b)?,
                Op::Subtract => a.checked_sub(b)?,
                Op::Multiply | Op::Push(_) => a.checked_mul(b)?,
            });
        }
        Some(Cell::try_int(self.stack.pop()?)?.bits())
    }

    fn holds(&mut self, test: Test, a: Slot, b: Slot) -> bool {
        let (a, b) = (Cell::from_bits(self.value(a)), Cell::from_bits(self.value(b)));
        match test {
            Test::Same => return a == b,
            Test::Different => return a != b,
            _ => {}
        }
        if !Cell::are_ints(a, b) {
            self.is_unfit = true;
            return false;
        }
        let (a, b) = (a.as_int(), b.as_int());
        match test {
            Test::Less => a < b,
            Test::LessOrEqual => a <= b,
            Test::Equal => a == b,
            Test::NotEqual | Test::Same | Test::Different => a != b,
        }
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
