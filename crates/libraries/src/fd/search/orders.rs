//! The order of tasks that cannot run at once: for each two of them a variable that tells whether the first is before the
//! second, with a propagator that keeps it and their starts in step.
//!
//! A search over these variables decides what matters, where one over the starts goes through all times. The next two
//! are those with the least room for the failures that they took part in, and they are put as in the best solution so
//! far (Grimes and Hebrard, "Solving variants of the job shop scheduling problem through conflict-directed search",
//! 2015; the latter is Beck's "Solution-guided multi-point constructive search for job shop scheduling", 2007).

use std::collections::BTreeSet;

use ferz_engine::native::Step;

use super::super::domains::DomainAccess;
use super::super::tasks::{excluding_vars, is_small};
use super::parts::{Links, PropKind};
use super::space::Space;

/// The most variables that are added.
const MOST: usize = 1 << 16;

/// The variables that tell the order of two tasks.
pub(super) struct Orders {
    /// They follow each other in the space.
    variables: Vec<u32>,
    /// The propagator of the first, which those of the others follow.
    first: usize,
    /// Their values in the best solution so far.
    best: Vec<i64>,
}

impl Orders {
    pub(super) fn is_empty(&self) -> bool {
        self.variables.is_empty()
    }

    /// Returns the place of a variable, if it is one of these.
    pub(super) fn place(&self, x: u32) -> Option<usize> {
        let place = x.checked_sub(*self.variables.first()?)? as usize;
        (place < self.variables.len()).then_some(place)
    }

    /// Keeps the orders of a solution.
    pub(super) fn note(&mut self, space: &Space) {
        self.best = self.variables.iter().map(|&x| space.min(x as usize)).collect();
    }

    /// Returns the value to try first for one of the variables.
    pub(super) fn likely(&self, space: &Space, x: u32) -> Option<i64> {
        let place = self.place(x)?;
        let best = self.best.get(place).copied();
        Some(best.unwrap_or_else(|| space.likely_order(self.first + place)))
    }

    /// Returns the variable that is next; `None` if all have values.
    pub(super) fn next(&self, space: &Space) -> Option<u32> {
        let open = self.variables.iter().enumerate();
        let open = open.filter(|&(_, &x)| !space.is_fixed(x as usize));
        let found = open.min_by_key(|&(place, _)| space.room_of_order(self.first + place));
        found.map(|(_, &x)| x)
    }

    /// Lets all propagators look at the starts as they are.
    pub(super) fn enqueue_all(&self, space: &mut Space) {
        for i in 0..self.variables.len() {
            space.enqueue((self.first + i) as u32);
        }
    }
}

/// Two tasks, as a propagator has them.
struct Rivals {
    first: (usize, i64),
    second: (usize, i64),
}

impl Space {
    fn tasks(&self, at: usize) -> Rivals {
        let arg = |i: usize| self.data[at + i] as usize;
        Rivals {
            first: (arg(1), self.vars[arg(2)].min),
            second: (arg(3), self.vars[arg(4)].min),
        }
    }

    /// order; start, duration; start, duration: the first is before the second if `order` is 1, after it if it is 0.
    pub(crate) fn order(&mut self, p: usize) -> Step {
        let at = self.props[p].first as usize;
        let b = self.data[at] as usize;
        let Rivals { first, second } = self.tasks(at);
        let is_after = |space: &Space, (x, duration): (usize, i64), y: usize| space.min(x) + duration > space.max(y);
        if !self.is_fixed(b) {
            if is_after(self, first, second.0) {
                self.fix(b, 0)?;
            }
            if is_after(self, second, first.0) {
                self.fix(b, 1)?;
            }
            if !self.is_fixed(b) {
                return Ok(());
            }
        }
        let ((x, duration), y) = if self.vars[b].min == 1 {
            (first, second.0)
        } else {
            (second, first.0)
        };
        self.undisturbed(p, |space| {
            space.set_min(y, space.min(x) + duration)?;
            space.set_max(x, space.max(y) - duration)?;
            let holds = space.max(x) + duration <= space.min(y);
            space.kill_if(p, holds)
        })
    }

    /// Adds a variable for each two tasks that exclude each other, and whose order is open before all choices.
    pub(super) fn add_orders(&mut self) -> Orders {
        let mut pairs = BTreeSet::new();
        let now = self.before_choices();
        for p in 0..self.props.len() {
            if self.props[p].kind != PropKind::Cumulative {
                continue;
            }
            let vars = self.arguments(p);
            if !is_small(self, &vars) {
                continue;
            }
            let tasks = excluding_vars(self, &vars);
            for (i, &(x, a)) in tasks.iter().enumerate() {
                for &(y, b) in &tasks[..i] {
                    let is_open =
                        x != y && self.min(x) + self.min(a) <= self.max(y) && self.min(y) + self.min(b) <= self.max(x);
                    if is_open && pairs.len() < MOST {
                        pairs.insert([x, a, y, b]);
                    }
                }
            }
        }
        self.vars = now;
        let first = self.props.len();
        let mut watchers = vec![Vec::new(); self.vars.len()];
        let mut orders = Vec::new();
        for pair in pairs {
            let b = self.add_var(0, 1, false, Vec::new);
            let at = self.data.len();
            self.data.push(i64::from(b));
            self.data.extend(pair.map(|x| x as i64));
            let p = self.add_prop(PropKind::Order, at);
            pair.iter().for_each(|&x| watchers[x].push(p));
            watchers.push(vec![p]);
            self.links.push(Links::default());
            orders.push(b);
        }
        if !orders.is_empty() {
            self.watch_bounds(&watchers);
        }
        Orders {
            variables: orders,
            first,
            best: Vec::new(),
        }
    }

    /// Lets more propagators wait for the bounds of each variable.
    fn watch_bounds(&mut self, watchers: &[Vec<u32>]) {
        let old = std::mem::take(&mut self.chains);
        for (links, more) in self.links.iter_mut().zip(watchers) {
            let before = *links;
            let ends = [before.value, before.domain, before.end].map(|at| at as usize);
            links.value = self.chains.len() as u32;
            links.bounds = links.value + before.bounds - before.value;
            self.chains.extend(&old[ends[0]..ends[1]]);
            self.chains.extend(more);
            links.domain = self.chains.len() as u32;
            self.chains.extend(&old[ends[1]..ends[2]]);
            links.end = self.chains.len() as u32;
        }
    }

    /// Returns the room that two tasks have for each failure of their propagator: what is least comes first.
    fn room_of_order(&self, p: usize) -> i64 {
        let pair = self.tasks(self.props[p].first as usize);
        let width = |x: usize| self.max(x) - self.min(x);
        let room = (width(pair.first.0) + width(pair.second.0)).saturating_mul(1 << 16);
        room / i64::from(self.props[p].weight)
    }

    /// Returns the order of two tasks that leaves more room to both.
    fn likely_order(&self, p: usize) -> i64 {
        let Rivals { first, second } = self.tasks(self.props[p].first as usize);
        let before = self.max(second.0) - self.min(first.0) - first.1;
        let after = self.max(first.0) - self.min(second.0) - second.1;
        i64::from(before >= after)
    }
}
