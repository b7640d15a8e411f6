//! Equations between terms that share variables in any way, and goals with cleanups that end in any way.

use crate::props::goals::{Maker, State};
use crate::props::term::{Name, Term, comp, conj};

/// Functors of equations: lists among them, since they have cells and instructions of their own.
const SHAPES: [(Name, usize); 5] = [("f", 1), ("g", 2), ("h", 3), (".", 2), ("h5", 5)];

impl Maker<'_> {
    /// `A = B` with few variables that occur often: new, known, or of this equation alone; plain, negated, or in front
    /// of what looks at the variables.
    pub(crate) fn equation(&mut self, out: &mut Vec<Term>) {
        let count = self.rng.between(1, 4);
        let pool: Vec<Term> = (0..count)
            .map(|_| {
                if self.rng.chance(60) {
                    self.fresh(State::Free)
                } else {
                    self.any_var()
                }
            })
            .collect();
        if self.rng.chance(10) {
            let value = self.term(1);
            let waits = comp("=", [self.fresh(State::Free), value]);
            out.push(comp("freeze", [self.rng.pick(&pool), waits]));
        }
        let (a, b) = self.sides(&pool, 3);
        let equation = comp("=", [a, b]);
        if self.rng.chance(12) {
            out.push(comp("\\+", [equation]));
            return;
        }
        out.push(equation);
        for var in &pool {
            self.learn(var, State::Any);
        }
        match self.rng.below(6) {
            0 => {
                let (a, b) = (self.rng.pick(&pool), self.rng.pick(&pool));
                out.push(comp(self.rng.pick(&["==", "\\=="]), [a, b]));
            }
            1 => {
                let whole = comp("h5", &pool.iter().cycle().take(5).cloned().collect::<Vec<_>>()[..]);
                out.push(comp("=", [self.fresh(State::Any), whole]));
            }
            _ => {}
        }
    }

    /// Two terms that mostly have the same shape.
    fn sides(&mut self, pool: &[Term], depth: usize) -> (Term, Term) {
        if depth < 3 && (depth == 0 || self.rng.chance(55)) {
            let a = self.leaf(pool);
            let b = self.leaf(pool);
            return (a, b);
        }
        if depth < 3 && self.rng.chance(35) {
            let whole = self.sides(pool, depth - 1).0;
            let var = self.rng.pick(pool);
            return if self.rng.chance(50) {
                (var, whole)
            } else {
                (whole, var)
            };
        }
        let (name, arity) = self.rng.pick(&SHAPES);
        let (left, right): (Vec<Term>, Vec<Term>) = (0..arity).map(|_| self.sides(pool, depth - 1)).unzip();
        let other = if self.rng.chance(2) { "k" } else { name };
        (comp(name, left), comp(other, right))
    }

    fn leaf(&mut self, pool: &[Term]) -> Term {
        match self.rng.below(10) {
            0..7 => self.rng.pick(pool),
            7 => self.fresh(State::Free),
            8 => Term::Int(self.rng.below(2) as i64),
            _ => Term::Atom("a"),
        }
    }

    /// A goal with a cleanup that exits, fails, is cut, throws, or is left by an exception of what follows, inside a
    /// catch or outside.
    pub(crate) fn watched(&mut self, out: &mut Vec<Term>, depth: usize) {
        let goal = if self.rng.chance(70) {
            comp(";", [self.body(depth), self.body(depth)])
        } else {
            self.body(depth)
        };
        let (catcher, cleanup) = self.cleanup();
        let watched = match catcher {
            Some(catcher) => comp(
                "setup_call_catcher_cleanup",
                [Term::Atom("true"), goal, catcher, cleanup],
            ),
            None => comp("setup_call_cleanup", [Term::Atom("true"), goal, cleanup]),
        };
        let ball = comp("b", [Term::Int(self.rng.below(2) as i64)]);
        let catcher = comp(
            "b",
            [if self.rng.chance(50) {
                self.any_var()
            } else {
                Term::Int(0)
            }],
        );
        let caught = |goal: Term, recovery: Term| comp("catch", [goal, catcher, recovery]);
        match self.rng.below(8) {
            0 => out.push(watched),
            1 => out.push(caught(watched, self.body(depth))),
            2 => out.extend([caught(watched, self.body(depth)), comp("throw", [ball])]),
            3 => out.push(caught(conj(&[watched, comp("throw", [ball])]), Term::Atom("true"))),
            4 => out.extend([watched, Term::Atom("!")]),
            5 => {
                let inner = caught(watched, Term::Atom("true"));
                let mut after = Vec::new();
                self.test(&mut after);
                out.push(comp(
                    "catch",
                    [
                        conj(&[inner, conj(&after), comp("throw", [ball])]),
                        comp("b", [self.any_var()]),
                        self.body(depth),
                    ],
                ));
            }
            6 => {
                let mut after = Vec::new();
                self.test(&mut after);
                out.push(watched);
                out.append(&mut after);
            }
            _ => out.push(comp("once", [conj(&[watched, self.body(depth)])])),
        }
    }

    /// A catcher, if there is to be one, and a cleanup goal that leaves a trace.
    fn cleanup(&mut self) -> (Option<Term>, Term) {
        let trace = |m: &mut Self, value: Term| match m.rng.below(3) {
            0 if m.dynamic => comp("assertz", [comp("d0", [value])]),
            _ => comp("nb_setval", [Term::Atom("nk"), value]),
        };
        match self.rng.below(8) {
            0..3 => {
                let (catcher, name) = (self.fresh(State::Hidden), self.fresh(State::Hidden));
                let how = comp("functor", [catcher.clone(), name.clone(), self.fresh(State::Hidden)]);
                let trace = trace(self, name);
                (Some(catcher), conj(&[how, trace]))
            }
            3 => {
                let ball = comp("b", [self.any_var()]);
                let catcher = self.rng.pick(&[
                    Term::Atom("exit"),
                    Term::Atom("fail"),
                    Term::Atom("!"),
                    comp("exception", [ball.clone()]),
                    comp("external_exception", [ball]),
                ]);
                (Some(catcher), trace(self, Term::Atom("k")))
            }
            4 => (None, comp("throw", [comp("b", [Term::Int(1)])])),
            5 => (None, Term::Atom("fail")),
            _ => {
                let value = self.term(1);
                (None, trace(self, value))
            }
        }
    }
}
