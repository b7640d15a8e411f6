//! ISO 8.16.3: `sub_atom/5`, and `sub_string/5`.
//!
//! A text is measured once, at the call. The state between two solutions holds byte and character offsets, so that a
//! solution costs no more than its part, also in a text of megabytes.

use std::borrow::Cow;

use crate::base::atom::Functor;
use crate::base::iso_error::Type;
use crate::base::known;
use crate::machine::Machine;
use crate::native::{Native, Stop, nondet};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::builtins::text::atoms::{check_natural, is_atom_text};
use crate::builtins::text::only_part::only_part;
use crate::native::args::borrowed_text::{Text, borrow_text};
use crate::native::args::text_arg::Made;

pub(in crate::builtins) const TABLE: &[Native] = &[
    nondet!("sub_atom(+atom, ?before, ?length, ?after, ?sub)", 5, sub_atom_5)
        .first(|m| only_part(m, Made::Atoms))
        .iso("8.16.3")
        .doc(
            "True if sub is a part of atom of this length, preceded by before and followed by \
             after characters.",
        )
        .examples(&[
            ("sub_atom(abracadabra, 0, 5, _, S)", "S = abrac"),
            ("sub_atom(abracadabra, _, 5, 0, S)", "S = dabra"),
            ("sub_atom(abc, B, 1, A, b)", "B = 1, A = 1"),
        ]),
    nondet!("sub_string(+text, ?before, ?length, ?after, ?sub)", 5, sub_string_5)
        .first(|m| only_part(m, Made::Strings))
        .doc(
            "True if the string sub is a part of text of this length, preceded by before and followed by \
             after characters.",
        )
        .examples(&[("sub_string(\"hello\", 1, 3, A, S)", "A = 1, S = \"ell\"")]),
];

fn sub_atom_5(
    m: &mut Machine,
    state: Option<Cell>,
    text: Cell,
    before: Cell,
    length: Cell,
    after: Cell,
    sub: Cell,
) -> Result<Option<Cell>, Stop> {
    sub_text(m, state, [text, before, length, after, sub], Made::Atoms)
}

fn sub_string_5(
    m: &mut Machine,
    state: Option<Cell>,
    text: Cell,
    before: Cell,
    length: Cell,
    after: Cell,
    sub: Cell,
) -> Result<Option<Cell>, Stop> {
    sub_text(m, state, [text, before, length, after, sub], Made::Strings)
}

/// A part of a text, and the size of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SubText {
    /// Characters before it.
    before: usize,
    /// Characters in it.
    length: usize,
    /// The byte offset of its start.
    start: usize,
    /// The byte offset of its end.
    end: usize,
    /// Characters of the whole text.
    chars: usize,
}

impl SubText {
    fn after(&self) -> usize {
        self.chars - self.before - self.length
    }
}

/// The numbers known at the call; the third follows from two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct KnownNumbers {
    before: Option<usize>,
    length: Option<usize>,
    after: Option<usize>,
}

/// Bits of the search mode, beside those of the known numbers: the part itself is known.
const KNOWS_SUB: u8 = 8;
/// Two of the numbers are the same variable, as in sub_atom(A, N, N, _, _): only parts where they are equal qualify.
const EQUALS: u8 = 16;
/// Each character of the text is one byte.
const PLAIN: u8 = 32;

/// The part from which the search continues, and the mode: the arguments are examined once, at the call.
#[derive(Clone, Copy)]
struct SubTextState {
    part: SubText,
    mode: u8,
}

fn sub_text(
    m: &mut Machine,
    state: Option<Cell>,
    [text, before, length, after, sub]: [Cell; 5],
    made: Made,
) -> Result<Option<Cell>, Stop> {
    let numbers = [before, length, after];
    let (mut mode, from) = match state {
        Some(state) => {
            let SubTextState { part, mode } = unpack(m, state);
            if mode & (PLAIN | KNOWS_SUB | EQUALS) == PLAIN {
                // The next part follows without access to the text.
                let next = next_part(&Plain(part.chars), &part, known_numbers(mode));
                unify_part(m, [text, sub], numbers, part, mode, made)?;
                return Ok(next.map(|part| pack(m, Some(state), SubTextState { part, mode })));
            }
            (mode, Some(part))
        }
        None => (mode_of(m, text, numbers, sub, made)?, None),
    };
    let known = |i: usize| {
        if mode & 1 << i != 0 {
            natural(m, numbers[i])
        } else {
            None
        }
    };
    let wanted = KnownNumbers {
        before: known(0),
        length: known(1),
        after: known(2),
    };
    let fits = |part: &SubText| {
        let cells = numbers.map(|cell| m.deref(cell));
        let found = [part.before, part.length, part.after()];
        (0..3).all(|i| (0..i).all(|j| cells[i] != cells[j] || found[i] == found[j]))
    };
    let sought = if mode & KNOWS_SUB != 0 {
        known_text(m, sub)
    } else {
        None
    };
    let source = borrow_text(m, text).ok_or(Stop::Fail)?;
    let step = |from: &SubText| match &sought {
        Some(sub) => next_match(&source, from, sub, wanted),
        None => next_part(&source, from, wanted),
    };
    let find = |mut part: Option<SubText>| {
        if mode & EQUALS != 0 {
            while let Some(candidate) = part
                && !fits(&candidate)
            {
                part = step(&candidate);
            }
        }
        part
    };
    let first = from.or_else(|| match &sought {
        Some(sub) => find(first_match(&source, sub, wanted)),
        None => find(first_part(&source, wanted)),
    });
    let found = first.ok_or(Stop::Fail)?;
    let next = find(step(&found));
    if found.chars == source.bytes() {
        mode |= PLAIN;
    }
    unify_part(m, [text, sub], numbers, found, mode, made)?;
    Ok(next.map(|part| pack(m, state, SubTextState { part, mode })))
}

/// Returns which numbers are known; their values do not matter once the first part has been found.
fn known_numbers(mode: u8) -> KnownNumbers {
    let known = |i: usize| (mode & 1 << i != 0).then_some(0);
    KnownNumbers {
        before: known(0),
        length: known(1),
        after: known(2),
    }
}

/// Unifies the unknown arguments with those of the part.
fn unify_part(
    m: &mut Machine,
    [text, sub]: [Cell; 2],
    numbers: [Cell; 3],
    found: SubText,
    mode: u8,
    made: Made,
) -> Result<(), Stop> {
    for (i, number) in [found.before, found.length, found.after()].into_iter().enumerate() {
        if mode & 1 << i == 0 {
            m.unify(numbers[i], Cell::int(number as i64))?;
        }
    }
    if mode & KNOWS_SUB == 0 {
        let new = made.make_part(m, text, found.start, found.end)?;
        m.unify(sub, new)?;
    }
    Ok(())
}

/// Checks the arguments and returns the mode of the search.
fn mode_of(m: &mut Machine, text: Cell, numbers: [Cell; 3], sub: Cell, made: Made) -> Result<u8, Stop> {
    check(m, text, made, false)?;
    check(m, sub, made, true)?;
    for number in numbers {
        check_natural(m, number)?;
    }
    let mut mode = 0;
    for (i, &number) in numbers.iter().enumerate() {
        if natural(m, number).is_some() {
            mode |= 1 << i;
        }
    }
    if !m.deref(sub).is_variable() {
        mode |= KNOWS_SUB;
    }
    let [a, b, c] = numbers.map(|cell| m.deref(cell));
    if a == b || b == c || a == c {
        mode |= EQUALS;
    }
    Ok(mode)
}

/// Returns the text of a bound argument.
fn known_text(m: &Machine, cell: Cell) -> Option<Cow<'_, str>> {
    match borrow_text(m, cell)? {
        Text::Plain(text) => Some(text),
        Text::Ascii(text) | Text::Long(text, _) => Some(Cow::Borrowed(text)),
        text => Some(Cow::Owned(text.part(0, text.bytes()).into_owned())),
    }
}

/// Raises an error unless `cell` is a text, or unbound if that is allowed.
fn check(m: &mut Machine, cell: Cell, made: Made, may_be_unbound: bool) -> Result<(), Stop> {
    let strings = made == Made::Strings;
    match m.view(cell) {
        View::Var(_) | View::Attributed(_) if may_be_unbound => Ok(()),
        View::Var(_) | View::Attributed(_) => Err(m.instantiation_error()),
        View::List(_) | View::Struct(..) if strings => Err(m.type_error(Type::String, cell)),
        _ if strings || is_atom_text(m, cell) => Ok(()),
        _ => Err(m.type_error(Type::Atom, cell)),
    }
}

fn natural(m: &Machine, cell: Cell) -> Option<usize> {
    let cell = m.deref(cell);
    if cell.is_int() {
        usize::try_from(cell.as_int()).ok()
    } else {
        None
    }
}

/// Writes a state to the heap, over the previous one.
fn pack(m: &mut Machine, old: Option<Cell>, SubTextState { part, mode }: SubTextState) -> Cell {
    let numbers = [part.before, part.length, part.start, part.end, part.chars, mode.into()];
    let numbers = numbers.map(|number| Cell::int(number as i64));
    match old {
        Some(state) => {
            m.heap.set_arguments(state, &numbers);
            state
        }
        None => m.heap.new_struct(Functor::new(known::KEY, 6), &numbers),
    }
}

fn unpack(m: &Machine, state: Cell) -> SubTextState {
    let start = state.address() + 1;
    let number = |i: usize| m.heap.get(start + i).as_int() as usize;
    SubTextState {
        part: SubText {
            before: number(0),
            length: number(1),
            start: number(2),
            end: number(3),
            chars: number(4),
        },
        mode: number(5) as u8,
    }
}

/// Returns the first part, if the text of the part is unknown.
fn first_part(text: &Text<'_>, wanted: KnownNumbers) -> Option<SubText> {
    let chars = text.chars();
    let before = match wanted {
        KnownNumbers {
            before: Some(before), ..
        } => before,
        KnownNumbers {
            length: Some(length),
            after: Some(after),
            ..
        } => chars.checked_sub(length)?.checked_sub(after)?,
        _ => 0,
    };
    let rest = chars.checked_sub(before)?;
    let length = match wanted {
        KnownNumbers {
            length: Some(length), ..
        } => length,
        KnownNumbers { after: Some(after), .. } => rest.checked_sub(after)?,
        _ => 0,
    };
    if length > rest || wanted.after.is_some_and(|after| after != rest - length) {
        return None;
    }
    let start = text.skip(0, before, chars);
    let end = if length == rest {
        text.bytes()
    } else {
        text.skip(start, length, chars)
    };
    Some(SubText {
        before,
        length,
        start,
        end,
        chars,
    })
}

/// The operations on a text that are needed to step from part to part.
trait CharSteps {
    /// Returns the number of bytes.
    fn bytes(&self) -> usize;
    /// Returns the byte offset after the character at `at`.
    fn step(&self, at: usize) -> usize;
}

impl CharSteps for Text<'_> {
    fn bytes(&self) -> usize {
        Text::bytes(self)
    }

    fn step(&self, at: usize) -> usize {
        Text::step(self, at)
    }
}

/// A text of this many characters, each of one byte.
struct Plain(usize);

impl CharSteps for Plain {
    fn bytes(&self) -> usize {
        self.0
    }

    fn step(&self, at: usize) -> usize {
        at + 1
    }
}

/// Returns the part after `from`, if the text of the part is unknown.
fn next_part(text: &impl CharSteps, from: &SubText, wanted: KnownNumbers) -> Option<SubText> {
    let mut part = *from;
    match (wanted.before, wanted.length, wanted.after) {
        (Some(_), Some(_), _) | (Some(_), _, Some(_)) | (_, Some(_), Some(_)) => return None,
        (None, Some(_), None) => {
            if part.end == text.bytes() {
                return None;
            }
            part.before += 1;
            part.end = text.step(part.end);
            part.start = if part.length == 0 {
                part.end
            } else {
                text.step(part.start)
            };
        }
        (None, None, Some(_)) => {
            part.length = part.length.checked_sub(1)?;
            part.before += 1;
            part.start = text.step(part.start);
        }
        (_, None, None) => {
            if part.end < text.bytes() {
                part.length += 1;
                part.end = text.step(part.end);
            } else if wanted.before.is_some() || part.start == text.bytes() {
                return None;
            } else {
                part.before += 1;
                part.length = 0;
                part.start = text.step(part.start);
                part.end = part.start;
            }
        }
    }
    Some(part)
}

/// Returns the first occurrence of a known part.
fn first_match(text: &Text<'_>, sub: &str, wanted: KnownNumbers) -> Option<SubText> {
    let length = sub.chars().count();
    let chars = text.chars();
    if wanted.length.is_some_and(|n| n != length) || length > chars {
        return None;
    }
    if wanted.before.is_some() || wanted.after.is_some() {
        let part = first_part(
            text,
            KnownNumbers {
                length: Some(length),
                ..wanted
            },
        )?;
        return text.has_at(part.start, sub).then_some(part);
    }
    let start = text.find(sub, 0)?;
    let before = text.chars_between(0, start, chars);
    Some(SubText {
        before,
        length,
        start,
        end: start + sub.len(),
        chars,
    })
}

/// Returns the next occurrence of a known part.
fn next_match(text: &Text<'_>, from: &SubText, sub: &str, wanted: KnownNumbers) -> Option<SubText> {
    if wanted.before.is_some() || wanted.after.is_some() || from.start == text.bytes() {
        return None;
    }
    let start = text.find(sub, text.step(from.start))?;
    let before = from.before + text.chars_between(from.start, start, from.chars);
    Some(SubText {
        before,
        start,
        end: start + sub.len(),
        ..*from
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANY: KnownNumbers = KnownNumbers {
        before: None,
        length: None,
        after: None,
    };

    fn parts(text: &str, wanted: KnownNumbers) -> Vec<(usize, usize, String)> {
        let text = Text::Plain(Cow::Borrowed(text));
        let mut found = Vec::new();
        let mut part = first_part(&text, wanted);
        while let Some(p) = part {
            found.push((p.before, p.length, text.part(p.start, p.end).into_owned()));
            part = next_part(&text, &p, wanted);
        }
        found
    }

    fn matches(text: &str, sub: &str, wanted: KnownNumbers) -> Vec<usize> {
        let text = Text::Plain(Cow::Borrowed(text));
        let mut found = Vec::new();
        let mut part = first_match(&text, sub, wanted);
        while let Some(p) = part {
            found.push(p.before);
            part = next_match(&text, &p, sub, wanted);
        }
        found
    }

    #[test]
    fn all_parts_in_order() {
        let all: Vec<String> = parts("aéb", ANY).into_iter().map(|(_, _, s)| s).collect();
        assert_eq!(all, ["", "a", "aé", "aéb", "", "é", "éb", "", "b", ""]);
        assert_eq!(parts("", ANY), [(0, 0, String::new())]);
    }

    #[test]
    fn one_number_known() {
        let texts = |wanted| parts("aéb", wanted).into_iter().map(|(_, _, s)| s).collect::<Vec<_>>();
        assert_eq!(texts(KnownNumbers { before: Some(1), ..ANY }), ["", "é", "éb"]);
        assert_eq!(texts(KnownNumbers { length: Some(2), ..ANY }), ["aé", "éb"]);
        assert_eq!(texts(KnownNumbers { length: Some(0), ..ANY }), ["", "", "", ""]);
        assert_eq!(texts(KnownNumbers { after: Some(1), ..ANY }), ["aé", "é", ""]);
        assert_eq!(texts(KnownNumbers { before: Some(4), ..ANY }), [""; 0]);
        assert_eq!(texts(KnownNumbers { length: Some(4), ..ANY }), [""; 0]);
    }

    #[test]
    fn two_numbers_known_give_one_part() {
        assert_eq!(
            parts(
                "aéb",
                KnownNumbers {
                    before: Some(1),
                    length: Some(1),
                    ..ANY
                }
            ),
            [(1, 1, "é".into())]
        );
        assert_eq!(
            parts(
                "aéb",
                KnownNumbers {
                    before: Some(1),
                    after: Some(0),
                    ..ANY
                }
            ),
            [(1, 2, "éb".into())]
        );
        assert_eq!(
            parts(
                "aéb",
                KnownNumbers {
                    length: Some(1),
                    after: Some(0),
                    ..ANY
                }
            ),
            [(2, 1, "b".into())]
        );
        assert_eq!(
            parts(
                "aéb",
                KnownNumbers {
                    before: Some(1),
                    length: Some(1),
                    after: Some(0)
                }
            ),
            []
        );
    }

    #[test]
    fn known_texts_may_overlap() {
        assert_eq!(matches("aaaa", "aa", ANY), [0, 1, 2]);
        assert_eq!(matches("éaéa", "éa", ANY), [0, 2]);
        assert_eq!(matches("ab", "", ANY), [0, 1, 2]);
        assert_eq!(matches("abc", "bc", KnownNumbers { after: Some(0), ..ANY }), [1]);
        assert_eq!(matches("abc", "b", KnownNumbers { length: Some(2), ..ANY }), [0; 0]);
    }
}
