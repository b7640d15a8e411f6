//! The layout of clauses and goals: one goal a line, and `(   Condition ->  Then ;   Else )` in columns.

use super::terms::STEP;
use super::tree::{CONTROL, Part, Shape, is_neck};
use super::writer::{Before, ClauseWriter, WIDTH};

/// The operators between conditions, and what is done.
const BRANCHES: [&str; 2] = ["->", "*->"];
/// The operators between alternatives.
const ALTERNATIVES: [&str; 2] = [";", "|"];
/// Operators that begin a clause without a head.
const DIRECTIVES: [&str; 2] = [":-", "?-"];

impl ClauseWriter<'_> {
    /// Writes a clause without its full stop.
    pub(super) fn clause(&mut self, whole: &Part) {
        if let Some(rule) = whole
            .infix(&[":-", "-->", "=>"])
            .filter(|rule| rule.operands.len() == 2)
        {
            let (head, neck, body) = (&rule.operands[0], rule.operators[0], &rule.operands[1]);
            self.is_grammar = &*rule.name == "-->";
            let is_short = self.fits(whole) && (self.is_grammar || is_one_goal(body, self));
            self.before(head.first, Before::Nothing, 0, 0);
            self.term(head);
            self.after(neck, Before::Blank, STEP);
            if is_short {
                self.before(body.first, Before::Blank, STEP, STEP);
                return self.term(body);
            }
            let indent = if is_control(body) { 2 * STEP } else { STEP };
            self.before(body.first, Before::Break, indent, STEP);
            return self.body(body, STEP);
        }
        self.before(whole.first, Before::Nothing, 0, 0);
        self.is_fact = whole.flat.is_some();
        match &whole.shape {
            Shape::Prefix(goal) if DIRECTIVES.contains(&self.text(whole.first)) => {
                self.token(whole.first);
                let column = self.column + 1;
                self.before(goal.first, Before::Blank, column, column);
                if self.fits(goal)
                    || goal.infix(&CONTROL).is_none() && goal.in_parentheses(self.tokens, self.source).is_none()
                {
                    self.goal(goal);
                } else {
                    self.body(goal, column);
                }
            }
            _ => self.term(whole),
        }
    }

    /// Writes goals with commas or other control between them, the first of them where the last line ends; `column` is
    /// that of the goals, or of what is between alternatives.
    fn body(&mut self, part: &Part, column: usize) {
        if is_control(part) {
            self.alternatives(part, column, column + STEP);
        } else {
            self.goals(part, column);
        }
    }

    /// Writes goals with commas between them.
    fn goals(&mut self, part: &Part, column: usize) {
        let Some(goals) = part.infix(&[","]) else {
            return self.goal(part);
        };
        for (index, goal) in goals.operands.iter().enumerate() {
            if index > 0 {
                self.after(goals.operators[index - 1], Before::Nothing, column);
                // In grammars, what the author has put into one line stays there.
                let stays = self.is_grammar && !self.is_broken(goal.first) && !self.is_block(goal);
                let fits = goal
                    .flat
                    .is_some_and(|flat| self.column + 1 + flat + self.tail(goal.last) <= WIDTH);
                let before = if stays && fits { Before::Blank } else { Before::Break };
                self.before(goal.first, before, column, column);
            }
            self.goal(goal);
        }
    }

    /// Whether the goal is written over several lines.
    pub(super) fn is_block(&self, goal: &Part) -> bool {
        goal.in_parentheses(self.tokens, self.source)
            .is_some_and(|inside| inside.infix(&CONTROL).is_some())
    }

    /// Writes a goal.
    fn goal(&mut self, part: &Part) {
        if self.is_block(part) && !(self.is_grammar && self.fits(part)) {
            return self.control(part, self.step(part));
        }
        match &part.shape {
            Shape::Prefix(operand) if self.text(part.first) == "\\+" => {
                let base = self.column;
                self.token(part.first);
                let before = self.after_prefix(part.first);
                self.before(operand.first, before, base + STEP, base + STEP);
                if self.is_block(operand) && !self.fits(operand) {
                    self.control(operand, self.step(operand));
                } else {
                    self.term(operand);
                }
            }
            Shape::Bracketed(group)
                if group.open == part.first
                    && self.text(part.first) == "{"
                    && group.items.len() == 1
                    && !self.fits(part) =>
            {
                self.control(part, STEP / 2);
            }
            _ => self.term(part),
        }
    }

    /// Returns the columns from a parenthesis to the goals in it: two if the author has so, and there are only commas
    /// between them.
    pub(super) fn step(&self, part: &Part) -> usize {
        let inside = part.in_parentheses(self.tokens, self.source);
        let blanks = inside.filter(|inside| inside.infix(&[","]).is_some()).map(|inside| {
            let span = self.tokens[part.first].span.end..self.tokens[inside.first].span.start;
            &self.source[span]
        });
        if blanks == Some(" ") { STEP / 2 } else { STEP }
    }

    /// Writes goals in brackets, `step` columns behind the opening one.
    pub(super) fn control(&mut self, part: &Part, step: usize) {
        let Shape::Bracketed(group) = &part.shape else {
            return self.term(part);
        };
        let base = self.column;
        self.token(part.first);
        let inside = &group.items[0];
        self.before(inside.first, Before::Column(base + step), base + step, base + step);
        if is_control(inside) {
            self.alternatives(inside, base, base + step);
        } else {
            self.goals(inside, base + step);
        }
        self.before(part.last, Before::Break, base, base + step);
        self.token(part.last);
    }

    /// Writes alternatives: what is between them at the column `outer`, goals at `inner`.
    fn alternatives(&mut self, part: &Part, outer: usize, inner: usize) {
        let Some(chain) = part.infix(&ALTERNATIVES) else {
            return self.branches(part, outer, inner);
        };
        for (index, operand) in chain.operands.iter().enumerate() {
            if index > 0 {
                self.separator(chain.operators[index - 1], operand, outer, inner);
            }
            self.branches(operand, outer, inner);
        }
    }

    /// Writes a condition and what is done.
    fn branches(&mut self, part: &Part, outer: usize, inner: usize) {
        let Some(chain) = part.infix(&BRANCHES) else {
            return match is_control(part) {
                true => self.alternatives(part, outer, inner),
                false => self.goals(part, inner),
            };
        };
        for (index, operand) in chain.operands.iter().enumerate() {
            if index > 0 {
                self.separator(chain.operators[index - 1], operand, outer, inner);
            }
            self.branches(operand, outer, inner);
        }
    }

    /// Writes what is between alternatives, on a line with what follows.
    fn separator(&mut self, operator: usize, next: &Part, outer: usize, inner: usize) {
        self.before(operator, Before::Break, outer, inner);
        self.token(operator);
        self.before(next.first, Before::Column(inner), inner, inner);
    }
}

/// Whether goals are joined by other control than commas, without parentheses around it.
fn is_control(part: &Part) -> bool {
    part.infix(&CONTROL).is_some_and(|infix| &*infix.name != ",")
}

/// Whether a body may stand in the line of the head.
fn is_one_goal(body: &Part, writer: &ClauseWriter<'_>) -> bool {
    body.infix(&CONTROL).is_none() && body.in_parentheses(writer.tokens, writer.source).is_none()
}

/// Finds the tokens before which comments move behind them: commas, and the neck.
pub(super) fn separators(part: &Part, is_bar: &impl Fn(usize) -> bool, found: &mut Vec<usize>) {
    match &part.shape {
        Shape::Leaf => {}
        Shape::Bracketed(group) => {
            let commas = group.items.iter().skip(1).filter(|item| !is_bar(item.first));
            found.extend(commas.map(|item| item.first - 1));
            group.items.iter().for_each(|item| separators(item, is_bar, found));
        }
        Shape::Infix(infix) => {
            if &*infix.name == "," || is_neck(&infix.name) {
                found.extend(&infix.operators);
            }
            infix
                .operands
                .iter()
                .for_each(|operand| separators(operand, is_bar, found));
        }
        Shape::Prefix(operand) | Shape::Postfix(operand) => separators(operand, is_bar, found),
    }
}
