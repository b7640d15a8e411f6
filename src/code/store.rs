//! The terms of clauses, packed one beside the other.
//!
//! Short ones lie in one vector, where a place that was freed is used again for the next of its length; a long one
//! has a vector of its own.

/// Terms of more words have a vector of their own.
const SHORT: usize = 64;

/// Where a term lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    at: u32,
    length: u32,
}

impl Place {
    /// How many words it has.
    #[inline]
    pub fn length(self) -> usize {
        self.length as usize
    }

    /// The bytes it takes.
    pub fn bytes(self) -> usize {
        self.length() * 8
    }

    fn is_short(self) -> bool {
        self.length() <= SHORT
    }
}

/// All terms of clauses.
#[derive(Debug, Default)]
pub struct Store {
    words: Vec<u64>,
    /// The free places among the words, by length.
    free: Vec<Vec<u32>>,
    long: Vec<Box<[u64]>>,
    free_long: Vec<u32>,
    /// Words in use, and words of long terms.
    used: usize,
    long_words: usize,
}

impl Store {
    /// Keeps a term.
    pub fn add(&mut self, term: &[u64]) -> Place {
        let length = u32::try_from(term.len()).expect("the budget stops a term before 2^32 cells");
        self.used += term.len();
        if term.len() > SHORT {
            self.long_words += term.len();
            let term = term.into();
            let at = match self.free_long.pop() {
                Some(at) => {
                    self.long[at as usize] = term;
                    at
                }
                None => {
                    self.long.push(term);
                    self.long.len() as u32 - 1
                }
            };
            return Place { at, length };
        }
        if let Some(at) = self.free.get_mut(term.len()).and_then(Vec::pop) {
            self.words[at as usize..at as usize + term.len()].copy_from_slice(term);
            return Place { at, length };
        }
        let at = u32::try_from(self.words.len()).expect("the budget stops a program before 2^32 words");
        self.words.extend_from_slice(term);
        Place { at, length }
    }

    /// The words of a term.
    #[inline]
    pub fn get(&self, place: Place) -> &[u64] {
        if place.is_short() {
            &self.words[place.at as usize..place.at as usize + place.length()]
        } else {
            &self.long[place.at as usize]
        }
    }

    /// Drops a term.
    pub fn remove(&mut self, place: Place) {
        self.used -= place.length();
        if !place.is_short() {
            self.long_words -= place.length();
            self.long[place.at as usize] = Box::default();
            self.free_long.push(place.at);
        } else if place.length > 0 {
            if self.free.len() <= place.length() {
                self.free.resize_with(place.length() + 1, Vec::new);
            }
            self.free[place.length()].push(place.at);
            // A walk over all cells is to find nothing here.
            self.words[place.at as usize..place.at as usize + place.length()].fill(0);
        }
        if self.used == 0 {
            *self = Store::default();
        }
    }

    /// All words: those of terms from end to end, and zeros where none is.
    pub fn parts(&self) -> impl Iterator<Item = &[u64]> {
        std::iter::once(&*self.words).chain(self.long.iter().map(|long| &**long))
    }

    /// The bytes held.
    pub fn bytes(&self) -> usize {
        (self.words.len() + self.long_words) * 8 + self.long.len() * size_of::<Box<[u64]>>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_used_again() {
        let mut store = Store::default();
        let long: Vec<u64> = (0..100).collect();
        let (a, b, c) = (store.add(&[1, 2]), store.add(&[3]), store.add(&long));
        assert_eq!((store.get(a), store.get(b), store.get(c)), (&[1, 2][..], &[3][..], &long[..]));
        let held = store.bytes();
        store.remove(a);
        store.remove(c);
        let (d, e) = (store.add(&[5, 6]), store.add(&long));
        assert_eq!((a, c), (d, e));
        assert_eq!(store.bytes(), held);
        assert_eq!((store.get(d), store.get(b)), (&[5, 6][..], &[3][..]));
        for place in [b, d, e, store.add(&[])] {
            store.remove(place);
        }
        assert_eq!(store.bytes(), 0);
    }
}
