//! The pages of a site: each with the list of all, a search over predicates and headings, and what runs its examples.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::Path;

use serde_json::json;

use super::html::{Addresses, HeadingMark, coloured, headings, html};
use crate::markup::escaped;

const PAGE: &str = include_str!("page.html");
/// The files beside the pages.
const FILES: [(&str, &str); 2] = [
    ("style.css", include_str!("style.css")),
    ("page.js", include_str!("page.js")),
];
/// The page that is shown first.
pub(super) const INDEX: &str = "index.html";

/// A page to be.
#[derive(Debug)]
pub(super) struct SitePage {
    /// The name of its file.
    pub file: String,
    /// The name of the file that it is made of, empty if there is none: links lead from there, and to a page that has no
    /// program.
    pub origin: String,
    pub title: String,
    /// The heading in the list of pages; none for one that is not listed.
    pub group: Option<&'static str>,
    pub content: PageContent,
    /// The name of the program that its examples need, one of [`DocSite::programs`].
    pub program: Option<String>,
}

/// The content of a page.
#[derive(Debug)]
pub(super) enum PageContent {
    Markdown(String),
    /// The text of a program, whose lines are numbered.
    Source(String),
}

/// A site.
#[derive(Debug)]
pub(super) struct DocSite {
    pub title: String,
    pub pages: Vec<SitePage>,
    /// The texts of programs, by their names.
    pub programs: Vec<(String, String)>,
}

impl DocSite {
    /// Writes the files into a folder, which is made if it is not there; others in it stay. Returns the number of pages.
    pub(super) fn write(&mut self, folder: &Path) -> io::Result<usize> {
        fs::create_dir_all(folder)?;
        self.name_apart();
        let marks: Vec<Vec<HeadingMark>> = self.pages.iter().map(SitePage::headings).collect();
        let addresses = self.addresses(&marks);
        let mut count = 0;
        for page in &self.pages {
            fs::write(folder.join(&page.file), self.page(page, &addresses))?;
            count += 1;
        }
        if !self.pages.iter().any(|page| page.file == INDEX) {
            let index = SitePage {
                file: INDEX.to_owned(),
                origin: String::new(),
                title: self.title.clone(),
                group: None,
                content: PageContent::Markdown(format!("# {}\n", self.title)),
                program: None,
            };
            fs::write(folder.join(INDEX), self.page(&index, &addresses))?;
            count += 1;
        }
        fs::write(folder.join("search.js"), self.search(&marks))?;
        let programs: serde_json::Map<_, _> = self
            .programs
            .iter()
            .map(|(name, text)| (name.clone(), json!(text)))
            .collect();
        fs::write(
            folder.join("programs.js"),
            format!("globalThis.ferzPrograms = {};\n", script(&json!(programs))),
        )?;
        for (name, content) in FILES {
            fs::write(folder.join(name), content)?;
        }
        Ok(count)
    }

    /// Gives pages names that stand in addresses as they are, and pages of the same name different ones.
    fn name_apart(&mut self) {
        let mut used = HashSet::new();
        for page in &mut self.pages {
            let stem = page.file.strip_suffix(".html").unwrap_or(&page.file);
            let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
            let stem = stem.replace(|c| !plain(c), "-");
            page.file = format!("{stem}.html");
            let mut number = 1;
            // Some systems do not tell capitals from small letters.
            while !used.insert(page.file.to_lowercase()) {
                number += 1;
                page.file = format!("{stem}-{number}.html");
            }
        }
    }

    fn addresses(&self, marks: &[Vec<HeadingMark>]) -> Addresses {
        let mut addresses = Addresses::default();
        let made = self.pages.iter().filter(|page| page.program.is_none());
        addresses
            .pages
            .extend(made.map(|page| (page.origin.clone(), page.file.clone())));
        for (page, marks) in self.pages.iter().zip(marks) {
            for mark in marks.iter().filter(|mark| mark.is_predicate) {
                let address = format!("{}#{}", page.file, mark.anchor);
                addresses.predicates.entry(mark.anchor.clone()).or_insert(address);
            }
        }
        addresses
    }

    fn page(&self, page: &SitePage, addresses: &Addresses) -> String {
        let body = match &page.content {
            PageContent::Markdown(text) => html(text, &page.file, &page.origin, addresses),
            PageContent::Source(text) => source(&page.title, text),
        };
        let list = if page.file == INDEX {
            self.contents()
        } else {
            String::new()
        };
        let program = page
            .program
            .as_deref()
            .map(|name| format!(" data-program=\"{}\"", escaped(name)));
        let parts = [
            ("<!--TITLE-->", escaped(&page.title)),
            ("<!--PROGRAM-->", program.unwrap_or_default()),
            ("<!--SITE-->", escaped(&self.title)),
            ("<!--LIST-->", self.list(page)),
            ("<!--BODY-->", body + &list),
        ];
        let mut out = String::with_capacity(PAGE.len() + parts.iter().map(|part| part.1.len()).sum::<usize>());
        let mut rest = PAGE;
        // The parts stand in this order in the page; what they contain is not looked at.
        for (mark, text) in &parts {
            if let Some((before, after)) = rest.split_once(mark) {
                out.push_str(before);
                out.push_str(text);
                rest = after;
            }
        }
        out.push_str(rest);
        out
    }

    /// The groups of pages, in their order.
    fn groups(&self) -> Vec<(&'static str, Vec<&SitePage>)> {
        let mut groups: Vec<(&'static str, Vec<&SitePage>)> = Vec::new();
        for page in &self.pages {
            let Some(name) = page.group else { continue };
            match groups.iter_mut().find(|group| group.0 == name) {
                Some(group) => group.1.push(page),
                None => groups.push((name, vec![page])),
            }
        }
        groups
    }

    /// The list of pages at the side of one.
    fn list(&self, own: &SitePage) -> String {
        let mut out = String::new();
        let groups = self.groups();
        let opened = own.group.or(groups.first().map(|group| group.0));
        for (name, pages) in groups {
            let open = if opened == Some(name) { " open" } else { "" };
            out.push_str(&format!("<details{open}><summary>{name}</summary><ul>"));
            for page in pages {
                let current = if page.file == own.file {
                    " aria-current=\"page\""
                } else {
                    ""
                };
                out.push_str(&page_item(page, current));
            }
            out.push_str("</ul></details>\n");
        }
        out
    }

    /// The list of pages on the first one.
    fn contents(&self) -> String {
        let mut out = String::new();
        for (name, pages) in self.groups() {
            out.push_str(&format!("<h2>{name}</h2><ul class=\"pages\">"));
            for page in pages {
                out.push_str(&page_item(page, ""));
            }
            out.push_str("</ul>\n");
        }
        out
    }

    /// The script with what the search finds: title, sentence and address.
    fn search(&self, marks: &[Vec<HeadingMark>]) -> String {
        let mut rows = Vec::new();
        for (page, marks) in self.pages.iter().zip(marks).filter(|(page, _)| page.group.is_some()) {
            for mark in marks.iter().filter(|mark| mark.level < 5) {
                let title = if mark.is_predicate { &mark.anchor } else { &mark.text };
                let address = match mark.level {
                    1 => page.file.clone(),
                    _ => format!("{}#{}", page.file, mark.anchor),
                };
                let about = if mark.is_predicate { &mark.about } else { &page.title };
                rows.push(json!([title, about, address]));
            }
        }
        format!("globalThis.ferzIndex = {};\n", script(&json!(rows)))
    }
}

impl SitePage {
    fn headings(&self) -> Vec<HeadingMark> {
        match &self.content {
            PageContent::Markdown(text) => headings(text),
            PageContent::Source(_) => Vec::new(),
        }
    }
}

/// Returns a value as it may stand in a script.
fn script(value: &serde_json::Value) -> String {
    value
        .to_string()
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

/// Returns the text of a program with numbered lines.
fn source(title: &str, text: &str) -> String {
    let mut out = format!(
        "<h1>{}</h1>\n<figure class=\"code source\"><pre tabindex=\"0\">",
        escaped(title)
    );
    for (number, line) in (1..).zip(coloured(text.trim_end()).split('\n')) {
        out.push_str(&format!("<a id=\"L{number}\" href=\"#L{number}\">{number}</a>{line}\n"));
    }
    out + "</pre></figure>\n"
}

/// Returns the item of a page in a list, whose link has more attributes.
fn page_item(page: &SitePage, attributes: &str) -> String {
    let (file, title) = (escaped(&page.file), escaped(&page.title));
    format!("<li><a href=\"{file}\"{attributes}>{title}</a>")
}
