//! How goals of the reference solver change its program: assert and retract.

use crate::props::oracle::{Choice, Clauses, Cont, Kind, Solver, Stored};
use crate::props::store::{Exit, Step, rename};
use crate::props::term::{Term, comp};
use std::rc::Rc;

impl Solver {
    pub(crate) fn try_retract(&mut self, term: &Term, clauses: &Clauses, mut at: usize, next: &Cont) -> Step<Cont> {
        let (head, body) = self.clause_parts(term)?;
        let pattern = comp(":-", [head, body]);
        while let Some(clause) = clauses.get(at) {
            at += 1;
            let (trail, base) = (self.store.mark(), self.store.fresh(clause.vars));
            let found = rename(&comp(":-", [clause.head.clone(), clause.body.clone()]), &|v| v + base);
            match self.store.unify(&pattern, &found) {
                // A clause that was removed since the call is still part of what the call sees.
                Ok(()) => {
                    if at < clauses.len() {
                        let kind = Kind::Retract {
                            clause: term.clone(),
                            clauses: clauses.clone(),
                            at,
                            next: next.clone(),
                        };
                        self.choices.push(Choice { trail, kind });
                    }
                    let (name, args) = clause.head.name_and_args().expect("heads are callable");
                    let predicate = self.predicates.get_mut(&(name, args.len())).expect("it has a clause");
                    Rc::make_mut(&mut predicate.clauses).retain(|other| !Rc::ptr_eq(other, clause));
                    return Ok(next.clone());
                }
                Err(Exit::Fail) => self.store.undo(trail),
                Err(exit) => return Err(exit),
            }
        }
        Err(Exit::Fail)
    }

    pub(crate) fn assert(&mut self, clause: &Term, first: bool) -> Step<()> {
        let (head, body) = self.clause_parts(clause)?;
        let Some(body) = self.body(&body)? else {
            return Err(Exit::Limit);
        };
        let base = self.store.fresh(0);
        let stored = rename(&self.store.copy(&comp(":-", [head, body]))?, &|v| v - base);
        let Term::Comp(_, parts) = &stored else {
            unreachable!("a copy has the same functor")
        };
        let (name, args) = parts[0].name_and_args().expect("clause_parts gives callable heads");
        let predicate = self.predicates.entry((name, args.len())).or_default();
        if !predicate.dynamic && !predicate.clauses.is_empty() {
            return Err(Exit::Limit);
        }
        predicate.dynamic = true;
        let vars = stored.var_bound();
        let stored = Rc::new(Stored {
            head: parts[0].clone(),
            body: parts[1].clone(),
            vars,
        });
        let clauses = Rc::make_mut(&mut predicate.clauses);
        clauses.insert(if first { 0 } else { clauses.len() }, stored);
        Ok(())
    }
}
