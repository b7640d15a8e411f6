//! Access control: which files by directory, whether the environment and other programs are accessible to an engine.
//!
//! The working directory and the environment belong to the process, which other engines share: an engine that changes
//! them changes only its own view.
//!
//! Nothing is granted by default. Paths are compared after resolving `.` and `..`, and symbolic links if the file
//! exists, so that a link inside a granted directory does not lead out of it.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use super::network::NetworkAccess;

/// Which files may be opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Files {
    /// None.
    #[default]
    None,
    /// Files in these directories and below them; the flag tells whether they may be written.
    Under(Vec<(PathBuf, bool)>),
    /// All files that the process can open.
    All,
}

/// The access granted to an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// Access to files.
    pub files: Files,
    /// Environment variables and the working directory.
    pub environment: bool,
    /// Starting other programs, which have all rights of the process.
    pub processes: bool,
    /// The time of day, and the time that goals take.
    pub clock: bool,
    /// Random numbers that cannot be predicted.
    pub randomness: bool,
    /// Waiting.
    pub sleep: bool,
    /// Threads beside the one that the host runs the engine on.
    pub threads: bool,
    /// Hosts and ports.
    pub network: NetworkAccess,
    directory: Option<PathBuf>,
    variables: BTreeMap<String, Option<String>>,
}

impl Access {
    /// Returns full access, with all rights of the process.
    #[cfg(any(test, feature = "testing"))]
    pub fn all() -> Access {
        Access {
            files: Files::All,
            environment: true,
            processes: true,
            clock: true,
            randomness: true,
            sleep: true,
            threads: true,
            network: NetworkAccess::local(),
            ..Access::default()
        }
    }

    /// Returns the path of a file named by the program, relative to the engine's working directory.
    pub fn path(&self, name: &str) -> PathBuf {
        self.directory
            .as_ref()
            .map_or_else(|| PathBuf::from(name), |directory| directory.join(name))
    }

    /// Returns the engine's working directory; `None` if it was removed.
    pub fn here(&self) -> Option<PathBuf> {
        self.directory.clone().or_else(|| std::env::current_dir().ok())
    }

    /// Returns the engine's working directory, or the root if it was removed.
    pub fn directory(&self) -> PathBuf {
        self.here().unwrap_or_else(|| PathBuf::from("/"))
    }

    /// Takes back what the program has changed.
    pub fn reset(&mut self, directory: Option<PathBuf>) {
        self.directory = directory;
        self.variables.clear();
    }

    /// Changes the engine's working directory.
    pub fn set_directory(&mut self, directory: PathBuf) {
        self.directory = Some(directory);
    }

    /// Returns the value of an environment variable, if the environment was granted.
    pub fn variable(&self, name: &str) -> Option<String> {
        if !self.environment || name.is_empty() || name.contains(['=', '\0']) {
            return None;
        }
        match self.variables.get(name) {
            Some(value) => value.clone(),
            None => std::env::var_os(name).map(|value| value.to_string_lossy().into_owned()),
        }
    }

    /// Sets an environment variable for this engine, or removes it.
    pub fn set_variable(&mut self, name: String, value: Option<String>) {
        self.variables.insert(name, value);
    }

    /// Returns the variables that this engine has set or removed, for a program that it starts.
    pub fn changed_variables(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.variables
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_deref()))
    }

    /// Returns the absolute path without `.`, `..` and, as far as it exists, symbolic links.
    pub fn full_path(&self, path: &Path) -> PathBuf {
        resolve(&self.directory().join(path))
    }

    /// Whether this file may be read, or its existence tested.
    pub fn may_read(&self, path: &Path) -> bool {
        self.allows(path, false)
    }

    /// Whether this file may be written, created or deleted.
    pub fn may_write(&self, path: &Path) -> bool {
        self.allows(path, true)
    }

    fn allows(&self, path: &Path, write: bool) -> bool {
        match &self.files {
            Files::None => false,
            Files::All => true,
            Files::Under(directories) => {
                let path = resolve(path);
                directories
                    .iter()
                    .any(|(top, writable)| (*writable || !write) && path.starts_with(resolve(top)))
            }
        }
    }
}

/// Returns the directory for temporary files.
pub fn temporary_directory() -> PathBuf {
    if cfg!(target_family = "wasm") {
        PathBuf::from("/tmp")
    } else {
        std::env::temp_dir()
    }
}

/// Returns the absolute path without `.`, `..` and, as far as it exists, symbolic links.
pub(super) fn resolve(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let mut done = PathBuf::new();
    for part in absolute.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                done.pop();
            }
            other => {
                done.push(other);
                if let Ok(real) = done.canonicalize() {
                    done = real;
                }
            }
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_granted_at_first() {
        assert!(!Access::default().may_read(Path::new("/etc/passwd")));
        assert!(Access::all().may_write(Path::new("/etc/passwd")));
    }

    #[test]
    fn the_environment_is_changed_for_one_engine() {
        let mut access = Access::all();
        access.set_variable("FERZ_TEST".into(), Some("1".into()));
        assert_eq!(access.variable("FERZ_TEST").as_deref(), Some("1"));
        access.set_variable("PATH".into(), None);
        assert_eq!(access.variable("PATH"), None);
        assert!(std::env::var_os("FERZ_TEST").is_none());
        access.set_directory(PathBuf::from("/tmp"));
        assert_eq!(access.path("a"), PathBuf::from("/tmp/a"));
        assert_eq!(access.path("/b"), PathBuf::from("/b"));
    }

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "there are no files")]
    fn a_directory_is_not_left_by_dots() {
        let top = std::env::temp_dir();
        let access = Access {
            files: Files::Under(vec![(top.clone(), false)]),
            ..Access::default()
        };
        assert!(access.may_read(&top.join("some/file")));
        assert!(!access.may_write(&top.join("some/file")));
        assert!(!access.may_read(&top.join("../etc/passwd")));
        assert!(!access.may_read(&top.join("no/../../../etc/passwd")));
    }
}
