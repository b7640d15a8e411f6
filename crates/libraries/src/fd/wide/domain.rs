//! Wide domains: how they are read and narrowed.

use dashu_int::IBig;

use ferz_engine::native::terms::{Cell, Functor, Number, View, known};
use ferz_engine::native::{Step, Stop};

use super::super::propagate::WIDE;
use super::super::ranges::{INF, SUP};
use super::super::store::{BLOCK, DOMAIN, Event, Fd, KIND, MAX, MIN};
use super::number::{Set, WideBound, from_small, intersect, to_small};

impl Fd<'_> {
    /// Whether the domain names an integer that is too large for a small domain.
    #[inline(always)]
    pub(crate) fn is_wide(&self, block: usize) -> bool {
        (self.min(block) == INF || self.max(block) == SUP) && self.names_wide(block)
    }

    fn names_wide(&self, block: usize) -> bool {
        let domain = self.get(block + DOMAIN);
        domain.is_structure() && self.get(domain.address()).as_functor().name() == known::FD_WIDE
    }

    /// Returns the integer of a cell, if it is one.
    pub(crate) fn integer(&self, cell: Cell) -> Option<IBig> {
        match self.m.heap.number(cell)? {
            Number::Int(value) => Some(IBig::from(value)),
            Number::Big(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the cell of an integer.
    pub(crate) fn integer_cell(&mut self, value: &IBig) -> Result<Cell, Stop> {
        self.m.number_cell(&Number::from(value.clone()))
    }

    /// Returns a bound as a term.
    pub(crate) fn bound_cell(&mut self, bound: &WideBound) -> Result<Cell, Stop> {
        match bound {
            WideBound::Inf => Ok(Cell::atom(known::INF)),
            WideBound::Sup => Ok(Cell::atom(known::SUP)),
            WideBound::Int(value) => self.integer_cell(value),
        }
    }

    pub(crate) fn bound_of(&self, cell: Cell) -> WideBound {
        match self.integer(cell) {
            Some(value) => WideBound::Int(value),
            None if cell == Cell::atom(known::INF) => WideBound::Inf,
            None => WideBound::Sup,
        }
    }

    /// Returns the elements of any domain.
    pub(crate) fn wide_set(&self, block: usize) -> Set {
        if !self.is_wide(block) {
            return from_small(&self.ranges(block));
        }
        let domain = self.get(block + DOMAIN).address();
        let count = self.get(domain).as_functor().arity();
        let end = |i: usize| self.bound_of(self.get(domain + 1 + i));
        (0..count).step_by(2).map(|i| (end(i), end(i + 1))).collect()
    }

    /// Returns the bounds of any domain.
    pub(crate) fn wide_bounds(&self, block: usize) -> (WideBound, WideBound) {
        let (min, max) = (self.min(block), self.max(block));
        if !self.is_wide(block) {
            return (min.into(), max.into());
        }
        let domain = self.get(block + DOMAIN).address();
        let count = self.get(domain).as_functor().arity();
        (
            self.bound_of(self.get(domain + 1)),
            self.bound_of(self.get(domain + count)),
        )
    }

    /// Returns the value of a variable of any size, if it has one.
    pub(crate) fn wide_value(&self, block: usize) -> Option<IBig> {
        match self.wide_bounds(block) {
            (WideBound::Int(low), WideBound::Int(high)) if low == high => Some(low),
            _ => None,
        }
    }

    /// Makes the block of a constant of any size.
    pub(crate) fn wide_constant(&mut self, value: Cell) -> Result<usize, Stop> {
        self.m.reserve(16)?;
        let ends = [value, value];
        let domain = self.m.heap.new_term(known::FD_WIDE, &ends);
        let fields = [
            Cell::int(INF),
            Cell::int(SUP),
            domain,
            value,
            Cell::NIL,
            Cell::NIL,
            Cell::NIL,
            Cell::ZERO,
        ];
        Ok(self.m.heap.new_struct(BLOCK, &fields).address() + 1)
    }

    /// Removes the elements that are less than `low`.
    pub(crate) fn wide_at_least(&mut self, block: usize, low: WideBound) -> Step {
        // A bound that was too large to compute tells nothing.
        if low == WideBound::Sup || low <= self.wide_bounds(block).0 {
            return Ok(());
        }
        self.wide_keep(block, &[(low, WideBound::Sup)])
    }

    /// Removes the elements that are greater than `high`.
    pub(crate) fn wide_at_most(&mut self, block: usize, high: WideBound) -> Step {
        if high == WideBound::Inf || high >= self.wide_bounds(block).1 {
            return Ok(());
        }
        self.wide_keep(block, &[(WideBound::Inf, high)])
    }

    pub(crate) fn wide_within(&mut self, block: usize, low: WideBound, high: WideBound) -> Step {
        self.wide_at_least(block, low)?;
        self.wide_at_most(block, high)
    }

    /// Removes all elements but `value`.
    pub(crate) fn wide_fix(&mut self, block: usize, value: IBig) -> Step {
        let value = WideBound::Int(value);
        self.wide_keep(block, &[(value.clone(), value)])
    }

    /// Removes one element.
    pub(crate) fn wide_remove(&mut self, block: usize, value: &IBig) -> Step {
        let value = WideBound::Int(value.clone());
        let rest = [
            (WideBound::Inf, value.plus_small(-1)),
            (value.plus_small(1), WideBound::Sup),
        ];
        self.wide_keep(block, &rest)
    }

    /// Removes the elements that are not in the set.
    pub(crate) fn wide_keep(&mut self, block: usize, set: &[(WideBound, WideBound)]) -> Step {
        let before = self.wide_set(block);
        let left = intersect(&before, set);
        let (Some((low, _)), Some((_, high))) = (left.first(), left.last()) else {
            return Err(Stop::Fail);
        };
        if left == before {
            return Ok(());
        }
        let was_wide = self.is_wide(block);
        if let Some(small) = to_small(&left) {
            if was_wide {
                self.assign(block + DOMAIN, Cell::NIL);
            }
            return self.keep_only(block, &small);
        }
        self.m.reserve(2 * left.len() + 1)?;
        let mut ends = Vec::with_capacity(2 * left.len());
        for (from, to) in &left {
            ends.push(self.bound_cell(from)?);
            ends.push(self.bound_cell(to)?);
        }
        let domain = self.m.heap.new_struct(Functor::new(known::FD_WIDE, ends.len()), &ends);
        self.assign(block + DOMAIN, domain);
        let (min, max) = (low.small().unwrap_or(INF), high.small().unwrap_or(SUP));
        if min != self.min(block) {
            self.assign(block + MIN, Cell::int(min));
        }
        if max != self.max(block) {
            self.assign(block + MAX, Cell::int(max));
        }
        if !was_wide {
            self.widen_propagators(block);
        }
        if low == high {
            self.changed(block, Event::Value);
            return self.bind_value(block, ends[0]);
        }
        let is_bound =
            before.first().map(|range| &range.0) != Some(low) || before.last().map(|range| &range.1) != Some(high);
        self.changed(block, if is_bound { Event::Bounds } else { Event::Domain });
        Ok(())
    }

    /// Makes the propagators of a variable those of a wide one.
    pub(crate) fn widen_propagators(&mut self, block: usize) {
        for event in [Event::Value, Event::Bounds, Event::Domain] {
            let mut list = self.get(block + event as usize);
            while list.is_list() {
                let kind = self.get(list.address()).address() + 1 + KIND;
                let number = self.get(kind).as_int();
                if number < WIDE {
                    self.assign(kind, Cell::int(number + WIDE));
                }
                list = self.get(list.address() + 1);
            }
        }
    }

    /// Returns the number of elements of a domain; `None` if there is no bound.
    pub(crate) fn wide_size(&self, block: usize) -> Option<IBig> {
        let mut size = IBig::ZERO;
        for (low, high) in self.wide_set(block) {
            size += high.int()? - low.int()? + IBig::ONE;
        }
        Some(size)
    }

    /// Returns the set of a domain term, as [`Fd::domain`] does, with integers of any size.
    pub(crate) fn wide_domain(&mut self, cell: Cell) -> Result<Set, Stop> {
        let mut work = vec![cell];
        let mut ranges = Vec::new();
        while let Some(cell) = work.pop() {
            self.m.poll()?;
            let View::Struct(functor, first) = self.m.view(cell) else {
                let Some(value) = self.integer(cell) else {
                    return Err(self.domain_error("clpfd_domain", cell));
                };
                ranges.push((WideBound::Int(value.clone()), WideBound::Int(value)));
                continue;
            };
            let (left, right) = (self.get(first), self.get(first + functor.arity() - 1));
            match (functor.name(), functor.arity()) {
                (known::TO, 2) => {
                    let range = (
                        self.end_of(cell, left, known::INF)?,
                        self.end_of(cell, right, known::SUP)?,
                    );
                    ranges.push(range);
                }
                (known::OR, 2) => work.extend([left, right]),
                (known::BACKSLASH, 1) if work.is_empty() && ranges.is_empty() => {
                    return Ok(super::number::complement(&self.wide_domain(left)?));
                }
                _ => return Err(self.domain_error("clpfd_domain", cell)),
            }
        }
        Ok(super::number::normalize(ranges))
    }

    fn end_of(&mut self, range: Cell, cell: Cell, open: ferz_engine::native::terms::Atom) -> Result<WideBound, Stop> {
        match self.m.view(cell) {
            View::Atom(name) if name == open => Ok(self.bound_of(Cell::atom(name))),
            View::Var(_) | View::Attributed(_) => Err(self.m.instantiation_error()),
            _ => match self.integer(cell) {
                Some(value) => Ok(WideBound::Int(value)),
                None => Err(self.domain_error("clpfd_domain", range)),
            },
        }
    }
}
