//! Devices that refuse: a full disk, a folder in place of a file, a file that may not be opened.

#![cfg(target_os = "linux")]

use ferz::Engine;

/// The first answer to a goal as the prompt prints it, `false`, or the text of the error.
fn answer(engine: &mut Engine, goal: &str) -> String {
    match engine.once(goal) {
        Ok(Some(answer)) => answer.to_string().replace('\n', " "),
        Ok(None) => "false".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_full_disk_is_an_error_and_leaves_nothing_open() {
    let mut engine = Engine::new();
    engine.grant(ferz::Grant::Write("/dev".into()));
    let open = "open('/dev/full', write, _S, [alias(full)])";
    // A stream whose last bytes could not be written is closed all the same.
    for (goal, after) in [
        ("write(full, x), flush_output(full)", "close(full, [force(true)])"),
        (
            "forall(between(1, 100000, I), (write(full, I), nl(full)))",
            "close(full, [force(true)])",
        ),
        ("write(full, x), close(full)", "\\+ is_stream(full)"),
        ("format(full, \"~w\", [x]), close(full, [])", "\\+ is_stream(full)"),
    ] {
        let text = format!("{open}, catch(({goal}), error(io_error(W, _), _), true), {after}");
        assert_eq!(answer(&mut engine, &text), "W = write", "{text}");
        assert_eq!(
            answer(&mut engine, "stream_property(_, alias(full))"),
            "false",
            "{text}"
        );
    }
}

#[test]
fn what_cannot_be_opened_is_a_permission_error() {
    let mut engine = Engine::new();
    engine.grant(ferz::Grant::Write("/dev".into()));
    for mode in ["read", "write", "append", "update"] {
        let goal = format!("catch(open('/dev', {mode}, _), error(E, _), true)");
        assert_eq!(
            answer(&mut engine, &goal),
            "E = permission_error(open, source_sink, '/dev')"
        );
    }
    let goal = "catch(open('/dev/no_such/file', write, _), error(E, _), true)";
    assert_eq!(
        answer(&mut engine, goal),
        "E = existence_error(source_sink, '/dev/no_such/file')"
    );
    assert_eq!(
        answer(&mut engine, "findall(S, stream_property(S, file_name(_)), L)"),
        "L = []"
    );
}

/// Each goal in a new engine that may read and write a new folder, with its answer.
fn check_in_folder(name: &str, goals: &[(&str, &str)]) {
    let folder = std::env::temp_dir().join(format!("ferz-{name}-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("inner")).expect("a folder");
    let top = folder.join("inner");
    for (goal, expected) in goals {
        let mut engine = Engine::new();
        engine.grant(ferz::Grant::Write(top.clone()));
        let goal = goal.replace('@', &top.to_string_lossy());
        let found = answer(&mut engine, &goal).replace(&*top.to_string_lossy(), "@");
        assert_eq!(&found, expected, "{goal}");
    }
    std::fs::remove_dir_all(folder).expect("the folder can go");
}

#[test]
fn permissions_times_and_links_of_files_are_changed() {
    let make = "open('@/f', write, _S), write(_S, text), close(_S)";
    check_in_folder(
        "status",
        &[
            (make, "true"),
            (
                "chmod('@/f', 0o600), chmod('@/f', +gw), '$file_mode'('@/f', M)",
                "M = 400",
            ),
            ("chmod('@/f', [ur,gx]), '$file_mode'('@/f', M)", "M = 264"),
            ("chmod('@/f', rw), chmod('@/f', -ow), '$file_mode'('@/f', M)", "M = 436"),
            (
                "catch(chmod('@/../g', +r), error(E, _), true)",
                "E = permission_error(access, file, '@/../g')",
            ),
            (
                "set_time_file('@/f', _, [access(10), modified(-1.5)]), set_time_file('@/f', [modified(M), access(A)], [])",
                "M = -1.5, A = 10.0",
            ),
            (
                "set_time_file('@/f', _, [modified(7)]), set_time_file('@/f', _O, []), _O = [A, M, changed(_)]",
                "A = access(10.0), M = modified(7.0)",
            ),
            (
                "catch(set_time_file('@/f', _, [modified(foo)]), error(E, _), true)",
                "E = type_error(time, foo)",
            ),
            (
                "link_file(f, '@/soft', symbolic), link_file('@/f', '@/hard', hard)",
                "true",
            ),
            ("read_link('@/soft', L, T)", "L = f, T = '@/f'"),
            ("read_link('@/f', _, _)", "false"),
            ("read_file_to_string('@/hard', T, [])", "T = \"text\""),
            (
                "catch(link_file(f, '@/soft', symbolic), error(E, _), true)",
                "E = permission_error(create, file, '@/soft')",
            ),
            (
                "catch(link_file('../..', '@/out', symbolic), error(E, _), true)",
                "E = permission_error(link, file, ../..)",
            ),
            (
                "catch(link_file('@/none', '@/more', hard), error(E, _), true)",
                "E = existence_error(file, '@/more')",
            ),
            (
                "open('@/f', update, _S), write(_S, te), set_end_of_stream(_S), close(_S), size_file('@/f', N)",
                "N = 2",
            ),
            (
                "open('@/f', read, _S), catch(set_end_of_stream(_S), error(permission_error(A, B, _), _), true)",
                "A = output, B = stream",
            ),
        ],
    );
}

#[test]
fn what_passes_the_standard_streams_is_recorded() {
    check_in_folder(
        "record",
        &[
            (
                "protocol('@/p'), protocolling(F), writeln(one), noprotocol, writeln(two)",
                "F = '@/p'",
            ),
            ("read_file_to_string('@/p', T, [])", "T = \"one\\n\""),
            (
                "protocola('@/p'), writeln(user_error, three), with_output_to(string(_), write(x)), noprotocol",
                "true",
            ),
            (
                "read_file_to_string('@/p', T, []), \\+ protocolling(_)",
                "T = \"one\\nthree\\n\"",
            ),
            (
                "protocol('@/p'), protocol('@/q'), writeln(one), noprotocol, size_file('@/p', P), size_file('@/q', Q)",
                "P = 0, Q = 4",
            ),
            (
                "catch(protocol('@/../p'), error(E, _), true)",
                "E = permission_error(open, source_sink, '@/../p')",
            ),
        ],
    );
}
