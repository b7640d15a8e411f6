//! What no compiler checks in the source tree: layers, sizes, headers, docs of the library, no hidden state.

use ferz_texts::head::parse_head;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A layer may use itself and those before it. Those up to `native` are a package, `src/engine`.
const LAYERS: [&str; 11] = [
    "base", "io", "text", "term", "code", "compile", "machine", "native", "builtins", "library", "api",
];

/// The folders with Rust code.
const CODE: [&str; 2] = ["src", "crates"];

/// What packages in `crates` may name of those of the engine: the libraries stand on the interface for native predicates,
/// the program and the tools on that for hosts.
const SEEN: [(&str, &str); 6] = [
    ("crates/web/src", "ferz_engine::native"),
    ("crates/data/src", "ferz_engine::native"),
    ("crates/libraries/src", "ferz_engine::native"),
    ("crates/program/src", "ferz"),
    ("crates/tools/src", "ferz"),
    ("crates/texts/src", ""),
];

/// What the layers above the machine may name of it; all else they reach by the methods of `Machine`.
const MACHINE_OUTSIDE: [&str; 19] = [
    "Cause",
    "GRACE",
    "Machine",
    "Parts",
    "Outcome",
    "Solutions",
    "deadline",
    "default_memory",
    "image",
    "library",
    "native",
    "nested",
    "outcome",
    "parallel",
    "pause",
    "session",
    "sharing",
    "threads",
    "trace",
];

/// What stands above that which only tests use.
const FOR_TESTS: &str = "#[cfg(any(test, feature = \"testing\"))]";

/// The fields of the machine that only its own files use: registers, and what the run keeps for itself.
const OWN_FIELDS: [&str; 10] = [
    "x",
    "text",
    "regs",
    "unify_stack",
    "wakes",
    "called",
    "calling",
    "nesting",
    "sequences",
    "continuations",
];

/// Where methods of the machine may be public: its face, and the folders whose subject they are.
const OPEN_FOLDERS: [&str; 4] = ["face", "tabling", "coroutines", "image.rs"];

/// The most files of the machine that may call one another in a circle.
const LARGEST_CIRCLE: usize = 3;

/// The words of the map of the code: one sitting.
const MOST_WORDS: usize = 2_000;

const LONGEST_FILE: usize = 600;

/// What is generated and kept in the tree.
const GENERATED: [&str; 2] = ["src/engine/text/grammar.rs", "src/engine/text/tokens.rs"];

/// The files below a folder with this extension, as paths from the root of the project, without what is generated.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let mut found = all_files(folder);
    found.retain(|path| {
        path.extension().is_some_and(|found| found == extension)
            && !GENERATED.iter().any(|made| path == Path::new(made))
    });
    found
}

/// The files below a folder, as paths from the root of the project.
fn all_files(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![crate::root().join(folder)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                // What packages outside of the workspace have built is none of its files.
                if !path.ends_with("target") {
                    folders.push(path);
                }
            } else {
                found.push(
                    path.strip_prefix(crate::root())
                        .expect("a path below the root")
                        .to_owned(),
                );
            }
        }
    }
    found.sort();
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(crate::root().join(path)).expect("a readable text file")
}

/// All that breaks a rule, at once.
fn assert_none(faults: Vec<String>) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// What a merge or an editor leaves behind is not part of the sources.
#[test]
fn the_sources_are_all_there_is() {
    const KINDS: [&str; 13] = [
        "rs", "pl", "lalrpop", "logos", "md", "txt", "bin", "toml", "json", "js", "mjs", "css", "html",
    ];
    let is_strange = |path: &PathBuf| {
        !path
            .extension()
            .is_some_and(|kind| KINDS.iter().any(|known| kind == *known))
    };
    let strange = CODE.iter().flat_map(|folder| all_files(folder)).filter(is_strange);
    assert_none(
        strange
            .map(|path| format!("{}: no kind of source", path.display()))
            .collect(),
    );
}

#[test]
fn rust_files_are_short_and_say_what_they_are() {
    let mut faults = Vec::new();
    for folder in ["src", "crates", "tests", "benches", "examples"] {
        for path in files(folder, "rs") {
            let text = read(&path);
            let lines = text.lines().count();
            if lines > LONGEST_FILE {
                faults.push(format!("{}: {lines} lines, more than {LONGEST_FILE}", path.display()));
            }
            if !text.starts_with("//!") {
                faults.push(format!("{}:1: does not begin with //!", path.display()));
            }
        }
    }
    assert_none(faults);
}

/// Of two conditions on one module, one was meant for another.
#[test]
fn modules_have_one_condition() {
    let mut faults = Vec::new();
    for folder in ["src", "crates", "tests"] {
        for path in files(folder, "rs") {
            let text = read(&path);
            let conditions = |line: &str| line.trim_start().starts_with("#[cfg(");
            for (number, lines) in text.lines().collect::<Vec<_>>().windows(2).enumerate() {
                if conditions(lines[0]) && conditions(lines[1]) {
                    faults.push(format!("{}:{}: two conditions, join them", path.display(), number + 1));
                }
            }
        }
    }
    assert_none(faults);
}

#[test]
fn the_map_is_short() {
    let words = read(Path::new("src/README.md")).split_whitespace().count();
    assert!(words < MOST_WORDS, "src/README.md: {words} words");
}

/// The modules just below the crate's root that a line of code names, by `crate::` or by enough `super::`.
fn named_modules(line: &str, depth: usize) -> Vec<String> {
    let up = "super::".repeat(depth);
    let mut names = Vec::new();
    for prefix in ["crate::", up.as_str()] {
        for (at, _) in line.match_indices(prefix) {
            let before = line[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            names.extend(names_at(&line[at + prefix.len()..]));
        }
    }
    names
}

/// The names that follow a prefix in a line of code.
fn names_after(line: &str, prefix: &str) -> Vec<String> {
    let found = line.match_indices(prefix);
    found.flat_map(|(at, _)| names_at(&line[at + prefix.len()..])).collect()
}

/// The first names in a path, or in the group of paths, with which the text begins.
fn names_at(text: &str) -> Vec<String> {
    let group = text
        .strip_prefix('{')
        .map(|group| group.split('}').next().unwrap_or(group));
    let items = group.unwrap_or(text).split(',');
    let items = items.take(if group.is_some() { usize::MAX } else { 1 });
    items.map(|item| word(item.trim())).collect()
}

/// The word with which the text begins.
fn word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

#[test]
fn layers_use_only_those_to_their_left() {
    let mut faults = Vec::new();
    for path in files("src", "rs") {
        // Unit tests may use what stands to the right of what they test.
        if path.to_string_lossy().contains("/tests") {
            continue;
        }
        let parts: Vec<&str> = path.iter().map(|part| part.to_str().expect("a plain path")).collect();
        let ([_, "engine", layer, below @ ..] | [_, layer, below @ ..]) = parts.as_slice() else {
            continue;
        };
        if below.is_empty() {
            continue;
        }
        let Some(place) = LAYERS.iter().position(|name| name == layer) else {
            faults.push(format!("{}: `{layer}` is not a layer", path.display()));
            continue;
        };
        let depth = if below.last() == Some(&"mod.rs") {
            below.len()
        } else {
            below.len() + 1
        };
        for (number, line) in read(&path).lines().enumerate() {
            if line.trim_start().starts_with("//") {
                continue;
            }
            let at = format!("{}:{}", path.display(), number + 1);
            for name in named_modules(line, depth) {
                match LAYERS.iter().position(|layer| *layer == name) {
                    Some(other) if other > place => faults.push(format!("{at}: `{layer}` uses `{name}`")),
                    _ => {}
                }
            }
            if ["native", "builtins", "library", "api"].contains(layer) {
                let inside = names_after(line, "machine::");
                let inside = inside.iter().filter(|name| !MACHINE_OUTSIDE.contains(&name.as_str()));
                faults.extend(inside.map(|name| format!("{at}: `{layer}` uses `machine::{name}`")));
            }
        }
    }
    assert_none(faults);
}

/// Packages stand on interfaces, and see nothing of what is behind them.
#[test]
fn packages_stand_on_interfaces() {
    let mut faults = Vec::new();
    for (folder, seen) in SEEN {
        for path in files(folder, "rs") {
            for (number, line) in read(&path).lines().enumerate() {
                let is_comment = line.trim_start().starts_with("//");
                let names = line.match_indices("ferz").filter(|_| !is_comment);
                for (at, _) in names {
                    let name = &line[at..];
                    let (package, rest) = name.split_once("::").unwrap_or((name, ""));
                    let is_package = package.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
                    let named = format!("{package}::{}", word(rest));
                    let is_seen = named == seen || ["ferz_texts", "ferz_tools", seen].contains(&package);
                    if is_package && !rest.is_empty() && !is_seen {
                        faults.push(format!("{}:{}: names `{named}`", path.display(), number + 1));
                    }
                }
            }
        }
    }
    assert_none(faults);
}

/// The text of a file of the machine without comments.
fn machine_code(path: &Path) -> String {
    let text = read(path);
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}

/// The files of the machine with their code, but for tests.
fn machine_files() -> Vec<(PathBuf, String)> {
    let mut files = files("src/engine/machine", "rs");
    files.retain(|path| !path.ends_with("tests.rs"));
    files
        .into_iter()
        .map(|path| (path.clone(), machine_code(&path)))
        .collect()
}

/// The blocks `impl Machine` of a file.
fn methods_of_the_machine(code: &str) -> impl Iterator<Item = &str> {
    let mut before = "";
    code.split("\nimpl Machine {\n")
        .enumerate()
        .filter_map(move |(number, block)| {
            let is_for_tests = before.ends_with(FOR_TESTS);
            before = block;
            let methods = block.split("\n}\n").next().unwrap_or(block);
            (number > 0 && !is_for_tests).then_some(methods)
        })
}

/// The words that follow a mark in a text.
fn words_after<'a>(text: &'a str, mark: &'a str) -> impl Iterator<Item = String> + 'a {
    text.match_indices(mark)
        .map(move |(at, _)| word(&text[at + mark.len()..]))
}

/// The names of the functions that are called after a mark.
fn calls_after<'a>(text: &'a str, mark: &'a str) -> impl Iterator<Item = String> + 'a {
    let found = text.match_indices(mark).map(move |(at, _)| &text[at + mark.len()..]);
    found
        .map(|rest| (word(rest), rest))
        .filter(|(name, rest)| rest[name.len()..].starts_with('('))
        .map(|(name, _)| name)
}

#[test]
fn built_ins_see_the_face_of_the_machine() {
    let mut faults = Vec::new();
    for (path, code) in machine_files() {
        if path.starts_with("src/engine/machine/stacks") && code.contains("Machine") {
            faults.push(format!("{}: the stacks know the machine", path.display()));
        }
        let is_root = path.ends_with("machine/mod.rs");
        if is_root {
            let fields = code.split("pub struct Machine {").nth(1).expect("the machine");
            let fields = fields.split("\n}\n").next().expect("its fields");
            let public = words_after(fields, "\n    pub ").filter(|name| OWN_FIELDS.contains(&name.as_str()));
            faults.extend(public.map(|name| format!("{}: the field `{name}` is public", path.display())));
        }
        let machine = Path::new("src/engine/machine");
        if OPEN_FOLDERS.iter().any(|open| path.starts_with(machine.join(open))) {
            continue;
        }
        for methods in methods_of_the_machine(&code) {
            let public = words_after(methods, "    pub fn ").filter(|name| !(is_root && name == "new"));
            let is_for_tests = |name: &String| methods.contains(&format!("{FOR_TESTS}\n    pub fn {name}"));
            let public = public.filter(|name| !is_for_tests(name));
            faults.extend(public.map(|name| format!("{}: `{name}` is public, and not in the face", path.display())));
        }
    }
    assert_none(faults);
}

/// Which files of the machine reach which others by calls of methods of `Machine`.
#[test]
fn files_of_the_machine_call_in_small_circles() {
    let files = machine_files();
    let mut home = HashMap::new();
    for (number, (_, code)) in files.iter().enumerate() {
        let methods = methods_of_the_machine(code).flat_map(|methods| words_after(methods, "fn "));
        home.extend(methods.map(|name| (name, number)));
    }
    let mut reaches: Vec<HashSet<usize>> = Vec::new();
    for (_, code) in &files {
        let own = methods_of_the_machine(code).flat_map(|methods| calls_after(methods, "self."));
        let others = [" m.", "(m."].into_iter();
        let called = own.chain(others.flat_map(|mark| calls_after(code, mark)));
        let called = called.chain(words_after(code, "Machine::"));
        reaches.push(called.filter_map(|name| home.get(&name).copied()).collect());
    }
    for middle in 0..files.len() {
        let beyond = reaches[middle].clone();
        for found in reaches.iter_mut().filter(|found| found.contains(&middle)) {
            found.extend(&beyond);
        }
    }
    let mut faults = Vec::new();
    for (number, (path, _)) in files.iter().enumerate() {
        let back = |&&other: &&usize| other == number || reaches[other].contains(&number);
        let circle: Vec<&usize> = reaches[number].iter().filter(back).collect();
        if circle.len() > LARGEST_CIRCLE {
            let names: Vec<_> = circle.iter().map(|&&other| files[other].0.display()).collect();
            faults.push(format!("{}: calls in a circle with {names:?}", path.display()));
        }
    }
    assert_none(faults);
}

/// What an engine changes belongs to the engine; the frozen system program is the only value they share.
#[test]
fn there_is_no_hidden_state() {
    let mut faults = Vec::new();
    for path in CODE.iter().flat_map(|folder| files(folder, "rs")) {
        for (number, line) in read(&path).lines().enumerate() {
            let code = line.trim_start();
            let at = format!("{}:{}", path.display(), number + 1);
            if code.contains("thread_local!") {
                faults.push(format!("{at}: a thread-local variable"));
            }
            let words: Vec<&str> = code.split_whitespace().take_while(|word| !word.contains(':')).collect();
            if !words.contains(&"static") || code.starts_with("//") {
                continue;
            }
            let changes = [
                "static mut ",
                "Mutex<",
                "RwLock<",
                "Cell<",
                "Atomic",
                "OnceLock<",
                "LazyLock<",
            ];
            // The alarm serves all engines; what it knows of one shows in no other. The memory of the machine is the
            // same for all. An object of the host is the same one in all engines, and so is its number. A table that is
            // unpacked at first use does not change after that, and neither does the seed of hashes. Threads that wait
            // for slices of any engine keep nothing of one.
            let is_known = [
                "NEXT: AtomicU64",
                "OnceLock<Program>",
                "OnceLock<Option<Arc<Alarm>>>",
                "IDLE: Mutex<IdleThreads>",
                "MEMORY: OnceLock<usize>",
                "RUNS: OnceLock<Vec<(u32, GeneralCategory)>>",
                "SEED: LazyLock<u64>",
                "LazyLock<FxHashMap<&str, &FlagRow>>",
            ]
            .iter()
            .any(|kind| code.contains(kind));
            if changes.iter().any(|kind| code.contains(kind)) && !is_known {
                faults.push(format!("{at}: a static that can change"));
            }
        }
    }
    assert_none(faults);
}

/// The text with all that is quoted, character codes as `0'c` too, blanked out, and without the comment at its end.
fn unquoted(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '%' => break,
            '\'' if out.ends_with('0') => {
                if chars.next() == Some('\\') {
                    chars.next();
                }
            }
            '\'' | '"' | '`' => {
                while let Some(inside) = chars.next()
                    && inside != c
                {
                    if inside == '\\' {
                        chars.next();
                    }
                }
            }
            c => out.push(c),
        }
    }
    out
}

/// Name and arity of the head that the text begins with; a rule of a grammar has two arguments more.
fn head(text: &str) -> (String, usize) {
    let (name, arity, rest) = parse_head(text).unwrap_or_else(|| panic!("no head: {text}"));
    let is_grammar = rest.trim_start().starts_with("-->");
    (name.to_owned(), if is_grammar { arity + 2 } else { arity })
}

/// The library is indexed by its `%! ` lines: each predicate has one, its clauses follow it and no others do.
#[test]
fn library_predicates_are_documented() {
    let mut faults = Vec::new();
    for path in CODE.iter().flat_map(|folder| files(folder, "pl")) {
        let text = read(&path);
        let mut current: Option<(String, usize)> = None;
        let mut clauses = 1;
        let mut seen = HashSet::new();
        let mut ended = true;
        let mut next = 0;
        for (number, line) in text.lines().enumerate() {
            let from_here = &text[next..];
            next += line.len() + 1;
            let at = format!("{}:{}", path.display(), number + 1);
            if let Some(doc) = line.strip_prefix("%! ") {
                if clauses == 0 {
                    faults.push(format!("{at}: the predicate before this has no clauses"));
                }
                let found = head(doc);
                if !seen.insert(found.clone()) {
                    faults.push(format!("{at}: a second `%! ` line of {}/{}", found.0, found.1));
                }
                (current, clauses, ended) = (Some(found), 0, true);
                continue;
            }
            if line.trim().is_empty() || line.starts_with('%') {
                continue;
            }
            if ended && !line.starts_with([' ', '\t', ')', ']', '}']) {
                clauses += 1;
                let (name, arity) = head(from_here);
                if current.as_ref() != Some(&(name.clone(), arity)) {
                    faults.push(format!(
                        "{at}: a clause of {name}/{arity} without a `%! ` line above the first"
                    ));
                    current = Some((name, arity));
                }
            }
            ended = unquoted(line).trim_end().ends_with('.');
        }
    }
    assert_none(faults);
}

#[test]
fn heads_are_read() {
    assert_eq!(head("digits([D|T]) --> digit(D), \"(\"."), ("digits".to_owned(), 3));
    assert_eq!(head("sep(',', \")(\", 0',)."), ("sep".to_owned(), 3));
    assert_eq!(
        named_modules("use crate::{base::atom::Atom, term};", 2),
        ["base", "term"]
    );
    assert_eq!(named_modules("use super::super::machine::Machine;", 2), ["machine"]);
    assert_eq!(named_modules("use super::super::exec::put;", 3), Vec::<String>::new());
}
