//! Walks over terms: variables, groundness, cycles, size, lists. No function recurses; all terminate on cyclic terms,
//! and end early if the watch wants a stop.

use super::cell::{Cell, Tag};
use super::heap::Heap;
use super::marks::{AddressMap, AddressSet};
use crate::base::watch::Pace;

/// Compounds that a walk enters before it begins to mark them; most terms are smaller.
const UNNOTED: usize = 512;

/// Marks visited compounds, once there are many.
pub(super) struct Met {
    steps: usize,
    first: usize,
    set: AddressSet,
}

impl Met {
    pub(super) const fn new() -> Met {
        Met {
            steps: 0,
            first: usize::MAX,
            set: AddressSet::new(),
        }
    }

    /// Whether to enter the compound at `address`. One that was entered before may be entered again, but only so often
    /// that a walk takes linear time; the first is not, since most small terms that are cyclic lead back to it.
    #[inline]
    pub(super) fn enter(&mut self, address: usize) -> bool {
        self.steps += 1;
        if self.steps > UNNOTED {
            return self.set.insert(address);
        }
        let is_new = address != self.first;
        if self.steps == 1 {
            self.first = address;
        }
        is_new
    }
}

/// Returns the addresses of the arguments of a compound cell: the first, and one past the last.
#[inline]
fn arguments(heap: &Heap, cell: Cell) -> (usize, usize) {
    let (first, count) = heap.arguments(cell);
    (first, first + count)
}

/// Walks over all subterms, dereferenced, in preorder from left to right. Shared subterms of a large term may be
/// returned only once.
struct TermWalk {
    next: Option<Cell>,
    // The run of cells that is being visited: the next address, and the end. Runs that wait are not empty, so that lists
    // need no stack.
    run: (usize, usize),
    waiting: Vec<(usize, usize)>,
    met: Met,
    pace: Pace,
}

impl TermWalk {
    const fn new(term: Cell) -> TermWalk {
        TermWalk {
            next: Some(term),
            run: (0, 0),
            waiting: Vec::new(),
            met: Met::new(),
            pace: Pace::new(),
        }
    }

    /// Visits a run of cells next.
    #[inline]
    fn enter(&mut self, run: (usize, usize)) {
        if self.run.0 < self.run.1 {
            self.waiting.push(self.run);
        }
        self.run = run;
    }

    #[inline]
    fn next(&mut self, heap: &Heap) -> Option<Cell> {
        let cell = match self.next.take() {
            Some(cell) => cell,
            None => {
                if self.run.0 == self.run.1 {
                    self.run = self.waiting.pop()?;
                }
                self.run.0 += 1;
                heap.get(self.run.0 - 1)
            }
        };
        let cell = heap.deref(cell);
        self.open(heap, cell);
        Some(cell)
    }

    /// Goes on to the next variable, plain or attributed: what is neither that nor a compound is passed over in a loop of
    /// its own.
    #[inline]
    fn next_variable(&mut self, heap: &Heap) -> Option<Cell> {
        if let Some(cell) = self.next.take() {
            let cell = heap.deref(cell);
            if cell.is_variable() {
                return Some(cell);
            }
            self.open(heap, cell);
        }
        let (mut at, mut end) = self.run;
        loop {
            if at == end {
                self.run = (0, 0);
                (at, end) = self.waiting.pop()?;
            }
            let cell = heap.deref(heap.get(at));
            at += 1;
            match cell.tag() {
                Tag::Ref | Tag::Att => {
                    self.run = (at, end);
                    return Some(cell);
                }
                Tag::Lst | Tag::Str => {
                    self.run = (at, end);
                    self.open(heap, cell);
                    (at, end) = self.run;
                }
                _ => {}
            }
        }
    }

    /// Visits the arguments of a compound next, if they are to be visited.
    #[inline(always)]
    fn open(&mut self, heap: &Heap, cell: Cell) {
        if matches!(cell.tag(), Tag::Lst | Tag::Str) && self.met.enter(cell.address()) {
            let run = arguments(heap, cell);
            if run.0 < run.1 {
                self.enter(run);
            }
            if self.pace.step(&heap.watch) {
                self.waiting.clear();
                self.run = (0, 0);
            }
        }
    }
}

/// Returns the subterms of `term` as [`TermWalk`] does.
pub(super) fn subterms(heap: &Heap, term: Cell) -> impl Iterator<Item = Cell> {
    let mut walk = TermWalk::new(term);
    std::iter::from_fn(move || walk.next(heap))
}

/// Returns the variables of `term`, plain and attributed, each once, in the order of their first occurrences. Meanwhile
/// those that were met are bound, so that they are not met again.
pub fn variables(heap: &mut Heap, term: Cell) -> Vec<Cell> {
    let mut found = Vec::new();
    let mut walk = TermWalk::new(term);
    // There is to be room for a list of them too.
    let most = heap.spare / 4;
    while let Some(cell) = walk.next_variable(heap) {
        if found.len() >= most {
            heap.watch.note_overflow();
            break;
        }
        heap.set(cell.address(), Cell::NIL);
        found.push(cell);
    }
    for variable in &found {
        heap.set(variable.address(), *variable);
    }
    found
}

/// The variables of several terms.
pub struct Variables {
    /// Each once, in the order of their first occurrences.
    pub cells: Vec<Cell>,
    known: AddressMap,
}

impl Default for Variables {
    fn default() -> Variables {
        Variables {
            cells: Vec::new(),
            known: AddressMap::new(),
        }
    }
}

impl Variables {
    /// Adds the new variables of `term`.
    pub fn add(&mut self, heap: &Heap, term: Cell) {
        let mut walk = TermWalk::new(term);
        while let Some(cell) = walk.next_variable(heap) {
            if self.insert(cell) && !self.fits(heap) {
                return;
            }
        }
    }

    /// Whether there is room for this many; notes it if there is none.
    pub fn fits(&self, heap: &Heap) -> bool {
        // With a list of them, and the map, which takes half of what is between them.
        let fits = self.cells.len() < heap.spare / 4;
        if !fits {
            heap.watch.note_overflow();
        }
        fits
    }

    /// Adds an unbound variable; returns false if it was present.
    pub fn insert(&mut self, variable: Cell) -> bool {
        let new = self.known.get(variable.address()).is_none();
        if new {
            self.known.insert(variable.address(), self.cells.len());
            self.cells.push(variable);
        }
        new
    }

    /// Whether none has attributes.
    pub fn are_plain(&self) -> bool {
        self.cells.iter().all(|variable| variable.is_ref())
    }

    /// Returns the position of an unbound variable in `cells`.
    pub fn position(&self, variable: Cell) -> Option<usize> {
        self.known.get(variable.address())
    }
}

/// Returns the attributed variables of `term`, each once, including those in attributes.
pub fn attributed_variables(heap: &Heap, term: Cell) -> Vec<Cell> {
    let mut seen = Variables::default();
    let mut walk = TermWalk::new(term);
    while let Some(cell) = walk.next_variable(heap) {
        if cell.tag() == Tag::Att && seen.insert(cell) {
            walk.enter((cell.address() + 1, cell.address() + 2));
        }
    }
    seen.cells
}

/// Whether `term` has no variables.
pub fn is_ground(heap: &Heap, term: Cell) -> bool {
    first_variable(heap, term).is_none()
}

/// Returns the first variable of `term` from the left.
pub fn first_variable(heap: &Heap, term: Cell) -> Option<Cell> {
    TermWalk::new(term).next_variable(heap)
}

/// Maximum number of pending runs in [`is_small`].
const WAITING: usize = 16;

/// Whether `term` is a tree with few cells. Then it is acyclic, since a walk over it ends.
fn is_small(heap: &Heap, term: Cell) -> bool {
    let compound = |cell: Cell| matches!(cell.tag(), Tag::Lst | Tag::Str);
    let term = heap.deref(term);
    let mut waiting = [(0, 0); WAITING];
    let mut count = 0;
    let (mut at, mut end) = if compound(term) { arguments(heap, term) } else { (0, 0) };
    for _ in 0..UNNOTED {
        while at == end {
            if count == 0 {
                return true;
            }
            count -= 1;
            (at, end) = waiting[count];
        }
        let cell = heap.deref(heap.get(at));
        at += 1;
        if compound(cell) {
            if at < end {
                let Some(slot) = waiting.get_mut(count) else {
                    return false;
                };
                *slot = (at, end);
                count += 1;
            }
            (at, end) = arguments(heap, cell);
        }
    }
    false
}

/// Whether `term` is acyclic.
pub fn is_acyclic(heap: &Heap, term: Cell) -> bool {
    cycles(heap, term, |_| false, 1).is_empty()
}

/// Returns the compounds at which a walk from the left closes a cycle, each once: every cycle in `term` goes through
/// one of them. Compounds other than `term` for which `leaf` returns true are not entered.
pub fn cycle_heads(heap: &Heap, term: Cell, leaf: impl Fn(Cell) -> bool) -> Vec<Cell> {
    cycles(heap, term, leaf, usize::MAX)
}

fn cycles(heap: &Heap, term: Cell, leaf: impl Fn(Cell) -> bool, most: usize) -> Vec<Cell> {
    // A chain is a compound, its last argument, the last argument of that, and so on. A `Chain` is one that is being
    // walked: its head, the compound reached, and the next of that compound's arguments. Three words, since there may be
    // as many chains as levels.
    struct Chain {
        head: Cell,
        at: Cell,
        next: usize,
    }
    let mut heads = Vec::new();
    if is_small(heap, term) {
        return heads;
    }
    let (mut open, mut done, mut known) = (AddressSet::new(), AddressSet::new(), AddressSet::new());
    let mut chains: Vec<Chain> = Vec::new();
    let mut entering = Some((heap.deref(term), false));
    let mut pace = Pace::new();
    loop {
        if pace.step(&heap.watch) {
            return heads;
        }
        if let Some((cell, continues)) = entering.take()
            && matches!(cell.tag(), Tag::Lst | Tag::Str)
            && !done.contains(cell.address())
            && (chains.is_empty() || !leaf(cell))
        {
            if open.insert(cell.address()) {
                let next = arguments(heap, cell).0;
                match chains.last_mut() {
                    Some(chain) if continues => (chain.at, chain.next) = (cell, next),
                    _ => chains.push(Chain {
                        head: cell,
                        at: cell,
                        next,
                    }),
                }
            } else if known.insert(cell.address()) {
                heads.push(cell);
                if heads.len() == most {
                    return heads;
                }
            }
        }
        let Some(chain) = chains.last_mut() else { return heads };
        let end = arguments(heap, chain.at).1;
        if chain.next < end {
            let cell = heap.deref(heap.get(chain.next));
            chain.next += 1;
            entering = Some((cell, chain.next == end));
            continue;
        }
        // The chain has ended: everything below its compounds has been visited.
        let (mut cell, last) = (chain.head, chain.at);
        loop {
            open.remove(cell.address());
            done.insert(cell.address());
            if cell == last {
                break;
            }
            cell = heap.deref(heap.get(arguments(heap, cell).1 - 1));
        }
        chains.pop();
    }
}

/// The end of a list that is not a proper list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListEnd {
    /// An unbound variable: a partial list.
    Partial(Cell),
    /// A term that is not a list.
    NotList(Cell),
    /// No end: the list is cyclic.
    Cyclic,
}

/// Pairs of a run between two polls of the watch.
const RUN: usize = 1 << 13;

/// Returns the length of a list, and its end, which is `None` for `[]`.
pub fn list_end(heap: &Heap, list: Cell) -> (usize, Option<ListEnd>) {
    let words = heap.words();
    let mut cell = heap.deref(list);
    let mut length = 0;
    let mut pace = Pace::new();
    // Brent's method, on the pairs reached by a jump: the one at the last power of two is compared with each that
    // follows. A cycle contains at least one jump.
    let (mut mark, mut power, mut jumps) = (cell, 1, 0);
    // Most lists are laid out in order, with a constant distance between pairs. The address of the next pair is then
    // predicted before its word is loaded.
    let mut stride = 2;
    while cell.is_list() {
        let mut at = cell.address();
        let mut steps = 0;
        while steps < RUN && words.get(at + 1) == Some(&Cell::list(at.wrapping_add(stride)).bits()) {
            at = at.wrapping_add(stride);
            steps += 1;
        }
        length += steps;
        if steps == RUN {
            if heap.watch.gives_up() {
                return (length, None);
            }
            cell = Cell::list(at);
            continue;
        }
        cell = Cell::from_bits(words[at + 1]);
        if !cell.is_list() {
            cell = heap.deref(cell);
        }
        length += 1;
        jumps += 1;
        stride = cell.address().wrapping_sub(at);
        if cell.is_list() && (cell == mark || stride == 0) {
            return (length, Some(ListEnd::Cyclic));
        }
        if jumps == power {
            (mark, power, jumps) = (cell, 2 * power, 0);
        }
        if pace.step(&heap.watch) {
            return (length, None);
        }
    }
    let end = match cell.tag() {
        _ if cell == Cell::NIL => None,
        Tag::Ref | Tag::Att => Some(ListEnd::Partial(cell)),
        _ => Some(ListEnd::NotList(cell)),
    };
    (length, end)
}

/// Returns the items of a proper list, not dereferenced.
pub fn list_to_vec(heap: &Heap, list: Cell) -> Result<Vec<Cell>, ListEnd> {
    let (length, end) = list_end(heap, list);
    if let Some(end) = end {
        return Err(end);
    }
    if length > heap.spare {
        heap.watch.note_overflow();
        return Ok(Vec::new());
    }
    let mut items = Vec::with_capacity(length);
    let mut cell = heap.deref(list);
    let mut pace = Pace::new();
    while cell.is_list() && !pace.step(&heap.watch) {
        items.push(heap.get(cell.address()));
        cell = heap.deref(heap.get(cell.address() + 1));
    }
    Ok(items)
}

/// Whether `term` is a proper list.
pub fn is_proper_list(heap: &Heap, term: Cell) -> bool {
    list_end(heap, term).1.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::known;

    fn heap() -> Heap {
        Heap::with_capacity(10_000)
    }

    /// `X = f(X)`, and `L = [1|L]`.
    fn cycles(h: &mut Heap) -> (Cell, Cell) {
        let x = h.new_var();
        let f = h.new_term(known::MINUS, &[x]);
        h.set(x.address(), f);
        let y = h.new_var();
        let l = h.new_pair(Cell::int(1), y);
        h.set(y.address(), l);
        (f, l)
    }

    #[test]
    fn variables_come_from_the_left_and_once() {
        let mut h = heap();
        let vars: Vec<Cell> = (0..1000).map(|_| h.new_var()).collect();
        let inner = h.new_term(known::PLUS, &[vars[2], vars[0]]);
        let term = h.new_term(known::PLUS, &[vars[1], inner, vars[2], vars[3]]);
        assert_eq!(variables(&mut h, term), vec![vars[1], vars[2], vars[0], vars[3]]);
        let mut twice = vars.clone();
        twice.extend_from_slice(&vars);
        let list = h.new_list(&twice, Cell::NIL);
        assert_eq!(variables(&mut h, list), vars);
        assert_eq!(variables(&mut h, vars[5]), vec![vars[5]]);
        assert!(!is_ground(&h, list));
    }

    #[test]
    fn cyclic_terms_come_to_an_end() {
        let mut h = heap();
        let (f, l) = cycles(&mut h);
        for cell in [f, l] {
            assert!(is_ground(&h, cell));
            assert!(!is_acyclic(&h, cell));
            assert!(variables(&mut h, cell).is_empty());
        }
        assert_eq!(list_to_vec(&h, l), Err(ListEnd::Cyclic));
        let many = h.new_list(&[Cell::int(0); 700], l);
        assert_eq!(list_to_vec(&h, many), Err(ListEnd::Cyclic));
        assert!(!is_acyclic(&h, many));
    }

    #[test]
    fn shared_terms_are_no_cycles_and_cost_nothing() {
        let mut h = heap();
        let mut doubled = Cell::NIL;
        for _ in 0..2000 {
            doubled = h.new_term(known::PLUS, &[doubled, doubled]);
        }
        assert!(is_acyclic(&h, doubled));
        assert!(is_ground(&h, doubled));
        assert!(super::super::counts::size(&h, doubled) >= 6000);
    }

    #[test]
    fn deep_terms_are_ordinary() {
        let mut h = heap();
        let mut left = h.new_var();
        for _ in 0..500_000 {
            left = h.new_term(known::PLUS, &[left, Cell::int(1)]);
        }
        assert!(is_acyclic(&h, left));
        assert_eq!(variables(&mut h, left).len(), 1);
        assert_eq!(super::super::counts::size(&h, left), 1_500_000);
        let long = h.new_list(&vec![Cell::int(1); 500_000], Cell::NIL);
        assert!(is_acyclic(&h, long));
        assert_eq!(list_end(&h, long), (500_000, None));
    }

    #[test]
    fn lists_say_how_they_end() {
        let mut h = heap();
        let items = [Cell::int(1), Cell::int(2), Cell::int(3)];
        let list = h.new_list(&items, Cell::NIL);
        assert_eq!(list_to_vec(&h, list), Ok(items.to_vec()));
        assert!(is_proper_list(&h, Cell::NIL));
        let tail = h.new_var();
        let partial = h.new_list(&items, tail);
        assert_eq!(list_to_vec(&h, partial), Err(ListEnd::Partial(tail)));
        let wrong = h.new_list(&items, Cell::int(4));
        assert_eq!(list_to_vec(&h, wrong), Err(ListEnd::NotList(Cell::int(4))));
    }

    #[test]
    fn lists_end_however_they_lie() {
        let mut h = heap();
        let items: Vec<Cell> = (0..100).map(Cell::int).collect();
        // Downwards, with gaps, and from one part to another.
        let mut list = Cell::NIL;
        for (i, &item) in items.iter().enumerate() {
            if i % 7 == 0 {
                h.new_float(1.5);
            }
            list = h.new_pair(item, list);
        }
        let list = h.new_list(&items, list);
        assert_eq!(list_end(&h, list), (200, None));
        // Cycles of several lengths after prefixes of several lengths.
        for before in [0, 1, 2, 50] {
            for round in [1, 2, 3, 50] {
                let circle = h.new_list(&items[..round], Cell::NIL);
                h.set(h.top() - 1, circle);
                let list = h.new_list(&items[..before], circle);
                assert_eq!(list_end(&h, list).1, Some(ListEnd::Cyclic), "{before} {round}");
            }
        }
    }

    #[test]
    fn attributes_are_walked_for_attributed_variables() {
        let mut h = heap();
        let inner = h.new_attributed(Cell::NIL);
        let outer = h.new_attributed(inner);
        let term = h.new_term(known::PLUS, &[outer, outer]);
        assert_eq!(attributed_variables(&h, term), vec![outer, inner]);
        assert_eq!(variables(&mut h, term), vec![outer]);
    }
}
