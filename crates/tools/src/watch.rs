//! Runs a command again whenever a text changes: `ferz run --watch`, `ferz test --watch`.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

/// The time between two looks at the files.
const LOOK: Duration = Duration::from_millis(200);
/// The most files that are looked at, and the depth of folders.
const MOST: usize = 5_000;
const DEEPEST: usize = 4;
const EXTENSIONS: [&str; 4] = ["pl", "plt", "pro", "prolog"];

/// The files that are looked at, with the times of their last changes and their sizes.
type Seen = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

/// Runs a command, and again when one of `files`, or a text of Prolog in their folders, has changed; a run that goes on is
/// ended. `told` gets a line about each run. It returns only if the command cannot be run.
///
/// # Errors
/// If the command does not start, or `told` cannot be written.
pub fn watch(mut command: Command, files: &[PathBuf], told: &mut dyn Write) -> io::Result<()> {
    let mut seen = look(files);
    loop {
        let mut child = command.spawn()?;
        let changed = wait(&mut child, files, &mut seen, told);
        // One that has ended cannot be ended.
        let _ended = child.kill();
        child.wait()?;
        writeln!(told, "% {} has changed", changed?.display())?;
    }
}

/// Waits until a file has changed, and returns its name.
fn wait(child: &mut Child, files: &[PathBuf], seen: &mut Seen, told: &mut dyn Write) -> io::Result<PathBuf> {
    let mut has_ended = false;
    loop {
        if !has_ended && let Some(status) = child.try_wait()? {
            has_ended = true;
            writeln!(told, "% {status}; waiting for changes of {} files", seen.len())?;
            told.flush()?;
        }
        sleep(LOOK);
        let mut now = look(files);
        let Some(changed) = first_change(seen, &now) else {
            continue;
        };
        // An editor may write several files, or one in pieces.
        loop {
            sleep(LOOK / 4);
            let next = look(files);
            if next == now {
                break;
            }
            now = next;
        }
        *seen = now;
        return Ok(changed);
    }
}

/// Returns a file that is new, gone or changed.
fn first_change(before: &Seen, now: &Seen) -> Option<PathBuf> {
    let changed = now.iter().find(|&(file, state)| before.get(file) != Some(state));
    let gone = || before.iter().find(|(file, _)| !now.contains_key(*file));
    changed.or_else(gone).map(|(file, _)| file.clone())
}

/// Looks at the files, and at the texts in their folders.
fn look(files: &[PathBuf]) -> Seen {
    let mut seen = Seen::new();
    let mut folders = Vec::new();
    for file in files {
        note(&mut seen, file.clone());
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        folders.push((folder.unwrap_or(Path::new(".")).to_owned(), 0));
    }
    folders.sort();
    folders.dedup();
    while let Some((folder, depth)) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries.flatten() {
            let path = entry.path();
            let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            let extension = path.extension().and_then(|extension| extension.to_str());
            if seen.len() >= MOST {
                return seen;
            }
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && !is_hidden && depth < DEEPEST => folders.push((path, depth + 1)),
                Ok(kind) if kind.is_dir() => {}
                _ if extension.is_some_and(|extension| EXTENSIONS.contains(&extension)) => note(&mut seen, path),
                _ => {}
            }
        }
    }
    seen
}

fn note(seen: &mut Seen, file: PathBuf) {
    if let Ok(data) = std::fs::metadata(&file) {
        // The same file may be named in two ways.
        let file = file.strip_prefix("./").map(Path::to_owned).unwrap_or(file);
        seen.insert(file, (data.modified().ok(), data.len()));
    }
}
