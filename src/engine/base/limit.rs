//! The limits on what a program may use: one table. The flags, the options of the program `ferz` with their help text,
//! the words and messages of errors, and where amounts are kept are made from it.
//!
//! A limit takes one row here, and the place that enforces it: that asks the machine for what is left (`Limits::left`,
//! `Limits::spend`) and raises `resource_error(limit)`.

use std::ops::{Index, IndexMut};
use std::time::Duration;

/// The unit of an amount.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Bytes.
    Bytes,
    /// Nanoseconds; milliseconds as a flag.
    Time,
    /// Calls, answers and the like.
    Count,
}

/// The scope of a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitScope {
    /// All that the engine keeps. There always is an amount, and a flag that is set is in force at once; programs cannot
    /// set more than the host allows.
    Engine,
    /// Each query, and the loading of each text. Without an amount there is no limit; a flag holds from the next query
    /// on, and the smaller of its amount and the host's counts.
    Query,
}

/// How the help text tells of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Help {
    /// In a line of its own.
    Line(&'static str),
    /// As one of the things of which there may be at most so many for each query.
    Counted(&'static str),
}

/// One limit.
#[derive(Clone, Copy, Debug)]
pub struct LimitRow {
    /// Which it is.
    pub limit: Limit,
    /// Its scope.
    pub scope: LimitScope,
    /// The unit of its amounts.
    pub unit: Unit,
    /// The flag by which programs set it.
    pub flag: &'static str,
    /// One sentence about the flag.
    pub doc: &'static str,
    /// The option of the program, without its hyphens.
    pub option: &'static str,
    /// The description of the option in the help text.
    pub help: Help,
    /// The word in `resource_error(Word)`.
    pub word: &'static str,
    /// The message when the limit is reached.
    pub message: &'static str,
}

macro_rules! limits {
    ($($(#[$about:meta])* $name:ident { $($field:ident: $value:expr,)* })*) => {
        /// A limit on what a program may use.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[non_exhaustive]
        pub enum Limit {
            $($(#[$about])* $name,)*
        }

        impl Limit {
            /// All limits.
            pub const ALL: &[Limit] = &[$(Limit::$name),*];
        }

        /// The table.
        pub const ROWS: &[LimitRow] = &[$(LimitRow { limit: Limit::$name, $($field: $value,)* }),*];
    };
}

limits! {
    /// Bytes of terms and stacks.
    Memory {
        scope: LimitScope::Engine,
        unit: Unit::Bytes,
        flag: "stack_limit",
        doc: "The most bytes that terms and stacks may take together.",
        option: "memory",
        help: Help::Line("at most N bytes for terms and stacks: 500M, 2G"),
        word: "memory",
        message: "Not enough resources: memory",
    }
    /// Bytes of clauses, atoms, and all that lasts from query to query.
    Program {
        scope: LimitScope::Engine,
        unit: Unit::Bytes,
        flag: "program_limit",
        doc: "The most bytes that clauses and atoms may take together.",
        option: "program",
        help: Help::Line("at most N bytes for clauses, tables and atoms"),
        word: "program_space",
        message: "Not enough resources: memory for clauses and atoms",
    }
    /// Calls that a query makes.
    Inferences {
        scope: LimitScope::Query,
        unit: Unit::Count,
        flag: "inference_limit",
        doc: "The most calls that a query may make: from the next query on.",
        option: "inferences",
        help: Help::Counted("calls"),
        word: "inferences",
        message: "Inference limit exceeded",
    }
    /// Time that a query runs, in nanoseconds. When it is met, `time_limit_exceeded` is raised.
    Time {
        scope: LimitScope::Query,
        unit: Unit::Time,
        flag: "time_limit",
        doc: "The most milliseconds that a query may run: from the next query on.",
        option: "time",
        help: Help::Line("at most so long for each query: 5s, 300ms, 2m"),
        word: "time",
        message: "Time limit exceeded",
    }
    /// Calls that wait for the end of others. Last calls do not count. It is looked at now and then: at the latest a
    /// quarter of the amount, or a thousand, above it.
    Depth {
        scope: LimitScope::Query,
        unit: Unit::Count,
        flag: "depth_limit",
        doc: "The most calls that may wait for the end of others: from the next query on.",
        option: "depth",
        help: Help::Counted("nested calls"),
        word: "call_depth",
        message: "Depth limit exceeded",
    }
    /// Answers that a query gives.
    Answers {
        scope: LimitScope::Query,
        unit: Unit::Count,
        flag: "answer_limit",
        doc: "The most answers that a query may give: from the next query on.",
        option: "answers",
        help: Help::Counted("answers"),
        word: "answers",
        message: "Limit on the number of answers exceeded",
    }
    /// Bytes that a query writes to streams.
    Output {
        scope: LimitScope::Query,
        unit: Unit::Bytes,
        flag: "output_limit",
        doc: "The most bytes that a query may write: from the next query on.",
        option: "output",
        help: Help::Counted("bytes written"),
        word: "output",
        message: "Output limit exceeded",
    }
}

impl Limit {
    /// Returns its row of the table.
    pub const fn row(self) -> &'static LimitRow {
        &ROWS[self as usize]
    }

    /// The limits with this scope.
    pub fn of(scope: LimitScope) -> impl Iterator<Item = Limit> {
        Limit::ALL
            .iter()
            .copied()
            .filter(move |limit| limit.row().scope == scope)
    }

    /// The option of the program `ferz` that sets it, without its hyphens.
    pub fn option(self) -> &'static str {
        self.row().option
    }

    /// The amount that a text says: a number of bytes such as `500`, `64K`, `64M`, `2G`; a time such as `2`, `1.5`, `5s`,
    /// `300ms`, `2m`, as nanoseconds; a number such as `1000` or `1_000`. `None` if it says none.
    pub fn parse(self, text: &str) -> Option<u64> {
        match self.row().unit {
            Unit::Bytes => bytes(text),
            Unit::Time => time(text).map(nanoseconds),
            Unit::Count => text.replace('_', "").parse().ok(),
        }
    }

    /// The lines of a help text about the options that set limits.
    pub fn help() -> String {
        /// Columns of an option with its value.
        const WIDTH: usize = 12;
        let mut text = String::new();
        let (mut options, mut counted) = (Vec::new(), Vec::new());
        for row in ROWS {
            let value = if row.unit == Unit::Time { 'T' } else { 'N' };
            let option = format!("--{} {value}", row.option);
            match row.help {
                Help::Line(line) => text.push_str(&format!("  {option:WIDTH$} {line}\n")),
                Help::Counted(what) => {
                    options.push(option);
                    counted.push(what);
                }
            }
        }
        let (options, counted) = (options.join(", "), counted.join(", "));
        text.push_str(&format!("  {options}\n"));
        text.push_str(&format!("  {:WIDTH$} at most so many {counted} for each query\n", ""));
        text
    }
}

fn bytes(text: &str) -> Option<u64> {
    let text = text.strip_suffix(['b', 'B']).unwrap_or(text);
    let (digits, unit) = match text.chars().next_back()?.to_ascii_uppercase() {
        'K' => (&text[..text.len() - 1], 1 << 10),
        'M' => (&text[..text.len() - 1], 1 << 20),
        'G' => (&text[..text.len() - 1], 1 << 30),
        _ => (text, 1),
    };
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

fn time(text: &str) -> Option<Duration> {
    let (digits, unit) = if let Some(digits) = text.strip_suffix("ms") {
        (digits, 0.001)
    } else if let Some(digits) = text.strip_suffix('s') {
        (digits, 1.0)
    } else if let Some(digits) = text.strip_suffix('m') {
        (digits, 60.0)
    } else {
        (text, 1.0)
    };
    Duration::try_from_secs_f64(digits.parse::<f64>().ok()? * unit).ok()
}

/// A time as an amount; centuries are as good as no limit.
pub fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// A value for each limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct PerLimit<T>([T; ROWS.len()]);

/// Amounts; `None` where there is no limit.
pub type Amounts = PerLimit<Option<u64>>;

impl<T: Copy> PerLimit<T> {
    /// The same for each.
    pub const fn all(value: T) -> PerLimit<T> {
        PerLimit([value; ROWS.len()])
    }
}

impl<T> Index<Limit> for PerLimit<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, limit: Limit) -> &T {
        &self.0[limit as usize]
    }
}

impl<T> IndexMut<Limit> for PerLimit<T> {
    #[inline(always)]
    fn index_mut(&mut self, limit: Limit) -> &mut T {
        &mut self.0[limit as usize]
    }
}

impl Amounts {
    /// The smaller amount of each limit.
    pub fn least(self, other: &Amounts) -> Amounts {
        let mut least = self;
        for &limit in Limit::ALL {
            least[limit] = [self[limit], other[limit]].into_iter().flatten().min();
        }
        least
    }
}

/// The values of the flags; 0 where there is no limit.
pub type FlagValues = PerLimit<i64>;

impl FlagValues {
    /// The values in a new engine.
    pub fn initial() -> FlagValues {
        let mut values = PerLimit::all(0);
        for limit in Limit::of(LimitScope::Engine) {
            values[limit] = 1 << 30;
        }
        values
    }

    /// Returns the amounts for a query.
    pub fn amounts(&self) -> Amounts {
        let mut amounts = PerLimit::all(None);
        for limit in Limit::of(LimitScope::Query) {
            let unit = if limit.row().unit == Unit::Time { 1_000_000 } else { 1 };
            let value = u64::try_from(self[limit]).ok().filter(|&value| value > 0);
            amounts[limit] = value.map(|value| value.saturating_mul(unit));
        }
        amounts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_the_limits() {
        for (i, row) in ROWS.iter().enumerate() {
            assert_eq!(row.limit as usize, i);
            assert_eq!(row.limit.row().flag, row.flag);
            let alike = ROWS
                .iter()
                .filter(|other| other.flag == row.flag || other.option == row.option || other.word == row.word);
            assert_eq!(alike.count(), 1, "{row:?}");
        }
    }

    #[test]
    fn the_help_text_tells_each_option_once() {
        assert_eq!(
            Limit::help(),
            "  --memory N   at most N bytes for terms and stacks: 500M, 2G
  --program N  at most N bytes for clauses, tables and atoms
  --time T     at most so long for each query: 5s, 300ms, 2m
  --inferences N, --depth N, --answers N, --output N
               at most so many calls, nested calls, answers, bytes written for each query
"
        );
    }

    #[test]
    fn amounts_have_units() {
        assert_eq!(Limit::Memory.parse("2gb"), Some(2 << 30));
        assert_eq!(Limit::Output.parse("64K"), Some(64 << 10));
        assert_eq!(Limit::Time.parse("300ms"), Some(300_000_000));
        assert_eq!(Limit::Time.parse("2m"), Limit::Time.parse("120"));
        assert_eq!(Limit::Time.parse("1e15"), Some(u64::MAX));
        assert_eq!(Limit::Answers.parse("1_000"), Some(1000));
        for text in ["", "x", "-1", "1KK", "99999999999999G", "nan"] {
            assert_eq!(Limit::Program.parse(text), None, "{text}");
            assert_eq!(Limit::Time.parse(text), None, "{text}");
            assert_eq!(Limit::Inferences.parse(text), None, "{text}");
        }
        let mut flags = FlagValues::initial();
        flags[Limit::Time] = 20;
        assert_eq!(flags.amounts()[Limit::Time], Some(20_000_000));
        assert_eq!(flags.amounts()[Limit::Memory], None);
        let mut host = Amounts::all(Some(7));
        host[Limit::Output] = None;
        let least = host.least(&flags.amounts());
        assert_eq!((least[Limit::Time], least[Limit::Output]), (Some(7), None));
    }
}
