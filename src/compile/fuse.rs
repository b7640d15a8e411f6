//! Fusion: frequent sequences of instructions become one instruction.
//!
//! Much of the cost of an instruction is the dispatch of the next. No fused instruction spans a branch target.

use crate::code::instr::FAIL;
use crate::code::instr::{Instr, Label};

/// Returns the code of a clause with sequences of instructions fused, and the new address of each instruction that
/// begins a fused one.
pub(super) fn fuse(instrs: &[Instr]) -> (Vec<Instr>, Vec<Label>) {
    let mut is_target = vec![false; instrs.len() + 1];
    for &instr in instrs {
        let mut instr = instr;
        if let Some(&mut label) = instr.label_mut() {
            is_target[label as usize] = true;
        }
    }
    let mut fused: Vec<Instr> = Vec::with_capacity(instrs.len());
    let mut moved_to: Vec<Label> = vec![0; instrs.len() + 1];
    let mut at = 0;
    while at < instrs.len() {
        moved_to[at] = fused.len() as Label;
        let run = 1 + is_target[at + 1..].iter().take_while(|target| !**target).count();
        let run = &instrs[at..(at + run).min(instrs.len())];
        let (instr, count) = four(run)
            .or_else(|| three(run))
            .or_else(|| two(run))
            .unwrap_or((run[0], 1));
        fused.push(instr);
        at += count;
    }
    moved_to[at] = fused.len() as Label;
    for label in fused.iter_mut().filter_map(Instr::label_mut) {
        if *label != FAIL {
            *label = moved_to[*label as usize];
        }
    }
    (fused, moved_to)
}

/// Returns a slot number as an operand of eight bits.
fn short(slot: u16) -> Option<u8> {
    u8::try_from(slot).ok()
}

fn four(run: &[Instr]) -> Option<(Instr, usize)> {
    use Instr::*;
    let &[first, second, third, fourth, ..] = run else {
        return None;
    };
    let instr = match (first, second, third, fourth) {
        (Allocate { slots }, Save { x: x1, y: y1 }, Save { x: x2, y: y2 }, Save { x: x3, y: y3 }) => AllocateSave3 {
            slots: short(slots)?,
            x1,
            y1: short(y1)?,
            x2,
            y2: short(y2)?,
            x3,
            y3: short(y3)?,
        },
        _ => return None,
    };
    Some((instr, 4))
}

fn three(run: &[Instr]) -> Option<(Instr, usize)> {
    use Instr::*;
    let &[first, second, third, ..] = run else {
        return None;
    };
    let instr = match (first, second, third) {
        (Allocate { slots }, Save { x: x1, y: y1 }, Save { x: x2, y: y2 }) => AllocateSave2 {
            slots: short(slots)?,
            x1,
            y1: short(y1)?,
            x2,
            y2: short(y2)?,
        },
        (Save { x: x1, y: y1 }, Save { x: x2, y: y2 }, Save { x: x3, y: y3 }) => Save3 {
            x1,
            y1: short(y1)?,
            x2,
            y2: short(y2)?,
            x3,
            y3: short(y3)?,
        },
        (PutValueY { x: x1, y: y1 }, PutValueY { x: x2, y: y2 }, PutValueY { x: x3, y: y3 }) => PutValueY3 {
            x1,
            y1: short(y1)?,
            x2,
            y2: short(y2)?,
            x3,
            y3: short(y3)?,
        },
        (Move { from: from1, to: to1 }, Move { from: from2, to: to2 }, Move { from: from3, to: to3 }) => Move3 {
            from1,
            to1,
            from2,
            to2,
            from3,
            to3,
        },
        (GetStructure { x, functor }, UnifyVariable { x: a }, UnifyVariable { x: b }) => {
            GetStructureXX { x, a, b, functor }
        }
        (GetList { x }, UnifyVariable { x: head }, UnifyVariable { x: tail }) => GetListXX { x, head, tail },
        (GetList { x }, UnifyValue { x: head }, UnifyVariable { x: tail }) => GetListVX { x, head, tail },
        (PutList { x }, SetValue { x: head }, SetValue { x: tail }) => PutListVV { x, head, tail },
        (PutValueY { x, y }, Deallocate {}, Execute { pred }) => PutValueYDeallocateExecute { x, y: short(y)?, pred },
        (PutStructure { x, functor }, SetValue { x: a }, SetValue { x: b }) if x != a && x != b => {
            PutStructureVV { x, a, b, functor }
        }
        _ => return None,
    };
    Some((instr, 3))
}

fn two(run: &[Instr]) -> Option<(Instr, usize)> {
    use Instr::*;
    let &[first, second, ..] = run else {
        return None;
    };
    let instr = match (first, second) {
        (Save { x: x1, y: y1 }, Save { x: x2, y: y2 }) => Save2 {
            x1,
            y1: short(y1)?,
            x2,
            y2: short(y2)?,
        },
        (PutValueY { x: x1, y: y1 }, PutValueY { x: x2, y: y2 }) => PutValueY2 {
            x1,
            y1: short(y1)?,
            x2,
            y2: short(y2)?,
        },
        (Move { from: from1, to: to1 }, Move { from: from2, to: to2 }) => Move2 { from1, to1, from2, to2 },
        (UnifyVariable { x: a }, UnifyVariable { x: b }) => UnifyVariable2 { a, b },
        (UnifyValue { x: a }, UnifyValue { x: b }) => UnifyValue2 { a, b },
        (SetValue { x: a }, SetValue { x: b }) => SetValue2 { a, b },
        // The call stays behind the fused instruction and is skipped.
        (PutVariableY { x, y }, Call { pred, .. }) => return Some((PutVariableYCall { x, y: short(y)?, pred }, 1)),
        (PutValueY { x, y }, Call { pred, .. }) => return Some((PutValueYCall { x, y: short(y)?, pred }, 1)),
        (PutValueY { x, y }, AddSmall { to, a, k }) if x == a => AddSmallY { to, a, y: short(y)?, k },
        (PutValueY { x, y }, GetValue { a, b }) if x == a && x != b => GetValueY { a, b, y },
        (Allocate { slots }, SaveLevel { y }) => AllocateLevel { y: short(y)?, slots },
        (Move { from, to }, Execute { pred }) => MoveExecute { from, to, pred },
        (Deallocate {}, ProceedWake {}) => DeallocateProceedWake {},
        (Deallocate {}, Execute { pred }) => DeallocateExecute { pred },
        (Deallocate {}, Proceed {}) => DeallocateProceed {},
        (GetListVX { x, head, tail }, Execute { pred }) => GetListVXExecute { x, head, tail, pred },
        (GetConstant { x, value }, ProceedWake {}) => GetConstantProceed { x, value },
        (GetValue { a, b }, ProceedWake {}) => GetValueProceed { a, b },
        (Wake { live }, NeckCut {}) => WakeNeckCut { live },
        (AddSmall { to, a, k }, Execute { pred }) => AddSmallExecute {
            to,
            a,
            k: i8::try_from(k).ok()?,
            pred,
        },
        _ => return None,
    };
    Some((instr, 2))
}
