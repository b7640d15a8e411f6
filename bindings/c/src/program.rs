//! Programs that engines share.

use std::ffi::{c_char, c_void};
use std::ptr::null_mut;

use engine::{Program, ProgramBuilder};

use crate::call::{ferz_predicate, host};
use crate::engine::{broken, ferz_engine, ferz_limit};
use crate::error::{Note, ferz_diagnostic, ferz_error, ferz_status, guarded, quiet};
use crate::input::{Data, array, ferz_destroy, get, get_mut, own, put, text, write};

/// A program that is being loaded.
pub struct ferz_builder(Option<ProgramBuilder>);

/// A program, loaded and compiled once, for any number of engines. It never changes, so threads may share it.
pub struct ferz_program {
    program: Program,
    warnings: Vec<Note>,
}

impl ferz_program {
    fn of(program: Program) -> ferz_program {
        let warnings = program.warnings().iter().map(Note::of).collect();
        ferz_program { program, warnings }
    }
}

/// Adds something to a program. The arguments are read first: where they are not what they have to be, the builder stays
/// as it was.
///
/// # Safety
/// The builder is a handle or null; `error` is a place to write to or null.
unsafe fn add<T>(
    builder: *mut ferz_builder,
    error: *mut *mut ferz_error,
    read: impl FnOnce() -> Result<T, ferz_error>,
    step: impl FnOnce(ProgramBuilder, T) -> ProgramBuilder,
) -> ferz_status {
    guarded(error, || {
        // SAFETY: the caller's promise.
        let builder = unsafe { get_mut(builder) }?;
        let given = read()?;
        let begun = builder.0.take().ok_or_else(broken)?;
        builder.0 = Some(step(begun, given));
        Ok(ferz_status::FERZ_OK)
    })
}

/// Begins a program. A builder is used by one thread at a time. Mistakes in texts are told by `ferz_builder_freeze`.
#[unsafe(no_mangle)]
pub extern "C" fn ferz_builder_new() -> *mut ferz_builder {
    quiet(null_mut(), || {
        Some(Box::into_raw(Box::new(ferz_builder(Some(Program::builder())))))
    })
}

/// Frees a builder. It may be a null pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_builder_free(builder: *mut ferz_builder) {
    // SAFETY: the caller gives up the handle.
    quiet((), || unsafe { own(builder) }.map(drop));
}

/// Loads a text, which messages call `name`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_builder_text(
    builder: *mut ferz_builder,
    name: *const c_char,
    program: *const c_char,
    error: *mut *mut ferz_error,
) -> ferz_status {
    // SAFETY: the caller gives a handle, texts and a place to write to, or null pointers.
    unsafe {
        add(
            builder,
            error,
            || Ok((text(name)?, text(program)?)),
            |builder, (name, program)| builder.text(name, program),
        )
    }
}

/// Loads a file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_builder_file(
    builder: *mut ferz_builder,
    path: *const c_char,
    error: *mut *mut ferz_error,
) -> ferz_status {
    // SAFETY: the caller gives a handle, a text and a place to write to, or null pointers.
    unsafe { add(builder, error, || text(path), ProgramBuilder::file) }
}

/// Loads what `ferz_program_bytes` has made. It comes before all texts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_builder_bytes(
    builder: *mut ferz_builder,
    bytes: *const u8,
    length: usize,
    error: *mut *mut ferz_error,
) -> ferz_status {
    // SAFETY: the caller gives a handle, so many bytes and a place to write to, or null pointers.
    unsafe { add(builder, error, || array(bytes, length), ProgramBuilder::bytes) }
}

/// Sets a limit of the engines, a `ferz_limit`, and of the loading of the texts that follow; 0 means no limit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_builder_limit(
    builder: *mut ferz_builder,
    limit: i32,
    amount: u64,
    error: *mut *mut ferz_error,
) -> ferz_status {
    let amount = Some(amount).filter(|&amount| amount > 0);
    let set = |builder: ProgramBuilder, limit| builder.limit(limit, amount);
    // SAFETY: the caller gives a handle and a place to write to, or null pointers.
    unsafe { add(builder, error, || ferz_limit::limit(limit), set) }
}

/// Sets a flag for the texts that follow, and for the engines, as `ferz_engine_set_flag` does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_builder_flag(
    builder: *mut ferz_builder,
    name: *const c_char,
    value: *const c_char,
    error: *mut *mut ferz_error,
) -> ferz_status {
    // SAFETY: the caller gives a handle, texts and a place to write to, or null pointers.
    unsafe {
        add(
            builder,
            error,
            || Ok((text(name)?, text(value)?)),
            |builder, (name, value)| builder.flag(name, value),
        )
    }
}

/// Lets the texts that follow, and the engines, open the files in a directory and below it, also for writing if `write`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_builder_grant_files(
    builder: *mut ferz_builder,
    directory: *const c_char,
    write: bool,
    error: *mut *mut ferz_error,
) -> ferz_status {
    // SAFETY: the caller gives a handle, a text and a place to write to, or null pointers.
    unsafe {
        add(
            builder,
            error,
            || text(directory),
            |builder, directory| builder.grant_files(directory, write),
        )
    }
}

/// Adds a predicate of the host, as `ferz_engine_register` does. Engines on several threads may call the function at the
/// same time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_builder_register(
    builder: *mut ferz_builder,
    name: *const c_char,
    arity: usize,
    function: ferz_predicate,
    data: *mut c_void,
    destroy: ferz_destroy,
    error: *mut *mut ferz_error,
) -> ferz_status {
    let data = Data::new(data, destroy);
    // SAFETY: the caller gives a handle, a text and a place to write to, or null pointers.
    unsafe {
        add(
            builder,
            error,
            || Ok((text(name)?, host(function, arity, data)?)),
            |builder, (name, function)| builder.host(name, arity, function),
        )
    }
}

/// Compiles everything, writes the program to `program`, and frees the builder, also if that fails.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_builder_freeze(
    builder: *mut ferz_builder,
    program: *mut *mut ferz_program,
    error: *mut *mut ferz_error,
) -> ferz_status {
    guarded(error, || {
        // SAFETY: the caller gives up the handle.
        let builder = unsafe { own(builder) }.ok_or_else(|| ferz_error::invalid("the builder is a null pointer"))?;
        let builder = builder.0.ok_or_else(broken)?;
        // SAFETY: the caller gives a place to write to, or a null pointer.
        unsafe { put(program, ferz_program::of(builder.freeze()?)) }?;
        Ok(ferz_status::FERZ_OK)
    })
}

/// Makes an engine that runs the program. It takes some microseconds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_program_engine(program: *const ferz_program) -> *mut ferz_engine {
    quiet(null_mut(), || {
        // SAFETY: the caller gives a handle, or a null pointer.
        let engine = unsafe { get(program) }.ok()?.program.engine();
        Some(Box::into_raw(Box::new(ferz_engine::of(engine))))
    })
}

/// Writes the program as bytes to `bytes`, with their number, for `ferz_builder_bytes` of the same version of the
/// library. `ferz_bytes_free` frees them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_program_bytes(
    program: *const ferz_program,
    bytes: *mut *mut u8,
    length: *mut usize,
    error: *mut *mut ferz_error,
) -> ferz_status {
    guarded(error, || {
        // SAFETY: the caller gives a handle, or a null pointer.
        let made = unsafe { get(program) }?.program.to_bytes()?.into_boxed_slice();
        if bytes.is_null() || length.is_null() {
            return Err(ferz_error::invalid("there is no place for the result"));
        }
        // SAFETY: the caller gives places that may be written to.
        unsafe {
            write(length, made.len());
            write(bytes, Box::into_raw(made).cast());
        }
        Ok(ferz_status::FERZ_OK)
    })
}

/// Frees what `ferz_program_bytes` has written. It may be a null pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_bytes_free(bytes: *mut u8, length: usize) {
    quiet((), || {
        if bytes.is_null() {
            return None;
        }
        // SAFETY: the caller gives up bytes that `ferz_program_bytes` has made, with their number.
        drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(bytes, length)) });
        Some(())
    });
}

/// Writes the warning with this index, from 0, that loading the program has given. Returns whether there is one. Its
/// texts belong to the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_program_warning(
    program: *const ferz_program,
    index: usize,
    warning: *mut ferz_diagnostic,
) -> bool {
    quiet(false, || {
        // SAFETY: the caller gives a handle, or a null pointer.
        let found = unsafe { get(program) }.ok()?.warnings.get(index)?;
        // SAFETY: the caller gives a place that may be written to, or a null pointer.
        unsafe { write(warning, found.diagnostic()) }.map(|()| true)
    })
}

/// Frees a program. Its engines stay valid. It may be a null pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferz_program_free(program: *mut ferz_program) {
    // SAFETY: the caller gives up the handle.
    quiet((), || unsafe { own(program) }.map(drop));
}
