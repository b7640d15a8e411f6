//! The file by which Jupyter finds the kernel.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::json;

/// The icon of the kernel, where notebooks show one.
const LOGO: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\"><rect width=\"64\" height=\"64\" rx=\"10\" \
fill=\"#1f5fa8\"/><text x=\"32\" y=\"44\" text-anchor=\"middle\" font-family=\"monospace\" font-size=\"34\" font-weight=\"700\" \
fill=\"#fff\">?-</text></svg>\n";

/// Tells Jupyter of the kernel, and returns the file that was written.
///
/// # Arguments
/// `program`: the program that is started with `kernel` and the name of a file. `prefix`: the folder of an environment of
/// Python; without one it is installed for the user.
///
/// # Errors
/// If the file cannot be written, or the user has no folder for it.
pub fn install(program: &Path, prefix: Option<&Path>) -> io::Result<PathBuf> {
    let data = match prefix {
        Some(prefix) => prefix.join("share").join("jupyter"),
        None => data_folder(|name| {
            std::env::var_os(name)
                .filter(|value| !value.is_empty())
                .map(PathBuf::from)
        })
        .ok_or_else(|| io::Error::other("there is no folder for the data of Jupyter: JUPYTER_DATA_DIR is not set"))?,
    };
    let folder = data.join("kernels").join("ferz");
    std::fs::create_dir_all(&folder)?;
    let file = folder.join("kernel.json");
    let spec = json!({
        "argv": [program.to_string_lossy(), "kernel", "{connection_file}"],
        "display_name": "Prolog (ferz)",
        "language": "prolog",
        "interrupt_mode": "message",
    });
    std::fs::write(&file, format!("{spec:#}\n"))?;
    std::fs::write(folder.join("logo-svg.svg"), LOGO)?;
    Ok(file)
}

/// Returns the folder in which Jupyter looks for data of the user.
fn data_folder(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    if let Some(folder) = variable("JUPYTER_DATA_DIR") {
        return Some(folder);
    }
    if cfg!(windows) {
        return variable("APPDATA").map(|folder| folder.join("jupyter"));
    }
    let home = variable("HOME")?;
    if cfg!(target_os = "macos") {
        return Some(home.join("Library").join("Jupyter"));
    }
    let shared = variable("XDG_DATA_HOME").unwrap_or_else(|| home.join(".local").join("share"));
    Some(shared.join("jupyter"))
}
