//! The column stops of `format/2`: pending text whose fill is computed at the next stop.

use crate::io::position::column_after;

/// A text under construction.
pub(crate) struct Columns {
    text: String,
    /// A byte offset in the text, and its column: the text before it is not scanned again.
    mark: (usize, u64),
    /// The byte offset and column at which the segment since the last column stop begins; at first the start of the
    /// line.
    segment: usize,
    stop: u64,
    /// The byte offsets in this segment at which it may be filled, with the fill characters.
    fills: Vec<(usize, char)>,
}

impl Columns {
    /// Creates an empty text that begins at this column, with a capacity of `room` bytes.
    pub(crate) fn new(first: u64, room: usize) -> Columns {
        Columns {
            text: String::with_capacity(room),
            mark: (0, first),
            segment: 0,
            stop: 0,
            fills: Vec::new(),
        }
    }

    /// Returns the text for appending.
    pub(crate) fn text(&mut self) -> &mut String {
        &mut self.text
    }

    /// Adds a fill point at the end of the text.
    pub(crate) fn fill(&mut self, with: char) {
        self.fills.push((self.text.len(), with));
    }

    /// Returns the column at the end of the text.
    pub(crate) fn column(&mut self) -> u64 {
        let (offset, column) = self.mark;
        let new = &self.text[offset..];
        let (line, start) = match new.rfind('\n') {
            Some(newline) => (&new[newline + 1..], 0),
            None => (new, column),
        };
        let column = line.chars().fold(start, column_after);
        self.mark = (self.text.len(), column);
        column
    }

    /// Sets a column stop `width` columns after the last one.
    pub(crate) fn stop_after(&mut self, width: u64) {
        // A newline is a column stop at column 0.
        let last = if self.text[self.segment..].contains('\n') {
            0
        } else {
            self.stop
        };
        self.stop_at(last.saturating_add(width));
    }

    /// Sets a column stop: pads the segment before it up to this column, unless it is longer already.
    pub(crate) fn stop_at(&mut self, target: u64) {
        let now = self.column();
        let pad = target.saturating_sub(now) as usize;
        let new = &self.text[self.segment..];
        let line = self.segment + new.rfind('\n').map_or(0, |newline| newline + 1);
        self.fills.retain(|(at, _)| *at >= line);
        if self.fills.is_empty() {
            self.fills.push((self.text.len(), ' '));
        }
        // The text after the first fill point is appended again in pieces, with the fill between them.
        let first = self.fills[0].0;
        let rest = self.text.split_off(first);
        let ends = self.fills[1..].iter().map(|(at, _)| at - first).chain([rest.len()]);
        let mut start = 0;
        for ((&(_, with), end), count) in self.fills.iter().zip(ends).zip(share(pad, self.fills.len())) {
            self.text.extend(std::iter::repeat_n(with, count));
            self.text.push_str(&rest[start..end]);
            start = end;
        }
        self.fills.clear();
        self.segment = self.text.len();
        self.stop = now.max(target);
        self.mark = (self.segment, self.stop);
    }

    /// Returns the text but for the part that the next column stop may fill.
    pub(crate) fn settled(&self) -> &str {
        let end = self.fills.first().map_or(self.text.len(), |fill| fill.0);
        &self.text[..end]
    }

    /// Returns the text.
    pub(crate) fn finish(self) -> String {
        self.text
    }
}

/// Divides `amount` into `count` equal shares; the last shares get one more each for the remainder.
fn share(amount: usize, count: usize) -> Vec<usize> {
    let larger = amount % count;
    (0..count)
        .map(|i| amount / count + usize::from(i >= count - larger))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up() {
        assert_eq!(share(7, 3), [2, 2, 3]);
        assert_eq!(share(7, 4), [1, 2, 2, 2]);
        assert_eq!(share(3, 2), [1, 2]);
        assert_eq!(share(0, 2), [0, 0]);
        for (amount, count) in [(1, 1), (10, 4), (9, 5), (2, 7)] {
            assert_eq!(share(amount, count).iter().sum::<usize>(), amount);
        }
    }

    #[test]
    fn stops_fill_where_asked() {
        let mut c = Columns::new(0, 0);
        c.fill(' ');
        c.text().push_str("ab");
        c.stop_at(8);
        c.text().push('x');
        c.stop_after(4);
        c.fill('*');
        c.stop_at(14);
        assert_eq!(c.finish(), "      abx   **");
    }

    #[test]
    fn the_first_stop_counts_from_the_start_of_the_line() {
        let mut c = Columns::new(4, 0);
        c.text().push('x');
        c.stop_after(8);
        assert_eq!(c.finish(), "x   ");
    }

    #[test]
    fn stops_count_from_where_the_stream_is() {
        let mut c = Columns::new(3, 0);
        c.text().push('x');
        c.stop_at(6);
        assert_eq!(c.column(), 6);
        c.text().push_str("\ny");
        c.stop_after(3);
        assert_eq!(c.finish(), "x  \ny  ");
    }
}
