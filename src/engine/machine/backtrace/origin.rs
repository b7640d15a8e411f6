//! From a code address to the clause that the instruction belongs to.
//!
//! A linked block holds copies of the code of its clauses. Linking is a pure function, so linking the same clauses once
//! more tells what each instruction of the block was copied from.

use crate::base::ordered::Ordered;
use crate::code::arena::Block;
use crate::code::clause::ClauseId;
use crate::code::database::Database;
use crate::code::instr::{FAIL, Instr, Label, PredId};
use crate::compile::link;
use crate::compile::link::ClauseKeys;

/// The start and the length of each part of a block.
type Parts = Vec<(Label, u32)>;

/// Returns the number of the instruction at an address among those of all parts.
fn position(parts: &[(Label, u32)], address: usize) -> Option<usize> {
    let mut before = 0;
    for &(start, length) in parts {
        let (start, length) = (start.address(), length as usize);
        if (start..start + length).contains(&address) {
            return Some(before + address - start);
        }
        before += length;
    }
    None
}

#[cfg(any(test, feature = "testing"))]
impl crate::machine::Machine {
    /// Compiles and links all that has been compiled and linked once more. Returns how many clauses and blocks were the
    /// same, and the names of those that were not.
    pub fn compare_origins(&mut self) -> (usize, Vec<String>) {
        use crate::code::instr::Instr;
        let (mut same, mut others) = (0, Vec::new());
        let placed: Vec<(ClauseId, usize, usize)> = self.db.placed_clauses().collect();
        for (id, start, length) in placed {
            if self.db.clauses[id].is_dead() {
                continue;
            }
            let top = self.heap.top();
            let functor = self.db.preds[self.db.clauses[id].pred].functor;
            let Ok((head, body)) = self.unpack_clause(id) else {
                continue;
            };
            let is_generic = matches!(self.db.arena.instrs[start], Instr::Generic { .. });
            match self.trace_of(id, head, body) {
                Some(trace) if trace.steps.len() == length => same += 1,
                None if is_generic => {}
                _ => others.push(format!("clause of {functor:?}")),
            }
            self.heap.set_top(top);
        }
        for pred in self.db.preds.ids() {
            let p = &self.db.preds[pred];
            let functor = p.functor;
            if p.block.as_ref().is_none_or(|block| block.clauses.is_empty()) {
                continue;
            }
            let Some((parts, origins)) = self.db.relinked(pred) else {
                others.push(format!("block of {functor:?}"));
                continue;
            };
            let addresses = parts
                .iter()
                .flat_map(|&(start, length)| start.address()..start.address() + length as usize);
            let instrs = &self.db.arena.instrs;
            let is_same = addresses
                .zip(&origins)
                .all(|(address, &origin)| origin == FAIL || is_part(instrs[address], instrs[origin.address()]));
            if is_same {
                same += 1;
            } else {
                others.push(format!("origins of {functor:?}"));
            }
        }
        (same, others)
    }
}

/// Whether an instruction of a block and the one of the clause that it was made from stand for an instruction in common:
/// each may be fused with others.
#[cfg(any(test, feature = "testing"))]
fn is_part(copy: Instr, original: Instr) -> bool {
    let parts = |instr: Instr| {
        let mut parts = Vec::new();
        instr.of_one_pair().each_part(|part| parts.push(part));
        parts.push(instr);
        parts.iter().map(Instr::name).collect::<Vec<_>>()
    };
    let (copies, originals) = (parts(copy), parts(original));
    // The call that a fused instruction ends with stays behind it, with its operands.
    let is_call = copies.contains(&"call") && originals.iter().any(|name| name.ends_with("call"));
    is_call || copies.iter().any(|name| originals.contains(name))
}

impl Database {
    /// Returns the predicates whose linked blocks hold one of the addresses.
    fn blocks_with(&self, addresses: &[usize]) -> Vec<PredId> {
        let holds = |block: &Block| {
            block.parts.iter().any(|&(start, length)| {
                let range = start.address()..(start + length).address();
                addresses.iter().any(|address| range.contains(address))
            })
        };
        let preds = self.preds.ids();
        preds
            .filter(|&pred| self.preds[pred].block.as_deref().is_some_and(holds))
            .collect()
    }

    /// Returns the clauses whose own code holds the addresses.
    fn clauses_at(&self, addresses: &[usize]) -> Vec<Option<(ClauseId, usize)>> {
        let mut order: Vec<usize> = (0..addresses.len()).collect();
        order.order_by_key(|&i| addresses[i]);
        let mut found = vec![None; addresses.len()];
        for (id, start, length) in self.placed_clauses() {
            let from = order.partition_point(|&i| addresses[i] < start);
            for &i in order[from..].iter().take_while(|&&i| addresses[i] < start + length) {
                found[i] = Some((id, addresses[i] - start));
            }
        }
        found
    }

    /// Returns, for each address, the predicate whose code holds it; `None` for code of no clause.
    pub(in crate::machine) fn preds_at(&self, addresses: &[usize]) -> Vec<Option<PredId>> {
        let clauses = self.clauses_at(addresses).into_iter();
        let mut found: Vec<Option<PredId>> = clauses.map(|at| Some(self.clauses[at?.0].pred)).collect();
        for pred in self.blocks_with(addresses) {
            let parts = self.preds[pred].block.as_ref().map(|block| &block.parts);
            for (found, &address) in found.iter_mut().zip(addresses) {
                if parts.is_some_and(|parts| position(parts, address).is_some()) {
                    *found = Some(pred);
                }
            }
        }
        found
    }

    /// Returns, for each address, the clause and the offset in its code; `None` for code of no clause.
    pub(super) fn origins(&mut self, addresses: &[usize]) -> Vec<Option<(ClauseId, usize)>> {
        let mut found = self.clauses_at(addresses);
        let missing = |found: &[Option<_>]| found.iter().any(Option::is_none);
        if missing(&found) {
            let mut copied: Vec<usize> = addresses.to_vec();
            for pred in self.blocks_with(addresses) {
                let Some((parts, origins)) = self.relinked(pred) else {
                    continue;
                };
                for address in &mut copied {
                    if let Some(at) = position(&parts, *address) {
                        *address = origins[at].address();
                    }
                }
            }
            for (found, again) in found.iter_mut().zip(self.clauses_at(&copied)) {
                *found = found.or(again);
            }
        }
        found
    }

    /// Links a predicate once more. Returns the parts of its block, and the origins of all their instructions.
    fn relinked(&mut self, pred: PredId) -> Option<(Parts, Vec<Label>)> {
        let (ids, parts) = {
            let block = self.preds[pred].block.as_ref()?;
            (block.clauses.clone(), block.parts.clone())
        };
        let arity = self.preds[pred].functor.arity();
        let mut clauses: Vec<ClauseKeys> = ids.iter().map(|&id| self.clause_keys(id, arity)).collect();
        let mut ranges = Vec::new();
        for &id in &ids {
            let code = self.code(id);
            let start = code.label()?;
            ranges.push(start..start + code.length);
        }
        let search = self.candidates_entry(pred);
        self.arena.begin_block();
        let mut origins = Vec::new();
        if self.preds[pred].matching {
            let no_rule = self.arena.append(&[Instr::NoRule { pred }]);
            ranges.push(no_rule..no_rule + 1);
            clauses.push(ClauseKeys::ANYTHING);
            origins.push(FAIL);
        }
        origins.extend(link::origins(&mut self.arena, &clauses, &ranges, arity, search));
        let block = self.arena.end_block();
        let lengths = |parts: &[(Label, u32)]| parts.iter().map(|part| part.1).collect::<Vec<u32>>();
        let is_same = lengths(&block.parts) == lengths(&parts);
        // A part may hold a copy of an earlier part.
        for at in 0..origins.len() {
            if let Some(earlier) = position(&block.parts, origins[at].address())
                && earlier < at
            {
                origins[at] = origins[earlier];
            }
        }
        self.arena.free_block(&block);
        is_same.then_some((parts, origins))
    }
}
