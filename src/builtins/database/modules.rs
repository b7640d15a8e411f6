//! The primitives under `module/2`: what modules import, and their import modules.

use crate::base::atom::{Atom, Functor, MAX_ARITY};
use crate::base::iso_error::{Limit, Type};
use crate::base::known;
use crate::code::instr::{MAX_REGISTER_ARITY, PredId};
use crate::code::predicate::Definition;
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det, holds};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::builtins::database::clauses::parse_indicator;
use crate::builtins::database::for_all::with_text;
use crate::builtins::database::load_clause::is_hook;
use crate::builtins::database::procedures::{is_users, resolve};
use crate::native::args::list_arg::new_list;
use crate::native::args::text_arg::{list_items, need_text, new_atom};

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$reveal(+library)", 1, reveal_1)
        .doc("Lets the program see the predicates of a library that has to be loaded, by the text of its name."),
    det!("$concealed(+name, +arity, -library)", 3, concealed_3)
        .doc("Unifies library with the name of the library that has to be loaded before the program sees the predicate."),
    det!("$set_imports(+module, +imports)", 2, set_imports_2)
        .doc("Sets the list of the modules in which predicates that the module does not define are looked up."),
    det!("$imports(+module, -imports)", 2, imports_2).doc("Unifies imports with the list of the import modules."),
    det!("$above(+module, -modules)", 2, above_2)
        .doc("Unifies modules with the list of those that are searched for what module does not define."),
    det!("$would_be_cyclic(+module, +import)", 2, would_be_cyclic_2)
        .doc("True if module cannot import what import has, since this one searches module."),
    det!("$own_meaning(+module, +goal, -meaning)", 3, own_meaning_3).doc(
        "Tells whether goal, in a clause of module, calls a predicate of the module: defined if there is one, meta if \
             that is a meta predicate, expected if the text that is being loaded may define one; fails otherwise.",
    ),
    det!("$current_typein_module(-module)", 1, current_typein_module_1)
        .doc("Unifies module with the module of queries."),
    det!("$set_typein_module(+module)", 1, set_typein_module_1).doc("Makes module that of the queries that follow."),
    det!("$import(+module, +owner, +indicators, +how, -refused)", 5, import_5).doc(
        "Imports predicates of owner into module, but for those that it defines, and for refused: those that it has \
             imported from another module. How is named or all: what is not named gives way to clauses of the module, which may \
             follow unless it is late.",
    ),
    det!("$imported_from(+module, +name, +arity, -owner)", 4, imported_from_4)
        .doc("Unifies owner with the module that exports what module calls by this name, unless it is that module."),
    det!(
        "$set_transparent(+module, +name, +arity, +hidden)",
        4,
        set_transparent_4
    )
    .doc(
        "Makes a predicate run in the module of its caller, which its clauses, those of hidden, get as an additional \
             argument.",
    ),
    det!("$check_transparent(+arity)", 1, check_transparent_1)
        .doc("Raises an error if a predicate of this arity cannot run in the module of its caller."),
    det!("$has_transparent", 0, has_transparent_0).doc("Whether any predicate runs in the module of its caller."),
    det!("$transparent(+module, +name, +arity, -home, -hidden)", 5, transparent_5).doc(
        "If what module calls by this name runs in the module of its caller, unifies home with the module and hidden \
             with the name of the predicate that has its clauses.",
    ),
    det!("$in_context(+module, +goal, +context, -other)", 4, in_context_4)
        .doc("Unifies other with the goal with which goal, which is looked up in module, runs in the module context."),
];

fn own_meaning_3(m: &mut Machine, module: Cell, goal: Cell, meaning: Cell) -> Step {
    let (View::Atom(module), View::Struct(functor, _)) = (m.view(module), m.view(goal)) else {
        return Err(Stop::Fail);
    };
    let is_imported = m.db.modules.linked(module, functor).is_some();
    if module == known::USER || module == known::SYSTEM || is_imported {
        return Err(Stop::Fail);
    }
    let is_own = |pred: PredId| {
        let own = &m.db.preds[pred];
        // A call has found the predicate of the library.
        let is_found = matches!(own.definition, Definition::Import(other) if m.db.preds[other].module == known::SYSTEM);
        !is_found && (own.is_defined() || own.dynamic)
    };
    let found = if let Some(own) = m.db.find(module, functor).filter(|&own| is_own(own)) {
        if m.db.preds[own].qualified.is_some() {
            "meta"
        } else {
            "defined"
        }
    } else {
        let name = m.atoms.text(functor.name());
        let is_expected = m.loading.source().is_some_and(|source| source.may_define(name));
        holds(is_expected)?;
        "expected"
    };
    let found = Cell::atom(m.intern(found));
    m.unify(meaning, found)
}

fn current_typein_module_1(m: &mut Machine, module: Cell) -> Step {
    let typein = m.session.typein.unwrap_or(known::USER);
    m.unify(module, Cell::atom(typein))
}

fn set_typein_module_1(m: &mut Machine, module: Cell) -> Step {
    let name = module_name(m, module)?;
    m.session.typein = Some(name).filter(|&name| name != known::USER);
    Ok(())
}

fn reveal_1(m: &mut Machine, library: Cell) -> Step {
    let name = need_text(m, library)?;
    let stem = name.rsplit('/').next().unwrap_or_default();
    let stem = stem.to_owned();
    with_text(m, ("$reveal", &[library]), |m| {
        for text in [stem, name.replace('/', "_")] {
            m.session.lasting.libraries.insert(text);
        }
        m.library.reveal(&m.atoms, &mut m.db, &name);
        Ok(())
    })
}

fn concealed_3(m: &mut Machine, name: Cell, arity: Cell, library: Cell) -> Step {
    let (View::Atom(name), View::Int(arity)) = (m.view(name), m.view(arity)) else {
        return Err(Stop::Fail);
    };
    let name = m.atoms.text(name).to_owned();
    let arity = usize::try_from(arity).map_err(|_| Stop::Fail)?;
    let found = m.library.concealing(&m.atoms, &m.db, &name, arity).ok_or(Stop::Fail)?;
    let found = new_atom(m, found);
    m.unify(library, found)
}

fn import_5(m: &mut Machine, module: Cell, owner: Cell, indicators: Cell, how: Cell, refused: Cell) -> Step {
    let (View::Atom(module), View::Atom(owner)) = (m.view(module), m.view(owner)) else {
        return Err(m.instantiation_error());
    };
    let other = m.heap.new_var();
    let goal = [Cell::atom(module), Cell::atom(owner), indicators, how, other];
    let how = |text| matches!(m.view(how), View::Atom(how) if m.atoms.text(how) == text);
    let (is_named, is_late) = (how("named"), how("late"));
    let items = list_items(m, indicators).map_err(|_| Stop::Fail)?;
    m.charge_program(items.len() * 4 * size_of::<u64>())?;
    let mut others = Vec::new();
    with_text(m, ("$import", &goal), |m| {
        for item in items {
            let functor = parse_indicator(m, item)?.1;
            if !import(m, module, owner, functor, (is_named, is_late)) {
                others.push(item);
            }
        }
        Ok(())
    })?;
    let list = new_list(m, &others)?;
    m.unify(refused, list)
}

/// Imports a predicate; returns false if the module has imported another one of this name. An import of what nothing
/// defines makes room for the next, wherever it was imported.
fn import(m: &mut Machine, module: Atom, owner: Atom, functor: Functor, (is_named, is_late): (bool, bool)) -> bool {
    let (exporter, owner) = (owner, owner_now(m, owner, functor));
    // An exporter has imported what it finds in its import modules, unless it may still define it.
    let is_linked = m.db.modules.linked(exporter, functor).is_some();
    if !is_linked && m.db.find(exporter, functor).is_none_or(|pred| !m.db.is_import(pred)) {
        m.db.modules.link(exporter, functor, owner, false);
    }
    let modules = &m.db.modules;
    if let Some(other) = modules.linked(module, functor) {
        let is_same = other == modules.linked(owner, functor).unwrap_or(owner);
        let found = m.db.find(other, functor).map(|pred| &m.db.preds[pred]);
        if is_same || found.is_some_and(|p| is_users(p) || p.is_defined()) {
            return is_same;
        }
        m.db.modules.unlink(module, functor);
        replace(m, other, functor, owner);
    }
    if module == known::SYSTEM || module == known::USER && is_hook(m, functor) {
        return true;
    }
    let stored = m.db.find(module, functor);
    let is_stored = stored.is_some_and(|pred| is_users(&m.db.preds[pred]));
    let name = m.atoms.text(functor.name());
    let may_follow = m
        .loading
        .source()
        .is_some_and(|source| source.module == module && source.may_define(name));
    if is_stored {
        return true;
    }
    // What the text may still define itself stays so when the import is named later on.
    if may_follow
        && is_named
        && let Some(Definition::Import(first)) = stored.map(|pred| m.db.preds[pred].definition)
    {
        return m.db.preds[first].module == m.db.modules.home(owner, functor);
    }
    replace(m, module, functor, owner);
    if may_follow && !is_named && !is_late {
        let (own, owners) = (m.db.pred(module, functor), m.db.pred(owner, functor));
        if own == owners {
            return true;
        }
        if let Definition::Import(first) = m.db.preds[own].definition
            && m.db.is_import(own)
        {
            let p = &m.db.preds[first];
            if first == owners || is_users(p) || p.is_defined() {
                return first == owners;
            }
            replace(m, p.module, functor, owner);
        }
        m.db.preds[own].definition = Definition::Import(owners);
        m.db.definition_changed(own);
        return true;
    }
    m.db.forget_unfolded(functor);
    m.db.modules.link(module, functor, owner, is_named);
    let imported = m.db.pred(module, functor);
    // Goals that were compiled before call the predicate by the number that it had.
    if let Some(old) = stored.filter(|&old| old != imported && !is_stored) {
        m.db.preds[old].definition = Definition::Import(imported);
        m.db.definition_changed(old);
    }
    true
}

/// Makes those that have imported a predicate of `from` import that of `owner` instead, if nothing defines it; `from`
/// has it too, until it defines its own.
fn replace(m: &mut Machine, from: Atom, functor: Functor, owner: Atom) {
    let own = m.db.find(from, functor).map(|pred| (pred, &m.db.preds[pred]));
    let Some((own, _)) = own.filter(|(_, p)| p.module == from && !p.is_defined() && !is_users(p)) else {
        return;
    };
    let links = m.db.modules.links();
    let importers = links.filter(|&(_, imported, at)| imported == functor && at == from);
    for importer in importers.map(|link| link.0).collect::<Vec<Atom>>() {
        let is_named = m.db.modules.is_named(importer, functor);
        m.db.modules.unlink(importer, functor);
        m.db.modules.link(importer, functor, owner, is_named);
    }
    let owners = m.db.pred(owner, functor);
    if own != owners {
        m.db.preds[own].definition = Definition::Import(owners);
        m.db.definition_changed(own);
    }
}

/// Returns the module whose predicate a call in `owner` reaches now. What `owner` has imported and may still define
/// itself, or finds in its import modules, stays what an importer of it gets.
fn owner_now(m: &Machine, owner: Atom, functor: Functor) -> Atom {
    let mut now = m.db.modules.home(owner, functor);
    while let Some(Definition::Import(next)) = m.db.find(now, functor).map(|pred| m.db.preds[pred].definition)
        && let next = &m.db.preds[next]
        && next.functor == functor
        && next.module != known::SYSTEM
    {
        now = next.module;
    }
    if now != owner {
        return now;
    }
    let mut searched = m.db.modules.searched(owner);
    searched.find(|&at| is_defined(m, at, functor)).unwrap_or(owner)
}

/// Whether `module` itself defines a predicate.
fn is_defined(m: &Machine, module: Atom, functor: Functor) -> bool {
    m.db.find(module, functor)
        .is_some_and(|pred| is_users(&m.db.preds[pred]))
}

fn imported_from_4(m: &mut Machine, module: Cell, name: Cell, arity: Cell, owner: Cell) -> Step {
    let (module, functor) = named(m, module, name, arity)?;
    let modules = &m.db.modules;
    let found = modules.linked(module, functor).or_else(|| {
        let called = resolve(m, module, functor)?;
        Some(m.db.preds[called].module).filter(|&at| at != known::SYSTEM)
    });
    match found {
        Some(found) if found != module => m.unify(owner, Cell::atom(found)),
        _ => Err(Stop::Fail),
    }
}

/// Returns a module and the functor of a predicate.
fn named(m: &Machine, module: Cell, name: Cell, arity: Cell) -> Result<(Atom, Functor), Stop> {
    let (View::Atom(module), View::Atom(name), View::Int(arity)) = (m.view(module), m.view(name), m.view(arity)) else {
        return Err(Stop::Fail);
    };
    let arity = usize::try_from(arity).unwrap_or(0);
    holds(arity <= MAX_ARITY)?;
    Ok((module, Functor::new(name, arity)))
}

/// The module of the caller is one more argument, for which there must be a register.
fn check_transparent_1(m: &mut Machine, arity: Cell) -> Step {
    match m.view(arity) {
        View::Int(arity) if arity < MAX_REGISTER_ARITY as i64 => Ok(()),
        _ => Err(m.representation_error(Limit::MaxArity)),
    }
}

fn set_transparent_4(m: &mut Machine, module: Cell, name: Cell, arity: Cell, hidden: Cell) -> Step {
    let (owner, functor) = named(m, module, name, arity)?;
    let View::Atom(hidden) = m.view(hidden) else {
        return Err(Stop::Fail);
    };
    m.charge_program(6 * size_of::<u64>())?;
    let home = m.db.modules.home(owner, functor);
    m.db.modules.set_transparent(home, functor, hidden);
    Ok(())
}

fn has_transparent_0(m: &mut Machine) -> Step {
    holds(m.db.modules.has_transparent())
}

fn transparent_5(m: &mut Machine, module: Cell, name: Cell, arity: Cell, home: Cell, hidden: Cell) -> Step {
    let (module, functor) = named(m, module, name, arity)?;
    let (at, found) = m.db.transparent_target(module, functor).ok_or(Stop::Fail)?;
    m.unify(home, Cell::atom(at))?;
    m.unify(hidden, Cell::atom(found.name()))
}

fn in_context_4(m: &mut Machine, module: Cell, goal: Cell, context: Cell, other: Cell) -> Step {
    let (View::Atom(module), View::Atom(context)) = (m.view(module), m.view(context)) else {
        return Err(m.instantiation_error());
    };
    let made = m.goal_in_context(module, goal, context)?;
    m.unify(other, made)
}

/// Returns the name of a module.
fn module_name(m: &mut Machine, module: Cell) -> Result<Atom, Stop> {
    match m.view(module) {
        View::Atom(name) => Ok(name),
        _ => Err(m.type_or_instantiation_error(Type::Atom, module)),
    }
}

fn set_imports_2(m: &mut Machine, module: Cell, imports: Cell) -> Step {
    let module = module_name(m, module)?;
    let items = list_items(m, imports).unwrap_or_default();
    m.charge_program((4 + 2 * items.len()) * size_of::<u64>())?;
    let names: Result<Vec<Atom>, Stop> = items.into_iter().map(|item| module_name(m, item)).collect();
    m.db.modules.set_imports(module, names?);
    m.db.forget_all_unfolded();
    Ok(())
}

/// Unifies `list` with the list of the modules.
fn unify_modules(m: &mut Machine, list: Cell, modules: &[Atom]) -> Step {
    let cells: Vec<Cell> = modules.iter().map(|&module| Cell::atom(module)).collect();
    let made = new_list(m, &cells)?;
    m.unify(list, made)
}

fn imports_2(m: &mut Machine, module: Cell, imports: Cell) -> Step {
    let module = module_name(m, module)?;
    let modules = m.db.modules.imports(module).to_vec();
    unify_modules(m, imports, &modules)
}

fn above_2(m: &mut Machine, module: Cell, list: Cell) -> Step {
    let module = module_name(m, module)?;
    let modules = m.db.modules.above(module).to_vec();
    unify_modules(m, list, &modules)
}

fn would_be_cyclic_2(m: &mut Machine, module: Cell, import: Cell) -> Step {
    let (module, import) = (module_name(m, module)?, module_name(m, import)?);
    let is_cyclic = m.db.modules.would_be_cyclic(module, import);
    is_cyclic.then_some(()).ok_or(Stop::Fail)
}
