//! Facts from rows of Rust values, without text and without a query for each.

use super::builder::Builder;
use super::convert::IntoTerm;
use super::engine::Engine;
use super::error::Error;
use super::run;
use super::term::Term;
use crate::base::known;
use crate::builtins::database::clauses::add_clause;
use crate::builtins::database::retract::retract_1;
use crate::code::database::ClauseEnd;
use crate::code::packed::Neck;
use crate::compile::clause::Rule;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::term::cell::Cell;
use crate::term::view::View;

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

    /// Returns the number of values, if all rows of the type have the same: an empty iterator of such rows defines a
    /// predicate without facts.
    fn arity() -> Option<usize> {
        None
    }
}

macro_rules! rows {
    ($($count:literal: $($name:ident $index:tt),+;)*) => { $(
        impl<$($name: IntoTerm),+> IntoRow for ($($name,)+) {
            fn put_row(self, name: &str, to: &mut Builder<'_>) {
                to.compound(name, $count);
                $( self.$index.put(to); )+
            }

            fn arity() -> Option<usize> {
                Some($count)
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

    fn arity() -> Option<usize> {
        R::arity()
    }
}

impl<T: IntoTerm, const N: usize> IntoRow for [T; N] {
    fn put_row(self, name: &str, to: &mut Builder<'_>) {
        to.compound(name, N);
        for value in self {
            value.put(to);
        }
    }

    fn arity() -> Option<usize> {
        Some(N)
    }
}

impl Engine {
    /// Adds a fact for each row at the end of the dynamic predicate `name` of the program, which is made if it does not
    /// exist. Returns the number of facts. Without rows a predicate without facts is made, if the type of the rows tells how
    /// many arguments it has: that of tuples and arrays does, `Serde` does not.
    ///
    /// As a clause in a text does, facts take the place of a library predicate of the same name and number of arguments, for
    /// the program: the library goes on with its own. Those of the standard cannot be redefined.
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
    /// If the predicate is not dynamic, a limit is reached, or a value of a row is missing (`None`): a fact with a variable
    /// would be true of everything. The facts before stay.
    pub fn insert_all<R: IntoRow>(&mut self, name: &str, rows: impl IntoIterator<Item = R>) -> Result<usize, Error> {
        let count = self.each_row(name, rows, false, |m, fact| {
            let (body, neck) = (Cell::atom(known::TRUE), Neck::Unify);
            let rule = Rule { head: fact, body, neck };
            add_clause(m, known::USER, rule, ClauseEnd::Last).map(|_| ())
        })?;
        if count == 0
            && let Some(arity) = R::arity()
            && !self.defines(name, arity)
        {
            let indicator = Term::compound("/", [Term::atom(name), Term::int(arity as i64)]);
            self.once_with("dynamic(Indicator)", [("Indicator", indicator)])?;
        }
        Ok(count)
    }

    /// Removes for each row the first fact of the dynamic predicate `name` that unifies with it, as `retract/1` does: the
    /// inverse of [`Engine::insert_all`]. A value of the row that becomes an unbound variable, such as `None`, stands for
    /// any. Returns the number of facts that were removed.
    ///
    /// It is limited as a query is; the time that the iterator takes counts.
    ///
    /// ```
    /// use ferz::Atom;
    ///
    /// let mut engine = ferz::Engine::new();
    /// let roles = [("ann", Atom("admin")), ("bob", Atom("guest")), ("ann", Atom("guest"))];
    /// engine.insert_all("role", &roles)?;
    /// assert_eq!(engine.remove_all("role", [("ann", Atom("guest")), ("cid", Atom("guest"))])?, 1);
    /// assert_eq!(engine.remove_all("role", [(Some("ann"), None::<Atom<String>>)])?, 1);
    /// assert_eq!(engine.once("role(Who, What)")?.expect("one is left").to_string(), "Who = \"bob\",\nWhat = guest");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the predicate is not dynamic, or a limit is reached. What was removed before stays away.
    pub fn remove_all<R: IntoRow>(&mut self, name: &str, rows: impl IntoIterator<Item = R>) -> Result<usize, Error> {
        self.each_row(name, rows, true, |m, fact| {
            let mark = m.stacks.mark(&m.heap);
            let removed = retract_1(m, None, fact);
            let top = m.heap.top();
            m.undo_to_mark(mark);
            if removed.is_err() {
                // The exception stays on the heap until it is told.
                m.heap.set_top(top);
            }
            removed.map(|_| ())
        })
    }

    /// Does something for each row, under the limits of a query. Returns how often it has succeeded. Unless they
    /// `may_lack` some, the rows have all their values.
    fn each_row<R: IntoRow>(
        &mut self,
        name: &str,
        rows: impl IntoIterator<Item = R>,
        may_lack: bool,
        mut work: impl FnMut(&mut Machine, Cell) -> Step,
    ) -> Result<usize, Error> {
        let m = &mut self.machine;
        let amounts = self.limits.least(&m.flags.limits.amounts());
        m.limits.begin(amounts);
        m.limits.start_clock();
        let mut count = 0;
        let top = m.heap.top();
        let mut result = Ok(());
        for (row, number) in rows.into_iter().zip(1..) {
            let step = match fact(m, name, row) {
                Ok((fact, true)) if !may_lack => {
                    result = Err(lacks_value(m, fact, number));
                    break;
                }
                Ok((fact, _)) => work(m, fact),
                Err(stop) => Err(stop),
            };
            match step {
                Ok(()) => count += 1,
                Err(Stop::Fail) => {}
                Err(_) => {
                    result = Err(run::raised(m));
                    break;
                }
            }
            m.heap.set_top(top);
        }
        m.heap.set_top(top);
        m.limits.end_query();
        self.tell_changes();
        result.map(|()| count)
    }
}

/// Writes the fact of a row. Returns whether a value of it is missing, too.
fn fact<R: IntoRow>(m: &mut Machine, name: &str, row: R) -> Result<(Cell, bool), Stop> {
    m.poll()?;
    let mut builder = Builder::live(m);
    row.put_row(name, &mut builder);
    Ok((builder.take_cell()?, builder.has_none))
}

/// Makes the error for a row without a value.
fn lacks_value(m: &Machine, fact: Cell, row: usize) -> Error {
    let error = Error::type_error("value", Term::var());
    let View::Struct(functor, at) = m.view(fact) else {
        return error;
    };
    let (name, arity) = (m.atoms.text(functor.name()), functor.arity());
    let place = match (0..arity).find(|&index| m.deref(m.heap.get(at + index)).is_variable()) {
        Some(index) => format!("argument {} has no value", index + 1),
        None => "a part of an argument has no value".to_owned(),
    };
    error.worded(format!(
        "row {row} of {name}/{arity}: {place}, and a fact with a variable there would be true of everything; \
         give a value that stands for none, such as Atom(\"null\"), or leave the row away"
    ))
}
