//! Programs as bytes: every program of the project comes back as it was.

use std::fs;
use std::path::PathBuf;

use ferz::Program;

fn programs() -> Vec<PathBuf> {
    let root = crate::root().join("programs");
    let mut found = Vec::new();
    for folder in [root.clone(), root.join("bench"), root.join("constraints")] {
        for entry in fs::read_dir(folder).expect("it is there") {
            let path = entry.expect("it is readable").path();
            if path.extension().is_some_and(|kind| kind == "pl") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[test]
fn programs_come_back_as_they_were() {
    let mut count = 0;
    for path in programs() {
        let folder = path.parent().expect("it is in a folder");
        let loaded = Program::builder().grant_files(folder, false).file(&path).freeze();
        // Some run goals as they are loaded, which need rights.
        let Ok(program) = loaded else { continue };
        let bytes = program
            .to_bytes()
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let again = Program::from_bytes(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(again.to_bytes().expect("as before") == bytes, "{}", path.display());
        count += 1;
    }
    assert!(count > 60, "{count}");
}

#[test]
fn what_was_read_runs() {
    let queens = "
        :- use_module(library(clpfd)).
        queens(N, Qs) :- length(Qs, N), Qs ins 1..N, safe(Qs), labeling([ff], Qs).
        safe([]).
        safe([Q|Qs]) :- apart(Q, Qs, 1), safe(Qs).
        apart(_, [], _).
        apart(Q, [R|Rs], D) :- Q #\\= R, abs(Q - R) #\\= D, E is D + 1, apart(Q, Rs, E).
    ";
    let program = Program::builder().text("queens", queens).freeze().expect("it is right");
    let again = Program::from_bytes(&program.to_bytes().expect("all of it is text")).expect("they are right");
    let goal = "findall(Qs, queens(6, Qs), L), length(L, 4), L = [[2,4,6,1,3,5]|_]";
    assert!(again.engine().succeeds(goal).expect("no error"));
    // Facts, and clauses of which there are many.
    let program = Program::builder().facts("edge", (0..5000).map(|n| (n, n + 1, format!("name {n}"))));
    let program = program.freeze().expect("they are right");
    let again = Program::from_bytes(&program.to_bytes().expect("all of it is text")).expect("they are right");
    assert!(
        again
            .engine()
            .succeeds("edge(77, 78, \"name 77\"), \\+ edge(77, 79, _)")
            .expect("no error")
    );
    // An engine changes its own, and the texts that follow belong to the same program.
    let more = Program::builder()
        .bytes(&program.to_bytes().expect("as before"))
        .text("more", "near(X, Y) :- edge(X, Y, _).");
    let more = more.freeze().expect("it is right");
    assert!(more.engine().succeeds("near(1, 2)").expect("no error"));
}

#[test]
fn a_definition_in_place_of_the_standards_comes_back() {
    let text = "
        :- redefine_system_predicate(succ_or_zero(_)).
        :- redefine_system_predicate(atom_length(_, _)).
        atom_length(_, own).
    ";
    let program = Program::builder()
        .text("redefined", text)
        .freeze()
        .expect("it is right");
    let again = Program::from_bytes(&program.to_bytes().expect("all of it is text")).expect("they are right");
    let goal = "atom_length(abc, own), \\+ atom_length(abc, 3), assertz(atom_length(_, more))";
    assert!(program.engine().succeeds("atom_length(abc, own)").expect("no error"));
    assert!(
        again.engine().succeeds("atom_length(abc, own)").expect("no error"),
        "{goal}"
    );
}

#[test]
fn records_keep_their_order() {
    let text = ":- recordz(queue, b), recorda(queue, a), recordz(queue, c).";
    let program = Program::builder().text("queue", text).freeze().expect("it is right");
    let again = Program::from_bytes(&program.to_bytes().expect("all of it is text")).expect("they are right");
    let goal = "recordz(queue, d), recorda(queue, z), findall(X, recorded(queue, X), [z,a,b,c,d])";
    assert!(again.engine().succeeds(goal).expect("no error"));
}
