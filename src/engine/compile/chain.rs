//! Chains: clauses that nothing tells apart are tried in order, without a choice point where possible.

use crate::code::instr::{FAIL, Instr, LIGHT_REGISTERS, Label, Reg};
use crate::code::key::ANY;
use crate::code::predicate::INDEXED_ARGUMENTS;
use crate::term::cell::{Cell, Tag};

use super::guard::{Guard, GuardOperand};
use super::layout::LayoutLine;
use super::light::{Known, LightEnd, LightPart, Risk, part_of};
use super::link::{Linker, MAX_CHAIN, MAX_DEPTH, SEARCH, Subject};
use super::seen::Seen;

impl Linker<'_> {
    /// Returns a chain of the clauses; `decided` if the first test of the first clause is known to hold.
    pub(super) fn chain(&mut self, some: &[usize], seen: Seen, depth: usize, decided: bool) -> Label {
        let known = Known {
            decided,
            ..self.known(some[0], seen)
        };
        let part = part_of(self.arena, &self.code, self.labels[some[0]], known);
        if let Some(part) = &part
            && let &LightPart {
                end: LightEnd::Cut(after),
                ..
            } = part
            && part.risk <= Risk::Tests
        {
            return self.without_choice(some, part, after, known.seen, depth);
        }
        if !decided && let Some(label) = self.decide(some, seen, depth) {
            return label;
        }
        if let Some(subject) = self.same_shape(some, seen, depth, decided) {
            return self.switch(some, subject, seen, depth);
        }
        match part {
            Some(part) if self.arity <= LIGHT_REGISTERS => self.try_lightly(some, part, seen, depth),
            _ => self.in_order(some),
        }
    }

    /// Tries the first clause, in which at most tests can fail before the cut that precedes `after`, then the others.
    fn without_choice(&mut self, some: &[usize], part: &LightPart, after: Label, seen: Seen, depth: usize) -> Label {
        let mut code = part.code.clone();
        code.extend(self.copied(after));
        if part.risk == Risk::Nothing {
            // If the copy would not be shorter, the clause itself is entered.
            let known = self.known(some[0], seen);
            let entry = self.first_needed(some[0], known);
            if part.code.len() >= after.address().saturating_sub(entry.address()) {
                return self.entry(some[0], known);
            }
            self.make_loop(&mut code, 0, known);
            return self.append(&code);
        }
        let next = self.block(&some[1..], seen, depth);
        for line in &mut code[..part.code.len()] {
            if let Some(otherwise) = line.instr.otherwise_mut() {
                *otherwise = next;
            }
        }
        self.make_loop(&mut code, 0, self.known(some[0], seen));
        self.append(&code)
    }

    /// Returns an argument that has the same functor in all clauses, if a switch on it, though it distinguishes none,
    /// ensures that only tests can fail before the cut of the first clause.
    fn same_shape(&self, some: &[usize], seen: Seen, depth: usize, decided: bool) -> Option<Subject> {
        if depth > MAX_DEPTH {
            return None;
        }
        let first = some[0];
        let helps = |i: &usize| {
            let key = self.clauses[first].keys[*i];
            let mut with = seen;
            if key == Tag::Lst as u64 {
                with.list |= 1 << i;
            } else {
                with.structure |= 1 << i;
            }
            let known = Known {
                decided,
                ..self.known(first, with)
            };
            let compound = key != ANY && !Cell::from_bits(key).is_immediate();
            let same = compound && some.iter().all(|&c| self.clauses[c].keys[*i] == key);
            same && part_of(self.arena, &self.code, self.labels[first], known)
                .is_some_and(|part| matches!(part.end, LightEnd::Cut(_)) && part.risk <= Risk::Tests)
        };
        let new = (0..self.arity.min(INDEXED_ARGUMENTS)).filter(|i| seen.used & 1 << i == 0);
        new.clone().find(helps).map(Subject::Argument)
    }

    /// Tries the first clause without a choice point up to the end of `part`, then the others.
    fn try_lightly(&mut self, some: &[usize], part: LightPart, seen: Seen, depth: usize) -> Label {
        let rest = self.rest(&some[1..]);
        let next = self.block(&some[1..], seen, depth);
        let arity = self.arity as u8;
        let mut code = vec![
            LayoutLine::new(Instr::TryLight { arity, next }),
            LayoutLine::new(Instr::Jump { to: rest }),
        ];
        code.extend(part.code);
        match part.end {
            LightEnd::At(to) => {
                code.push(LayoutLine::new(Instr::Commit {}));
                code.extend(self.copied(to));
            }
            LightEnd::Cut(to) => {
                code.push(LayoutLine::new(Instr::CommitCut { to }));
                code.extend(self.copied(to));
            }
        }
        self.make_loop(&mut code, 2, self.known(some[0], seen));
        self.append(&code)
    }

    /// Returns the retry chain for a choice point with these clauses left.
    fn rest(&mut self, some: &[usize]) -> Label {
        if let Some(&label) = self.rests.get(some) {
            return label;
        }
        let instrs: Vec<LayoutLine> = self.later_tries(some).map(LayoutLine::new).collect();
        let label = self.append(&instrs);
        for i in 0..some.len() {
            self.rests.insert(some[i..].to_vec(), label + i as u32);
        }
        label
    }

    /// Returns a block that branches on the first guard of the first clause, if the guard excludes a clause whether it
    /// holds or not.
    fn decide(&mut self, some: &[usize], seen: Seen, depth: usize) -> Option<Label> {
        let guard = *self.guards[some[0]].first()?;
        let with = |linker: &Self, holds: Guard| -> Vec<usize> {
            let excluded = |c: &usize| linker.guards[*c].iter().any(|g| g.excludes(holds));
            some.iter().copied().filter(|c| !excluded(c)).collect()
        };
        let mut code = Vec::new();
        let a = self.operand(guard.a, 0, seen, &mut code)?;
        let b = match guard.b {
            GuardOperand::Int(_) => a,
            other => self.operand(other, 2, seen, &mut code)?,
        };
        let (yes, no) = (with(self, guard), with(self, guard.negated()));
        let general = self.in_order(some);
        let yes = match *yes.as_slice() {
            [only] if only == some[0] => {
                let known = Known {
                    decided: true,
                    ..self.known(only, seen)
                };
                self.entry(only, known)
            }
            [first, ..] if first == some[0] => self.chain(&yes, seen, depth, true),
            // The guards of the first clause are contradictory.
            _ => self.block(&yes, seen, depth),
        };
        let no = self.block(&no, seen, depth);
        let test = Instr::TestIntegers {
            a,
            b,
            otherwise: general,
        };
        code.extend([test, guard.test(a, b, no)].map(LayoutLine::new));
        let yes = self.copied(yes);
        code.extend(taken_apart_once(&code, &yes).unwrap_or(yes));
        Some(self.append(&code))
    }

    /// Returns the register of an operand, which is loaded into one after the arguments if necessary; `None` if it is
    /// not known to exist.
    fn operand(&self, operand: GuardOperand, offset: usize, seen: Seen, code: &mut Vec<LayoutLine>) -> Option<Reg> {
        match operand {
            GuardOperand::Argument(i) => Some(i),
            GuardOperand::Head(i) if seen.is_list(i) => {
                let (head, tail) = (Reg::at(self.arity + offset), Reg::at(self.arity + offset + 1));
                code.extend(
                    [
                        Instr::GetList { x: i },
                        Instr::UnifyVariable { x: head },
                        Instr::UnifyVariable { x: tail },
                    ]
                    .map(LayoutLine::new),
                );
                Some(head)
            }
            GuardOperand::Head(_) | GuardOperand::Int(_) => None,
        }
    }

    /// Returns a try chain that is valid for all arguments.
    pub(super) fn in_order(&mut self, some: &[usize]) -> Label {
        match some {
            [] => return FAIL,
            &[only] => return self.labels[only],
            _ if some.len() > MAX_CHAIN => return SEARCH,
            _ => {}
        }
        if let Some(&label) = self.orders.get(some) {
            return label;
        }
        let first = Instr::Try {
            arity: self.arity as u8,
            clause: self.labels[some[0]],
        };
        let tries = std::iter::once(first).chain(self.later_tries(&some[1..]));
        let instrs: Vec<LayoutLine> = tries.map(LayoutLine::new).collect();
        let label = self.append(&instrs);
        self.orders.insert(some.to_vec(), label);
        label
    }

    /// Returns the instructions that retry clauses after the first; the last removes the choice point.
    fn later_tries(&self, some: &[usize]) -> impl Iterator<Item = Instr> {
        some.iter().enumerate().map(|(i, &c)| {
            let clause = self.labels[c];
            if i + 1 == some.len() {
                Instr::Trust { clause }
            } else {
                Instr::Retry { clause }
            }
        })
    }
}

/// Returns the code for the case that the test of a guard, at the end of `test`, holds, if both begin with taking the
/// same pair apart: the second time, its parts are copied.
fn taken_apart_once(test: &[LayoutLine], holds: &[LayoutLine]) -> Option<Vec<LayoutLine>> {
    use Instr::{GetList, Move, UnifyVariable};
    let parts = |code: &[LayoutLine]| match *code.get(..3)? {
        [list, head, tail] => match (list.instr, head.instr, tail.instr) {
            (GetList { x }, UnifyVariable { x: head }, UnifyVariable { x: tail }) => Some((x, head, tail)),
            _ => None,
        },
        _ => None,
    };
    let (list, head, tail) = parts(test)?;
    let (same, to_head, to_tail) = parts(holds)?;
    if list != same || to_head == tail {
        return None;
    }
    let moves = [(head, to_head), (tail, to_tail)]
        .into_iter()
        .filter(|(from, to)| from != to)
        .map(|(from, to)| LayoutLine {
            instr: Move { from, to },
            origin: holds[0].origin,
        });
    Some(moves.chain(holds[3..].iter().copied()).collect())
}
