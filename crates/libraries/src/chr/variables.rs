//! The index on variables: the suspensions of which one is the key of an index, and those that it reactivates beside.
//!
//! The attribute `$chr` of a variable is `'$chr_variable'(Length, Watching, Bucket)`. `Watching` is a list of `Length`
//! suspensions; those that were removed are dropped when it has grown to twice its length. `Bucket` is
//! `'$chr_bucket'(Number, Next, Front)` or `[]`: the number of an index, and the pair in front of its suspensions.

use rustc_hash::FxHashSet;

use ferz_engine::native::args::list_arg::new_list;
use ferz_engine::native::terms::{Cell, Functor, View, known, walk};
use ferz_engine::native::{Machine, Step, Stop, attributes};

use super::store::{ChrSuspension, GOAL, NUMBER, STATE, behind, link_index, members, small, unlink};

const VARIABLE: Functor = Functor::new(known::CHR_VARIABLE, 3);
const BUCKET: Functor = Functor::new(known::CHR_BUCKET, 3);

/// Offsets in the attribute.
const LENGTH: usize = 0;
const WATCHING: usize = 1;
const BUCKETS: usize = 2;

/// The number of arguments that have bits of their own.
const BEYOND: usize = 56;

/// The length of a list below which nothing is dropped from it.
const SHORT: usize = 8;

/// Returns the address of the first argument of a compound of this kind.
fn arguments(m: &Machine, cell: Cell, functor: Functor) -> Option<usize> {
    match m.view(cell) {
        View::Struct(found, first) if found == functor => Some(first),
        _ => None,
    }
}

/// The attribute of a variable that has one.
fn attribute(m: &Machine, variable: Cell) -> Option<usize> {
    let value = attributes::value(m, variable, known::CHR)?;
    arguments(m, value, VARIABLE)
}

/// The attribute of a variable, which is made if there is none.
fn need_attribute(m: &mut Machine, variable: Cell) -> Result<usize, Stop> {
    if let Some(found) = attribute(m, variable) {
        return Ok(found);
    }
    let value = m.heap.new_struct(VARIABLE, &[Cell::ZERO, Cell::NIL, Cell::NIL]);
    attributes::set(m, variable, known::CHR, value)?;
    Ok(value.address() + 1)
}

/// The first variable of the key of an index, which has one argument if it may have variables.
pub(super) fn variable_of_key(m: &Machine, suspension: ChrSuspension, mask: u64) -> Option<Cell> {
    let arguments = suspension.arguments();
    let n = mask.trailing_zeros() as usize;
    if mask.count_ones() != 1 || n >= arguments.len() {
        return None;
    }
    let key = m.deref(m.heap.get(arguments.start + n));
    if key.is_immediate() {
        return None;
    }
    walk::first_variable(&m.heap, key)
}

/// Returns the pair in front of the suspensions of an index that hang on a variable.
pub(super) fn find(m: &Machine, variable: Cell, number: i64) -> Option<Cell> {
    let mut next = m.heap.get(attribute(m, variable)? + BUCKETS);
    while let Some(bucket) = arguments(m, next, BUCKET) {
        if small(m, bucket) == number {
            return Some(m.heap.get(bucket + 2));
        }
        next = m.heap.get(bucket + 1);
    }
    None
}

/// As [`find`], and makes the pair if there is none.
pub(super) fn bucket(m: &mut Machine, variable: Cell, number: i64) -> Result<Cell, Stop> {
    if let Some(found) = find(m, variable, number) {
        return Ok(found);
    }
    let attribute = need_attribute(m, variable)?;
    let front = m.heap.new_pair(Cell::ZERO, Cell::NIL);
    let next = m.heap.get(attribute + BUCKETS);
    let made = m.heap.new_struct(BUCKET, &[Cell::int(number), next, front]);
    m.stacks.assign(&mut m.heap, attribute + BUCKETS, made);
    Ok(front)
}

/// Whether index number `i` of a suspension's table is for argument `n` alone.
fn is_key(m: &Machine, suspension: ChrSuspension, n: usize) -> bool {
    n < 64 && (0..suspension.table.indexes).any(|i| suspension.table.mask(m, i) == 1 << n)
}

/// The numbers of the arguments in a mask. The bit [`BEYOND`] stands for all from there on.
fn watched_arguments(watched: u64, count: usize) -> impl Iterator<Item = usize> {
    let beyond = if watched >> BEYOND == 0 {
        BEYOND
    } else {
        count.max(BEYOND)
    };
    members(watched & ((1 << BEYOND) - 1))
        .chain(BEYOND..beyond)
        .take_while(move |&n| n < count)
}

/// The variables of argument `n` of a suspension.
fn variables_of(m: &mut Machine, suspension: ChrSuspension, n: usize) -> Vec<Cell> {
    let argument = m.deref(m.heap.get(suspension.arguments().start + n));
    match argument {
        _ if argument.is_immediate() => Vec::new(),
        _ if argument.is_variable() => vec![argument],
        _ => walk::variables(&mut m.heap, argument),
    }
}

/// Lets the variables of the arguments in a mask reactivate a suspension.
pub(super) fn watch(m: &mut Machine, suspension: ChrSuspension, watched: u64) -> Step {
    for n in watched_arguments(watched, suspension.arguments().len()) {
        let found = variables_of(m, suspension, n);
        // The first one has the suspension among those of the index.
        let skipped = usize::from(!found.is_empty() && is_key(m, suspension, n));
        for &variable in &found[skipped..] {
            add_watching(m, variable, suspension)?;
        }
    }
    Ok(())
}

fn add_watching(m: &mut Machine, variable: Cell, suspension: ChrSuspension) -> Step {
    m.reserve(16)?;
    let attribute = need_attribute(m, variable)?;
    let list = m.heap.get(attribute + WATCHING);
    let length = small(m, attribute + LENGTH) as usize;
    if length >= SHORT && length.is_power_of_two() {
        let live: Vec<Cell> = live(m, list).iter().map(|suspension| suspension.cell()).collect();
        if 2 * live.len() <= length {
            let kept = new_list(m, &live)?;
            let list = m.heap.new_pair(suspension.cell(), kept);
            m.stacks.assign(&mut m.heap, attribute + WATCHING, list);
            m.stacks
                .assign(&mut m.heap, attribute + LENGTH, Cell::int(live.len() as i64 + 1));
            return Ok(());
        }
    }
    let list = m.heap.new_pair(suspension.cell(), list);
    m.stacks.assign(&mut m.heap, attribute + WATCHING, list);
    m.stacks
        .assign(&mut m.heap, attribute + LENGTH, Cell::int(length as i64 + 1));
    Ok(())
}

/// Takes the attribute from the variables of a suspension that was removed, where it was the last one: binding them would
/// still leave the run loop, and programs would see variables that wait for nothing.
pub(super) fn release(m: &mut Machine, suspension: ChrSuspension, watched: u64) -> Step {
    for n in watched_arguments(watched, suspension.arguments().len()) {
        for variable in variables_of(m, suspension, n) {
            if let Some(attribute) = attribute(m, variable)
                && is_free(m, attribute)
            {
                attributes::delete(m, variable, known::CHR);
            }
        }
    }
    Ok(())
}

/// Whether nothing waits for a variable with this attribute. Of a long list of those that it reactivates, which may all
/// have been removed, only the first are looked at.
fn is_free(m: &Machine, attribute: usize) -> bool {
    let mut next = m.heap.get(attribute + BUCKETS);
    while let Some(bucket) = arguments(m, next, BUCKET) {
        if behind(m, m.heap.get(bucket + 2)).is_some_and(|list| list.is_list()) {
            return false;
        }
        next = m.heap.get(bucket + 1);
    }
    small(m, attribute + LENGTH) as usize <= SHORT && live(m, m.heap.get(attribute + WATCHING)).is_empty()
}

/// The suspensions of a list that have not been removed.
fn live(m: &Machine, list: Cell) -> Vec<ChrSuspension> {
    let mut found = Vec::new();
    let mut rest = list;
    while let View::List(at) = m.view(rest) {
        found.extend(ChrSuspension::of(m, m.heap.get(at)).filter(|suspension| !suspension.is_removed(m)));
        rest = m.heap.get(at + 1);
    }
    found
}

pub(super) fn chr_rekey_3(m: &mut Machine, attribute: Cell, value: Cell, goals: Cell) -> Step {
    let attribute = arguments(m, attribute, VARIABLE).ok_or(Stop::Fail)?;
    let inside = walk::variables(&mut m.heap, value);
    let watching = live(m, m.heap.get(attribute + WATCHING));
    let mut woken = watching.clone();
    for &suspension in &watching {
        for &variable in &inside {
            add_watching(m, variable, suspension)?;
        }
    }
    let mut next = m.heap.get(attribute + BUCKETS);
    while let Some(bucket) = arguments(m, next, BUCKET) {
        let number = small(m, bucket);
        let list = behind(m, m.heap.get(bucket + 2)).unwrap_or(Cell::NIL);
        // The newest is first, and stays so.
        let moved = live(m, list);
        for &suspension in moved.iter().rev() {
            let i = number.wrapping_sub(suspension.table.index_number(m, 0));
            if i < 0 || i as usize >= suspension.table.indexes {
                continue;
            }
            m.reserve(32)?;
            unlink(m, suspension, i as usize + 1);
            link_index(m, suspension, i as usize)?;
            for &variable in inside.iter().skip(1) {
                add_watching(m, variable, suspension)?;
            }
        }
        woken.extend(moved);
        next = m.heap.get(bucket + 1);
    }
    let goals_to_run = reactivated(m, woken)?;
    m.check_walks()?;
    m.unify(goals, goals_to_run)
}

/// The list of the goals of suspensions that are reactivated, the constraints in order, each with the oldest first.
fn reactivated(m: &mut Machine, mut woken: Vec<ChrSuspension>) -> Result<Cell, Stop> {
    let mut seen = FxHashSet::default();
    woken.retain(|suspension| suspension.table.watched(m) != 0 && seen.insert(suspension.first));
    woken.sort_by_key(|suspension| (suspension.table.index_number(m, 0), small(m, suspension.first + NUMBER)));
    let mut pairs = Vec::with_capacity(woken.len());
    for suspension in woken {
        let state = small(m, suspension.first + STATE) + 1;
        m.stacks.assign(&mut m.heap, suspension.first + STATE, Cell::int(state));
        let View::Struct(functor, goal) = m.view(m.heap.get(suspension.table.first + GOAL)) else {
            continue;
        };
        let View::Atom(name) = m.view(m.heap.get(goal + functor.arity() - 1)) else {
            continue;
        };
        let module = m.deref(m.heap.get(goal));
        let mut cells: Vec<Cell> = suspension.arguments().map(|at| m.heap.get(at)).collect();
        cells.push(suspension.cell());
        m.reserve(cells.len() + 8)?;
        let call = m.heap.new_term(name, &cells);
        let call = m.heap.new_term(known::COLON, &[module, call]);
        pairs.push(m.heap.new_term(known::MINUS, &[suspension.cell(), call]));
    }
    new_list(m, &pairs)
}
