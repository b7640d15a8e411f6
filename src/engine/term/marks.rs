//! Sets and maps of heap addresses, for walks that must visit a cell only once.
//!
//! Both are paged: a page is allocated when an address in it is first entered, and the page table begins at the lowest
//! page used, so that a small term costs little anywhere on the heap, and a large one needs no hashing.

/// Pages of `N` words, addressed by a word index.
struct Pages<W, const N: usize> {
    first: usize,
    pages: Vec<Option<Box<[W; N]>>>,
}

impl<W: Copy + Default, const N: usize> Pages<W, N> {
    const fn new() -> Self {
        Pages {
            first: 0,
            pages: Vec::new(),
        }
    }

    /// Returns the word, if its page exists.
    #[inline]
    fn get(&self, index: usize) -> Option<W> {
        let page = (index / N).checked_sub(self.first)?;
        Some(self.pages.get(page)?.as_ref()?[index % N])
    }

    /// Returns the word; allocates its page if necessary.
    #[inline]
    fn entry(&mut self, index: usize) -> &mut W {
        let page = self.page(index / N);
        let words = self.pages[page].get_or_insert_with(|| Box::new([W::default(); N]));
        &mut words[index % N]
    }

    #[inline]
    fn page(&mut self, number: usize) -> usize {
        match number.checked_sub(self.first) {
            Some(page) if page < self.pages.len() => page,
            _ => self.widen(number),
        }
    }

    #[cold]
    fn widen(&mut self, number: usize) -> usize {
        if self.pages.is_empty() {
            self.first = number;
        }
        if number < self.first {
            // At least doubled, so that a walk downwards through the heap takes linear time.
            let more = (self.first - number).max(self.pages.len()).min(self.first);
            self.pages.splice(0..0, (0..more).map(|_| None));
            self.first -= more;
        }
        let page = number - self.first;
        if page >= self.pages.len() {
            self.pages.resize_with(page + 1, || None);
        }
        page
    }
}

/// A set of heap addresses.
pub struct AddressSet {
    bits: Pages<u64, 64>,
}

impl AddressSet {
    /// Makes an empty set.
    pub const fn new() -> AddressSet {
        AddressSet { bits: Pages::new() }
    }

    /// Inserts `address`; returns false if it was present.
    #[inline]
    pub fn insert(&mut self, address: usize) -> bool {
        let word = self.bits.entry(address / 64);
        let bit = 1 << (address % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Removes `address`.
    #[inline]
    pub fn remove(&mut self, address: usize) {
        *self.bits.entry(address / 64) &= !(1 << (address % 64));
    }

    /// Whether the set contains `address`.
    #[inline]
    pub fn contains(&self, address: usize) -> bool {
        self.bits
            .get(address / 64)
            .is_some_and(|word| word & (1 << (address % 64)) != 0)
    }
}

/// Number of entries of an [`AddressMap`] that are searched linearly before it uses pages.
const FEW: usize = 16;

/// A map from heap addresses to numbers.
pub struct AddressMap {
    few: Vec<(usize, u32)>,
    many: Option<Pages<u32, 1024>>,
}

impl AddressMap {
    /// Makes an empty map, for few addresses in most cases.
    pub const fn new() -> AddressMap {
        AddressMap {
            few: Vec::new(),
            many: None,
        }
    }

    /// Makes an empty map for many addresses.
    pub const fn for_many() -> AddressMap {
        AddressMap {
            few: Vec::new(),
            many: Some(Pages::new()),
        }
    }

    /// Returns the number of `address`.
    #[inline]
    pub fn get(&self, address: usize) -> Option<usize> {
        match &self.many {
            Some(pages) => pages.get(address)?.checked_sub(1).map(|number| number as usize),
            None => self
                .few
                .iter()
                .find(|entry| entry.0 == address)
                .map(|entry| entry.1 as usize),
        }
    }

    /// Maps `address` to a number. A number of 2^32 - 1 or more is ignored: the address stays unmapped.
    #[inline]
    pub fn insert(&mut self, address: usize, number: usize) {
        let Ok(number) = u32::try_from(number) else { return };
        let Some(one_more) = number.checked_add(1) else { return };
        match &mut self.many {
            Some(pages) => *pages.entry(address) = one_more,
            None if self.few.len() < FEW => self.few.push((address, number)),
            None => {
                let mut pages = Pages::new();
                for &(known, number) in &self.few {
                    *pages.entry(known) = number + 1;
                }
                *pages.entry(address) = one_more;
                self.many = Some(pages);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_knows_what_was_entered() {
        let mut set = AddressSet::new();
        for address in [1_000_000, 5, 64, 63, 999_999, 70_000] {
            assert!(!set.contains(address));
            assert!(set.insert(address));
            assert!(!set.insert(address));
        }
        assert!(set.contains(63) && set.contains(64) && !set.contains(65));
        set.remove(64);
        assert!(!set.contains(64) && set.contains(63));
    }

    #[test]
    fn a_map_keeps_its_numbers_when_it_takes_pages() {
        let mut map = AddressMap::new();
        for i in 0..100 {
            map.insert(100_000 - 997 * i, i);
        }
        for i in 0..100 {
            assert_eq!(map.get(100_000 - 997 * i), Some(i));
        }
        assert_eq!(map.get(4), None);
        assert_eq!(map.get(200_000), None);
    }
}
