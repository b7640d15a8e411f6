//! The command line: its options, and its help text.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use ferz::Limit;
use lexopt::{Arg, Parser};

use super::colour::When;

/// The parsed command line.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    /// The kind of run.
    pub mode: Mode,
    /// Files to load.
    pub files: Vec<PathBuf>,
    /// Goals to run after loading.
    pub goals: Vec<String>,
    /// A goal that is run instead of the prompt.
    pub end_goal: Option<String>,
    /// Open the prompt, even if a file declares a main goal.
    pub prompt: bool,
    /// No banner and no messages of loading.
    pub quiet: bool,
    /// When to use colours.
    pub colour: When,
    /// Messages without hints.
    pub no_hints: bool,
    /// Grant access to the standard streams only.
    pub sandbox: bool,
    /// Limits on what the program may use; those not given are the engine's own.
    pub limits: Vec<(Limit, u64)>,
    /// The arguments of the Prolog program.
    pub rest: Vec<String>,
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
pub fn help() -> String {
    format!(
        "\
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
  --color WHEN colours at the prompt: auto, always or never
  --no-hints   messages without suggestions
  --sandbox    no files, no environment: only the standard streams
{}  --version    print the version
  --help       print this text

Queries piped to the standard input are answered without a prompt; a line `;` after a query asks
for its next solution.

Exit status: 0 success; 1 a goal failed; 2 an exception was not caught; 3 a file did not load;
N for halt(N). Of several queries the worst counts.
",
        Limit::help()
    )
}

/// An option.
#[derive(Clone, Copy)]
enum Opt {
    Goal,
    EndGoal,
    Prompt,
    Quiet,
    NoHints,
    Sandbox,
    Colour,
    Help,
    Version,
    Limit(Limit),
}

impl Opt {
    fn short(letter: char) -> Option<Opt> {
        Some(match letter {
            'g' => Opt::Goal,
            't' => Opt::EndGoal,
            'l' => Opt::Prompt,
            'q' => Opt::Quiet,
            'h' => Opt::Help,
            'V' => Opt::Version,
            _ => return None,
        })
    }

    fn long(name: &str) -> Option<Opt> {
        Some(match name {
            "goal" => Opt::Goal,
            "toplevel" => Opt::EndGoal,
            "load" => Opt::Prompt,
            "quiet" => Opt::Quiet,
            "no-hints" => Opt::NoHints,
            "sandbox" => Opt::Sandbox,
            "color" => Opt::Colour,
            "help" => Opt::Help,
            "version" => Opt::Version,
            _ => Opt::Limit(Limit::ALL.iter().copied().find(|limit| limit.option() == name)?),
        })
    }

    fn takes_value(self) -> bool {
        matches!(self, Opt::Goal | Opt::EndGoal | Opt::Colour | Opt::Limit(_))
    }
}

/// Parses the command line, without the name of the program.
///
/// # Errors
/// The message for a wrong command line.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Arguments, String> {
    let mut parsed = Arguments::default();
    let mut parser = Parser::from_args(arguments);
    loop {
        // Not in the middle of a group such as `-ql`.
        if let Some(raw) = parser.try_raw_args()
            && let Some(argument) = raw.peek()
        {
            let ends_options = argument == "--";
            if ends_options || (!parsed.files.is_empty() && !is_option(argument) && !is_program(argument)) {
                parsed.rest.extend(raw.skip(usize::from(ends_options)).map(into_text));
                break;
            }
        }
        let option = match parser.next().map_err(|error| format!("{error}; see ferz --help"))? {
            None => break,
            Some(Arg::Short(letter)) => Opt::short(letter).ok_or_else(|| unknown(&format!("-{letter}")))?,
            Some(Arg::Long(name)) => Opt::long(name).ok_or_else(|| unknown(&format!("--{name}")))?,
            Some(Arg::Value(file)) => {
                let is_first = parsed.files.is_empty() && parsed.mode == Mode::Prompt;
                if is_first && file == "doc" && !Path::new("doc").is_file() {
                    parsed.mode = Mode::Manual;
                } else if is_first && file == "run" {
                    parsed.mode = Mode::Run;
                    let mut raw = parser.raw_args().map_err(|error| error.to_string())?;
                    parsed.files.push(raw.next().ok_or("run needs a file")?.into());
                    parsed.rest.extend(raw.map(into_text));
                    break;
                } else {
                    parsed.files.push(file.into());
                }
                continue;
            }
        };
        match option {
            Opt::Goal => parsed.goals.push(goal(&mut parser, "-g")?),
            Opt::EndGoal => parsed.end_goal = Some(goal(&mut parser, "-t")?),
            Opt::Prompt => parsed.prompt = true,
            Opt::Quiet => parsed.quiet = true,
            Opt::NoHints => parsed.no_hints = true,
            Opt::Sandbox => parsed.sandbox = true,
            Opt::Colour => {
                let wrong = "--color needs auto, always or never";
                let value = parser.value().map_err(|_| wrong)?;
                parsed.colour = When::parse(&value.to_string_lossy()).ok_or(wrong)?;
            }
            Opt::Help => parsed.mode = Mode::Help,
            Opt::Version => parsed.mode = Mode::Version,
            Opt::Limit(limit) => {
                let option = limit.option();
                let value = parser.value().map_err(|_| format!("--{option} needs a number"))?;
                let value = value.to_string_lossy();
                let wrong = || format!("--{option} {value}: not a number that can be understood; see ferz --help");
                parsed.limits.push((limit, limit.parse(&value).ok_or_else(wrong)?));
            }
        }
    }
    Ok(parsed)
}

/// The goal that is the value of an option.
fn goal(parser: &mut Parser, option: &str) -> Result<String, String> {
    let goal = parser.value().map_err(|_| format!("{option} needs a goal"))?;
    goal.into_string()
        .map_err(|goal| format!("{option} {}: not UTF-8", goal.display()))
}

fn unknown(option: &str) -> String {
    format!("unknown option {option}; see ferz --help")
}

/// An argument of the Prolog program: its flag `argv` has atoms, which are UTF-8.
fn into_text(argument: OsString) -> String {
    argument.to_string_lossy().into_owned()
}

/// Whether all of an argument is options of this program. Behind a file, what else looks like one belongs to the Prolog
/// program.
fn is_option(argument: &OsStr) -> bool {
    let text = argument.to_string_lossy();
    if let Some(long) = text.strip_prefix("--") {
        let (name, value) = long.split_once('=').map_or((long, false), |(name, _)| (name, true));
        return Opt::long(name).is_some_and(|option| option.takes_value() || !value);
    }
    let mut letters = text.strip_prefix('-').unwrap_or_default().chars();
    let mut last = None;
    for letter in &mut letters {
        last = Opt::short(letter);
        if last.is_none_or(Opt::takes_value) {
            break;
        }
    }
    last.is_some()
}

/// Whether it is the name of a text of Prolog. What else follows one belongs to the program.
fn is_program(argument: &OsStr) -> bool {
    let extension = Path::new(argument).extension().and_then(OsStr::to_str);
    match extension {
        Some("pl" | "plt" | "pro" | "prolog") => true,
        _ => {
            let mut with_extension = argument.to_owned();
            with_extension.push(".pl");
            !argument.as_encoded_bytes().starts_with(b"-") && Path::new(&with_extension).is_file()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(text: &str) -> Result<Arguments, String> {
        parse(text.split_whitespace().map(OsString::from))
    }

    #[test]
    fn files_goals_and_the_rest_are_told_apart() {
        let parsed = args("-q -l a.pl -g one b.pl -g two -t halt -- x -y").expect("it is right");
        assert_eq!(parsed.files, [Path::new("a.pl"), Path::new("b.pl")]);
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
            (Mode::Run, vec![PathBuf::from("s.pl")], true)
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
        let parsed = parsed.expect("it is right");
        let amount = |limit| parsed.limits.iter().find(|given| given.0 == limit).map(|given| given.1);
        assert_eq!(amount(Limit::Memory), Some(64 << 20));
        assert_eq!(amount(Limit::Program), Some(1 << 30));
        assert_eq!(amount(Limit::Time), Some(300_000_000));
        assert_eq!(
            (amount(Limit::Inferences), amount(Limit::Answers), amount(Limit::Output)),
            (Some(1000), Some(3), Some(2048))
        );
        assert!(args("--memory lots").expect_err("no number").contains("--memory lots"));
        assert!(args("--time").is_err() && args("--time -1").is_err() && args("--memory 99999999999G").is_err());
    }

    #[test]
    fn options_are_grouped_and_have_values() {
        let parsed = args("-ql -gone -g=two --goal=three -thalt a.pl").expect("it is right");
        assert!(parsed.quiet && parsed.prompt);
        assert_eq!(parsed.goals, ["one", "two", "three"]);
        assert_eq!(parsed.end_goal.as_deref(), Some("halt"));
        let parsed = args("-qlg one a.pl -lgtwo -lx --quiet").expect("it is right");
        assert!(parsed.quiet && parsed.prompt);
        assert_eq!(parsed.goals, ["one", "two"]);
        assert_eq!(parsed.rest, ["-lx", "--quiet"]);
        assert_eq!(args("a.pl --quiet=3").expect("it is right").rest, ["--quiet=3"]);
        assert_eq!(args("a.pl - -q").expect("it is right").rest, ["-", "-q"]);
        assert_eq!(args("- -q").expect("it is right").files, [Path::new("-")]);
    }

    #[test]
    #[cfg(unix)]
    fn names_of_files_need_not_be_utf8() {
        use std::os::unix::ffi::OsStringExt;
        let odd = |text: &[u8]| OsString::from_vec(text.to_vec());
        let parsed = parse([odd(b"a\xff.pl"), odd(b"-q"), odd(b"b\xfe")]).expect("it is right");
        assert_eq!(parsed.files, [PathBuf::from(odd(b"a\xff.pl"))]);
        assert_eq!((parsed.quiet, parsed.rest), (true, vec!["b\u{fffd}".to_string()]));
        let parsed = parse(["run".into(), odd(b"\xff")]).expect("it is right");
        assert_eq!(parsed.files, [PathBuf::from(odd(b"\xff"))]);
        assert!(parse([odd(b"-g\xff")]).expect_err("no text").contains("UTF-8"));
        assert!(parse([odd(b"-q\xff")]).is_err());
    }

    #[test]
    fn mistakes_are_said() {
        assert!(args("-g").expect_err("no goal").contains("-g"));
        assert!(args("run").expect_err("no file").contains("file"));
        assert!(args("--nosuch").expect_err("no such option").contains("--nosuch"));
        assert!(args("-qx").expect_err("no such option").contains("-x"));
        assert!(args("--quiet=1").expect_err("no value").contains("--quiet"));
    }
}
