//! YAML as terms, under `texts/foreign/yaml.pl`: mappings as dicts, sequences as lists, scalars as strings, numbers and
//! the atoms true, false and null.

use data_encoding::BASE64_MIME_PERMISSIVE;
use rustc_hash::FxHashMap;
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Tag};

use ferz_engine::native::args::list_arg::new_list;
use ferz_engine::native::args::number_text::parse_number;
use ferz_engine::native::args::text_arg::{atomic_text, need_text, new_atom, new_string, text_atom};
use ferz_engine::native::terms::{Cell, View, order};
use ferz_engine::native::{Machine, Native, Step, Stop, det};

pub(crate) const TABLE: &[Native] = &[
    det!("$yaml_read(+text, -term)", 2, yaml_read_2).doc("Unifies term with the first document of a text in YAML."),
    det!("$yaml_style(+text, -style)", 2, yaml_style_2).doc(
        "Unifies style with plain if a text without quotes would be read as a string, typed if as something else, and \
         quoted if it needs quotes.",
    ),
];

/// Bytes set aside for a node beside its text, and the share of the text that the scanner may keep.
const NODE: usize = 64;
const SCANNED: usize = 8;
/// The prefix of the names of YAML's types.
const CORE: &str = "tag:yaml.org,2002:";

fn yaml_read_2(m: &mut Machine, text: Cell, term: Cell) -> Step {
    let text = need_text(m, text)?;
    let mut reading = Reading::default();
    let mut aside = text.len().saturating_mul(SCANNED);
    m.set_aside(aside)?;
    let read = reading.document(m, &text, &mut aside);
    m.limits.take_back(aside);
    let found = read?;
    m.unify(term, found)
}

fn yaml_style_2(m: &mut Machine, text: Cell, style: Cell) -> Step {
    let text = atomic_text(m, text).ok_or(Stop::Fail)?;
    let name = match scalar_type(&text) {
        Scalar::Text if is_plain(&text) => "plain",
        Scalar::Text => "quoted",
        _ => "typed",
    };
    let name = new_atom(m, name);
    m.unify(style, name)
}

/// Whether the scanner reads a text without quotes as itself, as an element and as a key.
fn is_plain(text: &str) -> bool {
    // At the beginning of a line these are marks of documents.
    if text.contains('\n') || text.starts_with("---") || text.starts_with("...") {
        return false;
    }
    let line = format!("- {text}: {text}\n");
    let mut parser = Parser::new_from_str(&line);
    let mut scalars = 0;
    while let Some(event) = parser.next_event() {
        match event {
            Ok((Event::Scalar(value, ScalarStyle::Plain, 0, None), _)) if value == text => scalars += 1,
            Ok((
                Event::SequenceStart(0, None)
                | Event::SequenceEnd
                | Event::MappingStart(0, None)
                | Event::MappingEnd
                | Event::StreamStart
                | Event::StreamEnd
                | Event::DocumentStart(_)
                | Event::DocumentEnd,
                _,
            )) => {}
            _ => return false,
        }
    }
    scalars == 2
}

/// A collection whose end has not come.
struct OpenCollection {
    /// Of a sequence the elements, of a mapping keys and values in turn.
    items: Vec<Cell>,
    is_map: bool,
    anchor: usize,
    tag: Option<String>,
}

#[derive(Default)]
struct Reading {
    open: Vec<OpenCollection>,
    /// The nodes with anchors, by number. Those that are not complete are variables.
    anchors: FxHashMap<usize, Cell>,
    done: Option<Cell>,
}

impl Reading {
    fn document(&mut self, m: &mut Machine, text: &str, aside: &mut usize) -> Result<Cell, Stop> {
        let mut parser = Parser::new_from_str(text);
        while self.done.is_none() {
            m.poll()?;
            let Some(event) = parser.next_event() else { break };
            let (event, _) = event.map_err(|error| fault(m, &error))?;
            m.set_aside(NODE)?;
            *aside += NODE;
            match event {
                Event::Scalar(value, style, anchor, tag) => {
                    let tag = tag.map(|tag| full(&tag));
                    let node = scalar(m, &value, style, tag)?;
                    self.add(m, node, anchor)?;
                }
                Event::SequenceStart(anchor, tag) => self.begin(m, false, anchor, tag.map(|tag| full(&tag)))?,
                Event::MappingStart(anchor, tag) => self.begin(m, true, anchor, tag.map(|tag| full(&tag)))?,
                Event::SequenceEnd | Event::MappingEnd => {
                    let Some(open) = self.open.pop() else { continue };
                    let node = if open.is_map {
                        dict(m, &open.items)?
                    } else {
                        new_list(m, &open.items)?
                    };
                    let node = tagged(m, open.tag, node)?;
                    self.add(m, node, open.anchor)?;
                }
                Event::Alias(anchor) => {
                    let Some(&node) = self.anchors.get(&anchor) else {
                        return Err(m.syntax_error("unknown anchor"));
                    };
                    self.add(m, node, 0)?;
                }
                _ => {}
            }
        }
        Ok(self.done.unwrap_or_else(|| new_atom(m, "null")))
    }

    fn begin(&mut self, m: &mut Machine, is_map: bool, anchor: usize, tag: Option<String>) -> Step {
        if anchor != 0 {
            m.reserve(1)?;
            let variable = m.heap.new_var();
            self.anchors.insert(anchor, variable);
        }
        self.open.push(OpenCollection {
            items: Vec::new(),
            is_map,
            anchor,
            tag,
        });
        Ok(())
    }

    /// Adds a node to the innermost collection.
    fn add(&mut self, m: &mut Machine, node: Cell, anchor: usize) -> Step {
        if anchor != 0
            && let Some(variable) = self.anchors.insert(anchor, node)
        {
            m.unify(variable, node)?;
        }
        match self.open.last_mut() {
            Some(open) => open.items.push(node),
            None => self.done = Some(node),
        }
        Ok(())
    }
}

fn fault(m: &mut Machine, error: &ScanError) -> Stop {
    let text = format!("yaml: line {}: {}", error.marker().line(), error.info());
    m.syntax_error(&text)
}

fn full(tag: &Tag) -> String {
    format!("{}{}", tag.handle, tag.suffix)
}

/// Builds a dict of keys and values in turn.
fn dict(m: &mut Machine, items: &[Cell]) -> Result<Cell, Stop> {
    let mut pairs = Vec::with_capacity(items.len() / 2);
    for pair in items.chunks_exact(2) {
        pairs.push((key(m, pair[0])?, pair[1]));
    }
    pairs.sort_by(|a, b| order::compare(&m.heap, &m.atoms, a.0, b.0));
    m.check_walks()?;
    if let Some(twice) = pairs.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        let key = twice[0].0;
        let name = m.intern("duplicate_key");
        m.reserve(2)?;
        let formal = m.heap.new_term(name, &[key]);
        return Err(m.throw_error(formal));
    }
    let mut arguments = vec![new_atom(m, "yaml")];
    arguments.extend(pairs.into_iter().flat_map(|(key, value)| [key, value]));
    let name = m.intern("$dict");
    m.reserve(arguments.len() + 1)?;
    Ok(m.heap.new_term(name, &arguments))
}

/// Returns the key of a dict for a node: an atom or a small integer.
fn key(m: &mut Machine, node: Cell) -> Result<Cell, Stop> {
    match m.view(node) {
        View::String(_) => {
            let text = atomic_text(m, node).unwrap_or_default();
            text_atom(m, &text)
        }
        View::Atom(_) | View::Int(_) => Ok(m.deref(node)),
        _ => {
            let (name, kind) = (m.intern("type_error"), new_atom(m, "dict-key"));
            let formal = m.heap.new_term(name, &[kind, node]);
            Err(m.throw_error(formal))
        }
    }
}

/// Builds `tag(tag, node)`, unless the tag says what the node is already.
fn tagged(m: &mut Machine, tag: Option<String>, node: Cell) -> Result<Cell, Stop> {
    let Some(tag) = tag else { return Ok(node) };
    if matches!(tag.strip_prefix(CORE), Some("map" | "seq" | "str")) || tag == "!" {
        return Ok(node);
    }
    let tag = text_atom(m, &tag)?;
    let name = m.intern("tag");
    m.reserve(3)?;
    Ok(m.heap.new_term(name, &[tag, node]))
}

/// The value of a scalar without quotes.
#[derive(PartialEq, Debug)]
enum Scalar {
    Null,
    True,
    False,
    /// A number, as Prolog reads it.
    Number(String),
    Infinite(f64),
    Text,
}

fn scalar_type(text: &str) -> Scalar {
    match text {
        "null" | "Null" | "NULL" | "~" => return Scalar::Null,
        "true" | "True" | "TRUE" => return Scalar::True,
        "false" | "False" | "FALSE" => return Scalar::False,
        ".inf" | ".Inf" | ".INF" | "+.inf" => return Scalar::Infinite(f64::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => return Scalar::Infinite(f64::NEG_INFINITY),
        ".nan" | ".NaN" | ".NAN" => return Scalar::Infinite(f64::NAN),
        _ => {}
    }
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if let Some(hex) = text.strip_prefix("0x")
        && !hex.is_empty()
        && hex.bytes().all(|b| b.is_ascii_hexdigit())
    {
        return Scalar::Number(text.to_owned());
    }
    if let Some(octal) = text.strip_prefix("0o")
        && !octal.is_empty()
        && octal.bytes().all(|b| (b'0'..b'8').contains(&b))
    {
        return Scalar::Number(text.to_owned());
    }
    let (sign, unsigned) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text),
    };
    if digits(unsigned) {
        return match unsigned.starts_with('0') && unsigned.len() > 1 {
            true => Scalar::Text,
            false => Scalar::Number(text.to_owned()),
        };
    }
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_float = (digits(whole) || whole.is_empty())
        && (digits(part) || part.is_empty())
        && !(whole.is_empty() && part.is_empty())
        && exponent.is_none_or(|e| digits(e.strip_prefix(['+', '-']).unwrap_or(e)));
    if !is_float {
        return Scalar::Text;
    }
    let whole = if whole.is_empty() { "0" } else { whole };
    let part = if part.is_empty() { "0" } else { part };
    let exponent = exponent.map_or(String::new(), |e| format!("e{e}"));
    Scalar::Number(format!("{sign}{whole}.{part}{exponent}"))
}

fn scalar(m: &mut Machine, text: &str, style: ScalarStyle, tag: Option<String>) -> Result<Cell, Stop> {
    let core = tag.as_deref().and_then(|tag| tag.strip_prefix(CORE));
    match core {
        Some("str") => return new_string(m, text),
        Some("null") => return Ok(new_atom(m, "null")),
        Some("binary") => {
            let bytes = BASE64_MIME_PERMISSIVE.decode(text.as_bytes());
            let bytes = bytes.map_err(|_| m.syntax_error("yaml: illegal base64"))?;
            let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
            return new_string(m, &text);
        }
        Some("int" | "float" | "bool") => {
            let kind = scalar_type(text);
            if kind == Scalar::Text {
                return Err(m.syntax_error("yaml: the text is not of the type of its tag"));
            }
            let number = value(m, &kind, text)?;
            let float = match m.view(number) {
                View::Int(whole) if core == Some("float") => Some(whole as f64),
                _ => None,
            };
            return match float {
                Some(float) => {
                    m.reserve(2)?;
                    Ok(m.heap.new_float(float))
                }
                None => Ok(number),
            };
        }
        _ => {}
    }
    let kind = match style {
        ScalarStyle::Plain if tag.is_none() => scalar_type(text),
        _ => Scalar::Text,
    };
    let node = value(m, &kind, text)?;
    tagged(m, tag, node)
}

fn value(m: &mut Machine, kind: &Scalar, text: &str) -> Result<Cell, Stop> {
    match kind {
        Scalar::Null => Ok(new_atom(m, "null")),
        Scalar::True => Ok(new_atom(m, "true")),
        Scalar::False => Ok(new_atom(m, "false")),
        Scalar::Infinite(float) => {
            m.reserve(2)?;
            Ok(m.heap.new_float(*float))
        }
        Scalar::Number(number) => number_cell(m, number),
        Scalar::Text => new_string(m, text),
    }
}

fn number_cell(m: &mut Machine, text: &str) -> Result<Cell, Stop> {
    let number = parse_number(m, text);
    m.check_walks()?;
    match number {
        Some(number) => {
            m.reserve(text.len() / 8 + 4)?;
            Ok(m.heap.new_number(&number))
        }
        None => new_string(m, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_without_quotes() {
        for text in [
            "",
            "yes",
            "017",
            "+12",
            "1_000",
            "12abc",
            "1.5.2",
            "0b101",
            "-",
            ".",
            "e3",
            "2001-01-01",
            "-- 1",
            "0x",
        ] {
            assert_eq!(scalar_type(text), Scalar::Text, "{text}");
        }
        for (text, number) in [
            ("12", "12"),
            ("-1", "-1"),
            ("0x1F", "0x1F"),
            ("0o17", "0o17"),
            ("1e3", "1.0e3"),
            ("-.5", "-0.5"),
            ("2.", "2.0"),
        ] {
            assert_eq!(scalar_type(text), Scalar::Number(number.to_owned()), "{text}");
        }
    }
}
