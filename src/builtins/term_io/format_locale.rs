//! Numbers as a locale writes them: what `~:d` and `~:f` ask for. The current locale is the value of a global variable,
//! so that programs that are saved, and threads, keep it.

use crate::machine::Machine;
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::native::args::text_arg::list_items;

/// How a locale writes numbers.
pub(super) struct Locale {
    point: String,
    separator: String,
    /// The numbers of digits of the groups, the last first, from the right.
    groups: Vec<usize>,
    /// Whether all further groups are as large as the last one; else there are none.
    repeats: bool,
}

impl Locale {
    /// Returns the locale that a program has set: `locale(_, Point, Separator, Groups)`.
    pub(super) fn current(m: &mut Machine) -> Option<Locale> {
        let name = m.intern("$locale");
        let value = m.session.lasting.globals.get(&name)?.value.clone();
        m.reserve(value.len()).ok()?;
        let term = value.unpack(&mut m.heap);
        let View::Struct(f, at) = m.view(term) else { return None };
        if f.arity() != 4 {
            return None;
        }
        let text = |m: &Machine, cell| match m.view(cell) {
            View::Atom(text) => Some(m.atoms.text(text).to_owned()),
            _ => None,
        };
        let (point, separator) = (text(m, m.heap.get(at + 1))?, text(m, m.heap.get(at + 2))?);
        let (mut groups, mut repeats) = (Vec::new(), false);
        for item in list_items(m, m.heap.get(at + 3)).ok()? {
            let size = |m: &Machine, cell: Cell| match m.view(cell) {
                View::Int(size @ 1..) => usize::try_from(size).ok(),
                _ => None,
            };
            match m.view(item) {
                View::Struct(_, at) => {
                    groups.push(size(m, m.heap.get(at))?);
                    repeats = true;
                    break;
                }
                _ => groups.push(size(m, item)?),
            }
        }
        Some(Locale {
            point,
            separator,
            groups,
            repeats,
        })
    }

    /// Returns the most bytes that a digit becomes.
    pub(super) fn most(&self) -> usize {
        1 + self.separator.len().max(self.point.len())
    }

    /// Appends a number that is written with a point and without groups.
    pub(super) fn push(&self, number: &str, out: &mut String) {
        let (whole, part) = match number.split_once('.') {
            Some((whole, part)) => (whole, Some(part)),
            None => (number, None),
        };
        let digits = whole.trim_start_matches('-');
        out.push_str(&whole[..whole.len() - digits.len()]);
        if self.separator.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            out.push_str(digits);
        } else {
            let mut from = 0;
            for end in self.ends(digits.len()) {
                out.push_str(&digits[from..end]);
                out.push_str(&self.separator);
                from = end;
            }
            out.push_str(&digits[from..]);
        }
        if let Some(part) = part {
            out.push_str(&self.point);
            out.push_str(part);
        }
    }

    /// Returns the positions in this many digits at which a separator stands, from the left.
    fn ends(&self, digits: usize) -> Vec<usize> {
        let mut ends = Vec::new();
        let last = self.groups.last().copied().filter(|_| self.repeats);
        let sizes = self
            .groups
            .iter()
            .copied()
            .chain(std::iter::repeat_with(|| last).map_while(|last| last));
        let mut left = digits;
        for size in sizes {
            if size >= left {
                break;
            }
            left -= size;
            ends.push(left);
        }
        ends.reverse();
        ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_from_the_right() {
        let shown = |groups: &[usize], repeats, number: &str| {
            let mut out = String::new();
            let locale = Locale {
                point: ",".to_owned(),
                separator: ".".to_owned(),
                groups: groups.to_vec(),
                repeats,
            };
            locale.push(number, &mut out);
            out
        };
        assert_eq!(shown(&[3], true, "-1234567.89"), "-1.234.567,89");
        assert_eq!(
            shown(&[2, 3, 4], true, "12345678901234567890"),
            "123.4567.8901.2345.678.90"
        );
        assert_eq!(shown(&[2, 3], false, "1234567890"), "12345.678.90");
        assert_eq!(shown(&[], false, "1234.5"), "1234,5");
        assert_eq!(shown(&[3], true, "inf"), "inf");
    }
}
