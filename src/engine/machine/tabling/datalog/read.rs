//! Reading clauses as rules: variables, equations, and the goals of a body.

use crate::base::atom::{Atom, AtomTable, Functor};
use crate::base::known;
use crate::code::clause::ClauseId;
use crate::code::database::Database;
use crate::code::instr::PredId;
use crate::code::packed::{Cells, ClauseShape, Packed};
use crate::code::predicate::Definition;
use crate::machine::session::Session;
use crate::machine::tabling::modes::TableMode;
use crate::machine::tabling::options::TableOptions;
use crate::term::cell::Cell;
use crate::term::flat;

use super::{DeclaredTable, Op, Slot, Test};

const MOST_GOALS: usize = 32;

/// Most steps of an expression.
const MOST_OPS: usize = 32;

/// Why a rule is not used.
pub(super) enum Left {
    /// It has no answers for the variant.
    Rule,
    /// The component is not evaluated bottom-up, for this reason.
    Component(&'static str),
}

/// A goal as it is read.
pub(super) enum ReadGoal {
    Test(Test, bool),
    /// The argument is the value of an expression.
    Compute(Vec<Op>),
    Facts(PredId),
    Tabled(DeclaredTable),
}

/// The variables of a clause, and what they are known to equal.
#[derive(Default)]
pub(super) struct Scope {
    pub addresses: Vec<usize>,
    equals: Vec<Option<Slot>>,
}

impl Scope {
    pub(super) fn slot(&mut self, packed: &Packed<'_>, cell: Cell) -> Option<Slot> {
        let cell = packed.follow(cell);
        if cell.is_immediate() {
            return Some(Slot::Value(cell.bits()));
        }
        if !cell.is_ref() {
            return None;
        }
        let known = self.addresses.iter().position(|&address| address == cell.address());
        let number = known.unwrap_or_else(|| {
            self.addresses.push(cell.address());
            self.equals.push(None);
            self.addresses.len() - 1
        });
        Some(Slot::Var(number))
    }

    pub(super) fn resolve(&self, mut slot: Slot) -> Slot {
        while let Slot::Var(number) = slot
            && let Some(next) = self.equals[number]
        {
            slot = next;
        }
        slot
    }

    /// Returns false if the two differ.
    pub(super) fn equate(&mut self, a: Slot, b: Slot) -> bool {
        match (self.resolve(a), self.resolve(b)) {
            (Slot::Value(a), Slot::Value(b)) => a == b,
            (Slot::Var(a), Slot::Var(b)) if a == b => true,
            (Slot::Var(a), b) => {
                self.equals[a] = Some(b);
                true
            }
            (a, Slot::Var(b)) => {
                self.equals[b] = Some(a);
                true
            }
        }
    }
}

/// Returns the comparison that a goal is, and whether its sides change places.
fn comparison(name: Atom) -> Option<(Test, bool)> {
    Some(match name {
        known::LT => (Test::Less, false),
        known::LE => (Test::LessOrEqual, false),
        known::GT => (Test::Less, true),
        known::GE => (Test::LessOrEqual, true),
        known::NUM_EQ => (Test::Equal, false),
        known::NUM_NE => (Test::NotEqual, false),
        known::STRICT_EQ => (Test::Same, false),
        known::STRICT_NE => (Test::Different, false),
        _ => return None,
    })
}

/// Whether a slot is a value or one of these variables.
fn is_among(scope: &Scope, slot: Slot, bound: &[Slot]) -> bool {
    match scope.resolve(slot) {
        Slot::Value(_) => true,
        variable => bound.iter().any(|&other| scope.resolve(other) == variable),
    }
}

/// Reads an expression of integers, variables, `+`, `-` and `*`.
fn read_expression(packed: &Packed<'_>, term: Cell, scope: &mut Scope) -> Option<Vec<Op>> {
    // Read from the right, an operator before its arguments, and turned around.
    let (mut ops, mut waiting) = (Vec::new(), vec![term]);
    while let Some(term) = waiting.pop() {
        if ops.len() == MOST_OPS {
            return None;
        }
        let term = packed.follow(term);
        if !term.is_structure() {
            let slot = scope.slot(packed, term)?;
            if matches!(slot, Slot::Value(word) if !Cell::from_bits(word).is_int()) {
                return None;
            }
            ops.push(Op::Push(slot));
            continue;
        }
        let functor = packed.cell(term.address()).as_functor();
        if functor.arity() != 2 {
            return None;
        }
        ops.push(match functor.name() {
            known::PLUS => Op::Add,
            known::MINUS => Op::Subtract,
            known::STAR => Op::Multiply,
            _ => return None,
        });
        let (first, _) = packed.parts(term);
        waiting.extend([packed.cell(first), packed.cell(first + 1)]);
    }
    ops.reverse();
    Some(ops)
}

/// Returns whether a predicate is incremental, and its modes, if bottom-up evaluation knows its declaration.
fn declaration(atoms: &AtomTable, packed: &Packed<'_>, argument: Cell) -> Option<(bool, Vec<TableMode>)> {
    if argument.is_immediate() {
        return Some((false, Vec::new()));
    }
    let (mut first, mut count) = packed.parts(argument);
    let word = |at: usize| packed.follow(packed.cell(at));
    let mut options = TableOptions::default();
    if count == 5 {
        if !(1..5).all(|at| word(first + at).is_int()) {
            return None;
        }
        options = TableOptions::new([1, 2, 3, 4].map(|at| word(first + at).as_int()));
        let modes = word(first);
        if options.limits.is_set() || options.monotonic {
            return None;
        }
        if modes.is_immediate() {
            return Some((options.incremental, Vec::new()));
        }
        (first, count) = packed.parts(modes);
    }
    let mut rest = word(first);
    let mut modes = Vec::new();
    while count == 1 && rest.is_list() {
        let mode = word(rest.address());
        modes.push(match mode.is_structure() {
            true => TableMode::Value(atoms.aggregate_named(word(packed.parts(mode).0))),
            false => TableMode::Index,
        });
        rest = word(rest.address() + 1);
    }
    (rest == Cell::NIL && !options.incremental).then_some((false, modes))
}

/// The clauses that are read as rules, and what says how.
pub(super) struct ClauseReader<'m> {
    pub session: &'m Session,
    pub atoms: &'m AtomTable,
    pub db: &'m Database,
}

impl ClauseReader<'_> {
    /// Returns what a goal with this functor calls, if it is tabled or has facts only.
    fn datalog_goal(&self, functor: Functor) -> Option<ReadGoal> {
        let ClauseReader { session, atoms, db } = *self;
        if db.modules.home(known::USER, functor) != known::USER {
            return None;
        }
        let pred = db.find(known::USER, functor)?;
        if let Some(&hidden) = session.lasting.tabled.get(&(known::USER, functor)) {
            // The only clause calls the table: its last argument has the modes, or is an atom if there are none.
            let wrapper = db.living(pred).next()?;
            let packed = Packed(db.cells(wrapper));
            let body = packed.follow(packed.body(functor.arity()));
            if !body.is_structure() {
                return None;
            }
            let (first, count) = packed.parts(body);
            let modes = packed.follow(packed.cell(first + count.checked_sub(1)?));
            let pred = db.find(known::USER, Functor::new(hidden, functor.arity()))?;
            let (is_incremental, modes) = declaration(atoms, &packed, modes)?;
            return Some(ReadGoal::Tabled(DeclaredTable {
                pred,
                is_incremental,
                modes,
            }));
        }
        let p = &db.preds[pred];
        let has_facts = p.definition == Definition::Clauses && (p.live > 0 || p.dynamic) && !p.matching;
        let is_plain = |id: ClauseId| {
            db.clauses[id].shape == ClauseShape::Flat && db.cells(id).iter().all(|&word| flat::is_simple(word))
        };
        (has_facts && db.living(pred).all(is_plain)).then_some(ReadGoal::Facts(pred))
    }

    /// Reads the goals of a body.
    pub(super) fn read_body(
        &self,
        packed: &Packed<'_>,
        body: Cell,
        scope: &mut Scope,
        goals: &mut Vec<(ReadGoal, Vec<Slot>)>,
    ) -> Result<(), Left> {
        let mut waiting = vec![body];
        // The variables that the goals so far bind, and whether one of these goals is a comparison.
        let (mut bound, mut is_tested): (Vec<Slot>, bool) = (Vec::new(), false);
        while let Some(goal) = waiting.pop() {
            let goal = packed.follow(goal);
            if goal == Cell::atom(known::TRUE) {
                continue;
            }
            if !goal.is_structure() || goals.len() == MOST_GOALS {
                return Err(Left::Component("other_goal"));
            }
            let functor = packed.cell(goal.address()).as_functor();
            let (first, arity) = packed.parts(goal);
            if functor == Functor::new(known::COMMA, 2) {
                waiting.extend([packed.cell(first + 1), packed.cell(first)]);
                continue;
            }
            if functor == Functor::new(known::IS, 2) {
                let target = scope.slot(packed, packed.cell(first));
                let target = target.ok_or(Left::Component("compound_term"))?;
                let ops =
                    read_expression(packed, packed.cell(first + 1), scope).ok_or(Left::Component("other_goal"))?;
                let is_bound = |op: &Op| match *op {
                    Op::Push(slot) => is_among(scope, slot, &bound),
                    _ => true,
                };
                if !ops.iter().all(is_bound) {
                    return Err(Left::Component("unbound_comparison"));
                }
                is_tested = true;
                bound.push(target);
                goals.push((ReadGoal::Compute(ops), vec![target]));
                continue;
            }
            let mut slots = Vec::with_capacity(arity);
            for at in first..first + arity {
                slots.push(
                    scope
                        .slot(packed, packed.cell(at))
                        .ok_or(Left::Component("compound_term"))?,
                );
            }
            if functor == Functor::new(known::EQUALS, 2) {
                if !scope.equate(slots[0], slots[1]) {
                    // A comparison before may raise an error.
                    return Err(if is_tested {
                        Left::Component("false_equation")
                    } else {
                        Left::Rule
                    });
                }
                continue;
            }
            let read = match comparison(functor.name()) {
                Some((test, swap)) if arity == 2 => {
                    // An equation behind the comparison must not count.
                    if !slots.iter().all(|&slot| is_among(scope, slot, &bound)) {
                        return Err(Left::Component("unbound_comparison"));
                    }
                    is_tested = true;
                    ReadGoal::Test(test, swap)
                }
                _ => {
                    bound.extend_from_slice(&slots);
                    self.datalog_goal(functor).ok_or(Left::Component("other_goal"))?
                }
            };
            goals.push((read, slots));
        }
        Ok(())
    }
}
