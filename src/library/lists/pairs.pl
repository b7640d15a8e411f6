% Lists of Key-Value pairs.

%! pairs_keys_values(?Pairs, ?Keys, ?Values) is det.
%  True if Pairs is the list of Key-Value of corresponding elements of Keys and Values.
%  ?- pairs_keys_values(P, [a,b], [1,2]).
pairs_keys_values([], [], []).
pairs_keys_values([Key-Value|Pairs], [Key|Keys], [Value|Values]) :-
    pairs_keys_values(Pairs, Keys, Values).

%! pairs_keys(?Pairs, ?Keys) is det.
%  Keys are the keys of Pairs.
%  ?- pairs_keys([a-1,b-2], L).   %=> L = [a,b].
pairs_keys([], []).
pairs_keys([Key-_|Pairs], [Key|Keys]) :-
    pairs_keys(Pairs, Keys).

%! pairs_values(?Pairs, ?Values) is det.
%  Values are the values of Pairs.
%  ?- pairs_values([a-1,b-2], L).   %=> L = [1,2].
pairs_values([], []).
pairs_values([_-Value|Pairs], [Value|Values]) :-
    pairs_values(Pairs, Values).

%! transpose_pairs(+Pairs, -Transposed) is det.
%  Transposed has Value-Key for each Key-Value, sorted by the new keys.
%  ?- transpose_pairs([a-2,b-1], L).   %=> L = [1-b,2-a].
transpose_pairs(Pairs, Transposed) :-
    '$swap_pairs'(Pairs, Swapped),
    keysort(Swapped, Transposed0),
    Transposed = Transposed0.

%! '$swap_pairs'(+Pairs, -Swapped)
'$swap_pairs'([], []).
'$swap_pairs'([Key-Value|Pairs], [Value-Key|Swapped]) :-
    '$swap_pairs'(Pairs, Swapped).

%! map_list_to_pairs(:Function, +List, -Keyed) is det.
%  Keyed has Key-X for every element X of List, with the Key of call(Function, X, Key).
%  ?- map_list_to_pairs(atom_length, [abc,d], L).   %=> L = [3-abc,1-d].
map_list_to_pairs(Function, List, Keyed) :-
    '$map_to_pairs'(List, Function, Keyed).

%! '$map_to_pairs'(+List, :Function, -Keyed)
'$map_to_pairs'([], _, []).
'$map_to_pairs'([X|Xs], Function, [Key-X|Keyed]) :-
    call(Function, X, Key),
    '$map_to_pairs'(Xs, Function, Keyed).

%! clumped(+Items, -Counts) is det.
%  Counts has Item-N for every run of N identical adjacent items.
%  ?- clumped([a,a,b,a], L).
clumped([], []).
clumped([X|Xs], [X-N|Counts]) :-
    '$clump'(Xs, X, 1, N, Rest),
    clumped(Rest, Counts).

%! '$clump'(+Items, +X, +N0, -N, -Rest)
'$clump'([Y|Ys], X, N0, N, Rest) :-
    Y == X,
    !,
    N1 is N0 + 1,
    '$clump'(Ys, X, N1, N, Rest).
'$clump'(Rest, _, N, N, Rest).

%! group_pairs_by_key(+Pairs, -Groups) is det.
%  Groups has Key-Values for every run of pairs with identical (==) keys.
%  ?- group_pairs_by_key([a-1,a-2,b-3], L).   %=> L = [a-[1,2],b-[3]].
group_pairs_by_key([], []).
group_pairs_by_key([Key-Value|Pairs], [Key-[Value|Values]|Groups]) :-
    '$same_key'(Pairs, Key, Values, Rest),
    group_pairs_by_key(Rest, Groups).

%! '$same_key'(+Pairs, +Key, -Values, -Rest)
'$same_key'([Other-Value|Pairs], Key, Values, Rest) :-
    Other == Key,
    !,
    Values = [Value|More],
    '$same_key'(Pairs, Key, More, Rest).
'$same_key'(Rest, _, [], Rest).
