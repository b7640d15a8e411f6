//! Makes `include/ferz.h` of the sources; with the argument `check` it only tells whether it is up to date.

use std::path::Path;
use std::process::ExitCode;

use cbindgen::{Builder, Config};

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let header = folder.join("include/ferz.h");
    let config = Config::from_file(folder.join("cbindgen.toml"))?;
    let mut made = Vec::new();
    Builder::new()
        .with_crate(folder)
        .with_config(config)
        .generate()?
        .write(&mut made);
    if std::env::args().nth(1).as_deref() != Some("check") {
        std::fs::write(header, made)?;
    } else if std::fs::read(header)? != made {
        eprintln!("include/ferz.h is not what the sources say: `cargo run` in bindings/c/header makes it");
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}
