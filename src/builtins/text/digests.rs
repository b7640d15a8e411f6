//! Digests of bytes: MD5, SHA-1 and SHA-256, as defined by RFC 1321 and FIPS 180-4.

use crate::machine::Machine;
use crate::machine::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;

use crate::builtins::args::list_arg::new_list;
use crate::builtins::args::stream_arg::atom_name;
use crate::builtins::args::text_arg::need_text;

pub(in crate::builtins) const TABLE: &[Native] = &[det!("$digest(+algorithm, +encoding, +text, -bytes)", 4, digest_4)
    .doc(
        "Unifies bytes with the digest of a text, md5, sha1 or sha256: of its UTF-8 bytes, or of its \
             codes as bytes (octet).",
    )];

fn digest_4(m: &mut Machine, algorithm: Cell, encoding: Cell, text: Cell, bytes: Cell) -> Step {
    let text = need_text(m, text)?;
    let message = match atom_name(m, encoding) {
        Some("octet") => {
            let octets: Result<Vec<u8>, _> = text.chars().map(|c| u8::try_from(c as u32)).collect();
            octets.map_err(|_| Stop::Fail)?
        }
        _ => text.as_bytes().to_vec(),
    };
    m.poll()?;
    let digest = match atom_name(m, algorithm) {
        Some("md5") => md5(&message),
        Some("sha1") => sha1(&message),
        Some("sha256") => sha256(&message),
        _ => return Err(Stop::Fail),
    };
    let items: Vec<Cell> = digest.iter().map(|&byte| Cell::int(i64::from(byte))).collect();
    let list = new_list(m, &items)?;
    m.unify(bytes, list)
}

/// Pads the message and appends its length in bits, and returns blocks of 16 words.
fn blocks(message: &[u8], big_endian: bool) -> Vec<[u32; 16]> {
    let bits = (message.len() as u64).wrapping_mul(8);
    let mut padded = message.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    padded.extend(if big_endian {
        bits.to_be_bytes()
    } else {
        bits.to_le_bytes()
    });
    let word = |four: &[u8]| {
        let four = [four[0], four[1], four[2], four[3]];
        if big_endian {
            u32::from_be_bytes(four)
        } else {
            u32::from_le_bytes(four)
        }
    };
    let block = |bytes: &[u8]| std::array::from_fn(|i| word(&bytes[4 * i..]));
    padded.chunks_exact(64).map(block).collect()
}

/// The sines of 1 to 64: the first 32 bits of the fraction.
const SINES: [u32; 64] = [
    0xd76a_a478,
    0xe8c7_b756,
    0x2420_70db,
    0xc1bd_ceee,
    0xf57c_0faf,
    0x4787_c62a,
    0xa830_4613,
    0xfd46_9501,
    0x6980_98d8,
    0x8b44_f7af,
    0xffff_5bb1,
    0x895c_d7be,
    0x6b90_1122,
    0xfd98_7193,
    0xa679_438e,
    0x49b4_0821,
    0xf61e_2562,
    0xc040_b340,
    0x265e_5a51,
    0xe9b6_c7aa,
    0xd62f_105d,
    0x0244_1453,
    0xd8a1_e681,
    0xe7d3_fbc8,
    0x21e1_cde6,
    0xc337_07d6,
    0xf4d5_0d87,
    0x455a_14ed,
    0xa9e3_e905,
    0xfcef_a3f8,
    0x676f_02d9,
    0x8d2a_4c8a,
    0xfffa_3942,
    0x8771_f681,
    0x6d9d_6122,
    0xfde5_380c,
    0xa4be_ea44,
    0x4bde_cfa9,
    0xf6bb_4b60,
    0xbebf_bc70,
    0x289b_7ec6,
    0xeaa1_27fa,
    0xd4ef_3085,
    0x0488_1d05,
    0xd9d4_d039,
    0xe6db_99e5,
    0x1fa2_7cf8,
    0xc4ac_5665,
    0xf429_2244,
    0x432a_ff97,
    0xab94_23a7,
    0xfc93_a039,
    0x655b_59c3,
    0x8f0c_cc92,
    0xffef_f47d,
    0x8584_5dd1,
    0x6fa8_7e4f,
    0xfe2c_e6e0,
    0xa301_4314,
    0x4e08_11a1,
    0xf753_7e82,
    0xbd3a_f235,
    0x2ad7_d2bb,
    0xeb86_d391,
];

/// The cube roots of the first 64 primes: the first 32 bits of the fraction.
const CUBE_ROOTS: [u32; 64] = [
    0x428a_2f98,
    0x7137_4491,
    0xb5c0_fbcf,
    0xe9b5_dba5,
    0x3956_c25b,
    0x59f1_11f1,
    0x923f_82a4,
    0xab1c_5ed5,
    0xd807_aa98,
    0x1283_5b01,
    0x2431_85be,
    0x550c_7dc3,
    0x72be_5d74,
    0x80de_b1fe,
    0x9bdc_06a7,
    0xc19b_f174,
    0xe49b_69c1,
    0xefbe_4786,
    0x0fc1_9dc6,
    0x240c_a1cc,
    0x2de9_2c6f,
    0x4a74_84aa,
    0x5cb0_a9dc,
    0x76f9_88da,
    0x983e_5152,
    0xa831_c66d,
    0xb003_27c8,
    0xbf59_7fc7,
    0xc6e0_0bf3,
    0xd5a7_9147,
    0x06ca_6351,
    0x1429_2967,
    0x27b7_0a85,
    0x2e1b_2138,
    0x4d2c_6dfc,
    0x5338_0d13,
    0x650a_7354,
    0x766a_0abb,
    0x81c2_c92e,
    0x9272_2c85,
    0xa2bf_e8a1,
    0xa81a_664b,
    0xc24b_8b70,
    0xc76c_51a3,
    0xd192_e819,
    0xd699_0624,
    0xf40e_3585,
    0x106a_a070,
    0x19a4_c116,
    0x1e37_6c08,
    0x2748_774c,
    0x34b0_bcb5,
    0x391c_0cb3,
    0x4ed8_aa4a,
    0x5b9c_ca4f,
    0x682e_6ff3,
    0x748f_82ee,
    0x78a5_636f,
    0x84c8_7814,
    0x8cc7_0208,
    0x90be_fffa,
    0xa450_6ceb,
    0xbef9_a3f7,
    0xc671_78f2,
];

/// The square roots of the first 8 primes: the first 32 bits of the fraction.
const SQUARE_ROOTS: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

/// The rotations of the four rounds of MD5, which repeat every four steps.
const TURNS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

/// The initial state of MD5 and SHA-1.
const START: [u32; 5] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];

fn md5(message: &[u8]) -> Vec<u8> {
    let mut state = [START[0], START[1], START[2], START[3]];
    for block in blocks(message, false) {
        let [mut a, mut b, mut c, mut d] = state;
        for i in 0..64 {
            let (mix, word) = match i / 16 {
                0 => ((b & c) | (!b & d), i),
                1 => ((d & b) | (!d & c), 5 * i + 1),
                2 => (b ^ c ^ d, 3 * i + 5),
                _ => (c ^ (b | !d), 7 * i),
            };
            let sum = a
                .wrapping_add(mix)
                .wrapping_add(SINES[i])
                .wrapping_add(block[word % 16]);
            let turned = sum.rotate_left(TURNS[i / 16][i % 4]);
            (a, d, c, b) = (d, c, b, b.wrapping_add(turned));
        }
        state = add(state, [a, b, c, d]);
    }
    state.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn sha1(message: &[u8]) -> Vec<u8> {
    let mut state = START;
    for block in blocks(message, true) {
        let mut words = [0; 80];
        words[..16].copy_from_slice(&block);
        for i in 16..80 {
            words[i] = (words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16]).rotate_left(1);
        }
        let [mut a, mut b, mut c, mut d, mut e] = state;
        for (i, &word) in words.iter().enumerate() {
            let (mix, constant) = match i / 20 {
                0 => ((b & c) | (!b & d), 0x5a82_7999),
                1 => (b ^ c ^ d, 0x6ed9_eba1),
                2 => ((b & c) | (b & d) | (c & d), 0x8f1b_bcdc),
                _ => (b ^ c ^ d, 0xca62_c1d6),
            };
            let sum = a.rotate_left(5).wrapping_add(mix).wrapping_add(e);
            let sum = sum.wrapping_add(constant).wrapping_add(word);
            (e, d, c, b, a) = (d, c, b.rotate_left(30), a, sum);
        }
        state = add(state, [a, b, c, d, e]);
    }
    state.iter().flat_map(|word| word.to_be_bytes()).collect()
}

fn sha256(message: &[u8]) -> Vec<u8> {
    let mut state = SQUARE_ROOTS;
    for block in blocks(message, true) {
        let mut words = [0_u32; 64];
        words[..16].copy_from_slice(&block);
        for i in 16..64 {
            let (near, far) = (words[i - 2], words[i - 15]);
            let one = far.rotate_right(7) ^ far.rotate_right(18) ^ (far >> 3);
            let two = near.rotate_right(17) ^ near.rotate_right(19) ^ (near >> 10);
            words[i] = words[i - 16]
                .wrapping_add(one)
                .wrapping_add(words[i - 7])
                .wrapping_add(two);
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = state;
        for (&word, &constant) in words.iter().zip(CUBE_ROOTS.iter()) {
            let turned = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let chosen = (e & f) ^ (!e & g);
            let one = h.wrapping_add(turned).wrapping_add(chosen);
            let one = one.wrapping_add(constant).wrapping_add(word);
            let turned = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let two = turned.wrapping_add((a & b) ^ (a & c) ^ (b & c));
            (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(one), c, b, a, one.wrapping_add(two));
        }
        state = add(state, [a, b, c, d, e, f, g, h]);
    }
    state.iter().flat_map(|word| word.to_be_bytes()).collect()
}

fn add<const N: usize>(state: [u32; N], more: [u32; N]) -> [u32; N] {
    std::array::from_fn(|i| state[i].wrapping_add(more[i]))
}

#[cfg(test)]
mod tests {
    use super::{md5, sha1, sha256};

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn digests_of_the_standards() {
        let long = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        assert_eq!(hex(&md5(b"")), "d41d8cd98f00b204e9800998ecf8427e");
        assert_eq!(hex(&md5(b"message digest")), "f96b697d7cb7938d525a2f31aaf161d0");
        assert_eq!(hex(&sha1(b"abc")), "a9993e364706816aba3e25717850c26c9cd0d89d");
        assert_eq!(hex(&sha1(long)), "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hex(&sha256(b"abc")), abc);
        let expected = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
        assert_eq!(hex(&sha256(long)), expected);
    }
}
