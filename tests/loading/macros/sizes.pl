:- module(sizes, []).
:- use_module(library(macros)).

#define(depth, 12).
#define(tail, [z]).
#define(fact(N), stored(N)).
