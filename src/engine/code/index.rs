//! Indexes made on demand: each maps a key to the clauses that can match it, in order.
//!
//! A clause occurs in an index once: under its key, or among those that match any key. A lookup merges both. A key with
//! one clause, the most frequent case, takes one entry of three 32-bit words.

use std::collections::{BTreeMap, VecDeque};

use hashbrown::HashTable;

use crate::base::ids::Table;
use crate::base::pieces::Pieces;

use super::clause::{Clause, ClauseId};
use super::key::{ANY, Spec};

/// A clause that may match, and its position in the list of an index, valid if the list has not changed since.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The clause.
    pub id: ClauseId,
    /// Its position, tried first when the next clause is looked up; [`ALONE`] if there is no next clause.
    pub at: u32,
}

/// A value of `at`: no other clause has the key or matches any key.
pub const ALONE: u32 = u32::MAX;
/// A value of `at`: the clause was found in the list of all clauses, and so are those after it.
pub const IN_LINE: u32 = u32::MAX - 1;

impl Candidate {
    /// Returns a candidate whose position is unknown.
    pub const fn new(id: ClauseId) -> Candidate {
        Candidate { id, at: 0 }
    }
}

/// Longer lists are kept as a tree, so that removal takes logarithmic time.
const FEW: usize = 1024;
/// A bit of an entry: the number is the index of a list, not of a clause.
const LIST: u32 = 1 << 31;

/// Clauses in order.
#[derive(Clone, Debug)]
struct List {
    items: Items,
    /// Clauses with a smaller order key are erased: only running goals can see them.
    from: i64,
}

#[derive(Clone, Debug)]
enum Items {
    Few(VecDeque<ClauseId>),
    Many(BTreeMap<i64, ClauseId>),
}

/// The first live clause, if there is one; `None` if the search has to note what it passes.
type Looked = Option<Option<Candidate>>;

impl Default for List {
    fn default() -> List {
        List {
            items: Items::Few(VecDeque::new()),
            from: i64::MIN,
        }
    }
}

impl List {
    fn len(&self) -> usize {
        match &self.items {
            Items::Few(few) => few.len(),
            Items::Many(many) => many.len(),
        }
    }

    /// Adds a clause at the front or the back.
    fn insert(&mut self, id: ClauseId, order: i64, clauses: &Pieces<Clause, ClauseId>) {
        self.from = self.from.min(order);
        match &mut self.items {
            Items::Few(few) if few.len() < FEW => match few.front() {
                Some(&first) if order < clauses[first].order => few.push_front(id),
                _ => few.push_back(id),
            },
            Items::Few(few) => {
                let mut many: BTreeMap<i64, ClauseId> = few.iter().map(|&id| (clauses[id].order, id)).collect();
                many.insert(order, id);
                self.items = Items::Many(many);
            }
            Items::Many(many) => {
                many.insert(order, id);
            }
        }
    }

    fn remove(&mut self, order: i64, clauses: &Pieces<Clause, ClauseId>) {
        match &mut self.items {
            Items::Few(few) => {
                if let Ok(at) = few.binary_search_by_key(&order, |&id| clauses[id].order) {
                    few.remove(at);
                }
            }
            Items::Many(many) => {
                many.remove(&order);
            }
        }
    }

    /// Returns the first clause after `order`.
    fn after(&self, order: i64, clauses: &Pieces<Clause, ClauseId>) -> Option<Candidate> {
        match &self.items {
            Items::Few(few) => {
                let at = few.partition_point(|&id| clauses[id].order <= order);
                few.get(at).map(|&id| Candidate { id, at: at as u32 })
            }
            Items::Many(many) => {
                use std::ops::Bound::{Excluded, Unbounded};
                let next = many.range((Excluded(order), Unbounded)).next();
                next.map(|(_, &id)| Candidate { id, at: 0 })
            }
        }
    }

    /// Returns the clause after `candidate`, which may have been removed meanwhile.
    #[inline]
    fn following(&self, candidate: Candidate, clauses: &Pieces<Clause, ClauseId>) -> Option<Candidate> {
        if let Items::Few(few) = &self.items
            && few.get(candidate.at as usize) == Some(&candidate.id)
        {
            let at = candidate.at + 1;
            return few.get(at as usize).map(|&id| Candidate { id, at });
        }
        self.after(clauses[candidate.id].order, clauses)
    }

    /// As [`List::first_live`] without a change; `None` if the first clause is erased.
    #[inline]
    fn look(&self, order: i64, clauses: &Pieces<Clause, ClauseId>) -> Looked {
        let next = self.after(order.max(self.from.saturating_sub(1)), clauses);
        match next {
            Some(candidate) if clauses[candidate.id].is_dead() => None,
            _ => Some(next),
        }
    }

    /// Returns the first live clause after `order`.
    fn first_live(&mut self, order: i64, clauses: &Pieces<Clause, ClauseId>) -> Option<Candidate> {
        let start = self.from.saturating_sub(1);
        let mut next = self.after(order.max(start), clauses);
        while let Some(candidate) = next {
            let clause = &clauses[candidate.id];
            if !clause.is_dead() {
                if order <= start {
                    self.from = clause.order;
                }
                return next;
            }
            next = self.following(candidate, clauses);
        }
        None
    }
}

/// A key's entry: the key, and its only clause or its list.
type Entry = [u32; 3];

fn entry_key(entry: &Entry) -> u64 {
    u64::from(entry[0]) << 32 | u64::from(entry[1])
}

/// Hashes a key. Sixteen consecutive numbers or atoms share a block, since a goal is often followed by one for the
/// neighbouring value; the blocks are scattered.
fn hash(key: u64) -> u64 {
    let (block, place) = (key >> 7 ^ key << 61, key >> 3 & 15);
    let product = u128::from(block ^ 0x243f_6a88_85a3_08d3) * u128::from(0x9e37_79b9_7f4a_7c15_u64);
    let scattered = (product >> 64) as u64 ^ product as u64;
    (scattered << 4 | place) ^ place << 57
}

/// An index.
#[derive(Clone, Debug)]
pub struct Index {
    /// The arguments or parts that it is on.
    pub spec: Spec,
    table: HashTable<Entry>,
    lists: Table<u32, List>,
    free: Vec<u32>,
    /// The clauses that match any key.
    any: List,
    /// The clauses added since the last use; `used_at` is their number at the last use.
    idle: usize,
    used_at: usize,
    entries: usize,
}

impl Index {
    /// Returns an index without clauses.
    pub fn new(spec: Spec, clauses: usize) -> Index {
        Index {
            spec,
            table: HashTable::new(),
            lists: Table::default(),
            free: Vec::new(),
            any: List::default(),
            idle: 0,
            used_at: clauses,
            entries: 0,
        }
    }

    /// Records a use of the index.
    #[inline]
    pub fn touch(&mut self) {
        self.idle = 0;
        self.used_at = self.entries;
    }

    /// Whether a use has to be recorded, since it has changed since the last one.
    #[inline]
    pub fn is_untouched(&self) -> bool {
        self.idle != 0 || self.used_at != self.entries
    }

    /// Whether the predicate has changed so much since the last use that rebuilding the index costs no more than
    /// keeping it.
    pub fn is_idle(&self) -> bool {
        self.idle > 64 + 2 * self.used_at
    }

    /// Returns the number of clauses it holds.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// Adds a clause at the front or the back.
    pub fn insert(&mut self, key: u64, id: ClauseId, clauses: &Pieces<Clause, ClauseId>) {
        self.idle += 1;
        self.entries += 1;
        let order = clauses[id].order;
        if key == ANY {
            self.any.insert(id, order, clauses);
            return;
        }
        let same = |entry: &Entry| entry_key(entry) == key;
        let Some(entry) = self.table.find_mut(hash(key), same) else {
            let entry = [(key >> 32) as u32, key as u32, id.number()];
            self.table
                .insert_unique(hash(key), entry, |entry| hash(entry_key(entry)));
            return;
        };
        if entry[2] & LIST != 0 {
            self.lists[entry[2] & !LIST].insert(id, order, clauses);
            return;
        }
        let mut list = List::default();
        let other = ClauseId::new(entry[2]);
        list.insert(other, clauses[other].order, clauses);
        list.insert(id, order, clauses);
        let at = match self.free.pop() {
            Some(at) => {
                self.lists[at] = list;
                at
            }
            None => self.lists.push(list),
        };
        entry[2] = at | LIST;
    }

    /// Removes a clause.
    pub fn remove(&mut self, key: u64, id: ClauseId, clauses: &Pieces<Clause, ClauseId>) {
        self.entries -= 1;
        let order = clauses[id].order;
        if key == ANY {
            self.any.remove(order, clauses);
            return;
        }
        let Ok(entry) = self.table.find_entry(hash(key), |entry| entry_key(entry) == key) else {
            return;
        };
        let code = entry.get()[2];
        if code & LIST == 0 {
            entry.remove();
            return;
        }
        let at = code & !LIST;
        let list = &mut self.lists[at];
        list.remove(order, clauses);
        if list.len() == 0 {
            *list = List::default();
            entry.remove();
            self.free.push(at);
        }
    }

    /// A clause lives again: not all before the first that was found are erased.
    pub fn look_again(&mut self, key: u64, order: i64) {
        let found = self.table.find(hash(key), |entry| entry_key(entry) == key);
        let list = match found.map(|entry| entry[2]) {
            _ if key == ANY => &mut self.any,
            Some(code) if code & LIST != 0 => &mut self.lists[code & !LIST],
            _ => return,
        };
        list.from = list.from.min(order);
    }

    /// Returns the clause after `candidate` that can match `key`, which is not [`ANY`], even if it is erased.
    #[inline]
    pub fn following(&self, key: u64, candidate: Candidate, clauses: &Pieces<Clause, ClauseId>) -> Option<Candidate> {
        let found = self.table.find(hash(key), |entry| entry_key(entry) == key);
        let order = || clauses[candidate.id].order;
        let exact = match found.map(|entry| entry[2]) {
            None => None,
            Some(code) if code & LIST != 0 => self.lists[code & !LIST].following(candidate, clauses),
            Some(id) => {
                let id = ClauseId::new(id);
                Some(Candidate::new(id)).filter(|_| clauses[id].order > order())
            }
        };
        if self.any.len() == 0 {
            return exact;
        }
        earlier(exact, self.any.after(order(), clauses), clauses)
    }

    /// As [`Index::first_live`] without a change; `None` if that is not possible.
    #[inline]
    pub fn look(&self, key: u64, order: i64, clauses: &Pieces<Clause, ClauseId>) -> Looked {
        let found = self.table.find(hash(key), |entry| entry_key(entry) == key);
        let exact = match found.map(|entry| entry[2]) {
            None => None,
            Some(code) if code & LIST != 0 => self.lists[code & !LIST].look(order, clauses)?,
            Some(id) => {
                let id = ClauseId::new(id);
                let clause = &clauses[id];
                let at = if self.any.len() == 0 { ALONE } else { 0 };
                Some(Candidate { id, at }).filter(|_| clause.order > order && !clause.is_dead())
            }
        };
        if self.any.len() == 0 {
            return Some(exact);
        }
        Some(earlier(exact, self.any.look(order, clauses)?, clauses))
    }

    /// Returns the first live clause after `order` that can match `key`, which is not [`ANY`].
    pub fn first_live(&mut self, key: u64, order: i64, clauses: &Pieces<Clause, ClauseId>) -> Option<Candidate> {
        let found = self.table.find(hash(key), |entry| entry_key(entry) == key);
        let exact = match found.map(|entry| entry[2]) {
            None => None,
            Some(code) if code & LIST != 0 => self.lists[code & !LIST].first_live(order, clauses),
            Some(id) => {
                let id = ClauseId::new(id);
                let clause = &clauses[id];
                let at = if self.any.len() == 0 { ALONE } else { 0 };
                Some(Candidate { id, at }).filter(|_| clause.order > order && !clause.is_dead())
            }
        };
        if self.any.len() == 0 {
            return exact;
        }
        earlier(exact, self.any.first_live(order, clauses), clauses)
    }
}

fn earlier(a: Option<Candidate>, b: Option<Candidate>, clauses: &Pieces<Clause, ClauseId>) -> Option<Candidate> {
    match (a, b) {
        (Some(a), Some(b)) if clauses[b.id].order < clauses[a.id].order => Some(b),
        (None, b) => b,
        (a, _) => a,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::known;
    use crate::code::clause::NO_CLAUSE;
    use crate::code::instr::PredId;
    use crate::code::packed::ClauseShape;
    use crate::code::store::Stored;
    use crate::term::cell::Cell;

    /// Clauses with these order keys.
    fn clauses(orders: &[i64]) -> Pieces<Clause, ClauseId> {
        let mut clauses = Pieces::default();
        for &order in orders {
            clauses.add(Clause {
                order,
                death: u64::MAX,
                stored: Stored::default(),
                code: 0,
                prev: NO_CLAUSE,
                next: NO_CLAUSE,
                pred: PredId::new(0),
                file: known::NIL,
                line: 0,
                name_words: 0,
                shape: ClauseShape::Flat,
                runs: 0,
            });
        }
        clauses
    }

    fn key(number: i64) -> u64 {
        Cell::int(number).bits()
    }

    /// The clauses that an index gives for a key, in order.
    fn found(index: &mut Index, key: u64, clauses: &Pieces<Clause, ClauseId>) -> Vec<u32> {
        let first = index.first_live(key, i64::MIN, clauses);
        let following = |&candidate: &Candidate| match candidate.at {
            ALONE => None,
            _ => index.following(key, candidate, clauses),
        };
        std::iter::successors(first, following)
            .map(|candidate| candidate.id.number())
            .collect()
    }

    #[test]
    fn clauses_of_a_key_are_found_in_order() {
        let clauses = clauses(&[1, 2, 3, 4, -5, 6]);
        let mut index = Index::new(Spec::argument(0), 0);
        for (id, number) in [(0, 7), (1, 8), (2, 7), (3, 7), (4, 7)] {
            index.insert(key(number), ClauseId::new(id), &clauses);
        }
        assert_eq!(found(&mut index, key(7), &clauses), [4, 0, 2, 3]);
        assert_eq!(found(&mut index, key(8), &clauses), [1]);
        assert_eq!(found(&mut index, key(9), &clauses), [0; 0]);
        assert_eq!(
            (index.lists.len(), index.entries()),
            (1, 5),
            "a key with one clause has no list"
        );
        index.insert(ANY, ClauseId::new(5), &clauses);
        assert_eq!(found(&mut index, key(8), &clauses), [1, 5]);
        for id in [0, 4, 2, 3] {
            index.remove(key(7), ClauseId::new(id), &clauses);
        }
        assert_eq!(found(&mut index, key(7), &clauses), [5]);
        for id in [0, 2] {
            index.insert(key(3), ClauseId::new(id), &clauses);
        }
        assert_eq!(index.lists.len(), 1, "a list is used again");
        assert_eq!(found(&mut index, key(3), &clauses), [0, 2, 5]);
    }

    #[test]
    fn neighbouring_keys_share_a_block_and_blocks_are_scattered() {
        let block = |number| hash(key(number)) >> 4 & 0xffff;
        let mut blocks: Vec<u64> = (0..1000).map(|number| block(number * 16)).collect();
        for number in 0..1000 {
            assert_eq!(block(number), blocks[number as usize / 16], "{number}");
        }
        let mut places: Vec<u64> = (0..16).map(|number| hash(key(number)) & 15).collect();
        places.sort_unstable();
        assert_eq!(places, (0..16).collect::<Vec<u64>>());
        let mut tags: Vec<u64> = (0..16).map(|number| hash(key(number)) >> 57).collect();
        tags.sort_unstable();
        tags.dedup();
        assert_eq!(
            tags.len(),
            16,
            "the bits by which a table tells entries of a group apart"
        );
        blocks.sort_unstable();
        blocks.dedup();
        assert!(blocks.len() > 950, "{} different blocks of 1000", blocks.len());
    }
}
