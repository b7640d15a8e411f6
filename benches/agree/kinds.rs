//! The kinds of random goals: a rule of the grammar for each, and one goal for each seed.

use crate::grammar::Grammar;
use crate::props::rng::Rng;

/// The kinds, each with its part of the grammar.
pub(crate) const KINDS: [(&str, &str); 15] = [
    ("control", include_str!("kinds/control.txt")),
    ("equations", include_str!("kinds/equations.txt")),
    ("arith", include_str!("kinds/arith.txt")),
    ("texts", include_str!("kinds/texts.txt")),
    ("formats", include_str!("kinds/formats.txt")),
    ("lists", include_str!("kinds/lists.txt")),
    ("bags", include_str!("kinds/bags.txt")),
    ("database", include_str!("kinds/database.txt")),
    ("grammars", include_str!("kinds/grammars.txt")),
    ("reading", include_str!("kinds/reading.txt")),
    ("coroutines", include_str!("kinds/coroutines.txt")),
    ("expansion", include_str!("kinds/expansion.txt")),
    ("tables", include_str!("kinds/tables.txt")),
    (
        "library",
        concat!(
            include_str!("kinds/library.txt"),
            include_str!("kinds/library_texts.txt")
        ),
    ),
    ("modules", include_str!("kinds/modules.txt")),
];

pub(crate) fn grammar() -> Grammar {
    let mut texts = vec![include_str!("kinds/common.txt")];
    texts.extend(KINDS.map(|(_, text)| text));
    Grammar::new(&texts)
}

/// The goal of a seed; the same for ever as long as the grammar stays.
pub(crate) fn goal(grammar: &Grammar, kind: &str, seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let size = rng.between(4, 40);
    grammar.text(kind, size, &mut |bound| rng.below(bound))
}
