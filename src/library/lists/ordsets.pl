% Ordered sets: lists sorted in the standard order of terms, without duplicates.

%! list_to_ord_set(+List, -Set) is det.
%  Set is the ordered set of the elements of List.
%  ?- list_to_ord_set([b,a,b], S).   %=> S = [a,b].
list_to_ord_set(List, Set) :-
    sort(List, Set0),
    Set = Set0.

%! is_ordset(@Term) is semidet.
%  True if Term is an ordered set.
%  ?- is_ordset([b,a]).   %=> false.
is_ordset(Term) :-
    is_list(Term),
    sort(Term, Sorted),
    Term == Sorted.

%! ord_empty(?Set) is semidet.
%  True if Set is the empty set.
%  ?- ord_empty(S).   %=> S = [].
ord_empty([]).

%! ord_insert(+Set, +X, -Set1) is det.
%  Synonym of ord_add_element/3.
%  ?- ord_insert([a,c], b, S).   %=> S = [a,b,c].
ord_insert(Set, X, Set1) :-
    ord_add_element(Set, X, Set1).

%! ord_add_element(+Set, +X, -Set1) is det.
%  Set1 is Set with X added.
%  ?- ord_add_element([a,c], b, S).   %=> S = [a,b,c].
ord_add_element([], X, [X]).
ord_add_element([Y|Ys], X, Set) :-
    compare(Order, X, Y),
    '$ord_add'(Order, X, Y, Ys, Set).

%! '$ord_add'(+Order, +X, +Y, +Ys, -Set)
'$ord_add'(<, X, Y, Ys, [X,Y|Ys]).
'$ord_add'(=, _, Y, Ys, [Y|Ys]).
'$ord_add'(>, X, Y, Ys, [Y|Set]) :-
    ord_add_element(Ys, X, Set).

%! ord_del_element(+Set, +X, -Set1) is det.
%  Set1 is Set without X.
%  ?- ord_del_element([a,b], b, S).   %=> S = [a].
ord_del_element([], _, []).
ord_del_element([Y|Ys], X, Set) :-
    compare(Order, X, Y),
    '$ord_del'(Order, X, Y, Ys, Set).

%! '$ord_del'(+Order, +X, +Y, +Ys, -Set)
'$ord_del'(<, _, Y, Ys, [Y|Ys]).
'$ord_del'(=, _, _, Ys, Ys).
'$ord_del'(>, X, Y, Ys, [Y|Set]) :-
    ord_del_element(Ys, X, Set).

%! ord_memberchk(+X, +Set) is semidet.
%  True if X is identical to an element of Set.
%  ?- ord_memberchk(b, [a,b]).
ord_memberchk(X, [_,_,_,Y4|Ys]) :-
    X @> Y4,
    !,
    ord_memberchk(X, Ys).
ord_memberchk(X, [Y|Ys]) :-
    compare(Order, X, Y),
    (   Order = (=)
    ->  true
    ;   Order = (>),
        ord_memberchk(X, Ys)
    ).

%! ord_union(+Set1, +Set2, -Union) is det.
%  Union is the union of Set1 and Set2.
%  ?- ord_union([a,c], [b,c], S).   %=> S = [a,b,c].
ord_union([], Ys, Ys).
ord_union([X|Xs], Ys, Zs) :-
    '$ord_union'(Ys, X, Xs, Zs).

%! '$ord_union'(+Ys, +X, +Xs, -Zs)
'$ord_union'([], X, Xs, [X|Xs]).
'$ord_union'([Y|Ys], X, Xs, Zs) :-
    compare(Order, X, Y),
    '$ord_union'(Order, X, Xs, Y, Ys, Zs).

%! '$ord_union'(+Order, +X, +Xs, +Y, +Ys, -Zs)
'$ord_union'(<, X, Xs, Y, Ys, [X|Zs]) :-
    '$ord_union'(Xs, Y, Ys, Zs).
'$ord_union'(=, X, Xs, _, Ys, [X|Zs]) :-
    ord_union(Xs, Ys, Zs).
'$ord_union'(>, X, Xs, Y, Ys, [Y|Zs]) :-
    '$ord_union'(Ys, X, Xs, Zs).

%! ord_union(+Sets, -Union) is det.
%  Union is the union of all Sets.
%  ?- ord_union([[c],[a],[b]], S).   %=> S = [a,b,c].
ord_union(Sets, Union) :-
    append(Sets, List),
    sort(List, Union0),
    Union = Union0.

%! ord_subtract(+Set1, +Set2, -Rest) is det.
%  Rest has the elements of Set1 that are not in Set2.
%  ?- ord_subtract([a,b,c], [b], S).   %=> S = [a,c].
ord_subtract([], _, []).
ord_subtract([X|Xs], Ys, Zs) :-
    '$ord_subtract'(Ys, X, Xs, Zs).

%! '$ord_subtract'(+Ys, +X, +Xs, -Zs)
'$ord_subtract'([], X, Xs, [X|Xs]).
'$ord_subtract'([Y|Ys], X, Xs, Zs) :-
    compare(Order, X, Y),
    '$ord_subtract'(Order, X, Xs, Y, Ys, Zs).

%! '$ord_subtract'(+Order, +X, +Xs, +Y, +Ys, -Zs)
'$ord_subtract'(<, X, Xs, Y, Ys, [X|Zs]) :-
    ord_subtract(Xs, [Y|Ys], Zs).
'$ord_subtract'(=, _, Xs, _, Ys, Zs) :-
    ord_subtract(Xs, Ys, Zs).
'$ord_subtract'(>, X, Xs, _, Ys, Zs) :-
    '$ord_subtract'(Ys, X, Xs, Zs).

%! ord_intersection(+Set1, +Set2, -Both) is det.
%  Both is the intersection of Set1 and Set2.
%  ?- ord_intersection([a,b], [b,c], S).   %=> S = [b].
ord_intersection([], _, []).
ord_intersection([X|Xs], Ys, Zs) :-
    '$ord_both'(Ys, X, Xs, Zs).

%! '$ord_both'(+Ys, +X, +Xs, -Zs)
'$ord_both'([], _, _, []).
'$ord_both'([Y|Ys], X, Xs, Zs) :-
    compare(Order, X, Y),
    '$ord_both'(Order, X, Xs, Y, Ys, Zs).

%! '$ord_both'(+Order, +X, +Xs, +Y, +Ys, -Zs)
'$ord_both'(<, _, Xs, Y, Ys, Zs) :-
    ord_intersection(Xs, [Y|Ys], Zs).
'$ord_both'(=, X, Xs, _, Ys, [X|Zs]) :-
    ord_intersection(Xs, Ys, Zs).
'$ord_both'(>, X, Xs, _, Ys, Zs) :-
    '$ord_both'(Ys, X, Xs, Zs).

%! ord_subset(+Set1, +Set2) is semidet.
%  True if every element of Set1 is in Set2.
%  ?- ord_subset([a], [a,b]).
ord_subset(Xs, Ys) :-
    ord_subtract(Xs, Ys, []).

%! ord_disjoint(+Set1, +Set2) is semidet.
%  True if the sets have no common element.
%  ?- ord_disjoint([a], [b]).
ord_disjoint(Xs, Ys) :-
    ord_intersection(Xs, Ys, []).

%! ord_symdiff(+Set1, +Set2, -Rest) is det.
%  Rest has the elements that are in exactly one of the sets.
%  ?- ord_symdiff([a,b], [b,c], L).
ord_symdiff(Set1, Set2, Rest) :-
    ord_subtract(Set1, Set2, Rest1),
    ord_subtract(Set2, Set1, Rest2),
    ord_union(Rest1, Rest2, Rest).

%! ord_seteq(+Set1, +Set2) is semidet.
%  True if the sets are identical.
%  ?- ord_seteq([a,b], [a,b]).
ord_seteq(Set1, Set2) :-
    Set1 == Set2.

%! ord_intersect(+Set1, +Set2) is semidet.
%  True if the sets have a common element.
%  ?- ord_intersect([a,b], [b,c]).
ord_intersect(Set1, Set2) :-
    \+ ord_disjoint(Set1, Set2).

%! ord_intersection(+Sets, -Both) is semidet.
%  Both is the intersection of all Sets.
%  ?- ord_intersection([[a,b],[b,c]], S).   %=> S = [b].
ord_intersection([Set|Sets], Both) :-
    foldl(ord_intersection, Sets, Set, Both).

%! ord_selectchk(?X, ?Set, ?Rest) is semidet.
%  Rest is Set without its element X.
%  ?- ord_selectchk(b, [a,b,c], S).   %=> S = [a,c].
%  ?- ord_selectchk(b, S, [a,c]).   %=> S = [a,b,c].
ord_selectchk(X, [Y|Set], [Y|Rest]) :-
    Y @< X,
    !,
    ord_selectchk(X, Set, Rest).
ord_selectchk(X, [X|Rest], Rest) :-
    ( Rest = [Y|_] -> X @< Y ; Rest == [] ).

%! ord_union(+Set1, +Set2, -Union, -New) is det.
%  Union is the union of Set1 and Set2, New has the elements of Set2 that are not in Set1.
%  ?- ord_union([a,b], [b,c], U, N).   %=> U = [a,b,c], N = [c].
ord_union(Set1, Set2, Union, New) :-
    ord_union(Set1, Set2, Union),
    ord_subtract(Set2, Set1, New).

%! ord_intersection(+Set1, +Set2, -Both, -Rest) is det.
%  Both is the intersection of Set1 and Set2, Rest has the elements of Set2 that are not in Set1.
%  ?- ord_intersection([a,b], [b,c], B, R).   %=> B = [b], R = [c].
ord_intersection(Set1, Set2, Both, Rest) :-
    ord_intersection(Set1, Set2, Both),
    ord_subtract(Set2, Set1, Rest).

%! ord_intersect(+Set1, +Set2, -Both) is det.
%  Synonym of ord_intersection/3.
%  ?- ord_intersect([a,b], [b,c], B).   %=> B = [b].
ord_intersect(Set1, Set2, Both) :-
    ord_intersection(Set1, Set2, Both).
