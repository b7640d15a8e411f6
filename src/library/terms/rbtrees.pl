% Trees from keys to values, with the names of library(rbtrees). The trees are association lists.

%! rb_new(-Tree) is det.
%  Tree is a new empty tree.
%  ?- rb_new(T), rb_empty(T).
rb_new(Tree) :-
    empty_assoc(Tree).

%! rb_empty(?Tree) is semidet.
%  True if Tree is empty.
rb_empty(Tree) :-
    empty_assoc(Tree).

%! is_rbtree(@Term) is semidet.
%  True if Term is a tree.
%  ?- list_to_rbtree([a-1], T), is_rbtree(T).
is_rbtree(Term) :-
    is_assoc(Term).

%! '$rb_tree'(+Tree) is det.
%  Raises an error if Tree is no tree, of which only the root is looked at.
'$rb_tree'(Tree) :-
    (   nonvar(Tree),
        ( Tree = t ; Tree = t(_, _, _, _, _) )
    ->  true
    ;   var(Tree)
    ->  instantiation_error(Tree)
    ;   type_error(rbtree, Tree)
    ).

%! list_to_rbtree(+Pairs, -Tree) is det.
%  Tree is the tree of a list of Key-Value; of duplicate keys the last counts.
%  ?- list_to_rbtree([b-1,a-2,b-3], _T), rb_visit(_T, L).   %=> L = [a-2,b-3].
list_to_rbtree(Pairs, Tree) :-
    must_be(list, Pairs),
    must_be(list(pair), Pairs),
    keysort(Pairs, Sorted),
    '$last_of_keys'(Sorted, Last),
    length(Last, Count),
    '$rb_of_pairs'(Count, Last, [], Tree, _).

%! '$last_of_keys'(+Sorted, -Last) is det.
%  Last has the last of the pairs of each key.
'$last_of_keys'([], []).
'$last_of_keys'([Key-Value|Sorted], Last) :-
    (   Sorted = [Next-_|_],
        Next == Key
    ->  '$last_of_keys'(Sorted, Last)
    ;   Last = [Key-Value|Last1],
        '$last_of_keys'(Sorted, Last1)
    ).

%! '$rb_of_pairs'(+Count, +Pairs, -Rest, -Tree, -Depth) is det.
%  Tree has the first Count of Pairs, of which the middle one is the root.
'$rb_of_pairs'(Count, Pairs, Rest, Tree, Depth) :-
    (   Count =:= 0
    ->  Rest = Pairs,
        Tree = t,
        Depth = 0
    ;   CountLeft is (Count - 1) // 2,
        CountRight is Count - 1 - CountLeft,
        '$rb_of_pairs'(CountLeft, Pairs, [Key-Value|Pairs1], Left, DepthLeft),
        '$rb_of_pairs'(CountRight, Pairs1, Rest, Right, DepthRight),
        Depth is DepthRight + 1,
        ( DepthLeft =:= DepthRight -> Balance = (-) ; Balance = (>) ),
        Tree = t(Key, Value, Balance, Left, Right)
    ).

%! ord_list_to_rbtree(+Pairs, -Tree) is det.
%  Tree is the tree of a list of Key-Value that is sorted by key.
%  ?- ord_list_to_rbtree([a-2,b-3], _T), rb_keys(_T, L).    %=> L = [a,b].
ord_list_to_rbtree(Pairs, Tree) :-
    list_to_rbtree(Pairs, Tree).

%! rb_lookup(+Key, ?Value, +Tree) is semidet.
%  True if Tree associates Key with Value.
%  ?- list_to_rbtree([a-1,b-2], _T), rb_lookup(b, V, _T).   %=> V = 2.
rb_lookup(Key, Value, Tree) :-
    get_assoc(Key, Tree, Value).

%! rb_in(?Key, ?Value, +Tree) is nondet.
%  True if Tree associates Key with Value; enumerates the keys in order.
%  ?- list_to_rbtree([a-1,b-2], _T), findall(_K, rb_in(_K, _, _T), L).   %=> L = [a,b].
rb_in(Key, Value, Tree) :-
    '$rb_tree'(Tree),
    gen_assoc(Key, Tree, Value).

%! rb_insert(+Tree0, +Key, +Value, -Tree) is det.
%  Tree is Tree0 with Key associated with Value.
%  ?- rb_new(_T0), rb_insert(_T0, a, 1, _T), rb_visit(_T, L).   %=> L = [a-1].
rb_insert(Tree0, Key, Value, Tree) :-
    put_assoc(Key, Tree0, Value, Tree).

%! rb_insert_new(+Tree0, +Key, +Value, -Tree) is semidet.
%  Like rb_insert/4, but fails if Key is in Tree0.
%  ?- list_to_rbtree([a-1], _T), rb_insert_new(_T, a, 2, _).   %=> false.
rb_insert_new(Tree0, Key, Value, Tree) :-
    \+ get_assoc(Key, Tree0, _),
    put_assoc(Key, Tree0, Value, Tree).

%! rb_update(+Tree0, +Key, +Value, -Tree) is semidet.
%  Like rb_insert/4, but fails if Key is not in Tree0.
%  ?- list_to_rbtree([a-1], _T0), rb_update(_T0, a, 2, _T), rb_visit(_T, L).   %=> L = [a-2].
rb_update(Tree0, Key, Value, Tree) :-
    '$rb_tree'(Tree0),
    get_assoc(Key, Tree0, _, Tree, Value).

%! rb_update(+Tree0, +Key, ?Value0, ?Value, -Tree) is semidet.
%  Tree is Tree0 with the value of Key changed from Value0 to Value.
%  ?- list_to_rbtree([a-1], _T0), rb_update(_T0, a, V0, 2, _T), rb_visit(_T, L).   %=> V0 = 1, L = [a-2].
rb_update(Tree0, Key, Value0, Value, Tree) :-
    '$rb_tree'(Tree0),
    get_assoc(Key, Tree0, Value0, Tree, Value).

%! rb_apply(+Tree0, +Key, :Goal, -Tree) is semidet.
%  Tree is Tree0 with the value V0 of Key changed to the V1 of call(Goal, V0, V1).
%  ?- list_to_rbtree([a-1], _T0), rb_apply(_T0, a, succ, _T), rb_visit(_T, L).   %=> L = [a-2].
rb_apply(Tree0, Key, Goal, Tree) :-
    '$rb_tree'(Tree0),
    get_assoc(Key, Tree0, Value0, Tree, Value),
    !,
    call(Goal, Value0, Value).

%! rb_delete(+Tree0, +Key, -Tree) is semidet.
%  Tree is Tree0 without Key.
%  ?- list_to_rbtree([a-1,b-2], _T0), rb_delete(_T0, a, _T), rb_keys(_T, L).   %=> L = [b].
rb_delete(Tree0, Key, Tree) :-
    '$rb_tree'(Tree0),
    del_assoc(Key, Tree0, _, Tree).

%! rb_delete(+Tree0, +Key, ?Value, -Tree) is semidet.
%  True if Tree0 associates Key with Value; Tree is Tree0 without Key.
%  ?- list_to_rbtree([a-1], T0), rb_delete(T0, a, V, T), rb_empty(T).
rb_delete(Tree0, Key, Value, Tree) :-
    '$rb_tree'(Tree0),
    del_assoc(Key, Tree0, Value, Tree).

%! rb_visit(+Tree, -Pairs) is det.
%  Pairs is the list of Key-Value of Tree, in order.
%  ?- list_to_rbtree([b-2,a-1], _T), rb_visit(_T, L).   %=> L = [a-1,b-2].
rb_visit(Tree, Pairs) :-
    '$rb_tree'(Tree),
    assoc_to_list(Tree, Pairs).

%! rb_keys(+Tree, -Keys) is det.
%  Keys is the list of the keys of Tree, in order.
%  ?- list_to_rbtree([b-2,a-1], _T), rb_keys(_T, L).   %=> L = [a,b].
rb_keys(Tree, Keys) :-
    '$rb_tree'(Tree),
    assoc_to_keys(Tree, Keys).

%! rb_size(+Tree, -Count) is det.
%  Count is the number of keys of Tree.
%  ?- list_to_rbtree([b-2,a-1], _T), rb_size(_T, N).   %=> N = 2.
rb_size(Tree, Count) :-
    '$rb_tree'(Tree),
    assoc_to_keys(Tree, Keys),
    length(Keys, Count).

%! rb_map(+Tree, :Goal) is semidet.
%  True if call(Goal, Value) is true for each value of Tree.
%  ?- list_to_rbtree([b-2,a-1], T), rb_map(T, integer).
rb_map(Tree, Goal) :-
    '$rb_tree'(Tree),
    '$rb_map'(Tree, Goal).

%! '$rb_map'(+Tree, :Goal) is semidet.
%  A node comes before those below it.
'$rb_map'(t, _).
'$rb_map'(t(_,Value,_,Left,Right), Goal) :-
    call(Goal, Value),
    '$rb_map'(Left, Goal),
    '$rb_map'(Right, Goal).

%! rb_map(+Tree0, :Goal, -Tree) is semidet.
%  Tree has the keys of Tree0, and for each value V0 the V1 of call(Goal, V0, V1).
%  ?- list_to_rbtree([a-1], _T0), rb_map(_T0, succ, _T), rb_visit(_T, L).   %=> L = [a-2].
rb_map(Tree0, Goal, Tree) :-
    '$rb_tree'(Tree0),
    '$rb_map'(Tree0, Goal, Tree).

%! '$rb_map'(+Tree0, :Goal, -Tree) is semidet.
'$rb_map'(t, _, t).
'$rb_map'(t(Key,Value0,Balance,Left0,Right0), Goal, t(Key,Value,Balance,Left,Right)) :-
    call(Goal, Value0, Value),
    '$rb_map'(Left0, Goal, Left),
    '$rb_map'(Right0, Goal, Right).

%! rb_fold(:Goal, +Tree, +Start, -End) is semidet.
%  Folds Tree in order: calls call(Goal, Key-Value, State0, State) for each key, from Start to End.
%  ?- list_to_rbtree([b-2,a-1], _T), rb_fold([_-_V,_S0,_S]>>(_S is _S0+_V), _T, 0, N).   %=> N = 3.
rb_fold(Goal, Tree, Start, End) :-
    '$rb_tree'(Tree),
    assoc_to_list(Tree, Pairs),
    foldl(Goal, Pairs, Start, End).

%! rb_min(+Tree, -Key, -Value) is semidet.
%  Key is the smallest key of Tree, and Value its value.
%  ?- list_to_rbtree([b-2,a-1], _T), rb_min(_T, K, V).   %=> K = a, V = 1.
rb_min(Tree, Key, Value) :-
    '$rb_tree'(Tree),
    min_assoc(Tree, Key, Value).

%! rb_max(+Tree, -Key, -Value) is semidet.
%  Key is the largest key of Tree, and Value its value.
%  ?- list_to_rbtree([b-2,a-1], _T), rb_max(_T, K, V).   %=> K = b, V = 2.
rb_max(Tree, Key, Value) :-
    '$rb_tree'(Tree),
    max_assoc(Tree, Key, Value).

%! rb_del_min(+Tree0, -Key, -Value, -Tree) is semidet.
%  Tree is Tree0 without its smallest Key.
%  ?- list_to_rbtree([b-2,a-1], _T0), rb_del_min(_T0, K, V, _).   %=> K = a, V = 1.
rb_del_min(Tree0, Key, Value, Tree) :-
    '$rb_tree'(Tree0),
    del_min_assoc(Tree0, Key, Value, Tree).

%! rb_del_max(+Tree0, -Key, -Value, -Tree) is semidet.
%  Tree is Tree0 without its largest Key.
%  ?- list_to_rbtree([b-2,a-1], _T0), rb_del_max(_T0, K, V, _).   %=> K = b, V = 2.
rb_del_max(Tree0, Key, Value, Tree) :-
    '$rb_tree'(Tree0),
    del_max_assoc(Tree0, Key, Value, Tree).

%! rb_next(+Tree, +Key, -Next, -Value) is semidet.
%  Next is the key of Tree behind Key, which must be in it.
%  ?- list_to_rbtree([b-2,a-1], _T), rb_next(_T, a, K, V).   %=> K = b, V = 2.
rb_next(Tree, Key, Next, Value) :-
    '$rb_tree'(Tree),
    rb_lookup(Key, _, Tree),
    '$rb_next'(Tree, Key, Next, Value).

%! '$rb_next'(+Tree, +Key, -Next, -Value) is semidet.
'$rb_next'(t(Key0, Value0, _, Left, Right), Key, Next, Value) :-
    (   Key0 @> Key
    ->  (   '$rb_next'(Left, Key, Next0, Value1)
        ->  Next = Next0,
            Value = Value1
        ;   Next = Key0,
            Value = Value0
        )
    ;   '$rb_next'(Right, Key, Next, Value)
    ).

%! rb_previous(+Tree, +Key, -Previous, -Value) is semidet.
%  Previous is the key of Tree before Key, which must be in it.
%  ?- list_to_rbtree([b-2,a-1], _T), rb_previous(_T, b, K, V).   %=> K = a, V = 1.
rb_previous(Tree, Key, Previous, Value) :-
    '$rb_tree'(Tree),
    rb_lookup(Key, _, Tree),
    '$rb_previous'(Tree, Key, Previous, Value).

%! '$rb_previous'(+Tree, +Key, -Previous, -Value) is semidet.
'$rb_previous'(t(Key0, Value0, _, Left, Right), Key, Previous, Value) :-
    (   Key0 @< Key
    ->  (   '$rb_previous'(Right, Key, Previous0, Value1)
        ->  Previous = Previous0,
            Value = Value1
        ;   Previous = Key0,
            Value = Value0
        )
    ;   '$rb_previous'(Left, Key, Previous, Value)
    ).

%! rb_partial_map(+Tree0, +Keys, :Goal, -Tree) is semidet.
%  Tree is Tree0 with each value V0 of Keys replaced by the V of call(Goal, V0, V), if that succeeds. Keys
%  are in the standard order.
%  ?- list_to_rbtree([a-1,b-2], _T0), rb_partial_map(_T0, [b], succ, _T), rb_visit(_T, L).   %=> L = [a-1,b-3].
rb_partial_map(Tree0, Keys, Goal, Tree) :-
    '$rb_tree'(Tree0),
    '$rb_partial_map'(Tree0, Keys, [], Goal, Tree).

%! '$rb_partial_map'(+Tree0, +Keys, -Rest, :Goal, -Tree) is semidet.
%  Rest are the sorted Keys behind those of Tree0.
'$rb_partial_map'(Tree, [], [], _, Tree) :- !.
'$rb_partial_map'(t, Keys, Keys, _, t).
'$rb_partial_map'(t(Key, Value0, Balance, Left0, Right0), Keys, Rest, Goal, t(Key, Value, Balance, Left, Right)) :-
    '$rb_partial_map'(Left0, Keys, Keys1, Goal, Left),
    '$rb_map_value'(Keys1, Key, Value0, Goal, Value, Keys2),
    '$rb_partial_map'(Right0, Keys2, Rest, Goal, Right).

%! '$rb_map_value'(+Keys, +Key, +Value0, :Goal, -Value, -Rest) is semidet.
'$rb_map_value'([Same|Keys], Key, Value0, Goal, Value, Rest) :-
    compare(Order, Same, Key),
    (   Order = (=)
    ->  ( call(Goal, Value0, Value1) -> true ; Value1 = Value0 ),
        '$rb_map_value'(Keys, Key, Value1, Goal, Value, Rest)
    ;   Order = (>),
        Value = Value0,
        Rest = [Same|Keys]
    ).
'$rb_map_value'([], _, Value, _, Value, []).
