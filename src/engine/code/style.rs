//! The checks of a text's style, which `style_check/1` turns off and on.

/// A check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Variables that occur once, and marked ones that occur more than once.
    Singleton,
    /// Clauses of a predicate that are not together.
    Discontiguous,
    /// Variables that occur once in a branch.
    VarBranches,
    /// Goals that have no effect: their outcome is always the same, or they cannot succeed.
    NoEffect,
    /// Known to SWI-Prolog; no check here depends on it.
    Atom,
    /// Known to SWI-Prolog; no check here depends on it.
    Charset,
}

impl Style {
    /// All checks, with their names.
    pub const ALL: &[(&str, Style)] = &[
        ("singleton", Style::Singleton),
        ("discontiguous", Style::Discontiguous),
        ("var_branches", Style::VarBranches),
        ("no_effect", Style::NoEffect),
        ("atom", Style::Atom),
        ("charset", Style::Charset),
    ];
}

/// The checks that are turned off, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unchecked(u8);

impl Unchecked {
    /// Whether a check is made.
    pub fn checks(self, style: Style) -> bool {
        self.0 & 1 << style as u8 == 0
    }

    /// Turns a check on or off.
    pub fn set(&mut self, style: Style, on: bool) {
        let bit = 1 << style as u8;
        self.0 = if on { self.0 & !bit } else { self.0 | bit };
    }
}
