//! More of the reference solver: terms as clauses and bodies, rules with `=>`, and the predicates on lists, which are
//! clauses themselves.

use crate::props::oracle::Solver;
use crate::props::store::{Exit, Step, instantiation_error, matching_error, type_error};
use crate::props::term::{Clause, NIL, Name, Term, comp};

/// Clauses of predicates that the engine has in its library.
pub(crate) fn library() -> Vec<Clause> {
    let [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map(Term::Var);
    let pair = |head: &Term, tail: &Term| comp(".", [head.clone(), tail.clone()]);
    let mut clauses = Vec::new();
    let mut add = |name: Name, args: &[&Term], body: Vec<Term>| {
        let args: Vec<Term> = args.iter().map(|&arg| arg.clone()).collect();
        let head = comp(name, args);
        clauses.push(Clause { head, body });
    };
    let goal = |name: Name, args: &[&Term]| comp(name, args.iter().map(|&arg| arg.clone()).collect::<Vec<_>>());
    add("member", &[&a, &pair(&a, &b)], vec![]);
    add("member", &[&a, &pair(&b, &c)], vec![goal("member", &[&a, &c])]);
    add("append", &[&NIL, &a, &a], vec![]);
    add(
        "append",
        &[&pair(&a, &b), &c, &pair(&a, &d)],
        vec![goal("append", &[&b, &c, &d])],
    );
    add("select", &[&a, &pair(&a, &b), &b], vec![]);
    add(
        "select",
        &[&a, &pair(&b, &c), &pair(&b, &d)],
        vec![goal("select", &[&a, &c, &d])],
    );
    add("maplist", &[&a, &NIL], vec![]);
    add(
        "maplist",
        &[&a, &pair(&b, &c)],
        vec![goal("call", &[&a, &b]), goal("maplist", &[&a, &c])],
    );
    add("maplist", &[&a, &NIL, &NIL], vec![]);
    add(
        "maplist",
        &[&a, &pair(&b, &c), &pair(&d, &e)],
        vec![goal("call", &[&a, &b, &d]), goal("maplist", &[&a, &c, &e])],
    );
    add("foldl", &[&a, &NIL, &b, &b], vec![]);
    add(
        "foldl",
        &[&a, &pair(&b, &c), &d, &e],
        vec![goal("call", &[&a, &b, &d, &f]), goal("foldl", &[&a, &c, &f, &e])],
    );
    let chosen = comp("->", [goal("call", &[&a, &b]), comp("=", [d.clone(), pair(&b, &e)])]);
    let choice = comp(";", [chosen, comp("=", [d.clone(), e.clone()])]);
    add("include", &[&a, &NIL, &NIL], vec![]);
    add(
        "include",
        &[&a, &pair(&b, &c), &d],
        vec![choice, goal("include", &[&a, &c, &e])],
    );
    clauses
}

impl Solver {
    /// Unifies the head of a rule with a goal, of which nothing may be bound by that.
    pub(crate) fn match_head(&mut self, head: &Term, goal: &Term) -> Step<()> {
        let before = self.store.resolve(goal)?;
        let result = self.store.unify(head, goal);
        self.store.woken.clear();
        result?;
        if self.store.resolve(goal)? == before {
            Ok(())
        } else {
            Err(Exit::Fail)
        }
    }

    /// No rule matches the goal.
    pub(crate) fn no_rule<T>(&mut self, goal: &Term) -> Step<T> {
        matching_error(self.store.resolve(goal)?)
    }

    /// The term as a body, its control constructs laid bare; none if a number stands where a goal should.
    pub(crate) fn body(&mut self, term: &Term) -> Step<Option<Term>> {
        self.store.work(1)?;
        Ok(match self.store.walk(term) {
            Term::Comp(name @ ("," | ";" | "->" | "*->"), args) if args.len() == 2 => {
                match (self.body(&args[0])?, self.body(&args[1])?) {
                    (Some(a), Some(b)) => Some(comp(name, [a, b])),
                    _ => None,
                }
            }
            Term::Int(_) => None,
            other => Some(other),
        })
    }

    /// Head and body of a clause term; the body of a fact is `true`.
    pub(crate) fn clause_parts(&mut self, clause: &Term) -> Step<(Term, Term)> {
        let (head, body) = match self.store.walk(clause) {
            Term::Comp(":-", args) if args.len() == 2 => (self.store.walk(&args[0]), self.store.walk(&args[1])),
            head => (head, Term::Atom("true")),
        };
        match head {
            Term::Var(_) => instantiation_error(),
            Term::Int(_) => type_error("callable", head),
            _ => Ok((head, body)),
        }
    }
}
