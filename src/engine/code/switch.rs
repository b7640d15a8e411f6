//! Switch tables: from the type and value of a cell to a label.

use crate::term::cell::{Cell, Tag, tags};

use super::instr::{FAIL, Label};

/// The table of a `switch`. Aligned, so that indexing takes no multiplication.
#[derive(Clone, Debug, Default)]
#[repr(align(128))]
pub struct SwitchTable {
    /// The label for an unbound variable.
    pub variable: Label,
    /// The label for an attributed variable.
    pub attributed: Label,
    /// The label for a list pair.
    pub list: Label,
    /// The label for `[]`.
    pub nil: Label,
    /// The label for a value that is not in the table.
    pub other: Label,
    /// The key that is compared first, and its label: many tables have no other.
    first: (u64, Label),
    /// The other keys, if they are few: compared one after another, since such branches are predicted well, while a
    /// hashed index has to be waited for.
    few: [u64; FEW_KEYS],
    few_labels: [Label; FEW_KEYS],
    /// The number of keys.
    count: usize,
    /// The label for each tag, if the tag determines it; else [`BY_KEY`] or [`UNSURE`].
    by_tag: [Label; 8],
    /// The keys, if they are many, and their labels: an open-addressed hash table with linear probing, at least half
    /// empty. Empty slots hold [`FREE`] and `other`.
    slots: Vec<(u64, Label)>,
    /// The multiplier of the hash function.
    factor: u64,
    shift: u32,
}

/// The label depends on the key.
pub const BY_KEY: Label = Label::new(u32::MAX - 1);
/// The label depends on a further examination of the cell.
pub const UNSURE: Label = Label::new(u32::MAX);

/// The maximum number of keys, beside the first, that are compared one after another.
const FEW_KEYS: usize = 6;
/// Marks an empty slot. No key has these bits: as a cell, they refer to address 0, where no variable is referred to.
const FREE: u64 = 0;
/// The number of multipliers tried to find a hash function without collisions.
const FACTORS: usize = 8;
/// The number of keys above which a multiplier without collisions is unlikely.
const MANY_KEYS: usize = 64;

impl SwitchTable {
    /// Sets the keys and their labels, after the labels for types have been set. The key of an atom or small integer is
    /// its cell, that of a compound term its header; the keys of boxes, made by [`box_key`], are hashes and not unique.
    /// The key `first` is compared first; without one, the least.
    pub fn set_keys(&mut self, mut keys: Vec<(u64, Label)>, first: Option<u64>) {
        if self.nil != self.other {
            keys.push((Cell::NIL.bits(), self.nil));
        }
        let first = keys
            .iter()
            .find(|(key, _)| Some(*key) == first)
            .or_else(|| keys.iter().min());
        self.first = first.copied().unwrap_or((FREE, FAIL));
        self.count = keys.len();
        self.by_tag = [UNSURE; 8];
        self.by_tag[tags::REF as usize] = self.variable;
        self.by_tag[tags::LST as usize] = self.list;
        for (tag, key_tag) in [(Tag::Atm, Tag::Atm), (Tag::Int, Tag::Int), (Tag::Str, Tag::Hdr)] {
            let has_keys = keys.iter().any(|&(key, _)| Cell::from_bits(key).tag() == key_tag);
            self.by_tag[tag as usize] = if has_keys { BY_KEY } else { self.other };
        }
        if self.count > FEW_KEYS + 1 {
            self.place_all(&keys);
            return;
        }
        let others = keys.iter().filter(|(key, _)| *key != self.first.0);
        for ((few, few_label), &(key, label)) in self.few.iter_mut().zip(&mut self.few_labels).zip(others) {
            (*few, *few_label) = (key, label);
        }
    }

    /// Fills the slots, with the multiplier that causes the fewest collisions.
    fn place_all(&mut self, keys: &[(u64, Label)]) {
        let size = (2 * keys.len()).next_power_of_two();
        self.shift = u64::BITS - size.ilog2();
        let mut fewest = usize::MAX;
        let mut factor: u64 = 0x9e37_79b9_7f4a_7c15;
        for _ in 0..if keys.len() > MANY_KEYS { 1 } else { FACTORS } {
            let mut slots = vec![(FREE, self.other); size];
            let mut moved = 0;
            for &(key, label) in keys {
                let mut at = place(key, factor, self.shift);
                while slots[at].0 != FREE {
                    at = (at + 1) & (size - 1);
                    moved += 1;
                }
                slots[at] = (key, label);
            }
            if moved < fewest {
                (fewest, self.factor, self.slots) = (moved, factor, slots);
            }
            if moved == 0 {
                break;
            }
            factor = factor.rotate_left(23).wrapping_mul(0xd6e8_feb8_6659_fd93) | 1;
        }
    }

    /// Iterates over the keys.
    pub fn keys(&self) -> impl Iterator<Item = u64> {
        // If there are slots, they hold all keys.
        let few = std::iter::once(self.first.0)
            .chain(self.few)
            .filter(|_| self.slots.is_empty());
        let slots = self.slots.iter().map(|slot| slot.0);
        few.chain(slots).filter(|&key| key != FREE)
    }

    /// Returns the label for a tag, [`BY_KEY`] or [`UNSURE`].
    #[inline(always)]
    pub fn tagged(&self, tag_bits: u64) -> Label {
        self.by_tag[tag_bits as usize]
    }

    /// Whether it is the key that is compared first.
    #[inline(always)]
    pub fn is_first(&self, key: u64) -> bool {
        key == self.first.0
    }

    /// Returns the label for a key.
    #[inline(always)]
    pub fn find(&self, key: u64) -> Label {
        if key == self.first.0 {
            return self.first.1;
        }
        if self.count <= FEW_KEYS + 1 {
            return if self.count <= 1 { self.other } else { self.compare(key) };
        }
        let at = place(key, self.factor, self.shift);
        match self.slots.get(at) {
            Some(&(found, label)) if found == key || found == FREE => label,
            _ => self.look_on(key, at),
        }
    }

    /// Returns true if the table has few keys and this is none of them.
    #[inline(always)]
    pub fn lacks(&self, key: u64) -> bool {
        key != self.first.0 && (self.count <= 1 || self.count <= FEW_KEYS + 1 && !self.few.contains(&key))
    }

    /// Looks a key up in a table of few keys.
    #[cold]
    #[inline(never)]
    fn compare(&self, key: u64) -> Label {
        let found = self.few.iter().position(|&few| few == key);
        found.map_or(self.other, |i| self.few_labels[i])
    }

    /// Continues a lookup by linear probing. Not inlined, since the run loop needs its registers.
    #[cold]
    #[inline(never)]
    fn look_on(&self, key: u64, at: usize) -> Label {
        let behind = self.slots.iter().skip(at).chain(&self.slots);
        let slot = { behind }.find(|slot| slot.0 == key || slot.0 == FREE);
        slot.map_or(self.other, |slot| slot.1)
    }

    /// Returns the size of the slots in bytes.
    pub fn key_bytes(&self) -> usize {
        self.slots.capacity() * size_of::<(u64, Label)>()
    }
}

#[inline(always)]
fn place(key: u64, factor: u64, shift: u32) -> usize {
    (key.wrapping_mul(factor) >> (shift & 63)) as usize
}

/// Returns the hash by which a box is indexed: equal boxes have equal keys, others mostly not.
pub fn box_key(header: Cell, words: &[u64]) -> u64 {
    let mut key = header.bits();
    for word in words {
        key = (key.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    key << 3 | tags::BOX
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every key is found, and no other, in tables of all sizes.
    #[test]
    fn keys_are_found() {
        for count in [0, 1, 2, 3, 5, 17, 64, 65, 1000] {
            let keys: Vec<(u64, Label)> = (0..count)
                .map(|i| (Cell::int(i * 1024 - 7).bits(), Label::new(i as u32 + 9)))
                .collect();
            let mut table = SwitchTable {
                other: Label::new(5),
                nil: Label::new(5),
                ..SwitchTable::default()
            };
            table.set_keys(keys.clone(), None);
            for (key, label) in keys {
                assert_eq!(table.find(key), label, "{count} keys");
            }
            for other in [3, 1018, 1024 * count - 7] {
                assert_eq!(table.find(Cell::int(other).bits()), Label::new(5), "{count} keys");
            }
            assert_eq!(table.keys().count(), count as usize);
        }
    }
}
