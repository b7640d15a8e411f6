//! Input from a keyboard for the prompt.

/// The result of reading a query.
pub(crate) enum Line {
    /// A query with its full stop.
    Query(String),
    /// A query that was typed or pasted after another, without a prompt of its own.
    Another(String),
    /// Ctrl-C: the input is discarded.
    Interrupted,
    /// A line with bytes that are not UTF-8.
    NotText,
    /// The end of the input.
    End,
}

/// A key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Key {
    /// A character.
    Char(char),
    /// Enter.
    Enter,
    /// Tab.
    Tab,
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-D.
    End,
    /// Any other.
    Other,
}

/// Takes the first query from `text`, if it is complete.
pub(crate) fn first_query(text: &mut String) -> Option<String> {
    let end = ferz::toplevel::clause_end(text)?;
    let rest = text.split_off(end);
    let query = std::mem::replace(text, rest);
    if ferz::toplevel::is_blank(text) {
        text.clear();
    }
    Some(query)
}
