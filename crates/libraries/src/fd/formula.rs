//! Formulas: constraints joined by `#/\`, `#\/`, `#==>` and the like. A part of a formula becomes a Boolean variable; a
//! connective is a linear constraint between them.

use ferz_engine::native::terms::{Atom, Cell, View, known};
use ferz_engine::native::{Step, Stop};

use super::linear::{LinearSum, Relation};
use super::parse::{FormulaReading, Raw};
use super::ranges::BIG;
use super::reify::opposite;
use super::store::Fd;

/// A relation between two expressions as one between a sum and a constant: the relation, the sign of the left
/// expression, and what is added to the sum.
pub(super) fn relation(name: Atom) -> Option<(Relation, i64, i64)> {
    Some(match name {
        known::FD_EQ => (Relation::Equal, 1, 0),
        known::FD_NE => (Relation::NotEqual, 1, 0),
        known::FD_LE => (Relation::AtMost, 1, 0),
        known::FD_LT => (Relation::AtMost, 1, 1),
        known::FD_GE => (Relation::AtMost, -1, 0),
        known::FD_GT => (Relation::AtMost, -1, 1),
        _ => return None,
    })
}

/// Returns p, q and c such that a connective holds if the sum of p times the left and q times the right truth value has
/// the relation to c.
fn connective(name: Atom) -> Option<(Relation, i64, i64, i64)> {
    Some(match name {
        known::FD_AND => (Relation::AtMost, -1, -1, -2),
        known::FD_OR => (Relation::AtMost, -1, -1, -1),
        known::FD_NOT => (Relation::Equal, 1, 1, 1),
        known::FD_IMPLIES => (Relation::AtMost, 1, -1, 0),
        known::FD_IMPLIED => (Relation::AtMost, -1, 1, 0),
        known::FD_EQUIVALENT => (Relation::Equal, 1, -1, 0),
        _ => return None,
    })
}

/// The form of a formula.
enum FormulaShape {
    /// A truth value or a variable.
    Leaf,
    /// A relation between expressions. Where it must have a truth value, it is false unless these variables are 1: an
    /// expression without a value, such as a quotient by 0, makes it false.
    Relation(Relation, LinearSum, Vec<usize>),
    /// `left in right`
    In(Cell, Cell),
    Not(Cell),
    Connective(Atom, Cell, Cell),
}

impl Fd<'_> {
    /// Returns the sum of a relation between two expressions.
    pub(super) fn sum_of(
        &mut self,
        name: Atom,
        left: Cell,
        right: Cell,
        reading: FormulaReading,
    ) -> Result<Option<(Relation, LinearSum)>, Stop> {
        let Some((relation, sign, added)) = relation(name) else {
            return Ok(None);
        };
        if self.reads_wide {
            // A new variable is the sum.
            let sum = self.wide_difference(left, right, sign, added, reading)?;
            let result = self.wide_result(sum)?;
            let terms = vec![(1, result)];
            return Ok(Some((relation, LinearSum { terms, constant: 0 })));
        }
        let mut raw = Raw::default();
        self.add(&mut raw, sign, left, reading)?;
        self.add(&mut raw, -sign, right, reading)?;
        self.add(&mut raw, 1, Cell::int(added), reading)?;
        Ok(Some((relation, self.normal(raw)?)))
    }

    fn shape(&mut self, cell: Cell, reading: FormulaReading) -> Result<FormulaShape, Stop> {
        match self.m.view(cell) {
            View::Var(_) | View::Attributed(_) | View::Int(0 | 1) => return Ok(FormulaShape::Leaf),
            View::Struct(functor, first) if functor.arity() == 2 => {
                let (left, right) = (self.get(first), self.get(first + 1));
                if functor.name() == known::IN {
                    return Ok(FormulaShape::In(left, right));
                }
                if connective(functor.name()).is_some() {
                    return Ok(FormulaShape::Connective(functor.name(), left, right));
                }
                let outer = std::mem::take(&mut self.conditions);
                let found = self.sum_of(functor.name(), left, right, reading);
                let conditions = std::mem::replace(&mut self.conditions, outer);
                if let Some((relation, sum)) = found? {
                    return Ok(FormulaShape::Relation(relation, sum, conditions));
                }
            }
            View::Struct(functor, first) if functor.arity() == 1 && functor.name() == known::FD_NOT => {
                return Ok(FormulaShape::Not(self.get(first)));
            }
            View::Struct(functor, _)
                if functor.arity() == 1 && matches!(functor.name(), known::QUESTION | known::NUMBER_SIGN) =>
            {
                return Ok(FormulaShape::Leaf);
            }
            _ => {}
        }
        Err(self.domain_error("clpfd_reifiable_expression", cell))
    }

    /// Posts that a formula is true, or false.
    pub(super) fn assert(&mut self, cell: Cell, is_true: bool, reading: FormulaReading) -> Step {
        let reading = FormulaReading {
            total: reading.total || !is_true,
            ..reading.deeper(self)?
        };
        match self.shape(cell, reading)? {
            FormulaShape::Relation(relation, mut sum, conditions) if is_true || conditions.is_empty() => {
                for condition in conditions {
                    self.fix(condition, 1)?;
                }
                let relation = if is_true {
                    relation
                } else {
                    opposite(relation, &mut sum)
                };
                let sum = self.merged(sum)?;
                self.post_sum(relation, &sum)
            }
            FormulaShape::Relation(relation, sum, conditions) => {
                let truth = self.constant(0)?;
                self.post_conditional(truth, relation, &sum, conditions)
            }
            FormulaShape::In(x, domain) if is_true => {
                if self.reads_wide {
                    let (set, block) = (self.wide_domain(domain)?, self.variable(x)?);
                    return self.wide_keep(block, &set);
                }
                let (set, block) = (self.domain(domain)?, self.variable(x)?);
                self.keep_only(block, &set)
            }
            FormulaShape::Not(inner) => self.assert(inner, !is_true, reading),
            FormulaShape::Connective(known::FD_AND, left, right) if is_true => {
                self.assert(left, true, reading)?;
                self.assert(right, true, reading)
            }
            FormulaShape::Connective(known::FD_OR, left, right) if !is_true => {
                self.assert(left, false, reading)?;
                self.assert(right, false, reading)
            }
            FormulaShape::Connective(known::FD_EQUIVALENT, left, right) if is_true => {
                let is_leaf = self.m.deref(left).is_variable() || self.m.deref(left).is_int();
                let (first, second) = if is_leaf { (left, right) } else { (right, left) };
                let reading = FormulaReading { total: true, ..reading };
                let truth = self.truth(first, None, reading)?;
                self.truth(second, Some(truth), reading).map(|_| ())
            }
            FormulaShape::Connective(name, left, right) => {
                let sum = self.connected(name, left, right, reading)?;
                if let Some((relation, mut sum)) = sum {
                    let relation = if is_true {
                        relation
                    } else {
                        opposite(relation, &mut sum)
                    };
                    self.post_sum(relation, &sum)?;
                }
                Ok(())
            }
            _ => {
                let truth = self.truth(cell, None, reading)?;
                self.fix(truth, i128::from(is_true))
            }
        }
    }

    /// Posts that `truth` tells whether a relation and its conditions hold.
    fn post_conditional(&mut self, truth: usize, relation: Relation, sum: &LinearSum, conditions: Vec<usize>) -> Step {
        if conditions.is_empty() {
            return self.post_reified(truth, relation, sum);
        }
        let holds = self.fresh(0, 1)?;
        self.post_reified(holds, relation, sum)?;
        let constant = -(conditions.len() as i64 + 1);
        let mut terms = vec![(-1, holds)];
        terms.extend(conditions.into_iter().map(|condition| (-1, condition)));
        let all = self.merged(LinearSum { terms, constant })?;
        self.post_reified(truth, Relation::AtMost, &all)
    }

    /// Returns an operand without the values for which an operation has no result: `y`, where it has others, and else 1.
    /// That it is `y` becomes a condition of the relation that is being read.
    pub(super) fn defined(&mut self, y: usize, relation: Relation, sign: i64) -> Result<usize, Stop> {
        let allowed = self.merged(LinearSum {
            terms: vec![(sign, y)],
            constant: 0,
        })?;
        let condition = self.fresh(0, 1)?;
        self.post_reified(condition, relation, &allowed)?;
        let other = self.operand_if(condition, y)?;
        self.post_sum(
            relation,
            &LinearSum {
                terms: vec![(sign, other)],
                constant: 0,
            },
        )?;
        Ok(other)
    }

    /// As [`Self::defined`] for the exponent of a power, which may be negative if the base is 1 or -1.
    pub(super) fn exponent(&mut self, base: usize, y: usize) -> Result<usize, Stop> {
        let mut terms = Vec::new();
        for (variable, sign, constant, relation) in [
            (y, -1, 0, Relation::AtMost),
            (base, 1, -1, Relation::Equal),
            (base, 1, 1, Relation::Equal),
        ] {
            let is_it = self.fresh(0, 1)?;
            let sum = self.merged(LinearSum {
                terms: vec![(sign, variable)],
                constant,
            })?;
            self.post_reified(is_it, relation, &sum)?;
            terms.push((-1, is_it));
        }
        let condition = self.fresh(0, 1)?;
        let one_of_them = self.merged(LinearSum { terms, constant: -1 })?;
        self.post_reified(condition, Relation::AtMost, &one_of_them)?;
        self.operand_if(condition, y)
    }

    /// Returns an operand that is `y` if the condition holds, and else 1.
    fn operand_if(&mut self, condition: usize, y: usize) -> Result<usize, Stop> {
        let (low, high) = (self.min(y).min(1), self.max(y).max(1));
        let other = self.fresh(low, high)?;
        for (terms, constant, weight, least) in [(vec![(1, y), (-1, other)], 0, -1, 0), (vec![(1, other)], 1, 1, 1)] {
            let is_it = self.fresh(0, 1)?;
            let sum = self.merged(LinearSum { terms, constant })?;
            self.post_reified(is_it, Relation::Equal, &sum)?;
            // The condition is at most the first of these, and its opposite at most the second.
            let terms = vec![(-weight, condition), (-1, is_it)];
            let sum = self.merged(LinearSum {
                terms,
                constant: -least,
            })?;
            self.post_sum(Relation::AtMost, &sum)?;
        }
        self.conditions.push(condition);
        Ok(other)
    }

    /// Returns the linear relation that a connective is between the truth values of its sides.
    fn connected(
        &mut self,
        name: Atom,
        left: Cell,
        right: Cell,
        reading: FormulaReading,
    ) -> Result<Option<(Relation, LinearSum)>, Stop> {
        let Some((relation, p, q, constant)) = connective(name) else {
            return Ok(None);
        };
        let reading = FormulaReading { total: true, ..reading };
        let terms = vec![
            (p, self.truth(left, None, reading)?),
            (q, self.truth(right, None, reading)?),
        ];
        Ok(Some((relation, self.merged(LinearSum { terms, constant })?)))
    }

    /// Reads an equation or its opposite between a variable without a value and an integer.
    fn as_value(&self, cell: Cell) -> Option<(Relation, usize, i64)> {
        let View::Struct(functor, first) = self.m.view(cell) else {
            return None;
        };
        let relation = match (functor.name(), functor.arity()) {
            (known::FD_EQ, 2) => Relation::Equal,
            (known::FD_NE, 2) => Relation::NotEqual,
            _ => return None,
        };
        let View::Int(value) = self.m.view(self.get(first + 1)) else {
            return None;
        };
        let x = self.known_block(self.get(first))?;
        (value.abs() <= BIG && self.value(x).is_none()).then_some((relation, x, value))
    }

    /// Returns the Boolean variable that tells whether a formula holds: `target`, or another.
    pub(super) fn truth(&mut self, cell: Cell, target: Option<usize>, reading: FormulaReading) -> Result<usize, Stop> {
        let reading = reading.deeper(self)?;
        if let Some((relation, x, value)) = self.as_value(cell) {
            let truth = match target {
                Some(target) => target,
                None => self.fresh(0, 1)?,
            };
            self.post_is_value(truth, relation, x, value)?;
            return Ok(truth);
        }
        let shape = self.shape(cell, reading)?;
        if let FormulaShape::Leaf = shape {
            let cell = match self.m.view(cell) {
                View::Struct(_, first) => self.get(first),
                _ => cell,
            };
            let block = self.variable(cell)?;
            self.at_least(block, 0)?;
            self.at_most(block, 1)?;
            if let Some(target) = target {
                self.unify_blocks(block, target)?;
            }
            return Ok(block);
        }
        let truth = match target {
            Some(target) => target,
            None => self.fresh(0, 1)?,
        };
        match shape {
            FormulaShape::Relation(relation, sum, conditions) => {
                self.post_conditional(truth, relation, &sum, conditions)?
            }
            FormulaShape::In(x, domain) => {
                if self.reads_wide {
                    let (set, block) = (self.wide_domain(domain)?, self.variable(x)?);
                    self.post_wide_reified_domain(truth, block, &set)?;
                    return Ok(truth);
                }
                let (set, block) = (self.domain(domain)?, self.variable(x)?);
                self.post_reified_domain(truth, block, &set)?;
            }
            FormulaShape::Not(inner) => {
                let inner = self.truth(inner, None, reading)?;
                let terms = vec![(1, truth), (1, inner)];
                let sum = self.merged(LinearSum { terms, constant: 1 })?;
                self.post_sum(Relation::Equal, &sum)?;
            }
            FormulaShape::Connective(name, left, right) => {
                if let Some((relation, sum)) = self.connected(name, left, right, reading)? {
                    self.post_reified(truth, relation, &sum)?;
                }
            }
            FormulaShape::Leaf => {}
        }
        Ok(truth)
    }
}
