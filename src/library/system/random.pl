% Random choice.

%! random(+Low, +High, -Number) is det.
%  Number is a random number of the interval [Low, High): an integer if both bounds are integers, else a float.
%  ?- random(1, 2, X).   %=> X = 1.
%  ?- random(1, 1, X).   %=> domain_error(not_less_than_one, 0).
random(Low, High, Number) :-
    (   integer(Low),
        integer(High)
    ->  Number is Low + random(High - Low)
    ;   random(Part),
        Number is Low + (High - Low) * Part
    ).

%! random_member(-X, +List) is det.
%  X is a random element of List.
%  ?- random_member(X, [a]).
random_member(X, List) :-
    must_be(list, List),
    length(List, Count),
    Count > 0,
    random_between(1, Count, Index),
    nth1(Index, List, X).

%! random_select(?X, ?List, ?Rest) is semidet.
%  X is a random element of List; Rest is List without it. If List is unbound, X is inserted into Rest somewhere.
%  ?- random_select(X, [a], L).   %=> X = a, L = [].
%  ?- random_select(a, L, []).   %=> L = [a].
random_select(X, List, Rest) :-
    (   is_list(List)
    ->  length(List, Count)
    ;   must_be(list, Rest),
        length([X|Rest], Count)
    ),
    Count > 0,
    random_between(1, Count, Index),
    nth1(Index, List, X, Rest).

%! random_permutation(?List, ?Permutation) is semidet.
%  Permutation is a random permutation of List, or the reverse if List is unbound.
%  ?- random_permutation([a,b,c], P), msort(P, L).
%  ?- random_permutation(L, [a]).   %=> L = [a].
%  ?- random_permutation([a|_], _).   %=> instantiation_error.
random_permutation(List, Permutation) :-
    (   is_list(List)
    ->  '$random_order'(List, Permutation)
    ;   is_list(Permutation)
    ->  '$random_order'(Permutation, List)
    ;   must_be(list, List),
        must_be(list, Permutation)
    ).

%! '$random_order'(+List, ?Permutation)
'$random_order'(List, Permutation) :-
    '$random_keys'(List, Keyed),
    keysort(Keyed, Sorted),
    pairs_values(Sorted, Permutation).

%! '$random_keys'(+List, -Pairs)
'$random_keys'([], []).
'$random_keys'([X|Xs], [Key-X|Pairs]) :-
    Key is random(0x400000000000000),
    '$random_keys'(Xs, Pairs).

%! randseq(+Count, +Most, -List) is det.
%  List has Count different random integers from 1 to Most.
%  ?- randseq(3, 10, _L), length(_L, N).   %=> N = 3.
randseq(Count, Most, List) :-
    randset(Count, Most, Set),
    random_permutation(Set, List).

%! randset(+Count, +Most, -Set) is det.
%  Like randseq/3, but sorted.
%  ?- randset(2, 2, L).   %=> L = [1,2].
randset(Count, Most, Set) :-
    must_be(nonneg, Count),
    Count =< Most,
    must_be(integer, Most),
    (   2 * Count > Most
    ->  Rest is Most - Count,
        '$random_set'(Rest, Most, [], Others),
        numlist(1, Most, All),
        ord_subtract(All, Others, Found)
    ;   '$random_set'(Count, Most, [], Found)
    ),
    Set = Found.

%! '$random_set'(+Count, +Most, +Set0, -Set) is det.
%  Draws as many numbers as are missing until all differ: any set is as probable as any other.
'$random_set'(Count, Most, Set0, Set) :-
    (   Count =:= 0
    ->  Set = Set0
    ;   findall(X, ( between(1, Count, _), random_between(1, Most, X) ), Drawn),
        append(Drawn, Set0, All),
        sort(All, Set1),
        length(Set0, Before),
        length(Set1, After),
        Missing is Count - (After - Before),
        '$random_set'(Missing, Most, Set1, Set)
    ).

%! maybe is semidet.
%  Succeeds with probability 1/2.
maybe :-
    random_between(0, 1, 1).

%! maybe(+Part) is semidet.
%  Succeeds with probability Part, a number from 0 to 1.
%  ?- maybe(1.0).
maybe(Part) :-
    must_be(between(0.0, 1.0), Part),
    random(X),
    X < Part.

%! maybe(+Count, +Of) is semidet.
%  Succeeds with probability Count/Of.
%  ?- maybe(1, 1).
maybe(Count, Of) :-
    must_be(nonneg, Count),
    must_be(nonneg, Of),
    ( Count > Of -> domain_error(not_less_than_zero, Of-Count) ; true ),
    random_between(1, Of, X),
    X =< Count.

%! random_perm2(?A, ?B, -X, -Y) is det.
%  X and Y are A and B in a random order.
%  ?- random_perm2(a, b, X, Y), msort([X,Y], [a,b]).
random_perm2(A, B, X, Y) :-
    (   maybe
    ->  X = A,
        Y = B
    ;   X = B,
        Y = A
    ).

%! random_subseq(+List, -Part, -Rest) is det.
%  Part is a random subsequence of List, Rest has the other elements.
%  ?- random_subseq([a,b,c], P, R), append(P, R, L), msort(L, [a,b,c]).
random_subseq([], [], []).
random_subseq([X|Xs], Part, Rest) :-
    (   maybe
    ->  Part = [X|Part1],
        Rest = Rest1
    ;   Part = Part1,
        Rest = [X|Rest1]
    ),
    random_subseq(Xs, Part1, Rest1).

%! random_numlist(+Part, +Low, +High, -List) is det.
%  List has each integer from Low to High with probability Part.
%  ?- random_numlist(1.0, 1, 3, L).   %=> L = [1,2,3].
random_numlist(Part, Low, High, List) :-
    (   Low > High
    ->  List = []
    ;   Next is Low + 1,
        (   maybe(Part)
        ->  List = [Low|Rest]
        ;   List = Rest
        ),
        random_numlist(Part, Next, High, Rest)
    ).

%! setrand(+State) is det.
%  Sets the state of the random numbers: an integer, or rand(X, Y, Z) with three of them.
%  ?- setrand(7), random(0, 100, _X), setrand(7), random(0, 100, _X).
setrand(State) :-
    must_be(nonvar, State),
    (   State = rand(X, Y, Z)
    ->  must_be(integer, X),
        must_be(integer, Y),
        must_be(integer, Z),
        Seed is X*1000003*1000003 + Y*1000003 + Z
    ;   must_be(integer, State),
        Seed = State
    ),
    set_random(seed(Seed)).
