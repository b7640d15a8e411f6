//! The propagators of a space.

use ferz_engine::native::{Step, Stop};

use super::super::circuit::circuit;
use super::super::compact::{TupleTable, TupleTables};
use super::super::domains::DomainAccess;
use super::super::halls::spread;
use super::super::linear::Relation;
use super::super::products;
use super::super::ranges::{intersect, map};
use super::super::rules::{self, Propagators, align_ranges};
use super::super::table::narrow_element;
use super::super::tasks::cumulative;
use super::parts::{Form, PropKind, Var};
use super::space::{Space, run};

/// Returns the bits of a small domain with this base as those of one with another.
#[inline(always)]
pub(super) fn shifted(bits: u64, from: i64, to: i64) -> u64 {
    match from - to {
        0..=63 => bits << (from - to),
        -63..0 => bits >> (to - from),
        _ => 0,
    }
}

/// Returns the bits of all `c - x` with this base.
#[inline(always)]
pub(super) fn mirrored(bits: u64, from: i64, c: i64, to: i64) -> u64 {
    shifted(bits.reverse_bits(), c - from - 63, to)
}

impl Space {
    /// Runs a propagator.
    #[inline]
    pub(crate) fn propagate(&mut self, p: usize) -> Step {
        let prop = self.props[p];
        let first = prop.first as usize;
        match prop.kind {
            PropKind::Linear { equal } => self.undisturbed(p, |space| {
                let done = space.linear(first, prop.end as usize, equal, 1)?;
                space.kill_if(p, done)
            }),
            PropKind::Sum { .. } => self.long_sum(p),
            PropKind::Term => self.term(first),
            PropKind::LinearNotEqual => rules::sum_differs(self, p, 1),
            PropKind::Offset => self.align_both(p, 1),
            PropKind::Mirror => self.align_both(p, -1),
            PropKind::Absolute => {
                let (x, z) = (self.data[first] as usize, self.data[first + 1] as usize);
                self.undisturbed(p, |space| {
                    let done = space.absolute(x, z)?;
                    space.kill_if(p, done)
                })
            }
            PropKind::Operation(kind) => {
                let args = [0, 1, 2].map(|i| self.data[first + i] as usize);
                let done = products::operation(self, kind, args)?;
                self.kill_if(p, done)
            }
            PropKind::IsValue { negated } => self.is_value(p, negated),
            PropKind::Reified(relation) => self.reified(p, relation),
            PropKind::ReifiedDomain => rules::reified_domain(self, p),
            PropKind::Distinct => self.distinct(p),
            PropKind::Element => self.element(p),
            PropKind::Circuit => self.all_at_once(p, circuit),
            PropKind::Spread => self.all_at_once(p, spread),
            PropKind::Cumulative => self.all_at_once(p, cumulative),
            PropKind::Order => self.order(p),
            PropKind::Table => self.table(p),
        }
    }

    pub(crate) fn kill_if(&mut self, p: usize, done: bool) -> Step {
        if done {
            self.kill(p);
        }
        Ok(())
    }

    fn pair(&self, first: usize) -> (usize, usize, i64) {
        (
            self.data[first] as usize,
            self.data[first + 1] as usize,
            self.data[first + 2],
        )
    }

    /// The sum of the products is `sign` times at most the constant before them, or equal to it. The numbers are so small
    /// that no sum is beyond a machine word. Returns whether nothing is left to do.
    fn linear(&mut self, first: usize, end: usize, equal: bool, sign: i64) -> Result<bool, Stop> {
        let constant = if sign > 0 {
            self.data[first]
        } else {
            -self.data[first] - 1
        };
        let (mut low, mut high) = (0, 0);
        for i in (first + 1..end).step_by(2) {
            let a = sign * self.data[i];
            let var = &self.vars[self.data[i + 1] as usize];
            if a > 0 {
                (low, high) = (low + a * var.min, high + a * var.max);
            } else {
                (low, high) = (low + a * var.max, high + a * var.min);
            }
        }
        // How far the sum may grow from the least, and fall from the greatest.
        let (mut up, mut down) = (constant - low, if equal { high - constant } else { i64::MAX });
        loop {
            if up < 0 || down < 0 {
                return Err(Stop::Fail);
            }
            if if equal { up + down == 0 } else { high <= constant } {
                return Ok(true);
            }
            let mut changed = false;
            for i in (first + 1..end).step_by(2) {
                let (a, x) = (sign * self.data[i], self.data[i + 1] as usize);
                let var = &self.vars[x];
                let (min, max) = (var.min, var.max);
                let size = a.abs();
                let width = size * (max - min);
                if width > up {
                    let most = if size == 1 { up } else { up / size };
                    if a > 0 {
                        self.set_max(x, min + most)?;
                    } else {
                        self.set_min(x, max - most)?;
                    }
                }
                if width > down {
                    let most = if size == 1 { down } else { down / size };
                    if a > 0 {
                        self.set_min(x, max - most)?;
                    } else {
                        self.set_max(x, min + most)?;
                    }
                }
                let var = &self.vars[x];
                if var.min != min || var.max != max {
                    changed = true;
                    let (from_min, from_max) = (size * (var.min - min), size * (max - var.max));
                    let (raised, lowered) = if a > 0 {
                        (from_min, from_max)
                    } else {
                        (from_max, from_min)
                    };
                    up -= raised;
                    if equal {
                        down -= lowered;
                    }
                    high -= lowered;
                }
            }
            if !changed || !equal {
                return Ok(!equal && high <= constant);
            }
        }
    }

    /// x, y, c: x = sign * y + c.
    #[inline(always)]
    fn align_both(&mut self, p: usize, sign: i64) -> Step {
        let (x, y, c) = self.pair(self.props[p].first as usize);
        self.undisturbed(p, |space| {
            let done = rules::aligned(space, [x, y], sign, c)?;
            space.kill_if(p, done)
        })
    }

    /// |x| = z.
    fn absolute(&mut self, x: usize, z: usize) -> Result<bool, Stop> {
        let (a, b) = (self.vars[x], self.vars[z]);
        if a.form != Form::Small || b.form != Form::Small || x == z {
            return products::absolute(self, [x, z]);
        }
        let up = if b.min < 0 { run(-b.base, 63) } else { u64::MAX };
        let sizes = shifted(a.bits, a.base, b.base) | mirrored(a.bits, a.base, 0, b.base);
        self.keep_bits(z, sizes & up)?;
        let b = self.vars[z];
        self.keep_bits(x, shifted(b.bits, b.base, a.base) | mirrored(b.bits, b.base, 0, a.base))?;
        Ok(self.is_fixed(x))
    }

    /// b, x, c.
    fn is_value(&mut self, p: usize, negated: bool) -> Step {
        let first = self.props[p].first as usize;
        let (b, x, c) = self.pair(first);
        let truth = self.vars[b];
        if truth.min == truth.max {
            self.kill(p);
            return if (truth.min == 1) == negated {
                self.remove(x, c)
            } else {
                self.fix(x, i128::from(c))
            };
        }
        let is_value = if !self.contains(x, c) {
            false
        } else if self.is_fixed(x) {
            true
        } else {
            return Ok(());
        };
        self.kill(p);
        self.fix(b, i128::from(is_value != negated))
    }

    /// b, c; a, x...
    fn reified(&mut self, p: usize, relation: Relation) -> Step {
        let (first, end) = (self.props[p].first as usize, self.props[p].end as usize);
        let b = self.data[first] as usize;
        let terms = first + 1;
        let truth = self.vars[b];
        if truth.min != truth.max {
            if let Some(holds) = rules::is_entailed(self, p, 2, relation) {
                self.kill(p);
                self.fix(b, i128::from(holds))?;
            }
            return Ok(());
        }
        self.undisturbed(p, |space| {
            let is_equation = (truth.min == 1) == (relation == Relation::Equal);
            let done = if relation == Relation::AtMost {
                space.linear(terms, end, false, if truth.min == 1 { 1 } else { -1 })?
            } else if !is_equation {
                return rules::sum_differs(space, p, 2);
            } else if let (5, [a, x, d, y]) = (
                end - terms,
                [1, 2, 3, 4].map(|i| space.data.get(terms + i).copied().unwrap_or(0)),
            ) && a.abs() == 1
                && d.abs() == 1
            {
                let (x, y, c) = (x as usize, y as usize, space.data[terms]);
                let sign = if a == d { -1 } else { 1 };
                rules::aligned(space, [x, y], sign, a * c)?
            } else {
                space.linear(terms, end, true, 1)?
            };
            space.kill_if(p, done)
        })
    }

    /// index, value; element...
    fn element(&mut self, p: usize) -> Step {
        let first = self.props[p].first as usize;
        let (index, value) = (self.data[first] as usize, self.data[first + 1] as usize);
        let element = |space: &Self, at: i64| space.data[first + 1 + at as usize] as usize;
        narrow_element(self, index, value, element)?;
        if let Some(at) = self.value(index) {
            let x = element(self, at);
            return self.undisturbed(p, |space| {
                let done = rules::aligned(space, [x, value], 1, 0)?;
                space.kill_if(p, done)
            });
        }
        Ok(())
    }

    /// x...: `run` looks at all variables, and tells whether nothing is left to do.
    fn all_at_once(&mut self, p: usize, run: impl FnOnce(&mut Self, &[usize]) -> Result<bool, Stop>) -> Step {
        let vars = self.arguments(p);
        let done = run(self, &vars)?;
        self.kill_if(p, done)
    }

    /// Returns the variables of a propagator that has nothing else.
    pub(super) fn arguments(&self, p: usize) -> Vec<usize> {
        let (first, end) = (self.props[p].first as usize, self.props[p].end as usize);
        self.data[first..end].iter().map(|&x| x as usize).collect()
    }

    /// index, state; x...
    fn table(&mut self, p: usize) -> Step {
        let (first, end) = (self.props[p].first as usize, self.props[p].end as usize);
        let vars: Vec<usize> = self.data[first + 2..end].iter().map(|&x| x as usize).collect();
        let table = TupleTable {
            index: self.data[first] as usize,
            state: self.data[first + 1] as usize,
            vars: &vars,
        };
        let done = table.run(self)?;
        self.kill_if(p, done)
    }
}

impl Propagators for Space {
    #[inline(always)]
    fn variable(&self, p: usize, i: usize) -> usize {
        self.integer(p, i) as usize
    }

    #[inline(always)]
    fn integer(&self, p: usize, i: usize) -> i64 {
        self.data[self.props[p].first as usize + i]
    }

    #[inline(always)]
    fn argument_count(&self, p: usize) -> usize {
        (self.props[p].end - self.props[p].first) as usize
    }

    fn done(&mut self, p: usize) {
        self.kill(p);
    }

    fn remove_any(&mut self, x: usize, value: i128) -> Step {
        i64::try_from(value).map_or(Ok(()), |value| self.remove(x, value))
    }

    /// The numbers are so small that no sum is beyond a machine word.
    fn sum_bounds(&self, p: usize, first: usize) -> (Option<i128>, Option<i128>) {
        let (mut low, mut high) = (0, 0);
        let (from, end) = (self.props[p].first as usize + first, self.props[p].end as usize);
        for term in self.data[from..end].chunks_exact(2) {
            let (a, var) = (term[0], &self.vars[term[1] as usize]);
            let ends = if a > 0 { (var.min, var.max) } else { (var.max, var.min) };
            (low, high) = (low + a * ends.0, high + a * ends.1);
        }
        (Some(i128::from(low)), Some(i128::from(high)))
    }

    fn may_meet(&self, x: usize, y: usize, c: i64) -> bool {
        let (v, w) = (&self.vars[x], &self.vars[y]);
        if v.form == Form::Small && w.form == Form::Small {
            return v.bits & shifted(w.bits, w.base + c, v.base) != 0;
        }
        !intersect(&self.ranges(x), &map(&self.ranges(y), 1, c)).is_empty()
    }

    #[inline(always)]
    fn align(&mut self, x: usize, y: usize, sign: i64, c: i64) -> Step {
        let (a, b) = (self.vars[x], self.vars[y]);
        if a.form == Form::Small && b.form == Form::Small {
            let of_y = match sign {
                1 => shifted(b.bits, b.base + c, a.base),
                _ => mirrored(b.bits, b.base, c, a.base),
            };
            self.keep_bits(x, of_y)?;
            let a = self.vars[x];
            let of_x = match sign {
                1 => shifted(a.bits, a.base, b.base + c),
                _ => mirrored(a.bits, a.base, c, b.base),
            };
            return self.keep_bits(y, of_x);
        }
        if self.has_holes(x) || self.has_holes(y) {
            return align_ranges(self, x, y, sign, c);
        }
        let ends = |var: &Var, c: i64| match sign {
            1 => (var.min + c, var.max + c),
            _ => (c - var.max, c - var.min),
        };
        let (low, high) = ends(&b, c);
        self.set_min(x, low)?;
        self.set_max(x, high)?;
        let (low, high) = ends(&self.vars[x], -sign * c);
        self.set_min(y, low)?;
        self.set_max(y, high)
    }
}

impl TupleTables for Space {
    fn fixed(&self, at: usize) -> i64 {
        self.data[at]
    }

    fn state(&self, at: usize) -> i64 {
        self.words[at] as i64
    }

    fn set_state(&mut self, at: usize, number: i64) {
        self.set_word(at, number as u64);
    }

    fn set_hint(&mut self, at: usize, number: i64) {
        self.words[at] = number as u64;
    }

    fn size(&self, x: usize) -> i64 {
        Space::size(self, x)
    }
}
