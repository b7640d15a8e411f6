//! The layout of a linked block: code is copied to where it is needed rather than jumped to.
//!
//! The address of the next instruction must be known before the instruction can be read, and that of a jump has to be
//! read from the code first. In a short recursion this latency, not the number of instructions, takes the time.

use crate::code::instr::{FAIL, Instr, Label};

use super::link::Linker;

/// The maximum number of instructions copied; a jump to the rest follows.
const MAX_COPIED: usize = 32;

/// Code of a block that is not placed yet.
#[derive(Clone, Default)]
pub(super) struct Lines {
    /// The instructions.
    pub instrs: Vec<Instr>,
    /// For each, the address that it was copied from; `FAIL` if it is new.
    pub origins: Vec<Label>,
}

impl Lines {
    /// Appends an instruction, copied from `origin`.
    pub fn push(&mut self, instr: Instr, origin: Label) {
        self.instrs.push(instr);
        self.origins.push(origin);
    }

    /// Appends instructions.
    pub fn extend(&mut self, other: &Lines) {
        self.instrs.extend_from_slice(&other.instrs);
        self.origins.extend_from_slice(&other.origins);
    }

    /// Returns the number of instructions.
    pub fn len(&self) -> usize {
        self.instrs.len()
    }

    /// Drops all but the first `length` instructions.
    pub fn truncate(&mut self, length: usize) {
        self.instrs.truncate(length);
        self.origins.truncate(length);
    }
}

impl<const N: usize> From<[Instr; N]> for Lines {
    /// New instructions.
    fn from(instrs: [Instr; N]) -> Lines {
        Lines {
            instrs: instrs.to_vec(),
            origins: vec![FAIL; N],
        }
    }
}

impl Linker<'_> {
    /// Places code and returns its address.
    pub fn append(&mut self, code: &Lines) -> Label {
        if let Some(origins) = &mut self.origins {
            origins.extend_from_slice(&code.origins);
        }
        self.arena.append(&code.instrs)
    }

    /// Returns an instruction that falls through, followed by the code at `to`.
    pub fn followed(&self, instr: Instr, to: Label) -> Lines {
        let mut code = Lines::from([instr]);
        code.extend(&self.copied(to));
        code
    }

    /// Returns a copy of the code at `to`, up to an instruction that never falls through.
    pub fn copied(&self, to: Label) -> Lines {
        let mut code = Lines::default();
        let mut is_open = false;
        for &instr in &self.arena.instrs[to as usize..] {
            is_open |= matches!(instr, Instr::Slots { .. });
            if !is_open && (code.len() >= MAX_COPIED || has_alternatives(instr)) {
                break;
            }
            code.push(instr, to + code.len() as Label);
            if instr.leads_elsewhere() && !is_open {
                return code;
            }
            is_open = needs_next(instr);
        }
        let rest = to + code.len() as Label;
        code.push(Instr::Jump { to: rest }, FAIL);
        code
    }
}

/// Whether the instruction after it belongs to it.
fn needs_next(instr: Instr) -> bool {
    matches!(
        instr,
        Instr::TryLight { .. } | Instr::PutVariableYCall { .. } | Instr::PutValueYCall { .. }
    )
}

/// Whether the instruction after it is an alternative that is tried later.
fn has_alternatives(instr: Instr) -> bool {
    matches!(
        instr,
        Instr::Try { .. } | Instr::Retry { .. } | Instr::Trust { .. } | Instr::Candidates { .. }
    )
}
