//! Strings, and predicates that accept text of any type. Not in the standard.

use crate::base::iso_error::{Domain, Limit, Type};
use crate::base::known;
use crate::base::limit;
use crate::base::watch::{Pace, Watch};
use crate::io::encoding::{Encoding, from_bytes, to_bytes};
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det, holds, nondet};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::builtins::text::atoms::{change_case, concat, split_at, unify_length};
use crate::native::args::borrowed_text::borrow_text;
use crate::native::args::number_text::{number_text, parse_number};
use crate::native::args::text_arg::{
    Elements, Made, atomic_text, list_items, list_or_text, list_text, need_atomic, need_list, need_text, new_atom,
    new_chars, new_codes, new_string, no_text_error, push_atomic, text_atom,
};

/// Items between two polls of the limits.
const STEPS: usize = 1024;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("string_length(+text, ?length)", 2, string_length_2)
        .doc("Unifies length with the number of characters of a text.")
        .examples(&[("string_length(\"abc\", N)", "N = 3")]),
    nondet!("string_concat(?start, ?end, ?whole)", 3, string_concat_3)
        .doc("True if whole is the concatenation of start and end; splits whole in all ways if they are unbound.")
        .examples(&[
            ("string_concat(\"ab\", c, S)", "S = \"abc\""),
            ("string_concat(X, \"c\", \"abc\")", "X = \"ab\""),
        ]),
    nondet!("text_concat(?start, ?end, ?whole)", 3, text_concat_3)
        .doc("Like atom_concat/3, but returns a string if one of the texts is a string.")
        .examples(&[
            ("text_concat(\"ab\", c, S)", "S = \"abc\""),
            ("text_concat(ab, c, S)", "S = abc"),
        ]),
    det!("string_chars(?text, ?chars)", 2, string_chars_2)
        .doc("Converts between a text and the list of its characters; from a list makes a string.")
        .examples(&[
            ("string_chars(\"ab\", L)", "L = [a, b]"),
            ("string_chars(S, [a, b])", "S = \"ab\""),
        ]),
    det!("string_codes(?text, ?codes)", 2, string_codes_2)
        .doc("Converts between a text and the list of its character codes; from a list makes a string.")
        .examples(&[
            ("string_codes(\"ab\", L)", "L = [97, 98]"),
            ("string_codes(S, [97])", "S = \"a\""),
        ]),
    nondet!("string_code(?index, +text, ?code)", 3, string_code_3)
        .doc("Unifies code with the code of the character at index, counted from 1; fails outside the text.")
        .examples(&[
            ("string_code(1, \"abc\", C)", "C = 97"),
            ("string_code(I, \"abc\", 0'c)", "I = 3"),
            ("string_code(4, \"abc\", C)", "false"),
        ]),
    det!("string_bytes(?text, ?bytes, +encoding)", 3, string_bytes_3)
        .doc(
            "Converts between a text and the list of its bytes in an encoding (utf8, utf16le and so on, as \
             in open/4); from bytes makes a string.",
        )
        .examples(&[
            ("string_bytes(\"é\", L, utf8)", "L = [195, 169]"),
            ("string_bytes(S, [0, 97], utf16be)", "S = \"a\""),
            ("string_bytes(\"é\", _, ascii)", "representation_error(character)"),
        ]),
    det!("string_to_atom(?text, ?atom)", 2, string_to_atom_2)
        .doc("Converts between a string and an atom; if both are bound, compares their texts.")
        .examples(&[
            ("string_to_atom(\"abc\", A)", "A = abc"),
            ("string_to_atom(S, abc)", "S = \"abc\""),
        ]),
    det!("atom_string(?atom, ?string)", 2, atom_string_2)
        .doc("Converts between an atom and a string.")
        .examples(&[
            ("atom_string(abc, S)", "S = \"abc\""),
            ("atom_string(A, \"abc\")", "A = abc"),
        ]),
    det!("number_string(?number, ?string)", 2, number_string_2)
        .doc("Converts between a number and its text; fails if the text does not denote a number.")
        .examples(&[
            ("number_string(N, \"42\")", "N = 42"),
            ("number_string(42, S)", "S = \"42\""),
        ]),
    det!("text_to_string(+text, ?string)", 2, text_to_string_2)
        .doc("Unifies string with the text of an atom, a string, or a list of characters or codes.")
        .examples(&[("text_to_string([a, b], S)", "S = \"ab\"")]),
    det!("string_lower(+text, ?string)", 2, string_lower_2)
        .doc("Unifies string with the text in lower case.")
        .examples(&[("string_lower(\"aBc\", S)", "S = \"abc\"")]),
    det!("string_upper(+text, ?string)", 2, string_upper_2)
        .doc("Unifies string with the text in upper case.")
        .examples(&[("string_upper(\"aBc\", S)", "S = \"ABC\"")]),
    det!("split_string(+text, +separators, +pad, ?strings)", 4, split_string_4)
        .doc("Splits a text at the separator characters and strips pad characters from both ends of the parts.")
        .examples(&[
            ("split_string(\"a.b.c\", \".\", \"\", L)", "L = [\"a\", \"b\", \"c\"]"),
            ("split_string(\"  a word \", \"\", \" \", L)", "L = [\"a word\"]"),
        ]),
    det!("atomic_list_concat(+items, ?atom)", 2, atomic_list_concat_2)
        .doc("Unifies atom with the concatenation of the texts of all items.")
        .examples(&[("atomic_list_concat([a, 1, \"b\"], A)", "A = a1b")]),
    det!("atomic_list_concat(?items, +separator, ?atom)", 3, atomic_list_concat_3)
        .doc(
            "Concatenates the texts of all items with separator between them; if items is partial, splits \
             atom at separator.",
        )
        .examples(&[
            ("atomic_list_concat([a, b], '-', A)", "A = 'a-b'"),
            ("atomic_list_concat(L, ',', 'a,b')", "L = [a, b]"),
        ]),
];

fn string_length_2(m: &mut Machine, text: Cell, length: Cell) -> Step {
    let count = match m.view(text) {
        View::List(_) | View::Atom(known::NIL) => need_text(m, text)?.chars().count(),
        _ => match borrow_text(m, text) {
            Some(text) => text.chars(),
            None => return Err(m.type_or_instantiation_error(Type::Text, text)),
        },
    };
    unify_length(m, count, length)
}

fn string_concat_3(m: &mut Machine, state: Option<Cell>, a: Cell, b: Cell, whole: Cell) -> Result<Option<Cell>, Stop> {
    match state {
        Some(state) => split_at(m, state, [a, b, whole], Made::Strings),
        None => concat(m, [a, b, whole], Made::Strings),
    }
}

fn text_concat_3(m: &mut Machine, state: Option<Cell>, a: Cell, b: Cell, whole: Cell) -> Result<Option<Cell>, Stop> {
    let string = [a, b, whole]
        .into_iter()
        .any(|cell| matches!(m.view(cell), View::String(_)));
    let made = if string { Made::Strings } else { Made::Atoms };
    match state {
        Some(state) => split_at(m, state, [a, b, whole], made),
        None => concat(m, [a, b, whole], made),
    }
}

fn string_chars_2(m: &mut Machine, text: Cell, chars: Cell) -> Step {
    string_list(m, text, chars, Elements::Chars)
}

fn string_codes_2(m: &mut Machine, text: Cell, codes: Cell) -> Step {
    string_list(m, text, codes, Elements::Codes)
}

fn string_list(m: &mut Machine, text: Cell, list: Cell, elements: Elements) -> Step {
    if m.deref(text).is_variable() {
        let new = match m.view(list) {
            View::List(_) | View::Atom(known::NIL) => {
                list_text(m, list, Elements::Any).map_err(|why| no_text_error(m, list, why, elements))?
            }
            View::String(_) => need_text(m, list)?,
            _ => return Err(m.type_or_instantiation_error(Type::List, list)),
        };
        let new = new_string(m, &new)?;
        return m.unify(text, new);
    }
    let known = need_text(m, text)?;
    let new = match elements {
        Elements::Chars => new_chars(m, &known, Cell::NIL)?,
        _ => new_codes(m, &known, Cell::NIL)?,
    };
    m.unify(list, new)
}

fn string_bytes_3(m: &mut Machine, text: Cell, bytes: Cell, encoding: Cell) -> Step {
    let View::Atom(name) = m.view(encoding) else {
        return Err(m.type_or_instantiation_error(Type::Atom, encoding));
    };
    let Some(code) = Encoding::named(m.atoms.text(name)) else {
        return Err(m.domain_error(Domain::Encoding, encoding));
    };
    if m.deref(text).is_variable() {
        let mut raw = Vec::new();
        for item in need_list(m, bytes)? {
            match m.view(item) {
                View::Int(byte @ 0..=255) => raw.push(byte as u8),
                _ => return Err(m.type_or_instantiation_error(Type::Byte, item)),
            }
        }
        let new = new_string(m, &from_bytes(&raw, code))?;
        return m.unify(text, new);
    }
    let known = need_text(m, text)?;
    let Some(raw) = to_bytes(&known, code) else {
        return Err(m.representation_error(Limit::Character));
    };
    m.reserve(2 * raw.len())?;
    let items: Vec<Cell> = raw.iter().map(|&byte| Cell::int(i64::from(byte))).collect();
    let list = m.heap.new_list(&items, Cell::NIL);
    m.unify(bytes, list)
}

fn string_code_3(
    m: &mut Machine,
    state: Option<Cell>,
    index: Cell,
    text: Cell,
    code: Cell,
) -> Result<Option<Cell>, Stop> {
    if m.deref(index).is_variable() {
        return search_code(m, state, index, text, code);
    }
    let at = match m.view(index) {
        View::Int(at) if at < 0 => return Err(m.domain_error(Domain::NotLessThanZero, index)),
        View::Int(at) => at as usize,
        _ => return Err(m.type_error(Type::Integer, index)),
    };
    let found = match borrow_text(m, text) {
        Some(text) => {
            let chars = text.chars();
            if at == 0 || at > chars {
                return Err(Stop::Fail);
            }
            let start = text.skip(0, at - 1, chars);
            text.part(start, text.step(start)).chars().next()
        }
        None => {
            let text = need_text(m, text)?;
            at.checked_sub(1).and_then(|at| text.chars().nth(at))
        }
    };
    let Some(found) = found else { return Err(Stop::Fail) };
    m.unify(code, Cell::int(i64::from(found as u32)))?;
    Ok(None)
}

/// Finds the next character of a text that can have this code. The state is the position where to look first.
fn search_code(
    m: &mut Machine,
    state: Option<Cell>,
    index: Cell,
    text: Cell,
    code: Cell,
) -> Result<Option<Cell>, Stop> {
    let wanted = match m.view(code) {
        View::Int(code) => Some(code),
        View::Var(_) | View::Attributed(_) => None,
        _ => return Err(m.type_error(Type::Integer, code)),
    };
    let from = state.map_or(1, |state| state.as_int() as usize);
    let (at, found) = next_code(m, from, text, wanted)?.ok_or(Stop::Fail)?;
    // A choice point is kept if there is another solution.
    let more = next_code(m, at + 1, text, wanted)?.map(|(next, _)| Cell::int(next as i64));
    m.unify(index, Cell::int(at as i64))?;
    m.unify(code, Cell::int(i64::from(found)))?;
    Ok(more)
}

/// Returns the first position from `from` on whose character has the code `wanted`, if that is known, and its code.
fn next_code(m: &mut Machine, from: usize, text: Cell, wanted: Option<i64>) -> Result<Option<(usize, u32)>, Stop> {
    let fits = |found: u32| wanted.is_none_or(|code| code == i64::from(found));
    if let Some(text) = borrow_text(m, text) {
        let chars = text.chars();
        if from > chars {
            return Ok(None);
        }
        let mut start = text.skip(0, from - 1, chars);
        for at in from..=chars {
            let end = text.step(start);
            let found = text.part(start, end).chars().next().map(u32::from);
            if let Some(found) = found.filter(|&found| fits(found)) {
                return Ok(Some((at, found)));
            }
            start = end;
        }
        return Ok(None);
    }
    let text = need_text(m, text)?;
    let codes = text.chars().map(u32::from);
    let mut places = codes.enumerate().map(|(at, code)| (at + 1, code)).skip(from - 1);
    Ok(places.find(|&(_, found)| fits(found)))
}

fn string_to_atom_2(m: &mut Machine, text: Cell, atom: Cell) -> Step {
    if m.deref(text).is_variable() {
        let known = need_atomic(m, atom)?;
        let new = new_string(m, &known)?;
        return m.unify(text, new);
    }
    let known = need_text(m, text)?;
    let new = text_atom(m, &known)?;
    m.unify(atom, new)
}

fn atom_string_2(m: &mut Machine, atom: Cell, string: Cell) -> Step {
    if m.deref(atom).is_variable() {
        let Some(known) = list_or_text(m, string) else {
            return Err(m.type_or_instantiation_error(Type::String, string));
        };
        let new = text_atom(m, &known)?;
        return m.unify(atom, new);
    }
    let Some(known) = list_or_text(m, atom) else {
        // A term that is no text is not the atom of a text either.
        let has_text = list_or_text(m, string).is_some();
        return Err(if has_text {
            Stop::Fail
        } else {
            m.type_error(Type::Atom, atom)
        });
    };
    if m.deref(string).is_variable() {
        let new = new_string(m, &known)?;
        return m.unify(string, new);
    }
    holds(need_text(m, string)? == known)
}

fn number_string_2(m: &mut Machine, number: Cell, string: Cell) -> Step {
    if !m.deref(string).is_variable() {
        let text = need_text(m, string)?;
        let value = parse_number(m, &text).ok_or(Stop::Fail)?;
        let value = m.heap.new_number(&value);
        return m.unify(number, value);
    }
    match m.heap.number(number) {
        Some(value) => {
            let new = new_string(m, &number_text(m, &value))?;
            m.unify(string, new)
        }
        None => Err(m.type_or_instantiation_error(Type::Number, number)),
    }
}

fn text_to_string_2(m: &mut Machine, text: Cell, string: Cell) -> Step {
    if m.heap.number(text).is_some() {
        return Err(m.type_error(Type::Text, text));
    }
    let known = need_text(m, text)?;
    let new = new_string(m, &known)?;
    m.unify(string, new)
}

fn string_lower_2(m: &mut Machine, text: Cell, string: Cell) -> Step {
    let new = change_case(m, text, false)?;
    let new = new_string(m, &new)?;
    m.unify(string, new)
}

fn string_upper_2(m: &mut Machine, text: Cell, string: Cell) -> Step {
    let new = change_case(m, text, true)?;
    let new = new_string(m, &new)?;
    m.unify(string, new)
}

fn split_string_4(m: &mut Machine, text: Cell, separators: Cell, pad: Cell, strings: Cell) -> Step {
    let (text, separators, pad) = (need_text(m, text)?, need_text(m, separators)?, need_text(m, pad)?);
    let parts = split(&m.heap.watch, &text, &separators, &pad);
    m.reserve(text.len() / 8 + 4 * parts.len())?;
    let mut items = Vec::with_capacity(parts.len());
    for (i, part) in parts.into_iter().enumerate() {
        if i % STEPS == 0 {
            m.poll()?;
        }
        items.push(m.heap.new_string(part));
    }
    let list = m.heap.new_list(&items, Cell::NIL);
    m.unify(strings, list)
}

/// Splits `text` at separators and strips padding from both ends of each part, as SWI-Prolog does.
///
/// Padding at the start of a part is skipped before its end is searched for, including separators in it: so if all
/// separators are padding too, several in a row count as one. A part that begins with a separator is empty, however,
/// unless padding ended the part before.
fn split<'a>(watch: &Watch, text: &'a str, separators: &str, pad: &str) -> Vec<&'a str> {
    let is_pad = |c: char| pad.contains(c);
    let mut rest = text.trim_matches(is_pad);
    let mut parts = Vec::new();
    let mut pace = Pace::new();
    let mut is_separator = |c: char| pace.step(watch) || separators.contains(c);
    let mut after_pad = false;
    loop {
        if after_pad || !rest.starts_with(&mut is_separator) {
            rest = rest.trim_start_matches(is_pad);
        }
        let Some(end) = rest.find(&mut is_separator) else { break };
        if watch.walk_ended_early() {
            break;
        }
        parts.push(rest[..end].trim_end_matches(is_pad));
        let mut after = rest[end..].chars();
        after_pad = after.next().is_some_and(is_pad);
        rest = after.as_str();
    }
    parts.push(rest);
    parts
}

fn atomic_list_concat_2(m: &mut Machine, items: Cell, atom: Cell) -> Step {
    let items = need_list(m, items)?;
    let Some(text) = joined(m, &items, "")? else {
        let culprit = items.into_iter().find(|&item| atomic_text(m, item).is_none());
        return Err(m.type_or_instantiation_error(Type::Text, culprit.unwrap_or(Cell::NIL)));
    };
    let new = text_atom(m, &text)?;
    m.unify(atom, new)
}

/// Joins the texts of atomic terms with `separator` between them; `None` if one is not atomic.
///
/// # Errors
/// `resource_error(memory)`: a few cells may denote a text of any length.
fn joined(m: &mut Machine, items: &[Cell], separator: &str) -> Result<Option<String>, Stop> {
    let most = m.limits.memory().saturating_sub(m.stack_bytes());
    let mut text = String::new();
    for (i, &item) in items.iter().enumerate() {
        if i % STEPS == 0 {
            m.poll()?;
        }
        if text.len() > most {
            return Err(m.resource_error(limit::Limit::Memory));
        }
        if i > 0 {
            text.push_str(separator);
        }
        if !push_atomic(m, item, &mut text) {
            return Ok(None);
        }
    }
    Ok(Some(text))
}

/// Raises an error unless the first unknown item is a variable or the list is partial, so that the text can be split.
fn expect_unknown(m: &mut Machine, items: Cell) -> Step {
    let mut rest = m.deref(items);
    let mut pace = Pace::new();
    loop {
        if pace.step(&m.heap.watch) {
            m.poll()?;
        }
        let View::List(pair) = m.view(rest) else { break };
        let item = m.heap.get(pair);
        if m.deref(item).is_variable() {
            return Ok(());
        }
        if atomic_text(m, item).is_none() {
            return Err(m.type_error(Type::Text, item));
        }
        rest = m.deref(m.heap.get(pair + 1));
    }
    if rest.is_variable() {
        Ok(())
    } else {
        Err(m.type_error(Type::List, rest))
    }
}

/// Returns the only character of a text that has one.
fn char_of(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.as_str().is_empty())
}

fn atomic_list_concat_3(m: &mut Machine, items: Cell, separator: Cell, atom: Cell) -> Step {
    let separator_text = need_atomic(m, separator)?;
    let whole = m.deref(atom);
    let known = list_items(m, items);
    if let Ok(known) = &known
        && let Some(text) = joined(m, known, &separator_text)?
    {
        let new = text_atom(m, &text)?;
        return m.unify(atom, new);
    }
    match known {
        // The list is cyclic.
        Err(end) if matches!(m.view(end), View::List(_)) => return Err(m.type_error(Type::List, items)),
        _ => expect_unknown(m, items)?,
    }
    if separator_text.is_empty() {
        let domain = new_atom(m, "non_empty_atom");
        let formal = m.heap.new_term(known::DOMAIN_ERROR, &[domain, separator]);
        return Err(m.throw_error(formal));
    }
    let whole = need_atomic(m, whole)?;
    let mut pace = Pace::new();
    let mut goes_on = |_: &&str| !pace.step(&m.heap.watch);
    // A search for a character is a fourth of the work of one for a text.
    let parts: Vec<&str> = match char_of(&separator_text) {
        Some(separator) => whole.split(separator).take_while(&mut goes_on).collect(),
        None => whole.split(&separator_text).take_while(&mut goes_on).collect(),
    };
    m.reserve(2 * parts.len())?;
    m.charge_program(whole.len() + 16 * parts.len())?;
    let mut cells = Vec::with_capacity(parts.len());
    for (i, part) in parts.into_iter().enumerate() {
        if i % STEPS == 0 {
            m.poll()?;
        }
        cells.push(Cell::atom(m.atoms.intern(part)));
    }
    let list = m.heap.new_list(&cells, Cell::NIL);
    m.unify(items, list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitting() {
        let split = |text, separators, pad| split(&Watch::default(), text, separators, pad);
        assert_eq!(split("/home//jan", "/", ""), ["", "home", "", "jan"]);
        assert_eq!(split("  a b  ", "", " "), ["a b"]);
        assert_eq!(split(" a  b ", " ", " "), ["a", "b"]);
        assert_eq!(split("SWI-Prolog, 7.0", ",", " "), ["SWI-Prolog", "7.0"]);
        assert_eq!(split("a , b ,, c", ",", " "), ["a", "b", "", "c"]);
        assert_eq!(split("//", "/", "/"), [""]);
        assert_eq!(split("Ac, a", ", ", " "), ["Ac", "", "a"]);
        assert_eq!(split("x / ,/", "/ ", " "), ["x", "", "", ",", ""]);
        assert_eq!(split("a yx b", " x", "xy"), ["a", "", "b"]);
        assert_eq!(split("a xy b", " x", "xy"), ["a", "", "", "b"]);
        assert_eq!(split(",a,", ",", ""), ["", "a", ""]);
        assert_eq!(split("", "", ""), [""]);
    }
}
