//! Help for the cells of a notebook, which are one program.

use std::collections::HashMap;
use std::path::PathBuf;
use std::rc::Rc;

use super::assist::{self, KnownLibrary};
use super::document::{Document, uri_of};
use super::texts::{OpenTexts, OutlinedText};

/// The cells that have run.
#[derive(Debug)]
pub(crate) struct CellTexts {
    texts: OpenTexts,
    library: KnownLibrary,
    /// The names of the texts, by those that a notebook has for its cells.
    names: HashMap<String, String>,
    /// The folder in which files to load are looked for.
    folder: PathBuf,
}

impl Default for CellTexts {
    fn default() -> CellTexts {
        CellTexts {
            texts: OpenTexts::of_one_program(),
            library: KnownLibrary::default(),
            names: HashMap::new(),
            folder: std::env::current_dir().unwrap_or_default(),
        }
    }
}

impl CellTexts {
    /// Keeps the clauses of a cell that was run as the one with the number `count`, in place of those that it had before.
    pub(crate) fn keep(&mut self, cell: &str, count: u64, text: &str) {
        // The numbers have the order of their texts.
        let uri = uri_of(&self.folder.join(format!("{count:09}")).join(format!("In[{count}]")));
        if let Some(before) = self.names.insert(cell.to_owned(), uri.clone()) {
            self.texts.close(&before);
        }
        self.texts.put(&uri, Document::new(text.to_owned(), 0));
    }

    /// Returns a text that is seen while `look` looks at it only.
    fn with<T>(
        &mut self,
        code: &str,
        look: impl FnOnce(&mut OpenTexts, &mut KnownLibrary, &Rc<OutlinedText>) -> Option<T>,
    ) -> Option<T> {
        let uri = uri_of(&self.folder.join("cell"));
        self.texts.put(&uri, Document::new(code.to_owned(), 0));
        let text = self.texts.get(&uri)?;
        let found = look(&mut self.texts, &mut self.library, &text);
        self.texts.close(&uri);
        found
    }

    /// Returns how the name before an offset can go on, and where it begins.
    pub(crate) fn complete(&mut self, code: &str, offset: usize) -> (usize, Vec<String>) {
        let found = self.with(code, |texts, library, text| {
            let found = assist::completion(texts, library, text, offset);
            let mut names: Vec<String> = Vec::new();
            let mut start = None;
            for item in found["items"].as_array()? {
                let edit = &item["textEdit"];
                start = start.or_else(|| text.document.offset(&edit["range"]["start"]));
                let name = edit["newText"].as_str().unwrap_or_default().to_owned();
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            Some((start?, names))
        });
        found.unwrap_or((offset, Vec::new()))
    }

    /// Returns what is known of the predicate at an offset, or of that around it, in Markdown.
    pub(crate) fn help(&mut self, code: &str, offset: usize) -> Option<String> {
        self.with(code, |texts, library, text| {
            let shown = assist::hover(texts, library, text, offset);
            if let Some(shown) = shown["contents"]["value"].as_str() {
                return Some(shown.to_owned());
            }
            let around = assist::signature(texts, library, text, offset);
            let heads = around["signatures"].as_array()?.iter();
            let heads: Vec<&str> = heads.filter_map(|head| head["label"].as_str()).collect();
            Some(format!("```prolog\n{}\n```", heads.join("\n")))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_see_one_another() {
        let mut cells = CellTexts::default();
        cells.keep(
            "a",
            1,
            "% bridge(A, B): é.\nbridge(a, b).\nbridgen(X) :- bridge(X, _).\n",
        );
        cells.keep("b", 2, "way(A, B) :- bridge(A, B).\n");
        let (start, names) = cells.complete("?- é = brid", "?- é = brid".len());
        assert_eq!((start, names), (8, vec!["bridge".to_owned(), "bridgen".to_owned()]));
        let help = cells.help("?- bridge(X, Y).", 5).expect("it is known");
        assert!(
            help.contains("bridge/2") && help.contains("In[1]:2") && help.contains("é."),
            "{help}"
        );
        assert!(
            cells
                .help("?- append(", 10)
                .is_some_and(|help| help.contains("append("))
        );
        // A cell that is run again has its new clauses only.
        cells.keep("a", 3, "nodule(a).\n");
        assert_eq!(cells.complete("?- bridg", 8).1, Vec::<String>::new());
        assert_eq!(cells.complete("?- nodu", 7).1, ["nodule"]);
    }
}
