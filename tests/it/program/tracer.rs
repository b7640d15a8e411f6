//! The tracer on a terminal: `tests/transcripts/trace.txt` is what the screen shows. What follows `?- ` is typed; the
//! word after ` ? ` is what the tracer shows for the key that is pressed there.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use crate::program::prompt::{expect, home, key, piped, send, terminal};

/// The keys by what the tracer shows for them.
const KEYS: &[(&str, &str, &str)] = &[
    ("space", " ", "creep"),
    ("enter", "\r", "creep"),
    ("creep", "c", "creep"),
    ("skip", "s", "skip"),
    ("up", "u", "up"),
    ("leap", "l", "leap"),
    ("retry", "r", "retry"),
    ("1retry", "1r", "1retry"),
    ("goals", "g", "goals"),
    ("alternatives", "A", "alternatives"),
    ("variables", "v", "variables"),
    ("print", "p", "print"),
    ("write", "w", "write"),
    ("fail", "f", "fail"),
    ("ignore", "i", "ignore"),
    ("no debug", "n", "no debug"),
    ("abort", "a", "abort"),
    ("exit", "e", "exit"),
    ("break", "b", "break"),
    ("listing", "L", "listing"),
    ("message", "m", "message"),
    ("spy point on r/1", "+", "spy point on r/1"),
    ("no spy point on r/1", "-", "no spy point on r/1"),
    ("2depth 2", "2d", "2depth 2"),
    ("0depth 0", "0d", "0depth 0"),
];

#[test]
fn each_key_of_the_tracer_does_what_it_says() {
    let folder = crate::root().join("tests/transcripts");
    let text = fs::read_to_string(folder.join("trace.txt")).expect("a transcript");
    let home = home("tracer");
    fs::copy(folder.join("trace.pl"), home.join("trace.pl")).expect("a copy of the program");
    let mut session = terminal(&home, "dumb", &["-q", "trace.pl"]);
    let mut pressed = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let place = format!("trace.txt:{}", number + 1);
        if let Some((prompt, query)) = line.split_once("?- ") {
            expect(&mut session, &format!("{prompt}?- "), &place);
            send(&mut session, &format!("{query}\n"));
        } else if let Some((port, word)) = line.rsplit_once(" ? ") {
            let found = KEYS.iter().find(|(name, ..)| *name == word);
            let &(name, bytes, shown) = found.unwrap_or_else(|| panic!("{place}: no key shows {word}"));
            expect(&mut session, &format!("{port} ? "), &place);
            key(&mut session, bytes);
            expect(&mut session, &format!("{shown}\n"), &place);
            pressed.push(name);
        } else if let Some(answer) = line.strip_suffix(" .") {
            expect(&mut session, answer, &place);
            key(&mut session, ".");
            expect(&mut session, " .\n", &place);
        } else {
            expect(&mut session, &format!("{line}\n"), &place);
        }
    }
    session.exp_eof().expect("the program ends");
    for (name, ..) in KEYS {
        assert!(pressed.contains(name), "{name} is not pressed");
    }
}

#[test]
fn the_tracer_explains_its_keys() {
    let home = home("tracer-help");
    let mut session = terminal(&home, "dumb", &["-q"]);
    session.exp_string("?- ").expect("a prompt");
    send(&mut session, "trace, X is 1 + 2.\n");
    session.exp_string("    Call: (1) X is 1+2 ? ").expect("a port");
    key(&mut session, "h");
    session.exp_string("creep: to the next port").expect("help");
    session.exp_string("    Call: (1) X is 1+2 ? ").expect("the port again");
    key(&mut session, "z");
    session.exp_string("unknown option (h for help)").expect("a hint");
    // Ctrl-C abandons the query, Ctrl-D the session.
    key(&mut session, "\u{3}");
    session.exp_string("abort").expect("the word for it");
    session.exp_string("% Execution aborted").expect("a message");
    session.exp_string("[trace]  ?- ").expect("a prompt");
    sleep(Duration::from_millis(50));
    send(&mut session, "X is 1 + 2.\n");
    session.exp_string("    Call: (1) X is 1+2 ? ").expect("a port");
    key(&mut session, "\u{4}");
    session.exp_string("exit").expect("the word for it");
    session.exp_eof().expect("the program ends");
}

#[test]
fn without_a_terminal_lines_of_the_input_answer() {
    let home = home("tracer-pipe");
    let input = "trace, member(X, [a,b]).\ncreep\ng\ns\n;\n\n\nnodebug.\nX = 1.\n";
    let (out, err, status) = piped(&home, &[], input);
    assert_eq!(
        err,
        "    Call: (1) member(X, [a, b]) ? creep
   *Exit: (1) member(a, [a, b]) ? goals
     [1] member(a, [a, b])
   *Exit: (1) member(a, [a, b]) ? skip
    Redo: (1) member(a, [a, b]) ? creep
    Exit: (1) member(b, [a, b]) ? creep
"
    );
    assert_eq!(
        (out.as_str(), status),
        ("X = a ;\nX = b.\n\ntrue.\n\nX = 1.\n\n", Some(0))
    );
    // At the end of the input the goals are still shown.
    let (out, err, status) = piped(&home, &["-g", "trace, X is 1+2, X > 2"], "");
    assert!(
        err.contains("Exit: (1) 3 is 1+2") && err.contains("Exit: (1) 3>2"),
        "{err}"
    );
    assert_eq!((out.as_str(), status), ("", Some(0)));
}
