//! ISO 8.8 and 8.9: clause retrieval and modification of the database.

use crate::base::atom::{Atom, Functor, MAX_ARITY};
use crate::base::iso_error::{Action, Limit, Thing, Type};
use crate::base::known;
use crate::base::watch::Pace;
use crate::code::clause::{ClauseId, ClauseOrigin};
use crate::code::database::ClauseEnd;
use crate::code::instr::{MAX_REGISTER_ARITY, PredId};
use crate::code::packed::Neck;
use crate::code::predicate::Definition;
use crate::code::shared::{ChangeKind, ChangeOrder, LoadedChange};
use crate::code::transactions::Change;
use crate::compile::clause::Rule;
use crate::compile::normal::{is_control, is_known_goal};
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det, nondet};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::term::walk::is_acyclic;

use crate::builtins::database::events::{added, hand_on};
use crate::builtins::database::followed::{Followed, followed_by, of_grammar};
use crate::builtins::database::for_all::tell_whole_text;
use crate::builtins::database::guards::split_new;
use crate::builtins::database::load_clause::end_import;
use crate::builtins::database::procedures::resolve;
use crate::builtins::database::retract::{retract_1, retractall_1};
use crate::native::args::list_arg::{count, proper_list};

pub(in crate::builtins) const TABLE: &[Native] = &[
    nondet!("clause(+head, ?body)", 2, clause_2)
        .iso("8.8.1")
        .doc("True if the program has a clause whose head and body unify with head and body.")
        .examples(&[("clause(_, _)", "instantiation_error")]),
    det!("asserta(+clause)", 1, asserta_1)
        .iso("8.9.1")
        .doc("Adds a clause before all others of its predicate.")
        .examples(&[
            ("asserta(p(1)), asserta(p(2)), p(X)", "X = 2"),
            ("asserta((p :- 4))", "type_error(callable, 4)"),
            ("asserta(atom(_))", "permission_error(modify, static_procedure, atom/1)"),
        ]),
    det!("assertz(+clause)", 1, assertz_1)
        .iso("8.9.2")
        .doc("Adds a clause after all others of its predicate.")
        .examples(&[
            ("assertz(p(1)), assertz(p(2)), p(X)", "X = 1 ; X = 2"),
            ("assertz(_)", "instantiation_error"),
        ]),
    det!("assert(+clause)", 1, assertz_1)
        .doc("Adds a clause after all others of its predicate. Synonym of assertz/1.")
        .examples(&[("assert(p(1)), p(X)", "X = 1")]),
    nondet!("retract(+clause)", 1, retract_1)
        .iso("8.9.3")
        .doc("Removes the first clause that unifies; the next one on backtracking.")
        .examples(&[
            ("assertz(p(1)), retract(p(X)), \\+ p(_)", "X = 1"),
            ("retract((4 :- _))", "type_error(callable, 4)"),
        ]),
    det!("retractall(+head)", 1, retractall_1)
        .iso("8.9.5")
        .doc("Removes all clauses whose heads unify with head.")
        .examples(&[
            ("assertz(p(1)), retractall(p(_)), p(_)", "false"),
            (
                "retractall(atom(_))",
                "permission_error(modify, static_procedure, atom/1)",
            ),
        ]),
    det!("$redefine(+module, +head)", 2, redefine_2).doc("Lets a module define a predicate of the standard."),
    det!("abolish(+indicator)", 1, abolish_1)
        .iso("8.9.4")
        .doc("Removes all clauses and properties of the predicate.")
        .examples(&[
            ("abolish(p/a)", "type_error(integer, a)"),
            ("abolish(atom/1)", "permission_error(modify, static_procedure, atom/1)"),
        ]),
    det!("$qualify(+indicator, +positions)", 2, qualify_2).doc(
        "Calls of the predicate get the calling module in front of the arguments at positions, which count from 0.",
    ),
    det!("$declare(+property, +indicators)", 2, declare_2)
        .doc("Declares predicates dynamic, discontiguous or multifile, or dynamic ones thread_local."),
];

/// Returns the functor of a head or goal and the address of its arguments.
pub(in crate::builtins) fn callable(m: &mut Machine, head: Cell) -> Result<(Functor, usize), Stop> {
    match m.view(head).callable() {
        Some(parts) => Ok(parts),
        None => Err(m.type_or_instantiation_error(Type::Callable, head)),
    }
}

/// Returns the module of a clause and its parts, with `Module:` removed.
pub(crate) fn split(m: &mut Machine, clause: Cell) -> Result<(Atom, Rule), Stop> {
    let (module, clause) = strip_module(m, clause)?;
    let (head, body, mut neck) = match m.view(clause) {
        View::Struct(f, args) if f == Functor::new(known::NECK, 2) => {
            (m.heap.get(args), m.heap.get(args + 1), Neck::Unify)
        }
        View::Struct(f, args) if f == Functor::new(known::MATCH_NECK, 2) => {
            (m.heap.get(args), m.heap.get(args + 1), Neck::Match)
        }
        View::Var(_) | View::Attributed(_) => return Err(m.instantiation_error()),
        _ => {
            let (head, body, neck) = (clause, Cell::atom(known::TRUE), Neck::Unify);
            return Ok((module, Rule { head, body, neck }));
        }
    };
    let (mut head, mut body) = (head, m.deref(body));
    if neck == Neck::Match
        && let View::Struct(f, args) = m.view(head)
        && f == Functor::new(known::COMMA, 2)
    {
        let guard = m.heap.get(args + 1);
        head = m.heap.get(args);
        let committed = m.heap.new_term(known::COMMA, &[Cell::atom(known::CUT), body]);
        body = m.heap.new_term(known::COMMA, &[guard, committed]);
        neck = Neck::Guard;
    }
    let (module, head) = m.strip_module(module, head)?;
    Ok((module, Rule { head, body, neck }))
}

pub(in crate::builtins) fn strip_module(m: &mut Machine, term: Cell) -> Result<(Atom, Cell), Stop> {
    m.strip_module(known::USER, term)
}

/// Whether the functor is a control construct or a part of their syntax, which cannot have clauses.
pub(super) fn is_reserved(functor: Functor) -> bool {
    is_control(functor) || functor.arity() == 2 && matches!(functor.name(), known::COLON | known::BAR)
}

/// Whether the predicate is protected: a control construct, `:-`, part of the standard that the module does not
/// redefine, or registered by the host.
pub(super) fn is_protected(m: &Machine, module: Atom, functor: Functor) -> bool {
    is_reserved(functor)
        || functor.name() == known::NECK && matches!(functor.arity(), 1 | 2)
        || m.db.is_host(functor)
        || is_standard(m, functor) && !m.session.lasting.redefined.contains(&(module, functor))
}

fn is_standard(m: &Machine, functor: Functor) -> bool {
    let system = m.db.find(known::SYSTEM, functor);
    system.is_some_and(|pred| m.db.preds[pred].iso)
}

/// Returns the predicate if it is dynamic: then it is not protected, which was asked when it became so, and need not be
/// asked with each clause.
pub(super) fn dynamic_pred(m: &Machine, module: Atom, functor: Functor) -> Option<PredId> {
    let pred = m.db.find(module, functor)?;
    if m.db.preds[pred].dynamic {
        return Some(pred);
    }
    let own = clauses_of(m, module, functor);
    let pred = (own != functor).then(|| m.db.find(module, own))??;
    m.db.preds[pred].dynamic.then_some(pred)
}

/// Returns the functor of the predicate with the clauses of this one: another, if it is tabled.
pub(crate) fn clauses_of(m: &Machine, module: Atom, functor: Functor) -> Functor {
    let hidden = m.session.lasting.tabled.get(&(module, functor));
    hidden.map_or(functor, |&name| Functor::new(name, functor.arity()))
}

pub(super) fn no_permission(m: &mut Machine, action: Action, thing: Thing, functor: Functor) -> Stop {
    let culprit = m.heap.indicator(functor);
    m.permission_error(action, thing, culprit)
}

/// Adds a clause to `module` on behalf of a goal; its predicate must be dynamic or undefined, and becomes dynamic.
pub(crate) fn add_clause(m: &mut Machine, module: Atom, clause: Rule, end: ClauseEnd) -> Result<ClauseId, Stop> {
    let (functor, _) = callable(m, clause.head)?;
    let body = m.convert_body(clause.body)?;
    let pred = clause_pred(m, module, functor, clause.neck)?;
    let p = &m.db.preds[pred];
    if !p.dynamic {
        if p.definition == Definition::Clauses {
            return Err(no_permission(m, Action::Modify, Thing::StaticProcedure, functor));
        }
        make_dynamic(m, pred)?;
    }
    m.db.define_here(pred);
    let id = add(m, pred, Rule { body, ..clause }, end, ClauseOrigin::NONE)?;
    m.db.definition_changed(pred);
    if m.db.preds[pred].listened {
        added(m, pred, id, end)?;
    }
    if m.db.changes.has_added() {
        hand_on(m, pred, id)?;
    }
    Ok(id)
}

/// Adds a clause, in all threads if they share the predicate.
#[inline]
fn add(m: &mut Machine, pred: PredId, rule: Rule, end: ClauseEnd, origin: ClauseOrigin<'_>) -> Result<ClauseId, Stop> {
    if !m.db.shared.is_kept() {
        return m.add_packed(pred, rule, end, origin);
    }
    if !m.db.is_shared(&m.atoms, pred) {
        let id = m.add_packed(pred, rule, end, origin)?;
        m.db.note_static(&m.atoms, id, true);
        return Ok(id);
    }
    m.in_turn(ChangeOrder::AfterAdditions, |m, log| {
        let id = m.add_packed(pred, rule, end, origin)?;
        let change = match end {
            ClauseEnd::First => Change::First,
            ClauseEnd::Last => Change::Last,
        };
        m.tell(log, change, id)?;
        Ok(id)
    })
}

/// Adds a clause that was read from line `line` of a text, with the names of its variables.
pub(crate) fn load_clause(
    m: &mut Machine,
    module: Atom,
    clause: Rule,
    origin: ClauseOrigin<'_>,
) -> Result<ClauseId, Stop> {
    let (functor, _) = callable(m, clause.head)?;
    let body = m.convert_body(clause.body)?;
    let pred = clause_pred(m, module, functor, clause.neck)?;
    m.db.define_here(pred);
    let id = add(m, pred, Rule { body, ..clause }, ClauseEnd::Last, origin)?;
    m.db.definition_changed(pred);
    Ok(id)
}

/// Returns the predicate in `module` for a clause with this head; its other clauses must have the same kind of neck.
fn clause_pred(m: &mut Machine, module: Atom, functor: Functor, neck: Neck) -> Result<PredId, Stop> {
    let pred = match dynamic_pred(m, module, functor) {
        Some(pred) => pred,
        None if module != known::SYSTEM && is_protected(m, module, functor) => {
            return Err(no_permission(m, Action::Modify, Thing::StaticProcedure, functor));
        }
        None => m.db.pred(module, functor),
    };
    let p = &m.db.preds[pred];
    if p.live > 0 && p.matching != (neck != Neck::Unify) {
        return Err(no_permission(m, Action::Assert, Thing::Procedure, functor));
    }
    Ok(pred)
}

/// Makes a predicate dynamic, in all threads if they share it.
pub(super) fn make_dynamic(m: &mut Machine, pred: PredId) -> Step {
    if !m.db.make_dynamic(pred) || !m.db.is_shared(&m.atoms, pred) {
        return Ok(());
    }
    m.in_turn(ChangeOrder::AfterAll, |m, log| {
        m.db.tell(&m.atoms, log, pred, ChangeKind::Declared);
        Ok(())
    })
}

fn assertz_1(m: &mut Machine, clause: Cell) -> Step {
    let (module, clause) = split_new(m, clause)?;
    add_clause(m, module, clause, ClauseEnd::Last).map(|_| ())
}

fn asserta_1(m: &mut Machine, clause: Cell) -> Step {
    let (module, clause) = split_new(m, clause)?;
    add_clause(m, module, clause, ClauseEnd::First).map(|_| ())
}

fn clause_2(m: &mut Machine, state: Option<Cell>, head: Cell, body: Cell) -> Result<Option<Cell>, Stop> {
    let (module, head) = strip_module(m, head)?;
    let pred = readable_pred(m, module, head)?;
    check_body(m, body)?;
    let pred = pred.ok_or(Stop::Fail)?;
    m.search(state, pred, head, |m, id| m.unify_clause(id, Some(body)))
}

/// Returns the predicate of a head if its clauses may be inspected, or `None` if it does not exist.
pub(super) fn readable_pred(m: &mut Machine, module: Atom, head: Cell) -> Result<Option<PredId>, Stop> {
    let (functor, _) = callable(m, head)?;
    if let Some(pred) = dynamic_pred(m, module, functor) {
        return Ok(Some(pred));
    }
    let own = clauses_of(m, module, functor);
    let has_own = |&pred: &PredId| m.db.preds[pred].definition == Definition::Clauses;
    let pred =
        m.db.find(module, own)
            .filter(has_own)
            .or_else(|| resolve(m, module, functor));
    let is_system = is_system_only(m, module, functor);
    if is_system && is_of_library(m, functor) {
        return library_pred(m, functor);
    }
    let is_hidden = pred.is_some_and(|pred| is_hidden(m, pred));
    if is_hidden || is_protected(m, module, functor) || is_system {
        return Err(no_permission(m, Action::Access, Thing::PrivateProcedure, functor));
    }
    Ok(pred)
}

/// Whether the clauses are hidden from programs: those of a static predicate of the library, or protected by a flag.
pub(super) fn is_hidden(m: &Machine, pred: PredId) -> bool {
    let p = &m.db.preds[pred];
    let hides_all = m.flags.protect_static_code || m.flags.iso;
    !p.dynamic && (p.module == known::SYSTEM || hides_all && p.definition == Definition::Clauses)
}

/// Raises a type error unless the term is a body.
pub(super) fn check_body(m: &mut Machine, body: Cell) -> Step {
    match m.view(body) {
        View::Var(_) | View::Attributed(_) | View::Atom(_) | View::Struct(..) | View::List(_) => Ok(()),
        _ => {
            let body = m.deref(body);
            Err(m.type_error(Type::Callable, body))
        }
    }
}

/// Whether a predicate of the system is one of SWI-Prolog's libraries, whose clauses programs see. With the flag `iso` it
/// is private as built-in predicates are.
fn is_of_library(m: &Machine, functor: Functor) -> bool {
    let hides_all = m.flags.protect_static_code || m.flags.iso;
    !hides_all && m.library.owner(m.atoms.text(functor.name()), functor.arity()).is_some()
}

/// Returns the predicate of a library with its clauses, `None` if it is not written in Prolog.
fn library_pred(m: &mut Machine, functor: Functor) -> Result<Option<PredId>, Stop> {
    let Some(pred) = m.db.find(known::SYSTEM, functor) else {
        return Ok(None);
    };
    if let Definition::Library(position) = m.db.preds[pred].definition {
        let load = m.library.loader();
        load(m, position)?;
    }
    let has_clauses = m.db.preds[pred].definition == Definition::Clauses;
    Ok(has_clauses.then_some(pred))
}

/// Whether the predicate is one of the system that the module has not redefined.
pub(super) fn is_system_only(m: &Machine, module: Atom, functor: Functor) -> bool {
    let own = m.db.find(module, functor).is_some_and(|p| {
        let p = &m.db.preds[p];
        p.definition == Definition::Clauses || p.dynamic
    });
    !own && m
        .db
        .find(known::SYSTEM, functor)
        .is_some_and(|p| m.db.preds[p].is_visible())
}

/// Returns the module and functor of `Name/Arity`, which may be module-qualified.
pub(crate) fn parse_indicator(m: &mut Machine, term: Cell) -> Result<(Atom, Functor), Stop> {
    let (module, term) = strip_module(m, term)?;
    let (name, arity) = match m.view(term) {
        View::Struct(f, args) if f == Functor::new(known::SLASH, 2) => (m.heap.get(args), m.heap.get(args + 1)),
        View::Var(_) | View::Attributed(_) => return Err(m.instantiation_error()),
        _ => return Err(m.type_error(Type::PredicateIndicator, term)),
    };
    let (name, arity) = (m.deref(name), m.deref(arity));
    if name.is_variable() || arity.is_variable() {
        return Err(m.instantiation_error());
    }
    if !name.is_atom() {
        return Err(m.type_error(Type::Atom, name));
    }
    let arity = count(m, arity)?;
    if arity > MAX_ARITY {
        return Err(m.representation_error(Limit::MaxArity));
    }
    Ok((module, Functor::new(name.as_atom(), arity)))
}

/// Lets a module define a predicate of the standard; the arguments of `head` are different variables. Those that the
/// compiler knows keep their meaning.
fn redefine_2(m: &mut Machine, module: Cell, head: Cell) -> Step {
    let View::Atom(module) = m.view(module) else {
        return Err(Stop::Fail);
    };
    let (functor, _) = callable(m, head)?;
    if !is_standard(m, functor) {
        return Ok(());
    }
    if is_known_goal(&m.heap, head) {
        return Err(no_permission(m, Action::Modify, Thing::StaticProcedure, functor));
    }
    m.charge_program(4 * size_of::<u64>())?;
    let home = m.db.modules.home(module, functor);
    m.session.lasting.redefined.insert((home, functor));
    Ok(())
}

fn abolish_1(m: &mut Machine, term: Cell) -> Step {
    let (module, functor) = parse_indicator(m, term)?;
    if is_protected(m, module, functor) || is_system_only(m, module, functor) {
        return Err(no_permission(m, Action::Modify, Thing::StaticProcedure, functor));
    }
    let Some(pred) = m.db.find(module, functor) else {
        return Ok(());
    };
    let p = &m.db.preds[pred];
    if p.definition == Definition::Clauses && !p.dynamic {
        return Err(no_permission(m, Action::Modify, Thing::StaticProcedure, functor));
    }
    undefine(m, pred);
    tell_whole_text(m)
}

/// Makes a predicate undefined and drops its properties.
pub(super) fn undefine(m: &mut Machine, pred: PredId) {
    erase_all(m, pred);
    if m.db.shared.is_kept() && m.db.is_of_all(&m.atoms, pred) {
        m.db.shared.note_loaded(LoadedChange::Undefined(pred));
    }
    m.db.undefine(pred);
}

/// Erases all clauses of a predicate.
pub(super) fn erase_all(m: &mut Machine, pred: PredId) {
    let clauses = m.db.live(pred);
    erase(m, pred, clauses);
}

/// Erases clauses of a predicate.
pub(super) fn erase(m: &mut Machine, pred: PredId, clauses: Vec<ClauseId>) {
    for id in clauses {
        if m.erase_for_all(id).is_err() {
            m.db.erase(id);
        }
    }
    m.sweep(pred);
    m.db.definition_changed(pred);
}

/// Applies `declare` to each indicator of a list or conjunction, or to a single one.
fn for_each_indicator(
    m: &mut Machine,
    term: Cell,
    declare: &mut dyn FnMut(&mut Machine, Cell, Followed) -> Step,
) -> Step {
    if !is_acyclic(&m.heap, term) {
        return Err(m.type_error(Type::AcyclicTerm, term));
    }
    let mut waiting = vec![(term, Followed::No)];
    let mut pace = Pace::new();
    while let Some((term, followed)) = waiting.pop() {
        // Shared subterms are visited repeatedly, so a short term may take long.
        m.poll_at(&mut pace)?;
        match m.view(term) {
            View::Struct(f, args) if f == Functor::new(known::COMMA, 2) => {
                waiting.push((m.heap.get(args + 1), followed));
                waiting.push((m.heap.get(args), followed));
            }
            // `Indicators as Properties`, as in SWI-Prolog.
            View::Struct(f, args) if f.arity() == 2 && m.atoms.text(f.name()) == "as" => {
                let more = followed_by(m, m.heap.get(args + 1))?;
                waiting.push((m.heap.get(args), followed.max(more)));
            }
            View::Atom(known::NIL) => {}
            View::List(_) => {
                let items = proper_list(m, term)?.into_iter().rev();
                waiting.extend(items.map(|item| (item, followed)));
            }
            View::Struct(f, args) if f == Functor::new(known::COLON, 2) => match qualified_parts(m, args)? {
                Some((parts, more)) => {
                    let parts = parts.into_iter().rev();
                    waiting.extend(parts.map(|part| (part, followed.max(more))));
                }
                None => declare(m, term, followed)?,
            },
            _ => declare(m, term, followed)?,
        }
    }
    Ok(())
}

/// Returns the parts of `Module:Indicators`, whose arguments are at `args`, each qualified: of a conjunction, a list, or
/// `Indicators as Properties`; and by which tables the properties want them to be followed.
fn qualified_parts(m: &mut Machine, args: usize) -> Result<Option<(Vec<Cell>, Followed)>, Stop> {
    let (module, inner) = (m.heap.get(args), m.heap.get(args + 1));
    let mut followed = Followed::No;
    let parts = match m.view(inner) {
        View::Struct(f, inner) if f.arity() == 2 && m.atoms.text(f.name()) == "as" => {
            followed = followed_by(m, m.heap.get(inner + 1))?;
            vec![m.heap.get(inner)]
        }
        View::Struct(f, inner) if f == Functor::new(known::COMMA, 2) => {
            vec![m.heap.get(inner), m.heap.get(inner + 1)]
        }
        View::List(_) => proper_list(m, inner)?,
        _ => return Ok(None),
    };
    m.reserve(3 * parts.len())?;
    let parts = parts.into_iter();
    let parts = parts.map(|part| m.heap.new_term(known::COLON, &[module, part]));
    Ok(Some((parts.collect(), followed)))
}

fn qualify_2(m: &mut Machine, indicator: Cell, positions: Cell) -> Step {
    let (module, functor) = parse_indicator(m, indicator)?;
    if is_protected(m, module, functor) {
        return Ok(());
    }
    let positions = proper_list(m, positions)?.into_iter().map(|cell| match m.view(cell) {
        View::Int(i) => u8::try_from(i).ok(),
        _ => None,
    });
    // The arguments of a goal with more arguments are not in registers.
    let count = if functor.arity() > MAX_REGISTER_ARITY {
        0
    } else {
        functor.arity()
    };
    let positions: Vec<u8> = positions.flatten().filter(|&at| usize::from(at) < count).collect();
    let pred = m.db.pred(module, functor);
    m.db.qualify(pred, positions.into_boxed_slice());
    Ok(())
}

fn declare_2(m: &mut Machine, property: Cell, indicators: Cell) -> Step {
    let View::Atom(property) = m.view(property) else {
        return Err(m.instantiation_error());
    };
    declare(m, property, indicators)
}

/// Declares predicates `dynamic`, `discontiguous` or `multifile`, or dynamic ones `thread_local`.
pub(super) fn declare(m: &mut Machine, property: Atom, indicators: Cell) -> Step {
    for_each_indicator(m, indicators, &mut |m, term, followed| {
        let term = of_grammar(m, term)?;
        let (module, functor) = parse_indicator(m, term)?;
        if is_protected(m, module, functor) {
            return Err(no_permission(m, Action::Modify, Thing::StaticProcedure, functor));
        }
        end_import(m, module, functor)?;
        let own = clauses_of(m, module, functor);
        let pred = m.db.pred(module, own);
        match property {
            known::DYNAMIC => {
                make_dynamic(m, pred)?;
                match followed {
                    Followed::No => {}
                    Followed::Changes => m.db.track(pred),
                    Followed::Additions => m.db.track_monotonic(pred),
                }
            }
            property => {
                m.db.define_here(pred);
                let p = &mut m.db.preds[pred];
                if m.atoms.text(property) == "thread_local" {
                    p.of_thread = true;
                } else if property == known::DISCONTIGUOUS {
                    p.discontiguous = true;
                } else {
                    p.multifile = true;
                }
                // The predicate exists even if no clause follows.
                if p.definition == Definition::None {
                    p.definition = Definition::Clauses;
                }
            }
        }
        Ok(())
    })
}
