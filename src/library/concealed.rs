//! Libraries that a program has to load before it sees what they define, as in SWI-Prolog. The predicates of the other
//! libraries are there without being loaded.
//!
//! A concealed predicate has its definition, which the library itself calls. Only goals of the program do not find it.

use crate::base::atom::Functor;
use crate::base::head::parse_head;
use crate::base::known;
use crate::builtins::fd;
use crate::code::instr::PredId;
use crate::machine::Machine;
use crate::machine::native::Native;

use super::{FILES, index};

/// A library that has to be loaded.
struct Loadable {
    /// The names that it is loaded by.
    names: &'static [&'static str],
    /// The texts of its predicates.
    texts: &'static [&'static str],
    /// Its native predicates.
    natives: &'static [&'static [Native]],
}

const LOADABLE: &[Loadable] = &[
    Loadable {
        names: &["clpfd", "clp/clpfd"],
        texts: &[
            "lib/clpfd.pl",
            "lib/clpfd_automaton.pl",
            "lib/clpfd_sets.pl",
            "lib/clpfd_show.pl",
        ],
        natives: fd::TABLES,
    },
    Loadable {
        names: &["clpb", "clp/clpb"],
        texts: &["solvers/clpb.pl"],
        natives: &[],
    },
    Loadable {
        names: &["clpq", "clp/clpq", "clpr", "clp/clpr", "clpqr"],
        texts: &["solvers/clpq.pl", "solvers/clpr.pl"],
        natives: &[],
    },
    Loadable {
        names: &["simplex", "clp/simplex"],
        texts: &["solvers/simplex.pl", "solvers/simplex_transport.pl"],
        natives: &[],
    },
    Loadable {
        names: &["chr"],
        texts: &["solvers/chr.pl"],
        natives: &[],
    },
    Loadable {
        names: &["dcg/basics"],
        texts: &["lib/dcg_basics.pl"],
        natives: &[],
    },
    Loadable {
        names: &["dcg/high_order"],
        texts: &["lib/dcg_high_order.pl"],
        natives: &[],
    },
    Loadable {
        names: &["dialect/hprolog"],
        texts: &["lib/hprolog.pl"],
        natives: &[],
    },
    Loadable {
        names: &["dialect/sicstus", "dialect/sicstus4"],
        texts: &["lib/sicstus.pl"],
        natives: &[],
    },
    Loadable {
        names: &["dialect/yap"],
        texts: &["lib/yap.pl"],
        natives: &[],
    },
    Loadable {
        names: &["dialect/xsb"],
        texts: &["lib/xsb.pl"],
        natives: &[],
    },
];

impl Loadable {
    /// Returns its predicates but for helpers.
    fn predicates(&self, m: &mut Machine) -> Vec<PredId> {
        let of_texts = index().iter().filter_map(|&(name, arity, position)| {
            let text = FILES[(position >> 24) as usize].0;
            self.texts.contains(&text).then_some((name, arity))
        });
        let rows = self.natives.iter().copied().flatten();
        let of_rows = rows.filter_map(|native| Some((parse_head(native.head)?.0, native.arity)));
        of_texts
            .chain(of_rows)
            .filter(|(name, _)| !name.starts_with('$'))
            .filter_map(|(name, arity)| {
                let functor = Functor::new(m.atoms.intern(name), arity);
                m.db().find(known::SYSTEM, functor)
            })
            .collect()
    }
}

/// Returns, for each text, whether its predicates are concealed at first.
pub(super) fn texts() -> Vec<bool> {
    let is_concealed = |name| LOADABLE.iter().any(|library| library.texts.contains(name));
    FILES.iter().map(|(name, _)| is_concealed(name)).collect()
}

/// Conceals the native predicates of libraries that have to be loaded.
pub(super) fn conceal_natives(m: &mut Machine) {
    let rows = LOADABLE.iter().flat_map(|library| library.natives).copied().flatten();
    for native in rows.filter(|native| !native.head.starts_with('$')) {
        if let Some((name, arity, _)) = parse_head(native.head)
            && let Some(name) = m.atoms.find(name)
            && let Some(pred) = m.db().find(known::SYSTEM, Functor::new(name, arity))
        {
            m.db_mut().preds[pred].concealed = true;
        }
    }
}

/// Lets the program see the predicates of the library with this name, if it is concealed.
pub(crate) fn reveal(m: &mut Machine, name: &str) {
    if let Some(library) = LOADABLE.iter().find(|library| library.names.contains(&name)) {
        for pred in library.predicates(m) {
            m.db_mut().preds[pred].concealed = false;
        }
    }
}

/// Lets the program see all that is concealed.
#[cfg(test)]
pub(super) fn reveal_all(m: &mut Machine) {
    for library in LOADABLE {
        reveal(m, library.names[0]);
    }
}

/// Returns the names of the libraries that were revealed.
pub(crate) fn revealed(m: &mut Machine) -> Vec<&'static str> {
    let is_seen = |library: &&Loadable| {
        let first = library.predicates(m).first().copied();
        first.is_some_and(|pred| !m.db().preds[pred].concealed)
    };
    LOADABLE
        .iter()
        .filter(is_seen)
        .map(|library| library.names[0])
        .collect()
}

/// Returns the name of the library that conceals a predicate.
pub(super) fn concealing(m: &mut Machine, name: &str, arity: usize) -> Option<&'static str> {
    let functor = Functor::new(m.atoms.find(name)?, arity);
    let pred = m.db().find(known::SYSTEM, functor)?;
    if !m.db().preds[pred].concealed {
        return None;
    }
    let has = |library: &&Loadable| library.predicates(m).contains(&pred);
    LOADABLE.iter().find(has).map(|library| library.names[0])
}
