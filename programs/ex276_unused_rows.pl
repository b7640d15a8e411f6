% Eight queens, exercise 5 of an introduction to Prolog: tail recursive, looking up the rows in use.
%
% No list of free rows is kept: a row is free if no queen placed so far is in it.
% The exercise leaves a third argument, ColsRem, in the recursive call, which is then a
% call to queens8_tr_opt/3, a predicate that this program does not have. It is gone here.
%
% Run:        ferz run programs/ex276_unused_rows.pl
% At the prompt, after [programs/ex276_unused_rows]:
%   ?- template(Sol), queens8_tr_opt(Sol).

% queens8_tr_opt(Sol): Sol is a solution.
queens8_tr_opt(Sol) :-
    queens8_tr_opt(Sol, []).

% queens8_tr_opt(Board, PartialSol): places the queens of Board; those of PartialSol stand already.
queens8_tr_opt([], _).
queens8_tr_opt([q(X,Y)|Rest], PartialSol) :-
    in_range(1, 8, Y),
    \+ member(q(_,Y), PartialSol),
    no_attack(PartialSol, q(X,Y)),
    queens8_tr_opt(Rest, [q(X,Y)|PartialSol]).

% in_range(Min, Max, X): X is Min, Min+1, ..., Max.
in_range(Min, Max, Min) :-
    Min =< Max.
in_range(Min, Max, X) :-
    Min < Max,
    NextMin is Min + 1,
    in_range(NextMin, Max, X).

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
