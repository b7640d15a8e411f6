//! Texts of XML under `texts/foreign/sgml.pl`: quoting, and the classes of characters.

use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory as _};

use ferz_engine::native::args::list_arg::count;
use ferz_engine::native::args::stream_arg::atom_name;
use ferz_engine::native::args::text_arg::{Made, char_of_code, need_text};
use ferz_engine::native::errors::Type;
use ferz_engine::native::terms::{Cell, View};
use ferz_engine::native::{Machine, Native, Step, Stop, det, holds};

pub(crate) const TABLE: &[Native] = &[
    det!("$xml_quote(+text, +mode, +most, -quoted)", 4, xml_quote_4).doc(
        "Unifies quoted with the text in which &, <, > and characters above the code most are entities; in the mode \
         attribute double quotes as well.",
    ),
    det!("$xml_name(+text, +most)", 2, xml_name_2).doc("True if a text is a name in XML of codes up to most."),
    det!("$xml_char(+code, +class)", 2, xml_char_2).doc("True if a code is of a class of characters of XML."),
];

fn xml_quote_4(m: &mut Machine, text: Cell, mode: Cell, most: Cell, quoted: Cell) -> Step {
    let most = count(m, most)?;
    let attribute = atom_name(m, mode) == Some("attribute");
    if m.heap.number(text).is_some() {
        return m.unify(quoted, text);
    }
    let plain = need_text(m, text)?;
    let is_special = |c: char| matches!(c, '&' | '<' | '>') || attribute && c == '"' || c as usize > most;
    if !plain.contains(is_special) && matches!(m.view(text), View::Atom(_) | View::String(_)) {
        return m.unify(quoted, text);
    }
    // An entity of ten characters for each byte at worst.
    let made = match m.view(text) {
        View::String(_) => Made::Strings,
        _ => Made::Atoms,
    };
    let result = m.with_aside(plain.len() * 6, |m| {
        let mut out = String::with_capacity(plain.len() + 16);
        for c in plain.chars() {
            match c {
                '&' => out.push_str("&amp;"),
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                '"' if attribute => out.push_str("&quot;"),
                c if c as usize > most => out.push_str(&format!("&#{};", u32::from(c))),
                c => out.push(c),
            }
        }
        made.make(m, &out)
    })?;
    m.unify(quoted, result)
}

fn xml_name_2(m: &mut Machine, text: Cell, most: Cell) -> Step {
    let most = count(m, most)?;
    if !matches!(m.view(text), View::Atom(_) | View::String(_)) {
        return Err(Stop::Fail);
    }
    let text = need_text(m, text)?;
    // Many bytes at once, without a branch for each.
    let are_plain = |bytes: &[u8]| bytes.iter().fold(true, |all, byte| all & byte.is_ascii_alphanumeric());
    let is_plain = most >= 0x7f && text.as_bytes().chunks(256).all(are_plain);
    let are_parts = |text: &str| text.chars().all(|c| c as usize <= most && is_part(c));
    holds(text.chars().next().is_some_and(is_start) && (is_plain || are_parts(&text)))
}

fn xml_char_2(m: &mut Machine, code: Cell, class: Cell) -> Step {
    let View::Int(number) = m.view(code) else {
        return Err(m.type_or_instantiation_error(Type::Integer, code));
    };
    let c = char_of_code(number).ok_or(Stop::Fail)?;
    let is_it = match atom_name(m, class) {
        Some("basechar") => is_base(c),
        Some("ideographic") => is_ideographic(c),
        Some("combining") => is_combining(c),
        Some("digit") => is_digit(c),
        Some("extender") => is_extender(c),
        Some("start") => is_start(c),
        Some("name") => is_part(c),
        _ => false,
    };
    holds(is_it)
}

fn is_start(c: char) -> bool {
    is_base(c) || is_ideographic(c) || matches!(c, '_' | ':')
}

/// Whether a character may be in a name.
fn is_part(c: char) -> bool {
    is_start(c) || is_digit(c) || is_combining(c) || is_extender(c) || matches!(c, '-' | '.')
}

fn is_base(c: char) -> bool {
    c.is_ascii_alphabetic()
        || c.is_alphabetic() && !is_ideographic(c) && !is_combining(c) && !is_extender(c) && !is_digit(c)
}

fn is_ideographic(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fa5}' | '\u{3007}' | '\u{3021}'..='\u{3029}')
}

fn is_combining(c: char) -> bool {
    c.general_category_group() == GeneralCategoryGroup::Mark
}

fn is_digit(c: char) -> bool {
    c.general_category() == GeneralCategory::DecimalNumber
}

fn is_extender(c: char) -> bool {
    matches!(
        c,
        '\u{b7}' | '\u{2d0}' | '\u{2d1}' | '\u{387}' | '\u{640}' | '\u{e46}' | '\u{ec6}' | '\u{3005}'
    ) || matches!(c, '\u{3031}'..='\u{3035}' | '\u{309d}'..='\u{309e}' | '\u{30fc}'..='\u{30fe}')
}
