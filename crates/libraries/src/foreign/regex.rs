//! Regular expressions, under `texts/foreign/pcre.pl`: compiling them, and finding all matches in a text.
//!
//! A search itself cannot be interrupted. Back-tracking ends at [`MOST_BACKTRACKS`]; what needs none takes time in
//! proportion to the text and to the size of the pattern, which is bounded.

use std::collections::VecDeque;
use std::sync::Arc;

use fancy_regex::{Captures, CompileError, Error, ParseError, Regex, RegexBuilder, RegexInput, RuntimeError};

use super::regex_dialect::{Dialect, translate};
use ferz_engine::native::args::list_arg::{count, new_list};
use ferz_engine::native::args::text_arg::{Made, atomic_text, need_text, new_atom, new_string, text_atom};
use ferz_engine::native::errors::{Resource, Type};
use ferz_engine::native::terms::{Cell, View, known};
use ferz_engine::native::work::Weighed;
use ferz_engine::native::{Machine, Native, Step, Stop, det};

pub(crate) const TABLE: &[Native] = &[
    det!("$re_compile(+pattern, +flags, -regex)", 3, re_compile_3)
        .doc("Unifies regex with the compiled form of a pattern. Flags is a text of letters."),
    det!("$re_matches(+regex, +flags, +text, +range, -matches)", 5, re_matches_5).doc(
        "Unifies matches with the list of the matches in a text, each a list of Key-Value. Regex is a compiled \
         pattern or a text; range is range(Start, Most, Flags).",
    ),
    det!("$re_parts(+regex, -pattern, -flags)", 3, re_parts_3)
        .doc("Unifies pattern and flags with those of a compiled pattern; fails for another term."),
    det!("re_flush", 0, re_flush_0)
        .doc("Forgets all patterns that were compiled for goals that gave their texts.")
        .examples(&[("re_flush", "true")]),
];

/// The longest pattern in bytes.
const MOST_PATTERN: usize = 1 << 16;
/// The bytes that the parts of a compiled pattern may take. The first that is enough tells its size.
const SIZES: [usize; 3] = [1 << 16, 1 << 20, 1 << 23];
/// A compiled pattern takes so many times the size of its largest part.
const PARTS: usize = 4;
const MOST_BACKTRACKS: usize = 1_000_000;
/// The number of compiled patterns that are kept.
const MOST_KEPT: usize = 32;

/// The compiled patterns of goals that give their texts, by text and flags, with the bytes of each, the newest last.
#[derive(Default)]
struct Patterns(VecDeque<((String, String), Arc<Compiled>, usize)>);

impl Weighed for Patterns {
    fn bytes(&self) -> usize {
        self.0.iter().map(|entry| entry.2).sum()
    }
}

/// The type of a captured text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CaptureType {
    Text,
    Atom,
    Range,
    Term,
}

impl CaptureType {
    /// The kind for a letter of the flags, or of the name of a group.
    fn of(letter: char) -> Option<CaptureType> {
        match letter.to_ascii_uppercase() {
            'S' => Some(CaptureType::Text),
            'A' => Some(CaptureType::Atom),
            'R' => Some(CaptureType::Range),
            'T' | 'I' | 'F' | 'N' => Some(CaptureType::Term),
            _ => None,
        }
    }
}

/// A group: its name without the letter of its kind.
struct RegexGroup {
    name: Option<Box<str>>,
    kind: CaptureType,
}

/// A compiled pattern.
struct Compiled {
    pattern: String,
    flags: String,
    regex: Regex,
    groups: Vec<RegexGroup>,
}

impl Compiled {
    fn has(&self, flag: char) -> bool {
        self.flags.contains(flag)
    }
}

/// Why a pattern cannot be compiled.
enum RegexFault {
    Syntax(String),
    Size,
    /// This letter is the kind of no capture.
    Kind(char),
}

fn compile(pattern: &str, flags: &str) -> Result<(Compiled, usize), RegexFault> {
    if pattern.len() > MOST_PATTERN {
        return Err(RegexFault::Size);
    }
    let has = |flag: char| flags.contains(flag);
    let mut text = if has('l') {
        fancy_regex::escape(pattern).into_owned()
    } else {
        let dialect = Dialect {
            extended: has('x'),
            multiline: has('m'),
            dollar_endonly: has('D'),
            ucp: has('u'),
            named_only: has('n'),
        };
        translate(pattern, dialect)
    };
    if has('E') {
        text = format!(r"(?:{text})\z");
    }
    if has('U') {
        text.insert_str(0, "(?U)");
    }
    for size in SIZES {
        let built = RegexBuilder::new(&text)
            .case_insensitive(has('i'))
            .multi_line(has('m'))
            .dot_matches_new_line(has('s'))
            .ignore_whitespace(has('x') && !has('l'))
            .find_not_empty(has('N'))
            .allow_input_assertion_overrides(has('B') || has('L'))
            .backtrack_limit(MOST_BACKTRACKS)
            .delegate_size_limit(size)
            .max_prog_size(size / 32)
            .build();
        match built {
            Ok(regex) => {
                let bytes = PARTS * size + 2 * text.len();
                return Ok((
                    Compiled {
                        groups: groups(&regex, flags)?,
                        pattern: pattern.to_owned(),
                        flags: flags.to_owned(),
                        regex,
                    },
                    bytes,
                ));
            }
            Err(error) if is_size(&error) => {}
            // Empty matches are not wanted, and it has no others.
            Err(Error::CompileError(error)) if matches!(*error, CompileError::PatternCanNeverMatch) => {
                return compile_never(pattern, flags);
            }
            Err(error) => return Err(RegexFault::Syntax(message(&error))),
        }
    }
    Err(RegexFault::Size)
}

/// A pattern that matches nothing, with the groups of none.
fn compile_never(pattern: &str, flags: &str) -> Result<(Compiled, usize), RegexFault> {
    let regex = Regex::new("(?!)").map_err(|error| RegexFault::Syntax(message(&error)))?;
    let compiled = Compiled {
        groups: groups(&regex, flags)?,
        pattern: pattern.to_owned(),
        flags: flags.to_owned(),
        regex,
    };
    Ok((compiled, PARTS * SIZES[0]))
}

fn is_size(error: &Error) -> bool {
    match error {
        Error::CompileError(error) => match &**error {
            CompileError::InnerError(error) => error.size_limit().is_some(),
            CompileError::PatternTooComplex => true,
            _ => false,
        },
        _ => false,
    }
}

/// The message for a faulty pattern, where PCRE has one for it in its words.
fn message(error: &Error) -> String {
    let known = match error {
        Error::ParseError(_, ParseError::UnclosedOpenParen) => "missing closing parenthesis",
        Error::ParseError(_, ParseError::InvalidRepeat | ParseError::TargetNotRepeatable) => {
            "quantifier does not follow a repeatable item"
        }
        Error::ParseError(_, ParseError::InvalidClass) => "missing terminating ] for character class",
        Error::ParseError(_, ParseError::TrailingBackslash) => "\\ at end of pattern",
        Error::ParseError(_, error) => return error.to_string(),
        Error::CompileError(error) => return error.to_string(),
        _ => return error.to_string(),
    };
    known.to_owned()
}

/// The groups of a pattern. A name that ends with an underscore and a capital letter tells what the text becomes.
fn groups(regex: &Regex, flags: &str) -> Result<Vec<RegexGroup>, RegexFault> {
    let all = flags.chars().find_map(|flag| match flag {
        'a' | 'r' | 't' => CaptureType::of(flag),
        _ => None,
    });
    let all = all.unwrap_or(CaptureType::Text);
    let mut groups = Vec::new();
    for name in regex.capture_names() {
        let typed = name.and_then(|name| {
            let (plain, letter) = name.rsplit_once('_')?;
            let letter = letter.parse::<char>().ok().filter(char::is_ascii_uppercase)?;
            Some((plain, letter))
        });
        groups.push(match typed {
            Some((plain, letter)) => RegexGroup {
                name: Some(plain.into()),
                kind: CaptureType::of(letter).ok_or(RegexFault::Kind(letter))?,
            },
            None => RegexGroup {
                name: name.map(Into::into),
                kind: all,
            },
        });
    }
    Ok(groups)
}

fn raise(m: &mut Machine, fault: &RegexFault) -> Stop {
    match fault {
        RegexFault::Syntax(message) => m.syntax_error(message),
        RegexFault::Size => m.resource_error(Resource::RegexSize),
        RegexFault::Kind(letter) => {
            let (what, letter) = (new_atom(m, "re_type_flag"), new_atom(m, &letter.to_string()));
            let kind = m.intern("existence_error");
            let formal = m.heap.new_term(kind, &[what, letter]);
            m.throw_error(formal)
        }
    }
}

/// Returns the text of a pattern, which must not be a number.
fn pattern_text(m: &mut Machine, cell: Cell) -> Result<String, Stop> {
    if m.heap.number(cell).is_some() {
        return Err(m.type_error(Type::Text, cell));
    }
    need_text(m, cell)
}

fn re_compile_3(m: &mut Machine, pattern: Cell, flags: Cell, regex: Cell) -> Step {
    let pattern = pattern_text(m, pattern)?;
    let flags = atomic_text(m, flags).unwrap_or_default();
    let (compiled, bytes) = compile(&pattern, &flags).map_err(|fault| raise(m, &fault))?;
    let object = m.new_object("regex", Arc::new(compiled), bytes)?;
    m.unify(regex, object)
}

fn re_parts_3(m: &mut Machine, regex: Cell, pattern: Cell, flags: Cell) -> Step {
    let compiled = m.atoms.object_value::<Compiled>(&m.heap, regex).ok_or(Stop::Fail)?;
    let text = new_string(m, &compiled.pattern)?;
    m.unify(pattern, text)?;
    let text = new_string(m, &compiled.flags)?;
    m.unify(flags, text)
}

fn re_flush_0(m: &mut Machine) -> Step {
    m.session.state::<Patterns>().0.clear();
    Ok(())
}

/// Returns the compiled pattern that a term is, or that of a text, which is kept for the next call.
fn compiled(m: &mut Machine, regex: Cell, flags: Cell) -> Result<Arc<Compiled>, Stop> {
    if let Some(compiled) = m.atoms.object_value::<Compiled>(&m.heap, regex) {
        return Ok(compiled);
    }
    let key = (pattern_text(m, regex)?, atomic_text(m, flags).unwrap_or_default());
    let patterns = &mut m.session.state::<Patterns>().0;
    if let Some(at) = patterns.iter().position(|entry| entry.0 == key)
        && let Some(entry) = patterns.remove(at)
    {
        let found = Arc::clone(&entry.1);
        patterns.push_back(entry);
        return Ok(found);
    }
    let (compiled, bytes) = compile(&key.0, &key.1).map_err(|fault| raise(m, &fault))?;
    let compiled = Arc::new(compiled);
    // One for which there is no room is used once.
    let patterns = &mut m.session.state::<Patterns>().0;
    if patterns.len() >= MOST_KEPT {
        patterns.pop_front();
    }
    m.charge_program(bytes)?;
    let patterns = &mut m.session.state::<Patterns>().0;
    patterns.push_back((key, Arc::clone(&compiled), bytes));
    Ok(compiled)
}

/// Where to search.
struct Range {
    start: usize,
    most: usize,
    anchored: bool,
    bol: bool,
    eol: bool,
    empty_at_start: bool,
}

fn range_of(m: &mut Machine, cell: Cell) -> Result<Range, Stop> {
    let View::Struct(f, args) = m.view(cell) else {
        return Err(m.type_or_instantiation_error(Type::Compound, cell));
    };
    if f.arity() != 3 {
        return Err(m.type_error(Type::Compound, cell));
    }
    let [start, most, flags] = [0, 1, 2].map(|i| m.heap.get(args + i));
    let flags = atomic_text(m, flags).unwrap_or_default();
    Ok(Range {
        start: count(m, start)?,
        most: count(m, most)?,
        anchored: flags.contains('A'),
        bol: !flags.contains('B'),
        eol: !flags.contains('L'),
        empty_at_start: !flags.contains('e'),
    })
}

fn re_matches_5(m: &mut Machine, regex: Cell, flags: Cell, text: Cell, range: Cell, matches: Cell) -> Step {
    let compiled = compiled(m, regex, flags)?;
    if m.heap.number(text).is_some() {
        return Err(m.type_error(Type::Text, text));
    }
    let range = range_of(m, range)?;
    let text = need_text(m, text)?;
    let found = m.with_aside(text.len(), |m| find_all(m, &compiled, &text, &range))?;
    let list = new_list(m, &found)?;
    m.unify(matches, list)
}

/// Finds matches, each a list of the captures.
fn find_all(m: &mut Machine, compiled: &Compiled, text: &str, range: &Range) -> Result<Vec<Cell>, Stop> {
    let mut places = GroupPlaces::new(text);
    let Some(first) = places.byte_of(range.start) else {
        return Ok(Vec::new());
    };
    let first_line = match compiled.has('f') {
        true => text[first..].find('\n').map_or(text.len(), |at| first + at),
        false => text.len(),
    };
    let anchored = range.anchored || compiled.has('A');
    let mut found = Vec::new();
    let mut at = first;
    while found.len() < range.most && at <= text.len() {
        m.poll()?;
        let input = RegexInput::new(text)
            .from_pos(at)
            .anchored(anchored)
            .start_text(range.bol && !compiled.has('B'))
            .end_text(range.eol && !compiled.has('L'));
        let captures = match compiled.regex.captures_input(input) {
            Ok(Some(captures)) => captures,
            Ok(None) => break,
            Err(error) => return Err(failed(m, &error)),
        };
        let Some(whole) = captures.get(0) else { break };
        let (start, end) = (whole.start(), whole.end());
        let next = end + text[end..].chars().next().map_or(1, char::len_utf8);
        if start == end && start == first && !range.empty_at_start {
            at = next;
            continue;
        }
        if start > first_line {
            break;
        }
        let pairs = pairs(m, compiled, &captures, &mut places)?;
        found.push(pairs);
        at = if start == end { next } else { end };
        if anchored && start == end {
            break;
        }
    }
    Ok(found)
}

fn failed(m: &mut Machine, error: &Error) -> Stop {
    match error {
        Error::RuntimeError(RuntimeError::BacktrackLimitExceeded | RuntimeError::StackOverflow) => {
            m.resource_error(Resource::MatchLimit)
        }
        _ => m.syntax_error(&error.to_string()),
    }
}

/// The captures of a match as a list of Key-Value, up to the last group that took part.
fn pairs(
    m: &mut Machine,
    compiled: &Compiled,
    captures: &Captures<'_, str>,
    places: &mut GroupPlaces<'_>,
) -> Result<Cell, Stop> {
    let last = (0..captures.len()).rev().find(|&i| captures.get(i).is_some());
    let mut items = Vec::new();
    for (i, group) in compiled.groups.iter().enumerate().take(last.map_or(0, |last| last + 1)) {
        let key = match &group.name {
            Some(name) => text_atom(m, name)?,
            None => Cell::int(i as i64),
        };
        let (text, start, end) = match captures.get(i) {
            Some(part) => (part.as_str(), part.start(), part.end()),
            None => ("", 0, 0),
        };
        let value = match group.kind {
            CaptureType::Text => Made::Strings.make(m, text)?,
            CaptureType::Atom => Made::Atoms.make(m, text)?,
            CaptureType::Range => {
                let start = places.char_of(start);
                let length = places.chars_between(start, end);
                m.reserve(3)?;
                m.heap
                    .new_term(known::MINUS, &[Cell::int(start as i64), Cell::int(length as i64)])
            }
            CaptureType::Term => {
                let text = new_string(m, text)?;
                let name = m.intern("$re_term");
                m.reserve(2)?;
                m.heap.new_term(name, &[text])
            }
        };
        m.reserve(3)?;
        items.push(m.heap.new_term(known::MINUS, &[key, value]));
    }
    new_list(m, &items)
}

/// Offsets in bytes and in characters: the last pair found, from which the next are counted.
struct GroupPlaces<'t> {
    text: &'t str,
    ascii: bool,
    byte: usize,
    char: usize,
}

impl<'t> GroupPlaces<'t> {
    fn new(text: &'t str) -> GroupPlaces<'t> {
        GroupPlaces {
            text,
            ascii: text.is_ascii(),
            byte: 0,
            char: 0,
        }
    }

    /// The offset in bytes of a character; `None` beyond the end.
    fn byte_of(&self, char: usize) -> Option<usize> {
        if self.ascii {
            return (char <= self.text.len()).then_some(char);
        }
        let ends = self.text.char_indices().map(|(at, _)| at).chain([self.text.len()]);
        ends.into_iter().nth(char)
    }

    /// The number of characters before an offset in bytes.
    fn char_of(&mut self, byte: usize) -> usize {
        if self.ascii {
            return byte;
        }
        if byte >= self.byte {
            self.char += self.text[self.byte..byte].chars().count();
        } else {
            self.char -= self.text[byte..self.byte].chars().count();
        }
        self.byte = byte;
        self.char
    }

    /// The number of characters from the one with this number to an offset in bytes.
    fn chars_between(&mut self, char: usize, byte: usize) -> usize {
        self.char_of(byte) - char
    }
}
