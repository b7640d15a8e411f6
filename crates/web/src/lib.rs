//! The web for ferz: sockets, and HTTP. It stands on the interface for native predicates and on nothing else of the engine.
//! What an engine may reach is what its host grants it.
#![forbid(unsafe_code)]

mod address;
mod socket;
mod wait;

use ferz_engine::native::{Library, Loadable};

mod texts {
    include!(concat!(env!("OUT_DIR"), "/web.rs"));
}

/// Sockets, and the libraries of HTTP.
pub static WEB: Library = Library::new("web")
    .rows(&[socket::TABLE])
    .texts(&texts::TEXTS)
    .loadable(LOADABLE);

const LOADABLE: &[Loadable] = &[Loadable {
    names: &["socket"],
    texts: &["net/socket.pl"],
    rows: &[],
}];
