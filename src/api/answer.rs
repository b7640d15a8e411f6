//! `Answer`: the bindings of a solution.

use std::fmt;
use std::ops::Index;
use std::sync::Arc;

use super::convert::FromTerm;
use super::error::Error;
use super::show::{self, ShowStyle};
use super::term::Term;
use crate::base::watch::Watch;

/// A solution of a query: the values of its variables, and the residual goals on variables that are still unbound.
///
/// It is displayed as at the toplevel, without the full stop: `{}` abbreviates deep terms and long lists, `{:#}` shows
/// all. Variables whose names begin with an underscore are omitted. Integers of more than 2^24 bits are shown by their
/// leading digits. A text much longer than the answer's size in memory, which is possible if terms share parts, is cut
/// off with `...`: one of more than a megabyte, and more than 64 bytes for each part of a term.
/// [`Query::text`](crate::Query::text) makes these texts under the limits of the query.
///
/// ```
/// let mut engine = ferz::Engine::new();
/// let answer = engine.once("X = f(Y, Z), Y = 1")?.expect("it has a solution");
/// assert_eq!(answer.to_string(), "X = f(1, Z),\nY = 1");
/// assert_eq!(answer["Y"].to_string(), "1");
/// # Ok::<(), ferz::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Answer {
    pub(super) bindings: Vec<(String, Term)>,
    pub(super) residual: Vec<Term>,
    /// The clauses that it depends on, if it is undefined.
    pub(super) undefined: Option<Box<Undefined>>,
    pub(super) last: bool,
    /// Nodes of its terms that `portray/1` writes, and the texts.
    pub(super) portrayed: Vec<(u32, String)>,
}

/// The clauses that an undefined answer depends on.
#[derive(Clone, Debug)]
pub(super) struct Undefined {
    /// The conjunction of the undefined goals.
    pub condition: Term,
    /// The clauses of these goals.
    pub program: Vec<Term>,
    /// The clauses as text, indented.
    pub text: String,
}

impl Answer {
    /// Returns the query's variables and their values, in the order of the query.
    pub fn bindings(&self) -> &[(String, Term)] {
        &self.bindings
    }

    /// Returns the value of the variable `name`; `None` if the query has no such variable.
    pub fn term(&self, name: &str) -> Option<&Term> {
        self.bindings
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, term)| term)
    }

    /// Returns the value of the variable `name` as a Rust value.
    ///
    /// ```
    /// let answer = ferz::Engine::new().once("X = 1, atom_length(abc, N)")?.expect("it has a solution");
    /// let (x, n): (u8, usize) = (answer.get("X")?, answer.get("N")?);
    /// assert_eq!((x, n), (1, 3));
    /// let error = answer.get::<u8>("Y").expect_err("it is not there");
    /// assert_eq!(error.to_string(), "the query has no variable Y; it has X, N");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the value is of another type, or the query has no such variable.
    pub fn get<T: FromTerm>(&self, name: &str) -> Result<T, Error> {
        match self.term(name) {
            Some(value) => Ok(value.to().map_err(|mismatch| mismatch.in_variable(name))?),
            None => {
                let names: Vec<String> = self.bindings.iter().map(|(name, _)| name.clone()).collect();
                Err(Error::no_variable(name, &names))
            }
        }
    }

    /// Whether it is certain that there are no further solutions.
    pub fn is_last(&self) -> bool {
        self.last
    }

    /// Returns its text, without abbreviation if `full`; `None` if the watch wants a stop.
    pub(super) fn text(&self, full: bool, mut style: ShowStyle, watch: &Arc<Watch>) -> Option<String> {
        if full {
            style.depth = 0;
        }
        show::answer_text(self, style, watch)
    }

    /// Returns the residual goals, such as `dif(X, a)`.
    pub fn residual_goals(&self) -> &[Term] {
        &self.residual
    }

    /// Whether the answer is undefined in the well-founded semantics of tabled goals: neither true nor false.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// engine.consult_str(":- table p/0, q/0. p :- tnot(q). q :- tnot(p).")?;
    /// let answer = engine.once("p")?.expect("it is not false");
    /// assert!(answer.is_undefined());
    /// assert_eq!(answer.condition().map(ToString::to_string).as_deref(), Some("p"));
    /// let program: Vec<String> = answer.residual_program().iter().map(ToString::to_string).collect();
    /// assert_eq!(program, ["p:-tnot(q)", "q:-tnot(p)"]);
    /// assert!(!engine.once("true")?.expect("it is true").is_undefined());
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn is_undefined(&self) -> bool {
        self.undefined.is_some()
    }

    /// Returns the conjunction of the undefined goals that an undefined answer depends on, as `call_delays/2` gives it.
    pub fn condition(&self) -> Option<&Term> {
        self.undefined.as_ref().map(|undefined| &undefined.condition)
    }

    /// Returns the clauses that say what the undefined goals of an undefined answer depend on, as
    /// `call_residual_program/2` gives them; none if they depend on `undefined/0` only.
    pub fn residual_program(&self) -> &[Term] {
        self.undefined.as_ref().map_or(&[], |undefined| &undefined.program)
    }

    /// Returns the text of [`Answer::residual_program`], each line indented by four blanks.
    pub fn residual_program_text(&self) -> &str {
        self.undefined.as_ref().map_or("", |undefined| &undefined.text)
    }
}

/// The value of a variable.
///
/// # Panics
/// If the query has no such variable.
impl Index<&str> for Answer {
    type Output = Term;

    fn index(&self, name: &str) -> &Term {
        let value = self.term(name);
        value.unwrap_or_else(|| panic!("the query has no variable {name}"))
    }
}

/// The variables with their values.
impl<'a> IntoIterator for &'a Answer {
    type Item = &'a (String, Term);
    type IntoIter = std::slice::Iter<'a, (String, Term)>;

    fn into_iter(self) -> Self::IntoIter {
        self.bindings.iter()
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.text(f.alternate(), ShowStyle::default(), &Arc::default());
        f.write_str(&text.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use crate::Engine;

    /// Returns the answers of a query as the toplevel prints them, or its error.
    fn answers(engine: &mut Engine, query: &str) -> String {
        let query = match engine.query(query) {
            Ok(query) => query,
            Err(error) => return error.to_string(),
        };
        let shown = query.take(3).map(|answer| match answer {
            Ok(answer) => format!("{answer}{}", if answer.is_last() { "." } else { " ;" }),
            Err(error) => error.to_string(),
        });
        let shown: Vec<String> = shown.collect();
        if shown.is_empty() {
            "false.".to_string()
        } else {
            shown.join("\n")
        }
    }

    #[test]
    fn answers_are_printed_as_users_know_them() {
        let mut engine = Engine::new();
        let cases = [
            ("X = f(Y,Z,Y).", "X = f(Y, Z, Y)."),
            ("member(X,[a,b]).", "X = a ;\nX = b."),
            ("X = Y.", "X = Y."),
            ("X = Y, Y = Z.", "X = Y, Y = Z."),
            (
                "X = \"text\", Y = 'an Atom', Z = `codes`.",
                "X = \"text\",\nY = 'an Atom',\nZ = [99, 111, 100, 101, 115].",
            ),
            ("length(L,2).", "L = [_, _]."),
            ("X = [1,2|T].", "X = [1, 2|T]."),
            ("X = f(X).", "X = f(X)."),
            ("dif(X,a).", "dif(X, a)."),
            ("freeze(X,Y=hello), X = 1.", "X = 1,\nY = hello."),
            (
                "X is 2**200.",
                "X = 1606938044258990275541962092341162602522202993782792835301376.",
            ),
            ("X is 7/2, Y is 2 rdiv 6.", "X = 3.5,\nY = 1r3."),
            ("numlist(1,20,L).", "L = [1, 2, 3, 4, 5, 6, 7, 8, 9|...]."),
            ("between(1,inf,X).", "X = 1 ;\nX = 2 ;\nX = 3 ;"),
            ("repeat.", "true ;\ntrue ;\ntrue ;"),
            ("true ; true.", "true ;\ntrue."),
            (
                "X = '\\n', Y = [] , Z = '[]', W = {a,b}, V = - 1, U = -(1), T= 1-(-1).",
                "X = '\\n',\nY = Z, Z = [],\nW = {a, b},\nV = -1,\nU = - (1),\nT = 1- -1.",
            ),
            (
                "X = a:b:c, Y = (a:-b,c;d->e), Z = [a=b,\\+c,- - a].",
                "X = a:b:c,\nY = (a:-b, c;d->e),\nZ = [a=b, \\+c, - -a].",
            ),
            ("fail.", "false."),
            ("X = [A,B,A,_C,D|E], D = 1", "X = [A, B, A, _C, 1|E],\nD = 1."),
            ("length(L,2), L = [A|_], M = [A,L]", "L = [A, _A],\nM = [A, [A, _A]]."),
            ("X = (-), Y = [-], Z = dynamic", "X = (-),\nY = [-],\nZ = (dynamic)."),
            ("X = f(Y), Y = g(X)", "X = f(g(X)),\nY = g(X)."),
            (
                "X = [a|_T], _T = [b|_T], _ = 1",
                "X = [a|_S1], % where\n    _S1 = [b|_S1].",
            ),
            ("_X = 1, Y = _X", "Y = 1."),
            ("_X = 1", "true."),
            ("X = f(_A), Y = g(_B, _A)", "X = f(_A),\nY = g(_B, _A)."),
            ("X = Y, Z = f(X).", "X = Y,\nZ = f(Y)."),
            ("X = '$VAR'(1), Y = \"a\\\"b\"", "X = B,\nY = \"a\\\"b\"."),
            ("X = f(X, Y, _), Z = [X]", "X = f(X, Y, _),\nZ = [X]."),
            ("X = f(Y), dif(Y, a)", "X = f(Y),\ndif(Y, a)."),
            ("?- X = 1", "X = 1."),
        ];
        for (query, expected) in cases {
            assert_eq!(answers(&mut engine, query), expected, "{query}");
        }
    }

    #[test]
    fn an_answer_is_shown_in_full_if_asked() {
        let mut engine = Engine::new();
        let answer = engine.once("numlist(1, 12, L)").expect("no error").expect("an answer");
        assert_eq!(format!("{answer:#}"), "L = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]");
        let list: Vec<u8> = answer.get("L").expect("a list of integers");
        assert_eq!(list, (1..=12).collect::<Vec<u8>>());
        let answer = engine
            .once("X = [a|Y], Y = f(Z), Z = g(Z)")
            .expect("no error")
            .expect("an answer");
        assert_eq!(format!("{answer:#}"), "X = [a|f(Z)],\nY = f(Z),\nZ = g(Z)");
        let answer =
            engine.once("X = f(_A), copy_term(X, Y), X = Y, f(_Z) = Z0, Z0 = f(g(_Z)), _Z = 1 ; X = h(Q, Q), Q = k(X)");
        assert!(answer.is_ok());
    }

    #[test]
    fn operators_are_those_of_the_engine() {
        let mut engine = Engine::new();
        assert_eq!(answers(&mut engine, "op(700, xfx, ===>)"), "true.");
        assert_eq!(answers(&mut engine, "X = (a ===> b)"), "X = (a===>b).");
    }
}
