//! Writing RDF.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ferz_engine::native::args::stream_arg::{StreamKind, output_stream_of, write_text, writing};
use ferz_engine::native::args::text_arg::{atomic_text, need_list, need_text};
use ferz_engine::native::errors::Type;
use ferz_engine::native::streams::StreamId;
use ferz_engine::native::terms::{Cell, View};
use ferz_engine::native::work::Pace;
use ferz_engine::native::{Machine, Step, Stop};
use oxrdf::{BlankNode, GraphName, Literal, NamedNode, NamedOrBlankNode, Quad, Term};
use oxrdfxml::{RdfXmlSerializer, WriterRdfXmlSerializer};
use oxttl::nquads::{LowLevelNQuadsSerializer, NQuadsSerializer};
use oxttl::ntriples::{LowLevelNTriplesSerializer, NTriplesSerializer};
use oxttl::trig::{LowLevelTriGSerializer, TriGSerializer};
use oxttl::turtle::{LowLevelTurtleSerializer, TurtleSerializer};

use super::{RdfForm, need_form, no_iri};

/// The bytes that are charged for a writer.
const WRITER_BYTES: usize = 4096;
/// The bytes that are written at once.
const CHUNK: usize = 64 << 10;

/// The bytes that a writer of XML has written, and a stream has not got.
#[derive(Clone, Default)]
struct RdfKept(Arc<Mutex<Vec<u8>>>);

impl RdfKept {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for RdfKept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

enum RdfSerializer {
    Turtle(LowLevelTurtleSerializer),
    TriG(LowLevelTriGSerializer),
    NTriples(LowLevelNTriplesSerializer),
    NQuads(LowLevelNQuadsSerializer),
    Xml(Box<WriterRdfXmlSerializer<RdfKept>>, RdfKept),
    Ended,
}

pub(super) struct RdfWriter(Mutex<RdfSerializer>);

impl RdfWriter {
    fn inner(&self) -> MutexGuard<'_, RdfSerializer> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RdfSerializer {
    fn write(&mut self, quad: &Quad, out: &mut Vec<u8>) -> io::Result<()> {
        let triple = || oxrdf::TripleRef {
            subject: quad.subject.as_ref(),
            predicate: quad.predicate.as_ref(),
            object: quad.object.as_ref(),
        };
        match self {
            RdfSerializer::Turtle(writer) => writer.serialize_triple(triple(), out),
            RdfSerializer::TriG(writer) => writer.serialize_quad(quad, out),
            RdfSerializer::NTriples(writer) => writer.serialize_triple(triple(), out),
            RdfSerializer::NQuads(writer) => writer.serialize_quad(quad, out),
            RdfSerializer::Xml(writer, kept) => {
                writer.serialize_triple(triple())?;
                out.append(&mut kept.take());
                Ok(())
            }
            RdfSerializer::Ended => Ok(()),
        }
    }

    fn finish(self, out: &mut Vec<u8>) -> io::Result<()> {
        match self {
            RdfSerializer::Turtle(mut writer) => writer.finish(out),
            RdfSerializer::TriG(mut writer) => writer.finish(out),
            RdfSerializer::Xml(writer, kept) => {
                writer.finish()?;
                out.append(&mut kept.take());
                Ok(())
            }
            RdfSerializer::NTriples(_) | RdfSerializer::NQuads(_) | RdfSerializer::Ended => Ok(()),
        }
    }
}

pub(super) fn rdf_writer_4(m: &mut Machine, form: Cell, prefixes: Cell, base: Cell, writer: Cell) -> Step {
    let form = need_form(m, form)?;
    let base_text = need_text(m, base)?;
    let mut pairs = Vec::new();
    for pair in need_list(m, prefixes)? {
        let View::Struct(_, first) = m.view(pair) else {
            return Err(m.type_error(Type::Pair, pair));
        };
        let [name, iri] = [0, 1].map(|at| m.heap.get(first + at));
        pairs.push((need_text(m, name)?, need_text(m, iri)?, iri));
    }
    // One that is no IRI is of no use.
    macro_rules! with_prefixes {
        ($made:expr) => {{
            let mut made = $made;
            for (name, iri, _) in &pairs {
                made = match made.clone().with_prefix(name, iri) {
                    Ok(with) => with,
                    Err(_) => made,
                };
            }
            if base_text.is_empty() {
                made
            } else {
                match made.with_base_iri(base_text.as_str()) {
                    Ok(with) => with,
                    Err(_) => return Err(no_iri(m, base)),
                }
            }
        }};
    }
    let made = match form {
        RdfForm::Turtle => RdfSerializer::Turtle(with_prefixes!(TurtleSerializer::new()).low_level()),
        RdfForm::TriG => RdfSerializer::TriG(with_prefixes!(TriGSerializer::new()).low_level()),
        RdfForm::NTriples => RdfSerializer::NTriples(NTriplesSerializer::new().low_level()),
        RdfForm::NQuads => RdfSerializer::NQuads(NQuadsSerializer::new().low_level()),
        RdfForm::Xml => {
            let kept = RdfKept::default();
            let inner = with_prefixes!(RdfXmlSerializer::new()).for_writer(kept.clone());
            RdfSerializer::Xml(Box::new(inner), kept)
        }
    };
    let object = m.new_object("rdf_writer", Arc::new(RdfWriter(Mutex::new(made))), WRITER_BYTES)?;
    m.unify(writer, object)
}

fn need_writer(m: &mut Machine, cell: Cell) -> Result<Arc<RdfWriter>, Stop> {
    match m.atoms.object_value::<RdfWriter>(&m.heap, cell) {
        Some(found) => Ok(found),
        None => Err(m.type_or_instantiation_error(Type::Atom, cell)),
    }
}

/// Writes bytes of UTF-8.
fn put(m: &mut Machine, id: StreamId, out: &mut Vec<u8>) -> Step {
    let is_text = m.streams.get(id).is_some_and(|stream| stream.text);
    if is_text {
        write_text(m, id, &String::from_utf8_lossy(out))?;
    } else {
        writing(m, id, |stream| stream.write_bytes(out))?;
    }
    out.clear();
    Ok(())
}

/// Raises why a triple cannot be written.
fn unwritten(m: &mut Machine, triple: Cell, error: &io::Error) -> Stop {
    let message = error.to_string();
    let text = m.intern(&message);
    let (kind, action, thing) = (m.intern("permission_error"), m.intern("write"), m.intern("rdf_triple"));
    let formal = m.heap.new_term(kind, &[Cell::atom(action), Cell::atom(thing), triple]);
    let context = m.intern("context");
    let place = m.heap.new_var();
    let context = m.heap.new_term(context, &[place, Cell::atom(text)]);
    let name = m.intern("error");
    let ball = m.heap.new_term(name, &[formal, context]);
    m.throw(ball)
}

pub(super) fn rdf_write_3(m: &mut Machine, writer: Cell, stream: Cell, triples: Cell) -> Step {
    let writer = need_writer(m, writer)?;
    let id = output_stream_of(m, stream, StreamKind::Any)?;
    let mut out = Vec::new();
    let mut pace = Pace::new();
    for item in need_list(m, triples)? {
        m.poll_at(&mut pace)?;
        let quad = quad(m, item)?;
        let written = writer.inner().write(&quad, &mut out);
        if let Err(error) = written {
            return Err(unwritten(m, item, &error));
        }
        if out.len() > CHUNK {
            put(m, id, &mut out)?;
        }
    }
    put(m, id, &mut out)
}

pub(super) fn rdf_end_2(m: &mut Machine, writer: Cell, stream: Cell) -> Step {
    let object = need_writer(m, writer)?;
    let id = output_stream_of(m, stream, StreamKind::Any)?;
    let serializer = std::mem::replace(&mut *object.inner(), RdfSerializer::Ended);
    let mut out = Vec::new();
    if let Err(error) = serializer.finish(&mut out) {
        return Err(unwritten(m, writer, &error));
    }
    put(m, id, &mut out)
}

/// Returns the triple that a term `t(S, P, O)` or `g(S, P, O, Graph)` tells.
fn quad(m: &mut Machine, item: Cell) -> Result<Quad, Stop> {
    let View::Struct(functor, first) = m.view(item) else {
        return Err(m.type_error(Type::Compound, item));
    };
    let [subject, predicate, object] = [0, 1, 2].map(|at| m.heap.get(first + at));
    let graph_name = if functor.arity() == 4 {
        let graph = m.heap.get(first + 3);
        match resource(&need_text(m, graph)?) {
            NamedOrBlankNode::NamedNode(node) => GraphName::NamedNode(node),
            NamedOrBlankNode::BlankNode(node) => GraphName::BlankNode(node),
        }
    } else {
        GraphName::DefaultGraph
    };
    Ok(Quad {
        subject: resource(&need_text(m, subject)?),
        predicate: iri(&need_text(m, predicate)?),
        object: object_term(m, object)?,
        graph_name,
    })
}

/// Returns the resource with a name.
fn resource(name: &str) -> NamedOrBlankNode {
    match name.strip_prefix("_:") {
        Some(label) => BlankNode::new_unchecked(blank_label(label)).into(),
        None => iri(name).into(),
    }
}

/// Returns an IRI; what none may have is written in hexadecimal, so that what is written can be read.
fn iri(name: &str) -> NamedNode {
    let is_wrong = |c: char| c <= ' ' || "<>\"{}|^`\\".contains(c);
    if !name.contains(is_wrong) {
        return NamedNode::new_unchecked(name);
    }
    let mut text = String::with_capacity(name.len() + 8);
    for c in name.chars() {
        if is_wrong(c) {
            text.push_str(&format!("%{:02X}", u32::from(c)));
        } else {
            text.push(c);
        }
    }
    NamedNode::new_unchecked(text)
}

/// Returns the label of a blank node: of letters and digits.
fn blank_label(label: &str) -> String {
    let mut text = String::with_capacity(label.len());
    for c in label.chars() {
        if c.is_ascii_alphanumeric() {
            text.push(c);
        } else {
            text.push_str(&format!("_{:x}_", u32::from(c)));
        }
    }
    text
}

fn object_term(m: &mut Machine, object: Cell) -> Result<Term, Stop> {
    let View::Struct(functor, first) = m.view(object) else {
        return Ok(match resource(&need_text(m, object)?) {
            NamedOrBlankNode::NamedNode(node) => node.into(),
            NamedOrBlankNode::BlankNode(node) => node.into(),
        });
    };
    let value = m.heap.get(first);
    let Some(value) = atomic_text(m, value) else {
        return Err(m.type_error(Type::Atomic, value));
    };
    let kind = m.atoms.text(functor.name()).to_owned();
    if functor.arity() == 1 {
        return Ok(Literal::new_simple_literal(value).into());
    }
    let other = m.heap.get(first + 1);
    let other = need_text(m, other)?;
    Ok(match kind.as_str() {
        "lang" => Literal::new_language_tagged_literal_unchecked(value, other).into(),
        _ => Literal::new_typed_literal(value, iri(&other)).into(),
    })
}
