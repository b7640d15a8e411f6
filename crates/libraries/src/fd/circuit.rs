//! Variables that are the next nodes of each other on one circuit.

use ferz_engine::native::{Step, Stop};

use super::domains::DomainAccess;

/// Removes from the end of each path its start, unless it has all nodes. Node `i` is the variable `vars[i - 1]`, whose
/// domain is within the nodes. Returns whether nothing is left to do.
pub(super) fn circuit(d: &mut impl DomainAccess, vars: &[usize]) -> Result<bool, Stop> {
    let count = vars.len();
    // As it is now: what is removed may give other variables values, for which the propagator runs again.
    let next: Vec<Option<usize>> = vars.iter().map(|&x| d.value(x).map(|to| to as usize)).collect();
    let next = |node: usize| next[node - 1];
    let mut has_predecessor = vec![false; count + 1];
    for to in (1..=count).filter_map(next) {
        if has_predecessor
            .get_mut(to)
            .is_none_or(|seen| std::mem::replace(seen, true))
        {
            return Err(Stop::Fail);
        }
    }
    let mut reached = 0;
    for start in (1..=count).filter(|&node| !has_predecessor[node]) {
        let (mut end, mut length) = (start, 1);
        while let Some(to) = next(end) {
            (end, length) = (to, length + 1);
        }
        reached += length;
        if length < count {
            d.remove(vars[end - 1], start as i64)?;
        }
    }
    // Nodes that no path reaches are on circuits; if there is only one, it has all nodes.
    if reached == count {
        return Ok(false);
    }
    let (mut node, mut length) = (1, 0);
    while let Some(to) = next(node) {
        (node, length) = (to, length + 1);
        if node == 1 {
            break;
        }
    }
    is_whole(reached == 0 && length == count).map(|()| true)
}

fn is_whole(holds: bool) -> Step {
    if holds { Ok(()) } else { Err(Stop::Fail) }
}
