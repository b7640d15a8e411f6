% Hash tables that are updated destructively, undone on backtracking, with the names of library(hashtable). A table is
% ht(Count, Buckets); each bucket is a list of Key-Value. Keys are compared by ==/2.

%! ht_new(-Table) is det.
%  Table is a new empty table.
%  ?- ht_new(_T), ht_put(_T, a, 1), ht_get(_T, a, V), _T = ht(N, _).   %=> V = 1, N = 1.
ht_new(ht(0,Buckets)) :-
    '$ht_buckets'(8, Buckets).

%! '$ht_buckets'(+Count, -Buckets)
'$ht_buckets'(Count, Buckets) :-
    functor(Buckets, buckets, Count),
    Buckets =.. [_|Lists],
    maplist(=([]), Lists).

%! ht_is_hashtable(@Term) is semidet.
%  True if Term is a table.
%  ?- ht_new(T), ht_is_hashtable(T).
ht_is_hashtable(Term) :-
    nonvar(Term),
    Term = ht(Count,Buckets),
    integer(Count),
    compound(Buckets),
    functor(Buckets, buckets, _).

%! '$ht_place'(+Table, @Key, -Buckets, -Place, -Bucket)
'$ht_place'(Table, Key, Buckets, Place, Bucket) :-
    must_be(nonvar, Table),
    (   Table = ht(_,Buckets)
    ->  true
    ;   type_error(hashtable, Table)
    ),
    functor(Buckets, _, Size),
    term_hash(Key, Hash0),
    (   integer(Hash0)
    ->  Hash = Hash0
    ;   compound(Key)
    ->  functor(Key, Name, Arity),
        term_hash(Name/Arity, Hash)
    ;   Hash = 0
    ),
    Place is Hash mod Size + 1,
    arg(Place, Buckets, Bucket).

%! '$ht_pair'(+Bucket, @Key, -Pair) is semidet.
'$ht_pair'([Pair0|Pairs], Key, Pair) :-
    (   Pair0 = Own-_,
        Own == Key
    ->  Pair = Pair0
    ;   '$ht_pair'(Pairs, Key, Pair)
    ).

%! ht_get(+Table, @Key, -Value) is semidet.
%  Value is the value of Key.
%  ?- ht_new(T), ht_get(T, a, _).   %=> false.
ht_get(Table, Key, Value) :-
    '$ht_place'(Table, Key, _, _, Bucket),
    '$ht_pair'(Bucket, Key, _-Value).

%! ht_put(+Table, @Key, +Value) is det.
%  Sets the value of Key.
%  ?- ht_pairs(_T, [a-1]), ht_put(_T, a, 2), ht_pairs(_T, L), ht_size(_T, N).   %=> L = [a-2], N = 1.
ht_put(Table, Key, Value) :-
    '$ht_place'(Table, Key, Buckets, Place, Bucket),
    (   '$ht_pair'(Bucket, Key, Pair)
    ->  setarg(2, Pair, Value)
    ;   '$ht_add'(Table, Buckets, Place, Bucket, Key, Value)
    ).

%! '$ht_add'(+Table, +Buckets, +Place, +Bucket, @Key, +Value)
'$ht_add'(Table, Buckets, Place, Bucket, Key, Value) :-
    setarg(Place, Buckets, [Key-Value|Bucket]),
    arg(1, Table, Count0),
    Count is Count0 + 1,
    setarg(1, Table, Count),
    functor(Buckets, _, Size),
    (   Count > 2 * Size
    ->  ht_pairs(Table, Pairs),
        Larger is 4 * Size,
        '$ht_buckets'(Larger, Buckets1),
        setarg(2, Table, Buckets1),
        '$ht_fill'(Pairs, Table)
    ;   true
    ).

%! '$ht_fill'(+Pairs, +Table)
'$ht_fill'([], _).
'$ht_fill'([Key-Value|Pairs], Table) :-
    '$ht_place'(Table, Key, Buckets, Place, Bucket),
    setarg(Place, Buckets, [Key-Value|Bucket]),
    '$ht_fill'(Pairs, Table).

%! ht_put_new(+Table, @Key, +Value) is semidet.
%  Like ht_put/3, but fails if Key is in Table.
%  ?- ht_pairs(T, [a-1]), ht_put_new(T, a, 2).   %=> false.
ht_put_new(Table, Key, Value) :-
    '$ht_place'(Table, Key, Buckets, Place, Bucket),
    \+ '$ht_pair'(Bucket, Key, _),
    '$ht_add'(Table, Buckets, Place, Bucket, Key, Value).

%! ht_put(+Table, @Key, +Value, +IfNew, -Old) is det.
%  Like ht_put/3; Old is the previous value, or IfNew.
%  ?- ht_new(_T), ht_put(_T, a, 1, 0, X), ht_put(_T, a, 2, 0, Y).   %=> X = 0, Y = 1.
ht_put(Table, Key, Value, IfNew, Old) :-
    (   ht_get(Table, Key, Found)
    ->  Old = Found
    ;   Old = IfNew
    ),
    ht_put(Table, Key, Value).

%! ht_update(+Table, @Key, ?Old, +New) is semidet.
%  Changes the value of Key from Old to New.
%  ?- ht_pairs(_T, [a-1]), ht_update(_T, a, X, 5), ht_get(_T, a, Y).   %=> X = 1, Y = 5.
ht_update(Table, Key, Old, New) :-
    '$ht_place'(Table, Key, _, _, Bucket),
    '$ht_pair'(Bucket, Key, Pair),
    arg(2, Pair, Old),
    setarg(2, Pair, New).

%! ht_del(+Table, @Key, -Value) is semidet.
%  Deletes Key and its Value.
%  ?- ht_pairs(_T, [a-1, b-2]), ht_del(_T, a, V), ht_keys(_T, L).   %=> V = 1, L = [b].
ht_del(Table, Key, Value) :-
    '$ht_place'(Table, Key, Buckets, Place, Bucket),
    '$ht_pair'(Bucket, Key, Pair),
    arg(2, Pair, Value),
    '$ht_without'(Bucket, Key, Others),
    setarg(Place, Buckets, Others),
    arg(1, Table, Count0),
    Count is Count0 - 1,
    setarg(1, Table, Count).

%! '$ht_without'(+Bucket, @Key, -Others)
'$ht_without'([Pair|Pairs], Key, Others) :-
    (   arg(1, Pair, Own),
        Own == Key
    ->  Others = Pairs
    ;   Others = [Pair|Others1],
        '$ht_without'(Pairs, Key, Others1)
    ).

%! ht_gen(+Table, ?Key, ?Value) is nondet.
%  Enumerates the keys and values that Table had at the call.
%  ?- ht_pairs(_T, [a-1]), ht_gen(_T, K, V).   %=> K = a, V = 1.
ht_gen(Table, Key, Value) :-
    ht_pairs(Table, Pairs),
    member(Key-Value, Pairs).

%! ht_pairs(?Table, ?Pairs) is det.
%  Pairs is the list of Key-Value of Table; if Table is unbound, it becomes a table of Pairs.
%  ?- ht_pairs(_T, [a-1, b-2]), ht_size(_T, N).   %=> N = 2.
ht_pairs(Table, Pairs) :-
    (   var(Table)
    ->  must_be(list(pair), Pairs),
        ht_new(Table),
        '$ht_put_all'(Pairs, Table)
    ;   arg(2, Table, Buckets),
        Buckets =.. [_|Lists],
        append(Lists, Shared),
        '$ht_copies'(Shared, Pairs)
    ).

%! '$ht_put_all'(+Pairs, +Table)
'$ht_put_all'([], _).
'$ht_put_all'([Key-Value|Pairs], Table) :-
    ht_put(Table, Key, Value),
    '$ht_put_all'(Pairs, Table).

%! '$ht_copies'(+Pairs, -Copies)
%  Copies the pairs, since those of the table are changed destructively.
'$ht_copies'([], []).
'$ht_copies'([Key-Value|Pairs], [Key-Value|Copies]) :-
    '$ht_copies'(Pairs, Copies).

%! ht_keys(+Table, -Keys) is det.
%  Keys are the keys of Table.
%  ?- ht_pairs(_T, [a-1]), ht_keys(_T, L).   %=> L = [a].
ht_keys(Table, Keys) :-
    ht_pairs(Table, Pairs),
    pairs_keys(Pairs, Keys).

%! ht_values(+Table, -Values) is det.
%  Values are the values of Table.
%  ?- ht_pairs(_T, [a-1]), ht_values(_T, L).   %=> L = [1].
ht_values(Table, Values) :-
    ht_pairs(Table, Pairs),
    pairs_values(Pairs, Values).

%! ht_size(+Table, -Count) is det.
%  Count is the number of keys.
%  ?- ht_new(_T), ht_size(_T, N).   %=> N = 0.
ht_size(Table, Count) :-
    arg(1, Table, Count).
