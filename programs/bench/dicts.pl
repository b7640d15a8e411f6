% Dicts: built key by key and from pairs, keys looked up, replaced and deleted, calls in bodies.

bench_case(dict_build_500, built(500, 400), 1).
bench_case(dict_build_1000, built(1000, 100), 1).
bench_case(dict_build_2000, built(2000, 30), 1).
bench_case(dict_build_4000, built(4000, 8), 1).
bench_case(dict_of_pairs, given(pairs(10000, Ps), from_pairs(200, Ps)), 1).
bench_case(dict_put, put(1000000), 1).
bench_case(dict_get, given(small(D), got(3000000, D)), 1).
bench_case(dict_call, given(small(D), called(3000000, D)), 1).
bench_case(dict_get_4000, given(large(4000, Ks, D), all_got(500, Ks, D)), 1).
bench_case(dict_put_4000, given(large(4000, Ks, D), all_put(8, Ks, D)), 1).
bench_case(dict_mixed, mixed(1000000, 2000), 1).

key(I, Key) :-
    K is I * 7919 mod 10007,
    atom_number(A, K),
    atom_concat(key_, A, Key).

keys(N, Keys) :-
    findall(Key, ( between(1, N, I), key(I, Key) ), Keys).

pairs(N, Pairs) :-
    findall(Key-I, ( between(1, N, I), key(I, Key) ), Pairs).

small(_{a: 1, b: 2}).

large(N, Keys, Dict) :-
    keys(N, Keys),
    pairs(N, Pairs),
    dict_pairs(Dict, t, Pairs).

built(N, Times) :-
    keys(N, Keys),
    built_again(Times, N, Keys).

built_again(0, _, _) :- !.
built_again(Times, N, Keys) :-
    all_in(Keys, 1, _{}, Dict),
    key(N, Last),
    get_dict(Last, Dict, N),
    Times1 is Times - 1,
    built_again(Times1, N, Keys).

all_in([], _, Dict, Dict).
all_in([Key|Keys], I, Dict0, Dict) :-
    put_dict(Key, Dict0, I, Dict1),
    I1 is I + 1,
    all_in(Keys, I1, Dict1, Dict).

from_pairs(0, _) :- !.
from_pairs(N, Pairs) :-
    dict_pairs(Dict, t, Pairs),
    key(17, Key),
    get_dict(Key, Dict, 17),
    N1 is N - 1,
    from_pairs(N1, Pairs).

put(N) :-
    put(N, _{a: 0, b: 0}, Dict),
    get_dict(a, Dict, 1),
    get_dict(b, Dict, 0).

put(0, Dict, Dict) :- !.
put(N, Dict0, Dict) :-
    put_dict(a, Dict0, N, Dict1),
    N1 is N - 1,
    put(N1, Dict1, Dict).

got(0, _) :- !.
got(N, Dict) :-
    get_dict(a, Dict, X),
    X == 1,
    N1 is N - 1,
    got(N1, Dict).

called(0, _) :- !.
called(N, Dict) :-
    X = Dict.a,
    X == 1,
    N1 is N - 1,
    called(N1, Dict).

all_got(0, _, _) :- !.
all_got(N, Keys, Dict) :-
    each_got(Keys, 1, Dict),
    N1 is N - 1,
    all_got(N1, Keys, Dict).

each_got([], _, _).
each_got([Key|Keys], I, Dict) :-
    get_dict(Key, Dict, I),
    I1 is I + 1,
    each_got(Keys, I1, Dict).

all_put(0, _, _) :- !.
all_put(N, Keys, Dict) :-
    all_in(Keys, 2, Dict, Dict1),
    key(1, Key),
    get_dict(Key, Dict1, 2),
    N1 is N - 1,
    all_put(N1, Keys, Dict).

% A state of a few keys that each step changes, and a large dict that is built meanwhile.
mixed(Steps, Keys) :-
    Every is Steps // Keys,
    steps(Steps, Every, _{sum: 0, least: 100, seen: _{}}, State),
    State.sum =:= Steps * 99 / 2,
    State.least =:= 0,
    key(Keys, Key),
    _ = State.seen.Key.

steps(0, _, State, State) :- !.
steps(N, Every, State0, State) :-
    X is N mod 100,
    Sum is State0.sum + X,
    Least is min(State0.least, X),
    State1 = State0.put(_{sum: Sum, least: Least}),
    (   N mod Every =:= 0
    ->  I is N // Every,
        key(I, Key),
        State2 = State1.put(seen, State1.seen.put(Key, X))
    ;   State2 = State1
    ),
    N1 is N - 1,
    steps(N1, Every, State2, State).
