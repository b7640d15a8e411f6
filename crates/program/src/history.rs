//! The queries of earlier sessions: each once, the newest last, in a file of one line for each.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The most entries that are kept.
pub(crate) const LENGTH: usize = 2000;
/// The first line of the file, which the line editor's own files have too.
const HEADER: &str = "#V2";

/// The history.
pub(crate) struct History {
    file: Option<PathBuf>,
    entries: Vec<String>,
}

impl History {
    /// Reads the history of the user.
    pub(crate) fn load() -> History {
        let file = history_file();
        let text = file.as_ref().and_then(|file| fs::read(file).ok()).unwrap_or_default();
        let mut history = History {
            file: None,
            entries: Vec::new(),
        };
        let text = String::from_utf8_lossy(&text);
        let lines = text.lines().filter(|&line| line != HEADER);
        for line in lines.clone() {
            history.add(&decoded(line));
        }
        history.file = file;
        if lines.count() > 2 * LENGTH {
            // Errors of saving the history are ignored, here and below.
            let _not_shortened = history.rewrite();
        }
        history
    }

    /// Returns the entries, the newest last.
    pub(crate) fn entries(&self) -> &[String] {
        &self.entries
    }

    /// Adds an entry; an equal one that is older goes. Returns whether there was such a one.
    pub(crate) fn add(&mut self, entry: &str) -> bool {
        let before = self.entries.iter().rposition(|known| known == entry);
        if let Some(before) = before {
            self.entries.remove(before);
        } else if self.entries.len() >= LENGTH {
            self.entries.remove(0);
        }
        self.entries.push(entry.to_owned());
        if let Some(file) = &self.file {
            let _not_kept = append(file, entry);
        }
        before.is_some()
    }

    fn rewrite(&self) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let mut text = format!("{HEADER}\n");
        for entry in &self.entries {
            text.push_str(&encoded(entry));
            text.push('\n');
        }
        let mut new = file.clone().into_os_string();
        new.push(".new");
        let new = PathBuf::from(new);
        let _none = fs::remove_file(&new);
        append_text(&new, &text)?;
        fs::rename(new, file)
    }
}

fn append(file: &Path, entry: &str) -> io::Result<()> {
    let header = if fs::metadata(file).is_ok_and(|data| data.len() > 0) {
        String::new()
    } else {
        format!("{HEADER}\n")
    };
    append_text(file, &format!("{header}{}\n", encoded(entry)))
}

/// Appends in one write, so that sessions at the same time do not mix. The file is the user's alone.
fn append_text(file: &Path, text: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)?.write_all(text.as_bytes())
}

fn encoded(entry: &str) -> String {
    entry.replace('\\', "\\\\").replace('\n', "\\n")
}

fn decoded(line: &str) -> String {
    let mut entry = String::with_capacity(line.len());
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => entry.push('\n'),
                Some(c) => entry.push(c),
                None => entry.push('\\'),
            },
            c => entry.push(c),
        }
    }
    entry
}

/// `$XDG_STATE_HOME/ferz/history` if that variable is set, else `~/.ferz_history`.
fn history_file() -> Option<PathBuf> {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(directory) = set("XDG_STATE_HOME") {
        let directory = directory.join("ferz");
        fs::create_dir_all(&directory).ok()?;
        return Some(directory.join("history"));
    }
    env::home_dir().map(|home| home.join(".ferz_history"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_kept_once_on_one_line() {
        let mut history = History {
            file: None,
            entries: Vec::new(),
        };
        for (entry, known) in [("a.", false), ("b.", false), ("a.", true), ("c.", false)] {
            assert_eq!(history.add(entry), known);
        }
        assert_eq!(history.entries(), ["b.", "a.", "c."]);
        for entry in ["X = 'a\\nb',\n Y = \\", "\\n", "plain"] {
            assert!(!encoded(entry).contains('\n'));
            assert_eq!(decoded(&encoded(entry)), entry);
        }
    }
}
