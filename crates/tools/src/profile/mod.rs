//! Profiles as pictures: `ferz run --profile FILE`.
//!
//! [`flame()`] draws the stacks as a flame graph, [`page()`] has it and a table of the predicates, [`folded()`] gives the stacks as
//! lines of text, which other programs read.

mod flame;
mod page;

use std::io;
use std::path::Path;

use ferz::debug::CallProfile;

pub use flame::flame;
pub use page::page;

/// Writes a profile to a file: an SVG or folded stacks if its name ends so (`.svg`, `.txt`), else a page.
///
/// # Errors
/// If the file cannot be written.
pub fn write(profile: &CallProfile, title: &str, file: &Path) -> io::Result<()> {
    let written = match file.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => flame(profile, title),
        Some("txt") => folded(profile),
        _ => page(profile, title),
    };
    std::fs::write(file, written).map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", file.display())))
}

/// Returns the stacks, one a line: the names of the predicates, the outermost first, with semicolons between them, and the
/// number of samples.
pub fn folded(profile: &CallProfile) -> String {
    let mut lines: Vec<String> = named_stacks(profile)
        .into_iter()
        .map(|(stack, ticks)| format!("{} {ticks}\n", stack.join(";").replace('\n', " ")))
        .collect();
    lines.sort();
    lines.concat()
}

/// Returns the stacks with the names of their predicates, and their samples.
fn named_stacks(profile: &CallProfile) -> Vec<(Vec<&str>, u64)> {
    let name = |&index: &usize| profile.predicates.get(index).map(|one| one.name.as_str());
    let stacks = profile.stacks.iter();
    stacks
        .map(|(stack, ticks)| (stack.iter().filter_map(name).collect(), *ticks))
        .collect()
}
