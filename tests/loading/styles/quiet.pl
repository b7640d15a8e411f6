:- module(quiet, []).
:- style_check(-singleton).
:- use_module(inner).
:- style_check(-(discontiguous)).
p(X).
q(X) :- ( X = 1 ; Y = 1 ).
p(_Y, _Y).
q.
p(2).
:- style_check(+singleton).
told_again(X).
:- catch(style_check(-what), error(E, _), (print(E), nl)).
:- catch(style_check(what), error(E, _), (print(E), nl)).
