% Parameters, JSON, cookies and other data of requests, with the names of library(http/http_parameters), http_json,
% http_client, http_cookie and http_cors.

%! http_parameters(+Request, ?Parameters) is det.
%  As http_parameters/3, without options.
http_parameters(Request, Parameters) :-
    http_parameters(Request, Parameters, []).

%! http_parameters(+Request, ?Parameters, :Options) is det.
%  Gets parameters of a request, from its address or from a form that it brings. Each is Name(Value, Rules); the rules:
%  default(Value), optional(true), list(Type), zero_or_more, oneof(List), between(Low, High), length > N (also >=, <, =<),
%  or a type: integer, nonneg, number, float, boolean, atom, string, a call of the program's http:convert_parameter/3.
%  Options: attribute_declarations(:Goal), called with a name and its rules; form_data(List), unified with all parameters.
%  ?- http_parameters([search([a='1',b=x])], [a(A, [integer]),b(B, []),c(C, [default(7)])]).   %=> A = 1, B = x, C = 7.
%  ?- http_parameters([search([])], [a(_, [])]).   %=> existence_error(http_parameter, a).
%  ?- http_parameters([search([a=x])], [a(_, [integer])]).   %=> type_error(integer, x).
http_parameters(Request, Parameters, Qualified) :-
    strip_module(Qualified, Module, Options),
    must_be(list, Parameters),
    '$http_form'(Request, Data),
    ignore(memberchk(form_data(Data), Options)),
    (   memberchk(attribute_declarations(Goal0), Options)
    ->  strip_module(Module:Goal0, GoalModule, GoalPlain),
        Goal = GoalModule:GoalPlain
    ;   Goal = none
    ),
    forall(member(P, Parameters), must_be(compound, P)),
    '$http_fill'(Parameters, Data, Goal).

%! '$http_form'(+Request, -Data) is det.
%  Data is the list of Name=Value of the address, and of a form.
'$http_form'(Request, Data) :-
    ( memberchk(search(Search), Request) -> true ; Search = [] ),
    (   memberchk(content_type(Type), Request),
        sub_atom(Type, 0, _, _, 'application/x-www-form-urlencoded'),
        memberchk(input(_), Request)
    ->  '$http_body_text'(Request, Text),
        uri_query_components(Text, Form),
        append(Form, Search, Data)
    ;   '$http_form_parts'(Request, Parts)
    ->  findall(Name=Value, ( member(part(Name, _, _, Octets), Parts), '$http_part_text'(Octets, Value) ), Form),
        append(Form, Search, Data)
    ;   Data = Search
    ).

%! '$http_form_parts'(+Request, -Parts) is semidet.
%  Parts are those of a body in parts, part(Name, FileName, Type, Octets), with none for what is not told. RFC 7578.
'$http_form_parts'(Request, Parts) :-
    memberchk(content_type(Type), Request),
    sub_atom(Type, 0, _, _, 'multipart/form-data'),
    memberchk(input(In), Request),
    (   '$http_attribute'(Type, boundary, Boundary)
    ->  true
    ;   throw(http_reply(bad_request("A boundary of the parts is wanted")))
    ),
    set_stream(In, encoding(octet)),
    read_string(In, _, Body0),
    string_concat("\r\n", Body0, Body),
    format(string(Mark), "\r\n--~w", [Boundary]),
    '$http_part_texts'(Body, Mark, Found),
    ( Found = [_|Texts] -> true ; throw(http_reply(bad_request("There are no parts"))) ),
    findall(Part, ( member(Text, Texts), '$http_part'(Text, Part) ), Parts).

%! '$http_attribute'(+Header, +Name, -Value) is semidet.
'$http_attribute'(Header, Name, Value) :-
    split_string(Header, ";", " \t", [_|Fields]),
    member(Field, Fields),
    sub_string(Field, Before, 1, After, "="),
    sub_string(Field, 0, Before, _, Key0),
    string_lower(Key0, Key),
    atom_string(Name, Key),
    !,
    sub_string(Field, _, After, 0, Value0),
    split_string(Value0, "", "\"", [Value1]),
    atom_string(Value, Value1).

%! '$http_part_texts'(+Body, +Mark, -Texts) is det.
'$http_part_texts'(Body, Mark, Texts) :-
    (   sub_string(Body, Before, _, After, Mark)
    ->  sub_string(Body, 0, Before, _, Text),
        sub_string(Body, _, After, 0, Rest),
        Texts = [Text|Texts1],
        '$http_part_texts'(Rest, Mark, Texts1)
    ;   Texts = []
    ).

%! '$http_part'(+Text, -Part) is semidet.
'$http_part'(Text, part(Name, File, Type, Octets)) :-
    sub_string(Text, Before, 4, After, "\r\n\r\n"),
    !,
    sub_string(Text, 0, Before, _, Head),
    sub_string(Text, _, After, 0, Octets),
    split_string(Head, "\n", "\r ", Lines),
    findall(Key-Value, ( member(Line, Lines), '$http_part_header'(Line, Key, Value) ), Headers),
    memberchk("content-disposition"-Disposition, Headers),
    '$http_attribute'(Disposition, name, Name0),
    '$http_part_text'(Name0, Name),
    ( '$http_attribute'(Disposition, filename, File0) -> '$http_part_text'(File0, File) ; File = none ),
    ( memberchk("content-type"-Type0, Headers) -> normalize_space(atom(Type), Type0) ; Type = none ).

%! '$http_part_header'(+Line, -Name, -Value) is semidet.
'$http_part_header'(Line, Name, Value) :-
    sub_string(Line, Before, 1, After, ":"),
    !,
    sub_string(Line, 0, Before, _, Name0),
    string_lower(Name0, Name),
    sub_string(Line, _, After, 0, Value).

%! '$http_part_text'(+Octets, -Text) is det.
%  Text is an atom of octets in UTF-8, or else of the octets.
'$http_part_text'(Octets, Text) :-
    ( '$ws_text'(Octets, Text0) -> true ; Text0 = Octets ),
    atom_string(Text, Text0).

%! '$http_body_text'(+Request, -Text) is det.
%  Text is the body of a request, read as UTF-8.
'$http_body_text'(Request, Text) :-
    memberchk(input(In), Request),
    set_stream(In, encoding(utf8)),
    read_string(In, _, Text).

%! '$http_fill'(+Parameters, +Data, +Goal) is det.
'$http_fill'([], _, _).
'$http_fill'([Parameter|Parameters], Data, Goal) :-
    Parameter =.. [Name,Value|More],
    ( More = [Rules0] -> true ; Rules0 = [] ),
    (   Goal \== none,
        More == [],
        call(Goal, Name, Declared)
    ->  Rules = Declared
    ;   Rules = Rules0
    ),
    '$http_parameter'(Rules, Name, Data, Value),
    '$http_fill'(Parameters, Data, Goal).

%! '$http_parameter'(+Rules, +Name, +Data, -Value) is det.
'$http_parameter'(Rules, Name, Data, Value) :-
    (   ( memberchk(list(Type), Rules) -> true ; memberchk(zero_or_more, Rules), Type = none )
    ->  findall(One, member(Name=One, Data), Found),
        ( Type == none -> exclude(==(zero_or_more), Rules, Each) ; exclude(=(list(_)), Rules, Each0), Each = [Type|Each0] ),
        findall(One, ( member(Text, Found), '$http_value'(Each, Name, Text, One) ), Value)
    ;   memberchk(Name=Text, Data),
        \+ ( Text == '', '$http_is_optional'(Rules) )
    ->  '$http_value'(Rules, Name, Text, Value)
    ;   memberchk(default(Default), Rules)
    ->  Value = Default
    ;   memberchk(optional(true), Rules)
    ->  true
    ;   throw(error(existence_error(http_parameter, Name), _))
    ).

%! '$http_is_optional'(+Rules) is semidet.
'$http_is_optional'(Rules) :-
    ( memberchk(default(_), Rules) ; memberchk(optional(true), Rules) ),
    \+ memberchk(atom, Rules),
    \+ memberchk(string, Rules),
    !.

%! '$http_value'(+Rules, +Name, +Text, -Value) is det.
'$http_value'([], _, Value, Value).
'$http_value'([Rule|Rules], Name, Value0, Value) :-
    catch('$http_rule'(Rule, Value0, Value1), error(Formal, _), throw(error(Formal, context(_, http_parameter(Name))))),
    '$http_value'(Rules, Name, Value1, Value).

%! '$http_rule'(+Rule, +Value0, -Value) is det.
'$http_rule'(Rule, Value0, Value) :-
    (   memberchk(Rule, [default(_),optional(_),description(_),zero_or_more])
    ->  Value = Value0
    ;   Rule = (Left;Right)
    ->  catch('$http_rule'(Left, Value0, Value), error(_, _), '$http_rule'(Right, Value0, Value))
    ;   '$http_converted'(Rule, Value0, Value)
    ->  true
    ;   '$http_checked'(Rule, Value0)
    ->  Value = Value0
    ;   '$defined_in_module'(http, convert_parameter, 3),
        call(http:convert_parameter(Rule, Value0, Value))
    ->  true
    ;   domain_error(http_parameter_rule, Rule)
    ).

%! '$http_converted'(+Rule, +Value0, -Value) is semidet.
'$http_converted'(atom, Value0, Value) :-
    format(atom(Value), "~w", [Value0]).
'$http_converted'(string, Value0, Value) :-
    format(string(Value), "~w", [Value0]).
'$http_converted'(number, Value0, Value) :-
    '$http_number'(number, Value0, Value).
'$http_converted'(integer, Value0, Value) :-
    '$http_number'(integer, Value0, Value),
    must_be(integer, Value).
'$http_converted'(nonneg, Value0, Value) :-
    '$http_number'(nonneg, Value0, Value),
    must_be(nonneg, Value).
'$http_converted'(positive_integer, Value0, Value) :-
    '$http_number'(positive_integer, Value0, Value),
    must_be(positive_integer, Value).
'$http_converted'(float, Value0, Value) :-
    '$http_number'(float, Value0, Number),
    Value is float(Number).
'$http_converted'(boolean, Value0, Value) :-
    '$http_boolean'(Value0, Value).
'$http_converted'(bool, Value0, Value) :-
    '$http_boolean'(Value0, Value).
'$http_converted'(between(Low, High), Value0, Value) :-
    '$http_number'(number, Value0, Value),
    must_be(between(Low, High), Value).

%! '$http_number'(+Type, +Value0, -Number) is det.
'$http_number'(Type, Value0, Number) :-
    (   number(Value0)
    ->  Number = Value0
    ;   atom_number(Value0, Number)
    ->  true
    ;   type_error(Type, Value0)
    ).

%! '$http_boolean'(+Value0, -Value) is det.
'$http_boolean'(Value0, Value) :-
    (   memberchk(Value0-Value, [true-true,on-true,yes-true,'1'-true,false-false,off-false,no-false,'0'-false])
    ->  true
    ;   type_error(boolean, Value0)
    ).

%! '$http_checked'(+Rule, +Value) is semidet.
'$http_checked'(oneof(List), Value) :-
    (   memberchk(Value, List)
    ->  true
    ;   domain_error(oneof(List), Value)
    ).
'$http_checked'(Rule, Value) :-
    Rule =.. [Compare,length,Bound],
    memberchk(Compare, [>,>=,<,=<]),
    atom_length(Value, Length),
    (   call(Compare, Length, Bound)
    ->  true
    ;   domain_error(Rule, Value)
    ).
'$http_checked'(Rule, Value) :-
    number(Value),
    Rule =.. [Compare,Bound],
    memberchk(Compare, [>,>=,<,=<]),
    (   call(Compare, Value, Bound)
    ->  true
    ;   domain_error(Rule, Value)
    ).

%! http_read_data(+Request, -Data, +Options) is det.
%  Data is the body of a request: a list of Name=Value of a form, a term of JSON, or the text as an atom. Options: to(atom),
%  string or codes; on_filename(:Goal), called as Goal(Stream, Value, Fields) for each file of a form in parts, where Fields
%  has name, filename and content_type, to make its Value from the octets of Stream; others are those of json_read/3.
http_read_data(Request, Data, Options) :-
    ( memberchk(content_type(Type), Request) -> true ; Type = 'application/octet-stream' ),
    (   sub_atom(Type, 0, _, _, 'application/x-www-form-urlencoded')
    ->  '$http_body_text'(Request, Text),
        uri_query_components(Text, Data)
    ;   \+ memberchk(to(_), Options),
        '$http_form_parts'(Request, Parts)
    ->  '$http_form_data'(Parts, Options, Data)
    ;   '$http_is_json'(Type),
        \+ memberchk(to(_), Options)
    ->  http_read_json(Request, Data, Options)
    ;   '$http_body_text'(Request, Text),
        option(to(To), Options, atom),
        (   To == string
        ->  Data = Text
        ;   To == codes
        ->  string_codes(Text, Data)
        ;   atom_string(Data, Text)
        )
    ).

%! '$http_form_data'(+Parts, +Options, -Data) is det.
'$http_form_data'([], _, []).
'$http_form_data'([part(Name, File, Type, Octets)|Parts], Options, [Name=Value|Data]) :-
    (   File \== none,
        memberchk(on_filename(Goal), Options)
    ->  setup_call_cleanup(
            ( open_string(Octets, In), set_stream(In, encoding(octet)) ),
            call(Goal, In, Value, [name(Name),filename(File),content_type(Type)]),
            close(In)
        )
    ;   '$http_part_text'(Octets, Value)
    ),
    '$http_form_data'(Parts, Options, Data).

%! is_json_content_type(+Type) is semidet.
%  True if Type, the value of a header, is that of JSON.
%  ?- is_json_content_type('application/json; charset=UTF-8').
is_json_content_type(Type) :-
    '$http_is_json'(Type).

%! http_convert_parameters(+Data, ?Parameters) is det.
%  As http_parameters/2, for a list of Name=Value.
%  ?- http_convert_parameters([a='1'], [a(A, [integer])]).   %=> A = 1.
http_convert_parameters(Data, Parameters) :-
    '$http_fill'(Parameters, Data, none).

%! http_convert_parameters(+Data, ?Parameters, :Declarations) is det.
%  As http_convert_parameters/2; the rules of parameters without rules are those of Declarations, called with a name and its
%  rules.
http_convert_parameters(Data, Parameters, Declarations) :-
    '$http_fill'(Parameters, Data, Declarations).

%! '$http_is_json'(+Type) is semidet.
'$http_is_json'(Type) :-
    atomic_list_concat([Media0|_], ;, Type),
    normalize_space(atom(Media), Media0),
    (   Media == 'application/json'
    ->  true
    ;   sub_atom(Media, _, _, 0, '+json')
    ->  true
    ;   Media == 'application/jsonrequest'
    ).

%! '$http_json_input'(+Request, -In) is det.
'$http_json_input'(Request, In) :-
    (   memberchk(content_type(Type), Request)
    ->  true
    ;   Type = none
    ),
    (   '$http_is_json'(Type)
    ->  memberchk(input(In), Request),
        set_stream(In, encoding(utf8))
    ;   throw(http_reply(bad_request("A body of the type application/json is wanted")))
    ).

%! http_read_json(+Request, -Term) is det.
%  Term is the body of a request in JSON, as json_read/2 has it.
http_read_json(Request, Term) :-
    http_read_json(Request, Term, []).

%! http_read_json(+Request, -Term, +Options) is det.
%  Term is the body of a request in JSON. Options are those of json_read/3, and json_object(dict).
http_read_json(Request, Term, Options) :-
    (   memberchk(json_object(dict), Options)
    ->  http_read_json_dict(Request, Term, Options)
    ;   '$http_json_input'(Request, In),
        json_read(In, Term, Options)
    ).

%! http_read_json_dict(+Request, -Dict) is det.
%  Dict is the body of a request in JSON, as json_read_dict/2 has it.
http_read_json_dict(Request, Dict) :-
    http_read_json_dict(Request, Dict, []).

%! http_read_json_dict(+Request, -Dict, +Options) is det.
%  Dict is the body of a request in JSON. Options are those of json_read_dict/3. A body that is no JSON is answered by 400.
http_read_json_dict(Request, Dict, Options) :-
    '$http_json_input'(Request, In),
    json_read_dict(In, Dict, Options).

%! reply_json(+Term) is det.
%  Replies with a term in JSON, as json_write/2 takes it.
%  ?- with_output_to(string(S), reply_json(json([a=1]))).   %=> S = "Content-type: application/json; charset=UTF-8\n\n{\"a\":1}".
reply_json(Term) :-
    reply_json(Term, []).

%! reply_json(+Term, +Options) is det.
%  Replies with a term in JSON. Options are those of json_write/3, json_object(dict), and status(Code).
reply_json(Term, Options0) :-
    '$http_json_head'(Options0, Options),
    current_output(Out),
    (   is_dict(Term)
    ->  json_write_dict(Out, Term, Options)
    ;   json_write(Out, Term, Options)
    ).

%! '$http_json_head'(+Options0, -Options) is det.
'$http_json_head'(Options0, Options) :-
    (   select_option(status(Code), Options0, Options1)
    ->  format("Status: ~w\n", [Code])
    ;   Options1 = Options0
    ),
    format("Content-type: application/json; charset=UTF-8\n\n"),
    ( memberchk(width(_), Options1) -> Options = Options1 ; Options = [width(0)|Options1] ).

%! reply_json_dict(+Term) is det.
%  Replies with a dict, a list or a value in JSON.
%  ?- with_output_to(string(S), reply_json_dict(_{a:"b"})).   %=> S = "Content-type: application/json; charset=UTF-8\n\n{\"a\":\"b\"}".
reply_json_dict(Term) :-
    reply_json_dict(Term, []).

%! reply_json_dict(+Term, +Options) is det.
%  Replies with a dict, a list or a value in JSON. Options are those of json_write_dict/3, and status(Code).
reply_json_dict(Term, Options0) :-
    '$http_json_head'(Options0, Options),
    current_output(Out),
    json_write_dict(Out, Term, Options).

%! cors_enable is det.
%  Lets pages of other sites read the reply: writes the header for the sites that the setting http:cors allows, by default
%  none; a handler calls it before it replies.
cors_enable :-
    '$http_cors_sites'(Sites),
    (   Sites == []
    ->  true
    ;   memberchk(*, Sites)
    ->  format("Access-Control-Allow-Origin: *\n")
    ;   http_current_request(Request),
        memberchk(origin(Origin), Request),
        memberchk(Origin, Sites)
    ->  format("Access-Control-Allow-Origin: ~w\nVary: Origin\n", [Origin])
    ;   true
    ).

%! '$http_cors_sites'(-Sites) is det.
'$http_cors_sites'(Sites) :-
    (   catch(setting(http:cors, Sites0), _, fail)
    ->  Sites = Sites0
    ;   Sites = []
    ).

%! cors_enable(+Request, +Options) is det.
%  As cors_enable/0, for the question that browsers ask before a request. Options: methods([get]), headers(List),
%  credentials(Boolean).
cors_enable(Request, Options) :-
    cors_enable,
    (   memberchk(method(options), Request)
    ->  option(methods(Methods), Options, [get]),
        findall(Name, ( member(Method, Methods), upcase_atom(Method, Name) ), Names),
        atomic_list_concat(Names, ', ', List),
        format("Access-Control-Allow-Methods: ~w\n", [List]),
        (   option(headers(Headers), Options)
        ->  atomic_list_concat(Headers, ', ', HeaderList),
            format("Access-Control-Allow-Headers: ~w\n", [HeaderList])
        ;   memberchk(access_control_request_headers(Asked), Request)
        ->  format("Access-Control-Allow-Headers: ~w\n", [Asked])
        ;   true
        )
    ;   true
    ),
    (   option(credentials(true), Options)
    ->  format("Access-Control-Allow-Credentials: true\n")
    ;   true
    ).
