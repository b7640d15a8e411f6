//! A front end of the tracer: shows the goals of a query as a tree, with the place of each in its source.
//!
//! ```text
//! cargo run --example tracer -- queens.pl 'queens(4, Qs)'
//! ```

use std::io::{self, Write};
use std::process::ExitCode;

use ferz::debug::{DebugMode, Port, TraceAction, TraceEvent};
use ferz::{Engine, Error};

/// Writes a port, indented by the depth of its goal.
fn show(event: &mut TraceEvent<'_>) -> Result<(), Error> {
    let goal = event.goal_text(6)?;
    let indent = "  ".repeat(event.depth().min(40));
    let line = match event.port() {
        Port::Call => match event.place() {
            Some(place) => format!("{indent}{goal}  % {}:{}", place.file, place.line),
            None => format!("{indent}{goal}"),
        },
        Port::Exit if event.has_alternatives() => format!("{indent}= {goal}, and maybe more"),
        Port::Exit => format!("{indent}= {goal}"),
        Port::Fail => format!("{indent}no {goal}"),
        Port::Redo => format!("{indent}again {goal}"),
        Port::Exception => format!("{indent}error in {goal}: {}", event.variable_texts()?.join(", ")),
        Port::Unify | Port::Cut => return Ok(()),
    };
    // A closed output is no reason to stop the program.
    let _closed = writeln!(io::stdout(), "{line}");
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, query] = &arguments[..] else {
        let _closed = writeln!(io::stderr(), "usage: tracer FILE QUERY");
        return ExitCode::FAILURE;
    };
    let mut engine = Engine::with_process();
    if let Err(error) = engine.consult_file(file) {
        let _closed = writeln!(io::stderr(), "{error}");
        return ExitCode::FAILURE;
    }
    // A goal of the library is one step: what it calls itself is not shown.
    engine.debugger().trace(|event| {
        let (module, ..) = event.predicate();
        match show(event) {
            Ok(()) if module == "system" => TraceAction::Skip,
            Ok(()) => TraceAction::Creep,
            Err(_) => TraceAction::Abort,
        }
    });
    let answer = engine.once(query);
    engine.debugger().set_debug_mode(DebugMode::Off);
    match answer {
        Ok(Some(answer)) => {
            let _closed = writeln!(io::stdout(), "{answer}");
            ExitCode::SUCCESS
        }
        Ok(None) => ExitCode::FAILURE,
        Err(error) => {
            let _closed = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}
