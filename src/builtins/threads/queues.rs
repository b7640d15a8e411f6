//! Message queues.

use std::sync::Arc;

use crate::base::iso_error::Type;
use crate::base::known;
use crate::base::limit::Limit;
use crate::machine::Machine;
use crate::machine::threads::{Gone, Queue, Thread};
use crate::native::{Native, NativeRun, Next, Step, Stop, det, holds};
use crate::term::cell::Cell;
use crate::term::parcel;
use crate::term::view::View;

use super::running::thread_called;
use super::{alias, family, made, object, patience, unify_names, wait, wanted};
use crate::builtins::streams::files::{denied, missing};
use crate::native::args::text_arg::new_atom;

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
    Native::new(
        "$queue_get(+queue, ?message, +seconds, +take)",
        4,
        NativeRun::Control(queue_get_4),
    )
    .doc(
        "Unifies message with the first message that unifies, and removes that if take is true; waits for one, at most \
         so long unless that is negative.",
    ),
    det!("$queue_next(+queue, +from, +seconds, -found)", 4, queue_next_4).doc(
        "Unifies found with Number-Message, the first message from a number on; waits for one, at most so long unless \
         that is negative.",
    ),
    det!("$queue_take(+queue, +number)", 2, queue_take_2).doc("Removes the message with this number, if it is there."),
    det!("$queue_counts(+queue, -counts)", 2, queue_counts_2).doc(
        "Unifies counts with counts(Messages, Waiting, Most, Alias); Most is 0 for any number, Alias '' for none.",
    ),
    det!("$queues(-list)", 1, queues_1).doc("Unifies list with the queues that belong to no thread."),
];

/// Returns the queue that a term stands for; that of a thread too.
fn find(m: &mut Machine, queue: Cell) -> Result<Arc<Queue>, Stop> {
    if m.deref(queue).is_variable() {
        return Err(m.instantiation_error());
    }
    let found = match (object(m, queue), m.view(queue)) {
        (Some(object), _) => {
            let of_thread = object.value_of::<Thread>().map(|thread| Arc::clone(thread.queue()));
            of_thread.or_else(|| object.value_of())
        }
        (None, View::Atom(_) | View::Int(1..)) => {
            let named = alias(m, queue).and_then(|alias| family(m).queue_called(&alias));
            named.or_else(|| thread_called(m, queue).map(|thread| Arc::clone(thread.queue())))
        }
        _ => return Err(m.type_error(Type::MessageQueue, queue)),
    };
    let found = found.filter(|queue| !queue.is_gone());
    found.ok_or_else(|| gone(m, queue))
}

/// Returns the error for a queue that is not there any more, or for a thread that has ended.
fn gone(m: &mut Machine, queue: Cell) -> Stop {
    let is_thread = match (object(m, queue), m.view(queue)) {
        (Some(object), _) => object.value_of::<Thread>().is_some(),
        (None, View::Int(_)) => true,
        _ => thread_called(m, queue).is_some(),
    };
    missing(m, if is_thread { "thread" } else { "message_queue" }, queue)
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

/// The goals of attributed variables take part in what fits: `'$queue_select'/5` runs them.
fn queue_get_4(m: &mut Machine) -> Result<Next, Stop> {
    let [queue, message, seconds, take] = [0, 1, 2, 3].map(|number| m.arg(number));
    let found = find(m, queue)?;
    let key = parcel::key(&m.heap, &m.atoms, message);
    let takes = m.deref(take) == Cell::atom(known::TRUE);
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
                Ok(()) if m.is_waking() => {
                    m.undo_to_mark(mark);
                    return Ok(Some(false));
                }
                Ok(()) if !takes || found.remove(number) => {
                    m.stacks.keep_mark(mark);
                    return Ok(Some(true));
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
    match got {
        None => Err(Stop::Fail),
        Some(true) => Ok(Next::Continue),
        Some(false) => {
            let select = m.intern("$queue_select");
            let goal = m.heap.new_term(select, &[queue, message, seconds, take, Cell::ZERO]);
            Ok(Next::Call(goal))
        }
    }
}

fn queue_next_4(m: &mut Machine, queue: Cell, from: Cell, seconds: Cell, message: Cell) -> Step {
    let found = find(m, queue)?;
    let View::Int(from) = m.view(from) else {
        return Err(m.type_or_instantiation_error(Type::Integer, from));
    };
    let end = patience(m, seconds);
    let mut next = from as u64;
    let got = wait(m, end, ("message_queue", queue), |m, time| {
        found.wait_for_message(next, (m.limits.watch(), time));
        found.next(&mut next, None).map_err(|Gone| gone(m, queue))
    })?;
    let (number, parcel) = got.ok_or(Stop::Fail)?;
    let term = m.unpack_parcel(&parcel)?;
    let pair = m.heap.new_term(known::MINUS, &[Cell::int(number as i64), term]);
    m.unify(message, pair)
}

fn queue_take_2(m: &mut Machine, queue: Cell, number: Cell) -> Step {
    let found = find(m, queue)?;
    match m.view(number) {
        View::Int(number) => holds(found.remove(number as u64)),
        _ => Err(m.type_or_instantiation_error(Type::Integer, number)),
    }
}

fn queue_counts_2(m: &mut Machine, queue: Cell, counts: Cell) -> Step {
    let found = find(m, queue)?;
    let (messages, waiting) = found.counts();
    let numbers = [messages, waiting, found.most().unwrap_or(0)].map(|number| Cell::int(number as i64));
    let (functor, alias) = (m.intern("counts"), new_atom(m, found.alias().unwrap_or("")));
    let [messages, waiting, most] = numbers;
    let term = m.heap.new_term(functor, &[messages, waiting, most, alias]);
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
