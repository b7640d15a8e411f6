//! The notation of comments: that of PlDoc, and Markdown's for code, become Markdown; tags and examples are found.

use std::fmt::Write as _;

/// A line of a comment, without the signs around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CommentLine {
    /// Its number in the file, counted from 1.
    pub number: usize,
    pub text: String,
}

/// An example: a goal, and the answers that it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DocExample {
    pub goal: String,
    /// Empty if the goal just succeeds.
    pub answer: String,
    /// The line of the file in which it begins.
    pub line: usize,
}

/// A comment as Markdown.
#[derive(Debug, Default)]
pub(super) struct CommentText {
    pub markdown: String,
    pub examples: Vec<DocExample>,
}

/// The tags with their titles; others have their own names.
const TAGS: &[(&str, &str)] = &[
    ("throws", "Throws"),
    ("error", "Error"),
    ("see", "See"),
    ("tbd", "To be done"),
    ("bug", "Bug"),
    ("compat", "Compatibility"),
    ("deprecated", "Deprecated"),
    ("author", "Author"),
    ("version", "Version"),
    ("since", "Since"),
    ("license", "Licence"),
    ("copyright", "Copyright"),
];

/// Returns a comment as Markdown. The names of `arguments` are set apart.
pub(super) fn markdown(lines: &[CommentLine], arguments: &[String]) -> CommentText {
    let mut out = CommentText::default();
    let lines = unindented(lines);
    let mut at = 0;
    let mut has_tags = false;
    // The indentation of the list that goes on.
    let mut list = None;
    while let Some(line) = lines.get(at) {
        let content = line.text.trim();
        if content == "==" || content.starts_with("```") {
            at = code(&lines, at, &mut out);
        } else if content.starts_with("?- ") {
            at = examples(&lines, at, &mut out);
        } else if let Some((name, rest)) = tag(content) {
            if !has_tags {
                blank(&mut out.markdown);
            }
            has_tags = true;
            let mut text = rest.to_owned();
            at += 1;
            while let Some(more) = lines.get(at).filter(|more| !more.text.trim().is_empty()) {
                if tag(more.text.trim()).is_some() || more.text.trim().starts_with("?- ") {
                    break;
                }
                let _written = write!(text, " {}", more.text.trim());
                at += 1;
            }
            put_tag(name, text.trim(), arguments, &mut out.markdown);
        } else if is_row(content) {
            at = table(&lines, at, arguments, &mut out.markdown);
        } else {
            // A part that is set apart may go on in the next line.
            let mut text = line.text.clone();
            at += 1;
            while let Some(more) = lines.get(at).filter(|more| goes_on(&text, &more.text)) {
                let _written = write!(text, "\n{}", more.text);
                at += 1;
            }
            plain(&text, &mut list, arguments, &mut out.markdown);
        }
    }
    out.markdown.truncate(out.markdown.trim_end().len());
    out
}

/// Removes the indentation that all lines have.
fn unindented(lines: &[CommentLine]) -> Vec<CommentLine> {
    let indent = |text: &str| text.len() - text.trim_start().len();
    let filled = lines.iter().filter(|line| !line.text.trim().is_empty());
    let least = filled.map(|line| indent(&line.text)).min().unwrap_or(0);
    let cut = |line: &CommentLine| CommentLine {
        number: line.number,
        text: line.text.get(least..).unwrap_or_default().trim_end().to_owned(),
    };
    lines.iter().map(cut).collect()
}

/// Ends a paragraph.
fn blank(out: &mut String) {
    if !out.is_empty() && !out.ends_with("\n\n") {
        out.push_str(if out.ends_with('\n') { "\n" } else { "\n\n" });
    }
}

/// Takes a block of code, with the examples in it; returns the line behind it.
fn code(lines: &[CommentLine], begin: usize, out: &mut CommentText) -> usize {
    let fence = lines[begin].text.trim();
    let language = fence.trim_start_matches('`').trim_matches(['{', '}', '=', ' ']);
    let language = if language.is_empty() {
        "prolog"
    } else {
        language.trim_start_matches('.')
    };
    let close = if fence.starts_with('`') { "```" } else { "==" };
    let length = lines[begin + 1..].iter().position(|line| line.text.trim() == close);
    let end = begin + 1 + length.unwrap_or(lines.len() - begin - 1);
    let block = unindented(&lines[begin + 1..end]);
    blank(&mut out.markdown);
    let _written = writeln!(out.markdown, "```{language}");
    let mut at = 0;
    while let Some(line) = block.get(at) {
        if line.text.starts_with("?- ") {
            let (example, next) = example(&block, at);
            out.examples.push(example);
            for line in &block[at..next] {
                let _written = writeln!(out.markdown, "{}", line.text);
            }
            at = next;
        } else {
            let _written = writeln!(out.markdown, "{}", line.text);
            at += 1;
        }
    }
    out.markdown.push_str("```\n\n");
    end + 1
}

/// Takes the examples that follow one another; returns the line behind them.
fn examples(lines: &[CommentLine], begin: usize, out: &mut CommentText) -> usize {
    blank(&mut out.markdown);
    out.markdown.push_str("```prolog\n");
    let mut at = begin;
    while lines
        .get(at)
        .is_some_and(|line| line.text.trim_start().starts_with("?- "))
    {
        let (example, next) = example(lines, at);
        let _written = writeln!(out.markdown, "?- {}.", example.goal);
        if !example.answer.is_empty() {
            let _written = writeln!(out.markdown, "   {}.", example.answer.replace('\n', "\n   "));
        }
        out.examples.push(example);
        at = next;
    }
    out.markdown.push_str("```\n\n");
    at
}

/// Reads the example that begins in a line: `?- goal.  %=> answer.`, or with the answers in the lines below; returns it
/// and the line behind it.
fn example(lines: &[CommentLine], begin: usize) -> (DocExample, usize) {
    let first = &lines[begin];
    let indent = first.text.len() - first.text.trim_start().len();
    let mut text = first.text.trim()[3..].to_owned();
    let mut at = begin + 1;
    let has_ended = |text: &str| text.trim_end().ends_with('.') || text.contains("%=>");
    while !has_ended(&text) && lines.get(at).is_some_and(|line| !line.text.trim().is_empty()) {
        let _written = write!(text, "\n{}", lines[at].text.get(indent..).unwrap_or_default());
        at += 1;
    }
    let mut answer = String::new();
    if let Some((goal, after)) = text.split_once("%=>") {
        answer = after.trim().to_owned();
        text.truncate(goal.len());
    } else if lines.get(at).is_some_and(|line| is_answer(&line.text, indent)) {
        let behind = lines[at..].iter().position(|line| line.text.trim_end().ends_with('.'));
        let filled = lines[at..].iter().position(|line| line.text.trim().is_empty());
        if let Some(last) = behind.filter(|&last| filled.is_none_or(|blank| last < blank)) {
            let answers = lines[at..=at + last].iter().map(|line| line.text.trim());
            answer = answers.collect::<Vec<_>>().join("\n");
            at += last + 1;
        }
    }
    let bare = |text: &str| text.trim().trim_end_matches('.').to_owned();
    let is_open = answer.ends_with("...");
    let example = DocExample {
        goal: bare(&text),
        answer: if is_open {
            answer.trim_end_matches('.').trim().to_owned() + " ..."
        } else {
            bare(&answer)
        },
        line: first.number,
    };
    (example, at)
}

/// Whether a line below a query begins its answers.
fn is_answer(line: &str, indent: usize) -> bool {
    let content = line.trim();
    let own = line.len() - line.trim_start().len();
    let name = content
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .next()
        .unwrap_or_default();
    let is_binding = name.starts_with(|c: char| c.is_uppercase() || c == '_')
        && content[name.len()..].trim_start().starts_with("= ");
    !content.is_empty()
        && !content.starts_with("?- ")
        && (own >= indent + 2 || is_binding || ["true", "false"].contains(&name) || content.starts_with("ERROR: "))
}

/// Returns the name of the tag that a line begins with, and the rest.
fn tag(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix('@')?;
    let end = rest.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(rest.len());
    let is_tag = end > 1 && rest[end..].chars().next().is_none_or(char::is_whitespace);
    is_tag.then(|| (&rest[..end], rest[end..].trim()))
}

fn put_tag(name: &str, text: &str, arguments: &[String], out: &mut String) {
    if ["arg", "param"].contains(&name) {
        let (argument, about) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let _written = writeln!(out, "- *{argument}*: {}", inline(about.trim(), arguments));
        return;
    }
    let title = TAGS.iter().find(|tag| tag.0 == name).map_or(name, |tag| tag.1);
    let _written = writeln!(out, "- **{title}**: {}", inline(text, arguments));
}

/// Takes a table; its rows have no head.
fn table(lines: &[CommentLine], begin: usize, arguments: &[String], out: &mut String) -> usize {
    blank(out);
    let rows = lines[begin..].iter().take_while(|line| is_row(line.text.trim()));
    let rows: Vec<&CommentLine> = rows.collect();
    let cells = |row: &CommentLine| -> Vec<String> {
        let row = row.text.trim().trim_matches('|').to_owned();
        row.split('|').map(|cell| inline(cell.trim(), arguments)).collect()
    };
    let columns = rows.iter().map(|row| cells(row).len()).max().unwrap_or(0);
    let _written = writeln!(out, "|{}\n|{}", " |".repeat(columns), "---|".repeat(columns));
    for row in &rows {
        let _written = writeln!(out, "| {} |", cells(row).join(" | "));
    }
    out.push('\n');
    begin + rows.len()
}

/// Takes a paragraph, an item of a list or a heading. `list` is the indentation of the list that goes on.
fn plain(text: &str, list: &mut Option<usize>, arguments: &[String], out: &mut String) {
    let content = text.trim_start();
    if let Some(heading) = content.strip_prefix("---+") {
        blank(out);
        let heading = inline(heading.trim_start_matches('+').trim(), arguments);
        let _written = writeln!(out, "##### {heading}\n");
        return;
    }
    if is_rule(content) {
        return blank(out);
    }
    let indent = text.len() - content.len();
    let number = content.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
    let is_numbered = number > 0 && content[number..].starts_with(". ");
    let mark = match content.as_bytes() {
        [b'-' | b'*' | b'$', b' ', ..] => 2,
        _ if is_numbered => number + 2,
        _ => 0,
    };
    if list.is_none_or(|list| indent < list || (mark == 0 && indent == list)) {
        *list = (mark > 0).then_some(indent);
        if mark > 0 {
            blank(out);
        }
    }
    if list.is_none() && indent > 1 && text.lines().all(|line| line.starts_with("  ")) {
        return set_in(text, indent, arguments, out);
    }
    // A list is not code, however far it stands from the margin.
    let margin = list.unwrap_or(0).min(indent);
    let lines = |text: &str| -> Vec<String> {
        let cut = |line: &str| line[margin.min(line.len() - line.trim_start().len())..].to_owned();
        text.split('\n').map(cut).collect()
    };
    let text = lines(text).join("\n");
    let (bullet, text) = text.split_at(indent - margin + mark);
    if let Some((term, about)) = text.split_once(" :").filter(|_| bullet.trim() == "$") {
        let about = about.trim_start();
        let _written = writeln!(
            out,
            "{}- **{}**: {}",
            &bullet[..indent - margin],
            inline(term.trim(), arguments),
            inline(about, arguments)
        );
        return;
    }
    let bullet = bullet.replace(['*', '$'], "-");
    let _written = writeln!(out, "{bullet}{}", inline(text, arguments));
}

/// Takes lines that are set in, whose ends are kept; far from the margin they are code.
fn set_in(text: &str, indent: usize, arguments: &[String], out: &mut String) {
    blank(out);
    if indent > 3 {
        let cut = |line: &str| line[indent.min(line.len() - line.trim_start().len())..].to_owned();
        let lines: Vec<String> = text.lines().map(cut).collect();
        let _written = writeln!(out, "```\n{}\n```", lines.join("\n"));
        return;
    }
    let lines: Vec<String> = text.lines().map(|line| inline(line.trim(), arguments)).collect();
    let _written = writeln!(out, "{}", lines.join("\\\n"));
}

/// Whether a line goes on with the paragraph of those before it.
fn goes_on(before: &str, line: &str) -> bool {
    let content = line.trim();
    let is_special = ["==", "```", "?- ", "---+", "- ", "* ", "$ "];
    let is_numbered = content
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .starts_with(". ");
    !before.trim().is_empty()
        && !before.trim_start().starts_with("---+")
        && !is_rule(content)
        && !is_row(content)
        && !is_special.iter().any(|sign| content.starts_with(sign))
        && !is_numbered
        && tag(content).is_none()
}

/// Whether a line is a row of a table.
fn is_row(content: &str) -> bool {
    content.len() > 1 && content.starts_with('|') && content.ends_with('|')
}

/// Whether a line is blank, or has no text.
fn is_rule(content: &str) -> bool {
    content.is_empty() || content.len() > 2 && content.bytes().all(|byte| b"-=*_%~".contains(&byte))
}

/// Returns the text of a line as Markdown.
fn inline(text: &str, arguments: &[String]) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let before = text[..at].chars().next_back();
        let begins = before.is_none_or(|c| !c.is_alphanumeric() && c != '_');
        if let Some((length, made)) = span(rest, begins) {
            out.push_str(&made);
            at += length;
            continue;
        }
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        if begins && (is_name(c)) {
            let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
            let word = &rest[..end];
            match arguments.iter().any(|argument| argument == word) {
                true => {
                    let _written = write!(out, "*{}*", word.replace('_', "\\_"));
                }
                false => out.push_str(&word.replace('_', "\\_")),
            }
            at += end;
            continue;
        }
        if "*_[]<>`\\#|".contains(c) {
            out.push('\\');
        }
        out.push(c);
        at += c.len_utf8();
    }
    out
}

/// Returns the Markdown of what is set apart at the beginning of a text, and its length.
fn span(text: &str, begins: bool) -> Option<(usize, String)> {
    for (open, close, mark) in [
        ("=|", "|=", "`"),
        ("*|", "|*", "**"),
        ("_|", "|_", "*"),
        ("`", "`", "`"),
    ] {
        if let Some(content) = text.strip_prefix(open).and_then(|rest| rest.split_once(close)) {
            let length = open.len() + content.0.len() + close.len();
            let is_code = mark == "`";
            let own = if is_code {
                content.0.to_owned()
            } else {
                inline(content.0.trim(), &[])
            };
            return (!own.is_empty()).then(|| (length, format!("{mark}{own}{mark}")));
        }
    }
    if let Some((label, rest)) = text.strip_prefix("[[").and_then(|rest| rest.split_once("][")) {
        let (address, _) = rest.split_once("]]")?;
        let made = format!("[{}](<{address}>)", label.replace(['[', ']'], ""));
        return Some((label.len() + address.len() + 6, made));
    }
    if let Some((picture, _)) = text.strip_prefix("[[").and_then(|rest| rest.split_once("]]")) {
        return Some((picture.len() + 4, format!("![{picture}](<{picture}>)")));
    }
    let address = text.strip_prefix('<').unwrap_or(text);
    if begins && (address.starts_with("https://") || address.starts_with("http://")) {
        let end = address
            .find(|c: char| c.is_whitespace() || "<>\"".contains(c))
            .unwrap_or(address.len());
        let url = address[..end].trim_end_matches(['.', ',', ';', ')']);
        let length = if address.len() < text.len() {
            url.len() + 2
        } else {
            url.len()
        };
        return Some((length.min(text.len()), format!("<{url}>")));
    }
    for (sign, mark) in [('*', "**"), ('_', "*"), ('=', "`")] {
        if let Some((content, after)) = text.strip_prefix(sign).and_then(|rest| rest.split_once(sign)) {
            let is_word = |c: char| c.is_alphanumeric() || "_-./:".contains(c);
            let fits = begins && !content.is_empty() && content.chars().all(is_word);
            if fits && after.chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '_') {
                return Some((content.len() + 2, format!("{mark}{content}{mark}")));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> CommentText {
        let lines = (1..).zip(text.lines()).map(|(number, text)| CommentLine {
            number,
            text: text.to_owned(),
        });
        markdown(&lines.collect::<Vec<_>>(), &["Xs".to_owned()])
    }

    #[test]
    fn the_notation_becomes_markdown() {
        for (wiki, made) in [
            (
                "True if *Xs* is =long=, _really_.",
                "True if **Xs** is `long`, *really*.",
            ),
            ("The list Xs, not `Xs` nor X_s.", "The list *Xs*, not `Xs` nor X\\_s."),
            ("a*b*c <tag> [x] \\n", "a\\*b\\*c \\<tag\\> \\[x\\] \\\\n"),
            ("=|a b|= *|c d|*", "`a b` **c d**"),
            (
                "all of =|a\nb|= is\n  - _|one\n    two|_",
                "all of `a\nb` is\n\n- *one\n  two*",
            ),
            (
                "See [[the page][http://a.b/c]], http://d.e/f.",
                "See [the page](<http://a.b/c>), <http://d.e/f>.",
            ),
            ("Text:\n  - one\n  - two\n    more", "Text:\n\n- one\n- two\n  more"),
            (
                "Text:\n\n      - one\n\n        more\n      - two\n        - three\nend",
                "Text:\n\n- one\n\n  more\n- two\n  - three\nend",
            ),
            ("1. a\n2. b", "1. a\n2. b"),
            (
                "A:\n\n  b  *c*\n  d\n\nE:\n\n    f_g\n      h",
                "A:\n\nb  **c**\\\nd\n\nE:\n\n```\nf_g\n  h\n```",
            ),
            ("_|by [[x][http://y]]\n|_", "*by [x](<http://y>)*"),
            ("  $ a vs. b :\n  first\n", "- **a vs. b**: first"),
            ("  * one\n  * two", "- one\n- two"),
            ("  $ a : first\n  $ b : second", "- **a**: first\n- **b**: second"),
            ("---++ Title\nText.", "##### Title\n\nText."),
            ("| a | b |\n| c | d |", "| | |\n|---|---|\n| a | b |\n| c | d |"),
            (
                "Code:\n==\np :- q.\n==\nend.",
                "Code:\n\n```prolog\np :- q.\n```\n\nend.",
            ),
            (
                "Text.\n\n@arg Xs is a list\n  of them\n@throws type_error(list, Xs)\n@see append/3",
                "Text.\n\n- *Xs*: is a list of them\n- **Throws**: type\\_error(list, *Xs*)\n- **See**: append/3",
            ),
            ("mail me@example.com @nosuch", "mail me@example.com @nosuch"),
        ] {
            assert_eq!(of(wiki).markdown, made, "{wiki}");
        }
    }

    #[test]
    fn examples_are_found() {
        let text = "\
It does.
?- p(X).  %=> X = 1 ; X = 2.
?- q.
And more:

  ?- p(X),
     X > 1.
  X = 2 ;
  false.

==
?- r(1).
true.
?- s(X).
X = 1 ...
==
";
        let found = of(text);
        let parts: Vec<(&str, &str, usize)> = found
            .examples
            .iter()
            .map(|one| (one.goal.as_str(), one.answer.as_str(), one.line))
            .collect();
        let wanted = [
            ("p(X)", "X = 1 ; X = 2", 2),
            ("q", "", 3),
            ("p(X),\n   X > 1", "X = 2 ;\nfalse", 6),
            ("r(1)", "true", 12),
            ("s(X)", "X = 1 ...", 14),
        ];
        assert_eq!(parts, wanted);
        assert!(
            found
                .markdown
                .contains("```prolog\n?- p(X).\n   X = 1 ; X = 2.\n?- q.\n```\n\nAnd more:")
        );
    }
}
