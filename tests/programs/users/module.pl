% A module that does most of what depends on where a goal is looked up, with tests of its own.
:- module(tmod, [run/0]).
:- use_module(library(plunit)).
:- dynamic counter/1, cache/2.
:- initialization(run, main).

counter(0).

next(N) :-
    retract(counter(N0)),
    N is N0+1,
    asserta(counter(N)).

memo(G, R) :-
    (   cache(G, R)
    ->  true
    ;   call(G, R),
        assertz(cache(G, R))
    ).

slow(X, Y) :-
    Y is X*X.

rule(1, a).
rule(2, b).
rule(3, a).

groups(Gs) :-
    findall(K-V, rule(V, K), L),
    keysort(L, S),
    group_pairs_by_key(S, Gs).

sums(L, S) :-
    foldl(plus_, L, 0, S).

plus_(X, A, B) :-
    B is A+X.

kinds(Ks) :-
    setof(K, N^rule(N, K), Ks).

cnt(N) :-
    aggregate_all(count, rule(_, a), N).

safe(G) :-
    catch(G,
          E,
          ( print_message(error, E),
            fail
          )).

bad :-
    undefined_here(1).

greeting -->
    [hello],
    name.

name -->
    [world].
name -->
    [prolog].

cmp(O, A-_, B-_) :-
    compare(O, A, B).

run :-
    next(A),
    next(B),
    writeln(A/B),
    memo(slow(3), R),
    memo(slow(3), R2),
    writeln(R/R2),
    groups(G),
    writeln(G),
    sums([1, 2, 3], S),
    writeln(S),
    kinds(K),
    writeln(K),
    cnt(C),
    writeln(C),
    (   safe(bad)
    ->  true
    ;   writeln(failed)
    ),
    (   phrase(greeting, [hello, prolog])
    ->  writeln(yes)
    ;   writeln(no)
    ),
    predsort(cmp, [b-1, a-2, c-0], P),
    writeln(P),
    forall(rule(X, a), writeln(X)),
    findall(X1,
            ( rule(X1, _),
              \+ rule(X1, b)
            ),
            L),
    writeln(L),
    maplist([Y, Z]>>slow(Y, Z), [1, 2], Q),
    writeln(Q),
    (   member(M, [1, 2]),
        rule(M, b)
    ->  writeln(M)
    ;   true
    ),
    G2=rule(1, W),
    call(G2),
    writeln(W),
    T=..[rule, 2, W2],
    T,
    writeln(W2),
    include([V]>>rule(V, a), [1, 2, 3], Inc),
    writeln(Inc),
    freeze(Fz, next(Fz2)),
    Fz=1,
    writeln(Fz2),
    retractall(cache(_, _)),
    \+ cache(_, _),
    with_output_to(string(Str), name_out),
    writeln(Str),
    once(rule(_, O1)),
    writeln(O1),
    ignore(rule(9, _)),
    listing(next/1),
    current_op(_, xfx, is),
    predicate_property(counter(_), dynamic),
    (   predicate_property(rule(_, _), number_of_clauses(NC))
    ->  writeln(NC)
    ;   writeln(none)
    ),
    assertz((extra(E1):-rule(E1, b))),
    extra(E2),
    writeln(E2),
    tmod:next(N3),
    writeln(N3),
    (   catch(call(nope),
              error(Er, _),
              ( print(Er),
                nl
              ))
    ->  true
    ;   true
    ),
    between(1, 3, I),
    rule(I, a),
    writeln(I),
    !.

name_out :-
    write(out).

:- begin_tests(t).

test(a, K==[a, b]) :-
    kinds(K).
test(b, [setup(retractall(counter(_))), cleanup(true), true(X==1)]) :-
    assertz(counter(0)),
    next(X).

:- end_tests(t).
