//! The search: which variable is next, which value it gets, and what is left when that fails.

use ferz_engine::native::{Machine, Step, Stop};

use super::super::domains::DomainAccess;
use super::options::{Branching, SearchOptions, Select};
use super::orders::Orders;
use super::outlook::Outlook;
use super::parts::SearchMark;
use super::space::Space;

/// A choice that may have another way.
struct SearchChoice {
    mark: SearchMark,
    /// The place of the first variable without a value.
    from: u32,
    x: u32,
    value: i64,
}

/// A labelling.
pub(super) struct LabelSearch {
    pub space: Space,
    /// The variables that get values.
    pub order: Vec<u32>,
    options: SearchOptions,
    /// The orders of tasks, which are searched before the others.
    pub(super) orders: Option<Orders>,
    /// Whether there are solutions behind the choices, if that has been looked at.
    pub(super) outlook: Outlook,
    choices: Vec<SearchChoice>,
    from: usize,
    /// The variable to minimise, and the most that it may be.
    cost: Option<(u32, i64)>,
    /// Failures since the search began anew, and how many there may be until it does; `None` once a solution was found,
    /// so that none is found twice.
    failures: u64,
    patience: Option<u64>,
    /// Failures that are left until the search gives up.
    pub(super) left: u64,
    /// The least cost that was found, with the values of the variables.
    pub best: Option<(i64, Vec<i64>)>,
}

/// Failures before the first restart.
const PATIENCE: u64 = 100;
/// Failures until a search for the first of the best solutions takes one that is not the first.
const FEW: u64 = if cfg!(debug_assertions) { 2 } else { 10_000 };

impl LabelSearch {
    pub(super) fn new(mut space: Space, order: Vec<u32>, options: SearchOptions) -> LabelSearch {
        let orders = options.orders.then(|| space.add_orders());
        LabelSearch {
            space,
            order,
            options,
            orders,
            outlook: Outlook::default(),
            left: u64::MAX,
            choices: Vec::new(),
            from: 0,
            cost: None,
            failures: 0,
            patience: options.restart.then_some(PATIENCE),
            best: None,
        }
    }

    /// Whether it searches orders of tasks.
    pub(super) fn has_orders(&self) -> bool {
        self.orders.as_ref().is_some_and(|orders| !orders.is_empty())
    }

    /// Whether there may be more solutions.
    pub(super) fn has_more(&self) -> bool {
        !self.choices.is_empty()
    }

    /// Goes on to a solution from where the search stands. Returns whether there is one.
    ///
    /// # Errors
    /// Exceptions of interrupts and limits, never failure.
    pub(super) fn advance(&mut self, m: &mut Machine) -> Result<bool, Stop> {
        while let Some(x) = self.next_variable() {
            let done = self.branch(x).and_then(|()| self.space.run(m));
            let is_open = settled(done)? && self.is_possible(m)?;
            if !is_open && !self.go_back(m)? {
                return Ok(false);
            }
        }
        self.outlook.solved();
        self.patience = None;
        Ok(true)
    }

    /// Begins anew from the oldest choice; what the failures have told of the weights stays. Returns false if there is no
    /// solution.
    fn restart(&mut self, m: &mut Machine) -> Result<bool, Stop> {
        if let Some(first) = self.choices.first() {
            self.space.undo(first.mark);
            self.from = first.from as usize;
        }
        self.choices.clear();
        let done = self.bound().and_then(|()| self.space.run(m));
        settled(done)
    }

    /// Takes the newest choice back and goes another way. Returns false if there is none.
    ///
    /// # Errors
    /// Exceptions of interrupts and limits, never failure.
    pub(super) fn go_back(&mut self, m: &mut Machine) -> Result<bool, Stop> {
        loop {
            self.outlook.failed();
            if self.left == 0 {
                return Ok(false);
            }
            self.left -= 1;
            if let Some(patience) = self.patience {
                self.failures += 1;
                if self.failures > patience && !self.choices.is_empty() {
                    self.failures = 0;
                    // It grows, so that every search ends.
                    self.patience = Some(patience + patience / 2);
                    return self.restart(m);
                }
            }
            if !self.back() {
                return Ok(false);
            }
            let done = self
                .other_way()
                .and_then(|()| self.bound())
                .and_then(|()| self.space.run(m));
            if settled(done)? && self.is_possible(m)? {
                return Ok(true);
            }
        }
    }

    /// Finds the first solution with a cost, unless it takes many failures.
    ///
    /// # Errors
    /// Exceptions of interrupts and limits, never failure.
    pub(super) fn first_with(&mut self, m: &mut Machine, cost: u32, least: i64) -> Result<Option<Vec<i64>>, Stop> {
        self.left = FEW;
        self.cost = Some((cost, least));
        let done = self.bound().and_then(|()| self.space.run(m));
        Ok((settled(done)? && self.advance(m)?).then(|| self.values()))
    }

    pub(super) fn values(&self) -> Vec<i64> {
        self.order.iter().map(|&x| self.space.vars[x as usize].min).collect()
    }

    /// Finds the least value of a variable, and the values of the labelled variables in the first solution with it: they
    /// are in `best`, after an exception those found before it.
    ///
    /// # Errors
    /// Exceptions of interrupts and limits, never failure.
    pub(super) fn minimise(&mut self, m: &mut Machine, cost: u32) -> Step {
        self.cost = Some((cost, i64::MAX));
        loop {
            if !self.advance(m)? {
                return Ok(());
            }
            let least = self.space.vars[cost as usize].min;
            self.best = Some((least, self.values()));
            if let Some(orders) = &mut self.orders {
                orders.note(&self.space);
            }
            self.cost = Some((cost, least - 1));
            if self.options.restart {
                (self.failures, self.patience) = (0, Some(PATIENCE));
            }
            if !self.go_back(m)? {
                return Ok(());
            }
        }
    }

    fn bound(&mut self) -> Step {
        match self.cost {
            Some((cost, most)) if most < i64::MAX => self.space.set_max(cost as usize, most),
            _ => Ok(()),
        }
    }

    /// Undoes what came after the newest choice.
    fn back(&mut self) -> bool {
        let Some(choice) = self.choices.last() else {
            return false;
        };
        self.space.undo(choice.mark);
        self.from = choice.from as usize;
        true
    }

    /// The other way of the newest choice, which has been taken back.
    fn other_way(&mut self) -> Step {
        let choice = self.choices.pop().ok_or(Stop::Fail)?;
        let x = choice.x as usize;
        match self.branching(choice.x) {
            Branching::Step => self.space.remove(x, choice.value),
            Branching::Bisect if self.is_down(choice.x) => self.space.set_max(x, choice.value - 1),
            Branching::Bisect => self.space.set_min(x, choice.value + 1),
            Branching::Enum => {
                let next = self.following(x, choice.value);
                if self.following(x, next) != next {
                    let mark = self.space.mark();
                    self.choices.push(SearchChoice {
                        mark,
                        value: next,
                        ..choice
                    });
                }
                self.space.fix(x, i128::from(next))
            }
        }
    }

    /// Returns the value after this one; the same if there is none.
    fn following(&self, x: usize, value: i64) -> i64 {
        let var = &self.space.vars[x];
        if self.is_down(x as u32) {
            if value == var.min {
                value
            } else {
                self.space.previous(x, value - 1)
            }
        } else if value == var.max {
            value
        } else {
            self.space.next(x, value + 1)
        }
    }

    fn is_down(&self, x: u32) -> bool {
        self.options.down && self.cost.is_none_or(|(cost, _)| cost != x)
    }

    /// Gives a variable a value, or half of its domain.
    fn branch(&mut self, x: u32) -> Step {
        let var = self.space.vars[x as usize];
        let down = self.is_down(x);
        let branching = self.branching(x);
        let usual = || match branching {
            Branching::Bisect => {
                let middle = (i128::from(var.min) + i128::from(var.max)).div_euclid(2);
                middle as i64 + i64::from(down)
            }
            _ if down => var.max,
            _ => var.min,
        };
        let value = self.likely(x).unwrap_or_else(usual);
        let mark = self.space.mark();
        self.choices.push(SearchChoice {
            mark,
            from: self.from as u32,
            x,
            value,
        });
        let x = x as usize;
        match branching {
            Branching::Bisect if down => self.space.set_min(x, value),
            Branching::Bisect => self.space.set_max(x, value),
            _ => self.space.fix(x, i128::from(value)),
        }
    }

    fn branching(&self, x: u32) -> Branching {
        match &self.orders {
            Some(orders) if orders.place(x).is_some() => Branching::Step,
            _ => self.options.branching,
        }
    }

    /// Returns the value to try first for the order of two tasks.
    fn likely(&self, x: u32) -> Option<i64> {
        self.orders.as_ref()?.likely(&self.space, x)
    }

    /// Returns the variable that is next; `None` if all have values.
    fn next_variable(&mut self) -> Option<u32> {
        if let Some(x) = self.orders.as_ref().and_then(|orders| orders.next(&self.space)) {
            return Some(x);
        }
        while let Some(&x) = self.order.get(self.from) {
            if !self.space.is_fixed(x as usize) {
                break;
            }
            self.from += 1;
        }
        let open = self.order.get(self.from..).unwrap_or(&[]);
        let Some(&first) = open.first() else {
            let (cost, _) = self.cost?;
            return (!self.space.is_fixed(cost as usize)).then_some(cost);
        };
        if self.options.select == Select::Leftmost {
            return Some(first);
        }
        let mut best = (i64::MAX, i64::MAX);
        let mut found = first;
        for &x in open {
            if self.space.is_fixed(x as usize) {
                continue;
            }
            let var = &self.space.vars[x as usize];
            let rank = match self.options.select {
                Select::Leftmost => break,
                Select::FirstFail => (self.space.size(x as usize), 0),
                Select::MostConstrained => {
                    let size = self.space.size(x as usize);
                    if size > best.0 {
                        continue;
                    }
                    (size, -self.space.degree(x as usize))
                }
                Select::Weighted => {
                    let size = self.space.size(x as usize).saturating_mul(1 << 20);
                    (size / self.space.weight(x as usize), 0)
                }
                Select::Least => (var.min, 0),
                Select::Greatest => (-var.max, 0),
            };
            if rank < best {
                (best, found) = (rank, x);
            }
        }
        Some(found)
    }
}

/// Whether a step succeeded; exceptions are passed on.
pub(super) fn settled(done: Step) -> Result<bool, Stop> {
    match done {
        Ok(()) => Ok(true),
        Err(Stop::Fail) => Ok(false),
        Err(stop) => Err(stop),
    }
}
