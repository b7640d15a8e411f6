//! The knowledge of a linked block about the arguments of a call: the results of the switches on the way to it.

use crate::code::instr::Reg;
use crate::code::predicate::INDEXED_ARGUMENTS;

/// Knowledge about the arguments at the entry of a block; each field has a bit for each argument.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Seen {
    /// The argument has been switched on.
    pub used: u8,
    /// The argument is the constant of those clauses that have a constant there.
    pub constant: u8,
    /// The argument is an unbound variable without attributes.
    pub variable: u8,
    /// The argument is a list pair.
    pub list: u8,
    /// The argument is a structure with the functor of those clauses that have a structure there.
    pub structure: u8,
    /// The parts of each argument that have been switched on, a bit for each.
    pub parts: [u8; INDEXED_ARGUMENTS],
}

impl Seen {
    pub fn is_constant(&self, x: Reg) -> bool {
        x < 8 && self.constant & 1 << x != 0
    }

    pub fn is_variable(&self, x: Reg) -> bool {
        x < 8 && self.variable & 1 << x != 0
    }

    pub fn is_list(&self, x: Reg) -> bool {
        x < 8 && self.list & 1 << x != 0
    }

    pub fn is_structure(&self, x: Reg) -> bool {
        x < 8 && self.structure & 1 << x != 0
    }

    /// Whether the argument is known to be bound.
    pub fn is_bound(&self, x: Reg) -> bool {
        self.is_constant(x) || self.is_list(x) || self.is_structure(x)
    }

    /// Forgets what is known about an argument whose register is overwritten.
    pub fn forget(&mut self, x: Reg) {
        let others = if x < 8 { !(1 << x) } else { !0 };
        for known in [
            &mut self.constant,
            &mut self.variable,
            &mut self.list,
            &mut self.structure,
        ] {
            *known &= others;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_behind_the_indexed_arguments_are_not_known() {
        let all = Seen {
            constant: !0,
            variable: !0,
            list: !0,
            structure: !0,
            ..Seen::default()
        };
        let mut left = all;
        for x in 0..12 {
            let known = [
                all.is_constant(x),
                all.is_variable(x),
                all.is_list(x),
                all.is_structure(x),
            ];
            assert_eq!(known, [x < 8; 4], "register {x}");
            assert_eq!(all.is_bound(x), x < 8, "register {x}");
            left.forget(x);
            assert!(!left.is_variable(x) && !left.is_bound(x), "register {x}");
            assert_eq!(left.is_list(x + 1), x + 1 < 8, "register {x} alone is forgotten");
        }
    }
}
