//! Writing: each part of the state of a program becomes a term.

use std::collections::{BTreeMap, HashSet};
use std::time::UNIX_EPOCH;

use crate::base::atom::{Atom, Functor};
use crate::base::flag::{FLAGS, FlagValue};
use crate::base::known;
use crate::base::limit::ROWS;
use crate::base::ordered::Ordered;
use crate::code::clause::ClauseId;
use crate::code::instr::PredId;
use crate::code::packed::Neck;
use crate::code::predicate::Definition;
use crate::machine::Machine;
use crate::term::cell::Cell;
use crate::term::portable::{Form, Unwritten, Writer};
use crate::term::record::Record;

use super::SavedFault;

/// Returns the contents for the program of a machine. `library` is one without a program.
pub(super) fn contents(m: &mut Machine, library: &Machine) -> Result<Vec<u8>, SavedFault> {
    let mut saver = Saver {
        m,
        library,
        writer: Writer::new(usize::MAX, Form::Whole),
    };
    saver.flags()?;
    saver.libraries()?;
    saver.operators()?;
    saver.modules()?;
    saver.predicates()?;
    saver.session()?;
    saver.files()?;
    Ok(saver.writer.finish())
}

struct Saver<'m> {
    m: &'m mut Machine,
    library: &'m Machine,
    writer: Writer,
}

impl Saver<'_> {
    /// Writes a term, and frees the heap from `top` on.
    fn put(&mut self, top: usize, name: &str, arguments: &[Cell]) -> Result<(), SavedFault> {
        self.m.reserve(arguments.len() + 1)?;
        let name_atom = self.m.intern(name);
        let term = self.m.heap.new_term(name_atom, arguments);
        let put = self.writer.put(&self.m.heap, &self.m.atoms, term);
        self.m.heap.set_top(top);
        put.map_err(|unwritten| {
            SavedFault::Message(match unwritten {
                Unwritten::Stopped => "saving was interrupted".into(),
                Unwritten::Object | Unwritten::Names => format!("a {name} of the program holds an object of the host"),
            })
        })
    }

    fn atom(&mut self, text: &str) -> Cell {
        Cell::atom(self.m.intern(text))
    }

    fn number(&mut self, number: usize) -> Cell {
        self.m.heap.new_int(i64::try_from(number).unwrap_or(i64::MAX))
    }

    fn record(&mut self, record: &Record) -> Result<Cell, SavedFault> {
        self.m.reserve(record.len() + 1)?;
        Ok(record.unpack(&mut self.m.heap))
    }

    fn flags(&mut self) -> Result<(), SavedFault> {
        for row in FLAGS {
            let value = row.value(&self.m.flags);
            let is_limit = ROWS.iter().any(|limit| limit.flag == row.name);
            if !row.is_changeable() || is_limit || value == row.value(&self.library.flags) {
                continue;
            }
            let top = self.m.heap.top();
            let name = self.atom(row.name);
            let value = match value {
                FlagValue::Atom(text) => self.atom(text),
                FlagValue::Int(number) => self.m.heap.new_int(number),
                FlagValue::Float(number) => self.m.heap.new_float(number),
            };
            self.put(top, "flag", &[name, value])?;
        }
        let conversions = self.m.ops.conversions.pairs().to_vec();
        for (from, to) in conversions {
            let top = self.m.heap.top();
            let pair = [from, to].map(|char| self.atom(char.encode_utf8(&mut [0; 4])));
            self.put(top, "conversion", &pair)?;
        }
        Ok(())
    }

    /// Writes the names of the libraries whose predicates the program sees since it has loaded them.
    fn libraries(&mut self) -> Result<(), SavedFault> {
        for name in self.m.library.revealed(&self.m.atoms, &self.m.db) {
            let top = self.m.heap.top();
            let name = self.atom(name);
            self.put(top, "library", &[name])?;
        }
        Ok(())
    }

    /// Writes the operators that the library does not have, and those of the library that are gone, with priority 0.
    fn operators(&mut self) -> Result<(), SavedFault> {
        let all = |m: &Machine| -> HashSet<(String, String, u16)> {
            let rows = m.ops.iter();
            let text = |atom| m.atoms.text(atom).to_owned();
            rows.map(|(priority, kind, atom)| (text(atom), text(kind.atom()), priority))
                .collect()
        };
        let (own, before) = (all(self.m), all(self.library));
        let gone = before.difference(&own).map(|(name, kind, _)| (name, kind, 0));
        let new = own
            .difference(&before)
            .map(|(name, kind, priority)| (name, kind, *priority));
        let mut changed: Vec<(&String, &String, u16)> = gone.chain(new).collect();
        // Operators that are gone come first: one of another kind may replace them.
        changed.order_by_key(|&(name, kind, priority)| (priority > 0, name, kind));
        for (name, kind, priority) in changed {
            let top = self.m.heap.top();
            let row = [Cell::int(i64::from(priority)), self.atom(kind), self.atom(name)];
            self.put(top, "op", &row)?;
        }
        Ok(())
    }

    fn modules(&mut self) -> Result<(), SavedFault> {
        let text = |m: &Machine, atom| m.atoms.text(atom).to_owned();
        let modules = &self.m.db.modules;
        let rows = modules.all_imports();
        let rows = rows.map(|(module, imports)| [&[module], imports].concat());
        let rows = rows.map(|row| row.into_iter().map(|atom| text(self.m, atom)).collect());
        let mut rows: Vec<Vec<String>> = rows.collect();
        let links = modules.links().map(|(module, functor, owner)| {
            let [module, name, owner] = [module, functor.name(), owner].map(|atom| text(self.m, atom));
            (module, name, functor.arity(), owner)
        });
        let mut links: Vec<(String, String, usize, String)> = links.collect();
        links.order();
        rows.order();
        for (module, name, arity, owner) in links {
            let top = self.m.heap.top();
            let row = [
                self.atom(&module),
                self.atom(&name),
                self.number(arity),
                self.atom(&owner),
            ];
            self.put(top, "link", &row)?;
        }
        for row in rows {
            let top = self.m.heap.top();
            let row: Vec<Cell> = row.iter().map(|name| self.atom(name)).collect();
            self.put(top, "imports", &row)?;
        }
        Ok(())
    }

    fn predicates(&mut self) -> Result<(), SavedFault> {
        let all: Vec<PredId> = self.m.db.preds.ids().collect();
        let all: Vec<PredId> = all.into_iter().filter(|&pred| self.is_of_program(pred)).collect();
        for &pred in &all {
            self.predicate(pred)?;
        }
        // Imported predicates are defined by then.
        for pred in all {
            let p = &self.m.db.preds[pred];
            if let Definition::Import(other) = p.definition {
                let own = (p.module, p.functor);
                let other = &self.m.db.preds[other];
                let other = (other.module, other.functor);
                let top = self.m.heap.top();
                let mut row = Vec::new();
                for (module, functor) in [own, other] {
                    row.extend(self.indicator(module, functor));
                }
                self.put(top, "import", &row)?;
            }
        }
        Ok(())
    }

    /// Whether a predicate is not one of the library.
    fn is_of_program(&self, pred: PredId) -> bool {
        let p = &self.m.db.preds[pred];
        if p.module != known::SYSTEM {
            return p.module != known::UNFOLDED;
        }
        let name = self.library.atoms.find(self.m.atoms.text(p.functor.name()));
        let same = name.and_then(|name| {
            self.library
                .db
                .find(known::SYSTEM, Functor::new(name, p.functor.arity()))
        });
        let has_clauses = p.definition == Definition::Clauses || p.dynamic;
        let name = self.m.atoms.text(p.functor.name());
        has_clauses
            && same.is_none_or(|same| !self.library.db.preds[same].is_defined())
            && !self.m.library.defines(name, p.functor.arity())
    }

    fn indicator(&mut self, module: Atom, functor: Functor) -> [Cell; 3] {
        let arity = self.number(functor.arity());
        [Cell::atom(module), Cell::atom(functor.name()), arity]
    }

    fn predicate(&mut self, pred: PredId) -> Result<(), SavedFault> {
        let p = &self.m.db.preds[pred];
        let (module, functor, file) = (p.module, p.functor, p.file);
        let properties = [
            (p.definition == Definition::Clauses, "defined"),
            (p.dynamic, "dynamic"),
            (p.discontiguous, "discontiguous"),
            (p.multifile, "multifile"),
            (p.is_tracked() && !p.monotonic, "incremental"),
            (p.monotonic, "monotonic"),
            (p.listened, "listened"),
        ];
        let is_host = matches!(p.definition, Definition::Native(_));
        let qualified = p.qualified.as_ref().map(|qualified| qualified.positions.to_vec());
        let qualified = qualified.unwrap_or_default();
        if properties.iter().all(|(holds, _)| !holds) && qualified.is_empty() && !is_host {
            return Ok(());
        }
        let top = self.m.heap.top();
        let [module, name, arity] = self.indicator(module, functor);
        if is_host {
            return self.put(top, "host", &[module, name, arity]);
        }
        let mut words = Vec::new();
        for (_, word) in properties.iter().filter(|(holds, _)| *holds) {
            words.push(self.atom(word));
        }
        let properties = self.m.heap.new_list(&words, Cell::NIL);
        let positions: Vec<Cell> = qualified.iter().map(|&at| Cell::int(i64::from(at))).collect();
        self.m.reserve(2 * positions.len())?;
        let positions = self.m.heap.new_list(&positions, Cell::NIL);
        let file = file.map_or(Cell::NIL, Cell::atom);
        self.put(top, "predicate", &[module, name, arity, properties, file, positions])?;
        for clause in self.m.db.live(pred) {
            self.clause(clause)?;
        }
        Ok(())
    }

    fn clause(&mut self, id: ClauseId) -> Result<(), SavedFault> {
        let top = self.m.heap.top();
        let clause = &self.m.db.clauses[id];
        let (line, neck) = (clause.line, clause.shape.neck());
        let is_of_pred = self.m.db.preds[clause.pred].file == Some(clause.file);
        let file = if is_of_pred { known::NIL } else { clause.file };
        let names = self.m.db.names(id);
        let names: Vec<String> = names.into_iter().map(Option::unwrap_or_default).collect();
        let (head, body) = self.m.unpack_clause(id)?;
        let neck = match neck {
            Neck::Unify => "unify",
            Neck::Match => "match",
            Neck::Guard => "guard",
        };
        let neck = self.atom(neck);
        let names = names.join("\0");
        self.m.reserve(Cell::most_string_cells(names.len()))?;
        let names = self.m.heap.new_string(&names);
        self.put(
            top,
            "clause",
            &[head, body, neck, Cell::atom(file), Cell::int(i64::from(line)), names],
        )
    }

    fn session(&mut self) -> Result<(), SavedFault> {
        let session = &self.m.session;
        let (at_halt, checks_calls, last) = (
            session.lasting.at_halt.clone(),
            session.lasting.checks_calls,
            [false, true].map(|of_thread| session.lasting.records.last_id(of_thread)),
        );
        let mut tabled = Vec::new();
        for (&(module, functor), &hidden) in &session.lasting.tabled {
            tabled.push((module, functor, hidden));
        }
        tabled.order();
        for (module, functor, hidden) in tabled {
            let top = self.m.heap.top();
            let [module, name, arity] = self.indicator(module, functor);
            self.put(top, "tabled", &[module, name, arity, Cell::atom(hidden)])?;
        }
        let mut redefined: Vec<(Atom, Functor)> = self.m.session.lasting.redefined.iter().copied().collect();
        redefined.order();
        for (module, functor) in redefined {
            let top = self.m.heap.top();
            let row = self.indicator(module, functor);
            self.put(top, "redefined", &row)?;
        }
        let mut transparents: Vec<_> = self.m.db.modules.transparents().collect();
        transparents.order();
        for (module, functor, hidden) in transparents {
            let top = self.m.heap.top();
            let [module, name, arity] = self.indicator(module, functor);
            self.put(top, "transparent", &[module, name, arity, Cell::atom(hidden)])?;
        }
        self.parts_of_multifile()?;
        self.values()?;
        self.records()?;
        for last in last {
            let top = self.m.heap.top();
            let last = self.number(last as usize);
            self.put(top, "last_record", &[last])?;
        }
        if checks_calls {
            let top = self.m.heap.top();
            self.put(top, "checks_calls", &[])?;
        }
        for goal in at_halt {
            let top = self.m.heap.top();
            let goal = self.record(&goal)?;
            self.put(top, "at_halt", &[goal])?;
        }
        if let Some(goal) = self.m.loading.take_main_goal() {
            let top = self.m.heap.top();
            let goal = self.record(&goal)?;
            self.put(top, "main", &[goal])?;
        }
        Ok(())
    }

    /// Writes which clauses of multifile predicates come from which text: their places among all clauses.
    fn parts_of_multifile(&mut self) -> Result<(), SavedFault> {
        let mut parts = BTreeMap::new();
        for (&(pred, text), clauses) in &self.m.session.lasting.multifile {
            let places: BTreeMap<ClauseId, usize> = self.m.db.living(pred).zip(0..).collect();
            let own = clauses
                .iter()
                .filter(|&&(id, order)| self.m.db.clauses.get(id).is_some_and(|clause| clause.order == order));
            let own: Vec<usize> = own.filter_map(|(id, _)| places.get(id).copied()).collect();
            parts.insert((pred, text), own);
        }
        for ((pred, text), own) in parts {
            let p = &self.m.db.preds[pred];
            let (module, functor) = (p.module, p.functor);
            let top = self.m.heap.top();
            let [module, name, arity] = self.indicator(module, functor);
            self.m.reserve(2 * own.len())?;
            let own: Vec<Cell> = own.into_iter().map(|place| Cell::int(place as i64)).collect();
            let own = self.m.heap.new_list(&own, Cell::NIL);
            self.put(top, "part", &[module, name, arity, Cell::atom(text), own])?;
        }
        Ok(())
    }

    /// Writes global variables, and what programs count and set.
    fn values(&mut self) -> Result<(), SavedFault> {
        let session = &self.m.session;
        let mut globals: Vec<_> = session
            .lasting
            .globals
            .iter()
            .map(|(&name, global)| (name, global.clone()))
            .collect();
        globals.order_by_key(|(_, global)| global.number);
        let mut symbols: Vec<_> = session
            .lasting
            .symbols
            .iter()
            .map(|(&name, &count)| (name, count))
            .collect();
        let mut counters: Vec<_> = session
            .lasting
            .counters
            .iter()
            .map(|(&name, value)| (name, value.clone()))
            .collect();
        let mut flags: Vec<_> = session
            .lasting
            .flags
            .iter()
            .map(|(&name, flag)| (name, flag.clone()))
            .collect();
        symbols.order();
        counters.order_by_key(|counter| counter.0);
        flags.order_by_key(|flag| flag.0);
        for (name, global) in globals {
            let top = self.m.heap.top();
            let value = self.record(&global.value)?;
            self.put(top, "global", &[Cell::atom(name), value])?;
        }
        for (name, count) in symbols {
            let top = self.m.heap.top();
            let count = self.number(count as usize);
            self.put(top, "symbol", &[Cell::atom(name), count])?;
        }
        for (name, value) in counters {
            let top = self.m.heap.top();
            let value = self.record(&value)?;
            self.put(top, "counter", &[Cell::atom(name), value])?;
        }
        for (name, flag) in flags {
            let top = self.m.heap.top();
            let value = self.record(&flag.value)?;
            let kind = Cell::atom(flag.kind.unwrap_or(known::NIL));
            self.put(top, "user_flag", &[Cell::atom(name), value, kind])?;
        }
        Ok(())
    }

    fn records(&mut self) -> Result<(), SavedFault> {
        let mut numbers: Vec<i64> = self.m.session.lasting.records.kept.keys().copied().collect();
        numbers.order();
        for number in numbers {
            let Some(kept) = self.m.session.lasting.records.kept.get(&number).cloned() else {
                continue;
            };
            let top = self.m.heap.top();
            let ((name, arity), number) = (kept.key, self.m.heap.new_int(number));
            let arity = self.number(arity);
            let value = self.record(&kept.record)?;
            self.put(top, "record", &[number, Cell::atom(name), arity, value])?;
        }
        Ok(())
    }

    /// Writes the files that were loaded, with the times of their last changes in nanoseconds.
    fn files(&mut self) -> Result<(), SavedFault> {
        let files = self.m.loading.files();
        let files = files.filter_map(|(path, name, changed)| Some((path.to_str()?.to_owned(), name, changed)));
        let mut files: Vec<_> = files.collect();
        files.order();
        for (path, name, changed) in files {
            let top = self.m.heap.top();
            let age = changed.and_then(|changed| changed.duration_since(UNIX_EPOCH).ok());
            let changed = match age.and_then(|age| i64::try_from(age.as_nanos()).ok()) {
                Some(nanoseconds) => self.m.heap.new_int(nanoseconds),
                None => Cell::NIL,
            };
            self.m.reserve(Cell::most_string_cells(path.len()))?;
            let path = self.m.heap.new_string(&path);
            self.put(top, "file", &[path, Cell::atom(name), changed])?;
        }
        Ok(())
    }
}
