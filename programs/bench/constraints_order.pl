% Marks, intervals and truth values: Golomb rulers and a knapsack by branch and bound, series of all intervals, magic
% series, a hard sudoku.

:- use_module(library(clpfd)).

bench_case(ruler_6, ruler(6, 40, 17), 80).
bench_case(ruler_7, ruler(7, 50, 25), 10).
bench_case(ruler_8, ruler(8, 65, 34), 1).
bench_case(intervals_8, all_series(8, 40), 4).
bench_case(intervals_10, all_series(10, 296), 1).
bench_case(intervals_12, first_series([], 12), 1).
bench_case(few_intervals_12, first_series([ff], 12), 1).
bench_case(magic_12, magic(12, 8), 100).
bench_case(magic_20, magic(20, 16), 40).
bench_case(sudoku, sudoku(all_different), 10).
bench_case(sudoku_matched, sudoku(all_distinct), 20).
bench_case(knapsack, packed(326), 40).

% The shortest ruler with N marks, no two of which are as far apart as two others.
ruler(N, Most, Length) :-
    length(Marks, N),
    Marks ins 0..Most,
    Marks = [0|_],
    chain(Marks, #<),
    distances(Marks, Distances),
    Distances ins 1..Most,
    all_different(Distances),
    last(Marks, Last),
    append(_, [Before,Last], Marks),
    Distances = [First|_],
    First #< Last - Before,
    once(labeling([min(Last)], Marks)),
    Last == Length.

distances([], []).
distances([Mark|Marks], Distances) :-
    distances(Marks, Mark, Distances, Others),
    distances(Marks, Others).

distances([], _, Distances, Distances).
distances([Mark|Marks], First, [Distance|Distances], Others) :-
    Distance #= Mark - First,
    distances(Marks, First, Distances, Others).

% Series of the numbers below N whose neighbours have all differences.
all_series(N, Count) :-
    findall(x, ( intervals(N, Series), label(Series) ), All),
    length(All, Count).

first_series(Options, N) :-
    intervals(N, Series),
    once(labeling(Options, Series)).

intervals(N, Series) :-
    length(Series, N),
    Most is N - 1,
    Series ins 0..Most,
    all_different(Series),
    differences(Series, Differences),
    Differences ins 1..Most,
    all_different(Differences).

differences([_], []) :- !.
differences([A,B|Series], [Difference|Differences]) :-
    Difference #= abs(A - B),
    differences([B|Series], Differences).

% Each number of the series tells how often its place occurs in it.
magic(N, Zeros) :-
    length(Series, N),
    Most is N - 1,
    Series ins 0..Most,
    counted(Series, 0, Series),
    numlist(0, Most, Places),
    scalar_product(Places, Series, #=, N),
    sum(Series, #=, N),
    once(label(Series)),
    Series = [Zeros|_].

counted([], _, _).
counted([Count|Counts], Place, Series) :-
    hits(Series, Place, Hits),
    sum(Hits, #=, Count),
    Next is Place + 1,
    counted(Counts, Next, Series).

hits([], _, []).
hits([X|Xs], Place, [Hit|Hits]) :-
    Hit #<==> (X #= Place),
    hits(Xs, Place, Hits).

sudoku(Different) :-
    givens(Rows),
    append(Rows, Digits),
    Digits ins 1..9,
    maplist(Different, Rows),
    transpose(Rows, Columns),
    maplist(Different, Columns),
    boxes(Rows, Different),
    once(labeling([ff], Digits)),
    Digits = [8,1,2,7,5,3,6,4,9|_].

boxes([], _).
boxes([As,Bs,Cs|Rows], Different) :-
    boxes(As, Bs, Cs, Different),
    boxes(Rows, Different).

boxes([], [], [], _).
boxes([A,B,C|As], [D,E,F|Bs], [G,H,I|Cs], Different) :-
    call(Different, [A,B,C,D,E,F,G,H,I]),
    boxes(As, Bs, Cs, Different).

givens([[8,_,_,_,_,_,_,_,_],
        [_,_,3,6,_,_,_,_,_],
        [_,7,_,_,9,_,2,_,_],
        [_,5,_,_,_,7,_,_,_],
        [_,_,_,_,4,5,7,_,_],
        [_,_,_,1,_,_,_,3,_],
        [_,_,1,_,_,_,_,6,8],
        [_,_,8,5,_,_,_,1,_],
        [_,9,_,_,_,_,4,_,_]]).

packed(Value) :-
    Items = [A,B,C,D,E,F,G],
    Items ins 0..9,
    16*A + 9*B + 7*C + 15*D + 11*E + 23*F + 19*G #=< 150,
    Value0 #= 35*A + 17*B + 13*C + 32*D + 20*E + 49*F + 40*G,
    once(labeling([max(Value0)], Items)),
    Value0 = Value.
