//! What a linked block knows of the arguments of a call: what the switches on the way to it have found.

use crate::code::instr::Reg;
use crate::code::predicate::INDEXED_ARGUMENTS;

/// What is known of the arguments where a block begins; a bit for each argument.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Seen {
    /// It has been switched on.
    pub used: u8,
    /// It is the constant that the clauses have there, if they have one.
    pub constant: u8,
    /// It is an unbound variable, for which no goal waits.
    pub variable: u8,
    /// It is a list pair.
    pub list: u8,
    /// It is the structure that the clauses have there, if they have one.
    pub structure: u8,
    /// Which of its parts have been switched on.
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

    /// Is it known to be no variable?
    pub fn is_bound(&self, x: Reg) -> bool {
        self.is_constant(x) || self.is_list(x) || self.is_structure(x)
    }

    /// Its register gets another value.
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
