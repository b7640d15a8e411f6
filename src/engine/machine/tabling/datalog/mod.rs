//! Components that are Datalog: open calls of tabled predicates whose rules join facts and each other, without making
//! terms, are evaluated bottom-up by rounds (semi-naively), with hash joins, into the same tables.
//!
//! `analyse` reads the rules of the predicates that a call reaches; `plan` orders the goals of a rule; `run` joins;
//! `upkeep` makes incremental tables follow changed facts.
//! A call qualifies if all its arguments are distinct variables, and bottom-up evaluation computes nothing that the
//! resolution of goals would not: a goal whose arguments earlier goals bind must be an instance of one that is
//! evaluated anyway.

use std::sync::Arc;

use crate::machine::native::Stop;
use crate::machine::tabling::TableId;
use crate::machine::tabling::call::Called;
use crate::machine::tabling::datalog::bound::{FACTS_OF_CALL, GIVEN_UP};
use crate::machine::tabling::datalog::read::ClauseReader;
use crate::machine::tabling::datalog::tried::FIRST;
use crate::term::cell::Cell;

mod aggregate;
mod analyse;
mod bound;
mod index;
mod join;
mod keys;
mod plan;
mod read;
mod reuse;
mod run;
mod tried;
mod upkeep;

use crate::base::known;
use crate::code::database::Database;
use crate::code::instr::PredId;
use crate::machine::Machine;
use crate::machine::memory::limits::{Lack, MachineLimits};
use crate::machine::tabling::Tables;

use super::incremental::Dependency;
use super::modes::{Aggregate, TableMode};
use bound::{Adornment, adornment};
use run::Evaluation;
pub(super) use run::Unfit;
pub(super) use tried::AllTried;
pub(super) use upkeep::Kept;

/// An argument: a variable of the rule, or an atom or small integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Slot {
    Var(usize),
    Value(u64),
}

/// Where the tuples of a goal come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DatalogSource {
    /// A predicate of facts, by number.
    Facts(usize),
    /// The answers of a variant, by number.
    Variant(usize),
}

/// A comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Test {
    Less,
    LessOrEqual,
    Equal,
    NotEqual,
    Same,
    Different,
}

/// A step of an expression over small integers, in postfix order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Op {
    Push(Slot),
    Add,
    Subtract,
    Multiply,
}

/// A goal of a rule. The arguments of a goal are those of the columns of its source.
#[derive(Clone, Debug)]
enum DatalogGoal {
    Access(DatalogSource, Vec<Slot>),
    Test(Test, Slot, Slot),
    /// The slot equals the value of the expression.
    Compute(Slot, Vec<Op>),
}

/// A rule for the answers of a variant.
#[derive(Debug)]
struct DatalogRule {
    variant: usize,
    columns: Vec<Slot>,
    body: Vec<DatalogGoal>,
    variables: usize,
}

/// How a tabled predicate is declared.
#[derive(Clone, PartialEq, Eq, Debug)]
struct DeclaredTable {
    /// The predicate with its clauses.
    pred: PredId,
    is_incremental: bool,
    /// The modes of the arguments; empty if none is aggregated.
    modes: Vec<TableMode>,
}

impl DeclaredTable {
    /// Whether answers aggregate this argument.
    fn is_value(&self, argument: usize) -> bool {
        matches!(self.modes.get(argument), Some(TableMode::Value(_)))
    }
}

/// A call that the component has.
struct Variant {
    declared: DeclaredTable,
    /// The arguments that tell answers apart.
    pattern: Vec<Slot>,
    /// The columns that are given: answers are derived only for the values that the variant `calls` has.
    givens: Vec<usize>,
    /// The variant of the given values.
    calls: Option<usize>,
    /// If it is one of given values, the variant that they are for.
    answers: Option<usize>,
    /// Whether the resolution of goals would call it, too.
    is_called: bool,
    /// Its table, if it is complete already.
    known: Option<TableId>,
}

impl Variant {
    /// Whether its answers are derived by the clauses of the predicate.
    fn has_rules(&self) -> bool {
        self.known.is_none() && self.answers.is_none()
    }

    /// Returns the number of columns of its answers, without the aggregated ones.
    fn width(&self) -> usize {
        let variables = self.pattern.iter().filter_map(|slot| match slot {
            Slot::Var(number) => Some(number + 1),
            Slot::Value(_) => None,
        });
        variables.max().unwrap_or(0)
    }

    /// Returns the number of aggregated columns.
    fn values(&self) -> usize {
        let modes = &self.declared.modes;
        modes.iter().filter(|mode| matches!(mode, TableMode::Value(_))).count()
    }
}

/// The rules that a call reaches.
struct Component {
    variants: Vec<Variant>,
    facts: Vec<PredId>,
    rules: Vec<DatalogRule>,
    /// How values are aggregated.
    aggregate: Option<Aggregate>,
    /// Whether the call has arguments.
    is_bound: bool,
}

/// The reason if a variant has a table that cannot be read.
const TABLE_IN_USE: &str = "table_in_use";

impl Machine {
    /// Evaluates the call with this key bottom-up, if it qualifies. Returns its table.
    ///
    /// # Errors
    /// The exception of an interrupt or an exceeded limit; then no table is left.
    pub(super) fn evaluate_datalog(&mut self, called: &Called) -> Result<Option<TableId>, Stop> {
        let key = &called.key[..];
        // WebAssembly has to be small, and resolution gives the same answers.
        if cfg!(target_family = "wasm")
            || called.options.limits.is_set()
            || called.options.incremental && !called.modes.is_empty()
            || called.options.monotonic
            || key.len() < 2
            || self.tracer.takes_calls()
        {
            return Ok(None);
        }
        match adornment(key) {
            Adornment::Open => {}
            Adornment::Bound(mask) => return self.evaluate_bound(called, mask),
            Adornment::Other => return Ok(None),
        }
        let (functor, incremental) = (Cell::from_bits(key[0]).as_functor(), called.options.incremental);
        let component = match self.tables.analyse(
            &ClauseReader {
                session: &self.session,
                atoms: &self.atoms,
                db: &self.db,
            },
            functor,
            incremental,
            called.modes.clone(),
            Vec::new(),
        ) {
            Ok(component) => Arc::new(component),
            // A table that is being evaluated is no fault of the rules.
            Err(reason) if called.options.datalog && reason != TABLE_IN_USE => {
                let names = ["evaluate_bottom_up", reason].map(|name| Cell::atom(self.intern(name)));
                let goal = self.session.own_name(&mut self.heap, &mut self.atoms, called.goal);
                let formal = self.heap.new_term(known::PERMISSION_ERROR, &[names[0], names[1], goal]);
                return Err(self.throw_error(formal));
            }
            Err(_) => return Ok(None),
        };
        self.evaluate_apart(self.db.bytes_of_facts(&component), |m| {
            m.tables.evaluate_component(&m.db, &mut m.limits, &component)
        })
    }

    /// Lets a part evaluate a component while `bytes` are set aside: nothing else grows meanwhile, so that all that is
    /// left to the program may be taken. Returns none if the goals have to be resolved.
    pub(super) fn evaluate_apart<T>(
        &mut self,
        bytes: usize,
        work: impl FnOnce(&mut Machine) -> Result<Option<T>, Unfit>,
    ) -> Result<Option<T>, Stop> {
        self.with_aside(bytes, |m| {
            let left = m.limits.program().saturating_sub(m.program_bytes());
            m.limits.give_slack(left);
            let done = work(m);
            m.limits.give_slack(0);
            match done {
                Ok(table) => Ok(table),
                Err(Unfit::Lacks(lack)) => m.grant(lack).map(|()| None),
                Err(Unfit::Rules) => Ok(None),
            }
        })
    }

    /// Evaluates a call with the arguments of `mask` bottom-up, if that pays. Returns its table.
    pub(super) fn evaluate_bound(&mut self, called: &Called, mask: u64) -> Result<Option<TableId>, Stop> {
        let options = &called.options;
        if options.incremental || options.subsumptive || !called.modes.is_empty() {
            return Ok(None);
        }
        let functor = Cell::from_bits(called.key[0]).as_functor();
        let is_asked_for = options.datalog;
        let tried = self.tables.tried.count(called.key[0], mask);
        if !tried.is_due() && !is_asked_for {
            return Ok(None);
        }
        let (calls, givens) = (tried.calls, (0..functor.arity()).filter(|at| mask >> at & 1 == 1));
        let found = self.tables.analyse(
            &ClauseReader {
                session: &self.session,
                atoms: &self.atoms,
                db: &self.db,
            },
            functor,
            false,
            Vec::new(),
            givens.collect(),
        );
        let facts =
            |component: &Component| -> usize { component.facts.iter().map(|&pred| self.db.preds[pred].live).sum() };
        let due = match &found {
            Ok(component) => FIRST.max((facts(component) / FACTS_OF_CALL) as u32),
            Err(_) => calls.saturating_mul(4).saturating_add(1000),
        };
        let is_due = calls >= due || is_asked_for;
        let tried = self.tables.tried.entry(called.key[0], mask);
        tried.calls = if is_due { 0 } else { calls };
        tried.next = due;
        match found {
            Ok(component) if is_due => {
                let table = self.evaluate_apart(self.db.bytes_of_facts(&component), |m| {
                    m.tables.evaluate_calls(&m.db, &mut m.limits, &component, &called.key)
                })?;
                if table.is_none() {
                    self.tables.tried.entry(called.key[0], mask).next = GIVEN_UP;
                }
                Ok(table)
            }
            _ => Ok(None),
        }
    }
}

impl Tables {
    fn evaluate_component(
        &mut self,
        db: &Database,
        limits: &mut MachineLimits,
        component: &Arc<Component>,
    ) -> Result<Option<TableId>, Unfit> {
        let mut tables = Vec::with_capacity(component.variants.len());
        let mut made = Vec::new();
        for variant in &component.variants {
            let id = match variant.known {
                Some(id) => id,
                None => {
                    let id = self.add_complete(db, variant);
                    made.push(id);
                    id
                }
            };
            tables.push(id);
        }
        let started = db.changes.latest();
        self.note_component(db, limits, component, &tables)?;
        let mut evaluation = Evaluation::new(component, tables, self);
        let done = self.run_evaluation(db, limits, &mut evaluation, component);
        match done.and_then(|()| self.keep_values(limits, &mut evaluation)) {
            Ok(()) => {
                self.settle(&made, started);
                let root = evaluation.root();
                if component.is_kept() {
                    let nodes = made.iter().filter_map(|&id| self.get(id).rare.node).collect();
                    for &id in &made {
                        self.get_mut(id).answers.last();
                    }
                    let kept = Kept::new(component, evaluation, nodes);
                    self.get_mut(root).rare.kept = Some(Box::new(kept));
                }
                for id in made {
                    self.finish(id);
                }
                Ok(Some(root))
            }
            Err(unfit) => {
                for id in made {
                    self.forget(id);
                    self.free(id);
                }
                Err(unfit)
            }
        }
    }

    /// Notes what the incremental variants of a component depend on: all of its facts, and each other.
    fn note_component(
        &mut self,
        db: &Database,
        limits: &mut MachineLimits,
        component: &Component,
        tables: &[TableId],
    ) -> Result<(), Lack> {
        if !component.variants.iter().any(|variant| variant.declared.is_incremental) {
            return Ok(());
        }
        let mut nodes = Vec::with_capacity(tables.len());
        for (variant, &id) in component.variants.iter().zip(tables) {
            if variant.known.is_none() && variant.declared.is_incremental {
                let key = db.key_of(variant.declared.pred, &variant.pattern);
                let node = self.node_of(limits, &key)?;
                self.get_mut(id).rare.node = Some(node);
                self.graph.begin(node, id);
            }
            nodes.push(self.get(id).rare.node);
        }
        for (variant, &node) in component.variants.iter().zip(&nodes) {
            let Some(node) = node.filter(|_| variant.known.is_none()) else {
                continue;
            };
            for &pred in component.facts.iter().filter(|&&pred| db.preds[pred].is_tracked()) {
                self.graph.depend_on_facts(node, pred, Vec::new(), false);
            }
            for &other in nodes.iter().flatten() {
                self.graph.depend(node, Dependency::Node(other));
            }
        }
        Ok(())
    }
}
