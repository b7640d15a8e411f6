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
use crate::code::instr::{FAIL, Instr, LIGHT_REGISTERS, Label, Reg};
use crate::code::key::{ANY, PARTS};
use crate::code::predicate::INDEXED_ARGUMENTS;
use crate::term::cell::{Cell, Tag};

use super::fuse::plain;
use super::guard::{Guard, Operand, guards_of, small_integer};
use super::light::{End, Known, Part, Risk, part_of};
use super::place::{Table, Types, place};
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
const SEARCH: Label = Label::new(1);

/// The maximum number of clauses for which a nested switch is made.
const MAX_INNER: usize = 16;
/// The maximum nesting depth of switches.
const MAX_DEPTH: usize = 3;
/// The maximum number of clauses of a try chain.
const MAX_CHAIN: usize = 48;
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
    let all: Vec<usize> = (0..clauses.len()).collect();
    let at = |label: Label| arena.instrs[label.index()];
    if let [only] = ranges
        && at(only.start) != (Instr::NeckCut {})
    {
        return only.start;
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
        tables: Vec::new(),
        clauses,
        labels,
        guards,
        arity,
        done: FxHashMap::default(),
        rests: FxHashMap::default(),
        orders: FxHashMap::default(),
        tails: Vec::new(),
    };
    let entry = linker.block(&all, Seen::default(), 0);
    let Linker {
        code, entries, tables, ..
    } = linker;
    place(arena, &code, &entries, tables, entry)
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
enum Place {
    Argument(usize),
    /// A part of an argument that is known to be compound.
    Part(usize, usize),
}

pub(super) struct Linker<'a> {
    arena: &'a Arena,
    /// The instruction at [`FAIL`], that at [`SEARCH`], the code of the clauses, and the parts of the block.
    pub code: Vec<Instr>,
    /// The addresses at which clauses, and the code before them, can be entered.
    entries: Vec<Option<Label>>,
    tables: Vec<Table>,
    clauses: &'a [ClauseKeys],
    /// The start of each clause.
    labels: Vec<Label>,
    /// The guards of each clause.
    guards: Vec<Vec<Guard>>,
    arity: usize,
    /// Finished blocks, by their clauses and what is known.
    done: FxHashMap<Seen, FxHashMap<Vec<usize>, Label>>,
    /// Retry chains, to which choice points lead, by their clauses.
    rests: FxHashMap<Vec<usize>, Label>,
    /// Try chains that are valid for all arguments, by their clauses.
    orders: FxHashMap<Vec<usize>, Label>,
    /// Copies of the ends of clauses, where these cannot be entered.
    tails: Vec<(Vec<Instr>, Label)>,
}

impl<'a> Linker<'a> {
    /// Returns the label of the block for some of the clauses.
    fn block(&mut self, some: &[usize], seen: Seen, depth: usize) -> Label {
        match some {
            [] => return FAIL,
            &[only] => return self.entry(only, self.known(only, seen)),
            _ => {}
        }
        if let Some(&label) = self.done.get(&seen).and_then(|done| done.get(some)) {
            return label;
        }
        let label = match self.place(some, seen, depth) {
            Some(place) => self.switch(some, place, seen, depth),
            None if some.len() > MAX_CHAIN => SEARCH,
            None => self.chain(some, seen, depth, false),
        };
        self.done.entry(seen).or_default().insert(some.to_vec(), label);
        label
    }

    fn append(&mut self, code: &[Instr]) -> Label {
        let label = Label::at(self.code.len());
        self.code.extend_from_slice(code);
        label
    }

    fn known(&self, clause: usize, seen: Seen) -> Known<'a> {
        Known {
            seen,
            keys: &self.clauses[clause].keys,
            arity: self.arity,
            decided: false,
        }
    }

    /// Returns the entry of a clause that is the only one left. It skips constants that are known to match, and a test
    /// that is known to hold; nothing has been bound, so no goal is pending, and there is no choice point to cut.
    fn entry(&mut self, clause: usize, known: Known<'_>) -> Label {
        let label = self.first_needed(clause, known);
        if self.is_entry(label) {
            return label;
        }
        // Mostly the return after a constant that is known to match.
        let tail = self.copied(label);
        if let Some((_, label)) = self.tails.iter().find(|(code, _)| *code == tail) {
            return *label;
        }
        let label = self.append(&tail);
        self.tails.push((tail, label));
        label
    }

    /// Whether the instruction at `label` of the plain code can be entered: it is not within a fused instruction.
    pub fn is_entry(&self, label: Label) -> bool {
        self.entries.get(label.index()).is_none_or(Option::is_some)
    }

    fn first_needed(&self, clause: usize, known: Known<'_>) -> Label {
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
    fn place(&self, some: &[usize], seen: Seen, depth: usize) -> Option<Place> {
        if some.len() > MAX_CHAIN && depth == 0 {
            return widest(self.clauses, some, self.arity).map(Place::Argument);
        }
        if depth > 0 && some.len() > MAX_INNER || depth > MAX_DEPTH {
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
        // An argument whose parts distinguish the clauses, even if its functor is the same in all.
        let leads_to_parts = |place: &Place| match *place {
            Place::Argument(i) => parts(i).any(|part| self.tells_apart(some, part)),
            Place::Part(..) => false,
        };
        self.best(some, new.clone())
            .or_else(|| self.best(some, new_parts))
            .or_else(|| new.clone().find(leads_to_parts))
    }

    /// Returns, of the subjects that distinguish any two clauses, the first for which every clause has a key, else the
    /// first.
    fn best(&self, some: &[usize], places: impl Iterator<Item = Place>) -> Option<Place> {
        let mut first = None;
        for place in places.filter(|place| self.tells_apart(some, *place)) {
            if some.iter().all(|&c| self.key(c, place) != ANY) {
                return Some(place);
            }
            first = first.or(Some(place));
        }
        first
    }

    fn tells_apart(&self, some: &[usize], place: Place) -> bool {
        let first = self.key(some[0], place);
        some[1..].iter().any(|&c| self.key(c, place) != first)
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
        let types = Types {
            other: self.block(&general, used, depth + 1),
            list: self.block(&pairs, pair, depth + 1),
            nil: self.block(&nils, constant, depth + 1),
            variable: self.block(some, variable, depth + 1),
            attributed: self.in_order(some),
        };
        let mut keys = Vec::new();
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
            keys.push((value, label));
        }
        let switch = match place {
            Place::Argument(i) => self.first_case(i as u8, some, types, keys),
            Place::Part(i, part) => {
                let (x, at) = (i as u8, part as u8 + u8::from(seen.list & 1 << i == 0));
                let table = self.add_table(types, keys, None);
                vec![Instr::SwitchPart { x, at, table }]
            }
        };
        self.append(&switch)
    }

    /// Adds a switch table and returns its index among those of the block.
    fn add_table(&mut self, types: Types, keys: Vec<(u64, Label)>, first: Option<u64>) -> u32 {
        self.tables.push(Table { types, keys, first });
        self.tables.len() as u32 - 1
    }

    /// Returns a switch on an argument, followed by the code for the case that recursion most likely leads to: a list,
    /// else the first compound term, else an integer that is not in the table. Fall-through is faster than an address
    /// loaded from a table.
    fn first_case(&mut self, x: Reg, some: &[usize], types: Types, keys: Vec<(u64, Label)>) -> Vec<Instr> {
        let list = types.list;
        let has_list = some
            .iter()
            .any(|&c| self.clauses[c].keys[usize::from(x)] == Tag::Lst as u64);
        let of_tag = |tag: Tag| keys.iter().copied().find(|&(key, _)| Cell::from_bits(key).tag() == tag);
        let (structure, integer) = (of_tag(Tag::Hdr), of_tag(Tag::Int));
        let other = types.other;
        let table = self.add_table(types, keys, structure.map(|(key, _)| key));
        match (structure, integer) {
            _ if has_list => self.list_case(x, table, list),
            (Some((_, to)), _) => self.followed(Instr::SwitchStructure { x, table }, to),
            (None, Some(_)) if other != FAIL => self.followed(Instr::SwitchInteger { x, table }, other),
            _ => vec![Instr::Switch { x, table }],
        }
    }

    /// Returns a chain of the clauses; `decided` if the first test of the first clause is known to hold.
    fn chain(&mut self, some: &[usize], seen: Seen, depth: usize, decided: bool) -> Label {
        let known = Known {
            decided,
            ..self.known(some[0], seen)
        };
        let part = part_of(self.arena, &self.code, self.labels[some[0]], known);
        if let Some(part) = &part
            && let &Part {
                end: End::Cut(after), ..
            } = part
            && part.risk <= Risk::Tests
        {
            return self.without_choice(some, part, after, known.seen, depth);
        }
        if !decided && let Some(label) = self.decide(some, seen, depth) {
            return label;
        }
        if let Some(place) = self.same_shape(some, seen, depth, decided) {
            return self.switch(some, place, seen, depth);
        }
        match part {
            Some(part) if self.arity <= LIGHT_REGISTERS => self.try_lightly(some, part, seen, depth),
            _ => self.in_order(some),
        }
    }

    /// Tries the first clause, in which at most tests can fail before the cut that precedes `after`, then the others.
    fn without_choice(&mut self, some: &[usize], part: &Part, after: Label, seen: Seen, depth: usize) -> Label {
        let mut code = part.code.clone();
        code.extend(self.copied(after));
        if part.risk == Risk::Nothing {
            // If the copy would not be shorter, the clause itself is entered.
            let known = self.known(some[0], seen);
            let entry = self.first_needed(some[0], known);
            if part.code.len() >= after.address().saturating_sub(entry.address()) {
                return self.entry(some[0], known);
            }
            return self.append(&code);
        }
        let next = self.block(&some[1..], seen, depth);
        for instr in &mut code[..part.code.len()] {
            if let Some(otherwise) = instr.otherwise_mut() {
                *otherwise = next;
            }
        }
        self.append(&code)
    }

    /// Returns an argument that has the same functor in all clauses, if a switch on it, though it distinguishes none,
    /// ensures that only tests can fail before the cut of the first clause.
    fn same_shape(&self, some: &[usize], seen: Seen, depth: usize, decided: bool) -> Option<Place> {
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
                .is_some_and(|part| matches!(part.end, End::Cut(_)) && part.risk <= Risk::Tests)
        };
        let new = (0..self.arity.min(INDEXED_ARGUMENTS)).filter(|i| seen.used & 1 << i == 0);
        new.clone().find(helps).map(Place::Argument)
    }

    /// Tries the first clause without a choice point up to the end of `part`, then the others.
    fn try_lightly(&mut self, some: &[usize], part: Part, seen: Seen, depth: usize) -> Label {
        let rest = self.rest(&some[1..]);
        let next = self.block(&some[1..], seen, depth);
        let arity = self.arity as u8;
        let mut code = vec![Instr::TryLight { arity, next }, Instr::Jump { to: rest }];
        code.extend(part.code);
        match part.end {
            End::At(to) => {
                code.push(Instr::Commit {});
                code.extend(self.copied(to));
            }
            End::Cut(to) => {
                code.push(Instr::CommitCut { to });
                code.extend(self.copied(to));
            }
        }
        self.append(&code)
    }

    /// Returns the retry chain for a choice point with these clauses left.
    fn rest(&mut self, some: &[usize]) -> Label {
        if let Some(&label) = self.rests.get(some) {
            return label;
        }
        let instrs: Vec<Instr> = self.later_tries(some).collect();
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
            Operand::Int(_) => a,
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
        code.push(Instr::TestIntegers {
            a,
            b,
            otherwise: general,
        });
        code.push(guard.test(a, b, no));
        code.extend(self.copied(yes));
        Some(self.append(&code))
    }

    /// Returns the register of an operand, which is loaded into one after the arguments if necessary; `None` if it is
    /// not known to exist.
    fn operand(&self, operand: Operand, offset: usize, seen: Seen, code: &mut Vec<Instr>) -> Option<u8> {
        match operand {
            Operand::Argument(i) => Some(i),
            Operand::Head(i) if i < 8 && seen.list & 1 << i != 0 => {
                let head = u8::try_from(self.arity + offset).ok()?;
                code.extend([
                    Instr::GetList { x: i },
                    Instr::UnifyVariable { x: head },
                    Instr::UnifyVariable { x: head + 1 },
                ]);
                Some(head)
            }
            Operand::Head(_) | Operand::Int(_) => None,
        }
    }

    /// Returns a try chain that is valid for all arguments.
    fn in_order(&mut self, some: &[usize]) -> Label {
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
        let instrs: Vec<Instr> = std::iter::once(first).chain(self.later_tries(&some[1..])).collect();
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
