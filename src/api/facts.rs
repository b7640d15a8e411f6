//! Facts from rows of Rust values, without text and without a query for each.

use super::builder::Builder;
use super::convert::IntoTerm;
use super::engine::Engine;
use super::error::Error;
use super::run;
use crate::base::known;
use crate::builtins::database::clauses::add_clause;
use crate::code::database::ClauseEnd;
use crate::code::packed::Neck;
use crate::compile::clause::Rule;
use crate::machine::Machine;
use crate::machine::native::Step;
use crate::term::cell::Cell;

/// A row of values: the arguments of a fact. Tuples of up to eight values, arrays, and structs as [`Serde`] values. A fact
/// with one argument is made of a tuple of one value: `(value,)`.
///
/// [`Serde`]: crate::Serde
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no row of values for a fact",
    note = "a row is a tuple of up to eight values (`(value,)` for one argument), an array, or a struct as `Serde(value)`"
)]
pub trait IntoRow {
    /// Writes the fact: a compound with this name and the values of the row.
    fn put_row(self, name: &str, to: &mut Builder<'_>);
}

macro_rules! rows {
    ($($count:literal: $($name:ident $index:tt),+;)*) => { $(
        impl<$($name: IntoTerm),+> IntoRow for ($($name,)+) {
            fn put_row(self, name: &str, to: &mut Builder<'_>) {
                to.compound(name, $count);
                $( self.$index.put(to); )+
            }
        }
    )* };
}

rows! {
    1: A 0;
    2: A 0, B 1;
    3: A 0, B 1, C 2;
    4: A 0, B 1, C 2, D 3;
    5: A 0, B 1, C 2, D 3, E 4;
    6: A 0, B 1, C 2, D 3, E 4, F 5;
    7: A 0, B 1, C 2, D 3, E 4, F 5, G 6;
    8: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7;
}

/// Borrowed rows are cloned.
impl<R: IntoRow + Clone> IntoRow for &R {
    fn put_row(self, name: &str, to: &mut Builder<'_>) {
        self.clone().put_row(name, to);
    }
}

impl<T: IntoTerm, const N: usize> IntoRow for [T; N] {
    fn put_row(self, name: &str, to: &mut Builder<'_>) {
        to.compound(name, N);
        for value in self {
            value.put(to);
        }
    }
}

impl Engine {
    /// Adds a fact for each row at the end of the dynamic predicate `name`, which is made if it does not exist.
    /// Returns the number of facts.
    ///
    /// It is limited as a query is; the time that the iterator takes counts.
    ///
    /// ```
    /// use ferz::Atom;
    ///
    /// let mut engine = ferz::Engine::new();
    /// let roads = [(Atom("ulm"), Atom("bonn"), 420), (Atom("bonn"), Atom("kiel"), 510)];
    /// assert_eq!(engine.insert_all("road", roads)?, 2);
    /// let answer = engine.once("road(ulm, X, A), road(X, kiel, B), Sum is A + B")?.expect("a way");
    /// assert_eq!(answer.get::<i64>("Sum")?, 930);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the predicate is not dynamic, or a limit is reached. The facts before stay.
    pub fn insert_all<R: IntoRow>(&mut self, name: &str, rows: impl IntoIterator<Item = R>) -> Result<usize, Error> {
        let m = &mut self.machine;
        let amounts = self.limits.least(&m.flags.limits.amounts());
        m.limits.begin(amounts);
        m.limits.start_clock();
        let mut count = 0;
        let top = m.heap.top();
        let mut step = Ok(());
        for row in rows {
            step = insert(m, name, row);
            if step.is_err() {
                break;
            }
            m.heap.set_top(top);
            count += 1;
        }
        let result = match step {
            Ok(()) => Ok(count),
            Err(_) => Err(run::raised(m)),
        };
        m.heap.set_top(top);
        m.limits.end_query();
        result
    }
}

fn insert<R: IntoRow>(m: &mut Machine, name: &str, row: R) -> Step {
    m.poll()?;
    let mut builder = Builder::live(m);
    row.put_row(name, &mut builder);
    let fact = Rule {
        head: builder.take_cell()?,
        body: Cell::atom(known::TRUE),
        neck: Neck::Unify,
    };
    add_clause(m, known::USER, fact, ClauseEnd::Last).map(|_| ())
}
