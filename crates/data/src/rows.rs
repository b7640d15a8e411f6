//! Statements that are being run: each gives its rows in batches, between which others run.
//!
//! The rows of a statement borrow it, and it borrows the connection. An asynchronous block may hold all three, and stop
//! between two batches: it is run by hand, and wakes nobody.

use std::cell::RefCell;
use std::future::Future;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, Error, params_from_iter};

/// The rows of the first batch of a statement, which often has no more, and of the later ones.
const FIRST: usize = 32;
const LATER: usize = 512;
/// The bytes of texts and blobs from which a batch is full.
const FULL: usize = 1 << 20;

/// Rows, as far as they are known.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    /// The values of all rows, one row behind the other.
    pub values: Vec<Value>,
    /// The number of values of a row: 0 if the statement has none, such as one that changes rows.
    pub columns: usize,
    /// The number of rows that the statement has changed.
    pub changed: usize,
}

/// A statement that is being run.
pub(crate) struct Cursor {
    run: Pin<Box<dyn Future<Output = Result<(), Error>>>>,
    batch: Rc<RefCell<Batch>>,
}

/// The end of a batch, where the block stops once.
struct BatchEnd(bool);

impl Future for BatchEnd {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if self.0 {
            return Poll::Ready(());
        }
        self.0 = true;
        Poll::Pending
    }
}

/// Runs a statement, and stops whenever a batch is full.
async fn run(
    connection: Rc<Connection>,
    sql: String,
    values: Vec<Value>,
    batch: Rc<RefCell<Batch>>,
) -> Result<(), Error> {
    let mut statement = connection.prepare_cached(&sql)?;
    let columns = statement.column_count();
    if columns == 0 {
        let changed = statement.execute(params_from_iter(values))?;
        batch.borrow_mut().changed = changed;
        return Ok(());
    }
    let mut rows = statement.query(params_from_iter(values))?;
    let (mut most, mut bytes) = (FIRST * columns, 0);
    loop {
        {
            let mut batch = batch.borrow_mut();
            batch.columns = columns;
            while batch.values.len() < most && bytes < FULL {
                let Some(row) = rows.next()? else {
                    return Ok(());
                };
                for column in 0..columns {
                    let value = row.get_ref(column)?;
                    if let ValueRef::Text(text) | ValueRef::Blob(text) = value {
                        bytes += text.len();
                    }
                    batch.values.push(Value::try_from(value).map_err(|error| {
                        Error::FromSqlConversionFailure(column, value.data_type(), Box::new(error))
                    })?);
                }
            }
        }
        BatchEnd(false).await;
        (most, bytes) = (LATER * columns, 0);
    }
}

impl Cursor {
    /// Begins a statement with the values of its parameters.
    pub(crate) fn new(connection: &Rc<Connection>, sql: String, values: Vec<Value>) -> Cursor {
        let batch = Rc::default();
        Cursor {
            run: Box::pin(run(Rc::clone(connection), sql, values, Rc::clone(&batch))),
            batch,
        }
    }

    /// Returns the next batch, and whether there may be more.
    pub(crate) fn next(&mut self) -> Result<(Batch, bool), Error> {
        let run = pin!(&mut self.run);
        let goes_on = match run.poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Pending => true,
            Poll::Ready(done) => done.map(|()| false)?,
        };
        Ok((self.batch.take(), goes_on))
    }
}
