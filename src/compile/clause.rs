//! The entry point: a clause in, code out.

use crate::code::arena::Code;
use crate::code::instr::MAX_REGISTER_ARITY;
use crate::term::cell::{Cell, Tag};
use crate::term::heap::Heap;

use super::body::CutLevel;
use super::emit::{Emitter, Evaluables};
use super::error::CompileError;
use super::fuse::fuse;
use super::normal::normalize;
use super::vars::Analysis;

/// Compiles the clause `head :- body`.
///
/// # Errors
/// [`CompileError::NotCallable`] if the body is no body; [`CompileError::TooBig`] if the clause does
/// not fit into registers and slots: then it is run from its term.
pub fn compile_clause(heap: &Heap, head: Cell, body: Cell, evaluables: Evaluables<'_>) -> Result<Code, CompileError> {
    let goals = normalize(heap, body)?;
    let head = heap.deref(head);
    let args = head_arguments(heap, head);
    if args.len() > MAX_REGISTER_ARITY {
        return Err(CompileError::TooBig);
    }
    let (vars, summary) = Analysis::new(heap).run(&args, &goals)?;
    let mut emitter = Emitter::new(heap, evaluables, vars, summary);
    emitter.head(&args)?;
    emitter.sequence(&goals, CutLevel::Clause, true)?;
    emitter.finish_frame();
    let mut code = emitter.code;
    code.instrs = fuse(&code.instrs);
    Ok(code)
}

/// The arguments of a head.
pub fn head_arguments(heap: &Heap, head: Cell) -> Vec<Cell> {
    let (first, count) = match head.tag() {
        Tag::Str => (head.address() + 1, heap.get(head.address()).as_functor().arity()),
        Tag::Lst => (head.address(), 2),
        _ => (0, 0),
    };
    (first..first + count).map(|address| heap.get(address)).collect()
}
