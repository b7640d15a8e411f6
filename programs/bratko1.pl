% Eight queens, first of three representations: a list of squares Column/Row.
%
% solution/1 fills in the rows of a template whose columns are given. It says what a
% solution is: none at all is needed for no queens; else the other queens are a
% solution, and the first one stands on a row from 1 to 8 and attacks none of them.
%
% Run:        ferz run programs/bratko1.pl
% At the prompt, after [programs/bratko1]:
%   ?- template(S), solution(S).

% solution(Queens): Queens do not attack one another.
solution([]).
solution([X/Y|Others]) :-
    solution(Others),
    member(Y, [1,2,3,4,5,6,7,8]),
    noattack(X/Y, Others).

% noattack(Queen, Others): Queen attacks none of Others. Columns differ anyway.
noattack(_, []).
noattack(X/Y, [X1/Y1|Others]) :-
    Y =\= Y1,
    Y1 - Y =\= X1 - X,          % not on one rising diagonal
    Y1 - Y =\= X - X1,          % not on one falling diagonal
    noattack(X/Y, Others).

% member(X, List): this definition replaces the library's.
member(X, [X|_]).
member(X, [_|Rest]) :-
    member(X, Rest).

% template(Queens): one queen in each column.
template([1/_,2/_,3/_,4/_,5/_,6/_,7/_,8/_]).

main :-
    template(Queens),
    findall(Queens, solution(Queens), All),
    All = [S1,S2,S3|_],
    write(S1), nl,
    write(S2), nl,
    write(S3), nl,
    length(All, N),
    write(N), nl.
