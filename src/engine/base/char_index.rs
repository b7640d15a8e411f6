//! Byte offsets of characters in long texts. A text that is not all ASCII has a table with the number of characters
//! that begin before the end of each block of bytes. The offset of a character index, and the index of an offset, is
//! found by a search in the table and a scan of one block.

/// Bytes of a block.
pub const BLOCK: usize = 512;

/// Texts longer than this, in bytes, have a table.
pub const LONG: usize = 1024;

/// True if the byte begins a character.
#[inline]
fn begins(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}

/// Returns the table of a text.
pub fn table(text: &str) -> impl Iterator<Item = u64> {
    text.as_bytes().chunks(BLOCK).scan(0, |count, block| {
        *count += block.iter().map(|&byte| u64::from(begins(byte))).sum::<u64>();
        Some(*count)
    })
}

/// Returns the number of characters that begin before the byte offset `offset`; `byte` returns the bytes of the text.
pub fn chars_before(table: &[u64], offset: usize, byte: impl Fn(usize) -> u8) -> usize {
    let block = offset / BLOCK;
    let before = block.checked_sub(1).map_or(0, |last| table[last] as usize);
    before + (block * BLOCK..offset).filter(|&i| begins(byte(i))).count()
}

/// Returns the byte offset of the character with index `index`, or `bytes`, the length of the text, if `index` is the
/// number of characters.
pub fn offset_of(table: &[u64], index: usize, bytes: usize, byte: impl Fn(usize) -> u8) -> usize {
    let block = table.partition_point(|&end| end as usize <= index);
    let before = block.checked_sub(1).map_or(0, |last| table[last] as usize);
    (block * BLOCK..bytes)
        .filter(|&i| begins(byte(i)))
        .nth(index - before)
        .unwrap_or(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_and_indices() {
        let text = format!("{}é😀{}", "aé€".repeat(700), "x".repeat(512));
        let table: Vec<u64> = table(&text).collect();
        let byte = |i: usize| text.as_bytes()[i];
        for (number, (at, _)) in text.char_indices().enumerate() {
            assert_eq!(offset_of(&table, number, text.len(), byte), at);
            assert_eq!(chars_before(&table, at, byte), number);
        }
        let all = text.chars().count();
        assert_eq!(table.last(), Some(&(all as u64)));
        assert_eq!(offset_of(&table, all, text.len(), byte), text.len());
        assert_eq!(chars_before(&table, text.len(), byte), all);
    }
}
