//! Domains and propagators as terms: `fd_dom/2`, and the residual goals of a variable.

use dashu_int::IBig;

use ferz_engine::native::Stop;
use ferz_engine::native::terms::{Atom, Cell, View, known};
use ferz_engine::native::work::Ordered;

use super::compact::{ROWS, tuples};
use super::linear::Relation;
use super::propagate::Kind;
use super::ranges::{INF, SUP};
use super::store::{ARGS, Event, Fd, VARIABLE};
use super::wide::number::{WideBound, from_small};

impl Fd<'_> {
    fn term(&mut self, name: Atom, args: &[Cell]) -> Result<Cell, Stop> {
        self.m.reserve(args.len() + 1)?;
        Ok(self.m.heap.new_term(name, args))
    }

    /// Returns the domain as a term, such as `1..3\/5`.
    pub(super) fn domain_term(&mut self, ranges: &[(i64, i64)]) -> Result<Cell, Stop> {
        self.set_term(&from_small(ranges))
    }

    fn set_term(&mut self, ranges: &[(WideBound, WideBound)]) -> Result<Cell, Stop> {
        let mut whole: Option<Cell> = None;
        for (low, high) in ranges {
            let (from, to) = (self.bound_cell(low)?, self.bound_cell(high)?);
            let part = if low == high && ranges.len() > 1 {
                from
            } else {
                self.term(known::TO, &[from, to])?
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

    /// Returns the domain of a variable as a term.
    pub(super) fn domain_of(&mut self, block: usize) -> Result<Cell, Stop> {
        if self.is_wide(block) {
            let set = self.wide_set(block);
            return self.set_term(&set);
        }
        let ranges = self.ranges(block);
        self.domain_term(&ranges)
    }

    /// Returns the live propagators of a variable, the oldest first.
    pub(super) fn propagators(&self, block: usize) -> Vec<usize> {
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
        found.order();
        found.dedup();
        found
    }

    /// Returns the goals that would restore the domain and the propagators of a variable.
    pub(super) fn goals(&mut self, block: usize) -> Result<Vec<Cell>, Stop> {
        let variable = self.get(block + VARIABLE);
        let mut goals = Vec::new();
        for p in self.propagators(block) {
            if let Some(goal) = self.goal(p)? {
                goals.push(goal);
            }
        }
        if self.is_wide(block) || self.ranges(block) != [(INF, SUP)] || goals.is_empty() {
            let domain = self.domain_of(block)?;
            goals.insert(0, self.term(known::IN, &[variable, domain])?);
        }
        for goal in &mut goals {
            *goal = self.term(known::COLON, &[Cell::atom(known::CLPFD), *goal])?;
        }
        Ok(goals)
    }

    /// The variable of a block, or its value.
    pub(super) fn shown(&self, block: usize) -> Cell {
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
        let kind = self.plain_kind(p);
        let args = match kind {
            Kind::NotEqual | Kind::Offset | Kind::Mirror => [0, 1, 1].map(|i| self.shown(self.arg(p, i))),
            Kind::Absolute => [0, 1, 1].map(|i| self.shown(self.arg(p, i))),
            kind if kind.is_operation() => [0, 1, 2].map(|i| self.shown(self.arg(p, i))),
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
            Kind::BitAnd => made(self, known::BIT_AND)?,
            Kind::BitOr => made(self, known::OR)?,
            Kind::BitXor => made(self, known::XOR)?,
            Kind::ShiftLeft => made(self, known::SHIFT_LEFT)?,
            Kind::ShiftRight => made(self, known::SHIFT_RIGHT)?,
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
                let set = self.wide_set_argument(p);
                let domain = self.set_term(&set)?;
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
            Kind::Spread => self.spread_term(p)?,
            Kind::Element => {
                let elements = self.shown_args(p, 2);
                self.m.reserve(2 * elements.len())?;
                let list = self.m.heap.new_list(&elements, Cell::NIL);
                let (index, value) = (self.shown(self.arg(p, 0)), self.shown(self.arg(p, 1)));
                let name = self.m.intern("element");
                self.term(name, &[index, list, value])?
            }
            Kind::Table => self.table_term(p)?,
            Kind::Host => return self.host_term(p),
            Kind::Cumulative => return self.cumulative_term(p),
            Kind::Wide => return Ok(None),
        };
        Ok(Some(goal))
    }

    fn spread_term(&mut self, p: usize) -> Result<Cell, Stop> {
        let list = self.get(p + ARGS);
        let bounds = self.m.intern("bounds");
        let name = self.m.intern("consistency");
        let option = self.term(name, &[Cell::atom(bounds)])?;
        self.m.reserve(4)?;
        let options = self.m.heap.new_list(&[option], Cell::NIL);
        let name = self.m.intern("all_different");
        self.term(name, &[list, options])
    }

    /// The tasks as they were given, if no simpler constraints tell the same.
    fn cumulative_term(&mut self, p: usize) -> Result<Option<Cell>, Stop> {
        let tasks = self.get(p + ARGS);
        if !self.m.deref(tasks).is_list() {
            return Ok(None);
        }
        let (name, limit) = (self.m.intern("cumulative"), self.m.intern("limit"));
        let limit = self.term(limit, &[self.shown(self.arg(p, 1))])?;
        self.m.reserve(4)?;
        let options = self.m.heap.new_list(&[limit], Cell::NIL);
        self.term(name, &[tasks, options]).map(Some)
    }

    fn host_term(&mut self, p: usize) -> Result<Option<Cell>, Stop> {
        let View::Atom(name) = self.m.view(self.get(p + ARGS)) else {
            return Ok(None);
        };
        let list = self.get(p + ARGS + 1);
        self.term(name, &[list]).map(Some)
    }

    fn table_term(&mut self, p: usize) -> Result<Cell, Stop> {
        let vars = self.shown_args(p, 2);
        let index = self.get(p + ARGS).address() + 1;
        let (count, first) = (self.get(index + ROWS).as_int() as usize, tuples(vars.len()));
        self.m.reserve(2 * count * (vars.len() + 1) + 2 * vars.len() + 4)?;
        let mut rows = Vec::new();
        for start in (index + first..).step_by(vars.len()).take(count) {
            let row: Vec<Cell> = (start..start + vars.len()).map(|at| self.get(at)).collect();
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
        let sum = self.wide_sum(p, first);
        let mut constant = sum.constant;
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (coefficient, block) in sum.terms {
            match self.wide_value(block) {
                Some(value) => constant -= coefficient * value,
                None if coefficient > IBig::ZERO => left.push((coefficient, block)),
                None => right.push((-coefficient, block)),
            }
        }
        let exchanged =
            left.is_empty() || relation == Relation::Equal && left.len() == 1 && right.len() == 2 && constant.is_zero();
        let is_plain = |side: &[(IBig, usize)]| side.len() == 1 && side[0].0 == IBig::ONE;
        let mut name = match relation {
            Relation::Equal => known::FD_EQ,
            Relation::NotEqual => known::FD_NE,
            Relation::AtMost => known::FD_LE,
        };
        let is_mirrored = relation == Relation::AtMost && constant.is_zero() && is_plain(&left) && is_plain(&right);
        if exchanged || is_mirrored {
            std::mem::swap(&mut left, &mut right);
            constant = -constant;
            if relation == Relation::AtMost {
                name = known::FD_GE;
            }
        }
        let is_alone = right.is_empty();
        let is_moved = constant < IBig::ZERO && !is_alone && !(is_plain(&left) && is_plain(&right));
        let (left_constant, right_constant) = if is_moved {
            (-constant, IBig::ZERO)
        } else {
            (IBig::ZERO, constant)
        };
        let left = self.side(&left, &left_constant)?;
        let right = self.side(&right, &right_constant)?;
        self.term(name, &[left, right])
    }

    fn side(&mut self, terms: &[(IBig, usize)], constant: &IBig) -> Result<Cell, Stop> {
        let mut whole: Option<Cell> = None;
        for (coefficient, block) in terms {
            let variable = self.shown(*block);
            let part = if *coefficient == IBig::ONE {
                variable
            } else {
                let coefficient = self.integer_cell(coefficient)?;
                self.term(known::STAR, &[coefficient, variable])?
            };
            whole = Some(match whole {
                Some(before) => self.term(known::PLUS, &[before, part])?,
                None => part,
            });
        }
        let constant_cell = self.integer_cell(constant)?;
        match whole {
            Some(whole) if constant.is_zero() => Ok(whole),
            Some(whole) => self.term(known::PLUS, &[whole, constant_cell]),
            None => Ok(constant_cell),
        }
    }
}
