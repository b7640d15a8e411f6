//! Arguments of built-ins: lists, texts and streams, with the errors of ISO 7.12.2.

pub mod borrowed_text;
pub mod list_arg;
pub mod stream_arg;
pub mod text_arg;
