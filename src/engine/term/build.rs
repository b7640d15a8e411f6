//! Builds the term of an [`Ast`] on the heap.
//!
//! The nodes of an `Ast` are in postorder, so one pass builds the term, without a stack.

use super::cell::Cell;
use super::heap::Heap;
use crate::base::atom::{AtomTable, Functor};
use crate::base::known;
use crate::base::num::Number;
use crate::base::watch::Pace;
use crate::text::ast::{Ast, Node, NodeId};

/// A term that was built.
pub struct Built {
    /// The term.
    pub term: Cell,
    /// Its variables, in the order of `Ast::variables`; the first to occur is the oldest.
    pub variables: Vec<Cell>,
}

/// Returns the number of heap cells that [`build`] takes.
pub fn cells_needed(ast: &Ast) -> usize {
    let of_node = |node: &Node| match *node {
        Node::Atom(_) | Node::Var(_) => 0,
        Node::Int(_) | Node::Float(_) => 2,
        Node::Number(index) => match ast.number(index) {
            Number::Int(_) | Number::Float(_) => 2,
            Number::Big(value) => value.as_sign_words().1.len() + 1,
            Number::Rational(value) => {
                value.numerator().as_sign_words().1.len() + value.denominator().as_words().len() + 2
            }
        },
        Node::String(range) => Cell::most_string_cells(ast.text(range).len()),
        Node::Codes(range) | Node::Chars(range) => 2 * ast.text(range).chars().count(),
        Node::Compound { arity, .. } => arity as usize + 1,
        Node::List { count, .. } => 2 * count as usize,
    };
    ast.variables.len() + ast.nodes().iter().map(of_node).sum::<usize>()
}

/// Builds the clause in `ast`, which is not empty. The caller has charged [`cells_needed`] cells to the budget. If the
/// watch wants a stop, the term is incomplete.
pub fn build(ast: &Ast, heap: &mut Heap, atoms: &mut AtomTable) -> Built {
    let variables: Vec<Cell> = ast.variables.iter().map(|_| heap.new_var()).collect();
    let mut cells: Vec<Cell> = Vec::with_capacity(ast.nodes().len());
    let mut pace = Pace::new();
    for &node in ast.nodes() {
        if pace.step(&heap.watch) {
            break;
        }
        let cell = match node {
            Node::Atom(atom) => Cell::atom(atom),
            Node::Var(index) => variables[index as usize],
            Node::Int(value) => Cell::try_int(value).unwrap_or_else(|| heap.new_int(value)),
            Node::Float(value) => heap.new_float(value),
            Node::Number(index) => heap.new_number(ast.number(index)),
            Node::String(range) => heap.new_string(ast.text(range)),
            Node::Codes(range) => {
                let codes = ast.text(range).chars().map(|c| Cell::int(i64::from(u32::from(c))));
                heap.list_of(codes, Cell::NIL)
            }
            Node::Chars(range) => {
                let mut buffer = [0; 4];
                let chars = ast
                    .text(range)
                    .chars()
                    .map(|c| Cell::atom(atoms.intern(c.encode_utf8(&mut buffer))));
                heap.list_of(chars, Cell::NIL)
            }
            Node::Compound {
                name: known::DOT,
                arity: 2,
                first,
            } => {
                let [head, tail] = [0, 1].map(|at| cells[ast.children(first, 2)[at].index()]);
                heap.new_pair(head, tail)
            }
            Node::Compound { name, arity, first } => {
                let address = heap.push(Cell::functor(Functor::new(name, arity as usize)));
                heap.push_each(ast.children(first, arity).iter().map(|id| cells[id.index()]));
                Cell::structure(address)
            }
            Node::List { count, first, tail } => {
                let children = ast.children(first, count + u32::from(tail));
                let (elements, rest) = children.split_at(count as usize);
                let cell_of = |id: &NodeId| cells[id.index()];
                let tail = rest.first().map_or(Cell::NIL, cell_of);
                heap.list_of(elements.iter().map(cell_of), tail)
            }
        };
        cells.push(cell);
    }
    Built {
        term: cells.get(ast.root().index()).copied().unwrap_or(Cell::NIL),
        variables,
    }
}

impl Heap {
    /// Builds the term `Name/Arity`.
    pub fn indicator(&mut self, functor: Functor) -> Cell {
        let (name, arity) = (Cell::atom(functor.name()), Cell::int(functor.arity() as i64));
        self.new_term(known::SLASH, &[name, arity])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::atom::Atom;
    use crate::term::view::View;
    use crate::text::ops::OpTable;
    use crate::text::reader::{Read, ReadFlags, Reader};

    fn built(text: &str) -> (Built, Heap, AtomTable, Reader) {
        let mut atoms = AtomTable::new();
        let ops = OpTable::new(&mut atoms);
        let mut reader = Reader::new();
        let read = reader
            .read(text, 0, &mut atoms, &ops, &ReadFlags::default())
            .expect("the clause is right");
        assert!(matches!(read, Read::Clause { .. }));
        let mut heap = Heap::with_capacity(16);
        let before = heap.top();
        let built = build(reader.ast(), &mut heap, &mut atoms);
        assert!(heap.top() - before <= cells_needed(reader.ast()), "{text}");
        (built, heap, atoms, reader)
    }

    fn atom(heap: &Heap, address: usize) -> Atom {
        let View::Atom(atom) = heap.view(heap.get(address)) else {
            panic!("an atom")
        };
        atom
    }

    #[test]
    fn terms_have_their_functors_and_arguments() {
        let (built, heap, atoms, reader) = built("f(X, [a, b|X], -3, \"text\").");
        let View::Struct(functor, at) = heap.view(built.term) else {
            panic!("a structure")
        };
        assert_eq!((atoms.text(functor.name()), functor.arity()), ("f", 4));
        assert_eq!(heap.view(heap.get(at)), heap.view(built.variables[0]));
        assert_eq!(reader.ast().variable_name(0), "X");
        let View::List(pair) = heap.view(heap.get(at + 1)) else {
            panic!("a list")
        };
        assert_eq!(atoms.text(atom(&heap, pair)), "a");
        let View::List(pair) = heap.view(heap.get(pair + 1)) else {
            panic!("a list")
        };
        assert_eq!(atoms.text(atom(&heap, pair)), "b");
        assert_eq!(heap.deref(heap.get(pair + 1)), built.variables[0]);
        assert_eq!(heap.view(heap.get(at + 2)), View::Int(-3));
        let View::String(cell) = heap.view(heap.get(at + 3)) else {
            panic!("a string")
        };
        assert_eq!(heap.string(cell), "text");
    }

    #[test]
    fn back_quotes_make_code_lists_and_big_numbers_boxes() {
        let (built, heap, ..) = built("`ab`.");
        let View::List(pair) = heap.view(built.term) else {
            panic!("a list")
        };
        assert_eq!(heap.view(heap.get(pair)), View::Int(97));
        let View::List(pair) = heap.view(heap.get(pair + 1)) else {
            panic!("a list")
        };
        assert_eq!(
            (heap.view(heap.get(pair)), atom(&heap, pair + 1)),
            (View::Int(98), known::NIL)
        );
    }

    #[test]
    fn numbers_of_all_kinds_arrive() {
        for (text, expected) in [
            ("123456789012345678901234567890.", "Big(123456789012345678901234567890)"),
            ("- 9223372036854775808.", "Int(-9223372036854775808)"),
            ("1152921504606846976.", "Int(1152921504606846976)"),
            ("-1.5e3.", "Float(-1500.0)"),
            ("-2r6.", "Rational(-1 / 3)"),
        ] {
            let (built, heap, ..) = built(text);
            let number = heap.number(built.term).expect("a number");
            let shown = match number {
                Number::Rational(value) => format!("Rational({} / {})", value.numerator(), value.denominator()),
                Number::Big(value) => format!("Big({value})"),
                other => format!("{other:?}"),
            };
            assert_eq!(shown, expected, "{text}");
        }
    }
}
