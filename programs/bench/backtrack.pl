% Choices and failure: between/3, clauses tried one after another, and a choice that is
% left standing and cut away later.

bench_case(between_fail, between_fail(10000000), 1).
bench_case(clauses_fail, clauses_fail(1000), 1).
bench_case(clauses_select, chosen(300000), 1).

between_fail(N) :-
    between(1, N, X),
    X =:= N,
    !.

clauses_fail(N) :-
    between(1, N, I),
    digit(_), digit(_), digit(_), digit(_),
    I < 0,
    !,
    fail.
clauses_fail(_).

digit(0).
digit(1).
digit(2).
digit(3).
digit(4).
digit(5).
digit(6).
digit(7).
digit(8).
digit(9).

% The last of ten clauses is the one, which only its body finds out.
chosen(0) :- !.
chosen(N) :-
    wanted(9),
    N1 is N - 1,
    chosen(N1).

wanted(X) :-
    digit(Y),
    Y >= X,
    !.
