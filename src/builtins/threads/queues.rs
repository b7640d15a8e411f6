//! Message queues.

use std::sync::Arc;

use crate::base::limit::Limit;
use crate::machine::Machine;
use crate::machine::threads::{Gone, Queue, Thread};
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::parcel;
use crate::term::view::View;

use super::running::thread_called;
use super::{alias, family, made, object, patience, unify_names, wait, wanted};
use crate::builtins::streams::files::{denied, missing};

/// Native predicates of this file.
pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$queue_create(+alias, +most, -queue)", 3, queue_create_3)
        .doc("Makes a message queue for at most so many messages, 0 for any number; its alias is '' for none."),
    det!("$queue_limit(+queue, +most)", 2, queue_limit_2)
        .doc("Sets how many messages a queue holds, 0 for any number."),
    det!("$queue_destroy(+queue)", 1, queue_destroy_1).doc("Ends a message queue, which is not that of a thread."),
    det!("$queue_send(+queue, +message, +seconds)", 3, queue_send_3).doc(
        "Appends a message to a queue, that of a thread too; waits for room, at most so long unless that is negative.",
    ),
    det!("$queue_get(+queue, ?message, +seconds, +take)", 4, queue_get_4).doc(
        "Unifies message with the first message that unifies, and removes that if take is true; waits for one, at most \
         so long unless that is negative.",
    ),
    det!("$queue_counts(+queue, -counts)", 2, queue_counts_2)
        .doc("Unifies counts with counts(Messages, Waiting, Most); Most is 0 for any number."),
    det!("$queues(-list)", 1, queues_1).doc("Unifies list with the queues that have an alias and belong to no thread."),
];

/// Returns the queue that a term stands for; that of a thread too.
fn find(m: &mut Machine, queue: Cell) -> Result<Arc<Queue>, Stop> {
    if m.deref(queue).is_variable() {
        return Err(m.instantiation_error());
    }
    let found = match object(m, queue) {
        Some(object) => {
            let of_thread = object.value_of::<Thread>().map(|thread| Arc::clone(thread.queue()));
            of_thread.or_else(|| object.value_of())
        }
        None => {
            let named = alias(m, queue).and_then(|alias| family(m).queue_called(&alias));
            named.or_else(|| thread_called(m, queue).map(|thread| Arc::clone(thread.queue())))
        }
    };
    let found = found.filter(|queue| !queue.is_gone());
    found.ok_or_else(|| gone(m, queue))
}

fn gone(m: &mut Machine, queue: Cell) -> Stop {
    missing(m, "message_queue", queue)
}

fn count(m: &Machine, cell: Cell) -> Option<usize> {
    match m.view(cell) {
        View::Int(count) => usize::try_from(count).ok().filter(|&count| count > 0),
        _ => None,
    }
}

fn queue_create_3(m: &mut Machine, alias: Cell, most: Cell, queue: Cell) -> Step {
    let (wanted, most) = (wanted(m, alias), count(m, most));
    let new = family(m).add_queue(wanted.as_deref(), most);
    made(m, ("message_queue", alias), wanted, new, queue)
}

fn queue_limit_2(m: &mut Machine, queue: Cell, most: Cell) -> Step {
    let found = find(m, queue)?;
    found.set_most(count(m, most));
    Ok(())
}

fn queue_destroy_1(m: &mut Machine, queue: Cell) -> Step {
    let found = find(m, queue)?;
    let family = family(m);
    if family
        .threads()
        .iter()
        .any(|(thread, _)| Arc::ptr_eq(thread.queue(), &found))
    {
        return Err(denied(m, "destroy", "message_queue", queue));
    }
    found.destroy();
    family.forget_queues();
    Ok(())
}

fn queue_send_3(m: &mut Machine, queue: Cell, message: Cell, seconds: Cell) -> Step {
    let found = find(m, queue)?;
    let parcel = m.pack_parcel(message)?;
    if parcel.bytes().saturating_add(found.family_bytes()) > m.limits.memory() {
        return Err(m.resource_error(Limit::Memory));
    }
    let end = patience(m, seconds);
    let sent = wait(m, end, ("message_queue", queue), |m, time| match found.send(&parcel) {
        Ok(true) => Ok(Some(())),
        Ok(false) => {
            found.wait_for_room((m.limits.watch(), time));
            Ok(None)
        }
        Err(Gone) => Err(gone(m, queue)),
    })?;
    sent.ok_or(Stop::Fail)
}

fn queue_get_4(m: &mut Machine, queue: Cell, message: Cell, seconds: Cell, take: Cell) -> Step {
    let found = find(m, queue)?;
    let key = parcel::key(&m.heap, &m.atoms, message);
    let takes = m.deref(take) == Cell::atom(crate::base::known::TRUE);
    let end = patience(m, seconds);
    // The number of the first message that was not looked at.
    let mut next = 0;
    let got = wait(m, end, ("message_queue", queue), |m, time| {
        loop {
            let (number, parcel) = match found.next(&mut next, key) {
                Ok(Some(message)) => message,
                Ok(None) => break,
                Err(Gone) => return Err(gone(m, queue)),
            };
            let mark = m.stacks.mark(&m.heap);
            let unified = m.unpack_parcel(&parcel).and_then(|term| m.unify(term, message));
            match unified {
                Ok(()) if !takes || found.remove(number) => {
                    m.stacks.keep_mark(mark);
                    return Ok(Some(()));
                }
                Ok(()) | Err(Stop::Fail) => m.undo_to_mark(mark),
                Err(stop) => {
                    m.stacks.keep_mark(mark);
                    return Err(stop);
                }
            }
            m.poll()?;
        }
        found.wait_for_message(next, (m.limits.watch(), time));
        Ok(None)
    })?;
    got.ok_or(Stop::Fail)
}

fn queue_counts_2(m: &mut Machine, queue: Cell, counts: Cell) -> Step {
    let found = find(m, queue)?;
    let (messages, waiting) = found.counts();
    let numbers = [messages, waiting, found.most().unwrap_or(0)].map(|number| Cell::int(number as i64));
    let functor = m.intern("counts");
    let term = m.heap.new_term(functor, &numbers);
    m.unify(counts, term)
}

fn queues_1(m: &mut Machine, list: Cell) -> Step {
    let queues = family(m).queues();
    let queues = queues
        .iter()
        .filter_map(|object| Some((object.value_of::<Queue>()?, object)));
    unify_names(
        m,
        list,
        queues.map(|(queue, object)| (queue.alias().map(str::to_owned), object)),
    )
}
