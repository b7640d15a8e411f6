//! The guide: its programs are written to files, its sessions and commands are run, in a folder for each chapter.
//!
//! A block ` ```prolog NAME ` is a file of that name. A block ` ```console ` has lines `$ COMMAND`, each followed by what the
//! command prints; what follows `?- ` or `|    ` is a query on its standard input, and a line that ends in ` ;` an answer
//! after which the next one is asked for. `UPDATE_EXPECT=1` writes what is printed. Blocks of Rust are run by `cargo test`
//! as those of the documentation (`src/lib.rs`), the one of Ruby by `bindings/c/test`.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::program::prompt::{command, home};

/// The languages of blocks that are not run.
const SHOWN: [&str; 5] = ["rust", "ruby", "text", "toml", "sh"];

fn chapters() -> Vec<PathBuf> {
    let folder = fs::read_dir(crate::root().join("docs/guide")).expect("the guide");
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.expect("a chapter").path()).collect();
    // What it tells of is behind a feature.
    files.retain(|file| {
        (cfg!(feature = "web") || !["21-web.md", "24-rdf.md"].iter().any(|name| file.ends_with(name)))
            && (cfg!(feature = "data") || !file.ends_with("22-databases.md"))
    });
    files.sort();
    files
}

/// Runs a command in a chapter's folder; returns what it prints.
fn run(folder: &Path, line: &str, queries: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_ferz")).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    // The same environment as that of other tests of the program.
    let plain = command(folder);
    let mut shell = std::process::Command::new("sh");
    for (name, value) in plain.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    let mut child = shell
        .args(["-c", &format!("{{ {line}\n}} 2>&1")])
        .env("PATH", format!("{}:{path}", program.display()))
        .env("NO_COLOR", "1")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("there is a shell");
    let mut input = child.stdin.take().expect("it is piped");
    // A command that reads nothing may have ended.
    let _written = input.write_all(queries.as_bytes());
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    String::from_utf8(output.stdout).expect("it is text")
}

/// Returns the lines without blank ones.
fn lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.trim().is_empty()).collect()
}

/// One command of a block, with what follows it.
struct Console<'t> {
    line: &'t str,
    /// The queries as they are typed, each with the number of further answers that are asked for.
    queries: Vec<(Vec<&'t str>, usize)>,
    printed: Vec<&'t str>,
}

impl<'t> Console<'t> {
    fn of(block: &[&'t str], place: &str) -> Vec<Console<'t>> {
        let mut found: Vec<Console<'t>> = Vec::new();
        for &text in block {
            if let Some(line) = text.strip_prefix("$ ") {
                found.push(Console {
                    line,
                    queries: Vec::new(),
                    printed: Vec::new(),
                });
                continue;
            }
            let console = found
                .last_mut()
                .unwrap_or_else(|| panic!("{place}: it begins with a command"));
            if text.starts_with("?- ") {
                console.queries.push((vec![text], 0));
                continue;
            }
            if let (true, Some((query, _more))) = (text.starts_with("|    "), console.queries.last_mut()) {
                query.push(text);
                continue;
            }
            if let (true, Some((_, more))) = (text.ends_with(" ;") || text == ";", console.queries.last_mut()) {
                *more += 1;
            }
            if !text.trim().is_empty() {
                console.printed.push(text);
            }
        }
        found
    }

    /// The first queries as standard input.
    fn input(&self, count: usize) -> String {
        let mut input = String::new();
        for (query, more) in &self.queries[..count] {
            for line in query {
                let _text = writeln!(input, "{}", line.get(3..).unwrap_or_default());
            }
            input.push_str(&";\n".repeat(*more));
        }
        input
    }

    /// Returns the block anew: each query with what it prints.
    fn anew(&self, folder: &Path) -> String {
        let mut text = format!("$ {}\n", self.line);
        if self.queries.is_empty() {
            text.push_str(&run(folder, self.line, ""));
        }
        let mut before = String::new();
        for (number, (query, _)) in self.queries.iter().enumerate() {
            let printed = run(folder, self.line, &self.input(number + 1));
            let own = printed.strip_prefix(&before).unwrap_or(&printed);
            let _text = writeln!(text, "{}\n{}\n", query.join("\n"), own.trim_end());
            before = printed;
        }
        text.trim_end().to_owned() + "\n"
    }
}

/// Runs a chapter; returns it anew if `update`.
fn chapter(file: &Path, update: bool) -> String {
    let name = file.file_name().expect("a name").to_string_lossy().into_owned();
    let folder = home(&format!("guide-{name}"));
    for entry in fs::read_dir(crate::root().join("programs")).expect("the programs") {
        let path = entry.expect("a program").path();
        if path.is_file() {
            fs::copy(&path, folder.join(path.file_name().expect("a name"))).expect("it is copied");
        }
    }
    let text = fs::read_to_string(file).expect("a chapter");
    let all: Vec<&str> = text.lines().collect();
    let (mut at, mut anew) = (0, String::new());
    while at < all.len() {
        let Some(kind) = all[at].strip_prefix("```") else {
            let _text = writeln!(anew, "{}", all[at]);
            at += 1;
            continue;
        };
        let place = format!("{name}:{}", at + 1);
        let end = at
            + 1
            + all[at + 1..]
                .iter()
                .position(|line| *line == "```")
                .expect("the block ends");
        let block = &all[at + 1..end];
        let mut shown = block.join("\n") + "\n";
        match kind.split_once(' ') {
            Some(("prolog", file)) => {
                assert!(text.matches(file).count() > 1, "{place}: {file} is used");
                fs::write(folder.join(file), &shown).expect("it is written");
            }
            None if kind == "console" => {
                let consoles = Console::of(block, &place);
                for console in consoles.iter().filter(|_| !update) {
                    let printed = run(&folder, console.line, &console.input(console.queries.len()));
                    assert_eq!(lines(&printed), console.printed, "{place}: $ {}", console.line);
                }
                if update {
                    let anew: Vec<String> = consoles.iter().map(|console| console.anew(&folder)).collect();
                    shown = anew.join("\n");
                }
            }
            _ => assert!(SHOWN.contains(&kind), "{place}: what is a block of {kind}?"),
        }
        let _text = writeln!(anew, "```{kind}\n{shown}```");
        at = end + 1;
    }
    anew
}

#[test]
fn what_the_guide_shows_is_what_happens() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let chapters = chapters();
    assert!(chapters.len() > 15);
    std::thread::scope(|scope| {
        for part in chapters.chunks(chapters.len().div_ceil(2)) {
            scope.spawn(move || {
                for file in part {
                    let anew = chapter(file, update);
                    if update {
                        fs::write(file, anew).expect("it is written");
                    }
                }
            });
        }
    });
}

#[test]
fn the_index_names_all_chapters() {
    let index = fs::read_to_string(crate::root().join("docs/guide/README.md")).expect("the index");
    for file in chapters() {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        assert!(name == "README.md" || index.contains(&format!("]({name})")), "{name}");
        // Links lead to chapters, or to files of the project.
        let text = fs::read_to_string(&file).expect("a chapter");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')) {
            let target = link.0.split('#').next().unwrap_or_default();
            let path = file.parent().expect("a folder").join(target);
            assert!(target.starts_with("http") || path.exists(), "{name}: {target}");
        }
    }
}

/// The guide can be read in a day, the read-me file in some minutes; their blocks of Rust are among those that are run.
#[test]
fn the_guide_is_short_and_all_of_it_is_run() {
    let words = |path: &Path| fs::read_to_string(path).expect("a text").split_whitespace().count();
    let readme = words(&crate::root().join("README.md"));
    assert!(readme <= 1_500, "README.md has {readme} words");
    let guide: usize = chapters().iter().map(|chapter| words(chapter)).sum();
    assert!(guide <= 25_000, "the guide has {guide} words");
    let run = fs::read_to_string(crate::root().join("src/lib.rs")).expect("the crate");
    for chapter in chapters() {
        let text = fs::read_to_string(&chapter).expect("a chapter");
        let name = chapter.file_name().expect("a name").to_string_lossy();
        assert!(
            !text.contains("```rust") || run.contains(&*name),
            "{name} is not in src/lib.rs"
        );
    }
}

/// The names in the table of the languages are those of their interfaces, and the methods of their engines are in it.
#[test]
fn each_language_has_what_the_table_says() {
    let read =
        |path: &str| fs::read_to_string(crate::root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let rust = read("tests/interface.txt");
    let python = read("bindings/python/python/ferz/_engine.py");
    let c = read("bindings/c/include/ferz.h");
    let javascript = read("bindings/wasm/js/index.d.ts");
    let interfaces = [&rust, &python, &c, &javascript];
    let table = read("docs/guide/20-bindings.md");
    let rows: Vec<Vec<&str>> = table
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains('`'))
        .map(|line| line.trim_matches(['|', ' ']).split(" | ").collect())
        .collect();
    assert!(rows.len() > 20);
    let mut told = [const { Vec::new() }; 4];
    for row in &rows {
        assert_eq!(row.len(), 5, "{row:?}");
        for ((cell, interface), told) in row[1..].iter().zip(interfaces).zip(&mut told) {
            for name in cell.split(", ").map(|name| name.trim_matches('`')) {
                let found = match name.split_once("::") {
                    Some((owner, method)) => rust.lines().any(|line| {
                        let is_owner = line.starts_with("impl")
                            && line.split(": pub").next().is_some_and(|head| head.contains(owner));
                        is_owner && line.contains(&format!("pub fn {method}"))
                    }),
                    None => interface.contains(name),
                };
                assert!(found || name == "-", "{name} of {row:?}");
                told.push(name);
            }
        }
    }
    // The first word of a line, up to a character that no name has.
    let name = |text: &str| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        text.split(|c| !is_part(c)).next().unwrap_or_default().to_owned()
    };
    let block = |text: &str, begin: &str, end: &str| {
        let (_, rest) = text.split_once(begin).unwrap_or_else(|| panic!("there is no {begin}"));
        rest.split_once(end).map_or(rest, |(block, _)| block).to_owned()
    };
    let after = |text: &str, prefix: &str| -> Vec<String> {
        text.lines()
            .filter_map(|line| line.strip_prefix(prefix))
            .map(name)
            .collect()
    };
    let of_rust = after(&rust, "impl Engine: pub fn ");
    let of_python = after(&block(&python, "\nclass Engine", "\nclass "), "    def ");
    let of_c = c.match_indices("ferz_engine_").map(|(at, _)| &c[at..]);
    let of_c = of_c
        .filter(|text| text[name(text).len()..].starts_with('('))
        .map(name)
        .collect();
    let of_javascript = after(&block(&javascript, "\nexport class Ferz {", "\n}"), "  ");
    let methods = [
        of_rust.iter().map(|method| format!("Engine::{method}")).collect(),
        of_python,
        of_c,
        of_javascript,
    ];
    for (methods, told) in methods.iter().zip(&told) {
        let methods: Vec<&String> = methods
            .iter()
            .filter(|method| !method.is_empty() && !method.starts_with('_'))
            .filter(|method| !["private", "static", "readonly"].contains(&method.as_str()))
            .collect();
        assert!(methods.len() > 15, "{methods:?}");
        for method in methods {
            assert!(told.contains(&method.as_str()), "{method} is not in the table");
        }
    }
}
