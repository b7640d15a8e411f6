//! Joins of a row with those of other goals of a rule.

use crate::machine::tabling::Tables;
use crate::machine::tabling::datalog::index::{NO_ROW, TupleIndex, key_of};
use crate::machine::tabling::datalog::plan::{PlanStep, RulePlan};
use crate::machine::tabling::datalog::run::{Evaluation, Unfit};
use crate::machine::tabling::datalog::{Op, Slot, Test};
use crate::machine::tabling::rows::Rows;
use crate::term::cell::Cell;

/// Number of words of the rows that one row may derive; more are left to the resolution of goals.
const MOST_WORDS: usize = 1 << 22;

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
    pub values: Vec<u64>,
    pub stack: Vec<i64>,
    row: Vec<u64>,
    pub out: Vec<u64>,
    /// Whether the first derived row is enough.
    is_check: bool,
    pub is_unfit: bool,
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
    pub(super) fn join(&mut self, at: usize) {
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
    pub(super) fn join_row(&mut self, at: usize, row: u32) {
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
