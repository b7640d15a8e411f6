//! ISO 8.17: flags and halting; statistics.

use crate::base::atom::Atom;
use crate::base::flag::{FLAGS, FlagError, FlagValue, find};
use crate::base::iso_error::{Action, Domain, Thing, Type};
use crate::base::known;
use crate::base::ordered::Ordered;
use crate::machine::session::UserFlag;
use crate::machine::{Machine, Parts};
use crate::native::{Native, Step, Stop, det, nondet};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::builtins::control::solutions_of::one_of;
use crate::builtins::database::clauses::callable;
use crate::builtins::database::for_all::{for_all, up_to_date};
use crate::builtins::streams::files::denied;
use crate::builtins::system::outcome::exit_status;
use crate::builtins::system::process_flags;
use crate::native::args::stream_arg::atom_name;
use crate::native::args::text_arg::{list_items, need_text, new_atom};
use crate::native::globals::{forget, packed_copy};
use crate::native::halt::halt;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("set_prolog_flag(+flag, +value)", 2, set_prolog_flag_2)
        .iso("8.17.1")
        .doc("Sets a flag.")
        .examples(&[
            ("set_prolog_flag(nothing, 1), current_prolog_flag(nothing, X)", "X = 1"),
            (
                "set_prolog_flag(some, 1), set_prolog_flag(some, a)",
                "type_error(integer, a)",
            ),
            (
                "set_prolog_flag(bounded, true)",
                "permission_error(modify, flag, bounded)",
            ),
            (
                "set_prolog_flag(unknown, maybe)",
                "domain_error(flag_value, unknown+maybe)",
            ),
        ]),
    nondet!("current_prolog_flag(?flag, ?value)", 2, current_prolog_flag_2)
        .first(value_of_known)
        .iso("8.17.2")
        .doc("True if flag is a flag and value its value.")
        .examples(&[
            ("current_prolog_flag(bounded, X)", "X = false"),
            ("current_prolog_flag(1, _)", "type_error(atom, 1)"),
        ]),
    det!("$new_flag(+flag, +value, +type)", 3, new_flag_3)
        .doc("Makes a flag that another thread has made; type is [] if it cannot be changed."),
    det!("$create_flag(+flag, +value, ?type, +changeable)", 4, create_flag_4)
        .doc("Creates a flag, or sets it if there is one; its type is that of value if type is unbound."),
    det!("halt", 0, halt_0)
        .iso("8.17.3")
        .doc("Ends the program with exit code 0, or as a program of its own with the status of what has gone wrong."),
    det!("halt(+code)", 1, halt_1)
        .iso("8.17.4")
        .doc("Ends the program with an exit code, after running the cleanup goals.")
        .examples(&[("halt(a)", "type_error(integer, a)")]),
    det!("at_halt(:goal)", 1, at_halt_1)
        .doc(
            "Registers a goal that runs when halt/0 or halt/1 ends the program, after those registered before; it may \
             call cancel_halt/1.",
        )
        .examples(&[("at_halt(true)", "true")]),
    det!("abort", 0, abort_0).doc("Aborts all running goals, as an interrupt does."),
    det!("statistics(+key, -value)", 2, statistics_2)
        .doc(
            "Unifies value with a statistic of the engine: runtime, walltime, real_time, cputime, \
             inferences, epoch, stack, stack_peak, globalused, localused, trailused, atoms, functors, \
             clauses, codes, program, atom_space, code_space and others.",
        )
        .examples(&[
            ("statistics(runtime, [_T, _]), integer(_T)", "true"),
            ("statistics(nosuch, _)", "domain_error(statistics_key, nosuch)"),
        ]),
    det!("garbage_collect", 0, garbage_collect_0)
        .doc("Collects garbage on the heap before the next call.")
        .examples(&[("garbage_collect", "true")]),
    det!("$reclaim", 0, reclaim_0)
        .doc("Schedules a collection of unused atoms, erased clauses and unused predicate names.")
        .examples(&[("'$reclaim'", "true")]),
    det!("trim_stacks", 0, trim_stacks_0)
        .doc(
            "Gives back the memory of the stacks beyond twice what is in use, and all of it when the query has ended. \
             Otherwise a stack keeps up to 64 MB for the next query.",
        )
        .examples(&[("trim_stacks", "true")]),
];

fn trim_stacks_0(m: &mut Machine) -> Step {
    m.limits.trims = true;
    m.give_back_memory();
    Ok(())
}

fn garbage_collect_0(m: &mut Machine) -> Step {
    m.collector.request_collection(&mut m.limits);
    Ok(())
}

fn reclaim_0(m: &mut Machine) -> Step {
    m.schedule.request();
    Ok(())
}

fn set_prolog_flag_2(m: &mut Machine, flag: Cell, value: Cell) -> Step {
    if m.deref(flag).is_variable() || m.deref(value).is_variable() {
        return Err(m.instantiation_error());
    }
    let View::Atom(name) = m.view(flag) else {
        return Err(m.type_error(Type::Atom, flag));
    };
    if m.session.lasting.flags.contains_key(&name) {
        return set_user_flag(m, name, flag, value);
    }
    if m.atoms.text(name) == "argv" && !m.flags.iso {
        return set_arguments(m, value);
    }
    if process_flags::ROWS.iter().any(|row| row.0 == m.atoms.text(name)) {
        return Err(m.permission_error(Action::Modify, Thing::Flag, flag));
    }
    let before = m.flags.clone();
    let set = match m.view(value) {
        View::Atom(word) => {
            let Parts { flags, atoms, .. } = m.parts();
            flags.set(atoms.text(name), FlagValue::Atom(atoms.text(word)))
        }
        View::Int(number) => {
            let Parts { flags, atoms, .. } = m.parts();
            flags.set(atoms.text(name), FlagValue::Int(number))
        }
        _ => match find(m.atoms.text(name)) {
            Some(row) if row.is_changeable() => Err(FlagError::Value),
            Some(_) => Err(FlagError::ReadOnly),
            None => Err(FlagError::Unknown),
        },
    };
    match set {
        Ok(()) => {
            m.flags_changed(&before);
            crate::builtins::control::limits::flags_changed(m, before, flag)
        }
        Err(FlagError::Unknown) if !m.flags.iso || setting(m.atoms.text(name)).is_some() => {
            let kind = first_type(m, name, value);
            new_user_flag(m, name, value, Some(kind))
        }
        Err(FlagError::Unknown) => Err(m.domain_error(Domain::PrologFlag, flag)),
        Err(FlagError::ReadOnly) => Err(m.permission_error(Action::Modify, Thing::Flag, flag)),
        Err(FlagError::Value) => {
            let culprit = m.heap.new_term(known::PLUS, &[flag, value]);
            Err(m.domain_error(Domain::FlagValue, culprit))
        }
    }
}

/// Sets the arguments of the program, which programs do that take some of them away.
fn set_arguments(m: &mut Machine, value: Cell) -> Step {
    let Ok(items) = list_items(m, value) else {
        return Err(m.type_error(Type::List, value));
    };
    let mut arguments = Vec::with_capacity(items.len());
    for item in items {
        arguments.push(need_text(m, item)?);
    }
    m.session.host.argv = arguments;
    Ok(())
}

fn set_user_flag(m: &mut Machine, name: Atom, flag: Cell, value: Cell) -> Step {
    let known = m.session.lasting.flags.get(&name);
    let Some(kind) = known.and_then(|known| known.kind) else {
        return Err(m.permission_error(Action::Modify, Thing::Flag, flag));
    };
    let value = as_type(m, kind, value)?;
    put_user_flag(m, name, value, Some(kind))
}

/// Makes a flag in all threads; each can change its value for itself.
fn new_user_flag(m: &mut Machine, name: Atom, value: Cell, kind: Option<Atom>) -> Step {
    let told = [Cell::atom(name), value, kind.map_or(Cell::NIL, Cell::atom)];
    for_all(m, ("$new_flag", &told), |m| put_user_flag(m, name, value, kind))
}

fn new_flag_3(m: &mut Machine, name: Cell, value: Cell, kind: Cell) -> Step {
    let (View::Atom(name), View::Atom(kind)) = (m.view(name), m.view(kind)) else {
        return Err(m.instantiation_error());
    };
    if m.session.lasting.flags.contains_key(&name) {
        return Ok(());
    }
    put_user_flag(m, name, value, Some(kind).filter(|&kind| kind != known::NIL))
}

fn put_user_flag(m: &mut Machine, name: Atom, value: Cell, kind: Option<Atom>) -> Step {
    let value = packed_copy(m, value)?;
    let old = m.session.lasting.flags.insert(name, UserFlag { value, kind });
    forget(m, old.map(|flag| flag.value));
    Ok(())
}

/// Returns the type of the flag `name` if it begins with this value: those of [`SETTINGS`] take any.
fn first_type(m: &Machine, name: Atom, value: Cell) -> Atom {
    if setting(m.atoms.text(name)).is_some() {
        return known::TERM;
    }
    type_of(m, value)
}

fn type_of(m: &Machine, value: Cell) -> Atom {
    match (atom_name(m, value), m.view(value)) {
        (Some("true" | "false" | "on" | "off"), _) => known::BOOLEAN,
        (Some(_), _) => known::ATOM,
        (_, View::Int(_) | View::BigInt(_)) => known::INTEGER,
        (_, View::Float(_)) => known::FLOAT,
        _ => known::TERM,
    }
}

/// Returns the value as a flag of this type has it.
fn as_type(m: &mut Machine, kind: Atom, value: Cell) -> Result<Cell, Stop> {
    let expected = match (kind, type_of(m, value), m.view(value)) {
        (known::TERM, ..) | (known::ATOM, known::BOOLEAN, _) => return Ok(value),
        (known::BOOLEAN, known::BOOLEAN, _) => {
            let holds = matches!(atom_name(m, value), Some("true" | "on"));
            return Ok(Cell::atom(if holds { known::TRUE } else { known::FALSE }));
        }
        (known::FLOAT, _, View::Int(number)) => return Ok(m.heap.new_float(number as f64)),
        (_, its, _) if its == kind => return Ok(value),
        (known::BOOLEAN, ..) => Type::Boolean,
        (known::ATOM, ..) => Type::Atom,
        (known::INTEGER, ..) => Type::Integer,
        _ => Type::Float,
    };
    Err(m.type_error(expected, value))
}

fn create_flag_4(m: &mut Machine, flag: Cell, value: Cell, kind: Cell, changeable: Cell) -> Step {
    let View::Atom(name) = m.view(flag) else {
        return Err(m.type_or_instantiation_error(Type::Atom, flag));
    };
    if find(m.atoms.text(name)).is_some() || m.session.lasting.flags.contains_key(&name) {
        return set_prolog_flag_2(m, flag, value);
    }
    let (kind, value) = match m.view(kind) {
        View::Atom(kind) => (kind, as_type(m, kind, value)?),
        _ => (first_type(m, name, value), value),
    };
    let changeable = m.deref(changeable) == Cell::atom(known::TRUE);
    new_user_flag(m, name, value, changeable.then_some(kind))
}

/// Flags of SWI-Prolog that the prompt or the library looks at, or that have no effect; they keep the value set. The second field is the
/// value of a flag that has not been set; reading it fails if that is empty.
const SETTINGS: &[(&str, &str)] = &[
    ("agc_margin", "10000"),
    ("answer_format", "~p"),
    (
        "answer_write_options",
        "[quoted(true),portray(true),max_depth(10),spacing(next_argument)]",
    ),
    ("autoload", "true"),
    ("character_escapes", "true"),
    ("color_term", "true"),
    ("debugger_show_context", ""),
    ("debugger_write_options", ""),
    ("emacs_inferior_process", "false"),
    ("file_name_variables", "false"),
    ("generate_debug_info", "true"),
    ("history", "0"),
    ("message_context", ""),
    ("on_error", "print"),
    ("on_warning", "print"),
    ("optimise", "false"),
    ("optimise_unify", "true"),
    ("print_write_options", "[portray(true),numbervars(true),quoted(true)]"),
    ("prompt_alternatives_on", "determinism"),
    ("report_error", "true"),
    ("stream_type_check", "loose"),
    ("table_space", ""),
    ("toplevel_extra_white_line", "true"),
    ("toplevel_goal", "default"),
    ("toplevel_mode", "backtracking"),
    ("toplevel_name_variables", "true"),
    ("toplevel_print_anon", "true"),
    ("toplevel_print_factorized", "false"),
    ("toplevel_prompt", "~m~d~l~! ?- "),
    ("toplevel_residue_vars", "false"),
    ("toplevel_var_size", "1000000"),
    ("user_flags", "silent"),
    ("verbose_autoload", "false"),
    ("verbose_file_search", "false"),
    ("warn_override_implicit_import", "true"),
    ("xref", "false"),
];

/// Flags of SWI-Prolog that programs read to detect features: reading one fails, while an unknown flag is an error (ISO
/// 8.17.2.3).
const OTHERS: &[&str] = &[
    "android",
    "apple",
    "bundle",
    "c_cc",
    "emscripten",
    "gui",
    "home_directory",
    "hwnd",
    "linux",
    "mac_osx",
    "msys2",
    "pipe",
    "readline",
    "resource_database",
    "shared_object_extension",
    "shell",
    "system_thread_id",
    "tty_control",
    "unix",
    "version_git",
    "wasm",
    "win32",
    "windows",
    "wine_version",
    "xpce",
    "yap",
];

/// Returns the names of the flags of [`SETTINGS`].
pub(crate) fn other_names() -> impl Iterator<Item = &'static str> {
    SETTINGS.iter().map(|row| row.0)
}

/// Returns the initial value of a flag of [`SETTINGS`].
fn setting(name: &str) -> Option<&'static str> {
    SETTINGS.iter().find(|row| row.0 == name).map(|row| row.1)
}

/// Makes the value of a flag of [`SETTINGS`]: a number, a list of `name(value)`, or an atom.
fn setting_value(m: &mut Machine, text: &str) -> Cell {
    if let Ok(number) = text.parse() {
        return m.heap.new_int(number);
    }
    let Some(items) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
        return new_atom(m, text);
    };
    let mut options = Vec::new();
    for item in items.split(',') {
        if let Some((name, value)) = item.trim_end_matches(')').split_once('(') {
            let value = setting_value(m, value);
            let name = m.intern(name);
            options.push(m.heap.new_term(name, &[value]));
        }
    }
    m.heap.new_list(&options, Cell::NIL)
}

fn value_cell(m: &mut Machine, value: FlagValue<'_>) -> Cell {
    match value {
        FlagValue::Atom(word) => new_atom(m, word),
        FlagValue::Int(number) => m.heap.new_int(number),
        FlagValue::Float(number) => m.heap.new_float(number),
    }
}

/// Answers for the name of a flag of the engine, or of one made by a program.
fn value_of_known(m: &mut Machine) -> Option<Step> {
    let View::Atom(name) = m.view(m.arg(0)) else {
        return None;
    };
    let text = m.atoms.text(name);
    let value = match find(text) {
        Some(row) => {
            let value = row.value(&m.flags);
            value_cell(m, value)
        }
        None if process_flags::ROWS.iter().any(|row| row.0 == text) => return None,
        None => {
            let cells = m.session.lasting.flags.get(&name)?.value.len();
            if let Err(stop) = m.reserve_first(cells) {
                return Some(Err(stop));
            }
            let Parts { heap, session, .. } = m.parts();
            session.lasting.flags.get(&name)?.value.unpack(heap)
        }
    };
    let wanted = m.arg(1);
    Some(m.unify(wanted, value))
}

fn current_prolog_flag_2(m: &mut Machine, state: Option<Cell>, flag: Cell, value: Cell) -> Result<Option<Cell>, Stop> {
    up_to_date(m)?;
    let wanted = match m.view(flag) {
        View::Atom(name) => Some(name),
        View::Var(_) | View::Attributed(_) => None,
        _ => return Err(m.type_error(Type::Atom, flag)),
    };
    let target = m.heap.new_term(known::MINUS, &[flag, value]);
    one_of(m, state, target, |m| {
        let mut found = Vec::new();
        let text = wanted.map(|wanted| m.atoms.text(wanted).to_owned());
        let is_wanted = |name: &str| text.as_deref().is_none_or(|text| text == name);
        for row in FLAGS {
            if !is_wanted(row.name) {
                continue;
            }
            let value = row.value(&m.flags);
            let value = value_cell(m, value);
            let name = new_atom(m, row.name);
            found.push(m.heap.new_term(known::MINUS, &[name, value]));
        }
        if wanted.is_some() && !found.is_empty() {
            return Ok(found);
        }
        for (name, value) in process_flags::ROWS {
            if is_wanted(name)
                && let Some(value) = value(m)
            {
                let name = new_atom(m, name);
                found.push(m.heap.new_term(known::MINUS, &[name, value]));
            }
        }
        let mut names: Vec<Atom> = match wanted {
            Some(wanted) => vec![wanted],
            None => m.session.lasting.flags.keys().copied().collect(),
        };
        names.retain(|name| m.session.lasting.flags.contains_key(name));
        names.order_by_key(|name| name.index());
        for name in names {
            let Parts { heap, session, .. } = m.parts();
            let value = session.lasting.flags[&name].value.unpack(heap);
            found.push(m.heap.new_term(known::MINUS, &[Cell::atom(name), value]));
        }
        for &(name, value) in SETTINGS {
            if value.is_empty() || !is_wanted(name) {
                continue;
            }
            let name = m.intern(name);
            if !m.session.lasting.flags.contains_key(&name) {
                let value = setting_value(m, value);
                found.push(m.heap.new_term(known::MINUS, &[Cell::atom(name), value]));
            }
        }
        match (wanted, found.is_empty()) {
            (Some(name), true) => {
                let name = m.atoms.text(name);
                if !m.flags.iso || setting(name).is_some() || OTHERS.contains(&name) {
                    return Ok(found);
                }
                Err(m.domain_error(Domain::PrologFlag, flag))
            }
            _ => Ok(found),
        }
    })
}

fn halt_0(m: &mut Machine) -> Step {
    let status = exit_status(m);
    halt(m, status)
}

fn halt_1(m: &mut Machine, code: Cell) -> Step {
    match m.view(code) {
        View::Int(code) => halt(m, code as i32),
        _ => Err(m.type_or_instantiation_error(Type::Integer, code)),
    }
}

fn at_halt_1(m: &mut Machine, goal: Cell) -> Step {
    callable(m, goal)?;
    let record = packed_copy(m, goal)?;
    m.session.lasting.at_halt.push(record);
    Ok(())
}

fn abort_0(m: &mut Machine) -> Step {
    Err(m.throw_abort())
}

/// The value of a key of `statistics/2`.
enum Statistic {
    /// A number of bytes, calls or objects.
    Count(usize),
    /// Seconds.
    Seconds(f64),
    /// Milliseconds, total and since the last call.
    Milliseconds(&'static str, f64),
    /// Seconds, total and since the last call.
    WholeSeconds(&'static str, f64),
    /// A list of numbers.
    List(Vec<i64>),
}

fn statistics_2(m: &mut Machine, key: Cell, value: Cell) -> Step {
    let View::Atom(name) = m.view(key) else {
        return Err(m.type_or_instantiation_error(Type::Atom, key));
    };
    let name = m.atoms.text(name).to_owned();
    const CLOCKS: &[&str] = &[
        "runtime",
        "process_runtime",
        "walltime",
        "real_time",
        "cputime",
        "process_cputime",
        "thread_cputime",
    ];
    if CLOCKS.contains(&name.as_str()) && !m.streams.access.clock {
        return Err(denied(m, "access", "clock", key));
    }
    let Some(told) = statistic(m, &name) else {
        return Err(m.domain_error(Domain::StatisticsKey, key));
    };
    let mut since = |key: &'static str, now: i64| {
        let before = m.session.query.told.insert(key, now).unwrap_or(0);
        [Cell::int(now), Cell::int(now - before)]
    };
    let result = match told {
        Statistic::Count(count) => m.heap.new_int(count as i64),
        Statistic::Seconds(seconds) => m.heap.new_float(seconds),
        Statistic::Milliseconds(key, seconds) => {
            let pair = since(key, (seconds * 1000.0) as i64);
            m.heap.new_list(&pair, Cell::NIL)
        }
        Statistic::WholeSeconds(key, seconds) => {
            let pair = since(key, seconds as i64);
            m.heap.new_list(&pair, Cell::NIL)
        }
        Statistic::List(numbers) => {
            let cells: Vec<Cell> = numbers.iter().map(|&number| Cell::int(number)).collect();
            m.heap.new_list(&cells, Cell::NIL)
        }
    };
    m.unify(value, result)
}

fn statistic(m: &mut Machine, key: &str) -> Option<Statistic> {
    let usage = m.usage();
    Some(match key {
        "runtime" | "process_runtime" => Statistic::Milliseconds("runtime", m.arithmetic.state_mut().cpu_time()),
        "system_time" => Statistic::List([0; 2].into()),
        "walltime" => Statistic::Milliseconds("walltime", m.arithmetic.state().wall_time()),
        "real_time" => Statistic::WholeSeconds("real_time", m.arithmetic.state().unix_time()),
        "cputime" | "process_cputime" | "thread_cputime" => Statistic::Seconds(m.arithmetic.state_mut().cpu_time()),
        "errors" => Statistic::Count(m.session.host.outcome.errors),
        "warnings" => Statistic::Count(m.session.host.outcome.warnings),
        "inferences" => Statistic::Count(m.limits.inferences() as usize),
        "fd_propagations" => Statistic::Count(m.session.propagations as usize),
        "stack" | "memory" | "core" => Statistic::Count(m.stack_bytes()),
        "stack_peak" => Statistic::Count(m.peak_bytes()),
        "stack_limit" => Statistic::Count(m.limits.most(crate::base::limit::Limit::Memory)),
        "global" | "globalused" | "global_stack" | "heapused" => Statistic::Count(usage.heap),
        "local" | "localused" | "local_stack" => Statistic::Count(usage.frames + usage.choices),
        "trail" | "trailused" => Statistic::Count(usage.trail),
        "program" => Statistic::Count(m.program_bytes()),
        "atom_space" => Statistic::Count(m.atoms.bytes()),
        "code_space" => Statistic::Count(m.db.bytes()),
        "atoms" => Statistic::Count(m.atoms.count()),
        "predicates" | "functors" => Statistic::Count(m.db.preds.iter().filter(|p| p.is_defined()).count()),
        "clauses" => Statistic::Count(m.db.preds.iter().map(|p| p.live).sum()),
        "codes" => Statistic::Count(m.db.arena.used()),
        "tables" => Statistic::Count(m.tables.table_usage().0),
        "table_space_used" => Statistic::Count(m.tables.table_usage().1),
        "agc" => Statistic::Count(m.schedule.collections as usize),
        "modules" => Statistic::Count(2),
        "threads" | "engines" => Statistic::Count(1),
        "garbage_collection" => {
            let done = m.collector.done();
            let milliseconds = i64::try_from(done.time.as_millis()).unwrap_or(i64::MAX);
            Statistic::List([done.count as i64, done.freed as i64, milliseconds, 0].into())
        }
        "stack_shifts" => Statistic::List([0; 3].into()),
        _ => return None,
    })
}
