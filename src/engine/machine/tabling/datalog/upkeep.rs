//! Incremental tables that follow changed facts: what is kept of an evaluation, and what becomes of it.
//!
//! Facts are lost first. All rows that follow from a lost row by some rule may be lost, too, and what follows from them;
//! they are found by joins with all rows that there were, and removed. Of these, the rows that a rule derives from what
//! is left are added again, with the new facts, and then all that follows from them, in rounds ("delete and rederive").
//! So the work grows with the rows that come, go, or might have gone. If the latter are many, all is evaluated again.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::watch::Pace;
use crate::code::changes::{ANY, kind};
use crate::code::database::Database;
use crate::machine::memory::limits::{Lack, MachineLimits};
use crate::machine::stacks::Stacks;
use crate::machine::stacks::choice::ChoiceKind;
use crate::machine::tabling::datalog::index::{NO_ROW, TupleIndex};
use crate::machine::tabling::datalog::plan::{RulePlan, plans_of_changes};
use crate::machine::tabling::datalog::run::{Evaluation, Facts, RowBounds, Unfit};
use crate::machine::tabling::datalog::{Component, DatalogSource};
use crate::machine::tabling::incremental::NodeId;
use crate::machine::tabling::rows::Rows;
use crate::machine::tabling::{TableId, TableState, Tables};

/// Number of lost rows that are joined before the limits are looked at.
const PIECE: u32 = 256;

/// Number of rows that may be lost; beyond, at most half of all.
const FEW_LOST: u32 = 1000;

/// An evaluation whose tables follow changed facts.
pub(in crate::machine::tabling) struct Kept {
    component: Arc<Component>,
    evaluation: Evaluation,
    nodes: Vec<NodeId>,
    /// The plans of what follows from changes, and of whether a row is derived; made when facts change first.
    changes: Vec<RulePlan>,
    checks: Vec<RulePlan>,
}

/// The rows that the sources lose.
struct Lost {
    facts: Vec<Rows>,
    variants: Vec<Rows>,
}

/// How many times a tuple of some facts is there after the changes.
type Times = (usize, Box<[u64]>, u32);

impl Component {
    /// Whether its tables can follow changed facts.
    pub(super) fn is_kept(&self) -> bool {
        let is_own = |variant: &super::Variant| variant.declared.is_incremental && variant.known.is_none();
        self.variants.iter().all(is_own)
    }
}

impl Facts {
    /// Adds a tuple, which may be there already.
    pub(super) fn add(&mut self, limits: &mut MachineLimits, row: &[u64]) -> Result<(), Lack> {
        limits.claim(self.rows.growth(row.len()))?;
        if !self.rows.insert(row).1 {
            limits.claim(row.len() * 8 + 48)?;
            *self.more.entry(row.into()).or_default() += 1;
        }
        Ok(())
    }

    /// Returns how many times a tuple is there.
    fn times(&self, row: &[u64]) -> u32 {
        match self.rows.contains(row) {
            true => 1 + self.more.get(row).copied().unwrap_or(0),
            false => 0,
        }
    }
}

impl Kept {
    pub(super) fn new(component: &Arc<Component>, evaluation: Evaluation, nodes: Vec<NodeId>) -> Kept {
        Kept {
            component: Arc::clone(component),
            evaluation,
            nodes,
            changes: Vec::new(),
            checks: Vec::new(),
        }
    }

    /// Returns the bytes allocated.
    pub(in crate::machine::tabling) fn bytes(&self) -> usize {
        let facts = self.evaluation.facts.iter();
        let facts = facts.map(|facts| facts.rows.bytes() + facts.more.len() * (48 + 8 * facts.rows.width()));
        let indexes = self.evaluation.indexes.iter().map(|index| index.bytes());
        size_of::<Kept>() + facts.sum::<usize>() + indexes.sum::<usize>()
    }

    pub(in crate::machine::tabling) fn each_words(&self, visit: &mut impl FnMut(&[u64])) {
        for facts in &self.evaluation.facts {
            visit(facts.rows.words());
        }
    }

    /// Finds how often the tuples that have changed since a generation are there now; none if that is not known.
    fn times(&self, db: &Database, verified: u64) -> Option<Vec<Times>> {
        let mut times = Vec::new();
        for (number, (&pred, facts)) in self.evaluation.preds.iter().zip(&self.evaluation.facts).enumerate() {
            let mut changes: FxHashMap<Box<[u64]>, i64> = FxHashMap::default();
            for (how, row) in db.changes.since(pred, facts.rows.width(), verified)? {
                let row: Box<[u64]> = row.collect();
                if how & kind::RULE != 0 || row.contains(&ANY) {
                    return None;
                }
                *changes.entry(row).or_default() += if how & kind::ERASED != 0 { -1 } else { 1 };
            }
            for (row, change) in changes {
                let now = u32::try_from(i64::from(facts.times(&row)) + change).ok()?;
                times.push((number, row, now));
            }
        }
        Some(times)
    }

    /// Makes the plans and the indexes that changes need, and everything known to be old.
    fn prepare(&mut self, limits: &mut MachineLimits, tables: &Tables) -> Result<(), Lack> {
        let Kept {
            component, evaluation, ..
        } = self;
        if self.changes.is_empty() {
            let mut columns = evaluation.indexes.iter().map(|index| index.columns.clone()).collect();
            [self.changes, self.checks] = plans_of_changes(component, &mut columns);
            let sources = (0..evaluation.facts.len()).map(DatalogSource::Facts);
            for source in sources.chain((0..evaluation.tables.len()).map(DatalogSource::Variant)) {
                // The numbers of rows are found by an index.
                if !columns.iter().any(|(other, _)| *other == source) {
                    columns.push((source, vec![evaluation.rows(tables, source).width() - 1]));
                }
            }
            let new = columns.drain(evaluation.indexes.len()..).map(TupleIndex::new);
            evaluation.indexes.extend(new);
        }
        evaluation.make_old(tables);
        evaluation.update_indexes(tables, limits)
    }

    /// Finds the rows that may be lost; none if they are too many.
    fn find_lost(
        &mut self,
        limits: &mut MachineLimits,
        tables: &Tables,
        times: &[Times],
    ) -> Result<Option<Lost>, Unfit> {
        let evaluation = &mut self.evaluation;
        let empty = |rows: &Rows| Rows::new(rows.width());
        let mut lost = Lost {
            facts: evaluation.facts.iter().map(|facts| empty(&facts.rows)).collect(),
            variants: evaluation
                .tables
                .iter()
                .map(|&id| empty(&tables.get(id).answers))
                .collect(),
        };
        let mut most = FEW_LOST;
        for &id in &evaluation.tables {
            most = most.max(tables.get(id).answers.count() / 2);
        }
        for (number, row, now) in times {
            if *now == 0 && evaluation.facts[*number].rows.contains(row) {
                lost.facts[*number].insert(row);
            }
        }
        if lost.facts.iter().all(|rows| rows.count() == 0) {
            return Ok(Some(lost));
        }
        for index in &mut evaluation.indexes {
            index.link(limits)?;
        }
        let (mut facts, mut variants) = (vec![0; lost.facts.len()], vec![0; lost.variants.len()]);
        loop {
            let ends = [&lost.facts, &lost.variants].map(|rows| rows.iter().map(Rows::count).collect::<Vec<u32>>());
            if facts == ends[0] && variants == ends[1] {
                return Ok(Some(lost));
            }
            for plan in &self.changes {
                let (mut from, end) = match plan.delta {
                    Some(DatalogSource::Facts(number)) => (facts[number], ends[0][number]),
                    Some(DatalogSource::Variant(number)) => (variants[number], ends[1][number]),
                    None => continue,
                };
                while from < end {
                    let to = end.min(from + PIECE);
                    let mut join = evaluation.begin_join(tables, plan);
                    join.join_lost(lost.of(plan.delta), from..to);
                    let [values, out] = join.finish()?;
                    let rows = &mut lost.variants[plan.variant];
                    for row in out.chunks_exact(plan.columns.len()) {
                        limits.claim(rows.growth(row.len()))?;
                        rows.insert(row);
                        limits.count_step()?;
                    }
                    if rows.count() > most {
                        return Ok(None);
                    }
                    evaluation.take_buffers(values, out);
                    limits.look()?;
                    from = to;
                }
            }
            let [of_facts, of_variants] = ends;
            (facts, variants) = (of_facts, of_variants);
        }
    }

    /// Finds the lost rows that a rule derives from what is left.
    fn find_back(&mut self, limits: &mut MachineLimits, tables: &Tables, lost: &Lost) -> Result<Vec<Vec<u64>>, Unfit> {
        let mut pace = Pace::new();
        let mut back = vec![Vec::new(); lost.variants.len()];
        let mut is_back: Vec<Vec<bool>> = lost
            .variants
            .iter()
            .map(|rows| vec![false; rows.count() as usize])
            .collect();
        for plan in &self.checks {
            let rows = &lost.variants[plan.variant];
            let is_back = &mut is_back[plan.variant];
            let mut join = self.evaluation.begin_join(tables, plan);
            for (row, is_back) in rows.words().chunks_exact(rows.width()).zip(is_back) {
                if !*is_back && join.derives(row) {
                    *is_back = true;
                    back[plan.variant].extend_from_slice(row);
                }
                limits.go_on(&mut pace)?;
            }
            let [values, out] = join.finish()?;
            self.evaluation.take_buffers(values, out);
        }
        Ok(back)
    }
}

impl Lost {
    fn of(&self, source: Option<DatalogSource>) -> &Rows {
        match source {
            Some(DatalogSource::Facts(number)) => &self.facts[number],
            Some(DatalogSource::Variant(number)) => &self.variants[number],
            None => unreachable!("plans of changes have a source"),
        }
    }
}

impl Evaluation {
    /// Makes all rows old.
    fn make_old(&mut self, tables: &Tables) {
        let old = |count: u32| RowBounds { old: count, all: count };
        for (bounds, &id) in self.bounds.iter_mut().zip(&self.tables) {
            *bounds = old(tables.get(id).answers.count());
        }
        for facts in &mut self.facts {
            facts.bounds = old(facts.rows.count());
        }
    }

    /// Returns the number of a row.
    fn number_of(&self, rows: &Rows, source: DatalogSource, row: &[u64]) -> Option<u32> {
        if rows.finds_numbers() {
            return rows.find(row);
        }
        // The shortest of the lists that have it decides.
        let indexes = self.indexes.iter().filter(|index| index.columns.0 == source);
        let mut places: Vec<(&TupleIndex, u32)> = indexes.map(|index| (index, index.last(index.key(row)))).collect();
        loop {
            for (index, number) in &mut places {
                if *number == NO_ROW {
                    return None;
                }
                if rows.row(*number) == row {
                    return Some(*number);
                }
                *number = index.before(*number);
            }
            if places.is_empty() {
                return None;
            }
        }
    }

    fn remove(&mut self, tables: &mut Tables, source: DatalogSource, row: &[u64]) {
        let rows = self.rows(tables, source);
        let (Some(number), last) = (self.number_of(rows, source, row), rows.count().saturating_sub(1)) else {
            return;
        };
        let keys = self.indexes.iter().map(|index| match index.columns.0 == source {
            true => Some((index.key(row), index.key(rows.row(last)))),
            false => None,
        });
        let keys: Vec<Option<(u64, u64)>> = keys.collect();
        for (index, keys) in self.indexes.iter_mut().zip(keys) {
            if let Some((key, key_of_last)) = keys {
                index.remove((number, key), (last, key_of_last));
            }
        }
        match source {
            DatalogSource::Facts(number_of_facts) => self.facts[number_of_facts].rows.remove(number),
            DatalogSource::Variant(variant) => tables.get_mut(self.tables[variant]).answers.remove(number),
        }
    }
}

impl Tables {
    /// Makes the tables of a component follow the changes of facts; none if they must be evaluated again.
    pub(in crate::machine::tabling) fn follow_facts(
        &mut self,
        db: &Database,
        limits: &mut MachineLimits,
        stacks: &Stacks,
        node: NodeId,
    ) -> Result<Option<()>, Unfit> {
        if cfg!(target_family = "wasm") {
            return Ok(None);
        }
        let members = self.graph.members(node);
        let Some(root) = self.graph.table(members[0]) else {
            return Ok(None);
        };
        let kept = self.get_mut(root).rare.parts_mut().and_then(|parts| parts.kept.take());
        let Some(mut kept) = kept else { return Ok(None) };
        let done = match self.are_current(&kept) {
            true => self.follow(db, limits, stacks, &mut kept),
            false => Ok(None),
        };
        let tables = kept.evaluation.tables.clone();
        match &done {
            Ok(Some(_)) => self.get_mut(root).rare.kept = Some(kept),
            Ok(None) => {}
            // They may have changed in part.
            Err(_) => {
                for &member in members.iter() {
                    self.graph.note_growth(member, db.changes.latest());
                }
            }
        }
        for id in tables {
            if let Some(Some(table)) = self.all.get(id as usize) {
                let (before, after) = (table.bytes(), table.size());
                self.charge(id, before, after);
            }
        }
        done
    }

    /// Whether the tables of an evaluation are those that calls find.
    fn are_current(&self, kept: &Kept) -> bool {
        let mut pairs = kept.evaluation.tables.iter().zip(&kept.nodes);
        pairs.all(|(&id, &node)| {
            let table = self.all.get(id as usize).and_then(|table| table.as_ref());
            let is_complete = table.is_some_and(|table| table.state() == TableState::Complete);
            is_complete && self.graph.table(node) == Some(id) && !self.graph.is_stale(node)
        })
    }

    fn follow(
        &mut self,
        db: &Database,
        limits: &mut MachineLimits,
        stacks: &Stacks,
        kept: &mut Kept,
    ) -> Result<Option<()>, Unfit> {
        let now = db.changes.latest();
        let Some(times) = kept.times(db, self.graph.verified(kept.nodes[0])) else {
            return Ok(None);
        };
        kept.prepare(limits, self)?;
        let Some(lost) = kept.find_lost(limits, self, &times)? else {
            return Ok(None);
        };
        let tables: Vec<TableId> = kept.evaluation.tables.clone();
        let loses = |id: TableId| {
            tables
                .iter()
                .zip(&lost.variants)
                .any(|(&other, rows)| other == id && rows.count() > 0)
        };
        let mut choices = stacks.choices().iter();
        if choices.any(|choice| choice.kind == ChoiceKind::Answers && loses(choice.next.id.number())) {
            // Answers that were called for before are still returned.
            return Ok(None);
        }
        for (number, rows) in lost.facts.iter().enumerate() {
            for row in 0..rows.count() {
                kept.evaluation
                    .remove(self, DatalogSource::Facts(number), rows.row(row));
                limits.look()?;
            }
        }
        for (number, rows) in lost.variants.iter().enumerate() {
            for row in 0..rows.count() {
                kept.evaluation
                    .remove(self, DatalogSource::Variant(number), rows.row(row));
                limits.look()?;
            }
        }
        kept.evaluation.make_old(self);
        let back = kept.find_back(limits, self, &lost)?;
        let left: Vec<u32> = tables.iter().map(|&id| self.get(id).answers.count()).collect();
        for (number, row, now) in times {
            let facts = &mut kept.evaluation.facts[number];
            facts.more.remove(&row);
            if now > 0 && !facts.rows.contains(&row) {
                facts.add(limits, &row)?;
            }
            if now > 1 {
                limits.claim(row.len() * 8 + 48)?;
                facts.more.insert(row, now - 1);
            }
        }
        for (&id, rows) in tables.iter().zip(&back) {
            self.add_rows(limits, id, rows)?;
        }
        let Kept {
            component,
            evaluation,
            changes,
            ..
        } = kept;
        self.run_rounds(db, limits, evaluation, (changes, false), component)?;
        for (number, &id) in tables.iter().enumerate() {
            let (answers, rows) = (&self.get(id).answers, &lost.variants[number]);
            let is_same = answers.count() - left[number] == rows.count()
                && (0..rows.count()).all(|row| answers.contains(rows.row(row)));
            if !is_same {
                self.graph.note_growth(kept.nodes[number], now);
            }
            // Rows may have other numbers.
            if let Some(parts) = self.get_mut(id).rare.parts_mut() {
                parts.by_value = None;
            }
            self.graph.verify(kept.nodes[number], now);
        }
        Ok(Some(()))
    }
}
