:- module(exports, []).

% Exports that come after the module directive, before and after the clauses.
:- export(early/1).
early(X) :- own(X).
late(X) :- own(X).
own(1).
:- export((late/1, op(700, xfx, ===>))).
left(2).
