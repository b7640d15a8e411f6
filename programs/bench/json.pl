% JSON: objects written to a file and read back, as terms and as dicts, with and without a layout; values one behind the
% other. The file is made in the current folder and removed.

:- use_module(library(http/json)).

bench_case(json_write, given(terms(20000, Ts), written(Ts, [])), 1).
bench_case(json_read, terms_read(20000), 1).
bench_case(json_read_dicts, dicts_read(20000), 1).
bench_case(json_write_dicts, given(dicts(20000, Ds), dicts_written(Ds)), 1).
bench_case(json_write_line, given(terms(20000, Ts), written(Ts, [width(0)])), 1).
bench_case(json_read_line, terms_read(20000), 1).
bench_case(json_atoms, atoms(10000), 1).
bench_case(json_stream, streamed(20000), 1).
bench_case(json_removed, delete_file('bench-json.tmp'), 1).

term(I, json([id=I, name=Name, tags=[red, green, 'two words'], weight=W, known= @(true), place=json([x=I, y=null])])) :-
    W is I * 0.5,
    atom_concat('name ', I, Name).

dict(I, _{id: I, name: Name, tags: ["red", "green", "two words"], weight: W, known: true, place: _{x: I, y: null}}) :-
    W is I * 0.5,
    number_string(I, Digits),
    string_concat("name ", Digits, Name).

terms(N, Ts) :-
    findall(T, ( between(1, N, I), term(I, T) ), Ts).

dicts(N, Ds) :-
    findall(D, ( between(1, N, I), dict(I, D) ), Ds).

written(Ts, Options) :-
    open('bench-json.tmp', write, S),
    json_write(S, Ts, [null(null)|Options]),
    close(S).

dicts_written(Ds) :-
    open('bench-json.tmp', write, S),
    json_write_dict(S, Ds),
    close(S).

terms_read(N) :-
    open('bench-json.tmp', read, S),
    json_read(S, Ts, [null(null)]),
    close(S),
    length(Ts, N),
    last(Ts, json([id=N|_])).

dicts_read(N) :-
    open('bench-json.tmp', read, S),
    json_read_dict(S, Ds),
    close(S),
    length(Ds, N),
    last(Ds, D),
    get_dict(place, D, Place),
    get_dict(x, Place, N).

atoms(0) :- !.
atoms(N) :-
    term(N, T),
    atom_json_term(A, T, [width(0), null(null)]),
    atom_json_dict(A, D, []),
    get_dict(id, D, N),
    N1 is N - 1,
    atoms(N1).

streamed(N) :-
    open('bench-json.tmp', write, Out),
    forall(between(1, N, I), ( term(I, T), json_write(Out, T, [null(null)]), nl(Out) )),
    close(Out),
    open('bench-json.tmp', read, In),
    sum(In, 0, Sum),
    close(In),
    Sum =:= N * (N + 1) // 2.

sum(In, Sum0, Sum) :-
    json_read_dict(In, D, [end_of_file(end)]),
    (   D == end
    ->  Sum = Sum0
    ;   get_dict(id, D, I),
        Sum1 is Sum0 + I,
        sum(In, Sum1, Sum)
    ).
