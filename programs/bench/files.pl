% Terms written to a file and read back, characters copied one by one, lines taken apart;
% numbers and operators among them. The file is made in the current folder and removed.

bench_case(write_terms, written(20000), 1).
bench_case(read_terms, read_back(20000), 1).
bench_case(copy_characters, copied, 1).
bench_case(read_lines, lines(20000), 1).
bench_case(files_removed, removed, 1).

written(N) :-
    open('bench-terms.tmp', write, S),
    write_all(1, N, S),
    close(S).

write_all(I, N, _) :-
    I > N,
    !.
write_all(I, N, S) :-
    X is I * 0.5,
    writeq(S, entry(I, 'two words', [a,b|_], X, -I + f(- 1) * text, {I})),
    put_char(S, '.'),
    nl(S),
    I1 is I + 1,
    write_all(I1, N, S).

read_back(N) :-
    open('bench-terms.tmp', read, S),
    read(S, T),
    read_all(T, S, 0, Count, 0, Sum),
    close(S),
    Count =:= N,
    Sum =:= N * (N + 1) // 2.

read_all(end_of_file, _, C, C, Sum, Sum) :- !.
read_all(entry(I, 'two words', [a,b|_], _, _, {I}), S, C0, C, Sum0, Sum) :-
    C1 is C0 + 1,
    Sum1 is Sum0 + I,
    read(S, T),
    read_all(T, S, C1, C, Sum1, Sum).

copied :-
    open('bench-terms.tmp', read, In),
    open('bench-copy.tmp', write, Out),
    get_char(In, C),
    copy(C, In, Out),
    close(In),
    close(Out).

copy(end_of_file, _, _) :- !.
copy(C, In, Out) :-
    put_char(Out, C),
    get_char(In, C1),
    copy(C1, In, Out).

lines(N) :-
    open('bench-copy.tmp', read, S),
    get_code(S, C),
    line_numbers(C, S, 0, Count),
    close(S),
    Count =:= N.

line_numbers(-1, _, C, C) :- !.
line_numbers(C, S, N0, N) :-
    line(C, S, Line),
    Line = [101,110,116,114,121,40|Rest],
    figures(Rest, Ds),
    number_codes(I, Ds),
    N1 is N0 + 1,
    I =:= N1,
    get_code(S, C1),
    line_numbers(C1, S, N1, N).

line(10, _, []) :- !.
line(-1, _, []) :- !.
line(C, S, [C|Cs]) :-
    get_code(S, C1),
    line(C1, S, Cs).

figures([C|Cs], Ds) :-
    (   C >= 48,
        C =< 57
    ->  Ds = [C|Ds1],
        figures(Cs, Ds1)
    ;   Ds = []
    ).

removed :-
    delete_file('bench-terms.tmp'),
    delete_file('bench-copy.tmp').
