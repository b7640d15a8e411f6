% Hash tables made by hand: a hash of the codes of a name, tables as terms of buckets that
% are changed by unbound tails, tries of four ways by the bits of a hash, buckets as facts.

:- dynamic(bucket/3).

bench_case(hash_codes, given(names(1000, Ns), hashed(Ns, 150)), 1).
bench_case(hash_buckets, given(names(1000, Ns), tabled(Ns, 60)), 1).
bench_case(hash_trie, given(names(1000, Ns), tried(Ns, 30)), 1).
bench_case(hash_facts, given(names(1000, Ns), stored(Ns, 40)), 1).

names(N, Ns) :-
    findall(A, ( between(1, N, I), K is I * 7919 mod 10007, number_codes(K, Cs), atom_codes(A0, Cs),
                 atom_concat(n, A0, A) ), Ns).

hashed(_, 0) :- !.
hashed(Ns, N) :-
    hash_all(Ns, 0, S),
    S =:= 172052,
    N1 is N - 1,
    hashed(Ns, N1).

hash_all([], S, S).
hash_all([A|As], S0, S) :-
    hash(A, H),
    S1 is (S0 + H) mod 1000003,
    hash_all(As, S1, S).

% Of 24 bits, in the manner of Fowler, Noll and Vo.
hash(A, H) :-
    atom_codes(A, Cs),
    hash(Cs, 8421201, H).

hash([], H, H).
hash([C|Cs], H0, H) :-
    H1 is (xor(H0, C) * 16777619) /\ 16777215,
    hash(Cs, H1, H).

tabled(_, 0) :- !.
tabled(Ns, N) :-
    functor(T, table, 128),
    fill(Ns, 1, T),
    all_in(Ns, 1, T),
    \+ in(nobody, T, _),
    N1 is N - 1,
    tabled(Ns, N1).

fill([], _, _).
fill([A|As], I, T) :-
    slot(A, T, Bucket),
    add(Bucket, A, I),
    I1 is I + 1,
    fill(As, I1, T).

slot(A, T, Bucket) :-
    hash(A, H),
    J is H mod 128 + 1,
    arg(J, T, Bucket).

% A bucket ends in a variable.
add(Bucket, A, I) :-
    (   var(Bucket)
    ->  Bucket = pair(A, I, _)
    ;   Bucket = pair(_, _, Rest),
        add(Rest, A, I)
    ).

all_in([], _, _).
all_in([A|As], I, T) :-
    in(A, T, I),
    I1 is I + 1,
    all_in(As, I1, T).

in(A, T, I) :-
    slot(A, T, Bucket),
    look(Bucket, A, I).

look(Bucket, A, I) :-
    nonvar(Bucket),
    Bucket = pair(B, J, Rest),
    (   A == B
    ->  I = J
    ;   look(Rest, A, I)
    ).

tried(_, 0) :- !.
tried(Ns, N) :-
    plant(Ns, 1, none, T),
    all_found(Ns, 1, T),
    \+ found(nobody, T, _),
    N1 is N - 1,
    tried(Ns, N1).

plant([], _, T, T).
plant([A|As], I, T0, T) :-
    hash(A, H),
    put(T0, H, A, I, T1),
    I1 is I + 1,
    plant(As, I1, T1, T).

% none, leaf(Hash, Pairs), or four(T0, T1, T2, T3) by the lowest two bits.
put(none, H, A, I, leaf(H, [A-I])).
put(leaf(G, Ps), H, A, I, T) :-
    (   G =:= H
    ->  T = leaf(G, [A-I|Ps])
    ;   G1 is G >> 2,
        J is G /\ 3,
        changed(J, four(none, none, none, none), _, leaf(G1, Ps), T0),
        put(T0, H, A, I, T)
    ).
put(four(A0, A1, A2, A3), H, A, I, T) :-
    H1 is H >> 2,
    J is H /\ 3,
    changed(J, four(A0, A1, A2, A3), Old, New, T),
    put(Old, H1, A, I, New).

% changed(Way, Node, Child, NewChild, NewNode).
changed(0, four(O, B, C, D), O, N, four(N, B, C, D)).
changed(1, four(A, O, C, D), O, N, four(A, N, C, D)).
changed(2, four(A, B, O, D), O, N, four(A, B, N, D)).
changed(3, four(A, B, C, O), O, N, four(A, B, C, N)).

all_found([], _, _).
all_found([A|As], I, T) :-
    found(A, T, I),
    I1 is I + 1,
    all_found(As, I1, T).

found(A, T, I) :-
    hash(A, H),
    get(T, H, A, I).

get(leaf(H, Ps), H, A, I) :-
    pair(Ps, A, I).
get(four(A0, A1, A2, A3), H, A, I) :-
    H1 is H >> 2,
    J is H /\ 3,
    changed(J, four(A0, A1, A2, A3), T, T, _),
    get(T, H1, A, I).

pair([B-J|Ps], A, I) :-
    (   A == B
    ->  I = J
    ;   pair(Ps, A, I)
    ).

stored(_, 0) :- !.
stored(Ns, N) :-
    retractall(bucket(_, _, _)),
    store(Ns, 1),
    all_stored(Ns, 1),
    \+ kept(nobody, _),
    N1 is N - 1,
    stored(Ns, N1).

store([], _).
store([A|As], I) :-
    hash(A, H),
    J is H mod 256,
    assertz(bucket(J, A, I)),
    I1 is I + 1,
    store(As, I1).

all_stored([], _).
all_stored([A|As], I) :-
    kept(A, I),
    I1 is I + 1,
    all_stored(As, I1).

kept(A, I) :-
    hash(A, H),
    J is H mod 256,
    bucket(J, A, I),
    !.
