//! Sums with integers of any size: how they are read and posted.

use dashu_base::BitTest;
use dashu_int::IBig;

use ferz_engine::native::terms::{Cell, View, known};
use ferz_engine::native::work::Pace;
use ferz_engine::native::{Step, Stop};

use super::super::linear::{LinearSum, Relation};
use super::super::parse::FormulaReading;
use super::super::propagate::{Kind, WIDE};
use super::super::ranges::{INF, SUP};
use super::super::store::{Event, Fd};
use super::number::WideBound;

/// The most bits of a factor or constant.
const MOST_BITS: usize = 1 << 20;

/// A sum of products of a factor and a variable, compared with a constant.
#[derive(Clone, Default, Debug)]
pub(crate) struct WideSum {
    pub terms: Vec<(IBig, usize)>,
    pub constant: IBig,
}

impl WideSum {
    /// Returns the relation that holds when this one does not; the sum changes with it.
    pub(crate) fn opposite(&mut self, relation: Relation) -> Relation {
        match relation {
            Relation::Equal => Relation::NotEqual,
            Relation::NotEqual => Relation::Equal,
            Relation::AtMost => {
                for (factor, _) in &mut self.terms {
                    *factor = -&*factor;
                }
                self.constant = -&self.constant - IBig::ONE;
                Relation::AtMost
            }
        }
    }
}

impl Fd<'_> {
    /// Reads and posts a constraint again, with integers of any size, if one was too large.
    ///
    /// # Errors
    /// Those of `again`; the first error if it was another one.
    pub(crate) fn or_wide(&mut self, done: Step, again: impl FnOnce(&mut Self) -> Step) -> Step {
        if !self.overflowed || self.reads_wide || !matches!(done, Err(Stop::Throw(_))) {
            return done;
        }
        self.drop_new();
        self.overflowed = false;
        self.reads_wide = true;
        let done = again(self);
        self.reads_wide = false;
        done
    }

    /// Adds `factor` times an expression to a sum.
    fn add_wide(&mut self, sum: &mut WideSum, factor: IBig, cell: Cell, reading: FormulaReading) -> Step {
        let mut work = vec![(factor, cell)];
        let mut pace = Pace::new();
        while let Some((factor, cell)) = work.pop() {
            self.m.poll_at(&mut pace)?;
            if factor.bit_len() > MOST_BITS {
                return Err(self.too_large());
            }
            if let Some(value) = self.integer(cell) {
                // On the other side of the relation.
                sum.constant -= factor * value;
                continue;
            }
            match self.m.view(cell) {
                View::Var(_) | View::Attributed(_) => {
                    self.check_unmarked()?;
                    let block = self.variable(cell)?;
                    sum.terms.push((factor, block));
                }
                View::Struct(functor, first) => {
                    let arg = |i: usize| self.m.deref(self.get(first + i));
                    match (functor.name(), functor.arity()) {
                        (known::PLUS, 2) => work.extend([(factor.clone(), arg(1)), (factor, arg(0))]),
                        (known::MINUS, 2) => work.extend([(-&factor, arg(1)), (factor, arg(0))]),
                        (known::MINUS, 1) => work.push((-factor, arg(0))),
                        (known::BACKSLASH, 1) => work.extend([(-&factor, arg(0)), (factor, Cell::int(-1))]),
                        (known::QUESTION | known::NUMBER_SIGN, 1) => {
                            let block = self.variable(arg(0))?;
                            sum.terms.push((factor, block));
                        }
                        (known::STAR, 2) if self.wide_factor(arg(0)).is_some() => {
                            let by = self.wide_factor(arg(0)).unwrap_or_default();
                            work.push((factor * by, arg(1)));
                        }
                        (known::STAR, 2) if self.wide_factor(arg(1)).is_some() => {
                            let by = self.wide_factor(arg(1)).unwrap_or_default();
                            work.push((factor * by, arg(0)));
                        }
                        _ => {
                            let block = self.operation(cell, None, reading)?;
                            sum.terms.push((factor, block));
                        }
                    }
                }
                _ => return Err(self.domain_error("clpfd_expression", cell)),
            }
        }
        Ok(())
    }

    fn wide_factor(&self, cell: Cell) -> Option<IBig> {
        if let Some(value) = self.integer(cell) {
            return Some(value);
        }
        match self.m.view(cell) {
            View::Struct(functor, first) if functor.name() == known::MINUS && functor.arity() == 1 => {
                self.integer(self.get(first)).map(|value| -value)
            }
            _ => None,
        }
    }

    /// Reads the difference of two expressions, to which `added` is added; `sign` is that of the first.
    pub(crate) fn wide_difference(
        &mut self,
        left: Cell,
        right: Cell,
        sign: i64,
        added: i64,
        reading: FormulaReading,
    ) -> Result<WideSum, Stop> {
        let mut sum = WideSum::default();
        self.add_wide(&mut sum, IBig::from(sign), left, reading)?;
        self.add_wide(&mut sum, IBig::from(-sign), right, reading)?;
        sum.constant -= IBig::from(added);
        Ok(sum)
    }

    /// Reads a sum of products, which are given as lists, minus an expression.
    pub(crate) fn wide_products(
        &mut self,
        products: &[(IBig, Cell)],
        sign: i64,
        added: i64,
        right: Cell,
    ) -> Result<WideSum, Stop> {
        let mut sum = WideSum::default();
        for (factor, variable) in products {
            self.add_wide(&mut sum, factor * IBig::from(sign), *variable, super::super::parse::TOP)?;
        }
        self.add_wide(&mut sum, IBig::from(-sign), right, super::super::parse::TOP)?;
        sum.constant -= IBig::from(added);
        Ok(sum)
    }

    /// Returns the variable of an expression.
    pub(crate) fn wide_operand(&mut self, cell: Cell, reading: FormulaReading) -> Result<usize, Stop> {
        let mut sum = WideSum::default();
        self.add_wide(&mut sum, IBig::ONE, cell, reading)?;
        if sum.terms.is_empty() {
            let value = self.integer_cell(&-sum.constant)?;
            return self.variable(value);
        }
        if let ([(factor, block)], true) = (&sum.terms[..], sum.constant.is_zero())
            && *factor == IBig::ONE
        {
            return Ok(*block);
        }
        self.wide_result(sum)
    }

    /// Returns a new variable that is the sum minus its constant.
    pub(crate) fn wide_result(&mut self, mut sum: WideSum) -> Result<usize, Stop> {
        let block = self.fresh(INF, SUP)?;
        sum.terms.push((IBig::NEG_ONE, block));
        self.post_wide(Relation::Equal, sum)?;
        Ok(block)
    }

    /// Joins the terms of the same variable, and adds those that have a value to the constant.
    pub(crate) fn wide_merged(&self, sum: WideSum) -> WideSum {
        let mut merged = WideSum {
            terms: Vec::with_capacity(sum.terms.len()),
            constant: sum.constant,
        };
        for (factor, block) in sum.terms {
            if let Some(value) = self.wide_value(block) {
                merged.constant -= factor * value;
                continue;
            }
            match merged.terms.iter_mut().find(|term| term.1 == block) {
                Some(term) => term.0 += factor,
                None => merged.terms.push((factor, block)),
            }
        }
        merged.terms.retain(|(factor, _)| !factor.is_zero());
        merged
    }

    /// Posts that the sum has this relation to its constant.
    pub(crate) fn post_wide(&mut self, relation: Relation, sum: WideSum) -> Step {
        let sum = self.wide_merged(sum);
        if let Some(small) = small(&sum) {
            return self.post_sum(relation, &small);
        }
        match &sum.terms[..] {
            [] => {
                let holds = match relation {
                    Relation::Equal => sum.constant.is_zero(),
                    Relation::AtMost => sum.constant >= IBig::ZERO,
                    Relation::NotEqual => !sum.constant.is_zero(),
                };
                return if holds { Ok(()) } else { Err(Stop::Fail) };
            }
            [(factor, block)] => return self.narrow_term(relation, factor, *block, &sum.constant),
            _ => {}
        }
        let mut args = vec![self.integer_cell(&sum.constant)?];
        let mut watched = Vec::with_capacity(sum.terms.len());
        for (factor, block) in &sum.terms {
            args.extend([self.integer_cell(factor)?, Cell::structure(block - 1)]);
            watched.push(*block);
        }
        let (kind, event) = match relation {
            Relation::Equal => (Kind::LinearEqual, Event::Bounds),
            Relation::AtMost => (Kind::LinearAtMost, Event::Bounds),
            Relation::NotEqual => (Kind::LinearNotEqual, Event::Value),
        };
        let p = self.add_numbered(kind as i64 + WIDE, &args, &watched, event)?;
        self.enqueue(p);
        Ok(())
    }

    /// Narrows a variable so that a factor times it has this relation to a constant.
    pub(crate) fn narrow_term(&mut self, relation: Relation, factor: &IBig, block: usize, constant: &IBig) -> Step {
        let is_whole = (constant % factor).is_zero();
        match relation {
            Relation::Equal if is_whole => self.wide_fix(block, constant / factor),
            Relation::Equal => Err(Stop::Fail),
            Relation::NotEqual if is_whole => self.wide_remove(block, &(constant / factor)),
            Relation::NotEqual => Ok(()),
            Relation::AtMost => {
                let (limit, divisor) = (WideBound::Int(constant.clone()), WideBound::Int(factor.clone()));
                if *factor > IBig::ZERO {
                    self.wide_at_most(block, limit.floor_quotient(&divisor))
                } else {
                    self.wide_at_least(block, limit.ceiling_quotient(&divisor))
                }
            }
        }
    }
}

/// Returns a sum whose numbers are small enough as such a one.
fn small(sum: &WideSum) -> Option<LinearSum> {
    let most = super::super::parse::LARGEST_COEFFICIENT as i64;
    let fits = |value: &IBig| i64::try_from(value).ok();
    let constant = fits(&sum.constant).filter(|&constant| Cell::try_int(constant).is_some())?;
    let factor = |(factor, block): &(IBig, usize)| Some((fits(factor).filter(|factor| factor.abs() <= most)?, *block));
    let terms = sum.terms.iter().map(factor).collect::<Option<Vec<_>>>()?;
    Some(LinearSum { terms, constant })
}
