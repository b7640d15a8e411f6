//! An access policy that requests are checked against, by engines of a pool: `cargo run --release --example policy`.
//!
//! A request that takes too long, or whose client goes away, is stopped; the engine serves the next one.
#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use ferz::{Atom, Engine, Error, Goal, Limits, Program};

const POLICY: &str = "
    may(User, Action, Resource) :- role(User, Role), allows(Role, Action, Kind), kind(Resource, Kind).
    may(User, _, Resource) :- owner(Resource, User).
    allows(admin, _, _).
    allows(editor, read, page).
    allows(editor, write, page).
    allows(reader, read, page).
    role(mary, admin).
    role(john, reader).
    kind(start, page).
    owner(diary, john).
";

/// A request, and where its answer goes.
struct Request {
    user: &'static str,
    action: &'static str,
    resource: &'static str,
    answer: mpsc::Sender<String>,
}

fn serve(engine: &mut Engine, may: &Goal, request: &Request) -> Result<bool, Error> {
    // Prepared goals and values take the place of text that is put together, which a client could forge.
    let values = [
        ("User", request.user),
        ("Action", request.action),
        ("Resource", request.resource),
    ];
    Ok(engine
        .run_once(may, values.map(|(name, value)| (name, Atom(value))))?
        .is_some())
}

fn main() -> Result<(), Error> {
    let program = Program::builder()
        .text("policy.pl", POLICY)
        .goal("may", "may(User, Action, Resource)")
        .freeze()?;
    let (queue, requests) = mpsc::channel::<Request>();
    let requests = std::sync::Arc::new(std::sync::Mutex::new(requests));
    let workers: Vec<_> = (0..4)
        .map(|_| {
            let (program, requests) = (program.clone(), requests.clone());
            thread::spawn(move || {
                let mut engine = program.engine();
                let may = program.goal("may").expect("it was prepared");
                let limits = Limits::default().time(Duration::from_millis(50)).memory(16 << 20);
                engine.set_limits(limits);
                while let Ok(request) = requests
                    .lock()
                    .map_err(|_| mpsc::RecvError)
                    .and_then(|queue| queue.recv())
                {
                    let told = match serve(&mut engine, may, &request) {
                        Ok(true) => "yes".to_owned(),
                        Ok(false) => "no".to_owned(),
                        Err(error) => error.to_string(),
                    };
                    // The client may have gone.
                    let _gone = request.answer.send(told);
                    // Nothing that a request has done stays behind.
                    engine.reset();
                }
            })
        })
        .collect();
    for (user, action, resource) in [
        ("mary", "write", "start"),
        ("john", "write", "start"),
        ("john", "write", "diary"),
    ] {
        let (answer, told) = mpsc::channel();
        let request = Request {
            user,
            action,
            resource,
            answer,
        };
        if queue.send(request).is_ok() {
            let told = told.recv().unwrap_or_default();
            println!("{user} may {action} {resource}: {told}"); // yes, no, yes
        }
    }
    drop(queue);
    for worker in workers {
        worker.join().expect("no worker panics");
    }
    Ok(())
}
