//! Loading a file with mistakes: each is told with its place, and the rest of the file is loaded.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn every_mistake_in_a_file_is_told_with_its_place() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .current_dir(root.join("tests/transcripts"))
        .args([
            "-q",
            "mistakes.pl",
            "-g",
            "listing(likes/2), listing(food/1), listing(color/1)",
            "-g",
            "halt",
        ])
        .stdin(Stdio::null())
        .output()
        .expect("the program ferz starts");
    let printed = format!(
        "{}-----\n{}",
        String::from_utf8_lossy(&output.stderr),
        String::from_utf8_lossy(&output.stdout)
    );
    let expected = root.join("tests/transcripts/consult.txt");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&expected, &printed).expect("the expected output can be written");
    }
    let wanted = fs::read_to_string(&expected).expect("tests/transcripts/consult.txt can be read");
    assert_eq!(printed, wanted);
}

#[test]
fn directives_of_loading_do_what_they_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .current_dir(root)
        .args(["-q", "tests/loading/main.pl", "-t", "halt"])
        .stdin(Stdio::null())
        .output()
        .expect("the program ferz starts");
    let printed = format!(
        "{}-----\n{}",
        String::from_utf8_lossy(&output.stderr),
        String::from_utf8_lossy(&output.stdout)
    );
    let expected = root.join("tests/loading/main.out");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&expected, &printed).expect("the expected output can be written");
    }
    let wanted = fs::read_to_string(&expected).expect("tests/loading/main.out can be read");
    assert_eq!(printed, wanted);
}
