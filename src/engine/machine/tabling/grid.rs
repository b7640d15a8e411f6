//! The numbers of rows of one or two small integers or atoms: a line of numbers for each first term.
//!
//! Looking for a row takes no hashing, and most programs use few values many times. Where the values are too sparse, the
//! rows are hashed instead (`rows`).

use crate::term::cell::Cell;

/// Values from here on are hashed.
const MOST: u64 = 1 << 22;

/// The bytes that a grid may take for each of the first rows, and for each of all.
const BYTES_OF_FIRST: usize = 512;
const FIRST: usize = 4096;
const BYTES_OF_ROW: usize = 96;

/// The fate of a row.
pub(super) enum RowFate {
    /// It is there; its number.
    Known(u32),
    New,
    /// It does not fit.
    Unfit,
}

/// The rows.
pub(super) struct Grid {
    lines: Vec<Vec<u32>>,
    /// For each column, whether its terms are atoms.
    atoms: [bool; 2],
    is_single: bool,
    bytes: usize,
    /// The number of rows that the bytes are granted for, if there are fewer.
    least: u32,
}

#[inline]
fn value(word: u64, is_atom: bool) -> Option<usize> {
    let cell = Cell::from_bits(word);
    if cell.is_atom() != is_atom || !cell.is_immediate() {
        return None;
    }
    // Negative integers are large.
    let value = if is_atom {
        u64::from(cell.as_atom().index())
    } else {
        cell.as_int() as u64
    };
    (value < MOST).then_some(value as usize)
}

impl Grid {
    /// Makes an empty grid for at least so many rows like this one; `None` if such rows do not fit.
    pub(super) fn new(row: &[u64], least: u32) -> Option<Grid> {
        if row.is_empty() || row.len() > 2 {
            return None;
        }
        let is_atom = |at: usize| row.get(at).is_some_and(|&word| Cell::from_bits(word).is_atom());
        Some(Grid {
            lines: Vec::new(),
            atoms: [is_atom(0), is_atom(1)],
            is_single: row.len() == 1,
            bytes: 0,
            least,
        })
    }

    /// Returns the bytes allocated.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    #[inline]
    fn place(&self, row: &[u64]) -> Option<(usize, usize)> {
        match *row {
            [a] if self.is_single => Some((0, value(a, self.atoms[0])?)),
            [a, b] if !self.is_single => Some((value(a, self.atoms[0])?, value(b, self.atoms[1])?)),
            _ => None,
        }
    }

    /// Returns the number of a row.
    #[inline]
    pub(super) fn number(&self, row: &[u64]) -> Option<u32> {
        let (line, column) = self.place(row)?;
        let found = *self.lines.get(line)?.get(column)?;
        found.checked_sub(1)
    }

    /// Adds a row under this number, which is also that of the rows so far.
    #[inline]
    pub(super) fn insert(&mut self, row: &[u64], number: u32) -> RowFate {
        let Some((line, at)) = self.place(row) else {
            return RowFate::Unfit;
        };
        if self.lines.get(line).is_none_or(|line| line.len() <= at) && !self.grow(line, at, number) {
            return RowFate::Unfit;
        }
        let found = &mut self.lines[line][at];
        if *found > 0 {
            return RowFate::Known(*found - 1);
        }
        *found = number + 1;
        RowFate::New
    }

    /// Makes room for an entry; returns false if that is too much for the number of rows.
    #[cold]
    fn grow(&mut self, line: usize, at: usize, count: u32) -> bool {
        let count = count.max(self.least) as usize;
        let most = FIRST.min(count) * BYTES_OF_FIRST + count * BYTES_OF_ROW;
        let lines = self.lines.len().max(line + 1);
        let before = self.lines.get(line).map_or(0, Vec::len);
        let after = (at + 1).next_power_of_two().max(4);
        let added = (lines - self.lines.len()) * size_of::<Vec<u32>>() + (after - before.min(after)) * 4;
        if self.bytes + added > most {
            return false;
        }
        self.bytes += added;
        self.lines.resize_with(lines, Vec::new);
        self.lines[line].resize(after, 0);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(a: i64, b: i64) -> [u64; 2] {
        [Cell::int(a).bits(), Cell::int(b).bits()]
    }

    #[test]
    fn a_grid_tells_rows_apart() {
        let mut grid = Grid::new(&row(1, 1), 256).expect("it fits");
        let mut count = 0;
        for round in 0..2 {
            for a in 0..40 {
                for b in 0..40 {
                    match grid.insert(&row(a, b * 3), count) {
                        RowFate::New => {
                            assert_eq!(round, 0);
                            count += 1;
                        }
                        RowFate::Known(number) => {
                            assert_eq!((round, number), (1, (a * 40 + b) as u32));
                        }
                        RowFate::Unfit => panic!("the grid is dense"),
                    }
                }
            }
        }
        assert_eq!(grid.number(&row(2, 6)), Some(82));
        assert_eq!(grid.number(&row(50, 6)), None);
    }

    #[test]
    fn sparse_rows_do_not_fit() {
        let mut grid = Grid::new(&row(1, 1), 256).expect("it fits");
        assert!(matches!(grid.insert(&row(-1, 0), 0), RowFate::Unfit));
        assert!(matches!(grid.insert(&row(1, MOST as i64), 0), RowFate::Unfit));
        assert!(matches!(grid.insert(&row(1 << 20, 1), 0), RowFate::Unfit));
        assert!(Grid::new(&[1, 2, 3], 256).is_none());
    }
}
