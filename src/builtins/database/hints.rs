//! Hints about clauses as they are loaded: goals that compare or unify terms where values are meant, and predicates that
//! may call themselves without end, which `library/host/hints.pl` looks at when all clauses are known.

use crate::base::atom::Functor;
use crate::base::known;
use crate::code::instr::PredId;
use crate::compile::normal::connects_goals;
use crate::machine::Machine;
use crate::machine::session::NotLoaded;
use crate::native::{Native, Step, det};
use crate::term::cell::Cell;
use crate::text::ast::{Ast, Node, NodeId};

use crate::builtins::database::clause_checks::{CheckWalk, Finding, compound};

pub(in crate::builtins) const TABLE: &[Native] = &[det!("$recursive(-predicates)", 1, recursive_1).doc(
    "Unifies predicates with the list of Module:Name/Arity for the static predicates, loaded since the last call, that \
     may call themselves without end.",
)];

fn recursive_1(m: &mut Machine, predicates: Cell) -> Step {
    let mut suspects: Vec<PredId> = m.loading.recursive.drain().collect();
    suspects.sort_unstable();
    m.reserve(8 * suspects.len() + 2)?;
    let mut items = Vec::new();
    for pred in suspects {
        let p = &m.db.preds[pred];
        if p.dynamic || p.multifile || p.live == 0 || is_torn(m, pred) {
            continue;
        }
        let (module, functor) = (Cell::atom(p.module), p.functor);
        let indicator = m.heap.indicator(functor);
        items.push(m.heap.new_term(known::COLON, &[module, indicator]));
    }
    let list = m.heap.new_list(&items, Cell::NIL);
    m.unify(predicates, list)
}

/// Whether a clause that may end the recursion of this predicate is lost to a syntax error.
fn is_torn(m: &Machine, pred: PredId) -> bool {
    let p = &m.db.preds[pred];
    let (name, file) = (m.atoms.text(p.functor.name()), p.file.map(|file| m.atoms.text(file)));
    let lost = |lost: &NotLoaded| Some(lost.file.as_str()) == file && lost.name == name;
    m.session.lasting.not_loaded.iter().any(lost)
}

/// Evaluable functors of two arguments that a sum may have.
const SUMS: &[&str] = &["+", "-", "*", "/", "//", "mod", "rem", "div", "**"];
/// Goals that evaluate their arguments.
const EVALUATING: &[&str] = &["is", "=:=", "=\\=", "<", ">", "=<", ">="];

/// A sum: a term of [`SUMS`], variables and numbers.
struct ArithmeticSum<'a> {
    name: &'a str,
    has_number: bool,
    is_nested: bool,
}

impl CheckWalk<'_> {
    fn is_number(&self, node: NodeId) -> bool {
        matches!(self.ast.node(node), Node::Int(_) | Node::Float(_) | Node::Number(_))
    }

    fn sum(&self, node: NodeId) -> Option<ArithmeticSum<'_>> {
        let (name, arguments) = compound(self.ast, node)?;
        let mut sum = ArithmeticSum {
            name: self.m.atoms.text(name),
            has_number: false,
            is_nested: false,
        };
        let is_sum = |name, arguments: &[NodeId]| arguments.len() == 2 && SUMS.contains(&self.m.atoms.text(name));
        if !is_sum(name, arguments) && (sum.name != "abs" || arguments.len() != 1) {
            return None;
        }
        let mut waiting = arguments.to_vec();
        let mut has_variable = false;
        while let Some(part) = waiting.pop() {
            if self.is_number(part) {
                sum.has_number = true;
            } else if let Node::Var(_) = self.ast.node(part) {
                has_variable = true;
            } else {
                let (name, arguments) = compound(self.ast, part)?;
                if !is_sum(name, arguments) {
                    return None;
                }
                sum.is_nested = true;
                waiting.extend(arguments);
            }
        }
        has_variable.then_some(sum)
    }

    /// Looks at `A == B`, `A \== B`, `A = B` and `A \= B`.
    pub(super) fn equation(&mut self, goal: NodeId, name: &'static str, a: NodeId, b: NodeId) {
        if name == "=" && (self.grows(goal, a, b) || self.grows(goal, b, a)) {
            return;
        }
        let is_meant = match (self.sum(a), self.sum(b)) {
            (Some(_), None) if self.is_number(b) => true,
            (None, Some(_)) if self.is_number(a) => true,
            _ if name == "=" => self.is_mirrored(a, b),
            // Pairs and fractions are data as often as sums.
            (Some(one), Some(other)) => {
                let is_plain = |sum: &ArithmeticSum<'_>| matches!(sum.name, "-" | "/") && !sum.is_nested;
                !is_plain(&one) || !is_plain(&other) || self.is_mirrored(a, b)
            }
            (Some(sum), None) => self.is_compared(b, &sum),
            (None, Some(sum)) => self.is_compared(a, &sum),
            (None, None) => false,
        };
        if is_meant {
            let outcome = match (self.is_number(a) || self.is_number(b), name) {
                (false, _) => None,
                (true, name) => Some(name.starts_with('\\')),
            };
            let finding = Finding::Terms(self.goal_text(goal), name, outcome);
            self.found.push((self.offset(goal), finding));
        }
    }

    /// Whether a variable that is compared with a sum surely is a number: another goal evaluates it.
    fn is_compared(&self, node: NodeId, sum: &ArithmeticSum<'_>) -> bool {
        let Node::Var(variable) = self.ast.node(node) else {
            return false;
        };
        sum.has_number
            && self.nodes().any(|node| match compound(self.ast, node) {
                Some((name, arguments @ &[_, _])) if EVALUATING.contains(&self.m.atoms.text(name)) => {
                    arguments.iter().any(|&side| self.variables(side).contains(&variable))
                }
                _ => false,
            })
    }

    /// Whether the clause compares one of two differences with the other one turned around as well, as queens on
    /// diagonals are compared.
    fn is_mirrored(&self, a: NodeId, b: NodeId) -> bool {
        let difference = |node| match compound(self.ast, node) {
            Some((name, &[x, y])) if self.m.atoms.text(name) == "-" => match (self.ast.node(x), self.ast.node(y)) {
                (Node::Var(x), Node::Var(y)) if x != y => Some((x, y)),
                _ => None,
            },
            _ => None,
        };
        let (Some(a), Some(b)) = (difference(a), difference(b)) else {
            return false;
        };
        let turned = |(x, y)| (y, x);
        self.nodes().any(|node| match compound(self.ast, node) {
            Some((_, &[c, d])) => match (difference(c), difference(d)) {
                (Some(c), Some(d)) => a == c && b == turned(d) || a == turned(c) && b == d,
                _ => false,
            },
            _ => false,
        })
    }

    /// All nodes of the clause.
    fn nodes(&self) -> impl Iterator<Item = NodeId> {
        let mut waiting = vec![self.ast.root()];
        std::iter::from_fn(move || {
            let node = waiting.pop()?;
            if let Some((_, arguments)) = compound(self.ast, node) {
                waiting.extend(arguments);
            }
            Some(node)
        })
    }

    /// `I = I+1`, `L = [X|L]`: a variable that occurs before is not changed. Other terms may be cyclic on purpose.
    fn grows(&mut self, goal: NodeId, side: NodeId, whole: NodeId) -> bool {
        let Node::Var(variable) = self.ast.node(side) else {
            return false;
        };
        let is_part = match self.ast.node(whole) {
            Node::List {
                count,
                first,
                tail: true,
            } => {
                let tail = self.ast.children(first, count + 1).last();
                tail.is_some_and(|&tail| self.ast.node(tail) == Node::Var(variable))
            }
            _ => self.sum(whole).is_some() && self.variables(whole).contains(&variable),
        };
        let grows = is_part && !self.begins_in(goal, variable);
        if grows {
            let name = self.ast.variable_name(variable).to_owned();
            let finding = Finding::Counts(self.goal_text(goal), name);
            self.found.push((self.offset(goal), finding));
        }
        grows
    }

    /// `X = 1, X = 2` among the goals of a conjunction.
    pub(super) fn clashes(&mut self, body: NodeId) {
        let mut known: Vec<(u32, NodeId)> = Vec::new();
        let mut waiting = vec![body];
        while let Some(node) = waiting.pop() {
            match compound(self.ast, node) {
                Some((name, &[a, b])) if self.m.atoms.text(name) == "," => waiting.extend([b, a]),
                Some((name, &[a, b])) if self.m.atoms.text(name) == "=" => {
                    let is_constant = |node| matches!(self.ast.node(node), Node::Int(_) | Node::Atom(_));
                    let (Node::Var(variable), true) = (self.ast.node(a), is_constant(b)) else {
                        continue;
                    };
                    let earlier = known.iter().find(|(other, _)| *other == variable);
                    match earlier.map(|&(_, value)| value) {
                        None => known.push((variable, b)),
                        Some(value) if self.ast.node(value) == self.ast.node(b) => {}
                        Some(value) => {
                            let name = self.ast.variable_name(variable).to_owned();
                            let finding = Finding::Clash(self.goal_text(node), name, self.goal_text(value));
                            self.found.push((self.offset(node), finding));
                        }
                    }
                }
                _ => {}
            }
        }
    }
}

/// Notes the predicate of the clause that was read last if the clauses may all call it again, or if it hands itself a
/// sum.
pub(super) fn note_recursion(m: &mut Machine, pred: PredId, functor: Functor, is_first: bool) {
    let is_suspect = m.loading.source().is_some_and(|source| {
        let ast = source.reader.ast();
        compound(ast, ast.root()).is_some_and(|(neck, parts)| match (m.atoms.text(neck), parts) {
            (":-", &[_, body]) => calls_itself(m, ast, body, functor, is_first),
            ("-->", &[_, body]) if functor.arity() >= 2 => {
                is_first && calls_itself(m, ast, body, Functor::new(functor.name(), functor.arity() - 2), true)
            }
            _ => false,
        })
    });
    if is_suspect {
        m.loading.recursive.insert(pred);
    }
}

fn calls_itself(m: &Machine, ast: &Ast, body: NodeId, functor: Functor, is_first: bool) -> bool {
    let (mut is_called, mut has_sum) = (false, is_first);
    let mut waiting = vec![body];
    while let Some(node) = waiting.pop() {
        let Some((name, arguments)) = compound(ast, node) else {
            is_called |= functor.arity() == 0 && ast.node(node) == Node::Atom(functor.name());
            continue;
        };
        let goal = Functor::new(name, arguments.len());
        if connects_goals(goal) {
            waiting.extend(arguments);
            continue;
        }
        is_called |= goal == functor;
        if goal == functor || m.atoms.text(name) == "=" {
            has_sum |= arguments.iter().any(|&argument| {
                compound(ast, argument)
                    .is_some_and(|(name, parts)| parts.len() == 2 && SUMS.contains(&m.atoms.text(name)))
            });
        }
    }
    is_called && has_sum
}
