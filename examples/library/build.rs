//! Writes the index of the Prolog texts.

fn main() {
    ferz_texts::index::TextIndex::new("texts", &["words"]).write("texts.rs");
}
