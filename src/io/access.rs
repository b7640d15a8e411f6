//! What of the outside an engine may reach: files by directory, and the environment.
//!
//! Nothing is granted at first. Paths are compared after `.` and `..` were resolved, and symbolic
//! links too where the file exists, so that a link inside a granted directory does not lead out of it.

use std::path::{Component, Path, PathBuf};

/// Which files may be opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Files {
    /// None.
    #[default]
    None,
    /// Those in these directories and below them; the flag says whether they may be written.
    Under(Vec<(PathBuf, bool)>),
    /// All that the process can open.
    All,
}

/// What was granted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// Files.
    pub files: Files,
    /// Environment variables and the working directory.
    pub environment: bool,
}

impl Access {
    /// Everything that the process itself may do.
    pub fn all() -> Access {
        Access {
            files: Files::All,
            environment: true,
        }
    }

    /// May this file be read, or asked whether it exists?
    pub fn may_read(&self, path: &Path) -> bool {
        self.allows(path, false)
    }

    /// May this file be written, created or deleted?
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

/// The absolute path without `.`, `..` and, as far as it exists, symbolic links.
fn resolve(path: &Path) -> PathBuf {
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
    fn a_directory_is_not_left_by_dots() {
        let top = std::env::temp_dir();
        let access = Access {
            files: Files::Under(vec![(top.clone(), false)]),
            environment: false,
        };
        assert!(access.may_read(&top.join("some/file")));
        assert!(!access.may_write(&top.join("some/file")));
        assert!(!access.may_read(&top.join("../etc/passwd")));
        assert!(!access.may_read(&top.join("no/../../../etc/passwd")));
    }
}
