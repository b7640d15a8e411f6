//! Who calls a predicate, and whom it calls.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::{Value, json};

use super::navigate::{FUNCTION, head};
use super::outline::{Indicator, NameRole};
use super::texts::{OpenTexts, OutlinedText};

/// Returns the predicate that is named at an offset, if it is one of the texts.
pub(super) fn prepare(texts: &mut OpenTexts, text: &Rc<OutlinedText>, offset: usize) -> Value {
    let Some(predicate) = texts
        .outline(text)
        .name_at(offset)
        .map(|name| Rc::clone(&name.predicate))
    else {
        return Value::Null;
    };
    let Some(owner) = texts.owner(&predicate, text) else {
        return Value::Null;
    };
    item(texts, &owner, &predicate).map_or(Value::Null, |item| json!([item]))
}

/// Returns a predicate of a text, as the protocol has it.
fn item(texts: &mut OpenTexts, owner: &OutlinedText, predicate: &Indicator) -> Option<Value> {
    let mut clauses = texts.outline(owner).parts.clauses.iter();
    let first = clauses.find(|clause| clause.head.as_deref() == Some(predicate))?;
    Some(json!({
        "name": format!("{}/{}", predicate.0, predicate.1),
        "kind": FUNCTION,
        "uri": owner.uri,
        "range": owner.document.range(&first.range),
        "selectionRange": owner.document.range(&head(first)),
        "data": [predicate.0, predicate.1],
    }))
}

/// Returns the text and the predicate of an item that the client sends back.
fn asked(texts: &mut OpenTexts, item: &Value) -> Option<(Rc<OutlinedText>, Indicator)> {
    let name = item["data"][0].as_str()?.to_owned();
    let arity = usize::try_from(item["data"][1].as_u64()?).ok()?;
    let uri = item["uri"].as_str()?;
    let owner = texts.all().into_iter().find(|text| text.uri == uri)?;
    Some((owner, (name, arity)))
}

/// Returns the predicates that call the one of `item`, with the places; directives are told as such.
pub(super) fn incoming(texts: &mut OpenTexts, item: &Value) -> Value {
    let Some((owner, predicate)) = asked(texts, item) else {
        return Value::Null;
    };
    let mut found = Vec::new();
    for user in texts.users(&predicate, &owner) {
        // The places, by who calls there: none for a directive.
        let mut places: BTreeMap<Option<Indicator>, Vec<Value>> = BTreeMap::new();
        for clause in &texts.outline(&user).parts.clauses {
            let calls = clause.names.iter();
            let calls = calls.filter(|name| name.role == NameRole::Call && *name.predicate == predicate);
            for call in calls {
                let caller = clause.head.as_deref().cloned();
                places.entry(caller).or_default().push(user.document.range(&call.span));
            }
        }
        for (caller, ranges) in places {
            let from = match &caller {
                Some(caller) => self::item(texts, &user, caller),
                None => Some(json!({
                    "name": "directive",
                    "kind": FUNCTION,
                    "uri": user.uri,
                    "range": ranges[0],
                    "selectionRange": ranges[0],
                })),
            };
            found.extend(from.map(|from| json!({"from": from, "fromRanges": ranges})));
        }
    }
    found.into()
}

/// Returns the predicates of the texts that the one of `item` calls, with the places.
pub(super) fn outgoing(texts: &mut OpenTexts, item: &Value) -> Value {
    let Some((owner, predicate)) = asked(texts, item) else {
        return Value::Null;
    };
    let mut places: Vec<(Rc<Indicator>, Vec<Value>)> = Vec::new();
    for clause in &texts.outline(&owner).parts.clauses {
        if clause.head.as_deref() != Some(&predicate) {
            continue;
        }
        for call in clause.names.iter().filter(|name| name.role == NameRole::Call) {
            let range = owner.document.range(&call.span);
            match places.iter_mut().find(|(known, _)| *known == call.predicate) {
                Some((_, ranges)) => ranges.push(range),
                None => places.push((Rc::clone(&call.predicate), vec![range])),
            }
        }
    }
    let mut found = Vec::new();
    for (callee, ranges) in places {
        if let Some(home) = texts.owner(&callee, &owner)
            && let Some(to) = self::item(texts, &home, &callee)
        {
            found.push(json!({"to": to, "fromRanges": ranges}));
        }
    }
    found.into()
}
