//! The search as lines of text.

use super::layout::TreeLayout;
use super::rows::{RowKind, SearchRecord, SearchRow};

/// Returns the tree in lines: goals under the clauses that they are in, with what they have bound.
pub fn text(record: &SearchRecord) -> String {
    let layout = TreeLayout::new(record);
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); record.rows.len()];
    for (number, &parent) in (0..).zip(&layout.parent).skip(1) {
        if layout.is_shown[number] {
            children[parent].push(number);
        }
    }
    let mut lines = String::new();
    let mut waiting = vec![(0, 0_usize)];
    while let Some((number, depth)) = waiting.pop() {
        // The query is known.
        if number > 0 {
            lines.push_str(&"  ".repeat(depth - 1));
            lines.push_str(&line(record, &layout, number));
            lines.push('\n');
        }
        waiting.extend(children[number].iter().rev().map(|&child| (child, depth + 1)));
    }
    for sentence in &record.left_out {
        lines.push_str(sentence);
        lines.push('\n');
    }
    lines
}

/// Returns the line of a row.
fn line(record: &SearchRecord, layout: &TreeLayout, number: usize) -> String {
    let row = record.rows[number];
    let text = text_of(record, row);
    match row.kind {
        RowKind::Call => goal(record, layout, number, text),
        RowKind::Clause => format!("clause{}", place(record, row.place)),
        RowKind::Skip => format!("✗ clause{}: {text}", place(record, row.place)),
        RowKind::Exit(_) if text.is_empty() => "✓".to_owned(),
        RowKind::Exit(_) => format!("✓ {text}"),
        RowKind::Cut => format!("! {text}"),
        RowKind::Solution => format!("★ {text}"),
        RowKind::Fail | RowKind::Exception => text.to_owned(),
    }
}

fn goal(record: &SearchRecord, layout: &TreeLayout, number: usize, text: &str) -> String {
    let ends = layout.ends[number];
    let end = record.rows[ends.end];
    let reason = text_of(record, end);
    let mut line = match end.kind {
        RowKind::Exception => format!("‼ {text}"),
        _ if ends.exits > 0 => format!("✓ {text}"),
        RowKind::Fail => format!("✗ {text}"),
        _ => format!("… {text}"),
    };
    if ends.exits == 1 {
        let bound = text_of(record, record.rows[ends.exit]);
        if !bound.is_empty() {
            line.push_str(&format!("   {bound}"));
        }
    } else if ends.exits == 0 && !reason.is_empty() {
        line.push_str(&format!("   {reason}"));
    }
    line
}

fn text_of(record: &SearchRecord, row: SearchRow) -> &str {
    &record.texts[row.text]
}

/// Returns the file and the line of a place.
fn place(record: &SearchRecord, place: usize) -> String {
    let place = &record.places[place];
    if place.line == 0 {
        return String::new();
    }
    let name = place.file.rsplit('/').next().unwrap_or_default();
    format!(" {name}:{}", place.line)
}
