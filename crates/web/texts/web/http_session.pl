% Sessions and cookies, with the names of library(http/http_session) and http_cookie.

%! http_session_id(-Session) is det.
%  Session is the name of the session of the current request, which begins now if the client has none. A handler calls it
%  before it writes its reply, since the reply tells the client.
%  ?- http_session_id(_).   %=> existence_error(http_request, session).
http_session_id(Session) :-
    (   http_current_request(Request)
    ->  (   '$http_session_of'(Request, Found)
        ->  Session = Found
        ;   http_open_session(Session, [])
        )
    ;   existence_error(http_request, session)
    ).

%! http_in_session(-Session) is semidet.
%  Session is the name of the session of the current request, if there is one.
%  ?- http_in_session(_).   %=> false.
http_in_session(Session) :-
    http_current_request(Request),
    '$http_session_of'(Request, Session).

%! '$http_session_of'(+Request, -Session) is semidet.
'$http_session_of'(Request, Session) :-
    '$http_state',
    (   nb_current('$http_session', Begun-For),
        memberchk(input(In), Request),
        For == In
    ->  Session = Begun
    ;   '$http_session_options'(Cookie, Timeout, _),
        memberchk(cookie(Cookies), Request),
        memberchk(Cookie=Session, Cookies),
        http_store:session(Session, Peer, _),
        memberchk(peer(Peer), Request),
        get_time(Now),
        retract(http_store:session(Session, Peer, Used)),
        (   Used + Timeout >= Now
        ->  assertz(http_store:session(Session, Peer, Now))
        ;   '$http_forget_session'(Session),
            fail
        )
    ),
    !.

%! '$http_session_options'(-Cookie, -Timeout, -Path) is det.
'$http_session_options'(Cookie, Timeout, Path) :-
    (   recorded('$http_session_options', Options)
    ->  true
    ;   Options = []
    ),
    option(cookie(Cookie), Options, swipl_session),
    option(timeout(Timeout0), Options, 600),
    ( number(Timeout0), Timeout0 > 0 -> Timeout = Timeout0 ; Timeout = inf ),
    option(path(Path), Options, /).

%! http_set_session_options(+Options) is det.
%  Sets options of sessions: cookie(Name), timeout(Seconds) of not being used, path(Path).
%  ?- http_set_session_options([timeout(600)]).
http_set_session_options(Options) :-
    must_be(list, Options),
    ( recorded('$http_session_options', Old, Reference) -> erase(Reference) ; Old = [] ),
    merge_options(Options, Old, New),
    recordz('$http_session_options', New).

%! http_open_session(-Session, +Options) is det.
%  Begins a session for the client of the current request, and writes the header that tells it. Option: renew(Boolean), to
%  begin a new one although there is one, whose data it takes over: after a log-in.
http_open_session(Session, Options) :-
    '$http_state',
    (   http_current_request(Request)
    ->  true
    ;   existence_error(http_request, session)
    ),
    (   '$http_session_of'(Request, Old)
    ->  true
    ;   Old = none
    ),
    (   Old \== none,
        \+ option(renew(true), Options)
    ->  Session = Old
    ;   '$http_random'(Session),
        memberchk(peer(Peer), Request),
        get_time(Now),
        '$http_forget_old'(Now),
        assertz(http_store:session(Session, Peer, Now)),
        (   Old == none
        ->  true
        ;   forall(retract(http_store:datum(Old, Datum)), assertz(http_store:datum(Session, Datum))),
            '$http_forget_session'(Old)
        ),
        memberchk(input(In), Request),
        nb_setval('$http_session', Session-In),
        '$http_session_options'(Cookie, _, Path),
        format("Set-Cookie: ~w=~w; Path=~w; HttpOnly; SameSite=Lax\n", [Cookie,Session,Path])
    ).

%! '$http_forget_old'(+Now) is det.
%  Forgets sessions that were not used for long.
'$http_forget_old'(Now) :-
    '$http_session_options'(_, Timeout, _),
    forall(
        ( http_store:session(Session, _, Used), Used + Timeout < Now ),
        '$http_forget_session'(Session)
    ).

%! '$http_forget_session'(+Session) is det.
'$http_forget_session'(Session) :-
    retractall(http_store:session(Session, _, _)),
    retractall(http_store:datum(Session, _)).

%! http_close_session(+Session) is det.
%  Ends a session, and forgets its data.
%  ?- http_close_session(nothing).   %=> existence_error(http_session, nothing).
http_close_session(Session) :-
    '$http_state',
    must_be(atom, Session),
    (   http_store:session(Session, _, _)
    ->  '$http_forget_session'(Session)
    ;   existence_error(http_session, Session)
    ).

%! http_current_session(?Session, ?Data) is nondet.
%  True if Session has Data; peer(Address) and last_used(Stamp) are among them.
%  ?- http_current_session(nothing, _).   %=> false.
http_current_session(Session, Data) :-
    '$http_state',
    http_store:session(Session, Peer, Used),
    (   Data = peer(Peer)
    ;   Data = last_used(Used)
    ;   http_store:datum(Session, Data)
    ).

%! http_session_data(?Data) is nondet.
%  True if the session of the current request has Data.
http_session_data(Data) :-
    http_session_id(Session),
    http_store:datum(Session, Data).

%! http_session_data(?Data, +Session) is nondet.
%  True if Session has Data.
http_session_data(Data, Session) :-
    '$http_state',
    http_store:datum(Session, Data).

%! http_session_assert(+Data) is det.
%  Adds Data to the session of the current request.
http_session_assert(Data) :-
    http_session_id(Session),
    assertz(http_store:datum(Session, Data)).

%! http_session_asserta(+Data) is det.
%  Adds Data to the session of the current request, before the others.
http_session_asserta(Data) :-
    http_session_id(Session),
    asserta(http_store:datum(Session, Data)).

%! http_session_retract(?Data) is nondet.
%  Removes Data from the session of the current request.
http_session_retract(Data) :-
    http_session_id(Session),
    retract(http_store:datum(Session, Data)).

%! http_session_retractall(?Data) is det.
%  Removes all that unifies with Data from the session of the current request.
http_session_retractall(Data) :-
    http_session_id(Session),
    retractall(http_store:datum(Session, Data)).

%! http_session_cookie(-Cookie) is det.
%  Cookie is a text that cannot be guessed.
http_session_cookie(Cookie) :-
    '$http_random'(Cookie).

%! http_session_assert(+Data, +Session) is det.
%  Adds Data to Session.
http_session_assert(Data, Session) :-
    '$http_state',
    assertz(http_store:datum(Session, Data)).

%! http_session_asserta(+Data, +Session) is det.
%  Adds Data to Session, before the others.
http_session_asserta(Data, Session) :-
    '$http_state',
    asserta(http_store:datum(Session, Data)).

%! http_session_retract(?Data, +Session) is nondet.
%  Removes Data from Session.
http_session_retract(Data, Session) :-
    '$http_state',
    retract(http_store:datum(Session, Data)).

%! http_session_retractall(?Data, +Session) is det.
%  Removes all that unifies with Data from Session.
http_session_retractall(Data, Session) :-
    '$http_state',
    retractall(http_store:datum(Session, Data)).

%! http_session_option(?Option) is nondet.
%  Option is one of sessions: cookie(Name), timeout(Seconds), path(Path).
%  ?- http_session_option(cookie(C)).   %=> C = swipl_session.
http_session_option(Option) :-
    '$http_session_options'(Cookie, Timeout, Path),
    member(Option, [cookie(Cookie),timeout(Timeout),path(Path)]).

%! cookie_remove_all_clients is det.
%  Has no effect: the client keeps no cookies.
cookie_remove_all_clients.

%! cookie_remove_client(+Client) is det.
%  Has no effect: the client keeps no cookies.
cookie_remove_client(_).

%! cookie_current_cookie(?Client, ?Name, ?Value, ?Options) is nondet.
%  False: the client keeps no cookies.
%  ?- cookie_current_cookie(_, _, _, _).   %=> false.
cookie_current_cookie(_, _, _, _) :-
    fail.
