//! The web, on loopback: sockets and HTTP; and RDF. Built with the feature `web`.

mod clients;
mod libraries;
mod pengines;
mod rdf;
mod secure;
mod servers;
mod sockets;
mod websockets;

use std::time::Duration;

use ferz::{Engine, Grant, Limits, Network};

/// Makes an engine that may have threads and reach this machine.
fn engine() -> Engine {
    let mut engine = Engine::new();
    for grant in [
        Grant::Threads,
        Grant::Sleep,
        Grant::Clock,
        Grant::Network(Network::loopback()),
    ] {
        engine.grant(grant);
    }
    engine.set_limits(Limits::default().time(Duration::from_secs(60)));
    engine
}

/// Fails unless each goal succeeds, in an engine of its own with this program.
#[track_caller]
fn all_succeed(program: &str, goals: &[&str]) {
    for goal in goals {
        let mut engine = engine();
        engine.consult_str(program).expect("it is right");
        let found = engine.succeeds(goal);
        assert!(matches!(found, Ok(true)), "{goal}: {found:?}");
    }
}
