//! A profile as a page that needs nothing else: the flame graph and a table of the predicates.

use std::fmt::Write as _;

use ferz::debug::{CallProfile, ProfiledPredicate};

use super::flame;
use crate::markup::drawn;

const PAGE: &str = include_str!("page.html");
/// The bytes of a cell.
const CELL: u64 = 8;

/// Returns the page. A click on the head of a column sorts by it.
pub fn page(profile: &CallProfile, title: &str) -> String {
    let mut predicates: Vec<&ProfiledPredicate> = profile.predicates.iter().collect();
    predicates.sort_by(|a, b| (b.itself, b.within, b.calls, &a.name).cmp(&(a.itself, a.within, a.calls, &b.name)));
    let total: u64 = profile.stacks.iter().map(|(_, ticks)| ticks).sum();
    let share = |ticks: u64| 100.0 * ticks as f64 / total.max(1) as f64;
    let mut rows = String::new();
    for one in predicates {
        let class = if one.is_own { "own" } else { "lib" };
        let _written = write!(
            rows,
            "<tr class=\"{class}\"><td>{}</td><td data-v=\"{}\">{:.1}%</td><td data-v=\"{}\">{:.1}%</td>",
            drawn(&one.name),
            one.itself,
            share(one.itself),
            one.within,
            share(one.within),
        );
        for count in [one.calls, one.cells.saturating_mul(CELL), one.choice_points] {
            let _written = write!(rows, "<td data-v=\"{count}\">{}</td>", grouped(count));
        }
        rows.push_str("</tr>\n");
    }
    let mut page = PAGE.replace("<!--TITLE-->", &drawn(title));
    for (mark, text) in [("<!--ROWS-->", rows), ("<!--FLAME-->", flame(profile, title))] {
        if let Some(at) = page.find(mark) {
            page.replace_range(at..at + mark.len(), &text);
        }
    }
    page
}

/// Returns a number with its digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}
