//! Recognition of the lines that open a block in a library file. The build script scans the files with this module to
//! write the index, so it depends on nothing.

/// The prefix of a line that opens a block.
pub const MARK: &str = "%! ";

/// Returns the blocks of a text: the offset of each, and its first line without the mark.
#[cfg_attr(not(test), allow(dead_code, reason = "the build script calls it, and a test"))]
pub fn blocks(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.lines().filter_map(move |line| {
        let start = at;
        at += line.len() + 1;
        line.strip_prefix(MARK).map(|header| (start, header))
    })
}

/// Parses the name and arity in the first line of a block: `append(?Xs, ?Ys, ?Zs) is nondet.`
pub fn parse_header(header: &str) -> Option<(String, usize)> {
    let (name, rest) = match header.strip_prefix('\'') {
        Some(quoted) => quoted.split_once('\'').map(|(name, rest)| (name.to_string(), rest))?,
        None => {
            let word = header.starts_with(|c: char| c.is_alphanumeric() || c == '_');
            let in_name = |c: char| {
                if word {
                    c.is_alphanumeric() || c == '_'
                } else {
                    !"( ".contains(c)
                }
            };
            let (name, rest) = header.split_at(header.find(|c| !in_name(c)).unwrap_or(header.len()));
            (name.trim_end_matches('.').to_string(), rest)
        }
    };
    let Some(args) = rest.strip_prefix('(') else {
        return Some((name, 0));
    };
    let (mut depth, mut arity) = (0, 1);
    for c in args.chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => return Some((name, arity)),
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => arity += 1,
            _ => {}
        }
    }
    None
}
