% Eight queens, exercise 5 of an introduction to Prolog: tail recursive, with the rows left to use.
%
% Instead of trying all eight rows for every queen, only the rows that are still free
% are tried. They are kept in a third argument.
%
% Run:        ferz run programs/ex276_candidates.pl
% At the prompt, after [programs/ex276_candidates]:
%   ?- template(Sol), queens8_tr_opt(Sol).

% queens8_tr_opt(Sol): Sol is a solution.
queens8_tr_opt(Sol) :-
    queens8_tr_opt(Sol, [], [1,2,3,4,5,6,7,8]).

% queens8_tr_opt(Board, PartialSol, CandCols): CandCols are the rows without a queen.
queens8_tr_opt([], _, _).
queens8_tr_opt([q(X,Y)|Rest], PartialSol, CandCols) :-
    select(Y, CandCols, ColsRem),
    no_attack(PartialSol, q(X,Y)),
    queens8_tr_opt(Rest, [q(X,Y)|PartialSol], ColsRem).

% select(X, Xs, Ys): Ys is Xs without one X. This definition replaces the library's.
select(X, [X|Y], Y).
select(X, [U|Y], [U|Z]) :-
    select(X, Y, Z).

% template(Sol): the shape of a solution, its rows still open.
template([q(1,_),q(2,_),q(3,_),q(4,_),q(5,_),q(6,_),q(7,_),q(8,_)]).

% no_attack(Partial, Queen): Queen is attacked by none of Partial.
no_attack(Partial, Queen) :-
    \+ attack(Partial, Queen).

attack([Q|_], Queen) :-
    attack_pair(Q, Queen).
attack([_|Rest], Queen) :-
    attack(Rest, Queen).

% attack_pair(Q1, Q2): two queens in one column, row or diagonal.
attack_pair(q(X,_), q(X,_)).
attack_pair(q(_,Y), q(_,Y)).
attack_pair(q(X,Y), q(X1,Y1)) :-
    Y1 - Y =:= X1 - X.
attack_pair(q(X,Y), q(X1,Y1)) :-
    Y1 - Y =:= X - X1.

main :-
    template(Sol),
    queens8_tr_opt(Sol),
    !,
    write(Sol),
    nl,
    count.

count :-
    template(X),
    findall(X, queens8_tr_opt(X), Sols),
    length(Sols, N),
    write(N),
    nl.
