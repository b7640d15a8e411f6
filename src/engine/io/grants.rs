//! Operations on files, after the access was checked. In granted directories nothing leads out of them, even
//! if another process changes them meanwhile.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::access::{Access, Files, resolve};
#[cfg(unix)]
use super::beneath;
use super::device::{Device, StandardError, StandardInput, StandardOutput};
use super::table::{StreamId, StreamTable, USER_ERROR, USER_INPUT, USER_OUTPUT};
use super::wait;
use crate::base::watch::Watch;

/// How a file is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// For reading.
    Read,
    /// For writing, from the beginning; what it contained is lost.
    Write,
    /// For writing at the end.
    Append,
    /// For writing anywhere; it keeps what it contains.
    Change,
}

/// The way to a file.
enum Way {
    /// By its path.
    Free,
    /// Below a granted directory.
    #[cfg(unix)]
    Below(PathBuf, PathBuf),
}

impl Access {
    /// Returns the way to a file.
    ///
    /// # Errors
    /// If the file may not be accessed.
    fn way(&self, path: &Path, write: bool) -> io::Result<Way> {
        self.way_to(path, write, resolve)
    }

    /// The same for what is deleted or renamed: of a link itself, not what it leads to.
    fn way_of_name(&self, path: &Path) -> io::Result<Way> {
        self.way_to(path, true, |path| {
            let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
            match (path.parent(), path.file_name()) {
                (Some(folder), Some(name)) => resolve(folder).join(name),
                _ => resolve(&path),
            }
        })
    }

    fn way_to(&self, path: &Path, write: bool, resolved: fn(&Path) -> PathBuf) -> io::Result<Way> {
        match &self.files {
            Files::All => Ok(Way::Free),
            Files::None => Err(io::ErrorKind::PermissionDenied.into()),
            Files::Under(directories) => {
                let path = resolved(path);
                let tops = directories.iter().filter(|(_, writable)| *writable || !write);
                let found = tops
                    .map(|(top, _)| resolve(top))
                    .find_map(|top| Some((path.strip_prefix(&top).ok()?.to_owned(), top)));
                let (below, top) = found.ok_or(io::ErrorKind::PermissionDenied)?;
                Ok(way_below(top, below))
            }
        }
    }

    /// Opens a file. `watch` is polled while a named pipe is waited for.
    ///
    /// # Errors
    /// If it may not be accessed, or cannot be opened.
    pub fn open(&self, path: &Path, how: How, watch: Option<&Watch>) -> io::Result<File> {
        match self.way(path, how != How::Read)? {
            Way::Free => {
                let mut options = OpenOptions::new();
                match how {
                    How::Read => options.read(true),
                    How::Write => options.write(true).create(true).truncate(true),
                    How::Append => options.append(true).create(true),
                    How::Change => options.write(true).create(true).truncate(false),
                };
                wait::open(&mut options, path, watch)
            }
            #[cfg(unix)]
            Way::Below(top, below) => beneath::open(&top, &below, how),
        }
    }

    /// Reads a whole file.
    ///
    /// # Errors
    /// As for [`Access::open`].
    pub fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.open(path, How::Read, None)?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Deletes a file, or an empty directory.
    ///
    /// # Errors
    /// If it may not be written, or cannot be deleted.
    pub fn remove(&self, path: &Path, is_directory: bool) -> io::Result<()> {
        match self.way_of_name(path)? {
            Way::Free if is_directory => fs::remove_dir(path),
            Way::Free => fs::remove_file(path),
            #[cfg(unix)]
            Way::Below(top, below) => beneath::remove(&top, &below, is_directory),
        }
    }

    /// Renames a file.
    ///
    /// # Errors
    /// If one of them may not be written, or it cannot be renamed.
    pub fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        match (self.way_of_name(from)?, self.way_of_name(to)?) {
            #[cfg(unix)]
            (Way::Below(old, from), Way::Below(new, to)) => beneath::rename((&old, &from), (&new, &to)),
            _ => fs::rename(from, to),
        }
    }

    /// Makes a directory.
    ///
    /// # Errors
    /// If it may not be written, or cannot be made.
    pub fn create_directory(&self, path: &Path) -> io::Result<()> {
        match self.way(path, true)? {
            Way::Free => fs::create_dir(path),
            #[cfg(unix)]
            Way::Below(top, below) => beneath::create_directory(&top, &below),
        }
    }

    /// Changes the permissions of a file: the bits of the operating system.
    ///
    /// # Errors
    /// If it may not be written, or its permissions cannot be changed.
    pub fn set_mode(&self, path: &Path, mode: u32) -> io::Result<()> {
        match self.way(path, true)? {
            #[cfg(unix)]
            Way::Free => {
                use std::os::unix::fs::PermissionsExt as _;
                fs::set_permissions(path, fs::Permissions::from_mode(mode))
            }
            #[cfg(unix)]
            Way::Below(top, below) => beneath::set_mode(&top, &below, mode),
            #[cfg(not(unix))]
            Way::Free => {
                let mut permissions = fs::metadata(path)?.permissions();
                permissions.set_readonly(mode & 0o222 == 0);
                fs::set_permissions(path, permissions)
            }
        }
    }

    /// Changes the times of the last access and the last change of a file, those that are given.
    ///
    /// # Errors
    /// If it may not be written, or its times cannot be changed.
    pub fn set_times(&self, path: &Path, access: Option<SystemTime>, change: Option<SystemTime>) -> io::Result<()> {
        match self.way(path, true)? {
            #[cfg(unix)]
            Way::Free => beneath::set_times_of(path, access, change),
            #[cfg(unix)]
            Way::Below(top, below) => beneath::set_times(&top, &below, access, change),
            #[cfg(not(unix))]
            Way::Free => {
                let mut times = fs::FileTimes::new();
                if let Some(access) = access {
                    times = times.set_accessed(access);
                }
                if let Some(change) = change {
                    times = times.set_modified(change);
                }
                OpenOptions::new().write(true).open(path)?.set_times(times)
            }
        }
    }

    /// Gives a file another name.
    ///
    /// # Errors
    /// If one of the names may not be written, or the link cannot be made.
    pub fn hard_link(&self, from: &Path, to: &Path) -> io::Result<()> {
        match (self.way_of_name(from)?, self.way_of_name(to)?) {
            #[cfg(unix)]
            (Way::Below(old, from), Way::Below(new, to)) => beneath::hard_link((&old, &from), (&new, &to)),
            _ => fs::hard_link(from, to),
        }
    }

    /// Makes a symbolic link with this text. It must lead to what may be read, as others may follow it.
    ///
    /// # Errors
    /// If it may not be written or leads elsewhere, or cannot be made.
    pub fn symbolic_link(&self, text: &Path, link: &Path) -> io::Result<()> {
        let folder = link.parent().unwrap_or(Path::new(""));
        self.way(&folder.join(text), false)?;
        match self.way(link, true)? {
            #[cfg(unix)]
            Way::Free => std::os::unix::fs::symlink(text, link),
            #[cfg(unix)]
            Way::Below(top, below) => beneath::symbolic_link(text, &top, &below),
            #[cfg(not(unix))]
            Way::Free => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    /// Returns the names in a directory, without `.` and `..`.
    ///
    /// # Errors
    /// If it may not be read.
    pub fn names(&self, path: &Path) -> io::Result<Vec<String>> {
        match self.way(path, false)? {
            Way::Free => {
                let entries = fs::read_dir(path)?.flatten();
                Ok(entries
                    .map(|entry| entry.file_name().to_string_lossy().into_owned())
                    .collect())
            }
            #[cfg(unix)]
            Way::Below(top, below) => beneath::names(&top, &below),
        }
    }
}

#[cfg(unix)]
fn way_below(top: PathBuf, below: PathBuf) -> Way {
    Way::Below(top, below)
}

/// Elsewhere the check of the path is all there is.
#[cfg(not(unix))]
fn way_below(_top: PathBuf, _below: PathBuf) -> Way {
    Way::Free
}

impl StreamTable {
    /// Replaces the standard streams by those of the process.
    pub fn use_process(&mut self) {
        let standard: [(StreamId, Box<dyn Device>); 3] = [
            (USER_INPUT, Box::<StandardInput>::default()),
            (USER_OUTPUT, Box::<StandardOutput>::default()),
            (USER_ERROR, Box::new(StandardError)),
        ];
        for (id, device) in standard {
            // Errors of flushing the old device are dropped.
            let _flushed = self.set_device(id, device);
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_link_that_appears_late_leads_nowhere() {
        let folder = std::env::temp_dir().join(format!("ferz-grants-{}", std::process::id()));
        let top = folder.join("top");
        fs::create_dir_all(top.join("inner")).expect("a folder");
        fs::write(folder.join("secret"), "no").expect("a file");
        fs::write(top.join("inner/file"), "yes").expect("a file");
        let open = |below: &str| beneath::open(&top, Path::new(below), How::Read);
        assert!(open("inner/file").is_ok());
        // As if the path had been checked before.
        std::os::unix::fs::symlink(&folder, top.join("out")).expect("a link");
        std::os::unix::fs::symlink(folder.join("secret"), top.join("inner/link")).expect("a link");
        assert!(open("out/secret").is_err() && open("inner/link").is_err() && open("../secret").is_err());
        assert!(beneath::names(&top, Path::new("out")).is_err());
        assert!(beneath::remove(&top, Path::new("out/secret"), false).is_err());
        let mut access = Access::default();
        access.files = Files::Under(vec![(top.clone(), true)]);
        // The link goes, not what it leads to.
        access
            .symbolic_link(Path::new("file"), &top.join("inner/near"))
            .expect("it may be made");
        access
            .remove(&top.join("inner/near"), false)
            .expect("it may be written");
        assert!(top.join("inner/file").exists() && !top.join("inner/near").exists());
        assert!(access.read(&top.join("inner/link")).is_err() && access.read(&top.join("out/secret")).is_err());
        assert_eq!(
            access.read(&top.join("inner/../inner/file")).ok(),
            Some(b"yes".to_vec())
        );
        access.create_directory(&top.join("new")).expect("it may be written");
        access
            .rename(&top.join("inner/file"), &top.join("new/file"))
            .expect("both may be written");
        assert_eq!(access.names(&top.join("new")).ok(), Some(vec!["file".to_owned()]));
        access
            .set_mode(&top.join("new/file"), 0o600)
            .expect("it may be written");
        access
            .set_times(&top.join("new/file"), None, Some(SystemTime::UNIX_EPOCH))
            .expect("it may be written");
        access
            .symbolic_link(Path::new("file"), &top.join("new/soft"))
            .expect("it leads to a file that may be read");
        access
            .hard_link(&top.join("new/file"), &top.join("new/hard"))
            .expect("both may be written");
        assert_eq!(access.read(&top.join("new/soft")).ok(), Some(b"yes".to_vec()));
        assert!(
            access
                .symbolic_link(Path::new("../../secret"), &top.join("new/no"))
                .is_err()
        );
        assert!(access.hard_link(&folder.join("secret"), &top.join("new/no")).is_err());
        assert!(access.set_mode(&top.join("inner/link"), 0o777).is_err());
        assert!(access.set_times(&top.join("inner/link"), None, None).is_err());
        assert!(beneath::set_mode(&top, Path::new("inner/link"), 0o777).is_err());
        // The target of a link in the folder is deleted by its name.
        fs::remove_file(top.join("new/soft")).expect("a link");
        access.remove(&top.join("new/hard"), false).expect("it may be written");
        access.remove(&top.join("new/file"), false).expect("it may be written");
        access.remove(&top.join("new"), true).expect("it is empty");
        assert!(fs::read(folder.join("secret")).is_ok());
        fs::remove_dir_all(folder).expect("the folder can go");
    }
}
