//! The first part of a clause, up to its first call or cut: what can fail there determines how the clause is tried
//! while alternatives remain.
//!
//! If nothing can fail before a cut, the clause is entered without a choice point. If only tests can fail, they branch
//! to the next clause. Any other part is tried lightly: it is copied into the block, between an instruction that saves
//! the registers and one that commits to the clause. On failure, the machine continues with the next clause; if the
//! part ends in a cut, no alternative is left. In all these cases no choice point is pushed.

use crate::code::arena::Arena;
use crate::code::instr::{ConstId, FAIL, Instr, Label, Reg, TypeTest};
use crate::code::predicate::INDEXED_ARGUMENTS;
use crate::term::cell::Tag;

use super::layout::Lines;
use super::seen::Seen;

/// The maximum number of instructions of a part; longer ones commit early.
const MAX_PART: usize = 24;

/// The ways in which a part of a clause can fail.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Risk {
    /// It cannot fail, and binds no attributed variable.
    Nothing,
    /// A test may fail; then nothing is bound yet, and the argument registers are unchanged.
    Tests,
    /// Anything.
    Match,
}

/// The first part of a clause.
pub(super) struct Part {
    /// Its instructions, without redundant ones.
    pub code: Lines,
    pub risk: Risk,
    pub end: End,
}

/// The continuation of a part.
pub(super) enum End {
    /// The clause continues at the label.
    At(Label),
    /// The clause continues with the second half of a fused instruction.
    With(Instr),
    /// A cut; the clause continues at the label after it.
    Cut(Label),
}

/// The knowledge at the entry of a clause.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    /// The results of switches on the arguments.
    pub seen: Seen,
    /// The keys of the arguments of the clause's head.
    pub keys: &'a [u64; INDEXED_ARGUMENTS],
    /// The arity.
    pub arity: usize,
    /// True if its first test is known to hold.
    pub decided: bool,
}

impl Known<'_> {
    /// Whether argument `x` is known to be the constant `value`.
    pub fn is_constant(&self, arena: &Arena, x: Reg, value: ConstId) -> bool {
        self.seen.is_constant(x) && self.keys[x as usize] == arena.constants[value].bits()
    }

    fn is_structure(&self, arena: &Arena, x: Reg, functor: ConstId) -> bool {
        self.seen.is_structure(x) && self.keys[x as usize] == arena.constants[functor].bits()
    }

    fn is_list(&self, x: Reg) -> bool {
        self.seen.is_list(x) && self.keys[x as usize] == Tag::Lst as u64
    }

    /// Forgets what is known about an argument whose register is overwritten.
    fn forget(&mut self, x: Reg) {
        self.seen.forget(x);
    }
}

/// A walk over the first part of a clause.
struct Walk<'a> {
    arena: &'a Arena,
    known: Known<'a>,
    risk: Risk,
    /// True if the open term is in write mode, so that its arguments cannot fail.
    written: bool,
    /// True if a variable may have been bound. Then no other argument is known to be a variable.
    bound: bool,
    /// True if an attributed variable may have been bound.
    dirty: bool,
    /// True if the machine is unchanged so far, so that a failing test has nothing to undo.
    undone: bool,
}

/// The effect of an instruction.
enum Effect {
    /// It cannot fail.
    Sure,
    /// It may fail.
    Fails,
    /// It is redundant.
    Void,
    /// The part ends before it.
    Ends,
}

impl Walk<'_> {
    fn write(&mut self, registers: &[Reg]) {
        for &x in registers {
            self.known.forget(x);
            self.undone &= usize::from(x) >= self.known.arity;
        }
    }

    /// Returns the effect of unifying a register with a new term or another register; `matches` if it is known to
    /// succeed.
    fn unify(&mut self, x: Reg, matches: bool) -> Effect {
        self.written = self.known.seen.is_variable(x) && !self.bound;
        if matches {
            return Effect::Sure;
        }
        self.bound = true;
        self.undone = false;
        if self.written {
            return Effect::Sure;
        }
        self.dirty = true;
        self.risk = Risk::Match;
        Effect::Fails
    }

    fn unify_argument(&mut self) -> Effect {
        if self.written {
            return Effect::Sure;
        }
        self.bound = true;
        self.dirty = true;
        self.undone = false;
        self.risk = Risk::Match;
        Effect::Fails
    }

    fn test(&mut self, mut test: Instr) -> Effect {
        let Some(&mut FAIL) = test.otherwise_mut() else {
            return Effect::Ends;
        };
        if std::mem::take(&mut self.known.decided) {
            return Effect::Void;
        }
        if let Instr::TestType {
            test: TypeTest::Nonvar,
            x,
            ..
        } = test
            && self.known.seen.is_bound(x)
        {
            return Effect::Void;
        }
        let risk = if self.undone { Risk::Tests } else { Risk::Match };
        self.risk = self.risk.max(risk);
        Effect::Fails
    }

    fn step(&mut self, instr: Instr) -> Effect {
        match instr {
            Instr::GetConstant { x, value } => {
                if self.known.is_constant(self.arena, x, value) {
                    return Effect::Void;
                }
                self.unify(x, false)
            }
            Instr::GetList { x } => self.unify(x, self.known.is_list(x)),
            Instr::GetListXX { x, head, tail } => {
                let effect = self.unify(x, self.known.is_list(x));
                self.write(&[head, tail]);
                effect
            }
            Instr::GetListVX { x, tail, .. } => {
                let effect = self.unify(x, false);
                self.write(&[tail]);
                effect
            }
            Instr::GetStructure { x, functor } => self.unify(x, self.known.is_structure(self.arena, x, functor)),
            Instr::GetStructureXX { x, a, b, functor } => {
                let effect = self.unify(x, self.known.is_structure(self.arena, x, functor));
                self.write(&[a, b]);
                effect
            }
            Instr::GetValue { a, b } => {
                let x = if self.known.seen.is_variable(a) { a } else { b };
                self.unify(x, false)
            }
            Instr::UnifyValue { .. }
            | Instr::UnifyValue2 { .. }
            | Instr::UnifyConstant { .. }
            | Instr::UnifyList {}
            | Instr::UnifyStructure { .. } => self.unify_argument(),
            Instr::UnifyVariable { x } => self.sets(&[x]),
            Instr::UnifyVariable2 { a, b } => self.sets(&[a, b]),
            Instr::UnifyVoid { .. } => Effect::Sure,
            Instr::Move { to, .. } => self.sets(&[to]),
            Instr::Move2 { to1, to2, .. } => self.sets(&[to1, to2]),
            Instr::Move3 { to1, to2, to3, .. } => self.sets(&[to1, to2, to3]),
            Instr::PutConstant { x: to, .. }
            | Instr::AddSmall { to, .. }
            | Instr::Add { to, .. }
            | Instr::Subtract { to, .. }
            | Instr::Multiply { to, .. }
            | Instr::Arith1 { to, .. }
            | Instr::Arith2 { to, .. }
            | Instr::Arith2Small { to, .. }
            | Instr::Compare { to, .. }
            | Instr::Evaluate { to, .. } => self.sets(&[to]),
            Instr::PutVariable { x }
            | Instr::SetVariable { x }
            | Instr::PutStructure { x, .. }
            | Instr::PutStructureVV { x, .. }
            | Instr::PutList { x }
            | Instr::PutListVV { x, .. } => {
                // A failing test would leave the new term on the heap.
                self.undone = false;
                self.sets(&[x])
            }
            Instr::SetValue { .. }
            | Instr::SetValue2 { .. }
            | Instr::SetConstant { .. }
            | Instr::SetVoid { .. }
            | Instr::SetList {}
            | Instr::SetStructure { .. } => Effect::Sure,
            Instr::Wake { .. } if self.dirty => Effect::Sure,
            Instr::Wake { .. } => Effect::Void,
            test => self.test(test),
        }
    }

    fn sets(&mut self, registers: &[Reg]) -> Effect {
        self.write(registers);
        Effect::Sure
    }
}

/// Returns the first part of the clause at `label`; `None` if nothing in it can fail and it does not end in a cut, so
/// that it gains nothing.
pub(super) fn part_of(arena: &Arena, label: Label, known: Known<'_>) -> Option<Part> {
    let mut walk = Walk {
        arena,
        known,
        risk: Risk::Nothing,
        written: false,
        bound: false,
        dirty: false,
        undone: true,
    };
    let mut code = Lines::default();
    // The length of the code up to the last instruction that can fail, and its continuation.
    let mut last = None;
    let mut at = label;
    while code.len() < MAX_PART {
        let mut instr = arena.instrs[at as usize];
        at += 1;
        let mut rest = None;
        match instr {
            Instr::NeckCut {} | Instr::WakeNeckCut { .. } => {
                let end = End::Cut(at);
                let risk = walk.risk;
                return Some(Part { code, risk, end });
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
        match walk.step(instr) {
            Effect::Void => {}
            Effect::Sure => code.push(instr, at - 1),
            Effect::Fails => {
                code.push(instr, at - 1);
                last = Some((code.len(), rest.map_or(End::At(at), End::With)));
            }
            Effect::Ends => break,
        }
        if rest.is_some() {
            break;
        }
    }
    let (length, end) = last?;
    code.truncate(length);
    let risk = walk.risk;
    Some(Part { code, risk, end })
}
