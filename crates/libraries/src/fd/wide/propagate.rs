//! The propagators of wide variables.

use dashu_int::IBig;

use ferz_engine::native::terms::Cell;
use ferz_engine::native::{Step, Stop};

use super::super::circuit::circuit;
use super::super::linear::Relation;
use super::super::propagate::{Kind, WIDE, operations};
use super::super::store::{ARGS, Event, Fd, KIND};
use super::super::tasks::cumulative;
use super::number::{Set, WideBound, complement, intersect, normalize};
use super::sums::WideSum;

/// The sum of the bounds of terms on one side: that of the finite ones, and how many have none.
#[derive(Default)]
struct Total {
    sum: IBig,
    infinite: usize,
}

impl Total {
    fn add(&mut self, bound: &WideBound) {
        match bound.int() {
            Some(value) => self.sum += value,
            None => self.infinite += 1,
        }
    }

    /// Returns the sum, if all are finite.
    fn finite(&self) -> Option<&IBig> {
        (self.infinite == 0).then_some(&self.sum)
    }

    /// Returns the sum of the others.
    fn without(&self, bound: &WideBound) -> Option<IBig> {
        match bound.int() {
            Some(value) => self.finite().map(|sum| sum - value),
            None => (self.infinite == 1).then(|| self.sum.clone()),
        }
    }
}

impl Fd<'_> {
    /// Returns the kind that a propagator had before it became one of a wide variable.
    pub(crate) fn plain_kind(&self, p: usize) -> Kind {
        let number = self.get(p + KIND).as_int();
        Kind::of(Cell::int(if number >= WIDE { number - WIDE } else { number }))
    }

    /// Returns argument `i`, an integer of any size.
    pub(crate) fn wide_number(&self, p: usize, i: usize) -> IBig {
        self.integer(self.get(p + ARGS + i)).unwrap_or_default()
    }

    /// Returns the sum in the arguments from `first` on, and the constant before them.
    pub(crate) fn wide_sum(&self, p: usize, first: usize) -> WideSum {
        let terms = (first..self.arg_count(p))
            .step_by(2)
            .map(|i| (self.wide_number(p, i), self.arg(p, i + 1)))
            .collect();
        WideSum {
            terms,
            constant: self.wide_number(p, first - 1),
        }
    }

    /// Runs a propagator of a wide variable.
    pub(crate) fn wide(&mut self, p: usize) -> Step {
        let kind = self.plain_kind(p);
        match kind {
            Kind::NotEqual | Kind::Offset | Kind::Mirror => {
                let sign = if kind == Kind::Mirror { 1 } else { -1 };
                let sum = WideSum {
                    terms: vec![(IBig::ONE, self.arg(p, 0)), (IBig::from(sign), self.arg(p, 1))],
                    constant: self.wide_number(p, 2),
                };
                let relation = if kind == Kind::NotEqual {
                    Relation::NotEqual
                } else {
                    Relation::Equal
                };
                self.wide_linear(p, sum, relation)
            }
            Kind::LinearEqual => self.wide_linear(p, self.wide_sum(p, 1), Relation::Equal),
            Kind::LinearAtMost => self.wide_linear(p, self.wide_sum(p, 1), Relation::AtMost),
            Kind::LinearNotEqual => self.wide_linear(p, self.wide_sum(p, 1), Relation::NotEqual),
            operations!(Kind) => {
                let args = [self.arg(p, 0), self.arg(p, 1), self.arg(p, 2)];
                if self.wide_operation(kind, args)? {
                    self.kill(p);
                }
                Ok(())
            }
            Kind::Absolute => self.wide_absolute([self.arg(p, 0), self.arg(p, 1)]),
            Kind::Reified => self.wide_reified(p),
            Kind::ReifiedDomain => self.wide_reified_domain(p),
            Kind::Different => self.wide_different(p, 2),
            Kind::Distinct => self.wide_different(p, 1),
            Kind::Element => self.wide_element(p),
            Kind::Circuit => self.all_at_once(p, circuit),
            Kind::Cumulative => self.all_at_once(p, cumulative),
            Kind::Table => self.table(p),
            Kind::Host => self.host(p),
            // Variables with different bounds differ in value, too.
            Kind::Spread | Kind::Wide => Ok(()),
        }
    }

    fn wide_linear(&mut self, p: usize, sum: WideSum, relation: Relation) -> Step {
        let sum = self.wide_merged(sum);
        if sum.terms.len() < 2 {
            self.kill(p);
            return self.post_wide(relation, sum);
        }
        if relation == Relation::NotEqual {
            return Ok(());
        }
        let equal = relation == Relation::Equal;
        let ends = self.term_bounds(&sum);
        let (mut low, mut high) = (Total::default(), Total::default());
        for (least, most) in &ends {
            low.add(least);
            high.add(most);
        }
        let above = low.finite().is_some_and(|low| *low > sum.constant);
        let below = high.finite().is_some_and(|high| *high < sum.constant);
        if above || equal && below {
            return Err(Stop::Fail);
        }
        if !equal && high.finite().is_some_and(|high| *high <= sum.constant) {
            self.kill(p);
            return Ok(());
        }
        for ((factor, block), (least, most)) in sum.terms.iter().zip(&ends) {
            if let Some(others) = low.without(least) {
                let rest = &sum.constant - others;
                self.narrow_term(Relation::AtMost, factor, *block, &rest)?;
            }
            if equal && let Some(others) = high.without(most) {
                let rest = others - &sum.constant;
                self.narrow_term(Relation::AtMost, &-factor, *block, &rest)?;
            }
        }
        Ok(())
    }

    /// Returns what each term is at least, and at most.
    fn term_bounds(&self, sum: &WideSum) -> Vec<(WideBound, WideBound)> {
        sum.terms
            .iter()
            .map(|(factor, block)| {
                let (min, max) = self.wide_bounds(*block);
                let by = |bound: &WideBound| match bound {
                    WideBound::Int(value) => WideBound::Int(value * factor),
                    none => none.times(&WideBound::Int(factor.clone())),
                };
                if *factor < IBig::ZERO {
                    (by(&max), by(&min))
                } else {
                    (by(&min), by(&max))
                }
            })
            .collect()
    }

    /// operation, b, c; a, x...
    fn wide_reified(&mut self, p: usize) -> Step {
        let relation = Relation::of(self.number(p, 0));
        let truth = self.arg(p, 1);
        let mut sum = self.wide_merged(self.wide_sum(p, 3));
        if let Some(is_true) = self.value(truth) {
            self.kill(p);
            let relation = if is_true == 1 { relation } else { sum.opposite(relation) };
            return self.post_wide(relation, sum);
        }
        if let Some(holds) = self.wide_holds(&sum, relation) {
            self.kill(p);
            self.fix(truth, i128::from(holds))?;
        }
        Ok(())
    }

    /// Whether a relation holds; `None` if that is open.
    fn wide_holds(&self, sum: &WideSum, relation: Relation) -> Option<bool> {
        let (mut low, mut high) = (Total::default(), Total::default());
        for (least, most) in self.term_bounds(sum) {
            low.add(&least);
            high.add(&most);
        }
        let above = low.finite().is_some_and(|low| *low > sum.constant);
        let at_most = high.finite().is_some_and(|high| *high <= sum.constant);
        if relation == Relation::AtMost {
            return if above { Some(false) } else { at_most.then_some(true) };
        }
        let below = high.finite().is_some_and(|high| *high < sum.constant);
        let equal = match &sum.terms[..] {
            [] => sum.constant.is_zero(),
            _ if above || below => false,
            [(factor, _)] if !(&sum.constant % factor).is_zero() => false,
            [(factor, block)] => {
                let value = WideBound::Int(&sum.constant / factor);
                let is_in = !intersect(&self.wide_set(*block), &[(value.clone(), value)]).is_empty();
                if is_in {
                    return None;
                }
                false
            }
            _ => return None,
        };
        Some(equal == (relation == Relation::Equal))
    }

    /// Posts that `truth` tells whether `x` is in a set.
    pub(crate) fn post_wide_reified_domain(&mut self, truth: usize, x: usize, set: &Set) -> Step {
        let mut args = vec![Cell::structure(truth - 1), Cell::structure(x - 1)];
        for (low, high) in set {
            args.extend([self.bound_cell(low)?, self.bound_cell(high)?]);
        }
        let p = self.add_numbered(Kind::ReifiedDomain as i64 + WIDE, &args, &[truth, x], Event::Domain)?;
        self.enqueue(p);
        Ok(())
    }

    /// Returns the set in the arguments from the third on.
    pub(crate) fn wide_set_argument(&self, p: usize) -> Set {
        let end = |i: usize| {
            let cell = self.get(p + ARGS + i);
            if cell.is_int() {
                WideBound::from(cell.as_int())
            } else {
                self.bound_of(cell)
            }
        };
        (2..self.arg_count(p))
            .step_by(2)
            .map(|i| (end(i), end(i + 1)))
            .collect()
    }

    /// b, x, low, high...
    fn wide_reified_domain(&mut self, p: usize) -> Step {
        let (truth, x) = (self.arg(p, 0), self.arg(p, 1));
        let set = self.wide_set_argument(p);
        if let Some(is_true) = self.value(truth) {
            self.kill(p);
            return self.wide_keep(x, &if is_true == 1 { set } else { complement(&set) });
        }
        let domain = self.wide_set(x);
        let common = intersect(&domain, &set);
        if common.is_empty() || common == domain {
            self.kill(p);
            self.fix(truth, i128::from(!common.is_empty()))?;
        }
        Ok(())
    }

    /// All different, by value: the variables are the arguments from `first` on.
    fn wide_different(&mut self, p: usize, first: usize) -> Step {
        let count = self.arg_count(p);
        for i in first..count {
            let x = self.arg(p, i);
            let Some(value) = self.wide_value(x) else { continue };
            for j in first..count {
                if i == j {
                    continue;
                }
                let y = self.arg(p, j);
                if x == y || self.wide_value(y).as_ref() == Some(&value) {
                    return Err(Stop::Fail);
                }
                self.wide_remove(y, &value)?;
            }
        }
        Ok(())
    }

    /// index, value; element...
    fn wide_element(&mut self, p: usize) -> Step {
        let (index, value) = (self.arg(p, 0), self.arg(p, 1));
        let wanted = self.wide_set(value);
        let (mut possible, mut values) = (Vec::new(), Vec::new());
        for at in 1..=self.arg_count(p) as i64 - 2 {
            if self.contains(index, at) {
                let common = intersect(&self.wide_set(self.arg(p, at as usize + 1)), &wanted);
                if !common.is_empty() {
                    possible.push((at, at));
                    values.extend(common);
                }
            }
        }
        self.keep_only(index, &super::super::ranges::normalize(possible))?;
        self.wide_keep(value, &normalize(values))?;
        if let Some(at) = self.value(index) {
            self.kill(p);
            let element = self.arg(p, at as usize + 1);
            return self.unify_blocks(element, value);
        }
        Ok(())
    }
}
