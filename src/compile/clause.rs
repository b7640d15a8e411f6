//! The entry point of the compiler: translates a clause to code.

use crate::code::arena::Code;
use crate::code::instr::MAX_REGISTER_ARITY;
use crate::code::packed::Neck;
use crate::term::cell::Cell;
use crate::term::heap::Heap;

use super::body::CutLevel;
use super::emit::{Emitter, Evaluables};
use super::error::CompileError;
use super::fuse::fuse;
use super::normal::{Goal, normalize};
use super::trace::Trace;
use super::vars::Analysis;

/// A clause as a term on the heap.
#[derive(Clone, Copy)]
pub struct Rule {
    /// Its head.
    pub head: Cell,
    /// Its body; `true` if it is a fact.
    pub body: Cell,
    /// Its form.
    pub neck: Neck,
}

/// Compiles a clause.
///
/// # Errors
/// [`CompileError::NotCallable`] if the body is not callable; [`CompileError::TooBig`] if the clause does not fit into
/// registers and slots: then it is run from its term.
pub fn compile_clause(heap: &Heap, clause: Rule, evaluables: Evaluables<'_>) -> Result<Code, CompileError> {
    compile(heap, clause, evaluables, None).map(|(code, _)| code)
}

/// Compiles a clause again, and records what each instruction belongs to.
///
/// # Errors
/// As for [`compile_clause`].
pub fn trace_clause(heap: &Heap, clause: Rule, evaluables: Evaluables<'_>) -> Result<(Code, Trace), CompileError> {
    let (code, trace) = compile(heap, clause, evaluables, Some(Trace::default()))?;
    Ok((code, trace.unwrap_or_default()))
}

fn compile(
    heap: &Heap,
    clause: Rule,
    evaluables: Evaluables<'_>,
    trace: Option<Trace>,
) -> Result<(Code, Option<Trace>), CompileError> {
    let Rule { head, body, neck } = clause;
    let mut goals = normalize(heap, body)?;
    if neck == Neck::Match {
        goals.insert(0, Goal::Cut);
    }
    let head = heap.deref(head);
    let args = head_arguments(heap, head);
    if args.len() > MAX_REGISTER_ARITY {
        return Err(CompileError::TooBig);
    }
    let (vars, summary) = Analysis::new(heap).run(&args, &mut goals)?;
    let mut emitter = Emitter::new(heap, evaluables, vars, summary);
    emitter.trace = trace;
    match neck {
        Neck::Unify => emitter.head(&args)?,
        Neck::Match | Neck::Guard => emitter.match_head(&args)?,
    }
    emitter.sequence(&goals, CutLevel::Clause, true)?;
    emitter.finish_frame();
    let trace = emitter.trace.take();
    let mut code = emitter.code;
    let (fused, moved_to) = fuse(&code.instrs);
    code.instrs = fused;
    let trace = trace.map(|trace| trace.fused(&moved_to, &emitter.vars));
    Ok((code, trace))
}

/// Returns the arguments of a head.
pub fn head_arguments(heap: &Heap, head: Cell) -> Vec<Cell> {
    let (first, count) = heap.arguments(head);
    (first..first + count).map(|address| heap.get(address)).collect()
}
