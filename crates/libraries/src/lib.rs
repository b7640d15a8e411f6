//! Libraries of ferz: constraint solvers, and what is foreign to Prolog. They stand on the interface for native predicates
//! and on nothing else of the engine.
#![forbid(unsafe_code)]

#[cfg(feature = "solvers")]
mod chr;
#[cfg(feature = "solvers")]
mod clpb;
mod fd;
#[cfg(feature = "foreign")]
mod foreign;
#[cfg(feature = "solvers")]
mod linear;

use ferz_engine::native::{Library, Loadable, Native, only_manual};

mod texts {
    include!(concat!(env!("OUT_DIR"), "/solvers.rs"));
}

/// Constraints: over integers; with the feature `solvers` over Booleans, rationals and floats, linear programs, and rules
/// that make solvers.
pub static SOLVERS: Library = Library::new("solvers")
    .rows(ROWS)
    .texts(&texts::TEXTS)
    .loadable(LOADABLE)
    .hooks(HOOKS)
    .chapters(&[CONSTRAINTS]);

const HOOKS: &[(&str, &str)] = &[
    #[cfg(feature = "solvers")]
    ("$chr", "$chr_wake"),
];

/// The chapter of the manual about constraints.
const CONSTRAINTS: &str = only_manual(include_str!("constraints.md"));

const ROWS: &[&[Native]] = &[
    fd::predicates::TABLE,
    fd::different::TABLE,
    fd::lookup::TABLE,
    fd::solve::TABLE,
    #[cfg(feature = "solvers")]
    chr::TABLE,
    #[cfg(feature = "solvers")]
    clpb::predicates::TABLE,
    #[cfg(feature = "solvers")]
    linear::rows::TABLE,
    #[cfg(feature = "solvers")]
    linear::transport::TABLE,
];

const LOADABLE: &[Loadable] = &[
    Loadable {
        names: &["clpfd", "clp/clpfd"],
        texts: &[
            "integers/clpfd.pl",
            "integers/clpfd_automaton.pl",
            "integers/clpfd_sets.pl",
            "integers/clpfd_show.pl",
        ],
        rows: fd::TABLES,
    },
    #[cfg(feature = "solvers")]
    Loadable {
        names: &["clpb", "clp/clpb"],
        texts: &["solvers/clpb.pl"],
        rows: &[],
    },
    #[cfg(feature = "solvers")]
    Loadable {
        names: &["clpq", "clp/clpq", "clpr", "clp/clpr", "clpqr"],
        texts: &["solvers/clpq.pl", "solvers/clpr.pl"],
        rows: &[],
    },
    #[cfg(feature = "solvers")]
    Loadable {
        names: &["simplex", "clp/simplex"],
        texts: &["solvers/simplex.pl", "solvers/simplex_transport.pl"],
        rows: &[],
    },
    #[cfg(feature = "solvers")]
    Loadable {
        names: &["chr"],
        texts: &["chr/chr.pl"],
        rows: &[],
    },
];

#[cfg(feature = "foreign")]
mod foreign_texts {
    include!(concat!(env!("OUT_DIR"), "/foreign.rs"));
}

/// Libraries that stand on crates of others: pcre, sgml, yaml, zlib, parts of crypto, snowball, double_metaphone, unicode.
#[cfg(feature = "foreign")]
pub static FOREIGN: Library = Library::new("libraries")
    .rows(foreign::TABLES)
    .texts(&foreign_texts::TEXTS);
