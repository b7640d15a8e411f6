//! The options of `write_term/2` (ISO 7.10.4).

use rustc_hash::FxHashMap;

use crate::term::cell::Cell;

/// Names for variables and for compound terms, by their dereferenced cells.
pub type Names = FxHashMap<Cell, String>;

/// The positions of optional blanks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spacing {
    /// Nowhere: `f(a,b)`.
    Standard,
    /// After commas: `f(a, b)`.
    NextArgument,
}

/// The options for writing a term.
#[derive(Clone, Copy, Debug)]
pub struct WriteOptions<'n> {
    /// Quote atoms and strings so that they read back.
    pub quoted: bool,
    /// Also quote atoms with characters above U+00FF, if `quoted` is set: other systems may not accept them as
    /// letters.
    pub quote_wide: bool,
    /// Write operators and braces as ordinary compounds.
    pub ignore_ops: bool,
    /// Write lists as ordinary compounds.
    pub dot_lists: bool,
    /// Write `'$VAR'(N)` as a variable.
    pub numbervars: bool,
    /// Write `'$VAR'(Name)` as a variable with this name.
    pub named: bool,
    /// Levels after which subterms are written as `...`; 0 for no limit.
    pub max_depth: usize,
    /// Bits of a number above which only its leading digits and `...` are written.
    pub max_bits: usize,
    /// The positions of optional blanks.
    pub spacing: Spacing,
    /// The priority above which the term gets brackets.
    pub priority: u16,
    /// Names written instead of variables, and of compounds other than the whole term.
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
            named: false,
            max_depth: 0,
            max_bits: usize::MAX,
            spacing: Spacing::Standard,
            priority: 1200,
            names: None,
        }
    }
}

impl WriteOptions<'_> {
    /// Returns the options of `write/1`.
    #[cfg(any(test, feature = "testing"))]
    pub fn write() -> Self {
        WriteOptions {
            numbervars: true,
            ..WriteOptions::default()
        }
    }

    /// Returns the options of `writeq/1` and `print/1`.
    #[cfg(any(test, feature = "testing"))]
    pub fn writeq() -> Self {
        WriteOptions {
            quoted: true,
            numbervars: true,
            ..WriteOptions::default()
        }
    }

    /// Returns the options of `write_canonical/1`, except that lists keep their notation.
    pub fn canonical() -> Self {
        WriteOptions {
            quoted: true,
            ignore_ops: true,
            ..WriteOptions::default()
        }
    }
}
