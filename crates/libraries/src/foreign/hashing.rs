//! Digests of all the algorithms of `library(crypto)`, of texts and of what passes through a stream.

use std::io;

use blake2::{Blake2b512, Blake2s256};
use md5::Md5;
use ripemd::Ripemd160;
use sha1::Sha1;
use sha2::digest::Digest;
use sha2::{Sha224, Sha256, Sha384, Sha512};
use sha3::{Sha3_224, Sha3_256, Sha3_384, Sha3_512};

use ferz_engine::native::args::list_arg::new_list;
use ferz_engine::native::args::stream_arg::{
    atom_name, boolean, charge_stream, stream_arg, stream_failed, stream_term,
};
use ferz_engine::native::args::text_arg::{need_text, new_string};
use ferz_engine::native::args::text_blocks::each_bytes;
use ferz_engine::native::errors::{Domain, Thing};
use ferz_engine::native::streams::{Filter, USER_ERROR};
use ferz_engine::native::terms::Cell;
use ferz_engine::native::{Machine, Native, Step, Stop, det};

pub(crate) const TABLE: &[Native] = &[
    det!(
        "$foreign_digest(+algorithm, +encoding, +text, +bytes, -digest)",
        5,
        foreign_digest_5
    )
    .doc("Like '$digest'/5, for blake2s256, blake2b512, ripemd160 and sha3_256 and its like."),
    det!("$hash_stream(+stream, +algorithm, +keep, -filtered)", 4, hash_stream_4)
        .doc("Opens a stream over another one, which makes a digest of the bytes that pass."),
    det!("$stream_hash(+stream, -bytes)", 2, stream_hash_2)
        .doc("Unifies bytes with the digest of what has passed through a stream; fails if the stream makes none."),
    det!("$crypt_md5(+password, +salt, -text)", 3, crypt_md5_3)
        .doc("Unifies text with the encrypted password of crypt(3) with MD5, without the salt; a string."),
];

fn foreign_digest_5(m: &mut Machine, algorithm: Cell, encoding: Cell, text: Cell, before: Cell, bytes: Cell) -> Step {
    let text = (before, text);
    let octets = atom_name(m, encoding) == Some("octet");
    let digest = match atom_name(m, algorithm) {
        Some("blake2s256") => digest::<Blake2s256>(m, text, octets),
        Some("blake2b512") => digest::<Blake2b512>(m, text, octets),
        Some("ripemd160") => digest::<Ripemd160>(m, text, octets),
        Some("sha3_224") => digest::<Sha3_224>(m, text, octets),
        Some("sha3_256") => digest::<Sha3_256>(m, text, octets),
        Some("sha3_384") => digest::<Sha3_384>(m, text, octets),
        Some("sha3_512") => digest::<Sha3_512>(m, text, octets),
        _ => Err(Stop::Fail),
    }?;
    unify_bytes(m, bytes, &digest)
}

/// Unifies a cell with the list of bytes.
pub(super) fn unify_bytes(m: &mut Machine, cell: Cell, bytes: &[u8]) -> Step {
    let items: Vec<Cell> = bytes.iter().map(|&byte| Cell::int(i64::from(byte))).collect();
    let list = new_list(m, &items)?;
    m.unify(cell, list)
}

/// Hands on all bytes, and makes a digest of them.
struct Hashing<D>(D);

impl<D: Digest + Clone + Send> Filter for Hashing<D> {
    fn pass(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> io::Result<usize> {
        self.0.update(bytes);
        out.extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn finish(&mut self, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }
    fn bytes(&self) -> usize {
        size_of::<D>()
    }
    fn digest(&self) -> Option<Vec<u8>> {
        Some(self.0.clone().finalize().to_vec())
    }
}

fn hashing<D: Digest + Clone + Send + 'static>() -> Box<dyn Filter> {
    Box::new(Hashing(D::new()))
}

fn hash_stream_4(m: &mut Machine, stream: Cell, algorithm: Cell, keep: Cell, filtered: Cell) -> Step {
    let id = stream_arg(m, stream)?;
    let filter = match atom_name(m, algorithm) {
        Some("md5") => hashing::<Md5>(),
        Some("sha1") => hashing::<Sha1>(),
        Some("sha224") => hashing::<Sha224>(),
        Some("sha256") => hashing::<Sha256>(),
        Some("sha384") => hashing::<Sha384>(),
        Some("sha512") => hashing::<Sha512>(),
        Some("blake2s256") => hashing::<Blake2s256>(),
        Some("blake2b512") => hashing::<Blake2b512>(),
        Some("ripemd160") => hashing::<Ripemd160>(),
        Some("sha3_224") => hashing::<Sha3_224>(),
        Some("sha3_256") => hashing::<Sha3_256>(),
        Some("sha3_384") => hashing::<Sha3_384>(),
        Some("sha3_512") => hashing::<Sha3_512>(),
        _ => return Err(m.domain_error(Domain::StreamOption, algorithm)),
    };
    let keep = boolean(m, keep)? || id <= USER_ERROR || m.streams.is_capture(id);
    charge_stream(m, 2048)?;
    match m.streams.add_filter(id, filter, keep) {
        Ok(Some(new)) => {
            let term = stream_term(m, new);
            m.unify(filtered, term)
        }
        Ok(None) => Err(m.existence_error(Thing::Stream, stream)),
        Err(error) => Err(stream_failed(m, id, "write", &error)),
    }
}

fn stream_hash_2(m: &mut Machine, stream: Cell, bytes: Cell) -> Step {
    let id = stream_arg(m, stream)?;
    // The bytes in the buffer of an output have not passed yet.
    if m.streams.get(id).is_some_and(|stream| stream.is_output()) {
        ferz_engine::native::args::stream_arg::writing(m, id, ferz_engine::native::streams::Stream::flush)?;
    }
    let digest = m.streams.get(id).and_then(|stream| stream.digest()).ok_or(Stop::Fail)?;
    unify_bytes(m, bytes, &digest)
}

/// The digits of the texts of crypt(3), the least first.
const DIGITS: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

fn crypt_md5_3(m: &mut Machine, password: Cell, salt: Cell, text: Cell) -> Step {
    let (password, salt) = (need_text(m, password)?, need_text(m, salt)?);
    let (password, salt) = (password.as_bytes(), &salt.as_bytes()[..salt.len().min(8)]);
    let of = |parts: &[&[u8]]| {
        let mut digest = Md5::new();
        parts.iter().for_each(|part| digest.update(part));
        digest.finalize()
    };
    let between = of(&[password, salt, password]);
    let mut first = Md5::new();
    first.update(password);
    first.update(b"$1$");
    first.update(salt);
    password
        .chunks(16)
        .for_each(|chunk| first.update(&between[..chunk.len()]));
    let mut length = password.len();
    while length > 0 {
        let byte = if length & 1 == 1 { 0 } else { password[0] };
        first.update([byte]);
        length >>= 1;
    }
    let mut last = first.finalize();
    for round in 0..1000 {
        m.poll()?;
        let (one, other) = if round & 1 == 1 {
            (password, &last[..])
        } else {
            (&last[..], password)
        };
        let salt = if round % 3 == 0 { &[][..] } else { salt };
        let again = if round % 7 == 0 { &[][..] } else { password };
        last = of(&[one, salt, again, other]);
    }
    let mut made = String::with_capacity(22);
    for (places, digits) in [
        ([0, 6, 12], 4),
        ([1, 7, 13], 4),
        ([2, 8, 14], 4),
        ([3, 9, 15], 4),
        ([4, 10, 5], 4),
    ] {
        let value = places
            .iter()
            .fold(0, |value, &place| value << 8 | usize::from(last[place]));
        push_digits(value, digits, &mut made);
    }
    push_digits(usize::from(last[11]), 2, &mut made);
    let made = new_string(m, &made)?;
    m.unify(text, made)
}

fn push_digits(mut value: usize, digits: usize, out: &mut String) {
    for _ in 0..digits {
        out.push(char::from(DIGITS[value & 63]));
        value >>= 6;
    }
}

/// The digest of a text. Fails if its codes are to be its bytes, and one of them is none.
fn digest<D: Digest>(m: &mut Machine, (before, text): (Cell, Cell), octets: bool) -> Result<Vec<u8>, Stop> {
    let mut digest = D::new();
    each_bytes(m, before, true, |bytes| digest.update(bytes))?;
    each_bytes(m, text, octets, |bytes| digest.update(bytes))?;
    Ok(digest.finalize().to_vec())
}
