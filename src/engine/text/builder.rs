//! The actions of the grammar: items are pushed on one stack; complete terms move from it to the [`Ast`].

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher as _;

use super::ast::{Ast, AstVariable, MOST_KEPT, Node, NodeId};
use super::error::{SyntaxFault, SyntaxKind};
use super::escape;
use super::extensions::Extensions;
use super::lexer::Lexeme;
use super::number;
use super::ops::{ARGUMENT_PRIORITY, MAX_PRIORITY, OpTable};
use super::reader::ReadFlags;
use super::resolve::{Operator, ResolvedOperand};
use super::room::{ITEMS, Report, Room};
use super::token::{Kind, Token};
use crate::base::atom::{Atom, AtomTable, MAX_ARITY};
use crate::base::flag::Quotes;
use crate::base::known;
use crate::base::span::Span;
use crate::base::watch::Watch;

/// An item of a run, not yet resolved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RunItem {
    /// A name: an operator, or an atom.
    Name(Atom),
    /// A complete term.
    Node(NodeId),
    /// A comma between terms.
    Comma,
    /// A bar between terms.
    Bar,
}

/// An item with its position.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedItem {
    /// The item.
    pub piece: RunItem,
    /// The index of its first token.
    pub token: u32,
    /// The source range, including enclosing parentheses.
    pub span: Span,
}

/// A bracket of which not all terms have been pushed.
#[derive(Clone, Copy, Debug)]
struct OpenGroup {
    /// Its token.
    at: u32,
    /// The number of items on the stack before it.
    below: u32,
    /// Whether the last item is the tail of a list.
    tail: bool,
}

/// Memory that is reused from clause to clause.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) stack: Vec<PlacedItem>,
    /// At most as many as brackets with simple terms have tokens.
    groups: Vec<OpenGroup>,
    pub(super) operators: Vec<Operator>,
    pub(super) operands: Vec<ResolvedOperand>,
    /// The quotations of the clause.
    pub(super) quotations: Vec<NodeId>,
    /// Indices of the named variables after the first [`FEW`], by name, in [`TABLES`] tables or none: a small table
    /// takes less time to grow.
    variables: Vec<HashTable<u32>>,
    /// The beginnings of the names of the first [`FEW`] variables.
    beginnings: [u64; FEW],
    name: String,
}

impl Scratch {
    /// Returns the bytes in use. An entry of a variable table takes five, or more while the table grows.
    fn bytes(&self) -> usize {
        size_of_val(self.stack.as_slice())
            + size_of_val(self.operators.as_slice())
            + size_of_val(self.operands.as_slice())
            + self.variables.iter().map(|table| 8 * table.len()).sum::<usize>()
    }

    /// Frees the memory if it is more than most clauses need.
    pub(super) fn release(&mut self) {
        if self.stack.capacity() > MOST_KEPT || self.variables.iter().any(|table| table.capacity() > MOST_KEPT / TABLES)
        {
            *self = Scratch::default();
        }
    }
}

/// Number of variables up to which they are searched linearly.
const FEW: usize = 8;

/// The number of variable tables.
const TABLES: usize = 64;

/// Builds the [`Ast`] of one clause.
pub(super) struct AstBuilder<'b> {
    pub(super) text: &'b str,
    pub(super) tokens: &'b [Lexeme],
    pub(super) ops: &'b OpTable,
    pub(super) ast: &'b mut Ast,
    pub(super) scratch: &'b mut Scratch,
    /// The memory limit, and where an excess is reported; `None` if the clause is short.
    pub(super) room: Room,
    pub(super) report: Option<&'b Report>,
    /// The extensions of the standard that are read.
    pub(super) extensions: Extensions,
    watch: &'b Watch,
    items: usize,
    pub(super) atoms: &'b mut AtomTable,
    flags: &'b ReadFlags,
}

impl<'b> AstBuilder<'b> {
    /// Makes a builder for the clause of these tokens; `ast` and `scratch` are cleared.
    pub(super) fn new(
        (text, tokens): (&'b str, &'b [Lexeme]),
        watch: &'b Watch,
        atoms: &'b mut AtomTable,
        ops: &'b OpTable,
        flags: &'b ReadFlags,
        ast: &'b mut Ast,
        scratch: &'b mut Scratch,
    ) -> AstBuilder<'b> {
        if ast.variables.len() > FEW {
            scratch.variables.iter_mut().for_each(HashTable::clear);
        }
        ast.clear();
        scratch.stack.clear();
        scratch.groups.clear();
        scratch.beginnings = [0; FEW];
        scratch.quotations.clear();
        AstBuilder {
            text,
            tokens,
            ops,
            ast,
            scratch,
            room: Room::default(),
            report: None,
            extensions: flags.extensions(),
            watch,
            items: 0,
            atoms,
            flags,
        }
    }

    /// Returns the maximum priority of an argument or a list element: 999 in the standard (6.3.3.1). Without the flag
    /// `iso` any operator is read, as in `f(:- a)`; the comma ends the argument before it comes to its priority.
    pub(super) fn most_of_argument(&self) -> u16 {
        if self.extensions.arguments {
            MAX_PRIORITY
        } else {
            ARGUMENT_PRIORITY
        }
    }

    /// Counts an item; checks the memory limit now and then.
    #[inline(always)]
    pub(super) fn count(&mut self) {
        if let Some(report) = self.report {
            self.count_of_many(report);
        }
    }

    #[cold]
    fn count_of_many(&mut self, report: &Report) {
        self.items += 1;
        if self.items.is_multiple_of(ITEMS) {
            let bytes = size_of_val(self.tokens) + self.ast.bytes() + self.scratch.bytes();
            report.bytes.set(bytes);
            if let Some(what) = self.room.lacks(bytes, self.atoms.bytes()) {
                report.full.set(Some(what));
            }
            // A goal in slices waits for its turn here; the parser finds out itself whether it has to stop.
            let _is_wanted = self.watch.is_stop_wanted();
        }
    }

    /// Returns the fault if the memory limit is exceeded.
    #[inline]
    pub(super) fn check_room(&self, span: Span) -> Result<(), SyntaxFault> {
        match self.report.and_then(|report| report.full.get()) {
            Some(what) => Err(SyntaxFault {
                span,
                kind: SyntaxKind::NoRoom(what),
            }),
            None => Ok(()),
        }
    }

    /// Returns the text of `span`.
    pub(super) fn slice(&self, span: Span) -> &'b str {
        &self.text[span.range()]
    }

    fn push(&mut self, piece: RunItem, at: usize, span: Span) {
        self.count();
        self.scratch.stack.push(PlacedItem {
            piece,
            token: at as u32,
            span,
        });
    }

    pub(super) fn push_node(&mut self, node: Node, at: usize, span: Span) {
        let id = self.ast.push(node, span);
        self.push(RunItem::Node(id), at, span);
    }

    /// Returns the span from the token `at` to the token `end`.
    pub(super) fn between(&self, at: usize, end: usize) -> Span {
        self.tokens[at].span.join(self.tokens[end].span)
    }

    /// Pushes a comma between terms; returns 1.
    pub(super) fn comma(&mut self, at: usize) -> usize {
        self.push(RunItem::Comma, at, self.tokens[at].span);
        1
    }

    /// Pushes a bar between terms; returns 1.
    pub(super) fn bar(&mut self, at: usize) -> usize {
        self.push(RunItem::Bar, at, self.tokens[at].span);
        1
    }

    /// Pushes the simple terms in `count` tokens; returns their number.
    ///
    /// # Errors
    /// If a literal is none.
    pub(super) fn items(&mut self, at: usize, count: usize) -> Result<usize, SyntaxFault> {
        let (mut next, mut pushed) = (at, 0);
        while next < at + count {
            next = self.item(next)?;
            pushed += 1;
        }
        Ok(pushed)
    }

    /// The same, with the commas between and behind them.
    ///
    /// # Errors
    /// If a literal is none.
    pub(super) fn items_comma(&mut self, at: usize, count: usize) -> Result<usize, SyntaxFault> {
        let (mut next, mut pushed) = (at, 0);
        while next < at + count {
            if self.tokens[next].kind == Kind::Comma {
                self.comma(next);
                next += 1;
            } else {
                next = self.item(next)?;
            }
            pushed += 1;
        }
        Ok(pushed)
    }

    /// Pushes the simple term at the token `at`; returns the token behind it.
    #[inline]
    fn item(&mut self, at: usize) -> Result<usize, SyntaxFault> {
        let Lexeme { kind, atom, span, .. } = self.tokens[at];
        match kind {
            Kind::Name => self.push(RunItem::Name(atom), at, span),
            Kind::Variable => self.variable(at),
            Kind::Literal => self.literal(at)?,
            _ => return self.group(at),
        }
        Ok(at + 1)
    }

    /// Pushes the term of the bracket `at`, with simple terms up to its partner; returns the token behind that.
    fn group(&mut self, at: usize) -> Result<usize, SyntaxFault> {
        let end = at + self.tokens[at].simple().unwrap_or_default() + 1;
        for (lexeme, at) in self.tokens[at..end].iter().zip(at..) {
            let &Lexeme { kind, atom, span, .. } = lexeme;
            match kind {
                Kind::Name => self.push_node(Node::Atom(atom), at, span),
                Kind::Variable => self.variable(at),
                Kind::Literal => self.literal(at)?,
                Kind::Comma => {}
                Kind::Bar => {
                    if let Some(group) = self.scratch.groups.last_mut() {
                        group.tail = true;
                    }
                }
                Kind::Functor | Kind::OpenList | Kind::OpenCurly => self.scratch.groups.push(OpenGroup {
                    at: at as u32,
                    below: self.scratch.stack.len() as u32,
                    tail: false,
                }),
                _ => self.close(at)?,
            }
        }
        Ok(end)
    }

    /// Pushes the term of the innermost group, whose last token is `end`.
    fn close(&mut self, end: usize) -> Result<(), SyntaxFault> {
        let Some(OpenGroup { at, below, tail }) = self.scratch.groups.pop() else {
            return Ok(());
        };
        let (at, n) = (at as usize, self.scratch.stack.len() - below as usize);
        match self.tokens[at].kind {
            Kind::Functor => return self.compound(at, n, end),
            Kind::OpenList if n == 0 => self.empty_list(at, end),
            Kind::OpenList => self.list(at, n - usize::from(tail), tail, end),
            _ if n == 0 => self.empty_curly(at, end),
            _ => return self.curly(at, n, end),
        }
        Ok(())
    }

    /// Makes an argument of the top `n` items.
    ///
    /// # Errors
    /// If they are no term.
    pub(super) fn argument(&mut self, n: usize) -> Result<(), SyntaxFault> {
        match n {
            1 => {
                self.only();
                Ok(())
            }
            _ => self.resolve(n, self.most_of_argument()),
        }
    }

    /// Makes an argument of the top `n` items and the simple terms up to the first comma in `count` tokens, and one up to
    /// each other comma; returns their number.
    ///
    /// # Errors
    /// As for those.
    pub(super) fn ended(&mut self, n: usize, at: usize, count: usize) -> Result<usize, SyntaxFault> {
        let (mut next, mut items, mut arguments) = (at, n, 0);
        while next < at + count {
            if self.tokens[next].kind == Kind::Comma {
                self.argument(items)?;
                (items, arguments) = (0, arguments + 1);
                next += 1;
            } else {
                next = self.item(next)?;
                items += 1;
            }
        }
        Ok(arguments)
    }

    /// Pushes `[]`.
    pub(super) fn empty_list(&mut self, at: usize, end: usize) {
        self.push_node(Node::Atom(known::NIL), at, self.between(at, end));
    }

    /// Pushes `{}`.
    pub(super) fn empty_curly(&mut self, at: usize, end: usize) {
        self.push_node(Node::Atom(known::CURLY), at, self.between(at, end));
    }

    /// Pushes a compound term in functional notation, whose arguments are the top `n` items.
    ///
    /// # Errors
    /// If there are too many arguments, or none and that is not read.
    pub(super) fn compound(&mut self, at: usize, n: usize, end: usize) -> Result<(), SyntaxFault> {
        if n > MAX_ARITY {
            return Err(SyntaxFault {
                span: self.tokens[at].span,
                kind: SyntaxKind::TooManyArguments,
            });
        }
        if n == 0 && !self.extensions.no_arguments {
            return Err(SyntaxFault {
                span: self.tokens[end].span,
                kind: SyntaxKind::NoArguments,
            });
        }
        let name = self.tokens[at].atom;
        let first = self.pop_children(n);
        let node = Node::Compound {
            name,
            arity: n as u32,
            first,
        };
        self.push_node(node, at, self.between(at, end));
        Ok(())
    }

    /// Pushes a list of the top `n` items; if `tail` is set, of the `n` items below the top one, which is the tail.
    pub(super) fn list(&mut self, at: usize, n: usize, tail: bool, end: usize) {
        let first = self.pop_children(n + usize::from(tail));
        self.push_node(
            Node::List {
                count: n as u32,
                first,
                tail,
            },
            at,
            self.between(at, end),
        );
    }

    /// Pushes `{...}`.
    ///
    /// # Errors
    /// If the run inside is not a term.
    pub(super) fn curly(&mut self, at: usize, n: usize, end: usize) -> Result<(), SyntaxFault> {
        self.resolve(n, 1200)?;
        let first = self.pop_children(1);
        self.push_node(
            Node::Compound {
                name: known::CURLY,
                arity: 1,
                first,
            },
            at,
            self.between(at, end),
        );
        Ok(())
    }

    /// Pushes `(...)`: a term that is neither an operator nor a number after a sign.
    ///
    /// # Errors
    /// If the run inside is not a term.
    pub(super) fn parenthesized(&mut self, at: usize, n: usize, end: usize) -> Result<(), SyntaxFault> {
        self.resolve(n, 1200)?;
        let span = self.between(at, end);
        let entry = self.scratch.stack.last_mut().expect("resolve leaves one item");
        entry.token = at as u32;
        entry.span = span;
        Ok(())
    }

    pub(super) fn pop_children(&mut self, n: usize) -> u32 {
        let base = self.scratch.stack.len() - n;
        let children = self.scratch.stack[base..].iter().map(|entry| match entry.piece {
            RunItem::Node(id) => id,
            _ => unreachable!("arguments and elements are resolved"),
        });
        let first = self.ast.push_children(children);
        self.scratch.stack.truncate(base);
        first
    }

    /// Pushes a variable.
    pub(super) fn variable(&mut self, at: usize) {
        let span = self.tokens[at].span;
        let name = self.slice(span);
        let index = match self.find_variable(name, beginning(self.text, span)) {
            Some(index) => {
                self.ast.variables[index].occurrences += 1;
                index
            }
            None => self.new_variable(name, span),
        };
        self.push_node(Node::Var(index), at, span);
    }

    #[inline(always)]
    fn find_variable(&self, name: &str, own: u64) -> Option<u32> {
        if own == UNDERSCORE {
            return None;
        }
        let variables = &self.ast.variables;
        let is_it = |v: &AstVariable| self.ast.text(v.name) == name;
        let is_short = own & 0xff == 0;
        let mut few = self.scratch.beginnings.iter().zip(0..);
        if let Some((_, index)) = few.find(|&(&other, at)| own == other && (is_short || is_it(&variables[at]))) {
            return Some(index);
        }
        if variables.len() <= FEW {
            return None;
        }
        let hash = hash(name);
        self.scratch
            .variables
            .get(table_of(hash))?
            .find(hash, |&index| is_it(&variables[index]))
            .copied()
    }

    pub(super) fn new_variable(&mut self, name: &str, first: Span) -> u32 {
        let pushed: Result<_, std::convert::Infallible> = self.ast.push_text(|texts| {
            texts.push_str(name);
            Ok(())
        });
        let Ok(range) = pushed;
        let index = self.ast.variables.len();
        self.ast.variables.push(AstVariable {
            name: range,
            occurrences: 1,
            first,
        });
        if let Some(slot) = self.scratch.beginnings.get_mut(index) {
            *slot = match name {
                "_" => UNDERSCORE,
                _ => beginning(self.text, first),
            };
        } else if name != "_" {
            let (ast, tables) = (&self.ast, &mut self.scratch.variables);
            tables.resize_with(TABLES, HashTable::new);
            let own = hash(name);
            tables[table_of(own)].insert_unique(own, index as u32, |&other| hash(ast.variable_name(other)));
        }
        index as u32
    }

    /// Pushes a number, or a double or back quoted item.
    ///
    /// # Errors
    /// If an escape sequence is undefined, or there is no such number.
    pub(super) fn literal(&mut self, at: usize) -> Result<(), SyntaxFault> {
        let Lexeme { token, span, .. } = self.tokens[at];
        let text = self.slice(span);
        let node = match token {
            _ if token.is_number() => {
                let number = number::of_token(token, text, self.extensions, self.watch)
                    .map_err(|kind| SyntaxFault { span, kind })?;
                self.ast.number_node(number)
            }
            _ => self.quoted(token, text, span)?,
        };
        self.push_node(node, at, span);
        Ok(())
    }

    fn quoted(&mut self, token: Token, text: &str, span: Span) -> Result<Node, SyntaxFault> {
        let (quote, meaning) = match token {
            Token::DoubleQuoted | Token::EscapedDoubleQuoted => ('"', self.flags.double_quotes),
            _ if !self.extensions.back_quoted => {
                let kind = SyntaxKind::IllegalCharacter('`');
                return Err(SyntaxFault { span, kind });
            }
            _ => ('`', self.flags.back_quotes),
        };
        let escaped = matches!(token, Token::EscapedDoubleQuoted | Token::EscapedBackQuoted);
        let inside = &text[1..text.len() - 1];
        let write = |out: &mut String| {
            if !escaped {
                out.push_str(inside);
                return Ok(());
            }
            escape::decode(inside, quote, self.extensions.escapes, out).map_err(|bad| SyntaxFault {
                span: Span::new(span.start + 1 + bad.start as u32, span.start + 1 + bad.end as u32),
                kind: bad.reason.into(),
            })
        };
        Ok(match meaning {
            Quotes::Atom => {
                self.scratch.name.clear();
                write(&mut self.scratch.name)?;
                Node::Atom(self.atoms.intern(&self.scratch.name))
            }
            Quotes::Codes | Quotes::Chars if inside.is_empty() => Node::Atom(known::NIL),
            Quotes::Codes => Node::Codes(self.ast.push_text(write)?),
            Quotes::Chars => Node::Chars(self.ast.push_text(write)?),
            Quotes::String => Node::String(self.ast.push_text(write)?),
        })
    }
}

/// The beginning of the name `_`.
const UNDERSCORE: u64 = (b'_' as u64) << 56;

/// Returns the first eight bytes of the name in `span`; the last of them is 0 if these are all.
#[inline(always)]
fn beginning(text: &str, span: Span) -> u64 {
    let Span { start, end } = span;
    let most = 8 * u64::from(end - start).min(8);
    match text.as_bytes().get(start as usize..).and_then(<[u8]>::first_chunk) {
        Some(&bytes) => u64::from_be_bytes(bytes) & u64::MAX.checked_shl(64 - most as u32).unwrap_or_default(),
        None => {
            let name = text.as_bytes()[span.range()].iter().zip(0..8);
            name.fold(0, |all, (&byte, at)| all | u64::from(byte) << (56 - 8 * at))
        }
    }
}

/// Returns the index of the variable table for a hash; within a table other bits count.
fn table_of(hash: u64) -> usize {
    (hash >> 32) as usize % TABLES
}

fn hash(name: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(name.as_bytes());
    hasher.finish()
}
