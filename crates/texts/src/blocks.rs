//! The blocks of a text: which lines open one.

/// The prefix of a line that opens a block.
pub const MARK: &str = "%!";

/// Returns what follows the mark that a text begins with: the head of the block, or the first clause in a shortened
/// text, where the line of the mark is empty if that tells as much.
pub fn header(text: &str) -> Option<&str> {
    let (line, rest) = text.strip_prefix(MARK)?.split_once('\n')?;
    Some(match line.strip_prefix(' ') {
        Some(header) => header,
        None => rest.lines().next().unwrap_or_default(),
    })
}

/// Returns the blocks of a text: the offset of each, and its header.
pub fn blocks(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.lines().filter_map(move |line| {
        let start = at;
        at += line.len() + 1;
        let header = line.strip_prefix(MARK).and_then(|_| header(&text[start..]))?;
        Some((start, header))
    })
}
