//! Relations between two expressions, such as `X #= Y+1`. A relation without variables is decided at once.

use std::cmp::Ordering;

use ferz_engine::native::terms::walk::is_ground;
use ferz_engine::native::terms::{Atom, Cell, View, known};
use ferz_engine::native::{Machine, Step, Stop, holds};

use super::linear::Relation;
use super::parse::{Raw, TOP};
use super::propagate::Kind;
use super::store::{Event, Fd};

/// The largest absolute value of an integer that is added to a variable without a look at overflow.
const SMALL: i64 = 1 << 40;

/// Posts a relation between two expressions.
pub(super) fn compare(m: &mut Machine, name: Atom, left: Cell, right: Cell) -> Step {
    let (left, right) = (m.deref(left), m.deref(right));
    let is_marked = m.flags.clpfd_monotonic;
    match (quick_value(m, left), quick_value(m, right)) {
        (Some(a), Some(b)) => {
            return holds(is_related(name, a.cmp(&b)));
        }
        (Some(value), None) | (None, Some(value)) if name == known::FD_EQ && !is_marked => {
            for side in [left, right] {
                if let (View::Var(variable), Some(value)) = (m.view(side), Cell::try_int(value)) {
                    m.bind(variable, value);
                    return Ok(());
                }
            }
        }
        _ => {}
    }
    m.reserve_first(64)?;
    let mut fd = Fd::new(m);
    if name == known::FD_NE
        && !is_marked
        && let (Some((x, a)), Some((y, b))) = (fd.shifted_variable(left), fd.shifted_variable(right))
    {
        return fd.post_different(x, y, b - a);
    }
    let done = read_and_post(&mut fd, name, left, right).and_then(|()| fd.run());
    if fd.overflowed && matches!(done, Err(Stop::Throw(_))) {
        let done = fd
            .or_wide(done, |fd| fd.post_wide_relation(name, left, right))
            .and_then(|()| fd.run());
        if done.is_err() {
            fd.forget();
        }
        return done;
    }
    if done.is_err() {
        fd.forget();
    }
    done
}

/// Returns the value of an integer, or of an operation on two, which needs nothing of constraints.
#[inline]
fn quick_value(m: &Machine, cell: Cell) -> Option<i64> {
    match m.view(cell) {
        View::Int(value) => Some(value),
        View::Struct(functor, first) if functor.arity() == 2 => {
            let (a, b) = (m.deref(m.heap.get(first)), m.deref(m.heap.get(first + 1)));
            if !Cell::are_ints(a, b) {
                return None;
            }
            let (a, b) = (a.as_int(), b.as_int());
            match functor.name() {
                known::PLUS => a.checked_add(b),
                known::MINUS => a.checked_sub(b),
                known::STAR => a.checked_mul(b),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether two numbers in this order are in a relation.
fn is_related(name: Atom, order: Ordering) -> bool {
    match name {
        known::FD_EQ => order.is_eq(),
        known::FD_NE => order.is_ne(),
        known::FD_LT => order.is_lt(),
        known::FD_LE => order.is_le(),
        known::FD_GT => order.is_gt(),
        _ => order.is_ge(),
    }
}

impl Fd<'_> {
    /// Reads a variable that has a domain, alone or with an integer added; returns its block and the integer.
    #[inline]
    fn shifted_variable(&self, cell: Cell) -> Option<(usize, i64)> {
        if let Some(block) = self.known_block(cell) {
            return Some((block, 0));
        }
        let View::Struct(functor, first) = self.m.view(cell) else {
            return None;
        };
        let sign = match (functor.name(), functor.arity()) {
            (known::PLUS, 2) => 1,
            (known::MINUS, 2) => -1,
            _ => return None,
        };
        match self.m.view(self.get(first + 1)) {
            View::Int(value) if value.abs() <= SMALL => Some((self.known_block(self.get(first))?, sign * value)),
            _ => None,
        }
    }

    /// Posts a relation with integers of any size.
    fn post_wide_relation(&mut self, name: Atom, left: Cell, right: Cell) -> Step {
        let (relation, sign, added) = super::formula::relation(name).ok_or(Stop::Fail)?;
        let sum = self.wide_difference(left, right, sign, added, TOP)?;
        self.post_wide(relation, sum)
    }

    /// Posts x ≠ y + c, and runs what waits.
    fn post_different(&mut self, x: usize, y: usize, c: i64) -> Step {
        let loser = match (self.value(x), self.value(y)) {
            (_, Some(value)) => (x, value + c),
            (Some(value), _) => (y, value - c),
            _ if x == y => return if c == 0 { Err(Stop::Fail) } else { Ok(()) },
            _ => {
                let args = [Cell::structure(x - 1), Cell::structure(y - 1), Cell::int(c)];
                return self
                    .add_propagator(Kind::NotEqual, &args, &[x, y], Event::Value)
                    .map(|_| ());
            }
        };
        let done = self.remove_wide(loser.0, i128::from(loser.1));
        if done.is_err() {
            self.forget();
            return done;
        }
        self.run()
    }
}

fn read_and_post(fd: &mut Fd<'_>, name: Atom, left: Cell, right: Cell) -> Step {
    if name == known::FD_EQ && !fd.m.flags.clpfd_monotonic {
        for (simple, other, sign) in [(left, right, -1), (right, left, 1)] {
            if !simple.is_variable() && !simple.is_int() {
                continue;
            }
            if fd.is_operation(other) {
                let target = if simple.is_ref() && is_ground(&fd.m.heap, other) {
                    None
                } else {
                    Some(fd.variable(simple)?)
                };
                let result = fd.operation(other, target, TOP)?;
                return match target {
                    None => {
                        fd.run()?;
                        fd.m.unify(simple, fd.shown(result))
                    }
                    Some(_) => Ok(()),
                };
            }
            if simple.is_ref() {
                let mut raw = Raw::default();
                fd.add(&mut raw, sign, other, TOP)?;
                if let Some(value) = raw.value() {
                    let value = i128::from(sign) * value;
                    let Some(value) = i64::try_from(value).ok().and_then(Cell::try_int) else {
                        return Err(fd.too_large());
                    };
                    return fd.m.unify(simple, value);
                }
                fd.add(&mut raw, -sign, simple, TOP)?;
                if sign < 0 {
                    raw.last_first();
                }
                let sum = fd.normal(raw)?;
                return fd.post_sum(Relation::Equal, &sum);
            }
        }
    }
    match fd.sum_of(name, left, right, TOP)? {
        Some((relation, sum)) => fd.post_sum(relation, &sum),
        None => Err(Stop::Fail),
    }
}
