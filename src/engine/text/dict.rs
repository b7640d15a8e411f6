//! Dicts, `Tag{k: v}`, and calls on them, `X.k`: what SWI-Prolog reads beyond the standard.
//!
//! A dict is a compound term of the tag, and the keys in standard order, each followed by its value. A call is a compound
//! term of the dict and the function, which the loader replaces by a goal.

use std::cmp::Ordering;

use super::ast::{Node, NodeId};
use super::builder::{AstBuilder, PlacedItem, RunItem};
use super::error::{SyntaxFault, SyntaxKind};
use super::explain;
use super::token::Kind;
use crate::base::atom::MAX_ARITY;
use crate::base::known;
use crate::base::ordered::Ordered;
use crate::base::span::Span;

/// The least integer that is a key.
const LEAST_KEY: i64 = -(1 << 60);

impl AstBuilder<'_> {
    /// Pushes the tag of a dict.
    pub(super) fn tag(&mut self, at: usize) {
        let lexeme = self.tokens[at];
        debug_assert_eq!(lexeme.kind, Kind::Dict);
        if lexeme.token.kind() == Kind::Variable && lexeme.atom == known::EMPTY {
            self.variable(at);
        } else {
            self.push_node(Node::Atom(lexeme.atom), at, lexeme.span);
        }
    }

    /// Pushes a dict of the top `n` items, and the tag below them.
    ///
    /// # Errors
    /// If an item is not `Key: Value`, a key occurs twice, or there are too many.
    pub(super) fn dict(&mut self, at: usize, n: usize, end: usize) -> Result<(), SyntaxFault> {
        let span = self.tokens[at].span;
        if 2 * n + 1 > MAX_ARITY {
            let kind = SyntaxKind::TooManyArguments;
            return Err(SyntaxFault { span, kind });
        }
        let base = self.scratch.stack.len() - n;
        let mut pairs = Vec::with_capacity(n);
        for item in base..base + n {
            pairs.push(self.pair(self.scratch.stack[item])?);
        }
        pairs.order_by(|one, other| self.compare_keys(one.0, other.0));
        let same = pairs
            .windows(2)
            .find(|two| self.compare_keys(two[0].0, two[1].0).is_eq());
        if let Some(two) = same {
            let span = self.ast.span(two[1].0);
            let kind = SyntaxKind::DuplicateKey(explain::shown(self.slice(span)));
            return Err(SyntaxFault { span, kind });
        }
        let RunItem::Node(tag) = self.scratch.stack[base - 1].piece else {
            unreachable!("the tag is a term")
        };
        self.scratch.stack.truncate(base - 1);
        let parts = std::iter::once(tag).chain(pairs.into_iter().flat_map(|(key, value)| [key, value]));
        let first = self.ast.push_children(parts);
        let node = Node::Compound {
            name: known::DICT,
            arity: 2 * n as u32 + 1,
            first,
        };
        self.push_node(node, at, self.between(at, end));
        Ok(())
    }

    /// Returns the key and the value of an item `Key: Value`.
    fn pair(&self, item: PlacedItem) -> Result<(NodeId, NodeId), SyntaxFault> {
        if let RunItem::Node(id) = item.piece
            && let Node::Compound {
                name: known::COLON,
                arity: 2,
                first,
            } = self.ast.node(id)
            && let &[key, value] = self.ast.children(first, 2)
        {
            match self.ast.node(key) {
                Node::Atom(_) => return Ok((key, value)),
                Node::Int(number) if (LEAST_KEY..-LEAST_KEY).contains(&number) => return Ok((key, value)),
                _ => {}
            }
        }
        Err(SyntaxFault {
            span: item.span,
            kind: SyntaxKind::NoPair,
        })
    }

    /// Compares two keys in standard order.
    fn compare_keys(&self, one: NodeId, other: NodeId) -> Ordering {
        match (self.ast.node(one), self.ast.node(other)) {
            (Node::Int(one), Node::Int(other)) => one.cmp(&other),
            (Node::Int(_), _) => Ordering::Less,
            (_, Node::Int(_)) => Ordering::Greater,
            (Node::Atom(one), Node::Atom(other)) => self.atoms.text(one).cmp(self.atoms.text(other)),
            _ => Ordering::Equal,
        }
    }

    /// Whether the item at `at`, after an operand, is the dot of a call on a dict: nothing stands around it, a variable,
    /// a dict or another call before it, and a function after it.
    pub(super) fn calls_dict(&self, entry: PlacedItem, at: usize, end: usize) -> bool {
        if entry.piece != RunItem::Name(known::DOT) || at + 1 >= end || !self.is_dict_before(entry) {
            return false;
        }
        let next = self.scratch.stack[at + 1];
        let is_function = match next.piece {
            RunItem::Name(_) => true,
            RunItem::Node(id) => matches!(
                self.ast.node(id),
                Node::Var(_) | Node::Compound { .. } | Node::Atom(_) | Node::Int(_)
            ),
            _ => false,
        };
        is_function && entry.span.end == next.span.start
    }

    /// Whether a call on a dict may begin at `entry`: a variable, a dict or another call stands directly before it.
    fn is_dict_before(&self, entry: PlacedItem) -> bool {
        let Some(left) = self.scratch.operands.last() else {
            return false;
        };
        let is_dict = match self.ast.node(left.node) {
            Node::Var(_) => true,
            Node::Compound { name, .. } => matches!(name, known::DICT | known::DOT_CALL),
            _ => false,
        };
        is_dict && self.extensions.dicts && left.span.end == entry.span.start && self.ops.infix(known::DOT).is_none()
    }

    /// Returns the function of a call on a dict whose function stands in parentheses, `X.(Y.k)`: what the parentheses
    /// hold. They and the dot have been read as a compound term.
    pub(super) fn function_in_parentheses(&self, entry: PlacedItem) -> Option<NodeId> {
        let RunItem::Node(id) = entry.piece else {
            return None;
        };
        match self.ast.node(id) {
            Node::Compound { name, arity: 1, first } if name == known::DOT && self.is_dict_before(entry) => {
                self.ast.children(first, 1).first().copied()
            }
            _ => None,
        }
    }

    /// Replaces the last operand by the call of the function after the dot at `at`.
    pub(super) fn dict_call(&mut self, at: usize) {
        let next = self.scratch.stack[at + 1];
        let function = match next.piece {
            RunItem::Name(name) => self.ast.push(Node::Atom(name), next.span),
            RunItem::Node(id) => id,
            _ => unreachable!("a function is a term"),
        };
        self.call_on_dict(function, next.span);
    }

    /// Replaces the last operand by the call of `function`, which ends with `span`.
    pub(super) fn call_on_dict(&mut self, function: NodeId, span: Span) {
        let dict = self.scratch.operands.pop().expect("a call has a dict before it");
        let span = dict.span.join(span);
        let first = self.ast.push_children([dict.node, function]);
        let call = Node::Compound {
            name: known::DOT_CALL,
            arity: 2,
            first,
        };
        let node = self.ast.push(call, span);
        self.ast.is_functional = true;
        self.operand(node, 0, span);
    }
}
