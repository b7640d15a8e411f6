//! The histories of suspensions: which rules have fired for which constraints, so that none fires twice.
//!
//! A history is a list while it is short, and then `'$chr_history'(Count, List...)`, a hash table of lists.

use ferz_engine::native::terms::order::structural_equal;
use ferz_engine::native::terms::{Cell, View, known, order};
use ferz_engine::native::{Machine, Step, Stop, holds};

use super::store::{ChrSuspension, HISTORY, small};

/// The length from which on a list becomes a table.
const LONGEST: usize = 8;

pub(super) fn chr_first_2(m: &mut Machine, suspension: Cell, event: Cell) -> Step {
    let suspension = ChrSuspension::argument(m, suspension)?;
    let at = suspension.first + HISTORY;
    let event = m.deref(event);
    m.reserve(4)?;
    match m.view(m.heap.get(at)) {
        View::Struct(table, first) if table.name() == known::CHR_HISTORY && table.arity() > 1 => {
            let buckets = table.arity() - 1;
            if add(m, first + 1 + hash(m, event) % buckets, event)? >= 0 {
                let count = small(m, first) + 1;
                m.stacks.assign(&mut m.heap, first, Cell::int(count));
                if count as usize > 2 * buckets {
                    let events: Vec<Cell> = (first + 1..=first + buckets)
                        .flat_map(|bucket| list(m, bucket))
                        .collect();
                    renew(m, at, &events)?;
                }
            }
        }
        _ => {
            if add(m, at, event)? as usize >= LONGEST {
                let events = list(m, at);
                renew(m, at, &events)?;
            }
        }
    }
    m.check_walks()
}

/// Adds an event to the list in a cell and returns the number of those before; fails if it is in it.
fn add(m: &mut Machine, at: usize, event: Cell) -> Result<i64, Stop> {
    let mut count = 0;
    let mut rest = m.heap.get(at);
    while let View::List(pair) = m.view(rest) {
        holds(!structural_equal(&m.heap, m.heap.get(pair), event))?;
        count += 1;
        rest = m.heap.get(pair + 1);
    }
    let rest = m.heap.get(at);
    let rest = if rest.is_list() { rest } else { Cell::NIL };
    let pair = m.heap.new_pair(event, rest);
    m.stacks.assign(&mut m.heap, at, pair);
    Ok(count)
}

fn list(m: &Machine, at: usize) -> Vec<Cell> {
    let mut found = Vec::new();
    let mut rest = m.heap.get(at);
    while let View::List(pair) = m.view(rest) {
        found.push(m.heap.get(pair));
        rest = m.heap.get(pair + 1);
    }
    found
}

fn hash(m: &Machine, event: Cell) -> usize {
    let hash = if event.is_immediate() {
        event.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15)
    } else {
        order::term_hash(&m.heap, &m.atoms, event, usize::MAX).unwrap_or(0)
    };
    (hash >> 20) as usize
}

/// Replaces the history in a cell by a table of the events.
fn renew(m: &mut Machine, at: usize, events: &[Cell]) -> Step {
    let buckets = (2 * events.len()).next_power_of_two();
    m.reserve(buckets + 2 + 2 * events.len())?;
    let mut cells = vec![Cell::NIL; buckets + 1];
    cells[0] = Cell::int(events.len() as i64);
    for &event in events {
        let event = m.deref(event);
        let bucket = 1 + hash(m, event) % buckets;
        cells[bucket] = m.heap.new_pair(event, cells[bucket]);
    }
    let table = m.heap.new_term(known::CHR_HISTORY, &cells);
    m.stacks.assign(&mut m.heap, at, table);
    Ok(())
}
