//! Reading expressions: sums in normal form; a product, quotient or the like becomes a new variable with a propagator.

use ferz_engine::native::errors::Resource;
use ferz_engine::native::terms::{Cell, View, known};
use ferz_engine::native::work::Pace;
use ferz_engine::native::{Step, Stop};

use super::linear::{LinearSum, Relation};
use super::propagate::Kind;
use super::ranges::{BIG, INF, Ranges, SUP, complement, normalize};
use super::store::{Event, Fd};

/// The largest coefficient in a sum; the bounds of a sum then fit into 128 bits.
pub(super) const LARGEST_COEFFICIENT: u64 = 1 << 46;
/// The largest number of variables in a sum.
pub(super) const MOST_TERMS: usize = 1 << 21;
/// How deep products and the like may be nested.
const DEEPEST: usize = 500;

/// How expressions are read.
#[derive(Clone, Copy)]
pub(super) struct FormulaReading {
    /// The number of products and formulas around the expression.
    pub depth: usize,
    /// Whether it is in a formula that may turn out false, so that it must have a value for all its variables.
    pub total: bool,
}

/// The reading of a whole constraint.
pub(super) const TOP: FormulaReading = FormulaReading { depth: 0, total: false };

impl FormulaReading {
    /// Returns the reading of a part.
    pub(super) fn deeper(self, fd: &mut Fd<'_>) -> Result<FormulaReading, Stop> {
        if self.depth >= DEEPEST {
            return Err(fd.m.resource_error(Resource::Depth));
        }
        Ok(FormulaReading {
            depth: self.depth + 1,
            ..self
        })
    }
}

/// A sum that is being read.
#[derive(Default)]
pub(super) struct Raw {
    terms: Vec<(i64, usize)>,
    constant: i128,
}

impl Raw {
    /// Returns the value of a sum without variables.
    pub(super) fn value(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Puts the last term in front, for the order in which residual goals show them.
    pub(super) fn last_first(&mut self) {
        self.terms.rotate_right(1);
    }
}

impl Fd<'_> {
    /// Throws `domain_error(domain, culprit)`.
    pub(super) fn domain_error(&mut self, domain: &str, culprit: Cell) -> Stop {
        let domain = Cell::atom(self.m.intern(domain));
        let formal = self.m.heap.new_term(known::DOMAIN_ERROR, &[domain, culprit]);
        self.m.throw_error(formal)
    }

    /// Adds `factor` times the expression in `cell` to a sum.
    pub(super) fn add(&mut self, raw: &mut Raw, factor: i64, cell: Cell, reading: FormulaReading) -> Step {
        let mut work = vec![(factor, cell)];
        let mut pace = Pace::new();
        while let Some((factor, cell)) = work.pop() {
            self.m.poll_at(&mut pace)?;
            if factor.unsigned_abs() > LARGEST_COEFFICIENT {
                return Err(self.too_large());
            }
            match self.m.view(cell) {
                View::Int(value) => {
                    raw.constant = raw.constant.saturating_add(i128::from(factor) * i128::from(value));
                }
                View::BigInt(_) => return Err(self.too_large()),
                View::Var(_) | View::Attributed(_) => {
                    self.check_unmarked()?;
                    let block = self.variable(cell)?;
                    raw.terms.push((factor, block));
                }
                View::Struct(functor, first) => {
                    let arg = |i: usize| self.get(first + i);
                    match (functor.name(), functor.arity()) {
                        (known::PLUS, 2) => work.extend([(factor, arg(1)), (factor, arg(0))]),
                        (known::MINUS, 2) => work.extend([(-factor, arg(1)), (factor, arg(0))]),
                        (known::MINUS, 1) => work.push((-factor, arg(0))),
                        // The complement of x is -x-1.
                        (known::BACKSLASH, 1) => work.extend([(-factor, arg(0)), (factor, Cell::int(-1))]),
                        (known::QUESTION | known::NUMBER_SIGN, 1) => {
                            let block = self.variable(arg(0))?;
                            raw.terms.push((factor, block));
                        }
                        (known::STAR, 2) => self.add_product(raw, &mut work, factor, cell, reading)?,
                        _ => {
                            let block = self.operation(cell, None, reading)?;
                            raw.terms.push((factor, block));
                        }
                    }
                }
                _ => return Err(self.domain_error("clpfd_expression", cell)),
            }
        }
        Ok(())
    }

    /// Raises an error if variables have to be marked, as `#(X)`, and this one is not.
    pub(super) fn check_unmarked(&mut self) -> Step {
        if self.m.flags.clpfd_monotonic {
            return Err(self.m.instantiation_error());
        }
        Ok(())
    }

    /// Adds a product: of a constant and an expression, or a new variable.
    fn add_product(
        &mut self,
        raw: &mut Raw,
        work: &mut Vec<(i64, Cell)>,
        factor: i64,
        cell: Cell,
        reading: FormulaReading,
    ) -> Step {
        let View::Struct(_, first) = self.m.view(cell) else {
            return Ok(());
        };
        let sides = [self.m.deref(self.get(first)), self.m.deref(self.get(first + 1))];
        for (constant, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
            if let Some(value) = self.constant_value(constant) {
                let Some(product) = factor.checked_mul(value) else {
                    return Err(self.too_large());
                };
                if product != 0 {
                    work.push((product, other));
                } else {
                    // Its variables become variables of constraints all the same.
                    let mut ignored = Raw::default();
                    let reading = reading.deeper(self)?;
                    self.add(&mut ignored, 1, other, reading)?;
                }
                return Ok(());
            }
        }
        let block = self.operation(cell, None, reading)?;
        raw.terms.push((factor, block));
        Ok(())
    }

    /// Returns the value of an integer or of a variable that has one.
    fn constant_value(&self, cell: Cell) -> Option<i64> {
        match self.m.view(cell) {
            View::Int(value) => Some(value),
            View::Attributed(_) => self.known_block(cell).and_then(|block| self.value(block)),
            View::Struct(functor, first) if functor.name() == known::MINUS && functor.arity() == 1 => {
                match self.m.view(self.get(first)) {
                    View::Int(value) => Some(-value),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Returns a sum in normal form, compared with 0: the terms, and the constant on the other side.
    pub(super) fn normal(&mut self, raw: Raw) -> Result<LinearSum, Stop> {
        let Ok(constant) = i64::try_from(-raw.constant) else {
            return Err(self.too_large());
        };
        self.merged(LinearSum {
            terms: raw.terms,
            constant,
        })
    }

    /// Returns the variable of an expression.
    pub(super) fn operand(&mut self, cell: Cell, reading: FormulaReading) -> Result<usize, Stop> {
        let cell = self.m.deref(cell);
        if cell.is_variable() {
            self.check_unmarked()?;
        }
        if cell.is_variable() || cell.is_int() {
            return self.variable(cell);
        }
        let reading = reading.deeper(self)?;
        if self.reads_wide {
            return self.wide_operand(cell, reading);
        }
        let mut raw = Raw::default();
        self.add(&mut raw, 1, cell, reading)?;
        let mut sum = self.normal(raw)?;
        if let ([(1, block)], 0) = (&sum.terms[..], sum.constant) {
            return Ok(*block);
        }
        if sum.terms.is_empty() {
            if sum.constant.abs() > BIG {
                return Err(self.too_large());
            }
            return self.constant(-sum.constant);
        }
        let block = self.fresh(INF, SUP)?;
        sum.terms.push((-1, block));
        self.post_sum(Relation::Equal, &sum)?;
        Ok(block)
    }

    /// Returns the kind of propagator of an operation, and the number of its operands.
    fn kind(&self, cell: Cell) -> Option<(Kind, usize)> {
        let View::Struct(functor, count) = self.m.view(cell) else {
            return None;
        };
        let first = count;
        let kind = match (functor.name(), functor.arity()) {
            (known::STAR, 2) => Kind::Times,
            (known::INTEGER_DIVISION, 2) => Kind::Quotient,
            (known::DIV, 2) => Kind::FloorQuotient,
            (known::MOD, 2) => Kind::Modulo,
            (known::REM, 2) => Kind::Remainder,
            (known::ABS, 1) => Kind::Absolute,
            (known::MIN, 2) => Kind::Minimum,
            (known::MAX, 2) => Kind::Maximum,
            (known::HAT, 2) => Kind::Power,
            (known::BIT_AND, 2) => Kind::BitAnd,
            (known::OR, 2) => Kind::BitOr,
            (known::XOR, 2) => Kind::BitXor,
            (known::SHIFT_LEFT, 2) => Kind::ShiftLeft,
            (known::SHIFT_RIGHT, 2) => Kind::ShiftRight,
            _ => return None,
        };
        Some((kind, first))
    }

    /// Whether the expression is a product or the like, not a sum, a variable or a number.
    pub(super) fn is_operation(&self, cell: Cell) -> bool {
        match self.kind(cell) {
            Some((Kind::Times, first)) => {
                let constant = |i| self.constant_value(self.get(first + i)).is_some();
                !constant(0) && !constant(1)
            }
            kind => kind.is_some(),
        }
    }

    /// Posts the propagator of an operation, whose result is `target` or a new variable. Returns the result.
    pub(super) fn operation(
        &mut self,
        cell: Cell,
        target: Option<usize>,
        reading: FormulaReading,
    ) -> Result<usize, Stop> {
        let Some((mut kind, first)) = self.kind(cell) else {
            return Err(self.domain_error("clpfd_expression", cell));
        };
        let x = self.operand(self.get(first), reading)?;
        let mut y = match kind {
            Kind::Absolute => x,
            _ => self.operand(self.get(first + 1), reading)?,
        };
        match kind {
            Kind::Times if x == y && self.value(x).is_none() => {
                kind = Kind::Power;
                y = self.constant(2)?;
            }
            Kind::Quotient | Kind::FloorQuotient | Kind::Modulo | Kind::Remainder => {
                if reading.total && self.contains(y, 0) {
                    y = self.defined(y, Relation::NotEqual, 1)?;
                } else {
                    self.remove(y, 0)?;
                }
            }
            // A shift by a known number is a product: its bounds are known before the operand is.
            Kind::ShiftLeft => {
                if let Some(by @ 0..=40) = self.value(y) {
                    kind = Kind::Times;
                    y = self.constant(1 << by)?;
                }
            }
            Kind::Power if reading.total && self.min(y) < 0 => y = self.exponent(x, y)?,
            _ => {}
        }
        let z = match target {
            Some(target) => target,
            None => self.fresh(INF, SUP)?,
        };
        let cells = [x, y, z].map(|block| Cell::structure(block - 1));
        match kind {
            Kind::Absolute => self.post(kind, &[cells[0], cells[2]], &[x, z], Event::Domain)?,
            Kind::Modulo | Kind::Remainder => self.post(kind, &cells, &[x, y, z], Event::Domain)?,
            _ => self.post(kind, &cells, &[x, y, z], Event::Bounds)?,
        }
        Ok(z)
    }

    /// Returns the set that a domain term names.
    pub(super) fn domain(&mut self, cell: Cell) -> Result<Ranges, Stop> {
        let mut work = vec![cell];
        let mut ranges = Vec::new();
        let mut pace = Pace::new();
        while let Some(cell) = work.pop() {
            self.m.poll_at(&mut pace)?;
            match self.m.view(cell) {
                View::Var(_) | View::Attributed(_) => return Err(self.m.instantiation_error()),
                View::Int(value) => {
                    let value = self.element_value(value)?;
                    ranges.push((value, value));
                }
                View::BigInt(_) => return Err(self.too_large()),
                View::Struct(functor, first) => match (functor.name(), functor.arity()) {
                    (known::TO, 2) => {
                        let low = self.end(cell, first, known::INF, INF)?;
                        let high = self.end(cell, first + 1, known::SUP, SUP)?;
                        ranges.push((low, high));
                    }
                    (known::OR, 2) => work.extend([self.get(first), self.get(first + 1)]),
                    (known::BACKSLASH, 1) if work.is_empty() && ranges.is_empty() => {
                        let inner = self.get(first);
                        return Ok(complement(&self.plain_domain(inner)?));
                    }
                    _ => return Err(self.domain_error("clpfd_domain", cell)),
                },
                _ => return Err(self.domain_error("clpfd_domain", cell)),
            }
        }
        Ok(normalize(ranges))
    }

    /// Returns the set of a domain term below a complement, which has no complement itself.
    fn plain_domain(&mut self, cell: Cell) -> Result<Ranges, Stop> {
        if let View::Struct(functor, _) = self.m.view(cell)
            && functor.name() == known::BACKSLASH
        {
            return Err(self.domain_error("clpfd_domain", cell));
        }
        self.domain(cell)
    }

    fn element_value(&mut self, value: i64) -> Result<i64, Stop> {
        if value.abs() > BIG {
            Err(self.too_large())
        } else {
            Ok(value)
        }
    }

    /// Returns an end of a range; `open` names the one that is no number.
    fn end(&mut self, range: Cell, at: usize, open: ferz_engine::native::terms::Atom, bound: i64) -> Result<i64, Stop> {
        match self.m.view(self.get(at)) {
            View::Int(value) => self.element_value(value),
            View::BigInt(_) => Err(self.too_large()),
            View::Atom(name) if name == open => Ok(bound),
            View::Var(_) | View::Attributed(_) => Err(self.m.instantiation_error()),
            _ => Err(self.domain_error("clpfd_domain", range)),
        }
    }
}
