//! `Term`: a term outside the engine, independent of its heap.
//!
//! Nodes are in one vector and refer to each other by index, so that cloning is cheap, and dropping, comparing and
//! printing do not recurse. Parts that are shared in the engine stay shared, and cyclic terms stay cyclic. The
//! bindings of one answer share one store.

use std::fmt;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::operators::Operators;
use crate::base::num::Number;

/// A term: an atom, a number, a string, a variable, or a compound of these.
#[derive(Clone)]
pub struct Term {
    pub(super) store: Arc<Store>,
    pub(super) root: u32,
}

/// The nodes of one or more terms.
#[derive(Default)]
pub(super) struct Store {
    pub(super) nodes: Vec<Node>,
    pub(super) children: Vec<u32>,
    pub(super) texts: Vec<Box<str>>,
    pub(super) numbers: Vec<BigNumber>,
    pub(super) operators: Operators,
}

/// One node; texts, numbers and children by index.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
    Var(u32),
    Atom(u32),
    Int(i64),
    Float(f64),
    Number(u32),
    String(u32),
    List { first: u32 },
    Compound { name: u32, first: u32, arity: u32 },
}

/// An integer beyond 64 bits, or a rational number.
#[derive(Clone, Debug, PartialEq)]
pub struct BigNumber(pub(super) Number);

impl BigNumber {
    /// Whether it is an integer; else it is a rational number.
    pub fn is_integer(&self) -> bool {
        self.0.is_integer()
    }

    /// Returns the bits of its numerator and denominator.
    pub(super) fn bits(&self) -> usize {
        self.0.bits()
    }

    /// Returns the value, if it is an integer of at most 128 bits.
    pub fn to_i128(&self) -> Option<i128> {
        let value = self.0.as_big()?;
        i128::try_from(value.as_ref()).ok()
    }
}

impl fmt::Display for BigNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A term, decomposed by one level.
#[derive(Clone, Copy, Debug)]
pub enum TermView<'t> {
    /// An unbound variable; variables in terms of one answer are identical if their numbers are.
    Var(u32),
    /// An atom; the empty list is the atom `[]`.
    Atom(&'t str),
    /// An integer.
    Int(i64),
    /// An integer that does not fit `Int`.
    BigInt(&'t BigNumber),
    /// A rational number that is not an integer.
    Rational(&'t BigNumber),
    /// A floating point number.
    Float(f64),
    /// A string.
    String(&'t str),
    /// A list pair: the head and the tail.
    List(TermRef<'t>, TermRef<'t>),
    /// A compound term: its name and its arguments.
    Compound(&'t str, Args<'t>),
}

/// A borrowed term: a part of a [`Term`].
#[derive(Clone, Copy)]
pub struct TermRef<'t> {
    pub(super) store: &'t Arc<Store>,
    pub(super) node: u32,
}

/// The arguments of a compound term.
#[derive(Clone, Copy)]
pub struct Args<'t> {
    store: &'t Arc<Store>,
    nodes: &'t [u32],
}

impl<'t> Args<'t> {
    /// Returns the number of arguments.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always false for the arguments of a compound term.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the argument at `index`, from 0.
    pub fn get(&self, index: usize) -> Option<TermRef<'t>> {
        self.nodes.get(index).map(|&node| TermRef {
            store: self.store,
            node,
        })
    }

    /// Iterates over the arguments.
    pub fn iter(&self) -> impl Iterator<Item = TermRef<'t>> + use<'t> {
        let store = self.store;
        self.nodes.iter().map(move |&node| TermRef { store, node })
    }
}

impl fmt::Debug for Args<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} arguments", self.len())
    }
}

impl<'t> TermRef<'t> {
    /// Decomposes the term by one level.
    pub fn view(self) -> TermView<'t> {
        let store = self.store.as_ref();
        let text = |index: u32| store.texts[index as usize].as_ref();
        let at = |node: u32| TermRef {
            store: self.store,
            node,
        };
        match store.nodes[self.node as usize] {
            Node::Var(number) => TermView::Var(number),
            Node::Atom(name) => TermView::Atom(text(name)),
            Node::Int(value) => TermView::Int(value),
            Node::Float(value) => TermView::Float(value),
            Node::String(string) => TermView::String(text(string)),
            Node::Number(index) => {
                let number = &store.numbers[index as usize];
                if number.is_integer() {
                    TermView::BigInt(number)
                } else {
                    TermView::Rational(number)
                }
            }
            Node::List { first } => {
                let children = store.children(first, 2);
                TermView::List(at(children[0]), at(children[1]))
            }
            Node::Compound { name, first, arity } => TermView::Compound(
                text(name),
                Args {
                    store: self.store,
                    nodes: store.children(first, arity),
                },
            ),
        }
    }

    /// Returns the items of a proper list; `None` for other terms.
    pub fn items(self) -> Option<Vec<TermRef<'t>>> {
        let mut items = Vec::new();
        let mut rest = self;
        loop {
            match rest.view() {
                TermView::List(head, tail) => {
                    items.push(head);
                    rest = tail;
                    // A list with more items than there are nodes is cyclic.
                    if items.len() > self.store.nodes.len() {
                        return None;
                    }
                }
                TermView::Atom("[]") => return Some(items),
                _ => return None,
            }
        }
    }

    /// Returns the part as a term, which shares its nodes.
    pub fn to_term(self) -> Term {
        Term {
            store: Arc::clone(self.store),
            root: self.node,
        }
    }
}

impl fmt::Display for TermRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::show::node_text(self.store, self.node))
    }
}

impl fmt::Debug for TermRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl PartialEq for TermRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        same(self.store, self.node, other.store, other.node)
    }
}

impl Term {
    /// Makes an atom.
    pub fn atom(name: &str) -> Term {
        Term::leaf(|store| {
            store.texts.push(name.into());
            Node::Atom(0)
        })
    }

    /// Makes a string.
    pub fn string(text: &str) -> Term {
        Term::leaf(|store| {
            store.texts.push(text.into());
            Node::String(0)
        })
    }

    /// Makes an integer.
    pub fn int(value: i64) -> Term {
        Term::leaf(|_| Node::Int(value))
    }

    /// Makes a floating point number.
    pub fn float(value: f64) -> Term {
        Term::leaf(|_| Node::Float(value))
    }

    /// Makes a new variable, different from all others.
    pub fn var() -> Term {
        Term::leaf(|_| Node::Var(0))
    }

    pub(super) fn number(number: Number) -> Term {
        match number {
            Number::Int(value) => Term::int(value),
            Number::Float(value) => Term::float(value),
            other => Term::leaf(|store| {
                store.numbers.push(BigNumber(other));
                Node::Number(0)
            }),
        }
    }

    fn leaf(make: impl FnOnce(&mut Store) -> Node) -> Term {
        let mut store = Store::default();
        let node = make(&mut store);
        store.nodes.push(node);
        Term {
            store: Arc::new(store),
            root: 0,
        }
    }

    /// Makes the compound term `name(args...)`, or an atom if there are no arguments.
    pub fn compound(name: &str, args: impl IntoIterator<Item = Term>) -> Term {
        let mut joiner = Joiner::default();
        let roots: Vec<u32> = args.into_iter().map(|arg| joiner.add(&arg)).collect();
        if roots.is_empty() {
            return Term::atom(name);
        }
        let mut store = joiner.store;
        let first = store.push_children(&roots);
        store.texts.push(name.into());
        let name = store.texts.len() as u32 - 1;
        let root = store.push(Node::Compound {
            name,
            first,
            arity: roots.len() as u32,
        });
        Term {
            store: Arc::new(store),
            root,
        }
    }

    /// Makes the list of `items`.
    pub fn list(items: impl IntoIterator<Item = Term>) -> Term {
        let mut joiner = Joiner::default();
        let roots: Vec<u32> = items.into_iter().map(|item| joiner.add(&item)).collect();
        let mut store = joiner.store;
        store.texts.push("[]".into());
        let nil = store.texts.len() as u32 - 1;
        let mut root = store.push(Node::Atom(nil));
        for &item in roots.iter().rev() {
            let first = store.push_children(&[item, root]);
            root = store.push(Node::List { first });
        }
        Term {
            store: Arc::new(store),
            root,
        }
    }

    /// Decomposes the term by one level.
    pub fn view(&self) -> TermView<'_> {
        self.as_ref().view()
    }

    /// Returns a text that every Prolog system reads as this term: quoted, without operators. Its length is limited as
    /// that of [`Answer`](crate::Answer).
    ///
    /// ```
    /// let answer = ferz::Engine::new().once("X = [1+'A b']")?.expect("it has a solution");
    /// assert_eq!(answer.get("X").map(|x| x.canonical()).as_deref(), Some("[+(1,'A b')]"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn canonical(&self) -> String {
        super::show::canonical(&self.store, self.root)
    }

    /// Borrows the term.
    pub fn as_ref(&self) -> TermRef<'_> {
        TermRef {
            store: &self.store,
            node: self.root,
        }
    }

    /// Returns the items of a proper list; `None` for other terms.
    pub fn items(&self) -> Option<Vec<TermRef<'_>>> {
        self.as_ref().items()
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_ref().fmt(f)
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Terms are equal if they have the same shape, names and values; variables, if they have the same number.
impl PartialEq for Term {
    fn eq(&self, other: &Term) -> bool {
        self.as_ref() == other.as_ref()
    }
}

impl Store {
    pub(super) fn push(&mut self, node: Node) -> u32 {
        let index = u32::try_from(self.nodes.len()).expect("a store of 2^32 nodes exceeds every memory limit");
        self.nodes.push(node);
        index
    }

    pub(super) fn push_children(&mut self, children: &[u32]) -> u32 {
        let first = u32::try_from(self.children.len()).expect("a store of 2^32 children exceeds every memory limit");
        self.children.extend_from_slice(children);
        first
    }

    /// Returns the bytes of nodes and children.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.nodes.as_slice()) + size_of_val(self.children.as_slice())
    }

    pub(super) fn children(&self, first: u32, count: u32) -> &[u32] {
        &self.children[first as usize..first as usize + count as usize]
    }

    /// Returns the children of a node.
    pub(super) fn parts(&self, node: Node) -> &[u32] {
        match node {
            Node::List { first } => self.children(first, 2),
            Node::Compound { first, arity, .. } => self.children(first, arity),
            _ => &[],
        }
    }
}

/// Joins the nodes of several terms into one store.
#[derive(Default)]
struct Joiner {
    store: Store,
    /// The new index of each node, by its original store.
    known: FxHashMap<*const Store, FxHashMap<u32, u32>>,
    /// The stores in `known`, kept alive so that their addresses are not reused.
    kept: Vec<Arc<Store>>,
    variables: u32,
}

impl Joiner {
    fn add(&mut self, term: &Term) -> u32 {
        let from = term.store.as_ref();
        let known = self.known.entry(Arc::as_ptr(&term.store)).or_insert_with(|| {
            self.kept.push(Arc::clone(&term.store));
            FxHashMap::default()
        });
        if self.store.operators.is_standard() {
            self.store.operators = from.operators.clone();
        }
        let mut waiting = vec![term.root];
        // Nodes first, with room for their children; the children are filled in when all nodes have an index.
        let mut compounds = Vec::new();
        while let Some(old) = waiting.pop() {
            if known.contains_key(&old) {
                continue;
            }
            let node = from.nodes[old as usize];
            let new = copied(from, node, &mut self.store, &mut self.variables);
            known.insert(old, self.store.push(new));
            if let Node::List { first } | Node::Compound { first, .. } = new {
                compounds.push((old, first as usize));
            }
            waiting.extend_from_slice(from.parts(node));
        }
        for (old, first) in compounds {
            for (i, child) in from.parts(from.nodes[old as usize]).iter().enumerate() {
                self.store.children[first + i] = known[child];
            }
        }
        known[&term.root]
    }
}

/// Returns the copy of a node in `to`, with room for its children.
fn copied(from: &Store, node: Node, to: &mut Store, variables: &mut u32) -> Node {
    let mut text = |index: u32| {
        to.texts.push(from.texts[index as usize].clone());
        to.texts.len() as u32 - 1
    };
    match node {
        Node::Var(_) => {
            *variables += 1;
            Node::Var(*variables - 1)
        }
        Node::Atom(name) => Node::Atom(text(name)),
        Node::String(string) => Node::String(text(string)),
        Node::Number(index) => {
            to.numbers.push(from.numbers[index as usize].clone());
            Node::Number(to.numbers.len() as u32 - 1)
        }
        Node::Int(_) | Node::Float(_) => node,
        Node::List { .. } => {
            let first = to.push_children(&[0, 0]);
            Node::List { first }
        }
        Node::Compound { name, arity, .. } => {
            let name = text(name);
            let first = to.push_children(&vec![0; arity as usize]);
            Node::Compound { name, first, arity }
        }
    }
}

/// Whether two terms are equal. A walk of more steps than there are nodes has met a part again, and from then on
/// records the pairs it has met, so that shared parts cost no more and cycles end.
fn same(a: &Arc<Store>, a_root: u32, b: &Arc<Store>, b_root: u32) -> bool {
    let one_store = Arc::ptr_eq(a, b);
    let mut plain_steps = a.nodes.len().max(b.nodes.len());
    let mut met = FxHashSet::default();
    let mut waiting = vec![(a_root, b_root)];
    while let Some((x, y)) = waiting.pop() {
        if one_store && x == y {
            continue;
        }
        let same_text = |m: u32, n: u32| a.texts[m as usize] == b.texts[n as usize];
        let (left, right) = (a.nodes[x as usize], b.nodes[y as usize]);
        let equal = match (left, right) {
            (Node::Var(m), Node::Var(n)) => m == n,
            (Node::Atom(m), Node::Atom(n)) | (Node::String(m), Node::String(n)) => same_text(m, n),
            (Node::Int(m), Node::Int(n)) => m == n,
            (Node::Float(m), Node::Float(n)) => m.to_bits() == n.to_bits() || m.is_nan() && n.is_nan(),
            (Node::Number(m), Node::Number(n)) => a.numbers[m as usize] == b.numbers[n as usize],
            (Node::List { .. }, Node::List { .. }) => true,
            (Node::Compound { name: m, arity: i, .. }, Node::Compound { name: n, arity: j, .. }) => {
                i == j && same_text(m, n)
            }
            _ => false,
        };
        if !equal {
            return false;
        }
        let parts = a.parts(left);
        if parts.is_empty() {
            continue;
        }
        match plain_steps.checked_sub(1) {
            Some(less) => plain_steps = less,
            None if !met.insert((x, y)) => continue,
            None => {}
        }
        waiting.extend(parts.iter().copied().zip(b.parts(right).iter().copied()));
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(a: Term, b: Term) -> Term {
        Term::compound("-", [a, b])
    }

    #[test]
    fn terms_are_built_and_taken_apart() {
        let term = Term::compound("f", [Term::atom("a"), Term::list([Term::int(1), Term::string("s")])]);
        let TermView::Compound("f", args) = term.view() else {
            panic!("{term}")
        };
        assert_eq!(args.len(), 2);
        let items = args.get(1).and_then(TermRef::items).expect("a list");
        assert!(matches!(items[0].view(), TermView::Int(1)));
        assert!(matches!(items[1].view(), TermView::String("s")));
        assert_eq!(term.to_string(), "f(a, [1, \"s\"])");
    }

    #[test]
    fn equality_is_by_structure() {
        let make = || pair(Term::atom("x"), Term::list([Term::float(1.5)]));
        assert_eq!(make(), make());
        assert_ne!(make(), pair(Term::atom("x"), Term::list([Term::int(1)])));
        let v = Term::var();
        assert_eq!(pair(v.clone(), v.clone()), pair(v.clone(), v.clone()));
        assert_ne!(pair(v.clone(), v.clone()), pair(v, Term::var()));
    }

    #[test]
    fn shared_parts_are_compared_once() {
        let mut left = Term::atom("x");
        for _ in 0..64 {
            left = pair(left.clone(), left);
        }
        let mut right = Term::atom("x");
        for _ in 0..64 {
            right = pair(right.clone(), right);
        }
        assert_eq!(left, right);
    }

    #[test]
    fn a_long_list_needs_no_recursion() {
        let long = || Term::list((0..300_000).map(Term::int));
        let (a, b) = (long(), long());
        assert!(a == b);
        assert_eq!(a.items().expect("a list").len(), 300_000);
        drop(a);
        assert!(b.to_string().starts_with("[0, 1, 2, "));
    }
}
