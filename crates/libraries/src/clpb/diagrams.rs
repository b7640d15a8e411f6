//! Reduced ordered binary decision diagrams (Bryant, "Graph-Based Algorithms for Boolean Function Manipulation", 1986):
//! the nodes of one native predicate's run, and their table.
//!
//! A node is a number; that of a node is larger than those of its children, so a loop over the numbers visits children
//! before parents. Two nodes are never equal, so equal functions have equal numbers. Nothing here recurs: diagrams may have
//! as many levels as there are variables.

use ferz_engine::native::work::{Limit, Pace, Table};
use ferz_engine::native::{Machine, Step, Stop};

use super::cache::Cache;

/// The diagram that is false.
pub(super) const FALSE: u32 = 0;
/// The diagram that is true.
pub(super) const TRUE: u32 = 1;
/// The level of the two constants: below all variables.
pub(super) const BOTTOM: u32 = u32::MAX;
/// Nodes at most, so that numbers of nodes fit into the table.
const MOST: usize = 1 << 30;

/// A node: the number of the variable that it tests, and the diagrams for 0 and for 1.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct DiagramNode {
    pub level: u32,
    pub low: u32,
    pub high: u32,
}

/// An operation on two Boolean values, by its results for 00, 01, 10 and 11: the bits from the lowest.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Operation(pub u8);

impl Operation {
    pub(super) const AND: Operation = Operation(0b1000);
    pub(super) const OR: Operation = Operation(0b1110);
    pub(super) const XOR: Operation = Operation(0b0110);
    pub(super) const EQUAL: Operation = Operation(0b1001);
    pub(super) const AT_MOST: Operation = Operation(0b1011);
    pub(super) const LESS: Operation = Operation(0b0010);

    fn is_symmetric(self) -> bool {
        self.0 >> 1 & 1 == self.0 >> 2 & 1
    }

    /// Returns the result if it needs no look at the children.
    #[inline]
    fn known(self, a: u32, b: u32) -> Option<u32> {
        let bits = u32::from(self.0);
        // The work that is left where `row` has the results for 0 and 1 of the other diagram.
        let of_one = |row: u32, other: u32| match row {
            0b00 => Some(FALSE),
            0b11 => Some(TRUE),
            0b10 => Some(other),
            _ => (other <= TRUE).then_some(1 - other.min(1)),
        };
        if a <= TRUE {
            return of_one(bits >> (2 * a) & 0b11, b);
        }
        if b <= TRUE {
            return of_one(bits >> b & 1 | (bits >> (b + 2) & 1) << 1, a);
        }
        if a == b {
            return of_one(bits & 1 | bits >> 3 << 1, a);
        }
        None
    }
}

/// A step of an operation that is carried out.
enum DiagramTask {
    /// Computes the result for two diagrams.
    Pair(u32, u32),
    /// Makes a node at this level from the last two results, that of these two diagrams.
    Join(u32, u32, u32),
}

/// The nodes, the table of all of them, and what operations have found.
pub(super) struct Diagrams<'m> {
    pub m: &'m mut Machine,
    nodes: Table<u32, DiagramNode>,
    /// Places of nodes by their hash; 0 is free.
    table: Vec<u32>,
    cache: Cache,
    pace: Pace,
    /// Bytes that are charged.
    charged: usize,
}

impl Drop for Diagrams<'_> {
    fn drop(&mut self) {
        self.m.limits.take_back(self.charged);
    }
}

impl<'m> Diagrams<'m> {
    pub(super) fn new(m: &'m mut Machine) -> Diagrams<'m> {
        let constant = |value| DiagramNode {
            level: BOTTOM,
            low: value,
            high: value,
        };
        Diagrams {
            m,
            nodes: vec![constant(FALSE), constant(TRUE)].into(),
            table: vec![0; 64],
            cache: Cache::new(),
            pace: Pace::new(),
            charged: 0,
        }
    }

    #[inline(always)]
    pub(super) fn node(&self, number: u32) -> DiagramNode {
        self.nodes[number]
    }

    #[inline(always)]
    pub(super) fn level(&self, number: u32) -> u32 {
        self.node(number).level
    }

    /// Looks at the limits now and then; to be called in all loops over nodes.
    #[inline(always)]
    pub(super) fn poll(&mut self) -> Step {
        self.m.poll_at(&mut self.pace)
    }

    /// Charges memory until the end.
    pub(super) fn charge(&mut self, bytes: usize) -> Step {
        if self.m.room() < bytes {
            return Err(self.m.lacks_room(Limit::Memory));
        }
        self.m.set_aside(bytes)?;
        self.charged += bytes;
        Ok(())
    }

    /// Returns the diagram of a variable.
    pub(super) fn variable(&mut self, level: u32) -> Result<u32, Stop> {
        self.make(level, FALSE, TRUE)
    }

    /// Returns the node of a level that is above those of both children.
    #[inline]
    pub(super) fn make(&mut self, level: u32, low: u32, high: u32) -> Result<u32, Stop> {
        if low == high {
            return Ok(low);
        }
        let node = DiagramNode { level, low, high };
        let mask = self.table.len() - 1;
        let mut place = hash(node) & mask;
        loop {
            match self.table[place] {
                0 => break,
                number if self.nodes[number] == node => return Ok(number),
                _ => place = (place + 1) & mask,
            }
        }
        let number = self.nodes.len();
        if number == self.nodes.capacity() || 4 * number > 3 * self.table.len() {
            self.grow()?;
            insert(&mut self.table, node, number as u32);
        } else {
            self.table[place] = number as u32;
        }
        self.nodes.push(node);
        Ok(number as u32)
    }

    #[cold]
    fn grow(&mut self) -> Step {
        let count = self.nodes.len();
        if count >= MOST {
            return Err(self.m.resource_error(Limit::Memory));
        }
        if count == self.nodes.capacity() {
            self.charge(count * size_of::<DiagramNode>())?;
            self.nodes.values_mut().reserve_exact(count);
        }
        if 4 * count > 3 * self.table.len() {
            let size = 2 * self.table.len();
            self.charge(size * size_of::<u32>() / 2)?;
            self.table = vec![0; size];
            for number in 2..count as u32 {
                insert(&mut self.table, self.nodes[number], number);
            }
        }
        Ok(())
    }

    /// Returns the diagram of an operation on two.
    pub(super) fn apply(&mut self, operation: Operation, a: u32, b: u32) -> Result<u32, Stop> {
        let mut tasks = vec![DiagramTask::Pair(a, b)];
        let mut found: Vec<u32> = Vec::new();
        while let Some(task) = tasks.pop() {
            match task {
                DiagramTask::Pair(a, b) => {
                    if let Some(known) = operation.known(a, b) {
                        found.push(known);
                        continue;
                    }
                    self.poll()?;
                    let (a, b) = if a > b && operation.is_symmetric() {
                        (b, a)
                    } else {
                        (a, b)
                    };
                    if let Some(known) = self.cache.get(operation.0, a, b) {
                        found.push(known);
                        continue;
                    }
                    let (left, right) = (self.node(a), self.node(b));
                    let level = left.level.min(right.level);
                    let (a0, a1) = if left.level == level {
                        (left.low, left.high)
                    } else {
                        (a, a)
                    };
                    let (b0, b1) = if right.level == level {
                        (right.low, right.high)
                    } else {
                        (b, b)
                    };
                    tasks.extend([
                        DiagramTask::Join(level, a, b),
                        DiagramTask::Pair(a1, b1),
                        DiagramTask::Pair(a0, b0),
                    ]);
                }
                DiagramTask::Join(level, a, b) => {
                    let (Some(high), Some(low)) = (found.pop(), found.pop()) else {
                        break;
                    };
                    let joined = self.make(level, low, high)?;
                    if self.cache.is_small_for(self.nodes.len()) {
                        self.charge(self.cache.bytes())?;
                        self.cache.grow();
                    }
                    self.cache.put(operation.0, a, b, joined);
                    found.push(joined);
                }
            }
        }
        found.pop().ok_or(Stop::Fail)
    }

    pub(super) fn and(&mut self, a: u32, b: u32) -> Result<u32, Stop> {
        self.apply(Operation::AND, a, b)
    }

    pub(super) fn not(&mut self, a: u32) -> Result<u32, Stop> {
        self.apply(Operation::XOR, TRUE, a)
    }

    /// Returns the diagram that is `high` where `test` is true, and `low` elsewhere.
    pub(super) fn choose(&mut self, test: u32, low: u32, high: u32) -> Result<u32, Stop> {
        let high = self.and(test, high)?;
        let low = self.apply(Operation::LESS, test, low)?;
        self.apply(Operation::OR, low, high)
    }

    /// Returns the nodes of a diagram, children before parents, without the constants.
    pub(super) fn nodes_of(&mut self, top: u32) -> Result<Vec<u32>, Stop> {
        let mut is_seen: Table<u32, _> = Table::filled(false, top as usize + 1);
        let mut found = Vec::new();
        let mut work = vec![top];
        while let Some(number) = work.pop() {
            if number <= TRUE || std::mem::replace(&mut is_seen[number], true) {
                continue;
            }
            self.poll()?;
            found.push(number);
            let node = self.node(number);
            work.extend([node.high, node.low]);
        }
        found.sort_unstable();
        Ok(found)
    }

    /// Returns a diagram that is made anew from its nodes, children first: `step` gets a node with its new children.
    pub(super) fn rebuild(
        &mut self,
        top: u32,
        mut step: impl FnMut(&mut Self, DiagramNode) -> Result<u32, Stop>,
    ) -> Result<u32, Stop> {
        let nodes = self.nodes_of(top)?;
        let mut new: Table<u32, _> = Table::filled(FALSE, top.max(TRUE) as usize + 1);
        new[TRUE] = TRUE;
        for number in nodes {
            self.poll()?;
            let DiagramNode { level, low, high } = self.node(number);
            let (low, high) = (new[low], new[high]);
            new[number] = step(self, DiagramNode { level, low, high })?;
        }
        Ok(new[top])
    }

    /// Joins, by the operation, the two cases of each variable that `is_bound` names: `OR` says that there is a value, `AND`
    /// that it holds for both.
    pub(super) fn quantify(
        &mut self,
        top: u32,
        operation: Operation,
        is_bound: impl Fn(u32) -> bool,
    ) -> Result<u32, Stop> {
        self.rebuild(top, |d, DiagramNode { level, low, high }| {
            if is_bound(level) {
                d.apply(operation, low, high)
            } else {
                d.make(level, low, high)
            }
        })
    }
}

fn insert(table: &mut [u32], node: DiagramNode, number: u32) {
    let mask = table.len() - 1;
    let mut place = hash(node) & mask;
    while table[place] != 0 {
        place = (place + 1) & mask;
    }
    table[place] = number;
}

#[inline(always)]
fn hash(node: DiagramNode) -> usize {
    let children = u64::from(node.low) << 32 | u64::from(node.high);
    let mixed = (children ^ u64::from(node.level).wrapping_mul(0x9e37_79b9)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 32) as usize
}
