//! The primitives under the loader, which is a Prolog program (`library/boot/load.pl`).

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::base::atom::Atom;
use crate::base::iso_error::{Action, Thing};
use crate::base::known;
use crate::code::instr::PredId;
use crate::code::source::Source;
use crate::code::style::Style;
use crate::io::encoding::program_text;
use crate::io::position::Position;
use crate::io::table::USER_INPUT;
use crate::machine::{Machine, Parts};
use crate::native::{Native, Step, Stop, det, holds};
use crate::term::build::{build, cells_needed};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::text::error::{SyntaxError, SyntaxKind};
use crate::text::hints;
use crate::text::reader::{Read, ReadFlags, Reader};

use crate::builtins::database::clauses::undefine;
use crate::builtins::database::for_all::{note_text, tell_whole_text};
use crate::builtins::database::load_clause::erase_own;
use crate::builtins::database::load_stream;
use crate::builtins::database::not_loaded;
use crate::builtins::database::{clause_checks, load_messages};
use crate::builtins::system::progress::{loading_begins, loading_goes_on};
use crate::builtins::term_io::clause_text::{bytes_to_build, reading_room};
use crate::builtins::term_io::clause_text::{clause_text, skip_layout};
use crate::builtins::term_io::quotations::quotations;
use crate::native::args::text_arg::{list_items, text_of};

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$load_open(+file)", 1, load_open_1).doc("Opens a file as the source to be loaded."),
    det!("$file_loaded(+path, +name)", 2, file_loaded_2)
        .doc("Notes that another thread has loaded a file, which messages call name."),
    det!("$load_include(+file)", 1, load_include_1).doc("Opens a file as an included part of the source being loaded."),
    det!("$is_loaded(+file)", 1, is_loaded_1).doc("True if file has been loaded or is being loaded."),
    det!("$load_conditions(-states)", 1, load_conditions_1)
        .doc("Unifies states with the list of the states of the open conditions, innermost first, at most two."),
    det!("$load_module(-module)", 1, load_module_1)
        .doc("Unifies module with the module of the clauses being loaded; fails if it is user."),
    det!("$load_set_module(+module)", 1, load_set_module_1).doc("Makes module the module of the clauses that follow."),
    det!("$load_set_conditions(+states)", 1, load_set_conditions_1)
        .doc("Replaces the states that `$load_conditions/1` gives."),
    det!("$load_variables(-term, -names)", 2, load_variables_2)
        .doc("Unifies term with a fresh copy of the clause read last, and names with its variable names."),
    det!("$load_text(+name, +text)", 2, load_text_2).doc("Opens a text as the source to be loaded."),
    det!("$load_origin(-file, -characters, -bytes)", 3, load_origin_3).doc(
        "Unifies file with the file of the clause read last, and the others with the offset of that clause in it.",
    ),
    det!("$unload(+path)", 1, unload_1).doc("Removes all that was loaded from a file."),
    det!("$load_open_user", 0, load_open_user_0).doc("Opens standard input as the source to be loaded."),
    det!("$load_close", 0, load_close_0).doc("Closes the source being loaded."),
    det!("$load_read(-term, -messages)", 2, load_read_2)
        .doc("Reads the next clause; messages are the warnings about its text."),
    det!("$load_place(-position)", 1, load_place_1)
        .doc("Unifies position with the source position of the clause read last."),
];

/// Returns the file names that `name` may denote: relative to the folder of the source being loaded, then to the
/// working directory, each also with the usual extensions.
fn candidates(m: &Machine, name: &str) -> impl Iterator<Item = String> + use<> {
    let folder = m
        .loading
        .source()
        .filter(|source| !source.interactive)
        .and_then(|source| {
            let folder = Path::new(m.atoms.text(source.name)).parent()?;
            (!folder.as_os_str().is_empty()).then(|| folder.join(name).to_string_lossy().into_owned())
        });
    let others = &m.session.host.outcome.folders;
    let others = others
        .iter()
        .map(|folder| folder.join(name).to_string_lossy().into_owned());
    let bases: Vec<String> = folder.into_iter().chain([name.to_owned()]).chain(others).collect();
    bases.into_iter().flat_map(|base| {
        let extended = [".pl", ".pro", ".prolog"].map(|extension| format!("{base}{extension}"));
        std::iter::once(base).chain(extended)
    })
}

fn load_open_1(m: &mut Machine, file: Cell) -> Step {
    open_file(m, file, known::USER)?;
    note_loaded(m);
    Ok(())
}

/// Records the file being loaded, so that `ensure_loaded/1` does not load it again.
pub(crate) fn note_loaded(m: &mut Machine) {
    let source = m.loading.source();
    if let Some((path, name)) = source.and_then(|source| Some((source.file.clone()?, source.name))) {
        let changed = changed_at(&path);
        let named = m.intern(&path.to_string_lossy());
        m.loading.add_file(path, named, name, changed);
        // Without room for it another thread would load the file again.
        let _noted = note_text(m, ("$file_loaded", &[Cell::atom(named), Cell::atom(name)]));
    }
}

fn file_loaded_2(m: &mut Machine, path: Cell, name: Cell) -> Step {
    let (View::Atom(named), View::Atom(name)) = (m.view(path), m.view(name)) else {
        return Err(m.instantiation_error());
    };
    let path = PathBuf::from(m.atoms.text(named));
    let changed = changed_at(&path);
    m.loading.add_file(path, named, name, changed);
    Ok(())
}

pub(super) fn changed_at(file: &Path) -> Option<SystemTime> {
    std::fs::metadata(file).and_then(|data| data.modified()).ok()
}

/// Makes the predicates that the file defines undefined; predicates of several files only lose the clauses of this one.
fn unload_1(m: &mut Machine, path: Cell) -> Step {
    let Some(path) = text_of(m, path) else {
        return Err(m.instantiation_error());
    };
    let path = full_name(&m.streams.access.path(&path));
    let preds = m.db.preds.ids();
    let owners: Vec<(PredId, Atom)> = preds.filter_map(|pred| Some((pred, m.db.preds[pred].file?))).collect();
    let mut is_it = HashMap::new();
    for (pred, owner) in owners {
        let is_it = is_it
            .entry(owner)
            .or_insert_with(|| full_name(&m.streams.access.path(m.atoms.text(owner))) == path);
        if *is_it && !m.db.preds[pred].multifile {
            undefine(m, pred);
        }
    }
    let shared: Vec<(PredId, Atom)> = m.session.lasting.multifile.keys().copied().collect();
    for (pred, owner) in shared {
        if full_name(&m.streams.access.path(m.atoms.text(owner))) == path {
            erase_own(m, pred, owner);
        }
    }
    m.loading.remove_file(&path);
    Ok(())
}

/// Returns the canonical name of a file.
pub(super) fn full_name(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Opens a file as the source to be loaded; a file that is being loaded cannot be opened again, since it would load
/// itself without end.
fn open_file(m: &mut Machine, file: Cell, module: Atom) -> Step {
    let Some(name) = text_of(m, file) else {
        return Err(m.instantiation_error());
    };
    // Files without read access are not probed, since that would reveal whether they exist.
    let mut denied = false;
    for name in candidates(m, &name) {
        let path = m.streams.access.path(&name);
        if !m.streams.access.may_read(&path) {
            denied = true;
            continue;
        }
        if !path.is_file() {
            denied |= path.exists();
            continue;
        }
        let file_name = full_name(&path);
        if m.loading
            .sources()
            .iter()
            .any(|source| source.file.as_ref() == Some(&file_name))
        {
            let culprit = m.deref(file);
            return Err(m.permission_error(Action::Load, Thing::SourceSink, culprit));
        }
        m.charge_program(std::fs::metadata(&path).map_or(0, |data| data.len() as usize))?;
        let Ok(bytes) = m.streams.access.read(&path) else {
            denied = true;
            break;
        };
        // Under another name it is the same file.
        let known = m.loading.name_of(&file_name);
        let name = known.map_or(name, |known| m.atoms.text(known).to_owned());
        open(m, &name, Some(&path), program_text(bytes), module);
        return Ok(());
    }
    let culprit = m.deref(file);
    Err(if denied {
        m.permission_error(Action::Open, Thing::SourceSink, culprit)
    } else {
        m.existence_error(Thing::SourceSink, culprit)
    })
}

fn is_loaded_1(m: &mut Machine, file: Cell) -> Step {
    let Some(name) = text_of(m, file) else {
        return Err(m.instantiation_error());
    };
    let mut paths = candidates(m, &name).map(|name| m.streams.access.path(&name));
    let found = paths.find(|path| {
        // A program may ask for files that the host has loaded, but not whether other files exist.
        let granted = m.streams.access.may_read(path);
        granted && path.is_file() || m.loading.has_file(&full_name(path))
    });
    let loaded = found.is_some_and(|path| m.loading.has_file(&full_name(&path)));
    holds(loaded)
}

/// Clauses of an included file belong to the file that includes it (ISO 7.4.2.7).
fn load_include_1(m: &mut Machine, file: Cell) -> Step {
    let module = m.loading.module();
    open_file(m, file, module)?;
    if let Some((inner, outer)) = m.loading.innermost() {
        inner.included = true;
        inner.owner = outer.owner;
        inner.is_nameless = outer.is_nameless;
        inner.is_another = outer.is_another;
        inner.defined = std::mem::take(&mut outer.defined);
        inner.caught = std::mem::take(&mut outer.caught);
        inner.last = outer.last;
    }
    Ok(())
}

fn load_conditions_1(m: &mut Machine, states: Cell) -> Step {
    let found = m.loading.source().map_or(&[][..], |source| &source.conditions);
    let items: Vec<Cell> = found.iter().rev().take(2).map(|&state| Cell::atom(state)).collect();
    let list = m.heap.new_list(&items, Cell::NIL);
    m.unify(states, list)
}

fn load_module_1(m: &mut Machine, module: Cell) -> Step {
    match m.loading.source() {
        Some(source) if source.module != known::USER => m.unify(module, Cell::atom(source.module)),
        _ => Err(Stop::Fail),
    }
}

fn load_set_module_1(m: &mut Machine, module: Cell) -> Step {
    let module = m.deref(module).as_atom();
    let Parts {
        loading, ops, flags, ..
    } = m.parts();
    loading.set_module(module, ops, &mut flags.double_quotes);
    Ok(())
}

fn load_set_conditions_1(m: &mut Machine, states: Cell) -> Step {
    let Ok(items) = list_items(m, states) else {
        return Err(Stop::Fail);
    };
    let states: Vec<Atom> = items.iter().rev().map(|&item| m.deref(item).as_atom()).collect();
    if let Some(Source { conditions, .. }) = m.loading.source_mut() {
        conditions.truncate(conditions.len().saturating_sub(2));
        conditions.extend(states);
    }
    Ok(())
}

fn load_variables_2(m: &mut Machine, term: Cell, names: Cell) -> Step {
    let source = m.loading.source().ok_or(Stop::Fail)?;
    let needed = cells_needed(source.reader.ast());
    m.reserve(needed)?;
    let Parts {
        loading, heap, atoms, ..
    } = m.parts();
    let source = loading.source().ok_or(Stop::Fail)?;
    let ast = source.reader.ast();
    let built = build(ast, heap, atoms);
    let variables = (0..).zip(&built.variables);
    let named: Vec<(Atom, Cell)> = variables
        .map(|(i, &variable)| (atoms.intern(ast.variable_name(i)), variable))
        .collect();
    let mut items = Vec::new();
    for (name, variable) in named {
        if m.atoms.text(name) != "_" {
            items.push(m.heap.new_term(known::EQUALS, &[Cell::atom(name), variable]));
        }
    }
    let list = m.heap.new_list(&items, Cell::NIL);
    m.unify(term, built.term)?;
    m.unify(names, list)
}

/// Begins to load `text`; messages call it `name`, and `file` is its file, if any.
pub(crate) fn open(m: &mut Machine, name: &str, file: Option<&Path>, text: String, module: Atom) {
    let name = m.intern(name);
    if m.loading.source().is_none() {
        loading_begins(m);
    }
    let mut source = Source::new(name, text, m.flags.double_quotes, Reader::watched(&m.heap.watch));
    source.file = file.map(full_name);
    source.module = module;
    not_loaded::forget(m, name, source.file.as_deref());
    m.loading.begin(source, &mut m.flags.double_quotes);
}

fn load_text_2(m: &mut Machine, name: Cell, text: Cell) -> Step {
    let (Some(name), Some(text)) = (text_of(m, name), text_of(m, text)) else {
        return Err(m.instantiation_error());
    };
    let (name, text) = (name.to_string(), text.to_string());
    m.charge_program(text.len())?;
    open(m, &name, None, text, known::USER);
    Ok(())
}

fn load_origin_3(m: &mut Machine, file: Cell, characters: Cell, bytes: Cell) -> Step {
    let source = m.loading.source().ok_or(Stop::Fail)?;
    let (owner, at) = (source.owner, source.start.min(source.text.len()));
    let before = source.text.get(..at).map_or(0, |text| text.chars().count());
    m.unify(file, Cell::atom(owner))?;
    m.unify(characters, Cell::int(before as i64))?;
    m.unify(bytes, Cell::int(at as i64))
}

fn load_open_user_0(m: &mut Machine) -> Step {
    // The rest of the line with the query is no line of the text.
    let is_behind = m
        .streams
        .get(USER_INPUT)
        .is_some_and(|stream| stream.position().column > 0);
    let line = line_of_input(m) + usize::from(is_behind);
    open(m, "user", None, String::new(), known::USER);
    if let Some(source) = m.loading.source_mut() {
        source.interactive = true;
        source.is_nameless = false;
        source.is_another = true;
        source.lines = (line, line);
    }
    Ok(())
}

fn load_close_0(m: &mut Machine) -> Step {
    close(m);
    tell_whole_text(m)
}

/// Closes the innermost source.
pub(crate) fn close(m: &mut Machine) {
    let Parts {
        loading, ops, flags, ..
    } = m.parts();
    let Some(source) = loading.end(ops, &mut flags.double_quotes) else {
        return;
    };
    load_stream::close(m, source.stream);
    if m.loading.source().is_none() {
        m.streams.clear_progress();
    }
    if let Some(outer) = m.loading.source_mut().filter(|_| source.included) {
        outer.defined = source.defined;
        outer.caught = source.caught;
        outer.last = source.last;
        outer.module = source.module;
        outer.unchecked = source.unchecked;
        outer.initialization.extend(source.initialization);
    }
}

/// Reads the text of the next clause of an interactive source; returns false at end of file.
fn refill(m: &mut Machine) -> Result<bool, Stop> {
    skip_layout(m, USER_INPUT, |_| ())?;
    let line = line_of_input(m);
    let text = clause_text(m, USER_INPUT, None, |_| ())?;
    let Some(source) = m.loading.source_mut() else {
        return Ok(false);
    };
    let more = text.is_some();
    source.refill(text.unwrap_or_default(), line);
    Ok(more)
}

fn line_of_input(m: &Machine) -> usize {
    m.streams
        .get(USER_INPUT)
        .map_or(0, |stream| stream.position().line as usize)
}

fn load_read_2(m: &mut Machine, term: Cell, messages: Cell) -> Step {
    while !read_one(m, term, messages)? {
        m.poll()?;
    }
    Ok(())
}

/// Reads the next clause; returns false if conditional compilation skips it.
fn read_one(m: &mut Machine, term: Cell, messages: Cell) -> Result<bool, Stop> {
    if m.loading.source().is_some_and(|s| s.interactive) && !refill(m)? {
        m.unify(messages, Cell::NIL)?;
        m.unify(term, Cell::atom(known::END_OF_FILE))?;
        return Ok(true);
    }
    load_stream::follow(m);
    loading_goes_on(m);
    let flags = ReadFlags::from(&m.flags);
    let left = m.loading.source().map_or(0, |source| source.text.len() - source.at);
    let room = reading_room(m, left);
    let Parts {
        loading, atoms, ops, ..
    } = m.parts();
    loading.part(ops);
    let source = loading.source_mut().ok_or(Stop::Fail)?;
    source.reader.room = room;
    let excluded = source.conditions.last().is_some_and(|&state| state != known::TRUE);
    let read = source.reader.read(&source.text, source.at, atoms, ops, &flags);
    m.check_walks()?;
    match read {
        Ok(Read::EndOfText) => {
            m.unify(messages, Cell::NIL)?;
            m.unify(term, Cell::atom(known::END_OF_FILE))?;
        }
        Ok(Read::Clause { start, end }) => {
            let source = m.loading.source_mut().ok_or(Stop::Fail)?;
            source.start = start;
            source.at = end;
            load_stream::lead(m);
            let source = m.loading.source().ok_or(Stop::Fail)?;
            if excluded && !source.text[start..].starts_with(":-") {
                return Ok(false);
            }
            let (needed, taken) = (cells_needed(source.reader.ast()), bytes_to_build(&source.reader));
            m.with_aside(taken, |m| m.reserve(needed))?;
            let Parts {
                loading, heap, atoms, ..
            } = m.parts();
            let source = loading.source_mut().ok_or(Stop::Fail)?;
            let is_functional = source.reader.ast().is_functional;
            let has_quotations = source.reader.ast().has_quotations;
            let mut built = build(source.reader.ast(), heap, atoms);
            let warnings = singleton_messages(m, built.term);
            let warnings = clause_checks::messages(m, warnings);
            let warnings = load_messages::of_bytes(m, warnings);
            m.unify(messages, warnings)?;
            if has_quotations {
                built.term = quoted(m, built.term, &built.variables, is_functional)?;
            } else if is_functional {
                built.term = m.heap.new_term(known::FUNCTIONAL, &[built.term]);
            }
            m.unify(term, built.term)?;
        }
        Err(SyntaxError {
            kind: SyntaxKind::NoRoom(what),
            ..
        }) => {
            if let Some(source) = m.loading.source_mut() {
                source.reader.release();
            }
            return Err(m.resource_error(what));
        }
        Err(error) if excluded => {
            // The text may be for a system with another syntax.
            pass_error(m, &error);
            return Ok(false);
        }
        Err(error) => {
            let message = syntax_message(m, &error);
            let list = m.heap.new_list(&[message], Cell::NIL);
            m.unify(messages, list)?;
            m.unify(term, Cell::NIL)?;
        }
    }
    Ok(true)
}

/// Returns `'$quotations'(Term, Goals)` for a clause with quotations.
#[cold]
fn quoted(m: &mut Machine, root: Cell, variables: &[Cell], is_functional: bool) -> Result<Cell, Stop> {
    let Some(source) = m.loading.source_mut() else {
        return Ok(root);
    };
    let (reader, text) = (std::mem::take(&mut source.reader), std::mem::take(&mut source.text));
    let file = Cell::atom(source.name);
    let place = |offset: usize| {
        let mut at = Position::default();
        at.pass_text(text.get(..offset).unwrap_or_default());
        at
    };
    let found = quotations(m, &reader, root, variables, file, place);
    if let Some(source) = m.loading.source_mut() {
        (source.reader, source.text) = (reader, text);
    }
    let (mut term, goals) = found?;
    m.reserve(8)?;
    if is_functional {
        term = m.heap.new_term(known::FUNCTIONAL, &[term]);
    }
    let name = m.intern("$quotations");
    Ok(m.heap.new_term(name, &[term, goals]))
}

/// Builds `message(Kind, File, Line, Column, Term, SourceLine)`.
pub(super) fn message(m: &mut Machine, kind: &str, offset: usize, term: Cell) -> Cell {
    let Some(source) = m.loading.source_mut() else {
        return Cell::NIL;
    };
    let (line, column) = source.place(offset);
    let name = Cell::atom(source.name);
    let text = source.line_text().to_owned();
    let text = m.heap.new_string(&text);
    let kind = Cell::atom(m.intern(kind));
    let functor = m.intern("message");
    m.heap.new_term(
        functor,
        &[kind, name, Cell::int(line as i64), Cell::int(column as i64), term, text],
    )
}

/// Goes on behind a clause with an error.
fn pass_error(m: &mut Machine, error: &SyntaxError) {
    if let Some(source) = m.loading.source_mut() {
        source.at = error
            .resume
            .max(source.at + usize::from(error.resume <= source.at))
            .min(source.text.len());
    }
    load_stream::lead(m);
}

fn syntax_message(m: &mut Machine, error: &SyntaxError) -> Cell {
    pass_error(m, error);
    not_loaded::note(m, error);
    let name = Cell::atom(m.intern(error.kind.name()));
    let text = m.heap.new_string(&error.to_string());
    let hint = m.loading.source().filter(|_| m.flags.hints);
    let hint = hint.and_then(|source| hints::hint(&source.text, error));
    let text = match hint {
        Some(hint) => {
            let hint = m.heap.new_string(hint);
            let hinted = m.intern("hinted");
            m.heap.new_term(hinted, &[text, hint])
        }
        None => text,
    };
    let functor = m.intern("syntax");
    let term = m.heap.new_term(functor, &[name, text]);
    message(m, "error", error.span.start as usize, term)
}

fn singleton_messages(m: &mut Machine, clause: Cell) -> Cell {
    let source = m.loading.source();
    let Some(source) = source.filter(|source| source.unchecked.checks(Style::Singleton)) else {
        return Cell::NIL;
    };
    let ast = source.reader.ast();
    let mut names = Vec::new();
    let mut at = None;
    for variable in ast.singletons() {
        at = at.or(Some(variable.first.start as usize));
        names.push(ast.text(variable.name).to_owned());
    }
    // The variables of a directive are not reported as singletons: their names may serve for answers.
    let directive = source.text[source.start..].starts_with(":-") || source.text[source.start..].starts_with("?-");
    let (Some(at), false) = (at, directive) else {
        return Cell::NIL;
    };
    let names: Vec<Cell> = names.iter().map(|n| Cell::atom(m.atoms.intern(n))).collect();
    let list = m.heap.new_list(&names, Cell::NIL);
    let functor = m.intern("singletons");
    let term = m.heap.new_term(functor, &[clause, list]);
    let message = message(m, "warning", at, term);
    m.heap.new_list(&[message], Cell::NIL)
}

fn load_place_1(m: &mut Machine, position: Cell) -> Step {
    let marker = Cell::atom(known::TRUE);
    let start = m.loading.source().map_or(0, |s| s.start);
    let found = message(m, "error", start, marker);
    m.unify(position, found)
}
