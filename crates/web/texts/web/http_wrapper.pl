% Replies for what handlers raise, the current request, and the log, with the names of library(http/http_wrapper),
% http_header and http_exception.

%! http_current_request(-Request) is semidet.
%  Request is the request that this worker answers.
%  ?- http_current_request(_).   %=> false.
http_current_request(Request) :-
    nb_current('$http_request', Request),
    Request \== [].

%! http_peer(+Request, -Address) is semidet.
%  Address is that of the client, as its proxy tells it or as the connection has it.
%  ?- http_peer([peer(ip(127,0,0,1))], A).   %=> A = '127.0.0.1'.
http_peer(Request, Address) :-
    (   memberchk(x_forwarded_for(Told), Request)
    ->  atomic_list_concat([First|_], ',', Told),
        normalize_space(atom(Address), First)
    ;   memberchk(peer(IP), Request),
        ip_name(IP, Address)
    ).

%! '$http_fault_reply'(+Result, +Request) is det.
%  Writes the reply for the result of a handler: false, or thrown(Ball).
'$http_fault_reply'(Result, Request) :-
    (   Result = thrown(Ball),
        '$http_mapped'(Ball, Reply, Headers)
    ->  true
    ;   Reply = server_error,
        Headers = [],
        '$http_log_fault'(Result, Request)
    ),
    http_reply(Reply, current_output, Headers, Request).

%! '$http_mapped'(+Ball, -Reply, -Headers) is semidet.
'$http_mapped'(Ball, _, _) :-
    var(Ball),
    !,
    fail.
'$http_mapped'(http_reply(Reply), Reply, []).
'$http_mapped'(http_reply(Reply, Headers), Reply, Headers).
'$http_mapped'(http_reply(Reply, Headers, _), Reply, Headers).
'$http_mapped'(error(Formal, Context), Reply, []) :-
    nonvar(Formal),
    '$http_mapped_error'(Formal, Context, Reply).
'$http_mapped'(time_limit_exceeded, unavailable("The reply took too long"), []).

%! '$http_mapped_error'(+Formal, +Context, -Reply) is semidet.
'$http_mapped_error'(existence_error(http_location, Place), _, not_found(Place)).
'$http_mapped_error'(permission_error(http_location, access, Place), _, forbidden(Place)).
'$http_mapped_error'(permission_error(access, http_location, Place), _, forbidden(Place)).
'$http_mapped_error'(permission_error(http_method, Method, Place), _, method_not_allowed(Method, Place)).
'$http_mapped_error'(existence_error(http_parameter, Name), _, bad_request(Text)) :-
    format(string(Text), "Missing value for parameter ~w", [Name]).
'$http_mapped_error'(type_error(Type, Value), Context, bad_request(Text)) :-
    '$http_of_parameter'(Context, Name),
    format(string(Text), "Parameter ~w: ~w expected, found ~q", [Name,Type,Value]).
'$http_mapped_error'(domain_error(Domain, Value), Context, bad_request(Text)) :-
    '$http_of_parameter'(Context, Name),
    format(string(Text), "Parameter ~w: no ~w: ~q", [Name,Domain,Value]).
'$http_mapped_error'(syntax_error(json(Kind)), _, bad_request(Text)) :-
    format(string(Text), "Illegal JSON: ~w", [Kind]).
'$http_mapped_error'(io_error(read, _), context(_, Message), Reply) :-
    (   Message == 'the body is too large'
    ->  Reply = too_large
    ;   Reply = bad_request("The body of the request could not be read")
    ).
'$http_mapped_error'(timeout_error(read, _), _, bad_request("The body of the request did not come")).
'$http_mapped_error'(resource_error(What), _, unavailable(Text)) :-
    format(string(Text), "Not enough resources: ~w", [What]).

%! '$http_of_parameter'(+Context, -Name) is semidet.
'$http_of_parameter'(Context, Name) :-
    nonvar(Context),
    Context = context(_, Where),
    nonvar(Where),
    Where = http_parameter(Name).

%! '$http_log_fault'(+Result, +Request) is det.
%  Tells on the standard error what went wrong; clients are not told.
'$http_log_fault'(Result, Request) :-
    ( memberchk(path(Path), Request) -> true ; Path = '?' ),
    (   Result = thrown(Ball)
    ->  print_message(error, format("The handler of ~w raised an exception", [Path])),
        print_message(error, Ball)
    ;   print_message(error, format("The handler of ~w failed", [Path]))
    ).

%! http_reply(+Reply, +Out) is det.
%  Like http_reply/4, without headers and request.
http_reply(Reply, Out) :-
    http_reply(Reply, Out, [], []).

%! http_reply(+Reply, +Out, +Headers) is det.
%  Like http_reply/4, without request.
http_reply(Reply, Out, Headers) :-
    http_reply(Reply, Out, Headers, []).

%! http_reply(+Reply, +Out, +Headers, +Request) is det.
%  Writes a reply for a client to Out, as a handler does: ok(Tokens) or html(Tokens), file(Type, File), bytes(Type, Bytes),
%  created(Place), moved(Place), moved_temporary(Place), see_other(Place), not_modified, no_content, bad_request(Error),
%  authorise(Method), forbidden(Place), not_found(Place), method_not_allowed(Method, Place), not_acceptable(Why), too_large,
%  server_error(Error), unavailable(Why), busy, resource_error(Error). Headers are terms Name(Value). A handler that raises
%  http_reply(Reply) or http_reply(Reply, Headers) is answered so.
%  ?- with_output_to(string(_S), http_reply(see_other('/x'), current_output, [])), sub_string(_S, _, _, _, "Location: /x").
http_reply(Reply, Out0, Headers, Request) :-
    (   Out0 == current_output
    ->  current_output(Out)
    ;   Out = Out0
    ),
    current_output(Old),
    setup_call_cleanup(set_output(Out), '$http_write_reply'(Reply, Headers, Request), set_output(Old)).

%! '$http_write_reply'(+Reply, +Headers, +Request) is det.
'$http_write_reply'(Reply, _, _) :-
    var(Reply),
    !,
    instantiation_error(Reply).
'$http_write_reply'(ok(Tokens), Headers, Request) :-
    !,
    '$http_write_reply'(html(Tokens), Headers, Request).
'$http_write_reply'(html(Tokens), Headers, _) :-
    !,
    format("Content-type: text/html; charset=UTF-8\n"),
    '$http_headers'(Headers),
    nl,
    print_html(Tokens).
'$http_write_reply'(file(Type, File), Headers, Request) :-
    !,
    '$http_send_file'(File, [mime_type(Type)], Headers, Request).
'$http_write_reply'(tmp_file(Type, File), Headers, Request) :-
    !,
    '$http_write_reply'(file(Type, File), Headers, Request).
'$http_write_reply'(bytes(Type, Bytes), Headers, _) :-
    !,
    format("Content-type: ~w\n", [Type]),
    '$http_headers'(Headers),
    nl,
    flush_output,
    current_output(Out),
    set_stream(Out, encoding(octet)),
    ( is_list(Bytes) -> Octets = Bytes ; string_codes(Bytes, Octets) ),
    forall(member(Octet, Octets), put_byte(Out, Octet)).
'$http_write_reply'(Reply, Headers, Request) :-
    (   '$http_status'(Reply, Code, Reason, Own, Message)
    ->  true
    ;   domain_error(http_reply, Reply)
    ),
    format("Status: ~w ~w\n", [Code,Reason]),
    '$http_headers'(Own),
    '$http_headers'(Headers),
    (   memberchk(Code, [204,304])
    ->  nl
    ;   memberchk(accept(Media), Request),
        member(media(Type, _, _, _), Media),
        Type == text/html
    ->  html_quoted(Message, Quoted),
        format("Content-type: text/html; charset=UTF-8\n\n"),
        format("<!DOCTYPE html>\n<title>~w ~w</title>\n<h1>~w</h1>\n<p>~w</p>\n", [Code,Reason,Reason,Quoted])
    ;   format("Content-type: application/json; charset=UTF-8\n\n"),
        findall(location=Place, member(location(Place), Own), Places),
        append([[code=Code],Places,[message=Text]], Members),
        format(string(Text), "~w", [Message]),
        current_output(Out),
        json_write(Out, json(Members), [width(0)])
    ).

%! html_quoted(+Text, -Quoted) is det.
%  Quoted is Text with the marks of HTML written as entities.
%  ?- html_quoted("a<b", Q).   %=> Q = 'a&lt;b'.
html_quoted(Text, Quoted) :-
    '$html_quoted'(Text, false, Quoted).

%! '$http_status'(+Reply, -Code, -Reason, -Headers, -Message) is semidet.
'$http_status'(created(Place), 201, 'Created', [location(Place)], Message) :-
    atom_concat('Created: ', Place, Message).
'$http_status'(no_content, 204, 'No Content', [], '').
'$http_status'(moved(Place), 301, 'Moved Permanently', [location(Place)], Message) :-
    atom_concat('Moved to: ', Place, Message).
'$http_status'(moved_temporary(Place), 302, 'Found', [location(Place)], Message) :-
    atom_concat('Moved to: ', Place, Message).
'$http_status'(see_other(Place), 303, 'See Other', [location(Place)], Message) :-
    atom_concat('See: ', Place, Message).
'$http_status'(not_modified, 304, 'Not Modified', [], '').
'$http_status'(bad_request(Error), 400, 'Bad Request', [], Message) :-
    (   ( string(Error) ; atom(Error) )
    ->  Message = Error
    ;   Message = 'Bad request'
    ).
'$http_status'(authorise(Method), 401, 'Unauthorized', ['WWW-Authenticate'(Value)], 'Authorization required') :-
    (   Method = basic(Realm)
    ->  format(atom(Value), "Basic realm=\"~w\"", [Realm])
    ;   Method = basic
    ->  Value = 'Basic'
    ;   format(atom(Value), "~w", [Method])
    ).
'$http_status'(authorise(basic, Realm), 401, Reason, Headers, Message) :-
    '$http_status'(authorise(basic(Realm)), 401, Reason, Headers, Message).
'$http_status'(forbidden(Place), 403, 'Forbidden', [], Message) :-
    format(atom(Message), "Access forbidden: ~w", [Place]).
'$http_status'(not_found(Place), 404, 'Not Found', [], Message) :-
    format(atom(Message), "Path not found: ~w", [Place]).
'$http_status'(method_not_allowed(Method0, _), 405, 'Method Not Allowed', [], Message) :-
    upcase_atom(Method0, Method),
    atom_concat('Method not allowed: ', Method, Message).
'$http_status'(not_acceptable(Why), 406, 'Not Acceptable', [], Why).
'$http_status'(too_large, 413, 'Content Too Large', [], 'The request is too large').
'$http_status'(range_not_satisfiable, 416, 'Range Not Satisfiable', [], 'There is no such range').
'$http_status'(server_error, 500, 'Internal Server Error', [], 'Internal server error').
'$http_status'(server_error(_), 500, 'Internal Server Error', [], 'Internal server error').
'$http_status'(unavailable(Why), 503, 'Service Unavailable', [], Why).
'$http_status'(busy, 503, 'Service Unavailable', [], 'The server is busy').
'$http_status'(resource_error(_), 503, 'Service Unavailable', [], 'Not enough resources').
'$http_status'(status(Code, Reason), Code, Reason, [], Reason).

%! '$http_headers'(+Headers) is det.
%  Writes headers; ends of lines in their values are left out.
'$http_headers'(Headers) :-
    forall(member(Header, Headers), '$http_header'(Header)).

%! '$http_header'(+Header) is det.
'$http_header'(Header) :-
    ( Header =.. [Name0,Value0] -> true ; Header = (Name0=Value0) ),
    (   Name0 == location
    ->  Name = 'Location'
    ;   atomic_list_concat(Parts, '_', Name0),
        atomic_list_concat(Parts, -, Name)
    ),
    format(string(Value), "~w", [Value0]),
    split_string(Value, "\r\n", "", Lines),
    atomic_list_concat(Lines, ' ', Plain),
    format("~w: ~w\n", [Name,Plain]).

%! http_log_request(+Request, +Status, +Bytes) is det.
%  Calls the hook http:log_request(Request, Status, Bytes) of the program, if there is one; else the log is written, if
%  library(http/http_log) is loaded.
http_log_request(Request, Status, Bytes) :-
    (   '$defined_in_module'(http, log_request, 3)
    ->  call(http:log_request(Request, Status, Bytes))
    ;   '$http_logged'(Request, Status, Bytes)
    ).

%! map_exception_to_http_status(+Ball, -Reply, -Headers, -Context) is det.
%  Reply is that for a handler that raises Ball.
%  ?- map_exception_to_http_status(error(permission_error(http_location, access, '/x'), _), R, H, C).   %=> R = forbidden('/x'), H = [], C = [].
map_exception_to_http_status(Ball, Reply, Headers, []) :-
    (   '$http_mapped'(Ball, Reply, Headers)
    ->  true
    ;   Reply = server_error(Ball),
        Headers = []
    ).

%! http_relative_path(+Path, -Relative) is det.
%  Relative leads from the path of the current request to Path.
http_relative_path(Path, Relative) :-
    (   http_current_request(Request),
        memberchk(path(Here), Request)
    ->  relative_file_name(Path, Here, Relative)
    ;   Relative = Path
    ).

%! http_spawned(+Thread) is semidet.
%  Fails: requests stay with their workers.
%  ?- http_spawned(_).   %=> false.
http_spawned(_) :-
    fail.
