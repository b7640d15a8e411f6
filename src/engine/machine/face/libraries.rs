//! Libraries: adding them, and which of their predicates programs see.
//!
//! A concealed predicate has its definition, which the library itself calls. Only goals of the program do not find it.

use ferz_texts::{MOST_TEXTS, place, position};

use crate::base::atom::{AtomTable, Functor};
use crate::base::known;
use crate::code::database::Database;
use crate::code::instr::PredId;
use crate::code::predicate::Definition;
use crate::machine::call::Calls;
use crate::machine::library::{Libraries, Library, Loadable};
use crate::machine::native::Native;

impl Database {
    /// Whether the system has a predicate.
    fn has_system(&self, atoms: &AtomTable, (name, arity): (&str, usize)) -> bool {
        let functor = atoms.find(name).map(|name| Functor::new(name, arity));
        let found = functor.and_then(|functor| self.find(known::SYSTEM, functor));
        found.is_some_and(|pred| self.preds[pred].definition != Definition::None)
    }
}

impl Libraries {
    /// Returns the predicates of a part but for helpers.
    fn predicates_of(&self, atoms: &AtomTable, db: &Database, part: &Loadable) -> Vec<PredId> {
        let of_texts = self.blocks().filter_map(|(name, arity, position)| {
            let text = self.text(place(position).0).0;
            part.texts.contains(&text).then_some((name, arity))
        });
        let rows = part.rows.iter().copied().flatten();
        of_texts
            .chain(rows.map(Native::key))
            .filter(|(name, _)| !name.starts_with('$'))
            .filter_map(|(name, arity)| {
                let functor = Functor::new(atoms.find(name)?, arity);
                db.find(known::SYSTEM, functor)
            })
            .collect()
    }

    /// Returns the name of the library that conceals a predicate.
    pub fn concealing(&self, atoms: &AtomTable, db: &Database, name: &str, arity: usize) -> Option<&'static str> {
        let functor = Functor::new(atoms.find(name)?, arity);
        let pred = db.find(known::SYSTEM, functor)?;
        if !db.preds[pred].concealed {
            return None;
        }
        let has = |part: &&Loadable| self.predicates_of(atoms, db, part).contains(&pred);
        self.loadable().find(has).map(|part| part.names[0])
    }

    /// Returns the names of the libraries that were revealed.
    pub fn revealed(&self, atoms: &AtomTable, db: &Database) -> Vec<&'static str> {
        let is_seen = |part: &&Loadable| {
            let first = self.predicates_of(atoms, db, part).first().copied();
            first.is_some_and(|pred| !db.preds[pred].concealed)
        };
        let seen = self.loadable().filter(is_seen);
        seen.map(|part| part.names[0]).collect()
    }

    /// Lets the program see the predicates of the library with this name, if it is concealed.
    pub fn reveal(&self, atoms: &AtomTable, db: &mut Database, name: &str) {
        let part = self.loadable().find(|part| part.names.contains(&name));
        for pred in part
            .into_iter()
            .flat_map(|part| self.predicates_of(atoms, db, part))
            .collect::<Vec<_>>()
        {
            db.preds[pred].concealed = false;
        }
    }

    /// Adds the texts of a library whose native predicates are there; blocks replace no other definitions.
    pub fn add_texts(
        &mut self,
        atoms: &mut AtomTable,
        db: &mut Database,
        calls: &mut Calls,
        library: &'static Library,
    ) {
        let parts = library.parts();
        let is_concealed = |name| parts.iter().any(|part| part.texts.contains(&name));
        let concealed: Vec<bool> = library.files().iter().map(|file| is_concealed(file.0)).collect();
        let (first, blocks) = self.add(library);
        for &(name, arity, at) in blocks.iter() {
            let functor = Functor::new(atoms.intern(name), arity);
            let pred = db.pred(known::SYSTEM, functor);
            let p = &mut db.preds[pred];
            p.concealed = concealed[place(at).0] && !name.starts_with('$');
            if p.definition == Definition::None {
                p.definition = Definition::Library(at + position(first, 0));
            }
        }
        for &(name, modes) in library.metas() {
            let functor = Functor::new(atoms.intern(name), modes.len());
            calls.set_meta(functor, modes);
        }
        let rows = parts.iter().flat_map(|part| part.rows).copied().flatten();
        for native in rows.filter(|native| !native.head.starts_with('$')) {
            let functor = Functor::new(atoms.intern(native.name()), native.arity);
            let pred = db.pred(known::SYSTEM, functor);
            db.preds[pred].concealed = true;
        }
    }

    /// Adds a library to those that the machine has.
    ///
    /// # Errors
    /// A message, if it does not fit together, if it has a predicate of the system or of another library, if there are
    /// host predicates already, or if there are too many native predicates or texts.
    pub fn add_library(
        &mut self,
        atoms: &mut AtomTable,
        db: &mut Database,
        calls: &mut Calls,
        library: &'static Library,
    ) -> Result<(), String> {
        let told = |fault| format!("library {}: {fault}", library.name);
        if let Some(fault) = library.fault() {
            return Err(told(fault));
        }
        if let Some((name, arity)) = library.heads().into_iter().find(|&head| db.has_system(atoms, head)) {
            return Err(told(format!("{name}/{arity} exists")));
        }
        let texts = self.texts().count() + library.files().len();
        if texts > MOST_TEXTS || !calls.add_natives(library.tables(), atoms, db) {
            let fault = "there are too many predicates or texts, or host predicates, which come after libraries";
            return Err(told(fault.to_owned()));
        }
        self.add_texts(atoms, db, calls, library);
        Ok(())
    }
}
