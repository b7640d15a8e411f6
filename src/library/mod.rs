//! The library: the built-ins and the Prolog texts that every program may use, as a value, and the compilation of a
//! library predicate at its first call.
//!
//! A line that begins with `%! ` opens a block: a head with modes, a description, and the clauses of exactly that
//! predicate. So the texts are their own index: the build script looks for these lines and records where the block of each
//! predicate begins, so that no scan is needed at startup.

#[cfg(all(test, feature = "manual"))]
mod examples_tests;

use ferz_texts::head::parse_head;
use ferz_texts::{blocks, place};

use crate::base::atom::Functor;
use crate::base::known;
use crate::builtins::SECTIONS;
use crate::builtins::database::clauses::{load_clause, split};
use crate::code::clause::ClauseOrigin;
use crate::code::instr::PredId;
use crate::code::predicate::Definition;
use crate::machine::Machine;
use crate::machine::library::{Library, Loadable};
use crate::machine::native::{Step, Stop};
use crate::term::build::{build, cells_needed};
use crate::text::ops::OpTable;
use crate::text::reader::{Read, ReadFlags, Reader};

mod own_goals;
mod text_check;
#[cfg(test)]
mod whole_tests;
mod index {
    include!(concat!(env!("OUT_DIR"), "/library.rs"));
}

use own_goals::own_goals;
pub(crate) use text_check::fault_of_texts;

/// The libraries of every engine: that of the system, and those of the features.
pub(crate) static LIBRARIES: &[&Library] = &[
    &SYSTEM,
    #[cfg(feature = "libraries")]
    &ferz_libraries::FOREIGN,
    &ferz_libraries::SOLVERS,
    #[cfg(feature = "web")]
    &ferz_web::WEB,
    #[cfg(feature = "data")]
    &ferz_data::DATA,
];

/// The built-ins and the texts of this crate.
static SYSTEM: Library = Library::new("system")
    .rows(SECTIONS)
    .texts(&index::TEXTS)
    .loadable(LOADABLE)
    .chapters(&[TABLING])
    .core(is_core);

/// The chapter of the manual about tabling.
const TABLING: &str = crate::base::doc::only_manual(include_str!("../builtins/docs/tabling.md"));

/// Libraries that programs have to load.
const LOADABLE: &[Loadable] = &[
    Loadable {
        names: &["dcg/basics"],
        texts: &["text/dcg_basics.pl"],
        rows: &[],
    },
    Loadable {
        names: &["dcg/high_order"],
        texts: &["text/dcg_high_order.pl"],
        rows: &[],
    },
    Loadable {
        names: &["dialect/hprolog"],
        texts: &["dialects/hprolog.pl"],
        rows: &[],
    },
    Loadable {
        names: &["dialect/sicstus", "dialect/sicstus4"],
        texts: &["dialects/sicstus.pl"],
        rows: &[],
    },
    Loadable {
        names: &["dialect/yap"],
        texts: &["dialects/yap.pl"],
        rows: &[],
    },
    Loadable {
        names: &["dialect/xsb"],
        texts: &["dialects/xsb.pl"],
        rows: &[],
    },
];

/// Library predicates that the standard defines and that a program may not redefine.
const ISO: &[(&str, usize)] = &[
    ("once", 1),
    ("findall", 3),
    ("bagof", 3),
    ("setof", 3),
    ("current_op", 3),
    ("nl", 0),
    ("repeat", 0),
    ("stream_property", 2),
    ("set_prolog_flag", 2),
    ("current_prolog_flag", 2),
    ("halt", 0),
    ("current_predicate", 1),
];

/// Texts whose predicates are part of SWI-Prolog's core.
const CORE: &[&str] = &[
    "attvar",
    "bags",
    "break",
    "depth_limit",
    "dicts",
    "dwim",
    "edinburgh",
    "evaluable",
    "fastrw",
    "files",
    "flag",
    "foreign",
    "limits",
    "listen",
    "locale",
    "meta",
    "profile",
    "record",
    "recorded",
    "signals",
    "streams",
    "swi_extras",
    "swi_internals",
    "swi_system",
    "tabling",
    "tabling_wfs",
    "terminal",
    "thread",
    "transactions",
    "trie",
    "undo",
    "types",
];

/// Predicates of the core in other texts.
const CORE_TOO: &[&str] = &[
    "catch_with_backtrace",
    "copy_term",
    "copy_term_nat",
    "det",
    "engine_post",
    "format_time",
    "get_string_code",
    "is_most_general_term",
    "memberchk",
    "normalize_space",
    "numbervars",
    "prolog_current_frame",
    "prolog_frame_attribute",
    "prompt1",
    "read_clause",
    "sub_atom_icasechk",
    "trim_heap",
    "unwrap_predicate",
    "var_number",
    "variant_hash",
    "variant_sha1",
];

fn is_core(file: &str, name: &str) -> bool {
    let stem = file.rsplit('/').next().and_then(|text| text.strip_suffix(".pl"));
    is_inside(file) || stem.is_some_and(|stem| CORE.contains(&stem)) || CORE_TOO.contains(&name)
}

/// Whether a text belongs to no library.
pub(crate) fn is_inside(file: &str) -> bool {
    file.starts_with("boot/") || file.starts_with("import/")
}

/// Returns the native predicates of the libraries, in tables.
pub(crate) fn tables() -> Vec<&'static [crate::machine::native::Native]> {
    LIBRARIES.iter().flat_map(|library| library.tables()).copied().collect()
}

/// Adds the texts of the libraries to a machine that has their native predicates.
pub(crate) fn install(m: &mut Machine) {
    m.library.set_loader(load);
    for library in LIBRARIES {
        m.library.add_texts(&mut m.atoms, &mut m.db, &mut m.calls, library);
    }
    for &(name, arity) in ISO {
        let functor = Functor::new(m.atoms.intern(name), arity);
        let pred = m.db.pred(known::SYSTEM, functor);
        m.db.preds[pred].iso = true;
    }
    m.atoms.seal();
}

/// Reads and adds the clauses of the block at `position`: all of them, or none if there is not enough memory.
fn load(m: &mut Machine, position: u32) -> Step {
    let top = m.heap.top();
    let (mut reader, ops) = m
        .library
        .take_reader()
        .unwrap_or_else(|| (Reader::new(), OpTable::new(&mut m.atoms)));
    let loaded = load_clauses(m, position, &mut reader, &ops);
    m.library.keep_reader(reader, ops);
    if let Err((stop, pred)) = loaded {
        for id in m.db.live(pred) {
            m.db.erase(id);
        }
        m.db.preds[pred].definition = Definition::Library(position);
        m.db.reset_entry(pred);
        return Err(stop);
    }
    m.heap.set_top(top);
    Ok(())
}

fn load_clauses(m: &mut Machine, position: u32, reader: &mut Reader, ops: &OpTable) -> Result<(), (Stop, PredId)> {
    let (number, start) = place(position);
    let (_, text) = m.library.text(number);
    let end = text[start + 1..].find("\n%!").map_or(text.len(), |i| start + 1 + i);
    let block = &text[..end];
    let mut at = start;
    let header = blocks::header(&block[start..]).and_then(parse_head);
    let (name, arity, _) = header.expect("a position is that of a block with a head");
    let functor = Functor::new(m.atoms.intern(name), arity);
    let pred = m.db.pred(known::SYSTEM, functor);
    begin_definition(m, pred);
    let top = m.heap.top();
    loop {
        match reader.read(block, at, &mut m.atoms, ops, &ReadFlags::default()) {
            Ok(Read::Clause { end, .. }) => at = end,
            Ok(Read::EndOfText) => return Ok(()),
            Err(error) => unreachable!("library text is read by a test before it ships: {error}"),
        }
        // With the goals that are qualified.
        m.reserve(4 * cells_needed(reader.ast())).map_err(|stop| (stop, pred))?;
        let term = build(reader.ast(), &mut m.heap, &mut m.atoms).term;
        let term = own_goals(m, term);
        m.check_walks()
            .and_then(|()| split(m, term))
            .and_then(|(_, clause)| load_clause(m, known::SYSTEM, clause, ClauseOrigin::NONE).map(|_| ()))
            .map_err(|stop| (stop, pred))?;
        m.heap.set_top(top);
    }
}

fn begin_definition(m: &mut Machine, pred: PredId) {
    let p = &mut m.db.preds[pred];
    if matches!(p.definition, Definition::Library(_)) {
        p.definition = Definition::None;
    }
}

/// The texts of all libraries, in the order of their numbers.
#[cfg(test)]
fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    LIBRARIES.iter().flat_map(|library| library.files()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::cell::Cell;
    use crate::term::order::is_variant;
    use ferz_texts::blocks::blocks;
    use ferz_texts::shorten::shorten;

    /// Reads the clause at `at`, and returns the place after it.
    fn read(m: &mut Machine, reader: &mut Reader, ops: &OpTable, text: &str, at: usize) -> Option<(usize, Cell)> {
        match reader.read(text, at, &mut m.atoms, ops, &ReadFlags::default()) {
            Ok(Read::Clause { end, .. }) => Some((end, build(reader.ast(), &mut m.heap, &mut m.atoms).term)),
            Ok(Read::EndOfText) => None,
            Err(error) => panic!("{error} in {}", &text[at..(at + 80).min(text.len())]),
        }
    }

    fn heads(text: &str) -> Vec<Option<(&str, usize)>> {
        let head = |(_, header)| parse_head(header).map(|(name, arity, _)| (name, arity));
        blocks(text).map(head).collect()
    }

    #[test]
    fn shortened_texts_have_the_same_blocks_and_clauses() {
        let mut m = Machine::new(&tables(), crate::io::table::StreamTable::closed());
        let (mut reader, ops) = (Reader::new(), OpTable::new(&mut m.atoms));
        for (file, text) in files() {
            let short = shorten(text);
            assert_eq!(heads(text), heads(&short), "{file}");
            assert_eq!(shorten(&short), short, "{file}");
            let (mut at, mut short_at) = (0, 0);
            while let Some((end, term)) = read(&mut m, &mut reader, &ops, text, at) {
                let found = read(&mut m, &mut reader, &ops, &short, short_at);
                let (short_end, short_term) = found.unwrap_or_else(|| panic!("{file} ends early"));
                assert!(
                    is_variant(&m.heap, term, short_term),
                    "{file}: {}",
                    &short[short_at..short_end]
                );
                (at, short_at) = (end, short_end);
            }
            assert_eq!(read(&mut m, &mut reader, &ops, &short, short_at), None, "{file}");
        }
    }

    #[test]
    fn shortening_keeps_what_the_reader_needs() {
        let cases = [
            (
                "p(Xs, _, _Y) :-\n    Xs = [ 'A b' | \"% B\" ], % C\n    - 1 \\== 0'  , q.\n",
                "p(A,_,_Y):-A=['A b'|\"% B\"],- 1\\==0' ,q.\n",
            ),
            (
                "a --> ( \\+ b ; c ), ! (d), { X is 1.0e-3 - Y , + = - }.\n",
                "a--> (\\+b;c),! (d),{A is 1.0e-3-B,+ = -}.\n",
            ),
            (
                "% About.\n\n%! 'x y'(+X) is det.\n%  Text.\n'x y'(X).\n",
                "%!\n'x y'(A).\n",
            ),
        ];
        for (text, short) in cases {
            assert_eq!(shorten(text), short);
        }
    }

    #[test]
    fn every_block_is_read_and_defines_what_it_says() {
        let mut m = Machine::new(&tables(), crate::io::table::StreamTable::closed());
        install(&mut m);
        let mut seen = std::collections::HashSet::new();
        for (number, (file, text)) in files().enumerate() {
            for (at, header) in blocks(text) {
                let (name, arity, _) = parse_head(header).unwrap_or_else(|| panic!("{file}: {header}"));
                assert!(seen.insert((name, arity)), "{file}: {header} is defined twice");
                let functor = Functor::new(m.atoms.intern(name), arity);
                let pred = m.db.pred(known::SYSTEM, functor);
                assert!(
                    !matches!(m.db.preds[pred].definition, Definition::Native(_)),
                    "{file}: {header} is also written in Rust"
                );
                if matches!(m.db.preds[pred].definition, Definition::Library(_)) {
                    assert_eq!(
                        load(&mut m, ferz_texts::position(number, at)),
                        Ok(()),
                        "{file}: {header}"
                    );
                    assert!(!m.db.live(pred).is_empty(), "{file}: {header} has no clauses");
                }
            }
        }
    }
}
