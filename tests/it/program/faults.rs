//! Programs with faults (`tests/faults`), and what `why.`, `wrong.` and `missing.` tell of them: each begins with a comment on
//! its fault, and lines `% ?- QUERY` and `% > ANSWER`, which are typed. `UPDATE_EXPECT=1` writes what is printed.

use std::fs;

use crate::program::prompt::{home, piped};

/// Ends the queries that do not end. What explains them runs less.
const LIMIT: [&str; 2] = ["--inferences", "3000000"];

#[test]
fn explanations_lead_to_the_fault() {
    let folder = crate::root().join("tests/faults");
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("the programs")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "pl"))
        .collect();
    files.sort();
    let home = home("faults");
    for file in files {
        let text = fs::read_to_string(&file).expect("a program");
        let name = file.file_name().and_then(|name| name.to_str()).expect("a plain name");
        fs::copy(&file, home.join(name)).expect("the program is copied");
        let typed: String = text
            .lines()
            .filter_map(|line| line.strip_prefix("% ?- ").or_else(|| line.strip_prefix("% > ")))
            .map(|line| format!("{line}\n"))
            .collect();
        let (out, _, _) = piped(&home, &[LIMIT[0], LIMIT[1], name], &typed);
        let expected = file.with_extension("out");
        if update {
            fs::write(&expected, &out).expect("the output is written");
        }
        let wanted = fs::read_to_string(&expected).unwrap_or_default();
        assert_eq!(out, wanted, "{name}: UPDATE_EXPECT=1 writes what is printed");
    }
}
