% Tries: keys with and without variables inserted, looked up, replaced, enumerated and deleted.

bench_case(trie_insert, inserted(200000, 2), 1).
bench_case(trie_lookup, given(filled(100000, T), looked_up(10, 100000, T)), 1).
bench_case(trie_update, given(filled(1000, T), counted(1000000, T)), 1).
bench_case(trie_gen, given(filled(100000, T), generated(5, T)), 1).
bench_case(trie_gen_prefix, given(edges(300, T), followed(10, 300, T)), 1).
bench_case(trie_delete, given(trie_new(T), replaced(300000, T)), 1).
bench_case(trie_variants, given(trie_new(T), variants(200000, T)), 1).

filled(N, Trie) :-
    trie_new(Trie),
    fill(N, Trie).

fill(0, _) :- !.
fill(N, Trie) :-
    trie_insert(Trie, f(N, a), N),
    N1 is N - 1,
    fill(N1, Trie).

inserted(_, 0) :- !.
inserted(N, Times) :-
    filled(N, Trie),
    trie_destroy(Trie),
    Times1 is Times - 1,
    inserted(N, Times1).

looked_up(0, _, _) :- !.
looked_up(Times, N, Trie) :-
    each_found(N, Trie),
    Times1 is Times - 1,
    looked_up(Times1, N, Trie).

each_found(0, _) :- !.
each_found(N, Trie) :-
    trie_lookup(Trie, f(N, a), X),
    X == N,
    N1 is N - 1,
    each_found(N1, Trie).

counted(0, _) :- !.
counted(N, Trie) :-
    Key is 1 + N mod 1000,
    trie_lookup(Trie, f(Key, a), Count),
    Count1 is Count + 1,
    trie_update(Trie, f(Key, a), Count1),
    N1 is N - 1,
    counted(N1, Trie).

generated(0, _) :- !.
generated(Times, Trie) :-
    (   trie_gen(Trie, f(X, _), Y),
        X \== Y
    ->  fail
    ;   Times1 is Times - 1,
        generated(Times1, Trie)
    ).

% An edge from each number to ten others.
edges(N, Trie) :-
    trie_new(Trie),
    (   between(1, N, From),
        between(1, 10, I),
        To is 1 + (From * 7 + I * 13) mod N,
        trie_insert(Trie, edge(From, To, I), I),
        fail
    ;   true
    ).

followed(0, _, _) :- !.
followed(Times, N, Trie) :-
    (   between(1, N, From),
        trie_gen(Trie, edge(From, To, _), _),
        \+ trie_gen(Trie, edge(To, _, _), _)
    ->  fail
    ;   Times1 is Times - 1,
        followed(Times1, N, Trie)
    ).

replaced(0, _) :- !.
replaced(N, Trie) :-
    trie_insert(Trie, f(N, [a, b]), N),
    Old is N + 100,
    ignore(trie_delete(Trie, f(Old, [a, b]), Old)),
    N1 is N - 1,
    replaced(N1, Trie).

variants(0, _) :- !.
variants(N, Trie) :-
    K is N mod 1000,
    trie_update(Trie, p(X, K, g(Y, X), Y), N),
    trie_lookup(Trie, p(A, K, g(B, A), B), Value),
    Value == N,
    \+ trie_lookup(Trie, p(A, K, g(A, A), A), _),
    N1 is N - 1,
    variants(N1, Trie).
