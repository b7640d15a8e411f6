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
    /// The arguments that are not the same variable as each argument, a bit for each: binding one leaves the other.
    pub apart: [u8; INDEXED_ARGUMENTS],
}

impl Seen {
    pub(super) fn is_constant(&self, x: Reg) -> bool {
        self.constant & bit(x) != 0
    }

    pub(super) fn is_variable(&self, x: Reg) -> bool {
        self.variable & bit(x) != 0
    }

    pub(super) fn is_list(&self, x: Reg) -> bool {
        self.list & bit(x) != 0
    }

    pub(super) fn is_structure(&self, x: Reg) -> bool {
        self.structure & bit(x) != 0
    }

    /// Notes that the variable in an argument has been bound: others that may be the same are not known any more.
    pub(super) fn bind(&mut self, x: Reg) {
        self.variable &= self.apart.get(x.index()).copied().unwrap_or(0);
    }

    /// Whether the argument is known to be bound.
    pub(super) fn is_bound(&self, x: Reg) -> bool {
        self.is_constant(x) || self.is_list(x) || self.is_structure(x)
    }

    /// Forgets what is known about an argument whose register is overwritten.
    pub(super) fn forget(&mut self, x: Reg) {
        let others = !bit(x);
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

/// Returns the bit of an argument; none if nothing is known of its register.
fn bit(x: Reg) -> u8 {
    if x.index() < u8::BITS as usize {
        1 << x.index()
    } else {
        0
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
        for x in (0..12).map(Reg::new) {
            let known = [
                all.is_constant(x),
                all.is_variable(x),
                all.is_list(x),
                all.is_structure(x),
            ];
            assert_eq!(known, [x.index() < 8; 4], "register {x:?}");
            assert_eq!(all.is_bound(x), x.index() < 8, "register {x:?}");
            left.forget(x);
            assert!(!left.is_variable(x) && !left.is_bound(x), "register {x:?}");
            let next = x.index() + 1;
            assert_eq!(
                left.is_list(Reg::at(next)),
                next < 8,
                "register {x:?} alone is forgotten"
            );
        }
    }
}
