//! Reading, writing and cutting long texts takes time in proportion to their length.
//!
//! What is compared is the processor time of the same work on a text and on one eight times as long, in a process of
//! its own; work that grows with the square would take sixty-four times as long.

use std::io::Write;
use std::process::{Command, Stdio};

const PROGRAM: &str = r#"
:- initialization(main, main).

main :-
    forall(work(Name, Size, Prepare, Goal),
           ( time_of(Size, Prepare, Goal, Short),
             Long is 8 * Size,
             time_of(Long, Prepare, Goal, Time),
             format("~w ~w ~w~n", [Name,Short,Time]) )).

time_of(Size, Prepare, Goal, Time) :-
    copy_term(Prepare-Goal, Work),
    Work = (Size-P)-(P-G),
    call(P),
    statistics(cputime, Before),
    ( call(G) -> true ; throw(failed(G)) ),
    statistics(cputime, After),
    Time is After - Before.

string(N, String) :- letters(N, Atom), atom_string(Atom, String).
letters(N, Atom) :- length(L, N), maplist(=(0'a), L), atom_codes(Atom, L).
words(N, Text) :- length(L, N), maplist(=(word), L), atomic_list_concat(L, ',', Text).
directives(N, F, As) :- length(L, N), maplist(=('~w'), L), atomic_list_concat(L, F), length(As, N), maplist(=(1), As).
columns(D, N, F, As) :- length(L, N), maplist(=(D), L), atomic_list_concat(L, F), length(As, N), maplist(=(1), As).
nested(0, T, T) :- !.
nested(N, T0, T) :- M is N - 1, nested(M, f(T0), T).
sum(0, T, T) :- !.
sum(N, T0, T) :- M is N - 1, sum(M, T0+N, T).

work(atom_length, 20000, N-letters(N, A), letters(N, A)-forall(between(1, 100, _), atom_length(A, _))).
work(sub_atom, 20000, N-letters(N, A), letters(N, A)-forall(sub_atom(A, _, 2, _, _), true)).
work(sub_atom_of, 20000, N-letters(N, A), letters(N, A)-forall(sub_atom(A, _, _, _, aa), true)).
work(sub_atom_at, 20000, N-letters(N, A), letters(N, A)-forall(between(2, N, I), ( J is I - 1, sub_atom(A, J, 1, _, _) ))).
work(sub_string_at, 20000, N-string(N, A), string(N, A)-forall(between(2, N, I), ( J is I - 1, sub_string(A, J, 1, _, _) ))).
work(string_code, 20000, N-string(N, A), string(N, A)-forall(between(1, N, I), string_code(I, A, _))).
work(split_string, 20000, N-words(N, A), words(N, A)-split_string(A, ",", "", _)).
work(split_atom, 20000, N-words(N, A), words(N, A)-atomic_list_concat(_, ',', A)).
work(format, 20000, N-directives(N, F, As), directives(N, F, As)-format(string(_), F, As)).
work(format_columns, 20000, N-columns("~w~t~8+", N, F, As), columns("~w~t~8+", N, F, As)-format(string(_), F, As)).
work(format_fills, 20000, N-columns("~w~t", N, F, As), columns("~w~t", N, F, As)-( string_concat(F, "~100000|", G), format(string(_), G, As) )).
work(portray_clause, 10000, N-length(L, N), length(L, N)-with_output_to(string(_), portray_clause(f(L, L)))).
work(format_text, 20000, N-words(N, A), words(N, A)-format(string(_), "~w~a~q~s~n", [A,A,A,A])).
work(write_list, 20000, N-numlist(1, N, L), numlist(1, N, L)-format(string(_), "~q", [L])).
work(write_nested, 20000, N-nested(N, a, T), nested(N, a, T)-format(string(_), "~q", [T])).
work(write_operators, 20000, N-sum(N, 1, T), sum(N, 1, T)-format(string(_), "~q", [T])).
work(read_list, 20000, N-text(numlist(1, N, L), L, S), text(numlist(1, N, L), L, S)-term_string(_, S)).
work(read_nested, 20000, N-text(nested(N, a, T), T, S), text(nested(N, a, T), T, S)-term_string(_, S)).
work(read_operators, 20000, N-text(sum(N, 1, T), T, S), text(sum(N, 1, T), T, S)-term_string(_, S)).

text(Goal, Term, Text) :- call(Goal), format(string(Text), "~q", [Term]).
"#;

#[test]
fn long_texts_take_their_length() {
    let folder = std::env::temp_dir().join(format!("ferz-linear-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the program");
    let file = folder.join("linear.pl");
    let mut program = std::fs::File::create(&file).expect("a file for the program");
    program
        .write_all(PROGRAM.as_bytes())
        .expect("the program can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .arg("run")
        .arg(&file)
        .stdin(Stdio::null())
        .output()
        .expect("the program ferz starts");
    std::fs::remove_dir_all(&folder).expect("the folder is still there");
    let text = String::from_utf8_lossy(&output.stdout);
    let mut count = 0;
    for line in text.lines() {
        let mut parts = line.split(' ');
        let name = parts.next().expect("a name");
        let [short, long] = [(); 2].map(|()| parts.next().and_then(|t| t.parse::<f64>().ok()).expect("a time"));
        // So short a time that a page fault counts says nothing.
        assert!(
            long <= 24.0 * short + 0.15,
            "{name}: {short} s, and {long} s for eight times the text"
        );
        count += 1;
    }
    assert_eq!(count, 19, "{text}\n{}", String::from_utf8_lossy(&output.stderr));
}
