//! ISO 8.16.3: `sub_atom/5`, and `sub_string/5`.
//!
//! A text is measured once, at the call. What is still to come is kept in the state between two
//! solutions as places in bytes and in characters, so that a solution costs no more than its part,
//! also in a text of megabytes.

use std::borrow::Cow;

use crate::base::atom::Functor;
use crate::base::iso_error::Type;
use crate::base::known;
use crate::machine::Machine;
use crate::machine::native::{Native, Stop, nondet};
use crate::term::cell::Cell;
use crate::term::view::View;

use super::atoms::{check_natural, is_atom_text};
use super::text_arg::{Text, borrow_text, new_string, text_atom};

pub(super) const TABLE: &[Native] = &[
    nondet!("sub_atom(+atom, ?before, ?length, ?after, ?sub)", 5, sub_atom_5)
        .iso("8.16.3")
        .doc("A part of an atom, with the numbers of characters before it, in it and after it.")
        .examples(&[
            ("sub_atom(abracadabra, 0, 5, _, S)", "S = abrac"),
            ("sub_atom(abracadabra, _, 5, 0, S)", "S = dabra"),
            ("sub_atom(abc, B, 1, A, b)", "B = 1, A = 1"),
        ]),
    nondet!("sub_string(+text, ?before, ?length, ?after, ?sub)", 5, sub_string_5)
        .doc("A part of a text as a string, with the numbers of characters before it, in it and after it.")
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
    sub_text(m, state, [text, before, length, after, sub], false)
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
    sub_text(m, state, [text, before, length, after, sub], true)
}

/// A part of a text, and the size of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    /// Characters before it.
    before: usize,
    /// Characters in it.
    length: usize,
    /// The byte where it begins.
    start: usize,
    /// The byte where it ends.
    end: usize,
    /// Characters of the whole text.
    chars: usize,
}

impl Part {
    fn after(&self) -> usize {
        self.chars - self.before - self.length
    }
}

/// What is known of the part at the call; where two are known the third follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Wanted {
    before: Option<usize>,
    length: Option<usize>,
    after: Option<usize>,
}

fn sub_text(
    m: &mut Machine,
    state: Option<Cell>,
    [text, before, length, after, sub]: [Cell; 5],
    strings: bool,
) -> Result<Option<Cell>, Stop> {
    if state.is_none() {
        check(m, text, strings, false)?;
        check(m, sub, strings, true)?;
        for number in [before, length, after] {
            check_natural(m, number)?;
        }
    }
    let wanted = Wanted {
        before: natural(m, before),
        length: natural(m, length),
        after: natural(m, after),
    };
    // The same variable twice, as in sub_atom(A, N, N, _, _): only parts with equal numbers will do.
    let cells = [before, length, after].map(|cell| m.deref(cell));
    let all_fit = cells[0] != cells[1] && cells[1] != cells[2] && cells[0] != cells[2];
    let fits = |part: &Part| {
        let numbers = [part.before, part.length, part.after()];
        all_fit || (0..3).all(|i| (0..i).all(|j| cells[i] != cells[j] || numbers[i] == numbers[j]))
    };
    let from = state.map(|state| unpack(m, state));
    let sought = known_text(m, sub);
    let is_known = sought.is_some();
    let Some(source) = borrow_text(m, text) else {
        return Err(Stop::Fail);
    };
    let step = |from: &Part| match &sought {
        Some(sub) => next_match(&source, from, sub, wanted),
        None => next_part(&source, from, wanted),
    };
    let first = match from {
        Some(part) => Some(part),
        None => match &sought {
            Some(sub) => first_match(&source, sub, wanted),
            None => first_part(&source, wanted),
        },
    };
    let find = |mut part: Option<Part>| {
        while let Some(candidate) = part
            && !fits(&candidate)
        {
            part = step(&candidate);
        }
        part
    };
    let Some(found) = find(first) else {
        return Err(Stop::Fail);
    };
    let next = find(step(&found));
    m.unify(before, Cell::int(found.before as i64))?;
    m.unify(length, Cell::int(found.length as i64))?;
    m.unify(after, Cell::int(found.after() as i64))?;
    if !is_known {
        let new = m.with_text(|m, new| {
            if let Some(source) = borrow_text(m, text) {
                new.push_str(&source.part(found.start, found.end));
            }
            if strings { new_string(m, new) } else { text_atom(m, new) }
        })?;
        m.unify(sub, new)?;
    }
    Ok(next.map(|part| pack(m, part)))
}

/// The text of an argument that is bound.
fn known_text(m: &Machine, cell: Cell) -> Option<Cow<'_, str>> {
    match borrow_text(m, cell)? {
        Text::Plain(text) => Some(text),
        Text::Ascii(text) | Text::Long(text, _) => Some(Cow::Borrowed(text)),
        text => Some(Cow::Owned(text.part(0, text.bytes()).into_owned())),
    }
}

/// Raises an error unless `cell` is a text, or unbound where it may be.
fn check(m: &mut Machine, cell: Cell, strings: bool, may_be_unbound: bool) -> Result<(), Stop> {
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

fn pack(m: &mut Machine, part: Part) -> Cell {
    let address = m.heap.push(Cell::functor(Functor::new(known::KEY, 5)));
    for number in [part.before, part.length, part.start, part.end, part.chars] {
        m.heap.push(Cell::int(number as i64));
    }
    Cell::structure(address)
}

fn unpack(m: &Machine, state: Cell) -> Part {
    let start = m.deref(state).address() + 1;
    let number = |i: usize| m.heap.get(start + i).as_int() as usize;
    Part {
        before: number(0),
        length: number(1),
        start: number(2),
        end: number(3),
        chars: number(4),
    }
}

/// The first part whose text is not known.
fn first_part(text: &Text<'_>, wanted: Wanted) -> Option<Part> {
    let chars = text.chars();
    let before = match wanted {
        Wanted {
            before: Some(before), ..
        } => before,
        Wanted {
            length: Some(length),
            after: Some(after),
            ..
        } => chars.checked_sub(length)?.checked_sub(after)?,
        _ => 0,
    };
    let rest = chars.checked_sub(before)?;
    let length = match wanted {
        Wanted {
            length: Some(length), ..
        } => length,
        Wanted { after: Some(after), .. } => rest.checked_sub(after)?,
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
    Some(Part {
        before,
        length,
        start,
        end,
        chars,
    })
}

/// The part after `from` whose text is not known.
fn next_part(text: &Text<'_>, from: &Part, wanted: Wanted) -> Option<Part> {
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

/// The first place of a known text.
fn first_match(text: &Text<'_>, sub: &str, wanted: Wanted) -> Option<Part> {
    let length = sub.chars().count();
    let chars = text.chars();
    if wanted.length.is_some_and(|n| n != length) || length > chars {
        return None;
    }
    if wanted.before.is_some() || wanted.after.is_some() {
        let part = first_part(
            text,
            Wanted {
                length: Some(length),
                ..wanted
            },
        )?;
        return text.has_at(part.start, sub).then_some(part);
    }
    let start = text.find(sub, 0)?;
    let before = text.chars_between(0, start, chars);
    Some(Part {
        before,
        length,
        start,
        end: start + sub.len(),
        chars,
    })
}

/// The next place of a known text.
fn next_match(text: &Text<'_>, from: &Part, sub: &str, wanted: Wanted) -> Option<Part> {
    if wanted.before.is_some() || wanted.after.is_some() || from.start == text.bytes() {
        return None;
    }
    let start = text.find(sub, text.step(from.start))?;
    let before = from.before + text.chars_between(from.start, start, from.chars);
    Some(Part {
        before,
        start,
        end: start + sub.len(),
        ..*from
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANY: Wanted = Wanted {
        before: None,
        length: None,
        after: None,
    };

    fn parts(text: &str, wanted: Wanted) -> Vec<(usize, usize, String)> {
        let text = Text::Plain(Cow::Borrowed(text));
        let mut found = Vec::new();
        let mut part = first_part(&text, wanted);
        while let Some(p) = part {
            found.push((p.before, p.length, text.part(p.start, p.end).into_owned()));
            part = next_part(&text, &p, wanted);
        }
        found
    }

    fn matches(text: &str, sub: &str, wanted: Wanted) -> Vec<usize> {
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
        assert_eq!(texts(Wanted { before: Some(1), ..ANY }), ["", "é", "éb"]);
        assert_eq!(texts(Wanted { length: Some(2), ..ANY }), ["aé", "éb"]);
        assert_eq!(texts(Wanted { length: Some(0), ..ANY }), ["", "", "", ""]);
        assert_eq!(texts(Wanted { after: Some(1), ..ANY }), ["aé", "é", ""]);
        assert_eq!(texts(Wanted { before: Some(4), ..ANY }), [""; 0]);
        assert_eq!(texts(Wanted { length: Some(4), ..ANY }), [""; 0]);
    }

    #[test]
    fn two_numbers_known_give_one_part() {
        assert_eq!(
            parts(
                "aéb",
                Wanted {
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
                Wanted {
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
                Wanted {
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
                Wanted {
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
        assert_eq!(matches("abc", "bc", Wanted { after: Some(0), ..ANY }), [1]);
        assert_eq!(matches("abc", "b", Wanted { length: Some(2), ..ANY }), [0; 0]);
    }
}
