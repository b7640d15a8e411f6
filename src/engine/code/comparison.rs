//! Comparisons of numbers.

use std::cmp::Ordering;

use super::instr::{Instr, Label};

/// The comparison of two numbers in a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Comparison {
    /// `<`
    Less,
    /// `=<`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `=:=`
    Equal,
    /// `=\=`
    NotEqual,
}

/// A set of the three orders of two numbers, by which a test takes few instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OrderSet(u8);

impl OrderSet {
    /// The set of a comparison.
    pub const fn of(comparison: Comparison) -> OrderSet {
        OrderSet(match comparison {
            Comparison::Less => 1,
            Comparison::LessOrEqual => 3,
            Comparison::Greater => 4,
            Comparison::GreaterOrEqual => 6,
            Comparison::Equal => 2,
            Comparison::NotEqual => 5,
        })
    }

    /// Returns the comparison.
    pub const fn comparison(self) -> Comparison {
        match self.0 {
            1 => Comparison::Less,
            2 => Comparison::Equal,
            3 => Comparison::LessOrEqual,
            4 => Comparison::Greater,
            5 => Comparison::NotEqual,
            _ => Comparison::GreaterOrEqual,
        }
    }

    /// Whether the set has the order of `a` and `b`.
    #[inline(always)]
    pub const fn has(self, a: i64, b: i64) -> bool {
        self.0 >> ((a >= b) as u8 + (a > b) as u8) & 1 == 1
    }

    /// Whether the numbers are to be equal.
    #[inline(always)]
    pub const fn is_equal(self) -> bool {
        self.0 == 2
    }
}

impl Comparison {
    /// Returns the comparison for exchanged operands.
    pub fn mirrored(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::Greater,
            Comparison::LessOrEqual => Comparison::GreaterOrEqual,
            Comparison::Greater => Comparison::Less,
            Comparison::GreaterOrEqual => Comparison::LessOrEqual,
            Comparison::Equal | Comparison::NotEqual => self,
        }
    }

    /// Returns the comparison that holds when this one does not.
    pub fn negated(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::GreaterOrEqual,
            Comparison::LessOrEqual => Comparison::Greater,
            Comparison::Greater => Comparison::LessOrEqual,
            Comparison::GreaterOrEqual => Comparison::Less,
            Comparison::Equal => Comparison::NotEqual,
            Comparison::NotEqual => Comparison::Equal,
        }
    }

    /// Whether it holds for operands in this order.
    pub fn holds(self, order: Ordering) -> bool {
        match self {
            Comparison::Less => order.is_lt(),
            Comparison::LessOrEqual => order.is_le(),
            Comparison::Greater => order.is_gt(),
            Comparison::GreaterOrEqual => order.is_ge(),
            Comparison::Equal => order.is_eq(),
            Comparison::NotEqual => order.is_ne(),
        }
    }

    /// Whether both never hold for the same operands.
    pub fn excludes(self, other: Comparison) -> bool {
        let orders = [Ordering::Less, Ordering::Equal, Ordering::Greater];
        !orders.iter().any(|&order| self.holds(order) && other.holds(order))
    }
}

impl Instr {
    /// Returns the label to which an instruction that compares numbers branches.
    #[inline(always)]
    pub fn branch(&self) -> Option<Label> {
        match *self {
            Instr::TestLess { otherwise, .. }
            | Instr::TestLessOrEqual { otherwise, .. }
            | Instr::TestEqual { otherwise, .. }
            | Instr::TestNotEqual { otherwise, .. }
            | Instr::TestLessSmall { otherwise, .. }
            | Instr::TestGreaterSmall { otherwise, .. }
            | Instr::TestLessOrEqualSmall { otherwise, .. }
            | Instr::TestGreaterOrEqualSmall { otherwise, .. }
            | Instr::TestEqualSmall { otherwise, .. }
            | Instr::TestNotEqualSmall { otherwise, .. } => Some(otherwise),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Comparison::*;

    #[test]
    fn mirrors_and_negations_hold_for_the_right_orders() {
        for comparison in [Less, LessOrEqual, Greater, GreaterOrEqual, Equal, NotEqual] {
            for (a, b) in [(1, 2), (2, 2), (2, 1)] {
                let holds = comparison.holds(a.cmp(&b));
                assert_eq!(comparison.mirrored().holds(b.cmp(&a)), holds);
                assert_eq!(comparison.negated().holds(a.cmp(&b)), !holds);
            }
            assert!(comparison.excludes(comparison.negated()));
            assert!(!comparison.excludes(comparison));
        }
        assert!(Less.excludes(Equal) && Less.excludes(Greater) && !LessOrEqual.excludes(Equal));
    }
}
