% Ordered sets by the names of library(oset).

%! oset_is(@Set) is semidet.
%  True if Set is an ordered set.
%  ?- oset_is([a,b]).
oset_is(Set) :-
    is_ordset(Set).

%! oset_union(+Set1, +Set2, -Union) is det.
%  Union is the union of two ordered sets.
%  ?- oset_union([a,c], [b], S).   %=> S = [a, b, c].
oset_union(Set1, Set2, Union) :-
    ord_union(Set1, Set2, Union).

%! oset_int(+Set1, +Set2, -Intersection) is det.
%  Intersection is the intersection of two ordered sets.
%  ?- oset_int([a,b], [b,c], S).   %=> S = [b].
oset_int(Set1, Set2, Intersection) :-
    ord_intersection(Set1, Set2, Intersection).

%! oset_diff(+Set1, +Set2, -Difference) is det.
%  Difference is Set1 without the elements of Set2.
%  ?- oset_diff([a,b], [b], S).   %=> S = [a].
oset_diff(Set1, Set2, Difference) :-
    ord_subtract(Set1, Set2, Difference).

%! oset_dunion(+Sets, -Union) is det.
%  Union is the union of the sets in the set Sets.
%  ?- oset_dunion([[a],[b]], S).   %=> S = [a, b].
oset_dunion(Sets, Union) :-
    ord_union(Sets, Union).

%! oset_dint(+Sets, -Intersection) is semidet.
%  Intersection is the intersection of the sets in the set Sets, of which there is at least one.
%  ?- oset_dint([[a,b],[b,c]], S).   %=> S = [b].
oset_dint(Sets, Intersection) :-
    ord_intersection(Sets, Intersection).

%! oset_power(+Set, -Power) is det.
%  Power is the ordered set of all subsets of Set.
%  ?- oset_power([a,b], S).   %=> S = [[], [a], [a, b], [b]].
oset_power(Set, Power) :-
    findall(Subset, '$some_of'(Set, Subset), Subsets),
    sort(Subsets, Power).

%! '$some_of'(+Set, -Subset) is multi.
'$some_of'([], []).
'$some_of'([Element|Set], Subset) :-
    (   Subset = [Element|Rest],
        '$some_of'(Set, Rest)
    ;   '$some_of'(Set, Subset)
    ).

%! oset_addel(+Set, +Element, -NewSet) is det.
%  NewSet is Set with Element.
%  ?- oset_addel([a,c], b, S).   %=> S = [a, b, c].
oset_addel(Set, Element, NewSet) :-
    ord_add_element(Set, Element, NewSet).

%! oset_delel(+Set, +Element, -NewSet) is det.
%  NewSet is Set without Element.
%  ?- oset_delel([a,b], b, S).   %=> S = [a].
oset_delel(Set, Element, NewSet) :-
    ord_del_element(Set, Element, NewSet).
