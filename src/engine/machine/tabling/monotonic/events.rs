//! The goals of flows: those that run them, and those that tell who listens of the new answers of tables.

use crate::base::atom::{Atom, Functor};
use crate::base::known;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::machine::tabling::TableId;
use crate::term::cell::Cell;
use crate::term::flat;
use crate::term::heap::Heap;
use crate::term::view::View;

impl Machine {
    /// Builds the goal that runs the flow of the component of a node, or, for -1, the one that has been prepared.
    pub(in crate::machine::tabling) fn flow_goal(&mut self, node: i64) -> Result<Cell, Stop> {
        self.reserve(8)?;
        let name = self.intern("$propagate");
        let goal = self.heap.new_term(name, &[Cell::int(node)]);
        Ok(self.heap.new_term(known::COLON, &[Cell::atom(known::SYSTEM), goal]))
    }

    /// Calls what listens to the predicates of tables that have grown, with their answers from a number on; the flow has
    /// ended.
    ///
    /// # Errors
    /// If there is no room.
    pub(super) fn announce_answers(&mut self, grown: &[(TableId, u32)]) -> Step {
        let mut events = Vec::new();
        for &(id, from) in grown {
            let goal = self
                .tables
                .table_goal(&self.session, &mut self.heap, &mut self.atoms, id);
            let (module, goal) = split_goal(&self.heap, goal);
            let functor = match self.view(goal) {
                View::Struct(functor, _) => functor,
                View::Atom(name) => Functor::new(name, 0),
                _ => continue,
            };
            let listened = |pred| self.db.preds[pred].listened;
            if !self.db.find(module, functor).is_some_and(listened) {
                continue;
            }
            for number in from..self.tables.news_end(id) {
                let Some(answer) = self.answer_term(id, number)? else {
                    continue;
                };
                let (_, answer) = split_goal(&self.heap, answer);
                self.reserve(32)?;
                let indicator = self.heap.indicator(functor);
                let of_module = [Cell::atom(module), indicator];
                let indicator = self.heap.new_term(known::COLON, &of_module);
                let answer = self.heap.new_term(known::COLON, &[Cell::atom(module), answer]);
                events.push(self.heap.new_term(known::MINUS, &[indicator, answer]));
            }
        }
        if events.is_empty() {
            return Ok(());
        }
        self.reserve(2 * events.len() + 16)?;
        let events = self.heap.new_list(&events, Cell::NIL);
        let name = self.intern("$announce_answers");
        let goal = self.heap.new_term(name, &[events]);
        self.x[0] = self.heap.new_term(known::COLON, &[Cell::atom(known::SYSTEM), goal]);
        self.call_goal(0)
    }

    /// Builds an answer of a table, by the number that consumers know it by; none if another replaced it.
    ///
    /// # Errors
    /// If there is no room.
    fn answer_term(&mut self, id: TableId, number: u32) -> Result<Option<Cell>, Stop> {
        let table = self.tables.get(id);
        let row = match &table.rare.moded {
            Some(moded) => match moded.entry(number) {
                Some(row) => row,
                None => return Ok(None),
            },
            None => number,
        };
        let words = table.answers.row(row).to_vec();
        let moded = table.rare.moded.as_ref();
        let values = moded.map(|moded| moded.values(row).to_vec()).unwrap_or_default();
        let key = table.key.len();
        self.reserve(3 * (words.len() + values.len() + key) + 64)?;
        let (mut variables, mut given) = (Vec::new(), Vec::new());
        let goal = self.tables.table_goal_of(
            &self.session,
            &mut self.heap,
            &mut self.atoms,
            id,
            &mut variables,
            &mut given,
        );
        let (mut at, mut own) = (0, Vec::new());
        for variable in variables {
            let value = flat::build(&mut self.heap, &words, &mut at, &mut own);
            self.unify_terms(variable, value);
        }
        let mut at = 0;
        for variable in given {
            let mut own = own.clone();
            let value = flat::build(&mut self.heap, &values, &mut at, &mut own);
            self.unify_terms(variable, value);
        }
        Ok(Some(goal))
    }
}

/// Splits a goal into its module and the goal itself.
fn split_goal(heap: &Heap, goal: Cell) -> (Atom, Cell) {
    let (mut module, mut goal) = (known::USER, goal);
    while let View::Struct(functor, first) = heap.view(goal)
        && functor == Functor::new(known::COLON, 2)
    {
        if let View::Atom(name) = heap.view(heap.get(first)) {
            module = name;
        }
        goal = heap.get(first + 1);
    }
    (module, heap.deref(goal))
}
