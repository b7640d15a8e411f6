//! Hash tables from ground arguments to lists of suspensions: `'$chr_hash'(Count, Bucket...)`.
//!
//! A bucket is a chain of pairs: the head of each is the next pair or `[]`, its tail is the list of the suspensions with
//! one key. The key is read from the first of them, so that a pair whose list has become empty has none, and serves the
//! next key of its bucket. When the pairs are twice as many as the buckets, the table is made anew without the empty ones.

use ferz_engine::native::terms::order::structural_equal;
use ferz_engine::native::terms::{Cell, View, known, order};
use ferz_engine::native::{Machine, Stop};

use super::store::{ChrSuspension, ConstraintTable, behind, members, small};

/// The number of buckets of a new table, a power of two.
const SMALLEST: usize = 8;

/// Returns the values of the arguments that a key has: itself, or the arguments of a compound.
pub(super) fn keys(m: &Machine, key: Cell, count: usize) -> Vec<Cell> {
    match m.view(key).compound() {
        Some((functor, first)) if count > 1 && functor.arity() == count => {
            (first..first + count).map(|at| m.heap.get(at)).collect()
        }
        _ => vec![key],
    }
}

/// The values of the arguments of a suspension that a mask has.
fn own_keys(m: &Machine, suspension: ChrSuspension, mask: u64) -> Vec<Cell> {
    let arguments = suspension.arguments();
    members(mask)
        .filter(|&n| n < arguments.len())
        .map(|n| m.heap.get(arguments.start + n))
        .collect()
}

fn hash(m: &Machine, keys: &[Cell]) -> usize {
    let mut hash = 0u64;
    for &key in keys {
        let key = m.deref(key);
        let own = if key.is_immediate() {
            key.bits()
        } else {
            // Of a term with variables that was declared to have none, any number will do.
            order::term_hash(&m.heap, &m.atoms, key, usize::MAX).unwrap_or(0)
        };
        hash = (hash.rotate_left(5) ^ own).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    (hash >> 20) as usize
}

/// Whether the suspensions behind a pair have these keys.
fn has_keys(m: &Machine, pair: Cell, mask: u64, keys: &[Cell]) -> bool {
    let Some(View::List(at)) = behind(m, pair).map(|list| m.view(list)) else {
        return false;
    };
    let Some(suspension) = ChrSuspension::of(m, m.heap.get(at)) else {
        return false;
    };
    let arguments = suspension.arguments();
    members(mask)
        .zip(keys)
        .all(|(n, &key)| n < arguments.len() && structural_equal(&m.heap, m.heap.get(arguments.start + n), key))
}

/// Returns the address of the first bucket and the number of buckets, if there is a table.
fn buckets(m: &Machine, table: ConstraintTable, index: usize) -> Option<(usize, usize)> {
    match m.view(m.heap.get(table.index(index))) {
        View::Struct(functor, first) if functor.name() == known::CHR_HASH && functor.arity() > 1 => {
            Some((first + 1, functor.arity() - 1))
        }
        _ => None,
    }
}

/// The pairs of a bucket.
fn pairs(m: &Machine, bucket: usize) -> impl Iterator<Item = Cell> + '_ {
    let mut next = m.deref(m.heap.get(bucket));
    std::iter::from_fn(move || {
        let View::List(at) = m.view(next) else {
            return None;
        };
        let pair = next;
        next = m.deref(m.heap.get(at));
        Some(pair)
    })
}

/// Returns the pair in front of the suspensions with these keys.
pub(super) fn find(m: &Machine, table: ConstraintTable, index: usize, mask: u64, keys: &[Cell]) -> Option<Cell> {
    let (first, count) = buckets(m, table, index)?;
    let bucket = first + hash(m, keys) % count;
    pairs(m, bucket).find(|&pair| has_keys(m, pair, mask, keys))
}

/// Returns the pair in front of the suspensions with the keys of one that is to be added.
pub(super) fn bucket_of(m: &mut Machine, suspension: ChrSuspension, index: usize, mask: u64) -> Result<Cell, Stop> {
    let table = suspension.table;
    let keys = own_keys(m, suspension, mask);
    let (first, count) = match buckets(m, table, index) {
        Some(found) if small(m, found.0 - 1) as usize <= 2 * found.1 => found,
        found => renew(m, table, index, mask, found)?,
    };
    let bucket = first + hash(m, &keys) % count;
    let mut empty = None;
    for pair in pairs(m, bucket) {
        if has_keys(m, pair, mask, &keys) {
            return Ok(pair);
        }
        if behind(m, pair).is_none_or(|list| !list.is_list()) {
            empty = Some(pair);
        }
    }
    if let Some(pair) = empty {
        return Ok(pair);
    }
    let chain = m.heap.get(bucket);
    let pair = m.heap.new_pair(chain, Cell::NIL);
    m.stacks.assign(&mut m.heap, bucket, pair);
    let number = small(m, first - 1) + 1;
    m.stacks.assign(&mut m.heap, first - 1, Cell::int(number));
    Ok(pair)
}

/// Makes a table, with the pairs of the old one that are not empty.
fn renew(
    m: &mut Machine,
    table: ConstraintTable,
    index: usize,
    mask: u64,
    old: Option<(usize, usize)>,
) -> Result<(usize, usize), Stop> {
    let mut kept: Vec<(Cell, usize)> = Vec::new();
    if let Some((first, count)) = old {
        for bucket in first..first + count {
            for pair in pairs(m, bucket) {
                if let Some(View::List(at)) = behind(m, pair).map(|list| m.view(list))
                    && let Some(suspension) = ChrSuspension::of(m, m.heap.get(at))
                {
                    kept.push((pair, hash(m, &own_keys(m, suspension, mask))));
                }
            }
        }
    }
    let count = (2 * kept.len()).next_power_of_two().max(SMALLEST);
    m.reserve(count + 16)?;
    let mut cells = vec![Cell::NIL; count + 1];
    cells[0] = Cell::int(kept.len() as i64);
    for (pair, hash) in kept {
        let bucket = &mut cells[1 + hash % count];
        m.stacks.assign(&mut m.heap, pair.address(), *bucket);
        *bucket = pair;
    }
    let made = m.heap.new_term(known::CHR_HASH, &cells);
    m.stacks.assign(&mut m.heap, table.index(index), made);
    Ok((made.address() + 2, count))
}
