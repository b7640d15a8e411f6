//! Bytes as text: base64 and base32 (RFC 4648), under `library/text/base64.pl`.

use crate::base::limit::Limit;
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;

use crate::builtins::text::char_types::is_space;
use crate::native::args::borrowed_text::borrow_text;
use crate::native::args::stream_arg::atom_name;
use crate::native::args::text_arg::new_atom;
use crate::native::args::text_blocks::{each_block, push_octets};

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$base_encode(+base, +padding, +encoding, +text, -encoded)", 5, base_encode_5).doc(
        "The text of a string's bytes, those of its UTF-8 or its codes (octet), in base64, base64url or base32; fails \
         if a code is no byte.",
    ),
    det!("$base_decode(+base, +encoding, +encoded, -text)", 4, base_decode_4).doc(
        "The string whose bytes, those of its UTF-8 or its codes (octet), a string in base64, base64url or base32 says; \
         [] if they are no UTF-8. Fails if it says none.",
    ),
];

/// A base: its letters by the values that they stand for, and its groups.
struct Base {
    name: &'static str,
    alphabet: &'static [u8],
    /// Bits that a letter stands for.
    bits: usize,
    /// Bytes of a group.
    bytes: usize,
    /// Letters of a group.
    letters: usize,
}

static BASES: [Base; 3] = [
    Base {
        name: "base64",
        alphabet: b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
        bits: 6,
        bytes: 3,
        letters: 4,
    },
    Base {
        name: "base64url",
        alphabet: b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
        bits: 6,
        bytes: 3,
        letters: 4,
    },
    Base {
        name: "base32",
        alphabet: b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
        bits: 5,
        bytes: 5,
        letters: 8,
    },
];

/// The value of a byte that is no letter of a base.
const NO_LETTER: u8 = u8::MAX;

impl Base {
    /// Appends the letters of bytes, with `=` up to the end of a group if they are padded.
    fn encode(&self, bytes: &[u8], is_padded: bool, out: &mut String) {
        for group in bytes.chunks(self.bytes) {
            let value =
                group.iter().fold(0, |value, &byte| value << 8 | u64::from(byte)) << (8 * (self.bytes - group.len()));
            let used = (8 * group.len()).div_ceil(self.bits);
            for i in 0..used {
                let place = value >> (self.bits * (self.letters - 1 - i));
                out.push(char::from(self.alphabet[place as usize & (self.alphabet.len() - 1)]));
            }
            if is_padded {
                out.extend(std::iter::repeat_n('=', self.letters - used));
            }
        }
    }

    /// The values of all bytes as letters.
    fn values(&self) -> [u8; 256] {
        let mut values = [NO_LETTER; 256];
        for (value, &letter) in (0..).zip(self.alphabet) {
            values[usize::from(letter)] = value;
        }
        values
    }
}

fn base_of(m: &Machine, cell: Cell) -> Result<&'static Base, Stop> {
    let name = atom_name(m, cell);
    BASES.iter().find(|base| name == Some(base.name)).ok_or(Stop::Fail)
}

/// A string of at most so many bytes, its room charged while `fill` makes it.
fn new_text(
    m: &mut Machine,
    most: usize,
    fill: impl FnOnce(&mut Machine, &mut String) -> Result<bool, Stop>,
) -> Result<Option<Cell>, Stop> {
    if m.set_aside(most).is_err() {
        return Err(m.lacks_room(Limit::Memory));
    }
    let made = m.reserve_first(Cell::most_string_cells(most)).and_then(|()| {
        let mut text = String::with_capacity(most);
        let is_text = fill(m, &mut text)?;
        Ok(is_text.then(|| m.heap.new_string(&text)))
    });
    m.limits.take_back(most);
    made
}

fn base_encode_5(m: &mut Machine, base: Cell, padding: Cell, encoding: Cell, text: Cell, encoded: Cell) -> Step {
    let base = base_of(m, base)?;
    let octets = matches!(atom_name(m, encoding), Some("octet" | "iso_latin_1"));
    let is_padded = atom_name(m, padding) != Some("false");
    let length = borrow_text(m, text).map_or(0, |text| if octets { text.chars() } else { text.bytes() });
    let made = new_text(m, length.div_ceil(base.bytes) * base.letters, |m, out| {
        let mut bytes = Vec::new();
        let mut are_bytes = true;
        each_block(m, text, |block| {
            if octets {
                are_bytes = push_octets(block, &mut bytes);
            } else {
                bytes.extend_from_slice(block.as_bytes());
            }
            let whole = bytes.len() - bytes.len() % base.bytes;
            base.encode(&bytes[..whole], is_padded, out);
            bytes.drain(..whole);
            are_bytes
        })?;
        base.encode(&bytes, is_padded, out);
        Ok(are_bytes)
    })?;
    m.unify(encoded, made.ok_or(Stop::Fail)?)
}

fn base_decode_4(m: &mut Machine, base: Cell, encoding: Cell, encoded: Cell, text: Cell) -> Step {
    let base = base_of(m, base)?;
    let octets = matches!(atom_name(m, encoding), Some("octet" | "iso_latin_1"));
    let length = borrow_text(m, encoded).map_or(0, |text| text.bytes());
    // A byte of a group of letters may become a character of two bytes.
    let most = (length / base.letters + 1) * base.bytes * if octets { 2 } else { 1 };
    let mut decoder = Decoder::new(base, octets);
    let made = new_text(m, most, |m, out| {
        each_block(m, encoded, |block| decoder.take(block, out))?;
        decoder.finish(out);
        if decoder.is_encoded {
            Ok(decoder.is_text)
        } else {
            Err(Stop::Fail)
        }
    })?;
    let made = made.unwrap_or_else(|| new_atom(m, "[]"));
    m.unify(text, made)
}

/// Turns letters into a text, piece by piece. Layout between letters is skipped; `=` may be missing at the end, or too
/// often there.
struct Decoder {
    base: &'static Base,
    values: [u8; 256],
    octets: bool,
    /// Letters that are no whole group yet.
    letters: Vec<u8>,
    /// Bytes that are no whole character yet.
    bytes: Vec<u8>,
    /// Nothing but `=` may follow.
    is_at_end: bool,
    /// All letters so far are of the base.
    is_encoded: bool,
    /// All bytes so far are those of a text.
    is_text: bool,
}

impl Decoder {
    fn new(base: &'static Base, octets: bool) -> Decoder {
        Decoder {
            base,
            values: base.values(),
            octets,
            letters: Vec::new(),
            bytes: Vec::new(),
            is_at_end: false,
            is_encoded: true,
            is_text: true,
        }
    }

    /// Takes a block of letters; false if it cannot be one.
    fn take(&mut self, block: &str, out: &mut String) -> bool {
        for c in block.chars() {
            match u8::try_from(c) {
                Ok(b'=') => self.is_at_end = true,
                _ if self.is_at_end => self.is_encoded = false,
                _ if is_space(c) => {}
                Ok(letter) => self.letters.push(letter),
                Err(_) => self.is_encoded = false,
            }
        }
        let whole = self.letters.len() - self.letters.len() % self.base.letters;
        self.decode(whole, whole / self.base.letters * self.base.bytes, out);
        self.is_encoded
    }

    fn finish(&mut self, out: &mut String) {
        // Letters that stand for zero make the group whole; the bits that are left over are of no interest.
        let left = self.letters.len();
        if left > 0 {
            // A letter of which no bit is needed belongs to no byte.
            self.is_encoded &= left * self.base.bits % 8 < self.base.bits;
            self.letters.resize(self.base.letters, b'A');
            self.decode(self.base.letters, left * self.base.bytes / self.base.letters, out);
        }
        self.is_text &= self.bytes.is_empty();
    }

    /// Decodes the first letters, whole groups, and appends the text of the first of their bytes.
    fn decode(&mut self, letters: usize, bytes: usize, out: &mut String) {
        let start = self.bytes.len();
        for group in self.letters[..letters].chunks(self.base.letters) {
            let mut value = 0_u64;
            for &letter in group {
                let part = self.values[usize::from(letter)];
                self.is_encoded &= part != NO_LETTER;
                value = value << self.base.bits | u64::from(part);
            }
            self.bytes
                .extend_from_slice(&value.to_be_bytes()[8 - self.base.bytes..]);
        }
        self.letters.drain(..letters);
        self.bytes.truncate(start + bytes);
        if !self.is_encoded || !self.is_text {
            self.bytes.clear();
        } else if self.octets {
            out.extend(self.bytes.drain(..).map(char::from));
        } else {
            self.push_characters(out);
        }
    }

    /// Appends the whole characters of the UTF-8.
    fn push_characters(&mut self, out: &mut String) {
        let (whole, is_text) = match std::str::from_utf8(&self.bytes) {
            Ok(_) => (self.bytes.len(), true),
            Err(error) => (error.valid_up_to(), error.error_len().is_none()),
        };
        if let Ok(text) = std::str::from_utf8(&self.bytes[..whole]) {
            out.push_str(text);
        }
        self.bytes.drain(..whole);
        self.is_text = is_text;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(base: &'static Base, octets: bool, text: &str, block: usize) -> Option<Result<String, ()>> {
        let mut out = String::new();
        let mut decoder = Decoder::new(base, octets);
        let letters: Vec<char> = text.chars().collect();
        for block in letters.chunks(block) {
            decoder.take(&block.iter().collect::<String>(), &mut out);
        }
        decoder.finish(&mut out);
        decoder
            .is_encoded
            .then_some(if decoder.is_text { Ok(out) } else { Err(()) })
    }

    #[test]
    fn letters_of_rfc_4648() {
        let cases = [
            ("f", "Zg==", "MY======"),
            ("fo", "Zm8=", "MZXQ===="),
            ("foobar", "Zm9vYmFy", "MZXW6YTBOI======"),
        ];
        for (text, base64, base32) in cases {
            for (base, expected) in [(&BASES[0], base64), (&BASES[1], base64), (&BASES[2], base32)] {
                for is_padded in [true, false] {
                    let mut encoded = String::new();
                    base.encode(text.as_bytes(), is_padded, &mut encoded);
                    let expected = if is_padded {
                        expected
                    } else {
                        expected.trim_end_matches('=')
                    };
                    assert_eq!(encoded, expected);
                }
            }
        }
        let mut encoded = [String::new(), String::new()];
        for (base, out) in BASES.iter().zip(&mut encoded) {
            base.encode(&[0xfb, 0xff, 0xfe], true, out);
        }
        assert_eq!(encoded, ["+//+", "-__-"]);
    }

    #[test]
    fn blocks_of_any_length_say_the_same() {
        let plain = "aé😀\0b".repeat(9);
        for length in (0..plain.len()).filter(|&length| plain.is_char_boundary(length)) {
            let text = &plain[..length];
            for base in &BASES {
                for is_padded in [true, false] {
                    let mut encoded = String::new();
                    base.encode(text.as_bytes(), is_padded, &mut encoded);
                    for block in 1..9 {
                        assert_eq!(decoded(base, false, &encoded, block), Some(Ok(text.to_owned())));
                        let octets = text.bytes().map(char::from).collect();
                        assert_eq!(decoded(base, true, &encoded, block), Some(Ok(octets)));
                    }
                }
            }
        }
        for block in 1..9 {
            let text = |encoded| decoded(&BASES[0], false, encoded, block);
            assert_eq!(text(" a G V\nsbG8"), Some(Ok("hello".to_owned())));
            assert_eq!(text("aGVsbG8====="), Some(Ok("hello".to_owned())));
            // The last letter has bits that belong to no byte.
            assert_eq!(text("aGVsbG9"), Some(Ok("hello".to_owned())));
            for wrong in ["aGVsa", "aGV*", "aGVsb*", "aGVé", "a=b", "a= ", "*"] {
                assert_eq!(text(wrong), None, "{wrong}");
            }
            for bytes in ["6Q==", "6WFh", "7aCA", "wIA="] {
                assert_eq!(text(bytes), Some(Err(())), "{bytes}");
            }
            assert_eq!(text("6WFh*"), None);
        }
    }
}
