//! Normal forms and properties of characters, and stems in many languages; under `texts/foreign/unicode.pl` and
//! `texts/foreign/snowball.pl`.

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::{canonical_combining_class, is_combining_mark};
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory as _};

use ferz_engine::native::args::stream_arg::atom_name;
use ferz_engine::native::args::text_arg::{char_of_code, need_text, new_atom, text_atom};
use ferz_engine::native::errors::Type;
use ferz_engine::native::terms::{Cell, View};
use ferz_engine::native::{Machine, Native, Step, Stop, det};

pub(crate) const TABLE: &[Native] = &[
    det!("$unicode_map(+text, +ways, -mapped)", 3, unicode_map_3).doc(
        "Unifies mapped with a text, an atom, changed in the ways of the letters: D and K decompose, C composes, f folds \
         the case, m removes marks, i ignorable characters, s gives line ends one form.",
    ),
    det!("$unicode_property(+code, +name, -value)", 3, unicode_property_3)
        .doc("Unifies value with a property of a character; fails if it has none of that name."),
    det!("$snowball(+algorithm, +word, -stem)", 3, snowball_3)
        .doc("Unifies stem with the stem of a word, an atom; fails for an unknown algorithm."),
];

/// Bytes that a byte of a text may become: compatibility forms have up to 18 characters.
const GROWTH: usize = 24;

fn unicode_map_3(m: &mut Machine, text: Cell, ways: Cell, mapped: Cell) -> Step {
    let ways = atom_name(m, ways).unwrap_or_default().to_owned();
    let text = need_text(m, text)?;
    let room = text.len().saturating_mul(GROWTH);
    let atom = m.with_aside(room, |m| {
        let has = |way: char| ways.contains(way);
        let mut made = text;
        if has('s') {
            made = made
                .replace("\r\n", "\n")
                .replace(['\r', '\u{2028}', '\u{2029}', '\u{85}'], "\n");
        }
        m.poll()?;
        if has('f') {
            made = made.to_lowercase().replace('ß', "ss").replace('ς', "σ");
        }
        made = match (has('D') || has('C') || has('m'), has('K')) {
            (true, true) => made.nfkd().collect(),
            (true, false) => made.nfd().collect(),
            _ => made,
        };
        m.poll()?;
        if has('m') {
            made.retain(|c| !is_combining_mark(c));
        }
        if has('i') {
            made.retain(|c| !is_ignorable(c));
        }
        if has('C') {
            made = made.nfc().collect();
        }
        m.poll()?;
        text_atom(m, &made)
    })?;
    m.unify(mapped, atom)
}

/// Whether a character is invisible by default.
fn is_ignorable(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180e}' | '\u{200b}'..='\u{200f}')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

fn unicode_property_3(m: &mut Machine, code: Cell, name: Cell, value: Cell) -> Step {
    let View::Int(number) = m.view(code) else {
        return Err(m.type_or_instantiation_error(Type::Integer, code));
    };
    let c = char_of_code(number).ok_or(Stop::Fail)?;
    let other = |mut mapped: Box<dyn Iterator<Item = char>>| match (mapped.next(), mapped.next()) {
        (Some(only), None) if only != c => Some(Cell::int(i64::from(u32::from(only)))),
        _ => None,
    };
    let found = match atom_name(m, name) {
        Some("category") => Some(new_atom(m, category(c))),
        Some("combining_class") => Some(Cell::int(i64::from(canonical_combining_class(c)))),
        Some("uppercase_mapping") => other(Box::new(c.to_uppercase())),
        Some("lowercase_mapping") => other(Box::new(c.to_lowercase())),
        Some("titlecase_mapping") => other(Box::new(c.to_uppercase())),
        Some("ignorable") => Some(new_atom(m, if is_ignorable(c) { "true" } else { "false" })),
        _ => None,
    };
    let found = found.ok_or(Stop::Fail)?;
    m.unify(value, found)
}

fn category(c: char) -> &'static str {
    match c.general_category() {
        GeneralCategory::UppercaseLetter => "Lu",
        GeneralCategory::LowercaseLetter => "Ll",
        GeneralCategory::TitlecaseLetter => "Lt",
        GeneralCategory::ModifierLetter => "Lm",
        GeneralCategory::OtherLetter => "Lo",
        GeneralCategory::NonspacingMark => "Mn",
        GeneralCategory::SpacingMark => "Mc",
        GeneralCategory::EnclosingMark => "Me",
        GeneralCategory::DecimalNumber => "Nd",
        GeneralCategory::LetterNumber => "Nl",
        GeneralCategory::OtherNumber => "No",
        GeneralCategory::ConnectorPunctuation => "Pc",
        GeneralCategory::DashPunctuation => "Pd",
        GeneralCategory::OpenPunctuation => "Ps",
        GeneralCategory::ClosePunctuation => "Pe",
        GeneralCategory::InitialPunctuation => "Pi",
        GeneralCategory::FinalPunctuation => "Pf",
        GeneralCategory::OtherPunctuation => "Po",
        GeneralCategory::MathSymbol => "Sm",
        GeneralCategory::CurrencySymbol => "Sc",
        GeneralCategory::ModifierSymbol => "Sk",
        GeneralCategory::OtherSymbol => "So",
        GeneralCategory::SpaceSeparator => "Zs",
        GeneralCategory::LineSeparator => "Zl",
        GeneralCategory::ParagraphSeparator => "Zp",
        GeneralCategory::Control => "Cc",
        GeneralCategory::Format => "Cf",
        GeneralCategory::Surrogate => "Cs",
        GeneralCategory::PrivateUse => "Co",
        GeneralCategory::Unassigned => "Cn",
    }
}

/// The longest word whose stem is looked for, in bytes.
const LONGEST: usize = 1024;

fn snowball_3(m: &mut Machine, algorithm: Cell, word: Cell, found: Cell) -> Step {
    let algorithm = match atom_name(m, algorithm) {
        Some("arabic") => Algorithm::Arabic,
        Some("danish") => Algorithm::Danish,
        Some("dutch") => Algorithm::Dutch,
        Some("english") => Algorithm::English,
        Some("finnish") => Algorithm::Finnish,
        Some("french") => Algorithm::French,
        Some("german") => Algorithm::German,
        Some("greek") => Algorithm::Greek,
        Some("hungarian") => Algorithm::Hungarian,
        Some("italian") => Algorithm::Italian,
        Some("norwegian") => Algorithm::Norwegian,
        Some("portuguese") => Algorithm::Portuguese,
        Some("romanian") => Algorithm::Romanian,
        Some("russian") => Algorithm::Russian,
        Some("spanish") => Algorithm::Spanish,
        Some("swedish") => Algorithm::Swedish,
        Some("tamil") => Algorithm::Tamil,
        Some("turkish") => Algorithm::Turkish,
        _ => return Err(Stop::Fail),
    };
    let word = need_text(m, word)?;
    let atom = if word.len() > LONGEST {
        text_atom(m, &word)?
    } else {
        let stem = Stemmer::create(algorithm).stem(&word).into_owned();
        text_atom(m, &stem)?
    };
    m.unify(found, atom)
}
