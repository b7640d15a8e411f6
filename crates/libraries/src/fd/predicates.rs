//! The native predicates of `library(clpfd)`.

use dashu_int::IBig;

use ferz_engine::native::args::list_arg::{new_list, proper_list};
use ferz_engine::native::errors::Type;
use ferz_engine::native::terms::{Atom, Cell, View, known};
use ferz_engine::native::work::Ordered;
use ferz_engine::native::{Machine, Native, Step, Stop, det, holds};

use super::compact;
use super::parse::{Raw, TOP};
use super::propagate::Kind;
use super::ranges::{BIG, INF, SUP};
use super::relation::compare;
use super::store::{Event, Fd};
use super::tasks::is_small;
use super::wide::number::WideBound;

pub(crate) const TABLE: &[Native] = &[
    det!("#=(?left, ?right)", 2, equal_2)
        .doc("Constrains two integer expressions to be equal.")
        .examples(&[("#=(3, X+1)", "X = 2"), ("#=(X, a)", "domain_error(clpfd_expression, a)")]),
    det!("#\\=(?left, ?right)", 2, not_equal_2)
        .doc("Constrains two integer expressions to be different.")
        .examples(&[("#\\=(1, 2)", "true"), ("#\\=(X, 1), X = 1", "false")]),
    det!("#<(?left, ?right)", 2, less_2)
        .doc("Constrains left to be less than right.")
        .examples(&[("#<(X, 3), X = 3", "false")]),
    det!("#>(?left, ?right)", 2, greater_2)
        .doc("Constrains left to be greater than right.")
        .examples(&[("#>(X, 3), fd_inf(X, Low), X = 5", "X = 5, Low = 4")]),
    det!("#=<(?left, ?right)", 2, at_most_2)
        .doc("Constrains left to be at most right.")
        .examples(&[("#=<(3, 2)", "false")]),
    det!("#>=(?left, ?right)", 2, at_least_2)
        .doc("Constrains left to be at least right.")
        .examples(&[("#>=(3, 2)", "true")]),
    det!("in(?variable, +domain)", 2, in_2)
        .doc(
            "Constrains variable to the elements of domain: an integer, Low..High with inf and sup for no bound, or the \
             union of two domains.",
        )
        .examples(&[
            ("in(X, ..(1, 3)), #>(X, 2)", "X = 3"),
            ("in(X, a)", "domain_error(clpfd_domain, a)"),
        ]),
    det!("ins(+variables, +domain)", 2, ins_2)
        .doc("Constrains each variable of a list to the elements of domain.")
        .examples(&[("ins([X, Y], 1)", "X = 1, Y = 1")]),
    det!("#\\(+formula)", 1, not_1)
        .doc("Constrains a formula to be false.")
        .examples(&[("#\\(#=(X, 1)), X = 1", "false")]),
    det!("#/\\(+left, +right)", 2, and_2)
        .doc("Constrains both formulas to be true.")
        .examples(&[("#/\\(#=(X, 1), #=(Y, 2))", "X = 1, Y = 2")]),
    det!("#\\/(+left, +right)", 2, or_2)
        .doc("Constrains at least one of two formulas to be true.")
        .examples(&[("#\\/(0, X)", "X = 1")]),
    det!("#\\(+left, +right)", 2, xor_2)
        .doc("Constrains exactly one of two formulas to be true.")
        .examples(&[("#\\(1, X)", "X = 0")]),
    det!("#==>(+left, +right)", 2, implies_2)
        .doc("Constrains right to be true if left is.")
        .examples(&[("#==>(1, X)", "X = 1")]),
    det!("#<==(+left, +right)", 2, implied_2)
        .doc("Constrains left to be true if right is.")
        .examples(&[("#<==(X, 1)", "X = 1")]),
    det!("#<==>(+left, +right)", 2, equivalent_2)
        .doc("Constrains both formulas to be true, or both to be false.")
        .examples(&[("#<==>(B, #<(1, 2))", "B = 1")]),
    det!("$fd_cumulative(+tasks, ?limit, -way)", 3, cumulative_3)
        .doc("Constrains tasks that share a resource; unifies way with whole if that is all."),
    det!("element(?index, +list, ?value)", 3, element_3)
        .doc("Constrains value to be the element of list at index; the first is at 1.")
        .examples(&[("element(2, [a1, b], _)", "type_error(integer, a1)"), ("element(I, [5, 7], 7)", "I = 2")]),
    det!("$fd_tuples(+tuples, +rows)", 2, tuples_2)
        .doc("Constrains each tuple, a list of variables, to be one of the rows, which are lists of integers."),
    det!("$fd_host(+name, +variables)", 2, host_2)
        .doc("Posts a constraint of the host."),
    det!("$fd_sum(+factors, +variables, +operator, +expression)", 4, sum_4)
        .doc("Constrains a sum of products; an empty list of factors stands for ones."),
    det!("$fd_unified(+block, +value)", 2, unified_2)
        .doc("Runs the propagators of a variable that was bound."),
    det!("$fd_is_block(@term)", 1, is_block_1)
        .doc("True if term is the attribute of a variable with constraints over integers."),
    det!("$fd_goals(@variable, -goals)", 2, goals_2)
        .doc("Unifies goals with the residual goals of a variable; fails if it has no constraints over integers."),
    det!("$fd_select(+variables, +mode, -from, -variable, -value)", 5, select_5)
        .doc("Chooses the variable and the value of the next step of labelling; fails if all have values."),
    det!("$fd_equal(?variable, +value)", 2, has_value_2)
        .doc("Gives a variable a value."),
    det!("$fd_unequal(?variable, +value)", 2, has_not_value_2)
        .doc("Removes a value from the domain of a variable."),
    det!("$fd_range(?variable, +low, +high)", 3, range_3)
        .doc("Constrains a variable to a range; inf and sup stand for no bound."),
];

/// Runs `post`, then the propagators.
pub(super) fn posted(m: &mut Machine, post: impl FnOnce(&mut Fd<'_>) -> Step) -> Step {
    posted_wide(m, post, |_| Err(Stop::Fail))
}

/// Runs `post`, or `wide` if a number was too large, then the propagators.
fn posted_wide(
    m: &mut Machine,
    post: impl FnOnce(&mut Fd<'_>) -> Step,
    wide: impl FnOnce(&mut Fd<'_>) -> Step,
) -> Step {
    let mut fd = Fd::new(m);
    let done = post(&mut fd);
    let done = fd.or_wide(done, wide);
    match done {
        Ok(()) => fd.run(),
        Err(stop) => {
            fd.forget();
            Err(stop)
        }
    }
}

fn formula(m: &mut Machine, name: Atom, parts: &[Cell]) -> Step {
    m.reserve_first(64)?;
    let formula = m.heap.new_term(name, parts);
    posted_wide(
        m,
        |fd| fd.assert(formula, true, TOP),
        |fd| fd.assert(formula, true, TOP),
    )
}

fn equal_2(m: &mut Machine, left: Cell, right: Cell) -> Step {
    compare(m, known::FD_EQ, left, right)
}

fn not_equal_2(m: &mut Machine, left: Cell, right: Cell) -> Step {
    compare(m, known::FD_NE, left, right)
}

fn less_2(m: &mut Machine, left: Cell, right: Cell) -> Step {
    compare(m, known::FD_LT, left, right)
}

fn greater_2(m: &mut Machine, left: Cell, right: Cell) -> Step {
    compare(m, known::FD_GT, left, right)
}

fn at_most_2(m: &mut Machine, left: Cell, right: Cell) -> Step {
    compare(m, known::FD_LE, left, right)
}

fn at_least_2(m: &mut Machine, left: Cell, right: Cell) -> Step {
    compare(m, known::FD_GE, left, right)
}

fn not_1(m: &mut Machine, inner: Cell) -> Step {
    formula(m, known::FD_NOT, &[inner])
}

fn and_2(m: &mut Machine, left: Cell, right: Cell) -> Step {
    formula(m, known::FD_AND, &[left, right])
}

fn or_2(m: &mut Machine, left: Cell, right: Cell) -> Step {
    formula(m, known::FD_OR, &[left, right])
}

fn xor_2(m: &mut Machine, left: Cell, right: Cell) -> Step {
    formula(m, known::FD_NOT, &[left, right])
}

fn implies_2(m: &mut Machine, left: Cell, right: Cell) -> Step {
    formula(m, known::FD_IMPLIES, &[left, right])
}

fn implied_2(m: &mut Machine, left: Cell, right: Cell) -> Step {
    formula(m, known::FD_IMPLIED, &[left, right])
}

fn equivalent_2(m: &mut Machine, left: Cell, right: Cell) -> Step {
    formula(m, known::FD_EQUIVALENT, &[left, right])
}

fn in_2(m: &mut Machine, variable: Cell, domain: Cell) -> Step {
    let wide = |fd: &mut Fd<'_>| {
        let set = fd.wide_domain(domain)?;
        let block = fd.variable(variable)?;
        fd.wide_keep(block, &set)
    };
    let small = |fd: &mut Fd<'_>| {
        let set = fd.domain(domain)?;
        let block = fd.variable(variable)?;
        fd.keep_only(block, &set)
    };
    posted_wide(m, small, wide)
}

fn ins_2(m: &mut Machine, variables: Cell, domain: Cell) -> Step {
    let variables = proper_list(m, variables)?;
    m.reserve_first(variables.len() * 20)?;
    let wide = |fd: &mut Fd<'_>| {
        let set = fd.wide_domain(domain)?;
        for &variable in &variables {
            let block = fd.variable(variable)?;
            fd.wide_keep(block, &set)?;
        }
        Ok(())
    };
    let small = |fd: &mut Fd<'_>| {
        let set = fd.domain(domain)?;
        for &variable in &variables {
            let block = fd.variable(variable)?;
            fd.keep_only(block, &set)?;
        }
        Ok(())
    };
    posted_wide(m, small, wide)
}

/// Returns the blocks of a list of variables, for which there is room.
pub(super) fn blocks(fd: &mut Fd<'_>, variables: &[Cell]) -> Result<Vec<usize>, Stop> {
    variables.iter().map(|&variable| fd.variable(variable)).collect()
}

/// Returns the elements of a list of variables, after asking for room for their blocks.
pub(super) fn variables(m: &mut Machine, list: Cell) -> Result<Vec<Cell>, Stop> {
    let found = proper_list(m, list)?;
    m.reserve_first(found.len() * 24 + 64)?;
    for &variable in &found {
        match m.view(variable) {
            View::Var(_) | View::Attributed(_) | View::Int(_) | View::BigInt(_) => {}
            _ => return Err(m.type_error(Type::Integer, variable)),
        }
    }
    Ok(found)
}

/// Returns the arguments of a propagator: cells, then blocks.
pub(super) fn arguments(first: &[Cell], blocks: &[usize]) -> Vec<Cell> {
    let blocks = blocks.iter().map(|&block| Cell::structure(block - 1));
    first.iter().copied().chain(blocks).collect()
}

/// `way` becomes `whole` if that is all that is to be posted.
fn cumulative_3(m: &mut Machine, tasks: Cell, limit: Cell, way: Cell) -> Step {
    let mut cells = vec![m.deref(limit)];
    for task in proper_list(m, tasks)? {
        if let View::Struct(_, first) = m.view(task) {
            cells.extend([0, 1, 3].map(|i| m.deref(m.heap.get(first + i))));
        }
    }
    // Expressions are left to the other constraints.
    if !cells.iter().all(|cell| cell.is_variable() || cell.is_int()) {
        return Ok(());
    }
    m.reserve_first(cells.len() * 24 + 64)?;
    let mut is_whole = false;
    posted(m, |fd| {
        let blocks = blocks(fd, &cells)?;
        if blocks.iter().any(|&block| fd.is_wide(block)) {
            return Ok(());
        }
        let is_known = |(i, &block): (usize, &usize)| i % 3 == 1 || fd.value(block).is_some();
        is_whole = blocks.iter().enumerate().all(is_known) && is_small(fd, &blocks);
        let mut watched = blocks.clone();
        watched.retain(|&block| fd.min(block) != fd.max(block));
        watched.order_often();
        watched.dedup();
        let shown = if is_whole { fd.m.deref(tasks) } else { Cell::ZERO };
        let args = arguments(&[shown], &blocks);
        fd.post(Kind::Cumulative, &args, &watched, Event::Bounds)
    })?;
    if is_whole {
        let whole = m.intern("whole");
        return m.unify(way, Cell::atom(whole));
    }
    Ok(())
}

fn host_2(m: &mut Machine, name: Cell, list: Cell) -> Step {
    let vars = variables(m, list)?;
    let (name, list) = (m.deref(name), m.deref(list));
    posted(m, |fd| {
        let blocks = blocks(fd, &vars)?;
        let args = arguments(&[name, list], &blocks);
        fd.post(Kind::Host, &args, &blocks, Event::Domain)
    })
}

fn element_3(m: &mut Machine, index: Cell, list: Cell, value: Cell) -> Step {
    let vars = variables(m, list)?;
    posted(m, |fd| {
        let (index, value) = (fd.variable(index)?, fd.variable(value)?);
        holds(!vars.is_empty())?;
        fd.keep_only(index, &[(1, vars.len() as i64)])?;
        let blocks = blocks(fd, &vars)?;
        let first = [index, value].map(|block| Cell::structure(block - 1));
        let args = arguments(&first, &blocks);
        let watched: Vec<usize> = [index, value].into_iter().chain(blocks).collect();
        fd.post(Kind::Element, &args, &watched, Event::Domain)
    })
}

fn tuples_2(m: &mut Machine, lists: Cell, rows: Cell) -> Step {
    let mut tuples = Vec::new();
    for list in proper_list(m, lists)? {
        tuples.push(variables(m, list)?);
    }
    let rows: Vec<Vec<Cell>> = proper_list(m, rows)?
        .into_iter()
        .map(|row| proper_list(m, row))
        .collect::<Result<_, _>>()?;
    let mut is_small = true;
    for &value in rows.iter().flatten() {
        match m.view(value) {
            View::Int(value) => is_small &= value.abs() <= BIG,
            View::BigInt(_) => is_small = false,
            _ => return Err(m.type_or_instantiation_error(Type::Integer, value)),
        }
    }
    tuples.retain(|vars| !vars.is_empty());
    // Tuples of one length share a table. A row of another length is no choice.
    tuples.sort_by_key(Vec::len);
    let mut groups: Vec<(&[Vec<Cell>], Vec<Cell>)> = Vec::new();
    for group in tuples.chunk_by(|a, b| a.len() == b.len()) {
        let columns = group[0].len();
        groups.push((
            group,
            rows.iter()
                .filter(|row| row.len() == columns)
                .flatten()
                .copied()
                .collect(),
        ));
    }
    if !is_small {
        return posted(m, |fd| {
            for (group, values) in &groups {
                group.iter().try_for_each(|vars| fd.post_large_table(vars, values))?;
            }
            Ok(())
        });
    }
    let mut tables = Vec::new();
    let mut room = 0;
    for (group, values) in groups {
        let columns = group[0].len();
        let values: Vec<i64> = values.into_iter().map(|value| m.deref(value).as_int()).collect();
        let index = compact::index(&values, columns, || m.poll())?;
        let state = compact::state(&index);
        room += index.len() + group.len() * (state.len() + columns * 24 + 64);
        tables.push((group, index, state));
    }
    m.reserve_first(room)?;
    posted(m, |fd| {
        for (group, index, state) in &tables {
            let shared = fd.new_integers(index)?;
            group
                .iter()
                .try_for_each(|vars| fd.post_table(vars, shared, index, state))?;
        }
        Ok(())
    })
}

fn sum_4(m: &mut Machine, factors: Cell, list: Cell, operator: Cell, expression: Cell) -> Step {
    let vars = proper_list(m, list)?;
    let factors = proper_list(m, factors)?;
    m.reserve_first(vars.len() * 24 + 64)?;
    let operator_name = match m.view(operator) {
        View::Atom(name) => name,
        View::Var(_) | View::Attributed(_) => return Err(m.instantiation_error()),
        _ => return Err(Fd::new(m).domain_error("scalar_product_relation", operator)),
    };
    let Some((relation, sign, added)) = super::formula::relation(operator_name) else {
        return Err(Fd::new(m).domain_error("scalar_product_relation", operator));
    };
    let small = |fd: &mut Fd<'_>| {
        let mut raw = Raw::default();
        for (i, &variable) in vars.iter().enumerate() {
            let factor = match factors.get(i) {
                None => 1,
                Some(&factor) => match fd.m.view(factor) {
                    View::Int(value) => value,
                    View::BigInt(_) => return Err(fd.too_large()),
                    _ => return Err(fd.m.type_or_instantiation_error(Type::Integer, factor)),
                },
            };
            match fd.m.view(variable) {
                View::Var(_) | View::Attributed(_) | View::Int(_) | View::BigInt(_) => {}
                _ => return Err(fd.m.type_error(Type::Integer, variable)),
            }
            fd.add(&mut raw, sign.saturating_mul(factor), variable, TOP)?;
        }
        fd.add(&mut raw, -sign, expression, TOP)?;
        fd.add(&mut raw, 1, Cell::int(added), TOP)?;
        let sum = fd.normal(raw)?;
        fd.post_sum(relation, &sum)
    };
    let wide = |fd: &mut Fd<'_>| {
        let mut products = Vec::with_capacity(vars.len());
        for (i, &variable) in vars.iter().enumerate() {
            let factor = match factors.get(i) {
                None => IBig::ONE,
                Some(&factor) => match fd.integer(factor) {
                    Some(factor) => factor,
                    None => return Err(fd.m.type_or_instantiation_error(Type::Integer, factor)),
                },
            };
            products.push((factor, variable));
        }
        let sum = fd.wide_products(&products, sign, added, expression)?;
        fd.post_wide(relation, sum)
    };
    posted_wide(m, small, wide)
}

/// A variable was bound: to an integer, or to another variable.
fn unified_2(m: &mut Machine, block: Cell, value: Cell) -> Step {
    posted(m, |fd| {
        let Some(block) = fd.checked_block(block) else {
            return Err(fd.m.type_error(Type::Integer, value));
        };
        match fd.m.view(value) {
            View::Int(value) => fd.fix(block, i128::from(value)),
            View::BigInt(_) => {
                let value = fd.integer(value).unwrap_or_default();
                fd.wide_fix(block, value)
            }
            View::Var(_) | View::Attributed(_) => {
                if let Some(known) = fd.value(block) {
                    return fd.m.unify(value, Cell::int(known));
                }
                if let Some(known) = fd.wide_value(block) {
                    let known = fd.integer_cell(&known)?;
                    return fd.m.unify(value, known);
                }
                let other = fd.variable(value)?;
                fd.alias(block, other)
            }
            _ => Err(fd.m.type_error(Type::Integer, value)),
        }
    })
}

fn is_block_1(m: &mut Machine, term: Cell) -> Step {
    let block = Fd::new(m).checked_block(term);
    block.map(|_| ()).ok_or(Stop::Fail)
}

fn goals_2(m: &mut Machine, variable: Cell, goals: Cell) -> Step {
    let mut fd = Fd::new(m);
    let block = fd.known_block(variable).ok_or(Stop::Fail)?;
    let found = fd.goals(block)?;
    let list = new_list(m, &found)?;
    m.unify(goals, list)
}

fn small(m: &mut Machine, number: Cell) -> Result<i64, Stop> {
    match m.view(number) {
        View::Int(value) => Ok(value),
        _ => Err(m.type_or_instantiation_error(Type::Integer, number)),
    }
}

/// Reads an integer of any size.
fn integer(m: &mut Machine, number: Cell) -> Result<WideBound, Stop> {
    match Fd::new(m).integer(number) {
        Some(value) => Ok(WideBound::Int(value)),
        None => Err(m.type_or_instantiation_error(Type::Integer, number)),
    }
}

fn select_5(m: &mut Machine, list: Cell, mode: Cell, from: Cell, variable: Cell, value: Cell) -> Step {
    let mode = small(m, mode)?;
    let branch = Fd::new(m).branch(list, mode)?.ok_or(Stop::Fail)?;
    m.unify(from, branch.from)?;
    m.unify(variable, branch.variable)?;
    m.unify(value, branch.value)
}

fn has_value_2(m: &mut Machine, variable: Cell, value: Cell) -> Step {
    let value = integer(m, value)?;
    posted(m, |fd| {
        let block = fd.variable(variable)?;
        match value.small() {
            Some(value) => fd.fix(block, i128::from(value)),
            None => fd.wide_keep(block, &[(value.clone(), value)]),
        }
    })
}

fn has_not_value_2(m: &mut Machine, variable: Cell, value: Cell) -> Step {
    let value = integer(m, value)?;
    posted(m, |fd| {
        let block = fd.variable(variable)?;
        match (value.small(), value.int()) {
            (Some(value), _) => fd.remove(block, value),
            (_, Some(value)) => fd.wide_remove(block, value),
            _ => Ok(()),
        }
    })
}

fn range_3(m: &mut Machine, variable: Cell, low: Cell, high: Cell) -> Step {
    let end = |m: &mut Machine, cell: Cell, open: Atom, bound: i64| match m.view(cell) {
        View::Atom(name) if name == open => Ok(WideBound::from(bound)),
        _ => integer(m, cell),
    };
    let (low, high) = (end(m, low, known::INF, INF)?, end(m, high, known::SUP, SUP)?);
    posted(m, |fd| {
        let block = fd.variable(variable)?;
        fd.wide_within(block, low, high)
    })
}
