//! From Markdown to HTML: headings get anchors, predicates links, code colours. No HTML of the text goes into the page.

use crate::markup::escaped;
use std::collections::HashMap;

use ferz::toplevel::{TokenKind, tokens};
use ferz_texts::head::parse_head;
use pulldown_cmark::{
    CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, TextMergeStream, html::push_html,
};

/// The places of things in a site.
#[derive(Debug, Default)]
pub(super) struct Addresses {
    /// The pages by the names of the files that they are made of, without the folders that all have.
    pub pages: HashMap<String, String>,
    /// The entries of predicates, as `name/arity`.
    pub predicates: HashMap<String, String>,
}

/// A heading of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HeadingMark {
    /// Its level, from 1.
    pub level: usize,
    pub text: String,
    pub anchor: String,
    /// Whether it is that of a predicate, whose anchor is its name and arity.
    pub is_predicate: bool,
    /// The beginning of the text below it.
    pub about: String,
}

fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH
}

/// Returns the headings of a text, each with the first sentence below it.
pub(super) fn headings(markdown: &str) -> Vec<HeadingMark> {
    let mut found: Vec<HeadingMark> = Vec::new();
    let mut used = HashMap::new();
    let (mut heading, mut is_code, mut is_block, mut wants_text) = (None, false, false, false);
    for event in Parser::new_ext(markdown, options()) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                heading = Some((level, String::new()));
                is_code = false;
            }
            Event::End(TagEnd::Heading(_)) => {
                if let Some((level, text)) = heading.take() {
                    found.push(mark(level, text, is_code, &mut used));
                    wants_text = true;
                }
            }
            Event::Start(Tag::CodeBlock(_)) => is_block = true,
            Event::End(TagEnd::CodeBlock) => is_block = false,
            Event::End(TagEnd::Paragraph | TagEnd::Item) => wants_text = false,
            Event::Text(ref text) | Event::Code(ref text) => match (&mut heading, found.last_mut()) {
                (Some((_, title)), _) => {
                    is_code |= title.is_empty() && matches!(event, Event::Code(_));
                    title.push_str(text);
                }
                (None, Some(last)) if wants_text && !is_block => last.about.push_str(text),
                _ => {}
            },
            Event::SoftBreak | Event::HardBreak => {
                if let Some(last) = found.last_mut().filter(|_| wants_text) {
                    last.about.push(' ');
                }
            }
            _ => {}
        }
    }
    for heading in &mut found {
        let end = heading.about.find(". ").map_or(heading.about.len(), |end| end + 1);
        heading.about.truncate(end);
    }
    found
}

fn mark(level: HeadingLevel, text: String, is_code: bool, used: &mut HashMap<String, usize>) -> HeadingMark {
    let predicate = Some(&text)
        .filter(|_| is_code && level == HeadingLevel::H4)
        .and_then(|head| anchor_of(head));
    let is_predicate = predicate.is_some();
    let mut anchor = predicate.unwrap_or_else(|| slug(&text));
    let times = used.entry(anchor.clone()).or_insert(0_usize);
    if *times > 0 {
        anchor.push_str(&format!("-{times}"));
    }
    *times += 1;
    HeadingMark {
        level: level as usize,
        text,
        anchor,
        is_predicate,
        about: String::new(),
    }
}

/// Returns `name/arity` of a head; of one that is `name/arity` itself, too.
fn anchor_of(head: &str) -> Option<String> {
    if let Some((name, arity)) = head.rsplit_once('/')
        && !name.is_empty()
        && arity.parse::<usize>().is_ok()
    {
        return Some(head.to_owned());
    }
    let (name, arity, rest) = parse_head(head)?;
    let added = if rest.starts_with("//") { 2 } else { 0 };
    (!name.is_empty()).then(|| format!("{name}/{}", arity + added))
}

/// Returns the anchor of a heading, as forges make it.
pub(super) fn slug(text: &str) -> String {
    let kept = text
        .chars()
        .filter(|&c| c.is_alphanumeric() || c == '-' || c == '_' || c == ' ');
    kept.map(|c| if c == ' ' { '-' } else { c })
        .collect::<String>()
        .to_lowercase()
}

/// Returns a text as HTML. The page stands at `page`; `origin` is the name of the file that it is made of, from which links
/// lead.
pub(super) fn html(markdown: &str, page: &str, origin: &str, addresses: &Addresses) -> String {
    let mut marks = headings(markdown).into_iter();
    let mut events: Vec<Event<'_>> = Vec::new();
    let mut block: Option<(String, String)> = None;
    let (mut is_link, mut is_heading) = (false, false);
    let mut dropped = 0;
    for event in TextMergeStream::new(Parser::new_ext(markdown, options())) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                let anchor = marks.next().map(|mark| escaped(&mark.anchor)).unwrap_or_default();
                is_heading = true;
                let level = level as usize;
                events.push(raw(format!(
                    "<h{level} id=\"{anchor}\"><a class=\"anchor\" href=\"#{anchor}\" aria-label=\"Link\">#</a>"
                )));
            }
            Event::End(TagEnd::Heading(level)) => {
                is_heading = false;
                events.push(raw(format!("</h{}>\n", level as usize)));
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let language = match kind {
                    CodeBlockKind::Fenced(language) => language.to_string(),
                    CodeBlockKind::Indented => "prolog".to_owned(),
                };
                block = Some((language, String::new()));
            }
            Event::End(TagEnd::CodeBlock) => {
                if let Some((language, text)) = block.take() {
                    events.push(raw(code(&language, &text)));
                }
            }
            Event::Text(text) if block.is_some() => {
                if let Some((_, code)) = &mut block {
                    code.push_str(&text);
                }
            }
            Event::Start(Tag::Link {
                dest_url,
                link_type,
                title,
                id,
            }) => match target(&dest_url, origin, addresses) {
                Some(target) => {
                    is_link = true;
                    let dest_url = CowStr::from(target);
                    events.push(Event::Start(Tag::Link {
                        dest_url,
                        link_type,
                        title,
                        id,
                    }));
                }
                None => dropped += 1,
            },
            Event::End(TagEnd::Link) => {
                is_link = false;
                match dropped {
                    0 => events.push(Event::End(TagEnd::Link)),
                    _ => dropped -= 1,
                }
            }
            Event::Text(text) => events.push(raw(linked(&text, page, addresses, !is_link && !is_heading))),
            Event::Code(text) => {
                let text = linked(&text, page, addresses, !is_link && !is_heading);
                events.push(raw(format!("<code>{text}</code>")));
            }
            // Pages have no files of others beside them: the text for a picture stands in its place.
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => {}
            Event::Html(text) | Event::InlineHtml(text) => events.push(Event::Text(text)),
            event => events.push(event),
        }
    }
    let mut out = String::with_capacity(markdown.len() * 2);
    push_html(&mut out, events.into_iter());
    // A wide table has a bar of its own.
    out.replace("<table>", "<div class=\"wide\"><table>")
        .replace("</table>", "</table></div>")
}

fn raw<'e>(html: String) -> Event<'e> {
    Event::InlineHtml(html.into())
}

/// Returns the address that a link of a text has in the site; `None` if it leads nowhere.
fn target(address: &str, origin: &str, addresses: &Addresses) -> Option<String> {
    let is_absolute = ["https://", "http://", "mailto:"]
        .iter()
        .any(|scheme| address.starts_with(scheme));
    let (path, anchor) = address
        .split_once('#')
        .map_or((address, None), |(path, anchor)| (path, Some(anchor)));
    if is_absolute || path.is_empty() {
        return Some(address.to_owned());
    }
    if address.contains(':') {
        return None;
    }
    let mut parts: Vec<&str> = origin.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    let page = addresses.pages.get(&parts.join("/"))?;
    Some(anchor.map_or(page.clone(), |anchor| format!("{page}#{anchor}")))
}

/// Returns a text with links to the predicates that it names as `name/arity` or `name//arity`.
fn linked(text: &str, page: &str, addresses: &Addresses, may_link: bool) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(slash) = rest.find('/').filter(|_| may_link) {
        let is_name = |c: char| c.is_alphanumeric() || "_$#=<>\\+-*^:@.&|!".contains(c);
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let start = rest[..slash]
            .rfind(|c| !is_name(c))
            .map_or(0, |at| at + rest[at..].chars().next().map_or(1, char::len_utf8));
        let double = rest[slash..].starts_with("//");
        let digits = slash + if double { 2 } else { 1 };
        let end = digits
            + rest[digits..]
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len() - digits);
        let arity: Option<usize> = rest[digits..end].parse().ok();
        let ends = rest[end..].chars().next().is_none_or(|c| !is_word(c) && c != '/');
        let name = &rest[start..slash];
        let found = arity.filter(|_| ends && !name.is_empty()).and_then(|arity| {
            addresses
                .predicates
                .get(&format!("{name}/{}", arity + if double { 2 } else { 0 }))
        });
        let Some(address) = found else {
            let until = digits.max(slash + 1);
            out.push_str(&escaped(&rest[..until]));
            rest = &rest[until..];
            continue;
        };
        out.push_str(&escaped(&rest[..start]));
        let own = address.strip_prefix(page).filter(|anchor| anchor.starts_with('#'));
        out.push_str(&format!(
            "<a href=\"{}\">{}</a>",
            escaped(own.unwrap_or(address)),
            escaped(&rest[start..end])
        ));
        rest = &rest[end..];
    }
    out.push_str(&escaped(rest));
    out
}

/// Returns a block of code. Its first word is the language, the second the name of a file.
fn code(language: &str, text: &str) -> String {
    let mut words = language.split_whitespace();
    let kind = words.next().unwrap_or_default();
    let file = words.next().map(|name| format!(" data-file=\"{}\"", escaped(name)));
    let caption = words_caption(file.as_deref());
    let text = text.strip_suffix('\n').unwrap_or(text);
    let content = match kind {
        "prolog" => coloured(text),
        "console" => text.split('\n').map(console_line).collect::<Vec<_>>().join("\n"),
        _ => escaped(text),
    };
    let kind = escaped(kind);
    let file = file.unwrap_or_default();
    format!("<figure class=\"code\" data-kind=\"{kind}\"{file}>{caption}<pre tabindex=\"0\">{content}</pre></figure>\n")
}

fn words_caption(file: Option<&str>) -> String {
    let name = file.and_then(|file| file.split('"').nth(1));
    name.map_or(String::new(), |name| format!("<figcaption>{name}</figcaption>"))
}

fn console_line(line: &str) -> String {
    let typed = ["?- ", "$ ", "|    "].iter().find(|sign| line.starts_with(**sign));
    match typed {
        Some(sign) => {
            let rest = &line[sign.len()..];
            let rest = if *sign == "$ " { escaped(rest) } else { coloured(rest) };
            format!("<b class=\"p\">{}</b><b>{rest}</b>", escaped(sign))
        }
        None => escaped(line),
    }
}

/// Returns a text of Prolog in colours.
pub(super) fn coloured(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let mut end = 0;
    for (range, kind) in tokens(text) {
        out.push_str(&escaped(&text[end..range.start]));
        let part = escaped(&text[range.clone()]);
        let class = match kind {
            TokenKind::Variable => "v",
            TokenKind::Functor => "f",
            TokenKind::Number => "n",
            TokenKind::Text => "s",
            TokenKind::Name if part.starts_with('\'') => "s",
            TokenKind::Comment => "c",
            _ => "",
        };
        match class {
            "" => out.push_str(&part),
            // A line is an element of its own where lines are numbered.
            _ => out.push_str(
                &part
                    .split('\n')
                    .map(|part| format!("<i class=\"{class}\">{part}</i>"))
                    .collect::<Vec<_>>()
                    .join("\n"),
            ),
        }
        end = range.end;
    }
    out.push_str(&escaped(text.get(end..).unwrap_or_default()));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addresses() -> Addresses {
        let mut addresses = Addresses::default();
        for (name, address) in [
            ("append/3", "lists.html#append/3"),
            ("=../2", "terms.html#=../2"),
            ("s/2", "here.html#s/2"),
            ("s_t/1", "here.html#s_t/1"),
        ] {
            addresses.predicates.insert(name.to_owned(), address.to_owned());
        }
        addresses.pages.insert("a/two.md".to_owned(), "two.html".to_owned());
        addresses.pages.insert("gone.md".to_owned(), "three.html".to_owned());
        addresses
    }

    #[test]
    fn headings_have_anchors_and_sentences() {
        let found =
            headings("# A & b\n\ntext `x` here. More.\n\n#### `f(+X)//` (ISO)\n\nIt does.\n\n#### `g/2`\n\n## A & b\n");
        let parts: Vec<(usize, &str, bool, &str)> = found
            .iter()
            .map(|one| (one.level, one.anchor.as_str(), one.is_predicate, one.about.as_str()))
            .collect();
        assert_eq!(
            parts,
            [
                (1, "a--b", false, "text x here."),
                (4, "f/3", true, "It does."),
                (4, "g/2", true, ""),
                (2, "a--b-1", false, "")
            ]
        );
    }

    #[test]
    fn predicates_and_pages_are_linked() {
        let addresses = addresses();
        let of = |text: &str| html(text, "here.html", "a/b.md", &addresses);
        assert_eq!(
            of("See append/3, `=../2`, s//0 and nosuch/1."),
            "<p>See <a href=\"lists.html#append/3\">append/3</a>, <code><a href=\"terms.html#=../2\">=../2</a></code>, \
             <a href=\"#s/2\">s//0</a> and nosuch/1.</p>\n"
        );
        assert_eq!(
            of("[a](two.md#x) [b](../../gone.md) [c](javascript:x) ![d](e.png)"),
            "<p><a href=\"two.html#x\">a</a> b c d</p>\n"
        );
        assert_eq!(of("a/b c/ s\\_t/1"), "<p>a/b c/ <a href=\"#s_t/1\">s_t/1</a></p>\n");
    }

    #[test]
    fn a_text_brings_no_html_into_the_page() {
        let made = html(
            "<script>x</script> a<b>c `<i>`\n\n<div onclick=x>\n\n```<b>\n<b>\n```\n",
            "p",
            "",
            &Addresses::default(),
        );
        for tag in ["<script", "<b>", "<i>", "<div onclick"] {
            assert!(!made.contains(tag), "{made}");
        }
    }
}
