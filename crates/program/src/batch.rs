//! Running without a terminal: files, goals, scripts, and queries from a pipe.

use std::io;
use std::path::PathBuf;

use ferz::{Engine, Error, ErrorKind, Query, Term};
use ferz_tools::bench::{self, BenchOutcome};

use super::answers::{PROGRAM, with_condition};
use super::args::CommandLine;
use super::report;
use super::show::Shower;

/// Loads the files; the exit status of the worst, as an error if the run is to end.
pub(crate) fn load(engine: &mut Engine, files: &[PathBuf]) -> io::Result<Result<u8, u8>> {
    for file in files {
        let loaded = if file.as_os_str() == "-" {
            engine.succeeds("load_files(stdin, [stream(user_input)])").map(|_| ())
        } else {
            engine.consult_file(file).map(drop)
        };
        if let Err(error) = loaded {
            report::error(engine, &error)?;
            if report::is_final(&error) {
                return Ok(Err(report::status(&error)));
            }
        }
        let status = report::loaded(engine);
        if status >= report::LIMIT {
            return Ok(Err(status));
        }
    }
    Ok(Ok(report::loaded(engine)))
}

/// Runs a goal once: `Ok` if it succeeded, else the exit status, which for all but `halt/1` is the worst so far. `what`
/// names the goal in the warning.
pub(crate) fn goal(engine: &mut Engine, goal: &str, what: &str) -> io::Result<Result<(), u8>> {
    let result = engine.succeeds(goal);
    outcome(engine, result, goal, what)
}

/// Runs the goals that wait for the start of the program, if `run`, else drops them; as [`goal`].
pub(crate) fn start(engine: &mut Engine, run: bool) -> io::Result<Result<(), u8>> {
    let result = engine.toplevel().release_start_goals(run);
    outcome(engine, result.map(|()| true), "initialization", "program")
}

/// Tells how a goal has ended.
fn outcome(engine: &mut Engine, result: Result<bool, Error>, goal: &str, what: &str) -> io::Result<Result<(), u8>> {
    let result = match result {
        Ok(true) => Ok(()),
        Ok(false) => {
            report::goal_failed(engine, what, goal)?;
            Err(report::FAILED.max(report::loaded(engine)))
        }
        Err(error) => {
            report::goal_error(engine, &error, goal)?;
            let status = report::status(&error);
            Err(match error.halt_status() {
                Some(_) => status,
                None => status.max(report::loaded(engine)),
            })
        }
    };
    engine.toplevel().console().flush()?;
    Ok(result)
}

/// Prints the reference manual, or what it says of predicates: `Name` or `Name/Arity`. For another word the predicates
/// that mention it are listed. The exit status tells whether all were found.
pub(crate) fn manual(engine: &mut Engine, names: &[PathBuf]) -> io::Result<u8> {
    const OF_WORD: &str = "( with_output_to(string(Text), help(What)) -> write(Text) ; apropos(What) )";
    let mut status = report::SUCCESS;
    if names.is_empty() {
        status = goal(engine, "manual", "doc")?.err().unwrap_or(status);
    }
    for name in names {
        let name = name.to_string_lossy();
        let indicator = name
            .rsplit_once('/')
            .and_then(|(name, arity)| Some((Term::atom(name), arity.parse::<u8>().ok()?)));
        let (goal, what) = match indicator {
            Some((name, arity)) => ("help(What)", Term::compound("/", [name, Term::from(i64::from(arity))])),
            None => (OF_WORD, Term::atom(&name)),
        };
        match engine.once_with(goal, [("What", what)]) {
            Ok(Some(_)) => {}
            Ok(None) => status = status.max(report::FAILED),
            Err(error) => {
                report::error(engine, &error)?;
                status = status.max(report::status(&error));
            }
        }
        engine.toplevel().console().flush()?;
    }
    Ok(status)
}

/// Runs the main goal of a loaded script: that of `initialization(Goal, main)`, else main/0.
pub(crate) fn script(engine: &mut Engine) -> io::Result<u8> {
    let main = match engine.toplevel().main_goal() {
        Some(main) => main,
        None if engine.defines("main", 0) || engine.defines("main", 1) => "main".to_string(),
        None => return Ok(report::loaded(engine)),
    };
    Ok(goal(engine, &main, "main")?
        .err()
        .unwrap_or_else(|| report::loaded(engine)))
}

/// Serves the predicates of the files until Ctrl-C ends the program.
pub(crate) fn serve(engine: &mut Engine, arguments: &CommandLine) -> io::Result<u8> {
    let quoted = |text: &str| Term::atom(text).to_string();
    let files: Vec<String> = arguments
        .files
        .iter()
        .map(|file| quoted(&file.to_string_lossy()))
        .collect();
    let port = quoted(arguments.port.as_deref().unwrap_or("localhost:8080"));
    let serve = format!(
        "use_module(library(http/http_serve)), term_to_atom(_Port, {port}), http_serve([{}], [port(_Port)]), repeat, sleep(3600), fail",
        files.join(", ")
    );
    Ok(goal(engine, &serve, "serve")?.err().unwrap_or(report::SUCCESS))
}

/// Times the benchmarks, and returns the exit status. The times of the last run stand beside the first file.
pub(crate) fn benchmarks(engine: &mut Engine, arguments: &CommandLine) -> io::Result<u8> {
    let kept = arguments.files[0].with_extension("bench");
    let outcomes = match bench::run(engine, &kept, !arguments.sandbox, &mut io::stdout())? {
        Ok(outcomes) => outcomes,
        Err(error) => {
            report::error(engine, &error)?;
            return Ok(report::status(&error));
        }
    };
    let status = |outcome: &BenchOutcome| match outcome {
        BenchOutcome::Failed(_) => report::FAILED,
        BenchOutcome::Raised(_, error) => report::status(error),
        BenchOutcome::Timed(_) => report::SUCCESS,
    };
    Ok(outcomes.iter().map(status).max().unwrap_or(report::SUCCESS))
}

/// Runs the goal of `initialization(Goal, main)`, if there is one, and returns the exit status. A text with errors is
/// not run.
pub(crate) fn declared_main(engine: &mut Engine, runs: bool) -> io::Result<Option<u8>> {
    let Some(main) = engine.toplevel().main_goal() else {
        return Ok(None);
    };
    // The loader has run `:- initialization(main)` and left its result as the main goal.
    if main == "true" || main.starts_with("halt(") {
        return Ok(None);
    }
    if !runs {
        return Ok(Some(report::loaded(engine)));
    }
    Ok(Some(
        goal(engine, &main, "main")?
            .err()
            .unwrap_or_else(|| report::loaded(engine)),
    ))
}

/// Answers the queries on standard input; returns the highest exit status, that of loading included, or that of a query
/// that halts. An interrupt ends the run, and if `ends_at_error` every error.
pub(crate) fn queries(engine: &mut Engine, loaded: u8, ends_at_error: bool, shower: &Shower) -> io::Result<u8> {
    let mut worst = loaded;
    loop {
        let text = match engine.toplevel().read_query_text() {
            Ok(Some(text)) => text,
            Ok(None) => return Ok(worst),
            Err(error) => {
                report::error(engine, &error)?;
                return Ok(worst.max(report::EXCEPTION));
            }
        };
        let answered = match shower.show(engine, &text)? {
            Some(shown) => shown,
            None => match engine.query(&text) {
                Ok(query) => answer(query)?,
                Err(error) => Err(error),
            },
        };
        match answered {
            Ok(status) => worst = worst.max(status),
            Err(error) => {
                report::error(engine, &error)?;
                shower.note(engine, Some(&error));
                let status = report::status(&error);
                if error.halt_status().is_some() {
                    return Ok(status);
                }
                worst = worst.max(status);
                if *error.kind() == ErrorKind::Interrupted || ends_at_error {
                    return Ok(worst);
                }
            }
        }
        engine.toplevel().console().flush()?;
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
                if !answer.residual_program_text().is_empty() {
                    console.write(&format!("{PROGRAM}\n{}", answer.residual_program_text()))?;
                }
                console.write(&with_condition(&answer, text))?;
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
