//! Terms as bytes that any engine reads: the primitives under `library(fastrw)`.

use crate::base::bytes::{Bytes, Malformed, put_number};
use crate::base::iso_error::Type;
use crate::base::limit::Limit;
use crate::base::watch::Pace;
use crate::io::encoding::{from_bytes, to_bytes};
use crate::io::stream::{Encoding, Stream};
use crate::machine::Machine;
use crate::native::args::stream_arg::{StreamKind, input_stream, output_stream_of, reading, writing};
use crate::native::args::text_arg::{need_text, new_string, text_atom};
use crate::native::{Native, Step, Stop, det, holds};
use crate::term::cell::Cell;
use crate::term::counts;
use crate::term::portable::{CELLS_PER_BYTE, Form, PortableReader, Unwritten, Writer};
use crate::term::view::View;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$pack(@term, -string)", 2, pack_2).doc(
        "Unifies string with the bytes of term without attributes, a character for each; fails if there are objects in it.",
    ),
    det!("$pack_tree(@term, -string)", 2, pack_tree_2)
        .doc("Unifies string with bytes of an acyclic term, a character for each, which are the same for its variants."),
    det!("$write_bytes(+stream, +string)", 2, write_bytes_2)
        .doc("Writes to a binary stream the number of the characters of string, and a byte for each."),
    det!("$read_bytes(+stream, -string)", 2, read_bytes_2)
        .doc("Unifies string with what $write_bytes/2 has written; fails if the stream ends before."),
    det!("$unpack(+string, -term)", 2, unpack_2).doc("Unifies term with that whose bytes these are."),
];

/// The most bytes that a cell of a term takes while it is packed: those of its compound among those that were met, its
/// place among those that wait, its own, and their characters.
const BYTES_PER_CELL: usize = 64;

/// Bytes that are read without a look at limits.
const PIECE: u64 = 1 << 16;

/// The most bytes that a byte of a term takes beside the heap while it is built: the places of its variables, compounds
/// and slots that wait.
const BYTES_PER_BYTE: usize = 32;

fn pack_2(m: &mut Machine, term: Cell, string: Cell) -> Step {
    pack(m, term, Form::Plain, string)
}

fn pack_tree_2(m: &mut Machine, term: Cell, string: Cell) -> Step {
    pack(m, term, Form::Tree, string)
}

fn pack(m: &mut Machine, term: Cell, form: Form, string: Cell) -> Step {
    let cells = m.within_room(|heap| counts::cells(heap, term))?;
    let packed = m.with_aside(BYTES_PER_CELL * cells, |m| {
        // The names are copied behind the terms, and then take two bytes for one that is no ASCII.
        let mut writer = Writer::new(m.room() / 4, form);
        if let Err(unwritten) = writer.put(&m.heap, &m.atoms, term) {
            m.check_walks()?;
            return Err(match unwritten {
                Unwritten::Names => m.lacks_room(Limit::Memory),
                Unwritten::Object | Unwritten::Stopped => Stop::Fail,
            });
        }
        let text = from_bytes(&writer.finish(), Encoding::Latin1);
        new_string(m, &text)
    })?;
    m.unify(string, packed)
}

fn write_bytes_2(m: &mut Machine, stream: Cell, string: Cell) -> Step {
    let to = output_stream_of(m, stream, StreamKind::Binary)?;
    let text = need_text(m, string)?;
    let mut bytes = Vec::new();
    put_number(&mut bytes, text.chars().count() as u64);
    bytes.extend(text.chars().map(|c| c as u8));
    writing(m, to, |stream| stream.write_bytes(&bytes))
}

fn read_bytes_2(m: &mut Machine, stream: Cell, string: Cell) -> Step {
    let from = input_stream(m, stream, StreamKind::Binary)?;
    let mut left: u64 = 0;
    for shift in (0..64).step_by(7) {
        let byte = reading(m, from, Stream::get_byte)?.ok_or(Stop::Fail)?;
        left |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
    }
    let mut text = String::new();
    while left > 0 {
        // A piece at a time: there may be fewer bytes than the number tells.
        let piece = left.min(PIECE);
        let read = |stream: &mut Stream| {
            for _ in 0..piece {
                match stream.get_byte()? {
                    Some(byte) => text.push(char::from(byte)),
                    None => return Ok(false),
                }
            }
            Ok(true)
        };
        holds(reading(m, from, read)?)?;
        left -= piece;
        m.with_aside(2 * text.capacity(), |_| Ok(()))?;
        m.poll()?;
    }
    let new = new_string(m, &text)?;
    m.unify(string, new)
}

/// Why bytes are no term.
enum Unpacked {
    Malformed,
    Stopped(Stop),
}

impl From<Malformed> for Unpacked {
    fn from(_: Malformed) -> Unpacked {
        Unpacked::Malformed
    }
}

impl From<Stop> for Unpacked {
    fn from(stop: Stop) -> Unpacked {
        Unpacked::Stopped(stop)
    }
}

fn unpack_2(m: &mut Machine, string: Cell, term: Cell) -> Step {
    let View::String(text) = m.view(string) else {
        return Err(m.type_or_instantiation_error(Type::String, string));
    };
    let length = m.heap.text(text).len();
    let unpacked = m.with_aside(length, |m| Ok(unpack(m, text)))?;
    match unpacked {
        Ok(made) => m.unify(term, made),
        Err(Unpacked::Malformed) => Err(m.syntax_error("not_fast_written")),
        Err(Unpacked::Stopped(stop)) => Err(stop),
    }
}

fn unpack(m: &mut Machine, text: Cell) -> Result<Cell, Unpacked> {
    let bytes = to_bytes(m.heap.text(text), Encoding::Latin1).ok_or(Malformed)?;
    let mut pace = Pace::new();
    let mut reader = PortableReader::new(Bytes(&bytes), |name| -> Result<_, Unpacked> {
        m.poll_at(&mut pace)?;
        let atom = text_atom(m, name)?;
        match m.view(atom) {
            View::Atom(atom) => Ok(atom),
            _ => Err(Unpacked::Malformed),
        }
    })?;
    let term = reader.next_term()?.ok_or(Malformed)?;
    m.with_aside(BYTES_PER_BYTE * term.left(), |m| {
        m.reserve(CELLS_PER_BYTE * term.left() + 1)?;
        let built = reader.build(term, &mut m.heap);
        m.check_walks()?;
        Ok(built)
    })?
    .map_err(Unpacked::from)
}
