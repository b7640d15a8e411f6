//! The entry point of the compiler: translates a clause to code.

use crate::code::arena::Code;
use crate::code::instr::{FAIL, MAX_REGISTER_ARITY};
use crate::code::packed::Neck;
use crate::term::cell::Cell;
use crate::term::heap::Heap;

use super::body::CutLevel;
use super::emit::{Emitter, Evaluables};
use super::error::CompileError;
use super::fuse::fuse;
use super::normal::{BodyGoal, normalize};
use super::trace::Trace;
use super::vars::{Analysis, Constraints};

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
pub fn compile_clause(
    heap: &Heap,
    clause: Rule,
    evaluables: Evaluables<'_>,
    constraints: Constraints<'_>,
) -> Result<Code, CompileError> {
    compile(heap, clause, evaluables, constraints, None).map(|(code, _)| code)
}

/// Compiles a clause again, and records what each instruction belongs to.
///
/// # Errors
/// As for [`compile_clause`].
pub fn trace_clause(
    heap: &Heap,
    clause: Rule,
    evaluables: Evaluables<'_>,
    constraints: Constraints<'_>,
) -> Result<(Code, Trace), CompileError> {
    let (code, trace) = compile(heap, clause, evaluables, constraints, Some(Trace::default()))?;
    Ok((code, trace.unwrap_or_default()))
}

fn compile(
    heap: &Heap,
    clause: Rule,
    evaluables: Evaluables<'_>,
    constraints: Constraints<'_>,
    trace: Option<Trace>,
) -> Result<(Code, Option<Trace>), CompileError> {
    let Rule { head, body, neck } = clause;
    let mut goals = normalize(heap, body)?;
    if neck == Neck::Match {
        goals.insert(0, BodyGoal::Cut);
    }
    let head = heap.deref(head);
    let args = head_arguments(heap, head);
    if args.len() > MAX_REGISTER_ARITY {
        return Err(CompileError::TooBig);
    }
    let (vars, summary) = Analysis::new(heap, constraints).run(&args, &mut goals)?;
    let mut emitter = Emitter::new(heap, evaluables, vars, summary);
    emitter.trace = trace;
    match neck {
        Neck::Unify => emitter.head(&args)?,
        Neck::Match | Neck::Guard => emitter.match_head(&args)?,
    }
    emitter.sequence(&goals, CutLevel::Clause, true)?;
    emitter.finish_guards()?;
    emitter.finish_frame();
    emitter.finish_constraints();
    let trace = emitter.trace.take();
    let mut code = emitter.code;
    let fused = fuse(&code.instrs, FAIL, std::iter::empty());
    code.instrs = fused.instrs;
    code.cells = summary.cells;
    let trace = trace.map(|trace| trace.fused(&fused.moved, &emitter.vars));
    Ok((code, trace))
}

/// Returns the arguments of a head.
pub fn head_arguments(heap: &Heap, head: Cell) -> Vec<Cell> {
    let (first, count) = heap.arguments(head);
    (first..first + count).map(|address| heap.get(address)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::atom::Atom;
    use crate::base::ids::Id;
    use crate::base::known;
    use crate::code::instr::Instr;

    fn compiled(heap: &Heap, head: Cell, body: Cell) -> Result<Code, CompileError> {
        let rule = Rule {
            head,
            body,
            neck: Neck::Unify,
        };
        compile_clause(heap, rule, &|_, _| None, &|_| false)
    }

    #[test]
    fn a_clause_of_the_largest_size_is_compiled() {
        let mut heap = Heap::with_capacity(100_000);
        // The list, its elements and its tails, and the other arguments.
        let list = heap.new_list(&vec![Cell::NIL; 7999], Cell::NIL);
        let fits = heap.new_term(known::EQUALS, &[list, Cell::NIL]);
        let is_larger = heap.new_term(known::EQUALS, &[list, Cell::NIL, Cell::NIL]);
        let body = Cell::atom(known::TRUE);
        assert!(compiled(&heap, fits, body).is_ok());
        assert_eq!(compiled(&heap, is_larger, body).err(), Some(CompileError::TooBig));
    }

    /// In `p([A|B], C, D) :- q(C, [A|B]), p(B, C, D).` each argument of the first goal waits for the register of the other.
    #[test]
    fn arguments_that_wait_for_each_other_are_moved() {
        let mut heap = Heap::with_capacity(1000);
        let [a, b, c, d] = [(); 4].map(|()| heap.new_var());
        let pair = heap.new_list(&[a], b);
        let head = heap.new_term(known::DOT, &[pair, c, d]);
        let first = heap.new_term(known::EQUALS, &[c, pair]);
        let first = heap.new_term(known::DOT, &[c, first]);
        let other = heap.new_term(known::DOT, &[c, pair]);
        let last = heap.new_term(known::DOT, &[b, c, d]);
        for goal in [first, other] {
            let body = heap.new_term(known::COMMA, &[goal, last]);
            assert!(compiled(&heap, head, body).is_ok());
        }
    }

    /// The constants at which a clause wakes goals are those that the instruction reads, and no others.
    #[test]
    fn waking_takes_the_constants_that_it_needs() {
        let mut heap = Heap::with_capacity(1000);
        let [x, y] = [(); 2].map(|()| heap.new_var());
        let head = heap.new_term(known::DOT, &[x]);
        let call: Atom = known::DOT;
        let first = heap.new_term(call, &[x, y, y]);
        let equation = heap.new_term(known::EQUALS, &[x, y]);
        let test = heap.new_term(known::VAR, &[y]);
        let last = heap.new_term(call, &[y, x, x]);
        let body = [first, equation, test]
            .into_iter()
            .rev()
            .fold(last, |rest, goal| heap.new_term(known::COMMA, &[goal, rest]));
        let code = compiled(&heap, head, body).expect("the clause is small");
        let wake = code.instrs.iter().find_map(|instr| match instr {
            Instr::Wake { live } => Some(*live),
            _ => None,
        });
        let at = wake.expect("a test follows an equation");
        let registers = code.constants[at].as_int() as usize;
        assert_eq!(
            code.constants.len(),
            at.index() + registers + 2,
            "a count, the registers, a mask"
        );
        assert!(!code.instrs.iter().any(|instr| matches!(instr, Instr::Slots { .. })));
    }
}
