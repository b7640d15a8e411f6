//! The options and commands of the program: one table each, from which the parser, the help text and the shell
//! completions are made.

use ferz::Limit;

use super::args::RunMode;

/// An option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opt {
    Goal,
    EndGoal,
    Prompt,
    Script,
    Init,
    Quiet,
    Verbose,
    Optimise,
    Define,
    Include,
    Path,
    OnError,
    OnWarning,
    Colour,
    NoHints,
    Sandbox,
    Help,
    Version,
    Count,
    All,
    Json,
    Junit,
    Coverage,
    FormatCheck,
    FormatDiff,
    Output,
    MostGoals,
    Codes,
    Explain,
    WithManual,
    Open,
    Examples,
    Profile,
    Watch,
    Port,
    Limit(Limit),
}

/// A row of the table of options.
pub(crate) struct OptionRow {
    pub opt: Opt,
    pub short: Option<char>,
    pub long: &'static str,
    /// The name of the value in the help text; empty if there is none.
    pub value: &'static str,
    /// The commands to which the option is restricted; all if empty.
    pub commands: &'static [&'static str],
    pub help: &'static str,
}

const fn row(opt: Opt, short: Option<char>, long: &'static str, value: &'static str, help: &'static str) -> OptionRow {
    OptionRow {
        opt,
        short,
        long,
        value,
        commands: &[],
        help,
    }
}

const fn of_command(row: OptionRow, commands: &'static [&'static str]) -> OptionRow {
    OptionRow { commands, ..row }
}

/// The options, without those that set limits.
pub(crate) const ROWS: &[OptionRow] = &[
    row(
        Opt::Goal,
        Some('g'),
        "goal",
        "GOAL",
        "run GOAL after loading; may be given more than once",
    ),
    row(
        Opt::EndGoal,
        Some('t'),
        "toplevel",
        "GOAL",
        "run GOAL instead of the prompt, and exit; `prolog` is the prompt",
    ),
    row(
        Opt::Prompt,
        Some('l'),
        "load",
        "",
        "open the prompt, even if a file names a main goal",
    ),
    row(
        Opt::Script,
        Some('s'),
        "script",
        "FILE",
        "load FILE; the arguments that follow are still read",
    ),
    row(
        Opt::Init,
        Some('f'),
        "init-file",
        "FILE",
        "load FILE first, instead of the init file; `none` is no file",
    ),
    row(
        Opt::Define,
        Some('D'),
        "define",
        "FLAG[=VALUE]",
        "set a Prolog flag; without a value to true",
    ),
    row(
        Opt::Include,
        Some('I'),
        "include",
        "FOLDER",
        "look for files to load in FOLDER, too",
    ),
    row(
        Opt::Path,
        Some('p'),
        "path",
        "ALIAS=FOLDER",
        "add FOLDER to the search path of ALIAS(File)",
    ),
    row(
        Opt::Optimise,
        Some('O'),
        "optimise",
        "",
        "set the flag optimise; the code is the same",
    ),
    row(
        Opt::Quiet,
        Some('q'),
        "quiet",
        "",
        "no banner and no informational messages",
    ),
    row(
        Opt::Verbose,
        Some('v'),
        "verbose",
        "",
        "tell of each file that is loaded",
    ),
    row(
        Opt::OnError,
        None,
        "on-error",
        "STYLE",
        "after an error message: print (go on), status (halt/0 exits with 1), halt",
    ),
    row(Opt::OnWarning, None, "on-warning", "STYLE", "the same after a warning"),
    row(
        Opt::Colour,
        None,
        "color",
        "WHEN",
        "colours at the prompt: auto, always or never",
    ),
    row(Opt::NoHints, None, "no-hints", "", "messages without suggestions"),
    row(
        Opt::Sandbox,
        None,
        "sandbox",
        "",
        "no files, no environment: only the standard streams",
    ),
    of_command(
        row(
            Opt::Count,
            Some('n'),
            "answers-shown",
            "N",
            "show at most N answers; 1 if not given",
        ),
        &["eval"],
    ),
    of_command(row(Opt::All, None, "all", "", "show all answers"), &["eval"]),
    of_command(
        row(
            Opt::Json,
            None,
            "json",
            "",
            "print one JSON object for each answer or message",
        ),
        &["eval", "check"],
    ),
    of_command(
        row(
            Opt::Codes,
            None,
            "codes",
            "",
            "name the code of each message: ferz explain CODE",
        ),
        &["check"],
    ),
    of_command(
        row(
            Opt::Junit,
            None,
            "junit",
            "FILE",
            "write the results to FILE as JUnit XML",
        ),
        &["test"],
    ),
    of_command(
        row(Opt::Coverage, None, "coverage", "", "list the clauses that never ran"),
        &["test"],
    ),
    of_command(
        row(
            Opt::FormatCheck,
            None,
            "check",
            "",
            "write nothing: name the files that would change, and exit with 1",
        ),
        &["fmt"],
    ),
    of_command(
        row(
            Opt::FormatDiff,
            None,
            "diff",
            "",
            "write nothing: print what would change",
        ),
        &["fmt"],
    ),
    of_command(
        row(
            Opt::Output,
            Some('o'),
            "save",
            "FILE",
            "write to FILE: show a page, .svg or .txt; doc a folder of pages or .md",
        ),
        &["show", "doc"],
    ),
    of_command(
        row(
            Opt::WithManual,
            None,
            "manual",
            "",
            "with -o: add the reference of ferz to the pages",
        ),
        &["doc"],
    ),
    of_command(
        row(Opt::Open, None, "open", "", "open the manual in the browser"),
        &["doc"],
    ),
    of_command(
        row(Opt::Examples, None, "doc", "", "run the examples in comments instead"),
        &["test"],
    ),
    of_command(
        row(
            Opt::MostGoals,
            None,
            "most",
            "N",
            "end the search after N goals; 200000 if not given",
        ),
        &["show"],
    ),
    of_command(
        row(
            Opt::Port,
            None,
            "port",
            "[HOST:]PORT",
            "the port of the service, localhost:8080 if not given",
        ),
        &["serve"],
    ),
    row(Opt::Explain, None, "explain", "CODE", "as ferz explain CODE"),
    of_command(
        row(
            Opt::Profile,
            None,
            "profile",
            "FILE",
            "write where the time goes to FILE: a flame graph (.svg), stacks (.txt), or a page",
        ),
        &["run", "eval", "test"],
    ),
    of_command(
        row(
            Opt::Watch,
            None,
            "watch",
            "",
            "run again when a text in the folder changes",
        ),
        &["run", "test"],
    ),
    row(Opt::Version, Some('V'), "version", "", "print the version"),
    row(Opt::Help, Some('h'), "help", "", "print this text"),
];

/// The commands: what is run, name, arguments, help.
pub(crate) const COMMANDS: &[(RunMode, &str, &str, &str)] = &[
    (
        RunMode::Run,
        "run",
        "FILE|- [ARGUMENT...]",
        "load the file, run its main goal, exit",
    ),
    (
        RunMode::Eval,
        "eval",
        "GOAL [FILE...]",
        "load the files, print the answers of the goal",
    ),
    (
        RunMode::Check,
        "check",
        "FILE...",
        "report mistakes, without running the program",
    ),
    (
        RunMode::Explain,
        "explain",
        "[CODE...]",
        "tell the cause of a kind of message, with examples; or list the codes",
    ),
    (
        RunMode::Format,
        "fmt",
        "FILE|-...",
        "lay out the texts, without changing a clause",
    ),
    (
        RunMode::Show,
        "show",
        "FILE... GOAL",
        "load the files, show the search tree of the goal",
    ),
    (RunMode::Test, "test", "FILE...", "run the unit tests of the files"),
    (
        RunMode::Bench,
        "bench",
        "FILE...",
        "time the goals of benchmark(Name, Goal), and compare with the last run",
    ),
    (
        RunMode::Serve,
        "serve",
        "FILE...",
        "answer goals of exported predicates by HTTP, as JSON",
    ),
    (
        RunMode::Mcp,
        "mcp",
        "[FILE...]",
        "serve a language model (MCP) on the standard streams, sandboxed",
    ),
    (RunMode::Lsp, "lsp", "", "serve an editor (LSP) on the standard streams"),
    (
        RunMode::Dap,
        "dap",
        "",
        "serve a debugger (DAP) on the standard streams",
    ),
    (
        RunMode::Kernel,
        "kernel",
        "install [FOLDER]|CONNECTION",
        "tell Jupyter of ferz, for the user or the environment in FOLDER; or serve its notebooks",
    ),
    (
        RunMode::Manual,
        "doc",
        "[NAME[/ARITY]|FILE...]",
        "print the reference manual, or what it says of predicates; or document the files",
    ),
    (
        RunMode::Pack,
        "pack",
        "list|install|remove|upgrade|info [WORD...]",
        "show packs, install them from folders, archives, repositories and addresses, remove them",
    ),
    (
        RunMode::Completions,
        "completions",
        "bash|zsh|fish",
        "print completions for a shell",
    ),
];

impl Opt {
    /// Returns the option of a short name.
    pub(crate) fn short(letter: char) -> Option<Opt> {
        ROWS.iter().find(|row| row.short == Some(letter)).map(|row| row.opt)
    }

    /// Returns the option of a long name.
    pub(crate) fn long(name: &str) -> Option<Opt> {
        let limit = || Limit::ALL.iter().copied().find(|limit| limit.option() == name);
        ROWS.iter()
            .find(|row| row.long == name)
            .map(|row| row.opt)
            .or_else(|| limit().map(Opt::Limit))
    }

    fn row(self) -> Option<&'static OptionRow> {
        ROWS.iter().find(|row| row.opt == self)
    }

    /// Whether it needs a value.
    pub(crate) fn takes_value(self) -> bool {
        self.row().is_none_or(|row| !row.value.is_empty())
    }

    /// Whether it can be given with this command, if there is one.
    pub(crate) fn suits(self, command: Option<&str>) -> bool {
        self.row()
            .is_none_or(|row| row.commands.is_empty() || command.is_some_and(|command| row.commands.contains(&command)))
    }
}

/// Columns of an option with its value in the help text.
const WIDTH: usize = 24;

/// The help text.
pub(crate) fn help() -> String {
    let mut text = String::from(
        "\
ferz: a Prolog engine

Usage: ferz [OPTIONS] [FILE.pl...] [ARGUMENT...]
          load the files and open the prompt, or run the goal of initialization(Goal, main):
          such a script gets all that follows its name
",
    );
    for (_, name, arguments, help) in COMMANDS {
        let line = format!("ferz [OPTIONS] {name} {arguments}");
        text.push_str(&format!("       {}\n          {help}\n", line.trim_end()));
    }
    text.push_str("\nOptions:\n");
    text.push_str(&rows(None));
    text.push_str(&Limit::help());
    for (_, name, ..) in COMMANDS {
        let own = rows(Some(name));
        if !own.is_empty() {
            text.push_str(&format!("\nOptions of ferz {name}, besides:\n{own}"));
        }
    }
    text.push_str(
        "
Queries piped to the standard input are answered without a prompt; a line `;` after a query asks
for its next solution.

Exit status: 0 success; 1 a goal failed, a directive and a main goal too; 2 an exception was not
caught; 3 a file did not load; 4 a limit was met, 124 that on time; 64 the command line is wrong;
128 + N signal N; N for halt(N). Of several goals and files the worst counts.
",
    );
    text
}

/// The lines of the options of a command, or of those of all.
fn rows(command: Option<&str>) -> String {
    let mut text = String::new();
    for row in ROWS {
        let is_its = command.map_or(row.commands.is_empty(), |command| row.commands.contains(&command));
        if !is_its {
            continue;
        }
        let short = row.short.map_or("    ".to_owned(), |letter| format!("-{letter}, "));
        let value = if row.value.is_empty() {
            String::new()
        } else {
            format!(" {}", row.value)
        };
        let option = format!("{short}--{}{value}", row.long);
        let gap = if option.len() > WIDTH {
            format!("\n  {:WIDTH$}", "")
        } else {
            String::new()
        };
        text.push_str(&format!("  {option:WIDTH$}{gap} {}\n", row.help));
    }
    text
}
