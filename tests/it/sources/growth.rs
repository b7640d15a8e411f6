//! The cost of each predicate of the manual is measured, or `benches/growth/exempt.txt` says why it is not.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use ferz::Engine;

#[path = "../../../benches/growth/manual.rs"]
mod manual;

/// The files of the rows.
const ROWS: [&str; 4] = ["made.pl", "collections.pl", "texts.pl", "rows.pl"];

#[test]
#[cfg_attr(feature = "web", ignore = "predicates of the web wait for others")]
fn the_growth_of_each_predicate_is_measured_or_exempt() {
    let folder = crate::root().join("benches/growth");
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a readable file");
    let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .arg("doc")
        .output()
        .expect("ferz runs");
    let text = String::from_utf8(output.stdout).expect("a text");
    let all: BTreeSet<String> = text.lines().filter_map(manual::head).map(indicator).collect();
    let mut rows = rows();
    rows.extend(read("measured.txt").lines().map(plain));
    let exempt = read("exempt.txt");
    let exempt: BTreeSet<String> = exempt
        .lines()
        .filter(|line| line.starts_with(' '))
        .flat_map(str::split_whitespace)
        .map(str::to_owned)
        .collect();
    let neither: Vec<&String> = all
        .iter()
        .filter(|&name| !rows.contains(name) && !exempt.contains(name))
        .collect();
    assert!(
        neither.is_empty(),
        "give each a row in benches/growth, or a reason in its exempt.txt: {neither:?}"
    );
    let needless: Vec<&String> = exempt
        .iter()
        .filter(|&name| rows.contains(name) || !all.contains(name))
        .collect();
    assert!(needless.is_empty(), "these need no place in exempt.txt: {needless:?}");
}

fn indicator((name, arity): (&str, usize)) -> String {
    plain(&format!("{name}/{arity}"))
}

/// The indicator without the parentheses and blanks that operators are written with.
fn plain(text: &str) -> String {
    let text = text.replace(' ', "");
    text.strip_prefix('(')
        .map_or(text.clone(), |rest| rest.replacen(")/", "/", 1))
}

/// The predicates that have rows of their own.
fn rows() -> BTreeSet<String> {
    let mut engine = Engine::new();
    for file in ROWS {
        let path = crate::root().join("benches/growth").join(file);
        engine.consult_file(path).expect("the rows are right");
    }
    let goal = "findall(S, ( clause(row(What, _, _, _, _, _, _), Body), call(Body), ( What = PI-_ -> true ; PI = What ), \
                ( PI = N/A -> true ; PI = N//A0, A is A0 + 2 ), format(string(S), \"~w/~w\", [N, A]) ), L)";
    let answer = engine.once(goal).expect("no error").expect("rows");
    let names: Vec<String> = answer.get("L").expect("a list of texts");
    names.into_iter().collect()
}
