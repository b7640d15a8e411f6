//! The search as an SVG: the branches of the search from top to bottom.

use std::fmt::Write as _;

use super::layout::TreeLayout;
use super::rows::{RowKind, SearchRecord};
use crate::markup::drawn;

/// The most rows of a drawing.
const MOST: usize = 4_000;
/// The most characters of a label.
const LONGEST: usize = 48;
/// The height of a level, the width of a character, the gap between labels.
const LEVEL: f64 = 30.0;
const CHARACTER: f64 = 7.3;
const GAP: f64 = 18.0;
const MARGIN: f64 = 16.0;

const STYLE: &str = "\
text{font:12px ui-monospace,Menlo,'DejaVu Sans Mono',monospace;text-anchor:middle;fill:#26221d}\
path{fill:none;stroke:#b9afa2}\
rect{fill:#fffdfa}\
.c{fill:#6a6258}.b{fill:#1f5fa8}.x{fill:#b3261e}.s{fill:#17693f;font-weight:700}.k{fill:#835400}\
@media (prefers-color-scheme:dark){text{fill:#ece5db}rect{fill:#1f1c18}path{stroke:#5a534a}\
.c{fill:#a89e91}.b{fill:#8cc0f5}.x{fill:#ff8f85}.s{fill:#7fd1a0}.k{fill:#eab95c}}";

/// A label of the drawing.
struct Label {
    text: String,
    class: &'static str,
    /// The label above it, in the order of the drawing.
    above: usize,
}

/// Returns the search tree as an SVG: goals, clauses where several were tried, solutions of goals that have several, cuts,
/// failures with their reasons. Of a large tree only the first steps are drawn, which it says.
pub fn svg(record: &SearchRecord) -> String {
    let (labels, is_whole) = labels(record);
    let mut width: Vec<f64> = labels
        .iter()
        .map(|label| label.text.chars().count() as f64 * CHARACTER + GAP)
        .collect();
    let mut below = vec![0.0; labels.len()];
    let mut depth = vec![0_usize; labels.len()];
    for i in (0..labels.len()).rev() {
        width[i] = f64::max(width[i], below[i]);
        if i > 0 {
            below[labels[i].above] += width[i];
        }
    }
    // A label that is wider than what is below it has that in its middle.
    let mut next: Vec<f64> = vec![MARGIN; labels.len()];
    let mut middle = vec![0.0; labels.len()];
    for i in 0..labels.len() {
        let left = match i {
            0 => MARGIN,
            _ => {
                let above = labels[i].above;
                depth[i] = depth[above] + 1;
                let left = next[above];
                next[above] += width[i];
                left
            }
        };
        middle[i] = left + width[i] / 2.0;
        next[i] = left + (width[i] - below[i]) / 2.0;
    }
    let deepest = depth.iter().max().copied().unwrap_or(0);
    let mut height = MARGIN * 2.0 + LEVEL * (deepest as f64 + 1.0);
    let whole_width = width.first().copied().unwrap_or(0.0) + MARGIN * 2.0;
    let notes: Vec<&str> = record.left_out.iter().map(String::as_str).collect();
    let more = format!("The first {MOST} steps are drawn.");
    let notes: Vec<&str> = (!is_whole).then_some(more.as_str()).into_iter().chain(notes).collect();
    height += 20.0 * notes.len() as f64;
    let y = |level: usize| MARGIN + LEVEL * (level as f64 + 0.5);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole_width:.0} {height:.0}\" width=\"{whole_width:.0}\" \
         height=\"{height:.0}\"><style>{STYLE}</style><rect width=\"100%\" height=\"100%\"/>\n<path d=\""
    );
    for (i, label) in labels.iter().enumerate().skip(1) {
        let (from, to) = (y(depth[label.above]) + 6.0, y(depth[i]) - 10.0);
        let _written = write!(out, "M{:.0} {from:.0}L{:.0} {to:.0}", middle[label.above], middle[i]);
    }
    out.push_str("\"/>\n");
    for (i, label) in labels.iter().enumerate() {
        let _written = writeln!(
            out,
            "<text x=\"{:.0}\" y=\"{:.0}\" class=\"{}\">{}</text>",
            middle[i],
            y(depth[i]) + 4.0,
            label.class,
            drawn(&label.text)
        );
    }
    for (i, note) in notes.iter().enumerate() {
        let at = height - MARGIN - 20.0 * i as f64;
        let _written = writeln!(
            out,
            "<text x=\"{MARGIN}\" y=\"{at:.0}\" class=\"k\" style=\"text-anchor:start\">{}</text>",
            drawn(note)
        );
    }
    out.push_str("</svg>\n");
    out
}

/// Returns the labels in the order of the search, and whether they are all.
fn labels(record: &SearchRecord) -> (Vec<Label>, bool) {
    let layout = TreeLayout::new(record);
    let mut labels: Vec<Label> = Vec::new();
    let mut place_of: Vec<usize> = vec![0; record.rows.len()];
    for (number, row) in record.rows.iter().enumerate() {
        if labels.len() >= MOST {
            return (labels, false);
        }
        let text = record.texts[row.text].as_str();
        let line = record.places[row.place].line;
        let is_failure = row.kind == RowKind::Fail && layout.has_failed_at_once(record, row.goal);
        let (text, class) = match row.kind {
            RowKind::Skip => continue,
            RowKind::Fail if is_failure => (format!("✗ {text}"), "x"),
            RowKind::Exception => (format!("‼ {text}"), "x"),
            _ if !layout.is_shown[number] => continue,
            RowKind::Clause => (format!("line {line}"), "c"),
            RowKind::Exit(_) => (text.to_owned(), "b"),
            RowKind::Cut => (format!("! {text}"), "k"),
            RowKind::Solution => (format!("★ {text}"), "s"),
            RowKind::Call | RowKind::Fail => (text.to_owned(), "g"),
        };
        place_of[number] = labels.len();
        let up = match row.kind {
            RowKind::Fail | RowKind::Exception => row.goal,
            _ => layout.before[number],
        };
        labels.push(Label {
            text: shortened(&text),
            class,
            above: place_of[up],
        });
    }
    (labels, true)
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
