//! The native predicates of `library(clpb)`.

use dashu_int::IBig;
use rustc_hash::{FxHashMap, FxHashSet};

use ferz_engine::native::args::list_arg::{new_list, proper_list};
use ferz_engine::native::errors::Type;
use ferz_engine::native::terms::{Cell, Number, View, known, walk};
use ferz_engine::native::work::{Ordered, Table};
use ferz_engine::native::{Machine, Native, Step, Stop, det, holds};

use super::diagrams::{FALSE, Operation, TRUE};
use super::expression::{ExpressionStep, domain_error, parse};
use super::solve::{bound, each_part, post};
use super::space::BooleanSpace;
use super::store::{self, CONJUNCT, CONJUNCTS, attribute, list_at, value_of};

pub(crate) const TABLE: &[Native] = &[
    det!("sat(+expression)", 1, sat_1)
        .doc(
            "Constrains a Boolean expression to be true. Its variables are 0 or 1, atoms are universally quantified; \
             operations are ~, +, *, #, =:=, =\\=, =<, >=, <, >, X^Expression for some X, +(List), *(List), and \
             card(Counts, List) for the number of true ones.",
        )
        .examples(&[
            ("sat(*(X, Y))", "X = 1, Y = 1"),
            ("sat(#(X, Y)), X = 1", "X = 1, Y = 0"),
            ("sat(*(X, ~(X)))", "false"),
            ("sat(f(x))", "domain_error(clpb_expr, f(x))"),
        ]),
    det!("$clpb_taut(+expression, -value)", 2, taut_2).doc(
        "Unifies value with 1 if expression follows from the constraints, with 0 if it contradicts them, else with 2.",
    ),
    det!("$clpb_count(+expression, -count)", 2, count_2)
        .doc("Unifies count with the number of values of the variables for which expression is true."),
    det!("$clpb_heaviest(+weights, +variables, -sum)", 3, heaviest_3)
        .doc("Constrains variables to those values that make the sum of the weights of the true ones largest."),
    det!("$clpb_bound(+attribute, ?value)", 2, bound_2)
        .doc("Takes note that a Boolean variable with this attribute was bound."),
    det!("$clpb_set(?variable, +value)", 2, set_2).doc("Gives a Boolean variable a value."),
    det!("$clpb_ordered(+variables, -ordered)", 2, ordered_2)
        .doc("Unifies ordered with the variables by the order in which they first took part in constraints."),
    det!("$clpb_goals(+attribute, @variable, -forms, -others)", 4, goals_4).doc(
        "For the first variable of a set of constraints: unifies forms with the constraints in algebraic normal form, \
         others with the variables that are in none of them; fails for other variables.",
    ),
    det!("$clpb_nodes(+attribute, @variable, -nodes)", 3, nodes_3)
        .doc("For the first variable of a set of constraints: unifies nodes with the nodes of their diagram."),
];

fn sat_1(m: &mut Machine, expression: Cell) -> Step {
    if !walk::is_acyclic(&m.heap, expression) {
        m.check_walks()?;
        return Err(domain_error(m, "acyclic_term", expression));
    }
    each_part(m, expression, |m, part| {
        let parts = parse(m, part)?;
        post(m, &parts)
    })
}

fn taut_2(m: &mut Machine, expression: Cell, value: Cell) -> Step {
    let parts = parse(m, expression)?;
    let mut space = BooleanSpace::gather(m, &parts, None)?;
    let own = space.evaluate(&parts)?;
    let known = space.conjunction(TRUE)?;
    let both = space.d.and(known, own)?;
    let found = if !space.holds_for_all(both)? {
        0
    } else if space.d.apply(Operation::AT_MOST, known, own)? == TRUE {
        1
    } else {
        2
    };
    drop(space);
    m.unify(value, Cell::int(found))
}

fn count_2(m: &mut Machine, expression: Cell, count: Cell) -> Step {
    let parts = parse(m, expression)?;
    let mut space = BooleanSpace::gather(m, &parts, None)?;
    let own = space.evaluate(&parts)?;
    let mut diagram = space.conjunction(own)?;
    let mut is_counted: Table<u32, bool> = Table::filled(false, space.variables.len());
    for part in &parts {
        if let ExpressionStep::Leaf(cell) | ExpressionStep::Exists(cell) = part
            && cell.is_variable()
        {
            let level = space.level(*cell)?;
            is_counted[level] = true;
        }
    }
    for operation in [Operation::AND, Operation::OR] {
        let bound: Vec<bool> = (space.variables.iter().zip(is_counted.iter()))
            .map(|(variable, counted)| !counted && variable.is_universal == (operation == Operation::AND))
            .collect();
        diagram = space
            .d
            .quantify(diagram, operation, |level| bound.get(level as usize) == Some(&true))?;
    }
    let levels: Vec<u32> = (0..is_counted.len() as u32)
        .filter(|&level| is_counted[level])
        .collect();
    let found = space.count(diagram, &levels)?;
    drop(space);
    let found = m.number_cell(&Number::from(IBig::from(found)))?;
    m.unify(count, found)
}

fn heaviest_3(m: &mut Machine, weights: Cell, variables: Cell, sum: Cell) -> Step {
    let (weights, variables) = (proper_list(m, weights)?, proper_list(m, variables)?);
    let mut parts = Vec::new();
    for &variable in &variables {
        parts.push(ExpressionStep::Leaf(m.deref(variable)));
    }
    let mut space = BooleanSpace::gather(m, &parts, None)?;
    let mut of_levels: FxHashMap<u32, IBig> = FxHashMap::default();
    for (&variable, &weight) in variables.iter().zip(&weights) {
        let level = space.level(variable)?;
        let weight = match space.d.m.heap.number(weight) {
            Some(Number::Int(weight)) => IBig::from(weight),
            Some(Number::Big(weight)) => weight,
            _ => return Err(space.d.m.type_or_instantiation_error(Type::Integer, weight)),
        };
        *of_levels.entry(level).or_default() += weight;
    }
    let whole = space.conjunction(TRUE)?;
    holds(whole != FALSE)?;
    let listed = space
        .d
        .quantify(whole, Operation::OR, |level| !of_levels.contains_key(&level))?;
    let mut by_level: Vec<(u32, IBig)> = of_levels.into_iter().collect();
    by_level.order_by_key(|pair| pair.0);
    let (most, ways) = space.heaviest(listed, &by_level)?;
    let joined = space.d.and(whole, ways)?;
    let levels = space.support(ways)?;
    space.settle(joined, Some((ways, levels)))?;
    drop(space);
    let most = m.number_cell(&Number::from(most))?;
    m.unify(sum, most)
}

fn bound_2(m: &mut Machine, attribute: Cell, _value: Cell) -> Step {
    match value_of(m, attribute) {
        Some(found) => bound(m, found.root),
        None => Err(Stop::Fail),
    }
}

fn set_2(m: &mut Machine, variable: Cell, value: Cell) -> Step {
    let variable = m.deref(variable);
    match attribute(m, variable) {
        Some(found) if store::is_only_boolean(m, variable) => {
            let value = m.deref(value);
            m.stacks.bind(&mut m.heap, variable, value);
            bound(m, found.root)
        }
        _ => m.unify(variable, value),
    }
}

fn ordered_2(m: &mut Machine, variables: Cell, ordered: Cell) -> Step {
    let mut all: Vec<(i64, Cell)> = proper_list(m, variables)?
        .into_iter()
        .map(|cell| {
            let cell = m.deref(cell);
            (attribute(m, cell).map_or(0, |found| found.index), cell)
        })
        .collect();
    all.order_by_key(|pair| pair.0);
    let cells: Vec<Cell> = all.into_iter().map(|pair| pair.1).collect();
    let list = new_list(m, &cells)?;
    m.unify(ordered, list)
}

/// Returns the variables that an answer shows, if it does not show all.
fn shown_variables(m: &Machine) -> Option<FxHashSet<usize>> {
    let list = m.session.noted(&m.heap, known::CLPB_SHOWN)?;
    let View::List(_) = m.view(list) else {
        return None;
    };
    let cells = walk::list_to_vec(&m.heap, list).ok()?;
    Some(cells.into_iter().map(|cell| m.deref(cell).address()).collect())
}

/// Gathers a root whose first variable that is shown is this one; with which variables are shown.
fn gather_first(m: &mut Machine, value: Cell, variable: Cell) -> Result<(BooleanSpace<'_>, usize, Vec<bool>), Stop> {
    let variable = m.deref(variable);
    let found = value_of(m, value).ok_or(Stop::Fail)?;
    let shown = shown_variables(m);
    let space = BooleanSpace::gather(m, &[], Some(found.root))?;
    let is_shown: Vec<bool> = (space.variables.iter())
        .map(|other| !other.is_universal && shown.as_ref().is_none_or(|shown| shown.contains(&other.cell.address())))
        .collect();
    let first = is_shown.iter().position(|&shown| shown);
    match first {
        Some(first) if space.variables.get(first).is_some_and(|other| other.cell == variable) => {
            Ok((space, found.root, is_shown))
        }
        _ => Err(Stop::Fail),
    }
}

fn goals_4(m: &mut Machine, value: Cell, variable: Cell, forms: Cell, others: Cell) -> Step {
    let (mut space, root, is_shown) = gather_first(m, value, variable)?;
    let hides = (space.variables.iter().zip(&is_shown)).any(|(other, shown)| !other.is_universal && !shown);
    let mut conjuncts = Vec::new();
    if hides {
        let whole = space.conjunction(TRUE)?;
        let visible: Vec<bool> = (space.variables.iter().zip(&is_shown))
            .map(|(other, &shown)| shown || other.is_universal)
            .collect();
        conjuncts.push((Vec::new(), space.projected(whole, &visible)?));
    } else {
        for conjunct in list_at(space.d.m, root + CONJUNCTS).into_iter().rev() {
            if let View::Struct(CONJUNCT, first) = space.d.m.view(conjunct) {
                let entries = list_at(space.d.m, first);
                let diagram = space.read(first + 1, &entries)?;
                let mut levels = Vec::new();
                for entry in entries {
                    levels.extend(space.levels_in(entry)?);
                }
                levels.sort_unstable();
                levels.dedup();
                conjuncts.push((levels, diagram));
            }
        }
    }
    let conjuncts = space.parted(conjuncts)?;
    let mut is_free = is_shown;
    let mut lists = Vec::new();
    for &conjunct in &conjuncts {
        for level in space.support(conjunct)? {
            is_free[level as usize] = false;
        }
        lists.push(space.algebraic(conjunct)?);
    }
    let free: Vec<Cell> = (space.variables.iter().zip(is_free))
        .filter_map(|(variable, free)| free.then_some(variable.cell))
        .collect();
    drop(space);
    let (lists, free) = (new_list(m, &lists)?, new_list(m, &free)?);
    m.unify(forms, lists)?;
    m.unify(others, free)
}

fn nodes_3(m: &mut Machine, value: Cell, variable: Cell, nodes: Cell) -> Step {
    let (mut space, _, _) = gather_first(m, value, variable)?;
    let whole = space.conjunction(TRUE)?;
    let all = space.d.nodes_of(whole)?;
    space.d.m.reserve_first(40 * all.len())?;
    let [name, test] = ["node", "v"].map(|word| space.d.m.intern(word));
    let number = |m: &mut Machine, node: u32| match node {
        FALSE => Cell::atom(known::FALSE),
        TRUE => Cell::atom(known::TRUE),
        _ => m.heap.new_term(name, &[Cell::int(i64::from(node) - 2)]),
    };
    let mut cells = Vec::new();
    for &node in all.iter().rev() {
        let parts = space.d.node(node);
        let shown = space.shown(parts.level);
        let index = space.variables[parts.level].index;
        let m = &mut *space.d.m;
        let (id, low, high) = (number(m, node), number(m, parts.low), number(m, parts.high));
        let tested = m.heap.new_term(test, &[shown, Cell::int(index)]);
        let then = m.heap.new_term(known::ARROW, &[tested, high]);
        let choice = m.heap.new_term(known::SEMICOLON, &[then, low]);
        cells.push(m.heap.new_term(known::MINUS, &[id, choice]));
    }
    drop(space);
    let list = new_list(m, &cells)?;
    m.unify(nodes, list)
}
