//! ISO 8.14.3 to 8.14.6: operators and character conversions.

use crate::base::atom::Atom;
use crate::base::iso_error::{Action, Domain, Limit, Thing, Type};
use crate::base::known;
use crate::base::ordered::Ordered;
use crate::machine::{Machine, Parts};
use crate::native::{Native, Step, Stop, det, nondet};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::term::walk::{ListEnd, list_to_vec};
use crate::text::ops::{Definitions, MAX_PRIORITY, OpError, OpType};

use crate::builtins::control::solutions_of::one_of;
use crate::builtins::database::clauses::strip_module;
use crate::builtins::database::for_all::{for_all, up_to_date};
use crate::native::args::list_arg::new_list;
use crate::native::args::text_arg::char_of_atom;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("op(+priority, +type, +operators)", 3, op_3)
        .iso("8.14.3")
        .doc(
            "Defines operators, an atom or a list of atoms; priority 0 removes the definition. Types are \
             xfx, xfy, yfx, fy, fx, xf and yf. In a module file they hold for the texts of the module, unless they are \
             exported or named as user:Operator; Module:Operator is one of that module.",
        )
        .examples(&[
            ("op(700, xfx, likes), term_to_atom(likes(a, b), A)", "A = 'a likes b'"),
            ("op(200, xfx, m:(###)), current_op(P, _, m:(###))", "P = 200"),
            ("op(30, xfy, ',')", "permission_error(modify, operator, ',')"),
        ]),
    nondet!("current_op(?priority, ?type, ?operator)", 3, current_op_3)
        .iso("8.14.4")
        .doc("True if operator is an operator of this type and priority.")
        .examples(&[
            ("current_op(P, T, is)", "P = 700, T = xfx"),
            ("current_op(1201, _, _)", "domain_error(operator_priority, 1201)"),
        ]),
    det!("char_conversion(+from, +to)", 2, char_conversion_2)
        .iso("8.14.5")
        .doc(
            "Defines a character conversion: while the flag char_conversion is on, an unquoted character from is \
             read as the character to.",
        )
        .examples(&[
            ("char_conversion(ab, c)", "representation_error(character)"),
            ("char_conversion(_, c)", "instantiation_error"),
        ]),
    nondet!("current_char_conversion(?from, ?to)", 2, current_char_conversion_2)
        .iso("8.14.6")
        .doc("True if the character from is converted to the character to; by default, each character to itself.")
        .examples(&[("current_char_conversion(a, X)", "X = a")]),
];

/// Runs `run` while the operators that `module` had at the end of its text, and those of its parent modules, are in
/// force.
pub(super) fn with_operators_of<T>(
    m: &mut Machine,
    module: Option<Atom>,
    run: impl FnOnce(&mut Machine) -> Result<T, Stop>,
) -> Result<T, Stop> {
    up_to_date(m)?;
    let mut own: Vec<(Atom, Definitions)> = Vec::new();
    let module = module.unwrap_or(known::USER);
    for at in m.db.modules.searched(module) {
        if at != known::USER {
            own.extend(m.loading.operators_of(at).iter().cloned());
        }
    }
    // Those of the module itself are put in force last.
    own.reverse();
    m.parts().ops.exchange_all(own.iter_mut());
    let done = run(m);
    m.parts().ops.exchange_all(own.iter_mut().rev());
    done
}

fn op_3(m: &mut Machine, priority: Cell, kind: Cell, operators: Cell) -> Step {
    let here = m.loading.source().map_or(known::USER, |source| source.module);
    let (module, operators) = m.strip_module(here, operators)?;
    if m.deref(priority).is_variable() || m.deref(kind).is_variable() || operators.is_variable() {
        return Err(m.instantiation_error());
    }
    let names = operator_names(m, module, operators)?;
    let level = match m.view(priority) {
        View::Int(level) => level,
        View::BigInt(_) => i64::MAX,
        _ => return Err(m.type_error(Type::Integer, priority)),
    };
    let View::Atom(name) = m.view(kind) else {
        return Err(m.type_error(Type::Atom, kind));
    };
    let Some(names) = names else {
        return Err(m.type_error(Type::List, operators));
    };
    let mut atoms = Vec::new();
    for (module, name) in names {
        let View::Atom(atom) = m.view(name) else {
            return Err(m.type_error(Type::Atom, name));
        };
        atoms.push((module, atom));
    }
    if !(0..=i64::from(MAX_PRIORITY)).contains(&level) {
        return Err(m.domain_error(Domain::OperatorPriority, priority));
    }
    let Some(op_type) = OpType::from_atom(name) else {
        return Err(m.domain_error(Domain::OperatorSpecifier, kind));
    };
    for &(_, atom) in &atoms {
        if let Err(error) = m.ops.check(level, op_type, atom) {
            return Err(refused(m, error, priority));
        }
    }
    if level > 0 {
        m.charge_program(atoms.len() * 64)?;
    }
    let is_of_all = |module: Atom| matches!(module, known::USER | known::SYSTEM);
    let is_of_text = |module: Atom| module == here && !is_of_all(module);
    let mut told = Vec::new();
    for &(module, atom) in &atoms {
        if !is_of_text(module) {
            m.reserve(3)?;
            told.push(m.heap.new_term(known::COLON, &[module, atom].map(Cell::atom)));
        }
    }
    let define = |m: &mut Machine| {
        for (module, atom) in atoms {
            let Parts { loading, ops, .. } = m.parts();
            if is_of_text(module) {
                loading.keep_operator(atom, ops);
            } else if !is_of_all(module) {
                loading.define_elsewhere(module, atom, (level as u16, op_type), ops);
                continue;
            }
            ops.set(level as u16, op_type, atom);
        }
        Ok(())
    };
    if told.is_empty() {
        return define(m);
    }
    let told = new_list(m, &told)?;
    for_all(m, ("op", &[priority, kind, told]), define)
}

/// Returns the operators of `op/3` and their modules: an atom, or the elements of a list, none of them a variable
/// (8.14.3.3 c). `None` for anything else.
fn operator_names(m: &mut Machine, module: Atom, operators: Cell) -> Result<Option<Vec<(Atom, Cell)>>, Stop> {
    let items = match m.view(operators) {
        View::Atom(_) => return Ok(Some(vec![(module, operators)])),
        View::List(_) => list_to_vec(&m.heap, operators),
        _ => return Ok(None),
    };
    let items = match items {
        Ok(items) => items,
        Err(ListEnd::Partial(_)) => return Err(m.instantiation_error()),
        Err(_) => return Ok(None),
    };
    let mut names = Vec::new();
    for item in items {
        let (module, name) = m.strip_module(module, item)?;
        if name.is_variable() {
            return Err(m.instantiation_error());
        }
        names.push((module, name));
    }
    Ok(Some(names))
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
    let (module, operator) = strip_module(m, operator)?;
    if state.is_none() {
        up_to_date(m)?;
        check_current_op(m, priority, kind, operator)?;
    }
    let target = m.heap.new_term(known::OPERATOR, &[priority, kind, operator]);
    one_of(m, state, target, |m| {
        let wanted = match m.view(operator) {
            View::Atom(atom) => Some(atom),
            _ => None,
        };
        // Those of the text that is being loaded are in force.
        let module = Some(module).filter(|&module| module != m.loading.module());
        let mut found = with_operators_of(m, module, |m| {
            let all = m.ops.iter();
            Ok(all
                .filter(|&(_, _, atom)| wanted.is_none_or(|wanted| wanted == atom))
                .collect::<Vec<_>>())
        })?;
        found.order_by_key(|&(level, op_type, atom)| (atom.index(), op_type as u8, level));
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
    char_of_atom(m, cell).ok_or_else(|| m.representation_error(Limit::Character))
}

fn char_conversion_2(m: &mut Machine, from: Cell, to: Cell) -> Step {
    if m.deref(from).is_variable() || m.deref(to).is_variable() {
        return Err(m.instantiation_error());
    }
    let (from, to) = (character(m, from)?, character(m, to)?);
    m.ops.conversions.set(from, to);
    Ok(())
}

fn current_char_conversion_2(m: &mut Machine, state: Option<Cell>, from: Cell, to: Cell) -> Result<Option<Cell>, Stop> {
    let mut given = [None; 2];
    for (cell, given) in [from, to].into_iter().zip(&mut given) {
        if !m.deref(cell).is_variable() {
            *given = Some(character(m, cell)?);
        }
    }
    if let [Some(c), _] = given {
        let converted = m.ops.conversions.of(c);
        let converted = Cell::atom(m.atoms.intern(converted.encode_utf8(&mut [0; 4])));
        m.unify(to, converted)?;
        return Ok(None);
    }
    let target = m.heap.new_term(known::MINUS, &[from, to]);
    one_of(m, state, target, |m| {
        // Enumerates all characters with a conversion, and of the others those of one byte.
        let conversions = &m.ops.conversions;
        let wanted = |pair: &(char, char)| given[1].is_none_or(|to| to == pair.1);
        let others = (0..=255u8).map(char::from).chain(given[1]);
        let mut pairs: Vec<_> = others
            .map(|c| (c, conversions.of(c)))
            .chain(conversions.pairs().iter().copied())
            .collect();
        pairs.retain(wanted);
        pairs.order();
        pairs.dedup();
        let mut atom = |c: char| Cell::atom(m.atoms.intern(c.encode_utf8(&mut [0; 4])));
        let pairs: Vec<[Cell; 2]> = pairs.into_iter().map(|(from, to)| [atom(from), atom(to)]).collect();
        Ok(pairs.iter().map(|pair| m.heap.new_term(known::MINUS, pair)).collect())
    })
}
