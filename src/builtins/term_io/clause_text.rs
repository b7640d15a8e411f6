//! The text of the next clause of a stream, read in pieces, between which limits are looked at.

use crate::io::stream::{Piece, Stream};
use crate::io::table::StreamId;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::text::conversion::Conversions;
use crate::text::end::EndFinder;

use crate::builtins::args::stream_arg::reading;

/// Bytes that are read between two looks at the limits.
const BLOCK: usize = 1 << 16;

/// Reads layout, which belongs to no clause; `more` is told when much of it has come.
///
/// # Errors
/// Whatever stops a goal.
pub(crate) fn skip_layout(m: &mut Machine, id: StreamId, mut more: impl FnMut(&mut Machine)) -> Step {
    while reading(m, id, |stream| stream.skip_layout(BLOCK))? {
        more(m);
        m.poll()?;
    }
    Ok(())
}

/// Reads the text of the next clause with its full stop, or what is left at the end of the stream; `None` at the end.
/// The characters are converted when the end is looked for; `more` is told when much has come and the clause goes on.
///
/// # Errors
/// Whatever stops a goal.
pub(crate) fn clause_text(
    m: &mut Machine,
    id: StreamId,
    conversions: Option<&Conversions>,
    mut more: impl FnMut(&mut Machine),
) -> Result<Option<String>, Stop> {
    let mut finder = EndFinder::new();
    let mut text = String::new();
    loop {
        let read = |stream: &mut Stream| {
            stream.read_clause_text(&mut text, BLOCK, |piece| match conversions {
                Some(conversions) => conversions.feed(&mut finder, piece, &mut String::new()),
                None => finder.feed(piece),
            })
        };
        match reading(m, id, read)? {
            Piece::Nothing => return Ok(None),
            Piece::Whole => return Ok(Some(text)),
            Piece::Part => {
                more(m);
                m.poll()?;
                m.with_aside(text.len() + BLOCK, |_| Ok(()))?;
            }
        }
    }
}
