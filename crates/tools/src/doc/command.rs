//! The commands: documentation of files as a site or as Markdown, and the manual.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::html::headings;
use super::manual::{messages_page, reference, reference_pages};
use super::program::ProgramDocs;
use super::site::{DocSite, INDEX, PageContent, SitePage};

/// A file cannot be read or written.
const FAILED: u8 = 3;
/// Places of the manual beside the program, from its folder.
const MANUALS: [&str; 3] = ["manual", "../share/doc/ferz/manual", "../doc/manual"];

/// Writes the documentation of files, texts of Prolog and of Markdown: to `output`, a file of Markdown if its name ends in
/// `.md`, else a folder of pages; without one to `out`, as Markdown. `with_manual` adds ferz's own reference to pages.
/// Returns the exit status: 0, or 3 if a file cannot be read or written.
///
/// # Errors
/// If `out` or `errors` cannot be written to.
pub fn run(
    files: &[PathBuf],
    output: Option<&Path>,
    with_manual: bool,
    out: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<u8> {
    let mut texts = Vec::new();
    for file in files {
        match fs::read_to_string(file) {
            Ok(text) => texts.push((file.as_path(), text)),
            Err(error) => {
                writeln!(errors, "ferz doc: {}: {error}", file.display())?;
                return Ok(FAILED);
            }
        }
    }
    let is_markdown = output.is_none_or(|output| output.extension().is_some_and(|extension| extension == "md"));
    let written = match output {
        None => out.write_all(markdown(&texts, None).as_bytes()),
        Some(file) if is_markdown => fs::write(file, markdown(&texts, file.parent())),
        Some(folder) => match site(&texts, with_manual).write(folder) {
            Ok(count) => writeln!(out, "{}: {count} pages", folder.join(INDEX).display()),
            Err(error) => Err(error),
        },
    };
    match (written, output) {
        (Ok(()), _) => Ok(0),
        (Err(error), Some(output)) => {
            writeln!(errors, "ferz doc: {}: {error}", output.display())?;
            Ok(FAILED)
        }
        (Err(error), None) => Err(error),
    }
}

/// Opens the manual in the browser of the system: the pages beside the program, else new ones without the guide in the
/// folder of the system for such files. Prints where they are.
///
/// # Errors
/// If they cannot be written.
pub fn open(out: &mut dyn Write) -> io::Result<()> {
    let program = std::env::current_exe().and_then(fs::canonicalize);
    let folder = program.ok().and_then(|program| program.parent().map(Path::to_owned));
    let places = MANUALS
        .iter()
        .filter_map(|place| Some(folder.as_ref()?.join(place).join(INDEX)));
    let page = match places.into_iter().find(|page| page.is_file()) {
        Some(page) => page.canonicalize().unwrap_or(page),
        None => {
            let folder = std::env::temp_dir().join(format!("ferz-manual-{}", std::process::id()));
            // A folder of somebody else is not written to.
            fs::create_dir(&folder)?;
            site(&[], true).write(&folder)?;
            folder.join(INDEX)
        }
    };
    writeln!(out, "{}", page.display())?;
    out.flush()?;
    let (opener, first): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(opener);
    command
        .args(first)
        .arg(&page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // Where nothing opens pages, the user knows the place.
    let _started = command.spawn();
    Ok(())
}

fn is_text(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "md")
}

/// Returns the names of files without the folders that all have.
fn names(files: &[(&Path, String)]) -> Vec<String> {
    let folders: Vec<Vec<_>> = files
        .iter()
        .map(|(file, _)| file.parent().unwrap_or(Path::new("")).components().collect())
        .collect();
    let first = folders.first().cloned().unwrap_or_default();
    let shared = (0..first.len())
        .take_while(|&at| folders.iter().all(|folder| folder.get(at) == Some(&first[at])))
        .count();
    let name = |file: &Path| {
        file.components()
            .skip(shared)
            .collect::<PathBuf>()
            .to_string_lossy()
            .replace('\\', "/")
    };
    files.iter().map(|(file, _)| name(file)).collect()
}

/// Returns the documentation of all files as one text. `folder` is where it is written, from which links lead.
fn markdown(texts: &[(&Path, String)], folder: Option<&Path>) -> String {
    let mut out = String::new();
    for ((file, text), name) in texts.iter().zip(names(texts)) {
        if !out.is_empty() {
            out.push('\n');
        }
        if is_text(file) {
            out.push_str(text);
            continue;
        }
        let place = folder.and_then(|folder| file.strip_prefix(folder).ok()).unwrap_or(file);
        let docs = ProgramDocs::of(text, file);
        out.push_str(&docs.markdown(&name, |line| format!("{}#L{line}", place.display())));
    }
    out
}

/// Makes the site of files, and of the manual.
fn site(texts: &[(&Path, String)], with_manual: bool) -> DocSite {
    let programs: Vec<(&Path, String)> = texts.iter().filter(|(file, _)| !is_text(file)).cloned().collect();
    let documents: Vec<(&Path, String)> = texts.iter().filter(|(file, _)| is_text(file)).cloned().collect();
    let mut site = DocSite {
        title: "ferz".to_owned(),
        pages: Vec::new(),
        programs: Vec::new(),
    };
    for ((_, text), name) in documents.iter().zip(names(&documents)) {
        let is_first = name == "README.md";
        let file = match is_first {
            true => INDEX.to_owned(),
            false => format!("{}.html", name.trim_end_matches(".md")),
        };
        let title = headings(text)
            .first()
            .map_or(name.clone(), |heading| heading.text.clone());
        site.pages.push(SitePage {
            file,
            origin: name,
            title,
            group: Some("Guide").filter(|_| !is_first),
            content: PageContent::Markdown(text.clone()),
            program: None,
        });
    }
    if with_manual && let Ok(text) = reference() {
        site.pages.push(messages_page());
        site.pages.extend(reference_pages(&text));
    }
    for ((file, text), name) in programs.iter().zip(names(&programs)) {
        let docs = ProgramDocs::of(text, file);
        let own = name.rsplit('/').next().unwrap_or(&name);
        let content = docs.markdown(&name, |line| format!("{own}#L{line}"));
        let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
        site.pages.push(SitePage {
            file: format!("{stem}-doc.html"),
            origin: name.clone(),
            title: name.clone(),
            group: Some("Programs"),
            content: PageContent::Markdown(content),
            program: Some(name.clone()),
        });
        site.pages.push(SitePage {
            file: format!("{name}.html"),
            origin: name.clone(),
            title: name.clone(),
            group: None,
            content: PageContent::Source(text.clone()),
            program: None,
        });
        site.programs.push((name, text.clone()));
    }
    if !with_manual {
        site.title = match &site.programs[..] {
            [(name, _)] => name.clone(),
            _ => "Documentation".to_owned(),
        };
    }
    site
}
