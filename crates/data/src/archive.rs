//! Native predicates of archives, under `texts/data/archive.pl`: entries of tar and zip files. Streams, folders and what
//! may be written where are the business of the text.

use std::io::{self, Cursor, Read, Write};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use ferz_engine::native::args::stream_arg::{charge_stream, stream_arg, stream_term, writing};
use ferz_engine::native::args::text_arg::{need_list, need_text, text_atom};
use ferz_engine::native::streams::{Encoding, MemoryInput, Stream, StreamMode, to_bytes};
use ferz_engine::native::terms::{Cell, View};
use ferz_engine::native::{Machine, Native, Step, Stop, det};
use tar::{EntryType, Header};
use zip::write::SimpleFileOptions;
use zip::{DateTime, ZipArchive, ZipWriter};

pub(crate) const TABLE: &[Native] = &[
    det!("$archive_read(+bytes, +formats, -archive, -format)", 4, archive_read_4)
        .doc("Reads an archive, a text of octets, in one of the formats tar, zip and raw; format is the one found."),
    det!("$archive_next(+archive)", 1, archive_next_1).doc("Goes on to the next entry; fails at the end."),
    det!("$archive_header(+archive, -header)", 2, archive_header_2)
        .doc("Unifies header with entry(Name, Type, Size, Time, Permissions, Target) of the entry; Target is [] for all but links."),
    det!("$archive_data(+archive, -stream)", 2, archive_data_2).doc("Opens the content of the entry as a stream of bytes."),
    det!("$archive_close(+archive)", 1, archive_close_1).doc("Gives the memory of an archive back; fails if it was closed."),
    det!("$archive_write(+format, +entries, +stream)", 3, archive_write_3).doc(
        "Writes an archive to a stream; the format is tar or zip, an entry is \
         entry(Name, Type, Time, Permissions, Target, Content), where Content is a text of octets.",
    ),
];

/// Where the content of an entry is.
enum EntryContent {
    /// These bytes of the archive.
    Part(Range<usize>),
    /// An entry of a zip file, with its place.
    Packed(usize),
    /// Not to be had: of devices and of files with holes.
    None,
}

struct ArchiveEntry {
    name: String,
    kind: &'static str,
    size: u64,
    time: i64,
    mode: u32,
    target: Option<String>,
    content: EntryContent,
}

struct ArchiveContents {
    bytes: Arc<[u8]>,
    entries: Vec<ArchiveEntry>,
}

/// An archive that is read. ArchiveEntry 0 is before the first one.
struct OpenArchive {
    contents: Mutex<Option<Arc<ArchiveContents>>>,
    at: AtomicUsize,
}

impl OpenArchive {
    fn contents(&self) -> Option<Arc<ArchiveContents>> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The number that C libraries have for a malformed sequence of bytes, which SWI-Prolog's errors of archives begin with.
const MALFORMED: i64 = 84;
/// The most entries of an archive: what is kept of each takes memory that its bytes need not.
const MOST_ENTRIES: usize = 1 << 20;
/// The bytes that are charged for what is kept of an entry, with a name of usual length.
const ENTRY_BYTES: usize = 192;

fn failed(m: &mut Machine, message: &str) -> Stop {
    let message = match text_atom(m, message) {
        Ok(message) => message,
        Err(stop) => return stop,
    };
    let kind = m.intern("archive_error");
    let number = m.heap.new_int(MALFORMED);
    let formal = m.heap.new_term(kind, &[number, message]);
    m.throw_error(formal)
}

fn raised(m: &mut Machine, kind: &str, thing: &str, culprit: Cell) -> Stop {
    let (kind, thing) = (m.intern(kind), m.intern(thing));
    let formal = m.heap.new_term(kind, &[Cell::atom(thing), culprit]);
    m.throw_error(formal)
}

fn need_archive(m: &mut Machine, cell: Cell) -> Result<Arc<OpenArchive>, Stop> {
    match m.atoms.object_value::<OpenArchive>(&m.heap, cell) {
        Some(archive) => Ok(archive),
        None => Err(raised(m, "type_error", "archive", cell)),
    }
}

fn need_contents(m: &mut Machine, cell: Cell) -> Result<(Arc<OpenArchive>, Arc<ArchiveContents>), Stop> {
    let archive = need_archive(m, cell)?;
    match archive.contents() {
        Some(contents) => Ok((archive, contents)),
        None => Err(raised(m, "existence_error", "archive", cell)),
    }
}

/// Returns the bytes of a text of octets.
fn octets(m: &mut Machine, cell: Cell) -> Result<Vec<u8>, Stop> {
    let text = need_text(m, cell)?;
    m.charge_program(text.len())?;
    match to_bytes(&text, Encoding::Latin1) {
        Some(bytes) => Ok(bytes),
        None => Err(raised(m, "type_error", "octets", cell)),
    }
}

fn archive_read_4(m: &mut Machine, text: Cell, formats: Cell, archive: Cell, format: Cell) -> Step {
    let bytes: Arc<[u8]> = octets(m, text)?.into();
    let mut tried = None;
    for wanted in need_list(m, formats)? {
        let name = need_text(m, wanted)?;
        let is_of_format = match name.as_str() {
            "zip" => bytes.starts_with(b"PK"),
            "tar" => bytes.get(257..262) == Some(b"ustar") || is_old_tar(&bytes),
            _ => true,
        };
        if !is_of_format {
            continue;
        }
        let entries = match name.as_str() {
            "zip" => zip_entries(&bytes),
            "tar" => tar_entries(&bytes),
            _ => Ok(vec![raw_entry(&bytes)]),
        };
        tried = Some((wanted, entries));
        break;
    }
    let (found, entries) = match tried {
        Some((found, Ok(entries))) => (found, entries),
        Some((_, Err(error))) => return Err(failed(m, &error.to_string())),
        None => return Err(failed(m, "Unrecognized archive format")),
    };
    let taken = bytes.len()
        + entries
            .iter()
            .map(|entry| ENTRY_BYTES + entry.name.len())
            .sum::<usize>();
    let value = OpenArchive {
        contents: Mutex::new(Some(Arc::new(ArchiveContents { bytes, entries }))),
        at: AtomicUsize::new(0),
    };
    let object = m.new_object("archive", Arc::new(value), taken)?;
    m.unify(archive, object)?;
    m.unify(format, found)
}

/// Whether the first block is the header of a tar file from before the standard, or the end of an empty one.
fn is_old_tar(bytes: &[u8]) -> bool {
    let Some(block) = bytes.first_chunk::<512>() else {
        return false;
    };
    if block.iter().all(|&byte| byte == 0) {
        return true;
    }
    let mut header = Header::new_old();
    header.as_mut_bytes().copy_from_slice(block);
    let stated = header.cksum().ok();
    header.set_cksum();
    stated.is_some() && stated == header.cksum().ok()
}

fn raw_entry(bytes: &[u8]) -> ArchiveEntry {
    ArchiveEntry {
        name: "data".to_owned(),
        kind: "file",
        size: bytes.len() as u64,
        time: 0,
        mode: 0o644,
        target: None,
        content: EntryContent::Part(0..bytes.len()),
    }
}

fn too_many() -> io::Error {
    io::Error::other("The archive has too many entries")
}

fn tar_entries(bytes: &[u8]) -> io::Result<Vec<ArchiveEntry>> {
    let mut archive = tar::Archive::new(Cursor::new(bytes));
    let mut entries = Vec::new();
    for entry in archive.entries_with_seek()? {
        let entry = entry?;
        let header = entry.header();
        let kind = match header.entry_type() {
            EntryType::Regular | EntryType::Continuous => "file",
            EntryType::Directory => "directory",
            EntryType::Symlink => "link",
            EntryType::Link => "hard_link",
            EntryType::Fifo => "fifo",
            EntryType::Char => "character_device",
            EntryType::Block => "block_device",
            EntryType::GNUSparse => "sparse_file",
            EntryType::XGlobalHeader => continue,
            _ => "unknown",
        };
        let start = usize::try_from(entry.raw_file_position()).unwrap_or(usize::MAX);
        let size = usize::try_from(entry.size()).unwrap_or(usize::MAX);
        let part = start..start.saturating_add(size);
        let content = match kind {
            "file" if bytes.get(part.clone()).is_none() => return Err(io::Error::other("Truncated tar archive")),
            "file" => EntryContent::Part(part),
            _ => EntryContent::None,
        };
        if entries.len() == MOST_ENTRIES {
            return Err(too_many());
        }
        entries.push(ArchiveEntry {
            name: String::from_utf8_lossy(&entry.path_bytes()).into_owned(),
            kind,
            size: entry.size(),
            time: header.mtime().unwrap_or(0) as i64,
            mode: header.mode().unwrap_or(0o644) & 0o7777,
            target: entry
                .link_name_bytes()
                .map(|name| String::from_utf8_lossy(&name).into_owned()),
            content,
        });
    }
    Ok(entries)
}

/// The longest target of a link in a zip file, where it is the content.
const LONGEST_TARGET: u64 = 4096;

fn zip_entries(bytes: &Arc<[u8]>) -> io::Result<Vec<ArchiveEntry>> {
    let mut archive = ZipArchive::new(Cursor::new(bytes.clone())).map_err(io::Error::other)?;
    if archive.len() > MOST_ENTRIES {
        return Err(too_many());
    }
    let mut entries = Vec::with_capacity(archive.len());
    for index in 0..archive.len() {
        let file = archive.by_index_raw(index).map_err(io::Error::other)?;
        let name = file.name().map_err(io::Error::other)?.into_owned();
        let is_link = file.is_symlink();
        let kind = match (is_link, file.is_dir()) {
            (true, _) => "link",
            (_, true) => "directory",
            _ => "file",
        };
        let (size, mode) = (file.size(), file.unix_mode().map_or(0o644, |mode| mode & 0o7777));
        let time = file.last_modified().map_or(0, |time| seconds(&time));
        drop(file);
        let target = match is_link {
            true => {
                let mut text = String::new();
                let mut link = archive.by_index(index).map_err(io::Error::other)?;
                Read::by_ref(&mut link).take(LONGEST_TARGET).read_to_string(&mut text)?;
                Some(text)
            }
            false => None,
        };
        entries.push(ArchiveEntry {
            name,
            kind,
            size,
            time,
            mode,
            target,
            content: match kind {
                "file" => EntryContent::Packed(index),
                _ => EntryContent::None,
            },
        });
    }
    Ok(entries)
}

/// Days from the beginning of 1970 to that of a day of the Gregorian calendar.
fn days(year: i64, month: i64, day: i64) -> i64 {
    // Years begin with March, so that the day that some have more is their last one.
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The time of an entry of a zip file, which has no zone: it is taken for universal time.
fn seconds(time: &DateTime) -> i64 {
    let day = days(i64::from(time.year()), i64::from(time.month()), i64::from(time.day()));
    day * 86_400 + i64::from(time.hour()) * 3600 + i64::from(time.minute()) * 60 + i64::from(time.second())
}

/// The inverse of [`seconds`], within the years that a zip file can tell.
fn date_time(seconds: i64) -> DateTime {
    let (day, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let year = (1980..=2107)
        .rev()
        .find(|&year| days(year, 1, 1) <= day)
        .unwrap_or(1980);
    let month = (1..=12).rev().find(|&month| days(year, month, 1) <= day).unwrap_or(1);
    let date = day - days(year, month, 1) + 1;
    let small = |number: i64| u8::try_from(number).unwrap_or(1);
    DateTime::from_date_and_time(
        u16::try_from(year).unwrap_or(1980),
        small(month),
        small(date),
        small(second / 3600),
        small(second / 60 % 60),
        small(second % 60),
    )
    .unwrap_or_default()
}

fn archive_next_1(m: &mut Machine, cell: Cell) -> Step {
    let (archive, contents) = need_contents(m, cell)?;
    let at = archive.at.load(Ordering::Relaxed);
    if at >= contents.entries.len() {
        return Err(Stop::Fail);
    }
    archive.at.store(at + 1, Ordering::Relaxed);
    Ok(())
}

/// Returns the archive and the number of the entry that has been reached.
fn current(m: &mut Machine, cell: Cell) -> Result<(Arc<ArchiveContents>, usize), Stop> {
    let (archive, contents) = need_contents(m, cell)?;
    match archive.at.load(Ordering::Relaxed).checked_sub(1) {
        Some(index) => Ok((contents, index)),
        None => Err(raised(m, "existence_error", "archive_entry", cell)),
    }
}

fn archive_header_2(m: &mut Machine, cell: Cell, header: Cell) -> Step {
    let (contents, index) = current(m, cell)?;
    let entry = &contents.entries[index];
    let name = text_atom(m, &entry.name)?;
    let target = match &entry.target {
        Some(target) => text_atom(m, target)?,
        None => Cell::NIL,
    };
    let (kind, functor) = (m.intern(entry.kind), m.intern("entry"));
    let size = m.heap.new_int(i64::try_from(entry.size).unwrap_or(i64::MAX));
    let (time, mode) = (m.heap.new_int(entry.time), m.heap.new_int(i64::from(entry.mode)));
    let term = m
        .heap
        .new_term(functor, &[name, Cell::atom(kind), size, time, mode, target]);
    m.unify(header, term)
}

fn archive_data_2(m: &mut Machine, cell: Cell, stream: Cell) -> Step {
    let (contents, index) = current(m, cell)?;
    let entry = &contents.entries[index];
    let bytes = match &entry.content {
        EntryContent::Part(part) => {
            charge_stream(m, part.len())?;
            contents.bytes[part.clone()].to_vec()
        }
        &EntryContent::Packed(index) => {
            // Charged before it is unpacked: a small archive may state, and contain, more than there is memory for.
            charge_stream(m, usize::try_from(entry.size).unwrap_or(usize::MAX))?;
            match unpacked(&contents.bytes, index, entry.size) {
                Ok(bytes) => bytes,
                Err(error) => return Err(failed(m, &error.to_string())),
            }
        }
        EntryContent::None if entry.kind == "file" || entry.kind == "sparse_file" => {
            return Err(failed(m, "The content of this kind of entry cannot be read"));
        }
        EntryContent::None => {
            charge_stream(m, 0)?;
            Vec::new()
        }
    };
    let mut opened = Stream::new(Box::new(MemoryInput::new(bytes)), StreamMode::Read);
    (opened.encoding, opened.text) = (Encoding::Octet, false);
    let id = m.streams.add(opened);
    let term = stream_term(m, id);
    m.unify(stream, term)
}

fn unpacked(bytes: &Arc<[u8]>, index: usize, size: u64) -> io::Result<Vec<u8>> {
    let mut archive = ZipArchive::new(Cursor::new(bytes.clone())).map_err(io::Error::other)?;
    let file = archive.by_index(index).map_err(io::Error::other)?;
    let mut content = Vec::new();
    // The check of the sum comes at the end: one byte more is asked for.
    file.take(size.saturating_add(1)).read_to_end(&mut content)?;
    if content.len() as u64 != size {
        return Err(io::Error::other("The entry is not as long as its header says"));
    }
    Ok(content)
}

fn archive_close_1(m: &mut Machine, cell: Cell) -> Step {
    let archive = need_archive(m, cell)?;
    let contents = archive.contents.lock().unwrap_or_else(PoisonError::into_inner).take();
    contents.map(drop).ok_or(Stop::Fail)
}

/// An entry to be written.
struct NewEntry {
    name: String,
    kind: String,
    time: i64,
    mode: u32,
    target: String,
    content: Vec<u8>,
}

fn wanted(m: &mut Machine, cell: Cell) -> Result<NewEntry, Stop> {
    let (name, kind, time, mode, target, content) = match m.view(cell) {
        View::Struct(functor, at) if functor.arity() == 6 => {
            let part = |index| m.heap.get(at + index);
            (part(0), part(1), part(2), part(3), part(4), part(5))
        }
        _ => return Err(raised(m, "type_error", "archive_entry", cell)),
    };
    let number = |m: &Machine, cell| match m.view(cell) {
        View::Int(number) => number,
        _ => 0,
    };
    Ok(NewEntry {
        name: need_text(m, name)?,
        kind: need_text(m, kind)?,
        time: number(m, time),
        mode: u32::try_from(number(m, mode)).unwrap_or(0o644),
        target: need_text(m, target)?,
        content: octets(m, content)?,
    })
}

fn archive_write_3(m: &mut Machine, format: Cell, list: Cell, stream: Cell) -> Step {
    let id = stream_arg(m, stream)?;
    let format = need_text(m, format)?;
    let mut entries = Vec::new();
    for cell in need_list(m, list)? {
        entries.push(wanted(m, cell)?);
    }
    let made = match format.as_str() {
        "zip" => zip_bytes(&entries),
        _ => tar_bytes(&entries),
    };
    match made {
        Ok(made) => writing(m, id, |stream| stream.write_bytes(&made)),
        Err(error) => Err(failed(m, &error.to_string())),
    }
}

fn tar_bytes(entries: &[NewEntry]) -> io::Result<Vec<u8>> {
    let mut builder = tar::Builder::new(Vec::new());
    for entry in entries {
        let mut header = Header::new_gnu();
        header.set_mode(entry.mode);
        header.set_mtime(u64::try_from(entry.time).unwrap_or(0));
        header.set_uid(0);
        header.set_gid(0);
        header.set_size(0);
        match entry.kind.as_str() {
            "link" => {
                header.set_entry_type(EntryType::Symlink);
                builder.append_link(&mut header, &entry.name, &entry.target)?;
            }
            "directory" => {
                header.set_entry_type(EntryType::Directory);
                builder.append_data(&mut header, &entry.name, io::empty())?;
            }
            _ => {
                header.set_entry_type(EntryType::Regular);
                header.set_size(entry.content.len() as u64);
                builder.append_data(&mut header, &entry.name, entry.content.as_slice())?;
            }
        }
    }
    builder.into_inner()
}

fn zip_bytes(entries: &[NewEntry]) -> io::Result<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for entry in entries {
        let options = SimpleFileOptions::default()
            .unix_permissions(entry.mode)
            .last_modified_time(date_time(entry.time));
        match entry.kind.as_str() {
            "link" => writer.add_symlink(&entry.name, &entry.target, options),
            "directory" => writer.add_directory(&entry.name, options),
            _ => writer.start_file(&entry.name, options),
        }
        .map_err(io::Error::other)?;
        if entry.kind == "file" {
            writer.write_all(&entry.content)?;
        }
    }
    Ok(writer.finish().map_err(io::Error::other)?.into_inner())
}
