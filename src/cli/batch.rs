//! Running without a terminal: files, goals, scripts, and queries from a pipe.

use std::io;
use std::path::PathBuf;

use ferz::{Engine, Error, ErrorKind, Query};

use super::report;

/// Loads the files; the exit status of the worst.
pub fn load(engine: &mut Engine, files: &[PathBuf]) -> io::Result<Result<u8, u8>> {
    let mut worst = report::SUCCESS;
    for file in files {
        if let Err(error) = engine.consult_file(file) {
            report::error(engine, &error)?;
            let status = report::status(&error);
            if error.halt_status().is_some() || *error.kind() == ErrorKind::Interrupted {
                return Ok(Err(status));
            }
            worst = worst.max(status);
        }
    }
    Ok(Ok(worst))
}

/// Runs a goal once: `Ok` if it succeeded, else the exit status. `what` names it in the warning.
pub fn goal(engine: &mut Engine, goal: &str, what: &str) -> io::Result<Result<(), u8>> {
    let result = match engine.succeeds(goal) {
        Ok(true) => Ok(()),
        Ok(false) => {
            report::goal_failed(engine, what, goal)?;
            Err(report::FAILED)
        }
        Err(error) => {
            report::goal_error(engine, &error, goal)?;
            Err(report::status(&error))
        }
    };
    engine.console().flush()?;
    Ok(result)
}

/// Runs the main goal of a loaded script: that of `initialization(Goal, main)`, else main/0.
pub fn script(engine: &mut Engine) -> io::Result<u8> {
    let main = match engine.main_goal() {
        Some(main) => main,
        None if engine.defines("main", 0) || engine.defines("main", 1) => "main".to_string(),
        None => return Ok(report::SUCCESS),
    };
    Ok(goal(engine, &main, "main")?.err().unwrap_or(report::SUCCESS))
}

/// Runs the goal of `initialization(Goal, main)`, if there is one, and returns the exit status.
pub fn declared_main(engine: &mut Engine) -> io::Result<Option<u8>> {
    let Some(main) = engine.main_goal() else {
        return Ok(None);
    };
    // The loader has run `:- initialization(main)` and left its result as the main goal.
    if main == "true" || main.starts_with("halt(") {
        return Ok(None);
    }
    Ok(Some(goal(engine, &main, "main")?.err().unwrap_or(report::SUCCESS)))
}

/// Returns the exit status of a script that was loaded with errors: `loaded`, unless the error is that of its main
/// goal.
pub fn broken_script(engine: &mut Engine, loaded: u8) -> u8 {
    // The loader has run `:- initialization(main)` and left its result as the main goal.
    match engine.main_goal().as_deref() {
        Some("halt(2)") => report::EXCEPTION,
        _ => loaded,
    }
}

/// Answers the queries on standard input; returns the highest exit status.
pub fn queries(engine: &mut Engine) -> io::Result<u8> {
    let mut worst = report::SUCCESS;
    loop {
        let text = match engine.read_query_text() {
            Ok(Some(text)) => text,
            Ok(None) => return Ok(worst),
            Err(error) => {
                report::error(engine, &error)?;
                return Ok(worst.max(report::EXCEPTION));
            }
        };
        let answered = match engine.query(&text) {
            Ok(query) => answer(query)?,
            Err(error) => Err(error),
        };
        match answered {
            Ok(status) => worst = worst.max(status),
            Err(error) => {
                report::error(engine, &error)?;
                let status = report::status(&error);
                if error.halt_status().is_some() || *error.kind() == ErrorKind::Interrupted {
                    return Ok(status);
                }
                worst = worst.max(status);
            }
        }
        engine.console().flush()?;
    }
}

/// Prints the answers of one query: the first, and one more for each line `;` that follows.
fn answer(mut query: Query<'_>) -> io::Result<Result<u8, Error>> {
    let mut status = report::FAILED;
    loop {
        match query.next() {
            None => {
                let mut console = query.console();
                console.fresh_line()?;
                console.write("false.\n\n")?;
                return Ok(Ok(status));
            }
            Some(Err(error)) => return Ok(Err(error)),
            Some(Ok(answer)) => {
                status = report::SUCCESS;
                let text = match query.text(&answer, false) {
                    Ok(text) => text,
                    Err(error) => return Ok(Err(error)),
                };
                let mut console = query.console();
                console.fresh_line()?;
                console.write(&text)?;
                if answer.is_last() {
                    console.write(".\n\n")?;
                    return Ok(Ok(status));
                }
                if !console.take_line(";")? {
                    console.write(" .\n\n")?;
                    return Ok(Ok(status));
                }
                console.write(" ;\n")?;
            }
        }
    }
}
