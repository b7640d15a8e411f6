//! Where a goal of a clause is in its source text. A clause keeps the line it was read from; the rest is found by
//! reading the clause again, if the file has not changed since it was loaded.

use rustc_hash::FxHashSet;

use crate::base::atom::{Atom, Functor};
use crate::base::known;
use crate::base::span::Span;
use crate::code::clause::{Clause, ClauseId};
use crate::code::packed::Neck;
use crate::code::predicate::Definition;
use crate::compile::normal::plain_goals;
use crate::io::encoding::{Encoding, program_text};
use crate::machine::session::AskedEnd;
use crate::machine::{Machine, Parts};
use crate::native::{Native, Step, Stop, det, holds};
use crate::term::cell::Cell;
use crate::term::view::View;
use crate::term::walk::Variables;
use crate::text::ast::{Ast, Node, NodeId};
use crate::text::reader::{Read, ReadFlags, Reader};

use crate::builtins::database::load::{changed_at, full_name};
use crate::native::args::text_arg::list_items;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$stack(-frames)", 1, stack_1).doc("Unifies frames with the list of the frames of the goals that are open."),
    det!("$caught_stack(-frames)", 1, caught_stack_1)
        .doc("Unifies frames with those of the exception that a catch with the recovery goal $recover_beside has stopped."),
    det!("$queries(-queries)", 1, queries_1).doc(
        "Unifies queries with a list of asked(Text, Answers, End) for the last queries, the newest first; End is failed for \
         one without an answer, stopped for one that a limit or an interrupt has ended, or other.",
    ),
    det!("$query_text(-text)", 1, query_text_1).doc("Unifies text with the text of the query that ran last."),
    det!("$clause_goal(+reference, +n, -head, -goal, -names)", 5, clause_goal_5).doc(
        "Unifies head with the head of a clause, goal with its nth goal that is no control construct, and names with \
         its variables as Name=Variable; fails if there is no such goal.",
    ),
    det!("$clause_line(+reference, -file, -line)", 3, clause_line_3)
        .doc("Unifies file and line with the place that a clause was read from; fails if there is none."),
    det!("$has_guard(+reference)", 1, has_guard_1)
        .doc("True if the clause is a rule with a guard: Head, Guard => Body."),
    det!("$last_goals(+reference, -goals)", 2, last_goals_2).doc(
        "Unifies goals with the goals that may be the last of a clause as it ends, as N-Goal, where N counts all.",
    ),
    det!("$modes(+name, +arity, -modes)", 3, modes_3)
        .doc("Unifies modes with the list of the modes of a native predicate's arguments; fails for others."),
    det!("$program_goals(+indicators, -goals)", 2, program_goals_2).doc(
        "Unifies goals with the list of goal(Reference, N, Module, Goal) for the goals in the program's clauses that call \
         predicates which are not defined, or those that indicators list.",
    ),
    det!("$check_calls", 0, check_calls_0).doc("From now on, loading ends with a check of the calls."),
    det!("$calls_are_checked", 0, calls_are_checked_0).doc("True after $check_calls."),
    det!("$goal_place(+reference, +n, +inner, +name, -place)", 5, goal_place_5).doc(
        "Unifies place with at(Line, Column, Text), the source position of the nth goal of a clause and its line. If inner is Name/Arity of the only such goal inside, its position is meant; if name is the name of a variable \
         in the goal, the position of the variable. Fails if the text is not available.",
    ),
];

fn caught_stack_1(m: &mut Machine, frames: Cell) -> Step {
    match m.exceptions.take_stack_term(&mut m.heap) {
        Some(stack) => m.unify(frames, stack),
        None => Err(Stop::Fail),
    }
}

fn stack_1(m: &mut Machine, frames: Cell) -> Step {
    let stack = m.current_stack()?;
    m.unify(frames, stack)
}

fn queries_1(m: &mut Machine, queries: Cell) -> Step {
    let known: Vec<(String, i64, &str)> = (m.session.query.recent.iter().rev())
        .map(|asked| {
            let end = match asked.end {
                AskedEnd::Failed => "failed",
                AskedEnd::Stopped => "stopped",
                AskedEnd::Other => "other",
            };
            (asked.text.clone(), asked.answers, end)
        })
        .collect();
    m.reserve(known.iter().map(|(text, ..)| text.len() / 8 + 12).sum())?;
    let name = m.intern("asked");
    let mut items = Vec::new();
    for (text, answers, end) in known {
        let end = Cell::atom(m.intern(end));
        let text = m.heap.new_string(&text);
        items.push(m.heap.new_term(name, &[text, Cell::int(answers), end]));
    }
    let list = m.heap.new_list(&items, Cell::NIL);
    m.unify(queries, list)
}

fn query_text_1(m: &mut Machine, text: Cell) -> Step {
    let shown = m.session.query.text.clone();
    m.reserve(shown.len() / 8 + 4)?;
    let string = m.heap.new_string(&shown);
    m.unify(text, string)
}

/// Returns the clause of a reference, if it lives.
fn clause_of(m: &Machine, reference: Cell) -> Option<ClauseId> {
    let View::Struct(f, at) = m.view(reference) else {
        return None;
    };
    let View::Int(number @ 0..) = m.view(m.heap.get(at)) else {
        return None;
    };
    let (number, is_reference) = (number as u64, f == Functor::new(known::CLAUSE_REF, 1));
    let id = Clause::referred(number);
    let clause = m.db.clauses.get(id)?;
    (is_reference && clause.reference(id) == number && !clause.is_dead()).then_some(id)
}

/// Returns the clause of a reference and its goals without control constructs, on the heap, after its head.
fn goals_of(m: &mut Machine, reference: Cell) -> Result<(ClauseId, Cell, Cell, Vec<Cell>), Stop> {
    let id = clause_of(m, reference).ok_or(Stop::Fail)?;
    let (head, body) = m.unpack_clause(id)?;
    let goals = plain_goals(&m.heap, body).into_iter().map(|plain| plain.goal).collect();
    Ok((id, head, body, goals))
}

/// Returns the number of a goal, counted from 0.
fn index_of(m: &Machine, n: Cell) -> Option<usize> {
    match m.view(n) {
        View::Int(n @ 1..) => usize::try_from(n - 1).ok(),
        _ => None,
    }
}

fn clause_goal_5(m: &mut Machine, reference: Cell, n: Cell, head: Cell, goal: Cell, names: Cell) -> Step {
    let (id, own_head, body, goals) = goals_of(m, reference)?;
    let Some(&own_goal) = index_of(m, n).and_then(|n| goals.get(n)) else {
        return Err(Stop::Fail);
    };
    let mut variables = Variables::default();
    variables.add(&m.heap, own_head);
    variables.add(&m.heap, body);
    let texts = m.db.names(id);
    m.reserve(6 * variables.cells.len() + 8)?;
    let mut items = Vec::new();
    for (variable, name) in variables.cells.into_iter().zip(texts) {
        if let Some(name) = name {
            let name = Cell::atom(m.intern(&name));
            items.push(m.heap.new_term(known::EQUALS, &[name, variable]));
        }
    }
    let list = m.heap.new_list(&items, Cell::NIL);
    m.unify(head, own_head)?;
    m.unify(goal, own_goal)?;
    m.unify(names, list)
}

fn check_calls_0(m: &mut Machine) -> Step {
    m.session.lasting.checks_calls = true;
    Ok(())
}

fn calls_are_checked_0(m: &mut Machine) -> Step {
    holds(m.session.lasting.checks_calls && m.loading.source().is_none())
}

fn program_goals_2(m: &mut Machine, indicators: Cell, goals: Cell) -> Step {
    let mut wanted = FxHashSet::default();
    for item in list_items(m, indicators).unwrap_or_default() {
        if let View::Struct(f, at) = m.view(item)
            && f == Functor::new(known::SLASH, 2)
            && let (View::Atom(name), View::Int(arity @ 0..)) = (m.view(m.heap.get(at)), m.view(m.heap.get(at + 1)))
        {
            wanted.insert(Functor::new(name, arity as usize));
        }
    }
    let is_defined = |m: &Machine, module: Atom, functor: Functor| {
        [module, known::USER, known::SYSTEM].into_iter().any(|module| {
            let pred = m.db.find(module, functor);
            pred.is_some_and(|pred| m.db.preds[pred].is_defined())
        })
    };
    let mut items = Vec::new();
    let name = m.intern("goal");
    for pred in m.db.preds.ids() {
        let p = &m.db.preds[pred];
        let module = p.module;
        let is_programs = p.definition == Definition::Clauses && module != known::SYSTEM;
        if !is_programs || p.file.is_none() {
            continue;
        }
        for id in m.db.live(pred) {
            if m.db.clauses[id].shape.is_fact() {
                continue;
            }
            m.poll()?;
            let top = m.heap.top();
            let (_, body) = m.unpack_clause(id)?;
            let before = items.len();
            for (number, plain) in (1..).zip(plain_goals(&m.heap, body)) {
                let functor = functor_of(m, plain.goal);
                if wanted.contains(&functor) || !is_defined(m, module, functor) {
                    m.reserve(16)?;
                    let reference = m.db.clauses[id].reference(id) as i64;
                    let reference = m.heap.new_term(known::CLAUSE_REF, &[Cell::int(reference)]);
                    let arguments = [reference, Cell::int(number), Cell::atom(module), plain.goal];
                    items.push(m.heap.new_term(name, &arguments));
                }
            }
            if items.len() == before {
                m.heap.set_top(top);
            }
        }
    }
    m.reserve(2 * items.len() + 2)?;
    let list = m.heap.new_list(&items, Cell::NIL);
    m.unify(goals, list)
}

fn last_goals_2(m: &mut Machine, reference: Cell, goals: Cell) -> Step {
    let id = clause_of(m, reference).ok_or(Stop::Fail)?;
    let (_, body) = m.unpack_clause(id)?;
    let all = plain_goals(&m.heap, body);
    m.reserve(5 * all.len() + 4)?;
    let mut items = Vec::new();
    for (number, plain) in (1..).zip(all) {
        if plain.is_last {
            items.push(m.heap.new_term(known::MINUS, &[Cell::int(number), plain.goal]));
        }
    }
    let list = m.heap.new_list(&items, Cell::NIL);
    m.unify(goals, list)
}

fn modes_3(m: &mut Machine, name: Cell, arity: Cell, modes: Cell) -> Step {
    let (View::Atom(name), View::Int(arity @ 0..)) = (m.view(name), m.view(arity)) else {
        return Err(Stop::Fail);
    };
    let name = m.atoms.text(name);
    let row = m
        .calls
        .natives()
        .iter()
        .find(|row| row.arity == arity as usize && row.name() == name);
    let (_, arguments) = row.and_then(|row| row.head.split_once('(')).ok_or(Stop::Fail)?;
    let modes_of: Vec<String> = arguments
        .split(", ")
        .map(|argument| argument.chars().take(1).collect())
        .collect();
    m.reserve(2 * modes_of.len() + 2)?;
    let items: Vec<Cell> = modes_of.iter().map(|mode| Cell::atom(m.intern(mode))).collect();
    let list = m.heap.new_list(&items, Cell::NIL);
    m.unify(modes, list)
}

fn clause_line_3(m: &mut Machine, reference: Cell, file: Cell, line: Cell) -> Step {
    let id = clause_of(m, reference).ok_or(Stop::Fail)?;
    let (name, at) = m.db.place(id).ok_or(Stop::Fail)?;
    m.unify(file, Cell::atom(name))?;
    m.unify(line, Cell::int(i64::from(at)))
}

fn has_guard_1(m: &mut Machine, reference: Cell) -> Step {
    let id = clause_of(m, reference).ok_or(Stop::Fail)?;
    holds(m.db.clauses[id].shape.neck() == Neck::Guard)
}

fn goal_place_5(m: &mut Machine, reference: Cell, n: Cell, inner: Cell, name: Cell, place: Cell) -> Step {
    let (id, _, _, goals) = goals_of(m, reference)?;
    let index = index_of(m, n).filter(|&index| index < goals.len()).ok_or(Stop::Fail)?;
    let wanted = functor_of(m, goals[index]);
    let earlier = goals[..index]
        .iter()
        .filter(|&&goal| functor_of(m, goal) == wanted)
        .count();
    let inner = match m.view(inner) {
        View::Struct(f, at) if f == Functor::new(known::SLASH, 2) => {
            match (m.view(m.heap.get(at)), m.view(m.heap.get(at + 1))) {
                (View::Atom(name), View::Int(arity @ 0..)) => Some(Functor::new(name, arity as usize)),
                _ => None,
            }
        }
        _ => None,
    };
    let name = match m.view(name) {
        View::Atom(name) if name != known::NIL => Some(m.atoms.text(name).to_owned()),
        _ => None,
    };
    let source = source_of(m, id).ok_or(Stop::Fail)?;
    let head = m.db.preds[m.db.clauses[id].pred].functor;
    let head = m.session.shown(head);
    let sought = Sought {
        head,
        goal: wanted,
        earlier,
        inner,
        name,
    };
    let from_line = m.db.clauses[id].line as usize;
    let offset = find(m, &source, from_line, &sought).ok_or(Stop::Fail)?;
    let start = source[..offset].rfind('\n').map_or(0, |newline| newline + 1);
    let shown = source[start..].lines().next().unwrap_or_default().to_owned();
    let (at_line, at_column) = (
        source[..start].matches('\n').count() + 1,
        source[start..offset].chars().count() + 1,
    );
    m.reserve(shown.len() / 8 + 4)?;
    let shown = m.heap.new_string(&shown);
    let (line, column) = (Cell::int(at_line as i64), Cell::int(at_column as i64));
    let at = m.intern("at");
    let found = m.heap.new_term(at, &[line, column, shown]);
    m.unify(place, found)
}

/// Returns the functor of a goal, without its module.
pub(super) fn functor_of(m: &Machine, goal: Cell) -> Functor {
    let mut goal = goal;
    for _ in 0..100 {
        match m.view(goal) {
            View::Struct(f, at) if f == Functor::new(known::COLON, 2) => goal = m.heap.get(at + 1),
            View::Struct(f, _) => return f,
            View::Atom(name) => return Functor::new(name, 0),
            _ => break,
        }
    }
    Functor::new(known::CALL, 1)
}

/// Returns the text that a clause was read from: one from memory that is kept, or that of its file if it can be read and is
/// unchanged.
pub(super) fn source_of(m: &Machine, id: ClauseId) -> Option<String> {
    let (name, _) = m.db.place(id)?;
    if let Some(text) = m.loading.kept_text(name, m.db.clauses[id].birth()) {
        return Some(text.to_owned());
    }
    let path = m.streams.access.path(m.atoms.text(name));
    let then = m.loading.changed(&full_name(&path))?;
    if changed_at(&path) != Some(then) {
        return None;
    }
    let bytes = std::fs::read(&path).ok()?;
    // Other encodings are rare, and offsets in them are not worth their room.
    if Encoding::marked(&bytes).is_some_and(|(encoding, _)| encoding != Encoding::Utf8) {
        return None;
    }
    Some(program_text(bytes))
}

/// The object of a search in a source text.
pub(super) struct Sought {
    /// The predicate of the clause.
    pub head: Functor,
    /// The functor of the goal.
    pub goal: Functor,
    /// The number of goals of the same functor before it.
    pub earlier: usize,
    /// The functor of a goal inside it.
    pub inner: Option<Functor>,
    /// The name of a variable in it.
    pub name: Option<String>,
}

/// Returns the offset of the goal in the clause that begins at a line.
pub(super) fn find(m: &mut Machine, text: &str, line: usize, sought: &Sought) -> Option<usize> {
    let line_start = match line {
        0 | 1 => 0,
        _ => text.match_indices('\n').nth(line - 2)?.0 + 1,
    };
    let line_end = text[line_start..].find('\n').map_or(text.len(), |end| line_start + end);
    let flags = ReadFlags::from(&m.flags);
    let mut reader = Reader::watched(m.limits.watch());
    let mut at = line_start;
    // Several clauses may begin in one line.
    while at <= line_end {
        let Parts { atoms, ops, .. } = m.parts();
        let read = reader.read(text, at, atoms, ops, &flags);
        match read {
            Ok(Read::Clause { start, end }) if start <= line_end => {
                if let Some(span) = sought.place_in(m, reader.ast()) {
                    return Some(span.start as usize).filter(|&offset| text.is_char_boundary(offset));
                }
                at = end;
            }
            // The beginning of the line may belong to the clause before.
            Err(error) if error.resume > at => at = error.resume,
            _ => return None,
        }
    }
    None
}

impl Sought {
    /// Returns the place of the goal, if this is its clause.
    fn place_in(&self, m: &Machine, ast: &Ast) -> Option<Span> {
        let root = ast.root();
        let (name, children) = compound(ast, root)?;
        let &[head, body] = children else { return None };
        let neck = m.atoms.text(name);
        let is_grammar = neck == "-->";
        if !is_grammar && neck != ":-" && neck != "=>" {
            return None;
        }
        let own = self.head;
        let named = |node: NodeId| {
            let (functor, _) = plain(ast, node)?;
            let arity = functor.arity() + if is_grammar { 2 } else { 0 };
            Some(functor.name() == own.name() && arity == own.arity())
        };
        // The head may have a guard or a pushback.
        let beneath = compound(ast, head).and_then(|(_, children)| children.first().copied());
        if named(head) != Some(true) && beneath.and_then(named) != Some(true) {
            return None;
        }
        let mut left = self.earlier;
        let mut waiting = vec![(body, is_grammar)];
        if beneath.and_then(named) == Some(true)
            && let Some((_, &[_, guard])) = compound(ast, head)
        {
            waiting.push((guard, is_grammar));
        }
        while let Some((node, in_grammar)) = waiting.pop() {
            if let Some((name, children)) = compound(ast, node) {
                let functor = Functor::new(name, children.len());
                let connects = crate::compile::normal::connects_goals(functor)
                    || functor == Functor::new(known::NOT_PROVABLE, 1)
                    || functor == Functor::new(known::BAR, 2);
                if connects {
                    waiting.extend(children.iter().rev().map(|&child| (child, in_grammar)));
                    continue;
                }
                if functor == Functor::new(known::CURLY, 1) && in_grammar {
                    waiting.push((children[0], false));
                    continue;
                }
            }
            let Some((functor, place)) = plain(ast, node) else {
                continue;
            };
            let arity = functor.arity() + if in_grammar { 2 } else { 0 };
            if functor.name() != self.goal.name() || arity != self.goal.arity() {
                continue;
            }
            if left == 0 {
                return Some(self.within(ast, place));
            }
            left -= 1;
        }
        None
    }

    /// Returns the place of the inner goal or the variable in a goal, if it is sought and there, else the goal's.
    fn within(&self, ast: &Ast, goal: NodeId) -> Span {
        let mut node = goal;
        if let Some(inner) = self.inner {
            let mut found = all_beneath(ast, goal)
                .into_iter()
                .filter(|&node| node != goal && node_functor(ast, node) == Some(inner));
            if let (Some(only), None) = (found.next(), found.next()) {
                node = only;
            }
        }
        let variable = self.name.as_ref().and_then(|name| {
            let all = all_beneath(ast, node);
            let named = |&id: &NodeId| matches!(ast.node(id), Node::Var(i) if ast.variable_name(i) == name);
            all.into_iter().filter(named).min_by_key(|&id| ast.span(id).start)
        });
        ast.span(variable.unwrap_or(node))
    }
}

/// Returns the name and the arguments of a compound term that is not written as a list.
fn compound(ast: &Ast, node: NodeId) -> Option<(Atom, &[NodeId])> {
    match ast.node(node) {
        Node::Compound { name, arity, first } => Some((name, ast.children(first, arity))),
        _ => None,
    }
}

fn node_functor(ast: &Ast, node: NodeId) -> Option<Functor> {
    match ast.node(node) {
        Node::Atom(name) => Some(Functor::new(name, 0)),
        Node::Compound { name, arity, .. } => Some(Functor::new(name, arity as usize)),
        Node::Var(_) => Some(Functor::new(known::CALL, 1)),
        _ => None,
    }
}

/// Returns the functor and the node of a goal, without its module.
fn plain(ast: &Ast, mut node: NodeId) -> Option<(Functor, NodeId)> {
    while let Some((known::COLON, &[_, inner])) = compound(ast, node) {
        node = inner;
    }
    Some((node_functor(ast, node)?, node))
}

/// Returns all nodes of a term.
fn all_beneath(ast: &Ast, root: NodeId) -> Vec<NodeId> {
    let mut all = Vec::new();
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        all.push(node);
        match ast.node(node) {
            Node::Compound { arity, first, .. } => waiting.extend_from_slice(ast.children(first, arity)),
            Node::List { count, first, tail } => {
                waiting.extend_from_slice(ast.children(first, count + u32::from(tail)));
            }
            _ => {}
        }
    }
    all
}
