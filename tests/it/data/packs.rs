//! Packs: where they come from, what they require, what is refused, and the command `ferz pack`. Each test has a folder of its
//! own for the packs of the user.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::program::runner::{PROGRAM, errors, folder, out, status};

const ALPHA: &str =
    "name(alpha).\nversion('1.2.0').\ntitle('Alpha things').\nrequires(beta >= 1.0).\nrequires(prolog >= '7.0').\n";
/// A goal in it would leave a file.
const BETA: &str = "name(beta).\nversion('1.0.3').\n:- open(ran, write, S), close(S).\n";

/// Makes the folder of a test with packs: alpha, which requires beta, in folders; ffi, which has code in C.
fn packs(name: &str) -> PathBuf {
    let root = folder(name, &[]);
    let _removed = fs::remove_dir_all(root.join("data"));
    for (file, text) in [
        ("src/alpha/pack.pl", ALPHA),
        (
            "src/alpha/prolog/alpha.pl",
            ":- module(alpha, [alpha/1]).\n:- use_module(library(beta)).\nalpha(a(X)) :- beta(X).\n",
        ),
        ("src/beta/pack.pl", BETA),
        (
            "src/beta/prolog/beta.pl",
            ":- module(beta, [beta/1]).\n:- initialization((open(ran, write, S), close(S))).\nbeta(b).\n",
        ),
        ("src/ffi/pack.pl", "name(ffi).\nversion('1').\n"),
        (
            "src/ffi/prolog/ffi.pl",
            ":- module(ffi, []).\n:- use_foreign_library(foreign(ffi)).\n",
        ),
        ("src/word/pack.pl", "name('../word').\nversion('1').\n"),
        (
            "main.pl",
            ":- use_module(library(alpha)).\nmain :- alpha(X), print(X), pack_property(alpha, version(V)), print(V).\n",
        ),
    ] {
        let place = root.join(file);
        fs::create_dir_all(place.parent().expect("a folder")).expect("a folder");
        fs::write(place, text).expect("a file");
    }
    root
}

/// Runs the program in a folder below that of the test.
fn run_in(root: &Path, below: &str, arguments: &[&str]) -> Output {
    Command::new(PROGRAM)
        .args(arguments)
        .current_dir(root.join(below))
        .env("XDG_DATA_HOME", root.join("data"))
        .output()
        .expect("the program starts")
}

#[track_caller]
fn works(root: &Path, below: &str, arguments: &[&str]) -> String {
    let output = run_in(root, below, arguments);
    assert_eq!(status(&output), 0, "{arguments:?}: {}", errors(&output));
    out(&output)
}

#[track_caller]
fn refused(root: &Path, below: &str, arguments: &[&str], told: &str) {
    let output = run_in(root, below, arguments);
    assert_eq!(status(&output), 2, "{arguments:?}");
    assert!(errors(&output).contains(told), "{arguments:?}: {}", errors(&output));
}

#[test]
fn folders_and_archives_are_installed_with_what_they_require() {
    let root = packs("packs");
    for (archive, format) in [
        ("alpha-1.2.zip", "zip"),
        ("beta-0.9.tgz", "tar"),
        ("beta-1.0.3.tgz", "tar"),
    ] {
        let name = archive.split('-').next().expect("a name");
        let goal = format!(
            "use_module(library(archive)), archive_create('{archive}', [{name}], [directory(src), format({format})])"
        );
        works(&root, "", &["-g", &goal, "-t", "halt"]);
    }
    for source in ["src/alpha", "alpha-1.2.zip"] {
        works(&root, "", &["pack", "install", source]);
        assert!(
            !root.join("ran").exists() && !root.join("data/ferz/pack/ran").exists(),
            "nothing runs"
        );
        let listed = works(&root, "", &["pack", "list"]);
        let names: Vec<_> = listed.lines().filter_map(|line| line.split(' ').next()).collect();
        assert_eq!(names, ["alpha@1.2.0", "beta@1.0.3"], "{source}");
        assert_eq!(works(&root, "", &["run", "main.pl"]), "a(b)'1.2.0'", "{source}");
        fs::remove_file(root.join("ran")).expect("what the pack does when it is loaded");
        works(&root, "", &["pack", "remove", "alpha", "beta"]);
        assert_eq!(works(&root, "", &["pack", "list"]), "", "{source}");
        // Nothing is left beside the lock file, which is empty.
        let left = fs::read_dir(root.join("data/ferz/pack")).expect("a folder").count();
        assert_eq!(left, 1, "{source}");
    }
    let sandboxed = run_in(
        &root,
        "",
        &["--sandbox", "-g", "pack_install('src/beta')", "-t", "halt"],
    );
    assert_ne!(status(&sandboxed), 0);
}

#[test]
fn packs_that_cannot_be_are_refused() {
    let root = packs("packs-refused");
    refused(&root, "", &["pack", "install", "src/ffi"], "ffi");
    refused(&root, "", &["pack", "install", "src/word"], "pack_name");
    refused(&root, "", &["pack", "install", "nothing"], "nothing");
    refused(&root, "", &["pack", "remove", "nothing"], "nothing");
    refused(&root, "", &["pack", "change"], "pack_command");
    fs::rename(root.join("src/beta"), root.join("src/gamma")).expect("a folder");
    refused(&root, "", &["pack", "install", "src/alpha"], "beta");
    fs::write(
        root.join("src/gamma/pack.pl"),
        "name(beta).\nversion('1.1').\nrequires(alpha).\n",
    )
    .expect("a file");
    fs::rename(root.join("src/gamma"), root.join("src/beta")).expect("a folder");
    refused(&root, "", &["pack", "install", "src/alpha"], "cyclic");
    fs::write(root.join("src/beta/pack.pl"), "name(beta).\nversion('0.5').\n").expect("a file");
    refused(&root, "", &["pack", "install", "src/alpha"], "beta");
    works(&root, "", &["pack", "remove", "beta"]);
    fs::write(root.join("src/beta/pack.pl"), "name(beta).\nversion('2.0').\n").expect("a file");
    let goal = "pack_install('src/beta', [checksum(abc)])";
    refused(&root, "", &["-g", goal, "-t", "halt"], "checksum_error");
    let left: Vec<_> = fs::read_dir(root.join("data/ferz/pack"))
        .expect("a folder")
        .filter_map(|entry| entry.ok().filter(|entry| entry.path().is_dir()))
        .collect();
    assert!(left.is_empty(), "{left:?}");
    works(&root, "", &["pack", "install", "src/beta"]);
    fs::write(root.join("src/beta/pack.pl"), "name(beta).\nversion('2.1').\n").expect("a file");
    refused(&root, "", &["pack", "install", "src/beta"], "replace");
    works(&root, "", &["pack", "upgrade", "beta"]);
    assert!(works(&root, "", &["pack", "info", "beta"]).contains("version('2.1')"));
}

#[test]
fn a_project_has_packs_of_its_own_and_a_lock_file() {
    let root = packs("packs-project");
    for (file, text) in [
        ("app/pack.pl", "name(app).\nversion('0.1').\nrequires(alpha).\n"),
        (
            "app/prolog/app.pl",
            ":- module(app, [app/1]).\n:- use_module(library(alpha)).\napp(app(X)) :- alpha(X).\n",
        ),
        (
            "app/t/app.plt",
            ":- use_module(library(app)).\n:- begin_tests(app).\ntest(app, X == app(a(b))) :- app(X).\n:- end_tests(app).\n",
        ),
        (
            "app/t/run.pl",
            ":- use_module(library(app)).\nmain :- app(X), print(X).\n",
        ),
    ] {
        let place = root.join(file);
        fs::create_dir_all(place.parent().expect("a folder")).expect("a folder");
        fs::write(place, text).expect("a file");
    }
    works(&root, "app", &["pack", "install", "../src/alpha"]);
    assert_eq!(works(&root, "app", &["run", "t/run.pl"]), "app(a(b))");
    works(&root, "", &["test", "app/t/app.plt"]);
    let lock = fs::read_to_string(root.join("app/pack.lock")).expect("the lock file");
    assert!(lock.contains("locked(alpha,'1.2.0',folder("), "{lock}");
    // The same again, from the lock file; not if the files are others.
    fs::remove_dir_all(root.join("app/packs")).expect("a folder");
    works(&root, "app", &["pack", "install"]);
    assert_eq!(works(&root, "app", &["run", "t/run.pl"]), "app(a(b))");
    assert_eq!(
        fs::read_to_string(root.join("app/pack.lock")).expect("the lock file"),
        lock
    );
    fs::remove_dir_all(root.join("app/packs")).expect("a folder");
    fs::write(root.join("src/beta/prolog/more.pl"), "more.\n").expect("a file");
    refused(&root, "app", &["pack", "install"], "checksum_error");
}

#[test]
fn repositories_are_installed_at_a_commit() {
    let root = packs("packs-git");
    let repository = root.join("src/beta");
    let git = |arguments: &[&str]| {
        let done = Command::new("git")
            .args(["-c", "user.email=a@b", "-c", "user.name=n"])
            .args(arguments)
            .current_dir(&repository)
            .output();
        done.is_ok_and(|done| done.status.success())
    };
    if !git(&["init", "-q"]) || !git(&["add", "-A"]) || !git(&["commit", "-qm", "one"]) {
        // There is no git here.
        return;
    }
    let address = format!("file://{}", repository.display());
    let install = |more: &str| format!("pack_install('{address}', [git(true){more}])");
    works(&root, "", &["-g", &install(""), "-t", "halt"]);
    let lock = fs::read_to_string(root.join("data/ferz/pack/pack.lock")).expect("the lock file");
    let is_hash = |word: &&str| word.len() == 40 && word.chars().all(|c| c.is_ascii_hexdigit());
    let commit = lock
        .split(|c: char| !c.is_alphanumeric())
        .find(is_hash)
        .expect("a commit");
    fs::write(repository.join("pack.pl"), "name(beta).\nversion('3').\n").expect("a file");
    assert!(git(&["commit", "-qam", "two"]));
    works(&root, "", &["pack", "upgrade", "beta"]);
    assert!(works(&root, "", &["pack", "list"]).starts_with("beta@3"));
    works(&root, "", &["pack", "remove", "beta"]);
    works(
        &root,
        "",
        &["-g", &install(&format!(", commit('{commit}')")), "-t", "halt"],
    );
    assert!(works(&root, "", &["pack", "list"]).starts_with("beta@1.0.3"));
    assert!(!root.join("data/ferz/pack/beta/.git").exists());
    refused(
        &root,
        "",
        &["-g", &install(", commit('--upload-pack=x')"), "-t", "halt"],
        "",
    );
}

#[cfg(feature = "web")]
#[test]
fn archives_come_from_the_web() {
    let root = packs("packs-web");
    let goal = "use_module(library(archive)), archive_create('beta.tgz', [beta], [directory(src)])";
    works(&root, "", &["-g", goal, "-t", "halt"]);
    fs::write(
        root.join("serve.pl"),
        ":- use_module(library(http/http_server)).\n\
         :- http_handler(root(.), http_reply_from_files('.', []), [prefix]).\n\
         with(G) :- http_server(http_dispatch, [port(localhost:P), workers(1), silent(true)]),\n\
         \x20   format(atom(U), 'http://localhost:~w/beta.tgz', [P]), call_cleanup(call(G, U), http_stop_server(P, [])).\n\
         main :- with([U]>>( catch(pack_install(U, [max_size(100)]), error(E, _), true), print(E), nl, pack_install(U) )).\n",
    )
    .expect("a file");
    assert_eq!(works(&root, "", &["run", "serve.pl"]), "resource_error(download)\n");
    assert!(works(&root, "", &["pack", "list"]).starts_with("beta@1.0.3"));
}
