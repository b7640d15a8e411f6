//! The prompt on a screen: editing, colours, completion, history, what answers show, the menu, tools for programs.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use rexpect::session::{Options, PtySession, spawn_with_options};

use crate::program::prompt::{PATIENCE_MS, command, home, interrupt, key, send, terminal};

/// What comes up to this text.
fn up_to(session: &mut PtySession, text: &str) -> String {
    match session.exp_string(text) {
        Ok(before) => before,
        Err(error) => panic!("expected {text:?}: {error}"),
    }
}

fn start(home: &Path, arguments: &[&str]) -> PtySession {
    let mut session = terminal(home, "xterm", &[&["-q", "--color=never"], arguments].concat());
    up_to(&mut session, "?- ");
    session
}

/// Asks and waits for the answer, and for the next prompt.
fn ask(session: &mut PtySession, query: &str, answer: &str) -> String {
    send(session, &format!("{query}\r"));
    let before = up_to(session, answer);
    up_to(session, "?- ");
    before
}

#[test]
fn a_query_of_several_lines_is_one_text() {
    let mut session = start(&home("several-lines"), &[]);
    send(&mut session, "X = [a,\r");
    sleep(Duration::from_millis(100));
    send(&mut session, "b].");
    sleep(Duration::from_millis(100));
    // Up to the first line and its beginning, where another name is put in place of the first.
    send(&mut session, "\u{1b}[A\u{1}\u{1b}[3~Other\r");
    up_to(&mut session, "Other = [a, b].");
    up_to(&mut session, "?- ");
    // The whole text comes back, and can be left.
    send(&mut session, "\u{1b}[A\u{3}");
    up_to(&mut session, "?- ");
    ask(&mut session, "X is 1+1.", "X = 2.");
}

#[test]
fn names_are_completed_by_what_they_stand_for() {
    let home = home("completion");
    fs::write(home.join("notes.txt"), "").expect("a file");
    fs::write(
        home.join("mine.pl"),
        "%! very_own(+What, -Done) is det.\nvery_own(X, X).\nvery_own_atom(some_long_atom).\n",
    )
    .expect("a file");
    let mut session = start(&home, &["mine.pl"]);
    ask(&mut session, "exists_file('note\t'), X is 1+1.", "X = 2.");
    ask(&mut session, "current_prolog_flag(double_q\t, X).", "X = string.");
    ask(
        &mut session,
        "Variable is 1+1, Copy = Vari\t.",
        "Variable = Copy, Copy = 2.",
    );
    ask(&mut session, "X = some_lo\t.", "X = some_long_atom.");
    ask(&mut session, "X is 2+3.", "X = 5.");
    ask(&mut session, "Y is $\t1.", "ERROR");
    send(&mut session, "very_own\t\t");
    let shown = up_to(&mut session, "very_own_atom/1");
    assert!(shown.contains("very_own(+What, -Done) is det"), "{shown}");
    send(&mut session, "\u{3}");
    up_to(&mut session, "?- ");
    send(&mut session, "appen\t\t");
    up_to(&mut session, "append(?Xs, ?Ys, ?Zs)");
    send(&mut session, "\u{3}");
}

#[test]
fn the_history_keeps_each_query_once_and_finds_them() {
    let home = home("history");
    let mut session = start(&home, &[]);
    for (query, answer) in [
        ("X is 1+1.", "X = 2."),
        ("Y is 2+2.", "Y = 4."),
        ("X is 1+1.", "X = 2."),
        ("Z is 3+3.", "Z = 6."),
    ] {
        ask(&mut session, query, answer);
    }
    // Two up is the query that was asked twice; the one before it is the other.
    ask(&mut session, "\u{1b}[A\u{1b}[A\u{1b}[A", "Y = 4.");
    // Ctrl-R searches.
    send(&mut session, "\u{12}is 1");
    sleep(Duration::from_millis(100));
    ask(&mut session, "", "X = 2.");
    send(&mut session, "\u{4}");
    session.exp_eof().expect("Ctrl-D leaves");
    let history = fs::read_to_string(home.join(".ferz_history")).expect("a history");
    let mut session = start(&home, &[]);
    ask(&mut session, "\u{1b}[A", "X = 2.");
    ask(&mut session, "\u{1b}[A\u{1b}[A", "Y = 4.");
    assert!(history.starts_with("#V2\nX is 1+1.\n"), "{history}");
}

#[test]
fn colours_are_used_where_they_are_wanted() {
    let shown = |kind: &str, option: &str, no_color: &str| {
        let home = home(&format!("colours-{kind}-{}-{no_color}", option.len()));
        let mut command = command(&home);
        command.env("TERM", kind).env("NO_COLOR", no_color).args(["-q", option]);
        let options = Options::default()
            .timeout_ms(Some(PATIENCE_MS))
            .strip_ansi_escape_codes(false);
        let mut session = spawn_with_options(command, options).expect("the program starts");
        up_to(&mut session, "- ");
        send(&mut session, "X = f(\"s\", Y), fail.\n");
        let mut shown = up_to(&mut session, "false");
        shown.push_str(&up_to(&mut session, "- "));
        shown
    };
    let coloured = shown("xterm", "--color=auto", "");
    assert!(coloured.contains("\u{1b}[36mX\u{1b}[0m"), "{coloured:?}");
    assert!(coloured.contains("\u{1b}[32m\"s\"\u{1b}[0m"), "{coloured:?}");
    assert!(coloured.contains("\u{1b}[1;31m"), "{coloured:?}");
    let is_plain = |text: &str| {
        !["36m", "32m", "34m", "1;31m", "1m"]
            .iter()
            .any(|colour| text.contains(&format!("\u{1b}[{colour}")))
    };
    for (kind, option, no_color) in [
        ("xterm", "--color=auto", "1"),
        ("xterm", "--color=never", ""),
        ("dumb", "--color=auto", ""),
    ] {
        let text = shown(kind, option, no_color);
        assert!(is_plain(&text), "{kind} {option} {no_color}: {text:?}");
    }
    let forced = shown("xterm", "--color=always", "1");
    assert!(forced.contains("\u{1b}[36mX\u{1b}[0m"), "{forced:?}");
}

#[test]
fn answers_can_be_used_and_seen_in_full() {
    let mut session = start(&home("kept"), &[]);
    ask(&mut session, "X is 2+3.", "X = 5.");
    ask(&mut session, "Y = [$X, $X].", "Y = [5, 5].");
    ask(&mut session, "Y = $Nothing.", "no earlier answer has bound Nothing");
    send(&mut session, "numlist(1, 40, L).\r");
    up_to(&mut session, "9|...].");
    up_to(&mut session, "w. shows all of it");
    up_to(&mut session, "?- ");
    ask(&mut session, "w.", "38, 39, 40].");
    ask(
        &mut session,
        "assertz((portray(secret(_)) :- write('<hidden>'))).",
        "true.",
    );
    ask(
        &mut session,
        "X = secret(1), Y = f(secret(2)).",
        "X = <hidden>,\r\nY = f(<hidden>).",
    );
    ask(
        &mut session,
        "set_prolog_flag(answer_write_options, [max_depth(4), quoted(false)]).",
        "true.",
    );
    ask(&mut session, "X = ['a b',2,3,4,5,6,7].", "X = [a b,2,3|...].");
    ask(&mut session, "set_prolog_flag(toplevel_print_anon, true).", "true.");
    ask(&mut session, "_X is 1+1.", "_X = 2.");
    ask(
        &mut session,
        "set_prolog_flag(print_write_options, [max_depth(3)]).",
        "true.",
    );
    ask(&mut session, "print([1,2,3,4,5,6]), nl.", "[1,2|...]");
    send(&mut session, "set_prolog_flag(toplevel_prompt, 'next ~!> ').\r");
    up_to(&mut session, "next 15> ");
    send(&mut session, "X is 4+4.\r");
    up_to(&mut session, "X = 8.");
}

#[test]
fn control_c_brings_up_a_menu() {
    let home = home("menu");
    fs::write(
        home.join("loop.pl"),
        "loop(N) :- M is N + 1, deep(50), loop(M), deep(0).\ndeep(0).\ndeep(N) :- N > 0, M is N-1, deep(M).\n\
         wait(T) :- get_time(T0), ( T0 > T -> true ; wait(T) ).\n",
    )
    .expect("a file");
    let mut session = start(&home, &["loop.pl"]);
    interrupt(&mut session, "loop(0)");
    let head = up_to(&mut session, "Action (h for help)? ");
    assert!(
        head.contains(" s, ") && head.contains("deep, ") && head.contains("inferences"),
        "{head}"
    );
    key(&mut session, "g");
    up_to(&mut session, "goals\r\n%   ");
    up_to(&mut session, "loop/1  ");
    up_to(&mut session, "Action (h for help)? ");
    key(&mut session, "h");
    up_to(&mut session, "abort the query");
    up_to(&mut session, "Action (h for help)? ");
    key(&mut session, "c");
    up_to(&mut session, "continue\r\n");
    sleep(Duration::from_millis(500));
    send(&mut session, "\u{3}");
    up_to(&mut session, "Action (h for help)? ");
    key(&mut session, "a");
    up_to(&mut session, "abort\r\n% Execution aborted");
    up_to(&mut session, "?- ");
    // A goal that goes on gives its answer.
    interrupt(&mut session, "get_time(T0), T is T0+3, wait(T), X is 1+1");
    up_to(&mut session, "Action (h for help)? ");
    key(&mut session, "c");
    up_to(&mut session, "X = 2");
    up_to(&mut session, "?- ");
    // At the menu, Ctrl-C aborts.
    interrupt(&mut session, "repeat, fail");
    up_to(&mut session, "Action (h for help)? ");
    key(&mut session, "\u{3}");
    up_to(&mut session, "aborted");
    up_to(&mut session, "?- ");
    // From the menu, the calls are traced.
    interrupt(&mut session, "loop(0)");
    up_to(&mut session, "Action (h for help)? ");
    key(&mut session, "t");
    up_to(&mut session, "trace\r\n");
    up_to(&mut session, "Call: ");
    up_to(&mut session, " ? ");
    key(&mut session, "a");
    up_to(&mut session, "aborted");
    up_to(&mut session, "[trace]  ?- ");
    ask(&mut session, "nodebug.", "true.");
    // A goal that waits is interrupted at once.
    interrupt(&mut session, "sleep(300)");
    up_to(&mut session, "Action (h for help)? ");
    key(&mut session, "a");
    up_to(&mut session, "aborted");
}

#[test]
fn changed_files_are_noticed_and_made() {
    let home = home("changes");
    let file = home.join("facts.pl");
    fs::write(&file, "fact(1).\n").expect("a file");
    let mut session = terminal(&home, "xterm", &["--color=never", "facts.pl"]);
    up_to(&mut session, "?- ");
    ask(&mut session, "make.", "% No file has changed");
    let later = std::time::SystemTime::now() + Duration::from_secs(5);
    fs::write(&file, "fact(1).\nfact(2).\n").expect("a file");
    fs::File::options()
        .write(true)
        .open(&file)
        .and_then(|file| file.set_modified(later))
        .expect("its time can be set");
    ask(&mut session, "X is 1+1.", "% facts.pl has changed: make.");
    ask(&mut session, "make.", "% facts.pl loaded again");
    ask(&mut session, "findall(X, fact(X), L).", "L = [1, 2].");
    fs::remove_file(&file).expect("the file can go");
    ask(&mut session, "make.", "facts.pl is gone");
}

#[test]
fn programs_are_explained_listed_and_edited() {
    let home = home("tools");
    fs::write(
        home.join("tools.pl"),
        "%! double(+N, -Twice) is det.\n%  Twice is two times N.\n%  ?- double(2, X).  %=> X = 4.\ndouble(N, T) :- T is 2*N.\n\n% Not documented.\nplain(Some) :- double(Some, _).\n\ninner(X) :-\n    plain(X),  % a remark\n    /* and why */ plain(X).  % behind\ninner(_) :- true.\n",
    )
    .expect("a file");
    fs::create_dir_all(home.join(".config/ferz")).expect("a folder");
    fs::write(home.join(".config/ferz/init.pl"), "from_init(yes).\n").expect("a file");
    let mut command = command(&home);
    command
        .env("TERM", "xterm")
        .env("EDITOR", "echo editing")
        .env_remove("VISUAL");
    command
        .env_remove("XDG_CONFIG_HOME")
        .args(["-q", "--color=never", "tools.pl"]);
    let options = Options::default()
        .timeout_ms(Some(PATIENCE_MS))
        .strip_ansi_escape_codes(true);
    let mut session = spawn_with_options(command, options).expect("the program starts");
    up_to(&mut session, "?- ");
    ask(&mut session, "from_init(X).", "X = yes.");
    ask(&mut session, "help.", "demo(queens).");
    send(&mut session, "help(double).\r");
    up_to(&mut session, "double(+N, -Twice) is det\r\n    Twice is two times N.");
    up_to(&mut session, "?- double(2, X).");
    up_to(&mut session, "?- ");
    ask(&mut session, "help(plain/1).", "plain/1 is defined in tools.pl");
    ask(
        &mut session,
        "listing(plain).",
        "% Not documented.\r\nplain(Some) :-\r\n    double(Some, _).",
    );
    ask(
        &mut session,
        "listing(inner).",
        "inner(X) :-\r\n    plain(X),  % a remark\r\n    /* and why */ plain(X).  % behind\r\ninner(_).",
    );
    ask(&mut session, "listing(last/2).", "last([X|Xs], Last) :-");
    ask(&mut session, "listing(atom_length).", "atom_length/2 is built in");
    ask(&mut session, "edit(plain).", "editing +7 ");
    send(&mut session, "[user].\r");
    up_to(&mut session, "|: ");
    send(&mut session, "plain(typed).\n");
    up_to(&mut session, "plain/1 redefined, previously defined at tools.pl:7");
    up_to(&mut session, "|: ");
    key(&mut session, "\u{4}");
    up_to(&mut session, "?- ");
    send(&mut session, "demo(queens).\r");
    up_to(&mut session, "Try:\r\n\r\n?- queens(8, Qs).");
    up_to(&mut session, "?- ");
    send(&mut session, "queens(8, Qs).\r");
    up_to(&mut session, "Qs = [4, 2, 7, 3, 6, 8, 5, 1]");
    key(&mut session, "\r");
    let mut session = start(&home, &["-f", "none"]);
    ask(&mut session, "from_init(X).", "Unknown procedure: from_init/1");
}

/// A terminal that nobody reads for a while takes no more output; Ctrl-C then ends the answer, not the session.
#[test]
fn an_answer_that_is_interrupted_while_it_is_written_ends_alone() {
    use rexpect::process::PtyProcess;
    use std::io::{Read as _, Write as _};

    let mut command = command(&home("slow-reader"));
    command
        .env("TERM", "dumb")
        .args(["-q", "--color=never", "--time", "60s"]);
    let process = PtyProcess::new(command).expect("the program starts");
    let mut screen = process.get_file_handle().expect("a terminal");
    // What was read and not asked for yet.
    let mut seen = String::new();
    let mut up_to = |screen: &mut fs::File, text: &str| {
        let mut block = [0; 4096];
        loop {
            if let Some(at) = seen.find(text) {
                seen.drain(..at + text.len());
                return;
            }
            match screen.read(&mut block) {
                Ok(count @ 1..) => seen.push_str(&String::from_utf8_lossy(&block[..count])),
                end => panic!("{end:?} before {text:?}: {seen}"),
            }
        }
    };
    up_to(&mut screen, "?- ");
    let portrayed = "set_prolog_flag(answer_write_options, [quoted(true), portray(true)]).";
    for (before, query) in [
        ("X = 1.", "numlist(1, 20000, L)."),
        ("numlist(1, 20000, L).", "w."),
        (portrayed, "numlist(1, 20000, L)."),
    ] {
        screen
            .write_all(format!("{before}\n").as_bytes())
            .expect("the program reads");
        up_to(&mut screen, "?- ");
        screen
            .write_all(format!("{query}\n").as_bytes())
            .expect("the program reads");
        sleep(Duration::from_millis(800));
        screen.write_all(b"\x03").expect("the program reads");
        sleep(Duration::from_millis(300));
        screen.write_all(b"X is 6*7.\n").expect("the program reads");
        up_to(&mut screen, "X = 42.");
        up_to(&mut screen, "?- ");
    }
}
