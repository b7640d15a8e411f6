% Lists walked in other ways than naive reverse: turned by an accumulator and by a
% difference list, split at every place, flattened, permuted.

bench_case(reverse_accumulator, given(numbers(1000, L), turned(5000, L)), 1).
bench_case(reverse_difference, given(numbers(1000, L), open_turned(5000, L)), 1).
bench_case(split_everywhere, given(numbers(300, L), splits(10000, L)), 1).
bench_case(flatten_nested, given(nested(12, T), flattened(150, T)), 1).
bench_case(permutations_8, permutations([1,2,3,4,5,6,7,8], 40320), 5).

numbers(N, L) :-
    numbers(1, N, L).

numbers(I, N, []) :-
    I > N,
    !.
numbers(I, N, [I|T]) :-
    I1 is I + 1,
    numbers(I1, N, T).

turned(0, _) :- !.
turned(N, L) :-
    turn(L, [], R),
    R = [1000,999|_],
    N1 is N - 1,
    turned(N1, L).

turn([], R, R).
turn([X|Xs], R0, R) :-
    turn(Xs, [X|R0], R).

open_turned(0, _) :- !.
open_turned(N, L) :-
    turn_open(L, R-[]),
    R = [1000,999|_],
    N1 is N - 1,
    open_turned(N1, L).

% The reverse of a list as a difference: each element goes before what is left open.
turn_open([], R-R).
turn_open([X|Xs], R-T) :-
    turn_open(Xs, R-[X|T]).

splits(0, _) :- !.
splits(N, L) :-
    split_last(L, 300),
    N1 is N - 1,
    splits(N1, L).

split_last(L, X) :-
    join(_, [X], L),
    !.

join([], L, L).
join([X|Xs], L, [X|R]) :-
    join(Xs, L, R).

nested(0, [a]) :- !.
nested(N, [T,N|T]) :-
    N1 is N - 1,
    nested(N1, T).

flattened(0, _) :- !.
flattened(N, T) :-
    flat(T, [], L),
    length(L, 8191),
    N1 is N - 1,
    flattened(N1, T).

flat([], L, L) :- !.
flat([X|Xs], L0, L) :-
    !,
    flat(Xs, L0, L1),
    flat(X, L1, L).
flat(X, L, [X|L]).

permutations(L, Count) :-
    findall(x, ( permuted(L, P), P = [_,_|_] ), All),
    length(All, Count).

permuted([], []).
permuted(L, [X|P]) :-
    take(X, L, R),
    permuted(R, P).

take(X, [X|Xs], Xs).
take(X, [Y|Xs], [Y|Ys]) :-
    take(X, Xs, Ys).
