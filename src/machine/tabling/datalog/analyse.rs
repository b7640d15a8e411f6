//! Reading the rules that a call reaches.

use crate::base::atom::{Atom, Functor};
use crate::base::known;
use crate::code::clause::ClauseId;
use crate::code::instr::PredId;
use crate::code::packed::{Cells, Neck, Packed, Shape};
use crate::code::predicate::Definition;
use crate::machine::Machine;
use crate::machine::tabling::State;
use crate::machine::tabling::options::Options;
use crate::term::cell::Cell;
use crate::term::flat;

use super::{Component, Goal, Rule, Slot, Source, Test, Variant};

/// Larger components are left to the resolution of goals.
const MOST_VARIANTS: usize = 64;
const MOST_GOALS: usize = 32;

/// Number of facts above which it must be certain that all of them are needed.
const MANY_FACTS: usize = 1000;

/// Why a rule is not used.
enum Left {
    /// It has no answers for the variant.
    Rule,
    /// The component is not evaluated bottom-up, for this reason.
    Component(&'static str),
}

/// The variables of a clause, and what they are known to equal.
#[derive(Default)]
struct Scope {
    addresses: Vec<usize>,
    equals: Vec<Option<Slot>>,
}

impl Scope {
    fn slot(&mut self, packed: &Packed<'_>, cell: Cell) -> Option<Slot> {
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

    fn resolve(&self, mut slot: Slot) -> Slot {
        while let Slot::Var(number) = slot
            && let Some(next) = self.equals[number]
        {
            slot = next;
        }
        slot
    }

    /// Returns false if the two differ.
    fn equate(&mut self, a: Slot, b: Slot) -> bool {
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

impl Machine {
    /// Returns the component of an open call of the predicate with the clauses of a tabled one.
    ///
    /// # Errors
    /// The reason if it does not qualify.
    pub(super) fn analyse(&self, functor: Functor, is_incremental: bool) -> Result<Component, &'static str> {
        let pred = self.db.find(known::USER, functor).ok_or("predicate_of_module")?;
        let mut component = Component {
            variants: Vec::new(),
            facts: Vec::new(),
            rules: Vec::new(),
        };
        let pattern = (0..functor.arity()).map(Slot::Var).collect();
        self.variant(&mut component, (pred, is_incremental), pattern, true)?;
        let mut at = 0;
        while at < component.variants.len() {
            if component.variants[at].known.is_none() {
                let clauses: Vec<ClauseId> = self.db.living(component.variants[at].pred).collect();
                for id in clauses {
                    match self.rule(&mut component, at, id) {
                        Ok(rule) => component.rules.push(rule),
                        Err(Left::Rule) => {}
                        Err(Left::Component(reason)) => return Err(reason),
                    }
                }
            }
            at += 1;
        }
        if !component.variants.iter().all(|variant| variant.is_called) {
            return Err("general_call_from_bound_ones");
        }
        match self.needs_all_facts(&component) {
            true => Ok(component),
            false => Err("facts_needed_in_part"),
        }
    }

    /// Whether each predicate of many facts is read as a whole by some rule.
    fn needs_all_facts(&self, component: &Component) -> bool {
        let is_read = |number: usize| {
            component.rules.iter().any(|rule| {
                let mut bound: Vec<Slot> = Vec::new();
                rule.body.iter().any(|goal| {
                    let Goal::Access(source, slots) = goal else {
                        return false;
                    };
                    let is_open = |slot: &Slot| matches!(slot, Slot::Var(_)) && !bound.contains(slot);
                    let whole = *source == Source::Facts(number) && slots.iter().all(is_open);
                    bound.extend(slots);
                    whole
                })
            })
        };
        let is_small = |pred: PredId| self.db.preds[pred].live <= MANY_FACTS;
        component
            .facts
            .iter()
            .enumerate()
            .all(|(number, &pred)| is_small(pred) || is_read(number))
    }

    /// Returns the number of a variant, which is added if it is new.
    fn variant(
        &self,
        component: &mut Component,
        (pred, is_incremental): (PredId, bool),
        pattern: Vec<Slot>,
        called: bool,
    ) -> Result<usize, &'static str> {
        let same = |variant: &Variant| variant.pred == pred && variant.pattern == pattern;
        if let Some(number) = component.variants.iter().position(same) {
            component.variants[number].is_called |= called;
            return Ok(number);
        }
        let is_ground = pattern.iter().all(|slot| matches!(slot, Slot::Value(_)));
        let is_known = self.db.preds[pred].is_defined();
        if !is_known {
            return Err("undefined_predicate");
        }
        if is_ground {
            return Err("ground_call");
        }
        if component.variants.len() == MOST_VARIANTS {
            return Err("many_calls");
        }
        let known = self.tables.find(&self.key_of(pred, &pattern));
        if let Some(id) = known {
            let table = self.tables.get(id);
            let is_simple = table.answers.words().iter().all(|&word| flat::is_simple(word));
            let is_valid = |node| self.tables.graph.verified(node) >= self.db.changes.latest();
            if !table.node.is_none_or(is_valid)
                || table.state != State::Complete
                || !table.answers.is_flat()
                || !is_simple
                || table.conditions.is_some()
            {
                return Err("table_in_use");
            }
        }
        component.variants.push(Variant {
            pred,
            pattern,
            is_called: called || known.is_some(),
            known,
            is_incremental,
        });
        Ok(component.variants.len() - 1)
    }

    /// Reads a clause as a rule of a variant.
    fn rule(&self, component: &mut Component, number: usize, id: ClauseId) -> Result<Rule, Left> {
        let clause = &self.db.clauses[id];
        if clause.shape.is_raw() || clause.shape.neck() != Neck::Unify {
            return Err(Left::Component("rule_that_matches"));
        }
        let arity = self.db.preds[clause.pred].functor.arity();
        let packed = Packed(self.db.cells(id));
        let (mut scope, pattern) = (Scope::default(), component.variants[number].pattern.clone());
        let mut columns: Vec<Slot> = Vec::new();
        for (i, wanted) in pattern.iter().enumerate() {
            let slot = scope
                .slot(&packed, packed.cell(i))
                .ok_or(Left::Component("compound_term"))?;
            let fits = match *wanted {
                Slot::Value(_) => scope.equate(slot, *wanted),
                Slot::Var(column) => match columns.get(column) {
                    Some(&first) => scope.equate(slot, first),
                    None => {
                        columns.push(slot);
                        true
                    }
                },
            };
            if !fits {
                return Err(Left::Rule);
            }
        }
        let mut goals = Vec::new();
        if !clause.shape.is_fact() {
            self.read_body(&packed, packed.body(arity), &mut scope, &mut goals)?;
        }
        let mut body = Vec::with_capacity(goals.len());
        let mut bound: Vec<usize> = Vec::new();
        for (goal, slots) in goals {
            let slots: Vec<Slot> = slots.into_iter().map(|slot| scope.resolve(slot)).collect();
            match goal {
                Read::Test(test, swap) => {
                    let (a, b) = if swap {
                        (slots[1], slots[0])
                    } else {
                        (slots[0], slots[1])
                    };
                    body.push(Goal::Test(test, a, b));
                    continue;
                }
                Read::Facts(pred) => {
                    let known = component.facts.iter().position(|&other| other == pred);
                    let number = known.unwrap_or_else(|| {
                        component.facts.push(pred);
                        component.facts.len() - 1
                    });
                    body.push(Goal::Access(Source::Facts(number), slots.clone()));
                }
                Read::Tabled(pred, is_incremental) => {
                    let (pattern, is_general) = pattern_of(&slots, &bound);
                    let mut columns = Vec::new();
                    for (&slot, &column) in slots.iter().zip(&pattern) {
                        if column == Slot::Var(columns.len()) {
                            columns.push(slot);
                        }
                    }
                    let variant = self
                        .variant(component, (pred, is_incremental), pattern, !is_general)
                        .map_err(Left::Component)?;
                    body.push(Goal::Access(Source::Variant(variant), columns));
                }
            }
            bound.extend(slots.iter().filter_map(|slot| match slot {
                Slot::Var(variable) => Some(*variable),
                Slot::Value(_) => None,
            }));
        }
        let columns: Vec<Slot> = columns.into_iter().map(|slot| scope.resolve(slot)).collect();
        if !all_bound(&columns, &bound) {
            return Err(Left::Component("unbound_variable"));
        }
        Ok(Rule {
            variant: number,
            columns,
            body,
            variables: scope.addresses.len(),
        })
    }

    /// Reads the goals of a body.
    fn read_body(
        &self,
        packed: &Packed<'_>,
        body: Cell,
        scope: &mut Scope,
        goals: &mut Vec<(Read, Vec<Slot>)>,
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
                    let is_bound = |slot: Slot| match scope.resolve(slot) {
                        Slot::Value(_) => true,
                        variable => bound.iter().any(|&other| scope.resolve(other) == variable),
                    };
                    if !slots.iter().all(|&slot| is_bound(slot)) {
                        return Err(Left::Component("unbound_comparison"));
                    }
                    is_tested = true;
                    Read::Test(test, swap)
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

    /// Returns what a goal with this functor calls, if it is tabled or has facts only.
    fn datalog_goal(&self, functor: Functor) -> Option<Read> {
        if self.db.modules.home(known::USER, functor) != known::USER {
            return None;
        }
        let pred = self.db.find(known::USER, functor)?;
        if let Some(&hidden) = self.session.tabled.get(&(known::USER, functor)) {
            // The only clause calls the table: without modes its second argument is the atom `none`, or has it.
            let wrapper = self.db.living(pred).next()?;
            let packed = Packed(self.db.cells(wrapper));
            let body = packed.follow(packed.body(functor.arity()));
            if !body.is_structure() {
                return None;
            }
            let (first, count) = packed.parts(body);
            let modes = (count == 2).then(|| packed.follow(packed.cell(first + 1)))?;
            let mut is_incremental = false;
            if !modes.is_immediate() {
                let options = datalog_options(&packed, modes)?;
                is_incremental = options.incremental;
            }
            let clauses = self.db.find(known::USER, Functor::new(hidden, functor.arity()))?;
            return Some(Read::Tabled(clauses, is_incremental));
        }
        let p = &self.db.preds[pred];
        let has_facts = p.definition == Definition::Clauses && (p.live > 0 || p.dynamic) && !p.matching;
        let is_plain = |id: ClauseId| {
            self.db.clauses[id].shape == Shape::Flat && self.db.cells(id).iter().all(|&word| flat::is_simple(word))
        };
        (has_facts && self.db.living(pred).all(is_plain)).then_some(Read::Facts(pred))
    }
}

/// A goal as it is read.
enum Read {
    Test(Test, bool),
    Facts(PredId),
    /// Whether it is incremental.
    Tabled(PredId, bool),
}

/// Whether all slots are values or variables that goals bind.
fn all_bound(slots: &[Slot], bound: &[usize]) -> bool {
    slots.iter().all(|slot| match slot {
        Slot::Var(variable) => bound.contains(variable),
        Slot::Value(_) => true,
    })
}

/// Returns the pattern of a call, in which variables that are bound are open, and whether there are such variables.
fn pattern_of(slots: &[Slot], bound: &[usize]) -> (Vec<Slot>, bool) {
    let (mut numbers, mut is_general, mut next) = (Vec::new(), false, 0);
    let mut pattern = Vec::with_capacity(slots.len());
    for &slot in slots {
        pattern.push(match slot {
            Slot::Value(_) => slot,
            Slot::Var(variable) => {
                let is_bound = bound.contains(&variable);
                is_general |= is_bound;
                let known = numbers.iter().find(|(other, _)| *other == variable && !is_bound);
                let number = known.map_or(next, |(_, number)| *number);
                if number == next {
                    next += 1;
                    numbers.push((variable, number));
                }
                Slot::Var(number)
            }
        });
    }
    (pattern, is_general)
}

/// Returns the options of a predicate without modes, if bottom-up evaluation knows them.
fn datalog_options(packed: &Packed<'_>, argument: Cell) -> Option<Options> {
    let (first, count) = packed.parts(argument);
    let word = |at: usize| packed.follow(packed.cell(first + at));
    if count != 5 || !word(0).is_immediate() || !(1..5).all(|at| word(at).is_int()) {
        return None;
    }
    let options = Options::new([1, 2, 3, 4].map(|at| word(at).as_int()));
    (!options.is_restrained()).then_some(options)
}
