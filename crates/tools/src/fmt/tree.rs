//! The parts of a clause as they are laid out: its terms with their tokens, parentheses too.

use ferz::toplevel::{SourceClause, SourceNode, TokenKind};
use std::ops::Range;

use crate::gaps::Gap;

/// Terms in terms beyond which a clause is not laid out.
const DEEPEST: usize = 200;

/// A token of a clause.
#[derive(Clone, Debug)]
pub(super) struct TokenPart {
    /// Its bytes.
    pub span: Range<usize>,
    /// Its kind.
    pub kind: TokenKind,
    /// Of a bracket, the token that is its partner.
    pub partner: usize,
    /// The layout and the comments before it.
    pub gap: Gap,
}

/// A part of a clause.
#[derive(Debug)]
pub(super) struct Part {
    /// Its first token.
    pub first: usize,
    /// Its last token.
    pub last: usize,
    /// Its kind.
    pub shape: Shape,
    /// Its columns on one line; `None` if the author has ended a line in it, or there is a comment.
    pub flat: Option<usize>,
}

/// The kind of a part of a clause.
#[derive(Debug)]
pub(super) enum Shape {
    /// Text that stays as it is.
    Leaf,
    /// A name with arguments, or a bracket.
    Bracketed(Bracketed),
    /// Operands with the same operator between them.
    Infix(Infix),
    /// A prefix operator, the first token, and its operand.
    Prefix(Box<Part>),
    /// An operand and a postfix operator, the last token.
    Postfix(Box<Part>),
}

/// Terms in a bracket, with commas or a bar between them.
#[derive(Debug)]
pub(super) struct Bracketed {
    /// The opening bracket.
    pub open: usize,
    /// The terms.
    pub items: Vec<Part>,
    /// Whether there are blanks after the opening bracket and before the closing one.
    pub padded: bool,
    /// Whether there is a blank after each comma.
    pub spaced: bool,
}

/// Operands with the same operator between them.
#[derive(Debug)]
pub(super) struct Infix {
    /// The operator's name.
    pub name: Box<str>,
    /// The operands, at least two.
    pub operands: Vec<Part>,
    /// The operators' tokens, one fewer.
    pub operators: Vec<usize>,
    /// Whether there are blanks around the operator.
    pub spaced: bool,
}

/// The use of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PartRole {
    /// A clause, a body or a goal.
    Goal,
    /// The head of a clause.
    Head,
    /// An argument.
    Data,
}

/// Operators that separate goals.
pub(super) const CONTROL: [&str; 5] = [",", ";", "|", "->", "*->"];

/// Operators around which the author sets blanks or not, in goals, too.
const AUTHORS: [&str; 8] = [":", "/", "//", "-", "+", "*", "^", "."];

impl Part {
    /// Returns the operands if this is a term of such an operator.
    pub(super) fn infix(&self, names: &[&str]) -> Option<&Infix> {
        match &self.shape {
            Shape::Infix(infix) if names.contains(&&*infix.name) => Some(infix),
            _ => None,
        }
    }

    /// Returns what is in the parentheses if this is a term in such.
    pub(super) fn in_parentheses(&self, tokens: &[TokenPart], text: &str) -> Option<&Part> {
        match &self.shape {
            Shape::Bracketed(Bracketed { open, items, .. }) if *open == self.first && items.len() == 1 => {
                (&text[tokens[*open].span.clone()] == "(").then_some(&items[0])
            }
            _ => None,
        }
    }
}

/// Returns the tokens of a clause, each with what is before it, and with commas before comments.
pub(super) fn tokens(clause: &SourceClause<'_>, text: &str) -> Vec<TokenPart> {
    let mut end = clause.range().start;
    let mut tokens: Vec<TokenPart> = Vec::new();
    let mut open = Vec::new();
    for (span, kind) in clause.tokens() {
        let gap = Gap::of(text, end..span.start);
        end = span.end;
        let at = tokens.len();
        let mut partner = at;
        if kind == TokenKind::Open {
            open.push(at);
        } else if kind == TokenKind::Close
            && let Some(opening) = open.pop()
        {
            partner = opening;
            tokens[opening].partner = at;
        }
        tokens.push(TokenPart {
            span,
            kind,
            partner,
            gap,
        });
    }
    tokens
}

/// Moves the comments and the ends of lines before the token `at` behind it.
pub(super) fn put_before_comments(tokens: &mut [TokenPart], at: usize) {
    if at + 1 >= tokens.len() {
        return;
    }
    let mut gap = std::mem::take(&mut tokens[at].gap);
    let next = &mut tokens[at + 1].gap;
    let behind = gap.newlines;
    match next.comments.first_mut() {
        Some(comment) => comment.newlines += behind,
        None => next.newlines += behind,
    }
    gap.comments.append(&mut next.comments);
    next.comments = gap.comments;
    next.any |= gap.any;
}

/// Makes the parts of a clause.
pub(super) struct TreeBuilder<'b> {
    pub clause: &'b SourceClause<'b>,
    pub text: &'b str,
    pub tokens: &'b [TokenPart],
}

impl TreeBuilder<'_> {
    /// Returns the parts of the whole clause; `None` if they are nested too deeply.
    pub(super) fn whole(&self) -> Option<Part> {
        let last = self.tokens.len().checked_sub(2)?;
        self.part(self.clause.root(), 0, last, PartRole::Goal, DEEPEST)
    }

    /// Returns the part that is the term `node`, of the tokens `first` to `last`.
    fn part(&self, node: usize, first: usize, last: usize, role: PartRole, deepest: usize) -> Option<Part> {
        let deepest = deepest.checked_sub(1)?;
        let span = self.clause.span(node);
        let opening = &self.tokens[first];
        if opening.kind == TokenKind::Open && opening.partner == last && opening.span.start < span.start {
            let inside = self.part(node, first + 1, last - 1, role, deepest)?;
            return Some(self.group((first, last), first, vec![inside], false));
        }
        let shape = match self.clause.node(node) {
            SourceNode::List { .. } => self.bracket(node, first, last, deepest)?,
            SourceNode::Compound("{}") if opening.kind == TokenKind::Open => {
                self.bracket(node, first, last, deepest)?
            }
            SourceNode::Compound(name) => {
                if opening.kind == TokenKind::Functor && self.tokens[first + 1].partner == last {
                    return self.call(node, (first, last), role, deepest);
                }
                self.operation(node, name, (first, last), role, deepest)?
            }
            _ => None,
        };
        Some(shape.unwrap_or_else(|| self.leaf(first, last)))
    }

    fn leaf(&self, first: usize, last: usize) -> Part {
        let text = &self.text[self.tokens[first].span.start..self.tokens[last].span.end];
        let is_plain = !text.contains('\n')
            && self.tokens[first + 1..=last]
                .iter()
                .all(|token| token.gap.comments.is_empty());
        Part {
            first,
            last,
            shape: Shape::Leaf,
            flat: is_plain.then(|| text.chars().count()),
        }
    }

    fn call(&self, node: usize, (first, last): (usize, usize), role: PartRole, deepest: usize) -> Option<Part> {
        // A dict has its keys in another order than its text.
        if &self.text[self.tokens[first + 1].span.clone()] == "{" {
            return Some(self.leaf(first, last));
        }
        match self.items(node, first + 1, last, deepest)? {
            Some(items) => Some(self.group((first, last), first + 1, items, role != PartRole::Data)),
            None => Some(self.leaf(first, last)),
        }
    }

    fn bracket(&self, node: usize, first: usize, last: usize, deepest: usize) -> Option<Option<Part>> {
        if self.tokens[first].partner != last {
            return Some(None);
        }
        let items = self.items(node, first, last, deepest)?;
        Some(items.map(|items| self.group((first, last), first, items, false)))
    }

    /// Returns the terms between two brackets; `Some(None)` if they are others than the children of `node`.
    fn items(&self, node: usize, open: usize, close: usize, deepest: usize) -> Option<Option<Vec<Part>>> {
        let children = self.clause.children(node);
        let is_one = matches!(self.clause.node(node), SourceNode::Compound("{}"));
        let mut items = Vec::with_capacity(children.len());
        let mut from = open + 1;
        let count = children.len();
        for (index, child) in children.enumerate() {
            let mut to = from;
            while to < close && (is_one || self.tokens[to].kind != TokenKind::Separator) {
                to = self.tokens[to].partner.max(to) + 1;
            }
            // An argument above the priority of the comma may have a bar in it.
            while to < close && self.tokens[to].span.start < self.clause.span(child).end {
                to = self.tokens[to].partner.max(to) + 1;
            }
            if to == from || (index + 1 == count) != (to == close) {
                return Some(None);
            }
            items.push(self.part(child, from, to - 1, PartRole::Data, deepest)?);
            from = to + 1;
        }
        Some(Some(items))
    }

    /// Returns a bracket with its items; `spaced` if there is a blank after each comma in any case.
    fn group(&self, (first, last): (usize, usize), open: usize, items: Vec<Part>, spaced: bool) -> Part {
        let gap = |at: usize| &self.tokens[at].gap;
        let is_call = open > first;
        let bracket = &self.text[self.tokens[open].span.clone()];
        let padded = !is_call && gap(open + 1).any && open + 1 < last;
        let mut commas = items.iter().skip(1).map(|item| item.first);
        let is_blank = |at: usize| gap(at).is_blank() && !gap(at - 1).is_broken() && gap(at - 1).comments.is_empty();
        let spaced = spaced || bracket == "{" || commas.any(is_blank);
        let mut flat = Some(self.width(first, open) + 1 + 2 * usize::from(padded));
        for item in &items {
            let separator = usize::from(item.first > open + 1);
            flat = add(flat, item.flat).map(|sum| sum + separator);
            let blanks = match is_bar(self.tokens, self.text, item.first) {
                true => 2 * usize::from(is_spaced_bar(self.tokens, item.first - 1)),
                false => usize::from(spaced) * separator,
            };
            flat = flat.map(|sum| sum + blanks);
        }
        let own = items.iter().flat_map(|item| [item.first, item.last + 1]);
        let is_broken = own.chain([last]).any(|at| self.interrupts(at));
        let group = Bracketed {
            open,
            items,
            padded,
            spaced,
        };
        Part {
            first,
            last,
            shape: Shape::Bracketed(group),
            flat: flat.filter(|_| !is_broken),
        }
    }

    /// Whether the author has ended a line or written a comment before the token.
    fn interrupts(&self, at: usize) -> bool {
        let gap = &self.tokens[at].gap;
        gap.is_broken() || !gap.comments.is_empty()
    }

    /// Returns the columns of some tokens with nothing between them.
    fn width(&self, first: usize, last: usize) -> usize {
        let texts = self.tokens[first..=last]
            .iter()
            .map(|token| &self.text[token.span.clone()]);
        texts.map(|text| text.chars().count()).sum()
    }

    /// Returns a term of an operator; `Some(None)` if it is none.
    fn operation(
        &self,
        node: usize,
        name: &str,
        (first, last): (usize, usize),
        role: PartRole,
        deepest: usize,
    ) -> Option<Option<Part>> {
        let children: Vec<usize> = self.clause.children(node).collect();
        match children[..] {
            [_, _] => self.infix(node, name, (first, last), role, deepest),
            [child] => {
                let passes = matches!(name, ":-" | "?-" | "\\+");
                let inner = if passes { role } else { PartRole::Data };
                let before = self.clause.span(child).start > self.tokens[first].span.start;
                if before && first < last && self.is_named(first, name) {
                    let operand = self.part(child, first + 1, last, inner, deepest)?;
                    let blank = usize::from(self.tokens[first + 1].gap.any || is_neck(name));
                    let flat = operand.flat.map(|flat| flat + self.width(first, first) + blank);
                    let flat = flat.filter(|_| !self.interrupts(first + 1));
                    let shape = Shape::Prefix(Box::new(operand));
                    return Some(Some(Part {
                        first,
                        last,
                        shape,
                        flat,
                    }));
                }
                if first < last && self.is_named(last, name) {
                    let operand = self.part(child, first, last - 1, PartRole::Data, deepest)?;
                    let blank = usize::from(self.tokens[last].gap.any);
                    let flat = operand.flat.map(|flat| flat + self.width(last, last) + blank);
                    let flat = flat.filter(|_| !self.interrupts(last));
                    let shape = Shape::Postfix(Box::new(operand));
                    return Some(Some(Part {
                        first,
                        last,
                        shape,
                        flat,
                    }));
                }
                Some(None)
            }
            _ => Some(None),
        }
    }

    fn is_named(&self, token: usize, name: &str) -> bool {
        let text = &self.text[self.tokens[token].span.clone()];
        text == name || text.starts_with('\'') || text == "|" && name == ";"
    }

    /// Returns the token of an infix operator of which `left` is the left operand.
    fn operator_after(&self, left: usize, name: &str, first: usize, last: usize) -> Option<usize> {
        let end = self.clause.span(left).end;
        let tokens = &self.tokens[first..=last];
        let mut at = first + tokens.partition_point(|token| token.span.start < end);
        while at < last && self.tokens[at].kind == TokenKind::Close {
            at += 1;
        }
        (at > first && at < last && self.is_named(at, name)).then_some(at)
    }

    /// Returns the operands of an operator, with those of the same operator among them.
    fn infix(
        &self,
        node: usize,
        name: &str,
        (mut first, mut last): (usize, usize),
        role: PartRole,
        deepest: usize,
    ) -> Option<Option<Part>> {
        let (start, end) = (first, last);
        // The terms left and right of those that have been taken apart, with their tokens.
        let (mut before, mut behind) = (Vec::new(), Vec::new());
        let mut node = node;
        loop {
            let sides: Vec<usize> = self.clause.children(node).collect();
            let &[left, right] = &sides[..] else { return Some(None) };
            let Some(at) = self.operator_after(left, name, first, last) else {
                return Some(None);
            };
            let is_same = |child: usize, from: usize| {
                matches!(self.clause.node(child), SourceNode::Compound(other) if other == name)
                    && self.clause.children(child).len() == 2
                    && self.clause.span(child).start == self.tokens[from].span.start
            };
            let ends = |child: usize, to: usize| self.clause.span(child).end == self.tokens[to].span.end;
            let is_call =
                |from: usize| self.tokens[from].kind == TokenKind::Functor && self.tokens[from + 1].partner == last;
            if is_same(right, at + 1)
                && ends(right, last)
                && !is_call(at + 1)
                && self.continues(right, name, at + 1, last)
            {
                before.push((left, first, at));
                (node, first) = (right, at + 1);
            } else if is_same(left, first) && ends(left, at - 1) && self.continues(left, name, first, at - 1) {
                behind.push((right, at, last));
                (node, last) = (left, at - 1);
            } else {
                before.push((left, first, at));
                behind.push((right, at, last));
                break;
            }
        }
        let mut operands = Vec::new();
        let mut operators = Vec::new();
        let role_of = |is_head: bool| match (role, is_head) {
            (PartRole::Goal, true) => PartRole::Head,
            _ if CONTROL.contains(&name) || is_neck(name) => role,
            _ => PartRole::Data,
        };
        for (child, from, operator) in before {
            operands.push(self.part(child, from, operator - 1, role_of(is_head(name, &operands)), deepest)?);
            operators.push(operator);
        }
        let mut middle = true;
        for (child, operator, to) in behind.into_iter().rev() {
            if !std::mem::take(&mut middle) {
                operators.push(operator);
            }
            operands.push(self.part(child, operator + 1, to, role_of(false), deepest)?);
        }
        Some(Some(self.chain(name, (start, end), operands, operators, role)))
    }

    /// Whether a child with the same name is an operation, too, and not written as a call.
    fn continues(&self, child: usize, name: &str, first: usize, last: usize) -> bool {
        let left = self.clause.children(child).next();
        left.is_some_and(|left| self.operator_after(left, name, first, last).is_some())
    }

    fn chain(
        &self,
        name: &str,
        (first, last): (usize, usize),
        operands: Vec<Part>,
        operators: Vec<usize>,
        role: PartRole,
    ) -> Part {
        let is_word = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        // Without parentheses around it, the comma separates goals, or what is declared.
        let in_parentheses = first > 0 && self.tokens[first - 1].partner == last + 1;
        let spaced = is_word
            || name == "," && !in_parentheses
            || role == PartRole::Goal && !AUTHORS.contains(&name)
            || operators.iter().any(|&at| has_blanks(self.tokens, at));
        let mut flat = Some(0);
        for operand in &operands {
            flat = add(flat, operand.flat);
        }
        let around = match (name, spaced) {
            (",", _) => usize::from(spaced),
            (_, true) => 2,
            _ => 0,
        };
        for &at in &operators {
            flat = flat.map(|sum| sum + self.width(at, at) + around);
        }
        let is_broken = operators
            .iter()
            .any(|&at| self.interrupts(at) || self.interrupts(at + 1));
        let name = name.into();
        let infix = Infix {
            name,
            operands,
            operators,
            spaced,
        };
        Part {
            first,
            last,
            shape: Shape::Infix(infix),
            flat: flat.filter(|_| !is_broken),
        }
    }
}

/// Whether the operator is between a head and a body, or before a directive.
pub(super) fn is_neck(name: &str) -> bool {
    matches!(name, ":-" | "-->" | "=>" | "?-")
}

/// Whether the next operand is a head.
fn is_head(name: &str, operands: &[Part]) -> bool {
    is_neck(name) && operands.is_empty()
}

/// Whether the item that begins with this token is the tail of a list.
pub(super) fn is_bar(tokens: &[TokenPart], text: &str, item: usize) -> bool {
    item > 0 && tokens[item - 1].kind == TokenKind::Separator && &text[tokens[item - 1].span.clone()] == "|"
}

/// Whether there are blanks around a bar: the author decides by those before it.
pub(super) fn is_spaced_bar(tokens: &[TokenPart], bar: usize) -> bool {
    tokens[bar].gap.is_blank()
}

/// Whether there are blanks before or after the token, and not only ends of lines.
fn has_blanks(tokens: &[TokenPart], at: usize) -> bool {
    tokens[at..=at + 1].iter().any(|token| token.gap.is_blank())
}

fn add(one: Option<usize>, other: Option<usize>) -> Option<usize> {
    Some(one? + other?)
}
