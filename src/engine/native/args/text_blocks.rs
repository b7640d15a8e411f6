//! The text of an argument in blocks: a long one is not copied as a whole, and work on it stops between two blocks.

use crate::base::iso_error::Type;
use crate::base::known;
use crate::machine::Machine;
use crate::machine::native::{Step, holds};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::native::args::borrowed_text::borrow_text;
use crate::native::args::text_arg::{Elements, NoText, each_of_list};

/// Bytes that a block has at least, but for the last.
const BLOCK: usize = if cfg!(test) { 1 << 4 } else { 1 << 14 };

/// Hands the text of an atom, a string, a number, or a list of characters or codes to `take`, block by block; `[]` is
/// the empty text. `take` says whether the blocks after this one are of interest.
///
/// # Errors
/// An instantiation error or `type_error(text, Text)`; what an interrupt or a limit raises between two blocks.
pub fn each_block(m: &mut Machine, text: Cell, mut take: impl FnMut(&str) -> bool) -> Step {
    let is_text = match m.view(text) {
        View::Atom(known::NIL) => Ok(()),
        View::List(_) => list_blocks(m, text, &mut take),
        _ => atomic_blocks(m, text, &mut take),
    };
    m.check_walks()?;
    match is_text {
        Ok(()) => Ok(()),
        Err(NoText::Unbound) => Err(m.instantiation_error()),
        Err(_) => Err(m.type_error(Type::Text, text)),
    }
}

fn atomic_blocks(m: &Machine, cell: Cell, take: &mut impl FnMut(&str) -> bool) -> Result<(), NoText> {
    let Some(text) = borrow_text(m, cell) else {
        let cell = m.deref(cell);
        return Err(if cell.is_variable() {
            NoText::Unbound
        } else {
            NoText::NoList
        });
    };
    let mut start = 0;
    while start < text.bytes() {
        let end = text.boundary(start + BLOCK);
        if !take(&text.part(start, end)) || m.heap.watch.gives_up() {
            break;
        }
        start = end;
    }
    Ok(())
}
/// Hands the bytes of a text, as for [`each_block`], to `take`, block by block: of its encoding in UTF-8, or its codes if
/// those are to be its bytes.
///
/// # Errors
/// Fails if one of the codes is no byte; as for [`each_block`].
pub fn each_bytes(m: &mut Machine, text: Cell, octets: bool, mut take: impl FnMut(&[u8])) -> Step {
    let mut bytes = Vec::new();
    let mut are_bytes = true;
    each_block(m, text, |block| {
        if !octets {
            take(block.as_bytes());
            return true;
        }
        bytes.clear();
        are_bytes = push_octets(block, &mut bytes);
        take(&bytes);
        are_bytes
    })?;
    holds(are_bytes)
}

fn list_blocks(m: &Machine, list: Cell, take: &mut impl FnMut(&str) -> bool) -> Result<(), NoText> {
    let mut block = String::with_capacity(BLOCK + 4);
    let mut wanted = true;
    let end = each_of_list(m, list, Elements::Any, |c| {
        block.push(c);
        if block.len() >= BLOCK {
            wanted = wanted && take(&block);
            block.clear();
        }
    })?;
    match m.view(end) {
        View::Atom(known::NIL) => {}
        View::Var(_) | View::Attributed(_) => return Err(NoText::Unbound),
        _ => return Err(NoText::NoList),
    }
    if wanted && !block.is_empty() {
        take(&block);
    }
    Ok(())
}

/// Appends the codes of the characters of a block as bytes; false if one is none.
pub fn push_octets(block: &str, bytes: &mut Vec<u8>) -> bool {
    block.chars().all(|c| match u8::try_from(c) {
        Ok(byte) => {
            bytes.push(byte);
            true
        }
        Err(_) => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::native::Stop;
    use crate::native::args::text_arg::{new_atom, new_chars, new_codes};

    fn gathered(m: &mut Machine, cell: Cell) -> Result<String, Stop> {
        let mut all = String::new();
        each_block(m, cell, |block| {
            assert!(block.len() < BLOCK + 4);
            all.push_str(block);
            true
        })?;
        Ok(all)
    }

    #[test]
    fn blocks_make_the_text() {
        let mut m = Machine::bare();
        for text in [
            "",
            "a",
            "é",
            &"aé😀".repeat(100),
            &"x".repeat(1000),
            &"😀".repeat(BLOCK),
        ] {
            let atom = new_atom(&mut m, text);
            let string = m.heap.new_string(text);
            let chars = new_chars(&mut m, text, Cell::NIL).expect("small");
            let codes = new_codes(&mut m, text, Cell::NIL).expect("small");
            for cell in [atom, string, chars, codes] {
                assert_eq!(gathered(&mut m, cell).as_deref(), Ok(text));
            }
        }
        assert_eq!(gathered(&mut m, Cell::int(-12)).as_deref(), Ok("-12"));
    }

    #[test]
    fn what_is_no_text_is_an_error() {
        let mut m = Machine::bare();
        let var = m.heap.new_var();
        let open = new_codes(&mut m, &"a".repeat(100), var).expect("small");
        for cell in [var, open] {
            assert!(gathered(&mut m, cell).is_err());
        }
        let ring = m.heap.new_pair(Cell::int(97), Cell::NIL);
        m.heap.set(ring.address() + 1, ring);
        assert!(gathered(&mut m, ring).is_err());
    }

    #[test]
    fn work_stops_between_blocks() {
        let mut m = Machine::bare();
        let string = m.heap.new_string(&"x".repeat(100 * BLOCK));
        let mut blocks = 0;
        let watch = m.limits.watch().clone();
        let stopped = each_block(&mut m, string, |_| {
            blocks += 1;
            watch.interrupt();
            true
        });
        assert!(stopped.is_err());
        assert_eq!(blocks, 1);
    }
}
