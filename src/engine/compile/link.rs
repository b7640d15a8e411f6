//! Linking: combines the clauses of a static predicate into one block of switches and try chains.
//!
//! A switch on an argument selects the clauses that can match its value. If several are left, another argument or a
//! part of one may distinguish them; otherwise a chain tries them in order. How a clause is tried depends on what can
//! fail before its first cut or call (`light.rs`): if only tests can, they are copied into the block, where they branch
//! to the next clause instead of failing.
//!
//! Linking works on plain code, without fused instructions: that of the clauses, followed by the parts of the block.
//! Labels count in it until the block is fused and placed; those into clauses then become addresses.

use std::ops::Range;

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::base::ids::Id;
use crate::base::known;
use crate::code::arena::Arena;
use crate::code::instr::{FAIL, Instr, Label, PredId, Reg};
use crate::code::key::{ANY, PARTS};
use crate::code::predicate::INDEXED_ARGUMENTS;
use crate::term::cell::{Cell, Tag};

use super::again::matched;
use super::fuse::plain;
use super::guard::{Guard, guards_of, small_integer};
use super::layout::LayoutLine;
use super::light::Known;
use super::place::{PlainTable, Types, place};
use super::seen::Seen;

/// The index keys of a clause.
pub struct ClauseKeys {
    /// The keys of its first arguments.
    pub keys: [u64; INDEXED_ARGUMENTS],
    /// The keys of the first parts of each.
    pub parts: [[u64; PARTS]; INDEXED_ARGUMENTS],
}

impl ClauseKeys {
    /// The keys of a clause that any goal can match.
    pub const ANYTHING: ClauseKeys = ClauseKeys {
        keys: [ANY; INDEXED_ARGUMENTS],
        parts: [[ANY; PARTS]; INDEXED_ARGUMENTS],
    };
}

/// The label of the code that looks up candidate clauses, until the block is placed.
pub(super) const SEARCH: Label = Label::new(1);

/// The maximum number of clauses for which a nested switch is made.
const MAX_INNER: usize = 16;
/// The maximum nesting depth of switches.
pub(super) const MAX_DEPTH: usize = 3;
/// The maximum number of clauses of a try chain.
pub(super) const MAX_CHAIN: usize = 48;
/// The maximum number of clauses of a linked predicate. Larger ones run from candidate lists: they are tables, of which
/// most calls need a few clauses, and not all clauses need be compiled.
pub const MAX_LINKED: usize = 2048;

/// Whether a block for `clauses` is better than candidate lists.
pub fn is_worthwhile(clauses: &[ClauseKeys], arity: usize) -> bool {
    let all: Vec<usize> = (0..clauses.len()).collect();
    clauses.len() <= MAX_CHAIN || widest(clauses, &all, arity).is_some()
}

/// Appends the block for `clauses`, of a predicate with `arity` arguments and with the code in `ranges`, and returns its
/// address. Calls that the block does not cover go to `search`, which looks up candidate clauses.
pub fn link(arena: &mut Arena, clauses: &[ClauseKeys], ranges: &[Range<Label>], arity: usize, search: Label) -> Label {
    link_with(arena, clauses, ranges, arity, search).0
}

/// Appends the same block once more, and returns for each of its instructions the address of that in a clause that it
/// is a copy of, or [`FAIL`].
pub fn origins(
    arena: &mut Arena,
    clauses: &[ClauseKeys],
    ranges: &[Range<Label>],
    arity: usize,
    search: Label,
) -> Vec<Label> {
    let (_, placed, linked) = link_with(arena, clauses, ranges, arity, search);
    let Some((origins, entries)) = linked else {
        return Vec::new();
    };
    let address = |label: &Label| entries[..=label.address()].iter().rev().find_map(|entry| *entry);
    let mut found = Vec::new();
    for (origin, to) in origins.iter().zip(placed) {
        if to.address() == found.len() {
            found.push(address(origin).unwrap_or(FAIL));
        }
    }
    found
}

/// The origins of the instructions of a block before they are fused, and the addresses that they count in.
type Origins = (Vec<Label>, Vec<Option<Label>>);

fn link_with(
    arena: &mut Arena,
    clauses: &[ClauseKeys],
    ranges: &[Range<Label>],
    arity: usize,
    search: Label,
) -> (Label, Vec<Label>, Option<Origins>) {
    let all: Vec<usize> = (0..clauses.len()).collect();
    let at = |label: Label| arena.instrs[label.index()];
    if let [only] = ranges
        && at(only.start) != (Instr::NeckCut {})
    {
        return (only.start, Vec::new(), None);
    }
    let size = 2 * ranges.iter().map(|range| range.end - range.start).sum::<u32>() as usize;
    let (mut code, mut entries) = (Vec::with_capacity(2 * size), Vec::with_capacity(size));
    code.extend([at(FAIL), at(search)]);
    entries.extend([Some(FAIL), Some(search)]);
    let mut labels = Vec::new();
    let mut guards = Vec::new();
    for range in ranges {
        let label = code.len();
        let placed = &arena.instrs[range.start.index()..range.end.index()];
        plain(placed, range.start, &mut code, &mut entries);
        labels.push(Label::at(label));
        guards.push(guards_of(&code[label..], arity));
    }
    let mut linker = Linker {
        arena,
        code,
        entries,
        origins: Vec::new(),
        tables: Vec::new(),
        clauses,
        labels,
        guards,
        arity,
        done: FxHashMap::default(),
        rests: FxHashMap::default(),
        orders: FxHashMap::default(),
        tails: Vec::new(),
        own: match at(search) {
            Instr::Candidates { pred } if clauses.len() <= MAX_INNER => Some(pred),
            _ => None,
        },
        matched: matched(clauses.iter().map(|clause| &clause.keys)),
        loops: Vec::new(),
        copies: Vec::new(),
    };
    let entry = linker.block(&all, Seen::default(), 0);
    linker.make_loops(&all, entry);
    let Linker {
        code,
        entries,
        origins,
        tables,
        ..
    } = linker;
    let (label, moved) = place(arena, &code, &entries, tables, entry);
    (label, moved, Some((origins, entries)))
}

/// Groups clauses by key: returns, for each key, the clauses that can match it, in order.
fn groups(some: &[usize], key: impl Fn(usize) -> u64) -> FxHashMap<u64, Vec<usize>> {
    let mut groups: FxHashMap<u64, Vec<usize>> = FxHashMap::with_capacity_and_hasher(some.len() + 1, FxBuildHasher);
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

/// Returns the argument of the first switch for many clauses: that with the most keys, if most keys leave few clauses.
fn widest(clauses: &[ClauseKeys], some: &[usize], arity: usize) -> Option<usize> {
    let all = 0..arity.min(INDEXED_ARGUMENTS);
    let keys = |i: usize| {
        let groups = groups(some, |c| clauses[c].keys[i]);
        let few = groups.values().filter(|group| group.len() <= MAX_CHAIN).count();
        (2 * few > groups.len()).then_some((groups.len(), i))
    };
    // Among equals, the first argument.
    let (_, i) = all
        .filter_map(keys)
        .max_by_key(|&(count, i)| (count, std::cmp::Reverse(i)))?;
    Some(i)
}

/// The subject of a switch.
#[derive(Clone, Copy)]
pub(super) enum Subject {
    Argument(usize),
    /// A part of an argument that is known to be compound.
    Part(usize, usize),
}

pub(super) struct Linker<'a> {
    pub arena: &'a Arena,
    /// The instruction at [`FAIL`], that at [`SEARCH`], the code of the clauses, and the parts of the block.
    pub code: Vec<Instr>,
    /// The addresses at which clauses, and the code before them, can be entered.
    pub entries: Vec<Option<Label>>,
    /// For each instruction of the parts, the label of that in a clause that it is a copy of, or [`FAIL`].
    pub origins: Vec<Label>,
    pub tables: Vec<PlainTable>,
    pub clauses: &'a [ClauseKeys],
    /// The start of each clause.
    pub labels: Vec<Label>,
    /// The guards of each clause.
    pub guards: Vec<Vec<Guard>>,
    pub arity: usize,
    /// Finished blocks, by their clauses and what is known.
    pub done: FxHashMap<Seen, FxHashMap<Vec<usize>, Label>>,
    /// Retry chains, to which choice points lead, by their clauses.
    pub rests: FxHashMap<Vec<usize>, Label>,
    /// Try chains that are valid for all arguments, by their clauses.
    pub orders: FxHashMap<Vec<usize>, Label>,
    /// Copies of the ends of clauses, where these cannot be entered.
    pub tails: Vec<(Vec<Instr>, Label)>,
    /// The predicate, if its last calls of itself may become loops.
    pub own: Option<PredId>,
    /// The arguments that some clause takes apart, a bit for each.
    pub matched: u8,
    /// The knowledge at the entries of the loops that calls lead to.
    pub loops: Vec<Seen>,
    /// Copies of clauses that end in a loop, by the clause's label and what is known there.
    pub copies: Vec<((Label, Seen), Label)>,
}

impl<'a> Linker<'a> {
    /// Returns the label of the block for some of the clauses.
    pub(super) fn block(&mut self, some: &[usize], seen: Seen, depth: usize) -> Label {
        match some {
            [] => return FAIL,
            &[only] => return self.entry(only, self.known(only, seen)),
            _ => {}
        }
        if let Some(&label) = self.done.get(&seen).and_then(|done| done.get(some)) {
            return label;
        }
        let label = match self.subject(some, seen, depth) {
            Some(subject) => self.switch(some, subject, seen, depth),
            None if some.len() > MAX_CHAIN => SEARCH,
            None => self.chain(some, seen, depth, false),
        };
        self.done.entry(seen).or_default().insert(some.to_vec(), label);
        label
    }

    pub(super) fn append(&mut self, code: &[LayoutLine]) -> Label {
        let label = Label::at(self.code.len());
        self.code.extend(code.iter().map(|line| line.instr));
        self.origins.extend(code.iter().map(|line| line.origin));
        label
    }

    /// Returns the instruction at `label`, to be copied.
    pub(super) fn line(&self, label: Label) -> LayoutLine {
        let origin = label.address().checked_sub(self.entries.len());
        LayoutLine {
            instr: self.code[label.address()],
            origin: origin.map_or(label, |at| self.origins[at]),
        }
    }

    pub(super) fn known(&self, clause: usize, seen: Seen) -> Known<'a> {
        Known {
            seen,
            keys: &self.clauses[clause].keys,
            arity: self.arity,
            decided: false,
        }
    }

    /// Returns the entry of a clause that is the only one left. It skips constants that are known to match, and a test
    /// that is known to hold; nothing has been bound, so no goal is pending, and there is no choice point to cut.
    pub(super) fn entry(&mut self, clause: usize, known: Known<'_>) -> Label {
        let label = self.first_needed(clause, known);
        if let Some(copy) = self.looping_copy(label, known) {
            return copy;
        }
        if self.is_entry(label) {
            return label;
        }
        // Mostly the return after a constant that is known to match.
        let tail = self.copied(label);
        let instrs = |code: &[LayoutLine]| code.iter().map(|line| line.instr).collect::<Vec<Instr>>();
        if let Some((_, label)) = self.tails.iter().find(|(code, _)| *code == instrs(&tail)) {
            return *label;
        }
        let label = self.append(&tail);
        self.tails.push((instrs(&tail), label));
        label
    }

    /// Whether the instruction at `label` of the plain code can be entered: it is not within a fused instruction.
    pub(super) fn is_entry(&self, label: Label) -> bool {
        self.entries.get(label.index()).is_none_or(Option::is_some)
    }

    pub(super) fn first_needed(&self, clause: usize, known: Known<'_>) -> Label {
        let mut decided = known.decided;
        let mut at = self.labels[clause];
        loop {
            let mut instr = self.code[at.index()];
            let tests = instr.otherwise_mut().is_some();
            match instr {
                Instr::GetConstant { x, value } if known.is_constant(self.arena, x, value) => {}
                Instr::Wake { .. } | Instr::NeckCut {} => {}
                _ if decided && tests => decided = false,
                _ => return at,
            }
            at += 1;
        }
    }

    /// Selects the subject of the switch: an argument that distinguishes clauses, else a part of one.
    fn subject(&self, some: &[usize], seen: Seen, depth: usize) -> Option<Subject> {
        if some.len() > MAX_CHAIN && depth == 0 {
            return widest(self.clauses, some, self.arity).map(Subject::Argument);
        }
        if depth > 0 && some.len() > MAX_INNER || depth > MAX_DEPTH {
            return None;
        }
        let arguments = 0..self.arity.min(INDEXED_ARGUMENTS);
        let new = arguments
            .clone()
            .filter(|i| seen.used & 1 << i == 0)
            .map(Subject::Argument);
        let parts = |i: usize| (0..PARTS).map(move |part| Subject::Part(i, part));
        let compound = |i: &usize| (seen.list | seen.structure) & 1 << i != 0;
        let new_parts = arguments
            .clone()
            .filter(compound)
            .flat_map(parts)
            .filter(|subject| match *subject {
                Subject::Part(i, part) => seen.parts[i] & 1 << part == 0,
                Subject::Argument(_) => false,
            });
        // An argument whose parts distinguish the clauses, even if its functor is the same in all.
        let leads_to_parts = |subject: &Subject| match *subject {
            Subject::Argument(i) => parts(i).any(|part| self.tells_apart(some, part)),
            Subject::Part(..) => false,
        };
        self.best(some, new.clone())
            .or_else(|| self.best(some, new_parts))
            .or_else(|| new.clone().find(leads_to_parts))
    }

    /// Returns, of the subjects that distinguish any two clauses, the first for which every clause has a key, else the
    /// first.
    fn best(&self, some: &[usize], subjects: impl Iterator<Item = Subject>) -> Option<Subject> {
        let mut first = None;
        for subject in subjects.filter(|subject| self.tells_apart(some, *subject)) {
            if some.iter().all(|&c| self.key(c, subject) != ANY) {
                return Some(subject);
            }
            first = first.or(Some(subject));
        }
        first
    }

    fn tells_apart(&self, some: &[usize], subject: Subject) -> bool {
        let first = self.key(some[0], subject);
        some[1..].iter().any(|&c| self.key(c, subject) != first)
    }

    fn key(&self, clause: usize, subject: Subject) -> u64 {
        let clause = &self.clauses[clause];
        match subject {
            Subject::Argument(i) => clause.keys[i],
            Subject::Part(i, part) => clause.parts[i][part],
        }
    }

    pub(super) fn switch(&mut self, some: &[usize], subject: Subject, seen: Seen, depth: usize) -> Label {
        let (mut used, mut constant, mut pair, mut structure) = (seen, seen, seen, seen);
        let mut variable = seen;
        match subject {
            Subject::Argument(i) => {
                for case in [&mut used, &mut variable, &mut constant, &mut pair, &mut structure] {
                    case.used |= 1 << i;
                }
                variable.variable |= 1 << i;
                constant.constant |= 1 << i;
                pair.list |= 1 << i;
                structure.structure |= 1 << i;
            }
            Subject::Part(i, part) => {
                for case in [&mut used, &mut variable, &mut constant, &mut pair, &mut structure] {
                    case.parts[i] |= 1 << part;
                }
            }
        }
        let list = Tag::Lst as u64;
        let nil = Cell::atom(known::NIL).bits();
        let mut groups = groups(some, |c| self.key(c, subject));
        let general = groups.remove(&ANY).unwrap_or_default();
        let mut of = |key: u64| groups.remove(&key).unwrap_or_else(|| general.clone());
        let (pairs, nils) = (of(list), of(nil));
        let types = Types {
            other: self.block(&general, used, depth + 1),
            list: self.block(&pairs, pair, depth + 1),
            nil: self.block(&nils, constant, depth + 1),
            variable: self.block(some, variable, depth + 1),
            attributed: self.in_order(some),
        };
        let mut keys = Vec::new();
        for &c in some {
            let value = self.key(c, subject);
            let Some(mut matching) = groups.remove(&value) else {
                continue;
            };
            if let (Some(value), Subject::Argument(i)) = (small_integer(value), subject) {
                let fails = |g: &Guard| g.is_false_for(Reg::at(i), value);
                matching.retain(|&c| !self.guards[c].iter().any(fails));
            }
            let known = if Cell::from_bits(value).is_immediate() {
                constant
            } else {
                structure
            };
            let label = self.block(&matching, known, depth + 1);
            keys.push((value, label));
        }
        let switch = match subject {
            Subject::Argument(i) => self.first_case(Reg::at(i), some, types, keys),
            Subject::Part(i, part) => {
                let x = Reg::at(i);
                let at = part as u8 + u8::from(!seen.is_list(x));
                let table = self.add_table(types, keys, None);
                vec![LayoutLine::new(Instr::SwitchPart { x, at, table })]
            }
        };
        self.append(&switch)
    }

    /// Adds a switch table and returns its index among those of the block.
    fn add_table(&mut self, types: Types, keys: Vec<(u64, Label)>, first: Option<u64>) -> u32 {
        self.tables.push(PlainTable { types, keys, first });
        self.tables.len() as u32 - 1
    }

    /// Returns a switch on an argument, followed by the code for the case that recursion most likely leads to: a list,
    /// else the first compound term, else an integer that is not in the table. Fall-through is faster than an address
    /// loaded from a table.
    fn first_case(&mut self, x: Reg, some: &[usize], types: Types, keys: Vec<(u64, Label)>) -> Vec<LayoutLine> {
        let list = types.list;
        let has_list = some.iter().any(|&c| self.clauses[c].keys[x.index()] == Tag::Lst as u64);
        let of_tag = |tag: Tag| keys.iter().copied().find(|&(key, _)| Cell::from_bits(key).tag() == tag);
        let (structure, integer) = (of_tag(Tag::Hdr), of_tag(Tag::Int));
        let other = types.other;
        let table = self.add_table(types, keys, structure.map(|(key, _)| key));
        match (structure, integer) {
            _ if has_list => self.list_case(x, table, list),
            (Some((_, to)), _) => self.followed(Instr::SwitchStructure { x, table }, to),
            (None, Some(_)) if other != FAIL => self.followed(Instr::SwitchInteger { x, table }, other),
            _ => vec![LayoutLine::new(Instr::Switch { x, table })],
        }
    }
}
