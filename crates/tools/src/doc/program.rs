//! The documentation of a text of Prolog: what its comments say of it and of its predicates. Nothing of it runs.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;

use ferz_texts::head::parse_head;

use super::wiki::{CommentLine, DocExample, markdown};
use crate::gaps::{Comment, Gap};
use crate::line_starts::LineStarts;
use crate::lsp::outline::{Indicator, NameRole, Outline};
use crate::operators::{SourceOperators, script_line};

/// The documentation of a predicate.
#[derive(Debug)]
pub(super) struct PredicateDoc {
    pub predicate: Indicator,
    /// The heads with modes; the name and arity if there is none.
    pub heads: Vec<String>,
    pub is_exported: bool,
    pub markdown: String,
    /// The line of its first clause, or of the comment if it has none.
    pub line: usize,
    examples: Vec<DocExample>,
}

/// The documentation of a text.
#[derive(Debug)]
pub(super) struct ProgramDocs {
    pub module: Option<String>,
    /// The title that the text gives itself, if it does.
    pub title: Option<String>,
    pub markdown: String,
    /// Those with comments, and all that are exported, in the order of the text.
    pub predicates: Vec<PredicateDoc>,
    /// Those without a comment.
    pub bare: Vec<Indicator>,
    examples: Vec<DocExample>,
}

/// The kinds of comments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CommentKind {
    /// `%!`, `%%` or `/**`.
    Marked,
    Plain,
    /// Behind a clause, in its last line.
    Behind,
}

/// Comments in lines that follow one another.
struct CommentRun {
    kind: CommentKind,
    lines: Vec<CommentLine>,
    /// Whether there is a blank line between it and what follows.
    is_apart: bool,
}

impl ProgramDocs {
    /// Reads a text, that of `file`.
    pub(super) fn of(text: &str, file: &Path) -> ProgramDocs {
        let outline = Outline::of(text, Some(file), &mut SourceOperators::default());
        let mut docs = ProgramDocs {
            module: outline.module().map(str::to_owned),
            title: None,
            markdown: String::new(),
            predicates: Vec::new(),
            bare: Vec::new(),
            examples: Vec::new(),
        };
        let exports = exports(&outline, text);
        let mut defined: HashSet<&Indicator> = HashSet::new();
        let places = LineStarts::of(text);
        let mut end = script_line(text);
        for clause in &outline.parts.clauses {
            let head = clause.head.as_deref();
            let is_first = head.is_some_and(|head| defined.insert(head));
            let line = places.line(clause.range.start);
            let runs = runs(text, &places, end..clause.range.start);
            for (number, run) in runs.iter().enumerate() {
                let is_nearest = number + 1 == runs.len() && !run.is_apart;
                let head = head.filter(|_| is_first && is_nearest);
                docs.take(
                    run,
                    head.map(|head| (head, line)),
                    end == script_line(text) && number == 0,
                    clause.head.as_deref(),
                );
            }
            if let Some(head) = head.filter(|_| is_first) {
                match docs.predicates.iter_mut().find(|known| known.predicate == *head) {
                    Some(known) => known.line = line,
                    None if exports.contains(head) => docs.add(head.clone(), Vec::new(), line, &[]),
                    None => docs.bare.push(head.clone()),
                }
            }
            end = clause.range.end;
        }
        for run in runs(text, &places, end..text.len()) {
            docs.take(&run, None, false, None);
        }
        for known in &mut docs.predicates {
            known.is_exported = exports.contains(&known.predicate);
        }
        docs
    }

    /// Takes a comment; `head` is the predicate that it stands directly above, with its line, `next` that of the clause
    /// behind it.
    fn take(&mut self, run: &CommentRun, head: Option<(&Indicator, usize)>, is_first: bool, next: Option<&Indicator>) {
        let first = run.lines.iter().position(|line| !line.text.trim().is_empty());
        let Some(first) = first.filter(|_| run.kind != CommentKind::Behind) else {
            return;
        };
        let lines = &run.lines[first..];
        if let Some(title) = lines[0].text.trim().strip_prefix("<module>") {
            self.title = Some(title.trim().to_owned()).filter(|title| !title.is_empty());
            return self.about(&lines[1..]);
        }
        if run.kind == CommentKind::Marked {
            let (heads, used) = heads(lines);
            if let Some((predicate, _)) = heads.first() {
                let texts = heads.iter().map(|(_, text)| text.clone()).collect();
                return self.add(predicate.clone(), texts, lines[0].number, &lines[used..]);
            }
            if let Some(next) = next {
                // A head with an operator.
                let text = lines[0].text.trim().trim_end_matches('.').to_owned();
                return self.add(next.clone(), vec![text], lines[0].number, &lines[1..]);
            }
        }
        match head {
            Some((predicate, line)) if !self.predicates.iter().any(|known| known.predicate == *predicate) => {
                let named = usual_head(predicate, &lines[0].text);
                let heads = named.iter().map(|(head, _)| head.clone()).collect();
                let mut lines = lines.to_vec();
                if let Some((_, rest)) = named {
                    lines[0].text = rest;
                }
                self.add(predicate.clone(), heads, line, &lines);
            }
            None if is_first => self.about(lines),
            _ => {}
        }
    }

    fn about(&mut self, lines: &[CommentLine]) {
        let made = markdown(lines, &[]);
        self.markdown = made.markdown;
        self.examples = made.examples;
    }

    fn add(&mut self, predicate: Indicator, mut heads: Vec<String>, line: usize, lines: &[CommentLine]) {
        let made = markdown(lines, &arguments(&heads));
        if heads.is_empty() {
            heads.push(format!("{}/{}", predicate.0, predicate.1));
        }
        self.predicates.push(PredicateDoc {
            predicate,
            heads,
            is_exported: false,
            markdown: made.markdown,
            line,
            examples: made.examples,
        });
    }

    /// Returns the examples, in the order of the text.
    pub(super) fn examples(&self) -> impl Iterator<Item = &DocExample> {
        let own = self.predicates.iter().flat_map(|predicate| &predicate.examples);
        self.examples.iter().chain(own)
    }

    /// Returns all as Markdown. `source` gives the address of a line of the text, if it has one.
    pub(super) fn markdown(&self, title: &str, source: impl Fn(usize) -> String) -> String {
        let mut out = format!("# {title}\n\n");
        if let Some(own) = &self.title {
            let _written = writeln!(out, "**{own}**\n");
        }
        let _written = writeln!(out, "{}\n", self.markdown);
        for (title, is_exported) in [("Exported predicates", true), ("Predicates", false)] {
            let mut of_kind = self
                .predicates
                .iter()
                .filter(|one| one.is_exported == is_exported)
                .peekable();
            if of_kind.peek().is_none() {
                continue;
            }
            let title = if !is_exported && self.module.is_some() {
                "Other predicates"
            } else {
                title
            };
            let _written = writeln!(out, "## {title}\n");
            for one in of_kind {
                let mut heads = one.heads.iter();
                let _written = writeln!(out, "#### `{}`\n", heads.next().map_or("", String::as_str));
                for head in heads {
                    let _written = writeln!(out, "`{head}`\n");
                }
                if !one.markdown.is_empty() {
                    let _written = writeln!(out, "{}\n", one.markdown);
                }
                let _written = writeln!(out, "[Line {} of the source](<{}>)\n", one.line, source(one.line));
            }
        }
        let bare: Vec<String> = self
            .bare
            .iter()
            .map(|(name, arity)| format!("`{name}/{arity}`"))
            .collect();
        if !bare.is_empty() {
            let _written = writeln!(out, "Without a comment: {}.", bare.join(", "));
        }
        out
    }
}

/// Returns the predicates that the module exports.
fn exports(outline: &Outline, text: &str) -> HashSet<Indicator> {
    let mut exports = HashSet::new();
    for clause in outline.parts.clauses.iter().filter(|clause| clause.head.is_none()) {
        let directive = text[clause.range.clone()].trim_start_matches([':', '-']).trim_start();
        if directive.starts_with("module(") {
            let names = clause.names.iter().filter(|name| name.role == NameRole::Indicator);
            exports.extend(names.map(|name| (*name.predicate).clone()));
        }
    }
    exports
}

/// Returns the comments in a part of a text, joined where they stand in lines that follow one another.
fn runs(text: &str, places: &LineStarts, range: Range<usize>) -> Vec<CommentRun> {
    let gap = Gap::of(text, range.clone());
    let mut runs: Vec<CommentRun> = Vec::new();
    let mut before: Option<&Comment> = None;
    for comment in &gap.comments {
        let source = &text[comment.span.clone()];
        // A clause that cannot be read is between the others, too.
        if !source.starts_with('%') && !source.starts_with("/*") {
            continue;
        }
        let is_marked = ["%!", "%% ", "/**"].iter().any(|sign| source.starts_with(sign)) && !source.starts_with("/***");
        let follows = before.is_some_and(|before| before.to_line_end && comment.to_line_end && comment.newlines == 1);
        let is_marked_before = before.is_some_and(|before| text[before.span.clone()].starts_with("%!"));
        // `%%` also begins the lines below the first; heads stand below one another.
        let begins = source.starts_with("%!") && !is_marked_before;
        match runs.last_mut() {
            Some(run) if follows && run.kind != CommentKind::Behind && !begins => {
                run.lines.extend(lines(text, places, comment));
            }
            last => {
                if let Some(last) = last {
                    last.is_apart = comment.newlines > 1;
                }
                let is_behind = comment.newlines == 0 && range.start > 0 && before.is_none();
                runs.push(CommentRun {
                    kind: match (is_behind, is_marked) {
                        (true, _) => CommentKind::Behind,
                        (_, true) => CommentKind::Marked,
                        _ => CommentKind::Plain,
                    },
                    lines: lines(text, places, comment),
                    is_apart: false,
                });
            }
        }
        before = Some(comment);
    }
    if let Some(last) = runs.last_mut() {
        last.is_apart = gap.newlines > 1;
    }
    runs
}

/// Returns the lines of a comment without its signs.
fn lines(text: &str, places: &LineStarts, comment: &Comment) -> Vec<CommentLine> {
    let source = &text[comment.span.clone()];
    let number = places.line(comment.span.start);
    let content: Vec<&str> = match comment.to_line_end {
        true => vec![source.trim_start_matches('%').trim_start_matches('!')],
        false => {
            let inner = source.trim_start_matches(['/', '*']).trim_end_matches(['/', '*']);
            let bare = |line: &'_ str| line.trim_start().starts_with('*');
            let is_framed = inner.lines().skip(1).filter(|line| !line.trim().is_empty()).all(bare);
            let indent = |line: &str| line.len() - line.trim_start().len();
            let below = inner.lines().skip(1).filter(|line| !line.trim().is_empty());
            let least = below.map(indent).min().unwrap_or(0);
            let strip = |line: &'_ str| match is_framed {
                true => line
                    .trim_start()
                    .strip_prefix('*')
                    .map_or(line.len(), |rest| line.len() - rest.len()),
                false => least.min(indent(line)),
            };
            let first = inner.lines().take(1).map(str::trim_start);
            first
                .chain(inner.lines().skip(1).map(|line| &line[strip(line)..]))
                .collect()
        }
    };
    (number..)
        .zip(content)
        .map(|(number, text)| CommentLine {
            number,
            text: text.to_owned(),
        })
        .collect()
}

/// Returns the heads with modes that a comment begins with, and how many lines they take.
fn heads(lines: &[CommentLine]) -> (Vec<(Indicator, String)>, usize) {
    let mut found: Vec<(Indicator, String)> = Vec::new();
    let mut used = 0;
    while used < lines.len() {
        let mut text = lines[used].text.trim().to_owned();
        let mut end = used + 1;
        // The arguments may go on in the next lines.
        while parse_head(&text).is_none() && end < lines.len().min(used + 8) {
            let _written = write!(text, " {}", lines[end].text.trim());
            end += 1;
        }
        let Some((name, arity, rest)) = parse_head(&text) else {
            break;
        };
        let has_modes = name.len() > 1 && name.starts_with(['+', '-', '?', '@', ':', '!']);
        let nonterminal = rest.strip_prefix("//");
        let behind = nonterminal.unwrap_or(rest).trim();
        let is_head = behind.is_empty() || behind == "." || behind.starts_with("is ");
        let arity = arity + if nonterminal.is_some() { 2 } else { 0 };
        let is_another = found.first().is_some_and(|((known, _), _)| known != name);
        if name.is_empty() || (has_modes && name.contains(char::is_uppercase)) || !is_head || is_another {
            break;
        }
        let shown = text.trim_end_matches('.').to_owned();
        found.push(((name.to_owned(), arity), shown));
        used = end;
    }
    (found, used)
}

/// Returns the head that a plain comment begins with, as in `% total(L, T): T is the sum of L.`, and the rest of the line.
fn usual_head(predicate: &Indicator, line: &str) -> Option<(String, String)> {
    let line = line.trim();
    let (name, arity, rest) = parse_head(line)?;
    let about = rest
        .strip_prefix([':', '.'])
        .filter(|about| about.is_empty() || about.starts_with(' '))?;
    let is_its = (name, arity) == (predicate.0.as_str(), predicate.1);
    is_its.then(|| {
        (
            line[..line.len() - rest.len()].to_owned(),
            about.trim_start().to_owned(),
        )
    })
}

/// Returns the names of the arguments of heads.
fn arguments(heads: &[String]) -> Vec<String> {
    let words = heads
        .iter()
        .flat_map(|head| head.split(|c: char| !c.is_alphanumeric() && c != '_'));
    let names = words.filter(|word| word.starts_with(char::is_uppercase));
    names.map(str::to_owned).collect()
}
