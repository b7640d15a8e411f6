//! Random small programs and queries for the property tests.
//!
//! A program comes from a seed alone. Predicates have arguments of a kind (a number in, a list in, a number out…) and
//! clause bodies keep a rough idea of what each variable holds, so that most programs get somewhere before they fail or
//! throw. A predicate mostly calls those before it, or itself on a smaller list or counter, so that few run for ever.

use crate::props::goals::{DYNAMIC, Kind, Maker, Predicate, State};
use crate::props::rng::Rng;
use crate::props::term::{Clause, NIL, Name, Program, Term, comp};

const PREDICATES: [Name; 6] = ["p0", "p1", "p2", "p3", "p4", "p5"];

pub(crate) fn program(seed: u64) -> Program {
    let mut rng = Rng::new(seed);
    let mut predicates: Vec<Predicate> = Vec::new();
    let mut clauses: Vec<Clause> = Vec::new();
    let mut matching = Vec::new();
    let dynamic = rng.chance(40);
    for &name in &PREDICATES[..rng.between(1, 6)] {
        let arity = if rng.chance(8) {
            rng.between(5, 10)
        } else {
            rng.between(0, 4)
        };
        let args = (0..arity).map(|_| kind(&mut rng)).collect();
        predicates.push(Predicate { name, args });
        let mut maker = Maker {
            rng: &mut rng,
            predicates: &predicates,
            dynamic,
            vars: Vec::new(),
            size: 0,
        };
        let first = clauses.len();
        maker.predicate(&mut clauses);
        if rng.chance(12) {
            matching.push(name);
            clauses[first..]
                .iter_mut()
                .for_each(|clause| give_after_match(&predicates, clause));
        }
    }
    let mut declared = Vec::new();
    if dynamic {
        declared.extend(DYNAMIC);
        let mut maker = Maker {
            rng: &mut rng,
            predicates: &predicates,
            dynamic,
            vars: Vec::new(),
            size: 0,
        };
        for (name, arity) in DYNAMIC {
            for _ in 0..maker.rng.below(4) {
                maker.vars.clear();
                let head = comp(name, maker.terms(arity, 1));
                clauses.push(Clause { head, body: Vec::new() });
            }
        }
    }
    let mut maker = Maker {
        rng: &mut rng,
        predicates: &predicates,
        dynamic,
        vars: Vec::new(),
        size: 6,
    };
    let mut query = vec![
        comp("b_setval", [Term::Atom("bk"), NIL]),
        comp("nb_setval", [Term::Atom("nk"), NIL]),
    ];
    for _ in 0..maker.rng.between(1, 2) {
        maker.call_goal(&mut query, predicates.len());
        if maker.rng.chance(30) {
            maker.goal(&mut query, 1);
        }
    }
    if maker.rng.chance(40) {
        query.push(comp("nb_getval", [Term::Atom("nk"), maker.fresh(State::Any)]));
    }
    let hidden = (0..maker.vars.len())
        .filter(|&v| maker.vars[v] == State::Hidden)
        .collect();
    Program {
        dynamic: declared,
        matching,
        clauses,
        query,
        hidden,
    }
}

/// Lets a rule that is to match unify its results in its body: in its head they would match no variable.
fn give_after_match(predicates: &[Predicate], clause: &mut Clause) {
    let kinds = &predicates[predicates.len() - 1].args;
    let (name, args) = clause.head.name_and_args().expect("heads are callable");
    let mut args = args.to_vec();
    let mut next = clause.head.var_bound();
    next = clause.body.iter().map(Term::var_bound).fold(next, usize::max);
    for (arg, kind) in args.iter_mut().zip(kinds) {
        if matches!(kind, Kind::Out | Kind::OutInt) && !matches!(arg, Term::Var(_)) {
            let result = std::mem::replace(arg, Term::Var(next));
            clause.body.insert(0, comp("=", [Term::Var(next), result]));
            next += 1;
        }
    }
    clause.head = comp(name, args);
}

fn kind(rng: &mut Rng) -> Kind {
    rng.pick(&[
        Kind::Int,
        Kind::Int,
        Kind::List,
        Kind::List,
        Kind::Any,
        Kind::Any,
        Kind::Out,
        Kind::Out,
        Kind::OutInt,
    ])
}

impl Maker<'_> {
    fn predicate(&mut self, clauses: &mut Vec<Clause>) {
        let me = &self.predicates[self.predicates.len() - 1];
        let lists: Vec<usize> = (0..me.args.len()).filter(|&i| me.args[i] == Kind::List).collect();
        let ints: Vec<usize> = (0..me.args.len()).filter(|&i| me.args[i] == Kind::Int).collect();
        match self.rng.below(10) {
            0 | 1 => {
                // Now and then so many that indexes are made.
                let count = if self.rng.chance(8) {
                    self.rng.between(10, 70)
                } else {
                    self.rng.between(1, 5)
                };
                for _ in 0..count {
                    self.vars.clear();
                    let args: Vec<Term> = me.args.iter().map(|kind| self.head_arg(*kind, 2)).collect();
                    clauses.push(Clause {
                        head: comp(me.name, args),
                        body: Vec::new(),
                    });
                }
            }
            2 | 3 if !lists.is_empty() => {
                let at = self.rng.pick(&lists);
                self.list_recursion(me, at, clauses);
            }
            4 | 5 if !ints.is_empty() => {
                let at = self.rng.pick(&ints);
                self.countdown(me, at, clauses);
            }
            6 | 7 if ints.len() >= 2 => self.guarded(me, ints[0], ints[1], clauses),
            _ => {
                for _ in 0..self.rng.between(1, 4) {
                    clauses.push(self.rule(me, &[], &[]));
                }
            }
        }
        if self.rng.chance(65) {
            // A last clause that matches any call, so that fewer programs just fail.
            self.vars.clear();
            let args: Vec<Term> = me.args.iter().map(|kind| self.open_arg(*kind)).collect();
            clauses.push(Clause {
                head: comp(me.name, args),
                body: Vec::new(),
            });
        }
    }

    /// A clause with the given head arguments, and with these goals first in its body.
    fn rule(&mut self, me: &Predicate, fixed: &[(usize, Term)], first: &[Term]) -> Clause {
        if fixed.is_empty() && first.is_empty() {
            self.vars.clear();
        }
        self.size = match self.rng.below(10) {
            0 => self.rng.between(6, 12),
            1..4 => self.rng.between(3, 5),
            _ => self.rng.between(0, 3),
        };
        let mut body = first.to_vec();
        let mut args = Vec::new();
        let mut outs = Vec::new();
        for (i, kind) in me.args.iter().enumerate() {
            args.push(match fixed.iter().find(|(at, _)| *at == i) {
                Some((_, arg)) => arg.clone(),
                None if *kind == Kind::OutInt && self.rng.chance(70) => {
                    outs.push(self.fresh(State::Hidden));
                    outs[outs.len() - 1].clone()
                }
                None if matches!(kind, Kind::List | Kind::Any) && self.rng.chance(10) => self.split(&mut body),
                None => self.head_arg(*kind, 2),
            });
        }
        while self.size > 0 {
            self.goal(&mut body, 2);
        }
        for out in outs {
            body.push(comp("is", [out, self.expression(2)]));
        }
        if self.rng.chance(25) {
            self.call_goal(&mut body, self.predicates.len() - 1);
        }
        Clause {
            head: comp(me.name, args),
            body,
        }
    }

    /// A head argument that is taken apart by the first goals of the body.
    fn split(&mut self, body: &mut Vec<Term>) -> Term {
        let var = self.fresh(State::Any);
        let shape = if self.rng.chance(60) {
            comp(".", [self.fresh(State::Any), self.fresh(State::List)])
        } else {
            self.head_arg(Kind::Any, 2)
        };
        body.push(if self.rng.chance(80) {
            comp("=", [var.clone(), shape])
        } else {
            comp("=", [shape, var.clone()])
        });
        var
    }

    fn list_recursion(&mut self, me: &Predicate, at: usize, clauses: &mut Vec<Clause>) {
        self.vars.clear();
        let base = self.rule(me, &[(at, NIL)], &[]);
        let mut steps = Vec::new();
        for _ in 0..self.rng.between(1, 2) {
            self.vars.clear();
            let (item, tail) = (self.fresh(State::Any), self.fresh(State::List));
            let whole = comp(".", [item, tail.clone()]);
            let (arg, first) = if self.rng.chance(25) {
                let var = self.fresh(State::List);
                (var.clone(), vec![comp("=", [var, whole])])
            } else {
                (whole, Vec::new())
            };
            steps.push(self.recursive(me, at, arg, &first, tail));
        }
        let place = if self.rng.chance(20) { steps.len() } else { 0 };
        steps.insert(place, base);
        clauses.append(&mut steps);
    }

    fn countdown(&mut self, me: &Predicate, at: usize, clauses: &mut Vec<Clause>) {
        self.vars.clear();
        let counter = self.fresh(State::Int);
        let base = match self.rng.below(3) {
            0 => {
                let cut = if self.rng.chance(50) {
                    vec![Term::Atom("!")]
                } else {
                    Vec::new()
                };
                self.rule(me, &[(at, Term::Int(0))], &cut)
            }
            1 => self.rule(me, &[(at, counter.clone())], &[comp("=<", [counter, Term::Int(0)])]),
            _ => self.rule(
                me,
                &[(at, counter.clone())],
                &[comp("<", [counter, Term::Int(1)]), Term::Atom("!")],
            ),
        };
        clauses.push(base);
        self.vars.clear();
        let (counter, less) = (self.fresh(State::Int), self.fresh(State::Int));
        let first = [
            comp(">", [counter.clone(), Term::Int(0)]),
            comp("is", [less.clone(), comp("-", [counter.clone(), Term::Int(1)])]),
        ];
        clauses.push(self.recursive(me, at, counter, &first, less));
    }

    /// A clause that calls itself with `smaller` at the argument that shrinks and others of their kind elsewhere.
    fn recursive(&mut self, me: &Predicate, at: usize, arg: Term, first: &[Term], smaller: Term) -> Clause {
        let mut clause = self.rule(me, &[(at, arg)], first);
        let (_, head) = clause.head.name_and_args().expect("it has the argument that shrinks");
        let mut args = Vec::new();
        for (i, kind) in me.args.iter().enumerate() {
            let same: Vec<usize> = (0..head.len()).filter(|&j| j != at && me.args[j] == *kind).collect();
            args.push(match kind {
                _ if i == at => smaller.clone(),
                Kind::Int if self.rng.chance(30) => {
                    let next = self.fresh(State::Int);
                    clause.body.push(comp("is", [next.clone(), self.expression(1)]));
                    next
                }
                Kind::OutInt if self.rng.chance(50) => self.fresh(State::Int),
                _ if !same.is_empty() && self.rng.chance(60) => head[self.rng.pick(&same)].clone(),
                kind => self.call_arg(*kind, 2),
            });
        }
        let before = if self.rng.chance(70) {
            clause.body.len()
        } else {
            self.rng.between(first.len(), clause.body.len())
        };
        clause.body.insert(before, comp(me.name, args));
        clause
    }

    /// Clauses told apart by comparing two arguments.
    fn guarded(&mut self, me: &Predicate, x: usize, y: usize, clauses: &mut Vec<Clause>) {
        let choices: [&[Name]; 5] = [
            &["=<", ">"],
            &["<", ">="],
            &["<", "=:=", ">"],
            &["=:=", "=\\="],
            &[">", "<"],
        ];
        let tests = self.rng.pick(&choices);
        for test in tests {
            self.vars.clear();
            let (a, b) = (self.fresh(State::Int), self.fresh(State::Int));
            let mut first = vec![comp(test, [a.clone(), b.clone()])];
            if self.rng.chance(20) {
                first.push(Term::Atom("!"));
            }
            clauses.push(self.rule(me, &[(x, a), (y, b)], &first));
        }
    }
}
