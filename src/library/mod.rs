//! The library in Prolog: its texts, which are part of the program, and compiling a predicate of it
//! when it is first called.
//!
//! A line that begins with `%! ` opens a block: a head with modes, a description, and the clauses of
//! exactly that predicate. So the texts are their own index: at the start only these lines are looked
//! at, and each predicate notes where its block begins.

#[cfg(test)]
mod examples;

use crate::base::atom::Functor;
use crate::base::known;
use crate::builtins::clauses::{load_clause, split};
use crate::code::instr::PredId;
use crate::code::predicate::Definition;
use crate::machine::Machine;
use crate::machine::native::{Step, Stop};
use crate::term::build::{build, cells_needed};
use crate::text::ops::OpTable;
use crate::text::reader::{Read, ReadFlags, Reader};

/// The texts, by name.
pub const FILES: &[(&str, &str)] = &[
    ("boot/body.pl", include_str!("boot/body.pl")),
    ("boot/clip.pl", include_str!("boot/clip.pl")),
    ("boot/control.pl", include_str!("boot/control.pl")),
    ("boot/declare.pl", include_str!("boot/declare.pl")),
    ("boot/errors.pl", include_str!("boot/errors.pl")),
    ("boot/load.pl", include_str!("boot/load.pl")),
    ("boot/messages.pl", include_str!("boot/messages.pl")),
    ("boot/toplevel.pl", include_str!("boot/toplevel.pl")),
    ("lib/aggregate.pl", include_str!("lib/aggregate.pl")),
    ("lib/assoc.pl", include_str!("lib/assoc.pl")),
    ("lib/yall.pl", include_str!("lib/yall.pl")),
    ("lib/apply.pl", include_str!("lib/apply.pl")),
    ("lib/attvar.pl", include_str!("lib/attvar.pl")),
    ("lib/dcg.pl", include_str!("lib/dcg.pl")),
    ("lib/dcg_basics.pl", include_str!("lib/dcg_basics.pl")),
    ("lib/compatible.pl", include_str!("lib/compatible.pl")),
    ("lib/ctypes.pl", include_str!("lib/ctypes.pl")),
    ("lib/date.pl", include_str!("lib/date.pl")),
    ("lib/files.pl", include_str!("lib/files.pl")),
    ("lib/heaps.pl", include_str!("lib/heaps.pl")),
    ("lib/nb_set.pl", include_str!("lib/nb_set.pl")),
    ("lib/prolog_code.pl", include_str!("lib/prolog_code.pl")),
    ("lib/rbtrees.pl", include_str!("lib/rbtrees.pl")),
    ("lib/tabling.pl", include_str!("lib/tabling.pl")),
    ("lib/ugraphs.pl", include_str!("lib/ugraphs.pl")),
    ("lib/varnumbers.pl", include_str!("lib/varnumbers.pl")),
    ("lib/debug.pl", include_str!("lib/debug.pl")),
    ("lib/edinburgh.pl", include_str!("lib/edinburgh.pl")),
    ("lib/limits.pl", include_str!("lib/limits.pl")),
    ("lib/listing.pl", include_str!("lib/listing.pl")),
    ("lib/main.pl", include_str!("lib/main.pl")),
    ("lib/meta.pl", include_str!("lib/meta.pl")),
    ("lib/lists.pl", include_str!("lib/lists.pl")),
    ("lib/option.pl", include_str!("lib/option.pl")),
    ("lib/ordsets.pl", include_str!("lib/ordsets.pl")),
    ("lib/pairs.pl", include_str!("lib/pairs.pl")),
    ("lib/random.pl", include_str!("lib/random.pl")),
    ("lib/shell.pl", include_str!("lib/shell.pl")),
    ("lib/sequences.pl", include_str!("lib/sequences.pl")),
    ("lib/solutions.pl", include_str!("lib/solutions.pl")),
    ("lib/strings.pl", include_str!("lib/strings.pl")),
    ("lib/subterms.pl", include_str!("lib/subterms.pl")),
];

/// What opens a block.
const MARK: &str = "%! ";

/// Library predicates that the standard defines, and which a program may not redefine.
const ISO: &[(&str, usize)] = &[
    ("once", 1),
    ("findall", 3),
    ("bagof", 3),
    ("setof", 3),
    ("current_op", 3),
    ("nl", 0),
    ("set_prolog_flag", 2),
    ("current_prolog_flag", 2),
    ("halt", 0),
    ("current_predicate", 1),
];

/// Makes the library's predicates known to a machine.
pub fn install(m: &mut Machine) {
    m.load_library = Some(load);
    m.library_texts = FILES;
    for (number, (_, text)) in FILES.iter().enumerate() {
        for (at, header) in blocks(text) {
            let Some((name, arity)) = parse_header(header) else {
                continue;
            };
            let functor = Functor::new(m.atoms.intern(&name), arity);
            let pred = m.db.pred(known::SYSTEM, functor);
            let p = &mut m.db.preds[pred as usize];
            if p.definition == Definition::None {
                p.definition = Definition::Library((number << 24 | at) as u32);
                p.iso = ISO.iter().any(|&(n, a)| n == name && a == arity);
            }
        }
    }
    m.atoms.seal();
}

/// The blocks of a text: where each begins, and its first line without the mark.
pub fn blocks(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.lines().filter_map(move |line| {
        let start = at;
        at += line.len() + 1;
        line.strip_prefix(MARK).map(|header| (start, header))
    })
}

/// The name and arity in a block's first line: `append(?Xs, ?Ys, ?Zs) is nondet.`
pub fn parse_header(header: &str) -> Option<(String, usize)> {
    let (name, rest) = match header.strip_prefix('\'') {
        Some(quoted) => quoted.split_once('\'').map(|(name, rest)| (name.to_string(), rest))?,
        None => {
            let word = header.starts_with(|c: char| c.is_alphanumeric() || c == '_');
            let in_name = |c: char| {
                if word {
                    c.is_alphanumeric() || c == '_'
                } else {
                    !"( ".contains(c)
                }
            };
            let (name, rest) = header.split_at(header.find(|c| !in_name(c)).unwrap_or(header.len()));
            (name.trim_end_matches('.').to_string(), rest)
        }
    };
    let Some(args) = rest.strip_prefix('(') else {
        return Some((name, 0));
    };
    let (mut depth, mut arity) = (0, 1);
    for c in args.chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => return Some((name, arity)),
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => arity += 1,
            _ => {}
        }
    }
    None
}

/// Reads and adds the clauses of the block at `position`: all of them or, where there is no room, none.
fn load(m: &mut Machine, position: u32) -> Step {
    let top = m.heap.top();
    let loaded = load_clauses(m, position);
    if let Err((stop, pred)) = loaded {
        for id in m.db.live(pred) {
            m.db.erase(id);
        }
        m.db.preds[pred as usize].definition = Definition::Library(position);
        m.db.reset_entry(pred);
        return Err(stop);
    }
    m.heap.set_top(top);
    Ok(())
}

fn load_clauses(m: &mut Machine, position: u32) -> Result<(), (Stop, PredId)> {
    let (_, text) = FILES[(position >> 24) as usize];
    let start = (position & 0xff_ffff) as usize;
    let end = text[start + 1..].find("\n%! ").map_or(text.len(), |i| start + 1 + i);
    let block = &text[..end];
    let ops = OpTable::new(&mut m.atoms);
    let mut reader = Reader::new();
    let mut at = start;
    let header = block[start..]
        .lines()
        .next()
        .and_then(|line| parse_header(line.strip_prefix(MARK)?));
    let (name, arity) = header.expect("a position is that of a block with a head");
    let functor = Functor::new(m.atoms.intern(&name), arity);
    let pred = m.db.pred(known::SYSTEM, functor);
    begin_definition(m, pred);
    let top = m.heap.top();
    loop {
        match reader.read(block, at, &mut m.atoms, &ops, &ReadFlags::default()) {
            Ok(Read::Clause { end, .. }) => at = end,
            Ok(Read::EndOfText) => return Ok(()),
            Err(error) => unreachable!("library text is read by a test before it ships: {error}"),
        }
        m.reserve(cells_needed(reader.ast())).map_err(|stop| (stop, pred))?;
        let term = build(reader.ast(), &mut m.heap, &mut m.atoms).term;
        split(m, term)
            .and_then(|(_, clause)| load_clause(m, known::SYSTEM, clause, 0, &[]))
            .map_err(|stop| (stop, pred))?;
        m.heap.set_top(top);
    }
}

fn begin_definition(m: &mut Machine, pred: PredId) {
    let p = &mut m.db.preds[pred as usize];
    if matches!(p.definition, Definition::Library(_)) {
        p.definition = Definition::None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_tell_name_and_arity() {
        let parsed = |text| parse_header(text).expect("a head");
        assert_eq!(parsed("append(?Xs, ?Ys, ?Zs) is nondet."), ("append".into(), 3));
        assert_eq!(parsed("'$and'(+A, :B, +K)"), ("$and".into(), 3));
        assert_eq!(parsed("listing is det."), ("listing".into(), 0));
        assert_eq!(parsed("f(+pair(A, B), [C])"), ("f".into(), 2));
    }

    #[test]
    fn every_block_is_read_and_defines_what_it_says() {
        let mut m = Machine::new(crate::builtins::SECTIONS, crate::io::table::StreamTable::closed());
        install(&mut m);
        let mut seen = std::collections::HashSet::new();
        for (number, (file, text)) in FILES.iter().enumerate() {
            for (at, header) in blocks(text) {
                let (name, arity) = parse_header(header).unwrap_or_else(|| panic!("{file}: {header}"));
                assert!(seen.insert((name.clone(), arity)), "{file}: {header} is defined twice");
                let functor = Functor::new(m.atoms.intern(&name), arity);
                let pred = m.db.pred(known::SYSTEM, functor);
                assert!(
                    !matches!(m.db.preds[pred as usize].definition, Definition::Native(_)),
                    "{file}: {header} is also written in Rust"
                );
                if matches!(m.db.preds[pred as usize].definition, Definition::Library(_)) {
                    assert_eq!(load(&mut m, (number << 24 | at) as u32), Ok(()), "{file}: {header}");
                    assert!(!m.db.live(pred).is_empty(), "{file}: {header} has no clauses");
                }
            }
        }
    }
}
