//! Nothing that is typed at the prompt is lost: goals that read, several queries at once, typing ahead, Ctrl-C.

use std::thread::sleep;
use std::time::Duration;

use rexpect::session::PtySession;

use crate::program::prompt::{expect, home, interrupt, key, send, terminal};

/// Both kinds of terminals: with the line editor, and without.
const KINDS: [&str; 2] = ["xterm", "dumb"];

fn session(name: &str, kind: &str) -> PtySession {
    let mut session = terminal(&home(&format!("{name}-{kind}")), kind, &["-q", "--color=never"]);
    session.exp_string("?- ").expect("a prompt");
    session
}

/// What comes up to this text.
fn up_to(session: &mut PtySession, text: &str) -> String {
    match session.exp_string(text) {
        Ok(before) => before,
        Err(error) => panic!("expected {text:?}: {error}"),
    }
}

/// Types each line when the text before it has been shown.
fn dialogue(session: &mut PtySession, steps: &[(&str, &str)]) {
    for (shown, typed) in steps {
        up_to(session, shown);
        send(session, typed);
    }
}

#[test]
fn a_prompt_is_shown_before_each_read() {
    for kind in KINDS {
        let mut session = session("reads", kind);
        send(&mut session, "write('A? '), read(X), write('B? '), read(Y).\n");
        dialogue(&mut session, &[("A? ", "1.\n"), ("B? ", "2.\n")]);
        up_to(&mut session, "X = 1,\r\nY = 2.");
        up_to(&mut session, "?- ");
        send(&mut session, "read(X), read(Y).\n");
        dialogue(&mut session, &[("|: ", "f(\n"), ("|: ", "a).\n"), ("|: ", "b.\n")]);
        up_to(&mut session, "X = f(a),\r\nY = b.");
        up_to(&mut session, "?- ");
        send(&mut session, "get_char(X), get_char(_), peek_char(Y).\n");
        dialogue(&mut session, &[("|: ", "a\n"), ("|: ", "b\n")]);
        up_to(&mut session, "X = a,\r\nY = b.");
        up_to(&mut session, "?- ");
        send(
            &mut session,
            "prompt(_, 'Name: '), read_line_to_string(user_input, L).\n",
        );
        dialogue(&mut session, &[("Name: ", "Ann Bo\n")]);
        up_to(&mut session, "L = \"Ann Bo\".");
    }
}

#[test]
fn the_rest_of_a_line_does_not_answer_the_next_read() {
    for kind in KINDS {
        let mut session = session("rests", kind);
        send(&mut session, "read(X).\n");
        dialogue(
            &mut session,
            &[("|: ", "1. rest of it.\n"), ("X = 1.", ""), ("?- ", "")],
        );
        send(&mut session, "read_line_to_string(user_input, L).\n");
        dialogue(
            &mut session,
            &[("|: ", "a line\n"), ("L = \"a line\".", ""), ("?- ", "")],
        );
        send(&mut session, "write('Sure? '), get_char(C), C == y.\n");
        dialogue(&mut session, &[("Sure? ", "yes\n"), ("C = y.", ""), ("?- ", "")]);
        send(&mut session, "X = 1.\n");
        up_to(&mut session, "X = 1.");
    }
}

#[test]
fn clauses_are_typed_until_the_end_of_the_input() {
    for kind in KINDS {
        let mut session = session("user", kind);
        send(&mut session, "[user].\n");
        up_to(&mut session, "|: ");
        // However long it takes, no progress is shown.
        sleep(Duration::from_millis(700));
        send(&mut session, "one(1).\n");
        let shown = up_to(&mut session, "|: ");
        assert!(!shown.contains("loading"), "{kind}: {shown}");
        send(&mut session, "one(2)\n");
        dialogue(&mut session, &[("|: ", ":- true.\n"), ("|: ", "\u{4}")]);
        up_to(&mut session, "true.");
        up_to(&mut session, "?- ");
        send(&mut session, "findall(X, one(X), L).\n");
        up_to(&mut session, "L = [1, 2].");
    }
}

#[test]
fn a_forgotten_full_stop_is_told_once() {
    for kind in KINDS {
        let mut session = session("forgotten", kind);
        // What cannot be complete is not told.
        send(&mut session, "X = [a,\r");
        sleep(Duration::from_millis(200));
        send(&mut session, "b]\r");
        let before = up_to(&mut session, "% complete so far: `.` ends the query");
        assert!(!before.contains("complete"), "{kind}: {before}");
        send(&mut session, ".\r");
        up_to(&mut session, "X = [a, b].");
        up_to(&mut session, "?- ");
        send(&mut session, "X = 1\r");
        sleep(Duration::from_millis(200));
        send(&mut session, ".\r");
        let before = up_to(&mut session, "X = 1.\r\n");
        assert!(!before.contains("complete"), "{kind}: {before}");
    }
    let mut session = terminal(&home("forgotten-silent"), "dumb", &["-q", "--no-hints"]);
    session.exp_string("?- ").expect("a prompt");
    send(&mut session, "X = 1\n.\n");
    let before = up_to(&mut session, "X = 1.\r\n");
    assert!(!before.contains("complete"), "{before}");
}

#[test]
fn a_key_is_read_without_enter() {
    for kind in KINDS {
        let mut session = session("single", kind);
        send(
            &mut session,
            "get_single_char(X), get_single_char(Y), get_single_char(Z).\n",
        );
        key(&mut session, "a");
        key(&mut session, "\r");
        key(&mut session, "\u{e9}");
        up_to(&mut session, "X = 97,\r\nY = 13,\r\nZ = 233.");
        up_to(&mut session, "?- ");
        // What is left of a line is dropped, what was typed behind it is read.
        send(&mut session, "read(X), get_single_char(Y).\n");
        up_to(&mut session, "|: ");
        send(&mut session, "foo. rest\nb");
        up_to(&mut session, "X = foo,\r\nY = 98.");
        up_to(&mut session, "?- ");
        send(&mut session, "get_single_char(X).\n");
        key(&mut session, "\u{4}");
        up_to(&mut session, "X = -1.");
        up_to(&mut session, "?- ");
        send(&mut session, "get_single_char(X).\n");
        key(&mut session, "\u{3}");
        up_to(&mut session, "aborted");
        up_to(&mut session, "?- ");
        send(&mut session, "set_stream(user_input, tty(false)), read(X).\n");
        sleep(Duration::from_millis(200));
        send(&mut session, "quiet.\n");
        let before = up_to(&mut session, "X = quiet.");
        assert!(!before.contains("|:"), "{kind}: {before}");
    }
}

#[test]
fn control_c_stops_a_goal_that_reads() {
    for kind in KINDS {
        let mut session = session("stopped", kind);
        for goal in [
            "read(X).\n",
            "[user].\n",
            "get_char(X).\n",
            "read_line_to_string(user_input, L).\n",
        ] {
            send(&mut session, goal);
            up_to(&mut session, "|: ");
            send(&mut session, "foo(");
            sleep(Duration::from_millis(100));
            send(&mut session, "\u{3}");
            up_to(&mut session, "aborted");
            up_to(&mut session, "?- ");
        }
        send(&mut session, "X = 1.\n");
        up_to(&mut session, "X = 1.");
    }
}

#[test]
fn all_queries_of_a_line_are_answered() {
    for kind in KINDS {
        let mut session = session("line", kind);
        send(&mut session, "X is 0+1. X is 1+1. X is 1+2.\n");
        for answer in ["X = 1.\r\n", "X = 2.\r\n", "X = 3.\r\n"] {
            up_to(&mut session, answer);
        }
    }
}

/// Queries, an answer with a key, goals that read: each gets its own line.
const PASTED: &str = "X is 0+1.\nmember(X, [two,more]).\n;\nread(X).\nthree.\nX = [four,\nfive].\nX is 3+3.\n";

fn answers_of_pasted(session: &mut PtySession) {
    for answer in [
        "X = 1.",
        "X = two ;",
        "X = more.",
        "X = three.",
        "X = [four, five].",
        "X = 6.",
    ] {
        up_to(session, &format!("{answer}\r\n"));
    }
}

#[test]
fn all_lines_of_a_paste_are_answered() {
    for kind in KINDS {
        let mut session = session("paste", kind);
        send(&mut session, PASTED);
        answers_of_pasted(&mut session);
    }
    let mut session = session("bracketed", "xterm");
    send(&mut session, &format!("\u{1b}[200~{}\u{1b}[201~", PASTED.trim_end()));
    sleep(Duration::from_millis(100));
    send(&mut session, "\r");
    answers_of_pasted(&mut session);
}

#[test]
fn what_is_typed_while_a_query_runs_is_answered() {
    for kind in KINDS {
        let mut session = session("ahead", kind);
        send(&mut session, "sleep(0.6), X is 0+0.\n");
        sleep(Duration::from_millis(200));
        for line in ["X is 0+1.\n", "X is 1+1.\n", "read(X).\n", "three.\n"] {
            send(&mut session, line);
            sleep(Duration::from_millis(20));
        }
        for answer in ["X = 0.", "X = 1.", "X = 2.", "X = three."] {
            up_to(&mut session, &format!("{answer}\r\n"));
        }
    }
}

#[test]
fn control_c_never_ends_the_session_and_control_d_does() {
    for kind in KINDS {
        let mut session = session("endless", kind);
        for text in ["foo", "bar", "", ""] {
            send(&mut session, text);
            sleep(Duration::from_millis(60));
            send(&mut session, "\u{3}");
            up_to(&mut session, "?- ");
        }
        interrupt(&mut session, "repeat, fail");
        for _ in 0..3 {
            sleep(Duration::from_millis(30));
            send(&mut session, "\u{3}");
        }
        up_to(&mut session, "aborted");
        sleep(Duration::from_millis(300));
        send(&mut session, "X = here.\n");
        up_to(&mut session, "X = here.");
        up_to(&mut session, "?- ");
        send(&mut session, "member(X, [a, b]).\n");
        up_to(&mut session, "X = a");
        key(&mut session, "\u{3}");
        up_to(&mut session, "?- ");
        send(&mut session, "\u{4}");
        session.exp_eof().expect("Ctrl-D leaves");
    }
}

#[test]
fn bytes_that_are_not_text_are_a_message() {
    use std::io::Write;
    for kind in KINDS {
        let mut session = session("bytes", kind);
        let mut raw = session.process().get_file_handle().expect("a terminal");
        raw.write_all(b"X = '\xff'.\n").expect("the program reads");
        raw.flush().expect("the program reads");
        up_to(&mut session, "not UTF-8");
        up_to(&mut session, "?- ");
        send(&mut session, "X is 1+1.\n");
        up_to(&mut session, "X = 2.");
    }
}

#[test]
fn a_query_typed_after_an_answer_begins_the_next() {
    for kind in KINDS {
        let mut session = session("next", kind);
        for (query, answer) in [
            ("member(X, [p, q]).\n", "X = p"),
            ("X is 1+1.\n", "X = 2.\r\n"),
            ("member(X, [p, q]).\n", "X = p"),
            // Its first letter alone would show all answers.
            ("atom_length(abc, N).\n", "N = 3.\r\n"),
        ] {
            sleep(Duration::from_millis(200));
            send(&mut session, query);
            up_to(&mut session, answer);
        }
    }
}

#[test]
fn a_prompt_and_an_answer_stand_in_lines_of_their_own() {
    let mut session = session("lines", "dumb");
    let place = "lines";
    send(&mut session, "read(X).\n");
    expect(&mut session, "|: ", place);
    send(&mut session, "\u{4}");
    expect(&mut session, "\nX = end_of_file.\n\n?- ", place);
    send(&mut session, "write(a), read(X).\n");
    expect(&mut session, "a", place);
    send(&mut session, "b.\n");
    expect(&mut session, "X = b.\n\n?- ", place);
}
