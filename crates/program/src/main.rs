//! The program `ferz`: the prompt and the script runner. It uses only the public interface of the crate.
#![forbid(unsafe_code)]

mod answers;
mod args;
mod batch;
mod check;
mod colour;
mod completions;
mod editor;
mod eval;
mod exchange;
mod history;
mod init;
mod input;
mod json;
#[cfg(unix)]
mod keyboard;
#[cfg(not(unix))]
#[path = "keyboard_plain.rs"]
mod keyboard;
mod mcp;
#[cfg(unix)]
mod menu;
#[cfg(unix)]
mod nested;
mod options;
mod packs;
mod recall;
mod repl;
mod report;
mod room;
mod script;
mod show;
mod signals;
#[cfg(unix)]
mod terminal;
mod test;
#[cfg(unix)]
mod tracer;
mod wrap;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use args::{CommandLine, Init, RunMode};
use colour::Colours;
use ferz::debug::DebugMode;
use ferz::{Engine, Error, Term};
use signals::Signals;

/// The memory that the program must have to begin: an allocation that fails later, outside of the engine's limits, aborts it. More
/// than 32 MiB, below which glibc would take a block that is freed for a usual one, and keep such blocks from then on.
const LEAST_BYTES: usize = 33 << 20;

/// How often a second a profile looks at what runs.
const SAMPLES: u32 = 1000;

/// Runs the program.
fn main() -> ExitCode {
    if Vec::<u8>::new().try_reserve_exact(LEAST_BYTES).is_err() {
        let _ignored = writeln!(io::stderr(), "ferz: the system gives too little memory to begin");
        return ExitCode::from(report::EXCEPTION);
    }
    let status = match args::parse(std::env::args_os().skip(1), script::names_main_goal) {
        Ok(arguments) => run(&arguments),
        Err(message) => Ok(usage(&message)),
    };
    match status {
        Ok(status) => ExitCode::from(status),
        // The reader of a pipe has closed it, which tells a program to end.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(report::BROKEN_PIPE),
        Err(error) => {
            let _ignored = writeln!(io::stderr(), "ferz: {error}");
            ExitCode::from(report::EXCEPTION)
        }
    }
}

/// Tells of a wrong command line.
fn usage(message: &str) -> u8 {
    let _ignored = writeln!(io::stderr(), "ferz: {message}");
    report::USAGE
}

fn run(arguments: &CommandLine) -> io::Result<u8> {
    let text = match arguments.mode {
        RunMode::Help => Some(options::help()),
        RunMode::Version => Some(format!("ferz {}\n", env!("CARGO_PKG_VERSION"))),
        RunMode::Completions => {
            let shell = arguments.files[0].to_string_lossy();
            match completions::script(&shell) {
                Some(text) => Some(text),
                None => return Ok(usage(&format!("there are no completions for the shell {shell}"))),
            }
        }
        _ => None,
    };
    if let Some(text) = text {
        io::stdout().write_all(text.as_bytes())?;
        return Ok(report::SUCCESS);
    }
    if let Some(status) = tools(arguments) {
        return status;
    }
    if arguments.watch {
        // The first one is this program's: those of the Prolog program follow the file.
        let mut words: Vec<_> = std::env::args_os().skip(1).collect();
        words.extract_if(.., |word| word == "--watch").next();
        let mut again = Command::new(std::env::current_exe()?);
        again.args(words);
        return ferz_tools::watch::watch(again, &arguments.files, &mut io::stderr()).map(|()| report::SUCCESS);
    }
    let is_server = arguments.mode == RunMode::Mcp;
    let mut engine = match is_server {
        true => Engine::new(),
        false if arguments.sandbox => Engine::with_console(),
        false => Engine::with_process(),
    };
    engine.toplevel().set_standalone(true);
    engine.toplevel().set_arguments(arguments.rest.clone());
    let usual = if is_server { &mcp::LIMITS[..] } else { &[] };
    for &(limit, amount) in usual.iter().chain(&arguments.limits) {
        engine.set_limits(engine.limits().with(limit, Some(amount)));
    }
    room::keep_within(&mut engine);
    if let Err(error) = apply_settings(&mut engine, arguments) {
        return Ok(usage(&error.to_string()));
    }
    if is_server {
        return mcp::serve(&mut engine, arguments);
    }
    if arguments.mode == RunMode::Kernel {
        return ferz_tools::kernel::serve(engine, &arguments.files[0]);
    }
    let signals = Signals::listen(engine.interrupter());
    #[cfg(unix)]
    {
        tracer::install(&mut engine, &signals);
        nested::install(&mut engine, &signals, Colours::new(arguments.colour));
    }
    let mut status = work(&mut engine, arguments, &signals);
    if let Some(file) = &arguments.profile {
        let title = arguments.files.first().map(|file| file.to_string_lossy().into_owned());
        let profile = engine.debugger().take_profile();
        let written = ferz_tools::profile::write(&profile, title.as_deref().unwrap_or("ferz"), file);
        status = status.and_then(|status| written.map(|()| status));
    }
    if status.is_ok() && !signals.is_ending() {
        engine.debugger().set_debug_mode(DebugMode::Off);
        // If no goal has ended the program, the goals of at_halt/1 run now.
        let _halted = engine.once("halt");
        status = status.and_then(|status| engine.toplevel().console().flush().map(|()| status));
    }
    match signals.status() {
        Some(status) => {
            end(&mut engine, &signals);
            Ok(status)
        }
        None => status,
    }
}

/// Runs the tools that need no engine; `None` for other commands.
fn tools(arguments: &CommandLine) -> Option<io::Result<u8>> {
    let files = &arguments.files;
    match arguments.mode {
        RunMode::Format => Some(ferz_tools::fmt::run(
            files,
            arguments.format,
            &mut io::stdout().lock(),
            &mut io::stderr(),
        )),
        RunMode::Manual if arguments.open => Some(ferz_tools::doc::open(&mut io::stdout()).map(|()| report::SUCCESS)),
        RunMode::Manual if arguments.documents_files() => Some(ferz_tools::doc::run(
            files,
            arguments.output.as_deref(),
            arguments.with_manual || files.is_empty(),
            &mut io::stdout().lock(),
            &mut io::stderr(),
        )),
        RunMode::Explain => Some(ferz_tools::explain::run(
            files,
            &mut io::stdout().lock(),
            &mut io::stderr(),
        )),
        RunMode::Lsp => Some(ferz_tools::lsp::serve()),
        RunMode::Dap => Some(ferz_tools::dap::serve()),
        RunMode::Kernel if files[0] == Path::new(args::INSTALL) => Some(install_kernel(files.get(1))),
        _ => None,
    }
}

/// Tells Jupyter of this program.
fn install_kernel(prefix: Option<&PathBuf>) -> io::Result<u8> {
    let file = ferz_tools::kernel::install(&std::env::current_exe()?, prefix.map(PathBuf::as_path))?;
    writeln!(io::stdout(), "{}", file.display())?;
    Ok(report::SUCCESS)
}

/// Sets the flags and search paths of the command line.
fn apply_settings(engine: &mut Engine, arguments: &CommandLine) -> Result<(), Error> {
    if arguments.quiet {
        engine.set_flag("verbose", "silent")?;
    }
    let verbose = [("verbose_load".to_owned(), "full".to_owned())];
    let flags = arguments
        .flags
        .iter()
        .chain(verbose.iter().filter(|_| arguments.verbose));
    for (name, value) in flags {
        let set = "( catch(term_to_atom(V, Value), _, fail), number(V) -> true ; V = Value ), create_prolog_flag(Flag, V, [])";
        let values = [("Flag", Term::atom(name)), ("Value", Term::atom(value))];
        engine.query_with(set, values)?.next().transpose()?;
    }
    for (alias, folder) in &arguments.paths {
        let add =
            "multifile(file_search_path/2), dynamic(file_search_path/2), assertz(file_search_path(Alias, Folder))";
        let values = [("Alias", Term::atom(alias)), ("Folder", Term::atom(folder))];
        engine.query_with(add, values)?.next().transpose()?;
    }
    for folder in &arguments.folders {
        engine.toplevel().add_source_folder(folder);
    }
    Ok(())
}

/// The time limit for goals of `at_halt/1` after a signal.
const LAST_TIME: Duration = Duration::from_secs(1);

/// Ends the program in order after a signal. Errors are dropped.
fn end(engine: &mut Engine, signals: &Signals) {
    signals.notice();
    engine.set_limits(engine.limits().time(LAST_TIME));
    engine.debugger().set_debug_mode(DebugMode::Off);
    let _halted = engine.once("halt");
    let _flushed = engine.toplevel().console().flush();
}

fn work(engine: &mut Engine, arguments: &CommandLine, signals: &Signals) -> io::Result<u8> {
    if arguments.mode == RunMode::Manual {
        return batch::manual(engine, &arguments.files);
    }
    if arguments.mode == RunMode::Prompt {
        engine.toplevel().record_messages();
    }
    if !arguments.sandbox {
        packs::attach(engine, arguments)?;
    }
    if arguments.mode == RunMode::Pack {
        return packs::run(engine, &arguments.files);
    }
    engine.toplevel().hold_start_goals();
    if let Init::File(file) = &arguments.init
        && let Err(status) = batch::load(engine, std::slice::from_ref(file))?
    {
        return Ok(status);
    }
    if arguments.mode == RunMode::Check {
        return check::run(engine, arguments);
    }
    engine.toplevel().set_coverage(arguments.coverage);
    let loaded = match batch::load(engine, &arguments.files)? {
        Ok(loaded) => loaded,
        Err(ended) => return Ok(ended),
    };
    let runs = report::can_run(engine);
    if matches!(
        arguments.mode,
        RunMode::Run | RunMode::Test | RunMode::Bench | RunMode::Serve
    ) && !runs
    {
        return Ok(loaded);
    }
    if arguments.profile.is_some() {
        engine.debugger().start_profile(SAMPLES);
    }
    for goal in &arguments.goals {
        if let Err(status) = batch::goal(engine, goal, "-g")? {
            return Ok(status);
        }
    }
    if let Err(status) = batch::start(engine, !arguments.prompt)? {
        return Ok(status);
    }
    match arguments.mode {
        RunMode::Run => return batch::script(engine),
        RunMode::Test if arguments.examples => return ferz_tools::doc::test(engine, &arguments.files),
        RunMode::Bench => return batch::benchmarks(engine, arguments),
        RunMode::Serve => return batch::serve(engine, arguments),
        RunMode::Test => return test::run(engine, arguments.junit.as_deref(), arguments.coverage),
        _ => {}
    }
    if let Some(goal) = arguments.query.as_deref().filter(|_| arguments.mode == RunMode::Show) {
        return show::run(engine, goal, arguments);
    }
    if let Some(goal) = &arguments.query {
        let style = eval::AnswerStyle {
            most: arguments.answers,
            json: arguments.json,
        };
        return eval::run(engine, goal, &style);
    }
    if arguments.end_goal.is_none()
        && !arguments.prompt
        && let Some(status) = batch::declared_main(engine, runs)?
    {
        return Ok(status);
    }
    let wanted_goal = match &arguments.end_goal {
        Some(goal) => Some(goal.clone()),
        None => engine.flag("toplevel_goal").map(|goal| goal.to_string()),
    };
    let end_goal = wanted_goal
        .as_deref()
        .filter(|&goal| goal != "prolog" && goal != "default");
    if end_goal.is_none() {
        // The program is complete now, but for what the user adds.
        let _checked = engine.once("system:'$check_calls', system:'$check_program'");
    }
    match end_goal {
        Some(goal) => Ok(batch::goal(engine, goal, "-t")?
            .err()
            .unwrap_or_else(|| report::loaded(engine))),
        None if io::stdin().is_terminal() => {
            // An error at the prompt does not end the session.
            let _set = engine.once("set_prolog_flag(on_error, print), set_prolog_flag(on_warning, print)");
            let colours = Colours::new(arguments.colour);
            if arguments.init == Init::Default && !arguments.sandbox {
                init::load(engine)?;
            }
            repl::run(engine, arguments, colours, signals)
        }
        None => {
            let halts = arguments.flags.contains(&("on_error".to_owned(), "halt".to_owned()));
            batch::queries(engine, loaded, halts, &show::Shower::new(arguments, signals))
        }
    }
}
