//! Help while one reads or types: what a predicate is, how a name can go on, which argument comes next.

use std::collections::HashMap;
use std::rc::Rc;

use ferz::toplevel::{TokenKind, tokens};
use ferz::{Engine, Term};
use serde_json::{Value, json};

use super::determinism::Determinism;
use super::navigate;
use super::outline::Indicator;
use super::texts::{OpenTexts, OutlinedText};

/// Names that are offered at the most.
const MOST_OFFERED: usize = 500;
/// Lines of comments before a clause that are looked at.
const MOST_LINES: usize = 60;

/// Tells what the library has. It runs nothing of the texts.
#[derive(Debug, Default)]
pub(super) struct KnownLibrary {
    engine: Option<Engine>,
    /// How many answers predicates have, of those that were asked for.
    answers: HashMap<Indicator, Option<Determinism>>,
}

/// Predicates of the library that have one answer, though their documentation does not say so.
const DET: [&str; 14] = [
    "write",
    "writeln",
    "writeq",
    "print",
    "print_message",
    "nl",
    "tab",
    "format",
    "asserta",
    "assertz",
    "assert",
    "retractall",
    "nb_setval",
    "b_setval",
];

impl KnownLibrary {
    fn engine(&mut self) -> &mut Engine {
        self.engine.get_or_insert_with(Engine::new)
    }

    /// Returns what `help/1` shows of a predicate.
    fn help(&mut self, (name, arity): &Indicator) -> Option<String> {
        let goal = "predicate_property(system:Head, defined), with_output_to(string(Text), help(Name/Arity))";
        let goal = format!("functor(Head, Name, Arity), {goal}");
        let arity = i64::try_from(*arity).ok()?;
        let values = [("Name", Term::atom(name)), ("Arity", Term::from(arity))];
        let answer = self.engine().once_with(&goal, values).ok()??;
        let text: String = answer.get("Text").ok()?;
        // Without a page, other pages are shown, or nothing.
        let is_own = text
            .lines()
            .next()
            .is_some_and(|line| line.starts_with(name.as_str()) || line.contains(name.as_str()));
        is_own.then_some(text)
    }

    fn is_native(&mut self, (name, arity): &Indicator) -> bool {
        let goal = "functor(Head, Name, Arity), predicate_property(system:Head, foreign)";
        let arity = i64::try_from(*arity).unwrap_or_default();
        let values = [("Name", Term::atom(name)), ("Arity", Term::from(arity))];
        matches!(self.engine().once_with(goal, values), Ok(Some(_)))
    }

    /// Returns how many answers a predicate of the library has, if that is known of all its calls.
    pub(super) fn determinism(&mut self, predicate: &Indicator) -> Option<Determinism> {
        if let Some(known) = self.answers.get(predicate) {
            return *known;
        }
        let head = self
            .help(predicate)
            .and_then(|help| help.lines().next().map(str::to_owned));
        let word = head.and_then(|head| {
            let head = head.split("    (").next().unwrap_or_default();
            match head.rsplit_once(" is ") {
                // The goal that it calls decides.
                Some((head, "nondet")) if head.contains(':') => None,
                Some((_, word)) => Some(word.to_owned()),
                None if predicate.0 == "length" => None,
                None if DET.contains(&predicate.0.as_str()) => Some("det".to_owned()),
                // Predicates in Rust that have more say so.
                None => self.is_native(predicate).then(|| "semidet".to_owned()),
            }
        });
        let known = word.as_deref().and_then(Determinism::of_word);
        self.answers.insert(predicate.clone(), known);
        known
    }
}

/// Returns what is known of the predicate at an offset.
pub(super) fn hover(
    texts: &mut OpenTexts,
    library: &mut KnownLibrary,
    text: &Rc<OutlinedText>,
    offset: usize,
) -> Value {
    let outline = texts.outline(text);
    let Some(name) = outline.name_at(offset) else {
        return Value::Null;
    };
    let (predicate, span) = (Rc::clone(&name.predicate), name.span.clone());
    let Some(shown) = description(texts, library, text, &predicate) else {
        return Value::Null;
    };
    json!({"contents": {"kind": "markdown", "value": shown}, "range": text.document.range(&span)})
}

/// Returns what is known of a predicate, in Markdown.
fn description(
    texts: &mut OpenTexts,
    library: &mut KnownLibrary,
    text: &Rc<OutlinedText>,
    predicate: &Indicator,
) -> Option<String> {
    if let Some(owner) = texts.owner(predicate, text) {
        let outline = texts.outline(&owner);
        let mut clauses = outline
            .parts
            .clauses
            .iter()
            .filter(|clause| clause.head.as_deref() == Some(predicate));
        let first = clauses.next()?;
        let count = clauses.count() + 1;
        let place = match owner.file.as_deref().and_then(|file| file.file_name()) {
            Some(file) => format!("{}:{}", file.display(), owner.document.line(first.range.start) + 1),
            None => format!("line {}", owner.document.line(first.range.start) + 1),
        };
        let comment = comment_before(&owner.document.text, first.range.start);
        let (name, arity) = predicate;
        let clauses = if count == 1 { "clause" } else { "clauses" };
        return Some(format!("**{name}/{arity}** ({count} {clauses}, {place})\n\n{comment}"));
    }
    let help = library.help(predicate)?;
    Some(format!("```prolog\n{}\n```", help.trim_end()))
}

/// Returns the comment that ends directly before an offset, without its signs.
pub(super) fn comment_before(text: &str, offset: usize) -> String {
    let mut lines: Vec<&str> = Vec::new();
    let mut is_block = false;
    for line in text[..offset].lines().rev().take(MOST_LINES) {
        let content = line.trim();
        if lines.is_empty() && content.is_empty() {
            continue;
        }
        is_block |= content.ends_with("*/") && !content.starts_with('%');
        if !is_block && !content.starts_with('%') {
            break;
        }
        lines.push(
            content
                .trim_start_matches(['%', '/', '*', '!'])
                .trim_end_matches("*/")
                .trim(),
        );
        if content.starts_with("/*") {
            break;
        }
    }
    lines.reverse();
    lines.join("  \n")
}

/// Returns how the name before an offset can go on.
pub(super) fn completion(
    texts: &mut OpenTexts,
    library: &mut KnownLibrary,
    text: &Rc<OutlinedText>,
    offset: usize,
) -> Value {
    let source = &text.document.text;
    let start = clause_start(texts, text, offset);
    let before = &source[start..offset];
    let parts = tokens(before);
    let Some((span, kind)) = parts.last().filter(|(span, _)| span.end == before.len()) else {
        return json!([]);
    };
    let word = before[span.clone()].to_owned();
    let range = text.document.range(&(start + span.start..offset));
    let item = |label: String, new: &str, kind: u32| json!({"label": label, "filterText": new, "kind": kind, "textEdit": {"range": range, "newText": new}});
    let mut items = Vec::new();
    if *kind == TokenKind::Variable {
        let end = source[offset..].find(".\n").map_or(source.len(), |end| offset + end);
        let mut names: Vec<&str> = tokens(&source[start..end])
            .into_iter()
            .filter(|(other, kind)| *kind == TokenKind::Variable && other.end != span.end)
            .map(|(other, _)| &source[start + other.start..start + other.end])
            .filter(|name| name.starts_with(&word) && *name != "_")
            .collect();
        names.sort_unstable();
        names.dedup();
        items.extend(names.into_iter().map(|name| item(name.to_owned(), name, 6)));
    } else if *kind == TokenKind::Name {
        let mut known = std::collections::HashSet::new();
        for other in texts.reached(text) {
            for ((name, arity), _) in texts.outline(&other).predicates() {
                let label = format!("{name}/{arity}");
                if name.starts_with(&word) && known.insert(label.clone()) {
                    items.push(item(label, name, 3));
                }
            }
        }
        let found = library.engine().toplevel().completions(before, before.len());
        let others = found
            .candidates
            .into_iter()
            .filter(|candidate| known.insert(candidate.shown.clone()));
        items.extend(others.map(|candidate| item(candidate.shown, &candidate.text, 3)));
    }
    items.truncate(MOST_OFFERED);
    json!({"isIncomplete": items.len() == MOST_OFFERED, "items": items})
}

/// Returns the beginning of the clause in which an offset is, whether or not it can be read.
fn clause_start(texts: &mut OpenTexts, text: &Rc<OutlinedText>, offset: usize) -> usize {
    let outline = texts.outline(text);
    let clauses = &outline.parts.clauses;
    let at = clauses.partition_point(|clause| clause.range.end < offset);
    let start = at.checked_sub(1).map_or(0, |before| clauses[before].range.end);
    // Behind clauses that cannot be read there may be far to go.
    let near = offset.saturating_sub(20_000).max(start);
    text.document.text.floor_char_boundary(near)
}

/// Returns the arguments of the call around an offset, and which of them is there.
pub(super) fn signature(
    texts: &mut OpenTexts,
    library: &mut KnownLibrary,
    text: &Rc<OutlinedText>,
    offset: usize,
) -> Value {
    let start = clause_start(texts, text, offset);
    let before = &text.document.text[start..offset];
    let parts = tokens(before);
    // The last full stop begins a clause.
    let from = parts
        .iter()
        .rposition(|(_, kind)| *kind == TokenKind::End)
        .map_or(0, |at| at + 1);
    let (mut depth, mut commas) = (0_usize, 0);
    for (at, (span, kind)) in parts.iter().enumerate().skip(from).rev() {
        match kind {
            TokenKind::Close => depth += 1,
            TokenKind::Open if depth > 0 => depth -= 1,
            TokenKind::Open => {
                if let Some((name, TokenKind::Functor)) = at.checked_sub(1).and_then(|at| parts.get(at)) {
                    let name = before[name.clone()].trim_matches('\'');
                    return signatures(texts, library, text, name, commas);
                }
                commas = 0;
            }
            TokenKind::Separator if depth == 0 && &before[span.clone()] == "," => commas += 1,
            _ => {}
        }
    }
    Value::Null
}

fn signatures(
    texts: &mut OpenTexts,
    library: &mut KnownLibrary,
    text: &Rc<OutlinedText>,
    name: &str,
    argument: usize,
) -> Value {
    let mut heads: Vec<(String, String)> = Vec::new();
    for other in texts.reached(text) {
        for (predicate, clauses) in texts.outline(&other).predicates() {
            if predicate.0 == name && predicate.1 > argument {
                let source = &other.document.text;
                let comment = comment_before(source, clauses[0].range.start);
                // The first line of a comment for programs has the head with its modes.
                let line = comment.lines().next().unwrap_or_default();
                let place = navigate::head(clauses[0]);
                let head = match line.starts_with(&format!("{name}(")) {
                    true => line.find(')').map_or(line, |end| &line[..=end]).to_owned(),
                    false => head_of(source, place.start),
                };
                heads.push((head, comment));
            }
        }
    }
    if heads.is_empty() {
        let found = library.engine().toplevel().completions(name, name.len());
        let own = found.candidates.into_iter().filter(|candidate| candidate.text == name);
        heads.extend(own.map(|candidate| (candidate.shown, String::new())));
    }
    let signatures: Vec<Value> = heads
        .into_iter()
        .filter_map(|(head, comment)| {
            let parameters = parameters(&head);
            let all = json!({"label": head, "documentation": comment, "parameters": parameters});
            (parameters.len() > argument).then_some(all)
        })
        .collect();
    match signatures.is_empty() {
        true => Value::Null,
        false => json!({"signatures": signatures, "activeSignature": 0, "activeParameter": argument}),
    }
}

/// Returns the head that begins at an offset, with its arguments.
pub(super) fn head_of(source: &str, start: usize) -> String {
    let rest = &source[start..];
    let mut depth = 0_usize;
    for (span, kind) in tokens(&rest[..rest.floor_char_boundary(2000)]) {
        match kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            _ => continue,
        }
        if depth == 0 {
            return rest[..span.end].split_whitespace().collect::<Vec<_>>().join(" ");
        }
    }
    String::new()
}

/// Returns the arguments of a head, as the protocol has them.
pub(super) fn parameters(head: &str) -> Vec<Value> {
    let parts = tokens(head);
    let mut found = Vec::new();
    let (mut depth, mut from) = (0_usize, 0);
    for (span, kind) in parts {
        let ends = match kind {
            TokenKind::Open => {
                depth += 1;
                if depth == 1 {
                    from = span.end;
                }
                false
            }
            TokenKind::Close => {
                depth = depth.saturating_sub(1);
                depth == 0
            }
            TokenKind::Separator => depth == 1 && &head[span.clone()] == ",",
            _ => false,
        };
        if ends && span.start > from {
            found.push(json!({"label": head[from..span.start].trim()}));
            from = span.end;
        }
        if ends && depth == 0 {
            break;
        }
    }
    found
}
