//! Indexes made on demand: from a key to the clauses that can match it, in their order.
//!
//! A clause stands in an index once: under its key, or among those that match any key. A lookup merges
//! both. A key with one clause, the most frequent case, takes an entry of three words of 32 bits and nothing more.

use std::collections::{BTreeMap, VecDeque};

use hashbrown::HashTable;

use crate::base::pieces::Pieces;

use super::clause::{Clause, ClauseId};
use super::key::{ANY, Spec};

/// A clause that may match, and where it was found: in its list of an index, if that has not changed since.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The clause.
    pub id: ClauseId,
    /// The place where it was, to look there first for what follows it; [`ALONE`] if nothing does.
    pub at: u32,
}

/// In the place of a place: no other clause has the key, nor matches any key.
pub const ALONE: u32 = u32::MAX;

impl Candidate {
    /// A clause of which no place is known.
    pub const fn new(id: ClauseId) -> Candidate {
        Candidate { id, at: 0 }
    }
}

/// A list with more clauses is kept as a tree, so that any of them is removed in no time.
const FEW: usize = 1024;
/// In an entry: the number is that of a list, not of a clause.
const LIST: u32 = 1 << 31;

/// Clauses in their order.
#[derive(Debug)]
struct List {
    items: Items,
    /// Clauses with a lesser order have been erased: only goals that are running still see them.
    from: i64,
}

#[derive(Debug)]
enum Items {
    Few(VecDeque<ClauseId>),
    Many(BTreeMap<i64, ClauseId>),
}

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

    /// Adds a clause that comes before all others or after them.
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

    /// The first clause after `order`.
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

    /// The clause after `candidate`, which may have been removed meanwhile.
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

    /// The first clause that was not erased, after `order`.
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

/// Sixteen neighbours among numbers or atoms come to lie side by side, since a goal often is followed by one for the
/// neighbour; which sixteen go together where, is scattered.
fn hash(key: u64) -> u64 {
    let (block, place) = (key >> 7 ^ key << 61, key >> 3 & 15);
    let product = u128::from(block ^ 0x243f_6a88_85a3_08d3) * u128::from(0x9e37_79b9_7f4a_7c15_u64);
    let scattered = (product >> 64) as u64 ^ product as u64;
    (scattered << 4 | place) ^ place << 57
}

/// An index.
#[derive(Debug)]
pub struct Index {
    /// What it is on.
    pub spec: Spec,
    table: HashTable<Entry>,
    lists: Vec<List>,
    free: Vec<u32>,
    /// The clauses that match any key.
    any: List,
    /// Clauses added since it was last used, and how many there were then.
    idle: usize,
    used_at: usize,
    entries: usize,
}

impl Index {
    /// An index without clauses.
    pub fn new(spec: Spec, clauses: usize) -> Index {
        Index {
            spec,
            table: HashTable::new(),
            lists: Vec::new(),
            free: Vec::new(),
            any: List::default(),
            idle: 0,
            used_at: clauses,
            entries: 0,
        }
    }

    /// The index is used.
    #[inline]
    pub fn touch(&mut self) {
        self.idle = 0;
        self.used_at = self.entries;
    }

    /// Has the predicate changed so much since the index was used that making it anew is no more work?
    pub fn is_idle(&self) -> bool {
        self.idle > 64 + 2 * self.used_at
    }

    /// How many clauses it holds.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// Adds a clause that comes before all others or after them.
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
            self.lists[(entry[2] & !LIST) as usize].insert(id, order, clauses);
            return;
        }
        let mut list = List::default();
        let other = ClauseId::new(entry[2]);
        list.insert(other, clauses[other].order, clauses);
        list.insert(id, order, clauses);
        let at = match self.free.pop() {
            Some(at) => {
                self.lists[at as usize] = list;
                at
            }
            None => {
                self.lists.push(list);
                self.lists.len() as u32 - 1
            }
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
        let list = &mut self.lists[at as usize];
        list.remove(order, clauses);
        if list.len() == 0 {
            *list = List::default();
            entry.remove();
            self.free.push(at);
        }
    }

    /// The clause after `candidate` that can match `key`, which is not [`ANY`]; erased ones too.
    #[inline]
    pub fn following(&self, key: u64, candidate: Candidate, clauses: &Pieces<Clause, ClauseId>) -> Option<Candidate> {
        let found = self.table.find(hash(key), |entry| entry_key(entry) == key);
        let order = || clauses[candidate.id].order;
        let exact = match found.map(|entry| entry[2]) {
            None => None,
            Some(code) if code & LIST != 0 => self.lists[(code & !LIST) as usize].following(candidate, clauses),
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

    /// The first clause after `order` that can match `key`, which is not [`ANY`], and was not erased.
    pub fn first_live(&mut self, key: u64, order: i64, clauses: &Pieces<Clause, ClauseId>) -> Option<Candidate> {
        let found = self.table.find(hash(key), |entry| entry_key(entry) == key);
        let exact = match found.map(|entry| entry[2]) {
            None => None,
            Some(code) if code & LIST != 0 => self.lists[(code & !LIST) as usize].first_live(order, clauses),
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
