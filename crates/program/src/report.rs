//! Reports on standard error, and exit statuses.

use std::io;

use ferz::toplevel::Console;
use ferz::{Engine, Error, ErrorKind, Limit, Term, TermView};

/// Success.
pub(crate) const SUCCESS: u8 = 0;
/// A goal failed.
pub(crate) const FAILED: u8 = 1;
/// An exception was not caught.
pub(crate) const EXCEPTION: u8 = 2;
/// A file did not load.
pub(crate) const LOAD: u8 = 3;
/// A limit was met.
pub(crate) const LIMIT: u8 = 4;
/// The command line is wrong.
pub(crate) const USAGE: u8 = 64;
/// The limit on time was met.
pub(crate) const TIME: u8 = 124;
/// Nobody reads the standard output.
pub(crate) const BROKEN_PIPE: u8 = 141;

/// Returns the exit status for an error.
pub(crate) fn status(error: &Error) -> u8 {
    match error.kind() {
        ErrorKind::Halt(status) => of_halt(*status),
        ErrorKind::Load { .. } | ErrorKind::File => LOAD,
        _ => match error.limit() {
            Some(Limit::Time) => TIME,
            Some(_) => LIMIT,
            None => EXCEPTION,
        },
    }
}

/// Returns the exit status for `halt(status)`: the operating system takes it modulo 256.
pub(crate) fn of_halt(status: i32) -> u8 {
    status.rem_euclid(256) as u8
}

/// Returns the exit status by what loading has reported so far.
pub(crate) fn loaded(engine: &mut Engine) -> u8 {
    u8::try_from(engine.toplevel().exit_status()).unwrap_or(u8::MAX)
}

/// Whether the program that was loaded can run. What a missing library would have given raises an error when it is called.
pub(crate) fn can_run(engine: &mut Engine) -> bool {
    engine.toplevel().load_status() <= i32::from(FAILED)
}

/// Whether an error ends the run: `halt/1`, an interrupt, or a limit.
pub(crate) fn is_final(error: &Error) -> bool {
    error.halt_status().is_some() || *error.kind() == ErrorKind::Interrupted || error.limit().is_some()
}

/// Prints an error, except for errors of loading, which the engine has already reported.
pub(crate) fn error(engine: &mut Engine, error: &Error) -> io::Result<()> {
    let message = error.exception().map(|ball| match ball.view() {
        TermView::Compound("error", args) if args.len() == 2 => ball.clone(),
        _ => Term::compound("unhandled_exception", [ball.clone()]),
    });
    error_as(engine, error, message)
}

/// Prints the error that has ended `goal`, which the command line or the program has requested.
pub(crate) fn goal_error(engine: &mut Engine, error: &Error, goal: &str) -> io::Result<()> {
    let message = error
        .exception()
        .map(|ball| Term::compound("init_goal_failed", [ball.clone(), Term::atom(goal)]));
    error_as(engine, error, message)
}

/// Tells that Ctrl-C has ended something.
pub(crate) fn aborted(engine: &mut Engine) -> io::Result<()> {
    let mut console = engine.toplevel().console();
    console.fresh_line()?;
    console.write_error("% Execution aborted\n")
}

fn error_as(engine: &mut Engine, error: &Error, message: Option<Term>) -> io::Result<()> {
    match error.kind() {
        ErrorKind::Halt(_) | ErrorKind::Load { .. } => Ok(()),
        ErrorKind::Interrupted => aborted(engine),
        _ if message.is_some_and(|message| taken_over(engine, "error", message)) => Ok(()),
        _ => {
            let mut console = engine.toplevel().console();
            console.fresh_line()?;
            lines(&mut console, "ERROR: ", &error.to_string())
        }
    }
}

/// Warns of a goal that failed; `what` is its origin. Names the goals within it for which there is no solution, if that can
/// be found out without running a goal with effects.
pub(crate) fn goal_failed(engine: &mut Engine, what: &str, goal: &str) -> io::Result<()> {
    let message = Term::compound("init_goal_failed", [Term::atom("failed"), Term::atom(goal)]);
    if taken_over(engine, "warning", message) {
        return Ok(());
    }
    let why = failed_within(engine, goal);
    let mut console = engine.toplevel().console();
    console.fresh_line()?;
    lines(
        &mut console,
        "Warning: ",
        &format!("Goal ({what}) failed: {goal}\n{why}"),
    )
}

/// The lines that say why the goal failed, if there are any.
fn failed_within(engine: &mut Engine, goal: &str) -> String {
    let values = [("Goal", Term::atom(goal))];
    let answer = engine
        .query_with("system:'$why_goal_failed'(Goal, Text)", values)
        .map(|mut query| query.next());
    match answer {
        Ok(Some(Ok(answer))) => answer.get("Text").unwrap_or_default(),
        _ => String::new(),
    }
}

/// Whether the program's `message_hook/3` handles the message.
fn taken_over(engine: &mut Engine, kind: &str, message: Term) -> bool {
    if !engine.defines("message_hook", 3) {
        return false;
    }
    let values = [("Kind", Term::atom(kind)), ("Message", message)];
    engine
        .query_with("system:'$taken_over'(Kind, Message)", values)
        .is_ok_and(|mut query| matches!(query.next(), Some(Ok(_))))
}

fn lines(console: &mut Console<'_>, prefix: &str, text: &str) -> io::Result<()> {
    let mut prefixed = String::new();
    for line in text.lines() {
        prefixed.push_str(prefix);
        prefixed.push_str(line);
        prefixed.push('\n');
    }
    console.fresh_error_line()?;
    console.write_error(&prefixed)
}
