//! The declarations in the document type of an XML document: entities, attributes, and elements without texts.

use rustc_hash::{FxHashMap, FxHashSet};

/// The value of an entity.
pub(super) enum Entity {
    /// This text.
    Text(String),
    /// A file of this name, which is not read.
    File(String),
}

/// A declared attribute.
pub(super) struct Attribute {
    pub name: String,
    /// Whether its value is a list of names.
    pub is_list: bool,
    /// Its value where it is not given.
    pub default: Option<String>,
}

/// The declarations of a document.
#[derive(Default)]
pub(super) struct Declared {
    pub doctype: String,
    pub entities: FxHashMap<String, Entity>,
    pub attributes: FxHashMap<String, Vec<Attribute>>,
    /// Elements that contain only elements.
    pub structured: FxHashSet<String>,
}

impl Declared {
    /// Reads what stands between `<!DOCTYPE` and the `>` that ends it. What it does not know is skipped.
    pub(super) fn read(&mut self, text: &str) {
        let text = text.trim_start();
        let end = text.find(|c: char| c.is_whitespace() || c == '[').unwrap_or(text.len());
        text[..end].clone_into(&mut self.doctype);
        let Some((_, subset)) = text.split_once('[') else {
            return;
        };
        let mut scan = Scan(subset);
        while let Some(at) = scan.0.find(['<', ']']) {
            let rest = &scan.0[at..];
            if rest.starts_with(']') {
                return;
            }
            if let Some(comment) = rest.strip_prefix("<!--") {
                scan.0 = comment.split_once("-->").map_or("", |(_, rest)| rest);
            } else if let Some(rest) = rest.strip_prefix("<?") {
                scan.0 = rest.split_once("?>").map_or("", |(_, rest)| rest);
            } else if let Some(rest) = rest.strip_prefix("<!") {
                scan.0 = rest;
                match scan.word() {
                    "ENTITY" => self.entity(&mut scan),
                    "ATTLIST" => self.attribute_list(&mut scan),
                    "ELEMENT" => self.element(&mut scan),
                    _ => {}
                }
                scan.skip_declaration();
            } else {
                scan.0 = &rest[1..];
            }
        }
    }

    fn entity(&mut self, scan: &mut Scan<'_>) {
        let name = scan.word();
        // An entity of declarations.
        if name == "%" {
            return;
        }
        let first = scan.token();
        let entity = match first {
            DtdToken::Quoted(text) => Entity::Text(text.to_owned()),
            DtdToken::Word("PUBLIC") => {
                scan.token();
                match scan.token() {
                    DtdToken::Quoted(file) => Entity::File(file.to_owned()),
                    _ => return,
                }
            }
            DtdToken::Word("SYSTEM") => match scan.token() {
                DtdToken::Quoted(file) => Entity::File(file.to_owned()),
                _ => return,
            },
            _ => return,
        };
        // The first declaration counts.
        self.entities.entry(name.to_owned()).or_insert(entity);
    }

    fn attribute_list(&mut self, scan: &mut Scan<'_>) {
        let element = scan.word().to_owned();
        let list = self.attributes.entry(element).or_default();
        while let DtdToken::Word(name) = scan.token() {
            let kind = scan.token();
            if kind == DtdToken::Word("NOTATION") {
                scan.token();
            }
            let is_list = matches!(kind, DtdToken::Word("NMTOKENS" | "IDREFS" | "ENTITIES"));
            let default = match scan.token() {
                DtdToken::Quoted(value) => Some(value),
                DtdToken::Word("#FIXED") => match scan.token() {
                    DtdToken::Quoted(value) => Some(value),
                    _ => return,
                },
                DtdToken::Word(_) => None,
                _ => return,
            };
            if !list.iter().any(|known| known.name == name) {
                list.push(Attribute {
                    name: name.to_owned(),
                    is_list,
                    default: default.map(str::to_owned),
                });
            }
        }
    }

    fn element(&mut self, scan: &mut Scan<'_>) {
        let name = scan.word().to_owned();
        let model = scan.0.split('>').next().unwrap_or("");
        if model.contains('(') && !model.contains("#PCDATA") {
            self.structured.insert(name);
        }
    }
}

/// A part of a declaration.
#[derive(PartialEq)]
enum DtdToken<'t> {
    Word(&'t str),
    Quoted(&'t str),
    /// A list in parentheses.
    Group,
    End,
}

/// The text that is left.
struct Scan<'t>(&'t str);

impl<'t> Scan<'t> {
    fn word(&mut self) -> &'t str {
        match self.token() {
            DtdToken::Word(word) => word,
            _ => "",
        }
    }

    fn token(&mut self) -> DtdToken<'t> {
        let text = self.0.trim_start();
        let Some(c) = text.chars().next() else {
            self.0 = text;
            return DtdToken::End;
        };
        match c {
            '>' => {
                self.0 = text;
                DtdToken::End
            }
            '"' | '\'' => {
                let (inner, rest) = text[1..].split_once(c).unwrap_or((&text[1..], ""));
                self.0 = rest;
                DtdToken::Quoted(inner)
            }
            '(' => {
                self.0 = text.split_once(')').map_or("", |(_, rest)| rest);
                DtdToken::Group
            }
            _ => {
                let end = text
                    .find(|c: char| c.is_whitespace() || matches!(c, '>' | '"' | '\'' | '('))
                    .unwrap_or(text.len());
                let (word, rest) = text.split_at(end);
                self.0 = rest;
                DtdToken::Word(word)
            }
        }
    }

    /// Goes behind the `>` that ends a declaration.
    fn skip_declaration(&mut self) {
        loop {
            match self.token() {
                DtdToken::End => break,
                DtdToken::Word("") => self.0 = "",
                _ => {}
            }
        }
        self.0 = self.0.strip_prefix('>').unwrap_or(self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_read() {
        let mut declared = Declared::default();
        declared.read(
            " a SYSTEM 'a.dtd' [ <!-- > --> <!ENTITY foo 'b>r'> <!ENTITY % p 'x'> %p; <!ENTITY f SYSTEM 'f.txt'>\
             <!ELEMENT a (b , c)> <!ELEMENT b (#PCDATA)> <?pi ]> ?>\
             <!ATTLIST a z CDATA 'd' n (x|y) #IMPLIED l NMTOKENS #FIXED \"p q\">]",
        );
        assert_eq!(declared.doctype, "a");
        assert!(matches!(&declared.entities["foo"], Entity::Text(text) if text == "b>r"));
        assert!(matches!(&declared.entities["f"], Entity::File(file) if file == "f.txt"));
        assert!(declared.structured.contains("a") && !declared.structured.contains("b"));
        let list: Vec<_> = declared.attributes["a"]
            .iter()
            .map(|attribute| (attribute.name.as_str(), attribute.is_list, attribute.default.as_deref()))
            .collect();
        assert_eq!(
            list,
            [("z", false, Some("d")), ("n", false, None), ("l", true, Some("p q"))]
        );
        // A declaration that is cut off ends the reading.
        for text in [
            "",
            "a [",
            "a [<!ENTITY",
            "a [<!ATTLIST a b",
            "a [<!ENTITY x 'y",
            "a [<!-- ",
            "a [<!",
        ] {
            Declared::default().read(text);
        }
    }
}
