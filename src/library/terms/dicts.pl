% Dicts, Tag{Key: Value, ...}: compound terms of the tag, and the keys in standard order, each followed by its value.

%! dict_keys(+Dict, -Keys) is det.
%  Keys is the ordered list of the keys of Dict.
%  ?- dict_keys(_{b: 2, a: 1}, K).   %=> K = [a, b].
dict_keys(Dict, Keys) :-
    dict_pairs(Dict, _, Pairs),
    pairs_keys(Pairs, Keys).

%! dict_size(+Dict, -Count) is det.
%  Count is the number of keys of Dict.
%  ?- dict_size(_{b: 2, a: 1}, N).   %=> N = 2.
dict_size(Dict, Count) :-
    must_be(dict, Dict),
    compound_name_arity(Dict, _, Arity),
    Count is Arity // 2.

%! dict_same_keys(?Dict1, ?Dict2) is semidet.
%  True if both dicts have the same keys; one may be unbound.
%  ?- dict_same_keys(_{a: 1, b: 2}, _{a: x, b: y}).
dict_same_keys(Dict1, Dict2) :-
    (   nonvar(Dict1)
    ->  dict_keys(Dict1, Keys),
        (   nonvar(Dict2)
        ->  dict_keys(Dict2, Keys)
        ;   '$dict_of_keys'(Keys, Dict2)
        )
    ;   dict_keys(Dict2, Keys),
        '$dict_of_keys'(Keys, Dict1)
    ).

%! '$dict_of_keys'(+Keys, -Dict) is det.
'$dict_of_keys'(Keys, Dict) :-
    pairs_keys(Pairs, Keys),
    dict_create(Dict, _, Pairs).

%! mapdict(:Goal, +Dict) is semidet.
%  True if call(Goal, Key, Value) is true for all keys.
%  ?- mapdict([_, V]>>integer(V), _{a: 1, b: 2}).
mapdict(Goal, Dict) :-
    '$dict_values'(Dict, Keys, Values),
    maplist(Goal, Keys, Values).

%! mapdict(:Goal, ?Dict1, ?Dict2) is semidet.
%  True if call(Goal, Key, Value1, Value2) is true for all keys, which both dicts have.
%  ?- mapdict([_, V, W]>>(W is V+1), t{a: 1, b: 2}, D), is_dict(D, u).   %=> D = u{a: 2, b: 3}.
mapdict(Goal, Dict1, Dict2) :-
    dict_same_keys(Dict1, Dict2),
    '$dict_values'(Dict1, Keys, Values1),
    '$dict_values'(Dict2, Keys, Values2),
    maplist(Goal, Keys, Values1, Values2).

%! mapdict(:Goal, ?Dict1, ?Dict2, ?Dict3) is semidet.
%  True if call(Goal, Key, Value1, Value2, Value3) is true for all keys, which the three dicts have.
%  ?- mapdict([_, V, W, X]>>(X is V+W), t{a: 1}, t{a: 2}, D), is_dict(D, u).   %=> D = u{a: 3}.
mapdict(Goal, Dict1, Dict2, Dict3) :-
    (   nonvar(Dict3)
    ->  dict_same_keys(Dict3, Dict1)
    ;   true
    ),
    dict_same_keys(Dict1, Dict2),
    dict_same_keys(Dict1, Dict3),
    '$dict_values'(Dict1, Keys, Values1),
    '$dict_values'(Dict2, Keys, Values2),
    '$dict_values'(Dict3, Keys, Values3),
    maplist(Goal, Keys, Values1, Values2, Values3).

%! '$dict_values'(+Dict, -Keys, -Values) is det.
'$dict_values'(Dict, Keys, Values) :-
    dict_pairs(Dict, _, Pairs),
    pairs_keys_values(Pairs, Keys, Values).

%! dict_fill(+Value, +Key, +Dict, -Filled) is det.
%  Filled is a copy of Value: the value for missing keys in dicts_to_same_keys/3.
%  ?- dict_fill(null, k, _{}, V).   %=> V = null.
dict_fill(Value, _, _, Filled) :-
    copy_term(Value, Filled).

%! dicts_same_tag(+Dicts, ?Tag) is semidet.
%  True if all dicts have this tag.
%  ?- dicts_same_tag([t{a: 1}, t{b: 2}], T).   %=> T = t.
dicts_same_tag(Dicts, Tag) :-
    maplist('$has_tag'(Tag), Dicts).

%! '$has_tag'(?Tag, +Dict)
'$has_tag'(Tag, Dict) :-
    is_dict(Dict, Tag).

%! dicts_same_keys(+Dicts, -Keys) is semidet.
%  True if all dicts have the same keys, the ordered list Keys.
%  ?- dicts_same_keys([_{a: 1}, _{a: 2}], K).   %=> K = [a].
dicts_same_keys(Dicts, Keys) :-
    maplist('$has_keys'(Keys), Dicts).

%! '$has_keys'(?Keys, +Dict)
'$has_keys'(Keys, Dict) :-
    dict_keys(Dict, Keys).

%! dicts_slice(+Keys, +Dicts, -Slices) is det.
%  Slices are the dicts with no other keys than Keys.
%  ?- dicts_slice([a], [t{a: 1, b: 2}], L).   %=> L = [t{a: 1}].
dicts_slice(Keys, Dicts, Slices) :-
    sort(Keys, Sorted),
    maplist('$dict_slice'(Sorted), Dicts, Slices).

%! '$dict_slice'(+Keys, +Dict, -Slice)
'$dict_slice'(Keys, Dict, Slice) :-
    dict_pairs(Dict, Tag, Pairs),
    '$pairs_of_keys'(Keys, Pairs, Kept),
    dict_create(Slice, Tag, Kept).

%! '$pairs_of_keys'(+Keys, +Pairs, -Kept) is det.
'$pairs_of_keys'([Key|Keys], [Key0-Value|Pairs], Kept) :-
    !,
    compare(Order, Key, Key0),
    (   Order = (=)
    ->  Kept = [Key-Value|Kept1],
        '$pairs_of_keys'(Keys, Pairs, Kept1)
    ;   Order = (<)
    ->  '$pairs_of_keys'(Keys, [Key0-Value|Pairs], Kept)
    ;   '$pairs_of_keys'([Key|Keys], Pairs, Kept)
    ).
'$pairs_of_keys'(_, _, []).

%! '$dict_call'(+Dict, +Function, -Value) is det.
%  Value is the result of a call on a dict: of a key, which must exist; get(Key), which fails if it does not;
%  get(Key, Default); put(New); put(Key, Value); or of a function that the module of the tag defines.
%  ?- '$dict_call'(t{a: 1}, put(b, 2), X), '$dict_call'(X, get(c, none), Z).   %=> X = t{a: 1, b: 2}, Z = none.
'$dict_call'(Dict, Function, Value) :-
    (   var(Function)
    ->  get_dict(Function, Dict, Value)
    ;   '$dict_goal'(Function, Dict, Value, Goal)
    ->  call(Goal)
    ;   compound(Function)
    ->  must_be(dict, Dict),
        is_dict(Dict, Tag),
        must_be(atom, Tag),
        compound_name_arguments(Function, Name, Arguments),
        append(Arguments, [Dict,Value], All),
        Goal =.. [Name|All],
        call(Tag:Goal)
    ;   type_error(callable, Function)
    ).

%! '$dict_goal'(+Function, +Dict, -Value, -Goal) is semidet.
%  Goal computes the value of a call on a dict whose function is no user's.
'$dict_goal'(Function, Dict, Value, get_dict_ex(Function, Dict, Value)) :-
    ( atom(Function) ; integer(Function) ),
    !.
'$dict_goal'(get(Key), Dict, Value, get_dict(Key, Dict, Value)).
'$dict_goal'(get(Key, Default), Dict, Value, ( get_dict(Key, Dict, Found) -> Value = Found ; Value = Default )).
'$dict_goal'(put(New), Dict, Value, put_dict(New, Dict, Value)).
'$dict_goal'(put(Key, New), Dict, Value, Goal) :-
    (   atomic(Key)
    ->  Goal = put_dict(Key, Dict, New, Value)
    ;   Goal = '$put_path'(Key, Dict, New, Value)
    ).

%! '$put_path'(+Path, +Dict, +Value, -NewDict) is det.
%  Path is a key, or a path Key/Key of keys of dicts within dicts, which are made where they do not exist.
'$put_path'(Path, Dict, Value, NewDict) :-
    (   nonvar(Path),
        Path = Outer/Key
    ->  (   '$path_value'(Outer, Dict, Inner),
            is_dict(Inner)
        ->  true
        ;   dict_pairs(Inner, _, [])
        ),
        put_dict(Key, Inner, Value, NewInner),
        '$put_path'(Outer, Dict, NewInner, NewDict)
    ;   put_dict(Path, Dict, Value, NewDict)
    ).

%! '$path_value'(+Path, +Dict, -Value) is semidet.
'$path_value'(Path, Dict, Value) :-
    (   Path = Outer/Key
    ->  '$path_value'(Outer, Dict, Inner),
        is_dict(Inner),
        get_dict(Key, Inner, Value)
    ;   get_dict(Path, Dict, Value)
    ).

%! dict_no_fill(+Key, +Dict, -Value) is det.
%  The value of Key, or an error: for dicts_to_same_keys/3, where no key is to be missing.
%  ?- dict_no_fill(a, _{a: 1}, V).   %=> V = 1.
dict_no_fill(Key, Dict, Value) :-
    get_dict_ex(Key, Dict, Value).

%! dicts_to_same_keys(+Dicts, :OnEmpty, -SameKeys) is semidet.
%  SameKeys are Dicts with all keys of any of them; the values of the others come from call(OnEmpty, Key, Dict, Value).
%  ?- dicts_to_same_keys([_{a:1},_{b:2}], dict_fill(none), L), maplist(dict_size, L, Ns).   %=> Ns = [2,2].
dicts_to_same_keys(Dicts, OnEmpty, SameKeys) :-
    (   dicts_same_keys(Dicts, _)
    ->  SameKeys = Dicts
    ;   maplist(dict_keys, Dicts, KeyLists),
        append(KeyLists, Keys0),
        sort(Keys0, Keys),
        maplist('$dict_of_keys'(Keys, OnEmpty), Dicts, SameKeys)
    ).

%! '$dict_of_keys'(+Keys, :OnEmpty, +Dict, -Filled)
'$dict_of_keys'(Keys, OnEmpty, Dict0, Filled) :-
    dict_pairs(Dict0, Tag, Pairs0),
    dict_create(Dict, Tag, Pairs0),
    '$values_of_keys'(Keys, Dict, OnEmpty, Pairs),
    dict_create(Filled, Tag, Pairs).

%! '$values_of_keys'(+Keys, +Dict, :OnEmpty, -Pairs)
'$values_of_keys'([], _, _, []).
'$values_of_keys'([Key|Keys], Dict, OnEmpty, [Key-Value|Pairs]) :-
    (   get_dict(Key, Dict, Known)
    ->  Value = Known
    ;   call(OnEmpty, Key, Dict, Value)
    ->  true
    ),
    '$values_of_keys'(Keys, Dict, OnEmpty, Pairs).

%! dicts_to_compounds(?Dicts, +Keys, :OnEmpty, ?Compounds) is semidet.
%  Each of Compounds has the tag of one of Dicts as its name, `row` if there is none, and the values of Keys as its arguments.
%  ?- dicts_to_compounds([p{x:1,y:2},p{x:3}], [x,y], dict_fill(0), Cs).   %=> Cs = [p(1,2),p(3,0)].
%  ?- dicts_to_compounds(Ds, [x,y], dict_no_fill, [p(1,2)]), Ds = [D], get_dict(y, D, Y).   %=> Ds = [p{x:1,y:2}], D = p{x:1,y:2}, Y = 2.
dicts_to_compounds(Dicts, Keys, OnEmpty, Compounds) :-
    maplist('$dict_compound'(Keys, OnEmpty), Dicts, Compounds).

%! '$dict_compound'(+Keys, :OnEmpty, ?Dict, ?Compound) is semidet.
'$dict_compound'(Keys, OnEmpty, Dict, Compound) :-
    (   is_dict(Dict, Tag)
    ->  ( Tag = row -> true ; true ),
        '$values_of_keys'(Keys, Dict, OnEmpty, Pairs),
        pairs_values(Pairs, Values),
        compound_name_arguments(Compound, Tag, Values)
    ;   compound(Compound),
        compound_name_arguments(Compound, Tag, Values),
        pairs_keys_values(Pairs, Keys, Values),
        dict_create(Dict, Tag, Pairs)
    ).

%! dicts_join(+Key, +Dicts, -Joined) is semidet.
%  Joined has one dict for each value of Key, in standard order: those of Dicts with that value, whose common keys agree.
%  ?- dicts_join(k, [_{k:1,a:x},_{k:2,b:y},_{k:1,c:z}], L), L = [A,B], dict_size(A, N), dict_size(B, M).   %=> N = 3, M = 2.
dicts_join(Key, Dicts, Joined) :-
    '$keyed_dicts'(Key, Dicts, Pairs),
    group_pairs_by_key(Pairs, Groups),
    '$join_groups'(Groups, Joined).

%! '$keyed_dicts'(+Key, +Dicts, -Pairs) is det.
%  Pairs are Value-Dict of Dicts, in the order of the values of Key.
'$keyed_dicts'(Key, Dicts, Pairs) :-
    sort(Key, @=<, Dicts, Sorted),
    maplist(get_dict_ex(Key), Sorted, Values),
    pairs_keys_values(Pairs, Values, Sorted).

%! '$join_groups'(+Groups, -Joined)
'$join_groups'([], []).
'$join_groups'([_-[Dict|Dicts]|Groups], [Joined|Rest]) :-
    foldl('$join_dicts', Dicts, Dict, Joined),
    '$join_groups'(Groups, Rest).

%! '$join_dicts'(+Dict, +Before, -After) is semidet.
'$join_dicts'(Dict, Before, After) :-
    Before >:< Dict,
    put_dict(Dict, Before, After).

%! dicts_join(+Key, +Dicts1, +Dicts2, -Joined) is semidet.
%  Joined has, in the order of the values of Key, each dict of Dicts1 with the one of Dicts2 that has its value, whose
%  common keys agree, and those for which there is none.
%  ?- dicts_join(k, [_{k:1,a:x}], [_{k:1,b:y}], [D]), dict_size(D, N).   %=> N = 3.
dicts_join(Key, Dicts1, Dicts2, Joined) :-
    '$keyed_dicts'(Key, Dicts1, Pairs1),
    '$keyed_dicts'(Key, Dicts2, Pairs2),
    '$join_pairs'(Pairs1, Pairs2, Joined).

%! '$join_pairs'(+Pairs1, +Pairs2, -Joined) is semidet.
'$join_pairs'([Value1-Dict1|Pairs1], [Value2-Dict2|Pairs2], [Joined|Rest]) :-
    !,
    compare(Order, Value1, Value2),
    (   Order = (=)
    ->  '$join_dicts'(Dict1, Dict2, Joined),
        '$join_pairs'(Pairs1, Pairs2, Rest)
    ;   Order = (<)
    ->  Joined = Dict1,
        '$join_pairs'(Pairs1, [Value2-Dict2|Pairs2], Rest)
    ;   Joined = Dict2,
        '$join_pairs'([Value1-Dict1|Pairs1], Pairs2, Rest)
    ).
'$join_pairs'([], Pairs, Dicts) :-
    !,
    pairs_values(Pairs, Dicts).
'$join_pairs'(Pairs, [], Dicts) :-
    pairs_values(Pairs, Dicts).
