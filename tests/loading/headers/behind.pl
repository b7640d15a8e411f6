:- encoding(utf8).
:- if(fail).
not a clause.
:- else.
:- module(behind, [s/1]).
:- endif.
:- consult(inner).
s(1).
