//! Writes the index of the library. What else is generated is kept in the tree, so that a build needs neither LALRPOP nor
//! the tables of Unicode: with the feature `generate` it is made again (`src/generate.rs`).

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

#[path = "src/base/blocks.rs"]
mod blocks;
#[cfg(feature = "generate")]
#[path = "src/generate.rs"]
mod generate;
#[path = "src/base/head.rs"]
mod head;
#[path = "src/library/shorten.rs"]
mod shorten;

/// The folders with the texts of the library.
const FOLDERS: &[&str] = &["boot", "lib"];
/// The folders with the texts that need the feature `libraries`.
const OPTIONAL_FOLDERS: &[&str] = &["foreign", "solvers"];
/// The folder with the texts that need an operating system: they are left out of WebAssembly, which has to be small.
const HOST_FOLDER: &str = "host";

fn main() {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("Cargo sets OUT_DIR for build scripts"));
    #[cfg(feature = "generate")]
    if let Err(message) = generate::generate(&out) {
        fail(&message);
    }
    tell_features();
    tell_target();
    if let Err(message) = check_grammar() {
        fail(&message);
    }
    if let Err(message) = write_index(&out.join("library.rs")) {
        fail(&message);
    }
}

/// Tells the processor and the operating system that the crate is built for, for the flag `arch`.
fn tell_target() {
    let part = |name: &str| std::env::var(name).unwrap_or_else(|_| "unknown".to_owned());
    let (processor, system) = (part("CARGO_CFG_TARGET_ARCH"), part("CARGO_CFG_TARGET_OS"));
    #[allow(clippy::print_stdout, reason = "this is how a build script speaks to Cargo")]
    {
        println!("cargo::rustc-env=FERZ_ARCHITECTURE={processor}-{system}");
    }
}

/// Tells the compiler which of its newer features it has: `cold_path`, which marks unlikely paths, came with 1.95.
fn tell_features() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = std::process::Command::new(rustc).arg("--version").output();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let minor = version
        .ok()
        .and_then(|text| text.split('.').nth(1)?.parse::<u32>().ok());
    #[allow(clippy::print_stdout, reason = "this is how a build script speaks to Cargo")]
    {
        println!("cargo::rustc-check-cfg=cfg(cold_path)");
        if minor.is_some_and(|minor| minor >= 95) {
            println!("cargo::rustc-cfg=cold_path");
        }
    }
}

/// Fails if the parser in the tree was made from another grammar.
fn check_grammar() -> Result<(), String> {
    let read = |path: &str| fs::read_to_string(path).map_err(|error| format!("{path}: {error}"));
    let mark = grammar_mark(&read("src/text/grammar.lalrpop")?);
    if read("src/text/grammar.rs")?.starts_with(&mark) {
        return Ok(());
    }
    Err(
        "src/text/grammar.rs was made from another grammar: `cargo check --features generate` makes it again"
            .to_owned(),
    )
}

/// The first line of the parser that is made from a grammar.
fn grammar_mark(grammar: &str) -> String {
    let mut hash = Hash::default();
    hash.add(grammar.replace('\r', "").as_bytes());
    format!(
        "// Made by LALRPOP from grammar.lalrpop, whose hash is {:016x}.",
        hash.0
    )
}

/// A hash of texts, the same everywhere: FNV-1a.
struct Hash(u64);

impl Default for Hash {
    fn default() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
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

/// Writes the texts of the library as `FILES`, and for a build with the manual each block as `BLOCKS`: the predicate's
/// name and arity, and the number of the text in the upper 8 bits with the place in the text in the others.
fn write_index(to: &Path) -> Result<(), String> {
    let folder = Path::new(&std::env::var_os("CARGO_MANIFEST_DIR").expect("Cargo sets it")).join("src/library");
    let mut files = String::from("/// The texts, by name.\npub const FILES: &[(&str, &str)] = &[\n");
    let has_manual = std::env::var_os("CARGO_FEATURE_MANUAL").is_some();
    let mut hash = Hash::default();
    let mut index = String::from("#[cfg(feature = \"manual\")]\npub(super) const BLOCKS: &[(&str, usize, u32)] = &[\n");
    for (number, name) in texts(&folder)?.iter().enumerate() {
        let path = folder.join(name);
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        hash.add(name.as_bytes());
        hash.add(text.as_bytes());
        if !has_manual {
            let _ = writeln!(files, "    ({name:?}, {:?}),", shorten::shorten(&text));
            continue;
        }
        let _ = writeln!(files, "    ({name:?}, include_str!({path:?})),");
        for (at, header) in blocks::blocks(&text) {
            let (name, arity, _) = head::parse_head(header).ok_or(format!("{name}: no head in {header:?}"))?;
            let _ = writeln!(index, "    ({name:?}, {arity}, {}),", number << 24 | at);
        }
    }
    #[allow(clippy::print_stdout, reason = "this is how a build script speaks to Cargo")]
    {
        // Said for one file, the others have to be named as well.
        print!(
            "cargo::rerun-if-changed=build.rs\ncargo::rerun-if-changed=src/base/blocks.rs\ncargo::rerun-if-changed=src/generate.rs\ncargo::rerun-if-changed=src/text/grammar.lalrpop\ncargo::rerun-if-changed=src/text/grammar.rs\ncargo::rerun-if-changed=src/base/head.rs\ncargo::rerun-if-changed=src/library\n"
        );
    }
    let metas = meta_heads(&folder)?;
    let hash = format!(
        "/// A number that tells these texts from others.\npub const FINGERPRINT: u64 = {};\n",
        hash.0
    );
    fs::write(to, format!("{files}];\n\n{hash}\n{index}];\n\n{metas}"))
        .map_err(|error| format!("{}: {error}", to.display()))
}

/// Returns the argument modes of the system's meta predicates as `METAS`: the name, and a character for each argument,
/// `/` for `//`. They are those of `'$meta_head'/1`, without the control constructs.
fn meta_heads(folder: &Path) -> Result<String, String> {
    let path = folder.join("lib/meta.pl");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut metas = String::from("pub(super) const METAS: &[(&str, &str)] = &[\n");
    for line in text.lines() {
        let head = line
            .strip_prefix("'$meta_head'(")
            .and_then(|rest| rest.strip_suffix(")."));
        let Some((name, modes)) = head.and_then(|head| head.strip_suffix(')')?.split_once('(')) else {
            continue;
        };
        if !name.is_empty() {
            let modes: String = modes.split(',').filter_map(|mode| mode.chars().next()).collect();
            let _ = writeln!(metas, "    ({:?}, {modes:?}),", name.trim_start_matches('$'));
        }
    }
    Ok(metas + "];\n")
}

/// The names of the texts in `folder`, in their order.
fn texts(folder: &Path) -> Result<Vec<String>, String> {
    let mut names = Vec::new();
    let optional = std::env::var_os("CARGO_FEATURE_LIBRARIES").map_or(&[][..], |_| OPTIONAL_FOLDERS);
    let is_wasm = std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm");
    let host = (!is_wasm).then_some(&HOST_FOLDER);
    for part in FOLDERS.iter().chain(optional).chain(host) {
        let path = folder.join(part);
        let entries = fs::read_dir(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        for entry in entries {
            let name = entry.map_err(|error| error.to_string())?.file_name();
            names.push(format!("{part}/{}", name.to_string_lossy()));
        }
    }
    names.retain(|name| name.ends_with(".pl"));
    names.sort();
    Ok(names)
}
