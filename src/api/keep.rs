//! Values of earlier answers, for `$Name` in queries.

use super::answer::Answer;
use super::error::Error;
use super::host::built;
use super::input::Parsed;
use super::term::Term;
use super::tokens::{TokenKind, tokens};
use super::toplevel::Toplevel;
use super::view::TermView;
use crate::base::atom::Functor;
use crate::machine::Machine;
use crate::term::cell::Cell;
use crate::term::view::View;

use rustc_hash::FxHashSet;

/// The values that `$Name` stands for.
#[derive(Clone, Default)]
pub(super) struct NamedValues {
    /// Whether `$Name` is looked for in queries.
    pub is_on: bool,
    /// The names, and the values of the last answers that bound them.
    pub values: Vec<(String, Term)>,
}

impl Toplevel<'_> {
    /// Keeps the values of an answer: in queries from now on, `$Name` stands for the value that the variable `Name` had
    /// in the last answer kept. A `$Name` without a value is then an error. Values with more parts than the flag
    /// `toplevel_var_size` says are not kept.
    ///
    /// ```
    /// let mut engine = ferz::Engine::new();
    /// let answer = engine.once("X = f(1)")?.expect("it has a solution");
    /// engine.toplevel().keep(&answer);
    /// assert_eq!(engine.once("Y = $X")?.expect("too").to_string(), "Y = f(1)");
    /// assert!(engine.once("Y = $Z").is_err());
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn keep(&mut self, answer: &Answer) {
        self.engine.kept.is_on = true;
        let most = self
            .engine
            .flag("toplevel_var_size")
            .and_then(|size| size.to::<usize>().ok());
        for (name, value) in answer.bindings() {
            if name.starts_with('_') || matches!(value.view(), TermView::Var(_)) {
                continue;
            }
            self.engine.kept.values.retain(|(known, _)| known != name);
            if most.is_some_and(|most| is_larger(value, most)) {
                continue;
            }
            self.engine.kept.values.push((name.clone(), value.clone()));
        }
    }

    /// Turns the use of kept values on, before there are any.
    pub fn keep_values(&mut self) {
        self.engine.kept.is_on = true;
    }
}

/// Whether a term has more than `most` parts.
fn is_larger(term: &Term, most: usize) -> bool {
    let mut parts = 0;
    let mut waiting = vec![term.root];
    while let Some(node) = waiting.pop() {
        parts += 1;
        if parts > most {
            return true;
        }
        waiting.extend_from_slice(term.store.parts(term.store.nodes[node]));
    }
    false
}

/// Puts the values in place of each `$Name` of a query.
///
/// # Errors
/// If there is none; if there is no room.
pub(super) fn insert(m: &mut Machine, kept: &NamedValues, text: &str, parsed: &mut Parsed) -> Result<(), Error> {
    if !kept.is_on || !text.contains('$') {
        return Ok(());
    }
    let mut wanted: Vec<(&str, &Term)> = Vec::new();
    for pair in tokens(text).windows(2) {
        let [(sign, TokenKind::Symbol), (name, TokenKind::Variable)] = pair else {
            continue;
        };
        if &text[sign.clone()] != "$" || sign.end != name.start {
            continue;
        }
        let name = &text[name.clone()];
        match kept.values.iter().find(|(known, _)| known == name) {
            Some((_, value)) if !wanted.iter().any(|known| known.0 == name) => wanted.push((name, value)),
            Some(_) => {}
            None => {
                let message = format!(
                    "${name} has no value: no earlier answer has bound {name}, or the flag toplevel_var_size is too small"
                );
                return Err(Error::syntax_at(text, sign.start, message));
            }
        }
    }
    let sign = m.intern("$");
    for (name, value) in wanted {
        let Some((_, variable)) = parsed.variables.iter().find(|(known, _)| known == name) else {
            continue;
        };
        let variable = *variable;
        let Ok(cell) = built(m, value) else {
            return Err(Error::memory());
        };
        parsed.goal = replaced(m, parsed.goal, Functor::new(sign, 1), variable, cell);
    }
    // A variable that occurs only behind the sign is none of the query.
    let left = variables_of(m, parsed.goal);
    parsed
        .variables
        .retain(|(_, variable)| left.contains(&m.deref(*variable)));
    Ok(())
}

/// Replaces each compound of the functor with the variable as its argument. Nothing else refers to the goal yet.
fn replaced(m: &mut Machine, goal: Cell, functor: Functor, variable: Cell, value: Cell) -> Cell {
    let is_sign = |m: &Machine, cell: Cell| match m.view(cell) {
        View::Struct(found, at) => found == functor && m.deref(m.heap.get(at)) == variable,
        _ => false,
    };
    if is_sign(m, goal) {
        return value;
    }
    let mut seen = FxHashSet::default();
    let mut waiting = vec![goal];
    while let Some(cell) = waiting.pop() {
        let (at, count) = match m.view(cell) {
            View::Struct(functor, at) => (at, functor.arity()),
            View::List(at) => (at, 2),
            _ => continue,
        };
        // A value that is in the goal already may be cyclic.
        if !seen.insert(at) {
            continue;
        }
        for slot in at..at + count {
            let part = m.heap.get(slot);
            if is_sign(m, part) {
                m.heap.set(slot, value);
            } else {
                waiting.push(part);
            }
        }
    }
    goal
}

fn variables_of(m: &Machine, goal: Cell) -> FxHashSet<Cell> {
    let mut found = FxHashSet::default();
    let mut seen = FxHashSet::default();
    let mut waiting = vec![goal];
    while let Some(cell) = waiting.pop() {
        let (at, count) = match m.view(cell) {
            View::Struct(functor, at) => (at, functor.arity()),
            View::List(at) => (at, 2),
            View::Var(cell) | View::Attributed(cell) => {
                found.insert(cell);
                continue;
            }
            _ => continue,
        };
        if seen.insert(at) {
            waiting.extend((at..at + count).map(|slot| m.heap.get(slot)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::Engine;

    #[test]
    fn kept_values_stand_for_their_names() {
        let mut engine = Engine::new();
        let text = |engine: &mut Engine, query: &str| match engine.once(query) {
            Ok(Some(answer)) => answer.to_string(),
            Ok(None) => "false".to_owned(),
            Err(error) => error.to_string(),
        };
        // Without a prompt, `$` is an operator like others.
        assert_eq!(text(&mut engine, "Y = $X"), "Y = $X");
        engine.toplevel().keep_values();
        assert!(text(&mut engine, "Y = $X").contains("no earlier answer has bound X"));
        for query in ["X = 5, Z = [X|T], L = [T]", "X = s(X0), _Y = 1"] {
            let answer = engine.once(query).expect("no error").expect("a solution");
            engine.toplevel().keep(&answer);
        }
        assert_eq!(text(&mut engine, "Y = $Z, A = $X"), "Y = [5|_],\nA = s(_)");
        assert_eq!(
            text(&mut engine, "X = $X, Q = f($X, $Z)"),
            "X = s(_A),\nQ = f(s(_A), [5|_])"
        );
        assert!(text(&mut engine, "Y = $_Y").contains("no value"));
        assert_eq!(text(&mut engine, "Y = '$X', Z = \"$X\""), "Y = '$X',\nZ = \"$X\"");
        let goal = engine
            .once("G = member(M, [1,2])")
            .expect("no error")
            .expect("a solution");
        engine.toplevel().keep(&goal);
        assert_eq!(text(&mut engine, "$G"), "true");
    }
}
