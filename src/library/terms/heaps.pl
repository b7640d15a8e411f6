% Priority queues, smallest priority first. A heap is heap(Tree, Count), where a tree is `nil`, or t(Key, Priority,
% Trees) with the smallest priority at its root (a pairing heap: Fredman, Sedgewick, Sleator and Tarjan, 1986).

%! empty_heap(?Heap) is semidet.
%  True if Heap has no elements.
%  ?- empty_heap(H), heap_size(H, N).   %=> N = 0, H = heap(nil, 0).
empty_heap(heap(nil, 0)).

%! singleton_heap(?Heap, ?Priority, ?Key) is semidet.
%  True if Heap has the single element Priority-Key.
%  ?- singleton_heap(H, 1, a), heap_to_list(H, L), H = heap(_, N).   %=> L = [1-a], N = 1, H = heap(t(a,1,[]),1).
singleton_heap(heap(t(Key, Priority, []), 1), Priority, Key).

%! is_heap(@Term) is semidet.
%  True if Term is a heap.
%  ?- list_to_heap([2-b,1-a], H), is_heap(H).
is_heap(Term) :-
    nonvar(Term),
    Term = heap(Tree, Count),
    integer(Count),
    nonvar(Tree),
    (   Tree = nil
    ->  Count =:= 0
    ;   Tree = t(_, _, _)
    ).

%! add_to_heap(+Heap0, +Priority, +Key, -Heap) is det.
%  Heap is Heap0 with Key added at Priority.
%  ?- empty_heap(H0), add_to_heap(H0, 2, b, H1), add_to_heap(H1, 1, a, H), min_of_heap(H, P, K), heap_size(H, N).
add_to_heap(heap(Tree0, Count0), Priority, Key, heap(Tree, Count)) :-
    '$meld'(Tree0, t(Key, Priority, []), Tree),
    Count is Count0 + 1.

%! get_from_heap(+Heap0, ?Priority, -Key, -Heap) is semidet.
%  Removes the element of Heap0 with the smallest priority; Heap is the rest.
%  ?- list_to_heap([3-c,1-a,2-b], _H), get_from_heap(_H, P, K, _R), heap_to_list(_R, L), _H = _.   %=> P = 1, K = a, L = [2-b,3-c].
get_from_heap(heap(t(Key, Priority, Trees), Count0), Priority, Key, heap(Tree, Count)) :-
    '$meld_pairs'(Trees, Tree),
    Count is Count0 - 1.

%! min_of_heap(+Heap, ?Priority, ?Key) is semidet.
%  Priority-Key is the element with the smallest priority.
%  ?- list_to_heap([3-c,1-a], _H), min_of_heap(_H, P, K).   %=> P = 1, K = a.
min_of_heap(heap(t(Key, Priority, _), _), Priority, Key).

%! min_of_heap(+Heap, ?Priority1, ?Key1, ?Priority2, ?Key2) is semidet.
%  Priority1-Key1 and Priority2-Key2 are the elements with the two smallest priorities, in order.
%  ?- list_to_heap([3-c,1-a,2-b], _H), min_of_heap(_H, _, K1, _, K2).   %=> K1 = a, K2 = b.
min_of_heap(Heap, Priority1, Key1, Priority2, Key2) :-
    get_from_heap(Heap, Priority1, Key1, Rest),
    min_of_heap(Rest, Priority2, Key2).

%! delete_from_heap(+Heap0, ?Priority, ?Key, -Heap) is semidet.
%  Heap is Heap0 without Key, which has Priority; takes linear time.
%  ?- list_to_heap([3-c,1-a], _H), delete_from_heap(_H, P, c, _R), heap_size(_R, N).   %=> P = 3, N = 1.
delete_from_heap(Heap0, Priority, Key, Heap) :-
    (   get_from_heap(Heap0, Priority, Key, Rest)
    ->  Heap = Rest
    ;   get_from_heap(Heap0, Priority0, Key0, Heap1),
        delete_from_heap(Heap1, Priority, Key, Heap2),
        add_to_heap(Heap2, Priority0, Key0, Heap)
    ).

%! heap_size(+Heap, -Count) is det.
%  Count is the number of elements.
%  ?- list_to_heap([3-c,1-a], _H), heap_size(_H, N).   %=> N = 2.
heap_size(heap(_, Count), Count).

%! heap_to_list(+Heap, -Pairs) is det.
%  Pairs is the list of Priority-Key of Heap, sorted.
%  ?- list_to_heap([3-c,1-a], _H), heap_to_list(_H, L).   %=> L = [1-a,3-c].
heap_to_list(Heap, Pairs) :-
    (   Heap = heap(nil, 0)
    ->  Pairs = []
    ;   get_from_heap(Heap, Priority, Key, Rest),
        Pairs = [Priority-Key|Pairs1],
        heap_to_list(Rest, Pairs1)
    ).

%! list_to_heap(+Pairs, -Heap) is det.
%  Heap has the elements Priority-Key of Pairs.
%  ?- list_to_heap([], H).   %=> H = heap(nil, 0).
list_to_heap(Pairs, Heap) :-
    must_be(list, Pairs),
    must_be(list(pair), Pairs),
    empty_heap(Empty),
    foldl('$add_pair', Pairs, Empty, Heap).

%! '$add_pair'(+Pair, +Heap0, -Heap)
'$add_pair'(Priority-Key, Heap0, Heap) :-
    add_to_heap(Heap0, Priority, Key, Heap).

%! merge_heaps(+Heap1, +Heap2, -Heap) is det.
%  Heap has the elements of Heap1 and Heap2.
%  ?- list_to_heap([3-c], _A), list_to_heap([1-a], _B), merge_heaps(_A, _B, _H), heap_to_list(_H, L).   %=> L = [1-a,3-c].
merge_heaps(heap(Tree1, Count1), heap(Tree2, Count2), heap(Tree, Count)) :-
    '$meld'(Tree1, Tree2, Tree),
    Count is Count1 + Count2.

%! '$meld'(+Tree1, +Tree2, -Tree)
'$meld'(nil, Tree, Tree) :- !.
'$meld'(Tree, nil, Tree) :- !.
'$meld'(t(K1, P1, Trees1), t(K2, P2, Trees2), Tree) :-
    (   P1 @< P2
    ->  Tree = t(K1, P1, [t(K2, P2, Trees2)|Trees1])
    ;   Tree = t(K2, P2, [t(K1, P1, Trees1)|Trees2])
    ).

%! '$meld_pairs'(+Trees, -Tree)
'$meld_pairs'([], nil).
'$meld_pairs'([Tree|Trees], Result) :-
    (   Trees = [Next|Others]
    ->  '$meld'(Tree, Next, Both),
        '$meld_pairs'(Others, Rest),
        '$meld'(Both, Rest, Result)
    ;   Result = Tree
    ).
