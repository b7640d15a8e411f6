//! Terms: made, and taken apart.

use std::ffi::{c_char, c_void};
use std::ptr::null_mut;

use engine::{BigNumber, Builder, Object, Term, TermRef, TermView};

use crate::error::{ferz_error, ferz_status, guarded, quiet};
use crate::input::{Data, array, ferz_destroy, get, give, own, put, text, text_of, write};

/// A term. It never changes, so threads may share it.
pub struct ferz_term(pub(crate) Term);

/// The kind of a term.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ferz_kind {
    /// An unbound variable.
    FERZ_VAR = 0,
    /// An atom. The empty list is the atom [].
    FERZ_ATOM = 1,
    /// An integer of 64 bits.
    FERZ_INT = 2,
    /// An integer beyond 64 bits: `ferz_term_text` has its digits.
    FERZ_BIG = 3,
    /// A rational number that is not an integer: its text is as 1r3.
    FERZ_RATIONAL = 4,
    /// A floating point number.
    FERZ_FLOAT = 5,
    /// A string.
    FERZ_STRING = 6,
    /// A list pair: its arguments are the head and the tail.
    FERZ_PAIR = 7,
    /// A compound term.
    FERZ_COMPOUND = 8,
    /// An object of the host.
    FERZ_OBJECT = 9,
}

impl ferz_term {
    pub(crate) fn handle(term: Term) -> *mut ferz_term {
        Box::into_raw(Box::new(ferz_term(term)))
    }
}

/// Makes a term, or returns a null pointer if an argument is not valid.
fn made(term: impl FnOnce() -> Result<Term, ferz_error>) -> *mut ferz_term {
    quiet(null_mut(), || term().ok().map(ferz_term::handle))
}

/// Frees a term. It may be a null pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_term_free(term: *mut ferz_term) {
    // SAFETY: the caller gives up the handle.
    quiet((), || unsafe { own(term) }.map(drop));
}

/// Returns another handle to a term. It costs the same whatever the size of the term.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_term_copy(term: *const ferz_term) -> *mut ferz_term {
    // SAFETY: the caller gives a handle, or a null pointer.
    made(|| Ok(unsafe { get(term) }?.0.clone()))
}

/// Makes an atom of a text that ends with a null character.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_term_atom(name: *const c_char) -> *mut ferz_term {
    // SAFETY: the caller gives a text, or a null pointer.
    made(|| Ok(Term::atom(unsafe { text(name) }?)))
}

/// Makes a string of `length` bytes of UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_term_string(bytes: *const c_char, length: usize) -> *mut ferz_term {
    // SAFETY: the caller gives so many bytes.
    made(|| Ok(Term::string(unsafe { text_of(bytes, length) }?)))
}

/// Makes an atom of `length` bytes of UTF-8, which may be null characters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_term_atom_of(bytes: *const c_char, length: usize) -> *mut ferz_term {
    // SAFETY: the caller gives so many bytes.
    made(|| Ok(Term::atom(unsafe { text_of(bytes, length) }?)))
}

/// Makes an integer.
#[unsafe(no_mangle)]
pub extern "C" fn ferz_term_int(value: i64) -> *mut ferz_term {
    made(|| Ok(Term::int(value)))
}

/// Makes a floating point number.
#[unsafe(no_mangle)]
pub extern "C" fn ferz_term_float(value: f64) -> *mut ferz_term {
    made(|| Ok(Term::float(value)))
}

/// Makes an integer of any size of its decimal digits, or a rational number of a text as 1r3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_term_number(digits: *const c_char) -> *mut ferz_term {
    made(|| {
        // SAFETY: the caller gives a text, or a null pointer.
        let number: Result<BigNumber, _> = unsafe { text(digits) }?.parse();
        let number = number.map_err(|mismatch| ferz_error::invalid(&mismatch.to_string()))?;
        let mut builder = Builder::new();
        builder.number(&number);
        Ok(builder.finish())
    })
}

/// Reads a term of its text, with the operators of the standard, and writes it to `term`. The full stop is optional;
/// variables are new, whatever their names.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_term_parse(
    source: *const c_char,
    term: *mut *mut ferz_term,
    error: *mut *mut ferz_error,
) -> ferz_status {
    guarded(error, || {
        // SAFETY: the caller gives a text, or a null pointer.
        let read: Term = unsafe { text(source) }?.parse()?;
        // SAFETY: the caller gives a place that may be written to, or a null pointer.
        unsafe { put(term, ferz_term(read)) }?;
        Ok(ferz_status::FERZ_OK)
    })
}

/// Makes a new variable. Handles that `ferz_term_copy` makes are the same variable.
#[unsafe(no_mangle)]
pub extern "C" fn ferz_term_var() -> *mut ferz_term {
    made(|| Ok(Term::var()))
}

/// Makes a compound term. The arguments stay the caller's. Without arguments it is an atom.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_term_compound(
    name: *const c_char,
    args: *const *const ferz_term,
    arity: usize,
) -> *mut ferz_term {
    made(|| {
        // SAFETY: the caller gives a text, or a null pointer.
        let name = unsafe { text(name) }?;
        // SAFETY: the caller gives an array of so many terms.
        Ok(Term::compound(name, unsafe { terms(args, arity) }?))
    })
}

/// Makes a list. The items stay the caller's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_term_list(items: *const *const ferz_term, count: usize) -> *mut ferz_term {
    // SAFETY: the caller gives an array of so many terms.
    made(|| Ok(Term::list(unsafe { terms(items, count) }?)))
}

/// Returns the terms of an array.
///
/// # Safety
/// As for [`array`], and each is a handle or a null pointer.
pub(crate) unsafe fn terms(items: *const *const ferz_term, count: usize) -> Result<Vec<Term>, ferz_error> {
    // SAFETY: the caller's promise.
    let items = unsafe { array(items, count) }?;
    // SAFETY: the caller's promise.
    items.iter().map(|&item| Ok(unsafe { get(item) }?.0.clone())).collect()
}

/// Makes an object: programs pass `data` around and cannot look into it. `destroy` is called when neither a term nor an
/// engine has the object any more, also if this returns a null pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_term_object(
    kind: *const c_char,
    data: *mut c_void,
    destroy: ferz_destroy,
) -> *mut ferz_term {
    let data = Data::new(data, destroy);
    made(|| {
        // SAFETY: the caller gives a text, or a null pointer.
        let kind = unsafe { text(kind) }?;
        let mut builder = Builder::new();
        builder.object(Object::named(kind, data).as_any());
        Ok(builder.finish())
    })
}

/// Returns the kind of a term.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_term_kind(term: *const ferz_term) -> ferz_kind {
    quiet(ferz_kind::FERZ_VAR, || {
        // SAFETY: the caller gives a handle, or a null pointer.
        Some(match unsafe { get(term) }.ok()?.0.view() {
            TermView::Atom(_) => ferz_kind::FERZ_ATOM,
            TermView::Int(_) => ferz_kind::FERZ_INT,
            TermView::BigInt(_) => ferz_kind::FERZ_BIG,
            TermView::Rational(_) => ferz_kind::FERZ_RATIONAL,
            TermView::Float(_) => ferz_kind::FERZ_FLOAT,
            TermView::String(_) => ferz_kind::FERZ_STRING,
            TermView::Object(_) => ferz_kind::FERZ_OBJECT,
            TermView::List(..) => ferz_kind::FERZ_PAIR,
            TermView::Compound(..) => ferz_kind::FERZ_COMPOUND,
            _ => ferz_kind::FERZ_VAR,
        })
    })
}

/// Writes the value of an integer of 64 bits. Returns whether it is one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_term_get_int(term: *const ferz_term, value: *mut i64) -> bool {
    quiet(false, || {
        // SAFETY: the caller gives a handle, or a null pointer.
        let TermView::Int(found) = unsafe { get(term) }.ok()?.0.view() else {
            return None;
        };
        // SAFETY: the caller gives a place that may be written to, or a null pointer.
        unsafe { write(value, found) }.map(|()| true)
    })
}

/// Writes the value of a number as a float. Returns whether it is a number that has one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_term_get_float(term: *const ferz_term, value: *mut f64) -> bool {
    quiet(false, || {
        // SAFETY: the caller gives a handle, or a null pointer.
        let found: f64 = unsafe { get(term) }.ok()?.0.to().ok()?;
        // SAFETY: the caller gives a place that may be written to, or a null pointer.
        unsafe { write(value, found) }.map(|()| true)
    })
}

/// Returns the text of an atom or a string, the name of a compound, the kind of an object; a null pointer for other
/// terms. It belongs to the term; its end is not marked: it has `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_term_get_text(term: *const ferz_term, length: *mut usize) -> *const c_char {
    quiet(std::ptr::null(), || {
        // SAFETY: the caller gives a handle, or a null pointer.
        let found = match unsafe { get(term) }.ok()?.0.view() {
            TermView::Atom(text) | TermView::String(text) | TermView::Compound(text, _) => text,
            TermView::Object(object) => object.kind(),
            _ => return None,
        };
        // SAFETY: the caller gives a place that may be written to, or a null pointer.
        unsafe { write(length, found.len()) }?;
        Some(found.as_ptr().cast())
    })
}

/// Returns the number of arguments: 2 for a list pair, 0 for what has none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_term_arity(term: *const ferz_term) -> usize {
    quiet(0, || {
        // SAFETY: the caller gives a handle, or a null pointer.
        match unsafe { get(term) }.ok()?.0.view() {
            TermView::List(..) => Some(2),
            TermView::Compound(_, args) => Some(args.len()),
            _ => None,
        }
    })
}

/// Returns the argument with this index, from 0, as a new handle; a null pointer if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_term_arg(term: *const ferz_term, index: usize) -> *mut ferz_term {
    quiet(null_mut(), || {
        // SAFETY: the caller gives a handle, or a null pointer.
        let found = match unsafe { get(term) }.ok()?.0.view() {
            TermView::List(head, tail) => [head, tail].get(index).copied(),
            TermView::Compound(_, args) => args.get(index),
            _ => None,
        };
        found.map(|arg| ferz_term::handle(arg.to_term()))
    })
}

/// Returns the items of a proper list as an array of new handles, and writes their number; `ferz_terms_free` frees both.
/// For other terms it returns a null pointer and writes 0; for the empty list too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_term_items(term: *const ferz_term, count: *mut usize) -> *mut *mut ferz_term {
    quiet(null_mut(), || {
        // SAFETY: the caller gives a place that may be written to, or a null pointer.
        unsafe { write(count, 0) }?;
        // SAFETY: the caller gives a handle, or a null pointer.
        let items = unsafe { get(term) }.ok()?.0.items()?;
        let handles: Vec<*mut ferz_term> = items.into_iter().map(TermRef::to_term).map(ferz_term::handle).collect();
        if handles.is_empty() {
            return None;
        }
        // SAFETY: as above.
        unsafe { write(count, handles.len()) }?;
        Some(Box::into_raw(handles.into_boxed_slice()).cast())
    })
}

/// Frees what `ferz_term_items` has returned. It may be a null pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_terms_free(items: *mut *mut ferz_term, count: usize) {
    quiet((), || {
        if items.is_null() {
            return None;
        }
        // SAFETY: the caller gives up an array that `ferz_term_items` has made, with its length.
        let handles = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(items, count)) };
        for &handle in &handles {
            // SAFETY: each was made by `Box::into_raw`.
            drop(unsafe { own(handle) });
        }
        Some(())
    });
}

/// Returns the data of an object of this kind; a null pointer for other terms.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_term_get_object(term: *const ferz_term, kind: *const c_char) -> *mut c_void {
    quiet(null_mut(), || {
        // SAFETY: the caller gives a handle and a text, or null pointers.
        let (term, kind) = unsafe { (get(term).ok()?, text(kind).ok()?) };
        let data: &Data = term.0.as_ref().object().ok()?;
        match term.0.view() {
            TermView::Object(object) if object.kind() == kind => Some(data.pointer()),
            _ => None,
        }
    })
}

/// Whether two terms are equal. Variables are equal if they are the same.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_term_equal(a: *const ferz_term, b: *const ferz_term) -> bool {
    quiet(false, || {
        // SAFETY: the caller gives handles, or null pointers.
        let (a, b) = unsafe { (get(a).ok()?, get(b).ok()?) };
        Some(a.0 == b.0)
    })
}

/// Returns the term as text, for the caller to free: as at the prompt, or, if `canonical`, as every Prolog system reads
/// it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_term_text(term: *const ferz_term, canonical: bool) -> *mut c_char {
    quiet(null_mut(), || {
        // SAFETY: the caller gives a handle, or a null pointer.
        let term = &unsafe { get(term) }.ok()?.0;
        Some(give(&if canonical { term.canonical() } else { term.to_string() }))
    })
}
