//! The clauses of a text as trees with places, for programs that lay texts out or find their way in them.

use std::ops::Range;

use super::tokens::TokenKind;
use crate::base::atom::AtomTable;
use crate::text::ast::{Ast, Node, NodeId};
use crate::text::error::SyntaxError;
use crate::text::ops::{OpTable, OpType};
use crate::text::reader::{Read, ReadFlags, Reader};
use crate::text::token::Kind;

/// Reads the clauses of texts, and runs nothing: operators are those of a new engine and those that it is told.
///
/// ```
/// use ferz::toplevel::{SourceNode, SourceReader};
/// let text = "edge(a, B) :- B ~> c.\n";
/// let mut reader = SourceReader::new();
/// assert!(reader.define_operator(700, "xfx", "~>"));
/// let clause = reader.read(text, 0)?.expect("there is a clause");
/// assert_eq!(clause.node(clause.root()), SourceNode::Compound(":-"));
/// let body = clause.children(clause.root()).nth(1).expect("a clause with a body");
/// assert_eq!(&text[clause.span(body)], "B ~> c");
/// # Ok::<(), ferz::toplevel::SourceFault>(())
/// ```
pub struct SourceReader {
    reader: Reader,
    atoms: AtomTable,
    ops: OpTable,
}

/// A clause that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFault {
    /// The bytes at which the fault is.
    pub span: Range<usize>,
    /// The offset behind the clause, at which reading can go on.
    pub resume: usize,
    /// The message.
    pub message: String,
}

/// A clause that was read. Its terms have numbers.
pub struct SourceClause<'r> {
    ast: &'r Ast,
    reader: &'r Reader,
    atoms: &'r AtomTable,
    range: Range<usize>,
}

/// A term of a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SourceNode<'r> {
    /// A variable, by its number in the clause; each `_` has its own, and so has a quotation.
    Variable(u32),
    /// An atom.
    Atom(&'r str),
    /// A number.
    Number,
    /// A double quoted or back quoted item.
    Text,
    /// A compound term, an operator with its arguments or a dict (`dict`: the tag, then each key with its value), by
    /// its name.
    Compound(&'r str),
    /// A list. The last child is the tail if `has_tail`, else an element, as the others are.
    List {
        /// Whether there is a tail behind a bar.
        has_tail: bool,
    },
}

impl std::fmt::Debug for SourceReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SourceReader").finish_non_exhaustive()
    }
}

impl std::fmt::Debug for SourceClause<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("SourceClause").field(&self.range).finish()
    }
}

impl std::fmt::Display for SourceFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SourceFault {}

impl SourceReader {
    /// Makes a reader with the operators of a new engine.
    pub fn new() -> SourceReader {
        let mut atoms = AtomTable::new();
        let ops = OpTable::new(&mut atoms);
        let reader = Reader::new();
        SourceReader { reader, atoms, ops }
    }

    /// Defines an operator for the clauses to come, as `op/3` does. Returns whether it can be one; `kind` is a specifier
    /// such as `xfx`.
    pub fn define_operator(&mut self, priority: u16, kind: &str, name: &str) -> bool {
        let kind = self.atoms.find(kind).and_then(OpType::from_atom);
        let name = self.atoms.intern(name);
        let accepted = kind.filter(|&kind| self.ops.check(i64::from(priority), kind, name).is_ok());
        if let Some(kind) = accepted {
            self.ops.set(priority, kind, name);
        }
        accepted.is_some()
    }

    /// Reads the clause of `text` that begins at the byte `from` or after it; `None` if there is only layout and comments.
    ///
    /// # Errors
    /// If the clause cannot be read.
    pub fn read(&mut self, text: &str, from: usize) -> Result<Option<SourceClause<'_>>, SourceFault> {
        let flags = ReadFlags::default();
        match self.reader.read(text, from, &mut self.atoms, &self.ops, &flags) {
            Ok(Read::EndOfText) => Ok(None),
            Ok(Read::Clause { start, end }) => Ok(Some(SourceClause {
                ast: self.reader.ast(),
                reader: &self.reader,
                atoms: &self.atoms,
                range: start..end,
            })),
            Err(SyntaxError { span, kind, resume }) => Err(SourceFault {
                span: span.range(),
                resume,
                message: kind.to_string(),
            }),
        }
    }
}

impl Default for SourceReader {
    fn default() -> SourceReader {
        SourceReader::new()
    }
}

impl<'r> SourceClause<'r> {
    /// Returns the bytes of the clause, with its full stop.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// Returns the whole term.
    pub fn root(&self) -> usize {
        match self.ast.has_quotations {
            true => self.children(self.ast.root().index()).next().unwrap_or_default(),
            false => self.ast.root().index(),
        }
    }

    /// Returns the term with this number.
    pub fn node(&self, node: usize) -> SourceNode<'r> {
        match self.ast.node(self.ast.id(node)) {
            Node::Var(index) => SourceNode::Variable(index),
            Node::Atom(atom) => SourceNode::Atom(self.atoms.text(atom)),
            Node::Int(_) | Node::Float(_) | Node::Number(_) => SourceNode::Number,
            Node::String(_) | Node::Codes(_) | Node::Chars(_) => SourceNode::Text,
            Node::Compound { name, .. } => SourceNode::Compound(self.atoms.text(name)),
            Node::List { tail, .. } => SourceNode::List { has_tail: tail },
        }
    }

    /// Returns the arguments or elements of a term.
    pub fn children(&self, node: usize) -> impl ExactSizeIterator<Item = usize> + use<'r> {
        let (first, count) = match self.ast.node(self.ast.id(node)) {
            Node::Compound { arity, first, .. } => (first, arity),
            Node::List { count, first, tail } => (first, count + u32::from(tail)),
            _ => (0, 0),
        };
        self.ast.children(first, count).iter().map(|&id: &NodeId| id.index())
    }

    /// Returns the bytes of a term, without parentheses around it.
    pub fn span(&self, node: usize) -> Range<usize> {
        self.ast.span(self.ast.id(node)).range()
    }

    /// Returns the name of a variable.
    pub fn variable_name(&self, variable: u32) -> &'r str {
        self.ast.variable_name(variable)
    }

    /// Returns the tokens, the full stop too. A name before a parenthesis or brace is a `Functor`, the bracket a token of
    /// its own; the text of a quotation closes its `{|`. What is between tokens is layout and comments.
    pub fn tokens(&self) -> Vec<(Range<usize>, TokenKind)> {
        let mut tokens = Vec::with_capacity(self.reader.tokens().len() + 2);
        for lexeme in self.reader.tokens() {
            let span = lexeme.span.range();
            let end = span.end;
            let kind = match lexeme.kind {
                Kind::Functor | Kind::Dict => TokenKind::Functor,
                Kind::Name => name(self.atoms.text(lexeme.atom), lexeme.token.is_quoted_name()),
                Kind::Variable => TokenKind::Variable,
                Kind::Literal if lexeme.token.is_number() => TokenKind::Number,
                Kind::Literal => TokenKind::Text,
                Kind::Open | Kind::OpenList | Kind::OpenCurly | Kind::OpenQuotation => TokenKind::Open,
                Kind::Close | Kind::CloseList | Kind::CloseCurly | Kind::Quotation => TokenKind::Close,
                Kind::Comma | Kind::Bar => TokenKind::Separator,
                Kind::End => TokenKind::End,
            };
            tokens.push((span, kind));
            if kind == TokenKind::Functor {
                tokens.push((end..end + 1, TokenKind::Open));
            }
        }
        tokens.push((self.range.end - 1..self.range.end, TokenKind::End));
        tokens
    }
}

fn name(text: &str, quoted: bool) -> TokenKind {
    match text.chars().next() {
        Some(c) if !quoted && !c.is_alphanumeric() && c != '_' => TokenKind::Symbol,
        _ => TokenKind::Name,
    }
}
