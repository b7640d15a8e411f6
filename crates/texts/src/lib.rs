//! Texts of Prolog libraries: their blocks and heads, and the index that a build script makes of them.
//!
//! A line that begins with `%! ` opens a block: a head with modes, a description, and the clauses of exactly that
//! predicate. So the texts are their own index: [`index`] looks for these lines when a library is built, and records
//! where the block of each predicate begins, so that no scan is needed when a program starts.
#![forbid(unsafe_code)]

pub mod blocks;
pub mod head;
pub mod index;
pub mod shorten;

/// A block: the name and the arity of its predicate, the number of its text and its place in it, which
/// [`position`] joins.
pub type Block = (&'static str, usize, u32);

/// The bits of a position that are the place in a text.
const PLACE_BITS: u32 = 22;

/// The most bytes of a text.
pub const LONGEST_TEXT: usize = 1 << PLACE_BITS;

/// The most texts of all libraries of a program.
pub const MOST_TEXTS: usize = 1 << (u32::BITS - PLACE_BITS);

/// Joins the number of a text and a place in it.
pub const fn position(text: usize, place: usize) -> u32 {
    (text << PLACE_BITS | place) as u32
}

/// Returns the number of the text of a position, and the place in it.
pub const fn place(position: u32) -> (usize, usize) {
    (position as usize >> PLACE_BITS, position as usize & (LONGEST_TEXT - 1))
}

/// The Prolog texts of a library, as [`index::TextIndex`] writes them.
#[derive(Debug)]
pub struct Texts {
    /// The texts by name: `folder/name.pl`.
    pub files: &'static [(&'static str, &'static str)],
    /// The blocks of all texts; `None` if they are to be looked for when a program starts.
    pub blocks: Option<&'static [Block]>,
    /// The argument modes of meta predicates: a name, and a character for each argument, `/` for `//`.
    pub metas: &'static [(&'static str, &'static str)],
    /// A number that tells these texts from others; 0 if it is not known.
    pub fingerprint: u64,
}

impl Texts {
    /// No texts.
    pub const NONE: Texts = Texts {
        files: &[],
        blocks: Some(&[]),
        metas: &[],
        fingerprint: 0,
    };

    /// Makes texts without an index, each with a name, `folder/name.pl`: their blocks are found when a program is built.
    pub const fn new(files: &'static [(&'static str, &'static str)]) -> Texts {
        Texts {
            files,
            blocks: None,
            metas: &[],
            fingerprint: 0,
        }
    }
}

/// A hash of texts, the same everywhere: FNV-1a.
///
/// ```
/// assert_ne!(ferz_texts::fingerprint(["p."]), ferz_texts::fingerprint(["q."]));
/// ```
pub fn fingerprint<'a>(texts: impl IntoIterator<Item = &'a str>) -> u64 {
    let bytes = texts.into_iter().flat_map(str::bytes);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
