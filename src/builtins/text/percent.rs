//! `%XX` in URIs, under `library/text/uri.pl`.

use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;

use crate::native::args::stream_arg::boolean;
use crate::native::args::text_arg::{need_text, text_atom};

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$percent_encoded(+text, +allowed, -encoded)", 3, percent_encoded_3)
        .doc("Writes the bytes of text that are no letters, digits, one of -._~ or allowed as %XX."),
    det!("$percent_decoded(+encoded, +plus, -text)", 3, percent_decoded_3)
        .doc("The inverse; with plus true + is a blank. Fails if the bytes are no UTF-8."),
    det!("$percent_normal(+text, +shown, -normal)", 3, percent_normal_3)
        .doc("Writes %XX in text only where it is needed; with shown true characters beyond ASCII as they are."),
];

/// The characters that have a meaning in a URI, or begin a %XX.
const GENERAL: &[u8] = b"!$&'()*+,;=:@/?#[]%";

fn push_encoded(byte: u8, allowed: &[u8], out: &mut String) {
    if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) || byte.is_ascii() && allowed.contains(&byte) {
        out.push(char::from(byte));
    } else {
        const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
        let digit = |value: u8| char::from(DIGITS[usize::from(value)]);
        out.extend(['%', digit(byte >> 4), digit(byte & 15)]);
    }
}

/// Returns the byte of the %XX with which bytes begin.
fn escaped(bytes: &[u8]) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    match *bytes {
        [b'%', high, low, ..] => Some((digit(high)? << 4 | digit(low)?) as u8),
        _ => None,
    }
}

/// Unifies a cell with the atom of the text that `make` appends for a text.
fn made(m: &mut Machine, text: Cell, result: Cell, make: impl FnOnce(&[u8]) -> Option<String>) -> Step {
    let text = need_text(m, text)?;
    m.poll()?;
    let made = m.with_aside(4 * text.len(), |_| make(text.as_bytes()).ok_or(Stop::Fail))?;
    let atom = text_atom(m, &made)?;
    m.unify(result, atom)
}

fn percent_encoded_3(m: &mut Machine, text: Cell, allowed: Cell, encoded: Cell) -> Step {
    let allowed = need_text(m, allowed)?;
    made(m, text, encoded, |text| {
        let mut out = String::with_capacity(text.len());
        text.iter()
            .for_each(|&byte| push_encoded(byte, allowed.as_bytes(), &mut out));
        Some(out)
    })
}

fn percent_decoded_3(m: &mut Machine, encoded: Cell, plus: Cell, text: Cell) -> Step {
    let plus = boolean(m, plus)?;
    made(m, encoded, text, |mut rest| {
        let mut bytes = Vec::with_capacity(rest.len());
        while let [first, ..] = *rest {
            let found = escaped(rest);
            rest = &rest[if found.is_some() { 3 } else { 1 }..];
            bytes.push(found.unwrap_or(if plus && first == b'+' { b' ' } else { first }));
        }
        String::from_utf8(bytes).ok()
    })
}

fn percent_normal_3(m: &mut Machine, text: Cell, shown: Cell, normal: Cell) -> Step {
    let shown = boolean(m, shown)?;
    made(m, text, normal, |mut rest| {
        let mut out = String::with_capacity(rest.len());
        while let [first, ..] = *rest {
            if shown {
                let beyond = |part: &[u8]| match part {
                    _ if !part[0].is_ascii() => Some((part[0], 1)),
                    _ => escaped(part).filter(|byte| !byte.is_ascii()).map(|byte| (byte, 3)),
                };
                let (mut bytes, mut end) = (Vec::new(), rest);
                while !end.is_empty()
                    && let Some((byte, length)) = beyond(end)
                {
                    bytes.push(byte);
                    end = &end[length..];
                }
                match str::from_utf8(&bytes) {
                    Ok("") => {}
                    Ok(text) => {
                        out.push_str(text);
                        rest = end;
                        continue;
                    }
                    // What stands up to the fault is shown as %XX, since no part that goes on behind it is a text.
                    Err(fault) => {
                        bytes.truncate(
                            fault
                                .error_len()
                                .map_or(bytes.len(), |length| fault.valid_up_to() + length),
                        );
                        for &byte in &bytes {
                            push_encoded(byte, b"", &mut out);
                            rest = &rest[beyond(rest).map_or(1, |(_, length)| length)..];
                        }
                        continue;
                    }
                }
            }
            match escaped(rest) {
                Some(byte) => {
                    push_encoded(byte, b"", &mut out);
                    rest = &rest[3..];
                }
                None => {
                    push_encoded(first, GENERAL, &mut out);
                    rest = &rest[1..];
                }
            }
        }
        Some(out)
    })
}
