//! Constraints of the host: a predicate of the host narrows the domains of its variables.
//!
//! The propagator calls `'$propagator name'(Domains, Narrowed)`, which `Engine::register_propagator` makes: `Domains` are
//! lists of pairs of bounds, `Narrowed` is `narrowed(Domains, Done)`, and failure means that there is no solution.

use ferz_engine::native::args::list_arg::proper_list;
use ferz_engine::native::terms::{Cell, View, known};
use ferz_engine::native::{Step, Stop, holds};

use super::store::{ARGS, Fd};
use super::wide::number::{Set, normalize};

impl Fd<'_> {
    /// name, shown; x...
    pub(super) fn host(&mut self, p: usize) -> Step {
        let vars: Vec<usize> = (2..self.arg_count(p)).map(|i| self.arg(p, i)).collect();
        let View::Atom(name) = self.m.view(self.get(p + ARGS)) else {
            return Err(Stop::Fail);
        };
        let name = format!("$propagator {}", self.m.atoms.text(name));
        let name = self.m.intern(&name);
        let mut domains = Vec::with_capacity(vars.len());
        for &x in &vars {
            let set = self.wide_set(x);
            self.m.reserve(5 * set.len())?;
            let mut ranges = Vec::with_capacity(set.len());
            for (low, high) in &set {
                let ends = [self.bound_cell(low)?, self.bound_cell(high)?];
                ranges.push(self.m.heap.new_term(known::MINUS, &ends));
            }
            domains.push(self.m.heap.new_list(&ranges, Cell::NIL));
        }
        self.m.reserve(2 * domains.len() + 8)?;
        let domains = self.m.heap.new_list(&domains, Cell::NIL);
        let narrowed = self.m.heap.new_var();
        let goal = self.m.heap.new_term(name, &[domains, narrowed]);
        holds(self.m.solve_once(goal)?)?;
        let View::Struct(_, first) = self.m.view(narrowed) else {
            return Err(Stop::Fail);
        };
        let (sets, done) = (self.get(first), self.get(first + 1));
        if self.m.deref(done) == Cell::int(1) {
            self.kill(p);
        }
        let sets = proper_list(self.m, sets)?;
        for (&x, set) in vars.iter().zip(sets) {
            let mut ranges: Set = Vec::new();
            for range in proper_list(self.m, set)? {
                if let View::Struct(_, first) = self.m.view(range) {
                    let end = |at: usize| self.bound_of(self.m.deref(self.get(at)));
                    ranges.push((end(first), end(first + 1)));
                }
            }
            holds(!ranges.is_empty())?;
            self.wide_keep(x, &normalize(ranges))?;
        }
        Ok(())
    }
}
