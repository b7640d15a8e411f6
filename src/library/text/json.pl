% JSON texts as terms, with the names of library(http/json): objects are json([Name=Value, ...]), arrays lists, strings
% atoms or strings, and the constants @(true), @(false) and @(null).

%! json_read(+Stream, -Term) is det.
%  Reads a JSON value from Stream, with names and strings as atoms.
%  ?- open_string("{\"a\":[1,2.5,null], \"b\":\"x\"}", S), json_read(S, T).   %=> T = json([a=[1, 2.5, @(null)], b=x]).
%  ?- open_string("[1", S), json_read(S, _).   %=> syntax_error(json(illegal_array)).
json_read(Stream, Term) :-
    '$json_read'(Stream, reading(@(null), @(true), @(false), error, atom, json), Term).

%! json_read(+Stream, -Term, +Options) is det.
%  Like json_read/2. Options: null(Term), true(Term) and false(Term) for the constants, end_of_file(Term) instead of an
%  error at the end of Stream, value_string_as(Type) for strings: atom or string.
%  ?- open_string("[null, true]", S), json_read(S, T, [null(none), true(yes)]).   %=> T = [none, yes].
%  ?- open_string("", S), json_read(S, T, [end_of_file(end)]).   %=> T = end.
%  ?- open_string("\"a\"", S), json_read(S, T, [value_string_as(string)]).   %=> T = "a".
json_read(Stream, Term, Options) :-
    (   Options == []
    ->  json_read(Stream, Term)
    ;   must_be(list, Options),
        option(json_string(Type), Options, atom),
        '$json_read'(Stream, Term, Options, constants(@(null), @(true), @(false)), Type, json)
    ).

%! '$json_read'(+Stream, -Term, +Options, +Constants, +Strings, +Objects)
'$json_read'(Stream, Term, Options, Constants, Type, Objects) :-
    '$json_constants'(Options, Constants, Null, True, False),
    option(end_of_file(End), Options, error),
    option(value_string_as(Strings), Options, Type),
    '$json_read'(Stream, reading(Null, True, False, End, Strings, Objects), Term).

%! '$json_constants'(+Options, +Default, -Null, -True, -False)
'$json_constants'(Options, constants(Null0, True0, False0), Null, True, False) :-
    option(null(Null), Options, Null0),
    option(true(True), Options, True0),
    option(false(False), Options, False0).

%! json_read_dict(+Stream, -Dict) is det.
%  Reads a JSON value, with dicts for objects.
json_read_dict(Stream, Dict) :-
    '$json_read'(Stream, reading(null, true, false, error, string, dict('', _)), Dict).

%! json_read_dict(+Stream, -Dict, +Options) is det.
%  Like json_read_dict/2. Options: tag(Name), the key whose value becomes the tag; default_tag(Tag) of other dicts;
%  null(Term), true(Term) and false(Term) for the constants, which are null, true and false; end_of_file(Term) instead
%  of an error at the end of Stream; value_string_as(atom) for atoms instead of strings.
%  ?- open_string("{\"k\":\"p\", \"a\":null}", S), json_read_dict(S, D, [tag(k),null(none)]).   %=> D = p{a: none}.
json_read_dict(Stream, Dict, Options) :-
    (   Options == []
    ->  json_read_dict(Stream, Dict)
    ;   must_be(list, Options),
        option(tag(Name), Options, ''),
        option(default_tag(Tag), Options, _),
        Type = string,
        '$json_read'(Stream, Dict, Options, constants(null, true, false), Type, dict(Name, Tag))
    ).

%! atom_json_dict(?Text, ?Dict, +Options) is det.
%  Dict is the JSON value of Text, with dicts for objects and strings for strings; an unbound Text becomes the text of
%  Dict, an atom, or with as(Type) a string, codes or chars. Options as for json_read_dict/3 and json_write_dict/3.
%  ?- atom_json_dict('{"a": [1, "x", true]}', D, []), is_dict(D, t).   %=> D = t{a: [1, "x", true]}.
%  ?- atom_json_dict(A, _{a: 1}, []).   %=> A = '{"a":1}'.
atom_json_dict(Text, Dict, Options) :-
    '$json_atom'(Text, Dict, Options, json_read_dict, json_write_dict).

%! '$json_atom'(?Text, ?Term, +Options, +Read, +Write)
'$json_atom'(Text, Term, Options, Read, Write) :-
    must_be(list, Options),
    (   nonvar(Text)
    ->  setup_call_cleanup(open_string(Text, Stream), call(Read, Stream, Term, Options), close(Stream))
    ;   option(as(Type), Options, atom),
        must_be(oneof([atom,string,codes,chars]), Type),
        Sink =.. [Type,Text],
        with_output_to(Sink, ( current_output(Stream), call(Write, Stream, Term, Options) ))
    ).

%! json_write(+Stream, +Term) is det.
%  Writes Term as JSON. Objects are dicts and json(Members), whose members are Name=Value, Name-Value or Name(Value).
%  ?- with_output_to(string(S), ( current_output(O), json_write(O, json([a=1, b=[x, @(null)]])) )).   %=> S = "{\"a\":1, \"b\": [\"x\", null ]}".
%  ?- json_write(user_output, f(x)).   %=> type_error(json_term, f(x)).
json_write(Stream, Term) :-
    '$json_put'(Stream, Term, writing(@(null), @(true), @(false), false, 72, 2, 8, '')).

%! json_write(+Stream, +Term, +Options) is det.
%  Like json_write/2. Options: width(Columns), up to which an object or array is written on one line, 72 if not given,
%  0 for no limit; step(Columns) for the indentation, 2 if not given; tab(Columns), the width of a tab, 8; null(Term), true(Term) and false(Term) for the
%  constants; serialize_unknown(true) writes other terms as strings. #(Value) is the text of Value as a string. What the
%  program's json:json_write_hook(Value, Stream, _, _) writes stands for a value that is neither an object nor an array;
%  json:json_dict_pairs(Dict, Pairs) gives the members of a dict in their order.
%  ?- with_output_to(string(S), ( current_output(O), json_write(O, json([a=f(x)]), [serialize_unknown(true)]) )).   %=> S = "{\"a\":\"f(x)\"}".
json_write(Stream, Term, Options) :-
    (   Options == []
    ->  json_write(Stream, Term)
    ;   '$json_write'(Stream, Term, Options, constants(@(null), @(true), @(false)))
    ).

%! '$json_write'(+Stream, @Term, +Options, +Constants)
'$json_write'(Stream, Term, Options, Constants) :-
    must_be(list, Options),
    option(width(Width), Options, 72),
    option(step(Step), Options, 2),
    option(tab(TabWidth), Options, 8),
    must_be(integer, Width),
    must_be(nonneg, Step),
    '$json_constants'(Options, Constants, Null, True, False),
    option(serialize_unknown(Unknown), Options, false),
    option(tag(Tag), Options, ''),
    '$json_put'(Stream, Term, writing(Null, True, False, Unknown, Width, Step, TabWidth, Tag)).

%! '$json_put'(+Stream, @Term, +Writing)
%  Writes Term; with the hooks json:json_write_hook/4 and json:json_dict_pairs/2 of the program, if there are any.
'$json_put'(Stream, Term0, Writing) :-
    (   ( '$defined_in_module'(json, json_write_hook, 4) ; '$defined_in_module'(json, json_dict_pairs, 2) )
    ->  '$json_hooked'(Writing, Term0, Term)
    ;   Term = Term0
    ),
    '$json_write'(Stream, Term, Writing).

%! '$json_hooked'(+Writing, @Term0, -Term)
%  Term is Term0 with '$json_text'(Text) for what json_write_hook/4 writes, and json(Members) for dicts.
'$json_hooked'(Writing, Term0, Term) :-
    (   var(Term0)
    ->  Term = Term0
    ;   Term0 = json(Members0)
    ->  ( is_list(Members0) -> maplist('$json_hooked_member'(Writing), Members0, Members) ; Members = Members0 ),
        Term = json(Members)
    ;   is_dict(Term0, Tag)
    ->  ( '$json_hook'(json_dict_pairs(Term0, Pairs)) -> true ; dict_pairs(Term0, _, Pairs) ),
        maplist('$json_hooked_member'(Writing), Pairs, Members),
        arg(8, Writing, Name),
        ( Name \== '', atom(Tag) -> Term = json([Name-Tag|Members]) ; Term = json(Members) )
    ;   is_list(Term0)
    ->  maplist('$json_hooked'(Writing), Term0, Term)
    ;   with_output_to(string(Text), ( current_output(Stream), '$json_hook'(json_write_hook(Term0, Stream, Writing, []) )) )
    ->  Term = '$json_text'(Text)
    ;   Term = Term0
    ).

%! '$json_hooked_member'(+Writing, @Member0, -Member)
'$json_hooked_member'(Writing, Member0, Member) :-
    (   compound(Member0),
        compound_name_arguments(Member0, Name, Parts0),
        append(Before, [Value0], Parts0)
    ->  '$json_hooked'(Writing, Value0, Value),
        append(Before, [Value], Parts),
        compound_name_arguments(Member, Name, Parts)
    ;   Member = Member0
    ).

%! '$json_hook'(+Goal) is semidet.
'$json_hook'(Goal) :-
    functor(Goal, Name, Arity),
    '$defined_in_module'(json, Name, Arity),
    '$call_in_module'(json, Goal),
    !.

%! json_write_dict(+Stream, +Dict) is det.
%  Writes a value with dicts as JSON.
%  ?- with_output_to(string(_S), json_write_dict(current_output, _{a: true})), atom_json_dict(_S, _D, []), get_dict(a, _D, X).   %=> X = true.
json_write_dict(Stream, Dict) :-
    '$json_put'(Stream, Dict, writing(null, true, false, false, 72, 2, 8, '')).

%! json_write_dict(+Stream, +Dict, +Options) is det.
%  Like json_write_dict/2; options are those of json_write/3, and tag(Name): the tag is written as the value of Name.
json_write_dict(Stream, Dict, Options) :-
    ( Options == [] -> json_write_dict(Stream, Dict) ; '$json_write'(Stream, Dict, Options, constants(null, true, false)) ).

%! atom_json_term(?Atom, ?Term, +Options) is det.
%  Atom is the JSON text of Term: reads Atom if it is bound, else writes Term. Options are those of json_read/3 and
%  json_write/3, and as(Type), the type of the text: atom, string, codes or chars.
%  ?- atom_json_term('{"a":[1, "b"]}', T, []).   %=> T = json([a=[1, b]]).
%  ?- atom_json_term(A, json([a=[1, "b"]]), []).   %=> A = '{"a": [1, "b" ]}'.
%  ?- atom_json_term(A, [1], [as(string)]).   %=> A = "[1 ]".
atom_json_term(Atom, Term, Options) :-
    '$json_atom'(Atom, Term, Options, json_read, json_write).

%! is_json_term(@Term) is semidet.
%  True if json_write/2 can write Term.
%  ?- is_json_term(json([a=1, b=[x, "y"]])), \+ is_json_term(f(x)), \+ is_json_term(_).
is_json_term(Term) :-
    is_json_term(Term, []).

%! is_json_term(@Term, +Options) is semidet.
%  Like is_json_term/1, with the options of json_write/3.
is_json_term(Term, Options) :-
    '$json_constants'(Options, constants(@(null), @(true), @(false)), Null, True, False),
    '$is_json'([Null,True,False], Term).

%! '$is_json'(+Constants, @Term) is semidet.
%  Not dicts, and members Name-Value and Name(Value), which json_write/2 takes too.
'$is_json'(Constants, Term) :-
    (   atomic(Term)
    ->  true
    ;   is_list(Term)
    ->  maplist('$is_json'(Constants), Term)
    ;   nonvar(Term),
        Term = json(Members)
    ->  is_list(Members),
        maplist('$is_json_member'(Constants), Members)
    ;   nonvar(Term),
        memberchk(Term, Constants)
    ).

%! '$is_json_member'(+Constants, @Member) is semidet.
'$is_json_member'(Constants, Member) :-
    nonvar(Member),
    Member = (Name = Value),
    atom(Name),
    '$is_json'(Constants, Value).
