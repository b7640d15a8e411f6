//! The engine as a WebAssembly module: requests and replies are bytes, see `wire.rs`; `js/ferz.js` is the interface for
//! programs.
//!
//! The target is WASI, whose few functions `js/wasi.js` provides: so the clock, random numbers and files of the standard
//! library work, and come from JavaScript.

use std::cell::RefCell;
use std::collections::BTreeMap;

use ferz::{Engine, Error, OwnedQuery};

mod exchange;
mod host;
mod requests;
mod wire;

/// An engine, and what it does.
#[expect(clippy::large_enum_variant, reason = "there are few")]
enum State {
    Idle(Engine),
    Asked(OwnedQuery),
}

thread_local! {
    /// The engines by number. One that runs is not there.
    static ENGINES: RefCell<BTreeMap<u32, State>> = const { RefCell::new(BTreeMap::new()) };
}

/// Takes an engine out, so that what it calls cannot reach it.
fn take(number: u32) -> Option<State> {
    ENGINES.with_borrow_mut(|engines| engines.remove(&number))
}

fn put(number: u32, state: State) {
    ENGINES.with_borrow_mut(|engines| engines.insert(number, state));
}

/// Makes room for `length` bytes of a request or an answer, and returns where they go.
#[unsafe(no_mangle)]
pub extern "C" fn ferz_room(length: usize) -> *mut u8 {
    exchange::room(length)
}

/// Returns where the reply to the last request is.
#[unsafe(no_mangle)]
pub extern "C" fn ferz_reply() -> *const u8 {
    exchange::reply_at()
}

/// Makes an engine with a number that JavaScript has chosen.
#[unsafe(no_mangle)]
pub extern "C" fn ferz_new(number: u32) {
    put(number, State::Idle(requests::new_engine(number)));
}

/// Ends an engine.
#[unsafe(no_mangle)]
pub extern "C" fn ferz_drop(number: u32) {
    drop(take(number));
}

/// Runs a request, whose bytes are in the room that was made for them; returns the length of the reply.
#[unsafe(no_mangle)]
pub extern "C" fn ferz_request(number: u32, kind: u32, length: usize) -> usize {
    let bytes = exchange::take(length);
    let reply = match take(number) {
        None => requests::busy(),
        Some(state) => {
            let (state, reply) = requests::run(number, state, kind, &bytes);
            put(number, state);
            reply
        }
    };
    exchange::reply(reply)
}

/// Runs the innermost open query for a number of calls; returns the length of the reply. Its own function, since it is
/// called most often.
#[unsafe(no_mangle)]
pub extern "C" fn ferz_step(number: u32, fuel: f64, with_text: u32) -> usize {
    let reply = match take(number) {
        None => requests::busy(),
        Some(mut state) => {
            let reply = requests::step(&mut state, fuel as u64, with_text != 0);
            put(number, state);
            reply
        }
    };
    exchange::reply(reply)
}

/// The result of a request before it is written.
type Outcome = Result<(), Error>;
