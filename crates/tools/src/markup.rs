//! Texts in HTML and XML.

/// Returns a text as it stands in HTML and XML, in attributes, too.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Returns a text as it stands in a drawing, where XML has no control characters.
pub(crate) fn drawn(text: &str) -> String {
    escaped(text).replace(char::is_control, "·")
}
