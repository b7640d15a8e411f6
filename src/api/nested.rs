//! Prompts within running goals (`break/0`): the host reads the queries and shows the answers.

use super::answer::Answer;
use super::console::Console;
use super::run;
use super::term::Term;
use super::toplevel::Toplevel;
use crate::base::limit::Limit;
use crate::machine::Machine;
use crate::machine::native::Stop;
use crate::machine::nested::{Given, NestedStep};
use crate::term::cell::Cell;
use crate::term::view::View;
use std::sync::Arc;

/// The front end of the prompts that `break/0` opens within a running goal.
pub trait NestedPrompt: Send {
    /// Returns the text of the next query, or `None` at the end of the input, where the goal goes on. Prompts within
    /// prompts have the levels 1, 2, ...
    fn query(&mut self, console: Console<'_>, level: u32) -> Option<String>;

    /// Shows the text of an answer; returns whether another one is wanted.
    fn answer(&mut self, console: Console<'_>, text: &str, is_last: bool) -> bool;
}

impl Toplevel<'_> {
    /// Sets the front end of `break/0`. Without one, `break/0` succeeds at once.
    ///
    /// ```
    /// use ferz::Engine;
    /// use ferz::toplevel::{Console, NestedPrompt};
    ///
    /// struct Scripted(Vec<&'static str>);
    /// impl NestedPrompt for Scripted {
    ///     fn query(&mut self, _: Console<'_>, level: u32) -> Option<String> {
    ///         assert_eq!(level, 1);
    ///         self.0.pop().map(str::to_owned)
    ///     }
    ///     fn answer(&mut self, _: Console<'_>, text: &str, is_last: bool) -> bool {
    ///         assert!(["X = 1", "X = 2"].contains(&text));
    ///         !is_last
    ///     }
    /// }
    /// let mut engine = Engine::new();
    /// engine.toplevel().set_nested_prompt(Scripted(vec!["member(X, [1, 2])."]));
    /// assert!(engine.succeeds("break")?);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn set_nested_prompt(&mut self, mut prompt: impl NestedPrompt + 'static) {
        self.engine.machine.session.nested_hook = Some(Box::new(move |m, wanted| match wanted {
            NestedStep::Query(level) => {
                let level = u32::try_from(level).unwrap_or(u32::MAX);
                let query = prompt.query(Console::new(&mut m.streams), level);
                m.poll()?;
                Ok(query.map_or(Given::End, Given::Query))
            }
            NestedStep::Answer(bindings, goals, is_last) => {
                let text = text(m, bindings, goals, is_last)?;
                let wants_more = prompt.answer(Console::new(&mut m.streams), &text, is_last);
                Ok(if wants_more { Given::More } else { Given::Enough })
            }
        }));
    }
}

/// Returns the text of an answer.
fn text(m: &mut Machine, bindings: Cell, goals: Cell, last: bool) -> Result<String, Stop> {
    let (mut names, mut cells) = (Vec::new(), Vec::new());
    for binding in items(m, bindings) {
        if let View::Struct(_, at) = m.view(binding)
            && let View::Atom(name) = m.view(m.heap.get(at))
        {
            names.push(m.atoms.text(name).to_owned());
            cells.push(m.heap.get(at + 1));
        }
    }
    let count = cells.len();
    cells.extend(items(m, goals));
    let copied = {
        let mut importer = run::importer(m);
        let roots: Result<Vec<u32>, _> = cells.iter().map(|&cell| importer.import(cell)).collect();
        roots.map(|roots| (roots, importer.finish()))
    };
    let Ok((roots, store)) = copied else {
        m.poll()?;
        return Err(m.resource_error(Limit::Memory));
    };
    let store = Arc::new(store);
    let mut terms = roots.into_iter().map(|root| Term {
        store: Arc::clone(&store),
        root,
    });
    let values: Vec<Term> = terms.by_ref().take(count).collect();
    let answer = Answer {
        bindings: names.into_iter().zip(values).collect(),
        residual: terms.collect(),
        undefined: None,
        portrayed: Vec::new(),
        last,
    };
    let style = run::style(m);
    Ok(answer.text(false, style, m.limits.watch()).unwrap_or_default())
}

/// The items of a list.
fn items(m: &Machine, list: Cell) -> Vec<Cell> {
    let (mut items, mut rest) = (Vec::new(), list);
    while let View::List(at) = m.view(rest) {
        items.push(m.heap.get(at));
        rest = m.heap.get(at + 1);
    }
    items
}
