//! Threads: their beginning, what they run, and their end.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::base::idle_threads::IdleThread;
use crate::base::iso_error::{Resource, Type};
use crate::base::known;
use crate::base::limit::Amounts;
use crate::machine::threads::{FamilyMember, HeldSignals, Status, Taken, Thread, affinity};
use crate::machine::{Machine, Outcome};
use crate::native::{Native, Step, Stop, det, holds};
use crate::term::cell::Cell;
use crate::term::parcel::Parcel;
use crate::term::view::View;

use super::{alias, family, member, name, object, patience, unify_names, wait, wanted};
use crate::builtins::database::for_all::{for_all, tell_loaded};
use crate::builtins::database::transactions::leave_transactions;
use crate::builtins::streams::files::{denied, missing};
use crate::native::args::text_arg::{list_items, new_atom};

/// Native predicates of this file.
pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$thread_create(+goal, +alias, +detached, -thread)", 4, thread_create_4)
        .doc("Begins a thread that runs goal; its alias is '' for none."),
    det!("$thread_self(-thread)", 1, thread_self_1).doc("Unifies thread with the thread that runs this."),
    det!("$thread_join(+thread, -status, +seconds)", 3, thread_join_3)
        .doc("Waits for the end of a thread, at most so long unless that is negative, and forgets it."),
    det!("$thread_name(+thread, +alias)", 2, thread_name_2).doc("Gives a thread that has no alias one."),
    det!("$thread_detach(+thread)", 1, thread_detach_1).doc("Lets a thread be forgotten when it ends."),
    det!("$thread_info(+thread, -info)", 2, thread_info_2)
        .doc("Unifies info with thread(Number, Alias, Status, Detached); the alias is '' if there is none."),
    det!("$thread_processors(+thread, -processors)", 2, thread_processors_2)
        .doc("Unifies processors with the numbers of those on which a thread may run."),
    det!("$run_on(+thread, +processors)", 2, run_on_2)
        .doc("Lets a thread run on these processors; fails if the system has not all of them."),
    det!("$threads(-list)", 1, threads_1).doc("Unifies list with all threads."),
    det!("$change_number(-number)", 1, change_number_1)
        .doc("Unifies number with that of the change of what all threads share that comes next."),
    det!("$await_change(+number, +seconds)", 2, await_change_2)
        .doc("Waits until there is a change of this number, at most so long."),
    det!("$tell_threads", 0, tell_threads_0).doc("Wakes the threads that wait for a change."),
    det!("$thread_stop(+thread)", 1, thread_stop_1).doc("Interrupts what a thread runs."),
    det!("$thread_signal(+thread, +goal)", 2, thread_signal_2).doc("Lets a thread run goal at its next call."),
    det!("$sent_signals(?pattern, -goals, +take)", 3, sent_signals_3)
        .doc("Unifies goals with those that other threads have sent and that unify with pattern; takes them if take is true."),
    det!("$let_signals_in", 0, let_signals_in_0).doc("Lets the goals that other threads have sent run at the next call."),
    det!("$hear_signal(+number, +handles)", 2, hear_signal_2)
        .doc("Tells the host whether the program handles a signal of the operating system."),
    det!("$may_have_threads", 0, may_have_threads_0).doc("Succeeds if the engine may have threads."),
];

/// The most threads of a family.
const MOST_THREADS: usize = 1_000;

/// Returns the thread that an alias or a number stands for.
pub(super) fn thread_called(m: &mut Machine, thread: Cell) -> Option<Arc<Thread>> {
    match m.view(thread) {
        View::Int(number) => family(m).thread(u64::try_from(number).ok()?),
        _ => {
            let alias = alias(m, thread)?;
            family(m).thread_called(&alias)
        }
    }
}

/// Returns the thread that a term stands for.
fn find(m: &mut Machine, thread: Cell) -> Result<Arc<Thread>, Stop> {
    if m.deref(thread).is_variable() {
        return Err(m.instantiation_error());
    }
    let found = match (object(m, thread), m.view(thread)) {
        (Some(object), _) => object
            .value_of::<Thread>()
            .filter(|thread| family(m).thread(thread.number()).is_some()),
        (None, View::Atom(_) | View::Int(_)) => thread_called(m, thread),
        _ => return Err(m.type_error(Type::Thread, thread)),
    };
    found.ok_or_else(|| missing(m, "thread", thread))
}

fn may_have_threads_0(m: &mut Machine) -> Step {
    holds(m.streams.access.threads)
}

fn thread_create_4(m: &mut Machine, goal: Cell, alias: Cell, detached: Cell, thread: Cell) -> Step {
    if !m.streams.access.threads {
        let thread = new_atom(m, "thread");
        return Err(denied(m, "create", "thread", thread));
    }
    let family = family(m);
    if family.count() >= MOST_THREADS {
        return Err(m.resource_error(Resource::MaxThreads));
    }
    let parcel = m.pack_parcel(goal)?;
    // Earlier output precedes that of the thread.
    m.streams.flush_written();
    let own = member(m).thread.number();
    m.catch_up()?;
    tell_loaded(m)?;
    if !m.db.shared.is_kept() {
        m.atoms.common = m.atoms.permanent;
        m.db.shared.begin(own);
    }
    if m.session.transactions.is_empty() {
        m.db.lend_indexes();
    } else {
        // The new thread begins without what is changed in the transaction.
        m.db.lent = None;
    }
    let (mut machine, amounts) = m.fork_thread();
    leave_transactions(&mut machine, m);
    let wanted = wanted(m, alias);
    let detached = m.deref(detached) == Cell::atom(known::TRUE);
    let added = family.add(wanted.as_deref(), None, machine.limits.watch(), detached);
    let Ok((new, object)) = added else {
        return Err(denied(m, "create", "thread", alias));
    };
    machine.session.set_member(FamilyMember {
        run_signals,
        family: Arc::clone(&family),
        thread: Arc::clone(&new),
        object: object.clone(),
        signals: HeldSignals::default(),
    });
    let number = new.number();
    machine.db.shared.join(number);
    let begun = IdleThread::find().is_some_and(|idle| idle.run(move || run_to_end(machine, &parcel, amounts)));
    if !begun {
        family.forget(number);
        m.db.shared.drop_reader(number);
        return Err(m.resource_error(Resource::MaxThreads));
    }
    let term = name(m, new.alias(), &object);
    m.unify(thread, term)
}

/// Runs a thread's goal; returns what notes how it has ended.
fn run_to_end(mut m: Machine, goal: &Parcel, amounts: Amounts) -> impl FnOnce() + Send + 'static + use<> {
    let (family, thread) = {
        let member = member(&mut m);
        (Arc::clone(&member.family), Arc::clone(&member.thread))
    };
    thread.begin();
    let status = catch_unwind(AssertUnwindSafe(|| run(&mut m, goal, amounts)));
    let status = status.unwrap_or_else(|_| {
        let ball = new_atom(&mut m, "thread_panicked");
        status_term(&mut m, known::EXCEPTION, ball)
    });
    family.unlock_all(thread.number());
    m.db.shared.drop_reader(thread.number());
    drop(m);
    move || {
        if thread.end(status) {
            family.forget(thread.number());
        }
    }
}

/// Returns a status with an argument.
fn status_term(m: &mut Machine, name: crate::base::atom::Atom, argument: Cell) -> Parcel {
    let term = m.heap.new_term(name, &[argument]);
    Parcel::pack(&m.heap, &m.atoms, term)
}

/// Runs a goal as the thread's query; returns its status.
fn run(m: &mut Machine, goal: &Parcel, amounts: Amounts) -> Parcel {
    m.limits.begin(amounts);
    m.limits.start_clock();
    let (_, before) = m.limits.watch().begin_query();
    let status = solve(m, goal);
    m.limits.watch().run_query(before);
    m.limits.end_query();
    // Nobody is there to be told that the device refuses it.
    m.streams.flush_written();
    status
}

fn solve(m: &mut Machine, goal: &Parcel) -> Parcel {
    let Ok(goal) = m.unpack_parcel(goal) else {
        let ball = m.exceptions.ball();
        return status_term(m, known::EXCEPTION, ball);
    };
    let top = m.heap.top();
    let status = m.heap.new_var();
    let run = m.intern("$thread_run");
    let goal = m.heap.new_term(run, &[goal, status]);
    let held = m.held.add(status, top);
    let barrier = m.stacks.choice_count();
    let outcome = if m.open_query(goal) {
        m.next_solution(true)
    } else {
        Outcome::Exhausted
    };
    let parcel = match outcome {
        Outcome::Solution => {
            let status = m.held.get(held);
            Parcel::pack(&m.heap, &m.atoms, status)
        }
        Outcome::Thrown => {
            let (ball, _) = m.exceptions.take_uncaught_term(&mut m.heap);
            let exited = m.exceptions.take_halt().map(|status| {
                let halt = m.heap.new_term(known::HALT, &[Cell::int(i64::from(status))]);
                let exited = m.intern("exited");
                status_term(m, exited, halt)
            });
            exited.unwrap_or_else(|| status_term(m, known::EXCEPTION, ball))
        }
        Outcome::Exhausted | Outcome::Yielded => Parcel::pack(&m.heap, &m.atoms, Cell::atom(known::FALSE)),
    };
    // An exception of a cleanup goal comes after the end of the goal.
    let _dropped = m.close_query(barrier);
    m.held.release(&mut m.heap, held);
    parcel
}

fn thread_self_1(m: &mut Machine, thread: Cell) -> Step {
    let own = member(m);
    let (thread_itself, object) = (Arc::clone(&own.thread), own.object.clone());
    let term = name(m, thread_itself.alias(), &object);
    m.unify(thread, term)
}

fn thread_join_3(m: &mut Machine, thread: Cell, status: Cell, seconds: Cell) -> Step {
    let found = find(m, thread)?;
    if found.number() == member(m).thread.number() {
        return Err(denied(m, "join", "thread", thread));
    }
    let end = patience(m, seconds);
    let joined = wait(m, end, ("thread", thread), |m, time| {
        Ok(match found.join((m.limits.watch(), time)) {
            Status::Running => None,
            other => Some(other),
        })
    })?;
    let joined = joined.ok_or(Stop::Fail)?;
    family(m).forget(found.number());
    let Status::Ended(parcel) = joined else {
        return Err(missing(m, "thread", thread));
    };
    let term = m.unpack_parcel(&parcel)?;
    m.unify(status, term)
}

fn thread_name_2(m: &mut Machine, thread: Cell, alias: Cell) -> Step {
    let found = find(m, thread)?;
    let name = wanted(m, alias).ok_or(Stop::Fail)?;
    if found.alias().is_some() {
        return Err(denied(m, "re-alias", "thread", thread));
    }
    match family(m).name_thread(&found, &name) {
        Ok(()) => Ok(()),
        Err(Taken) => Err(denied(m, "create", "thread", alias)),
    }
}

fn thread_detach_1(m: &mut Machine, thread: Cell) -> Step {
    let found = find(m, thread)?;
    if found.detach() {
        family(m).forget(found.number());
    }
    Ok(())
}

fn thread_info_2(m: &mut Machine, thread: Cell, info: Cell) -> Step {
    let found = find(m, thread)?;
    let alias = new_atom(m, found.alias().unwrap_or(""));
    let status = match found.status() {
        Status::Ended(parcel) => m.unpack_parcel(&parcel)?,
        Status::Running | Status::Joined => new_atom(m, "running"),
    };
    let detached = Cell::atom(if found.is_detached() { known::TRUE } else { known::FALSE });
    let functor = m.intern("thread");
    let number = Cell::int(found.number() as i64);
    let term = m.heap.new_term(functor, &[number, alias, status, detached]);
    m.unify(info, term)
}

/// Returns the number by which the operating system knows a thread.
fn system_number(m: &mut Machine, thread: Cell) -> Result<(Arc<Thread>, i32), Stop> {
    let found = find(m, thread)?;
    let is_own = found.number() == member(m).thread.number();
    let number = if is_own {
        affinity::own_number()
    } else {
        // The thread of the system runs another one when this has ended.
        found.system_number().filter(|_| found.runs())
    };
    match number {
        Some(number) => Ok((found, number)),
        None => Err(denied(m, "access", "thread", thread)),
    }
}

fn thread_processors_2(m: &mut Machine, thread: Cell, processors: Cell) -> Step {
    let (_, number) = system_number(m, thread)?;
    let found = affinity::affinity(number).ok_or(Stop::Fail)?;
    let found: Vec<Cell> = found.into_iter().map(|processor| Cell::int(processor as i64)).collect();
    let list = m.heap.new_list(&found, Cell::NIL);
    m.unify(processors, list)
}

fn run_on_2(m: &mut Machine, thread: Cell, processors: Cell) -> Step {
    let (found, number) = system_number(m, thread)?;
    let items = list_items(m, processors).map_err(|_| Stop::Fail)?;
    let mut wanted = Vec::new();
    for item in items {
        match m.view(item) {
            View::Int(processor) => wanted.push(usize::try_from(processor).map_err(|_| Stop::Fail)?),
            _ => return Err(m.type_or_instantiation_error(Type::Integer, item)),
        }
    }
    let before = affinity::affinity(number);
    holds(affinity::set_affinity(number, &wanted))?;
    if let Some(before) = before {
        found.keep_processors(before);
    }
    Ok(())
}

fn threads_1(m: &mut Machine, list: Cell) -> Step {
    let threads = family(m).threads();
    let threads = threads.iter();
    unify_names(
        m,
        list,
        threads.map(|(thread, object)| (thread.alias().map(str::to_owned), object)),
    )
}

fn change_number_1(m: &mut Machine, number: Cell) -> Step {
    m.catch_up()?;
    let next = m.db.shared.next_number();
    m.unify(number, Cell::int(next as i64))
}

fn await_change_2(m: &mut Machine, number: Cell, seconds: Cell) -> Step {
    let View::Int(before) = m.view(number) else {
        return Err(m.type_or_instantiation_error(Type::Integer, number));
    };
    let end = patience(m, seconds);
    let thread = new_atom(m, "thread");
    wait(m, end, ("thread", thread), |m, time| {
        // The next look takes in the changes that were made during the wait.
        let is_over = m.db.shared.next_number() != before as u64;
        if !is_over {
            m.db.shared.wait_for_change((m.limits.watch(), time));
        }
        Ok(is_over.then_some(()))
    })?;
    Ok(())
}

fn tell_threads_0(m: &mut Machine) -> Step {
    let number = m.heap.new_var();
    for_all(m, ("$change_number", &[number]), |_| Ok(()))
}

fn thread_stop_1(m: &mut Machine, thread: Cell) -> Step {
    find(m, thread)?.interrupt();
    Ok(())
}

fn thread_signal_2(m: &mut Machine, thread: Cell, goal: Cell) -> Step {
    let found = find(m, thread)?;
    let parcel = m.pack_parcel(goal)?;
    if found.signal(parcel) {
        Ok(())
    } else {
        Err(missing(m, "thread", thread))
    }
}

/// Tells the host whether the program handles a signal of the operating system.
fn hear_signal_2(m: &mut Machine, number: Cell, handles: Cell) -> Step {
    if !m.streams.access.processes {
        return Err(denied(m, "handle", "signal", number));
    }
    let View::Int(signal @ 1..64) = m.view(number) else {
        return Err(m.type_or_instantiation_error(Type::Integer, number));
    };
    let handles = m.deref(handles) == Cell::atom(known::TRUE);
    let _known = member(m);
    m.limits.watch().hear(signal as u32, handles);
    Ok(())
}

/// Runs the handlers of signals that came, and the goals that other threads have sent; returns whether there were any.
pub(super) fn run_signals(m: &mut Machine) -> Step {
    for signal in m.limits.watch().take_signals() {
        let handler = m.intern("$signal_came");
        let goal = m.heap.new_term(handler, &[Cell::int(i64::from(signal))]);
        held(m, goal)?;
    }
    let own = Arc::clone(&member(m).thread);
    while let Some(signal) = next_signal(m, &own)? {
        own.take_signal(&signal);
        let goal = m.unpack_parcel(&signal)?;
        let ran = held(m, goal);
        if let Err(stop) = ran {
            // The others come at the next call.
            m.limits.watch().tell_of_goals();
            return Err(stop);
        }
    }
    Ok(())
}

/// Runs a goal once, while goals of other threads wait.
fn held(m: &mut Machine, goal: Cell) -> Result<bool, Stop> {
    m.session.threads.iter_mut().for_each(FamilyMember::hold);
    let result = m.solve_once(goal);
    m.session.threads.iter_mut().for_each(FamilyMember::release);
    result
}

/// Returns the first goal that other threads have sent and that `sig_block/1` lets run.
fn next_signal(m: &mut Machine, own: &Thread) -> Result<Option<Arc<Parcel>>, Stop> {
    let signals = own.signals();
    let key = m.intern("$sig_blocked");
    if signals.is_empty() || !m.session.lasting.globals.contains_key(&key) {
        return Ok(signals.into_iter().next());
    }
    for signal in signals {
        let mark = m.stacks.mark(&m.heap);
        let goal = m.unpack_parcel(&signal)?;
        let blocked = m.intern("$sig_is_blocked");
        let test = m.heap.new_term(blocked, &[goal]);
        let is_blocked = held(m, test);
        m.undo_to_mark(mark);
        if !is_blocked? {
            return Ok(Some(signal));
        }
    }
    Ok(None)
}

fn sent_signals_3(m: &mut Machine, pattern: Cell, goals: Cell, take: Cell) -> Step {
    let takes = m.deref(take) == Cell::atom(known::TRUE);
    let own = Arc::clone(&member(m).thread);
    let mut found = Vec::new();
    for signal in own.signals() {
        let goal = m.unpack_parcel(&signal)?;
        let mark = m.stacks.mark(&m.heap);
        let fits = m.unify(goal, pattern);
        m.undo_to_mark(mark);
        match fits {
            Ok(()) => {
                found.push(goal);
                if takes {
                    own.take_signal(&signal);
                }
            }
            Err(Stop::Fail) => {}
            Err(stop) => return Err(stop),
        }
    }
    let found = m.heap.new_list(&found, Cell::NIL);
    m.unify(goals, found)
}

fn let_signals_in_0(m: &mut Machine) -> Step {
    let own = Arc::clone(&member(m).thread);
    if !own.signals().is_empty() {
        m.limits.watch().tell_of_goals();
    }
    Ok(())
}
