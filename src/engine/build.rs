//! Tells the crate what it is built for and by which compiler, and refuses a parser that was made from another grammar.
//! Generated files are kept in the tree, so that a build needs neither LALRPOP nor the tables of Unicode: with the
//! feature `generate` it is made again (`generate.rs`).

#[cfg(feature = "generate")]
mod generate;

fn main() {
    #[cfg(feature = "generate")]
    if let Err(message) = generate::generate() {
        fail(&message);
    }
    tell_features();
    tell_target();
    if let Err(message) = check_grammar() {
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
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"));
    let mark = grammar_mark(&read("text/grammar.lalrpop")?);
    if read("text/grammar.rs")?.starts_with(&mark) {
        return Ok(());
    }
    Err("text/grammar.rs was made from another grammar: `cargo check --features generate` makes it again".to_owned())
}

/// The first line of the parser that is made from a grammar.
fn grammar_mark(grammar: &str) -> String {
    let hash = ferz_texts::fingerprint([grammar.replace('\r', "").as_str()]);
    format!("// Made by LALRPOP from grammar.lalrpop, whose hash is {hash:016x}.")
}

fn fail(message: &str) -> ! {
    // Cargo shows what a failing build script says.
    #[allow(clippy::print_stderr, reason = "there is no other way to tell")]
    {
        eprintln!("{message}");
    }
    std::process::exit(1);
}
