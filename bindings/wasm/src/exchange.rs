//! The buffer through which JavaScript hands bytes to the module.

use std::cell::RefCell;

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static REPLY: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for `length` bytes, and returns where JavaScript writes them.
pub fn room(length: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(length, 0);
        buffer.as_mut_ptr()
    })
}

/// Takes the bytes that JavaScript has written.
pub fn take(length: usize) -> Vec<u8> {
    BUFFER.with_borrow_mut(|buffer| {
        let mut bytes = std::mem::take(buffer);
        bytes.truncate(length);
        bytes
    })
}

/// Keeps a reply for JavaScript; returns its length.
pub fn reply(bytes: Vec<u8>) -> usize {
    REPLY.with_borrow_mut(|reply| {
        *reply = bytes;
        reply.len()
    })
}

/// Where the reply is.
pub fn reply_at() -> *const u8 {
    REPLY.with_borrow(Vec::as_ptr)
}
