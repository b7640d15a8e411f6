//! ISO 8.16: text of atoms and numbers.

use crate::base::iso_error::{Domain, Limit, Type};
use crate::base::num::Number;
use crate::base::num::text::push_int;
use crate::base::watch::Pace;
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det, nondet};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::text::extensions::Extensions;
use crate::text::number::{self, Signs};

use crate::native::args::borrowed_text::borrow_text;
use crate::native::args::list_arg::new_list;
use crate::native::args::number_text::{number_text, parse_number};
use crate::native::args::text_arg::{
    Elements, Made, NoText, atom_elements, char_of_atom, char_of_code, check_partial_list, element_char, need_atomic,
    new_char, new_chars, new_codes, no_text_error, push_atomic, push_list, text_atom,
};

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("atom_length(+atom, ?length)", 2, atom_length_2)
        .iso("8.16.1")
        .doc("Unifies length with the number of characters of an atom or a string.")
        .examples(&[
            ("atom_length('enchanted evening', N)", "N = 17"),
            ("atom_length(a, 2)", "false"),
        ]),
    nondet!("atom_concat(?start, ?end, ?whole)", 3, atom_concat_3)
        .iso("8.16.2")
        .doc("True if whole is the concatenation of start and end; splits whole in all ways if they are unbound.")
        .examples(&[
            ("atom_concat(hello, world, A)", "A = helloworld"),
            ("atom_concat(X, b, ab)", "X = a"),
        ]),
    det!("atom_chars(?atom, ?chars)", 2, atom_chars_2)
        .iso("8.16.4")
        .doc("Converts between an atom and the list of its characters; a string is accepted too.")
        .examples(&[("atom_chars(ab, L)", "L = [a, b]"), ("atom_chars(A, [a, b])", "A = ab")]),
    det!("atom_codes(?atom, ?codes)", 2, atom_codes_2)
        .iso("8.16.5")
        .doc("Converts between an atom and the list of its character codes; a string is accepted too.")
        .examples(&[
            ("atom_codes(ab, L)", "L = [97, 98]"),
            ("atom_codes(A, [97, 98])", "A = ab"),
        ]),
    det!("$atoms(-atoms)", 1, atoms_1).doc("Unifies atoms with the list of all atoms."),
    det!("char_code(?char, ?code)", 2, char_code_2)
        .iso("8.16.6")
        .doc("Converts between a character and its code.")
        .examples(&[("char_code(a, C)", "C = 97"), ("char_code(X, 98)", "X = b")]),
    det!("number_chars(?number, ?chars)", 2, number_chars_2)
        .iso("8.16.7")
        .doc("Converts between a number and the list of its characters; a list of characters is read as a number.")
        .examples(&[
            ("number_chars(33, L)", "L = ['3', '3']"),
            ("number_chars(A, [' ', '3'])", "A = 3"),
        ]),
    det!("number_codes(?number, ?codes)", 2, number_codes_2)
        .iso("8.16.8")
        .doc("Converts between a number and the list of its character codes; a list of codes is read as a number.")
        .examples(&[
            ("number_codes(33, L)", "L = [51, 51]"),
            ("number_codes(A, [48, 39, 97])", "A = 97"),
        ]),
    det!("atom_number(?atom, ?number)", 2, atom_number_2)
        .doc("Converts between an atom and the number that it denotes; fails if it does not denote a number.")
        .examples(&[("atom_number('12', X)", "X = 12"), ("atom_number(abc, X)", "false")]),
    det!("upcase_atom(+text, ?atom)", 2, upcase_atom_2)
        .doc("Unifies atom with the text in upper case.")
        .examples(&[("upcase_atom('aBc', A)", "A = 'ABC'")]),
    det!("downcase_atom(+text, ?atom)", 2, downcase_atom_2)
        .doc("Unifies atom with the text in lower case.")
        .examples(&[("downcase_atom('aBc', A)", "A = abc")]),
];

fn atom_length_2(m: &mut Machine, atom: Cell, length: Cell) -> Step {
    if !is_atom_text(m, atom) {
        return Err(m.type_or_instantiation_error(Type::Atom, atom));
    }
    let count = borrow_text(m, atom).map_or(0, |text| text.chars());
    unify_length(m, count, length)
}

/// Unifies a length, which must be unbound or a non-negative integer.
pub(super) fn unify_length(m: &mut Machine, count: usize, length: Cell) -> Step {
    check_natural(m, length)?;
    m.unify(length, Cell::int(count as i64))
}

/// Raises an error unless `cell` is unbound or a non-negative integer.
pub(super) fn check_natural(m: &mut Machine, cell: Cell) -> Step {
    match m.view(cell) {
        View::Var(_) | View::Attributed(_) => Ok(()),
        View::Int(n) if n >= 0 => Ok(()),
        View::Int(_) => Err(m.domain_error(Domain::NotLessThanZero, cell)),
        View::BigInt(_) => {
            let negative = m.heap.number(cell).is_some_and(|n| number_text(m, &n).starts_with('-'));
            Err(if negative {
                m.domain_error(Domain::NotLessThanZero, cell)
            } else {
                Stop::Fail
            })
        }
        _ => Err(m.type_error(Type::Integer, cell)),
    }
}

fn atom_concat_3(m: &mut Machine, state: Option<Cell>, a: Cell, b: Cell, whole: Cell) -> Result<Option<Cell>, Stop> {
    if let Some(state) = state {
        return split_at(m, state, [a, b, whole], Made::Atoms);
    }
    let unbound = [a, b, whole].map(|cell| m.deref(cell).is_variable());
    if unbound[2] && (unbound[0] || unbound[1]) {
        return Err(m.instantiation_error());
    }
    for cell in [a, b, whole] {
        if !m.deref(cell).is_variable() && !is_atom_text(m, cell) {
            return Err(m.type_error(Type::Atom, cell));
        }
    }
    concat(m, [a, b, whole], Made::Atoms)
}

/// Runs the first call of atom_concat/3 and string_concat/3 in any mode.
pub(super) fn concat(m: &mut Machine, [a, b, whole]: [Cell; 3], made: Made) -> Result<Option<Cell>, Stop> {
    if !m.deref(a).is_variable() && !m.deref(b).is_variable() {
        let new = m.with_text(|m, text| {
            push_known(m, a, text)?;
            push_known(m, b, text)?;
            if !m.deref(whole).is_variable() {
                return if need_atomic(m, whole)? == *text {
                    Ok(None)
                } else {
                    Err(Stop::Fail)
                };
            }
            made.make(m, text).map(Some)
        })?;
        if let Some(new) = new {
            m.unify(whole, new)?;
        }
        return Ok(None);
    }
    let mut all = String::new();
    let a_known = push_known(m, a, &mut all)?;
    let split = all.len();
    let b_known = push_known(m, b, &mut all)?;
    if m.deref(whole).is_variable() {
        return Err(m.instantiation_error());
    }
    if borrow_text(m, whole).is_none() {
        return Err(m.type_error(Type::Atomic, whole));
    }
    if a_known || b_known {
        let known = &all;
        let text = need_atomic(m, whole)?;
        let (rest, out) = if a_known {
            (text.strip_prefix(&known[..split]), b)
        } else {
            (text.strip_suffix(&known[split..]), a)
        };
        let Some(rest) = rest else { return Err(Stop::Fail) };
        let rest = made.make(m, rest)?;
        m.unify(out, rest)?;
        return Ok(None);
    }
    if m.deref(a) == m.deref(b) {
        return halves(m, a, whole, made);
    }
    split_at(m, Cell::ZERO, [a, b, whole], made)
}

/// Unifies two distinct unbound variables with the parts of the text around a byte offset, which cannot fail. The state
/// is the offset.
pub(super) fn split_at(
    m: &mut Machine,
    state: Cell,
    [a, b, whole]: [Cell; 3],
    made: Made,
) -> Result<Option<Cell>, Stop> {
    let at = state.as_int() as usize;
    let text = borrow_text(m, whole).ok_or(Stop::Fail)?;
    let bytes = text.bytes();
    let next = (at < bytes).then(|| Cell::int(text.step(at) as i64));
    let (start, end) = (made.make_part(m, whole, 0, at)?, made.make_part(m, whole, at, bytes)?);
    m.unify(a, start)?;
    m.unify(b, end)?;
    Ok(next)
}

/// Appends the text of an argument if it is bound; returns false if it is not.
fn push_known(m: &mut Machine, cell: Cell, out: &mut String) -> Result<bool, Stop> {
    if m.deref(cell).is_variable() {
        return Ok(false);
    }
    if push_atomic(m, cell, out) {
        Ok(true)
    } else {
        Err(m.type_error(Type::Atomic, cell))
    }
}

/// Splits a text into equal halves: `atom_concat(X, X, abab)`.
fn halves(m: &mut Machine, half: Cell, whole: Cell, made: Made) -> Result<Option<Cell>, Stop> {
    let all = need_atomic(m, whole)?;
    match all.split_at_checked(all.len() / 2) {
        Some((start, end)) if start == end => {
            let new = made.make(m, start)?;
            m.unify(half, new)?;
            Ok(None)
        }
        _ => Err(Stop::Fail),
    }
}

fn atom_chars_2(m: &mut Machine, atom: Cell, chars: Cell) -> Step {
    atom_list(m, atom, chars, Elements::Chars)
}

fn atom_codes_2(m: &mut Machine, atom: Cell, codes: Cell) -> Step {
    atom_list(m, atom, codes, Elements::Codes)
}

fn atom_list(m: &mut Machine, atom: Cell, list: Cell, elements: Elements) -> Step {
    match m.view(atom) {
        View::Atom(name) => {
            check_elements(m, list, elements)?;
            let new = atom_elements(m, name, elements)?;
            m.unify(list, new)
        }
        View::String(string) => {
            check_elements(m, list, elements)?;
            let text = m.heap.string(string);
            let new = new_elements(m, &text, elements)?;
            m.unify(list, new)
        }
        View::Var(_) | View::Attributed(_) => {
            let new = with_list_text(m, list, elements, text_atom)??;
            m.unify(atom, new)
        }
        _ if is_atom_text(m, atom) => {
            check_elements(m, list, elements)?;
            let text = need_atomic(m, atom)?;
            let new = new_elements(m, &text, elements)?;
            m.unify(list, new)
        }
        _ => Err(m.type_error(Type::Atom, atom)),
    }
}

/// Calls a function with the text of a list, or raises the error that it is not a text.
fn with_list_text<T>(
    m: &mut Machine,
    list: Cell,
    elements: Elements,
    then: impl FnOnce(&mut Machine, &str) -> T,
) -> Result<T, Stop> {
    match m.with_text(|m, text| push_list(m, list, readable(m, elements), text).map(|()| then(m, text))) {
        Ok(value) => Ok(value),
        Err(why) => Err(no_text_error(m, list, why, elements)),
    }
}

/// Whether the predicates on atoms accept the term as an atom: an atom or a string, and, unless the flag `iso` is set, a
/// number (8.16).
pub(super) fn is_atom_text(m: &Machine, cell: Cell) -> bool {
    match m.view(cell) {
        View::Atom(_) | View::String(_) => true,
        View::Var(_) | View::Attributed(_) => false,
        _ => !m.flags.iso && m.heap.number(cell).is_some(),
    }
}

/// Returns what the elements of a list that is read may be: characters or codes as the predicate says if the flag `iso`
/// is set (8.16.4, 8.16.5), else both.
fn readable(m: &Machine, elements: Elements) -> Elements {
    if m.flags.iso { elements } else { Elements::Any }
}

/// Raises an error unless `list` is a list or partial list whose elements can unify with those of a text.
fn check_elements(m: &mut Machine, list: Cell, elements: Elements) -> Step {
    let elements = readable(m, elements);
    let mut rest = m.deref(list);
    if rest.is_variable() {
        return Ok(());
    }
    check_partial_list(m, list)?;
    while let View::List(pair) = m.view(rest) {
        let element = m.deref(m.heap.get(pair));
        match element_char(m, element, elements) {
            Ok(_) | Err(NoText::Unbound) => {}
            Err(why) => return Err(no_text_error(m, list, why, elements)),
        }
        rest = m.deref(m.heap.get(pair + 1));
    }
    Ok(())
}

fn new_elements(m: &mut Machine, text: &str, elements: Elements) -> Result<Cell, Stop> {
    if elements == Elements::Chars {
        new_chars(m, text, Cell::NIL)
    } else {
        new_codes(m, text, Cell::NIL)
    }
}

fn atoms_1(m: &mut Machine, atoms: Cell) -> Step {
    let found: Vec<Cell> = m.atoms.all().map(Cell::atom).collect();
    let list = new_list(m, &found)?;
    m.unify(atoms, list)
}

fn char_code_2(m: &mut Machine, char: Cell, code: Cell) -> Step {
    if !m.deref(char).is_variable() && char_of_atom(m, char).is_none() {
        return Err(m.type_error(Type::Character, char));
    }
    let known = match m.view(code) {
        View::Var(_) | View::Attributed(_) => None,
        View::Int(n) => match char_of_code(n) {
            Some(c) => Some(c),
            None => return Err(m.representation_error(Limit::CharacterCode)),
        },
        View::BigInt(_) => return Err(m.representation_error(Limit::CharacterCode)),
        _ => return Err(m.type_error(Type::Integer, code)),
    };
    if m.deref(char).is_variable() {
        let Some(c) = known else {
            return Err(m.instantiation_error());
        };
        let new = new_char(m, c);
        return m.unify(char, new);
    }
    match char_of_atom(m, char) {
        Some(c) => m.unify(code, Cell::int(i64::from(c as u32))),
        None => Err(Stop::Fail),
    }
}

fn number_chars_2(m: &mut Machine, number: Cell, chars: Cell) -> Step {
    number_list(m, number, chars, Elements::Chars)
}

fn number_codes_2(m: &mut Machine, number: Cell, codes: Cell) -> Step {
    number_list(m, number, codes, Elements::Codes)
}

fn number_list(m: &mut Machine, number: Cell, list: Cell, elements: Elements) -> Step {
    let known = m.heap.number(number);
    if known.is_none() && !m.deref(number).is_variable() {
        return Err(m.type_error(Type::Number, number));
    }
    let read = m.with_text(|m, text| {
        let extensions = Extensions::of(m.flags.iso);
        push_list(m, list, readable(m, elements), text)
            .map(|()| number::parse_number(text, Signs::OfTerms, extensions, &m.heap.watch).ok())
    });
    match (read, known) {
        (Ok(Some(value)), _) => {
            let value = m.heap.new_number(&value);
            m.unify(number, value)
        }
        (Ok(None), _) => Err(m.syntax_error("illegal_number")),
        (Err(NoText::Unbound), Some(known)) => {
            check_elements(m, list, elements)?;
            let new = match known {
                Number::Int(value) => m.with_text(|m, text| {
                    push_int(text, value);
                    new_elements(m, text, elements)
                })?,
                _ => new_elements(m, &number_text(m, &known), elements)?,
            };
            m.unify(list, new)
        }
        (Err(why), _) => Err(no_text_error(m, list, why, elements)),
    }
}

fn atom_number_2(m: &mut Machine, atom: Cell, number: Cell) -> Step {
    match m.view(atom) {
        View::Atom(_) | View::String(_) => {
            let text = need_atomic(m, atom)?;
            let value = parse_number(m, &text).ok_or(Stop::Fail)?;
            let value = m.heap.new_number(&value);
            m.unify(number, value)
        }
        View::Var(_) | View::Attributed(_) => match m.heap.number(number) {
            Some(value) => {
                let new = text_atom(m, &number_text(m, &value))?;
                m.unify(atom, new)
            }
            None => Err(m.type_or_instantiation_error(Type::Number, number)),
        },
        _ => Err(m.type_error(Type::Atom, atom)),
    }
}

fn upcase_atom_2(m: &mut Machine, text: Cell, atom: Cell) -> Step {
    let new = change_case(m, text, true)?;
    let new = text_atom(m, &new)?;
    m.unify(atom, new)
}

fn downcase_atom_2(m: &mut Machine, text: Cell, atom: Cell) -> Step {
    let new = change_case(m, text, false)?;
    let new = text_atom(m, &new)?;
    m.unify(atom, new)
}

/// Returns the text in upper or lower case, converted character by character.
pub(super) fn change_case(m: &mut Machine, text: Cell, upper: bool) -> Result<String, Stop> {
    let text = need_atomic(m, text)?;
    let mut pace = Pace::new();
    let wanted = text.chars().take_while(|_| !pace.step(&m.heap.watch));
    let mut changed = String::with_capacity(text.len());
    changed.extend(wanted.map(|c| if upper { upper_char(c) } else { lower_char(c) }));
    m.check_walks()?;
    Ok(changed)
}

/// Returns the upper case of a character, if that is one character.
pub(super) fn upper_char(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_uppercase();
    }
    let mut upper = c.to_uppercase();
    upper.next().filter(|_| upper.next().is_none()).unwrap_or(c)
}

/// Returns the lower case of a character, if that is one character.
pub(super) fn lower_char(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    // Its lower case has a combining dot and is two characters.
    if c == 'İ' {
        return 'i';
    }
    let mut lower = c.to_lowercase();
    lower.next().filter(|_| lower.next().is_none()).unwrap_or(c)
}
