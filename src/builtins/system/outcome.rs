//! What has been reported: the primitives under the printing of messages, and the exit status that follows from it.

use crate::base::known;
use crate::machine::Machine;
use crate::machine::native::{Native, Step, Stop, det};
use crate::machine::outcome::Kept;
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::builtins::args::stream_arg::atom_name;
use crate::builtins::args::text_arg::{atomic_text, list_items};
use crate::builtins::system::flags::halt;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$count_message(+kind)", 1, count_message_1)
        .doc("Counts a message that was printed, and halts if the flag on_error or on_warning says so."),
    det!("$keep_message(+kind, +place, +lines)", 3, keep_message_3)
        .doc("Keeps a message for the host; fails if messages are printed."),
    det!("$is_checking", 0, is_checking_0).doc("True if texts are loaded only to be checked."),
    det!("$load_problem(+kind, +status)", 2, load_problem_2)
        .doc("Counts an error or a warning of loading; status is the exit status that it stands for."),
    det!("$load_problems(-errors)", 1, load_problems_1)
        .doc("Unifies errors with the number of errors of loading so far."),
];

/// Messages beyond this number are dropped.
const MOST_KEPT: usize = 10_000;

/// Whether the flag of this name is set to `value`.
fn is_flag(m: &mut Machine, name: &str, value: &str) -> bool {
    let name = m.intern(name);
    let Some(flag) = m.session().flags.get(&name) else {
        return false;
    };
    let record = flag.value.clone();
    let cell = record.unpack(&mut m.heap);
    atom_name(m, cell) == Some(value)
}

/// Returns the exit status of the program, if it ends now by itself.
pub fn exit_status(m: &mut Machine) -> i32 {
    if !m.session().outcome.standalone {
        return 0;
    }
    let (errors, warnings) = (m.session().outcome.errors, m.session().outcome.warnings);
    let is_told = errors > 0 && is_flag(m, "on_error", "status") || warnings > 0 && is_flag(m, "on_warning", "status");
    m.session().outcome.load_status.max(i32::from(is_told))
}

/// Counts a message; the flag that tells what follows from it.
fn count(m: &mut Machine, kind: Cell) -> Option<&'static str> {
    match atom_name(m, kind) {
        Some("error") => {
            m.session_mut().outcome.errors += 1;
            Some("on_error")
        }
        Some("warning") => {
            m.session_mut().outcome.warnings += 1;
            Some("on_warning")
        }
        _ => None,
    }
}

fn count_message_1(m: &mut Machine, kind: Cell) -> Step {
    let Some(flag) = count(m, kind) else {
        return Ok(());
    };
    if m.session().outcome.standalone && is_flag(m, flag, "halt") {
        let status = exit_status(m).max(1);
        return halt(m, status);
    }
    Ok(())
}

fn keep_message_3(m: &mut Machine, kind: Cell, place: Cell, lines: Cell) -> Step {
    if m.session().outcome.kept.is_none() {
        return Err(Stop::Fail);
    }
    count(m, kind);
    let kind = match m.view(kind) {
        View::Atom(kind) => m.atoms.text(kind).to_owned(),
        _ => "debug".to_owned(),
    };
    if ["silent", "informational", "banner", "debug"].contains(&kind.as_str()) {
        return Ok(());
    }
    let lines = list_items(m, lines).unwrap_or_default();
    let lines: Vec<String> = lines.iter().filter_map(|&line| atomic_text(m, line)).collect();
    let (mut file, mut line, mut column) = (None, None, None);
    if let View::Struct(functor, args) = m.view(place)
        && functor.arity() >= 3
    {
        let number = |m: &Machine, index| match m.view(m.heap.get(args + index)) {
            View::Int(number) => usize::try_from(number).ok(),
            _ => None,
        };
        file = atomic_text(m, m.heap.get(args));
        line = number(m, 1);
        column = number(m, 2);
    }
    let message = Kept {
        kind,
        file,
        line,
        column,
        text: lines.join("\n"),
    };
    if let Some(kept) = &mut m.session_mut().outcome.kept
        && kept.len() < MOST_KEPT
    {
        kept.push(message);
    }
    Ok(())
}

fn is_checking_0(m: &mut Machine) -> Step {
    if m.session().outcome.checking {
        Ok(())
    } else {
        Err(Stop::Fail)
    }
}

fn load_problem_2(m: &mut Machine, kind: Cell, status: Cell) -> Step {
    if m.deref(kind) == Cell::atom(known::ERROR) {
        m.loading_mut().count_error();
    }
    /// As the loader has it.
    const LIMIT: i32 = 4;
    let status = match m.view(status) {
        View::Int(status) => status as i32,
        _ => 0,
    };
    if status == LIMIT
        && let Some(limit) = m.caught_limit()
    {
        m.session_mut().outcome.load_limit.get_or_insert(limit);
    }
    let worst = &mut m.session_mut().outcome.load_status;
    *worst = status.max(*worst);
    Ok(())
}

fn load_problems_1(m: &mut Machine, errors: Cell) -> Step {
    m.unify(errors, Cell::int(m.loading().errors() as i64))
}
