% Lambda expressions with global variables: library(lambda). \X1^X2^Goal is in library(yall); here is Free+\X1^Goal.

%! +\(?Free, :Lambda) is nondet.
%  Calls a copy of Lambda in which the variables of Free are not renamed.
+\(Free, Lambda) :-
    '$fresh_free_lambda'(Free, Lambda, Fresh),
    call(Fresh).

%! +\(?Free, :Lambda, ?A1) is nondet.
%  Calls a copy of Lambda with its first parameter unified with A1. The variables of Free are not renamed.
%  ?- N = 3, maplist(+\(N, \X^Y^(Y is X*N)), [1,2], L).   %=> N = 3, L = [3,6].
+\(Free, Lambda, A1) :-
    '$fresh_free_lambda'(Free, Lambda, Fresh),
    call(Fresh, A1).

%! +\(?Free, :Lambda, ?A1, ?A2) is nondet.
%  Like +\ /3, with 2 arguments.
+\(Free, Lambda, A1, A2) :-
    '$fresh_free_lambda'(Free, Lambda, Fresh),
    call(Fresh, A1, A2).

%! +\(?Free, :Lambda, ?A1, ?A2, ?A3) is nondet.
%  Like +\ /3, with 3 arguments.
+\(Free, Lambda, A1, A2, A3) :-
    '$fresh_free_lambda'(Free, Lambda, Fresh),
    call(Fresh, A1, A2, A3).

%! +\(?Free, :Lambda, ?A1, ?A2, ?A3, ?A4) is nondet.
%  Like +\ /3, with 4 arguments.
+\(Free, Lambda, A1, A2, A3, A4) :-
    '$fresh_free_lambda'(Free, Lambda, Fresh),
    call(Fresh, A1, A2, A3, A4).

%! +\(?Free, :Lambda, ?A1, ?A2, ?A3, ?A4, ?A5) is nondet.
%  Like +\ /3, with 5 arguments.
+\(Free, Lambda, A1, A2, A3, A4, A5) :-
    '$fresh_free_lambda'(Free, Lambda, Fresh),
    call(Fresh, A1, A2, A3, A4, A5).

%! +\(?Free, :Lambda, ?A1, ?A2, ?A3, ?A4, ?A5, ?A6) is nondet.
%  Like +\ /3, with 6 arguments.
+\(Free, Lambda, A1, A2, A3, A4, A5, A6) :-
    '$fresh_free_lambda'(Free, Lambda, Fresh),
    call(Fresh, A1, A2, A3, A4, A5, A6).

%! '$fresh_free_lambda'(?Free, :Lambda, -Fresh) is det.
'$fresh_free_lambda'(Free, Lambda, Fresh) :-
    copy_term_nat(Free+Lambda, Free+Fresh).
