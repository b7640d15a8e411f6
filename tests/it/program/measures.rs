//! Profiles written to files, benchmarks, and runs that are repeated when a text changes.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::program::runner::{PROGRAM, errors, folder, out, run, status};

const WORK: &str = "\
:- initialization(main, main).
app([], L, L).
app([H|T], L, [H|R]) :- app(T, L, R).
rev([], []).
rev([H|T], R) :- rev(T, S), app(S, [H], R).
pick(X) :- member(X, [a, b, c]).
again(0) :- !.
again(N) :- numlist(1, 40, L), rev(L, _), M is N - 1, again(M).
main :- again(600), forall(pick(X), '<odd>'(X)), writeln(done), halt(3).
'<odd>'(_).
";

#[test]
fn a_run_is_profiled_into_pictures() {
    let folder = folder("profile-files", &[("work.pl", WORK)]);
    for file in ["out.svg", "out.txt", "out.html"] {
        let output = run(&folder, &format!("run --profile {file} work.pl --profile mine"));
        assert_eq!(
            (status(&output), out(&output).as_str()),
            (3, "done\n"),
            "{}",
            errors(&output)
        );
    }
    let read = |file: &str| fs::read_to_string(folder.join(file)).expect("it was written");
    let stacks = read("out.txt");
    let count = |line: &str| line.rsplit_once(' ').and_then(|(_, count)| count.parse::<u64>().ok());
    assert!(stacks.lines().all(|line| count(line).is_some()), "{stacks}");
    assert!(stacks.contains("main/0;again/1;rev/2;app/3 "), "{stacks}");
    let svg = read("out.svg");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"), "{svg}");
    assert!(svg.contains("<title>app/3: ") && svg.contains("work.pl: "), "{svg}");
    // Of 600 lists of 40 elements, each has 820 calls, and 780 elements of results of two cells, at least.
    let page = read("out.html");
    let row = page
        .lines()
        .find(|line| line.contains("<td>app/3</td>"))
        .expect("it was called");
    assert!(row.contains("<td data-v=\"492000\">492 000</td>"), "{row}");
    let bytes = row.split("data-v=\"").nth(4).and_then(|part| part.split('"').next());
    let bytes: u64 = bytes.and_then(|bytes| bytes.parse().ok()).expect("a number");
    assert!((6_000_000..12_000_000).contains(&bytes), "{row}");
    assert!(
        page.contains("<td>&lt;odd&gt;/1</td>") && page.contains("class=\"lib\""),
        "{page}"
    );
    let output = run(&folder, "eval --profile out.txt rev([1],L) work.pl");
    assert_eq!(out(&output), "L = [1]\n", "{}", errors(&output));
    let output = run(&folder, "run --profile nowhere/out.svg work.pl");
    assert!(errors(&output).contains("nowhere/out.svg"), "{}", errors(&output));
}

#[test]
fn benchmarks_are_compared_with_the_last_run() {
    let marks = "\
benchmark(rev(N), ( numlist(1, N, L), rev(L, _) )) :- member(N, [10, 20]).
";
    let more = "benchmark(none, fail).\nbenchmark(wrong, atom_length(_, _)).\n";
    let program = WORK.replace(":- initialization(main, main).\n", marks);
    let folder = folder(
        "bench",
        &[("work.pl", &program), ("more.pl", more), ("empty.pl", "p.\n")],
    );
    let output = run(&folder, "bench work.pl");
    let text = out(&output);
    assert_eq!(status(&output), 0, "{text}{}", errors(&output));
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].starts_with("rev(10) ") && lines[1].starts_with("rev(20) "),
        "{text}"
    );
    assert!(lines.iter().all(|line| line.ends_with(" calls")), "{text}");
    // A file of another time, of which nothing but the calls is the same.
    let file = folder.join("work.bench");
    let kept = fs::read_to_string(&file).expect("it was written");
    let slow: String = kept
        .lines()
        .map(|line| {
            let parts: Vec<&str> = line.split('\t').collect();
            format!("{}\t9e12\t1.0\t{}\n", parts[0], parts[3])
        })
        .collect();
    fs::write(&file, slow).expect("it can be written");
    let text = out(&run(&folder, "bench work.pl"));
    assert!(text.lines().all(|line| line.ends_with("%, faster")), "{text}");
    let output = run(&folder, "bench --sandbox more.pl");
    let text = out(&output);
    assert_eq!(status(&output), 2, "{text}");
    assert!(
        text.contains("fails\n") && text.contains("not sufficiently instantiated"),
        "{text}"
    );
    assert!(!folder.join("more.bench").exists());
    let output = run(&folder, "bench empty.pl");
    assert!(errors(&output).contains("benchmark(Name, Goal)"), "{}", errors(&output));
}

#[test]
fn a_run_is_repeated_when_a_text_changes() {
    let main = ":- initialization(main, main).\n:- use_module(part).\nmain :- part(X), writeln(X).\n";
    let part = |word: &str| format!(":- module(part, [part/1]).\npart({word}).\n");
    let folder = folder("watch", &[("main.pl", main), ("part.pl", &part("first"))]);
    let mut child = Command::new(PROGRAM)
        .current_dir(&folder)
        .args(["run", "--watch", "main.pl", "--watch"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut written = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut told = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    let mut next = || written.next().expect("a line").expect("a text");
    assert_eq!(next(), "first");
    let mut line = || told.next().expect("a line").expect("a text");
    assert!(line().contains("waiting for changes of 2 files"));
    fs::write(folder.join("part.pl"), part("second")).expect("it can be written");
    assert_eq!(line(), "% part.pl has changed");
    assert_eq!(next(), "second");
    assert!(line().contains("waiting"));
    // One that does not end by itself is ended.
    fs::write(
        folder.join("main.pl"),
        main.replace("writeln(X)", "writeln(X), flush_output, repeat, fail"),
    )
    .expect("it can be written");
    assert_eq!(line(), "% main.pl has changed");
    assert_eq!(next(), "second");
    fs::write(
        folder.join("main.pl"),
        main.replace("part(X), writeln(X)", "writeln(fourth)"),
    )
    .expect("it can be written");
    assert_eq!(line(), "% main.pl has changed");
    assert_eq!(next(), "fourth");
    child.kill().expect("it runs");
    child.wait().expect("it ends");
}
