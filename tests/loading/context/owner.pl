:- module(owner, [whole/2, two/3]).

:- meta_predicate whole(:, -), two(:, +, -).

whole(X, X).
two(X, Y, X-Y).
