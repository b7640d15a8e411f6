//! Captures of output that are set aside, since the goal that has begun them does not run for a while.

use super::table::{Capture, StreamId, StreamTable, USER_OUTPUT};

/// Captures that are set aside, the innermost last, and the current output then.
#[derive(Default)]
pub struct Captures(Option<(Vec<Capture>, StreamId)>);

impl StreamTable {
    /// Takes the captures above `depth`, to be continued later; the current output is what it was before them.
    pub fn park_captures(&mut self, depth: usize) -> Captures {
        if self.captures.len() <= depth {
            return Captures(None);
        }
        let (output, parked) = (self.output, self.captures.split_off(depth));
        let before = parked[0].before;
        self.output = if self.get(before).is_some() {
            before
        } else {
            USER_OUTPUT
        };
        Captures(Some((parked, output)))
    }

    /// Continues captures that were set aside.
    pub fn continue_captures(&mut self, captures: Captures) {
        let Some((mut parked, output)) = captures.0 else { return };
        parked[0].before = self.output;
        self.captures.append(&mut parked);
        self.output = output;
    }
}
