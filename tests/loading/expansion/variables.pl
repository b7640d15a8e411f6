% What hooks learn of the variables of the clause.
:- module(variables, [told/0]).

goal_expansion(tell(X), print_of(X, Properties)) :-
    findall(Property, var_property(X, Property), Properties).

print_of(_, Properties) :-
    print(Properties),
    nl.

told :-
    tell(_Once),
    head(_),
    branches(_),
    negated,
    within,
    rule(1).

head(X) :-
    tell(X),
    tell(Y),
    tell(Y).

branches(Y) :-
    (   Y = 1,
        tell(X),
        print_of(X, [])
    ;   print_of(X, []),
        tell(X)
    ),
    fail.
branches(_).

negated :-
    \+ \+ tell(X),
    tell(X).

within :-
    findall(X, tell(X), _).

rule(X) =>
    tell(X),
    tell(Z),
    print_of(Z, []).

:- tell(X), tell(X).
:- var_property(_, P), print(P), nl.
