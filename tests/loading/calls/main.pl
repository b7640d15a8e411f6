% Undefined predicates where goals and closures are arguments: all are named.
p(1) :- catch(tried, _, recovered).
p(2) :- catch_with_backtrace(traced, _, true).
p(3) :- catch(expected, error(existence_error(procedure, _), _), true).
p(4) :- catch(( q, expected(1) ), error(existence_error(_, _), _), fallback).
p(5) :- phrase(sentence, `a`).
p(6) :- phrase(( noun, [a], "b", verb(x) ; \+ { inside }, call(closure, 1), ! ), `a`, _).
p(7) :- phrase_from_file(parsed, f).
p(8) :- maplist([X]>>each(X), [1]).
p(9) :- foldl([X,Y]>>partly(X, Y), [1], 0, _).
p(10) :- maplist({Z}/[X]>>( shared(X, Z), other ), [1]).
p(11) :- forall(m1, m2), findall(x, m3, _), aggregate_all(count, m4, _), once(m5), ignore(m6), call(m7, 1).
p(12) :- setof(X, Y^m8(X, Y), _), include(m9, [], _), call_cleanup(m10, m11), with_output_to(string(_), m12).
q.
:- initialization(true).
