//! What follows what in a block: code is copied to where it is needed rather than jumped to.
//!
//! Where the loop goes on has to be known before anything of it can be looked at, and each jump has to be read from the
//! code first. In a short recursion this, and not the number of instructions, is what takes the time.

use crate::code::instr::{Instr, Label};

use super::link::Linker;

/// So many instructions are copied; behind them comes a jump.
const MAX_COPIED: usize = 32;

impl Linker<'_> {
    /// An instruction that goes on with the next, and there the code at `to`.
    pub fn followed(&self, instr: Instr, to: Label) -> Vec<Instr> {
        let mut code = vec![instr];
        code.extend(self.copied(to));
        code
    }

    /// The code at `to`, until it leads elsewhere.
    pub fn copied(&self, to: Label) -> Vec<Instr> {
        let mut code = Vec::new();
        let mut is_open = false;
        for &instr in &self.arena.instrs[to as usize..] {
            is_open |= matches!(instr, Instr::Slots { .. });
            if !is_open && (code.len() >= MAX_COPIED || has_alternatives(instr)) {
                break;
            }
            code.push(instr);
            if instr.leads_elsewhere() && !is_open {
                return code;
            }
            is_open = needs_next(instr);
        }
        code.push(Instr::Jump {
            to: to + code.len() as Label,
        });
        code
    }
}

/// Does what stands behind it belong to it?
fn needs_next(instr: Instr) -> bool {
    matches!(
        instr,
        Instr::TryLight { .. } | Instr::PutVariableYCall { .. } | Instr::PutValueYCall { .. }
    )
}

/// Does it try what follows it in the code later?
fn has_alternatives(instr: Instr) -> bool {
    matches!(
        instr,
        Instr::Try { .. } | Instr::Retry { .. } | Instr::Trust { .. } | Instr::Candidates { .. }
    )
}
