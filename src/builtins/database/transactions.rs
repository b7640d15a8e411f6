//! Changes of dynamic predicates that can be taken back: what `transaction/1` and `snapshot/1` stand on.

use crate::base::known;
use crate::code::instr::PredId;
use crate::code::shared::ChangeOrder;
use crate::code::transactions::Change;
use crate::machine::{Machine, Parts};
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::builtins::database::clause_refs::reference;
use crate::native::args::list_arg::new_list;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$transaction_begin(-start)", 1, begin_1)
        .doc("Begins a transaction; start identifies it.")
        .examples(&[(
            "'$transaction_begin'(_S), assertz(p(1)), '$transaction_end'(_S, false), catch(p(_), _, fail)",
            "false",
        )]),
    det!("$transaction_end(+start, +keep)", 2, end_2)
        .doc("Ends a transaction. Unless keep is true, its changes of dynamic predicates are taken back."),
    det!("transaction_updates(-updates)", 1, updates_1)
        .doc(
            "Unifies updates with the list of the changes of the innermost transaction that are in force, in the order \
             in which they were made: asserta(Reference), assertz(Reference) and erased(Reference). Fails outside a \
             transaction.",
        )
        .examples(&[
            (
                "transaction((assertz(p(1)), transaction_updates([assertz(_R)]), clause(H, _, _R)))",
                "H = p(1)",
            ),
            ("transaction_updates(_)", "false"),
        ]),
];

/// Returns the predicates of the program that have changed since a generation; the library keeps what it notes in
/// modules of its own.
fn changed_since(m: &Machine, start: u64) -> Vec<PredId> {
    let mut changed = m.db.changed_since(start);
    changed.retain(|&pred| {
        let module = m.db.preds[pred].module;
        module != known::SYSTEM && !m.atoms.text(module).starts_with('$')
    });
    changed
}

/// Takes back what has changed since a generation.
fn roll_back(m: &mut Machine, start: u64) {
    let changed = changed_since(m, start);
    for pred in m.db.roll_back(start, &changed) {
        m.sweep(pred);
        m.db.definition_changed(pred);
    }
}

/// Takes back, in the copy that a new thread runs on, what the open transactions of its creator have changed.
pub(in crate::builtins) fn leave_transactions(m: &mut Machine, creator: &Machine) {
    if let Some(&start) = creator.session.transactions.first() {
        roll_back(m, start);
        m.db.note_transaction(None);
    }
}

fn begin_1(m: &mut Machine, start: Cell) -> Step {
    // Later changes have greater generations, also than those of a transaction around this one.
    m.db.generation += 1;
    let generation = m.db.generation;
    m.session.transactions.push(generation);
    m.db.note_transaction(Some(generation));
    m.unify(start, Cell::int(generation as i64))
}

fn end_2(m: &mut Machine, start: Cell, keep: Cell) -> Step {
    let View::Int(start) = m.view(start) else {
        return Err(m.instantiation_error());
    };
    let start = start as u64;
    let keeps = m.deref(keep) == Cell::atom(known::TRUE);
    let Parts { session, .. } = m.parts();
    if let Some(at) = session.transactions.iter().rposition(|&open| open == start) {
        session.transactions.remove(at);
    }
    let innermost = session.transactions.last().copied();
    let mut kept = Vec::new();
    if keeps && innermost.is_none() {
        kept = m.db.changes_since(start, &changed_since(m, start));
    }
    if !keeps {
        roll_back(m, start);
    }
    m.db.note_transaction(innermost);
    if innermost.is_none() {
        m.db.tell_rest(start);
    }
    m.in_turn(ChangeOrder::AfterAll, |m, log| {
        kept.into_iter().try_for_each(|(change, id)| m.tell(log, change, id))
    })
}

fn updates_1(m: &mut Machine, updates: Cell) -> Step {
    let Some(&start) = m.session.transactions.last() else {
        return Err(Stop::Fail);
    };
    let changes = m.db.changes_since(start, &changed_since(m, start));
    let mut found = Vec::with_capacity(changes.len());
    m.reserve(8 * changes.len())?;
    for (change, id) in changes {
        let name = match change {
            Change::First => "asserta",
            Change::Last => "assertz",
            Change::Erased => "erased",
        };
        let name = m.intern(name);
        let clause = reference(m, id);
        found.push(m.heap.new_term(name, &[clause]));
    }
    let list = new_list(m, &found)?;
    m.unify(updates, list)
}
