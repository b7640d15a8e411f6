//! Calls of tabled predicates.

use crate::base::atom::Functor;
use crate::base::iso_error::Type;
use crate::base::known;
use crate::base::table_limit::Beyond;
use crate::code::instr::MAX_REGISTER_ARITY;
use crate::code::packed::Cells;
use crate::machine::Machine;
use crate::machine::native::{Next, Step, Stop};
use crate::machine::tabling::modes::{TableMode, moded, modes_of};
use crate::machine::tabling::negation::NEGATED;
use crate::machine::tabling::options::{TableOptions, table_options};
use crate::machine::tabling::restrain::{Restraint, SUBGOAL_SIZE};
use crate::machine::tabling::rows::hash;
use crate::machine::tabling::{Table, TableId, TableState};
use crate::term::cell::Cell;
use crate::term::flat;
use crate::term::heap::Heap;
use crate::term::view::View;
use crate::term::walk::Variables;

/// A tabled goal that is called.
pub(super) struct Called {
    /// The goal that runs the clauses.
    pub(super) goal: Cell,
    pub(super) key: Vec<u64>,
    pub(super) variables: Variables,
    /// The arguments that answers aggregate.
    pub(super) values: Vec<Cell>,
    pub(super) modes: Vec<TableMode>,
    /// The list of modes.
    pub(super) list: Cell,
    pub(super) options: TableOptions,
    /// The template of the caller, if the goal was made more general.
    pub(super) given: Option<Cell>,
}

impl Called {
    /// A call without modes and options.
    pub(super) fn new(goal: Cell, key: Vec<u64>, variables: Variables) -> Called {
        Called {
            goal,
            key,
            variables,
            values: Vec::new(),
            modes: Vec::new(),
            list: Cell::NIL,
            options: TableOptions::default(),
            given: None,
        }
    }
}

impl Machine {
    /// Calls a tabled goal: `goal` runs its clauses, `modes` is `none` or `modes(List)` with those of its arguments.
    ///
    /// # Errors
    /// Failure if there are no answers yet; exceptions of the goal's first part.
    pub fn table_call(&mut self, goal: Cell, modes: Cell) -> Result<Next, Stop> {
        if modes.is_atom() && !self.flags.tables.is_set() {
            return self.call_plain(goal);
        }
        let called = self.read_call(goal, modes)?;
        if called.options != TableOptions::default() {
            return self.call_with_options(called, (goal, modes), false);
        }
        let found = self.tables.find(&called.key);
        let found = found.map(|id| (id, self.tables.get(id).state()));
        self.call_found(called, found, false)
    }

    /// Calls a goal of a predicate that is tabled without options.
    fn call_plain(&mut self, goal: Cell) -> Result<Next, Stop> {
        let goal = self.deref(goal);
        let mut key = std::mem::take(&mut self.tables.key);
        key.clear();
        let mut variables = Variables::default();
        self.flatten(goal, &mut variables, &mut key)?;
        self.check_plain(goal, &variables)?;
        let hashed = hash(&key);
        let Some(id) = self.tables.find_hashed(&key, hashed) else {
            return if !self.tables.may_be_datalog(&key) {
                self.generate_plain(goal, key, hashed, &variables.cells)
            } else {
                self.generate(Called::new(goal, key, variables), false)
            };
        };
        self.tables.key = key;
        let template = self.heap.new_term(known::TEMPLATE, &variables.cells);
        if self.tables.get(id).state() == TableState::Complete {
            self.return_answers(id, template)?;
            return Ok(Next::Continue);
        }
        self.consume(id, template)?;
        Err(Stop::Fail)
    }

    /// Calls a goal, or its negation, of a predicate that is tabled with options.
    pub(super) fn call_with_options(
        &mut self,
        mut called: Called,
        (goal, modes): (Cell, Cell),
        is_negated: bool,
    ) -> Result<Next, Stop> {
        if let Some(size) = called.options.limits.subgoal_size.most
            && called.values.is_empty()
            && !is_negated
            && called.is_larger(size)
        {
            match called.options.limits.subgoal_size.beyond {
                Beyond::Suspend => {
                    self.reserve(64)?;
                    let asked = self
                        .session
                        .ask_about_call(&mut self.heap, &mut self.atoms, (goal, modes));
                    return Ok(Next::Call(asked));
                }
                Beyond::Error => {
                    let formal = self
                        .session
                        .tripwire(&mut self.heap, &mut self.atoms, SUBGOAL_SIZE, called.goal);
                    return Err(self.throw_error(formal));
                }
                _ => {
                    self.reserve(6 * called.key.len() + 16)?;
                    called = called.abstracted(&mut self.heap, size);
                }
            }
        }
        if called.options.incremental {
            return self.call_incremental(called, (goal, modes), is_negated);
        }
        let mut found = self.tables.find(&called.key);
        if found.is_none() && called.options.shared {
            found = self.granted(|m| m.tables.adopt(&mut m.limits, &called.key))?;
        }
        if found.is_none() && called.options.subsumptive {
            called = match self.call_subsumed(called, is_negated)? {
                Ok(next) => return Ok(next),
                Err(called) => called,
            };
        }
        let found = found.map(|id| (id, self.tables.get(id).state()));
        self.call_found(called, found, is_negated)
    }

    /// Calls a tabled goal, or its negation, that may have a table.
    #[inline]
    pub(super) fn call_found(
        &mut self,
        called: Called,
        found: Option<(TableId, TableState)>,
        is_negated: bool,
    ) -> Result<Next, Stop> {
        match found {
            Some((id, TableState::Complete)) => {
                if is_negated {
                    self.decide_not(id)?;
                } else {
                    let template = template_of(&mut self.heap, &called);
                    self.tables.key = called.key;
                    self.return_answers(id, template)?;
                }
                Ok(Next::Continue)
            }
            Some((id, _)) => {
                if !is_negated {
                    let template = template_of(&mut self.heap, &called);
                    self.consume(id, template)?;
                } else if !self.tables.get(id).is_true() {
                    self.consume(id, NEGATED)?;
                }
                Err(Stop::Fail)
            }
            None => self.generate(called, is_negated),
        }
    }

    /// Refuses a call whose variables have attributes.
    #[inline]
    fn check_plain(&mut self, goal: Cell, variables: &Variables) -> Step {
        if variables.are_plain() {
            return Ok(());
        }
        let shown = self.session.own_name(&mut self.heap, &mut self.atoms, goal);
        // A table cannot hold attributes.
        Err(self.type_error(Type::FreeOfAttvar, shown))
    }

    /// Flattens a call.
    pub(super) fn read_call(&mut self, goal: Cell, modes: Cell) -> Result<Called, Stop> {
        let goal = self.deref(goal);
        let (modes, options) = table_options(&self.heap, &self.flags, modes);
        let mut key = std::mem::take(&mut self.tables.key);
        key.clear();
        let mut called = Called {
            options,
            ..Called::new(goal, key, Variables::default())
        };
        let View::Struct(_, list) = self.view(modes) else {
            let key = &mut called.key;
            self.flatten(goal, &mut called.variables, key)?;
            self.check_plain(goal, &called.variables)?;
            return Ok(called);
        };
        called.list = self.heap.get(list);
        called.modes = modes_of(&self.heap, &self.atoms, called.list)?;
        let mut inner = goal;
        while let View::Struct(functor, first) = self.view(inner)
            && functor == Functor::new(known::COLON, 2)
        {
            let module = self.heap.get(first);
            self.flatten(module, &mut called.variables, &mut called.key)?;
            inner = self.deref(self.heap.get(first + 1));
        }
        let (first, arity) = self.heap.parts(inner);
        if let View::Struct(functor, _) = self.view(inner) {
            called.key.push(Cell::functor(functor).bits());
        }
        for i in 0..arity {
            let argument = self.heap.get(first + i);
            match called.modes.get(i) {
                Some(TableMode::Index) | None => self.flatten(argument, &mut called.variables, &mut called.key)?,
                Some(TableMode::Value(_)) => called.values.push(argument),
            }
        }
        self.check_plain(goal, &called.variables)?;
        Ok(called)
    }

    /// Makes the table of a call, which may be negated, and runs the clauses.
    pub(super) fn generate(&mut self, called: Called, is_negated: bool) -> Result<Next, Stop> {
        if let Some(id) = self.evaluate_datalog(&called)? {
            if is_negated {
                self.decide_not(id)?;
                return Ok(Next::Continue);
            }
            if called.options.subsumptive {
                self.tables.add_general(id);
            }
            if called.options.shared {
                self.tables.note_shared(id);
            }
            let template = template_of(&mut self.heap, &called);
            self.return_answers(id, template)?;
            return Ok(Next::Continue);
        }
        self.granted(|m| m.tables.claim_table(&mut m.limits, &called.key))?;
        self.reserve(4 * called.variables.cells.len() + 2 * called.key.len() + 64)?;
        let template = template_of(&mut self.heap, &called);
        let own = match called.given {
            Some(_) => own_template(&mut self.heap, &called),
            None => template,
        };
        let (goal, own) = own_goal(&mut self.heap, &called, own);
        let place = self.tables.incomplete.len();
        let moded = match called.modes.is_empty() {
            true => None,
            false => Some(Box::new(moded(&self.heap, called.modes, called.list))),
        };
        let restraint = Restraint::of(&called.options);
        let node = match called.options.incremental {
            true => Some(self.granted(|m| m.tables.node_of(&mut m.limits, &called.key))?),
            false => None,
        };
        let state = TableState::Incomplete(place as u32);
        let mut table = Table::new(&called.key[..], state, called.variables.cells.len());
        if moded.is_some() || restraint.is_some() {
            table.answers.need_numbers();
        }
        if moded.is_some() || restraint.is_some() || node.is_some() {
            if called.options.monotonic && restraint.is_none() {
                table.rare.inflow = self.tables.new_inflow(moded.as_deref(), called.options.lazy);
            }
            table.rare.moded = moded;
            table.rare.node = node;
            table.rare.restraint = restraint;
        }
        let id = self.tables.add(table);
        self.tables.key = called.key;
        if called.options.shared {
            self.tables.note_shared(id);
        }
        if called.options.subsumptive && called.values.is_empty() {
            self.tables.add_general(id);
        }
        if let Some(node) = node {
            self.tables.graph.begin(node, id);
        }
        self.start(id, if is_negated { NEGATED } else { template }, own)?;
        Ok(Next::Call(goal))
    }

    /// Makes the table of a call without modes and options, and runs the clauses.
    fn generate_plain(&mut self, goal: Cell, key: Vec<u64>, hashed: u64, variables: &[Cell]) -> Result<Next, Stop> {
        self.granted(|m| m.tables.claim_table(&mut m.limits, &key))?;
        self.reserve(variables.len() + 64)?;
        let template = match variables {
            [] => Cell::atom(known::TEMPLATE),
            _ => self.heap.new_term(known::TEMPLATE, variables),
        };
        let id = self.tables.add_incomplete(&key[..], variables.len(), hashed);
        self.tables.key = key;
        self.start(id, template, template)?;
        // The goal is that of a clause that the loader has made: it is no control construct.
        if let View::Struct(functor, first) = self.view(goal)
            && functor.name() != known::COLON
            && functor.arity() <= MAX_REGISTER_ARITY
            && let Some(pred) = self.db.find(known::USER, functor)
        {
            for i in 0..functor.arity() {
                self.x[i] = self.heap.get(first + i);
            }
            self.goto_pred(pred)?;
            return Ok(Next::Continue);
        }
        Ok(Next::Call(goal))
    }

    /// Calls the negation of a tabled goal.
    ///
    /// # Errors
    /// As [`Machine::table_call`].
    pub fn table_negation(&mut self, goal: Cell, modes: Cell) -> Result<Next, Stop> {
        let called = self.read_call(goal, modes)?;
        if called.options != TableOptions::default() {
            return self.call_with_options(called, (goal, modes), true);
        }
        let found = self.tables.find(&called.key);
        let found = found.map(|id| (id, self.tables.get(id).state()));
        self.call_found(called, found, true)
    }

    /// Answers a call from the table of a more general one; returns it if there is none.
    pub(super) fn call_subsumed(&mut self, called: Called, is_negated: bool) -> Result<Result<Next, Called>, Stop> {
        if !called.values.is_empty() || is_negated {
            return Ok(Err(called));
        }
        let Some((id, parts)) = self.tables.subsumer(&called.key) else {
            return Ok(Err(called));
        };
        self.reserve(2 * called.key.len() + parts.len() + 8)?;
        let mut variables = called.variables.cells.clone();
        let arguments: Vec<Cell> = parts
            .iter()
            .map(|&(mut at, _)| flat::build(&mut self.heap, &called.key, &mut at, &mut variables))
            .collect();
        let template = self.heap.new_term(known::TEMPLATE, &arguments);
        if self.tables.get(id).state() != TableState::Complete {
            self.consume(id, template)?;
            return Err(Stop::Fail);
        }
        if let Some(column) = self.tables.bound_column(id, &arguments)
            && let Some(found) = self.tables.matching_rows(id, column, arguments[column].bits())
        {
            let id = self.granted(|m| {
                m.tables
                    .add_selected(&mut m.stacks, &mut m.limits, id, &called.key, &found)
            })?;
            self.return_answers(id, template)?;
            return Ok(Ok(Next::Continue));
        }
        self.return_answers(id, template)?;
        Ok(Ok(Next::Continue))
    }
}

/// Builds a goal with other arguments for the aggregated ones.
fn build_moded(heap: &mut Heap, called: &Called, fresh: &[Cell], own: &mut Vec<Cell>) -> Cell {
    let mut modules = Vec::new();
    let (mut at, mut inner) = (0, called.goal);
    while let View::Struct(functor, first) = heap.view(inner)
        && functor == Functor::new(known::COLON, 2)
    {
        modules.push(flat::build(heap, &called.key, &mut at, own));
        inner = heap.deref(heap.get(first + 1));
    }
    let (first, arity) = heap.parts(inner);
    let mut args: Vec<Cell> = (first..first + arity).map(|i| heap.get(i)).collect();
    // The functor.
    at += 1;
    let mut fresh = fresh.iter();
    for (arg, mode) in args.iter_mut().zip(&called.modes) {
        *arg = match (mode, fresh.as_slice()) {
            (TableMode::Value(_), [_, ..]) => *fresh.next().unwrap_or(arg),
            _ => flat::build(heap, &called.key, &mut at, own),
        };
    }
    let goal = match heap.view(inner) {
        View::Struct(functor, _) => heap.new_struct(functor, &args),
        _ => inner,
    };
    modules
        .into_iter()
        .rev()
        .fold(goal, |goal, module| heap.new_term(known::COLON, &[module, goal]))
}

/// Returns the goal that a generator runs and its template. If given values must not restrict the answers, they are
/// a copy.
fn own_goal(heap: &mut Heap, called: &Called, template: Cell) -> (Cell, Cell) {
    let variables = &called.variables.cells;
    let is_free = |value: &Cell| heap.deref(*value).is_ref();
    let distinct = |cells: &[Cell]| {
        let mut seen = Variables::default();
        variables.iter().all(|&variable| seen.insert(variable))
            && cells.iter().all(|&cell| seen.insert(heap.deref(cell)))
    };
    if called.values.iter().all(is_free) && (called.values.is_empty() || distinct(&called.values)) {
        return (called.goal, template);
    }
    let mut own = Vec::new();
    let fresh: Vec<Cell> = called.values.iter().map(|_| heap.new_var()).collect();
    let goal = if called.values.is_empty() {
        flat::build(heap, &called.key, &mut 0, &mut own)
    } else {
        build_moded(heap, called, &fresh, &mut own)
    };
    own.extend(fresh);
    let template = heap.new_term(known::TEMPLATE, &own);
    (goal, template)
}

fn own_template(heap: &mut Heap, called: &Called) -> Cell {
    if called.values.is_empty() {
        return heap.new_term(known::TEMPLATE, &called.variables.cells);
    }
    let args = [&called.variables.cells[..], &called.values[..]].concat();
    heap.new_term(known::TEMPLATE, &args)
}

/// Builds the template of a call: its variables, and the arguments that answers aggregate.
pub(super) fn template_of(heap: &mut Heap, called: &Called) -> Cell {
    if let Some(template) = called.given {
        return template;
    }
    own_template(heap, called)
}
