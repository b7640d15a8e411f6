//! Checks of a clause as it is loaded, on its syntax tree: mistakes that the clause alone shows.
//!
//! Each is a fact about the clause whatever the rest of the program does. Only goals of the body itself are looked at,
//! since what becomes of a term in an argument is not known.

use rustc_hash::FxHashSet;

use crate::base::atom::Functor;
use crate::base::known;
use crate::code::style::Style;
use crate::compile::normal::connects_goals;
use crate::machine::Machine;
use crate::term::cell::Cell;
use crate::text::ast::{Ast, Node, NodeId};

use crate::builtins::database::format_check::consumed;
use crate::builtins::database::load::message;

/// The number of messages about one clause.
const MOST: usize = 10;
/// The number of cells that a message with its line may take.
const LINE_CELLS: usize = 9000;

/// A fault at an offset of the text.
pub(super) enum Finding {
    /// Variables whose names begin with `_` occur more than once.
    Marked(Vec<String>),
    /// A variable occurs once in a branch, and outside only in other branches.
    InBranch(String),
    /// A test has the same outcome always, since this variable has no value there.
    Always(String, bool, String),
    /// A goal needs a value of this variable, which has none.
    NoValue(String, String),
    /// `X is X+1`.
    Counts(String, String),
    /// A format with another number of arguments.
    Format(usize, usize),
    /// A goal with this predicate compares terms where values are meant; its outcome, if that is known.
    #[cfg(not(target_family = "wasm"))]
    Terms(String, &'static str, Option<bool>),
    /// A goal gives a variable another value than the one that it has.
    #[cfg(not(target_family = "wasm"))]
    Clash(String, String, String),
}

impl Finding {
    /// The checks that it depends on.
    fn styles(&self) -> &'static [Style] {
        match self {
            Finding::Marked(_) => &[Style::Singleton],
            Finding::InBranch(_) => &[Style::Singleton, Style::VarBranches],
            Finding::Always(..) | Finding::NoValue(..) | Finding::Counts(..) => &[Style::NoEffect],
            Finding::Format(..) => &[],
            #[cfg(not(target_family = "wasm"))]
            Finding::Terms(..) | Finding::Clash(..) => &[Style::NoEffect],
        }
    }
}

/// Returns the messages about the clause that was read last, as a list that ends in `tail`.
pub(super) fn messages(m: &mut Machine, tail: Cell) -> Cell {
    let Some(source) = m.loading.source() else { return tail };
    let mut findings = findings(m, source.reader.ast(), &source.text);
    findings.retain(|(_, finding)| finding.styles().iter().all(|&style| source.unchecked.checks(style)));
    findings.truncate(MOST);
    if findings.is_empty() || m.reserve(MOST * LINE_CELLS).is_err() {
        return tail;
    }
    let mut items = Vec::new();
    for (offset, finding) in findings {
        let (name, arguments): (&str, Vec<Cell>) = match finding {
            Finding::Marked(names) => {
                let names: Vec<Cell> = names.iter().map(|name| Cell::atom(m.intern(name))).collect();
                ("marked", vec![m.heap.new_list(&names, Cell::NIL)])
            }
            Finding::InBranch(name) => ("in_branch", vec![Cell::atom(m.intern(&name))]),
            Finding::Always(goal, outcome, name) => {
                let outcome = if outcome { known::TRUE } else { known::FALSE };
                let goal = m.heap.new_string(&goal);
                ("always", vec![goal, Cell::atom(outcome), Cell::atom(m.intern(&name))])
            }
            Finding::NoValue(goal, name) => {
                let goal = m.heap.new_string(&goal);
                ("no_value", vec![goal, Cell::atom(m.intern(&name))])
            }
            Finding::Counts(goal, name) => {
                let goal = m.heap.new_string(&goal);
                ("counts", vec![goal, Cell::atom(m.intern(&name))])
            }
            Finding::Format(wanted, given) => (
                "format_arguments",
                vec![Cell::int(wanted as i64), Cell::int(given as i64)],
            ),
            #[cfg(not(target_family = "wasm"))]
            Finding::Terms(goal, name, outcome) => {
                let outcome = match outcome {
                    None => known::NIL,
                    Some(true) => known::TRUE,
                    Some(false) => known::FALSE,
                };
                let goal = m.heap.new_string(&goal);
                let what = [goal, Cell::atom(m.intern(name)), Cell::atom(outcome)];
                hint(m, "terms", &what)
            }
            #[cfg(not(target_family = "wasm"))]
            Finding::Clash(goal, name, value) => {
                let (goal, value) = (m.heap.new_string(&goal), m.heap.new_string(&value));
                let what = [goal, Cell::atom(m.intern(&name)), value];
                hint(m, "clash", &what)
            }
        };
        let name = m.intern(name);
        let what = m.heap.new_term(name, &arguments);
        let check = m.intern("suspect");
        let term = m.heap.new_term(check, &[what]);
        items.push(message(m, "warning", offset, term));
    }
    m.heap.new_list(&items, tail)
}

/// Returns the parts of `hint(What)`, whose text is in `library/host/hints.pl`.
#[cfg(not(target_family = "wasm"))]
fn hint(m: &mut Machine, name: &str, arguments: &[Cell]) -> (&'static str, Vec<Cell>) {
    let name = m.intern(name);
    ("hint", vec![m.heap.new_term(name, arguments)])
}

/// A walk over the body of a clause.
pub(super) struct CheckWalk<'a> {
    pub m: &'a Machine,
    pub ast: &'a Ast,
    text: &'a str,
    pub found: Vec<(usize, Finding)>,
}

fn findings(m: &Machine, ast: &Ast, text: &str) -> Vec<(usize, Finding)> {
    let mut walk = CheckWalk {
        m,
        ast,
        text,
        found: Vec::new(),
    };
    walk.marked();
    let Some((neck, children)) = compound(ast, ast.root()) else {
        return walk.found;
    };
    match (m.atoms.text(neck), children) {
        (":-" | "=>", &[_, body]) => {
            walk.body(body);
            walk.branches(body);
        }
        ("-->", &[_, body]) => walk.branches(body),
        (":-" | "?-", &[body]) => walk.body(body),
        _ => {}
    }
    walk.found
}

pub(super) fn compound(ast: &Ast, node: NodeId) -> Option<(crate::base::atom::Atom, &[NodeId])> {
    match ast.node(node) {
        Node::Compound { name, arity, first } => Some((name, ast.children(first, arity))),
        _ => None,
    }
}

impl CheckWalk<'_> {
    fn is_exempt(&self, variable: u32) -> bool {
        self.ast.variable_name(variable).starts_with('_')
    }

    /// Finds `_Name` that occurs more than once; `_name` and `__Name` are ordinary names.
    fn marked(&mut self) {
        let is_mark = |name: &str| {
            name.strip_prefix('_')
                .is_some_and(|rest| rest.starts_with(char::is_uppercase))
        };
        let marked: Vec<_> = self
            .ast
            .variables
            .iter()
            .filter(|v| v.occurrences > 1 && is_mark(self.ast.text(v.name)))
            .collect();
        if let Some(first) = marked.first() {
            let names = marked.iter().map(|v| self.ast.text(v.name).to_owned()).collect();
            self.found.push((first.first.start as usize, Finding::Marked(names)));
        }
    }

    pub(super) fn variables(&self, root: NodeId) -> Vec<u32> {
        let mut variables = Vec::new();
        let mut waiting = vec![root];
        while let Some(node) = waiting.pop() {
            match self.ast.node(node) {
                Node::Var(variable) => variables.push(variable),
                Node::Compound { arity, first, .. } => waiting.extend_from_slice(self.ast.children(first, arity)),
                Node::List { count, first, tail } => {
                    waiting.extend_from_slice(self.ast.children(first, count + u32::from(tail)));
                }
                _ => {}
            }
        }
        variables
    }

    /// Looks at the goals of a body.
    fn body(&mut self, body: NodeId) {
        #[cfg(not(target_family = "wasm"))]
        self.clashes(body);
        let mut waiting = vec![body];
        while let Some(node) = waiting.pop() {
            let ast = self.ast;
            let Some((name, children)) = compound(ast, node) else {
                continue;
            };
            let functor = Functor::new(name, children.len());
            let opens = connects_goals(functor)
                || functor == Functor::new(known::BAR, 2)
                || functor == Functor::new(known::NOT_PROVABLE, 1);
            if opens {
                waiting.extend(children.iter().rev());
            } else {
                self.goal(node, functor, children);
            }
        }
    }

    fn goal(&mut self, node: NodeId, functor: Functor, children: &[NodeId]) {
        #[cfg(not(target_family = "wasm"))]
        if let &[a, b] = children
            && let Some(name) = ["=", "==", "\\=", "\\=="]
                .into_iter()
                .find(|&name| name == self.m.atoms.text(functor.name()))
        {
            self.equation(node, name, a, b);
        }
        match (self.m.atoms.text(functor.name()), children) {
            ("==", &[a, b]) => self.comparison(node, a, b, false),
            ("\\==", &[a, b]) => self.comparison(node, a, b, true),
            ("var", &[a]) => self.type_test(node, a, true),
            (
                "nonvar" | "atom" | "number" | "integer" | "float" | "atomic" | "compound" | "callable" | "string"
                | "is_list" | "ground",
                &[a],
            ) => self.type_test(node, a, false),
            ("is", &[result, expression]) => {
                self.needs(node, &[expression]);
                self.counts(node, result, expression);
            }
            ("<" | ">" | "=<" | ">=" | "=:=" | "=\\=", &[a, b]) => self.needs(node, &[a, b]),
            ("format", &[format, arguments] | &[_, format, arguments]) => self.format(node, format, arguments),
            _ => {}
        }
    }

    pub(super) fn goal_text(&self, node: NodeId) -> String {
        let span = self.ast.span(node);
        let text = self.text.get(span.range()).unwrap_or_default();
        text.split_whitespace()
            .collect::<Vec<&str>>()
            .join(" ")
            .chars()
            .take(60)
            .collect()
    }

    /// Returns the name of a variable that has its first occurrence in this goal, and only one in it.
    fn fresh(&self, goal: NodeId, term: NodeId) -> Option<String> {
        let Node::Var(variable) = self.ast.node(term) else {
            return None;
        };
        let in_goal = self
            .variables(goal)
            .into_iter()
            .filter(|&other| other == variable)
            .count();
        let is_fresh = self.begins_in(goal, variable) && in_goal == 1;
        is_fresh.then(|| self.ast.variable_name(variable).to_owned())
    }

    /// Whether the first occurrence of a variable is in this goal or behind it. One in another branch counts as before,
    /// so that fewer mistakes are found, but no wrong ones.
    pub(super) fn begins_in(&self, goal: NodeId, variable: u32) -> bool {
        self.ast.variable(variable).first.start >= self.ast.span(goal).start
    }

    pub(super) fn offset(&self, node: NodeId) -> usize {
        self.ast.span(node).start as usize
    }

    fn comparison(&mut self, goal: NodeId, a: NodeId, b: NodeId, outcome: bool) {
        if let Some(name) = self.fresh(goal, a).or_else(|| self.fresh(goal, b)) {
            let finding = Finding::Always(self.goal_text(goal), outcome, name);
            self.found.push((self.offset(goal), finding));
        }
    }

    fn type_test(&mut self, goal: NodeId, term: NodeId, outcome: bool) {
        if let Some(name) = self.fresh(goal, term) {
            let finding = Finding::Always(self.goal_text(goal), outcome, name);
            self.found.push((self.offset(goal), finding));
        }
    }

    /// `X is X+1` with a number other than zero.
    fn counts(&mut self, goal: NodeId, result: NodeId, expression: NodeId) {
        let Some((name, &[a, b])) = compound(self.ast, expression) else {
            return;
        };
        let is_sum = matches!(self.m.atoms.text(name), "+" | "-");
        let is_number = |node: NodeId| matches!(self.ast.node(node), Node::Int(value) if value != 0);
        let (a_number, b_number) = (is_number(a), is_number(b));
        let (a, b, result) = (self.ast.node(a), self.ast.node(b), self.ast.node(result));
        let counts = is_sum && (a == result && b_number || b == result && a_number);
        if let (true, Node::Var(variable)) = (counts, result)
            && !self.begins_in(goal, variable)
        {
            let name = self.ast.variable_name(variable).to_owned();
            let finding = Finding::Counts(self.goal_text(goal), name);
            self.found.push((self.offset(goal), finding));
        }
    }

    /// An expression whose variable has no value raises an error.
    fn needs(&mut self, goal: NodeId, expressions: &[NodeId]) {
        for &expression in expressions {
            let mut waiting = vec![expression];
            while let Some(node) = waiting.pop() {
                match self.ast.node(node) {
                    Node::Var(variable) if self.begins_in(goal, variable) => {
                        let name = self.ast.variable_name(variable).to_owned();
                        let finding = Finding::NoValue(self.goal_text(goal), name);
                        self.found.push((self.offset(node), finding));
                        return;
                    }
                    Node::Compound { arity, first, .. } => {
                        waiting.extend(self.ast.children(first, arity).iter().rev());
                    }
                    _ => {}
                }
            }
        }
    }

    fn format(&mut self, goal: NodeId, format: NodeId, arguments: NodeId) {
        let wanted = match self.ast.node(format) {
            Node::String(range) | Node::Codes(range) | Node::Chars(range) => consumed(self.ast.text(range)),
            Node::Atom(name) => consumed(self.m.atoms.text(name)),
            _ => None,
        };
        let given = match self.ast.node(arguments) {
            Node::List { count, tail: false, .. } => Some(count as usize),
            Node::Atom(known::NIL) => Some(0),
            _ => None,
        };
        if let (Some(wanted), Some(given)) = (wanted, given)
            && wanted != given
        {
            self.found.push((self.offset(goal), Finding::Format(wanted, given)));
        }
    }

    /// Finds variables that occur once in a branch, and elsewhere only in other branches of the same construct: the
    /// smallest connective that has all occurrences of the variable is a disjunction, and one of its sides has one.
    fn branches(&mut self, body: NodeId) {
        let ast = self.ast;
        let is_or = |functor| functor == Functor::new(known::SEMICOLON, 2) || functor == Functor::new(known::BAR, 2);
        let mut places = vec![VariablePlaces::default(); ast.variables.len()];
        // The connectives around the node, from the outside.
        let mut around: Vec<NodeId> = Vec::new();
        let mut found = Vec::new();
        let mut waiting = vec![(body, true)];
        while let Some((node, is_goal)) = waiting.pop() {
            let at = self.offset(node);
            let mut is_open = false;
            let children = match ast.node(node) {
                Node::Var(variable) => {
                    let all = ast.variable(variable).occurrences as usize;
                    let here = &mut places[variable as usize];
                    here.add(at);
                    if here.count < all || all == 1 || self.is_exempt(variable) {
                        continue;
                    }
                    while around.last().is_some_and(|&last| ast.span(last).end as usize <= at) {
                        around.pop();
                    }
                    let inner = around.partition_point(|&node| self.offset(node) <= here.first);
                    if let Some((name, &[_, right])) = inner.checked_sub(1).and_then(|i| compound(ast, around[i]))
                        && is_or(Functor::new(name, 2))
                    {
                        let right = self.offset(right);
                        let sides = [
                            (here.first, here.second >= right),
                            (here.last, here.last_but_one < right),
                        ];
                        if here.first < right && right <= here.last {
                            found.extend(sides.iter().filter(|side| side.1).map(|side| (side.0, variable)));
                        }
                    }
                    continue;
                }
                Node::Compound { name, arity, first } => {
                    let functor = Functor::new(name, arity as usize);
                    is_open = is_goal
                        && (is_or(functor)
                            || connects_goals(functor)
                            || functor == Functor::new(known::NOT_PROVABLE, 1));
                    ast.children(first, arity)
                }
                Node::List { count, first, tail } => ast.children(first, count + u32::from(tail)),
                _ => continue,
            };
            if is_open {
                while around.last().is_some_and(|&last| ast.span(last).end as usize <= at) {
                    around.pop();
                }
                around.push(node);
            }
            waiting.extend(children.iter().rev().map(|&child| (child, is_open)));
        }
        found.sort_unstable();
        let of_variable = |(at, variable)| (at, Finding::InBranch(ast.variable_name(variable).to_owned()));
        self.found.extend(found.into_iter().map(of_variable));
    }
}

/// Where a variable occurs: the offsets of the first two and the last two places.
#[derive(Clone, Default)]
struct VariablePlaces {
    count: usize,
    first: usize,
    second: usize,
    last_but_one: usize,
    last: usize,
}

impl VariablePlaces {
    fn add(&mut self, at: usize) {
        match self.count {
            0 => self.first = at,
            1 => self.second = at,
            _ => {}
        }
        (self.last_but_one, self.last) = (self.last, at);
        self.count += 1;
    }
}

/// Whether the clause in `ast` commits for all arguments, so that no clause of the predicate behind it is reached. Its
/// head must be `functor`; if it is not loaded as it was read, it must be a grammar rule.
pub(super) fn catches_all(m: &Machine, ast: &Ast, functor: Functor, is_read: bool) -> bool {
    let Some((neck, &[head, body])) = compound(ast, ast.root()) else {
        return false;
    };
    let (neck, extra) = match m.atoms.text(neck) {
        ":-" if is_read => (":-", 0),
        "-->" => ("-->", 2),
        "=>" if is_read => ("=>", 0),
        _ => return false,
    };
    let (name, arguments) = match ast.node(head) {
        Node::Atom(name) => (name, &[][..]),
        _ => match compound(ast, head) {
            Some(head) => head,
            None => return false,
        },
    };
    if Functor::new(name, arguments.len() + extra) != functor {
        return false;
    }
    let mut seen = FxHashSet::default();
    let are_free = arguments
        .iter()
        .all(|&argument| matches!(ast.node(argument), Node::Var(variable) if seen.insert(variable)));
    let mut first = body;
    while let Some((known::COMMA, &[left, _])) = compound(ast, first) {
        first = left;
    }
    are_free && (neck == "=>" || ast.node(first) == Node::Atom(known::CUT))
}
