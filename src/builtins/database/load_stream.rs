//! The stream of the text that is being loaded, which `prolog_load_context/2` gives.
//!
//! A text is in memory as a whole. Who asks for its stream gets one that reads this text from where the loader is; what
//! is read from it the loader does not read.

use crate::io::device::MemoryInput;
use crate::io::position::Position;
use crate::io::stream::{Mode, Stream};
use crate::io::table::{StreamId, USER_INPUT};
use crate::machine::Machine;
use crate::machine::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;

use crate::builtins::args::stream_arg::{charge_stream, stream_term};

pub(in crate::builtins) const TABLE: &[Native] =
    &[det!("$load_stream(-stream)", 1, load_stream_1).doc("The stream of the text that is being loaded.")];

fn load_stream_1(m: &mut Machine, stream: Cell) -> Step {
    let Some(source) = m.sources.last() else {
        return Err(Stop::Fail);
    };
    let id = match source.stream.filter(|&id| m.streams.get(id).is_some()) {
        _ if source.interactive => USER_INPUT,
        Some(id) => id,
        None => {
            let (text, at) = (source.text.clone().into_bytes(), source.at.min(source.text.len()));
            let mut position = Position::default();
            position.pass_text(&source.text[..at]);
            let name = source.file.as_ref().map(|file| file.to_string_lossy().into_owned());
            charge_stream(m, text.len())?;
            let mut new = Stream::new(Box::new(MemoryInput::new(text)), Mode::Read);
            new.file_name = name;
            // Memory goes to every place.
            let _there = new.set_position(position);
            let id = m.streams.add(new);
            if let Some(source) = m.sources.last_mut() {
                source.stream = Some(id);
            }
            id
        }
    };
    let term = stream_term(m, id);
    m.unify(stream, term)
}

/// Before a clause is read: what was read from the stream is not read again.
pub(super) fn follow(m: &mut Machine) {
    let Some(source) = m.sources.last_mut() else { return };
    if let Some(stream) = source.stream.and_then(|id| m.streams.get(id)) {
        let at = usize::try_from(stream.position().byte).unwrap_or(usize::MAX);
        source.at = source.text.floor_char_boundary(at);
    }
}

/// After a clause was read: the stream goes on behind it.
pub(super) fn lead(m: &mut Machine) {
    let Some(source) = m.sources.last() else { return };
    if let Some(stream) = source.stream.and_then(|id| m.streams.get_mut(id)) {
        let mut position = stream.position();
        let from = usize::try_from(position.byte).unwrap_or(usize::MAX);
        position.pass_text(source.text.get(from..source.at).unwrap_or_default());
        let _there = stream.set_position(position);
    }
}

/// The text has been loaded.
pub(super) fn close(m: &mut Machine, stream: Option<StreamId>) {
    if let Some(id) = stream {
        // Nothing was written.
        let _flushed = m.streams.close(id);
    }
}
