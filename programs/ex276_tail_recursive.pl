% Eight queens, exercise 5 of an introduction to Prolog: tail recursive, with a template.
%
% The queens placed so far are carried along, the last one first, which no_attack/2
% does not mind. Nothing has to be handed back: the template holds the solution.
%
% Run:        ferz run programs/ex276_tail_recursive.pl
% At the prompt, after [programs/ex276_tail_recursive]:
%   ?- template(Sol), queens8_tr(Sol, []).

% queens8_tr(Board, PartialSol): places the queens of Board; those of PartialSol stand already.
queens8_tr([], _).
queens8_tr([q(X,Y)|Rest], PartialSol) :-
    member(Y, [1,2,3,4,5,6,7,8]),
    no_attack(PartialSol, q(X,Y)),
    queens8_tr(Rest, [q(X,Y)|PartialSol]).

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
    queens8_tr(Sol, []),
    !,
    write(Sol),
    nl,
    count.

count :-
    template(X),
    findall(X, queens8_tr(X, []), Sols),
    length(Sols, N),
    write(N),
    nl.
