:- module(part, []).
:- initialization((write(part), nl), program).
:- write(loading), nl.
