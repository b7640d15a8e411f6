//! Goals that call lambdas, or goals that the clause contains, are compiled as calls of predicates made for them.
//!
//! `maplist([X,Y]>>(Y is X*2), Xs, Ys)` becomes a call of a predicate with the clauses of `'$maplist'/3`, in which the
//! lambda has taken the place of `call(Goal, A, B)`. So the library's own text says what a goal means; here are only the
//! closures: what they share with the clause, and what each of their calls renames. Nothing else sees the new predicates:
//! clauses keep their terms, and the tracer runs these. A predicate that programs may redefine is asked for before its
//! text is used (`code/unfolded.rs` has what happens if they do so later).

mod closure;

use crate::base::atom::{Atom, Functor};
use crate::base::known;
use crate::code::clause::{ClauseId, ClauseOrigin};
use crate::code::database::ClauseEnd;
use crate::code::instr::MAX_REGISTER_ARITY;
use crate::code::packed::Neck;
use crate::code::predicate::Definition;
use crate::compile::clause::{Rule, compile_clause};
use crate::compile::normal::{connects_goals, is_known_goal, negates_goals};
use crate::machine::Machine;
use crate::machine::call::ready::{FEW_CELLS, asked_by_compiler};
use crate::machine::native::Stop;
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::view::View;
use crate::term::walk::{Variables, variables};

use closure::{Closure, NAMES};

/// Clauses of more cells are compiled as they are.
const MOST_CELLS: usize = 4096;

/// Cells of the clause that were overwritten, with their former contents.
pub(in crate::machine) type Overwritten = Vec<(usize, Cell)>;

/// An argument of a goal.
#[derive(Clone, Copy)]
enum GoalArgument {
    Plain(Cell),
    Closure(usize),
}

/// Which arguments of a predicate are closures.
type Pattern = Vec<Option<usize>>;

/// A goal that is going to be replaced.
struct Plan {
    /// The predicate that it calls.
    of: Functor,
    /// The one whose clauses are taken.
    functor: Functor,
    arguments: Vec<GoalArgument>,
    closures: Vec<Closure>,
    /// The variables that the closures share with the rest of the clause.
    shared: Vec<Cell>,
    /// The same, but new ones for those that each call renames.
    outer: Vec<Cell>,
}

/// A clause whose goals are replaced.
pub(in crate::machine) struct Unfolding<'m> {
    m: &'m mut Machine,
    owner: ClauseId,
    home: Atom,
    head: Cell,
    /// The addresses of the cells with the goals of the body.
    slots: Vec<usize>,
    overwritten: Overwritten,
    /// The predicates made for the goal that is replaced.
    made: Vec<(Functor, Pattern, Functor)>,
}

impl Unfolding<'_> {
    /// Returns the body of a clause, which is a fresh term, with its goals replaced. `again`: as when it was compiled.
    pub(in crate::machine) fn body(
        owner: ClauseId,
        m: &mut Machine,
        (head, body): (Cell, Cell),
        again: bool,
    ) -> Result<(Cell, Overwritten), Stop> {
        let pred = m.db.clauses[owner].pred;
        let p = &m.db.preds[pred];
        let cells = m.db.cells(owner).len();
        // The package for browsers has to be small.
        let is_left_out = cfg!(target_family = "wasm");
        let is_compiled_as_it_is = is_left_out || p.dynamic || p.module == known::SYSTEM || cells > MOST_CELLS;
        if is_compiled_as_it_is || !has_candidates(&m.heap, body) {
            return Ok((body, Vec::new()));
        }
        m.reserve(8 * cells)?;
        let home = m.db.home(pred);
        let root = m.heap.push(body);
        let slots = slots(&m.heap, root);
        let mut unfolding = Unfolding {
            m,
            owner,
            home,
            head,
            slots,
            overwritten: Vec::new(),
            made: Vec::new(),
        };
        for number in 0..unfolding.slots.len() {
            unfolding.goal(number, again)?;
        }
        Ok((unfolding.m.heap.get(root), unfolding.overwritten))
    }

    fn set(&mut self, address: usize, cell: Cell) {
        self.overwritten.push((address, self.m.heap.get(address)));
        self.m.heap.set(address, cell);
    }

    fn undo_to(&mut self, length: usize) {
        while self.overwritten.len() > length
            && let Some((address, cell)) = self.overwritten.pop()
        {
            self.m.heap.set(address, cell);
        }
    }

    /// Replaces a goal if that is possible.
    fn goal(&mut self, number: usize, again: bool) -> Result<(), Stop> {
        let slot = self.slots[number];
        let View::Struct(functor, at) = self.m.heap.view(self.m.heap.get(slot)) else {
            return Ok(());
        };
        let made = self.m.db.unfolded.of_clause(self.owner);
        let before = made.len();
        let known = made.iter().find(|made| made.goal == Some(number)).map(|made| made.pred);
        if again && known.is_none() || !again && !self.is_of_library(functor) {
            return Ok(());
        }
        let mark = self.overwritten.len();
        self.made.clear();
        let plan = self.plan(slot, functor, at)?;
        let replaced = match (&plan, known) {
            (None, _) => None,
            (Some(_), Some(pred)) => Some(self.m.db.preds[pred].functor),
            (Some(plan), None) => {
                let pattern = plan.arguments.iter().map(|argument| match argument {
                    GoalArgument::Plain(_) => None,
                    GoalArgument::Closure(closure) => Some(*closure),
                });
                self.predicate(plan, plan.functor, pattern.collect(), Some(number))?
            }
        };
        let (Some(plan), Some(functor)) = (plan, replaced) else {
            self.undo_to(mark);
            self.m.db.drop_unfolded(self.owner, before);
            return Ok(());
        };
        let plain = plan.arguments.iter().filter_map(|argument| match argument {
            GoalArgument::Plain(cell) => Some(*cell),
            GoalArgument::Closure(_) => None,
        });
        let arguments: Vec<Cell> = plain.chain(plan.shared).collect();
        let goal = self.m.heap.new_struct(functor, &arguments);
        self.set(slot, goal);
        Ok(())
    }

    /// Whether a goal of the clause calls a predicate of the library whose calls nobody watches.
    fn is_of_library(&self, functor: Functor) -> bool {
        NAMES.contains(&functor.name())
            && self.m.db.called_in(self.home, functor).is_some_and(|pred| {
                let p = &self.m.db.preds[pred];
                p.module == known::SYSTEM
                    && matches!(p.definition, Definition::Clauses | Definition::Library(_))
                    && !self.m.tracer.is_watched(&self.m.db, pred)
            })
    }

    fn plan(&mut self, slot: usize, of: Functor, at: usize) -> Result<Option<Plan>, Stop> {
        let Some((functor, cells, modes)) = self.called(of, at) else {
            return Ok(None);
        };
        let mut closures = Vec::new();
        let mut arguments = Vec::new();
        for (cell, mode) in cells.into_iter().zip(modes.bytes()) {
            let closure = match mode {
                b'0' => self.goal_closure(cell, false),
                b'^' => self.goal_closure(cell, true),
                b'1'..=b'9' => self.lambda(cell, usize::from(mode - b'0')),
                _ => {
                    arguments.push(GoalArgument::Plain(cell));
                    continue;
                }
            };
            let Some(closure) = closure else { return Ok(None) };
            // All that `findall/3` of a call would save is a look-up, in the time of hundreds.
            if of.name() == known::FINDALL && self.is_call(closure.body) {
                return Ok(None);
            }
            arguments.push(GoalArgument::Closure(closures.len()));
            closures.push(closure);
        }
        let Some((functor, arguments)) = self.unwrapped(functor, arguments)? else {
            return Ok(None);
        };
        let mut outside = Variables::default();
        outside.add(&self.m.heap, self.head);
        for &other in self.slots.iter().filter(|&&other| other != slot) {
            outside.add(&self.m.heap, self.m.heap.get(other));
        }
        for argument in &arguments {
            if let GoalArgument::Plain(cell) = argument {
                outside.add(&self.m.heap, *cell);
            }
        }
        let mut inside = Variables::default();
        let mut fixed = Variables::default();
        // Variables before `/` are the same in all calls, also those that occur nowhere else.
        let mut global = Variables::default();
        for closure in &closures {
            let parts = closure.free.iter().chain(&closure.parameters).chain([&closure.body]);
            parts.for_each(|&part| inside.add(&self.m.heap, part));
            match (closure.renames, closure.free) {
                (false, _) => fixed.add(&self.m.heap, closure.body),
                (true, Some(free)) => {
                    fixed.add(&self.m.heap, free);
                    global.add(&self.m.heap, free);
                }
                (true, None) => {}
            }
        }
        let shared = inside.cells.iter().copied();
        let shared: Vec<Cell> = shared
            .filter(|&cell| outside.position(cell).is_some() || global.position(cell).is_some())
            .collect();
        let renamed = |cell: &&Cell| fixed.position(**cell).is_none();
        let new: Vec<Cell> = shared.iter().filter(renamed).map(|_| self.m.heap.new_var()).collect();
        let mut new = new.into_iter();
        let outer = shared.iter().map(|cell| match renamed(&cell) {
            true => new.next().unwrap_or(*cell),
            false => *cell,
        });
        Ok(Some(Plan {
            of,
            functor,
            arguments,
            closures,
            outer: outer.collect(),
            shared,
        }))
    }

    /// Returns the predicate with several clauses, or with control constructs, that a goal calls in the end.
    fn unwrapped(
        &mut self,
        mut functor: Functor,
        mut arguments: Vec<GoalArgument>,
    ) -> Result<Option<(Functor, Vec<GoalArgument>)>, Stop> {
        loop {
            let Some(clauses) = self.clauses(functor)? else {
                return Ok(None);
            };
            let &[(head, body)] = &clauses[..] else {
                return Ok(Some((functor, arguments)));
            };
            let heap = &self.m.heap;
            let (first, count) = heap.arguments(head);
            let parameters: Vec<Cell> = (first..first + count).map(|at| heap.deref(heap.get(at))).collect();
            let View::Struct(inner, at) = heap.view(body) else {
                return Ok(Some((functor, arguments)));
            };
            if !self.m.atoms.text(inner.name()).starts_with('$') {
                return Ok(Some((functor, arguments)));
            }
            let position = |cell: Cell| parameters.iter().position(|&parameter| parameter == cell);
            let handed = (at..at + inner.arity()).map(|at| position(heap.deref(heap.get(at))));
            let Some(handed) = handed.collect::<Option<Vec<usize>>>() else {
                return Ok(Some((functor, arguments)));
            };
            arguments = handed.into_iter().map(|position| arguments[position]).collect();
            functor = inner;
        }
    }

    /// Returns fresh copies of the clauses of a predicate of the library.
    fn clauses(&mut self, functor: Functor) -> Result<Option<Vec<(Cell, Cell)>>, Stop> {
        let Some(pred) = self.m.db.find(known::SYSTEM, functor) else {
            return Ok(None);
        };
        if let Definition::Library(position) = self.m.db.preds[pred].definition {
            let load = self.m.library.loader();
            load(self.m, position)?;
        }
        if self.m.db.preds[pred].definition != Definition::Clauses {
            return Ok(None);
        }
        let mut clauses = Vec::new();
        for id in self.m.db.live(pred) {
            clauses.push(self.m.unpack_clause(id)?);
        }
        Ok(Some(clauses))
    }

    /// Makes a predicate of the clauses of another one, in whose place closures have come. `goal` is the position of the
    /// goal that is replaced by a call of it. `None` if a clause does with a closure what cannot be compiled.
    fn predicate(
        &mut self,
        plan: &Plan,
        functor: Functor,
        pattern: Pattern,
        goal: Option<usize>,
    ) -> Result<Option<Functor>, Stop> {
        if let Some(made) = self.made.iter().find(|made| made.0 == functor && made.1 == pattern) {
            return Ok(Some(made.2));
        }
        let Some(clauses) = self.clauses(functor)? else {
            return Ok(None);
        };
        let arity = pattern.iter().filter(|closure| closure.is_none()).count() + plan.shared.len();
        if arity > MAX_REGISTER_ARITY || clauses.is_empty() {
            return Ok(None);
        }
        let name = format!("$unfolded {}", self.m.db.unfolded.next_number());
        let new = Functor::new(self.m.intern(&name), arity);
        let pred = self.m.db.unfold(self.owner, self.home, new, (plan.of, goal));
        self.made.push((functor, pattern.clone(), new));
        for (head, body) in clauses {
            let mark = self.overwritten.len();
            let heap = &self.m.heap;
            let (first, count) = heap.arguments(head);
            let parameters: Vec<Cell> = (first..first + count).map(|at| heap.deref(heap.get(at))).collect();
            let mut places = vec![None; plan.closures.len()];
            let mut arguments = Vec::new();
            for (&parameter, &closure) in parameters.iter().zip(&pattern) {
                match closure {
                    None => arguments.push(parameter),
                    Some(closure) => places[closure] = Some(parameter),
                }
            }
            if places.iter().flatten().any(|place| !place.is_variable()) {
                return Ok(None);
            }
            arguments.extend(&plan.outer);
            let mut used = vec![false; places.len()];
            let Some(body) = self.rewritten(plan, body, &places, &mut used)? else {
                return Ok(None);
            };
            let head = self.m.heap.new_struct(new, &arguments);
            let left = variables(&mut self.m.heap, body);
            if places.iter().flatten().any(|place| left.contains(place)) {
                return Ok(None);
            }
            let body = self.m.convert_body(body)?;
            let rule = Rule {
                head,
                body,
                neck: Neck::Unify,
            };
            let id = self.m.add_packed(pred, rule, ClauseEnd::Last, ClauseOrigin::NONE)?;
            if self.m.db.cells(id).len() >= FEW_CELLS && !self.fits(rule) {
                return Ok(None);
            }
            self.undo_to(mark);
        }
        Ok(Some(new))
    }

    /// Whether the compiler accepts a clause.
    fn fits(&self, rule: Rule) -> bool {
        let (evaluable, constraints) = asked_by_compiler(self.m, self.home);
        compile_clause(&self.m.heap, rule, &evaluable, &constraints).is_ok()
    }

    /// Returns a body of the library with the closures in place of the variables that stand for them. The depth of the
    /// recursion is that of the library's own text.
    fn rewritten(
        &mut self,
        plan: &Plan,
        body: Cell,
        places: &[Option<Cell>],
        used: &mut [bool],
    ) -> Result<Option<Cell>, Stop> {
        let body = self.m.heap.deref(body);
        let View::Struct(functor, at) = self.m.heap.view(body) else {
            return Ok(Some(body));
        };
        let arguments: Vec<Cell> = (at..at + functor.arity())
            .map(|at| self.m.heap.deref(self.m.heap.get(at)))
            .collect();
        if connects_goals(functor) || functor == Functor::new(known::NOT_PROVABLE, 1) {
            let mut parts = Vec::new();
            for argument in arguments {
                match self.rewritten(plan, argument, places, used)? {
                    Some(part) => parts.push(part),
                    None => return Ok(None),
                }
            }
            return Ok(Some(self.m.heap.new_struct(functor, &parts)));
        }
        let closure = |cell: Cell| places.iter().position(|&place| place == Some(cell));
        let pattern: Pattern = arguments.iter().map(|&argument| closure(argument)).collect();
        if functor.name() == known::CALL
            && let Some(closure) = pattern[0]
        {
            // Two copies in one clause would share the variables that each call renames.
            if std::mem::replace(&mut used[closure], true) {
                return Ok(None);
            }
            return Ok(Some(self.inlined(plan, &plan.closures[closure], &arguments[1..])));
        }
        let is_own = self.m.atoms.text(functor.name()).starts_with('$');
        if pattern.iter().all(Option::is_none) {
            // Other goals would be looked up in the program.
            return Ok((is_own || is_known_goal(&self.m.heap, body)).then_some(body));
        }
        let pred = self.m.db.find(known::SYSTEM, functor);
        if pred.is_some_and(|pred| matches!(self.m.db.preds[pred].definition, Definition::Native(_))) {
            // The checks of a goal find nothing in one that was compiled.
            let arguments: Vec<Cell> = arguments
                .iter()
                .zip(&pattern)
                .map(|(&argument, closure)| closure.map_or(argument, |_| Cell::atom(known::TRUE)))
                .collect();
            return Ok(Some(self.m.heap.new_struct(functor, &arguments)));
        }
        // Closures that share variables stay in one clause.
        if !is_own || plan.closures.len() > 1 {
            return Ok(None);
        }
        let Some(new) = self.predicate(plan, functor, pattern.clone(), None)? else {
            return Ok(None);
        };
        let plain = arguments.iter().zip(&pattern).filter(|(_, closure)| closure.is_none());
        let arguments: Vec<Cell> = plain.map(|(&argument, _)| argument).chain(plan.outer.clone()).collect();
        Ok(Some(self.m.heap.new_struct(new, &arguments)))
    }

    /// Returns the goals that a call of a closure stands for.
    fn inlined(&mut self, plan: &Plan, closure: &Closure, arguments: &[Cell]) -> Cell {
        let mut goals = Vec::new();
        let pairs = plan
            .outer
            .iter()
            .zip(&plan.shared)
            .filter(|(outer, inner)| outer != inner);
        let (mut from, mut to): (Vec<Cell>, Vec<Cell>) = pairs.unzip();
        if !from.is_empty() {
            // The values of the free variables are not copied, also where those of others contain them.
            from.extend(closure.free);
            to.extend(closure.free);
            let [from, to] = [from, to].map(|cells| match cells[..] {
                [cell] => cell,
                _ => self.m.heap.new_term(known::V, &cells),
            });
            goals.push(self.m.heap.new_term(known::FRESH, &[from, to]));
        }
        let (own, rest) = arguments.split_at(closure.parameters.len());
        for (&parameter, &argument) in closure.parameters.iter().zip(own) {
            let parameter = self.m.heap.deref(parameter);
            if parameter.is_variable() && !plan.shared.contains(&parameter) && parameter != argument {
                self.set(parameter.address(), argument);
            } else {
                goals.push(self.m.heap.new_term(known::EQUALS, &[parameter, argument]));
            }
        }
        let body = self.m.heap.deref(closure.body);
        let body = match self.m.heap.view(body) {
            _ if rest.is_empty() => body,
            View::Struct(f, at) => {
                let own = (at..at + f.arity()).map(|at| self.m.heap.get(at));
                let all: Vec<Cell> = own.chain(rest.iter().copied()).collect();
                self.m.heap.new_term(f.name(), &all)
            }
            _ => self.m.heap.new_term(body.as_atom(), rest),
        };
        let comma = Functor::new(known::COMMA, 2);
        goals
            .into_iter()
            .rev()
            .fold(body, |rest, goal| self.m.heap.new_struct(comma, &[goal, rest]))
    }
}

/// Whether a goal of the body may call a closure. Negations are looked into without regard to whether they are compiled.
fn has_candidates(heap: &Heap, body: Cell) -> bool {
    let mut waiting = vec![body];
    while let Some(goal) = waiting.pop() {
        if let View::Struct(f, at) = heap.view(goal) {
            if connects_goals(f) || f == Functor::new(known::NOT_PROVABLE, 1) {
                waiting.extend((at..at + f.arity()).map(|at| heap.get(at)));
            } else if NAMES.contains(&f.name()) {
                return true;
            }
        }
    }
    false
}

/// Returns the addresses of the cells that have the goals of a body, whose own cell is at `root`.
fn slots(heap: &Heap, root: usize) -> Vec<usize> {
    let (mut slots, mut waiting) = (Vec::new(), vec![root]);
    while let Some(slot) = waiting.pop() {
        match heap.view(heap.get(slot)) {
            View::Struct(f, at) if connects_goals(f) || negates_goals(heap, heap.get(slot)) => {
                waiting.extend((at..at + f.arity()).rev());
            }
            _ => slots.push(slot),
        }
    }
    slots
}
