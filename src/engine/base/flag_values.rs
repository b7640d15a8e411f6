//! The values of flags that take one of a few words.

/// The representation of quoted text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quotes {
    /// A list of character codes.
    Codes,
    /// A list of characters.
    Chars,
    /// An atom.
    Atom,
    /// A string.
    String,
}

/// The effect of calling an unknown procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// An existence error.
    Error,
    /// Failure.
    Fail,
    /// Failure after a warning.
    Warning,
}

/// The result of a float operation that overflows or divides by zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Infinite {
    /// An error.
    Error,
    /// Infinity.
    Infinity,
}

/// The result of a float operation that is undefined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undefined {
    /// An error.
    Error,
    /// NaN.
    Nan,
}

/// The effect of a unification that would make a cyclic term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OccursCheck {
    /// The cyclic term is made.
    False,
    /// The unification fails.
    True,
    /// The unification raises an error.
    Error,
}

/// Defines the words of an enumerated flag.
macro_rules! words {
    ($type:ident { $($variant:ident = $text:expr),* $(,)? }) => {
        impl $type {
            /// The words, in the order of the variants.
            pub const WORDS: &[&str] = &[$($text),*];
            /// Returns the word of this value.
            pub const fn text(self) -> &'static str {
                match self { $($type::$variant => $text),* }
            }
            /// Returns the value of this word.
            pub fn from_text(text: &str) -> Option<$type> {
                match text { $($text => Some($type::$variant),)* _ => None }
            }
        }
    };
}

words! { Quotes { Codes = "codes", Chars = "chars", Atom = "atom", String = "string" } }
words! { OccursCheck { False = "false", True = "true", Error = "error" } }
words! { Unknown { Error = "error", Fail = "fail", Warning = "warning" } }
words! { Infinite { Error = "error", Infinity = "infinity" } }
words! { Undefined { Error = "error", Nan = "nan" } }
