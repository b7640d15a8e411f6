% It exports what it defines, and what it imports.
:- module(outer, [outer/1, inner/1]).
:- use_module(inner).
:- ensure_loaded(words).

outer(X) :- word(X).
