//! Indexes made on demand: from the value of one argument to the clauses that can match it.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::clause::{ANY, ClauseId};

/// Clauses in their order, with their order keys.
type Bucket = VecDeque<(i64, ClauseId)>;

/// An index on one argument.
#[derive(Debug, Default)]
pub struct Index {
    buckets: FxHashMap<u64, Bucket>,
    /// The clauses that match any value; each bucket holds them too.
    any: Bucket,
    entries: usize,
}

impl Index {
    /// The index of clauses given in their order.
    pub fn build(clauses: impl Iterator<Item = (u64, i64, ClauseId)>) -> Index {
        let mut index = Index::default();
        for (key, order, id) in clauses {
            index.insert(key, order, id);
        }
        index
    }

    /// Adds a clause at the front or at the end, as its order says.
    pub fn insert(&mut self, key: u64, order: i64, id: ClauseId) {
        self.entries += 1;
        if key == ANY {
            add(&mut self.any, order, id);
            self.entries += self.buckets.len();
            for bucket in self.buckets.values_mut() {
                add(bucket, order, id);
            }
        } else {
            let any = &self.any;
            add(self.buckets.entry(key).or_insert_with(|| any.clone()), order, id);
        }
    }

    /// Removes a clause.
    pub fn remove(&mut self, key: u64, order: i64) {
        if key == ANY {
            take(&mut self.any, order);
            for bucket in self.buckets.values_mut() {
                take(bucket, order);
            }
        } else if let Some(bucket) = self.buckets.get_mut(&key) {
            take(bucket, order);
            if bucket.is_empty() {
                self.buckets.remove(&key);
            }
        }
    }

    /// The clauses after `order` that can match `key`, which is not [`ANY`].
    pub fn after(&self, key: u64, order: i64) -> impl Iterator<Item = ClauseId> + '_ {
        let bucket = self.buckets.get(&key).unwrap_or(&self.any);
        let start = if order == i64::MIN {
            0
        } else {
            bucket.partition_point(|&(o, _)| o <= order)
        };
        bucket.range(start..).map(|&(_, id)| id)
    }

    /// Does the index tell clauses apart, `clauses` of them in all?
    pub fn discriminates(&self, clauses: usize) -> bool {
        self.buckets.len() > 1 && self.any.len() * 2 < clauses.max(1)
    }

    /// How much the index has grown by clauses that match anything.
    pub fn entries(&self) -> usize {
        self.entries
    }
}

fn add(bucket: &mut Bucket, order: i64, id: ClauseId) {
    match bucket.front() {
        Some(&(first, _)) if order < first => bucket.push_front((order, id)),
        _ => bucket.push_back((order, id)),
    }
}

fn take(bucket: &mut Bucket, order: i64) {
    if let Ok(at) = bucket.binary_search_by_key(&order, |&(o, _)| o) {
        bucket.remove(at);
    }
}
