% Websockets, with the names of library(http/websocket). A websocket is an object that threads share: some may send while one
% receives.

%! http_open_websocket(+Url, -WebSocket, +Options) is det.
%  Opens a websocket of a server; Url begins with ws, wss, http or https. Options are those of http_open/3, and
%  subprotocols(List), those that are offered.
%  ?- http_open_websocket('ws://localhost:1/', _, []).   %=> socket_error(econnrefused, 'Connection refused').
http_open_websocket(Url0, WebSocket, Options0) :-
    strip_module(Options0, _, Options1),
    must_be(list, Options1),
    '$http_url'(Url0, Url1),
    (   member(From-To, [ws-http,wss-https]),
        atom_concat(From, Rest, Url1),
        sub_atom(Rest, 0, 3, _, '://')
    ->  atom_concat(To, Rest, Url)
    ;   Url = Url1
    ),
    '$http_random'(Random),
    sub_string(Random, 0, 16, _, Nonce),
    base64_encoded(Nonce, Key, [as(atom),encoding(octet)]),
    (   select_option(subprotocols(Offered), Options1, Options)
    ->  must_be(list(atom), Offered),
        atomic_list_concat(Offered, ', ', Text),
        Headers = [request_header('Sec-WebSocket-Protocol'=Text)]
    ;   Options = Options1,
        Headers = []
    ),
    append(
        [   status_code(Status),
            header(sec_websocket_accept, Accepted),
            header(sec_websocket_protocol, Protocol),
            connection('Upgrade'),
            request_header('Upgrade'=websocket),
            request_header('Sec-WebSocket-Key'=Key),
            request_header('Sec-WebSocket-Version'=13)
        |   Headers
        ],
        Options,
        All
    ),
    http_open(Url, In, All),
    (   Status == 101,
        '$ws_accept'(Key, Accepted)
    ->  call_cleanup('$ws_over'(In, true, Protocol, WebSocket), close(In, [force(true)]))
    ;   close(In, [force(true)]),
        permission_error(open, websocket, Url)
    ).

%! '$ws_accept'(+Key, -Accepted) is det.
%  Accepted is what a server answers to the key of a client. RFC 6455, 4.2.2.
'$ws_accept'(Key, Accepted) :-
    atom_concat(Key, '258EAFA5-E914-47DA-95CA-C5AB0DC85B11', Text),
    sha_hash(Text, Bytes, [algorithm(sha1)]),
    string_codes(Octets, Bytes),
    base64_encoded(Octets, Accepted, [as(atom),encoding(octet)]).

%! http_upgrade_to_websocket(:Goal, +Options, +Request) is det.
%  Answers a request for a websocket: Goal is called with it as one more argument, in a thread of its own, so that it takes no
%  worker. As a handler: http_handler(root(chat), http_upgrade_to_websocket(chat, []), [spawn([])]). When Goal ends the
%  websocket is closed. Options: subprotocols(List), of which the first that the client offers is chosen; guarded(true),
%  whether the other side is told that Goal has failed or raised an error, and the websocket is closed.
%  ?- http_upgrade_to_websocket(true, [], []).   %=> http_reply(bad_request('A request for a websocket is wanted')).
http_upgrade_to_websocket(Goal, Options0, Request) :-
    strip_module(Options0, _, Options),
    must_be(list, Options),
    (   memberchk(upgrade(Upgrade), Request),
        downcase_atom(Upgrade, websocket),
        memberchk(connection(Connection), Request),
        split_string(Connection, ",", " ", Words),
        member(Word, Words),
        string_lower(Word, "upgrade"),
        memberchk(sec_websocket_version('13'), Request),
        memberchk(sec_websocket_key(Key), Request)
    ->  true
    ;   throw(http_reply(bad_request('A request for a websocket is wanted')))
    ),
    '$ws_accept'(Key, Accepted),
    (   memberchk(sec_websocket_protocol(Offered), Request),
        option(subprotocols(Mine), Options),
        split_string(Offered, ",", " ", Names),
        member(Name, Names),
        atom_string(Protocol, Name),
        memberchk(Protocol, Mine)
    ->  format(atom(Line), "Sec-WebSocket-Protocol: ~w\r\n", [Protocol])
    ;   Protocol = null,
        Line = ''
    ),
    format(
        atom(Head),
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ~w\r\n~w\r\n",
        [Accepted,Line]
    ),
    throw(http_reply('$websocket'(Goal, Head, Protocol, Options))).

%! '$ws_begin'(+Exchange, +Switch, -Status, -Bytes) is semidet.
%  What a worker does for a handler that wants a websocket.
'$ws_begin'(Exchange, '$websocket'(Goal, Head, Protocol, Options), 101, 0) :-
    '$http_switch'(Exchange, Head, Protocol, WebSocket),
    catch(
        thread_create('$ws_run'(Goal, WebSocket, Options), _, [detached(true)]),
        Error,
        ( '$ws_end'(WebSocket), print_message(error, Error) )
    ).

%! '$ws_run'(:Goal, +WebSocket, +Options) is det.
'$ws_run'(Goal, WebSocket, Options) :-
    (   catch(call(Goal, WebSocket), Ball, true)
    ->  (   var(Ball)
        ->  Code = 1000,
            Text = bye
        ;   print_message(error, Ball),
            Code = 1011,
            Text = 'the handler raised an error'
        )
    ;   Code = 1011,
        Text = 'the handler failed'
    ),
    (   option(guarded(false), Options)
    ->  true
    ;   catch(ws_close(WebSocket, Code, Text), _, true),
        '$ws_end'(WebSocket)
    ).

%! ws_open(+Stream, -WebSocket, +Options) is det.
%  WebSocket is that over the connection of Stream, of a socket. Options: mode(client), or server; subprotocol(Name).
%  ?- ws_open(user_input, _, [mode(client)]).   %=> type_error(socket_stream, user_input).
ws_open(Stream, WebSocket, Options) :-
    must_be(list, Options),
    option(mode(Mode), Options, server),
    must_be(oneof([client,server]), Mode),
    option(subprotocol(Protocol), Options, null),
    ( Mode == client -> Masks = true ; Masks = false ),
    '$ws_over'(Stream, Masks, Protocol, WebSocket).

%! ws_send(+WebSocket, +Message) is det.
%  Sends text(Text), string(Text), json(Term), prolog(Term), binary(Octets), ping(Text), pong(Text), close(Code, Text), or a
%  dict with opcode, data, and format for texts.
%  ?- ws_send(no, text(a)).   %=> type_error(websocket, no).
ws_send(WebSocket, Message) :-
    (   '$ws_message'(Message, Opcode, Text, Octets)
    ->  '$ws_send'(WebSocket, Opcode, Text, Octets)
    ;   type_error(websocket_message, Message)
    ).

%! '$ws_message'(+Message, -Opcode, -Text, -Octets) is semidet.
'$ws_message'(Message, _, _, _) :-
    var(Message),
    !,
    instantiation_error(Message).
'$ws_message'(Dict, Opcode, Text, Octets) :-
    is_dict(Dict),
    !,
    get_dict(opcode, Dict, Name),
    ( get_dict(data, Dict, Data) -> true ; Data = "" ),
    (   Name == close
    ->  ( get_dict(code, Dict, Code) -> true ; Code = 1000 ),
        Message = close(Code, Data)
    ;   Name == text,
        get_dict(format, Dict, Format)
    ->  Message =.. [Format,Data]
    ;   Message =.. [Name,Data]
    ),
    '$ws_message'(Message, Opcode, Text, Octets).
'$ws_message'(text(Data), 1, Text, false) :-
    format(string(Text), "~w", [Data]).
'$ws_message'(string(Data), 1, Text, false) :-
    format(string(Text), "~w", [Data]).
'$ws_message'(json(Term), 1, Text, false) :-
    '$http_json_text'(Term, [], Text).
'$ws_message'(prolog(Term), 1, Text, false) :-
    format(string(Text), "~k .", [Term]).
'$ws_message'(binary(Data), 2, Text, true) :-
    ( is_list(Data) -> string_codes(Text, Data) ; format(string(Text), "~w", [Data]) ).
'$ws_message'(ping, 9, "", false).
'$ws_message'(ping(Data), 9, Text, false) :-
    format(string(Text), "~w", [Data]).
'$ws_message'(pong, 10, "", false).
'$ws_message'(pong(Data), 10, Text, false) :-
    format(string(Text), "~w", [Data]).
'$ws_message'(close(Code, Data), 8, Text, true) :-
    must_be(between(1000, 4999), Code),
    High is Code >> 8,
    Low is Code /\ 255,
    format(string(Plain), "~w", [Data]),
    string_bytes(Plain, Bytes, utf8),
    string_codes(Text, [High,Low|Bytes]).

%! ws_receive(+WebSocket, -Message) is det.
%  As ws_receive/3, without options.
ws_receive(WebSocket, Message) :-
    ws_receive(WebSocket, Message, []).

%! ws_receive(+WebSocket, -Message, +Options) is det.
%  Waits for a message: a dict with opcode (text, binary, pong, close), data, format, and code of close. At the end of the
%  connection, or if the server stops, opcode is close and data is end_of_file. A ping is answered. What RFC 6455 does not allow
%  ends the websocket, and raises websocket_error(Code). Options: format(string), json or prolog, for texts; timeout(Seconds);
%  max_message_size(16000000), in bytes.
%  ?- ws_receive(no, _).   %=> type_error(websocket, no).
ws_receive(WebSocket, Message, Options0) :-
    strip_module(Options0, _, Options),
    must_be(list, Options),
    option(timeout(Seconds), Options, infinite),
    ( Seconds == infinite -> Time = infinite ; '$http_milliseconds'(Seconds, Time) ),
    option(max_message_size(Most), Options, 16000000),
    '$ws_whole'(WebSocket, Time, Most, none, [], Opcode, Octets),
    '$ws_received'(Opcode, Octets, WebSocket, Options, Message).

%! '$ws_whole'(+WebSocket, +Time, +Most, +Opcode0, +Parts, -Opcode, -Octets) is det.
%  Waits for the rest of a message, of which there are these parts, the last first. Other frames may stand between them.
'$ws_whole'(WebSocket, Time, Most, Opcode0, Parts, Opcode, Octets) :-
    '$ws_frame'(WebSocket, Time, Most, Frame),
    (   Frame = frame(end)
    ->  Opcode = end
    ;   Frame = frame(Code)
    ->  '$ws_fault'(WebSocket, Code)
    ;   Frame = frame(_, Reserved, _, _),
        Reserved =\= 0
    ->  '$ws_fault'(WebSocket, 1002)
    ;   Frame = frame(_, _, 9, Data)
    ->  catch('$ws_send'(WebSocket, 10, Data, true), error(socket_error(_, _), _), true),
        '$ws_whole'(WebSocket, Time, Most, Opcode0, Parts, Opcode, Octets)
    ;   Frame = frame(_, _, Kind, Data),
        memberchk(Kind, [8,10])
    ->  (   Kind =:= 10,
            Parts \== []
        ->  '$ws_whole'(WebSocket, Time, Most, Opcode0, Parts, Opcode, Octets)
        ;   Opcode = Kind,
            Octets = Data
        )
    ;   Frame = frame(Final, _, Kind, Data),
        (   Kind =:= 0
        ->  Opcode0 \== none,
            Opcode1 = Opcode0
        ;   memberchk(Kind, [1,2]),
            Opcode0 == none,
            Opcode1 = Kind
        )
    ->  string_length(Data, Length),
        Left is Most - Length,
        (   Final == true
        ->  Opcode = Opcode1,
            ( Parts == [] -> Octets = Data ; reverse([Data|Parts], All), atomics_to_string(All, Octets) )
        ;   '$ws_whole'(WebSocket, Time, Left, Opcode1, [Data|Parts], Opcode, Octets)
        )
    ;   '$ws_fault'(WebSocket, 1002)
    ).

%! '$ws_fault'(+WebSocket, +Code) is erroneous.
'$ws_fault'(WebSocket, Code) :-
    catch(ws_send(WebSocket, close(Code, '')), _, true),
    '$ws_end'(WebSocket),
    throw(error(websocket_error(Code), context(_, 'the other side has sent what is not allowed'))).

%! '$ws_received'(+Opcode, +Octets, +WebSocket, +Options, -Message) is det.
'$ws_received'(end, _, _, _, Message) :-
    dict_create(Message, websocket, [opcode-close,data-end_of_file]).
'$ws_received'(1, Octets, WebSocket, Options, Message) :-
    (   '$ws_text'(Octets, Text)
    ->  true
    ;   '$ws_fault'(WebSocket, 1007)
    ),
    option(format(Format), Options, string),
    (   Format == string
    ->  Data = Text
    ;   Format == json
    ->  setup_call_cleanup(open_string(Text, In), json_read_dict(In, Data, Options), close(In))
    ;   Format == prolog
    ->  setup_call_cleanup(open_string(Text, In), read_term(In, Data, []), close(In))
    ;   domain_error(format, Format)
    ),
    dict_create(Message, websocket, [opcode-text,format-Format,data-Data]).
'$ws_received'(2, Octets, _, _, Message) :-
    dict_create(Message, websocket, [opcode-binary,format-string,data-Octets]).
'$ws_received'(10, Octets, _, _, Message) :-
    dict_create(Message, websocket, [opcode-pong,format-string,data-Octets]).
'$ws_received'(8, Octets, WebSocket, _, Message) :-
    string_codes(Octets, Codes),
    (   Codes = [High,Low|Rest]
    ->  Code is High << 8 + Low,
        string_codes(Reason0, Rest),
        ( '$ws_text'(Reason0, Reason) -> true ; Reason = "" )
    ;   Code = 1000,
        Reason = ""
    ),
    (   ws_property(WebSocket, status(open))
    ->  catch('$ws_send'(WebSocket, 8, Octets, true), error(socket_error(_, _), _), true)
    ;   true
    ),
    dict_create(Message, websocket, [opcode-close,code-Code,format-string,data-Reason]).

%! ws_close(+WebSocket, +Code, +Text) is det.
%  Ends a websocket: tells the other side, 1000 for an end without a reason to complain, and waits a second at most for its
%  answer. What else it sends until then is dropped.
%  ?- ws_close(no, 1000, bye).   %=> type_error(websocket, no).
ws_close(WebSocket, Code, Text) :-
    (   ws_property(WebSocket, status(open))
    ->  catch(
            ( ws_send(WebSocket, close(Code, Text)), '$ws_drain'(WebSocket, 100) ),
            error(Formal, _),
            memberchk(Formal, [socket_error(_, _),timeout_error(_, _),websocket_error(_),permission_error(receive, _, _)])
        )
    ;   true
    ),
    '$ws_end'(WebSocket).

%! '$ws_drain'(+WebSocket, +Left) is det.
'$ws_drain'(WebSocket, Left) :-
    ws_receive(WebSocket, Message, [timeout(1)]),
    (   ( get_dict(opcode, Message, close) ; Left =:= 0 )
    ->  true
    ;   Left1 is Left - 1,
        '$ws_drain'(WebSocket, Left1)
    ).

%! ws_property(+WebSocket, ?Property) is nondet.
%  Property is subprotocol(Name), null if there is none, or status(Status): open, closed, or end.
%  ?- ws_property(no, _).   %=> type_error(websocket, no).
ws_property(WebSocket, Property) :-
    '$ws_told'(WebSocket, Protocol0, Status),
    ( Protocol0 == '' -> Protocol = null ; Protocol = Protocol0 ),
    member(Property, [subprotocol(Protocol),status(Status)]).
