//! Files in a granted directory, reached from the open directory one name at a time, without following symbolic links:
//! a link that takes the place of a directory after the path was checked leads nowhere.
//!
//! The paths are resolved before (`Access`), so that they have neither links nor `..`.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Component, Path};
use std::time::{SystemTime, UNIX_EPOCH};

use rustix::fs::{
    AtFlags, CWD, Dir, Mode, OFlags, Timespec, Timestamps, UTIME_OMIT, fchmod, linkat, mkdirat, openat, renameat,
    symlinkat, unlinkat, utimensat,
};

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
pub(super) fn open(top: &Path, path: &Path, how: How) -> io::Result<File> {
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
pub(super) fn remove(top: &Path, path: &Path, is_directory: bool) -> io::Result<()> {
    let (at, name) = folder(top, path)?;
    let flags = if is_directory {
        AtFlags::REMOVEDIR
    } else {
        AtFlags::empty()
    };
    Ok(unlinkat(&at, name, flags)?)
}

/// Renames a file; both paths are those of files below their directories.
pub(super) fn rename(from: (&Path, &Path), to: (&Path, &Path)) -> io::Result<()> {
    let ((old, old_name), (new, new_name)) = (folder(from.0, from.1)?, folder(to.0, to.1)?);
    Ok(renameat(&old, old_name, &new, new_name)?)
}

/// Changes the permissions of a file that can be opened.
pub(super) fn set_mode(top: &Path, path: &Path, mode: u32) -> io::Result<()> {
    let (at, name) = folder(top, path)?;
    let flags = OFlags::CLOEXEC | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
    // Who may only write a file opens it for that.
    let opened = openat(&at, &name, flags | OFlags::RDONLY, Mode::empty())
        .or_else(|_| openat(&at, &name, flags | OFlags::WRONLY, Mode::empty()))?;
    Ok(fchmod(opened, Mode::from_raw_mode(mode))?)
}

/// Returns times as the operating system takes them; one that is not given stays.
fn times(access: Option<SystemTime>, change: Option<SystemTime>) -> Timestamps {
    let time = |time: Option<SystemTime>| {
        let Some(time) = time else {
            return Timespec {
                tv_sec: 0,
                tv_nsec: UTIME_OMIT,
            };
        };
        // Before 1970, the fraction still counts forwards.
        let nanoseconds = match time.duration_since(UNIX_EPOCH) {
            Ok(after) => after.as_nanos().cast_signed(),
            Err(before) => -before.duration().as_nanos().cast_signed(),
        };
        Timespec {
            tv_sec: i64::try_from(nanoseconds.div_euclid(1_000_000_000)).unwrap_or(i64::MAX),
            tv_nsec: nanoseconds.rem_euclid(1_000_000_000) as i64,
        }
    };
    Timestamps {
        last_access: time(access),
        last_modification: time(change),
    }
}

/// Changes the times of a file.
pub(super) fn set_times(
    top: &Path,
    path: &Path,
    access: Option<SystemTime>,
    change: Option<SystemTime>,
) -> io::Result<()> {
    let (at, name) = folder(top, path)?;
    Ok(utimensat(&at, name, &times(access, change), AtFlags::SYMLINK_NOFOLLOW)?)
}

/// Changes the times of a file that may be anywhere.
pub(super) fn set_times_of(path: &Path, access: Option<SystemTime>, change: Option<SystemTime>) -> io::Result<()> {
    Ok(utimensat(CWD, path, &times(access, change), AtFlags::empty())?)
}

/// Gives a file another name; both paths are those of files below their directories.
pub(super) fn hard_link(from: (&Path, &Path), to: (&Path, &Path)) -> io::Result<()> {
    let ((old, old_name), (new, new_name)) = (folder(from.0, from.1)?, folder(to.0, to.1)?);
    Ok(linkat(&old, old_name, &new, new_name, AtFlags::empty())?)
}

/// Makes a symbolic link with this text.
pub(super) fn symbolic_link(text: &Path, top: &Path, path: &Path) -> io::Result<()> {
    let (at, name) = folder(top, path)?;
    Ok(symlinkat(text, &at, name)?)
}

/// Makes a directory.
pub(super) fn create_directory(top: &Path, path: &Path) -> io::Result<()> {
    let (at, name) = folder(top, path)?;
    Ok(mkdirat(&at, name, Mode::from_raw_mode(0o777))?)
}

/// Returns the names in a directory, without `.` and `..`.
pub(super) fn names(top: &Path, path: &Path) -> io::Result<Vec<String>> {
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
