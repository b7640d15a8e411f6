//! The registers and the stacks: frames, choice points with the registers they save, and the trail.
//!
//! Nothing here knows the machine. Its other parts read the stacks as slices and change them by the methods of
//! [`Stacks`]; only the run loop, and the collector when it moves cells, borrow the areas themselves.

pub(super) mod choice;
pub(super) mod frames;
pub(super) mod given;
mod registers;
pub(super) mod room;
pub(super) mod trail;

pub(super) use registers::{Registers, Suspended};

use crate::base::ordered::Ordered;
use crate::code::instr::{FAIL, Label, PredId};
use crate::term::cell::Cell;
use crate::term::heap::Heap;

use choice::{Choice, ChoiceKind, Light, NO_GENERATION, restore};
use frames::Word;
use given::GivenChoice;

/// The number of words of the frame stack before anything has run.
const FEW_FRAMES: usize = 1024;
/// The number of choice points for which there is room then.
const FEW_CHOICES: usize = 32;
/// The number of words of the frame stack that are kept.
const FRAMES: usize = 64 * 1024;
/// The number of choice points for which there is room that is kept.
const CHOICES: usize = 1024;

/// The stacks of a machine.
pub struct Stacks {
    frames: Vec<u64>,
    choices: Vec<Choice>,
    saved: Vec<Cell>,
    trail: Vec<u64>,
    /// The light choice; in use only while the run loop runs.
    light: Light,
    /// The top of the heap at the newest choice point: bindings of younger variables are not trailed.
    hb: usize,
    /// The top of the frames at the newest choice point: those below it must be kept.
    protected: usize,
    /// The index of the newest cleanup choice point plus one.
    cleanup_level: usize,
    /// The choice points whose alternatives were given away, the newest last.
    given: Vec<GivenChoice>,
    /// The tasks to be called off, since their choice points are gone.
    called_off: Vec<usize>,
    /// The index plus one of the newest choice point whose end is noted: of a cleanup, or given away.
    slow_cut: usize,
}

/// The areas as the run loop borrows them.
pub(super) struct Lent<'m> {
    /// The frame stack.
    pub frames: &'m [Word],
    /// The trail.
    pub trail: &'m mut Vec<u64>,
    /// The choice points.
    pub choices: &'m mut Vec<Choice>,
    /// The registers that they save.
    pub saved: &'m mut Vec<Cell>,
    /// The light choice.
    pub light: &'m mut Light,
    /// The top of the heap at the newest choice point.
    pub hb: &'m mut usize,
    /// The top of the frames at the newest choice point.
    pub protected: &'m mut usize,
    /// Cuts to levels below this take the slow path.
    pub slow_cut: &'m usize,
}

/// The areas as the collector borrows them. It keeps the order of all choice points and frames.
pub(super) struct Movable<'m> {
    /// The frame stack.
    pub frames: &'m mut [u64],
    /// The choice points.
    pub choices: &'m mut [Choice],
    /// The registers that they save.
    pub saved: &'m mut [Cell],
    /// The trail.
    pub trail: &'m mut Vec<u64>,
}

impl Stacks {
    /// Makes stacks with the first frame, which has no slots.
    pub(super) fn new() -> Stacks {
        Stacks::with_areas(Stacks::new_frames(), Vec::with_capacity(FEW_CHOICES))
    }

    /// Makes a frame stack with the first frame, which has no slots.
    pub(super) fn new_frames() -> Vec<u64> {
        let mut frames = vec![0; FEW_FRAMES];
        frames[..2].fill(Cell::ZERO.bits());
        frames
    }

    fn with_areas(mut frames: Vec<u64>, choices: Vec<Choice>) -> Stacks {
        frames[..2].fill(Cell::ZERO.bits());
        let mut stacks = Stacks::empty();
        (stacks.frames, stacks.choices) = (frames, choices);
        stacks
    }

    /// Makes stacks without any areas, for code that gives them a frame stack before anything runs on them.
    pub(super) fn empty() -> Stacks {
        Stacks {
            frames: Vec::new(),
            choices: Vec::new(),
            saved: Vec::new(),
            trail: Vec::new(),
            light: Light::NONE,
            hb: 0,
            protected: 0,
            cleanup_level: 0,
            given: Vec::new(),
            called_off: Vec::new(),
            slow_cut: 0,
        }
    }

    /// Takes stacks without contents, with the areas of these unless they have grown.
    pub(super) fn take_cleared(&mut self) -> Stacks {
        let mut stacks = std::mem::replace(self, Stacks::empty());
        if stacks.frames.len() > FRAMES || stacks.choices.capacity() > CHOICES {
            return Stacks::new();
        }
        let (frames, mut choices) = (std::mem::take(&mut stacks.frames), std::mem::take(&mut stacks.choices));
        choices.clear();
        Stacks::with_areas(frames, choices)
    }

    /// Lends the areas to the run loop.
    #[inline(always)]
    pub(super) fn lend(&mut self) -> Lent<'_> {
        Lent {
            frames: std::cell::Cell::from_mut(self.frames.as_mut_slice()).as_slice_of_cells(),
            trail: &mut self.trail,
            choices: &mut self.choices,
            saved: &mut self.saved,
            light: &mut self.light,
            hb: &mut self.hb,
            protected: &mut self.protected,
            slow_cut: &self.slow_cut,
        }
    }

    /// Lends the areas to the collector, which calls [`Stacks::moved`] afterwards.
    pub(super) fn movable(&mut self) -> Movable<'_> {
        Movable {
            frames: &mut self.frames,
            choices: &mut self.choices,
            saved: &mut self.saved,
            trail: &mut self.trail,
        }
    }

    /// Brings up to date what is derived from the newest choice point, after cells have moved.
    pub(super) fn moved(&mut self) {
        self.choice_changed();
    }

    /// Returns the choice points, the newest last.
    #[inline(always)]
    pub(super) fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// Returns the number of choice points.
    #[inline(always)]
    pub fn choice_count(&self) -> usize {
        self.choices.len()
    }

    /// Returns the registers that choice points save, and the states of native predicates.
    pub(super) fn saved(&self) -> &[Cell] {
        &self.saved
    }

    /// Returns the index of the newest cleanup choice point plus one; 0 if there is none.
    pub(super) fn cleanup_level(&self) -> usize {
        self.cleanup_level
    }

    /// Notes that the newest cleanup choice point is the one before `level`.
    pub(super) fn set_cleanup_level(&mut self, level: usize) {
        self.cleanup_level = level;
        self.refresh_slow_cut();
    }

    /// Returns the top of the frames that the newest choice point protects.
    pub(super) fn protected(&self) -> usize {
        self.protected
    }

    /// Returns a choice point for the current state that saves the first `count` registers.
    #[inline(always)]
    pub(super) fn new_choice(&self, heap: &Heap, regs: &Registers, kind: ChoiceKind, count: usize) -> Choice {
        let Registers { cp, e, frame_top, .. } = *regs;
        Choice::new(
            kind,
            count as u16,
            heap.top(),
            self.trail.len(),
            self.saved.len(),
            [cp, e, frame_top],
        )
    }

    /// Pushes a choice point, for which there is room, and saves its registers.
    #[inline(always)]
    pub(super) fn push(&mut self, choice: Choice, x: &[Cell; 256]) {
        self.saved.extend(x.iter().take(usize::from(choice.count)));
        self.hb = choice.h;
        self.protected = choice.frame_top as usize;
        self.choices.push(choice);
    }

    /// Ends the light choice, if there is one, and returns the address of the instruction that made it.
    #[inline(always)]
    pub(super) fn take_light(&mut self) -> Option<Label> {
        if self.light.next == FAIL {
            return None;
        }
        self.light.next = FAIL;
        Some(self.light.at)
    }

    /// Pushes the choice point for the light choice taken last: its alternative is `rest`, and it saves `count`
    /// registers.
    pub(super) fn push_light(&mut self, rest: Label, count: usize, regs: &Registers) {
        let Registers { cp, e, frame_top, .. } = *regs;
        let (trail, saved) = (self.light.trail, self.saved.len());
        self.saved.extend_from_slice(&self.light.x[..count]);
        self.choices.push(Choice {
            alternative: rest,
            ..Choice::new(
                ChoiceKind::Code,
                count as u16,
                self.hb,
                trail,
                saved,
                [cp, e, frame_top],
            )
        });
        self.choice_changed();
    }

    /// Drops the newest choice point.
    pub(super) fn pop(&mut self) {
        if let Some(choice) = self.choices.pop() {
            self.saved.truncate(choice.args as usize);
        }
        self.dropped();
    }

    /// Drops all choice points from `level` up. The caller makes sure that no cleanup choice point is among them.
    pub(super) fn cut(&mut self, level: usize) {
        if let Some(choice) = self.choices.get(level) {
            self.saved.truncate(choice.args as usize);
            self.choices.truncate(level);
        }
        self.dropped();
    }

    fn dropped(&mut self) {
        self.choice_changed();
        if !self.given.is_empty() {
            self.note_called_off();
        }
    }

    fn choice_changed(&mut self) {
        let (h, top) = self.choices.last().map_or((0, 0), |c| (c.h, c.frame_top as usize));
        self.hb = h;
        self.protected = top;
    }

    /// Changes the newest choice point without changing what it restores: its next candidate.
    pub(super) fn set_next(&mut self, next: crate::code::index::Candidate) {
        if let Some(choice) = self.choices.last_mut() {
            choice.next = next;
        }
    }

    /// Saves the state of a native predicate with its choice point, which was pushed just now.
    pub(super) fn push_state(&mut self, state: Cell) {
        self.saved.push(state);
    }

    /// Returns the state of a native predicate.
    pub(super) fn state(&self, choice: &Choice) -> Cell {
        self.saved[choice.state()]
    }

    /// Replaces the state of the native predicate to which `choice`, the newest choice point, belongs. If the state is
    /// a term, backtracking keeps the heap up to `top` from now on, since the state was built just now.
    pub(super) fn set_state(&mut self, choice: &Choice, state: Cell, top: usize) {
        self.saved[choice.state()] = state;
        if !state.is_immediate()
            && let Some(choice) = self.choices.last_mut()
        {
            choice.h = top;
            self.hb = top;
        }
    }

    /// Restores the state at a choice point, which stays on the stack.
    #[inline(always)]
    pub(super) fn restore(&mut self, choice: &Choice, heap: &mut Heap, x: &mut [Cell; 256], regs: &mut Registers) {
        regs.e = choice.e as usize;
        regs.cp = choice.cp.address();
        regs.frame_top = choice.frame_top as usize;
        self.undo(heap, choice.trail as usize);
        heap.set_top(choice.h);
        let (args, count) = (choice.args as usize, usize::from(choice.count));
        restore(x, &self.saved[args..args + count]);
        self.hb = choice.h;
        self.protected = regs.frame_top;
    }

    /// Makes backtracking keep all cells below `top`: it still undoes bindings.
    pub fn keep_heap(&mut self, top: usize) {
        for choice in &mut self.choices {
            choice.h = choice.h.max(top);
        }
        if !self.choices.is_empty() {
            self.hb = self.hb.max(top);
        }
    }

    /// Returns the generations in which running goals look up clauses of `pred`, or of any predicate, in ascending
    /// order.
    pub(super) fn generations(&self, pred: Option<PredId>) -> Vec<u64> {
        let mut generations: Vec<u64> = self
            .choices
            .iter()
            .filter(|c| c.generation != NO_GENERATION && pred.is_none_or(|pred| pred == c.pred))
            .map(|c| c.generation)
            .collect();
        // They are nearly sorted: newer choice points see newer generations.
        generations.order_often();
        generations.dedup();
        generations
    }

    /// Whether the open query may have more solutions.
    pub fn has_choices(&self, barrier: usize) -> bool {
        self.choices()[(barrier + 1).min(self.choice_count())..]
            .iter()
            .any(|c| !c.is_dead() && !matches!(c.kind, ChoiceKind::Catch | ChoiceKind::Given))
    }

    /// Returns the number of choice points that goals of the running query may not cut: those up to its barrier.
    pub fn choices_below(&self) -> usize {
        let is_barrier = |choice: &Choice| choice.kind == ChoiceKind::Barrier;
        self.choices().iter().rposition(is_barrier).map_or(0, |at| at + 1)
    }

    /// Returns the first saved register of each choice point that has any, the newest first.
    pub fn choice_arguments(&self) -> impl Iterator<Item = Cell> {
        let with = self.choices().iter().rev().filter(|choice| choice.count > 0);
        with.map(|choice| self.saved()[choice.args as usize])
    }
}
