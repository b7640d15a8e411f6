//! The goals and terms of generated programs.

use crate::props::rng::Rng;
use crate::props::term::{NIL, Name, Term, comp, conj, list};

/// Dynamic predicates, with their arities.
pub(crate) const DYNAMIC: [(Name, usize); 3] = [("d0", 1), ("d1", 2), ("d2", 0)];
const ATOMS: [Name; 4] = ["a", "b", "c", "k"];
const FUNCTORS: [(Name, usize); 4] = [("f", 1), ("g", 2), ("h", 3), ("b", 1)];
const TYPE_TESTS: [Name; 8] = [
    "var", "nonvar", "atom", "integer", "atomic", "compound", "callable", "is_list",
];
const COMPARISONS: [Name; 6] = ["<", ">", "=<", ">=", "=:=", "=\\="];

/// What an argument of a predicate is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Int,
    List,
    Any,
    Out,
    OutInt,
}

/// What a variable holds where the generator has come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum State {
    Free,
    Any,
    Int,
    List,
    /// Not to be used again: it may hold what systems differ in, such as the context of an error.
    Hidden,
}

#[derive(Clone, Debug)]
pub(crate) struct Predicate {
    pub name: Name,
    pub args: Vec<Kind>,
}

/// Makes the clauses of the last of the predicates, one clause at a time.
pub(crate) struct Maker<'a> {
    pub rng: &'a mut Rng,
    pub predicates: &'a [Predicate],
    pub dynamic: bool,
    /// The variables of the clause so far.
    pub vars: Vec<State>,
    /// How many more goals the clause may have.
    pub size: usize,
}

impl Maker<'_> {
    pub(crate) fn fresh(&mut self, state: State) -> Term {
        self.vars.push(state);
        Term::Var(self.vars.len() - 1)
    }

    /// A variable in one of the states, if there is one; later variables are likelier.
    pub(crate) fn known(&mut self, states: &[State]) -> Option<Term> {
        let found: Vec<usize> = (0..self.vars.len())
            .filter(|&v| states.contains(&self.vars[v]))
            .collect();
        (!found.is_empty()).then(|| Term::Var(self.rng.pick(&found)))
    }

    pub(crate) fn any_var(&mut self) -> Term {
        let fresh = self.rng.chance(12);
        match self.known(&[State::Free, State::Any, State::Int, State::List]) {
            Some(var) if !fresh => var,
            _ => self.fresh(State::Free),
        }
    }

    fn state(&self, term: &Term) -> State {
        match term {
            Term::Var(v) => self.vars[*v],
            _ => State::Any,
        }
    }

    pub(crate) fn learn(&mut self, term: &Term, state: State) {
        if let Term::Var(v) = term
            && matches!(self.vars[*v], State::Free | State::Any)
        {
            self.vars[*v] = state;
        }
    }

    pub(crate) fn literal(&mut self) -> Term {
        match self.rng.below(60) {
            0 => Term::Int(
                self.rng
                    .pick(&[1 << 59, (1 << 60) - 1, -(1 << 60), 1 << 31, -(1 << 55), 1 << 62]),
            ),
            1..5 => Term::Int(-(self.rng.between(1, 4) as i64)),
            _ => Term::Int(self.rng.below(6) as i64),
        }
    }

    pub(crate) fn terms(&mut self, count: usize, depth: usize) -> Vec<Term> {
        (0..count).map(|_| self.term(depth)).collect()
    }

    /// Any term over the variables of the clause.
    pub(crate) fn term(&mut self, depth: usize) -> Term {
        match self.rng.below(if depth == 0 { 9 } else { 14 }) {
            0..5 => self.any_var(),
            5 | 6 => self.literal(),
            7 => Term::Atom(self.rng.pick(&ATOMS)),
            8 => {
                if self.rng.chance(50) {
                    NIL
                } else {
                    Term::Atom(self.rng.pick(&ATOMS))
                }
            }
            9 | 10 => self.list(depth),
            _ => {
                let (name, arity) = self.rng.pick(&FUNCTORS);
                comp(name, self.terms(arity, depth - 1))
            }
        }
    }

    fn list(&mut self, depth: usize) -> Term {
        let count = self.rng.below(4);
        let items = self.terms(count, depth.saturating_sub(1));
        let tail = match self.known(&[State::List]) {
            Some(tail) if self.rng.chance(15) => tail,
            _ => NIL,
        };
        list(&items, tail)
    }

    pub(crate) fn open_arg(&mut self, kind: Kind) -> Term {
        match kind {
            Kind::OutInt => self.literal(),
            Kind::Out => self.term(2),
            Kind::Int | Kind::List | Kind::Any => self.fresh(State::Any),
        }
    }

    pub(crate) fn head_arg(&mut self, kind: Kind, depth: usize) -> Term {
        match kind {
            Kind::Int if self.rng.chance(25) => self.literal(),
            Kind::Int => self.fresh(State::Int),
            Kind::OutInt => self.literal(),
            Kind::List => match self.rng.below(6) {
                0 => NIL,
                1 | 2 => comp(".", [self.term(depth - 1), self.fresh(State::List)]),
                3 => {
                    let tail = self.fresh(State::List);
                    list(&self.terms(2, depth - 1), tail)
                }
                _ => self.fresh(State::List),
            },
            Kind::Any if self.rng.chance(50) => self.fresh(State::Any),
            Kind::Out if self.rng.chance(50) => self.fresh(State::Free),
            Kind::Any | Kind::Out => self.term(depth),
        }
    }

    pub(crate) fn call_arg(&mut self, kind: Kind, depth: usize) -> Term {
        if self.rng.chance(4) {
            return self.term(depth);
        }
        match kind {
            Kind::Int => match self.known(&[State::Int]) {
                Some(var) if self.rng.chance(70) => var,
                _ => self.literal(),
            },
            Kind::List => match self.known(&[State::List]) {
                Some(var) if self.rng.chance(60) => var,
                _ => self.list(depth),
            },
            Kind::Any => self.term(depth),
            Kind::Out | Kind::OutInt => match self.rng.below(10) {
                0..6 => self.fresh(State::Free),
                6..9 => self.any_var(),
                _ => self.term(depth),
            },
        }
    }

    /// Adds a call of one of the first `below` predicates, rarely of any.
    pub(crate) fn call_goal(&mut self, out: &mut Vec<Term>, below: usize) {
        let predicates = self.predicates;
        let below = if self.rng.chance(3) { predicates.len() } else { below };
        if below == 0 {
            return;
        }
        let callee = &predicates[self.rng.below(below).max(self.rng.below(below))];
        let args: Vec<Term> = callee.args.iter().map(|kind| self.call_arg(*kind, 3)).collect();
        for (arg, kind) in args.iter().zip(&callee.args) {
            self.learn(arg, if *kind == Kind::OutInt { State::Int } else { State::Any });
        }
        let goal = comp(callee.name, &args[..]);
        if args.is_empty() || !self.rng.chance(15) {
            out.push(goal);
            return;
        }
        // The same call through call/N, with some of the arguments in the closure.
        let kept = self.rng.between(0, args.len());
        let closure = comp(callee.name, &args[..kept]);
        let closure = if self.rng.chance(50) {
            let var = self.fresh(State::Hidden);
            out.push(comp("=", [var.clone(), closure]));
            var
        } else {
            closure
        };
        out.push(comp("call", [&[closure], &args[kept..]].concat()));
    }

    pub(crate) fn expression(&mut self, depth: usize) -> Term {
        if depth == 0 || self.rng.chance(40) {
            return match self.known(&[State::Int]) {
                Some(var) if self.rng.chance(80) => var,
                _ if self.rng.chance(5) => self.term(1),
                _ => self.literal(),
            };
        }
        let name = self.rng.pick(&[
            "+", "+", "-", "-", "*", "//", "mod", "rem", "min", "max", ">>", "<<", "abs", "negate",
        ]);
        let x = self.expression(depth - 1);
        match name {
            "abs" => comp("abs", [x]),
            "negate" => comp("-", [x]),
            "//" | "mod" | "rem" if self.rng.chance(85) => comp(name, [x, Term::Int(self.rng.between(1, 5) as i64)]),
            name => comp(name, [x, self.expression(depth - 1)]),
        }
    }

    /// A conjunction to stand inside a control construct.
    pub(crate) fn body(&mut self, depth: usize) -> Term {
        let mut goals = Vec::new();
        let count = self.rng.between(1, 3);
        while goals.len() < count {
            self.goal(&mut goals, depth);
        }
        conj(&goals)
    }

    /// Alternative bodies: what one of them alone has learnt of a variable is not known after them.
    fn branches<const N: usize>(&mut self, depth: usize) -> [Term; N] {
        let before = self.vars.clone();
        let mut after: Option<Vec<State>> = None;
        let made = std::array::from_fn(|_| {
            for (v, state) in before.iter().enumerate() {
                self.vars[v] = *state;
            }
            let body = self.body(depth);
            let seen = after.get_or_insert_with(|| self.vars.clone());
            for (v, state) in self.vars.iter().enumerate() {
                match seen.get_mut(v) {
                    Some(old) if old != state => {
                        *old = if *old == State::Hidden {
                            State::Hidden
                        } else {
                            State::Any
                        }
                    }
                    Some(_) => {}
                    None => seen.push(if *state == State::Hidden {
                        State::Hidden
                    } else {
                        State::Any
                    }),
                }
            }
            body
        });
        self.vars = after.unwrap_or(before);
        made
    }

    /// A condition: mostly a test, sometimes a call or a body of any kind.
    fn condition(&mut self, depth: usize) -> Term {
        let mut goals = Vec::new();
        match self.rng.below(10) {
            0..3 => self.comparison(&mut goals),
            3 | 4 => goals.push(comp(self.rng.pick(&TYPE_TESTS), [self.any_var()])),
            5 | 6 => self.call_goal(&mut goals, self.predicates.len() - 1),
            7 => {
                self.comparison(&mut goals);
                goals.push(self.body(depth));
            }
            _ => return self.body(depth),
        }
        conj(&goals)
    }

    fn comparison(&mut self, out: &mut Vec<Term>) {
        let name = self.rng.pick(&COMPARISONS);
        out.push(comp(name, [self.expression(1), self.expression(1)]));
    }

    /// A test in the middle of a clause: mostly one that holds, so that the rest is reached.
    pub(crate) fn test(&mut self, out: &mut Vec<Term>) {
        if self.rng.chance(40) {
            return self.comparison(out);
        }
        let (name, bound) = self
            .rng
            .pick(&[("<", 50), (">", -50), ("=<", 6), (">=", 0), ("=\\=", 7)]);
        out.push(comp(name, [self.expression(1), Term::Int(bound)]));
    }

    /// Adds one goal, now and then with another before it that it needs.
    pub(crate) fn goal(&mut self, out: &mut Vec<Term>, depth: usize) {
        self.size = self.size.saturating_sub(1);
        if depth > 0 && self.rng.chance(35) {
            return self.control(out, depth - 1);
        }
        match self.rng.below(if self.dynamic { 50 } else { 43 }) {
            0..12 => self.call_goal(out, self.predicates.len() - 1),
            12 | 13 => self.with_list(out),
            14 | 15 if self.rng.chance(60) => self.equation(out),
            14..19 => {
                let var = match self.known(&[State::Free]) {
                    Some(var) if self.rng.chance(40) => var,
                    _ if self.rng.chance(50) => self.fresh(State::Free),
                    _ => self.any_var(),
                };
                let (a, mut b) = (var, self.term(3));
                if b.mentions(&a) {
                    b = self.fresh(State::Any);
                }
                self.learn(&a, State::Any);
                out.push(comp("=", [a, b]));
            }
            19 if self.rng.chance(60) => {
                let test = self.rng.pick(&["\\=", "==", "\\=="]);
                out.push(comp(test, self.terms(2, 2)));
            }
            // The order of two variables is not defined, so one side has none.
            19 => {
                let test = self.rng.pick(&["@<", "@>", "@=<", "@>="]);
                out.push(comp(test, [self.any_var(), self.literal()]));
            }
            20..24 => {
                let value = self.expression(3);
                let result = if self.rng.chance(75) {
                    self.fresh(State::Free)
                } else {
                    self.any_var()
                };
                self.learn(&result, State::Int);
                out.push(comp("is", [result, value]));
            }
            24..27 => self.test(out),
            27..29 => {
                let var = self.any_var();
                let likely = match self.state(&var) {
                    State::Free => "var",
                    State::Int => "integer",
                    State::List => "is_list",
                    State::Any | State::Hidden => "nonvar",
                };
                let test = if self.rng.chance(60) {
                    likely
                } else {
                    self.rng.pick(&TYPE_TESTS)
                };
                out.push(comp(test, [var]));
            }
            29..32 => out.push(Term::Atom("!")),
            32 => out.push(Term::Atom(self.rng.pick(&["true", "fail"]))),
            33 | 34 => {
                let (low, high) = (self.rng.below(3), self.rng.below(4));
                let value = self.any_var();
                self.learn(&value, State::Int);
                out.push(comp("between", [Term::Int(low as i64), Term::Int(high as i64), value]));
            }
            35..39 => self.inspect(out),
            39 => {
                let order = self.fresh(State::Any);
                let (a, b) = (self.term(2), self.literal());
                out.push(comp(
                    "compare",
                    if self.rng.chance(50) {
                        [order, a, b]
                    } else {
                        [order, b, a]
                    },
                ));
            }
            40 => out.push(comp("throw", [self.ball()])),
            41 => out.push(self.global()),
            42 => self.freeze(out),
            _ => self.database(out, depth),
        }
    }

    /// A goal that takes a term apart or makes one.
    fn inspect(&mut self, out: &mut Vec<Term>) {
        let term = self.term(2);
        match self.rng.below(5) {
            0 => {
                let (name, arity) = self.rng.pick(&FUNCTORS);
                let made = self.fresh(State::Any);
                out.push(comp("functor", [made, Term::Atom(name), Term::Int(arity as i64)]));
            }
            1 => {
                let (name, arity) = (self.fresh(State::Any), self.fresh(State::Any));
                if self.rng.chance(80) {
                    out.push(comp("nonvar", [term.clone()]));
                }
                out.push(comp("functor", [term, name, arity]));
            }
            2 => {
                let n = if self.rng.chance(70) {
                    Term::Int(self.rng.between(1, 3) as i64)
                } else {
                    self.any_var()
                };
                let arg = self.any_var();
                out.extend([
                    comp("compound", [term.clone()]),
                    comp("arg", [n.clone(), term, arg.clone()]),
                ]);
                self.learn(&n, State::Int);
                self.learn(&arg, State::Any);
            }
            3 => {
                let items = if self.rng.chance(50) {
                    self.fresh(State::Any)
                } else {
                    self.list(1)
                };
                if self.rng.chance(80) {
                    out.push(comp("nonvar", [term.clone()]));
                }
                self.learn(&items, State::List);
                out.push(comp("=..", [term, items]));
            }
            _ => {
                let copy = self.any_var();
                self.learn(&copy, State::Any);
                out.push(comp("copy_term", [term, copy]));
            }
        }
    }

    fn ball(&mut self) -> Term {
        match self.rng.below(6) {
            0 => Term::Atom("a"),
            1 => comp("error", [self.term(1), Term::Atom("k")]),
            2 => self.term(2),
            _ => comp("b", [self.term(2)]),
        }
    }

    fn control(&mut self, out: &mut Vec<Term>, depth: usize) {
        let goal = match self.rng.below(23) {
            20 if self.rng.chance(40) => self.with_cleanup(depth),
            20 => return self.watched(out, depth),
            21 | 22 => self.bag(),
            0..6 => {
                let condition = self.condition(depth);
                if self.rng.chance(12) {
                    comp("->", [condition, self.body(depth)])
                } else {
                    let [then, otherwise] = self.branches(depth);
                    comp(";", [comp("->", [condition, then]), otherwise])
                }
            }
            6 | 7 => {
                let condition = self.condition(depth);
                let [then, otherwise] = self.branches(depth);
                comp(";", [comp("*->", [condition, then]), otherwise])
            }
            8..12 => {
                let [a, b] = self.branches(depth);
                comp(";", [a, b])
            }
            12 | 13 => comp("\\+", self.branches::<1>(depth)),
            14 | 15 => return self.catch(out, depth),
            16 | 17 => {
                let goal = self.body(depth);
                let result = if self.rng.chance(80) {
                    self.fresh(State::List)
                } else {
                    self.list(1)
                };
                comp("findall", [self.term(1), goal, result])
            }
            18 => comp(self.rng.pick(&["once", "ignore", "call"]), [self.body(depth)]),
            _ => comp("forall", [self.body(depth), self.body(depth)]),
        };
        out.push(goal);
    }

    fn catch(&mut self, out: &mut Vec<Term>, depth: usize) {
        let goal = self.body(depth);
        let (catcher, mut recovery) = match self.rng.below(6) {
            0..3 => {
                // The formal term of an error is the same everywhere, its context is not.
                let formal = self.any_var();
                self.learn(&formal, State::Any);
                (comp("error", [formal, self.fresh(State::Hidden)]), Vec::new())
            }
            3 => (comp("b", [self.any_var()]), Vec::new()),
            // A variable alone would catch errors with their context.
            4 => match self.ball() {
                Term::Var(v) => (comp("b", [Term::Var(v)]), Vec::new()),
                ball => (ball, Vec::new()),
            },
            _ => {
                let (ball, formal, seen) = (self.fresh(State::Hidden), self.fresh(State::Hidden), self.any_var());
                let is_error = comp(
                    "=",
                    [ball.clone(), comp("error", [formal.clone(), self.fresh(State::Hidden)])],
                );
                let formal = comp("=", [seen.clone(), formal]);
                let other = comp("=", [seen, ball.clone()]);
                (ball, vec![comp(";", [comp("->", [is_error, formal]), other])])
            }
        };
        if recovery.is_empty() || self.rng.chance(50) {
            self.goal(&mut recovery, depth);
        }
        out.push(comp("catch", [goal, catcher, conj(&recovery)]));
    }

    fn database(&mut self, out: &mut Vec<Term>, depth: usize) {
        let (name, arity) = self.rng.pick(&DYNAMIC);
        let head = comp(name, self.terms(arity, 1));
        out.push(match self.rng.below(8) {
            0..3 => {
                let mut clause = head;
                if self.rng.chance(25) {
                    // The body runs whenever the clause is called, so it must not add clauses itself.
                    self.dynamic = false;
                    clause = comp(":-", [clause, self.body(depth)]);
                    self.dynamic = true;
                }
                comp(self.rng.pick(&["assertz", "assertz", "asserta"]), [clause])
            }
            3 => comp("retract", [head]),
            _ => head,
        });
    }
}
