% Eight queens, exercise 5 of an introduction to Prolog: no_attack/2, form 1 of 4.
%
% Here by recursion over the queens that stand already. The exercise prints \= between the
% differences; that compares terms and not numbers (3-1 is not 4-2), and lets 18108 boards
% pass. The tests must be =\=, as below.
%
% A board is a list of q(Column, Row); template/1 gives its columns, queens8/1 finds
% the rows from the last column to the first. Columns differ already, so no_attack/2
% needs to look at rows and diagonals only.
%
% Run:        ferz run programs/ex276_no_attack_1.pl
% At the prompt, after [programs/ex276_no_attack_1]:
%   ?- no_attack([q(7,4),q(8,1)], q(6,2)).
%   ?- template(Sol), queens8(Sol).
%   ?- template(X), findall(X, queens8(X), Sols), length(Sols, N).

% no_attack(Partial, Queen): Queen is attacked by none of Partial.
no_attack([], _).
no_attack([q(X1,Y1)|Rest], q(X,Y)) :-
    Y =\= Y1,
    Y1 - Y =\= X1 - X,
    Y1 - Y =\= X - X1,
    no_attack(Rest, q(X,Y)).

% template(Sol): the shape of a solution, its rows still open.
template([q(1,_),q(2,_),q(3,_),q(4,_),q(5,_),q(6,_),q(7,_),q(8,_)]).

% queens8(Board): fills in the rows. Not tail recursive: the rest comes first.
queens8([]).
queens8([q(X,Y)|Rest]) :-
    queens8(Rest),
    member(Y, [1,2,3,4,5,6,7,8]),
    no_attack(Rest, q(X,Y)).

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
