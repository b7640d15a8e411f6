% The last order is the wrong way round.
% ?- plan(Starts).
% ?- why.
:- use_module(library(clpfd)).
plan([Walls,Roof,Paint,Garden]) :-
    [Walls,Roof,Paint,Garden] ins 0..20,
    Roof #>= Walls + 5,
    Paint #>= Roof + 3,
    Garden #>= Walls + 1,
    Walls #>= Paint + 2,
    label([Walls,Roof,Paint,Garden]).
