:- module(importing, []).
:- use_module(counting).

counted.
within :- counted.
