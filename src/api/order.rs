//! Terms in the standard order, and their hashes.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::term::{Term, TermNode, TermStore};
use crate::base::num::Number;

/// Terms are equal if they have the same shape, names and values; variables, if they have the same number.
impl PartialEq for Term {
    fn eq(&self, other: &Term) -> bool {
        compare(&self.store, self.root, &other.store, other.root).is_eq()
    }
}

impl Eq for Term {}

impl PartialOrd for Term {
    fn partial_cmp(&self, other: &Term) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The standard order (ISO 7.2, with strings before atoms): variables, numbers by value, strings, atoms, compound terms by
/// their arity, then name, then arguments.
///
/// ```
/// use ferz::{Term, term};
///
/// let mut terms: Vec<Term> = ["f(a)", "b", "\"b\"", "2", "1.5", "g(a, a)", "X", "a"].map(|t| t.parse().unwrap()).into();
/// terms.sort();
/// assert_eq!(terms[1..], [term!(1.5), term!(2), term!("b"), term!(a), term!(b), term!(f(a)), term!(g(a, a))]);
/// ```
impl Ord for Term {
    fn cmp(&self, other: &Term) -> Ordering {
        compare(&self.store, self.root, &other.store, other.root)
    }
}

/// The parts that are hashed at the most: of a cyclic or large term the first ones.
const MOST_HASHED: usize = 256;

impl Hash for Term {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let store = &*self.store;
        let mut waiting = vec![self.root];
        for _ in 0..MOST_HASHED {
            let Some(index) = waiting.pop() else { break };
            let node = store.nodes[index];
            rank(node).hash(state);
            match node {
                TermNode::Var(number) => number.hash(state),
                TermNode::Atom(text) | TermNode::String(text) => store.texts[text].hash(state),
                TermNode::Int(value) => value.hash(state),
                TermNode::Float(value) => (if value.is_nan() { f64::NAN } else { value }).to_bits().hash(state),
                TermNode::Number(number) => store.numbers[number].bits().hash(state),
                TermNode::Object(object) => store.objects[object].hash(state),
                TermNode::List { .. } | TermNode::Compound { .. } => {
                    let (name, arity) = functor(store, node);
                    (name, arity).hash(state);
                    waiting.extend(store.parts(node).iter().rev());
                }
            }
        }
    }
}

fn rank(node: TermNode) -> u8 {
    match node {
        TermNode::Var(_) => 0,
        TermNode::Int(_) | TermNode::Float(_) | TermNode::Number(_) => 1,
        TermNode::String(_) => 2,
        TermNode::Atom(_) => 3,
        TermNode::Object(_) => 4,
        TermNode::List { .. } | TermNode::Compound { .. } => 5,
    }
}

fn functor(store: &TermStore, node: TermNode) -> (&str, u32) {
    match node {
        TermNode::Compound { name, arity, .. } => (&store.texts[name], arity),
        _ => (".", 2),
    }
}

fn number(store: &TermStore, node: TermNode) -> Cow<'_, Number> {
    match node {
        TermNode::Number(index) => Cow::Borrowed(&store.numbers[index].0),
        TermNode::Float(value) => Cow::Owned(Number::Float(value)),
        TermNode::Int(value) => Cow::Owned(Number::Int(value)),
        _ => Cow::Owned(Number::Int(0)),
    }
}

/// Compares two nodes without their arguments.
fn compare_top(a: &TermStore, left: TermNode, b: &TermStore, right: TermNode) -> Ordering {
    let text = |m: u32, n: u32| a.texts[m].cmp(&b.texts[n]);
    match (left, right) {
        (TermNode::Var(m), TermNode::Var(n)) => m.cmp(&n),
        (TermNode::Atom(m), TermNode::Atom(n)) | (TermNode::String(m), TermNode::String(n)) => text(m, n),
        (TermNode::Int(m), TermNode::Int(n)) => m.cmp(&n),
        (TermNode::Object(m), TermNode::Object(n)) => a.objects[m].number().cmp(&b.objects[n].number()),
        _ => rank(left).cmp(&rank(right)).then_with(|| match rank(left) {
            1 => number(a, left).standard_order(&number(b, right)),
            _ => {
                let ((name, arity), (other, others)) = (functor(a, left), functor(b, right));
                arity.cmp(&others).then_with(|| name.cmp(other))
            }
        }),
    }
}

/// Compares two terms in the standard order. A walk of more steps than there are nodes has met a part again, and from then
/// on records the pairs it has met, so that shared parts cost no more and cycles end.
pub(super) fn compare(a: &Arc<TermStore>, a_root: u32, b: &Arc<TermStore>, b_root: u32) -> Ordering {
    let one_store = Arc::ptr_eq(a, b);
    let mut plain_steps = a.nodes.len().max(b.nodes.len());
    let mut met = FxHashSet::default();
    let mut waiting = vec![(a_root, b_root)];
    while let Some((x, y)) = waiting.pop() {
        if one_store && x == y {
            continue;
        }
        let (left, right) = (a.nodes[x], b.nodes[y]);
        let order = compare_top(a, left, b, right);
        if order.is_ne() {
            return order;
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
        let pairs = parts.iter().copied().zip(b.parts(right).iter().copied());
        waiting.extend(pairs.rev());
    }
    Ordering::Equal
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;
    use std::collections::{BTreeSet, HashSet};

    #[test]
    fn the_order_is_that_of_the_engine() {
        let texts = [
            "1",
            "1.0",
            "2",
            "-3",
            "0.0",
            "-0.0",
            "9007199254740993",
            "9007199254740992.0",
            "1r3",
            "2r3",
            "1.0e30",
            "100000000000000000000000000000",
            "nan",
            "inf",
            "a",
            "b",
            "'A'",
            "\"a\"",
            "\"\"",
            "[]",
            "f(a)",
            "f(b)",
            "g(a)",
            "f(a,b)",
            "[a]",
            "[a,b]",
            "[a|b]",
            "f(1)",
            "f(1.0)",
            "f([a],b)",
            "f([b],a)",
        ];
        let mut engine = Engine::new();
        let values: Vec<(&str, Term)> = texts
            .iter()
            .map(|text| {
                let answer = engine.once(&format!(
                    "X = {text}, (X == nan -> Y is nan ; X == inf -> Y is inf ; Y = X)"
                ));
                (*text, answer.expect(text).expect(text)["Y"].clone())
            })
            .collect();
        for (first, x) in &values {
            for (second, y) in &values {
                let params = (("X", x), ("Y", y));
                let answer = engine
                    .once_with("compare(O, X, Y)", params)
                    .expect("no error")
                    .expect("a solution");
                let order: String = answer.get("O").expect("an atom");
                let own = match x.cmp(y) {
                    Ordering::Less => "<",
                    Ordering::Equal => "=",
                    Ordering::Greater => ">",
                };
                assert_eq!(own, order, "{first} and {second}");
                assert_eq!(x == y, order == "=", "{first} and {second}");
            }
        }
        let hashed: HashSet<&Term> = values.iter().map(|value| &value.1).collect();
        let sorted: BTreeSet<&Term> = values.iter().map(|value| &value.1).collect();
        assert_eq!((hashed.len(), sorted.len()), (texts.len(), texts.len()));
    }

    #[test]
    fn cyclic_and_shared_terms_are_compared_and_hashed() {
        let mut engine = Engine::new();
        let answer = engine
            .once("X = f(X, 1), Y = f(Y, 2), Z = f(f(Z, 1), 1)")
            .expect("no error")
            .expect("it succeeds");
        let (x, y, z) = (&answer["X"], &answer["Y"], &answer["Z"]);
        assert!(x < y && x == z && y > z);
        let same: HashSet<&Term> = HashSet::from([x, z]);
        assert_eq!(same.len(), 1);
    }
}
