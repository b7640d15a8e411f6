//! From patterns as PCRE reads them to patterns as `fancy_regex` reads them.
//!
//! Both agree in most of the syntax. They differ in what `$` and the class letters mean, in which characters of a class
//! are operators, and in a few escapes.

/// The options of a pattern that change its translation.
#[derive(Clone, Copy, Default)]
pub(super) struct Dialect {
    /// Blanks and comments are no part of the pattern.
    pub extended: bool,
    /// `$` matches at the end of each line.
    pub multiline: bool,
    /// `$` does not match before a final newline.
    pub dollar_endonly: bool,
    /// Class letters are about all characters of Unicode, not only ASCII.
    pub ucp: bool,
    /// Groups without a name capture nothing.
    pub named_only: bool,
}

/// The characters of horizontal white space, and of vertical.
const HORIZONTAL: &str = r"\t\x20\xA0\x{1680}\x{180E}\x{2000}-\x{200A}\x{202F}\x{205F}\x{3000}";
const VERTICAL: &str = r"\n\x0B\f\r\x{85}\x{2028}\x{2029}";
/// The end of the text, or a newline that ends it.
const END: &str = r"(?=\n?\z)";

/// Translates a pattern. A pattern with a fault stays one.
pub(super) fn translate(pattern: &str, mut dialect: Dialect) -> String {
    let mut out = String::with_capacity(pattern.len() + 16);
    let mut rest = pattern;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        rest = match c {
            '\\' => escape(after, dialect, false, &mut out),
            '[' => class(after, dialect, &mut out),
            '$' if !dialect.multiline => {
                out.push_str(if dialect.dollar_endonly { r"\z" } else { END });
                after
            }
            '(' => group(after, &mut dialect, &mut out),
            '#' if dialect.extended => after.split_once('\n').map_or("", |(_, rest)| rest),
            _ => {
                out.push(c);
                after
            }
        };
    }
    out
}

/// The text after an opening parenthesis.
fn group<'p>(rest: &'p str, dialect: &mut Dialect, out: &mut String) -> &'p str {
    if let Some(comment) = rest.strip_prefix("?#") {
        return comment.split_once(')').map_or("", |(_, rest)| rest);
    }
    out.push('(');
    let Some(inner) = rest.strip_prefix('?') else {
        if dialect.named_only && !rest.starts_with('*') {
            out.push_str("?:");
        }
        return rest;
    };
    // Letters that switch options on, up to a dash: from here on, for the rest of the pattern.
    let letters = inner.split(|c: char| !c.is_ascii_lowercase()).next().unwrap_or("");
    if inner[letters.len()..].starts_with([')', ':', '-']) {
        dialect.extended |= letters.contains('x');
        dialect.multiline |= letters.contains('m');
    }
    if let Some(name) = inner.strip_prefix('\'')
        && let Some((name, rest)) = name.split_once('\'')
    {
        out.push_str(&format!("?<{name}>"));
        return rest;
    }
    out.push('?');
    inner
}

/// The text after a backslash, in a class or outside.
fn escape<'p>(rest: &'p str, dialect: Dialect, in_class: bool, out: &mut String) -> &'p str {
    let Some(c) = rest.chars().next() else {
        out.push('\\');
        return "";
    };
    let after = &rest[c.len_utf8()..];
    let set = |inner: &str, negated: bool| match (in_class, negated) {
        (true, false) => inner.to_owned(),
        (_, false) => format!("[{inner}]"),
        (_, true) => format!("[^{inner}]"),
    };
    let text = match c {
        'Q' => {
            let (literal, rest) = after.split_once(r"\E").unwrap_or((after, ""));
            literal.chars().for_each(|c| push_literal(c, out));
            return rest;
        }
        'E' => String::new(),
        'd' | 'D' if !dialect.ucp => set("0-9", c == 'D'),
        'w' | 'W' if !dialect.ucp => set("0-9A-Za-z_", c == 'W'),
        's' | 'S' if !dialect.ucp => set(r"\t\n\x0B\f\r\x20", c == 'S'),
        'h' | 'H' => set(HORIZONTAL, c == 'H'),
        'v' | 'V' => set(VERTICAL, c == 'V'),
        'b' if in_class => r"\x08".to_owned(),
        'R' if !in_class => format!(r"(?>\r\n|[{VERTICAL}])"),
        'N' if !in_class && !after.starts_with('{') => r"[^\n]".to_owned(),
        'Z' if !in_class => END.to_owned(),
        'e' => r"\x1B".to_owned(),
        'a' => r"\x07".to_owned(),
        'c' => {
            let Some(key) = after.chars().next().filter(char::is_ascii) else {
                out.push_str(r"\c");
                return after;
            };
            out.push_str(&format!(r"\x{:02X}", key.to_ascii_uppercase() as u8 ^ 64));
            return &after[1..];
        }
        '0' => {
            let digits = after.bytes().take(2).take_while(|b| (b'0'..b'8').contains(b)).count();
            let value = u32::from_str_radix(&after[..digits], 8).unwrap_or(0);
            out.push_str(&format!(r"\x{value:02X}"));
            return &after[digits..];
        }
        c if !c.is_ascii_alphanumeric() => {
            push_literal(c, out);
            return after;
        }
        c => format!(r"\{c}"),
    };
    out.push_str(&text);
    after
}

/// Writes a character that stands for itself.
fn push_literal(c: char, out: &mut String) {
    if c == ' ' || c == '#' {
        out.push_str(&format!(r"\x{:02X}", u32::from(c)));
        return;
    }
    if r".*+?()[]{}|^$-&~\".contains(c) {
        out.push('\\');
    }
    out.push(c);
}

/// The text after the bracket that opens a class.
fn class<'p>(rest: &'p str, dialect: Dialect, out: &mut String) -> &'p str {
    out.push('[');
    let mut rest = match rest.strip_prefix('^') {
        Some(rest) => {
            out.push('^');
            rest
        }
        None => rest,
    };
    if let Some(after) = rest.strip_prefix(']') {
        out.push_str(r"\]");
        rest = after;
    }
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        rest = match c {
            ']' => {
                out.push(']');
                return after;
            }
            '\\' => escape(after, dialect, true, out),
            '[' if after.starts_with(':') && after.contains(":]") => {
                let end = after.find(":]").map_or(0, |at| at + 2);
                out.push('[');
                out.push_str(&after[..end]);
                &after[end..]
            }
            '[' | '&' | '~' | ' ' | '#' => {
                push_literal(c, out);
                after
            }
            _ => {
                out.push(c);
                after
            }
        };
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_translated() {
        let plain = Dialect::default();
        let extended = Dialect {
            extended: true,
            ..plain
        };
        let named = Dialect {
            named_only: true,
            ..plain
        };
        for (pattern, dialect, expected) in [
            ("a$", plain, r"a(?=\n?\z)"),
            ("(?m)a$", plain, "(?m)a$"),
            (r"\w\D", plain, "[0-9A-Za-z_][^0-9]"),
            (r"[\w-]", plain, "[0-9A-Za-z_-]"),
            (r"[\W\d]", plain, "[[^0-9A-Za-z_]0-9]"),
            ("[]a]", plain, r"[\]a]"),
            ("[^]a[&&]", plain, r"[^\]a\[\&\&]"),
            ("[[:alpha:]_]", plain, "[[:alpha:]_]"),
            (r"\Qa.b\Ec", plain, r"a\.bc"),
            (r"\<a\>", plain, "<a>"),
            ("a # no [ class\n b", extended, "a  b"),
            ("(?x)a # no [ class", plain, "(?x)a "),
            ("[ #]", extended, r"[\x20\x23]"),
            ("(a)(?<n>b)", named, "(?:a)(?<n>b)"),
            ("(?'n'b)", plain, "(?<n>b)"),
            ("a(?#no)b", plain, "ab"),
            (r"\012", plain, r"\x0A"),
            (r"a\", plain, r"a\"),
            ("[a", plain, "[a"),
        ] {
            assert_eq!(translate(pattern, dialect), expected, "{pattern}");
        }
    }
}
