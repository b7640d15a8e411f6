% Tables and long sums: random networks of tables, rosters accepted by an automaton, sums of many terms.

:- use_module(library(clpfd)).

bench_case(network_62, network(30, 10, 4, 4000, 62), 1).
bench_case(network_58, network(30, 10, 4, 4000, 58), 1).
bench_case(rosters_12, rosters(12, 12, 3177), 10).
bench_case(roster_300, roster(300, 315), 2).
bench_case(choices_16, choices(16, 8, 12870), 4).
bench_case(half_1000, half(1000), 4).
bench_case(subsets_20, subsets(20, 3000), 2).

% The first solution of random constraints between variables 0..Size-1, all by one table of random tuples.
network(Variables, Size, Arity, Rows, Constraints) :-
    length(Xs, Variables),
    Most is Size-1,
    Xs ins 0..Most,
    Array =.. [array|Xs],
    draws(Rows, Arity, Size, 12345, Seed, Drawn),
    sort(Drawn, Table),
    draws(Constraints, Arity, Variables, Seed, _, Places),
    findall(Place, ( member(Place, Places), sort(Place, Sorted), same_length(Place, Sorted) ), Scopes),
    maplist(maplist(place(Array)), Scopes, Tuples),
    tuples_in(Tuples, Table),
    once(labeling([ff], Xs)).

place(Array, Index0, X) :-
    Index is Index0+1,
    arg(Index, Array, X).

draws(0, _, _, Seed, Seed, []) :- !.
draws(Count, Arity, Size, Seed0, Seed, [Row|Rows]) :-
    draw(Arity, Size, Seed0, Seed1, Row),
    Left is Count-1,
    draws(Left, Arity, Size, Seed1, Seed, Rows).

draw(0, _, Seed, Seed, []) :- !.
draw(Count, Size, Seed0, Seed, [Number|Numbers]) :-
    Seed1 is (Seed0*1103515245+12345) mod 2147483648,
    Number is (Seed1//65536) mod Size,
    Left is Count-1,
    draw(Left, Size, Seed1, Seed, Numbers).

% Shifts of so many days: at most three early ones in a row, no early one after a late one.
shifts(Days, Shifts) :-
    length(Shifts, Days),
    Shifts ins 0..2,
    automaton(Shifts, [source(free),sink(free),sink(one),sink(two),sink(three),sink(late)],
              [arc(free,0,free), arc(free,1,one), arc(one,1,two), arc(two,1,three), arc(one,0,free), arc(two,0,free),
               arc(three,0,free), arc(free,2,late), arc(late,2,late), arc(late,0,free)]).

rosters(Days, Sum, Count) :-
    shifts(Days, Shifts),
    sum(Shifts, #=, Sum),
    findall(x, label(Shifts), Found),
    length(Found, Count).

roster(Days, Sum) :-
    shifts(Days, Shifts),
    sum(Shifts, #=, Sum),
    once(label(Shifts)).

choices(N, K, Count) :-
    length(Xs, N),
    Xs ins 0..1,
    sum(Xs, #=, K),
    findall(x, label(Xs), Found),
    length(Found, Count).

half(N) :-
    length(Xs, N),
    Xs ins 0..1,
    Half is N//2,
    sum(Xs, #=, Half),
    once(labeling([down], Xs)).

subsets(N, Sum) :-
    findall(Weight, ( between(1, N, I), Weight is (I*I*37) mod 1000 + 17*I ), Weights),
    length(Xs, N),
    Xs ins 0..1,
    scalar_product(Weights, Xs, #=, Sum),
    findall(x, label(Xs), Found),
    Found = [_|_].
