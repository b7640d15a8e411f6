:- module(inner, []).
r(X).
s.
r(2).
