//! `ferz kernel`: a kernel of Jupyter, by version 5.3 of its protocol.
//!
//! The thread that was called has the engine and answers the requests of the channel `shell`, one after the other. Those of
//! `control` are answered by threads of their own, so that a goal can be interrupted while it runs.

mod cell;
mod input;
mod install;
mod message;
mod requests;
mod session;
mod table;
mod zmtp;

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
#[cfg(unix)]
use std::{thread, time::Duration};

use ferz::{Engine, Interrupter};
use serde_json::{Value, json};

pub use install::install;

use input::InputDesk;
use message::{Message, Publisher, SessionKey};
use requests::Requests;
use session::{NotebookSession, pieces};
use zmtp::{KernelSocket, SocketKind};

/// A request of the channel `shell`, or the wish to end.
enum Request {
    /// The name of the peer, and the message.
    Shell(Vec<u8>, Message),
    End,
}

/// Serves the clients that a file of Jupyter tells of, until one of them ends the kernel; returns the exit status.
///
/// # Arguments
/// `engine`: the engine with the program. Its standard streams go to the clients. `connection`: the file, as Jupyter writes it
/// for a kernel: addresses, and the key by which messages are signed.
///
/// # Errors
/// If the file cannot be read or understood, or an address cannot be bound.
pub fn serve(mut engine: Engine, connection: &Path) -> io::Result<u8> {
    let text = std::fs::read_to_string(connection)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", connection.display())))?;
    let wrong = |what: &str| io::Error::new(io::ErrorKind::InvalidData, format!("{}: {what}", connection.display()));
    let told: Value = serde_json::from_str(&text).map_err(|_| wrong("the file is not JSON"))?;
    if told["transport"].as_str().is_some_and(|transport| transport != "tcp") {
        return Err(wrong("the only transport is tcp"));
    }
    let key = told["key"].as_str().unwrap_or_default();
    let scheme = told["signature_scheme"].as_str().unwrap_or("hmac-sha256");
    if !key.is_empty() && scheme != "hmac-sha256" {
        return Err(wrong("the only scheme of signatures is hmac-sha256"));
    }
    let host = told["ip"].as_str().unwrap_or("127.0.0.1");
    let address = |channel: &str| {
        let port = told[format!("{channel}_port")]
            .as_u64()
            .and_then(|port| u16::try_from(port).ok());
        port.map(|port| (host, port))
            .ok_or_else(|| wrong(&format!("there is no {channel}_port")))
    };
    let key = SessionKey::new(key);
    let (requests, waiting) = channel();
    let iopub = KernelSocket::bind(SocketKind::Publisher, address("iopub")?, |_, _, _| {})?;
    let publisher = Publisher::start(key.clone(), iopub)?;
    KernelSocket::bind(SocketKind::Replier, address("hb")?, |socket, name, frames| {
        socket.send(name, &frames);
    })?;
    let (input, stdin) = InputDesk::open(&key, address("stdin")?, &publisher)?;
    engine.set_input(stdin);
    engine.set_output(pieces(&publisher, "stdout"));
    engine.set_error(pieces(&publisher, "stderr"));
    let control = Arc::new(Control {
        key: key.clone(),
        publisher: publisher.clone(),
        interrupter: engine.interrupter(),
        input: input.clone(),
        is_busy: AtomicBool::new(false),
    });
    let session = NotebookSession::new(engine, publisher.clone());
    let (of_control, to_shell) = (Arc::clone(&control), requests.clone());
    #[cfg(unix)]
    let ending = requests.clone();
    KernelSocket::bind(SocketKind::Router, address("control")?, move |socket, name, frames| {
        if let Some(message) = of_control.key.read(frames) {
            of_control.answer(socket, name, &message, &to_shell);
        }
    })?;
    let signed = key.clone();
    let shell = KernelSocket::bind(SocketKind::Router, address("shell")?, move |_, name, frames| {
        if let Some(message) = signed.read(frames) {
            // After the end nobody answers.
            let _sent = requests.send(Request::Shell(name.to_vec(), message));
        }
    })?;
    #[cfg(unix)]
    end_with_parent(&control, ending)?;
    publisher.tell("status", &json!({"execution_state": "starting"}));
    Ok(Requests::new(session, shell, key, publisher, input, control).answer_all(&waiting))
}

/// Ends the kernel when the process that has started it is gone, if Jupyter wants that.
#[cfg(unix)]
fn end_with_parent(control: &Arc<Control>, requests: Sender<Request>) -> io::Result<()> {
    use std::os::unix::process::parent_id;
    if std::env::var_os("JPY_PARENT_PID").is_none() {
        return Ok(());
    }
    let (control, parent) = (Arc::clone(control), parent_id());
    let watch = move || {
        while parent_id() == parent {
            thread::sleep(Duration::from_secs(1));
        }
        let _sent = requests.send(Request::End);
        control.interrupt();
    };
    thread::Builder::new().name("parent".to_owned()).spawn(watch)?;
    Ok(())
}

/// The channel `control`, which is heard while a goal runs.
struct Control {
    key: SessionKey,
    publisher: Publisher,
    interrupter: Interrupter,
    input: InputDesk,
    /// Whether a cell runs.
    is_busy: AtomicBool,
}

impl Control {
    fn answer(&self, socket: &KernelSocket, name: &[u8], request: &Message, shell: &Sender<Request>) {
        let parent = &request.header;
        let status = |state: &str| {
            self.publisher
                .tell_of("status", parent, &json!({"execution_state": state}));
        };
        status("busy");
        let content = match request.kind() {
            "interrupt_request" => {
                self.interrupt();
                json!({"status": "ok"})
            }
            "shutdown_request" => {
                json!({"status": "ok", "restart": request.content["restart"].as_bool().unwrap_or(false)})
            }
            "kernel_info_request" => requests::about(),
            other => json!({"status": "error", "ename": "unknown_request", "evalue": other, "traceback": []}),
        };
        let kind = request.kind().replace("_request", "_reply");
        socket.send(name, &self.key.write(&request.names, &kind, parent, &content));
        status("idle");
        if request.kind() == "shutdown_request" {
            let _sent = shell.send(Request::End);
            self.interrupt();
        }
    }

    /// Ends the goal that runs, and its wait for an input.
    fn interrupt(&self) {
        if self.is_busy.load(Ordering::SeqCst) {
            self.interrupter.interrupt();
            self.input.give_up();
        }
    }
}
