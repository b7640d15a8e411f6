//! Limits around streams: what waits for a pipe, a terminal or the end of a text is stopped, what streams and texts hold
//! is charged, and a signal ends the program in order.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use ferz::{Engine, ErrorKind};
use rexpect::process::{Signal, WaitStatus};
use rexpect::session::{Options, PtySession, spawn_with_options};

use crate::program::prompt::hear_interrupts;

const PROGRAM: &str = env!("CARGO_BIN_EXE_ferz");
/// Far more than anything here takes: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(30);

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("waits").join(name);
    let _not_there = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn pipe(folder: &Path) -> String {
    let name = folder.join("pipe").to_string_lossy().into_owned();
    let made = Command::new("mkfifo").arg(&name).status().expect("mkfifo runs");
    assert!(made.success());
    name
}

/// How a run ended.
struct Run {
    out: String,
    errors: String,
    status: Option<i32>,
    taken: Duration,
    /// The most memory that was resident, in kilobytes, as far as it was seen.
    peak: usize,
}

fn start(arguments: &[&str], input: Stdio) -> Child {
    hear_interrupts();
    let mut command = Command::new(PROGRAM);
    command.args(arguments).stdin(input);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

fn peak(child: &Child) -> usize {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    // Until the program is loaded, the memory is that of the tests.
    let mut lines = status.lines().skip_while(|line| *line != "Name:\tferz");
    let line = lines.find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok())
        .unwrap_or(0)
}

fn finish(mut child: Child) -> Run {
    let start = Instant::now();
    let mut most = 0;
    while child.try_wait().expect("it can be waited for").is_none() {
        most = most.max(peak(&child));
        if start.elapsed() > PATIENCE {
            let _gone = child.kill();
        }
        sleep(Duration::from_millis(5));
    }
    let taken = start.elapsed();
    let output = child.wait_with_output().expect("the program has ended");
    Run {
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        errors: String::from_utf8_lossy(&output.stderr).into_owned(),
        status: output.status.code(),
        taken,
        peak: most,
    }
}

/// Runs the program with an input that stays open and silent.
fn silent(arguments: &[&str]) -> Run {
    let mut child = start(arguments, Stdio::piped());
    let input = child.stdin.take();
    let run = finish(child);
    drop(input);
    run
}

/// Runs the program with the output of a command of the shell as its input.
fn fed(command: &str, arguments: &[&str]) -> Run {
    let mut source = Command::new("sh")
        .args(["-c", command])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a shell");
    let input = source.stdout.take().expect("a pipe");
    let run = finish(start(arguments, Stdio::from(input)));
    let _ended = source.wait();
    run
}

#[test]
fn what_waits_meets_the_time_limit() {
    let pipe = pipe(&folder("time"));
    let fill = "repeat, write(S, 'some text that fills the pipe'), fail";
    for goal in [
        "read(_)".to_owned(),
        "get_char(_)".to_owned(),
        "peek_code(_)".to_owned(),
        "read_term(user_input, _, [])".to_owned(),
        "read_line_to_string(user_input, _)".to_owned(),
        "[user]".to_owned(),
        "at_end_of_stream".to_owned(),
        "copy_stream_data(user_input, user_output)".to_owned(),
        format!("open('{pipe}', read, S), get_char(S, _)"),
        format!("open('{pipe}', read, S, [type(binary)]), peek_byte(S, _)"),
        format!("open('{pipe}', write, _)"),
        format!("open('{pipe}', append, _)"),
        format!("open('{pipe}', read, _, [bom(false)]), open('{pipe}', write, S), {fill}"),
    ] {
        let run = silent(&["--time", "300ms", "-g", &goal, "-t", "halt"]);
        assert!(run.errors.contains("Time limit exceeded"), "{goal}: {}", run.errors);
        assert!(run.taken < PATIENCE / 2, "{goal}: {:?}", run.taken);
    }
    // What a program limits by itself it can catch, and go on.
    let goal = "catch(call_with_time_limit(0.1, read(_)), time_limit_exceeded, (write(late), nl))";
    let run = silent(&["-g", goal, "-t", "halt"]);
    assert_eq!((run.out.as_str(), run.status), ("late\n", Some(0)), "{}", run.errors);
}

#[test]
fn a_named_pipe_is_read_and_written() {
    let pipe = pipe(&folder("pipe"));
    let writing =
        format!("open('{pipe}', write, S), forall(between(1, 20000, X), format(S, \"p(~d).~n\", [X])), close(S)");
    let writer = start(&["-g", &writing, "-t", "halt"], Stdio::null());
    sleep(Duration::from_millis(100));
    let reading = format!(
        "open('{pipe}', read, S), repeat, read(S, T), (T == end_of_file -> ! ; T = p(X), nb_setval(last, X), fail), \
         nb_getval(last, L), print(L), close(S)"
    );
    let reader = finish(start(&["-g", &reading, "-t", "halt"], Stdio::null()));
    assert_eq!(reader.out, "20000", "{}", reader.errors);
    assert_eq!(finish(writer).status, Some(0));
}

/// A pipe or a device is loaded like a file, and waited for within the limits.
#[test]
fn a_named_pipe_is_a_program() {
    let pipe = pipe(&folder("piped"));
    let writing = format!("open('{pipe}', write, S), write(S, 'p(1). p(2).'), close(S)");
    let writer = start(&["-g", &writing, "-t", "halt"], Stdio::null());
    let loading = format!("consult('{pipe}'), p(X), X > 1, print(X)");
    let reader = silent(&["-g", &loading, "-t", "halt"]);
    assert_eq!(reader.out, "2", "{}", reader.errors);
    assert_eq!(finish(writer).status, Some(0));
    for (limit, file, told) in [
        ("--time=300ms", &*pipe, "Time limit"),
        ("--program=10M", "/dev/zero", "memory"),
    ] {
        let run = silent(&[limit, "--memory=10M", "-g", &format!("consult('{file}')"), "-t", "halt"]);
        assert!(run.errors.contains(told), "{file}: {}", run.errors);
    }
    let goal = "consult('/dev/null'), \\+ exists_file('/dev/null'), print(done)";
    assert_eq!(silent(&["-g", goal, "-t", "halt"]).out, "done");
    let run = silent(&["--sandbox", "-g", "consult('/dev/null')", "-t", "halt"]);
    assert!(run.errors.contains("No permission"), "{}", run.errors);
}

/// The working directory may go while the program is in it.
#[test]
fn a_working_directory_that_was_removed_has_no_name() {
    let goal = "forall(member(G, [working_directory(_, D), absolute_file_name(f, D)]), \
                catch(( G, print(D) ), error(E, _), print(E))), absolute_file_name('/a/../b', B), print(B)";
    let run = Command::new("sh")
        .args([
            "-c",
            "cd \"$2\" && rmdir \"$2\" && exec \"$0\" -g \"$1\" -t halt",
            PROGRAM,
            goal,
        ])
        .arg(folder("gone"))
        .output()
        .expect("a shell");
    let none = "existence_error(directory,'.')";
    assert_eq!(String::from_utf8_lossy(&run.stdout), format!("{none}{none}'/b'"));
}

#[test]
fn a_text_without_an_end_meets_the_limits() {
    let limits = ["--sandbox", "--memory", "15M", "--program", "15M"];
    let most_kilobytes = (30 * 5 / 4 + 32) * 1024;
    for (source, time, errors) in [
        ("tr '\\0' '\\n' </dev/zero", "500ms", &["Time limit exceeded"][..]),
        // Comments are kept: on a fast machine memory ends first.
        (
            "yes '% a comment'",
            "500ms",
            &["Time limit exceeded", "Not enough resources: memory"],
        ),
        ("cat /dev/zero", "60s", &["Not enough resources: memory"]),
        ("tr '\\0' a </dev/zero", "60s", &["Not enough resources: memory"]),
    ] {
        for goals in [&["-g", "read(_)", "-t", "halt"][..], &[]] {
            let arguments = [&limits[..], &["--time", time], goals].concat();
            let run = fed(source, &arguments);
            let told = errors.iter().any(|error| run.errors.contains(error));
            assert!(told, "{source} {goals:?}: {}", run.errors);
            assert!(run.taken < PATIENCE, "{source} {goals:?}: {:?}", run.taken);
            assert!(run.peak < most_kilobytes, "{source} {goals:?}: {} kB", run.peak);
        }
    }
}

#[test]
fn data_without_an_end_meets_the_limits() {
    let padding = "char_code(C, 0), atom_string(C, Pad), read_string(user_input, \"x\", Pad, _, _)";
    for (source, goal, time, error) in [
        (
            "printf '\"'; yes '\\n' | tr -d '\\n'",
            "json_read(user_input, _)",
            "60s",
            "memory",
        ),
        (
            "yes \u{1f600} | tr -d '\\n'",
            "read_string(user_input, \"x\", \"\", _, _)",
            "60s",
            "memory",
        ),
        ("cat /dev/zero", padding, "300ms", "Time limit exceeded"),
    ] {
        let run = fed(source, &["--memory", "20M", "--time", time, "-g", goal, "-t", "halt"]);
        assert!(run.errors.contains(error), "{goal}: {}", run.errors);
    }
}

#[test]
fn streams_and_texts_that_are_read_are_charged() {
    let limits = ["--sandbox", "--memory", "30M", "--program", "30M"];
    let most_kilobytes = (60 * 5 / 4 + 32) * 1024;
    let long = |item: &str| {
        format!("length(L, 400000), maplist(=('{item}'), L), atomic_list_concat(L, A), term_to_atom(_, A)")
    };
    for goal in [
        "repeat, open_string(\"abc\", _), fail".to_owned(),
        "repeat, open_null_stream(_), fail".to_owned(),
        "length(L, 100000), maplist(=(0'a), L), string_codes(T, L), repeat, open_string(T, S), get_char(S, _), fail"
            .to_owned(),
        "p(X) :- with_output_to(string(_), (write(X), p(X)))".to_owned(),
        long("a+"),
        long("f("),
        long("(("),
        long("X-Y|"),
    ] {
        let goal = match goal.strip_prefix("p(X) :-") {
            Some(body) => format!("assertz((p(X) :- {body})), p(a)"),
            None => goal,
        };
        let arguments = [&limits[..], &["-g", &goal, "-t", "halt"]].concat();
        let run = silent(&arguments);
        assert!(run.errors.contains("Not enough resources"), "{goal}: {}", run.errors);
        assert!(run.peak < most_kilobytes, "{goal}: {} kB", run.peak);
    }
}

#[test]
fn an_engine_can_be_used_after_a_stream_too_many() {
    let mut engine = Engine::new();
    engine.set_limits(engine.limits().program(4 << 20));
    let many = "catch((repeat, open_string(\"abc\", _), fail), error(resource_error(What), _), true)";
    let answer = engine.once(many).expect("it is caught").expect("an answer");
    assert_eq!(answer.to_string(), "What = program_space");
    let close = "forall((stream_property(S, mode(read)), \\+ S = '$stream'(0)), close(S))";
    assert!(engine.succeeds(close).expect("they are closed"));
    let after = engine.once("open_string(\"a. b.\", S), read(S, X)").expect("no error");
    assert!(after.is_some_and(|answer| answer.to_string().contains("X = a")));
}

#[test]
fn ten_thousand_streams_are_open() {
    let mut engine = Engine::new();
    let open = "forall(between(1, 10000, I), (format(string(T), \"~d. \", [I]), open_string(T, S), assertz(s(I, S))))";
    assert!(engine.succeeds(open).expect("they are opened"));
    let look = "forall(s(I, S), (read_term(S, I, []), close(S))), \\+ (s(_, S), is_stream(S))";
    let start = Instant::now();
    assert!(engine.succeeds(look).expect("they are read"));
    assert!(start.elapsed() < PATIENCE);
}

#[test]
fn a_signal_ends_the_program_in_order() {
    let folder = folder("signal");
    let file = folder.join("out").to_string_lossy().into_owned();
    let mark = folder.join("mark").to_string_lossy().into_owned();
    let endless = format!(
        "at_halt(write(halting)), open('{file}', write, S), write(S, kept), \
         setup_call_cleanup(true, (open('{mark}', write, M), close(M), repeat, fail), write('cleanup '))"
    );
    let waiting = endless.replace("repeat, fail", "read(_)");
    for (goal, signal, status) in [(&endless, "TERM", 143), (&endless, "HUP", 129), (&waiting, "TERM", 143)] {
        let _none = fs::remove_file(&mark);
        let mut child = start(&["-g", goal, "-g", "write(never)"], Stdio::piped());
        let input = child.stdin.take();
        let begun = Instant::now();
        while !Path::new(&mark).exists() && begun.elapsed() < PATIENCE {
            sleep(Duration::from_millis(10));
        }
        sleep(Duration::from_millis(200));
        kill(signal, child.id());
        let run = finish(child);
        drop(input);
        assert_eq!(run.status, Some(status), "{goal}: {}", run.errors);
        assert_eq!(run.out.replace('\n', ""), "cleanup halting", "{goal}");
        assert_eq!(fs::read_to_string(&file).expect("it was written"), "kept", "{goal}");
    }
}

#[test]
fn a_program_handles_signals() {
    let folder = folder("handled");
    let file = folder.join("out").to_string_lossy().into_owned();
    // Sets a handler, says so, and runs; or waits.
    let ready = format!("open('{file}', write, _S), close(_S)");
    let handler = "assertz((hear(S) :- write(heard(S)), nl, halt(7)))";
    for (body, signal) in [
        ("repeat, fail", "USR1"),
        ("sleep(60)", "USR1"),
        ("repeat, fail", "TERM"),
    ] {
        let goal = format!(
            "{handler}, on_signal({}, _, hear), {ready}, {body}",
            signal.to_lowercase()
        );
        let run = signalled(&goal, &file, signal);
        assert_eq!(
            run.out,
            format!("heard({})\n", signal.to_lowercase()),
            "{goal}: {}",
            run.errors
        );
        assert_eq!(run.status, Some(7), "{goal}");
    }
    // The goal that waits goes on after a handler, and tells what was set before.
    let changed = format!(
        "assertz((hear(S) :- write(S), nl)), on_signal(usr1, B, hear), on_signal(10, C, ignore),
         on_signal(usr1, _, m:hear), on_signal(usr1, D, hear), print([B, C, D]), nl, {ready}, sleep(1), halt"
    );
    assert_eq!(signalled(&changed, &file, "USR1").out, "[default,hear,m:hear]\nusr1\n");
    let caught = format!("on_signal(usr2, _, throw), {ready}, catch((repeat, fail), error(E, _), (print(E), halt))");
    assert_eq!(signalled(&caught, &file, "USR2").out, "signal(usr2,12)");
    // Without a handler it has its default effect.
    let unheard = format!("on_signal(usr1, _, throw), on_signal(usr1, _, default), {ready}, repeat, fail");
    assert_eq!(signalled(&unheard, &file, "USR1").status, None);
}

/// Runs a goal that makes a file, and sends a signal then.
fn signalled(goal: &str, file: &str, signal: &str) -> Run {
    let _none = fs::remove_file(file);
    let child = start(&["-g", goal], Stdio::null());
    let begun = Instant::now();
    while !Path::new(file).exists() && begun.elapsed() < PATIENCE {
        sleep(Duration::from_millis(10));
    }
    sleep(Duration::from_millis(200));
    kill(signal, child.id());
    finish(child)
}

fn kill(signal: &str, process: u32) {
    let sent = Command::new("kill")
        .args([format!("-{signal}"), process.to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
}

fn terminal(folder: &Path) -> PtySession {
    let mut command = Command::new(PROGRAM);
    command
        .env("HOME", folder)
        .env_remove("XDG_STATE_HOME")
        .current_dir(folder);
    command.env("TERM", "dumb").arg("-q");
    let options = Options::default()
        .timeout_ms(Some(60_000))
        .strip_ansi_escape_codes(true);
    spawn_with_options(command, options).expect("the program starts")
}

fn send(session: &mut PtySession, text: &str) {
    session.send(text).expect("the program reads");
    session.flush().expect("the program reads");
}

#[test]
fn a_query_that_waits_at_the_prompt_is_stopped() {
    let folder = folder("prompt");
    let pipe = pipe(&folder);
    let mut session = terminal(&folder);
    session.exp_string("?- ").expect("a prompt");
    for goal in [
        "read(X).",
        "read_term(user_input, X, []).",
        "get_char(X).",
        "[user].",
        "read_line_to_string(user_input, X).",
        &format!("open('{pipe}', read, S)."),
        &format!("open('{pipe}', write, S)."),
    ] {
        // What is pressed before the goal waits brings up a menu.
        send(&mut session, &format!("_N is 6*7, print(runs(_N)), nl, {goal}\n"));
        session.exp_string("runs(42)").expect("the goal runs");
        sleep(Duration::from_millis(400));
        send(&mut session, "\u{3}");
        session
            .exp_string("aborted")
            .unwrap_or_else(|error| panic!("{goal}: {error}"));
        session.exp_string("?- ").expect("the prompt is back");
    }
    send(&mut session, "read(X).\n");
    sleep(Duration::from_millis(300));
    send(&mut session, "foo(bar).\n");
    session.exp_string("X = foo(bar).").expect("the next query reads");
    session.exp_string("?- ").expect("the prompt is back");
}

#[test]
fn a_signal_ends_the_prompt_in_order() {
    for at in ["line", "key", "goal"] {
        let folder = folder(&format!("ending-{at}"));
        let mut session = terminal(&folder);
        session.exp_string("?- ").expect("a prompt");
        send(&mut session, "at_halt((write(ended), nl)).\n");
        session.exp_string("true.").expect("an answer");
        session.exp_string("?- ").expect("the prompt is back");
        match at {
            "key" => {
                send(&mut session, "member(X, [a,b]).\n");
                session.exp_string("X = a").expect("an answer");
            }
            "goal" => send(&mut session, "repeat, fail.\n"),
            _ => {}
        }
        sleep(Duration::from_millis(300));
        session.process_mut().signal(Signal::SIGTERM).expect("it runs");
        session
            .exp_string("ended")
            .unwrap_or_else(|error| panic!("{at}: {error}"));
        let status = session.process().wait().expect("it ends");
        assert!(matches!(status, WaitStatus::Exited(_, 143)), "{at}: {status:?}");
    }
}

/// Calls of all predicates that take names of files; F stands for the name.
const FILE_CALLS: &str = "consult(F) [F] include(F) use_module(F) use_module(F,[]) reexport(F) load_files(F,[]) \
    load_files(F,[if(changed)]) load_files(F,[if(exist)]) load_files(F,[if(not_loaded)]) ensure_loaded(F) \
    exists_source(F) absolute_file_name(F,_,[access(read)]) absolute_file_name(F,_,[access(write)]) \
    absolute_file_name(F,_,[file_type(prolog)]) absolute_file_name(F,_,[extensions([pl,txt])]) \
    absolute_file_name(F,_,[access(exist),file_errors(fail)]) absolute_file_name(F,_,[file_type(directory)]) \
    source_file(F) open(F,read,_) open(F,write,_) open(F,append,_) open(F,update,_) open(F,read,_,[bom(true)]) \
    see(F) tell(F) append(F) exists_file(F) exists_directory(F) delete_file(F) rename_file(F,x) rename_file(x,F) \
    size_file(F,_) time_file(F,_) access_file(F,read) access_file(F,write) access_file(F,append) \
    access_file(F,exist) access_file(F,execute) same_file(F,x) directory_files(F,_) make_directory(F) \
    delete_directory(F) read_file_to_string(F,_,[]) read_file_to_terms(F,_,[]) read_file_to_codes(F,_,[]) \
    copy_file(F,x) copy_file(x,F) expand_file_name(F,_) directory_member(F,_,[]) make_directory_path(F) \
    csv_read_file(F,_) delete_directory_contents(F) delete_directory_and_contents(F) working_directory(_,F) \
    chdir(F) cd(F) ls(F) copy_directory(F,x) copy_directory(x,F) setup_call_cleanup(true,consult(F),true)";

#[test]
fn what_is_not_granted_is_not_told() {
    let folder = folder("sandbox");
    // Names of the same length, one of which is that of a file, one that of a folder, and one of nothing.
    fs::write(folder.join("some1.pl"), "a.\n").expect("a file");
    fs::create_dir(folder.join("some2.pl")).expect("a folder");
    let calls: Vec<&str> = FILE_CALLS.split_whitespace().collect();
    assert!(calls.len() > 60);
    for call in calls {
        for cut in [0, 3] {
            let told: Vec<String> = ["some1.pl", "some2.pl", "some3.pl"]
                .iter()
                .map(|name| {
                    let path = folder.join(name).to_string_lossy().into_owned();
                    let goal = call.replace('F', &format!("'{}'", &path[..path.len() - cut]));
                    let mut engine = Engine::new();
                    let told = match engine.once(&goal) {
                        Ok(answer) => answer.map_or("false".to_owned(), |answer| answer.to_string()),
                        Err(error) => format!("{error} {:?}", matches!(error.kind(), ErrorKind::Load { .. })),
                    };
                    told.replace(name, "NAME").replace(&name[..name.len() - 3], "NAME")
                })
                .collect();
            assert!(told.iter().all(|one| *one == told[0]), "{call}: {told:?}");
            let known = told[0] == "false" || told[0].contains("true") || !told[0].contains("Unknown procedure");
            assert!(known, "{call}: {}", told[0]);
        }
    }
    assert!(!folder.join("some3.pl").exists());
}

/// What a predicate takes while it works on a large argument is charged before it is taken.
#[test]
fn work_areas_stay_within_the_memory_limit() {
    const LIMIT: usize = 100;
    const RIGHT: &str = "assertz((s(N,A,T) :- N > 0 -> M is N-1, s(M,N+A,T) ; T = A)), s(2800000,0,L)";
    const LEFT: &str = "assertz((s(N,A,T) :- N > 0 -> M is N-1, s(M,A+N,T) ; T = A)), s(2800000,0,L)";
    for (make, goal) in [
        ("length(L, 4500000)", "L =@= L"),
        ("length(L, 6000000)", "L =@= L"),
        ("length(L, 6000000)", "subsumes_term(L, L)"),
        ("length(L, 6000000)", "term_variables(L, _)"),
        ("length(L, 6000000)", "numbervars(L, 0, _)"),
        ("length(L, 6000000)", "setof(L, true, _)"),
        ("numlist(1, 5000000, L)", "msort(L, _)"),
        ("numlist(1, 5000000, L)", "sort(0, @>=, L, _)"),
        ("numlist(1, 4500000, L)", "sort(L, _)"),
        ("numlist(1, 2500000, L)", "sort(0, @>=, L, _)"),
        ("numlist(1, 4500000, L)", "list_to_ord_set(L, _)"),
        ("numlist(1, 4500000, L)", "throw(L)"),
        ("numlist(1, 4500000, L)", "term_to_atom(L, _)"),
        ("numlist(1, 4500000, L)", "findall(L, true, _)"),
        ("numlist(1, 4500000, L)", "parallel_findall(L, true, _)"),
        ("numlist(1, 4500000, L)", "atomic_list_concat(L, _)"),
        ("numlist(1, 4500000, L)", "engine_create(L, true, E), engine_next(E, _)"),
        ("numlist(1, 4500000, L)", "thread_self(T), thread_send_message(T, L)"),
        ("numlist(1, 5000000, L)", "open_null_stream(S), write_canonical(S, L)"),
        (RIGHT, "open_null_stream(S), write(S, L)"),
        (RIGHT, "variant_sha1(L, _)"),
        (LEFT, "open_null_stream(S), write(S, L)"),
        (LEFT, "open_null_stream(S), write_canonical(S, L)"),
        (LEFT, "variant_sha1(L, _)"),
    ] {
        let goal = format!("{make}, {goal}");
        let run = silent(&["--memory", "100M", "--program", "100M", "-g", &goal, "-t", "halt"]);
        let most = LIMIT * 13 / 10 + 64;
        assert!(run.peak <= most * 1024, "{goal}: {} MB", run.peak / 1024);
    }
}

/// The limit of the system on the size of files is an error that goals catch, not the end of the program.
#[test]
fn a_file_that_may_not_grow_is_an_error() {
    let file = folder("grow").join("file").to_string_lossy().into_owned();
    let goal = format!(
        "open('{file}', write, S), catch(( repeat, write(S, some_text), fail ), error(io_error(write, _), _), true), write(told)"
    );
    let run = Command::new("sh")
        .args(["-c", "ulimit -f 64; exec \"$0\" -g \"$1\" -t halt", PROGRAM, &goal])
        .output()
        .expect("a shell");
    assert_eq!(String::from_utf8_lossy(&run.stdout), "told");
}

#[test]
fn little_memory_is_an_error_and_never_an_abort() {
    // One large piece, pieces of growing size, tables of clauses and names.
    for (goal, step) in [
        ("length(L, 100000000)", 20),
        ("numlist(1, 100000000, L), last(L, X), print(X)", 60),
        ("repeat, gensym(p, X), assertz(q(X)), fail", 60),
    ] {
        let mut statuses = Vec::new();
        for megabytes in (20..=300).step_by(step) {
            let script = format!("ulimit -v {}; exec \"$0\" -g \"$1\" -t halt", megabytes << 10);
            let run = Command::new("sh")
                .args(["-c", &script, PROGRAM, goal])
                .output()
                .expect("a shell");
            let told = String::from_utf8_lossy(&run.stderr);
            assert!(!told.contains("memory allocation"), "{goal}: {megabytes} MB: {told}");
            // With less than its own size the program is not begun, which the shell or the loader tells.
            match run.status.code() {
                None | Some(126..) => assert!(!told.contains("panicked"), "{goal}: {megabytes} MB: {told}"),
                status => statuses.push((megabytes, status)),
            }
        }
        let (_, last) = statuses.pop().expect("there is enough in the end");
        assert!(
            statuses.iter().all(|(_, status)| *status == Some(2) || *status == last),
            "{goal}: {statuses:?}"
        );
        assert_ne!(last, Some(2));
    }
}
