//! Reification: a Boolean variable tells whether a constraint holds.

use ferz_engine::native::terms::Cell;
use ferz_engine::native::{Step, Stop};

use super::linear::{LinearSum, Relation};
use super::propagate::Kind;
use super::rules::is_entailed;
use super::store::{Event, Fd};

impl Fd<'_> {
    /// Posts that `truth` tells whether the sum has this relation to its constant.
    pub(super) fn post_reified(&mut self, truth: usize, relation: Relation, sum: &LinearSum) -> Step {
        let (Some(constant), numbers) = (Cell::try_int(sum.constant), sum.terms.iter().map(|&(a, _)| a)) else {
            return Err(self.too_large());
        };
        if numbers.clone().any(|a| Cell::try_int(a).is_none()) {
            return Err(self.too_large());
        }
        let mut args = vec![Cell::int(relation as i64), Cell::structure(truth - 1), constant];
        let mut watched = vec![truth];
        for &(coefficient, block) in &sum.terms {
            args.extend([Cell::int(coefficient), Cell::structure(block - 1)]);
            watched.push(block);
        }
        let event = if relation == Relation::AtMost {
            Event::Bounds
        } else {
            Event::Domain
        };
        self.post(Kind::Reified, &args, &watched, event)
    }

    /// Posts that `truth` tells whether `x` is an integer, or, if that is what `relation` says, whether it is not.
    pub(super) fn post_is_value(&mut self, truth: usize, relation: Relation, x: usize, value: i64) -> Step {
        let args = [
            Cell::int(relation as i64),
            Cell::structure(truth - 1),
            Cell::int(value),
            Cell::int(1),
            Cell::structure(x - 1),
        ];
        self.post(Kind::Reified, &args, &[truth, x], Event::Domain)
    }

    /// operation, b, c; a, x...
    pub(super) fn reified(&mut self, p: usize) -> Step {
        let relation = Relation::of(self.number(p, 0));
        let truth = self.arg(p, 1);
        let Some(is_true) = self.value(truth) else {
            if let Some(holds) = is_entailed(self, p, 3, relation) {
                self.kill(p);
                self.fix(truth, i128::from(holds))?;
            }
            return Ok(());
        };
        self.kill(p);
        let mut sum = LinearSum {
            terms: Vec::with_capacity((self.arg_count(p) - 3) / 2),
            constant: self.number(p, 2),
        };
        for i in (3..self.arg_count(p)).step_by(2) {
            sum.terms.push((self.number(p, i), self.arg(p, i + 1)));
        }
        let relation = if is_true == 1 {
            relation
        } else {
            opposite(relation, &mut sum)
        };
        match self.merged(sum) {
            Err(Stop::Throw(_)) if self.overflowed => {
                self.overflowed = false;
                let mut sum = self.wide_sum(p, 3);
                let relation = Relation::of(self.number(p, 0));
                let relation = if is_true == 1 { relation } else { sum.opposite(relation) };
                self.post_wide(relation, sum)
            }
            sum => self.post_sum(relation, &sum?),
        }
    }

    /// Posts that `truth` tells whether `x` is in the set.
    pub(super) fn post_reified_domain(&mut self, truth: usize, x: usize, set: &[(i64, i64)]) -> Step {
        let mut args = vec![Cell::structure(truth - 1), Cell::structure(x - 1)];
        args.extend(set.iter().flat_map(|&(low, high)| [Cell::int(low), Cell::int(high)]));
        self.post(Kind::ReifiedDomain, &args, &[truth, x], Event::Domain)
    }

    /// Joins terms of the same variable and adds those that have a value to the constant.
    pub(super) fn merged(&mut self, sum: LinearSum) -> Result<LinearSum, Stop> {
        let mut constant = i128::from(sum.constant);
        let mut found: Vec<(i64, usize)> = Vec::with_capacity(sum.terms.len());
        let mut places = (sum.terms.len() > 16).then(std::collections::HashMap::new);
        for (coefficient, block) in sum.terms {
            if let Some(value) = self.value(block) {
                constant -= i128::from(coefficient) * i128::from(value);
                continue;
            }
            let place = match &mut places {
                Some(places) => {
                    let place = *places.entry(block).or_insert(found.len());
                    found.get_mut(place)
                }
                None => found.iter_mut().find(|term| term.1 == block),
            };
            match place {
                Some(term) => term.0 += coefficient,
                None => found.push((coefficient, block)),
            }
        }
        found.retain(|&(coefficient, _)| coefficient != 0);
        let most = found.iter().map(|&(coefficient, _)| coefficient.unsigned_abs()).max();
        match i64::try_from(constant) {
            Ok(constant)
                if Cell::try_int(constant).is_some()
                    && found.len() <= super::parse::MOST_TERMS
                    && most.is_none_or(|most| most <= super::parse::LARGEST_COEFFICIENT) =>
            {
                Ok(LinearSum { terms: found, constant })
            }
            _ => Err(self.too_large()),
        }
    }
}

/// Returns the relation that holds when this one does not; the sum changes with it.
pub(super) fn opposite(relation: Relation, sum: &mut LinearSum) -> Relation {
    match relation {
        Relation::Equal => Relation::NotEqual,
        Relation::NotEqual => Relation::Equal,
        Relation::AtMost => {
            // Not s <= c is -s <= -c - 1.
            for term in &mut sum.terms {
                term.0 = -term.0;
            }
            sum.constant = -sum.constant - 1;
            Relation::AtMost
        }
    }
}
