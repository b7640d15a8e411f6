//! Writes the indexes of the texts.

use ferz_texts::index::TextIndex;

fn main() {
    let has = |feature: &str| std::env::var_os(format!("CARGO_FEATURE_{feature}")).is_some();
    let folders = if has("SOLVERS") {
        &["chr", "integers", "solvers"][..]
    } else {
        &["integers"]
    };
    let short = !has("MANUAL");
    TextIndex::new("texts", folders).short(short).write("solvers.rs");
    TextIndex::new("texts", &["foreign"]).short(short).write("foreign.rs");
}
