//! Compressed streams, under `texts/foreign/zlib.pl`.

use std::io::{self, Write as _};

use flate2::Compression;
use flate2::write::{DeflateDecoder, DeflateEncoder, GzDecoder, GzEncoder, ZlibDecoder, ZlibEncoder};

use ferz_engine::native::args::list_arg::count;
use ferz_engine::native::args::stream_arg::{atom_name, charge_stream, stream_arg, stream_failed, stream_term};
use ferz_engine::native::args::text_arg::atomic_text;
use ferz_engine::native::errors::Domain;
use ferz_engine::native::streams::{Filter, USER_ERROR};
use ferz_engine::native::terms::Cell;
use ferz_engine::native::{Machine, Native, Step, det};

pub(crate) const TABLE: &[Native] = &[
    det!("$zopen(+stream, +format, +level, +ways, -filtered)", 5, zopen_5).doc(
        "Opens a stream that compresses what is written to a stream, or expands what is read. Ways is a text of \
         letters: k keeps the stream below open, m reads all parts of a file.",
    ),
];

/// The bytes of memory of a filter.
const FILTER_BYTES: usize = 384 << 10;

fn zopen_5(m: &mut Machine, stream: Cell, format: Cell, level: Cell, ways: Cell, filtered: Cell) -> Step {
    let id = stream_arg(m, stream)?;
    let level = u32::try_from(count(m, level)?.min(9)).unwrap_or(9);
    let ways = atomic_text(m, ways).unwrap_or_default();
    let is_output = m.streams.get(id).is_some_and(|stream| stream.is_output());
    let format = match atom_name(m, format) {
        Some("gzip") => Format::Gzip,
        Some("deflate") => Format::Zlib,
        Some("raw_deflate") => Format::Raw,
        Some("auto") if !is_output => Format::Auto,
        Some("auto") => Format::Zlib,
        _ => return Err(m.domain_error(Domain::StreamOption, format)),
    };
    let filter: Box<dyn Filter> = if is_output {
        Box::new(Deflate(Some(Encoder::new(format, level))))
    } else {
        Box::new(Inflate {
            format,
            parts: ways.contains('m'),
            decoder: None,
            first: Vec::new(),
            done: false,
        })
    };
    charge_stream(m, FILTER_BYTES)?;
    let keep = ways.contains('k') || id <= USER_ERROR || m.streams.is_capture(id);
    match m.streams.add_filter(id, filter, keep) {
        Ok(Some(new)) => {
            let term = stream_term(m, new);
            m.unify(filtered, term)
        }
        Ok(None) => Err(m.existence_error(ferz_engine::native::errors::Thing::Stream, stream)),
        Err(error) => Err(stream_failed(m, id, "write", &error)),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Gzip,
    Zlib,
    Raw,
    /// The format that the first bytes tell.
    Auto,
}

enum Encoder {
    Gzip(GzEncoder<Vec<u8>>),
    Zlib(ZlibEncoder<Vec<u8>>),
    Raw(DeflateEncoder<Vec<u8>>),
}

impl Encoder {
    fn new(format: Format, level: u32) -> Encoder {
        let level = Compression::new(level);
        match format {
            Format::Gzip => Encoder::Gzip(GzEncoder::new(Vec::new(), level)),
            Format::Zlib | Format::Auto => Encoder::Zlib(ZlibEncoder::new(Vec::new(), level)),
            Format::Raw => Encoder::Raw(DeflateEncoder::new(Vec::new(), level)),
        }
    }
}

/// Compresses.
struct Deflate(Option<Encoder>);

impl Filter for Deflate {
    fn pass(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> io::Result<usize> {
        let (taken, made) = match &mut self.0 {
            Some(Encoder::Gzip(encoder)) => (encoder.write(bytes)?, encoder.get_mut()),
            Some(Encoder::Zlib(encoder)) => (encoder.write(bytes)?, encoder.get_mut()),
            Some(Encoder::Raw(encoder)) => (encoder.write(bytes)?, encoder.get_mut()),
            None => return Ok(0),
        };
        out.append(made);
        Ok(taken)
    }
    fn finish(&mut self, out: &mut Vec<u8>) -> io::Result<()> {
        let mut made = match self.0.take() {
            Some(Encoder::Gzip(encoder)) => encoder.finish()?,
            Some(Encoder::Zlib(encoder)) => encoder.finish()?,
            Some(Encoder::Raw(encoder)) => encoder.finish()?,
            None => return Ok(()),
        };
        out.append(&mut made);
        Ok(())
    }
    fn bytes(&self) -> usize {
        FILTER_BYTES
    }
}

enum ZlibReader {
    Gzip(GzDecoder<Vec<u8>>),
    Zlib(ZlibDecoder<Vec<u8>>),
    Raw(DeflateDecoder<Vec<u8>>),
}

impl ZlibReader {
    fn write(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> io::Result<usize> {
        let (taken, made) = match self {
            ZlibReader::Gzip(decoder) => (decoder.write(bytes)?, decoder.get_mut()),
            ZlibReader::Zlib(decoder) => (decoder.write(bytes)?, decoder.get_mut()),
            ZlibReader::Raw(decoder) => (decoder.write(bytes)?, decoder.get_mut()),
        };
        out.append(made);
        Ok(taken)
    }

    /// Checks that the data is complete.
    fn finish(&mut self, out: &mut Vec<u8>) -> io::Result<()> {
        let (done, made) = match self {
            ZlibReader::Gzip(decoder) => (decoder.try_finish(), decoder.get_mut()),
            ZlibReader::Zlib(decoder) => (decoder.try_finish(), decoder.get_mut()),
            ZlibReader::Raw(decoder) => (decoder.try_finish(), decoder.get_mut()),
        };
        out.append(made);
        done.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "compressed data is incomplete or corrupt"))
    }
}

/// Expands.
struct Inflate {
    format: Format,
    /// Whether another part may follow the first.
    parts: bool,
    decoder: Option<ZlibReader>,
    /// The first bytes of a part, before there is a decoder.
    first: Vec<u8>,
    done: bool,
}

/// The first bytes of a file of gzip.
const GZIP: [u8; 2] = [0x1f, 0x8b];

impl Inflate {
    /// Makes the decoder for the format, or for the first two bytes; an error if they tell of none.
    fn decoder(&self) -> io::Result<ZlibReader> {
        let is_zlib = |first: &[u8]| {
            first.len() == 2 && first[0] & 0xf == 8 && (u16::from(first[0]) << 8 | u16::from(first[1])) % 31 == 0
        };
        Ok(match self.format {
            Format::Gzip => ZlibReader::Gzip(GzDecoder::new(Vec::new())),
            Format::Zlib => ZlibReader::Zlib(ZlibDecoder::new(Vec::new())),
            Format::Raw => ZlibReader::Raw(DeflateDecoder::new(Vec::new())),
            Format::Auto if self.first == GZIP => ZlibReader::Gzip(GzDecoder::new(Vec::new())),
            Format::Auto if is_zlib(&self.first) => ZlibReader::Zlib(ZlibDecoder::new(Vec::new())),
            Format::Auto => {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    "not in a known compressed format",
                ));
            }
        })
    }
}

impl Filter for Inflate {
    fn pass(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> io::Result<usize> {
        if self.done {
            return Ok(0);
        }
        if let Some(decoder) = &mut self.decoder {
            let taken = decoder.write(bytes, out)?;
            if taken > 0 || bytes.is_empty() {
                return Ok(taken);
            }
            decoder.finish(out)?;
            self.decoder = None;
            // Another part begins as the first did; anything else is not part of the data.
            let more = self.parts && self.format != Format::Raw && bytes[0] == GZIP[0];
            if !more {
                self.done = true;
                return Ok(0);
            }
        }
        let wanted = 2 - self.first.len().min(2);
        let count = wanted.min(bytes.len());
        self.first.extend_from_slice(&bytes[..count]);
        if self.first.len() == 2 {
            let mut decoder = self.decoder()?;
            let first = std::mem::take(&mut self.first);
            let mut rest = &first[..];
            while !rest.is_empty() {
                let taken = decoder.write(rest, out)?;
                if taken == 0 {
                    // The data ends within two bytes.
                    decoder.finish(out)?;
                    self.done = true;
                    return Ok(count);
                }
                rest = &rest[taken..];
            }
            self.decoder = Some(decoder);
        }
        Ok(count)
    }
    fn finish(&mut self, out: &mut Vec<u8>) -> io::Result<()> {
        match self.decoder.take() {
            Some(mut decoder) => decoder.finish(out),
            None if !self.first.is_empty() => Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "compressed data is incomplete",
            )),
            None => Ok(()),
        }
    }
    fn bytes(&self) -> usize {
        FILTER_BYTES
    }
}
