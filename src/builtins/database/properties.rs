//! The properties of predicates, for `predicate_property/2`.

use crate::base::atom::{Atom, Functor};
use crate::base::known;
use crate::code::instr::PredId;
use crate::code::predicate::Definition;
use crate::machine::Machine;
use crate::native::args::list_arg::new_list;
use crate::native::args::text_arg::new_atom;
use crate::native::{Native, Step, Stop, det, holds};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::builtins::database::clauses::{callable, clauses_of, is_reserved, strip_module};
use crate::builtins::database::procedures::resolve;
use crate::builtins::docs::sources::path_of;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$predicate_properties(+head, -properties)", 2, predicate_properties_2)
        .doc("Unifies properties with the list of the properties of a predicate; fails if it is undefined."),
    det!("$plain_property(+head, +property, -is_true)", 3, plain_property_3).doc(
        "Unifies is_true with whether a predicate has a property, if the predicate is defined and the property one of \
         those that have no arguments and are told of without a look at its options; fails otherwise. Also the number \
         of clauses, without counting them.",
    ),
];

/// The properties of control constructs; `iso` is none of the soft cut's.
const OF_CONTROL: &[&str] = &["defined", "visible", "static", "built_in", "system", "control", "iso"];

/// Returns the properties of a control construct.
fn of_control(functor: Functor) -> &'static [&'static str] {
    let without_iso = usize::from(functor.name() == known::SOFT_ARROW);
    &OF_CONTROL[..OF_CONTROL.len() - without_iso]
}

/// Properties that a predicate has just if they are among its words.
const PLAIN: &[&str] = &[
    "built_in",
    "control",
    "defined",
    "discontiguous",
    "dynamic",
    "foreign",
    "interpreted",
    "iso",
    "multifile",
    "ssu",
    "static",
    "system",
    "tabled",
    "visible",
];

/// A predicate that is defined.
struct Described {
    /// The predicate that has its clauses.
    id: PredId,
    is_system: bool,
    /// Its library, if it is the system's and not of the core.
    library: Option<&'static str>,
    /// Its properties that have no arguments.
    words: Vec<&'static str>,
}

fn known_predicate(m: &Machine, module: Atom, functor: Functor) -> Option<Described> {
    let id = resolve(m, module, functor)?;
    let p = &m.db.preds[id];
    let is_system = p.module == known::SYSTEM;
    let own = clauses_of(m, p.module, functor);
    let is_tabled = own != functor && m.atoms.text(own.name()).ends_with(" tabled");
    let id = m.db.find(p.module, own).unwrap_or(id);
    let p = &m.db.preds[id];
    let library = m.library.owner(m.atoms.text(functor.name()), functor.arity());
    let mut words = vec!["defined", "visible", if p.dynamic { "dynamic" } else { "static" }];
    words.extend(
        [
            Some(if has_clauses(&p.definition) {
                "interpreted"
            } else {
                "foreign"
            }),
            (is_system && library.is_none()).then_some("built_in"),
            is_system.then_some("system"),
            (is_system && p.iso).then_some("iso"),
            p.multifile.then_some("multifile"),
            p.discontiguous.then_some("discontiguous"),
            is_tabled.then_some("tabled"),
            (p.is_tracked() && !p.monotonic).then_some("incremental"),
            p.monotonic.then_some("monotonic"),
            p.of_thread.then_some("thread_local"),
            p.matching.then_some("ssu"),
        ]
        .into_iter()
        .flatten(),
    );
    Some(Described {
        id,
        is_system,
        library,
        words,
    })
}

fn has_clauses(definition: &Definition) -> bool {
    !matches!(definition, Definition::Native(_) | Definition::Code)
}

/// Whether the clauses of a predicate are counted: those of the library may not be loaded yet.
fn is_counted(definition: &Definition) -> bool {
    has_clauses(definition) && !matches!(definition, Definition::Library(_))
}

fn plain_property_3(m: &mut Machine, head: Cell, property: Cell, is_true: Cell) -> Step {
    let (word, count) = match m.view(property) {
        View::Atom(word) => (word, None),
        View::Struct(f, at) if f.arity() == 1 => (f.name(), Some(m.heap.get(at))),
        _ => return Err(Stop::Fail),
    };
    let Ok((module, head)) = strip_module(m, head) else {
        return Err(Stop::Fail);
    };
    let functor = match m.view(head) {
        View::Atom(name) => Functor::new(name, 0),
        View::Struct(functor, _) => functor,
        _ => return Err(Stop::Fail),
    };
    let word = m.atoms.text(word);
    if let Some(count) = count {
        if word != "number_of_clauses" || is_reserved(functor) {
            return Err(Stop::Fail);
        }
        m.catch_up()?;
        let found = known_predicate(m, module, functor).ok_or(Stop::Fail)?;
        let p = &m.db.preds[found.id];
        holds(is_counted(&p.definition))?;
        let live = p.live as i64;
        m.unify(count, Cell::int(live))?;
        return m.unify(is_true, Cell::atom(known::TRUE));
    }
    holds(PLAIN.contains(&word))?;
    let has = if is_reserved(functor) {
        of_control(functor).contains(&word)
    } else {
        known_predicate(m, module, functor)
            .ok_or(Stop::Fail)?
            .words
            .contains(&word)
    };
    m.unify(is_true, Cell::atom(if has { known::TRUE } else { known::FALSE }))
}

fn predicate_properties_2(m: &mut Machine, head: Cell, properties: Cell) -> Step {
    m.catch_up()?;
    let (module, head) = strip_module(m, head)?;
    let (functor, _) = callable(m, head)?;
    if is_reserved(functor) {
        let words: Vec<Cell> = of_control(functor).iter().map(|word| new_atom(m, word)).collect();
        let list = new_list(m, &words)?;
        return m.unify(properties, list);
    }
    let Described {
        id,
        is_system,
        library,
        words,
    } = known_predicate(m, module, functor).ok_or(Stop::Fail)?;
    let p = &m.db.preds[id];
    let counts = is_counted(&p.definition).then(|| {
        let clauses = m.db.live(id);
        let facts = clauses
            .iter()
            .filter(|&&clause| m.db.clauses[clause].shape.is_fact())
            .count();
        (clauses.len(), clauses.len() - facts, p.changed)
    });
    let first = m.db.living(id).next().and_then(|clause| m.db.place(clause));
    let file = first.map_or(p.file, |(file, _)| Some(file));
    let (first_line, imported) = (
        first.map_or(0, |(_, line)| line),
        is_system && module != known::SYSTEM && library != Some(m.atoms.text(module)),
    );
    let mut list: Vec<Cell> = words.into_iter().map(|word| new_atom(m, word)).collect();
    let mut add = |m: &mut Machine, name: &str, value: Cell| {
        let name = m.intern(name);
        list.push(m.heap.new_term(name, &[value]));
    };
    if let Some((clauses, rules, changed)) = counts {
        add(m, "last_modified_generation", Cell::int(changed as i64));
        add(m, "number_of_clauses", Cell::int(clauses as i64));
        add(m, "number_of_rules", Cell::int(rules as i64));
    }
    if let Some(file) = file {
        let path = path_of(m, file);
        add(m, "file", path);
    }
    if first_line > 0 {
        add(m, "line_count", Cell::int(i64::from(first_line)));
    }
    if imported {
        let owner = library.map_or(known::SYSTEM, |owner| m.intern(owner));
        add(m, "imported_from", Cell::atom(owner));
    }
    let list = new_list(m, &list)?;
    m.unify(properties, list)
}
