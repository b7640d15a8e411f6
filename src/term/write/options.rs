//! How a term is to be written: the options of `write_term/2` (ISO 7.10.4).

use rustc_hash::FxHashMap;

use crate::term::cell::Cell;

/// Names for variables and for compound terms, by their dereferenced cells.
pub type Names = FxHashMap<Cell, String>;

/// Where blanks go that reading does not need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spacing {
    /// Nowhere: `f(a,b)`.
    Standard,
    /// After commas: `f(a, b)`.
    NextArgument,
}

/// How a term is to be written.
#[derive(Clone, Copy, Debug)]
pub struct WriteOptions<'n> {
    /// Quote atoms and strings so that they read back.
    pub quoted: bool,
    /// Quote atoms with characters above U+00FF too, where `quoted` is on: other systems may not take them for letters.
    pub quote_wide: bool,
    /// Write operators and braces as ordinary compounds.
    pub ignore_ops: bool,
    /// Write lists as ordinary compounds.
    pub dot_lists: bool,
    /// Write `'$VAR'(N)` as a variable.
    pub numbervars: bool,
    /// Levels after which `...` stands for what is below; 0: no limit.
    pub max_depth: usize,
    /// Bits of a number above which only its leading digits are written, and `...`.
    pub max_bits: usize,
    /// Where blanks go.
    pub spacing: Spacing,
    /// The priority above which the term gets brackets.
    pub priority: u16,
    /// Names written in place of variables, and of compounds other than the whole term.
    pub names: Option<&'n Names>,
}

impl Default for WriteOptions<'_> {
    fn default() -> Self {
        WriteOptions {
            quoted: false,
            quote_wide: false,
            ignore_ops: false,
            dot_lists: false,
            numbervars: false,
            max_depth: 0,
            max_bits: usize::MAX,
            spacing: Spacing::Standard,
            priority: 1200,
            names: None,
        }
    }
}

impl WriteOptions<'_> {
    /// The options of `write/1`.
    #[cfg(test)]
    pub fn write() -> Self {
        WriteOptions {
            numbervars: true,
            ..WriteOptions::default()
        }
    }

    /// The options of `writeq/1` and `print/1`.
    #[cfg(test)]
    pub fn writeq() -> Self {
        WriteOptions {
            quoted: true,
            numbervars: true,
            ..WriteOptions::default()
        }
    }

    /// The options of `write_canonical/1`, but for lists, which keep their notation.
    pub fn canonical() -> Self {
        WriteOptions {
            quoted: true,
            ignore_ops: true,
            ..WriteOptions::default()
        }
    }
}
