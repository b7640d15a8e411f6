//! Digests of bytes: MD5, SHA-1 and SHA-2, as defined by RFC 1321 and FIPS 180-4. WebAssembly, which has to be small,
//! does without those of 64-bit words.

use md5::Md5;
use sha1::Sha1;
use sha2::digest::Digest;
use sha2::{Sha224, Sha256};
#[cfg(not(target_family = "wasm"))]
use sha2::{Sha384, Sha512};

use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;

use crate::native::args::list_arg::new_list;
use crate::native::args::stream_arg::atom_name;
use crate::native::args::text_blocks::each_bytes;

pub(in crate::builtins) const TABLE: &[Native] = &[det!(
    "$digest(+algorithm, +encoding, +text, +bytes, -digest)",
    5,
    digest_5
)
.doc(
    "Unifies digest with the digest of a list of bytes and a text behind it, md5, sha1 or one of sha2: of its UTF-8 \
         bytes, or of its codes as bytes (octet).",
)];

fn digest_5(m: &mut Machine, algorithm: Cell, encoding: Cell, text: Cell, before: Cell, bytes: Cell) -> Step {
    let text = (before, text);
    let octets = atom_name(m, encoding) == Some("octet");
    let digest = match atom_name(m, algorithm) {
        Some("md5") => digest::<Md5>(m, text, octets),
        Some("sha1") => digest::<Sha1>(m, text, octets),
        Some("sha224") => digest::<Sha224>(m, text, octets),
        Some("sha256") => digest::<Sha256>(m, text, octets),
        #[cfg(not(target_family = "wasm"))]
        Some("sha384") => digest::<Sha384>(m, text, octets),
        #[cfg(not(target_family = "wasm"))]
        Some("sha512") => digest::<Sha512>(m, text, octets),
        _ => Err(Stop::Fail),
    }?;
    let items: Vec<Cell> = digest.iter().map(|&byte| Cell::int(i64::from(byte))).collect();
    let list = new_list(m, &items)?;
    m.unify(bytes, list)
}

/// The digest of a text. Fails if its codes are to be its bytes, and one of them is none.
fn digest<D: Digest>(m: &mut Machine, (before, text): (Cell, Cell), octets: bool) -> Result<Vec<u8>, Stop> {
    let mut digest = D::new();
    each_bytes(m, before, true, |bytes| digest.update(bytes))?;
    each_bytes(m, text, octets, |bytes| digest.update(bytes))?;
    Ok(digest.finalize().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex<D: Digest>(text: &str, octets: bool) -> String {
        let mut m = Machine::bare();
        let text = m.heap.new_string(text);
        let digest = digest::<D>(&mut m, (Cell::NIL, text), octets).expect("its codes are bytes");
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn digests_of_the_standards() {
        let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        for octets in [false, true] {
            assert_eq!(hex::<Md5>("", octets), "d41d8cd98f00b204e9800998ecf8427e");
            assert_eq!(hex::<Md5>("message digest", octets), "f96b697d7cb7938d525a2f31aaf161d0");
            assert_eq!(hex::<Sha1>("abc", octets), "a9993e364706816aba3e25717850c26c9cd0d89d");
            assert_eq!(hex::<Sha1>(long, octets), "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
            let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
            assert_eq!(hex::<Sha256>("abc", octets), abc);
            let expected = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
            assert_eq!(hex::<Sha256>(long, octets), expected);
        }
    }

    #[test]
    fn codes_above_255_are_no_bytes() {
        let mut m = Machine::bare();
        let text = m.heap.new_string(&format!("{}\u{100}", "a".repeat(100)));
        assert_eq!(digest::<Md5>(&mut m, (Cell::NIL, text), true), Err(Stop::Fail));
        assert!(digest::<Md5>(&mut m, (Cell::NIL, text), false).is_ok());
    }
}
