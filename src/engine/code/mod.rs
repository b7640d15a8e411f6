//! Code: the instruction set, the arenas that hold it, predicates, and the database of them all.

pub mod arena;
pub mod changes;
pub mod clause;
pub mod comparison;
pub mod database;
pub mod fusing;
pub mod index;
pub mod instr;
mod instructions;
pub mod key;
pub mod live;
pub mod lookup;
pub mod meaning;
pub mod modules;
pub mod names;
pub mod operand;
pub mod packed;
pub mod plan;
pub mod predicate;
pub mod ranges;
pub mod retire;
pub mod source;
pub mod store;
pub mod style;
pub mod switch;
pub mod transactions;
pub mod unfolded;
