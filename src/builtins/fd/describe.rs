//! Domains and propagators as terms: `fd_dom/2`, and the residual goals of a variable.

use crate::base::atom::Atom;
use crate::base::known;
use crate::machine::native::Stop;
use crate::term::cell::Cell;

use super::linear::Relation;
use super::propagate::Kind;
use super::ranges::{INF, SUP};
use super::store::{ARGS, Event, Fd, KIND, VARIABLE};

impl Fd<'_> {
    fn term(&mut self, name: Atom, args: &[Cell]) -> Result<Cell, Stop> {
        self.m.reserve(args.len() + 1)?;
        Ok(self.m.heap.new_term(name, args))
    }

    /// Returns the domain as a term, such as `1..3\/5`.
    pub fn domain_term(&mut self, ranges: &[(i64, i64)]) -> Result<Cell, Stop> {
        let end = |bound| match bound {
            INF => Cell::atom(known::INF),
            SUP => Cell::atom(known::SUP),
            bound => Cell::int(bound),
        };
        let mut whole: Option<Cell> = None;
        for &(low, high) in ranges {
            let part = if low == high && ranges.len() > 1 {
                Cell::int(low)
            } else {
                self.term(known::TO, &[end(low), end(high)])?
            };
            whole = Some(match whole {
                Some(before) => self.term(known::OR, &[before, part])?,
                None => part,
            });
        }
        match whole {
            Some(whole) => Ok(whole),
            None => self.term(known::TO, &[Cell::int(1), Cell::ZERO]),
        }
    }

    /// Returns the live propagators of a variable, the oldest first.
    pub fn propagators(&self, block: usize) -> Vec<usize> {
        let mut found = Vec::new();
        for event in [Event::Value, Event::Bounds, Event::Domain] {
            let mut list = self.get(block + event as usize);
            while list.is_list() {
                let p = self.get(list.address()).address() + 1;
                if !self.is_dead(p) {
                    found.push(p);
                }
                list = self.get(list.address() + 1);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns the goals that would restore the domain and the propagators of a variable.
    pub fn goals(&mut self, block: usize) -> Result<Vec<Cell>, Stop> {
        let variable = self.get(block + VARIABLE);
        let ranges = self.ranges(block);
        let mut goals = Vec::new();
        for p in self.propagators(block) {
            if let Some(goal) = self.goal(p)? {
                goals.push(goal);
            }
        }
        if ranges != [(INF, SUP)] || goals.is_empty() {
            let domain = self.domain_term(&ranges)?;
            goals.insert(0, self.term(known::IN, &[variable, domain])?);
        }
        for goal in &mut goals {
            *goal = self.term(known::COLON, &[Cell::atom(known::CLPFD), *goal])?;
        }
        Ok(goals)
    }

    /// The variable of a block, or its value.
    pub fn shown(&self, block: usize) -> Cell {
        match self.value(block) {
            Some(value) => Cell::int(value),
            None => self.m.deref(self.get(block + VARIABLE)),
        }
    }

    fn shown_args(&self, p: usize, from: usize) -> Vec<Cell> {
        (from..self.arg_count(p)).map(|i| self.shown(self.arg(p, i))).collect()
    }

    fn plus(&mut self, x: Cell, c: i64) -> Result<Cell, Stop> {
        if c == 0 {
            Ok(x)
        } else {
            self.term(known::PLUS, &[x, Cell::int(c)])
        }
    }

    /// Returns the goal of a propagator; none for one that belongs to another goal.
    fn goal(&mut self, p: usize) -> Result<Option<Cell>, Stop> {
        let kind = Kind::of(self.get(p + KIND));
        let args = match kind {
            Kind::NotEqual | Kind::Offset | Kind::Mirror => [0, 1, 1].map(|i| self.shown(self.arg(p, i))),
            Kind::Absolute => [0, 1, 1].map(|i| self.shown(self.arg(p, i))),
            Kind::Times
            | Kind::Quotient
            | Kind::FloorQuotient
            | Kind::Modulo
            | Kind::Remainder
            | Kind::Minimum
            | Kind::Maximum
            | Kind::Power => [0, 1, 2].map(|i| self.shown(self.arg(p, i))),
            _ => [Cell::NIL; 3],
        };
        let [x, y, z] = args;
        let made = |fd: &mut Self, name: Atom| {
            let operation = fd.term(name, &[x, y])?;
            fd.term(known::FD_EQ, &[operation, z])
        };
        let goal = match kind {
            Kind::NotEqual => {
                let right = self.plus(y, self.number(p, 2))?;
                self.term(known::FD_NE, &[x, right])?
            }
            Kind::Offset => match self.number(p, 2) {
                c if c < 0 => {
                    let left = self.plus(x, -c)?;
                    self.term(known::FD_EQ, &[left, y])?
                }
                c => {
                    let left = self.plus(y, c)?;
                    self.term(known::FD_EQ, &[left, x])?
                }
            },
            Kind::Mirror => {
                let left = self.term(known::PLUS, &[x, y])?;
                self.term(known::FD_EQ, &[left, Cell::int(self.number(p, 2))])?
            }
            Kind::LinearEqual => self.relation_term(p, 1, Relation::Equal)?,
            Kind::LinearAtMost => self.relation_term(p, 1, Relation::AtMost)?,
            Kind::LinearNotEqual => self.relation_term(p, 1, Relation::NotEqual)?,
            Kind::Times => made(self, known::STAR)?,
            Kind::Quotient => made(self, known::INTEGER_DIVISION)?,
            Kind::FloorQuotient => made(self, known::DIV)?,
            Kind::Modulo => made(self, known::MOD)?,
            Kind::Remainder => made(self, known::REM)?,
            Kind::Power => made(self, known::HAT)?,
            Kind::Minimum | Kind::Maximum => {
                let name = if kind == Kind::Minimum { known::MIN } else { known::MAX };
                let operation = self.term(name, &[x, y])?;
                self.term(known::FD_EQ, &[z, operation])?
            }
            Kind::Absolute => {
                let operation = self.term(known::ABS, &[x])?;
                self.term(known::FD_EQ, &[y, operation])?
            }
            Kind::Reified => {
                let relation = Relation::of(self.number(p, 0));
                let inner = self.relation_term(p, 3, relation)?;
                let truth = self.shown(self.arg(p, 1));
                self.term(known::FD_EQUIVALENT, &[inner, truth])?
            }
            Kind::ReifiedDomain => {
                let ranges: Vec<_> = (2..self.arg_count(p))
                    .step_by(2)
                    .map(|i| (self.number(p, i), self.number(p, i + 1)))
                    .collect();
                let domain = self.domain_term(&ranges)?;
                let (truth, x) = (self.shown(self.arg(p, 0)), self.shown(self.arg(p, 1)));
                let inner = self.term(known::IN, &[x, domain])?;
                self.term(known::FD_EQUIVALENT, &[inner, truth])?
            }
            Kind::Different | Kind::Circuit | Kind::Distinct => {
                let at = p + ARGS + usize::from(kind == Kind::Different);
                let list = self.get(at);
                if list == Cell::NIL {
                    return Ok(None);
                }
                let name = self.m.intern(match kind {
                    Kind::Different => "all_different",
                    Kind::Circuit => "circuit",
                    _ => "all_distinct",
                });
                self.term(name, &[list])?
            }
            Kind::Element => {
                let elements = self.shown_args(p, 2);
                self.m.reserve(2 * elements.len())?;
                let list = self.m.heap.new_list(&elements, Cell::NIL);
                let (index, value) = (self.shown(self.arg(p, 0)), self.shown(self.arg(p, 1)));
                let name = self.m.intern("element");
                self.term(name, &[index, list, value])?
            }
            Kind::Table => self.table_term(p)?,
        };
        Ok(Some(goal))
    }

    fn table_term(&mut self, p: usize) -> Result<Cell, Stop> {
        let vars = self.shown_args(p, 2);
        let tuples = self.get(p + ARGS + 1);
        let (first, count) = (tuples.address() + 1, self.get(tuples.address()).as_functor().arity());
        self.m
            .reserve(2 * count + 2 * count / vars.len().max(1) + 2 * vars.len() + 4)?;
        let mut rows = Vec::new();
        for start in (0..count).step_by(vars.len().max(1)) {
            let row: Vec<Cell> = (start..start + vars.len()).map(|i| self.get(first + i)).collect();
            rows.push(self.m.heap.new_list(&row, Cell::NIL));
        }
        let rows = self.m.heap.new_list(&rows, Cell::NIL);
        let vars = self.m.heap.new_list(&vars, Cell::NIL);
        let lists = self.m.heap.new_list(&[vars], Cell::NIL);
        let name = self.m.intern("tuples_in");
        self.term(name, &[lists, rows])
    }

    /// Returns the relation between the sum in the arguments from `first` on and the constant before them: terms with
    /// positive coefficients on the left, the others on the right.
    fn relation_term(&mut self, p: usize, first: usize, relation: Relation) -> Result<Cell, Stop> {
        let mut constant = self.number(p, first - 1);
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for i in (first..self.arg_count(p)).step_by(2) {
            let (coefficient, block) = (self.number(p, i), self.arg(p, i + 1));
            match self.value(block) {
                Some(value) => constant -= coefficient * value,
                None if coefficient > 0 => left.push((coefficient, block)),
                None => right.push((-coefficient, block)),
            }
        }
        let exchanged =
            left.is_empty() || relation == Relation::Equal && left.len() == 1 && right.len() == 2 && constant == 0;
        let is_plain = |side: &[(i64, usize)]| side.len() == 1 && side[0].0 == 1;
        let mut name = match relation {
            Relation::Equal => known::FD_EQ,
            Relation::NotEqual => known::FD_NE,
            Relation::AtMost => known::FD_LE,
        };
        let is_mirrored = relation == Relation::AtMost && constant == 0 && is_plain(&left) && is_plain(&right);
        if exchanged || is_mirrored {
            std::mem::swap(&mut left, &mut right);
            constant = -constant;
            if relation == Relation::AtMost {
                name = known::FD_GE;
            }
        }
        let is_alone = right.is_empty();
        let (left_constant, right_constant) = if constant < 0 && !is_alone && !(is_plain(&left) && is_plain(&right)) {
            (-constant, 0)
        } else {
            (0, constant)
        };
        let left = self.side(&left, left_constant)?;
        let right = self.side(&right, right_constant)?;
        self.term(name, &[left, right])
    }

    fn side(&mut self, terms: &[(i64, usize)], constant: i64) -> Result<Cell, Stop> {
        let mut whole: Option<Cell> = None;
        for &(coefficient, block) in terms {
            let variable = self.shown(block);
            let part = if coefficient == 1 {
                variable
            } else {
                self.term(known::STAR, &[Cell::int(coefficient), variable])?
            };
            whole = Some(match whole {
                Some(before) => self.term(known::PLUS, &[before, part])?,
                None => part,
            });
        }
        match whole {
            Some(whole) => self.plus(whole, constant),
            None => Ok(Cell::int(constant)),
        }
    }
}
