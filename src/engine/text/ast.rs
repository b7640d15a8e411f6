//! The syntax tree of one clause: flat, and reused from clause to clause.
//!
//! Nodes are in one vector in postorder: arguments come before their compound term, and the root is the last node. The
//! children's indices are in a second vector, the texts of strings and names in one string.

use crate::base::atom::Atom;
use crate::base::ids::Table;
use crate::base::num::Number;
use crate::base::span::Span;

/// The index of a node in its [`Ast`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// Returns the node at this index in [`Ast::nodes`].
    #[cfg(any(test, feature = "testing"))]
    pub const fn from_index(index: u32) -> NodeId {
        NodeId(index)
    }

    /// Returns the index in [`Ast::nodes`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A range of bytes in the texts of an [`Ast`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TextRange {
    start: u32,
    end: u32,
}

/// One term of the tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Node {
    /// An atom.
    Atom(Atom),
    /// A variable, by its index in [`Ast::variables`].
    Var(u32),
    /// An integer of 64 bits.
    Int(i64),
    /// A float.
    Float(f64),
    /// A big integer or a rational, by its index in the numbers.
    Number(u32),
    /// A string.
    String(TextRange),
    /// A text that denotes the list of its character codes.
    Codes(TextRange),
    /// A text that denotes the list of its characters.
    Chars(TextRange),
    /// A compound term; its arguments are the children from `first` on.
    Compound {
        /// The name.
        name: Atom,
        /// The number of arguments, at least 1.
        arity: u32,
        /// The index of the first argument in the children.
        first: u32,
    },
    /// A list of `count` elements, which are the children from `first` on; a tail other than `[]` is the child after
    /// them.
    List {
        /// The number of elements, at least 1.
        count: u32,
        /// The index of the first element in the children.
        first: u32,
        /// Whether there is a child for the tail.
        tail: bool,
    },
}

const _: () = assert!(size_of::<Node>() == 16);

/// A variable of the clause.
#[derive(Clone, Copy, Debug)]
pub struct AstVariable {
    /// The name; `_` for an anonymous variable.
    pub name: TextRange,
    /// The number of occurrences.
    pub occurrences: u32,
    /// The first occurrence.
    pub first: Span,
}

/// Capacity (nodes, variables, or bytes of text) up to which memory is kept from clause to clause.
pub(super) const MOST_KEPT: usize = 1 << 14;

/// The syntax tree of one clause.
#[derive(Default)]
pub struct Ast {
    /// The terms in postorder.
    nodes: Vec<Node>,
    /// The source range of each term, by node.
    spans: Vec<Span>,
    children: Vec<NodeId>,
    numbers: Vec<Number>,
    texts: String,
    /// Whether the loader has something to replace: a call on a dict, `X.k`, or the goal `$`.
    pub is_functional: bool,
    /// Whether there are quotations: the root is then `'$quotations'(Term, List)`.
    pub has_quotations: bool,
    /// The variables in the order of their first occurrences; each `_` is separate.
    pub variables: Table<u32, AstVariable>,
}

impl Ast {
    /// Removes the clause, keeping the memory.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.spans.clear();
        self.children.clear();
        self.numbers.clear();
        self.texts.clear();
        self.variables.values_mut().clear();
        self.is_functional = false;
        self.has_quotations = false;
    }

    /// Returns the bytes of the clause.
    pub fn bytes(&self) -> usize {
        size_of_val(self.nodes.as_slice())
            + size_of_val(self.spans.as_slice())
            + size_of_val(self.children.as_slice())
            + size_of_val(self.numbers.as_slice())
            + size_of_val(&*self.variables)
            + self.texts.len()
    }

    /// Frees the memory if it is more than most clauses need.
    pub fn release(&mut self) {
        if self.nodes.capacity() > MOST_KEPT
            || self.texts.capacity() > MOST_KEPT
            || self.variables.capacity() > MOST_KEPT
        {
            *self = Ast::default();
        }
    }

    /// Returns the root, the whole clause. It exists only after a clause was read.
    pub fn root(&self) -> NodeId {
        NodeId((self.nodes.len() - 1) as u32)
    }

    /// Returns all nodes in postorder.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the term `id`.
    pub fn node(&self, id: NodeId) -> Node {
        self.nodes[id.index()]
    }

    /// Returns the id of the term at `index` in [`Ast::nodes`].
    pub fn id(&self, index: usize) -> NodeId {
        NodeId(index as u32)
    }

    /// Returns the source range of the term `id`, without enclosing parentheses.
    pub fn span(&self, id: NodeId) -> Span {
        self.spans[id.index()]
    }

    /// Returns a variable by its index.
    pub fn variable(&self, index: u32) -> &AstVariable {
        &self.variables[index]
    }

    /// Returns `count` children from `first` on: the arguments of a compound term, or the elements of a list.
    pub fn children(&self, first: u32, count: u32) -> &[NodeId] {
        &self.children[first as usize..first as usize + count as usize]
    }

    /// Returns the big integer or rational with this index.
    pub fn number(&self, index: u32) -> &Number {
        &self.numbers[index as usize]
    }

    /// Returns the text in `range`.
    pub fn text(&self, range: TextRange) -> &str {
        &self.texts[range.start as usize..range.end as usize]
    }

    /// Returns the name of the variable with this index.
    pub fn variable_name(&self, index: u32) -> &str {
        self.text(self.variable(index).name)
    }

    /// Returns the variables that occur once and whose names do not begin with `_`.
    pub fn singletons(&self) -> impl Iterator<Item = &AstVariable> + '_ {
        self.variables
            .iter()
            .filter(|v| v.occurrences == 1 && !self.text(v.name).starts_with('_'))
    }

    /// Returns the variables that are marked as singletons (`_Name`) but occur more than once. Names that begin with
    /// two underscores are exempt.
    #[cfg(any(test, feature = "testing"))]
    pub fn marked_but_used(&self) -> impl Iterator<Item = &AstVariable> + '_ {
        self.variables.iter().filter(|v| {
            let name = self.text(v.name);
            v.occurrences > 1 && name.starts_with('_') && !name.starts_with("__")
        })
    }

    /// Appends a term.
    pub fn push(&mut self, node: Node, span: Span) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("a text below 4 GiB has fewer terms than 2^32"));
        self.nodes.push(node);
        self.spans.push(span);
        id
    }

    /// Replaces a term: a number after a minus sign.
    pub fn replace(&mut self, id: NodeId, node: Node, span: Span) {
        self.nodes[id.index()] = node;
        self.spans[id.index()] = span;
    }

    /// Appends children and returns the index of the first.
    pub fn push_children(&mut self, children: impl IntoIterator<Item = NodeId>) -> u32 {
        let first = self.children.len() as u32;
        for child in children {
            self.children.push(child);
        }
        first
    }

    /// Makes the node of a number; stores a large one.
    pub fn number_node(&mut self, number: Number) -> Node {
        match number {
            Number::Int(value) => Node::Int(value),
            Number::Float(value) => Node::Float(value),
            big => {
                self.numbers.push(big);
                Node::Number((self.numbers.len() - 1) as u32)
            }
        }
    }

    /// Appends a text that `write` writes.
    pub fn push_text<E>(&mut self, write: impl FnOnce(&mut String) -> Result<(), E>) -> Result<TextRange, E> {
        let start = self.texts.len() as u32;
        write(&mut self.texts)?;
        Ok(TextRange {
            start,
            end: self.texts.len() as u32,
        })
    }
}
