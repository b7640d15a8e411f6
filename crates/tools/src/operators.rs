//! The operators that a text defines: in its directives, by the libraries and files that it loads. Nothing of it runs.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use ferz::toplevel::{SourceClause, SourceNode, SourceReader};
use ferz::{Engine, Term};

/// An operator: its priority, specifier and name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SourceOperator {
    priority: u16,
    kind: String,
    name: String,
}

/// Files that load files beyond which none is looked at.
const DEEPEST: usize = 8;
/// The extensions of files that are loaded by their stems.
const EXTENSIONS: [&str; 3] = ["", ".pl", ".prolog"];
/// Predicates whose first argument is what is loaded, or a list of it.
pub(crate) const LOADERS: [&str; 6] = [
    "use_module",
    "ensure_loaded",
    "consult",
    "include",
    "reexport",
    "load_files",
];

/// Finds the operators that directives define.
#[derive(Debug, Default)]
pub(crate) struct SourceOperators {
    libraries: HashMap<String, Vec<SourceOperator>>,
    files: HashMap<PathBuf, Vec<SourceOperator>>,
    depth: usize,
}

impl SourceOperators {
    /// Returns the operators that a clause defines for those behind it, if it is a directive; `file` is where it stands.
    pub(crate) fn of(&mut self, clause: &SourceClause<'_>, text: &str, file: Option<&Path>) -> Vec<SourceOperator> {
        let mut found = Vec::new();
        let root = clause.root();
        if clause.node(root) == SourceNode::Compound(":-")
            && clause.children(root).len() == 1
            && let Some(goal) = clause.children(root).next()
        {
            let directive = SourceDirective { clause, text, file };
            self.goals(&directive, goal, &mut found);
        }
        found
    }

    fn goals(&mut self, directive: &SourceDirective<'_>, goal: usize, found: &mut Vec<SourceOperator>) {
        let clause = directive.clause;
        let mut goal = goal;
        loop {
            let arguments: Vec<usize> = clause.children(goal).collect();
            match (clause.node(goal), &arguments[..]) {
                (SourceNode::Compound(","), &[left, right]) => {
                    self.goal(directive, left, found);
                    goal = right;
                }
                _ => return self.goal(directive, goal, found),
            }
        }
    }

    fn goal(&mut self, directive: &SourceDirective<'_>, goal: usize, found: &mut Vec<SourceOperator>) {
        let clause = directive.clause;
        let arguments: Vec<usize> = clause.children(goal).collect();
        match (clause.node(goal), &arguments[..]) {
            (SourceNode::Compound("op"), &[..]) => directive.operator(goal, found),
            (SourceNode::Compound("module"), &[_, exports]) => {
                for export in clause.children(exports) {
                    directive.operator(export, found);
                }
            }
            (SourceNode::Compound(name), &[what, ..]) if LOADERS.contains(&name) => match clause.node(what) {
                SourceNode::List { .. } => {
                    for one in clause.children(what) {
                        self.loaded(directive, one, found);
                    }
                }
                _ => self.loaded(directive, what, found),
            },
            (SourceNode::List { .. }, _) => {
                for &what in &arguments {
                    self.loaded(directive, what, found);
                }
            }
            _ => {}
        }
    }

    /// Adds the operators of a file or library.
    fn loaded(&mut self, directive: &SourceDirective<'_>, what: usize, found: &mut Vec<SourceOperator>) {
        let clause = directive.clause;
        let inside: Vec<usize> = clause.children(what).collect();
        match (clause.node(what), &inside[..]) {
            (SourceNode::Compound("library"), &[name]) => {
                let name: String = directive.text[clause.span(name)].split_whitespace().collect();
                let library = self.libraries.entry(name).or_insert_with_key(|name| of_library(name));
                found.extend(library.iter().cloned());
            }
            (SourceNode::Atom(name), _) => {
                let folder = directive.file.and_then(Path::parent).unwrap_or(Path::new(""));
                let paths = EXTENSIONS
                    .iter()
                    .map(|extension| folder.join(format!("{name}{extension}")));
                if let Some(path) = paths.into_iter().find(|path| path.is_file()) {
                    found.extend(self.of_file(path));
                }
            }
            _ => {}
        }
    }

    /// Returns the operators that a file leaves behind, a module those that it exports.
    fn of_file(&mut self, path: PathBuf) -> Vec<SourceOperator> {
        if let Some(known) = self.files.get(&path) {
            return known.clone();
        }
        // A file that loads itself adds nothing.
        self.files.insert(path.clone(), Vec::new());
        let mut found = Vec::new();
        if self.depth < DEEPEST
            && let Ok(text) = std::fs::read_to_string(&path)
        {
            self.depth += 1;
            let mut reader = SourceReader::new();
            let mut at = script_line(&text);
            loop {
                match reader.read(&text, at) {
                    Ok(None) => break,
                    Ok(Some(clause)) => {
                        at = clause.range().end;
                        let is_module = is_module(&clause);
                        let own = self.of(&clause, &text, Some(&path));
                        own.iter().for_each(|operator| operator.define(&mut reader));
                        found.extend(own);
                        if is_module {
                            break;
                        }
                    }
                    Err(fault) => at = fault.resume.max(at + 1),
                }
            }
            self.depth -= 1;
        }
        self.files.insert(path, found.clone());
        found
    }
}

/// A directive, and where it stands.
struct SourceDirective<'d> {
    clause: &'d SourceClause<'d>,
    text: &'d str,
    file: Option<&'d Path>,
}

impl SourceDirective<'_> {
    /// Adds the operators of `op(Priority, Kind, Names)`.
    fn operator(&self, term: usize, found: &mut Vec<SourceOperator>) {
        let clause = self.clause;
        let arguments: Vec<usize> = clause.children(term).collect();
        let (SourceNode::Compound("op"), &[priority, kind, names]) = (clause.node(term), &arguments[..]) else {
            return;
        };
        let SourceNode::Atom(kind) = clause.node(kind) else {
            return;
        };
        let Ok(priority) = self.text[clause.span(priority)].parse() else {
            return;
        };
        let names: Vec<usize> = match clause.node(names) {
            SourceNode::List { .. } => clause.children(names).collect(),
            _ => vec![names],
        };
        for name in names {
            let name = match clause.node(name) {
                SourceNode::Compound(":") => clause.children(name).nth(1).unwrap_or(name),
                _ => name,
            };
            if let SourceNode::Atom(name) = clause.node(name) {
                found.push(SourceOperator {
                    priority,
                    kind: kind.to_owned(),
                    name: name.to_owned(),
                });
            }
        }
    }
}

impl SourceOperator {
    /// Defines the operator for a reader.
    pub(crate) fn define(&self, reader: &mut SourceReader) {
        reader.define_operator(self.priority, &self.kind, &self.name);
    }
}

/// Whether a clause is the declaration of a module.
fn is_module(clause: &SourceClause<'_>) -> bool {
    let goal = clause.children(clause.root()).next();
    goal.is_some_and(|goal| clause.node(goal) == SourceNode::Compound("module") && clause.children(goal).len() == 2)
}

/// Returns the length of a first line that names a program, which is no Prolog.
pub(crate) fn script_line(text: &str) -> usize {
    match text.starts_with("#!") {
        true => text.find('\n').unwrap_or(text.len()),
        false => text.len() - text.trim_start_matches('\u{feff}').len(),
    }
}

/// Returns the operators that a library of ferz adds.
fn of_library(name: &str) -> Vec<SourceOperator> {
    if !name
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '/'))
    {
        return Vec::new();
    }
    let mut engine = Engine::new();
    let before = current(&mut engine);
    let load = "catch(use_module(library(Name)), _, true)";
    let name = name.replace('/', "_");
    let _loaded = engine
        .query_with(load, [("Name", Term::atom(&name))])
        .map(|mut query| query.next());
    let mut after = current(&mut engine);
    after.retain(|operator| !before.contains(operator));
    after
}

/// Returns the operators in force.
fn current(engine: &mut Engine) -> Vec<SourceOperator> {
    let Ok(mut answers) = engine.query("current_op(Priority, Kind, Name), atom(Name)") else {
        return Vec::new();
    };
    let mut found = Vec::new();
    while let Some(Ok(answer)) = answers.next() {
        if let (Ok(priority), Ok(kind), Ok(name)) = (answer.get("Priority"), answer.get("Kind"), answer.get("Name")) {
            found.push(SourceOperator { priority, kind, name });
        }
    }
    found
}
