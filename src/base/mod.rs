//! Used by all layers: atoms, numbers, flags, spans, and the kinds of ISO errors.

pub mod alarm;
pub mod atom;
pub mod char_index;
pub mod date;
pub mod flag;
pub mod ids;
pub mod iso_error;
pub mod known;
pub mod num;
pub mod pieces;
pub mod span;
pub mod watch;
