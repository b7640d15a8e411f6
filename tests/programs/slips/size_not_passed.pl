% A slip on purpose: queensN_tr/3 uses N without having it as an argument
% (programs/ex276_nqueens.pl), so that in_range/3 compares an unbound variable.

queensN_tr(N, Sol) :-
    integer(N),
    N > 0,
    queensN_tr(N, [], Sol).

queensN_tr(0, Sol, Sol).
queensN_tr(M, PartialSoln, Final) :-
    M > 0,
    in_range(1, N, Y),
    \+ member(Y, PartialSoln),
    NextM is M - 1,
    queensN_tr(NextM, [Y|PartialSoln], Final).

in_range(Min, Max, Min) :-
    Min =< Max.
in_range(Min, Max, X) :-
    Min < Max,
    NextMin is Min + 1,
    in_range(NextMin, Max, X).

main :-
    catch(queensN_tr(4, _), error(Formal, _), true),
    writeq(Formal),
    nl.
