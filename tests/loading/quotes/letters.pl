:- module(letters, [letters/1, atoms/1]).

letters("ab").

:- set_prolog_flag(double_quotes, atom).

atoms("ab").
