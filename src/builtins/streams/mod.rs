//! Streams and files (ISO 8.11), character and byte input/output (8.12, 8.13).

pub mod chars;
pub mod file_names;
pub mod file_status;
pub mod files;
pub mod lines;
pub mod open_close;
pub mod stream_props;
pub mod waiting;
