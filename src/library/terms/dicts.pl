% Dicts, Tag{Key: Value, ...}: compound terms of the tag, and the keys in standard order, each followed by its value.

%! is_dict(@Term) is semidet.
%  True if Term is a dict.
%  ?- is_dict(point{x: 1, y: 2}).
%  ?- is_dict(f(x)).   %=> false.
is_dict(Term) :-
    is_dict(Term, _).

%! is_dict(@Term, -Tag) is semidet.
%  True if Term is a dict with this tag.
%  ?- is_dict(point{x: 1}, T).   %=> T = point.
is_dict(Term, Tag) :-
    compound(Term),
    compound_name_arity(Term, '$dict', Arity),
    1 is Arity mod 2,
    arg(1, Term, Tag).

%! dict_pairs(?Dict, ?Tag, ?Pairs) is det.
%  Relates a dict to its tag and the list of its Key-Value pairs, in the order of the keys. Pairs may also be given as
%  Key=Value, Key:Value or Key(Value).
%  ?- dict_pairs(D, point, [y-2, x-1]).   %=> D = point{x: 1, y: 2}.
%  ?- dict_pairs(_{b: 2, a: 1}, _, L).   %=> L = [a-1, b-2].
%  ?- catch(dict_pairs(_, t, [a-1, a-2]), error(E, _), true).   %=> E = duplicate_key(a).
dict_pairs(Dict, Tag, Pairs) :-
    (   nonvar(Dict)
    ->  '$dict_parts'(Dict, Tag, Parts),
        '$parts_pairs'(Parts, Pairs)
    ;   dict_create(Dict, Tag, Pairs)
    ).

%! dict_create(-Dict, +Tag, +Pairs) is det.
%  Makes a dict of pairs, as dict_pairs/3, or of another dict.
%  ?- dict_create(D, t, [a=1, b(2)]).   %=> D = t{a: 1, b: 2}.
dict_create(Dict, Tag, Pairs) :-
    '$plain_pairs'(Pairs, Plain),
    keysort(Plain, Sorted),
    '$distinct_keys'(Sorted),
    '$parts_pairs'(Parts, Sorted),
    compound_name_arguments(Dict, '$dict', [Tag|Parts]).

%! '$dict_parts'(+Dict, -Tag, -Parts) is det.
'$dict_parts'(Dict, Tag, Parts) :-
    (   is_dict(Dict)
    ->  compound_name_arguments(Dict, _, [Tag|Parts])
    ;   var(Dict)
    ->  instantiation_error(Dict)
    ;   type_error(dict, Dict)
    ).

%! '$parts_pairs'(?Parts, ?Pairs) is det.
'$parts_pairs'([], []) :- !.
'$parts_pairs'([Key,Value|Parts], [Key-Value|Pairs]) :-
    '$parts_pairs'(Parts, Pairs).

%! '$plain_pairs'(+Pairs, -Plain) is det.
'$plain_pairs'(Pairs, Plain) :-
    (   is_dict(Pairs)
    ->  dict_pairs(Pairs, _, Plain)
    ;   must_be(list, Pairs),
        maplist('$plain_pair', Pairs, Plain)
    ).

%! '$plain_pair'(+Pair, -Plain) is det.
'$plain_pair'(Pair, Key-Value) :-
    (   '$is_pair'(Pair, Key, Value)
    ->  '$must_be_key'(Key)
    ;   var(Pair)
    ->  instantiation_error(Pair)
    ;   type_error(pair, Pair)
    ).

%! '$is_pair'(+Pair, -Key, -Value) is semidet.
'$is_pair'(Pair, Key, Value) :-
    compound(Pair),
    (   Pair = Name-Other
    ->  true
    ;   Pair = (Name=Other)
    ->  true
    ;   Pair = Name:Other
    ->  true
    ;   compound_name_arguments(Pair, Name, [Other])
    ),
    Key = Name,
    Value = Other.

%! '$must_be_key'(+Key) is det.
'$must_be_key'(Key) :-
    (   atom(Key)
    ->  true
    ;   integer(Key)
    ->  true
    ;   var(Key)
    ->  instantiation_error(Key)
    ;   type_error(dict_key, Key)
    ).

%! '$distinct_keys'(+Pairs) is det.
'$distinct_keys'([]).
'$distinct_keys'([Key-_|Pairs]) :-
    (   Pairs = [Next-_|_],
        Next == Key
    ->  throw(error(duplicate_key(Key), _))
    ;   '$distinct_keys'(Pairs)
    ).

%! '$dict_place'(+Dict, +Key, -Place) is semidet.
%  Place is the number of the argument that holds the value of Key.
'$dict_place'(Dict, Key, Place) :-
    compound_name_arity(Dict, _, Arity),
    High is Arity // 2,
    '$dict_search'(1, High, Dict, Key, Place).

%! '$dict_search'(+Low, +High, +Dict, +Key, -Place) is semidet.
'$dict_search'(Low, High, Dict, Key, Place) :-
    Low =< High,
    Middle is (Low + High) // 2,
    At is 2 * Middle,
    arg(At, Dict, Found),
    compare(Order, Key, Found),
    (   Order = (=)
    ->  Place is At + 1
    ;   Order = (<)
    ->  Below is Middle - 1,
        '$dict_search'(Low, Below, Dict, Key, Place)
    ;   Above is Middle + 1,
        '$dict_search'(Above, High, Dict, Key, Place)
    ).

%! get_dict(?Key, +Dict, -Value) is nondet.
%  True if Dict has Value for Key; an unbound Key is enumerated.
%  ?- get_dict(x, point{x: 1, y: 2}, V).   %=> V = 1.
%  ?- get_dict(K, _{a: 1, b: 2}, V).   %=> K = a, V = 1 ; K = b, V = 2.
%  ?- get_dict(z, point{x: 1}, _).   %=> false.
get_dict(Key, Dict, Value) :-
    '$must_be_dict'(Dict),
    (   nonvar(Key)
    ->  '$dict_place'(Dict, Key, Place),
        arg(Place, Dict, Value)
    ;   compound_name_arguments(Dict, _, [_|Parts]),
        '$parts_pairs'(Parts, Pairs),
        member(Key-Value, Pairs)
    ).

%! '$must_be_dict'(+Dict) is det.
'$must_be_dict'(Dict) :-
    (   is_dict(Dict)
    ->  true
    ;   var(Dict)
    ->  instantiation_error(Dict)
    ;   type_error(dict, Dict)
    ).

%! get_dict_ex(+Key, +Dict, -Value) is det.
%  Like get_dict/3, but a missing key is an error.
%  ?- catch(get_dict_ex(z, _{x: 1}, _), error(E, _), true), E = existence_error(key, K, _).   %=> E = existence_error(key, z, _A{x: 1}), K = z.
get_dict_ex(Key, Dict, Value) :-
    '$must_be_dict'(Dict),
    (   nonvar(Key)
    ->  (   '$dict_place'(Dict, Key, Place)
        ->  arg(Place, Dict, Value)
        ;   throw(error(existence_error(key, Key, Dict), _))
        )
    ;   get_dict(Key, Dict, Value)
    ).

%! get_dict(+Key, +Dict, -Value, +NewValue, -NewDict) is semidet.
%  Value is the value of Key in Dict, and NewDict the same dict with NewValue in its place.
%  ?- get_dict(a, _{a: 1, b: 2}, V, 3, D), is_dict(D, t).   %=> V = 1, D = t{a: 3, b: 2}.
get_dict(Key, Dict, Value, NewValue, NewDict) :-
    '$must_be_dict'(Dict),
    '$dict_place'(Dict, Key, Place),
    arg(Place, Dict, Value),
    '$dict_with'(Dict, Place, NewValue, NewDict).

%! '$dict_with'(+Dict, +Place, +Value, -NewDict) is det.
'$dict_with'(Dict, Place, Value, NewDict) :-
    compound_name_arguments(Dict, Name, Arguments),
    nth1(Place, Arguments, _, Others),
    nth1(Place, New, Value, Others),
    compound_name_arguments(NewDict, Name, New).

%! put_dict(+Key, +Dict, +Value, -NewDict) is det.
%  NewDict is Dict with Value for Key, which need not exist; Key may be a path a/b/c to a key in dicts within Dict.
%  ?- put_dict(b, t{a: 1}, 2, D).   %=> D = t{a: 1, b: 2}.
put_dict(Key, Dict, Value, NewDict) :-
    '$dict_parts'(Dict, Tag, Parts),
    '$must_be_key'(Key),
    (   '$dict_place'(Dict, Key, Place)
    ->  '$dict_with'(Dict, Place, Value, NewDict)
    ;   '$parts_pairs'(Parts, Pairs),
        dict_create(NewDict, Tag, [Key-Value|Pairs])
    ).

%! put_dict(+New, +Dict, -NewDict) is det.
%  NewDict is Dict with the pairs of New, a dict or a list of pairs, which replace those of the same keys.
%  ?- put_dict(_{b: 3, c: 4}, t{a: 1, b: 2}, D).   %=> D = t{a: 1, b: 3, c: 4}.
put_dict(New, Dict, NewDict) :-
    '$dict_parts'(Dict, Tag, Parts),
    '$parts_pairs'(Parts, Old),
    '$plain_pairs'(New, Pairs0),
    keysort(Pairs0, Pairs),
    '$distinct_keys'(Pairs),
    '$merge_pairs'(Pairs, Old, Merged),
    '$parts_pairs'(NewParts, Merged),
    compound_name_arguments(NewDict, '$dict', [Tag|NewParts]).

%! '$merge_pairs'(+New, +Old, -Merged) is det.
'$merge_pairs'([], Old, Old) :- !.
'$merge_pairs'(New, [], New) :- !.
'$merge_pairs'([Key-Value|New], [OldKey-OldValue|Old], [Pair|Merged]) :-
    compare(Order, Key, OldKey),
    (   Order = (<)
    ->  Pair = Key-Value,
        '$merge_pairs'(New, [OldKey-OldValue|Old], Merged)
    ;   Order = (=)
    ->  Pair = Key-Value,
        '$merge_pairs'(New, Old, Merged)
    ;   Pair = OldKey-OldValue,
        '$merge_pairs'([Key-Value|New], Old, Merged)
    ).

%! del_dict(+Key, +Dict, ?Value, -NewDict) is semidet.
%  NewDict is Dict without Key, whose value is Value.
%  ?- del_dict(a, t{a: 1, b: 2}, V, D).   %=> V = 1, D = t{b: 2}.
del_dict(Key, Dict, Value, NewDict) :-
    '$dict_parts'(Dict, Tag, Parts),
    '$must_be_key'(Key),
    '$parts_pairs'(Parts, Pairs),
    selectchk(Key-Found, Pairs, Others),
    Value = Found,
    '$parts_pairs'(NewParts, Others),
    compound_name_arguments(NewDict, '$dict', [Tag|NewParts]).

%! dict_keys(+Dict, -Keys) is det.
%  Keys is the ordered list of the keys of Dict.
%  ?- dict_keys(_{b: 2, a: 1}, K).   %=> K = [a, b].
dict_keys(Dict, Keys) :-
    dict_pairs(Dict, _, Pairs),
    findall(Key, member(Key-_, Pairs), Keys).

%! dict_size(+Dict, -Count) is det.
%  Count is the number of keys of Dict.
%  ?- dict_size(_{b: 2, a: 1}, N).   %=> N = 2.
dict_size(Dict, Count) :-
    '$must_be_dict'(Dict),
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
    findall(Key-_, member(Key, Keys), Pairs),
    dict_pairs(Dict, _, Pairs).

%! :<(+Select, +From) is semidet.
%  True if the tags unify, and all keys of the dict Select are in the dict From with values that unify.
%  ?- _{a: X} :< _{a: 1, b: 2}.   %=> X = 1.
:<(Select, From) :-
    '$dict_parts'(Select, Tag, Parts),
    '$dict_parts'(From, Tag, _),
    '$parts_pairs'(Parts, Pairs),
    forall(member(Key-_, Pairs), '$dict_place'(From, Key, _)),
    '$select_values'(Pairs, From).

%! '$select_values'(+Pairs, +From) is semidet.
'$select_values'([], _).
'$select_values'([Key-Value|Pairs], From) :-
    '$dict_place'(From, Key, Place),
    arg(Place, From, Value),
    '$select_values'(Pairs, From).

%! select_dict(+Select, +From, -Rest) is semidet.
%  Like Select :< From; Rest is From without the keys of Select.
%  ?- select_dict(_{a: X}, t{a: 1, b: 2}, R).   %=> X = 1, R = t{b: 2}.
select_dict(Select, From, Rest) :-
    Select :< From,
    dict_keys(Select, Keys),
    dict_pairs(From, Tag, Pairs),
    '$pairs_without'(Pairs, Keys, Kept),
    dict_pairs(Rest, Tag, Kept).

%! '$pairs_of_keys'(+Keys, +Pairs, -Kept) is det.
'$pairs_of_keys'([], _, []).
'$pairs_of_keys'([Key|Keys], Pairs, Kept) :-
    (   memberchk(Key-Value, Pairs)
    ->  Kept = [Key-Value|More]
    ;   Kept = More
    ),
    '$pairs_of_keys'(Keys, Pairs, More).

%! >:<(+Dict1, +Dict2) is semidet.
%  True if the tags unify, and the values of the keys that both dicts have.
%  ?- _{a: 1, b: X} >:< _{b: 2, c: 3}.   %=> X = 2.
>:<(Dict1, Dict2) :-
    '$dict_parts'(Dict1, Tag, Parts),
    '$dict_parts'(Dict2, Tag, _),
    '$parts_pairs'(Parts, Pairs),
    '$common_values'(Pairs, Dict2).

%! '$common_values'(+Pairs, +Dict) is semidet.
'$common_values'([], _).
'$common_values'([Key-Value|Pairs], Dict) :-
    (   '$dict_place'(Dict, Key, Place)
    ->  arg(Place, Dict, Value)
    ;   true
    ),
    '$common_values'(Pairs, Dict).

%! b_set_dict(+Key, !Dict, +Value) is det.
%  Replaces the value of Key in Dict, until backtracking.
%  ?- D = t{a: 1}, ( b_set_dict(a, D, 2), fail ; true ).   %=> D = t{a: 1}.
b_set_dict(Key, Dict, Value) :-
    '$existing_place'(Key, Dict, Place),
    setarg(Place, Dict, Value).

%! nb_set_dict(+Key, !Dict, +Value) is det.
%  Replaces the value of Key in Dict by a copy of Value; backtracking does not undo it.
%  ?- D = t{a: 1}, ( nb_set_dict(a, D, 2), fail ; true ).   %=> D = t{a: 2}.
nb_set_dict(Key, Dict, Value) :-
    '$existing_place'(Key, Dict, Place),
    nb_setarg(Place, Dict, Value).

%! '$existing_place'(+Key, +Dict, -Place) is det.
'$existing_place'(Key, Dict, Place) :-
    '$must_be_dict'(Dict),
    (   '$dict_place'(Dict, Key, Place)
    ->  true
    ;   throw(error(existence_error(key, Key, Dict), _))
    ).

%! mapdict(:Goal, +Dict) is semidet.
%  True if call(Goal, Key, Value) is true for all keys.
%  ?- mapdict([_, V]>>integer(V), _{a: 1, b: 2}).
mapdict(Goal, Dict) :-
    dict_pairs(Dict, _, Pairs),
    '$map_pairs'(Pairs, Goal).

%! '$map_pairs'(+Pairs, :Goal)
'$map_pairs'([], _).
'$map_pairs'([Key-Value|Pairs], Goal) :-
    call(Goal, Key, Value),
    '$map_pairs'(Pairs, Goal).

%! mapdict(:Goal, ?Dict1, ?Dict2) is semidet.
%  True if call(Goal, Key, Value1, Value2) is true for all keys, which both dicts have.
%  ?- mapdict([_, V, W]>>(W is V+1), t{a: 1, b: 2}, D), is_dict(D, u).   %=> D = u{a: 2, b: 3}.
mapdict(Goal, Dict1, Dict2) :-
    dict_same_keys(Dict1, Dict2),
    dict_pairs(Dict1, _, Pairs1),
    dict_pairs(Dict2, _, Pairs2),
    '$map_pairs'(Pairs1, Pairs2, Goal).

%! '$map_pairs'(+Pairs1, +Pairs2, :Goal)
'$map_pairs'([], [], _).
'$map_pairs'([Key-Value1|Pairs1], [_-Value2|Pairs2], Goal) :-
    call(Goal, Key, Value1, Value2),
    '$map_pairs'(Pairs1, Pairs2, Goal).

%! dict_fill(+Value, +Key, +Dict, -Filled) is det.
%  Filled is a copy of Value: the value for missing keys in dicts_to_same_keys/3.
%  ?- dict_fill(null, k, _{}, V).   %=> V = null.
dict_fill(Value, _, _, Filled) :-
    copy_term(Value, Filled).

%! dicts_same_tag(+Dicts, ?Tag) is semidet.
%  True if all dicts have this tag.
%  ?- dicts_same_tag([t{a: 1}, t{b: 2}], T).   %=> T = t.
dicts_same_tag(Dicts, Tag) :-
    must_be(list, Dicts),
    maplist('$has_tag'(Tag), Dicts).

%! '$has_tag'(?Tag, +Dict)
'$has_tag'(Tag, Dict) :-
    is_dict(Dict, Tag).

%! dicts_same_keys(+Dicts, -Keys) is semidet.
%  True if all dicts have the same keys, the ordered list Keys.
%  ?- dicts_same_keys([_{a: 1}, _{a: 2}], K).   %=> K = [a].
dicts_same_keys(Dicts, Keys) :-
    must_be(list, Dicts),
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
    dict_pairs(Slice, Tag, Kept).

%! '$dict_call'(+Dict, +Function, -Value) is det.
%  Value is the result of a call on a dict: of a key, which must exist; get(Key), which fails if it does not;
%  get(Key, Default); put(New); put(Key, Value); or of a function that the module of the tag defines.
%  ?- '$dict_call'(t{a: 1}, put(b, 2), X), '$dict_call'(X, get(c, none), Z).   %=> X = t{a: 1, b: 2}, Z = none.
'$dict_call'(Dict, Function, Value) :-
    (   '$functional_value'(Dict, Dict1)
    ->  '$dict_call'(Dict1, Function, Value)
    ;   var(Function)
    ->  get_dict(Function, Dict, Value)
    ;   '$must_be_dict'(Dict),
        '$call_on_dict'(Function, Dict, Value)
    ).

%! '$functional_value'(@Term, -Value) is semidet.
%  Value is that of a call on a dict within a term that was not expanded.
'$functional_value'(Term, Value) :-
    compound(Term),
    Term = '$dot'(Dict, Function),
    '$dict_call'(Dict, Function, Value).

%! '$call_on_dict'(+Function, +Dict, -Value) is nondet.
'$call_on_dict'(Function, Dict, Value) :-
    (   ( atom(Function) ; integer(Function) )
    ->  get_dict_ex(Function, Dict, Value)
    ;   Function = get(Key)
    ->  get_dict(Key, Dict, Value)
    ;   Function = get(Key, Default)
    ->  (   get_dict(Key, Dict, Found)
        ->  Value = Found
        ;   Value = Default
        )
    ;   Function = put(New)
    ->  put_dict(New, Dict, Value)
    ;   Function = put(Key, New)
    ->  '$put_path'(Key, Dict, New, Value)
    ;   compound(Function)
    ->  is_dict(Dict, Tag),
        must_be(atom, Tag),
        compound_name_arguments(Function, Name, Arguments),
        append(Arguments, [Dict,Value], All),
        Goal =.. [Name|All],
        call(Tag:Goal)
    ;   type_error(callable, Function)
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
    maplist(dict_keys, Dicts, KeyLists),
    append(KeyLists, Keys0),
    sort(Keys0, Keys),
    '$dicts_of_keys'(Dicts, Keys, OnEmpty, SameKeys).

%! '$dicts_of_keys'(+Dicts, +Keys, :OnEmpty, -SameKeys)
'$dicts_of_keys'([], _, _, []).
'$dicts_of_keys'([Dict|Dicts], Keys, OnEmpty, [Filled|SameKeys]) :-
    '$values_of_keys'(Keys, Dict, OnEmpty, Pairs),
    is_dict(Dict, Tag),
    dict_create(Filled, Tag, Pairs),
    '$dicts_of_keys'(Dicts, Keys, OnEmpty, SameKeys).

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
    must_be(list, Keys),
    (   is_list(Dicts)
    ->  '$dicts_compounds'(Dicts, Keys, OnEmpty, Compounds)
    ;   '$compounds_dicts'(Compounds, Keys, Dicts)
    ).

%! '$dicts_compounds'(+Dicts, +Keys, :OnEmpty, ?Compounds)
'$dicts_compounds'([], _, _, []).
'$dicts_compounds'([Dict|Dicts], Keys, OnEmpty, [Compound|Compounds]) :-
    is_dict(Dict, Tag),
    ( Tag = row -> true ; true ),
    '$values_of_keys'(Keys, Dict, OnEmpty, Pairs),
    pairs_values(Pairs, Values),
    compound_name_arguments(Compound, Tag, Values),
    '$dicts_compounds'(Dicts, Keys, OnEmpty, Compounds).

%! '$compounds_dicts'(+Compounds, +Keys, -Dicts)
'$compounds_dicts'([], _, []).
'$compounds_dicts'([Compound|Compounds], Keys, [Dict|Dicts]) :-
    compound_name_arguments(Compound, Tag, Values),
    pairs_keys_values(Pairs, Keys, Values),
    dict_create(Dict, Tag, Pairs),
    '$compounds_dicts'(Compounds, Keys, Dicts).

%! dicts_join(+Key, +Dicts, -Joined) is semidet.
%  Joined has one dict for each value of Key, in standard order: those of Dicts with that value, whose common keys agree.
%  ?- dicts_join(k, [_{k:1,a:x},_{k:2,b:y},_{k:1,c:z}], L), L = [A,B], dict_size(A, N), dict_size(B, M).   %=> N = 3, M = 2.
dicts_join(Key, Dicts, Joined) :-
    maplist(get_dict_ex(Key), Dicts, Values),
    pairs_keys_values(Pairs0, Values, Dicts),
    keysort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Groups),
    '$join_groups'(Groups, Joined).

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
%  Like dicts_join/3, of the dicts of both lists.
%  ?- dicts_join(k, [_{k:1,a:x}], [_{k:1,b:y}], [D]), dict_size(D, N).   %=> N = 3.
dicts_join(Key, Dicts1, Dicts2, Joined) :-
    append(Dicts1, Dicts2, Dicts),
    dicts_join(Key, Dicts, Joined).
