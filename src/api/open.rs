//! `OpenQuery`: an open query of an engine, which whoever holds both runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::answer::{Answer, Undefined};
use super::engine::Engine;
use super::error::{Error, ErrorKind};
use super::input;
use super::keep;
use super::limits::Canceller;
use super::params::{Params, bind};
use super::query::{Fuel, Step};
use super::row::Row;
use super::run;
use super::term::{Term, TermStore};
use super::transfer::GivenUp;
use crate::base::atom::Functor;
use crate::base::known;
use crate::base::limit::{Amounts, Limit};
use crate::builtins::term_io::write_term::is_portray_defined;
use crate::machine::native::Stop;
use crate::machine::session::AskedEnd;
use crate::machine::{Machine, Outcome};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::term::walk;

/// An open query. Its functions take the engine that it was opened on.
pub(super) struct OpenQuery {
    names: Arc<[String]>,
    /// The index of the held term that contains the variables in order; an atom if there are none.
    variables: usize,
    barrier: usize,
    state: QueryState,
    /// Its number, and that of the query that it was opened in, or 0.
    number: u64,
    before: u64,
    cancelled: Arc<AtomicBool>,
    outer: Option<Outer>,
    /// The texts that were being loaded when it was opened.
    sources: usize,
    /// The query that the tracer showed before.
    shown: Option<(usize, Arc<[String]>)>,
}

/// The query that another is opened in.
struct Outer {
    /// The amounts that it had left, and those that the inner one was given.
    left: Amounts,
    given: Amounts,
    /// Whether the registers say where it goes on: it has used up the calls of a step, or was not asked for a solution.
    is_suspended: bool,
}

/// Where a step ends that finds no solution.
#[derive(Clone, Copy)]
pub(super) enum StepEnd {
    /// After so many calls.
    Calls(Fuel),
    /// When the host wants its turn ([`Turns`](crate::base::turns::Turns)).
    Turn,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum QueryState {
    Fresh,
    Running,
    /// The calls of a step are used up.
    Yielded,
    /// The last solution was given, as a row on the heap.
    Ending,
    Closed,
}

/// How queries begin that the program itself makes: neither messages nor `module/1` are about them.
const OWN: &str = "system:'$";

/// The number of bytes of a query's text up to which messages can name its variables.
const LONGEST_KEPT: usize = 4096;

/// Whether the bindings of a query's variables are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BindingsWanted {
    /// Answers contain copies of them.
    Copied,
    /// Only the existence of a solution is wanted; the query's variables keep nothing alive.
    Ignored,
}

/// The outcome of a run.
enum RunOutcome {
    Answer(Box<Answer>),
    Yielded,
    Exhausted,
}

impl OpenQuery {
    pub(super) fn new(
        engine: &mut Engine,
        text: &str,
        params: impl Params,
        bindings: BindingsWanted,
        outer: Option<&OpenQuery>,
    ) -> Result<OpenQuery, Error> {
        let m = &mut engine.machine;
        let heap_top = m.heap.top();
        let is_own = text.starts_with(OWN);
        let kept = &engine.kept;
        let prepared = input::parse(m, text).and_then(|mut parsed| {
            keep::insert(m, kept, text, &mut parsed)?;
            let (names, variables): (Vec<String>, Vec<Cell>) = parsed.variables.into_iter().unzip();
            bind(m, &names, |i| variables[i], params)?;
            let goal = match m.session.typein {
                Some(module) if !is_own => m.heap.new_term(known::COLON, &[Cell::atom(module), parsed.goal]),
                _ => parsed.goal,
            };
            let variables = match bindings {
                BindingsWanted::Copied => m.heap.new_term(known::SYSTEM_GOAL, &variables),
                BindingsWanted::Ignored => Cell::NIL,
            };
            Ok((goal, names, variables))
        });
        match prepared {
            Ok((goal, names, variables)) => {
                let kept = if text.len() <= LONGEST_KEPT { text } else { "" };
                if !is_own {
                    m.session.query.text.clear();
                    m.session.query.text.push_str(kept);
                }
                let opened = OpenQuery::begin(engine, goal, names.into(), variables, heap_top, outer)?;
                if !is_own {
                    engine.machine.session.query.note(opened.number, kept);
                }
                Ok(opened)
            }
            Err(error) => {
                m.heap.set_top(heap_top);
                Err(error)
            }
        }
    }

    /// Opens the query of a goal on the heap, which began at `heap_top`.
    pub(super) fn begin(
        engine: &mut Engine,
        goal: Cell,
        names: Arc<[String]>,
        variables: Cell,
        heap_top: usize,
        outer: Option<&OpenQuery>,
    ) -> Result<OpenQuery, Error> {
        let m = &mut engine.machine;
        let mut amounts = engine.limits.least(&m.flags.limits.amounts());
        let outer = outer.filter(|outer| outer.state != QueryState::Closed).map(|outer| {
            let left = m.limits.pause();
            amounts = amounts.least(&left);
            Outer {
                left,
                given: amounts,
                is_suspended: matches!(outer.state, QueryState::Fresh | QueryState::Yielded),
            }
        });
        m.limits.begin(amounts);
        m.exceptions.forget_caught();
        let variables = m.held.add(variables, heap_top);
        if outer.as_ref().is_some_and(|outer| outer.is_suspended) {
            m.suspend();
        }
        let barrier = m.stacks.choice_count();
        if !m.open_query(goal) {
            m.held.release(&mut m.heap, variables);
            end_inner(m, outer.as_ref());
            return Err(Error::memory());
        }
        let shown = m.tracer.query.replace((variables, Arc::clone(&names)));
        let (number, before) = m.limits.watch().begin_query();
        Ok(OpenQuery {
            names,
            variables,
            barrier,
            state: QueryState::Fresh,
            number,
            before,
            cancelled: Arc::default(),
            outer,
            sources: m.loading.sources().len(),
            shown,
        })
    }

    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    pub(super) fn canceller(&self, engine: &Engine) -> Canceller {
        Canceller::new(engine.machine.limits.watch(), self.number, &self.cancelled)
    }

    pub(super) fn next_row<'q>(&'q mut self, engine: &'q mut Engine) -> Result<Option<Row<'q>>, Error> {
        let has_row = self.find_row(engine);
        engine.tell_changes();
        let m = &engine.machine;
        Ok(has_row?.then(|| Row::new(m, &self.names, m.held.get(self.variables))))
    }

    /// Finds the next solution, whose variables stay on the heap; false if there is none.
    fn find_row(&mut self, engine: &mut Engine) -> Result<bool, Error> {
        match self.state {
            QueryState::Closed => return Ok(false),
            QueryState::Ending => {
                self.close(engine);
                return Ok(false);
            }
            QueryState::Fresh | QueryState::Running | QueryState::Yielded => {}
        }
        let outcome = self.solve(engine, None);
        let m = &mut engine.machine;
        m.limits.stop_clock();
        match outcome {
            Outcome::Solution => {
                if !m.limits.spend(Limit::Answers, 1) {
                    self.close(engine);
                    return Err(run::limit_met(&mut engine.machine, Limit::Answers));
                }
                if !m.stacks.has_choices(self.barrier) {
                    self.state = QueryState::Ending;
                }
                Ok(true)
            }
            Outcome::Exhausted | Outcome::Yielded => {
                self.close(engine);
                Ok(false)
            }
            Outcome::Thrown => {
                self.close(engine);
                Err(run::uncaught(&mut engine.machine))
            }
        }
    }

    pub(super) fn next(&mut self, engine: &mut Engine) -> Option<Result<Answer, Error>> {
        match self.found(engine, None) {
            Ok(RunOutcome::Answer(answer)) => Some(Ok(*answer)),
            Ok(RunOutcome::Exhausted | RunOutcome::Yielded) => None,
            Err(error) => Some(Err(error)),
        }
    }

    pub(super) fn step(&mut self, engine: &mut Engine, end: StepEnd) -> Result<Step, Error> {
        Ok(match self.found(engine, Some(end))? {
            RunOutcome::Answer(answer) => Step::Answer(*answer),
            RunOutcome::Yielded if engine.machine.session.is_waiting() => Step::Waiting,
            RunOutcome::Yielded => Step::Yielded,
            RunOutcome::Exhausted => Step::Exhausted,
        })
    }

    /// Runs to the next solution, or to the end of the step; the clock goes on.
    fn solve(&mut self, engine: &mut Engine, end: Option<StepEnd>) -> Outcome {
        let state = std::mem::replace(&mut self.state, QueryState::Running);
        let m = &mut engine.machine;
        if self.cancelled.load(Ordering::SeqCst) {
            m.limits.watch().cancel(self.number);
        }
        m.limits.start_clock();
        match end {
            None => m.limits.set_step(None),
            Some(StepEnd::Calls(fuel)) => m.limits.set_step(Some(fuel.0)),
            Some(StepEnd::Turn) => m.limits.set_slice(),
        }
        let outcome = match state {
            QueryState::Yielded => m.resume_query(),
            _ => m.next_solution(state == QueryState::Fresh),
        };
        m.limits.set_step(None);
        outcome
    }

    fn found(&mut self, engine: &mut Engine, end: Option<StepEnd>) -> Result<RunOutcome, Error> {
        let outcome = self.find(engine, end);
        engine.tell_changes();
        outcome
    }

    fn find(&mut self, engine: &mut Engine, end: Option<StepEnd>) -> Result<RunOutcome, Error> {
        match self.state {
            QueryState::Closed => return Ok(RunOutcome::Exhausted),
            QueryState::Ending => {
                self.close(engine);
                return Ok(RunOutcome::Exhausted);
            }
            QueryState::Fresh | QueryState::Running | QueryState::Yielded => {}
        }
        let first = self.state == QueryState::Fresh;
        let outcome = self.solve(engine, end);
        // The deadline still applies: residual goals are computed by running goals, and copying a large answer takes
        // long.
        let answer = (outcome == Outcome::Solution).then(|| self.answer(engine));
        let m = &mut engine.machine;
        m.limits.stop_clock();
        if outcome == Outcome::Yielded {
            self.state = QueryState::Yielded;
            return Ok(RunOutcome::Yielded);
        }
        if let Some(asked) = m.session.query.noted(self.number) {
            match outcome {
                Outcome::Solution => asked.answers += 1,
                Outcome::Exhausted if first => asked.end = AskedEnd::Failed,
                _ => {}
            }
        }
        if !matches!(&answer, Some(Ok(answer)) if !answer.last) {
            self.close(engine);
        }
        match (outcome, answer) {
            (Outcome::Thrown, _) => {
                let m = &mut engine.machine;
                let error = run::uncaught(m);
                if let (ErrorKind::Interrupted | ErrorKind::Limit(_), Some(asked)) =
                    (error.kind(), m.session.query.noted(self.number))
                {
                    asked.end = AskedEnd::Stopped;
                }
                Err(error)
            }
            (_, Some(answer)) => answer.map(|answer| RunOutcome::Answer(Box::new(answer))),
            (_, None) => Ok(RunOutcome::Exhausted),
        }
    }

    /// Copies the bindings of the solution.
    fn answer(&mut self, engine: &mut Engine) -> Result<Answer, Error> {
        let m = &mut engine.machine;
        if !m.limits.spend(Limit::Answers, 1) {
            return Err(run::limit_met(m, Limit::Answers));
        }
        let last = !m.stacks.has_choices(self.barrier);
        let Ok((variables, goals)) = residual_goals(m, m.held.get(self.variables)) else {
            return Err(run::raised(m));
        };
        let Ok(parts) = portrayed_parts(m, variables) else {
            return Err(run::raised(m));
        };
        let Ok(undefined) = undefined_goals(m) else {
            return Err(run::raised(m));
        };
        let operators = engine.operators.take(&m.ops, &m.atoms);
        let mut importer = run::importer(m);
        let values: Vec<Cell> = match m.view(variables) {
            View::Struct(functor, first) => (0..functor.arity()).map(|i| m.heap.get(first + i)).collect(),
            _ => Vec::new(),
        };
        let roots: Result<Vec<u32>, GivenUp> = values
            .iter()
            .chain(&goals)
            .chain(undefined.iter().flat_map(|(terms, _)| terms))
            .map(|&cell| importer.import(cell))
            .collect();
        let Ok(roots) = roots else {
            return Err(run::given_up(m));
        };
        let mut portrayed = Vec::with_capacity(parts.len());
        for (part, text) in parts {
            match importer.import(part) {
                Ok(node) => portrayed.push((node, text)),
                Err(GivenUp) => return Err(run::given_up(m)),
            }
        }
        let store = Arc::new(TermStore {
            operators,
            ..importer.finish()
        });
        let mut terms = roots.into_iter().map(|root| Term {
            store: Arc::clone(&store),
            root,
        });
        let bindings = terms.by_ref().take(values.len()).collect::<Vec<Term>>();
        let residual = terms.by_ref().take(goals.len()).collect();
        let undefined = terms.next().zip(undefined).map(|(condition, (_, text))| {
            Box::new(Undefined {
                condition,
                program: terms.collect(),
                text,
            })
        });
        Ok(Answer {
            bindings: self.names.iter().cloned().zip(bindings).collect(),
            residual,
            undefined,
            last,
            portrayed,
        })
    }

    pub(super) fn close(&mut self, engine: &mut Engine) {
        if self.state == QueryState::Closed {
            return;
        }
        self.state = QueryState::Closed;
        let m = &mut engine.machine;
        m.limits.start_last_clock();
        // Nobody receives the exception of a cleanup goal when a query is given up.
        let _unheard = m.close_query(self.barrier);
        m.tracer.query = self.shown.take();
        run::leave_sources(m, self.sources);
        m.held.release(&mut m.heap, self.variables);
        m.limits.watch().run_query(self.before);
        end_inner(m, self.outer.as_ref());
    }
}

/// Ends the limits of a query; those of the one that it was opened in go on.
fn end_inner(m: &mut Machine, outer: Option<&Outer>) {
    let Some(outer) = outer else {
        m.limits.end_query();
        return;
    };
    let unused = m.limits.pause();
    let mut left = outer.left;
    for &limit in Limit::ALL {
        if let (Some(left), Some(given), Some(unused)) = (&mut left[limit], outer.given[limit], unused[limit]) {
            *left = left.saturating_sub(given.saturating_sub(unused));
        }
    }
    m.limits.begin(left);
    if outer.is_suspended {
        m.unsuspend();
    }
}

/// Returns the parts of an answer that the program's `portray/1` writes, and the texts.
///
/// # Errors
/// An interrupt, or a limit that was met.
fn portrayed_parts(m: &mut Machine, variables: Cell) -> Result<Vec<(Cell, String)>, Stop> {
    if !is_portray_defined(m) {
        return Ok(Vec::new());
    }
    let parts_of = m.intern("$answer_parts");
    let parts = m.heap.new_var();
    let goal = m.heap.new_term(parts_of, &[variables, parts]);
    if !m.solve_once(goal)? {
        return Ok(Vec::new());
    }
    let list = walk::list_to_vec(&m.heap, parts).unwrap_or_default();
    let pair = |pair| match m.view(pair) {
        View::Struct(functor, at) if functor.arity() == 2 => match m.view(m.heap.get(at + 1)) {
            View::String(text) => Some((m.heap.get(at), m.heap.string(text))),
            _ => None,
        },
        _ => None,
    };
    Ok(list.into_iter().filter_map(pair).collect())
}

/// Returns a residual goal without the name of the library that it is of, which is visible everywhere.
fn without_library(m: &Machine, goal: Cell) -> Cell {
    match m.view(goal) {
        View::Struct(functor, first)
            if functor.name() == known::COLON && m.deref(m.heap.get(first)) == Cell::atom(known::CLPFD) =>
        {
            m.heap.get(first + 1)
        }
        View::Struct(functor, first)
            if functor.name() == known::COLON && m.deref(m.heap.get(first)) == Cell::atom(known::CLPB) =>
        {
            // Nodes of diagrams are no goals.
            match m.view(m.heap.get(first + 1)) {
                View::Struct(inner, _) if inner.name() == known::SAT => m.heap.get(first + 1),
                _ => goal,
            }
        }
        _ => goal,
    }
}

/// Whether the program has declared what tells residual goals, by `residual_goals/1`.
fn has_collectors(m: &mut Machine) -> bool {
    let Some((module, name)) = m.atoms.find("$toplevel").zip(m.atoms.find("residual_goal_collector")) else {
        return false;
    };
    let collectors = m.db.find(module, Functor::new(name, 1));
    collectors.is_some_and(|pred| m.db.preds[pred].live > 0)
}

/// Returns a copy of the terms in the variables of a solution without attributes, and the residual goals; the terms
/// themselves if there are no attributed variables.
///
/// # Errors
/// An exception of the goals that compute the residual goals.
fn residual_goals(m: &mut Machine, variables: Cell) -> Result<(Cell, Vec<Cell>), Stop> {
    let has_collectors = has_collectors(m);
    if !has_collectors && walk::attributed_variables(&m.heap, variables).is_empty() {
        return Ok((variables, Vec::new()));
    }
    let copy_term = m.intern(if has_collectors {
        "$answer_residuals"
    } else {
        "$answer_copy"
    });
    let copy = m.heap.new_var();
    let goals = m.heap.new_var();
    let goal = m.heap.new_term(copy_term, &[variables, copy, goals]);
    Ok(if m.solve_once(goal)? {
        let goals = walk::list_to_vec(&m.heap, goals).unwrap_or_default();
        (copy, goals.into_iter().map(|goal| without_library(m, goal)).collect())
    } else {
        (variables, Vec::new())
    })
}

/// Returns the conjunction of the undefined goals that the solution depends on, followed by their clauses, and the text
/// of the clauses; none if it is true.
///
/// # Errors
/// An interrupt, or a limit that was met.
fn undefined_goals(m: &mut Machine) -> Result<Option<(Vec<Cell>, String)>, Stop> {
    let delays = m.session.delay_list(&m.heap);
    if delays == Cell::NIL {
        return Ok(None);
    }
    let answer_delays = m.intern("$answer_delays");
    let found = [(); 3].map(|()| m.heap.new_var());
    let [condition, program, text] = found;
    let goal = m.heap.new_term(answer_delays, &[delays, condition, program, text]);
    if !m.solve_once(goal)? {
        return Ok(None);
    }
    let text = match m.view(text) {
        View::String(text) => m.heap.string(text),
        _ => String::new(),
    };
    let mut terms = vec![condition];
    terms.extend(walk::list_to_vec(&m.heap, program).unwrap_or_default());
    Ok(Some((terms, text)))
}
