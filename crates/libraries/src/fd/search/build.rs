//! From the heap to a space: the variables and propagators that are reached from the variables of a labelling.

use std::collections::{BTreeMap, HashMap};

use ferz_engine::native::Step;
use ferz_engine::native::terms::{Cell, View, known};
use ferz_engine::native::work::Ordered;

use super::super::distinct::has_twice;
use super::super::linear::Relation;
use super::super::propagate::{Kind as Posted, operations};
use super::super::ranges::{INF, SUP};
use super::super::store::{ARGS, Event, Fd, KIND, QUEUED, SCRATCH, VARIABLE};
use super::distinct::Note;
use super::parts::{Links, PropKind};
use super::space::Space;
use super::sum::LONG;

/// Marks a propagator without a group, or without an own propagator in the space.
const NONE: u32 = u32::MAX;
/// The most that a linear sum may amount to.
const LARGEST: i128 = 1 << 60;

/// A propagator that was reached.
struct Reached {
    address: usize,
    group: u32,
    prop: u32,
}

struct Build<'f, 'm> {
    fd: &'f mut Fd<'m>,
    space: Space,
    /// The block of each variable of the space.
    blocks: Vec<usize>,
    reached: Vec<Reached>,
    /// The indexes of tables that are copied: their addresses, and their places in the space.
    tables: BTreeMap<usize, usize>,
    /// The propagator for each sum and variable.
    terms: HashMap<(u32, u32), u32>,
    /// How many propagators may still be reached.
    left: usize,
    /// Whether something was reached that a space cannot have.
    failed: bool,
}

/// Makes a space of what is reached from the variables in `blocks`, and tells the block of each of its variables, those
/// in `blocks` first. `None` if there are more than `most` propagators, or some that a space cannot have.
pub(super) fn build(
    fd: &mut Fd<'_>,
    blocks: &[usize],
    most: usize,
) -> Result<Option<(Space, Vec<usize>)>, ferz_engine::native::Stop> {
    let mut build = Build {
        fd,
        space: Space::new(),
        blocks: Vec::new(),
        reached: Vec::new(),
        tables: BTreeMap::new(),
        terms: HashMap::new(),
        left: most,
        failed: false,
    };
    for &block in blocks {
        build.var(block);
    }
    let done = build.follow();
    for reached in &build.reached {
        build.fd.m.heap.set(reached.address + QUEUED, Cell::ZERO);
    }
    for &block in &build.blocks {
        build.fd.m.heap.set(block + SCRATCH, Cell::ZERO);
    }
    done?;
    Ok((!build.failed).then_some((build.space, build.blocks)))
}

impl Build<'_, '_> {
    /// Returns the number of the variable with this block.
    fn var(&mut self, block: usize) -> u32 {
        let known = self.fd.get(block + SCRATCH).as_int();
        if known != 0 {
            return known as u32 - 1;
        }
        let (min, max) = (self.fd.min(block), self.fd.max(block));
        let holes = min != max && self.fd.has_holes(block);
        let fd = &*self.fd;
        let x = self.space.add_var(min, max, holes, || fd.ranges(block));
        self.fd.m.heap.set(block + SCRATCH, Cell::int(i64::from(x) + 1));
        self.blocks.push(block);
        x
    }

    /// Follows the propagators of each variable to other variables.
    fn follow(&mut self) -> Step {
        let mut at = 0;
        while let Some(&block) = self.blocks.get(at) {
            at += 1;
            let links = self.links(block);
            self.space.links.push(links);
            if self.failed {
                return Ok(());
            }
            if at.is_multiple_of(256) {
                self.fd.m.poll()?;
                self.failed |= self.space.bytes() > self.fd.m.room() / 4;
            }
        }
        Ok(())
    }

    fn links(&mut self, block: usize) -> Links {
        let mut links = Links::default();
        let here = |space: &Space| {
            (
                space.chains.len() as u32,
                space.pairs.len() as u32,
                space.groups_of.len() as u32,
            )
        };
        let (chain, pair, group) = here(&self.space);
        (links.pairs.0, links.groups.0) = (pair, group);
        (links.value, links.bounds, links.domain) = (chain, chain, chain);
        if self.fd.min(block) != self.fd.max(block) {
            self.failed |= !self.is_alone(block);
            for event in [Event::Value, Event::Bounds, Event::Domain] {
                let mut list = self.fd.get(block + event as usize);
                while list.is_list() && !self.failed {
                    let p = self.fd.get(list.address()).address() + 1;
                    self.link(p, block);
                    list = self.fd.get(list.address() + 1);
                }
                let chain = self.space.chains.len() as u32;
                match event {
                    Event::Value => (links.bounds, links.domain) = (chain, chain),
                    Event::Bounds => links.domain = chain,
                    Event::Domain => {}
                }
            }
        }
        let (chain, pair, group) = here(&self.space);
        (links.end, links.pairs.1, links.groups.1) = (chain, pair, group);
        links
    }

    /// Whether a variable has no other attributes.
    fn is_alone(&self, block: usize) -> bool {
        let variable = self.fd.m.deref(self.fd.get(block + VARIABLE));
        let View::Attributed(variable) = self.fd.m.view(variable) else {
            return false;
        };
        match self.fd.m.view(self.fd.get(variable.address() + 1)) {
            View::Struct(_, first) => {
                self.fd.get(first) == Cell::atom(known::FD_BLOCK)
                    && self.fd.m.deref(self.fd.get(first + 2)) == Cell::NIL
                    && self.fd.checked_block(self.fd.get(first + 1)) == Some(block)
            }
            _ => false,
        }
    }

    /// Links a variable to a propagator that waits for it.
    fn link(&mut self, p: usize, block: usize) {
        if self.fd.is_dead(p) {
            return;
        }
        if Posted::of(self.fd.get(p + KIND)) == Posted::NotEqual {
            let (a, b, c) = (self.fd.arg(p, 0), self.fd.arg(p, 1), self.fd.number(p, 2));
            let (Ok(c), true) = (i32::try_from(c), self.left > 0) else {
                self.failed = true;
                return;
            };
            self.left -= 1;
            // a is not b + c.
            let (other, c) = if a == block { (b, -c) } else { (a, c) };
            let other = self.var(other);
            self.space.pairs.push((other, c));
            return;
        }
        let mut mark = self.fd.get(p + QUEUED).as_int();
        if mark == 0 {
            if self.left == 0 {
                self.failed = true;
                return;
            }
            self.left -= 1;
            self.reached.push(Reached {
                address: p,
                group: NONE,
                prop: NONE,
            });
            mark = self.reached.len() as i64;
            self.fd.m.heap.set(p + QUEUED, Cell::int(mark));
            let (group, prop) = self.copy(p);
            let reached = &mut self.reached[mark as usize - 1];
            (reached.group, reached.prop) = (group, prop);
        }
        let reached = &self.reached[mark as usize - 1];
        if reached.group != NONE {
            self.space.groups_of.push(reached.group);
        }
        let prop = reached.prop;
        if prop != NONE && matches!(self.space.props[prop as usize].kind, PropKind::Sum { .. }) {
            let x = self.var(block);
            self.space.chains.extend(self.terms.get(&(prop, x)));
        } else if prop != NONE {
            self.space.chains.push(prop);
        }
    }

    fn arg(&mut self, p: usize, i: usize) -> i64 {
        let block = self.fd.arg(p, i);
        i64::from(self.var(block))
    }

    /// Copies a propagator; returns the numbers of its group and of its propagator.
    fn copy(&mut self, p: usize) -> (u32, u32) {
        let count = self.fd.arg_count(p);
        let first = self.space.data.len();
        let kind = match Posted::of(self.fd.get(p + KIND)) {
            Posted::NotEqual => return (NONE, NONE),
            posted @ (Posted::LinearEqual | Posted::LinearAtMost | Posted::LinearNotEqual) => {
                self.sum(p, 1);
                let equal = posted == Posted::LinearEqual;
                if posted == Posted::LinearNotEqual {
                    PropKind::LinearNotEqual
                } else if self.space.data.len() - first > 2 * LONG {
                    return (NONE, self.long_sum(first, equal));
                } else {
                    PropKind::Linear { equal }
                }
            }
            posted @ (Posted::Offset | Posted::Mirror) => {
                let (x, y) = (self.arg(p, 0), self.arg(p, 1));
                let c = self.fd.number(p, 2);
                self.space.data.extend([x, y, c]);
                if posted == Posted::Offset {
                    PropKind::Offset
                } else {
                    PropKind::Mirror
                }
            }
            Posted::Absolute => {
                let args = [self.arg(p, 0), self.arg(p, 1)];
                self.space.data.extend(args);
                PropKind::Absolute
            }
            Posted::Wide | Posted::Host => {
                self.failed = true;
                return (NONE, NONE);
            }
            operation @ operations!(Posted) => {
                self.three(p);
                PropKind::Operation(operation)
            }
            Posted::Reified => self.reified(p),
            Posted::ReifiedDomain => {
                let args = [self.arg(p, 0), self.arg(p, 1)];
                self.space.data.extend(args);
                let set = (2..count).map(|i| self.fd.number(p, i));
                self.space.data.extend(set);
                PropKind::ReifiedDomain
            }
            Posted::Different => return (self.group(p, 2), NONE),
            Posted::Distinct => {
                let group = self.group(p, 1);
                let first = self.space.data.len();
                self.space.data.push(self.space.notes.len() as i64);
                self.args(p, 1);
                let note = Note::new(self.space.data.len() - first - 1);
                self.space.notes.push(note);
                return (group, self.space.add_prop(PropKind::Distinct, first));
            }
            Posted::Element => {
                self.args(p, 0);
                PropKind::Element
            }
            Posted::Cumulative => {
                self.args(p, 1);
                PropKind::Cumulative
            }
            Posted::Circuit => {
                self.args(p, 1);
                PropKind::Circuit
            }
            Posted::Spread => {
                self.args(p, 1);
                PropKind::Spread
            }
            Posted::Table => {
                let [index, state] = [0, 1].map(|i| self.fd.get(p + ARGS + i).address());
                let index = self.table_index(index);
                let state = self.integers(state).into_iter().map(|number| number as u64).collect();
                let state = self.space.add_words(state);
                self.left = self.left.saturating_sub(count);
                let first = self.space.data.len();
                self.space.data.extend([index as i64, state as i64]);
                self.args(p, 2);
                return (NONE, self.space.add_prop(PropKind::Table, first));
            }
        };
        (NONE, self.space.add_prop(kind, first))
    }

    /// Copies the arguments of an operation.
    fn three(&mut self, p: usize) {
        let args = [self.arg(p, 0), self.arg(p, 1), self.arg(p, 2)];
        self.space.data.extend(args);
        // The result may be too large for the space.
        let var = |i: usize| &self.space.vars[args[i] as usize];
        self.failed |= (0..3).any(|i| var(i).min == INF || var(i).max == SUP);
    }

    /// Copies the index of a table, which others may share; returns its place.
    fn table_index(&mut self, address: usize) -> usize {
        if let Some(&place) = self.tables.get(&address) {
            return place;
        }
        let numbers = self.integers(address);
        self.left = self.left.saturating_sub(numbers.len() / 8);
        let place = self.space.data.len();
        self.space.data.extend(numbers);
        self.tables.insert(address, place);
        place
    }

    /// Returns the arguments of a compound of integers.
    fn integers(&self, address: usize) -> Vec<i64> {
        let count = self.fd.get(address).as_functor().arity();
        (1..=count).map(|i| self.fd.get(address + i).as_int()).collect()
    }

    /// Copies the arguments of a reified relation.
    fn reified(&mut self, p: usize) -> PropKind {
        let relation = Relation::of(self.fd.number(p, 0));
        let truth = self.arg(p, 1);
        if self.fd.arg_count(p) == 5 && relation != Relation::AtMost && self.fd.number(p, 3).abs() == 1 {
            let (a, c, x) = (self.fd.number(p, 3), self.fd.number(p, 2), self.arg(p, 4));
            self.space.data.extend([truth, x, a * c]);
            PropKind::IsValue {
                negated: relation == Relation::NotEqual,
            }
        } else {
            self.space.data.push(truth);
            self.sum(p, 3);
            PropKind::Reified(relation)
        }
    }

    fn args(&mut self, p: usize, from: usize) {
        for i in from..self.fd.arg_count(p) {
            let x = self.arg(p, i);
            self.space.data.push(x);
        }
    }

    /// Copies a sum: the constant, and the terms from argument `from` on.
    fn sum(&mut self, p: usize, from: usize) {
        let at = self.space.data.len();
        let mut constant = i128::from(self.fd.number(p, from - 1));
        let mut total = 0_i128;
        self.space.data.push(0);
        for i in (from..self.fd.arg_count(p)).step_by(2) {
            let (factor, block) = (self.fd.number(p, i), self.fd.arg(p, i + 1));
            let (min, max) = (self.fd.min(block), self.fd.max(block));
            if min == max {
                constant -= i128::from(factor) * i128::from(min);
                continue;
            }
            self.failed |= min == INF || max == SUP;
            total += i128::from(factor).abs() * i128::from(min.abs().max(max.abs()));
            let x = self.var(block);
            self.space.data.extend([factor, i64::from(x)]);
        }
        self.failed |= total + constant.abs() > LARGEST;
        self.space.data[at] = constant as i64;
        self.merge_terms(at + 1);
    }

    /// Makes a long sum of what is in `data` from a place on.
    fn long_sum(&mut self, first: usize, equal: bool) -> u32 {
        let variables: Vec<u32> = self.space.data[first + 2..]
            .iter()
            .step_by(2)
            .map(|&x| x as u32)
            .collect();
        let (sum, terms) = self.space.add_sum(first, equal);
        for (x, term) in variables.into_iter().zip(terms) {
            self.terms.insert((sum, x), term);
        }
        sum
    }

    /// Joins the terms from a place on that have the same variable, since some were unified: propagators of a space are
    /// not run again for what they have changed.
    fn merge_terms(&mut self, from: usize) {
        let mut variables: Vec<i64> = self.space.data[from..].iter().skip(1).step_by(2).copied().collect();
        variables.order_often();
        if variables.windows(2).all(|pair| pair[0] != pair[1]) {
            return;
        }
        let mut factors: BTreeMap<i64, i64> = BTreeMap::new();
        for term in self.space.data[from..].chunks_exact(2) {
            *factors.entry(term[1]).or_default() += term[0];
        }
        self.space.data.truncate(from);
        let merged = factors.into_iter().filter(|&(_, factor)| factor != 0);
        self.space.data.extend(merged.flat_map(|(x, factor)| [factor, x]));
    }

    /// Makes a group of variables that differ.
    fn group(&mut self, p: usize, from: usize) -> u32 {
        let start = self.space.members.len();
        for i in from..self.fd.arg_count(p) {
            let block = self.fd.arg(p, i);
            if self.fd.min(block) != self.fd.max(block) {
                let x = self.var(block);
                self.space.members.push(x);
            }
        }
        self.failed |= has_twice(&self.space.members[start..]);
        self.space.groups.push((start as u32, self.space.members.len() as u32));
        self.space.groups.len() as u32 - 1
    }
}
