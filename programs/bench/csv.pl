% Comma-separated values: rows written to a file and read back, whole and row by row, with quoted fields and numbers.
% The file is made in the current folder and removed.

:- use_module(library(csv)).

bench_case(csv_write, given(rows(20000, Rows), written(Rows)), 1).
bench_case(csv_read, rows_read(20000), 1).
bench_case(csv_rows, row_by_row(20000), 1).
bench_case(csv_removed, delete_file('bench-csv.tmp'), 1).

rows(N, Rows) :-
    findall(row(I, Name, 'a, b', W, plain), ( between(1, N, I), W is I * 0.5, atom_concat(name, I, Name) ), Rows).

written(Rows) :-
    csv_write_file('bench-csv.tmp', Rows).

rows_read(N) :-
    csv_read_file('bench-csv.tmp', Rows),
    length(Rows, N),
    last(Rows, row(N, _, 'a, b', _, plain)).

row_by_row(N) :-
    open('bench-csv.tmp', read, S),
    csv_options(Options, []),
    csv_read_row(S, Row, Options),
    summed(Row, S, Options, 0, Sum),
    close(S),
    Sum =:= N * (N + 1) // 2.

summed(end_of_file, _, _, Sum, Sum) :- !.
summed(row(I, _, _, _, _), S, Options, Sum0, Sum) :-
    Sum1 is Sum0 + I,
    csv_read_row(S, Row, Options),
    summed(Row, S, Options, Sum1, Sum).
