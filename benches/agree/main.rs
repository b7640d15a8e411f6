//! Gives the same random goals to ferz and to SWI-Prolog, where it is on the path, and prints where they differ.
//!
//! ```text
//! cargo bench --bench agree                           # 2,000 goals of each kind
//! cargo bench --bench agree -- --count 20000 --seed 7 # other goals, more of them: seeds 7 to 20006
//! cargo bench --bench agree -- --kind control --kind bags
//! cargo bench --bench agree -- --kind bags --seed 4711 --count 1   # one goal again
//! cargo bench --bench agree -- --goals FILE           # goals of your own, one on each line
//! cargo bench --bench agree -- --ferz PATH            # another ferz
//! cargo bench --bench agree -- --all                  # intended differences too
//! ```
//!
//! Goals come from the grammars in `kinds/`; a goal depends on its kind and seed only. Both systems run `driver.pl`,
//! which knows the predicates that goals may call. It prints up to six answers of each goal, what the goal writes, and
//! the formal term of an error, in one way for both. Goals that run out of time, inferences or memory in either, and those that end SWI-Prolog's process, count
//! as skipped, and those that differ where one has made a cyclic term, which the driver does not write. For each kind
//! stands how many goals have answers, raise errors and fail in both. `intended.txt` holds the differences that are intended. The exit status is 1 if there are others.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that reports")]

mod alike;
mod grammar;
mod intended;
mod kinds;
#[path = "../../tests/it/props"]
mod props {
    #[allow(dead_code, reason = "the tests use more of it")]
    pub(crate) mod rng;
}
mod system;

use intended::Intended;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use system::System;

/// Goals for one process.
const CHUNK: usize = 2_000;

struct Options {
    seed: u64,
    count: u64,
    kinds: Vec<String>,
    goals: Option<PathBuf>,
    ferz: PathBuf,
    all: bool,
}

struct Goal {
    /// Kind and seed, or the line of a file.
    from: String,
    text: String,
}

#[derive(Default)]
struct Tally {
    same: usize,
    /// Goals that have answers in both, raise errors in both, do neither in both.
    answered: usize,
    raised: usize,
    failed: usize,
    /// Goals that run out of something, or make cyclic terms, which the driver does not write.
    out: usize,
    cyclic: usize,
    intended: usize,
    different: usize,
}

fn main() -> ExitCode {
    match agree() {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        seed: 0,
        count: 2_000,
        kinds: Vec::new(),
        goals: None,
        ferz: PathBuf::from(env!("CARGO_BIN_EXE_ferz")),
        all: false,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        let number = |text: String| text.parse().map_err(|_| format!("{text} is no number"));
        match word.as_str() {
            // Cargo says this.
            "--bench" => {}
            "--seed" => options.seed = number(value()?)?,
            "--count" => options.count = number(value()?)?,
            "--kind" => options.kinds.push(value()?),
            "--goals" => options.goals = Some(value()?.into()),
            "--ferz" => options.ferz = path(&value()?)?,
            "--all" => options.all = true,
            _ => return Err(format!("there is no option {word}; see benches/agree/main.rs")),
        }
    }
    for kind in &options.kinds {
        if !kinds::KINDS.iter().any(|(name, _)| name == kind) {
            let names = kinds::KINDS.map(|(name, _)| name).join(", ");
            return Err(format!("there is no kind {kind}; the kinds are {names}"));
        }
    }
    Ok(options)
}

/// The systems run in folders of their own.
fn path(text: &str) -> Result<PathBuf, String> {
    fs::canonicalize(text).map_err(|error| format!("{text}: {error}"))
}

/// Gives the number of differences that are not intended.
fn agree() -> Result<usize, String> {
    let options = options()?;
    let mut groups: Vec<(String, Vec<Goal>)> = Vec::new();
    if let Some(file) = &options.goals {
        let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let goals = text.lines().enumerate().map(|(line, text)| Goal {
            from: format!("line {}", line + 1),
            text: text.to_owned(),
        });
        groups.push(("goals".to_owned(), goals.collect()));
    } else {
        let grammar = kinds::grammar();
        for (kind, _) in kinds::KINDS {
            if !options.kinds.is_empty() && !options.kinds.iter().any(|name| name == kind) {
                continue;
            }
            let goals = (options.seed..options.seed + options.count).map(|seed| Goal {
                from: format!("--kind {kind} --seed {seed}"),
                text: kinds::goal(&grammar, kind, seed),
            });
            groups.push((kind.to_owned(), goals.collect()));
        }
    }
    let systems = [
        System::new("ferz", &options.ferz, &["-q", "--memory", "512M", "-t", "halt"])?,
        System::new("swipl", "swipl".as_ref(), &["-q", "--stack-limit=512m", "-g", "halt"])?,
    ];
    if !systems[1].is_there() {
        return Err("there is no swipl on the path to compare with".to_owned());
    }
    let intended = Intended::new(include_str!("intended.txt"))?;
    let mut total = Tally::default();
    for (kind, goals) in &groups {
        let mut tally = Tally::default();
        for chunk in goals.chunks(CHUNK) {
            let texts: Vec<&str> = chunk.iter().map(|goal| goal.text.as_str()).collect();
            let [ferz, swipl] = &systems;
            let (ferz, swipl) = thread::scope(|scope| {
                let other = scope.spawn(|| swipl.outcomes(&texts));
                let own = ferz.outcomes(&texts);
                (
                    own,
                    other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                )
            });
            for ((goal, ferz), swipl) in chunk.iter().zip(ferz?).zip(swipl?) {
                if ferz == system::LIMIT || swipl == system::LIMIT || swipl == system::CRASH {
                    tally.out += 1;
                    continue;
                }
                tally.see(&ferz, &swipl);
                if ferz == swipl || alike::alike(&ferz, &swipl) {
                    tally.same += 1;
                    continue;
                }
                if [&ferz, &swipl].iter().any(|text| text.contains(" cyclic")) {
                    tally.cyclic += 1;
                    continue;
                }
                let reason = intended.find(kind, &goal.text, &ferz, &swipl);
                match reason {
                    Some(_) => tally.intended += 1,
                    None => tally.different += 1,
                }
                if reason.is_none() || options.all {
                    println!("{}: {}\n   ferz  {ferz}\n   swipl {swipl}", goal.from, goal.text);
                    if let Some(reason) = reason {
                        println!("   intended: {reason}");
                    }
                }
            }
        }
        eprintln!("{kind}: {}", tally.text());
        total.add(&tally);
    }
    eprintln!("all: {}", total.text());
    for (count, reason) in intended.counts() {
        eprintln!("{count:>8} intended: {reason}");
    }
    Ok(total.different)
}

impl Tally {
    /// Counts what becomes of a goal in both systems.
    fn see(&mut self, ferz: &str, swipl: &str) {
        let end = |text: &str| text.rsplit(" ; ").next().unwrap_or("").to_owned();
        let raises = |text: &str| {
            let end = end(text);
            ["error ", "throw ", "syntax error"]
                .iter()
                .any(|word| end.starts_with(word))
        };
        let answers = |text: &str| text.matches(" ; ").count() > 1;
        let both = |test: &dyn Fn(&str) -> bool| test(ferz) && test(swipl);
        self.answered += usize::from(both(&answers));
        self.raised += usize::from(both(&raises));
        self.failed += usize::from(both(&|text| !answers(text) && !raises(text)));
    }

    fn add(&mut self, other: &Tally) {
        self.same += other.same;
        self.answered += other.answered;
        self.raised += other.raised;
        self.failed += other.failed;
        self.out += other.out;
        self.cyclic += other.cyclic;
        self.intended += other.intended;
        self.different += other.different;
    }

    fn text(&self) -> String {
        format!(
            "{} agree, {} intended, {} different; skipped: {} ran out, {} cyclic; in both: {} have answers, {} raise errors, {} fail",
            self.same, self.intended, self.different, self.out, self.cyclic, self.answered, self.raised, self.failed
        )
    }
}
