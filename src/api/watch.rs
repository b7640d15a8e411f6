//! Changes of predicates as values for the host: [`Engine::watch`].

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::convert::FromTerm;
use super::engine::Engine;
use super::error::Error;
use super::input;
use super::mismatch::Mismatch;
use super::run;
use super::term::{Term, TermStore};
use super::transfer::Importer;
use super::view::{TermRef, TermView};
use crate::base::atom::{Atom, Functor};
use crate::base::known;
use crate::base::watch::Watch;
use crate::builtins::database::clauses::{clauses_of, parse_indicator};
use crate::builtins::database::procedures::as_written;
use crate::code::instr::PredId;
use crate::code::predicate::Definition;
use crate::code::told::ToldChange;
use crate::machine::Machine;
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::record::append_cells;

/// A change of a predicate that is watched ([`Engine::watch`]): a clause was added or removed.
#[derive(Clone, Debug)]
pub struct ClauseChange {
    clause: Term,
    is_added: bool,
}

impl ClauseChange {
    /// Whether the clause was added; else it was removed.
    pub fn is_added(&self) -> bool {
        self.is_added
    }

    /// Returns the clause: a fact, `Head :- Body` or `Head => Body`.
    pub fn clause(&self) -> &Term {
        &self.clause
    }

    /// Returns the argument of the fact, or of the rule's head, with this index, from 0.
    ///
    /// # Errors
    /// If it is of another type, or there is no such argument.
    pub fn get<T: FromTerm>(&self, index: usize) -> Result<T, Mismatch> {
        match self.head().view() {
            TermView::Compound(_, args) if index < args.len() => args.to(index),
            _ => Err(Mismatch::new(
                format!("a term with {} arguments", index + 1),
                self.head(),
            )),
        }
    }

    fn head(&self) -> TermRef<'_> {
        let mut head = self.clause.as_ref();
        while let TermView::Compound(":-" | "=>" | ",", args) = head.view() {
            match args.get(0).filter(|_| args.len() == 2) {
                Some(first) => head = first,
                None => break,
            }
        }
        head
    }
}

/// As long as this value lives, the host is told of the changes of a predicate: [`Engine::watch`] makes it. It may be
/// dropped on any thread, also by the function that is told.
#[must_use = "when it is dropped, nothing is told any more"]
#[derive(Debug)]
pub struct WatchGuard {
    /// Absent if nothing ends the watch.
    has_ended: Option<Arc<AtomicBool>>,
}

impl WatchGuard {
    /// The watch ends with the engine.
    pub fn keep(mut self) {
        self.has_ended = None;
    }
}

impl Drop for WatchGuard {
    fn drop(&mut self) {
        if let Some(has_ended) = &self.has_ended {
            has_ended.store(true, Ordering::Release);
        }
    }
}

/// A function that is told of a predicate.
pub(super) struct Watcher {
    /// The predicate as the host has named it, and the one with its clauses.
    indicator: String,
    name: String,
    pred: PredId,
    has_ended: Arc<AtomicBool>,
    tell: Box<dyn FnMut(ClauseChange) + Send>,
}

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Watcher").field(&self.indicator).finish()
    }
}

impl Watcher {
    fn is_over(&self) -> bool {
        self.has_ended.load(Ordering::Acquire)
    }
}

impl Engine {
    /// Tells a function of the changes of a predicate, `name/arity` or `module:name/arity`, until the value that is
    /// returned is dropped. The predicate need not exist yet.
    ///
    /// A change is a clause that was added or removed: by `assertz/1`, `retract/1` and their like, one for each clause of
    /// `retractall/1` and `abolish/1`, by loading a text, by [`Engine::insert_all`] and [`Engine::remove_all`], by other
    /// threads of the program. A transaction is told when the outermost one has ended, as the changes that are left of it;
    /// what was taken back is never told. [`Engine::reset`] tells nothing, and the function stays; a fork of the engine has
    /// none.
    ///
    /// Changes are told in their order, when a goal gives control back to the host: before [`Query::next`],
    /// [`Query::step`], [`Engine::once`], [`Engine::consult_str`] and the like return, also if they return an error. So
    /// the function never runs in the middle of a goal, and cannot call the engine. It may do what any code of the host
    /// may, but time limits do not count it. Until they are told, changes count as memory of the program: a goal that goes
    /// on without an end is to be run in steps. What other threads change is told when the engine is used next, and so is
    /// what cleanup goals change as a query is dropped.
    ///
    /// A panic of the function passes through the call that was about to return, whose result is lost; the engine stays
    /// usable, and the next use goes on with the change that follows. A function that can fail keeps its error for the
    /// host, for example in a channel.
    ///
    /// [`Query::next`]: crate::Query::next
    /// [`Query::step`]: crate::Query::step
    ///
    /// ```
    /// use std::sync::mpsc::channel;
    ///
    /// let mut engine = ferz::Engine::new();
    /// let (changes, told) = channel();
    /// let watch = engine.watch("role/2", move |change| {
    ///     let _ = changes.send(change);
    /// })?;
    /// engine.consult_str(":- dynamic role/2. role(ann, admin).")?;
    /// engine.once("transaction(( retract(role(ann, _)), assertz(role(ann, guest)), assertz(role(bob, admin)) ))")?;
    /// engine.once("\\+ transaction(( retractall(role(_, _)), fail ))")?;
    /// let told: Vec<String> = told.try_iter().map(|change| {
    ///     let sign = if change.is_added() { '+' } else { '-' };
    ///     format!("{sign}{}", change.clause())
    /// }).collect();
    /// assert_eq!(told, ["+role(ann, admin)", "-role(ann, admin)", "+role(ann, guest)", "+role(bob, admin)"]);
    /// drop(watch);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the text is no indicator of a predicate, or that of one of the system.
    pub fn watch(
        &mut self,
        predicate: &str,
        tell: impl FnMut(ClauseChange) + Send + 'static,
    ) -> Result<WatchGuard, Error> {
        let (name, pred) = find(&mut self.machine, predicate)?;
        self.machine.db.tell_of(pred, true);
        let has_ended = Arc::new(AtomicBool::new(false));
        self.watchers.push(Watcher {
            indicator: predicate.to_owned(),
            name,
            pred,
            has_ended: Arc::clone(&has_ended),
            tell: Box::new(tell),
        });
        Ok(WatchGuard {
            has_ended: Some(has_ended),
        })
    }

    /// Tells what has changed.
    #[inline]
    pub(super) fn tell_changes(&mut self) {
        if !self.watchers.is_empty() {
            self.tell_watchers();
        }
    }

    #[cold]
    fn tell_watchers(&mut self) {
        self.drop_ended();
        let Engine {
            machine: m,
            watchers,
            operators,
            ..
        } = self;
        // Changes of other threads for which there is no room now are told later.
        let _taken_in = m.catch_up();
        while let Some(change) = m.db.told.take() {
            let Some(of) = watchers.iter().find(|watcher| watcher.pred == change.pred) else {
                continue;
            };
            let name = m.intern(&of.name);
            let (mut store, root) = copied(m, name, &change);
            store.operators = operators.take(&m.ops, &m.atoms);
            let (store, is_added) = (Arc::new(store), change.is_added);
            let clause = Term { store, root };
            for watcher in watchers.iter_mut().filter(|watcher| watcher.pred == change.pred) {
                if !watcher.is_over() {
                    (watcher.tell)(ClauseChange {
                        clause: clause.clone(),
                        is_added,
                    });
                }
            }
        }
    }

    /// Forgets watchers that nobody wants any more.
    fn drop_ended(&mut self) {
        let ended: Vec<Watcher> = self.watchers.extract_if(.., |watcher| watcher.is_over()).collect();
        for Watcher { pred, .. } in ended {
            let is_watched = self.watchers.iter().any(|watcher| watcher.pred == pred);
            self.machine.db.tell_of(pred, is_watched);
        }
    }

    /// Goes on telling with the machine of an engine that was reset.
    pub(super) fn watch_again(&mut self) {
        self.drop_ended();
        for watcher in &mut self.watchers {
            // The text was an indicator before.
            if let Ok((_, pred)) = find(&mut self.machine, &watcher.indicator) {
                watcher.pred = pred;
                self.machine.db.tell_of(pred, true);
            }
        }
    }
}

/// Returns the name of a predicate, and the one with its clauses.
fn find(m: &mut Machine, indicator: &str) -> Result<(String, PredId), Error> {
    let top = m.heap.top();
    let found = input::term(m, indicator).and_then(|term| match parse_indicator(m, term) {
        Ok((module, functor)) => Ok((module, functor)),
        Err(_) => Err(run::raised(m)),
    });
    m.heap.set_top(top);
    let (module, functor) = found?;
    let name = m.atoms.text(functor.name()).to_owned();
    let own = Functor::new(clauses_of(m, module, functor).name(), functor.arity());
    let mut pred = m.db.pred(module, own);
    if let Definition::Import(other) = m.db.preds[pred].definition {
        pred = other;
    }
    let p = &m.db.preds[pred];
    let is_of_system = p.module == known::SYSTEM || m.atoms.text(p.module).starts_with('$');
    let is_of_standard = m.db.find(known::SYSTEM, functor).is_some_and(|own| m.db.preds[own].iso);
    if is_of_system || is_of_standard {
        let parts = [
            Term::atom("access"),
            Term::atom("private_procedure"),
            Term::atom(indicator),
        ];
        let error = Error::formal_error(Term::compound("permission_error", parts));
        return Err(error.worded(format!("{indicator} is of the system, and never changes")));
    }
    Ok((name, pred))
}

/// Copies the clause of a predicate that the host knows by this name.
fn copied(m: &Machine, name: Atom, change: &ToldChange) -> (TermStore, u32) {
    let arity = m.db.preds[change.pred].functor.arity();
    let functor = Functor::new(name, arity);
    let mut heap = Heap::with_capacity(change.words.len() + 16);
    let is_pair = functor == Functor::new(known::DOT, 2);
    if arity > 0 && !is_pair {
        heap.push(Cell::functor(functor));
    }
    let first = append_cells(&mut heap, &change.words, change.shape.is_raw());
    let head = match arity {
        0 => Cell::atom(name),
        _ if is_pair => Cell::list(first),
        _ => Cell::structure(first - 1),
    };
    let clause = if change.shape.is_fact() {
        head
    } else {
        let body = heap.deref(heap.get(first + arity));
        as_written(&mut heap, change.shape.neck(), head, body)
    };
    let watch = Watch::default();
    let mut importer = Importer::new(&heap, &m.atoms, &watch, usize::MAX);
    // Nobody stops it, and it has room.
    let root = importer.import(clause).unwrap_or_default();
    (importer.finish(), root)
}
