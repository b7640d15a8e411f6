//! Reading: each term adds to the state of a machine without a program. Whatever the terms are, the machine is sound
//! afterwards; what they may not add is malformed.

use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, UNIX_EPOCH};

use crate::base::atom::{Atom, Functor, MAX_ARITY};
use crate::base::bytes::{Bytes, Malformed};
use crate::base::flag::{FLAGS, FlagValue};
use crate::base::known;
use crate::base::limit::ROWS;
use crate::code::clause::{ClauseId, ClauseOrigin};
use crate::code::database::ClauseEnd;
use crate::code::instr::{MAX_REGISTER_ARITY, PredId};
use crate::code::packed::Neck;
use crate::code::predicate::Definition;
use crate::compile::clause::Rule;
use crate::machine::Machine;
use crate::machine::session::{Global, RecordedTerm, UserFlag};
use crate::term::cell::Cell;
use crate::term::portable::{CELLS_PER_BYTE, PortableReader};
use crate::term::record::{Attributes, Record};
use crate::term::view::View;
use crate::text::ops::OpType;

use super::SavedFault;

/// A predicate that was one of the host when the bytes were made.
pub(crate) struct WantedPredicate {
    module: String,
    name: String,
    arity: usize,
}

impl fmt::Display for WantedPredicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.name, self.arity)
    }
}

impl WantedPredicate {
    /// Whether the machine has it as one of the host.
    pub(crate) fn is_there(&self, m: &mut Machine) -> bool {
        let module = m.intern(&self.module);
        let functor = Functor::new(m.intern(&self.name), self.arity);
        let found = m.db.find(module, functor);
        found.is_some_and(|pred| matches!(m.db.preds[pred].definition, Definition::Native(_)))
    }
}

/// Adds the program to a machine that has none. Returns the host predicates that it calls.
pub(super) fn contents(m: &mut Machine, bytes: Bytes<'_>) -> Result<Vec<WantedPredicate>, SavedFault> {
    // The names are kept for as long as the program.
    m.charge_program(bytes.left())?;
    let mut reader = PortableReader::new(bytes, |name| -> Result<Atom, SavedFault> { Ok(m.intern(name)) })?;
    // The bytes have those of the library, too.
    let session = &mut m.session;
    session.lasting.records.keys.clear();
    for kept in std::mem::take(&mut session.lasting.records.kept).into_values() {
        session.drop_record(&kept.record);
    }
    let mut loader = Loader {
        m,
        pred: None,
        wanted: Vec::new(),
    };
    while let Some(term) = reader.next_term()? {
        let top = loader.m.heap.top();
        loader.m.reserve(CELLS_PER_BYTE.saturating_mul(term.left()) + 8)?;
        let term = reader.build(term, &mut loader.m.heap)?;
        loader.add(term)?;
        loader.m.heap.set_top(top);
    }
    Ok(loader.wanted)
}

struct Loader<'m> {
    m: &'m mut Machine,
    /// The predicate to which the next clauses belong.
    pred: Option<PredId>,
    wanted: Vec<WantedPredicate>,
}

impl Loader<'_> {
    fn add(&mut self, term: Cell) -> Result<(), SavedFault> {
        let (functor, first) = self.m.view(term).callable().ok_or(Malformed)?;
        let arguments: Vec<Cell> = (first..first + functor.arity())
            .map(|at| self.m.deref(self.m.heap.get(at)))
            .collect();
        let name = self.m.atoms.text(functor.name()).to_owned();
        match (name.as_str(), arguments.as_slice()) {
            ("flag", &[name, value]) => self.flag(name, value),
            ("conversion", &[from, to]) => {
                let (from, to) = (self.char(from)?, self.char(to)?);
                self.m.ops.conversions.set(from, to);
                Ok(())
            }
            ("library", &[name]) => {
                let name = self.text(name)?;
                self.m.library.reveal(&self.m.atoms, &mut self.m.db, &name);
                Ok(())
            }
            ("op", &[priority, kind, name]) => self.operator(priority, kind, name),
            ("link", &[module, name, arity, owner]) => {
                let (module, functor) = self.indicator(module, name, arity)?;
                let owner = self.atom(owner)?;
                self.m.db.modules.link(module, functor, owner, false);
                Ok(())
            }
            ("redefined", &[module, name, arity]) => {
                let key = self.indicator(module, name, arity)?;
                self.m.session.lasting.redefined.insert(key);
                Ok(())
            }
            ("imports", &[module, ref imports @ ..]) => {
                let module = self.atom(module)?;
                let imports: Result<Vec<Atom>, SavedFault> = imports.iter().map(|&import| self.atom(import)).collect();
                self.m.db.modules.set_imports(module, imports?);
                Ok(())
            }
            ("predicate", &[module, name, arity, properties, file, positions]) => {
                let (module, functor) = self.indicator(module, name, arity)?;
                self.predicate(module, functor, [properties, file, positions])
            }
            ("host", &[module, name, arity]) => {
                let (module, functor) = self.indicator(module, name, arity)?;
                let text = |atom| self.m.atoms.text(atom).to_owned();
                self.wanted.push(WantedPredicate {
                    module: text(module),
                    name: text(functor.name()),
                    arity: functor.arity(),
                });
                Ok(())
            }
            ("import", &[module, name, arity, other, other_name, other_arity]) => {
                let own = self.indicator(module, name, arity)?;
                let other = self.indicator(other, other_name, other_arity)?;
                self.import(own, other)
            }
            ("clause", &[head, body, neck, file, line, names]) => self.clause([head, body, neck], (file, line), names),
            ("tabled", &[module, name, arity, hidden]) => {
                let (module, functor) = self.indicator(module, name, arity)?;
                let hidden = self.atom(hidden)?;
                self.m.session.lasting.tabled.insert((module, functor), hidden);
                Ok(())
            }
            ("transparent", &[module, name, arity, hidden]) => {
                let (module, functor) = self.indicator(module, name, arity)?;
                let hidden = self.atom(hidden)?;
                self.m.db.modules.set_transparent(module, functor, hidden);
                Ok(())
            }
            ("part", &[module, name, arity, text, places]) => {
                let (module, functor) = self.indicator(module, name, arity)?;
                self.part(module, functor, text, places)
            }
            _ => self.value(&name, &arguments),
        }
    }

    /// Adds what a session keeps.
    fn value(&mut self, name: &str, arguments: &[Cell]) -> Result<(), SavedFault> {
        match (name, arguments) {
            ("global", &[name, value]) => {
                let name = self.atom(name)?;
                let value = self.record(value)?;
                let session = &mut self.m.session;
                session.lasting.last_global += 1;
                let global = Global {
                    value,
                    number: session.lasting.last_global,
                    is_fetched: false,
                };
                if let Some(old) = session.lasting.globals.insert(name, global) {
                    session.drop_record(&old.value);
                }
            }
            ("symbol", &[name, count]) => {
                let (name, count) = (self.atom(name)?, self.count(count)?);
                self.m.session.lasting.symbols.insert(name, count as u64);
            }
            ("counter", &[name, value]) => {
                let (name, value) = (self.atom(name)?, self.record(value)?);
                if let Some(old) = self.m.session.lasting.counters.insert(name, value) {
                    self.m.session.drop_record(&old);
                }
            }
            ("user_flag", &[name, value, kind]) => {
                let (name, value) = (self.atom(name)?, self.record(value)?);
                let kind = Some(self.atom(kind)?).filter(|&kind| kind != known::NIL);
                let flag = UserFlag { value, kind };
                if let Some(old) = self.m.session.lasting.flags.insert(name, flag) {
                    self.m.session.drop_record(&old.value);
                }
            }
            ("record", &[number, name, arity, value]) => {
                let (number, name) = (self.record_number(number)?, self.atom(name)?);
                // The key of a number has no arity.
                let arity = self.count(arity)?;
                let arity = if arity as i64 == i64::MAX { usize::MAX } else { arity };
                let record = self.record(value)?;
                let key = (name, arity);
                let session = &mut self.m.session;
                if session.lasting.records.kept.contains_key(&number) {
                    return Err(SavedFault::Malformed);
                }
                session
                    .lasting
                    .records
                    .kept
                    .insert(number, RecordedTerm { key, record });
                session.lasting.records.keys.entry(key).or_default().insert(number);
                session.lasting.records.note_id(number);
            }
            ("last_record", &[number]) => {
                let number = self.record_number(number)?;
                let session = &mut self.m.session;
                session.lasting.records.note_id(number);
            }
            ("checks_calls", []) => self.m.session.lasting.checks_calls = true,
            ("at_halt", &[goal]) => {
                let goal = self.record(goal)?;
                self.m.session.lasting.at_halt.push(goal);
            }
            ("main", &[goal]) => {
                let goal = self.record(goal)?;
                self.m.loading.set_main_goal(goal);
            }
            ("file", &[path, name, changed]) => {
                let (View::String(text), View::Atom(name)) = (self.m.view(path), self.m.view(name)) else {
                    return Err(SavedFault::Malformed);
                };
                let path = PathBuf::from(self.m.heap.string(text));
                let age = self.integer(changed).ok().and_then(|age| u64::try_from(age).ok());
                let changed = age.and_then(|age| UNIX_EPOCH.checked_add(Duration::from_nanos(age)));
                let named = self.m.intern(&path.to_string_lossy());
                self.m.loading.add_file(path, named, name, changed);
            }
            _ => return Err(SavedFault::Malformed),
        }
        Ok(())
    }

    fn flag(&mut self, name: Cell, value: Cell) -> Result<(), SavedFault> {
        let name = self.text(name)?;
        if !FLAGS.iter().any(|row| row.name == name) || ROWS.iter().any(|limit| limit.flag == name) {
            return Err(SavedFault::Malformed);
        }
        let text;
        let value = match self.m.view(value) {
            View::Atom(atom) => {
                text = self.m.atoms.text(atom).to_owned();
                FlagValue::Atom(&text)
            }
            View::Int(number) => FlagValue::Int(number),
            View::Float(number) => FlagValue::Float(number),
            _ => return Err(SavedFault::Malformed),
        };
        let before = self.m.flags.clone();
        self.m.flags.set(&name, value).map_err(|_| Malformed)?;
        self.m.flags_changed(&before);
        Ok(())
    }

    fn operator(&mut self, priority: Cell, kind: Cell, name: Cell) -> Result<(), SavedFault> {
        let (priority, name) = (self.integer(priority)?, self.atom(name)?);
        let kind = OpType::from_atom(self.atom(kind)?).ok_or(Malformed)?;
        self.m.ops.check(priority, kind, name).map_err(|_| Malformed)?;
        self.m.ops.set(priority as u16, kind, name);
        Ok(())
    }

    fn predicate(
        &mut self,
        module: Atom,
        functor: Functor,
        [properties, file, positions]: [Cell; 3],
    ) -> Result<(), SavedFault> {
        let properties = self.list(properties)?;
        let words = properties.iter().map(|&word| self.text(word));
        let words: Vec<String> = words.collect::<Result<_, _>>()?;
        let positions = self.list(positions)?;
        let positions = positions.iter().map(|&at| {
            let at = self.count(at)?;
            let is_one = at < functor.arity().min(MAX_REGISTER_ARITY);
            is_one.then_some(at as u8).ok_or(SavedFault::Malformed)
        });
        let positions: Vec<u8> = positions.collect::<Result<_, _>>()?;
        let file = Some(self.atom(file)?).filter(|&file| file != known::NIL);
        let pred = self.m.db.pred(module, functor);
        let p = &self.m.db.preds[pred];
        if p.definition != Definition::None || p.live > 0 {
            return Err(SavedFault::Malformed);
        }
        self.m.db.reset_entry(pred);
        let (mut is_tracked, mut is_monotonic) = (false, false);
        let p = &mut self.m.db.preds[pred];
        for word in words {
            match word.as_str() {
                "defined" => p.definition = Definition::Clauses,
                "dynamic" => p.dynamic = true,
                "discontiguous" => p.discontiguous = true,
                "multifile" => p.multifile = true,
                "listened" => p.listened = true,
                "incremental" => is_tracked = true,
                "monotonic" => is_monotonic = true,
                _ => return Err(SavedFault::Malformed),
            }
        }
        p.file = file;
        if is_monotonic {
            self.m.db.track_monotonic(pred);
        } else if is_tracked {
            self.m.db.track(pred);
        }
        if !positions.is_empty() {
            self.m.db.qualify(pred, positions.into());
        }
        self.pred = Some(pred);
        Ok(())
    }

    fn import(&mut self, own: (Atom, Functor), other: (Atom, Functor)) -> Result<(), SavedFault> {
        let db = &mut self.m.db;
        let (own, other) = (db.pred(own.0, own.1), db.pred(other.0, other.1));
        // An imported predicate may be imported itself, but not from here.
        let mut from = other;
        while from != own
            && let Definition::Import(next) = db.preds[from].definition
        {
            from = next;
        }
        if from == own || db.preds[own].is_defined() {
            return Err(SavedFault::Malformed);
        }
        db.preds[own].definition = Definition::Import(other);
        Ok(())
    }

    fn clause(
        &mut self,
        [head, body, neck]: [Cell; 3],
        (file, line): (Cell, Cell),
        names: Cell,
    ) -> Result<(), SavedFault> {
        let pred = self.pred.ok_or(Malformed)?;
        let neck = match self.text(neck)?.as_str() {
            "unify" => Neck::Unify,
            "match" => Neck::Match,
            "guard" => Neck::Guard,
            _ => return Err(SavedFault::Malformed),
        };
        let file = self.atom(file)?;
        let line = u32::try_from(self.integer(line)?).map_err(|_| Malformed)?;
        let View::String(names) = self.m.view(names) else {
            return Err(SavedFault::Malformed);
        };
        let names = self.m.heap.string(names);
        let (functor, _) = self.m.view(head).callable().ok_or(Malformed)?;
        let p = &self.m.db.preds[pred];
        if functor != p.functor || p.live > 0 && p.matching != (neck != Neck::Unify) {
            return Err(SavedFault::Malformed);
        }
        let body = self.m.convert_body(body).map_err(|_| Malformed)?;
        let rule = Rule { head, body, neck };
        let names = names.as_bytes();
        self.m
            .add_packed(pred, rule, ClauseEnd::Last, ClauseOrigin { file, line, names })?;
        Ok(())
    }

    fn part(&mut self, module: Atom, functor: Functor, text: Cell, places: Cell) -> Result<(), SavedFault> {
        let text = self.atom(text)?;
        let pred = self.m.db.pred(module, functor);
        let all: Vec<ClauseId> = self.m.db.live(pred);
        let mut own = Vec::new();
        for place in self.list(places)? {
            let place = self.count(place)?;
            let &id = all.get(place).ok_or(Malformed)?;
            own.push((id, self.m.db.clauses[id].order));
        }
        self.m.session.lasting.multifile.insert((pred, text), own);
        Ok(())
    }

    fn indicator(&mut self, module: Cell, name: Cell, arity: Cell) -> Result<(Atom, Functor), SavedFault> {
        let (module, name, arity) = (self.atom(module)?, self.atom(name)?, self.count(arity)?);
        if arity > MAX_ARITY {
            return Err(SavedFault::Malformed);
        }
        Ok((module, Functor::new(name, arity)))
    }

    fn record(&mut self, term: Cell) -> Result<Record, SavedFault> {
        let record = Record::pack(&mut self.m.heap, term, Attributes::Keep);
        self.m.charge_program(record.bytes())?;
        self.m.session.add_record(&record);
        Ok(record)
    }

    fn atom(&self, cell: Cell) -> Result<Atom, SavedFault> {
        match self.m.view(cell) {
            View::Atom(atom) => Ok(atom),
            _ => Err(SavedFault::Malformed),
        }
    }

    fn text(&self, cell: Cell) -> Result<String, SavedFault> {
        Ok(self.m.atoms.text(self.atom(cell)?).to_owned())
    }

    fn char(&self, cell: Cell) -> Result<char, SavedFault> {
        let text = self.text(cell)?;
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(char), None) => Ok(char),
            _ => Err(SavedFault::Malformed),
        }
    }

    /// Returns an integer of 64 bits.
    fn integer(&self, cell: Cell) -> Result<i64, SavedFault> {
        match self.m.heap.number(cell) {
            Some(crate::base::num::Number::Int(number)) => Ok(number),
            _ => Err(SavedFault::Malformed),
        }
    }

    fn count(&self, cell: Cell) -> Result<usize, SavedFault> {
        usize::try_from(self.integer(cell)?).map_err(|_| SavedFault::Malformed)
    }

    /// Returns the number of a record, which is far from the ends of small integers.
    fn record_number(&self, cell: Cell) -> Result<i64, SavedFault> {
        let number = self.integer(cell)?;
        let far = number.unsigned_abs() < Cell::MAX_INT as u64 / 2;
        far.then_some(number).ok_or(SavedFault::Malformed)
    }

    /// Returns the elements of a list.
    fn list(&self, list: Cell) -> Result<Vec<Cell>, SavedFault> {
        let mut found = Vec::new();
        let mut rest = self.m.deref(list);
        while let View::List(at) = self.m.view(rest) {
            found.push(self.m.deref(self.m.heap.get(at)));
            rest = self.m.deref(self.m.heap.get(at + 1));
            // A list that ends is no longer than the heap.
            if found.len() > self.m.heap.top() {
                return Err(SavedFault::Malformed);
            }
        }
        if rest == Cell::NIL {
            Ok(found)
        } else {
            Err(SavedFault::Malformed)
        }
    }
}
