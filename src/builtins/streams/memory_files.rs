//! Memory files, under `library/system/memfile.pl`: bytes in memory that streams write and read.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::base::iso_error::Domain;
use crate::base::object::Weighed;
use crate::io::device::{Device, MemoryInput};
use crate::io::encoding::{from_bytes, to_bytes};
use crate::io::stream::{Encoding, Stream, StreamMode};
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det, holds};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::native::args::stream_arg::{atom_name, charge_stream, stream_term};
use crate::native::args::text_arg::{need_text, new_string};

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("$memfile_new(-file)", 1, memfile_new_1).doc("Unifies file with a new memory file."),
    det!("$memfile_state(+file, -state)", 2, memfile_state_2)
        .doc("Unifies state with closed, open (a stream writes to it) or freed; fails if file is no memory file."),
    det!("$memfile_free(+file)", 1, memfile_free_1).doc("Gives the memory of a memory file back."),
    det!("$memfile_open(+file, +mode, +encoding, -stream)", 4, memfile_open_4)
        .doc("Opens a memory file; mode is read, write, append, update or insert."),
    det!("$memfile_text(+file, +encoding, -text)", 3, memfile_text_3)
        .doc("Unifies text with the content of a memory file, a string."),
    det!("$memfile_set(+file, +encoding, +text)", 3, memfile_set_3).doc("Sets the content of a memory file."),
    det!("$memfile_size(+file, -count)", 2, memfile_size_2)
        .doc("Unifies count with the number of characters of a memory file of UTF-8 that is closed."),
    det!("$memfile_part(+file, ?before, ?length, ?after, -part)", 5, memfile_part_5)
        .doc("Unifies an unbound part with that of a closed memory file of UTF-8, of which two numbers are known; else it fails."),
    det!("$memfile_bytes(+file, -count)", 2, memfile_bytes_2)
        .doc("Unifies count with the number of bytes of a memory file."),
];

/// The bytes of a memory file.
enum Data {
    Bytes(Vec<u8>),
    /// They are known to be UTF-8.
    Text(String),
}

impl Default for Data {
    fn default() -> Data {
        Data::Bytes(Vec::new())
    }
}

impl Data {
    fn bytes(&self) -> &[u8] {
        match self {
            Data::Bytes(bytes) => bytes,
            Data::Text(text) => text.as_bytes(),
        }
    }

    /// Returns the bytes as UTF-8, if that is what they are.
    fn text(&self) -> Option<&str> {
        match self {
            Data::Bytes(bytes) => str::from_utf8(bytes).ok(),
            Data::Text(text) => Some(text),
        }
    }

    /// Returns the bytes, to be changed.
    fn bytes_mut(&mut self) -> &mut Vec<u8> {
        if let Data::Text(text) = self {
            *self = Data::Bytes(std::mem::take(text).into_bytes());
        }
        match self {
            Data::Bytes(bytes) => bytes,
            Data::Text(_) => unreachable!("it was made bytes"),
        }
    }

    fn capacity(&self) -> usize {
        match self {
            Data::Bytes(bytes) => bytes.capacity(),
            Data::Text(text) => text.capacity(),
        }
    }
}

/// The content of a memory file.
#[derive(Default)]
struct Content {
    data: Data,
    /// The number of characters of its text, once that is known.
    chars: Option<usize>,
    /// Whether a stream writes to it.
    open: bool,
}

impl Content {
    /// Returns the text of UTF-8 and the number of its characters.
    fn text(&mut self) -> Option<(&str, usize)> {
        let text = self.data.text()?;
        let chars = *self.chars.get_or_insert_with(|| text.chars().count());
        Some((text, chars))
    }
}

#[derive(Default)]
struct MemoryFile(Mutex<Content>);

impl MemoryFile {
    fn content(&self) -> MutexGuard<'_, Content> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Weighed for MemoryFile {
    fn bytes(&self) -> usize {
        self.content().data.capacity()
    }
}

/// What the term of a memory file stands for, until it is freed.
struct MemoryFileObject(Mutex<Option<Arc<MemoryFile>>>);

impl MemoryFileObject {
    fn file(&self) -> MutexGuard<'_, Option<Arc<MemoryFile>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes to a memory file.
struct Output {
    file: Arc<MemoryFile>,
    at: usize,
    /// Whether bytes behind are moved, not replaced.
    inserts: bool,
}

impl Device for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut content = self.file.content();
        content.chars = None;
        let content = content.data.bytes_mut();
        content
            .try_reserve(bytes.len())
            .map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        let at = self.at.min(content.len());
        let replaced = if self.inserts { 0 } else { bytes.len() };
        let end = (at + replaced).min(content.len());
        content.splice(at..end, bytes.iter().copied());
        self.at = at + bytes.len();
        Ok(())
    }
    fn seek(&mut self, offset: u64) -> io::Result<()> {
        self.at = usize::try_from(offset).unwrap_or(usize::MAX);
        Ok(())
    }
    fn size(&mut self) -> Option<u64> {
        Some(self.file.content().data.bytes().len() as u64)
    }
    fn can_seek(&self) -> bool {
        true
    }
    fn bytes(&self) -> usize {
        self.file.bytes()
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        self.file.content().open = false;
    }
}

fn object(m: &Machine, cell: Cell) -> Result<Arc<MemoryFileObject>, Stop> {
    m.atoms
        .object_value::<MemoryFileObject>(&m.heap, cell)
        .ok_or(Stop::Fail)
}

/// Returns a memory file; fails if it was freed.
fn file(m: &Machine, cell: Cell) -> Result<Arc<MemoryFile>, Stop> {
    object(m, cell)?.file().clone().ok_or(Stop::Fail)
}

fn encoding(m: &mut Machine, cell: Cell) -> Result<Encoding, Stop> {
    match atom_name(m, cell).and_then(Encoding::named) {
        Some(encoding) => Ok(encoding),
        None => Err(m.domain_error(Domain::Encoding, cell)),
    }
}

fn memfile_new_1(m: &mut Machine, cell: Cell) -> Step {
    let file = Arc::new(MemoryFile::default());
    let weighed: Arc<dyn Weighed> = file.clone();
    m.session.weigh(&weighed);
    let object = MemoryFileObject(Mutex::new(Some(file)));
    let object = m.new_object("memory_file", Arc::new(object), size_of::<MemoryFile>())?;
    m.unify(cell, object)
}

fn memfile_state_2(m: &mut Machine, cell: Cell, state: Cell) -> Step {
    let name = match &*object(m, cell)?.file() {
        None => "freed",
        Some(file) if file.content().open => "open",
        Some(_) => "closed",
    };
    let name = m.intern(name);
    m.unify(state, Cell::atom(name))
}

fn memfile_free_1(m: &mut Machine, cell: Cell) -> Step {
    *object(m, cell)?.file() = None;
    Ok(())
}

fn memfile_open_4(m: &mut Machine, cell: Cell, mode: Cell, name: Cell, stream: Cell) -> Step {
    let file = file(m, cell)?;
    let encoding = encoding(m, name)?;
    let mode = atom_name(m, mode).unwrap_or_default().to_owned();
    let mut opened = if mode == "read" {
        charge_stream(m, file.bytes())?;
        let bytes = file.content().data.bytes().to_vec();
        Stream::new(Box::new(MemoryInput::new(bytes)), StreamMode::Read)
    } else {
        charge_stream(m, 0)?;
        let mut content = file.content();
        content.open = true;
        if mode == "write" {
            content.data = Data::default();
            content.chars = None;
        }
        let at = if mode == "append" {
            content.data.bytes().len()
        } else {
            0
        };
        let inserts = mode == "insert";
        drop(content);
        Stream::new(Box::new(Output { file, at, inserts }), StreamMode::Write)
    };
    opened.encoding = encoding;
    opened.text = encoding != Encoding::Octet;
    let id = m.streams.add(opened);
    let term = stream_term(m, id);
    m.unify(stream, term)
}

fn memfile_text_3(m: &mut Machine, cell: Cell, name: Cell, text: Cell) -> Step {
    let file = file(m, cell)?;
    let encoding = encoding(m, name)?;
    let length = file.bytes();
    m.reserve(Cell::most_string_cells(length))?;
    if encoding == Encoding::Utf8
        && let Some(content) = file.content().data.text()
    {
        let found = m.heap.new_string(content);
        return m.unify(text, found);
    }
    let found = m.with_aside(2 * length, |m| {
        let found = from_bytes(file.content().data.bytes(), encoding);
        new_string(m, &found)
    })?;
    m.unify(text, found)
}

fn memfile_set_3(m: &mut Machine, cell: Cell, name: Cell, text: Cell) -> Step {
    let file = file(m, cell)?;
    let encoding = encoding(m, name)?;
    let text = need_text(m, text)?;
    m.charge_program(text.len())?;
    let data = match encoding {
        Encoding::Utf8 => Some(Data::Text(text)),
        _ => to_bytes(&text, encoding).map(Data::Bytes),
    };
    let Some(data) = data else {
        return Err(m.representation_error(crate::base::iso_error::Limit::Character));
    };
    *file.content() = Content {
        data,
        ..Content::default()
    };
    Ok(())
}

fn memfile_size_2(m: &mut Machine, cell: Cell, size: Cell) -> Step {
    let file = file(m, cell)?;
    let mut content = file.content();
    holds(!content.open)?;
    let (_, chars) = content.text().ok_or(Stop::Fail)?;
    drop(content);
    m.unify(size, Cell::int(chars as i64))
}

fn memfile_part_5(m: &mut Machine, cell: Cell, before: Cell, length: Cell, after: Cell, part: Cell) -> Step {
    let file = file(m, cell)?;
    holds(m.deref(part).is_variable())?;
    m.reserve(Cell::most_string_cells(file.bytes()))?;
    let mut content = file.content();
    holds(!content.open)?;
    let (text, chars) = content.text().ok_or(Stop::Fail)?;
    let is_ascii = chars == text.len();
    let numbers = [before, length, after];
    let known = numbers.map(|number| match m.view(number) {
        View::Int(number) => usize::try_from(number).ok(),
        _ => None,
    });
    let less = |parts: [usize; 2]| chars.checked_sub(parts[0])?.checked_sub(parts[1]);
    let found = match known {
        [Some(before), Some(length), None] => less([before, length]).map(|_| (before, length)),
        [Some(before), None, Some(after)] => less([before, after]).map(|length| (before, length)),
        [None, Some(length), Some(after)] => less([length, after]).map(|before| (before, length)),
        _ => None,
    };
    let (start, count) = found.ok_or(Stop::Fail)?;
    let place = |text: &str, count: usize| match is_ascii {
        true => count,
        false => text.char_indices().nth(count).map_or(text.len(), |(at, _)| at),
    };
    let (_, rest) = text.split_at(place(text, start));
    let (wanted, _) = rest.split_at(place(rest, count));
    let new = m.heap.new_string(wanted);
    drop(content);
    for (number, found) in numbers.into_iter().zip([start, count, chars - start - count]) {
        m.unify(number, Cell::int(found as i64))?;
    }
    m.unify(part, new)
}

fn memfile_bytes_2(m: &mut Machine, cell: Cell, number: Cell) -> Step {
    let file = file(m, cell)?;
    let length = file.content().data.bytes().len();
    m.unify(number, Cell::int(length as i64))
}
