//! The command line: its options, and its help text.

use std::path::Path;
use std::time::Duration;

/// The parsed command line.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    /// The kind of run.
    pub mode: Mode,
    /// Files to load.
    pub files: Vec<String>,
    /// Goals to run after loading.
    pub goals: Vec<String>,
    /// A goal that is run instead of the prompt.
    pub end_goal: Option<String>,
    /// Open the prompt, even if a file declares a main goal.
    pub prompt: bool,
    /// No banner and no messages of loading.
    pub quiet: bool,
    /// Grant access to the standard streams only.
    pub sandbox: bool,
    /// Limits on the program.
    pub limits: Limits,
    /// The arguments of the Prolog program.
    pub rest: Vec<String>,
}

/// Limits on the program; the engine's defaults apply to those not given.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of terms and stacks.
    pub memory: Option<usize>,
    /// Bytes of clauses and atoms.
    pub program: Option<usize>,
    /// Time of each query.
    pub time: Option<Duration>,
    /// Calls of each query.
    pub inferences: Option<u64>,
    /// Answers of each query.
    pub answers: Option<u64>,
    /// Bytes of output of each query.
    pub output: Option<u64>,
}

impl Limits {
    /// Sets the limit of an option; returns false if the option is not a limit.
    fn set(&mut self, option: &str, value: &str) -> Result<bool, String> {
        let wrong = || format!("{option} {value}: not a number that can be understood; see ferz --help");
        match option {
            "--memory" => self.memory = Some(bytes(value).ok_or_else(wrong)?),
            "--program" => self.program = Some(bytes(value).ok_or_else(wrong)?),
            "--output" => self.output = Some(bytes(value).ok_or_else(wrong)? as u64),
            "--time" => self.time = Some(time(value).ok_or_else(wrong)?),
            "--inferences" => self.inferences = Some(value.replace('_', "").parse().map_err(|_| wrong())?),
            "--answers" => self.answers = Some(value.replace('_', "").parse().map_err(|_| wrong())?),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// The options that set a limit.
const LIMITS: [&str; 6] = [
    "--memory",
    "--program",
    "--output",
    "--time",
    "--inferences",
    "--answers",
];

/// Parses a number of bytes: `500`, `64K`, `64M`, `2G`.
fn bytes(text: &str) -> Option<usize> {
    let text = text.strip_suffix(['b', 'B']).unwrap_or(text);
    let (digits, unit) = match text.chars().next_back()?.to_ascii_uppercase() {
        'K' => (&text[..text.len() - 1], 1 << 10),
        'M' => (&text[..text.len() - 1], 1 << 20),
        'G' => (&text[..text.len() - 1], 1 << 30),
        _ => (text, 1),
    };
    digits.parse::<usize>().ok()?.checked_mul(unit)
}

/// Parses a time: `2`, `1.5`, `5s`, `300ms`, `2m`.
fn time(text: &str) -> Option<Duration> {
    let (digits, unit) = if let Some(digits) = text.strip_suffix("ms") {
        (digits, 0.001)
    } else if let Some(digits) = text.strip_suffix('s') {
        (digits, 1.0)
    } else if let Some(digits) = text.strip_suffix('m') {
        (digits, 60.0)
    } else {
        (text, 1.0)
    };
    Duration::try_from_secs_f64(digits.parse::<f64>().ok()? * unit).ok()
}

/// The kind of run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Load, then answer queries.
    #[default]
    Prompt,
    /// Load one file, run its main goal, exit.
    Run,
    /// Print the reference manual.
    Manual,
    /// Print the help text.
    Help,
    /// Print the version.
    Version,
}

/// The help text.
pub const HELP: &str = "\
ferz: a Prolog engine

Usage: ferz [OPTIONS] [FILE.pl...] [ARGUMENT...]   load the files and open the prompt,
                                                   or run the goal of initialization(Goal, main)
       ferz [OPTIONS] run FILE [ARGUMENT...]       load the file, run its main goal, exit
       ferz doc                                    print the reference manual, in Markdown

Options:
  -g GOAL      run GOAL after loading; may be given more than once
  -t GOAL      run GOAL instead of the prompt, and exit
  -l           open the prompt, even if a file names a main goal
  -q           no banner
  --sandbox    no files, no environment: only the standard streams
  --memory N   at most N bytes for terms and stacks: 500M, 2G
  --program N  at most N bytes for clauses, tables and atoms
  --time T     time limit for each query: 5s, 300ms, 2m
  --inferences N, --answers N, --output N
               limits on calls, answers, bytes written, for each query
  --version    print the version
  --help       print this text

Queries piped to the standard input are answered without a prompt; a line `;` after a query asks
for its next solution.

Exit status: 0 success; 1 a goal failed; 2 an exception was not caught; 3 a file did not load;
N for halt(N). Of several queries the worst counts.
";

/// Parses the command line, without the name of the program.
///
/// # Errors
/// A message for the user.
pub fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Arguments, String> {
    let mut parsed = Arguments::default();
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--" => {
                parsed.rest.extend(arguments);
                break;
            }
            "-g" | "--goal" => parsed.goals.push(arguments.next().ok_or("-g needs a goal")?),
            "-t" | "--toplevel" => parsed.end_goal = Some(arguments.next().ok_or("-t needs a goal")?),
            "-l" | "--load" => parsed.prompt = true,
            "-q" | "--quiet" => parsed.quiet = true,
            "--sandbox" => parsed.sandbox = true,
            "-h" | "--help" => parsed.mode = Mode::Help,
            "-V" | "--version" => parsed.mode = Mode::Version,
            option if LIMITS.contains(&option.split('=').next().unwrap_or_default()) => {
                let (name, value) = match option.split_once('=') {
                    Some((name, value)) => (name, value.to_string()),
                    None => (option, arguments.next().ok_or(format!("{option} needs a number"))?),
                };
                parsed.limits.set(name, &value)?;
            }
            "doc" if parsed.files.is_empty() && parsed.mode == Mode::Prompt && !Path::new("doc").is_file() => {
                parsed.mode = Mode::Manual;
            }
            "run" if parsed.files.is_empty() && parsed.mode == Mode::Prompt => {
                parsed.mode = Mode::Run;
                let file = arguments.next().ok_or("run needs a file")?;
                parsed.files.push(file);
                parsed.rest.extend(arguments);
                break;
            }
            other if !parsed.files.is_empty() && !is_program(other) => {
                parsed.rest.push(argument);
                parsed.rest.extend(arguments);
                break;
            }
            option if option.starts_with('-') && option.len() > 1 => {
                return Err(format!("unknown option {option}; see ferz --help"));
            }
            _ => parsed.files.push(argument),
        }
    }
    Ok(parsed)
}

/// Whether this is the name of a Prolog file. Other arguments after a file belong to the program.
fn is_program(argument: &str) -> bool {
    let extension = Path::new(argument).extension().and_then(|extension| extension.to_str());
    match extension {
        Some("pl" | "plt" | "pro" | "prolog") => true,
        _ => !argument.starts_with('-') && Path::new(&format!("{argument}.pl")).is_file(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(text: &str) -> Result<Arguments, String> {
        parse(text.split_whitespace().map(str::to_string))
    }

    #[test]
    fn files_goals_and_the_rest_are_told_apart() {
        let parsed = args("-q -l a.pl -g one b.pl -g two -t halt -- x -y").expect("it is right");
        assert_eq!(parsed.files, ["a.pl", "b.pl"]);
        assert_eq!(parsed.goals, ["one", "two"]);
        assert_eq!(parsed.end_goal.as_deref(), Some("halt"));
        assert_eq!(parsed.rest, ["x", "-y"]);
        assert!(parsed.quiet && parsed.prompt && !parsed.sandbox && parsed.mode == Mode::Prompt);
    }

    #[test]
    fn a_script_gets_all_that_follows() {
        let parsed = args("--sandbox run s.pl -g --help").expect("it is right");
        assert_eq!(
            (parsed.mode, parsed.files, parsed.sandbox),
            (Mode::Run, vec!["s.pl".to_string()], true)
        );
        assert_eq!(parsed.rest, ["-g", "--help"]);
        let parsed = args("-q a.pl -l b.pl in.txt -g --name=x").expect("it is right");
        assert_eq!((parsed.files.len(), parsed.prompt), (2, true));
        assert_eq!(parsed.rest, ["in.txt", "-g", "--name=x"]);
        assert_eq!(args("a.pl --size 3").expect("it is right").rest, ["--size", "3"]);
    }

    #[test]
    fn limits_have_units() {
        let parsed = args("--memory 64M --time=300ms --inferences 1_000 --answers 3 --output 2K --program=1G a.pl");
        let limits = parsed.expect("it is right").limits;
        assert_eq!(limits.memory, Some(64 << 20));
        assert_eq!(limits.program, Some(1 << 30));
        assert_eq!(limits.time, Some(Duration::from_millis(300)));
        assert_eq!(
            (limits.inferences, limits.answers, limits.output),
            (Some(1000), Some(3), Some(2048))
        );
        assert!(args("--memory lots").expect_err("no number").contains("--memory lots"));
        assert!(args("--time").is_err() && args("--time -1").is_err() && args("--memory 99999999999G").is_err());
    }

    #[test]
    fn mistakes_are_said() {
        assert!(args("-g").expect_err("no goal").contains("-g"));
        assert!(args("run").expect_err("no file").contains("file"));
        assert!(args("--nosuch").expect_err("no such option").contains("--nosuch"));
    }
}
