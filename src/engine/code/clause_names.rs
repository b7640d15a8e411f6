//! The names of the clauses that threads have added: the numbers of the changes that added them, which are the same in all
//! threads.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::clause::ClauseId;
use crate::base::ids::Id;

/// The number of clauses of a page.
const PAGE: usize = 64;

/// A clause that was added.
#[derive(Clone, Copy, Debug, Default)]
struct NamedClause {
    /// Its order, which tells it from later clauses with the same id; 0 if there is none.
    order: i64,
    number: u64,
}

/// The numbers of clauses, and the clauses by their numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct ClauseNames {
    /// By id; those of most clauses of a program, which were there before, have no page.
    pages: Vec<Option<Box<[NamedClause; PAGE]>>>,
    by_number: HashTable<ClauseId>,
}

fn hash(number: u64) -> u64 {
    FxBuildHasher.hash_one(number)
}

fn named(pages: &[Option<Box<[NamedClause; PAGE]>>], id: ClauseId) -> NamedClause {
    let page = pages.get(id.index() / PAGE).and_then(Option::as_ref);
    page.map(|page| page[id.index() % PAGE]).unwrap_or_default()
}

impl ClauseNames {
    fn set(&mut self, id: ClauseId, to: NamedClause) {
        let page = id.index() / PAGE;
        if self.pages.len() <= page {
            self.pages.resize_with(page + 1, || None);
        }
        let page = self.pages[page].get_or_insert_with(|| Box::new([NamedClause::default(); PAGE]));
        page[id.index() % PAGE] = to;
    }

    /// Adds a clause.
    pub(super) fn add(&mut self, number: u64, id: ClauseId, order: i64) {
        let before = named(&self.pages, id);
        self.take_number(id, before.order);
        self.set(id, NamedClause { order, number });
        let pages = &self.pages;
        self.by_number
            .insert_unique(hash(number), id, |&id| hash(named(pages, id).number));
    }

    /// Whether a clause has a number.
    pub(super) fn has(&self, id: ClauseId, order: i64) -> bool {
        order != 0 && named(&self.pages, id).order == order
    }

    /// Removes a clause; returns its number, if it has one.
    pub(super) fn take_number(&mut self, id: ClauseId, order: i64) -> Option<u64> {
        if !self.has(id, order) {
            return None;
        }
        let found = named(&self.pages, id);
        if let Ok(entry) = self.by_number.find_entry(hash(found.number), |&other| other == id) {
            entry.remove();
        }
        self.set(id, NamedClause::default());
        Some(found.number)
    }

    /// Removes the clause with a number; returns it, and its order.
    pub(super) fn take_clause(&mut self, number: u64) -> Option<(ClauseId, i64)> {
        let pages = &self.pages;
        let is_it = |&id: &ClauseId| named(pages, id).number == number;
        let (id, _) = self.by_number.find_entry(hash(number), is_it).ok()?.remove();
        let order = named(pages, id).order;
        self.set(id, NamedClause::default());
        Some((id, order))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_found_both_ways_until_they_are_taken() {
        let mut names = ClauseNames::default();
        let id = |number: usize| ClauseId::from_index(number * 7);
        for number in 0..1000 {
            names.add(10 + number as u64, id(number), number as i64 + 1);
        }
        assert_eq!(names.take_number(id(3), 99), None, "another clause had this id");
        assert_eq!(names.take_number(id(3), 4), Some(13));
        assert_eq!(names.take_number(id(3), 4), None);
        assert_eq!(names.take_clause(13), None);
        assert_eq!(names.take_clause(14), Some((id(4), 5)));
        // The id is used again, also before the clause was taken.
        names.add(5000, id(4), 77);
        names.add(5001, id(5), 78);
        assert_eq!(names.take_clause(5000), Some((id(4), 77)));
        assert_eq!(names.take_clause(15), None);
        assert_eq!(names.take_number(id(5), 78), Some(5001));
        for number in 6..1000 {
            assert_eq!(
                names.take_clause(10 + number as u64),
                Some((id(number), number as i64 + 1))
            );
        }
        assert_eq!(names.by_number.len(), 3, "0 to 2 are left");
    }
}
