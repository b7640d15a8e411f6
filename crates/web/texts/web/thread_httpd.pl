% An HTTP server whose workers are threads of the program, with the names of library(http/thread_httpd).
%
% The connections are waited for in one place until the whole of a request is there: a slow client takes no worker. A request
% that is malformed, too large or too slow is answered without a handler, by status 400, 408, 413, 431, 501 or 505.

%! http_server(:Goal, +Options) is det.
%  Starts a server that calls Goal with each request, a list such as [method(get),path(Path),search([Name=Value])|_]. Goal
%  writes a head, such as Content-type: text/plain, an empty line and the body to the current output. Options: port(Port),
%  or port(Host:Port) to listen at one address only, port(localhost:Port) for this machine; an unbound port is unified with
%  a free one. workers(5), the number of threads; keep_alive_timeout(2), seconds for which a connection is kept without a
%  request; timeout(60), seconds for which a request may take to come, or a reply to be taken; max_head(32768) and
%  max_body(10000000), bytes of a request; max_connections(1000); silent(false); ssl(Options) for HTTPS, with the options of
%  ssl_context/3 for a server.
%  ?- http_server(http_dispatch, []).   %=> existence_error(option, port).
http_server(Goal, Options) :-
    must_be(list, Options),
    (   memberchk(port(Place), Options)
    ->  true
    ;   existence_error(option, port)
    ),
    '$http_state',
    '$http_limits'(Options, Limits),
    option(workers(Workers), Options, 5),
    must_be(positive_integer, Workers),
    '$http_context'(Options, Context, Scheme),
    tcp_socket(Socket),
    catch('$http_listen'(Socket, Place, Limits, Context, Server), Error, ( tcp_close_socket(Socket), throw(Error) )),
    '$http_port'(Place, Port),
    get_time(Now),
    assertz(http_store:server(Port, Scheme, Goal, Socket, Server, Now)),
    forall(between(1, Workers, Number), '$http_start_worker'(Port, Number)),
    (   option(silent(true), Options)
    ->  true
    ;   ( Place = Host:_ -> true ; Host = localhost ),
        print_message(informational, format("Started server at ~w://~w:~w/", [Scheme,Host,Port]))
    ).

%! '$http_state' is det.
%  The facts of servers are in a module that threads share.
'$http_state' :-
    dynamic([http_store:server/6,http_store:worker/3,http_store:path/5,http_store:pattern/4,http_store:session/3,http_store:datum/2,http_store:context/1,http_store:nonce/3,http_store:authorization/2,http_store:resource/2,http_store:expansion/2,http_store:log/1,http_store:log_number/1]).

%! '$http_context'(+Options, -Context, -Scheme) is det.
'$http_context'(Options, Context, Scheme) :-
    (   memberchk(ssl(Own), Options)
    ->  ssl_context(server, '$ssl'(Context, _, _), Own),
        Scheme = https
    ;   Context = none,
        Scheme = http
    ).

%! '$http_listen'(+Socket, ?Place, +Limits, +Context, -Server) is det.
'$http_listen'(Socket, Place, Limits, Context, Server) :-
    tcp_setopt(Socket, reuseaddr),
    tcp_bind(Socket, Place),
    tcp_listen(Socket, 128),
    '$http_server'(Socket, Limits, Context, Server).

%! '$http_limits'(+Options, -Limits) is det.
'$http_limits'(Options, [Keep,Patience,Head,Body,Connections]) :-
    option(keep_alive_timeout(KeepSeconds), Options, 2),
    option(timeout(Seconds), Options, 60),
    option(max_head(Head), Options, 32768),
    option(max_body(Body), Options, 10000000),
    option(max_connections(Connections), Options, 1000),
    must_be(nonneg, Head),
    must_be(nonneg, Body),
    must_be(positive_integer, Connections),
    '$http_milliseconds'(KeepSeconds, Keep),
    '$http_milliseconds'(Seconds, Patience).

%! '$http_milliseconds'(+Seconds, -Milliseconds) is det.
'$http_milliseconds'(Seconds, Milliseconds) :-
    (   Seconds == infinite
    ->  Milliseconds = 86400000
    ;   must_be(number, Seconds),
        Milliseconds is max(0, min(86400000, integer(1000 * Seconds)))
    ).

%! '$http_port'(+Place, -Port) is det.
'$http_port'(Place, Port) :-
    ( Place = _:Port0 -> Port = Port0 ; Port = Place ).

%! '$http_start_worker'(+Port, +Number) is det.
'$http_start_worker'(Port, Number) :-
    http_store:server(Port, _, Goal, _, Server, _),
    format(atom(Alias), "httpd@~w_~w", [Port,Number]),
    thread_create('$http_work'(Server, Goal, Port), Thread, [alias(Alias)]),
    assertz(http_store:worker(Port, Thread, Number)).

%! '$http_work'(+Server, :Goal, +Port) is det.
%  What a worker does until the server stops.
'$http_work'(Server, Goal, Port) :-
    repeat,
    (   '$http_next'(Server, Exchange, Request)
    ->  '$http_serve'(Exchange, [pool(Port)|Request], Goal),
        fail
    ;   !
    ).

%! '$http_serve'(+Exchange, +Request, :Goal) is det.
%  Runs the handler of a request, and sends what it has written.
'$http_serve'(Exchange, Request, Goal) :-
    '$http_reply'(Exchange, Out),
    current_output(Old),
    set_output(Out),
    b_setval('$http_request', Request),
    catch(( call(Goal, Request) -> Result = true ; Result = false ), Ball, Result = thrown(Ball)),
    set_output(Old),
    (   Result == true
    ->  '$http_finish'(Exchange, Out, Status, Bytes)
    ;   Result = thrown(Thrown),
        subsumes_term(http_reply('$websocket'(_, _, _, _)), Thrown),
        arg(1, Thrown, Switch)
    ->  ignore(catch('$ws_begin'(Exchange, Switch, Status, Bytes), error(_, _), true)),
        close(Out, [force(true)])
    ;   '$http_fault'(Exchange, Out, Result, Request, Status, Bytes)
    ),
    memberchk(input(In), Request),
    close(In, [force(true)]),
    ignore(catch(http_log_request(Request, Status, Bytes), _, true)).

%! '$http_finish'(+Exchange, +Out, -Status, -Bytes) is det.
'$http_finish'(Exchange, Out, Status, Bytes) :-
    (   catch(stream_property(Out, encoding(octet)), _, fail)
    ->  Octets = true
    ;   Octets = false
    ),
    catch(close(Out, [force(true)]), _, true),
    '$http_end'(Exchange, Octets, Status, Bytes).

%! '$http_fault'(+Exchange, +Out, +Result, +Request, -Status, -Bytes) is det.
%  Sends the reply for a handler that has failed or raised an exception.
'$http_fault'(Exchange, Out, Result, Request, Status, Bytes) :-
    catch(close(Out, [force(true)]), _, true),
    (   '$http_discard'(Exchange)
    ->  '$http_reply'(Exchange, New),
        current_output(Old),
        set_output(New),
        catch('$http_fault_reply'(Result, Request), Error, Failed = thrown(error(server_error, Error))),
        set_output(Old),
        (   var(Failed)
        ->  '$http_finish'(Exchange, New, Status, Bytes)
        ;   '$http_fault'(Exchange, New, Failed, Request, Status, Bytes)
        )
    ;   % Some of it was sent already: the other side sees that it breaks off.
        '$http_end'(Exchange, true, Status, Bytes)
    ).

%! http_stop_server(+Port, +Options) is det.
%  Stops a server: it takes no further requests, those that have come are answered, and its workers end.
%  ?- http_stop_server(1, []).   %=> existence_error(http_server, 1).
http_stop_server(Place, _) :-
    '$http_state',
    '$http_port'(Place, Port),
    (   retract(http_store:server(Port, _, _, Socket, Server, _))
    ->  tcp_close_socket(Socket),
        '$http_stop'(Server),
        thread_self(Me),
        forall(
            ( retract(http_store:worker(Port, Worker, _)), Worker \== Me ),
            catch(thread_join(Worker, _), _, true)
        )
    ;   existence_error(http_server, Place)
    ).

%! http_current_server(?Goal, ?Port) is nondet.
%  True if a server at Port calls Goal.
%  ?- \+ http_current_server(_, 1).
http_current_server(Goal, Port) :-
    '$http_state',
    http_store:server(Port, _, Goal0, _, _, _),
    strip_module(Goal, _, Plain),
    strip_module(Goal0, _, Plain).

%! http_server_property(?Port, ?Property) is nondet.
%  Property of a server is goal(Goal), scheme(Scheme), http or https, start_time(Stamp).
http_server_property(Port, Property) :-
    '$http_state',
    http_store:server(Port, Scheme, Goal, _, _, Start),
    member(Property, [goal(Goal),scheme(Scheme),start_time(Start)]).

%! http_workers(?Port, ?Count) is nondet.
%  Count is the number of workers of the server at Port; workers are added or, as they have nothing to do, removed.
http_workers(Port, Count) :-
    '$http_state',
    http_store:server(Port, _, _, _, _, _),
    findall(Number, http_store:worker(Port, _, Number), Numbers),
    length(Numbers, Now),
    (   var(Count)
    ->  Count = Now
    ;   must_be(positive_integer, Count),
        max_list(Numbers, Last),
        From is Last + 1,
        To is Last + Count - Now,
        forall(between(From, To, Number), '$http_start_worker'(Port, Number))
    ).

%! http_add_worker(+Port, +Options) is det.
%  Adds a worker to the server at Port.
http_add_worker(Port, _) :-
    http_workers(Port, Now),
    More is Now + 1,
    http_workers(Port, More).

%! http_current_worker(?Port, ?Thread) is nondet.
%  True if Thread is a worker of the server at Port.
http_current_worker(Port, Thread) :-
    '$http_state',
    http_store:worker(Port, Thread, _).

%! http_spawn(:Goal, +Options) is det.
%  Goes on with the request by Goal: the worker runs it, since other workers take the next requests.
http_spawn(Goal, _) :-
    call(Goal).

%! http_server(+Options) is det.
%  Starts a server that calls http_dispatch/1. Options are those of http_server/2; the port is 8080 if none is given.
http_server(Options) :-
    must_be(list, Options),
    (   memberchk(port(_), Options)
    ->  http_server(http_dispatch, Options)
    ;   http_server(http_dispatch, [port(8080)|Options])
    ).

%! http_close_connection(+Request) is det.
%  Lets the connection of a request end after its reply, by a header that is written now.
http_close_connection(_) :-
    format("Connection: close~n").
