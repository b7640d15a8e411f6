//! Waiting for input, and the terminal. Not in the standard.

use std::io;
use std::time::{Duration, Instant};

use crate::base::iso_error::Type;
use crate::base::watch::Naps;
use crate::io::wait;
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;

use crate::native::args::list_arg::new_list;
use crate::native::args::stream_arg::{StreamKind, input_stream};
use crate::native::args::text_arg::list_items;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$wait_for_input(+streams, -ready, +seconds)", 3, wait_for_input_3)
        .doc("Waits until reading from some of the streams returns at once; without end if seconds is no number."),
    det!("$screen_size(-rows, -columns)", 2, screen_size_2)
        .doc("The size of the terminal that is the standard output of the process; fails if it is none."),
];

fn wait_for_input_3(m: &mut Machine, streams: Cell, ready: Cell, seconds: Cell) -> Step {
    let Ok(items) = list_items(m, streams) else {
        return Err(m.type_error(Type::List, streams));
    };
    let mut ids = Vec::new();
    for item in items {
        ids.push((item, input_stream(m, item, StreamKind::Any)?));
    }
    let number = m.heap.number(m.deref(seconds));
    let length = number.map(|number| crate::builtins::term_io::format_number::to_float(&number).max(0.0));
    // Waits without end if the end exceeds the range of the clock.
    let end = length
        .and_then(|length| Duration::try_from_secs_f64(length).ok())
        .and_then(|length| Instant::now().checked_add(length));
    let mut naps = Naps::default();
    loop {
        m.poll_waiting()?;
        let is_ready = |&&(_, id): &&(Cell, _)| m.streams.get(id).is_none_or(|stream| stream.is_ready());
        let found: Vec<Cell> = ids.iter().filter(is_ready).map(|&(item, _)| item).collect();
        if !found.is_empty() || end.is_some_and(|end| end <= Instant::now()) {
            let list = new_list(m, &found)?;
            return m.unify(ready, list);
        }
        naps.next(m.limits.watch(), end);
    }
}

fn screen_size_2(m: &mut Machine, rows: Cell, columns: Cell) -> Step {
    let (height, width) = wait::screen_size(io::stdout()).map_err(|_| Stop::Fail)?;
    m.unify(rows, Cell::int(height.into()))?;
    m.unify(columns, Cell::int(width.into()))
}
