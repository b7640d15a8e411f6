//! RDF in files, under `texts/rdf/rdf_files.pl`: the forms that crates read and write, as triples of the store.

mod entities;
mod read;
mod write;

use ferz_engine::native::terms::{Cell, View};
use ferz_engine::native::{Machine, Native, Stop, det};

use read::{rdf_parse_4, rdf_parser_5, rdf_prefixes_3};
use write::{rdf_end_2, rdf_write_3, rdf_writer_4};

pub(crate) const TABLE: &[Native] = &[
    det!("$rdf_parser(+format, +base, +names, +strict, -parser)", 5, rdf_parser_5).doc(
        "Makes a parser of turtle, trig, ntriples, nquads or xml. Names of blank nodes begin with names, a text that no other \
         file has, or are kept if it is empty. Unless strict is true, IRIs are not looked at.",
    ),
    det!("$rdf_parse(+parser, +stream, -triples, -state)", 4, rdf_parse_4).doc(
        "Reads a part of a stream. Triples are t(S, P, O), and g(S, P, O, Graph) of graphs with names; state is more, end, or \
         error(Line, Column, Offset, Message).",
    ),
    det!("$rdf_parser_prefixes(+parser, -prefixes, -base)", 3, rdf_prefixes_3)
        .doc("Prefixes are those that the text has declared so far, terms Alias-Iri; base is its base IRI, or empty."),
    det!("$rdf_writer(+format, +prefixes, +base, -writer)", 4, rdf_writer_4)
        .doc("Makes a writer of turtle, trig, ntriples, nquads or xml; base may be empty."),
    det!("$rdf_write(+writer, +stream, +triples)", 3, rdf_write_3).doc("Writes triples, terms as those that are read."),
    det!("$rdf_write_end(+writer, +stream)", 2, rdf_end_2).doc("Ends what a writer writes."),
];

/// The forms of RDF in files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RdfForm {
    Turtle,
    TriG,
    NTriples,
    NQuads,
    Xml,
}

/// Returns the form with a name.
fn need_form(m: &mut Machine, cell: Cell) -> Result<RdfForm, Stop> {
    if let View::Atom(name) = m.view(cell) {
        match m.atoms.text(name) {
            "turtle" => return Ok(RdfForm::Turtle),
            "trig" => return Ok(RdfForm::TriG),
            "ntriples" => return Ok(RdfForm::NTriples),
            "nquads" => return Ok(RdfForm::NQuads),
            "xml" => return Ok(RdfForm::Xml),
            _ => {}
        }
    }
    let (kind, thing) = (m.intern("domain_error"), m.intern("rdf_format"));
    let formal = m.heap.new_term(kind, &[Cell::atom(thing), cell]);
    Err(m.throw_error(formal))
}

/// Raises that a text is no IRI.
fn no_iri(m: &mut Machine, cell: Cell) -> Stop {
    let (kind, thing) = (m.intern("domain_error"), m.intern("iri"));
    let formal = m.heap.new_term(kind, &[Cell::atom(thing), cell]);
    m.throw_error(formal)
}
