//! Light choices: how a clause is tried at little cost while its head and its first tests decide.
//!
//! The part of a clause up to its first call or cut is copied into the block, between an instruction
//! that notes the registers and one that commits to the clause. Where the part fails, the machine goes
//! on with the next clause; where it ends in a cut, nothing is left to go back to. In both cases no
//! choice point was pushed.

use crate::code::arena::{Arena, FAIL};
use crate::code::instr::{Instr, LIGHT_REGISTERS, Label};

use super::link::Seen;

/// Longer parts are committed to early.
const MAX_PART: usize = 24;

/// A part of a clause that is tried lightly.
pub(super) struct Part {
    pub code: Vec<Instr>,
    pub end: End,
}

/// What comes after it.
pub(super) enum End {
    /// The clause goes on.
    At(Label),
    /// The clause goes on with the second half of a fused instruction.
    With(Instr),
    /// A cut; behind it the clause goes on.
    Cut(Label),
}

/// The part of the clause at `label` that is worth to be tried lightly, if any: it may fail, or ends in a cut.
pub(super) fn part_of(arena: &Arena, label: Label, arity: usize, seen: Seen) -> Option<Part> {
    if arity > LIGHT_REGISTERS {
        return None;
    }
    let mut code = Vec::new();
    // How much of the code there is to the last instruction that may fail, and what follows.
    let mut last = None;
    // Are the arguments that come next written, so that they cannot fail to match?
    let mut written = false;
    let mut at = label;
    while code.len() < MAX_PART {
        let mut instr = arena.instrs[at as usize];
        at += 1;
        let mut rest = None;
        match instr {
            Instr::NeckCut {} | Instr::WakeNeckCut { .. } => {
                let end = End::Cut(at);
                return Some(Part { code, end });
            }
            Instr::GetConstantProceed { x, value } => {
                (instr, rest) = (Instr::GetConstant { x, value }, Some(Instr::ProceedWake {}));
            }
            Instr::GetValueProceed { a, b } => {
                (instr, rest) = (Instr::GetValue { a, b }, Some(Instr::ProceedWake {}));
            }
            Instr::GetListVXExecute { x, head, tail, pred } => {
                (instr, rest) = (Instr::GetListVX { x, head, tail }, Some(Instr::Execute { pred }));
            }
            _ => {}
        }
        let may_fail = match instr {
            Instr::GetConstant { x, .. } if code.is_empty() && seen.is_constant(x) && rest.is_none() => continue,
            Instr::GetConstant { x, .. } => !(seen.is_variable(x) || code.is_empty() && seen.is_constant(x)),
            Instr::GetList { x } | Instr::GetListXX { x, .. } => {
                written = seen.is_variable(x);
                !written && !seen.is_list(x)
            }
            Instr::GetListVX { x, .. } => !seen.is_variable(x),
            Instr::GetStructure { x, .. } | Instr::GetStructureXX { x, .. } => {
                written = seen.is_variable(x);
                !written && !seen.is_structure(x)
            }
            Instr::GetValue { .. } => true,
            Instr::UnifyValue { .. }
            | Instr::UnifyConstant { .. }
            | Instr::UnifyList {}
            | Instr::UnifyStructure { .. } => !written,
            Instr::Move { .. }
            | Instr::Move2 { .. }
            | Instr::Move3 { .. }
            | Instr::UnifyVariable { .. }
            | Instr::UnifyVariable2 { .. }
            | Instr::UnifyVoid { .. }
            | Instr::PutVariable { .. }
            | Instr::PutConstant { .. }
            | Instr::PutStructure { .. }
            | Instr::PutStructureVV { .. }
            | Instr::PutList { .. }
            | Instr::PutListVV { .. }
            | Instr::SetVariable { .. }
            | Instr::SetValue { .. }
            | Instr::SetValue2 { .. }
            | Instr::SetConstant { .. }
            | Instr::SetVoid { .. }
            | Instr::SetList {}
            | Instr::SetStructure { .. }
            | Instr::AddSmall { .. }
            | Instr::Add { .. }
            | Instr::Subtract { .. }
            | Instr::Multiply { .. }
            | Instr::Arith1 { .. }
            | Instr::Arith2 { .. }
            | Instr::Arith2Small { .. }
            | Instr::Evaluate { .. } => false,
            mut test => match test.otherwise_mut() {
                Some(&mut FAIL) => true,
                _ => break,
            },
        };
        code.push(instr);
        if may_fail {
            last = Some((code.len(), rest.map_or(End::At(at), End::With)));
        }
        if rest.is_some() {
            break;
        }
    }
    let (length, end) = last?;
    code.truncate(length);
    Some(Part { code, end })
}
