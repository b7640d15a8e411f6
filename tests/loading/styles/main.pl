% Each check is made until style_check/1 turns it off: for the rest of a file, and in the files that it loads.
told(X).
:- use_module(quiet).
told(X, Y) :- ( Y = 1 ; Z = 1 ).
between_them.
told(1).
:- include(off).
not_told(X).
no_effect :- X == 1, told(X).
