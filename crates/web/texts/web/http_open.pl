% Requests to HTTP servers, with the names of library(http/http_open) and http_client.

%! http_open(+Url, -Stream, +Options) is det.
%  Sends a request; Stream has the body of the reply. Url is a text, or a list of its parts: host, port, path, search. Options:
%  method(get); post(Data), as for http_post/4; request_header(Name=Value); authorization(basic(User, Password)), or
%  authorization(bearer(Token)), or authorization(digest(User, Password)); user_agent(Text); timeout(60), seconds for which each part of the reply may take to come;
%  redirect(true); max_redirect(10); proxy(Host:Port); encoding(Encoding) of Stream, else that of the reply's type; of those of
%  ssl_context/3 cacerts, cert_verify_hook, certificate_file, key_file, crl, for addresses that begin with https. Told
%  are status_code(Code), without which only a reply of success is none that raises an error; header(Name, Value);
%  headers(List); size(Bytes); version(Major-Minor); final_url(Url).
%  ?- http_open('ftp://example.org/', _, []).   %=> domain_error(url_scheme, ftp).
%  ?- http_open('http://localhost:1/', _, []).   %=> socket_error(econnrefused, 'Connection refused').
http_open(Url0, Stream, Options0) :-
    '$http_own_options'(Options0, Options),
    '$http_url'(Url0, Url),
    option(max_redirect(Most), Options, 10),
    option(method(Method0), Options, none),
    (   Method0 \== none
    ->  downcase_atom(Method0, Method)
    ;   memberchk(post(_), Options)
    ->  Method = post
    ;   Method = get
    ),
    (   \+ memberchk(authorization(_), Options),
        '$http_state',
        http_store:authorization(Prefix, Authorization),
        sub_atom(Url, 0, _, _, Prefix)
    ->  Sent = [authorization(Authorization)|Options]
    ;   Sent = Options
    ),
    '$http_follow'(Most, Method, Url, Url, Sent, reply(Status, Reason, Version, Headers, In), Final),
    '$http_told'(Options, Status, Version, Headers, Final),
    (   ( memberchk(status_code(_), Options) ; Status >= 200, Status < 300 )
    ->  '$http_set_encoding'(Headers, Options, In),
        Stream = In
    ;   close(In, [force(true)]),
        '$http_status_error'(Status, Reason, Method, Final)
    ).

%! '$http_own_options'(:Options0, -Options) is det.
'$http_own_options'(Options0, Options) :-
    strip_module(Options0, Module, Options1),
    must_be(list, Options1),
    '$ssl_qualified'(Options1, Module, Options).

%! '$http_url'(+Url0, -Url) is det.
%  Url is a text of an address with a scheme.
'$http_url'(Url0, Url) :-
    (   is_list(Url0),
        Url0 = [Part|_],
        compound(Part)
    ->  option(scheme(Scheme), Url0, http),
        ( memberchk(host(Host), Url0) -> true ; existence_error(url_part, host) ),
        option(path(Path), Url0, /),
        ( memberchk(port(Port), Url0) -> format(atom(Place), "~w:~w", [Host,Port]) ; Place = Host ),
        (   memberchk(search(Search), Url0)
        ->  uri_query_components(Query, Search)
        ;   true
        ),
        uri_encoded(path, Path, Encoded),
        uri_components(Url, uri_components(Scheme, Place, Encoded, Query, _))
    ;   must_be(text, Url0),
        format(atom(Url), "~w", [Url0])
    ).

%! '$http_follow'(+Left, +Method, +Url, +First, +Options, -Reply, -Final) is det.
%  Sends a request, and others as long as replies lead elsewhere.
'$http_follow'(Left, Method, Url, First, Options, Reply, Final) :-
    '$http_send'(Method, Url, First, Options, Reply0),
    Reply0 = reply(Status, _, _, Headers, In),
    (   Status =:= 401,
        '$http_digest_options'(Options, Headers, Method, Url, First, DigestOptions)
    ->  close(In, [force(true)]),
        '$http_follow'(Left, Method, Url, First, DigestOptions, Reply, Final)
    ;   memberchk(Status, [301,302,303,307,308]),
        option(redirect(true), Options, true),
        memberchk(location(To), Headers)
    ->  close(In, [force(true)]),
        (   Left > 0
        ->  true
        ;   throw(error(permission_error(redirect, http, Url), context(_, 'too many redirects')))
        ),
        uri_resolve(To, Url, Next),
        (   ( memberchk(Status, [307,308]) ; memberchk(Method, [get,head]) )
        ->  NextMethod = Method,
            NextOptions = Options
        ;   NextMethod = get,
            exclude('$http_is_post', Options, NextOptions)
        ),
        Left1 is Left - 1,
        '$http_follow'(Left1, NextMethod, Next, First, NextOptions, Reply, Final)
    ;   Reply = Reply0,
        Final = Url
    ).

%! '$http_digest_options'(+Options0, +Headers, +Method, +Url, +First, -Options) is semidet.
%  Options answer the challenge of a server, if a user and a password for it are among Options0.
'$http_digest_options'(Options0, Headers, Method, Url, First, Options) :-
    select_option(authorization(digest(User, Password)), Options0, Others),
    member(www_authenticate(Challenge), Headers),
    sub_atom(Challenge, 0, 6, _, Kind),
    downcase_atom(Kind, digest),
    uri_components(Url, uri_components(S, A, Path0, Search, _)),
    uri_components(First, uri_components(S, A, _, _, _)),
    !,
    ( ( var(Path0) ; Path0 == '' ) -> Path1 = / ; Path1 = Path0 ),
    ( var(Search) -> Path2 = Path1 ; format(atom(Path2), "~w?~w", [Path1,Search]) ),
    '$http_graphic'(Path2, Path),
    http_parse_digest_challenge(Challenge, Fields),
    http_digest_response(Fields, User, Password, Reply, [path(Path),method(Method)]),
    Options = [request_header('Authorization'=Reply)|Others].

%! http_set_authorization(+Url, +Authorization) is det.
%  Lets requests below Url have an authorization, as the option of http_open/3; - for none.
%  ?- http_set_authorization('http://localhost/', -).
http_set_authorization(Url, Authorization) :-
    '$http_state',
    must_be(atom, Url),
    retractall(http_store:authorization(Url, _)),
    ( Authorization == (-) -> true ; assertz(http_store:authorization(Url, Authorization)) ).

%! http_close_keep_alive(+Address) is det.
%  Has no effect: connections to servers are not kept.
http_close_keep_alive(_).

%! '$http_is_post'(+Option) is semidet.
'$http_is_post'(post(_)).

%! '$http_send'(+Method, +Url, +First, +Options, -Reply) is det.
'$http_send'(Method, Url, First, Options, Reply) :-
    uri_components(Url, uri_components(Scheme0, Authority, Path0, Search, _)),
    ( var(Scheme0) -> Scheme = '' ; downcase_atom(Scheme0, Scheme) ),
    (   memberchk(Scheme-Usual, [http-80,https-443])
    ->  true
    ;   domain_error(url_scheme, Scheme)
    ),
    ( atom(Authority), Authority \== '' -> true ; existence_error(url_part, host) ),
    uri_authority_components(Authority, uri_authority(User, Password, Host, Port0)),
    ( integer(Port0) -> Port = Port0 ; Port = Usual ),
    ( var(Path0) -> Path1 = / ; Path0 == '' -> Path1 = / ; Path1 = Path0 ),
    ( var(Search) -> Path2 = Path1 ; format(atom(Path2), "~w?~w", [Path1,Search]) ),
    '$http_graphic'(Path2, Path),
    (   memberchk(proxy(Proxy), Options)
    ->  ( Proxy = _:_ -> Place = Proxy ; Proxy =.. [proxy,ProxyHost,ProxyPort] -> Place = ProxyHost:ProxyPort ; domain_error(proxy, Proxy) ),
        ( Scheme == http -> format(atom(Target), "http://~w:~w~w", [Host,Port,Path]) ; Target = Path )
    ;   Place = Host:Port,
        Target = Path
    ),
    (   memberchk(post(Data), Options)
    ->  '$http_data'(Data, Type, Encoding, Text),
        '$http_body_headers'(Type, Encoding, Text, BodyHeaders)
    ;   Encoding = octet,
        Text = "",
        ( memberchk(Method, [post,put,patch]) -> BodyHeaders = ['Content-Length'=0] ; BodyHeaders = [] )
    ),
    '$http_authority'(Url, First, Options, User, Password, Own),
    findall(Name=Value, member(request_header(Name=Value), Options), Given),
    ( Port == Usual -> HostText = Host ; format(atom(HostText), "~w:~w", [Host,Port]) ),
    option(user_agent(Agent), Options, 'ferz'),
    option(connection(Connection), Options, close),
    append([['Host'=HostText,'User-Agent'=Agent,'Connection'=Connection],Own,BodyHeaders,Given], Headers),
    with_output_to(string(Lines), '$http_request_headers'(Headers)),
    upcase_atom(Method, Verb),
    split_string(Lines, "\n", "", Parts),
    atomic_list_concat(Parts, '\r\n', LinesText),
    format(string(Head), "~w ~w HTTP/1.1\r\n~w\r\n", [Verb,Target,LinesText]),
    option(timeout(Seconds), Options, 60),
    '$http_milliseconds'(Seconds, Time),
    tcp_socket(Plain),
    catch(
        (   tcp_connect(Plain, Place),
            ( Scheme == https -> '$http_secured'(Plain, Host:Port, Place, Time, Options, Socket) ; Socket = Plain ),
            '$http_request'(Socket, Head, body(Encoding, Text), Time, Reply)
        ),
        Error,
        ( '$http_drop'(Plain), '$http_drop'(Socket), '$http_raised'(Error, Url) )
    ),
    '$http_drop'(Plain),
    '$http_drop'(Socket).

%! '$http_drop'(?Socket) is det.
'$http_drop'(Socket) :-
    ignore(catch(tcp_close_socket(Socket), _, true)).

%! '$http_secured'(+Plain, +Server, +Place, +Time, +Options, -Socket) is det.
%  Begins TLS with a server, through a proxy if another place is connected to.
'$http_secured'(Plain, Host:Port, Place, Time, Options, Socket) :-
    (   Place == Host:Port
    ->  true
    ;   format(string(Head), "CONNECT ~w:~w HTTP/1.1\r\nHost: ~w:~w\r\n\r\n", [Host,Port,Host,Port]),
        '$http_request'(Plain, Head, body(octet, ""), Time, reply(Status, Reason, _, _, In)),
        close(In, [force(true)]),
        (   Status >= 200,
            Status < 300
        ->  true
        ;   '$http_status_error'(Status, Reason, connect, Place)
        )
    ),
    include('$http_of_ssl', Options, Own),
    (   Own == []
    ->  '$http_usual_context'(Context)
    ;   ssl_context(client, '$ssl'(Context, _, _), [close_notify(true)|Own])
    ),
    '$ssl_secured'('$ssl'(Context, client, [host(Host)|Own]), Plain, true, Socket).

%! '$http_usual_context'(-Context) is det.
%  That for requests without options of TLS is kept, since it takes time to read whom the system trusts.
'$http_usual_context'(Context) :-
    '$http_state',
    (   http_store:context(Known)
    ->  Context = Known
    ;   ssl_context(client, '$ssl'(Context, _, _), [close_notify(true)]),
        assertz(http_store:context(Context))
    ).

%! '$http_of_ssl'(+Option) is semidet.
'$http_of_ssl'(Option) :-
    functor(Option, Name, 1),
    memberchk(Name, [cacerts,cacert_file,cert_verify_hook,certificate_file,key_file,certificate_key_pairs,crl,min_protocol_version,max_protocol_version]).

%! '$http_raised'(+Error, +Url) is erroneous.
'$http_raised'(Error, Url) :-
    (   Error = error(timeout_error(Action, _), Context)
    ->  throw(error(timeout_error(Action, Url), Context))
    ;   throw(Error)
    ).

%! '$http_graphic'(+Path0, -Path) is det.
%  What cannot stand in the line of a request is encoded.
'$http_graphic'(Path0, Path) :-
    atom_codes(Path0, Codes),
    (   forall(member(Code, Codes), ( Code > 32, Code < 127 ))
    ->  Path = Path0
    ;   uri_iri(Path1, Path0),
        atomic_list_concat(Parts, ' ', Path1),
        atomic_list_concat(Parts, '%20', Path2),
        split_string(Path2, "\r\n\t", "", Clean),
        atomic_list_concat(Clean, Path)
    ).

%! '$http_authority'(+Url, +First, +Options, +User, +Password, -Headers) is det.
%  Credentials go to the host that they were given for, and to no other that a reply leads to.
'$http_authority'(Url, First, Options, User, Password, Headers) :-
    (   nonvar(User),
        nonvar(Password)
    ->  '$http_basic'(User, Password, Value),
        Headers = ['Authorization'=Value]
    ;   memberchk(authorization(Authorization), Options),
        uri_components(Url, uri_components(S, A, _, _, _)),
        uri_components(First, uri_components(S, A, _, _, _))
    ->  (   Authorization = basic(Name, Secret)
        ->  '$http_basic'(Name, Secret, Value)
        ;   Authorization = bearer(Token)
        ->  atom_concat('Bearer ', Token, Value)
        ;   Authorization = digest(_, _)
        ->  Value = none
        ;   domain_error(authorization, Authorization)
        ),
        ( Value == none -> Headers = [] ; Headers = ['Authorization'=Value] )
    ;   Headers = []
    ).

%! '$http_basic'(+User, +Password, -Value) is det.
'$http_basic'(User, Password, Value) :-
    format(string(Plain), "~w:~w", [User,Password]),
    base64_encoded(Plain, Encoded, [as(atom),encoding(utf8)]),
    atom_concat('Basic ', Encoded, Value).

%! '$http_request_headers'(+Headers) is det.
'$http_request_headers'(Headers) :-
    forall(member(Header, Headers), '$http_header'(Header)).

%! '$http_data'(+Data, -Type, -Encoding, -Text) is det.
%  The type of data that are sent, and their text.
'$http_data'(Data, _, _, _) :-
    var(Data),
    !,
    instantiation_error(Data).
'$http_data'(json(Term), 'application/json; charset=UTF-8', utf8, Text) :-
    !,
    '$http_json_text'(Term, [], Text).
'$http_data'(json(Term, Options), 'application/json; charset=UTF-8', utf8, Text) :-
    !,
    '$http_json_text'(Term, Options, Text).
'$http_data'(form(Pairs), 'application/x-www-form-urlencoded', utf8, Text) :-
    !,
    uri_query_components(Text, Pairs).
'$http_data'(form_data(Parts), Type, octet, Text) :-
    !,
    '$http_random'(Boundary),
    format(atom(Type), "multipart/form-data; boundary=~w", [Boundary]),
    findall(Part, ( member(Pair, Parts), '$http_form_part'(Pair, Boundary, Part) ), Texts),
    format(string(End), "--~w--\r\n", [Boundary]),
    append(Texts, [End], All),
    atomic_list_concat(All, Atom),
    atom_string(Atom, Text).
'$http_data'(prolog(Term), 'application/x-prolog; charset=UTF-8', utf8, Text) :-
    !,
    format(string(Text), "~W .~n", [Term,[quoted(true),ignore_ops(true),dotlists(false)]]).
'$http_data'(codes(Codes), 'text/plain', utf8, Codes) :-
    !.
'$http_data'(codes(Type, Codes), Type, utf8, Codes) :-
    !.
'$http_data'(atom(Text), 'text/plain', utf8, Text) :-
    !.
'$http_data'(atom(Type, Text), Type, utf8, Text) :-
    !.
'$http_data'(string(Text), 'text/plain', utf8, Text) :-
    !.
'$http_data'(string(Type, Text), Type, utf8, Text) :-
    !.
'$http_data'(bytes(Type, Bytes), Type, octet, Bytes) :-
    !.
'$http_data'(file(File), Type, octet, Text) :-
    !,
    file_content_type(File, Type),
    read_file_to_string(File, Text, [encoding(octet)]).
'$http_data'(file(Type, File), Type, octet, Text) :-
    !,
    read_file_to_string(File, Text, [encoding(octet)]).
'$http_data'(Data, _, _, _) :-
    domain_error(post_data, Data).

%! '$http_form_part'(+Pair, +Boundary, -Text) is det.
'$http_form_part'(Pair, Boundary, Text) :-
    ( Pair = (Name=Value) -> true ; Pair =.. [Name,Value] ),
    (   Value = file(File)
    ->  '$http_data'(file(File), Type, _, Content),
        file_base_name(File, Base),
        format(string(Text), "--~w\r\nContent-Disposition: form-data; name=\"~w\"; filename=\"~w\"\r\nContent-Type: ~w\r\n\r\n~w\r\n", [Boundary,Name,Base,Type,Content])
    ;   format(string(Plain), "~w", [Value]),
        string_bytes(Plain, Bytes, utf8),
        string_codes(Content, Bytes),
        format(string(Text), "--~w\r\nContent-Disposition: form-data; name=\"~w\"\r\n\r\n~w\r\n", [Boundary,Name,Content])
    ).

%! '$http_json_text'(+Term, +Options, -Text) is det.
'$http_json_text'(Term, Options0, Text) :-
    ( memberchk(width(_), Options0) -> Options = Options0 ; Options = [width(0)|Options0] ),
    with_output_to(
        string(Text),
        ( current_output(Out), ( is_dict(Term) -> json_write_dict(Out, Term, Options) ; json_write(Out, Term, Options) ) )
    ).

%! '$http_body_headers'(+Type, +Encoding, +Text, -Headers) is det.
'$http_body_headers'(Type, Encoding, Text0, ['Content-Type'=Type,'Content-Length'=Length]) :-
    ( is_list(Text0) -> string_codes(Text, Text0) ; Text = Text0 ),
    (   Encoding == octet
    ->  string_length(Text, Length)
    ;   string_bytes(Text, Bytes, utf8),
        length(Bytes, Length)
    ).

%! '$http_told'(+Options, +Status, +Version, +Headers, +Final) is det.
%  Unifies what the options ask for.
'$http_told'(Options, Status, Version, Headers, Final) :-
    ignore(memberchk(status_code(Status), Options)),
    ignore(memberchk(version(Version), Options)),
    ignore(memberchk(headers(Headers), Options)),
    ignore(memberchk(final_url(Final), Options)),
    (   memberchk(size(Size), Options),
        memberchk(content_length(Text), Headers)
    ->  atom_number(Text, Size)
    ;   true
    ),
    '$http_told_headers'(Options, Headers).

%! '$http_told_headers'(+Options, +Headers) is det.
'$http_told_headers'([], _).
'$http_told_headers'([Option|Options], Headers) :-
    (   Option = header(Name0, Value)
    ->  downcase_atom(Name0, Name1),
        atomic_list_concat(Parts, -, Name1),
        atomic_list_concat(Parts, '_', Name),
        Header =.. [Name,Found],
        ( memberchk(Header, Headers) -> Value = Found ; Value = '' )
    ;   true
    ),
    '$http_told_headers'(Options, Headers).

%! '$http_set_encoding'(+Headers, +Options, +In) is det.
'$http_set_encoding'(Headers, Options, In) :-
    (   memberchk(encoding(Encoding), Options)
    ->  set_stream(In, encoding(Encoding))
    ;   memberchk(content_type(Type0), Headers),
        downcase_atom(Type0, Type),
        (   sub_atom(Type, _, _, _, 'charset=utf-8')
        ;   '$http_is_json'(Type)
        ;   sub_atom(Type, 0, _, _, 'text/'),
            \+ sub_atom(Type, _, _, _, charset)
        )
    ->  set_stream(In, encoding(utf8))
    ;   true
    ).

%! '$http_status_error'(+Status, +Reason, +Method, +Url) is erroneous.
'$http_status_error'(Status, Reason, Method, Url) :-
    (   memberchk(Status, [401,403,407])
    ->  Formal = permission_error(access, url, Url)
    ;   Status =:= 405
    ->  Formal = permission_error(Method, url, Url)
    ;   Formal = existence_error(url, Url)
    ),
    throw(error(Formal, context(_, status(Status, Reason)))).

%! http_get(+Url, -Data, +Options) is det.
%  Data is what Url has: a term of JSON, or of a dict with the option json_object(dict), if it is JSON, else an atom. Options
%  are those of http_open/3, and to(atom), string, codes or stream(Out).
%  ?- http_get('http://localhost:1/', _, []).   %=> socket_error(econnrefused, 'Connection refused').
http_get(Url, Data, Options0) :-
    '$http_own_options'(Options0, Options),
    '$http_asked'(Url, Data, Options).

%! '$http_asked'(+Url, -Data, +Options) is det.
'$http_asked'(Url, Data, Options) :-
    (   memberchk(reply_header(Headers), Options)
    ->  true
    ;   true
    ),
    http_open(Url, In, [headers(Headers),header(content_type, Type)|Options]),
    call_cleanup('$http_read'(In, Type, Options, Data), close(In, [force(true)])).

%! '$http_read'(+In, +Type, +Options, -Data) is det.
'$http_read'(In, Type, Options, Data) :-
    (   memberchk(to(To), Options)
    ->  (   To = stream(Out)
        ->  copy_stream_data(In, Out),
            Data = Out
        ;   read_string(In, _, Text),
            '$http_as'(To, Text, Data)
        )
    ;   '$http_is_json'(Type)
    ->  (   memberchk(json_object(dict), Options)
        ->  json_read_dict(In, Data, Options)
        ;   json_read(In, Data, Options)
        )
    ;   read_string(In, _, Text),
        atom_string(Data, Text)
    ).

%! '$http_as'(+Type, +Text, -Data) is det.
'$http_as'(atom, Text, Data) :-
    atom_string(Data, Text).
'$http_as'(string, Text, Text).
'$http_as'(codes, Text, Data) :-
    string_codes(Text, Data).
'$http_as'(codes(Data, Tail), Text, _) :-
    string_codes(Text, Codes),
    append(Codes, Tail, Data).

%! http_post(+Url, +Data, -Reply, +Options) is det.
%  Sends Data: json(Term), form([Name=Value, ...]), form_data([Name=Value, ...]) in parts, where a value may be file(File),
%  prolog(Term), atom(Type, Text), string(Type, Text), codes(Type, Codes), bytes(Type, Bytes), file(File) or file(Type, File). Reply and
%  Options are those of http_get/3.
%  ?- http_post('http://localhost:1/', nothing, _, []).   %=> domain_error(post_data, nothing).
http_post(Url, Data, Reply, Options0) :-
    '$http_own_options'(Options0, Options),
    http_get(Url, Reply, [post(Data)|Options]).

%! http_put(+Url, +Data, -Reply, +Options) is det.
%  As http_post/4, by the method PUT.
%  ?- http_put('http://localhost:1/', atom(x), _, []).   %=> socket_error(econnrefused, 'Connection refused').
http_put(Url, Data, Reply, Options0) :-
    '$http_own_options'(Options0, Options),
    http_get(Url, Reply, [method(put),post(Data)|Options]).

%! http_patch(+Url, +Data, -Reply, +Options) is det.
%  As http_post/4, by the method PATCH.
%  ?- http_patch('http://localhost:1/', atom(x), _, []).   %=> socket_error(econnrefused, 'Connection refused').
http_patch(Url, Data, Reply, Options0) :-
    '$http_own_options'(Options0, Options),
    http_get(Url, Reply, [method(patch),post(Data)|Options]).

%! http_delete(+Url, -Reply, +Options) is det.
%  As http_get/3, by the method DELETE.
%  ?- http_delete('http://localhost:1/', _, []).   %=> socket_error(econnrefused, 'Connection refused').
http_delete(Url, Reply, Options0) :-
    '$http_own_options'(Options0, Options),
    http_get(Url, Reply, [method(delete)|Options]).

%! http_disconnect(+Connections) is det.
%  Has no effect: connections to servers are not kept.
%  ?- http_disconnect(all).
http_disconnect(Connections) :-
    must_be(nonvar, Connections).
