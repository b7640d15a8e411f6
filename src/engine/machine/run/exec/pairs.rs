//! Runs of pairs: a clause that copies a list pair and calls itself for the rest, such as that of `append/3`, is
//! `switch_list` and `copy_pairs`, which copies all pairs of the list at once.

use crate::code::instr::{Instr, PredId, Reg};
use crate::machine::run::hot::{Exit, Hot, deref};
use crate::machine::stacks::trail::bind;
use crate::term::cell::{Cell, tags};

use super::Flow;
use super::compound::unify_compound;

/// The heap top if unification fails.
const DIFFERENT: usize = 0;

/// Unifies register `out` with a pair of register `head` and a new variable, which it then holds, and does the same with
/// the pairs of the list in register `list`, if there is any, as long as `out` is new and `calls` are left. Returns the
/// heap top, or [`DIFFERENT`]; `None` if the slow path must take over.
#[cold]
#[inline(never)]
fn copy(
    (heap, trail): (&mut [u64], &mut Vec<u64>),
    x: &mut [Cell; 256],
    (h, hb, limit): (usize, usize, usize),
    (list, head, out): (Option<Reg>, Reg, Reg),
    fuel: &mut u64,
) -> Option<usize> {
    let copy = deref(heap, x[out.index()]);
    match copy.tag_bits() {
        tags::REF => bind(heap, trail, hb, copy, Cell::list(h)),
        tags::LST => {
            let (element, rest) = (heap[copy.address()], heap[copy.address() + 1]);
            let (a, b) = (deref(heap, Cell::from_bits(element)), deref(heap, x[head.index()]));
            if !unify_compound(heap, trail, hb, a, b)? {
                return Some(DIFFERENT);
            }
            x[out.index()] = Cell::from_bits(rest);
            return Some(h);
        }
        tags::ATT => return None,
        _ => return Some(DIFFERENT),
    }
    let mut at = h;
    let mut element = x[head.index()].bits();
    if let Some(list) = list {
        let mut rest = x[list.index()];
        // The test before a call looks at both: they last for the next.
        let calls = usize::try_from(*fuel).unwrap_or(usize::MAX).saturating_sub(1);
        let end = h + 2 * calls.min(limit.saturating_sub(h) / 2);
        // The list may run into the copy, where its tail is `copy`: there are no pairs to read yet.
        let (old, new) = heap.split_at_mut(h);
        while at < end {
            let pair = deref(old, rest);
            if !pair.is_list() {
                break;
            }
            let Some(&[of, tail]) = old.get(pair.address()..pair.address() + 2) else {
                break;
            };
            let new = &mut new[at - h..at - h + 2];
            (new[0], new[1]) = (element, Cell::list(at + 2).bits());
            (element, rest) = (of, Cell::from_bits(tail));
            at += 2;
        }
        *fuel -= (at - h) as u64 / 2;
        x[list.index()] = rest;
        x[head.index()] = Cell::from_bits(element);
    }
    let new = &mut heap[at..at + 2];
    (new[0], new[1]) = (element, Cell::reference(at + 1).bits());
    x[out.index()] = Cell::reference(at + 1);
    Some(at + 2)
}

/// Whether calls are counted at `entry`, and go on at `to`.
#[cold]
#[inline(never)]
fn is_counted(code: &[Instr], entry: usize, to: usize) -> bool {
    let goes_on = |next: &Instr| matches!(next, Instr::Jump { to: label } if label.address() == to);
    matches!(code.get(entry), Some(Instr::Count { .. })) && code.get(entry + 1).is_some_and(goes_on)
}

impl Hot<'_> {
    /// As `get_list_vx` with `x` as the register of the tail, then `execute`. If the block of `pred` begins with the
    /// `switch_list` before this instruction, the calls to come do the same with the next pairs: this is done at once.
    #[inline(always)]
    pub(crate) fn copy_pairs(&mut self, x: Reg, head: Reg, pred: PredId) -> Flow {
        let before = self.pc.wrapping_sub(2);
        let list = match self.code.get(before) {
            Some(&Instr::SwitchList { tail, .. }) => Some(tail),
            _ => None,
        };
        let entry = self.entries.at(pred).map_or(0, |entry| entry.address());
        let is_counted = entry != before && is_counted(self.code, entry, before);
        let list = list.filter(|_| entry == before || is_counted);
        let bounds = (self.h, *self.hb, *self.limit);
        match copy((self.heap, self.trail), self.x, bounds, (list, head, x), self.fuel) {
            Some(DIFFERENT) => Ok(false),
            Some(top) => {
                if is_counted {
                    self.profiler.add(pred, (top - self.h) / 2);
                }
                self.h = top;
                self.goto_pred(pred)
            }
            None => Err(Exit::Full),
        }
    }
}
