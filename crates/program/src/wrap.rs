//! Long lines of answers, broken between terms.

use ferz::toplevel::TokenKind;

/// Columns that are kept for what follows an answer.
const AFTER: usize = 2;
/// A line is not indented by more than this part of the width.
const MOST_INDENTED: usize = 3;

/// Breaks the lines of an answer that are longer than `width` columns behind commas, where few brackets are open.
/// A width of 0 is unknown.
pub(crate) fn wrapped(text: &str, width: usize) -> String {
    if width <= AFTER {
        return text.to_owned();
    }
    let width = width - AFTER;
    let lines: Vec<String> = text.split('\n').map(|line| line_wrapped(line, width)).collect();
    lines.join("\n")
}

/// A place for a break: its offset, the column, and the number of open brackets.
struct WrapPlace {
    at: usize,
    column: usize,
    depth: usize,
}

fn line_wrapped(line: &str, width: usize) -> String {
    // Most characters take one column, and none more than its bytes in UTF-8.
    if line.len() <= width || columns(line) <= width {
        return line.to_owned();
    }
    let mut places = Vec::new();
    let (mut depth, mut column, mut end) = (0_usize, 0, 0);
    for (span, kind) in ferz::toplevel::tokens(line) {
        column += columns(&line[end..span.end]);
        end = span.end;
        match kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            TokenKind::Separator if line[end..].starts_with(' ') => places.push(WrapPlace {
                at: end + 1,
                column: column + 1,
                depth,
            }),
            _ => {}
        }
    }
    let indentation = indentation(line).min(width / MOST_INDENTED);
    let mut out = String::with_capacity(line.len() + line.len() / width * (indentation + 1));
    // The offset and column at which the current line begins, and the columns before it.
    let (mut from, mut from_column, mut before) = (0, 0, 0);
    let mut next = 0;
    loop {
        if columns(&line[from..]) + before <= width {
            break;
        }
        let fits = |place: &WrapPlace| place.column - from_column + before <= width + 1;
        while next < places.len() && places[next].at <= from {
            next += 1;
        }
        let mut last = next;
        while last < places.len() && fits(&places[last]) {
            last += 1;
        }
        // The last place of those with the fewest open brackets, in the second half of the line if there is one.
        let candidates = &places[next..last];
        let is_late = |place: &&WrapPlace| place.column - from_column + before > width / 2;
        let best = |places: &mut dyn Iterator<Item = &WrapPlace>| {
            places.fold(None, |best: Option<(usize, usize, usize)>, place| match best {
                Some((_, _, depth)) if depth < place.depth => best,
                _ => Some((place.at, place.column, place.depth)),
            })
        };
        let found = best(&mut candidates.iter().filter(is_late)).or_else(|| best(&mut candidates.iter()));
        let (at, column) = match (found, places.get(last)) {
            (Some((at, column, _)), _) => (at, column),
            // A term that is longer than the line.
            (None, Some(place)) => (place.at, place.column),
            (None, None) => break,
        };
        out.push_str(line[from..at].trim_end());
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', indentation));
        (from, from_column, before) = (at, column, indentation);
    }
    out.push_str(&line[from..]);
    out
}

/// The column of the first argument or element of a value.
fn indentation(line: &str) -> usize {
    match ferz::toplevel::tokens(line)
        .iter()
        .find(|(_, kind)| *kind == TokenKind::Open)
    {
        Some((span, _)) => columns(&line[..span.end]),
        None => 4,
    }
}

/// The columns that a text takes on a terminal.
fn columns(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.chars().map(|c| if is_wide(c) { 2 } else { 1 }).sum()
}

fn is_wide(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}' | '\u{1f300}'..='\u{1faff}'
        | '\u{20000}'..='\u{3fffd}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_terms() {
        assert_eq!(wrapped("X = f(a, b)", 80), "X = f(a, b)");
        assert_eq!(wrapped("X = f(a, b)", 0), "X = f(a, b)");
        let text = "L = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]";
        assert_eq!(wrapped(text, 31), "L = [[1, 2, 3], [4, 5, 6],\n     [7, 8, 9]]");
        assert_eq!(wrapped(text, 24), "L = [[1, 2, 3],\n     [4, 5, 6],\n     [7, 8, 9]]");
        let long = "X = abcdefghijklmnopqrstuvwxyz";
        assert_eq!(wrapped(long, 20), long);
        let quoted = "X = f('a, b, c, d, e, f, g', x)";
        assert_eq!(wrapped(quoted, 20), "X = f('a, b, c, d, e, f, g',\n      x)");
    }

    #[test]
    fn nothing_is_lost() {
        let list: Vec<String> = (0..500).map(|i| format!("f({i}, [x, y{i}])")).collect();
        let text = format!("A = 1,\nL = [{}]", list.join(", "));
        for width in [10, 20, 33, 80] {
            let wrapped = wrapped(&text, width);
            let joined: String = wrapped.split_whitespace().collect();
            assert_eq!(joined, text.split_whitespace().collect::<String>());
            if width > 30 {
                assert!(wrapped.lines().all(|line| line.len() <= width), "{width}: {wrapped}");
            }
        }
    }
}
