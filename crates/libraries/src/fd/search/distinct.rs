//! All variables different, by a matching of variables to values that is kept from run to run (Régin, "A filtering
//! algorithm for constraints of difference in CSPs", AAAI 1994). Sets of variables and of values are words.

use ferz_engine::native::{Step, Stop};

use super::super::distinct::{MOST_EDGES, ValueGraph};
use super::super::domains::DomainAccess;
use super::super::halls::spread;
use super::parts::Form;
use super::space::Space;

/// Marks a value without an owner.
const NOBODY: u8 = u8::MAX;

/// The state of the propagator between runs. Backtracking need not restore it.
#[derive(Clone, Debug)]
pub(crate) struct Note {
    /// The value of each variable in the last matching, as a place in the word.
    values: Vec<u8>,
}

impl Note {
    pub(crate) fn new(count: usize) -> Note {
        Note {
            values: vec![NOBODY; count],
        }
    }
}

impl Space {
    /// note; x...
    pub(crate) fn distinct(&mut self, p: usize) -> Step {
        let (first, end) = (self.props[p].first as usize, self.props[p].end as usize);
        let count = end - first - 1;
        let vars = |space: &Self, i: usize| space.data[first + 1 + i] as usize;
        let (mut low, mut high) = (i64::MAX, i64::MIN);
        let mut is_small = count <= 64;
        for i in 0..count {
            let var = &self.vars[vars(self, i)];
            is_small &= var.form == Form::Small;
            (low, high) = (low.min(var.min), high.max(var.max));
        }
        if !is_small || i128::from(high) - i128::from(low) >= 64 {
            return self.distinct_by_lists(first + 1, end);
        }
        // The variables without a value, and their elements.
        let mut domains = [0_u64; 64];
        let mut open = [0_usize; 64];
        let mut n = 0;
        for i in 0..count {
            let var = &self.vars[vars(self, i)];
            if var.min != var.max {
                domains[n] = super::run::shifted(var.bits, var.base, low);
                open[n] = i;
                n += 1;
            }
        }
        if n == 0 {
            self.kill(p);
            return Ok(());
        }
        let note = self.data[first] as usize;
        let mut matching = Matching::new(&domains[..n]);
        for (i, &at) in open[..n].iter().enumerate() {
            matching.try_value(i, self.notes[note].values[at]);
        }
        matching.complete()?;
        for (i, &at) in open[..n].iter().enumerate() {
            self.notes[note].values[at] = matching.value_of[i];
        }
        let kept = matching.kept();
        for (i, &at) in open[..n].iter().enumerate() {
            if kept[i] != domains[i] {
                let x = vars(self, at);
                let base = self.vars[x].base;
                self.keep_bits(x, super::run::shifted(kept[i], low, base))?;
            }
        }
        Ok(())
    }

    fn distinct_by_lists(&mut self, first: usize, end: usize) -> Step {
        let all = self.data[first..end].iter().map(|&x| x as usize);
        let open: Vec<usize> = all.filter(|&x| !self.is_fixed(x)).collect();
        let total = open.iter().map(|&x| self.size(x)).fold(0, i64::saturating_add);
        if total >= MOST_EDGES {
            return spread(self, &open).map(|_| ());
        }
        if open.is_empty() {
            return Ok(());
        }
        let graph = ValueGraph::new(open.iter().map(|&x| self.ranges(x)).collect());
        let partners = graph.matching().ok_or(Stop::Fail)?;
        for (x, value) in graph.superfluous(&partners) {
            self.remove(open[x], value)?;
        }
        Ok(())
    }
}

/// Returns of each of at most 64 domains the values that are in some matching; `None` if there is no matching.
pub(crate) fn supported(domains: &[u64]) -> Option<[u64; 64]> {
    let mut matching = Matching::new(domains);
    matching.complete().ok()?;
    Some(matching.kept())
}

/// A matching of variables to values.
struct Matching<'a> {
    domains: &'a [u64],
    value_of: [u8; 64],
    owner: [u8; 64],
    /// The values that have an owner.
    taken: u64,
}

impl Matching<'_> {
    fn new(domains: &[u64]) -> Matching<'_> {
        Matching {
            domains,
            value_of: [NOBODY; 64],
            owner: [NOBODY; 64],
            taken: 0,
        }
    }

    fn give(&mut self, x: usize, value: u8) {
        self.value_of[x] = value;
        self.owner[usize::from(value)] = x as u8;
        self.taken |= 1 << value;
    }

    /// Gives a variable the value that it had, if that is still possible.
    fn try_value(&mut self, x: usize, value: u8) {
        if value < 64 && self.domains[x] >> value & 1 == 1 && self.taken >> value & 1 == 0 {
            self.give(x, value);
        }
    }

    /// Gives each variable a value.
    fn complete(&mut self) -> Step {
        for x in 0..self.domains.len() {
            if self.value_of[x] != NOBODY {
                continue;
            }
            let free = self.domains[x] & !self.taken;
            if free != 0 {
                self.give(x, free.trailing_zeros() as u8);
            } else {
                self.augment(x)?;
            }
        }
        Ok(())
    }

    /// Finds a shortest alternating path from a variable without a value to a value without an owner.
    fn augment(&mut self, start: usize) -> Step {
        let mut from = [NOBODY; 64];
        let mut queue = [0_u8; 64];
        let (mut head, mut tail) = (0, 1);
        queue[0] = start as u8;
        let mut seen = 0_u64;
        while head < tail {
            let x = usize::from(queue[head]);
            head += 1;
            let fresh = self.domains[x] & !seen;
            seen |= fresh;
            let free = fresh & !self.taken;
            if free != 0 {
                let mut value = free.trailing_zeros() as u8;
                let mut x = x;
                loop {
                    let before = self.value_of[x];
                    self.give(x, value);
                    if x == start {
                        return Ok(());
                    }
                    value = before;
                    x = usize::from(from[usize::from(before)]);
                }
            }
            let mut rest = fresh;
            while rest != 0 {
                let value = rest.trailing_zeros();
                rest &= rest - 1;
                from[value as usize] = x as u8;
                queue[tail] = self.owner[value as usize];
                tail += 1;
            }
        }
        Err(Stop::Fail)
    }

    /// Returns of each domain the values that are in some matching: the variable's own, those whose owner can move to a
    /// free value, and those of its strongly connected component, in the graph in which a variable leads to the owners
    /// of the values in its domain.
    fn kept(&self) -> [u64; 64] {
        let n = self.domains.len();
        // The values from which a chain of moves leads to a free value.
        let mut movable = !self.taken;
        let mut is_movable = 0_u64;
        loop {
            let mut changed = false;
            for x in 0..n {
                if is_movable >> x & 1 == 0 && self.domains[x] & movable != 0 {
                    is_movable |= 1 << x;
                    movable |= 1 << self.value_of[x];
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        // Tarjan's algorithm over the variables that cannot move.
        let mut kept = [0_u64; 64];
        let mut state = Components {
            matching: self,
            number: [0; 64],
            low: [0; 64],
            next: 1,
            path: [0; 64],
            depth: 0,
            // Values whose owners are on the path.
            on_path: 0,
        };
        for x in 0..n {
            if is_movable >> x & 1 == 0 && state.number[x] == 0 {
                state.visit(x, &mut kept, is_movable);
            }
        }
        for (x, kept) in kept.iter_mut().enumerate().take(n) {
            *kept = if is_movable >> x & 1 == 1 {
                // A variable that can move takes no value of one that cannot away without giving its own back.
                self.domains[x] & movable
            } else {
                self.domains[x] & *kept
            };
        }
        kept
    }
}

struct Components<'a> {
    matching: &'a Matching<'a>,
    number: [u8; 64],
    low: [u8; 64],
    next: u8,
    path: [u8; 64],
    depth: usize,
    on_path: u64,
}

impl Components<'_> {
    /// Finds the components that are reached from a variable; `kept` becomes the values of the component of each.
    fn visit(&mut self, start: usize, kept: &mut [u64; 64], is_movable: u64) {
        let mut stack = [(0_u8, 0_u64); 64];
        let mut top = 0;
        self.enter(start);
        stack[0] = (start as u8, self.matching.domains[start] & self.matching.taken);
        loop {
            let (x, rest) = stack[top];
            let x = usize::from(x);
            if rest != 0 {
                stack[top].1 = rest & (rest - 1);
                let value = rest.trailing_zeros() as usize;
                let y = usize::from(self.matching.owner[value]);
                if y == x || is_movable >> y & 1 == 1 {
                    continue;
                }
                if self.number[y] == 0 {
                    self.enter(y);
                    top += 1;
                    stack[top] = (y as u8, self.matching.domains[y] & self.matching.taken);
                } else if self.on_path >> value & 1 == 1 {
                    self.low[x] = self.low[x].min(self.number[y]);
                }
                continue;
            }
            if self.low[x] == self.number[x] {
                let mut values = 0;
                let end = self.depth;
                while self.depth > 0 {
                    self.depth -= 1;
                    let y = usize::from(self.path[self.depth]);
                    values |= 1 << self.matching.value_of[y];
                    if y == x {
                        break;
                    }
                }
                self.on_path &= !values;
                for at in self.depth..end {
                    kept[usize::from(self.path[at])] = values;
                }
            }
            if top == 0 {
                return;
            }
            top -= 1;
            let above = usize::from(stack[top].0);
            self.low[above] = self.low[above].min(self.low[x]);
        }
    }

    fn enter(&mut self, x: usize) {
        (self.number[x], self.low[x]) = (self.next, self.next);
        self.next += 1;
        self.path[self.depth] = x as u8;
        self.depth += 1;
        self.on_path |= 1 << self.matching.value_of[x];
    }
}
