//! What a host of this version may use stays: the declarations of the library's interface are those of
//! `tests/interface.txt`. `UPDATE_EXPECT=1` rewrites it; what then changes or is gone there breaks programs of hosts, so
//! that the next version is a larger one.

use std::fs;
use std::path::PathBuf;

const FILE: &str = "tests/interface.txt";

/// The source files of the interface, but for tests.
fn files() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![crate::root().join("src/api")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the source is there") {
            let path = entry.expect("a readable folder").path();
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
            if path.is_dir() {
                folders.push(path);
            } else if !name.ends_with("tests.rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The public declarations of a source text, each in one line after the head of its block.
fn declarations(text: &str) -> Vec<String> {
    const KINDS: [&str; 8] = [
        "fn ",
        "struct ",
        "enum ",
        "trait ",
        "const ",
        "type ",
        "use ",
        "unsafe fn ",
    ];
    let text = text.split("\n#[cfg(test)]\n").next().unwrap_or_default();
    let (mut found, mut block) = (Vec::new(), String::new());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let start = line.trim_start();
        let opens = ["impl", "pub trait", "pub enum", "pub struct"];
        if line.ends_with('{') && opens.iter().any(|word| line.starts_with(word)) {
            block = start.trim_end_matches(" {").to_owned();
        } else if line == "}" {
            block.clear();
        }
        let is_part = line.starts_with("    ")
            && !line.starts_with("     ")
            && (block.starts_with("pub trait") && start.starts_with("fn ")
                || block.starts_with("pub enum") && start.starts_with(char::is_uppercase));
        let after = start.strip_prefix("pub ").unwrap_or_default();
        let after = after.strip_prefix("async ").unwrap_or(after);
        let is_field = after
            .split_once(':')
            .is_some_and(|(name, _)| name.chars().all(|c| c.is_lowercase() || c == '_'));
        if !is_part && !is_field && !KINDS.iter().any(|kind| after.starts_with(kind)) {
            continue;
        }
        let mut declaration = start.to_owned();
        while !declaration.ends_with(['{', ';', '}', ',']) || declaration.ends_with(',') && declaration.contains("fn ")
        {
            let Some(next) = lines.next() else { break };
            declaration = format!("{declaration} {}", next.trim());
        }
        let declaration = declaration
            .trim_end_matches(['{', ';', ',', ' '])
            .replace("( ", "(")
            .replace(", )", ")");
        found.push(match block.is_empty() || line.starts_with(&block) {
            true => declaration,
            false => format!("{block}: {declaration}"),
        });
    }
    found
}

#[test]
fn the_interface_for_hosts_stays() {
    let mut lines: Vec<String> = files()
        .iter()
        .flat_map(|path| declarations(&fs::read_to_string(path).expect("the source is a text")))
        .collect();
    lines.sort();
    lines.dedup();
    assert!(lines.len() > 250, "{} declarations", lines.len());
    let now = lines.join("\n") + "\n";
    let path = crate::root().join(FILE);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, &now).expect("the folder of the tests can be written to");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    let gone = expected.lines().filter(|line| !lines.iter().any(|now| now == line));
    let new = lines
        .iter()
        .filter(|line| !expected.lines().any(|old| old == line.as_str()));
    let changes: Vec<String> = gone
        .map(|line| format!("- {line}"))
        .chain(new.map(|line| format!("+ {line}")))
        .collect();
    assert!(
        changes.is_empty(),
        "UPDATE_EXPECT=1 makes {FILE} anew; what differs:\n{}",
        changes.join("\n")
    );
}
