//! All variables different: by value, and by a matching of variables to values (Régin, "A filtering algorithm for
//! constraints of difference in CSPs", AAAI 1994).

use ferz_engine::native::terms::Cell;
use ferz_engine::native::work::Ordered;
use ferz_engine::native::{Step, Stop, holds};

use super::halls::spread;
use super::ranges::{INF, Ranges, SUP};
use super::search::distinct::supported;
use super::search::space::run;
use super::store::{ARGS, Fd};

/// The greatest total of domain sizes for which the matching is computed; of larger ones the bounds are made consistent.
pub(super) const MOST_EDGES: i64 = 1 << 20;
/// Marks a value or a variable without a partner, and a variable that was not visited.
const NOBODY: usize = usize::MAX;

impl Fd<'_> {
    /// done, shown; x... Before `done` are variables whose values were removed from the others. Their order changes
    /// without the trail: those before an older `done` stay there.
    pub(super) fn different(&mut self, p: usize) -> Step {
        let end = p + ARGS + self.arg_count(p);
        let first = p + ARGS + 2;
        let before = self.number(p, 0) as usize;
        let mut done = first + before;
        let mut again = true;
        while again {
            again = false;
            let from = done;
            for at in from..end {
                let block = self.block(self.get(at));
                let Some(value) = self.value(block) else { continue };
                let (here, there) = (self.get(at), self.get(done));
                self.m.heap.set(at, there);
                self.m.heap.set(done, here);
                done += 1;
                again = true;
                for other in done..end {
                    let other = self.block(self.get(other));
                    self.remove(other, value)?;
                }
            }
        }
        if done - first != before {
            self.assign(p + ARGS, Cell::int((done - first) as i64));
        }
        if done + 1 >= end {
            self.kill(p);
        }
        Ok(())
    }

    /// shown; x...
    pub(super) fn distinct(&mut self, p: usize) -> Step {
        let vars: Vec<usize> = (1..self.arg_count(p)).map(|i| self.arg(p, i)).collect();
        self.remove_values(&vars)?;
        let open: Vec<usize> = vars.into_iter().filter(|&x| self.value(x).is_none()).collect();
        let sizes = open.iter().map(|&x| self.size(x).unwrap_or(MOST_EDGES));
        if open.is_empty() {
            self.kill(p);
            return Ok(());
        }
        if sizes.fold(0, i64::saturating_add) >= MOST_EDGES {
            return spread(self, &open).map(|_| ());
        }
        let (low, high) = open.iter().fold((i64::MAX, i64::MIN), |(low, high), &x| {
            (low.min(self.min(x)), high.max(self.max(x)))
        });
        if open.len() <= 64 && high - low < 64 {
            return self.distinct_in_words(&open, low);
        }
        let graph = ValueGraph::new(open.iter().map(|&x| self.ranges(x)).collect());
        let partners = graph.matching().ok_or(Stop::Fail)?;
        for (x, value) in graph.superfluous(&partners) {
            self.remove(open[x], value)?;
        }
        Ok(())
    }

    /// Removes the values that are in no matching, where all values fit into a word that begins with `low`.
    fn distinct_in_words(&mut self, open: &[usize], low: i64) -> Step {
        let mut domains = [0; 64];
        for (domain, &x) in domains.iter_mut().zip(open) {
            for (from, to) in self.ranges(x) {
                *domain |= run(from - low, to - low);
            }
        }
        let kept = supported(&domains[..open.len()]).ok_or(Stop::Fail)?;
        for (i, &x) in open.iter().enumerate() {
            let mut lost = domains[i] & !kept[i];
            while lost != 0 {
                self.remove(x, low + i64::from(lost.trailing_zeros()))?;
                lost &= lost - 1;
            }
        }
        Ok(())
    }

    /// Removes the values of variables that have one from the others, until no other gets a value by it.
    fn remove_values(&mut self, vars: &[usize]) -> Step {
        let mut open: Vec<usize> = Vec::with_capacity(vars.len());
        let mut taken: Vec<i64> = Vec::new();
        for &x in vars {
            match self.value(x) {
                Some(value) => taken.push(value),
                None => open.push(x),
            }
        }
        // Variables may have been unified since it was posted. A search of vectors counts on this: it looks only at
        // variables without a value.
        if has_twice(&open) || has_twice(&taken) {
            return Err(Stop::Fail);
        }
        while let Some(value) = taken.pop() {
            let mut left = Vec::with_capacity(open.len());
            for &x in &open {
                if let Some(own) = self.value(x) {
                    // It got its value by an earlier removal, and is in `taken`.
                    holds(own != value)?;
                    continue;
                }
                self.remove(x, value)?;
                match self.value(x) {
                    Some(value) => taken.push(value),
                    None => left.push(x),
                }
            }
            holds(!has_twice(&taken))?;
            open = left;
        }
        Ok(())
    }
}

/// Whether a variable, or a value, is among these twice.
pub(super) fn has_twice<T: Copy + Ord>(items: &[T]) -> bool {
    let mut sorted = items.to_vec();
    sorted.order_often();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

/// The variables and the values of their domains.
pub(super) struct ValueGraph {
    /// For each variable, the indices of its values.
    edges: Vec<Vec<usize>>,
    values: Vec<i64>,
}

impl ValueGraph {
    pub(super) fn new(domains: Vec<Ranges>) -> ValueGraph {
        let elements = domains.iter().flatten().filter(|&&(low, high)| low > INF && high < SUP);
        let mut values: Vec<i64> = elements.flat_map(|&(low, high)| low..=high).collect();
        values.order_often();
        values.dedup();
        let index = |value: i64| values.partition_point(|&other| other < value);
        let edges = domains
            .iter()
            .map(|domain| {
                domain
                    .iter()
                    .flat_map(|&(low, high)| index(low)..=index(high))
                    .collect()
            })
            .collect();
        ValueGraph { edges, values }
    }

    /// Returns the value of each variable in a matching that gives all variables different values.
    pub(super) fn matching(&self) -> Option<Vec<usize>> {
        let mut value_of = vec![NOBODY; self.edges.len()];
        let mut owner = vec![NOBODY; self.values.len()];
        for (x, edges) in self.edges.iter().enumerate() {
            if let Some(&value) = edges.iter().find(|&&value| owner[value] == NOBODY) {
                (owner[value], value_of[x]) = (x, value);
            }
        }
        // From each variable without a value, the shortest alternating path to a free value is searched.
        let mut seen = vec![NOBODY; self.values.len()];
        let mut from = vec![NOBODY; self.values.len()];
        for start in 0..self.edges.len() {
            if value_of[start] != NOBODY {
                continue;
            }
            let mut queue = vec![start];
            let mut at = 0;
            let mut free = None;
            'search: while let Some(&x) = queue.get(at) {
                at += 1;
                for &value in &self.edges[x] {
                    if seen[value] == start {
                        continue;
                    }
                    (seen[value], from[value]) = (start, x);
                    if owner[value] == NOBODY {
                        free = Some(value);
                        break 'search;
                    }
                    queue.push(owner[value]);
                }
            }
            let mut value = free?;
            loop {
                let x = from[value];
                let before = value_of[x];
                (owner[value], value_of[x]) = (x, value);
                if x == start {
                    break;
                }
                value = before;
            }
        }
        Some(value_of)
    }

    /// Returns the pairs of a variable and a value that are in no matching. A pair is in one if the owner of the value
    /// can move on to a free value, or back to the variable's own.
    pub(super) fn superfluous(&self, value_of: &[usize]) -> Vec<(usize, i64)> {
        let mut owner = vec![NOBODY; self.values.len()];
        for (x, &value) in value_of.iter().enumerate() {
            owner[value] = x;
        }
        let movable = self.movable(&owner);
        let component = self.components(&owner);
        let mut found = Vec::new();
        for (x, edges) in self.edges.iter().enumerate() {
            for &value in edges {
                let y = owner[value];
                if y != NOBODY && y != x && !movable[y] && component[x] != component[y] {
                    found.push((x, self.values[value]));
                }
            }
        }
        found
    }

    /// Tells of each variable whether it can leave its value, by a chain of moves to a free one.
    fn movable(&self, owner: &[usize]) -> Vec<bool> {
        let mut wanting = vec![Vec::new(); self.edges.len()];
        let mut movable = vec![false; self.edges.len()];
        let mut queue = Vec::new();
        for (x, edges) in self.edges.iter().enumerate() {
            for &value in edges {
                match owner[value] {
                    NOBODY if !movable[x] => {
                        movable[x] = true;
                        queue.push(x);
                    }
                    NOBODY => {}
                    y if y != x => wanting[y].push(x),
                    _ => {}
                }
            }
        }
        while let Some(y) = queue.pop() {
            for &x in &wanting[y] {
                if !movable[x] {
                    movable[x] = true;
                    queue.push(x);
                }
            }
        }
        movable
    }

    /// Returns the number of the strongly connected component of each variable, in the graph in which a variable leads
    /// to the owners of its other values (Tarjan's algorithm, with an explicit stack).
    fn components(&self, owner: &[usize]) -> Vec<usize> {
        let count = self.edges.len();
        let (mut number, mut low) = (vec![NOBODY; count], vec![0; count]);
        let mut component = vec![NOBODY; count];
        let (mut path, mut stack): (Vec<usize>, Vec<(usize, usize)>) = (Vec::new(), Vec::new());
        let mut next = 0;
        for start in 0..count {
            if number[start] != NOBODY {
                continue;
            }
            stack.push((start, 0));
            while let Some((x, at)) = stack.pop() {
                if at == 0 {
                    (number[x], low[x]) = (next, next);
                    next += 1;
                    path.push(x);
                }
                if let Some(&value) = self.edges[x].get(at) {
                    stack.push((x, at + 1));
                    let y = owner[value];
                    if y == NOBODY || y == x {
                        continue;
                    }
                    if number[y] == NOBODY {
                        stack.push((y, 0));
                    } else if component[y] == NOBODY {
                        low[x] = low[x].min(number[y]);
                    }
                    continue;
                }
                if let Some(&(above, _)) = stack.last()
                    && component[x] == NOBODY
                {
                    low[above] = low[above].min(low[x]);
                }
                if low[x] == number[x] {
                    while let Some(y) = path.pop() {
                        component[y] = x;
                        if y == x {
                            break;
                        }
                    }
                }
            }
        }
        component
    }
}
