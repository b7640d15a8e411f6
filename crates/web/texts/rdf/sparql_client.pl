% library(semweb/sparql_client): queries to servers of SPARQL over HTTP.

%! '$use_semweb/sparql_client' is det.
'$use_semweb/sparql_client' :-
    '$rdf_state'.

%! sparql_set_server(+Options) is det.
%  Sets options of sparql_query/3 for queries that do not have them: host(Host), port(Port), path(Path), scheme(Scheme),
%  endpoint(Url).
sparql_set_server(Options) :-
    must_be(list, Options),
    nb_setval('$sparql', Options).

%! sparql_query(+Query, -Result, +Options) is nondet.
%  Sends a query of SPARQL to a server. Result is row(Value, ...) for each solution of SELECT: IRIs and blank nodes are atoms,
%  literals are those of library(semweb/rdf_db), what is unbound is '$null$'; rdf(Subject, Predicate, Object) for each triple of
%  CONSTRUCT and DESCRIBE; true or false for ASK. Options: endpoint(Url), or host(Host), port(80), path('/sparql/'),
%  scheme(http); variable_names(Names) tells those of the columns; search(Pairs) adds parameters, Name=Value; others are those
%  of http_open/3, such as timeout(Seconds) and authorization(How).
%  Errors: those of http_open/3; syntax_error(Message), if the reply is wrong.
%  ?- use_module(library(semweb/sparql_client)), sparql_query('ask {}', _, []).   %=> existence_error(option, endpoint).
sparql_query(Query0, Result, Options0) :-
    must_be(text, Query0),
    must_be(list, Options0),
    ( nb_current('$sparql', Server) -> append(Options0, Server, Options) ; Options = Options0 ),
    format(atom(Query), "~w", [Query0]),
    '$sparql_address'(Options, Address),
    ( memberchk(search(More), Options) -> true ; More = [] ),
    '$sparql_send'(Address, [query=Query|More], Options, Stream, Type),
    call_cleanup('$sparql_results'(Type, Stream, Address, Names, Results), close(Stream, [force(true)])),
    ( memberchk(variable_names(Told), Options) -> Told = Names ; true ),
    member(Result, Results).

%! '$sparql_address'(+Options, -Address) is det.
'$sparql_address'(Options, Address) :-
    (   memberchk(endpoint(Url), Options)
    ->  format(atom(Address), "~w", [Url])
    ;   memberchk(host(Host), Options)
    ->  option(scheme(Scheme), Options, http),
        option(path(Path), Options, '/sparql/'),
        (   memberchk(port(Port), Options)
        ->  format(atom(Address), "~w://~w:~w~w", [Scheme,Host,Port,Path])
        ;   format(atom(Address), "~w://~w~w", [Scheme,Host,Path])
        )
    ;   existence_error(option, endpoint)
    ).

%! '$sparql_send'(+Address, +Parameters, +Options, -Stream, -Type) is det.
%  A long query is sent in the body of the request.
'$sparql_send'(Address, Parameters, Options, Stream, Type) :-
    uri_query_components(Text, Parameters),
    Accept = 'application/sparql-results+json, application/sparql-results+xml;q=0.9, text/turtle;q=0.8, application/n-triples;q=0.8, application/rdf+xml;q=0.7',
    findall(Option, ( member(Option, Options), '$sparql_http'(Option) ), Others),
    Common = [request_header('Accept'=Accept),header(content_type, Type0),encoding(octet)|Others],
    atom_length(Text, Length),
    (   Length > 2000
    ->  http_open(Address, Stream, [post(form(Parameters))|Common])
    ;   ( sub_atom(Address, _, _, _, ?) -> Mark = & ; Mark = ? ),
        atomic_list_concat([Address,Mark,Text], Url),
        http_open(Url, Stream, Common)
    ),
    ( atom(Type0) -> Type = Type0 ; Type = '' ).

%! '$sparql_http'(+Option) is semidet.
'$sparql_http'(Option) :-
    functor(Option, Name, 1),
    memberchk(Name, [timeout,authorization,proxy,user_agent,redirect,max_redirect,request_header]).

%! '$sparql_results'(+Type, +Stream, +Address, -Names, -Results) is det.
'$sparql_results'(Type, Stream, Address, Names, Results) :-
    (   sub_atom(Type, _, _, _, json)
    ->  set_stream(Stream, encoding(utf8)),
        json_read_dict(Stream, Dict, []),
        '$sparql_json'(Dict, Names, Results)
    ;   sub_atom(Type, _, _, _, 'sparql-results')
    ->  load_structure(stream(Stream), Dom, [dialect(xmlns),space(remove)]),
        '$sparql_xml'(Dom, Names, Results)
    ;   '$rdf_media_type'(Media, Format),
        sub_atom(Type, _, _, _, Media)
    ->  Names = [],
        '$rdf_read_all'(stream(Stream), Format, [base_uri(Address)], Results)
    ;   throw(error(domain_error(sparql_result_document, Type), _))
    ).

%! '$sparql_json'(+Dict, -Names, -Results) is det.
'$sparql_json'(Dict, Names, Results) :-
    (   get_dict(boolean, Dict, Boolean0)
    ->  Names = [],
        '$sparql_name'(Boolean0, Boolean),
        Results = [Boolean]
    ;   get_dict(head, Dict, Head),
        get_dict(vars, Head, Vars),
        get_dict(results, Dict, Inner),
        get_dict(bindings, Inner, Bindings)
    ->  maplist('$sparql_name', Vars, Names),
        maplist('$sparql_row'(Names), Bindings, Results)
    ;   throw(error(syntax_error('no results of SPARQL'), _))
    ).

%! '$sparql_name'(+Text, -Name) is det.
'$sparql_name'(Text, Name) :-
    format(atom(Name), "~w", [Text]).

%! '$sparql_row'(+Names, +Binding, -Row) is det.
'$sparql_row'(Names, Binding, Row) :-
    maplist('$sparql_cell'(Binding), Names, Values),
    Row =.. [row|Values].

%! '$sparql_cell'(+Binding, +Name, -Value) is det.
'$sparql_cell'(Binding, Name, Value) :-
    (   get_dict(Name, Binding, Cell)
    ->  get_dict(type, Cell, Type0),
        get_dict(value, Cell, Text0),
        '$sparql_name'(Type0, Type),
        '$sparql_name'(Text0, Text),
        ( get_dict('xml:lang', Cell, Language0) -> '$sparql_name'(Language0, Language) ; true ),
        ( get_dict(datatype, Cell, Datatype0) -> '$sparql_name'(Datatype0, Datatype) ; true ),
        '$sparql_value'(Type, Text, Language, Datatype, Value)
    ;   Value = '$null$'
    ).

%! '$sparql_value'(+Type, +Text, ?Language, ?Datatype, -Value) is det.
'$sparql_value'(Type, Text, Language, Datatype, Value) :-
    (   Type == uri
    ->  Value = Text
    ;   Type == bnode
    ->  ( sub_atom(Text, 0, _, _, '_:') -> Value = Text ; atom_concat('_:', Text, Value) )
    ;   nonvar(Language)
    ->  Value = literal(lang(Language, Text))
    ;   nonvar(Datatype)
    ->  Value = literal(type(Datatype, Text))
    ;   Value = literal(Text)
    ).

%! '$sparql_xml'(+Dom, -Names, -Results) is det.
'$sparql_xml'(Dom, Names, Results) :-
    (   member(element(Root, _, Parts), Dom),
        '$sparql_tag'(Root, sparql)
    ->  findall(Name, ( '$sparql_part'(Parts, head, _, Heads), '$sparql_part'(Heads, variable, Attributes, _), memberchk(name=Name, Attributes) ), Names),
        (   '$sparql_part'(Parts, boolean, _, [Boolean])
        ->  Results = [Boolean]
        ;   '$sparql_part'(Parts, results, _, Rows)
        ->  findall(Row, ( '$sparql_part'(Rows, result, _, Cells), '$sparql_xml_row'(Names, Cells, Row) ), Results)
        ;   Results = []
        )
    ;   throw(error(syntax_error('no results of SPARQL'), _))
    ).

%! '$sparql_tag'(+Tag, ?Local) is semidet.
'$sparql_tag'(Tag, Local) :-
    ( Tag = _:Local -> true ; Local = Tag ).

%! '$sparql_part'(+Parts, +Name, -Attributes, -Inner) is nondet.
'$sparql_part'(Parts, Name, Attributes, Inner) :-
    member(element(Tag, Attributes, Inner), Parts),
    '$sparql_tag'(Tag, Local),
    Local == Name.

%! '$sparql_xml_row'(+Names, +Cells, -Row) is det.
'$sparql_xml_row'(Names, Cells, Row) :-
    findall(Value, ( member(Name, Names), '$sparql_xml_cell'(Cells, Name, Value) ), Values),
    Row =.. [row|Values].

%! '$sparql_xml_cell'(+Cells, +Name, -Value) is det.
'$sparql_xml_cell'(Cells, Name, Value) :-
    (   '$sparql_part'(Cells, binding, Attributes, Inner),
        memberchk(name=Name, Attributes),
        member(element(Tag, Marks, Content), Inner)
    ->  '$sparql_tag'(Tag, Type),
        ( Content = [Text] -> true ; Text = '' ),
        ( member(Mark=Language, Marks), '$sparql_tag'(Mark, lang) -> true ; true ),
        ( memberchk(datatype=Datatype, Marks) -> true ; true ),
        '$sparql_value'(Type, Text, Language, Datatype, Value)
    ;   Value = '$null$'
    ).
