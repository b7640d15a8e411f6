//! Streams and their devices. Independent of terms.

pub mod access;
#[cfg(unix)]
mod beneath;
pub mod captures;
pub mod children;
mod common;
pub mod device;
pub mod encoding;

pub mod filter;
pub mod grants;
mod keys;
pub mod network;
mod output;
mod pieces;
pub mod position;
mod record;
pub mod stream;
pub mod table;
pub mod wait;
pub mod zone;
#[cfg(not(target_family = "wasm"))]
mod zone_rules;
