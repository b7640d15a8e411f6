//! Writes the index of the library: where the block of each predicate begins in the texts.

use ferz_texts::index::TextIndex;

/// The folders with texts.
const FOLDERS: &[&str] = &[
    "boot", "control", "dialects", "import", "language", "lists", "system", "terms", "text", "tools",
];
/// The folder with the texts that need an operating system: WebAssembly, which has to be small, is without them.
const HOST: &str = "host";

fn main() {
    let is_wasm = std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm");
    let host = (!is_wasm).then_some(HOST);
    let folders: Vec<&str> = FOLDERS.iter().copied().chain(host).collect();
    let has_manual = std::env::var_os("CARGO_FEATURE_MANUAL").is_some();
    TextIndex::new("src/library", &folders)
        .short(!has_manual)
        .write("library.rs");
}
