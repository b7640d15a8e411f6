//! ISO 8.5: term creation and decomposition, except `=..`.

use dashu_base::BitTest;
use dashu_int::{IBig, UBig};

use crate::base::atom::{Atom, Functor, MAX_ARITY};
use crate::base::iso_error::{Domain, Limit, Type};
use crate::base::known;
use crate::base::num::Number;
use crate::base::num::digits::leading_digits;
use crate::base::watch::Pace;
use crate::machine::Machine;
use crate::native::{Inline, Native, Step, Stop, det, nondet};
use crate::term::cell::Cell;
use crate::term::copy::{self, Attributes};
use crate::term::order::{self, functor_of};
use crate::term::view::View;
use crate::term::{counts, quick_copy, walk};

use crate::native::args::list_arg::{count, new_list, partial_list, reserve};
use crate::native::attributes::note_residues_of;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("functor(?term, ?name, ?arity)", 3, functor_3)
        .inline(Inline::Functor)
        .iso("8.5.1")
        .doc("True if term has this name and arity; if term is unbound, it is bound to a term with fresh variables.")
        .examples(&[
            ("functor(f(a, b), N, A)", "N = f, A = 2"),
            ("functor(T, point, 2)", "T = point(_, _)"),
            ("functor(_, f, -1)", "domain_error(not_less_than_zero, -1)"),
        ]),
    nondet!("arg(?n, +term, ?argument)", 3, arg_3)
        .first(arg_of_number)
        .inline(Inline::Arg)
        .iso("8.5.2")
        .doc("Unifies argument with the n-th argument of a compound term, or with each if n is unbound. With the flag iso n must be bound.")
        .examples(&[
            ("arg(2, p(x, y), A)", "A = y"),
            ("arg(N, p(x, y), y)", "N = 2"),
            ("arg(a, p(x), _)", "type_error(integer, a)"),
        ]),
    det!("copy_term(?term, ?copy)", 2, copy_term_2)
        .iso("8.5.4")
        .doc("Unifies copy with a copy of term with fresh variables; attributes are copied too.")
        .examples(&[("copy_term(f(X, Y, X), f(A, B, C)), A == C, A \\== B", "A = C")]),
    det!("$fresh(?term, ?copy)", 2, copy_term_nat_2)
        .doc("Copies what a call of a lambda expression renames, as copy_term_nat/2 does."),
    det!("copy_term_nat(?term, ?copy)", 2, copy_term_nat_2)
        .doc("Like copy_term/2, but the fresh variables have no attributes.")
        .examples(&[("copy_term_nat(f(_, a), f(b, X))", "X = a")]),
    det!("$renamed(?variables, ?term, -new, -copy)", 4, renamed_4)
        .doc("Does the work of copy_term/4 if none of variables has attributes; fails if that cannot be done at once."),
    det!("duplicate_term(?term, ?copy)", 2, duplicate_term_2)
        .doc(
            "Like copy_term/2, but ground subterms are copied too, so that destructive assignment does not \
             affect the original.",
        )
        .examples(&[("T = f(a), duplicate_term(T, C), setarg(1, C, b)", "T = f(a), C = f(b)")]),
    det!("term_variables(@term, -variables)", 2, term_variables_2)
        .iso("8.5.5")
        .doc("Unifies variables with the list of the variables of term, in depth-first, left-to-right order.")
        .examples(&[("term_variables(f(X, g(Y), X), [A, B]), A == X, B == Y", "A = X, B = Y")]),
    det!("term_singletons(@term, -variables)", 2, term_singletons_2)
        .doc(
            "Unifies variables with the list of the variables that occur once in term, in the order of \
             term_variables/2.",
        )
        .examples(&[("term_singletons(f(X, Y, X), L), L == [Y]", "L = [Y]")]),
    det!("term_variables(@term, -variables, ?tail)", 3, term_variables_3)
        .doc("Like term_variables/2, but the list ends in tail.")
        .examples(&[("term_variables(f(a), L, [end])", "L = [end]")]),
    det!("nonground(@term, -variable)", 2, nonground_2)
        .doc("Unifies variable with the first variable of term; fails if term is ground.")
        .examples(&[("\\+ nonground(f(a), _)", "true")]),
    det!("setarg(+n, +term, +value)", 3, setarg_3)
        .doc("Destructively assigns the n-th argument of a compound term. The assignment is undone on backtracking.")
        .examples(&[("T = f(a, b), setarg(1, T, c)", "T = f(c, b)")]),
    det!("$count_one(+state)", 1, count_one_1).doc("Adds one to the only argument of state for good, and fails."),
    det!("nb_setarg(+n, +term, +value)", 3, nb_setarg_3)
        .doc(
            "Destructively assigns a copy of value to the n-th argument of a compound term. The assignment \
             survives backtracking.",
        )
        .examples(&[("T = f(a), ( nb_setarg(1, T, g(b)), fail ; true )", "T = f(g(b))")]),
    det!("nb_linkarg(+n, +term, +value)", 3, nb_linkarg_3)
        .doc(
            "Destructively assigns value itself, not a copy, to the n-th argument of a compound term. The assignment \
             survives backtracking, which undoes what was bound in value since.",
        )
        .examples(&[("T = f(a), ( nb_linkarg(1, T, g(X)), fail ; true ), X = 1", "T = f(g(1)), X = 1")]),
    det!("compound_name_arity(?term, ?name, ?arity)", 3, compound_name_arity_3)
        .doc("True if term is a compound term with this name and arity.")
        .examples(&[("compound_name_arity(f(a, b), N, A)", "N = f, A = 2")]),
    det!("term_hash(@term, -hash)", 2, term_hash_2)
        .doc(
            "Unifies hash with a hash of a ground term, the same in every run; leaves it unbound if term has \
             variables.",
        )
        .examples(&[(
            "term_hash(f(a), H), term_hash(f(a), G), H == G, term_hash(f(_), U), var(U)",
            "G = H",
        )]),
    det!("term_hash(@term, +depth, +range, -hash)", 4, term_hash_4)
        .doc(
            "Unifies hash with a hash below range of the first depth levels of term, all levels if depth is \
             -1; leaves it unbound if these have variables.",
        )
        .examples(&[
            (
                "term_hash(f(_), 1, 100, H), term_hash(f(a), 1, 100, G), G == H",
                "G = H",
            ),
            ("term_hash(a, -1, 0, _)", "domain_error(not_less_than_one, 0)"),
        ]),
    det!("term_size(@term, -cells)", 2, term_size_2)
        .doc(
            "Unifies cells with the number of cells that term takes, atoms and small integers excluded; a compound takes \
             one more than its arity, and is counted once.",
        )
        .examples(&[("term_size(f(a, g(b)), N)", "N = 5")]),
    det!("$abstract(+size, +term, -abstract)", 3, abstract_3).doc("Does the work of size_abstract_term/3."),
    det!("$is_long(@term)", 1, is_long_1).doc("True if a term is too long to be shown in a message."),
    det!("$clip_number(+number, -short)", 2, clip_number_2).doc(
        "Unifies short with a number as messages show it: a huge integer as its leading digits times a \
             power of ten.",
    ),
];

/// Builds the compound term `name(args...)`, or a list pair.
pub(super) fn new_compound(m: &mut Machine, name: Atom, args: &[Cell]) -> Result<Cell, Stop> {
    if args.len() > MAX_ARITY {
        return Err(m.representation_error(Limit::MaxArity));
    }
    reserve(m, args.len() + 1, 1)?;
    Ok(match args {
        [head, tail] if name == known::DOT => m.heap.new_pair(*head, *tail),
        [] => Cell::structure(m.heap.push(Cell::functor(Functor::new(name, 0)))),
        _ => m.heap.new_term(name, args),
    })
}

/// Builds a compound term with fresh variables.
fn fresh_compound(m: &mut Machine, name: Atom, arity: usize) -> Result<Cell, Stop> {
    if arity > MAX_ARITY {
        return Err(m.representation_error(Limit::MaxArity));
    }
    reserve(m, arity + 1, 1)?;
    let is_pair = name == known::DOT && arity == 2;
    let start = m.heap.top();
    if !is_pair {
        m.heap.push(Cell::functor(Functor::new(name, arity)));
    }
    m.heap.new_vars(arity);
    Ok(if is_pair {
        Cell::list(start)
    } else {
        Cell::structure(start)
    })
}

fn functor_3(m: &mut Machine, term: Cell, name: Cell, arity: Cell) -> Step {
    let (found, found_arity) = match m.view(term) {
        View::Var(_) | View::Attributed(_) => return make_functor(m, term, name, arity),
        View::List(_) | View::Struct(..) => {
            let functor = functor_of(&m.heap, m.deref(term));
            // The name and arity of `f()` are those of `f`, from which it would not be told apart.
            if functor.arity() == 0 {
                return Err(m.domain_error(Domain::CompoundNonZeroArity, term));
            }
            (Cell::atom(functor.name()), functor.arity())
        }
        _ => (term, 0),
    };
    m.unify(name, found)?;
    m.unify(arity, Cell::int(found_arity as i64))
}

fn make_functor(m: &mut Machine, term: Cell, name: Cell, arity: Cell) -> Step {
    let (name, arity_cell) = (m.deref(name), arity);
    if name.is_variable() || m.deref(arity_cell).is_variable() {
        return Err(m.instantiation_error());
    }
    if matches!(m.view(name), View::List(_) | View::Struct(..)) {
        return Err(m.type_error(Type::Atomic, name));
    }
    let arity = count(m, arity_cell)?;
    if arity == 0 {
        return m.unify(term, name);
    }
    let View::Atom(name) = m.view(name) else {
        return Err(m.type_error(Type::Atom, name));
    };
    let made = fresh_compound(m, name, arity)?;
    m.unify(term, made)
}

/// Returns the address of the n-th argument, counted from 1; fails if it does not exist.
fn argument_address(m: &mut Machine, n: Cell, term: Cell) -> Result<usize, Stop> {
    if m.deref(n).is_variable() || m.deref(term).is_variable() {
        return Err(m.instantiation_error());
    }
    if !matches!(m.view(n), View::Int(_) | View::BigInt(_)) {
        return Err(m.type_error(Type::Integer, n));
    }
    let Some((functor, first)) = m.view(term).compound() else {
        return Err(m.type_error(Type::Compound, term));
    };
    let n = count(m, n)?;
    if n == 0 || n > functor.arity() {
        Err(Stop::Fail)
    } else {
        Ok(first + n - 1)
    }
}

/// `arg/3` if the number is known.
fn arg_of_number(m: &mut Machine) -> Option<Step> {
    let (n, term, argument) = (m.arg(0), m.arg(1), m.arg(2));
    if m.deref(n).is_variable() && !m.flags.iso {
        return None;
    }
    let address = argument_address(m, n, term);
    Some(address.and_then(|address| m.unify(argument, m.heap.get(address))))
}

/// Unifies the argument with each of the compound term in turn. The state is the number of the next.
fn arg_3(m: &mut Machine, state: Option<Cell>, n: Cell, term: Cell, argument: Cell) -> Result<Option<Cell>, Stop> {
    let Some((functor, first)) = m.view(term).compound() else {
        return Err(m.type_or_instantiation_error(Type::Compound, term));
    };
    for number in state.map_or(1, |state| state.as_int() as usize)..=functor.arity() {
        let mark = m.stacks.mark(&m.heap);
        let value = m.heap.get(first + number - 1);
        let unified = m
            .unify(argument, value)
            .and_then(|()| m.unify(n, Cell::int(number as i64)));
        if unified != Err(Stop::Fail) {
            m.stacks.keep_mark(mark);
            unified?;
            return Ok((number < functor.arity()).then(|| Cell::int(number as i64 + 1)));
        }
        m.undo_to_mark(mark);
    }
    Err(Stop::Fail)
}

fn setarg_3(m: &mut Machine, n: Cell, term: Cell, value: Cell) -> Step {
    let address = argument_address(m, n, term)?;
    replace(m, address, value);
    Ok(())
}

/// Replaces an argument until backtracking.
pub(super) fn replace(m: &mut Machine, address: usize, value: Cell) {
    let value = m.deref(value);
    // A variable must not be made to refer to itself through the term that holds it.
    if value != Cell::reference(address) {
        m.stacks.assign(&mut m.heap, address, value);
    }
}

fn nb_setarg_3(m: &mut Machine, n: Cell, term: Cell, value: Cell) -> Step {
    let address = argument_address(m, n, term)?;
    replace_for_good(m, address, value)
}

fn count_one_1(m: &mut Machine, state: Cell) -> Step {
    if let View::Struct(functor, first) = m.view(state)
        && functor.arity() == 1
        && let View::Int(count) = m.view(m.heap.get(first))
    {
        let (tables, stacks) = (&m.tables, &mut m.stacks);
        let more = tables.take_other_answers(stacks, &m.db, &m.atoms, "$count_one");
        if let Some(count) = Cell::try_int(count + 1 + more) {
            m.heap.set(first, count);
        }
    }
    Err(Stop::Fail)
}

/// Replaces an argument by a copy of a value, which backtracking does not undo.
pub(super) fn replace_for_good(m: &mut Machine, address: usize, value: Cell) -> Step {
    m.session.keep_fetched_global(&mut m.heap, &mut m.stacks, address);
    let value = m.deref(value);
    if value.is_immediate() {
        m.heap.set(address, value);
    } else {
        let copy = duplicate(m, value, Attributes::Keep)?;
        m.heap.set(address, copy);
        m.stacks.keep_heap(m.heap.top());
    }
    Ok(())
}

fn nb_linkarg_3(m: &mut Machine, n: Cell, term: Cell, value: Cell) -> Step {
    let address = argument_address(m, n, term)?;
    m.session.keep_fetched_global(&mut m.heap, &mut m.stacks, address);
    let value = m.deref(value);
    m.heap.set(address, value);
    m.stacks.keep_heap(m.heap.top());
    Ok(())
}

fn copy_term_2(m: &mut Machine, term: Cell, copied: Cell) -> Step {
    let copy = copy_of(m, term, Attributes::Keep)?;
    m.unify(copied, copy)
}

fn copy_term_nat_2(m: &mut Machine, term: Cell, copied: Cell) -> Step {
    let copy = copy_of(m, term, Attributes::Drop)?;
    m.unify(copied, copy)
}

/// Returns a copy of a term; a ground term is its own.
fn copy_of(m: &mut Machine, term: Cell, attributes: Attributes) -> Result<Cell, Stop> {
    if let Some(copy) = quick_copy::small(&mut m.heap, term) {
        if !copy.variables {
            return Ok(term);
        }
        m.heap.set_top(copy.end);
        return Ok(copy.root);
    }
    if walk::is_ground(&m.heap, term) {
        return Ok(term);
    }
    let copy = duplicate(m, term, attributes)?;
    if attributes == Attributes::Keep {
        note_residues_of(m, copy)?;
    }
    Ok(copy)
}

fn renamed_4(m: &mut Machine, variables: Cell, term: Cell, new: Cell, copied: Cell) -> Step {
    let [renamed, copy] = quick_copy::renamed(&mut m.heap, variables, term).ok_or(Stop::Fail)?;
    m.unify(new, renamed)?;
    m.unify(copied, copy)
}

fn duplicate_term_2(m: &mut Machine, term: Cell, copied: Cell) -> Step {
    let copy = duplicate(m, term, Attributes::Keep)?;
    m.unify(copied, copy)
}

/// Returns a copy of a term that shares nothing with it.
pub(in crate::builtins) fn duplicate(m: &mut Machine, term: Cell, attributes: Attributes) -> Result<Cell, Stop> {
    let small = quick_copy::small_shared(&mut m.heap, term);
    if let Some(copy) = small.or_else(|| quick_copy::large(&mut m.heap, term)) {
        m.heap.set_top(copy.end);
        return Ok(copy.root);
    }
    m.check_walks()?;
    let mut cells = counts::size(&m.heap, term);
    if attributes == Attributes::Keep {
        for variable in walk::attributed_variables(&m.heap, term) {
            cells += counts::size(&m.heap, m.heap.get(variable.address() + 1));
        }
    }
    reserve(m, cells, 1)?;
    let copy = copy::duplicate(&mut m.heap, term, attributes);
    m.check_walks()?;
    Ok(copy)
}

fn term_variables_2(m: &mut Machine, term: Cell, variables: Cell) -> Step {
    partial_list(m, variables)?;
    let found = m.within_room(|heap| walk::variables(heap, term))?;
    let list = new_list(m, &found)?;
    m.unify(variables, list)
}

fn term_singletons_2(m: &mut Machine, term: Cell, variables: Cell) -> Step {
    partial_list(m, variables)?;
    if !walk::is_acyclic(&m.heap, term) {
        return Err(m.type_error(Type::AcyclicTerm, term));
    }
    let found = m.within_room(|heap| counts::single_variables(heap, term))?;
    let list = new_list(m, &found)?;
    m.unify(variables, list)
}

fn term_variables_3(m: &mut Machine, term: Cell, variables: Cell, tail: Cell) -> Step {
    let found = m.within_room(|heap| walk::variables(heap, term))?;
    reserve(m, found.len(), 2)?;
    let list = m.heap.new_list(&found, tail);
    m.unify(variables, list)
}

fn nonground_2(m: &mut Machine, term: Cell, variable: Cell) -> Step {
    match walk::first_variable(&m.heap, term) {
        Some(found) => m.unify(variable, found),
        None => Err(Stop::Fail),
    }
}

fn compound_name_arity_3(m: &mut Machine, term: Cell, name: Cell, arity: Cell) -> Step {
    match m.view(term) {
        View::List(_) | View::Struct(..) => {
            let functor = functor_of(&m.heap, m.deref(term));
            m.unify(name, Cell::atom(functor.name()))?;
            m.unify(arity, Cell::int(functor.arity() as i64))
        }
        View::Var(_) | View::Attributed(_) => {
            let View::Atom(name) = m.view(name) else {
                return Err(m.type_or_instantiation_error(Type::Atom, name));
            };
            let arity = count(m, arity)?;
            let made = fresh_compound(m, name, arity)?;
            m.unify(term, made)
        }
        _ => Err(m.type_error(Type::Compound, term)),
    }
}

fn term_hash_2(m: &mut Machine, term: Cell, hash: Cell) -> Step {
    match order::term_hash(&m.heap, &m.atoms, term, usize::MAX) {
        // The upper bits are mixed better; as many as fit a small integer are kept.
        Some(value) => m.unify(hash, Cell::int((value >> 5) as i64)),
        None => Ok(()),
    }
}

fn term_hash_4(m: &mut Machine, term: Cell, depth: Cell, range: Cell, hash: Cell) -> Step {
    let View::Int(levels) = m.view(depth) else {
        return Err(m.type_or_instantiation_error(Type::Integer, depth));
    };
    let View::Int(end) = m.view(range) else {
        return Err(m.type_or_instantiation_error(Type::Integer, range));
    };
    if levels < -1 {
        return Err(m.domain_error(Domain::NotLessThanZero, depth));
    }
    if end < 1 {
        return Err(m.domain_error(Domain::NotLessThanOne, range));
    }
    // A negative depth means all levels.
    let levels = usize::try_from(levels).unwrap_or(usize::MAX);
    match order::term_hash(&m.heap, &m.atoms, term, levels) {
        Some(value) => m.unify(hash, Cell::int(((value >> 5) % end as u64) as i64)),
        None => Ok(()),
    }
}

fn term_size_2(m: &mut Machine, term: Cell, cells: Cell) -> Step {
    let found = m.within_room(|heap| counts::cells(heap, term))?;
    m.unify(cells, Cell::int(found as i64))
}

fn abstract_3(m: &mut Machine, size: Cell, term: Cell, abstracted: Cell) -> Step {
    let mut left = count(m, size)?;
    m.reserve(1)?;
    let root = m.heap.new_var();
    let mut pace = Pace::new();
    // The terms of this level, and where their copies stand; the next level.
    let (mut level, mut next) = (vec![(term, root.address())], Vec::new());
    while !level.is_empty() {
        for (term, place) in level.drain(..) {
            let term = m.deref(term);
            let (first, arity) = m.heap.arguments(term);
            if arity == 0 {
                m.heap.set(place, term);
            } else if left > 0 {
                left -= 1;
                // The copy, and the entries of its arguments.
                m.reserve(4 * arity + 1)?;
                let mut copy = m.heap.top();
                if !term.is_list() {
                    m.heap.push(m.heap.get(term.address()));
                    copy += 1;
                }
                let found = if term.is_list() {
                    Cell::list(copy)
                } else {
                    Cell::structure(copy - 1)
                };
                m.heap.set(place, found);
                m.heap.new_vars(arity);
                next.extend((0..arity).map(|i| (m.heap.get(first + i), copy + i)));
                m.poll_at(&mut pace)?;
            }
        }
        std::mem::swap(&mut level, &mut next);
    }
    m.unify(abstracted, root)
}

/// Maximum number of subterms, and of characters divided by eight, that a message shows.
const MAX_SHOWN: usize = 400;

fn is_long_1(m: &mut Machine, term: Cell) -> Step {
    let mut parts = 0;
    let mut waiting = vec![term];
    while let Some(part) = waiting.pop() {
        parts += 1;
        match m.view(part) {
            View::Struct(functor, _) if functor.arity() > MAX_SHOWN => parts += MAX_SHOWN,
            View::Struct(functor, first) => waiting.extend((first..first + functor.arity()).map(|at| m.heap.get(at))),
            View::List(pair) => waiting.extend([m.heap.get(pair + 1), m.heap.get(pair)]),
            View::Atom(name) => parts += m.atoms.text(name).len() / 8,
            View::String(at) => parts += m.heap.string(at).len() / 8,
            View::BigInt(at) | View::Rational(at) => parts += m.heap.box_words(at).len(),
            _ => {}
        }
        if parts > MAX_SHOWN {
            // A cyclic term has a finite text even if the walk along it finds no end.
            let is_short = has_few_compounds(m, term) && !walk::is_acyclic(&m.heap, term);
            return if is_short { Err(Stop::Fail) } else { Ok(()) };
        }
    }
    Err(Stop::Fail)
}

fn clip_number_2(m: &mut Machine, number: Cell, short: Cell) -> Step {
    let clipped = match m.heap.number(m.deref(number)) {
        Some(Number::Big(value)) => clip_integer(m, value),
        Some(Number::Rational(value)) => {
            let above = clip_integer(m, value.numerator().clone());
            let below = clip_integer(m, IBig::from(value.denominator().clone()));
            let name = m.intern("rdiv");
            m.heap.new_term(name, &[above, below])
        }
        _ => number,
    };
    m.unify(short, clipped)
}

/// Returns an integer, or its leading digits times a power of ten if it is huge.
fn clip_integer(m: &mut Machine, value: IBig) -> Cell {
    if value.bit_len() <= 64 * MAX_SHOWN {
        return m.heap.new_number(&Number::from(value));
    }
    let (digits, follow) = leading_digits(&UBig::from_words(value.as_sign_words().1));
    let digits = m.heap.new_int(if value < IBig::ZERO {
        -(digits as i64)
    } else {
        digits as i64
    });
    let (power, product) = (m.intern("^"), m.intern("*"));
    let follow = m.heap.new_int(follow as i64);
    let scale = m.heap.new_term(power, &[Cell::int(10), follow]);
    m.heap.new_term(product, &[digits, scale])
}

/// Whether a term has at most as many distinct compounds as a message shows.
fn has_few_compounds(m: &Machine, term: Cell) -> bool {
    let mut seen = Vec::new();
    let mut waiting = vec![term];
    while let Some(part) = waiting.pop() {
        let Some((functor, first)) = m.view(part).compound() else {
            continue;
        };
        let arity = functor.arity();
        if seen.contains(&first) {
            continue;
        }
        seen.push(first);
        if seen.len() + arity > MAX_SHOWN {
            return false;
        }
        waiting.extend((first..first + arity).map(|at| m.heap.get(at)));
    }
    true
}
