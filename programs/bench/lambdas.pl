% Lambda expressions and goals given in the text, called for each element or solution, beside a predicate that does the
% same.

:- use_module(library(apply)).
:- use_module(library(yall)).

bench_case(lambda_map, given(numbers(L), mapped(150, L)), 1).
bench_case(named_map, given(numbers(L), mapped_by_name(150, L)), 1).
bench_case(lambda_fold, given(numbers(L), folded(150, L)), 1).
bench_case(lambda_filter, given(numbers(L), filtered(150, L)), 1).
bench_case(lambda_free, given(numbers(L), shifted(150, L)), 1).
bench_case(lambda_nested, nested(25), 1).
bench_case(for_all, for_all(1000000), 1).
bench_case(not_exists, not_exists(1000000), 1).
bench_case(count_solutions, counted(1000000), 1).
bench_case(sum_solutions, summed(1000000), 1).
bench_case(find_solutions, found(1000000), 1).

numbers(L) :-
    findall(I, between(1, 10000, I), L).

repeated(N) :-
    between(1, N, _).

mapped(N, L) :-
    \+ ( repeated(N), maplist([X,Y]>>(Y is X*2), L, M), M \= [2|_] ).

double(X, Y) :-
    Y is X*2.

mapped_by_name(N, L) :-
    \+ ( repeated(N), maplist(double, L, M), M \= [2|_] ).

folded(N, L) :-
    \+ ( repeated(N), foldl([X,S0,S1]>>(S1 is S0+X), L, 0, S), S =\= 50005000 ).

filtered(N, L) :-
    \+ ( repeated(N), include([X]>>(X mod 3 =:= 0), L, M), M \= [3|_] ).

shifted(N, L) :-
    \+ ( repeated(N), maplist({N}/[X,Y]>>(Y is X+N), L, M), M = [F|_], F =\= N+1 ).

nested(N) :-
    numlist(1, 200, L),
    \+ ( repeated(N),
         maplist({L}/[X,R]>>foldl({X}/[Y,S0,S1]>>(S1 is S0 + X*Y), L, 0, R), L, Rs),
         \+ last_is(Rs, 4020000)
       ).

last_is([X], X) :- !.
last_is([_|Xs], X) :-
    last_is(Xs, X).

for_all(N) :-
    forall(between(1, N, I), ( I*I >= I, I mod 7 < 7 )).

not_exists(N) :-
    \+ ( between(1, N, I), \+ ( I*I >= I, I mod 7 < 7 ) ).

counted(N) :-
    aggregate_all(count, ( between(1, N, I), I mod 3 =:= 0 ), C),
    C =:= N // 3.

summed(N) :-
    aggregate_all(sum(I), ( between(1, N, I), I mod 3 =:= 0 ), S),
    S > N.

found(N) :-
    findall(I, ( between(1, N, I), I mod 3 =:= 0 ), L),
    L = [3|_].
