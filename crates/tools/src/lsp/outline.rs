//! The predicates and variables of a text, with their places. A clause that cannot be read is left out; the others stay.

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::rc::Rc;

use ferz::toplevel::{SourceFault, SourceReader};

use super::determinism::GoalShape;
use super::walk::outline_of;
use crate::operators::{SourceOperator, SourceOperators, script_line};

/// A predicate: its name and the number of its arguments.
pub(crate) type Indicator = (String, usize);

/// Beyond so many clauses that cannot be read all is read again at a change.
const MOST_FAULTS: usize = 32;

/// The role of a name in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NameRole {
    /// The head of a clause.
    Head,
    /// A goal.
    Call,
    /// An indicator `Name/Arity` in a declaration.
    Indicator,
}

/// A place at which a predicate is named.
#[derive(Clone, Debug)]
pub(crate) struct NamePlace {
    pub predicate: Rc<Indicator>,
    pub span: Range<usize>,
    pub role: NameRole,
}

/// The names of predicates, each of which is kept once.
#[derive(Debug, Default)]
pub(crate) struct NameTable(HashMap<String, Vec<Rc<Indicator>>>);

impl NameTable {
    pub(super) fn of(&mut self, name: &str, arity: usize) -> Rc<Indicator> {
        let new = || Rc::new((name.to_owned(), arity));
        match self.0.get_mut(name) {
            Some(known) => match known.iter().find(|known| known.1 == arity) {
                Some(known) => Rc::clone(known),
                None => {
                    known.push(new());
                    Rc::clone(&known[known.len() - 1])
                }
            },
            None => {
                let new = new();
                self.0.insert(name.to_owned(), vec![Rc::clone(&new)]);
                new
            }
        }
    }
}

/// A clause or a directive.
#[derive(Debug, Default)]
pub(crate) struct ClauseOutline {
    pub range: Range<usize>,
    /// The predicate whose clause it is; none for a directive.
    pub head: Option<Rc<Indicator>>,
    pub names: Vec<NamePlace>,
    /// The places of variables.
    pub variables: Vec<Range<usize>>,
    /// How its goals follow one another.
    pub shape: GoalShape,
    /// That which a directive says of the text.
    pub directive: Option<Box<TextDirective>>,
}

/// That which a directive says of the text.
#[derive(Debug, Default)]
pub(crate) struct TextDirective {
    /// The name of its module.
    pub module: Option<String>,
    /// The files that it loads, as they are named.
    pub loads: Vec<String>,
    /// The operators of the clauses behind it.
    operators: Vec<SourceOperator>,
}

/// A clause that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TextFault {
    /// Where reading has begun.
    start: usize,
    pub span: Range<usize>,
    pub message: String,
    /// Where reading goes on.
    end: usize,
}

/// The clauses of a text, and its faults.
#[derive(Debug, Default)]
pub(crate) struct TextParts {
    pub clauses: Vec<ClauseOutline>,
    pub faults: Vec<TextFault>,
}

impl TextParts {
    /// Whether a clause or a fault ends at an offset.
    fn ends_at(&self, end: usize) -> bool {
        let clauses = self.clauses.binary_search_by_key(&end, |clause| clause.range.end);
        clauses.is_ok() || self.faults.binary_search_by_key(&end, |fault| fault.end).is_ok()
    }

    /// Takes the parts that do not end before an offset.
    fn take_from(&mut self, offset: usize) -> TextParts {
        let clause = self.clauses.partition_point(|clause| clause.range.end < offset);
        let fault = self.faults.partition_point(|fault| fault.end < offset);
        TextParts {
            clauses: self.clauses.split_off(clause),
            faults: self.faults.split_off(fault),
        }
    }

    /// Returns the offset behind the last part.
    fn end(&self) -> usize {
        let clause = self.clauses.last().map_or(0, |clause| clause.range.end);
        self.faults.last().map_or(0, |fault| fault.end).max(clause)
    }

    /// Drops the parts that begin before an offset.
    fn forget_before(&mut self, offset: usize) {
        self.clauses.retain(|clause| clause.range.start >= offset);
        self.faults.retain(|fault| fault.start >= offset);
    }

    fn append(&mut self, mut other: TextParts) {
        self.clauses.append(&mut other.clauses);
        self.faults.append(&mut other.faults);
    }

    /// Moves all places by a number of bytes.
    fn shift(&mut self, by: isize) {
        if by == 0 {
            return;
        }
        let moved = |place: &mut usize| *place = place.wrapping_add_signed(by);
        let moved_span = |span: &mut Range<usize>| {
            moved(&mut span.start);
            moved(&mut span.end);
        };
        for clause in &mut self.clauses {
            moved_span(&mut clause.range);
            clause.names.iter_mut().for_each(|name| moved_span(&mut name.span));
            clause.variables.iter_mut().for_each(moved_span);
        }
        for fault in &mut self.faults {
            moved(&mut fault.start);
            moved_span(&mut fault.span);
            moved(&mut fault.end);
        }
    }

    fn operators(&self) -> impl Iterator<Item = &SourceOperator> {
        operators_of(&self.clauses)
    }
}

fn operators_of(clauses: &[ClauseOutline]) -> impl Iterator<Item = &SourceOperator> {
    let directives = clauses.iter().filter_map(|clause| clause.directive.as_ref());
    directives.flat_map(|directive| &directive.operators)
}

/// The outline of a text.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    pub parts: TextParts,
    /// Clauses that a part which begins before them has swallowed, as a quote without an end does: when that has one, they
    /// need not be read again.
    swallowed: TextParts,
    names: NameTable,
}

/// A text that is read.
#[derive(Clone, Copy)]
pub(super) struct OutlineSource<'t> {
    pub text: &'t str,
    pub file: Option<&'t Path>,
}

/// Reads the parts of a text from an offset on, until `is_known` says of the end of one that the rest is known. Returns them,
/// and the end.
fn read(
    source: OutlineSource<'_>,
    from: usize,
    reader: &mut SourceReader,
    (names, operators): (&mut NameTable, &mut SourceOperators),
    is_known: impl Fn(usize) -> bool,
) -> (TextParts, usize) {
    let text = source.text;
    let mut parts = TextParts::default();
    let mut at = from.max(script_line(text));
    while at < text.len() {
        match reader.read(text, at) {
            Ok(None) => at = text.len(),
            Ok(Some(clause)) => {
                at = clause.range().end;
                let mut entry = outline_of(&clause, text, names);
                let found = operators.of(&clause, text, source.file);
                found.iter().for_each(|operator| operator.define(reader));
                if !found.is_empty() {
                    entry.directive.get_or_insert_default().operators = found;
                }
                parts.clauses.push(entry);
            }
            Err(fault) => {
                let start = at;
                at = fault.resume.max(at + 1);
                parts.faults.push(TextFault {
                    start,
                    span: fault.span,
                    message: fault.message,
                    end: at,
                });
            }
        }
        if is_known(at) {
            break;
        }
    }
    (parts, at)
}

impl Outline {
    /// Reads a text.
    pub(crate) fn of(text: &str, file: Option<&Path>, operators: &mut SourceOperators) -> Outline {
        let mut outline = Outline::default();
        let mut reader = SourceReader::new();
        let with = (&mut outline.names, operators);
        outline.parts = read(OutlineSource { text, file }, 0, &mut reader, with, |_| false).0;
        outline
    }

    /// Follows a change of the text: the bytes `old` of the former text are `new` bytes now. Only the clauses that the change
    /// touches are read again, unless they define operators.
    pub(super) fn change(
        &mut self,
        source: OutlineSource<'_>,
        operators: &mut SourceOperators,
        old: &Range<usize>,
        new: usize,
    ) {
        let moved = new.cast_signed() - old.len().cast_signed();
        // A full stop may no longer be one if something follows it: such a clause is read again, too.
        let from = self.first_changed(source, old.start).unwrap_or(old.start);
        let mut removed = self.parts.take_from(from);
        self.swallowed.forget_before(old.end);
        let mut reader = SourceReader::new();
        self.parts.operators().for_each(|operator| operator.define(&mut reader));
        let swallowed = &self.swallowed;
        let is_known = |end: usize| {
            let before = end.checked_add_signed(-moved).filter(|&before| before >= old.end);
            before.is_some_and(|before| removed.ends_at(before) || swallowed.ends_at(before))
        };
        let with = (&mut self.names, &mut *operators);
        let (again, end) = read(source, self.parts.end(), &mut reader, with, is_known);
        // The same place in the former text.
        let stop = end.saturating_add_signed(-moved);
        let is_freed = self.swallowed.ends_at(stop) && !removed.ends_at(stop);
        let mut rest = removed.take_from(if is_freed { self.swallowed.end() } else { stop } + 1);
        if again.operators().ne(removed.operators()) {
            *self = Outline::of(source.text, source.file, operators);
            return;
        }
        if is_freed {
            // The part that has swallowed them may end behind them.
            rest.forget_before(self.swallowed.end());
            let mut freed = std::mem::take(&mut self.swallowed).take_from(stop + 1);
            freed.append(rest);
            rest = freed;
        } else {
            removed.forget_before(old.end);
            if removed.clauses.len() > again.clauses.len() {
                self.swallowed = removed;
            } else if self.swallowed.end() > 0 {
                // The part that has swallowed them goes further now.
                removed.forget_before(self.swallowed.end());
                self.swallowed.append(removed);
            }
            self.swallowed.shift(moved);
        }
        self.parts.append(again);
        rest.shift(moved);
        self.parts.append(rest);
    }

    /// Returns the end of the first fault before an offset that is another one now: for what ends a quote or a comment is looked
    /// behind the clause, too.
    fn first_changed(&self, source: OutlineSource<'_>, offset: usize) -> Option<usize> {
        let mut reader = SourceReader::new();
        let mut known = 0;
        let faults = self.parts.faults.iter().take_while(|fault| fault.end < offset);
        let mut faults = faults.enumerate();
        let changed = faults.find(|(number, fault)| {
            let before = self
                .parts
                .clauses
                .partition_point(|clause| clause.range.end <= fault.start);
            operators_of(&self.parts.clauses[known..before]).for_each(|operator| operator.define(&mut reader));
            known = before;
            let is_same =
                |now: &SourceFault| (&now.span, now.resume, &now.message) == (&fault.span, fault.end, &fault.message);
            *number >= MOST_FAULTS || !reader.read(source.text, fault.start).is_err_and(|now| is_same(&now))
        });
        changed.map(|(_, fault)| fault.end)
    }

    /// Returns the name of the text's module.
    pub(crate) fn module(&self) -> Option<&str> {
        let directives = self.parts.clauses.iter().filter_map(|clause| clause.directive.as_ref());
        directives
            .filter_map(|directive| directive.module.as_deref())
            .next_back()
    }

    /// Returns the files that the text loads, as they are named.
    pub(super) fn loads(&self) -> impl Iterator<Item = &str> {
        let directives = self.parts.clauses.iter().filter_map(|clause| clause.directive.as_ref());
        directives.flat_map(|directive| &directive.loads).map(String::as_str)
    }

    /// Returns the clause at an offset.
    pub(crate) fn clause_at(&self, offset: usize) -> Option<&ClauseOutline> {
        let index = self.parts.clauses.partition_point(|clause| clause.range.end < offset);
        self.parts
            .clauses
            .get(index)
            .filter(|clause| clause.range.start <= offset)
    }

    /// Returns the part of a text from the clause at its beginning to that at its end.
    pub(super) fn whole_clauses(&self, part: Range<usize>) -> Range<usize> {
        let clauses = &self.parts.clauses;
        let first = clauses.partition_point(|clause| clause.range.end <= part.start);
        let before = first.checked_sub(1).map_or(0, |before| clauses[before].range.end);
        let last = clauses.get(clauses.partition_point(|clause| clause.range.end < part.end));
        before..last.map_or(part.end, |last| last.range.end.max(part.end))
    }

    /// Returns the predicate that is named at an offset.
    pub(crate) fn name_at(&self, offset: usize) -> Option<&NamePlace> {
        let names = &self.clause_at(offset)?.names;
        names
            .iter()
            .find(|name| name.span.start <= offset && offset <= name.span.end)
    }

    /// Returns the places of a predicate.
    pub(crate) fn places(&self, predicate: &Indicator) -> impl Iterator<Item = &NamePlace> {
        let names = self.parts.clauses.iter().flat_map(|clause| &clause.names);
        names.filter(move |name| *name.predicate == *predicate)
    }

    /// Whether the text has clauses of the predicate, or declares it.
    pub(crate) fn defines(&self, predicate: &Indicator) -> bool {
        self.parts
            .clauses
            .iter()
            .any(|clause| clause.head.as_deref() == Some(predicate))
    }

    /// Returns the predicates with their clauses, in the order of the text.
    pub(crate) fn predicates(&self) -> Vec<(&Indicator, Vec<&ClauseOutline>)> {
        let mut found: Vec<(&Indicator, Vec<&ClauseOutline>)> = Vec::new();
        let mut known = std::collections::HashMap::new();
        for clause in &self.parts.clauses {
            if let Some(head) = clause.head.as_deref() {
                let at = *known.entry(head).or_insert(found.len());
                if at == found.len() {
                    found.push((head, Vec::new()));
                }
                found[at].1.push(clause);
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts of an outline that are compared: ranges, heads, names, variables and faults.
    fn shown(outline: &Outline) -> Vec<String> {
        let clauses = outline.parts.clauses.iter().map(|clause| {
            let names: Vec<_> = clause
                .names
                .iter()
                .map(|name| (&name.predicate, &name.span, name.role))
                .collect();
            format!("{:?} {:?} {names:?} {:?}", clause.range, clause.head, clause.variables)
        });
        clauses
            .chain(outline.parts.faults.iter().map(|fault| format!("{fault:?}")))
            .collect()
    }

    const TEXT: &str = "\
#!/usr/bin/env ferz
:- module(m, [p/1]).
% it's a comment
p(X) :- q(X, 'a b'), \\+ r(\"it's\", 0'x).
:- op(700, xfx, ~>).
a ~> b.
q(é, [_|T]) :- T = {x}.
s --> \"x\", t(1.5), { w }.
/* a block. */ r(A, B) :- A == B.
bad(X :- .
t(1).
u(0b1, `x`) :- p(a), !.
";

    #[test]
    fn a_changed_text_has_the_outline_of_a_new_one() {
        let mut random = fastrand::Rng::with_seed(7);
        let pieces = [
            ".",
            "\n",
            " ",
            "'",
            "\"",
            "/*",
            "*/",
            "%",
            "(",
            ")",
            "foo",
            "X",
            ",",
            ":-",
            ". ",
            "é",
            "x(Y).\n",
            "`",
            "0'",
            ":- op(200, xfy, ~>).\n",
            "_",
            "{",
        ];
        for _ in 0..30 {
            let mut text = TEXT.to_owned();
            let mut operators = SourceOperators::default();
            let mut outline = Outline::of(&text, None, &mut operators);
            for _ in 0..40 {
                let place = |random: &mut fastrand::Rng| text.floor_char_boundary(random.usize(..=text.len()));
                let start = place(&mut random);
                let end = match random.u8(..4) {
                    0 => text.floor_char_boundary((start + random.usize(..30)).min(text.len())),
                    1 => text.ceil_char_boundary((start + 1).min(text.len())),
                    _ => start,
                };
                let new = if random.bool() {
                    random.choice(pieces).unwrap_or_default()
                } else {
                    ""
                };
                let before = text.clone();
                text.replace_range(start..end, new);
                let source = OutlineSource {
                    text: &text,
                    file: None,
                };
                outline.change(source, &mut operators, &(start..end), new.len());
                let wanted = Outline::of(&text, None, &mut operators);
                assert_eq!(shown(&outline), shown(&wanted), "{before:?} {start}..{end} {new:?}");
            }
        }
    }

    #[test]
    fn a_quote_that_is_closed_again_frees_the_rest() {
        let mut text: String = (0..2_000).map(|number| format!("p({number}, X) :- q(X).\n")).collect();
        let mut operators = SourceOperators::default();
        let mut outline = Outline::of(&text, None, &mut operators);
        for (piece, clauses) in [("'", 0), ("a", 0), ("'", 2_000)] {
            let at = 2 + text[2..].find([',', '0']).unwrap_or_default() + 1;
            text.insert_str(at, piece);
            let source = OutlineSource {
                text: &text,
                file: None,
            };
            outline.change(source, &mut operators, &(at..at), piece.len());
            // Most of them are not read again, but wait.
            assert!(outline.parts.clauses.len() >= clauses.min(1_999), "{piece}");
            assert_eq!(shown(&outline), shown(&Outline::of(&text, None, &mut operators)));
        }
    }
}
