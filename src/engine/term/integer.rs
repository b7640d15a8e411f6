//! Sums, products and remainders of integers on the heap, computed directly into their final location.

use crate::base::num::words;

use super::cell::{BoxKind, Cell, Tag};
use super::heap::Heap;

/// Length in words up to which the shorter of two factors is multiplied word by word.
const SHORT: usize = 24;

/// A sign and a magnitude; a small integer has its word in `own`, others have theirs on the heap.
struct Integer {
    negative: bool,
    own: u64,
    start: usize,
    length: usize,
}

impl Integer {
    fn words<'a>(&'a self, heap: &'a [u64]) -> &'a [u64] {
        if self.start == 0 {
            &std::slice::from_ref(&self.own)[..self.length]
        } else {
            &heap[self.start..self.start + self.length]
        }
    }
}

impl Heap {
    /// Returns the integer in a dereferenced cell; `None` for other terms.
    #[inline]
    fn integer(&self, cell: Cell) -> Option<Integer> {
        if cell.is_int() {
            let value = cell.as_int();
            return Some(Integer {
                negative: value < 0,
                own: value.unsigned_abs(),
                start: 0,
                length: usize::from(value != 0),
            });
        }
        let header = self.get(cell.address());
        if cell.tag() != Tag::Box || header.box_kind() != BoxKind::Int {
            return None;
        }
        Some(Integer {
            negative: header.box_extra() == 1,
            own: 0,
            start: cell.address() + 1,
            length: header.box_words(),
        })
    }

    /// Returns the maximum number of words of the sum of two integers, or of their product if it is computed here.
    pub fn integer_words(&self, a: Cell, b: Cell) -> usize {
        let words = |cell: Cell| match cell.tag() {
            Tag::Box => self.get(cell.address()).box_words(),
            _ => 1,
        };
        let (a, b) = (words(a), words(b));
        a.max(b) + a.min(b).min(SHORT)
    }

    /// Computes the sum of two integers, or their difference if `subtract`, in a new box at `floor`; everything from
    /// there on may be overwritten, including the operands. There must be room for the result above the top. Returns
    /// `None` without any effect if one of them is not an integer.
    pub fn integer_sum(&mut self, a: Cell, b: Cell, subtract: bool, floor: usize) -> Option<Cell> {
        let (mut x, mut y) = (self.integer(a)?, self.integer(b)?);
        y.negative ^= subtract;
        let top = self.top();
        self.grow(self.integer_words(a, b) + 1);
        let (used, room) = self.words_mut().split_at_mut(top);
        if words::compare(x.words(used), y.words(used)).is_lt() {
            (x, y) = (y, x);
        }
        let length = x.length;
        if x.negative == y.negative {
            let carry = words::sum(x.words(used), y.words(used), &mut room[1..=length]);
            room[1 + length] = u64::from(carry);
        } else {
            words::difference(x.words(used), y.words(used), &mut room[1..=length]);
            room[1 + length] = 0;
        }
        Some(self.finish_integer(length + 1, x.negative, floor))
    }

    /// As [`Heap::integer_sum`], the product of two integers, of which one is small or short; else `None`.
    pub fn integer_product(&mut self, a: Cell, b: Cell, floor: usize) -> Option<Cell> {
        let (mut x, mut y) = (self.integer(a)?, self.integer(b)?);
        if x.length < y.length {
            (x, y) = (y, x);
        }
        if y.length > SHORT {
            return None;
        }
        let top = self.top();
        self.grow(self.integer_words(a, b) + 1);
        let (used, room) = self.words_mut().split_at_mut(top);
        let length = x.length + y.length;
        words::product_of_all(x.words(used), y.words(used), &mut room[1..=length]);
        let length = if y.length == 0 { 0 } else { length };
        Some(self.finish_integer(length, x.negative != y.negative, floor))
    }

    /// As [`Heap::integer_sum`], the remainder of a division by a small integer that is not 0: with the sign of the
    /// divisor if `floor_division`, else with that of the dividend.
    pub fn integer_remainder(&mut self, a: Cell, b: Cell, floor_division: bool, floor: usize) -> Option<Cell> {
        if !b.is_int() {
            return None;
        }
        let (x, by) = (self.integer(a)?, b.as_int());
        let size = by.unsigned_abs();
        if size == 0 || size >= words::DIVISOR_END {
            return None;
        }
        let rest = words::remainder(x.words(self.words()), size) as i64;
        let rest = if x.negative { -rest } else { rest };
        self.set_top(floor);
        let other_sign = floor_division && rest != 0 && (rest < 0) != (by < 0);
        Some(Cell::int(if other_sign { rest + by } else { rest }))
    }

    /// Makes a number of the `count` words after the word at the top; its box begins at `floor`.
    fn finish_integer(&mut self, count: usize, negative: bool, floor: usize) -> Cell {
        let start = self.top() + 1;
        let words = self.words_mut();
        let count = words[start..start + count]
            .iter()
            .rposition(|&word| word != 0)
            .map_or(0, |last| last + 1);
        if count <= 1 {
            let magnitude = if count == 0 { 0 } else { words[start] };
            let value = i64::try_from(magnitude)
                .ok()
                .map(|value| if negative { -value } else { value });
            if let Some(cell) = value.and_then(Cell::try_int) {
                self.set_top(floor);
                return cell;
            }
        }
        words.copy_within(start..start + count, floor + 1);
        words[floor] = Cell::box_header(BoxKind::Int, count, u16::from(negative)).bits();
        self.set_top(floor + 1 + count);
        Cell::boxed(floor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::num::Number;
    use dashu_int::IBig;

    fn check(heap: &mut Heap, result: Option<Cell>, expected: IBig) {
        let cell = result.expect("both are integers");
        let expected = Number::from(expected);
        assert_eq!(heap.number(cell), Some(expected.clone()));
        let fresh = heap.new_number(&expected);
        assert_eq!(cell.tag(), fresh.tag());
        if cell.tag() == Tag::Box {
            assert_eq!(heap.box_words(cell), heap.box_words(fresh));
        }
    }

    #[test]
    fn results_are_in_normal_form() {
        let mut heap = Heap::with_capacity(10_000);
        let big = |shift: usize| IBig::ONE << shift;
        let numbers = [
            IBig::ZERO,
            IBig::from(1),
            IBig::from(Cell::MAX_INT),
            IBig::from(Cell::MIN_INT),
            big(60),
            big(63) - 1,
            big(63),
            -big(63),
            big(64) - 1,
            big(64),
            -big(64) - 1,
            big(640) - 1,
            -big(640),
        ];
        for a in &numbers {
            for b in &numbers {
                let base = heap.top();
                let x = heap.new_number(&Number::from(a.clone()));
                let y = heap.new_number(&Number::from(b.clone()));
                // Results are at the top here, so the operands are unchanged.
                let top = heap.top();
                let sum = heap.integer_sum(x, y, false, top);
                check(&mut heap, sum, a + b);
                let top = heap.top();
                let difference = heap.integer_sum(x, y, true, top);
                check(&mut heap, difference, a - b);
                let top = heap.top();
                let product = heap.integer_product(x, y, top);
                check(&mut heap, product, a * b);
                let top = heap.top();
                if let Some(rest) = heap.integer_remainder(x, y, false, top) {
                    check(&mut heap, Some(rest), a % b);
                    let floored = heap.integer_remainder(x, y, true, top);
                    check(&mut heap, floored, ((a % b) + b) % b);
                }
                // Here the results overwrite the operands.
                let sum = heap.integer_sum(x, y, false, base);
                check(&mut heap, sum, a + b);
                heap.set_top(base);
            }
        }
    }
}
