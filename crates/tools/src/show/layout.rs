//! Which rows of a record are shown, and where they hang. `model.js` has the same rules.

use super::rows::{RowKind, SearchRecord};

/// The rows of a record as a tree of goals.
pub(super) struct TreeLayout {
    /// Whether a row is shown.
    pub is_shown: Vec<bool>,
    /// The row under which a row is shown: a goal under its clause, or under the solution of the goal before it if that
    /// has several.
    pub parent: Vec<usize>,
    /// The first row that is shown and that a row goes on from: the branches of the search.
    pub before: Vec<usize>,
    /// How each goal has ended.
    pub ends: Vec<Ends>,
}

/// How a goal has ended.
#[derive(Clone, Copy, Default)]
pub(super) struct Ends {
    /// How often its clauses were tried.
    tries: usize,
    /// How often it succeeded.
    pub exits: usize,
    /// The row in which it succeeded first.
    pub exit: usize,
    /// The row in which it failed or raised an exception.
    pub end: usize,
}

impl TreeLayout {
    pub(super) fn new(record: &SearchRecord) -> TreeLayout {
        let count = record.rows.len();
        let mut ends = vec![Ends::default(); count];
        for (number, row) in (0..).zip(&record.rows) {
            let goal = &mut ends[row.goal];
            match row.kind {
                RowKind::Clause | RowKind::Skip => goal.tries += 1,
                RowKind::Exit(_) => {
                    goal.exits += 1;
                    if goal.exits == 1 {
                        goal.exit = number;
                    }
                }
                RowKind::Fail | RowKind::Exception => goal.end = number,
                RowKind::Call | RowKind::Cut | RowKind::Solution => {}
            }
        }
        let mut layout = TreeLayout {
            is_shown: Vec::with_capacity(count),
            parent: Vec::with_capacity(count),
            before: Vec::with_capacity(count),
            ends,
        };
        for (number, row) in (0..).zip(&record.rows) {
            let goal = layout.ends[row.goal];
            // The exit of a last goal says no more than that of the goal around it, or the solution.
            let is_told_next = record.rows.get(number + 1).is_some_and(|next| {
                let tells = match next.kind {
                    RowKind::Exit(_) => layout.ends[next.goal].exits > 1,
                    kind => kind == RowKind::Solution,
                };
                tells && next.up == number
            });
            layout.is_shown.push(match row.kind {
                RowKind::Clause => goal.tries > 1,
                RowKind::Exit(_) => goal.exits > 1 && !is_told_next,
                RowKind::Fail | RowKind::Exception => false,
                RowKind::Call | RowKind::Skip | RowKind::Cut | RowKind::Solution => true,
            });
            let up = row.up;
            // All of these are known, since a row goes on from an earlier one.
            let is_up_shown = layout.is_shown.get(up).copied().unwrap_or(true);
            layout.before.push(if is_up_shown { row.up } else { layout.before[up] });
            layout.parent.push(match row.kind {
                RowKind::Clause | RowKind::Skip | RowKind::Exit(_) | RowKind::Fail | RowKind::Exception => row.goal,
                RowKind::Call | RowKind::Cut | RowKind::Solution => match record.rows[up].kind {
                    RowKind::Cut => layout.parent[up],
                    RowKind::Clause if !is_up_shown => record.rows[up].goal,
                    RowKind::Exit(_) if !is_up_shown => layout.parent[record.rows[up].goal],
                    _ => row.up,
                },
            });
        }
        layout
    }

    /// Whether a goal has failed by itself: none of its clauses was entered.
    pub(super) fn has_failed_at_once(&self, record: &SearchRecord, goal: usize) -> bool {
        let ends = self.ends[goal];
        ends.end > 0 && ends.exits == 0 && record.rows[ends.end].up == goal
    }
}
