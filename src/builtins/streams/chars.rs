//! ISO 8.12 and 8.13: input and output of characters, codes and bytes.

use crate::base::atom::Functor;
use crate::base::iso_error::{Limit, Type};
use crate::base::known;
use crate::base::limit;
use crate::base::num::Number;
use crate::io::stream::Stream;
use crate::io::table::{StreamId, USER_ERROR, USER_INPUT};
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det, holds};
use crate::term::cell::{Cell, Tag};
use crate::term::view::View;

use crate::native::args::stream_arg::{
    StreamKind, current_input, current_output_of, input_stream, output_stream_of, reading, stream_failed, writing,
};
use crate::native::args::text_arg::{char_of_atom, char_of_code, new_char};

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("get_char(?char)", 1, get_char_1)
        .iso("8.12.1")
        .doc("Reads the next character of the current input and unifies char with it; with end_of_file at the end.")
        .examples(&[
            ("open_string(\"ab\", _S), set_input(_S), get_char(C)", "C = a"),
            ("get_char(1)", "type_error(in_character, 1)"),
        ]),
    det!("get_char(+stream, ?char)", 2, get_char_2)
        .iso("8.12.1")
        .doc("Reads the next character of a stream and unifies char with it; with end_of_file at the end.")
        .examples(&[("open_string(\"ab\", _S), get_char(_S, C)", "C = a")]),
    det!("get_single_char(?code)", 1, get_single_char_1)
        .doc("Reads the next character of user_input and unifies code with its code, -1 at the end; a terminal delivers a key at once, without Enter, and does not show it.")
        .examples(&[("get_single_char(a)", "type_error(integer, a)")]),
    det!("peek_char(?char)", 1, peek_char_1)
        .iso("8.12.2")
        .doc("Like get_char/1, but leaves the character in the stream.")
        .examples(&[(
            "open_string(\"ab\", _S), set_input(_S), peek_char(C), get_char(D)",
            "C = a, D = a",
        )]),
    det!("peek_char(+stream, ?char)", 2, peek_char_2)
        .iso("8.12.2")
        .doc("Like get_char/2, but leaves the character in the stream.")
        .examples(&[("open_string(\"ab\", _S), peek_char(_S, _), get_char(_S, C)", "C = a")]),
    det!("put_char(+char)", 1, put_char_1)
        .iso("8.12.3")
        .doc("Writes a character to the current output.")
        .examples(&[
            ("with_output_to(string(S), put_char(a))", "S = \"a\""),
            ("put_char(ab)", "type_error(character, ab)"),
        ]),
    det!("put_char(+stream, +char)", 2, put_char_2)
        .iso("8.12.3")
        .doc("Writes a character to a stream.")
        .examples(&[(
            "with_output_to(string(S), (current_output(_O), put_char(_O, a)))",
            "S = \"a\"",
        )]),
    det!("nl", 0, nl_0)
        .iso("8.12.3")
        .doc("Writes a newline to the current output.")
        .examples(&[("with_output_to(string(S), nl)", "S = \"\\n\"")]),
    det!("nl(+stream)", 1, nl_1)
        .iso("8.12.3")
        .doc("Writes a newline to a stream.")
        .examples(&[("with_output_to(string(S), (current_output(_O), nl(_O)))", "S = \"\\n\"")]),
    det!("get_code(?code)", 1, get_code_1)
        .iso("8.12.1")
        .doc("Reads the next character of the current input and unifies code with its code; with -1 at the end.")
        .examples(&[
            ("open_string(\"ab\", _S), set_input(_S), get_code(C)", "C = 97"),
            ("open_string(\"\", _S), set_input(_S), get_code(C)", "C = -1"),
        ]),
    det!("get_code(+stream, ?code)", 2, get_code_2)
        .iso("8.12.1")
        .doc("Reads the next character of a stream and unifies code with its code; with -1 at the end.")
        .examples(&[(
            "open_string(\"a\", _S), get_code(_S, A), get_code(_S, B)",
            "A = 97, B = -1",
        )]),
    det!("peek_code(?code)", 1, peek_code_1)
        .iso("8.12.2")
        .doc("Like get_code/1, but leaves the character in the stream.")
        .examples(&[("open_string(\"ab\", _S), set_input(_S), peek_code(C)", "C = 97")]),
    det!("peek_code(+stream, ?code)", 2, peek_code_2)
        .iso("8.12.2")
        .doc("Like get_code/2, but leaves the character in the stream.")
        .examples(&[("open_string(\"ab\", _S), peek_code(_S, C)", "C = 97")]),
    det!("put_code(+code)", 1, put_code_1)
        .iso("8.12.3")
        .doc("Writes the character with this code to the current output.")
        .examples(&[
            ("with_output_to(string(S), put_code(97))", "S = \"a\""),
            ("put_code(-1)", "representation_error(character_code)"),
        ]),
    det!("put_code(+stream, +code)", 2, put_code_2)
        .iso("8.12.3")
        .doc("Writes the character with this code to a stream.")
        .examples(&[(
            "with_output_to(string(S), (current_output(_O), put_code(_O, 97)))",
            "S = \"a\"",
        )]),
    det!("get_byte(?byte)", 1, get_byte_1)
        .iso("8.13.1")
        .doc("Reads the next byte of the current input and unifies byte with it; with -1 at the end.")
        .examples(&[("get_byte(a)", "type_error(in_byte, a)")]),
    det!("get_byte(+stream, ?byte)", 2, get_byte_2)
        .iso("8.13.1")
        .doc("Reads the next byte of a binary stream and unifies byte with it; with -1 at the end.")
        .examples(&[("get_byte(nosuch, _)", "existence_error(stream, nosuch)")]),
    det!("peek_byte(?byte)", 1, peek_byte_1)
        .iso("8.13.2")
        .doc("Like get_byte/1, but leaves the byte in the stream.")
        .examples(&[("peek_byte(a)", "type_error(in_byte, a)")]),
    det!("peek_byte(+stream, ?byte)", 2, peek_byte_2)
        .iso("8.13.2")
        .doc("Like get_byte/2, but leaves the byte in the stream.")
        .examples(&[("peek_byte(_, _)", "instantiation_error")]),
    det!("put_byte(+byte)", 1, put_byte_1)
        .iso("8.13.3")
        .doc("Writes a byte to the current output.")
        .examples(&[("put_byte(256)", "type_error(byte, 256)")]),
    det!("put_byte(+stream, +byte)", 2, put_byte_2)
        .iso("8.13.3")
        .doc("Writes a byte to a binary stream.")
        .examples(&[("put_byte(nosuch, 1)", "existence_error(stream, nosuch)")]),
    det!("tab(+count)", 1, tab_1)
        .doc("Writes count spaces to the current output; count is an arithmetic expression.")
        .examples(&[("with_output_to(string(S), tab(1 + 2))", "S = \"   \"")]),
    det!("tab(+stream, +count)", 2, tab_2)
        .doc("Writes count spaces to a stream; count is an arithmetic expression.")
        .examples(&[(
            "with_output_to(string(S), (current_output(_O), tab(_O, 2)))",
            "S = \"  \"",
        )]),
];

/// Whether the next item is consumed or only peeked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::builtins) enum Take {
    Get,
    Peek,
}

fn get_char_1(m: &mut Machine, char: Cell) -> Step {
    in_char(m, None, char, Take::Get)
}
fn get_char_2(m: &mut Machine, stream: Cell, char: Cell) -> Step {
    in_char(m, Some(stream), char, Take::Get)
}
fn get_single_char_1(m: &mut Machine, code: Cell) -> Step {
    if !m.deref(code).is_variable() && !matches!(m.view(code), View::Int(_)) {
        return Err(m.type_error(Type::Integer, code));
    }
    match m.streams.key() {
        Ok(key) => {
            let key = key.map_or(-1, |c| i64::from(u32::from(c)));
            m.unify(code, Cell::int(key))
        }
        Err(error) => Err(stream_failed(m, USER_INPUT, "read", &error)),
    }
}
fn peek_char_1(m: &mut Machine, char: Cell) -> Step {
    in_char(m, None, char, Take::Peek)
}
fn peek_char_2(m: &mut Machine, stream: Cell, char: Cell) -> Step {
    in_char(m, Some(stream), char, Take::Peek)
}
fn get_code_1(m: &mut Machine, code: Cell) -> Step {
    in_code(m, None, code, Take::Get)
}
fn get_code_2(m: &mut Machine, stream: Cell, code: Cell) -> Step {
    in_code(m, Some(stream), code, Take::Get)
}
fn peek_code_1(m: &mut Machine, code: Cell) -> Step {
    in_code(m, None, code, Take::Peek)
}
fn peek_code_2(m: &mut Machine, stream: Cell, code: Cell) -> Step {
    in_code(m, Some(stream), code, Take::Peek)
}
fn get_byte_1(m: &mut Machine, byte: Cell) -> Step {
    in_byte(m, None, byte, Take::Get)
}
fn get_byte_2(m: &mut Machine, stream: Cell, byte: Cell) -> Step {
    in_byte(m, Some(stream), byte, Take::Get)
}
fn peek_byte_1(m: &mut Machine, byte: Cell) -> Step {
    in_byte(m, None, byte, Take::Peek)
}
fn peek_byte_2(m: &mut Machine, stream: Cell, byte: Cell) -> Step {
    in_byte(m, Some(stream), byte, Take::Peek)
}

/// Returns the input stream: the one given, or the current input.
fn from(m: &mut Machine, stream: Option<Cell>, kind: StreamKind) -> Result<StreamId, Stop> {
    match stream {
        Some(stream) => input_stream(m, stream, kind),
        None => current_input(m, kind),
    }
}

/// Returns the output stream: the one given, or the current output.
fn to(m: &mut Machine, stream: Option<Cell>, kind: StreamKind) -> Result<StreamId, Stop> {
    match stream {
        Some(stream) => output_stream_of(m, stream, kind),
        None => current_output_of(m, kind),
    }
}

/// Raises an instantiation error for an unbound stream. ISO checks this first, then the type of the other argument, and
/// only then the stream itself.
fn check_bound(m: &mut Machine, stream: Option<Cell>) -> Step {
    match stream {
        Some(stream) if m.deref(stream).is_variable() => Err(m.instantiation_error()),
        _ => Ok(()),
    }
}

/// Returns the open stream of an argument, or the current one; `None` for user_error and for a stream given by an
/// alias.
#[inline]
fn at_hand(m: &mut Machine, stream: Option<Cell>, current: StreamId) -> Option<&mut Stream> {
    let id = match stream {
        None => current,
        Some(stream) => {
            let stream = m.deref(stream);
            if stream.tag() != Tag::Str || m.heap.get(stream.address()) != Cell::functor(Functor::new(known::STREAM, 1))
            {
                return None;
            }
            let number = m.deref(m.heap.get(stream.address() + 1));
            if !number.is_int() {
                return None;
            }
            StreamId::new(u32::try_from(number.as_int()).ok()?)
        }
    };
    if id == USER_ERROR {
        return None;
    }
    m.streams.get_mut(id)
}

/// Returns the next character if it is in the buffer.
#[inline]
fn quick_char(m: &mut Machine, stream: Option<Cell>, take: Take) -> Option<char> {
    let current = m.streams.current_input();
    at_hand(m, stream, current)?.quick_char(take == Take::Peek)
}

/// Writes a character if the buffer has room for it; returns false if nothing was written.
#[inline]
fn quick_put(m: &mut Machine, stream: Option<Cell>, c: char) -> bool {
    let current = m.streams.current_output();
    m.limits.left(limit::Limit::Output).is_none()
        && at_hand(m, stream, current).is_some_and(|stream| stream.quick_put(c))
}

/// Reads the next character.
pub(in crate::builtins) fn next_char(m: &mut Machine, id: StreamId, take: Take) -> Result<Option<char>, Stop> {
    reading(
        m,
        id,
        if take == Take::Get {
            Stream::get_char
        } else {
            Stream::peek_char
        },
    )
}

fn in_char(m: &mut Machine, stream: Option<Cell>, char: Cell, take: Take) -> Step {
    let var = m.deref(char);
    let unbound = var.is_variable();
    if unbound && let Some(c) = quick_char(m, stream, take) {
        let new = new_char(m, c);
        m.bind(var, new);
        return Ok(());
    }
    let wanted = if unbound { None } else { char_of_atom(m, char) };
    if wanted.is_some()
        && let Some(c) = quick_char(m, stream, take)
    {
        return holds(wanted == Some(c));
    }
    check_bound(m, stream)?;
    if !unbound && wanted.is_none() && m.view(char) != View::Atom(known::END_OF_FILE) {
        return Err(m.type_error(Type::InCharacter, char));
    }
    let id = from(m, stream, StreamKind::Text)?;
    let new = match next_char(m, id, take)? {
        Some(c) => new_char(m, c),
        None => Cell::atom(known::END_OF_FILE),
    };
    m.unify(char, new)
}

fn in_code(m: &mut Machine, stream: Option<Cell>, code: Cell, take: Take) -> Step {
    let var = m.deref(code);
    if var.is_variable()
        && let Some(c) = quick_char(m, stream, take)
    {
        m.bind(var, Cell::int(i64::from(c as u32)));
        return Ok(());
    }
    let wanted = if var.is_int() { char_of_code(var.as_int()) } else { None };
    if wanted.is_some()
        && let Some(c) = quick_char(m, stream, take)
    {
        return holds(wanted == Some(c));
    }
    check_bound(m, stream)?;
    match m.view(code) {
        View::Var(_) | View::Attributed(_) => {}
        View::Int(n) if n == -1 || char_of_code(n).is_some() => {}
        View::Int(_) | View::BigInt(_) => return Err(m.representation_error(Limit::InCharacterCode)),
        _ => return Err(m.type_error(Type::Integer, code)),
    }
    let id = from(m, stream, StreamKind::Text)?;
    let new = next_char(m, id, take)?.map_or(-1, |c| i64::from(c as u32));
    m.unify(code, Cell::int(new))
}

fn in_byte(m: &mut Machine, stream: Option<Cell>, byte: Cell, take: Take) -> Step {
    check_bound(m, stream)?;
    match m.view(byte) {
        View::Var(_) | View::Attributed(_) | View::Int(-1..=255) => {}
        _ => return Err(m.type_error(Type::InByte, byte)),
    }
    let id = from(m, stream, StreamKind::Binary)?;
    let new = reading(
        m,
        id,
        if take == Take::Get {
            Stream::get_byte
        } else {
            Stream::peek_byte
        },
    )?;
    m.unify(byte, Cell::int(new.map_or(-1, i64::from)))
}

fn put_char_1(m: &mut Machine, char: Cell) -> Step {
    out_char(m, None, char)
}
fn put_char_2(m: &mut Machine, stream: Cell, char: Cell) -> Step {
    out_char(m, Some(stream), char)
}
fn put_code_1(m: &mut Machine, code: Cell) -> Step {
    out_code(m, None, code)
}
fn put_code_2(m: &mut Machine, stream: Cell, code: Cell) -> Step {
    out_code(m, Some(stream), code)
}
fn put_byte_1(m: &mut Machine, byte: Cell) -> Step {
    out_byte(m, None, byte)
}
fn put_byte_2(m: &mut Machine, stream: Cell, byte: Cell) -> Step {
    out_byte(m, Some(stream), byte)
}

fn out_char(m: &mut Machine, stream: Option<Cell>, char: Cell) -> Step {
    let known = char_of_atom(m, char);
    if known.is_some_and(|c| quick_put(m, stream, c)) {
        return Ok(());
    }
    check_bound(m, stream)?;
    let Some(c) = known else {
        return Err(m.type_or_instantiation_error(Type::Character, char));
    };
    let id = to(m, stream, StreamKind::Text)?;
    writing(m, id, |stream| stream.write_char(c))
}

fn out_code(m: &mut Machine, stream: Option<Cell>, code: Cell) -> Step {
    let known = m.deref(code);
    if known.is_int() && char_of_code(known.as_int()).is_some_and(|c| quick_put(m, stream, c)) {
        return Ok(());
    }
    check_bound(m, stream)?;
    let c = match m.view(code) {
        View::Int(n) => match char_of_code(n) {
            Some(c) => c,
            None => return Err(m.representation_error(Limit::CharacterCode)),
        },
        View::BigInt(_) => return Err(m.representation_error(Limit::CharacterCode)),
        _ => return Err(m.type_or_instantiation_error(Type::Integer, code)),
    };
    let id = to(m, stream, StreamKind::Text)?;
    writing(m, id, |stream| stream.write_char(c))
}

fn out_byte(m: &mut Machine, stream: Option<Cell>, byte: Cell) -> Step {
    check_bound(m, stream)?;
    let View::Int(value @ 0..=255) = m.view(byte) else {
        return Err(m.type_or_instantiation_error(Type::Byte, byte));
    };
    let id = to(m, stream, StreamKind::Binary)?;
    writing(m, id, |stream| stream.write_byte(value as u8))
}

fn nl_0(m: &mut Machine) -> Step {
    if quick_put(m, None, '\n') {
        return Ok(());
    }
    let id = to(m, None, StreamKind::Text)?;
    writing(m, id, |stream| stream.write_char('\n'))
}

fn nl_1(m: &mut Machine, stream: Cell) -> Step {
    if quick_put(m, Some(stream), '\n') {
        return Ok(());
    }
    let id = to(m, Some(stream), StreamKind::Text)?;
    writing(m, id, |stream| stream.write_char('\n'))
}

fn tab_1(m: &mut Machine, count: Cell) -> Step {
    spaces(m, None, count)
}

fn tab_2(m: &mut Machine, stream: Cell, count: Cell) -> Step {
    spaces(m, Some(stream), count)
}

/// Spaces that are written at once.
const BLANK: &str = "                                                                ";

fn spaces(m: &mut Machine, stream: Option<Cell>, count: Cell) -> Step {
    check_bound(m, stream)?;
    let mut left = match m.eval(count)? {
        Number::Int(n) => usize::try_from(n).unwrap_or(0),
        Number::Big(_) => return Err(m.resource_error(limit::Limit::Output)),
        Number::Rational(_) | Number::Float(_) => return Err(m.type_error(Type::Integer, count)),
    };
    let id = to(m, stream, StreamKind::Text)?;
    let mut written = 0;
    while left > 0 {
        let now = left.min(BLANK.len());
        writing(m, id, |stream| stream.write_text(&BLANK[..now]))?;
        left -= now;
        written += 1;
        if written % 1000 == 0 {
            m.poll()?;
        }
    }
    Ok(())
}
