//! The general category of a character. The table of the crate that has them takes thirty kilobytes; packed
//! (`src/generate.rs`), it is a fifth of that.

use std::sync::OnceLock;

use unicode_properties::GeneralCategory;

use super::categories::CATEGORIES;

/// For each run of characters of a category its number, and its length in seven bits a byte, the last ones first.
const PACKED: &[u8] = include_bytes!("categories.bin");

/// Returns the first character of each run and its category.
fn runs() -> Vec<(u32, GeneralCategory)> {
    let mut runs = Vec::new();
    let (mut bytes, mut start) = (PACKED.iter(), 0);
    while let Some(&number) = bytes.next() {
        runs.push((start, CATEGORIES[usize::from(number)]));
        let mut shift = 0;
        for &byte in bytes.by_ref() {
            start += u32::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                break;
            }
        }
    }
    runs
}

/// Returns the general category of a character.
pub fn category(c: char) -> GeneralCategory {
    static RUNS: OnceLock<Vec<(u32, GeneralCategory)>> = OnceLock::new();
    let runs = RUNS.get_or_init(runs);
    runs[runs.partition_point(|run| run.0 <= u32::from(c)) - 1].1
}

#[cfg(test)]
mod tests {
    use unicode_properties::UnicodeGeneralCategory;

    use super::*;

    #[test]
    fn categories_are_those_of_the_crate() {
        for c in '\0'..=char::MAX {
            assert_eq!(category(c), c.general_category(), "{:x}", u32::from(c));
        }
    }
}
