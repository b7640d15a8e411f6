//! Documents as terms: lists of texts and of `element(Name, Attributes, Content)`, as `library(sgml)` has them.

use ferz_engine::native::args::list_arg::new_list;
use ferz_engine::native::args::stream_arg::atom_name;
use ferz_engine::native::args::text_arg::{Made, new_atom, text_atom};
use ferz_engine::native::terms::{Cell, View, known};
use ferz_engine::native::{Machine, Step, Stop};

/// The treatment of white space in texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WhiteSpace {
    /// All of it is kept.
    Preserve,
    /// Texts of white space only are dropped, and a newline next to a tag of the element.
    Sgml,
    /// In addition each run becomes one space.
    Default,
    /// In addition there is none at the beginning and the end.
    Remove,
}

impl WhiteSpace {
    /// The mode of a name.
    pub(super) fn of(name: &str) -> Option<WhiteSpace> {
        match name {
            "preserve" | "strict" => Some(WhiteSpace::Preserve),
            "sgml" => Some(WhiteSpace::Sgml),
            "default" => Some(WhiteSpace::Default),
            "remove" => Some(WhiteSpace::Remove),
            _ => None,
        }
    }

    /// Returns the text as it is kept, or `None`. `first` and `last` tell whether a tag of its own element is next to
    /// it, `blanks` whether a text of white space only is one.
    pub(super) fn apply(self, text: &str, first: bool, last: bool, blanks: bool) -> Option<String> {
        if self == WhiteSpace::Preserve {
            return (!text.is_empty() && (blanks || !is_blank(text))).then(|| text.to_owned());
        }
        if text.is_empty() || is_blank(text) && (!blanks || self != WhiteSpace::Sgml) {
            return None;
        }
        let text = match text.strip_prefix('\n') {
            Some(rest) if first => rest,
            _ => text,
        };
        let text = match text.strip_suffix('\n') {
            Some(rest) if last => rest,
            _ => text,
        };
        let text = match self {
            WhiteSpace::Default => squeezed(text),
            WhiteSpace::Remove => squeezed(text.trim_matches(WHITE)),
            _ => text.to_owned(),
        };
        (!text.is_empty()).then_some(text)
    }
}

/// The white space of XML.
pub(super) const WHITE: [char; 4] = [' ', '\t', '\n', '\r'];

pub(super) fn is_blank(text: &str) -> bool {
    text.bytes().all(|b| matches!(b, b' ' | b'\t' | b'\n' | b'\r'))
}

/// Each run of white space as one space.
fn squeezed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut in_run = false;
    for c in text.chars() {
        let is_white = WHITE.contains(&c);
        if !is_white {
            out.push(c);
        } else if !in_run {
            out.push(' ');
        }
        in_run = is_white;
    }
    out
}

/// How a document is made.
#[derive(Clone, Copy)]
pub(super) struct DocumentShape {
    pub space: WhiteSpace,
    /// The type of the values of attributes.
    pub values: Made,
    /// The type of texts.
    pub texts: Made,
}

impl DocumentShape {
    /// Reads `shape(Space, Values, Texts)`.
    pub(super) fn of(m: &Machine, cell: Cell) -> Option<DocumentShape> {
        let View::Struct(f, args) = m.view(cell) else {
            return None;
        };
        if f.arity() != 3 {
            return None;
        }
        let name = |i: usize| atom_name(m, m.heap.get(args + i));
        let made = |name: Option<&str>| match name {
            Some("string") => Made::Strings,
            _ => Made::Atoms,
        };
        Some(DocumentShape {
            space: WhiteSpace::of(name(0)?)?,
            values: made(name(1)),
            texts: made(name(2)),
        })
    }
}

/// Builds `element(name, attributes, content)`.
pub(super) fn element(m: &mut Machine, name: Cell, attributes: &[Cell], content: &[Cell]) -> Result<Cell, Stop> {
    let attributes = new_list(m, attributes)?;
    let content = new_list(m, content)?;
    let functor = m.intern("element");
    m.reserve(4)?;
    Ok(m.heap.new_term(functor, &[name, attributes, content]))
}

/// Builds `name = value`.
pub(super) fn attribute(m: &mut Machine, name: Cell, value: Cell) -> Result<Cell, Stop> {
    m.reserve(3)?;
    Ok(m.heap.new_term(known::EQUALS, &[name, value]))
}

/// Builds `space:local`.
pub(super) fn qualified(m: &mut Machine, space: &str, local: &str) -> Result<Cell, Stop> {
    let (space, local) = (text_atom(m, space)?, text_atom(m, local)?);
    let colon = m.intern(":");
    m.reserve(3)?;
    Ok(m.heap.new_term(colon, &[space, local]))
}

/// Builds `pi(text)`.
pub(super) fn instruction(m: &mut Machine, text: &str) -> Result<Cell, Stop> {
    let (text, name) = (text_atom(m, text)?, m.intern("pi"));
    m.reserve(2)?;
    Ok(m.heap.new_term(name, &[text]))
}

/// The number of messages that are told.
const MOST_SAID: usize = 1000;

/// Messages for the user, and how many errors there may be.
pub(super) struct Messages {
    said: Vec<(bool, usize, String)>,
    most: usize,
    errors: usize,
}

impl Messages {
    pub(super) fn new(most: usize) -> Messages {
        Messages {
            said: Vec::new(),
            most,
            errors: 0,
        }
    }

    /// Whether there are more errors than are allowed.
    pub(super) fn is_over(&self) -> bool {
        self.errors > self.most
    }

    /// Counts an error; returns whether its message is wanted.
    pub(super) fn count(&mut self) -> bool {
        self.errors += 1;
        self.is_over() || self.said.len() < MOST_SAID
    }

    /// Returns the number of errors.
    pub(super) fn errors(&self) -> usize {
        self.errors
    }

    /// Notes a message about a place in a text.
    pub(super) fn say(&mut self, is_error: bool, line: usize, text: String) {
        self.said.push((is_error, line, text));
    }

    /// Unifies a cell with the list of the messages, each `message(Kind, Line, Text)`.
    pub(super) fn unify(self, m: &mut Machine, cell: Cell) -> Step {
        let mut items = Vec::new();
        let functor = m.intern("message");
        for (is_error, line, text) in self.said {
            let kind = new_atom(m, if is_error { "error" } else { "warning" });
            let text = Made::Strings.make(m, &text)?;
            m.reserve(4)?;
            items.push(m.heap.new_term(functor, &[kind, Cell::int(line as i64), text]));
        }
        let list = new_list(m, &items)?;
        m.unify(cell, list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space() {
        let all = [
            WhiteSpace::Preserve,
            WhiteSpace::Sgml,
            WhiteSpace::Default,
            WhiteSpace::Remove,
        ];
        let of = |text: &str, first, last| all.map(|space| space.apply(text, first, last, false));
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            of("\nfoo\n", true, true),
            [some("\nfoo\n"), some("foo"), some("foo"), some("foo")]
        );
        let deep = "\n\n  foo\n\n";
        assert_eq!(
            of(deep, true, true),
            [some(deep), some("\n  foo\n"), some(" foo "), some("foo")]
        );
        assert_eq!(
            of("y\n", false, false),
            [some("y\n"), some("y\n"), some("y "), some("y")]
        );
        assert_eq!(of("", true, true), [None, None, None, None]);
    }
}
