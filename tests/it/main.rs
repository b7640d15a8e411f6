//! The integration tests, one binary.

mod goals;
#[path = "../../benches/agree/grammar.rs"]
mod grammar;
mod hosts;
#[path = "../../benches/agree/kinds.rs"]
mod kinds;
mod program;
mod props;
mod sources;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The root of the project.
fn root() -> &'static Path {
    static ROOT: LazyLock<PathBuf> = LazyLock::new(|| {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = package
            .ancestors()
            .nth(2)
            .expect("the package is in a folder of the project");
        root.to_owned()
    });
    &ROOT
}

/// The number that a variable of the environment sets: a seed, or how many cases are made.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().expect("a number"))
}
