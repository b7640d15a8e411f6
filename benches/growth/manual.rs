//! The predicates of the manual, as `ferz doc` prints it.

/// Returns name and arity of the predicate that a line of the manual is the head of.
pub(crate) fn head(line: &str) -> Option<(&str, usize)> {
    let head = line.strip_prefix("#### `")?.split('`').next()?;
    let head = head.split(" is ").next().unwrap_or(head);
    let open = head[1..].find('(').map_or(head.len(), |at| at + 1);
    Some((head[..open].trim_matches('\''), arguments(&head[open..])))
}

/// Returns the number of arguments in parentheses.
fn arguments(text: &str) -> usize {
    let (mut depth, mut commas) = (0, 0);
    for c in text.chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 1 => commas += 1,
            _ => {}
        }
    }
    if text.is_empty() { 0 } else { commas + 1 }
}
