//! Reports of an engine so far: what loading has met, the errors and warnings printed, and the messages that are
//! kept for the host.

use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use super::trace::FrontEnd;
use crate::base::atom::Functor;
use crate::base::limit::Limit;

/// A message that is kept for the host instead of being printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptMessage {
    /// `error`, `warning` or another kind.
    pub kind: String,
    /// The file that the message is about.
    pub file: Option<String>,
    /// The line in it, counted from 1.
    pub line: Option<usize>,
    /// The column in the line, counted from 1.
    pub column: Option<usize>,
    /// The text, without place and kind.
    pub text: String,
    /// The name of the kind of message, such as `syntax_error`.
    pub code: Option<String>,
    /// The line of the source that it is about.
    pub source: Option<String>,
    /// The messages that would have been printed.
    pub shown: String,
}

/// A clause of which it is recorded whether it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covered {
    /// Its predicate, as name and arity.
    pub predicate: String,
    /// Its file.
    pub file: String,
    /// Its line, counted from 1.
    pub line: usize,
    /// The number of times that its body was entered.
    pub runs: u64,
}

/// How often a predicate has passed each port, and the time that it took itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Calls.
    pub calls: u64,
    /// Times that it was backtracked into.
    pub redos: u64,
    /// Successes.
    pub exits: u64,
    /// Failures.
    pub fails: u64,
    /// Exceptions.
    pub exceptions: u64,
    /// The time between its ports and those of the goals that it calls.
    pub time: Duration,
}

/// A predicate, and the one whose clause has called it: `None` for the query.
pub type ProfileKey = (Functor, Option<Functor>);

/// The counts of the ports of goals, by predicate and caller.
#[derive(Default)]
pub struct Profile {
    /// The counts.
    pub counts: FxHashMap<ProfileKey, Counts>,
    /// The predicate and the caller that are running.
    pub running: Option<ProfileKey>,
    /// The time of the last port.
    pub last: Option<Instant>,
    /// Whether it still counts.
    pub is_running: bool,
    /// The front end of the tracer, which comes back at the end.
    pub front_end: Option<FrontEnd>,
    /// Whether goals were traced, whether the debugger was on, and the visible ports, before it began.
    pub before: (bool, bool, u8),
}

/// The reports so far.
#[derive(Default)]
pub struct QueryOutcome {
    /// Whether the engine is the program of a process: then `halt/0` gives the status of what has gone wrong, and a
    /// closed standard output ends the run.
    pub standalone: bool,
    /// The worst exit status of what loading has met, but for missing libraries.
    pub load_status: i32,
    /// Whether a library is missing.
    pub lacks_library: bool,
    /// The limit that was met first by a goal of the text that is being loaded.
    pub load_limit: Option<Limit>,
    /// The number of errors printed.
    pub errors: usize,
    /// The number of warnings printed.
    pub warnings: usize,
    /// The messages kept, if they are kept.
    pub kept: Option<Vec<KeptMessage>>,
    /// The messages of the text that is being loaded, if the host loads it.
    pub recorded: Option<Vec<KeptMessage>>,
    /// Whether texts are loaded only to be checked: directives that do more than declare something do not run.
    pub checking: bool,
    /// The last profile.
    pub profile: Option<Box<Profile>>,
    /// When progress of loading is shown next, if at all.
    pub progress: Option<Instant>,
    /// The clauses loaded, if it is recorded which of them run.
    pub coverage: Option<Vec<Covered>>,
    /// Folders in which files to load are sought last.
    pub folders: Vec<std::path::PathBuf>,
}
