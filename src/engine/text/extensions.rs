//! Extensions of the standard: texts that it calls errors and that programs hold all the same.
//!
//! A text to which the standard gives a meaning keeps it. With the flag `iso` nothing is read beyond it.

/// The readings beyond the standard, each of which can be on or off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extensions {
    /// Line breaks, tabs and other control characters in quoted items (6.4.2.1).
    pub quoted_layout: bool,
    /// The escape sequences `\e`, `\s`, `\0` and `\c`, and codes without a closing backslash (6.4.2.1).
    pub escapes: bool,
    /// Numbers in groups of digits, in other radixes, without a fraction, and rational ones (6.4.4, 6.4.5).
    pub numbers: bool,
    /// The quote without its double, and control characters, after `0'` (6.4.4).
    pub characters: bool,
    /// Arguments and list elements of priority above 999 (6.3.3.1, 6.3.5).
    pub arguments: bool,
    /// Operators as operands without brackets (6.3.1.3).
    pub operands: bool,
    /// Compound terms without arguments, `f()` (6.3.3).
    pub no_arguments: bool,
    /// Dicts and calls on them: `Tag{k: v}`, `X.k`.
    pub dicts: bool,
    /// Back-quoted texts as terms (6.4.7).
    pub back_quoted: bool,
    /// Texts in another language: `{|Syntax||Text|}`.
    pub quotations: bool,
}

impl Extensions {
    /// All of them.
    pub const ALL: Extensions = Extensions::are(true);
    /// None of them.
    pub const NONE: Extensions = Extensions::are(false);

    const fn are(on: bool) -> Extensions {
        Extensions {
            quoted_layout: on,
            escapes: on,
            numbers: on,
            characters: on,
            arguments: on,
            operands: on,
            no_arguments: on,
            dicts: on,
            back_quoted: on,
            quotations: on,
        }
    }

    /// Returns those in force with this value of the flag `iso`.
    pub const fn of(iso: bool) -> Extensions {
        if iso { Extensions::NONE } else { Extensions::ALL }
    }
}

impl Default for Extensions {
    fn default() -> Extensions {
        Extensions::ALL
    }
}
