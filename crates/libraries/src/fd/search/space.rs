//! A space: variables and propagators of a search, copied from the heap into vectors.
//!
//! A variable is saved once between two choice points, which its stamp tells. A small domain is one word; a wide one has a
//! range of words, saved one by one; all others are bounds and a list of ranges, which is replaced by another.

use ferz_engine::native::work::Ordered;
use ferz_engine::native::{Machine, Step, Stop, holds};

use super::super::domains::DomainAccess;
use super::super::ranges::{INF, Ranges, SUP};
use super::parts::{Form, Links, Prop, PropKind, SearchMark, Var};

/// The largest number of elements between the bounds of a small domain.
pub(crate) const SMALL: i64 = 64;
/// The largest number of elements between the bounds of a wide domain.
const WIDE: i64 = 4096;
/// Propagators that run between two looks at the limits.
const STEPS: u32 = 256;

/// The change of a domain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Event {
    Value,
    Bounds,
    Domain,
}

#[derive(Default)]
pub(crate) struct Space {
    pub vars: Vec<Var>,
    pub links: Vec<Links>,
    pub chains: Vec<u32>,
    /// Variables that must differ: when the owner has the value v, the other loses v + c.
    pub pairs: Vec<(u32, i32)>,
    /// Of each variable the groups of different variables that it is in.
    pub groups_of: Vec<u32>,
    /// Groups as ranges of places in `members`.
    pub groups: Vec<(u32, u32)>,
    pub members: Vec<u32>,
    pub props: Vec<Prop>,
    pub data: Vec<i64>,
    /// The state of `Distinct` between runs.
    pub notes: Vec<super::distinct::Note>,
    pub(super) words: Vec<u64>,
    word_stamps: Vec<u64>,
    pub(super) lists: Vec<Ranges>,

    stamp: u64,
    last_stamp: u64,
    trail: Vec<(u32, Var)>,
    word_trail: Vec<(u32, u64, u64)>,
    killed: Vec<u32>,

    assigned: Vec<u32>,
    assigned_done: usize,
    fast: Vec<u32>,
    fast_done: usize,
    slow: Vec<u32>,
    pub(super) steps: u32,
    /// The bytes that are set aside for it.
    pub charged: usize,
    /// Whether a number was too large.
    pub overflowed: bool,
    /// The propagator that runs; none while a value is told.
    failed: Option<u32>,
    /// How often telling the value of each variable failed.
    told_weights: Vec<u32>,
}

impl Space {
    pub(crate) fn new() -> Space {
        Space {
            stamp: 1,
            last_stamp: 1,
            ..Space::default()
        }
    }

    /// Returns the bytes that the space takes.
    pub(crate) fn bytes(&self) -> usize {
        fn of<T>(vec: &Vec<T>) -> usize {
            vec.capacity() * size_of::<T>()
        }
        of(&self.vars)
            + of(&self.links)
            + of(&self.chains)
            + of(&self.pairs)
            + of(&self.groups_of)
            + of(&self.groups)
            + of(&self.members)
            + of(&self.props)
            + of(&self.data)
            + of(&self.words)
            + of(&self.word_stamps)
            + self.lists.iter().map(of).sum::<usize>()
            + of(&self.trail)
            + of(&self.word_trail)
            + of(&self.killed)
            + of(&self.assigned)
            + of(&self.fast)
    }

    /// Adds a variable with these elements; returns its number.
    pub(crate) fn add_var(&mut self, min: i64, max: i64, holes: bool, ranges: impl FnOnce() -> Ranges) -> u32 {
        let width = if min == INF || max == SUP { SUP } else { max - min + 1 };
        let mut var = Var {
            min,
            max,
            base: min,
            bits: 0,
            stamp: 0,
            form: Form::Listed,
        };
        if width <= SMALL {
            var.form = Form::Small;
            var.bits = if holes {
                ranges()
                    .iter()
                    .fold(0, |bits, &(low, high)| bits | run(low - min, high - min))
            } else {
                run(0, max - min)
            };
        } else if width <= WIDE {
            var.form = Form::Wide;
            let first = self.words.len();
            var.bits = first as u64;
            self.words
                .resize(first + (width as usize).div_ceil(64), if holes { 0 } else { u64::MAX });
            self.word_stamps.resize(self.words.len(), 0);
            if holes {
                for (low, high) in ranges() {
                    for value in low - min..=high - min {
                        self.words[first + (value / 64) as usize] |= 1 << (value % 64);
                    }
                }
            }
        } else if holes {
            self.lists.push(ranges());
            var.bits = self.lists.len() as u64;
        }
        self.vars.push(var);
        self.vars.len() as u32 - 1
    }

    /// Adds words that `set_word` changes; returns the place of the first.
    pub(crate) fn add_words(&mut self, words: Vec<u64>) -> usize {
        let first = self.words.len();
        self.words.extend(words);
        self.word_stamps.resize(self.words.len(), 0);
        first
    }

    /// Adds a propagator whose arguments are in `data` from `first` on; returns its number.
    pub(crate) fn add_prop(&mut self, kind: PropKind, first: usize) -> u32 {
        self.props.push(Prop {
            kind,
            queued: false,
            dead: false,
            first: first as u32,
            end: self.data.len() as u32,
            weight: 1,
        });
        self.props.len() as u32 - 1
    }

    /// Returns what undoing restores, and begins to save anew.
    pub(crate) fn mark(&mut self) -> SearchMark {
        let mark = SearchMark {
            trail: self.trail.len(),
            words: self.word_trail.len(),
            lists: self.lists.len(),
            killed: self.killed.len(),
            stamp: self.stamp,
        };
        self.last_stamp += 1;
        self.stamp = self.last_stamp;
        mark
    }

    /// Undoes all changes since the mark.
    pub(crate) fn undo(&mut self, mark: SearchMark) {
        while self.trail.len() > mark.trail {
            if let Some((x, var)) = self.trail.pop() {
                self.vars[x as usize] = var;
            }
        }
        while self.word_trail.len() > mark.words {
            if let Some((at, word, stamp)) = self.word_trail.pop() {
                (self.words[at as usize], self.word_stamps[at as usize]) = (word, stamp);
            }
        }
        while self.killed.len() > mark.killed {
            if let Some(p) = self.killed.pop() {
                self.props[p as usize].dead = false;
            }
        }
        self.lists.truncate(mark.lists);
        self.stamp = mark.stamp;
    }

    /// Replaces the variables by what they were at the beginning; returns those of now.
    pub(super) fn before_choices(&mut self) -> Vec<Var> {
        let now = self.vars.clone();
        let places = self.trail.iter().rev().map(|&(x, var)| (x as usize, var));
        for (x, var) in places {
            self.vars[x] = var;
        }
        now
    }

    #[inline(always)]
    pub(super) fn save(&mut self, x: usize) -> &mut Var {
        let var = &mut self.vars[x];
        if var.stamp != self.stamp {
            self.trail.push((x as u32, *var));
            var.stamp = self.stamp;
        }
        var
    }

    pub(super) fn set_word(&mut self, at: usize, word: u64) {
        if self.word_stamps[at] != self.stamp {
            self.word_trail.push((at as u32, self.words[at], self.word_stamps[at]));
            self.word_stamps[at] = self.stamp;
        }
        self.words[at] = word;
    }

    /// Marks a propagator as one that always holds.
    #[inline]
    pub(crate) fn kill(&mut self, p: usize) {
        if !std::mem::replace(&mut self.props[p].dead, true) {
            self.killed.push(p as u32);
        }
    }

    pub(crate) fn is_dead(&self, p: usize) -> bool {
        self.props[p].dead
    }

    pub(crate) fn is_fixed(&self, x: usize) -> bool {
        let var = &self.vars[x];
        var.min == var.max
    }

    #[inline]
    pub(super) fn changed(&mut self, x: usize, event: Event) {
        let links = self.links[x];
        let from = match event {
            Event::Value => {
                if links.pairs.0 != links.pairs.1 || links.groups.0 != links.groups.1 {
                    self.assigned.push(x as u32);
                }
                links.value
            }
            Event::Bounds => links.bounds,
            Event::Domain => links.domain,
        };
        for at in from..links.end {
            self.enqueue(self.chains[at as usize]);
        }
    }

    /// Puts a propagator into the queue.
    #[inline(always)]
    pub(crate) fn enqueue(&mut self, p: u32) {
        let prop = &mut self.props[p as usize];
        if !prop.queued && !prop.dead {
            prop.queued = true;
            if prop.kind.is_slow() {
                self.slow.push(p);
            } else {
                self.fast.push(p);
            }
        }
    }

    /// Runs propagators until none waits.
    pub(crate) fn run(&mut self, m: &mut Machine) -> Step {
        let done = self.drain(m);
        if done.is_err() {
            self.blame();
            for at in self.fast_done..self.fast.len() {
                self.props[self.fast[at] as usize].queued = false;
            }
            for at in 0..self.slow.len() {
                self.props[self.slow[at] as usize].queued = false;
            }
            self.fast.clear();
            self.slow.clear();
            self.assigned.clear();
            (self.fast_done, self.assigned_done) = (0, 0);
            if std::mem::take(&mut self.overflowed) {
                return Err(m.resource_error(ferz_engine::native::errors::Resource::IntegerSize));
            }
        }
        done
    }

    fn drain(&mut self, m: &mut Machine) -> Step {
        loop {
            while let Some(&x) = self.assigned.get(self.assigned_done) {
                self.assigned_done += 1;
                self.failed = None;
                self.tell_value(x as usize)?;
                self.count(m)?;
            }
            self.assigned.clear();
            self.assigned_done = 0;
            let p = if let Some(&p) = self.fast.get(self.fast_done) {
                self.fast_done += 1;
                if self.fast_done > 4096 {
                    self.fast.drain(..self.fast_done);
                    self.fast_done = 0;
                }
                p
            } else {
                self.fast.clear();
                self.fast_done = 0;
                if self.slow.is_empty() {
                    return Ok(());
                }
                self.slow.remove(0)
            };
            self.count(m)?;
            self.props[p as usize].queued = false;
            if !self.props[p as usize].dead {
                self.failed = Some(p);
                self.propagate(p as usize)?;
            }
        }
    }

    #[inline(always)]
    fn count(&mut self, m: &mut Machine) -> Step {
        self.steps += 1;
        if self.steps >= STEPS {
            m.poll()?;
            self.charge(m)?;
        }
        Ok(())
    }

    /// Sets the bytes aside by which the space has grown, and counts the propagators that have run.
    pub(crate) fn charge(&mut self, m: &mut Machine) -> Step {
        m.session.propagations += u64::from(std::mem::take(&mut self.steps));
        let bytes = self.bytes();
        if bytes > self.charged {
            m.set_aside(bytes - self.charged)?;
            self.charged = bytes;
        }
        Ok(())
    }

    /// Returns how often the propagators of a variable have failed, and one for each.
    pub(crate) fn weight(&self, x: usize) -> i64 {
        let links = self.links[x];
        let props = &self.chains[links.chain()];
        let live = props
            .iter()
            .map(|&p| &self.props[self.owner(p)])
            .filter(|prop| !prop.dead);
        let weights: u64 = live.map(|prop| u64::from(prop.weight)).sum();
        (weights + self.told_weights.get(x).map_or(1, |&weight| u64::from(weight) + 1)) as i64
    }

    /// Says which propagator is to blame if the one that runs fails.
    pub(super) fn blame_next(&mut self, p: usize) {
        self.failed = Some(p as u32);
    }

    /// Counts a failure.
    fn blame(&mut self) {
        match self.failed {
            Some(p) => {
                let weight = &mut self.props[p as usize].weight;
                *weight = weight.saturating_add(1);
            }
            None => {
                let Some(&x) = self.assigned_done.checked_sub(1).and_then(|at| self.assigned.get(at)) else {
                    return;
                };
                self.told_weights.resize(self.vars.len(), 0);
                let weight = &mut self.told_weights[x as usize];
                *weight = weight.saturating_add(1);
            }
        }
    }

    /// Returns the number of live propagators that wait for a variable.
    pub(crate) fn degree(&self, x: usize) -> i64 {
        let links = self.links[x];
        let open = |&(y, _): &(u32, i32)| !self.is_fixed(y as usize);
        let pairs = &self.pairs[links.pairs()];
        let groups = &self.groups_of[links.groups()];
        let is_open = |&group: &u32| {
            let (from, to) = self.groups[group as usize];
            let members = &self.members[from as usize..to as usize];
            members.iter().filter(|&&y| !self.is_fixed(y as usize)).nth(1).is_some()
        };
        let chain = &self.chains[links.chain()];
        let mut props: Vec<usize> = chain.iter().map(|&p| self.owner(p)).collect();
        props.retain(|&p| !self.is_dead(p) && self.props[p].kind != PropKind::Distinct);
        props.order_often();
        props.dedup();
        let count =
            pairs.iter().filter(|pair| open(pair)).count() + groups.iter().filter(|group| is_open(group)).count();
        (count + props.len()) as i64
    }

    /// Removes the value of a variable from those that differ from it.
    fn tell_value(&mut self, x: usize) -> Step {
        let links = self.links[x];
        let value = self.vars[x].min;
        for at in links.pairs() {
            let (y, c) = self.pairs[at];
            self.remove(y as usize, value.saturating_add(i64::from(c)))?;
        }
        for at in links.groups() {
            let (from, to) = self.groups[self.groups_of[at] as usize];
            for member in from as usize..to as usize {
                let y = self.members[member] as usize;
                if y != x {
                    self.remove(y, value)?;
                }
            }
        }
        Ok(())
    }

    /// Runs a propagator that reaches its own fixpoint, so that its own changes need not run it again.
    #[inline(always)]
    pub(crate) fn undisturbed(&mut self, p: usize, run: impl FnOnce(&mut Self) -> Step) -> Step {
        self.props[p].queued = true;
        let done = run(self);
        self.props[p].queued = false;
        done
    }

    /// Keeps the elements of a small domain whose bits are set.
    #[inline(always)]
    pub(crate) fn keep_bits(&mut self, x: usize, mask: u64) -> Step {
        let before = self.vars[x];
        let bits = before.bits & mask;
        if bits == before.bits {
            return Ok(());
        }
        holds(bits != 0)?;
        let var = self.save(x);
        var.bits = bits;
        var.min = var.base + i64::from(bits.trailing_zeros());
        var.max = var.base + 63 - i64::from(bits.leading_zeros());
        let event = if var.min == var.max {
            Event::Value
        } else if var.min != before.min || var.max != before.max {
            Event::Bounds
        } else {
            Event::Domain
        };
        self.changed(x, event);
        Ok(())
    }

    /// Returns the number of elements.
    #[inline]
    pub(crate) fn size(&self, x: usize) -> i64 {
        let var = &self.vars[x];
        match var.form {
            Form::Small => i64::from(var.bits.count_ones()),
            Form::Wide => {
                let (first, from, to) = (var.bits as usize, var.min - var.base, var.max - var.base);
                let words = from / 64..=to / 64;
                words
                    .map(|i| i64::from((self.words[first + i as usize] & run(from - i * 64, to - i * 64)).count_ones()))
                    .sum()
            }
            Form::Listed if var.bits == 0 => {
                if var.min == INF || var.max == SUP {
                    SUP
                } else {
                    var.max - var.min + 1
                }
            }
            Form::Listed => self.ranges(x).iter().map(|(low, high)| high - low + 1).sum(),
        }
    }

    /// Returns the greatest element that is not greater than `value`, which is within the bounds.
    pub(crate) fn previous(&self, x: usize, value: i64) -> i64 {
        let var = &self.vars[x];
        match var.form {
            Form::Small => var.base + 63 - i64::from((var.bits & run(0, value - var.base)).leading_zeros()),
            Form::Wide => {
                let mut to = value - var.base;
                while to >= 0 {
                    let word = self.words[var.bits as usize + (to / 64) as usize] & run(0, to % 64);
                    if word != 0 {
                        return var.base + to / 64 * 64 + 63 - i64::from(word.leading_zeros());
                    }
                    to = to / 64 * 64 - 1;
                }
                var.min
            }
            Form::Listed if var.bits == 0 => value,
            Form::Listed => {
                let list = &self.lists[var.bits as usize - 1];
                let found = list.iter().rev().find(|&&(low, _)| low <= value);
                found.map_or(var.min, |&(_, high)| high.min(value))
            }
        }
    }

    pub(super) fn narrow(&mut self, x: usize, min: i64, max: i64) -> Step {
        let var = self.save(x);
        (var.min, var.max) = (min, max);
        self.changed(x, if min == max { Event::Value } else { Event::Bounds });
        Ok(())
    }

    #[inline]
    pub(crate) fn set_min(&mut self, x: usize, low: i64) -> Step {
        let var = &self.vars[x];
        if low <= var.min {
            return Ok(());
        }
        holds(low <= var.max)?;
        if var.form == Form::Small {
            return self.keep_bits(x, u64::MAX << (low - var.base));
        }
        let (low, max) = (self.next(x, low), var.max);
        self.narrow(x, low, max)
    }

    #[inline]
    pub(crate) fn set_max(&mut self, x: usize, high: i64) -> Step {
        let var = &self.vars[x];
        if high >= var.max {
            return Ok(());
        }
        holds(high >= var.min)?;
        if var.form == Form::Small {
            return self.keep_bits(x, run(0, high - var.base));
        }
        let (high, min) = (self.previous(x, high), var.min);
        self.narrow(x, min, high)
    }

    /// Replaces the elements of a domain that is no small one.
    pub(super) fn replace(&mut self, x: usize, left: Ranges) -> Step {
        let var = self.vars[x];
        let (Some(&(low, _)), Some(&(_, high))) = (left.first(), left.last()) else {
            return Err(Stop::Fail);
        };
        if left.len() > 1 {
            if var.form == Form::Wide {
                let first = var.bits as usize;
                for i in (low - var.base) / 64..=(high - var.base) / 64 {
                    let from = var.base + i * 64;
                    let mut word = 0;
                    for &(a, b) in &left {
                        if b >= from && a < from + 64 {
                            word |= run(a - from, b - from);
                        }
                    }
                    let at = first + i as usize;
                    let word = self.words[at] & word;
                    if word != self.words[at] {
                        self.set_word(at, word);
                    }
                }
            } else {
                self.lists.push(left);
                let at = self.lists.len() as u64;
                self.save(x).bits = at;
            }
        }
        if (low, high) == (var.min, var.max) {
            self.changed(x, Event::Domain);
            return Ok(());
        }
        self.narrow(x, low, high)
    }
}

/// Returns the bits from one place to another; places outside a word are those at its ends.
#[inline(always)]
pub(crate) fn run(from: i64, to: i64) -> u64 {
    if to < 0 || from > 63 {
        return 0;
    }
    (u64::MAX << from.max(0)) & (u64::MAX >> (63 - to.min(63)))
}
