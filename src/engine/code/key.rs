//! Index keys: a hash of an argument's principal functor or constant, or of those of its parts.

use crate::term::cell::{Cell, Tag};
use crate::term::heap::Heap;

use super::packed::{Cells, ClauseShape, Packed};
use super::switch::box_key;

/// The key of an argument that unifies with anything.
pub const ANY: u64 = 0;

/// The number of leading arguments that an index can be on.
pub const INDEXABLE: usize = 64;
/// The number of leading parts of an argument that an index can be on.
pub const PARTS: usize = 4;

/// Computes keys of cells.
pub trait Keys: Cells {
    /// Returns the key of a dereferenced cell.
    #[inline]
    fn key(&self, cell: Cell) -> u64 {
        match cell.tag() {
            Tag::Ref | Tag::Att | Tag::Hdr => ANY,
            Tag::Atm | Tag::Int => cell.bits(),
            Tag::Lst => Tag::Lst as u64,
            Tag::Str => self.cell(cell.address()).bits(),
            Tag::Box => {
                let header = self.cell(cell.address());
                box_key(header, self.raw(cell.address() + 1, header.box_words()))
            }
        }
    }

    /// Returns the key of part `part` of a dereferenced cell: [`ANY`] if the part is unbound or missing.
    #[inline]
    fn part_key(&self, cell: Cell, part: usize) -> u64 {
        let (first, count) = self.parts(cell);
        if part < count {
            self.key(self.follow(self.cell(first + part)))
        } else {
            ANY
        }
    }

    /// Returns the combined key of a dereferenced cell and its part `part`: [`ANY`] if the part is unbound.
    fn key_inside(&self, cell: Cell, part: usize) -> u64 {
        if part >= self.parts(cell).1 {
            return self.key(cell);
        }
        match self.part_key(cell, part) {
            ANY => ANY,
            key => mix(self.key(cell), key),
        }
    }
}

impl<C: Cells> Keys for C {}

/// Combines two keys into one.
fn mix(a: u64, b: u64) -> u64 {
    (a.rotate_left(23) ^ b).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1
}

/// Whether terms with these keys may unify.
#[inline]
pub fn keys_match(a: u64, b: u64) -> bool {
    a == b || a == ANY || b == ANY
}

/// A goal, given by its dereferenced arguments.
#[derive(Clone, Copy)]
pub struct GoalArguments<'a> {
    /// The heap that the arguments point into.
    pub heap: &'a Heap,
    /// The arguments.
    pub args: &'a [Cell],
    /// True if only heads are matched; otherwise equations at the start of the body count as well.
    pub heads_only: bool,
}

impl GoalArguments<'_> {
    /// Returns the bound arguments as a bit mask of the first [`INDEXABLE`].
    #[inline]
    pub fn mask(&self) -> u64 {
        let mut mask = 0;
        for (i, arg) in self.args.iter().enumerate().take(INDEXABLE) {
            mask |= u64::from(!arg.is_variable()) << i;
        }
        mask
    }

    /// Whether the head of a packed clause may unify: compares the arguments, and the first parts of compound ones.
    #[inline]
    pub fn can_match(&self, cells: &[u64], shape: ClauseShape) -> bool {
        let packed = Packed(cells);
        for (i, &goal) in self.args.iter().enumerate() {
            let clause = packed.cell(i);
            if goal.is_variable() {
                continue;
            }
            if clause.is_immediate() || (goal.is_immediate() && !clause.is_ref()) {
                if clause == goal {
                    continue;
                }
                return false;
            }
            let clause = if self.heads_only {
                packed.follow(clause)
            } else {
                packed.argument(i, self.args.len(), shape)
            };
            if !clause.is_ref() && !self.can_match_inside(&packed, clause, goal) {
                return false;
            }
        }
        true
    }

    fn can_match_inside(&self, packed: &Packed<'_>, clause: Cell, goal: Cell) -> bool {
        if packed.key(clause) != self.heap.key(goal) {
            return false;
        }
        let ((clause, count), (goal, _)) = (packed.parts(clause), self.heap.parts(goal));
        (0..count.min(PARTS)).all(|part| {
            let inner = packed.follow(packed.cell(clause + part));
            // Where parts differ, most are constants.
            inner.is_ref()
                || keys_match(
                    packed.key(inner),
                    self.heap.key(self.heap.deref(self.heap.get(goal + part))),
                )
        })
    }
}

/// The arguments that an index is on: one or two arguments or parts of arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spec {
    first: Path,
    second: Option<Path>,
}

/// An argument, or a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Path {
    argument: u8,
    part: Option<u8>,
}

impl Path {
    fn key<C: Cells>(self, cells: &C, argument: impl Fn(usize) -> Cell) -> u64 {
        let cell = argument(usize::from(self.argument));
        match self.part {
            None => cells.key(cell),
            Some(part) => cells.key_inside(cell, usize::from(part)),
        }
    }
}

impl Spec {
    /// Returns the spec for one argument.
    pub fn argument(argument: usize) -> Spec {
        let argument = argument as u8;
        Spec {
            first: Path { argument, part: None },
            second: None,
        }
    }

    /// Combines two specs, each for one argument or a part of one.
    pub fn pair(one: Spec, other: Spec) -> Spec {
        Spec {
            first: one.first,
            second: Some(other.first),
        }
    }

    /// Whether it combines two arguments or parts.
    pub fn is_pair(self) -> bool {
        self.second.is_some()
    }

    /// Returns the spec for a part of an argument.
    pub fn inside(argument: usize, part: usize) -> Spec {
        let argument = argument as u8;
        let part = Some(part as u8);
        Spec {
            first: Path { argument, part },
            second: None,
        }
    }

    /// Whether it is on whole arguments, not on parts.
    pub fn is_whole(self) -> bool {
        self.first.part.is_none() && self.second.is_none_or(|second| second.part.is_none())
    }

    /// Whether equal keys imply that the indexed argument of this goal matches. False for compound terms, boxed numbers
    /// and pairs.
    #[inline]
    pub fn is_certain(self, goal: GoalArguments<'_>) -> bool {
        self.second.is_none() && goal.args[usize::from(self.first.argument)].is_immediate()
    }

    /// Returns the bit mask of the arguments that it is on.
    pub fn arguments(self) -> u64 {
        1 << self.first.argument | self.second.map_or(0, |second| 1 << second.argument)
    }

    /// Returns the key of a goal; [`ANY`] if the index cannot serve it.
    #[inline]
    pub fn goal_key(self, goal: GoalArguments<'_>) -> u64 {
        self.key(goal.heap, |i| goal.args[i])
    }

    /// Returns the key of a clause with `arity` arguments.
    #[inline]
    pub fn clause_key(self, cells: &[u64], arity: usize, shape: ClauseShape) -> u64 {
        let packed = Packed(cells);
        self.key(&packed, |i| packed.argument(i, arity, shape))
    }

    /// Returns the keys of the parts of an argument of a clause.
    pub fn part_keys(cells: &[u64], argument: usize, arity: usize, shape: ClauseShape) -> [u64; PARTS] {
        let packed = Packed(cells);
        let cell = packed.follow(packed.argument(argument, arity, shape));
        std::array::from_fn(|part| packed.part_key(cell, part))
    }

    #[inline]
    fn key<C: Cells>(self, cells: &C, argument: impl Fn(usize) -> Cell) -> u64 {
        let key = self.first.key(cells, &argument);
        match self.second {
            None => key,
            Some(_) if key == ANY => ANY,
            Some(second) => match second.key(cells, argument) {
                ANY => ANY,
                other => mix(key, other),
            },
        }
    }
}
