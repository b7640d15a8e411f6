//! The search as a page that needs nothing else: the rows as columns of numbers, the code that draws them, the sources.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::rows::{Picture, RowKind, SearchRecord};

const PAGE: &str = include_str!("page.html");
const STYLES: [&str; 2] = [include_str!("page.css"), include_str!("outline.css")];
/// The scripts in the order in which they use one another. In the page they are one script.
const SCRIPTS: [&str; 4] = [
    include_str!("model.js"),
    include_str!("outline.js"),
    include_str!("overview.js"),
    include_str!("page.js"),
];
/// The most bytes of source texts in a page.
const MOST_SOURCE: usize = 1 << 20;

/// Returns the page.
pub fn html(record: &SearchRecord) -> String {
    let parts = [
        ("<!--TITLE-->", escaped(&record.texts[record.rows[0].text])),
        ("/*STYLE*/", STYLES.concat()),
        ("<!--DATA-->", data(record)),
        ("/*SCRIPT*/", SCRIPTS.map(script).concat()),
    ];
    let mut page = String::with_capacity(PAGE.len() + parts.iter().map(|(_, text)| text.len()).sum::<usize>());
    let mut rest = PAGE;
    // The parts stand in this order in the page; what they contain is not looked at.
    for (mark, text) in &parts {
        if let Some((before, after)) = rest.split_once(mark) {
            page.push_str(before);
            page.push_str(text);
            rest = after;
        }
    }
    page.push_str(rest);
    page
}

/// Returns a module as a part of one script.
fn script(module: &str) -> String {
    let lines = module
        .lines()
        .filter(|line| !line.starts_with("import ") && !line.starts_with("export {"));
    let mut text = String::with_capacity(module.len());
    for line in lines {
        text.push_str(line.strip_prefix("export ").unwrap_or(line));
        text.push('\n');
    }
    text
}

/// Returns the record as JSON without `<`, so that no text ends the element that it is in.
fn data(record: &SearchRecord) -> String {
    let mut data = String::from("{\"kinds\":\"");
    data.extend(record.rows.iter().map(|row| match row.kind {
        RowKind::Call => 'c',
        RowKind::Clause => 'u',
        RowKind::Skip => 'm',
        RowKind::Exit(false) => 'e',
        RowKind::Exit(true) => 'E',
        RowKind::Fail => 'f',
        RowKind::Exception => 'x',
        RowKind::Cut => 'k',
        RowKind::Solution => 's',
    }));
    data.push('"');
    let numbered = || (0..).zip(&record.rows);
    column(&mut data, "up", numbered().map(|(number, row)| number - row.up));
    column(&mut data, "goal", numbered().map(|(number, row)| number - row.goal));
    column(&mut data, "text", record.rows.iter().map(|row| row.text));
    column(&mut data, "place", record.rows.iter().map(|row| row.place));
    let calls = record.rows.iter().filter(|row| row.kind == RowKind::Call);
    column(&mut data, "predicate", calls.map(|row| row.predicate));
    column(
        &mut data,
        "pictured",
        record.pictured.iter().flat_map(|&(row, picture)| [row, picture]),
    );
    let places = record
        .places
        .iter()
        .map(|place| json!([place.file, place.line, place.column]));
    let predicates = record.predicates.iter().map(|predicate| {
        let milliseconds = predicate.time.as_secs_f64() * 1000.0;
        json!([
            predicate.name,
            predicate.is_own,
            predicate.calls,
            predicate.exits,
            predicate.fails,
            (milliseconds * 100.0).round() / 100.0
        ])
    });
    let pictures = record.pictures.iter().map(|picture| match picture {
        Picture::Svg(text) => json!([true, text]),
        Picture::Text(text) => json!([false, text]),
    });
    let rest = [
        ("texts", json!(record.texts)),
        ("places", places.collect()),
        ("predicates", predicates.collect()),
        ("pictures", pictures.collect()),
        ("leftOut", json!(record.left_out)),
        ("files", files(record)),
    ];
    for (name, value) in rest {
        let _written = write!(data, ",\"{name}\":{}", value.to_string().replace('<', "\\u003c"));
    }
    data.push('}');
    data
}

fn column(data: &mut String, name: &str, values: impl Iterator<Item = usize>) {
    let _written = write!(data, ",\"{name}\":[");
    for (number, value) in values.enumerate() {
        if number > 0 {
            data.push(',');
        }
        let _written = write!(data, "{value}");
    }
    data.push(']');
}

/// Returns the texts of the files in which the steps are, as far as there is room.
fn files(record: &SearchRecord) -> Value {
    let names: BTreeSet<&str> = record.places.iter().map(|place| place.file.as_str()).collect();
    let mut room = MOST_SOURCE;
    let texts = names.into_iter().filter_map(|name| {
        let text = std::fs::read_to_string(name).ok()?;
        room = room.checked_sub(text.len())?;
        Some(json!([name, text]))
    });
    texts.collect()
}

/// Returns a text as it stands in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
