//! The program `ferz`: the prompt and the script runner. It uses only the public interface of the crate.

mod args;
mod batch;
mod editor;
mod keyboard;
mod repl;
mod report;
mod signals;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

use args::{Arguments, Mode};
use ferz::Engine;
use signals::Signals;

/// Runs the program.
pub fn main() -> ExitCode {
    let status = match args::parse(std::env::args_os().skip(1)) {
        Ok(arguments) => run(&arguments),
        Err(message) => {
            let _ignored = writeln!(io::stderr(), "ferz: {message}");
            return ExitCode::from(report::EXCEPTION);
        }
    };
    match status {
        Ok(status) => ExitCode::from(status),
        // The reader of a pipe has closed it, which tells a program to end.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(report::SUCCESS),
        Err(error) => {
            let _ignored = writeln!(io::stderr(), "ferz: {error}");
            ExitCode::from(report::EXCEPTION)
        }
    }
}

fn run(arguments: &Arguments) -> io::Result<u8> {
    match arguments.mode {
        Mode::Help => {
            io::stdout().write_all(args::help().as_bytes())?;
            return Ok(report::SUCCESS);
        }
        Mode::Version => {
            writeln!(io::stdout(), "ferz {}", env!("CARGO_PKG_VERSION"))?;
            return Ok(report::SUCCESS);
        }
        Mode::Prompt | Mode::Run | Mode::Manual => {}
    }
    let mut engine = if arguments.sandbox {
        Engine::with_console()
    } else {
        Engine::with_process()
    };
    if arguments.no_hints {
        let _known_flag = engine.set_flag("hints", "false");
    }
    engine.set_arguments(arguments.rest.clone());
    for &(limit, amount) in &arguments.limits {
        engine.set_limit(limit, Some(amount));
    }
    let signals = Signals::listen(engine.interrupter());
    let mut status = work(&mut engine, arguments, &signals);
    if status.is_ok() && !signals.is_ending() {
        // If no goal has ended the program, the goals of at_halt/1 run now.
        let _halted = engine.once("halt");
        status = status.and_then(|status| engine.console().flush().map(|()| status));
    }
    match signals.status() {
        Some(status) => {
            end(&mut engine, &signals);
            Ok(status)
        }
        None => status,
    }
}

/// The time limit for goals of `at_halt/1` after a signal.
const LAST_TIME: Duration = Duration::from_secs(1);

/// Ends the program in order after a signal. Errors are dropped.
fn end(engine: &mut Engine, signals: &Signals) {
    signals.notice();
    engine.set_time_limit(Some(LAST_TIME));
    let _halted = engine.once("halt");
    let _flushed = engine.console().flush();
}

fn work(engine: &mut Engine, arguments: &Arguments, signals: &Signals) -> io::Result<u8> {
    if arguments.mode == Mode::Manual {
        return Ok(batch::goal(engine, "manual", "doc")?.err().unwrap_or(report::SUCCESS));
    }
    let loaded = match batch::load(engine, &arguments.files)? {
        Ok(loaded) => loaded,
        Err(halted) => return Ok(halted),
    };
    if arguments.mode == Mode::Run && loaded != report::SUCCESS {
        return Ok(batch::broken_script(engine, loaded));
    }
    for goal in &arguments.goals {
        if let Err(status) = batch::goal(engine, goal, "-g")? {
            return Ok(status);
        }
    }
    if arguments.mode == Mode::Run {
        return batch::script(engine);
    }
    if arguments.end_goal.is_none()
        && !arguments.prompt
        && loaded == report::SUCCESS
        && let Some(status) = batch::declared_main(engine)?
    {
        return Ok(status);
    }
    if arguments.end_goal.is_none() {
        // The program is complete now, but for what the user adds.
        let _checked = engine.once("system:'$check_calls', system:'$check_program'");
    }
    let status = match &arguments.end_goal {
        Some(goal) => batch::goal(engine, goal, "-t")?.err().unwrap_or(report::SUCCESS),
        None if io::stdin().is_terminal() => return repl::run(engine, arguments.quiet, signals),
        None => batch::queries(engine)?,
    };
    Ok(status.max(loaded))
}
