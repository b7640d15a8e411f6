//! The place in the source of the goal that argument positions in the body of a clause lead to.

use crate::base::known;
use crate::code::clause::ClauseId;
use crate::compile::normal::{connects_goals, plain_goals};
use crate::machine::Machine;
use crate::term::cell::Cell;
use crate::term::view::View;

use super::places::{Sought, find, functor_of, source_of};
use crate::base::atom::Functor;

/// Number of places that are remembered.
const REMEMBERED: usize = 4096;

/// The path to a goal in the body of a clause.
pub(in crate::builtins) enum GoalPath {
    /// Argument positions from 1, the outermost first.
    Positions(Vec<u8>),
    /// The number of the goal, from 1, among those that are no control constructs.
    Number(usize),
}

/// Returns the line and the column in characters, from 1, of a goal; `None` if the text is not available.
pub(in crate::builtins) fn place_of_goal(m: &mut Machine, id: ClauseId, path: &GoalPath) -> Option<(usize, usize)> {
    let GoalPath::Positions(positions) = path else {
        return search(m, id, path);
    };
    let key = (m.db.clauses[id].reference(id), positions.clone());
    if let Some(&known) = m.tracer.places.get(&key) {
        return known;
    }
    let top = m.heap.top();
    let found = search(m, id, path);
    m.heap.set_top(top);
    if m.tracer.places.len() >= REMEMBERED {
        m.tracer.places.clear();
    }
    m.tracer.places.insert(key, found);
    found
}

fn search(m: &mut Machine, id: ClauseId, path: &GoalPath) -> Option<(usize, usize)> {
    let (_, body) = m.unpack_clause(id).ok()?;
    let (goals, index) = match path {
        GoalPath::Positions(positions) => {
            let (paths, goals): (Vec<Vec<u8>>, Vec<Cell>) = goals_with_paths(m, body).into_iter().unzip();
            (goals, paths.iter().position(|own| own == positions)?)
        }
        GoalPath::Number(number) => {
            let goals = plain_goals(&m.heap, body).into_iter().map(|plain| plain.goal).collect();
            (goals, number.checked_sub(1)?)
        }
    };
    let goal = functor_of(m, *goals.get(index)?);
    let earlier = goals[..index]
        .iter()
        .filter(|&&other| functor_of(m, other) == goal)
        .count();
    let source = source_of(m, id)?;
    let head = m.db.preds[m.db.clauses[id].pred].functor;
    let sought = Sought {
        head: m.session.shown(head),
        goal,
        earlier,
        inner: None,
        name: None,
    };
    let from_line = m.db.clauses[id].line as usize;
    let offset = find(m, &source, from_line, &sought)?;
    let start = source[..offset].rfind('\n').map_or(0, |newline| newline + 1);
    let line = source[..start].matches('\n').count() + 1;
    Some((line, source[start..offset].chars().count() + 1))
}

/// Returns the goals of a body without control constructs, in their order, with their paths.
fn goals_with_paths(m: &Machine, body: Cell) -> Vec<(Vec<u8>, Cell)> {
    let mut goals = Vec::new();
    let mut waiting = vec![(Vec::new(), body)];
    while let Some((path, goal)) = waiting.pop() {
        let part = |position: u8| {
            let mut path = path.clone();
            path.push(position);
            path
        };
        match m.view(goal) {
            View::Struct(f, at) if connects_goals(f) => {
                waiting.push((part(2), m.heap.get(at + 1)));
                waiting.push((part(1), m.heap.get(at)));
            }
            View::Struct(f, at) if f == Functor::new(known::NOT_PROVABLE, 1) => {
                waiting.push((part(1), m.heap.get(at)));
            }
            View::Struct(f, at) if f == Functor::new(known::COLON, 2) => {
                waiting.push((part(2), m.heap.get(at + 1)));
            }
            _ => goals.push((path, goal)),
        }
    }
    goals
}
