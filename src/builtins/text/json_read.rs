//! Reading JSON. A value is built while its text is read from the stream, with a stack of the open objects and arrays;
//! nothing behind it is consumed. Comments, and a comma before the end of an object or array, are accepted.

use super::aside::Aside;
use crate::base::atom::{Atom, Functor, MAX_ARITY};
use crate::base::iso_error::Limit;
use crate::base::known;
use crate::base::num::Number;
use crate::base::watch::Pace;
use crate::builtins::streams::chars::{Take, next_char};
use crate::builtins::terms::sort::{Keyed, sort_items};
use crate::io::stream::Stream;
use crate::io::table::StreamId;
use crate::machine::Machine;
use crate::native::args::number_text::parse_number;
use crate::native::args::stream_arg::{StreamKind, input_stream};
use crate::native::args::text_arg::{char_of_code, new_atom, new_codes, new_string, text_atom};
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::order::compare;
use crate::term::view::View;
use crate::text::number::decimal;

pub(in crate::builtins) const TABLE: &[Native] = &[det!("$json_read(+stream, +reading, -value)", 3, json_read_3).doc(
    "Reads a JSON value. Reading is reading(Null, True, False, End, Strings, Objects): the terms of the constants and of \
     the end of the stream, `error` if that is one; atom, string or codes; json, or dict(Name, Tag).",
)];

/// How dicts get their tags: from the member with this name, or else this tag, or a new variable.
#[derive(Clone, Copy)]
struct TagRule {
    name: Cell,
    default: Cell,
}

/// An object or array that is being read.
struct OpenValue {
    is_object: bool,
    /// The name of the next member.
    name: Cell,
    tag: Option<Cell>,
    /// The first and the last pair of the list, if it becomes one.
    pairs: Option<(usize, usize)>,
    /// The number of members of the dicts around it.
    members: usize,
}

struct JsonReader<'a> {
    m: &'a mut Machine,
    id: StreamId,
    stream: Cell,
    constants: [Cell; 3],
    /// The type of the strings that are values.
    strings: Atom,
    dicts: Option<TagRule>,
    open: Vec<OpenValue>,
    /// The members of the open dicts.
    members: Vec<Keyed>,
    /// The first key that a dict has twice: an error that comes after those of the text.
    twice: Option<Cell>,
    text: String,
    aside: Aside,
    pace: Pace,
}

fn json_read_3(m: &mut Machine, stream: Cell, how: Cell, value: Cell) -> Step {
    let id = input_stream(m, stream, StreamKind::Text)?;
    let (at, _) = m.heap.arguments(m.deref(how));
    let [null, yes, no, end, strings, objects] = [0, 1, 2, 3, 4, 5].map(|i| m.deref(m.heap.get(at + i)));
    let dicts = match m.view(objects) {
        View::Struct(_, at) => Some(TagRule {
            name: m.deref(m.heap.get(at)),
            default: m.deref(m.heap.get(at + 1)),
        }),
        _ => None,
    };
    let strings = match m.view(strings) {
        View::Atom(strings) => strings,
        _ => known::ATOM,
    };
    let start = m.streams.get(id).filter(|stream| stream.reposition);
    let start = start.map(Stream::position);
    let mut reader = JsonReader {
        m,
        id,
        stream,
        constants: [null, yes, no],
        strings,
        dicts,
        open: Vec::new(),
        members: Vec::new(),
        twice: None,
        text: String::new(),
        aside: Aside::default(),
        pace: Pace::new(),
    };
    let read = reader.top(end);
    reader.aside.release(m);
    // Where there is no room, the call is repeated after a collection, if the stream can go back.
    if read.is_err() && m.collector.is_retry_wanted() {
        let stream = m.streams.get_mut(id);
        let is_back = start.zip(stream).map(|(start, stream)| stream.set_position(start));
        if !matches!(is_back, Some(Ok(()))) {
            // The value cannot be read again.
            m.reserve_first(0)?;
        }
    }
    m.unify(value, read?)
}

fn is_number_char(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | 'e' | 'E')
}

impl JsonReader<'_> {
    /// Reads a value, or the end of the stream if `end` stands for it.
    fn top(&mut self, end: Cell) -> Result<Cell, Stop> {
        let first = self.blank()?;
        if first.is_none() && end != Cell::atom(known::ERROR) {
            self.take()?;
            return Ok(end);
        }
        let value = self.value(first)?;
        match self.twice {
            None => Ok(value),
            Some(key) => {
                let name = self.m.intern("duplicate_key");
                let formal = self.m.heap.new_term(name, &[key]);
                Err(self.m.throw_error(formal))
            }
        }
    }

    /// Reads a value that begins with this character, which is next on the stream.
    fn value(&mut self, first: Option<char>) -> Result<Cell, Stop> {
        let mut first = first;
        loop {
            let mut value = match first {
                Some(c @ ('{' | '[')) => {
                    self.take()?;
                    self.begin(c == '{')?;
                    match self.part()? {
                        Some(next) => {
                            first = next;
                            continue;
                        }
                        None => self.end()?,
                    }
                }
                Some('"') => {
                    self.take()?;
                    self.string()?;
                    self.text_value()?
                }
                Some('-' | '0'..='9') => self.number()?,
                Some('n') => self.constant("null", 0)?,
                Some('t') => self.constant("true", 1)?,
                Some('f') => self.constant("false", 2)?,
                Some(_) => {
                    self.take()?;
                    return Err(self.wrong("illegal_json"));
                }
                None => return Err(self.wrong("unexpected_end_of_file")),
            };
            // The value may be the last part of one that is open.
            loop {
                let Some(is_object) = self.open.last().map(|open| open.is_object) else {
                    return Ok(value);
                };
                self.add(value)?;
                match self.blank()? {
                    Some(',') => {
                        self.take()?;
                        match self.part()? {
                            Some(next) => {
                                first = next;
                                break;
                            }
                            None => value = self.end()?,
                        }
                    }
                    Some('}') if is_object => {
                        self.take()?;
                        value = self.end()?;
                    }
                    Some(']') if !is_object => {
                        self.take()?;
                        value = self.end()?;
                    }
                    _ if is_object => return Err(self.wrong("illegal_object")),
                    _ => return Err(self.wrong("illegal_array")),
                }
            }
        }
    }

    fn begin(&mut self, is_object: bool) -> Step {
        let open = OpenValue {
            is_object,
            name: Cell::NIL,
            tag: None,
            pairs: None,
            members: self.members.len(),
        };
        self.aside.push(self.m, &mut self.open, open)
    }

    /// Reads up to the value of the next part of what is open, and returns its first character; `None` if there is no
    /// part, but the end, which is consumed.
    #[expect(clippy::option_option, reason = "the stream may end before the value")]
    fn part(&mut self) -> Result<Option<Option<char>>, Stop> {
        let next = self.blank()?;
        if !self.open.last().is_some_and(|open| open.is_object) {
            if next != Some(']') {
                return Ok(Some(next));
            }
            self.take()?;
            return Ok(None);
        }
        self.take()?;
        match next {
            Some('}') => Ok(None),
            Some('"') => {
                self.string()?;
                let name = text_atom(self.m, &self.text)?;
                if let Some(open) = self.open.last_mut() {
                    open.name = name;
                }
                if self.blank()? != Some(':') {
                    return Err(self.wrong("illegal_object"));
                }
                self.take()?;
                self.blank().map(Some)
            }
            _ => Err(self.wrong("illegal_json")),
        }
    }

    /// Adds a part to what is open.
    fn add(&mut self, value: Cell) -> Step {
        self.m.poll_at(&mut self.pace)?;
        self.m.reserve_first(8)?;
        let Some(open) = self.open.last_mut() else {
            return Ok(());
        };
        let item = match (open.is_object, self.dicts) {
            (false, _) => value,
            (true, None) => self.m.heap.new_term(known::EQUALS, &[open.name, value]),
            (true, Some(rule)) => {
                if open.name == rule.name && open.tag.is_none() {
                    match self.m.view(value) {
                        View::Atom(_) if value != Cell::NIL => open.tag = Some(value),
                        View::String(string) => {
                            let text = self.m.heap.string(string);
                            open.tag = Some(text_atom(self.m, &text)?);
                        }
                        _ => {}
                    }
                    if open.tag.is_some() {
                        return Ok(());
                    }
                }
                let member = (open.name, value);
                return self.aside.push(self.m, &mut self.members, member);
            }
        };
        let pair = self.m.heap.new_pair(item, Cell::NIL).address();
        open.pairs = match open.pairs {
            None => Some((pair, pair)),
            Some((first, last)) => {
                self.m.heap.set(last + 1, Cell::list(pair));
                Some((first, pair))
            }
        };
        Ok(())
    }

    /// Returns what is open, which has ended.
    fn end(&mut self) -> Result<Cell, Stop> {
        let Some(open) = self.open.pop() else {
            return Ok(Cell::NIL);
        };
        if open.is_object
            && let Some(rule) = self.dicts
        {
            return self.dict(open.tag.unwrap_or(rule.default), open.members);
        }
        let list = open.pairs.map_or(Cell::NIL, |(first, _)| Cell::list(first));
        if !open.is_object {
            return Ok(list);
        }
        let name = self.m.intern("json");
        Ok(self.m.heap.new_term(name, &[list]))
    }

    /// Builds the dict of the members from `start` on.
    fn dict(&mut self, tag: Cell, start: usize) -> Result<Cell, Stop> {
        let is_less = |m: &Machine, two: &[Keyed]| compare(&m.heap, &m.atoms, two[0].0, two[1].0).is_lt();
        if !self.members[start..].windows(2).all(|two| is_less(self.m, two)) {
            let mut sorted = self.members.split_off(start);
            sort_items(self.m, &mut sorted, false, false)?;
            if let Some(twice) = sorted.windows(2).find(|two| two[0].0 == two[1].0) {
                self.twice.get_or_insert(twice[0].0);
            }
            self.members.append(&mut sorted);
        }
        let arity = 2 * (self.members.len() - start) + 1;
        if arity > MAX_ARITY {
            return Err(self.m.representation_error(Limit::MaxArity));
        }
        self.m.reserve_first(arity + 1)?;
        let heap = &mut self.m.heap;
        let dict = heap.push(Cell::functor(Functor::new(known::DICT, arity)));
        if tag.is_variable() {
            heap.new_var();
        } else {
            heap.push(tag);
        }
        for (key, value) in self.members.drain(start..) {
            heap.push_all(&[key, value]);
        }
        Ok(Cell::structure(dict))
    }

    /// Reads a string up to its closing quote into the text.
    fn string(&mut self) -> Step {
        self.text.clear();
        let mut is_text = true;
        loop {
            self.run(|byte| byte != b'"' && byte != b'\\', true);
            match self.take()? {
                Some('"') if is_text => return Ok(()),
                Some('"') => return Err(self.m.representation_error(Limit::CharacterCode)),
                Some('\\') => match char_of_code(self.escape()?) {
                    Some(c) => self.text.push(c),
                    None => is_text = false,
                },
                Some(c) => self.text.push(c),
                None => return Err(self.wrong("eof_in_string")),
            }
            self.charge_text()?;
        }
    }

    /// Reads what follows a backslash, and returns the code that it stands for: perhaps the second half of a character
    /// alone.
    fn escape(&mut self) -> Result<i64, Stop> {
        let code = match self.take()? {
            Some(c @ ('"' | '\\' | '/')) => c.into(),
            Some('b') => 8,
            Some('f') => 12,
            Some('n') => 10,
            Some('r') => 13,
            Some('t') => 9,
            Some('u') => self.hex()?,
            _ => return Err(self.wrong("illegal_string_escape")),
        };
        if !(0xd800..0xdc00).contains(&code) {
            return Ok(code.into());
        }
        if self.take()? == Some('\\') && self.take()? == Some('u') {
            let low = self.hex()?;
            if (0xdc00..0xe000).contains(&low) {
                return Ok((0x10000 + ((code - 0xd800) << 10) + low - 0xdc00).into());
            }
        }
        Err(self.wrong("illegal_surrogate_pair"))
    }

    fn hex(&mut self) -> Result<u32, Stop> {
        let mut code = 0;
        for _ in 0..4 {
            let Some(digit) = self.take()?.and_then(|c| c.to_digit(16)) else {
                return Err(self.wrong("illegal_string_escape"));
            };
            code = 16 * code + digit;
        }
        Ok(code)
    }

    /// Returns the text as a value.
    fn text_value(&mut self) -> Result<Cell, Stop> {
        if self.strings == known::STRING {
            self.m.reserve_first(Cell::most_string_cells(self.text.len()))?;
            return new_string(self.m, &self.text);
        }
        if self.m.atoms.text(self.strings) == "codes" {
            self.m.reserve_first(2 * self.text.len())?;
            return new_codes(self.m, &self.text, Cell::NIL);
        }
        text_atom(self.m, &self.text)
    }

    fn number(&mut self) -> Result<Cell, Stop> {
        self.text.clear();
        loop {
            self.run(|byte| is_number_char(char::from(byte)), true);
            match self.peek()? {
                Some(c) if is_number_char(c) => {
                    self.take()?;
                    self.text.push(c);
                    self.charge_text()?;
                }
                _ => break,
            }
        }
        let number = match is_float(&self.text) {
            Some(true) => {
                let (plain, sign) = self
                    .text
                    .strip_prefix('-')
                    .map_or((&*self.text, 1.0), |plain| (plain, -1.0));
                decimal(plain)
                    .filter(|value| value.is_finite())
                    .map(|value| Number::Float(sign * value))
            }
            Some(false) => match self.text.parse() {
                Ok(value) => Some(Number::Int(value)),
                Err(_) => parse_number(self.m, &self.text),
            },
            None => None,
        };
        match number {
            Some(number) => {
                self.m.reserve_first(self.text.len() / 8)?;
                Ok(self.m.heap.new_number(&number))
            }
            None => Err(self.wrong_as(&[], "illegal_number")),
        }
    }

    fn constant(&mut self, name: &'static str, which: usize) -> Result<Cell, Stop> {
        self.text.clear();
        while let Some(c) = self.peek()?
            && c.is_ascii_lowercase()
        {
            self.take()?;
            self.text.push(c);
            self.charge_text()?;
        }
        if self.text == name {
            Ok(self.constants[which])
        } else {
            Err(self.wrong_as(&["json_expected", "json"], name))
        }
    }

    /// Skips layout and comments and returns the next character.
    fn blank(&mut self) -> Result<Option<char>, Stop> {
        loop {
            match self.peek()? {
                Some(' ' | '\t' | '\n' | '\r') => {
                    self.take()?;
                    self.run(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'), false);
                }
                Some('/') => {
                    self.take()?;
                    match self.take()? {
                        Some('/') => {
                            while self.take()?.is_some_and(|c| c != '\n') {
                                self.m.poll_at(&mut self.pace)?;
                            }
                        }
                        Some('*') => self.comment()?,
                        _ => return Err(self.wrong("illegal_comment")),
                    }
                }
                next => return Ok(next),
            }
            self.m.poll_at(&mut self.pace)?;
        }
    }

    fn comment(&mut self) -> Step {
        loop {
            match self.take()? {
                Some('*') if self.peek()? == Some('/') => return self.take().map(|_| ()),
                Some(_) => self.m.poll_at(&mut self.pace)?,
                None => return Err(self.wrong("unterminated_comment")),
            }
        }
    }

    fn peek(&mut self) -> Result<Option<char>, Stop> {
        match self.quick_char(true) {
            None => next_char(self.m, self.id, Take::Peek),
            next => Ok(next),
        }
    }

    fn take(&mut self) -> Result<Option<char>, Stop> {
        match self.quick_char(false) {
            None => next_char(self.m, self.id, Take::Get),
            next => Ok(next),
        }
    }

    fn quick_char(&mut self, peek: bool) -> Option<char> {
        self.m.streams.get_mut(self.id)?.quick_char(peek)
    }

    /// Takes the characters in the buffer whose bytes all fit, and with `keeps` appends them to the text.
    fn run(&mut self, fits: impl Fn(u8) -> bool, keeps: bool) {
        if let Some(stream) = self.m.streams.get_mut(self.id) {
            let taken = stream.take_at_hand(fits);
            if keeps {
                self.text.push_str(taken);
            }
        }
    }

    /// Charges what the text takes, and polls: more of it is not in the buffer.
    fn charge_text(&mut self) -> Step {
        self.m.poll_at(&mut self.pace)?;
        self.aside.text(self.m, &self.text)
    }

    /// Returns the error `syntax_error(json(what))` with the position on the stream.
    fn wrong(&mut self, what: &str) -> Stop {
        self.wrong_as(&["json"], what)
    }

    fn wrong_as(&mut self, kinds: &[&str], what: &str) -> Stop {
        let mut formal = new_atom(self.m, what);
        for kind in kinds {
            let kind = self.m.intern(kind);
            formal = self.m.heap.new_term(kind, &[formal]);
        }
        let formal = self.m.heap.new_term(known::SYNTAX_ERROR, &[formal]);
        let at = self.m.streams.get(self.id).map(Stream::position).unwrap_or_default();
        let [line, column, character] = [at.line, at.column, at.char].map(|n| Cell::int(n as i64));
        let name = self.m.intern("stream");
        let context = self.m.heap.new_term(name, &[self.stream, line, column, character]);
        let ball = self.m.heap.new_term(known::ERROR, &[formal, context]);
        self.m.throw(ball)
    }
}

/// Whether a number of JSON is a float; `None` if it is no number.
fn is_float(text: &str) -> Option<bool> {
    let digits = |text: &str| {
        let rest = text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        (rest < text.len()).then_some(text.len() - rest)
    };
    let text = text.strip_prefix('-').unwrap_or(text);
    let mut rest = &text[digits(text)?..];
    let is_float = !rest.is_empty();
    if let Some(fraction) = rest.strip_prefix('.') {
        rest = &fraction[digits(fraction)?..];
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        rest = &exponent[digits(exponent)?..];
    }
    rest.is_empty().then_some(is_float)
}
