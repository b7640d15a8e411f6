% Which handler answers a path, with the names of library(http/http_dispatch), http_path and http_host.

%! http_handler(+Path, :Closure, +Options) is det.
%  Lets Closure answer requests for Path: it is called with the request as one more argument. Path is absolute, such as
%  '/a/b', or root(a/b); a variable in the second form stands for any part of a path, in Closure and the options, too.
%  Another handler for the same path with the same priority is replaced. Options: method(Method), methods(List) to accept
%  only these, HEAD where GET is accepted; prefix, to answer all paths below, told by path_info(Rest) in the request;
%  priority(0); id(Name); authentication(basic(File, Realm)), or digest(File, Realm); time_limit(300), seconds, or infinite; content_type(Type); condition(Goal).
%  ?- http_handler(root(doc_example), http_404([]), []), http_dispatch([path('/doc_example'),method(get)]).   %=> http_reply(not_found('/doc_example')).
http_handler(Path, Closure, Options0) :-
    strip_module(Options0, _, Options),
    strip_module(Closure, Module, Plain),
    must_be(list, Options),
    must_be(callable, Plain),
    '$http_state',
    option(priority(Priority), Options, 0),
    must_be(integer, Priority),
    '$http_segments'(Path, Segments),
    (   ground(Segments)
    ->  atomic_list_concat(Segments, Absolute0),
        '$http_plain_path'(Absolute0, Absolute),
        ( memberchk(prefix, Options) -> Kind = prefix ; memberchk(prefix(true), Options) -> Kind = prefix ; Kind = exact ),
        '$http_key'(Kind, Absolute, Key),
        retractall(http_store:path(Key, Kind, Priority, _, _)),
        (   http_store:path(Key, Kind, Other, _, _),
            Other > Priority
        ->  assertz(http_store:path(Key, Kind, Priority, Module:Plain, Options))
        ;   asserta(http_store:path(Key, Kind, Priority, Module:Plain, Options))
        )
    ;   '$http_parts'(Segments, Parts),
        (   http_store:pattern(Other, Priority, _, _),
            Other =@= Parts
        ->  retract(http_store:pattern(Other, Priority, _, _))
        ;   true
        ),
        assertz(http_store:pattern(Parts, Priority, Module:Plain, Options))
    ).

%! '$http_key'(+Kind, +Path, -Key) is det.
%  A prefix is kept without its last slash.
'$http_key'(Kind, Path, Key) :-
    (   Kind == prefix,
        atom_concat(Key0, /, Path)
    ->  Key = Key0
    ;   Key = Path
    ).

%! '$http_segments'(+Path, -Segments) is det.
%  Segments are the texts, and variables, of a path.
'$http_segments'(Path, Segments) :-
    (   var(Path)
    ->  instantiation_error(Path)
    ;   atomic(Path)
    ->  ( sub_atom(Path, 0, 1, _, /) -> Segments = [Path] ; Segments = [/,Path] )
    ;   Path =.. [Alias,Below]
    ->  http_absolute_location(Alias, Above, []),
        phrase('$http_flat_path'(Below), Flat),
        ( sub_atom(Above, _, 1, 0, /) -> Segments = [Above|Flat] ; Segments = [Above,/|Flat] )
    ;   type_error(http_location, Path)
    ).

%! '$http_flat_path'(+Path, ?S0, ?S) is det.
'$http_flat_path'(Path, S0, S) :-
    (   var(Path)
    ->  S0 = [Path|S]
    ;   Path = Above/Below
    ->  '$http_flat_path'(Above, S0, S1),
        S1 = [/|S2],
        '$http_flat_path'(Below, S2, S)
    ;   Path == ('.')
    ->  S0 = S
    ;   S0 = [Path|S]
    ).

%! '$http_plain_path'(+Path0, -Path) is det.
%  Path has no two slashes in a row.
'$http_plain_path'(Path0, Path) :-
    (   sub_atom(Path0, _, _, _, //)
    ->  atomic_list_concat(Parts, //, Path0),
        atomic_list_concat(Parts, /, Path1),
        '$http_plain_path'(Path1, Path)
    ;   Path = Path0
    ).

%! '$http_parts'(+Segments, -Parts) is det.
%  Parts are what stands between slashes: texts and variables.
'$http_parts'(Segments, Parts) :-
    '$http_parts'(Segments, [], Parts).

%! '$http_cut'(?Segment, -Cuts) is det.
'$http_cut'(Segment, Cuts) :-
    ( var(Segment) -> Cuts = [Segment] ; atomic_list_concat(Cuts, /, Segment) ).

%! '$http_parts'(+Segments, +Before, -Parts) is det.
'$http_parts'([], _, []).
'$http_parts'([Segment|Segments], _, Parts) :-
    '$http_cut'(Segment, Cuts0),
    ( var(Segment) -> Cuts = Cuts0 ; exclude(==(''), Cuts0, Cuts) ),
    append(Cuts, Rest, Parts),
    '$http_parts'(Segments, Segment, Rest).

%! http_delete_handler(+Handler) is det.
%  Removes the handlers of a path, or of id(Name).
%  ?- http_delete_handler(id(no_such_handler)).
http_delete_handler(Handler) :-
    '$http_state',
    (   Handler = id(Name)
    ->  forall(
            ( http_store:path(Key, Kind, Priority, Closure, Options), '$http_has_id'(Name, Closure, Options) ),
            retractall(http_store:path(Key, Kind, Priority, _, _))
        )
    ;   ( Handler = path(Path) -> true ; Path = Handler ),
        '$http_segments'(Path, Segments),
        atomic_list_concat(Segments, Absolute),
        forall(member(Kind, [exact,prefix]), ( '$http_key'(Kind, Absolute, Key), retractall(http_store:path(Key, Kind, _, _, _)) ))
    ).

%! '$http_has_id'(?Name, +Closure, +Options) is semidet.
'$http_has_id'(Name, Closure, Options) :-
    (   memberchk(id(Id), Options)
    ->  Name = Id
    ;   strip_module(Closure, Module, Plain),
        functor(Plain, Predicate, _),
        ( Name = Predicate ; Name = Module:Predicate )
    ),
    !.

%! http_current_handler(?Path, ?Closure) is nondet.
%  True if Closure answers requests for Path.
http_current_handler(Path, Closure) :-
    http_current_handler(Path, Closure, _).

%! http_current_handler(?Path, ?Closure, ?Options) is nondet.
%  True if Closure answers requests for Path; Options are those of http_handler/3.
%  ?- \+ http_current_handler('/no/such/handler', _, _).
http_current_handler(Path, Module:Closure, Options) :-
    '$http_state',
    http_store:path(Path, _, _, Module:Closure, Options).

%! http_dispatch(+Request) is semidet.
%  Calls the handler for the path of a request; fails if that does.
%  ?- http_dispatch([path('/no/such/path'),method(get)]).   %=> existence_error(http_location, '/no/such/path').
http_dispatch(Request) :-
    '$http_state',
    memberchk(path(Path), Request),
    (   '$http_found'(Path, Request, Request1, Closure, Options)
    ->  '$http_check_method'(Request, Path, Options),
        '$http_call'(Closure, Request1, Options)
    ;   atom_concat(Path, /, Folder),
        http_store:path(Folder, exact, _, _, _)
    ->  http_redirect(moved, Folder, Request)
    ;   '$peng_route'(Path, Closure, Options)
    ->  '$http_check_method'(Request, Path, Options),
        '$http_call'(Closure, Request, Options)
    ;   throw(error(existence_error(http_location, Path), _))
    ).

%! http_dispatch(+Request, +Options) is semidet.
%  As http_dispatch/1.
http_dispatch(Request, _) :-
    http_dispatch(Request).

%! '$http_found'(+Path, +Request0, -Request, -Closure, -Options) is semidet.
'$http_found'(Path, Request, Request, Closure, Options) :-
    http_store:path(Path, exact, _, Closure, Options),
    '$http_condition'(Closure, Options),
    !.
'$http_found'(Path, Request, Request, Closure, Options) :-
    http_store:pattern(_, _, _, _),
    atomic_list_concat([''|Parts], /, Path),
    findall(Priority-h(Parts, Closure0, Options0), http_store:pattern(Parts, Priority, Closure0, Options0), Found),
    Found = [_|_],
    sort(1, @>=, Found, [_-h(Parts, Closure, Options)|_]),
    !.
'$http_found'(Path, Request, [path_info(Info)|Request], Closure, Options) :-
    '$http_prefix'(Path, Key),
    http_store:path(Key, prefix, _, Closure, Options),
    '$http_condition'(Closure, Options),
    !,
    atom_concat(Key, Info0, Path),
    ( atom_concat(/, Info, Info0) -> true ; Info = Info0 ).

%! '$http_condition'(+Closure, +Options) is semidet.
'$http_condition'(Closure, Options) :-
    (   memberchk(condition(Goal), Options)
    ->  strip_module(Closure, Module, _),
        call(Module:Goal)
    ;   true
    ).

%! '$http_prefix'(+Path, -Prefix) is nondet.
%  Prefix is Path, or what stands before one of its slashes, the longest first.
'$http_prefix'(Path, Path).
'$http_prefix'(Path, Prefix) :-
    findall(At, sub_atom(Path, At, 1, _, /), Ats0),
    reverse(Ats0, Ats),
    member(At, Ats),
    sub_atom(Path, 0, At, _, Prefix).

%! '$http_check_method'(+Request, +Path, +Options) is det.
'$http_check_method'(Request, Path, Options) :-
    ( memberchk(method(Method), Request) -> true ; Method = get ),
    (   memberchk(methods(Methods), Options)
    ->  true
    ;   memberchk(method(One), Options),
        nonvar(One)
    ->  Methods = [One]
    ;   Methods = [*]
    ),
    (   ( memberchk(*, Methods) ; memberchk(Method, Methods) ; Method == head, memberchk(get, Methods) )
    ->  true
    ;   throw(error(permission_error(http_method, Method, Path), _))
    ),
    ignore(memberchk(method(Method), Options)).

%! '$http_call'(:Closure, +Request, +Options) is semidet.
'$http_call'(Closure, Request0, Options) :-
    '$http_expanded'(Request0, Request1, Options),
    findall(Method, member(authentication(Method), Options), Methods),
    '$http_all_authenticated'(Methods, Request1, Request),
    (   memberchk(content_type(Type), Options)
    ->  format("Content-type: ~w~n", [Type])
    ;   true
    ),
    option(time_limit(Limit), Options, 300),
    (   ( Limit == infinite ; Limit == default )
    ->  Goal = call(Closure, Request)
    ;   Goal = call_with_time_limit(Limit, call(Closure, Request))
    ),
    call(Goal).

%! '$http_all_authenticated'(+Methods, +Request0, -Request) is det.
'$http_all_authenticated'([], Request, Request).
'$http_all_authenticated'([Method|Methods], Request0, Request) :-
    '$http_authenticated'(Method, Request0, Fields),
    append(Fields, Request0, Request1),
    '$http_all_authenticated'(Methods, Request1, Request).

%! http_request_expansion(:Goal, +Rank) is det.
%  Directive that lets Goal change requests before handlers see them, as Goal(Request0, Request, HandlerOptions); those of a
%  lower rank come first. A goal that fails changes nothing.
http_request_expansion(Goal, Rank) :-
    must_be(number, Rank),
    '$http_state',
    retractall(http_store:expansion(_, Goal)),
    assertz(http_store:expansion(Rank, Goal)).

%! '$http_expanded'(+Request0, -Request, +Options) is det.
'$http_expanded'(Request0, Request, Options) :-
    (   http_store:expansion(_, _)
    ->  findall(Rank-Goal, http_store:expansion(Rank, Goal), Found),
        keysort(Found, Goals),
        '$http_expanded_by'(Goals, Options, Request0, Request)
    ;   Request = Request0
    ).

%! '$http_expanded_by'(+Goals, +Options, +Request0, -Request) is det.
'$http_expanded_by'([], _, Request, Request).
'$http_expanded_by'([_-Goal|Goals], Options, Request0, Request) :-
    ( call(Goal, Request0, Request1, Options) -> true ; Request1 = Request0 ),
    '$http_expanded_by'(Goals, Options, Request1, Request).

%! http_404(+Options, +Request) is det.
%  Raises the reply for a path that has no handler. Option: index(Place), to which the path / is redirected.
%  ?- http_404([], [path('/x')]).   %=> http_reply(not_found('/x')).
http_404(Options, Request) :-
    memberchk(path(Path), Request),
    (   Path == /,
        option(index(Place), Options)
    ->  http_redirect(moved_temporary, Place, Request)
    ;   throw(http_reply(not_found(Path)))
    ).

%! http_redirect(+How, +To, +Request) is det.
%  Raises the reply that leads the client to To: a path, root(...), or location_by_id(Name). How is moved, moved_temporary or
%  see_other.
%  ?- http_redirect(see_other, root(a), []).   %=> http_reply(see_other('/a')).
http_redirect(How, To, _) :-
    must_be(oneof([moved,moved_temporary,see_other]), How),
    (   nonvar(To),
        To = location_by_id(Name)
    ->  http_location_by_id(Name, Place)
    ;   http_absolute_location(To, Place, [])
    ),
    Reply =.. [How,Place],
    throw(http_reply(Reply)).

%! http_location_by_id(+Name, -Path) is det.
%  Path is that of the handler whose id or predicate is Name.
%  ?- http_location_by_id(no_such_handler, _).   %=> existence_error(http_handler_id, no_such_handler).
http_location_by_id(Name, Path) :-
    '$http_state',
    (   http_store:path(Path0, _, _, Closure, Options),
        '$http_has_id'(Name, Closure, Options)
    ->  Path = Path0
    ;   http_store:pattern(Parts, _, Closure, Options),
        '$http_has_id'(Name, Closure, Options),
        ground(Parts)
    ->  atomic_list_concat([''|Parts], /, Path)
    ;   existence_error(http_handler_id, Name)
    ).

%! http_link_to_id(+Name, +Parameters, -Link) is det.
%  Link is the path of a handler with parameters, Name=Value or Name(Value), or path_postfix(Text).
http_link_to_id(Name, Parameters, Link) :-
    http_location_by_id(Name, Path0),
    (   Parameters = path_postfix(Postfix)
    ->  atom_concat(Path0, Postfix, Link)
    ;   Parameters == []
    ->  Link = Path0
    ;   uri_query_components(Query, Parameters),
        format(atom(Link), "~w?~w", [Path0,Query])
    ).

%! http_reload_with_parameters(+Request, +Parameters, -Link) is det.
%  Link is the path of a request with its parameters, of which those given are replaced.
http_reload_with_parameters(Request, Parameters, Link) :-
    memberchk(path(Path), Request),
    ( memberchk(search(Old), Request) -> true ; Old = [] ),
    findall(Name=Value, ( member(P, Parameters), ( P = (Name=Value) -> true ; P =.. [Name,Value] ) ), New),
    exclude('$http_is_given'(New), Old, Kept),
    append(New, Kept, All),
    (   All == []
    ->  Link = Path
    ;   uri_query_components(Query, All),
        format(atom(Link), "~w?~w", [Path,Query])
    ).

%! '$http_is_given'(+New, +Pair) is semidet.
'$http_is_given'(New, Name=_) :-
    memberchk(Name=_, New).

%! http_absolute_location(+Spec, -Path, +Options) is det.
%  Path is the path of Spec: an absolute path or address, or Alias(Below), where root is / and other aliases are told by
%  http:location(Alias, Spec, Options). Option: relative_to(Path).
%  ?- http_absolute_location(root(a/b), P, []).   %=> P = '/a/b'.
%  ?- http_absolute_location(no_alias(a), _, []).   %=> existence_error(http_alias, no_alias).
http_absolute_location(Spec, Path, Options) :-
    must_be(nonvar, Spec),
    (   Spec == root
    ->  Path = /
    ;   string(Spec)
    ->  atom_string(Atom, Spec),
        http_absolute_location(Atom, Path, Options)
    ;   atom(Spec)
    ->  (   ( sub_atom(Spec, 0, 1, _, /) ; uri_is_global(Spec) )
        ->  Path = Spec
        ;   '$http_alias'(Spec, Path)
        ->  true
        ;   option(relative_to(Base), Options)
        ->  uri_resolve(Spec, Base, Path)
        ;   Path = Spec
        )
    ;   Spec =.. [Alias,Below]
    ->  (   '$http_alias'(Alias, Above)
        ->  true
        ;   existence_error(http_alias, Alias)
        ),
        phrase('$http_flat_path'(Below), Flat),
        ( sub_atom(Above, _, 1, 0, /) -> Parts = [Above|Flat] ; Parts = [Above,/|Flat] ),
        atomic_list_concat(Parts, Path0),
        ( uri_is_global(Path0) -> Path = Path0 ; '$http_plain_path'(Path0, Path) )
    ;   type_error(http_location, Spec)
    ).

%! '$http_alias'(+Alias, -Path) is semidet.
'$http_alias'(root, /) :-
    !.
'$http_alias'(Alias, Path) :-
    '$defined_in_module'(http, location, 3),
    findall(Priority-Spec, ( call(http:location(Alias, Spec, Options)), option(priority(Priority), Options, 0) ), Found),
    sort(1, @>=, Found, [_-Spec|_]),
    http_absolute_location(Spec, Path, []).

%! http_absolute_uri(+Spec, -Address) is det.
%  Address is the address of Spec, with the host of the current request.
http_absolute_uri(Spec, Address) :-
    http_absolute_location(Spec, Path, []),
    (   uri_is_global(Path)
    ->  Address = Path
    ;   ( http_current_request(Request) -> true ; Request = [] ),
        http_current_host(Request, Host, Port, []),
        '$http_origin'(Request, Host, Port, Origin),
        atom_concat(Origin, Path, Address)
    ).

%! http_current_host(?Request, -Host, -Port, +Options) is det.
%  Host and Port are those that the client has named.
%  ?- http_current_host([host(a),port(80)], H, P, []).   %=> H = a, P = 80.
http_current_host(Request, Host, Port, _) :-
    (   memberchk(x_forwarded_host(Told), Request)
    ->  atomic_list_concat([Host|Rest], :, Told),
        ( Rest = [PortText], atom_number(PortText, Port) -> true ; memberchk(x_forwarded_proto(https), Request) -> Port = 443 ; Port = 80 )
    ;   ( memberchk(host(Host), Request) -> true ; Host = localhost ),
        ( memberchk(port(Port), Request) -> true ; memberchk(pool(Port), Request) -> true ; Port = 80 )
    ).

%! http_public_host(?Request, -Host, -Port, +Options) is det.
%  As http_current_host/4.
http_public_host(Request, Host, Port, Options) :-
    http_current_host(Request, Host, Port, Options).

%! http_public_host_url(+Request, -Address) is det.
%  Address is that of this server, as the client has named it.
http_public_host_url(Request, Address) :-
    http_current_host(Request, Host, Port, []),
    '$http_origin'(Request, Host, Port, Address).

%! '$http_origin'(+Request, +Host, +Port, -Origin) is det.
%  The begin of the addresses of a server, without the port that is usual.
'$http_origin'(Request, Host, Port, Origin) :-
    ( memberchk(x_forwarded_proto(Scheme), Request) -> true ; memberchk(protocol(Scheme), Request) -> true ; Scheme = http ),
    (   memberchk(Scheme-Port, [http-80,https-443])
    ->  format(atom(Origin), "~w://~w", [Scheme,Host])
    ;   format(atom(Origin), "~w://~w:~w", [Scheme,Host,Port])
    ).

%! http_public_url(+Request, -Address) is det.
%  Address is that of a request, as the client has named it.
http_public_url(Request, Address) :-
    http_public_host_url(Request, Host),
    memberchk(request_uri(Path), Request),
    atom_concat(Host, Path, Address).
