//! What needs no engine, called as a C program does: for Miri, which is too slow for engines. The rest is in C and C++, in
//! `tests/`.

use std::ffi::{CStr, c_char, c_void};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::*;

/// Returns the canonical text of a term, and frees the term.
unsafe fn text_of(term: *mut ferz_term) -> String {
    // SAFETY: the caller gives a handle or a null pointer; the text ends with a null character.
    unsafe {
        let text = ferz_term_text(term, true);
        assert!(!text.is_null());
        let copy = CStr::from_ptr(text).to_str().expect("it is UTF-8").to_owned();
        ferz_text_free(text);
        ferz_term_free(term);
        copy
    }
}

#[test]
fn terms_are_made_and_taken_apart() {
    // SAFETY: every handle is freed once, after its last use; the texts and arrays live.
    unsafe {
        let parts = [
            ferz_term_atom(c"it's".as_ptr()),
            ferz_term_int(-7),
            ferz_term_float(1.5),
            ferz_term_string(c"a\tb".as_ptr(), 3),
            ferz_term_atom_of(b"x\0y".as_ptr().cast(), 3),
            ferz_term_number(c"-2r6".as_ptr()),
            ferz_term_number(c"123456789012345678901234567890".as_ptr()),
        ];
        let pointers = parts.map(<*mut ferz_term>::cast_const);
        let list = ferz_term_list(pointers.as_ptr(), pointers.len());
        let whole = ferz_term_compound(c"f".as_ptr(), [list.cast_const(), pointers[1]].as_ptr(), 2);
        for part in parts {
            ferz_term_free(part);
        }
        ferz_term_free(list);
        let list = ferz_term_arg(whole, 0);
        assert!(ferz_term_arg(whole, 2).is_null());
        assert_eq!(
            (ferz_term_arity(whole), ferz_term_kind(whole)),
            (2, ferz_kind::FERZ_COMPOUND)
        );
        let mut count = usize::MAX;
        let items = ferz_term_items(list, &raw mut count);
        assert_eq!(count, 7);
        let mut length = 0;
        let name = ferz_term_get_text(*items.add(4), &raw mut length);
        assert_eq!(std::slice::from_raw_parts(name.cast::<u8>(), length), b"x\0y");
        let (mut number, mut real) = (0, 0.0);
        assert!(ferz_term_get_int(*items.add(1), &raw mut number) && number == -7);
        assert!(ferz_term_get_float(*items.add(2), &raw mut real) && real == 1.5);
        assert!(!ferz_term_get_int(*items.add(6), &raw mut number));
        assert!(!ferz_term_get_int(*items.add(1), null_mut()));
        ferz_terms_free(items, count);
        let expected = "f(['it\\'s',-7,1.5,\"a\\tb\",'x\\x0\\y',-1r3,123456789012345678901234567890],-7)";
        assert_eq!(text_of(ferz_term_copy(whole)), expected);
        assert!(!ferz_term_equal(whole, list) && ferz_term_equal(whole, whole));
        ferz_term_free(list);
        ferz_term_free(whole);
    }
}

#[test]
fn what_is_no_term_is_refused() {
    // SAFETY: the texts live; the handles are freed.
    unsafe {
        assert!(ferz_term_atom(null()).is_null());
        assert!(ferz_term_atom(c"\xff".as_ptr()).is_null());
        assert!(ferz_term_number(c"1x".as_ptr()).is_null());
        assert!(ferz_term_number(c"1r0".as_ptr()).is_null());
        assert!(ferz_term_string(null(), 1).is_null());
        assert_eq!(text_of(ferz_term_string(null(), 0)), "\"\"");
        assert!(ferz_term_list([null::<ferz_term>()].as_ptr(), 1).is_null());
        assert!(ferz_term_text(null(), false).is_null());
        assert!(ferz_term_items(null(), null_mut()).is_null());
        ferz_term_free(null_mut());
        ferz_terms_free(null_mut(), 3);
        ferz_bytes_free(null_mut(), 3);
        ferz_error_free(null_mut());
        assert_eq!(CStr::from_ptr(ferz_error_message(null())), c"no error");
        let (mut error, mut diagnostic) = (null_mut(), std::mem::MaybeUninit::uninit());
        let status = ferz_engine_consult(null(), c"p.".as_ptr(), &raw mut error);
        assert_eq!((status, ferz_error_status(error)), (ferz_status::FERZ_INVALID, status));
        assert!(!ferz_error_diagnostic(error, 0, diagnostic.as_mut_ptr()));
        ferz_error_free(error);
    }
}

/// Counts that data was freed, which is a counter itself.
unsafe extern "C" fn count(data: *mut c_void) {
    // SAFETY: the data is a counter that outlives the object.
    unsafe { &*data.cast::<AtomicUsize>() }.fetch_add(1, Ordering::Relaxed);
}

#[test]
fn objects_are_freed_with_their_last_handle() {
    let freed = AtomicUsize::new(0);
    let data = (&raw const freed).cast_mut().cast();
    // SAFETY: the counter outlives the objects; every handle is freed once.
    unsafe {
        let object = ferz_term_object(c"box".as_ptr(), data, Some(count));
        let copy = ferz_term_copy(object);
        ferz_term_free(object);
        assert_eq!(freed.load(Ordering::Relaxed), 0);
        assert_eq!(ferz_term_get_object(copy, c"box".as_ptr()), data);
        assert!(ferz_term_get_object(copy, c"jar".as_ptr()).is_null());
        std::thread::scope(|scope| {
            let copy = copy.expose_provenance();
            scope.spawn(move || ferz_term_free(std::ptr::with_exposed_provenance_mut(copy)));
        });
        assert_eq!(freed.load(Ordering::Relaxed), 1);
        assert!(ferz_term_object(null::<c_char>(), data, Some(count)).is_null());
        assert_eq!(freed.load(Ordering::Relaxed), 2);
    }
}
