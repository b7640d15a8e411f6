//! The script runner: exit statuses, the options of scripts, and the commands.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_ferz");

/// A folder of its own for each test, with these files.
pub(crate) fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("runner").join(name);
    let _not_there = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    for (file, text) in files {
        fs::write(folder.join(file), text).expect("a file for the test");
    }
    folder
}

/// Runs the program in the folder, with arguments separated by blanks.
pub(crate) fn run(folder: &Path, arguments: &str) -> Output {
    run_with(
        folder,
        &arguments.split(' ').filter(|part| !part.is_empty()).collect::<Vec<_>>(),
        "",
    )
}

pub(crate) fn run_with(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(PROGRAM)
        .current_dir(folder)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program ferz starts");
    let mut to = child.stdin.take().expect("a pipe");
    // The program may end without reading all.
    let _unread = to.write_all(input.as_bytes());
    drop(to);
    child.wait_with_output().expect("it ends")
}

pub(crate) fn status(output: &Output) -> i32 {
    output.status.code().unwrap_or(-1)
}

pub(crate) fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub(crate) fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const FILES: &[(&str, &str)] = &[
    ("main_fails.pl", ":- initialization(main, main).\nmain :- fail.\n"),
    (
        "main_raises.pl",
        ":- initialization(main, main).\nmain :- X is foo + 1, print(X).\n",
    ),
    (
        "main_works.pl",
        ":- initialization(main, main).\nmain :- write(works).\n",
    ),
    ("main_halts.pl", ":- initialization(main, main).\nmain :- halt(7).\n"),
    ("init_fails.pl", ":- initialization(main).\nmain :- fail.\n"),
    (
        "init_raises.pl",
        ":- initialization(main).\nmain :- X is foo + 1, print(X).\n",
    ),
    ("init_works.pl", ":- initialization(main).\nmain :- write(works).\n"),
    ("init_halts.pl", ":- initialization(main).\nmain :- halt(7).\n"),
    (
        "directive_fails.pl",
        ":- fail.\n:- initialization(main, main).\nmain :- write(runs).\n",
    ),
    ("directive_raises.pl", ":- atom_length(_, _).\n"),
    (
        "syntax.pl",
        "p(1.\n:- initialization(main, main).\nmain :- write(runs).\n",
    ),
    ("warns.pl", "p(X).\n"),
    (
        "loops.pl",
        ":- repeat, fail.\n:- initialization(main, main).\nmain :- write(runs).\n",
    ),
    (
        "grows.pl",
        ":- length(_, 10000000).\n:- initialization(main, main).\nmain :- write(runs).\n",
    ),
    ("halts.pl", "p(1.\n:- initialization(main).\nmain :- halt.\n"),
    (
        "arguments.pl",
        ":- initialization(main, main).\nmain(L) :- print(L), nl.\n",
    ),
];

#[test]
fn the_exit_status_tells_what_has_gone_wrong() {
    let folder = folder("status", FILES);
    for (wanted, arguments) in [
        (0, "main_works.pl"),
        (0, "init_works.pl"),
        (0, "run main_works.pl"),
        (0, "run init_works.pl"),
        (0, "warns.pl"),
        (1, "main_fails.pl"),
        (1, "init_fails.pl"),
        (1, "run main_fails.pl"),
        (1, "run init_fails.pl"),
        (1, "directive_fails.pl"),
        (1, "run directive_fails.pl"),
        (1, "-l directive_fails.pl -g halt"),
        (1, "-g fail -g true"),
        (2, "main_raises.pl"),
        (2, "init_raises.pl"),
        (2, "run main_raises.pl"),
        (2, "run init_raises.pl"),
        (2, "-g atom_length(_,_)"),
        (3, "directive_raises.pl"),
        (3, "syntax.pl"),
        (3, "run syntax.pl"),
        (3, "syntax.pl init_fails.pl"),
        (3, "init_fails.pl -s syntax.pl"),
        (3, "warns.pl -s syntax.pl -g fail"),
        (3, "-l syntax.pl -g true -t halt"),
        (3, "halts.pl"),
        (3, "nosuch.pl"),
        (3, "nosuch.pl -g halt"),
        (0, "-l syntax.pl -g halt(0)"),
        (4, "--memory 4M grows.pl"),
        (4, "--inferences 1_000 -g repeat,true,fail -g true"),
        (7, "main_halts.pl"),
        (7, "init_halts.pl"),
        (7, "run main_halts.pl"),
        (7, "run init_halts.pl"),
        (7, "-l syntax.pl -g halt(7)"),
        (64, "--nosuch"),
        (64, "run"),
        (64, "--memory many"),
        (124, "--time 50ms loops.pl"),
        (124, "--time 50ms -g repeat,fail"),
        (124, "--time 50ms -t repeat,fail"),
    ] {
        let output = run(&folder, arguments);
        assert_eq!(status(&output), wanted, "{arguments}: {}", errors(&output));
        // A script with errors, or one that has met a limit, does not run.
        let runs = out(&output) == "runs";
        assert_eq!(runs, arguments.ends_with("directive_fails.pl"), "{arguments}");
    }
}

/// What a missing library would have given raises an error when it is called; the program runs without it.
#[test]
fn a_program_runs_without_a_library_that_is_missing() {
    let text = ":- use_module(library(nowhere), [gone/1]).\n\
                go :- write(runs), catch(gone(_), error(E, _), (write(' '), print(E))).\n";
    let main = format!("{text}main :- go.\n");
    let declared = format!("{text}:- initialization(go, main).\n");
    let test = format!("{text}:- begin_tests(t).\ntest(one) :- go.\n:- end_tests(t).\n");
    let broken = format!("{main}p(.\n");
    let folder = folder(
        "lacks",
        &[
            ("main.pl", &main),
            ("declared.pl", &declared),
            ("test.pl", &test),
            ("broken.pl", &broken),
        ],
    );
    for arguments in [
        "run main.pl",
        "run declared.pl",
        "declared.pl",
        "main.pl -g go -t halt",
        "test test.pl",
    ] {
        let output = run(&folder, arguments);
        let (printed, told) = (out(&output), errors(&output));
        assert!(
            printed.starts_with("runs existence_error(procedure,gone/1)"),
            "{arguments}: {printed} {told}"
        );
        assert!(told.contains("Library `nowhere' does not exist"), "{arguments}: {told}");
        assert_eq!(status(&output), 3, "{arguments}: {told}");
    }
    let output = run(&folder, "run broken.pl");
    assert_eq!((out(&output).as_str(), status(&output)), ("", 3));
}

/// Errors name the library that is missing: the one that was to give the predicate, or those that may have had it.
#[test]
fn errors_name_the_library_that_is_missing() {
    let told = |goal: &str| {
        let uses = ":- use_module(library(nowhere), [gone/1, far/2 as away]).\n:- use_module(library(elsewhere)).\n";
        let folder = folder(
            "missing",
            &[("main.pl", &format!("{uses}:- begin_there.\nmain :- {goal}.\n"))],
        );
        let output = run(&folder, "run main.pl");
        assert_eq!(status(&output), 3, "{goal}: {}", errors(&output));
        let text = errors(&output);
        text.lines()
            .skip_while(|line| !line.starts_with("ERROR"))
            .collect::<Vec<_>>()
            .join("\n")
    };
    for (goal, wanted) in [
        ("gone(1)", "It is of library(nowhere), which is missing"),
        ("away(1, 2)", "It is of library(nowhere), which is missing"),
        ("nowhere:other", "It is of library(nowhere), which is missing"),
        (
            "from_there(1)",
            "It may be of a library that is missing: library(elsewhere)",
        ),
        ("atom_lenght(a, _)", "Did you mean: atom_length/2"),
    ] {
        let text = told(goal);
        assert!(text.contains(wanted), "{goal}: {text}");
    }
}

/// A library of SWI-Prolog that is not here is told of while loading; each of its predicates raises an error that says why.
#[test]
fn libraries_that_are_not_here_say_what_they_are() {
    let text = ":- use_module(library(redis)).\n\
                :- use_module(library(unix), [fork/1]).\n\
                :- use_module(library(editline)).\n\
                :- if(exists_source(library(redis))).\np(redis).\n:- else.\np(none).\n:- endif.\n\
                t(G) :- catch(G, error(E, context(_, Why)), (print(E), nl, writeln(Why))).\n\
                main :- p(X), writeln(X), t(redis(default, get(a), _)), t(fork(_)), t(redis:redis_connect(x)), t(el_wrap).\n";
    let folder = folder("absent", &[("main.pl", text)]);
    let output = run(&folder, "run main.pl");
    assert_eq!(
        out(&output),
        "none\n\
         existence_error(procedure,redis:redis/3)\n\
         library(redis) is not in ferz: it is a client of servers of another kind\n\
         existence_error(procedure,unix:fork/1)\n\
         library(unix) is not in ferz: a process with threads cannot be copied; `process_create/3` of `library(process)` starts programs\n\
         existence_error(procedure,redis:redis_connect/1)\n\
         library(redis) is not in ferz: it is a client of servers of another kind\n\
         existence_error(procedure,editline:el_wrap/0)\n\
         library(editline) is not in ferz: `ferz` edits lines itself\n"
    );
    assert_eq!(status(&output), 0, "{}", errors(&output));
    assert!(errors(&output).starts_with(
        "main.pl:1:1: warning: library(redis) is not in ferz: it is a client of servers of another kind\n    Its predicates raise errors\n"
    ));
    assert!(!errors(&output).contains("editline"), "{}", errors(&output));
    let checked = run(&folder, "check main.pl");
    let told = errors(&checked).matches("is not in ferz").count();
    assert_eq!((status(&checked), told), (1, 3), "{}", errors(&checked));
}

/// The goals of a directive belong to the module of the text, also beside `|`; libraries of the system have a second name.
#[test]
fn directives_of_modules_find_their_goals() {
    let text = ":- module(conditions, [main/0]).\n\
                :- use_module(swi(library/lists)).\n\
                here.\n\
                :- if((here|there)).\n\
                main :- sum_list([1, 2], X), writeln(X).\n\
                :- endif.\n";
    let folder = folder("conditions", &[("main.pl", text)]);
    let output = run(&folder, "run main.pl");
    assert_eq!(
        (status(&output), out(&output).as_str()),
        (0, "3\n"),
        "{}",
        errors(&output)
    );
}

/// What is called absent is no library of this build.
#[test]
fn no_library_is_called_absent() {
    let mut engine = ferz::Engine::new();
    let found = engine.once("system:'$absent'(Library, _, _, _), system:'$is_library'(library(Library))");
    assert!(
        matches!(found, Ok(None)),
        "take it out of src/library/host/absent.pl: {found:?}"
    );
}

/// `halt` as a query ends with what loading has met, whatever the queries before it have answered.
#[test]
fn queries_from_a_pipe_set_the_status_unless_one_halts() {
    let folder = folder("piped", &[("lacks.pl", ":- use_module(library(nowhere)).\n")]);
    for (wanted, arguments, input) in [
        (1, "", "fail.\n"),
        (0, "", "fail.\nhalt.\n"),
        (0, "", "X is foo.\nhalt.\n"),
        (2, "", "X is foo.\nfail.\n"),
        (5, "", "fail.\nhalt(5).\n"),
        (3, "lacks.pl", "true.\n"),
        (3, "lacks.pl", "halt.\n"),
        (0, "lacks.pl", "halt(0).\n"),
    ] {
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        let output = run_with(&folder, &arguments, input);
        assert_eq!(status(&output), wanted, "{arguments:?} {input}: {}", errors(&output));
    }
}

#[test]
fn errors_and_warnings_can_end_the_run_or_set_its_status() {
    let folder = folder("styles", FILES);
    for (wanted, printed, arguments) in [
        (0, "no", "-g print_message(error,format(hm,[])) -g write(no),halt"),
        (
            1,
            "no",
            "--on-error=status -g print_message(error,format(hm,[])) -g write(no),halt",
        ),
        (
            1,
            "",
            "--on-error=halt -g print_message(error,format(hm,[])) -g write(no),halt",
        ),
        (0, "no", "warns.pl -g write(no),halt"),
        (1, "no", "--on-warning=status warns.pl -g write(no),halt"),
        (1, "", "--on-warning halt warns.pl -g write(no),halt"),
        (3, "", "--on-error=halt -l syntax.pl -g write(no),halt"),
    ] {
        let output = run(&folder, arguments);
        assert_eq!(
            (status(&output), out(&output).as_str()),
            (wanted, printed),
            "{arguments}"
        );
    }
}

#[test]
fn a_goal_that_failed_is_explained() {
    let program = "main :- q(1).\nq(X) :- r(X, Y), Y > 3.\nr(1, 2).\neffect :- assertz(z(1)), q(1).\n";
    let folder = folder("explained", &[("fails.pl", program)]);
    let told = |what: &str, goal: &str| {
        format!(
            "Warning: Goal ({what}) failed: {goal}\n\
             Warning:   There is no solution for\n\
             Warning:     2>3   in q(1) fails.pl:2:18\n"
        )
    };
    for (arguments, expected) in [
        ("fails.pl -g main", told("-g", "main")),
        ("run fails.pl", told("main", "main")),
        ("eval q(1) fails.pl", told("eval", "q(1)")),
        (
            "fails.pl --no-hints -g main",
            "Warning: Goal (-g) failed: main\n".to_string(),
        ),
        ("fails.pl -g effect", "Warning: Goal (-g) failed: effect\n".to_string()),
    ] {
        let output = run(&folder, arguments);
        assert_eq!((errors(&output), status(&output)), (expected, 1), "{arguments}");
    }
}

#[test]
fn a_script_owns_its_options() {
    let folder = folder("owns", FILES);
    let script = format!("#!{PROGRAM}\n:- initialization(main, main).\nmain(L) :- print(L), nl.\n");
    fs::write(folder.join("script"), script).expect("a file for the test");
    let all = "--help -t x -V -q -l --time b.pl";
    let printed = "['--help','-t',x,'-V','-q','-l','--time','b.pl']\n";
    for start in [
        "arguments.pl ",
        "-q arguments.pl ",
        "arguments ",
        "run arguments.pl ",
        "script ",
    ] {
        let output = run(&folder, &format!("{start}{all}"));
        assert_eq!((out(&output).as_str(), status(&output)), (printed, 0), "{start}");
    }
    // What has no main goal does not.
    let output = run(&folder, "warns.pl -q --version");
    assert!(out(&output).starts_with("ferz "), "{}", out(&output));
    let input = "p :- current_prolog_flag(argv, L), print(L).\n:- initialization(p).\n";
    let output = run_with(&folder, &["run", "-", "-q", "x"], input);
    assert_eq!((out(&output).as_str(), status(&output)), ("['-q',x]", 0));
    let output = run_with(&folder, &["run", "-"], "p(1.\n");
    assert!(errors(&output).starts_with("stdin:1:2: error: "), "{}", errors(&output));
    assert_eq!(status(&output), 3);
}

#[test]
fn options_set_flags_and_search_paths() {
    let folder = folder("paths", &[("there.pl", "there.\n"), ("warns.pl", "p(X).\n")]);
    let inner = folder.join("inner");
    fs::create_dir_all(&inner).expect("a folder");
    fs::write(inner.join("deep.pl"), ":- write(deep).\n").expect("a file");
    for (printed, arguments) in [
        (
            "3-true-abc",
            "-D n=3 -Dyes -Ds=abc -g maplist(current_prolog_flag,[n,yes,s],[A,B,C]),write(A-B-C)",
        ),
        ("true", "-O -g current_prolog_flag(optimise,X),write(X)"),
        ("silent", "-q -g current_prolog_flag(verbose,X),write(X)"),
        ("deep", "-I inner -g consult(deep)"),
        ("deep", "-p lib=inner -g consult(lib(deep))"),
        ("deep", "-f inner/deep.pl -g true"),
        ("", "-f none -g true"),
        ("[a]", "-g current_prolog_flag(argv,L),write(L) -s there.pl a"),
        ("X = 1.\n\n", "-t prolog"),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let input = if arguments.contains(&"prolog") { "X = 1.\n" } else { "" };
        let output = run_with(&folder, &arguments, input);
        assert_eq!(out(&output), printed, "{arguments:?}: {}", errors(&output));
    }
    let output = run(&folder, "-v warns.pl");
    assert!(errors(&output).contains("% warns.pl loaded in "), "{}", errors(&output));
}

/// Cleanup goals and those of `at_halt/1` run, and nobody is told.
#[test]
fn the_flag_for_the_toplevel_names_its_goal() {
    let text = ":- set_prolog_flag(toplevel_goal, start).\nstart :- write(started), nl.\n";
    let folder = folder("toplevel", &[("own.pl", text)]);
    for (arguments, printed) in [("own.pl", "started\n"), ("own.pl -t true", "")] {
        let output = run(&folder, arguments);
        assert_eq!(
            (String::from_utf8_lossy(&output.stdout).as_ref(), output.status.code()),
            (printed, Some(0)),
            "{arguments}"
        );
    }
    let output = run(&folder, "run --time 10s own.pl --time 1s");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn messages_begin_on_a_line_of_their_own() {
    let folder = folder("fresh", &[("a.pl", ":- write(user_error, left), fail.\n")]);
    let output = run(&folder, "a.pl -g write(user_error,mine),nosuch");
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(
        printed,
        "left\na.pl:1:1: warning: Goal (directive) failed: write(user_error,left),fail\n\
         mine\nERROR: Unknown procedure: nosuch/0\n"
    );
}

#[test]
fn a_goal_of_at_halt_may_keep_the_program_running() {
    let text = ":- at_halt((write(first), nl)).\n:- at_halt(fail).\n:- at_halt(throw(oops)).\n\
                :- dynamic asked/0.\n:- at_halt(( asked -> write(last), nl ; assertz(asked), cancel_halt(once) )).\n";
    let folder = folder("at_halt", &[("a.pl", text)]);
    let output = run(&folder, "a.pl -g (halt(3);write(goes_on),nl) -t halt(4)");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "first\ngoes_on\nlast\n");
    assert_eq!(
        errors(&output),
        "Warning: Goal (at_halt) failed: fail\nERROR: Unhandled exception: oops\n\
         ERROR:   No enclosing catch/3 caught this term\n% Halt cancelled: once\n"
    );
    assert_eq!(output.status.code(), Some(4));
}

#[test]
fn a_broken_pipe_ends_quietly() {
    let script = ":- at_halt((open('halted', append, S), close(S))).
        main :- setup_call_cleanup(true, lines, (open('cleaned', append, S), close(S))).
        lines :- repeat, catch((write(line), nl), _, true), fail.\n";
    let folder = folder("broken", &[("lines.pl", script)]);
    for arguments in [&["-g", "main", "lines.pl"][..], &["run", "lines.pl"], &["doc"]] {
        let mut child = Command::new(PROGRAM)
            .current_dir(&folder)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program ferz starts");
        let mut output = child.stdout.take().expect("a pipe");
        output.read_exact(&mut [0; 5]).expect("the first line");
        drop(output);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!((errors(&output).as_str(), status(&output)), ("", 141), "{arguments:?}");
    }
    assert!(folder.join("cleaned").exists() && folder.join("halted").exists());
}

#[test]
fn the_help_text_and_the_completions_know_all_options() {
    let folder = folder("help", &[]);
    let help = out(&run(&folder, "--help"));
    for part in [
        "ferz [OPTIONS] eval GOAL [FILE...]",
        "--on-error STYLE",
        "-D, --define FLAG[=VALUE]",
        "--junit FILE",
    ] {
        assert!(help.contains(part), "{part}: {help}");
    }
    assert!(help.lines().all(|line| line.chars().count() <= 110), "{help}");
    let script = out(&run(&folder, "completions bash"));
    let asked = format!("{script}\nCOMP_WORDS=(ferz --on-w) COMP_CWORD=1; _ferz; echo ${{COMPREPLY[@]}}");
    match Command::new("bash").args(["-c", &asked]).output() {
        Ok(output) => assert_eq!(out(&output), "--on-warning\n", "{}", errors(&output)),
        // There is no such shell here.
        Err(_) => assert!(script.contains("--on-warning")),
    }
    assert_eq!(status(&run(&folder, "completions tcsh")), 64);
}

/// A value of JSON for which there is no room is read again after a collection, or not at all: none is skipped.
#[test]
fn json_that_finds_no_room_is_not_skipped() {
    let member = |i: u64| format!("\"k{}\":{i}", i * 7919 % 1_000_003);
    let members: Vec<String> = (0..100_000).map(member).collect();
    let text = format!("{{{}}} {{\"second\":1}}", members.join(","));
    let folder = folder("json", &[("keys.json", &text)]);
    for (memory, repositions) in [
        ("3M", true),
        ("5M", true),
        ("5M", false),
        ("12M", true),
        ("100M", false),
    ] {
        let goal = format!(
            "catch(( open('keys.json', read, S, [reposition({repositions})]), json_read_dict(S, D), \
             ( get_dict(second, D, _) -> print(skipped) ; print(right) ) ), error(resource_error(_), _), print(memory))"
        );
        let ended = run_with(&folder, &["--memory", memory, "-g", &goal, "-t", "halt"], "");
        let out = out(&ended);
        let is_right = out == "right" || out == "memory" && memory != "100M";
        assert!(is_right, "{memory}: {out} {}", errors(&ended));
    }
}
