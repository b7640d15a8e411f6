//! The kinds of propagators, and which function runs each.

use ferz_engine::native::terms::Cell;
use ferz_engine::native::{Step, Stop};

use super::circuit::circuit;
use super::halls::spread;
use super::products;
use super::ranges::{intersect, map};
use super::rules::{self, Propagators, align_ranges};
use super::store::{Fd, KIND};
use super::tasks::cumulative;

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        /// The kinds of propagators. Those from `Distinct` on are costly, and run last.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub(super) enum Kind { $($(#[$doc])* $name),* }
        const KINDS: &[Kind] = &[$(Kind::$name),*];
    };
}

kinds! {
    /// x ≠ y + c.
    NotEqual,
    /// x = y + c.
    Offset,
    /// x + y = c.
    Mirror,
    /// c; a, x...: the sum of the products is c.
    LinearEqual,
    /// The sum is at most c.
    LinearAtMost,
    /// The sum is not c.
    LinearNotEqual,
    /// x * y = z.
    Times,
    /// x // y = z.
    Quotient,
    /// x div y = z.
    FloorQuotient,
    /// x mod y = z.
    Modulo,
    /// x rem y = z.
    Remainder,
    /// |x| = z.
    Absolute,
    /// min(x, y) = z.
    Minimum,
    /// max(x, y) = z.
    Maximum,
    /// x ^ y = z.
    Power,
    /// x /\ y = z.
    BitAnd,
    /// x \/ y = z.
    BitOr,
    /// x xor y = z.
    BitXor,
    /// x << y = z.
    ShiftLeft,
    /// x >> y = z.
    ShiftRight,
    /// operation, b, c; a, x...: b tells whether the linear relation holds.
    Reified,
    /// b, x, low, high...: b tells whether x is in the set.
    ReifiedDomain,
    /// done, shown; x...: all different, by value.
    Different,
    /// index, value; element...
    Element,
    /// shown; x...: the next node of each is a circuit.
    Circuit,
    /// shown; x...: all different, by matching.
    Distinct,
    /// shown; x...: all different, by bounds.
    Spread,
    /// index, state; x...: the variables are one of the tuples of a table.
    Table,
    /// shown; limit; start, duration, use...: tasks that share a resource. If `shown` is 0, simpler constraints tell the
    /// same.
    Cumulative,
    /// name, shown; x...: a constraint of the host.
    Host,
    /// One of the others, with a wide variable or number (`wide`).
    Wide,
}

/// The pattern of the kinds that have two operands and a result.
macro_rules! operations {
    ($kind:ident) => {
        $kind::Times
            | $kind::Quotient
            | $kind::FloorQuotient
            | $kind::Modulo
            | $kind::Remainder
            | $kind::Minimum
            | $kind::Maximum
            | $kind::Power
            | $kind::BitAnd
            | $kind::BitOr
            | $kind::BitXor
            | $kind::ShiftLeft
            | $kind::ShiftRight
    };
}
pub(in crate::fd) use operations;

/// The number added to that of a kind where a variable is wide.
pub(super) const WIDE: i64 = KINDS.len() as i64;

impl Kind {
    /// Returns the kind that a propagator's first cell names.
    #[inline(always)]
    pub(super) fn of(cell: Cell) -> Kind {
        KINDS[(cell.as_int() as usize).min(KINDS.len() - 1)]
    }

    #[inline(always)]
    pub(super) fn is_slow(self) -> bool {
        self >= Kind::Distinct
    }

    /// Whether it has two operands and a result.
    pub(super) fn is_operation(self) -> bool {
        matches!(self, operations!(Kind))
    }
}

impl Fd<'_> {
    /// Runs propagator `p`.
    #[inline]
    pub(super) fn propagate(&mut self, p: usize) -> Step {
        match Kind::of(self.get(p + KIND)) {
            Kind::NotEqual => self.not_equal(p),
            Kind::Offset => self.align(p, 1),
            Kind::Mirror => self.align(p, -1),
            Kind::LinearEqual => self.undisturbed(p, |fd| fd.linear(p, true)),
            Kind::LinearAtMost => self.undisturbed(p, |fd| fd.linear(p, false)),
            Kind::LinearNotEqual => rules::sum_differs(self, p, 1),
            Kind::Absolute => {
                let args = [self.arg(p, 0), self.arg(p, 1)];
                let done = products::absolute(self, args)?;
                self.kill_if(p, done)
            }
            operations!(Kind) => {
                let args = [self.arg(p, 0), self.arg(p, 1), self.arg(p, 2)];
                let kind = Kind::of(self.get(p + KIND));
                let done = products::operation(self, kind, args);
                let done = self.operation_or_wide(done, kind, args)?;
                self.kill_if(p, done)
            }
            Kind::Reified => self.reified(p),
            Kind::ReifiedDomain => rules::reified_domain(self, p),
            Kind::Different => self.different(p),
            Kind::Element => self.element(p),
            Kind::Circuit => self.all_at_once(p, circuit),
            Kind::Distinct => self.distinct(p),
            Kind::Spread => self.all_at_once(p, spread),
            Kind::Table => self.table(p),
            Kind::Host => self.host(p),
            Kind::Cumulative => self.all_at_once(p, cumulative),
            Kind::Wide => self.wide(p),
        }
    }

    /// shown; x...: `run` looks at all variables, and tells whether nothing is left to do.
    pub(super) fn all_at_once(
        &mut self,
        p: usize,
        run: impl FnOnce(&mut Self, &[usize]) -> Result<bool, Stop>,
    ) -> Step {
        let vars: Vec<usize> = (1..self.arg_count(p)).map(|i| self.arg(p, i)).collect();
        let done = run(self, &vars)?;
        self.kill_if(p, done)
    }

    fn kill_if(&mut self, p: usize, done: bool) -> Step {
        if done {
            self.kill(p);
        }
        Ok(())
    }

    /// x ≠ y + c.
    fn not_equal(&mut self, p: usize) -> Step {
        let (x, y, c) = (self.arg(p, 0), self.arg(p, 1), self.number(p, 2));
        if let Some(value) = self.value(y) {
            self.kill(p);
            self.remove_wide(x, i128::from(value) + i128::from(c))
        } else if let Some(value) = self.value(x) {
            self.kill(p);
            self.remove_wide(y, i128::from(value) - i128::from(c))
        } else if x == y {
            self.entailed_if(p, c != 0)
        } else {
            Ok(())
        }
    }

    /// Kills the propagator if its constraint holds, and fails if it cannot.
    pub(super) fn entailed_if(&mut self, p: usize, holds: bool) -> Step {
        if !holds {
            return Err(Stop::Fail);
        }
        self.kill(p);
        Ok(())
    }

    /// x, y, c: x = sign * y + c.
    fn align(&mut self, p: usize, sign: i64) -> Step {
        let (args, c) = ([self.arg(p, 0), self.arg(p, 1)], self.number(p, 2));
        self.undisturbed(p, |fd| {
            let done = rules::aligned(fd, args, sign, c)?;
            fd.kill_if(p, done)
        })
    }
}

impl Propagators for Fd<'_> {
    #[inline(always)]
    fn variable(&self, p: usize, i: usize) -> usize {
        self.arg(p, i)
    }

    #[inline(always)]
    fn integer(&self, p: usize, i: usize) -> i64 {
        self.number(p, i)
    }

    #[inline(always)]
    fn argument_count(&self, p: usize) -> usize {
        self.arg_count(p)
    }

    fn done(&mut self, p: usize) {
        self.kill(p);
    }

    fn remove_any(&mut self, x: usize, value: i128) -> Step {
        self.remove_wide(x, value)
    }

    fn sum_bounds(&self, p: usize, first: usize) -> (Option<i128>, Option<i128>) {
        let (low, high) = self.bounds(p, first);
        (low.finite(), high.finite())
    }

    fn may_meet(&self, x: usize, y: usize, c: i64) -> bool {
        let is_finite = self.size(x).is_some() && self.size(y).is_some();
        !is_finite || !intersect(&self.ranges(x), &map(&self.ranges(y), 1, c)).is_empty()
    }

    /// Values may be beyond the numbers of domains.
    fn align(&mut self, x: usize, y: usize, sign: i64, c: i64) -> Step {
        let (sign, c) = (i128::from(sign), i128::from(c));
        if let Some(value) = self.value(y) {
            return self.fix(x, sign * i128::from(value) + c);
        }
        if let Some(value) = self.value(x) {
            return self.fix(y, sign * (i128::from(value) - c));
        }
        align_ranges(self, x, y, sign as i64, c as i64)
    }
}
