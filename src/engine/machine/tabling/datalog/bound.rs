//! Calls with arguments: answers are derived only for the calls that the resolution of goals would make.
//!
//! Each tabled goal of a rule whose arguments earlier goals bind has a variant of its given values, derived by a rule of
//! these earlier goals, and its answers are joined with them ("magic sets"). At the end each of the calls has its table,
//! as if the goals had been resolved. Calls that have one already take its answers.
//!
//! That pays where goals follow a tabled one, so that each of its answers would resume a continuation. It must be
//! worth reading all facts: it is tried after as many calls were resolved as are due for that.

use crate::base::ids;
use crate::base::watch::Pace;
use crate::code::database::Database;
use crate::machine::memory::limits::MachineLimits;
use crate::machine::tabling::datalog::run::{Evaluation, Unfit};
use crate::machine::tabling::datalog::{Component, DatalogGoal, DatalogRule, DatalogSource, Slot};
use crate::machine::tabling::{Table, TableId, TableState, Tables};
use crate::term::cell::Cell;
use crate::term::flat;

/// Number of calls after which it is looked at again if the evaluation was given up.
pub(in crate::machine) const GIVEN_UP: u32 = 100_000;

/// Number of facts for which a call must have been resolved.
pub(in crate::machine) const FACTS_OF_CALL: usize = 64;

impl Component {
    /// Adds the rule by which earlier goals call a variant.
    pub(super) fn add_calls(&mut self, calls: usize, columns: Vec<Slot>, body: &[DatalogGoal], variables: usize) {
        // A goal with the arguments of its own call derives nothing.
        if let [DatalogGoal::Access(DatalogSource::Variant(number), slots), ..] = body
            && *number == calls
            && *slots == columns
        {
            return;
        }
        self.rules.push(DatalogRule {
            variant: calls,
            columns,
            body: body.to_vec(),
            variables,
        });
    }

    /// Whether some rule joins the answers of tabled goals with facts: those of a goal that is the last one of its clause
    /// are copied from table to table where goals are resolved, which is faster.
    pub(super) fn pays(&self) -> bool {
        let is_recursive = |goal: &DatalogGoal| match goal {
            DatalogGoal::Access(DatalogSource::Variant(number), _) => self.variants[*number].has_rules(),
            _ => false,
        };
        let is_access = |goal: &DatalogGoal| matches!(goal, DatalogGoal::Access(..));
        let pays = self.rules.iter().any(|rule| {
            let of_clause = self.variants[rule.variant].answers.is_none();
            let last = rule.body.iter().rfind(|goal| is_access(goal));
            of_clause && rule.body.iter().any(is_recursive) && !last.is_some_and(is_recursive)
        });
        let computes = |rule: &DatalogRule| rule.body.iter().any(|goal| matches!(goal, DatalogGoal::Compute(..)));
        pays && !self.rules.iter().any(computes)
    }
}

/// Which arguments of a call are given.
pub(super) enum Adornment {
    /// None: all are different variables.
    Open,
    /// Those of these bits: atoms and small integers. The others are different variables.
    Bound(u64),
    /// Something else.
    Other,
}

/// Tells which arguments of a call are given. Those that answers aggregate are not in its key.
#[inline]
pub(super) fn adornment(key: &[u64]) -> Adornment {
    let (mut mask, mut variables) = (0_u64, 0);
    let Some((&functor, arguments)) = key.split_first() else {
        return Adornment::Other;
    };
    for (at, &word) in arguments.iter().enumerate() {
        match flat::as_variable(word) {
            Some(number) if number == variables => variables += 1,
            None if at < 32 && flat::is_simple(word) => mask |= 1 << at,
            _ => return Adornment::Other,
        }
    }
    let functor = Cell::from_bits(functor);
    if !functor.is_functor() {
        Adornment::Other
    } else if mask == 0 {
        Adornment::Open
    } else if arguments.len() == functor.as_functor().arity() {
        Adornment::Bound(mask)
    } else {
        Adornment::Other
    }
}

impl Tables {
    /// Whether to look at the rules of a call without options: with some arguments given, that is tried from time to time.
    pub(in crate::machine::tabling) fn may_be_datalog(&mut self, key: &[u64]) -> bool {
        match adornment(key) {
            Adornment::Open => true,
            Adornment::Bound(mask) => self.tried.count(key[0], mask).is_due(),
            Adornment::Other => false,
        }
    }
    /// Evaluates a call. Returns its table, unless the goals have to be resolved.
    pub(super) fn evaluate_calls(
        &mut self,
        db: &Database,
        limits: &mut MachineLimits,
        component: &Component,
        key: &[u64],
    ) -> Result<Option<TableId>, Unfit> {
        let mut tables = Vec::with_capacity(component.variants.len());
        let mut own = Vec::new();
        let mut made = Vec::new();
        for variant in &component.variants {
            tables.push(match variant.known {
                Some(id) => id,
                None if variant.givens.is_empty() && variant.answers.is_none() => {
                    let id = self.add_complete(db, variant);
                    made.push(id);
                    id
                }
                None => {
                    let id = self.put(Table::new(&[][..], TableState::Retired, variant.width()));
                    own.push(id);
                    id
                }
            });
        }
        let call: Vec<u64> = key[1..].iter().copied().filter(|&word| flat::is_simple(word)).collect();
        let calls = component.variants[0].calls.map(|calls| tables[calls]);
        let mut evaluation = Evaluation::new(component, tables, self);
        let mut done = match calls {
            Some(calls) => self.add_row(limits, calls, &call).map_err(Unfit::Lacks),
            None => Err(Unfit::Rules),
        };
        if done.is_ok() {
            done = self.run_evaluation(db, limits, &mut evaluation, component);
        }
        for &id in &made {
            self.finish(id);
        }
        if done.is_ok() {
            done = self.share_answers(db, limits, &evaluation, component, &mut made);
        }
        for id in own {
            self.free(id);
        }
        if done.is_err() {
            for id in made {
                self.forget(id);
                self.free(id);
            }
        }
        done.map(|()| self.find(key))
    }

    /// Makes a table for each call, with its answers.
    fn share_answers(
        &mut self,
        db: &Database,
        limits: &mut MachineLimits,
        evaluation: &Evaluation,
        component: &Component,
        made: &mut Vec<TableId>,
    ) -> Result<(), Unfit> {
        let mut pace = Pace::new();
        let mut row = Vec::new();
        for (number, variant) in component.variants.iter().enumerate() {
            let Some(calls) = variant.calls else { continue };
            let [answers, calls] = [evaluation.tables[number], evaluation.tables[calls]];
            self.get_mut(calls).answers.need_numbers();
            let width = variant.width() - variant.givens.len();
            let mut tables: ids::Table<u32, Option<TableId>> =
                Vec::with_capacity(self.get(calls).answers.count() as usize).into();
            for at in 0..self.get(calls).answers.count() {
                let key = db.key_of_call(component, number, self.get(calls).answers.row(at));
                if self.find(&key).is_some() {
                    // It is being evaluated, or a goal of a rule has these values.
                    tables.push(None);
                    continue;
                }
                self.claim_table(limits, &key)?;
                let id = self.add(Table::new(&key[..], TableState::Complete, width));
                made.push(id);
                tables.push(Some(id));
                limits.go_on(&mut pace)?;
            }
            for at in 0..self.get(answers).answers.count() {
                let words = self.get(answers).answers.row(at);
                row.clear();
                row.extend(variant.givens.iter().map(|&column| words[column]));
                let Some(call) = self.get(calls).answers.find(&row) else {
                    continue;
                };
                let Some(id) = tables[call] else { continue };
                let words = self.get(answers).answers.row(at);
                row.clear();
                let open = (0..variant.width()).filter(|column| !variant.givens.contains(column));
                row.extend(open.map(|column| words[column]));
                self.add_row(limits, id, &row)?;
                limits.go_on(&mut pace)?;
            }
            for id in tables.into_values().flatten() {
                self.finish(id);
            }
        }
        Ok(())
    }
}
