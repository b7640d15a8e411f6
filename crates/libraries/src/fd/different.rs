//! Predicates that constrain variables to be different.

use ferz_engine::native::args::list_arg::proper_list;
use ferz_engine::native::terms::{Cell, View};
use ferz_engine::native::{Machine, Native, Step, Stop, det};

use super::predicates::{arguments, blocks, posted, variables};
use super::propagate::Kind;
use super::store::{Event, Fd};

pub(crate) const TABLE: &[Native] = &[
    det!("all_different(+variables)", 1, all_different_1)
        .doc("Constrains the variables of a list to be different. Each value that one gets is removed from the others.")
        .examples(&[("all_different([1, 2, 1])", "false")]),
    det!("all_distinct(+variables)", 1, all_distinct_1)
        .doc("Constrains the variables of a list to be different. All values that are in no solution are removed.")
        .examples(&[("ins([X, Y, Z], ..(1, 2)), all_distinct([X, Y, Z])", "false")]),
    det!("all_different(+variables, +options)", 2, all_different_2)
        .doc(
            "Constrains the variables of a list to be different. The option consistency(value) makes it all_different/1, \
             consistency(domain) all_distinct/1; with consistency(bounds) the bounds of the variables are those of \
             solutions, which takes n log n steps for n variables, however large their domains are.",
        )
        .examples(&[(
            "ins([X, Y], ..(1, 2)), in(Z, ..(1, 9)), all_different([X, Y, Z], [consistency(bounds)]), fd_inf(Z, L)",
            "L = 3",
        )]),
    det!("all_distinct(+variables, +options)", 2, all_distinct_2)
        .doc("As all_different/2, but without the option consistency it is all_distinct/1.")
        .examples(&[(
            "ins([X, Y, Z], ..(1, 2)), all_distinct([X, Y, Z], [consistency(bounds)])",
            "false",
        )]),
    det!("circuit(+variables)", 1, circuit_1)
        .doc("Constrains each variable of a list to be the position of the next, so that all are on one circuit.")
        .examples(&[("circuit([X, Y])", "X = 2, Y = 1")]),
];

/// The values that are removed from the domains of variables that differ.
#[derive(Clone, Copy)]
enum Consistency {
    /// The values of other variables.
    Value,
    /// Those outside of the bounds of solutions.
    Bounds,
    /// Those in no solution.
    Domain,
}

fn all_different_1(m: &mut Machine, list: Cell) -> Step {
    let vars = variables(m, list)?;
    let list = m.deref(list);
    posted(m, |fd| {
        let blocks = blocks(fd, &vars)?;
        let args = arguments(&[Cell::ZERO, list], &blocks);
        fd.post(Kind::Different, &args, &blocks, Event::Value)
    })
}

fn all_distinct_1(m: &mut Machine, list: Cell) -> Step {
    let vars = variables(m, list)?;
    let list = m.deref(list);
    posted(m, |fd| {
        let blocks = blocks(fd, &vars)?;
        let args = arguments(&[list], &blocks);
        fd.post(Kind::Distinct, &args, &blocks, Event::Domain)
    })
}

fn all_different_2(m: &mut Machine, list: Cell, options: Cell) -> Step {
    let wanted = consistency(m, options, Consistency::Value)?;
    differ(m, list, wanted)
}

fn all_distinct_2(m: &mut Machine, list: Cell, options: Cell) -> Step {
    let wanted = consistency(m, options, Consistency::Domain)?;
    differ(m, list, wanted)
}

fn differ(m: &mut Machine, list: Cell, consistency: Consistency) -> Step {
    match consistency {
        Consistency::Value => all_different_1(m, list),
        Consistency::Bounds => differ_by_bounds(m, list),
        Consistency::Domain => all_distinct_1(m, list),
    }
}

fn differ_by_bounds(m: &mut Machine, list: Cell) -> Step {
    let vars = variables(m, list)?;
    let list = m.deref(list);
    posted(m, |fd| {
        let blocks = blocks(fd, &vars)?;
        let hidden = arguments(&[Cell::ZERO, Cell::NIL], &blocks);
        fd.post(Kind::Different, &hidden, &blocks, Event::Value)?;
        let args = arguments(&[list], &blocks);
        fd.post(Kind::Spread, &args, &blocks, Event::Bounds)
    })
}

/// Returns the consistency that the options ask for, the last one of several, or else `usual`.
fn consistency(m: &mut Machine, options: Cell, usual: Consistency) -> Result<Consistency, Stop> {
    let mut wanted = usual;
    for option in proper_list(m, options)? {
        let named = match m.view(option) {
            View::Var(_) | View::Attributed(_) => return Err(m.instantiation_error()),
            View::Struct(functor, first) if functor.arity() == 1 => Some((functor.name(), m.view(m.heap.get(first)))),
            _ => None,
        };
        let value = match named {
            Some((name, View::Atom(value))) if m.atoms.text(name) == "consistency" => m.atoms.text(value),
            _ => "",
        };
        wanted = match value {
            "value" => Consistency::Value,
            "bounds" => Consistency::Bounds,
            "domain" => Consistency::Domain,
            _ => return Err(Fd::new(m).domain_error("consistency_option", option)),
        };
    }
    Ok(wanted)
}

fn circuit_1(m: &mut Machine, list: Cell) -> Step {
    let vars = variables(m, list)?;
    let list = m.deref(list);
    posted(m, |fd| {
        let blocks = blocks(fd, &vars)?;
        for &block in &blocks {
            fd.keep_only(block, &[(1, blocks.len() as i64)])?;
        }
        let hidden = arguments(&[Cell::NIL], &blocks);
        fd.post(Kind::Distinct, &hidden, &blocks, Event::Domain)?;
        let args = arguments(&[list], &blocks);
        fd.post(Kind::Circuit, &args, &blocks, Event::Value)
    })
}
