//! Terms and answers as text, as a toplevel prints them.
//!
//! A term is rebuilt on a small heap and written from there, so that there is one writer in the crate.
//!
//! The text of a term with shared parts can exceed any memory. So the length of a text is bounded by a factor of the
//! store's size in memory plus a constant; a longer text is cut off with `...`.

use std::fmt::{self, Write as _};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::answer::Answer;
use super::operators::Operators;
use super::term::{BigNumber, Term, TermStore};
use super::transfer::Exporter;
use crate::base::atom::AtomTable;
use crate::base::watch::Watch;
use crate::term::cell::Cell;
use crate::term::heap::Heap;
use crate::term::view::View;
use crate::term::walk;
use crate::term::write::{Lexicon, Names, Spacing, WriteOptions, write_term};
use crate::text::ops::OpTable;

/// How an answer is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShowStyle {
    /// Levels of a term that are shown; 0 for all.
    pub depth: usize,
    /// Whether atoms and strings are quoted.
    pub quoted: bool,
    /// Whether operators and lists are written as ordinary compounds.
    pub ignore_ops: bool,
    /// Whether `'$VAR'(N)` is written as a variable.
    pub numbervars: bool,
    /// Whether a blank follows each comma.
    pub blanks: bool,
    /// Whether the program's `portray/1` is called.
    pub portray: bool,
    /// Whether variables are shown whose names begin with an underscore.
    pub hidden: bool,
    /// Whether variables without a name are shown as `_A`, or as `_` if they occur once; else as `_1`.
    pub named: bool,
    /// Whether parts that occur more than once are shown once.
    pub factorized: bool,
}

impl Default for ShowStyle {
    fn default() -> ShowStyle {
        ShowStyle {
            depth: 10,
            quoted: true,
            ignore_ops: false,
            numbervars: true,
            blanks: true,
            portray: true,
            hidden: false,
            named: true,
            factorized: false,
        }
    }
}

/// Values are operands of `=`.
const VALUE_PRIORITY: u16 = 699;
/// Goals are arguments of `,`.
const GOAL_PRIORITY: u16 = 999;

/// A heap for writing.
struct ShowScratch<'s> {
    heap: Heap,
    atoms: AtomTable,
    ops: OpTable,
    exporter: Exporter<'s>,
    /// The texts that `portray/1` writes for some parts.
    portrayed: Names,
}

impl<'s> ShowScratch<'s> {
    fn new(exporter: Exporter<'s>, operators: &Operators) -> ShowScratch<'s> {
        let mut atoms = AtomTable::new();
        let ops = operators.table(&mut atoms);
        ShowScratch {
            heap: Heap::with_capacity(0),
            atoms,
            ops,
            exporter,
            portrayed: Names::default(),
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

/// Bytes that every text may have.
const MOST_TEXT: usize = 1 << 20;
/// Maximum size in bits of a number that is written in full.
const MOST_BITS: usize = 1 << 24;
/// Maximum levels, bytes, and bits of numbers shown of an exception without a message.
const BALL_DEPTH: usize = 10;
const BALL_TEXT: usize = 10_000;
const BALL_BITS: usize = 4096;

/// Returns the maximum length in bytes of a text of terms of a store: more than the length of any term without shared
/// parts other than names.
fn most_text(store: &TermStore) -> usize {
    let texts: usize = store.texts.iter().map(|text| text.len()).sum();
    let numbers: usize = store.numbers.iter().map(BigNumber::bits).sum();
    MOST_TEXT + 64 * (store.nodes.len() + store.children.len()) + 8 * texts + numbers
}

/// A text of limited length, which ends early if the watch wants a stop.
struct LimitedText<'w> {
    text: String,
    most: usize,
    watch: &'w Arc<Watch>,
    unwanted: bool,
}

impl<'w> LimitedText<'w> {
    fn new(most: usize, watch: &'w Arc<Watch>) -> LimitedText<'w> {
        LimitedText {
            text: String::new(),
            most,
            watch,
            unwanted: false,
        }
    }

    /// Returns the text, followed by `...` if `done` is an error; `None` if a stop is wanted.
    fn finish(mut self, done: fmt::Result) -> Option<String> {
        if self.unwanted || self.watch.walk_ended_early() {
            return None;
        }
        if done.is_err() {
            self.text.push_str("...");
        }
        Some(self.text)
    }
}

impl fmt::Write for LimitedText<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        self.unwanted |= self.watch.is_stop_wanted();
        if self.unwanted {
            return Err(fmt::Error);
        }
        let left = self.most - self.text.len();
        if part.len() > left {
            self.text.push_str(&part[..part.floor_char_boundary(left)]);
            return Err(fmt::Error);
        }
        self.text.push_str(part);
        Ok(())
    }
}

/// Returns the text of one term, quoted and in full, so that an engine with these operators reads it back.
pub(super) fn node_text(store: &TermStore, node: u32) -> String {
    let options = WriteOptions {
        quoted: true,
        spacing: Spacing::NextArgument,
        max_bits: MOST_BITS,
        ..WriteOptions::default()
    };
    text_with(store, node, options, most_text(store))
}

/// Returns the text shown of an exception without a message, or of a goal: deep parts and the rest of long lists are left
/// out.
pub(super) fn brief_text(ball: &Term) -> String {
    let options = WriteOptions {
        quoted: true,
        spacing: Spacing::NextArgument,
        max_depth: BALL_DEPTH,
        max_bits: BALL_BITS,
        ..WriteOptions::default()
    };
    text_with(&ball.store, ball.root, options, BALL_TEXT)
}

/// Returns the text of one term without operators.
pub(super) fn canonical(store: &TermStore, node: u32) -> String {
    let options = WriteOptions {
        max_bits: MOST_BITS,
        ..WriteOptions::canonical()
    };
    text_with(store, node, options, most_text(store))
}

fn text_with(store: &TermStore, node: u32, options: WriteOptions<'_>, most: usize) -> String {
    let watch = Arc::default();
    let mut scratch = ShowScratch::new(Exporter::new(store), &store.operators);
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
    let mut shown = LimitedText::new(most, &watch);
    let done = write_term(&mut shown, &scratch.heap, scratch.lexicon(), cell, &options).map(|_| ());
    shown.finish(done).unwrap_or_default()
}

/// One line of an answer: names with the same value, and the value if it is not a variable. Names that begin with an
/// underscore are not shown.
struct Group<'a> {
    names: Vec<&'a str>,
    hidden: Option<&'a str>,
    cell: Cell,
    node: u32,
}

/// Returns the text of an answer. `None` if the watch wants a stop.
pub(super) fn answer_text(answer: &Answer, style: ShowStyle, watch: &Arc<Watch>) -> Option<String> {
    let first = answer.bindings.first().map(|(_, term)| term);
    let Some(first) = first.or(answer.residual.first()) else {
        return Some("true".to_string());
    };
    let mut shown = LimitedText::new(most_text(&first.store), watch);
    let done = write_answer(&mut shown, first.store.clone(), answer, style);
    shown.finish(done)
}

fn write_answer(out: &mut LimitedText<'_>, store: Arc<TermStore>, answer: &Answer, style: ShowStyle) -> fmt::Result {
    let Answer { bindings, residual, .. } = answer;
    let roots = bindings
        .iter()
        .map(|(_, term)| term)
        .chain(residual)
        .map(|term| term.root);
    let exporter = match style.depth {
        0 => Exporter::new(&store),
        // The writer looks one level below the last that is shown.
        depth => Exporter::down_to(&store, roots, depth + 2),
    };
    let mut scratch = ShowScratch::new(exporter, &store.operators);
    scratch.heap.watch = Arc::clone(out.watch);
    let groups = group(bindings, style.hidden, &mut scratch);
    let goals: Vec<Cell> = residual.iter().map(|goal| scratch.cell(goal.root)).collect();
    let mut names = names_of_variables(&scratch.heap, &groups);
    for (node, text) in &answer.portrayed {
        if style.portray && scratch.exporter.builds(*node) {
            let cell = scratch.cell(*node);
            names.insert(cell, text.clone());
            scratch.portrayed.insert(cell, text.clone());
        }
    }
    let mut definitions = name_cycles(&scratch.heap, &groups, &goals, &mut names);
    if style.factorized {
        name_shared(&scratch.heap, &groups, &goals, &mut names, &mut definitions);
    }
    let defined = definitions.iter().map(|(_, cell)| *cell);
    let written: Vec<Cell> = shown_cells(&groups, &goals).chain(defined).collect();
    name_fresh_variables(&scratch.heap, &written, bindings, style.named, &mut names);

    let options = WriteOptions {
        quoted: style.quoted,
        max_depth: style.depth,
        ignore_ops: style.ignore_ops,
        dot_lists: style.ignore_ops,
        spacing: if style.blanks {
            Spacing::NextArgument
        } else {
            Spacing::Standard
        },
        priority: VALUE_PRIORITY,
        names: Some(&names),
        numbervars: style.numbervars,
        max_bits: MOST_BITS,
        ..WriteOptions::default()
    };
    let mut written = write_groups(out, &scratch, &groups, &options)?;
    let goal_options = WriteOptions {
        priority: GOAL_PRIORITY,
        ..options
    };
    for &goal in &goals {
        out.write_str(if written > 0 { ",\n" } else { "" })?;
        write_term(out, &scratch.heap, scratch.lexicon(), goal, &goal_options)?;
        written += 1;
    }
    if written == 0 {
        out.write_str("true")?;
    }
    for (i, (name, cell)) in definitions.iter().enumerate() {
        out.write_str(if i == 0 { ", % where\n    " } else { ",\n    " })?;
        write!(out, "{name} = ")?;
        write_value(out, &scratch, *cell, &options)?;
    }
    Ok(())
}

/// Returns the names under which unbound variables are shown.
fn names_of_variables(heap: &Heap, groups: &[Group<'_>]) -> Names {
    let mut names = Names::default();
    for group in groups.iter().filter(|group| is_variable(heap, group.cell)) {
        if let Some(last) = group.names.last().or(group.hidden.as_ref()) {
            names.insert(group.cell, (*last).to_string());
        }
    }
    names
}

/// Writes the equations of the groups; returns their number.
fn write_groups(
    out: &mut LimitedText<'_>,
    scratch: &ShowScratch<'_>,
    groups: &[Group<'_>],
    options: &WriteOptions<'_>,
) -> Result<usize, fmt::Error> {
    let mut written = 0;
    for group in groups {
        let mut between = if written > 0 { ",\n" } else { "" };
        for pair in group.names.windows(2) {
            write!(out, "{between}{} = {}", pair[0], pair[1])?;
            (between, written) = (", ", written + 1);
        }
        if !is_variable(&scratch.heap, group.cell)
            && let Some(name) = group.names.last()
        {
            write!(out, "{between}{name} = ")?;
            write_value(out, scratch, group.cell, options)?;
            written += 1;
        }
    }
    Ok(written)
}

fn is_variable(heap: &Heap, cell: Cell) -> bool {
    heap.deref(cell).is_variable()
}

/// Writes a value after `=`: an operator as an atom is put in parentheses.
fn write_value(
    out: &mut LimitedText<'_>,
    scratch: &ShowScratch<'_>,
    cell: Cell,
    options: &WriteOptions<'_>,
) -> fmt::Result {
    let is_bare = match scratch.heap.view(cell) {
        View::Atom(atom) => scratch.ops.is_op(atom) && !matches!(scratch.atoms.text(atom), "[]" | "{}"),
        _ => false,
    };
    if let Some(text) = scratch.portrayed.get(&cell) {
        return out.write_str(text);
    }
    out.write_str(if is_bare { "(" } else { "" })?;
    write_term(out, &scratch.heap, scratch.lexicon(), cell, options)?;
    out.write_str(if is_bare { ")" } else { "" })
}

/// Groups variables with the same value, in the order of the first.
fn group<'a>(bindings: &'a [(String, Term)], hidden: bool, scratch: &mut ShowScratch<'_>) -> Vec<Group<'a>> {
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
        if name.starts_with('_') && !hidden {
            group.hidden = Some(name);
        } else {
            group.names.push(name);
        }
    }
    groups
}

/// Returns the terms to be written: the values that have a name to show, and the goals.
fn shown_cells(groups: &[Group<'_>], goals: &[Cell]) -> impl Iterator<Item = Cell> {
    let values = groups
        .iter()
        .filter(|group| !group.names.is_empty())
        .map(|group| group.cell);
    values.chain(goals.iter().copied())
}

/// Names variables that are not in the query: `_`, or `_A`, `_B`... if they occur more than once.
fn name_fresh_variables(
    heap: &Heap,
    written: &[Cell],
    bindings: &[(String, Term)],
    are_named: bool,
    names: &mut Names,
) {
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
        let name = if !are_named {
            number += 1;
            format!("_{number}")
        } else if counts[&variable] == 1 {
            "_".to_string()
        } else {
            next_name(&mut number, &taken)
        };
        names.insert(variable, name);
    }
}

/// Counts the occurrences of each variable in the text of a term, in which a named part is written as its name. A part
/// is visited at most twice: its variables then occur more than once.
fn count_variables(heap: &Heap, root: Cell, names: &Names, order: &mut Vec<Cell>, counts: &mut FxHashMap<Cell, usize>) {
    let mut visits: FxHashMap<usize, u8> = FxHashMap::default();
    let mut waiting = vec![heap.deref(root)];
    let mut at_root = true;
    while let Some(cell) = waiting.pop() {
        let is_root = std::mem::take(&mut at_root);
        if names.contains_key(&cell) && !is_root {
            continue;
        }
        if cell.is_variable() {
            let seen = counts.entry(cell).or_insert(0);
            if *seen == 0 {
                order.push(cell);
            }
            *seen += 1;
            continue;
        }
        let (address, count) = heap.arguments(cell);
        if count == 0 {
            continue;
        }
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

/// Names the compounds at which cycles close: by a variable of the query with that value, else `_S1`, `_S2`..., which
/// are returned with their values.
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

/// Names the compounds that are reached more than once, in the order in which the second way is found.
fn name_shared(
    heap: &Heap,
    groups: &[Group<'_>],
    goals: &[Cell],
    names: &mut Names,
    definitions: &mut Vec<(String, Cell)>,
) {
    let mut seen: FxHashSet<Cell> = FxHashSet::default();
    for root in shown_cells(groups, goals) {
        let mut waiting = vec![(heap.deref(root), true)];
        while let Some((cell, is_root)) = waiting.pop() {
            let (address, count) = heap.arguments(cell);
            if count == 0 || names.contains_key(&cell) {
                continue;
            }
            if !is_root && !seen.insert(cell) {
                let name = format!("_S{}", definitions.len() + 1);
                names.insert(cell, name.clone());
                definitions.push((name, cell));
                continue;
            }
            waiting.extend(
                (0..count)
                    .rev()
                    .map(|index| (heap.deref(heap.get(address + index)), false)),
            );
        }
    }
}
