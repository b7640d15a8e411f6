//! A connection to a database, on a thread of its own: statements of several goals take turns there, and a goal that waits for
//! one obeys limits and interrupts.

use std::collections::HashMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use ferz_engine::native::{Machine, Stop};
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::types::Value;
use rusqlite::{Connection, Error, InterruptHandle, OpenFlags};

use crate::rows::{Batch, Cursor};

/// The longest wait between two looks at limits and interrupts.
const SLICE: Duration = Duration::from_millis(20);
/// The statements that a connection keeps prepared.
const PREPARED: usize = 64;

/// The file of a database.
pub(crate) enum DatabaseFile {
    /// In memory.
    Memory,
    /// A file, and whether it may be written.
    File(PathBuf, bool),
}

/// The terms that texts of a database become.
#[derive(Clone, Copy)]
pub(crate) enum TextStyle {
    Atoms,
    Strings,
    Codes,
}

impl TextStyle {
    /// Returns the one with a name: atom, string or codes.
    pub(crate) fn of(name: &str) -> TextStyle {
        match name {
            "string" => TextStyle::Strings,
            "codes" => TextStyle::Codes,
            _ => TextStyle::Atoms,
        }
    }
}

/// A fault of a database: its number in SQLite, and what it says.
#[derive(Debug)]
pub(crate) struct Fault {
    pub code: i64,
    pub message: String,
}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        let code = match &error {
            Error::SqliteFailure(error, _) | Error::SqlInputError { error, .. } => i64::from(error.extended_code),
            _ => 0,
        };
        let message = match &error {
            Error::SqliteFailure(_, Some(message)) => message.clone(),
            Error::SqlInputError { msg, sql, offset, .. } => {
                match usize::try_from(*offset).ok().and_then(|at| sql.get(at..)) {
                    Some(rest) if !rest.is_empty() => format!("{msg}, at: {rest}"),
                    _ => msg.clone(),
                }
            }
            other => other.to_string(),
        };
        Fault { code, message }
    }
}

/// Rows, and the number of the cursor that has more.
pub(crate) type Reply = Result<(Batch, Option<u64>), Fault>;

/// A wish of a goal.
enum Wish {
    /// Run a statement with these values of its parameters.
    Start(String, Vec<Value>, Sender<Reply>),
    /// More rows of a cursor.
    More(u64, Sender<Reply>),
    /// Forget a cursor.
    Drop(u64),
}

/// A connection. Its thread ends when it is closed, or dropped.
pub(crate) struct SqliteConnection {
    wishes: Mutex<Option<Sender<Wish>>>,
    interrupt: InterruptHandle,
    /// The terms that its texts become.
    pub(crate) text: TextStyle,
}

impl SqliteConnection {
    /// Opens a database.
    pub(crate) fn open(
        m: &mut Machine,
        place: DatabaseFile,
        text: TextStyle,
    ) -> Result<Result<SqliteConnection, Fault>, Stop> {
        let (sender, receiver) = channel();
        let (told, opened) = channel();
        let begun = thread::Builder::new()
            .name("database".to_owned())
            .spawn(move || serve(&place, &told, &receiver));
        if let Err(error) = begun {
            let message = error.to_string();
            return Ok(Err(Fault { code: 0, message }));
        }
        let found = wait(m, &opened, || {})?;
        Ok(found.map(|interrupt| SqliteConnection {
            wishes: Mutex::new(Some(sender)),
            interrupt,
            text,
        }))
    }

    /// Ends the connection. Returns whether it was open.
    pub(crate) fn close(&self) -> bool {
        self.wishes
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
            .is_some()
    }

    /// Runs a statement, up to its first rows.
    pub(crate) fn start(&self, m: &mut Machine, sql: String, values: Vec<Value>) -> Result<Reply, Stop> {
        self.ask(m, |reply| Wish::Start(sql, values, reply))
    }

    /// Returns more rows of a cursor.
    pub(crate) fn more(&self, m: &mut Machine, cursor: u64) -> Result<Reply, Stop> {
        self.ask(m, |reply| Wish::More(cursor, reply))
    }

    /// Forgets a cursor.
    pub(crate) fn forget(&self, cursor: u64) {
        let _is_open = self.send(Wish::Drop(cursor));
    }

    fn send(&self, wish: Wish) -> bool {
        let wishes = self.wishes.lock().unwrap_or_else(PoisonError::into_inner);
        wishes.as_ref().is_some_and(|wishes| wishes.send(wish).is_ok())
    }

    fn ask(&self, m: &mut Machine, wish: impl FnOnce(Sender<Reply>) -> Wish) -> Result<Reply, Stop> {
        let (reply, told) = channel();
        if !self.send(wish(reply)) {
            let message = "the connection is closed".to_owned();
            return Ok(Err(Fault { code: 0, message }));
        }
        wait(m, &told, || self.interrupt.interrupt())
    }
}

/// Waits for a reply, in slices. If the goal has to stop before, `stop` is called, and the reply is dropped when it comes.
fn wait<T>(m: &mut Machine, told: &Receiver<Result<T, Fault>>, stop: impl Fn()) -> Result<Result<T, Fault>, Stop> {
    loop {
        match told.recv_timeout(SLICE) {
            Ok(found) => return Ok(found),
            Err(RecvTimeoutError::Disconnected) => {
                let message = "the connection has ended".to_owned();
                return Ok(Err(Fault { code: 0, message }));
            }
            Err(RecvTimeoutError::Timeout) => {
                if let Err(ended) = m.poll_waiting() {
                    stop();
                    return Err(ended);
                }
            }
        }
    }
}

/// Opens a connection. SQL cannot reach other files: no database is attached, which `VACUUM INTO` does, too, and no extension
/// is loaded.
fn connect(place: &DatabaseFile) -> Result<Connection, Error> {
    let mut connection = match place {
        DatabaseFile::Memory => Connection::open_in_memory()?,
        DatabaseFile::File(path, writes) => {
            let mode = match writes {
                true => OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
                false => OpenFlags::SQLITE_OPEN_READ_ONLY,
            };
            Connection::open_with_flags(path, mode | OpenFlags::SQLITE_OPEN_NO_MUTEX)?
        }
    };
    connection.set_prepared_statement_cache_capacity(PREPARED);
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.authorizer(Some(|context: AuthContext<'_>| match context.action {
        AuthAction::Attach { .. } | AuthAction::Detach { .. } => Authorization::Deny,
        AuthAction::Function {
            function_name: "load_extension",
        } => Authorization::Deny,
        _ => Authorization::Allow,
    }))?;
    Ok(connection)
}

/// Serves a connection until nobody has it any more.
fn serve(place: &DatabaseFile, told: &Sender<Result<InterruptHandle, Fault>>, wishes: &Receiver<Wish>) {
    let connection = match connect(place) {
        Ok(connection) => Rc::new(connection),
        Err(error) => {
            let _taken = told.send(Err(error.into()));
            return;
        }
    };
    if told.send(Ok(connection.get_interrupt_handle())).is_err() {
        return;
    }
    let (mut cursors, mut count) = (HashMap::new(), 0_u64);
    for wish in wishes {
        let (number, mut cursor, reply) = match wish {
            Wish::Start(sql, values, reply) => {
                count += 1;
                (count, Cursor::new(&connection, sql, values), reply)
            }
            Wish::More(number, reply) => match cursors.remove(&number) {
                Some(cursor) => (number, cursor, reply),
                None => {
                    let _taken = reply.send(Ok((Batch::default(), None)));
                    continue;
                }
            },
            Wish::Drop(number) => {
                cursors.remove(&number);
                continue;
            }
        };
        let found = match cursor.next() {
            Ok((batch, goes_on)) => Ok((batch, goes_on.then_some(number))),
            Err(error) => Err(error.into()),
        };
        // If nobody waits any more, the cursor is dropped.
        let goes_on = matches!(found, Ok((_, Some(_))));
        if reply.send(found).is_ok() && goes_on {
            cursors.insert(number, cursor);
        }
    }
}
