//! The programs of the project print what is written beside them.
//!
//! `UPDATE_EXPECT=1` rewrites the expected outputs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn prolog_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let paths = entries.map(|entry| entry.expect("a readable folder").path());
    let mut found: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|kind| kind == "pl"))
        .collect();
    found.sort();
    found
}

/// Runs every program of a folder, and compares with the `.out` files of the other.
fn run_all(programs: &str, outputs: &str) {
    let root = crate::root();
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut faults = Vec::new();
    for program in prolog_files(&root.join(programs)) {
        let name = program.strip_prefix(root).expect("a path below the root").to_owned();
        let expected = root
            .join(outputs)
            .join(program.file_name().expect("a file"))
            .with_extension("out");
        let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
            .current_dir(root)
            .arg("run")
            .arg(&name)
            .stdin(Stdio::null())
            .output()
            .expect("the program ferz starts");
        if !output.status.success() {
            let error = String::from_utf8_lossy(&output.stderr);
            faults.push(format!("{}: {}\n{error}", name.display(), output.status));
        } else if let Ok(sum) = fs::read_to_string(expected.with_extension("sum")) {
            if sum != summary(&output.stdout) {
                faults.push(format!(
                    "{}: expected\n{sum}printed\n{}",
                    name.display(),
                    summary(&output.stdout)
                ));
            }
        } else if update {
            fs::write(&expected, &output.stdout).expect("the expected output can be written");
        } else {
            let got = String::from_utf8_lossy(&output.stdout);
            match fs::read_to_string(&expected) {
                Err(error) => faults.push(format!("{}: {error}", expected.display())),
                Ok(text) if text != got => {
                    faults.push(format!("{}: {}", name.display(), first_difference(&text, &got)));
                }
                Ok(_) => {}
            }
        }
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// Of an output too long to be kept: its lines, bytes and FNV-1a hash.
fn summary(output: &[u8]) -> String {
    let lines = output.iter().filter(|&&b| b == b'\n').count();
    let hash = output.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &b| {
        (hash ^ u64::from(b)).wrapping_mul(0x100_0000_01b3)
    });
    format!("lines {lines}\nbytes {}\nfnv1a64 {hash:x}\n", output.len())
}

fn first_difference(expected: &str, got: &str) -> String {
    let (mut expected, mut got) = (expected.lines(), got.lines());
    for number in 1.. {
        match (expected.next(), got.next()) {
            (None, None) => break,
            (a, b) if a == b => {}
            (a, b) => {
                let [a, b] = [a, b].map(|line| line.unwrap_or("(end of output)"));
                return format!("line {number} of the output\n  expected: {a}\n  printed:  {b}");
            }
        }
    }
    "the outputs differ in their line ends".to_owned()
}

#[test]
fn programs_print_what_is_expected() {
    run_all("programs", "tests/programs");
}

#[test]
fn programs_with_constraints_print_what_is_expected() {
    run_all("programs/constraints", "tests/programs/constraints");
}

#[test]
fn programs_of_rules_for_constraints_print_what_is_expected() {
    run_all("programs/chr", "tests/programs/chr");
}

#[test]
fn a_compiler_in_several_modules_runs_its_examples_and_tests() {
    run_all("programs/compiler", "tests/programs/compiler");
}

#[test]
fn an_expert_system_answers_explains_and_passes_its_tests() {
    run_all("programs/expert", "tests/programs/expert");
}

#[test]
fn stories_in_english_are_understood() {
    run_all("programs/english", "tests/programs/english");
}

#[test]
fn tabled_programs_parse_analyse_and_follow_changes() {
    run_all("programs/tabled", "tests/programs/tabled");
}

/// What clauses are compiled to: a change of the compiler shows in the code.
#[test]
fn clauses_have_the_code_that_is_expected() {
    run_all("tests/programs/code", "tests/programs/code");
}

/// Programs with mistakes that people make: the mistake must show as it should.
#[test]
fn slips_show() {
    run_all("tests/programs/slips", "tests/programs/slips");
}

/// Programs such as people have print what they print elsewhere.
#[test]
fn programs_such_as_people_have_run() {
    run_all("tests/programs/users", "tests/programs/users");
}

#[test]
fn the_manual_knows_what_the_engine_knows() {
    let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .arg("doc")
        .stdin(Stdio::null())
        .output()
        .expect("the program ferz starts");
    assert!(output.status.success());
    let manual = String::from_utf8(output.stdout).expect("text");
    for part in [
        "\n#### `atom_length(+atom, ?length)` (ISO 8.16.1)\n",
        "\n?- atom_length('enchanted evening', N).\n   N = 17.\n",
        "\n#### `between(+low, +high, ?x) is nondet`\n",
        "\n### lists\n",
        "\n#### `append(?Xs, ?Ys, ?Zs) is nondet`\n\nTrue if Zs is the concatenation of Xs and Ys.\n",
        "\n| `msb/1` |",
        "\n| `double_quotes` |",
        "\n| 700 | xfx |",
    ] {
        assert!(manual.contains(part), "{part}");
    }
    assert!(!manual.contains("#### `'$"), "a hidden predicate is in the manual");
}

/// The programs of the guide to tabling, and its queries with their answers.
#[test]
fn the_guide_to_tabling_tells_the_answers() {
    let text = include_str!("../../../src/builtins/docs/tabling.md");
    let path = std::env::temp_dir().join(format!("ferz-guide-{}.pl", std::process::id()));
    let (mut program, mut count) = (String::new(), 0);
    for block in text.split("```prolog\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        let Some(queries) = block.strip_prefix("?- ") else {
            program.push_str(block);
            continue;
        };
        std::fs::write(&path, &program).expect("the program is written");
        for query in queries.split("\n?- ") {
            let (goal, expected) = query.split_once('\n').expect("an answer");
            let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
                .args(["eval", goal.trim_end_matches('.')])
                .arg(&path)
                .output()
                .expect("the program ferz starts");
            let answered = String::from_utf8_lossy(&output.stdout);
            let expected = expected.trim().trim_end_matches('.');
            let expected = if expected == "true" { "" } else { expected };
            assert_eq!(answered.trim(), expected, "{goal}");
            assert!(output.status.success(), "{goal}");
            count += 1;
        }
    }
    std::fs::remove_file(&path).expect("the program is removed");
    assert!(count > 8, "{count} queries");
}
