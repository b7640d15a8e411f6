:- module(shop, [main/0]).
:- use_module(library(macros)).
:- use_module(sizes, []).

#import(sizes).
#define(max_width, 100).
#define(calc(Expression), Value) :- Value is Expression.
#define(area(Width), #calc(Width * #max_width)).
#define(here(Text), at(Line, Text)) :- macro_position(_:Line:_).
#define(twice(Goal), (Goal, Goal)).

width(#max_width).
listed([a, #calc(1+2)|#tail]).
tagged(box{width: #max_width}).
#fact(7).

main :-
    width(Width),
    listed(List),
    tagged(Box),
    Area = #area(3),
    Here = #here("text"),
    stored(Fact),
    print([Width, List, Box, Area, Here, Fact, #depth]),
    nl,
    #twice(write(again)),
    nl.

missing :-
    print(#no_such_macro(1)).

more(#tail).
