//! The text in an argument: an atom, a string, a number, or a list of characters or codes.
//!
//! `[]` is an atom, of two characters, and also the empty list: the predicates on atoms read it as
//! an atom ([`text_of`]), those on strings as a list ([`list_or_text`]).

use std::borrow::Cow;

use crate::base::atom::Atom;
use crate::base::iso_error::{Limit, Type};
use crate::base::known;
use crate::base::num::text::push_int;
use crate::base::watch::Pace;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::term::cell::{Cell, Tag};
use crate::term::heap::Heap;
use crate::term::view::View;
use crate::term::walk::{ListEnd, list_end};

use super::term_text::number_text;

/// Which elements a list of text may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Elements {
    /// Characters.
    Chars,
    /// Codes.
    Codes,
    /// Either, also mixed.
    Any,
}

/// Why a term is no list of text.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum NoText {
    /// The list, or one of its elements, is unbound.
    Unbound,
    /// The end is no list.
    NoList,
    /// This element is neither a character nor a code, as was asked for.
    Element(Cell),
    /// This integer is no character code.
    Code(Cell),
}

/// The cell of a list's or text's element or end, dereferenced: most are no references.
#[inline(always)]
fn follow(heap: &Heap, cell: Cell) -> Cell {
    if cell.is_variable() { heap.deref(cell) } else { cell }
}

/// The text of an atomic term; `None` for a variable or a compound term.
pub fn atomic_text(m: &Machine, cell: Cell) -> Option<String> {
    let mut text = String::new();
    push_atomic(m, cell, &mut text).then_some(text)
}

/// Appends the text of an atomic term; false for a variable or a compound term.
pub fn push_atomic(m: &Machine, cell: Cell, out: &mut String) -> bool {
    match m.view(cell) {
        View::Atom(atom) => out.push_str(m.atoms.text(atom)),
        View::String(string) => out.push_str(&m.heap.string(string)),
        View::Int(value) => push_int(out, value),
        _ => match m.heap.number(cell) {
            Some(number) => out.push_str(&number_text(m, &number)),
            None => return false,
        },
    }
    true
}

/// The text of an atom, a string, a number, or a list of characters or codes; `[]` is an atom.
pub fn text_of(m: &Machine, cell: Cell) -> Option<String> {
    match m.view(cell) {
        View::List(_) => list_text(m, cell, Elements::Any).ok(),
        _ => atomic_text(m, cell),
    }
}

/// Like [`text_of`], but `[]` is the empty text.
pub fn list_or_text(m: &Machine, cell: Cell) -> Option<String> {
    if m.view(cell) == View::Atom(known::NIL) {
        Some(String::new())
    } else {
        text_of(m, cell)
    }
}

/// The text of an atomic term, or the error that it is none.
pub fn need_atomic(m: &mut Machine, cell: Cell) -> Result<String, Stop> {
    match atomic_text(m, cell) {
        Some(text) => Ok(text),
        None => Err(m.type_or_instantiation_error(Type::Atomic, cell)),
    }
}

/// The text that [`list_or_text`] gives, or the error that it is none.
pub fn need_text(m: &mut Machine, cell: Cell) -> Result<String, Stop> {
    if matches!(m.view(cell), View::List(_)) {
        return match list_text(m, cell, Elements::Any) {
            Ok(text) => Ok(text),
            Err(NoText::Unbound) => Err(m.instantiation_error()),
            Err(_) => Err(m.type_error(Type::Text, cell)),
        };
    }
    match list_or_text(m, cell) {
        Some(text) => Ok(text),
        None => Err(m.type_or_instantiation_error(Type::Text, cell)),
    }
}

/// The text of a list; `[]` is empty.
pub fn list_text(m: &Machine, list: Cell, elements: Elements) -> Result<String, NoText> {
    let mut text = String::new();
    push_list(m, list, elements, &mut text).map(|()| text)
}

/// Appends the text of a list.
pub fn push_list(m: &Machine, list: Cell, elements: Elements, text: &mut String) -> Result<(), NoText> {
    let mut rest = m.deref(list);
    let mut pace = Pace::new();
    // More pairs than the heap has cells: the list goes round in a circle.
    let mut left = m.heap.top();
    while rest.is_list() {
        if pace.step(&m.heap.watch) {
            return Ok(());
        }
        let element = follow(&m.heap, m.heap.get(rest.address()));
        match element_char(m, element, elements) {
            Ok(c) if c.is_ascii() => text.push(char::from(c as u8)),
            Ok(c) => text.push(c),
            // A partial list is not instantiated enough, whatever stands in it (ISO 8.16.8.3).
            Err(why) => {
                let partial = matches!(list_end(&m.heap, rest).1, Some(ListEnd::Partial(_)));
                return Err(if partial { NoText::Unbound } else { why });
            }
        }
        rest = follow(&m.heap, m.heap.get(rest.address() + 1));
        left = left.checked_sub(1).ok_or(NoText::NoList)?;
    }
    match m.view(rest) {
        View::Atom(known::NIL) => Ok(()),
        View::Var(_) | View::Attributed(_) => Err(NoText::Unbound),
        // A string stands for the list of its characters, as SWI-Prolog users expect.
        View::String(string) if rest == m.deref(list) => {
            text.push_str(&m.heap.string(string));
            Ok(())
        }
        _ => Err(NoText::NoList),
    }
}

/// The character that a dereferenced element of a list of text is.
#[inline(always)]
pub fn element_char(m: &Machine, element: Cell, elements: Elements) -> Result<char, NoText> {
    match element.tag() {
        Tag::Int if elements != Elements::Chars => char_of_code(element.as_int()).ok_or(NoText::Code(element)),
        Tag::Atm if elements != Elements::Codes => {
            let c = m.atoms.char_of(element.as_atom());
            c.ok_or(NoText::Element(element))
        }
        Tag::Ref | Tag::Att => Err(NoText::Unbound),
        _ => Err(NoText::Element(element)),
    }
}

/// The character with this code.
pub fn char_of_code(code: i64) -> Option<char> {
    u32::try_from(code).ok().and_then(char::from_u32)
}

/// The character that this atom of one character is.
#[inline]
pub fn char_of_atom(m: &Machine, cell: Cell) -> Option<char> {
    let cell = m.deref(cell);
    if cell.tag() == Tag::Atm {
        m.atoms.char_of(cell.as_atom())
    } else {
        None
    }
}

/// The ISO error for a list that is no text of the kind asked for.
pub fn no_text_error(m: &mut Machine, list: Cell, why: NoText, elements: Elements) -> Stop {
    match why {
        NoText::Unbound => m.instantiation_error(),
        NoText::NoList => m.type_error(Type::List, list),
        NoText::Code(_) => m.representation_error(Limit::CharacterCode),
        NoText::Element(element) if elements == Elements::Codes => m.type_error(Type::Integer, element),
        NoText::Element(element) => m.type_error(Type::Character, element),
    }
}

/// Raises an error unless `list` is a list or may become one.
pub fn check_partial_list(m: &mut Machine, list: Cell) -> Step {
    let mut rest = m.deref(list);
    let mut left = m.heap.top();
    let mut pace = Pace::new();
    while let View::List(pair) = m.view(rest) {
        rest = m.deref(m.heap.get(pair + 1));
        if pace.step(&m.heap.watch) {
            return Ok(());
        }
        if left == 0 {
            return Err(m.type_error(Type::List, list));
        }
        left -= 1;
    }
    match m.view(rest) {
        View::Atom(known::NIL) | View::Var(_) | View::Attributed(_) => Ok(()),
        _ => Err(m.type_error(Type::List, list)),
    }
}

/// The elements of a list, or what ends it instead of `[]`: an unbound variable or another term.
pub fn list_items(m: &Machine, list: Cell) -> Result<Vec<Cell>, Cell> {
    let mut items = Vec::new();
    let mut rest = m.deref(list);
    let mut pace = Pace::new();
    while let View::List(pair) = m.view(rest) {
        if pace.step(&m.heap.watch) {
            return Ok(items);
        }
        items.push(m.deref(m.heap.get(pair)));
        rest = m.deref(m.heap.get(pair + 1));
        if items.len() > m.heap.top() {
            return Err(list);
        }
    }
    if m.view(rest) == View::Atom(known::NIL) {
        Ok(items)
    } else {
        Err(rest)
    }
}

/// The elements of a proper list, or ISO's error that it is none.
pub fn need_list(m: &mut Machine, list: Cell) -> Result<Vec<Cell>, Stop> {
    match list_items(m, list) {
        Ok(items) => Ok(items),
        Err(end) if m.deref(end).is_variable() => Err(m.instantiation_error()),
        Err(_) => Err(m.type_error(Type::List, list)),
    }
}

/// An atom with a text that the engine brings or that is short.
pub fn new_atom(m: &mut Machine, text: &str) -> Cell {
    Cell::atom(m.intern(text))
}

/// An atom with a text that a program made, its room charged.
pub fn text_atom(m: &mut Machine, text: &str) -> Result<Cell, Stop> {
    match m.atoms.look_up(text) {
        Ok(atom) => Ok(Cell::atom(atom)),
        Err(missing) => {
            m.charge_program(text.len() + 16)?;
            Ok(Cell::atom(m.atoms.add(text, missing)))
        }
    }
}

/// A string with this text, its room charged.
pub fn new_string(m: &mut Machine, text: &str) -> Result<Cell, Stop> {
    m.reserve(text.len() / 8 + 2)?;
    Ok(m.heap.new_string(text))
}

/// What kind of text a predicate makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Made {
    /// Atoms.
    Atoms,
    /// Strings.
    Strings,
}

impl Made {
    /// The text as a term, its room charged.
    pub fn make(self, m: &mut Machine, text: &str) -> Result<Cell, Stop> {
        match self {
            Made::Atoms => text_atom(m, text),
            Made::Strings => new_string(m, text),
        }
    }

    /// Likewise of the part of an atomic term's text between two bytes. That of an atom is copied only if it is new.
    pub fn make_part(self, m: &mut Machine, whole: Cell, from: usize, to: usize) -> Result<Cell, Stop> {
        if self == Made::Atoms
            && let Some(text) = borrow_text(m, whole)
            && let Ok(atom) = m.atoms.look_up(&text.part(from, to))
        {
            return Ok(Cell::atom(atom));
        }
        m.with_text(|m, part| {
            if let Some(text) = borrow_text(m, whole) {
                part.push_str(&text.part(from, to));
            }
            self.make(m, part)
        })
    }
}

/// The atom of one character.
pub fn new_char(m: &mut Machine, c: char) -> Cell {
    Cell::atom(m.atoms.intern_char(c))
}

/// The list of the characters of `text`.
pub fn new_chars(m: &mut Machine, text: &str, tail: Cell) -> Result<Cell, Stop> {
    m.reserve(2 * text.len())?;
    let (heap, atoms) = (&mut m.heap, &mut m.atoms);
    Ok(push_elements(heap, text, tail, |c| Cell::atom(atoms.intern_char(c))))
}

/// The list of the codes of `text`.
pub fn new_codes(m: &mut Machine, text: &str, tail: Cell) -> Result<Cell, Stop> {
    m.reserve(2 * text.len())?;
    Ok(push_elements(&mut m.heap, text, tail, |c| {
        Cell::int(i64::from(c as u32))
    }))
}

/// The list of the characters or the codes of the text of an atom.
pub fn atom_elements(m: &mut Machine, atom: Atom, elements: Elements) -> Result<Cell, Stop> {
    m.reserve(2 * m.atoms.text(atom).len())?;
    let (heap, atoms) = (&mut m.heap, &m.atoms);
    let text = atoms.text(atom);
    if elements == Elements::Codes {
        return Ok(push_elements(heap, text, Cell::NIL, |c| Cell::int(i64::from(c as u32))));
    }
    let letter = |c| atoms.letter(c).map(Cell::atom);
    if text.is_ascii() {
        return Ok(push_elements(heap, text, Cell::NIL, |c| letter(c).unwrap_or(Cell::NIL)));
    }
    let text = text.to_owned();
    new_chars(m, &text, Cell::NIL)
}

/// Builds the list pair by pair in place: a text may be long. There is room for it.
#[inline]
fn push_elements(heap: &mut Heap, text: &str, tail: Cell, mut element: impl FnMut(char) -> Cell) -> Cell {
    if text.is_empty() {
        return tail;
    }
    let start = heap.top();
    let mut pace = Pace::new();
    for c in text.chars() {
        if pace.step(&heap.watch) {
            break;
        }
        let address = heap.push(element(c));
        heap.push(Cell::list(address + 2));
    }
    heap.set(heap.top() - 1, tail);
    Cell::list(start)
}

/// A text that is read where it lies, without being copied as a whole.
pub enum Text<'a> {
    /// The name of an atom, or the text of a number.
    Plain(Cow<'a, str>),
    /// The name of an atom, of ASCII characters alone.
    Ascii(&'a str),
    /// The words of a string box, how many bytes of them are text, and whether all of these are ASCII characters.
    Words(&'a [u64], usize, bool),
}

/// The text of an atomic term, where it lies.
pub fn borrow_text(m: &Machine, cell: Cell) -> Option<Text<'_>> {
    match m.view(cell) {
        View::Atom(atom) => Some(match m.atoms.text_and_kind(atom) {
            (text, true) => Text::Ascii(text),
            (text, false) => Text::Plain(Cow::Borrowed(text)),
        }),
        View::String(string) => {
            let header = m.heap.get(string.address());
            Some(Text::Words(
                m.heap.box_words(string),
                header.string_bytes(),
                header.is_ascii_string(),
            ))
        }
        _ => m
            .heap
            .number(cell)
            .map(|number| Text::Plain(Cow::Owned(number_text(m, &number)))),
    }
}

/// The first place of a part of a text. A short one is looked for by its first letter: that needs no preparation.
fn find_in(text: &str, sub: &str) -> Option<usize> {
    let [first, ..] = *sub.as_bytes() else { return Some(0) };
    if sub.len() > SHORT {
        return text.find(sub);
    }
    let (bytes, sub) = (text.as_bytes(), sub.as_bytes());
    let last = bytes.len().checked_sub(sub.len())?;
    let mut at = 0;
    while at <= last {
        at += bytes[at..=last].iter().position(|&byte| byte == first)?;
        if bytes[at..at + sub.len()] == *sub {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// Bytes of a part of a text that is looked for by its first letter.
const SHORT: usize = 16;

/// How many bytes of a string are looked at in one go while searching.
const WINDOW: usize = 4096;

impl Text<'_> {
    /// The number of bytes.
    pub fn bytes(&self) -> usize {
        match self {
            Text::Plain(text) => text.len(),
            Text::Ascii(text) => text.len(),
            Text::Words(_, bytes, _) => *bytes,
        }
    }

    fn byte(&self, at: usize) -> u8 {
        match self {
            Text::Plain(text) => text.as_bytes()[at],
            Text::Ascii(text) => text.as_bytes()[at],
            Text::Words(words, ..) => words[at / 8].to_le_bytes()[at % 8],
        }
    }

    /// The number of characters.
    pub fn chars(&self) -> usize {
        match self {
            Text::Ascii(text) => text.len(),
            Text::Plain(text) => text.chars().count(),
            Text::Words(_, bytes, true) => *bytes,
            // Each byte but the first of a character begins with the bits 10.
            Text::Words(words, bytes, false) => {
                let later: u32 = words
                    .iter()
                    .map(|w| (w & !(w << 1) & 0x8080_8080_8080_8080).count_ones())
                    .sum();
                bytes - later as usize
            }
        }
    }

    /// The place after the character at `at`.
    pub fn step(&self, at: usize) -> usize {
        at + match self.byte(at) {
            0..0x80 => 1,
            0x80..0xe0 => 2,
            0xe0..0xf0 => 3,
            _ => 4,
        }
    }

    /// The place `count` characters after `at`; `chars` is the number of characters in all.
    pub fn skip(&self, at: usize, count: usize, chars: usize) -> usize {
        if chars == self.bytes() {
            at + count
        } else {
            (0..count).fold(at, |at, _| self.step(at))
        }
    }

    /// The part between two places.
    pub fn part(&self, from: usize, to: usize) -> Cow<'_, str> {
        match self {
            Text::Plain(text) => Cow::Borrowed(&text[from..to]),
            Text::Ascii(text) => Cow::Borrowed(&text[from..to]),
            Text::Words(words, ..) => {
                let first = from / 8;
                let mut bytes = Vec::with_capacity(to - first * 8 + 8);
                for word in &words[first..to.div_ceil(8)] {
                    bytes.extend_from_slice(&word.to_le_bytes());
                }
                bytes.truncate(to - first * 8);
                bytes.drain(..from - first * 8);
                Cow::Owned(String::from_utf8(bytes).expect("a string is cut only between characters"))
            }
        }
    }

    /// Is `sub` at this place?
    pub fn has_at(&self, at: usize, sub: &str) -> bool {
        at + sub.len() <= self.bytes() && sub.bytes().enumerate().all(|(i, b)| self.byte(at + i) == b)
    }

    /// The next place at or after `from` where `sub` is.
    pub fn find(&self, sub: &str, from: usize) -> Option<usize> {
        let bytes = match self {
            Text::Plain(text) => return find_in(&text[from..], sub).map(|i| from + i),
            Text::Ascii(text) => return find_in(&text[from..], sub).map(|i| from + i),
            Text::Words(_, bytes, _) => bytes,
        };
        let mut start = from;
        loop {
            let mut end = (start + WINDOW.max(2 * sub.len())).min(*bytes);
            while end < *bytes && self.byte(end) & 0xc0 == 0x80 {
                end += 1;
            }
            if let Some(i) = find_in(&self.part(start, end), sub) {
                return Some(start + i);
            }
            if end == *bytes {
                return None;
            }
            // What begins in this window may end in the next.
            start = end - sub.len().saturating_sub(1);
            while self.byte(start) & 0xc0 == 0x80 {
                start -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_strings_are_found_where_they_lie() {
        let mut m = Machine::bare();
        let long = format!("{}aé😀b{}needle!", "x".repeat(4090), "é".repeat(5000));
        let cell = m.heap.new_string(&long);
        let text = borrow_text(&m, cell).expect("a string is a text");
        assert_eq!(text.bytes(), long.len());
        assert_eq!(text.chars(), long.chars().count());
        assert_eq!(text.find("needle", 0), long.find("needle"));
        assert_eq!(text.find("é😀", 7), long.find("é😀"));
        assert_eq!(text.find("needles", 0), None);
        let at = text.skip(0, 4091, text.chars());
        assert_eq!(text.part(at, text.step(at)), "é");
        assert!(text.has_at(at, "é😀b"));
        assert_eq!(text.part(0, long.len()), long);
    }

    #[test]
    fn lists_of_text() {
        let mut m = Machine::bare();
        let chars = new_chars(&mut m, "añ", Cell::NIL).expect("small");
        assert_eq!(list_text(&m, chars, Elements::Chars).as_deref(), Ok("añ"));
        assert!(matches!(list_text(&m, chars, Elements::Codes), Err(NoText::Element(_))));
        let var = m.heap.new_var();
        let open = new_codes(&mut m, "ab", var).expect("small");
        assert_eq!(list_text(&m, open, Elements::Any), Err(NoText::Unbound));
        let pair = m.heap.new_pair(Cell::int(97), Cell::NIL);
        m.heap.set(pair.address() + 1, pair);
        assert_eq!(list_text(&m, pair, Elements::Any), Err(NoText::NoList));
        assert_eq!(text_of(&m, Cell::NIL).as_deref(), Some("[]"));
        assert_eq!(list_or_text(&m, Cell::NIL).as_deref(), Some(""));
    }
}
