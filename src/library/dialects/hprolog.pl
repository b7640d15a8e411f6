% Predicates of hProlog: library(dialect/hprolog).

%! substitute_eq(+Old, +List, +New, -Substituted) is det.
%  Substituted is List with New in place of the elements that are identical to Old.
%  ?- substitute_eq(a, [a,b,a], c, L).   %=> L = [c, b, c].
substitute_eq(_, [], _, []).
substitute_eq(Old, [Element|List], New, [Other|Others]) :-
    (   Element == Old
    ->  Other = New
    ;   Other = Element
    ),
    substitute_eq(Old, List, New, Others).

%! memberchk_eq(+Element, +List) is semidet.
%  True if an element of List is identical to Element.
%  ?- memberchk_eq(X, [Y,X]).
%  ?- memberchk_eq(_, [_]).   %=> false.
memberchk_eq(Element, [First|List]) :-
    (   Element == First
    ->  true
    ;   memberchk_eq(Element, List)
    ).

%! intersect_eq(+List1, +List2, -Both) is det.
%  Both are the elements of List1 that are identical to elements of List2.
%  ?- intersect_eq([a,b,c], [c,a], L).   %=> L = [a, c].
intersect_eq([], _, []).
intersect_eq([Element|List], Other, Both) :-
    (   memberchk_eq(Element, Other)
    ->  Both = [Element|Rest]
    ;   Both = Rest
    ),
    intersect_eq(List, Other, Rest).

%! list_difference_eq(+List, +Without, -Rest) is det.
%  Rest are the elements of List that are not identical to elements of Without.
%  ?- list_difference_eq([a,b,c], [b], L).   %=> L = [a, c].
list_difference_eq([], _, []).
list_difference_eq([Element|List], Without, Rest) :-
    (   memberchk_eq(Element, Without)
    ->  Rest = More
    ;   Rest = [Element|More]
    ),
    list_difference_eq(List, Without, More).

%! take(+Count, +List, -First) is semidet.
%  First are the first Count elements of List.
%  ?- take(2, [a,b,c], L).   %=> L = [a, b].
take(Count, List, First) :-
    length(First, Count),
    append(First, _, List),
    !.

%! drop(+Count, +List, -Rest) is semidet.
%  Rest is List without the first Count elements.
%  ?- drop(2, [a,b,c], L).   %=> L = [c].
drop(Count, List, Rest) :-
    split_at(Count, List, _, Rest).

%! split_at(+Count, +List, -First, -Rest) is semidet.
%  First are the first Count elements of List, and Rest the others.
%  ?- split_at(1, [a,b,c], F, R).   %=> F = [a], R = [b, c].
split_at(Count, List, First, Rest) :-
    length(First, Count),
    append(First, Rest, List),
    !.

%! max_go_list(+List, -Greatest) is semidet.
%  Greatest is the greatest element of List in standard order.
%  ?- max_go_list([b,c,a], M).   %=> M = c.
max_go_list(List, Greatest) :-
    max_member(Greatest, List).

%! or_list(+Numbers, -Or) is det.
%  Or is the bitwise or of integers.
%  ?- or_list([1,4,5], X).   %=> X = 5.
or_list(Numbers, Or) :-
    foldl('$bitwise_or', Numbers, 0, Or).

%! '$bitwise_or'(+X, +Y, -Z)
'$bitwise_or'(X, Y, Z) :-
    Z is X \/ Y.

%! bounded_sublist(?Sublist, +List, +Most) is nondet.
%  Sublist is a sequence of adjacent elements of List, at most Most of them and at least one.
%  ?- findall(S, bounded_sublist(S, [a,b], 1), L).   %=> L = [[a], [b]].
bounded_sublist(Sublist, List, Most) :-
    append(_, Rest, List),
    '$bounded_prefix'(Rest, Most, Sublist).

%! '$bounded_prefix'(+List, +Most, -Prefix) is nondet.
'$bounded_prefix'([Element|List], Most, [Element|Prefix]) :-
    Most > 0,
    (   Prefix = []
    ;   Left is Most - 1,
        '$bounded_prefix'(List, Left, Prefix)
    ).

%! chr_delete(+List, +Element, -Rest) is det.
%  Rest is List without the elements that are identical to Element.
%  ?- chr_delete([a,b,a], a, L).   %=> L = [b].
chr_delete([], _, []).
chr_delete([X|Xs], Element, Rest) :-
    (   X == Element
    ->  chr_delete(Xs, Element, Rest)
    ;   Rest = [X|Rest1],
        chr_delete(Xs, Element, Rest1)
    ).

%! init_store(+Name, +Value) is det.
%  Sets a global variable: nb_setval/2.
%  ?- init_store(s, 1), get_store(s, V), update_store(s, 2), get_store(s, W).   %=> V = 1, W = 2.
init_store(Name, Value) :-
    nb_setval(Name, Value).

%! get_store(+Name, -Value) is det.
%  Value is that of a global variable: nb_getval/2.
get_store(Name, Value) :-
    nb_getval(Name, Value).

%! update_store(+Name, +Value) is det.
%  Sets a global variable until backtracking: b_setval/2.
update_store(Name, Value) :-
    b_setval(Name, Value).

%! make_init_store_goal(+Name, +Value, -Goal) is det.
%  Goal is that of init_store/2.
%  ?- make_init_store_goal(s, 1, G).   %=> G = nb_setval(s, 1).
make_init_store_goal(Name, Value, nb_setval(Name, Value)).

%! make_get_store_goal(+Name, +Value, -Goal) is det.
%  Goal is that of get_store/2.
%  ?- make_get_store_goal(s, v, G).   %=> G = nb_getval(s, v).
make_get_store_goal(Name, Value, nb_getval(Name, Value)).

%! make_get_store_goal_no_error(+Name, +Value, -Goal) is det.
%  Goal is that of get_store/2, but fails if there is no such variable.
%  ?- make_get_store_goal_no_error(no_such_store, _, G), call(G).   %=> false.
make_get_store_goal_no_error(Name, Value, catch(nb_getval(Name, Value), error(existence_error(_, _), _), fail)).

%! make_update_store_goal(+Name, +Value, -Goal) is det.
%  Goal is that of update_store/2.
%  ?- make_update_store_goal(s, v, G).   %=> G = b_setval(s, v).
make_update_store_goal(Name, Value, b_setval(Name, Value)).

%! empty_ds(-Store) is det.
%  Store is a data store, an assoc, without keys.
%  ?- empty_ds(_S0), put_ds(a, _S0, 1, _S), get_ds(a, _S, V), ds_to_list(_S, L).   %=> V = 1, L = [a-1].
empty_ds(Store) :-
    empty_assoc(Store).

%! ds_to_list(+Store, -Pairs) is det.
%  Pairs are the Key-Value pairs of a data store.
ds_to_list(Store, Pairs) :-
    assoc_to_list(Store, Pairs).

%! get_ds(+Key, +Store, -Value) is semidet.
%  Value is that of Key in a data store.
get_ds(Key, Store, Value) :-
    get_assoc(Key, Store, Value).

%! put_ds(+Key, +Store, +Value, -NewStore) is det.
%  NewStore is a data store with Value for Key.
put_ds(Key, Store, Value, NewStore) :-
    put_assoc(Key, Store, Value, NewStore).

%! time(:Goal, -Milliseconds, -Inferences) is nondet.
%  Calls Goal, and tells its time and the number of its calls.
%  ?- time(true, _T, _I), integer(_I), number(_T).
time(Goal, Milliseconds, Inferences) :-
    statistics(cputime, Time0),
    statistics(inferences, Count0),
    call(Goal),
    statistics(inferences, Count1),
    statistics(cputime, Time1),
    Milliseconds is (Time1 - Time0) * 1000,
    Inferences is Count1 - Count0.

%! sublist(?Part, +List) is nondet.
%  Part has elements of List in their order.
%  ?- findall(P, sublist(P, [a,b]), L).   %=> L = [[a,b],[b],[],[a]].
sublist(List, List).
sublist(Part, [X|Xs]) :-
    '$sublist'(Xs, X, Part).

%! '$sublist'(+List, +Before, ?Part) is nondet.
%  Part is a part of List, but not List itself behind Before.
'$sublist'(List, _, List).
'$sublist'([X|Xs], _, Part) :-
    '$sublist'(Xs, X, Part).
'$sublist'([X|Xs], Before, [Before|Part]) :-
    '$sublist'(Xs, X, Part).
