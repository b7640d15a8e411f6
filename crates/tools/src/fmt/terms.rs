//! The layout of terms that are data: lines end where the author has ended them, and where they would be too long.

use super::tree::{Bracketed, Infix, Part, Shape, is_bar, is_neck, is_spaced_bar};
use super::writer::{Before, ClauseWriter, WIDTH};
use crate::gaps;

/// The blanks at the beginning of a line inside of a term that begins a line.
pub(super) const STEP: usize = 4;

impl ClauseWriter<'_> {
    /// Writes a term, before whose first token all is written.
    pub(super) fn term(&mut self, part: &Part) {
        match &part.shape {
            Shape::Leaf => self.leaf(part),
            Shape::Bracketed(group) => {
                if self.is_block(part) && !self.fits(part) {
                    self.control(part, self.step(part));
                } else {
                    self.group(part, group);
                }
            }
            Shape::Infix(infix) => self.infix(part, infix),
            Shape::Prefix(operand) => {
                let indent = self.indent + STEP;
                self.token(part.first);
                let before = self.after_prefix(part.first);
                self.before(operand.first, before, indent, indent);
                self.term(operand);
            }
            Shape::Postfix(operand) => {
                let base = self.column;
                self.term(operand);
                let before = match self.tokens[part.last].gap.any {
                    true => Before::Blank,
                    false => Before::Nothing,
                };
                self.after(part.last, before, base + STEP);
            }
        }
    }

    /// Returns what is between a prefix operator and its operand.
    pub(super) fn after_prefix(&self, operator: usize) -> Before {
        if self.is_broken(operator + 1) && self.tokens[operator + 1].gap.comments.is_empty() {
            Before::Break
        } else if self.tokens[operator + 1].gap.any || is_neck(self.text(operator)) {
            Before::Blank
        } else {
            Before::Nothing
        }
    }

    /// Writes a name with its arguments, or a bracket.
    fn group(&mut self, part: &Part, group: &Bracketed) {
        let fits = self.fits(part);
        // Arguments on lines of their own stand behind the beginning of the name, elements behind that of the line.
        let line = if group.open > part.first {
            self.column
        } else {
            self.indent
        };
        for token in part.first..group.open {
            self.token(token);
        }
        let bracket = self.column;
        self.token(group.open);
        let Some(first) = group.items.first() else {
            return self.after(part.last, Before::Nothing, bracket);
        };
        // Whether the terms begin on a line of their own, or behind the bracket.
        let is_block = self.tokens[first.first].gap.newlines > 0 && self.tokens[first.first].gap.comments.is_empty();
        let indent = match is_block {
            true => line + STEP,
            false => bracket + 1 + usize::from(group.padded),
        };
        let outer = if is_block { line } else { bracket };
        // Without lines of the author's, each term has one, but simple ones fill them.
        let are_simple = Self::are_simple(&group.items);
        let each = part.flat.is_some() && !fits && !are_simple && !self.may_fill_last(group);
        let refills = are_simple && !is_block && self.is_too_long(group, indent);
        for (index, item) in group.items.iter().enumerate() {
            let separator = item.first - 1;
            let before = if index == 0 {
                match (is_block, group.padded) {
                    (true, _) => Before::Break,
                    (false, padded) => blank(padded),
                }
            } else if is_bar(self.tokens, self.source, item.first) {
                let blanks = is_spaced_bar(self.tokens, separator);
                let own_line = each || self.is_broken(separator);
                self.after(separator, if own_line { Before::Break } else { blank(blanks) }, outer);
                match (own_line, self.is_broken(item.first)) {
                    (false, true) => Before::Break,
                    (own_line, _) => blank(own_line || blanks),
                }
            } else {
                self.after(separator, Before::Nothing, indent);
                let is_block = self.is_block(item) && item.flat.is_none_or(|_| !self.has_room(item, group.spaced));
                match each || is_block || self.is_broken(item.first) && !refills || !self.has_room(item, group.spaced) {
                    true => Before::Break,
                    false if part.first == 0 => self.in_table(item.first),
                    false => blank(group.spaced),
                }
            };
            self.before(item.first, before, indent, indent);
            self.term(item);
        }
        let before = match self.is_broken(part.last) {
            true => Before::Break,
            false => blank(group.padded && !is_block),
        };
        self.before(part.last, before, outer, indent);
        self.token(part.last);
    }

    /// Returns what is before an argument of a fact: facts are tables, whose columns stay.
    fn in_table(&self, token: usize) -> Before {
        let start = self.tokens[token].span.start;
        let blanks = start - self.tokens[token - 1].span.end;
        let is_aligned = self.is_fact && (blanks > 1 || self.source[..start].ends_with('\t')) && !self.is_broken(token);
        match is_aligned && self.tokens[token].gap.comments.is_empty() {
            true => Before::Column(gaps::column(self.source, start)),
            false => Before::Blank,
        }
    }

    /// Whether all terms but the last one fit into the line, and that is a list of simple ones, which fill lines.
    fn may_fill_last(&self, group: &Bracketed) -> bool {
        let Some((last, others)) = group.items.split_last() else {
            return false;
        };
        let columns: usize = others.iter().filter_map(|item| item.flat).map(|flat| flat + 2).sum();
        let is_list = matches!(&last.shape, Shape::Bracketed(list) if list.open == last.first && list.items.len() > 2 && Self::are_simple(&list.items));
        is_list && self.column + columns < WIDTH / 2
    }

    /// Whether a line of simple terms, as the author has ended them, is too long; there are no comments in them.
    fn is_too_long(&self, group: &Bracketed, indent: usize) -> bool {
        let mut column = indent;
        let mut is_long = false;
        for item in &group.items {
            let gap = &self.tokens[item.first].gap;
            if !gap.comments.is_empty() || item.first > 0 && !self.tokens[item.first - 1].gap.comments.is_empty() {
                return false;
            }
            if gap.is_broken() {
                column = indent;
            }
            column += item.flat.unwrap_or_default() + usize::from(group.spaced);
            is_long |= column + self.tail(item.last) > WIDTH;
            column += 1;
        }
        is_long
    }

    /// Whether a term fits behind a separator, if its columns are known.
    fn has_room(&self, item: &Part, spaced: bool) -> bool {
        let columns = item.flat.map_or(0, |flat| flat + self.tail(item.last));
        self.column + usize::from(spaced) + columns <= WIDTH
    }

    /// Writes operands with an operator between them.
    fn infix(&mut self, part: &Part, infix: &Infix) {
        let base = self.column;
        let is_comma = &*infix.name == ",";
        let is_chain = infix.operands.len() > 2 || !infix.spaced || is_comma;
        let indent = if is_chain { base } else { base + STEP };
        let may_break = part.flat.is_some() && infix.operands.len() > 2 && !self.fits(part);
        let around = blank(infix.spaced);
        for (index, operand) in infix.operands.iter().enumerate() {
            if index > 0 {
                let operator = infix.operators[index - 1];
                let before = match self.is_broken(operator) {
                    true if self.tokens[operator].gap.comments.is_empty() => Before::Break,
                    _ if is_comma => Before::Nothing,
                    _ => around,
                };
                self.after(operator, before, indent);
                let breaks = self.is_broken(operand.first) || may_break && !self.has_room(operand, infix.spaced);
                let before = if breaks { Before::Break } else { around };
                self.before(operand.first, before, indent, indent);
            }
            self.term(operand);
        }
    }
}

fn blank(is_one: bool) -> Before {
    if is_one { Before::Blank } else { Before::Nothing }
}
