//! Products, quotients, and the like, of integers of any size: bounds of each argument from those of the others.

use dashu_int::IBig;

use ferz_engine::native::{Step, Stop, holds};

use super::super::propagate::Kind;
use super::super::store::Fd;
use super::number::{WideBound, greatest, intersect, least, mirrored, normalize};

type Span = (WideBound, WideBound);

fn has_zero((low, high): &Span) -> bool {
    *low <= WideBound::zero() && *high >= WideBound::zero()
}

fn one() -> WideBound {
    WideBound::zero().plus_small(1)
}

impl Fd<'_> {
    /// Runs the propagator of an operation of two operands; returns whether it has nothing left to do.
    pub(crate) fn wide_operation(&mut self, kind: Kind, [x, y, z]: [usize; 3]) -> Result<bool, Stop> {
        if let (Some(a), Some(b)) = (self.wide_value(x), self.wide_value(y)) {
            let value = self.evaluated(kind, &a, &b)?;
            self.wide_fix(z, value)?;
            return Ok(true);
        }
        let (a, b) = (self.wide_bounds(x), self.wide_bounds(y));
        match kind {
            Kind::Times => {
                let corners = corners(&a, &b, WideBound::times);
                let mut low = least(corners.clone());
                if x == y {
                    low = low.max(WideBound::zero());
                }
                self.wide_within(z, low, greatest(corners))?;
                self.wide_factor_of(x, y, z)?;
                self.wide_factor_of(y, x, z)?;
            }
            Kind::Quotient => self.wide_quotient([x, y, z], WideBound::truncated_quotient, false)?,
            Kind::FloorQuotient => self.wide_quotient([x, y, z], WideBound::floor_quotient, true)?,
            Kind::Modulo | Kind::Remainder => {
                self.wide_remove(y, &IBig::ZERO)?;
                let most = b.0.magnitude().max(b.1.magnitude()).plus_small(-1);
                let sign = if kind == Kind::Modulo { &b } else { &a };
                let low = if sign.0 < WideBound::zero() {
                    most.negated()
                } else {
                    WideBound::zero()
                };
                let high = if sign.1 > WideBound::zero() {
                    most
                } else {
                    WideBound::zero()
                };
                self.wide_within(z, low, high)?;
            }
            Kind::Maximum => self.wide_extreme([x, y, z], true)?,
            Kind::Minimum => self.wide_extreme([x, y, z], false)?,
            Kind::Power => self.wide_power([x, y, z])?,
            _ => {}
        }
        Ok(false)
    }

    /// Returns the value of an operation; fails if it has none.
    fn evaluated(&mut self, kind: Kind, a: &IBig, b: &IBig) -> Result<IBig, Stop> {
        let name = match kind {
            Kind::Times => "*",
            Kind::Quotient => "//",
            Kind::FloorQuotient => "div",
            Kind::Modulo => "mod",
            Kind::Remainder => "rem",
            Kind::Minimum => "min",
            Kind::Maximum => "max",
            Kind::BitAnd => "/\\",
            Kind::BitOr => "\\/",
            Kind::BitXor => "xor",
            Kind::ShiftLeft => "<<",
            Kind::ShiftRight => ">>",
            _ => "^",
        };
        let is_undefined = match kind {
            Kind::Quotient | Kind::FloorQuotient | Kind::Modulo | Kind::Remainder => b.is_zero(),
            Kind::Power => *b < IBig::ZERO && *a != IBig::ONE && *a != IBig::NEG_ONE,
            _ => false,
        };
        holds(!is_undefined)?;
        let name = self.m.intern(name);
        let (a, b) = (self.integer_cell(a)?, self.integer_cell(b)?);
        self.m.reserve(3)?;
        let expression = self.m.heap.new_term(name, &[a, b]);
        let value = self.m.eval_cell(expression)?;
        self.integer(value).ok_or(Stop::Fail)
    }

    /// Narrows `x` in x * y = z.
    fn wide_factor_of(&mut self, x: usize, y: usize, z: usize) -> Step {
        let c = self.wide_bounds(z);
        if !has_zero(&c) {
            self.wide_remove(x, &IBig::ZERO)?;
            self.wide_remove(y, &IBig::ZERO)?;
        }
        let b = self.wide_bounds(y);
        if !has_zero(&b) {
            let low = least(corners(&c, &b, WideBound::ceiling_quotient));
            let high = greatest(corners(&c, &b, WideBound::floor_quotient));
            self.wide_within(x, low, high)?;
        } else if !has_zero(&c) {
            // The other factor is at least 1 away from zero.
            let most = c.0.magnitude().max(c.1.magnitude());
            self.wide_within(x, most.negated(), most)?;
        }
        if x == y && c.1 >= WideBound::zero() {
            let most = root_of(&c.1, 2);
            let fewest = root_above(&c.0, 2);
            self.wide_outside(x, &fewest)?;
            self.wide_within(x, most.negated(), most)?;
        }
        Ok(())
    }

    /// Removes the integers nearer to zero than `fewest`.
    fn wide_outside(&mut self, x: usize, fewest: &WideBound) -> Step {
        if *fewest <= WideBound::zero() {
            return Ok(());
        }
        self.wide_keep(
            x,
            &[(WideBound::Inf, fewest.negated()), (fewest.clone(), WideBound::Sup)],
        )
    }

    fn wide_quotient(
        &mut self,
        [x, y, z]: [usize; 3],
        divide: fn(&WideBound, &WideBound) -> WideBound,
        down: bool,
    ) -> Step {
        self.wide_remove(y, &IBig::ZERO)?;
        let (a, b) = (self.wide_bounds(x), self.wide_bounds(y));
        let mut found = Vec::new();
        for side in [
            (b.0.clone(), b.1.clone().min(one().negated())),
            (b.0.clone().max(one()), b.1.clone()),
        ] {
            if side.0 <= side.1 {
                found.extend(corners(&a, &side, divide));
                if has_zero(&a) || side.0.int().is_none() || side.1.int().is_none() {
                    // A quotient by a number without bound is near zero, on either side.
                    found.push(WideBound::zero());
                    found.push(if down { one().negated() } else { WideBound::zero() });
                }
            }
        }
        self.wide_within(z, least(found.clone()), greatest(found))?;
        let (b, c) = (self.wide_bounds(y), self.wide_bounds(z));
        let size = b.0.magnitude().max(b.1.magnitude()).plus_small(-1);
        if has_zero(&b) {
            return Ok(());
        }
        // The dividend is the product and a rest that is smaller than the divisor.
        let products = corners(&c, &b, WideBound::times);
        let low = least(products.clone()).plus(&size.negated());
        self.wide_within(x, low, greatest(products).plus(&size))
    }

    /// |x| = z.
    pub(crate) fn wide_absolute(&mut self, [x, z]: [usize; 2]) -> Step {
        self.wide_at_least(z, WideBound::zero())?;
        let both = |mut set: Vec<Span>| {
            set.extend(mirrored(&set));
            normalize(set)
        };
        let allowed = both(self.wide_set(z));
        self.wide_keep(x, &allowed)?;
        let positive = intersect(&both(self.wide_set(x)), &[(WideBound::zero(), WideBound::Sup)]);
        self.wide_keep(z, &positive)
    }

    fn wide_extreme(&mut self, [x, y, z]: [usize; 3], is_maximum: bool) -> Step {
        let (a, b) = (self.wide_bounds(x), self.wide_bounds(y));
        let pick = if is_maximum { Ord::max } else { Ord::min };
        self.wide_within(z, pick(a.0, b.0), pick(a.1, b.1))?;
        let (low, high) = self.wide_bounds(z);
        for (one, other) in [(x, y), (y, x)] {
            if is_maximum {
                self.wide_at_most(one, high.clone())?;
            } else {
                self.wide_at_least(one, low.clone())?;
            }
            let span = self.wide_bounds(one);
            if is_maximum && span.1 < low || !is_maximum && span.0 > high {
                // It cannot be the result, so the other is.
                self.wide_within(other, low.clone(), high.clone())?;
            }
        }
        Ok(())
    }

    /// x ^ y = z.
    fn wide_power(&mut self, [x, y, z]: [usize; 3]) -> Step {
        let (a, b) = (self.wide_bounds(x), self.wide_bounds(y));
        if b.0 < WideBound::zero() {
            let (low, high) = (one().negated(), one());
            if b.1 < WideBound::zero() {
                self.wide_within(x, low.clone(), high.clone())?;
                return self.wide_within(z, low, high);
            }
            if a.0 <= high && a.1 >= low {
                return Ok(());
            }
            self.wide_at_least(y, WideBound::zero())?;
        }
        let b = self.wide_bounds(y);
        let exponent = |bound: &WideBound| bound.int().and_then(|value| usize::try_from(value).ok());
        let Some(exponent) = exponent(&b.0).filter(|_| b.0 == b.1) else {
            if a.0 >= one() {
                let low = exponent(&b.0).map_or(one(), |exponent| a.0.power(exponent));
                let high = exponent(&b.1).map_or(WideBound::Sup, |exponent| a.1.power(exponent));
                self.wide_within(z, low, high)?;
            }
            return self.wide_exponent([x, y, z]);
        };
        if exponent == 0 {
            return self.wide_fix(z, IBig::ONE);
        }
        let ends = [a.0.power(exponent), a.1.power(exponent)];
        if exponent % 2 == 0 {
            let low = if has_zero(&a) {
                WideBound::zero()
            } else {
                least(ends.clone())
            };
            self.wide_within(z, low, greatest(ends))?;
            let c = self.wide_bounds(z);
            let most = root_of(&c.1, exponent);
            self.wide_within(x, most.negated(), most)?;
            return self.wide_outside(x, &root_above(&c.0, exponent));
        }
        self.wide_within(z, least(ends.clone()), greatest(ends))?;
        let c = self.wide_bounds(z);
        let low = if c.0 > WideBound::zero() {
            root_above(&c.0, exponent)
        } else {
            root_of(&c.0.negated(), exponent).negated()
        };
        let high = if c.1 < WideBound::zero() {
            root_above(&c.1.negated(), exponent).negated()
        } else {
            root_of(&c.1, exponent)
        };
        self.wide_within(x, low, high)
    }

    /// Narrows the exponent where the base is at least 2 and the result has a bound.
    fn wide_exponent(&mut self, [x, y, z]: [usize; 3]) -> Step {
        let (base, (low, limit)) = (self.wide_bounds(x), self.wide_bounds(z));
        if base.0 < one().plus_small(1) || limit.int().is_none() {
            return Ok(());
        }
        let (mut most, mut power, mut fewest) = (-1_i128, one(), 0_i128);
        while power <= limit {
            most += 1;
            if base.0 == base.1 && power < low {
                fewest = most + 1;
            }
            power = power.times(&base.0);
            self.m.poll()?;
        }
        self.wide_within(y, WideBound::from(fewest), WideBound::from(most))
    }
}

/// Returns the results of a function on the ends of two spans.
fn corners(a: &Span, b: &Span, of: fn(&WideBound, &WideBound) -> WideBound) -> Vec<WideBound> {
    vec![of(&a.0, &b.0), of(&a.0, &b.1), of(&a.1, &b.0), of(&a.1, &b.1)]
}

/// Returns the greatest integer whose power is at most `value`, which is not negative.
fn root_of(value: &WideBound, exponent: usize) -> WideBound {
    match value {
        WideBound::Int(value) if *value >= IBig::ZERO => WideBound::Int(value.nth_root(exponent)),
        WideBound::Int(_) => WideBound::zero(),
        _ => WideBound::Sup,
    }
}

/// Returns the least integer that is not negative and whose power is at least `value`.
fn root_above(value: &WideBound, exponent: usize) -> WideBound {
    match value {
        WideBound::Int(number) if *number > IBig::ZERO => {
            let root = number.nth_root(exponent);
            let is_less = root.pow(exponent) < *number;
            WideBound::Int(if is_less { root + IBig::ONE } else { root })
        }
        _ => WideBound::zero(),
    }
}

impl Fd<'_> {
    /// Runs an operation whose result was too large, with integers of any size.
    pub(crate) fn operation_or_wide(
        &mut self,
        done: Result<bool, Stop>,
        kind: Kind,
        args: [usize; 3],
    ) -> Result<bool, Stop> {
        match done {
            Err(Stop::Throw(_)) if self.overflowed => {
                self.overflowed = false;
                self.wide_operation(kind, args)
            }
            done => done,
        }
    }
}
