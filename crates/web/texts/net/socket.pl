% Sockets, with the names of library(socket). An engine reaches the parts of the network that its host has granted it.

%! tcp_socket(-Socket) is det.
%  Socket is a new socket.
%  ?- tcp_socket(_S), tcp_close_socket(_S).
tcp_socket(Socket) :-
    '$socket'(tcp, Socket).

%! udp_socket(-Socket) is det.
%  Socket is a new socket for packets.
%  ?- udp_socket(_S), tcp_bind(_S, localhost:_), tcp_close_socket(_S).
udp_socket(Socket) :-
    '$socket'(udp, Socket).

%! socket_create(-Socket, +Options) is det.
%  Socket is a new socket. Options: type(stream), or type(dgram) for packets; others are ignored.
%  ?- socket_create(_S, [type(dgram)]), tcp_close_socket(_S).
socket_create(Socket, Options) :-
    option(type(Type), Options, stream),
    must_be(oneof([stream,dgram]), Type),
    ( Type == stream -> Kind = tcp ; Kind = udp ),
    '$socket'(Kind, Socket).

%! tcp_bind(+Socket, ?Address) is det.
%  Binds Socket to a port of this machine, or to Host:Port for one of its addresses. An unbound port is unified with one
%  that is free.
%  ?- tcp_socket(_S), tcp_bind(_S, localhost:_P), integer(_P), tcp_close_socket(_S).
%  ?- tcp_bind(_, 80).   %=> instantiation_error.
tcp_bind(Socket, Address) :-
    '$socket_bind'(Socket, Address).

%! tcp_listen(+Socket, +Backlog) is det.
%  Lets others connect to Socket, which must be bound. How many may wait is left to the system.
%  ?- tcp_socket(_S), tcp_listen(_S, 5).   %=> socket_error(einval, 'Invalid argument').
tcp_listen(Socket, Backlog) :-
    must_be(integer, Backlog),
    '$socket_listen'(Socket).

%! tcp_accept(+Socket, -Client, -Peer) is det.
%  Waits for a connection to Socket. Client is its socket, Peer the address ip(...) of the other side.
%  ?- tcp_socket(_S), tcp_accept(_S, _, _).   %=> socket_error(einval, 'Invalid argument').
tcp_accept(Socket, Client, Peer) :-
    '$socket_accept'(Socket, Client, Peer).

%! tcp_connect(+Socket, +Address) is det.
%  Connects Socket to Address, Host:Port, where Host is a name or ip(...).
%  ?- tcp_socket(_S), tcp_connect(_S, localhost:1).   %=> socket_error(econnrefused, 'Connection refused').
tcp_connect(Socket, Address) :-
    '$socket_connect'(Socket, Address).

%! tcp_connect(+Address, -Pair, +Options) is det.
%  Connects to Address; Pair is a pair of streams. Options: nodelay(Boolean), type(binary); others are ignored.
%  ?- tcp_connect(localhost:1, _, []).   %=> socket_error(econnrefused, 'Connection refused').
tcp_connect(Address, Pair, Options) :-
    must_be(list, Options),
    tcp_socket(Socket),
    catch(tcp_connect(Socket, Address), Error, ( tcp_close_socket(Socket), throw(Error) )),
    option(nodelay(NoDelay), Options, true),
    tcp_setopt(Socket, nodelay(NoDelay)),
    tcp_open_socket(Socket, Pair),
    (   option(type(binary), Options)
    ->  set_stream(Pair, type(binary))
    ;   true
    ).

%! tcp_connect(+Socket, +Address, -Read, -Write) is det.
%  Connects Socket to Address; Read and Write are its streams.
%  ?- tcp_socket(_S), tcp_connect(_S, localhost:1, _, _).   %=> socket_error(econnrefused, 'Connection refused').
tcp_connect(Socket, Address, Read, Write) :-
    tcp_connect(Socket, Address),
    tcp_open_socket(Socket, Read, Write).

%! tcp_open_socket(+Socket, -Pair) is det.
%  Pair is a pair of streams of a socket that is connected, which closes it when it is closed.
%  ?- tcp_socket(_S), tcp_open_socket(_S, _).   %=> socket_error(enotconn, 'Transport endpoint is not connected').
tcp_open_socket(Socket, Pair) :-
    tcp_open_socket(Socket, Read, Write),
    stream_pair(Pair, Read, Write).

%! tcp_open_socket(+Socket, -Read, -Write) is det.
%  Read and Write are the streams of a socket that is connected. They are of bytes, until set_stream/2 sets an encoding. The
%  connection ends when both are closed; closing Write tells the other side that nothing follows. They are written to the
%  connection when their buffer is full, and by flush_output/1. A read or write that waits longer than set_stream/2 has set
%  by timeout(Seconds) raises timeout_error(Action, Stream).
%  ?- tcp_socket(_S), tcp_open_socket(_S, _, _).   %=> socket_error(enotconn, 'Transport endpoint is not connected').
tcp_open_socket(Socket, Read, Write) :-
    '$socket_streams'(Socket, Read, Write),
    '$socket_close'(Socket).

%! tcp_close_socket(+Socket) is det.
%  Closes Socket. A thread that waits in tcp_accept/3 for it is told by an error.
%  ?- tcp_socket(_S), tcp_close_socket(_S), catch(tcp_close_socket(_S), error(existence_error(T, _), _), true).   %=> T = socket.
tcp_close_socket(Socket) :-
    '$socket_close'(Socket).

%! tcp_setopt(+Socket, +Option) is det.
%  Sets an option of Socket: nodelay or nodelay(Boolean), broadcast; reuseaddr, nonblock and dispatch(Boolean) have no
%  effect: all sockets are opened with the first.
%  ?- tcp_socket(_S), tcp_setopt(_S, reuseaddr).
%  ?- tcp_socket(_S), tcp_setopt(_S, no_option).   %=> domain_error(socket_option, no_option).
tcp_setopt(Socket, Option) :-
    must_be(callable, Option),
    (   Option =.. [Name,Value]
    ->  true
    ;   Name = Option,
        Value = true
    ),
    '$socket_option'(Socket, Name, Value).

%! tcp_select(+Streams, -Ready, +Timeout) is det.
%  Waits until some of the streams can be read, as wait_for_input/3.
tcp_select(Streams, Ready, Timeout) :-
    wait_for_input(Streams, Ready, Timeout).

%! tcp_host_to_address(?Host, ?Address) is det.
%  Address is the first address of Host, ip(A, B, C, D) or with eight numbers.
%  ?- tcp_host_to_address('127.0.0.1', A).   %=> A = ip(127,0,0,1).
tcp_host_to_address(Host, Address) :-
    (   nonvar(Host)
    ->  '$host_addresses'(Host, [First|_]),
        Address = First
    ;   ip_name(Address, Host)
    ).

%! host_address(+Host, -Address, +Options) is nondet.
%  Address is a dict with an address of Host: address, family (inet or inet6) and type.
%  ?- host_address('127.0.0.1', A, []), get_dict(address, A, B).   %=> B = ip(127,0,0,1), A = _{address:ip(127,0,0,1), family:inet, type:stream}.
host_address(Host, Address, _) :-
    '$host_addresses'(Host, Addresses),
    member(IP, Addresses),
    ( functor(IP, _, 4) -> Family = inet ; Family = inet6 ),
    dict_create(Address, _, [address-IP,family-Family,type-stream]).

%! ip_name(?Address, ?Name) is det.
%  Name is the text of Address, ip(A, B, C, D) or with eight numbers.
%  ?- ip_name(ip(127,0,0,1), N).   %=> N = '127.0.0.1'.
%  ?- ip_name(A, '10.0.0.7').   %=> A = ip(10,0,0,7).
ip_name(Address, Name) :-
    (   nonvar(Name)
    ->  must_be(atom, Name),
        (   '$is_ip_text'(Name)
        ->  '$host_addresses'(Name, [Address|_])
        ;   syntax_error(ip_address)
        )
    ;   must_be(ground, Address),
        Address =.. [ip|Numbers],
        (   length(Numbers, 4)
        ->  atomic_list_concat(Numbers, '.', Name)
        ;   findall(Text, ( member(Number, Numbers), format(atom(Text), "~16r", [Number]) ), Texts),
            atomic_list_concat(Texts, ':', Name)
        )
    ).

%! '$is_ip_text'(+Name) is semidet.
'$is_ip_text'(Name) :-
    atom_codes(Name, Codes),
    (   memberchk(0':, Codes)
    ->  true
    ;   atomic_list_concat(Parts, '.', Name),
        length(Parts, 4),
        forall(member(Part, Parts), ( atom_number(Part, Number), between(0, 255, Number) ))
    ).

%! gethostname(-Name) is det.
%  Name is localhost: what this machine is called elsewhere is not told to programs.
%  ?- gethostname(N).   %=> N = localhost.
gethostname(localhost).

%! udp_send(+Socket, +Data, +Address, +Options) is det.
%  Sends a text as a packet to Address, Host:Port. Options: encoding(octet), or utf8.
%  ?- udp_socket(_S), tcp_bind(_S, localhost:_P), udp_send(_S, hello, localhost:_P, []), udp_receive(_S, X, _, []), tcp_close_socket(_S).   %=> X = "hello".
udp_send(Socket, Data, Address, Options) :-
    option(encoding(Encoding), Options, octet),
    '$udp_send'(Socket, Data, Address, Encoding).

%! udp_receive(+Socket, -Data, -From, +Options) is det.
%  Waits for a packet. Data is its text, From the address ip(...):Port of its sender. Options: as(string), atom or codes,
%  encoding(octet) or utf8, max_message_size(4096).
%  ?- udp_receive(_, _, _, []).   %=> instantiation_error.
udp_receive(Socket, Data, From, Options) :-
    option(as(As), Options, string),
    must_be(oneof([string,atom,codes]), As),
    option(max_message_size(Size), Options, 4096),
    option(encoding(Encoding), Options, octet),
    '$udp_receive'(Socket, Size, Encoding, Text, From),
    (   As == string
    ->  Data = Text
    ;   As == atom
    ->  atom_string(Data, Text)
    ;   string_codes(Text, Data)
    ).

%! '$web_error_text'(+Formal, -Text) is semidet.
%  Text is the message for an error of the network.
'$web_error_text'(socket_error(_, Reason), Text) :-
    format(atom(Text), "Socket error: ~w", [Reason]).
'$web_error_text'(ssl_error(Number, _, _, Reason), Text) :-
    format(atom(Text), "SSL(~w): ~w", [Number,Reason]).
'$web_error_text'(websocket_error(Code), Text) :-
    format(atom(Text), "The websocket was ended by the code ~w", [Code]).
'$web_error_text'(protocol_error, 'The pengine does not wait for this').
