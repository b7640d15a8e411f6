//! Where the characters of a long text lie: beside a text that is not all ASCII stands a table with the number of
//! characters that begin before the end of each block of bytes. So a place is found by its number, and a number by
//! its place, with a search in the table and a walk through one block.

/// Bytes of a block.
pub const BLOCK: usize = 512;

/// Texts of more bytes have a table.
pub const LONG: usize = 1024;

/// Does the byte begin a character?
#[inline]
fn begins(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}

/// The table of a text.
pub fn table(text: &str) -> impl Iterator<Item = u64> {
    text.as_bytes().chunks(BLOCK).scan(0, |count, block| {
        *count += block.iter().map(|&byte| u64::from(begins(byte))).sum::<u64>();
        Some(*count)
    })
}

/// The number of characters that begin before the place `at` of the text whose bytes `byte` gives.
pub fn chars_before(table: &[u64], at: usize, byte: impl Fn(usize) -> u8) -> usize {
    let block = at / BLOCK;
    let before = block.checked_sub(1).map_or(0, |last| table[last] as usize);
    before + (block * BLOCK..at).filter(|&i| begins(byte(i))).count()
}

/// The place of the character with the number `count`, from 0; the end of the text for their number.
pub fn place(table: &[u64], count: usize, bytes: usize, byte: impl Fn(usize) -> u8) -> usize {
    let block = table.partition_point(|&end| end as usize <= count);
    let before = block.checked_sub(1).map_or(0, |last| table[last] as usize);
    (block * BLOCK..bytes)
        .filter(|&i| begins(byte(i)))
        .nth(count - before)
        .unwrap_or(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_numbers() {
        let text = format!("{}é😀{}", "aé€".repeat(700), "x".repeat(512));
        let table: Vec<u64> = table(&text).collect();
        let byte = |i: usize| text.as_bytes()[i];
        for (number, (at, _)) in text.char_indices().enumerate() {
            assert_eq!(place(&table, number, text.len(), byte), at);
            assert_eq!(chars_before(&table, at, byte), number);
        }
        let all = text.chars().count();
        assert_eq!(table.last(), Some(&(all as u64)));
        assert_eq!(place(&table, all, text.len(), byte), text.len());
        assert_eq!(chars_before(&table, text.len(), byte), all);
    }
}
