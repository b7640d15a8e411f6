//! The commands of the program beside `run`: `eval`, `check` and `test`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::program::runner::{PROGRAM, errors, folder, out, run, run_with, status};

#[test]
fn eval_prints_answers_one_on_each_line() {
    let folder = folder(
        "eval",
        &[("facts.pl", "p(1, a).\np(2, \"b\\n,\").\n"), ("bad.pl", "p(1.\n")],
    );
    for (wanted, printed, arguments) in [
        (0, "X = 1, Y = a\n", "eval p(X,Y) facts.pl"),
        (0, "X = 1, Y = a\nX = 2, Y = \"b\\n,\"\n", "eval p(X,Y) facts.pl --all"),
        (0, "X = a\nX = b\n", "eval member(X,[a,b,c]) -n 2"),
        (
            0,
            "",
            "eval current_prolog_flag(os_argv,[_|_]),current_prolog_flag(executable,_)",
        ),
        (0, "", "eval p(1,a) facts.pl"),
        (1, "", "eval p(3,_) facts.pl"),
        (1, "", "eval p(3,_) facts.pl --json"),
        (0, "{}\n", "eval p(1,a) facts.pl --json"),
        (
            0,
            "{\"X\":1,\"Y\":\"a\"}\n{\"X\":2,\"Y\":\"b\\n,\"}\n",
            "eval --json p(X,Y) facts.pl --all",
        ),
        (2, "", "eval atom_length(_,_)"),
        (
            2,
            "{\"error\":\"instantiation_error\",\"message\":\"atom_length(_,_): Arguments are not sufficiently instantiated\"}\n",
            "eval atom_length(_,_) --json",
        ),
        (5, "", "eval halt(5)"),
        (3, "X = 1\n", "eval X=1 bad.pl"),
        (124, "", "--time 50ms eval repeat,fail"),
        (0, "X = ['-n', x]\n", "eval current_prolog_flag(argv,X) -- -n x"),
        (64, "", "eval true -n 0"),
    ] {
        let output = run(&folder, arguments);
        assert_eq!(
            (status(&output), out(&output).as_str()),
            (wanted, printed),
            "{arguments}: {}",
            errors(&output)
        );
    }
}

const MISTAKES: &str = "\
:- module(mistakes, [main/0]).
:- use_module(library(lists)).
:- dynamic fact/1.
:- initialization(main).
:- assertz(counter(0)).
:- write(ran), nl.
:- prolog_load_context(directory, D), assertz(user:file_search_path(here, D)).
:- use_module(here(helper)).
main :- fact(X), counter(Y), missing(X, Y), help_me, maplist(wanting(1), [X]), write(ran).
p(X) :- main.
q :- r(
q.
:- if(fail).
:- endif.
:- begin_tests(unit).
test(a) :- nowhere.
:- end_tests(unit).
";

#[test]
fn check_reports_without_running() {
    let helper = ":- module(helper, [help_me/0]).\n:- dynamic state/1.\nhelp_me :- state(_).\n";
    let good = ":- initialization(main, main).\nmain :- write(ran).\n";
    let files = [
        ("mistakes.pl", MISTAKES),
        ("helper.pl", helper),
        ("good.pl", good),
        ("warns.pl", "p(X).\n"),
    ];
    let folder = folder("check", &files);
    let output = run(&folder, "check mistakes.pl --json");
    let places: Vec<String> = out(&output)
        .lines()
        .map(|line| {
            let part = |name: &str| {
                let start = line.find(&format!("\"{name}\":")).expect("a member") + name.len() + 3;
                let rest = &line[start..];
                rest[..rest.find([',', '\\', '(', '}']).unwrap_or(rest.len())].to_owned()
            };
            format!("{}:{}:{} {}", part("line"), part("column"), part("kind"), part("text"))
        })
        .collect();
    let wanted = [
        "10:3:\"warning\" \"Singleton variables: [X]",
        "11:7:\"error\" \"Syntax error: this `",
        "9:30:\"warning\" \"missing/2 is called",
        "9:54:\"warning\" \"wanting/2 is called",
        "16:null:\"warning\" \"nowhere/0 is called",
    ];
    assert_eq!(places, wanted, "{}", out(&output));
    assert_eq!((errors(&output).as_str(), status(&output)), ("", 3));
    let output = run(&folder, "check mistakes.pl");
    assert!(
        errors(&output).ends_with("\n1 error, 4 warnings\nferz explain E0101 E0201 E0215 tells more\n"),
        "{}",
        errors(&output)
    );
    assert_eq!((out(&output).as_str(), status(&output)), ("", 3));
    for (wanted, arguments) in [
        (0, "check good.pl helper.pl"),
        (1, "check warns.pl"),
        (3, "check nosuch.pl"),
    ] {
        let output = run(&folder, arguments);
        assert_eq!((status(&output), out(&output).as_str()), (wanted, ""), "{arguments}");
    }
    assert!(out(&run(&folder, "check nosuch.pl --json")).starts_with("{\"file\":\"nosuch.pl\","));
}

/// A clause that calls what other systems leave with is not told how to leave.
#[test]
fn the_hint_how_to_leave_is_for_queries() {
    let folder = folder("leave", &[("q.pl", "p :- q.\n")]);
    for (arguments, is_hinted) in [("check q.pl", false), ("q.pl -g p", false), ("q.pl -g q", true)] {
        let told = errors(&run(&folder, arguments));
        assert!(told.contains("q/0"), "{arguments}: {told}");
        assert_eq!(told.contains("To leave"), is_hinted, "{arguments}: {told}");
    }
}

#[test]
fn doc_tells_of_predicates_and_of_words() {
    let folder = folder("doc", &[]);
    for (wanted, printed, arguments) in [
        (0, "append(?Xs, ?Ys, ?Zs) is nondet", "doc append/3"),
        (0, "append(+Lists, ?List) is nondet", "doc append"),
        (0, "=(?left, ?right)", "doc is =/2"),
        (0, "b_setval/2 ", "doc backtracking"),
        (1, "No help for append/99", "doc append/99"),
        (1, "No predicate mentions nosuchword.", "doc nosuchword atom_length"),
        (0, "# Reference manual", "doc"),
    ] {
        let output = run(&folder, arguments);
        assert!(out(&output).contains(printed), "{arguments}: {}", out(&output));
        assert_eq!((status(&output), errors(&output).as_str()), (wanted, ""), "{arguments}");
    }
}

#[test]
fn check_finds_nothing_in_the_programs() {
    let root = crate::root();
    for sub in ["programs", "programs/bench"] {
        let entries = fs::read_dir(root.join(sub)).expect("a readable folder");
        let names = entries.map(|entry| entry.expect("an entry").path());
        let mut files: Vec<PathBuf> = names
            .filter(|path| path.extension().is_some_and(|kind| kind == "pl"))
            .collect();
        files.sort();
        for file in files {
            let output = run(root, &format!("check {}", file.display()));
            assert_eq!(
                (status(&output), errors(&output).as_str()),
                (0, ""),
                "{}",
                file.display()
            );
        }
    }
}

const CODE: &str = "\
:- dynamic seen/1.
len([], 0).
len([_|T], N) :- len(T, M), N is M+1.
never(X) :- X > 1.
max(X, Y, Z), X >= Y => Z = X.
max(_, Y, Z) => Z = Y.
greeting --> [hello].
";

const TESTS: &str = "\
:- begin_tests(len).
test(empty, N == 0) :- len([], N).
test(one, N == 2) :- len([a], N).
test(error) :- atom_length(_, _).
test(later, [blocked(soon)]).
test('<&>') :- phrase(greeting, [hello]).
:- end_tests(len).
:- begin_tests(max).
test(max, X == 3) :- max(3, 2, X).
:- end_tests(max).
";

#[test]
fn tests_run_with_results_for_other_programs() {
    let good = ":- begin_tests(good).\ntest(a).\n:- end_tests(good).\n";
    let files = [
        ("code.pl", CODE),
        ("code.plt", TESTS),
        ("good.plt", good),
        ("bad.pl", "p(1.\n"),
        ("none.pl", "p.\n"),
    ];
    let folder = folder("test", &files);
    let output = run(&folder, "test code.pl --coverage --junit results.xml");
    assert_eq!(
        out(&output),
        "code.pl:4: never/1: this clause never ran\ncode.pl:6: max/3: this clause never ran\n4 of 6 clauses ran: 66.7 %\n"
    );
    assert!(
        errors(&output).contains("% 2 of the tests failed, 3 passed"),
        "{}",
        errors(&output)
    );
    assert!(
        !errors(&output).contains("done,"),
        "progress in a pipe: {}",
        errors(&output)
    );
    assert_eq!(status(&output), 1);
    let xml = fs::read_to_string(folder.join("results.xml")).expect("the results");
    for part in [
        "<testsuites tests=\"6\" failures=\"1\" errors=\"1\" skipped=\"1\" time=",
        "<testsuite name=\"len\" tests=\"5\" failures=\"1\" errors=\"1\" skipped=\"1\"",
        "<testcase classname=\"len\" name=\"&lt;&amp;&gt;\" file=\"code.plt\" line=\"6\"",
        "<failure message=\"wrong answer (compared using ==)\">wrong answer (compared using ==)&#10;  Expected: 2&#10;  Got:      1<",
        "<error message=\"received an exception\">",
        "<skipped message=\"soon\"/>",
        "<testcase classname=\"max\" name=\"max\"",
    ] {
        assert!(xml.contains(part), "{part}: {xml}");
    }
    for (wanted, arguments) in [
        (0, "test good.plt"),
        (1, "test none.pl"),
        (3, "test bad.pl"),
        (64, "test"),
    ] {
        let output = run(&folder, arguments);
        assert_eq!(status(&output), wanted, "{arguments}: {}", errors(&output));
    }
}

/// At a terminal a line tells how far a long text is read; what follows replaces it.
#[test]
fn long_work_shows_progress_at_a_terminal() {
    use rexpect::session::{Options, spawn_with_options};
    let mut text = String::new();
    for number in 0..200_000 {
        text.push_str(&format!(
            "p({number}, foo(bar, [a, b, c|X]), X) :- atom(X), number({number}).\n"
        ));
    }
    let folder = folder("progress", &[("big.pl", &text), ("code.pl", CODE), ("code.plt", TESTS)]);
    let options = || {
        Options::default()
            .timeout_ms(Some(60_000))
            .strip_ansi_escape_codes(false)
    };
    let spawn = |arguments: &[&str]| {
        let mut command = Command::new(PROGRAM);
        command.current_dir(&folder).args(arguments);
        spawn_with_options(command, options()).expect("the program starts")
    };
    let mut session = spawn(&["big.pl", "-g", "write(loaded)", "-t", "halt"]);
    session.exp_string("\rloading big.pl: ").expect("progress");
    session.exp_string(" %\x1b[K").expect("progress");
    session.exp_string("\r\x1b[Kloaded").expect("the line goes");
    let mut session = spawn(&["test", "code.pl"]);
    session
        .exp_string("\r2 done, 1 failed: len:error\x1b[K")
        .expect("progress");
    session
        .exp_string("\r\x1b[Kcode.plt:4: error: test len:error: ")
        .expect("the line goes");
    let output = run(&folder, "big.pl -g write(loaded) -t halt");
    assert_eq!((out(&output).as_str(), errors(&output).as_str()), ("loaded", ""));
}

#[test]
fn texts_are_laid_out() {
    let (rough, neat) = ("a:-b,c. % d\n", "a :-\n    b,\n    c.  % d\n");
    let folder = folder(
        "fmt",
        &[("rough.pl", rough), ("neat.pl", neat), ("bad.pl", "a :- f(.\n")],
    );
    let warning = "bad.pl:1:7: warning: this clause stays as it is: this `(` is never closed\n";
    for (wanted, printed, told, arguments) in [
        (1, "rough.pl\n", "", "fmt --check rough.pl neat.pl"),
        (0, "", warning, "fmt --check neat.pl bad.pl"),
        (
            1,
            "--- rough.pl\n+++ rough.pl\n@@ -1,1 +1,3 @@\n-a:-b,c. % d\n+a :-\n+    b,\n+    c.  % d\n",
            "",
            "fmt rough.pl --diff",
        ),
        (0, "", "", "fmt rough.pl neat.pl"),
        (0, "", "", "fmt --check rough.pl neat.pl"),
        (
            64,
            "",
            "ferz: fmt needs a file; a file of that name is loaded by ferz ./fmt\n",
            "fmt",
        ),
    ] {
        let output = run(&folder, arguments);
        let found = (status(&output), out(&output), errors(&output));
        assert_eq!(found, (wanted, printed.to_owned(), told.to_owned()), "{arguments}");
    }
    assert_eq!(fs::read_to_string(folder.join("rough.pl")).expect("it is there"), neat);
    assert_eq!(
        fs::read_to_string(folder.join("bad.pl")).expect("it is there"),
        "a :- f(.\n"
    );
    let output = run_with(&folder, &["fmt", "-"], rough);
    assert_eq!((status(&output), out(&output).as_str()), (0, neat));
    assert_eq!(status(&run(&folder, "fmt nosuch.pl")), 3);
}

#[test]
fn messages_have_codes_with_pages() {
    let folder = folder("explain", &[("odd.pl", "p(X, Y) :- q(X).\n"), ("own.pl", "explain.\n")]);
    for (wanted, printed, arguments) in [
        (0, "E0101  A bracket is not closed", "explain"),
        (0, "E0201: A variable occurs only once\n", "explain E0201"),
        (0, "E0201: A variable occurs only once\n", "--explain e201"),
        (1, "E0305: ", "explain 305 E9999"),
        (
            1,
            "{\"file\":\"odd.pl\",\"line\":1,\"column\":6,",
            "check --json odd.pl",
        ),
        (64, "", "--explain"),
        (64, "", "--codes odd.pl"),
    ] {
        let output = run(&folder, arguments);
        let text = out(&output);
        assert!(
            (status(&output), text.starts_with(printed)) == (wanted, true),
            "{arguments}: {text} {}",
            errors(&output)
        );
    }
    let output = run(&folder, "check --json odd.pl");
    assert!(
        out(&output)
            .lines()
            .next()
            .is_some_and(|line| line.ends_with(",\"code\":\"E0201\"}"))
    );
    let output = run(&folder, "check --codes odd.pl");
    let text = errors(&output);
    assert!(
        text.starts_with("odd.pl:1:6: warning: Singleton variables: [Y] [E0201]\n    p(X, Y)"),
        "{text}"
    );
    assert!(
        text.ends_with("0 errors, 2 warnings\nferz explain E0201 E0215 tells more\n"),
        "{text}"
    );
    // The last message: of loading, of a query, of a query that is none.
    let output = run_with(
        &folder,
        &["odd.pl"],
        "explain.\nX is a.\nX = 1.\nexplain.\nf(.\nexplain.\n",
    );
    let text = out(&output);
    let codes = text
        .lines()
        .filter_map(|line| line.strip_prefix("E0")?.split_once(": "));
    let codes: Vec<&str> = codes.map(|(code, _)| code).collect();
    assert_eq!(codes, ["215", "302", "101"], "{text}");
    let output = run_with(&folder, &[], "explain.\n");
    assert_eq!(out(&output), "% There was no error and no warning\n\n");
    let output = run_with(&folder, &["own.pl"], "explain.\n");
    assert_eq!(out(&output), "true.\n\n");
}

const DOCUMENTED: &str = "\
:- module(sizes, [size/2]).
%! size(+Word, -N) is det.
%  N is the length of Word, see other/1.
%  ?- size(abc, N).  %=> N = 3.
size(W, N) :- atom_length(W, N).
% other(X): <b>plain</b>.
other(1).
";

#[test]
fn programs_are_documented() {
    let wrong = DOCUMENTED.replace("N = 3", "N = 4");
    let files = [
        ("sizes.pl", DOCUMENTED),
        ("wrong.pl", &wrong),
        ("bare.pl", "p.\n"),
        ("a.md", "# A\n\n[B](b.md), size/2\n"),
    ];
    let folder = folder("doc", &files);
    let passed = "% The example passed\n";
    let failed = "wrong.pl:4: error: the example has another answer\n    ?- size(abc, N).\n    wanted: N = 4.\n    found:  N = 3.\n";
    for (wanted, printed, told, arguments) in [
        (0, "# sizes.pl\n", "", "doc sizes.pl"),
        (0, "site/index.html: 4 pages\n", "", "doc sizes.pl a.md -o site"),
        (0, "", "", "doc sizes.pl -o sizes.md"),
        (0, "manual/index.html: ", "", "doc -o manual"),
        (3, "", "ferz doc: none.pl: ", "doc none.pl -o site"),
        (3, "", "ferz doc: a.md/x: ", "doc sizes.pl -o a.md/x"),
        (0, "append(", "", "doc append/3"),
        (0, "", passed, "test --doc sizes.pl"),
        (1, "", failed, "test --doc wrong.pl"),
        (1, "", "% There are no examples", "test --doc bare.pl"),
        (64, "", "ferz: unknown option --doc", "--doc sizes.pl"),
    ] {
        let output = run(&folder, arguments);
        let (text, errors) = (out(&output), errors(&output));
        let fits = text.starts_with(printed) && errors.starts_with(told) && (status(&output) == wanted);
        assert!(fits, "{arguments}: {text}{errors}");
    }
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(read("sizes.md"), out(&run(&folder, "doc sizes.pl")));
    let page = read("site/sizes-doc.html");
    for part in [
        "<h4 id=\"size/2\">",
        "see <a href=\"#other/1\">other/1</a>",
        "<a href=\"sizes.pl.html#L5\">Line 5 of the source</a>",
        "<body data-program=\"sizes.pl\">",
        "&lt;b&gt;plain&lt;/b&gt;",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(read("site/sizes.pl.html").contains("<a id=\"L7\" href=\"#L7\">7</a><i class=\"f\">other</i>"));
    // A link to what is not there is none.
    assert!(read("site/a.html").contains("<p>B, <a href=\"sizes-doc.html#size/2\">size/2</a></p>"));
    assert!(
        read("site/search.js")
            .contains("[\"size/2\",\"N is the length of Word, see other/1.\",\"sizes-doc.html#size/2\"]")
    );
    assert!(read("manual/ref-lists.html").contains("<h4 id=\"append/3\">"));
    assert!(read("manual/messages.html").contains("E0201: A variable occurs only once"));
    // Each address within the manual leads somewhere.
    let mut faults = Vec::new();
    for entry in fs::read_dir(folder.join("manual")).expect("the manual") {
        let name = entry.expect("a page").file_name().into_string().expect("its name");
        for address in read(&format!("manual/{name}"))
            .split("<a href=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
        {
            let (page, anchor) = address.split_once('#').unwrap_or((address, ""));
            let page = if page.is_empty() { name.as_str() } else { page };
            let is_there = address.contains("://")
                || folder.join("manual").join(page).is_file()
                    && (anchor.is_empty() || read(&format!("manual/{page}")).contains(&format!("id=\"{anchor}\"")));
            if !is_there {
                faults.push(format!("{name}: {address}"));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

const SEARCH: &str = "\
p(X) :- q(X), X > 1.
q(1).
q(2).
long(0) :- !.
long(N) :- M is N - 1, long(M).
show_state(p(X), svg('<svg xmlns=\"http://www.w3.org/2000/svg\"/>')) :- var(X).
evil('</script><b id=evil>&').
mix(X) :- q(X), ( X > 1, ! ; X < 0 ; \\+ p(X) ), q(_).
mix(0).
";

#[test]
fn searches_are_shown() {
    let folder = folder(
        "show",
        &[("search.pl", SEARCH), ("own.pl", "show(X) :- write(mine(X)).\n")],
    );
    let found = "\
✓ p(X)   X = 2
  ✓ q(X)
    clause search.pl:2
    ✓ X = 1
      ✗ 1>1
    clause search.pl:3
    ✓ X = 2
      ✓ 2>1
★ X = 2
";
    for (wanted, printed, arguments) in [
        (0, found, "show search.pl p(X)"),
        (1, "✗ fail\n", "show search.pl fail"),
        (
            2,
            "‼ a>1   (>)/2: Arithmetic: `a/0' is not a function\n",
            "show search.pl a>1",
        ),
        (0, "", "show search.pl long(90) -o long.html"),
        (0, "", "show search.pl p(X) -o tree.svg"),
        (0, "", "show search.pl p(X) --save=tree.txt"),
        (64, "", "show"),
        (64, "", "show search.pl p(X) --most 0"),
        (2, "", "show search.pl p("),
        (3, "✓ true\n★ true\n", "show none.pl true"),
    ] {
        let output = run(&folder, arguments);
        assert_eq!(
            (status(&output), out(&output).as_str()),
            (wanted, printed),
            "{arguments}: {}",
            errors(&output)
        );
    }
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("it was written");
    assert_eq!(read("tree.txt"), found);
    assert!(read("tree.svg").starts_with("<svg") && read("tree.svg").contains(">★ X = 2</text>"));
    assert!(read("long.html").contains("long(N) :- M is N - 1, long(M)."));
    // At the prompt: a small one is printed, a large one is a page in a folder for such files.
    let queries = "show(p(X)).\nshow(long(90)).\nshow((q(X), X > 1)). % a comment\nX = 1.\n";
    let output = run_with(&folder, &["search.pl"], queries);
    let text = out(&output);
    assert!(
        text.starts_with(&format!("{found}\n% ")) && text.ends_with("\nX = 1.\n\n"),
        "{text}"
    );
    let page = text
        .lines()
        .find_map(|line| line.strip_prefix("% ")?.split_once(" steps: "));
    let page = page.expect("its name").1;
    let written = fs::read_to_string(page).expect("a page");
    assert!(written.starts_with("<!doctype html>"));
    fs::remove_file(page).expect("it is there");
    let output = run_with(&folder, &["--sandbox", "search.pl"], "show(long(90)).\n");
    assert!(out(&output).contains("too many to be printed"), "{}", out(&output));
    let output = run_with(&folder, &["own.pl"], "show(a).\n");
    assert!(out(&output).starts_with("mine(a)"), "{}", out(&output));
}

/// A page is opened in Chromium, if there is one.
#[test]
fn pages_of_searches_open() {
    let folder = folder("show-page", &[("search.pl", SEARCH)]);
    let goal = "p(X), evil(Y), mix(Z)";
    let output = run_with(&folder, &["show", "search.pl", goal, "-o", "page.html"], "");
    assert_eq!(status(&output), 0, "{}", errors(&output));
    let page = format!("file://{}", folder.join("page.html").display());
    let profile = format!("--user-data-dir={}", folder.join("profile").display());
    let shown = Command::new(std::env::var("CHROMIUM").unwrap_or_else(|_| "chromium".to_owned()))
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--window-size=1200,2400",
            "--dump-dom",
            &profile,
            &page,
        ])
        .output();
    let Ok(shown) = shown else { return };
    let page = out(&shown);
    assert!(
        page.contains("Y = '&lt;/script&gt;&lt;b id=evil&gt;&amp;'"),
        "{page}\n{}",
        errors(&shown)
    );
    assert!(!page.contains("<b id"));
    // The outline has the lines of the text, below the query.
    let lines = out(&run_with(&folder, &["show", "search.pl", goal], ""));
    let told = lines.lines().map(|line| {
        let text = line.trim_start();
        ((line.len() - text.len()) / 2, text.chars().next().unwrap_or(' '))
    });
    let drawn = page.split("class=\"line ").skip(2).map(|line| {
        let state = line.split(['"', ' ']).next().unwrap_or_default();
        let sign = match state {
            "exit" | "more" => '✓',
            "fail" | "skip" => '✗',
            "clause" => 'c',
            "cut" => '!',
            "solution" => '★',
            _ => panic!("{state}"),
        };
        let level = line
            .split("aria-level=\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next());
        let level: usize = level.and_then(|level| level.parse().ok()).expect("a level");
        (level - 2, sign)
    });
    assert_eq!(drawn.collect::<Vec<_>>(), told.collect::<Vec<_>>(), "{lines}");
}
