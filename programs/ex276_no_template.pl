% Eight queens, exercise 5 of an introduction to Prolog: tail recursive, without a template.
%
% The board is built up from column 8 to column 1, so that it ends in the right order.
%
% Run:        ferz run programs/ex276_no_template.pl
% At the prompt, after [programs/ex276_no_template]:
%   ?- queens8_tr(Sol).

% queens8_tr(Sol): Sol is a solution.
queens8_tr(Sol) :-
    queens8_tr(8, [], Sol).

% queens8_tr(M, PartialSoln, Final): places queens M, M-1, ..., 1;
% PartialSoln has those of columns M+1 to 8.
queens8_tr(0, Sol, Sol).
queens8_tr(M, PartialSoln, Final) :-
    M > 0,
    in_range(1, 8, Y),
    \+ member(q(_,Y), PartialSoln),        % could be left out: no_attack/2 sees it too
    no_attack(PartialSoln, q(M,Y)),
    NextM is M - 1,
    queens8_tr(NextM, [q(M,Y)|PartialSoln], Final).

% in_range(Min, Max, X): X is Min, Min+1, ..., Max.
in_range(Min, Max, Min) :-
    Min =< Max.
in_range(Min, Max, X) :-
    Min < Max,
    NextMin is Min + 1,
    in_range(NextMin, Max, X).

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
    queens8_tr(Sol),
    !,
    write(Sol),
    nl,
    count.

count :-
    findall(X, queens8_tr(X), Sols),
    length(Sols, N),
    write(N),
    nl.
