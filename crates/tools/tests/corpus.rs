//! All texts of the project, laid out: they are read as before, and laying them out again changes nothing.
//!
//! `FERZ_TEXTS=FOLDER:...` adds the texts in other folders.

use std::path::{Path, PathBuf};

use ferz_tools::fmt::Formatter;

fn texts(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let is_text = path.extension().is_some_and(|extension| {
            ["pl", "plt", "pro", "prolog", "lgt"]
                .iter()
                .any(|known| *known == extension)
        });
        if path.is_dir() && !path.is_symlink() && !path.ends_with("target") && !path.ends_with(".git") {
            texts(&path, found);
        } else if is_text {
            found.push(path);
        }
    }
}

#[test]
fn texts_are_read_as_before_and_laid_out_once() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in ["programs", "src/library", "crates", "tests", "examples"] {
        texts(&root.join(folder), &mut files);
    }
    assert!(files.len() > 100, "the folders have moved");
    for folder in std::env::var("FERZ_TEXTS")
        .unwrap_or_default()
        .split(':')
        .filter(|name| !name.is_empty())
    {
        texts(Path::new(folder), &mut files);
    }
    let mut formatter = Formatter::new();
    let (mut faults, mut kept, mut lines) = (Vec::new(), 0, 0);
    for file in files {
        let Ok(text) = std::fs::read_to_string(&file) else {
            continue;
        };
        lines += text.lines().count();
        match formatter.format(&text, Some(&file)) {
            Err(reason) => faults.push(format!("{}: {reason}", file.display())),
            Ok(once) => {
                kept += once.kept.len();
                for clause in &once.kept {
                    if clause.reason.contains("read as it is") {
                        let line = text[..clause.at].matches('\n').count() + 1;
                        faults.push(format!("{}:{line}: {}", file.display(), clause.reason));
                    }
                }
                match formatter.format(&once.text, Some(&file)) {
                    Ok(twice) if twice.text == once.text => {}
                    Ok(twice) => {
                        let pairs = once.text.lines().zip(twice.text.lines());
                        let differs = pairs.enumerate().find(|(_, (one, two))| one != two);
                        faults.push(format!("{}: laid out again: {differs:?}", file.display()));
                    }
                    Err(reason) => faults.push(format!("{}: again: {reason}", file.display())),
                }
            }
        }
    }
    assert!(
        lines > 40_000 && kept < lines / 200,
        "{kept} clauses of {lines} lines stay"
    );
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// Parts that begin or end something.
const PARTS: [&str; 30] = [
    "%",
    "/*",
    "*/",
    "\n",
    " ",
    ".",
    ",",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "|",
    "{|",
    "||",
    "|}",
    "'",
    "\"",
    "`",
    "0'",
    "\\",
    "\t",
    "- ",
    "-1",
    ":-",
    "é",
    "\r\n",
    "/* c\n d */",
    "% c\n",
];

/// Parts of texts with mistakes: none is lost, and laying them out again changes nothing. `FERZ_PROPS=N`, `FERZ_SEED=N`: how
/// many, the first seed.
#[test]
fn mistakes_do_no_harm() {
    let setting =
        |name: &str, default: u64| std::env::var(name).map_or(default, |value| value.parse().expect("a number"));
    let mut files = Vec::new();
    texts(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../programs"),
        &mut files,
    );
    files.sort();
    let first = setting("FERZ_SEED", 1);
    let mut formatter = Formatter::new();
    for seed in first..first + setting("FERZ_PROPS", 150) {
        let mut random = fastrand::Rng::with_seed(seed);
        let file = &files[random.usize(..files.len())];
        let text = std::fs::read_to_string(file).expect("it is UTF-8");
        let start = text.floor_char_boundary(random.usize(..text.len()));
        let end = text.floor_char_boundary((start + 1500).min(text.len()));
        let mut text = text[start..end].to_owned();
        for _ in 0..random.usize(1..8) {
            let from = text.floor_char_boundary(random.usize(..=text.len()));
            let to = text.ceil_char_boundary((from + random.usize(..4)).min(text.len()));
            text.replace_range(from..to, PARTS[random.usize(..PARTS.len())]);
        }
        let once = formatter
            .format(&text, None)
            .unwrap_or_else(|why| panic!("seed {seed}: {why}\n{text}"));
        let plain = |text: &str| text.split_whitespace().collect::<String>().len();
        assert_eq!(plain(&once.text), plain(&text), "seed {seed}\n{text}");
        let twice = formatter
            .format(&once.text, None)
            .unwrap_or_else(|why| panic!("seed {seed}: {why}\n{text}"));
        assert_eq!(twice.text, once.text, "seed {seed}");
    }
}
