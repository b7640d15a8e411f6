//! Explanations as values for the host: [`Engine::explain`].

use std::fmt;

use super::answer::Answer;
use super::engine::Engine;
use super::error::Error;
use super::failure::{Failure, number, text};
use super::input;
use super::keep;
use super::open::OpenQuery;
use super::params::{Params, bind};
use super::query::Query;
use super::show;
use super::term::Term;
use super::view::{TermRef, TermView};
use crate::base::known;
use crate::term::cell::Cell;

/// The levels of clauses that are followed, and the steps that are kept, unless the question says otherwise.
const DEPTH: usize = 30;
const STEPS: usize = 1_000;

/// The name of the variable for the explanation, which no variable of a text has.
const RESULT: &str = "";

/// A goal to be explained ([`Engine::explain`]), with values for its variables and bounds for its proof.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q, P = ()> {
    goal: &'q str,
    params: P,
    depth: usize,
    steps: usize,
    answer: usize,
    changes: bool,
}

impl<'q> Question<'q> {
    /// Asks about a goal: its first answer is proved, with at most 30 levels of clauses and 1,000 steps.
    pub fn new(goal: &'q str) -> Question<'q> {
        Question {
            goal,
            params: (),
            depth: DEPTH,
            steps: STEPS,
            answer: 1,
            changes: false,
        }
    }
}

impl<'q, P> Question<'q, P> {
    /// Gives values to some of the variables.
    pub fn with<N: Params>(self, params: N) -> Question<'q, N> {
        let Question {
            goal,
            depth,
            steps,
            answer,
            changes,
            ..
        } = self;
        Question {
            goal,
            params,
            depth,
            steps,
            answer,
            changes,
        }
    }

    /// Follows clauses down to this level; calls below are run, and have no steps.
    pub fn depth(mut self, depth: usize) -> Self {
        self.depth = depth;
        self
    }

    /// Keeps at most this many steps: the first ones in the order of the proof.
    pub fn steps(mut self, steps: usize) -> Self {
        self.steps = steps;
        self
    }

    /// If the goal has no answer, looks for the smallest change of it that has one, and for constraints that contradict each
    /// other ([`Failure::changes`]). It runs the goal up to a few hundred times, without its output, for at most 10 seconds of
    /// the processor (10,000,000 inferences without the grant of a clock), and only if it has no other effects.
    pub fn changes(mut self) -> Self {
        self.changes = true;
        self
    }

    /// Asks about the answer with this number, from 1.
    pub fn answer(mut self, number: usize) -> Self {
        self.answer = number;
        self
    }
}

impl<'q> From<&'q str> for Question<'q> {
    fn from(goal: &'q str) -> Question<'q> {
        Question::new(goal)
    }
}

/// Why a goal has an answer, or none: see [`Engine::explain`]. `{}` shows it in lines.
#[derive(Clone, Debug)]
pub enum Explanation {
    /// It has one.
    Proved(Proof),
    /// It has none.
    Failed(Failure),
}

impl Explanation {
    /// Whether the goal has an answer.
    pub fn is_proved(&self) -> bool {
        self.proof().is_some()
    }

    /// Returns the proof, if there is one.
    pub fn proof(&self) -> Option<&Proof> {
        match self {
            Explanation::Proved(proof) => Some(proof),
            Explanation::Failed(_) => None,
        }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Explanation::Proved(proof) => proof.fmt(f),
            Explanation::Failed(failure) => failure.fmt(f),
        }
    }
}

/// The proof of an answer: a tree of steps, of which a goal that is a conjunction has several at the top.
#[derive(Clone, Debug)]
pub struct Proof {
    answer: Answer,
    /// In prefix order.
    nodes: Vec<ProofNode>,
    is_cut: bool,
}

#[derive(Clone, Debug)]
struct ProofNode {
    level: usize,
    kind: StepKind,
    goal: Term,
    place: Option<(String, usize)>,
    is_cut: bool,
}

/// How a step of a proof holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StepKind {
    /// By a clause with a body; the steps below are those of the body.
    Rule,
    /// By a clause without a body.
    Fact,
    /// By a predicate of the system or of its libraries.
    BuiltIn,
    /// By a function of the host.
    Host,
    /// By the answer of a table. The step below is that of a clause that gives the answer, by a proof that does not need
    /// the answer itself; there is none if it was not found with 5,000,000 inferences, or the answer has variables.
    Tabled,
    /// By a predicate whose clauses are not followed: they are too deep, as [`ProofStep::is_cut`] tells then, or of a meta
    /// predicate in another module.
    Called,
    /// The goal has no answer, as its negation wants.
    Not,
    /// The goal is the condition of an if-then-else, which holds by the steps below. The steps of the branch come next.
    If,
    /// The goal is the condition of an if-then-else, which has no answer. The steps of the other branch come next.
    Else,
    /// The goal is the alternative of a disjunction with this number, from 1; it holds by the steps below.
    Or(usize),
    /// The goal is an exception that came and was caught. The steps of the recovery come next.
    Caught,
}

impl StepKind {
    fn of(term: TermRef<'_>) -> Option<StepKind> {
        Some(match term.view() {
            TermView::Atom("rule") => StepKind::Rule,
            TermView::Atom("fact") => StepKind::Fact,
            TermView::Atom("builtin") => StepKind::BuiltIn,
            TermView::Atom("host") => StepKind::Host,
            TermView::Atom("tabled") => StepKind::Tabled,
            TermView::Atom("called") => StepKind::Called,
            TermView::Atom("not") => StepKind::Not,
            TermView::Atom("if") => StepKind::If,
            TermView::Atom("else") => StepKind::Else,
            TermView::Atom("caught") => StepKind::Caught,
            TermView::Compound("or", number) => StepKind::Or(number.to(0).ok()?),
            _ => return None,
        })
    }

    /// Returns the word for it: `rule`, `fact`, `builtin`, `host`, `tabled`, `called`, `not`, `if`, `else`, `or` or
    /// `caught`.
    pub fn word(self) -> &'static str {
        match self {
            StepKind::Rule => "rule",
            StepKind::Fact => "fact",
            StepKind::BuiltIn => "builtin",
            StepKind::Host => "host",
            StepKind::Tabled => "tabled",
            StepKind::Called => "called",
            StepKind::Not => "not",
            StepKind::If => "if",
            StepKind::Else => "else",
            StepKind::Or(_) => "or",
            StepKind::Caught => "caught",
        }
    }
}

impl Proof {
    fn of(answer: Answer, nodes: TermRef<'_>, most: usize) -> Proof {
        let nodes = nodes.items().unwrap_or_default();
        let mut nodes: Vec<ProofNode> = nodes.into_iter().filter_map(ProofNode::of).collect();
        let is_cut = nodes.len() > most;
        if is_cut {
            let mut level = nodes[most].level;
            nodes.truncate(most);
            // Below all that the missing step is below, there is something missing.
            for node in nodes.iter_mut().rev() {
                if node.level < level {
                    level = node.level;
                    node.is_cut = true;
                }
            }
        }
        let is_cut = is_cut || nodes.iter().any(|node| node.is_cut);
        Proof { answer, nodes, is_cut }
    }

    /// Returns the answer that is proved, with the values of the goal's variables.
    pub fn answer(&self) -> &Answer {
        &self.answer
    }

    /// Returns the steps at the top.
    pub fn steps(&self) -> impl Iterator<Item = ProofStep<'_>> {
        self.at_level(0, 0)
    }

    /// Returns all steps, each before those below it.
    pub fn walk(&self) -> impl Iterator<Item = ProofStep<'_>> {
        (0..self.nodes.len()).map(|at| ProofStep { proof: self, at })
    }

    /// Whether steps were left out for the bounds of the question.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Returns the steps of a level from `at` on, up to one above it.
    fn at_level(&self, at: usize, level: usize) -> impl Iterator<Item = ProofStep<'_>> {
        let below = self.nodes[at..].iter().take_while(move |node| node.level >= level);
        let own = below.enumerate().filter(move |(_, node)| node.level == level);
        own.map(move |(offset, _)| ProofStep {
            proof: self,
            at: at + offset,
        })
    }
}

/// A step to a line, with two blanks for each level.
impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in self.walk() {
            if step.at > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{:1$}{step}", "", 2 * step.level())?;
        }
        if self.is_cut && !self.nodes.iter().any(|node| node.is_cut) {
            f.write_str("\n...")?;
        }
        Ok(())
    }
}

/// A step of a proof.
#[derive(Clone, Copy)]
pub struct ProofStep<'p> {
    proof: &'p Proof,
    at: usize,
}

impl<'p> ProofStep<'p> {
    fn node(self) -> &'p ProofNode {
        &self.proof.nodes[self.at]
    }

    /// Returns the goal that holds, with the values that it has after all; for some kinds of steps another term.
    pub fn goal(self) -> &'p Term {
        &self.node().goal
    }

    /// Returns the text of the goal, in which deep parts and the rest of long lists are left out.
    pub fn brief(self) -> String {
        show::brief_text(self.goal())
    }

    /// Returns how it holds.
    pub fn kind(self) -> StepKind {
        self.node().kind
    }

    /// Returns the name of the text that the clause was loaded from, for a rule or a fact.
    pub fn file(self) -> Option<&'p str> {
        self.node().place.as_ref().map(|place| place.0.as_str())
    }

    /// Returns the line of the clause, from 1, for a rule or a fact that was loaded.
    pub fn line(self) -> Option<usize> {
        self.node().place.as_ref().map(|place| place.1)
    }

    /// Returns the steps below, by which it holds.
    pub fn steps(self) -> impl Iterator<Item = ProofStep<'p>> {
        self.proof.at_level(self.at + 1, self.level() + 1)
    }

    /// Returns how many steps it is below.
    pub fn level(self) -> usize {
        self.node().level
    }

    /// Whether steps below were left out for the bounds of the question.
    pub fn is_cut(self) -> bool {
        self.node().is_cut
    }
}

impl fmt::Display for ProofStep<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let goal = self.brief();
        match self.kind() {
            StepKind::Rule | StepKind::BuiltIn => write!(f, "{goal}")?,
            StepKind::Fact if self.file().is_some() => write!(f, "{goal}")?,
            StepKind::Fact | StepKind::Host | StepKind::Tabled => write!(f, "{goal}   ({})", self.kind().word())?,
            StepKind::Called => write!(f, "{goal}   (not followed)")?,
            StepKind::Or(number) => write!(f, "or {number}: {goal}")?,
            StepKind::Else => write!(f, "if not: {goal}")?,
            StepKind::Not | StepKind::If | StepKind::Caught => write!(f, "{}: {goal}", self.kind().word())?,
        }
        if let Some((file, line)) = &self.node().place {
            write!(f, "   {file}:{line}")?;
        }
        f.write_str(if self.is_cut() { " ..." } else { "" })
    }
}

impl fmt::Debug for ProofStep<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl ProofNode {
    /// Reads a term `node(Level, Kind, Goal, File, Line, Cut)`.
    fn of(term: TermRef<'_>) -> Option<ProofNode> {
        let TermView::Compound("node", args) = term.view() else {
            return None;
        };
        Some(ProofNode {
            level: args.to(0).ok()?,
            kind: StepKind::of(args.get(1)?)?,
            goal: args.get(2)?.to_term(),
            place: text(&args, 3).zip(number(&args, 4)),
            is_cut: args.to(5).ok()?,
        })
    }
}

impl Engine {
    /// Explains why a goal has an answer: the clauses, facts and other goals that it comes from. If it has none, tells
    /// which goals have no solution.
    ///
    /// The goal runs, with its effects and under the limits of a query, by an interpreter that follows clauses of the
    /// program, also rules with `=>`, and looks for the clauses that the answers of tables come from. [`Question`] has values
    /// for variables, bounds for the proof, and the number of the answer.
    ///
    /// ```
    /// use ferz::{Atom, Engine, Explanation, Question, StepKind};
    ///
    /// let mut engine = Engine::new();
    /// engine.consult_named("rules.pl", "
    ///     may(User, read, Doc) :- role(User, Role), reads(Role, Doc), \\+ locked(Doc).
    ///     role(ann, editor).
    ///     reads(editor, doc7).
    ///     reads(editor, doc8).
    ///     locked(doc8).")?;
    /// let may = Question::new("may(User, read, Doc)");
    /// let Explanation::Proved(proof) = engine.explain(may.with((("User", Atom("ann")), ("Doc", Atom("doc7")))))? else {
    ///     panic!("ann may read it")
    /// };
    /// assert_eq!(proof.to_string(), "\
    /// may(ann, read, doc7)   rules.pl:2
    ///   role(ann, editor)   rules.pl:3
    ///   reads(editor, doc7)   rules.pl:4
    ///   not: locked(doc7)");
    /// let rule = proof.steps().next().expect("it has a step");
    /// let facts: Vec<String> = rule.steps().filter(|step| step.kind() == StepKind::Fact)
    ///     .map(|fact| fact.goal().to_string()).collect();
    /// assert_eq!(facts, ["role(ann, editor)", "reads(editor, doc7)"]);
    ///
    /// let Explanation::Failed(failure) = engine.explain("may(ann, read, doc8)")? else { panic!("it is locked") };
    /// let failed = &failure.goals()[0];
    /// assert_eq!((failed.goal().to_string().as_str(), failed.line()), ("\\+locked(doc8)", Some(2)));
    /// assert_eq!(failed.reasons(), ["locked(doc8) is true"]);
    ///
    /// let changed = Question::new("may(ann, read, doc9)").changes();
    /// let Explanation::Failed(failure) = engine.explain(changed)? else { panic!("there is no doc9") };
    /// assert_eq!(failure.changes()[2], "  may(ann,read,_)   as in may(ann,read,doc7)");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Engine::once_with`]. On WebAssembly the library is without the interpreter: an existence error.
    pub fn explain<'q, P: Params>(&mut self, question: impl Into<Question<'q, P>>) -> Result<Explanation, Error> {
        let question = question.into();
        let (steps, wanted) = (question.steps, question.answer.max(1));
        let open = self.open_question(question)?;
        for (found, number) in Query::of(self, open).zip(1..) {
            let mut answer = found?;
            let Some((_, result)) = answer.bindings.pop_if(|(name, _)| name == RESULT) else {
                break;
            };
            match result.view() {
                TermView::Compound("failed", args) => return Ok(Explanation::Failed(Failure::of(&args))),
                TermView::Compound(_, args) if number == wanted => {
                    let nodes = args.get(0).unwrap_or(result.as_ref());
                    return Ok(Explanation::Proved(Proof::of(answer, nodes, steps)));
                }
                _ => {}
            }
        }
        let lines = vec![format!("The query has fewer than {wanted} answers")];
        Ok(Explanation::Failed(Failure::told(lines)))
    }

    fn open_question<P: Params>(&mut self, question: Question<'_, P>) -> Result<OpenQuery, Error> {
        let Question {
            goal: text,
            params,
            depth,
            steps,
            changes,
            ..
        } = question;
        let m = &mut self.machine;
        let top = m.heap.top();
        let kept = &self.kept;
        let opened = input::parse(m, text).and_then(|mut parsed| {
            keep::insert(m, kept, text, &mut parsed)?;
            let (mut names, mut variables): (Vec<String>, Vec<Cell>) = parsed.variables.into_iter().unzip();
            bind(m, &names, |index| variables[index], params)?;
            let pairs: Vec<Cell> = names
                .iter()
                .zip(&variables)
                .map(|(name, &variable)| {
                    let name = Cell::atom(m.intern(name));
                    m.heap.new_term(known::EQUALS, &[name, variable])
                })
                .collect();
            let pairs = m.heap.new_list(&pairs, Cell::NIL);
            let goal = match m.session.typein {
                Some(module) => m.heap.new_term(known::COLON, &[Cell::atom(module), parsed.goal]),
                None => parsed.goal,
            };
            let result = m.heap.new_var();
            let bound = |bound: usize| Cell::int(i64::try_from(bound).unwrap_or(Cell::MAX_INT).min(Cell::MAX_INT));
            // One step more tells that there are more.
            let most = bound(steps.saturating_add(1));
            let changes = Cell::atom(if changes { known::TRUE } else { known::FALSE });
            let arguments = [goal, pairs, bound(depth), most, changes, result];
            let explain = m.intern("$explain");
            let goal = m.heap.new_term(explain, &arguments);
            let goal = m.heap.new_term(known::COLON, &[Cell::atom(known::SYSTEM), goal]);
            names.push(RESULT.to_owned());
            variables.push(result);
            let variables = m.heap.new_term(known::SYSTEM_GOAL, &variables);
            Ok((goal, names, variables))
        });
        match opened {
            Ok((goal, names, variables)) => OpenQuery::begin(self, goal, names.into(), variables, top, None),
            Err(error) => {
                self.machine.heap.set_top(top);
                Err(error)
            }
        }
    }
}
