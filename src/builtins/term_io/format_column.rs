//! The column stops of `format/2`: text that waits until it is known how much to fill in, and where.

use crate::io::position::column_after;

/// Text in the making.
pub struct Columns {
    text: String,
    /// A place in the text, and its column: what is before is not looked at again.
    mark: (usize, u64),
    /// The byte where the segment since the last column stop begins, and its column; at first the start of the line.
    segment: usize,
    stop: u64,
    /// The places of this segment where it may be filled, and with what.
    fills: Vec<(usize, char)>,
}

impl Columns {
    /// An empty text that will be written at this column, with room for so many bytes.
    pub fn new(first: u64, room: usize) -> Columns {
        Columns {
            text: String::with_capacity(room),
            mark: (0, first),
            segment: 0,
            stop: 0,
            fills: Vec::new(),
        }
    }

    /// What is to be added to.
    pub fn text(&mut self) -> &mut String {
        &mut self.text
    }

    /// Here the segment may be filled.
    pub fn fill(&mut self, with: char) {
        self.fills.push((self.text.len(), with));
    }

    /// The column at the end of the text.
    pub fn column(&mut self) -> u64 {
        let (place, column) = self.mark;
        let new = &self.text[place..];
        let (line, start) = match new.rfind('\n') {
            Some(newline) => (&new[newline + 1..], 0),
            None => (new, column),
        };
        let column = line.chars().fold(start, column_after);
        self.mark = (self.text.len(), column);
        column
    }

    /// A column stop `width` columns after the last one.
    pub fn stop_after(&mut self, width: u64) {
        // A new line begins with a stop of its own.
        let last = if self.text[self.segment..].contains('\n') {
            0
        } else {
            self.stop
        };
        self.stop_at(last.saturating_add(width));
    }

    /// A column stop: the segment before it is filled so that it ends at this column, unless it is
    /// longer already.
    pub fn stop_at(&mut self, target: u64) {
        let now = self.column();
        let pad = target.saturating_sub(now) as usize;
        let new = &self.text[self.segment..];
        let line = self.segment + new.rfind('\n').map_or(0, |newline| newline + 1);
        self.fills.retain(|(at, _)| *at >= line);
        if self.fills.is_empty() {
            self.fills.push((self.text.len(), ' '));
        }
        // What follows the first place is put back piece by piece, with what is filled in between.
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

    /// The text.
    pub fn finish(self) -> String {
        self.text
    }
}

/// `amount` in `count` equal shares; what is left over goes to the last ones, one each.
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
