//! The layout of a linked block: code is copied to where it is needed rather than jumped to.
//!
//! The address of the next instruction must be known before the instruction can be read, and that of a jump has to be
//! read from the code first. In a short recursion this latency, not the number of instructions, takes the time.

use crate::base::ids::Id;
use crate::code::instr::{FAIL, Instr, Label, Reg};

use super::link::Linker;

/// An instruction of a block, and the label of the one in a clause that it is a copy of; [`FAIL`] if it is new.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct LayoutLine {
    pub instr: Instr,
    pub origin: Label,
}

impl LayoutLine {
    pub(super) fn new(instr: Instr) -> LayoutLine {
        LayoutLine { instr, origin: FAIL }
    }
}

/// The maximum number of instructions copied; a jump to the rest follows.
const MAX_COPIED: usize = 64;

impl Linker<'_> {
    /// Returns an instruction that falls through, followed by the code at `to`.
    pub(super) fn followed(&self, instr: Instr, to: Label) -> Vec<LayoutLine> {
        let mut code = vec![LayoutLine::new(instr)];
        code.extend(self.copied(to));
        code
    }

    /// Returns a switch that is followed by the code for a list. If that takes the list apart into new variables, nothing
    /// is bound, and there is no choice point to cut.
    pub(super) fn list_case(&self, x: Reg, table: u32, list: Label) -> Vec<LayoutLine> {
        let mut code = vec![LayoutLine::new(Instr::SwitchPair { x, table })];
        let mut to = list;
        if let [
            Instr::GetList { x: same },
            Instr::UnifyVariable { .. },
            Instr::UnifyVariable { .. },
            ref rest @ ..,
        ] = self.code[list.index()..]
            && same == x
        {
            code.extend((0..3).map(|count| self.line(list + count)));
            let idle = |instr: &&Instr| matches!(instr, Instr::Wake { .. } | Instr::NeckCut {});
            to += 3 + rest.iter().take_while(idle).count() as u32;
        }
        code.extend(self.copied(to));
        code
    }

    /// Returns a copy of the code at `to`, up to an instruction that never falls through.
    pub(super) fn copied(&self, to: Label) -> Vec<LayoutLine> {
        let mut code = Vec::with_capacity(16);
        // True if the instruction belongs to the one before it.
        let mut belongs = false;
        for (at, &instr) in self.code.iter().enumerate().skip(to.address()) {
            let may_stop = !belongs && self.is_entry(Label::at(at)) && !matches!(instr, Instr::Slots { .. });
            if may_stop && (code.len() >= MAX_COPIED || has_alternatives(instr)) {
                break;
            }
            code.push(self.line(Label::at(at)));
            if instr.leads_elsewhere() && !belongs {
                return code;
            }
            belongs = matches!(instr, Instr::TryLight { .. });
        }
        code.push(LayoutLine::new(Instr::Jump {
            to: to + code.len() as u32,
        }));
        code
    }
}

/// Whether the instruction after it is an alternative that is tried later.
fn has_alternatives(instr: Instr) -> bool {
    matches!(
        instr,
        Instr::Try { .. } | Instr::Retry { .. } | Instr::Trust { .. } | Instr::Candidates { .. }
    )
}
