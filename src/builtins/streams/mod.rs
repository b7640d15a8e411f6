//! Streams and files (ISO 8.11), character and byte input/output (8.12, 8.13).

pub(crate) mod chars;
pub(crate) mod file_names;
pub(crate) mod file_status;
pub(crate) mod files;
pub(crate) mod lines;
pub(crate) mod memory_files;
pub(crate) mod open_close;
pub(crate) mod stream_props;
pub(crate) mod waiting;
