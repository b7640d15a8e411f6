//! Goals of generated programs that few programs have: global variables, cleanups, collections of results, and goals
//! that wait.

use crate::props::goals::{DYNAMIC, Kind, Maker, State};
use crate::props::term::{Term, comp, conj};

impl Maker<'_> {
    /// A goal with a global variable: `bk` is reset on backtracking, `nk` is not.
    pub(crate) fn global(&mut self) -> Term {
        let (name, key) = self.rng.pick(&[
            ("b_setval", "bk"),
            ("b_getval", "bk"),
            ("nb_setval", "nk"),
            ("nb_getval", "nk"),
        ]);
        let value = if name.ends_with("getval") {
            self.any_var()
        } else {
            self.term(2)
        };
        self.learn(&value, State::Any);
        comp(name, [Term::Atom(key), value])
    }

    /// A goal that waits for a variable, which a call soon binds.
    pub(crate) fn freeze(&mut self, out: &mut Vec<Term>) {
        let var = match self.known(&[State::Free]) {
            Some(var) => var,
            None => self.fresh(State::Free),
        };
        let mut goals = Vec::new();
        if self.rng.chance(50) {
            self.test(&mut goals);
        } else {
            goals.push(comp("=", [self.any_var(), self.term(1)]));
        }
        out.push(comp("freeze", [var.clone(), conj(&goals)]));
        self.learn(&var, State::Any);
        self.call_goal(out, self.predicates.len() - 1);
    }

    /// A goal with a cleanup, run to its first solution, so that systems agree on when the cleanup runs.
    pub(crate) fn with_cleanup(&mut self, depth: usize) -> Term {
        let goal = self.body(depth);
        let cleanup = match self.rng.below(4) {
            0 if self.dynamic => comp("assertz", [comp("d0", [self.term(1)])]),
            0 => Term::Atom("fail"),
            1 => comp("throw", [self.term(1)]),
            _ => comp("nb_setval", [Term::Atom("nk"), self.term(1)]),
        };
        comp(
            "once",
            [comp("setup_call_cleanup", [Term::Atom("true"), goal, cleanup])],
        )
    }

    /// All results of a plain goal, by what its other variables are.
    pub(crate) fn bag(&mut self) -> Term {
        let template = self.term(1);
        let mut goals = Vec::new();
        if self.rng.chance(50) {
            self.call_goal(&mut goals, self.predicates.len() - 1);
        }
        let (name, arity) = self.rng.pick(&DYNAMIC);
        if self.dynamic && (goals.is_empty() || self.rng.chance(30)) {
            goals.push(comp(name, self.terms(arity, 1)));
        }
        if goals.is_empty() {
            let value = self.any_var();
            goals.push(comp("between", [Term::Int(0), Term::Int(3), value]));
        }
        let mut goal = conj(&goals);
        while self.rng.chance(40) {
            goal = comp("^", [self.any_var(), goal]);
        }
        let result = self.fresh(State::List);
        comp(self.rng.pick(&["bagof", "setof"]), [template, goal, result])
    }

    /// A goal of the library that takes a list.
    pub(crate) fn with_list(&mut self, out: &mut Vec<Term>) {
        let items = self.call_arg(Kind::List, 2);
        let result = if self.rng.chance(70) {
            self.fresh(State::List)
        } else {
            self.call_arg(Kind::List, 1)
        };
        let goal = match self.rng.below(12) {
            0 | 1 => comp("member", [self.term(1), items]),
            2 if self.rng.chance(50) => comp("append", [items, self.call_arg(Kind::List, 1), result]),
            2 => comp("append", [result, self.any_var(), items]),
            3 => comp("select", [self.term(1), items, result]),
            4 | 5 => comp("maplist", [self.closure(out, 1), items]),
            6 => comp("maplist", [self.closure(out, 2), items, result]),
            7 => comp("include", [self.closure(out, 1), items, result]),
            8 => comp("foldl", [self.closure(out, 3), items, self.term(1), self.any_var()]),
            9 => comp("length", [items, self.fresh(State::Int)]),
            10 => comp("msort", [items, self.fresh(State::List)]),
            _ => comp("sort", [items, self.fresh(State::List)]),
        };
        out.push(goal);
    }

    /// Something to call with so many arguments more.
    fn closure(&mut self, out: &mut Vec<Term>, missing: usize) -> Term {
        let below = self.predicates.len() - 1;
        let callees: Vec<usize> = (0..below)
            .filter(|&at| self.predicates[at].args.len() >= missing)
            .collect();
        if !callees.is_empty() && self.rng.chance(70) {
            let predicates = self.predicates;
            let callee = &predicates[self.rng.pick(&callees)];
            let kept = &callee.args[..callee.args.len() - missing];
            let args: Vec<Term> = kept.iter().map(|kind| self.call_arg(*kind, 2)).collect();
            return comp(callee.name, args);
        }
        match missing {
            1 if self.rng.chance(40) => comp(self.rng.pick(&["=", "<", ">", "==", "\\=="]), [self.any_var()]),
            1 => Term::Atom(self.rng.pick(&["integer", "atom", "nonvar", "var", "call"])),
            2 => Term::Atom(self.rng.pick(&["=", "copy_term", "msort", "length", "is"])),
            _ if self.rng.chance(20) => {
                let closure = self.fresh(State::Hidden);
                out.push(comp("=", [closure.clone(), Term::Atom("select")]));
                closure
            }
            _ => Term::Atom(self.rng.pick(&["append", "select", "functor"])),
        }
    }
}
