//! The base of all layers: atoms, numbers, flags, limits, spans, and the kinds of ISO errors.

pub mod alarm;
pub mod atom;
pub mod bytes;
mod categories;
pub mod category;
pub mod char_index;
pub mod date;
pub mod doc;
pub mod flag;
mod flag_values;
pub mod idle_threads;
pub mod ids;
pub mod iso_error;
pub mod known;
pub mod limit;
pub mod marks;
pub mod num;
pub mod object;
pub mod ordered;
pub mod pieces;
pub mod shared;
pub mod slab;
pub mod span;
pub mod table_limit;
pub mod turns;
pub mod watch;
