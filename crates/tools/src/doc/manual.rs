//! The pages of ferz's own manual: its reference, cut at its sections, and the codes of messages.

use ferz::{Engine, Error};

use super::html::slug;
use super::site::{PageContent, SitePage};
use crate::explain::explanations;

/// Returns the reference of the library as Markdown, as `manual/0` writes it.
pub(super) fn reference() -> Result<String, Error> {
    let answer = Engine::new().once("with_output_to(string(Text), manual)")?;
    answer.map_or(Ok(String::new()), |answer| answer.get("Text"))
}

/// Returns the pages of the reference: one for each section, or subsection of those that have any.
pub(super) fn reference_pages(text: &str) -> Vec<SitePage> {
    let mut pages: Vec<SitePage> = Vec::new();
    let mut is_code = false;
    for line in text.lines() {
        is_code ^= line.starts_with("```");
        let title = ["# ", "## ", "### "]
            .iter()
            .find_map(|sign| line.strip_prefix(sign))
            .filter(|_| !is_code);
        if let Some(title) = title {
            pages.push(SitePage {
                file: format!("ref-{}.html", slug(title)),
                origin: String::new(),
                title: title.to_owned(),
                group: Some("Reference"),
                content: PageContent::Markdown(format!("# {title}\n")),
                program: None,
            });
        } else if let Some(PageContent::Markdown(page)) = pages.last_mut().map(|page| &mut page.content) {
            page.push_str(line);
            page.push('\n');
        }
    }
    // A section whose subsections are pages has nothing else.
    pages.retain(|page| matches!(&page.content, PageContent::Markdown(text) if text.trim().lines().count() > 1));
    pages
}

/// Returns the page of the codes of messages.
pub(super) fn messages_page() -> SitePage {
    let mut text =
        "# Messages and their codes\n\nEach kind of message has a code: `ferz explain CODE` prints its part of this \
                    page, `ferz check --codes` shows the codes.\n\n"
            .to_owned();
    for page in explanations() {
        text.push_str(&format!("## {}: {}\n\n{}\n\n", page.code, page.title, page.text));
    }
    SitePage {
        file: "messages.html".to_owned(),
        origin: String::new(),
        title: "Messages and their codes".to_owned(),
        group: Some("Reference"),
        content: PageContent::Markdown(text),
        program: None,
    }
}
