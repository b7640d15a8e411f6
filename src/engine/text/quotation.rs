//! Quotations, `{|Syntax||Text|}`: texts in another language, which a predicate for this syntax replaces by a term.
//!
//! A quotation becomes a variable, which that predicate binds after the clause was read. The root of a clause with
//! quotations is `'$quotations'(Term, List)`, with `'$quotation'(Syntax, Text, Offset, Variable)` for each.

use super::ast::Node;
use super::builder::{AstBuilder, RunItem};
use super::error::SyntaxFault;
use crate::base::span::Span;

/// Bytes before and after the text in the token `||Text|}`.
const AROUND: usize = 2;

impl AstBuilder<'_> {
    /// Pushes the variable for a quotation, whose syntax are the top `n` items.
    ///
    /// # Errors
    /// If the syntax is not a term.
    pub(super) fn quotation(&mut self, at: usize, n: usize, end: usize) -> Result<(), SyntaxFault> {
        self.resolve(n, 1200)?;
        let span = self.between(at, end);
        let inside = self.tokens[end].span;
        let quoted = self.slice(inside);
        let text = &quoted[AROUND..quoted.len() - AROUND];
        let pushed: Result<_, std::convert::Infallible> = self.ast.push_text(|texts| {
            texts.push_str(text);
            Ok(())
        });
        let Ok(range) = pushed;
        let text = self.ast.push(Node::String(range), inside);
        let offset = self
            .ast
            .push(Node::Int(i64::from(inside.start) + AROUND as i64), inside);
        let variable = Node::Var(self.new_variable("_", span));
        let own = self.ast.push(variable, span);
        let syntax = match self.scratch.stack.pop().map(|entry| entry.piece) {
            Some(RunItem::Node(id)) => id,
            _ => unreachable!("resolve leaves one term"),
        };
        let first = self.ast.push_children([syntax, text, offset, own]);
        let name = self.atoms.intern("$quotation");
        let node = Node::Compound { name, arity: 4, first };
        let id = self.ast.push(node, span);
        self.scratch.quotations.push(id);
        self.push_node(variable, at, span);
        Ok(())
    }

    /// Completes a clause of the top `n` items.
    ///
    /// # Errors
    /// If they are not a term.
    pub(super) fn clause(&mut self, n: usize) -> Result<(), SyntaxFault> {
        self.resolve(n, 1200)?;
        if self.scratch.quotations.is_empty() {
            return Ok(());
        }
        self.ast.has_quotations = true;
        let quotations = std::mem::take(&mut self.scratch.quotations);
        let count = quotations.len() as u32;
        let first = self.ast.push_children(quotations);
        let nowhere = Span::default();
        let tail = false;
        let list = self.ast.push(Node::List { count, first, tail }, nowhere);
        let Some(RunItem::Node(term)) = self.scratch.stack.pop().map(|entry| entry.piece) else {
            unreachable!("resolve leaves one term")
        };
        let first = self.ast.push_children([term, list]);
        let name = self.atoms.intern("$quotations");
        self.push_node(Node::Compound { name, arity: 2, first }, 0, nowhere);
        Ok(())
    }
}
