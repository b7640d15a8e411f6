//! The domain of a variable: the integers between its bounds, except for holes.
//!
//! `Domain` in the block is `[]` if there are no holes; `'$fd_wide'(Low, High, ...)` if it names integers that
//! are too large (`wide`); `'$fd_bits'(Base, Word...)`, with 60 elements in a word, if the
//! bounds are near enough; else `'$fd_ranges'(Low, High, ...)`. The elements outside the bounds do not count, so that a
//! change of a bound does not touch them.

use dashu_int::IBig;

use ferz_engine::native::terms::{Cell, Functor, known};
use ferz_engine::native::{Step, Stop, holds};

use super::domains::DomainAccess;
use super::ranges::{BIG, INF, Ranges, SUP, intersect};
use super::store::{DOMAIN, Event, Fd, MAX, MIN};
use super::wide::number::{WideBound, from_small};

/// Elements in a word of bits: those of a small integer that is not negative.
const WORD: i64 = 60;
/// The largest distance of bounds for which bits are used.
const BITS: i64 = 64 * WORD;

/// The holes between the bounds, with the address of the first argument and their number.
enum Holes {
    None,
    Bits(usize, usize),
    Ranges(usize, usize),
    /// Ranges whose ends are integers of any size.
    Wide(usize, usize),
}

impl Fd<'_> {
    #[inline(always)]
    fn holes(&self, block: usize) -> Holes {
        let cell = self.get(block + DOMAIN);
        if !cell.is_structure() {
            return Holes::None;
        }
        let functor = self.get(cell.address()).as_functor();
        match functor.name() {
            known::FD_BITS => Holes::Bits(cell.address() + 1, functor.arity()),
            known::FD_RANGES => Holes::Ranges(cell.address() + 1, functor.arity()),
            _ => Holes::Wide(cell.address() + 1, functor.arity()),
        }
    }

    /// Whether there are holes between the bounds.
    pub(super) fn has_holes(&self, block: usize) -> bool {
        !matches!(self.holes(block), Holes::None)
    }

    /// Whether `value` is in the domain.
    #[inline]
    pub(super) fn contains(&self, block: usize, value: i64) -> bool {
        value >= self.min(block) && value <= self.max(block) && self.is_no_hole(block, value)
    }

    #[inline]
    fn is_no_hole(&self, block: usize, value: i64) -> bool {
        match self.holes(block) {
            Holes::None => true,
            Holes::Bits(first, _) => {
                let bit = (value - self.get(first).as_int()) as u64;
                let word = self.get(first + 1 + (bit / WORD as u64) as usize).as_int();
                word >> (bit % WORD as u64) & 1 == 1
            }
            Holes::Ranges(first, count) | Holes::Wide(first, count) => {
                let mut ranges = (0..count / 2).map(|i| self.range(first, i));
                ranges.any(|(low, high)| low <= value && value <= high)
            }
        }
    }

    fn range(&self, first: usize, i: usize) -> (i64, i64) {
        let (low, high) = (self.get(first + 2 * i), self.get(first + 2 * i + 1));
        if low.is_int() && high.is_int() {
            return (low.as_int(), high.as_int());
        }
        // An integer that is too large is somewhere beyond the others.
        match (self.bound_of(low), self.bound_of(high)) {
            (WideBound::Int(low), _) if low > IBig::from(BIG) => (BIG + 1, SUP),
            (_, WideBound::Int(high)) if high < IBig::from(-BIG) => (INF, -BIG - 1),
            (low, high) => (low.small().unwrap_or(INF), high.small().unwrap_or(SUP)),
        }
    }

    /// Returns the least element that is not less than `value`, which is within the bounds.
    #[inline]
    pub(super) fn next(&self, block: usize, value: i64) -> i64 {
        match self.holes(block) {
            Holes::None => value,
            Holes::Bits(first, count) => {
                let base = self.get(first).as_int();
                let mut bit = value - base;
                while ((bit / WORD) as usize) < count - 1 {
                    let word = self.get(first + 1 + (bit / WORD) as usize).as_int() >> (bit % WORD);
                    if word != 0 {
                        return base + bit + i64::from(word.trailing_zeros());
                    }
                    bit = (bit / WORD + 1) * WORD;
                }
                self.max(block)
            }
            Holes::Ranges(first, count) | Holes::Wide(first, count) => {
                let mut ranges = (0..count / 2).map(|i| self.range(first, i));
                let found = ranges.find(|&(_, high)| high >= value);
                found.map_or(self.max(block), |(low, _)| low.max(value))
            }
        }
    }

    /// Returns the greatest element that is not greater than `value`, which is within the bounds.
    #[inline]
    pub(super) fn previous(&self, block: usize, value: i64) -> i64 {
        match self.holes(block) {
            Holes::None => value,
            Holes::Bits(first, _) => {
                let base = self.get(first).as_int();
                let mut bit = value - base;
                while bit >= 0 {
                    let word = self.get(first + 1 + (bit / WORD) as usize).as_int();
                    let below = word & ((2 << (bit % WORD)) - 1);
                    if below != 0 {
                        return base + bit / WORD * WORD + 63 - i64::from(below.leading_zeros());
                    }
                    bit = bit / WORD * WORD - 1;
                }
                self.min(block)
            }
            Holes::Ranges(first, count) | Holes::Wide(first, count) => {
                let mut ranges = (0..count / 2).rev().map(|i| self.range(first, i));
                let found = ranges.find(|&(low, _)| low <= value);
                found.map_or(self.min(block), |(_, high)| high.min(value))
            }
        }
    }

    /// Removes the elements less than `low`.
    #[inline]
    pub(super) fn at_least(&mut self, block: usize, low: i128) -> Step {
        let min = self.min(block);
        if low <= i128::from(min) && min > INF {
            return Ok(());
        }
        let max = self.max(block);
        if low > i128::from(max) && max < SUP {
            return Err(Stop::Fail);
        }
        if low.abs() > i128::from(BIG) || self.is_wide(block) {
            return self.wide_at_least(block, WideBound::from(low));
        }
        let low = self.next(block, low as i64);
        self.assign(block + MIN, Cell::int(low));
        self.narrowed(block, low, max)
    }

    /// Removes the elements greater than `high`.
    #[inline]
    pub(super) fn at_most(&mut self, block: usize, high: i128) -> Step {
        let max = self.max(block);
        if high >= i128::from(max) && max < SUP {
            return Ok(());
        }
        let min = self.min(block);
        if high < i128::from(min) && min > INF {
            return Err(Stop::Fail);
        }
        if high.abs() > i128::from(BIG) || self.is_wide(block) {
            return self.wide_at_most(block, WideBound::from(high));
        }
        let high = self.previous(block, high as i64);
        self.assign(block + MAX, Cell::int(high));
        self.narrowed(block, min, high)
    }

    #[inline]
    fn narrowed(&mut self, block: usize, min: i64, max: i64) -> Step {
        if min == max {
            self.changed(block, Event::Value);
            self.bind_value(block, Cell::int(min))
        } else {
            self.changed(block, Event::Bounds);
            Ok(())
        }
    }

    /// Removes all elements but `value`.
    pub(super) fn fix(&mut self, block: usize, value: i128) -> Step {
        let (min, max) = (self.min(block), self.max(block));
        if value < i128::from(min) && min > INF || value > i128::from(max) && max < SUP {
            return Err(Stop::Fail);
        }
        if value.abs() > i128::from(BIG) || self.is_wide(block) {
            return self.wide_fix(block, IBig::from(value));
        }
        let value = value as i64;
        if min == max {
            return Ok(());
        }
        holds(self.is_no_hole(block, value))?;
        if min != value {
            self.assign(block + MIN, Cell::int(value));
        }
        if max != value {
            self.assign(block + MAX, Cell::int(value));
        }
        self.narrowed(block, value, value)
    }

    /// Removes one element.
    #[inline]
    pub(super) fn remove(&mut self, block: usize, value: i64) -> Step {
        let (min, max) = (self.min(block), self.max(block));
        if value < min || value > max {
            return Ok(());
        }
        if value == min {
            return self.at_least(block, i128::from(value) + 1);
        }
        if value == max {
            return self.at_most(block, i128::from(value) - 1);
        }
        match self.holes(block) {
            Holes::Bits(first, _) => {
                let bit = (value - self.get(first).as_int()) as u64;
                let address = first + 1 + (bit / WORD as u64) as usize;
                let word = self.get(address).as_int();
                let rest = word & !(1 << (bit % WORD as u64));
                if rest == word {
                    return Ok(());
                }
                self.assign(address, Cell::int(rest));
                self.changed(block, Event::Domain);
                Ok(())
            }
            Holes::None if min > INF && max < SUP && max - min < BITS => {
                self.push_bits(block, min, max, &[(min, value - 1), (value + 1, max)])?;
                self.changed(block, Event::Domain);
                Ok(())
            }
            _ => self.keep_only(block, &[(INF, value - 1), (value + 1, SUP)]),
        }
    }

    fn push_bits(&mut self, block: usize, min: i64, max: i64, ranges: &[(i64, i64)]) -> Step {
        let words = ((max - min) / WORD + 1) as usize;
        self.m.reserve(words + 2)?;
        let start = self.m.heap.push(Cell::functor(Functor::new(known::FD_BITS, words + 1)));
        self.m.heap.push(Cell::int(min));
        let mut ranges = ranges.iter().copied().peekable();
        for word in 0..words as i64 {
            let first = min + word * WORD;
            let mut bits = 0;
            while let Some(&(low, high)) = ranges.peek() {
                let (from, to) = (low.max(first), high.min(first + WORD - 1));
                if from <= to {
                    bits |= (((1_u64 << (to - from + 1)) - 1) << (from - first)) as i64;
                }
                if high >= first + WORD - 1 {
                    break;
                }
                ranges.next();
            }
            self.m.heap.push(Cell::int(bits));
        }
        self.assign(block + DOMAIN, Cell::structure(start));
        Ok(())
    }

    /// Returns the domain as a set.
    pub(super) fn ranges(&self, block: usize) -> Ranges {
        let (min, max) = (self.min(block), self.max(block));
        match self.holes(block) {
            Holes::None => vec![(min, max)],
            Holes::Ranges(first, count) | Holes::Wide(first, count) => {
                let all: Ranges = (0..count / 2).map(|i| self.range(first, i)).collect();
                intersect(&all, &[(min, max)])
            }
            Holes::Bits(first, _) => {
                let base = self.get(first).as_int();
                let mut found: Ranges = Vec::new();
                let mut at = min;
                while at <= max {
                    let bit = at - base;
                    let word = self.get(first + 1 + (bit / WORD) as usize).as_int() >> (bit % WORD);
                    if word == 0 {
                        at = base + (bit / WORD + 1) * WORD;
                        continue;
                    }
                    let low = at + i64::from(word.trailing_zeros());
                    let run = i64::from((word >> word.trailing_zeros()).trailing_ones());
                    let high = (low + run - 1).min(max);
                    at = low + run;
                    if low > max {
                        break;
                    }
                    match found.last_mut() {
                        Some(last) if last.1 + 1 == low => last.1 = high,
                        _ => found.push((low, high)),
                    }
                }
                found
            }
        }
    }

    /// Returns the number of elements; `None` if there is no bound.
    pub(super) fn size(&self, block: usize) -> Option<i64> {
        let (min, max) = (self.min(block), self.max(block));
        if min == INF || max == SUP {
            return None;
        }
        Some(match self.holes(block) {
            Holes::None => max - min + 1,
            Holes::Bits(first, _) => {
                let base = self.get(first).as_int();
                let (from, to) = (min - base, max - base);
                let mut count = 0;
                for index in from / WORD..=to / WORD {
                    let mut word = self.get(first + 1 + index as usize).as_int();
                    if index == from / WORD {
                        word &= -1 << (from % WORD);
                    }
                    if index == to / WORD {
                        word &= (2 << (to % WORD)) - 1;
                    }
                    count += i64::from(word.count_ones());
                }
                count
            }
            Holes::Ranges(..) | Holes::Wide(..) => self.ranges(block).iter().map(|(low, high)| high - low + 1).sum(),
        })
    }

    /// Removes the elements that are not in the set.
    pub(super) fn keep_only(&mut self, block: usize, set: &[(i64, i64)]) -> Step {
        let (min, max) = (self.min(block), self.max(block));
        if min == max {
            let is_in = super::ranges::contains(set, min);
            return holds(is_in);
        }
        if self.is_wide(block) {
            return self.wide_keep(block, &from_small(set));
        }
        let before = self.ranges(block);
        let left = intersect(&before, set);
        let (Some(&(low, _)), Some(&(_, high))) = (left.first(), left.last()) else {
            return Err(Stop::Fail);
        };
        if left == before {
            return Ok(());
        }
        if low > BIG || high < -BIG {
            return self.wide_keep(block, &from_small(set));
        }
        if low == high {
            return self.fix(block, i128::from(low));
        }
        let is_bounds = left == intersect(&before, &[(low, high)]);
        if !is_bounds {
            if low > INF && high < SUP && high - low < BITS {
                self.push_bits(block, low, high, &left)?;
            } else {
                self.m.reserve(2 * left.len() + 1)?;
                let cells: Vec<Cell> = left.iter().flat_map(|&(a, b)| [Cell::int(a), Cell::int(b)]).collect();
                let holes = self.m.heap.new_term(known::FD_RANGES, &cells);
                self.assign(block + DOMAIN, holes);
            }
        }
        if low != min {
            self.assign(block + MIN, Cell::int(low));
        }
        if high != max {
            self.assign(block + MAX, Cell::int(high));
        }
        let event = if low != min || high != max {
            Event::Bounds
        } else {
            Event::Domain
        };
        self.changed(block, event);
        Ok(())
    }
}

impl DomainAccess for Fd<'_> {
    #[inline(always)]
    fn min(&self, x: usize) -> i64 {
        Fd::min(self, x)
    }

    #[inline(always)]
    fn max(&self, x: usize) -> i64 {
        Fd::max(self, x)
    }

    fn contains(&self, x: usize, value: i64) -> bool {
        Fd::contains(self, x, value)
    }

    fn next(&self, x: usize, value: i64) -> i64 {
        Fd::next(self, x, value)
    }

    fn ranges(&self, x: usize) -> Ranges {
        Fd::ranges(self, x)
    }

    fn at_least(&mut self, x: usize, low: i128) -> Step {
        Fd::at_least(self, x, low)
    }

    fn at_most(&mut self, x: usize, high: i128) -> Step {
        Fd::at_most(self, x, high)
    }

    fn fix(&mut self, x: usize, value: i128) -> Step {
        Fd::fix(self, x, value)
    }

    fn remove(&mut self, x: usize, value: i64) -> Step {
        Fd::remove(self, x, value)
    }

    fn keep_only(&mut self, x: usize, set: &[(i64, i64)]) -> Step {
        Fd::keep_only(self, x, set)
    }

    fn worked(&mut self, amount: usize) {
        Fd::worked(self, amount);
    }

    fn too_large(&mut self) -> Stop {
        Fd::too_large(self)
    }
}
