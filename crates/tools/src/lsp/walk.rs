//! The walk over a clause: what it names, and how its goals follow one another.

use std::ops::Range;
use std::rc::Rc;

use ferz::toplevel::{SourceClause, SourceNode, TokenKind};

use super::determinism::shape_of;
use super::outline::{ClauseOutline, Indicator, NamePlace, NameRole, NameTable};
use crate::operators::LOADERS;

/// Predicates that call arguments: by argument, the number of arguments that are added, from `0` to `8`; `^` is a goal
/// behind variables, `?` no goal.
const META: &[(&str, &str)] = &[
    ("call", "0"),
    ("call", "1?"),
    ("call", "2??"),
    ("call", "3???"),
    ("call", "4????"),
    ("once", "0"),
    ("ignore", "0"),
    ("not", "0"),
    ("\\+", "0"),
    ("forall", "00"),
    ("findall", "?0?"),
    ("findall", "?0??"),
    ("bagof", "?^?"),
    ("setof", "?^?"),
    ("aggregate_all", "?0?"),
    ("aggregate_all", "??0?"),
    ("catch", "0?0"),
    ("call_cleanup", "00"),
    ("setup_call_cleanup", "000"),
    ("maplist", "1?"),
    ("maplist", "2??"),
    ("maplist", "3???"),
    ("maplist", "4????"),
    ("foldl", "3???"),
    ("foldl", "4????"),
    ("foldl", "5?????"),
    ("include", "1??"),
    ("exclude", "1??"),
    ("partition", "1???"),
    ("convlist", "2??"),
    ("phrase", "2?"),
    ("phrase", "2??"),
    ("with_output_to", "?0"),
    ("call_with_time_limit", "?0"),
    ("thread_create", "0??"),
    ("initialization", "0"),
    ("initialization", "0?"),
    ("predsort", "3??"),
    ("foreach", "00"),
    ("between_goals", "00"),
    ("time", "0"),
    ("limit", "?0"),
    ("order_by", "?0"),
    ("distinct", "?0"),
    ("call_with_depth_limit", "0??"),
    ("tnot", "0"),
    ("freeze", "?0"),
    ("when", "?0"),
];
/// Directives whose arguments are indicators.
const DECLARATIONS: [&str; 8] = [
    "dynamic",
    "discontiguous",
    "multifile",
    "table",
    "public",
    "module_transparent",
    "volatile",
    "thread_local",
];

/// Returns the outline of a clause.
pub(super) fn outline_of(clause: &SourceClause<'_>, text: &str, names: &mut NameTable) -> ClauseOutline {
    let mut walk = ClauseWalk {
        clause,
        text,
        entry: ClauseOutline {
            range: clause.range(),
            ..ClauseOutline::default()
        },
        tokens: clause.tokens(),
        names,
    };
    walk.clause(clause.root());
    walk.variables();
    walk.entry.shape = shape_of(clause, text, walk.names).unwrap_or_default();
    walk.entry
}

/// The walk over a clause.
struct ClauseWalk<'v> {
    clause: &'v SourceClause<'v>,
    text: &'v str,
    entry: ClauseOutline,
    tokens: Vec<(Range<usize>, TokenKind)>,
    names: &'v mut NameTable,
}

impl ClauseWalk<'_> {
    fn arguments(&self, term: usize) -> Vec<usize> {
        self.clause.children(term).collect()
    }

    fn clause(&mut self, root: usize) {
        let arguments = self.arguments(root);
        match (self.clause.node(root), &arguments[..]) {
            (SourceNode::Compound(":-" | "?-"), &[goal]) => self.directive(goal),
            (SourceNode::Compound(":-"), &[head, body]) => {
                self.head(head, 0);
                self.goals(body, 0);
            }
            (SourceNode::Compound("=>"), &[head, body]) => {
                let parts = self.arguments(head);
                match (self.clause.node(head), &parts[..]) {
                    (SourceNode::Compound(","), &[head, guard]) => {
                        self.head(head, 0);
                        self.goals(guard, 0);
                    }
                    _ => self.head(head, 0),
                }
                self.goals(body, 0);
            }
            (SourceNode::Compound("-->"), &[head, body]) => {
                let parts = self.arguments(head);
                let is_pushed = self.clause.node(head) == SourceNode::Compound(",");
                self.head(if is_pushed { parts[0] } else { head }, 2);
                self.grammar(body);
            }
            _ => self.head(root, 0),
        }
    }

    fn head(&mut self, head: usize, added: usize) {
        let head = match (self.clause.node(head), &self.arguments(head)[..]) {
            (SourceNode::Compound(":"), &[_, head]) => head,
            _ => head,
        };
        if let Some(predicate) = self.name(head, added, NameRole::Head) {
            self.entry.head = Some(predicate);
        }
    }

    /// Adds the place of the name of a term.
    fn name(&mut self, term: usize, added: usize, role: NameRole) -> Option<Rc<Indicator>> {
        let name = match self.clause.node(term) {
            SourceNode::Atom(name) | SourceNode::Compound(name) => name,
            _ => return None,
        };
        let predicate = self.names.of(name, self.clause.children(term).len() + added);
        let span = self.name_span(term);
        self.entry.names.push(NamePlace {
            predicate: Rc::clone(&predicate),
            span,
            role,
        });
        Some(predicate)
    }

    /// Returns the place of the name of a term: before its parenthesis, or among its operands.
    fn name_span(&self, term: usize) -> Range<usize> {
        let span = self.clause.span(term);
        let from = self.tokens.partition_point(|(token, _)| token.start < span.start);
        let tokens = &self.tokens[from..];
        let first = tokens.first().map_or(span.clone(), |(token, _)| token.clone());
        let arguments = self.arguments(term);
        match arguments[..] {
            [left, ..]
                if self.clause.span(left).start == span.start
                    || tokens.first().is_some_and(|first| first.1 == TokenKind::Open) =>
            {
                let end = self.clause.span(left).end;
                let behind = &tokens[tokens.partition_point(|(token, _)| token.start < end)..];
                let behind = behind.iter().find(|(_, kind)| *kind != TokenKind::Close);
                behind.map_or(first, |(token, _)| token.clone())
            }
            _ => first,
        }
    }

    /// Adds the goals of a body, each of which gets `added` further arguments.
    fn goals(&mut self, body: usize, added: usize) {
        let mut goals = vec![(body, added)];
        while let Some((goal, added)) = goals.pop() {
            let arguments = self.arguments(goal);
            match (self.clause.node(goal), &arguments[..]) {
                (SourceNode::Compound("," | ";" | "->" | "*->" | "|"), &[left, right]) => {
                    goals.extend([(right, 0), (left, 0)]);
                }
                (SourceNode::Compound(":"), &[_, goal]) => goals.push((goal, added)),
                (SourceNode::Compound("^"), &[_, goal]) if added == 0 => goals.push((goal, 0)),
                (SourceNode::Compound(">>"), &[_, goal]) => goals.push((goal, 0)),
                (SourceNode::Compound(name), _) => {
                    self.name(goal, added, NameRole::Call);
                    let row = META
                        .iter()
                        .find(|(meta, modes)| *meta == name && modes.len() == arguments.len() + added);
                    for (&argument, mode) in arguments.iter().zip(row.map_or("", |row| row.1).bytes()) {
                        match mode {
                            b'0'..=b'8' => goals.push((argument, usize::from(mode - b'0'))),
                            b'^' => goals.push((argument, 0)),
                            _ => {}
                        }
                    }
                }
                (SourceNode::Atom(_), _) => {
                    self.name(goal, added, NameRole::Call);
                }
                _ => {}
            }
        }
    }

    /// Adds the nonterminals of the body of a grammar rule.
    fn grammar(&mut self, body: usize) {
        let mut parts = vec![body];
        while let Some(part) = parts.pop() {
            let arguments = self.arguments(part);
            match (self.clause.node(part), &arguments[..]) {
                (SourceNode::Compound("," | ";" | "->" | "*->" | "|"), &[left, right]) => parts.extend([right, left]),
                (SourceNode::Compound("\\+"), &[part]) => parts.push(part),
                (SourceNode::Compound("{}"), &[goal]) => self.goals(goal, 0),
                (SourceNode::Compound("call"), _) => {}
                (SourceNode::Atom("!" | "[]"), _) => {}
                (SourceNode::Atom(_) | SourceNode::Compound(_), _) => {
                    self.name(part, 2, NameRole::Call);
                }
                _ => {}
            }
        }
    }

    fn directive(&mut self, goals: usize) {
        let mut goals = vec![goals];
        while let Some(goal) = goals.pop() {
            match (self.clause.node(goal), &self.arguments(goal)[..]) {
                (SourceNode::Compound(","), &[left, right]) => goals.extend([right, left]),
                _ => self.declaration(goal),
            }
        }
    }

    fn declaration(&mut self, goal: usize) {
        let arguments = self.arguments(goal);
        match (self.clause.node(goal), &arguments[..]) {
            (SourceNode::Compound("module"), &[name, exports]) => {
                if let SourceNode::Atom(name) = self.clause.node(name) {
                    self.entry.directive.get_or_insert_default().module = Some(name.to_owned());
                }
                self.indicators(exports);
            }
            (SourceNode::Compound(name), &[what, ..]) if LOADERS.contains(&name) => {
                let files = match self.clause.node(what) {
                    SourceNode::List { .. } => self.arguments(what),
                    _ => vec![what],
                };
                for file in files {
                    if let SourceNode::Atom(file) = self.clause.node(file) {
                        self.entry.directive.get_or_insert_default().loads.push(file.to_owned());
                    }
                }
                arguments[1..].iter().for_each(|&imports| self.indicators(imports));
                self.name(goal, 0, NameRole::Call);
            }
            (SourceNode::Compound(name), _) if DECLARATIONS.contains(&name) => {
                arguments.iter().for_each(|&argument| self.indicators(argument));
            }
            _ => self.goals(goal, 0),
        }
    }

    /// Adds the indicators of a list or a conjunction.
    fn indicators(&mut self, terms: usize) {
        let mut terms = vec![terms];
        while let Some(term) = terms.pop() {
            let arguments = self.arguments(term);
            match (self.clause.node(term), &arguments[..]) {
                (SourceNode::List { .. }, _) | (SourceNode::Compound("," | ":"), _) => terms.extend(arguments),
                (SourceNode::Compound(slash @ ("/" | "//")), &[name, arity]) => {
                    let arity = self.text[self.clause.span(arity)].parse::<usize>();
                    if let (SourceNode::Atom(name_text), Ok(arity)) = (self.clause.node(name), arity) {
                        let arity = arity + if slash == "//" { 2 } else { 0 };
                        self.entry.names.push(NamePlace {
                            predicate: self.names.of(name_text, arity),
                            span: self.clause.span(name),
                            role: NameRole::Indicator,
                        });
                    }
                }
                _ => {}
            }
        }
    }

    fn variables(&mut self) {
        let tokens = self.tokens.iter();
        let is_named = |span: &Range<usize>| &self.text[span.clone()] != "_";
        let found = tokens.filter(|(span, kind)| {
            let kind = *kind == TokenKind::Variable
                || *kind == TokenKind::Functor
                    && self.text[span.clone()].starts_with(|c: char| c.is_uppercase() || c == '_');
            kind && is_named(span)
        });
        self.entry.variables = found.map(|(span, _)| span.clone()).collect();
    }
}
