//! The terms of the property tests: what the generator makes, the reference solver runs, and both print as Prolog text.
//!
//! Names are static strings, so that terms are cheap to clone and to compare.

use std::fmt::Write;
use std::rc::Rc;

pub(crate) type Name = &'static str;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Term {
    /// In a program: the clause's nth variable. In the solver: an index into its bindings.
    Var(usize),
    Int(i64),
    Atom(Name),
    Comp(Name, Rc<[Term]>),
}

pub(crate) const NIL: Term = Term::Atom("[]");

/// A compound term, or an atom where there are no arguments.
pub(crate) fn comp<A: AsRef<[Term]>>(name: Name, args: A) -> Term {
    match args.as_ref() {
        [] => Term::Atom(name),
        args => Term::Comp(name, args.into()),
    }
}

pub(crate) fn list(items: &[Term], tail: Term) -> Term {
    items
        .iter()
        .rev()
        .fold(tail, |tail, item| comp(".", [item.clone(), tail]))
}

/// A conjunction of the goals, `true` if there are none.
pub(crate) fn conj(goals: &[Term]) -> Term {
    match goals {
        [] => Term::Atom("true"),
        [goal] => goal.clone(),
        [goal, rest @ ..] => comp(",", [goal.clone(), conj(rest)]),
    }
}

/// One clause; its variables are numbered from 0 to `vars`.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub head: Term,
    pub body: Vec<Term>,
}

/// A program and the query to put to it.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub dynamic: Vec<(Name, usize)>,
    /// Predicates whose clauses are rules with `=>`.
    pub matching: Vec<Name>,
    pub clauses: Vec<Clause>,
    pub query: Vec<Term>,
    /// Variables of the query whose values are not compared, since systems differ in them.
    pub hidden: Vec<usize>,
}

impl Term {
    pub(crate) fn name_and_args(&self) -> Option<(Name, &[Term])> {
        match self {
            Term::Atom(name) => Some((name, &[])),
            Term::Comp(name, args) => Some((name, args)),
            Term::Var(_) | Term::Int(_) => None,
        }
    }

    /// The variables in order of first appearance, with their number of occurrences.
    pub(crate) fn count_vars(&self, counts: &mut Vec<(usize, usize)>) {
        match self {
            Term::Var(v) => match counts.iter_mut().find(|(seen, _)| seen == v) {
                Some((_, count)) => *count += 1,
                None => counts.push((*v, 1)),
            },
            Term::Comp(_, args) => args.iter().for_each(|arg| arg.count_vars(counts)),
            Term::Int(_) | Term::Atom(_) => {}
        }
    }

    pub(crate) fn mentions(&self, var: &Term) -> bool {
        self == var || matches!(self, Term::Comp(_, args) if args.iter().any(|arg| arg.mentions(var)))
    }

    /// One more than the highest variable of the term.
    pub(crate) fn var_bound(&self) -> usize {
        match self {
            Term::Var(v) => v + 1,
            Term::Comp(_, args) => args.iter().map(Term::var_bound).max().unwrap_or(0),
            Term::Int(_) | Term::Atom(_) => 0,
        }
    }

    /// Canonical text: functional notation for all but lists; variables are named `_A`, `_B`… as they appear.
    pub(crate) fn canonical(&self) -> String {
        let mut counts = Vec::new();
        self.count_vars(&mut counts);
        let name = |v| {
            let place = counts
                .iter()
                .position(|(seen, _)| *seen == v)
                .expect("every variable was counted");
            format!("_{}", letters(place))
        };
        let mut text = String::new();
        write_term(&mut text, self, false, &name);
        text
    }
}

/// `A` to `Z`, then `A1`…
pub(crate) fn letters(place: usize) -> String {
    let letter = char::from(b'A' + (place % 26) as u8);
    if place < 26 {
        letter.to_string()
    } else {
        format!("{letter}{}", place / 26)
    }
}

/// An atom's text, with quotes where it needs them.
pub(crate) fn quoted(name: &str) -> String {
    let plain = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let symbol = name.chars().all(|c| "+-*/\\^<>=~:.?@#&$".contains(c)) && name != ".";
    if plain || symbol || ["[]", "!", ";", "{}"].contains(&name) {
        name.to_owned()
    } else {
        format!("'{name}'")
    }
}

const INFIX: &[&str] = &[
    "=", "\\=", "==", "\\==", "@<", "@>", "@=<", "@>=", "is", "<", ">", "=<", ">=", "=:=", "=\\=", "=..", "+", "-",
    "*", "//", "mod", "rem", ">>", "<<", "^", ",", ";", "->", "*->", ":-",
];

/// Writes a term; with `infix`, operators are written between their arguments and always in brackets.
fn write_term(out: &mut String, term: &Term, infix: bool, name_of: &dyn Fn(usize) -> String) {
    match term {
        Term::Var(v) => out.push_str(&name_of(*v)),
        Term::Int(value) => write!(out, "{value}").expect("writing to a string"),
        Term::Atom(name) => out.push_str(&quoted(name)),
        Term::Comp(".", args) if args.len() == 2 => write_list(out, args, infix, name_of),
        Term::Comp(name, args) if infix && args.len() == 2 && INFIX.contains(name) => {
            out.push('(');
            write_infix(out, name, args, name_of);
            out.push(')');
        }
        Term::Comp(name, args) => {
            out.push_str(&quoted(name));
            for (i, arg) in args.iter().enumerate() {
                out.push(if i == 0 { '(' } else { ',' });
                write_term(out, arg, infix, name_of);
            }
            out.push(')');
        }
    }
}

fn write_infix(out: &mut String, name: &str, args: &[Term], name_of: &dyn Fn(usize) -> String) {
    write_term(out, &args[0], true, name_of);
    write!(out, " {name} ").expect("writing to a string");
    write_term(out, &args[1], true, name_of);
}

fn write_list(out: &mut String, args: &[Term], infix: bool, name_of: &dyn Fn(usize) -> String) {
    out.push('[');
    write_term(out, &args[0], infix, name_of);
    let mut tail = &args[1];
    while let Term::Comp(".", args) = tail
        && args.len() == 2
    {
        out.push(',');
        write_term(out, &args[0], infix, name_of);
        tail = &args[1];
    }
    if *tail != NIL {
        out.push('|');
        write_term(out, tail, infix, name_of);
    }
    out.push(']');
}

/// The goals of a body, each on a line of its own with this indent; variables that occur once become `_`.
fn write_goals(goals: &[Term], counts: &[(usize, usize)], named: bool) -> String {
    let name_of = |v: usize| {
        let once = counts.iter().any(|(seen, count)| *seen == v && *count == 1);
        if once && !named { "_".to_owned() } else { letters(v) }
    };
    let texts: Vec<String> = goals
        .iter()
        .map(|goal| {
            let mut out = String::new();
            match goal {
                Term::Comp(name, args) if args.len() == 2 && INFIX[..16].contains(name) => {
                    write_infix(&mut out, name, args, &name_of);
                }
                _ => write_term(&mut out, goal, true, &name_of),
            }
            out
        })
        .collect();
    texts.join(",\n    ")
}

impl Clause {
    fn counts(&self) -> Vec<(usize, usize)> {
        let mut counts = Vec::new();
        self.head.count_vars(&mut counts);
        self.body.iter().for_each(|goal| goal.count_vars(&mut counts));
        counts
    }

    pub(crate) fn text(&self, matching: &[Name]) -> String {
        let counts = self.counts();
        let head = write_goals(std::slice::from_ref(&self.head), &counts, false);
        let is_rule = self
            .head
            .name_and_args()
            .is_some_and(|(name, _)| matching.contains(&name));
        let neck = if is_rule { "=>" } else { ":-" };
        match &self.body[..] {
            [] if is_rule => format!("{head} => true.\n"),
            [] => format!("{head}.\n"),
            body => format!("{head} {neck}\n    {}.\n", write_goals(body, &counts, false)),
        }
    }
}

impl Program {
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for (name, arity) in &self.dynamic {
            writeln!(text, ":- dynamic({name}/{arity}).").expect("writing to a string");
        }
        self.clauses
            .iter()
            .for_each(|clause| text.push_str(&clause.text(&self.matching)));
        text
    }

    pub(crate) fn query_text(&self) -> String {
        write_goals(&self.query, &[], true).replace("\n   ", "")
    }

    /// The variables of the query that count, in order of appearance, with the names they have in its text.
    pub(crate) fn query_vars(&self) -> Vec<(usize, String)> {
        let mut counts = Vec::new();
        self.query.iter().for_each(|goal| goal.count_vars(&mut counts));
        let shown = counts.into_iter().filter(|(v, _)| !self.hidden.contains(v));
        shown.map(|(v, _)| (v, letters(v))).collect()
    }
}
