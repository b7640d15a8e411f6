:- module(checked, [once_only/1, guarded/1, marked/1, op(200, xfy, far)]).

:- op(700, xfx, gives).

:- det(once_only/1).
once_only(1).
once_only(2).
once_only(2).

some(1).
some(2).
some(2).

guarded(X) :-
    $,
    some(X).

marked(X) :-
    $some(X).

read_own(Text, Term) :-
    term_string(Term, Text, [module(checked)]).
