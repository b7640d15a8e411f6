:- module(garden, [place/1, op(700, xfx, is_near)]).
:- op(700, xfx, grows_in).
:- op(700, xfx, user:digs).
% The sum is right-associative in this module.
:- op(500, xfy, +).
:- ensure_loaded(part).
:- use_module(pond).

place(rose grows_in bed).
place(leaf part_of rose).
place(1+2+3).
place(a digs b).
place(a is_near b).
place(Place) :-
    frog(Place).
