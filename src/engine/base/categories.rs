//! The general categories of Unicode in an order of their own, by which those of all characters are packed.
//! `src/generate.rs` uses this file, too, so it depends on nothing else.

use unicode_properties::GeneralCategory as G;

/// All categories.
pub(super) const CATEGORIES: [G; 30] = [
    G::Unassigned,
    G::OtherLetter,
    G::NonspacingMark,
    G::LowercaseLetter,
    G::UppercaseLetter,
    G::SpacingMark,
    G::OtherSymbol,
    G::OtherPunctuation,
    G::DecimalNumber,
    G::OtherNumber,
    G::ModifierLetter,
    G::MathSymbol,
    G::Format,
    G::OpenPunctuation,
    G::ClosePunctuation,
    G::DashPunctuation,
    G::ModifierSymbol,
    G::CurrencySymbol,
    G::SpaceSeparator,
    G::LetterNumber,
    G::TitlecaseLetter,
    G::ConnectorPunctuation,
    G::InitialPunctuation,
    G::FinalPunctuation,
    G::EnclosingMark,
    G::Control,
    G::PrivateUse,
    G::Surrogate,
    G::LineSeparator,
    G::ParagraphSeparator,
];
