:- module(broken, []).
:- op(700, xfx, breaks).
:- throw(stop).

it(a breaks b).
it(a grows_in b).
