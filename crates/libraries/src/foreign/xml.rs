//! XML as terms, under `texts/foreign/sgml.pl`. Faults of a document become messages, and reading goes on, as
//! SWI-Prolog does.

use quick_xml::Reader;
use quick_xml::events::attributes::AttrError;
use quick_xml::events::{BytesStart, Event};

use super::dom::{DocumentShape, Messages, WHITE, WhiteSpace, attribute, element, instruction, is_blank, qualified};
use super::dtd::{Declared, Entity};
use ferz_engine::native::args::list_arg::{count, new_list};
use ferz_engine::native::args::stream_arg::atom_name;
use ferz_engine::native::args::text_arg::{Made, need_text, text_atom};
use ferz_engine::native::errors::Type;
use ferz_engine::native::terms::Cell;
use ferz_engine::native::{Machine, Native, Step, Stop, det};

pub(crate) const TABLE: &[Native] = &[det!(
    "$xml_dom(+text, +dialect, +shape, +errors, -dom)",
    5,
    xml_dom_5
)
.doc(
    "Unifies dom with dom(Content, Doctype, Messages, Errors) for the text of a document; Errors is their number. Dialect is xml, xmlns or sgml; \
         shape is shape(Space, Values, Texts); errors is how many are allowed.",
)];

/// Bytes set aside for an open element, and for a part of its content.
const FRAME: usize = 192;
const PART: usize = 16;
/// How deep entities may refer to one another.
const MOST_DEPTH: usize = 20;

fn xml_dom_5(m: &mut Machine, text: Cell, dialect: Cell, shape: Cell, errors: Cell, dom: Cell) -> Step {
    let Some(shape_of) = DocumentShape::of(m, shape) else {
        return Err(m.type_or_instantiation_error(Type::Compound, shape));
    };
    let most = count(m, errors)?;
    let dialect = match atom_name(m, dialect) {
        Some("xmlns") => XmlDialect::Namespaces,
        Some("sgml") => XmlDialect::Sgml,
        _ => XmlDialect::Plain,
    };
    let text = need_text(m, text)?;
    m.set_aside(text.len())?;
    let mut parser = Parser {
        dialect,
        shape: shape_of,
        messages: Messages::new(most),
        declared: Declared::default(),
        open: vec![OpenTag::default()],
        text: String::new(),
        bindings: Vec::new(),
        aside: text.len(),
    };
    parser.open[0].space = Some(shape_of.space);
    let read = parser.read(m, &text);
    m.limits.take_back(parser.aside);
    let content = read?;
    let doctype = text_atom(m, &parser.declared.doctype)?;
    m.reserve(1)?;
    let messages = m.heap.new_var();
    let errors = Cell::int(parser.messages.errors() as i64);
    parser.messages.unify(m, messages)?;
    let name = m.intern("dom");
    m.reserve(5)?;
    let found = m.heap.new_term(name, &[content, doctype, messages, errors]);
    m.unify(dom, found)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum XmlDialect {
    Plain,
    Namespaces,
    /// Names are in lower case, and attributes need no quotes and no values.
    Sgml,
}

/// An element that is not complete.
#[derive(Default)]
struct OpenTag {
    name: String,
    term: Option<Cell>,
    attributes: Vec<Cell>,
    content: Vec<Cell>,
    space: Option<WhiteSpace>,
    /// The bindings of prefixes before it.
    bindings: usize,
    /// Whether it contains only elements.
    structured: bool,
}

struct Parser {
    dialect: XmlDialect,
    shape: DocumentShape,
    messages: Messages,
    declared: Declared,
    /// The open elements, in the document.
    open: Vec<OpenTag>,
    /// The text since the last tag.
    text: String,
    /// Prefixes and their namespaces, the innermost last.
    bindings: Vec<(String, String)>,
    /// The bytes that are set aside.
    aside: usize,
}

impl Parser {
    fn read(&mut self, m: &mut Machine, text: &str) -> Result<Cell, Stop> {
        self.events(m, text, 0)?;
        while self.open.len() > 1 {
            let name = &self.open[self.open.len() - 1].name;
            let message = format!("Inserted omitted end-tag for \"{name}\"");
            self.say(false, text, text.len(), message);
            self.close(m)?;
        }
        self.flush(m, true)?;
        let document = self.open.pop().unwrap_or_default();
        new_list(m, &document.content)
    }

    fn take(&mut self, m: &mut Machine, bytes: usize) -> Step {
        m.set_aside(bytes)?;
        self.aside += bytes;
        Ok(())
    }

    fn say(&mut self, is_error: bool, text: &str, at: usize, message: String) {
        if self.messages.is_over() || !self.messages.count() {
            return;
        }
        let before = &text.as_bytes()[..at.min(text.len())];
        let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
        self.messages.say(is_error, line, message);
    }

    /// Reads a document, or the text of an entity.
    fn events(&mut self, m: &mut Machine, text: &str, depth: usize) -> Step {
        let mut start = 0;
        let mut reader = reader_of(text);
        loop {
            m.poll()?;
            if self.messages.is_over() {
                return Ok(());
            }
            let at = start + usize::try_from(reader.buffer_position()).unwrap_or(0);
            match reader.read_event() {
                Ok(Event::Eof) => return Ok(()),
                Ok(Event::Start(tag)) if tag.name().0.is_empty() => {
                    // It begins no tag: the text goes on behind it.
                    self.say(true, text, at, "Illegal tag".to_owned());
                    self.text.push('<');
                    start = (at + 1).min(text.len());
                    reader = reader_of(&text[start..]);
                }
                Ok(Event::Start(tag)) => self.begin(m, text, at, &tag)?,
                Ok(Event::Empty(tag)) => {
                    self.begin(m, text, at, &tag)?;
                    self.close(m)?;
                }
                Ok(Event::End(tag)) => {
                    let name = self.folded(tag.name().0);
                    self.end(m, text, at, &name)?;
                }
                Ok(Event::Text(part)) => self.add_text(text, at, &part),
                Ok(Event::CData(part)) => self.text.push_str(&part.xml10_content()),
                Ok(Event::PI(part)) => {
                    self.flush(m, false)?;
                    let term = instruction(m, &part)?;
                    self.push(m, term)?;
                }
                Ok(Event::DocType(part)) => self.declared.read(&part),
                Ok(Event::GeneralRef(name)) => self.reference(m, text, at, &name, depth)?,
                Ok(Event::Comment(_) | Event::Decl(_)) => {}
                Err(error) => {
                    self.say(true, text, at, error.to_string());
                    return Ok(());
                }
            }
        }
    }

    fn folded(&self, name: &str) -> String {
        if self.dialect == XmlDialect::Sgml {
            name.to_lowercase()
        } else {
            name.to_owned()
        }
    }

    fn add_text(&mut self, whole: &str, at: usize, part: &quick_xml::events::BytesText<'_>) {
        if part.contains('&') {
            self.say(true, whole, at, "Illegal entity".to_owned());
        }
        let part = part.xml10_content();
        if self.open.len() == 1 && !is_blank(&part) {
            let message = format!("#PCDATA (\"{}\") not allowed here", part.trim_matches(WHITE));
            self.say(false, whole, at, message);
        }
        self.text.push_str(&part);
    }

    /// Adds the text since the last tag to the content of the innermost element.
    fn flush(&mut self, m: &mut Machine, last: bool) -> Step {
        if self.text.is_empty() {
            return Ok(());
        }
        let text = std::mem::take(&mut self.text);
        let outside = self.open.len() == 1;
        let Some(open) = self.open.last() else { return Ok(()) };
        let space = open.space.unwrap_or(self.shape.space);
        let blanks = space == WhiteSpace::Preserve && !outside && !open.structured;
        let kept = space.apply(&text, open.content.is_empty(), last, blanks);
        if let Some(kept) = kept {
            let made = self.shape.texts.make(m, &kept)?;
            self.push(m, made)?;
        }
        Ok(())
    }

    fn push(&mut self, m: &mut Machine, part: Cell) -> Step {
        self.take(m, PART)?;
        if let Some(open) = self.open.last_mut() {
            open.content.push(part);
        }
        Ok(())
    }

    fn begin(&mut self, m: &mut Machine, text: &str, at: usize, tag: &BytesStart<'_>) -> Step {
        self.flush(m, false)?;
        let name = self.folded(tag.name().0);
        let outer = self.open.last().and_then(|open| open.space);
        self.take(m, FRAME + name.len())?;
        let mut attributes = self.attributes(m, text, at, tag)?;
        self.add_defaults(&name, &mut attributes);
        let bindings = self.bindings.len();
        let mut space = outer;
        for (key, value, _) in &attributes {
            if self.dialect == XmlDialect::Namespaces {
                let prefix = match key.strip_prefix("xmlns") {
                    Some("") => "",
                    Some(prefix) if prefix.starts_with(':') => &prefix[1..],
                    _ => continue,
                };
                self.bindings.push((prefix.to_owned(), value.clone()));
            }
        }
        if let Some((_, value, _)) = attributes.iter().find(|attribute| attribute.0 == "xml:space") {
            space = WhiteSpace::of(value).or(outer);
        }
        let term = self.element_name(m, text, at, &name)?;
        let mut cells = Vec::with_capacity(attributes.len());
        for (key, value, is_list) in attributes {
            self.take(m, PART)?;
            let key = self.attribute_name(m, text, at, &key)?;
            let value = self.value(m, &value, is_list)?;
            cells.push(attribute(m, key, value)?);
        }
        self.open.push(OpenTag {
            structured: self.declared.structured.contains(&name),
            name,
            term: Some(term),
            attributes: cells,
            content: Vec::new(),
            space,
            bindings,
        });
        Ok(())
    }

    fn value(&mut self, m: &mut Machine, value: &str, is_list: bool) -> Result<Cell, Stop> {
        if !is_list {
            return self.shape.values.make(m, value);
        }
        let mut items = Vec::new();
        for word in value.split_whitespace() {
            items.push(Made::Atoms.make(m, word)?);
        }
        new_list(m, &items)
    }

    /// The attributes of a tag: names, values, and whether a value is a list.
    fn attributes(
        &mut self,
        m: &mut Machine,
        text: &str,
        at: usize,
        tag: &BytesStart<'_>,
    ) -> Result<Vec<(String, String, bool)>, Stop> {
        let mut faulty = None;
        let mut found = Vec::new();
        if self.dialect != XmlDialect::Sgml {
            for attribute in tag.attributes().with_checks(false) {
                match attribute {
                    Ok(attribute) => found.push((attribute.key.0.to_owned(), attribute.value.into_owned())),
                    Err(error) => {
                        faulty = Some(error);
                        break;
                    }
                }
            }
            if let Some(error) = &faulty {
                let message = match error {
                    AttrError::UnquotedValue(_) => "Unquoted attribute in XML is not allowed".to_owned(),
                    error => format!("Bad attribute list: {error}"),
                };
                self.say(true, text, at, message);
            }
        }
        if self.dialect == XmlDialect::Sgml || faulty.is_some() {
            found.clear();
            for attribute in tag.html_attributes().with_checks(false).flatten() {
                let key = self.folded(attribute.key.0);
                let is_faulty = attribute.value.is_empty() && self.dialect != XmlDialect::Sgml;
                if is_faulty || !key.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | ':')) {
                    continue;
                }
                let value = match &*attribute.value {
                    "" if self.dialect == XmlDialect::Sgml => key.clone(),
                    value => value.to_owned(),
                };
                found.push((key, value));
            }
        }
        let mut values = Vec::with_capacity(found.len());
        for (key, raw) in found {
            let mut value = String::new();
            self.attribute_value(m, text, at, &raw, 0, &mut value)?;
            values.push((key, value, false));
        }
        Ok(values)
    }

    /// Adds what is declared for the attributes of an element.
    fn add_defaults(&self, name: &str, attributes: &mut Vec<(String, String, bool)>) {
        for declared in self.declared.attributes.get(name).into_iter().flatten() {
            match attributes.iter_mut().find(|attribute| attribute.0 == declared.name) {
                Some(attribute) => attribute.2 = declared.is_list,
                None => {
                    if let Some(default) = &declared.default {
                        attributes.push((declared.name.clone(), default.clone(), declared.is_list));
                    }
                }
            }
        }
    }

    /// Appends the value of an attribute: each white space as a space, and entities as what they stand for.
    fn attribute_value(
        &mut self,
        m: &mut Machine,
        text: &str,
        at: usize,
        raw: &str,
        depth: usize,
        out: &mut String,
    ) -> Step {
        let mut rest = raw;
        while let Some(next) = rest.find(['&', '\t', '\n', '\r']) {
            out.push_str(&rest[..next]);
            rest = &rest[next..];
            if let Some(after) = rest.strip_prefix("\r\n") {
                out.push(' ');
                rest = after;
                continue;
            }
            if !rest.starts_with('&') {
                out.push(' ');
                rest = &rest[1..];
                continue;
            }
            let Some((name, after)) = rest[1..].split_once(';').filter(|(name, _)| is_name(name)) else {
                self.say(true, text, at, "Illegal entity".to_owned());
                out.push('&');
                rest = &rest[1..];
                continue;
            };
            rest = after;
            if let Some(c) = character(name) {
                out.push(c);
            } else if let Some(value) = self.entity_text(m, text, at, name, depth)? {
                self.attribute_value(m, text, at, &value, depth + 1, out)?;
            }
        }
        out.push_str(rest);
        Ok(())
    }

    /// Returns the text of a declared entity.
    fn entity_text(
        &mut self,
        m: &mut Machine,
        text: &str,
        at: usize,
        name: &str,
        depth: usize,
    ) -> Result<Option<String>, Stop> {
        m.poll()?;
        let message = match self.declared.entities.get(name) {
            Some(Entity::Text(_)) if depth >= MOST_DEPTH => format!("entity \"{name}\" refers to itself"),
            Some(Entity::Text(value)) => {
                let value = value.clone();
                self.take(m, value.len())?;
                return Ok(Some(value));
            }
            Some(Entity::File(file)) => format!("SYSTEM entity {file} not allowed"),
            None if name.starts_with('#') => format!("Illegal character entity \"{name}\""),
            None => format!("entity \"{name}\" does not exist"),
        };
        self.say(true, text, at, message);
        Ok(None)
    }

    fn reference(&mut self, m: &mut Machine, text: &str, at: usize, name: &str, depth: usize) -> Step {
        if let Some(c) = character(name) {
            self.text.push(c);
            return Ok(());
        }
        if let Some(value) = self.entity_text(m, text, at, name, depth)? {
            self.events(m, &value, depth + 1)?;
        }
        Ok(())
    }

    fn end(&mut self, m: &mut Machine, text: &str, at: usize, name: &str) -> Step {
        let Some(place) = self.open.iter().skip(1).rposition(|open| open.name == name) else {
            let message = format!("Ignored end-tag for \"{name}\" which is not open");
            self.say(false, text, at, message);
            return Ok(());
        };
        while self.open.len() > place + 2 {
            let inner = &self.open[self.open.len() - 1].name;
            let message = format!("Inserted omitted end-tag for \"{inner}\"");
            self.say(false, text, at, message);
            self.close(m)?;
        }
        self.close(m)
    }

    /// Completes the innermost element.
    fn close(&mut self, m: &mut Machine) -> Step {
        m.poll()?;
        self.flush(m, true)?;
        let Some(open) = self.open.pop() else { return Ok(()) };
        self.bindings.truncate(open.bindings);
        let freed = FRAME + open.name.len() + PART * (open.content.len() + open.attributes.len());
        let freed = freed.min(self.aside);
        self.aside -= freed;
        m.limits.take_back(freed);
        let Some(name) = open.term else { return Ok(()) };
        let term = element(m, name, &open.attributes, &open.content)?;
        self.push(m, term)
    }

    fn element_name(&mut self, m: &mut Machine, text: &str, at: usize, name: &str) -> Result<Cell, Stop> {
        if self.dialect != XmlDialect::Namespaces {
            return text_atom(m, name);
        }
        match name.split_once(':') {
            Some((prefix, local)) => self.with_prefix(m, text, at, prefix, local),
            None => match self.namespace("") {
                Some(space) if !space.is_empty() => {
                    let space = space.to_owned();
                    qualified(m, &space, name)
                }
                _ => text_atom(m, name),
            },
        }
    }

    fn attribute_name(&mut self, m: &mut Machine, text: &str, at: usize, name: &str) -> Result<Cell, Stop> {
        match name.split_once(':').filter(|_| self.dialect == XmlDialect::Namespaces) {
            Some((prefix @ ("xml" | "xmlns"), local)) => qualified(m, prefix, local),
            Some((prefix, local)) => self.with_prefix(m, text, at, prefix, local),
            None => text_atom(m, name),
        }
    }

    fn namespace(&self, prefix: &str) -> Option<&str> {
        let bindings = self.bindings.iter().rev();
        let mut found = bindings.filter(|binding| binding.0 == prefix);
        found.next().map(|binding| binding.1.as_str())
    }

    fn with_prefix(&mut self, m: &mut Machine, text: &str, at: usize, prefix: &str, local: &str) -> Result<Cell, Stop> {
        match self.namespace(prefix) {
            Some(space) => {
                let space = space.to_owned();
                qualified(m, &space, local)
            }
            None => {
                self.say(true, text, at, format!("namespace \"{prefix}\" does not exist"));
                qualified(m, prefix, local)
            }
        }
    }
}

/// Makes a reader that does not mind faults.
fn reader_of(text: &str) -> Reader<&[u8]> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    reader
}

/// Whether a text may be the name of an entity.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.len() < 256 && !name.contains(|c: char| c.is_whitespace() || matches!(c, '&' | '<'))
}

/// The character that a reference by number stands for, or one of the five names that all documents have.
fn character(name: &str) -> Option<char> {
    match name {
        "lt" => return Some('<'),
        "gt" => return Some('>'),
        "amp" => return Some('&'),
        "quot" => return Some('"'),
        "apos" => return Some('\''),
        _ => {}
    }
    let digits = name.strip_prefix('#')?;
    let code = match digits.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    char::from_u32(code.ok()?)
}
