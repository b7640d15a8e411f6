//! The layout of a whole text: clauses, and the comments and empty lines between them.

use std::ops::Range;
use std::path::Path;

use ferz::toplevel::{SourceClause, SourceNode, SourceReader};

use super::goals::separators;
use super::tree::{TokenPart, TreeBuilder, is_bar, put_before_comments, tokens};
use super::writer::{Before, ClauseWriter, comment_gap};
use crate::gaps::{self, Comment, Gap};
use crate::operators::{SourceOperators, script_line};

/// Ends of lines between two clauses at the most: two empty lines.
const MOST_NEWLINES: usize = 3;

/// A clause that stays as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptClause {
    /// The byte of the text at which the reason is.
    pub at: usize,
    /// The reason.
    pub reason: String,
}

/// A text that was laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formatted {
    /// The text.
    pub text: String,
    /// The clauses that stay as they stand.
    pub kept: Vec<KeptClause>,
}

/// Lays out texts. It keeps the operators of libraries and files from text to text.
#[derive(Debug, Default)]
pub struct Formatter {
    operators: SourceOperators,
}

impl Formatter {
    /// Makes a formatter.
    pub fn new() -> Formatter {
        Formatter::default()
    }

    /// Lays out a text; `file` is its place, from which the files that it loads are found: they may define operators.
    /// Each clause is read back: one that would change stays as it stands, and so does one that cannot be read.
    ///
    /// # Errors
    /// If the whole text would not read as it did, which is a fault of the formatter.
    pub fn format(&mut self, text: &str, file: Option<&Path>) -> Result<Formatted, String> {
        let mut page = Page::new(text);
        let mut kept = Vec::new();
        let before = self.read(text, file, Some((&mut page, &mut kept)));
        let laid_out = page.finish();
        let Some(difference) = before.difference(&self.read(&laid_out, file, None)) else {
            return Ok(Formatted { text: laid_out, kept });
        };
        // Where a quote is open, what is behind it can change its meaning by its lines: it stays.
        if let Some(fault) = before.first_fault {
            let (head, rest) = text.split_at(fault);
            let mut page = Page::new(head);
            self.read(head, file, Some((&mut page, &mut Vec::new())));
            let mut laid_out = page.finish();
            laid_out.truncate(laid_out.trim_end().len());
            laid_out.push_str(rest);
            if before.difference(&self.read(&laid_out, file, None)).is_none() {
                return Ok(Formatted { text: laid_out, kept });
            }
        }
        Err(format!("the text would change: {difference}"))
    }

    /// Reads a text, lays it out on a page if there is one, and returns what it contains.
    fn read(
        &mut self,
        text: &str,
        file: Option<&Path>,
        mut onto: Option<(&mut Page<'_>, &mut Vec<KeptClause>)>,
    ) -> TextContent {
        let mut reader = SourceReader::new();
        let mut content = TextContent::default();
        let mut at = script_line(text);
        if let Some((page, _)) = &mut onto {
            page.verbatim(&text[..at]);
        }
        // Whether the line has a clause that cannot be read: its end stays as it stands.
        let mut is_faulty = false;
        loop {
            let (operators, next) = match reader.read(text, at) {
                Ok(None) => break,
                Ok(Some(clause)) => {
                    let range = clause.range();
                    let gap = Gap::of(text, at..range.start);
                    content.comments(text, &gap);
                    let lexemes = tokens(&clause, text);
                    content.clause(text, &clause, &lexemes);
                    is_faulty &= !gap.is_broken() && !text[at..range.start].contains('\n');
                    if let Some((page, _)) = &mut onto
                        && is_faulty
                    {
                        page.verbatim(&text[at..range.end]);
                    } else if let Some((page, kept)) = &mut onto {
                        page.gap(&gap);
                        if let Err(reason) = page.clause(&clause, lexemes) {
                            kept.push(KeptClause {
                                at: range.start,
                                reason,
                            });
                            page.kept(range.clone());
                        }
                    }
                    if clause.node(clause.root()) == SourceNode::Atom("end_of_file") {
                        // The rest is no Prolog.
                        at = range.end;
                        content.items.push(text[at..].trim_end().to_owned());
                        if let Some((page, _)) = &mut onto {
                            page.verbatim(text[at..].trim_end());
                        }
                        return content;
                    }
                    (self.operators.of(&clause, text, file), range.end)
                }
                Err(fault) => {
                    let next = text.ceil_char_boundary(fault.resume.max(at + 1));
                    content.first_fault.get_or_insert(at);
                    let start = first_token(text, at, next);
                    let gap = Gap::of(text, at..start);
                    content.comments(text, &gap);
                    content.items.push(text[start..next].trim_end().to_owned());
                    if let Some((page, kept)) = &mut onto {
                        let place = fault.span.start;
                        let reason = fault.message;
                        let end = start + text[start..next].trim_end().len();
                        kept.push(KeptClause { at: place, reason });
                        if is_faulty && !gap.is_broken() {
                            page.verbatim(&text[at..end]);
                        } else {
                            page.gap(&gap);
                            page.kept(start..end);
                        }
                    }
                    is_faulty = true;
                    (Vec::new(), next)
                }
            };
            for operator in operators {
                operator.define(&mut reader);
                if let Some((page, _)) = &mut onto {
                    operator.define(&mut page.reader);
                }
            }
            at = next;
        }
        let gap = Gap::of(text, at..text.len());
        content.comments(text, &gap);
        if let Some((page, _)) = &mut onto {
            page.comments(&gap);
        }
        content
    }
}

/// Returns the offset behind the layout and the comments from `at` on.
fn first_token(text: &str, at: usize, end: usize) -> usize {
    let mut at = at;
    loop {
        let rest = &text[at..end];
        let rest = rest.trim_start();
        at = end - rest.len();
        let length = if rest.starts_with('%') {
            rest.find('\n')
        } else if rest.starts_with("/*") {
            gaps::block_comment(rest)
        } else {
            None
        };
        match length {
            Some(length) => at += length,
            None => return at,
        }
    }
}

/// The clauses of a text as they were read, and its comments.
#[derive(Default)]
struct TextContent {
    items: Vec<String>,
    comments: Vec<String>,
    /// The offset behind the clause before the first one that cannot be read.
    first_fault: Option<usize>,
}

impl TextContent {
    fn comments(&mut self, text: &str, gap: &Gap) {
        let texts = gap.comments.iter().map(|comment| text[comment.span.clone()].to_owned());
        self.comments.extend(texts);
    }

    fn clause(&mut self, text: &str, clause: &SourceClause<'_>, lexemes: &[TokenPart]) {
        for lexeme in lexemes {
            self.comments(text, &lexeme.gap);
        }
        self.items.push(content(clause, text, lexemes));
    }

    /// Returns the first difference.
    fn difference(&self, other: &TextContent) -> Option<String> {
        let pairs = [(&self.items, &other.items), (&self.comments, &other.comments)];
        for (ours, theirs) in pairs {
            if let Some((one, _)) = ours.iter().zip(theirs).find(|(one, two)| one != two) {
                return Some(one.split('\0').collect::<Vec<_>>().join(" "));
            }
            if ours.len() != theirs.len() {
                return Some(format!("{} of {}", theirs.len(), ours.len()));
            }
        }
        None
    }
}

/// Returns the tokens of a clause and the structure of its term.
fn content(clause: &SourceClause<'_>, text: &str, lexemes: &[TokenPart]) -> String {
    let mut out = String::new();
    for lexeme in lexemes {
        out.push_str(&text[lexeme.span.clone()]);
        out.push('\0');
    }
    let mut terms = vec![clause.root()];
    while let Some(term) = terms.pop() {
        let children = clause.children(term);
        let kind = match clause.node(term) {
            SourceNode::Variable(index) => format!("_{index}"),
            SourceNode::Compound(name) => format!("{name}/{}", children.len()),
            SourceNode::List { has_tail } => format!("[{}{has_tail}", children.len()),
            SourceNode::Atom(name) => name.to_owned(),
            SourceNode::Number => "0".to_owned(),
            _ => "\"".to_owned(),
        };
        out.push_str(&kind);
        out.push('\0');
        terms.extend(children);
    }
    out
}

/// The text that is laid out.
struct Page<'p> {
    source: &'p str,
    out: String,
    newline: &'static str,
    /// Reads clauses back.
    reader: SourceReader,
}

impl<'p> Page<'p> {
    fn new(source: &'p str) -> Page<'p> {
        Page {
            source,
            out: String::with_capacity(source.len() + source.len() / 4),
            newline: if source.contains("\r\n") { "\r\n" } else { "\n" },
            reader: SourceReader::new(),
        }
    }

    fn finish(mut self) -> String {
        let end = self.out.trim_end().len();
        // A blank behind a backslash or quote is not layout, but there is none behind the last full stop.
        self.out.truncate(end);
        if !self.out.is_empty() {
            self.out.push_str(self.newline);
        }
        self.out
    }

    fn verbatim(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Writes a clause as it stands, in its column.
    fn kept(&mut self, range: Range<usize>) {
        let indent = self.indent(range.start);
        self.out.push_str(indent);
        self.out.push_str(&self.source[range]);
    }

    /// Returns the layout before an offset, if there is nothing else in its line.
    fn indent(&self, offset: usize) -> &'p str {
        let line = self.source[..offset].rfind('\n').map_or(0, |end| end + 1);
        let indent = &self.source[line..offset];
        if indent.trim().is_empty() { indent } else { "" }
    }

    fn is_empty(&self) -> bool {
        matches!(&*self.out, "" | "\u{feff}")
    }

    fn newlines(&mut self, count: usize) {
        if !self.is_empty() {
            for _ in 0..count.min(MOST_NEWLINES) {
                self.out.push_str(self.newline);
            }
        }
    }

    /// Writes what is before a clause.
    fn gap(&mut self, gap: &Gap) {
        self.comments(gap);
        self.newlines(gap.newlines.max(1));
    }

    fn comments(&mut self, gap: &Gap) {
        for comment in &gap.comments {
            if comment.newlines == 0 && !self.is_empty() {
                self.trailing(comment);
                continue;
            }
            self.newlines(comment.newlines);
            let indent = self.indent(comment.span.start);
            self.out.push_str(indent);
            self.out.push_str(&self.source[comment.span.clone()]);
        }
    }

    /// Writes a comment at the end of a line.
    fn trailing(&mut self, comment: &Comment) {
        let blanks = comment_gap(gaps::column(&self.out, self.out.len()), comment);
        self.out.extend(std::iter::repeat_n(' ', blanks));
        self.out.push_str(&self.source[comment.span.clone()]);
    }

    /// Lays out a clause.
    ///
    /// # Errors
    /// The reason why it stays as it stands.
    fn clause(&mut self, clause: &SourceClause<'_>, mut lexemes: Vec<TokenPart>) -> Result<(), String> {
        let text = self.source;
        let before = content(clause, text, &lexemes);
        let (laid_out, behind) = {
            let builder = TreeBuilder {
                clause,
                text,
                tokens: &lexemes,
            };
            let whole = builder.whole().ok_or("its terms are nested too deeply")?;
            let mut commas = Vec::new();
            separators(&whole, &|item| is_bar(&lexemes, text, item), &mut commas);
            commas.sort_unstable();
            commas
                .into_iter()
                .for_each(|comma| put_before_comments(&mut lexemes, comma));
            let behind = behind_stop(&mut lexemes);
            let mut writer = ClauseWriter::new(text, &lexemes, self.newline);
            writer.clause(&whole);
            let stop = lexemes.len() - 1;
            // A full stop behind a symbol would belong to it.
            let is_symbol = writer
                .out
                .ends_with(|c: char| c.is_ascii_punctuation() && !",;!()[]{}|_'\"`%".contains(c));
            let blank = if is_symbol { Before::Blank } else { Before::Nothing };
            writer.after(stop, blank, 4);
            (writer.out, behind)
        };
        let changed = "it would not be read as it is";
        let again = self.reader.read(&laid_out, 0).ok().flatten().ok_or(changed)?;
        let after = content(&again, &laid_out, &tokens(&again, &laid_out));
        if after != before || again.range() != (0..laid_out.len()) {
            return Err(changed.to_owned());
        }
        self.out.push_str(&laid_out);
        for comment in &behind {
            self.trailing(comment);
        }
        Ok(())
    }
}

/// Takes a comment before the full stop, at the end of the line of the last goal, which moves behind it.
fn behind_stop(lexemes: &mut [TokenPart]) -> Vec<Comment> {
    let Some(stop) = lexemes.last_mut() else {
        return Vec::new();
    };
    match &stop.gap.comments[..] {
        [only] if only.newlines == 0 => {
            stop.gap.newlines = 0;
            std::mem::take(&mut stop.gap.comments)
        }
        _ => Vec::new(),
    }
}
