% undo/1: goals that run on backtracking.

%! undo(:Goal) is det.
%  Runs Goal as once/1 when execution backtracks over this call, also after a cut, at an exception, and at the end of
%  the query: before the next goal that is called then. Its bindings are dropped; it has those of the time of the call
%  of undo/1. While such goals wait, calls are slower.
%  ?- ( undo(assertz(p(1))), fail ; p(X) ).   %=> X = 1.
%  ?- dynamic(p/1), catch(( undo(assertz(p(1))), throw(x) ), x, p(X)).   %=> X = 1.
undo(Goal) :-
    must_be(callable, Goal),
    '$keep_undo'(Goal).

%! '$undo'(+Goals)
%  Runs all Goals; then raises the exception of the last one that raised any.
'$undo'([]).
'$undo'([Goal|Goals]) :-
    catch(ignore(Goal), Ball, true),
    '$undo'(Goals),
    (   var(Ball)
    ->  true
    ;   throw(Ball)
    ).
