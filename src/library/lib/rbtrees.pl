% Trees from keys to values with the names of library(rbtrees). The trees are those of association lists.

%! rb_new(-Tree) is det.
%  A tree without keys.
%  ?- rb_new(T), rb_empty(T).
rb_new(Tree) :-
    empty_assoc(Tree).

%! rb_empty(?Tree) is semidet.
%  Tree has no keys.
rb_empty(Tree) :-
    empty_assoc(Tree).

%! is_rbtree(@Term) is semidet.
%  Is it a tree?
%  ?- list_to_rbtree([a-1], T), is_rbtree(T).
is_rbtree(Term) :-
    is_assoc(Term).

%! list_to_rbtree(+Pairs, -Tree) is det.
%  The tree of a list of Key-Value; of equal keys the last counts.
%  ?- list_to_rbtree([b-1,a-2,b-3], _T), rb_visit(_T, L).   %=> L = [a-2,b-3].
list_to_rbtree(Pairs, Tree) :-
    must_be(list(pair), Pairs),
    '$put_pairs'(Pairs, t, Tree).

%! '$put_pairs'(+Pairs, +Tree0, -Tree) is det.
'$put_pairs'([], Tree, Tree).
'$put_pairs'([Key-Value|Pairs], Tree0, Tree) :-
    put_assoc(Key, Tree0, Value, Tree1),
    '$put_pairs'(Pairs, Tree1, Tree).

%! ord_list_to_rbtree(+Pairs, -Tree) is det.
%  The tree of a list of Key-Value that is sorted by key.
%  ?- ord_list_to_rbtree([a-2,b-3], _T), rb_keys(_T, L).    %=> L = [a,b].
ord_list_to_rbtree(Pairs, Tree) :-
    list_to_rbtree(Pairs, Tree).

%! rb_lookup(+Key, ?Value, +Tree) is semidet.
%  Tree has Value for Key.
%  ?- list_to_rbtree([a-1,b-2], _T), rb_lookup(b, V, _T).   %=> V = 2.
rb_lookup(Key, Value, Tree) :-
    get_assoc(Key, Tree, Value).

%! rb_in(?Key, ?Value, +Tree) is nondet.
%  Tree has Value for Key; goes through all keys in order.
%  ?- list_to_rbtree([a-1,b-2], _T), findall(_K, rb_in(_K, _, _T), L).   %=> L = [a,b].
rb_in(Key, Value, Tree) :-
    gen_assoc(Key, Tree, Value).

%! rb_insert(+Tree0, +Key, +Value, -Tree) is det.
%  Tree is Tree0 with Value for Key.
%  ?- rb_new(_T0), rb_insert(_T0, a, 1, _T), rb_visit(_T, L).   %=> L = [a-1].
rb_insert(Tree0, Key, Value, Tree) :-
    put_assoc(Key, Tree0, Value, Tree).

%! rb_insert_new(+Tree0, +Key, +Value, -Tree) is semidet.
%  As rb_insert/4; fails if Tree0 has the key.
%  ?- list_to_rbtree([a-1], _T), rb_insert_new(_T, a, 2, _).   %=> false.
rb_insert_new(Tree0, Key, Value, Tree) :-
    \+ get_assoc(Key, Tree0, _),
    put_assoc(Key, Tree0, Value, Tree).

%! rb_update(+Tree0, +Key, +Value, -Tree) is semidet.
%  As rb_insert/4; fails if Tree0 has not the key.
%  ?- list_to_rbtree([a-1], _T0), rb_update(_T0, a, 2, _T), rb_visit(_T, L).   %=> L = [a-2].
rb_update(Tree0, Key, Value, Tree) :-
    get_assoc(Key, Tree0, _, Tree, Value).

%! rb_update(+Tree0, +Key, ?Value0, ?Value, -Tree) is semidet.
%  Tree0 has Value0 for Key, Tree has Value.
%  ?- list_to_rbtree([a-1], _T0), rb_update(_T0, a, V0, 2, _T), rb_visit(_T, L).   %=> V0 = 1, L = [a-2].
rb_update(Tree0, Key, Value0, Value, Tree) :-
    get_assoc(Key, Tree0, Value0, Tree, Value).

%! rb_apply(+Tree0, +Key, :Goal, -Tree) is semidet.
%  Tree has the V1 of call(Goal, V0, V1) for Key, of which Tree0 has V0.
%  ?- list_to_rbtree([a-1], _T0), rb_apply(_T0, a, succ, _T), rb_visit(_T, L).   %=> L = [a-2].
rb_apply(Tree0, Key, Goal, Tree) :-
    get_assoc(Key, Tree0, Value0, Tree, Value),
    call(Goal, Value0, Value),
    !.

%! rb_delete(+Tree0, +Key, -Tree) is semidet.
%  Tree is Tree0 without Key.
%  ?- list_to_rbtree([a-1,b-2], _T0), rb_delete(_T0, a, _T), rb_keys(_T, L).   %=> L = [b].
rb_delete(Tree0, Key, Tree) :-
    del_assoc(Key, Tree0, _, Tree).

%! rb_delete(+Tree0, +Key, ?Value, -Tree) is semidet.
%  Tree0 has Value for Key; Tree is Tree0 without it.
%  ?- list_to_rbtree([a-1], T0), rb_delete(T0, a, V, T), rb_empty(T).
rb_delete(Tree0, Key, Value, Tree) :-
    del_assoc(Key, Tree0, Value, Tree).

%! rb_visit(+Tree, -Pairs) is det.
%  The Key-Value of Tree in order.
%  ?- list_to_rbtree([b-2,a-1], _T), rb_visit(_T, L).   %=> L = [a-1,b-2].
rb_visit(Tree, Pairs) :-
    assoc_to_list(Tree, Pairs).

%! rb_keys(+Tree, -Keys) is det.
%  The keys of Tree in order.
%  ?- list_to_rbtree([b-2,a-1], _T), rb_keys(_T, L).   %=> L = [a,b].
rb_keys(Tree, Keys) :-
    assoc_to_keys(Tree, Keys).

%! rb_size(+Tree, -Count) is det.
%  How many keys Tree has.
%  ?- list_to_rbtree([b-2,a-1], _T), rb_size(_T, N).   %=> N = 2.
rb_size(Tree, Count) :-
    assoc_to_keys(Tree, Keys),
    length(Keys, Count).

%! rb_map(+Tree, :Goal) is semidet.
%  call(Goal, Value) for each value of Tree.
%  ?- list_to_rbtree([b-2,a-1], T), rb_map(T, integer).
rb_map(Tree, Goal) :-
    map_assoc(Goal, Tree).

%! rb_map(+Tree0, :Goal, -Tree) is semidet.
%  Tree has the keys of Tree0 with the V1 of call(Goal, V0, V1).
%  ?- list_to_rbtree([a-1], _T0), rb_map(_T0, succ, _T), rb_visit(_T, L).   %=> L = [a-2].
rb_map(Tree0, Goal, Tree) :-
    map_assoc(Goal, Tree0, Tree).

%! rb_fold(:Goal, +Tree, +Start, -End) is semidet.
%  call(Goal, Key-Value, State0, State) for each key of Tree in order, from Start to End.
%  ?- list_to_rbtree([b-2,a-1], _T), rb_fold([_-_V,_S0,_S]>>(_S is _S0+_V), _T, 0, N).   %=> N = 3.
rb_fold(Goal, Tree, Start, End) :-
    assoc_to_list(Tree, Pairs),
    foldl(Goal, Pairs, Start, End).

%! rb_min(+Tree, -Key, -Value) is semidet.
%  The smallest key of Tree.
%  ?- list_to_rbtree([b-2,a-1], _T), rb_min(_T, K, V).   %=> K = a, V = 1.
rb_min(Tree, Key, Value) :-
    min_assoc(Tree, Key, Value).

%! rb_max(+Tree, -Key, -Value) is semidet.
%  The largest key of Tree.
%  ?- list_to_rbtree([b-2,a-1], _T), rb_max(_T, K, V).   %=> K = b, V = 2.
rb_max(Tree, Key, Value) :-
    max_assoc(Tree, Key, Value).

%! rb_del_min(+Tree0, -Key, -Value, -Tree) is semidet.
%  Tree is Tree0 without its smallest key.
%  ?- list_to_rbtree([b-2,a-1], _T0), rb_del_min(_T0, K, V, _).   %=> K = a, V = 1.
rb_del_min(Tree0, Key, Value, Tree) :-
    del_min_assoc(Tree0, Key, Value, Tree).

%! rb_del_max(+Tree0, -Key, -Value, -Tree) is semidet.
%  Tree is Tree0 without its largest key.
%  ?- list_to_rbtree([b-2,a-1], _T0), rb_del_max(_T0, K, V, _).   %=> K = b, V = 2.
rb_del_max(Tree0, Key, Value, Tree) :-
    del_max_assoc(Tree0, Key, Value, Tree).

%! rb_next(+Tree, +Key, -Next, -Value) is semidet.
%  The smallest key of Tree that is larger than Key.
%  ?- list_to_rbtree([b-2,a-1], _T), rb_next(_T, a, K, V).   %=> K = b, V = 2.
rb_next(Tree, Key, Next, Value) :-
    (   var(Tree)
    ->  instantiation_error(Tree)
    ;   true
    ),
    Tree = t(Key0, Value0, _, Left, Right),
    (   Key0 @> Key
    ->  (   rb_next(Left, Key, Next0, Value1)
        ->  Next = Next0,
            Value = Value1
        ;   Next = Key0,
            Value = Value0
        )
    ;   rb_next(Right, Key, Next, Value)
    ).

%! rb_previous(+Tree, +Key, -Previous, -Value) is semidet.
%  The largest key of Tree that is smaller than Key.
%  ?- list_to_rbtree([b-2,a-1], _T), rb_previous(_T, b, K, V).   %=> K = a, V = 1.
rb_previous(Tree, Key, Previous, Value) :-
    (   var(Tree)
    ->  instantiation_error(Tree)
    ;   true
    ),
    Tree = t(Key0, Value0, _, Left, Right),
    (   Key0 @< Key
    ->  (   rb_previous(Right, Key, Previous0, Value1)
        ->  Previous = Previous0,
            Value = Value1
        ;   Previous = Key0,
            Value = Value0
        )
    ;   rb_previous(Left, Key, Previous, Value)
    ).
