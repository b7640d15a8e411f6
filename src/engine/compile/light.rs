//! The first part of a clause, up to its first call or cut: what can fail there determines how the clause is tried
//! while alternatives remain.
//!
//! If nothing can fail before a cut, the clause is entered without a choice point. If only tests can fail, they branch
//! to the next clause. Any other part is tried lightly: it is copied into the block, between an instruction that saves
//! the registers and one that commits to the clause. On failure, the machine continues with the next clause; if the
//! part ends in a cut, no alternative is left. In all these cases no choice point is pushed.

use crate::code::arena::Arena;
use crate::code::instr::{ConstId, Effect, FAIL, Instr, Label, Reg, Role, TypeTest};
use crate::code::predicate::INDEXED_ARGUMENTS;
use crate::term::cell::Tag;

use super::layout::LayoutLine;
use super::seen::Seen;

/// The maximum number of instructions of a part; longer ones commit early.
const MAX_PART: usize = 40;

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
pub(super) struct LightPart {
    /// Its instructions, without redundant ones.
    pub code: Vec<LayoutLine>,
    pub risk: Risk,
    pub end: LightEnd,
}

/// The continuation of a part.
#[derive(Clone, Copy)]
pub(super) enum LightEnd {
    /// The clause continues at the label.
    At(Label),
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
    pub(super) fn is_constant(&self, arena: &Arena, x: Reg, value: ConstId) -> bool {
        self.seen.is_constant(x) && self.keys[x.index()] == arena.constants[value].bits()
    }

    fn is_structure(&self, arena: &Arena, x: Reg, functor: ConstId) -> bool {
        self.seen.is_structure(x) && self.keys[x.index()] == arena.constants[functor].bits()
    }

    fn is_list(&self, x: Reg) -> bool {
        self.seen.is_list(x) && self.keys[x.index()] == Tag::Lst as u64
    }
}

/// A walk over the first part of a clause.
struct LightWalk<'a> {
    arena: &'a Arena,
    known: Known<'a>,
    risk: Risk,
    /// True if the open term is in write mode, so that its arguments cannot fail.
    written: bool,
    /// Registers that hold variables which the part has made and not bound, and which no other register holds.
    new: u64,
    /// True if an attributed variable may have been bound.
    dirty: bool,
    /// True if the machine is unchanged so far, so that a failing test has nothing to undo.
    undone: bool,
}

/// The possible effect of an instruction of a part.
enum LightOutcome {
    /// It cannot fail.
    Sure,
    /// It may fail.
    Fails,
    /// It is redundant.
    Void,
    /// The part ends before it.
    Ends,
}

impl LightWalk<'_> {
    /// Returns the outcome of unifying a register with a new term or another register; `matches` if it is known to
    /// succeed.
    fn unify(&mut self, x: Reg, matches: bool) -> LightOutcome {
        let is_new = self.new & new_bit(x) != 0;
        self.written = is_new || self.known.seen.is_variable(x);
        self.new &= !new_bit(x);
        if matches {
            return LightOutcome::Sure;
        }
        if self.written {
            if !is_new {
                self.known.seen.bind(x);
            }
            self.undone = false;
            return LightOutcome::Sure;
        }
        self.may_bind()
    }

    fn unify_argument(&mut self) -> LightOutcome {
        if self.written {
            return LightOutcome::Sure;
        }
        self.may_bind()
    }

    fn may_bind(&mut self) -> LightOutcome {
        self.known.seen.variable = 0;
        self.new = 0;
        self.dirty = true;
        self.undone = false;
        self.risk = Risk::Match;
        LightOutcome::Fails
    }

    fn test(&mut self, mut test: Instr) -> LightOutcome {
        let Some(&mut FAIL) = test.otherwise_mut() else {
            return LightOutcome::Ends;
        };
        if std::mem::take(&mut self.known.decided) {
            return LightOutcome::Void;
        }
        if let Instr::TestType {
            test: TypeTest::Nonvar,
            x,
            ..
        } = test
            && self.known.seen.is_bound(x)
        {
            return LightOutcome::Void;
        }
        let risk = if self.undone { Risk::Tests } else { Risk::Match };
        self.risk = self.risk.max(risk);
        LightOutcome::Fails
    }

    fn match_register(&mut self, instr: Instr) -> LightOutcome {
        match instr {
            Instr::GetConstant { x, value } if self.known.is_constant(self.arena, x, value) => LightOutcome::Void,
            Instr::GetConstant { x, .. } => self.unify(x, false),
            Instr::GetList { x } => self.unify(x, self.known.is_list(x)),
            Instr::GetStructure { x, functor } => self.unify(x, self.known.is_structure(self.arena, x, functor)),
            Instr::GetValue { a, b } => {
                let x = if self.known.seen.is_variable(a) { a } else { b };
                self.new &= !(new_bit(a) | new_bit(b));
                let outcome = self.unify(x, false);
                // Of two variables, either may be the one that is bound.
                self.known.seen.variable = 0;
                outcome
            }
            _ => {
                self.written = false;
                self.may_bind()
            }
        }
    }

    fn step(&mut self, instr: Instr) -> LightOutcome {
        match instr.effect() {
            Effect::matches => self.match_register(instr),
            Effect::unifies => self.unify_argument(),
            Effect::takes | Effect::computes => self.sets(instr),
            Effect::builds => {
                // A failing test would leave the new term on the heap.
                self.undone = false;
                self.sets(instr)
            }
            Effect::wakes if self.dirty => LightOutcome::Sure,
            Effect::wakes => LightOutcome::Void,
            Effect::tests => self.test(instr),
            Effect::frames
            | Effect::calls
            | Effect::cuts
            | Effect::chooses
            | Effect::branches
            | Effect::leaves
            | Effect::enters
            | Effect::fused => LightOutcome::Ends,
        }
    }

    /// Follows an instruction that cannot fail, and writes registers.
    fn sets(&mut self, instr: Instr) -> LightOutcome {
        instr.each_operand(&mut |role, number| {
            if role == Role::writes {
                let x = Reg::at(number as usize);
                self.known.seen.forget(x);
                self.undone &= x.index() >= self.known.arity;
                self.new &= !new_bit(x);
            }
        });
        match instr {
            Instr::UnifyVariable { x } if self.written => self.new |= new_bit(x),
            Instr::PutVariable { x } | Instr::SetVariable { x } => self.new |= new_bit(x),
            Instr::Move { from, .. } => self.new &= !new_bit(from),
            _ => {}
        }
        LightOutcome::Sure
    }
}

/// Returns the bit of a register in a set; none for those that no set has.
fn new_bit(x: Reg) -> u64 {
    1_u64.checked_shl(x.index() as u32).unwrap_or(0)
}

/// Returns the first part of the clause at `label` of `code`, which is plain; `None` if nothing in it can fail and it
/// does not end in a cut, so that it gains nothing.
pub(super) fn part_of(arena: &Arena, code: &[Instr], label: Label, known: Known<'_>) -> Option<LightPart> {
    let mut walk = LightWalk {
        arena,
        known,
        risk: Risk::Nothing,
        written: false,
        new: 0,
        dirty: false,
        undone: true,
    };
    let mut part = Vec::with_capacity(16);
    // The length of the part up to the last instruction that can fail, and its continuation.
    let mut last = None;
    let mut at = label;
    while part.len() < MAX_PART {
        let cut = match code[at.address()..] {
            [Instr::NeckCut {}, ..] => Some(at + 1),
            [Instr::Wake { .. }, Instr::NeckCut {}, ..] => Some(at + 2),
            _ => None,
        };
        if let Some(after) = cut {
            return Some(LightPart {
                code: part,
                risk: walk.risk,
                end: LightEnd::Cut(after),
            });
        }
        let (instr, origin) = (code[at.address()], at);
        at += 1;
        let outcome = walk.step(instr);
        // An open term is taken apart to its end.
        let continues =
            instr.effect() == Effect::takes && last.is_some_and(|(length, _): (usize, LightEnd)| length == part.len());
        match outcome {
            LightOutcome::Void => continue,
            LightOutcome::Sure | LightOutcome::Fails => part.push(LayoutLine { instr, origin }),
            LightOutcome::Ends => break,
        }
        if continues || matches!(outcome, LightOutcome::Fails) {
            last = Some((part.len(), LightEnd::At(at)));
        }
    }
    let (length, end) = last?;
    part.truncate(length);
    let risk = walk.risk;
    Some(LightPart { code: part, risk, end })
}
