//! From a code address to the clause that the instruction belongs to.
//!
//! A linked block holds copies of the code of its clauses. Linking is a pure function, so linking the same clauses once
//! more tells what each instruction of the block was copied from.

use crate::code::arena::Block;
use crate::code::clause::ClauseId;
use crate::code::instr::{FAIL, Instr, Label, PredId};
use crate::compile::link;
use crate::compile::link::ClauseKeys;

use crate::machine::Machine;

/// The start and the length of each part of a block.
type Parts = Vec<(Label, u32)>;

impl Machine {
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
                    let mut before = 0;
                    for &(start, length) in &parts {
                        let (start, length) = (start.address(), length as usize);
                        if (start..start + length).contains(address) {
                            *address = origins[before + *address - start].address();
                            break;
                        }
                        before += length;
                    }
                }
            }
            for (found, again) in found.iter_mut().zip(self.clauses_at(&copied)) {
                *found = found.or(again);
            }
        }
        found
    }

    /// Returns the clauses whose own code holds the addresses.
    fn clauses_at(&self, addresses: &[usize]) -> Vec<Option<(ClauseId, usize)>> {
        let mut order: Vec<usize> = (0..addresses.len()).collect();
        order.sort_unstable_by_key(|&i| addresses[i]);
        let mut found = vec![None; addresses.len()];
        for (id, start, length) in self.db.placed_clauses() {
            let from = order.partition_point(|&i| addresses[i] < start);
            for &i in order[from..].iter().take_while(|&&i| addresses[i] < start + length) {
                found[i] = Some((id, addresses[i] - start));
            }
        }
        found
    }

    /// Returns the predicates whose linked blocks hold one of the addresses.
    fn blocks_with(&self, addresses: &[usize]) -> Vec<PredId> {
        let holds = |block: &Block| {
            block.parts.iter().any(|&(start, length)| {
                let range = start.address()..(start + length).address();
                addresses.iter().any(|address| range.contains(address))
            })
        };
        let preds = self.db.preds.ids();
        preds
            .filter(|&pred| self.db.preds[pred].block.as_deref().is_some_and(holds))
            .collect()
    }

    /// Links a predicate once more. Returns the parts of its block, and the origins of all their instructions.
    fn relinked(&mut self, pred: PredId) -> Option<(Parts, Vec<Label>)> {
        let (ids, parts) = {
            let block = self.db.preds[pred].block.as_ref()?;
            (block.clauses.clone(), block.parts.clone())
        };
        let arity = self.db.preds[pred].functor.arity();
        let mut clauses: Vec<ClauseKeys> = ids.iter().map(|&id| self.clause_keys(id, arity)).collect();
        let mut ranges = Vec::new();
        for &id in &ids {
            let code = self.db.code(id);
            let start = code.label()?;
            ranges.push(start..start + code.length);
        }
        let search = self.db.candidates_entry(pred);
        self.db.arena.begin_block();
        let mut origins = Vec::new();
        if self.db.preds[pred].matching {
            let no_rule = self.db.arena.append(&[Instr::NoRule { pred }]);
            ranges.push(no_rule..no_rule + 1);
            clauses.push(ClauseKeys::ANYTHING);
            origins.push(FAIL);
        }
        origins.extend(link::origins(&mut self.db.arena, &clauses, &ranges, arity, search));
        let block = self.db.arena.end_block();
        let lengths = |parts: &[(Label, u32)]| parts.iter().map(|part| part.1).collect::<Vec<u32>>();
        let is_same = lengths(&block.parts) == lengths(&parts);
        self.db.arena.free_block(&block);
        is_same.then_some((parts, origins))
    }
}
