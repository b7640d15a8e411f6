//! State that outlives goals: global variables, counters and generated symbols.

use crate::base::atom::{Atom, Functor};
use crate::base::iso_error::Type;
use crate::base::known;
use crate::base::limit::Limit;
use crate::base::ordered::Ordered;
use crate::machine::threads::SharedFlag;
use crate::machine::{Machine, Parts};
use crate::native::{Native, NativeRun, Next, Step, Stop, det, holds};
use crate::term::cell::Cell;
use crate::term::parcel::Parcel;
use crate::term::record::{Attributes, Record};
use crate::term::view::View;

use super::for_all::for_all;
use crate::builtins::threads::family;
use crate::native::args::list_arg::new_list;
use crate::native::args::text_arg::{need_atomic, need_text, text_atom};
use crate::native::globals::{self, name_of};

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("nb_setval(+name, +value)", 2, globals::set)
        .doc("Sets a global variable to a copy of value. The assignment survives backtracking.")
        .examples(&[("nb_setval(counter, 1), nb_getval(counter, X)", "X = 1")]),
    Native::new("nb_getval(+name, -value)", 2, NativeRun::Control(getval))
        .doc(
            "Unifies value with the value of a global variable. Its unbound variables are the same at each \
             call, until backtracking.",
        )
        .examples(&[
            (
                "nb_setval(pair, X-1), nb_getval(pair, Y-_), nb_getval(pair, a-_)",
                "Y = a",
            ),
            ("nb_getval(nothing_yet, _)", "existence_error(variable, nothing_yet)"),
        ]),
    det!("nb_delete(+name)", 1, nb_delete_1)
        .doc("Deletes a global variable.")
        .examples(&[(
            "nb_setval(k, 1), nb_delete(k), nb_getval(k, _)",
            "existence_error(variable, k)",
        )]),
    det!("b_setval(+name, +value)", 2, b_setval_2)
        .doc("Sets a global variable to value, without copying it. The assignment is undone on backtracking.")
        .examples(&[("b_setval(v, 1), ( b_setval(v, 2), fail ; b_getval(v, X) )", "X = 1")]),
    Native::new("b_getval(+name, -value)", 2, NativeRun::Control(getval))
        .doc("Unifies value with the value of a global variable; a value set by b_setval/2 is not copied.")
        .examples(&[("b_setval(v, 1), b_getval(v, X)", "X = 1")]),
    det!("$has_global(+name)", 1, has_global_1).doc("Whether name is a global variable that has a value."),
    det!("$global_names(-names)", 1, global_names_1)
        .doc("Unifies names with the list of the names of all global variables."),
    det!("$flag_keys(-keys)", 1, flag_keys_1).doc("Unifies keys with the list of the names of flags."),
    det!("flag(+key, -old, +new)", 3, flag_3)
        .doc(
            "Unifies old with the value of key, initially 0, and sets it to the value of the expression new, \
             which may contain old.",
        )
        .examples(&[("flag(steps, Old, Old+1), flag(steps, New, New)", "Old = 0, New = 1")]),
    det!("gensym(+base, -symbol)", 2, gensym_2)
        .doc("Unifies symbol with a new atom, the concatenation of base and a number.")
        .examples(&[("reset_gensym(a), gensym(a, X), gensym(a, Y)", "X = a1, Y = a2")]),
    det!("reset_gensym", 0, reset_gensym_0)
        .doc("Restarts the counters of gensym/2 for all bases.")
        .examples(&[("gensym(a, _), reset_gensym, gensym(a, X)", "X = a1")]),
    det!("reset_gensym(+base)", 1, reset_gensym_1)
        .doc("Restarts the counter of gensym/2 for a base.")
        .examples(&[("gensym(a, _), reset_gensym(a), gensym(a, X)", "X = a1")]),
];

fn nb_delete_1(m: &mut Machine, name: Cell) -> Step {
    let name = name_of(m, name)?;
    let old = m.session.lasting.globals.remove(&name);
    globals::forget(m, old.map(|global| global.value));
    if let Some(entry) = m.session.resettable_entry(&m.heap, name) {
        // No value has this number, which invalidates the entry.
        m.stacks.assign(&mut m.heap, entry + 1, Cell::int(-1));
    }
    Ok(())
}

/// If there is no such variable, `user:exception/3` may give it a value.
fn getval(m: &mut Machine) -> Result<Next, Stop> {
    let (name, value) = (m.arg(0), m.arg(1));
    if let View::Atom(atom) = m.view(name) {
        if let Some(found) = m.session.noted(&m.heap, atom) {
            m.unify(value, found)?;
            return Ok(Next::Continue);
        }
        if !m.session.lasting.globals.contains_key(&atom)
            && let Some(hook) = m.atoms.find("exception")
            && let Some(hook) = m.db.find(known::USER, Functor::new(hook, 3))
            && m.db.preds[hook].live > 0
        {
            let name_of_goal = m.intern("$missing_global");
            return Ok(Next::Call(m.heap.new_term(name_of_goal, &[name, value])));
        }
    }
    let found = globals::value(m, name)?;
    m.unify(value, found)?;
    Ok(Next::Continue)
}

fn b_setval_2(m: &mut Machine, name: Cell, value: Cell) -> Step {
    let name = name_of(m, name)?;
    let value = m.deref(value);
    m.session.note_global(&mut m.heap, &mut m.stacks, name, value);
    Ok(())
}

fn has_global_1(m: &mut Machine, name: Cell) -> Step {
    let View::Atom(name) = m.view(name) else {
        return Err(Stop::Fail);
    };
    let has = m.session.lasting.globals.contains_key(&name) || m.session.noted(&m.heap, name).is_some();
    holds(has)
}

fn global_names_1(m: &mut Machine, names: Cell) -> Step {
    let mut found: Vec<Atom> = m.session.lasting.globals.keys().copied().collect();
    let mut rest = m.heap.get(m.session.cells.resettable);
    while let View::List(at) = m.view(rest) {
        if let View::Struct(_, pair) = m.view(m.heap.get(at))
            && let View::Atom(name) = m.view(m.heap.get(pair))
        {
            found.push(name);
        }
        rest = m.heap.get(at + 1);
    }
    found.order_by_key(|name| name.index());
    found.dedup();
    let cells: Vec<Cell> = found.into_iter().map(Cell::atom).collect();
    let list = new_list(m, &cells)?;
    m.unify(names, list)
}

fn flag_3(m: &mut Machine, key: Cell, old: Cell, new: Cell) -> Step {
    let name = match m.view(key) {
        View::Atom(atom) => atom,
        View::Int(number) => m.intern(&number.to_string()),
        _ => return Err(m.type_or_instantiation_error(Type::Atom, key)),
    };
    // Flags with names that begin with `$` are the library's, which has them in each thread.
    if m.db.shared.is_kept() && !m.atoms.text(name).starts_with('$') {
        return flag_of_all(m, name, old, new);
    }
    let now = flag_here(m, name);
    m.unify(old, now)?;
    let value = flag_value(m, new)?;
    let record = Record::pack(&mut m.heap, value, Attributes::Keep);
    m.charge_program(record.bytes())?;
    m.session.set_counter(name, record);
    Ok(())
}

/// Returns the value of a flag in this thread alone.
fn flag_here(m: &mut Machine, name: Atom) -> Cell {
    let Parts { heap, session, .. } = m.parts();
    match session.lasting.counters.get(&name) {
        Some(record) => record.unpack(heap),
        None => Cell::ZERO,
    }
}

/// Returns the new value of a flag.
fn flag_value(m: &mut Machine, new: Cell) -> Result<Cell, Stop> {
    match m.view(new) {
        View::Atom(_) => Ok(new),
        _ => {
            let number = m.eval(new)?;
            Ok(m.heap.new_number(&number))
        }
    }
}

/// Changes a flag that all threads share. It begins with the value that it had before the first of them.
fn flag_of_all(m: &mut Machine, name: Atom, old: Cell, new: Cell) -> Step {
    let family = family(m);
    let mut flags = family.flags();
    let now = match flags.get(m.atoms.text(name)) {
        Some(SharedFlag::Int(number)) => m.heap.new_int(*number),
        Some(SharedFlag::Other(parcel)) => m.unpack_parcel(parcel)?,
        None => flag_here(m, name),
    };
    m.unify(old, now)?;
    let value = flag_value(m, new)?;
    let value = match m.view(value) {
        View::Int(number) => SharedFlag::Int(number),
        _ => SharedFlag::Other(Parcel::pack(&m.heap, &m.atoms, value)),
    };
    if value.bytes().saturating_add(family.bytes()) > m.limits.memory() {
        return Err(m.resource_error(Limit::Memory));
    }
    flags.set(m.atoms.text(name), value);
    Ok(())
}

fn flag_keys_1(m: &mut Machine, keys: Cell) -> Step {
    let mut all: Vec<Atom> = m.session.lasting.counters.keys().copied().collect();
    if m.db.shared.is_kept() {
        let family = family(m);
        all.extend(family.flags().names().map(|name| m.atoms.intern(name)));
    }
    // Stores of constraint handling rules are kept beside the flags.
    all.retain(|key| !m.atoms.text(*key).starts_with("$chr "));
    all.order_by(|a, b| m.atoms.text(*a).cmp(m.atoms.text(*b)));
    all.dedup();
    m.reserve(2 * all.len())?;
    let list = all.iter().rev().fold(Cell::atom(known::NIL), |rest, &key| {
        let key = match m.atoms.text(key).parse() {
            Ok(number) => m.heap.new_int(number),
            Err(_) => Cell::atom(key),
        };
        m.heap.new_pair(key, rest)
    });
    m.unify(keys, list)
}

fn gensym_2(m: &mut Machine, base: Cell, symbol: Cell) -> Step {
    let base = need_atomic(m, base)?;
    if !m.deref(symbol).is_variable() {
        need_atomic(m, symbol)?;
    }
    let name = m.intern(&base);
    m.charge_program(64)?;
    let other = m.heap.new_var();
    let count = |m: &mut Machine| {
        let number = m.session.lasting.symbols.entry(name).or_default();
        *number += 1;
        Ok(*number)
    };
    // Those whose names begin with `$` are the library's, which counts them in each thread.
    let number = match base.starts_with('$') {
        true => count(m)?,
        false => for_all(m, ("gensym", &[Cell::atom(name), other]), count)?,
    };
    let text = format!("{base}{number}");
    let new = text_atom(m, &text)?;
    m.unify(symbol, new)
}

fn reset_gensym_0(m: &mut Machine) -> Step {
    for_all(m, ("reset_gensym", &[]), |m| {
        m.session.lasting.symbols.clear();
        Ok(())
    })
}

fn reset_gensym_1(m: &mut Machine, base: Cell) -> Step {
    let base = need_text(m, base)?;
    let name = m.intern(&base);
    for_all(m, ("reset_gensym", &[Cell::atom(name)]), |m| {
        m.session.lasting.symbols.remove(&name);
        Ok(())
    })
}
