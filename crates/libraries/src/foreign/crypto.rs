//! Keys from passwords and from keys, and encryption, under `texts/foreign/crypto.pl`.

use aes_gcm::aead::consts::U12;
use aes_gcm::aead::{Aead, KeyInit, Nonce, Payload};
use aes_gcm::{Aes128Gcm, Aes256Gcm, AesGcm};
use blake2::{Blake2b512, Blake2s256};
use chacha20poly1305::ChaCha20Poly1305;
use hkdf::SimpleHkdf;
use hmac::{Hmac, Mac};
use md5::Md5;
use sha1::Sha1;
use sha2::{Sha224, Sha256, Sha384, Sha512};

use super::hashing::unify_bytes;
use ferz_engine::native::args::list_arg::count;
use ferz_engine::native::args::stream_arg::atom_name;
use ferz_engine::native::args::text_arg::{need_text, new_string};
use ferz_engine::native::errors::Type;
use ferz_engine::native::terms::{Cell, View};
use ferz_engine::native::work::Pace;
use ferz_engine::native::{Machine, Native, Step, Stop, det};

pub(crate) const TABLE: &[Native] = &[
    det!("$pbkdf2(+password, +salt, +rounds, -bytes)", 4, pbkdf2_4)
        .doc("Unifies bytes with the 64 bytes that PBKDF2 makes of a password with SHA-512."),
    det!("$hkdf(+algorithm, +input, +length, -bytes)", 4, hkdf_4)
        .doc("Unifies bytes with a key of a length from input(Key, Salt, Info). Fails if the length is too large."),
    det!("$encrypt(+algorithm, +input, -text, -tag)", 4, encrypt_4).doc(
        "Unifies text with the bytes of input(Bytes, Key, Nonce), encrypted, as a string, and tag with the 16 bytes of \
         their tag. Fails if the key or the nonce is not of the length that the algorithm needs.",
    ),
];

/// Returns the bytes of a list of bytes, or of a text of characters that are bytes.
fn octets(m: &mut Machine, cell: Cell) -> Result<Vec<u8>, Stop> {
    let text = need_text(m, cell)?;
    let bytes: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(c).ok()).collect();
    match bytes {
        Some(bytes) => Ok(bytes),
        None => Err(m.type_error(Type::Byte, cell)),
    }
}

/// Returns the three texts of `input(A, B, C)`.
fn input(m: &mut Machine, cell: Cell) -> Result<[Vec<u8>; 3], Stop> {
    match m.view(cell) {
        View::Struct(f, args) if f.arity() == 3 => {
            let parts = [0, 1, 2].map(|i| m.heap.get(args + i));
            Ok([octets(m, parts[0])?, octets(m, parts[1])?, octets(m, parts[2])?])
        }
        _ => Err(m.type_or_instantiation_error(Type::Compound, cell)),
    }
}

fn pbkdf2_4(m: &mut Machine, password: Cell, salt: Cell, rounds: Cell, bytes: Cell) -> Step {
    let (password, salt, rounds) = (octets(m, password)?, octets(m, salt)?, count(m, rounds)?);
    let Ok(keyed) = <Hmac<Sha512> as hmac::KeyInit>::new_from_slice(&password) else {
        return Err(Stop::Fail);
    };
    let of = |parts: [&[u8]; 2]| {
        let mut mac = keyed.clone();
        parts.iter().for_each(|part| mac.update(part));
        mac.finalize().into_bytes()
    };
    let mut last = of([&salt, &[0, 0, 0, 1]]);
    let mut key = last;
    let mut pace = Pace::new();
    for _ in 1..rounds {
        // A round takes about a microsecond.
        m.poll_at(&mut pace)?;
        last = of([&last, &[]]);
        key.iter_mut().zip(&last).for_each(|(byte, other)| *byte ^= other);
    }
    unify_bytes(m, bytes, &key)
}

fn hkdf_4(m: &mut Machine, algorithm: Cell, material: Cell, length: Cell, bytes: Cell) -> Step {
    let [key, salt, info] = input(m, material)?;
    // No more than 255 blocks of 64 bytes can be made.
    let length = count(m, length)?.min(1 << 15);
    let mut made = vec![0; length];
    macro_rules! expand {
        ($digest:ty) => {
            SimpleHkdf::<$digest>::new(Some(&salt), &key).expand(&info, &mut made)
        };
    }
    let done = match atom_name(m, algorithm) {
        Some("md5") => expand!(Md5),
        Some("sha1") => expand!(Sha1),
        Some("sha224") => expand!(Sha224),
        Some("sha256") => expand!(Sha256),
        Some("sha384") => expand!(Sha384),
        Some("sha512") => expand!(Sha512),
        Some("blake2s256") => expand!(Blake2s256),
        Some("blake2b512") => expand!(Blake2b512),
        _ => return Err(Stop::Fail),
    };
    done.map_err(|_| Stop::Fail)?;
    unify_bytes(m, bytes, &made)
}

fn sealed<A: Aead + KeyInit>(key: &[u8], nonce: &[u8], bytes: &[u8]) -> Option<Vec<u8>> {
    let cipher = A::new_from_slice(key).ok()?;
    let nonce = Nonce::<A>::try_from(nonce).ok()?;
    cipher.encrypt(&nonce, Payload { msg: bytes, aad: &[] }).ok()
}

type Aes192Gcm = AesGcm<aes_gcm::aes::Aes192, U12>;

fn encrypt_4(m: &mut Machine, algorithm: Cell, material: Cell, text: Cell, tag: Cell) -> Step {
    let [bytes, key, nonce] = input(m, material)?;
    let algorithm = atom_name(m, algorithm).unwrap_or_default().to_owned();
    let made = m.with_aside(4 * bytes.len(), |m| {
        let sealed = match algorithm.as_str() {
            "chacha20-poly1305" => sealed::<ChaCha20Poly1305>(&key, &nonce, &bytes),
            "aes-128-gcm" => sealed::<Aes128Gcm>(&key, &nonce, &bytes),
            "aes-192-gcm" => sealed::<Aes192Gcm>(&key, &nonce, &bytes),
            "aes-256-gcm" => sealed::<Aes256Gcm>(&key, &nonce, &bytes),
            _ => None,
        };
        let sealed = sealed.ok_or(Stop::Fail)?;
        let (body, tag) = sealed.split_at(bytes.len().min(sealed.len()));
        let body: String = body.iter().map(|&byte| char::from(byte)).collect();
        Ok((new_string(m, &body)?, tag.to_vec()))
    });
    let (body, mark) = made?;
    m.unify(text, body)?;
    unify_bytes(m, tag, &mark)
}
