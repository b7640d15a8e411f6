//! Changes of dynamic predicates that can be taken back: what `transaction/1` and `snapshot/1` stand on.

use crate::base::atom::Atom;
use crate::base::known;
use crate::code::clause::{Clause, ClauseId};
use crate::code::database::{ClauseEnd, NewClause};
use crate::code::instr::PredId;
use crate::code::packed::ClauseShape;
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
            "'$transaction_begin'(_S), assertz(p(1)), '$transaction_end'(start(_S), false), catch(p(_), _, fail)",
            "false",
        )]),
    det!("$transaction_end(+state, +keep)", 2, end_2).doc(
        "Ends the transaction start(Start), unless it has ended. Unless keep is true, its changes of dynamic predicates are taken \
         back.",
    ),
    det!("$transaction_renew(+state)", 1, renew_1).doc(
        "Lets the transaction start(Start) begin again behind what other threads have changed meanwhile, and makes its changes \
         again; Start is changed for good.",
    ),
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
    let generation = open(m);
    m.unify(start, Cell::int(generation as i64))
}

/// Begins a transaction, and returns the generation in which it does.
fn open(m: &mut Machine) -> u64 {
    // Later changes have greater generations, also than those of a transaction around this one.
    m.db.generation += 1;
    let generation = m.db.generation;
    m.session.transactions.push(generation);
    m.db.note_transaction(Some(generation));
    generation
}

/// Returns the place of the start of a transaction, and the start.
fn start_of(m: &mut Machine, state: Cell) -> Result<(usize, u64), Stop> {
    let View::Struct(_, place) = m.view(state) else {
        return Err(m.instantiation_error());
    };
    match m.view(m.heap.get(place)) {
        View::Int(start) => Ok((place, start as u64)),
        _ => Err(m.instantiation_error()),
    }
}

/// A change of a transaction, to be made again.
enum OwnChange {
    Added {
        pred: PredId,
        words: Vec<u64>,
        name_words: u16,
        shape: ClauseShape,
        place: (u32, Atom),
        end: ClauseEnd,
    },
    /// The clause, and its order, by which it is known from a later one of the same number.
    Erased(ClauseId, i64),
}

impl OwnChange {
    fn of(m: &Machine, change: Change, id: ClauseId) -> OwnChange {
        let clause = &m.db.clauses[id];
        let end = match change {
            Change::Erased => return OwnChange::Erased(id, clause.order),
            Change::First => ClauseEnd::First,
            Change::Last => ClauseEnd::Last,
        };
        let (words, name_words) = m.db.words(id);
        let (file, line) = m.db.place(id).unwrap_or((known::NIL, 0));
        OwnChange::Added {
            pred: clause.pred,
            words: words.to_vec(),
            name_words,
            shape: clause.shape,
            place: (line, file),
            end,
        }
    }

    fn make(self, m: &mut Machine) -> Step {
        let pred = match self {
            OwnChange::Erased(id, order) => match m.db.clauses.get(id) {
                Some(clause) if clause.order == order && !clause.is_dead() => {
                    let pred = clause.pred;
                    m.db.erase(id);
                    pred
                }
                // Another thread has erased it.
                _ => return Ok(()),
            },
            OwnChange::Added {
                pred,
                mut words,
                name_words,
                shape,
                place: (line, file),
                end,
            } => {
                m.charge_program(8 * words.len() + size_of::<Clause>())?;
                let new = NewClause {
                    cells: &mut words,
                    name_words,
                    shape,
                    line,
                    file,
                };
                m.db.add(pred, new, end);
                pred
            }
        };
        m.db.definition_changed(pred);
        Ok(())
    }
}

/// If others have changed nothing, or the transaction is within another one, it goes on as it is.
fn renew_1(m: &mut Machine, state: Cell) -> Step {
    let (place, start) = start_of(m, state)?;
    if m.session.transactions != [start] || m.db.shared.log().is_none() {
        return Ok(());
    }
    let changes = m.db.changes_since(start, &changed_since(m, start));
    let own: Vec<OwnChange> = changes
        .into_iter()
        .map(|(change, id)| OwnChange::of(m, change, id))
        .collect();
    roll_back(m, start);
    m.session.transactions.clear();
    m.db.note_transaction(None);
    m.catch_up()?;
    let renewed = open(m);
    m.heap.set(place, Cell::int(renewed as i64));
    own.into_iter().try_for_each(|change| change.make(m))
}

fn end_2(m: &mut Machine, state: Cell, keep: Cell) -> Step {
    let (_, start) = start_of(m, state)?;
    let keeps = m.deref(keep) == Cell::atom(known::TRUE);
    let Parts { session, .. } = m.parts();
    let Some(at) = session.transactions.iter().rposition(|&open| open == start) else {
        return Ok(());
    };
    session.transactions.remove(at);
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
