//! The text of the next clause of a stream, read in blocks with a poll of the limits after each; the memory for reading it.

use crate::io::stream::{Stream, StreamPiece};
use crate::io::table::StreamId;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::term::cell::Cell;
use crate::text::conversion::Conversions;
use crate::text::end::EndFinder;
use crate::text::extensions::Extensions;
use crate::text::reader::Reader;
use crate::text::room::Room;

use crate::native::args::stream_arg::reading;

/// Bytes that are read between two polls of the limits.
const BLOCK: usize = 1 << 16;

/// Reads layout between clauses; `more` is called when much of it has been read.
///
/// # Errors
/// A limit or an interrupt; an error of the stream.
pub(crate) fn skip_layout(m: &mut Machine, id: StreamId, mut more: impl FnMut(&mut Machine)) -> Step {
    while reading(m, id, |stream| stream.skip_layout(BLOCK))? {
        more(m);
        m.poll()?;
    }
    Ok(())
}

/// Reads the text of the next clause including its end token, or the rest of the stream; `None` at the end.
/// Characters are converted before the end is searched for; `more` is called when much has been read and the clause
/// continues.
///
/// # Errors
/// A limit or an interrupt; an error of the stream.
pub(crate) fn clause_text(
    m: &mut Machine,
    id: StreamId,
    conversions: Option<&Conversions>,
    mut more: impl FnMut(&mut Machine),
) -> Result<Option<String>, Stop> {
    let mut finder = EndFinder::new(Extensions::of(m.flags.iso));
    let mut text = String::new();
    loop {
        let read = |stream: &mut Stream| {
            stream.read_clause_text(&mut text, BLOCK, |piece| match conversions {
                Some(conversions) => conversions.feed(&mut finder, piece, &mut String::new()),
                None => finder.feed(piece),
            })
        };
        match reading(m, id, read)? {
            StreamPiece::Nothing => return Ok(None),
            StreamPiece::Whole => return Ok(Some(text)),
            StreamPiece::Part => {
                more(m);
                m.poll()?;
                m.with_aside(text.len() + BLOCK, |_| Ok(()))?;
            }
        }
    }
}

/// A clause of at most this many bytes needs little memory.
const SHORT: usize = 1 << 13;

/// Returns the memory that reading a text of `bytes` bytes may use.
pub(crate) fn reading_room(m: &Machine, bytes: usize) -> Room {
    if bytes <= SHORT {
        return Room::default();
    }
    Room {
        memory: m.room().saturating_sub(bytes),
        atoms: m.atoms.bytes() + m.limits.program().saturating_sub(m.program_bytes()),
    }
}

/// Returns the bytes that the parsed clause occupies until its term is built, or 0 if they are few.
pub(crate) fn bytes_to_build(reader: &Reader) -> usize {
    let ast = reader.ast();
    let bytes = (ast.nodes().len() + ast.variables.len()) * size_of::<Cell>();
    if bytes <= SHORT { 0 } else { reader.bytes() + bytes }
}
