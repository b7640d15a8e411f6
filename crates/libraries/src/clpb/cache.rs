//! The results of operations on diagrams. Each entry has one place, and a later one may take it: then the result is computed
//! again.

/// Places at first; many runs need few.
const FIRST: usize = 1 << 8;
/// Places at most.
const MOST: usize = 1 << 24;

#[derive(Clone, Copy)]
struct CacheEntry {
    a: u32,
    b: u32,
    operation: u8,
    result: u32,
}

/// No operation: all of them have four bits.
const NONE: u8 = u8::MAX;

/// The table of results.
pub(super) struct Cache(Vec<CacheEntry>);

impl Cache {
    pub(super) fn new() -> Cache {
        Cache(vec![EMPTY; FIRST])
    }

    #[inline(always)]
    fn place(&self, operation: u8, a: u32, b: u32) -> usize {
        let pair = u64::from(a) << 32 | u64::from(b);
        let mixed = (pair ^ u64::from(operation) << 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 32) as usize & (self.0.len() - 1)
    }

    #[inline]
    pub(super) fn get(&self, operation: u8, a: u32, b: u32) -> Option<u32> {
        let entry = self.0[self.place(operation, a, b)];
        (entry.operation == operation && entry.a == a && entry.b == b).then_some(entry.result)
    }

    #[inline]
    pub(super) fn put(&mut self, operation: u8, a: u32, b: u32, result: u32) {
        let place = self.place(operation, a, b);
        self.0[place] = CacheEntry {
            a,
            b,
            operation,
            result,
        };
    }

    /// Whether the table should grow when there are so many nodes.
    #[inline(always)]
    pub(super) fn is_small_for(&self, nodes: usize) -> bool {
        nodes > self.0.len() && self.0.len() < MOST
    }

    /// Returns the bytes by which the table grows.
    pub(super) fn bytes(&self) -> usize {
        self.0.len() * size_of::<CacheEntry>()
    }

    /// Makes the table twice as large.
    pub(super) fn grow(&mut self) {
        let size = 2 * self.0.len();
        let old = std::mem::replace(&mut self.0, vec![EMPTY; size]);
        for entry in old.into_iter().filter(|entry| entry.operation != NONE) {
            self.put(entry.operation, entry.a, entry.b, entry.result);
        }
    }
}

const EMPTY: CacheEntry = CacheEntry {
    a: 0,
    b: 0,
    operation: NONE,
    result: 0,
};
