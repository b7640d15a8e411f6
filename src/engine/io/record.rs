//! A record of what passes the standard streams, for `protocol/1`.

use std::fs::File;
use std::io::Write as _;
use std::sync::Arc;

use super::table::{StreamTable, USER_ERROR, USER_INPUT, USER_OUTPUT};

/// The file that a record is written to. Errors are dropped: a full disk does not stop what is recorded.
#[derive(Clone)]
pub(super) struct Recorder(Arc<File>);

impl Recorder {
    /// Adds to the record.
    pub(super) fn write(&self, bytes: &[u8]) {
        let _dropped = (&*self.0).write_all(bytes);
    }
}

impl StreamTable {
    /// Records from now on what passes the standard streams; any record before ends.
    pub fn record_to(&mut self, file: File) {
        self.set_recorder(Some(Recorder(Arc::new(file))));
    }

    /// Ends the record.
    pub fn end_record(&mut self) {
        self.set_recorder(None);
    }

    /// Records a text that has passed beside the streams, such as a line that the host has read.
    pub fn note(&mut self, text: &str) {
        if let Some(stream) = self.get_mut(USER_OUTPUT)
            && stream.recorder.is_some()
        {
            // Earlier output comes first.
            let _dropped = stream.flush();
            if let Some(recorder) = &stream.recorder {
                recorder.write(text.as_bytes());
            }
        }
    }

    fn set_recorder(&mut self, recorder: Option<Recorder>) {
        for id in [USER_INPUT, USER_OUTPUT, USER_ERROR] {
            if let Some(stream) = self.get_mut(id) {
                // Earlier output belongs to the record before.
                let _dropped = stream.flush();
                stream.recorder.clone_from(&recorder);
            }
        }
    }
}
