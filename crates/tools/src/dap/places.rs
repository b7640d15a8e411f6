//! The places of a text at which a goal can stop: its goals as far as the tracer tells them apart, and its facts.

use std::path::Path;

use ferz::toplevel::{SourceClause, SourceNode, SourceReader};

use crate::line_starts::LineStarts;
use crate::operators::{SourceOperators, script_line};

/// A predicate: its module, its name and the number of its arguments.
pub(super) type Predicate = (String, String, usize);

/// A place at which a goal can stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StopPlace {
    /// The line, from 1.
    pub line: usize,
    /// Whether it is the head of a clause without goals, which stops when it matches; else it is a goal.
    pub is_head: bool,
    /// The predicate whose clause it is in.
    pub predicate: Predicate,
}

/// The places of a text.
#[derive(Debug, Default)]
pub(super) struct StopPlaces(Vec<ClausePlaces>);

#[derive(Debug)]
struct ClausePlaces {
    /// The lines of the head and of the end.
    first: usize,
    last: usize,
    predicate: Predicate,
    /// The lines of the goals: of the beginning and of the end of each.
    goals: Vec<(usize, usize)>,
}

impl StopPlaces {
    /// Reads a text; clauses with mistakes have no places.
    pub(super) fn of(text: &str, file: &Path) -> StopPlaces {
        let mut places = StopPlaces::default();
        let mut operators = SourceOperators::default();
        let mut reader = SourceReader::new();
        let mut module = "user".to_owned();
        let mut at = script_line(text);
        let lines = LineStarts::of(text);
        while at < text.len() {
            match reader.read(text, at) {
                Ok(None) => break,
                Ok(Some(clause)) => {
                    at = clause.range().end;
                    if let Some(declared) = declared_module(&clause) {
                        module = declared;
                    }
                    places.0.extend(clause_places(&clause, &module, &lines));
                    for operator in operators.of(&clause, text, Some(file)) {
                        operator.define(&mut reader);
                    }
                }
                Err(fault) => at = fault.resume.max(at + 1),
            }
        }
        places
    }

    /// Returns the place that a line stands for: its first goal, or the goal that it is a part of; else the next one.
    pub(super) fn at(&self, line: usize) -> Option<StopPlace> {
        let next = self.0.partition_point(|clause| clause.last < line);
        self.0[next..].iter().find_map(|clause| clause.at(line))
    }
}

impl ClausePlaces {
    fn at(&self, line: usize) -> Option<StopPlace> {
        let place = |line, is_head| StopPlace {
            line,
            is_head,
            predicate: self.predicate.clone(),
        };
        if self.goals.is_empty() {
            return Some(place(self.first, true));
        }
        let begins = |&&(first, _): &&(usize, usize)| first == line;
        let covers = |&&(first, last): &&(usize, usize)| first <= line && line <= last;
        let follows = |&&(first, _): &&(usize, usize)| first > line;
        let found = self.goals.iter().find(begins);
        let found = found.or_else(|| self.goals.iter().rfind(covers));
        let found = found.or_else(|| self.goals.iter().find(follows));
        found.map(|&(first, _)| place(first, false))
    }
}

/// Returns the name of the module that a clause declares.
fn declared_module(clause: &SourceClause<'_>) -> Option<String> {
    let goal = clause.children(clause.root()).next()?;
    let is_module = clause.node(clause.root()) == SourceNode::Compound(":-")
        && clause.node(goal) == SourceNode::Compound("module")
        && clause.children(goal).len() == 2;
    match clause.node(clause.children(goal).next()?) {
        SourceNode::Atom(name) if is_module => Some(name.to_owned()),
        _ => None,
    }
}

fn clause_places(clause: &SourceClause<'_>, module: &str, lines: &LineStarts) -> Option<ClausePlaces> {
    let root = clause.root();
    let parts: Vec<usize> = clause.children(root).collect();
    let (mut head, body, is_grammar) = match (clause.node(root), &parts[..]) {
        (SourceNode::Compound(":-" | "?-"), &[_]) => return None,
        (SourceNode::Compound(":-" | "=>"), &[head, body]) => (head, Some(body), false),
        (SourceNode::Compound("-->" | "==>"), &[head, body]) => (head, Some(body), true),
        _ => (root, None, false),
    };
    // A guard, or a grammar rule that pushes back.
    let mut guard = None;
    if let (SourceNode::Compound(","), &[first, second]) = (clause.node(head), &children(clause, head)[..]) {
        (head, guard) = (first, Some(second).filter(|_| !is_grammar));
    }
    let mut module = module.to_owned();
    if let (SourceNode::Compound(":"), &[of, plain]) = (clause.node(head), &children(clause, head)[..]) {
        head = plain;
        if let SourceNode::Atom(name) = clause.node(of) {
            name.clone_into(&mut module);
        }
    }
    let (SourceNode::Atom(name) | SourceNode::Compound(name)) = clause.node(head) else {
        return None;
    };
    let arity = clause.children(head).len() + if is_grammar { 2 } else { 0 };
    let mut goals = Vec::new();
    for body in [guard, body].into_iter().flatten() {
        add_goals(clause, body, is_grammar, lines, &mut goals);
    }
    let range = clause.range();
    Some(ClausePlaces {
        first: lines.line(clause.span(root).start),
        last: lines.line(range.end.saturating_sub(1)),
        predicate: (module, name.to_owned(), arity),
        goals,
    })
}

fn children(clause: &SourceClause<'_>, node: usize) -> Vec<usize> {
    clause.children(node).collect()
}

/// Adds the goals of a body, in their order.
fn add_goals(
    clause: &SourceClause<'_>,
    body: usize,
    is_grammar: bool,
    lines: &LineStarts,
    goals: &mut Vec<(usize, usize)>,
) {
    let mut waiting = vec![(body, is_grammar)];
    while let Some((goal, is_grammar)) = waiting.pop() {
        let parts = children(clause, goal);
        match (clause.node(goal), &parts[..]) {
            (SourceNode::Compound("," | ";" | "|" | "->" | "*->" | "\\+"), _) => {
                waiting.extend(parts.iter().rev().map(|&part| (part, is_grammar)));
            }
            (SourceNode::Compound(":"), &[_, part]) => waiting.push((part, is_grammar)),
            (SourceNode::Compound("{}"), &[part]) if is_grammar => waiting.push((part, false)),
            (SourceNode::Atom("!" | "true" | "$" | "[]" | "{}"), _) => {}
            (SourceNode::List { .. } | SourceNode::Text | SourceNode::Number, _) => {}
            _ => {
                let span = clause.span(goal);
                goals.push((lines.line(span.start), lines.line(span.end.saturating_sub(1))));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stand_for_the_goals_at_or_behind_them() {
        let text = "\
:- module(m, []).
p(1).
% nothing
p(X) :-
    q(X), r,
    forall(member(Y, X),
           q(Y)),
    !.

s(X), X > 1 =>
    true.
g(A) --> \"x\", [b],
    { q(A) }.
other:t :- !.
";
        let places = StopPlaces::of(text, Path::new("m.pl"));
        let found: Vec<_> = (1..=14)
            .map(|line| places.at(line).map(|place| (place.line, place.is_head)))
            .collect();
        let wanted = [
            (2, true),
            (2, true),
            (5, false),
            (5, false),
            (5, false),
            (6, false),
            (6, false),
            (10, false),
            (10, false),
            (10, false),
            (13, false),
            (13, false),
            (13, false),
            (14, true),
        ];
        // A line behind the last goal of a clause is that of the next clause.
        assert_eq!(found, wanted.map(Some));
        assert_eq!(places.at(15), None);
        let predicate = |line| places.at(line).map(|place| place.predicate);
        assert_eq!(predicate(12), Some(("m".to_owned(), "g".to_owned(), 3)));
        assert_eq!(predicate(14), Some(("other".to_owned(), "t".to_owned(), 0)));
    }
}
