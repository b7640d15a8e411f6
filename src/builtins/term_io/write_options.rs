//! The options of `write_term/2` (ISO 7.10.4), and writing terms with them.

use std::fmt;
use std::io;

use rustc_hash::FxHashSet;

use crate::base::atom::Functor;
use crate::base::iso_error::{Domain, Thing};
use crate::base::known;
use crate::base::limit::Limit;
use crate::base::watch::Pace;
use crate::io::stream::Stream;
use crate::io::table::StreamId;
use crate::machine::native::{Step, Stop};
use crate::machine::{Machine, Parts};
use crate::term::cell::Cell;
use crate::term::counts;
use crate::term::heap::Heap;
use crate::term::view::View;
use crate::term::walk::{self, ListEnd};
use crate::term::write::{Lexicon, Names, Spacing, WriteOptions, write_term};
use crate::text::chars::is_symbol;

use crate::builtins::database::for_all::up_to_date;
use crate::native::args::list_arg::{Unset, check_option, options};
use crate::native::args::stream_arg::{charge_growth, stream_failed, stream_term, within};
use crate::native::args::text_arg::{list_or_text, need_list};

/// How a term is written, and what is written after it.
#[derive(Clone, Debug, Default)]
pub(crate) struct WriteSettings {
    /// Quote atoms and strings so that they read back.
    pub quoted: bool,
    /// With `quoted`, also quote atoms with characters above U+00FF.
    pub quote_wide: bool,
    /// Write operators and braces as ordinary compounds.
    pub ignore_ops: bool,
    /// Write lists as ordinary compounds; `None`: as `ignore_ops` (7.10.5 g).
    pub dot_lists: Option<bool>,
    /// Write `'$VAR'(N)` as a variable.
    pub numbervars: bool,
    /// Write `'$VAR'(Name)` as a variable with this name.
    pub named: bool,
    /// Call the user's `portray/1`.
    pub portray: bool,
    /// Depth below which subterms are written as `...`; 0: no limit.
    pub max_depth: usize,
    /// Write a blank after each comma.
    pub blanks: bool,
    /// The priority above which the term is bracketed; `None` is 1200.
    pub priority: Option<u16>,
    /// Names for variables and compounds.
    pub names: Names,
    /// Write an end token.
    pub full_stop: bool,
    /// Write a newline.
    pub newline: bool,
}

impl WriteSettings {
    /// Returns the settings of `write/1`.
    pub(crate) fn plain() -> WriteSettings {
        WriteSettings {
            numbervars: true,
            ..WriteSettings::default()
        }
    }

    /// Returns the settings of `writeq/1`.
    pub(crate) fn quoted() -> WriteSettings {
        WriteSettings {
            quoted: true,
            ..WriteSettings::plain()
        }
    }

    /// Returns the settings of predicates whose text is read back: `'$VAR'(1)` is written as it is.
    pub(crate) fn reread() -> WriteSettings {
        WriteSettings {
            quoted: true,
            ..WriteSettings::default()
        }
    }

    fn options(&self) -> WriteOptions<'_> {
        WriteOptions {
            quoted: self.quoted,
            quote_wide: self.quote_wide,
            ignore_ops: self.ignore_ops,
            dot_lists: self.dot_lists.unwrap_or(self.ignore_ops),
            numbervars: self.numbervars,
            named: self.named,
            max_depth: self.max_depth,
            max_bits: usize::MAX,
            spacing: if self.blanks {
                Spacing::NextArgument
            } else {
                Spacing::Standard
            },
            priority: self.priority.unwrap_or(1200),
            names: (!self.names.is_empty()).then_some(&self.names),
        }
    }
}

/// Returns the settings of an option list.
pub(crate) fn write_settings(m: &mut Machine, list: Cell) -> Result<WriteSettings, Stop> {
    let items = options(m, list)?;
    let mut settings = WriteSettings::default();
    let (mut portrayed_before, mut numbervars) = (false, None);
    for item in items {
        let View::Struct(functor, at) = m.view(item) else {
            return Err(m.domain_error(Domain::WriteOption, item));
        };
        let name = m.atoms.text(functor.name()).to_owned();
        let value = m.deref(m.heap.get(at));
        if functor.arity() != 1 {
            return Err(m.domain_error(Domain::WriteOption, item));
        }
        if name == "variable_names" {
            variable_names(m, item, value, &mut settings.names)?;
        } else if name == "$portrayed" {
            portrayed(m, value, &mut settings)?;
            portrayed_before = true;
        } else if name != "module" {
            let outcome = set(m, &mut settings, &name, value);
            check_option(m, outcome, (item, value), Domain::WriteOption)?;
        }
        if name == "numbervars" {
            numbervars = Some(settings.numbervars);
        }
    }
    settings.numbervars = numbervars.unwrap_or(settings.portray);
    settings.portray &= !portrayed_before;
    Ok(settings)
}

/// Sets an option with a simple value.
fn set(m: &Machine, settings: &mut WriteSettings, name: &str, value: Cell) -> Result<(), Unset> {
    let number = match m.view(value) {
        View::Int(value) => u32::try_from(value).map_err(|_| Unset::Value),
        _ => Err(Unset::Value),
    };
    let word = match m.view(value) {
        View::Atom(atom) => m.atoms.text(atom),
        _ => "",
    };
    let truth = match word {
        "true" | "on" => Ok(true),
        "false" | "off" => Ok(false),
        _ => Err(Unset::Value),
    };
    match name {
        "quoted" => settings.quoted = truth?,
        "quote_non_ascii" => settings.quote_wide = truth?,
        "ignore_ops" => settings.ignore_ops = truth?,
        "dotlists" => settings.dot_lists = Some(truth?),
        "numbervars" => {
            settings.named = word == "$named";
            settings.numbervars = settings.named || truth?;
        }
        "portray" | "portrayed" => settings.portray = truth?,
        "fullstop" => settings.full_stop = truth?,
        "nl" => settings.newline = truth?,
        "max_depth" => settings.max_depth = number? as usize,
        "priority" => match number? {
            number @ 0..=1200 => settings.priority = Some(number as u16),
            _ => return Err(Unset::Value),
        },
        "spacing" => match word {
            "next_argument" => settings.blanks = true,
            "standard" => settings.blanks = false,
            _ => return Err(Unset::Value),
        },
        // Accepted without effect.
        "cycles" | "no_lists" | "brace_terms" | "partial" | "character_escapes" | "character_escapes_unicode" => {
            truth?;
        }
        "attributes" | "blobs" | "portray_goal" | "float_format" => {}
        _ => return Err(Unset::Name),
    }
    Ok(())
}

/// Handles `variable_names([Name = Variable, ...])`: the first name of a variable counts, and of several options the
/// last. Any atom is a name (7.10.2.7, with corrigendum 2).
fn variable_names(m: &mut Machine, option: Cell, list: Cell, names: &mut Names) -> Step {
    let items = walk::list_to_vec(&m.heap, list).map_err(|end| match end {
        ListEnd::Partial(_) => m.instantiation_error(),
        ListEnd::NotList(_) | ListEnd::Cyclic => m.domain_error(Domain::WriteOption, option),
    })?;
    let mut found = Names::default();
    for item in items {
        let item = m.deref(item);
        let (name, variable) = match m.view(item) {
            View::Struct(f, at) if f == Functor::new(known::EQUALS, 2) => {
                (m.deref(m.heap.get(at)), m.deref(m.heap.get(at + 1)))
            }
            View::Var(_) | View::Attributed(_) => return Err(m.instantiation_error()),
            _ => return Err(m.domain_error(Domain::WriteOption, option)),
        };
        let View::Atom(atom) = m.view(name) else {
            if name.is_variable() {
                return Err(m.instantiation_error());
            }
            return Err(m.domain_error(Domain::WriteOption, option));
        };
        let text = m.atoms.text(atom);
        if variable.is_variable() {
            let text = text.to_owned();
            found.entry(variable).or_insert(text);
        }
    }
    names.extend(found);
    Ok(())
}

/// Handles `'$portrayed'([Part-Text, ...])` from the library: the output of `portray/1` for subterms.
fn portrayed(m: &mut Machine, list: Cell, settings: &mut WriteSettings) -> Step {
    for item in need_list(m, list)? {
        if let View::Struct(f, at) = m.view(item)
            && f == Functor::new(known::MINUS, 2)
        {
            let part = m.deref(m.heap.get(at));
            let text = list_or_text(m, m.heap.get(at + 1)).unwrap_or_default();
            settings.names.insert(part, text);
        }
    }
    Ok(())
}

/// The destination of the output.
enum Target<'a> {
    /// A stream, the number of bytes that it may hold, and the number of bytes left for output.
    Stream(&'a mut Stream, usize, u64),
    /// A text, and its maximum length in bytes.
    Text(&'a mut String, usize),
}

/// Passes text on to the target, and fails when the goal must stop.
struct Sink<'a> {
    target: Target<'a>,
    wanted: &'a dyn Fn() -> bool,
    failed: Failed,
}

/// The reason why writing stopped.
enum Failed {
    Not,
    Unwanted,
    Device(io::Error),
    TooLong,
}

impl fmt::Write for Sink<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if !(self.wanted)() {
            self.failed = Failed::Unwanted;
            return Err(fmt::Error);
        }
        match &mut self.target {
            Target::Stream(stream, most, left) => {
                let Some(rest) = left.checked_sub(text.len() as u64) else {
                    self.failed = Failed::TooLong;
                    return Err(fmt::Error);
                };
                *left = rest;
                if let Err(error) = stream.write_text(text).and_then(|()| within(stream, *most)) {
                    self.failed = Failed::Device(error);
                    return Err(fmt::Error);
                }
            }
            Target::Text(out, most) => {
                if out.len() + text.len() > *most {
                    self.failed = Failed::TooLong;
                    return Err(fmt::Error);
                }
                out.push_str(text);
            }
        }
        Ok(())
    }
}

/// Writes the term to the sink, and what follows it.
fn write_all(sink: &mut Sink<'_>, m: TermParts<'_>, term: Cell, settings: &WriteSettings) -> fmt::Result {
    use fmt::Write;
    let whole = settings.names.get(&m.heap.deref(term));
    let last = match whole {
        Some(text) => {
            sink.write_str(text)?;
            text.chars().next_back()
        }
        None => write_term(sink, m.heap, m.lexicon, term, &settings.options())?,
    };
    if settings.full_stop {
        if last.is_some_and(is_symbol) {
            sink.write_str(" ")?;
        }
        sink.write_str(if settings.newline { ".\n" } else { ". " })?;
    } else if settings.newline {
        sink.write_str("\n")?;
    }
    Ok(())
}

/// The parts of the machine that writing reads.
#[derive(Clone, Copy)]
struct TermParts<'a> {
    heap: &'a Heap,
    lexicon: Lexicon<'a>,
}

/// Writes a term to an output stream.
pub(crate) fn put_term(m: &mut Machine, id: StreamId, term: Cell, settings: &WriteSettings) -> Step {
    up_to_date(m)?;
    let most = m.limits.memory().min(m.limits.program());
    let counted = m.limits.left(Limit::Output).filter(|_| !m.streams.is_capture(id));
    let Parts {
        heap,
        atoms,
        ops,
        streams,
        limits,
        ..
    } = m.parts();
    let Some(stream) = streams.writer(id) else {
        let culprit = stream_term(m, id);
        return Err(m.existence_error(Thing::Stream, culprit));
    };
    let held = stream.bytes();
    let mut sink = Sink {
        target: Target::Stream(stream, most, counted.unwrap_or(u64::MAX)),
        wanted: &|| !limits.is_stop_wanted(),
        failed: Failed::Not,
    };
    let parts = TermParts {
        heap,
        lexicon: Lexicon { atoms, ops },
    };
    // The sink records a failure.
    let _ = write_all(&mut sink, parts, term, settings);
    let Sink { target, failed, .. } = sink;
    if let (Some(_), Target::Stream(_, _, left)) = (counted, target) {
        let left = if matches!(failed, Failed::TooLong) { 0 } else { left };
        m.limits.set_left(Limit::Output, left);
    }
    match failed {
        Failed::Not => {
            let holds = m.streams.get(id).map_or(0, Stream::bytes);
            charge_growth(m, id, holds.saturating_sub(held))
        }
        Failed::Device(error) => Err(stream_failed(m, id, "write", &error)),
        Failed::Unwanted => m.poll(),
        Failed::TooLong => Err(m.resource_error(Limit::Output)),
    }
}

/// Returns the text of a term.
pub(crate) fn text_of_term(m: &mut Machine, term: Cell, settings: &WriteSettings) -> Result<String, Stop> {
    let mut text = String::new();
    push_term(m, term, settings, &mut text).map(|()| text)
}

/// Appends the text of a term.
pub(crate) fn push_term(m: &mut Machine, term: Cell, settings: &WriteSettings, out: &mut String) -> Step {
    let most = m.limits.memory().saturating_sub(m.stack_bytes());
    if push_up_to(m, term, settings, out, most)? {
        Ok(())
    } else {
        Err(m.resource_error(Limit::Memory))
    }
}

/// Returns the text of a term; `None` if it has more than `most` bytes.
pub(crate) fn text_up_to(
    m: &mut Machine,
    term: Cell,
    settings: &WriteSettings,
    most: usize,
) -> Result<Option<String>, Stop> {
    let mut text = String::new();
    let fits = push_up_to(m, term, settings, &mut text, most)?;
    Ok(fits.then_some(text))
}

/// Appends the text of a term; returns false if `out` would have more than `most` bytes.
fn push_up_to(
    m: &mut Machine,
    term: Cell,
    settings: &WriteSettings,
    out: &mut String,
    most: usize,
) -> Result<bool, Stop> {
    up_to_date(m)?;
    let limits = &m.limits;
    let mut sink = Sink {
        target: Target::Text(out, most),
        wanted: &|| !limits.is_stop_wanted(),
        failed: Failed::Not,
    };
    let parts = TermParts {
        heap: &m.heap,
        lexicon: Lexicon {
            atoms: &m.atoms,
            ops: &m.ops,
        },
    };
    // The sink records a failure.
    let _ = write_all(&mut sink, parts, term, settings);
    match sink.failed {
        Failed::Unwanted => m.poll().map(|()| true),
        Failed::TooLong => Ok(false),
        _ => Ok(true),
    }
}

/// Bytes that the name of a variable occupies, including its table entries.
const NAME_BYTES: usize = 128;

/// Calls `write` with names for the variables of a term that is to be read back: `_` for one that occurs once,
/// `A`, `B` and so on for the others.
///
/// # Errors
/// `resource_error(memory)` if there is no room for the names; a limit or an interrupt; errors of `write`.
pub(crate) fn with_canonical_names(
    m: &mut Machine,
    term: Cell,
    write: impl FnOnce(&mut Machine, Names) -> Step,
) -> Step {
    let variables = walk::variables(&mut m.heap, term);
    m.check_walks()?;
    m.with_aside(variables.len() * NAME_BYTES, |m| {
        let names = canonical_names(m, term, variables);
        m.check_walks()?;
        write(m, names)
    })
}

fn canonical_names(m: &Machine, term: Cell, variables: Vec<Cell>) -> Names {
    let mut names = Names::default();
    if variables.is_empty() {
        return names;
    }
    let once = if walk::is_acyclic(&m.heap, term) {
        counts::single_variables(&m.heap, term).into_iter().collect()
    } else {
        FxHashSet::default()
    };
    let mut next = 0;
    let mut pace = Pace::new();
    for variable in variables {
        if pace.step(&m.heap.watch) {
            break;
        }
        let name = if once.contains(&variable) {
            "_".to_owned()
        } else {
            next += 1;
            letter_name(next - 1)
        };
        names.insert(variable, name);
    }
    names
}

/// Returns `A`, `B`, ..., `Z`, `A1`, ...
pub(crate) fn letter_name(number: usize) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    match number / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}
