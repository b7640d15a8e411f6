//! Flags whose values are facts of the process or of its machine, as far as the host lets the program know of them.

use std::env;
use std::path::Path;

use crate::base::known;
use crate::io::children::own_number;
use crate::io::zone::LocalZone;
use crate::machine::Machine;
use crate::native::args::text_arg::new_atom;
use crate::term::cell::Cell;

/// The value of such a flag; `None` if the program may not know it.
type Value = fn(&mut Machine) -> Option<Cell>;

/// The flags, by name. Programs cannot change them, but for `argv`.
pub(super) const ROWS: &[(&str, Value)] = &[
    ("argv", |m| {
        let arguments = m.session.host.argv.clone();
        Some(atoms(m, &arguments))
    }),
    ("version_data", |m| {
        let dialect = m.intern("swi");
        let parts = [Cell::int(9), Cell::int(0), Cell::int(4), Cell::NIL];
        Some(m.heap.new_term(dialect, &parts))
    }),
    ("pid", |m| {
        let may = m.streams.access.processes;
        may.then(|| Cell::int(i64::from(own_number())))
    }),
    ("cpu_count", |m| {
        // Without threads one of them is all that the program can use.
        let all = std::thread::available_parallelism().map_or(1, usize::from);
        let count = if m.streams.access.threads { all } else { 1 };
        Some(Cell::int(count as i64))
    }),
    ("threads", |m| {
        // There is one thread where the host has granted no more.
        let are_there = m.streams.access.threads && !cfg!(target_family = "wasm");
        Some(Cell::atom(if are_there { known::TRUE } else { known::FALSE }))
    }),
    ("tmp_dir", |m| path(m, Path::new("/tmp"))),
    ("executable", |m| path(m, &env::current_exe().ok()?)),
    // The library is part of the program, so its home is the folder of the program.
    ("home", |m| path(m, env::current_exe().ok()?.parent()?)),
    ("os_argv", |m| {
        if !m.streams.access.environment {
            return None;
        }
        let arguments: Vec<String> = env::args_os()
            .map(|argument| argument.to_string_lossy().into_owned())
            .collect();
        Some(atoms(m, &arguments))
    }),
    ("timezone", |m| {
        let access = &m.streams.access;
        if !access.clock {
            return None;
        }
        let variable = access.variable("TZ");
        // Seconds to the west in winter, as in C.
        let winter = m.session.state::<LocalZone>().at(variable, 0);
        Some(Cell::int(-winter.ahead))
    }),
];

fn atoms(m: &mut Machine, texts: &[String]) -> Cell {
    let items: Vec<Cell> = texts.iter().map(|text| new_atom(m, text)).collect();
    m.heap.new_list(&items, Cell::NIL)
}

/// Returns the name of a file, if the program may read it.
fn path(m: &mut Machine, file: &Path) -> Option<Cell> {
    if !m.streams.access.may_read(file) {
        return None;
    }
    let name = file.to_str()?.to_owned();
    Some(new_atom(m, &name))
}
