//! Reports: the primitives under the printing of messages, and the exit status that follows from it.

use crate::base::known;
use crate::machine::Machine;
use crate::machine::outcome::KeptMessage;
use crate::native::{Native, Step, Stop, det, holds};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::native::args::stream_arg::atom_name;
use crate::native::args::text_arg::{atomic_text, list_items};
use crate::native::halt::halt;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$count_message(+kind)", 1, count_message_1)
        .doc("Counts a message that was printed, and halts if the flag on_error or on_warning says so."),
    det!("$keeps_messages", 0, keeps_messages_0).doc("True if messages are kept for the host instead of printed."),
    det!("$records_messages", 0, records_messages_0).doc("True if messages are kept, or those of a load are recorded."),
    det!("$keep_message(+kind, +code, +place, +lines, +shown)", 5, keep_message_5)
        .doc("Keeps a message for the host; shown is Prefix-Lines, what would be printed."),
    det!("$is_checking", 0, is_checking_0).doc("True if texts are loaded only to be checked."),
    det!("$load_problem(+kind, +status)", 2, load_problem_2)
        .doc("Counts an error or a warning of loading; status is the exit status that it stands for, library if one is missing."),
];

/// The exit status for what did not load, as the loader has it.
const NOT_LOADED: i32 = 3;

/// Messages beyond this number are dropped.
const MOST_KEPT: usize = 10_000;

/// Whether the flag of this name is set to `value`.
fn is_flag(m: &mut Machine, name: &str, value: &str) -> bool {
    let name = m.intern(name);
    let Some(flag) = m.session.lasting.flags.get(&name) else {
        return false;
    };
    let record = flag.value.clone();
    let cell = record.unpack(&mut m.heap);
    atom_name(m, cell) == Some(value)
}

/// Returns the exit status of the program, if it ends now by itself.
pub(crate) fn exit_status(m: &mut Machine) -> i32 {
    if !m.session.host.outcome.standalone {
        return 0;
    }
    let (errors, warnings) = (m.session.host.outcome.errors, m.session.host.outcome.warnings);
    let is_told = errors > 0 && is_flag(m, "on_error", "status") || warnings > 0 && is_flag(m, "on_warning", "status");
    let outcome = &m.session.host.outcome;
    let lacks = if outcome.lacks_library { NOT_LOADED } else { 0 };
    outcome.load_status.max(lacks).max(i32::from(is_told))
}

/// Counts a message; the flag that tells what follows from it.
fn count(m: &mut Machine, kind: Cell) -> Option<&'static str> {
    match atom_name(m, kind) {
        Some("error") => {
            m.session.host.outcome.errors += 1;
            Some("on_error")
        }
        Some("warning") => {
            m.session.host.outcome.warnings += 1;
            Some("on_warning")
        }
        _ => None,
    }
}

fn count_message_1(m: &mut Machine, kind: Cell) -> Step {
    let Some(flag) = count(m, kind) else {
        return Ok(());
    };
    if m.session.host.outcome.standalone && is_flag(m, flag, "halt") {
        let status = exit_status(m).max(1);
        return halt(m, status);
    }
    Ok(())
}

fn keeps_messages_0(m: &mut Machine) -> Step {
    match m.session.host.outcome.kept {
        Some(_) => Ok(()),
        None => Err(Stop::Fail),
    }
}

fn records_messages_0(m: &mut Machine) -> Step {
    match (&m.session.host.outcome.kept, &m.session.host.outcome.recorded) {
        (None, None) => Err(Stop::Fail),
        _ => Ok(()),
    }
}

/// Returns the texts of a list, with `prefix` before each.
fn texts(m: &Machine, list: Cell, prefix: &str) -> Vec<String> {
    let items = list_items(m, list).unwrap_or_default();
    let texts = items.iter().filter_map(|&item| atomic_text(m, item));
    texts.map(|text| format!("{prefix}{text}")).collect()
}

fn keep_message_5(m: &mut Machine, kind: Cell, code: Cell, place: Cell, lines: Cell, shown: Cell) -> Step {
    if m.session.host.outcome.kept.is_some() {
        count(m, kind);
    }
    let kind = match m.view(kind) {
        View::Atom(kind) => m.atoms.text(kind).to_owned(),
        _ => "debug".to_owned(),
    };
    if ["silent", "informational", "banner", "debug"].contains(&kind.as_str()) {
        return Ok(());
    }
    let lines = texts(m, lines, "");
    let shown = match m.view(shown) {
        View::Struct(_, at) => {
            let prefix = atomic_text(m, m.heap.get(at)).unwrap_or_default();
            texts(m, m.heap.get(at + 1), &prefix)
        }
        _ => Vec::new(),
    };
    let code = atomic_text(m, code).filter(|code| !code.is_empty());
    let (mut file, mut line, mut column, mut source) = (None, None, None, None);
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
        source = match m.view(m.heap.get(args + functor.arity() - 1)) {
            View::String(text) => Some(m.heap.string(text)),
            _ => None,
        };
    }
    let message = KeptMessage {
        kind,
        file,
        line,
        column,
        text: lines.join("\n"),
        code,
        source,
        shown: shown.join("\n"),
    };
    let outcome = &mut m.session.host.outcome;
    for kept in [&mut outcome.kept, &mut outcome.recorded].into_iter().flatten() {
        if kept.len() < MOST_KEPT {
            kept.push(message.clone());
        }
    }
    Ok(())
}

fn is_checking_0(m: &mut Machine) -> Step {
    holds(m.session.host.outcome.checking)
}

fn load_problem_2(m: &mut Machine, kind: Cell, status: Cell) -> Step {
    if m.deref(kind) == Cell::atom(known::ERROR) {
        m.loading.count_error();
    }
    /// As the loader has it.
    const LIMIT: i32 = 4;
    let status = match m.view(status) {
        View::Int(status) => status as i32,
        _ => {
            m.session.host.outcome.lacks_library = true;
            0
        }
    };
    if status == LIMIT
        && let Some(limit) = m.exceptions.caught_limit()
    {
        m.session.host.outcome.load_limit.get_or_insert(limit);
    }
    let worst = &mut m.session.host.outcome.load_status;
    *worst = status.max(*worst);
    Ok(())
}
