% Sets that a program extends destructively, not undone on backtracking. Elements are equal if they are variants. A set
% is set(Count, Table), where Table has lists of terms by their hashes.

%! empty_nb_set(-Set) is det.
%  Set is a new empty set.
%  ?- empty_nb_set(S), size_nb_set(S, N), N == 0.
empty_nb_set(Set) :-
    '$new_set'(Set).

%! add_nb_set(+Element, +Set) is det.
%  Adds Element to Set unless it is in it.
%  ?- empty_nb_set(S), ( add_nb_set(a, S), fail ; true ), nb_set_to_list(S, L), L == [a].
add_nb_set(Element, Set) :-
    '$add_to_set'(Set, Element, _).

%! add_nb_set(+Element, +Set, ?New) is semidet.
%  Like add_nb_set/2; New is true if Element was not in Set, else false.
%  ?- empty_nb_set(S), add_nb_set(a, S, X), add_nb_set(a, S, Y), X-Y == true-false.
add_nb_set(Element, Set, New) :-
    '$add_to_set'(Set, Element, Found),
    New = Found.

%! gen_nb_set(+Set, -Element) is nondet.
%  Element is an element of Set; enumerates them in order.
%  ?- empty_nb_set(S), add_nb_set(b, S), add_nb_set(a, S), findall(X, gen_nb_set(S, X), L), L == [a,b].
gen_nb_set(Set, Element) :-
    nb_set_to_list(Set, List),
    member(Element, List).

%! nb_set_to_list(+Set, -List) is det.
%  List is the sorted list of the elements of Set.
%  ?- empty_nb_set(S), add_nb_set(b, S), add_nb_set(a, S), nb_set_to_list(S, L), L == [a,b].
nb_set_to_list(set(_, Table), List) :-
    Table =.. [_|Buckets],
    append(Buckets, All),
    msort(All, List).

%! size_nb_set(+Set, -Count) is det.
%  Count is the number of elements of Set.
%  ?- empty_nb_set(S), add_nb_set(b, S), size_nb_set(S, N), N == 1.
size_nb_set(set(Count, _), Count).

%! '$new_set'(-Set)
'$new_set'(set(0, Table)) :-
    '$new_table'(8, Table).

%! '$new_table'(+Size, -Table)
'$new_table'(Size, Table) :-
    length(Buckets, Size),
    maplist(=([]), Buckets),
    Table =.. [table|Buckets].

%! '$add_to_set'(+Set, @Term, -New)
'$add_to_set'(Set, Term, New) :-
    (   Set = set(_, Table0)
    ->  Table = Table0
    ;   must_be(compound, Set),
        arg(1, Set, First),
        must_be(compound, First),
        type_error(nb_set, Set)
    ),
    '$bucket'(Term, Table, Place, Bucket),
    (   '$seen_variant'(Bucket, Term)
    ->  New = false
    ;   New = true,
        nb_setarg(Place, Table, [Term|Bucket]),
        arg(1, Set, Count0),
        Count is Count0 + 1,
        nb_setarg(1, Set, Count),
        functor(Table, _, Size),
        (   Count > 2 * Size
        ->  '$grow_set'(Set, Table, Size)
        ;   true
        )
    ).

%! '$bucket'(@Term, +Table, -Place, -Bucket)
'$bucket'(Term, Table, Place, Bucket) :-
    '$variant_hash'(Term, Hash),
    functor(Table, _, Size),
    Place is Hash mod Size + 1,
    arg(Place, Table, Bucket).

%! '$seen_variant'(+Seen, @Term)
'$seen_variant'([First|Seen], Term) :-
    (   First =@= Term
    ->  true
    ;   '$seen_variant'(Seen, Term)
    ).

%! '$grow_set'(+Set, +Table0, +Size0)
'$grow_set'(Set, Table0, Size0) :-
    Size is 4 * Size0,
    '$new_table'(Size, Table),
    Table0 =.. [_|Buckets],
    append(Buckets, Terms),
    '$fill_table'(Terms, Table),
    nb_setarg(2, Set, Table).

%! '$fill_table'(+Terms, +Table)
'$fill_table'([], _).
'$fill_table'([Term|Terms], Table) :-
    '$bucket'(Term, Table, Place, Bucket),
    setarg(Place, Table, [Term|Bucket]),
    '$fill_table'(Terms, Table).

%! '$variant_hash'(@Term, -Hash)
'$variant_hash'(Term, Hash) :-
    (   ground(Term)
    ->  term_hash(Term, Hash)
    ;   copy_term_nat(Term, Copy),
        numbervars(Copy, 0, _),
        term_hash(Copy, Hash)
    ).
