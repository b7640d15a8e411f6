//! An embedded Prolog engine in safe Rust: what a program does is a value in the host, never the end of it.
//!
//! ```
//! use ferz::Engine;
//!
//! let mut engine = Engine::new();
//! engine.consult_str("parent(ann, bob). parent(bob, cid). grand(X, Z) :- parent(X, Y), parent(Y, Z).")?;
//! for answer in engine.query("grand(ann, Who)")? {
//!     let who: String = answer?.get("Who")?;
//!     assert_eq!(who, "cid");
//! }
//! # Ok::<(), ferz::Error>(())
//! ```
//!
//! # Features
//!
//! None is on by default.
//!
//! | feature | adds |
//! |---|---|
//! | `serde` | values of all types that serde knows as terms: `Serde`, `to_term`, `from_term`, `Answer::read` |
//! | `async` | answers as a stream, for hosts that run tasks: `OwnedQuery::into_stream` |
//! | `libraries` | the solvers clpb, clpq, clpr, simplex and chr, and libraries on crates of others: regular expressions, XML, YAML, compressed streams, cryptography |
//! | `web` | sockets and HTTP: what an engine may reach is what its host grants it |
//! | `data` | databases of SQLite: `library(sqlite)`, `library(odbc)` |
//! | `manual` | what `help/1` tells of each predicate, some 500 kB |
//!
//! # Where to look
//!
//! | to | use |
//! |---|---|
//! | load a program | [`Engine::consult_str`], [`Engine::consult_file`]; [`Error::diagnostics`] tells what is wrong with it |
//! | share a program between engines | [`Program`], [`Engine::reset`], [`Engine::fork`] |
//! | load a program when a crate is built | [`Program::save_for_build`], [`include_program!`], [`Program::to_bytes`] |
//! | ask for answers | [`Engine::query`], [`Engine::once`], [`Engine::prepare`]; with values: [`Engine::once_with`], [`Params`] |
//! | read answers | [`Answer::get`], [`Query::values`], [`Query::next_row`] without a copy, [`FromTerm`] |
//! | add and remove many facts | [`Engine::insert_all`], [`Engine::remove_all`] |
//! | be told what changes | [`Engine::watch`] |
//! | tell why a goal holds, or fails | [`Engine::explain`] |
//! | pass structs and enums | [`Serde`], [`to_term`], [`from_term`], [`Answer::read`] |
//! | pass values that programs cannot look into | [`Object`] |
//! | lend functions to programs | [`Engine::det`], [`Engine::nondet`], [`Engine::register`] with [`Call`] |
//! | lend fast predicates that work on terms | [`native`], [`ProgramBuilder::library`] |
//! | solve constraints over integers | [`Model`], made of values of Rust; [`Engine::register_propagator`] for own ones |
//! | bound what a query may use | [`Limits`], [`Engine::set_limits`], [`Engine::limited`] |
//! | stop a query | [`Query::canceller`], [`Engine::interrupter`] |
//! | run a query in steps, nested, or on another thread | [`Query::step`], [`Query::nested`], [`Engine::into_query`] |
//! | let other tasks run while a goal does | `OwnedQuery::into_stream`, with the feature `async` |
//! | build a prompt, an editor or a debugger | [`toplevel`], [`debug`] |
//! | let programs reach the outside | [`Grant`], [`Engine::grant`], [`Engine::set_output`], [`Engine::set_error`] |
//!
//! # What a program may do
//!
//! A new engine can compute and nothing else: no file, no environment variable, no other program, no clock, no waiting,
//! no random number that cannot be predicted; what it writes is discarded. Each [`Grant`] adds one of these.
//!
//! # Errors and limits
//!
//! An exception that nothing catches is an [`Error`] with the ball, a message, and the [`Frame`]s of the goals. A limit
//! that was met is one of the kind [`ErrorKind::Limit`]. A program cannot forge that kind: a ball that it throws is an
//! [`ErrorKind::Exception`], whatever it looks like. Nor can it go on: only lack of memory can be caught, with some of it
//! kept back for the handler, unless [`Limits::catchable`] is set. The engine is usable after every error.
//!
//! # Threads
//!
//! An engine is used by one thread at a time, and can be sent to another; many engines share a [`Program`] and nothing
//! else. With [`Grant::Threads`] a goal may be searched on several processors:
//!
//! ```
//! let mut engine = ferz::Engine::new();
//! engine.grant(ferz::Grant::Threads);
//! engine.consult_str("pair(X, Y) :- between(1, 300, X), between(X, 300, Y), 0 =:= (X * X + Y) mod 17.")?;
//! assert!(engine.succeeds("parallel_count(pair(_, _), N), aggregate_all(count, pair(_, _), N)")?);
//! assert!(engine.succeeds("parallel_findall(X-Y, pair(X, Y), L), findall(X-Y, pair(X, Y), L)")?);
//! # Ok::<(), ferz::Error>(())
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod api;
mod builtins;
mod library;
pub mod native;

use ferz_engine::{base, code, compile, io, machine, term, text};

pub use api::*;

/// The examples of the README and the guide are tests.
#[cfg(doctest)]
mod guide {
    macro_rules! chapters {
        ($($name:ident $file:literal),* $(,)?) => { $(
            #[doc = include_str!($file)]
            struct $name;
        )* };
    }

    chapters! {
        Readme "../README.md",
        Embedding "../docs/guide/05-embedding.md",
        Values "../docs/guide/06-values.md",
        HostPredicates "../docs/guide/07-host-predicates.md",
        Service "../docs/guide/08-service.md",
        Safety "../docs/guide/09-safety.md",
        Constraints "../docs/guide/10-constraints.md",
        ModulesAndTests "../docs/guide/13-modules-and-tests.md",
        Threads "../docs/guide/17-threads.md",
    }
}
