//! The store: variables and propagators as blocks on the heap, and the queue of propagators that are to run.
//!
//! A variable of a constraint is an attributed variable whose first attribute is a block, the compound
//! `'$fd'(Min, Max, Domain, Variable, OnValue, OnBounds, OnDomain, Scratch)`. Bounds are small integers ([`INF`] and [`SUP`] if
//! there is none), `Domain` tells the holes between them (`domain.rs`), the next three are lists of the propagators that
//! run when the variable gets a value, when a bound changes, and when any element goes. A constant among the arguments
//! of a propagator is a block with equal bounds. When two variables are unified, `Min` of the one becomes the block of
//! the other.
//!
//! A propagator is the compound `'$fd_propagator'(Kind, Queued, Dead, Argument...)`, whose arguments are blocks and
//! integers. The name of blocks is an atom that no text names (`known::NAMELESS`), so that programs can neither reach nor
//! make one; blocks are therefore not checked. All changes go through the trail but `Queued`, which is 1 only while a native predicate runs the queue.

use ferz_engine::native::attributes::note_residue;
use ferz_engine::native::errors::{Resource, Type};
use ferz_engine::native::terms::{Cell, Functor, Tag, View, known};
use ferz_engine::native::{Machine, Step, Stop};

use super::domains::EACH_STEP;
use super::propagate::{Kind, WIDE};
use super::ranges::{INF, SUP};

/// Offsets in the block of a variable.
pub(super) const MIN: usize = 0;
pub(super) const MAX: usize = 1;
pub(super) const DOMAIN: usize = 2;
pub(super) const VARIABLE: usize = 3;
/// A small integer that is 0 but while a native predicate runs; it changes without the trail.
pub(super) const SCRATCH: usize = 7;
const FIELDS: usize = 8;
/// The functor of the block of a variable.
pub(super) const BLOCK: Functor = Functor::new(known::FD_BLOCK, FIELDS);
const ATT: Functor = Functor::new(known::ATT, 3);

/// Offsets in the block of a propagator.
pub(super) const KIND: usize = 0;
/// Changes without the trail.
pub(super) const QUEUED: usize = 1;
const DEAD: usize = 2;
/// The first argument.
pub(super) const ARGS: usize = 3;

/// Steps of propagation between two looks at the limits.
const STEPS: u32 = 64;

/// The change of a domain; the number is the offset of the list of propagators in the block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Event {
    /// The variable has got a value.
    Value = 4,
    /// A bound has changed.
    Bounds = 5,
    /// An element was removed.
    Domain = 6,
}

/// The machine with the queue of propagators.
pub(super) struct Fd<'m> {
    pub m: &'m mut Machine,
    /// Cheap propagators, in order; those before `next` have run.
    fast: Vec<usize>,
    next: usize,
    /// Costly propagators, which run when no cheap one waits.
    slow: Vec<usize>,
    steps: u32,
    /// Whether a number was too large.
    pub overflowed: bool,
    /// Whether a constraint is read with integers of any size.
    pub reads_wide: bool,
    /// The top of the heap before anything was posted.
    start: usize,
    /// Of the relation that is read in a formula: the Boolean variables that must be 1 for it to hold.
    pub conditions: Vec<usize>,
}

impl<'m> Fd<'m> {
    pub(super) fn new(m: &'m mut Machine) -> Fd<'m> {
        let start = m.heap.top();
        Fd {
            m,
            fast: Vec::new(),
            next: 0,
            slow: Vec::new(),
            steps: 0,
            overflowed: false,
            reads_wide: false,
            start,
            conditions: Vec::new(),
        }
    }

    #[inline(always)]
    pub(super) fn get(&self, address: usize) -> Cell {
        self.m.heap.get(address)
    }

    /// Overwrites a cell until backtracking.
    #[inline(always)]
    pub(super) fn assign(&mut self, address: usize, value: Cell) {
        self.m.stacks.assign(&mut self.m.heap, address, value);
    }

    #[inline(always)]
    pub(super) fn min(&self, block: usize) -> i64 {
        self.get(block + MIN).as_int()
    }

    #[inline(always)]
    pub(super) fn max(&self, block: usize) -> i64 {
        self.get(block + MAX).as_int()
    }

    /// Returns the value of a variable, if it has one.
    #[inline(always)]
    pub(super) fn value(&self, block: usize) -> Option<i64> {
        let min = self.min(block);
        (min == self.max(block)).then_some(min)
    }

    /// Returns the block that `cell` refers to.
    #[inline(always)]
    pub(super) fn block(&self, mut cell: Cell) -> usize {
        loop {
            let block = cell.address() + 1;
            let min = self.get(block + MIN);
            if min.is_int() {
                return block;
            }
            cell = min;
        }
    }

    /// Returns argument `i` of propagator `p`, the block of a variable.
    #[inline(always)]
    pub(super) fn arg(&self, p: usize, i: usize) -> usize {
        self.block(self.get(p + ARGS + i))
    }

    /// Returns argument `i` of propagator `p`, an integer.
    #[inline(always)]
    pub(super) fn number(&self, p: usize, i: usize) -> i64 {
        self.get(p + ARGS + i).as_int()
    }

    /// Returns the number of arguments of a propagator.
    #[inline(always)]
    pub(super) fn arg_count(&self, p: usize) -> usize {
        self.get(p - 1).as_functor().arity() - ARGS
    }

    /// Returns the block of a variable that has one.
    #[inline]
    pub(super) fn known_block(&self, cell: Cell) -> Option<usize> {
        let variable = self.m.deref(cell);
        if variable.tag() != Tag::Att {
            return None;
        }
        let attribute = self.m.deref(self.get(variable.address() + 1));
        let is_block = attribute.is_structure()
            && self.get(attribute.address()) == Cell::functor(ATT)
            && self.get(attribute.address() + 1) == Cell::atom(known::FD_BLOCK);
        if is_block {
            self.checked_block(self.get(attribute.address() + 2))
        } else {
            None
        }
    }

    /// Returns the block that the value of an attribute is.
    #[inline]
    pub(super) fn checked_block(&self, cell: Cell) -> Option<usize> {
        let block = self.m.deref(cell);
        (block.is_structure() && self.get(block.address()) == Cell::functor(BLOCK)).then(|| self.block(block))
    }

    /// Returns the block of a variable, or of an integer.
    ///
    /// # Errors
    /// A type error for other terms.
    pub(super) fn variable(&mut self, cell: Cell) -> Result<usize, Stop> {
        match self.m.view(cell) {
            View::Int(value) if value.abs() <= super::ranges::BIG => self.constant(value),
            View::Int(_) | View::BigInt(_) => self.wide_constant(cell),
            View::Attributed(variable) => {
                note_residue(self.m, variable)?;
                if let Some(block) = self.known_block(variable) {
                    return Ok(block);
                }
                self.m.reserve(16)?;
                let link = variable.address() + 1;
                let block = self.push_block(INF, SUP, variable);
                // First, so that attributes that programs hold do not lead to it.
                let attribute = [Cell::atom(known::FD_BLOCK), Cell::structure(block - 1), self.get(link)];
                let attribute = self.m.heap.new_struct(ATT, &attribute);
                self.assign(link, attribute);
                Ok(block)
            }
            View::Var(plain) => {
                let block = self.fresh(INF, SUP)?;
                let variable = self.get(block + VARIABLE);
                self.m.bind(plain, variable);
                Ok(block)
            }
            _ => Err(self.m.type_error(Type::Integer, cell)),
        }
    }

    /// Makes the block of a constant.
    pub(super) fn constant(&mut self, value: i64) -> Result<usize, Stop> {
        self.m.reserve(10)?;
        Ok(self.push_block(value, value, Cell::int(value)))
    }

    /// Makes a new variable.
    pub(super) fn fresh(&mut self, min: i64, max: i64) -> Result<usize, Stop> {
        self.m.reserve(16)?;
        let block = self.push_block(min, max, Cell::NIL);
        let attribute = [Cell::atom(known::FD_BLOCK), Cell::structure(block - 1), Cell::NIL];
        let attribute = self.m.heap.new_struct(ATT, &attribute);
        let variable = self.m.heap.new_attributed(attribute);
        self.m.heap.set(block + VARIABLE, variable);
        note_residue(self.m, variable)?;
        Ok(block)
    }

    fn push_block(&mut self, min: i64, max: i64, variable: Cell) -> usize {
        let fields = [
            Cell::int(min),
            Cell::int(max),
            Cell::NIL,
            variable,
            Cell::NIL,
            Cell::NIL,
            Cell::NIL,
            Cell::ZERO,
        ];
        self.m.heap.new_struct(BLOCK, &fields).address() + 1
    }

    /// Posts a propagator, which runs now, and when one of `watched` has the event.
    pub(super) fn post(&mut self, kind: Kind, args: &[Cell], watched: &[usize], event: Event) -> Step {
        let p = self.add_propagator(kind, args, watched, event)?;
        self.enqueue(p);
        Ok(())
    }

    /// Makes a propagator, which runs when one of `watched` has the event.
    #[inline]
    pub(super) fn add_propagator(
        &mut self,
        kind: Kind,
        args: &[Cell],
        watched: &[usize],
        event: Event,
    ) -> Result<usize, Stop> {
        self.add_numbered(kind as i64, args, watched, event)
    }

    /// Makes a propagator whose kind has this number.
    #[inline]
    pub(super) fn add_numbered(
        &mut self,
        kind: i64,
        args: &[Cell],
        watched: &[usize],
        event: Event,
    ) -> Result<usize, Stop> {
        self.m.reserve(args.len() + ARGS + 1 + 2 * watched.len())?;
        let is_wide = kind < WIDE && watched.iter().any(|&block| self.is_wide(block));
        let kind = if is_wide { kind + WIDE } else { kind };
        let functor = Functor::new(known::FD_PROPAGATOR, args.len() + ARGS);
        let head = [Cell::functor(functor), Cell::int(kind), Cell::ZERO, Cell::ZERO];
        let start = self.m.heap.push_all(&head);
        self.m.heap.push_all(args);
        for &block in watched {
            if self.min(block) != self.max(block) {
                let link = block + event as usize;
                let pair = self.m.heap.new_pair(Cell::structure(start), self.get(link));
                self.assign(link, pair);
            }
        }
        Ok(start + 1)
    }

    /// Marks a propagator as one that always holds.
    pub(super) fn kill(&mut self, p: usize) {
        self.assign(p + DEAD, Cell::int(1));
    }

    pub(super) fn is_dead(&self, p: usize) -> bool {
        self.get(p + DEAD) != Cell::ZERO
    }

    #[inline]
    pub(super) fn enqueue(&mut self, p: usize) {
        if self.get(p + QUEUED) == Cell::ZERO && !self.is_dead(p) {
            self.m.heap.set(p + QUEUED, Cell::int(1));
            if Kind::of(self.get(p + KIND)).is_slow() {
                self.slow.push(p);
            } else {
                self.fast.push(p);
            }
        }
    }

    /// Puts the propagators that wait for this event, or one that it implies, into the queue.
    pub(super) fn changed(&mut self, block: usize, event: Event) {
        for offset in event as usize..=Event::Domain as usize {
            let mut list = self.get(block + offset);
            while list.is_list() {
                self.enqueue(self.get(list.address()).address() + 1);
                list = self.get(list.address() + 1);
            }
        }
    }

    /// Runs propagators until none waits.
    pub(super) fn run(&mut self) -> Step {
        let done = self.drain();
        self.m.session.propagations += u64::from(std::mem::take(&mut self.steps));
        if done.is_err() {
            self.forget();
        }
        done
    }

    /// Empties the queue without running it.
    pub(super) fn forget(&mut self) {
        for &p in self.fast[self.next..].iter().chain(&self.slow) {
            self.m.heap.set(p + QUEUED, Cell::ZERO);
        }
        self.fast.clear();
        self.slow.clear();
        self.next = 0;
    }

    /// Empties the queue, and marks what was made since the beginning as propagators that always hold.
    pub(super) fn drop_new(&mut self) {
        let new: Vec<usize> = self.fast[self.next..].iter().chain(&self.slow).copied().collect();
        for p in new {
            if p > self.start {
                self.kill(p);
            }
        }
        self.forget();
    }

    fn drain(&mut self) -> Step {
        loop {
            let p = if let Some(&p) = self.fast.get(self.next) {
                self.next += 1;
                if self.next > 4096 {
                    self.fast.drain(..self.next);
                    self.next = 0;
                }
                p
            } else {
                self.fast.clear();
                self.next = 0;
                if self.slow.is_empty() {
                    return Ok(());
                }
                self.slow.remove(0)
            };
            self.m.heap.set(p + QUEUED, Cell::ZERO);
            self.steps += 1;
            if self.steps >= STEPS {
                self.m.session.propagations += u64::from(std::mem::take(&mut self.steps));
                self.m.poll()?;
            }
            if !self.is_dead(p) {
                self.propagate(p)?;
            }
        }
    }

    /// Tells that a propagator looked at so many things.
    pub(super) fn worked(&mut self, amount: usize) {
        self.steps = self.steps.saturating_add((amount / EACH_STEP) as u32);
    }

    /// Runs a propagator that reaches its own fixpoint, so that its own changes need not run it again.
    pub(super) fn undisturbed(&mut self, p: usize, run: impl FnOnce(&mut Self) -> Step) -> Step {
        self.m.heap.set(p + QUEUED, Cell::int(1));
        let done = run(self);
        self.m.heap.set(p + QUEUED, Cell::ZERO);
        done
    }

    /// Unifies the variable of a block that has got a value.
    pub(super) fn bind_value(&mut self, block: usize, value: Cell) -> Step {
        let variable = self.m.deref(self.get(block + VARIABLE));
        if let View::Attributed(variable) = self.m.view(variable) {
            let attributes = self.m.deref(self.get(variable.address() + 1));
            if attributes.is_structure()
                && self.m.deref(self.get(attributes.address() + 3)) == Cell::NIL
                && self.known_block(variable) == Some(block)
            {
                self.m.stacks.bind(&mut self.m.heap, variable, value);
                return Ok(());
            }
        }
        self.m.unify(variable, value)
    }

    /// Makes two variables one.
    pub(super) fn alias(&mut self, from: usize, to: usize) -> Step {
        if from == to {
            return Ok(());
        }
        let wide = (self.is_wide(from) || self.is_wide(to)).then(|| self.wide_set(from));
        let ranges = self.ranges(from);
        let lists = [Event::Value, Event::Bounds, Event::Domain];
        self.changed(from, Event::Value);
        for event in lists {
            let mut list = self.get(from + event as usize);
            while list.is_list() {
                self.m.reserve(2)?;
                let link = to + event as usize;
                let pair = self.m.heap.new_pair(self.get(list.address()), self.get(link));
                self.assign(link, pair);
                list = self.get(list.address() + 1);
            }
        }
        self.assign(from + MIN, Cell::structure(to - 1));
        match wide {
            Some(set) => {
                if self.is_wide(to) {
                    self.widen_propagators(to);
                }
                self.wide_keep(to, &set)?;
            }
            None => self.keep_only(to, &ranges)?,
        }
        self.changed(to, Event::Value);
        Ok(())
    }

    /// The error for a number beyond those of domains.
    pub(super) fn too_large(&mut self) -> Stop {
        self.overflowed = true;
        self.m.resource_error(Resource::IntegerSize)
    }
}
