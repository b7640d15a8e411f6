//! The heads of HTTP messages: requests as terms, and what a handler has written as a reply.

use std::io::Write as _;
use std::net::IpAddr;

use ferz_engine::native::args::text_arg::new_atom;
use ferz_engine::native::terms::Cell;
use ferz_engine::native::{Machine, Stop};

use crate::address::ip_term;

/// How long a body is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    Known(u64),
    Chunked,
    /// It ends with the connection; only replies do.
    ToEnd,
}

/// The most headers of a message.
const MOST_HEADERS: usize = 128;

/// The head of a message.
#[derive(Clone, Debug, Default)]
pub(crate) struct Head {
    /// The method of a request.
    pub(crate) method: String,
    /// The target of a request.
    pub(crate) target: String,
    /// The status of a reply.
    pub(crate) status: u16,
    /// The reason of a reply.
    pub(crate) reason: String,
    /// Whether it is of HTTP/1.1, not 1.0.
    pub(crate) is_new: bool,
    /// Names in lower case, with values.
    pub(crate) headers: Vec<(String, String)>,
}

/// Why a head is not accepted: a status.
pub(crate) type Fault = u16;

/// Reads the head with which some bytes begin; also returns its length. `None` if more has to come.
pub(crate) fn read_head(bytes: &[u8], is_request: bool) -> Result<Option<(Head, usize)>, Fault> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut head = Head::default();
    let (parsed, version) = if is_request {
        let mut request = httparse::Request::new(&mut headers);
        let parsed = request.parse(bytes).map_err(fault)?;
        head.method = request.method.unwrap_or_default().to_owned();
        head.target = request.path.unwrap_or_default().to_owned();
        head.headers = copied(request.headers);
        (parsed, request.version)
    } else {
        let mut reply = httparse::Response::new(&mut headers);
        let parsed = reply.parse(bytes).map_err(fault)?;
        head.status = reply.code.unwrap_or_default();
        head.reason = reply.reason.unwrap_or_default().to_owned();
        head.headers = copied(reply.headers);
        (parsed, reply.version)
    };
    head.is_new = version == Some(1);
    match parsed {
        httparse::Status::Complete(length) => Ok(Some((head, length))),
        httparse::Status::Partial => Ok(None),
    }
}

fn fault(error: httparse::Error) -> Fault {
    match error {
        httparse::Error::TooManyHeaders => 431,
        httparse::Error::Version => 505,
        _ => 400,
    }
}

fn copied(headers: &[httparse::Header<'_>]) -> Vec<(String, String)> {
    let value = |bytes: &[u8]| match str::from_utf8(bytes) {
        Ok(text) => text.trim().to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    };
    let named = headers.iter().filter(|header| !header.name.is_empty());
    named
        .map(|header| (header.name.to_ascii_lowercase(), value(header.value)))
        .collect()
}

impl Head {
    /// Whether one of the words of a header is this.
    fn says(&self, name: &str, word: &str) -> bool {
        let values = self.headers.iter().filter(|header| header.0 == name);
        values
            .flat_map(|header| header.1.split(','))
            .any(|each| each.trim().eq_ignore_ascii_case(word))
    }

    /// Whether the connection is kept after this message.
    pub(crate) fn keeps(&self) -> bool {
        if self.is_new {
            !self.says("connection", "close")
        } else {
            self.says("connection", "keep-alive")
        }
    }

    /// Whether the sender waits before it sends the body.
    pub(crate) fn expects_answer(&self) -> bool {
        self.is_new && self.says("expect", "100-continue")
    }

    /// Returns the length of the body. Lengths that contradict one another are a fault: servers that disagree on where a
    /// request ends could be made to mistake one for another.
    pub(crate) fn length(&self, is_request: bool) -> Result<Length, Fault> {
        let mut lengths = self.headers.iter().filter(|header| header.0 == "content-length");
        let first = lengths.next().map(|header| header.1.as_str());
        let is_doubtful = lengths.any(|header| Some(header.1.as_str()) != first);
        let codings = self.headers.iter().filter(|header| header.0 == "transfer-encoding");
        let codings: Vec<&str> = codings.map(|header| header.1.as_str()).collect();
        match (codings.as_slice(), first) {
            _ if is_doubtful => Err(400),
            ([], Some(length)) if !length.is_empty() && length.bytes().all(|byte| byte.is_ascii_digit()) => {
                length.parse().map(Length::Known).map_err(|_| 413)
            }
            ([], Some(_)) => Err(400),
            ([], None) if is_request => Ok(Length::Known(0)),
            ([], None) => Ok(Length::ToEnd),
            ([coding], None) if coding.eq_ignore_ascii_case("chunked") && self.is_new => Ok(Length::Chunked),
            ([coding], _) if coding.eq_ignore_ascii_case("chunked") && !is_request => Ok(Length::Chunked),
            ([_, ..], Some(_)) => Err(400),
            _ => Err(501),
        }
    }
}

/// Decodes the percent signs of a text, and its plus signs if they stand for blanks.
fn decoded(text: &str, plus: bool) -> String {
    if !text.contains(['%', '+']) {
        return text.to_owned();
    }
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).and_then(|&byte| char::from(byte).to_digit(16));
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        match (bytes[at], digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.push((high << 4 | low) as u8);
                at += 2;
            }
            (b'+', ..) if plus => out.push(b' '),
            (byte, ..) => out.push(byte),
        }
        at += 1;
    }
    String::from_utf8(out).unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect())
}

/// Makes terms of requests.
struct Making<'m> {
    m: &'m mut Machine,
    items: Vec<Cell>,
}

impl Making<'_> {
    fn atom(&mut self, text: &str) -> Cell {
        new_atom(self.m, text)
    }

    fn term(&mut self, name: &str, args: &[Cell]) -> Cell {
        let name = self.m.intern(name);
        self.m.heap.new_term(name, args)
    }

    fn add(&mut self, name: &str, arg: Cell) {
        let term = self.term(name, &[arg]);
        self.items.push(term);
    }

    fn list(&mut self, items: &[Cell]) -> Cell {
        self.m.heap.new_list(items, Cell::NIL)
    }

    /// Makes a list of `Name=Value` of texts between marks.
    fn pairs(&mut self, text: &str, mark: char, decode: bool) -> Cell {
        let parts = text.split(mark).map(str::trim).filter(|part| !part.is_empty());
        let mut pairs = Vec::new();
        for part in parts {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let (name, value) = match decode {
                true => (decoded(name, true), decoded(value, true)),
                false => (name.to_owned(), value.trim_matches('"').to_owned()),
            };
            let (name, value) = (self.atom(&name), self.atom(&value));
            pairs.push(self.term("=", &[name, value]));
        }
        self.list(&pairs)
    }

    /// Makes the list of `media(Type/Subtype, [], Quality, [])` of what a client accepts.
    fn media(&mut self, text: &str) -> Cell {
        let mut found = Vec::new();
        for range in text.split(',') {
            let mut parts = range.split(';').map(str::trim);
            let Some((kind, sub)) = parts.next().and_then(|kind| kind.split_once('/')) else {
                continue;
            };
            let quality = parts.find_map(|part| part.strip_prefix("q=")?.trim().parse::<f64>().ok());
            let [kind, sub] = [kind, sub].map(|part| match part {
                "*" => self.m.heap.new_var(),
                part => self.atom(part),
            });
            let quality = self.m.heap.new_float(quality.unwrap_or(1.0));
            let range = self.term("/", &[kind, sub]);
            found.push(self.term("media", &[range, Cell::NIL, quality, Cell::NIL]));
        }
        self.list(&found)
    }

    fn header(&mut self, name: &str, value: &str) {
        let key = name.replace('-', "_");
        match name {
            "host" => {
                let (host, port) = match value.rsplit_once(':') {
                    Some((host, port)) if !port.contains(']') => (host, port.parse::<u16>().ok()),
                    _ => (value, None),
                };
                let host = self.atom(host);
                self.add("host", host);
                if let Some(port) = port {
                    self.add("port", Cell::int(port.into()));
                }
            }
            "content-length" => {
                let length = value.parse().unwrap_or(0);
                self.add(&key, Cell::int(length));
            }
            "cookie" => {
                let cookies = self.pairs(value, ';', false);
                self.add(&key, cookies);
            }
            "accept" => {
                let media = self.media(value);
                self.add(&key, media);
            }
            _ => {
                let value = self.atom(value);
                self.add(&key, value);
            }
        }
    }
}

/// Makes the term of a request by a protocol from an address, as SWI-Prolog has it. `input` is the stream of its body.
pub(crate) fn request_term(
    m: &mut Machine,
    head: &Head,
    (scheme, peer): (&str, IpAddr),
    input: Cell,
) -> Result<Cell, Stop> {
    let bytes: usize = head.headers.iter().map(|header| header.1.len()).sum();
    m.reserve(256 + 16 * head.headers.len() + 4 * (bytes + head.target.len()))?;
    let mut making = Making { m, items: Vec::new() };
    let scheme = making.atom(scheme);
    making.add("protocol", scheme);
    let peer = ip_term(making.m, peer);
    making.add("peer", peer);
    making.add("input", input);
    let method = making.atom(&head.method.to_ascii_lowercase());
    making.add("method", method);
    let uri = making.atom(&head.target);
    making.add("request_uri", uri);
    // A proxy may send the whole address.
    let target = match head.target.split_once("://") {
        Some((_, rest)) => rest.find('/').map_or("/", |at| &rest[at..]),
        None => &head.target,
    };
    let target = target.split('#').next().unwrap_or_default();
    let (path, search) = target
        .split_once('?')
        .map_or((target, None), |(path, search)| (path, Some(search)));
    let path = making.atom(&decoded(path, false));
    making.add("path", path);
    if let Some(search) = search {
        let pairs = making.pairs(search, '&', true);
        making.add("search", pairs);
    }
    let version = making.term("-", &[Cell::int(1), Cell::int(head.is_new.into())]);
    making.add("http_version", version);
    for (name, value) in &head.headers {
        making.header(name, value);
    }
    let items = std::mem::take(&mut making.items);
    Ok(making.list(&items))
}

/// The reply as a handler has written it: lines of a head, an empty line, a body.
pub(crate) struct WrittenReply {
    pub(crate) status: String,
    /// The lines that are sent, without status, length and connection.
    lines: Vec<u8>,
    /// Whether the handler wants to send parts as they come.
    pub(crate) is_chunked: bool,
    pub(crate) closes: bool,
    /// Whether the body is text.
    pub(crate) is_text: bool,
    /// The length that the handler has said.
    pub(crate) length: Option<u64>,
    /// Where the body begins.
    pub(crate) body: usize,
}

/// Returns the end of a head, and where the body begins.
fn end_of_head(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut at = 0;
    while let Some(found) = bytes[at..].iter().position(|&byte| byte == b'\n') {
        let next = at + found + 1;
        match &bytes[next..] {
            [b'\n', ..] => return Some((next, next + 1)),
            [b'\r', b'\n', ..] => return Some((next, next + 2)),
            _ => at = next,
        }
    }
    None
}

impl WrittenReply {
    /// Reads what a handler has written; `None` if the head has no end.
    pub(crate) fn read(bytes: &[u8]) -> Option<WrittenReply> {
        let (end, body) = end_of_head(bytes)?;
        let mut written = WrittenReply {
            status: "200 OK".to_owned(),
            lines: Vec::new(),
            is_chunked: false,
            closes: false,
            is_text: true,
            length: None,
            body,
        };
        for line in String::from_utf8_lossy(&bytes[..end]).lines() {
            let Some((name, value)) = line.split_once(':') else {
                continue;
            };
            let (name, value) = (name.trim(), value.trim());
            let is_plain = |text: &str| !text.chars().any(char::is_control);
            if name.is_empty() || !is_plain(name) || !is_plain(value) {
                continue;
            }
            match name.to_ascii_lowercase().as_str() {
                "status" => written.status = value.to_owned(),
                "transfer-encoding" => written.is_chunked |= value.eq_ignore_ascii_case("chunked"),
                "connection" => written.closes |= value.eq_ignore_ascii_case("close"),
                "content-length" => written.length = value.parse().ok(),
                "content-type" => written.content_type(value),
                _ => written.line(name, value),
            }
        }
        if !written.status.starts_with(|c: char| c.is_ascii_digit()) {
            written.status.insert_str(0, "500 ");
        }
        // A blank stands behind the number, also without a reason.
        if !written.status.contains(' ') {
            written.status.push(' ');
        }
        Some(written)
    }

    fn line(&mut self, name: &str, value: &str) {
        self.lines.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
    }

    fn content_type(&mut self, value: &str) {
        let kind = value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        let is_like = |end: &str| kind.ends_with(&format!("/{end}")) || kind.ends_with(&format!("+{end}"));
        let has_charset = value.to_ascii_lowercase().contains("charset");
        self.is_text = has_charset
            || kind.starts_with("text/")
            || ["xml", "json", "javascript", "x-prolog"].into_iter().any(is_like);
        if kind.starts_with("text/") && !has_charset {
            self.line("Content-Type", &format!("{value}; charset=UTF-8"));
        } else {
            self.line("Content-Type", value);
        }
    }

    /// Whether a reply of this status has no body, not even an empty one.
    pub(crate) fn is_empty(&self) -> bool {
        self.status.starts_with('1') || self.status.starts_with("204") || self.status.starts_with("304")
    }

    /// Returns the head that is sent. `length` is that of the body; `None` if it is sent in chunks.
    pub(crate) fn head(&self, length: Option<u64>, keeps: bool) -> Vec<u8> {
        let mut out = Vec::with_capacity(128 + self.lines.len());
        let connection = if keeps { "Keep-Alive" } else { "close" };
        // Writing to memory does not fail.
        let _written = write!(
            out,
            "HTTP/1.1 {}\r\nDate: {}\r\nConnection: {connection}\r\n",
            self.status,
            now()
        );
        let _written = match length {
            _ if self.is_empty() => Ok(()),
            Some(length) => write!(out, "Content-Length: {length}\r\n"),
            None => write!(out, "Transfer-Encoding: chunked\r\n"),
        };
        out.extend_from_slice(&self.lines);
        out.extend_from_slice(b"\r\n");
        out
    }
}

/// Returns the characters of a text in UTF-8 as bytes, if each fits into one.
pub(crate) fn octets(bytes: Vec<u8>) -> Vec<u8> {
    let text = match str::from_utf8(&bytes) {
        Ok(text) if !text.is_ascii() => text,
        _ => return bytes,
    };
    let octets: Result<Vec<u8>, _> = text.chars().map(u8::try_from).collect();
    octets.unwrap_or(bytes)
}

/// Returns the time of day in the form of HTTP.
fn now() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    http_date(now.map_or(0, |now| now.as_secs()))
}

/// Returns a time, in seconds after 1970 in UTC, in the form of HTTP. RFC 9110, 5.6.7.
pub(crate) fn http_date(seconds: u64) -> String {
    const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] = [
        "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "Feb",
    ];
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Years that begin in March end with the leap day.
    let since = days + 719_468;
    let (era, of_era) = (since / 146_097, since % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let year = era * 400 + year + u64::from(month >= 10);
    let at = |names: &[&'static str], number: u64| names.get(number as usize).copied().unwrap_or_default();
    let (weekday, month) = (at(&DAYS, days % 7), at(&MONTHS, month.min(11)));
    let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60);
    format!("{weekday}, {day:02} {month} {year} {hour:02}:{minute:02}:{second:02} GMT")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read_or_refused() {
        let length = |text: &str| {
            let (head, _) = read_head(text.as_bytes(), true)?.ok_or(0_u16)?;
            head.length(true)
        };
        assert_eq!(length("GET / HTTP/1.1\r\nHost: a\r\n\r\n"), Ok(Length::Known(0)));
        assert_eq!(length("GET / HTTP/1.1\r\nHost: a\r\n"), Err(0));
        assert_eq!(
            length("POST / HTTP/1.1\r\nContent-Length: 12\r\n\r\n"),
            Ok(Length::Known(12))
        );
        assert_eq!(
            length("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"),
            Ok(Length::Chunked)
        );
        for (text, fault) in [
            ("nonsense\r\n\r\n", 400),
            ("GET / HTTP/3.9\r\n\r\n", 505),
            ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
            (
                "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
                400,
            ),
            ("POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
            ("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
        ] {
            assert_eq!(length(text), Err(fault), "{text}");
        }
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(MOST_HEADERS + 1));
        assert_eq!(length(&many), Err(431));
    }

    #[test]
    fn replies_of_handlers_are_read() {
        let written =
            WrittenReply::read(b"Status: 404 Not Found\nContent-type: text/html\nX: a\r\n\r\nbody").expect("a head");
        let head = String::from_utf8(written.head(Some(4), false)).expect("text");
        assert!(head.starts_with("HTTP/1.1 404 Not Found\r\nDate: "), "{head}");
        assert!(
            head.ends_with("Content-Length: 4\r\nContent-Type: text/html; charset=UTF-8\r\nX: a\r\n\r\n"),
            "{head}"
        );
        assert!(WrittenReply::read(b"no head").is_none());
        assert!(
            !WrittenReply::read(b"Content-type: image/png\n\n")
                .expect("a head")
                .is_text
        );
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(http_date(0), "Thu, 01 Jan 1970 00:00:00 GMT");
        assert_eq!(http_date(784_111_777), "Sun, 06 Nov 1994 08:49:37 GMT");
        assert_eq!(http_date(951_782_400), "Tue, 29 Feb 2000 00:00:00 GMT");
    }

    #[test]
    fn percent_signs_are_decoded() {
        assert_eq!(decoded("a%20b+c%C3%B6%zz", true), "a b cö%zz");
        assert_eq!(decoded("a+b%FF", false), "a+bÿ");
    }
}
