//! More of the reference solver: goals that wait, global variables, and bagof/3 and setof/3 by findall/3.

use crate::props::oracle::{Cont, Goal, Solver, push};
use crate::props::store::{Exit, Step};
use crate::props::term::{NIL, Name, Term, comp, conj, list};
use std::cmp::Ordering;

impl Solver {
    /// Calls the goal when the variable is bound; at once if it is.
    pub(crate) fn freeze(&mut self, v: &Term, goal: &Term, next: &Cont) -> Cont {
        let goal = comp("call", [goal.clone()]);
        match self.store.walk(v) {
            Term::Var(v) => {
                self.store.freeze(v, goal);
                next.clone()
            }
            _ => push(Goal::Call(goal, 0), next),
        }
    }

    /// The goals that were woken come before all others. Where an equation or a comparison comes next, systems differ:
    /// it may be looked at with the head of its clause, and what woke them is undone if it fails.
    pub(crate) fn wake(&mut self, next: Cont) -> Step<Cont> {
        let woken = std::mem::take(&mut self.store.woken);
        if !woken.is_empty() && next.as_ref().is_some_and(|node| self.begins_with_decision(&node.goal)) {
            return Err(Exit::Limit);
        }
        let goals = woken.into_iter().rev();
        Ok(goals.fold(next, |next, goal| push(Goal::Call(goal, 0), &next)))
    }

    fn begins_with_decision(&self, goal: &Goal) -> bool {
        let Goal::Call(goal, _) = goal else { return false };
        let mut goal = self.store.walk(goal);
        while let Term::Comp(",", parts) = &goal {
            goal = self.store.walk(&parts[0]);
        }
        matches!(goal, Term::Comp("=" | "<" | ">" | "=<" | ">=" | "=:=" | "=\\=", _))
    }

    /// The value of a global variable that backtracking restores, and the variable that the next value goes to.
    pub(crate) fn last_value(&mut self, key: Name) -> (Option<Term>, Term) {
        let store = &mut self.store;
        let mut end = self
            .globals
            .entry(key)
            .or_insert_with(|| Term::Var(store.fresh(1)))
            .clone();
        let mut last = None;
        while let Term::Comp("$value", parts) = self.store.walk(&end) {
            last = Some(parts[0].clone());
            end = parts[1].clone();
        }
        (last, end)
    }

    /// bagof/3 and setof/3 by findall/3: results with what the goal's free variables are for each.
    pub(crate) fn bag(&mut self, name: Name, template: &Term, goal: &Term, result: &Term, next: &Cont) -> Step<Cont> {
        // What is not a list makes an error in some systems and failure in others.
        self.store.list_items(result).map_err(|_| Exit::Limit)?;
        let mut bound = Vec::new();
        self.store.resolve(template)?.count_vars(&mut bound);
        let mut goal = self.store.resolve(goal)?;
        while let Term::Comp("^", args) = &goal {
            args[0].count_vars(&mut bound);
            goal = args[1].clone();
        }
        let mut free = Vec::new();
        goal.count_vars(&mut free);
        free.retain(|(v, _)| !bound.iter().any(|(other, _)| other == v));
        let witness = comp("$witness", free.iter().map(|(v, _)| Term::Var(*v)).collect::<Vec<_>>());
        let pairs = Term::Var(self.store.fresh(1));
        let found = comp(
            "findall",
            [comp("-", [witness.clone(), template.clone()]), goal, pairs.clone()],
        );
        let groups = comp("$bag", [Term::Atom(name), witness, pairs, result.clone()]);
        Ok(push(Goal::Call(conj(&[found, groups]), 0), next))
    }

    /// One alternative for each value of the free variables, in order. Values that are not ground, and results of
    /// setof/3 whose order is open, are not decided here.
    pub(crate) fn groups(
        &mut self,
        kind: &Term,
        witness: &Term,
        pairs: &Term,
        result: &Term,
        next: &Cont,
    ) -> Step<Cont> {
        let mut pairs = self.store.list_items(pairs)?.ok_or(Exit::Limit)?;
        for pair in &mut pairs {
            *pair = self.store.resolve(pair)?;
        }
        let parts = |pair: &Term| match pair {
            Term::Comp("-", parts) => (parts[0].clone(), parts[1].clone()),
            _ => unreachable!("findall/3 was given pairs"),
        };
        let by_key = *kind == Term::Atom("bagof");
        for i in 1..pairs.len() {
            for j in (0..i).rev() {
                let (a, b) = (parts(&pairs[j]), parts(&pairs[j + 1]));
                let order = match self.store.compare(&a.0, &b.0)? {
                    Ordering::Equal if by_key => Ordering::Less,
                    Ordering::Equal => self.store.compare(&a.1, &b.1)?,
                    order => order,
                };
                if order != Ordering::Greater {
                    break;
                }
                pairs.swap(j, j + 1);
            }
        }
        if !by_key {
            pairs.dedup();
        }
        let mut groups: Vec<(Term, Vec<Term>)> = Vec::new();
        for pair in &pairs {
            let (key, value) = parts(pair);
            if key.var_bound() > 0 {
                return Err(Exit::Limit);
            }
            match groups.last_mut() {
                Some((last, values)) if *last == key => values.push(value),
                _ => groups.push((key, vec![value])),
            }
        }
        let goals = groups.into_iter().map(|(key, values)| {
            conj(&[
                comp("=", [witness.clone(), key]),
                comp("=", [result.clone(), list(&values, NIL)]),
            ])
        });
        let alternatives = goals.rev().reduce(|rest, first| comp(";", [first, rest]));
        Ok(push(Goal::Call(alternatives.unwrap_or(Term::Atom("fail")), 0), next))
    }
}
