//! Loading files: each mistake is told with its place, and the rest of the file is loaded; what directives do.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// What `ferz` with these arguments prints in a folder is what a file there holds.
fn prints(folder: &str, args: &[&str], expected: &str) {
    let folder = crate::root().join(folder);
    let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .current_dir(&folder)
        .args(args)
        .stdin(Stdio::null())
        .output()
        .expect("the program ferz starts");
    let printed = format!(
        "{}-----\n{}",
        String::from_utf8_lossy(&output.stderr),
        String::from_utf8_lossy(&output.stdout)
    );
    let expected = folder.join(expected);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&expected, &printed).expect("the expected output can be written");
    }
    let wanted = fs::read_to_string(&expected).expect("the expected output can be read");
    assert_eq!(printed, wanted);
}

#[test]
fn every_mistake_in_a_file_is_told_with_its_place() {
    let lists = "listing(likes/2), listing(food/1), listing(color/1)";
    prints(
        "tests/transcripts",
        &["mistakes.pl", "-g", lists, "-g", "halt"],
        "consult.txt",
    );
}

#[test]
fn what_is_wrong_in_clauses_is_told_without_running_them() {
    let folder = "tests/loading/checks";
    prints(
        folder,
        &["main.pl", "-g", "catch(main, E, print_message(error, E))"],
        "main.out",
    );
    prints(
        folder,
        &["main.pl", "-g", "halt", "--no-hints"],
        "main_without_hints.out",
    );
}

#[test]
fn clauses_that_do_not_mean_what_they_say_are_told() {
    prints("tests/loading/hints", &["check", "main.pl"], "main.out");
    prints("tests/loading/hints", &["check", "torn.pl"], "torn.out");
}

#[test]
fn undefined_predicates_are_found_in_arguments() {
    prints("tests/loading/calls", &["check", "main.pl"], "main.out");
}

#[test]
fn checks_that_are_turned_off_are_not_made() {
    prints("tests/loading/styles", &["main.pl", "-t", "halt"], "main.out");
}

#[test]
fn of_many_mistakes_the_first_are_shown() {
    prints("tests/loading/checks", &["many.pl", "-t", "halt"], "many.out");
}

#[test]
fn wrong_declarations_and_goals_that_failed_are_told() {
    prints("tests/loading/declared", &["check", "main.pl"], "check.out");
    prints("tests/loading/declared", &["main.pl", "-g", "halt"], "main.out");
}

#[test]
fn directives_of_loading_do_what_they_say() {
    prints(".", &["tests/loading/main.pl", "-t", "halt"], "tests/loading/main.out");
}

#[test]
fn faults_of_clauses_and_of_goals_that_wait_are_told_with_their_place() {
    prints("tests/loading/faults", &["main.pl", "-t", "halt"], "main.out");
}

#[test]
fn goals_for_the_program_run_behind_those_of_the_command_line() {
    let folder = "tests/loading/start";
    prints(
        folder,
        &["main.pl", "-g", "main", "-g", "consult(part)", "-t", "halt"],
        "main.out",
    );
    prints(folder, &["-l", "main.pl"], "only_loaded.out");
}

#[test]
fn hooks_of_loading_and_messages_do_what_they_say() {
    prints("tests/loading/hooks", &["main.pl", "-t", "halt"], "main.out");
}

#[test]
fn hooks_get_the_terms_of_what_the_system_says() {
    let hook = "assertz((message_hook(init_goal_failed(error(Formal, _), G), Kind, _) :- print(Kind-Formal-G), nl))";
    let goals = ["-g", "true", "-g", hook, "-g", "nowhere"];
    prints(
        "tests/loading/messages",
        &[&goals[..], &["main.pl"]].concat(),
        "main.out",
    );
}

#[test]
fn tabled_predicates_keep_their_names() {
    prints("tests/loading/tables", &["main.pl", "-t", "halt"], "main.out");
}

#[test]
fn modules_have_operators_of_their_own() {
    prints("tests/loading/operators", &["main.pl", "-t", "halt"], "main.out");
}

#[test]
fn modules_have_quotes_of_their_own() {
    let after = "X = \"ab\", print(X), nl";
    prints(
        "tests/loading/quotes",
        &["main.pl", "-g", "main", "-g", after, "-t", "halt"],
        "main.out",
    );
}

#[test]
fn modules_have_predicates_of_their_own() {
    prints("tests/loading/modules", &["main.pl", "-t", "halt"], "main.out");
}

#[test]
fn what_is_used_as_a_module_must_be_one() {
    prints("tests/loading/headers", &["main.pl", "-t", "halt"], "main.out");
}

#[test]
fn goals_keep_the_module_that_they_were_written_in() {
    prints("tests/loading/context", &["main.pl", "-t", "halt"], "main.out");
}

#[test]
fn a_hook_of_a_module_is_asked_once_where_it_is_imported() {
    prints("tests/loading/expansion", &["main.pl", "-t", "halt"], "main.out");
}

#[test]
fn wrapped_predicates_run_their_wrappers() {
    prints("tests/loading/wrapped", &["main.pl", "-t", "halt"], "main.out");
}

#[test]
fn unit_tests_run_and_are_reported() {
    // How long they took is not always the same.
    prints(
        "tests/loading/units",
        &["main.pl", "-g", "run_tests", "-t", "halt"],
        "main.out",
    );
}

/// Of the faults that students make, all but a few are told by the check or by the run.
#[test]
fn faults_of_students_are_told() {
    let texts = fs::read_to_string(crate::root().join("tests/loading/students.txt")).expect("the programs");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("students");
    fs::create_dir_all(&folder).expect("a folder for the programs");
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
        let output = command.current_dir(&folder).args(args).stdin(Stdio::null()).output();
        let output = output.expect("the program ferz starts");
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
    };
    let (mut told, mut silent) = (0, Vec::new());
    for text in texts.split("\n%% ").skip(1) {
        let (head, program) = text.split_once('\n').expect("a head and a program");
        let (name, message) = head.split_once(": ").expect("a name and a message");
        let file = format!("{name}.pl");
        fs::write(folder.join(&file), program).expect("a file for the program");
        let mut seen = run(&["check", &file]);
        if program.contains("\ngo") || program.starts_with("go") {
            let limited = "--memory 20M --inferences 2000000 -g go -t halt";
            seen += &run(&limited.split(' ').chain([file.as_str()]).collect::<Vec<_>>());
        }
        if message == "-" {
            silent.push(name);
        } else {
            told += 1;
            assert!(seen.contains(message), "{name}: {message}\n{seen}");
        }
    }
    assert!(told >= 34 && silent.len() <= 6, "{told} are told, not {silent:?}");
}

#[test]
fn a_text_has_a_stream_and_can_be_given_up() {
    prints(
        "tests/loading/stream",
        &["-g", "consult(main)", "-t", "halt"],
        "main.out",
    );
    prints(
        "tests/loading/stream",
        &["main.pl", "-g", "print(never)", "-t", "halt"],
        "main.out",
    );
}

#[test]
fn macros_are_replaced_as_a_text_is_loaded() {
    prints(
        "tests/loading/macros",
        &["main.pl", "-g", "main", "-t", "halt"],
        "main.out",
    );
}

#[test]
fn the_clauses_that_a_goal_runs_are_told() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/loading/covered/");
    let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .current_dir(folder)
        .args(["main.pl", "-g", "halt"])
        .stdin(Stdio::null())
        .output()
        .expect("the program ferz starts");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let expected = fs::read_to_string(Path::new(folder).join("main.out")).expect("the expected output can be read");
    // Neither the names of folders nor the columns that they shift are the same everywhere.
    let figures = |text: &str| {
        let lines = text.lines().map(|line| match line.rsplit_once(".pl ") {
            Some((path, figures)) => {
                let base = path.rsplit_once('/').map_or(path, |(_, base)| base);
                format!("{base} {}", figures.trim_start())
            }
            None => line.to_owned(),
        });
        lines.collect::<Vec<_>>()
    };
    assert_eq!(figures(&String::from_utf8_lossy(&output.stdout)), figures(&expected));
}

#[test]
fn clauses_of_an_included_file_have_their_places_in_it() {
    prints("tests/loading/places", &["main.pl", "-g", "halt"], "main.out");
}
