//! Tells the crate what it is built for and by which compiler, and refuses a lexer or parser that was made from other
//! rules. Generated files are kept in the tree, so that a build needs neither the generators nor the tables of Unicode:
//! with the feature `generate` they are made again (`generate.rs`).

#[cfg(feature = "generate")]
mod generate;

fn main() {
    #[cfg(feature = "generate")]
    if let Err(message) = generate::generate() {
        fail(&message);
    }
    tell_features();
    tell_target();
    if let Err(message) = check_kept() {
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

/// Generated files that are kept beside their sources: the names of both, and what makes it.
const KEPT: [(&str, &str, &str); 2] = [
    ("grammar.lalrpop", "grammar.rs", "LALRPOP"),
    ("tokens.logos", "tokens.rs", "logos"),
];

/// Fails if a file in the tree was made from another source.
fn check_kept() -> Result<(), String> {
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"));
    for (source, made, maker) in KEPT {
        let mark = mark(source, &read(&format!("text/{source}"))?, maker);
        if !read(&format!("text/{made}"))?.starts_with(&mark) {
            return Err(format!(
                "text/{made} was made from another {source}: `cargo check --features generate` makes it again"
            ));
        }
    }
    Ok(())
}

/// The first line of what is made from a source.
fn mark(source: &str, text: &str, maker: &str) -> String {
    let hash = ferz_texts::fingerprint([text.replace('\r', "").as_str()]);
    format!("// Made by {maker} from {source}, whose hash is {hash:016x}.")
}

fn fail(message: &str) -> ! {
    // Cargo shows what a failing build script says.
    #[allow(clippy::print_stderr, reason = "there is no other way to tell")]
    {
        eprintln!("{message}");
    }
    std::process::exit(1);
}
