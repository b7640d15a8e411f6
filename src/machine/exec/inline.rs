//! Predicates in Rust whose common case runs in the loop; any other case is left to their function.

use crate::base::atom::Functor;
use crate::base::known;
use crate::code::instr::Label;
use crate::machine::hot::{Exit, Hot};
use crate::term::cell::{Cell, Tag};

use super::Flow;

/// Larger compounds are made outside of the loop.
const SMALL_ARITY: i64 = 64;

impl Hot<'_> {
    /// `between(Low, High, X)` with small integers and an unbound `X`. The choice point saves the
    /// next value in the place of `Low`.
    #[inline(always)]
    pub fn between(&mut self) -> Flow {
        let (low, high, x) = (self.deref(self.x[0]), self.deref(self.x[1]), self.deref(self.x[2]));
        if !(low.is_int() && high.is_int() && x.is_ref()) {
            return Err(Exit::Full);
        }
        if low.bits() as i64 > high.bits() as i64 {
            return Ok(false);
        }
        if low != high {
            self.x[0] = Cell::int(low.as_int() + 1);
            self.x[1] = high;
            self.x[2] = x;
            self.push_choice(self.pc as Label + 1, 3)?;
        }
        self.bind(x, low);
        Ok(true)
    }

    #[inline(always)]
    pub fn between_next(&mut self) -> Flow {
        // A loop of it alone makes no calls.
        *self.fuel = self.fuel.wrapping_sub(1);
        if *self.fuel == 0 {
            return Err(Exit::Full);
        }
        let (next, high, x) = (self.x[0], self.x[1], self.x[2]);
        if next == high {
            self.drop_choice();
        } else if let Some(choice) = self.choices.last() {
            self.saved[choice.args as usize] = Cell::int(next.as_int() + 1);
        }
        self.bind(x, next);
        Ok(true)
    }

    /// `arg(N, Term, Argument)` with a small integer and a compound term.
    #[inline(always)]
    pub fn arg_native(&mut self) -> Flow {
        let (n, term) = (self.deref(self.x[0]), self.deref(self.x[1]));
        let (first, arity) = match term.tag() {
            Tag::Str => (term.address() + 1, self.get(term.address()).as_functor().arity()),
            Tag::Lst => (term.address(), 2),
            _ => return Err(Exit::Full),
        };
        if !n.is_int() || n.as_int() < 0 {
            return Err(Exit::Full);
        }
        let n = n.as_int() as usize;
        if n == 0 || n > arity {
            return Ok(false);
        }
        self.unify_simple(self.get(first + n - 1), self.x[2])
    }

    /// `functor(Term, Name, Arity)` with a compound term, or with a variable and what makes a small one.
    #[inline(always)]
    pub fn functor_native(&mut self) -> Flow {
        let term = self.deref(self.x[0]);
        if term.is_ref() {
            let (name, arity) = (self.deref(self.x[1]), self.deref(self.x[2]));
            let small = Cell::int(1).bits()..=Cell::int(SMALL_ARITY).bits();
            if !name.is_atom() || name == Cell::atom(known::DOT) || !arity.is_int() || !small.contains(&arity.bits()) {
                return Err(Exit::Full);
            }
            let arity = arity.as_int() as usize;
            self.bind(term, Cell::structure(self.h));
            self.push(Cell::functor(Functor::new(name.as_atom(), arity)));
            self.push_variables(arity as u32);
            return Ok(true);
        }
        if term.tag() != Tag::Str {
            return Err(Exit::Full);
        }
        let functor = self.get(term.address()).as_functor();
        if !self.unify_simple(self.x[1], Cell::atom(functor.name()))? {
            return Ok(false);
        }
        self.unify_simple(self.x[2], Cell::int(functor.arity() as i64))
    }
}
