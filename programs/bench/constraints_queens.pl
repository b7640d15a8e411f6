% Queens with three constraints for each pair, in the orders of SWI-Prolog's labelling: all solutions, or the first.

:- use_module(library(clpfd)).

bench_case(all_8, count([], 8, 92), 40).
bench_case(all_10, count([], 10, 724), 4).
bench_case(first_12, placed([], 12), 200).
bench_case(first_16, placed([], 16), 10).
bench_case(first_20, placed([], 20), 1).
bench_case(few_20, placed([ff], 20), 200).
bench_case(few_40, placed([ff], 40), 60).
bench_case(few_80, placed([ff], 80), 20).

count(Options, N, Count) :-
    findall(x, ( queens(N, Queens), labeling(Options, Queens) ), All),
    length(All, Count).

placed(Options, N) :-
    queens(N, Queens),
    once(labeling(Options, Queens)).

queens(N, Queens) :-
    length(Queens, N),
    Queens ins 1..N,
    peaceful(Queens).

peaceful([]).
peaceful([Queen|Queens]) :-
    apart(Queens, Queen, 1),
    peaceful(Queens).

apart([], _, _).
apart([Other|Others], Queen, Distance) :-
    Queen #\= Other,
    Queen #\= Other + Distance,
    Queen #\= Other - Distance,
    Next is Distance + 1,
    apart(Others, Queen, Next).
