//! Writes the index of the texts.

use ferz_texts::index::TextIndex;

fn main() {
    let short = std::env::var_os("CARGO_FEATURE_MANUAL").is_none();
    TextIndex::new("texts", &["net", "rdf", "web"])
        .short(short)
        .write("web.rs");
}
