//! Rounds of joins, until a round adds nothing.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::database::Database;
use crate::code::instr::PredId;
use crate::machine::memory::limits::{Lack, MachineLimits};
use crate::machine::tabling::datalog::aggregate::Best;
use crate::machine::tabling::datalog::plan::{Columns, PlanStep, RulePlan, SeenRows, plans};
use crate::machine::tabling::datalog::{Component, DatalogSource, Op, Slot, Test};
use crate::machine::tabling::modes::Aggregate;
use crate::machine::tabling::rows::hash;
use crate::machine::tabling::{TableId, Tables};
use crate::term::cell::Cell;

/// Number of words of derived rows after which they are added to their table.
const FLUSHED: usize = 1 << 13;

/// Number of words of the rows that one row may derive; more are left to the resolution of goals.
const MOST_WORDS: usize = 1 << 22;

/// Ends a list of rows.
const NO_ROW: u32 = u32::MAX;

/// Why an evaluation ends early.
pub(super) enum Unfit {
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
struct Facts {
    words: Vec<u64>,
    width: usize,
    count: u32,
}

/// Rows by the values of some columns: the last row of each key, and the row before each row.
struct TupleIndex {
    columns: Columns,
    last: FxHashMap<u64, u32>,
    before: Vec<u32>,
}

/// The rows of a variant: those before the last round, and those after it.
#[derive(Clone, Copy, Default)]
struct RowBounds {
    old: u32,
    all: u32,
}

/// An evaluation.
pub(super) struct Evaluation {
    plans: Vec<RulePlan>,
    facts: Vec<Facts>,
    preds: Vec<PredId>,
    pub(super) tables: Vec<TableId>,
    bounds: Vec<RowBounds>,
    /// The bound calls whose answers were found before.
    pub(super) known_calls: FxHashSet<Box<[u64]>>,
    indexes: Vec<TupleIndex>,
    /// The rows with aggregated values.
    best: Vec<Option<Box<Best>>>,
    aggregate: Aggregate,
    stack: Vec<i64>,
    values: Vec<u64>,
    out: Vec<u64>,
    is_unfit: bool,
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
            indexes: columns
                .into_iter()
                .map(|columns| TupleIndex {
                    columns,
                    last: FxHashMap::default(),
                    before: Vec::new(),
                })
                .collect(),
            best,
            aggregate: component.aggregate.unwrap_or(Aggregate::Min),
            stack: Vec::new(),
            values: vec![0; most.unwrap_or(0)],
            out: Vec::new(),
            is_unfit: false,
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

    fn row<'t>(&'t self, tables: &'t Tables, source: DatalogSource, row: u32) -> &'t [u64] {
        match source {
            DatalogSource::Facts(number) => {
                let facts = &self.facts[number];
                &facts.words[row as usize * facts.width..(row as usize + 1) * facts.width]
            }
            DatalogSource::Variant(number) => match &self.best[number] {
                Some(best) => &best.words[row as usize * best.width..(row as usize + 1) * best.width],
                None => tables.get(self.tables[number]).answers.row(row),
            },
        }
    }

    /// Returns the first row, and the row after the last, that a goal sees.
    fn range(&self, source: DatalogSource, part: SeenRows) -> (u32, u32) {
        match source {
            DatalogSource::Facts(number) => (0, self.facts[number].count),
            DatalogSource::Variant(number) => {
                let RowBounds { old, all } = self.bounds[number];
                match part {
                    SeenRows::New => (old, all),
                    SeenRows::Old => (0, old),
                    SeenRows::All => (0, all),
                }
            }
        }
    }

    /// Whether the last round has changed a variant.
    fn has_changed(&self, variant: usize) -> bool {
        let RowBounds { old, all } = self.bounds[variant];
        old < all || self.best[variant].as_ref().is_some_and(|best| !best.changed.is_empty())
    }

    /// Adds the new rows to the indexes.
    fn update_indexes(&mut self, tables: &Tables) {
        for at in 0..self.indexes.len() {
            let source = self.indexes[at].columns.0;
            let (_, end) = self.range(source, SeenRows::All);
            let (mut last, mut before) = (
                std::mem::take(&mut self.indexes[at].last),
                std::mem::take(&mut self.indexes[at].before),
            );
            let columns = &self.indexes[at].columns.1;
            for number in before.len() as u32..end {
                let row = self.row(tables, source, number);
                let key = key_of(columns.iter().map(|&column| row[column]));
                before.push(last.insert(key, number).unwrap_or(NO_ROW));
            }
            self.indexes[at].last = last;
            self.indexes[at].before = before;
        }
    }

    fn value(&self, slot: Slot) -> u64 {
        match slot {
            Slot::Var(variable) => self.values[variable],
            Slot::Value(word) => word,
        }
    }

    /// Joins the steps of a plan from `at` on; the first one only for one row, if it is given.
    fn join(&mut self, tables: &Tables, plan: &RulePlan, at: usize, only: Option<u32>) {
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
                    self.join(tables, plan, at + 1, None);
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
                self.join(tables, plan, at + 1, None);
            }
            PlanStep::Access {
                source, part, index, ..
            } => {
                let (first, end) = self.range(*source, *part);
                if let Some(row) = only {
                    self.join_row(tables, plan, at, row);
                    return;
                }
                let Some(index) = *index else {
                    for row in first..end {
                        self.join_row(tables, plan, at, row);
                        if self.is_unfit {
                            return;
                        }
                    }
                    return;
                };
                let PlanStep::Access { bound, .. } = step else { return };
                let key = key_of(bound.iter().map(|&(_, slot)| self.value(slot)));
                let mut row = self.indexes[index].last.get(&key).copied().unwrap_or(NO_ROW);
                while row != NO_ROW && !self.is_unfit {
                    if row < end {
                        self.join_row(tables, plan, at, row);
                    }
                    row = self.indexes[index].before[row as usize];
                }
            }
        }
    }

    /// Joins a row of the source of step `at`.
    #[inline]
    fn join_row(&mut self, tables: &Tables, plan: &RulePlan, at: usize, row: u32) {
        let PlanStep::Access {
            source,
            bound,
            binds,
            repeats,
            ..
        } = &plan.steps[at]
        else {
            return;
        };
        let mut values = std::mem::take(&mut self.values);
        let words = self.row(tables, *source, row);
        let value = |values: &[u64], slot: Slot| match slot {
            Slot::Var(variable) => values[variable],
            Slot::Value(word) => word,
        };
        let mut fits = bound
            .iter()
            .all(|&(column, slot)| words[column] == value(&values, slot));
        if fits {
            for &(column, variable) in binds {
                values[variable] = words[column];
            }
            fits = repeats
                .iter()
                .all(|&(column, variable)| words[column] == values[variable]);
        }
        self.values = values;
        if fits {
            self.join(tables, plan, at + 1, None);
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

/// Returns the key of an index: the word of a single column, a hash of several.
fn key_of(words: impl Iterator<Item = u64> + Clone) -> u64 {
    let mut rest = words.clone();
    match (rest.next(), rest.next()) {
        (Some(word), None) => word,
        _ => words.fold(0, |key, word| hash(&[key, word])),
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
        for at in 0..evaluation.preds.len() {
            let pred = evaluation.preds[at];
            let width = db.preds[pred].functor.arity();
            let mut facts = Facts {
                words: Vec::with_capacity(db.preds[pred].live * width),
                width,
                count: 0,
            };
            for id in db.living(pred) {
                facts.words.extend_from_slice(&db.cells(id)[..width]);
                facts.count += 1;
            }
            evaluation.facts.push(facts);
            limits.look()?;
        }
        let plans = std::mem::take(&mut evaluation.plans);
        let mut is_first = true;
        loop {
            let mut is_new = false;
            for (bounds, &id) in evaluation.bounds.iter_mut().zip(&evaluation.tables) {
                bounds.old = bounds.all;
                bounds.all = self.get(id).answers.count();
                is_new |= bounds.old < bounds.all;
            }
            for best in evaluation.best.iter_mut().flatten() {
                is_new |= best.begin_round();
            }
            if !is_first && !is_new {
                return Ok(());
            }
            evaluation.update_indexes(self);
            for plan in &plans {
                match plan.delta {
                    None if !is_first => {}
                    Some(variant) if !evaluation.has_changed(variant) => {}
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
        if let Some(PlanStep::Access {
            source: DatalogSource::Variant(number),
            part: SeenRows::New,
            ..
        }) = plan.steps.first()
            && let Some(best) = &mut evaluation.best[*number]
        {
            let changed = std::mem::take(&mut best.changed);
            let mut done = Ok(());
            for &row in &changed {
                evaluation.join(self, plan, 0, Some(row));
                if evaluation.out.len() >= FLUSHED || evaluation.is_unfit {
                    done = self.flush(db, limits, evaluation, plan, component);
                    if done.is_err() {
                        break;
                    }
                }
            }
            if let Some(best) = &mut evaluation.best[*number] {
                best.changed = changed;
            }
            return done.and_then(|()| self.flush(db, limits, evaluation, plan, component));
        }
        let rows = match plan.steps.first() {
            Some(PlanStep::Access {
                source,
                part,
                index: None,
                ..
            }) => Some(evaluation.range(*source, *part)),
            _ => None,
        };
        let Some((first, end)) = rows else {
            evaluation.join(self, plan, 0, None);
            return self.flush(db, limits, evaluation, plan, component);
        };
        for row in first..end {
            evaluation.join(self, plan, 0, Some(row));
            if evaluation.out.len() >= FLUSHED || evaluation.is_unfit {
                self.flush(db, limits, evaluation, plan, component)?;
            }
        }
        self.flush(db, limits, evaluation, plan, component)
    }

    /// Adds the derived rows to their table.
    fn flush(
        &mut self,
        db: &Database,
        limits: &mut MachineLimits,
        evaluation: &mut Evaluation,
        plan: &RulePlan,
        component: &Component,
    ) -> Result<(), Unfit> {
        if evaluation.is_unfit {
            return Err(Unfit::Rules);
        }
        let id = evaluation.tables[plan.variant];
        let width = plan.columns.len();
        let out = std::mem::take(&mut evaluation.out);
        let (mut best, aggregate) = (evaluation.best[plan.variant].take(), evaluation.aggregate);
        let calls = &component.variants[plan.variant];
        for row in out.chunks_exact(width) {
            if calls.answers.is_some() && self.take_known(db, limits, evaluation, component, plan.variant, row)? {
                continue;
            }
            match &mut best {
                Some(best) => self.add_best(limits, best, id, row, aggregate)?,
                None => self.add_row(limits, id, row)?,
            }
            limits.count_step()?;
        }
        evaluation.best[plan.variant] = best;
        evaluation.out = out;
        evaluation.out.clear();
        Ok(limits.look()?)
    }
}
