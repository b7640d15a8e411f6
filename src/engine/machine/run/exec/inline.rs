//! Native predicates whose common case runs in the loop and returns; in any other case the native itself is called, and
//! the `proceed` after the instruction returns.

use crate::base::atom::Functor;
use crate::base::known;
use crate::base::num::FunctionTable;
use crate::code::instr::{Comparison, Label, NativeTest, Reg};
use crate::machine::eval::small_operation;
use crate::machine::run::hot::{Exit, Hot, deref};
use crate::term::cell::{Cell, tags};
use crate::term::order::order_atom;

use super::Flow;
use super::arith::{identical, tags_of};
use super::compound::compare;

/// Maximum arity of compounds that are made in the loop.
const SMALL_ARITY: i64 = 64;

impl Hot<'_> {
    /// Runs `between(Low, High, X)` with small integers and an `X` that is unbound or a small integer. The choice point
    /// saves the next value as the first argument.
    #[inline(always)]
    pub(crate) fn between(&mut self) -> Flow {
        let (low, high, x) = (self.deref(self.x[0]), self.deref(self.x[1]), self.deref(self.x[2]));
        if !(low.is_int() && high.is_int() && (x.is_ref() || x.is_int())) {
            leave!(Full);
        }
        if x.is_int() {
            let between = low.as_int() <= x.as_int() && x.as_int() <= high.as_int();
            if between {
                self.proceed();
            }
            return Ok(between);
        }
        if low.bits() as i64 > high.bits() as i64 {
            return Ok(false);
        }
        if low != high {
            self.x[0] = Cell::int(low.as_int() + 1);
            self.x[1] = high;
            self.x[2] = x;
            self.push_choice(Label::at(self.pc) + 1, 3)?;
        }
        self.bind(x, low);
        self.proceed();
        Ok(true)
    }

    #[inline(always)]
    pub(crate) fn between_next(&mut self) -> Flow {
        // A failure-driven loop over it makes no calls, so each solution consumes fuel.
        *self.fuel = self.fuel.wrapping_sub(1);
        if *self.fuel == 0 {
            leave!(Full);
        }
        let (next, high, x) = (self.x[0], self.x[1], self.x[2]);
        if next == high {
            self.drop_choice();
        } else if let Some(choice) = self.choices.last() {
            self.saved[choice.args as usize] = Cell::int(next.as_int() + 1);
        }
        self.bind(x, next);
        self.proceed();
        Ok(true)
    }

    /// Runs `arg(N, Term, Argument)` with a small integer and a compound term.
    #[inline(always)]
    pub(crate) fn arg_native(&mut self) -> Flow {
        let (n, term) = (self.deref(self.x[0]), self.deref(self.x[1]));
        let (first, arity) = match term.tag_bits() {
            tags::STR => (term.address() + 1, self.get(term.address()).as_functor().arity()),
            tags::LST => (term.address(), 2),
            _ => leave!(Full),
        };
        if !n.is_int() || n.as_int() < 0 {
            leave!(Full);
        }
        let n = n.as_int() as usize;
        if n == 0 || n > arity {
            return Ok(false);
        }
        self.unify_and_proceed(self.get(first + n - 1), self.x[2])
    }

    #[inline(always)]
    pub(crate) fn unify_and_proceed(&mut self, a: Cell, b: Cell) -> Flow {
        let equal = self.unify_simple(a, b)?;
        if equal {
            self.proceed();
        }
        Ok(equal)
    }

    /// Runs `Value is Expression` with an integer, or with one operation on two of them.
    #[inline(always)]
    pub(crate) fn is_native(&mut self) -> Flow {
        match value(self.heap, self.arithmetic.functions(), self.x[1]) {
            Some(value) => self.unify_and_proceed(self.x[0], value),
            None => leave!(Full),
        }
    }

    #[inline(always)]
    pub(crate) fn test_native(&mut self, test: NativeTest) -> Flow {
        let holds = holds(self.heap, self.x[0], self.x[1], test).ok_or(Exit::Full)?;
        if holds {
            self.proceed();
        }
        Ok(holds)
    }

    /// Runs `functor(Term, Name, Arity)` with a compound term, or with a variable and the name and arity of a small
    /// one.
    #[inline(always)]
    pub(crate) fn functor_native(&mut self) -> Flow {
        let term = self.deref(self.x[0]);
        if term.is_ref() {
            let (name, arity) = (self.deref(self.x[1]), self.deref(self.x[2]));
            let small = Cell::int(1).bits()..=Cell::int(SMALL_ARITY).bits();
            if !name.is_atom() || name == Cell::atom(known::DOT) || !arity.is_int() || !small.contains(&arity.bits()) {
                leave!(Full);
            }
            let arity = arity.as_int() as usize;
            self.bind(term, Cell::structure(self.h));
            self.push(Cell::functor(Functor::new(name.as_atom(), arity)));
            self.push_variables(arity as u32);
            self.proceed();
            return Ok(true);
        }
        if term.tag_bits() != tags::STR {
            leave!(Full);
        }
        let functor = self.get(term.address()).as_functor();
        if functor.arity() == 0 {
            leave!(Full);
        }
        if !self.unify_simple(self.x[1], Cell::atom(functor.name()))? {
            return Ok(false);
        }
        self.unify_and_proceed(self.x[2], Cell::int(functor.arity() as i64))
    }

    /// Runs `compare(Order, A, B)` with an unbound `Order`.
    #[inline(always)]
    pub(crate) fn compare_native(&mut self) -> Flow {
        let (order, a, b) = (self.deref(self.x[0]), self.deref(self.x[1]), self.deref(self.x[2]));
        let found = compare(self.heap, self.atoms, a, b);
        let (true, Some(found)) = (order.is_ref(), found) else {
            leave!(Full);
        };
        self.bind(order, order_atom(found));
        self.proceed();
        Ok(true)
    }

    /// Compares two terms in the standard order.
    #[inline(always)]
    pub(crate) fn compare_terms(&mut self, to: &Reg, a: Reg, b: Reg) -> Flow {
        let (a, b) = (self.deref(self.x[a.index()]), self.deref(self.x[b.index()]));
        let found = compare(self.heap, self.atoms, a, b).ok_or(Exit::Full)?;
        self.x[to.index()] = order_atom(found);
        Ok(true)
    }
}

/// Returns the value of a small integer, or of an operation on two of them. Kept outside of the loop like the other
/// functions that few instructions need (`exec/arith.rs`).
#[cold]
#[inline(never)]
fn value(heap: &[u64], functions: &FunctionTable, expression: Cell) -> Option<Cell> {
    let expression = deref(heap, expression);
    if expression.is_int() {
        return Some(expression);
    }
    if !expression.is_structure() {
        return None;
    }
    let [functor, a, b] = *heap[expression.address()..].first_chunk()?;
    let functor = Cell::from_bits(functor).as_functor();
    // The words after the argument of a shorter structure may be the raw words of a number.
    if functor.arity() != 2 {
        return None;
    }
    let (a, b) = (deref(heap, Cell::from_bits(a)), deref(heap, Cell::from_bits(b)));
    if !a.is_int() || !b.is_int() {
        return None;
    }
    small_operation(functions.lookup(functor.name(), 2)?, a, b)
}

/// Whether a test holds; `None` if the cells alone do not decide it.
#[cold]
#[inline(never)]
fn holds(heap: &[u64], a: Cell, b: Cell, test: NativeTest) -> Option<bool> {
    let a = deref(heap, a);
    match test {
        NativeTest::Type(test) => {
            let tag = 1 << a.tag_bits();
            let (yes, unsure) = tags_of(test);
            (unsure & tag == 0).then_some(yes & tag != 0)
        }
        NativeTest::Identical => identical(heap, a, deref(heap, b)),
        NativeTest::NotIdentical => identical(heap, a, deref(heap, b)).map(|same| !same),
        NativeTest::Numbers(comparison) => {
            let b = deref(heap, b);
            if !a.is_int() || !b.is_int() {
                return None;
            }
            let (a, b) = (a.bits() as i64, b.bits() as i64);
            Some(match comparison {
                Comparison::Less => a < b,
                Comparison::LessOrEqual => a <= b,
                Comparison::Greater => a > b,
                Comparison::GreaterOrEqual => a >= b,
                Comparison::Equal => a == b,
                Comparison::NotEqual => a != b,
            })
        }
    }
}
