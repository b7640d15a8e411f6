% Tests of a program that stand in its text.
:- use_module(library(plunit)).
add(X, Y, Z) :- Z is X + Y.

:- begin_tests(sums, [setup((write(setup), nl)), cleanup((write(cleanup), nl))]).
test(add) :- add(1, 2, 3).
test(add, X == 3) :- add(1, 2, X).
test(wrong, [true(X =:= 4)]) :- add(1, 2, X).
test(fails, [fail]) :- add(1, 2, 4).
test(succeeds, [fail]) :- add(1, 2, 3).
test(fails) :- add(1, 2, 4).
test(throws, [throws(foo)]) :- throw(foo).
test(throws_not, [throws(foo)]).
test(error, [error(type_error(_, _))]) :- atom_length(f(x), _).
test(other_error, [error(type_error(_, _))]) :- atom_length(_, _).
test(error) :- atom_length(_, _).
test(all, all(X == [1, 2, 3])) :- member(X, [1, 2, 3]).
test(not_all, all(X == [1, 2])) :- member(X, [1, 2, 3]).
test(set, set(X == [1, 2])) :- member(X, [2, 1, 1]).
test(choices) :- member(_, [1, 2]).
test(choices, nondet) :- member(_, [1, 2]).
test(each, [forall(member(X, [1, 2])), true(Y == X)]) :- Y = X.
test(each, [forall(member(X, [1, 2])), true(Y == 1)]) :- Y = X.
test(blocked, [blocked(because)]) :- fail.
test(known, [fixme(because)]) :- fail.
test(never, [condition(fail)]) :- fail.
test(setup, [setup(nb_setval(k, 1)), cleanup(nb_setval(k, 2)), X == 1]) :- nb_getval(k, X).
test(writes) :- write(hello), nl.
test(assertion) :- assertion(1 == 2).
:- end_tests(sums).

:- begin_tests(others).
test(fact).
test(unknown) :- no_such_predicate(1).
:- end_tests(others).

:- list_undefined.
:- \+ run_tests.
:- run_tests(sums:all).
:- run_tests(nothing).
