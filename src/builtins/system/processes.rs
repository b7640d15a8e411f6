//! Processes. Not in the standard.

#[cfg(not(target_family = "wasm"))]
use std::process::Command;

#[cfg(not(target_family = "wasm"))]
use crate::base::watch::Naps;
use crate::io::children::own_number;
use crate::machine::Machine;
use crate::native::{Native, Step, det};
use crate::term::cell::Cell;

use crate::builtins::streams::files::denied;
#[cfg(not(target_family = "wasm"))]
use crate::builtins::streams::files::refused;
use crate::native::args::text_arg::need_text;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("shell(+command, -status)", 2, shell_2)
        .doc("Runs a command in the shell of the system, waits for it, and unifies status with its exit code.")
        .examples(&[("shell('exit 3', S)", "S = 3"), ("shell(_, _)", "instantiation_error")]),
    det!("process_id(-process)", 1, process_id_1)
        .doc("Unifies process with the number of this process.")
        .examples(&[("process_id(a)", "permission_error(access, process, a)")]),
];

fn shell_2(m: &mut Machine, command: Cell, status: Cell) -> Step {
    let text = need_text(m, command)?;
    if !m.streams.access.processes {
        return Err(denied(m, "execute", "shell", command));
    }
    run_shell(m, command, text, status)
}

/// WebAssembly has no processes.
#[cfg(target_family = "wasm")]
fn run_shell(m: &mut Machine, command: Cell, _text: String, _status: Cell) -> Step {
    Err(denied(m, "execute", "shell", command))
}

#[cfg(not(target_family = "wasm"))]
fn run_shell(m: &mut Machine, command: Cell, text: String, status: Cell) -> Step {
    // Flushes earlier output, so that it precedes that of the command.
    let _flushed = m.streams.flush_all();
    let (program, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut shell = Command::new(program);
    shell.arg(flag).arg(text).current_dir(m.streams.access.directory());
    for (name, value) in m.streams.access.changed_variables() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    let mut child = match shell.spawn() {
        Ok(child) => child,
        Err(error) => return Err(refused(m, &error, "execute", "shell", command)),
    };
    let mut naps = Naps::default();
    loop {
        match child.try_wait() {
            Ok(Some(ended)) => return m.unify(status, Cell::int(i64::from(ended.code().unwrap_or(-1)))),
            Ok(None) => {}
            Err(error) => return Err(refused(m, &error, "execute", "shell", command)),
        }
        if let Err(stop) = m.poll_waiting() {
            // The shell is killed when the waiting goal ends; processes that it started may continue.
            let _ended = child.kill().and_then(|()| child.wait());
            return Err(stop);
        }
        naps.next(m.limits.watch(), None);
    }
}

fn process_id_1(m: &mut Machine, process: Cell) -> Step {
    if !m.streams.access.processes {
        return Err(denied(m, "access", "process", process));
    }
    m.unify(process, Cell::int(i64::from(own_number())))
}
