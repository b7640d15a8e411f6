//! Archives: what is packed is unpacked again, and nothing is written outside of the folder that is meant.

use std::fs;

use ferz::{Limit, Limits};

use super::{all_succeed, engine};

#[test]
fn what_is_packed_is_unpacked() {
    let (mut engine, folder) = engine("archives", ":- use_module(library(archive)).");
    fs::create_dir_all(folder.join("from/sub")).expect("a folder");
    let bytes: Vec<u8> = (0..100_000_u32).map(|n| (n / 251 * n) as u8).collect();
    fs::write(folder.join("from/a.txt"), "hello").expect("a file");
    fs::write(folder.join("from/sub/b.bin"), &bytes).expect("a file");
    for (name, options) in [("a.tar", ""), ("a.tgz", ""), ("a.zip", "format(zip),")] {
        let into = folder.join(format!("into-{name}"));
        let _removed = fs::remove_dir_all(&into);
        fs::create_dir(&into).expect("a folder");
        all_succeed(
            &mut engine,
            &[
                &format!("archive_create('{name}', ['.'], [{options} directory(from)])"),
                &format!("archive_entries('{name}', L), L == ['a.txt', 'sub/', 'sub/b.bin']"),
                &format!("archive_extract('{name}', 'into-{name}', [])"),
                &format!(
                    "archive_open('{name}', A, []), archive_next_header(A, 'sub/b.bin'),
                     findall(P, archive_header_property(A, P), Ps), memberchk(filetype(file), Ps), memberchk(size(100000), Ps),
                     archive_open_entry(A, S), get_byte(S, 0), peek_byte(S, _), close(S), \\+ archive_next_header(A, _),
                     archive_close(A), catch(archive_next_header(A, _), error(E, _), true), E = existence_error(archive, _)"
                ),
                &format!(
                    "open('{name}', read, S, [type(binary)]), archive_foldl([_, A, N0, N]>>(archive_header_property(A, size(B)), N is N0 + B), S, 0, N),
                     close(S), N =:= 100005"
                ),
            ],
        );
        let unpacked = fs::read(into.join("sub/b.bin")).expect("it was unpacked");
        assert!(unpacked == bytes, "{name}");
        assert_eq!(
            fs::read_to_string(into.join("a.txt")).expect("it was unpacked"),
            "hello"
        );
    }
    all_succeed(
        &mut engine,
        &[
            "archive_open('new.tar', write, A, []), archive_next_header(A, x), archive_set_header_property(A, mtime(86400)),
             archive_open_entry(A, S), write(S, abc), close(S), archive_next_header(A, y), archive_close(A),
             archive_entries('new.tar', [x, y])",
            "archive_open('new.tar', A, []), findall(M, (archive_data_stream(A, S, [meta_data([D])]), read_string(S, _, T), M = T-D.name), L),
             archive_close(A), L == [\"abc\"-x, \"\"-y]",
            "open('no.tar', write, S), write(S, 'no archive'), close(S), catch(archive_entries('no.tar', _), error(E, _), true),
             E = archive_error(_, _), archive_open('no.tar', A, [format(raw)]), archive_next_header(A, data), archive_close(A)",
            "catch(archive_entries(f(x), _), error(_, _), true), catch(archive_next_header(x, _), error(type_error(archive, x), _), true)",
        ],
    );
}

/// An entry of a tar file: a name, the character of its type, and the target of a link.
type TarEntry = (&'static str, u8, &'static str);

/// Makes a tar file of entries.
fn tar(entries: &[TarEntry]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (name, kind, target) in entries {
        let mut header = [0_u8; 512];
        header[..name.len()].copy_from_slice(name.as_bytes());
        header[100..107].copy_from_slice(b"0000644");
        header[124..135].copy_from_slice(b"00000000000");
        header[136..147].copy_from_slice(b"00000000000");
        header[148..156].fill(b' ');
        header[156] = *kind;
        header[157..157 + target.len()].copy_from_slice(target.as_bytes());
        header[257..265].copy_from_slice(b"ustar\x0000");
        let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
        header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
        bytes.extend(header);
    }
    bytes.extend([0; 1024]);
    bytes
}

#[test]
fn nothing_is_written_outside_of_the_folder() {
    let (mut engine, folder) = engine("escapes", ":- use_module(library(archive)).");
    let _removed = fs::remove_dir_all(folder.join("into"));
    fs::create_dir_all(folder.join("into/sub")).expect("a folder");
    let hostile: &[(&str, &[TarEntry])] = &[
        ("up", &[("../out.txt", b'0', "")]),
        ("inner", &[("a/../../out.txt", b'0', "")]),
        ("absolute", &[("/tmp/ferz-out.txt", b'0', "")]),
        ("drive", &[("c:/out.txt", b'0', "")]),
        ("backslash", &[("..\\out.txt", b'0', "")]),
        ("link", &[("l", b'2', "/tmp"), ("l/ferz-out.txt", b'0', "")]),
        ("link_up", &[("l", b'2', ".."), ("l/out.txt", b'0', "")]),
        ("through", &[("m", b'2', "sub"), ("m/out.txt", b'0', "")]),
        ("over", &[("n", b'2', "sub"), ("n", b'0', "")]),
        ("hard", &[("h", b'1', "/etc/passwd")]),
    ];
    for (name, entries) in hostile {
        fs::write(folder.join("hostile.tar"), tar(entries)).expect("a file");
        let goal = "catch(archive_extract('hostile.tar', into, []), error(E, _), true), nonvar(E)";
        assert_eq!(engine.succeeds(goal).ok(), Some(true), "{name}");
        for place in [
            folder.join("out.txt"),
            folder.join("into/sub/out.txt"),
            "/tmp/ferz-out.txt".into(),
        ] {
            assert!(!place.exists(), "{name}: {}", place.display());
        }
    }
    // A link to a file below is unpacked; what is deleted with a folder is the link.
    fs::write(folder.join("good.tar"), tar(&[("a", b'0', ""), ("b", b'2', "a")])).expect("a file");
    all_succeed(
        &mut engine,
        &[
            "make_directory(good), archive_extract('good.tar', good, []), read_link('good/b', a, _)",
            "make_directory(kept), open('kept/f', write, S), close(S), link_file('../kept', 'good/k', symbolic),
             delete_directory_and_contents(good), exists_file('kept/f'), \\+ exists_directory(good)",
            "delete_directory_and_contents(kept)",
        ],
    );
}

#[test]
fn what_is_unpacked_counts_as_memory() {
    let (mut engine, _) = engine("bomb", ":- use_module(library(archive)).");
    all_succeed(
        &mut engine,
        &[
            "open('big.txt', write, S), forall(between(1, 200000, _), write(S, '0000000000000000000000000000000000000000')), close(S)",
            "archive_create('big.zip', ['big.txt'], [format(zip)])",
            "archive_create('big.tgz', ['big.txt'], [])",
            "forall(member(F, ['big.zip', 'big.tgz']), (size_file(F, N), N < 40000))",
        ],
    );
    engine.set_limits(Limits::default().memory(4 << 20).with(Limit::Program, Some(4 << 20)));
    for name in ["big.zip", "big.tgz"] {
        let goal = format!(
            "catch(( archive_open('{name}', A, []), archive_next_header(A, _), archive_open_entry(A, _) ), error(E, _), true),
             nonvar(E), E = resource_error(_)"
        );
        let found = engine.succeeds(&goal);
        assert!(matches!(found, Ok(true)), "{name}: {found:?}");
    }
}
