//! Models of constraints over integers, made of values of Rust.

use std::ops::{Index, RangeInclusive};
use std::time::Duration;

use super::convert::IntoTerm;
use super::engine::Engine;
use super::error::Error;
use super::query::Query;
use super::term::Term;

/// A variable of a [`Model`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IntVar(usize);

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
#[derive(Clone, Default, Debug)]
pub struct Model {
    domains: Vec<Term>,
    constraints: Vec<Term>,
    objective: Option<Term>,
    time: Option<Duration>,
    /// The variables that get values first.
    order: Vec<IntVar>,
    is_in_order: bool,
}

impl Model {
    /// Makes a model without variables.
    pub fn new() -> Model {
        Model::default()
    }

    /// Adds a variable with the integers of a range as its domain.
    pub fn variable(&mut self, domain: RangeInclusive<i64>) -> IntVar {
        let ends = [domain.start().into_term(), domain.end().into_term()];
        self.domains.push(Term::compound("..", ends));
        IntVar(self.domains.len() - 1)
    }

    /// Adds several variables with the same domain.
    pub fn variables(&mut self, count: usize, domain: RangeInclusive<i64>) -> Vec<IntVar> {
        (0..count).map(|_| self.variable(domain.clone())).collect()
    }

    /// Constrains a sum of products of a factor and a variable.
    pub fn linear(&mut self, terms: impl IntoIterator<Item = (i64, IntVar)>, compare: Compare, constant: i64) {
        let parts = sum(terms, compare, constant);
        self.add("linear", parts);
    }

    /// Constrains a variable to be 1 if a linear constraint holds, and 0 if not.
    pub fn truth(
        &mut self,
        truth: IntVar,
        terms: impl IntoIterator<Item = (i64, IntVar)>,
        compare: Compare,
        constant: i64,
    ) {
        let mut parts = sum(terms, compare, constant);
        parts.push(number(truth));
        self.add("truth", parts);
    }

    /// Constrains a variable to be the product of two.
    pub fn product(&mut self, left: IntVar, right: IntVar, product: IntVar) {
        self.add("product", vec![number(left), number(right), number(product)]);
    }

    /// Constrains variables to be different from each other.
    pub fn all_distinct(&mut self, variables: &[IntVar]) {
        self.add("all_distinct", vec![list(variables)]);
    }

    /// Constrains `value` to be the element of a list at `index`; the first is at 1.
    pub fn element(&mut self, index: IntVar, list_of: &[IntVar], value: IntVar) {
        self.add("element", vec![number(index), list(list_of), number(value)]);
    }

    /// Constrains variables to have the values of one of the rows, which have one value for each.
    pub fn table<R: AsRef<[i64]>>(&mut self, variables: &[IntVar], rows: impl IntoIterator<Item = R>) {
        let rows = rows.into_iter().map(|row| row.as_ref().to_vec().into_term());
        self.add("table", vec![list(variables), Term::list(rows)]);
    }

    /// Constrains each variable to be the number of the next, from 1, so that all are on one circuit.
    pub fn circuit(&mut self, variables: &[IntVar]) {
        self.add("circuit", vec![list(variables)]);
    }

    /// Constrains tasks so that at no time more than `limit` of a resource is in use.
    pub fn cumulative(&mut self, tasks: &[Task], limit: i64) {
        let tasks = tasks.iter().map(|task| {
            let parts = [number(task.start), task.duration.into_term(), task.uses.into_term()];
            Term::compound("task", parts)
        });
        self.add("cumulative", vec![Term::list(tasks), limit.into_term()]);
    }

    /// Asks for the solutions in the order of a variable's value, the least first.
    pub fn minimize(&mut self, cost: IntVar) {
        self.objective = Some(Term::compound("min", [number(cost)]));
    }

    /// Asks for the solutions in the order of a variable's value, the greatest first.
    pub fn maximize(&mut self, gain: IntVar) {
        self.objective = Some(Term::compound("max", [number(gain)]));
    }

    /// Ends the search after some time, to the millisecond: there is one solution, the best that was found by then
    /// ([`Solution::is_best`]), or the error `time_limit_exceeded` if there was none. The limits of the engine count beside it,
    /// and leave no solution.
    pub fn set_time(&mut self, time: Duration) {
        self.time = Some(time);
    }

    /// Lets these variables get values before the others, in this order, instead of the one with the fewest values first.
    pub fn label_first(&mut self, variables: &[IntVar]) {
        self.order = variables.to_vec();
        self.is_in_order = true;
    }

    fn add(&mut self, name: &str, parts: Vec<Term>) {
        self.constraints.push(Term::compound(name, parts));
    }

    /// Returns the solutions, each of which is searched when it is asked for, under the limits of the engine.
    ///
    /// # Errors
    /// If the engine cannot run a query. Errors of the search, such as limits, are items.
    pub fn solve<'e>(&self, engine: &'e mut Engine) -> Result<Solutions<'e>, Error> {
        let select = if self.is_in_order { "leftmost" } else { "ff" };
        let time = self.time.map(|time| {
            let milliseconds = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
            Term::compound("time_out", [milliseconds.into_term()])
        });
        let options = [Term::atom(select)]
            .into_iter()
            .chain(self.objective.clone())
            .chain(time);
        let options = Term::list(options);
        let parts = [
            Term::list(self.domains.iter().cloned()),
            Term::list(self.constraints.iter().cloned()),
            list(&self.order),
            options,
        ];
        let model = Term::compound("model", parts);
        let query = engine.query_with("'$fd_model'(Model, Values, Flag)", [("Model", model)])?;
        Ok(Solutions {
            query,
            has_better: self.objective.is_some(),
        })
    }
}

fn number(variable: IntVar) -> Term {
    (variable.0 as i64 + 1).into_term()
}

fn list(variables: &[IntVar]) -> Term {
    Term::list(variables.iter().map(|&variable| number(variable)))
}

fn sum(terms: impl IntoIterator<Item = (i64, IntVar)>, compare: Compare, constant: i64) -> Vec<Term> {
    let (factors, variables): (Vec<i64>, Vec<IntVar>) = terms.into_iter().unzip();
    vec![
        factors.into_term(),
        list(&variables),
        compare.operator(),
        constant.into_term(),
    ]
}

/// The solutions of a [`Model`].
pub struct Solutions<'e> {
    query: Query<'e>,
    /// Whether a solution can be better than another.
    has_better: bool,
}

impl Iterator for Solutions<'_> {
    type Item = Result<Solution, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let answer = self.query.next()?;
        Some(answer.and_then(|answer| {
            Ok(Solution {
                values: answer.get("Values").map_err(Error::from)?,
                is_best: !self.has_better || answer.term("Flag") != Some(&Term::atom("success")),
            })
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
        &self.values[variable.0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solutions(model: &Model) -> Vec<Vec<i64>> {
        let mut engine = Engine::new();
        let found = model.solve(&mut engine).expect("it can be asked");
        found.map(|solution| solution.expect("no error").values).collect()
    }

    #[test]
    fn constraints_mean_what_they_say() {
        let mut model = Model::new();
        let x = model.variables(3, 1..=3);
        model.all_distinct(&x);
        model.linear([(1, x[0]), (-1, x[1])], Compare::Greater, 0);
        model.linear([(1, x[2])], Compare::NotEqual, 1);
        assert_eq!(solutions(&model), [[2, 1, 3], [3, 1, 2]]);

        let mut model = Model::new();
        let (i, v) = (model.variable(1..=3), model.variable(0..=9));
        let list = [model.variable(4..=4), model.variable(7..=7), model.variable(9..=9)];
        model.element(i, &list, v);
        let b = model.variable(0..=1);
        model.truth(b, [(1, v)], Compare::AtLeast, 7);
        model.linear([(1, b)], Compare::Equal, 1);
        model.maximize(i);
        let found: Vec<_> = solutions(&model).iter().map(|values| (values[0], values[1])).collect();
        assert_eq!(found, [(3, 9), (2, 7)]);

        let mut model = Model::new();
        let x = model.variables(2, 0..=9);
        model.table(&x, [[1, 5], [2, 6], [3, 70]]);
        let p = model.variable(0..=100);
        model.product(x[0], x[1], p);
        model.minimize(p);
        assert_eq!(solutions(&model), [[1, 5, 5], [2, 6, 12]]);

        let mut model = Model::new();
        let next = model.variables(3, 1..=3);
        model.circuit(&next);
        assert_eq!(solutions(&model), [[2, 3, 1], [3, 1, 2]]);

        let mut model = Model::new();
        let starts = model.variables(2, 0..=2);
        let tasks = [0, 1].map(|i| Task {
            start: starts[i],
            duration: 2,
            uses: 1,
        });
        model.cumulative(&tasks, 1);
        assert_eq!(solutions(&model), [[0, 2], [2, 0]]);
        assert_eq!(solutions(&Model::new()), [Vec::<i64>::new()]);
    }

    /// Fourteen pigeons, which a search takes very long not to put into thirteen holes.
    fn pigeons(holes: i64) -> (Model, Vec<IntVar>) {
        let mut model = Model::new();
        let pigeons = model.variables(14, 1..=holes);
        for (i, &x) in pigeons.iter().enumerate() {
            for &y in &pigeons[..i] {
                model.linear([(1, x), (-1, y)], Compare::NotEqual, 0);
            }
        }
        (model, pigeons)
    }

    #[test]
    fn the_best_solution_outlives_its_time() {
        let mut engine = Engine::new();
        let (mut model, pigeons) = pigeons(14);
        let more = model.variable(0..=1);
        for &x in &pigeons {
            model.linear([(1, x), (-1, more)], Compare::AtMost, 13);
        }
        model.label_first(&pigeons);
        model.minimize(more);
        model.set_time(Duration::from_secs(2));
        let found: Vec<_> = model.solve(&mut engine).expect("it can be asked").collect();
        let [Ok(solution)] = &found[..] else {
            panic!("{found:?}");
        };
        assert_eq!((solution[more], solution.is_best()), (1, false));

        let (mut model, _) = self::pigeons(13);
        model.set_time(Duration::from_millis(20));
        let found = model.solve(&mut engine).expect("it can be asked").next();
        assert!(found.is_some_and(|solution| solution.is_err()));

        let mut model = Model::new();
        let x = model.variable(3..=5);
        model.maximize(x);
        model.set_time(Duration::from_secs(3600));
        let found: Vec<_> = model.solve(&mut engine).expect("it can be asked").collect();
        assert!(
            matches!(&found[..], [Ok(solution)] if solution[x] == 5 && solution.is_best()),
            "{found:?}"
        );
    }

    #[test]
    fn limits_end_a_search() {
        let (model, _) = pigeons(13);
        let mut engine = Engine::new();
        engine.set_limits(engine.limits().time(Duration::from_millis(50)));
        let mut found = model.solve(&mut engine).expect("it can be asked");
        assert!(found.next().is_some_and(|solution| solution.is_err()));
    }
}
