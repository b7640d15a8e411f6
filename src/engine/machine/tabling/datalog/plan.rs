//! The order in which the goals of a rule are joined.

use super::{Component, DatalogGoal, DatalogRule, DatalogSource, Op, Slot, Test};

/// Which rows of a variant a goal sees in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SeenRows {
    /// Those that the last round has added.
    New,
    /// Those before them.
    Old,
    /// Both.
    All,
}

/// A step of a plan.
pub(super) enum PlanStep {
    Access {
        source: DatalogSource,
        part: SeenRows,
        /// The index by which rows are found, if some columns are bound.
        index: Option<usize>,
        /// Whether all columns are bound and the source tells whether it has a row.
        is_member: bool,
        /// The columns that must have these values.
        bound: Vec<(usize, Slot)>,
        /// The columns that bind variables.
        binds: Vec<(usize, usize)>,
        /// The columns that must equal variables that other columns of the row bind.
        repeats: Vec<(usize, usize)>,
    },
    Test(Test, Slot, Slot),
    /// The variable gets the value of the expression; if it has a value, that must be the same.
    Compute {
        target: Slot,
        binds: bool,
        ops: Vec<Op>,
    },
}

/// A rule with the order of its goals.
pub(super) struct RulePlan {
    pub variant: usize,
    pub columns: Vec<Slot>,
    pub variables: usize,
    /// The source whose new rows are joined; none for the first round.
    pub delta: Option<DatalogSource>,
    pub steps: Vec<PlanStep>,
}

/// The columns by which an index finds rows.
pub(super) type Columns = (DatalogSource, Vec<usize>);

/// The purpose of a plan.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// The rounds of an evaluation.
    Rounds,
    /// To find what follows from changed facts: the sources have what tells whether they have a row.
    Changes,
    /// The same, to find out whether a row is derived.
    Check,
}

/// Makes the plans of all rules, and the list of their indexes.
pub(super) fn plans(component: &Component, indexes: &mut Vec<Columns>) -> Vec<RulePlan> {
    let changes =
        |source| matches!(source, DatalogSource::Variant(number) if component.variants[number].known.is_none());
    let mut plans = Vec::new();
    for rule in &component.rules {
        let deltas = deltas_of(rule, changes);
        if deltas.is_empty() {
            plans.push(plan(component, rule, None, &deltas, indexes, Aim::Rounds));
        }
        for &delta in &deltas {
            plans.push(plan(component, rule, Some(delta), &deltas, indexes, Aim::Rounds));
        }
    }
    plans
}

/// Makes the plans of what follows from changes of each source, and those that check whether a row is derived.
pub(super) fn plans_of_changes(component: &Component, indexes: &mut Vec<Columns>) -> [Vec<RulePlan>; 2] {
    let (mut changes, mut checks) = (Vec::new(), Vec::new());
    for rule in &component.rules {
        let deltas = deltas_of(rule, |_| true);
        for &delta in &deltas {
            changes.push(plan(component, rule, Some(delta), &deltas, indexes, Aim::Changes));
        }
        checks.push(plan(component, rule, None, &deltas, indexes, Aim::Check));
    }
    [changes, checks]
}

/// Returns the goals of a rule whose sources change.
fn deltas_of(rule: &DatalogRule, changes: impl Fn(DatalogSource) -> bool) -> Vec<(usize, DatalogSource)> {
    let goals = rule.body.iter().enumerate();
    let changing = goals.filter_map(|(at, goal)| match goal {
        DatalogGoal::Access(source, _) if changes(*source) => Some((at, *source)),
        _ => None,
    });
    changing.collect()
}

/// Returns the number of the index by these columns, which is added if it is new.
fn index_of(indexes: &mut Vec<Columns>, source: DatalogSource, bound: &[(usize, Slot)]) -> usize {
    let columns = (source, bound.iter().map(|&(column, _)| column).collect());
    indexes.iter().position(|known| *known == columns).unwrap_or_else(|| {
        indexes.push(columns);
        indexes.len() - 1
    })
}

fn plan(
    component: &Component,
    rule: &DatalogRule,
    delta: Option<(usize, DatalogSource)>,
    deltas: &[(usize, DatalogSource)],
    indexes: &mut Vec<Columns>,
    aim: Aim,
) -> RulePlan {
    let is_best = |source: DatalogSource| match source {
        DatalogSource::Variant(number) => component.variants[number].values() > 0,
        DatalogSource::Facts(_) => false,
    };
    let mut left: Vec<(usize, &DatalogGoal)> = rule.body.iter().enumerate().collect();
    let mut known = vec![false; rule.variables];
    for slot in &rule.columns {
        if let (Slot::Var(variable), Aim::Check) = (*slot, aim) {
            known[variable] = true;
        }
    }
    let mut steps = Vec::with_capacity(left.len());
    let mut first = delta.map(|(at, _)| at);
    while !left.is_empty() {
        let is_known = |slot: &Slot| match slot {
            Slot::Var(variable) => known[*variable],
            Slot::Value(_) => true,
        };
        let rank = |goal: &DatalogGoal| match goal {
            DatalogGoal::Test(_, a, b) if is_known(a) && is_known(b) => usize::MAX,
            DatalogGoal::Compute(_, ops) if ops.iter().all(|op| !matches!(op, Op::Push(slot) if !is_known(slot))) => {
                usize::MAX
            }
            DatalogGoal::Test(..) | DatalogGoal::Compute(..) => 0,
            // Answers are often more than the facts that they follow from.
            DatalogGoal::Access(source, slots) => {
                let is_small = aim != Aim::Rounds && matches!(source, DatalogSource::Facts(_));
                1 + 2 * slots.iter().filter(|slot| is_known(slot)).count() + usize::from(is_small)
            }
        };
        let chosen = match first.take() {
            Some(at) => left.iter().position(|(place, _)| *place == at),
            None => {
                let best = left.iter().map(|(_, goal)| rank(goal)).max();
                left.iter().position(|(_, goal)| Some(rank(goal)) == best)
            }
        };
        let (at, goal) = left.remove(chosen.unwrap_or(0));
        match goal {
            DatalogGoal::Test(test, a, b) => steps.push(PlanStep::Test(*test, *a, *b)),
            DatalogGoal::Compute(target, ops) => {
                let binds = !is_known(target);
                if let Slot::Var(variable) = *target {
                    known[variable] = true;
                }
                steps.push(PlanStep::Compute {
                    target: *target,
                    binds,
                    ops: ops.clone(),
                });
            }
            DatalogGoal::Access(source, slots) => {
                let (mut bound, mut binds, mut repeats) = (Vec::new(), Vec::new(), Vec::new());
                for (column, slot) in slots.iter().enumerate() {
                    match *slot {
                        Slot::Var(variable) if !known[variable] => {
                            if binds.iter().any(|&(_, other)| other == variable) {
                                repeats.push((column, variable));
                            } else {
                                binds.push((column, variable));
                            }
                        }
                        slot => bound.push((column, slot)),
                    }
                }
                for &(_, variable) in &binds {
                    known[variable] = true;
                }
                let part = match delta {
                    Some((place, _)) if place == at => SeenRows::New,
                    // Improved values take the places of the old ones.
                    Some((place, _))
                        if at > place && aim == Aim::Rounds && deltas.contains(&(at, *source)) && !is_best(*source) =>
                    {
                        SeenRows::Old
                    }
                    _ => SeenRows::All,
                };
                let is_member = aim != Aim::Rounds && part != SeenRows::New && bound.len() == slots.len();
                let has_index = !bound.is_empty() && part != SeenRows::New && !is_member;
                let index = has_index.then(|| index_of(indexes, *source, &bound));
                steps.push(PlanStep::Access {
                    source: *source,
                    part,
                    index,
                    is_member,
                    bound,
                    binds,
                    repeats,
                });
            }
        }
    }
    RulePlan {
        variant: rule.variant,
        columns: rule.columns.clone(),
        variables: rule.variables,
        delta: delta.map(|(_, source)| source),
        steps,
    }
}
