//! Diagrams on the engine's heap, so that backtracking, the collector, copies and limits need nothing of their own.
//!
//! A Boolean variable has the attribute `clpb` with the value `index_root(Index, Root)`, or `index_root(Index, Root, Atom)` for
//! the variable that stands for an atom. The index tells the place of the variable in all diagrams; it is counted up until
//! backtracking. A root is `'$clpb_root'(Next, Variables, Nodes, Top, Conjuncts)`, whose arguments change until
//! backtracking: the variables of a diagram by their indexes, the diagram, and the constraints that it is made of, which
//! are shown as residual goals. A root whose variables have gone to another one has that as `Next`.
//!
//! The nodes of a diagram never change, and so are one big integer: copies share it, and the collector does not look into
//! it. It has three numbers of 32 bits for each node: the place of the variable in the list of the root, and the nodes
//! for 0 and for 1, where 0 and 1 are the constants and others are counted from 2. Children come before their parents.
//! A program may make such terms itself; so all numbers are checked as they are read.

use ferz_engine::native::args::list_arg::new_list;
use ferz_engine::native::attributes::note_residue;
use ferz_engine::native::terms::{Atom, BoxKind, Cell, Functor, Tag, View, known, walk};
use ferz_engine::native::work::Table;
use ferz_engine::native::{Machine, Step, Stop};

use super::diagrams::{Diagrams, FALSE, TRUE};

const ATT: Functor = Functor::new(known::ATT, 3);
/// The functor of a root.
pub(super) const ROOT: Functor = Functor::new(known::CLPB_ROOT, 5);
/// The functor of one constraint: variables, nodes, top.
pub(super) const CONJUNCT: Functor = Functor::new(known::CLPB_ROOT, 3);
const VARIABLE: Functor = Functor::new(known::INDEX_ROOT, 2);
const UNIVERSAL: Functor = Functor::new(known::INDEX_ROOT, 3);

/// Offsets in a root; a constraint begins at `VARIABLES`.
pub(super) const NEXT: usize = 0;
pub(super) const VARIABLES: usize = 1;
pub(super) const NODES: usize = 2;
pub(super) const TOP: usize = 3;
pub(super) const CONJUNCTS: usize = 4;

/// The attribute of a variable.
pub(super) struct BooleanAttribute {
    pub index: i64,
    /// The address of the arguments of its root.
    pub root: usize,
    pub atom: Option<Atom>,
}

/// Returns the attribute of an unbound variable, if it is a Boolean one.
pub(super) fn attribute(m: &Machine, variable: Cell) -> Option<BooleanAttribute> {
    if variable.tag() != Tag::Att {
        return None;
    }
    let mut link = variable.address() + 1;
    loop {
        match m.view(m.heap.get(link)) {
            View::Struct(ATT, first) if m.deref(m.heap.get(first)) == Cell::atom(known::CLPB) => {
                return value_of(m, m.heap.get(first + 1));
            }
            View::Struct(ATT, first) => link = first + 2,
            _ => return None,
        }
    }
}

/// Returns what the value of an attribute tells.
pub(super) fn value_of(m: &Machine, value: Cell) -> Option<BooleanAttribute> {
    let View::Struct(functor @ (VARIABLE | UNIVERSAL), first) = m.view(value) else {
        return None;
    };
    let View::Int(index) = m.view(m.heap.get(first)) else {
        return None;
    };
    let atom = match (functor, m.view(m.heap.get(first + functor.arity() - 1))) {
        (UNIVERSAL, View::Atom(atom)) => Some(atom),
        _ => None,
    };
    let root = find_root(m, m.heap.get(first + 1))?;
    Some(BooleanAttribute { index, root, atom })
}

/// Returns the root that a cell leads to.
fn find_root(m: &Machine, cell: Cell) -> Option<usize> {
    let View::Struct(ROOT, mut root) = m.view(cell) else {
        return None;
    };
    // A program could make a circle.
    for _ in 0..m.heap.top() {
        match m.view(m.heap.get(root + NEXT)) {
            View::Struct(ROOT, next) => root = next,
            _ => return Some(root),
        }
    }
    None
}

/// Whether a variable has no other attributes, so that nothing waits for it.
pub(super) fn is_only_boolean(m: &Machine, variable: Cell) -> bool {
    match m.view(m.heap.get(variable.address() + 1)) {
        View::Struct(ATT, first) => {
            m.deref(m.heap.get(first)) == Cell::atom(known::CLPB) && m.deref(m.heap.get(first + 2)) == Cell::NIL
        }
        _ => false,
    }
}

/// Makes a variable a Boolean one, with a root of its own; returns it as it is then.
pub(super) fn enumerate(m: &mut Machine, variable: Cell, atom: Option<Atom>) -> Result<Cell, Stop> {
    m.reserve_first(32)?;
    let index = match m.session.noted(&m.heap, known::CLPB_COUNT) {
        Some(count) if count.is_int() => count.as_int(),
        _ => 0,
    };
    m.session
        .note_global(&mut m.heap, &mut m.stacks, known::CLPB_COUNT, Cell::int(index + 1));
    let root = [Cell::NIL, Cell::NIL, Cell::ZERO, Cell::int(1), Cell::NIL];
    let root = m.heap.new_struct(ROOT, &root);
    let value = match atom {
        Some(atom) => m
            .heap
            .new_struct(UNIVERSAL, &[Cell::int(index), root, Cell::atom(atom)]),
        None => m.heap.new_struct(VARIABLE, &[Cell::int(index), root]),
    };
    let attribute = m.heap.new_struct(ATT, &[Cell::atom(known::CLPB), value, Cell::NIL]);
    let made = match m.view(variable) {
        View::Attributed(made) => {
            let mut link = made.address() + 1;
            while let View::Struct(ATT, first) = m.view(m.heap.get(link)) {
                link = first + 2;
            }
            m.stacks.assign(&mut m.heap, link, attribute);
            made
        }
        _ => {
            let made = m.heap.new_attributed(attribute);
            m.bind(variable, made);
            made
        }
    };
    note_residue(m, made)?;
    let list = m.heap.new_pair(made, Cell::NIL);
    m.heap.set(root.address() + 1 + VARIABLES, list);
    Ok(made)
}

/// Returns the variable that stands for an atom in all constraints.
pub(super) fn universal(m: &mut Machine, atom: Atom) -> Result<Cell, Stop> {
    let all = m.session.noted(&m.heap, known::CLPB_ATOMS).unwrap_or(Cell::NIL);
    let mut rest = all;
    while let View::List(pair) = m.view(rest) {
        if let View::Attributed(variable) = m.view(m.heap.get(pair))
            && attribute(m, variable).is_some_and(|attribute| attribute.atom == Some(atom))
        {
            return Ok(variable);
        }
        rest = m.heap.get(pair + 1);
    }
    m.reserve_first(8)?;
    let variable = m.heap.new_var();
    let made = enumerate(m, variable, Some(atom))?;
    let all = m.heap.new_pair(made, all);
    m.session
        .note_global(&mut m.heap, &mut m.stacks, known::CLPB_ATOMS, all);
    Ok(made)
}

/// Returns the elements of the list at an address, or nothing if it is none.
pub(super) fn list_at(m: &Machine, address: usize) -> Vec<Cell> {
    walk::list_to_vec(&m.heap, m.heap.get(address)).unwrap_or_default()
}

/// A diagram as it is on the heap: for each node the place of its variable, and its children.
pub(super) struct PackedDiagram {
    words: Vec<u64>,
    pub top: u32,
}

impl PackedDiagram {
    /// Returns the diagram whose nodes and top are at these addresses.
    pub(super) fn at(m: &Machine, nodes: usize, top: usize) -> PackedDiagram {
        let cell = m.deref(m.heap.get(nodes));
        let is_big = cell.tag() == Tag::Box && m.heap.get(cell.address()).box_kind() == BoxKind::Int;
        let words = if is_big {
            m.heap.box_words(cell).to_vec()
        } else {
            Vec::new()
        };
        let top = match m.view(m.heap.get(top)) {
            View::Int(top) => u32::try_from(top).unwrap_or(FALSE),
            _ => FALSE,
        };
        PackedDiagram { words, top }
    }

    /// Returns the number of nodes.
    pub(super) fn count(&self) -> usize {
        (2 * self.words.len()).saturating_sub(1) / 3
    }

    fn half(&self, place: usize) -> u32 {
        let word = self.words[place / 2];
        (if place.is_multiple_of(2) { word } else { word >> 32 }) as u32
    }

    /// Returns the place of the variable and the children of node `i`, counted from 0; none if the numbers make no
    /// diagram over so many variables.
    pub(super) fn node(&self, i: usize, variables: usize) -> Option<(u32, u32, u32)> {
        let (place, low, high) = (self.half(3 * i), self.half(3 * i + 1), self.half(3 * i + 2));
        let fits = (place as usize) < variables && low.max(high) < i as u32 + 2;
        fits.then_some((place, low, high))
    }
}

/// The cells of a diagram for a root: the nodes, and the number of the top.
pub(super) struct StoredDiagram {
    pub nodes: Cell,
    pub top: Cell,
}

/// Puts a diagram onto the heap. `places` tells for each level the place of its variable.
pub(super) fn pack(d: &mut Diagrams<'_>, top: u32, places: &[u32]) -> Result<StoredDiagram, Stop> {
    if top <= TRUE {
        return Ok(StoredDiagram {
            nodes: Cell::ZERO,
            top: Cell::int(i64::from(top)),
        });
    }
    let nodes = d.nodes_of(top)?;
    let mut numbers: Table<u32, _> = Table::filled(0_u32, top as usize + 1);
    numbers[TRUE] = TRUE;
    let mut halves = Vec::with_capacity(3 * nodes.len() + 2);
    for (i, &number) in nodes.iter().enumerate() {
        let node = d.node(number);
        numbers[number] = i as u32 + 2;
        let children = [numbers[node.low], numbers[node.high]];
        halves.extend([places[node.level as usize], children[0], children[1]]);
    }
    // A number ends with a word that is not 0: this half is set, and the other one if the last word is whole.
    halves.push(1);
    if halves.len() % 2 == 1 {
        halves.push(0);
    }
    let m = &mut *d.m;
    m.reserve_first(halves.len() / 2 + 2)?;
    let header = Cell::box_header(BoxKind::Int, halves.len() / 2, 0);
    let address = m.heap.push(header);
    for pair in halves.chunks_exact(2) {
        m.heap
            .push(Cell::from_bits(u64::from(pair[0]) | u64::from(pair[1]) << 32));
    }
    Ok(StoredDiagram {
        nodes: Cell::boxed(address),
        top: Cell::int(i64::from(numbers[top])),
    })
}

/// Sets an argument of a root, until backtracking.
pub(super) fn set(m: &mut Machine, root: usize, offset: usize, value: Cell) {
    m.stacks.assign(&mut m.heap, root + offset, value);
}

/// Puts a list of cells onto the heap.
pub(super) fn list(m: &mut Machine, cells: &[Cell]) -> Result<Cell, Stop> {
    new_list(m, cells)
}

/// Leads all variables of a root to another one.
pub(super) fn forward(m: &mut Machine, from: usize, to: usize) -> Step {
    m.stacks.assign(&mut m.heap, from + NEXT, Cell::structure(to - 1));
    for offset in [VARIABLES, NODES, TOP, CONJUNCTS] {
        m.stacks.assign(&mut m.heap, from + offset, Cell::NIL);
    }
    Ok(())
}
