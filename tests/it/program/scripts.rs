//! What scripts use: options, processes, colours, and the profiler.

use std::process::Command;

use crate::program::runner::{PROGRAM, errors, folder, out, run, run_with, status};

#[test]
fn arguments_have_types_and_help() {
    let script = "\
:- module(tool, [main/0]).
:- initialization(main, main).
main(Argv) :- argv_options(Argv, Rest, Options), print(Rest-Options), nl.
opt_type(verbose, verbose, boolean).
opt_type(v, verbose, boolean).
opt_type(n, number, integer).
opt_type(number, number, integer).
opt_type(mode, mode, oneof([fast, slow])).
opt_type(level, level, between(1, 9)).
opt_type(x, x, (integer|boolean)).
opt_help(help(header), \"A tool.\").
opt_help(help(usage), \" [options] FILE\").
opt_help(verbose, \"Say more\").
opt_help(number, \"How many\").
opt_help(help(footer), \"The end.\").
opt_meta(number, 'N').
";
    let folder = folder("arguments", &[("tool.pl", script)]);
    for (wanted, printed, told, arguments) in [
        (
            0,
            "[x,y]-[verbose(true),number(3),verbose(false)]\n",
            "",
            "-v --number=3 x --no-verbose y",
        ),
        (0, "['-x']-[number(3),level(4)]\n", "", "-n3 --level 4 -- -x"),
        (0, "[]-[verbose(true),number(3),mode(fast)]\n", "", "-vn3 --mode=fast"),
        (
            1,
            "",
            "ERROR: Option --number=abc requires an argument of type integer (found abc)\n",
            "--number=abc",
        ),
        (
            1,
            "",
            "ERROR: Option --number requires an argument of type integer\n",
            "--number",
        ),
        (
            1,
            "",
            "ERROR: Option --mode=odd requires one of fast, slow (found odd)\n",
            "--mode=odd",
        ),
        (
            1,
            "",
            "ERROR: Option --level=10 requires a number 1..9 (found 10)\n",
            "--level=10",
        ),
        (1, "", "ERROR: Unknown option: --nosuch (-h for help)\n", "--nosuch"),
        (1, "", "ERROR: Unknown option: -z (-h for help)\n", "-z"),
        (
            0,
            "",
            "A tool.\n\nUsage: ferz tool.pl [options] FILE\n\nOptions:\n    \
             -h, --help          Show this help message and exit\n    \
             -v, --verbose       Say more\n    \
             -n N, --number=N    How many\n    \
             --mode={fast|slow}  \n    \
             --level=BETWEEN     \n    \
             -x                  \n\nThe end.\n\n",
            "--help",
        ),
    ] {
        let output = run(&folder, &format!("tool.pl {arguments}"));
        let ended = (status(&output), out(&output), errors(&output));
        assert_eq!(ended, (wanted, printed.to_owned(), told.to_owned()), "{arguments}");
    }
}

#[test]
fn a_key_of_an_input_that_is_no_terminal_is_a_line() {
    let folder = folder("keys", &[]);
    let goal = "findall(C, (between(1, 4, _), get_single_char(C)), L), get_char(D), get_single_char(E)";
    let output = run_with(&folder, &["eval", goal], " ab\n\nc\n\t \nd");
    assert_eq!(
        out(&output),
        "L = [97, 10, 99, 10], D = d, E = -1\n",
        "{}",
        errors(&output)
    );
}

#[test]
fn files_of_see_and_tell_stay_open_until_they_are_closed() {
    let folder = folder("edinburgh", &[]);
    for (goal, wanted) in [
        (
            "tell(f), write(a), tell(user), tell(f), write(b), told, telling(T), \
             see(f), get_char(A), see(user), see(f), get_char(B), seen, seeing(S)",
            "T = S, S = user, A = a, B = b\n",
        ),
        (
            "tell(f), tell(g), write(1), told, write(2), told, append(f), write(' .'), told, \
             see(f), see(g), get_char(A), seen, read(B), seen, telling(T)",
            "A = '1', B = 2, T = user\n",
        ),
        (
            "with_output_to(string(S), (tell(f), write(x), told, write(y)))",
            "S = \"y\"\n",
        ),
        (
            "open(f, read, S0), set_input(S0), see(g), seen, seeing(S), close(S0), seen, told, S0 = _",
            "S = user\n",
        ),
    ] {
        let output = run_with(&folder, &["eval", goal], "");
        let printed = out(&output).replace("S0 = <stream>(0x3), ", "");
        assert_eq!(printed, wanted, "{}", errors(&output));
    }
}

#[test]
fn other_programs_are_processes() {
    let folder = folder("processes", &[]);
    let ends = |goal: &str| {
        let output = run_with(&folder, &["eval", goal], "");
        format!("{}{}", out(&output), errors(&output))
    };
    for (goal, wanted) in [
        (
            "process_create(path(cat), [], [stdin(pipe(_I)), stdout(pipe(_O))]), write(_I, foo), close(_I), \
             read_string(_O, _, S), close(_O)",
            "_I = <stream>(0x3), _O = <stream>(0x4), S = \"foo\"\n",
        ),
        (
            "process_create(path(sh), ['-c', 'echo out; echo err >&2'], [stdout(pipe(_O)), stderr(pipe(_E))]), \
             read_string(_O, _, S), read_string(_E, _, T), S-T == \"out\\n\"-\"err\\n\"",
            "",
        ),
        (
            "process_create(path(sh), ['-c', 'exit 3'], [process(_P)]), process_wait(_P, exit(3))",
            "",
        ),
        (
            "process_create(path(sh), ['-c', 'exit 3'], [])",
            "ERROR: process_create(path(sh),['-c','exit 3'],[]): Process /usr/bin/sh: exit status exit(3)\n",
        ),
        (
            "process_create(path(sleep), [60], [process(_P)]), process_wait(_P, T, [timeout(0.05)]), \
             process_kill(_P), process_wait(_P, S), T-S == timeout-killed(15)",
            "",
        ),
        (
            "process_create(path(sh), ['-c', 'echo $A $B'], [env(['A'=1]), stdout(pipe(_O))]), read_string(_O, _, S), \
             S == \"1\\n\"",
            "",
        ),
        (
            "process_create(path(pwd), [], [cwd('/'), stdout(pipe(_O))]), read_string(_O, _, S), S == \"/\\n\"",
            "",
        ),
        (
            "open(file, write, _S), process_create(path(echo), [a, \"b\", 3, [c, d]], [stdout(stream(_S))]), close(_S), \
             read_file_to_string(file, T, []), T == \"a b 3 cd\\n\"",
            "",
        ),
        (
            "catch(process_create(path(no_such_program), [], []), error(existence_error(_, _), _), true)",
            "",
        ),
        (
            "catch(process_wait(999999999, _), error(existence_error(process, _), _), true)",
            "",
        ),
    ] {
        let told = ends(goal);
        if wanted.starts_with("ERROR") {
            assert!(told.contains("exit status exit(3)"), "{goal}: {told}");
        } else if wanted.is_empty() {
            assert!(!told.contains("ERROR") && !told.contains("failed"), "{goal}: {told}");
        } else {
            assert!(told.contains("S = \"foo\""), "{goal}: {told}");
        }
    }
    // Closing the last pipe waits for the process.
    let told = ends("process_create(path(sh), ['-c', 'cat; exit 2'], [stdin(pipe(_I))]), close(_I)");
    assert!(told.contains("exit status exit(2)"), "{told}");
    let output = run_with(&folder, &["--sandbox", "eval", "process_create(path(ls), [], [])"], "");
    assert!(
        errors(&output).contains("No permission to create process"),
        "{}",
        errors(&output)
    );
    // Waiting is bounded.
    let output = run_with(
        &folder,
        &[
            "--time",
            "100ms",
            "eval",
            "process_create(path(sleep), [9], [stdout(null), stderr(null)])",
        ],
        "",
    );
    assert_eq!(status(&output), 124, "{}", errors(&output));
}

#[test]
fn colours_are_for_terminals() {
    use rexpect::session::{Options, spawn_with_options};
    let folder = folder("colours", &[]);
    let goal = "ansi_format([bold, fg(red)], \"~w\", [warm]), nl, halt";
    let shown = |colours: &str| {
        let mut command = Command::new(PROGRAM);
        command.current_dir(&folder).args(["-g", goal]).env_remove("NO_COLOR");
        if !colours.is_empty() {
            command.env("NO_COLOR", colours);
        }
        let options = Options::default()
            .timeout_ms(Some(60_000))
            .strip_ansi_escape_codes(false);
        let mut session = spawn_with_options(command, options).expect("the program starts");
        session.exp_string("\n").expect("a line")
    };
    assert_eq!(shown("").trim_end(), "\x1b[1;31mwarm\x1b[0m");
    assert_eq!(shown("1").trim_end(), "warm");
    assert_eq!(out(&run_with(&folder, &["-g", goal], "")), "warm\n");
}

#[test]
fn a_profile_counts_ports_by_predicate_and_caller() {
    let program = "\
app([], L, L).
app([H|T], L, [H|R]) :- app(T, L, R).
rev([], []).
rev([H|T], R) :- rev(T, S), app(S, [H], R).
main :- rev([a, b, c], _), member(X, [1, 2]), X > 1, !.
";
    let directive = format!("{program}:- profile(main,[ports(true)]).\n");
    let after = format!(":- initialization(profile(main,[ports(true)])).\n{program}");
    let files = [
        ("rev.pl", program),
        ("directive.pl", directive.as_str()),
        ("after.pl", after.as_str()),
    ];
    let folder = folder("profile", &files);
    for arguments in [
        "rev.pl -g profile(main,[ports(true)]) -g tracing",
        "directive.pl -g tracing",
        "after.pl -g tracing",
    ] {
        let output = run(&folder, arguments);
        has_counts(&out(&output));
        // It is over: nothing is traced any more.
        assert_eq!(status(&output), 1, "{arguments}: {}", errors(&output));
    }
}

#[test]
fn a_profile_counts_calls_and_samples() {
    let program = "\
down(0) :- !.
down(N) :- N1 is N-1, down(N1).
slow(L) :- numlist(1, 300000, L0), foldl([X, Y, Z]>>(Z is max(X, Y)), L0, 0, _), msort(L0, L).
main :- down(1000), findall(X, member(X, [a, b]), _), slow(_), down(500), never_called_again.
never_called_again.
again :- down(7).
";
    let folder = folder("samples", &[("down.pl", program)]);
    let output = run(
        &folder,
        "down.pl -g profile(main),again,show_profile([top(100)]) -t halt",
    );
    let (text, errors) = (out(&output), errors(&output));
    let (first, second) = text.split_once("\n").unwrap_or_default();
    assert!(first.contains(" samples"), "{text}{errors}");
    // What was counted is shown twice, and what ran after the profile is not counted.
    for (wanted, times) in [
        ("1,502 down/1", 2),
        ("1 main/0", 2),
        ("1 msort/2", 2),
        ("1 slow/1", 2),
        ("1 again/0", 0),
    ] {
        let is_it = |line: &&str| {
            let words: Vec<&str> = line.split_whitespace().filter(|word| !word.contains('%')).collect();
            // Between them are the bytes and the choice points.
            match &words[..] {
                [calls, _, _, name] => format!("{calls} {name}") == wanted,
                _ => false,
            }
        };
        assert_eq!(second.lines().filter(is_it).count(), times, "{wanted}: {text}{errors}");
    }
}

/// Checks the table of a profile of the program above.
fn has_counts(text: &str) {
    let counts = |line: &str| -> Vec<String> {
        let words = line.split_whitespace().map(str::to_owned);
        words.filter(|word| !word.contains('%')).collect()
    };
    let lines: Vec<Vec<String>> = text.lines().map(counts).collect();
    for wanted in [
        "6 0 6 0 0 3 app/3",
        "3 0 3 0 0 from rev/2",
        "3 0 3 0 0 from app/3",
        "4 0 4 0 0 6 rev/2",
        "1 1 2 0 0 0 member/2",
        "2 0 1 1 0 0 >/2",
    ] {
        let wanted: Vec<&str> = wanted.split(' ').collect();
        assert!(lines.iter().any(|line| *line == wanted), "{wanted:?}: {text}");
    }
}

#[test]
fn persistent_facts_are_read_again() {
    let script = "\
:- module(visits, [first/0, second/0]).
:- use_module(library(persistency)).
:- persistent visit(who:atom, times:integer), note(text:any).
first :-
    db_attach('visits.db', []),
    assert_visit(ann, 1), assert_visit(bob, 2), asserta_visit(cid, 3), assert_note(f(X, X)),
    retract_visit(bob, _), retractall_visit(nobody, _),
    catch(assert_visit(1, 1), error(E, _), (print(E), nl)).
second :-
    db_attach('visits.db', []),
    forall(visit(W, T), (print(W-T), nl)), note(N), N = f(A, B), A == B,
    db_sync(gc(always)), retractall_visit(_, _), db_detach(visits), db_attach('visits.db', []),
    aggregate_all(count, visit(_, _), C), print(C), nl, note(_).
";
    let folder = folder("persistent", &[("visits.pl", script)]);
    for (goal, printed) in [("first", "type_error(atom,1)\n"), ("second", "cid-3\nann-1\n0\n")] {
        let done = run(&folder, &format!("-g {goal} -t halt visits.pl"));
        assert_eq!(
            (out(&done).as_str(), errors(&done).as_str(), status(&done)),
            (printed, "", 0),
            "{goal}"
        );
    }
}

#[test]
fn a_pool_runs_so_many_threads_at_a_time() {
    let script = "\
go :-
    thread_pool_create(two, 2, [backlog(1)]),
    message_queue_create(Q),
    thread_create_in_pool(two, thread_get_message(Q, go), A, []),
    thread_create_in_pool(two, thread_get_message(Q, go), B, []),
    thread_pool_property(two, free(F)), print(F), nl,
    catch(thread_create_in_pool(two, true, _, [wait(false)]), error(E, _), (print(E), nl)),
    thread_send_message(Q, go),
    thread_create_in_pool(two, true, C, []),
    thread_send_message(Q, go),
    maplist(thread_join, [A, B, C]),
    thread_pool_property(two, running(R)), print(R), nl,
    thread_pool_destroy(two).
";
    let folder = folder("pool", &[("pool.pl", script)]);
    let done = run(&folder, "-g go -t halt pool.pl");
    let printed = "0\nresource_error(threads_in_pool(two))\n0\n";
    assert_eq!(
        (out(&done).as_str(), errors(&done).as_str(), status(&done)),
        (printed, "", 0)
    );
}
