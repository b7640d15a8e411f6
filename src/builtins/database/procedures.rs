//! Information about predicates: enumeration, properties, clauses for listing, and similar names for an unknown
//! procedure. Also their declarations (ISO 7.4.2, 8.8.2).

use crate::base::atom::{Atom, Functor};
use crate::base::iso_error::{Action, Thing, Type};
use crate::base::known;
use crate::base::ordered::Ordered;
use crate::code::instr::PredId;
use crate::code::packed::Neck;
use crate::code::predicate::{Definition, Predicate};
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det, holds, nondet};
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::view::View;
use crate::term::walk;

use crate::builtins::control::solutions_of::one_of;
use crate::builtins::database::clauses::{declare, is_reserved, no_permission, strip_module};
use crate::native::args::list_arg::{new_list, reserve};
use crate::native::args::text_arg::new_atom;

pub(in crate::builtins) const TABLE: &[Native] = &[
    nondet!("current_predicate(?indicator)", 1, current_predicate_1)
        .iso("8.8.2")
        .doc(
            "True if indicator is the Name/Arity of a predicate of the program that has clauses or is \
             declared dynamic.",
        )
        .examples(&[
            ("current_predicate(nothing/1)", "false"),
            ("current_predicate(4)", "type_error(predicate_indicator, 4)"),
        ]),
    det!("dynamic(+indicators)", 1, dynamic_1)
        .iso("7.4.2.1")
        .doc("Declares predicates dynamic: clauses may be added and removed, and a call without clauses fails.")
        .examples(&[("dynamic(fact/1), \\+ fact(_)", "true")]),
    det!("discontiguous(+indicators)", 1, discontiguous_1)
        .iso("7.4.2.3")
        .doc("Declares predicates discontiguous: their clauses need not be adjacent in a file.")
        .examples(&[
            ("discontiguous(p/1)", "true"),
            ("discontiguous(p)", "type_error(predicate_indicator, p)"),
        ]),
    det!("multifile(+indicators)", 1, multifile_1)
        .iso("7.4.2.2")
        .doc("Declares predicates multifile: their clauses may come from several files.")
        .examples(&[("multifile([p/1, q/2])", "true")]),
    det!("strip_module(+term, -module, -plain)", 3, strip_module_3)
        .doc("Splits a term Module:Plain; without a qualifier, module is user.")
        .examples(&[("strip_module(m:a, M, T)", "M = m, T = a")]),
    det!("$visible_predicates(-indicators)", 1, visible_predicates_1).doc(
        "Unifies indicators with the list of all predicates of the program and of the system, without \
             the hidden ones.",
    ),
    det!("$user_predicates(+module, -indicators)", 2, user_predicates_2).doc(
        "Unifies indicators with the list of the predicates of module that the program defines, in the \
             order of definition.",
    ),
    det!("$user_defined(+name, +arity)", 2, user_defined_2).doc("True if the program defines the predicate."),
    det!("$defined_in_module(+module, +name, +arity)", 3, defined_in_module_3)
        .doc("True if module has clauses for the predicate."),
    det!("$pred_flags(+name, +arity, -flags)", 3, pred_flags_3)
        .doc("Unifies flags with the list of the declarations of a predicate of the program."),
    det!("$clause_list(+name, +arity, -clauses)", 3, clause_list_3).doc(
        "Unifies clauses with the list of the clauses of a predicate as clause(Head, Body, [Name=Variable, ...]).",
    ),
    det!(
        "$similar_predicates(+name, +arity, -indicators)",
        3,
        similar_predicates_3
    )
    .doc("Unifies indicators with the list of predicates with similar names, nearest first."),
];

/// Whether the predicate belongs to a program and has clauses or a declaration; not if it was made of a goal.
pub(super) fn is_users(p: &Predicate) -> bool {
    (p.live > 0 || p.dynamic || p.multifile || p.discontiguous) && p.module != known::UNFOLDED
}

/// Returns the predicate of the program that a goal in `module` calls.
pub(super) fn visible_users(m: &Machine, module: Atom, functor: Functor) -> Option<PredId> {
    let users = |at| m.db.find(at, functor).filter(|&id| is_users(&m.db.preds[id]));
    m.db.modules.searched(module).find_map(users)
}

/// Returns the predicates of `module` that a program defined, in the order of their first clauses.
fn defined_in(m: &Machine, module: Atom) -> Vec<PredId> {
    let mut found: Vec<(u64, PredId)> = Vec::new();
    for (id, p) in m.db.preds.enumerated() {
        if p.module == module && is_users(p) && m.session.shown(p.functor) == p.functor {
            let birth =
                m.db.live(id)
                    .first()
                    .map_or(p.changed, |&clause| m.db.clauses[clause].order.unsigned_abs());
            found.push((birth, id));
        }
    }
    found.order();
    found.into_iter().map(|(_, id)| id).collect()
}

/// Returns the predicate that a goal in `module` calls, if it is defined.
pub(super) fn resolve(m: &Machine, module: Atom, functor: Functor) -> Option<PredId> {
    let defined = |module| {
        let id = m.db.find(module, functor)?;
        m.db.preds[id].is_defined().then_some(id)
    };
    let mut found = m.db.modules.searched(module).find_map(defined);
    while let Some(id) = found {
        let p = &m.db.preds[id];
        match p.definition {
            Definition::Import(other) => found = Some(other),
            _ if p.is_defined() => return Some(id),
            _ => break,
        }
    }
    let system = m.db.find(known::SYSTEM, functor)?;
    m.db.preds[system].is_visible().then_some(system)
}

fn indicators(m: &mut Machine, preds: &[PredId]) -> Result<Vec<Cell>, Stop> {
    let functors: Vec<Functor> = preds.iter().map(|&id| m.db.preds[id].functor).collect();
    functor_indicators(m, &functors)
}

fn functor_indicators(m: &mut Machine, functors: &[Functor]) -> Result<Vec<Cell>, Stop> {
    reserve(m, functors.len(), 5)?;
    Ok(functors.iter().map(|&functor| m.heap.indicator(functor)).collect())
}

/// Whether the system has a predicate with this functor, unless the flag `iso` is set: programs ask whether `succ/2`
/// exists before they call it. Those of SWI-Prolog's libraries exist only once they have been loaded.
fn is_of_system(m: &Machine, functor: Functor) -> bool {
    let name = m.atoms.text(functor.name());
    let is_there = || {
        let found = m.db.find(known::SYSTEM, functor);
        found.is_some_and(|id| m.db.preds[id].is_visible()) && !name.starts_with('$')
    };
    let is_loaded = || match m.library.owner(name, functor.arity()) {
        Some(library) => m.session.lasting.libraries.contains(library),
        None => true,
    };
    !m.flags.iso && (is_reserved(functor) || is_there() && is_loaded())
}

/// Returns the predicates of a name that goals in `module` see, those of the system too.
fn visible_of_name(m: &Machine, module: Atom, wanted: Wanted) -> Vec<Functor> {
    let mut found: Vec<Functor> = Vec::new();
    for p in m.db.preds.iter() {
        let is_new = fits(p.functor, wanted) && !found.contains(&p.functor);
        if is_new && (visible_users(m, module, p.functor).is_some() || is_of_system(m, p.functor)) {
            found.push(p.functor);
        }
    }
    found
}

/// The parts of `Name/Arity` that are bound.
type Wanted = (Option<Atom>, Option<i64>);

fn fits(functor: Functor, wanted: Wanted) -> bool {
    wanted.0.is_none_or(|name| name == functor.name()) && wanted.1.is_none_or(|arity| arity == functor.arity() as i64)
}

/// Returns `Module:Name/Arity` for the predicates of all modules of the program that fit.
fn of_all_modules(m: &mut Machine, wanted: Wanted) -> Result<Vec<Cell>, Stop> {
    let mut found = Vec::new();
    for (_, p) in m.db.preds.enumerated() {
        let is_shown = is_users(p) && m.session.shown(p.functor) == p.functor;
        if p.module != known::SYSTEM && is_shown && fits(p.functor, wanted) {
            found.push((p.module, p.functor));
        }
    }
    for (module, functor, owner) in m.db.modules.links() {
        if fits(functor, wanted) && m.db.find(owner, functor).is_some_and(|id| is_users(&m.db.preds[id])) {
            found.push((module, functor));
        }
    }
    found.order_by_key(|&(module, functor)| (module.index(), functor.bits()));
    reserve(m, found.len(), 8)?;
    let made = found.into_iter().map(|(module, functor)| {
        let indicator = m.heap.indicator(functor);
        m.heap.new_term(known::COLON, &[Cell::atom(module), indicator])
    });
    Ok(made.collect())
}

fn current_predicate_1(m: &mut Machine, state: Option<Cell>, spec: Cell) -> Result<Option<Cell>, Stop> {
    if let View::Struct(functor, first) = m.view(spec)
        && functor == Functor::new(known::COLON, 2)
        && matches!(m.view(m.heap.get(first)), View::Var(_) | View::Attributed(_))
    {
        let inner = m.deref(m.heap.get(first + 1));
        let wanted = wanted(m, inner)?;
        return one_of(m, state, spec, |m| of_all_modules(m, wanted));
    }
    let (module, spec) = strip_module(m, spec)?;
    let spec = of_nonterminal(m, spec);
    let wanted = wanted(m, spec)?;
    one_of(m, state, spec, |m| {
        if let (Some(name), Some(arity)) = wanted {
            let arity = usize::try_from(arity)
                .ok()
                .filter(|&arity| arity <= crate::base::atom::MAX_ARITY);
            let functor = arity.map(|arity| Functor::new(name, arity));
            let is_seen = |&f: &Functor| visible_users(m, module, f).is_some() || is_of_system(m, f);
            let found = functor.filter(is_seen);
            return functor_indicators(m, found.as_slice());
        }
        if wanted.0.is_some() {
            let found = visible_of_name(m, module, wanted);
            return functor_indicators(m, &found);
        }
        let own = defined_in(m, module);
        let mut found: Vec<Functor> = own.into_iter().map(|id| m.db.preds[id].functor).collect();
        let links = m.db.modules.links().filter(|&(at, ..)| at == module);
        let mut imported: Vec<Functor> = links.map(|(_, functor, _)| functor).collect();
        imported.order_by_key(|functor| functor.bits());
        found.extend(imported);
        found.retain(|&functor| fits(functor, wanted));
        functor_indicators(m, &found)
    })
}

/// Returns the predicate indicator of a nonterminal `Name//Arity`; other terms as they are.
fn of_nonterminal(m: &mut Machine, spec: Cell) -> Cell {
    let View::Struct(functor, at) = m.view(spec) else {
        return spec;
    };
    match m.view(m.heap.get(at + functor.arity() - 1)) {
        View::Int(arity @ 0..=1_000_000) if functor == Functor::new(m.intern("//"), 2) => {
            m.heap.new_term(known::SLASH, &[m.heap.get(at), Cell::int(arity + 2)])
        }
        _ => spec,
    }
}

/// Returns the parts of a predicate indicator that are bound.
fn wanted(m: &mut Machine, spec: Cell) -> Result<Wanted, Stop> {
    let mut wanted = (None, None);
    match m.view(spec) {
        View::Var(_) | View::Attributed(_) => {}
        View::Struct(f, at) if f == Functor::new(known::SLASH, 2) => {
            let (name, arity) = (m.deref(m.heap.get(at)), m.deref(m.heap.get(at + 1)));
            wanted = match (m.view(name), m.view(arity)) {
                (View::Atom(name), View::Int(arity @ 0..)) => (Some(name), Some(arity)),
                (View::Atom(name), View::Var(_) | View::Attributed(_)) => (Some(name), None),
                (View::Var(_) | View::Attributed(_), View::Int(arity @ 0..)) => (None, Some(arity)),
                (View::Var(_) | View::Attributed(_), View::Var(_) | View::Attributed(_)) => (None, None),
                _ => return Err(m.type_error(Type::PredicateIndicator, spec)),
            };
        }
        _ => return Err(m.type_error(Type::PredicateIndicator, spec)),
    }
    Ok(wanted)
}

fn dynamic_1(m: &mut Machine, indicators: Cell) -> Step {
    declare(m, known::DYNAMIC, indicators)
}

fn discontiguous_1(m: &mut Machine, indicators: Cell) -> Step {
    declare(m, known::DISCONTIGUOUS, indicators)
}

fn multifile_1(m: &mut Machine, indicators: Cell) -> Step {
    declare(m, known::MULTIFILE, indicators)
}

fn strip_module_3(m: &mut Machine, term: Cell, module: Cell, plain: Cell) -> Step {
    let (name, rest) = match strip_module(m, term) {
        Ok(parts) => parts,
        // A qualifier that is not an atom is left in place.
        Err(_) => (known::USER, m.deref(term)),
    };
    m.unify(module, Cell::atom(name))?;
    m.unify(plain, rest)
}

fn visible_predicates_1(m: &mut Machine, list: Cell) -> Step {
    let mut found = defined_in(m, known::USER);
    let own: Vec<Functor> = found.iter().map(|&id| m.db.preds[id].functor).collect();
    let system = m.db.preds.enumerated().filter(|(_, p)| {
        p.module == known::SYSTEM
            && p.is_visible()
            && !m.atoms.text(p.functor.name()).starts_with('$')
            && !own.contains(&p.functor)
    });
    found.extend(system.map(|(id, _)| id));
    let cells = indicators(m, &found)?;
    let new = new_list(m, &cells)?;
    m.unify(list, new)
}

fn user_predicates_2(m: &mut Machine, module: Cell, list: Cell) -> Step {
    let View::Atom(module) = m.view(module) else {
        return Err(m.instantiation_error());
    };
    let found = defined_in(m, module);
    let cells = indicators(m, &found)?;
    let new = new_list(m, &cells)?;
    m.unify(list, new)
}

/// Returns the functor of a name and an arity; `None` if they are not one.
pub(super) fn functor_of(m: &Machine, name: Cell, arity: Cell) -> Option<Functor> {
    match (m.view(name), m.view(arity)) {
        (View::Atom(name), View::Int(arity)) => {
            let arity = usize::try_from(arity)
                .ok()
                .filter(|&arity| arity <= crate::base::atom::MAX_ARITY)?;
            Some(Functor::new(name, arity))
        }
        _ => None,
    }
}

/// Returns the predicate of the program with this arity and name, which may be module-qualified.
fn users(m: &Machine, name: Cell, arity: Cell) -> Option<PredId> {
    let (module, name) = match m.view(name) {
        View::Struct(functor, first) if functor == Functor::new(known::COLON, 2) => {
            (m.deref(m.heap.get(first)), m.deref(m.heap.get(first + 1)))
        }
        _ => (Cell::atom(known::USER), name),
    };
    let View::Atom(module) = m.view(module) else {
        return None;
    };
    let id = m.db.find(module, functor_of(m, name, arity)?)?;
    is_users(&m.db.preds[id]).then_some(id)
}

fn defined_in_module_3(m: &mut Machine, module: Cell, name: Cell, arity: Cell) -> Step {
    let (View::Atom(module), View::Atom(name), View::Int(arity)) = (m.view(module), m.view(name), m.view(arity)) else {
        return Err(m.instantiation_error());
    };
    let found =
        m.db.find(module, Functor::new(name, usize::try_from(arity).unwrap_or(0)));
    let defined = found.is_some_and(|p| m.db.preds[p].definition == Definition::Clauses);
    holds(defined)
}

fn user_defined_2(m: &mut Machine, name: Cell, arity: Cell) -> Step {
    users(m, name, arity).map(|_| ()).ok_or(Stop::Fail)
}

fn pred_flags_3(m: &mut Machine, name: Cell, arity: Cell, flags: Cell) -> Step {
    let id = users(m, name, arity).ok_or(Stop::Fail)?;
    let p = &m.db.preds[id];
    let declared = [
        (known::DYNAMIC, p.dynamic),
        (known::DISCONTIGUOUS, p.discontiguous),
        (known::MULTIFILE, p.multifile),
    ];
    let cells: Vec<Cell> = declared
        .iter()
        .filter(|(_, is)| *is)
        .map(|&(name, _)| Cell::atom(name))
        .collect();
    let list = new_list(m, &cells)?;
    m.unify(flags, list)
}

/// Returns a clause as it was written, from the head and body as they are stored.
pub(crate) fn as_written(heap: &mut Heap, neck: Neck, head: Cell, body: Cell) -> Cell {
    match neck {
        Neck::Unify => heap.new_term(known::NECK, &[head, body]),
        Neck::Match => heap.new_term(known::MATCH_NECK, &[head, body]),
        Neck::Guard => {
            let (guard, committed) = pair(heap, body);
            let (_cut, body) = pair(heap, committed);
            let head = heap.new_term(known::COMMA, &[head, guard]);
            heap.new_term(known::MATCH_NECK, &[head, body])
        }
    }
}

/// Returns the two arguments of a conjunction.
fn pair(heap: &Heap, conjunction: Cell) -> (Cell, Cell) {
    let first = heap.deref(conjunction).address() + 1;
    (heap.get(first), heap.get(first + 1))
}

fn clause_list_3(m: &mut Machine, name: Cell, arity: Cell, clauses: Cell) -> Step {
    let id = users(m, name, arity).ok_or(Stop::Fail)?;
    let p = &m.db.preds[id];
    if m.flags.protect_static_code && !p.dynamic {
        return Err(no_permission(m, Action::Access, Thing::PrivateProcedure, p.functor));
    }
    let functor = m.intern("clause");
    let mut found = Vec::new();
    for clause in m.db.live(id) {
        m.poll()?;
        let (head, body) = m.unpack_clause(clause)?;
        let names = m.db.names(clause);
        let neck = m.db.clauses[clause].shape.neck();
        let whole = as_written(&mut m.heap, neck, head, body);
        let variables = walk::variables(&mut m.heap, whole);
        reserve(m, variables.len() + 1, 5)?;
        let mut pairs = Vec::new();
        for (name, variable) in names.iter().zip(variables) {
            if let Some(name) = name {
                let name = new_atom(m, name);
                pairs.push(m.heap.new_term(known::EQUALS, &[name, variable]));
            }
        }
        let pairs = m.heap.new_list(&pairs, Cell::NIL);
        found.push(m.heap.new_term(functor, &[whole, pairs]));
    }
    let list = new_list(m, &found)?;
    m.unify(clauses, list)
}

/// Maximum number of similar predicates that are reported.
const MAX_SIMILAR: usize = 4;

fn similar_predicates_3(m: &mut Machine, name: Cell, arity: Cell, list: Cell) -> Step {
    let Some(functor) = functor_of(m, name, arity) else {
        return m.unify(list, Cell::NIL);
    };
    let found = similar(m, functor);
    let cells: Vec<Cell> = found.into_iter().map(|functor| m.heap.indicator(functor)).collect();
    let new = new_list(m, &cells)?;
    m.unify(list, new)
}

/// Returns predicates whose names differ by at most two edits, or only in arity.
fn similar(m: &Machine, wanted: Functor) -> Vec<Functor> {
    let name: Vec<char> = m.atoms.text(wanted.name()).chars().collect();
    // In a short name, two edits make an unrelated name.
    let most = match name.len() {
        0 | 1 => 0,
        2..=4 => 1,
        _ => 2,
    };
    let mut found: Vec<(usize, usize, bool, Functor)> = Vec::new();
    for p in m.db.preds.iter() {
        let is_hosts = matches!(p.definition, Definition::Native(_));
        let is_seen = p.module == known::USER || m.db.modules.linked(known::USER, p.functor) == Some(p.module);
        let is_users = is_seen && (is_hosts || is_users(p));
        let is_systems = p.module == known::SYSTEM && p.is_visible();
        let text = m.atoms.text(p.functor.name());
        if !is_users && !is_systems || text.starts_with('$') || p.functor == wanted {
            continue;
        }
        let edits = edit_distance(&name, text, most);
        let apart = p.functor.arity().abs_diff(wanted.arity());
        // Most names are near some name of the library, which is large.
        let is_near = |edits: usize| match edits {
            0 => true,
            1 => name.len() >= 4 && (apart == 0 || name.len() >= 6),
            _ => false,
        };
        if let Some(edits) = edits.filter(|&edits| !is_systems || is_near(edits)) {
            // One edit counts as much as one argument.
            found.push((edits + apart.min(3), edits, is_systems, p.functor));
        }
    }
    found.order_by_key(|&(weight, edits, is_systems, functor)| (is_systems, weight, edits, functor.bits()));
    let Some(&(best, .., nearest)) = found.first() else {
        return Vec::new();
    };
    found.retain(|&(weight, _, is_systems, functor)| {
        weight == best || functor.name() == nearest.name() || (is_systems && weight < best)
    });
    let mut functors: Vec<Functor> = found.into_iter().map(|(.., functor)| functor).collect();
    functors.dedup();
    functors.truncate(MAX_SIMILAR);
    functors
}

/// Returns the edit distance if it is at most `most`: characters omitted, added, changed or swapped with a neighbour.
fn edit_distance(a: &[char], b: &str, most: usize) -> Option<usize> {
    // Most names are ruled out by their lengths.
    if b.len() > 4 * (a.len() + most) || a.len().abs_diff(b.chars().count()) > most {
        return None;
    }
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, &from) in a.iter().enumerate() {
        let mut row = Vec::with_capacity(b.len() + 1);
        row.push(i + 1);
        for (j, &to) in b.iter().enumerate() {
            let mut least = (last[j] + usize::from(from != to)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && from == b[j - 1] && a[i - 1] == to {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        // Later rows have no less.
        if row.iter().all(|&edits| edits > most) {
            return None;
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied().filter(|&edits| edits <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted() {
        let count = |a: &str, b: &str| edit_distance(&a.chars().collect::<Vec<_>>(), b, 2);
        assert_eq!(count("append", "append"), Some(0));
        assert_eq!(count("apend", "append"), Some(1));
        assert_eq!(count("appned", "append"), Some(1));
        assert_eq!(count("lenght", "length"), Some(1));
        assert_eq!(count("mebmers", "member"), Some(2));
        assert_eq!(count("foo", "length"), None);
        assert_eq!(count("abcdef", "badcfe"), None);
    }
}
