:- module(hooks, []).

:- multifile user:hook/1.
:- dynamic((seen/1, heard/1) as volatile).

% The bodies of these run here.
user:hook(X) :- local(X), \+ seen(X).
user:plain(X) :- ( local(X) -> true ; heard(X) ).
user:fact(7).
user:grammar --> nothing.
user:term_expansion(told(X), expanded(Y)) :- changed(X, Y).

local(1).
nothing --> [].
changed(1, 2).
