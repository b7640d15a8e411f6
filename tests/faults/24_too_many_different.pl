% Three colours are needed for a triangle.
% ?- colours([A,B,C,D]).
% ?- why.
:- use_module(library(clpfd)).
colours(Cs) :-
    Cs = [A,B,C,D],
    Cs ins 1..2,
    A #\= B, B #\= C, A #\= C, C #\= D,
    label(Cs).
