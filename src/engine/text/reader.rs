//! Reads one clause at a time, since a directive may change the operators before the next one.

use super::ast::{Ast, MOST_KEPT};
use super::builder::{AstBuilder, Scratch};
use super::conversion;
use super::end::EndFinder;
use super::error::{SyntaxError, SyntaxFault, SyntaxKind};
use super::explain;
use super::extensions::Extensions;
use super::grammar::ClauseParser;
use super::lexer::{self, Context, Gathered, Lexeme};
use super::ops::OpTable;
use super::room::{ITEMS, Report, Room};
use super::token::{GrammarTerminal, Kind};
use crate::base::atom::AtomTable;
use crate::base::flag::{Flags, Quotes};
use crate::base::span::Span;
use crate::base::watch::{STEPS, Watch};
use std::sync::Arc;

/// The flags that affect reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadFlags {
    /// The representation of `"..."`.
    pub double_quotes: Quotes,
    /// The representation of back-quoted text.
    pub back_quotes: Quotes,
    /// Whether only names that begin with `_` are variables.
    pub var_prefix: bool,
    /// Whether extensions of the standard are errors.
    pub iso: bool,
    /// Whether characters are converted.
    pub char_conversion: bool,
}

impl ReadFlags {
    /// Returns what is read beyond the standard.
    pub const fn extensions(&self) -> Extensions {
        Extensions::of(self.iso)
    }
}

impl Default for ReadFlags {
    fn default() -> ReadFlags {
        ReadFlags {
            double_quotes: Quotes::String,
            back_quotes: Quotes::Codes,
            var_prefix: false,
            iso: false,
            char_conversion: false,
        }
    }
}

impl From<&Flags> for ReadFlags {
    fn from(flags: &Flags) -> ReadFlags {
        ReadFlags {
            double_quotes: flags.double_quotes,
            back_quotes: flags.back_quotes,
            var_prefix: flags.var_prefix,
            iso: flags.iso,
            char_conversion: flags.char_conversion,
        }
    }
}

/// The result of reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Read {
    /// A clause, in the reader's [`Ast`].
    Clause {
        /// Offset of its first token.
        start: usize,
        /// Offset just after its full stop.
        end: usize,
    },
    /// Only layout and comments.
    EndOfText,
}

/// Reads clauses; reuses its memory from one to the next.
#[derive(Default)]
pub struct Reader {
    ast: Ast,
    tokens: Vec<Lexeme>,
    scratch: Scratch,
    name: String,
    /// The number of unterminated quoted items and comments found in this text.
    unterminated: usize,
    /// Polled for a stop.
    watch: Arc<Watch>,
    /// The memory limit for the next clause.
    pub room: Room,
    /// Whether no brackets are simple terms.
    #[cfg(test)]
    pub(super) by_tokens: bool,
}

/// Number of unterminated quoted items and comments after which reading resumes at the end of the text. Each of them
/// costs a scan to the end of the text, which without a bound would take quadratic time.
const MOST_UNTERMINATED: usize = 100;

/// Bytes of an open bracket on the stack of the parser: its state, its symbol, and that of the run before it.
const BRACKET_BYTES: usize = 96;

/// Returns the number of brackets that are open after `tokens`, given `depth` open ones before them.
fn depth_after(depth: usize, tokens: &[Lexeme]) -> usize {
    tokens.iter().fold(depth, |depth, token| match token.kind {
        Kind::Open | Kind::Functor | Kind::OpenList | Kind::OpenCurly | Kind::OpenQuotation | Kind::Dict => depth + 1,
        Kind::Close | Kind::CloseList | Kind::CloseCurly | Kind::Quotation => depth.saturating_sub(1),
        _ => depth,
    })
}

/// The most tokens that are one terminal, but for the last bracket, so that the parser polls.
const MOST_ITEMS: usize = 64;

/// Returns how many tokens from `at` on are simple terms with commas between them, and how many of them there are up to
/// the last comma. Without `groups` brackets are not simple, and the first comma is the last one.
#[inline]
fn flat(tokens: &[Lexeme], at: usize, groups: bool) -> (usize, usize) {
    let (mut next, mut comma) = (at, at);
    while next < at + MOST_ITEMS
        && let Some(token) = tokens.get(next)
    {
        match token.kind {
            Kind::Name | Kind::Variable | Kind::Literal => next += 1,
            Kind::Functor | Kind::OpenList | Kind::OpenCurly if groups => match token.simple() {
                Some(length) => next += length + 1,
                None => break,
            },
            Kind::Comma if next > comma => {
                next += 1;
                comma = next;
                if !groups {
                    break;
                }
            }
            _ => break,
        }
    }
    (next - at, comma - at)
}

impl Reader {
    /// Makes a reader.
    pub fn new() -> Reader {
        Reader::default()
    }

    /// Makes a reader that polls `watch` and stops with an error, which the watch records.
    pub fn watched(watch: &Arc<Watch>) -> Reader {
        Reader {
            watch: Arc::clone(watch),
            ..Reader::default()
        }
    }

    /// Returns the syntax tree of the clause that was read last.
    pub fn ast(&self) -> &Ast {
        &self.ast
    }

    /// Returns the tokens of the clause that was read last.
    pub fn tokens(&self) -> &[Lexeme] {
        &self.tokens
    }

    /// Returns the bytes of the clause that was read last.
    pub fn bytes(&self) -> usize {
        size_of_val(self.tokens.as_slice()) + self.ast.bytes()
    }

    /// Frees the memory of the clause if it was a large one.
    pub fn release(&mut self) {
        self.ast.release();
        if self.tokens.capacity() > MOST_KEPT {
            self.tokens = Vec::new();
        }
        if self.name.capacity() > MOST_KEPT {
            self.name = String::new();
        }
    }

    /// Reads the clause of `text` that begins at the byte offset `from`.
    ///
    /// # Errors
    /// If there is a syntax error, which includes the offset at which reading can resume.
    pub fn read(
        &mut self,
        text: &str,
        from: usize,
        atoms: &mut AtomTable,
        ops: &OpTable,
        flags: &ReadFlags,
    ) -> Result<Read, SyntaxError> {
        let from = from.min(text.len());
        if flags.char_conversion && !ops.conversions.is_empty() {
            return self.read_converted(text, from, atoms, ops, flags);
        }
        if u32::try_from(text.len()).is_err() {
            let (span, kind) = (Span::default(), SyntaxKind::TextTooLong);
            return Err(SyntaxFault { span, kind }.resumed_at(text.len()));
        }
        let Some(stop) = self.gather(text, from, atoms, ops, flags)? else {
            return Ok(Read::EndOfText);
        };
        let end = stop.end as usize;
        match self.parse(text, stop, atoms, ops, flags) {
            Ok(()) => Ok(Read::Clause {
                start: self.tokens[0].span.start as usize,
                end,
            }),
            Err(fault) => Err(self.blame_quote(text, fault.resumed_at(end))),
        }
    }

    /// Gathers the tokens of the clause that begins at `from`. Returns its full stop, or `None` at the end of the text.
    fn gather(
        &mut self,
        text: &str,
        from: usize,
        atoms: &mut AtomTable,
        ops: &OpTable,
        flags: &ReadFlags,
    ) -> Result<Option<Span>, SyntaxError> {
        let mut context = Context {
            text,
            from,
            atoms,
            ops,
            var_prefix: flags.var_prefix,
            extensions: flags.extensions(),
            scratch: &mut self.name,
            watch: &self.watch,
            room: self.room,
        };
        if from == 0 {
            self.unterminated = 0;
        }
        match lexer::gather(&mut context, &mut self.tokens) {
            Ok(Gathered::Clause { stop }) => Ok(Some(stop)),
            Ok(Gathered::Nothing) => Ok(None),
            Ok(Gathered::Unfinished) => {
                let end = text.len() as u32;
                let fault = explain::never_closed(text, &self.tokens, ops).unwrap_or(SyntaxFault {
                    span: Span::new(end, end),
                    kind: SyntaxKind::EndOfText,
                });
                Err(self.blame_quote(text, fault.resumed_at(text.len())))
            }
            Err(error) => {
                let mut error = self.blame_quote(text, error);
                let unterminated = SyntaxKind::is_unterminated(&error.kind);
                self.unterminated += usize::from(unterminated);
                if unterminated && self.unterminated > MOST_UNTERMINATED {
                    error.resume = text.len();
                }
                Err(error)
            }
        }
    }

    /// Returns the error to report for a clause: a quoted item that goes over the end of a clause, it seems, was left
    /// open, and what was found behind it follows from that.
    fn blame_quote(&self, text: &str, error: SyntaxError) -> SyntaxError {
        if matches!(error.kind, SyntaxKind::GivenUp | SyntaxKind::NoRoom(_)) {
            return error;
        }
        let left_open = |lexeme: &&Lexeme| {
            let Span { start, end } = lexeme.span;
            lexeme.token.is_quoted() && lexer::goes_over_a_clause(&text[start as usize..end as usize])
        };
        match self.tokens.iter().find(left_open) {
            Some(lexeme) => lexer::left_open(text, lexeme.span),
            None => error,
        }
    }

    /// Parses the tokens of a clause, which the full stop `stop` ends.
    fn parse(
        &mut self,
        text: &str,
        stop: Span,
        atoms: &mut AtomTable,
        ops: &OpTable,
        flags: &ReadFlags,
    ) -> Result<(), SyntaxFault> {
        #[cfg(not(test))]
        let groups = true;
        #[cfg(test)]
        let groups = !self.by_tokens;
        let parsed = self.parse_by(groups, text, stop, atoms, ops, flags);
        let is_wrong = |fault: &SyntaxFault| !matches!(fault.kind, SyntaxKind::GivenUp | SyntaxKind::NoRoom(_));
        let parsed = match parsed {
            // The first fault is found token by token.
            Err(fault) if is_wrong(&fault) => self.parse_by(false, text, stop, atoms, ops, flags),
            parsed => parsed,
        };
        self.scratch.release();
        parsed
    }

    /// Parses the tokens; with `groups`, brackets with simple terms only are such terms.
    fn parse_by(
        &mut self,
        groups: bool,
        text: &str,
        stop: Span,
        atoms: &mut AtomTable,
        ops: &OpTable,
        flags: &ReadFlags,
    ) -> Result<(), SyntaxFault> {
        let report = Report::default();
        let tokens = self.tokens.as_slice();
        let mut builder = AstBuilder::new(
            (text, tokens),
            &self.watch,
            atoms,
            ops,
            flags,
            &mut self.ast,
            &mut self.scratch,
        );
        let is_long = tokens.len() >= ITEMS;
        (builder.room, builder.report) = (self.room, is_long.then_some(&report));
        // The grammar has nothing to say about a clause without other brackets.
        let mut first = Some(flat(tokens, 0, groups));
        if groups && !tokens.is_empty() && first.is_some_and(|(length, _)| length == tokens.len()) {
            let n = builder.items_comma(0, tokens.len())?;
            return builder.clause(n);
        }
        let (mut next, mut looked, mut depth) = (0, 0, 0_usize);
        let terminals = std::iter::from_fn(|| {
            let at = next;
            let token = tokens.get(at)?;
            if at - looked >= STEPS as usize {
                let fault = |kind| SyntaxFault { span: token.span, kind };
                if self.watch.gives_up() {
                    return Some(Err(fault(SyntaxKind::GivenUp)));
                }
                depth = depth_after(depth, &tokens[looked..at]);
                looked = at;
                let bytes = report.bytes.get() + depth * BRACKET_BYTES;
                if let Some(what) = report.full.get().or(self.room.lacks(bytes, 0)) {
                    return Some(Err(fault(SyntaxKind::NoRoom(what))));
                }
            }
            let (terminal, length) = match first.take().unwrap_or_else(|| flat(tokens, at, groups)) {
                (0, _) => (GrammarTerminal::Alone(token.kind), 1),
                (length, 0) => (GrammarTerminal::Items(length), length),
                (_, length) => (GrammarTerminal::ItemsComma(length), length),
            };
            next += length;
            Some(Ok((at, terminal, next)))
        });
        let parsed = ClauseParser::new().parse(&mut builder, terminals);
        parsed.map_err(|error| explain::fault(text, tokens, ops, stop, error))
    }

    /// Reads a clause after converting its characters.
    fn read_converted(
        &mut self,
        text: &str,
        from: usize,
        atoms: &mut AtomTable,
        ops: &OpTable,
        flags: &ReadFlags,
    ) -> Result<Read, SyntaxError> {
        let text = &text[from..];
        let mut converted = String::new();
        ops.conversions
            .feed(&mut EndFinder::new(flags.extensions()), text, &mut converted);
        let flags = ReadFlags {
            char_conversion: false,
            ..*flags
        };
        let original = |offset: usize| from + conversion::offset_before(text, &converted, offset);
        match self.read(&converted, 0, atoms, ops, &flags) {
            Ok(Read::Clause { start, end }) => Ok(Read::Clause {
                start: original(start),
                end: original(end),
            }),
            Ok(Read::EndOfText) => Ok(Read::EndOfText),
            Err(SyntaxError { span, kind, resume }) => Err(SyntaxError {
                span: Span::new(original(span.start as usize) as u32, original(span.end as usize) as u32),
                kind,
                resume: original(resume),
            }),
        }
    }
}
