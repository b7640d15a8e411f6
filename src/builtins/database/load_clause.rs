//! Adding the clauses of a text being loaded; they replace those of an earlier load.

use rustc_hash::FxHashMap;

use crate::base::atom::{Atom, Functor};
use crate::base::iso_error::{Action, Thing};
use crate::base::known;
use crate::code::clause::{ClauseId, ClauseOrigin};
use crate::code::instr::PredId;
use crate::code::predicate::Definition;
use crate::code::style::Style;
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::walk::Variables;

use crate::builtins::database::clause_checks::catches_all;
use crate::builtins::database::clauses::{callable, erase, load_clause, split};
use crate::builtins::database::guards::moved_into_head;
#[cfg(not(target_family = "wasm"))]
use crate::builtins::database::hints;
use crate::builtins::database::load::{full_name, message};

pub(in crate::builtins) const TABLE: &[Native] =
    &[
        det!("$load_clause(+clause, +original, -messages)", 3, load_clause_3).doc(
            "Adds a clause; original is the term read, with the variable names, and messages are the \
             warnings about its position.",
        ),
    ];

/// The hooks of `user`: any file may add clauses to them, and they can be changed at run time, without a declaration.
const HOOKS: &[(&str, u32)] = &[
    ("term_expansion", 2),
    ("term_expansion", 4),
    ("goal_expansion", 2),
    ("goal_expansion", 4),
    ("portray", 1),
    ("message_hook", 3),
    ("exception", 3),
    ("expand_query", 4),
    ("expand_answer", 2),
    ("file_search_path", 2),
    ("library_directory", 1),
    ("prolog_file_type", 2),
    ("prolog_load_file", 2),
];

/// Whether the program's predicate of this name is a hook.
pub(super) fn is_hook(m: &Machine, functor: Functor) -> bool {
    let key = (m.atoms.text(functor.name()), functor.arity() as u32);
    HOOKS.contains(&key)
}

/// Declares a hook before its first clause.
fn declare_hook(m: &mut Machine, module: Atom, functor: Functor, pred: PredId) {
    if module != known::USER || m.db.preds[pred].definition != Definition::None {
        return;
    }
    if is_hook(m, functor) {
        m.db.make_dynamic(pred);
        m.db.preds[pred].multifile = true;
    }
}

/// Whether this is the first clause of a predicate that an earlier load of the same text has tabled and this load has
/// not, so that tabling ends.
fn ends_tabling(m: &mut Machine, module: Atom, functor: Functor) -> bool {
    let pred = m.db.pred(module, functor);
    let Some(source) = m.loading.source() else { return false };
    // The directive is a clause of the predicate, which asks the table.
    let reloads = !source.adds() && m.db.preds[pred].file == Some(source.owner);
    let ends = reloads && !source.defined.contains_key(&pred);
    if ends {
        m.session.lasting.tabled.remove(&(module, functor));
    }
    ends
}

fn load_clause_3(m: &mut Machine, term: Cell, original: Cell, messages: Cell) -> Step {
    let (module, clause) = split(m, term)?;
    let mut clause = moved_into_head(m, clause)?;
    let (mut functor, first) = callable(m, clause.head)?;
    make_own(m, module, functor)?;
    let module = m.db.modules.home(module, functor);
    if let Some(&name) = m.session.lasting.tabled.get(&(module, functor))
        && !ends_tabling(m, module, functor)
    {
        functor = Functor::new(name, functor.arity());
        let arguments: Vec<Cell> = (first..first + functor.arity()).map(|at| m.heap.get(at)).collect();
        m.reserve(arguments.len() + 1)?;
        clause.head = match arguments[..] {
            [] => Cell::atom(name),
            _ => m.heap.new_term(name, &arguments),
        };
    }
    let pred = m.db.pred(module, functor);
    declare_hook(m, module, functor, pred);
    let mut warnings = Vec::new();
    let (start, line) = match m.loading.source_mut() {
        Some(source) => (source.start, source.place(source.start).0),
        None => (0, 0),
    };
    if let Some(warning) = begin_clause(m, pred, start)? {
        warnings.push(warning);
    }
    if let Some(warning) = unreached(m, pred, functor, (start, line), term, original)? {
        warnings.push(warning);
    }
    let names = names_of(m, term, clause.head, clause.body, original);
    let file = m.loading.source().map_or(known::NIL, |source| source.name);
    let origin = ClauseOrigin {
        file,
        line: u32::try_from(line).unwrap_or(u32::MAX),
        names: &names,
    };
    let id = load_clause(m, module, clause, origin)?;
    let Some(source) = m.loading.source_mut() else {
        return m.unify(messages, Cell::NIL);
    };
    #[cfg_attr(target_family = "wasm", allow(unused_variables, reason = "for hints"))]
    let is_first = source.defined.insert(pred, (file, line)).is_none();
    source.last = Some(pred);
    let owner = source.owner;
    #[cfg(not(target_family = "wasm"))]
    if m.session.shown(functor) == functor {
        hints::note_recursion(m, pred, functor, is_first);
    }
    if m.db.preds[pred].multifile {
        m.charge_program(size_of::<(ClauseId, i64)>())?;
        let order = m.db.clauses[id].order;
        m.session
            .lasting
            .multifile
            .entry((pred, owner))
            .or_default()
            .push((id, order));
    }
    let list = m.heap.new_list(&warnings, Cell::NIL);
    m.unify(messages, list)
}

/// A text that has clauses for a predicate defines it in its own module, in place of an imported one. What is dynamic or
/// multifile is shared with `user`.
fn make_own(m: &mut Machine, module: Atom, functor: Functor) -> Step {
    let is_shared = |&pred: &PredId| m.db.preds[pred].dynamic || m.db.preds[pred].multifile;
    if module == known::USER && m.db.find(module, functor).is_some_and(|pred| is_shared(&pred)) {
        return Ok(());
    }
    end_import(m, module, functor)
}

/// Takes back the import of a predicate that the module is going to define, unless it was asked for by name.
pub(super) fn end_import(m: &mut Machine, module: Atom, functor: Functor) -> Step {
    let Some(owner) = m.db.modules.linked(module, functor) else {
        return Ok(());
    };
    if m.db.modules.is_named(module, functor) {
        let indicator = m.heap.indicator(functor);
        let culprit = m.heap.new_term(known::COLON, &[Cell::atom(owner), indicator]);
        return Err(m.permission_error(Action::Redefine, Thing::ImportedProcedure, culprit));
    }
    m.db.modules.unlink(module, functor);
    Ok(())
}

/// Notes whether the clause commits for all arguments, and returns the warning that an earlier one does.
fn unreached(
    m: &mut Machine,
    pred: PredId,
    functor: Functor,
    (start, line): (usize, usize),
    term: Cell,
    original: Cell,
) -> Result<Option<Cell>, Stop> {
    let is_read = m.deref(term) == m.deref(original);
    let is_changeable = m.db.preds[pred].dynamic || m.db.preds[pred].multifile;
    let Some(source) = m.loading.source() else {
        return Ok(None);
    };
    if let Some(&earlier) = source.caught.get(&pred) {
        if is_changeable {
            return Ok(None);
        }
        let earlier = source.elsewhere(earlier);
        m.reserve(1 << 14)?;
        let culprit = m.heap.indicator(m.session.shown(functor));
        let functor = m.intern("unreached");
        let earlier = place_term(m, earlier);
        let what = m.heap.new_term(functor, &[culprit, earlier]);
        let suspect = m.intern("suspect");
        let term = m.heap.new_term(suspect, &[what]);
        return Ok(Some(message(m, "warning", start, term)));
    }
    let shown = m.session.shown(functor);
    let catches = catches_all(m, source.reader.ast(), shown, is_read);
    if catches && let Some(source) = m.loading.source_mut() {
        source.caught.insert(pred, (source.name, line));
    }
    Ok(None)
}

/// Returns a place as messages have it: a line of the text that is read, or `File:Line`.
fn place_term(m: &mut Machine, (file, line): (Option<Atom>, usize)) -> Cell {
    let line = Cell::int(line as i64);
    match file {
        Some(file) => m.heap.new_term(known::COLON, &[Cell::atom(file), line]),
        None => line,
    }
}

/// Returns the names of a clause's variables in order of occurrence, each followed by a zero byte; `original` is the
/// term read, before expansion.
fn names_of(m: &Machine, term: Cell, head: Cell, body: Cell, original: Cell) -> Vec<u8> {
    let mut names = Vec::new();
    let Some(source) = m.loading.source() else { return names };
    let ast = source.reader.ast();
    let mut push = |i: Option<u32>| {
        let name = i.map_or("_", |i| ast.variable_name(i));
        names.extend_from_slice(if name == "_" { b"" } else { name.as_bytes() });
        names.push(0);
    };
    let count = ast.variables.len() as u32;
    if m.deref(term) == m.deref(original) {
        (0..count).for_each(|i| push(Some(i)));
        return names;
    }
    let mut read = Variables::default();
    read.add(&m.heap, original);
    let read = read.cells;
    if read.len() != count as usize {
        return names;
    }
    let numbers: FxHashMap<Cell, u32> = read.into_iter().zip(0..).collect();
    let mut found = Variables::default();
    found.add(&m.heap, head);
    found.add(&m.heap, body);
    for variable in found.cells {
        push(numbers.get(&variable).copied());
    }
    names
}

/// Erases the clauses that an earlier load of this text has added to a multifile predicate.
pub(super) fn erase_own(m: &mut Machine, pred: PredId, owner: Atom) {
    let own = m.session.lasting.multifile.remove(&(pred, owner)).unwrap_or_default();
    let own = own.into_iter().filter_map(|(id, order)| {
        // The number of an erased clause may have been reused.
        let is_it =
            m.db.clauses
                .get(id)
                .is_some_and(|clause| clause.pred == pred && clause.order == order);
        is_it.then_some(id)
    });
    let own: Vec<ClauseId> = own.collect();
    erase(m, pred, own);
}

/// Removes the clauses of the text of a predicate; those that goals have added stay.
fn erase_loaded(m: &mut Machine, pred: PredId) {
    let mut clauses = m.db.live(pred);
    if m.db.preds[pred].dynamic {
        clauses.retain(|&id| m.db.place(id).is_some());
    }
    erase(m, pred, clauses);
}

/// Makes a predicate one whose clauses come from several texts. Those that it has are of `owner`.
fn share(m: &mut Machine, pred: PredId, owner: Atom) -> Step {
    let living = m.db.living(pred);
    let own: Vec<(ClauseId, i64)> = living.map(|id| (id, m.db.clauses[id].order)).collect();
    m.charge_program(size_of_val(&own[..]))?;
    m.session.lasting.multifile.insert((pred, owner), own);
    m.db.preds[pred].multifile = true;
    Ok(())
}

/// Whether the names denote two different texts.
fn is_another_text(m: &Machine, one: Atom, other: Atom) -> bool {
    let path = |name| full_name(&m.streams.access.path(m.atoms.text(name)));
    one != other && path(one) != path(other)
}

/// Prepares a predicate for a clause of the text. The first one replaces the definition of another text or of an earlier
/// load, unless the text has no name: its clauses are added. A clause that is not adjacent to the others yields a
/// warning.
fn begin_clause(m: &mut Machine, pred: PredId, start: usize) -> Result<Option<Cell>, Stop> {
    let Some(source) = m.loading.source() else {
        return Ok(None);
    };
    let (name, adds, is_another, last) = (source.owner, source.adds(), source.is_another, source.last);
    let earlier = source.defined.get(&pred).map(|&place| source.elsewhere(place));
    let p = &m.db.preds[pred];
    let Some(earlier) = earlier else {
        if p.multifile {
            if !adds {
                erase_own(m, pred, name);
            }
            m.db.preds[pred].file = Some(name);
            return Ok(None);
        }
        let (file, functor) = (p.file, p.functor);
        let loaded = file.filter(|_| p.definition == Definition::Clauses && p.live > 0);
        if let (Some(file), true) = (loaded, adds) {
            if file != name {
                share(m, pred, file)?;
            }
            return Ok(None);
        }
        let replaced = loaded.filter(|&file| !p.dynamic || file == name);
        let place = m.db.living(pred).next().and_then(|id| m.db.place(id));
        if replaced.is_some() {
            erase_loaded(m, pred);
        }
        m.db.preds[pred].file = Some(name);
        let Some(other) = replaced.filter(|&file| is_another || is_another_text(m, file, name)) else {
            return Ok(None);
        };
        let (other, line) = place.unwrap_or((other, 0));
        let culprit = m.heap.indicator(m.session.shown(functor));
        let redefined = m.intern("redefined");
        let term = m
            .heap
            .new_term(redefined, &[culprit, Cell::atom(other), Cell::int(i64::from(line))]);
        return Ok(Some(message(m, "warning", start, term)));
    };
    if !m.loading.checks(Style::Discontiguous) {
        return Ok(None);
    }
    let shown = m.session.shown(p.functor);
    let declared = |functor| {
        let own = m.db.find(p.module, functor);
        own.is_some_and(|id| m.db.preds[id].discontiguous)
    };
    if last == Some(pred) || p.discontiguous || p.dynamic || p.multifile || shown != p.functor && declared(shown) {
        return Ok(None);
    }
    let culprit = m.heap.indicator(shown);
    let current = match last {
        Some(last) => {
            let functor = m.session.shown(m.db.preds[last].functor);
            m.heap.indicator(functor)
        }
        None => Cell::NIL,
    };
    let functor = m.intern("discontiguous");
    let earlier = place_term(m, earlier);
    let term = m.heap.new_term(functor, &[culprit, earlier, current]);
    Ok(Some(message(m, "warning", start, term)))
}
