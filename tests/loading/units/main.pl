% Unit tests: what passes, and how each kind of failure is told.
:- use_module(library(plunit)).

double(X, Y) :-
    Y is X*2.

helper(the_programs).

:- begin_tests(good).

helper(1).
helper(2).

test(true) :-
    double(2, 4).
test(comparison, X == 6) :-
    double(3, X).
test(of_two, [true(X == 1), true(Y =:= 2.0)]) :-
    X = 1,
    Y = 2.
test(all, all(X == [1,2])) :-
    helper(X).
test(set, set(X == [a,b])) :-
    member(X, [b,a,b]).
test(bag, bag(X == [b,a,b])) :-
    member(X, [a,b,b]).
test(error, error(type_error(_, _))) :-
    atom_length(f(x), _).
test(throws, throws(ball(_))) :-
    throw(ball(1)).
test(fails, fail) :-
    helper(3).
test(choices, nondet) :-
    helper(_).
test(each, [forall(member(X, [1,2,3])), Y =:= X+X]) :-
    double(X, Y).
test(prepared, [setup(nb_setval(key, 1)), cleanup(nb_setval(key, 2)), X == 1]) :-
    nb_getval(key, X).
test(left_out, condition(fail)) :-
    fail.
test(collected, Xs == [1,2]) :-
    findall(X, helper(X), Xs).

:- end_tests(good).

:- begin_tests(bad, [setup(writeln(before)), cleanup(writeln(after))]).

helper(of_bad).

test(fails) :-
    double(2, 5).
test(wrong, X == 7) :-
    double(3, X).
test(condition, true(integer(X))) :-
    helper(X).
test(all, all(X == [a])) :-
    member(X, [a,b]).
test(error, error(type_error(_, _))) :-
    atom_length(_, _).
test(no_error, throws(ball)).
test(raised) :-
    atom_length(_, _).
test(succeeds, fail).
test(choices, X == of_bad) :-
    ( helper(X) ; X = other ).
test(each, [forall(member(X, [1,2,3])), Y =:= X*X]) :-
    double(X, Y).
test(unknown) :-
    no_such_helper.
test(setup, setup(fail)).
test(cleanup, cleanup(throw(oops))).
test(blocked, blocked(not_yet)) :-
    fail.
test(to_be_mended, fixme(later)) :-
    fail.
test(assertion) :-
    assertion(1 =:= 2).
test(unknown_option, foo(bar)).

:- end_tests(bad).

:- begin_tests(out, condition(fail)).
test(never) :-
    fail.
:- end_tests(out).

:- begin_tests(later, blocked(why_not)).
test(never) :-
    fail.
:- end_tests(later).

:- begin_tests(bound, [setup(X = shared), cleanup((print(X), nl))]).
test(each, [condition(integer(N)), forall(member(N, [1,a,2]))]) :-
    print(N),
    nl.
test(trees, sto(rational_trees)) :-
    X = f(X).
test(no_trees, sto(some_trees)) :-
    true.
test(two_ends, [1 == 1, fail]) :-
    true.
:- end_tests(bound).

:- run_tests(good).
:- run_tests(bound).
:- run_tests([good:comparison, bad:[fails,wrong]]).
:- catch(run_tests(none), error(E, _), (print(E), nl)).
:- end_tests(none).
:- helper(X), writeln(X).
