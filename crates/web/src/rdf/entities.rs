//! Entities of XML: what they make of a text is computed before a parser replaces them, so that a short text cannot
//! become a huge one.

use std::collections::HashMap;

/// The bytes that a text may grow by, beside a multiple of its length.
const GROWTH: usize = 16 << 20;
/// How many times its length.
const TIMES: usize = 8;

/// Puts values of entities into double quotes, which alone the parser takes.
pub(super) fn double_quotes(text: &mut [u8]) {
    const DECLARED: &[u8] = b"<!ENTITY";
    let mut at = 0;
    while let Some(found) = text[at..].windows(DECLARED.len()).position(|part| part == DECLARED) {
        at += found + DECLARED.len();
        let Some(open) = text[at..]
            .iter()
            .position(|byte| b"'\">".contains(byte))
            .map(|open| at + open)
        else {
            return;
        };
        let close = text[open + 1..].iter().position(|&byte| byte == b'\'');
        if text[open] == b'\''
            && let Some(close) = close.map(|close| open + 1 + close)
            && !text[open..close].contains(&b'"')
        {
            text[open] = b'"';
            text[close] = b'"';
        }
    }
}

/// Whether the entities that a document declares make it much longer.
pub(super) fn grow_too_much(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let Some(first) = text.find("<!ENTITY") else {
        return false;
    };
    let most = text.len().saturating_mul(TIMES).saturating_add(GROWTH);
    let mut lengths: HashMap<&str, usize> = HashMap::new();
    let mut rest = &text[first..];
    while let Some(at) = rest.find("<!ENTITY") {
        rest = &rest[at + "<!ENTITY".len()..];
        let Some((name, after)) = rest.trim_start().split_once(|c: char| c.is_ascii_whitespace()) else {
            break;
        };
        let Some(value) = after
            .trim_start()
            .strip_prefix('"')
            .and_then(|value| value.split('"').next())
        else {
            continue;
        };
        let length = expanded(value, &lengths);
        if length > most {
            return true;
        }
        lengths.insert(name, length);
    }
    expanded(&text, &lengths) > most
}

/// Returns the length of a text with its entities replaced.
fn expanded(text: &str, lengths: &HashMap<&str, usize>) -> usize {
    let mut parts = text.split('&');
    let first = parts.next().map_or(0, str::len);
    parts.fold(first, |sum, part| {
        let name = part.split_once(';').map_or(part, |(name, _)| name);
        let known = lengths.get(name).copied().unwrap_or(0);
        sum.saturating_add(part.len()).saturating_add(known)
    })
}

#[cfg(test)]
mod tests {
    use super::{double_quotes, grow_too_much};

    #[test]
    fn values_get_double_quotes() {
        let mut text = *b"<!DOCTYPE a [<!ENTITY a 'b'><!ENTITY c \"d'\"><!ENTITY e 'f\"'>]><a b='c'/>";
        double_quotes(&mut text);
        assert_eq!(
            &text,
            b"<!DOCTYPE a [<!ENTITY a \"b\"><!ENTITY c \"d'\"><!ENTITY e 'f\"'>]><a b='c'/>"
        );
    }

    #[test]
    fn entities_of_entities_are_counted() {
        let plain = r#"<!DOCTYPE a [<!ENTITY rdf "http://www.w3.org/1999/02/22-rdf-syntax-ns#">]><a b="&rdf;type"/>"#;
        assert!(!grow_too_much(plain.as_bytes()));
        let mut bomb = String::from("<!DOCTYPE a [<!ENTITY e0 \"0123456789\">");
        for level in 1..12 {
            bomb.push_str(&format!(
                "<!ENTITY e{level} \"{}\">",
                format!("&e{};", level - 1).repeat(10)
            ));
        }
        bomb.push_str("]><a>&e11;</a>");
        assert!(grow_too_much(bomb.as_bytes()));
        let quadratic = format!(
            "<!DOCTYPE a [<!ENTITY e \"{}\">]><a>{}</a>",
            "x".repeat(10_000),
            "&e;".repeat(10_000)
        );
        assert!(grow_too_much(quadratic.as_bytes()));
    }
}
