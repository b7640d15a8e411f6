//! Files in a granted directory, reached from the open directory one name at a time, without following symbolic links:
//! a link that takes the place of a directory after the path was checked leads nowhere.
//!
//! The paths are resolved before (`Access`), so that they have neither links nor `..`.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Component, Path};

use rustix::fs::{AtFlags, CWD, Dir, Mode, OFlags, mkdirat, openat, renameat, unlinkat};

use super::grants::How;

/// Opens the directory that a file of this path below `top` is in; returns the file's name, too.
fn folder(top: &Path, path: &Path) -> io::Result<(OwnedFd, OsString)> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let mut at = openat(CWD, top, flags, Mode::empty())?;
    let mut name = OsString::from(".");
    let mut parts = path.components().peekable();
    while let Some(part) = parts.next() {
        let Component::Normal(part) = part else {
            return Err(io::ErrorKind::PermissionDenied.into());
        };
        if parts.peek().is_none() {
            name = part.to_owned();
        } else {
            at = openat(&at, part, flags | OFlags::NOFOLLOW, Mode::empty())?;
        }
    }
    Ok((at, name))
}

/// Opens a file below `top`. A named pipe is not waited for.
pub fn open(top: &Path, path: &Path, how: How) -> io::Result<File> {
    let (at, name) = folder(top, path)?;
    let mut flags = match how {
        How::Read => OFlags::RDONLY,
        How::Append => OFlags::WRONLY | OFlags::APPEND | OFlags::CREATE,
        How::Write => OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC,
        How::Change => OFlags::WRONLY | OFlags::CREATE,
    };
    flags |= OFlags::CLOEXEC | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
    Ok(File::from(openat(&at, name, flags, Mode::from_raw_mode(0o666))?))
}

/// Deletes a file, or an empty directory.
pub fn remove(top: &Path, path: &Path, is_directory: bool) -> io::Result<()> {
    let (at, name) = folder(top, path)?;
    let flags = if is_directory {
        AtFlags::REMOVEDIR
    } else {
        AtFlags::empty()
    };
    Ok(unlinkat(&at, name, flags)?)
}

/// Renames a file; both paths are those of files below their directories.
pub fn rename(from: (&Path, &Path), to: (&Path, &Path)) -> io::Result<()> {
    let ((old, old_name), (new, new_name)) = (folder(from.0, from.1)?, folder(to.0, to.1)?);
    Ok(renameat(&old, old_name, &new, new_name)?)
}

/// Makes a directory.
pub fn create_directory(top: &Path, path: &Path) -> io::Result<()> {
    let (at, name) = folder(top, path)?;
    Ok(mkdirat(&at, name, Mode::from_raw_mode(0o777))?)
}

/// Returns the names in a directory, without `.` and `..`.
pub fn names(top: &Path, path: &Path) -> io::Result<Vec<String>> {
    let (at, name) = folder(top, path)?;
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let directory = openat(&at, name, flags, Mode::empty())?;
    let mut found = Vec::new();
    for entry in Dir::read_from(directory)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name != "." && name != ".." {
            found.push(name);
        }
    }
    Ok(found)
}
