//! The state that an engine keeps between goals beside its program: global variables, counters, user-defined flags, and
//! the last values of the clock reported.

use std::any::Any;
use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Weak};
use std::task::Waker;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::atom::{Atom, Functor};
use crate::base::known;
use crate::base::object::Weighed;
use crate::code::clause::ClauseId;
use crate::code::instr::PredId;
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::record::Record;
use crate::term::tries::Tries;
use crate::term::view::View;
use crate::text::reader::Reader;

use super::outcome::QueryOutcome;
use super::parallel::SearchPart;
use super::threads::FamilyMember;

/// Number of bytes of a table entry beside the cells of its record.
const ENTRY_BYTES: usize = 24;

/// Gives back most of the capacity of a table that is less than a quarter full.
fn shrink<K: Eq + std::hash::Hash, V>(table: &mut FxHashMap<K, V>) {
    if table.capacity() / 4 > table.len() {
        table.shrink_to(2 * table.len());
    }
}

/// A directive of `format/2` made by a program, and the predicate that prints it.
#[derive(Clone, Copy, Debug)]
pub struct UserDirective {
    /// The letter after the tilde.
    pub letter: char,
    /// The module in which the predicate is called.
    pub module: Atom,
    /// The predicate.
    pub predicate: Functor,
}

/// A flag made by a program.
#[derive(Clone)]
pub struct UserFlag {
    /// Its value.
    pub value: Record,
    /// The type of the values that `set_prolog_flag/2` may give it; none if it is read-only.
    pub kind: Option<Atom>,
}

/// A term of the recorded database.
#[derive(Clone)]
pub struct RecordedTerm {
    /// The name and the arity of its key.
    pub key: (Atom, usize),
    /// The term.
    pub record: Record,
}

/// The recorded database.
#[derive(Clone, Default)]
pub struct Records {
    /// The terms, by reference.
    pub kept: FxHashMap<i64, RecordedTerm>,
    /// The references of each key. Their order is that of the terms: those of terms put before the others are negative.
    pub keys: FxHashMap<(Atom, usize), BTreeSet<i64>>,
    /// The numbers of references that were made of records of all threads, and of those of this one.
    made: [i64; 2],
}

/// The references of records of the thread begin here; the others are the same in all threads.
const OF_THREAD: i64 = 1 << 40;

impl Records {
    /// Makes a reference.
    pub fn next_id(&mut self, of_thread: bool) -> i64 {
        self.made[usize::from(of_thread)] += 1;
        self.last_id(of_thread)
    }

    /// Returns the reference that was made last.
    pub fn last_id(&self, of_thread: bool) -> i64 {
        self.made[usize::from(of_thread)] + if of_thread { OF_THREAD } else { 0 }
    }

    /// Notes a reference that was made elsewhere.
    pub fn note_id(&mut self, id: i64) {
        let made = &mut self.made[usize::from(Records::is_of_thread(id))];
        *made = (id.abs() % OF_THREAD).max(*made);
    }

    /// Whether a reference is that of a record of the thread.
    pub fn is_of_thread(id: i64) -> bool {
        id.abs() >= OF_THREAD
    }
}

/// The value of a global variable.
#[derive(Clone)]
pub struct Global {
    /// The value.
    pub value: Record,
    /// Its number among all values assigned, counted from 1.
    pub number: i64,
    /// Whether a term was made of it.
    pub is_fetched: bool,
}

/// A clause that did not load because of a syntax error.
#[derive(Clone, Debug)]
pub struct NotLoaded {
    /// Its name.
    pub name: String,
    /// Its arity, as far as the text tells.
    pub arity: usize,
    /// The file.
    pub file: String,
    /// The line at which it begins.
    pub line: usize,
    /// The error.
    pub reason: String,
}

/// The messages of a load, of which only the first are shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadMessages {
    /// The number of messages shown.
    pub shown: usize,
    /// The number of errors not shown.
    pub hidden_errors: usize,
    /// The number of warnings not shown.
    pub hidden_warnings: usize,
}

/// The part of a session that lasts when the engine does not: all but the values of backtrackable global variables, and
/// what belongs to the host or to the last query.
#[derive(Clone, Default)]
pub struct Lasting {
    /// Global variables that backtracking does not change.
    pub globals: FxHashMap<Atom, Global>,
    /// The number of values assigned non-backtrackably so far.
    pub last_global: i64,
    /// Heads and descriptions of predicates of the host.
    pub described: FxHashMap<Functor, (String, String)>,
    /// The counters of `gensym/2`.
    pub symbols: FxHashMap<Atom, u64>,
    /// The values of `flag/3`.
    pub counters: FxHashMap<Atom, Record>,
    /// Flags made by programs.
    pub flags: FxHashMap<Atom, UserFlag>,
    /// Directives of `format/2` made by programs.
    pub directives: Vec<UserDirective>,
    /// The recorded database.
    pub records: Records,
    /// The tries.
    pub tries: Tries,
    /// Tabled predicates, and the names under which their own clauses are kept.
    pub tabled: FxHashMap<(Atom, Functor), Atom>,
    /// The predicates of the standard that modules may define themselves.
    pub redefined: FxHashSet<(Atom, Functor)>,
    /// The names of the texts of the libraries that the program has loaded.
    pub libraries: FxHashSet<String>,
    /// The clauses of predicates with clauses from several texts, by text, with the generations in which they were
    /// added.
    pub multifile: FxHashMap<(PredId, Atom), Vec<(ClauseId, i64)>>,
    /// Goals to be run by `halt/1`, in this order.
    pub at_halt: Vec<Record>,
    /// Whether loading ends with a check of the calls.
    pub checks_calls: bool,
    /// The clauses that did not load.
    pub not_loaded: Vec<NotLoaded>,
    /// The goals that the host has prepared, as long as it has them.
    goals: Vec<Weak<Record>>,
    bytes: usize,
}

/// The settings of the host, and what it is told.
#[derive(Default)]
pub struct HostSide {
    /// The command-line arguments of the program, for the flag `argv`.
    pub argv: Vec<String>,
    /// Whether uncaught exceptions come without their message and their frames.
    pub bare_errors: bool,
    /// The host's function for pauses.
    pub pause_hook: Option<super::face::pause::PauseHook>,
    /// The reports so far.
    pub outcome: QueryOutcome,
}

/// The number of queries whose texts are kept.
const RECENT: usize = 8;

/// What is known of the queries that ran last.
#[derive(Default)]
pub struct LastQuery {
    /// The text of the last one, for messages about its goals.
    pub text: String,
    /// The last ones that were given as texts, the newest at the end.
    pub recent: VecDeque<AskedQuery>,
    /// The milliseconds that `statistics/2` reported last, by key.
    pub told: FxHashMap<&'static str, i64>,
}

/// A query that was given as a text.
#[derive(Default)]
pub struct AskedQuery {
    /// Its number.
    pub number: u64,
    /// Its text; empty if that is long.
    pub text: String,
    /// The number of answers that were found.
    pub answers: i64,
    /// How it has ended.
    pub end: AskedEnd,
}

/// How a query has ended.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum AskedEnd {
    /// With an answer, with an error, or not yet.
    #[default]
    Other,
    /// It had no answer.
    Failed,
    /// A limit or an interrupt has stopped it.
    Stopped,
}

impl LastQuery {
    /// Notes a query that begins.
    pub fn note(&mut self, number: u64, text: &str) {
        let mut asked = AskedQuery::default();
        if self.recent.len() >= RECENT
            && let Some(oldest) = self.recent.pop_front()
        {
            asked.text = oldest.text;
            asked.text.clear();
        }
        asked.number = number;
        asked.text.push_str(text);
        self.recent.push_back(asked);
    }

    /// Returns what is known of the query with this number.
    pub fn noted(&mut self, number: u64) -> Option<&mut AskedQuery> {
        self.recent.iter_mut().rev().find(|asked| asked.number == number)
    }
}

/// The addresses of cells of the session. They are older than every choice point, so that all changes of them that are
/// to be undone are on the value trail.
#[derive(Default)]
pub struct OldCells {
    /// The list of backtrackable global variables, see [`Session::resettable_entry`].
    pub resettable: usize,
    /// The list of values of global variables that `nb_setarg/3` may have changed: backtracking does not change it.
    pub changed: usize,
    /// The list of delays of the running branch of a tabled goal.
    pub delays: usize,
}

/// The state that an engine keeps between goals.
#[derive(Default)]
pub struct Session {
    /// What lasts when the engine does not.
    pub lasting: Lasting,
    /// The host's settings and reports.
    pub host: HostSide,
    /// The queries that ran last.
    pub query: LastQuery,
    /// Cells that are older than every choice point.
    pub cells: OldCells,
    /// Whether variables that get attributes are noted for `call_residue_vars/2`.
    pub residues: bool,
    /// The generations in which the open transactions began, the oldest first.
    pub transactions: Vec<u64>,
    /// How often propagators of constraints have run.
    pub propagations: u64,
    /// The number of names of temporary files made.
    pub last_temporary: u64,
    /// The module of queries, if it is not `user`.
    pub typein: Option<Atom>,
    /// The host's front end of nested prompts.
    pub nested_hook: Option<super::face::nested::NestedHook>,
    /// The task that futures of the host wake.
    pub waker: Option<Waker>,
    /// Whether the goal has gone back to the host since a future is not ready.
    pub waits: bool,
    /// The place of the engine among the threads of its program; `None` before it has asked for one.
    pub threads: Option<FamilyMember>,
    /// The part of the engine in a search on several machines.
    pub(super) place: Option<Box<SearchPart>>,
    /// The messages of the load that is going on.
    pub load_messages: LoadMessages,
    /// The reader of `read_term/2`, kept so that its memory is reused.
    pub reader: Option<Box<Reader>>,
    /// Values of programs whose memory changes.
    weighed: Vec<Weak<dyn Weighed>>,
    /// The states of libraries, one value of a type.
    states: Vec<Box<dyn Weighed>>,
}

impl Session {
    /// Returns the name to show for a predicate: for the one with the clauses of a tabled predicate, the tabled
    /// predicate.
    pub fn shown(&self, functor: Functor) -> Functor {
        let hidden = |(own, name): (&(Atom, Functor), &Atom)| {
            (*name == functor.name() && own.1.arity() == functor.arity()).then_some(own.1)
        };
        self.lasting.tabled.iter().find_map(hidden).unwrap_or(functor)
    }

    /// Returns a goal with the name to show for its predicate.
    pub fn shown_goal(&self, heap: &mut Heap, goal: Cell) -> Cell {
        match heap.view(goal) {
            View::Struct(functor, first) if functor == Functor::new(known::COLON, 2) => {
                let (module, inner) = (heap.get(first), heap.get(first + 1));
                let shown = self.shown_goal(heap, inner);
                if shown == inner {
                    goal
                } else {
                    heap.new_term(known::COLON, &[module, shown])
                }
            }
            View::Struct(functor, first) if self.shown(functor) != functor => {
                let args: Vec<Cell> = (first..first + functor.arity()).map(|at| heap.get(at)).collect();
                heap.new_term(self.shown(functor).name(), &args)
            }
            View::Atom(name) => Cell::atom(self.shown(Functor::new(name, 0)).name()),
            _ => goal,
        }
    }

    /// Takes what the host has set.
    pub fn take_for_host(&mut self) -> HostSide {
        std::mem::take(&mut self.host)
    }

    /// Gives back what the host has set, without what was reported.
    pub fn give_back(&mut self, host: HostSide) {
        let outcome = QueryOutcome {
            standalone: host.outcome.standalone,
            checking: host.outcome.checking,
            kept: host.outcome.kept.map(|_| Vec::new()),
            coverage: host.outcome.coverage.map(|_| Vec::new()),
            folders: host.outcome.folders,
            ..QueryOutcome::default()
        };
        self.host = HostSide { outcome, ..host };
    }

    /// Counts the bytes of a record that is kept here from now on.
    pub fn add_record(&mut self, record: &Record) {
        self.lasting.bytes += record.bytes();
    }

    /// Keeps the atoms of a goal that the host has prepared, as long as it has the goal.
    pub fn hold_goal(&mut self, goal: &Arc<Record>) {
        let goals = &mut self.lasting.goals;
        if goals.len() == goals.capacity() {
            goals.retain(|goal| goal.strong_count() > 0);
        }
        goals.push(Arc::downgrade(goal));
    }

    /// Returns the goals that the host has prepared.
    pub fn goals(&self) -> impl Iterator<Item = Arc<Record>> {
        self.lasting.goals.iter().filter_map(Weak::upgrade)
    }

    /// Sets a flag of `flag/3`.
    pub fn set_counter(&mut self, name: Atom, record: Record) {
        self.add_record(&record);
        if let Some(old) = self.lasting.counters.insert(name, record) {
            self.drop_record(&old);
        }
    }

    /// Counts the bytes of a record that was kept here.
    pub fn drop_record(&mut self, record: &Record) {
        self.lasting.bytes -= record.bytes();
    }

    /// Returns the number of bytes of the records kept here.
    pub(super) fn bytes(&self) -> usize {
        let weighed = self.weighed.iter().filter_map(Weak::upgrade);
        let bytes = self.lasting.bytes + self.lasting.tries.bytes() + weighed.map(|value| value.bytes()).sum::<usize>();
        bytes + self.states.iter().map(|state| state.bytes()).sum::<usize>()
    }

    /// Returns what a library keeps between goals: one value for each type.
    pub fn state<T: Weighed + Default>(&mut self) -> &mut T {
        let is_own = |state: &dyn Any| state.is::<T>();
        let at = self
            .states
            .iter()
            .position(|state| is_own(&**state))
            .unwrap_or_else(|| {
                self.states.push(Box::new(T::default()));
                self.states.len() - 1
            });
        let state: &mut dyn Any = &mut *self.states[at];
        state.downcast_mut().expect("it was found by its type")
    }

    /// Counts what a value takes from now on, as long as it lives.
    pub fn weigh(&mut self, value: &Arc<dyn Weighed>) {
        self.weighed.retain(|value| value.strong_count() > 0);
        self.weighed.push(Arc::downgrade(value));
    }

    /// Begins on a heap on which nothing has run yet.
    pub(super) fn begin(lasting: Lasting, heap: &mut Heap) -> Session {
        Session {
            lasting,
            cells: OldCells {
                resettable: heap.push(Cell::atom(known::NIL)),
                changed: heap.push(Cell::NIL),
                delays: heap.push(Cell::NIL),
            },
            ..Session::default()
        }
    }

    /// Visits every atom in a key.
    pub(super) fn each_atom(&self, mut visit: impl FnMut(Atom)) {
        let (globals, symbols) = (self.lasting.globals.keys(), self.lasting.symbols.keys());
        for &name in globals
            .chain(symbols)
            .chain(self.lasting.counters.keys())
            .chain(self.lasting.flags.keys())
        {
            visit(name);
        }
        for &(name, _) in self.lasting.records.keys.keys() {
            visit(name);
        }
        self.lasting.tries.names().for_each(&mut visit);
        for &(_, text) in self.lasting.multifile.keys() {
            visit(text);
        }
        for &(module, _) in &self.lasting.redefined {
            visit(module);
        }
        if let Some(module) = self.typein {
            visit(module);
        }
        for directive in &self.lasting.directives {
            visit(directive.module);
            visit(directive.predicate.name());
        }
    }

    /// Visits every record.
    pub(super) fn each_record(&self, visit: impl FnMut(&Record)) {
        let globals = self.lasting.globals.values().map(|global| &global.value);
        let counters = self.lasting.counters.values();
        let flags = self.lasting.flags.values().map(|flag| &flag.value);
        let kept = self.lasting.records.kept.values().map(|kept| &kept.record);
        globals
            .chain(counters)
            .chain(flags)
            .chain(kept)
            .chain(self.lasting.tries.values())
            .chain(&self.lasting.at_halt)
            .for_each(visit);
    }

    /// Gives back capacity of tables that have shrunk.
    pub(super) fn tidy(&mut self) {
        shrink(&mut self.lasting.globals);
        shrink(&mut self.lasting.symbols);
        shrink(&mut self.lasting.counters);
        shrink(&mut self.lasting.flags);
        shrink(&mut self.lasting.records.kept);
        shrink(&mut self.lasting.records.keys);
    }

    /// Returns the number of bytes of the keys and entries of the tables; those of the records are counted as they are
    /// added and removed.
    pub(super) fn table_bytes(&self) -> usize {
        let entries = self.lasting.globals.len()
            + self.lasting.symbols.len()
            + self.lasting.counters.len()
            + self.lasting.flags.len();
        entries * ENTRY_BYTES + (self.lasting.records.kept.len() + self.lasting.records.keys.len()) * 2 * ENTRY_BYTES
    }
}
