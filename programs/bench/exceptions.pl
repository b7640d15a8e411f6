% catch/3 and throw/1: caught at once, not needed, from 1,000 calls below, and raised by
% a built-in.

bench_case(catch_throw, thrown(1000000), 1).
bench_case(catch_unused, unused(3000000), 1).
bench_case(throw_deep, deep(5000), 1).
bench_case(catch_error, errors(300000), 1).

thrown(0) :- !.
thrown(N) :-
    catch(throw(ball(N)), ball(M), true),
    M =:= N,
    N1 is N - 1,
    thrown(N1).

unused(0) :- !.
unused(N) :-
    catch(fine, _, fail),
    N1 is N - 1,
    unused(N1).

fine.

deep(0) :- !.
deep(N) :-
    catch(below(1000, _), ball, true),
    N1 is N - 1,
    deep(N1).

below(0, _) :-
    throw(ball).
below(N, X) :-
    N > 0,
    N1 is N - 1,
    below(N1, Y),
    X is Y + 1.

errors(0) :- !.
errors(N) :-
    catch(atom_length(_, _), error(instantiation_error, _), true),
    N1 is N - 1,
    errors(N1).
