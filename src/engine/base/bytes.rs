//! Numbers and texts as bytes, the same on all machines.
//!
//! A number is written in groups of seven bits, the lowest first; the top bit of a byte says that more follow.

/// Bytes that are not what they should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Malformed;

/// Appends a number.
pub fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Appends a signed number: small ones of either sign take few bytes.
pub fn put_signed(out: &mut Vec<u8>, number: i64) {
    put_number(out, (number << 1 ^ number >> 63) as u64);
}

/// Appends bytes, after their number.
pub fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_number(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// The bytes that are left to be read.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    /// Returns the number of bytes that are left.
    pub fn left(&self) -> usize {
        self.0.len()
    }

    /// Reads one byte.
    pub fn byte(&mut self) -> Result<u8, Malformed> {
        let (&first, rest) = self.0.split_first().ok_or(Malformed)?;
        self.0 = rest;
        Ok(first)
    }

    /// Reads so many bytes.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Malformed> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(Malformed)?;
        self.0 = rest;
        Ok(taken)
    }

    /// Reads a number.
    pub fn number(&mut self) -> Result<u64, Malformed> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return Err(Malformed);
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(Malformed)
    }

    /// Reads a signed number.
    pub fn signed(&mut self) -> Result<i64, Malformed> {
        let number = self.number()?;
        Ok((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// Reads the number of things that follow, each of which takes at least one byte.
    pub fn count(&mut self) -> Result<usize, Malformed> {
        let count = usize::try_from(self.number()?).map_err(|_| Malformed)?;
        if count > self.left() {
            return Err(Malformed);
        }
        Ok(count)
    }

    /// Reads bytes after their number.
    pub fn bytes(&mut self) -> Result<&'a [u8], Malformed> {
        let count = self.count()?;
        self.take(count)
    }

    /// Reads a text.
    pub fn text(&mut self) -> Result<&'a str, Malformed> {
        std::str::from_utf8(self.bytes()?).map_err(|_| Malformed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut out = Vec::new();
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX];
        let signed = [0, -1, 1, 63, -64, 64, i64::MAX, i64::MIN];
        numbers.iter().for_each(|&number| put_number(&mut out, number));
        signed.iter().for_each(|&number| put_signed(&mut out, number));
        put_bytes(&mut out, "tëxt".as_bytes());
        let mut bytes = Bytes(&out);
        assert!(numbers.iter().all(|&number| bytes.number() == Ok(number)));
        assert!(signed.iter().all(|&number| bytes.signed() == Ok(number)));
        assert_eq!((bytes.text(), bytes.left()), (Ok("tëxt"), 0));
        assert_eq!(bytes.byte(), Err(Malformed));
        // Nothing of it is a shorter text of the same kind.
        let whole = [&[0x80][..], &[0xff; 9], &[0xff; 12], &[5, b'a']];
        for wrong in whole {
            assert_eq!(
                Bytes(wrong).number().and_then(|_| Bytes(wrong).text()),
                Err(Malformed),
                "{wrong:?}"
            );
        }
    }
}
