//! The common case of `sub_atom/5` and `sub_string/5`: the bound arguments leave at most one solution.

use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::native::args::borrowed_text::{Text, borrow_text};
use crate::native::args::text_arg::Made;

/// Handles a text of ASCII characters if the bound arguments determine the part.
pub(super) fn only_part(m: &mut Machine, made: Made) -> Option<Step> {
    let (text, sub) = (m.arg(0), m.deref(m.arg(4)));
    let numbers = [m.arg(1), m.arg(2), m.arg(3)];
    let mut known = [None; 3];
    for (number, known) in numbers.iter().zip(&mut known) {
        let cell = m.deref(*number);
        if cell.is_int() {
            *known = Some(usize::try_from(cell.as_int()).ok()?);
        } else if !cell.is_variable() {
            return None;
        }
    }
    let chars = match (borrow_text(m, text)?, m.view(text)) {
        (Text::Ascii(text), View::Atom(_)) => text.len(),
        (Text::Words(_, bytes, true), View::String(_)) if made == Made::Strings => bytes,
        _ => return None,
    };
    let given = match m.view(sub) {
        View::Var(_) | View::Attributed(_) => None,
        View::Atom(atom) => match (m.atoms.text_and_kind(atom), borrow_text(m, text)?) {
            ((sub, true), Text::Ascii(text)) => Some((text, sub)),
            _ => return None,
        },
        _ => return None,
    };
    let length = match (given, known[1]) {
        (Some((_, sub)), Some(length)) if sub.len() != length => return Some(Err(Stop::Fail)),
        (Some((_, sub)), _) => Some(sub.len()),
        (None, length) => length,
    };
    // Returns the third number from the other two.
    let rest = |a: usize, b: usize| chars.checked_sub(a)?.checked_sub(b);
    let found = match (known[0], length, known[2]) {
        (Some(before), Some(length), _) => rest(before, length).map(|after| (before, length, after)),
        (Some(before), None, Some(after)) => rest(before, after).map(|length| (before, length, after)),
        (None, Some(length), Some(after)) => rest(length, after).map(|before| (before, length, after)),
        _ => return None,
    };
    let Some((before, length, after)) = found else {
        return Some(Err(Stop::Fail));
    };
    let end = before + length;
    if given.is_some_and(|(text, sub)| text[before..end] != *sub) {
        return Some(Err(Stop::Fail));
    }
    let is_given = given.is_some();
    let mut step = Ok(());
    for (number, found) in numbers.into_iter().zip([before, length, after]) {
        step = step.and_then(|()| m.unify(number, Cell::int(found as i64)));
    }
    if !is_given {
        step = step
            .and_then(|()| made.make_part(m, text, before, end))
            .and_then(|new| m.unify(sub, new));
    }
    Some(step)
}
