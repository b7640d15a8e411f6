//! Constraints on positions: tuples of a table, elements of a list, circuits.

use crate::base::atom::Functor;
use crate::base::known;
use crate::machine::native::{Step, Stop};
use crate::term::cell::Cell;

use super::ranges::normalize;
use super::store::{Fd, VARIABLE};

impl Fd<'_> {
    /// count, tuples; x...
    pub fn table(&mut self, p: usize) -> Step {
        let count = self.arg_count(p) - 2;
        let vars: Vec<usize> = (0..count).map(|i| self.arg(p, i + 2)).collect();
        let tuples = self.get(p + super::store::ARGS + 1).address();
        let total = self.get(tuples).as_functor().arity() / count.max(1);
        let mut supported = vec![Vec::new(); count];
        for tuple in 0..total {
            let first = tuples + 1 + tuple * count;
            let value = |i: usize| self.get(first + i).as_int();
            if (0..count).all(|i| self.contains(vars[i], value(i))) {
                for (i, values) in supported.iter_mut().enumerate() {
                    values.push((value(i), value(i)));
                }
            }
        }
        for (values, &x) in supported.into_iter().zip(&vars) {
            self.keep_only(x, &normalize(values))?;
        }
        if vars.iter().all(|&x| self.value(x).is_some()) {
            self.kill(p);
        }
        Ok(())
    }

    /// Makes the table of tuples, which are all of the same length.
    pub fn new_tuples(&mut self, values: &[i64]) -> Result<Cell, Stop> {
        self.m.reserve(values.len() + 1)?;
        let functor = Functor::new(known::FD_RANGES, values.len());
        let start = self.m.heap.push(Cell::functor(functor));
        for &value in values {
            self.m.heap.push(Cell::int(value));
        }
        Ok(Cell::structure(start))
    }

    /// index, value; element...
    pub fn element(&mut self, p: usize) -> Step {
        let (index, value) = (self.arg(p, 0), self.arg(p, 1));
        let count = self.arg_count(p) as i64 - 2;
        self.at_least(index, 1)?;
        self.at_most(index, i128::from(count))?;
        let mut possible = Vec::new();
        let mut values = Vec::new();
        let mut at = self.min(index);
        loop {
            let element = self.arg(p, at as usize + 1);
            let meets = match (self.value(element), self.value(value)) {
                (Some(a), _) => self.contains(value, a),
                (_, Some(b)) => self.contains(element, b),
                _ => self.min(element) <= self.max(value) && self.min(value) <= self.max(element),
            };
            if meets {
                possible.push((at, at));
                values.extend(self.ranges(element));
            }
            if at == self.max(index) {
                break;
            }
            at = self.next(index, at + 1);
        }
        self.keep_only(index, &normalize(possible))?;
        self.keep_only(value, &normalize(values))?;
        if let Some(at) = self.value(index) {
            self.kill(p);
            let element = self.arg(p, at as usize + 1);
            return self.same(element, value);
        }
        Ok(())
    }

    /// Makes two variables one while propagators run: their domains now, the variables by their wake-up.
    fn same(&mut self, x: usize, y: usize) -> Step {
        if x == y {
            return Ok(());
        }
        let set = self.ranges(x);
        self.keep_only(y, &set)?;
        let set = self.ranges(y);
        self.keep_only(x, &set)?;
        if self.value(x).is_some() {
            return Ok(());
        }
        let (a, b) = (self.get(x + VARIABLE), self.get(y + VARIABLE));
        self.m.unify(a, b)
    }
}
