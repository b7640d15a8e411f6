//! The results that `findall/3` collects: copies off the heap, in one buffer for each goal that runs.

use crate::code::database::Database;
use crate::machine::memory::limits::MachineLimits;
use crate::machine::stacks::Stacks;
use crate::machine::tabling::Tables;
use crate::term::cell::{BoxKind, Cell, Tag};
use crate::term::heap::Heap;
use crate::term::quick_copy::QuickCopied;
use crate::term::record::{pack_copy, pack_onto};

/// Results collected by one goal, one after another: an atom or a small integer is its cell; any other term is a header
/// with the number of its cells, its root, and its cells.
#[derive(Debug, Default)]
pub(crate) struct Buffer {
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
    fn add(&mut self, heap: &Heap, result: Cell, small: Option<QuickCopied>) {
        let before = self.words.len();
        self.words.extend([0; 2]);
        let root = match small {
            Some(copy) => pack_copy(heap, copy, &mut self.words),
            None => pack_onto(heap, result, &mut self.words),
        };
        let cells = self.words.len() - before - 2;
        self.words[before] = Cell::box_header(BoxKind::String, cells, 0).bits();
        self.words[before + 1] = root.bits();
        self.count += 1;
        self.cells += cells;
    }

    /// Returns the results: the root of each, and its cells.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Cell, &[u64])> {
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
    /// Returns the number of choice points at which the innermost buffer was opened, 0 if none is open.
    pub(crate) fn depth(&self) -> usize {
        self.0.last().map_or(0, |buffer| buffer.depth)
    }

    /// Whether no buffer is open.
    #[cfg(any(test, feature = "testing"))]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Opens a buffer. `depth` is the number of choice points.
    pub(crate) fn open(&mut self, depth: usize) {
        self.0.push(Buffer {
            depth,
            ..Buffer::default()
        });
    }

    /// Adds an atom or a small integer to the innermost buffer. Returns its size in bytes.
    pub(crate) fn add_immediate(&mut self, result: Cell) -> usize {
        let Some(buffer) = self.0.last_mut() else { return 0 };
        buffer.count += 1;
        buffer.words.push(result.bits());
        size_of::<u64>()
    }

    /// Adds a copy of a term to the innermost buffer; `small` is that copy if it is on the heap already. Returns its
    /// size in bytes.
    pub(crate) fn add(&mut self, heap: &Heap, result: Cell, small: Option<QuickCopied>) -> usize {
        let Some(buffer) = self.0.last_mut() else { return 0 };
        let before = buffer.bytes();
        buffer.add(heap, result, small);
        buffer.bytes() - before
    }

    /// Returns the size of the innermost buffer in bytes, and the number of heap cells that a list of its results
    /// takes.
    pub(crate) fn size(&self) -> Option<(usize, usize)> {
        let buffer = self.0.last()?;
        Some((buffer.bytes(), buffer.cells + 2 * buffer.count))
    }

    /// Closes the innermost buffer.
    pub(crate) fn close(&mut self) -> Option<Buffer> {
        self.0.pop()
    }

    /// Drops the buffers above `depth` choice points and returns their size in bytes.
    pub(crate) fn drop_above(&mut self, depth: usize) -> usize {
        let mut bytes = 0;
        while let Some(buffer) = self.0.pop_if(|buffer| buffer.depth > depth) {
            bytes += buffer.bytes();
        }
        bytes
    }

    /// Returns all results: the root of each, and its cells.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Cell, &[u64])> {
        self.0.iter().flat_map(Buffer::iter)
    }

    /// Drops the tables and the buffers of results of goals above the newest choice point, which will not continue.
    pub(in crate::machine) fn drop_buffers(
        &mut self,
        db: &mut Database,
        tables: &mut Tables,
        stacks: &mut Stacks,
        limits: &mut MachineLimits,
    ) {
        let bytes = self.drop_above(stacks.choice_count());
        limits.take_back(bytes);
        tables.drop_tables(stacks, db);
    }
}
