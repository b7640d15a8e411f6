//! The check of a library's texts before a program has them. Those of ferz are checked by its tests.

use ferz_texts::blocks::blocks;
use ferz_texts::head::parse_head;

use crate::base::atom::Functor;
use crate::builtins::database::clauses::split;
use crate::machine::Machine;
use crate::machine::library::Library;
use crate::term::build::{build, cells_needed};
use crate::text::ops::OpTable;
use crate::text::reader::{Read, ReadFlags, Reader};

/// Returns what is wrong in the texts of a library, with its place, if anything: a syntax error, a clause of another
/// predicate than that of its block, a block without clauses.
pub(crate) fn fault_of_texts(m: &mut Machine, library: &Library) -> Option<String> {
    let ops = OpTable::new(&mut m.atoms);
    let mut reader = Reader::new();
    let top = m.heap.top();
    for &(file, text) in library.files() {
        let starts: Vec<(usize, &str)> = blocks(text).collect();
        for (number, &(start, header)) in starts.iter().enumerate() {
            let end = starts.get(number + 1).map_or(text.len(), |next| next.0);
            let fault = fault_of_block(m, &mut reader, &ops, &text[..end], start, header);
            m.heap.set_top(top);
            if let Some((at, fault)) = fault {
                let line = 1 + text[..at.min(text.len())].matches('\n').count();
                return Some(format!("{file}:{line}: {fault}"));
            }
        }
    }
    None
}

/// Returns what is wrong in a block, and where.
fn fault_of_block(
    m: &mut Machine,
    reader: &mut Reader,
    ops: &OpTable,
    text: &str,
    start: usize,
    header: &str,
) -> Option<(usize, String)> {
    let (name, arity, _) = parse_head(header)?;
    let functor = Functor::new(m.atoms.intern(name), arity);
    let (mut at, mut clauses) = (start, 0);
    loop {
        match reader.read(text, at, &mut m.atoms, ops, &ReadFlags::default()) {
            Ok(Read::Clause { end, .. }) => {
                let parts = m.reserve(cells_needed(reader.ast())).and_then(|()| {
                    let term = build(reader.ast(), &mut m.heap, &mut m.atoms).term;
                    split(m, term)
                });
                let head = parts.ok().and_then(|(_, clause)| m.view(clause.head).callable());
                if head.is_none_or(|head| head.0 != functor) {
                    return Some((end, format!("not a clause of {name}/{arity}, whose block it is in")));
                }
                (at, clauses) = (end, clauses + 1);
            }
            Ok(Read::EndOfText) if clauses == 0 => return Some((start, format!("{name}/{arity} has no clauses"))),
            Ok(Read::EndOfText) => return None,
            Err(error) => return Some((error.span.start as usize, error.to_string())),
        }
    }
}
