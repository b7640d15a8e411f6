//! The index of a library's texts, written by its build script as a Rust file.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::blocks::blocks;
use crate::head::parse_head;
use crate::shorten::shorten;
use crate::{LONGEST_TEXT, fingerprint, position};

/// The index of the texts in some folders.
///
/// The build script of a library:
///
/// ```no_run
/// use ferz_texts::index::TextIndex;
///
/// TextIndex::new("texts", &["mine"]).write("texts.rs");
/// ```
///
/// and the library, which names the index's types by `ferz_texts`:
///
/// ```ignore
/// include!(concat!(env!("OUT_DIR"), "/texts.rs")); // pub(crate) static TEXTS: Texts
/// ```
pub struct TextIndex {
    /// The folder of the folders.
    root: PathBuf,
    /// The names of the texts, `folder/name.pl`, in their order.
    names: Vec<String>,
    is_short: bool,
}

impl TextIndex {
    /// Begins an index of the texts in the given folders below `root`, which is relative to the package.
    ///
    /// # Panics
    ///
    /// If a folder cannot be read.
    pub fn new(root: &str, folders: &[&str]) -> TextIndex {
        let root = Path::new(&std::env::var_os("CARGO_MANIFEST_DIR").expect("Cargo sets it")).join(root);
        let mut names = Vec::new();
        for folder in folders {
            let path = root.join(folder);
            let entries = fs::read_dir(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let files = entries.map(|entry| entry.expect("a readable folder").file_name());
            names.extend(files.map(|name| format!("{folder}/{}", name.to_string_lossy())));
        }
        names.retain(|name| name.ends_with(".pl"));
        names.sort();
        TextIndex {
            root,
            names,
            is_short: false,
        }
    }

    /// Keeps the texts without comments and without an index, for programs that have to be small.
    #[must_use]
    pub fn short(mut self, is_short: bool) -> TextIndex {
        self.is_short = is_short;
        self
    }

    /// Writes the index to a file in the folder that Cargo gives to build scripts, as `pub(crate) static TEXTS: Texts`.
    ///
    /// # Panics
    ///
    /// If a text cannot be read, if it is too long, if a block has no head, or if two texts have one predicate; Cargo shows the
    /// message.
    pub fn write(&self, file: &str) {
        let mut files = String::new();
        let mut index = String::new();
        let mut metas = String::new();
        let mut texts = Vec::new();
        let mut known: BTreeMap<(String, usize), &str> = BTreeMap::new();
        for (number, name) in self.names.iter().enumerate() {
            let path = self.root.join(name);
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert!(text.len() < LONGEST_TEXT, "{name} has {} bytes", text.len());
            metas.extend(text.lines().filter_map(meta_head));
            if self.is_short {
                let _ = writeln!(files, "        ({name:?}, {:?}),", shorten(&text));
            } else {
                let _ = writeln!(files, "        ({name:?}, include_str!({path:?})),");
                for (at, header) in blocks(&text) {
                    let (predicate, arity, _) =
                        parse_head(header).unwrap_or_else(|| panic!("{name}: no head in {header:?}"));
                    if let Some(other) = known.insert((predicate.to_string(), arity), name) {
                        assert!(other == name, "{predicate}/{arity} is in {other} and in {name}");
                    }
                    let _ = writeln!(index, "        ({predicate:?}, {arity}, {}),", position(number, at));
                }
            }
            texts.push(text);
        }
        let blocks = if self.is_short {
            "None".to_owned()
        } else {
            format!("Some(&[\n{index}    ])")
        };
        let names = self.names.iter().map(String::as_str);
        let hash = fingerprint(names.chain(texts.iter().map(String::as_str)));
        let code = format!(
            "/// The texts.\npub(crate) static TEXTS: ferz_texts::Texts = ferz_texts::Texts {{\n    files: &[\n{files}    ],\n    \
             blocks: {blocks},\n    metas: &[\n{metas}    ],\n    fingerprint: {hash},\n}};\n"
        );
        let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("Cargo sets it for build scripts"));
        fs::write(out.join(file), code).expect("the folder of Cargo can be written to");
        // Said for one file, the build script has to be named as well.
        #[allow(clippy::print_stdout, reason = "this is how a build script speaks to Cargo")]
        {
            println!(
                "cargo::rerun-if-changed=build.rs\ncargo::rerun-if-changed={}",
                self.root.display()
            );
        }
    }
}

/// Returns the row of a clause of `'$meta_head'/1`, or of `'$NAME_meta_head'/1` of another library: the name, and a character for
/// each argument.
fn meta_head(line: &str) -> Option<String> {
    let (_, head) = line.strip_prefix("'$")?.split_once("meta_head'(")?;
    let head = head.strip_suffix(").")?;
    let (name, modes) = head.strip_suffix(')')?.split_once('(')?;
    let modes: String = modes.split(',').filter_map(|mode| mode.chars().next()).collect();
    let name = name.trim_start_matches('$');
    (!name.is_empty()).then(|| format!("        ({name:?}, {modes:?}),\n"))
}
