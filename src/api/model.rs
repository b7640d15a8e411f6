//! Models of constraints over integers, made of values of Rust.

use std::fmt;
use std::ops::{Index, RangeInclusive};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::convert::IntoTerm;
use super::engine::Engine;
use super::error::{Error, ErrorKind};
use super::query::Query;
use super::term::Term;
use crate::base::limit::Limit;

/// A variable of a [`Model`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IntVar {
    model: u64,
    index: usize,
}

/// A constraint of a [`Model`]: see [`Model::conflict`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Constraint(usize);

/// How a sum is compared with a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compare {
    /// They are equal.
    Equal,
    /// They are different.
    NotEqual,
    /// The sum is less.
    Less,
    /// The sum is less or equal.
    AtMost,
    /// The sum is greater.
    Greater,
    /// The sum is greater or equal.
    AtLeast,
}

impl Compare {
    fn operator(self) -> Term {
        Term::atom(match self {
            Compare::Equal => "#=",
            Compare::NotEqual => "#\\=",
            Compare::Less => "#<",
            Compare::AtMost => "#=<",
            Compare::Greater => "#>",
            Compare::AtLeast => "#>=",
        })
    }
}

/// A task of [`Model::cumulative`]: it starts at the value of a variable, lasts for a while, and uses a part of the
/// resource.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// When it starts.
    pub start: IntVar,
    /// How long it lasts.
    pub duration: i64,
    /// How much it uses.
    pub uses: i64,
}

/// A problem: variables with finite domains, constraints between them, and what is to be the least or the greatest.
///
/// ```
/// use ferz::{Compare, Engine, Model};
///
/// // Rabbits and pheasants: 9 heads and 24 feet.
/// let mut model = Model::new();
/// let (rabbits, pheasants) = (model.variable(0..=9), model.variable(0..=9));
/// model.linear([(1, rabbits), (1, pheasants)], Compare::Equal, 9);
/// model.linear([(4, rabbits), (2, pheasants)], Compare::Equal, 24);
///
/// let mut engine = Engine::new();
/// for solution in model.solve(&mut engine)? {
///     let solution = solution?;
///     assert_eq!((solution[rabbits], solution[pheasants]), (3, 6));
/// }
/// # Ok::<(), ferz::Error>(())
/// ```
///
/// Misuse, such as a variable of another model, is an error of [`Model::solve`].
#[derive(Clone, Debug)]
pub struct Model {
    /// By which its variables know it.
    id: u64,
    domains: Vec<RangeInclusive<i64>>,
    constraints: Vec<Term>,
    objective: Option<(Term, IntVar)>,
    time: Option<Duration>,
    /// The numbers of the variables that get values first.
    order: Option<Vec<Term>>,
    /// The first fault.
    fault: Option<String>,
}

impl Default for Model {
    fn default() -> Model {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Model {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            domains: Vec::new(),
            constraints: Vec::new(),
            objective: None,
            time: None,
            order: None,
            fault: None,
        }
    }
}

impl Model {
    /// Makes a model without variables.
    pub fn new() -> Model {
        Model::default()
    }

    /// Adds a variable with the integers of a range as its domain, which is not empty.
    pub fn variable(&mut self, domain: RangeInclusive<i64>) -> IntVar {
        if domain.is_empty() {
            self.note(format!("the domain {domain:?} is empty"));
        }
        self.domains.push(domain);
        IntVar {
            model: self.id,
            index: self.domains.len() - 1,
        }
    }

    /// Adds several variables with the same domain.
    pub fn variables(&mut self, count: usize, domain: RangeInclusive<i64>) -> Vec<IntVar> {
        (0..count).map(|_| self.variable(domain.clone())).collect()
    }

    /// Constrains a sum of products of a factor and a variable.
    pub fn linear(
        &mut self,
        terms: impl IntoIterator<Item = (i64, IntVar)>,
        compare: Compare,
        constant: i64,
    ) -> Constraint {
        let parts = self.sum(terms, compare, constant);
        self.add("linear", parts)
    }

    /// Constrains a variable with the domain `0..=1`, a truth, to be 1 if a linear constraint holds, and 0 if not.
    pub fn truth(
        &mut self,
        truth: IntVar,
        terms: impl IntoIterator<Item = (i64, IntVar)>,
        compare: Compare,
        constant: i64,
    ) -> Constraint {
        let mut parts = self.sum(terms, compare, constant);
        parts.push(self.truth_number(truth));
        self.add("truth", parts)
    }

    /// Constrains at least one of several truths to be 1.
    ///
    /// ```
    /// use ferz::{Compare, Engine, Model};
    ///
    /// let mut model = Model::new();
    /// let hour = model.variable(0..=23);
    /// let [early, late, open] = [(); 3].map(|()| model.variable(0..=1));
    /// model.truth(early, [(1, hour)], Compare::Less, 8);
    /// model.truth(late, [(1, hour)], Compare::Greater, 17);
    /// model.any(&[early, late, open]);
    /// model.implies(open, early);
    /// model.linear([(1, hour)], Compare::AtLeast, 8);
    /// model.minimize(hour);
    /// let mut engine = Engine::new();
    /// let best = model.solve(&mut engine)?.next().expect("it has a solution")?;
    /// assert_eq!((best[hour], best[open]), (18, 0));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn any(&mut self, truths: &[IntVar]) -> Constraint {
        let terms = self.truth_terms(truths);
        self.linear(terms, Compare::AtLeast, 1)
    }

    /// Constrains one truth to be 1 if another is.
    pub fn implies(&mut self, truth: IntVar, other: IntVar) -> Constraint {
        self.truth_terms(&[truth, other]);
        self.linear([(1, truth), (-1, other)], Compare::AtMost, 0)
    }

    /// Constrains two truths to be different: one is the negation of the other.
    pub fn negates(&mut self, truth: IntVar, other: IntVar) -> Constraint {
        let terms = self.truth_terms(&[truth, other]);
        self.linear(terms, Compare::Equal, 1)
    }

    /// Constrains a variable to be the product of two.
    pub fn product(&mut self, left: IntVar, right: IntVar, product: IntVar) -> Constraint {
        let parts = vec![self.number(left), self.number(right), self.number(product)];
        self.add("product", parts)
    }

    /// Constrains a variable to be the least of several.
    pub fn minimum(&mut self, variables: &[IntVar], least: IntVar) -> Constraint {
        self.chosen("minimum", variables, least)
    }

    /// Constrains a variable to be the greatest of several.
    pub fn maximum(&mut self, variables: &[IntVar], greatest: IntVar) -> Constraint {
        self.chosen("maximum", variables, greatest)
    }

    fn chosen(&mut self, name: &str, variables: &[IntVar], one: IntVar) -> Constraint {
        if variables.is_empty() {
            self.note(format!("there is no {name} of no variables"));
        }
        let parts = vec![self.list(variables), self.number(one)];
        self.add(name, parts)
    }

    /// Constrains a variable to be the distance of another from 0.
    pub fn absolute(&mut self, variable: IntVar, distance: IntVar) -> Constraint {
        let parts = vec![self.number(variable), self.number(distance)];
        self.add("absolute", parts)
    }

    /// Constrains variables to be different from each other.
    pub fn all_distinct(&mut self, variables: &[IntVar]) -> Constraint {
        let parts = vec![self.list(variables)];
        self.add("all_distinct", parts)
    }

    /// Constrains `value` to be the element of a list at `index`; the first is at 1.
    pub fn element(&mut self, index: IntVar, list_of: &[IntVar], value: IntVar) -> Constraint {
        if list_of.is_empty() {
            self.note("there is no element of no variables".to_owned());
        }
        let parts = vec![self.number(index), self.list(list_of), self.number(value)];
        self.add("element", parts)
    }

    /// Constrains variables to have the values of one of the rows, which have one value for each.
    pub fn table<R: AsRef<[i64]>>(&mut self, variables: &[IntVar], rows: impl IntoIterator<Item = R>) -> Constraint {
        let mut list_of = Vec::new();
        for row in rows {
            let row = row.as_ref();
            if row.len() != variables.len() {
                let (given, wanted) = (row.len(), variables.len());
                self.note(format!("a row of a table has {given} values for {wanted} variables"));
            }
            list_of.push(row.to_vec().into_term());
        }
        let parts = vec![self.list(variables), Term::list(list_of)];
        self.add("table", parts)
    }

    /// Constrains each variable to be the number of the next, from 1, so that all are on one circuit.
    pub fn circuit(&mut self, variables: &[IntVar]) -> Constraint {
        let parts = vec![self.list(variables)];
        self.add("circuit", parts)
    }

    /// Constrains tasks so that at no time more than `limit` of a resource is in use.
    pub fn cumulative(&mut self, tasks: &[Task], limit: i64) -> Constraint {
        if limit < 0 || tasks.iter().any(|task| task.duration < 0 || task.uses < 0) {
            self.note("a duration, a use or a limit of tasks is negative".to_owned());
        }
        let mut list_of = Vec::new();
        for task in tasks {
            let parts = [
                self.number(task.start),
                task.duration.into_term(),
                task.uses.into_term(),
            ];
            list_of.push(Term::compound("task", parts));
        }
        self.add("cumulative", vec![Term::list(list_of), limit.into_term()])
    }

    /// Asks for the solutions in the order of a variable's value, the least first. It takes the place of what was asked for
    /// before.
    pub fn minimize(&mut self, cost: IntVar) {
        self.objective = Some((Term::compound("min", [self.number(cost)]), cost));
    }

    /// Asks for the solutions in the order of a variable's value, the greatest first. It takes the place of what was asked
    /// for before.
    pub fn maximize(&mut self, gain: IntVar) {
        self.objective = Some((Term::compound("max", [self.number(gain)]), gain));
    }

    /// Ends the search after some time, to the millisecond: there is one solution, the best that was found by then
    /// ([`Solution::is_best`]), or the error of [`Limit::Time`] if there was none. The limits of the engine count beside
    /// it, and leave no solution.
    pub fn set_time(&mut self, time: Duration) {
        self.time = Some(time);
    }

    /// Lets these variables get values before the others, in this order, instead of the one with the fewest values first.
    pub fn label_first(&mut self, variables: &[IntVar]) {
        self.order = Some(variables.iter().map(|&variable| self.number(variable)).collect());
    }

    fn add(&mut self, name: &str, parts: Vec<Term>) -> Constraint {
        self.constraints.push(Term::compound(name, parts));
        Constraint(self.constraints.len() - 1)
    }

    /// Notes what is wrong with the model, if it is the first.
    fn note(&mut self, fault: String) {
        self.fault.get_or_insert(fault);
    }

    /// Returns the number by which the solver knows a variable.
    fn number(&mut self, variable: IntVar) -> Term {
        if variable.model != self.id || variable.index >= self.domains.len() {
            self.note("a variable is of another model".to_owned());
        }
        (variable.index as i64 + 1).into_term()
    }

    fn truth_number(&mut self, truth: IntVar) -> Term {
        let domain = self.domains.get(truth.index);
        if domain.is_some_and(|domain| *domain.start() < 0 || *domain.end() > 1) {
            self.note("a truth has values beyond 0..=1".to_owned());
        }
        self.number(truth)
    }

    /// Returns the terms of the sum of truths.
    fn truth_terms(&mut self, truths: &[IntVar]) -> Vec<(i64, IntVar)> {
        for &truth in truths {
            self.truth_number(truth);
        }
        truths.iter().map(|&truth| (1, truth)).collect()
    }

    fn list(&mut self, variables: &[IntVar]) -> Term {
        Term::list(
            variables
                .iter()
                .map(|&variable| self.number(variable))
                .collect::<Vec<_>>(),
        )
    }

    fn sum(&mut self, terms: impl IntoIterator<Item = (i64, IntVar)>, compare: Compare, constant: i64) -> Vec<Term> {
        let (factors, variables): (Vec<i64>, Vec<IntVar>) = terms.into_iter().unzip();
        let variables = self.list(&variables);
        vec![factors.into_term(), variables, compare.operator(), constant.into_term()]
    }

    /// Returns the solutions, each of which is searched when it is asked for, under the limits of the engine.
    ///
    /// # Errors
    /// If the model is wrong ([`ErrorKind::Model`]), or the engine cannot run a query. Errors of the search, such as limits,
    /// are items.
    ///
    /// [`ErrorKind::Model`]: crate::ErrorKind::Model
    pub fn solve<'e>(&self, engine: &'e mut Engine) -> Result<Solutions<'e>, Error> {
        self.solve_with(engine, &self.constraints, self.objective.clone())
    }

    fn solve_with<'e>(
        &self,
        engine: &'e mut Engine,
        constraints: &[Term],
        objective: Option<(Term, IntVar)>,
    ) -> Result<Solutions<'e>, Error> {
        if let Some(fault) = &self.fault {
            return Err(Error::new(ErrorKind::Model, fault.clone()));
        }
        let select = if self.order.is_some() { "leftmost" } else { "ff" };
        let time = self.time.map(|time| {
            let milliseconds = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
            Term::compound("time_out", [milliseconds.into_term()])
        });
        let (objective, measure) = objective.unzip();
        let options = [Term::atom(select)].into_iter().chain(objective).chain(time);
        let domain = |domain: &RangeInclusive<i64>| {
            let ends = [domain.start().into_term(), domain.end().into_term()];
            Term::compound("..", ends)
        };
        let parts = [
            Term::list(self.domains.iter().map(domain)),
            Term::list(constraints.iter().cloned()),
            Term::list(self.order.iter().flatten().cloned()),
            Term::list(options),
        ];
        let model = Term::compound("model", parts);
        let query = engine.query_with("'$fd_model'(Model, Values, Flag)", [("Model", model)])?;
        Ok(Solutions {
            query,
            measure,
            best: None,
        })
    }

    /// Returns constraints that contradict each other, so that there is no solution: each of them is needed for that, in the
    /// order in which they were added. `None` if the model has a solution. It searches once for each constraint, and each
    /// search has the limits of the engine and the time of [`Model::set_time`].
    ///
    /// ```
    /// use ferz::{Compare, Engine, Model};
    ///
    /// let mut model = Model::new();
    /// let (x, y) = (model.variable(0..=9), model.variable(0..=9));
    /// let more = model.linear([(1, x), (-1, y)], Compare::Greater, 0);
    /// model.linear([(1, x)], Compare::AtMost, 8);
    /// let less = model.linear([(1, x), (-1, y)], Compare::Less, 0);
    /// assert_eq!(model.conflict(&mut Engine::new())?, Some(vec![more, less]));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Model::solve`], and those of the searches.
    pub fn conflict(&self, engine: &mut Engine) -> Result<Option<Vec<Constraint>>, Error> {
        let mut fails = |kept: &[usize]| {
            let constraints: Vec<Term> = kept.iter().map(|&index| self.constraints[index].clone()).collect();
            let first = self.solve_with(engine, &constraints, None)?.next();
            first.transpose().map(|solution| solution.is_none())
        };
        let mut kept: Vec<usize> = (0..self.constraints.len()).collect();
        if !fails(&kept)? {
            return Ok(None);
        }
        for index in 0..self.constraints.len() {
            let fewer: Vec<usize> = kept.iter().copied().filter(|&other| other != index).collect();
            if fails(&fewer)? {
                kept = fewer;
            }
        }
        Ok(Some(kept.into_iter().map(Constraint).collect()))
    }
}

/// The solutions of a [`Model`].
pub struct Solutions<'e> {
    query: Query<'e>,
    /// The variable by which a solution is better than another.
    measure: Option<IntVar>,
    /// Its value in the first solution, which is the best.
    best: Option<i64>,
}

impl fmt::Debug for Solutions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solutions").finish_non_exhaustive()
    }
}

impl Iterator for Solutions<'_> {
    type Item = Result<Solution, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let answer = self.query.next()?;
        let is_late = |error: &Error| error.exception() == Some(&Term::atom("time_limit_exceeded"));
        let answer = answer.map_err(|error| match error {
            error if is_late(&error) => Error::met_limit(Limit::Time),
            error => error,
        });
        Some(answer.and_then(|answer| {
            let values: Vec<i64> = answer.get("Values")?;
            let is_best = self.measure.is_none_or(|measure| {
                let value = values[measure.index];
                let is_late = answer.term("Flag") == Some(&Term::atom("success"));
                value == *self.best.get_or_insert(value) && !is_late
            });
            Ok(Solution { values, is_best })
        }))
    }
}

/// A solution of a [`Model`]: the values of its variables.
///
/// Indexing panics for a variable of another model that has more of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    values: Vec<i64>,
    is_best: bool,
}

impl Solution {
    /// Returns the values of all variables, in the order in which they were added.
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// Whether no other solution is better; false if the time of [`Model::set_time`] was over before that was known.
    pub fn is_best(&self) -> bool {
        self.is_best
    }
}

impl Index<IntVar> for Solution {
    type Output = i64;

    fn index(&self, variable: IntVar) -> &i64 {
        &self.values[variable.index]
    }
}
