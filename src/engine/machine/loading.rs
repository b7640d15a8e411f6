//! Texts that are being loaded, and what is known of those that were.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use rustc_hash::FxHashMap;

use crate::base::atom::Atom;
use crate::base::flag::Quotes;
use crate::base::known;
use crate::code::instr::PredId;
use crate::code::source::Source;
use crate::code::style::{Style, Unchecked};
use crate::term::record::Record;
use crate::text::ops::{Definitions, OpTable, OpType};

/// A file that was loaded.
#[derive(Clone, Copy)]
struct LoadedFile {
    /// The name by which its predicates know it: the one that it was first loaded by.
    name: Atom,
    /// The time of its last change when it was loaded, where known.
    changed: Option<SystemTime>,
}

/// A text that was loaded from memory: places in it are told as those in files.
struct KeptText {
    name: Atom,
    /// The generations in which its clauses were added.
    generations: RangeInclusive<u64>,
    text: Box<str>,
}

/// The bytes of texts that are kept, at the most.
const MOST_KEPT: usize = 1 << 20;

/// The state of loading.
#[derive(Default)]
pub struct Loading {
    sources: Vec<Source>,
    /// By their canonical names.
    files: FxHashMap<PathBuf, LoadedFile>,
    /// The canonical names of the files, by those that predicates know them by.
    paths: FxHashMap<Atom, Atom>,
    texts: Arc<Vec<Arc<KeptText>>>,
    /// The bytes of those that are not shared.
    text_bytes: usize,
    errors: usize,
    main_goal: Option<Record>,
    /// The goals that wait for the start of the program, while it is being started.
    at_start: Option<Vec<Record>>,
    /// The values of the flag `double_quotes` in the modules whose texts are not being read.
    quotes: FxHashMap<Atom, Quotes>,
    /// The value in other modules, once a text has changed that of `user`.
    plain_quotes: Option<Quotes>,
    /// The checks that are turned off while no text is loaded.
    unchecked: Unchecked,
    /// The operators that each module had at the end of its text: they are in force only while it is loaded, and where
    /// a goal asks for those of the module.
    operators: FxHashMap<Atom, Vec<(Atom, Definitions)>>,
    /// Predicates that may call themselves without end, to be looked at when everything is loaded.
    #[cfg(not(target_family = "wasm"))]
    pub recursive: rustc_hash::FxHashSet<PredId>,
}

impl Loading {
    /// Returns what is known of the texts that were loaded.
    pub fn done(&self) -> Loading {
        Loading {
            files: self.files.clone(),
            paths: self.paths.clone(),
            texts: Arc::clone(&self.texts),
            main_goal: self.main_goal.clone(),
            operators: self.operators.clone(),
            quotes: self.quotes.clone(),
            plain_quotes: self.plain_quotes,
            unchecked: self.unchecked,
            ..Loading::default()
        }
    }

    /// Keeps a text from memory whose clauses were added in these generations, and no longer the oldest ones if they are too
    /// long together.
    pub fn keep_text(&mut self, name: Atom, generations: RangeInclusive<u64>, text: &str) {
        if text.len() > MOST_KEPT || generations.is_empty() {
            return;
        }
        let texts = Arc::make_mut(&mut self.texts);
        texts.push(Arc::new(KeptText {
            name,
            generations,
            text: text.into(),
        }));
        let mut room = MOST_KEPT;
        let fits = |kept: &&Arc<KeptText>| {
            let left = room.checked_sub(kept.text.len());
            room = left.unwrap_or(0);
            left.is_some()
        };
        let kept = texts.iter().rev().take_while(fits).count();
        texts.drain(..texts.len() - kept);
        self.text_bytes = (self.text_bytes + text.len()).min(MOST_KEPT);
    }

    /// Returns the text from memory of this name that has added a clause in a generation.
    pub fn kept_text(&self, name: Atom, generation: u64) -> Option<&str> {
        let has_added = |kept: &&Arc<KeptText>| kept.name == name && kept.generations.contains(&generation);
        self.texts.iter().rev().find(has_added).map(|kept| &*kept.text)
    }

    /// Returns the bytes of the texts that it keeps, without those that were there when it was made.
    pub fn bytes(&self) -> usize {
        self.text_bytes
    }

    /// Returns the texts that are being loaded, the innermost last.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// Returns the innermost text.
    pub fn source(&self) -> Option<&Source> {
        self.sources.last()
    }

    /// Returns the innermost text, to be read from.
    pub fn source_mut(&mut self) -> Option<&mut Source> {
        self.sources.last_mut()
    }

    /// Returns the innermost text and the one that it was opened in.
    pub fn innermost(&mut self) -> Option<(&mut Source, &mut Source)> {
        match self.sources.as_mut_slice() {
            [.., outer, inner] => Some((inner, outer)),
            _ => None,
        }
    }

    /// Whether a check of the style is made now.
    pub fn checks(&self, style: Style) -> bool {
        let unchecked = self.source().map_or(self.unchecked, |source| source.unchecked);
        unchecked.checks(style)
    }

    /// Turns a check on or off: until the end of the text that is being loaded, if there is one.
    pub fn set_check(&mut self, style: Style, on: bool) {
        let unchecked = self.sources.last_mut().map(|source| &mut source.unchecked);
        unchecked.unwrap_or(&mut self.unchecked).set(style, on);
    }

    /// Returns the module whose text is being read.
    pub fn module(&self) -> Atom {
        self.source().map_or(known::USER, |source| source.module)
    }

    /// Lets the flag `double_quotes` have its value in another module from now on.
    fn change_quotes(&mut self, to: Atom, flag: &mut Quotes) {
        let from = self.module();
        if from != to {
            self.quotes.insert(from, *flag);
            let first = self.sources.first().map_or(*flag, |source| source.double_quotes);
            let plain = self.plain_quotes.unwrap_or(first);
            *flag = self.quotes.get(&to).copied().unwrap_or(plain);
        }
    }

    /// Begins to load a text, with the checks of the text around it.
    pub fn begin(&mut self, mut source: Source, flag: &mut Quotes) {
        self.change_quotes(source.module, flag);
        source.unchecked = self.source().map_or(self.unchecked, |outer| outer.unchecked);
        self.sources.push(source);
    }

    /// Ends the innermost text: the operators of its module go out of force, unless the text around it belongs to the
    /// module too; and so does its value of the flag `double_quotes`.
    pub fn end(&mut self, ops: &mut OpTable, flag: &mut Quotes) -> Option<Source> {
        let outer = match self.sources.as_slice() {
            [.., outer, inner] if !inner.included => outer.module,
            [.., inner] if inner.included => inner.module,
            _ => known::USER,
        };
        self.change_quotes(outer, flag);
        let mut source = self.sources.pop()?;
        if self.sources.is_empty() && *flag != source.double_quotes {
            self.plain_quotes.get_or_insert(source.double_quotes);
        }
        match self.sources.last_mut() {
            Some(outer) if !source.stands_alone => {
                let known = outer.operators.len();
                for (atom, before) in source.operators.drain(..) {
                    if !outer.operators[..known].iter().any(|other| other.0 == atom) {
                        outer.operators.push((atom, before));
                    }
                }
            }
            _ => {
                ops.exchange_all(source.operators.iter_mut().rev());
                let first = self.first_in_force();
                for outer in &mut self.sources[first..] {
                    ops.exchange_all(outer.operators.iter_mut());
                }
                if source.module != known::USER && !source.operators.is_empty() {
                    self.operators.insert(source.module, source.operators.clone());
                }
            }
        }
        Some(source)
    }

    /// Returns the operators that a module had at the end of its text.
    pub fn operators_of(&self, module: Atom) -> &[(Atom, Definitions)] {
        self.operators.get(&module).map_or(&[], Vec::as_slice)
    }

    /// Returns the names of files, of the operators of modules, and of these modules.
    pub fn atoms(&self) -> impl Iterator<Item = Atom> {
        let sources = self.sources.iter().flat_map(Source::atoms);
        let modules = self.operators.iter();
        let quotes = self.quotes.keys().copied();
        let files = self.paths.iter().flat_map(|(&name, &path)| [name, path]);
        sources
            .chain(files)
            .chain(quotes)
            .chain(modules.flat_map(|(&module, own)| own.iter().map(|operator| operator.0).chain([module])))
    }

    /// Makes `module` that of the innermost text.
    pub fn set_module(&mut self, module: Atom, ops: &mut OpTable, flag: &mut Quotes) {
        self.change_quotes(module, flag);
        if let Some(source) = self.sources.last_mut() {
            source.module = module;
        }
        self.part(ops);
        // The operators that it has are in force for its text.
        if let [outer @ .., source] = self.sources.as_mut_slice()
            && source.operators.is_empty()
            && outer.iter().all(|outer| outer.module != module)
            && let Some(own) = self.operators.get(&module)
        {
            source.operators = own.clone();
            ops.exchange_all(source.operators.iter_mut());
        }
    }

    /// Takes the operators of the texts around the innermost one out of force if that belongs to another module.
    pub fn part(&mut self, ops: &mut OpTable) {
        let [.., outer, source] = self.sources.as_mut_slice() else {
            return;
        };
        if source.stands_alone || source.included || source.module == outer.module {
            return;
        }
        source.stands_alone = true;
        let inner = self.sources.pop();
        let first = self.first_in_force();
        for outer in self.sources[first..].iter_mut().rev() {
            ops.exchange_all(outer.operators.iter_mut().rev());
        }
        self.sources.extend(inner);
    }

    /// The outermost text whose operators are in force together with those of the innermost one.
    fn first_in_force(&self) -> usize {
        self.sources.iter().rposition(|source| source.stands_alone).unwrap_or(0)
    }

    /// Notes that the innermost text is about to define an operator of its module.
    pub fn keep_operator(&mut self, atom: Atom, ops: &OpTable) {
        if let Some(source) = self.sources.last_mut()
            && !source.operators.iter().any(|other| other.0 == atom)
        {
            source.operators.push((atom, ops.definitions(atom)));
        }
    }

    /// Defines an operator of a module that is not that of the innermost text: it is in force where the module's
    /// operators are.
    pub fn define_elsewhere(&mut self, module: Atom, atom: Atom, (priority, kind): (u16, OpType), ops: &OpTable) {
        let being_loaded = self.sources.iter_mut().rfind(|source| source.module == module);
        let own = match being_loaded {
            Some(source) => &mut source.operators,
            None => self.operators.entry(module).or_default(),
        };
        let at = own.iter().position(|other| other.0 == atom).unwrap_or_else(|| {
            own.push((atom, ops.definitions(atom)));
            own.len() - 1
        });
        own[at].1.set(priority, kind);
    }

    /// Notes that a file is being loaded: its canonical name, also as an atom, the name that its predicates know it by, and
    /// the time of its last change.
    pub fn add_file(&mut self, path: PathBuf, named: Atom, name: Atom, changed: Option<SystemTime>) {
        self.paths.insert(name, named);
        self.files.insert(path, LoadedFile { name, changed });
    }

    /// Returns the name by which predicates know a file that was loaded.
    pub fn name_of(&self, path: &Path) -> Option<Atom> {
        Some(self.files.get(path)?.name)
    }

    /// Returns the canonical name of the file that predicates know by `name`.
    pub fn path_of(&self, name: Atom) -> Option<Atom> {
        self.paths.get(&name).copied()
    }

    /// Forgets that a file was loaded.
    pub fn remove_file(&mut self, file: &Path) {
        if let Some(file) = self.files.remove(file) {
            self.paths.remove(&file.name);
        }
    }

    /// Whether a file was loaded or is being loaded.
    pub fn has_file(&self, file: &Path) -> bool {
        self.files.contains_key(file)
    }

    /// Returns the time of the last change that a file had when it was loaded, where known.
    pub fn changed(&self, file: &Path) -> Option<SystemTime> {
        self.files.get(file)?.changed
    }

    /// Returns the files that were loaded or are being loaded, with the names that predicates know them by and the times of
    /// their last changes then.
    pub fn files(&self) -> impl Iterator<Item = (&Path, Atom, Option<SystemTime>)> {
        self.files
            .iter()
            .map(|(path, file)| (path.as_path(), file.name, file.changed))
    }

    /// Counts an error met while loading.
    pub fn count_error(&mut self) {
        self.errors += 1;
    }

    /// Returns the number of errors met while loading.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// Sets the goal of `initialization(Goal, main)`.
    pub fn set_main_goal(&mut self, goal: Record) {
        self.main_goal = Some(goal);
    }

    /// Takes the goal of `initialization(Goal, main)`.
    pub fn take_main_goal(&mut self) -> Option<Record> {
        self.main_goal.take()
    }

    /// Whether there is a goal of `initialization(Goal, main)`.
    pub fn has_main_goal(&self) -> bool {
        self.main_goal.is_some()
    }

    /// From now on goals for the start of the program wait, until they are taken.
    pub fn hold_at_start(&mut self) {
        self.at_start.get_or_insert_default();
    }

    /// Returns the goals that wait for the start of the program, while it is being started.
    pub fn at_start_mut(&mut self) -> Option<&mut Vec<Record>> {
        self.at_start.as_mut()
    }

    /// Takes the goals that wait for the start of the program, which has started.
    pub fn take_at_start(&mut self) -> Vec<Record> {
        self.at_start.take().unwrap_or_default()
    }

    /// Returns the predicates that the texts being loaded have defined so far.
    pub fn preds(&self) -> impl Iterator<Item = PredId> {
        self.sources
            .iter()
            .flat_map(|source| source.defined.keys().chain(&source.last).copied())
    }

    /// Returns the goals that wait.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        let waiting = self.sources.iter().flat_map(|source| &source.initialization);
        waiting.chain(&self.main_goal).chain(self.at_start.iter().flatten())
    }
}
