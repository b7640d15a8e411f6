//! The domains of a space: how they are read and narrowed.

use ferz_engine::native::{Step, Stop, holds};

use super::super::domains::{DomainAccess, EACH_STEP};
use super::super::ranges::{BIG, INF, Ranges, SUP, contains, intersect};
use super::parts::Form;
use super::space::{Event, Space, run};

impl Space {
    /// Whether a domain may lack elements between its bounds, or a bound.
    pub(crate) fn has_holes(&self, x: usize) -> bool {
        let var = &self.vars[x];
        let (low, high) = (var.min.wrapping_sub(var.base), var.max.wrapping_sub(var.base));
        match var.form {
            Form::Small => var.bits != run(low, high),
            Form::Wide => {
                let first = var.bits as usize;
                (low / 64..=high / 64).any(|at| {
                    let wanted = run((low - at * 64).max(0), (high - at * 64).min(63));
                    self.words[first + at as usize] & wanted != wanted
                })
            }
            Form::Listed => var.bits != 0 || var.min == INF || var.max == SUP,
        }
    }
}

impl DomainAccess for Space {
    #[inline(always)]
    fn min(&self, x: usize) -> i64 {
        self.vars[x].min
    }

    #[inline(always)]
    fn max(&self, x: usize) -> i64 {
        self.vars[x].max
    }

    #[inline]
    fn contains(&self, x: usize, value: i64) -> bool {
        let var = &self.vars[x];
        if value < var.min || value > var.max {
            return false;
        }
        let bit = value - var.base;
        match var.form {
            Form::Small => var.bits >> bit & 1 == 1,
            Form::Wide => self.words[var.bits as usize + (bit / 64) as usize] >> (bit % 64) & 1 == 1,
            Form::Listed if var.bits == 0 => true,
            Form::Listed => contains(&self.lists[var.bits as usize - 1], value),
        }
    }

    fn next(&self, x: usize, value: i64) -> i64 {
        let var = &self.vars[x];
        match var.form {
            Form::Small => var.base + i64::from((var.bits & u64::MAX << (value - var.base)).trailing_zeros()),
            Form::Wide => {
                let mut bit = value - var.base;
                while bit <= var.max - var.base {
                    let word = self.words[var.bits as usize + (bit / 64) as usize] >> (bit % 64);
                    if word != 0 {
                        return var.base + bit + i64::from(word.trailing_zeros());
                    }
                    bit = (bit / 64 + 1) * 64;
                }
                var.max
            }
            Form::Listed if var.bits == 0 => value,
            Form::Listed => {
                let found = self.lists[var.bits as usize - 1]
                    .iter()
                    .find(|&&(_, high)| high >= value);
                found.map_or(var.max, |&(low, _)| low.max(value))
            }
        }
    }

    fn ranges(&self, x: usize) -> Ranges {
        let var = &self.vars[x];
        if var.form == Form::Listed {
            return if var.bits == 0 {
                vec![(var.min, var.max)]
            } else {
                intersect(&self.lists[var.bits as usize - 1], &[(var.min, var.max)])
            };
        }
        let mut found: Ranges = Vec::new();
        let mut at = var.min;
        while at <= var.max {
            let low = self.next(x, at);
            let bit = low - var.base;
            let (word, bit) = match var.form {
                Form::Small => (var.bits, bit),
                _ => (self.words[var.bits as usize + (bit / 64) as usize], bit % 64),
            };
            let high = (low + i64::from((word >> bit).trailing_ones()) - 1).min(var.max);
            match found.last_mut() {
                Some(last) if last.1 + 1 == low => last.1 = high,
                _ => found.push((low, high)),
            }
            at = high + 1;
        }
        found
    }

    fn at_least(&mut self, x: usize, low: i128) -> Step {
        let (min, max) = (self.vars[x].min, self.vars[x].max);
        if low <= i128::from(min) {
            return Ok(());
        }
        if low > i128::from(max) && max < SUP {
            return Err(Stop::Fail);
        }
        if low.abs() > i128::from(BIG) {
            return if low > 0 { Err(self.too_large()) } else { Ok(()) };
        }
        self.set_min(x, low as i64)
    }

    fn at_most(&mut self, x: usize, high: i128) -> Step {
        let (min, max) = (self.vars[x].min, self.vars[x].max);
        if high >= i128::from(max) {
            return Ok(());
        }
        if high < i128::from(min) && min > INF {
            return Err(Stop::Fail);
        }
        if high.abs() > i128::from(BIG) {
            return if high < 0 { Err(self.too_large()) } else { Ok(()) };
        }
        self.set_max(x, high as i64)
    }

    fn fix(&mut self, x: usize, value: i128) -> Step {
        let (min, max) = (self.vars[x].min, self.vars[x].max);
        if value < i128::from(min) && min > INF || value > i128::from(max) && max < SUP {
            return Err(Stop::Fail);
        }
        if value.abs() > i128::from(BIG) {
            return Err(self.too_large());
        }
        let value = value as i64;
        if min == max {
            return Ok(());
        }
        holds(self.contains(x, value))?;
        let var = self.save(x);
        (var.min, var.max) = (value, value);
        if var.form == Form::Small {
            var.bits = 1 << (value - var.base);
        }
        self.changed(x, Event::Value);
        Ok(())
    }

    #[inline]
    fn remove(&mut self, x: usize, value: i64) -> Step {
        let var = &self.vars[x];
        if value < var.min || value > var.max {
            return Ok(());
        }
        if var.form == Form::Small {
            return self.keep_bits(x, !(1 << (value - var.base)));
        }
        if value == var.min {
            return if value == var.max {
                Err(Stop::Fail)
            } else {
                self.set_min(x, value + 1)
            };
        }
        if value == var.max {
            return self.set_max(x, value - 1);
        }
        if var.form == Form::Wide {
            let bit = value - var.base;
            let at = var.bits as usize + (bit / 64) as usize;
            let word = self.words[at] & !(1 << (bit % 64));
            if word != self.words[at] {
                self.set_word(at, word);
                self.changed(x, Event::Domain);
            }
            return Ok(());
        }
        if !self.contains(x, value) {
            return Ok(());
        }
        let left = intersect(&self.ranges(x), &[(INF, value - 1), (value + 1, SUP)]);
        self.replace(x, left)
    }

    fn keep_only(&mut self, x: usize, set: &[(i64, i64)]) -> Step {
        let var = self.vars[x];
        if var.min == var.max {
            return holds(contains(set, var.min));
        }
        if var.form == Form::Small {
            let mut mask = 0;
            for &(low, high) in set {
                if low <= var.max && high >= var.min {
                    mask |= run(low.max(var.min) - var.base, high.min(var.max) - var.base);
                }
            }
            return self.keep_bits(x, mask);
        }
        let before = self.ranges(x);
        let left = intersect(&before, set);
        if left == before {
            return Ok(());
        }
        let (Some(&(low, _)), Some(&(_, high))) = (left.first(), left.last()) else {
            return Err(Stop::Fail);
        };
        if low > BIG || high < -BIG {
            return Err(self.too_large());
        }
        if low == high {
            return self.fix(x, i128::from(low));
        }
        self.replace(x, left)
    }

    fn worked(&mut self, amount: usize) {
        self.steps = self.steps.saturating_add((amount / EACH_STEP) as u32);
    }

    fn too_large(&mut self) -> Stop {
        self.overflowed = true;
        Stop::Fail
    }
}
