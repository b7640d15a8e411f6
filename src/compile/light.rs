//! The beginning of a clause, up to its first call or cut: what may go wrong there, and so how the clause is tried
//! while others wait.
//!
//! A beginning where nothing can fail decides for its clause at once. Where only tests can fail, they branch to the
//! next clause. Any other beginning is tried lightly: it is copied into the block, between an instruction that notes
//! the registers and one that commits to the clause. Where it fails, the machine goes on with the next clause; where it
//! ends in a cut, nothing is left to go back to. In all these cases no choice point was pushed.

use crate::code::arena::Arena;
use crate::code::instr::{ConstId, FAIL, Instr, Label, Reg, TypeTest};
use crate::code::predicate::INDEXED_ARGUMENTS;
use crate::term::cell::Tag;

use super::seen::Seen;

/// Longer parts are committed to early.
const MAX_PART: usize = 24;

/// What may happen in a part of a clause.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Risk {
    /// It matches, and no goal waits for what it binds.
    Nothing,
    /// A test may fail; then nothing is bound, and the arguments are still in their registers.
    Tests,
    /// Anything.
    Match,
}

/// The beginning of a clause.
pub(super) struct Part {
    /// Its instructions, without those that are known to do nothing.
    pub code: Vec<Instr>,
    pub risk: Risk,
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

/// What is known of a clause that is about to be entered.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    /// What switches have found out of the arguments.
    pub seen: Seen,
    /// The keys of the clause's own arguments.
    pub keys: &'a [u64; INDEXED_ARGUMENTS],
    /// How many arguments there are.
    pub arity: usize,
    /// Has its first test been found to hold?
    pub decided: bool,
}

impl Known<'_> {
    /// Is argument `x` the constant with which it is about to be unified?
    pub fn is_constant(&self, arena: &Arena, x: Reg, value: ConstId) -> bool {
        self.seen.is_constant(x) && self.keys[x as usize] == arena.constants[value].bits()
    }

    fn is_structure(&self, arena: &Arena, x: Reg, functor: ConstId) -> bool {
        self.seen.is_structure(x) && self.keys[x as usize] == arena.constants[functor].bits()
    }

    fn is_list(&self, x: Reg) -> bool {
        self.seen.is_list(x) && self.keys[x as usize] == Tag::Lst as u64
    }

    /// Forgets what is known of an argument whose register gets another value.
    fn forget(&mut self, x: Reg) {
        self.seen.forget(x);
    }
}

/// Walks along the beginning of a clause.
struct Walk<'a> {
    arena: &'a Arena,
    known: Known<'a>,
    risk: Risk,
    /// Are the arguments of the open term written, so that they cannot fail to match?
    written: bool,
    /// Has something been bound? Then no other argument is known to be a variable.
    bound: bool,
    /// May something have been bound that a goal waits for?
    dirty: bool,
    /// Would a test that fails now leave the machine as it was?
    undone: bool,
}

/// What an instruction may do.
enum Effect {
    /// It cannot fail.
    Sure,
    /// It may fail.
    Fails,
    /// It does nothing.
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

    /// A register is unified with a new term or with another: `matches` if it is known to be one such.
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
                // What is built for a test that fails would stay on the heap.
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

/// The beginning of the clause at `label`; none if it may fail nowhere and ends in no cut, so that nothing is decided.
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
    let mut code = Vec::new();
    // How much of the code there is to the last instruction that may fail, and what follows.
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
            Effect::Sure => code.push(instr),
            Effect::Fails => {
                code.push(instr);
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
