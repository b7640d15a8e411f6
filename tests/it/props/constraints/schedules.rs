//! Random tasks that share resources have the schedules that trying all times finds, and the best of them ends as early:
//! posted first or between two values, labelled by the kernel's search, by one over orders, or value by value on the heap.

use crate::hosts::engine::Session;
use crate::props::rng::Rng;
use crate::setting;
use std::path::Path;

const NAMES: [&str; 5] = ["A", "B", "C", "D", "E"];

struct Task {
    start: usize,
    duration: i64,
    used: i64,
    /// Whether the duration is a variable with another value, which a constraint excludes at last.
    is_open: bool,
}

struct Problem {
    latest: Vec<i64>,
    /// Resources: limits, and tasks.
    resources: Vec<(i64, Vec<Task>)>,
    /// What is before what, and by how much.
    before: Vec<(usize, usize, i64)>,
}

impl Problem {
    fn generate(rng: &mut Rng) -> Problem {
        let count = rng.between(2, NAMES.len());
        let latest = (0..count).map(|_| rng.between(1, 6) as i64).collect();
        let mut resources = Vec::new();
        for _ in 0..rng.between(1, 2) {
            let limit = rng.between(1, 4) as i64;
            let mut tasks = Vec::new();
            for start in 0..count {
                if rng.chance(85) {
                    let least = usize::from(rng.chance(90));
                    let most = if rng.chance(5) { 5 } else { limit as usize };
                    tasks.push(Task {
                        start,
                        duration: rng.between(least, 3) as i64,
                        used: rng.between(1, most) as i64,
                        is_open: rng.chance(5),
                    });
                }
            }
            resources.push((limit, tasks));
        }
        let before = (0..rng.below(3))
            .map(|_| (rng.below(count), rng.below(count), rng.between(0, 2) as i64))
            .collect();
        Problem {
            latest,
            resources,
            before,
        }
    }

    fn holds(&self, at: &[i64]) -> bool {
        let runs = |task: &Task, time: i64| at[task.start] <= time && time < at[task.start] + task.duration;
        let fits = |(limit, tasks): &(i64, Vec<Task>)| {
            (0..12).all(|time| {
                let used: i64 = tasks.iter().filter(|task| runs(task, time)).map(|task| task.used).sum();
                used <= *limit
            })
        };
        self.resources.iter().all(fits) && self.before.iter().all(|&(a, b, by)| at[a] + by <= at[b])
    }

    fn schedules(&self) -> Vec<Vec<i64>> {
        let mut found: Vec<Vec<i64>> = vec![Vec::new()];
        for &latest in &self.latest {
            let longer = |times: Vec<i64>| (0..=latest).map(move |time| [times.as_slice(), &[time]].concat());
            found = found.into_iter().flat_map(longer).collect();
        }
        found.retain(|at| self.holds(at));
        found
    }

    /// When all is done: after the longest duration of each start.
    fn end(&self, at: &[i64]) -> i64 {
        let ends = self
            .resources
            .iter()
            .flat_map(|(_, tasks)| tasks.iter().map(|task| at[task.start] + task.duration));
        ends.max().unwrap_or(0)
    }

    fn goals(&self) -> (Vec<String>, Vec<String>) {
        let domains = self
            .latest
            .iter()
            .zip(NAMES)
            .map(|(latest, x)| format!("{x} in 0..{latest}"));
        let mut goals = vec!["End in 0..20".to_owned()];
        for (i, (limit, tasks)) in self.resources.iter().enumerate() {
            let mut text = Vec::new();
            for (k, task) in tasks.iter().enumerate() {
                let (x, duration, used) = (NAMES[task.start], task.duration, task.used);
                goals.push(format!("End #>= {x} + {duration}"));
                if task.is_open {
                    let (low, high) = (duration, duration + 2);
                    goals.insert(0, format!("D{i}{k} in {low}..{high}"));
                    goals.push(format!("D{i}{k} #< {duration} + 1"));
                    text.push(format!("task({x},D{i}{k},_,{used},_)"));
                } else {
                    text.push(format!("task({x},{duration},_,{used},_)"));
                }
            }
            goals.push(format!("cumulative([{}], [limit({limit})])", text.join(",")));
        }
        for &(a, b, by) in &self.before {
            goals.push(format!("{} + {by} #=< {}", NAMES[a], NAMES[b]));
        }
        (domains.collect(), goals)
    }
}

fn list(numbers: &[i64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
    format!("[{}]", numbers.join(","))
}

#[test]
fn tasks_have_all_their_schedules() {
    let count = setting("FERZ_PROPS", 400)
        / if std::env::var_os("FERZ_STRESS").is_some() {
            20
        } else {
            1
        };
    let first = setting("FERZ_SEED", 0);
    let mut session = Session::new(Path::new(env!("CARGO_TARGET_TMPDIR")));
    session
        .consult(
            ":- use_module(library(clpfd)). by_value([]). by_value([X|Xs]) :- fd_inf(X, L), fd_sup(X, H), between(L, H, X), by_value(Xs).",
        )
        .expect("the library is there");
    let mut solved = 0;
    for seed in first..first + count {
        let mut rng = Rng::new(seed);
        let problem = Problem::generate(&mut rng);
        let (domains, goals) = problem.goals();
        let with_domains = |goals: &[String]| format!("{}, {}", domains.join(", "), goals.join(", "));
        let posted = with_domains(&goals);
        let names = NAMES[..problem.latest.len()].join(",");
        let mut mixed = goals;
        if rng.chance(20) {
            let x = NAMES[rng.below(problem.latest.len())];
            mixed.insert(rng.below(mixed.len() + 1), format!("label([{x}])"));
        }
        let mixed = with_domains(&mixed);
        let select = rng.pick(&["leftmost", "ff", "ffc", "min", "max", "dom_wdeg"]);
        let branching = rng.pick(&["step", "enum", "bisect", "restart"]);
        let options = format!("{select},{branching}");
        let search = match rng.below(4) {
            0 => format!("by_value([{names}])"),
            1 => format!("order_tasks([{options}], [{names}])"),
            _ => format!("labeling([{options}], [{names}])"),
        };
        let schedules = problem.schedules();
        let all: Vec<String> = schedules.iter().map(|at| list(at)).collect();
        let query = format!("findall([{names}], ({mixed}, {search}), L0), msort(L0, L), write(L)");
        session.answers(&format!("{query}, fail"), 2);
        assert_eq!(
            session.output(),
            format!("[{}]", all.join(",")),
            "seed {seed}\n?- {query}."
        );

        let ends: Vec<i64> = schedules.iter().map(|at| problem.end(at)).collect();
        let best = ends.iter().min();
        let all = ends.iter().filter(|end| Some(*end) == best).count();
        let (name, more) = match rng.below(3) {
            0 => ("order_tasks", ""),
            1 => ("labeling", ""),
            _ => ("labeling", ",time_out(60000,optimality)"),
        };
        // The best schedules come first, each once.
        let all = if more.is_empty() { all } else { all.min(1) };
        let found = format!("findall(End-[{names}], ({posted}, {name}([{options},min(End){more}], [{names}])), L)");
        let query = format!(
            "{found}, ( L = [Best-_|_] -> true ; Best = none ), findall(V, member(Best-V, L), Vs0), sort(Vs0, Vs), length(Vs, N), write(Best/N)"
        );
        let expected = match best {
            Some(best) => format!("{best}/{all}"),
            None => "none/0".to_owned(),
        };
        session.answers(&format!("{query}, fail"), 2);
        assert_eq!(session.output(), expected, "seed {seed}\n?- {query}.");
        solved += u64::from(best.is_some());
    }
    assert!(solved > count / 4, "{solved} have schedules");
}
