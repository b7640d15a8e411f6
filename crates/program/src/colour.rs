//! Colours: for the parts of queries and answers, if the terminal and the user want them.

use std::env;
use std::io::{self, IsTerminal};

use ferz::toplevel::TokenKind;

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum When {
    /// At a terminal that has them, unless the environment says `NO_COLOR`.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl When {
    /// Reads the value of the option.
    pub(crate) fn parse(text: &str) -> Option<When> {
        match text {
            "auto" => Some(When::Auto),
            "always" => Some(When::Always),
            "never" => Some(When::Never),
            _ => None,
        }
    }
}

const NONE: &str = "\x1b[0m";
const MATCHING: &str = "\x1b[1;7m";

/// Writes parts of texts in colours, or without.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Colours {
    on: bool,
}

impl Colours {
    /// Decides whether there are colours.
    pub(crate) fn new(when: When) -> Colours {
        let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
        let on = match when {
            When::Always => true,
            When::Never => false,
            When::Auto => io::stdout().is_terminal() && !is_set("NO_COLOR") && !is_plain_terminal(),
        };
        Colours { on }
    }

    /// Whether there are colours.
    pub(crate) fn are_on(self) -> bool {
        self.on
    }

    /// Turns them off if `wanted` is false.
    pub(crate) fn only_if(self, wanted: bool) -> Colours {
        Colours { on: self.on && wanted }
    }

    /// The text `false`, a warning or an error.
    pub(crate) fn bad(self, text: &str) -> String {
        self.in_colour("\x1b[1;31m", text)
    }

    /// The text `true`.
    pub(crate) fn good(self, text: &str) -> String {
        self.in_colour("\x1b[32m", text)
    }

    /// Less important text.
    pub(crate) fn faint(self, text: &str) -> String {
        self.in_colour("\x1b[2m", text)
    }

    /// The prompt.
    pub(crate) fn prompt(self, text: &str) -> String {
        self.in_colour("\x1b[1m", text)
    }

    fn in_colour(self, colour: &str, text: &str) -> String {
        if self.on && !text.is_empty() {
            format!("{colour}{text}{NONE}")
        } else {
            text.to_owned()
        }
    }

    /// A text of Prolog, each kind of part in its colour. The brackets at the `matching` offsets stand out.
    pub(crate) fn prolog(self, text: &str, matching: Option<(usize, usize)>) -> String {
        if !self.on {
            return text.to_owned();
        }
        let mut out = String::with_capacity(2 * text.len());
        let mut end = 0;
        for (span, kind) in ferz::toplevel::tokens(text) {
            out.push_str(&text[end..span.start]);
            end = span.end;
            let part = &text[span.clone()];
            let is_matching = matching.is_some_and(|(a, b)| span.start == a || span.start == b);
            let colour = if is_matching { Some(MATCHING) } else { colour_of(kind) };
            match colour {
                // A part over several lines begins each in its colour, since a pager may drop it at their ends.
                Some(colour) => {
                    for (number, line) in part.split('\n').enumerate() {
                        if number > 0 {
                            out.push('\n');
                        }
                        if !line.is_empty() {
                            out.push_str(colour);
                            out.push_str(line);
                            out.push_str(NONE);
                        }
                    }
                }
                None => out.push_str(part),
            }
        }
        out.push_str(&text[end..]);
        out
    }
}

/// Whether the terminal understands nothing but text.
pub(crate) fn is_plain_terminal() -> bool {
    env::var("TERM").is_ok_and(|term| matches!(term.to_ascii_lowercase().as_str(), "dumb" | "cons25" | "emacs"))
}

fn colour_of(kind: TokenKind) -> Option<&'static str> {
    match kind {
        TokenKind::Variable => Some("\x1b[36m"),
        TokenKind::Number => Some("\x1b[35m"),
        TokenKind::Text => Some("\x1b[32m"),
        TokenKind::Unfinished => Some("\x1b[33m"),
        TokenKind::Comment => Some("\x1b[2m"),
        TokenKind::Functor => Some("\x1b[34m"),
        TokenKind::Illegal => Some("\x1b[31m"),
        _ => None,
    }
}

/// Returns the offsets of the bracket before or at the cursor and of its partner.
pub(crate) fn matching_brackets(text: &str, cursor: usize) -> Option<(usize, usize)> {
    let brackets: Vec<(usize, bool)> = ferz::toplevel::tokens(text)
        .into_iter()
        .filter(|(_, kind)| matches!(kind, TokenKind::Open | TokenKind::Close))
        .map(|(span, kind)| (span.start, kind == TokenKind::Open))
        .collect();
    let index_at = |at: usize| brackets.iter().position(|&(start, _)| start == at);
    let at = index_at(cursor).or_else(|| index_at(cursor.checked_sub(1)?))?;
    let mut open = Vec::new();
    for (index, &(start, opens)) in brackets.iter().enumerate() {
        if opens {
            open.push((index, start));
        } else if let Some((partner, begin)) = open.pop()
            && (partner == at || index == at)
        {
            let pair = |start: usize| text[start..].chars().next();
            let fits = matches!(
                (pair(begin), pair(start)),
                (Some('('), Some(')')) | (Some('['), Some(']')) | (Some('{'), Some('}'))
            );
            return fits.then_some((begin, start));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_are_matched_as_tokens() {
        assert_eq!(matching_brackets("f(a, [b]).", 9), Some((1, 8)));
        assert_eq!(matching_brackets("f(a, [b]).", 5), Some((5, 7)));
        assert_eq!(matching_brackets("f('(', X)", 9), Some((1, 8)));
        assert_eq!(matching_brackets("f(a]", 4), None);
        assert_eq!(matching_brackets("f(a", 2), None);
        assert_eq!(matching_brackets("", 0), None);
    }

    #[test]
    fn parts_have_colours_and_the_text_is_the_same() {
        let on = Colours { on: true };
        let text = "f(X, \"s\",\n 1). % done";
        let coloured = on.prolog(text, None);
        assert!(coloured.contains("\x1b[36mX\x1b[0m") && coloured.contains("\x1b[35m1\x1b[0m"));
        let mut plain = String::new();
        let mut rest = coloured.as_str();
        while let Some((before, after)) = rest.split_once('\x1b') {
            plain.push_str(before);
            rest = after.split_once('m').map_or("", |(_, after)| after);
        }
        plain.push_str(rest);
        assert_eq!(plain, text);
        assert_eq!(Colours { on: false }.prolog(text, None), text);
    }
}
