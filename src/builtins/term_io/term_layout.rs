//! The layout of a term for `read_term/2`: its comments, and the positions of its subterms.
//!
//! Both follow from the tokens and the spans of the clause that was read last. Positions of subterms have the form of
//! SWI-Prolog: `From-To`, `term_position(From, To, NameFrom, NameTo, Arguments)` and so on.

use crate::base::known;
use crate::base::ordered::Ordered;
use crate::base::span::Span;
use crate::io::position::Position;
use crate::machine::Machine;
use crate::machine::native::Stop;
use crate::term::cell::Cell;
use crate::text::ast::{Ast, Node, NodeId};
use crate::text::lexer::Lexeme;
use crate::text::reader::Reader;
use crate::text::token::{Kind, Token};

use crate::native::args::stream_arg::position_term;
use crate::native::args::text_arg::{new_atom, new_string};

/// Returns the comments of a clause up to its end token at `end`, as `Position-String`.
pub(super) fn comments(
    m: &mut Machine,
    reader: &Reader,
    text: &str,
    mut at: Position,
    end: usize,
) -> Result<Cell, Stop> {
    let mut found = Vec::new();
    let mut from = 0;
    let spans = reader.tokens().iter().map(|token| token.span);
    for span in spans.chain([Span::new(end as u32, end as u32)]) {
        let mut gap = from..(span.start as usize).max(from);
        while let Some(start) = text[gap.clone()].find(['%', '/']).map(|found| gap.start + found) {
            let length = match &text[start..gap.end] {
                line if line.starts_with('%') => line.find('\n').unwrap_or(line.len()),
                block => block.find("*/").map_or(block.len(), |found| found + 2),
            };
            at.pass_text(&text[from..start]);
            from = start;
            m.reserve(length / 8 + 16)?;
            let position = position_term(m, at);
            let comment = new_string(m, &text[start..start + length])?;
            found.push(m.heap.new_term(known::MINUS, &[position, comment]));
            gap.start = start + length;
        }
        at.pass_text(&text[from..span.end as usize]);
        from = span.end as usize;
    }
    m.reserve(2 * found.len())?;
    Ok(m.heap.new_list(&found, Cell::NIL))
}

/// Returns the positions of the term that was read and of its subterms; `first` is the character offset of the text in
/// the stream.
pub(super) fn positions(m: &mut Machine, reader: &Reader, text: &str, first: u64) -> Result<Cell, Stop> {
    let ast = reader.ast();
    let nodes = ast.nodes();
    m.reserve(24 * nodes.len())?;
    let mut layout = Layout {
        ast,
        tokens: reader.tokens(),
        characters: Characters::new(text, first),
    };
    let mut positions: Vec<Cell> = Vec::with_capacity(nodes.len());
    for index in 0..nodes.len() {
        if layout.is_added(index) {
            positions.push(Cell::NIL);
            continue;
        }
        let position = layout.position(m, index, &positions);
        positions.push(layout.in_parentheses(m, index, position));
    }
    let root = match ast.node(ast.root()) {
        // The term without its quotations.
        Node::Compound { first, .. } if ast.has_quotations => ast.children(first, 1)[0],
        _ => ast.root(),
    };
    Ok(positions[root.index()])
}

struct Layout<'r> {
    ast: &'r Ast,
    tokens: &'r [Lexeme],
    characters: Characters,
}

impl Layout<'_> {
    fn span(&self, id: NodeId) -> Span {
        self.ast.span(id)
    }

    /// Whether a node stands for quotations, and not for a term of the text.
    fn is_added(&self, index: usize) -> bool {
        let id = self.ast.id(index);
        let span = self.span(id);
        self.ast.has_quotations
            && (span == Span::default()
                || matches!(self.ast.node(id), Node::Compound { .. })
                    && self.tokens[self.token_from(span.start)].kind == Kind::OpenQuotation)
    }

    /// Returns the index of the first token that begins at or after `offset`.
    fn token_from(&self, offset: u32) -> usize {
        self.tokens.partition_point(|token| token.span.start < offset)
    }

    fn numbers(&self, span: Span) -> [Cell; 2] {
        [span.start, span.end].map(|at| Cell::int(self.characters.at(at) as i64))
    }

    /// Returns the position of a node without the parentheses around it; those of its arguments are in `positions`.
    fn position(&self, m: &mut Machine, index: usize, positions: &[Cell]) -> Cell {
        let id = self.ast.id(index);
        let span = self.span(id);
        let [from, to] = self.numbers(span);
        let list = |m: &mut Machine, ids: &[NodeId]| {
            let cells: Vec<Cell> = ids.iter().map(|id| positions[id.index()]).collect();
            m.heap.new_list(&cells, Cell::NIL)
        };
        match self.ast.node(id) {
            Node::String(_) | Node::Codes(_) | Node::Chars(_) => term(m, "string_position", &[from, to]),
            Node::List { count, first, tail } => {
                let children = self.ast.children(first, count + u32::from(tail));
                let (elements, rest) = children.split_at(count as usize);
                let elements = list(m, elements);
                let none = new_atom(m, "none");
                let rest = rest.first().map_or(none, |id| positions[id.index()]);
                term(m, "list_position", &[from, to, elements, rest])
            }
            Node::Atom(_) if self.is_double_quoted(span) => term(m, "string_position", &[from, to]),
            Node::Compound { name, arity, first } if name == known::DICT => {
                let children = self.ast.children(first, arity);
                self.dict(m, span, children, positions)
            }
            Node::Compound { arity, first, .. } => {
                let children = self.ast.children(first, arity);
                let token = self.token_from(span.start);
                if self.tokens[token].kind == Kind::OpenCurly {
                    return term(m, "brace_term_position", &[from, to, positions[children[0].index()]]);
                }
                let [name_from, name_to] = self.numbers(self.name(token, children));
                let arguments = list(m, children);
                term(m, "term_position", &[from, to, name_from, name_to, arguments])
            }
            _ => m.heap.new_term(known::MINUS, &[from, to]),
        }
    }

    /// Whether text in double quotes begins here.
    fn is_double_quoted(&self, span: Span) -> bool {
        let token = self.tokens[self.token_from(span.start)].token;
        matches!(token, Token::DoubleQuoted | Token::EscapedDoubleQuoted)
    }

    /// Returns the position of a dict; `children` are its tag, and each key and its value.
    fn dict(&self, m: &mut Machine, span: Span, children: &[NodeId], positions: &[Cell]) -> Cell {
        let mut pairs: Vec<[NodeId; 2]> = children[1..].chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        // In the order of the text.
        pairs.order_by_key(|pair| self.span(pair[0]).start);
        let mut list = Vec::with_capacity(pairs.len());
        for [key, value] in pairs {
            let [from, to] = self.numbers(self.span(key).join(self.span(value)));
            let [colon_from, colon_to] = self.numbers(self.tokens[self.token_from(self.span(key).end)].span);
            let name = match self.ast.node(key) {
                Node::Atom(atom) => Cell::atom(atom),
                Node::Int(number) => Cell::int(number),
                _ => Cell::NIL,
            };
            let (key, value) = (positions[key.index()], positions[value.index()]);
            list.push(term(
                m,
                "key_value_position",
                &[from, to, colon_from, colon_to, name, key, value],
            ));
        }
        let list = m.heap.new_list(&list, Cell::NIL);
        let ([from, to], [tag_from, tag_to]) = (self.numbers(span), self.numbers(self.span(children[0])));
        term(m, "dict_position", &[from, to, tag_from, tag_to, list])
    }

    /// Returns the span of the name of a compound term: before the arguments, or after the first.
    fn name(&self, first: usize, children: &[NodeId]) -> Span {
        let token = self.tokens[first];
        let Some(&argument) = children.first() else {
            return token.span;
        };
        let argument = self.span(argument);
        let is_name = matches!(token.kind, Kind::Name | Kind::Functor);
        if is_name && token.span.start < argument.start {
            return token.span;
        }
        let mut at = self.token_from(argument.end);
        while self.tokens[at].kind == Kind::Close {
            at += 1;
        }
        self.tokens[at].span
    }

    /// Wraps a position in `parentheses_term_position(From, To, Position)` for each pair of parentheses around a node.
    fn in_parentheses(&mut self, m: &mut Machine, index: usize, mut position: Cell) -> Cell {
        let span = self.span(self.ast.id(index));
        let mut before = self.token_from(span.start);
        let mut after = self.token_from(span.end);
        while before > 0 && after < self.tokens.len() {
            let (open, close) = (self.tokens[before - 1], self.tokens[after]);
            if open.kind != Kind::Open || close.kind != Kind::Close {
                break;
            }
            let [from, to] = self.numbers(open.span.join(close.span));
            position = term(m, "parentheses_term_position", &[from, to, position]);
            before -= 1;
            after += 1;
        }
        position
    }
}

fn term(m: &mut Machine, name: &str, arguments: &[Cell]) -> Cell {
    let name = m.intern(name);
    m.heap.new_term(name, arguments)
}

/// Converts byte offsets of a text to character offsets.
struct Characters {
    first: u64,
    /// The number of characters before each 64th byte; `None` if all characters are single bytes.
    counts: Option<(String, Vec<u64>)>,
}

impl Characters {
    fn new(text: &str, first: u64) -> Characters {
        let counts = (!text.is_ascii()).then(|| {
            let mut counts = Vec::with_capacity(text.len() / 64 + 1);
            let mut count = 0;
            for (at, byte) in text.bytes().enumerate() {
                if at % 64 == 0 {
                    counts.push(count);
                }
                count += u64::from(!is_continuation(byte));
            }
            (text.to_owned(), counts)
        });
        Characters { first, counts }
    }

    fn at(&self, offset: u32) -> u64 {
        let offset = offset as usize;
        let Some((text, counts)) = &self.counts else {
            return self.first + offset as u64;
        };
        let block = (offset / 64).min(counts.len().saturating_sub(1));
        let rest = &text.as_bytes()[block * 64..offset];
        let count = rest.iter().filter(|&&byte| !is_continuation(byte)).count() as u64;
        self.first + counts[block] + count
    }
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}
