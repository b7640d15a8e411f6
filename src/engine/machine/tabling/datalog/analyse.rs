//! Reading the rules that a call reaches.

use crate::base::atom::Functor;
use crate::base::known;
use crate::code::clause::ClauseId;
use crate::code::database::Database;
use crate::code::instr::PredId;
use crate::code::packed::{Cells, Neck, Packed};
use crate::machine::tabling::modes::TableMode;
use crate::machine::tabling::{TableState, Tables};
use crate::term::flat;

use super::read::{ClauseReader, Left, ReadGoal, Scope};
use super::{Component, DatalogGoal, DatalogRule, DatalogSource, DeclaredTable, Op, Slot, TABLE_IN_USE, Variant};

/// Larger components are left to the resolution of goals.
const MOST_VARIANTS: usize = 64;

/// Number of facts above which it must be certain that all of them are needed.
const MANY_FACTS: usize = 1000;

/// Returns the columns of a variant as a clause's head gives them, and its aggregated arguments.
fn columns_of_head(
    variant: &Variant,
    packed: &Packed<'_>,
    arity: usize,
    scope: &mut Scope,
) -> Result<(Vec<Slot>, Vec<Slot>), Left> {
    let mut pattern = variant.pattern.iter();
    let (mut columns, mut values): (Vec<Slot>, Vec<Slot>) = (Vec::new(), Vec::new());
    for i in 0..arity {
        let slot = scope
            .slot(packed, packed.cell(i))
            .ok_or(Left::Component("compound_term"))?;
        if variant.declared.is_value(i) {
            values.push(slot);
            continue;
        }
        let Some(wanted) = pattern.next() else { break };
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
    Ok((columns, values))
}

/// Returns the variables among slots.
fn variables_of(slots: &[Slot]) -> impl Iterator<Item = usize> {
    slots.iter().filter_map(|slot| match slot {
        Slot::Var(variable) => Some(*variable),
        Slot::Value(_) => None,
    })
}

/// Whether the aggregated arguments of a goal are variables that nothing else binds, each another one.
fn all_new(values: &[Slot], keys: &[Slot], bound: &[usize]) -> bool {
    values.iter().enumerate().all(|(at, slot)| match slot {
        Slot::Var(variable) => !bound.contains(variable) && !keys.contains(slot) && !values[..at].contains(slot),
        Slot::Value(_) => false,
    })
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

impl Database {
    /// Whether each predicate of many facts is read as a whole by some rule.
    fn needs_all_facts(&self, component: &Component) -> bool {
        let is_read = |number: usize| {
            component.rules.iter().any(|rule| {
                let mut bound: Vec<Slot> = Vec::new();
                rule.body.iter().any(|goal| {
                    let DatalogGoal::Access(source, slots) = goal else {
                        return false;
                    };
                    let is_open = |slot: &Slot| matches!(slot, Slot::Var(_)) && !bound.contains(slot);
                    let whole = *source == DatalogSource::Facts(number) && slots.iter().all(is_open);
                    bound.extend(slots);
                    whole
                })
            })
        };
        let is_small = |pred: PredId| self.preds[pred].live <= MANY_FACTS;
        component
            .facts
            .iter()
            .enumerate()
            .all(|(number, &pred)| is_small(pred) || is_read(number))
    }
}

impl Tables {
    /// Returns the number of a variant, which is added if it is new.
    fn variant(
        &self,
        db: &Database,
        component: &mut Component,
        declared: DeclaredTable,
        (pattern, givens): (Vec<Slot>, Vec<usize>),
        called: bool,
    ) -> Result<usize, &'static str> {
        component.note_modes(&declared)?;
        let pred = declared.pred;
        let same = |variant: &Variant| {
            variant.declared.pred == pred
                && variant.pattern == pattern
                && variant.givens == givens
                && variant.answers.is_none()
        };
        if let Some(number) = component.variants.iter().position(same) {
            component.variants[number].is_called |= called;
            return Ok(number);
        }
        let is_ground = pattern.iter().all(|slot| matches!(slot, Slot::Value(_)));
        let is_known = db.preds[pred].is_defined();
        if !is_known {
            return Err("undefined_predicate");
        }
        if is_ground {
            return Err("ground_call");
        }
        if component.is_bound && (declared.is_incremental || !declared.modes.is_empty()) {
            return Err("bound_call");
        }
        if component.variants.len() + 2 > MOST_VARIANTS {
            return Err("many_calls");
        }
        let known = match givens.is_empty() {
            true => self.find(&db.key_of(pred, &pattern)),
            false => None,
        };
        if let Some(id) = known {
            let table = self.get(id);
            let is_simple = table.answers.words().iter().all(|&word| flat::is_simple(word));
            let values = table.rare.moded.as_ref().map_or(&[][..], |moded| moded.all_values());
            let is_simple = is_simple && values.iter().all(|&word| flat::is_simple(word));
            let is_valid = |node| self.graph.verified(node) >= db.changes.latest();
            if !table.rare.node.is_none_or(is_valid)
                || table.state() != TableState::Complete
                || !table.answers.is_flat()
                || !is_simple
                || table.rare.conditions.is_some()
            {
                return Err(TABLE_IN_USE);
            }
        }
        let number = component.variants.len();
        let calls = Variant {
            declared: declared.clone(),
            pattern: (0..givens.len()).map(Slot::Var).collect(),
            givens: Vec::new(),
            calls: None,
            answers: Some(number),
            is_called: true,
            known: None,
        };
        let has_calls = !givens.is_empty();
        component.variants.push(Variant {
            declared,
            pattern,
            givens,
            calls: has_calls.then_some(number + 1),
            answers: None,
            is_called: called || known.is_some(),
            known,
        });
        if has_calls {
            component.variants.push(calls);
        }
        Ok(number)
    }

    /// Returns the component of an open call of the predicate with the clauses of a tabled one.
    ///
    /// # Errors
    /// The reason if it does not qualify.
    pub(super) fn analyse(
        &self,
        reader: &ClauseReader<'_>,
        functor: Functor,
        is_incremental: bool,
        modes: Vec<TableMode>,
        givens: Vec<usize>,
    ) -> Result<Component, &'static str> {
        let db = reader.db;
        let pred = db.find(known::USER, functor).ok_or("predicate_of_module")?;
        let mut component = Component {
            variants: Vec::new(),
            facts: Vec::new(),
            rules: Vec::new(),
            aggregate: None,
            is_bound: !givens.is_empty(),
        };
        let declared = DeclaredTable {
            pred,
            is_incremental,
            modes,
        };
        let keys = (0..functor.arity())
            .filter(|&argument| !declared.is_value(argument))
            .count();
        let pattern = (0..keys).map(Slot::Var).collect();
        self.variant(db, &mut component, declared, (pattern, givens), true)?;
        let mut at = 0;
        while at < component.variants.len() {
            if component.variants[at].has_rules() {
                let clauses: Vec<ClauseId> = db.living(component.variants[at].declared.pred).collect();
                for id in clauses {
                    match self.rule(reader, &mut component, at, id) {
                        Ok(rule) => component.rules.push(rule),
                        Err(Left::Rule) => {}
                        Err(Left::Component(reason)) => return Err(reason),
                    }
                }
            }
            at += 1;
        }
        if component.is_bound {
            return match component.pays() {
                true => Ok(component),
                false => Err("bound_call"),
            };
        }
        if !component.variants.iter().all(|variant| variant.is_called) {
            return Err("general_call_from_bound_ones");
        }
        if !component.rules.iter().all(|rule| component.is_monotone(rule)) {
            return Err("aggregated_value");
        }
        match db.needs_all_facts(&component) {
            true => Ok(component),
            false => Err("facts_needed_in_part"),
        }
    }

    /// Reads a clause as a rule of a variant.
    fn rule(
        &self,
        reader: &ClauseReader<'_>,
        component: &mut Component,
        number: usize,
        id: ClauseId,
    ) -> Result<DatalogRule, Left> {
        let db = reader.db;
        let clause = &db.clauses[id];
        if clause.shape.is_raw() || clause.shape.neck() != Neck::Unify {
            return Err(Left::Component("rule_that_matches"));
        }
        let arity = db.preds[clause.pred].functor.arity();
        let packed = Packed(db.cells(id));
        let mut scope = Scope::default();
        let (mut columns, values) = columns_of_head(&component.variants[number], &packed, arity, &mut scope)?;
        let mut goals = Vec::new();
        if !clause.shape.is_fact() {
            reader.read_body(&packed, packed.body(arity), &mut scope, &mut goals)?;
        }
        let mut body = Vec::with_capacity(goals.len());
        let mut bound: Vec<usize> = Vec::new();
        let Variant { givens, calls, .. } = &component.variants[number];
        if let Some(calls) = *calls {
            // Only for the values with which it is called.
            let slots: Vec<Slot> = givens.iter().map(|&column| scope.resolve(columns[column])).collect();
            bound.extend(variables_of(&slots));
            body.push(DatalogGoal::Access(DatalogSource::Variant(calls), slots));
        }
        for (goal, slots) in goals {
            let slots: Vec<Slot> = slots.into_iter().map(|slot| scope.resolve(slot)).collect();
            match goal {
                ReadGoal::Test(test, swap) => {
                    let (a, b) = if swap {
                        (slots[1], slots[0])
                    } else {
                        (slots[0], slots[1])
                    };
                    body.push(DatalogGoal::Test(test, a, b));
                    continue;
                }
                ReadGoal::Compute(ops) => {
                    let resolve = |op| match op {
                        Op::Push(slot) => Op::Push(scope.resolve(slot)),
                        op => op,
                    };
                    body.push(DatalogGoal::Compute(slots[0], ops.into_iter().map(resolve).collect()));
                }
                ReadGoal::Facts(pred) => {
                    let known = component.facts.iter().position(|&other| other == pred);
                    let number = known.unwrap_or_else(|| {
                        component.facts.push(pred);
                        component.facts.len() - 1
                    });
                    body.push(DatalogGoal::Access(DatalogSource::Facts(number), slots.clone()));
                }
                ReadGoal::Tabled(declared) => {
                    let part = |is_value: bool| -> Vec<Slot> {
                        let of_part = slots.iter().enumerate();
                        let of_part = of_part.filter(|&(at, _)| declared.is_value(at) == is_value);
                        of_part.map(|(_, &slot)| slot).collect()
                    };
                    let (keys, values) = (part(false), part(true));
                    if !all_new(&values, &keys, &bound) {
                        return Err(Left::Component("aggregated_value"));
                    }
                    let (pattern, is_general) = pattern_of(&keys, &bound);
                    let mut columns = Vec::new();
                    for (&slot, &column) in keys.iter().zip(&pattern) {
                        if column == Slot::Var(columns.len()) {
                            columns.push(slot);
                        }
                    }
                    let mut givens = Vec::new();
                    if component.is_bound {
                        let is_given = |slot: &Slot| matches!(slot, Slot::Var(variable) if bound.contains(variable));
                        givens = (0..columns.len()).filter(|&at| is_given(&columns[at])).collect();
                    }
                    let slots: Vec<Slot> = givens.iter().map(|&at| columns[at]).collect();
                    let variant = self
                        .variant(db, component, declared, (pattern, givens), !is_general)
                        .map_err(Left::Component)?;
                    if let Some(calls) = component.variants[variant].calls {
                        component.add_calls(calls, slots, &body, scope.addresses.len());
                    }
                    columns.extend(values);
                    body.push(DatalogGoal::Access(DatalogSource::Variant(variant), columns));
                }
            }
            bound.extend(variables_of(&slots));
        }
        columns.extend(values);
        let columns: Vec<Slot> = columns.into_iter().map(|slot| scope.resolve(slot)).collect();
        if !all_bound(&columns, &bound) {
            return Err(Left::Component("unbound_variable"));
        }
        Ok(DatalogRule {
            variant: number,
            columns,
            body,
            variables: scope.addresses.len(),
        })
    }
}
