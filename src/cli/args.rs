//! The command line: what it says, and what it may say.

/// What the program was asked to do.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    /// What kind of run it is.
    pub mode: Mode,
    /// Files to load.
    pub files: Vec<String>,
    /// Goals to run after loading.
    pub goals: Vec<String>,
    /// A goal to run instead of the prompt.
    pub end_goal: Option<String>,
    /// No banner, no messages of loading.
    pub quiet: bool,
    /// Grant nothing but the standard streams.
    pub sandbox: bool,
    /// What belongs to the Prolog program.
    pub rest: Vec<String>,
}

/// What kind of run it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Load, then answer queries.
    #[default]
    Prompt,
    /// Load one file, run its main goal, exit.
    Run,
    /// Print the help text.
    Help,
    /// Print the version.
    Version,
}

/// The help text.
pub const HELP: &str = "\
ferz: a Prolog engine

Usage: ferz [OPTIONS] [FILE...] [-- ARGUMENT...]   load the files and open the prompt
       ferz [OPTIONS] run FILE [ARGUMENT...]       load the file, run its main goal, exit

Options:
  -g GOAL      run GOAL after loading; may be given more than once
  -t GOAL      run GOAL instead of the prompt, and exit
  -q           no banner
  --sandbox    no files, no environment: only the standard streams
  --version    print the version
  --help       print this text

Queries piped to the standard input are answered without a prompt; a line `;` after a query asks
for its next solution.

Exit status: 0 success; 1 a goal failed; 2 an exception was not caught; 3 a file did not load;
N for halt(N). Of several queries the worst counts.
";

/// Reads the command line, without the name of the program.
///
/// # Errors
/// What is wrong with it, in words.
pub fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Arguments, String> {
    let mut parsed = Arguments::default();
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let mut value = |option: &str| arguments.next().ok_or(format!("{option} needs a goal"));
        match argument.as_str() {
            "--" => {
                parsed.rest.extend(arguments);
                break;
            }
            "-g" | "--goal" => parsed.goals.push(value("-g")?),
            "-t" | "--toplevel" => parsed.end_goal = Some(value("-t")?),
            "-q" | "--quiet" => parsed.quiet = true,
            "--sandbox" => parsed.sandbox = true,
            "-h" | "--help" => parsed.mode = Mode::Help,
            "-V" | "--version" => parsed.mode = Mode::Version,
            "run" if parsed.files.is_empty() && parsed.mode == Mode::Prompt => {
                parsed.mode = Mode::Run;
                let file = arguments.next().ok_or("run needs a file")?;
                parsed.files.push(file);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn args(text: &str) -> Result<Arguments, String> {
        parse(text.split_whitespace().map(str::to_string))
    }

    #[test]
    fn files_goals_and_the_rest_are_told_apart() {
        let parsed = args("-q a.pl -g one b.pl -g two -t halt -- x -y").expect("it is right");
        assert_eq!(parsed.files, ["a.pl", "b.pl"]);
        assert_eq!(parsed.goals, ["one", "two"]);
        assert_eq!(parsed.end_goal.as_deref(), Some("halt"));
        assert_eq!(parsed.rest, ["x", "-y"]);
        assert!(parsed.quiet && !parsed.sandbox && parsed.mode == Mode::Prompt);
    }

    #[test]
    fn a_script_gets_all_that_follows() {
        let parsed = args("--sandbox run s.pl -g --help").expect("it is right");
        assert_eq!(
            (parsed.mode, parsed.files, parsed.sandbox),
            (Mode::Run, vec!["s.pl".to_string()], true)
        );
        assert_eq!(parsed.rest, ["-g", "--help"]);
        assert_eq!(args("a.pl run").expect("it is right").files, ["a.pl", "run"]);
    }

    #[test]
    fn mistakes_are_said() {
        assert!(args("-g").expect_err("no goal").contains("-g"));
        assert!(args("run").expect_err("no file").contains("file"));
        assert!(args("--nosuch").expect_err("no such option").contains("--nosuch"));
    }
}
