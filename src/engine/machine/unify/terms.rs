//! General unification, without recursion: pending pairs wait on a stack.
//!
//! Comparing two compound terms links nothing between them on the heap, so unifying cyclic terms would not terminate.
//! Compounds met before are recognised as in comparison ([`MetPairs`]): after enough steps to suspect cycles, it keeps
//! classes of compounds to be equal, whose number falls with each pair recorded.

use crate::base::watch::Pace;
use crate::machine::control::wakes::Wakes;
use crate::machine::memory::limits::MachineLimits;
use crate::machine::stacks::Stacks;
use crate::term::cell::{BoxKind, Cell, Tag};
use crate::term::heap::Heap;
use crate::term::pairs::MetPairs;

/// The parts that a unification changes.
pub(in crate::machine) struct Unifier<'m> {
    pub(in crate::machine) heap: &'m mut Heap,
    pub(in crate::machine) stacks: &'m mut Stacks,
    pub(in crate::machine) wakes: &'m mut Wakes,
    pub(in crate::machine) limits: &'m mut MachineLimits,
    pub(in crate::machine) stack: &'m mut Vec<(usize, usize, usize)>,
}

impl Unifier<'_> {
    /// Binds a variable.
    #[inline]
    fn bind(&mut self, var: Cell, value: Cell) {
        if var.is_ref() {
            self.stacks.bind(self.heap, var, value);
        } else {
            self.wakes.bind(self.heap, self.stacks, self.limits, var, value);
        }
    }

    pub(in crate::machine) fn unify_others(&mut self, a: Cell, b: Cell) -> bool {
        match (a.tag(), b.tag()) {
            _ if a == b => return true,
            (Tag::Atm | Tag::Int, Tag::Atm | Tag::Int) => return false,
            (_, Tag::Ref) if !a.is_variable() => {
                self.bind(b, a);
                return true;
            }
            _ => {}
        }
        let base = self.stack.len();
        let done = self.unify_loop(a, b, base);
        self.stack.truncate(base);
        done
    }

    fn unify_loop(&mut self, a: Cell, b: Cell, base: usize) -> bool {
        let mut met = MetPairs::new();
        let mut pace = Pace::new();
        let (mut a, mut b) = (a, b);
        // The pending run of arguments. A finished run is not pushed, so that terms nested in last arguments need no
        // memory.
        let mut run = (0, 0, 0);
        loop {
            a = self.heap.deref(a);
            b = self.heap.deref(b);
            if a == b {
                // The common case.
            } else if a.tag() == b.tag() && matches!(a.tag(), Tag::Lst | Tag::Str) {
                let Some(arguments) = paired(self.heap, a, b) else {
                    return false;
                };
                if pace.step(&self.heap.watch) {
                    return false;
                }
                // A pair met before is either still being compared, or known to be equal.
                if !met.knows(a, b) {
                    if run.2 > 0 {
                        self.stack.push(run);
                    }
                    run = arguments;
                }
            } else if !self.unify_leaves(a, b) {
                return false;
            }
            while run.2 == 0 {
                if self.stack.len() == base {
                    return true;
                }
                run = self.stack.pop().unwrap_or(run);
            }
            (a, b) = (self.heap.get(run.0), self.heap.get(run.1));
            run = (run.0 + 1, run.1 + 1, run.2 - 1);
        }
    }

    /// Unifies two different cells that are not both lists or both structures.
    #[inline(never)]
    fn unify_leaves(&mut self, a: Cell, b: Cell) -> bool {
        match (a.tag(), b.tag()) {
            (Tag::Ref | Tag::Att, Tag::Ref | Tag::Att) => self.bind_variables(a, b),
            (Tag::Ref | Tag::Att, _) => self.bind(a, b),
            (_, Tag::Ref | Tag::Att) => self.bind(b, a),
            (Tag::Box, Tag::Box) => return boxes_equal(self.heap, a, b),
            _ => return false,
        }
        true
    }

    /// Binds two unbound variables to one another: the younger refers to the older, a plain one to an attributed one.
    fn bind_variables(&mut self, a: Cell, b: Cell) {
        match (a.tag(), b.tag()) {
            (Tag::Ref, Tag::Att) => self.bind(a, b),
            (Tag::Att, Tag::Ref) => self.bind(b, a),
            _ if a.address() < b.address() => self.bind(b, a),
            _ => self.bind(a, b),
        }
    }
}

/// Whether two boxes are the same number or string. Floats are compared by their bits.
pub(super) fn boxes_equal(heap: &Heap, a: Cell, b: Cell) -> bool {
    let (header_a, header_b) = (heap.get(a.address()), heap.get(b.address()));
    if header_a != header_b {
        return false;
    }
    match header_a.box_kind() {
        BoxKind::Float => heap.get(a.address() + 1) == heap.get(b.address() + 1),
        _ => heap.box_words(a) == heap.box_words(b),
    }
}

/// Returns the addresses of the first arguments of two lists or two structures, and the arity; `None` if the
/// functors differ.
#[inline]
fn paired(heap: &Heap, a: Cell, b: Cell) -> Option<(usize, usize, usize)> {
    if a.is_list() {
        return Some((a.address(), b.address(), 2));
    }
    let header = heap.get(a.address());
    let same = header == heap.get(b.address());
    same.then(|| (a.address() + 1, b.address() + 1, header.as_functor().arity()))
}
