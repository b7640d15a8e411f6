% Predicates of SWI-Prolog that have no library of their own here.

%! prolog_to_os_filename(?Prolog, ?Os) is det.
%  Relates a file name with slashes to the system's: here they are the same.
%  ?- prolog_to_os_filename('a/b', F).   %=> F = 'a/b'.
prolog_to_os_filename(Prolog, Os) :-
    (   nonvar(Prolog)
    ->  atom_string(Os, Prolog)
    ;   must_be(nonvar, Os),
        atom_string(Prolog, Os)
    ).

%! atomics_to_string(+Atomics, -String) is det.
%  String is the concatenation of the texts of a list.
%  ?- atomics_to_string([a, 1, "b"], S).   %=> S = "a1b".
atomics_to_string(Atomics, String) :-
    atomic_list_concat(Atomics, Atom),
    atom_string(Atom, String).

%! nb_linkval(+Name, +Value) is det.
%  Sets a global variable; Value is copied, as by nb_setval/2.
%  ?- nb_linkval(linked, f(1)), nb_getval(linked, V).   %=> V = f(1).
nb_linkval(Name, Value) :-
    nb_setval(Name, Value).

%! '$skip_list'(-Length, +List, -Tail) is det.
%  Length is the number of elements of a list, which may be partial, and Tail what follows them.
%  ?- '$skip_list'(N, [a,b|T], X).   %=> N = 2, T = X.
'$skip_list'(Length, List, Tail) :-
    '$skip_list'(List, 0, Length, Tail).

%! '$skip_list'(+List, +Length0, -Length, -Tail) is det.
'$skip_list'(List, Length0, Length, Tail) :-
    (   nonvar(List),
        List = [_|Rest]
    ->  Length1 is Length0 + 1,
        '$skip_list'(Rest, Length1, Length, Tail)
    ;   Length = Length0,
        Tail = List
    ).

%! '$filled_array'(-Array, +Name, +Arity, +Value) is det.
%  Array is a compound term whose arguments are Value.
%  ?- '$filled_array'(A, f, 2, x).   %=> A = f(x, x).
'$filled_array'(Array, Name, Arity, Value) :-
    length(Arguments, Arity),
    maplist(=(Value), Arguments),
    compound_name_arguments(Array, Name, Arguments).

%! randomize is det.
%  Begins another sequence of random numbers.
%  ?- randomize.
randomize :-
    set_random(seed(random)).

%! rb_clone(+Tree, -Copy, -Pairs) is det.
%  Copy is a tree with the keys of Tree and unbound values, and Pairs are its Key-Value pairs.
%  ?- list_to_rbtree([k-1], _T), rb_clone(_T, _C, P).   %=> P = [k-_A].
rb_clone(Tree, Copy, Pairs) :-
    rb_keys(Tree, Keys),
    findall(Key-_, member(Key, Keys), Pairs),
    ord_list_to_rbtree(Pairs, Copy).

%! '$hide'(:Indicator) is det.
%  Accepted without effect.
'$hide'(_).

%! noprofile(:Indicators, +Options) is det.
%  Accepted without effect.
noprofile(_, _).

%! connect_ugraph(+Graph, -Start, -Connected) is det.
%  Connected is Graph with the vertex Start before all others, from which there are edges to those that no other edge
%  leads to.
%  ?- connect_ugraph([a-[b],b-[],c-[]], S, G).   %=> S = '', G = [''-[a, c], a-[b], b-[], c-[]].
connect_ugraph(Graph, Start, [Start-Roots|Graph]) :-
    vertices(Graph, Vertices),
    findall(To, ( member(_-Tos, Graph), member(To, Tos) ), Reached0),
    sort(Reached0, Reached),
    ord_subtract(Vertices, Reached, Roots),
    '$vertex_before'(Vertices, Start).

%! '$vertex_before'(+Vertices, -Start) is det.
'$vertex_before'(Vertices, Start) :-
    (   Vertices = [First|_],
        \+ '' @< First
    ->  Start = '$connect'
    ;   Start = ''
    ).

%! dict_options(?Dict, ?Options) is det.
%  Relates a dict to a list of options.
%  ?- dict_options(D, [a(1), b=2]), is_dict(D, t).   %=> D = t{a: 1, b: 2}.
%  ?- dict_options(_{a: 1}, O).   %=> O = [a(1)].
dict_options(Dict, Options) :-
    (   nonvar(Dict)
    ->  dict_pairs(Dict, _, Pairs),
        findall(Option, ( member(Key-Value, Pairs), Option =.. [Key,Value] ), Options)
    ;   dict_create(Dict, _, Options)
    ).

%! url_iri(+Url, -Iri) is det.
%  Iri is Url with the characters beyond ASCII that it encodes.
%  ?- url_iri('http://x/%C3%A9', I).   %=> I = 'http://x/é'.
url_iri(Url, Iri) :-
    uri_iri(Url, Iri).

%! atom_json_dict(?Text, ?Dict, +Options) is det.
%  Dict is the JSON value of Text, with dicts for objects and strings for strings; an unbound Text becomes the text of
%  Dict, an atom, or with as(Type) a string, codes or chars. Options as for json_read_dict/3 and json_write_dict/3.
%  ?- atom_json_dict('{"a": [1, "x", true]}', D, []), is_dict(D, t).   %=> D = t{a: [1, "x", true]}.
%  ?- atom_json_dict(A, _{a: 1}, []).   %=> A = '{"a":1}'.
atom_json_dict(Text, Dict, Options) :-
    (   var(Text)
    ->  option(as(Type), Options, atom),
        must_be(oneof([atom,string,codes,chars]), Type),
        Sink =.. [Type,Text],
        with_output_to(Sink, ( current_output(Stream), json_write_dict(Stream, Dict, Options) ))
    ;   setup_call_cleanup(open_string(Text, Stream),
                           json_read_dict(Stream, Dict, Options),
                           close(Stream))
    ).

%! json_read_dict(+Stream, -Dict) is det.
%  Reads a JSON value, with dicts for objects.
json_read_dict(Stream, Dict) :-
    json_read_dict(Stream, Dict, []).

%! json_read_dict(+Stream, -Dict, +Options) is det.
%  Like json_read_dict/2. Options: tag(Name), the key whose value becomes the tag; default_tag(Tag) of other dicts;
%  null(Term), true(Term) and false(Term) for the constants, which are null, true and false; end_of_file(Term) instead
%  of an error at the end of Stream; value_string_as_atom(true) for atoms instead of strings.
%  ?- open_string("{\"k\":\"p\", \"a\":null}", S), json_read_dict(S, D, [tag(k),null(none)]).   %=> D = p{a: none}.
json_read_dict(Stream, Dict, Options) :-
    option(null(Null), Options, null),
    option(true(True), Options, true),
    option(false(False), Options, false),
    option(tag(Name), Options, ''),
    ( option(default_tag(Tag), Options) -> Default = tag(Tag) ; Default = none ),
    (   option(value_string_as_atom(true), Options)
    ->  Strings = atom
    ;   Strings = string
    ),
    Constants = [null('$json'(Null)),true('$json'(True)),false('$json'(False)),json_string(Strings)],
    (   option(end_of_file(End), Options)
    ->  json_read(Stream, Term, [end_of_file('$json'(End))|Constants])
    ;   json_read(Stream, Term, Constants)
    ),
    '$json_dict'(Term, Name, Default, Dict).

%! '$json_dict'(+Term, +TagName, +DefaultTag, -Dict) is det.
'$json_dict'(Term, Name, Default, Dict) :-
    (   is_list(Term)
    ->  '$json_dicts'(Term, Name, Default, Dict)
    ;   Term = json(Members)
    ->  '$json_tag'(Members, Name, Default, Others, Tag),
        '$json_pairs'(Others, Name, Default, Pairs),
        dict_pairs(Dict, Tag, Pairs)
    ;   Term = '$json'(Constant)
    ->  Dict = Constant
    ;   Dict = Term
    ).

%! '$json_dicts'(+Terms, +TagName, +DefaultTag, -Dicts) is det.
'$json_dicts'([], _, _, []).
'$json_dicts'([Term|Terms], Name, Default, [Dict|Dicts]) :-
    '$json_dict'(Term, Name, Default, Dict),
    '$json_dicts'(Terms, Name, Default, Dicts).

%! '$json_pairs'(+Members, +TagName, +DefaultTag, -Pairs) is det.
'$json_pairs'([], _, _, []).
'$json_pairs'([Key=Value|Members], Name, Default, [Key-Dict|Pairs]) :-
    '$json_dict'(Value, Name, Default, Dict),
    '$json_pairs'(Members, Name, Default, Pairs).

%! '$json_tag'(+Members, +TagName, +DefaultTag, -Others, -Tag) is det.
'$json_tag'(Members, Name, Default, Others, Tag) :-
    (   Name \== '',
        selectchk(Name=Value, Members, Rest),
        ( string(Value) -> true ; atom(Value) )
    ->  atom_string(Tag, Value),
        Others = Rest
    ;   Others = Members,
        ( Default = tag(Tag) -> true ; true )
    ).

%! json_write_dict(+Stream, +Dict) is det.
%  Writes a value with dicts as JSON.
%  ?- with_output_to(string(_S), json_write_dict(current_output, _{a: true})), atom_json_dict(_S, _D, []), get_dict(a, _D, X).   %=> X = true.
json_write_dict(Stream, Dict) :-
    json_write_dict(Stream, Dict, []).

%! json_write_dict(+Stream, +Dict, +Options) is det.
%  Like json_write_dict/2; options are those of json_write/3, and tag(Name): the tag is written as the value of Name.
json_write_dict(Stream, Dict, Options) :-
    option(tag(Name), Options, ''),
    '$dict_json'(Dict, Name, Term),
    json_write(Stream, Term, Options).

%! '$dict_json'(+Value, +TagName, -Term) is det.
'$dict_json'(Value, Name, Term) :-
    (   var(Value)
    ->  instantiation_error(Value)
    ;   is_dict(Value, Tag)
    ->  dict_pairs(Value, _, Pairs),
        '$dict_members'(Pairs, Name, Members),
        (   Name \== '',
            atom(Tag)
        ->  Term = json([Name=Tag|Members])
        ;   Term = json(Members)
        )
    ;   is_list(Value)
    ->  '$dicts_json'(Value, Name, Term)
    ;   memberchk(Value, [true,false,null])
    ->  Term = @(Value)
    ;   Term = Value
    ).

%! '$dicts_json'(+Values, +TagName, -Terms) is det.
'$dicts_json'([], _, []).
'$dicts_json'([Value|Values], Name, [Term|Terms]) :-
    '$dict_json'(Value, Name, Term),
    '$dicts_json'(Values, Name, Terms).

%! '$dict_members'(+Pairs, +TagName, -Members) is det.
'$dict_members'([], _, []).
'$dict_members'([Key-Value|Pairs], Name, [Key=Term|Members]) :-
    '$dict_json'(Value, Name, Term),
    '$dict_members'(Pairs, Name, Members).
