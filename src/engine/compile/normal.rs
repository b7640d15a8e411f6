//! The normal form of a clause's body: control constructs and inline goals, separated from calls.
//!
//! Conjunctions become flat sequences. A goal without an inline form, or that a user may redefine, stays a call. Only
//! ISO control constructs and built-ins are compiled inline, since only they cannot be redefined.

use crate::base::atom::Functor;
use crate::base::known;
use crate::code::instr::{Comparison, TypeTest};
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::view::View;

use super::error::CompileError;

/// A sequence of goals.
pub(super) type Seq = Vec<BodyGoal>;

/// One goal of a body.
#[derive(Debug)]
pub(super) enum BodyGoal {
    /// `fail`
    Fail,
    /// `!`
    Cut,
    /// `A = B`
    Unify(Cell, Cell),
    /// `X is E`
    Is(Cell, Cell),
    /// A comparison of values.
    Compare(Comparison, Cell, Cell),
    /// A constraint over integers: its relation, its functor, and the address of its first argument.
    Constraint(Comparison, Functor, usize),
    /// A type test.
    Type(TypeTest, Cell),
    /// `A == B`, or `A \== B` if false.
    Identical(Cell, Cell, bool),
    /// `compare(Order, A, B)`, by the address of its first argument. It is inline if `Order` is a variable with its
    /// first occurrence there; the analysis turns any other into a call.
    Order(usize),
    /// `'$choices'(Count)`, by the address of `Count`. It is inline as `Order` is.
    Choices(usize),
    /// A call: the functor, and the address of the first argument.
    Call(Functor, usize),
    /// `call(G)`, or a variable as a goal.
    Meta(Cell),
    /// `(A ; B)`
    Or(Seq, Seq),
    /// `(C -> T ; E)`, or `(C *-> T ; E)` if soft.
    IfThenElse {
        condition: Seq,
        then: Seq,
        otherwise: Seq,
        soft: bool,
    },
    /// `\+ G`
    Not(Seq),
    /// Goals that must succeed and leave no choice points.
    Guarded(Seq, Culprit),
}

/// What is told of guarded goals that fail or leave choice points.
#[derive(Clone, Copy, Debug)]
pub(super) enum Culprit {
    /// They are the rest of the clause, after `$`: its predicate, or if it is one call, what that calls.
    Rest(Option<Functor>),
    /// They are those of `$(G)`: the goal, by its address.
    Goal(usize),
    /// Two terms, by the address of the first: the culprit, and the kind of guard. They are the whole clause.
    Terms(usize),
}

impl Culprit {
    /// Whether nothing follows the goals in the clause, if the clause ends with them: their last call may replace it.
    pub(super) fn ends_clause(self) -> bool {
        !matches!(self, Culprit::Goal(_))
    }
}

impl BodyGoal {
    /// Whether it consists of goals.
    pub(super) fn is_construct(&self) -> bool {
        use BodyGoal::{Guarded, IfThenElse, Not, Or};
        matches!(self, Or(..) | IfThenElse { .. } | Not(_) | Guarded(..))
    }
}

/// `compare/3`
pub(super) const ORDER: Functor = Functor::new(known::COMPARE, 3);

/// `'$choices'/1`
pub(super) const CHOICES: Functor = Functor::new(known::CHOICES, 1);

/// The maximum nesting depth of control constructs in compiled code; deeper bodies are run as terms.
const MAX_NESTING: usize = 120;

/// Returns the goals of `body`.
///
/// # Errors
/// If the body is not callable, or is nested too deeply to be compiled.
pub(super) fn normalize(heap: &Heap, body: Cell) -> Result<Seq, CompileError> {
    sequence(heap, vec![body], BodyPlace { depth: 0, guards: true })
}

/// Where goals stand in a body.
#[derive(Clone, Copy)]
struct BodyPlace {
    /// The depth of nested constructs.
    depth: usize,
    /// Whether `$` guards the goals after it: not in a condition, and not where they are guarded already.
    guards: bool,
}

/// Returns the relation of a constraint between two expressions.
pub fn relation(functor: Functor) -> Option<Comparison> {
    Some(match functor.name() {
        _ if functor.arity() != 2 => return None,
        known::FD_EQ => Comparison::Equal,
        known::FD_NE => Comparison::NotEqual,
        known::FD_LT => Comparison::Less,
        known::FD_LE => Comparison::LessOrEqual,
        known::FD_GT => Comparison::Greater,
        known::FD_GE => Comparison::GreaterOrEqual,
        _ => return None,
    })
}

/// Returns the goals that wait, the first last.
fn sequence(heap: &Heap, mut waiting: Vec<Cell>, place: BodyPlace) -> Result<Seq, CompileError> {
    if place.depth > MAX_NESTING {
        return Err(CompileError::TooBig);
    }
    let mut goals = Vec::new();
    while let Some(goal) = waiting.pop() {
        match heap.view(goal) {
            View::Struct(f, args) if f == Functor::new(known::COMMA, 2) => {
                waiting.push(heap.get(args + 1));
                waiting.push(heap.get(args));
            }
            View::Atom(known::DOLLAR) if place.guards => {
                goals.push(BodyGoal::Cut);
                let depth = place.depth + 1;
                let rest = sequence(heap, waiting, BodyPlace { depth, guards: false })?;
                let only = match rest[..] {
                    [BodyGoal::Call(functor, _)] => Some(functor),
                    _ => None,
                };
                if !rest.is_empty() {
                    goals.push(BodyGoal::Guarded(rest, Culprit::Rest(only)));
                }
                return Ok(goals);
            }
            _ => goals.extend(one_goal(heap, goal, place)?),
        }
    }
    Ok(goals)
}

/// A goal of a body that is no control construct.
#[derive(Clone, Copy, Debug)]
pub struct PlainGoal {
    /// The goal.
    pub goal: Cell,
    /// Whether the clause ends with it, so that its call replaces the clause.
    pub is_last: bool,
}

/// Returns the goals of `body` without its control constructs, in the order in which they are compiled. The failure of
/// an implication without an alternative counts as a goal: the implication itself.
pub fn plain_goals(heap: &Heap, body: Cell) -> Vec<PlainGoal> {
    let mut goals = Vec::new();
    let mut waiting = vec![(body, true, true)];
    while let Some((goal, is_last, opens)) = waiting.pop() {
        let goal = heap.deref(goal);
        let plain = PlainGoal { goal, is_last };
        let View::Struct(f, args) = heap.view(goal) else {
            if heap.view(goal) != View::Atom(known::TRUE) {
                goals.push(plain);
            }
            continue;
        };
        let arg = |i: usize| heap.get(args + i);
        let implies = |f: Functor| f.arity() == 2 && matches!(f.name(), known::ARROW | known::SOFT_ARROW);
        let negates = negates_goals(heap, goal);
        match f {
            _ if !opens => goals.push(plain),
            _ if f == Functor::new(known::SEMICOLON, 2) => {
                waiting.push((arg(1), is_last, true));
                match heap.view(arg(0)) {
                    View::Struct(inner, at) if implies(inner) => {
                        waiting.push((heap.get(at + 1), is_last, true));
                        waiting.push((heap.get(at), false, true));
                    }
                    _ => waiting.push((arg(0), is_last, true)),
                }
            }
            _ if implies(f) => {
                waiting.extend([(goal, false, false), (arg(1), is_last, true), (arg(0), false, true)]);
            }
            _ if connects_goals(f) => {
                // Nothing is compiled for `true`.
                let ends = is_last && heap.view(arg(1)) == View::Atom(known::TRUE);
                waiting.extend([(arg(1), is_last, true), (arg(0), ends, true)]);
            }
            _ if negates || guarded(f).is_some() && is_body(heap, arg(0)) => waiting.push((arg(0), false, true)),
            _ => goals.push(plain),
        }
    }
    goals
}

fn nested(heap: &Heap, body: Cell, BodyPlace { depth, guards }: BodyPlace) -> Result<Seq, CompileError> {
    let depth = depth + 1;
    sequence(heap, vec![body], BodyPlace { depth, guards })
}

/// Whether a term can be compiled as a body.
fn is_body(heap: &Heap, body: Cell) -> bool {
    normalize(heap, body).is_ok()
}

/// Returns what is told of the guarded goals in a term of this functor, by the place in its arguments.
fn guarded(functor: Functor) -> Option<fn(usize) -> Culprit> {
    match (functor.name(), functor.arity()) {
        (known::DOLLAR, 1) => Some(Culprit::Goal),
        (known::GUARDED, 2) => Some(|args| Culprit::Goal(args + 1)),
        (known::GUARDED, 3) => Some(|args| Culprit::Terms(args + 1)),
        _ => None,
    }
}

fn one_goal(heap: &Heap, goal: Cell, place: BodyPlace) -> Result<Option<BodyGoal>, CompileError> {
    let (functor, args) = match heap.view(goal) {
        View::Var(v) | View::Attributed(v) => return Ok(Some(BodyGoal::Meta(v))),
        View::Atom(known::TRUE) => return Ok(None),
        View::Atom(known::FAIL | known::FALSE) => return Ok(Some(BodyGoal::Fail)),
        View::Atom(known::CUT | known::DOLLAR) => return Ok(Some(BodyGoal::Cut)),
        View::Atom(name) => return Ok(Some(BodyGoal::Call(Functor::new(name, 0), 0))),
        View::Struct(functor, args) => (functor, args),
        View::List(address) => {
            return Ok(Some(BodyGoal::Call(Functor::new(known::DOT, 2), address)));
        }
        _ => return Err(CompileError::NotCallable),
    };
    let call = BodyGoal::Call(functor, args);
    let arg = |i: usize| heap.get(args + i);
    let inner = BodyPlace { guards: false, ..place };
    if let Some(told) = guarded(functor) {
        return Ok(Some(match nested(heap, arg(0), inner) {
            Err(CompileError::NotCallable) => call,
            goals => BodyGoal::Guarded(goals?, told(args)),
        }));
    }
    let goal = match functor.arity() {
        1 => match (functor.name(), type_test(functor)) {
            (known::NOT_PROVABLE, _) if names_construct(heap, arg(0)) => BodyGoal::Meta(goal),
            // `\+` is a predicate (ISO 7.6.2): the error is raised only when it is called.
            (known::NOT_PROVABLE, _) => match nested(heap, arg(0), inner) {
                Err(CompileError::NotCallable) => BodyGoal::Meta(goal),
                goals => BodyGoal::Not(goals?),
            },
            (known::CALL, _) => BodyGoal::Meta(arg(0)),
            (known::CHOICES, _) if heap.deref(arg(0)).is_variable() => BodyGoal::Choices(args),
            (_, Some(test)) => BodyGoal::Type(test, arg(0)),
            _ => call,
        },
        2 => match functor.name() {
            known::SEMICOLON => return Ok(Some(disjunction(heap, args, place)?)),
            known::ARROW | known::SOFT_ARROW => BodyGoal::IfThenElse {
                condition: nested(heap, arg(0), inner)?,
                then: nested(heap, arg(1), place)?,
                otherwise: vec![BodyGoal::Fail],
                soft: functor.name() == known::SOFT_ARROW,
            },
            known::EQUALS => BodyGoal::Unify(arg(0), arg(1)),
            known::IS => BodyGoal::Is(arg(0), arg(1)),
            known::STRICT_EQ => BodyGoal::Identical(arg(0), arg(1), true),
            known::STRICT_NE => BodyGoal::Identical(arg(0), arg(1), false),
            known::COLON if is_cut_in_module(heap, args) => BodyGoal::Cut,
            // The predicate may be known only at the call.
            known::COLON => BodyGoal::Meta(goal),
            name => match comparison(name) {
                Some(comparison) => BodyGoal::Compare(comparison, arg(0), arg(1)),
                None => call,
            },
        },
        3 if functor == ORDER && heap.deref(arg(0)).is_variable() => BodyGoal::Order(args),
        _ => call,
    };
    Ok(Some(goal))
}

/// Whether a negation contains a module-qualified control construct. Its cuts are local to the negated goal, which is
/// converted like other bodies when it is called.
fn names_construct(heap: &Heap, body: Cell) -> bool {
    any_goal(heap, body, |goal, named| match goal {
        View::Atom(name) => named && name == known::CUT,
        View::Struct(f, _) => named && connects_goals(f),
        _ => false,
    })
}

/// Whether this holds for a goal within the control constructs and negations of a body, and for those within modules;
/// `named`: it stands behind a module.
fn any_goal(heap: &Heap, body: Cell, holds: impl Fn(View, bool) -> bool) -> bool {
    let mut waiting = vec![(body, false)];
    while let Some((goal, named)) = waiting.pop() {
        let goal = heap.view(goal);
        if holds(goal, named) {
            return true;
        }
        match goal {
            View::Struct(f, args) if connects_goals(f) => {
                waiting.extend([(heap.get(args), false), (heap.get(args + 1), false)]);
            }
            View::Struct(f, args) if f == Functor::new(known::NOT_PROVABLE, 1) => {
                waiting.push((heap.get(args), false));
            }
            View::Struct(f, args) if f == Functor::new(known::COLON, 2) => {
                waiting.push((heap.get(args + 1), true));
            }
            _ => {}
        }
    }
    false
}

/// Whether a goal is a negation that is compiled as part of the body.
pub fn negates_goals(heap: &Heap, goal: Cell) -> bool {
    match heap.view(goal) {
        View::Struct(f, at) if f == Functor::new(known::NOT_PROVABLE, 1) => {
            let inner = heap.get(at);
            !names_construct(heap, inner) && is_body(heap, inner)
        }
        _ => false,
    }
}

/// Whether a term is a body whose code does what a call of it does: it can be compiled, and no goal is a cut that would
/// reach out of it, or may be one at the call; none is quantified in a module.
pub fn is_local_body(heap: &Heap, body: Cell) -> bool {
    let needs_call = any_goal(heap, body, |goal, named| match goal {
        View::Var(_) | View::Attributed(_) => true,
        View::Atom(name) => named && name == known::CUT,
        View::Struct(f, _) => named && (connects_goals(f) || f == Functor::new(known::HAT, 2)),
        _ => false,
    });
    !needs_call && normalize(heap, body).is_ok_and(|goals| !has_cut(&goals))
}

/// Whether a structure of this functor is a control construct of two goals: `,`, `;`, `->` or `*->`.
pub fn connects_goals(functor: Functor) -> bool {
    let names = [known::COMMA, known::SEMICOLON, known::ARROW, known::SOFT_ARROW];
    functor.arity() == 2 && names.contains(&functor.name())
}

/// Whether this is a control construct, which runs as a body.
pub fn is_control(functor: Functor) -> bool {
    match functor.arity() {
        0 => matches!(functor.name(), known::CUT | known::DOLLAR),
        1 => functor.name() == known::NOT_PROVABLE,
        _ => connects_goals(functor),
    }
}

/// Whether a goal is compiled without a call of its predicate.
pub fn is_known_goal(heap: &Heap, goal: Cell) -> bool {
    let place = BodyPlace { depth: 0, guards: true };
    !matches!(one_goal(heap, goal, place), Ok(Some(BodyGoal::Call(..))))
}

fn is_cut_in_module(heap: &Heap, args: usize) -> bool {
    let (module, goal) = (heap.view(heap.get(args)), heap.view(heap.get(args + 1)));
    matches!(module, View::Atom(_)) && goal == View::Atom(known::CUT)
}

fn disjunction(heap: &Heap, args: usize, place: BodyPlace) -> Result<BodyGoal, CompileError> {
    let (left, right) = (heap.get(args), heap.get(args + 1));
    if let View::Struct(f, inner) = heap.view(left)
        && f.arity() == 2
        && (f.name() == known::ARROW || f.name() == known::SOFT_ARROW)
    {
        return Ok(BodyGoal::IfThenElse {
            condition: nested(heap, heap.get(inner), BodyPlace { guards: false, ..place })?,
            then: nested(heap, heap.get(inner + 1), place)?,
            otherwise: nested(heap, right, place)?,
            soft: f.name() == known::SOFT_ARROW,
        });
    }
    Ok(BodyGoal::Or(nested(heap, left, place)?, nested(heap, right, place)?))
}

fn type_test(functor: Functor) -> Option<TypeTest> {
    Some(match functor.name() {
        known::VAR => TypeTest::Var,
        known::NONVAR => TypeTest::Nonvar,
        known::ATOM => TypeTest::Atom,
        known::INTEGER => TypeTest::Integer,
        known::FLOAT => TypeTest::Float,
        known::NUMBER => TypeTest::Number,
        known::ATOMIC => TypeTest::Atomic,
        known::COMPOUND => TypeTest::Compound,
        known::CALLABLE => TypeTest::Callable,
        _ => return None,
    })
}

fn comparison(name: crate::base::atom::Atom) -> Option<Comparison> {
    Some(match name {
        known::LT => Comparison::Less,
        known::LE => Comparison::LessOrEqual,
        known::GT => Comparison::Greater,
        known::GE => Comparison::GreaterOrEqual,
        known::NUM_EQ => Comparison::Equal,
        known::NUM_NE => Comparison::NotEqual,
        _ => return None,
    })
}

/// Whether the condition consists of tests only, which branch without a choice point.
pub(super) fn is_simple(condition: &[BodyGoal]) -> bool {
    condition.iter().all(|goal| {
        matches!(
            goal,
            BodyGoal::Compare(..) | BodyGoal::Type(..) | BodyGoal::Identical(..) | BodyGoal::Fail
        )
    })
}

/// Whether a cut in `goals` cuts the clause, and not only a condition inside.
pub(super) fn has_cut(goals: &[BodyGoal]) -> bool {
    goals.iter().any(|goal| match goal {
        BodyGoal::Cut => true,
        BodyGoal::Or(a, b) => has_cut(a) || has_cut(b),
        BodyGoal::IfThenElse { then, otherwise, .. } => has_cut(then) || has_cut(otherwise),
        _ => false,
    })
}
