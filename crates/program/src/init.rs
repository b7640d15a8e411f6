//! The file of the user's own settings, which the prompt loads when it starts.

use std::env;
use std::io;
use std::path::PathBuf;

use ferz::Engine;

use super::report;

/// Loads the file, if there is one.
///
/// # Errors
/// If messages cannot be written.
pub(crate) fn load(engine: &mut Engine) -> io::Result<()> {
    if let Some(file) = file().filter(|file| file.is_file())
        && let Err(error) = engine.consult_file(&file)
    {
        report::error(engine, &error)?;
    }
    Ok(())
}

/// `$XDG_CONFIG_HOME/ferz/init.pl` if that variable is set, else `~/.config/ferz/init.pl`.
fn file() -> Option<PathBuf> {
    let set = env::var_os("XDG_CONFIG_HOME").filter(|value| !value.is_empty());
    let directory = match set {
        Some(directory) => PathBuf::from(directory),
        None => env::home_dir()?.join(".config"),
    };
    Some(directory.join("ferz").join("init.pl"))
}
