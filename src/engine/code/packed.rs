//! Packed clause terms and their kinds.
//!
//! A packed clause consists of the arguments of its head, the body if it is a rule, and the cells that they refer to;
//! addresses count from the first cell. The functor of the head is that of the predicate.

use crate::base::atom::Functor;
use crate::base::known;
use crate::term::cell::Cell;
use crate::term::heap::Heap;

/// Read access to cells of the heap or of a packed clause.
pub trait Cells {
    /// Returns the cell at `address`.
    fn cell(&self, address: usize) -> Cell;
    /// Returns raw words.
    fn raw(&self, from: usize, count: usize) -> &[u64];
    /// Follows references.
    fn follow(&self, cell: Cell) -> Cell;

    /// Returns the address and the number of the arguments of a compound term; (0, 0) for others.
    #[inline]
    fn parts(&self, cell: Cell) -> (usize, usize) {
        cell.arguments(|at| self.cell(at))
    }
}

impl Cells for Heap {
    #[inline]
    fn cell(&self, address: usize) -> Cell {
        self.get(address)
    }

    fn raw(&self, from: usize, count: usize) -> &[u64] {
        &self.words()[from..from + count]
    }

    #[inline]
    fn follow(&self, cell: Cell) -> Cell {
        self.deref(cell)
    }
}

/// The cells of a packed clause.
pub struct Packed<'a>(pub &'a [u64]);

impl Cells for Packed<'_> {
    #[inline]
    fn cell(&self, address: usize) -> Cell {
        Cell::from_bits(self.0[address])
    }

    fn raw(&self, from: usize, count: usize) -> &[u64] {
        &self.0[from..from + count]
    }

    #[inline]
    fn follow(&self, mut cell: Cell) -> Cell {
        while cell.is_ref() {
            let next = self.cell(cell.address());
            if next == cell {
                break;
            }
            cell = next;
        }
        cell
    }
}

impl Packed<'_> {
    /// Returns the body of a rule with `arity` arguments.
    pub fn body(&self, arity: usize) -> Cell {
        self.follow(self.cell(arity))
    }

    fn binary(&self, cell: Cell, functor: Functor) -> Option<(Cell, Cell)> {
        let cell = self.follow(cell);
        let is = cell.is_structure() && self.cell(cell.address()) == Cell::functor(functor);
        is.then(|| {
            (
                self.follow(self.cell(cell.address() + 1)),
                self.follow(self.cell(cell.address() + 2)),
            )
        })
    }

    /// Returns argument `index` of the head. A variable is replaced by the term that the body's first goals unify it
    /// with: `p(X) :- X = [H|T], ...` is indexed as if `[H|T]` were in the head.
    #[inline]
    pub fn argument(&self, index: usize, arity: usize, shape: ClauseShape) -> Cell {
        let arg = self.follow(self.cell(index));
        if arg.is_ref() && matches!(shape, ClauseShape::Rule { equation: true, .. }) {
            return self.equated(arg, arity);
        }
        arg
    }

    fn equated(&self, variable: Cell, arity: usize) -> Cell {
        let mut body = self.body(arity);
        loop {
            let (goal, rest) = match self.binary(body, Functor::new(known::COMMA, 2)) {
                Some((goal, rest)) => (goal, Some(rest)),
                None => (body, None),
            };
            let Some((left, right)) = self.binary(goal, Functor::new(known::EQUALS, 2)) else {
                return variable;
            };
            if left == variable && !right.is_ref() {
                return right;
            }
            if right == variable && !left.is_ref() {
                return left;
            }
            match rest {
                Some(rest) => body = rest,
                None => return variable,
            }
        }
    }
}

/// The form of a clause, which determines how its head is compared with a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Neck {
    /// `Head :- Body`, or `Head`: the head unifies with the goal.
    Unify,
    /// `Head => Body`: the head matches the goal by one-sided unification, then commits to the clause.
    Match,
    /// `Head, Guard => Body`, stored with the body `Guard, !, Body`.
    Guard,
}

/// The kind of a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClauseShape {
    /// A fact whose arguments are atoms, small integers, or variables that occur once.
    Flat,
    /// Any other fact.
    Fact {
        /// True if its cells may contain raw words of boxes.
        raw: bool,
    },
    /// A rule.
    Rule {
        /// True if its cells may contain raw words of boxes.
        raw: bool,
        /// True if its body begins with an equation, which may determine an argument.
        equation: bool,
        /// The form of the clause.
        neck: Neck,
    },
}

impl ClauseShape {
    /// Whether the clause is a fact.
    #[inline]
    pub fn is_fact(self) -> bool {
        !matches!(self, ClauseShape::Rule { .. })
    }

    /// Returns the form of the clause.
    pub fn neck(self) -> Neck {
        match self {
            ClauseShape::Rule { neck, .. } => neck,
            ClauseShape::Flat | ClauseShape::Fact { .. } => Neck::Unify,
        }
    }

    /// Whether the cells may contain raw words of boxes.
    pub fn is_raw(self) -> bool {
        matches!(
            self,
            ClauseShape::Fact { raw: true } | ClauseShape::Rule { raw: true, .. }
        )
    }

    /// Returns the kind of a packed clause with `arity` arguments; `rule` is the neck of a rule.
    pub fn of(cells: &[u64], arity: usize, rule: Option<Neck>, raw: bool) -> ClauseShape {
        let packed = Packed(cells);
        if let Some(neck) = rule {
            let begins_with_equation = || {
                let body = packed.body(arity);
                let first = packed.binary(body, Functor::new(known::COMMA, 2));
                let goal = first.map_or(body, |(goal, _)| goal);
                packed.binary(goal, Functor::new(known::EQUALS, 2)).is_some()
            };
            // In a matching rule, equations in the body do not affect which goals select the rule.
            let equation = neck == Neck::Unify && begins_with_equation();
            return ClauseShape::Rule { raw, equation, neck };
        }
        let own = |(i, &word): (usize, &u64)| {
            let cell = Cell::from_bits(word);
            cell.is_immediate() || cell == Cell::reference(i)
        };
        if cells.len() == arity && cells.iter().enumerate().all(own) {
            ClauseShape::Flat
        } else {
            ClauseShape::Fact { raw }
        }
    }
}
