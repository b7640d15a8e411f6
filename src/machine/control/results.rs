//! The results that `findall/3` collects: copies off the heap, in one buffer for each goal that runs.

use crate::machine::Machine;
use crate::machine::memory::limit::Budget;
use crate::machine::native::{Step, Stop};
use crate::term::cell::{BoxKind, Cell, Tag};
use crate::term::heap::Heap;
use crate::term::quick_copy::{self, Copied};
use crate::term::record::{pack_copy, pack_onto, unpack_cells};

/// Number of results put on the heap between two polls of the limits.
const RESULTS_BETWEEN_POLLS: usize = 4096;

/// Results collected by one goal, one after another: an atom or a small integer is its cell; any other term is a header
/// with the number of its cells, its root, and its cells.
#[derive(Debug, Default)]
struct Buffer {
    /// Number of choice points when the buffer was opened; a buffer above the newest choice point is abandoned.
    depth: usize,
    words: Vec<u64>,
    count: usize,
    cells: usize,
}

impl Buffer {
    fn bytes(&self) -> usize {
        self.words.len() * size_of::<u64>()
    }

    /// Adds a copy of a term, `small` if the copy is on the heap already.
    fn add(&mut self, heap: &Heap, result: Cell, small: Option<Copied>) {
        let before = self.words.len();
        self.words.extend([0; 2]);
        let root = match small {
            Some(copy) => {
                pack_copy(heap, copy, &mut self.words);
                copy.root.relocate(0_usize.wrapping_sub(heap.top()))
            }
            None => pack_onto(heap, result, &mut self.words),
        };
        let cells = self.words.len() - before - 2;
        self.words[before] = Cell::box_header(BoxKind::String, cells, 0).bits();
        self.words[before + 1] = root.bits();
        self.count += 1;
        self.cells += cells;
    }

    /// Returns the results: the root of each, and its cells.
    fn iter(&self) -> impl Iterator<Item = (Cell, &[u64])> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let first = Cell::from_bits(*self.words.get(at)?);
            if first.tag() != Tag::Hdr {
                at += 1;
                return Some((first, &[][..]));
            }
            let (root, start) = (Cell::from_bits(self.words[at + 1]), at + 2);
            at = start + first.box_words();
            Some((root, &self.words[start..at]))
        })
    }
}

/// The open buffers, the innermost last.
#[derive(Default)]
pub struct Results(Vec<Buffer>);

impl Results {
    /// Whether no buffer is open.
    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Drops the buffers above `depth` choice points and returns their size in bytes.
    fn drop_above(&mut self, depth: usize) -> usize {
        let mut bytes = 0;
        while let Some(buffer) = self.0.pop_if(|buffer| buffer.depth > depth) {
            bytes += buffer.bytes();
        }
        bytes
    }

    /// Returns all results: the root of each, and its cells.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, &[u64])> {
        self.0.iter().flat_map(Buffer::iter)
    }
}

impl Machine {
    /// Drops the buffers of results of goals above the newest choice point, which will not continue.
    pub(in crate::machine) fn drop_buffers(&mut self) {
        let bytes = self.results.drop_above(self.stacks.choice_count());
        self.limits.take_back(bytes);
    }

    /// Opens a buffer for results.
    pub fn open_buffer(&mut self) {
        let depth = self.stacks.choice_count();
        self.results.0.push(Buffer {
            depth,
            ..Buffer::default()
        });
    }

    /// Adds a copy of `result`.
    ///
    /// # Errors
    /// `resource_error(memory)` if the buffered results exceed the budget.
    pub fn add_to_buffer(&mut self, result: Cell) -> Step {
        let result = self.deref(result);
        if result.is_immediate() {
            self.charge(Budget::Stacks, 8)?;
            if let Some(buffer) = self.results.0.last_mut() {
                buffer.count += 1;
                buffer.words.push(result.bits());
                self.limits.set_aside(8);
            }
            return Ok(());
        }
        let small = quick_copy::small(&mut self.heap, result);
        if let Some(copy) = small {
            self.charge(Budget::Stacks, (copy.end - self.heap.top() + 2) * 8)?;
        }
        let Some(buffer) = self.results.0.last_mut() else {
            return Ok(());
        };
        let before = buffer.bytes();
        buffer.add(&self.heap, result, small);
        self.limits.set_aside(buffer.bytes() - before);
        // The size of a large result is known only now: it stays, or all results are dropped by the exception.
        if small.is_none() {
            self.charge(Budget::Stacks, 0)
        } else {
            Ok(())
        }
    }

    /// Closes the buffer and returns its results as a list that ends in `tail`.
    ///
    /// # Errors
    /// `resource_error(memory)` if there is no room for them.
    pub fn close_buffer(&mut self, tail: Cell) -> Result<Cell, Stop> {
        let Some(buffer) = self.results.0.last() else {
            return Ok(tail);
        };
        let (bytes, cells) = (buffer.bytes(), buffer.cells + 2 * buffer.count);
        self.note_peak();
        self.limits.take_back(bytes);
        let room = self.reserve_first(cells);
        self.limits.set_aside(bytes);
        room?;
        let Some(buffer) = self.results.0.pop() else {
            return Ok(tail);
        };
        self.limits.take_back(bytes);
        // Each pair is placed after the cells of its result, and linked from the pair before it.
        let (mut list, mut last) = (tail, None);
        for (index, (root, cells)) in buffer.iter().enumerate() {
            let item = match cells {
                [] => root,
                _ => unpack_cells(&mut self.heap, cells, root, true),
            };
            let pair = self.heap.new_pair(item, tail);
            match last.replace(pair.address() + 1) {
                Some(before) => self.heap.set(before, pair),
                None => list = pair,
            }
            if index % RESULTS_BETWEEN_POLLS == RESULTS_BETWEEN_POLLS - 1 {
                self.poll()?;
            }
        }
        Ok(list)
    }
}
