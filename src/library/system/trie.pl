% Tries: maps from terms to terms, in which keys that are variants of one another are the same.
%
% Keys and values are copies. The entries last until trie_destroy/1, and are not changed by backtracking. The names are
% those of SWI-Prolog.

%! trie_new(-Trie) is det.
%  Trie is a new, empty trie.
%  ?- trie_new(T), trie_insert(T, f(X), 1), trie_lookup(T, f(_), V), trie_destroy(T), T = _.   %=> V = 1.
trie_new(Trie) :-
    '$new_object'(trie, New),
    assertz('$trie':trie(New, any)),
    Trie = New.

%! trie_destroy(+Trie) is det.
%  Drops all entries of Trie, which then is no longer a trie.
%  ?- trie_new(_T), trie_destroy(_T), is_trie(_T).   %=> false.
trie_destroy(Trie) :-
    '$must_be_trie'(Trie),
    retractall('$trie':entry(Trie, _, _, _)),
    retractall('$trie':trie(Trie, _)).

%! is_trie(@Trie) is semidet.
%  True if Trie is a trie that was not destroyed.
%  ?- is_trie(a).   %=> false.
is_trie(Trie) :-
    atom(Trie),
    '$trie_kind'(Trie, _).

%! current_trie(-Trie) is nondet.
%  Trie is a trie that was not destroyed.
%  ?- trie_new(_T), current_trie(_X), _X == _T, !, trie_destroy(_T).
current_trie(Trie) :-
    findall(T, '$trie_kind'(T, _), Tries),
    member(Trie, Tries).

%! '$trie_kind'(?Trie, -Kind) is nondet.
%  Kind is any before the first entry; then map or set.
'$trie_kind'(Trie, Kind) :-
    '$if_known'('$trie':trie(Trie, Kind)).

%! '$trie_entry'(+Trie, ?Hash, ?Key, ?Value) is nondet.
'$trie_entry'(Trie, Hash, Key, Value) :-
    '$if_known'('$trie':entry(Trie, Hash, Key, Value)).

%! '$trie_entry'(+Trie, ?Hash, ?Key, ?Value, -Reference) is nondet.
'$trie_entry'(Trie, Hash, Key, Value, Reference) :-
    '$if_known'(clause('$trie':entry(Trie, Hash, Key, Value), true, Reference)).

%! '$must_be_trie'(@Trie)
'$must_be_trie'(Trie) :-
    (   var(Trie)
    ->  instantiation_error(Trie)
    ;   is_trie(Trie)
    ->  true
    ;   atom(Trie),
        sub_atom(Trie, 0, _, _, '<trie>(')
    ->  existence_error(trie, Trie)
    ;   type_error(trie, Trie)
    ).

%! '$trie_begins'(+Trie, +Kind)
%  An entry of this kind may be added.
'$trie_begins'(Trie, Kind) :-
    '$must_be_trie'(Trie),
    '$trie_kind'(Trie, Old),
    (   Old == any
    ->  retractall('$trie':trie(Trie, _)),
        assertz('$trie':trie(Trie, Kind))
    ;   Old == Kind
    ->  true
    ;   permission_error(insert, trie, Trie)
    ).

%! '$trie_find'(+Trie, +Key, -Hash, -Value, -Reference) is semidet.
%  Finds the entry of a variant of Key; Hash is bound also if there is none.
'$trie_find'(Trie, Key, Hash, Value, Reference) :-
    variant_hash(Key, Hash),
    '$trie_entry'(Trie, Hash, Kept, Value, Reference),
    Kept =@= Key,
    !.

%! trie_insert(+Trie, +Key) is semidet.
%  Adds Key without a value. Fails if it is there.
%  ?- trie_new(_T), trie_insert(_T, a), \+ trie_insert(_T, a), findall(K, trie_gen(_T, K), L).   %=> L = [a].
trie_insert(Trie, Key) :-
    '$trie_begins'(Trie, set),
    '$trie_add'(Trie, Key, true).

%! trie_insert(+Trie, +Key, +Value) is semidet.
%  Adds Key with a copy of Value. Fails if it is there with a variant of this value; it is an error if it is there with
%  another one.
%  ?- trie_new(_T), trie_insert(_T, a, 1), \+ trie_insert(_T, a, 1), catch(trie_insert(_T, a, 2), error(E, _), true).   %=> E = permission_error(modify, trie_key, a).
trie_insert(Trie, Key, Value) :-
    '$trie_begins'(Trie, map),
    '$trie_add'(Trie, Key, Value).

%! trie_insert(+Trie, +Key, +Value, -Node) is semidet.
%  Like trie_insert/3. Node is the entry, for trie_term/2.
%  ?- trie_new(_T), trie_insert(_T, f(a), 1, _N), trie_term(_N, K).   %=> K = f(a).
trie_insert(Trie, Key, Value, Node) :-
    trie_insert(Trie, Key, Value),
    '$trie_find'(Trie, Key, _, _, Reference),
    Node = '$trie_node'(Reference).

%! '$trie_add'(+Trie, +Key, +Value) is semidet.
'$trie_add'(Trie, Key, Value) :-
    (   '$trie_find'(Trie, Key, Hash, Old, _)
    ->  Old \=@= Value,
        permission_error(modify, trie_key, Key)
    ;   ( nonvar(Hash) -> true ; variant_hash(Key, Hash) ),
        assertz('$trie':entry(Trie, Hash, Key, Value))
    ).

%! trie_update(+Trie, +Key, +Value) is det.
%  Adds Key with a copy of Value, or replaces the value that it has.
%  ?- trie_new(_T), trie_update(_T, a, 1), trie_update(_T, a, 2), trie_lookup(_T, a, V).   %=> V = 2.
trie_update(Trie, Key, Value) :-
    '$trie_begins'(Trie, map),
    (   '$trie_find'(Trie, Key, _, _, Reference)
    ->  erase(Reference)
    ;   true
    ),
    '$trie_add'(Trie, Key, Value).

%! trie_lookup(+Trie, +Key, -Value) is semidet.
%  Value is the value of the variant of Key in Trie; true if it has none.
%  ?- trie_new(_T), trie_insert(_T, f(X, Y, X), 1), \+ trie_lookup(_T, f(_, _, _), _), trie_lookup(_T, f(A, B, A), V).   %=> V = 1.
trie_lookup(Trie, Key, Value) :-
    '$must_be_trie'(Trie),
    '$trie_find'(Trie, Key, _, Value0, _),
    Value = Value0.

%! trie_delete(+Trie, +Key, ?Value) is semidet.
%  Removes the variant of Key, if its value unifies with Value.
%  ?- trie_new(_T), trie_insert(_T, a, 1), \+ trie_delete(_T, a, 2), trie_delete(_T, a, V), trie_lookup(_T, a, _).   %=> false.
trie_delete(Trie, Key, Value) :-
    '$must_be_trie'(Trie),
    '$trie_find'(Trie, Key, _, Value0, Reference),
    Value = Value0,
    erase(Reference).

%! trie_gen(+Trie, ?Key) is nondet.
%  True if Key unifies with a key of Trie.
%  ?- trie_new(_T), trie_insert(_T, f(1)), trie_insert(_T, f(2)), findall(X, trie_gen(_T, f(X)), L).   %=> L = [1,2].
trie_gen(Trie, Key) :-
    trie_gen(Trie, Key, _).

%! trie_gen(+Trie, ?Key, -Value) is nondet.
%  True if Key unifies with a key of Trie that has this value.
%  ?- trie_new(_T), trie_insert(_T, a, 1), trie_insert(_T, b, 2), trie_gen(_T, K, 2).   %=> K = b.
trie_gen(Trie, Key, Value) :-
    '$must_be_trie'(Trie),
    '$trie_entry'(Trie, _, Key, Value).

%! trie_gen_compiled(+Trie, ?Key) is nondet.
%  Synonym of trie_gen/2.
%  ?- trie_new(_T), trie_insert(_T, a), trie_gen_compiled(_T, K).   %=> K = a.
trie_gen_compiled(Trie, Key) :-
    trie_gen(Trie, Key).

%! trie_gen_compiled(+Trie, ?Key, -Value) is nondet.
%  Synonym of trie_gen/3.
%  ?- trie_new(_T), trie_insert(_T, a, 1), trie_gen_compiled(_T, K, V).   %=> K = a, V = 1.
trie_gen_compiled(Trie, Key, Value) :-
    trie_gen(Trie, Key, Value).

%! trie_term(+Node, -Key) is det.
%  Key is the key of an entry that trie_insert/4 returned.
trie_term('$trie_node'(Reference), Key) :-
    clause('$trie':entry(_, _, Key, _), true, Reference).

%! trie_property(+Trie, ?Property) is nondet.
%  Property is value_count(N), the number of entries.
%  ?- trie_new(_T), trie_insert(_T, a, 1), trie_property(_T, value_count(N)).   %=> N = 1.
trie_property(Trie, value_count(Count)) :-
    '$must_be_trie'(Trie),
    aggregate_all(count, '$trie_entry'(Trie, _, _, _), Count).
