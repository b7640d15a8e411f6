//! Variables that are the next nodes of each other on one circuit.

use crate::machine::native::{Step, Stop};

use super::domains::Domains;

/// Removes from the end of each path its start, unless it has all nodes. Node `i` is the variable `vars[i - 1]`, whose
/// domain is within the nodes. Returns whether nothing is left to do.
pub fn circuit(d: &mut impl Domains, vars: &[usize]) -> Result<bool, Stop> {
    let count = vars.len();
    let mut has_predecessor = vec![false; count + 1];
    for node in 1..=count {
        if let Some(to) = next(d, vars, node)
            && let Some(seen) = has_predecessor.get_mut(to)
            && std::mem::replace(seen, true)
        {
            return Err(Stop::Fail);
        }
    }
    let mut reached = 0;
    for (start, &is_next) in has_predecessor.iter().enumerate().skip(1) {
        if is_next {
            continue;
        }
        let (mut end, mut length) = (start, 1);
        while let Some(to) = next(d, vars, end) {
            (end, length) = (to, length + 1);
            // What was removed before may have closed a circuit that the path leads to.
            if length > count {
                return Err(Stop::Fail);
            }
        }
        reached += length;
        if length < count {
            d.remove(vars[end - 1], start as i64)?;
        }
    }
    // Nodes that no path reaches are on circuits; if there is only one, it has all nodes.
    let rest = count - reached;
    let start = (1..=count).find(|&node| next(d, vars, node).is_some());
    let (Some(start), true) = (start, rest > 0) else {
        return Ok(false);
    };
    let (mut node, mut length) = (start, 0);
    while let Some(to) = next(d, vars, node) {
        (node, length) = (to, length + 1);
        if node == start {
            break;
        }
        if length > count {
            return Err(Stop::Fail);
        }
    }
    is_whole(rest == count && length == count).map(|()| true)
}

fn next(d: &impl Domains, vars: &[usize], node: usize) -> Option<usize> {
    d.value(vars[node - 1]).map(|value| value as usize)
}

fn is_whole(holds: bool) -> Step {
    if holds { Ok(()) } else { Err(Stop::Fail) }
}
