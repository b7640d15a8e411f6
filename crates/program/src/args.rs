//! The command line: its options, and its help text.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use ferz::Limit;
use lexopt::{Arg, Parser};

use super::colour::When;
use super::options::{COMMANDS, Opt};

/// The parsed command line.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct CommandLine {
    /// The kind of run.
    pub mode: RunMode,
    /// Files to load.
    pub files: Vec<PathBuf>,
    /// The file to load first.
    pub init: Init,
    /// Goals to run after loading.
    pub goals: Vec<String>,
    /// The goal of `eval`.
    pub query: Option<String>,
    /// A goal that is run instead of the prompt.
    pub end_goal: Option<String>,
    /// Open the prompt, even if a file declares a main goal.
    pub prompt: bool,
    /// No banner and no messages of loading.
    pub quiet: bool,
    /// Tell of each file that is loaded.
    pub verbose: bool,
    /// When to use colours.
    pub colour: When,
    /// Grant access to the standard streams only.
    pub sandbox: bool,
    /// Prolog flags to set, with their values.
    pub flags: Vec<(String, String)>,
    /// Folders in which files to load are sought.
    pub folders: Vec<PathBuf>,
    /// Aliases of search paths, with their folders.
    pub paths: Vec<(String, String)>,
    /// Limits on what the program may use; those not given are the engine's own.
    pub limits: Vec<(Limit, u64)>,
    /// How many answers `eval` shows; all if `None`.
    pub answers: Option<u64>,
    /// Output in JSON.
    pub json: bool,
    /// The file for the results of `test`.
    pub junit: Option<PathBuf>,
    /// Name the codes of messages.
    pub codes: bool,
    /// List the clauses that never ran.
    pub coverage: bool,
    /// The use of the texts that `fmt` has laid out.
    pub format: ferz_tools::fmt::Mode,
    /// Run the examples in comments instead of unit tests.
    pub examples: bool,
    /// Add the reference to pages of documentation.
    pub with_manual: bool,
    /// Open the manual.
    pub open: bool,
    /// The file that `show` writes, the file or folder of `doc`.
    pub output: Option<PathBuf>,
    /// How much of a search `show` keeps.
    pub bounds: ferz_tools::show::Bounds,
    /// The file for the profile of the run.
    pub profile: Option<PathBuf>,
    /// Run again when a text changes.
    pub watch: bool,
    /// The port of a service.
    pub port: Option<String>,
    /// The arguments of the Prolog program.
    pub rest: Vec<String>,
}

/// The kind of run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum RunMode {
    /// Load, then answer queries.
    #[default]
    Prompt,
    /// Load one file, run its main goal, exit.
    Run,
    /// Load, then print the answers of a goal.
    Eval,
    /// Load without running, and report mistakes.
    Check,
    /// Tell of kinds of messages.
    Explain,
    /// Lay out texts.
    Format,
    /// Load, then show the search of a goal.
    Show,
    /// Load, then run unit tests.
    Test,
    /// Load, then time benchmarks.
    Bench,
    /// Load, then answer goals by HTTP.
    Serve,
    /// Serve a language model on the standard streams.
    Mcp,
    /// Serve an editor on the standard streams.
    Lsp,
    /// Serve the debugger of an editor on the standard streams.
    Dap,
    /// Serve notebooks, or tell Jupyter of this program.
    Kernel,
    /// Print the reference manual.
    Manual,
    /// Show, install and remove packs.
    Pack,
    /// Print completions for a shell.
    Completions,
    /// Print the help text.
    Help,
    /// Print the version.
    Version,
}

/// The file that is loaded before all others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Init {
    /// The user's own, at the prompt.
    #[default]
    Default,
    /// None.
    None,
    /// This one.
    File(PathBuf),
}

impl RunMode {
    fn of_command(word: &OsStr) -> Option<RunMode> {
        COMMANDS.iter().find(|row| word == row.1).map(|row| row.0)
    }

    fn command(self) -> Option<&'static str> {
        COMMANDS.iter().find(|row| row.0 == self).map(|row| row.1)
    }
}

impl CommandLine {
    /// Whether `doc` is asked for the documentation of files, or for files of the manual.
    pub(crate) fn documents_files(&self) -> bool {
        let is_text = |file: &PathBuf| {
            file.is_file() && (is_program(file.as_os_str()) || file.extension() == Some(OsStr::new("md")))
        };
        self.output.is_some() || !self.files.is_empty() && self.files.iter().all(is_text)
    }
}

/// Parses the command line, without the name of the program. `owns_arguments` tells whether a file is a script that gets
/// all that follows its name.
///
/// # Errors
/// The message for a wrong command line.
pub(crate) fn parse(
    arguments: impl IntoIterator<Item = OsString>,
    owns_arguments: impl Fn(&Path) -> bool,
) -> Result<CommandLine, String> {
    let mut parsed = CommandLine {
        answers: Some(1),
        ..CommandLine::default()
    };
    let mut parser = Parser::from_args(arguments);
    loop {
        // Not in the middle of a group such as `-ql`.
        if let Some(raw) = parser.try_raw_args()
            && let Some(argument) = raw.peek()
        {
            let ends_options = argument == "--";
            let ends_files = parsed.mode == RunMode::Prompt
                && !parsed.files.is_empty()
                && (!is_option(argument) && !is_program(argument)
                    || parsed.files.len() == 1 && !parsed.prompt && owns_arguments(&parsed.files[0]));
            if ends_options || ends_files {
                parsed.rest.extend(raw.skip(usize::from(ends_options)).map(into_text));
                break;
            }
        }
        let option = match parser.next().map_err(|error| format!("{error}; see ferz --help"))? {
            None => break,
            Some(Arg::Short(letter)) => Opt::short(letter)
                .filter(|option| option.suits(parsed.mode.command()))
                .ok_or_else(|| unknown(&format!("-{letter}")))?,
            Some(Arg::Long(name)) => Opt::long(name)
                .filter(|option| option.suits(parsed.mode.command()))
                .ok_or_else(|| unknown(&format!("--{name}")))?,
            Some(Arg::Value(word)) => {
                let is_first = parsed.files.is_empty() && parsed.mode == RunMode::Prompt;
                match RunMode::of_command(&word).filter(|_| is_first) {
                    Some(mode) => parsed.mode = mode,
                    // All that follows the file is for the script.
                    None if parsed.mode == RunMode::Run => {
                        parsed.files.push(word.into());
                        let raw = parser.raw_args().map_err(|error| error.to_string())?;
                        parsed.rest.extend(raw.map(into_text));
                        break;
                    }
                    None if parsed.mode == RunMode::Eval && parsed.query.is_none() => {
                        parsed.query = Some(goal_text(word, "eval")?)
                    }
                    None => parsed.files.push(word.into()),
                }
                continue;
            }
        };
        set(&mut parsed, option, &mut parser)?;
    }
    check(parsed)
}

/// The word behind `kernel` that tells Jupyter of the program.
pub(crate) const INSTALL: &str = "install";

/// Checks that a command has what it needs.
fn check(mut parsed: CommandLine) -> Result<CommandLine, String> {
    let command = parsed.mode.command().unwrap_or_default();
    match parsed.mode {
        RunMode::Run if parsed.files.is_empty() => Err("run needs a file".to_owned()),
        RunMode::Eval if parsed.query.is_none() => Err("eval needs a goal".to_owned()),
        RunMode::Show => {
            let goal = parsed.files.pop().ok_or("show needs a file and a goal")?;
            parsed.query = Some(goal_text(goal.into_os_string(), "show")?);
            Ok(parsed)
        }
        RunMode::Check | RunMode::Format | RunMode::Test | RunMode::Bench | RunMode::Serve
            if parsed.files.is_empty() =>
        {
            Err(format!(
                "{command} needs a file; a file of that name is loaded by ferz ./{command}"
            ))
        }
        RunMode::Kernel => {
            let is_install = parsed.files.first().is_some_and(|word| word == Path::new(INSTALL));
            match (is_install, parsed.files.len()) {
                (true, 1 | 2) | (false, 1) => Ok(parsed),
                (true, _) => Err("kernel install takes one folder".to_owned()),
                _ => Err("kernel needs the word install, or the file of a connection".to_owned()),
            }
        }
        RunMode::Pack if parsed.files.is_empty() => {
            Err("pack needs a word: list, install, remove, upgrade or info".to_owned())
        }
        RunMode::Completions if parsed.files.len() != 1 => Err("completions needs the name of a shell".to_owned()),
        _ => Ok(parsed),
    }
}

/// Sets an option.
fn set(parsed: &mut CommandLine, option: Opt, parser: &mut Parser) -> Result<(), String> {
    match option {
        Opt::Goal => parsed.goals.push(goal(parser, "-g")?),
        Opt::EndGoal => parsed.end_goal = Some(goal(parser, "-t")?),
        Opt::Prompt => parsed.prompt = true,
        Opt::Script => {
            let file = parser.value().map_err(|_| "-s needs a file")?;
            parsed.files.push(file.into());
        }
        Opt::Init => {
            let file = parser.value().map_err(|_| "-f needs a file")?;
            parsed.init = if file == "none" {
                Init::None
            } else {
                Init::File(file.into())
            };
        }
        Opt::Quiet => parsed.quiet = true,
        Opt::Verbose => parsed.verbose = true,
        Opt::Optimise => parsed.flags.push(("optimise".to_owned(), "true".to_owned())),
        Opt::Define => {
            let flag = text(parser, "-D", "a flag")?;
            let (name, value) = flag.split_once('=').unwrap_or((&flag, "true"));
            parsed.flags.push((name.to_owned(), value.to_owned()));
        }
        Opt::Include => {
            let folder = parser.value().map_err(|_| "-I needs a folder")?;
            parsed.folders.push(folder.into());
        }
        Opt::Path => {
            let path = text(parser, "-p", "ALIAS=FOLDER")?;
            let (alias, folders) = path.split_once('=').ok_or("-p needs ALIAS=FOLDER")?;
            let folders = folders.split(':').filter(|folder| !folder.is_empty());
            parsed
                .paths
                .extend(folders.map(|folder| (alias.to_owned(), folder.to_owned())));
        }
        Opt::OnError => parsed.flags.push(("on_error".to_owned(), style(parser, "--on-error")?)),
        Opt::OnWarning => parsed
            .flags
            .push(("on_warning".to_owned(), style(parser, "--on-warning")?)),
        Opt::NoHints => parsed.flags.push(("hints".to_owned(), "false".to_owned())),
        Opt::Sandbox => parsed.sandbox = true,
        Opt::Colour => {
            let wrong = "--color needs auto, always or never";
            let value = parser.value().map_err(|_| wrong)?;
            parsed.colour = When::parse(&value.to_string_lossy()).ok_or(wrong)?;
        }
        Opt::Help => parsed.mode = RunMode::Help,
        Opt::Version => parsed.mode = RunMode::Version,
        Opt::Count => {
            let count = text(parser, "-n", "a number")?;
            let count = count.parse().ok().filter(|&count| count > 0);
            parsed.answers = Some(count.ok_or("-n needs a number of answers, 1 or more")?);
        }
        Opt::All => parsed.answers = None,
        Opt::Json => parsed.json = true,
        Opt::Codes => parsed.codes = true,
        Opt::WithManual => parsed.with_manual = true,
        Opt::Open => parsed.open = true,
        Opt::Examples => parsed.examples = true,
        Opt::Explain => {
            parsed.mode = RunMode::Explain;
            parsed.files.push(text(parser, "--explain", "a code")?.into());
        }
        Opt::Junit => {
            let file = parser.value().map_err(|_| "--junit needs a file")?;
            parsed.junit = Some(file.into());
        }
        Opt::Coverage => parsed.coverage = true,
        Opt::FormatCheck => parsed.format = ferz_tools::fmt::Mode::Check,
        Opt::FormatDiff => parsed.format = ferz_tools::fmt::Mode::Diff,
        Opt::Output => parsed.output = Some(parser.value().map_err(|_| "-o needs a file")?.into()),
        Opt::Profile => parsed.profile = Some(parser.value().map_err(|_| "--profile needs a file")?.into()),
        Opt::Watch => parsed.watch = true,
        Opt::Port => parsed.port = Some(text(parser, "--port", "a port")?),
        Opt::MostGoals => {
            let most = text(parser, "--most", "a number")?;
            let most = most.parse().ok().filter(|&most| most > 0);
            parsed.bounds.goals = most.ok_or("--most needs a number of goals, 1 or more")?;
        }
        Opt::Limit(limit) => {
            let option = limit.option();
            let value = parser.value().map_err(|_| format!("--{option} needs a number"))?;
            let value = value.to_string_lossy();
            let wrong = || format!("--{option} {value}: not a number that can be understood; see ferz --help");
            parsed.limits.push((limit, limit.parse(&value).ok_or_else(wrong)?));
        }
    }
    Ok(())
}

/// The value of `--on-error` and `--on-warning`.
fn style(parser: &mut Parser, option: &str) -> Result<String, String> {
    let style = text(parser, option, "print, status or halt")?;
    if ["print", "status", "halt"].contains(&style.as_str()) {
        Ok(style)
    } else {
        Err(format!("{option} {style}: neither print, status nor halt"))
    }
}

/// The value of an option, a text.
fn text(parser: &mut Parser, option: &str, what: &str) -> Result<String, String> {
    let value = parser.value().map_err(|_| format!("{option} needs {what}"))?;
    goal_text(value, option)
}

/// The goal that is the value of an option.
fn goal(parser: &mut Parser, option: &str) -> Result<String, String> {
    text(parser, option, "a goal")
}

fn goal_text(goal: OsString, option: &str) -> Result<String, String> {
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
        return Opt::long(name).is_some_and(|option| option.suits(None) && (option.takes_value() || !value));
    }
    let mut letters = text.strip_prefix('-').unwrap_or_default().chars();
    let mut last = None;
    for letter in &mut letters {
        last = Opt::short(letter).filter(|option| option.suits(None));
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

    fn args(text: &str) -> Result<CommandLine, String> {
        parse(text.split_whitespace().map(OsString::from), |file| file == "main.pl")
    }

    #[test]
    fn files_goals_and_the_rest_are_told_apart() {
        let parsed = args("-q -l a.pl -g one b.pl -g two -t halt -- x -y").expect("it is right");
        assert_eq!(parsed.files, [Path::new("a.pl"), Path::new("b.pl")]);
        assert_eq!(parsed.goals, ["one", "two"]);
        assert_eq!(parsed.end_goal.as_deref(), Some("halt"));
        assert_eq!(parsed.rest, ["x", "-y"]);
        assert!(parsed.quiet && parsed.prompt && !parsed.sandbox && parsed.mode == RunMode::Prompt);
    }

    #[test]
    fn a_script_gets_all_that_follows() {
        let parsed = args("--sandbox run s.pl -g --help").expect("it is right");
        assert_eq!(
            (parsed.mode, parsed.files, parsed.sandbox),
            (RunMode::Run, vec![PathBuf::from("s.pl")], true)
        );
        assert_eq!(parsed.rest, ["-g", "--help"]);
        let parsed = args("-q a.pl -l b.pl in.txt -g --name=x").expect("it is right");
        assert_eq!((parsed.files.len(), parsed.prompt), (2, true));
        assert_eq!(parsed.rest, ["in.txt", "-g", "--name=x"]);
        assert_eq!(args("a.pl --size 3").expect("it is right").rest, ["--size", "3"]);
    }

    #[test]
    fn a_script_with_a_main_goal_owns_its_options() {
        let parsed = args("-q main.pl --help -g x b.pl").expect("it is right");
        assert_eq!((parsed.mode, parsed.files.len()), (RunMode::Prompt, 1));
        assert_eq!(parsed.rest, ["--help", "-g", "x", "b.pl"]);
        assert_eq!(args("-l main.pl -q b.pl").expect("it is right").files.len(), 2);
        assert_eq!(args("a.pl main.pl -q").expect("it is right").rest, [""; 0]);
        assert_eq!(args("main.pl -- -q").expect("it is right").rest, ["-q"]);
    }

    #[test]
    fn commands_have_options_of_their_own() {
        let parsed = args("--time 3 eval member(X,[a]) a.pl -n 5 --json b -- x -y").expect("it is right");
        assert_eq!(
            (parsed.mode, parsed.answers, parsed.json),
            (RunMode::Eval, Some(5), true)
        );
        assert_eq!(parsed.query.as_deref(), Some("member(X,[a])"));
        assert_eq!(
            (parsed.files.len(), parsed.rest),
            (2, vec!["x".to_owned(), "-y".to_owned()])
        );
        assert_eq!(args("eval g").expect("it is right").answers, Some(1));
        assert_eq!(args("eval g --all").expect("it is right").answers, None);
        let parsed = args("test a.pl --coverage --junit=r.xml b.plt").expect("it is right");
        assert_eq!(
            (parsed.files.len(), parsed.coverage, parsed.junit.is_some()),
            (2, true, true)
        );
        assert_eq!(args("check --json a.pl").expect("it is right").mode, RunMode::Check);
        assert_eq!(
            args("completions bash").expect("it is right").mode,
            RunMode::Completions
        );
    }

    #[test]
    fn flags_and_paths_are_set() {
        let parsed = args("-O -D a=1 -Db -p lib=x:y -I z -v -f none -s a.pl --on-error=halt").expect("it is right");
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(
            parsed.flags,
            [
                pair("optimise", "true"),
                pair("a", "1"),
                pair("b", "true"),
                pair("on_error", "halt")
            ]
        );
        assert_eq!(parsed.paths, [pair("lib", "x"), pair("lib", "y")]);
        assert_eq!(
            (parsed.folders.len(), parsed.files.len(), parsed.init),
            (1, 1, Init::None)
        );
        assert!(parsed.verbose);
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
        let parsed = args("run -q --memory 64M a.pl -v b.pl").expect("it is right");
        assert_eq!((parsed.quiet, parsed.verbose, parsed.limits.len()), (true, false, 1));
        assert_eq!(
            (parsed.files.len(), parsed.rest),
            (1, vec!["-v".to_owned(), "b.pl".to_owned()])
        );
    }

    #[test]
    #[cfg(unix)]
    fn names_of_files_need_not_be_utf8() {
        use std::os::unix::ffi::OsStringExt;
        let odd = |text: &[u8]| OsString::from_vec(text.to_vec());
        let parsed = parse([odd(b"a\xff.pl"), odd(b"-q"), odd(b"b\xfe")], |_| false).expect("it is right");
        assert_eq!(parsed.files, [PathBuf::from(odd(b"a\xff.pl"))]);
        assert_eq!((parsed.quiet, parsed.rest), (true, vec!["b\u{fffd}".to_string()]));
        let parsed = parse(["run".into(), odd(b"\xff")], |_| false).expect("it is right");
        assert_eq!(parsed.files, [PathBuf::from(odd(b"\xff"))]);
        assert!(
            parse([odd(b"-g\xff")], |_| false)
                .expect_err("no text")
                .contains("UTF-8")
        );
        assert!(parse([odd(b"-q\xff")], |_| false).is_err());
    }

    #[test]
    fn mistakes_are_said() {
        assert!(args("-g").expect_err("no goal").contains("-g"));
        assert!(args("run").expect_err("no file").contains("file"));
        assert!(args("eval").expect_err("no goal").contains("goal"));
        assert!(args("check").expect_err("no file").contains("./check"));
        assert!(args("a.pl -n 3").is_ok_and(|parsed| parsed.rest == ["-n", "3"]));
        assert!(args("-n 3 a.pl").expect_err("only of eval").contains("-n"));
        assert!(args("eval g -n x").expect_err("no number").contains("-n"));
        assert!(args("--on-error=no").expect_err("no style").contains("--on-error"));
        assert!(args("-p lib").expect_err("no folder").contains("-p"));
        assert!(args("completions").expect_err("no shell").contains("shell"));
        assert!(args("kernel").expect_err("no file").contains("install"));
        assert!(args("kernel install a b").is_err() && args("kernel a.json b.json").is_err());
        assert!(args("--nosuch").expect_err("no such option").contains("--nosuch"));
        assert!(args("-qx").expect_err("no such option").contains("-x"));
        assert!(args("--quiet=1").expect_err("no value").contains("--quiet"));
    }
}
