% All placements of 8 queens, by the program of programs/bratko1.pl: a template of
% squares Column/Row, arithmetic on both sides of a comparison.

bench_case(queens_bratko, placements(92), 30).

placements(Count) :-
    findall(Queens, ( template(Queens), solution(Queens) ), All),
    length(All, Count).

template([1/_,2/_,3/_,4/_,5/_,6/_,7/_,8/_]).

solution([]).
solution([X/Y|Others]) :-
    solution(Others),
    one_of(Y, [1,2,3,4,5,6,7,8]),
    noattack(X/Y, Others).

noattack(_, []).
noattack(X/Y, [X1/Y1|Others]) :-
    Y =\= Y1,
    Y1 - Y =\= X1 - X,
    Y1 - Y =\= X - X1,
    noattack(X/Y, Others).

one_of(X, [X|_]).
one_of(X, [_|Rest]) :-
    one_of(X, Rest).
