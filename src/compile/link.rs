//! Linking: the clauses of a static predicate become one block of switches and try chains.
//!
//! A switch on an argument sends each value to the clauses that can match it. Where several are left,
//! another argument may tell them apart, or a part of one; where none does, a chain tries them in their order. A clause
//! that begins with tests and a cut is tried without a choice point: its tests are copied into the
//! block, where they branch to the next clause instead of failing.

use rustc_hash::FxHashMap;

use crate::base::known;
use crate::code::arena::{Arena, FAIL, SwitchTable};
use crate::code::instr::{Instr, Label, Reg};
use crate::code::key::{ANY, PARTS};
use crate::code::predicate::INDEXED_ARGUMENTS;
use crate::term::cell::{Cell, Tag};

use super::guard::{Guard, Operand, guards_of, small_integer};
use super::light::{self, End, Part};

/// What tells a clause from others.
pub struct ClauseKeys {
    /// The keys of its first arguments.
    pub keys: [u64; INDEXED_ARGUMENTS],
    /// The keys of the first parts of each.
    pub parts: [[u64; PARTS]; INDEXED_ARGUMENTS],
}

impl ClauseKeys {
    /// Of a clause that any goal can match.
    pub const ANYTHING: ClauseKeys = ClauseKeys {
        keys: [ANY; INDEXED_ARGUMENTS],
        parts: [[ANY; PARTS]; INDEXED_ARGUMENTS],
    };
}

/// Beyond the first switch, only this many clauses are told apart further.
const MAX_INNER: usize = 16;
/// So many instructions are copied rather than jumped to.
const MAX_COPIED: usize = 3;
/// More clauses are not tried in a chain.
const MAX_CHAIN: usize = 48;
/// Predicates of more clauses run from candidate lists: they are tables, of which most calls need a few clauses,
/// and which need not all be compiled.
pub const MAX_LINKED: usize = 2048;

/// Is a block for `clauses` better than candidate lists?
pub fn is_worthwhile(clauses: &[ClauseKeys], arity: usize) -> bool {
    let all: Vec<usize> = (0..clauses.len()).collect();
    clauses.len() <= MAX_CHAIN || widest(clauses, &all, arity).is_some()
}

/// Appends the block for `clauses`, of a predicate with `arity` arguments, whose code is at `labels`, and gives its
/// address. Where no block serves, it goes to `search`, which finds candidates for the arguments.
pub fn link(arena: &mut Arena, clauses: &[ClauseKeys], labels: &[Label], arity: usize, search: Label) -> Label {
    let all: Vec<usize> = (0..clauses.len()).collect();
    let guards = labels.iter().map(|&label| guards_of(arena, label, arity)).collect();
    let mut linker = Linker {
        arena,
        clauses,
        labels,
        guards,
        arity,
        search,
        done: FxHashMap::default(),
        rests: FxHashMap::default(),
    };
    linker.block(&all, Seen::default(), 0)
}

/// The clauses that can match each key of a place, in their order.
fn groups(some: &[usize], key: impl Fn(usize) -> u64) -> FxHashMap<u64, Vec<usize>> {
    let mut groups: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
    let mut general: Vec<usize> = Vec::new();
    for &c in some {
        match key(c) {
            ANY => {
                groups.values_mut().for_each(|group| group.push(c));
                general.push(c);
            }
            key => groups.entry(key).or_insert_with(|| general.clone()).push(c),
        }
    }
    groups.insert(ANY, general);
    groups
}

/// The argument to switch on first where there are many clauses: that with the most keys, if it leaves few clauses
/// for most of them.
fn widest(clauses: &[ClauseKeys], some: &[usize], arity: usize) -> Option<usize> {
    let all = 0..arity.min(INDEXED_ARGUMENTS);
    let keys = |i: usize| {
        let groups = groups(some, |c| clauses[c].keys[i]);
        let few = groups.values().filter(|group| group.len() <= MAX_CHAIN).count();
        (2 * few > groups.len()).then_some((groups.len(), i))
    };
    // Of equals, the first.
    let (_, i) = all
        .filter_map(keys)
        .max_by_key(|&(count, i)| (count, std::cmp::Reverse(i)))?;
    Some(i)
}

/// What is known of the arguments where a block begins; a bit for each argument.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Seen {
    /// It has been switched on.
    used: u8,
    /// It is the constant that the clauses have there, if they have one.
    constant: u8,
    /// It is an unbound variable.
    variable: u8,
    /// It is a list pair.
    list: u8,
    /// It is the structure that the clauses have there, if they have one.
    structure: u8,
    /// Which of its parts have been switched on.
    parts: [u8; INDEXED_ARGUMENTS],
}

impl Seen {
    pub fn is_constant(&self, x: Reg) -> bool {
        x < 8 && self.constant & 1 << x != 0
    }

    pub fn is_variable(&self, x: Reg) -> bool {
        x < 8 && self.variable & 1 << x != 0
    }

    pub fn is_list(&self, x: Reg) -> bool {
        x < 8 && self.list & 1 << x != 0
    }

    pub fn is_structure(&self, x: Reg) -> bool {
        x < 8 && self.structure & 1 << x != 0
    }
}

/// What a switch looks at.
#[derive(Clone, Copy)]
enum Place {
    Argument(usize),
    /// A part of an argument that is known to be compound.
    Part(usize, usize),
}

struct Linker<'a> {
    arena: &'a mut Arena,
    clauses: &'a [ClauseKeys],
    labels: &'a [Label],
    /// The comparisons with which each begins.
    guards: Vec<Vec<Guard>>,
    arity: usize,
    /// Where candidates are looked up.
    search: Label,
    /// Blocks made already, by their clauses and what is known.
    done: FxHashMap<(Vec<usize>, Seen), Label>,
    /// Where clauses are tried one after another that a choice point goes on with.
    rests: FxHashMap<Vec<usize>, Label>,
}

impl Linker<'_> {
    /// A block for some of the clauses.
    fn block(&mut self, some: &[usize], seen: Seen, depth: usize) -> Label {
        match some {
            [] => return FAIL,
            &[only] => return self.entry(only, seen),
            _ => {}
        }
        if let Some(&label) = self.done.get(&(some.to_vec(), seen)) {
            return label;
        }
        let label = match self.place(some, seen, depth) {
            Some(place) => self.switch(some, place, seen, depth),
            None if some.len() > MAX_CHAIN => self.search,
            None => self.chain(some, seen, depth),
        };
        self.done.insert((some.to_vec(), seen), label);
        label
    }

    /// Where a clause is entered that is the only one left: behind the constants that are known to match.
    fn entry(&self, clause: usize, seen: Seen) -> Label {
        let mut at = self.labels[clause];
        while let Instr::GetConstant { x, .. } = self.arena.instrs[at as usize]
            && seen.is_constant(x)
        {
            at += 1;
        }
        at
    }

    /// What to switch on: an argument that tells clauses apart; else a part of one.
    fn place(&self, some: &[usize], seen: Seen, depth: usize) -> Option<Place> {
        if some.len() > MAX_CHAIN && depth == 0 {
            return widest(self.clauses, some, self.arity).map(Place::Argument);
        }
        if depth > 0 && some.len() > MAX_INNER || depth > 3 {
            return None;
        }
        let arguments = 0..self.arity.min(INDEXED_ARGUMENTS);
        let new = arguments
            .clone()
            .filter(|i| seen.used & 1 << i == 0)
            .map(Place::Argument);
        let parts = |i: usize| (0..PARTS).map(move |part| Place::Part(i, part));
        let compound = |i: &usize| (seen.list | seen.structure) & 1 << i != 0;
        let new_parts = arguments
            .clone()
            .filter(compound)
            .flat_map(parts)
            .filter(|place| match *place {
                Place::Part(i, part) => seen.parts[i] & 1 << part == 0,
                Place::Argument(_) => false,
            });
        // An argument that has the same functor in all clauses, so that only its parts tell them apart.
        let leads_to_parts = |place: &Place| match *place {
            Place::Argument(i) => parts(i).any(|part| self.tells_apart(some, part)),
            Place::Part(..) => false,
        };
        self.best(some, new.clone())
            .or_else(|| self.best(some, new_parts))
            .or_else(|| new.clone().find(leads_to_parts))
    }

    /// The first that every clause has a key for, else the first, of those that tell any two clauses apart.
    fn best(&self, some: &[usize], places: impl Iterator<Item = Place> + Clone) -> Option<Place> {
        let mut useful = places.filter(|place| self.tells_apart(some, *place));
        let is_complete = |place: &Place| some.iter().all(|&c| self.key(c, *place) != ANY);
        useful.clone().find(is_complete).or_else(|| useful.next())
    }

    fn tells_apart(&self, some: &[usize], place: Place) -> bool {
        some.iter().any(|&c| self.key(c, place) != self.key(some[0], place))
    }

    fn key(&self, clause: usize, place: Place) -> u64 {
        let clause = &self.clauses[clause];
        match place {
            Place::Argument(i) => clause.keys[i],
            Place::Part(i, part) => clause.parts[i][part],
        }
    }

    fn switch(&mut self, some: &[usize], place: Place, seen: Seen, depth: usize) -> Label {
        let (mut used, mut constant, mut pair, mut structure) = (seen, seen, seen, seen);
        let mut variable = seen;
        match place {
            Place::Argument(i) => {
                for case in [&mut used, &mut variable, &mut constant, &mut pair, &mut structure] {
                    case.used |= 1 << i;
                }
                variable.variable |= 1 << i;
                constant.constant |= 1 << i;
                pair.list |= 1 << i;
                structure.structure |= 1 << i;
            }
            Place::Part(i, part) => {
                for case in [&mut used, &mut variable, &mut constant, &mut pair, &mut structure] {
                    case.parts[i] |= 1 << part;
                }
            }
        }
        let list = Tag::Lst as u64;
        let nil = Cell::atom(known::NIL).bits();
        let mut groups = groups(some, |c| self.key(c, place));
        let general = groups.remove(&ANY).unwrap_or_default();
        let mut of = |key: u64| groups.remove(&key).unwrap_or_else(|| general.clone());
        let (pairs, nils) = (of(list), of(nil));
        let mut table = SwitchTable::default();
        table.other = self.block(&general, used, depth + 1);
        table.list = self.block(&pairs, pair, depth + 1);
        table.nil = self.block(&nils, constant, depth + 1);
        table.variable = self.block(some, variable, depth + 1);
        for &c in some {
            let value = self.key(c, place);
            let Some(mut matching) = groups.remove(&value) else {
                continue;
            };
            if let (Some(value), Place::Argument(i)) = (small_integer(value), place) {
                let fails = |g: &Guard| g.is_false_for(i as u8, value);
                matching.retain(|&c| !self.guards[c].iter().any(fails));
            }
            let known = if Cell::from_bits(value).is_immediate() {
                constant
            } else {
                structure
            };
            let label = self.block(&matching, known, depth + 1);
            table.keys.insert(value, label);
        }
        let x = match place {
            Place::Argument(i) => i as u8,
            // Behind the arguments, for the next instruction only.
            Place::Part(..) => self.arity as u8,
        };
        // A clause that takes the list apart at once needs not look again whether it is one.
        let fused = match (self.arena.instrs[table.list as usize], place) {
            (Instr::GetListXX { x: same, head, tail }, Place::Argument(_)) if same == x => {
                table.list += 1;
                // Nothing was bound.
                if let Instr::Wake { .. } = self.arena.instrs[table.list as usize] {
                    table.list += 1;
                }
                Some((head, tail))
            }
            _ => None,
        };
        let table = self.arena.add_table(table);
        let switch = match fused {
            Some((head, tail)) => Instr::SwitchList { x, head, tail, table },
            None => Instr::Switch { x, table },
        };
        match place {
            Place::Argument(_) => self.arena.append(&[switch]),
            Place::Part(i, part) => {
                let at = part as u8 + u8::from(seen.list & 1 << i == 0);
                let from = i as u8;
                self.arena.append(&[Instr::LoadPart { to: x, from, at }, switch])
            }
        }
    }

    /// The tests before the cut of a clause that begins with them, and where it goes on after the cut.
    fn guard(&self, clause: usize, seen: Seen) -> Option<(Vec<Instr>, Label)> {
        let mut at = self.labels[clause];
        let mut tests = Vec::new();
        // What a failing guard has written must not be an argument of the next clause.
        let scratch = |to: u8| usize::from(to) >= self.arity;
        loop {
            let instr = self.arena.instrs[at as usize];
            at += 1;
            match instr {
                Instr::NeckCut {} => return Some((tests, at)),
                Instr::GetConstant { x, .. } if seen.is_constant(x) => {}
                Instr::PutConstant { x: to, .. }
                | Instr::AddSmall { to, .. }
                | Instr::Add { to, .. }
                | Instr::Subtract { to, .. }
                | Instr::Multiply { to, .. }
                | Instr::Arith1 { to, .. }
                | Instr::Arith2 { to, .. }
                | Instr::Arith2Small { to, .. }
                    if scratch(to) =>
                {
                    tests.push(instr);
                }
                mut test => match test.otherwise_mut() {
                    Some(&mut FAIL) => tests.push(test),
                    _ => return None,
                },
            }
        }
    }

    /// The clauses in their order.
    fn chain(&mut self, some: &[usize], seen: Seen, depth: usize) -> Label {
        if let Some((mut tests, after)) = self.guard(some[0], seen) {
            let next = self.block(&some[1..], seen, depth);
            for otherwise in tests.iter_mut().filter_map(Instr::otherwise_mut) {
                *otherwise = next;
            }
            tests.extend(self.go(after));
            return self.arena.append(&tests);
        }
        if let Some(label) = self.decide(some, seen, depth) {
            return label;
        }
        if let Some(part) = light::part_of(self.arena, self.labels[some[0]], self.arity, seen) {
            return self.try_lightly(some, part, seen, depth);
        }
        self.try_in_order(some)
    }

    /// Tries the first clause without a choice point, as far as `part` of it goes, and then the others.
    fn try_lightly(&mut self, some: &[usize], part: Part, seen: Seen, depth: usize) -> Label {
        let rest = self.rest(&some[1..]);
        let next = self.block(&some[1..], seen, depth);
        let arity = self.arity as u8;
        let mut code = vec![Instr::Jump { to: rest }, Instr::TryLight { arity, next }];
        code.extend(part.code);
        code.push(match part.end {
            End::At(to) => Instr::Commit { to },
            End::With(instr) => Instr::Commit {
                to: self.arena.append(&[instr]),
            },
            End::Cut(to) => Instr::CommitCut { to },
        });
        self.arena.append(&code) + 1
    }

    /// What leads to `to`: the instructions there, if they are few and lead elsewhere, else a jump.
    fn go(&self, to: Label) -> Vec<Instr> {
        let mut code = Vec::new();
        for &instr in self.arena.instrs[to as usize..].iter().take(MAX_COPIED) {
            code.push(instr);
            match instr {
                Instr::Proceed {}
                | Instr::ProceedWake {}
                | Instr::GetConstantProceed { .. }
                | Instr::GetValueProceed { .. }
                | Instr::Execute { .. }
                | Instr::AddSmallExecute { .. }
                | Instr::GetListVXExecute { .. }
                | Instr::Jump { .. } => return code,
                Instr::Move { .. }
                | Instr::Move2 { .. }
                | Instr::Move3 { .. }
                | Instr::PutVariable { .. }
                | Instr::PutConstant { .. }
                | Instr::PutListVV { .. }
                | Instr::GetConstant { .. }
                | Instr::GetValue { .. }
                | Instr::AddSmall { .. } => {}
                _ => break,
            }
        }
        vec![Instr::Jump { to }]
    }

    /// Where a choice point goes on that has these clauses left.
    fn rest(&mut self, some: &[usize]) -> Label {
        if let Some(&label) = self.rests.get(some) {
            return label;
        }
        let instrs: Vec<Instr> = self.later_tries(some).collect();
        let label = self.arena.append(&instrs);
        for i in 0..some.len() {
            self.rests.insert(some[i..].to_vec(), label + i as Label);
        }
        label
    }

    /// A block that decides by the first comparison of the first clause, if that excludes a clause
    /// whether it holds or not.
    fn decide(&mut self, some: &[usize], seen: Seen, depth: usize) -> Option<Label> {
        let guard = *self.guards[some[0]].first()?;
        let with = |linker: &Self, holds: Guard| -> Vec<usize> {
            let excluded = |c: &usize| linker.guards[*c].iter().any(|g| g.excludes(holds));
            some.iter().copied().filter(|c| !excluded(c)).collect()
        };
        let mut code = Vec::new();
        let a = self.operand(guard.a, 0, seen, &mut code)?;
        let b = match guard.b {
            Operand::Int(_) => a,
            other => self.operand(other, 2, seen, &mut code)?,
        };
        let (yes, no) = (with(self, guard), with(self, guard.negated()));
        let general = self.try_in_order(some);
        let yes = if yes.len() == some.len() {
            general
        } else {
            self.block(&yes, seen, depth)
        };
        let no = self.block(&no, seen, depth);
        code.push(Instr::TestIntegers {
            a,
            b,
            otherwise: general,
        });
        code.push(guard.test(a, b, no));
        code.push(Instr::Jump { to: yes });
        Some(self.arena.append(&code))
    }

    /// The register with an operand, loaded if need be into one behind the arguments; none if it is
    /// not known to be there.
    fn operand(&self, operand: Operand, offset: usize, seen: Seen, code: &mut Vec<Instr>) -> Option<u8> {
        match operand {
            Operand::Argument(i) => Some(i),
            Operand::Head(i) if i < 8 && seen.list & 1 << i != 0 => {
                let head = u8::try_from(self.arity + offset).ok()?;
                code.push(Instr::GetListXX {
                    x: i,
                    head,
                    tail: head + 1,
                });
                Some(head)
            }
            Operand::Head(_) | Operand::Int(_) => None,
        }
    }

    /// Tries the clauses one after another.
    fn try_in_order(&mut self, some: &[usize]) -> Label {
        let first = Instr::Try {
            arity: self.arity as u8,
            clause: self.labels[some[0]],
        };
        let instrs: Vec<Instr> = std::iter::once(first).chain(self.later_tries(&some[1..])).collect();
        self.arena.append(&instrs)
    }

    /// How clauses are tried that come after others; the last takes the choice point away.
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
