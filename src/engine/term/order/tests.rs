//! Tests of the standard order, equality, variants and subsumption.

use super::*;
use crate::base::num::Number;
use dashu_int::IBig;

struct World {
    heap: Heap,
    atoms: AtomTable,
}

impl World {
    fn new() -> World {
        World {
            heap: Heap::with_capacity(10_000),
            atoms: AtomTable::new(),
        }
    }

    fn atom(&mut self, name: &str) -> Cell {
        Cell::atom(self.atoms.intern(name))
    }

    fn term(&mut self, name: &str, args: &[Cell]) -> Cell {
        let name = self.atoms.intern(name);
        self.heap.new_term(name, args)
    }

    fn number(&mut self, number: Number) -> Cell {
        self.heap.new_number(&number)
    }

    fn less(&self, a: Cell, b: Cell) {
        assert_eq!(compare(&self.heap, &self.atoms, a, b), Ordering::Less, "{a:?} {b:?}");
        assert_eq!(compare(&self.heap, &self.atoms, b, a), Ordering::Greater, "{b:?} {a:?}");
    }
}

#[test]
fn types_are_ordered_by_rank() {
    let mut w = World::new();
    let (x, y) = (w.heap.new_var(), w.heap.new_var());
    let float = w.heap.new_float(1.0);
    let big = w.number(Number::from(IBig::from(1) << 100));
    let (abc, zzz) = (w.atom("abc"), w.atom("\u{1f600}"));
    let (short, long) = (w.heap.new_string("abcdefgh"), w.heap.new_string("abcdefgh\0"));
    let (f1, g1) = (w.term("f", &[x]), w.term("g", &[x]));
    let (a2, a2b) = (w.term("a", &[x, x]), w.term("a", &[x, y]));
    let order = [
        x,
        y,
        float,
        Cell::int(1),
        Cell::int(2),
        big,
        short,
        long,
        abc,
        zzz,
        f1,
        g1,
        a2,
        a2b,
    ];
    for (i, &a) in order.iter().enumerate() {
        assert_eq!(compare(&w.heap, &w.atoms, a, a), Ordering::Equal);
        for &b in &order[i + 1..] {
            w.less(a, b);
            assert!(!structural_equal(&w.heap, a, b));
        }
    }
}

#[test]
fn cyclic_terms_are_compared_to_an_end() {
    let mut w = World::new();
    // Two cycles of lengths 2 and 3 that unfold to the same term.
    let mut cycle = |length: usize| {
        let x = w.heap.new_var();
        let mut t = x;
        for _ in 0..length {
            t = w.term("f", &[Cell::int(1), t]);
        }
        w.heap.set(x.address(), t);
        t
    };
    let (a, b) = (cycle(2), cycle(3));
    assert!(structural_equal(&w.heap, a, b));
    assert_eq!(compare(&w.heap, &w.atoms, a, b), Ordering::Equal);
    assert!(is_variant(&w.heap, a, b));
    assert!(subsumes(&w.heap, a, b));
}

#[test]
fn deep_terms_are_compared() {
    let mut w = World::new();
    let mut build = |end: i64| {
        let mut t = Cell::int(end);
        for _ in 0..300_000 {
            t = w.term("f", &[t, Cell::int(1)]);
        }
        t
    };
    let (a, b, c) = (build(0), build(0), build(1));
    assert!(structural_equal(&w.heap, a, b));
    w.less(a, c);
    let items = vec![Cell::int(1); 300_000];
    let (x, y) = (
        w.heap.new_list(&items, Cell::NIL),
        w.heap.new_list(&items, Cell::int(7)),
    );
    w.less(y, x);
}

#[test]
fn variants_rename_one_to_one() {
    let mut w = World::new();
    let v: Vec<Cell> = (0..4).map(|_| w.heap.new_var()).collect();
    let mut f = |args: &[Cell]| w.term("f", args);
    let (xyx, yxy, xyy, zzz) = (
        f(&[v[0], v[1], v[0]]),
        f(&[v[1], v[0], v[1]]),
        f(&[v[0], v[1], v[1]]),
        f(&[v[2], v[2], v[2]]),
    );
    assert!(is_variant(&w.heap, xyx, yxy));
    assert!(is_variant(&w.heap, xyx, xyx));
    assert!(!is_variant(&w.heap, xyx, xyy));
    assert!(!is_variant(&w.heap, xyx, zzz));
    assert!(!is_variant(&w.heap, zzz, xyx));
}

#[test]
fn subsumption_binds_one_side_only() {
    let mut w = World::new();
    let (x, y) = (w.heap.new_var(), w.heap.new_var());
    let a = w.atom("a");
    let fx = w.term("f", &[x]);
    let (xx, xy, aa) = (w.term("g", &[x, x]), w.term("g", &[x, y]), w.term("g", &[a, a]));
    assert!(subsumes(&w.heap, xy, aa) && subsumes(&w.heap, xx, aa));
    assert!(!subsumes(&w.heap, aa, xx));
    assert!(!subsumes(&w.heap, xx, xy));
    assert!(subsumes(&w.heap, xy, xy));
    // ISO 8.2.4.4: X does not subsume f(X).
    assert!(!subsumes(&w.heap, x, fx));
    assert!(subsumes(&w.heap, y, fx));
}

#[test]
fn hashes_follow_structure() {
    let mut h = Heap::with_capacity(10_000);
    let atoms = AtomTable::new();
    let a = h.new_list(&[Cell::int(1), Cell::atom(known::PLUS)], Cell::NIL);
    let b = h.new_list(&[Cell::int(1), Cell::atom(known::PLUS)], Cell::NIL);
    let c = h.new_list(&[Cell::int(2), Cell::atom(known::PLUS)], Cell::NIL);
    assert_eq!(
        term_hash(&h, &atoms, a, usize::MAX),
        term_hash(&h, &atoms, b, usize::MAX)
    );
    assert_ne!(
        term_hash(&h, &atoms, a, usize::MAX),
        term_hash(&h, &atoms, c, usize::MAX)
    );
    assert_eq!(term_hash(&h, &atoms, a, 1), term_hash(&h, &atoms, c, 1));
    let x = h.new_var();
    assert_eq!(term_hash(&h, &atoms, x, usize::MAX), None);
}
