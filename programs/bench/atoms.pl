% Texts: a million new atoms, atoms taken apart, numbers and codes.

bench_case(atom_codes, spelled(1000000), 1).
bench_case(atom_parts, parts(150000), 1).
bench_case(atoms_new, made(1000000), 1).

made(N) :-
    between(1, N, I),
    number_codes(I, Cs),
    atom_codes(A, Cs),
    atom_concat(name_, A, B),
    atom_length(B, L),
    L < 6,
    !,
    fail.
made(_).

spelled(0) :- !.
spelled(N) :-
    atom_codes(benchmark, [C|Cs]),
    atom_codes(A, [C|Cs]),
    A == benchmark,
    atom_chars(X, ['4','2']),
    atom_length(X, 2),
    N1 is N - 1,
    spelled(N1).

parts(0) :- !.
parts(N) :-
    findall(B, sub_atom(benchmarks, B, 1, _, _), Bs),
    length(Bs, 10),
    sub_atom(benchmarks, _, 5, 0, marks),
    N1 is N - 1,
    parts(N1).
