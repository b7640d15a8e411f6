//! The head of a predicate that a text begins with: a row of a built-in, a block of a library, a clause.

/// Returns the name and arity of the head that `text` begins with, and the text after it; `None` if its arguments are
/// not closed.
pub fn parse_head(text: &str) -> Option<(&str, usize, &str)> {
    let (name, rest) = match text.strip_prefix('\'') {
        Some(quoted) => quoted.split_once('\'')?,
        None => {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            let is_name = |c: char| {
                if text.starts_with(is_word) {
                    is_word(c)
                } else {
                    c != '(' && !c.is_whitespace()
                }
            };
            text.split_at(text.find(|c| !is_name(c)).unwrap_or(text.len()))
        }
    };
    let Some(arguments) = rest.strip_prefix('(') else {
        return Some((name, 0, rest));
    };
    let (mut depth, mut arity, mut before) = (0, 1, '(');
    let mut chars = arguments.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            // A character code: its character, or the one after a backslash, is no part of the structure.
            '\'' if before == '0' => {
                let (_, character) = chars.next()?;
                if character == '\\' {
                    chars.next();
                }
            }
            '\'' | '"' | '`' => while chars.next()?.1 != c {},
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => return Some((name, arity, &arguments[at + 1..])),
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => arity += 1,
            _ => {}
        }
        before = c;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_have_a_name_and_an_arity() {
        let cases = [
            ("append(?Xs, ?Ys, ?Zs) is nondet.", "append", 3, " is nondet."),
            ("'$and'(+A, :B, +K)", "$and", 3, ""),
            ("'$pairs'([a,b|T], f(X, Y)) :- X, Y.", "$pairs", 2, " :- X, Y."),
            ("listing.", "listing", 0, "."),
            ("! is det.", "!", 0, " is det."),
            ("=..(?Term, ?List)", "=..", 2, ""),
            ("sep(',', \")(\", 0',, 0'\\)).", "sep", 4, "."),
        ];
        for (text, name, arity, rest) in cases {
            assert_eq!(parse_head(text), Some((name, arity, rest)));
        }
        assert_eq!(parse_head("open(A, [B"), None);
    }
}
