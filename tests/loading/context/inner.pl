:- module(inner, [inner/1]).

inner(X) :- word(X).

word(own).
