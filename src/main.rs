//! The program `ferz`: a client of the crate, like any other.
#![forbid(unsafe_code)]

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
