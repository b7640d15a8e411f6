//! Functions of JavaScript: predicates, output, and trace events.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use ferz::debug::{Port, TraceAction, TraceEvent};
use ferz::{Call, Engine, Error, TermView};

use crate::exchange;
use crate::wire::{Encoded, Reader, Variables, Writer};

/// What JavaScript provides. A function that replies does so in the exchange buffer, and returns the length.
mod js {
    #[link(wasm_import_module = "ferz")]
    unsafe extern "C" {
        /// Writes bytes to the standard output (1) or error (2) of an engine.
        pub safe fn output(engine: u32, stream: u32, at: *const u8, length: usize);
        /// Reads a line of standard input.
        pub safe fn input(engine: u32) -> usize;
        /// Calls a function with the arguments of a goal.
        pub safe fn call(function: u32, at: *const u8, length: usize) -> usize;
        /// Asks an iterator for its next value.
        pub safe fn next(iterator: u32) -> usize;
        /// Ends an iterator, or forgets a promise.
        pub safe fn forget(number: u32);
        /// Tells of a port; returns the number of an action.
        pub safe fn trace(engine: u32, at: *const u8, length: usize) -> usize;
        /// Whether the promise is settled; its reply.
        pub safe fn settled(promise: u32) -> usize;
    }
}

/// The kinds of replies.
mod reply {
    pub const FAIL: u8 = 0;
    pub const TRUE: u8 = 1;
    pub const VALUE: u8 = 2;
    pub const THROW: u8 = 3;
    pub const ITERATOR: u8 = 4;
    pub const PROMISE: u8 = 5;
}

/// Hands the output of an engine to JavaScript.
pub fn set_streams(engine: &mut Engine, number: u32) {
    let write = move |stream| {
        move |bytes: &[u8]| {
            js::output(number, stream, bytes.as_ptr(), bytes.len());
            Ok(())
        }
    };
    engine.set_output(write(1));
    engine.set_error(write(2));
    let mut line: Vec<u8> = Vec::new();
    engine.set_input(move |buffer: &mut [u8]| -> io::Result<usize> {
        if line.is_empty() {
            let length = js::input(number);
            line = exchange::take(length);
        }
        let count = line.len().min(buffer.len());
        buffer[..count].copy_from_slice(&line[..count]);
        line.drain(..count);
        Ok(count)
    });
}

/// Makes a predicate of a function.
///
/// # Errors
/// As [`Engine::register`].
pub fn define(engine: &mut Engine, name: &str, arity: usize, inputs: usize, function: u32) -> Result<(), Error> {
    engine.register(name, arity, move |call| {
        let mut message = Writer::default();
        message.count(inputs);
        for index in 0..inputs {
            message.term(call.arg(index))?;
        }
        let message = message.finish();
        let length = js::call(function, message.as_ptr(), message.len());
        finish(call, arity, inputs, exchange::take(length))
    })
}

/// Lets the goal go on as the reply says; `last` is the argument that a value is unified with.
fn finish(call: &mut Call<'_>, call_arity: usize, last: usize, mut bytes: Vec<u8>) -> Result<bool, Error> {
    match kind(&bytes) {
        reply::TRUE => Ok(true),
        reply::VALUE => {
            bytes.remove(0);
            call.unify(last, Encoded(bytes));
            Ok(true)
        }
        reply::THROW => Err(thrown(&bytes)),
        reply::ITERATOR => {
            let number = Reader::new(&bytes[1..]).count() as u32;
            call.unify_each(last, Values(number));
            Ok(true)
        }
        reply::PROMISE => {
            let number = Reader::new(&bytes[1..]).count() as u32;
            // A test has no result: any value of its last argument is right.
            let last = last.min(call_arity.saturating_sub(1));
            call.unify_later_if(last, Later(number));
            Ok(true)
        }
        _ => Ok(false),
    }
}

fn kind(bytes: &[u8]) -> u8 {
    bytes.first().copied().unwrap_or(reply::FAIL)
}

fn thrown(bytes: &[u8]) -> Error {
    Error::throw(Reader::new(&bytes[1..]).term(&mut Variables::default()))
}

/// The values of an iterator of JavaScript.
struct Values(u32);

impl Iterator for Values {
    type Item = Result<Encoded, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut bytes = exchange::take(js::next(self.0));
        match kind(&bytes) {
            reply::VALUE => {
                bytes.remove(0);
                Some(Ok(Encoded(bytes)))
            }
            reply::THROW => Some(Err(thrown(&bytes))),
            _ => None,
        }
    }
}

impl Drop for Values {
    fn drop(&mut self) {
        js::forget(self.0);
    }
}

/// The value of a promise of JavaScript.
struct Later(u32);

impl Future for Later {
    type Output = Result<Option<Encoded>, Error>;

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Self::Output> {
        let mut bytes = exchange::take(js::settled(self.0));
        match kind(&bytes) {
            reply::VALUE => {
                bytes.remove(0);
                Poll::Ready(Ok(Some(Encoded(bytes))))
            }
            reply::THROW => Poll::Ready(Err(thrown(&bytes))),
            reply::FAIL => Poll::Ready(Ok(None)),
            _ => Poll::Pending,
        }
    }
}

impl Drop for Later {
    fn drop(&mut self) {
        js::forget(self.0);
    }
}

/// Tells JavaScript of each port of each goal from now on.
pub fn trace(engine: &mut Engine, number: u32) {
    engine.debugger().trace(move |event| {
        let mut message = Writer::default();
        if write_event(&mut message, event).is_err() {
            return TraceAction::Abort;
        }
        let message = message.finish();
        match js::trace(number, message.as_ptr(), message.len()) {
            0 => TraceAction::Creep,
            1 => TraceAction::Skip,
            2 => TraceAction::Up,
            3 => TraceAction::Leap,
            4 => TraceAction::Finish,
            5 => TraceAction::Fail,
            6 => TraceAction::Ignore,
            7 => TraceAction::Retry(event.frame()),
            _ => TraceAction::Abort,
        }
    });
}

fn write_event(to: &mut Writer, event: &mut TraceEvent<'_>) -> Result<(), Error> {
    to.text(match event.port() {
        Port::Call => "call",
        Port::Exit => "exit",
        Port::Redo => "redo",
        Port::Fail => "fail",
        Port::Exception => "exception",
        Port::Cut => "cut",
        Port::Unify => "unify",
    });
    to.count(event.depth());
    to.count(usize::try_from(event.frame()).unwrap_or(0));
    to.byte(u8::from(event.has_alternatives()));
    to.text(&event.goal_text(8)?);
    let (module, name, arity) = event.predicate();
    to.text(&module);
    to.text(&name);
    to.count(arity);
    let place = event.place();
    to.optional(place.as_ref().map(|place| place.file.as_str()));
    to.count(place.as_ref().map_or(0, |place| place.line));
    to.count(place.as_ref().map_or(0, |place| place.column));
    let message = event.exception().map(|ball| match ball.view() {
        TermView::Compound("error", args) if args.len() == 2 => {
            args.get(0).map(|formal| formal.to_string()).unwrap_or_default()
        }
        _ => ball.to_string(),
    });
    to.optional(message.as_deref());
    let variables = event.variable_texts()?;
    to.count(variables.len());
    for text in &variables {
        to.text(text);
    }
    Ok(())
}
