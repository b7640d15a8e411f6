//! Terms and answers as text: as a toplevel prints them.
//!
//! A term is built again on a small heap and written from there; so there is one writer in the crate.

use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};

use super::operators::Operators;
use super::term::{Store, Term};
use super::transfer::Exporter;
use crate::base::atom::AtomTable;
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::view::View;
use crate::term::walk;
use crate::term::write::{Lexicon, Names, Spacing, WriteOptions, term_text, write_term};
use crate::text::ops::OpTable;

/// Levels of a term that an answer shows unless it is to be shown in full.
pub(super) const SHOWN_DEPTH: usize = 10;
/// Values are operands of `=`.
const VALUE_PRIORITY: u16 = 699;
/// Goals are arguments of `,`.
const GOAL_PRIORITY: u16 = 999;

/// A heap to write from.
struct Scratch<'s> {
    heap: Heap,
    atoms: AtomTable,
    ops: OpTable,
    exporter: Exporter<'s>,
}

impl<'s> Scratch<'s> {
    fn new(exporter: Exporter<'s>, operators: &Operators) -> Scratch<'s> {
        let mut atoms = AtomTable::new();
        let ops = operators.table(&mut atoms);
        Scratch {
            heap: Heap::with_capacity(0),
            atoms,
            ops,
            exporter,
        }
    }

    fn cell(&mut self, node: u32) -> Cell {
        self.exporter.export(node, &mut self.heap, &mut self.atoms)
    }

    fn lexicon(&self) -> Lexicon<'_> {
        Lexicon {
            atoms: &self.atoms,
            ops: &self.ops,
        }
    }
}

/// Writes one term, quoted, in full, so that an engine with these operators reads it again.
pub(super) fn write_node(f: &mut fmt::Formatter<'_>, store: &Store, node: u32) -> fmt::Result {
    let options = WriteOptions {
        quoted: true,
        spacing: Spacing::NextArgument,
        ..WriteOptions::default()
    };
    write_with(f, store, node, options)
}

/// The text of one term without operators.
pub(super) fn canonical(store: &Store, node: u32) -> String {
    let mut text = String::new();
    write_with(&mut text, store, node, WriteOptions::canonical()).expect("a string takes any text");
    text
}

fn write_with(out: &mut dyn fmt::Write, store: &Store, node: u32, options: WriteOptions<'_>) -> fmt::Result {
    let mut scratch = Scratch::new(Exporter::new(store), &store.operators);
    let cell = scratch.cell(node);
    let names = scratch
        .exporter
        .variables()
        .map(|(number, cell)| (cell, format!("_{number}")))
        .collect();
    let options = WriteOptions {
        names: Some(&names),
        ..options
    };
    write_term(out, &scratch.heap, scratch.lexicon(), cell, &options).map(|_| ())
}

/// One line of an answer: names that stand for one value, and the value if it is not a variable. Names
/// that begin with an underscore are asked for by nobody, and not shown.
struct Group<'a> {
    names: Vec<&'a str>,
    hidden: Option<&'a str>,
    cell: Cell,
    node: u32,
}

/// Writes an answer; `depth` 0 shows all of it.
pub(super) fn write_answer(
    f: &mut fmt::Formatter<'_>,
    bindings: &[(String, Term)],
    residual: &[Term],
    depth: usize,
) -> fmt::Result {
    let Some(first) = bindings.first().map(|(_, term)| term).or(residual.first()) else {
        return f.write_str("true");
    };
    let store = first.store.clone();
    let roots = bindings
        .iter()
        .map(|(_, term)| term)
        .chain(residual)
        .map(|term| term.root);
    let exporter = match depth {
        0 => Exporter::new(&store),
        // What the writer looks at below the last level, to see that it is there.
        _ => Exporter::down_to(&store, roots, depth + 2),
    };
    let mut scratch = Scratch::new(exporter, &store.operators);
    let groups = group(bindings, &mut scratch);
    let goals: Vec<Cell> = residual.iter().map(|goal| scratch.cell(goal.root)).collect();
    let mut names = Names::default();
    for group in &groups {
        if is_variable(&scratch.heap, group.cell)
            && let Some(last) = group.names.last().or(group.hidden.as_ref())
        {
            names.insert(group.cell, (*last).to_string());
        }
    }
    let definitions = name_cycles(&scratch.heap, &groups, &goals, &mut names);
    let defined = definitions.iter().map(|(_, cell)| *cell);
    let written: Vec<Cell> = shown_cells(&groups, &goals).chain(defined).collect();
    name_fresh_variables(&scratch.heap, &written, bindings, &mut names);

    let options = WriteOptions {
        quoted: true,
        max_depth: depth,
        spacing: Spacing::NextArgument,
        priority: VALUE_PRIORITY,
        names: Some(&names),
        numbervars: true,
        ..WriteOptions::default()
    };
    let mut lines = Vec::new();
    for group in &groups {
        let mut line: Vec<String> = group
            .names
            .windows(2)
            .map(|pair| format!("{} = {}", pair[0], pair[1]))
            .collect();
        if !is_variable(&scratch.heap, group.cell)
            && let Some(name) = group.names.last()
        {
            line.push(format!("{name} = {}", value_text(&scratch, group.cell, &options)));
        }
        if !line.is_empty() {
            lines.push(line.join(", "));
        }
    }
    let goal_options = WriteOptions {
        priority: GOAL_PRIORITY,
        ..options
    };
    for &goal in &goals {
        lines.push(term_text(&scratch.heap, scratch.lexicon(), goal, &goal_options));
    }
    if lines.is_empty() {
        lines.push("true".to_string());
    }
    f.write_str(&lines.join(",\n"))?;
    for (i, (name, cell)) in definitions.iter().enumerate() {
        f.write_str(if i == 0 { ", % where\n    " } else { ",\n    " })?;
        write!(f, "{name} = {}", value_text(&scratch, *cell, &options))?;
    }
    Ok(())
}

fn is_variable(heap: &Heap, cell: Cell) -> bool {
    heap.deref(cell).is_variable()
}

/// The text of a value behind `=`: an operator by itself stands in parentheses.
fn value_text(scratch: &Scratch<'_>, cell: Cell, options: &WriteOptions<'_>) -> String {
    let text = term_text(&scratch.heap, scratch.lexicon(), cell, options);
    match scratch.heap.view(cell) {
        View::Atom(atom) if scratch.ops.is_op(atom) && text != "[]" && text != "{}" => format!("({text})"),
        _ => text,
    }
}

/// Puts variables with the same value together, at the place of the first.
fn group<'a>(bindings: &'a [(String, Term)], scratch: &mut Scratch<'_>) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::with_capacity(bindings.len());
    for (name, term) in bindings {
        let cell = scratch.cell(term.root);
        let same = groups.iter_mut().find(|group| {
            let first = Term {
                store: term.store.clone(),
                root: group.node,
            };
            group.cell == cell || first == *term
        });
        let group = match same {
            Some(group) => group,
            None => {
                groups.push(Group {
                    names: Vec::new(),
                    hidden: None,
                    cell,
                    node: term.root,
                });
                groups.last_mut().expect("a group was just added")
            }
        };
        if name.starts_with('_') {
            group.hidden = Some(name);
        } else {
            group.names.push(name);
        }
    }
    groups
}

/// What is written: the values that have a name to show, and the goals.
fn shown_cells(groups: &[Group<'_>], goals: &[Cell]) -> impl Iterator<Item = Cell> {
    let values = groups
        .iter()
        .filter(|group| !group.names.is_empty())
        .map(|group| group.cell);
    values.chain(goals.iter().copied())
}

/// Gives variables that the query does not name the name `_`, or `_A`, `_B`... if they occur again.
fn name_fresh_variables(heap: &Heap, written: &[Cell], bindings: &[(String, Term)], names: &mut Names) {
    let taken: FxHashSet<&str> = bindings.iter().map(|(name, _)| name.as_str()).collect();
    let mut order = Vec::new();
    let mut counts: FxHashMap<Cell, usize> = FxHashMap::default();
    for &cell in written {
        count_variables(heap, cell, names, &mut order, &mut counts);
    }
    let mut number = 0;
    for variable in order {
        if names.contains_key(&variable) {
            continue;
        }
        let name = if counts[&variable] == 1 {
            "_".to_string()
        } else {
            next_name(&mut number, &taken)
        };
        names.insert(variable, name);
    }
}

/// Counts how often each variable occurs in the text of a term, in which parts that have a name stand
/// by it. A part that is met a third time would tell nothing new: its variables occur more than once.
fn count_variables(heap: &Heap, root: Cell, names: &Names, order: &mut Vec<Cell>, counts: &mut FxHashMap<Cell, usize>) {
    let mut visits: FxHashMap<usize, u8> = FxHashMap::default();
    let mut waiting = vec![heap.deref(root)];
    let mut at_root = true;
    while let Some(cell) = waiting.pop() {
        let is_root = std::mem::take(&mut at_root);
        if names.contains_key(&cell) && !is_root {
            continue;
        }
        let (address, count) = match heap.view(cell) {
            View::Var(cell) | View::Attributed(cell) => {
                let seen = counts.entry(cell).or_insert(0);
                if *seen == 0 {
                    order.push(cell);
                }
                *seen += 1;
                continue;
            }
            View::List(address) => (address, 2),
            View::Struct(functor, address) => (address, functor.arity()),
            _ => continue,
        };
        let visit = visits.entry(address).or_insert(0);
        if *visit < 2 {
            *visit += 1;
            waiting.extend((0..count).rev().map(|i| heap.deref(heap.get(address + i))));
        }
    }
}

fn next_name(number: &mut usize, taken: &FxHashSet<&str>) -> String {
    loop {
        let letter = char::from(b'A' + (*number % 26) as u8);
        let name = match *number / 26 {
            0 => format!("_{letter}"),
            round => format!("_{letter}{round}"),
        };
        *number += 1;
        if !taken.contains(name.as_str()) {
            return name;
        }
    }
}

/// Names the compounds at which cycles close: a variable of the query if it is its value, else `_S1`,
/// `_S2`..., which are given back with their values.
fn name_cycles(heap: &Heap, groups: &[Group<'_>], goals: &[Cell], names: &mut Names) -> Vec<(String, Cell)> {
    let mut definitions = Vec::new();
    for cell in shown_cells(groups, goals) {
        let heads = walk::cycle_heads(heap, cell, |cell| names.contains_key(&cell));
        for head in heads {
            if names.contains_key(&head) {
                continue;
            }
            let owner = groups
                .iter()
                .find(|group| group.cell == head)
                .and_then(|group| group.names.last());
            let name = match owner {
                Some(name) => (*name).to_string(),
                None => {
                    let name = format!("_S{}", definitions.len() + 1);
                    definitions.push((name.clone(), head));
                    name
                }
            };
            names.insert(head, name);
        }
    }
    definitions
}
