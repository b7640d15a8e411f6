//! Writing JSON. An object or array is first tried on one line; if it gets too long, what was written of it is dropped
//! and each of its parts gets a line.

use super::aside::Aside;
use crate::base::known;
use crate::base::num::text::push_int;
use crate::base::watch::Pace;
use crate::builtins::term_io::write_options::{WriteSettings, push_term};
use crate::machine::Machine;
use crate::native::args::stream_arg::{StreamKind, atom_name, output_stream_of, write_text};
use crate::native::args::text_arg::push_atomic;
use crate::native::{Native, Step, det};
use crate::term::cell::Cell;
use crate::term::order::compare;
use crate::term::view::View;
use crate::term::walk::list_end;

pub(in crate::builtins) const TABLE: &[Native] = &[det!("$json_write(+stream, @term, +writing)", 3, json_write_3).doc(
    "Writes a term as JSON. Writing is writing(Null, True, False, Unknown, Width, Step, Tab, Tag): the terms of the \
     constants, whether unknown terms become strings, the layout, and the name under which tags are written.",
)];

/// How JSON is written.
struct JsonStyle {
    constants: [Cell; 3],
    unknown: bool,
    width: usize,
    step: usize,
    tab: usize,
    tag: Option<Cell>,
}

/// The parts of an array or object that are still to be written.
#[derive(Clone, Copy)]
enum JsonParts {
    /// The elements of an array.
    Elements(Cell),
    /// The members of `json(Members)`.
    Members(Cell),
    /// The members of a dict from the next key on, of which there are so many; the tag comes first, if it is written.
    Dict(Option<Cell>, usize, usize),
}

/// An array or object that is being written.
#[derive(Clone, Copy)]
struct Written {
    parts: JsonParts,
    /// The column of the line on which it ends, unless it is on one line.
    indent: Option<usize>,
    is_first: bool,
}

/// An array or object that is tried on one line.
struct OneLine {
    whole: JsonParts,
    /// The number of values around it.
    depth: usize,
    /// The length of the text before it, and its column.
    start: usize,
    indent: usize,
    /// Its length as the width counts it: two characters for the brackets, for a comma and for a colon, and those of
    /// texts before they are escaped.
    count: usize,
    /// The first term that has no form in JSON, and the length of the text before it.
    unknown: Option<(usize, Cell)>,
}

struct JsonWriter<'a> {
    m: &'a mut Machine,
    style: JsonStyle,
    out: String,
    open: Vec<Written>,
    line: Option<OneLine>,
    /// The term cannot be written: what stands before is.
    is_refused: bool,
    aside: Aside,
    pace: Pace,
}

fn json_write_3(m: &mut Machine, stream: Cell, term: Cell, how: Cell) -> Step {
    let id = output_stream_of(m, stream, StreamKind::Text)?;
    let (at, _) = m.heap.arguments(m.deref(how));
    let [null, yes, no, unknown, width, step, tab, tag] = [0, 1, 2, 3, 4, 5, 6, 7].map(|i| m.deref(m.heap.get(at + i)));
    let number = |cell: Cell| {
        if cell.is_int() {
            usize::try_from(cell.as_int()).unwrap_or(0)
        } else {
            0
        }
    };
    let style = JsonStyle {
        constants: [null, yes, no],
        unknown: unknown == Cell::atom(known::TRUE),
        width: match number(width) {
            0 => usize::MAX,
            width => width,
        },
        step: number(step),
        tab: number(tab),
        tag: (tag != Cell::atom(known::EMPTY)).then_some(tag),
    };
    let mut writer = JsonWriter {
        m,
        style,
        out: String::new(),
        open: Vec::new(),
        line: None,
        is_refused: false,
        aside: Aside::default(),
        pace: Pace::new(),
    };
    let written = writer.whole(term);
    let JsonWriter {
        out, aside, is_refused, ..
    } = writer;
    let put = if written.is_ok() || is_refused {
        write_text(m, id, &out)
    } else {
        Ok(())
    };
    aside.release(m);
    written.and(put)
}

impl JsonWriter<'_> {
    fn whole(&mut self, term: Cell) -> Step {
        self.value(term, false)?;
        while let Some(written) = self.open.last().copied() {
            self.m.poll_at(&mut self.pace)?;
            self.aside.text(self.m, &self.out)?;
            if self.is_too_long() {
                self.break_line()?;
            } else {
                self.next_part(written)?;
            }
        }
        Ok(())
    }

    /// Writes the next part of the innermost value, or its end.
    fn next_part(&mut self, written: Written) -> Step {
        let Written {
            parts,
            indent,
            is_first,
        } = written;
        let (name, value, rest) = match parts {
            JsonParts::Elements(list) => match self.m.view(list) {
                View::List(pair) => (
                    None,
                    self.m.heap.get(pair),
                    JsonParts::Elements(self.m.heap.get(pair + 1)),
                ),
                _ => return self.end(indent, " ]", "]", is_first),
            },
            JsonParts::Members(list) => match self.m.view(list) {
                View::List(pair) => {
                    let member = self.m.heap.get(pair);
                    let Some((name, value)) = self.member(member) else {
                        if let View::Struct(functor, at) = self.m.view(member)
                            && matches!(functor.name(), known::EQUALS | known::MINUS)
                            && let name = self.m.deref(self.m.heap.get(at))
                            && !name.is_variable()
                        {
                            if self.style.width != usize::MAX && self.line.is_some() {
                                return self.break_line();
                            }
                            self.between(indent, is_first)?;
                            return self.refuse("text", name);
                        }
                        if self.style.width != usize::MAX {
                            return self.refuse("pair", member);
                        }
                        self.between(indent, is_first)?;
                        return self.refuse("json_pair", member);
                    };
                    (Some(name), value, JsonParts::Members(self.m.heap.get(pair + 1)))
                }
                _ => return self.end(indent, "}", "}", is_first),
            },
            JsonParts::Dict(Some(tag), at, count) => (self.style.tag, tag, JsonParts::Dict(None, at, count)),
            JsonParts::Dict(None, _, 0) => return self.end(indent, "}", "}", is_first),
            JsonParts::Dict(None, at, count) => (
                Some(self.m.heap.get(at)),
                self.m.heap.get(at + 1),
                JsonParts::Dict(None, at + 2, count - 1),
            ),
        };
        if let Some(last) = self.open.last_mut() {
            (last.parts, last.is_first) = (rest, false);
        }
        self.between(indent, is_first)?;
        if let Some(name) = name {
            self.string(name);
            self.count(2);
            self.out.push(':');
        }
        self.value(value, name.is_some() || indent.is_none())
    }

    /// Writes what stands before a part.
    fn between(&mut self, indent: Option<usize>, is_first: bool) -> Step {
        match indent {
            None if is_first => {}
            None => {
                self.count(2);
                self.out.push_str(", ");
            }
            Some(indent) => {
                self.out.push_str(if is_first { "" } else { "," });
                self.new_line(indent.saturating_add(self.style.step))?;
            }
        }
        Ok(())
    }

    fn end(&mut self, indent: Option<usize>, on_line: &str, below: &str, is_empty: bool) -> Step {
        match indent {
            None if is_empty => self.out.push_str(below),
            None => self.out.push_str(on_line),
            Some(indent) => {
                self.new_line(indent)?;
                self.out.push_str(below);
            }
        }
        self.open.pop();
        if self.line.as_ref().is_some_and(|line| line.depth == self.open.len()) {
            if self.is_too_long() {
                return self.break_line();
            }
            if let Some((before, term)) = self.line.take().and_then(|line| line.unknown) {
                self.out.truncate(before);
                return self.refuse("json_term", term);
            }
        }
        Ok(())
    }

    /// Whether the line that is tried has got too long.
    fn is_too_long(&self) -> bool {
        self.line
            .as_ref()
            .is_some_and(|line| line.count > self.style.width.saturating_sub(line.indent))
    }

    /// Counts characters of the line that is tried.
    fn count(&mut self, characters: usize) {
        if let Some(line) = &mut self.line {
            line.count = line.count.saturating_add(characters);
        }
    }

    /// Takes back what is tried on one line, and gives each of its parts a line.
    fn break_line(&mut self) -> Step {
        let Some(line) = self.line.take() else { return Ok(()) };
        self.out.truncate(line.start);
        self.open.truncate(line.depth);
        self.begin(line.whole, Some(line.indent))
    }

    /// Begins an array or object.
    fn begin(&mut self, parts: JsonParts, indent: Option<usize>) -> Step {
        self.count(2);
        self.out.push(if matches!(parts, JsonParts::Elements(_)) {
            '['
        } else {
            '{'
        });
        let written = Written {
            parts,
            indent,
            is_first: true,
        };
        self.aside.push(self.m, &mut self.open, written)
    }

    /// Writes a value, or the beginning of one that has parts; behind a blank, if that is asked for.
    fn value(&mut self, term: Cell, blank: bool) -> Step {
        let term = self.m.deref(term);
        let start = self.out.len();
        if let Some(text) = self.constant(term) {
            self.count(text.len());
            self.out.push_str(text);
            return Ok(());
        }
        let parts = match self.m.view(term) {
            View::Var(_) | View::Attributed(_) => {
                self.is_refused = true;
                self.back_to_line();
                return Err(self.m.instantiation_error());
            }
            View::Int(value) => {
                push_int(&mut self.out, value);
                self.count(self.out.len() - start);
                return Ok(());
            }
            View::Atom(known::NIL) => Some(JsonParts::Elements(term)),
            View::Atom(_) | View::String(_) => {
                self.string(term);
                return Ok(());
            }
            View::Float(_) | View::BigInt(_) => return self.number(term),
            View::Rational(_) => {
                let value = self.m.heap.number(term).and_then(|number| number.to_f64().ok());
                let value = self.m.heap.new_float(value.unwrap_or(f64::INFINITY));
                return self.number(value);
            }
            View::List(_) => list_end(&self.m.heap, term)
                .1
                .is_none()
                .then_some(JsonParts::Elements(term)),
            View::Struct(functor, at) if functor.name() == known::DICT && functor.arity() % 2 == 1 => {
                let tag = self.m.deref(self.m.heap.get(at));
                let tag = (self.style.tag.is_some() && tag.is_atom()).then_some(tag);
                Some(JsonParts::Dict(tag, at + 1, functor.arity() / 2))
            }
            View::Struct(functor, at) if functor.arity() == 1 && self.m.atoms.text(functor.name()) == "json" => {
                let members = self.m.deref(self.m.heap.get(at));
                if list_end(&self.m.heap, members).1.is_some() {
                    return self.refuse("list", members);
                }
                Some(JsonParts::Members(members))
            }
            View::Struct(functor, at) if functor.arity() == 1 => {
                let part = self.m.deref(self.m.heap.get(at));
                match (self.m.atoms.text(functor.name()), self.m.view(part)) {
                    ("$json_text", View::String(text)) => {
                        let text = self.m.heap.text(text);
                        let characters = text.chars().count();
                        self.out.push_str(text);
                        self.count(characters);
                    }
                    ("#", View::Atom(_) | View::String(_)) => self.string(part),
                    ("#", _) => self.quoted_term(part)?,
                    _ => return self.unknown(term),
                }
                return Ok(());
            }
            View::Struct(..) => None,
        };
        self.m.check_walks()?;
        let Some(parts) = parts else { return self.unknown(term) };
        if blank {
            self.out.push(' ');
        }
        let indent = match self.open.last() {
            _ if self.line.is_some() => return self.begin(parts, None),
            None => 0,
            Some(around) => around.indent.unwrap_or(0).saturating_add(self.style.step),
        };
        self.line = Some(OneLine {
            whole: parts,
            depth: self.open.len(),
            start: self.out.len(),
            indent,
            count: 0,
            unknown: None,
        });
        self.begin(parts, None)
    }

    /// Writes a term that has no form in JSON, as a string if that is asked for.
    fn unknown(&mut self, term: Cell) -> Step {
        if self.style.unknown {
            return self.quoted_term(term);
        }
        let before = self.out.len();
        match &mut self.line {
            // The length of the line is found before it is written.
            Some(line) if self.style.width != usize::MAX => {
                let mut text = String::new();
                push_term(self.m, term, &WriteSettings::quoted(), &mut text)?;
                line.unknown = line.unknown.or(Some((before, term)));
                self.count(text.chars().count());
                Ok(())
            }
            _ => self.refuse("json_term", term),
        }
    }

    /// Raises an error for a term. What stands on a line that was tried is not written: its length was to be found first.
    fn refuse(&mut self, kind: &str, term: Cell) -> Step {
        self.is_refused = true;
        self.back_to_line();
        let kind = Cell::atom(self.m.intern(kind));
        let formal = self.m.heap.new_term(known::TYPE_ERROR, &[kind, term]);
        Err(self.m.throw_error(formal))
    }

    /// Drops what was tried on one line, but for its bracket.
    fn back_to_line(&mut self) {
        if let Some(line) = self.line.as_ref().filter(|_| self.style.width != usize::MAX) {
            self.out.truncate(line.start + 1);
        }
    }

    /// Writes the text of a term as a string.
    fn quoted_term(&mut self, term: Cell) -> Step {
        let mut text = String::new();
        push_term(self.m, term, &WriteSettings::quoted(), &mut text)?;
        self.count(text.chars().count() + 2);
        push_quoted(&mut self.out, &text);
        Ok(())
    }

    /// Writes a number.
    fn number(&mut self, number: Cell) -> Step {
        let start = self.out.len();
        push_term(self.m, number, &WriteSettings::plain(), &mut self.out)?;
        self.count(self.out.len() - start);
        Ok(())
    }

    /// Returns the text of a term that stands for a constant.
    fn constant(&self, term: Cell) -> Option<&'static str> {
        let m = &*self.m;
        // Those of dicts are atoms.
        let is_classic = self.style.constants.iter().any(|constant| !constant.is_atom());
        let own = match m.view(term) {
            View::Struct(functor, at) if is_classic && functor.arity() == 1 && m.atoms.text(functor.name()) == "@" => {
                atom_name(m, m.heap.get(at))
            }
            _ => None,
        };
        let is_same = |constant: Cell| {
            let is_plain = constant.is_atom() || constant.is_int() || constant.tag() != term.tag();
            constant == term || !is_plain && compare(&m.heap, &m.atoms, constant, term).is_eq()
        };
        let names = ["null", "true", "false"].into_iter().zip(self.style.constants);
        names
            .into_iter()
            .find(|&(name, constant)| own == Some(name) || is_same(constant))
            .map(|two| two.0)
    }

    /// Returns the name and the value of a member: `Name=Value`, `Name-Value` or `Name(Value)`.
    fn member(&self, member: Cell) -> Option<(Cell, Cell)> {
        let heap = &self.m.heap;
        match self.m.view(member) {
            View::Struct(functor, at)
                if matches!(functor.name(), known::EQUALS | known::MINUS) && functor.arity() == 2 =>
            {
                let name = self.m.deref(heap.get(at));
                let is_atomic = !name.is_variable() && self.m.view(name).compound().is_none();
                is_atomic.then(|| (name, heap.get(at + 1)))
            }
            View::Struct(functor, at) if functor.arity() == 1 => Some((Cell::atom(functor.name()), heap.get(at))),
            _ => None,
        }
    }

    /// Writes an atomic term as a string.
    fn string(&mut self, term: Cell) {
        let start = self.out.len();
        let characters = match self.m.view(term) {
            View::Atom(name) => push_quoted(&mut self.out, self.m.atoms.text(name)),
            View::String(string) => push_quoted(&mut self.out, self.m.heap.text(string)),
            _ => {
                self.out.push('"');
                push_atomic(self.m, term, &mut self.out);
                self.out.push('"');
                self.out.len() - start - 2
            }
        };
        self.count(characters + 2);
    }

    fn new_line(&mut self, indent: usize) -> Step {
        self.m.need_room(indent)?;
        self.out.push('\n');
        let tabs = indent.checked_div(self.style.tab).unwrap_or(0);
        self.out.extend(std::iter::repeat_n('\t', tabs));
        self.out
            .extend(std::iter::repeat_n(' ', indent - tabs * self.style.tab));
        Ok(())
    }
}

/// Appends a text as a string of JSON, and returns how many characters the text has. `</` is written so that it does not
/// end a script of HTML.
fn push_quoted(out: &mut String, text: &str) -> usize {
    out.push('"');
    let mut plain = 0;
    let bytes = text.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        let escape = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            8 => "\\b",
            12 => "\\f",
            0..32 => "\\u00",
            b'/' if at > 0 && bytes[at - 1] == b'<' => "\\/",
            _ => continue,
        };
        out.push_str(&text[plain..at]);
        out.push_str(escape);
        if escape == "\\u00" {
            out.extend([byte >> 4, byte & 15].map(|digit| char::from_digit(digit.into(), 16).unwrap_or('0')));
        }
        plain = at + 1;
    }
    out.push_str(&text[plain..]);
    out.push('"');
    text.chars().count()
}
