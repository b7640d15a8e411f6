//! Where names lead: definitions, references, symbols, other names.

use std::ops::Range;
use std::rc::Rc;

use serde_json::{Map, Value, json};

use super::outline::{ClauseOutline, NameRole, Outline};
use super::texts::{OpenTexts, OutlinedText};

/// A place in a text.
type NamedPlace = (Rc<OutlinedText>, Range<usize>);

/// The number of the protocol for a symbol that is a function.
pub(super) const FUNCTION: u32 = 12;

/// Returns the predicates of a text with the places of their clauses.
pub(super) fn document_symbols(texts: &mut OpenTexts, text: &OutlinedText) -> Value {
    let outline = texts.outline(text);
    let symbols = outline.predicates().into_iter().map(|((name, arity), clauses)| {
        let (first, last) = (clauses[0], clauses[clauses.len() - 1]);
        // Clauses of others may stand between them.
        let is_together = clauses.len() == together(outline, first, last);
        let range = first.range.start..if is_together { last.range.end } else { first.range.end };
        let count = match clauses.len() {
            1 => "1 clause".to_owned(),
            count => format!("{count} clauses"),
        };
        json!({
            "name": format!("{name}/{arity}"),
            "detail": count,
            "kind": FUNCTION,
            "range": text.document.range(&range),
            "selectionRange": text.document.range(&head(first)),
        })
    });
    symbols.collect()
}

/// Returns the number of clauses from one to another.
fn together(outline: &Outline, first: &ClauseOutline, last: &ClauseOutline) -> usize {
    let before = |offset: usize| {
        outline
            .parts
            .clauses
            .partition_point(|clause| clause.range.start < offset)
    };
    before(last.range.end) - before(first.range.start)
}

/// Returns the place of the name in the head of a clause.
pub(super) fn head(clause: &ClauseOutline) -> Range<usize> {
    let mut names = clause.names.iter();
    let head = names.find(|name| name.role == NameRole::Head);
    head.map_or(clause.range.clone(), |name| name.span.clone())
}

/// Returns the predicates of all texts whose names contain a text.
pub(super) fn workspace_symbols(texts: &mut OpenTexts, query: &str) -> Value {
    let query = query.to_lowercase();
    let mut found = Vec::new();
    for text in texts.all() {
        for ((name, arity), clauses) in texts.outline(&text).predicates() {
            if name.to_lowercase().contains(&query) {
                found.push(json!({
                    "name": format!("{name}/{arity}"),
                    "kind": FUNCTION,
                    "location": text.location(&head(clauses[0])),
                }));
            }
        }
    }
    found.into()
}

/// Returns the first clauses of the predicate that is named at an offset.
pub(super) fn definition(texts: &mut OpenTexts, text: &Rc<OutlinedText>, offset: usize) -> Value {
    let Some(predicate) = texts
        .outline(text)
        .name_at(offset)
        .map(|name| (*name.predicate).clone())
    else {
        return Value::Null;
    };
    let Some(owner) = texts.owner(&predicate, text) else {
        return Value::Null;
    };
    let outline = texts.outline(&owner);
    let mut clauses = outline.parts.clauses.iter();
    let clause = clauses.find(|clause| clause.head.as_deref() == Some(&predicate));
    clause.map_or(Value::Null, |clause| owner.location(&head(clause)))
}

/// Returns the places at which the variable or predicate at an offset is named, by text.
fn places(texts: &mut OpenTexts, text: &Rc<OutlinedText>, offset: usize) -> Vec<NamedPlace> {
    let outline = texts.outline(text);
    let source = &text.document.text;
    if let Some(name) = variable_at(outline, source, offset) {
        let variables = outline.clause_at(offset).map_or(&[][..], |clause| &clause.variables);
        let same = variables.iter().filter(|span| source[(*span).clone()] == *name);
        return same.map(|span| (Rc::clone(text), span.clone())).collect();
    }
    let Some(predicate) = outline.name_at(offset).map(|name| (*name.predicate).clone()) else {
        return Vec::new();
    };
    let users = match texts.owner(&predicate, text) {
        Some(owner) => texts.users(&predicate, &owner),
        None => vec![Rc::clone(text)],
    };
    let mut found = Vec::new();
    for user in users {
        let spans: Vec<_> = texts
            .outline(&user)
            .places(&predicate)
            .map(|name| name.span.clone())
            .collect();
        found.extend(spans.into_iter().map(|span| (Rc::clone(&user), span)));
    }
    found
}

/// Returns the name of the variable at an offset.
fn variable_at<'t>(outline: &Outline, text: &'t str, offset: usize) -> Option<&'t str> {
    let variables = &outline.clause_at(offset)?.variables;
    let mut at = variables
        .iter()
        .filter(|span| span.start <= offset && offset <= span.end);
    at.next().map(|span| &text[span.clone()])
}

pub(super) fn references(texts: &mut OpenTexts, text: &Rc<OutlinedText>, offset: usize) -> Value {
    let places = places(texts, text, offset);
    places.iter().map(|(text, span)| text.location(span)).collect()
}

pub(super) fn highlights(texts: &mut OpenTexts, text: &Rc<OutlinedText>, offset: usize) -> Value {
    let places = places(texts, text, offset);
    let own = places.iter().filter(|(other, _)| other.uri == text.uri);
    own.map(|(_, span)| json!({"range": text.document.range(span), "kind": 1}))
        .collect()
}

/// Returns the place of the name that can be replaced at an offset.
pub(super) fn prepare_rename(texts: &mut OpenTexts, text: &Rc<OutlinedText>, offset: usize) -> Value {
    match own_places(texts, text, offset) {
        Ok(places) => {
            let at = places
                .iter()
                .find(|(other, span)| other.uri == text.uri && span.start <= offset && offset <= span.end);
            at.map_or(Value::Null, |(_, span)| text.document.range(span))
        }
        Err(_) => Value::Null,
    }
}

/// Returns the places of a name of the program.
fn own_places(texts: &mut OpenTexts, text: &Rc<OutlinedText>, offset: usize) -> Result<Vec<NamedPlace>, String> {
    let outline = texts.outline(text);
    if variable_at(outline, &text.document.text, offset).is_none() {
        let Some(predicate) = outline.name_at(offset).map(|name| (*name.predicate).clone()) else {
            return Err("there is no variable and no predicate here".to_owned());
        };
        if texts.owner(&predicate, text).is_none() {
            return Err(format!(
                "{}/{} is not defined in the texts that are open",
                predicate.0, predicate.1
            ));
        }
    }
    Ok(places(texts, text, offset))
}

/// Returns the edits that give a variable or predicate another name.
///
/// # Errors
/// Why it cannot have that name.
pub(super) fn rename(
    texts: &mut OpenTexts,
    text: &Rc<OutlinedText>,
    offset: usize,
    name: &str,
) -> Result<Value, String> {
    let is_variable = variable_at(texts.outline(text), &text.document.text, offset).is_some();
    let is_word = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let begins_variable = name.starts_with(|c: char| c.is_uppercase() || c == '_');
    let new = match (is_variable, is_word) {
        (true, true) if begins_variable => name.to_owned(),
        (true, _) => return Err(format!("{name} is not the name of a variable")),
        (false, true) if name.starts_with(char::is_lowercase) => name.to_owned(),
        (false, _) if name.starts_with('\'') && name.ends_with('\'') && name.len() > 1 => name.to_owned(),
        (false, _) => format!("'{}'", name.replace('\\', "\\\\").replace('\'', "\\'")),
    };
    let places = own_places(texts, text, offset)?;
    if is_variable
        && texts.outline(text).clause_at(offset).is_some_and(|clause| {
            clause
                .variables
                .iter()
                .any(|span| text.document.text[span.clone()] == *new)
        })
    {
        return Err(format!("the clause has a variable {new} already"));
    }
    let mut changes = Map::new();
    for (text, span) in places {
        let edit = json!({"range": text.document.range(&span), "newText": new});
        if let Value::Array(edits) = changes.entry(text.uri.clone()).or_insert_with(|| json!([])) {
            edits.push(edit);
        }
    }
    Ok(json!({ "changes": changes }))
}
