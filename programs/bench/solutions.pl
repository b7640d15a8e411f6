% All solutions: findall/3, bagof/3 and setof/3 with and without free variables, nested, and
% over a small database of people.

bench_case(setof_groups, grouped(1000), 1).
bench_case(bagof_free, free(1000), 1).
bench_case(setof_exists, exists(1500), 1).
bench_case(findall_nested, nested(1500), 1).
bench_case(findall_few, few(200000), 1).

person(N, Town, Age) :-
    between(1, 120, N),
    T is N * 7 mod 5,
    town(T, Town),
    Age is 20 + N * 13 mod 41.

town(0, ash).
town(1, elm).
town(2, oak).
town(3, fir).
town(4, yew).

grouped(0) :- !.
grouped(N) :-
    findall(Town-Count, ( setof(Age, P^person(P, Town, Age), Ages), length(Ages, Count) ), Pairs),
    Pairs = [ash-24,elm-24,fir-24,oak-24,yew-24],
    N1 is N - 1,
    grouped(N1).

free(0) :- !.
free(N) :-
    findall(A, ( bagof(P-Town, person(P, Town, A), Ps), Ps = [_,_,_|_] ), As),
    length(As, 38),
    N1 is N - 1,
    free(N1).

exists(0) :- !.
exists(N) :-
    setof(Age-Town, P^person(P, Town, Age), All),
    All = [20-oak|_],
    length(All, 120),
    \+ setof(P, person(P, _, 19), _),
    N1 is N - 1,
    exists(N1).

nested(0) :- !.
nested(N) :-
    findall(Town-Old,
            ( town(_, Town),
              findall(A, person(_, Town, A), As),
              findall(A, ( one_of(A, As), A > 50 ), Olds),
              length(Olds, Old) ),
            Pairs),
    total(Pairs, 0, 30),
    N1 is N - 1,
    nested(N1).

one_of(X, [X|_]).
one_of(X, [_|Xs]) :-
    one_of(X, Xs).

total([], S, S).
total([_-X|Ps], S0, S) :-
    S1 is S0 + X,
    total(Ps, S1, S).

few(0) :- !.
few(N) :-
    findall(T, ( town(I, T), I > 2 ), Ts),
    Ts = [fir,yew],
    N1 is N - 1,
    few(N1).
