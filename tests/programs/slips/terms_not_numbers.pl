% A slip on purpose: no_attack/2 with \= where =\= is meant (programs/ex276_no_attack_1.pl).
% \= compares the terms Y1-Y and X1-X without computing them. They differ for nearly all
% squares, so hardly any diagonal counts as an attack: 18108 boards pass instead of 92.

no_attack([], _).
no_attack([q(X1,Y1)|Rest], q(X,Y)) :-
    Y \= Y1,
    Y1 - Y \= X1 - X,
    Y1 - Y \= X - X1,
    no_attack(Rest, q(X,Y)).

queens8([]).
queens8([q(X,Y)|Rest]) :-
    queens8(Rest),
    member(Y, [1,2,3,4,5,6,7,8]),
    no_attack(Rest, q(X,Y)).

template([q(1,_),q(2,_),q(3,_),q(4,_),q(5,_),q(6,_),q(7,_),q(8,_)]).

main :-
    template(X),
    findall(X, queens8(X), Sols),
    length(Sols, N),
    write(N),
    nl.
