//! Databases and archives for ferz. It stands on the interface for native predicates and on nothing else of the engine. Which files an
//! engine may open is what its host grants it.
#![forbid(unsafe_code)]

mod archive;
mod connection;
mod rows;
mod sqlite;

use ferz_engine::native::{Library, Loadable};

mod texts {
    include!(concat!(env!("OUT_DIR"), "/data.rs"));
}

/// Databases: SQLite; archives: tar and zip.
pub static DATA: Library = Library::new("data")
    .rows(&[sqlite::TABLE, archive::TABLE])
    .texts(&texts::TEXTS)
    .loadable(LOADABLE);

const LOADABLE: &[Loadable] = &[
    Loadable {
        names: &["sqlite", "prosqlite"],
        texts: &["data/sqlite.pl"],
        rows: &[],
    },
    Loadable {
        names: &["odbc"],
        texts: &["data/odbc.pl", "data/sqlite.pl"],
        rows: &[],
    },
    Loadable {
        names: &["archive"],
        texts: &["data/archive.pl"],
        rows: &[],
    },
];
