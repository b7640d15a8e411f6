//! The tables of variants, and of the calls that they stand for.

use crate::code::database::Database;
use crate::code::instr::PredId;
use crate::machine::tabling::modes::Moded;
use crate::machine::tabling::{Table, TableId, TableState, Tables};
use crate::term::cell::Cell;
use crate::term::record::Record;

use super::{Component, Slot, Variant};

impl Database {
    /// Returns the bytes that the facts and their indexes may take.
    pub(super) fn bytes_of_facts(&self, component: &Component) -> usize {
        let preds = component.facts.iter().map(|&pred| &self.preds[pred]);
        preds.map(|pred| pred.live * pred.functor.arity() * 16).sum()
    }

    /// Returns the words by which a variant is found.
    pub(super) fn key_of(&self, pred: PredId, pattern: &[Slot]) -> Vec<u64> {
        let mut key = vec![Cell::functor(self.preds[pred].functor).bits()];
        key.extend(pattern.iter().map(|slot| match slot {
            Slot::Var(number) => Cell::reference(*number).bits(),
            Slot::Value(word) => *word,
        }));
        key
    }

    /// Returns the words by which a call with these values of its given columns is found.
    pub(super) fn key_of_call(&self, component: &Component, number: usize, values: &[u64]) -> Vec<u64> {
        let variant = &component.variants[number];
        let mut names: Vec<usize> = Vec::new();
        let mut pattern = variant.pattern.clone();
        for slot in &mut pattern {
            let Slot::Var(column) = *slot else { continue };
            *slot = match variant.givens.iter().position(|&given| given == column) {
                Some(at) => Slot::Value(values[at]),
                None => {
                    let known = names.iter().position(|&name| name == column);
                    Slot::Var(known.unwrap_or_else(|| {
                        names.push(column);
                        names.len() - 1
                    }))
                }
            };
        }
        self.key_of(variant.declared.pred, &pattern)
    }
}

impl Tables {
    /// Makes the table of a variant; nothing calls it before it is filled.
    pub(super) fn add_complete(&mut self, db: &Database, variant: &Variant) -> TableId {
        let key = db.key_of(variant.declared.pred, &variant.pattern);
        let mut table = Table::new(&key[..], TableState::Complete, variant.width());
        if variant.values() > 0 {
            table.rare.moded = Some(Box::new(Moded::new(variant.declared.modes.clone(), Record::default())));
            table.answers.need_numbers();
        }
        self.add(table)
    }
}
