//! Guards: comparisons at the start of clauses, which linking uses to select clauses.
//!
//! `X =< Y` in one clause and `X > Y` in another exclude each other. If the operands are small integers at run time, a
//! test selects the clauses before any is tried; otherwise the clauses are tried in order, so that the same errors are
//! raised.

use rustc_hash::FxHashMap;

use crate::code::arena::Arena;
use crate::code::instr::{Instr, Label, Reg};
use crate::term::cell::Cell;

/// An operand of a guard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub(super) enum Operand {
    /// An argument.
    Argument(u8),
    /// The head of an argument that is a list pair.
    Head(u8),
    /// A small integer.
    Int(i16),
}

const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;
const ALL: u8 = LESS | EQUAL | GREATER;

/// A comparison after head unification that must hold for the clause to succeed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Guard {
    pub a: Operand,
    pub b: Operand,
    /// The orders of `a` and `b` for which it holds.
    orders: u8,
}

impl Guard {
    fn new(a: Operand, b: Operand, orders: u8) -> Guard {
        if a <= b {
            return Guard { a, b, orders };
        }
        let mirrored = orders & EQUAL | (orders & LESS) << 2 | (orders & GREATER) >> 2;
        Guard {
            a: b,
            b: a,
            orders: mirrored,
        }
    }

    /// Returns the complement of this guard.
    pub fn negated(self) -> Guard {
        Guard {
            orders: ALL & !self.orders,
            ..self
        }
    }

    /// Whether the two guards are mutually exclusive.
    pub fn excludes(self, other: Guard) -> bool {
        if self.a != other.a {
            return false;
        }
        if self.b == other.b {
            return self.orders & other.orders == 0;
        }
        match (self.range(), other.range()) {
            (Some((low, high)), Some((other_low, other_high))) => high < other_low || other_high < low,
            _ => false,
        }
    }

    /// Returns the range of `a` for which a comparison with a constant holds, if it is one.
    fn range(self) -> Option<(i64, i64)> {
        let Operand::Int(k) = self.b else { return None };
        let k = i64::from(k);
        Some(match self.orders {
            LESS => (i64::MIN, k - 1),
            EQUAL => (k, k),
            GREATER => (k + 1, i64::MAX),
            3 => (i64::MIN, k),
            6 => (k, i64::MAX),
            _ => return None,
        })
    }

    /// Whether it is false when argument `argument` is `value`.
    pub fn is_false_for(self, argument: u8, value: i64) -> bool {
        let Operand::Int(k) = self.b else { return false };
        let order = match value.cmp(&i64::from(k)) {
            std::cmp::Ordering::Less => LESS,
            std::cmp::Ordering::Equal => EQUAL,
            std::cmp::Ordering::Greater => GREATER,
        };
        self.a == Operand::Argument(argument) && self.orders & order == 0
    }

    /// Returns the test instruction, with operands in registers `a` and `b`.
    pub fn test(self, a: Reg, b: Reg, otherwise: Label) -> Instr {
        if let Operand::Int(k) = self.b {
            return match self.orders {
                LESS => Instr::TestLessSmall { a, k, otherwise },
                EQUAL => Instr::TestEqualSmall { a, k, otherwise },
                GREATER => Instr::TestGreaterSmall { a, k, otherwise },
                3 => Instr::TestLessOrEqualSmall { a, k, otherwise },
                6 => Instr::TestGreaterOrEqualSmall { a, k, otherwise },
                _ => Instr::TestNotEqualSmall { a, k, otherwise },
            };
        }
        match self.orders {
            LESS => Instr::TestLess { a, b, otherwise },
            EQUAL => Instr::TestEqual { a, b, otherwise },
            GREATER => Instr::TestLess { a: b, b: a, otherwise },
            3 => Instr::TestLessOrEqual { a, b, otherwise },
            6 => Instr::TestLessOrEqual { a: b, b: a, otherwise },
            _ => Instr::TestNotEqual { a, b, otherwise },
        }
    }
}

/// Returns the comparisons at the start of the clause at `label`, after its head, as far as no other instruction can
/// raise an error before them.
#[allow(
    clippy::too_many_lines,
    reason = "one arm for each instruction that may stand in a guard"
)]
pub(super) fn guards_of(arena: &Arena, label: Label, arity: usize) -> Vec<Guard> {
    let mut guards = Vec::new();
    let mut registers: FxHashMap<Reg, Operand> = (0..arity.min(200))
        .map(|i| (i as Reg, Operand::Argument(i as u8)))
        .collect();
    // The argument whose list pair is open, and the position in it.
    let mut open: Option<(u8, usize)> = None;
    let next = |registers: &mut FxHashMap<Reg, Operand>, open: &mut Option<(u8, usize)>, x: Option<Reg>, count| {
        if let Some(x) = x {
            match *open {
                Some((argument, 0)) => registers.insert(x, Operand::Head(argument)),
                _ => registers.remove(&x),
            };
        }
        if let Some((_, position)) = open {
            *position += count;
        }
    };
    for &instr in &arena.instrs[label as usize..] {
        let argument = |x: Reg| match registers.get(&x) {
            Some(&Operand::Argument(i)) => Some(i),
            _ => None,
        };
        let compare = |a: Reg, b: Reg, orders| {
            let operands = registers.get(&a).zip(registers.get(&b));
            operands.map(|(&a, &b)| Guard::new(a, b, orders))
        };
        let small = |a: Reg, k: i16, orders| {
            let operand = registers.get(&a);
            operand.map(|&a| Guard::new(a, Operand::Int(k), orders))
        };
        let guard = match instr {
            Instr::GetConstant { .. } | Instr::GetValue { .. } | Instr::Wake { .. } => continue,
            Instr::Move { from, to } => {
                match registers.get(&from).copied() {
                    Some(operand) => registers.insert(to, operand),
                    None => registers.remove(&to),
                };
                continue;
            }
            Instr::GetListXX { x, head, tail } => {
                let of = argument(x);
                registers.remove(&head);
                if let Some(argument) = of {
                    registers.insert(head, Operand::Head(argument));
                }
                registers.remove(&tail);
                continue;
            }
            Instr::GetListVX { tail, .. } => {
                registers.remove(&tail);
                continue;
            }
            Instr::GetList { x } => {
                open = argument(x).map(|i| (i, 0));
                continue;
            }
            Instr::GetStructure { .. } => {
                open = None;
                continue;
            }
            Instr::GetStructureXX { a, b, .. } => {
                open = None;
                registers.remove(&a);
                registers.remove(&b);
                continue;
            }
            Instr::UnifyList {} | Instr::UnifyStructure { .. } => {
                open = None;
                continue;
            }
            Instr::UnifyVariable { x } => {
                next(&mut registers, &mut open, Some(x), 1);
                continue;
            }
            Instr::UnifyVariable2 { a, b } => {
                next(&mut registers, &mut open, Some(a), 1);
                next(&mut registers, &mut open, Some(b), 1);
                continue;
            }
            Instr::UnifyValue { .. } | Instr::UnifyConstant { .. } => {
                next(&mut registers, &mut open, None, 1);
                continue;
            }
            Instr::UnifyValue2 { .. } => {
                next(&mut registers, &mut open, None, 2);
                continue;
            }
            Instr::UnifyVoid { count } => {
                next(&mut registers, &mut open, None, count as usize);
                continue;
            }
            Instr::TestLess { a, b, .. } => compare(a, b, LESS),
            Instr::TestLessOrEqual { a, b, .. } => compare(a, b, LESS | EQUAL),
            Instr::TestEqual { a, b, .. } => compare(a, b, EQUAL),
            Instr::TestNotEqual { a, b, .. } => compare(a, b, LESS | GREATER),
            Instr::TestLessSmall { a, k, .. } => small(a, k, LESS),
            Instr::TestGreaterSmall { a, k, .. } => small(a, k, GREATER),
            Instr::TestLessOrEqualSmall { a, k, .. } => small(a, k, LESS | EQUAL),
            Instr::TestGreaterOrEqualSmall { a, k, .. } => small(a, k, GREATER | EQUAL),
            Instr::TestEqualSmall { a, k, .. } => small(a, k, EQUAL),
            Instr::TestNotEqualSmall { a, k, .. } => small(a, k, LESS | GREATER),
            _ => return guards,
        };
        let mut test = instr;
        match (guard, test.otherwise_mut()) {
            (Some(guard), Some(&mut crate::code::instr::FAIL)) => guards.push(guard),
            _ => return guards,
        }
    }
    guards
}

/// Returns the value of the cell if it is a small integer.
pub(super) fn small_integer(bits: u64) -> Option<i64> {
    let cell = Cell::from_bits(bits);
    cell.is_int().then(|| cell.as_int())
}
