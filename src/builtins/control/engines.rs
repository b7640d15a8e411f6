//! Engines: goals with stacks of their own, that are asked for one answer after the other. Not in the standard; with the
//! names of SWI-Prolog.

use crate::base::atom::Atom;
use crate::base::known;
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::builtins::streams::files::{denied, missing};
use crate::native::args::text_arg::new_atom;

/// Native predicates of this file.
pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$engine_create(+pair, +alias, -engine)", 3, engine_create_3)
        .doc("Makes an engine of the pair of a template and a goal; its alias is '' for none."),
    det!("engine_next(+engine, -term)", 2, engine_next_2)
        .doc(
            "Asks an engine for its next answer and unifies term with a copy of it. Fails if there is none, and raises the \
             exception of its goal; both end the engine, which then has no more answers.",
        )
        .examples(&[
            ("engine_create(X, member(X, [a, b]), E), engine_next(E, A), engine_next(E, B)", "A = a, B = b"),
            ("engine_next(nobody, _)", "existence_error(engine, nobody)"),
        ]),
    det!("engine_yield(@term)", 1, engine_yield_1)
        .doc("Gives a copy of term as an answer of the running engine, which goes on behind that when it is asked again.")
        .examples(&[(
            "engine_create(x, (engine_yield(1), engine_yield(2)), E), engine_next(E, A), engine_next(E, B), engine_next(E, C)",
            "A = 1, B = 2, C = x",
        )]),
    det!("engine_post(+engine, @term)", 2, engine_post_2)
        .doc("Leaves a copy of term for an engine, which fetches it by engine_fetch/1.")
        .examples(&[("engine_create(X, engine_fetch(X), E), engine_post(E, a), engine_next(E, A)", "A = a")]),
    det!("engine_fetch(-term)", 1, engine_fetch_1)
        .doc("Unifies term with the term that was left for the running engine, and removes it.")
        .examples(&[
            ("engine_create(X, engine_fetch(X), E), engine_post(E, a, A)", "A = a"),
            ("engine_fetch(_)", "existence_error(term, delivery, main)"),
        ]),
    det!("engine_destroy(+engine)", 1, engine_destroy_1)
        .doc("Ends an engine and runs its cleanup goals.")
        .examples(&[(
            "engine_create(X, member(X, [a, b]), E), engine_destroy(E), is_engine(E)",
            "false",
        )]),
    det!("engine_self(-engine)", 1, engine_self_1)
        .doc("Unifies engine with the engine that runs; fails if none does.")
        .examples(&[
            ("engine_create(X, engine_self(X), E), engine_next(E, E)", "true"),
            ("engine_self(_)", "false"),
        ]),
    det!("is_engine(@term)", 1, is_engine_1)
        .doc("True if term is an engine that has not been destroyed.")
        .examples(&[("is_engine(nobody)", "false")]),
    det!("$engines(-list)", 1, engines_1).doc("Unifies list with the list of all engines."),
];

fn find(m: &Machine, engine: Cell) -> Option<Atom> {
    match m.view(engine) {
        View::Atom(name) => m.coroutines.find(name),
        _ => None,
    }
}

fn need(m: &mut Machine, engine: Cell) -> Result<Atom, Stop> {
    if let Some(found) = find(m, engine) {
        return Ok(found);
    }
    let engine = m.deref(engine);
    match m.view(engine) {
        View::Atom(_) => Err(missing(m, "engine", engine)),
        View::Var(_) | View::Attributed(_) => Err(m.instantiation_error()),
        _ => {
            let kind = new_atom(m, "engine");
            let formal = m.heap.new_term(known::TYPE_ERROR, &[kind, engine]);
            Err(m.throw_error(formal))
        }
    }
}

/// Returns an engine that does not run, on which `action` is possible.
fn need_idle(m: &mut Machine, engine: Cell, action: &str) -> Result<Atom, Stop> {
    let found = need(m, engine)?;
    if m.coroutines.is_running(found) {
        return Err(denied(m, action, "engine", engine));
    }
    Ok(found)
}

fn engine_create_3(m: &mut Machine, pair: Cell, alias: Cell, engine: Cell) -> Step {
    let wanted = match m.view(alias) {
        View::Atom(name) if name != known::EMPTY => Some(name),
        _ => None,
    };
    if wanted.is_some_and(|name| m.coroutines.find(name).is_some()) {
        return Err(denied(m, "create", "engine", alias));
    }
    let name = m.create_engine(pair, wanted)?;
    m.unify(engine, Cell::atom(name))
}

fn engine_next_2(m: &mut Machine, engine: Cell, _: Cell) -> Step {
    let found = need_idle(m, engine, "resume")?;
    if m.coroutines.has_ended(found) {
        return Err(missing(m, "engine", engine));
    }
    m.ask_engine(found)
}

fn engine_yield_1(m: &mut Machine, term: Cell) -> Step {
    match m.yield_from_engine(term) {
        Some(step) => step,
        None => {
            let whose = current(m);
            Err(denied(m, "yield", "engine", whose))
        }
    }
}

/// Returns the engine that runs, or `main`.
fn current(m: &mut Machine) -> Cell {
    match m.coroutines.current_name() {
        Some(name) => Cell::atom(name),
        None => new_atom(m, "main"),
    }
}

fn engine_post_2(m: &mut Machine, engine: Cell, term: Cell) -> Step {
    let found = need(m, engine)?;
    if m.post_to_engine(found, term)? {
        return Ok(());
    }
    Err(denied(m, "post_to", "engine", engine))
}

fn engine_fetch_1(m: &mut Machine, term: Cell) -> Step {
    match m.coroutines.take_post() {
        Some(posted) => {
            m.reserve(posted.len())?;
            let fetched = posted.unpack(&mut m.heap);
            m.unify(term, fetched)
        }
        None => {
            let whose = current(m);
            let words = ["term", "delivery"].map(|word| new_atom(m, word));
            let formal = m.heap.new_term(known::EXISTENCE_ERROR, &[words[0], words[1], whose]);
            Err(m.throw_error(formal))
        }
    }
}

fn engine_destroy_1(m: &mut Machine, engine: Cell) -> Step {
    let found = need_idle(m, engine, "destroy")?;
    m.destroy_engine(found)
}

fn engine_self_1(m: &mut Machine, engine: Cell) -> Step {
    match m.coroutines.current_name() {
        Some(name) => m.unify(engine, Cell::atom(name)),
        None => Err(Stop::Fail),
    }
}

fn is_engine_1(m: &mut Machine, term: Cell) -> Step {
    find(m, term).map(|_| ()).ok_or(Stop::Fail)
}

fn engines_1(m: &mut Machine, list: Cell) -> Step {
    let engines: Vec<Cell> = m.coroutines.names().into_iter().map(Cell::atom).collect();
    m.reserve(2 * engines.len())?;
    let engines = m.heap.new_list(&engines, Cell::NIL);
    m.unify(list, engines)
}
