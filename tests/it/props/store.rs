//! The store of the reference solver: bindings, unification, copying, order, arithmetic, and the predicates that need
//! no control.

use crate::props::term::{NIL, Name, Term, comp, list};
use std::cmp::Ordering;
use std::collections::HashMap;

/// Why a goal did not lead to further goals.
pub(crate) enum Exit {
    Fail,
    Throw(Term),
    Limit,
}

pub(crate) type Step<T> = Result<T, Exit>;

pub(crate) struct Store {
    bindings: Vec<Option<Term>>,
    trail: Vec<usize>,
    pub budget: u64,
    /// The variables that goals wait for, with these goals.
    frozen: Vec<(usize, Term)>,
    /// Goals whose variables were bound.
    pub woken: Vec<Term>,
}

/// On the trail in place of a variable: a goal began to wait.
const FROZEN: usize = usize::MAX;

fn error<T>(formal: Term) -> Step<T> {
    Err(Exit::Throw(comp("error", [formal, Term::Atom("context")])))
}

fn evaluable_error(name: Name, arity: usize) -> Term {
    let formal = comp("type_error", [Term::Atom("evaluable"), indicator(name, arity)]);
    comp("error", [formal, Term::Atom("context")])
}

pub(crate) fn instantiation_error<T>() -> Step<T> {
    error(Term::Atom("instantiation_error"))
}

pub(crate) fn type_error<T>(kind: Name, culprit: Term) -> Step<T> {
    error(comp("type_error", [Term::Atom(kind), culprit]))
}

pub(crate) fn existence_error<T>(name: Name, arity: usize) -> Step<T> {
    error(comp(
        "existence_error",
        [Term::Atom("procedure"), indicator(name, arity)],
    ))
}

pub(crate) fn matching_error<T>(goal: Term) -> Step<T> {
    error(comp("existence_error", [Term::Atom("matching_rule"), goal]))
}

fn indicator(name: Name, arity: usize) -> Term {
    comp("/", [Term::Atom(name), Term::Int(arity as i64)])
}

fn test(holds: bool) -> Step<()> {
    if holds { Ok(()) } else { Err(Exit::Fail) }
}

/// Renumbers the variables of a term through the map.
pub(crate) fn rename(term: &Term, map: &dyn Fn(usize) -> usize) -> Term {
    match term {
        Term::Var(v) => Term::Var(map(*v)),
        Term::Comp(name, args) => Term::Comp(name, args.iter().map(|arg| rename(arg, map)).collect()),
        other => other.clone(),
    }
}

impl Store {
    pub(crate) fn new(budget: u64) -> Store {
        Store {
            bindings: Vec::new(),
            trail: Vec::new(),
            budget,
            frozen: Vec::new(),
            woken: Vec::new(),
        }
    }

    /// Makes unbound variables; gives the first.
    pub(crate) fn fresh(&mut self, count: usize) -> usize {
        let base = self.bindings.len();
        self.bindings.resize(base + count, None);
        base
    }

    /// Every visit to a node of a term is paid for, so that terms of exponential size meet the limit too.
    pub(crate) fn work(&mut self, amount: u64) -> Step<()> {
        self.budget = self.budget.saturating_sub(amount);
        if self.budget == 0 { Err(Exit::Limit) } else { Ok(()) }
    }

    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    pub(crate) fn undo(&mut self, mark: usize) {
        self.woken.clear();
        for v in self.trail.drain(mark..) {
            if v == FROZEN {
                self.frozen.pop();
            } else {
                self.bindings[v] = None;
            }
        }
    }

    /// Lets a goal wait for a variable.
    pub(crate) fn freeze(&mut self, v: usize, goal: Term) {
        self.frozen.push((v, goal));
        self.trail.push(FROZEN);
    }

    /// The goals that wait for an unbound variable, the oldest first.
    fn waiting(&self, v: usize) -> Vec<Term> {
        let waiting = self
            .frozen
            .iter()
            .filter(|(w, _)| self.walk(&Term::Var(*w)) == Term::Var(v));
        waiting.map(|(_, goal)| goal.clone()).collect()
    }

    /// Binds a variable, and wakes what waits for it. Where goals wait for two variables that become one, or for two
    /// that are bound at once, systems differ in the order.
    fn bind(&mut self, v: usize, value: Term) -> Step<()> {
        let mut goals = self.waiting(v);
        let (v, value) = match value {
            Term::Var(w) if !goals.is_empty() => {
                if !self.waiting(w).is_empty() {
                    return Err(Exit::Limit);
                }
                goals.clear();
                (w, Term::Var(v))
            }
            value => (v, value),
        };
        if matches!(value, Term::Var(_)) {
            goals.clear();
        }
        if !goals.is_empty() && !self.woken.is_empty() {
            return Err(Exit::Limit);
        }
        self.woken.append(&mut goals);
        self.bindings[v] = Some(value);
        self.trail.push(v);
        Ok(())
    }

    pub(crate) fn walk(&self, term: &Term) -> Term {
        let mut term = term;
        while let Term::Var(v) = term
            && let Some(value) = &self.bindings[*v]
        {
            term = value;
        }
        term.clone()
    }

    pub(crate) fn unify(&mut self, a: &Term, b: &Term) -> Step<()> {
        self.work(1)?;
        match (self.walk(a), self.walk(b)) {
            (Term::Var(a), Term::Var(b)) if a == b => Ok(()),
            (Term::Var(v), term) | (term, Term::Var(v)) => {
                if self.occurs(v, &term)? {
                    return Err(Exit::Limit);
                }
                self.bind(v, term)
            }
            (Term::Comp(f, xs), Term::Comp(g, ys)) => {
                test(f == g && xs.len() == ys.len())?;
                xs.iter().zip(ys.iter()).try_for_each(|(x, y)| self.unify(x, y))
            }
            (a, b) => test(a == b),
        }
    }

    fn occurs(&mut self, v: usize, term: &Term) -> Step<bool> {
        self.work(1)?;
        match self.walk(term) {
            Term::Var(other) => Ok(v == other),
            Term::Comp(_, args) => {
                for arg in args.iter() {
                    if self.occurs(v, arg)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Term::Int(_) | Term::Atom(_) => Ok(false),
        }
    }

    /// The term with all its bindings put in.
    pub(crate) fn resolve(&mut self, term: &Term) -> Step<Term> {
        self.work(1)?;
        Ok(match self.walk(term) {
            Term::Comp(name, args) => Term::Comp(
                name,
                args.iter()
                    .map(|arg| self.resolve(arg))
                    .collect::<Step<Vec<_>>>()?
                    .into(),
            ),
            other => other,
        })
    }

    /// The term with all its bindings put in and variables of its own.
    pub(crate) fn copy(&mut self, term: &Term) -> Step<Term> {
        let term = self.resolve(term)?;
        let mut counts = Vec::new();
        term.count_vars(&mut counts);
        // What waits would be copied with the variable.
        if !self.frozen.is_empty() && counts.iter().any(|(v, _)| !self.waiting(*v).is_empty()) {
            return Err(Exit::Limit);
        }
        let base = self.fresh(counts.len());
        let map: HashMap<usize, usize> = counts.iter().enumerate().map(|(i, (v, _))| (*v, base + i)).collect();
        Ok(rename(&term, &|v| map[&v]))
    }

    /// Standard order; the order of two variables depends on the system, so comparing them is not decided here.
    pub(crate) fn compare(&mut self, a: &Term, b: &Term) -> Step<Ordering> {
        self.work(1)?;
        let rank = |term: &Term| match term {
            Term::Var(_) => 0,
            Term::Int(_) => 1,
            Term::Atom(_) => 2,
            Term::Comp(..) => 3,
        };
        let (a, b) = (self.walk(a), self.walk(b));
        match (&a, &b) {
            (Term::Var(v), Term::Var(w)) if v != w => Err(Exit::Limit),
            (Term::Int(a), Term::Int(b)) => Ok(a.cmp(b)),
            (Term::Atom(a), Term::Atom(b)) => Ok(a.cmp(b)),
            (Term::Comp(f, xs), Term::Comp(g, ys)) => {
                let functors = xs.len().cmp(&ys.len()).then_with(|| f.cmp(g));
                if functors != Ordering::Equal {
                    return Ok(functors);
                }
                for (x, y) in xs.iter().zip(ys.iter()) {
                    let order = self.compare(x, y)?;
                    if order != Ordering::Equal {
                        return Ok(order);
                    }
                }
                Ok(Ordering::Equal)
            }
            _ => Ok(rank(&a).cmp(&rank(&b))),
        }
    }

    /// Sorts in standard order, so that equal terms stay as they are.
    fn sort(&mut self, items: &mut [Term]) -> Step<()> {
        for sorted in 1..items.len() {
            let mut at = sorted;
            while at > 0 && self.compare(&items[at], &items[at - 1])?.is_lt() {
                items.swap(at, at - 1);
                at -= 1;
            }
        }
        Ok(())
    }

    fn identical(&mut self, a: &Term, b: &Term) -> Step<bool> {
        Ok(self.resolve(a)? == self.resolve(b)?)
    }

    pub(crate) fn integer(&mut self, term: &Term) -> Step<i64> {
        match self.walk(term) {
            Term::Int(value) => Ok(value),
            Term::Var(_) => instantiation_error(),
            other => type_error("integer", self.resolve(&other)?),
        }
    }

    /// The items of a list; none for a partial list; a type error for anything else.
    pub(crate) fn list_items(&mut self, term: &Term) -> Step<Option<Vec<Term>>> {
        let mut items = Vec::new();
        let mut rest = self.walk(term);
        loop {
            self.work(1)?;
            rest = match &rest {
                Term::Comp(".", args) if args.len() == 2 => {
                    items.push(args[0].clone());
                    self.walk(&args[1])
                }
                Term::Var(_) => return Ok(None),
                rest if *rest == NIL => return Ok(Some(items)),
                _ => return type_error("list", self.resolve(term)?),
            };
        }
    }

    /// The values of several expressions. Systems differ in which of several errors they report: if there are two that
    /// differ, counting `known`, the outcome is undecided.
    fn eval_all(&mut self, terms: &[Term], mut known: Option<Term>) -> Step<Vec<i64>> {
        let mut values = Vec::new();
        for term in terms {
            match self.eval(term) {
                Ok(value) => values.push(value),
                Err(Exit::Throw(ball)) if known.as_ref().is_none_or(|known| *known == ball) => known = Some(ball),
                Err(_) => return Err(Exit::Limit),
            }
        }
        match known {
            None => Ok(values),
            Some(ball) => Err(Exit::Throw(ball)),
        }
    }

    fn eval(&mut self, term: &Term) -> Step<i64> {
        self.work(1)?;
        let (name, args) = match self.walk(term) {
            Term::Int(value) => return Ok(value),
            Term::Var(_) => return instantiation_error(),
            // Systems differ on lists in arithmetic.
            Term::Atom("[]") | Term::Comp(".", _) => return Err(Exit::Limit),
            Term::Atom(name) => return Err(Exit::Throw(evaluable_error(name, 0))),
            Term::Comp(name, args) => (name, args),
        };
        let evaluable = match args.len() {
            1 => ["-", "+", "abs"].contains(&name),
            2 => ["+", "-", "*", "//", "mod", "rem", "min", "max", ">>", "<<"].contains(&name),
            _ => false,
        };
        let values = self.eval_all(&args, (!evaluable).then(|| evaluable_error(name, args.len())))?;
        let (x, y) = (values[0], *values.last().expect("one or two arguments"));
        let result = match (name, args.len()) {
            ("-", 1) => x.checked_neg(),
            ("+", 1) => Some(x),
            ("abs", 1) => x.checked_abs(),
            ("+", _) => x.checked_add(y),
            ("-", _) => x.checked_sub(y),
            ("*", _) => x.checked_mul(y),
            ("min", _) => Some(x.min(y)),
            ("max", _) => Some(x.max(y)),
            (">>", _) if (0..64).contains(&y) => Some(x >> y),
            ("<<", _) if (0..32).contains(&y) => x.checked_mul(1 << y),
            (">>" | "<<", _) => None,
            (_, _) if y == 0 => return error(comp("evaluation_error", [Term::Atom("zero_divisor")])),
            ("//", _) => x.checked_div(y),
            ("rem", _) => x.checked_rem(y),
            // The result has the sign of the divisor.
            _ => x
                .checked_rem(y)
                .map(|rem| if rem != 0 && (rem < 0) != (y < 0) { rem + y } else { rem }),
        };
        result.ok_or(Exit::Limit)
    }

    /// A predicate that succeeds at most once and changes nothing but bindings.
    pub(crate) fn builtin(&mut self, name: Name, args: &[Term]) -> Step<()> {
        match (name, args) {
            ("=", [a, b]) => self.unify(a, b),
            ("\\=", [a, b]) => {
                let mark = self.mark();
                let result = self.unify(a, b);
                // Goals that wait have a say, and they are not run here.
                if !self.woken.is_empty() {
                    return Err(Exit::Limit);
                }
                self.undo(mark);
                match result {
                    Ok(()) => Err(Exit::Fail),
                    Err(Exit::Fail) => Ok(()),
                    Err(exit) => Err(exit),
                }
            }
            ("==", [a, b]) => test(self.identical(a, b)?),
            ("\\==", [a, b]) => test(!self.identical(a, b)?),
            ("@<", [a, b]) => test(self.compare(a, b)?.is_lt()),
            ("@>", [a, b]) => test(self.compare(a, b)?.is_gt()),
            ("@=<", [a, b]) => test(self.compare(a, b)?.is_le()),
            ("@>=", [a, b]) => test(self.compare(a, b)?.is_ge()),
            ("compare", [order, a, b]) => {
                match self.walk(order) {
                    Term::Var(_) | Term::Atom("<" | "=" | ">") => {}
                    _ => return Err(Exit::Limit),
                }
                let text = match self.compare(a, b)? {
                    Ordering::Less => "<",
                    Ordering::Equal => "=",
                    Ordering::Greater => ">",
                };
                self.unify(order, &Term::Atom(text))
            }
            ("length", [items, length]) => match (self.list_items(items), self.walk(length)) {
                (Ok(Some(items)), Term::Var(_) | Term::Int(0..)) => self.unify(length, &Term::Int(items.len() as i64)),
                _ => Err(Exit::Limit),
            },
            ("msort" | "sort", [items, sorted]) => {
                let Some(mut items) = self.list_items(items)? else {
                    return instantiation_error();
                };
                // What is not a list makes an error in some systems and failure in others.
                self.list_items(sorted).map_err(|_| Exit::Limit)?;
                self.sort(&mut items)?;
                if name == "sort" {
                    items.dedup_by(|b, a| self.identical(a, b).is_ok_and(|same| same));
                }
                self.unify(sorted, &list(&items, NIL))
            }
            ("var", [a]) => test(matches!(self.walk(a), Term::Var(_))),
            ("nonvar", [a]) => test(!matches!(self.walk(a), Term::Var(_))),
            ("atom", [a]) => test(matches!(self.walk(a), Term::Atom(_))),
            ("integer" | "number", [a]) => test(matches!(self.walk(a), Term::Int(_))),
            ("atomic", [a]) => test(matches!(self.walk(a), Term::Int(_) | Term::Atom(_))),
            ("compound", [a]) => test(matches!(self.walk(a), Term::Comp(..))),
            ("callable", [a]) => test(matches!(self.walk(a), Term::Comp(..) | Term::Atom(_))),
            ("is_list", [a]) => match self.list_items(a) {
                Ok(items) => test(items.is_some()),
                Err(Exit::Throw(_)) => Err(Exit::Fail),
                Err(exit) => Err(exit),
            },
            ("is", [result, expression]) => {
                let value = self.eval(expression)?;
                self.unify(result, &Term::Int(value))
            }
            ("<" | ">" | "=<" | ">=" | "=:=" | "=\\=", [a, b]) => {
                let values = self.eval_all(&[a.clone(), b.clone()], None)?;
                let order = values[0].cmp(&values[1]);
                test(match name {
                    "<" => order.is_lt(),
                    ">" => order.is_gt(),
                    "=<" => order.is_le(),
                    ">=" => order.is_ge(),
                    "=:=" => order.is_eq(),
                    _ => order.is_ne(),
                })
            }
            ("functor", [term, name, arity]) => self.functor(term, name, arity),
            ("arg", [n, term, arg]) => match (self.walk(n), self.walk(term)) {
                (_, Term::Var(_)) => instantiation_error(),
                (Term::Var(_), term) => type_error("compound", term),
                (Term::Int(n), Term::Comp(_, args)) if n >= 0 => match args.get((n as usize).wrapping_sub(1)) {
                    Some(found) => self.unify(arg, found),
                    None => Err(Exit::Fail),
                },
                (Term::Int(n), term @ (Term::Int(_) | Term::Atom(_))) if n >= 0 => type_error("compound", term),
                (n @ (Term::Atom(_) | Term::Comp(..)), Term::Comp(..)) => type_error("integer", self.resolve(&n)?),
                _ => Err(Exit::Limit),
            },
            ("=..", [term, items]) => self.univ(term, items),
            ("copy_term", [term, copy]) => {
                let fresh = self.copy(term)?;
                self.unify(copy, &fresh)
            }
            _ => existence_error(name, args.len()),
        }
    }

    /// Whether `arg/3` with this number and this term has a solution for each argument.
    pub(crate) fn has_unknown_number(&self, n: &Term, term: &Term) -> bool {
        matches!((self.walk(n), self.walk(term)), (Term::Var(_), Term::Comp(..)))
    }

    fn functor(&mut self, term: &Term, name: &Term, arity: &Term) -> Step<()> {
        let (term, name, arity) = (self.walk(term), self.walk(name), self.walk(arity));
        match &term {
            Term::Var(_) => {}
            Term::Comp(f, args) => {
                self.unify(&name, &Term::Atom(f))?;
                return self.unify(&arity, &Term::Int(args.len() as i64));
            }
            atomic => {
                self.unify(&name, atomic)?;
                return self.unify(&arity, &Term::Int(0));
            }
        }
        match (name, arity) {
            (Term::Var(_), Term::Var(_) | Term::Int(_)) | (Term::Atom(_), Term::Var(_)) => instantiation_error(),
            (name @ (Term::Atom(_) | Term::Int(_)), Term::Int(0)) => self.unify(&term, &name),
            (Term::Atom(name), Term::Int(arity @ 1..=8)) => {
                let base = self.fresh(arity as usize);
                let args: Vec<Term> = (base..base + arity as usize).map(Term::Var).collect();
                self.unify(&term, &comp(name, args))
            }
            // Which of several errors is reported, and for large arities whether there is one, differs.
            _ => Err(Exit::Limit),
        }
    }

    fn univ(&mut self, term: &Term, items: &Term) -> Step<()> {
        let term = self.walk(term);
        if !matches!(term, Term::Var(_)) {
            // Without the flag `iso` a list that the term does not have fails.
            if self.list_items(items).is_err() {
                return Err(Exit::Limit);
            }
        }
        if let Term::Comp(name, args) = &term {
            let parts = [&[Term::Atom(name)], &args[..]].concat();
            return self.unify(items, &list(&parts, NIL));
        }
        if !matches!(term, Term::Var(_)) {
            return self.unify(items, &list(&[term], NIL));
        }
        let Some(items) = self.list_items(items)? else {
            return instantiation_error();
        };
        let Some((name, args)) = items.split_first() else {
            return Err(Exit::Limit);
        };
        match self.walk(name) {
            Term::Var(_) => instantiation_error(),
            name if args.is_empty() && !matches!(name, Term::Comp(..)) => self.unify(&term, &name),
            Term::Atom(name) => self.unify(&term, &comp(name, args)),
            _ => Err(Exit::Limit),
        }
    }
}
