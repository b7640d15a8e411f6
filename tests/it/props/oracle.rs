//! A reference solver: a small Prolog written to be obviously right, against which the engine is compared.
//!
//! A goal stack is a shared linked list of goals still to be proved; a choice point keeps one of those lists and the
//! length of the trail. A cut removes choice points down to a height that each goal carries with it. A catch is active
//! as long as its exit mark is among the goals still to be proved, so leaving and re-entering it needs no bookkeeping.
//!
//! Where an answer is not defined (order of two variables, cyclic terms) or does not fit (integers beyond 64 bits),
//! solving stops with [`End::Limit`], as it does when a program runs for too long.

use crate::props::clause_terms::library;
use crate::props::cleanup::{Cleanup, Ended};
use crate::props::store::{Exit, Step, Store, instantiation_error, rename, type_error};
use crate::props::term::{Clause, NIL, Name, Program, Term, comp, conj, list};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// How a run ended, after its answers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum End {
    /// There are no more answers.
    Done,
    /// As many answers as were asked for; there may be more.
    Enough,
    /// An uncaught ball; of an `error(Formal, _)` only the formal term.
    Error(String),
    /// Undecided: the answers before this are right, nothing is known of what follows.
    Limit,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outcome {
    pub answers: Vec<String>,
    pub end: End,
    pub steps: u64,
}

/// Runs the program's query for at most `most` answers and `limit` units of work.
pub(crate) fn solve(program: &Program, most: usize, limit: u64) -> Outcome {
    let mut solver = Solver::new(program, limit);
    let query = conj(&program.query);
    solver.store.fresh(query.var_bound());
    let template: Vec<Term> = program.query_vars().iter().map(|(v, _)| Term::Var(*v)).collect();
    let template = comp("q", template);
    let mut answers = Vec::new();
    let end = solver.run(query, &template, most, &mut answers);
    Outcome {
        answers,
        end,
        steps: limit - solver.store.budget,
    }
}

/// The goals still to be proved.
pub(crate) type Cont = Option<Rc<Node>>;

pub(crate) struct Node {
    pub goal: Goal,
    pub next: Cont,
}

pub(crate) enum Goal {
    /// A goal, and the height of the choice stack that a cut in it goes back to.
    Call(Term, usize),
    /// The end of a condition: removes the choice points above the height.
    CutTo(usize),
    /// The end of a soft condition: disables the choice point of the else branch.
    Disable(usize),
    /// The end of a catch/3 goal, and all that is needed to handle a ball thrown before it.
    CatchExit {
        catcher: Term,
        recovery: Term,
        trail: usize,
        choices: usize,
    },
    /// The end of a goal with a cleanup, which is the choice point at this index.
    CleanupExit(usize),
    /// The end of a findall/3 goal.
    Collect(Term, Rc<RefCell<Vec<Term>>>),
}

pub(crate) struct Choice {
    pub trail: usize,
    pub kind: Kind,
}

pub(crate) enum Kind {
    /// Runs a cleanup when it is removed or come back to.
    Cleanup(Cleanup),
    Disabled,
    Goals(Cont),
    Clauses {
        goal: Term,
        clauses: Clauses,
        at: usize,
        next: Cont,
    },
    Retract {
        clause: Term,
        clauses: Clauses,
        at: usize,
        next: Cont,
    },
    Findall {
        found: Rc<RefCell<Vec<Term>>>,
        result: Term,
        next: Cont,
    },
}

/// A snapshot of a predicate's clauses: a running call does not see later changes.
pub(crate) type Clauses = Rc<Vec<Rc<Stored>>>;

pub(crate) struct Stored {
    pub head: Term,
    pub body: Term,
    pub vars: usize,
}

#[derive(Default)]
pub(crate) struct Predicate {
    pub dynamic: bool,
    /// Whether its clauses are rules with `=>`.
    pub matching: bool,
    pub clauses: Clauses,
}

pub(crate) struct Solver {
    pub store: Store,
    pub choices: Vec<Choice>,
    pub predicates: HashMap<(Name, usize), Predicate>,
    /// Global variables: the value of one that backtracking leaves alone; of one that it restores, a chain of
    /// variables, each bound to a value and the next, or unbound.
    pub globals: HashMap<Name, Term>,
}

pub(crate) fn push(goal: Goal, next: &Cont) -> Cont {
    Some(Rc::new(Node {
        goal,
        next: next.clone(),
    }))
}

impl Solver {
    fn new(program: &Program, limit: u64) -> Solver {
        let mut predicates: HashMap<(Name, usize), Predicate> = HashMap::new();
        for key in &program.dynamic {
            predicates.entry(*key).or_default().dynamic = true;
        }
        for Clause { head, body } in library().iter().chain(&program.clauses) {
            let (name, args) = head.name_and_args().expect("heads are callable");
            let body = conj(body);
            let vars = head.var_bound().max(body.var_bound());
            let stored = Stored {
                head: head.clone(),
                body,
                vars,
            };
            let predicate = predicates.entry((name, args.len())).or_default();
            predicate.matching = program.matching.contains(&name);
            Rc::make_mut(&mut predicate.clauses).push(Rc::new(stored));
        }
        Solver {
            store: Store::new(limit),
            choices: Vec::new(),
            predicates,
            globals: HashMap::new(),
        }
    }

    fn run(&mut self, query: Term, template: &Term, most: usize, answers: &mut Vec<String>) -> End {
        let mut goals = push(Goal::Call(query, 0), &None);
        loop {
            let result = match &goals {
                Some(node) => self.step(&node.goal, &node.next).and_then(|next| self.wake(next)),
                None => self.store.resolve(template).and_then(|answer| {
                    answers.push(answer.canonical());
                    Err(Exit::Fail)
                }),
            };
            if answers.len() == most {
                return End::Enough;
            }
            match self.follow(result, goals) {
                Ok(next) => goals = next,
                Err(end) => return end,
            }
        }
    }

    fn follow(&mut self, result: Step<Cont>, goals: Cont) -> Result<Cont, End> {
        self.go_on(result, goals).map_err(|exit| match exit {
            Exit::Limit => End::Limit,
            Exit::Throw(ball) => End::Error(uncaught(&ball)),
            Exit::Fail => End::Done,
        })
    }

    /// The goals to go on with after a step: its own, those of a catch, or those of the newest choice point. Fails if
    /// there are none.
    pub(crate) fn go_on(&mut self, result: Step<Cont>, goals: Cont) -> Step<Cont> {
        self.store.woken.clear();
        let mut result = match result {
            Err(Exit::Throw(ball)) => self.handle(&ball, goals),
            result => result,
        };
        loop {
            result = match result {
                Ok(goals) => return self.wake(goals).map_err(|_| Exit::Limit),
                Err(Exit::Fail) => match self.choices.pop() {
                    Some(choice) => self.retry(choice),
                    None => return Err(Exit::Fail),
                },
                other => return other,
            };
        }
    }

    /// The goals after the innermost active catch whose catcher unifies with the ball; throws it again if none does.
    pub(crate) fn handle(&mut self, ball: &Term, mut goals: Cont) -> Step<Cont> {
        let ball = self.store.copy(ball)?;
        let running = Self::running_cleanups(&goals);
        while let Some(node) = goals {
            if let Goal::CatchExit {
                catcher,
                recovery,
                trail,
                choices,
            } = &node.goal
            {
                self.unwind(*choices, &ball, &running)?;
                self.store.undo(*trail);
                match self.store.unify(catcher, &ball) {
                    Err(Exit::Fail) => self.store.undo(*trail),
                    result => {
                        let recovery = comp("call", [recovery.clone()]);
                        return result.map(|()| push(Goal::Call(recovery, 0), &node.next));
                    }
                }
            }
            goals = node.next.clone();
        }
        self.unwind(0, &ball, &running)?;
        Err(Exit::Throw(ball))
    }

    fn retry(&mut self, choice: Choice) -> Step<Cont> {
        self.store.undo(choice.trail);
        match choice.kind {
            Kind::Disabled => Err(Exit::Fail),
            Kind::Cleanup(cleanup) => match self.clean_up(&cleanup, Ended::Fail) {
                Ok(()) => Err(Exit::Fail),
                Err(Exit::Throw(ball)) => self.handle(&ball, cleanup.next),
                Err(exit) => Err(exit),
            },
            Kind::Goals(goals) => Ok(goals),
            Kind::Clauses {
                goal,
                clauses,
                at,
                next,
            } => self.try_clauses(&goal, &clauses, at, &next),
            Kind::Retract {
                clause,
                clauses,
                at,
                next,
            } => self.try_retract(&clause, &clauses, at, &next),
            Kind::Findall { found, result, next } => {
                self.store.unify(&result, &list(&found.borrow(), NIL))?;
                Ok(next)
            }
        }
    }

    pub(crate) fn choice(&mut self, kind: Kind) {
        self.choices.push(Choice {
            trail: self.store.mark(),
            kind,
        });
    }

    pub(crate) fn step(&mut self, goal: &Goal, next: &Cont) -> Step<Cont> {
        self.store.work(4)?;
        match goal {
            Goal::Call(goal, barrier) => self.call(goal, *barrier, next),
            Goal::CutTo(height) => {
                self.cut(*height)?;
                Ok(next.clone())
            }
            Goal::CleanupExit(at) => {
                self.cleanup_exit(*at)?;
                Ok(next.clone())
            }
            Goal::Disable(at) => {
                self.choices[*at].kind = Kind::Disabled;
                Ok(next.clone())
            }
            Goal::CatchExit { .. } => Ok(next.clone()),
            Goal::Collect(template, found) => {
                let copy = self.store.copy(template)?;
                found.borrow_mut().push(copy);
                Err(Exit::Fail)
            }
        }
    }

    #[allow(clippy::too_many_lines, reason = "one arm for each predicate")]
    fn call(&mut self, goal: &Term, barrier: usize, next: &Cont) -> Step<Cont> {
        let height = self.choices.len();
        let (name, args) = match goal {
            Term::Var(_) => return self.call_with(goal, &[], next),
            Term::Int(_) => return type_error("callable", goal.clone()),
            Term::Atom(name) => (*name, [].as_slice()),
            Term::Comp(name, args) => (*name, &args[..]),
        };
        match (name, args) {
            ("true", []) => Ok(next.clone()),
            ("fail" | "false", []) => Err(Exit::Fail),
            // A list is a goal that loads files.
            (".", [_, _]) => Err(Exit::Limit),
            ("!", []) => {
                self.cut(barrier)?;
                Ok(next.clone())
            }
            (",", [a, b]) => {
                let next = push(Goal::Call(b.clone(), barrier), next);
                Ok(push(Goal::Call(a.clone(), barrier), &next))
            }
            (";", [Term::Comp("->", branch), otherwise]) => {
                self.choice(Kind::Goals(push(Goal::Call(otherwise.clone(), barrier), next)));
                Ok(self.condition(&branch[0], Goal::CutTo(height), Some(&branch[1]), barrier, next))
            }
            (";", [Term::Comp("*->", branch), otherwise]) => {
                self.choice(Kind::Goals(push(Goal::Call(otherwise.clone(), barrier), next)));
                Ok(self.condition(&branch[0], Goal::Disable(height), Some(&branch[1]), barrier, next))
            }
            (";", [a, b]) => {
                self.choice(Kind::Goals(push(Goal::Call(b.clone(), barrier), next)));
                Ok(push(Goal::Call(a.clone(), barrier), next))
            }
            ("->", [condition, then]) => {
                self.choice(Kind::Disabled);
                Ok(self.condition(condition, Goal::CutTo(height), Some(then), barrier, next))
            }
            ("*->", [condition, then]) => {
                let next = push(Goal::Call(then.clone(), barrier), next);
                Ok(push(Goal::Call(condition.clone(), height), &next))
            }
            ("\\+", [goal]) => {
                self.choice(Kind::Goals(next.clone()));
                // What follows is not reached, but a ball finds its catch there.
                let failure = push(Goal::Call(Term::Atom("fail"), 0), next);
                Ok(self.condition(goal, Goal::CutTo(height), None, barrier, &failure))
            }
            ("call", [goal, extra @ ..]) => self.call_with(goal, extra, next),
            ("once", [Term::Comp("setup_call_cleanup", args)]) if args.len() == 3 => {
                // Run to its first solution, the goal leaves nothing behind: so it is known when the cleanup runs. What
                // the cleanup throws counts unless the goal has thrown.
                let ball = Term::Var(self.store.fresh(1));
                let nobody = Term::Var(self.store.fresh(1));
                let cleanup = comp("ignore", [args[2].clone()]);
                let quiet = comp("catch", [cleanup.clone(), nobody, Term::Atom("true")]);
                let then_throw = conj(&[quiet, comp("throw", [ball.clone()])]);
                let guarded = comp("catch", [args[1].clone(), ball, then_throw]);
                let goal = conj(&[comp("once", [args[0].clone()]), guarded]);
                let failed = conj(&[cleanup.clone(), Term::Atom("fail")]);
                let goal = comp(";", [comp("->", [goal, cleanup]), failed]);
                Ok(push(Goal::Call(goal, 0), next))
            }
            ("setup_call_cleanup", [setup, goal, cleanup]) => {
                Ok(Self::guarded(setup, goal, &Term::Atom("any"), cleanup, next))
            }
            ("setup_call_catcher_cleanup", [setup, goal, catcher, cleanup]) => Ok(Self::guarded(
                setup,
                goal,
                &comp("catcher", [catcher.clone()]),
                cleanup,
                next,
            )),
            ("$guarded", [goal, catcher, cleanup]) => {
                self.choice(Kind::Cleanup(Cleanup {
                    goal: cleanup.clone(),
                    catcher: catcher.clone(),
                    next: next.clone(),
                }));
                let goal = comp("call", [goal.clone()]);
                Ok(push(Goal::Call(goal, 0), &push(Goal::CleanupExit(height), next)))
            }
            ("freeze", [v, goal]) => Ok(self.freeze(v, goal, next)),
            ("bagof" | "setof", [template, goal, result]) => self.bag(name, template, goal, result, next),
            ("$bag", [kind, witness, pairs, result]) => self.groups(kind, witness, pairs, result, next),
            ("nb_setval", [Term::Atom(key), value]) => {
                let copy = self.store.copy(value)?;
                self.globals.insert(key, copy);
                Ok(next.clone())
            }
            ("nb_getval", [Term::Atom(key), value]) => {
                let known = self.globals.get(key).cloned().ok_or(Exit::Limit)?;
                self.store.unify(value, &known)?;
                Ok(next.clone())
            }
            ("b_setval", [Term::Atom(key), value]) => {
                let (_, end) = self.last_value(key);
                let rest = Term::Var(self.store.fresh(1));
                self.store.unify(&end, &comp("$value", [value.clone(), rest]))?;
                Ok(next.clone())
            }
            ("b_getval", [Term::Atom(key), value]) => {
                let known = self.last_value(key).0.ok_or(Exit::Limit)?;
                self.store.unify(value, &known)?;
                Ok(next.clone())
            }
            ("once", [goal]) => {
                self.choice(Kind::Disabled);
                let goal = comp("call", [goal.clone()]);
                Ok(self.condition(&goal, Goal::CutTo(height), None, barrier, next))
            }
            ("ignore", [goal]) => {
                self.choice(Kind::Goals(next.clone()));
                let goal = comp("call", [goal.clone()]);
                Ok(self.condition(&goal, Goal::CutTo(height), None, barrier, next))
            }
            ("forall", [condition, action]) => {
                let refuted = comp("\\+", [comp("call", [action.clone()])]);
                let goal = comp("\\+", [comp(",", [comp("call", [condition.clone()]), refuted])]);
                Ok(push(Goal::Call(goal, 0), next))
            }
            ("catch", [goal, catcher, recovery]) => {
                let exit = Goal::CatchExit {
                    catcher: catcher.clone(),
                    recovery: recovery.clone(),
                    trail: self.store.mark(),
                    choices: height,
                };
                Ok(push(Goal::Call(comp("call", [goal.clone()]), 0), &push(exit, next)))
            }
            ("throw", [ball]) => match self.store.resolve(ball)? {
                Term::Var(_) => instantiation_error(),
                ball => Err(Exit::Throw(ball)),
            },
            ("findall", [template, goal, result]) => {
                // What is not a list makes an error in some systems and failure in others.
                self.store.list_items(result).map_err(|_| Exit::Limit)?;
                let found = Rc::default();
                self.choice(Kind::Findall {
                    found: Rc::clone(&found),
                    result: result.clone(),
                    next: next.clone(),
                });
                let collect = push(Goal::Collect(template.clone(), found), next);
                Ok(push(Goal::Call(comp("call", [goal.clone()]), 0), &collect))
            }
            ("between", [low, high, value]) => self.between(low, high, value, next),
            ("arg", [n, term, arg]) if self.store.has_unknown_number(n, term) => {
                self.each_argument(n, term, arg, 0, next)
            }
            ("$arg_after", [Term::Int(last), n, term, arg]) => self.each_argument(n, term, arg, *last as usize, next),
            ("asserta" | "assertz", [clause]) => {
                self.assert(clause, name == "asserta")?;
                Ok(next.clone())
            }
            ("retract", [clause]) => {
                let (head, _) = self.clause_parts(clause)?;
                let (name, args) = head.name_and_args().expect("clause_parts gives callable heads");
                match self.predicates.get(&(name, args.len())) {
                    None => Err(Exit::Fail),
                    Some(predicate) if !predicate.dynamic => Err(Exit::Limit),
                    Some(predicate) => {
                        let clauses = Rc::clone(&predicate.clauses);
                        self.try_retract(clause, &clauses, 0, next)
                    }
                }
            }
            _ => match self.predicates.get(&(name, args.len())) {
                Some(predicate) => {
                    let clauses = Rc::clone(&predicate.clauses);
                    if predicate.matching {
                        return self.try_rules(goal, &clauses, next);
                    }
                    self.try_clauses(goal, &clauses, 0, next)
                }
                None => {
                    self.store.builtin(name, args)?;
                    Ok(next.clone())
                }
            },
        }
    }

    /// `goal`, then `exit`, then `then`; a cut in the goal is local to it.
    fn condition(&self, goal: &Term, exit: Goal, then: Option<&Term>, barrier: usize, next: &Cont) -> Cont {
        let next = match then {
            Some(then) => push(Goal::Call(then.clone(), barrier), next),
            None => next.clone(),
        };
        push(Goal::Call(goal.clone(), self.choices.len()), &push(exit, &next))
    }

    /// call/N: the goal as it is bound now becomes a body of its own, in which a cut is local.
    fn call_with(&mut self, goal: &Term, extra: &[Term], next: &Cont) -> Step<Cont> {
        let goal = match self.store.walk(goal) {
            Term::Var(_) => return instantiation_error(),
            Term::Atom(name) => comp(name, extra),
            Term::Comp(name, args) => comp(name, [&args[..], extra].concat()),
            other => return type_error("callable", other),
        };
        let Some(body) = self.body(&goal)? else {
            return type_error("callable", self.store.resolve(&goal)?);
        };
        Ok(push(Goal::Call(body, self.choices.len()), next))
    }

    fn try_clauses(&mut self, goal: &Term, clauses: &Clauses, mut at: usize, next: &Cont) -> Step<Cont> {
        let barrier = self.choices.len();
        while let Some(clause) = clauses.get(at) {
            at += 1;
            let (trail, base) = (self.store.mark(), self.store.fresh(clause.vars));
            match self.store.unify(goal, &rename(&clause.head, &|v| v + base)) {
                Ok(()) => {
                    if at < clauses.len() {
                        let kind = Kind::Clauses {
                            goal: goal.clone(),
                            clauses: clauses.clone(),
                            at,
                            next: next.clone(),
                        };
                        self.choices.push(Choice { trail, kind });
                    }
                    return Ok(push(Goal::Call(rename(&clause.body, &|v| v + base), barrier), next));
                }
                Err(Exit::Fail) => self.store.undo(trail),
                Err(exit) => return Err(exit),
            }
        }
        Err(Exit::Fail)
    }

    /// The first rule whose head matches the goal is the one.
    fn try_rules(&mut self, goal: &Term, clauses: &Clauses, next: &Cont) -> Step<Cont> {
        for clause in clauses.iter() {
            let (trail, base) = (self.store.mark(), self.store.fresh(clause.vars));
            match self.match_head(&rename(&clause.head, &|v| v + base), goal) {
                Ok(()) => {
                    let body = rename(&clause.body, &|v| v + base);
                    return Ok(push(Goal::Call(body, self.choices.len()), next));
                }
                Err(Exit::Fail) => self.store.undo(trail),
                Err(exit) => return Err(exit),
            }
        }
        self.no_rule(goal)
    }

    /// `arg/3` with an unbound number: the arguments after the `last`.
    fn each_argument(&mut self, n: &Term, term: &Term, arg: &Term, last: usize, next: &Cont) -> Step<Cont> {
        let Term::Comp(_, args) = self.store.walk(term) else {
            return Err(Exit::Fail);
        };
        let found = args.get(last).cloned().ok_or(Exit::Fail)?;
        let number = Term::Int(last as i64 + 1);
        if last + 1 < args.len() {
            let rest = comp("$arg_after", [number.clone(), n.clone(), term.clone(), arg.clone()]);
            self.choice(Kind::Goals(push(Goal::Call(rest, 0), next)));
        }
        self.store.unify(arg, &found)?;
        self.store.unify(n, &number)?;
        Ok(next.clone())
    }

    fn between(&mut self, low: &Term, high: &Term, value: &Term, next: &Cont) -> Step<Cont> {
        let (low, high) = (self.store.integer(low)?, self.store.integer(high)?);
        if !matches!(self.store.walk(value), Term::Var(_)) {
            let number = self.store.integer(value)?;
            return if low <= number && number <= high {
                Ok(next.clone())
            } else {
                Err(Exit::Fail)
            };
        }
        if low > high {
            return Err(Exit::Fail);
        }
        if low < high {
            let rest = comp("between", [Term::Int(low + 1), Term::Int(high), value.clone()]);
            self.choice(Kind::Goals(push(Goal::Call(rest, 0), next)));
        }
        self.store.unify(value, &Term::Int(low))?;
        Ok(next.clone())
    }
}

/// The text of an uncaught ball: of an error only its formal term.
fn uncaught(ball: &Term) -> String {
    match ball {
        Term::Comp("error", args) if args.len() == 2 => args[0].canonical(),
        ball => ball.canonical(),
    }
}
