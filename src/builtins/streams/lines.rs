//! Reading lines and longer texts from streams. Not in the standard.

use crate::base::iso_error::Type;
use crate::base::known;
use crate::base::watch::Pace;
use crate::io::stream::{Stream, StreamPiece};
use crate::io::table::StreamId;
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::native::args::list_arg::count;
use crate::native::args::stream_arg::{StreamKind, input_stream, output_stream_of, reading, writing};
use crate::native::args::text_arg::{char_of_code, need_text, new_codes, new_string};

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("read_line_to_string(+stream, -line)", 2, read_line_to_string_2)
        .doc("Reads a line as a string, without the line terminator; end_of_file at the end of the stream.")
        .examples(&[(
            "open_string(\"a b\\nc\", _S), read_line_to_string(_S, L)",
            "L = \"a b\"",
        )]),
    det!("read_line_to_codes(+stream, -codes)", 2, read_line_to_codes_2)
        .doc("Reads a line as a list of codes, without the line terminator; end_of_file at the end of the stream.")
        .examples(&[
            ("open_string(\"ab\\ncd\", _S), read_line_to_codes(_S, L)", "L = [97,98]"),
            ("open_string(\"\", _S), read_line_to_codes(_S, L)", "L = end_of_file"),
        ]),
    det!("read_line_to_codes(+stream, -codes, ?tail)", 3, read_line_to_codes_3)
        .doc(
            "Reads a line as the list of its codes, with the line terminator, in front of tail; at the end \
             of the stream, tail is [].",
        )
        .examples(&[(
            "open_string(\"ab\\ncd\", _S), read_line_to_codes(_S, L, [])",
            "L = [97,98,10]",
        )]),
    det!("read_stream_to_codes(+stream, -codes)", 2, read_stream_to_codes_2)
        .doc("Reads the rest of a stream as a list of codes.")
        .examples(&[("open_string(\"ab\", _S), read_stream_to_codes(_S, L)", "L = [97, 98]")]),
    det!(
        "read_stream_to_codes(+stream, -codes, ?tail)",
        3,
        read_stream_to_codes_3
    )
    .doc("Reads the rest of a stream as a list of codes in front of tail.")
    .examples(&[(
        "open_string(\"ab\", _S), read_stream_to_codes(_S, L, [0])",
        "L = [97,98,0]",
    )]),
    det!("read_string(+stream, ?length, -string)", 3, read_string_3)
        .doc(
            "Reads a string of at most length characters; if length is unbound, reads the rest and unifies \
             length with its length.",
        )
        .examples(&[("open_string(\"abc\", _S), read_string(_S, 2, T)", "T = \"ab\"")]),
    det!(
        "read_string(+stream, +separators, +pad, -separator, -string)",
        5,
        read_string_5
    )
    .doc(
        "Reads up to one of the separators and unifies separator with its code (-1 at the end); pad \
             characters are stripped from both ends of the string.",
    )
    .examples(&[(
        "open_string(\"a , b\", _S), read_string(_S, \",\", \" \", C, T)",
        "C = 44, T = \"a\"",
    )]),
    det!("$skip(+stream, +code)", 2, skip_2)
        .doc("Reads up to and including the character with this code, or to the end."),
    det!("peek_string(+stream, +length, -string)", 3, peek_string_3)
        .doc("Unifies string with the next length characters of a stream, which stay in it.")
        .examples(&[("open_string(\"abc\", _S), peek_string(_S, 2, T)", "T = \"ab\"")]),
    det!("copy_stream_data(+from, +to)", 2, copy_stream_data_2)
        .doc("Copies the rest of a stream to another stream.")
        .examples(&[(
            "open_string(\"ab\", _I), with_output_to(string(S), (current_output(_O), copy_stream_data(_I, _O)))",
            "S = \"ab\"",
        )]),
    det!("$copy_chars(+from, +to, +count)", 3, copy_chars_3)
        .doc("Copies at most count characters from a stream to another stream."),
];

/// Bytes of text that are read between two polls of the limits.
const BLOCK: usize = 1 << 20;

/// Bytes of text that are read by characters between two polls.
const PIECE: usize = 1 << 16;

fn read_line_to_string_2(m: &mut Machine, stream: Cell, line: Cell) -> Step {
    let id = input_stream(m, stream, StreamKind::Any)?;
    let new = match read_line(m, id)? {
        Some(text) => new_string(m, without_end(&text))?,
        None => Cell::atom(known::END_OF_FILE),
    };
    m.unify(line, new)
}

fn read_line_to_codes_2(m: &mut Machine, stream: Cell, codes: Cell) -> Step {
    let id = input_stream(m, stream, StreamKind::Any)?;
    let new = match read_line(m, id)? {
        Some(text) => new_codes(m, without_end(&text), Cell::NIL)?,
        None => Cell::atom(known::END_OF_FILE),
    };
    m.unify(codes, new)
}

fn read_line_to_codes_3(m: &mut Machine, stream: Cell, codes: Cell, tail: Cell) -> Step {
    let id = input_stream(m, stream, StreamKind::Any)?;
    let text = read_line(m, id)?.unwrap_or_default();
    if !text.ends_with('\n') {
        m.unify(tail, Cell::NIL)?;
    }
    let new = new_codes(m, &text, tail)?;
    m.unify(codes, new)
}

/// Reads a line with its terminator; `None` at the end of the stream.
fn read_line(m: &mut Machine, id: StreamId) -> Result<Option<String>, Stop> {
    let mut text = String::new();
    loop {
        match reading(m, id, |stream| stream.read_line(&mut text, BLOCK))? {
            StreamPiece::Nothing => return Ok(None),
            StreamPiece::Whole => return Ok(Some(text)),
            StreamPiece::Part => room(m, &text)?,
        }
    }
}

/// Polls the limits and checks that there is room for the text read so far, before more is read.
fn room(m: &mut Machine, text: &str) -> Step {
    m.poll()?;
    m.reserve(text.len() / 8)?;
    m.with_aside(text.len(), |_| Ok(()))
}

/// Returns the line without its terminator, which may be CR LF.
fn without_end(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

/// Reads the rest of a stream.
pub(super) fn read_all(m: &mut Machine, id: StreamId) -> Result<String, Stop> {
    let mut text = String::new();
    while reading(m, id, |stream| stream.read_rest(&mut text, BLOCK))? {
        room(m, &text)?;
    }
    Ok(text)
}

fn read_stream_to_codes_2(m: &mut Machine, stream: Cell, codes: Cell) -> Step {
    read_stream_to_codes_3(m, stream, codes, Cell::NIL)
}

fn read_stream_to_codes_3(m: &mut Machine, stream: Cell, codes: Cell, tail: Cell) -> Step {
    let id = input_stream(m, stream, StreamKind::Any)?;
    let text = read_all(m, id)?;
    let new = new_codes(m, &text, tail)?;
    m.unify(codes, new)
}

/// Appends characters of a stream to a text, at most `left`, which counts them down, and not many at once; returns
/// whether more are wanted and may follow.
fn read_some(m: &mut Machine, id: StreamId, text: &mut String, left: &mut usize) -> Result<bool, Stop> {
    let start = text.len();
    while *left > 0 && text.len() - start < PIECE {
        if let Some(stream) = m.streams.get_mut(id) {
            // A character begins at each byte that does not continue one.
            let mut begun = 0;
            let taken = stream.take_at_hand(|byte| {
                begun += usize::from(byte & 0xc0 != 0x80);
                begun <= *left
            });
            *left -= taken.chars().count();
            text.push_str(taken);
        }
        if *left > 0 {
            match reading(m, id, Stream::get_char)? {
                Some(c) => text.push(c),
                None => return Ok(false),
            }
            *left -= 1;
        }
    }
    Ok(*left > 0)
}

fn read_string_3(m: &mut Machine, stream: Cell, length: Cell, string: Cell) -> Step {
    let id = input_stream(m, stream, StreamKind::Any)?;
    let text = match m.view(length) {
        View::Int(_) | View::BigInt(_) => {
            let (mut text, mut left) = (String::new(), count(m, length)?);
            while read_some(m, id, &mut text, &mut left)? {
                room(m, &text)?;
            }
            text
        }
        View::Var(_) | View::Attributed(_) => {
            let text = read_all(m, id)?;
            m.unify(length, Cell::int(text.chars().count() as i64))?;
            text
        }
        _ => return Err(m.type_error(Type::Integer, length)),
    };
    let new = new_string(m, &text)?;
    m.unify(string, new)
}

fn read_string_5(m: &mut Machine, stream: Cell, separators: Cell, pad: Cell, separator: Cell, string: Cell) -> Step {
    let id = input_stream(m, stream, StreamKind::Any)?;
    let (separators, pad) = (need_text(m, separators)?, need_text(m, pad)?);
    let mut pace = Pace::new();
    // Leading padding is skipped before a separator is searched for.
    while let Some(c) = reading(m, id, Stream::peek_char)? {
        if !pad.contains(c) || separators.contains(c) {
            break;
        }
        reading(m, id, Stream::get_char)?;
        m.poll_at(&mut pace)?;
    }
    let (mut text, mut asked) = (String::new(), 0);
    let end = loop {
        if let Some(stream) = m.streams.get_mut(id) {
            text.push_str(stream.take_at_hand(|byte| !separators.as_bytes().contains(&byte)));
        }
        match reading(m, id, Stream::get_char)? {
            Some(c) if separators.contains(c) => break i64::from(c as u32),
            Some(c) => text.push(c),
            None => break -1,
        }
        if text.len() - asked > PIECE {
            room(m, &text)?;
            asked = text.len();
        }
    };
    let new = new_string(m, text.trim_matches(|c| pad.contains(c)))?;
    m.unify(separator, Cell::int(end))?;
    m.unify(string, new)
}

fn skip_2(m: &mut Machine, stream: Cell, code: Cell) -> Step {
    let id = input_stream(m, stream, StreamKind::Any)?;
    let last = match m.view(code) {
        View::Int(code) => char_of_code(code),
        _ => return Err(m.type_or_instantiation_error(Type::Integer, code)),
    };
    let mut pace = Pace::new();
    loop {
        if let (Some(stream), Some(last)) = (m.streams.get_mut(id), last) {
            let first = last.encode_utf8(&mut [0; 4]).as_bytes()[0];
            stream.take_at_hand(|byte| byte != first);
        }
        let next = reading(m, id, Stream::get_char)?;
        if next.is_none() || next == last {
            return Ok(());
        }
        m.poll_at(&mut pace)?;
    }
}

fn peek_string_3(m: &mut Machine, stream: Cell, length: Cell, string: Cell) -> Step {
    let id = input_stream(m, stream, StreamKind::Any)?;
    let most = count(m, length)?;
    let mut wanted = most.min(BLOCK);
    let text = loop {
        let text = reading(m, id, |stream| stream.peek_text(wanted))?;
        if wanted == most || text.chars().count() < wanted {
            break text;
        }
        // The text doubles, if there is room.
        room(m, &text)?;
        wanted = most.min(2 * wanted);
    };
    let new = new_string(m, &text)?;
    m.unify(string, new)
}

fn copy_stream_data_2(m: &mut Machine, from: Cell, to: Cell) -> Step {
    let from = input_stream(m, from, StreamKind::Any)?;
    let to = output_stream_of(m, to, StreamKind::Any)?;
    if m.streams.get(from).is_some_and(|stream| !stream.text) {
        loop {
            let bytes = reading(m, from, Stream::read_bytes)?;
            if bytes.is_empty() {
                return Ok(());
            }
            writing(m, to, |stream| stream.write_bytes(&bytes))?;
            m.poll()?;
        }
    }
    loop {
        let mut text = String::new();
        let more = reading(m, from, |stream| stream.read_rest(&mut text, BLOCK))?;
        writing(m, to, |stream| stream.write_text(&text))?;
        if !more {
            return Ok(());
        }
        m.poll()?;
    }
}

fn copy_chars_3(m: &mut Machine, from: Cell, to: Cell, most: Cell) -> Step {
    let mut left = count(m, most)?;
    if left == 0 {
        return Ok(());
    }
    let from = input_stream(m, from, StreamKind::Text)?;
    let to = output_stream_of(m, to, StreamKind::Text)?;
    loop {
        let mut text = String::new();
        let more = read_some(m, from, &mut text, &mut left)?;
        writing(m, to, |stream| stream.write_text(&text))?;
        if !more {
            return Ok(());
        }
        m.poll()?;
    }
}
