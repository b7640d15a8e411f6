//! Guards: comparisons at the start of clauses, which linking uses to select clauses.
//!
//! `X =< Y` in one clause and `X > Y` in another exclude each other. If the operands are small integers at run time, a
//! test selects the clauses before any is tried; otherwise the clauses are tried in order, so that the same errors are
//! raised.

use crate::code::comparison::Comparison;
use crate::code::instr::{FAIL, Instr, Label, Reg};
use crate::term::cell::Cell;

use super::compare::{Right, comparison_of, test};

/// An operand of a guard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub(super) enum GuardOperand {
    /// An argument.
    Argument(Reg),
    /// The head of an argument that is a list pair.
    Head(Reg),
    /// A small integer.
    Int(i16),
}

/// A comparison after head unification that must hold for the clause to succeed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Guard {
    pub a: GuardOperand,
    pub b: GuardOperand,
    comparison: Comparison,
}

impl Guard {
    fn new(a: GuardOperand, b: GuardOperand, comparison: Comparison) -> Guard {
        if a <= b {
            return Guard { a, b, comparison };
        }
        Guard {
            a: b,
            b: a,
            comparison: comparison.mirrored(),
        }
    }

    /// Returns the complement of this guard.
    pub(super) fn negated(self) -> Guard {
        Guard {
            comparison: self.comparison.negated(),
            ..self
        }
    }

    /// Whether the two guards are mutually exclusive.
    pub(super) fn excludes(self, other: Guard) -> bool {
        if self.a != other.a {
            return false;
        }
        if self.b == other.b {
            return self.comparison.excludes(other.comparison);
        }
        match (self.range(), other.range()) {
            (Some((low, high)), Some((other_low, other_high))) => high < other_low || other_high < low,
            _ => false,
        }
    }

    /// Returns the range of `a` for which a comparison with a constant holds, if it is one.
    fn range(self) -> Option<(i64, i64)> {
        let GuardOperand::Int(k) = self.b else { return None };
        let k = i64::from(k);
        Some(match self.comparison {
            Comparison::Less => (i64::MIN, k - 1),
            Comparison::LessOrEqual => (i64::MIN, k),
            Comparison::Equal => (k, k),
            Comparison::GreaterOrEqual => (k, i64::MAX),
            Comparison::Greater => (k + 1, i64::MAX),
            Comparison::NotEqual => return None,
        })
    }

    /// Whether it is false when argument `argument` is `value`.
    pub(super) fn is_false_for(self, argument: Reg, value: i64) -> bool {
        let GuardOperand::Int(k) = self.b else { return false };
        self.a == GuardOperand::Argument(argument) && !self.comparison.holds(value.cmp(&i64::from(k)))
    }

    /// Returns the test instruction, with operands in registers `a` and `b`.
    pub(super) fn test(self, a: Reg, b: Reg, otherwise: Label) -> Instr {
        let b = match self.b {
            GuardOperand::Int(k) => Right::Small(k),
            GuardOperand::Argument(_) | GuardOperand::Head(_) => Right::Register(b),
        };
        test(self.comparison, a, b, otherwise)
    }
}

/// The operands that registers hold, while the head of a clause is followed.
struct GuardRegisters {
    held: [Option<GuardOperand>; 256],
    /// The argument whose list pair is open, and the position in it.
    open: Option<(Reg, usize)>,
}

impl GuardRegisters {
    fn copy(&mut self, from: Reg, to: Reg) {
        self.held[to.index()] = self.held[from.index()];
    }

    /// Opens the term in a register; only lists are followed.
    fn open_list(&mut self, x: Reg) {
        self.open = match self.held[x.index()] {
            Some(GuardOperand::Argument(i)) => Some((i, 0)),
            _ => None,
        };
    }

    /// Puts the next argument of the open term in a register.
    fn take(&mut self, x: Reg) {
        self.held[x.index()] = match self.open {
            Some((argument, 0)) => Some(GuardOperand::Head(argument)),
            _ => None,
        };
        self.skip(1);
    }

    fn skip(&mut self, count: usize) {
        if let Some((_, position)) = &mut self.open {
            *position += count;
        }
    }

    /// Returns the guard that a constraint stands for, if its operands are known.
    fn constraint(&self, test: Instr) -> Option<Guard> {
        let (orders, a, b) = match test {
            Instr::FdTest { orders, a, b, .. } => (orders, a, self.held[b.index()]?),
            Instr::FdTestSmall { orders, a, k, .. } => (orders, a, GuardOperand::Int(k.into())),
            _ => return None,
        };
        let a = self.held[a.index()]?;
        Some(Guard::new(a, b, orders.comparison()))
    }

    /// Returns the guard that a test stands for, if it fails the clause and its operands are known.
    fn guard(&self, test: Instr) -> Option<Guard> {
        let (comparison, a, b, otherwise) = comparison_of(test)?;
        let b = match b {
            Right::Register(b) => self.held[b.index()]?,
            Right::Small(k) => GuardOperand::Int(k),
        };
        let a = self.held[a.index()]?;
        (otherwise == FAIL).then(|| Guard::new(a, b, comparison))
    }
}

/// Returns the comparisons at the start of a clause, after its head, as far as no other instruction can raise an error
/// before them.
pub(super) fn guards_of(clause: &[Instr], arity: usize) -> Vec<Guard> {
    let mut registers = GuardRegisters {
        held: [None; 256],
        open: None,
    };
    for (held, i) in registers.held.iter_mut().zip(0..arity) {
        *held = Some(GuardOperand::Argument(Reg::at(i)));
    }
    let mut guards = Vec::new();
    for &instr in clause {
        match instr {
            Instr::GetConstant { .. } | Instr::GetValue { .. } | Instr::Wake { .. } => {}
            Instr::Move { from, to } => registers.copy(from, to),
            Instr::GetList { x } => registers.open_list(x),
            Instr::GetStructure { .. } | Instr::UnifyList {} | Instr::UnifyStructure { .. } => registers.open = None,
            Instr::UnifyVariable { x } => registers.take(x),
            Instr::UnifyValue { .. } | Instr::UnifyConstant { .. } => registers.skip(1),
            Instr::UnifyVoid { count } => registers.skip(count as usize),
            // The code that posts the constraint follows.
            Instr::FdTest { .. } | Instr::FdTestSmall { .. } => {
                guards.extend(registers.constraint(instr));
                return guards;
            }
            // No other instruction is known to be harmless.
            _ => match registers.guard(instr) {
                Some(guard) => guards.push(guard),
                None => return guards,
            },
        }
    }
    guards
}

/// Returns the value of the cell if it is a small integer.
pub(super) fn small_integer(bits: u64) -> Option<i64> {
    let cell = Cell::from_bits(bits);
    cell.is_int().then(|| cell.as_int())
}
