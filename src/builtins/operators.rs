//! ISO 8.14.3 to 8.14.6: operators and character conversions.

use crate::base::atom::Atom;
use crate::base::iso_error::{Action, Domain, Limit, Thing, Type};
use crate::base::known;
use crate::machine::Machine;
use crate::machine::native::{Native, Step, Stop, det, nondet};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::term::walk::{ListEnd, list_to_vec};
use crate::text::ops::{MAX_PRIORITY, OpError, OpType};

use super::clauses::strip_module;
use super::solutions_of::one_of;
use super::text_arg::char_of_atom;

pub(super) const TABLE: &[Native] = &[
    det!("op(+priority, +type, +operators)", 3, op_3)
        .iso("8.14.3")
        .doc("Defines an operator, or each of a list; priority 0 removes it. Types are xfx, xfy, yfx, fy, fx, xf and yf.")
        .examples(&[
            (
                "op(700, xfx, likes), term_to_atom(likes(a, b), A)",
                "A = 'a likes b'",
            ),
            ("op(30, xfy, ',')", "permission_error(modify, operator, ',')"),
        ]),
    nondet!("current_op(?priority, ?type, ?operator)", 3, current_op_3)
        .iso("8.14.4")
        .doc("The operators in force.")
        .examples(&[("current_op(P, T, is)", "P = 700, T = xfx"), ("current_op(1201, _, _)", "domain_error(operator_priority, 1201)")]),
    det!("char_conversion(+from, +to)", 2, char_conversion_2)
        .iso("8.14.5")
        .doc("Accepted; characters are not converted when a term is read."),
    nondet!("current_char_conversion(?from, ?to)", 2, current_char_conversion_2)
        .iso("8.14.6")
        .doc("Each character stands for itself.")
        .examples(&[("current_char_conversion(a, X)", "X = a")]),
];

fn op_3(m: &mut Machine, priority: Cell, kind: Cell, operators: Cell) -> Step {
    let (_, operators) = strip_module(m, operators)?;
    if m.deref(priority).is_variable() || m.deref(kind).is_variable() || operators.is_variable() {
        return Err(m.instantiation_error());
    }
    let names = match m.view(operators) {
        View::Atom(_) => vec![operators],
        View::List(_) => match list_to_vec(&m.heap, operators) {
            Ok(items) => items,
            Err(ListEnd::Partial(_)) => return Err(m.instantiation_error()),
            Err(_) => return Err(m.type_error(Type::List, operators)),
        },
        _ => return Err(m.type_error(Type::List, operators)),
    };
    let mut atoms = Vec::new();
    for name in names {
        let (_, name) = strip_module(m, name)?;
        match m.view(name) {
            View::Atom(atom) => atoms.push(atom),
            _ => return Err(m.type_or_instantiation_error(Type::Atom, name)),
        }
    }
    let level = match m.view(priority) {
        View::Int(level) => level,
        View::BigInt(_) => i64::MAX,
        _ => return Err(m.type_error(Type::Integer, priority)),
    };
    let View::Atom(name) = m.view(kind) else {
        return Err(m.type_error(Type::Atom, kind));
    };
    if !(0..=i64::from(MAX_PRIORITY)).contains(&level) {
        return Err(m.domain_error(Domain::OperatorPriority, priority));
    }
    let Some(op_type) = OpType::from_atom(name) else {
        return Err(m.domain_error(Domain::OperatorSpecifier, kind));
    };
    for &atom in &atoms {
        if let Err(error) = m.ops.check(level, op_type, atom) {
            return Err(refused(m, error, priority));
        }
    }
    m.charge_program(atoms.len() * 64)?;
    for atom in atoms {
        m.ops.set(level as u16, op_type, atom);
    }
    Ok(())
}

fn refused(m: &mut Machine, error: OpError, priority: Cell) -> Stop {
    match error {
        OpError::Priority => m.domain_error(Domain::OperatorPriority, priority),
        OpError::Modify(atom) => m.permission_error(Action::Modify, Thing::Operator, Cell::atom(atom)),
        OpError::Create(atom) => m.permission_error(Action::Create, Thing::Operator, Cell::atom(atom)),
    }
}

fn current_op_3(
    m: &mut Machine,
    state: Option<Cell>,
    priority: Cell,
    kind: Cell,
    operator: Cell,
) -> Result<Option<Cell>, Stop> {
    let (_, operator) = strip_module(m, operator)?;
    if state.is_none() {
        check_current_op(m, priority, kind, operator)?;
    }
    let target = m.heap.new_term(known::OPERATOR, &[priority, kind, operator]);
    one_of(m, state, target, |m| {
        let wanted = match m.view(operator) {
            View::Atom(atom) => Some(atom),
            _ => None,
        };
        let mut found: Vec<(u16, OpType, Atom)> = m
            .ops
            .iter()
            .filter(|&(_, _, atom)| wanted.is_none_or(|wanted| wanted == atom))
            .collect();
        found.sort_by_key(|&(level, op_type, atom)| (atom.index(), op_type as u8, level));
        let term = |(level, op_type, atom): (u16, OpType, Atom)| {
            let parts = [
                Cell::int(i64::from(level)),
                Cell::atom(op_type.atom()),
                Cell::atom(atom),
            ];
            m.heap.new_term(known::OPERATOR, &parts)
        };
        Ok(found.into_iter().map(term).collect())
    })
}

fn check_current_op(m: &mut Machine, priority: Cell, kind: Cell, operator: Cell) -> Step {
    match m.view(priority) {
        View::Var(_) | View::Attributed(_) => {}
        View::Int(level) if (0..=i64::from(MAX_PRIORITY)).contains(&level) => {}
        _ => return Err(m.domain_error(Domain::OperatorPriority, priority)),
    }
    match m.view(kind) {
        View::Var(_) | View::Attributed(_) => {}
        View::Atom(name) if OpType::from_atom(name).is_some() => {}
        _ => return Err(m.domain_error(Domain::OperatorSpecifier, kind)),
    }
    match m.view(operator) {
        View::Var(_) | View::Attributed(_) | View::Atom(_) => Ok(()),
        _ => Err(m.type_error(Type::Atom, operator)),
    }
}

fn character(m: &mut Machine, cell: Cell) -> Result<char, Stop> {
    if m.deref(cell).is_variable() {
        return Err(m.instantiation_error());
    }
    char_of_atom(m, cell).ok_or_else(|| m.representation_error(Limit::Character))
}

fn char_conversion_2(m: &mut Machine, from: Cell, to: Cell) -> Step {
    character(m, from)?;
    character(m, to)?;
    Ok(())
}

fn current_char_conversion_2(m: &mut Machine, state: Option<Cell>, from: Cell, to: Cell) -> Result<Option<Cell>, Stop> {
    for cell in [from, to] {
        if !m.deref(cell).is_variable() && char_of_atom(m, cell).is_none() {
            return Err(m.representation_error(Limit::Character));
        }
    }
    if !m.deref(from).is_variable() || !m.deref(to).is_variable() {
        m.unify(from, to)?;
        return Ok(None);
    }
    m.unify(from, to)?;
    one_of(m, state, from, |m| {
        let each = (0..=255u8).map(|byte| {
            let c = char::from(byte);
            Cell::atom(m.atoms.intern(c.encode_utf8(&mut [0; 4])))
        });
        Ok(each.collect())
    })
}
