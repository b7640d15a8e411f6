//! How many arguments a format takes, for the check of clauses as they are loaded.

/// Returns the number of arguments that a format takes; `None` if that depends on an argument, or the format is wrong.
pub(super) fn consumed(format: &str) -> Option<usize> {
    let mut count = 0;
    let mut rest = format.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '~' {
            continue;
        }
        // A numeric argument: digits, a character, or an argument.
        match rest.peek() {
            Some('*') => {
                rest.next();
                count += 1;
            }
            Some('`') => {
                rest.next();
                rest.next()?;
            }
            _ => while rest.next_if(char::is_ascii_digit).is_some() {},
        }
        count += match rest.next()? {
            'w' | 'p' | 'q' | 'a' | 'd' | 'D' | 's' | 'e' | 'E' | 'f' | 'g' | 'G' | 'i' | 'I' | 'c' | 'r' | 'R'
            | 'k' | '@' => 1,
            'W' => 2,
            '~' | 'n' | 't' | '|' | '+' | 'N' => 0,
            _ => return None,
        };
    }
    Some(count)
}

#[cfg(test)]
mod tests {
    use super::consumed;

    #[test]
    fn arguments_are_counted() {
        assert_eq!(consumed("plain~n"), Some(0));
        assert_eq!(consumed("~w and ~q~30|~a"), Some(3));
        assert_eq!(consumed("~`-t~40|~*c~2d~~"), Some(3));
        assert_eq!(consumed("~W"), Some(2));
        assert_eq!(consumed("~"), None);
        assert_eq!(consumed("~y"), None);
    }
}
