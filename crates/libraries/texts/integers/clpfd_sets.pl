% Sets of integers as values: library(clpfd). A set is an ordered list of pairs [Least|Greatest] of integers, inf and sup,
% between which there are gaps.

%! fd_set(?Var, -Set) is det.
%  Set is the domain of Var.
%  ?- in(X, '\\/'('..'(1, 3), 5)), fd_set(X, S), fdset_to_list(S, L).   %=> L = [1,2,3,5].
fd_set(Var, Set) :-
    fd_dom(Var, Range),
    range_to_fdset(Range, Set).

%! in_set(?Var, +Set)
%  Constrains Var to the integers in Set.
%  ?- list_to_fdset([1,2,5], S), in_set(X, S), fd_dom(X, D), D = '\\/'('..'(1, 2), 5).   %=> D = '\\/'('..'(1, 2), 5).
in_set(Var, Set) :-
    '$fdset'(Set),
    (   Set == []
    ->  fail
    ;   fdset_to_range(Set, Range),
        in(Var, Range)
    ).

%! is_fdset(@Term) is semidet.
%  ?- is_fdset([[1|3],[5|sup]]), \+ is_fdset([[1|3],[4|5]]).
is_fdset(Set) :-
    is_list(Set),
    '$is_fdset'(Set, none).

%! '$is_fdset'(+Set, +Before) is semidet.
'$is_fdset'([], _).
'$is_fdset'([Pair|Set], Before) :-
    nonvar(Pair),
    Pair = [Least|Greatest],
    '$fdset_bound'(Least),
    '$fdset_bound'(Greatest),
    \+ empty_interval(Least, Greatest),
    ( Before == none -> true ; \+ '$fdset_meets'(Before, Least), '$fdset_below'(Before, Least) ),
    '$is_fdset'(Set, Greatest).

%! '$fdset_bound'(@Term) is semidet.
'$fdset_bound'(Term) :-
    ( integer(Term) -> true ; Term == inf -> true ; Term == sup ).

%! '$fdset'(@Set)
'$fdset'(Set) :-
    (   is_fdset(Set)
    ->  true
    ;   var(Set)
    ->  instantiation_error(Set)
    ;   type_error(fdset, Set)
    ).

%! '$fdset_below'(+A, +B) is semidet.
%  True if A is at most B, in the order of integers between inf and sup.
'$fdset_below'(A, B) :-
    (   A == inf
    ->  true
    ;   B == sup
    ->  true
    ;   integer(A),
        integer(B),
        A =< B
    ).

%! '$fdset_meets'(+Greatest, +Least) is semidet.
%  True if there is no integer between an interval that ends with Greatest and one that begins with Least.
'$fdset_meets'(Greatest, Least) :-
    (   Greatest == sup
    ->  true
    ;   Least == inf
    ->  true
    ;   integer(Greatest),
        integer(Least),
        Least =< Greatest + 1
    ).

%! '$fdset_least'(+A, +B, -Least)
'$fdset_least'(A, B, Least) :-
    ( '$fdset_below'(A, B) -> Least = A ; Least = B ).

%! '$fdset_greatest'(+A, +B, -Greatest)
'$fdset_greatest'(A, B, Greatest) :-
    ( '$fdset_below'(A, B) -> Greatest = B ; Greatest = A ).

%! empty_fdset(?Set) is semidet.
%  True if Set is the set without elements.
%  ?- empty_fdset(S), fdset_size(S, N).   %=> N = 0.
empty_fdset([]).

%! empty_interval(+Least, +Greatest) is semidet.
%  True if there is no integer from Least to Greatest.
%  ?- empty_interval(3, 2), \+ empty_interval(inf, 0).
empty_interval(Least, Greatest) :-
    (   Least == sup
    ->  true
    ;   Greatest == inf
    ->  true
    ;   \+ '$fdset_below'(Least, Greatest)
    ).

%! fdset_parts(?Set, ?Min, ?Max, ?Rest) is semidet.
%  Set is the interval from Min to Max, and the set Rest of greater integers.
%  ?- list_to_fdset([1,2,5], S), fdset_parts(S, A, B, R), fdset_to_list(R, L).   %=> A = 1, B = 2, L = [5].
fdset_parts([[Min|Max]|Rest], Min, Max, Rest).

%! fdset_interval(?Set, ?Min, ?Max) is semidet.
%  Set is the interval from Min to Max, which is not empty.
%  ?- fdset_interval(S, 1, 3), fdset_to_list(S, L).   %=> L = [1,2,3].
fdset_interval([[Min|Max]], Min, Max) :-
    '$fdset_bound'(Min),
    '$fdset_bound'(Max),
    \+ empty_interval(Min, Max).

%! fdset_singleton(?Set, ?Element) is semidet.
%  Element is the only one of Set.
%  ?- fdset_singleton(S, 4), fdset_size(S, N).   %=> N = 1.
fdset_singleton([[Min|Max]], Element) :-
    (   integer(Element)
    ->  Min = Element,
        Max = Element
    ;   integer(Min),
        Min == Max,
        Element = Min
    ).

%! fdset_min(+Set, -Min) is semidet.
%  ?- range_to_fdset('..'(inf, 3), S), fdset_min(S, M).   %=> M = inf.
fdset_min([[Min|_]|_], Min).

%! fdset_max(+Set, -Max) is semidet.
%  ?- list_to_fdset([4,1], S), fdset_max(S, M).   %=> M = 4.
fdset_max(Set, Max) :-
    '$fdset'(Set),
    last(Set, [_|Max]).

%! fdset_size(+Set, -Size) is det.
%  Size is the number of elements, or sup.
%  ?- list_to_fdset([4,1,2], S), fdset_size(S, N).   %=> N = 3.
%  ?- range_to_fdset('..'(0, sup), S), fdset_size(S, N).   %=> N = sup.
fdset_size(Set, Size) :-
    '$fdset'(Set),
    '$fdset_size'(Set, 0, Size).

%! '$fdset_size'(+Set, +Before, -Size)
'$fdset_size'([], Size, Size).
'$fdset_size'([[Least|Greatest]|Set], Before, Size) :-
    (   integer(Least),
        integer(Greatest)
    ->  Between is Before + Greatest - Least + 1,
        '$fdset_size'(Set, Between, Size)
    ;   Size = sup
    ).

%! list_to_fdset(+List, -Set) is det.
%  Set has the integers of List as elements.
%  ?- list_to_fdset([3,1,2,7], S), fdset_to_range(S, R), R = '\\/'('..'(1, 3), 7).   %=> R = '\\/'('..'(1, 3), 7).
list_to_fdset(List, Set) :-
    must_be(list(integer), List),
    sort(List, Sorted),
    '$fdset_of'(Sorted, Set).

%! '$fdset_of'(+Integers, -Set) is det.
'$fdset_of'([], []).
'$fdset_of'([N|Ns], Set) :-
    '$fdset_of'(Ns, N, N, Set).

%! '$fdset_of'(+Integers, +Least, +Greatest, -Set) is det.
'$fdset_of'([], Least, Greatest, [[Least|Greatest]]).
'$fdset_of'([N|Ns], Least, Greatest, Set) :-
    (   N =:= Greatest + 1
    ->  '$fdset_of'(Ns, Least, N, Set)
    ;   Set = [[Least|Greatest]|Rest],
        '$fdset_of'(Ns, N, N, Rest)
    ).

%! '$fdset_join'(+Pairs, -Set)
%  Joins intervals in the order of their least integers.
'$fdset_join'([], []).
'$fdset_join'([[Least|Greatest]|Pairs], Set) :-
    '$fdset_join'(Pairs, Least, Greatest, Set).

%! '$fdset_join'(+Pairs, +Least, +Greatest, -Set)
'$fdset_join'([], Least, Greatest, [[Least|Greatest]]).
'$fdset_join'([[Least1|Greatest1]|Pairs], Least, Greatest, Set) :-
    (   '$fdset_meets'(Greatest, Least1)
    ->  '$fdset_greatest'(Greatest, Greatest1, Greatest2),
        '$fdset_join'(Pairs, Least, Greatest2, Set)
    ;   Set = [[Least|Greatest]|Set1],
        '$fdset_join'(Pairs, Least1, Greatest1, Set1)
    ).

%! fdset_to_list(+Set, -List) is det.
%  List has the elements of Set in ascending order.
%  ?- fdset_interval(S, 1, 3), fdset_to_list(S, L).   %=> L = [1,2,3].
%  ?- range_to_fdset('..'(0, sup), S), catch(fdset_to_list(S, L), error(E, _), true).   %=> E = instantiation_error.
fdset_to_list(Set, List) :-
    '$fdset'(Set),
    (   '$fdset_size'(Set, 0, sup)
    ->  instantiation_error(List)
    ;   findall(N, ( member([Least|Greatest], Set), between(Least, Greatest, N) ), List)
    ).

%! range_to_fdset(+Range, -Set) is det.
%  Range is as in in/2: integers, inf..sup, and unions of these.
%  ?- range_to_fdset('\\/'('..'(5, 7), '..'(1, 2)), S), fdset_to_list(S, L).   %=> L = [1,2,5,6,7].
range_to_fdset(Range, Set) :-
    (   var(Range)
    ->  instantiation_error(Range)
    ;   '$range_to_fdset'(Range, Set)
    ->  true
    ;   type_error(clpfd_domain, Range)
    ).

%! '$range_to_fdset'(+Range, -Set) is semidet.
'$range_to_fdset'(Range, Set) :-
    (   integer(Range)
    ->  Set = [[Range|Range]]
    ;   Range = '..'(Least, Greatest)
    ->  '$fdset_bound'(Least),
        '$fdset_bound'(Greatest),
        ( empty_interval(Least, Greatest) -> Set = [] ; Set = [[Least|Greatest]] )
    ;   Range = '\\/'(A, B),
        nonvar(A),
        nonvar(B),
        '$range_to_fdset'(A, SetA),
        '$range_to_fdset'(B, SetB),
        '$fdset_union'(SetA, SetB, Set)
    ).

%! fdset_to_range(+Set, -Range) is det.
%  Range is as in in/2; of the empty set it is 1..0.
%  ?- list_to_fdset([1,2,4], S), fdset_to_range(S, R), R = '\\/'('..'(1, 2), 4).   %=> R = '\\/'('..'(1, 2), 4).
fdset_to_range(Set, Range) :-
    '$fdset'(Set),
    (   Set = [Pair|Pairs]
    ->  '$fdset_to_range'(Pair, Range0),
        foldl('$fdset_or', Pairs, Range0, Range)
    ;   Range = '..'(1, 0)
    ).

%! '$fdset_or'(+Pair, +Before, -After)
'$fdset_or'(Pair, Before, '\\/'(Before, Range)) :-
    '$fdset_to_range'(Pair, Range).

%! '$fdset_to_range'(+Pair, -Range)
'$fdset_to_range'([Least|Greatest], Range) :-
    ( Least == Greatest -> Range = Least ; Range = '..'(Least, Greatest) ).

%! fdset_add_element(+Set, +Element, -NewSet) is det.
%  ?- list_to_fdset([1,3], S), fdset_add_element(S, 2, T), fdset_to_list(T, L).   %=> L = [1,2,3].
fdset_add_element(Set, Element, NewSet) :-
    must_be(integer, Element),
    fdset_union(Set, [[Element|Element]], NewSet).

%! fdset_del_element(+Set, +Element, -NewSet) is det.
%  ?- fdset_interval(S, 1, 3), fdset_del_element(S, 2, T), fdset_to_list(T, L).   %=> L = [1,3].
fdset_del_element(Set, Element, NewSet) :-
    must_be(integer, Element),
    '$fdset_without'(Set, Element, NewSet).

%! '$fdset_without'(+Set, +Element, -NewSet) is det.
%  What is behind the element is shared.
'$fdset_without'(Set, Element, NewSet) :-
    (   nonvar(Set),
        Set = [Pair|Rest],
        nonvar(Pair),
        Pair = [Least|Greatest],
        '$fdset_below'(Least, Greatest)
    ->  (   integer(Greatest),
            Greatest < Element
        ->  NewSet = [Pair|NewRest],
            '$fdset_without'(Rest, Element, NewRest)
        ;   integer(Least),
            Least > Element
        ->  NewSet = Set
        ;   Before is Element - 1,
            After is Element + 1,
            ( empty_interval(After, Greatest) -> Behind = Rest ; Behind = [[After|Greatest]|Rest] ),
            ( empty_interval(Least, Before) -> NewSet = Behind ; NewSet = [[Least|Before]|Behind] )
        )
    ;   '$fdset'(Set),
        NewSet = Set
    ).

%! fdset_union(+A, +B, -Union) is det.
%  ?- fdset_interval(A, 1, 2), fdset_interval(B, 2, 4), fdset_union(A, B, C), fdset_to_list(C, L).   %=> L = [1,2,3,4].
fdset_union(A, B, Union) :-
    '$fdset'(A),
    '$fdset'(B),
    '$fdset_union'(A, B, Union).

%! '$fdset_union'(+A, +B, -Union)
'$fdset_union'(A, B, Union) :-
    '$fdset_merge'(A, B, Pairs),
    '$fdset_join'(Pairs, Union).

%! '$fdset_merge'(+A, +B, -Pairs)
'$fdset_merge'([], B, B) :-
    !.
'$fdset_merge'(A, [], A) :-
    !.
'$fdset_merge'([[LeastA|GreatestA]|A], [[LeastB|GreatestB]|B], [Pair|Pairs]) :-
    (   '$fdset_below'(LeastA, LeastB)
    ->  Pair = [LeastA|GreatestA],
        '$fdset_merge'(A, [[LeastB|GreatestB]|B], Pairs)
    ;   Pair = [LeastB|GreatestB],
        '$fdset_merge'([[LeastA|GreatestA]|A], B, Pairs)
    ).

%! fdset_union(+Sets, -Union) is det.
%  ?- maplist(fdset_singleton, Sets, [1,5,2]), fdset_union(Sets, U), fdset_to_list(U, L).   %=> L = [1,2,5].
fdset_union(Sets, Union) :-
    must_be(list, Sets),
    foldl(fdset_union, Sets, [], Union).

%! fdset_intersection(+A, +B, -Intersection) is det.
%  ?- fdset_interval(A, 1, 3), list_to_fdset([2,3,9], B), fdset_intersection(A, B, C), fdset_to_list(C, L).   %=> L = [2,3].
fdset_intersection(A, B, Intersection) :-
    '$fdset'(A),
    '$fdset'(B),
    '$fdset_intersection'(A, B, Intersection).

%! '$fdset_intersection'(+A, +B, -Intersection)
'$fdset_intersection'([], _, []) :-
    !.
'$fdset_intersection'(_, [], []) :-
    !.
'$fdset_intersection'([[LeastA|GreatestA]|A], [[LeastB|GreatestB]|B], Intersection) :-
    '$fdset_greatest'(LeastA, LeastB, Least),
    '$fdset_least'(GreatestA, GreatestB, Greatest),
    ( empty_interval(Least, Greatest) -> Intersection = Rest ; Intersection = [[Least|Greatest]|Rest] ),
    (   Greatest == GreatestA
    ->  '$fdset_intersection'(A, [[LeastB|GreatestB]|B], Rest)
    ;   '$fdset_intersection'([[LeastA|GreatestA]|A], B, Rest)
    ).

%! fdset_complement(+Set, -Complement) is det.
%  ?- fdset_interval(S, 1, 3), fdset_complement(S, C), fdset_to_range(C, R), R = '\\/'('..'(inf, 0), '..'(4, sup)).   %=> R = '\\/'('..'(inf, 0), '..'(4, sup)).
fdset_complement(Set, Complement) :-
    '$fdset'(Set),
    '$fdset_gaps'(Set, inf, Complement).

%! '$fdset_gaps'(+Set, +From, -Gaps)
'$fdset_gaps'([], From, [[From|sup]]).
'$fdset_gaps'([[Least|Greatest]|Set], From, Gaps) :-
    (   Least == inf
    ->  Gaps = Rest
    ;   Before is Least - 1,
        ( empty_interval(From, Before) -> Gaps = Rest ; Gaps = [[From|Before]|Rest] )
    ),
    (   Greatest == sup
    ->  Rest = []
    ;   After is Greatest + 1,
        '$fdset_gaps'(Set, After, Rest)
    ).

%! fdset_subtract(+A, +B, -Difference) is det.
%  Difference has the elements of A that are not in B.
%  ?- fdset_interval(A, 1, 4), list_to_fdset([2,9], B), fdset_subtract(A, B, C), fdset_to_list(C, L).   %=> L = [1,3,4].
fdset_subtract(A, B, Difference) :-
    fdset_complement(B, Others),
    fdset_intersection(A, Others, Difference).

%! fdset_disjoint(+A, +B) is semidet.
%  ?- fdset_interval(A, 1, 4), fdset_interval(B, 5, 6), fdset_disjoint(A, B).
fdset_disjoint(A, B) :-
    fdset_intersection(A, B, []).

%! fdset_intersect(+A, +B) is semidet.
%  True if A and B have common elements.
%  ?- fdset_interval(A, 1, 5), fdset_interval(B, 5, 6), fdset_intersect(A, B).
fdset_intersect(A, B) :-
    \+ fdset_disjoint(A, B).

%! fdset_eq(+A, +B) is semidet.
%  True if A and B have the same elements.
%  ?- fdset_interval(A, 1, 2), list_to_fdset([2,1], B), fdset_eq(A, B).
fdset_eq(A, B) :-
    '$fdset'(A),
    '$fdset'(B),
    A == B.

%! fdset_subset(+A, +B) is semidet.
%  True if all elements of A are in B.
%  ?- fdset_interval(A, 2, 3), fdset_interval(B, 1, 3), fdset_subset(A, B), \+ fdset_subset(B, A).
fdset_subset(A, B) :-
    fdset_subtract(A, B, []).

%! fdset_member(?Element, +Set) is nondet.
%  Element is one of Set; of an unbound Element a finite set is enumerated.
%  ?- list_to_fdset([1,5], S), findall(X, fdset_member(X, S), L).   %=> L = [1,5].
fdset_member(Element, Set) :-
    '$fdset'(Set),
    (   integer(Element)
    ->  fdset_intersect([[Element|Element]], Set)
    ;   ( Set = [[inf|_]|_] ; last(Set, [_|sup]) )
    ->  instantiation_error(Element)
    ;   member([Least|Greatest], Set),
        (   Least == Greatest
        ->  Element = Least
        ;   between(Least, Greatest, Element)
        )
    ).

%! indomain(?Var) is nondet.
%  Gives Var each integer of its domain, in ascending order.
%  ?- in(X, '..'(1, 3)), findall(X, indomain(X), L).   %=> L = [1,2,3].
indomain(Var) :-
    label([Var]).

%! serialized(+Starts, +Durations)
%  Constrains tasks to follow one another: of any two, one has ended when the other begins.
%  ?- ins([X,Y], '..'(0, 3)), serialized([X,Y], [2,2]), findall(X-Y, label([X,Y]), L).   %=> L = [0-2,0-3,1-3,2-0,3-0,3-1].
serialized(Starts, Durations) :-
    must_be(list, Starts),
    must_be(list, Durations),
    (   same_length(Starts, Durations)
    ->  pairs_keys_values(Pairs, Starts, Durations),
        (   maplist('$fd_serial_task', Starts, Durations, Tasks),
            '$fd_cumulative'(Tasks, 1, Way),
            Way == whole
        ->  true
        ;   '$fd_serialized'(Pairs)
        )
    ;   domain_error(durations, Durations)
    ).

%! '$fd_serial_task'(?Start, +Duration, -Task) is semidet.
%  A task without a duration would be within others.
'$fd_serial_task'(Start, Duration, task(Start,Duration,_,1,_)) :-
    integer(Duration),
    Duration > 0.

%! '$fd_serialized'(+Tasks)
'$fd_serialized'([]).
'$fd_serialized'([Start-Duration|Tasks]) :-
    '#>='(Duration, 0),
    '$fd_serialized'(Tasks, Start, Duration),
    '$fd_serialized'(Tasks).

%! '$fd_serialized'(+Tasks, ?Start, ?Duration)
'$fd_serialized'([], _, _).
'$fd_serialized'([Start1-Duration1|Tasks], Start, Duration) :-
    '#\\/'('#=<'(Start + Duration, Start1), '#=<'(Start1 + Duration1, Start)),
    '$fd_serialized'(Tasks, Start, Duration).
