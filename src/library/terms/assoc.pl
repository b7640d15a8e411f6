% Association lists: AVL trees from keys to values, in the standard order of terms. A tree is t, or t(Key, Value,
% Balance, Left, Right), where Balance is < if Left is deeper, > if Right is deeper, and - if both are equally deep.

%! empty_assoc(?Assoc) is det.
%  True if Assoc is the empty association list.
%  ?- empty_assoc(A), assoc_to_list(A, []).
empty_assoc(t).

%! is_assoc(@Assoc) is semidet.
%  True if Assoc is an association list: a balanced tree with its keys in order.
%  ?- list_to_assoc([a-1,b-2], A), is_assoc(A).
is_assoc(Assoc) :-
    '$depth_of_assoc'(Assoc, _),
    assoc_to_keys(Assoc, Keys),
    sort(Keys, Sorted),
    Sorted == Keys.

%! '$depth_of_assoc'(@Assoc, -Depth) is semidet.
'$depth_of_assoc'(Assoc, Depth) :-
    nonvar(Assoc),
    '$depth_of_node'(Assoc, Depth).

%! '$depth_of_node'(+Assoc, -Depth) is semidet.
'$depth_of_node'(t, 0).
'$depth_of_node'(t(_, _, Balance, Left, Right), Depth) :-
    '$depth_of_assoc'(Left, DepthLeft),
    '$depth_of_assoc'(Right, DepthRight),
    Lean is DepthRight - DepthLeft,
    '$leans'(Balance, Lean),
    Depth is max(DepthLeft, DepthRight) + 1.

%! '$leans'(?Balance, +Lean) is semidet.
'$leans'(<, -1).
'$leans'(-, 0).
'$leans'(>, 1).

%! get_assoc(+Key, +Assoc, ?Value) is semidet.
%  True if Assoc associates Key with Value.
%  ?- list_to_assoc([a-1,b-2], A), get_assoc(b, A, V).
get_assoc(Key, Assoc, Value) :-
    '$get_assoc'(Key, Assoc, Value).

%! put_assoc(+Key, +Assoc0, +Value, -Assoc) is det.
%  Assoc is Assoc0 with Key associated with Value.
%  ?- empty_assoc(_E), put_assoc(k, _E, v, _A), assoc_to_list(_A, L).   %=> L = [k-v].
put_assoc(Key, Assoc0, Value, Assoc) :-
    (   nonvar(Assoc0),
        ( Assoc0 = t ; Assoc0 = t(_, _, _, _, _) )
    ->  true
    ;   throw(error(existence_error(matching_rule, assoc:insert(Assoc0, Key, Value, Assoc, _)), _))
    ),
    '$put_assoc'(Assoc0, Key, Value, Assoc, _).

%! '$put_assoc'(+Tree0, +Key, +Value, -Tree, -Deeper)
%  Deeper is whether Tree is one level deeper than Tree0.
'$put_assoc'(t, Key, Value, t(Key, Value, -, t, t), yes).
'$put_assoc'(t(Other, Value0, Balance, Left, Right), Key, Value, Tree, Deeper) :-
    compare(Order, Key, Other),
    '$put_assoc'(Order, Key, Value, t(Other, Value0, Balance, Left, Right), Tree, Deeper).

%! '$put_assoc'(+Order, +Key, +Value, +Tree0, -Tree, -Deeper)
'$put_assoc'(=, Key, Value, t(_, _, Balance, Left, Right), t(Key, Value, Balance, Left, Right), no).
'$put_assoc'(<, Key, Value, t(Other, Value0, Balance, Left0, Right), Tree, Deeper) :-
    '$put_assoc'(Left0, Key, Value, Left, LeftDeeper),
    '$left_deeper'(LeftDeeper, Balance, Other, Value0, Left, Right, Tree, Deeper).
'$put_assoc'(>, Key, Value, t(Other, Value0, Balance, Left, Right0), Tree, Deeper) :-
    '$put_assoc'(Right0, Key, Value, Right, RightDeeper),
    '$right_deeper'(RightDeeper, Balance, Other, Value0, Left, Right, Tree, Deeper).

%! '$left_deeper'(+LeftDeeper, +Balance, +Key, +Value, +Left, +Right, -Tree, -Deeper)
'$left_deeper'(no, Balance, Key, Value, Left, Right, t(Key, Value, Balance, Left, Right), no).
'$left_deeper'(yes, -, Key, Value, Left, Right, t(Key, Value, <, Left, Right), yes).
'$left_deeper'(yes, >, Key, Value, Left, Right, t(Key, Value, -, Left, Right), no).
'$left_deeper'(yes, <, Key, Value, Left, Right, Tree, no) :-
    Left = t(_, _, Balance, _, _),
    '$rotate_right'(Balance, Left, Key, Value, Right, Tree).

%! '$right_deeper'(+RightDeeper, +Balance, +Key, +Value, +Left, +Right, -Tree, -Deeper)
'$right_deeper'(no, Balance, Key, Value, Left, Right, t(Key, Value, Balance, Left, Right), no).
'$right_deeper'(yes, -, Key, Value, Left, Right, t(Key, Value, >, Left, Right), yes).
'$right_deeper'(yes, <, Key, Value, Left, Right, t(Key, Value, -, Left, Right), no).
'$right_deeper'(yes, >, Key, Value, Left, Right, Tree, no) :-
    Right = t(_, _, Balance, _, _),
    '$rotate_left'(Balance, Right, Key, Value, Left, Tree).

%! '$rotate_right'(+LeftBalance, +Left, +Key, +Value, +Right, -Tree)
%  Rebalances a tree whose left side has become two levels deeper than the right one.
'$rotate_right'(<, t(K, V, _, A, B), Key, Value, Right, t(K, V, -, A, t(Key, Value, -, B, Right))).
'$rotate_right'(>, t(K, V, _, A, t(K1, V1, Balance, B, C)), Key, Value, Right,
                t(K1, V1, -, t(K, V, BalanceLeft, A, B), t(Key, Value, BalanceRight, C, Right))) :-
    '$split_balance'(Balance, BalanceLeft, BalanceRight).

%! '$rotate_left'(+RightBalance, +Right, +Key, +Value, +Left, -Tree)
%  Rebalances a tree whose right side has become two levels deeper than the left one.
'$rotate_left'(>, t(K, V, _, B, C), Key, Value, Left, t(K, V, -, t(Key, Value, -, Left, B), C)).
'$rotate_left'(<, t(K, V, _, t(K1, V1, Balance, A, B), C), Key, Value, Left,
               t(K1, V1, -, t(Key, Value, BalanceLeft, Left, A), t(K, V, BalanceRight, B, C))) :-
    '$split_balance'(Balance, BalanceLeft, BalanceRight).

%! '$split_balance'(+Balance, -BalanceLeft, -BalanceRight)
%  The balances of the neighbours among which a double rotation divides the middle tree.
'$split_balance'(-, -, -).
'$split_balance'(<, -, >).
'$split_balance'(>, <, -).

%! list_to_assoc(+Pairs, -Assoc) is det.
%  Assoc is the association list of Pairs, a list of Key-Value without duplicate keys.
%  ?- list_to_assoc([b-1,a-2], A).   %=> A = t(b,1,<,t(a,2,-,t,t),t).
%  ?- list_to_assoc([a-1,a-2], _).   %=> domain_error(unique_key_pairs, [a-1,a-2]).
list_to_assoc(Pairs, Assoc) :-
    must_be(list, Pairs),
    must_be(list(pair), Pairs),
    keysort(Pairs, Sorted),
    length(Sorted, Count),
    (   '$tree_of_pairs'(Count, Sorted, [], Tree, _)
    ->  Assoc = Tree
    ;   domain_error(unique_key_pairs, Pairs)
    ).

%! '$tree_of_pairs'(+Count, +Pairs, -Rest, -Tree, -Depth) is semidet.
%  Tree contains the first Count of the sorted Pairs, Rest are the others; fails if there are duplicate keys.
'$tree_of_pairs'(Count, Pairs, Rest, Tree, Depth) :-
    (   Count =:= 0
    ->  Rest = Pairs,
        Tree = t,
        Depth = 0
    ;   CountLeft is Count // 2,
        CountRight is Count - 1 - CountLeft,
        '$tree_of_pairs'(CountLeft, Pairs, [Key-Value|Pairs1], Left, DepthLeft),
        '$differs_from_next'(Pairs1, Key),
        '$tree_of_pairs'(CountRight, Pairs1, Rest, Right, DepthRight),
        Depth is DepthLeft + 1,
        (   DepthLeft =:= DepthRight
        ->  Balance = (-)
        ;   Balance = (<)
        ),
        Tree = t(Key, Value, Balance, Left, Right)
    ).

%! '$differs_from_next'(+Pairs, +Key) is semidet.
'$differs_from_next'([], _).
'$differs_from_next'([Other-_|_], Key) :-
    Other \== Key.

%! ord_list_to_assoc(+Pairs, -Assoc) is det.
%  Like list_to_assoc/2, but Pairs must be sorted by key.
%  ?- ord_list_to_assoc([a-1,b-2], _A), get_assoc(b, _A, V).   %=> V = 2.
%  ?- ord_list_to_assoc([b-1,a-2], _).   %=> domain_error(key_ordered_pairs, [b-1,a-2]).
ord_list_to_assoc(Pairs, Assoc) :-
    (   \+ '$is_list_or_partial'(Pairs)
    ->  domain_error(key_ordered_pairs, Pairs)
    ;   is_list(Pairs),
        \+ ( is_of_type(list(pair), Pairs), pairs_keys(Pairs, Keys), is_ordset(Keys) )
    ->  domain_error(key_ordered_pairs, Pairs)
    ;   list_to_assoc(Pairs, Assoc)
    ).

%! assoc_to_list(+Assoc, -Pairs) is det.
%  Pairs is the list of Key-Value of Assoc, sorted by key.
%  ?- list_to_assoc([b-1,a-2], _A), assoc_to_list(_A, L).   %=> L = [a-2,b-1].
assoc_to_list(Assoc, Pairs) :-
    '$assoc_pairs'(Assoc, Pairs, []).

%! '$assoc_pairs'(+Assoc, -Pairs, ?Tail)
'$assoc_pairs'(t, Pairs, Pairs).
'$assoc_pairs'(t(Key, Value, _, Left, Right), Pairs, Tail) :-
    '$assoc_pairs'(Left, Pairs, [Key-Value|Middle]),
    '$assoc_pairs'(Right, Middle, Tail).

%! assoc_to_keys(+Assoc, -Keys) is det.
%  Keys is the sorted list of the keys of Assoc.
%  ?- list_to_assoc([b-1,a-2], _A), assoc_to_keys(_A, L).   %=> L = [a,b].
assoc_to_keys(Assoc, Keys) :-
    assoc_to_list(Assoc, Pairs),
    pairs_keys(Pairs, Keys).

%! assoc_to_values(+Assoc, -Values) is det.
%  Values is the list of the values of Assoc, sorted by key.
%  ?- list_to_assoc([b-1,a-2], _A), assoc_to_values(_A, L).   %=> L = [2,1].
assoc_to_values(Assoc, Values) :-
    assoc_to_list(Assoc, Pairs),
    pairs_values(Pairs, Values).

%! gen_assoc(?Key, +Assoc, ?Value) is nondet.
%  True if Assoc associates Key with Value; enumerates the keys in order.
%  ?- list_to_assoc([b-1,a-2], _A), findall(_K, gen_assoc(_K, _A, _), L).   %=> L = [a,b].
gen_assoc(Key, Assoc, Value) :-
    (   ground(Key)
    ->  get_assoc(Key, Assoc, Value)
    ;   '$is_assoc_node'(Assoc, gen_assoc_(Key, Assoc, Value)),
        assoc_to_list(Assoc, Pairs),
        member(Key-Value, Pairs)
    ).

%! '$is_assoc_node'(@Assoc, +Goal) is det.
%  Goal has no rule for what is no tree.
'$is_assoc_node'(Assoc, Goal) :-
    (   ( var(Assoc) ; Assoc == t ; functor(Assoc, t, 5) )
    ->  true
    ;   throw(error(existence_error(matching_rule, assoc:Goal), _))
    ).

%! max_assoc(+Assoc, -Key, -Value) is semidet.
%  Key is the largest key of Assoc, and Value its value.
%  ?- max_assoc(t(a, 1, <, t, _), _, _).   %=> instantiation_error.
%  ?- list_to_assoc([b-1,a-2], _A), max_assoc(_A, K, V).   %=> K = b, V = 1.
max_assoc(Assoc, Key, Value) :-
    (   var(Assoc)
    ->  instantiation_error(Assoc)
    ;   Assoc = t(Key0, Value0, _, _, Right)
    ->  '$max_assoc'(Right, Key0, Value0, Key, Value)
    ;   Assoc \== t,
        '$is_assoc_node'(Assoc, max_assoc(Assoc, Key, Value))
    ).

%! '$max_assoc'(+Assoc, +Key0, +Value0, -Key, -Value)
%  Key0 and Value0 are those of the node above.
'$max_assoc'(t, Key0, Value0, Key, Value) =>
    Key = Key0,
    Value = Value0.
'$max_assoc'(t(Key1, Value1, _, _, Right), _, _, Key, Value) =>
    '$max_assoc'(Right, Key1, Value1, Key, Value).
'$max_assoc'(Assoc, _, _, Key, Value) =>
    max_assoc(Assoc, Key, Value).

%! min_assoc(+Assoc, -Key, -Value) is semidet.
%  Key is the smallest key of Assoc, and Value its value.
%  ?- list_to_assoc([b-1,a-2], _A), min_assoc(_A, K, V).   %=> K = a, V = 2.
min_assoc(Assoc, Key, Value) :-
    (   var(Assoc)
    ->  instantiation_error(Assoc)
    ;   Assoc = t(Key0, Value0, _, Left, _)
    ->  '$min_assoc'(Left, Key0, Value0, Key, Value)
    ;   Assoc \== t,
        '$is_assoc_node'(Assoc, min_assoc(Assoc, Key, Value))
    ).

%! '$min_assoc'(+Assoc, +Key0, +Value0, -Key, -Value)
%  Key0 and Value0 are those of the node above.
'$min_assoc'(t, Key0, Value0, Key, Value) =>
    Key = Key0,
    Value = Value0.
'$min_assoc'(t(Key1, Value1, _, Left, _), _, _, Key, Value) =>
    '$min_assoc'(Left, Key1, Value1, Key, Value).
'$min_assoc'(Assoc, _, _, Key, Value) =>
    min_assoc(Assoc, Key, Value).

%! map_assoc(:Goal, +Assoc) is semidet.
%  True if call(Goal, Value) is true for every value of Assoc.
%  ?- list_to_assoc([b-1,a-2], _A), map_assoc(integer, _A).
map_assoc(Goal, Assoc) :-
    '$is_assoc_node'(Assoc, map_assoc_(Assoc, Goal)),
    assoc_to_values(Assoc, Values),
    maplist(Goal, Values).

%! map_assoc(:Goal, +Assoc0, ?Assoc) is nondet.
%  Assoc has the keys of Assoc0, and for each value Value0 the V of call(Goal, Value0, V).
%  ?- list_to_assoc([b-1,a-2], _A), map_assoc(succ, _A, _B), assoc_to_list(_B, L).   %=> L = [a-3,b-2].
map_assoc(Goal, Assoc0, Assoc) :-
    '$is_assoc_node'(Assoc0, map_assoc_(Assoc0, Goal, Assoc)),
    '$map_assoc'(Assoc0, Goal, Assoc).

%! '$map_assoc'(?Assoc0, :Goal, ?Assoc) is nondet.
'$map_assoc'(t, _, t).
'$map_assoc'(t(Key, Value0, Balance, Left0, Right0), Goal, t(Key, Value, Balance, Left, Right)) :-
    '$map_assoc'(Left0, Goal, Left),
    call(Goal, Value0, Value),
    '$map_assoc'(Right0, Goal, Right).

%! del_assoc(+Key, +Assoc0, ?Value, -Assoc) is semidet.
%  True if Assoc0 associates Key with Value; Assoc is Assoc0 without Key.
%  ?- list_to_assoc([a-1,b-2,c-3], _A), del_assoc(b, _A, V, _B), assoc_to_list(_B, L).   %=> V = 2, L = [a-1,c-3].
del_assoc(Key, Assoc0, Value, Assoc) :-
    '$is_assoc_node'(Assoc0, delete(Assoc0, Key, Value, Assoc, _)),
    '$del_assoc'(Assoc0, Key, Value, Assoc, _).

%! del_min_assoc(+Assoc0, -Key, -Value, -Assoc) is semidet.
%  Key is the smallest key of Assoc0, with Value; Assoc is Assoc0 without it.
%  ?- list_to_assoc([a-1,b-2], _A), del_min_assoc(_A, K, V, _B), assoc_to_list(_B, L).   %=> K = a, V = 1, L = [b-2].
del_min_assoc(Assoc0, Key, Value, Assoc) :-
    '$del_min'(Assoc0, Key, Value, Assoc, _).

%! del_max_assoc(+Assoc0, -Key, -Value, -Assoc) is semidet.
%  Key is the largest key of Assoc0, with Value; Assoc is Assoc0 without it.
%  ?- list_to_assoc([a-1,b-2], _A), del_max_assoc(_A, K, V, _B), assoc_to_list(_B, L).   %=> K = b, V = 2, L = [a-1].
del_max_assoc(Assoc0, Key, Value, Assoc) :-
    '$del_max'(Assoc0, Key, Value, Assoc, _).

%! get_assoc(+Key, +Assoc0, ?Value0, -Assoc, ?Value) is semidet.
%  True if Assoc0 associates Key with Value0; Assoc is Assoc0 with Value instead.
%  ?- list_to_assoc([a-1,b-2], _A), get_assoc(b, _A, V, _B, 7), assoc_to_list(_B, L).   %=> V = 2, L = [a-1,b-7].
get_assoc(Key, Assoc0, Value0, Assoc, Value) :-
    (   var(Assoc0)
    ->  instantiation_error(Assoc0)
    ;   Assoc0 = t(Other, Value1, Balance, Left0, Right0)
    ->  Assoc = t(Other, Value2, Balance, Left, Right),
        compare(Order, Key, Other),
        (   Order = (=)
        ->  Value0 = Value1,
            Value2 = Value,
            Left = Left0,
            Right = Right0
        ;   Value2 = Value1,
            (   Order = (<)
            ->  Right = Right0,
                get_assoc(Key, Left0, Value0, Left, Value)
            ;   Left = Left0,
                get_assoc(Key, Right0, Value0, Right, Value)
            )
        )
    ;   Assoc0 \== t,
        '$is_assoc_node'(Assoc0, get_assoc(Key, Assoc0, Value0, Assoc, Value))
    ).

%! '$del_assoc'(+Tree0, +Key, ?Value, -Tree, -Shallower)
'$del_assoc'(Tree0, Key, Value, Tree, Shallower) :-
    (   var(Tree0)
    ->  instantiation_error(Tree0)
    ;   true
    ),
    Tree0 = t(Other, Value0, Balance, Left, Right),
    compare(Order, Key, Other),
    '$del_assoc'(Order, Key, Value, t(Other, Value0, Balance, Left, Right), Tree, Shallower).

%! '$del_assoc'(+Order, +Key, ?Value, +Tree0, -Tree, -Shallower)
'$del_assoc'(=, _, Value, t(_, Value, Balance, Left, Right0), Tree, Shallower) :-
    (   Left == t
    ->  Tree = Right0,
        Shallower = yes
    ;   Right0 == t
    ->  Tree = Left,
        Shallower = yes
    ;   '$del_min'(Right0, Key1, Value1, Right, RightShallower),
        '$right_shallower'(RightShallower, Balance, Key1, Value1, Left, Right, Tree, Shallower)
    ).
'$del_assoc'(<, Key, Value, t(Other, Value0, Balance, Left0, Right), Tree, Shallower) :-
    '$del_assoc'(Left0, Key, Value, Left, LeftShallower),
    '$left_shallower'(LeftShallower, Balance, Other, Value0, Left, Right, Tree, Shallower).
'$del_assoc'(>, Key, Value, t(Other, Value0, Balance, Left, Right0), Tree, Shallower) :-
    '$del_assoc'(Right0, Key, Value, Right, RightShallower),
    '$right_shallower'(RightShallower, Balance, Other, Value0, Left, Right, Tree, Shallower).

%! '$del_min'(+Tree0, -Key, -Value, -Tree, -Shallower)
'$del_min'(Tree0, Key, Value, Tree, Shallower) :-
    (   var(Tree0)
    ->  instantiation_error(Tree0)
    ;   true
    ),
    Tree0 = t(Other, Value0, Balance, Left0, Right),
    (   Left0 == t
    ->  Key = Other,
        Value = Value0,
        Tree = Right,
        Shallower = yes
    ;   '$del_min'(Left0, Key, Value, Left, LeftShallower),
        '$left_shallower'(LeftShallower, Balance, Other, Value0, Left, Right, Tree, Shallower)
    ).

%! '$del_max'(+Tree0, -Key, -Value, -Tree, -Shallower)
'$del_max'(Tree0, Key, Value, Tree, Shallower) :-
    (   var(Tree0)
    ->  instantiation_error(Tree0)
    ;   true
    ),
    Tree0 = t(Other, Value0, Balance, Left, Right0),
    (   Right0 == t
    ->  Key = Other,
        Value = Value0,
        Tree = Left,
        Shallower = yes
    ;   '$del_max'(Right0, Key, Value, Right, RightShallower),
        '$right_shallower'(RightShallower, Balance, Other, Value0, Left, Right, Tree, Shallower)
    ).

%! '$left_shallower'(+LeftShallower, +Balance, +Key, +Value, +Left, +Right, -Tree, -Shallower)
'$left_shallower'(no, Balance, Key, Value, Left, Right, t(Key, Value, Balance, Left, Right), no).
'$left_shallower'(yes, <, Key, Value, Left, Right, t(Key, Value, -, Left, Right), yes).
'$left_shallower'(yes, -, Key, Value, Left, Right, t(Key, Value, >, Left, Right), no).
'$left_shallower'(yes, >, Key, Value, Left, Right, Tree, Shallower) :-
    Right = t(K, V, Balance, A, B),
    (   Balance = (-)
    ->  Tree = t(K, V, <, t(Key, Value, >, Left, A), B),
        Shallower = no
    ;   '$rotate_left'(Balance, Right, Key, Value, Left, Tree),
        Shallower = yes
    ).

%! '$right_shallower'(+RightShallower, +Balance, +Key, +Value, +Left, +Right, -Tree, -Shallower)
'$right_shallower'(no, Balance, Key, Value, Left, Right, t(Key, Value, Balance, Left, Right), no).
'$right_shallower'(yes, >, Key, Value, Left, Right, t(Key, Value, -, Left, Right), yes).
'$right_shallower'(yes, -, Key, Value, Left, Right, t(Key, Value, <, Left, Right), no).
'$right_shallower'(yes, <, Key, Value, Left, Right, Tree, Shallower) :-
    Left = t(K, V, Balance, A, B),
    (   Balance = (-)
    ->  Tree = t(K, V, >, A, t(Key, Value, <, B, Right)),
        Shallower = no
    ;   '$rotate_right'(Balance, Left, Key, Value, Right, Tree),
        Shallower = yes
    ).
