% Eight queens, exercise 5 of an introduction to Prolog: no_attack/2, form 4 of 4.
%
% Here member and attack_pair are one predicate, attack/2, and no_attack/2 is its negation.
%
% A board is a list of q(Column, Row); template/1 gives its columns, queens8/1 finds
% the rows from the last column to the first. Columns differ already, so no_attack/2
% needs to look at rows and diagonals only.
%
% Run:        ferz run programs/ex276_no_attack_4.pl
% At the prompt, after [programs/ex276_no_attack_4]:
%   ?- no_attack([q(7,4),q(8,1)], q(6,2)).
%   ?- template(Sol), queens8(Sol).
%   ?- template(X), findall(X, queens8(X), Sols), length(Sols, N).

% no_attack(Partial, Queen): Queen is attacked by none of Partial.
no_attack(Partial, Queen) :-
    \+ attack(Partial, Queen).

% attack(Partial, Queen): one of Partial attacks Queen.
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

% template(Sol): the shape of a solution, its rows still open.
template([q(1,_),q(2,_),q(3,_),q(4,_),q(5,_),q(6,_),q(7,_),q(8,_)]).

% queens8(Board): fills in the rows. Not tail recursive: the rest comes first.
queens8([]).
queens8([q(X,Y)|Rest]) :-
    queens8(Rest),
    in_range(1, 8, Y),
    no_attack(Rest, q(X,Y)).

% in_range(Min, Max, X): X is Min, Min+1, ..., Max.
in_range(Min, Max, Min) :-
    Min =< Max.
in_range(Min, Max, X) :-
    Min < Max,
    NextMin is Min + 1,
    in_range(NextMin, Max, X).

main :-
    answer(no_attack([q(7,4),q(8,1)], q(6,1))),
    answer(no_attack([q(7,4),q(8,1)], q(6,2))),
    template(Sol),
    once(queens8(Sol)),
    write(Sol),
    nl,
    template(X),
    findall(X, queens8(X), Sols),
    length(Sols, N),
    write(N),
    nl,
    template(Y),
    setof(Y, queens8(Y), Set),      % the same number: no solution comes twice
    length(Set, M),
    write(M),
    nl.

answer(Goal) :-
    (   call(Goal)
    ->  write(yes)
    ;   write(no)
    ),
    nl.
