% Constraints over integers: queens, a magic series by truth values, a sudoku by matchings, a knapsack by branch and bound.

:- use_module(library(clpfd)).

bench_case(queens, all_queens(8, 92), 400).
bench_case(series, series(20), 1000).
bench_case(sudoku, solved_sudoku, 400).
bench_case(knapsack, packed(326), 40).

all_queens(N, Count) :-
    findall(x, ( queens(N, Queens), label(Queens) ), All),
    length(All, Count).

queens(N, Queens) :-
    length(Queens, N),
    Queens ins 1..N,
    safe(Queens).

safe([]).
safe([Queen|Queens]) :-
    no_attack(Queens, Queen, 1),
    safe(Queens).

no_attack([], _, _).
no_attack([Other|Others], Queen, Distance) :-
    Queen #\= Other,
    Queen #\= Other + Distance,
    Queen #\= Other - Distance,
    Next is Distance + 1,
    no_attack(Others, Queen, Next).

% Each number of the series tells how often its place occurs in it.
series(N) :-
    length(Series, N),
    Most is N - 1,
    Series ins 0..Most,
    occurrences(Series, 0, Series),
    numlist(0, Most, Places),
    scalar_product(Places, Series, #=, N),
    sum(Series, #=, N),
    label(Series),
    Series = [16,2,1|_].

occurrences([], _, _).
occurrences([Count|Counts], Place, Series) :-
    truths(Series, Place, Truths),
    sum(Truths, #=, Count),
    Next is Place + 1,
    occurrences(Counts, Next, Series).

truths([], _, []).
truths([X|Xs], Place, [Truth|Truths]) :-
    Truth #<==> (X #= Place),
    truths(Xs, Place, Truths).

solved_sudoku :-
    givens(Rows),
    append(Rows, Digits),
    Digits ins 1..9,
    all_rows(Rows),
    transpose(Rows, Columns),
    all_rows(Columns),
    boxes(Rows),
    labeling([ff], Digits),
    Rows = [[8,1,2,7,5,3,6,4,9]|_].

all_rows([]).
all_rows([Row|Rows]) :-
    all_distinct(Row),
    all_rows(Rows).

boxes([]).
boxes([As,Bs,Cs|Rows]) :-
    boxes(As, Bs, Cs),
    boxes(Rows).

boxes([], [], []).
boxes([A,B,C|As], [D,E,F|Bs], [G,H,I|Cs]) :-
    all_distinct([A,B,C,D,E,F,G,H,I]),
    boxes(As, Bs, Cs).

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
