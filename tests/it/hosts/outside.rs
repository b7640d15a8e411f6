//! What lies outside of the engine, as a program meets it that may reach all: pipes, and the time zone.

use ferz::Engine;

fn answer(engine: &mut Engine, goal: &str) -> String {
    match engine.once(goal) {
        Ok(Some(answer)) => answer.to_string(),
        Ok(None) => "false".to_owned(),
        Err(error) => format!("error: {error}"),
    }
}

/// To open a pipe is to wait for the one at its other end.
#[test]
#[cfg(unix)]
fn a_pipe_is_not_opened_to_see_whether_it_can_be() {
    let folder = std::env::temp_dir().join(format!("ferz-pipe-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut engine = Engine::with_process();
    engine.set_directory(&folder);
    assert_eq!(answer(&mut engine, "shell('mkfifo -m 600 pipe')"), "true");
    assert_eq!(answer(&mut engine, "access_file(pipe, read)"), "true");
    assert_eq!(answer(&mut engine, "access_file(pipe, write)"), "true");
    assert_eq!(answer(&mut engine, "access_file(pipe, append)"), "true");
    assert_eq!(answer(&mut engine, "access_file(pipe, execute)"), "false");
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

/// A program may set `TZ` to anything; it names files in one folder only, and its rules are checked.
#[test]
fn a_time_zone_does_no_harm() {
    let mut engine = Engine::with_process();
    for zone in [
        "/dev/zero",
        ":/dev/zero",
        "AAA0BBB,M9223372036854775807.1.0,J1",
        "AAA0BBB,J9223372036854775807,J1",
        "AAA0BBB,9223372036854775807,J1",
    ] {
        let goal = format!("setenv('TZ', '{zone}'), stamp_date_time(0, _D, local), arg(1, _D, Y), arg(4, _D, H)");
        assert_eq!(answer(&mut engine, &goal), "Y = 1970,\nH = 0", "{zone}");
    }
    let goal = "setenv('TZ', 'AAA-2'), stamp_date_time(0, _D, local), arg(4, _D, H)";
    assert_eq!(answer(&mut engine, goal), "H = 2");
}

/// A name with a slash is a path of its parts, whatever quotes they need.
#[test]
fn names_in_two_parts_are_expanded() {
    let mut engine = Engine::with_process();
    let goal = "setenv(part, c), absolute_file_name('$part'/b, F, [relative_to('/'), expand(true)])";
    assert_eq!(answer(&mut engine, goal), "F = '/c/b'");
}

/// The programs of the system are files of the alias `path`.
#[test]
#[cfg(unix)]
fn programs_are_found_by_their_names() {
    let mut engine = Engine::with_process();
    let goal = "absolute_file_name(path(sh), _F, [access(exist), file_errors(fail)]), file_base_name(_F, B)";
    assert_eq!(answer(&mut engine, goal), "B = sh");
    let goal = "absolute_file_name(path(no_such_program), F, [access(exist), file_errors(fail)])";
    assert_eq!(answer(&mut engine, goal), "false");
}
