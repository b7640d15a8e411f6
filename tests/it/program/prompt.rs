//! The program as a person meets it: transcripts on a pseudo-terminal, and runs without one.
//!
//! A transcript in `tests/transcripts` is what the screen shows. What follows `?- ` or `|    ` is typed
//! (the terminal of the tests does not echo it); a line that ends in ` ;` or ` .` is an answer after which
//! that key is pressed.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Once};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rexpect::session::{Options, PtySession, spawn_with_options};

const PROGRAM: &str = env!("CARGO_BIN_EXE_ferz");
pub(crate) const PATIENCE_MS: u64 = 60_000;
/// The program turns echo off just after it has shown an answer.
const BEFORE_A_KEY: Duration = Duration::from_millis(150);

/// A folder of its own for each test, so that histories and files do not meet.
pub(crate) fn home(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _not_there = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// Lets the programs that are started hear SIGINT and SIGHUP, also if whoever started the tests ignores them, as a shell
/// does for what runs in the background, and `nohup`: a signal with a handler here has its default effect there.
pub(crate) fn hear_interrupts() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let always = Arc::new(AtomicBool::new(true));
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGHUP] {
            signal_hook::flag::register_conditional_default(signal, Arc::clone(&always)).expect("a handler");
        }
    });
}

pub(crate) fn command(home: &Path) -> Command {
    hear_interrupts();
    let mut command = Command::new(PROGRAM);
    command.env("HOME", home).env_remove("XDG_STATE_HOME").current_dir(home);
    command
}

pub(crate) fn terminal(home: &Path, kind: &str, arguments: &[&str]) -> PtySession {
    let mut command = command(home);
    command.env("TERM", kind).args(arguments);
    let options = Options::default()
        .timeout_ms(Some(PATIENCE_MS))
        .strip_ansi_escape_codes(true);
    spawn_with_options(command, options).expect("the program starts")
}

/// Expects exactly this text next.
pub(crate) fn expect(session: &mut PtySession, text: &str, place: &str) {
    let text = text.replace('\n', "\r\n");
    match session.exp_string(&text) {
        Ok(before) => assert_eq!(before, "", "{place}: before {text:?}"),
        Err(error) => panic!("{place}: expected {text:?}: {error}"),
    }
}

pub(crate) fn send(session: &mut PtySession, text: &str) {
    session.send(text).expect("the program reads");
    session.flush().expect("the program reads");
}

pub(crate) fn key(session: &mut PtySession, key: &str) {
    sleep(BEFORE_A_KEY);
    send(session, key);
}

/// Asks for a goal, and presses Ctrl-C when it runs: before, the key would be a part of the line.
pub(crate) fn interrupt(session: &mut PtySession, goal: &str) {
    send(session, &format!("_N is 6*7, print(runs(_N)), nl, {goal}.\r"));
    session.exp_string("runs(42)").expect("the goal runs");
    sleep(BEFORE_A_KEY);
    send(session, "\u{3}");
}

fn replay(name: &str, arguments: &[&str]) {
    let file = crate::root().join("tests/transcripts").join(name);
    let text = fs::read_to_string(&file).expect("a transcript");
    let home = home(name);
    let program = file.with_extension("pl");
    if program.is_file() {
        fs::copy(&program, home.join(program.file_name().expect("a name"))).expect("the program is copied");
    }
    let mut session = terminal(&home, "dumb", &[&["-q"], arguments].concat());
    for (number, line) in text.lines().enumerate() {
        let place = format!("{name}:{}", number + 1);
        let typed = ["?- ", "|    "]
            .iter()
            .find_map(|prompt| Some((*prompt, line.strip_prefix(prompt)?)));
        if let Some((prompt, query)) = typed {
            expect(&mut session, prompt, &place);
            send(&mut session, &format!("{query}\n"));
        } else if let Some((answer, pressed)) = line
            .strip_suffix(" ;")
            .map(|a| (a, ";"))
            .or(line.strip_suffix(" .").map(|a| (a, ".")))
        {
            expect(&mut session, answer, &place);
            key(&mut session, pressed);
            expect(&mut session, &format!(" {pressed}\n"), &place);
        } else {
            expect(&mut session, &format!("{line}\n"), &place);
        }
    }
    expect(&mut session, "?- ", "the end");
    send(&mut session, "halt.\n");
    session.exp_eof().expect("the program ends");
}

#[test]
fn answers_look_as_users_know_them() {
    replay("answers.txt", &[]);
}

#[test]
fn queens_are_placed_from_the_prompt() {
    let program = crate::root().join("programs/nqueens.pl");
    replay("queens.txt", &[program.to_str().expect("a plain path")]);
}

#[test]
fn mistakes_are_explained() {
    replay("mistakes.txt", &[]);
}

#[test]
fn a_students_session_has_answers_that_help() {
    replay("student.txt", &["student.pl"]);
}

#[test]
fn an_undefined_answer_is_told_with_its_program() {
    replay("undefined.txt", &["undefined.pl"]);
}

#[test]
fn flags_of_the_prompt_are_honoured() {
    replay("flags.txt", &[]);
}

#[test]
fn a_goal_is_broken_into() {
    let home = home("break");
    let mut session = terminal(&home, "dumb", &["-q"]);
    let place = "break";
    expect(&mut session, "?- ", place);
    send(&mut session, "X = 1, break, Y = 2.\n");
    expect(&mut session, "[1]  ?- ", place);
    send(&mut session, "member(X, [a, b]),\n");
    expect(&mut session, "|    ", place);
    send(&mut session, "true.\n");
    expect(&mut session, "X = a", place);
    key(&mut session, ";");
    expect(&mut session, " ;\nX = b.\n\n[1]  ?- ", place);
    send(&mut session, "fail. nosuch.\n");
    expect(
        &mut session,
        "false.\n\nERROR: Unknown procedure: nosuch/0\n[1]  ?- ",
        place,
    );
    send(&mut session, "break.\n");
    expect(&mut session, "[2]  ?- ", place);
    send(&mut session, "dif(X, a).\n");
    expect(&mut session, "dif(X, a).\n\n[2]  ?- ", place);
    send(&mut session, "end_of_file.\n");
    expect(&mut session, "true.\n\n[1]  ?- ", place);
    key(&mut session, "\u{4}");
    expect(&mut session, "\nX = 1,\nY = 2.\n\n?- ", place);
    send(&mut session, "halt.\n");
    session.exp_eof().expect("the program ends");
    // Without a terminal.
    let input = "break, X = 1.\nmember(X, [a, b]).\n;\nfail.\nend_of_file.\nX = 2.\n";
    let (out, err, status) = piped(&home, &[], input);
    assert_eq!(out, "X = a ;\nX = b.\n\nfalse.\n\nX = 1.\n\nX = 2.\n\n", "{err}");
    assert_eq!(
        (err.as_str(), status),
        ("% Break level 1\n% Exit break level 1\n", Some(0))
    );
}

#[test]
fn the_prompt_hears_interrupts_that_its_parent_ignores() {
    let home = home("ignored");
    let program = format!("trap '' INT; exec {PROGRAM} -q");
    let mut command = Command::new("sh");
    command
        .args(["-c", &program])
        .current_dir(&home)
        .env("HOME", &home)
        .env("TERM", "dumb");
    let options = Options::default().timeout_ms(Some(PATIENCE_MS));
    let mut session = spawn_with_options(command, options).expect("the program starts");
    session.exp_string("?- ").expect("a prompt");
    interrupt(&mut session, "repeat, fail");
    session.exp_string("Action (h for help)? ").expect("a menu");
    key(&mut session, "a");
    session.exp_string("aborted").expect("it stops");
}

#[test]
fn a_failure_is_explained() {
    replay("why.txt", &["why.pl"]);
}

#[test]
fn errors_say_where_and_why() {
    replay("errors.txt", &["errors.pl"]);
}

#[test]
fn a_line_is_edited_completed_and_remembered() {
    let home = home("editing");
    let mut session = terminal(&home, "xterm", &["-q"]);
    session.exp_string("?- ").expect("a prompt");
    send(&mut session, "atom_len\t(abc,N).\r");
    session.exp_string("N = 3.").expect("the name is completed");
    session.exp_string("?- ").expect("a prompt");
    send(&mut session, "\x1b[A\r");
    session.exp_string("N = 3.").expect("the query is there again");
    session.exp_string("?- ").expect("a prompt");
    send(&mut session, "X = [a,\r");
    sleep(BEFORE_A_KEY);
    send(&mut session, "b].\r");
    session.exp_string("X = [a, b].").expect("both lines are one query");
    session.exp_string("?- ").expect("a prompt");
    send(&mut session, "\u{4}");
    session.exp_eof().expect("Ctrl-D leaves");
    let history = fs::read_to_string(home.join(".ferz_history")).expect("a history");
    assert!(history.contains("atom_length(abc,N)."), "{history}");
}

#[test]
fn keys_after_an_answer() {
    let home = home("keys");
    let mut session = terminal(&home, "dumb", &["-q"]);
    let place = "keys";
    expect(&mut session, "?- ", place);
    send(&mut session, "between(1, 5, X).\n");
    expect(&mut session, "X = 1", place);
    key(&mut session, " ");
    expect(&mut session, " ;\nX = 2", place);
    key(&mut session, "h");
    session.exp_string("show the next answer").expect("help");
    session.exp_string("X = 2").expect("the answer again");
    key(&mut session, "a");
    expect(&mut session, " ;\nX = 3 ;\nX = 4 ;\nX = 5.\n\n?- ", place);
    send(&mut session, "numlist(1, 12, L) ; L = [].\n");
    session
        .exp_string("L = [1, 2, 3, 4, 5, 6, 7, 8, 9|...]")
        .expect("an abbreviated answer");
    key(&mut session, "w");
    session.exp_string("9, 10, 11, 12]").expect("the answer in full");
    key(&mut session, "\r");
    expect(&mut session, " .\n\n?- ", place);
    // A key that is held down.
    send(&mut session, "between(1, 5, X).\n");
    expect(&mut session, "X = 1", place);
    sleep(BEFORE_A_KEY);
    send(&mut session, "nnn");
    expect(&mut session, " ;\nX = 2 ;\nX = 3 ;\nX = 4", place);
    key(&mut session, ".");
    expect(&mut session, " .\n\n?- ", place);
}

#[test]
fn the_menu_tells_of_the_query() {
    let home = home("menu");
    let mut session = terminal(&home, "dumb", &["-q"]);
    session.exp_string("?- ").expect("a prompt");
    send(&mut session, "between(1, 100000, X), X < 0.\r");
    session.exp_string("false.").expect("an answer");
    interrupt(&mut session, "catch(sleep(60), _, true)");
    session
        .exp_regex(" deep, [0-9]{1,4} inferences?\r\n")
        .expect("few calls");
    session.exp_string("Action (h for help)? ").expect("a menu");
    key(&mut session, "a");
    session.exp_string("?- ").expect("a prompt");
    interrupt(&mut session, "forall(repeat, true)");
    session.exp_string(" inferences\r\n").expect("a head");
    let shown = session.exp_string("Action (h for help)? ").expect("a menu");
    assert!(!shown.contains('$'), "{shown}");
    key(&mut session, "a");
    session.exp_string("aborted").expect("it stops");
}

#[test]
fn a_running_query_is_stopped() {
    let home = home("stopping");
    let mut session = terminal(&home, "dumb", &["-q"]);
    session.exp_string("?- ").expect("a prompt");
    interrupt(&mut session, "repeat, fail");
    session.exp_string("Action (h for help)? ").expect("a menu");
    key(&mut session, "a");
    session.exp_string("aborted").expect("it stops");
    session.exp_string("?- ").expect("the prompt is back");
    send(&mut session, "X = 1.\n");
    session.exp_string("X = 1.").expect("it works on");
    session.exp_string("?- ").expect("a prompt");
    send(&mut session, "why.\n");
    session.exp_string("nl, repeat, false.").expect("what does not end");
}

/// What a run without a terminal prints, and its exit status.
pub(crate) fn piped(home: &Path, arguments: &[&str], input: &str) -> (String, String, Option<i32>) {
    let mut child = command(home)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let written = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    // A program that ends early does not read all.
    let _broken_pipe = written;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

#[test]
fn queries_come_from_a_pipe() {
    let home = home("pipe");
    let (out, err, status) = piped(&home, &[], "member(X, [a,b]).\n;\nmember(X, [a,b]).\nX = 1,\nY = 2.\n");
    assert_eq!(out, "X = a ;\nX = b.\n\nX = a .\n\nX = 1,\nY = 2.\n\n");
    assert_eq!((err.as_str(), status), ("", Some(0)));
    let (out, _, status) = piped(&home, &[], "write(hello).\nfail.\n% nothing more\n");
    assert_eq!((out.as_str(), status), ("hello\ntrue.\n\nfalse.\n\n", Some(1)));
    let (out, err, status) = piped(&home, &[], "foo(a b).\nX is foo + 1.\nread(X).\nsome(data).\nX = 1.");
    assert_eq!((out.as_str(), status), ("X = some(data).\n\nX = 1.\n\n", Some(2)));
    assert!(err.contains("Syntax error") && err.contains("foo"), "{err}");
    assert_eq!(piped(&home, &[], "true. halt(7). fail.").2, Some(7));
}

#[test]
fn goals_and_scripts_end_with_their_status() {
    let home = home("scripts");
    let write = |name: &str, text: &str| fs::write(home.join(name), text).expect("a file");
    write("main.pl", "main :- write(running), nl.\n");
    write("failing.pl", "main :- fail.\n");
    write("throwing.pl", "main :- throw(oops).\n");
    write("halting.pl", "main :- halt(5).\n");
    write("broken.pl", "a :- .\nmain :- write(no).\n");
    write(
        "init.pl",
        ":- initialization(start, main).\nstart :- write(started), nl.\nmain :- write(no).\n",
    );
    write("once.pl", ":- initialization(main).\nmain :- write(running), nl.\n");
    write(
        "once_failing.pl",
        ":- initialization(main).\nmain :- write(running), nl, fail.\n",
    );
    write(
        "once_throwing.pl",
        ":- initialization(main).\nmain :- write(running), nl, throw(oops).\n",
    );
    write("argv.pl", "main :- current_prolog_flag(argv, A), print(A), nl.\n");
    let run = |arguments: &[&str]| {
        let (out, _, status) = piped(&home, arguments, "");
        (out, status)
    };
    assert_eq!(run(&["run", "main.pl"]), ("running\n".into(), Some(0)));
    assert_eq!(run(&["run", "failing.pl"]), (String::new(), Some(1)));
    assert_eq!(run(&["run", "throwing.pl"]), (String::new(), Some(2)));
    assert_eq!(run(&["run", "halting.pl"]), (String::new(), Some(5)));
    assert_eq!(run(&["run", "broken.pl"]), (String::new(), Some(3)));
    assert_eq!(run(&["run", "nosuch.pl"]), (String::new(), Some(3)));
    assert_eq!(run(&["run", "init.pl"]), ("started\n".into(), Some(0)));
    assert_eq!(run(&["run", "once.pl"]), ("running\n".into(), Some(0)));
    assert_eq!(run(&["run", "once_failing.pl"]), ("running\n".into(), Some(1)));
    assert_eq!(run(&["run", "once_throwing.pl"]), ("running\n".into(), Some(2)));
    write(
        "at_halt.pl",
        ":- at_halt((write(bye), nl)).\nmain :- write(main), nl.\n",
    );
    assert_eq!(run(&["run", "at_halt.pl"]), ("main\nbye\n".into(), Some(0)));
    assert_eq!(run(&["at_halt.pl"]), ("bye\n".into(), Some(0)));
    assert_eq!(run(&["at_halt.pl", "-t", "halt(4)"]), ("bye\n".into(), Some(4)));
    assert_eq!(run(&["init.pl"]), ("started\n".into(), Some(0)));
    assert_eq!(run(&["-l", "init.pl"]), (String::new(), Some(0)));
    assert_eq!(run(&["-t", "main", "init.pl"]), ("no".into(), Some(0)));
    assert_eq!(run(&["once_failing.pl"]), ("running\n".into(), Some(1)));
    assert_eq!(run(&["run", "argv.pl", "-x", "y"]), ("['-x',y]\n".into(), Some(0)));
    assert_eq!(
        run(&["-g", "write(a)", "-g", "write(b)", "-t", "halt"]),
        ("ab".into(), Some(0))
    );
    assert_eq!(run(&["-g", "fail", "-t", "halt"]).1, Some(1));
    assert_eq!(run(&["-t", "atom_length(X, Y)"]).1, Some(2));
    assert_eq!(run(&["main.pl", "-t", "main"]), ("running\n".into(), Some(0)));
    assert_eq!(run(&["--sandbox", "-t", "open('main.pl', read, _)"]).1, Some(2));
    assert_eq!(
        run(&["-t", "working_directory(_, '/'), exists_directory('')"]).1,
        Some(1)
    );
    // The working directory is not shown.
    assert_eq!(run(&["--sandbox", "-t", "absolute_file_name(x, _)"]).1, Some(2));
    assert_eq!(run(&["--sandbox", "-t", "absolute_file_name('/x', _)"]).1, Some(0));
    assert_eq!(run(&["--sandbox", "-t", "tmp_file(x, _)"]).1, Some(2));
}

#[test]
#[cfg(target_os = "linux")]
fn files_are_found_whatever_their_names() {
    use std::os::unix::ffi::OsStringExt;
    let home = home("names");
    let name = |bytes: &[u8]| std::ffi::OsString::from_vec(bytes.to_vec());
    let program = "main :- current_prolog_flag(argv, A), print(A), nl.\n";
    fs::write(home.join(name(b"odd\xff.pl")), program).expect("a file");
    let run = |arguments: &[&[u8]]| {
        let output = command(&home)
            .args(arguments.iter().map(|argument| name(argument)))
            .output()
            .expect("the program starts");
        (
            String::from_utf8_lossy(&output.stdout).into_owned(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
            output.status.code(),
        )
    };
    let ran = || ("[]\n".to_owned(), String::new(), Some(0));
    assert_eq!(run(&[b"run", b"odd\xff.pl"]), ran());
    assert_eq!(run(&[b"run", b"odd\xff"]), ran());
    assert_eq!(run(&[b"odd\xff.pl", b"-qgmain", b"--toplevel=halt"]), ran());
    assert_eq!(run(&[b"-qltmain", b"odd\xff.pl", b"--time=20s"]), ran());
    let (_, told, status) = run(&[b"run", b"none\xff.pl"]);
    assert_eq!(
        (told.as_str(), status),
        ("ERROR: File `none\u{fffd}.pl' does not exist\n", Some(3))
    );
    let (_, told, status) = run(&[b"-g\xff"]);
    assert_eq!((told.as_str(), status), ("ferz: -g \u{fffd}: not UTF-8\n", Some(64)));
    fs::write(home.join(name(b"broken\xff.pl")), "a :- .\n").expect("a file");
    let (_, told, status) = run(&[b"run", b"broken\xff.pl"]);
    assert!(told.contains("broken\u{fffd}.pl:1"), "{told}");
    assert_eq!(status, Some(3));
}

#[test]
fn dates_without_a_zone_are_local() {
    let home = home("zones");
    let goal =
        "date_time_stamp(date(2024,1,1), S), print(S), nl, format_time(user_output, '%z %Z', date(2024,7,1)), nl";
    let output = command(&home)
        .env("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
        .args(["-t", goal])
        .output()
        .expect("the program starts");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "1704063600.0\n+0200 CEST\n");
}

#[test]
fn tables_without_an_end_meet_the_limits() {
    let home = home("tables");
    fs::write(
        home.join("nat.pl"),
        ":- table nat/1.\nnat(X) :- between(0, inf, X).\nmeet :- catch(nat(_), E, true), print(E), nl.\n",
    )
    .expect("a file");
    let run = |limits: &[&str]| piped(&home, &[limits, &["nat.pl", "-g", "meet", "-t", "halt"]].concat(), "");
    let (out, _, status) = run(&["--time", "300ms"]);
    assert_eq!(
        (out.as_str(), status),
        ("", Some(124)),
        "what ends a query cannot be caught"
    );
    // A full program is not searched clause by clause.
    let (out, _, status) = run(&["--program", "16M", "--time", "20s"]);
    assert!(out.starts_with("error(resource_error(program_space),"), "{out}");
    assert_eq!(status, Some(0));
}

#[test]
fn halting_takes_no_time() {
    let home = home("halting");
    let fastest = (0..5)
        .map(|_| {
            let start = Instant::now();
            assert_eq!(piped(&home, &["-g", "halt"], "").2, Some(0));
            start.elapsed()
        })
        .min()
        .expect("five runs");
    // A debug build on a busy machine is far slower than the program that ships.
    assert!(fastest < Duration::from_millis(500), "{fastest:?}");
}
