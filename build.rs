//! Generates the parser of the bracket structure from `src/text/grammar.lalrpop`, and the index of the library.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

#[path = "src/library/blocks.rs"]
mod blocks;

/// The texts of the library.
const TEXTS: &[&str] = &[
    "boot/body.pl",
    "boot/clip.pl",
    "boot/control.pl",
    "boot/declare.pl",
    "boot/errors.pl",
    "boot/load.pl",
    "boot/messages.pl",
    "boot/toplevel.pl",
    "lib/aggregate.pl",
    "lib/assoc.pl",
    "lib/yall.pl",
    "lib/apply.pl",
    "lib/attvar.pl",
    "lib/dcg.pl",
    "lib/dcg_basics.pl",
    "lib/compatible.pl",
    "lib/ctypes.pl",
    "lib/date.pl",
    "lib/files.pl",
    "lib/heaps.pl",
    "lib/nb_set.pl",
    "lib/prolog_code.pl",
    "lib/rbtrees.pl",
    "lib/tabling.pl",
    "lib/ugraphs.pl",
    "lib/varnumbers.pl",
    "lib/debug.pl",
    "lib/edinburgh.pl",
    "lib/limits.pl",
    "lib/listing.pl",
    "lib/main.pl",
    "lib/meta.pl",
    "lib/lists.pl",
    "lib/option.pl",
    "lib/ordsets.pl",
    "lib/pairs.pl",
    "lib/random.pl",
    "lib/shell.pl",
    "lib/sequences.pl",
    "lib/solutions.pl",
    "lib/strings.pl",
    "lib/subterms.pl",
];

fn main() {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("Cargo sets OUT_DIR for build scripts"));
    let generated = lalrpop::Configuration::new()
        .emit_rerun_directives(true)
        .set_in_dir("src/text")
        .set_out_dir(&out)
        .process();
    if let Err(error) = generated {
        fail(&format!("src/text/grammar.lalrpop: {error}"));
    }
    if let Err(message) = write_index(&out.join("library.rs")) {
        fail(&message);
    }
}

fn fail(message: &str) -> ! {
    // Cargo shows what a failing build script says.
    #[allow(clippy::print_stderr, reason = "there is no other way to tell")]
    {
        eprintln!("{message}");
    }
    std::process::exit(1);
}

/// Writes the texts of the library as `FILES`, and as `BLOCKS` each block: the predicate's name and arity, and the
/// number of the text in the upper 8 bits with the place in the text in the others.
fn write_index(to: &Path) -> Result<(), String> {
    let folder = Path::new(&std::env::var_os("CARGO_MANIFEST_DIR").expect("Cargo sets it")).join("src/library");
    let mut files = String::from("/// The texts, by name.\npub const FILES: &[(&str, &str)] = &[\n");
    let mut index = String::from("pub(super) const BLOCKS: &[(&str, usize, u32)] = &[\n");
    // Said for one file, the others have to be named as well.
    let mut rerun = String::from("cargo::rerun-if-changed=build.rs\ncargo::rerun-if-changed=src/library/blocks.rs\n");
    for (number, name) in TEXTS.iter().enumerate() {
        let path = folder.join(name);
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let _ = writeln!(files, "    ({name:?}, include_str!({path:?})),");
        let _ = writeln!(rerun, "cargo::rerun-if-changed={}", path.display());
        for (at, header) in blocks::blocks(&text) {
            let (name, arity) = blocks::parse_header(header).ok_or(format!("{name}: no head in {header:?}"))?;
            let _ = writeln!(index, "    ({name:?}, {arity}, {}),", number << 24 | at);
        }
    }
    #[allow(clippy::print_stdout, reason = "this is how a build script speaks to Cargo")]
    {
        print!("{rerun}");
    }
    fs::write(to, format!("{files}];\n\n{index}];\n")).map_err(|error| format!("{}: {error}", to.display()))
}
