//! `ferz explain`: a code and a page for each kind of message. The pages are one text, `messages.md`: a heading with the
//! code, the messages that it is for, the cause, a wrong and a right example, which are tested.

mod command;

#[cfg(test)]
mod tests;

use ferz::{Diagnostic, Error, ErrorKind, Limit, Term, TermView};

pub use command::{is_asked, run};

/// The pages. Below a heading, a comment has the names of messages, separated by `;`, each with pieces of the text, of
/// which the message has one. The first page that fits is the one of a message, so special ones stand before general ones.
const MESSAGES: &str = include_str!("messages.md");

/// The page of a kind of message.
#[derive(Clone, Copy, Debug)]
pub struct MessagePage {
    /// The code, such as `E0201`.
    pub code: &'static str,
    /// The title, without a full stop.
    pub title: &'static str,
    /// The messages that it is for.
    kinds: &'static str,
    /// The page below the title, in Markdown.
    pub text: &'static str,
}

/// Returns all pages, sorted by their codes.
pub fn explanations() -> impl Iterator<Item = MessagePage> {
    MESSAGES.split("\n## ").filter_map(|block| {
        let (heading, rest) = block.trim_start_matches("## ").split_once('\n')?;
        let (code, title) = heading.split_once(' ')?;
        let (kinds, text) = rest.strip_prefix("<!-- ")?.split_once(" -->")?;
        let text = text.trim();
        Some(MessagePage {
            code,
            title,
            kinds,
            text,
        })
    })
}

/// Returns the page with this code, of which the `E` and the zeros before the number may be missing, or those of the name
/// of a kind of message, such as `singletons`.
pub fn called(word: &str) -> Vec<MessagePage> {
    let number = |text: &str| text.trim_start_matches(['E', 'e']).parse::<u16>().ok();
    let wanted = number(word);
    let is_its = |page: &MessagePage| match wanted {
        Some(wanted) => number(page.code) == Some(wanted),
        None => page.kinds.split("; ").any(|kind| kind.split(": ").next() == Some(word)),
    };
    explanations().filter(is_its).collect()
}

/// Returns the page of a message of loading or checking.
pub fn of_diagnostic(found: &Diagnostic) -> Option<MessagePage> {
    of_message(found.code()?, found.message())
}

/// Returns the page of the error of a query; `None` for `halt/1` and interrupts.
pub fn of_error(error: &Error) -> Option<MessagePage> {
    let name = match (error.kind(), error.limit(), error.exception()) {
        (ErrorKind::Halt(_) | ErrorKind::Interrupted, ..) => return None,
        (_, Some(Limit::Time), _) => "time_limit_exceeded",
        (_, Some(_), _) => "resource_error",
        (_, _, Some(ball)) => name_of(ball),
        (ErrorKind::File, ..) => "existence_error",
        _ => "syntax_error",
    };
    of_message(name, &error.to_string()).or_else(|| of_message("unhandled_exception", ""))
}

/// Returns the name of the kind of an exception.
fn name_of(ball: &Term) -> &str {
    match ball.view() {
        TermView::Compound("error", arguments) => match arguments.get(0).map(|formal| formal.view()) {
            Some(TermView::Compound(name, _) | TermView::Atom(name)) => name,
            _ => "unhandled_exception",
        },
        TermView::Compound(name @ ("assertion_failed" | "assertion_error"), _) => name,
        TermView::Atom(name @ ("time_limit_exceeded" | "assertion_failed")) => name,
        _ => "unhandled_exception",
    }
}

fn of_message(name: &str, message: &str) -> Option<MessagePage> {
    explanations().find(|page| {
        page.kinds.split("; ").any(|kind| match kind.split_once(": ") {
            Some((kind, pieces)) => kind == name && pieces.split(" | ").any(|piece| message.contains(piece)),
            None => kind == name,
        })
    })
}

impl MessagePage {
    /// Returns the page as it is shown on a terminal: examples are indented.
    pub fn plain(&self) -> String {
        let mut text = format!("{}: {}\n\n", self.code, self.title);
        let mut is_code = false;
        for line in self.text.lines() {
            if line.starts_with("```") {
                is_code = !is_code;
                continue;
            }
            text.push_str(if is_code && !line.is_empty() { "    " } else { "" });
            text.push_str(line);
            text.push('\n');
        }
        text
    }

    /// Returns the wrong and the right example.
    pub fn examples(&self) -> Option<(&'static str, &'static str)> {
        let mut codes = self.text.split("```prolog\n").skip(1);
        let mut code = || codes.next()?.split_once("```").map(|(code, _)| code);
        Some((code()?, code()?))
    }
}
