//! Generates the parser of the bracket structure from `src/text/grammar.lalrpop`; nothing else.

fn main() {
    let out = std::env::var_os("OUT_DIR").expect("Cargo sets OUT_DIR for build scripts");
    let generated = lalrpop::Configuration::new()
        .emit_rerun_directives(true)
        .set_in_dir("src/text")
        .set_out_dir(out)
        .process();
    if let Err(error) = generated {
        // Cargo shows what a failing build script says.
        #[allow(clippy::print_stderr, reason = "there is no other way to tell")]
        {
            eprintln!("src/text/grammar.lalrpop: {error}");
        }
        std::process::exit(1);
    }
}
