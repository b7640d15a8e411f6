//! Text arguments: an atom, a string, a number, or a list of characters or codes.
//!
//! `[]` is both an atom of two characters and the empty list: the built-ins on atoms read it as an atom ([`text_of`]),
//! those on strings as a list ([`list_or_text`]).

use crate::base::atom::Atom;
use crate::base::iso_error::{Limit, Type};
use crate::base::known;
use crate::base::num::text::push_int;
use crate::base::watch::Pace;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::term::cell::{Cell, Tag};
use crate::term::heap::{BLOCK, Heap};
use crate::term::view::View;
use crate::term::walk::{ListEnd, list_end, list_to_vec};

use crate::native::args::borrowed_text::borrow_text;
use crate::native::args::number_text::number_text;

/// The elements that a list of text may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Elements {
    /// Characters.
    Chars,
    /// Codes.
    Codes,
    /// Either, also mixed.
    Any,
}

/// The reason why a term is not a text list.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum NoText {
    /// The list, or one of its elements, is unbound.
    Unbound,
    /// The list does not end with `[]`.
    NoList,
    /// This element is not a character or code, as required.
    Element(Cell),
    /// This integer is not a character code.
    Code(Cell),
}

/// Dereferences an element or the end of a list; most are no references.
#[inline(always)]
fn follow(heap: &Heap, cell: Cell) -> Cell {
    if cell.is_variable() { heap.deref(cell) } else { cell }
}

/// Returns the text of an atomic term; `None` for a variable or a compound term.
pub fn atomic_text(m: &Machine, cell: Cell) -> Option<String> {
    let mut text = String::new();
    push_atomic(m, cell, &mut text).then_some(text)
}

/// Appends the text of an atomic term; returns false for a variable or a compound term.
pub fn push_atomic(m: &Machine, cell: Cell, out: &mut String) -> bool {
    match m.view(cell) {
        View::Atom(atom) => out.push_str(m.atoms.text(atom)),
        View::String(string) => out.push_str(m.heap.text(string)),
        View::Int(value) => push_int(out, value),
        _ => match m.heap.number(cell) {
            Some(number) => out.push_str(&number_text(m, &number)),
            None => return false,
        },
    }
    true
}

/// Returns the text of an atom, a string, a number, or a list of characters or codes; `[]` is read as an atom.
pub fn text_of(m: &Machine, cell: Cell) -> Option<String> {
    match m.view(cell) {
        View::List(_) => list_text(m, cell, Elements::Any).ok(),
        _ => atomic_text(m, cell),
    }
}

/// Like [`text_of`], but `[]` is the empty text.
pub fn list_or_text(m: &Machine, cell: Cell) -> Option<String> {
    if m.view(cell) == View::Atom(known::NIL) {
        Some(String::new())
    } else {
        text_of(m, cell)
    }
}

/// Returns the text of an atomic term, or raises an error.
///
/// # Errors
/// `instantiation_error`, `type_error(atomic, _)`
pub fn need_atomic(m: &mut Machine, cell: Cell) -> Result<String, Stop> {
    match atomic_text(m, cell) {
        Some(text) => Ok(text),
        None => Err(m.type_or_instantiation_error(Type::Atomic, cell)),
    }
}

/// Like [`list_or_text`], but raises an error for a term that is not a text.
///
/// # Errors
/// `instantiation_error`, `type_error(text, _)`
pub fn need_text(m: &mut Machine, cell: Cell) -> Result<String, Stop> {
    if matches!(m.view(cell), View::List(_)) {
        return match list_text(m, cell, Elements::Any) {
            Ok(text) => Ok(text),
            Err(NoText::Unbound) => Err(m.instantiation_error()),
            Err(_) => Err(m.type_error(Type::Text, cell)),
        };
    }
    match list_or_text(m, cell) {
        Some(text) => Ok(text),
        None => Err(m.type_or_instantiation_error(Type::Text, cell)),
    }
}

/// Returns the text of a list; that of `[]` is empty.
///
/// # Errors
/// Why it is none.
pub fn list_text(m: &Machine, list: Cell, elements: Elements) -> Result<String, NoText> {
    let mut text = String::new();
    push_list(m, list, elements, &mut text).map(|()| text)
}

/// Appends the text of a list.
///
/// # Errors
/// Why it is none.
pub fn push_list(m: &Machine, list: Cell, elements: Elements, text: &mut String) -> Result<(), NoText> {
    // A list is of codes or of characters, as its first element is.
    let first = match m.view(list) {
        View::List(pair) => m.deref(m.heap.get(pair)).tag(),
        _ => Tag::Ref,
    };
    let elements = match (elements, first) {
        (Elements::Any, Tag::Int) => Elements::Codes,
        (Elements::Any, Tag::Atm) => Elements::Chars,
        _ => elements,
    };
    let rest = match elements {
        Elements::Codes => push_ascii_codes(&m.heap, list, text),
        _ => list,
    };
    let end = each_of_list(m, rest, elements, |c| text.push(c))?;
    match m.view(end) {
        View::Atom(known::NIL) => Ok(()),
        View::Var(_) | View::Attributed(_) => Err(NoText::Unbound),
        // A string stands for the list of its characters, as SWI-Prolog users expect.
        View::String(string) if end == m.deref(list) => {
            text.push_str(m.heap.text(string));
            Ok(())
        }
        _ => Err(NoText::NoList),
    }
}

/// Appends the ASCII codes with which a list begins, as far as its pairs lie one behind another, and returns the rest.
fn push_ascii_codes(heap: &Heap, list: Cell, text: &mut String) -> Cell {
    let mut rest = heap.deref(list);
    let mut block = [0; 256];
    let mut pace = Pace::new();
    while rest.is_list() && !pace.step(&heap.watch) {
        let mut at = rest.address();
        let mut count = 0;
        for (pair, byte) in heap.words()[at..].chunks_exact(2).zip(&mut block) {
            let code = Cell::from_bits(pair[0]);
            if code.tag() != Tag::Int || !(0..0x80).contains(&code.as_int()) {
                break;
            }
            *byte = code.as_int() as u8;
            count += 1;
            at += 2;
            rest = Cell::from_bits(pair[1]);
            if rest != Cell::list(at) {
                break;
            }
        }
        text.push_str(str::from_utf8(&block[..count]).unwrap_or_default());
        if count < block.len() {
            break;
        }
    }
    rest
}

/// Hands on the characters of a list of text, and gives what ends it; `[]` if the goal is to stop, which the watch
/// knows.
///
/// # Errors
/// Why it is none.
#[inline]
pub fn each_of_list(m: &Machine, list: Cell, elements: Elements, mut take: impl FnMut(char)) -> Result<Cell, NoText> {
    let mut rest = m.deref(list);
    let mut pace = Pace::new();
    // More pairs than the heap has cells: the list is cyclic.
    let mut left = m.heap.top();
    while rest.is_list() {
        if pace.step(&m.heap.watch) {
            return Ok(Cell::NIL);
        }
        let pair = &m.heap.words()[rest.address()..rest.address() + 2];
        let (element, tail) = (Cell::from_bits(pair[0]), Cell::from_bits(pair[1]));
        let element = follow(&m.heap, element);
        if let Some(letter) = letter_of(m, element, elements) {
            take(char::from(letter));
        } else {
            match element_char(m, element, elements) {
                Ok(c) => take(c),
                // A partial list is not instantiated enough, whatever stands in it (ISO 8.16.8.3).
                Err(why) => {
                    let partial = matches!(list_end(&m.heap, rest).1, Some(ListEnd::Partial(_)));
                    return Err(if partial { NoText::Unbound } else { why });
                }
            }
        }
        rest = follow(&m.heap, tail);
        left = left.checked_sub(1).ok_or(NoText::NoList)?;
    }
    Ok(rest)
}

/// Returns the ASCII character that a dereferenced element of a text list denotes: the most frequent case.
#[inline(always)]
fn letter_of(m: &Machine, element: Cell, elements: Elements) -> Option<u8> {
    match element.tag() {
        Tag::Int if elements != Elements::Chars => u8::try_from(element.as_int()).ok().filter(u8::is_ascii),
        Tag::Atm if elements != Elements::Codes => m.atoms.letter_of(element.as_atom()),
        _ => None,
    }
}

/// Returns the character that a dereferenced element of a text list denotes.
///
/// # Errors
/// Why it denotes none.
#[inline(always)]
pub fn element_char(m: &Machine, element: Cell, elements: Elements) -> Result<char, NoText> {
    match element.tag() {
        Tag::Int if elements != Elements::Chars => char_of_code(element.as_int()).ok_or(NoText::Code(element)),
        Tag::Atm if elements != Elements::Codes => {
            let c = m.atoms.char_of(element.as_atom());
            c.ok_or(NoText::Element(element))
        }
        Tag::Ref | Tag::Att => Err(NoText::Unbound),
        _ => Err(NoText::Element(element)),
    }
}

/// Returns the character with this code.
pub fn char_of_code(code: i64) -> Option<char> {
    u32::try_from(code).ok().and_then(char::from_u32)
}

/// Returns the character of an atom of one character.
#[inline]
pub fn char_of_atom(m: &Machine, cell: Cell) -> Option<char> {
    let cell = m.deref(cell);
    if cell.tag() == Tag::Atm {
        m.atoms.char_of(cell.as_atom())
    } else {
        None
    }
}

/// Returns the ISO error for a term that is not a text list of the required kind.
pub fn no_text_error(m: &mut Machine, list: Cell, why: NoText, elements: Elements) -> Stop {
    match why {
        NoText::Unbound => m.instantiation_error(),
        NoText::NoList => m.type_error(Type::List, list),
        NoText::Code(_) => m.representation_error(Limit::CharacterCode),
        NoText::Element(element) if elements == Elements::Codes && element.tag() != Tag::Int => {
            m.type_error(Type::Integer, element)
        }
        NoText::Element(element) => m.type_error(Type::Character, element),
    }
}

/// Raises a type error unless `list` is a list or a partial list.
///
/// # Errors
/// `type_error(list, _)`
pub fn check_partial_list(m: &mut Machine, list: Cell) -> Step {
    let mut rest = m.deref(list);
    let mut left = m.heap.top();
    let mut pace = Pace::new();
    while let View::List(pair) = m.view(rest) {
        rest = m.deref(m.heap.get(pair + 1));
        if pace.step(&m.heap.watch) {
            return Ok(());
        }
        if left == 0 {
            return Err(m.type_error(Type::List, list));
        }
        left -= 1;
    }
    match m.view(rest) {
        View::Atom(known::NIL) | View::Var(_) | View::Attributed(_) => Ok(()),
        _ => Err(m.type_error(Type::List, list)),
    }
}

/// Returns the elements of a list, or the tail that is not `[]`: an unbound variable or another term.
///
/// # Errors
/// The tail.
pub fn list_items(m: &Machine, list: Cell) -> Result<Vec<Cell>, Cell> {
    match list_to_vec(&m.heap, list) {
        Ok(items) => Ok(items.into_iter().map(|item| m.deref(item)).collect()),
        Err(ListEnd::Partial(end) | ListEnd::NotList(end)) => Err(end),
        Err(ListEnd::Cyclic) => Err(m.deref(list)),
    }
}

/// Returns the elements of a proper list, or raises the ISO error.
///
/// # Errors
/// `instantiation_error`, `type_error(list, _)`
pub fn need_list(m: &mut Machine, list: Cell) -> Result<Vec<Cell>, Stop> {
    match list_items(m, list) {
        Ok(items) => Ok(items),
        Err(end) if m.deref(end).is_variable() => Err(m.instantiation_error()),
        Err(_) => Err(m.type_error(Type::List, list)),
    }
}

/// Returns the atom with a text that is short or part of the engine; it is not charged.
pub fn new_atom(m: &mut Machine, text: &str) -> Cell {
    Cell::atom(m.intern(text))
}

/// Returns the atom with a text that a program made, and charges its memory.
///
/// # Errors
/// `resource_error(memory)`
pub fn text_atom(m: &mut Machine, text: &str) -> Result<Cell, Stop> {
    match m.atoms.look_up(text) {
        Ok(atom) => Ok(Cell::atom(atom)),
        Err(missing) => {
            m.charge_program(text.len() + 16)?;
            Ok(Cell::atom(m.atoms.add(text, missing)))
        }
    }
}

/// Returns a string with this text, and charges its memory.
///
/// # Errors
/// `resource_error(memory)`
pub fn new_string(m: &mut Machine, text: &str) -> Result<Cell, Stop> {
    m.reserve(Cell::most_string_cells(text.len()))?;
    Ok(m.heap.new_string(text))
}

/// The type of text that a built-in makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Made {
    /// Atoms.
    Atoms,
    /// Strings.
    Strings,
}

impl Made {
    /// Returns the text as a term, and charges its memory.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub fn make(self, m: &mut Machine, text: &str) -> Result<Cell, Stop> {
        match self {
            Made::Atoms => text_atom(m, text),
            Made::Strings => new_string(m, text),
        }
    }

    /// Returns the part of an atomic term's text between two byte offsets as a term. The text of an atom is copied only
    /// if the atom is new.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub fn make_part(self, m: &mut Machine, whole: Cell, from: usize, to: usize) -> Result<Cell, Stop> {
        if self == Made::Atoms
            && let View::Atom(whole) = m.view(whole)
            && let Ok(atom) = m.atoms.look_up(&m.atoms.text(whole)[from..to])
        {
            return Ok(Cell::atom(atom));
        }
        m.with_text(|m, part| {
            if let Some(text) = borrow_text(m, whole) {
                part.push_str(&text.part(from, to));
            }
            self.make(m, part)
        })
    }
}

/// Returns the atom of one character.
pub fn new_char(m: &mut Machine, c: char) -> Cell {
    Cell::atom(m.atoms.intern_char(c))
}

/// Builds the list of the characters of `text` in front of `tail`.
///
/// # Errors
/// `resource_error(memory)`
pub fn new_chars(m: &mut Machine, text: &str, tail: Cell) -> Result<Cell, Stop> {
    m.reserve(2 * text.len())?;
    let (heap, atoms) = (&mut m.heap, &mut m.atoms);
    Ok(push_elements(heap, text, tail, |c| Cell::atom(atoms.intern_char(c))))
}

/// Builds the list of the codes of `text` in front of `tail`.
///
/// # Errors
/// `resource_error(memory)`
pub fn new_codes(m: &mut Machine, text: &str, tail: Cell) -> Result<Cell, Stop> {
    m.reserve(2 * text.len())?;
    Ok(push_elements(&mut m.heap, text, tail, |c| {
        Cell::int(i64::from(c as u32))
    }))
}

/// Builds the list of the characters or codes of an atom's text.
///
/// # Errors
/// `resource_error(memory)`
pub fn atom_elements(m: &mut Machine, atom: Atom, elements: Elements) -> Result<Cell, Stop> {
    m.reserve_first(2 * m.atoms.text(atom).len())?;
    let (heap, atoms) = (&mut m.heap, &m.atoms);
    let text = atoms.text(atom);
    if elements == Elements::Codes {
        return Ok(push_elements(heap, text, Cell::NIL, |c| Cell::int(i64::from(c as u32))));
    }
    let letter = |c| atoms.letter(c).map(Cell::atom);
    if text.is_ascii() {
        return Ok(push_elements(heap, text, Cell::NIL, |c| letter(c).unwrap_or(Cell::NIL)));
    }
    let text = text.to_owned();
    new_chars(m, &text, Cell::NIL)
}

/// Builds the list pair by pair, without a vector of its elements, since a text may be long. The caller has reserved
/// the cells.
#[inline]
fn push_elements(heap: &mut Heap, text: &str, tail: Cell, mut element: impl FnMut(char) -> Cell) -> Cell {
    if text.is_empty() {
        return tail;
    }
    let start = heap.top();
    if text.is_ascii() {
        // In blocks, between which the watch is asked.
        for block in text.as_bytes().chunks(BLOCK) {
            if heap.top() > start && heap.watch.gives_up() {
                break;
            }
            heap.push_pairs(block.iter().map(|&byte| element(char::from(byte))));
        }
        return heap.end_list(start, tail);
    }
    let mut pace = Pace::new();
    for c in text.chars() {
        if pace.step(&heap.watch) {
            break;
        }
        let address = heap.push(element(c));
        heap.push(Cell::list(address + 2));
    }
    heap.set(heap.top() - 1, tail);
    Cell::list(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_text() {
        let mut m = Machine::bare();
        let chars = new_chars(&mut m, "añ", Cell::NIL).expect("small");
        assert_eq!(list_text(&m, chars, Elements::Chars).as_deref(), Ok("añ"));
        assert!(matches!(list_text(&m, chars, Elements::Codes), Err(NoText::Element(_))));
        let var = m.heap.new_var();
        let open = new_codes(&mut m, "ab", var).expect("small");
        assert_eq!(list_text(&m, open, Elements::Any), Err(NoText::Unbound));
        let pair = m.heap.new_pair(Cell::int(97), Cell::NIL);
        m.heap.set(pair.address() + 1, pair);
        assert_eq!(list_text(&m, pair, Elements::Any), Err(NoText::NoList));
        assert_eq!(text_of(&m, Cell::NIL).as_deref(), Some("[]"));
        assert_eq!(list_or_text(&m, Cell::NIL).as_deref(), Some(""));
    }
}
