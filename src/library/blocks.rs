//! Recognition of the lines that open a block in a library file. The build script scans the files with this module to
//! write the index, so it depends on nothing.

/// The prefix of a line that opens a block.
pub const MARK: &str = "%! ";

/// Returns the blocks of a text: the offset of each, and its first line without the mark.
#[cfg_attr(
    all(not(test), feature = "manual"),
    allow(dead_code, reason = "the build script calls it, and a test")
)]
pub fn blocks(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.lines().filter_map(move |line| {
        let start = at;
        at += line.len() + 1;
        line.strip_prefix(MARK).map(|header| (start, header))
    })
}
