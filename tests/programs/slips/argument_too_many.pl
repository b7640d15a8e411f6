% A slip on purpose: a third argument left over in the recursive call
% (programs/ex276_unused_rows.pl). There is no queens8_tr_opt/3.

queens8_tr_opt(Sol) :-
    queens8_tr_opt(Sol, []).

queens8_tr_opt([], _Sol).
queens8_tr_opt([q(X,Y)|Rest], PartialSol) :-
    member(Y, [1,2,3,4,5,6,7,8]),
    \+ member(q(_,Y), PartialSol),
    queens8_tr_opt(Rest, [q(X,Y)|PartialSol], _ColsRem).

main :-
    catch(queens8_tr_opt([q(1,_),q(2,_)]), error(Formal, _), true),
    writeq(Formal),
    nl.
