% List processing. Elements are compared by unification unless a description says otherwise.

%! append(?Xs, ?Ys, ?Zs) is nondet.
%  True if Zs is the concatenation of Xs and Ys.
%  ?- append(X, [c], [a,b,c]).                %=> X = [a,b].
%  ?- append(X, Y, [a]).                      %=> X = [], Y = [a] ; X = [a], Y = [].
append([], Ys, Ys).
append([X|Xs], Ys, [X|Zs]) :-
    append(Xs, Ys, Zs).

%! append(+Lists, ?List) is nondet.
%  True if List is the concatenation of the lists in Lists.
%  ?- append([[a], [b,c], []], L).   %=> L = [a,b,c].
append(Lists, List) :-
    must_be(list, Lists),
    '$append_all'(Lists, List).

%! '$append_all'(+Lists, ?List)
'$append_all'([], []).
'$append_all'([Xs|Lists], List) :-
    append(Xs, Rest, List),
    '$append_all'(Lists, Rest).

%! member(?X, ?List) is nondet.
%  True if X is an element of List. Leaves no choice point after the last element.
%  ?- member(X, [a,b]).   %=> X = a ; X = b.
member(X, [Y|Ys]) :-
    '$member'(Ys, X, Y).

%! '$member'(?Tail, ?X, ?Head)
'$member'(_, X, X).
'$member'([Y|Ys], X, _) :-
    '$member'(Ys, X, Y).

%! memberchk(?X, ?List) is semidet.
%  True if X unifies with an element of List. Commits to the first such element. A term that ends in anything but a
%  list or a variable raises an error if none is found before.
%  ?- memberchk(b-X, [a-1,b-2,b-3]).   %=> X = 2.
memberchk(X, List) :-
    '$memberchk'(X, List, Rest),
    (   Rest == done
    ->  true
    ;   Rest = [Y|Ys],
        (   X = Y
        ->  true
        ;   memberchk(X, Ys)
        )
    ).

%! '$no_list'(+Goal)
%  Raises the error of a predicate of this library whose argument is not the list that it needs.
'$no_list'(Goal) :-
    throw(error(existence_error(matching_rule, lists:Goal), _)).

%! select(?X, ?List, ?Rest) is nondet.
%  True if Rest is List without one occurrence of X.
%  ?- select(b, [a,b,c], L).   %=> L = [a,c].
select(X, [Y|Ys], Rest) :-
    '$select'(Ys, Y, X, Rest).

%! '$select'(?Tail, ?Head, ?X, ?Rest)
'$select'(Ys, X, X, Ys).
'$select'([Z|Zs], Y, X, [Y|Rest]) :-
    '$select'(Zs, Z, X, Rest).

%! selectchk(+X, ?List, ?Rest) is semidet.
%  Like select/3, but commits to the first solution.
%  ?- selectchk(a, [a,b,a], L).   %=> L = [b,a].
selectchk(X, List, Rest) :-
    select(X, List, Found),
    !,
    Rest = Found.

%! select(?X, ?Xs, ?Y, ?Ys) is nondet.
%  True if Ys is Xs with one occurrence of X replaced by Y.
%  ?- select(b, [a,b], x, L).   %=> L = [a,x].
select(X, Xs, Y, Ys) :-
    '$replace'(Xs, X, Y, Ys).

%! '$replace'(?Xs, ?X, ?Y, ?Ys)
'$replace'([X|Zs], X, Y, [Y|Zs]).
'$replace'([Z|Xs], X, Y, [Z|Ys]) :-
    '$replace'(Xs, X, Y, Ys).

%! selectchk(?X, ?Xs, ?Y, ?Ys) is semidet.
%  Like select/4, but commits to the first solution.
%  ?- selectchk(a, [a,a], x, L).   %=> L = [x,a].
selectchk(X, Xs, Y, Ys) :-
    '$replace'(Xs, X, Y, Ys),
    !.

%! '$partial_length'(?Tail, +Length0, ?Length)
%  Called by length/2.
'$partial_length'([], Length, Length).
'$partial_length'([_|Tail], Length0, Length) :-
    Length1 is Length0 + 1,
    '$partial_length'(Tail, Length1, Length).

%! permutation(?Xs, ?Ys) is nondet.
%  True if Ys is a permutation of Xs. Terminates only if the length of one of them is known.
%  ?- findall(_P, permutation([a,b], _P), L).   %=> L = [[a,b],[b,a]].
permutation(Xs, Ys) :-
    (   is_list(Xs)
    ->  length(Xs, N),
        length(Ys, N)
    ;   is_list(Ys)
    ->  length(Ys, N),
        length(Xs, N)
    ;   length(Xs, N),
        length(Ys, N)
    ),
    '$permutation'(Xs, Ys).

%! '$permutation'(?Xs, ?Ys)
'$permutation'([], []).
'$permutation'(Xs, [Y|Ys]) :-
    select(Y, Xs, Rest),
    '$permutation'(Rest, Ys).

%! reverse(?Xs, ?Ys) is nondet.
%  True if Ys has the elements of Xs in reverse order. Ends if one of them is a list.
%  ?- reverse([a,b,c], L).   %=> L = [c,b,a].
%  ?- reverse([a|T], [c,b,a]).   %=> T = [b,c].
reverse(Xs, Ys) :-
    (   is_list(Xs)
    ->  '$reverse'(Xs, [], Ys)
    ;   '$reverse'(Xs, Ys, [], Ys)
    ).

%! '$reverse'(+Xs, +Done, ?Ys)
'$reverse'([], Ys, Ys).
'$reverse'([X|Xs], Done, Ys) :-
    '$reverse'(Xs, [X|Done], Ys).

%! '$reverse'(?Xs, ?Bound, +Done, ?Ys)
%  Xs has as many elements as Bound.
'$reverse'([], [], Ys, Ys).
'$reverse'([X|Xs], [_|Bound], Done, Ys) :-
    '$reverse'(Xs, Bound, [X|Done], Ys).

%! nth0(?Index, ?List, ?X) is nondet.
%  True if X is the element of List at Index, counting from 0.
%  ?- nth0(1, [a,b,c], X).   %=> X = b.
%  ?- nth0(N, [a,b], b).   %=> N = 1.
nth0(Index, List, X) :-
    '$nth'(Index, List, X, 0).

%! nth1(?Index, ?List, ?X) is nondet.
%  True if X is the element of List at Index, counting from 1.
%  ?- nth1(1, [a,b,c], X).   %=> X = a.
nth1(Index, List, X) :-
    '$nth'(Index, List, X, 1).

%! '$nth'(?Index, ?List, ?X, +Base)
'$nth'(Index, List, X, Base) :-
    (   integer(Index)
    ->  Steps is Index - Base,
        Steps >= 0,
        (   Steps > 3
        ->  '$skip'(Steps, List, Left, Rest),
            '$nth_fixed'(Left, Rest, X)
        ;   '$nth_near'(Steps, List, X)
        )
    ;   var(Index)
    ->  List = [Y|Ys],
        '$nth_any'(Ys, Y, X, Base, Index)
    ;   must_be(integer, Index)
    ).

%! '$nth_fixed'(+Steps, ?List, ?X)
'$nth_fixed'(Steps, List, X) :-
    (   Steps > 3
    ->  List = [_,_,_,_|Rest],
        Steps1 is Steps - 4,
        '$nth_fixed'(Steps1, Rest, X)
    ;   '$nth_near'(Steps, List, X)
    ).

%! '$nth_near'(+Steps, ?List, ?X)
'$nth_near'(0, [X|_], X).
'$nth_near'(1, [_,X|_], X).
'$nth_near'(2, [_,_,X|_], X).
'$nth_near'(3, [_,_,_,X|_], X).

%! '$nth_any'(?Tail, ?Head, ?X, +At, -Index)
'$nth_any'(_, X, X, At, At).
'$nth_any'([Y|Ys], _, X, At, Index) :-
    At1 is At + 1,
    '$nth_any'(Ys, Y, X, At1, Index).

%! nth0(?Index, ?List, ?X, ?Rest) is nondet.
%  True if X is the element of List at Index, counting from 0, and Rest the other elements.
%  ?- nth0(1, [a,b,c], X, L).   %=> X = b, L = [a,c].
nth0(Index, List, X, Rest) :-
    ( var(Index) -> true ; must_be(nonneg, Index) ),
    '$nth'(Index, List, X, Rest, 0).

%! nth1(?Index, ?List, ?X, ?Rest) is nondet.
%  True if X is the element of List at Index, counting from 1, and Rest the other elements.
%  ?- nth1(2, L, x, [a,b]).   %=> L = [a,x,b].
nth1(Index, List, X, Rest) :-
    ( var(Index) -> true ; must_be(positive_integer, Index) ),
    '$nth'(Index, List, X, Rest, 1).

%! '$nth'(?Index, ?List, ?X, ?Rest, +Base)
'$nth'(Index, List, X, Rest, Base) :-
    (   integer(Index)
    ->  Steps is Index - Base,
        '$nth_fixed'(Steps, List, X, Rest)
    ;   List = [Y|Ys],
        '$nth_any'(Ys, Y, X, Rest, Base, Index)
    ).

%! '$nth_fixed'(+Steps, ?List, ?X, ?Rest)
'$nth_fixed'(Steps, [Y|Ys], X, Rest) :-
    (   Steps =:= 0
    ->  X = Y,
        Rest = Ys
    ;   Rest = [Y|Zs],
        Steps1 is Steps - 1,
        '$nth_fixed'(Steps1, Ys, X, Zs)
    ).

%! '$nth_any'(?Tail, ?Head, ?X, ?Rest, +At, -Index)
'$nth_any'(Ys, X, X, Ys, At, At).
'$nth_any'([Z|Zs], Y, X, [Y|Rest], At, Index) :-
    At1 is At + 1,
    '$nth_any'(Zs, Z, X, Rest, At1, Index).

%! last(?List, ?X) is nondet.
%  True if X is the last element of List.
%  ?- last([a,b,c], X).   %=> X = c.
last([X|Xs], Last) :-
    '$last'(Xs, X, Last).

%! '$last'(?Tail, ?Head, ?Last)
'$last'([], Last, Last).
'$last'([X|Xs], _, Last) :-
    '$last'(Xs, X, Last).

%! nextto(?X, ?Y, ?List) is nondet.
%  True if Y directly follows X in List.
%  ?- nextto(a, X, [b,a,c]).   %=> X = c.
nextto(X, Y, [X,Y|_]).
nextto(X, Y, [_|Zs]) :-
    nextto(X, Y, Zs).

%! prefix(?Part, ?List) is nondet.
%  True if Part is a prefix of List.
%  ?- findall(_P, prefix(_P, [a,b]), L).   %=> L = [[],[a],[a,b]].
prefix([], _).
prefix([X|Xs], [X|Ys]) :-
    prefix(Xs, Ys).

%! sum_list(+Numbers, -Sum) is det.
%  Sum is the sum of Numbers; 0 for the empty list.
%  ?- sum_list([1,2.5], S).   %=> S = 3.5.
sum_list(Numbers, Sum) :-
    '$sum_list'(Numbers, 0, Sum).

%! '$sum_list'(+Numbers, +Sum0, -Sum)
'$sum_list'([], Sum0, Sum) =>
    Sum = Sum0.
'$sum_list'([X|Xs], Sum0, Sum) =>
    Sum1 is Sum0 + X,
    '$sum_list'(Xs, Sum1, Sum).
'$sum_list'(Xs, Sum0, Sum) =>
    '$no_list'(sum_list(Xs, Sum0, Sum)).

%! sumlist(+Numbers, -Sum) is det.
%  Old name of sum_list/2.
%  ?- sumlist([1,2], S).   %=> S = 3.
sumlist(Numbers, Sum) :-
    sum_list(Numbers, Sum).

%! max_list(+Numbers, -Max) is semidet.
%  Max is the largest of Numbers; fails for the empty list.
%  ?- max_list([1,3,2], M).   %=> M = 3.
max_list([X|Xs], Max) =>
    '$max_list'(Xs, X, Max).
max_list([], _) =>
    fail.
max_list(Xs, Max) =>
    '$no_list'(max_list(Xs, Max)).

%! '$max_list'(+Numbers, +Max0, -Max)
'$max_list'([], Max0, Max) =>
    Max = Max0.
'$max_list'([X|Xs], Max0, Max) =>
    Max1 is max(Max0, X),
    '$max_list'(Xs, Max1, Max).
'$max_list'(Xs, Max0, Max) =>
    '$no_list'(max_list(Xs, Max0, Max)).

%! min_list(+Numbers, -Min) is semidet.
%  Min is the smallest of Numbers; fails for the empty list.
%  ?- min_list([], _).   %=> false.
min_list([X|Xs], Min) =>
    '$min_list'(Xs, X, Min).
min_list([], _) =>
    fail.
min_list(Xs, Min) =>
    '$no_list'(min_list(Xs, Min)).

%! '$min_list'(+Numbers, +Min0, -Min)
'$min_list'([], Min0, Min) =>
    Min = Min0.
'$min_list'([X|Xs], Min0, Min) =>
    Min1 is min(Min0, X),
    '$min_list'(Xs, Min1, Min).
'$min_list'(Xs, Min0, Min) =>
    '$no_list'(min_list(Xs, Min0, Min)).

%! max_member(-Max, +List) is semidet.
%  Max is the largest element of List in the standard order of terms.
%  ?- max_member(M, [b,1,a]).   %=> M = b.
max_member(Max, [X|Xs]) =>
    '$max_member'(Xs, X, Max).
max_member(_, []) =>
    fail.
max_member(Max, Xs) =>
    '$no_list'(max_member(Max, Xs)).

%! '$max_member'(+List, +Max0, -Max)
'$max_member'([], Max0, Max) =>
    Max = Max0.
'$max_member'([X|Xs], Max0, Max) =>
    (   X @> Max0
    ->  '$max_member'(Xs, X, Max)
    ;   '$max_member'(Xs, Max0, Max)
    ).
'$max_member'(Xs, Max0, Max) =>
    '$no_list'(max_member_(Xs, Max0, Max)).

%! min_member(-Min, +List) is semidet.
%  Min is the smallest element of List in the standard order of terms.
%  ?- min_member(M, [b,1,a]).   %=> M = 1.
min_member(Min, [X|Xs]) =>
    '$min_member'(Xs, X, Min).
min_member(_, []) =>
    fail.
min_member(Min, Xs) =>
    '$no_list'(min_member(Min, Xs)).

%! '$min_member'(+List, +Min0, -Min)
'$min_member'([], Min0, Min) =>
    Min = Min0.
'$min_member'([X|Xs], Min0, Min) =>
    (   X @< Min0
    ->  '$min_member'(Xs, X, Min)
    ;   '$min_member'(Xs, Min0, Min)
    ).
'$min_member'(Xs, Min0, Min) =>
    '$no_list'(min_member_(Xs, Min0, Min)).

%! subseq(?List, ?Part, ?Rest) is nondet.
%  True if Part is a subsequence of List, and Rest has the other elements.
%  ?- subseq([a,b], P, R).   %=> P = [], R = [a,b] ; P = [b], R = [a] ; P = [a], R = [b] ; P = [a,b], R = [].
subseq([], [], []).
subseq([X|Xs], Part, Rest) :-
    '$subseq'(Xs, X, Part, Rest).

%! '$subseq'(?Tail, ?Head, ?Part, ?Rest)
'$subseq'(Xs, X, Part, [X|Rest]) :-
    subseq(Xs, Part, Rest).
'$subseq'(Xs, X, [X|Part], Rest) :-
    subseq(Xs, Part, Rest).

%! numlist(+Low, +High, -List) is semidet.
%  List is [Low, Low+1, ..., High]; fails if High is less than Low.
%  ?- numlist(1, 4, L).   %=> L = [1,2,3,4].
numlist(Low, High, List) :-
    must_be(integer, Low),
    must_be(integer, High),
    Low =< High,
    '$numlist'(Low, High, List).

%! '$numlist'(+Low, +High, -List)
'$numlist'(Low, High, [Low|List]) :-
    (   Low =:= High
    ->  List = []
    ;   Next is Low + 1,
        '$numlist'(Next, High, List)
    ).

%! delete(+List, ?X, -Rest) is det.
%  Rest is List without all elements that unify with X.
%  ?- delete([a,b,a], a, L).   %=> L = [b].
delete([], _, []).
delete([Y|Ys], X, Rest) :-
    (   Y \= X
    ->  Rest = [Y|Zs],
        delete(Ys, X, Zs)
    ;   delete(Ys, X, Rest)
    ).

%! subtract(+Xs, +Ys, -Rest) is det.
%  Rest has the elements of Xs that are not in Ys.
%  ?- subtract([a,b,c], [b], L).   %=> L = [a,c].
subtract([], _, Rest) =>
    Rest = [].
subtract([X|Xs], Ys, Rest) =>
    (   memberchk(X, Ys)
    ->  subtract(Xs, Ys, Rest)
    ;   Rest = [X|Zs],
        subtract(Xs, Ys, Zs)
    ).
subtract(Xs, Ys, Rest) =>
    '$no_list'(subtract(Xs, Ys, Rest)).

%! intersection(+Xs, +Ys, -Both) is det.
%  Both has the elements of Xs that are also in Ys.
%  ?- intersection([a,b,c], [c,a], L).   %=> L = [a,c].
intersection([], _, Both) =>
    Both = [].
intersection([X|Xs], Ys, Both) =>
    (   memberchk(X, Ys)
    ->  Both = [X|Zs],
        intersection(Xs, Ys, Zs)
    ;   intersection(Xs, Ys, Both)
    ).
intersection(Xs, Ys, Both) =>
    '$no_list'(intersection(Xs, Ys, Both)).

%! union(+Xs, +Ys, -All) is det.
%  All has the elements of Xs that are not in Ys, followed by Ys.
%  ?- union([a,b], [b,c], L).   %=> L = [a,b,c].
union([], Ys, All) =>
    All = Ys.
union([X|Xs], Ys, All) =>
    (   memberchk(X, Ys)
    ->  union(Xs, Ys, All)
    ;   All = [X|Zs],
        union(Xs, Ys, Zs)
    ).
union(Xs, Ys, All) =>
    '$no_list'(union(Xs, Ys, All)).

%! subset(+Xs, +Ys) is semidet.
%  True if every element of Xs is in Ys.
%  ?- subset([a], [b,a]).
subset([], _) =>
    true.
subset([X|Xs], Ys) =>
    memberchk(X, Ys),
    subset(Xs, Ys).
subset(Xs, Ys) =>
    '$no_list'(subset(Xs, Ys)).

%! is_set(@Term) is semidet.
%  True if Term is a list without duplicate (==) elements.
%  ?- is_set([a,b,a]).   %=> false.
is_set(Term) :-
    is_list(Term),
    length(Term, N),
    sort(Term, Sorted),
    length(Sorted, N).

%! list_to_set(+List, -Set) is det.
%  Set is List without duplicates (==); the first occurrence of each is kept.
%  ?- list_to_set([b,a,b], L).   %=> L = [b,a].
list_to_set(List, Set) :-
    must_be(list, List),
    '$number_elements'(List, 0, Numbered),
    keysort(Numbered, Sorted),
    '$first_of_each'(Sorted, Firsts),
    keysort(Firsts, InOrder),
    pairs_values(InOrder, Set).

%! '$number_elements'(+List, +N, -Pairs)
'$number_elements'([], _, []).
'$number_elements'([X|Xs], N, [X-N|Pairs]) :-
    N1 is N + 1,
    '$number_elements'(Xs, N1, Pairs).

%! '$first_of_each'(+Sorted, -Firsts)
'$first_of_each'([], []).
'$first_of_each'([X-N|Pairs], [N-X|Firsts]) :-
    '$skip_same'(Pairs, X, Rest),
    '$first_of_each'(Rest, Firsts).

%! '$skip_same'(+Pairs, +X, -Rest)
'$skip_same'([Y-_|Pairs], X, Rest) :-
    Y == X,
    !,
    '$skip_same'(Pairs, X, Rest).
'$skip_same'(Rest, _, Rest).

%! flatten(+Nested, -Flat) is det.
%  Flat has the elements of the list Nested and, recursively, of the lists in it.
%  ?- flatten([a,[b,[c]],[]], L).   %=> L = [a,b,c].
flatten(Nested, Flat) :-
    '$flatten'(Nested, [], Flat0),
    Flat = Flat0.

%! '$flatten'(+Term, +Tail, -Flat)
'$flatten'(Term, Tail, Flat) :-
    (   var(Term)
    ->  Flat = [Term|Tail]
    ;   Term == []
    ->  Flat = Tail
    ;   Term = [X|Xs]
    ->  '$flatten'(X, Middle, Flat),
        '$flatten'(Xs, Tail, Middle)
    ;   Flat = [Term|Tail]
    ).

%! same_length(?Xs, ?Ys) is nondet.
%  True if Xs and Ys are lists of the same length.
%  ?- same_length([a,b], L).   %=> L = [_A,_B].
same_length([], []).
same_length([_|Xs], [_|Ys]) :-
    same_length(Xs, Ys).

%! proper_length(@List, -Length) is semidet.
%  True if List is a proper list of Length elements.
%  ?- proper_length([a|_], _).   %=> false.
proper_length(List, Length) :-
    is_list(List),
    length(List, Length0),
    Length = Length0.

%! predsort(:Compare, +List, -Sorted) is semidet.
%  Sorted is List sorted by call(Compare, Order, X, Y), where Order is <, > or =; of two equal elements one is dropped.
%  ?- predsort([_O,_A-_,_B-_]>>compare(_O, _A, _B), [b-1,a-2,b-3], L).   %=> L = [a-2,b-1].
predsort(Compare, List, Sorted) :-
    must_be(list, List),
    length(List, N),
    (   N =:= 0
    ->  Sorted = []
    ;   '$predsort'(N, Compare, List, _, Sorted0),
        Sorted = Sorted0
    ).

%! '$predsort'(+N, :Compare, +List, -Rest, -Sorted)
'$predsort'(1, _, [X|Rest], Rest, [X]) :- !.
'$predsort'(N, Compare, List, Rest, Sorted) :-
    Half is N // 2,
    Other is N - Half,
    '$predsort'(Half, Compare, List, Middle, Sorted1),
    '$predsort'(Other, Compare, Middle, Rest, Sorted2),
    '$predmerge'(Sorted1, Sorted2, Compare, Sorted).

%! '$predmerge'(+Xs, +Ys, :Compare, -Zs)
'$predmerge'([], Ys, _, Ys) :- !.
'$predmerge'(Xs, [], _, Xs) :- !.
'$predmerge'([X|Xs], [Y|Ys], Compare, Zs) :-
    call(Compare, Order, X, Y),
    !,
    '$predmerge'(Order, X, Xs, Y, Ys, Compare, Zs).

%! '$predmerge'(+Order, +X, +Xs, +Y, +Ys, :Compare, -Zs)
'$predmerge'(<, X, Xs, Y, Ys, Compare, [X|Zs]) :-
    '$predmerge'(Xs, [Y|Ys], Compare, Zs).
'$predmerge'(>, X, Xs, Y, Ys, Compare, [Y|Zs]) :-
    '$predmerge'([X|Xs], Ys, Compare, Zs).
'$predmerge'(=, X, Xs, _, Ys, Compare, Zs) :-
    '$predmerge'([X|Xs], Ys, Compare, Zs).

%! max_member(:Before, -Max, +List) is semidet.
%  Max is the largest element of List in the order of call(Before, X, Y).
%  ?- max_member(@=<, M, [1,3,2]).
max_member(Before, Max, [First|Rest]) =>
    '$later_member'(Rest, Before, First, Max).
max_member(_, _, []) =>
    fail.
max_member(Before, Max, Xs) =>
    '$no_list'(max_member(Before, Max, Xs)).

%! '$later_member'(+Xs, :Before, +Max0, -Max)
'$later_member'([], _, Max0, Max) =>
    Max = Max0.
'$later_member'([X|Xs], Before, Max0, Max) =>
    (   call(Before, X, Max0)
    ->  '$later_member'(Xs, Before, Max0, Max)
    ;   '$later_member'(Xs, Before, X, Max)
    ).
'$later_member'(Xs, Before, Max0, Max) =>
    '$no_list'(max_member_(Xs, Before, Max0, Max)).

%! min_member(:Before, -Min, +List) is semidet.
%  Min is the smallest element of List in the order of call(Before, X, Y).
%  ?- min_member(@=<, M, [b,a,c]).   %=> M = a.
min_member(Before, Min, [First|Rest]) =>
    '$earlier_member'(Rest, Before, First, Min).
min_member(_, _, []) =>
    fail.
min_member(Before, Min, Xs) =>
    '$no_list'(min_member(Before, Min, Xs)).

%! '$earlier_member'(+Xs, :Before, +Min0, -Min)
'$earlier_member'([], _, Min0, Min) =>
    Min = Min0.
'$earlier_member'([X|Xs], Before, Min0, Min) =>
    (   call(Before, Min0, X)
    ->  '$earlier_member'(Xs, Before, Min0, Min)
    ;   '$earlier_member'(Xs, Before, X, Min)
    ).
'$earlier_member'(Xs, Before, Min0, Min) =>
    '$no_list'(min_member_(Xs, Before, Min0, Min)).

%! proper_list(@Term) is semidet.
%  Synonym of is_list/1.
%  ?- proper_list([a|_]).   %=> false.
proper_list(Term) :-
    is_list(Term).

%! transpose(+Rows, -Columns) is semidet.
%  Columns is the transposition of Rows, a list of lists of the same length.
%  ?- transpose([[1,2,3],[4,5,6]], L).   %=> L = [[1,4],[2,5],[3,6]].
%  ?- transpose([], L).   %=> L = [].
transpose(Rows, Columns) :-
    must_be(list(list), Rows),
    (   Rows == []
    ->  Columns = []
    ;   Rows = [Row|_],
        '$transpose'(Row, Rows, Columns)
    ).

%! '$transpose'(+Row, +Rows, -Columns) is semidet.
'$transpose'([], Rows, []) :-
    maplist(=([]), Rows).
'$transpose'([_|Row], Rows, [Column|Columns]) :-
    '$heads_tails'(Rows, Column, Tails),
    '$transpose'(Row, Tails, Columns).

%! '$heads_tails'(+Lists, -Heads, -Tails) is semidet.
'$heads_tails'([], [], []).
'$heads_tails'([[Head|Tail]|Lists], [Head|Heads], [Tail|Tails]) :-
    '$heads_tails'(Lists, Heads, Tails).
