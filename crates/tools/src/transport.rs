//! The messages of the protocols for editors: JSON behind a header with its length; and texts that come in pieces.

use std::io::{self, BufRead, Read as _, Write};

use serde_json::Value;

/// The longest message that is read, in bytes.
const MOST: usize = 256 << 20;

/// Reads a message; `None` at the end of the input.
///
/// # Errors
/// If the input cannot be read, or has no header of the protocol.
pub(crate) fn read(input: &mut impl BufRead) -> io::Result<Option<Value>> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let line = line.trim_end();
        if line.is_empty() && length.is_some() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse::<usize>().ok().filter(|&length| length <= MOST);
        }
    }
    let mut bytes = Vec::new();
    let wanted = length.unwrap_or_default();
    input.by_ref().take(wanted as u64).read_to_end(&mut bytes)?;
    if bytes.len() < wanted {
        return Ok(None);
    }
    // Other text than JSON is a message without a method.
    Ok(Some(serde_json::from_slice(&bytes).unwrap_or(Value::Null)))
}

/// Writes a message.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn write(out: &mut impl Write, message: &Value) -> io::Result<()> {
    let text = message.to_string();
    write!(out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    out.flush()
}

/// Takes the text at the beginning of some bytes, without a character of which only a part has come.
pub(crate) fn whole_text(waiting: &mut Vec<u8>) -> String {
    let whole = match str::from_utf8(waiting) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => waiting.len(),
    };
    let text: Vec<u8> = waiting.drain(..whole).collect();
    String::from_utf8_lossy(&text).into_owned()
}
