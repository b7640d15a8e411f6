//! Loops: where a clause calls its own predicate as its last call, and arguments are known to be unbound variables, the
//! call enters the block behind the switches on these.
//!
//! `p([X|Xs], Ys)`, which binds `Ys` to a pair and goes on with its tail, finds a variable there in all rounds but the
//! first. A round knows of its arguments what a switch would tell, and which of them are not the same variable, so that
//! binding one leaves the others. The code of a loop stands behind a `jump` to the whole block, which is never run: it
//! says for which entry of the predicate the loop was made.

use crate::code::instr::{Effect, Instr, Label, Reg, Role};
use crate::code::key::ANY;
use crate::code::predicate::INDEXED_ARGUMENTS;

use super::layout::LayoutLine;
use super::light::Known;
use super::link::Linker;
use super::seen::Seen;

/// The maximum number of loops of a block: one for each output, one for both of two, and one more.
const MAX_LOOPS: usize = 4;

/// The content of a register: an argument of the call, from 0 on, or a variable that the code has made.
type Value = usize;

/// The first number of a new variable.
const NEW: Value = INDEXED_ARGUMENTS;

/// How the open term is unified.
#[derive(Clone, Copy, PartialEq)]
enum OpenMode {
    /// It is taken apart: binding nothing until a value is compared.
    Read,
    /// It is new.
    Write,
    Unknown,
}

/// A walk along the code of a clause, from the entry of a block to a call.
struct LoopWalk<'a> {
    known: Known<'a>,
    /// The contents of the registers, where they are known.
    registers: Vec<Option<Value>>,
    /// The values that are unbound variables without attributes.
    variables: Vec<Value>,
    /// The number of variables that the code has made.
    made: usize,
    open: OpenMode,
    /// True if an attributed variable may have been bound.
    dirty: bool,
}

impl LoopWalk<'_> {
    fn new(known: Known<'_>) -> LoopWalk<'_> {
        let arguments = known.arity.min(INDEXED_ARGUMENTS);
        LoopWalk {
            known,
            registers: (0..arguments).map(Some).collect(),
            variables: (0..arguments).filter(|&i| known.seen.is_variable(Reg::at(i))).collect(),
            made: 0,
            open: OpenMode::Unknown,
            dirty: false,
        }
    }

    fn value(&self, x: Reg) -> Option<Value> {
        self.registers.get(x.index()).copied().flatten()
    }

    fn set(&mut self, x: Reg, value: Option<Value>) {
        if self.registers.len() <= x.index() {
            self.registers.resize(x.index() + 1, None);
        }
        self.registers[x.index()] = value;
    }

    fn make_variable(&mut self, x: Reg) {
        let new = NEW + self.made;
        self.made += 1;
        self.variables.push(new);
        self.set(x, Some(new));
    }

    /// Whether two values are not the same variable. Nothing that is older than a variable leads to it: between the two,
    /// a variable is bound to a term only, or nothing is known any more.
    fn are_apart(&self, a: Value, b: Value) -> bool {
        a != b && (a.max(b) >= NEW || self.known.seen.apart[a] & 1 << b != 0)
    }

    /// Notes that a variable has been bound to a new term.
    fn bind(&mut self, variable: Value) {
        let mut left = std::mem::take(&mut self.variables);
        left.retain(|&other| self.are_apart(other, variable));
        self.variables = left;
    }

    /// Notes that anything may have been bound.
    fn bind_any(&mut self) {
        self.variables.clear();
        self.dirty = true;
    }

    /// Opens the term in a register.
    fn open(&mut self, x: Reg, is_known: bool) {
        let value = self.value(x);
        self.open = match value {
            Some(variable) if self.variables.contains(&variable) => {
                self.bind(variable);
                OpenMode::Write
            }
            Some(argument) if is_known && argument == x.index() => OpenMode::Read,
            _ => {
                self.bind_any();
                OpenMode::Unknown
            }
        };
    }

    /// Follows an instruction; returns false at one behind which nothing is known.
    fn step(&mut self, instr: Instr) -> bool {
        match instr {
            Instr::GetList { x } => self.open(x, self.known.seen.is_list(x)),
            Instr::GetStructure { x, .. } => self.open(x, self.known.seen.is_structure(x)),
            Instr::GetConstant { x, .. } => match self.value(x) {
                Some(variable) if self.variables.contains(&variable) => self.bind(variable),
                Some(argument) if argument == x.index() && self.known.seen.is_constant(x) => {}
                _ => self.bind_any(),
            },
            Instr::UnifyVariable { x } if self.open == OpenMode::Write => self.make_variable(x),
            Instr::PutVariable { x } | Instr::SetVariable { x } => self.make_variable(x),
            Instr::Move { from, to } => self.set(to, self.value(from)),
            _ => match instr.effect() {
                Effect::matches => self.bind_any(),
                Effect::unifies if self.open == OpenMode::Write => {}
                Effect::unifies => {
                    self.open = OpenMode::Unknown;
                    self.bind_any();
                }
                Effect::takes | Effect::computes | Effect::builds => instr.each_operand(&mut |role, number| {
                    if role == Role::writes {
                        self.set(Reg::at(number as usize), None);
                    }
                }),
                Effect::tests => {}
                // Goals may run here.
                Effect::wakes => self.variables.clear(),
                Effect::cuts | Effect::chooses => {
                    return matches!(instr, Instr::NeckCut {} | Instr::Commit {} | Instr::CommitCut { .. });
                }
                Effect::frames | Effect::calls | Effect::branches | Effect::leaves | Effect::enters | Effect::fused => {
                    return false;
                }
            },
        }
        true
    }

    /// Returns what the next round knows of its arguments; `None` if that spares it no switch, or if it is known that
    /// nothing tells it which clause to take. `matched` are the arguments that some clause takes apart, a bit for each.
    fn next_round(&self, matched: u8) -> Option<Seen> {
        let seen = self.known.seen;
        let arguments = self.known.arity.min(INDEXED_ARGUMENTS);
        let values = |matched: u8| {
            let all = (0..arguments).filter(move |i| matched & 1 << i != 0);
            all.filter_map(|i| Some((i, self.value(Reg::at(i))?)))
        };
        let mut next = Seen::default();
        for (i, variable) in values(matched & (seen.used | seen.variable)) {
            if !self.variables.contains(&variable) {
                continue;
            }
            next.used |= 1 << i;
            next.variable |= 1 << i;
            for (j, _) in values(matched).filter(|&(_, other)| self.are_apart(variable, other)) {
                next.apart[i] |= 1 << j;
                next.apart[j] |= 1 << i;
            }
        }
        (next.variable != 0 && matched & !next.variable != 0).then_some(next)
    }
}

impl Linker<'_> {
    /// Makes the last call of code that begins with what is `known` a loop, if it can be one. Returns whether it is.
    pub(super) fn make_loop(&mut self, code: &mut Vec<LayoutLine>, from: usize, known: Known<'_>) -> bool {
        let Some(&LayoutLine {
            instr: Instr::Execute { pred },
            origin,
        }) = code.last()
        else {
            return false;
        };
        if self.own != Some(pred) || known.seen.variable == 0 {
            return false;
        }
        let mut walk = LoopWalk::new(known);
        let mut idle = Vec::new();
        for (at, line) in code.iter().enumerate().take(code.len() - 1).skip(from) {
            match line.instr {
                Instr::Wake { .. } if !walk.dirty => idle.push(at),
                instr if walk.step(instr) => {}
                _ => return false,
            }
        }
        let Some(seen) = walk.next_round(self.matched) else {
            return false;
        };
        let Some(to) = self.loop_of(seen) else {
            return false;
        };
        for at in idle.into_iter().rev() {
            code.remove(at);
        }
        code.insert(
            code.len() - 1,
            LayoutLine {
                instr: Instr::Again { to },
                origin,
            },
        );
        true
    }

    /// Returns the label that stands for the loop that is entered with this knowledge, until it is made.
    fn loop_of(&mut self, seen: Seen) -> Option<Label> {
        let at = self
            .loops
            .iter()
            .position(|known| *known == seen)
            .unwrap_or(self.loops.len());
        if at == MAX_LOOPS {
            return None;
        }
        if at == self.loops.len() {
            self.loops.push(seen);
        }
        Some(stand_in(at))
    }

    /// Returns the label of a copy of the clause at `label` that ends in a loop, if it can.
    pub(super) fn looping_copy(&mut self, label: Label, known: Known<'_>) -> Option<Label> {
        if known.seen.variable == 0 || self.own.is_none() {
            return None;
        }
        if let Some(&(_, copy)) = self.copies.iter().find(|(of, _)| *of == (label, known.seen)) {
            return Some(copy);
        }
        let mut code = self.copied(label);
        if !self.make_loop(&mut code, 0, known) {
            return None;
        }
        let copy = self.append(&code);
        self.copies.push(((label, known.seen), copy));
        Some(copy)
    }

    /// Makes the loops that calls lead to, of all clauses, whose block is at `entry`.
    pub(super) fn make_loops(&mut self, all: &[usize], entry: Label) {
        let mut made = Vec::new();
        while let Some(&seen) = self.loops.get(made.len()) {
            let block = self.block(all, seen, 0);
            let mut code = vec![LayoutLine::new(Instr::Jump { to: entry })];
            code.extend(self.copied(block));
            made.push(self.append(&code) + 1);
        }
        for instr in &mut self.code {
            if let Instr::Again { to } = instr
                && let Some(at) = (0..made.len()).find(|&at| *to == stand_in(at))
            {
                *to = made[at];
            }
        }
    }
}

/// Returns the label that stands for a loop that is not made yet: code has none so large.
fn stand_in(at: usize) -> Label {
    Label::at(u32::MAX as usize - at)
}

/// Returns the arguments that some clause takes apart, a bit for each.
pub(super) fn matched<'k>(keys: impl Iterator<Item = &'k [u64; INDEXED_ARGUMENTS]>) -> u8 {
    keys.flat_map(|keys| (0..INDEXED_ARGUMENTS).filter(|&i| keys[i] != ANY))
        .fold(0, |matched, i| matched | 1 << i)
}
