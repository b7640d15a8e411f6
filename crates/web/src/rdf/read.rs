//! RdfReading RDF: a stream is read in parts, each of which gives a list of triples.

use std::collections::HashMap;
use std::io::Cursor;
use std::mem;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ferz_engine::native::args::list_arg::new_list;
use ferz_engine::native::args::stream_arg::{StreamKind, boolean, input_stream, reading};
use ferz_engine::native::args::text_arg::{need_text, text_atom};
use ferz_engine::native::errors::Type;
use ferz_engine::native::streams::StreamId;
use ferz_engine::native::terms::{Atom, Cell, known};
use ferz_engine::native::work::{Limit, Pace, Weighed};
use ferz_engine::native::{Machine, Step, Stop};
use oxrdf::{GraphName, NamedOrBlankNode, Quad, Term};
use oxrdfxml::{RdfXmlParseError, RdfXmlParser, ReaderRdfXmlParser};
use oxttl::TurtleSyntaxError;
use oxttl::nquads::{LowLevelNQuadsParser, NQuadsParser};
use oxttl::ntriples::{LowLevelNTriplesParser, NTriplesParser};
use oxttl::trig::{LowLevelTriGParser, TriGParser};
use oxttl::turtle::{LowLevelTurtleParser, TurtleParser};

use super::entities::{double_quotes, grow_too_much};
use super::{RdfForm, need_form, no_iri};

/// The bytes that are read at once.
const PART: usize = 64 << 10;
/// The bytes that are charged for a parser.
const PARSER_BYTES: usize = 4096;
/// The triples of a document of XML that are told at once.
const MOST: usize = 1000;
/// The cells of a triple, with its place in a list.
const TRIPLE_CELLS: usize = 20;

/// Where a text is wrong, and how: line and column from 0, bytes, a message.
struct RdfFault {
    line: u64,
    column: u64,
    offset: u64,
    message: String,
}

impl From<TurtleSyntaxError> for RdfFault {
    fn from(error: TurtleSyntaxError) -> RdfFault {
        let at = error.location().start;
        RdfFault {
            line: at.line,
            column: at.column,
            offset: at.offset,
            message: error.message().to_owned(),
        }
    }
}

/// A parser of a whole document of XML.
type XmlReader = ReaderRdfXmlParser<Cursor<Arc<[u8]>>>;

/// A parser of one of the forms.
enum RdfParserKind {
    Turtle(Box<LowLevelTurtleParser>),
    TriG(Box<LowLevelTriGParser>),
    NTriples(Box<LowLevelNTriplesParser>),
    NQuads(Box<LowLevelNQuadsParser>),
    /// A document of XML, whose text is read as a whole first.
    Xml {
        given: Option<Box<RdfXmlParser>>,
        text: Arc<[u8]>,
        begun: Option<Box<XmlReader>>,
    },
}

/// A parser, and the names of blank nodes so far.
struct RdfReading {
    parser: RdfParserKind,
    names: String,
    nodes: HashMap<String, u64>,
    has_ended: bool,
    /// The bytes that were given to the parser, and not taken by it.
    waiting: usize,
}

/// A parser as an object.
pub(super) struct RdfParser {
    reading: Mutex<RdfReading>,
    /// The bytes that it takes; known while it reads, too.
    bytes: AtomicUsize,
}

impl RdfParser {
    fn inner(&self) -> MutexGuard<'_, RdfReading> {
        self.reading.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Weighed for RdfParser {
    fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }
}

pub(super) fn rdf_parser_5(m: &mut Machine, form: Cell, base: Cell, names: Cell, strict: Cell, parser: Cell) -> Step {
    let form = need_form(m, form)?;
    let (base_text, names) = (need_text(m, base)?, need_text(m, names)?);
    let is_strict = boolean(m, strict)?;
    let Some(made) = new_parser(form, &base_text, is_strict) else {
        return Err(no_iri(m, base));
    };
    let reading = RdfReading {
        parser: made,
        names,
        nodes: HashMap::new(),
        has_ended: false,
        waiting: 0,
    };
    let value = Arc::new(RdfParser {
        reading: Mutex::new(reading),
        bytes: AtomicUsize::new(0),
    });
    let object = m.new_object("rdf_parser", value.clone(), PARSER_BYTES)?;
    let weighed: Arc<dyn Weighed> = value;
    m.session.weigh(&weighed);
    m.unify(parser, object)
}

/// Returns a parser; `None` if the base is no IRI.
fn new_parser(form: RdfForm, base: &str, is_strict: bool) -> Option<RdfParserKind> {
    macro_rules! based {
        ($parser:expr) => {{
            let parser = $parser;
            let parser = if is_strict { parser } else { parser.lenient() };
            if base.is_empty() {
                parser
            } else {
                parser.with_base_iri(base).ok()?
            }
        }};
    }
    macro_rules! plain {
        ($parser:expr) => {{
            let parser = $parser;
            if is_strict { parser } else { parser.lenient() }
        }};
    }
    Some(match form {
        RdfForm::Turtle => RdfParserKind::Turtle(Box::new(based!(TurtleParser::new()).low_level())),
        RdfForm::TriG => RdfParserKind::TriG(Box::new(based!(TriGParser::new()).low_level())),
        RdfForm::NTriples => RdfParserKind::NTriples(Box::new(plain!(NTriplesParser::new()).low_level())),
        RdfForm::NQuads => RdfParserKind::NQuads(Box::new(plain!(NQuadsParser::new()).low_level())),
        RdfForm::Xml => RdfParserKind::Xml {
            given: Some(Box::new(based!(RdfXmlParser::new()))),
            text: Arc::default(),
            begun: None,
        },
    })
}

fn need_parser(m: &mut Machine, cell: Cell) -> Result<Arc<RdfParser>, Stop> {
    match m.atoms.object_value::<RdfParser>(&m.heap, cell) {
        Some(found) => Ok(found),
        None => Err(m.type_or_instantiation_error(Type::Atom, cell)),
    }
}

pub(super) fn rdf_parse_4(m: &mut Machine, parser: Cell, stream: Cell, triples: Cell, state: Cell) -> Step {
    let parser = need_parser(m, parser)?;
    let id = input_stream(m, stream, StreamKind::Any)?;
    let is_text = m.streams.get(id).is_some_and(|stream| stream.text);
    let mut reading = parser.inner();
    let (found, fault) = reading.next(m, id, is_text)?;
    let list = reading.terms(m, found)?;
    let told = match fault {
        Some(fault) => {
            m.reserve(16)?;
            let message = text_atom(m, &fault.message)?;
            let numbers = [fault.line + 1, fault.column, fault.offset];
            let [line, column, offset] = numbers.map(|number| m.heap.new_int(number as i64));
            let name = m.intern("error");
            m.heap.new_term(name, &[line, column, offset, message])
        }
        None => Cell::atom(m.intern(if reading.has_ended { "end" } else { "more" })),
    };
    parser.bytes.store(reading.bytes(), Ordering::Relaxed);
    drop(reading);
    m.unify(triples, list)?;
    m.unify(state, told)
}

/// Reads bytes of a stream, at most so many. A text is read as UTF-8.
fn read_bytes(m: &mut Machine, id: StreamId, is_text: bool, most: usize, part: &mut Vec<u8>) -> Step {
    let before = part.len();
    reading(m, id, |stream| {
        let mut buffer = [0; 4];
        while part.len() - before < most {
            if is_text {
                let Some(c) = stream.get_char()? else { break };
                part.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes());
            } else {
                let Some(byte) = stream.get_byte()? else { break };
                part.push(byte);
            }
        }
        Ok(())
    })
}

impl RdfReading {
    /// Returns the bytes that it takes.
    fn bytes(&self) -> usize {
        let text = match &self.parser {
            RdfParserKind::Xml { text, .. } => text.len(),
            _ => self.waiting,
        };
        text + self.nodes.len() * 96
    }

    /// Returns the next triples, and the fault behind them.
    fn next(&mut self, m: &mut Machine, id: StreamId, is_text: bool) -> Result<(Vec<Quad>, Option<RdfFault>), Stop> {
        if let RdfParserKind::Xml { .. } = self.parser {
            return self.next_of_xml(m, id, is_text);
        }
        let mut found = Vec::new();
        let mut pace = Pace::new();
        loop {
            m.poll_at(&mut pace)?;
            let next = match &mut self.parser {
                RdfParserKind::Turtle(parser) => parser
                    .parse_next()
                    .map(|triple| triple.map(|t| t.in_graph(GraphName::DefaultGraph))),
                RdfParserKind::TriG(parser) => parser.parse_next(),
                RdfParserKind::NTriples(parser) => parser
                    .parse_next()
                    .map(|triple| triple.map(|t| t.in_graph(GraphName::DefaultGraph))),
                RdfParserKind::NQuads(parser) => parser.parse_next(),
                RdfParserKind::Xml { .. } => None,
            };
            match next {
                Some(Ok(quad)) => found.push(quad),
                Some(Err(error)) => return Ok((found, Some(error.into()))),
                None if !found.is_empty() || self.has_ended => return Ok((found, None)),
                None => self.feed(m, id, is_text)?,
            }
        }
    }

    /// Gives the parser another part of the stream.
    fn feed(&mut self, m: &mut Machine, id: StreamId, is_text: bool) -> Step {
        let mut part = Vec::with_capacity(PART);
        read_bytes(m, id, is_text, PART, &mut part)?;
        m.need_room(self.waiting + part.len())?;
        macro_rules! give {
            ($parser:expr) => {
                if part.is_empty() {
                    $parser.end()
                } else {
                    $parser.extend_from_slice(&part)
                }
            };
        }
        match &mut self.parser {
            RdfParserKind::Turtle(parser) => give!(parser),
            RdfParserKind::TriG(parser) => give!(parser),
            RdfParserKind::NTriples(parser) => give!(parser),
            RdfParserKind::NQuads(parser) => give!(parser),
            RdfParserKind::Xml { .. } => {}
        }
        // A part that gave no triple may be kept as the beginning of a long literal.
        self.waiting = if part.is_empty() { 0 } else { self.waiting + part.len() };
        self.has_ended = part.is_empty();
        Ok(())
    }

    fn next_of_xml(
        &mut self,
        m: &mut Machine,
        id: StreamId,
        is_text: bool,
    ) -> Result<(Vec<Quad>, Option<RdfFault>), Stop> {
        let RdfParserKind::Xml { given, text, begun } = &mut self.parser else {
            return Ok((Vec::new(), None));
        };
        if let Some(parser) = given.take() {
            let mut whole = Vec::new();
            loop {
                m.poll()?;
                let before = whole.len();
                m.need_room(before + PART)?;
                read_bytes(m, id, is_text, PART, &mut whole)?;
                if whole.len() == before {
                    break;
                }
            }
            double_quotes(&mut whole);
            if grow_too_much(&whole) {
                return Err(m.resource_error(Limit::Memory));
            }
            *text = whole.into();
            *begun = Some(Box::new(parser.for_reader(Cursor::new(Arc::clone(text)))));
        }
        let mut found = Vec::new();
        let mut pace = Pace::new();
        while let Some(parser) = begun {
            m.poll_at(&mut pace)?;
            match parser.next() {
                Some(Ok(triple)) => found.push(triple.in_graph(GraphName::DefaultGraph)),
                Some(Err(error)) => {
                    let offset = parser.buffer_position().min(text.len() as u64);
                    return Ok((found, Some(fault_of_xml(text, offset, &error))));
                }
                None => {
                    self.has_ended = true;
                    break;
                }
            }
            if found.len() >= MOST {
                break;
            }
        }
        Ok((found, None))
    }

    /// Returns the triples as a list of terms.
    fn terms(&mut self, m: &mut Machine, quads: Vec<Quad>) -> Result<Cell, Stop> {
        if !quads.is_empty() {
            self.waiting = self.waiting.min(PART);
        }
        m.reserve(quads.len() * TRIPLE_CELLS + 8)?;
        let names = ["t", "g", "text", "lang", "type"].map(|name| m.intern(name));
        let mut items = Vec::with_capacity(quads.len());
        let mut pace = Pace::new();
        for quad in quads {
            m.poll_at(&mut pace)?;
            let subject = self.subject(m, quad.subject)?;
            let predicate = text_atom(m, quad.predicate.as_str())?;
            let object = self.object(m, quad.object, names)?;
            let item = match quad.graph_name {
                GraphName::DefaultGraph => m.heap.new_term(names[0], &[subject, predicate, object]),
                GraphName::NamedNode(graph) => {
                    let graph = text_atom(m, graph.as_str())?;
                    m.heap.new_term(names[1], &[subject, predicate, object, graph])
                }
                GraphName::BlankNode(graph) => {
                    let graph = self.blank(m, graph.as_str())?;
                    m.heap.new_term(names[1], &[subject, predicate, object, graph])
                }
            };
            items.push(item);
        }
        new_list(m, &items)
    }

    fn subject(&mut self, m: &mut Machine, node: NamedOrBlankNode) -> Result<Cell, Stop> {
        match node {
            NamedOrBlankNode::NamedNode(node) => text_atom(m, node.as_str()),
            NamedOrBlankNode::BlankNode(node) => self.blank(m, node.as_str()),
        }
    }

    fn object(&mut self, m: &mut Machine, term: Term, names: [Atom; 5]) -> Result<Cell, Stop> {
        match term {
            Term::NamedNode(node) => text_atom(m, node.as_str()),
            Term::BlankNode(node) => self.blank(m, node.as_str()),
            Term::Literal(literal) => {
                let (value, datatype, language) = literal.destruct();
                let value = text_atom(m, &value)?;
                Ok(match (language, datatype) {
                    (Some(language), _) => {
                        let language = text_atom(m, &language.to_lowercase())?;
                        m.heap.new_term(names[3], &[value, language])
                    }
                    (None, Some(datatype)) => {
                        let datatype = text_atom(m, datatype.as_str())?;
                        m.heap.new_term(names[4], &[value, datatype])
                    }
                    (None, None) => m.heap.new_term(names[2], &[value]),
                })
            }
        }
    }

    /// Returns the name of a blank node.
    fn blank(&mut self, m: &mut Machine, label: &str) -> Result<Cell, Stop> {
        if self.names.is_empty() {
            return text_atom(m, &format!("_:{label}"));
        }
        let next = self.nodes.len() as u64 + 1;
        let number = *self.nodes.entry(label.to_owned()).or_insert(next);
        text_atom(m, &format!("{}{number}", self.names))
    }
}

fn fault_of_xml(text: &[u8], offset: u64, error: &RdfXmlParseError) -> RdfFault {
    let before = &text[..offset as usize];
    let line = before.iter().filter(|&&byte| byte == b'\n').count() as u64;
    let begin = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let column = String::from_utf8_lossy(&before[begin..]).chars().count() as u64;
    RdfFault {
        line,
        column,
        offset,
        message: error.to_string(),
    }
}

pub(super) fn rdf_prefixes_3(m: &mut Machine, parser: Cell, prefixes: Cell, base: Cell) -> Step {
    let parser = need_parser(m, parser)?;
    let reading = parser.inner();
    let owned = |(name, iri): (&str, &str)| (name.to_owned(), iri.to_owned());
    let (mut pairs, base_iri): (Vec<(String, String)>, Option<String>) = match &reading.parser {
        RdfParserKind::Turtle(parser) => (
            parser.prefixes().map(owned).collect(),
            parser.base_iri().map(str::to_owned),
        ),
        RdfParserKind::TriG(parser) => (
            parser.prefixes().map(owned).collect(),
            parser.base_iri().map(str::to_owned),
        ),
        RdfParserKind::Xml {
            begun: Some(parser), ..
        } => (
            parser.prefixes().map(owned).collect(),
            parser.base_iri().map(str::to_owned),
        ),
        RdfParserKind::NTriples(_) | RdfParserKind::NQuads(_) | RdfParserKind::Xml { .. } => (Vec::new(), None),
    };
    drop(reading);
    pairs.sort();
    m.reserve(pairs.len() * 6 + 8)?;
    let mut items = Vec::with_capacity(pairs.len());
    for (name, iri) in mem::take(&mut pairs) {
        let pair = [text_atom(m, &name)?, text_atom(m, &iri)?];
        items.push(m.heap.new_term(known::MINUS, &pair));
    }
    let list = new_list(m, &items)?;
    m.unify(prefixes, list)?;
    let base_iri = text_atom(m, &base_iri.unwrap_or_default())?;
    m.unify(base, base_iri)
}
