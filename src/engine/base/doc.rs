//! Texts that only the manual shows.

/// Returns a text of the manual; a build without the manual does not keep it.
pub const fn only_manual(text: &'static str) -> &'static str {
    if cfg!(any(test, feature = "manual")) { text } else { "" }
}
