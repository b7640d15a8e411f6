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
    engine.grant_files("/dev", true);
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
    engine.grant_files("/dev", true);
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
