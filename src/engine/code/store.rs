//! Storage of packed clause terms.
//!
//! Short terms of equal length share pieces, which are freed when they are empty; a long term has a vector of its own.
//! Engines share both until they change them.

use std::fmt;
use std::sync::Arc;

use crate::base::shared::{Shared, SharedPart};

/// The maximum length, in words, of terms kept in pieces.
const SHORT: usize = 64;
/// The length, in words, from which terms are moved instead of copied.
const LARGE: usize = 1 << 16;
/// The maximum number of words of a piece.
const PIECE: usize = 2048;
/// The number of bits of a slot's index within its piece.
const SLOT_BITS: u32 = 8;

/// The location of a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stored {
    at: u32,
    length: u32,
}

impl Stored {
    /// Returns its length in words.
    #[inline]
    pub fn length(self) -> usize {
        self.length as usize
    }

    /// Returns its size in bytes.
    pub fn bytes(self) -> usize {
        self.length() * 8
    }

    #[inline]
    fn piece(self) -> usize {
        (self.at >> SLOT_BITS) as usize
    }

    #[inline]
    fn range(self) -> std::ops::Range<usize> {
        let start = (self.at & ((1 << SLOT_BITS) - 1)) as usize * self.length();
        start..start + self.length()
    }
}

/// A piece: terms of one length.
#[derive(Clone, Default)]
struct StorePiece {
    words: SharedPart<u64>,
    used: u32,
}

/// A term with a vector of its own.
#[derive(Clone, Default)]
struct Long {
    words: Arc<[u64]>,
    /// Whether it was made since the store was frozen.
    charged: bool,
}

/// The free slots for terms of one length.
#[derive(Clone, Debug, Default)]
struct SizeClass {
    free: Vec<u32>,
    /// The piece being filled.
    open: Option<u32>,
}

/// All terms of clauses.
#[derive(Clone, Default)]
pub struct Store {
    pieces: Vec<StorePiece>,
    /// The numbers of freed pieces.
    empty: Vec<u32>,
    classes: Vec<SizeClass>,
    long: Shared<Vec<Long>>,
    free_long: Vec<u32>,
    /// The bytes of the long terms that are charged.
    long_bytes: usize,
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store")
            .field("pieces", &self.pieces.len())
            .field("long", &self.long.len())
            .finish_non_exhaustive()
    }
}

/// Returns the number of terms of a length that a piece holds.
fn slots(length: usize) -> usize {
    (PIECE / length).min(1 << SLOT_BITS)
}

impl Store {
    /// Stores a term. A large one is moved, which leaves `term` empty.
    pub fn add(&mut self, term: &mut Vec<u64>) -> Stored {
        let length = u32::try_from(term.len()).expect("the budget stops a term before 2^32 cells");
        if term.is_empty() {
            return Stored::default();
        }
        if term.len() > SHORT {
            self.long_bytes += term.len() * 8;
            let words = if term.len() < LARGE {
                term.as_slice().into()
            } else {
                std::mem::take(term).into()
            };
            let long = Long { words, charged: true };
            return Stored {
                at: put(&mut self.long, &mut self.free_long, long),
                length,
            };
        }
        if self.classes.len() <= term.len() {
            self.classes.resize_with(term.len() + 1, SizeClass::default);
        }
        let class = &mut self.classes[term.len()];
        if let Some(at) = class.free.pop() {
            let stored = Stored { at, length };
            let piece = &mut self.pieces[stored.piece()];
            piece.used += 1;
            piece.words.own(slots(term.len()) * term.len())[stored.range()].copy_from_slice(term);
            return stored;
        }
        let open = match class.open {
            Some(open) => open,
            None => {
                let words = SharedPart::with_capacity(slots(term.len()) * term.len());
                let open = put(&mut self.pieces, &mut self.empty, StorePiece { words, used: 0 });
                assert!(
                    open >> (32 - SLOT_BITS) == 0,
                    "the budget stops a program before 2^32 clauses"
                );
                class.open = Some(open);
                open
            }
        };
        let piece = &mut self.pieces[open as usize];
        let words = piece.words.own(slots(term.len()) * term.len());
        let slot = words.len() / term.len();
        words.extend_from_slice(term);
        piece.used += 1;
        if slot + 1 == slots(term.len()) {
            class.open = None;
        }
        Stored {
            at: open << SLOT_BITS | slot as u32,
            length,
        }
    }

    /// Returns the words of a term.
    #[inline]
    pub fn get(&self, stored: Stored) -> &[u64] {
        match stored.length() {
            0 => &[],
            1..=SHORT => self.pieces[stored.piece()]
                .words
                .get(stored.range())
                .unwrap_or_default(),
            _ => &self.long[stored.at as usize].words,
        }
    }

    /// Drops a term.
    pub fn remove(&mut self, stored: Stored) {
        match stored.length() {
            0 => {}
            1..=SHORT => {
                let piece = &mut self.pieces[stored.piece()];
                piece.used -= 1;
                // Zeros, since [`Store::charged_parts`] iterates over free slots too.
                if let Some(words) = piece.words.if_own() {
                    words[stored.range()].fill(0);
                }
                // To use a frozen slot again would copy its piece.
                if piece.words.is_charged() {
                    self.classes[stored.length()].free.push(stored.at);
                }
            }
            _ => {
                let long = std::mem::take(&mut self.long[stored.at as usize]);
                self.long_bytes -= if long.charged { stored.bytes() } else { 0 };
                self.free_long.push(stored.at);
            }
        }
    }

    /// Frees empty pieces.
    pub fn tidy(&mut self) {
        for class in &mut self.classes {
            let pieces = &self.pieces;
            class.free.retain(|&at| pieces[(at >> SLOT_BITS) as usize].used > 0);
            class.free.shrink_to(2 * class.free.len());
            class.open = class.open.filter(|&open| pieces[open as usize].used > 0);
        }
        for (number, piece) in self.pieces.iter_mut().enumerate() {
            if piece.used == 0 && !piece.words.all().is_empty() {
                piece.words = SharedPart::default();
                self.empty.push(number as u32);
            }
        }
    }

    /// Iterates over all words that are charged, in slices: terms without gaps, and free slots.
    pub fn charged_parts(&self) -> impl Iterator<Item = &[u64]> {
        let short = self.pieces.iter().map(|piece| &piece.words);
        let short = short.filter(|words| words.is_charged()).map(SharedPart::all);
        let long = self.long.iter().filter(|long| long.charged);
        short.chain(long.map(|long| &*long.words))
    }

    /// Returns the bytes that are charged.
    pub fn bytes(&self) -> usize {
        let long = if self.long.is_charged() { self.long.len() } else { 0 };
        let words: usize = self.pieces.iter().map(|piece| piece.words.charged_room()).sum();
        words * 8 + self.pieces.len() * size_of::<StorePiece>() + self.long_bytes + long * size_of::<Long>()
    }

    /// Shares all terms with all copies that are made from now on.
    pub fn share(&mut self) {
        self.pieces.iter_mut().for_each(|piece| piece.words.share());
        self.long.share_here();
    }

    /// Shares all terms, and takes the charge off. Free slots stay free for ever.
    pub fn freeze(&mut self) {
        for piece in &mut self.pieces {
            piece.words.share();
            piece.words.discharge();
        }
        self.pieces.shrink_to_fit();
        self.classes = Vec::new();
        self.long.iter_mut().for_each(|long| long.charged = false);
        self.long.share_here();
        self.long.discharge();
        self.long_bytes = 0;
    }
}

/// Puts an item into a free entry or at the end, and returns its index.
fn put<T>(items: &mut Vec<T>, free: &mut Vec<u32>, item: T) -> u32 {
    if let Some(at) = free.pop() {
        items[at as usize] = item;
        return at;
    }
    items.push(item);
    u32::try_from(items.len() - 1).expect("the budget stops a program before 2^32 items")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(store: &mut Store, term: &[u64]) -> Stored {
        store.add(&mut term.to_vec())
    }

    #[test]
    fn freed_terms_leave_room() {
        let mut store = Store::default();
        let long: Vec<u64> = (0..100).collect();
        let (a, b, c) = (add(&mut store, &[1, 2]), add(&mut store, &[3]), add(&mut store, &long));
        let get = |store: &Store, stored| store.get(stored).to_vec();
        assert_eq!(
            (get(&store, a), get(&store, b), get(&store, c)),
            (vec![1, 2], vec![3], long.clone())
        );
        let held = store.bytes();
        store.remove(a);
        store.remove(c);
        assert_eq!((add(&mut store, &[5, 6]), add(&mut store, &long)), (a, c));
        assert_eq!(store.bytes(), held);
        assert_eq!((get(&store, a), get(&store, b)), (vec![5, 6], vec![3]));
    }

    #[test]
    fn pieces_are_given_back() {
        let mut store = Store::default();
        let stored: Vec<Stored> = (0..10_000_u64).map(|i| add(&mut store, &[i, i + 1, i + 2])).collect();
        assert!(
            stored
                .iter()
                .zip(0..)
                .all(|(&stored, i)| store.get(stored) == [i, i + 1, i + 2])
        );
        let full = store.bytes();
        assert!((240_000..260_000).contains(&full), "{full}");
        for &stored in &stored[10..] {
            store.remove(stored);
        }
        store.tidy();
        assert!(store.bytes() < full / 10);
        assert_eq!(store.get(stored[9]), [9, 10, 11]);
        let again: Vec<Stored> = (0..10_000_u64).map(|i| add(&mut store, &[i, i, i])).collect();
        assert!(again.iter().zip(0..).all(|(&stored, i)| store.get(stored) == [i, i, i]));
        assert_eq!(store.get(stored[9]), [9, 10, 11]);
        assert!(store.bytes() < full + full / 10);
    }

    #[test]
    fn copies_of_a_shared_store_are_independent() {
        let mut store = Store::default();
        let long: Vec<u64> = (1..100).collect();
        let (a, b, c) = (
            add(&mut store, &[1, 2]),
            add(&mut store, &[3, 4]),
            add(&mut store, &long),
        );
        store.share();
        let mut fork = store.clone();
        fork.remove(a);
        fork.remove(c);
        let d = add(&mut fork, &[5, 6]);
        assert_eq!(
            (d, fork.get(d), store.get(a), store.get(c)),
            (a, &[5, 6][..], &[1, 2][..], &long[..])
        );
        assert!(
            fork.bytes() > 1000 && fork.charged_parts().count() > 0,
            "a fork is charged"
        );
        store.freeze();
        let mut copy = store.clone();
        assert_eq!(
            (copy.charged_parts().count(), copy.bytes()),
            (0, copy.pieces.len() * size_of::<StorePiece>())
        );
        let e = add(&mut copy, &[7, 8]);
        assert_eq!(
            (copy.get(b), copy.get(e), store.get(b)),
            (&[3, 4][..], &[7, 8][..], &[3, 4][..])
        );
        assert!(copy.bytes() > 4096, "what is its own is charged");
        for stored in [a, b, e] {
            copy.remove(stored);
        }
        copy.tidy();
        assert_eq!((store.get(a), store.get(b)), (&[1, 2][..], &[3, 4][..]));
    }
}
