//! Tasks that run one at a time: overloads, detectable precedences, not-last and edge finding by trees of the tasks in the
//! order of their earliest starts, each in n log n steps (Vilím, "Global constraints in scheduling", 2007).

use ferz_engine::native::work::Ordered;
use ferz_engine::native::{Stop, holds};

/// A time before all others, to which durations can be added.
const NEVER: i64 = i64::MIN / 4;

/// When a task can run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub earliest: i64,
    pub latest_end: i64,
    pub duration: i64,
}

impl Window {
    pub(super) fn earliest_end(&self) -> i64 {
        self.earliest + self.duration
    }

    pub(super) fn latest(&self) -> i64 {
        self.latest_end - self.duration
    }

    /// Returns the window if time runs backwards.
    pub(super) fn mirrored(self) -> Window {
        Window {
            earliest: -self.latest_end,
            latest_end: -self.earliest,
            ..self
        }
    }
}

/// The work of the tasks below a node: its total, and when it ends at the earliest; and the same with one of the
/// optional tasks, with the leaf of the task that decides.
#[derive(Clone, Copy, Debug)]
struct ThetaNode {
    total: i64,
    end: i64,
    most: i64,
    most_from: usize,
    last: i64,
    last_from: usize,
}

const EMPTY: ThetaNode = ThetaNode {
    total: 0,
    end: NEVER,
    most: 0,
    most_from: usize::MAX,
    last: NEVER,
    last_from: usize::MAX,
};

impl ThetaNode {
    /// Returns the node above two, the work of the second of which starts later.
    fn above(a: &ThetaNode, b: &ThetaNode) -> ThetaNode {
        let (most, most_from) = if a.most + b.total >= a.total + b.most {
            (a.most + b.total, a.most_from)
        } else {
            (a.total + b.most, b.most_from)
        };
        let mut node = ThetaNode {
            total: a.total + b.total,
            end: b.end.max(a.end + b.total),
            most,
            most_from,
            last: b.last,
            last_from: b.last_from,
        };
        for (last, from) in [(a.end + b.most, b.most_from), (a.last + b.total, a.last_from)] {
            if last > node.last {
                (node.last, node.last_from) = (last, from);
            }
        }
        node
    }
}

/// A tree of tasks.
struct Tree {
    nodes: Vec<ThetaNode>,
    /// The number of leaves.
    width: usize,
}

impl Tree {
    fn new(count: usize) -> Tree {
        let width = count.next_power_of_two();
        Tree {
            nodes: vec![EMPTY; 2 * width],
            width,
        }
    }

    fn clear(&mut self) {
        self.nodes.fill(EMPTY);
    }

    fn set(&mut self, leaf: usize, node: ThetaNode) {
        let mut at = self.width + leaf;
        self.nodes[at] = node;
        while at > 1 {
            at /= 2;
            self.nodes[at] = ThetaNode::above(&self.nodes[2 * at], &self.nodes[2 * at + 1]);
        }
    }

    fn insert(&mut self, leaf: usize, task: &Window) {
        self.set(leaf, taken(task));
    }

    /// Adds all tasks, whose leaves are told.
    fn fill(&mut self, tasks: &[Window], leaves: &[usize]) {
        for (task, leaf) in tasks.iter().zip(leaves) {
            self.nodes[self.width + leaf] = taken(task);
        }
        for at in (1..self.width).rev() {
            self.nodes[at] = ThetaNode::above(&self.nodes[2 * at], &self.nodes[2 * at + 1]);
        }
    }

    /// Makes a task one that may be left out.
    fn make_optional(&mut self, leaf: usize, task: &Window) {
        let node = ThetaNode {
            most: task.duration,
            most_from: leaf,
            last: task.earliest_end(),
            last_from: leaf,
            ..EMPTY
        };
        self.set(leaf, node);
    }

    fn root(&self) -> &ThetaNode {
        &self.nodes[1]
    }

    /// Returns when the tasks end at the earliest without the one at a leaf.
    fn end_without(&self, leaf: usize) -> i64 {
        let mut at = self.width + leaf;
        let (mut total, mut end) = (0, NEVER);
        while at > 1 {
            let other = &self.nodes[at ^ 1];
            // What is behind the task comes after what was found, what is before it comes first.
            end = if at.is_multiple_of(2) {
                other.end.max(end + other.total)
            } else {
                end.max(other.end + total)
            };
            total += other.total;
            at /= 2;
        }
        end
    }
}

fn taken(task: &Window) -> ThetaNode {
    let (total, end) = (task.duration, task.earliest_end());
    ThetaNode {
        total,
        end,
        most: total,
        last: end,
        ..EMPTY
    }
}

/// Narrows the windows of tasks that exclude each other, once by each rule; fails if they cannot all run.
pub(super) fn one_at_a_time(tasks: &mut [Window]) -> Result<(), Stop> {
    let orders: [Vec<usize>; 4] = [
        order(tasks, |task| task.earliest),
        order(tasks, Window::earliest_end),
        order(tasks, Window::latest),
        order(tasks, |task| task.latest_end),
    ];
    let mut tree = Tree::new(tasks.len());
    let mut found = tasks.to_vec();
    pass(&mut tree, tasks, &orders, &mut found)?;
    // Backwards, the latest end is the earliest start, and so on.
    let [a, b, c, d] = orders.map(|mut order| {
        order.reverse();
        order
    });
    let mirrored: Vec<Window> = tasks.iter().map(|task| task.mirrored()).collect();
    let mut back: Vec<Window> = found.iter().map(|task| task.mirrored()).collect();
    pass(&mut tree, &mirrored, &[d, c, b, a], &mut back)?;
    for (task, back) in tasks.iter_mut().zip(back) {
        *task = back.mirrored();
    }
    Ok(())
}

fn order(tasks: &[Window], key: impl Fn(&Window) -> i64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..tasks.len()).collect();
    order.order_often_by(|&i, &j| key(&tasks[i]).cmp(&key(&tasks[j])));
    order
}

/// The rules that look forward. The orders are those by earliest start, earliest end, latest start and latest end.
fn pass(tree: &mut Tree, tasks: &[Window], orders: &[Vec<usize>; 4], found: &mut [Window]) -> Result<(), Stop> {
    let [by_start, by_end, by_latest, by_latest_end] = orders;
    let mut leaves = vec![0; tasks.len()];
    for (leaf, &i) in by_start.iter().enumerate() {
        leaves[i] = leaf;
    }
    // Detectable precedences: a task that cannot be before some others is after all of them.
    tree.clear();
    let mut next = by_latest.iter().peekable();
    for &i in by_end {
        while let Some(&q) = next.next_if(|&&q| tasks[q].latest() < tasks[i].earliest_end()) {
            tree.insert(leaves[q], &tasks[q]);
        }
        found[i].earliest = found[i].earliest.max(tree.end_without(leaves[i]));
    }
    // Not last: a task that cannot be after some others ends before the last of them starts.
    tree.clear();
    let mut next = by_latest.iter().peekable();
    let mut newest = [usize::MAX; 2];
    for &i in by_latest_end {
        while let Some(&q) = next.next_if(|&&q| tasks[q].latest() < tasks[i].latest_end) {
            tree.insert(leaves[q], &tasks[q]);
            newest = [q, newest[0]];
        }
        let other = if newest[0] == i { newest[1] } else { newest[0] };
        if other != usize::MAX && tree.end_without(leaves[i]) > tasks[i].latest() {
            found[i].latest_end = found[i].latest_end.min(tasks[other].latest());
        }
    }
    // Edge finding: a task that leaves no room for some others before their last end is after all of them.
    tree.clear();
    tree.fill(tasks, &leaves);
    let mut order = by_latest_end.iter().rev().peekable();
    while let Some(&j) = order.next() {
        holds(tree.root().end <= tasks[j].latest_end)?;
        tree.make_optional(leaves[j], &tasks[j]);
        let Some(&&j) = order.peek() else {
            break;
        };
        while tree.root().last > tasks[j].latest_end {
            let leaf = tree.root().last_from;
            let Some(&i) = by_start.get(leaf) else {
                // The others alone are too much.
                return Err(Stop::Fail);
            };
            found[i].earliest = found[i].earliest.max(tree.root().end);
            tree.set(leaf, EMPTY);
        }
    }
    Ok(())
}
