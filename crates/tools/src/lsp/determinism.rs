//! How many answers predicates have, as far as their texts tell, and the hints of it.
//!
//! Inferences hold for all calls, but that clauses which differ in their first argument exclude one another: then it is
//! said that this must be ground. Of what calls unknown predicates nothing is said.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::Range;
use std::rc::Rc;

use ferz::toplevel::{SourceClause, SourceNode};
use serde_json::{Value, json};

use super::assist::{KnownLibrary, comment_before};
use super::navigate::head;
use super::outline::{ClauseOutline, Indicator, NameRole, NameTable, Outline};
use super::texts::{OpenTexts, OutlinedText};

/// The most rounds until what is known of predicates that call one another is the same as before.
const MOST_ROUNDS: usize = 20;

/// How the goals of a clause follow one another: each operation takes the goals before it.
#[derive(Debug, Default)]
pub(crate) struct GoalShape {
    steps: Vec<ShapeStep>,
    /// A digest of the first argument, unless it is a variable.
    key: Option<u64>,
    /// Whether the head matches any arguments.
    is_open: bool,
}

#[derive(Debug)]
enum ShapeStep {
    Call(Rc<Indicator>, FirstArgument),
    True,
    Fail,
    /// A goal that has one answer or none.
    Test,
    Cut,
    /// A goal of which nothing is known.
    Unknown,
    And,
    Or,
    /// `(Condition -> Then ; Else)`, of which the condition is left out.
    Choose,
    /// `(Condition *-> Then ; Else)`.
    ChooseAll,
    Once,
    Ignore,
}

/// The first argument of a call.
#[derive(Clone, Copy, Debug)]
enum FirstArgument {
    /// It has a value.
    Bound,
    /// It is a part of the first argument of the head.
    Part,
    Other,
}

/// A part of a body that is looked at, or an operation on those before.
enum ShapeTask {
    Goal(usize),
    Step(ShapeStep),
}

/// Returns how the goals of a clause follow one another; `None` for directives and grammars.
pub(super) fn shape_of(clause: &SourceClause<'_>, text: &str, names: &mut NameTable) -> Option<GoalShape> {
    let root = clause.root();
    let parts: Vec<usize> = clause.children(root).collect();
    let (head, body) = match (clause.node(root), &parts[..]) {
        (SourceNode::Compound(":-"), &[head, body]) => (head, Some(body)),
        (SourceNode::Compound(":-" | "?-" | "-->" | "=>"), _) => return None,
        _ => (root, None),
    };
    let arguments: Vec<usize> = clause.children(head).collect();
    let key = arguments.first().and_then(|&first| {
        let mut hasher = DefaultHasher::new();
        match clause.node(first) {
            SourceNode::Variable(_) => return None,
            SourceNode::Compound(name) => (name, clause.children(first).len()).hash(&mut hasher),
            SourceNode::List { .. } if clause.children(first).len() > 0 => ("[|]", 2).hash(&mut hasher),
            _ => text[clause.span(first)].hash(&mut hasher),
        }
        Some(hasher.finish())
    });
    let mut variables: Vec<u32> = Vec::new();
    let is_open = arguments.iter().all(|&argument| match clause.node(argument) {
        SourceNode::Variable(variable) if !variables.contains(&variable) => {
            variables.push(variable);
            true
        }
        _ => false,
    });
    let mut steps = Vec::new();
    let mut tasks: Vec<ShapeTask> = body.map(ShapeTask::Goal).into_iter().collect();
    while let Some(task) = tasks.pop() {
        match task {
            ShapeTask::Step(step) => steps.push(step),
            ShapeTask::Goal(goal) => goal_steps(clause, goal, arguments.first().copied(), names, &mut tasks),
        }
    }
    if body.is_none() {
        steps.push(ShapeStep::True);
    }
    steps.shrink_to_fit();
    Some(GoalShape { steps, key, is_open })
}

/// Adds what is to be done for a goal, the last first.
fn goal_steps(
    clause: &SourceClause<'_>,
    goal: usize,
    head: Option<usize>,
    names: &mut NameTable,
    tasks: &mut Vec<ShapeTask>,
) {
    use ShapeTask::{Goal, Step};
    let parts: Vec<usize> = clause.children(goal).collect();
    let split = |term: usize, name: &str| match (clause.node(term), clause.children(term).collect::<Vec<_>>()) {
        (SourceNode::Compound(found), parts) if found == name && parts.len() == 2 => Some((parts[0], parts[1])),
        _ => None,
    };
    match (clause.node(goal), &parts[..]) {
        (SourceNode::Compound(","), &[left, right]) => tasks.extend([Step(ShapeStep::And), Goal(right), Goal(left)]),
        (SourceNode::Compound(";" | "|"), &[left, right]) => {
            if let Some((_, then)) = split(left, "->") {
                tasks.extend([Step(ShapeStep::Choose), Goal(right), Goal(then)]);
            } else if let Some((condition, then)) = split(left, "*->") {
                tasks.extend([Step(ShapeStep::ChooseAll), Goal(right), Goal(then), Goal(condition)]);
            } else {
                tasks.extend([Step(ShapeStep::Or), Goal(right), Goal(left)]);
            }
        }
        (SourceNode::Compound("->"), &[_, then]) => {
            tasks.extend([Step(ShapeStep::And), Goal(then), Step(ShapeStep::Test)]);
        }
        (SourceNode::Compound("*->"), &[condition, then]) => {
            tasks.extend([Step(ShapeStep::And), Goal(then), Goal(condition)]);
        }
        (SourceNode::Compound("\\+" | "not"), &[_]) => tasks.push(Step(ShapeStep::Test)),
        (SourceNode::Compound("once"), &[inner]) => tasks.extend([Step(ShapeStep::Once), Goal(inner)]),
        (SourceNode::Compound("ignore"), &[inner]) => tasks.extend([Step(ShapeStep::Ignore), Goal(inner)]),
        (SourceNode::Compound(":"), &[_, inner]) => tasks.push(Goal(inner)),
        // A unification with a variable at first sight may still be one with a value.
        (SourceNode::Compound("="), _) => tasks.push(Step(ShapeStep::Test)),
        (SourceNode::Atom("!"), _) => tasks.push(Step(ShapeStep::Cut)),
        (SourceNode::Atom("true" | "otherwise"), _) => tasks.push(Step(ShapeStep::True)),
        (SourceNode::Atom("fail" | "false"), _) => tasks.push(Step(ShapeStep::Fail)),
        (SourceNode::Atom(name) | SourceNode::Compound(name), _) => {
            let first = parts
                .first()
                .map_or(FirstArgument::Other, |&first| match clause.node(first) {
                    SourceNode::Variable(variable) if head.is_some_and(|head| occurs(clause, variable, head)) => {
                        FirstArgument::Part
                    }
                    SourceNode::Atom(_) | SourceNode::Number | SourceNode::Text => FirstArgument::Bound,
                    _ => FirstArgument::Other,
                });
            tasks.push(Step(ShapeStep::Call(names.of(name, parts.len()), first)));
        }
        _ => tasks.push(Step(ShapeStep::Unknown)),
    }
}

/// Whether a variable occurs in a term.
fn occurs(clause: &SourceClause<'_>, variable: u32, term: usize) -> bool {
    let mut waiting = vec![term];
    while let Some(term) = waiting.pop() {
        if clause.node(term) == SourceNode::Variable(variable) {
            return true;
        }
        waiting.extend(clause.children(term));
    }
    false
}

/// How many answers a goal has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Determinism {
    can_fail: bool,
    has_many: bool,
    /// Whether its first argument must be ground for that.
    needs_first: bool,
    /// Whether nothing is known.
    is_unknown: bool,
    /// Whether it has no answers.
    fails: bool,
}

impl Determinism {
    const UNKNOWN: Determinism = Determinism {
        can_fail: true,
        has_many: true,
        needs_first: false,
        is_unknown: true,
        fails: false,
    };

    /// Reads the word of a documentation, such as `semidet`.
    pub(super) fn of_word(word: &str) -> Option<Determinism> {
        let (can_fail, has_many) = match word {
            "det" | "erroneous" => (false, false),
            "semidet" => (true, false),
            "multi" => (false, true),
            "nondet" | "undefined" => (true, true),
            "failure" => (true, false),
            _ => return None,
        };
        Some(Determinism {
            can_fail,
            has_many,
            fails: word == "failure",
            ..Determinism::default()
        })
    }

    /// The name that documentations have for it.
    fn name(self) -> &'static str {
        match (self.can_fail, self.has_many) {
            _ if self.fails => "failure",
            (false, false) => "det",
            (true, false) => "semidet",
            (false, true) => "multi",
            (true, true) => "nondet",
        }
    }

    fn and(self, next: Determinism) -> Determinism {
        Determinism {
            can_fail: self.can_fail || next.can_fail,
            has_many: (self.has_many || next.has_many) && !self.fails && !next.fails,
            needs_first: self.needs_first || next.needs_first,
            is_unknown: !self.fails && (self.is_unknown || next.is_unknown),
            fails: self.fails || next.fails,
        }
    }

    /// One of two, whichever it is.
    fn either(self, other: Determinism) -> Determinism {
        Determinism {
            can_fail: self.can_fail || other.can_fail,
            has_many: self.has_many || other.has_many,
            needs_first: self.needs_first || other.needs_first,
            is_unknown: self.is_unknown || other.is_unknown,
            fails: self.fails && other.fails,
        }
    }

    /// One and then the other.
    fn or(self, other: Determinism) -> Determinism {
        Determinism {
            can_fail: self.can_fail && other.can_fail,
            has_many: self.has_many || other.has_many || !self.fails && !other.fails,
            needs_first: self.needs_first || other.needs_first,
            is_unknown: self.is_unknown || other.is_unknown,
            fails: self.fails && other.fails,
        }
    }
}

/// A part of a body.
#[derive(Clone, Copy, Debug, Default)]
struct BodyPart {
    answers: Determinism,
    /// Whether each of its answers has passed a cut, and whether one may have.
    cuts: bool,
    may_cut: bool,
    /// Whether it can fail behind a cut.
    fails_late: bool,
}

impl From<Determinism> for BodyPart {
    fn from(answers: Determinism) -> BodyPart {
        BodyPart {
            answers,
            ..BodyPart::default()
        }
    }
}

impl BodyPart {
    /// One of two, of which `answers` is told.
    fn either(self, other: BodyPart, answers: Determinism) -> BodyPart {
        BodyPart {
            answers,
            cuts: self.cuts && other.cuts,
            may_cut: self.may_cut || other.may_cut,
            fails_late: self.fails_late || other.fails_late,
        }
    }
}

/// Returns how many answers a body has, and where it cuts.
fn body(steps: &[ShapeStep], of: &mut impl FnMut(&Rc<Indicator>) -> Determinism) -> BodyPart {
    let mut stack: Vec<BodyPart> = Vec::new();
    let known = |word: &str| BodyPart::from(Determinism::of_word(word).unwrap_or_default());
    for step in steps {
        let mut two = || {
            let right = stack.pop().unwrap_or_default();
            (stack.pop().unwrap_or_default(), right)
        };
        let new = match step {
            ShapeStep::Call(predicate, first) => {
                let mut known = of(predicate);
                known.has_many |= known.needs_first && matches!(first, FirstArgument::Other);
                known.needs_first &= matches!(first, FirstArgument::Part);
                known.into()
            }
            ShapeStep::True => known("det"),
            ShapeStep::Fail => known("failure"),
            ShapeStep::Test => known("semidet"),
            ShapeStep::Unknown => Determinism::UNKNOWN.into(),
            ShapeStep::Cut => BodyPart {
                cuts: true,
                may_cut: true,
                ..known("det")
            },
            ShapeStep::And => {
                let (mut left, right) = two();
                left.answers.has_many &= !right.cuts;
                BodyPart {
                    answers: left.answers.and(right.answers),
                    cuts: left.cuts || right.cuts,
                    may_cut: left.may_cut || right.may_cut,
                    fails_late: left.fails_late || right.fails_late || left.may_cut && right.answers.can_fail,
                }
            }
            ShapeStep::Or => {
                let (left, right) = two();
                left.either(right, left.answers.or(right.answers))
            }
            ShapeStep::Choose => {
                let (left, right) = two();
                left.either(right, left.answers.either(right.answers))
            }
            ShapeStep::ChooseAll => {
                let (then, other) = two();
                let mut condition = stack.pop().unwrap_or_default().answers;
                condition.can_fail = false;
                condition.fails = false;
                then.either(other, condition.and(then.answers).either(other.answers))
            }
            ShapeStep::Once | ShapeStep::Ignore => {
                // Cuts in it are its own.
                let mut inner = stack.pop().unwrap_or_default().answers;
                inner.has_many = false;
                if matches!(step, ShapeStep::Ignore) {
                    (inner.can_fail, inner.fails) = (false, false);
                }
                inner.into()
            }
        };
        stack.push(new);
    }
    stack.pop().unwrap_or_default()
}

/// Returns how many answers a predicate with these clauses has.
fn predicate(clauses: &[&ClauseOutline], of: &mut impl FnMut(&Rc<Indicator>) -> Determinism) -> Determinism {
    let mut all = Determinism {
        can_fail: true,
        fails: true,
        ..Determinism::default()
    };
    let mut fails_late = false;
    let keys: Vec<Option<u64>> = clauses.iter().map(|clause| clause.shape.key).collect();
    for (at, clause) in clauses.iter().enumerate() {
        let body = body(&clause.shape.steps, of);
        let mut found = body.answers;
        found.can_fail |= !clause.shape.is_open;
        fails_late |= body.fails_late;
        let is_alone = |key: &Option<u64>| key.is_some() && *key != keys[at];
        let excludes = keys[at].is_some() && keys[at + 1..].iter().all(is_alone);
        let is_last = at + 1 == clauses.len();
        all.is_unknown |= found.is_unknown;
        all.can_fail &= found.can_fail;
        all.fails &= found.fails;
        all.has_many |= found.has_many || !(is_last || body.cuts || excludes || found.fails);
        all.needs_first |= found.needs_first || !is_last && !body.cuts && excludes && !found.fails;
    }
    all.can_fail |= fails_late;
    all.needs_first &= !all.has_many;
    all
}

/// Returns what is known of the predicates of a text. `library` tells of those of others.
fn infer(outline: &Outline, text: &str, library: &mut KnownLibrary) -> HashMap<Indicator, Determinism> {
    let predicates = outline.predicates();
    let declared = outline.parts.clauses.iter().flat_map(|clause| &clause.names);
    let mut given: HashMap<Indicator, Determinism> = declared
        .filter(|name| name.role == NameRole::Indicator && !is_exported(outline, &name.span))
        .map(|name| ((*name.predicate).clone(), Determinism::UNKNOWN))
        .collect();
    for (name, clauses) in &predicates {
        if let Some(word) = documented(&comment_before(text, clauses[0].range.start)) {
            given.insert((*name).clone(), word);
        }
    }
    let mut known: HashMap<Indicator, Determinism> = HashMap::new();
    for (name, _) in &predicates {
        known.insert((*name).clone(), given.get(*name).copied().unwrap_or_default());
    }
    for round in 0..=MOST_ROUNDS {
        let mut has_changed = false;
        for (name, clauses) in &predicates {
            if given.contains_key(*name) {
                continue;
            }
            let mut of = |callee: &Rc<Indicator>| match known.get(&**callee).or_else(|| given.get(&**callee)) {
                Some(known) => *known,
                None => library.determinism(callee).unwrap_or(Determinism::UNKNOWN),
            };
            let has_shapes = clauses.iter().all(|clause| !clause.shape.steps.is_empty());
            let found = match has_shapes && round < MOST_ROUNDS {
                true => predicate(clauses, &mut of),
                false => Determinism::UNKNOWN,
            };
            has_changed |= known.insert((*name).clone(), found) != Some(found);
        }
        if !has_changed {
            break;
        }
    }
    known.retain(|name, _| !given.contains_key(name));
    known
}

/// Whether an indicator is in the export list of the module, which says nothing else of it.
fn is_exported(outline: &Outline, span: &Range<usize>) -> bool {
    let clause = outline.clause_at(span.start);
    clause.is_some_and(|clause| {
        let directive = clause.directive.as_ref();
        directive.is_some_and(|directive| directive.module.is_some() || !directive.loads.is_empty())
    })
}

/// Returns what a comment says behind a head: `%! p(+X) is det.`
fn documented(comment: &str) -> Option<Determinism> {
    comment.lines().find_map(|line| {
        let (_, word) = line.trim_end().trim_end_matches('.').rsplit_once(" is ")?;
        Determinism::of_word(word.trim())
    })
}

/// Returns the hints of a part of a text: before the first clause of a predicate how many answers it has.
pub(super) fn hints(
    texts: &mut OpenTexts,
    library: &mut KnownLibrary,
    text: &Rc<OutlinedText>,
    part: Range<usize>,
) -> Value {
    let outline = texts.outline(text);
    let known = infer(outline, &text.document.text, library);
    let mut found = Vec::new();
    for (name, clauses) in outline.predicates() {
        let place = head(clauses[0]);
        let Some(known) = known
            .get(name)
            .filter(|known| !known.is_unknown && part.contains(&place.start))
        else {
            continue;
        };
        let condition = if known.needs_first {
            ", if its first argument is ground"
        } else {
            ""
        };
        let meaning = match known.name() {
            "det" => "it has one answer",
            "semidet" => "it has one answer or none",
            "multi" => "it may have more than one answer, and has one",
            "nondet" => "it may have any number of answers",
            _ => "it has no answer",
        };
        found.push(json!({
            "position": text.document.position(place.start),
            "label": format!("{}{}", known.name(), if known.needs_first { " (first ground)" } else { "" }),
            "tooltip": format!("{}/{}: {meaning}{condition}", name.0, name.1),
            "paddingRight": true,
        }));
    }
    found.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operators::SourceOperators;

    fn inferred(text: &str) -> Vec<String> {
        let outline = Outline::of(text, None, &mut SourceOperators::default());
        let known = infer(&outline, text, &mut KnownLibrary::default());
        let shown = outline.predicates().into_iter().filter_map(|(name, _)| {
            let known = known.get(name).filter(|known| !known.is_unknown)?;
            Some(format!(
                "{} {}{}",
                name.0,
                known.name(),
                if known.needs_first { "+" } else { "" }
            ))
        });
        shown.collect()
    }

    #[test]
    fn answers_are_counted_as_texts_tell() {
        for (text, wanted) in [
            ("a.", "a det"),
            ("a(_, X) :- b(X). b(_).", "a det, b det"),
            ("a(1). a(2).", "a semidet+"),
            ("a(X) :- X > 1.", "a semidet"),
            ("a(X) :- X > 1, !. a(_).", "a det"),
            ("a(X) :- X > 1, !, X > 2. a(_).", "a semidet"),
            ("a :- ( !, fail ; true ).", "a semidet"),
            ("a(X) :- b(X). a(_). b(1).", "a multi, b semidet"),
            ("a(X) :- between(1, 2, X).", "a nondet"),
            ("a(X) :- between(1, 2, X), !.", "a semidet"),
            ("a(X) :- once(between(1, 1, X)), fail.", "a failure"),
            ("a(X) :- ( X > 1 -> true ; true ).", "a det"),
            ("a(X) :- ( X > 1 -> true ; between(1, 2, X) ).", "a nondet"),
            ("a(X) :- ( X = 1 ; X = 2 ).", "a nondet"),
            ("a :- ( ! ; true ). a.", "a multi"),
            ("a(X) :- \\+ between(1, 1, X).", "a semidet"),
            ("a(L) :- write(L).", "a det"),
            ("a(L, N) :- length(L, N).", ""),
            ("a(L) :- maplist(write, L).", ""),
            ("len([], 0). len([_|T], N) :- len(T, M), N is M + 1.", "len semidet+"),
            ("a(X) :- b(X). b(1). b(2).", "a semidet+, b semidet+"),
            ("a :- b(_). b(1). b(2).", "a nondet, b semidet+"),
            ("a :- b(1). b(1). b(2).", "a semidet, b semidet+"),
            ("a(X) :- nothing(X).", ""),
            ("a(X) :- call(X).", ""),
            (":- dynamic b/1. a :- b(_). b(1).", ""),
            ("%! b(X) is det.\nb(1).\na :- b(2).", "a det"),
            ("a --> \"x\".", ""),
            ("a :- b. b :- a. b.", "a multi, b multi"),
        ] {
            assert_eq!(inferred(text).join(", "), wanted, "{text}");
        }
    }
}
