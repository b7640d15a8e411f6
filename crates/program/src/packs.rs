//! Packs: those of the user and of the project are attached before a program is loaded; the command `ferz pack`.

use std::env;
use std::io;
use std::path::{Path, PathBuf};

use ferz::{Engine, Term};

use super::args::CommandLine;
use super::report;

/// The folder of the project that a path belongs to: the nearest above it with a file `pack.pl`.
fn project(from: &Path) -> Option<PathBuf> {
    let path = std::path::absolute(from).ok()?;
    let mut folders = path.ancestors();
    folders
        .find(|folder| folder.join("pack.pl").is_file())
        .map(Path::to_path_buf)
}

/// Whether the user has packs.
fn has_user_packs() -> bool {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = set("XDG_DATA_HOME").or_else(|| Some(set("HOME")?.join(".local/share")));
    data.is_some_and(|data| data.join("ferz/pack").is_dir())
}

/// Attaches the packs of the user, and those of the project of the first file, unless the flag `packs` is false.
pub(crate) fn attach(engine: &mut Engine, arguments: &CommandLine) -> io::Result<()> {
    if arguments.flags.contains(&("packs".to_owned(), "false".to_owned())) {
        return Ok(());
    }
    let is_pack = arguments.mode == super::RunMode::Pack;
    let first = arguments.files.first().filter(|_| !is_pack);
    let root = match first {
        Some(file) => project(file),
        None if is_pack => project(Path::new(".")),
        None => None,
    };
    if let Some(root) = root {
        call(engine, "system:'$project_packs'(Root)", &[("Root", folder(&root))])?;
    }
    if has_user_packs() {
        call(engine, "system:'$project_packs'([])", &[])?;
    }
    Ok(())
}

fn folder(path: &Path) -> Term {
    Term::atom(&path.to_string_lossy())
}

/// Runs a goal; tells its error, and returns the exit status.
fn call(engine: &mut Engine, goal: &str, values: &[(&str, Term)]) -> io::Result<u8> {
    match engine.once_with(goal, values.to_vec()) {
        Ok(Some(_)) => Ok(report::SUCCESS),
        Ok(None) => Ok(report::FAILED),
        Err(error) => {
            report::error(engine, &error)?;
            Ok(report::status(&error))
        }
    }
}

/// Runs the command `pack`: what is installed belongs to the project of the folder, if there is one, else to the user.
pub(crate) fn run(engine: &mut Engine, words: &[PathBuf]) -> io::Result<u8> {
    let root = project(Path::new(".")).map_or_else(|| Term::list([]), |root| folder(&root));
    let words = Term::list(words.iter().map(|word| folder(word)));
    let status = call(
        engine,
        "system:'$pack_command'(Words, Root)",
        &[("Words", words), ("Root", root)],
    )?;
    engine.toplevel().console().flush()?;
    Ok(status)
}
