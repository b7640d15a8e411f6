//! The stream of the text being loaded, for `prolog_load_context/2`.
//!
//! A text is in memory as a whole. The stream reads this text from the position of the loader; the loader skips what a
//! goal has read from the stream.

use crate::io::device::MemoryInput;
use crate::io::position::Position;
use crate::io::stream::{Stream, StreamMode};
use crate::io::table::{StreamId, USER_INPUT};
use crate::machine::{Machine, Parts};
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;

use crate::native::args::stream_arg::{charge_stream, stream_term};

pub(in crate::builtins) const TABLE: &[Native] =
    &[det!("$load_stream(-stream)", 1, load_stream_1).doc("Unifies stream with the stream of the text being loaded.")];

fn load_stream_1(m: &mut Machine, stream: Cell) -> Step {
    let source = m.loading.source().ok_or(Stop::Fail)?;
    let id = match source.stream.filter(|&id| m.streams.get(id).is_some()) {
        _ if source.interactive => USER_INPUT,
        Some(id) => id,
        None => {
            let (text, at) = (source.text.clone().into_bytes(), source.at.min(source.text.len()));
            let mut position = Position::default();
            position.pass_text(&source.text[..at]);
            let name = source.file.as_ref().map(|file| file.to_string_lossy().into_owned());
            charge_stream(m, text.len())?;
            let mut new = Stream::new(Box::new(MemoryInput::new(text)), StreamMode::Read);
            new.file_name = name;
            // A memory stream can be set to any position.
            let _there = new.set_position(position);
            let id = m.streams.add(new);
            if let Some(source) = m.loading.source_mut() {
                source.stream = Some(id);
            }
            id
        }
    };
    let term = stream_term(m, id);
    m.unify(stream, term)
}

/// Moves the loader behind what was read from the stream, before a clause is read.
pub(super) fn follow(m: &mut Machine) {
    let Parts { loading, streams, .. } = m.parts();
    let Some(source) = loading.source_mut() else { return };
    if let Some(stream) = source.stream.and_then(|id| streams.get(id)) {
        let at = usize::try_from(stream.position().byte).unwrap_or(usize::MAX);
        source.at = source.text.floor_char_boundary(at);
    }
}

/// Moves the stream behind the clause that was read.
pub(super) fn lead(m: &mut Machine) {
    let Parts { loading, streams, .. } = m.parts();
    let Some(source) = loading.source() else { return };
    if let Some(stream) = source.stream.and_then(|id| streams.get_mut(id)) {
        let mut position = stream.position();
        let from = usize::try_from(position.byte).unwrap_or(usize::MAX);
        position.pass_text(source.text.get(from..source.at).unwrap_or_default());
        let _there = stream.set_position(position);
    }
}

/// Closes the stream after the text has been loaded.
pub(super) fn close(m: &mut Machine, stream: Option<StreamId>) {
    if let Some(id) = stream {
        // Nothing was written, so closing cannot fail.
        let _flushed = m.streams.close(id);
    }
}
