//! Prolog flags (ISO 7.11): one struct, and one table that names them for `set_prolog_flag/2` and
//! `current_prolog_flag/2`.

use super::atom::MAX_ARITY;
pub use super::flag_values::{Infinite, OccursCheck, Quotes, Undefined, Unknown};
use super::limit::{FlagValues, Limit, LimitScope, ROWS};
use super::table_limit::{Beyond, TableLimit, TableLimits};
use crate::base::doc::only_manual;

/// The flags of one engine.
#[derive(Clone, Debug)]
pub struct Flags {
    /// The representation of `"..."`.
    pub double_quotes: Quotes,
    /// The representation of back-quoted text.
    pub back_quotes: Quotes,
    /// Whether only names that begin with `_` are variables.
    pub var_prefix: bool,
    /// The effect of calling an unknown procedure.
    pub unknown: Unknown,
    /// The effect of a unification that would make a cyclic term.
    pub occurs_check: OccursCheck,
    /// Whether to follow the standard where this engine otherwise follows SWI-Prolog.
    pub iso: bool,
    /// Whether the conversions of `char_conversion/2` are in force.
    pub char_conversion: bool,
    /// Stored for programs; the engine does not read it.
    pub debug: bool,
    /// Whether an integer division with a remainder gives a rational.
    pub prefer_rationals: bool,
    /// The result of a float overflow.
    pub float_overflow: Infinite,
    /// The result of a float division by zero.
    pub float_zero_div: Infinite,
    /// The result of an undefined float function.
    pub float_undefined: Undefined,
    /// Whether `clause/2` refuses static predicates.
    pub protect_static_code: bool,
    /// The maximum size of an integer, in bytes.
    pub max_integer_size: i64,
    /// Those that set limits.
    pub limits: FlagValues,
    /// The limits of tables.
    pub tables: TableLimits,
    /// Whether warnings and messages are shown.
    pub verbose: bool,
    /// Whether messages come with hints.
    pub hints: bool,
    /// Whether a message tells of each file that was loaded.
    pub verbose_load: bool,
    /// Whether the heap is collected before memory runs out.
    pub gc: bool,
    /// Whether variables in constraints over integers are marked.
    pub clpfd_monotonic: bool,
    /// Whether variables in constraints over Boolean values are marked.
    pub clpb_monotonic: bool,
    /// Whether constraints in clauses are compiled to arithmetic for the case that all is known.
    pub clpfd_goal_expansion: bool,
}

impl Default for Flags {
    fn default() -> Flags {
        Flags {
            double_quotes: Quotes::String,
            back_quotes: Quotes::Codes,
            var_prefix: false,
            unknown: Unknown::Error,
            occurs_check: OccursCheck::False,
            iso: false,
            char_conversion: false,
            debug: false,
            prefer_rationals: false,
            float_overflow: Infinite::Error,
            float_zero_div: Infinite::Error,
            float_undefined: Undefined::Error,
            protect_static_code: false,
            max_integer_size: 64 << 20,
            limits: FlagValues::initial(),
            tables: TableLimits::default(),
            verbose: true,
            hints: true,
            verbose_load: false,
            gc: true,
            clpfd_monotonic: false,
            clpb_monotonic: false,
            clpfd_goal_expansion: true,
        }
    }
}

/// The value of a flag, as it is converted to and from terms; truth values are the atoms `true` and `false`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FlagValue<'v> {
    /// An atom.
    Atom(&'v str),
    /// An integer.
    Int(i64),
    /// A float.
    Float(f64),
}

/// The type of a flag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlagType {
    /// `true` or `false`, or `on` or `off`; both forms are accepted.
    Boolean,
    /// One of these atoms.
    OneOf(&'static [&'static str]),
    /// Any atom.
    Atom,
    /// An integer.
    Integer,
    /// A float.
    Float,
}

/// Why a flag was not set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlagError {
    /// There is no such flag: `domain_error(prolog_flag, Flag)`.
    Unknown,
    /// The flag cannot be changed: `permission_error(modify, flag, Flag)`.
    ReadOnly,
    /// Not a value of this flag: `domain_error(flag_value, Flag + Value)`.
    Value,
}

/// One flag.
#[derive(Clone, Copy)]
pub struct FlagRow {
    /// The name.
    pub name: &'static str,
    /// The type.
    pub kind: FlagType,
    /// One sentence about it.
    pub doc: &'static str,
    access: FlagAccess,
}

/// How the value of a flag is found and set.
#[derive(Clone, Copy)]
enum FlagAccess {
    /// By functions of its own; some cannot be set.
    Own(Get, Option<Set>),
    /// As that of a limit.
    Limit(Limit),
}

type Get = fn(&Flags) -> FlagValue<'static>;
type Set = fn(&mut Flags, FlagValue<'_>) -> Option<()>;

impl FlagRow {
    /// Returns the current value.
    pub fn value(&self, flags: &Flags) -> FlagValue<'static> {
        match self.access {
            FlagAccess::Own(get, _) => get(flags),
            FlagAccess::Limit(limit) => match (limit.row().scope, flags.limits[limit]) {
                (LimitScope::Query, 0) => FlagValue::Atom("infinite"),
                (_, number) => FlagValue::Int(number),
            },
        }
    }

    /// Sets the flag.
    fn set(&self, flags: &mut Flags, value: FlagValue<'_>) -> Result<(), FlagError> {
        let set = match self.access {
            FlagAccess::Own(_, set) => set.ok_or(FlagError::ReadOnly)?(flags, value),
            FlagAccess::Limit(limit) => {
                let number = match value {
                    FlagValue::Int(number) if number > 0 => Some(number),
                    FlagValue::Atom("infinite") if limit.row().scope == LimitScope::Query => Some(0),
                    _ => None,
                };
                number.map(|number| flags.limits[limit] = number)
            }
        };
        set.ok_or(FlagError::Value)
    }

    /// Returns the value in a new engine.
    #[cfg(any(test, feature = "testing"))]
    pub fn default_value(&self) -> FlagValue<'static> {
        self.value(&Flags::default())
    }

    /// Whether the flag can be changed.
    pub fn is_changeable(&self) -> bool {
        !matches!(self.access, FlagAccess::Own(_, None))
    }
}

fn truth(value: bool) -> FlagValue<'static> {
    FlagValue::Atom(if value { "true" } else { "false" })
}

fn to_bool(value: FlagValue<'_>) -> Option<bool> {
    match value {
        FlagValue::Atom("true" | "on") => Some(true),
        FlagValue::Atom("false" | "off") => Some(false),
        _ => None,
    }
}

fn most_value(limit: TableLimit) -> FlagValue<'static> {
    match limit.most {
        Some(most) => FlagValue::Int(i64::from(most)),
        None => FlagValue::Atom("infinite"),
    }
}

fn most_of(value: FlagValue<'_>) -> Option<Option<u32>> {
    match value {
        FlagValue::Int(number) => u32::try_from(number).ok().map(Some),
        FlagValue::Atom("infinite") => Some(None),
        _ => None,
    }
}

macro_rules! row {
    (switch $name:ident, $doc:expr) => {
        FlagRow {
            name: stringify!($name),
            kind: FlagType::Boolean,
            doc: only_manual($doc),
            access: FlagAccess::Own(
                |flags| FlagValue::Atom(if flags.$name { "on" } else { "off" }),
                Some(|flags, value| to_bool(value).map(|value| flags.$name = value)),
            ),
        }
    };
    (boolean $name:ident, $doc:expr) => {
        FlagRow {
            name: stringify!($name),
            kind: FlagType::Boolean,
            doc: only_manual($doc),
            access: FlagAccess::Own(
                |flags| truth(flags.$name),
                Some(|flags, value| to_bool(value).map(|value| flags.$name = value)),
            ),
        }
    };
    (size $name:ident, $doc:expr) => {
        FlagRow {
            name: stringify!($name),
            kind: FlagType::Integer,
            doc: only_manual($doc),
            access: FlagAccess::Own(
                |flags| FlagValue::Int(flags.$name),
                Some(|flags, value| match value {
                    FlagValue::Int(number) if number > 0 => Some(flags.$name = number),
                    _ => None,
                }),
            ),
        }
    };
    ($type:ident $name:ident, $doc:expr) => {
        FlagRow {
            name: stringify!($name),
            kind: FlagType::OneOf($type::WORDS),
            doc: only_manual($doc),
            access: FlagAccess::Own(
                |flags| FlagValue::Atom(flags.$name.text()),
                Some(|flags, value| match value {
                    FlagValue::Atom(text) => $type::from_text(text).map(|value| flags.$name = value),
                    FlagValue::Int(_) | FlagValue::Float(_) => None,
                }),
            ),
        }
    };
    (table $name:ident, $field:ident, $doc:expr) => {
        FlagRow {
            name: stringify!($name),
            kind: FlagType::Integer,
            doc: only_manual($doc),
            access: FlagAccess::Own(
                |flags| most_value(flags.tables.$field),
                Some(|flags, value| most_of(value).map(|most| flags.tables.$field.most = most)),
            ),
        }
    };
    (beyond $name:ident, $field:ident, $words:expr, $doc:expr) => {
        FlagRow {
            name: stringify!($name),
            kind: FlagType::OneOf($words),
            doc: only_manual($doc),
            access: FlagAccess::Own(
                |flags| FlagValue::Atom(flags.tables.$field.beyond.text()),
                Some(|flags, value| match value {
                    FlagValue::Atom(text) if $words.contains(&text) => {
                        Beyond::from_text(text).map(|beyond| flags.tables.$field.beyond = beyond)
                    }
                    _ => None,
                }),
            ),
        }
    };
    (fixed $name:ident, $kind:expr, $value:expr, $doc:expr) => {
        FlagRow {
            name: stringify!($name),
            kind: $kind,
            doc: only_manual($doc),
            access: FlagAccess::Own(|_| $value, None),
        }
    };
}

/// The processor architecture and the operating system that this is built for; set by the build script.
const ARCHITECTURE: &str = env!("FERZ_ARCHITECTURE");

/// The version of SWI-Prolog that the flag `version` tells.
const SWI_VERSION: i64 = 90_004;

/// The version as one number.
const VERSION: i64 = 10_000 * number(env!("CARGO_PKG_VERSION_MAJOR"))
    + 100 * number(env!("CARGO_PKG_VERSION_MINOR"))
    + number(env!("CARGO_PKG_VERSION_PATCH"));

/// Parses a decimal number.
const fn number(digits: &str) -> i64 {
    let (mut at, mut value) = (0, 0);
    while at < digits.len() {
        value = 10 * value + (digits.as_bytes()[at] - b'0') as i64;
        at += 1;
    }
    value
}

/// All flags in front of the limits.
const EARLIER: &[FlagRow] = &[
    row!(fixed bounded, FlagType::Boolean, truth(false), "Whether integers have bounds: they have none."),
    row!(fixed max_integer, FlagType::Integer, FlagValue::Int(i64::MAX), "The largest integer of one word."),
    row!(fixed min_integer, FlagType::Integer, FlagValue::Int(i64::MIN), "The smallest integer of one word."),
    row!(fixed max_char_code, FlagType::Integer, FlagValue::Int(char::MAX as i64), "The largest code of a character."),
    row!(fixed pipe, FlagType::Boolean, truth(cfg!(not(target_family = "wasm"))), "Whether open/3 knows pipe(Command)."),
    row!(
        fixed integer_rounding_function, FlagType::Atom, FlagValue::Atom("toward_zero"),
        "How // rounds."
    ),
    row!(switch char_conversion, "Whether the conversions of char_conversion/2 are in force."),
    row!(switch debug, "Whether debug mode is on, as after debug/0: spy points stop the program, and errors that nothing catches."),
    row!(
        fixed max_arity, FlagType::Integer, FlagValue::Int(MAX_ARITY as i64),
        "The largest arity of a compound term."
    ),
    row!(Unknown unknown, "The effect of calling an unknown procedure."),
    row!(Quotes double_quotes, "The representation of double-quoted text, in the module whose text sets it; that of user also for queries."),
    row!(Quotes back_quotes, "The representation of back-quoted text, in the file that sets it."),
    row!(
        OccursCheck occurs_check,
        "Whether a unification that would make a cyclic term succeeds, fails, or is an error: from the next call on."
    ),
    row!(
        boolean iso,
        "Whether to follow the standard where the engine otherwise follows SWI-Prolog: / and ** of integers are \
         floats, floor/1 and similar functions take floats only, floats come before integers in the order of terms, \
         numbers such as 1e10 are syntax errors, clause/2 refuses static predicates."
    ),
    row!(boolean hints, "Whether messages suggest what to write instead."),
    row!(boolean var_prefix, "Whether only names that begin with an underscore are variables."),
    row!(boolean prefer_rationals, "Whether / on integers gives a rational instead of a float."),
    row!(Infinite float_overflow, "Whether a float that is too large is an error or infinite."),
    row!(Infinite float_zero_div, "Whether a float divided by zero is an error or infinite."),
    row!(Undefined float_undefined, "Whether an undefined function value is an error or NaN."),
    row!(fixed float_rounding, FlagType::Atom, FlagValue::Atom("to_nearest"), "How floats are rounded; `roundtoward(Expression, Mode)` rounds the results in an expression otherwise."),
    row!(fixed float_max, FlagType::Float, FlagValue::Float(f64::MAX), "The largest float."),
    row!(fixed float_min, FlagType::Float, FlagValue::Float(f64::MIN_POSITIVE), "The smallest float of full precision above zero."),
    row!(boolean protect_static_code, "Whether clause/2 and listing/1 refuse static predicates."),
    row!(size max_integer_size, "The most bytes that an integer may take."),
];

/// All flags behind the limits.
const LATER: &[FlagRow] = &[
    FlagRow {
        name: "verbose",
        kind: FlagType::OneOf(&["normal", "silent"]),
        doc: only_manual("Whether messages are shown."),
        access: FlagAccess::Own(
            |flags| FlagValue::Atom(if flags.verbose { "normal" } else { "silent" }),
            Some(|flags, value| match value {
                FlagValue::Atom(text @ ("normal" | "silent")) => {
                    flags.verbose = text == "normal";
                    Some(())
                }
                _ => None,
            }),
        ),
    },
    FlagRow {
        name: "verbose_load",
        kind: FlagType::OneOf(&["silent", "full"]),
        doc: only_manual("Whether a message tells of each file that was loaded."),
        access: FlagAccess::Own(
            |flags| FlagValue::Atom(if flags.verbose_load { "full" } else { "silent" }),
            Some(|flags, value| match value {
                FlagValue::Atom(text @ ("full" | "silent")) => {
                    flags.verbose_load = text == "full";
                    Some(())
                }
                _ => None,
            }),
        ),
    },
    row!(
        boolean gc,
        "Whether the heap is collected as it grows; if not, only when memory would run out, or by garbage_collect/0."
    ),
    row!(
        boolean clpfd_monotonic,
        "Whether a variable of a constraint over integers must be written #(X), so that adding constraints never adds \
         solutions."
    ),
    row!(
        boolean clpb_monotonic,
        "Whether a variable of a constraint over Boolean values must be written v(X), so that adding constraints never \
         adds solutions."
    ),
    row!(
        boolean clpfd_goal_expansion,
        "Whether #=, #\\=, #<, #>, #=< and #>= in clauses are compiled such that they cost as much as arithmetic if the \
         variables are integers. It is read when a predicate is first called."
    ),
    row!(
        table max_answers_for_subgoal, answers,
        "The most answers of a table that is declared without max_answers(N); infinite if there is no limit."
    ),
    row!(
        beyond max_answers_for_subgoal_action, answers, &["error", "bounded_rationality", "suspend"],
        "What is done with other answers: an error, they are left out and the table is undefined, or a prompt."
    ),
    row!(
        table max_table_answer_size, answer_size,
        "The most compound terms in an answer of a table that is declared without answer_abstract(N)."
    ),
    row!(
        beyond max_table_answer_size_action, answer_size, &["error", "bounded_rationality", "fail", "suspend"],
        "What is done with larger answers: an error, they are left out and the table is undefined, they are left out, \
         or a prompt."
    ),
    row!(
        table max_table_subgoal_size, subgoal_size,
        "The most compound terms in a call of a predicate that is tabled without subgoal_abstract(N)."
    ),
    row!(
        beyond max_table_subgoal_size_action, subgoal_size, &["error", "abstract", "suspend"],
        "What is done with a larger call: an error, its other terms are replaced by variables, or a prompt."
    ),
    row!(
        fixed last_call_optimisation, FlagType::Boolean, truth(true),
        "Whether the last call of a clause frees its frame: it always does."
    ),
    row!(
        fixed max_tagged_integer, FlagType::Integer, FlagValue::Int((1 << 60) - 1),
        "The largest integer that is stored in its cell."
    ),
    row!(
        fixed min_tagged_integer, FlagType::Integer, FlagValue::Int(-(1 << 60)),
        "The smallest integer that is stored in its cell."
    ),
    row!(fixed traditional, FlagType::Boolean, truth(false), "Whether lists are made of '.'/2 and strings are codes as in older systems."),
    row!(
        fixed rational_syntax, FlagType::Atom, FlagValue::Atom("compatibility"),
        "How rational numbers are written: 1r3."
    ),
    #[cfg(unix)]
    row!(fixed unix, FlagType::Boolean, truth(true), "Whether the operating system is Unix-like."),
    #[cfg(windows)]
    row!(fixed windows, FlagType::Boolean, truth(true), "Whether the operating system is Windows."),
    #[cfg(target_os = "macos")]
    row!(fixed apple, FlagType::Boolean, truth(true), "Whether the operating system is macOS."),
    row!(
        fixed arch, FlagType::Atom, FlagValue::Atom(ARCHITECTURE),
        "The processor architecture and the operating system, as in x86_64-linux."
    ),
    row!(fixed address_bits, FlagType::Integer, FlagValue::Int(usize::BITS as i64), "The size of an address, in bits."),
    row!(fixed large_files, FlagType::Boolean, truth(true), "Whether files may have more than 2^31 bytes: they may."),
    row!(fixed signals, FlagType::Boolean, truth(false), "Whether programs can handle signals: they cannot."),
    row!(
        fixed version, FlagType::Integer, FlagValue::Int(SWI_VERSION),
        "The version of SWI-Prolog whose programs run here: 10000 times the first number, 100 times the second, and the third."
    ),
    row!(
        fixed ferz_version, FlagType::Integer, FlagValue::Int(VERSION),
        "The version of this system, as a number like that of `version`."
    ),
    row!(fixed emulated_dialect, FlagType::Atom, FlagValue::Atom("swi"), "The Prolog system that is emulated."),
    row!(fixed dialect, FlagType::Atom, FlagValue::Atom("swi"), "The Prolog system whose language this is; programs ask for it."),
    FlagRow {
        name: "encoding",
        kind: FlagType::OneOf(&["utf8"]),
        doc: only_manual("The encoding of text."),
        access: FlagAccess::Own(
            |_| FlagValue::Atom("utf8"),
            Some(|_, value| (value == FlagValue::Atom("utf8")).then_some(())),
        ),
    },
    row!(fixed unicode, FlagType::Boolean, truth(true), "Whether text may use all of Unicode."),
];

/// All flags.
pub const FLAGS: &[FlagRow] = &{
    let mut rows = [EARLIER[0]; EARLIER.len() + ROWS.len() + LATER.len()];
    let mut i = 0;
    while i < rows.len() {
        let (limit, later) = (EARLIER.len(), EARLIER.len() + ROWS.len());
        rows[i] = if i < limit {
            EARLIER[i]
        } else if i < later {
            limit_flag(ROWS[i - limit].limit)
        } else {
            LATER[i - later]
        };
        i += 1;
    }
    rows
};

/// The flag of a limit.
const fn limit_flag(limit: Limit) -> FlagRow {
    let row = limit.row();
    FlagRow {
        name: row.flag,
        kind: FlagType::Integer,
        doc: row.doc,
        access: FlagAccess::Limit(limit),
    }
}

/// The row of the flag `name`.
pub fn find(name: &str) -> Option<&'static FlagRow> {
    FLAGS.iter().find(|row| row.name == name)
}

impl Flags {
    /// Returns the value of the flag `name`.
    #[cfg(any(test, feature = "testing"))]
    pub fn get(&self, name: &str) -> Option<FlagValue<'static>> {
        find(name).map(|row| row.value(self))
    }

    /// Sets the flag `name`.
    ///
    /// # Errors
    /// If there is no such flag, it is read-only, or it does not take the value.
    pub fn set(&mut self, name: &str, value: FlagValue<'_>) -> Result<(), FlagError> {
        find(name).ok_or(FlagError::Unknown)?.set(self, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_changeable_flag_takes_its_own_value() {
        let mut flags = Flags::default();
        for row in FLAGS {
            let value = row.value(&flags);
            let set = flags.set(row.name, value);
            assert_eq!(
                set,
                if row.is_changeable() {
                    Ok(())
                } else {
                    Err(FlagError::ReadOnly)
                },
                "{}",
                row.name
            );
            assert_eq!(row.value(&flags), row.default_value(), "{}", row.name);
            assert!(row.doc.ends_with('.'), "{}", row.name);
        }
    }

    #[test]
    fn flags_are_set_by_name() {
        let mut flags = Flags::default();
        assert_eq!(flags.set("double_quotes", FlagValue::Atom("codes")), Ok(()));
        assert_eq!(flags.double_quotes, Quotes::Codes);
        assert_eq!(flags.get("double_quotes"), Some(FlagValue::Atom("codes")));
        assert_eq!(flags.set("debug", FlagValue::Atom("on")), Ok(()));
        assert!(flags.debug);
        assert_eq!(flags.set("unknown", FlagValue::Atom("maybe")), Err(FlagError::Value));
        assert_eq!(flags.set("unknown", FlagValue::Int(1)), Err(FlagError::Value));
        assert_eq!(flags.set("bounded", FlagValue::Atom("true")), Err(FlagError::ReadOnly));
        assert_eq!(flags.set("nosuch", FlagValue::Int(1)), Err(FlagError::Unknown));
    }
}
