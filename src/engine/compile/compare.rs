//! Comparisons of numbers as test instructions.

use crate::code::comparison::Comparison;
use crate::code::instr::{Instr, Label, Reg};

/// The right operand of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Right {
    Register(Reg),
    Small(i16),
}

/// Returns the test for a comparison of `a` with `b`.
pub(super) fn test(comparison: Comparison, a: Reg, b: Right, otherwise: Label) -> Instr {
    match b {
        Right::Register(b) => match comparison {
            Comparison::Less => Instr::TestLess { a, b, otherwise },
            Comparison::LessOrEqual => Instr::TestLessOrEqual { a, b, otherwise },
            Comparison::Greater => Instr::TestLess { a: b, b: a, otherwise },
            Comparison::GreaterOrEqual => Instr::TestLessOrEqual { a: b, b: a, otherwise },
            Comparison::Equal => Instr::TestEqual { a, b, otherwise },
            Comparison::NotEqual => Instr::TestNotEqual { a, b, otherwise },
        },
        Right::Small(k) => match comparison {
            Comparison::Less => Instr::TestLessSmall { a, k, otherwise },
            Comparison::LessOrEqual => Instr::TestLessOrEqualSmall { a, k, otherwise },
            Comparison::Greater => Instr::TestGreaterSmall { a, k, otherwise },
            Comparison::GreaterOrEqual => Instr::TestGreaterOrEqualSmall { a, k, otherwise },
            Comparison::Equal => Instr::TestEqualSmall { a, k, otherwise },
            Comparison::NotEqual => Instr::TestNotEqualSmall { a, k, otherwise },
        },
    }
}

/// Returns the comparison of a test, and its operands, if it is one of numbers: the inverse of [`test()`].
pub(super) fn comparison_of(test: Instr) -> Option<(Comparison, Reg, Right, Label)> {
    Some(match test {
        Instr::TestLess { a, b, otherwise } => (Comparison::Less, a, Right::Register(b), otherwise),
        Instr::TestLessOrEqual { a, b, otherwise } => (Comparison::LessOrEqual, a, Right::Register(b), otherwise),
        Instr::TestEqual { a, b, otherwise } => (Comparison::Equal, a, Right::Register(b), otherwise),
        Instr::TestNotEqual { a, b, otherwise } => (Comparison::NotEqual, a, Right::Register(b), otherwise),
        Instr::TestLessSmall { a, k, otherwise } => (Comparison::Less, a, Right::Small(k), otherwise),
        Instr::TestLessOrEqualSmall { a, k, otherwise } => (Comparison::LessOrEqual, a, Right::Small(k), otherwise),
        Instr::TestGreaterSmall { a, k, otherwise } => (Comparison::Greater, a, Right::Small(k), otherwise),
        Instr::TestGreaterOrEqualSmall { a, k, otherwise } => {
            (Comparison::GreaterOrEqual, a, Right::Small(k), otherwise)
        }
        Instr::TestEqualSmall { a, k, otherwise } => (Comparison::Equal, a, Right::Small(k), otherwise),
        Instr::TestNotEqualSmall { a, k, otherwise } => (Comparison::NotEqual, a, Right::Small(k), otherwise),
        _ => return None,
    })
}
