//! The program without texts, of which engines are made that are not made of another one: it is prepared once, but not
//! for an engine that may stay the only one of its process.

use std::sync::OnceLock;

use super::engine::{Engine, stressed};
use super::operators::Snapshot;
use super::program::Program;
use crate::io::table::StreamTable;
use crate::library;
use crate::machine::Machine;
use crate::machine::sharing::{Image, Prepared, Surroundings};

/// The program without texts, in which all is prepared that most engines call.
static LIBRARY: OnceLock<Program> = OnceLock::new();

/// The library of which nothing has been compiled: the first engine is made of it, and then what the others share.
static INSTALLED: OnceLock<Program> = OnceLock::new();

/// In WebAssembly each engine has a module of its own, so that none would share what is prepared.
const IS_SHARED: bool = cfg!(not(target_family = "wasm"));

/// Returns the program that has only the library.
pub(super) fn library() -> &'static Program {
    LIBRARY.get_or_init(make_library)
}

/// As [`library()`], if that was asked for before.
pub(super) fn library_if_made() -> Option<&'static Program> {
    LIBRARY.get()
}

/// Makes the first engine of the process, unless a program was made before.
pub(super) fn first_engine() -> Option<Engine> {
    if !IS_SHARED || LIBRARY.get().is_some() {
        return None;
    }
    let mut is_first = false;
    let installed = INSTALLED.get_or_init(|| {
        is_first = true;
        installed()
    });
    is_first.then(|| unprepared(installed))
}

/// Makes a machine with the library, and its operators.
pub(super) fn install(around: Surroundings) -> (Machine, Snapshot) {
    let mut machine = Image::new(&library::tables()).into_machine(around);
    library::install(&mut machine);
    machine.limits.set_flags_of_limits(&mut machine.flags);
    let operators = Snapshot::new(&machine.ops);
    (machine, operators)
}

/// Makes the library of which nothing has been compiled.
pub(super) fn installed() -> Program {
    let (mut machine, operators) = install(Surroundings::new(StreamTable::closed()));
    // The limits of a new engine leave room for the library.
    let _frozen = machine.freeze(Prepared::None);
    Program::of_image(machine.image(), operators)
}

/// Makes an engine that compiles what it calls of the library.
pub(super) fn unprepared(installed: &Program) -> Engine {
    let mut machine = installed.machine(installed.surroundings(StreamTable::closed()));
    machine.limits.spared = Some(0);
    Engine::with(stressed(machine), installed.operators())
}

fn make_library() -> Program {
    let around = Surroundings::new(StreamTable::closed());
    let (machine, operators) = match INSTALLED.get() {
        Some(installed) => (installed.machine(around), installed.operators()),
        None => install(around),
    };
    let mut engine = Engine::with(machine, operators.clone());
    if IS_SHARED {
        warm_up(&mut engine);
    }
    let _frozen = engine.machine.freeze(Prepared::Defined);
    Program::of_image(engine.machine.image(), operators)
}

/// Runs what most engines run sooner or later, so that the library's predicates for it are compiled: loads a text, and
/// reports errors. What the text defines is removed.
fn warm_up(engine: &mut Engine) {
    let text =
        ":- dynamic('$warm'/1).\n'$warm'(1).\n'$warm'(X) :- '$warm'(X), X > 1.\n:- atom_length(_, _).\n'$warm'(.\n";
    for keep in [true, false] {
        engine.toplevel().keep_messages(keep);
        let _errors = engine.consult_str(text);
        for goal in [
            "'$warm'(X), atom_length(_, X)",
            "atom_length(f(x), _)",
            "X is $warm + 1",
            "'$unknown'(1, 2)",
        ] {
            let _error = engine.once(goal);
        }
        let _removed = engine.once("abolish('$warm'/1)");
    }
}
