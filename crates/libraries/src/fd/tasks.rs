//! Tasks that share a resource: a time table of the parts that surely run, what follows for those that exclude each other
//! (`disjunctive.rs`), and edge finding, which tells that a task ends after some others because their work has no room
//! otherwise.

use ferz_engine::native::work::Ordered;
use ferz_engine::native::{Stop, holds};

use super::disjunctive::{Window, one_at_a_time};
use super::domains::DomainAccess;
use super::ranges::{INF, SUP};

/// Work beyond this is left to the other propagators, so that no product is beyond a machine word.
const LARGEST: i128 = 1 << 60;
/// Edge finding takes up to the third power of the number of tasks; with more than these it is left out.
const FEW: usize = 100;

/// A task as far as it is known: it takes at least as long as its window says, and uses at least this much.
#[derive(Clone, Copy, Debug)]
struct Task {
    start: usize,
    window: Window,
    used: i64,
}

impl Task {
    fn work(&self) -> i64 {
        self.window.duration * self.used
    }
}

/// The amount surely in use from one time to another.
struct Height {
    from: i64,
    to: i64,
    used: i64,
}

/// Whether the numbers of tasks are small enough: limit; start, duration, use...
pub(super) fn is_small(d: &impl DomainAccess, vars: &[usize]) -> bool {
    let limit = d.max(vars[0]);
    let (mut first, mut last) = (0, 0);
    for task in vars[1..].chunks_exact(3) {
        let (start, duration) = (task[0], d.min(task[1]).max(0));
        if d.min(start) == INF || d.max(start) == SUP || duration == SUP {
            return false;
        }
        first = d.min(start).min(first);
        last = d.max(start).saturating_add(duration).max(last);
    }
    let span = i128::from(last) - i128::from(first);
    // Greatest is the room of the limit from first to last, and the work of all tasks, none of which uses more.
    limit != SUP && span * i128::from(limit.max(1)) * (vars.len() as i128) < LARGEST
}

/// Narrows the starts of tasks: limit; start, duration, use... Returns whether nothing is left to do.
pub(super) fn cumulative(d: &mut impl DomainAccess, vars: &[usize]) -> Result<bool, Stop> {
    let limit = d.max(vars[0]);
    let mut tasks = Vec::with_capacity(vars.len() / 3);
    let mut is_open = !is_small(d, vars);
    if is_open {
        return Ok(false);
    }
    for task in vars[1..].chunks_exact(3) {
        is_open |= task.iter().any(|&x| d.value(x).is_none());
        let (duration, used) = (d.min(task[1]), d.min(task[2]));
        if duration > 0 && used > 0 {
            holds(used <= limit)?;
            tasks.push(Task {
                start: task[0],
                window: Window {
                    earliest: d.min(task[0]),
                    latest_end: d.max(task[0]) + duration,
                    duration,
                },
                used,
            });
        }
    }
    d.worked(tasks.len());
    // What changed runs the propagator again, after cheaper ones.
    if time_table(d, &tasks, limit)? {
        return Ok(false);
    }
    if !is_open {
        return Ok(d.value(vars[0]).is_some());
    }
    let used: Vec<i64> = tasks.iter().map(|task| task.used).collect();
    let alone = excluding(&used, limit);
    if alone.len() > 1 {
        let mut windows: Vec<Window> = alone.iter().map(|&i| tasks[i].window).collect();
        one_at_a_time(&mut windows)?;
        let mut changed = false;
        for (&i, window) in alone.iter().zip(&windows) {
            changed |= narrow(d, &tasks[i], window)?;
        }
        if changed {
            return Ok(false);
        }
    }
    if alone.len() < tasks.len() && tasks.len() <= FEW {
        d.worked(tasks.len() * tasks.len());
        let earliest = after_others(&tasks, limit)?;
        let mirrored: Vec<Task> = tasks
            .iter()
            .map(|task| Task {
                window: task.window.mirrored(),
                ..*task
            })
            .collect();
        let latest_end = after_others(&mirrored, limit)?;
        for (i, task) in tasks.iter().enumerate() {
            let window = Window {
                earliest: earliest[i],
                latest_end: -latest_end[i],
                ..task.window
            };
            narrow(d, task, &window)?;
        }
    }
    Ok(false)
}

/// Narrows the start of a task to a window. Returns whether that changed it.
fn narrow(d: &mut impl DomainAccess, task: &Task, window: &Window) -> Result<bool, Stop> {
    if window.earliest <= task.window.earliest && window.latest_end >= task.window.latest_end {
        return Ok(false);
    }
    d.at_least(task.start, i128::from(window.earliest))?;
    d.at_most(task.start, i128::from(window.latest()))?;
    Ok(true)
}

/// Returns those of tasks with these uses no two of which can run at once: those that use more than half, and one more if
/// it does not fit beside any of them.
fn excluding(used: &[i64], limit: i64) -> Vec<usize> {
    let is_half = |&i: &usize| used[i] > limit - used[i];
    let mut found: Vec<usize> = (0..used.len()).filter(is_half).collect();
    let least = found.iter().map(|&i| used[i]).min();
    let other = (0..used.len()).filter(|i| !is_half(i)).max_by_key(|&i| used[i]);
    if let (Some(least), Some(other)) = (least, other)
        && least > limit - used[other]
    {
        found.push(other);
    }
    found
}

/// Returns the start and the duration of tasks no two of which can run at once: limit; start, duration, use...
pub(super) fn excluding_vars(d: &impl DomainAccess, vars: &[usize]) -> Vec<(usize, usize)> {
    let tasks: Vec<&[usize]> = vars[1..]
        .chunks_exact(3)
        .filter(|task| d.min(task[1]) > 0 && d.min(task[2]) > 0)
        .collect();
    let used: Vec<i64> = tasks.iter().map(|task| d.min(task[2])).collect();
    let found = excluding(&used, d.max(vars[0]));
    found.into_iter().map(|i| (tasks[i][0], tasks[i][1])).collect()
}

/// Moves each task out of the times at which too much is in use for it. Returns whether one was moved.
fn time_table(d: &mut impl DomainAccess, tasks: &[Task], limit: i64) -> Result<bool, Stop> {
    let mut changes = Vec::with_capacity(2 * tasks.len());
    for task in tasks
        .iter()
        .filter(|task| task.window.latest() < task.window.earliest_end())
    {
        changes.extend([
            (task.window.latest(), task.used),
            (task.window.earliest_end(), -task.used),
        ]);
    }
    changes.order_often();
    let mut steps: Vec<Height> = Vec::with_capacity(changes.len());
    let mut used = 0;
    for (i, &(from, change)) in changes.iter().enumerate() {
        used += change;
        let to = changes.get(i + 1).map_or(from, |next| next.0);
        if used > 0 && from < to {
            holds(used <= limit)?;
            steps.push(Height { from, to, used });
        }
    }
    let mut changed = false;
    for task in tasks {
        let duration = task.window.duration;
        let own = (task.window.latest(), task.window.earliest_end());
        let is_full = |step: &Height| {
            let is_own = own.0 <= step.from && step.to <= own.1;
            step.used + if is_own { 0 } else { task.used } > limit
        };
        let (mut earliest, mut latest) = (task.window.earliest, task.window.latest());
        let first = steps.partition_point(|step| step.to <= earliest);
        for step in &steps[first..] {
            if step.from >= earliest + duration {
                break;
            }
            if step.to > earliest && is_full(step) {
                earliest = step.to;
            }
        }
        let last = steps.partition_point(|step| step.from < latest + duration);
        for step in steps[..last].iter().rev() {
            if step.to <= latest {
                break;
            }
            if step.from < latest + duration && is_full(step) {
                latest = step.from - duration;
            }
        }
        let latest_end = latest + duration;
        let window = Window {
            earliest,
            latest_end,
            duration,
        };
        changed |= narrow(d, task, &window)?;
    }
    Ok(changed)
}

/// Returns the earliest start of each task; fails if some have more work than there is room for.
fn after_others(tasks: &[Task], limit: i64) -> Result<Vec<i64>, Stop> {
    let mut order: Vec<usize> = (0..tasks.len()).collect();
    order.order_often_by(|&i, &j| tasks[i].window.earliest.cmp(&tasks[j].window.earliest));
    let mut ends: Vec<i64> = tasks.iter().map(|task| task.window.latest_end).collect();
    ends.order_often();
    ends.dedup();
    let mut found: Vec<i64> = tasks.iter().map(|task| task.window.earliest).collect();
    // At each place of the order, the work of the tasks from there on that end by `end`; of the others, that of the next.
    let mut work = vec![0; tasks.len() + 1];
    for end in ends {
        work[tasks.len()] = 0;
        for (at, &i) in order.iter().enumerate().rev() {
            let task = &tasks[i];
            let is_member = task.window.latest_end <= end;
            work[at] = work[at + 1] + if is_member { task.work() } else { 0 };
            if is_member && work[at] > limit * (end - task.window.earliest) {
                return Err(Stop::Fail);
            }
        }
        // The member with the least room left by it and those behind it.
        let mut tightest: Option<(i64, usize)> = None;
        for (at, &i) in order.iter().enumerate() {
            let task = &tasks[i];
            if task.window.latest_end <= end {
                let room = limit * (end - task.window.earliest) - work[at];
                if tightest.is_none_or(|(least, _)| room < least) {
                    tightest = Some((room, at));
                }
                continue;
            }
            let from = match tightest {
                Some((room, from)) if task.work() > room => from,
                _ if work[at] > 0 && work[at] + task.work() > limit * (end - task.window.earliest) => at,
                _ => continue,
            };
            // It ends after the members from there on. What they leave no room for beside it, they do before it starts.
            for (place, &member) in order.iter().enumerate().skip(from) {
                let begin = tasks[member].window.earliest;
                let rest = work[place] - (limit - task.used) * (end - begin);
                if tasks[member].window.latest_end <= end && rest > 0 {
                    found[i] = found[i].max(begin + (rest + task.used - 1) / task.used);
                }
            }
        }
    }
    Ok(found)
}
