% A server that the command line describes, files by aliases, and what ferz refuses of the libraries of HTTP, with the names of
% library(http/http_unix_daemon), http_server_files and http_openid.

%! http_daemon is det.
%  As http_daemon/1, with the options of the command line: --port=Port, --ip=Address, --http=Port or Address:Port,
%  --https=Port with --certfile=File and --keyfile=File, --cacerts=File, --workers=Count, --timeout=Seconds,
%  --pidfile is refused, --interactive to go on with the prompt. It stays in the foreground, as under a service manager:
%  --fork, --user, --group and --syslog are told and have no effect.
http_daemon :-
    current_prolog_flag(argv, Arguments),
    argv_options(Arguments, _, Options),
    http_daemon(Options).

%! http_daemon(+Options) is det.
%  Starts a server that calls http_dispatch/1, and waits until the program is stopped. Options: port(Port), by default 8080, or
%  8443 for HTTPS; ip(Address); http(Spec), https(Spec), with Spec a port, Address:Port, or true; certfile(File),
%  keyfile(File), cacerts(File); workers(Count); timeout(Seconds); interactive(true), not to wait.
%  ?- http_daemon([fork(true),port(localhost:_),interactive(true)]), http_server_property(_P, start_time(_)), http_stop_server(_P, []).
%  ?- http_daemon([https(true)]).   %=> existence_error(ssl_option, certificate_file).
http_daemon(Options) :-
    must_be(list, Options),
    forall(
        ( member(Name, [fork,user,group,syslog,pidfile]), Option =.. [Name,Value], memberchk(Option, Options), Value \== false ),
        print_message(warning, format("http_daemon: --~w has no effect: the server stays in the foreground", [Name]))
    ),
    findall(Server, '$http_daemon_server'(Options, Server), Servers),
    forall(member(Server, Servers), http_server(http_dispatch, Server)),
    (   option(interactive(true), Options)
    ->  true
    ;   repeat,
        sleep(3600),
        fail
    ).

%! '$http_daemon_server'(+Options, -Server) is nondet.
%  Server is the list of options of a server.
'$http_daemon_server'(Options, Server) :-
    findall(Scheme-Spec, ( member(Scheme, [http,https]), Option =.. [Scheme,Spec], member(Option, Options), Spec \== false ), Found),
    ( Found == [] -> Pair = http-true ; member(Pair, Found) ),
    Pair = Scheme-Spec,
    (   Spec == true
    ->  ( memberchk(port(Port), Options) -> true ; Scheme == https -> Port = 8443 ; Port = 8080 )
    ;   atom(Spec),
        atomic_list_concat([Host,PortText], :, Spec)
    ->  atom_number(PortText, Number),
        Port = Host:Number
    ;   Port = Spec
    ),
    ( memberchk(ip(Address), Options), Port \= _:_ -> Place = Address:Port ; Place = Port ),
    option(workers(Workers), Options, 5),
    option(timeout(Seconds), Options, 60),
    (   Scheme == https
    ->  findall(Own, '$http_daemon_ssl'(Options, Own), Secure),
        Server = [port(Place),workers(Workers),timeout(Seconds),ssl(Secure)]
    ;   Server = [port(Place),workers(Workers),timeout(Seconds)]
    ).

%! '$http_daemon_ssl'(+Options, -Option) is nondet.
'$http_daemon_ssl'(Options, certificate_file(File)) :-
    memberchk(certfile(File), Options).
'$http_daemon_ssl'(Options, key_file(File)) :-
    memberchk(keyfile(File), Options).
'$http_daemon_ssl'(Options, cacerts([file(File)])) :-
    memberchk(cacerts(File), Options).

%! serve_files_in_directory(+Alias, +Request) is det.
%  As a handler with the option prefix: replies with the file Alias(Below), where Below is the path below that of the handler.
serve_files_in_directory(Alias, Request) :-
    ( memberchk(path_info(Below0), Request) -> true ; Below0 = '' ),
    ( atom_concat(/, Below, Below0) -> true ; Below = Below0 ),
    memberchk(path(Place), Request),
    Spec =.. [Alias,Below],
    (   Below \== '',
        '$http_leads_down'(Below),
        absolute_file_name(Spec, Path, [access(read),file_errors(fail)]),
        exists_file(Path)
    ->  http_reply_file(Path, [unsafe(true)], Request)
    ;   Spec2 =.. [Alias,'.'],
        Below == '',
        absolute_file_name(Spec2, Folder, [file_type(directory),access(read),file_errors(fail)])
    ->  http_reply_from_files(Folder, [], Request)
    ;   throw(http_reply(not_found(Place)))
    ).

%! '$http_refused'(+What) is erroneous.
'$http_refused'(What) :-
    throw(error(existence_error(service, What), context(_, 'ferz has no OpenID: version 2 of it is no longer served by others'))).

%! openid_login(+Identifier) is erroneous.
%  Raises an error, as all predicates of library(http/http_openid): ferz has no OpenID 2, which nobody serves any more.
%  ?- openid_login(x).   %=> existence_error(service, openid).
openid_login(_) :-
    '$http_refused'(openid).

%! openid_logout(+Identifier) is erroneous.
%  Raises an error: nobody is logged in by OpenID.
openid_logout(_) :-
    '$http_refused'(openid).

%! openid_logged_in(-Identifier) is erroneous.
%  Raises an error: nobody is logged in by OpenID.
openid_logged_in(_) :-
    '$http_refused'(openid).

%! openid_user(+Request, -User, +Options) is erroneous.
%  Raises an error: no page for the login by OpenID is there.
openid_user(_, _, _) :-
    '$http_refused'(openid).

%! openid_verify(+Options, +Request) is erroneous.
%  Raises an error: no answer of an OpenID provider is checked.
openid_verify(_, _) :-
    '$http_refused'(openid).

%! openid_server(+Options, +Request) is erroneous.
%  Raises an error: ferz is no OpenID provider.
openid_server(_, _) :-
    '$http_refused'(openid).

%! openid_authenticate(+Request, -Server, -Identifier, -Fields) is erroneous.
%  Raises an error: no answer of an OpenID provider is read.
openid_authenticate(_, _, _, _) :-
    '$http_refused'(openid).
