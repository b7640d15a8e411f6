//! Terms as bytes that any engine reads: the primitives under `library(fastrw)`.

use crate::base::bytes::{Bytes, Malformed};
use crate::base::iso_error::Type;
use crate::base::limit::Limit;
use crate::base::watch::Pace;
use crate::machine::Machine;
use crate::native::args::text_arg::{new_string, text_atom};
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::counts;
use crate::term::portable::{CELLS_PER_BYTE, PortableReader, Unwritten, Writer};
use crate::term::view::View;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$pack(@term, -string)", 2, pack_2)
        .doc("Unifies string with the bytes of term, a character for each; fails if there are objects in it."),
    det!("$unpack(+string, -term)", 2, unpack_2).doc("Unifies term with that whose bytes these are."),
];

/// The most bytes that a cell of a term takes while it is packed: those of its compound among those that were met, its
/// place among those that wait, its own, and their characters.
const BYTES_PER_CELL: usize = 64;

/// The most bytes that a byte of a term takes beside the heap while it is built: the places of its variables, compounds
/// and slots that wait.
const BYTES_PER_BYTE: usize = 32;

fn pack_2(m: &mut Machine, term: Cell, string: Cell) -> Step {
    let cells = m.within_room(|heap| counts::cells(heap, term))?;
    let packed = m.with_aside(BYTES_PER_CELL * cells, |m| {
        // The names are copied behind the terms, and then take two bytes for one that is no ASCII.
        let mut writer = Writer::new(m.room() / 4);
        if let Err(unwritten) = writer.put(&m.heap, &m.atoms, term) {
            m.check_walks()?;
            return Err(match unwritten {
                Unwritten::Names => m.lacks_room(Limit::Memory),
                Unwritten::Object | Unwritten::Stopped => Stop::Fail,
            });
        }
        let text: String = writer.finish().into_iter().map(char::from).collect();
        new_string(m, &text)
    })?;
    m.unify(string, packed)
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
    let bytes: Result<Vec<u8>, _> = m.heap.text(text).chars().map(u8::try_from).collect();
    let bytes = bytes.map_err(|_| Malformed)?;
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
