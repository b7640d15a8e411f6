//! What comes from the caller: pointers, texts, functions with data.

use std::ffi::{CStr, CString, c_char, c_void};
use std::sync::Arc;

use crate::error::{ferz_error, quiet};

/// Frees the data of a function, when nothing can call it any more. It may be a null pointer.
pub type ferz_destroy = Option<unsafe extern "C" fn(data: *mut c_void)>;

/// Returns what a pointer points to.
///
/// # Safety
/// It is null, or points to a value that lives, and is not changed, for `'a`.
pub(crate) unsafe fn get<'a, T>(pointer: *const T) -> Result<&'a T, ferz_error> {
    // SAFETY: the caller's promise.
    unsafe { pointer.as_ref() }.ok_or_else(|| ferz_error::invalid("an argument is a null pointer"))
}

/// As [`get`], for a value that only the caller uses.
///
/// # Safety
/// It is null, or points to a value that lives, and that nobody else uses, for `'a`.
pub(crate) unsafe fn get_mut<'a, T>(pointer: *mut T) -> Result<&'a mut T, ferz_error> {
    // SAFETY: the caller's promise.
    unsafe { pointer.as_mut() }.ok_or_else(|| ferz_error::invalid("an argument is a null pointer"))
}

/// Takes back a handle.
///
/// # Safety
/// It is null, or was made by `Box::into_raw`, and is not used again.
pub(crate) unsafe fn own<T>(pointer: *mut T) -> Option<Box<T>> {
    // SAFETY: the caller's promise.
    (!pointer.is_null()).then(|| unsafe { Box::from_raw(pointer) })
}

/// Returns a text that ends with a null character.
///
/// # Safety
/// It is null, or points to such a text, which lives and is not changed for `'a`.
pub(crate) unsafe fn text<'a>(pointer: *const c_char) -> Result<&'a str, ferz_error> {
    if pointer.is_null() {
        return Err(ferz_error::invalid("a text is a null pointer"));
    }
    // SAFETY: the caller's promise.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|_| ferz_error::invalid("a text is not UTF-8"))
}

/// Returns what an array has.
///
/// # Safety
/// There are `count` values, which live and are not changed for `'a`; the pointer may be null if there are none.
pub(crate) unsafe fn array<'a, T>(pointer: *const T, count: usize) -> Result<&'a [T], ferz_error> {
    match (pointer.is_null(), count) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(ferz_error::invalid("an array is a null pointer")),
        // SAFETY: the caller's promise.
        (false, _) => Ok(unsafe { std::slice::from_raw_parts(pointer, count) }),
    }
}

/// Writes a value to a place of the caller, which need not hold a value before. Returns `None` if there is no place.
///
/// # Safety
/// The place is null, or may be written to.
pub(crate) unsafe fn write<T: Copy>(place: *mut T, value: T) -> Option<()> {
    // SAFETY: the caller's promise.
    (!place.is_null()).then(|| unsafe { place.write(value) })
}

/// Writes a new handle to a place of the caller.
///
/// # Safety
/// The place is null, or may be written to.
pub(crate) unsafe fn put<T>(place: *mut *mut T, value: T) -> Result<(), ferz_error> {
    let handle = Box::into_raw(Box::new(value));
    // SAFETY: the caller's promise.
    unsafe { write(place, handle) }.ok_or_else(|| {
        // SAFETY: it was made just now, and nobody else has it.
        drop(unsafe { own(handle) });
        ferz_error::invalid("there is no place for the result")
    })
}

/// Takes bytes of UTF-8 as a text.
///
/// # Safety
/// As for [`array`].
pub(crate) unsafe fn text_of<'a>(bytes: *const c_char, length: usize) -> Result<&'a str, ferz_error> {
    // SAFETY: the caller's promise.
    let bytes = unsafe { array(bytes.cast::<u8>(), length) }?;
    std::str::from_utf8(bytes).map_err(|_| ferz_error::invalid("a text is not UTF-8"))
}

/// Returns a text that the caller frees with `ferz_text_free`.
pub(crate) fn give(text: &str) -> *mut c_char {
    crate::error::c_text(text).into_raw()
}

/// Frees a text that a function has returned for the caller to free. It may be a null pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_text_free(text: *mut c_char) {
    quiet((), || {
        // SAFETY: the caller gives up a text that `give` has made.
        (!text.is_null()).then(|| drop(unsafe { CString::from_raw(text) }))
    });
}

/// The data of a function of the caller. Clones share it; the last one frees it.
#[derive(Clone)]
pub(crate) struct Data(Arc<Owned>);

struct Owned {
    data: *mut c_void,
    destroy: ferz_destroy,
}

// SAFETY: the header says that data may be used and freed by any thread. Only functions of the caller look into it.
unsafe impl Send for Owned {}
// SAFETY: as above; functions that run at the same time get it from several threads, which the header says.
unsafe impl Sync for Owned {}

impl Drop for Owned {
    fn drop(&mut self) {
        if let Some(destroy) = self.destroy {
            // SAFETY: the caller has said that the function takes this data; it is called once.
            unsafe { destroy(self.data) };
        }
    }
}

impl Data {
    pub(crate) fn new(data: *mut c_void, destroy: ferz_destroy) -> Data {
        Data(Arc::new(Owned { data, destroy }))
    }

    pub(crate) fn pointer(&self) -> *mut c_void {
        self.0.data
    }
}
