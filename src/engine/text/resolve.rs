//! Operator precedence (ISO 6.3.4): resolves a flat run of operands and names to one term.
//!
//! It uses an operator stack and an operand stack and no recursion: the time is linear in the length of a run. A name
//! where an operand is expected is an atom, unless it is a prefix operator followed by a possible argument. A name
//! where an operator is expected is infix, or postfix if no possible argument follows.
//!
//! In the standard an operator as an operand needs brackets (6.3.1.3), but not as a complete argument: `f(+)`, `[-]`,
//! `(-) = (+)`. Without the flag `iso`, where no other reading is left, it is an atom: `Op = +`. Quotes suffice always:
//! `C = ','`, since many programs are written so.

use super::ast::{Node, NodeId};
use super::builder::{AstBuilder, PlacedItem, RunItem};
use super::error::{SyntaxFault, SyntaxKind};
use super::explain;
use super::number;
use super::ops::{Fixity, OpDef, OpType};
use crate::base::atom::Atom;
use crate::base::known;
use crate::base::num::Number;
use crate::base::span::Span;

/// An operator that waits for its right argument.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operator {
    atom: Atom,
    definition: OpDef,
    span: Span,
}

/// A term that may become an argument.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResolvedOperand {
    pub(super) node: NodeId,
    /// The priority of an operator term without parentheses, else 0.
    pub(super) priority: u16,
    pub(super) span: Span,
}

impl AstBuilder<'_> {
    /// Replaces the top `n` items of the stack by one term of priority at most `most`.
    ///
    /// # Errors
    /// If the run is not such a term.
    pub(super) fn resolve(&mut self, n: usize, most: u16) -> Result<(), SyntaxFault> {
        let base = self.scratch.stack.len() - n;
        let first = self.scratch.stack[base];
        if n == 1 && matches!(first.piece, RunItem::Node(_) | RunItem::Name(_)) {
            self.only();
            return Ok(());
        }
        self.scratch.operators.clear();
        self.scratch.operands.clear();
        let result = self.run(base)?;
        if result.priority > most {
            return Err(self.clash(most, result.priority, result.span));
        }
        self.scratch.stack.truncate(base);
        self.scratch.stack.push(PlacedItem {
            piece: RunItem::Node(result.node),
            token: first.token,
            span: result.span,
        });
        Ok(())
    }

    /// Converts the top item of the stack, a whole run other than a comma or bar, to a term.
    #[inline]
    pub(super) fn only(&mut self) {
        let top = self.scratch.stack.last_mut().expect("the item was pushed just now");
        if let RunItem::Name(atom) = top.piece {
            top.piece = RunItem::Node(self.ast.push(Node::Atom(atom), top.span));
        }
    }

    fn run(&mut self, base: usize) -> Result<ResolvedOperand, SyntaxFault> {
        let end = self.scratch.stack.len();
        let mut at = base;
        // Whether the items so far end with an operand.
        let mut complete = false;
        while at < end {
            let entry = self.scratch.stack[at];
            if self.report.is_some() {
                self.count();
                self.check_room(entry.span)?;
            }
            if complete && self.calls_dict(entry, at, end) {
                self.dict_call(at);
                at += 2;
                continue;
            }
            if complete && let Some(function) = self.function_in_parentheses(entry) {
                self.call_on_dict(function, entry.span);
                at += 1;
                continue;
            }
            if complete {
                complete = self.operator(entry, at, end)?;
                at += 1;
                continue;
            }
            match entry.piece {
                RunItem::Comma | RunItem::Bar => return Err(self.expected_term_before(entry)),
                RunItem::Node(node) => self.operand(node, 0, entry.span),
                RunItem::Name(known::MINUS) if self.is_number(at + 1, end) => {
                    self.negative(entry.span, at + 1);
                    at += 1;
                }
                RunItem::Name(atom) if !self.ops.is_op(atom) => {
                    let node = self.ast.push(Node::Atom(atom), entry.span);
                    self.operand(node, 0, entry.span);
                }
                RunItem::Name(atom) => {
                    if let Some(definition) = self.prefix_use(atom, at, end) {
                        self.check_right(definition.priority, entry.span)?;
                        self.scratch.operators.push(Operator {
                            atom,
                            definition,
                            span: entry.span,
                        });
                        at += 1;
                        continue;
                    }
                    let quoted = self.tokens[entry.token as usize].token.is_quoted_name();
                    if !quoted
                        && self.ops.is_bare_operator(atom)
                        && (!self.extensions.operands || self.lacks_left(atom, at, end))
                    {
                        return Err(self.bare_operator(atom, entry, at, end));
                    }
                    let node = self.ast.push(Node::Atom(atom), entry.span);
                    // The keys of dicts are names.
                    let is_key =
                        at + 1 < end && matches!(self.scratch.stack[at + 1].piece, RunItem::Name(known::COLON));
                    let is_left = at == base && at + 1 < end && !quoted && !is_key;
                    let priority = if is_left { self.ops.priority_of_bare(atom) } else { 0 };
                    self.operand(node, priority, entry.span);
                }
            }
            complete = true;
            at += 1;
        }
        if !complete {
            let last = self.scratch.stack[end - 1];
            let kind = SyntaxKind::ExpectedTermAfter(explain::shown(self.slice(last.span)));
            return Err(SyntaxFault { span: last.span, kind });
        }
        while let Some(top) = self.scratch.operators.pop() {
            self.reduce(top);
        }
        Ok(self.scratch.operands.pop().expect("a complete run leaves one operand"))
    }

    pub(super) fn operand(&mut self, node: NodeId, priority: u16, span: Span) {
        self.scratch.operands.push(ResolvedOperand { node, priority, span });
    }

    /// Processes the item at `at` where an operator is expected. Returns whether the items so far end with an operand,
    /// which is so after a postfix operator.
    fn operator(&mut self, entry: PlacedItem, at: usize, end: usize) -> Result<bool, SyntaxFault> {
        let atom = match entry.piece {
            RunItem::Name(atom) => atom,
            RunItem::Comma => known::COMMA,
            RunItem::Bar => known::BAR,
            RunItem::Node(_) => return Err(self.expected_operator_before(entry)),
        };
        let (infix, postfix) = match entry.piece {
            RunItem::Comma => (
                Some(OpDef {
                    priority: 1000,
                    kind: OpType::Xfy,
                }),
                None,
            ),
            _ => self.ops.after_operand(atom),
        };
        let definition = match (infix, postfix) {
            (Some(infix), None) => infix,
            (None, Some(postfix)) => postfix,
            (Some(infix), Some(postfix)) => {
                if self.can_start_term(at + 1, end) {
                    infix
                } else {
                    postfix
                }
            }
            (None, None) => return Err(self.expected_operator_before(entry)),
        };
        self.reduce_before(definition);
        let left = *self
            .scratch
            .operands
            .last()
            .expect("an operator is expected after an operand");
        self.check_right(definition.priority, entry.span)?;
        if left.priority > definition.left_max() {
            return Err(self.clash(definition.left_max(), left.priority, left.span));
        }
        let operator = Operator {
            atom,
            definition,
            span: entry.span,
        };
        if definition.kind.fixity() == Fixity::Postfix {
            self.reduce(operator);
            return Ok(true);
        }
        self.scratch.operators.push(operator);
        Ok(false)
    }

    /// Builds the terms of the operators on the stack that bind tighter than the operator `next`. An operand that
    /// could belong to either of two operators, as in `fy 1 yf`, belongs to `next`.
    fn reduce_before(&mut self, next: OpDef) {
        let first = |top: &mut Operator| {
            top.definition.priority <= next.left_max() && next.priority > top.definition.right_max()
        };
        while let Some(top) = self.scratch.operators.pop_if(first) {
            self.reduce(top);
        }
    }

    /// Builds the term of `operator` from the operands on the stack.
    fn reduce(&mut self, operator: Operator) {
        let Operator { atom, definition, span } = operator;
        let arity = match definition.kind.fixity() {
            Fixity::Infix => 2,
            _ => 1,
        };
        let base = self.scratch.operands.len() - arity;
        let arguments = &self.scratch.operands[base..];
        let whole = arguments.iter().fold(span, |all, argument| all.join(argument.span));
        let first = self.ast.push_children(arguments.iter().map(|argument| argument.node));
        self.scratch.operands.truncate(base);
        let node = Node::Compound {
            name: atom,
            arity: arity as u32,
            first,
        };
        let node = self.ast.push(node, whole);
        self.operand(node, definition.priority, whole);
    }

    /// Checks that an operator of this priority may occur to the right of the one on top of the stack.
    #[inline(always)]
    fn check_right(&self, priority: u16, span: Span) -> Result<(), SyntaxFault> {
        match self.scratch.operators.last() {
            Some(top) if priority > top.definition.right_max() => {
                Err(self.clash(top.definition.right_max(), priority, span))
            }
            _ => Ok(()),
        }
    }

    /// Returns the definition of `atom`, the item at `at` where an operand is expected, if it is a prefix operator
    /// here; else it is an atom.
    fn prefix_use(&self, atom: Atom, at: usize, end: usize) -> Option<OpDef> {
        let definition = self.ops.prefix(atom)?;
        if !self.can_start_term(at + 1, end) {
            return None;
        }
        let RunItem::Name(next) = self.scratch.stack[at + 1].piece else {
            return Some(definition);
        };
        let (infix, follows) = (self.ops.infix(next), self.can_start_term(at + 2, end));
        let quoted = self.tokens[self.scratch.stack[at].token as usize]
            .token
            .is_quoted_name();
        if quoted && infix.is_some() && follows && self.ops.is_name_in_quotes(atom) {
            return None;
        }
        if next == known::MINUS && self.is_number(at + 2, end) {
            return Some(definition);
        }
        let bare = self.extensions.operands && self.ops.is_bare_operator(atom);
        let is_prefix = match (infix, self.ops.prefix(next)) {
            (None, _) => true,
            // `- = x` is an equation, and `\+ *` a goal. In `dynamic = / 2` the second operator is an operand, since the
            // third cannot begin one.
            (Some(_), None) => !follows || (self.extensions.operands && self.is_infix_only(at + 2, end)),
            // `- - x` has two signs; in `- :- x` the priority of the second is too high for an argument of the first.
            // Then the text has no reading, but for names that are no operators to the standard.
            (Some(_), Some(prefix)) => !follows || prefix.priority <= definition.right_max() || bare,
        };
        is_prefix.then_some(definition)
    }

    /// Whether the item at `at` is an infix operator, not prefix, before something that can begin a term.
    fn is_infix_only(&self, at: usize, end: usize) -> bool {
        let RunItem::Name(name) = self.scratch.stack[at].piece else {
            return false;
        };
        self.ops.infix(name).is_some() && self.ops.prefix(name).is_none() && self.can_start_term(at + 1, end)
    }

    /// Whether there is an item at `at` that can begin a term.
    fn can_start_term(&self, at: usize, end: usize) -> bool {
        at < end && !matches!(self.scratch.stack[at].piece, RunItem::Comma | RunItem::Bar)
    }

    /// Whether the item at `at` is a number without parentheses.
    fn is_number(&self, at: usize, end: usize) -> bool {
        at < end && self.tokens[self.scratch.stack[at].token as usize].token.is_number()
    }

    /// Negates the number at `at`, which follows a minus sign with the span `sign`.
    fn negative(&mut self, sign: Span, at: usize) {
        let entry = self.scratch.stack[at];
        let RunItem::Node(id) = entry.piece else {
            unreachable!("a number is a term")
        };
        let number = match self.ast.node(id) {
            Node::Int(value) => Number::Int(value),
            Node::Float(value) => Number::Float(value),
            Node::Number(index) => self.ast.number(index).clone(),
            _ => unreachable!("a number is a number"),
        };
        let span = sign.join(entry.span);
        let node = self.ast.number_node(number::negated(number));
        self.ast.replace(id, node, span);
        self.operand(id, 0, span);
    }

    fn expected_term_before(&self, entry: PlacedItem) -> SyntaxFault {
        SyntaxFault {
            span: entry.span,
            kind: SyntaxKind::ExpectedTermBefore(explain::shown(self.slice(entry.span))),
        }
    }

    /// Returns the fault of an operator where an operand is expected: it is an operand, or its left argument is
    /// missing.
    fn bare_operator(&self, atom: Atom, entry: PlacedItem, at: usize, end: usize) -> SyntaxFault {
        if self.lacks_left(atom, at, end) {
            return self.expected_term_before(entry);
        }
        let kind = SyntaxKind::BareOperator(explain::shown(self.slice(entry.span)));
        SyntaxFault { span: entry.span, kind }
    }

    /// Whether the operator `atom`, the item at `at` where an operand is expected, has a right argument and is not prefix.
    fn lacks_left(&self, atom: Atom, at: usize, end: usize) -> bool {
        let before_argument = self.can_start_term(at + 1, end)
            && !matches!(self.scratch.stack[at + 1].piece, RunItem::Name(next) if self.ops.is_op(next));
        before_argument && self.ops.prefix(atom).is_none()
    }

    fn expected_operator_before(&self, entry: PlacedItem) -> SyntaxFault {
        explain::expected_operator(self.text, self.tokens, entry.token as usize)
    }

    fn clash(&self, most: u16, priority: u16, span: Span) -> SyntaxFault {
        SyntaxFault {
            span,
            kind: SyntaxKind::OperatorClash {
                operator: explain::shown(self.slice(span)),
                priority,
                most,
            },
        }
    }
}
