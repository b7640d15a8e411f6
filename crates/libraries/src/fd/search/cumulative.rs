//! Tasks that share a resource: a time table of the parts that surely run, and edge finding, which tells that a task ends
//! after some others because their work has no room otherwise.

use ferz_engine::native::work::Ordered;
use ferz_engine::native::{Step, Stop};

use super::space::Space;

/// Numbers beyond this are left to the other propagators, so that no product is beyond a machine word.
const LARGEST: i64 = 1 << 24;

/// A task as far as it is known: it takes at least this long, and uses at least this much.
#[derive(Clone, Copy, Debug)]
struct Task {
    start: usize,
    earliest: i64,
    latest_end: i64,
    duration: i64,
    used: i64,
}

impl Task {
    fn latest(&self) -> i64 {
        self.latest_end - self.duration
    }

    fn earliest_end(&self) -> i64 {
        self.earliest + self.duration
    }

    fn work(&self) -> i64 {
        self.duration * self.used
    }
}

/// The amount surely in use from one time to another.
struct Height {
    from: i64,
    to: i64,
    used: i64,
}

impl Space {
    /// limit; start, duration, use...
    pub(crate) fn cumulative(&mut self, p: usize) -> Step {
        let (first, end) = (self.props[p].first as usize, self.props[p].end as usize);
        let var = |space: &Space, at: usize| space.vars[space.data[at] as usize];
        let limit = var(self, first).max;
        let mut tasks = Vec::with_capacity((end - first) / 3);
        let mut is_large = limit.abs() > LARGEST;
        for at in (first + 1..end).step_by(3) {
            let (start, duration, used) = (var(self, at), var(self, at + 1).min, var(self, at + 2).min);
            if duration > 0 && used > 0 {
                tasks.push(Task {
                    start: self.data[at] as usize,
                    earliest: start.min,
                    latest_end: start.max.saturating_add(duration),
                    duration,
                    used,
                });
                is_large |= [start.min, start.max, duration, used].iter().any(|n| n.abs() > LARGEST);
            }
        }
        if is_large {
            return Ok(());
        }
        self.time_table(&mut tasks, limit)?;
        let earliest = after_others(&tasks, limit)?;
        let mirrored: Vec<Task> = tasks
            .iter()
            .map(|task| Task {
                earliest: -task.latest_end,
                latest_end: -task.earliest,
                ..*task
            })
            .collect();
        let latest_end = after_others(&mirrored, limit)?;
        for (i, task) in tasks.iter().enumerate() {
            self.set_min(task.start, earliest[i])?;
            self.set_max(task.start, -latest_end[i] - task.duration)?;
        }
        Ok(())
    }

    /// Moves each task out of the times at which too much is in use for it.
    fn time_table(&mut self, tasks: &mut [Task], limit: i64) -> Step {
        let mut changes = Vec::with_capacity(2 * tasks.len());
        for task in tasks.iter().filter(|task| task.latest() < task.earliest_end()) {
            changes.extend([(task.latest(), task.used), (task.earliest_end(), -task.used)]);
        }
        changes.order_often();
        let mut steps: Vec<Height> = Vec::with_capacity(changes.len());
        let mut used = 0;
        for (i, &(from, change)) in changes.iter().enumerate() {
            used += change;
            let to = changes.get(i + 1).map_or(from, |next| next.0);
            if used > 0 && from < to {
                if used > limit {
                    return Err(Stop::Fail);
                }
                steps.push(Height { from, to, used });
            }
        }
        for task in tasks {
            let own = (task.latest(), task.earliest_end());
            let is_full = |step: &Height| {
                let is_own = own.0 <= step.from && step.to <= own.1;
                step.used + if is_own { 0 } else { task.used } > limit
            };
            let (mut earliest, mut latest) = (task.earliest, task.latest());
            for step in &steps {
                if step.from >= earliest + task.duration {
                    break;
                }
                if step.to > earliest && is_full(step) {
                    earliest = step.to;
                }
            }
            for step in steps.iter().rev() {
                if step.to <= latest {
                    break;
                }
                if step.from < latest + task.duration && is_full(step) {
                    latest = step.from - task.duration;
                }
            }
            self.set_min(task.start, earliest)?;
            self.set_max(task.start, latest)?;
            let var = &self.vars[task.start];
            (task.earliest, task.latest_end) = (var.min, var.max + task.duration);
        }
        Ok(())
    }
}

/// Returns the earliest start of each task; fails if some have more work than there is room for.
fn after_others(tasks: &[Task], limit: i64) -> Result<Vec<i64>, Stop> {
    let mut order: Vec<usize> = (0..tasks.len()).collect();
    order.order_often_by(|&i, &j| tasks[i].earliest.cmp(&tasks[j].earliest));
    let mut ends: Vec<i64> = tasks.iter().map(|task| task.latest_end).collect();
    ends.order_often();
    ends.dedup();
    let mut found: Vec<i64> = tasks.iter().map(|task| task.earliest).collect();
    // At each place of the order, the work of the tasks from there on that end by `end`; of the others, that of the next.
    let mut work = vec![0; tasks.len() + 1];
    for end in ends {
        work[tasks.len()] = 0;
        for (at, &i) in order.iter().enumerate().rev() {
            let task = &tasks[i];
            let is_member = task.latest_end <= end;
            work[at] = work[at + 1] + if is_member { task.work() } else { 0 };
            if is_member && work[at] > limit * (end - task.earliest) {
                return Err(Stop::Fail);
            }
        }
        // The member with the least room left by it and those behind it.
        let mut tightest: Option<(i64, usize)> = None;
        for (at, &i) in order.iter().enumerate() {
            let task = &tasks[i];
            if task.latest_end <= end {
                let room = limit * (end - task.earliest) - work[at];
                if tightest.is_none_or(|(least, _)| room < least) {
                    tightest = Some((room, at));
                }
                continue;
            }
            let from = match tightest {
                Some((room, from)) if task.work() > room => from,
                _ if work[at] > 0 && work[at] + task.work() > limit * (end - task.earliest) => at,
                _ => continue,
            };
            // It ends after the members from there on. What they leave no room for beside it, they do before it starts.
            for (place, &member) in order.iter().enumerate().skip(from) {
                let begin = tasks[member].earliest;
                let rest = work[place] - (limit - task.used) * (end - begin);
                if tasks[member].latest_end <= end && rest > 0 {
                    found[i] = found[i].max(begin + (rest + task.used - 1) / task.used);
                }
            }
        }
    }
    Ok(found)
}
