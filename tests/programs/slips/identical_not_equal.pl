% A slip on purpose: attack_pair/2 with == where =:= is meant (programs/ex276_compact.pl).
% Y1-Y == X1-X is true only if both sides are the same term, so most attacks along a
% diagonal are overlooked.

queens8_tr(Sol) :-
    queens8_tr(8, [], Sol).

queens8_tr(0, Sol, Sol).
queens8_tr(M, PartialSoln, Final) :-
    M > 0,
    member(Y, [1,2,3,4,5,6,7,8]),
    \+ member(Y, PartialSoln),
    Mx is M + 1,
    \+ attack(PartialSoln, Mx, q(M,Y)),
    NextM is M - 1,
    queens8_tr(NextM, [Y|PartialSoln], Final).

attack([Q|_], Mx, Queen) :-
    attack_pair(q(Mx,Q), Queen).
attack([_|Rest], Mx, Queen) :-
    MxNext is Mx + 1,
    attack(Rest, MxNext, Queen).

attack_pair(q(X,_), q(X,_)).
attack_pair(q(_,Y), q(_,Y)).
attack_pair(q(X,Y), q(X1,Y1)) :-
    Y1 - Y == X1 - X.
attack_pair(q(X,Y), q(X1,Y1)) :-
    Y1 - Y == X - X1.

main :-
    findall(Sol, queens8_tr(Sol), Sols),
    length(Sols, N),
    write(N),
    nl.
