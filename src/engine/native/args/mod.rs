//! Arguments of native predicates: lists, texts and streams, with the errors of ISO 7.12.2.

pub mod borrowed_text;
pub mod list_arg;
pub mod number_text;
pub mod stream_arg;
pub mod text_arg;
pub mod text_blocks;
