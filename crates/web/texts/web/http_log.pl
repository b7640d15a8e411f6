% The log of an HTTP server, with the names of library(http/http_log). It is written once the library is loaded, to the file of
% the setting http:logfile, httpd.log by default, which is none if the setting is ''. Each thread appends with a stream of its
% own.

%! '$web_setting'(?Name, -Type, -Default, -Comment) is nondet.
%  The settings of the libraries of HTTP.
'$web_setting'(cors, list(atom), [], 'Sites whose pages may read replies').
'$web_setting'(logfile, atom, 'httpd.log', 'File of the log').
'$web_setting'(log_post_data, list(atom), [], 'Types of bodies that are logged').

%! http_log_stream(-Stream) is semidet.
%  Stream is that of this thread to the log, which is opened if it is not; fails if there is no log.
http_log_stream(Stream) :-
    '$http_state',
    setting(http:logfile, File),
    File \== '',
    ( http_store:log(Number) -> true ; Number = 0 ),
    (   nb_current('$http_log', log(Stream, File, Number)),
        is_stream(Stream)
    ->  true
    ;   ( nb_current('$http_log', log(Old, _, _)), is_stream(Old) -> close(Old, [force(true)]) ; true ),
        catch(open(File, append, Stream, [encoding(utf8)]), Error, ( print_message(error, Error), fail )),
        nb_setval('$http_log', log(Stream, File, Number))
    ).

%! http_log_close(+Reason) is det.
%  Writes server(Reason, Stamp) to the log, and lets each thread open it again: the file may have been renamed.
%  ?- http_log_close(test).
http_log_close(Reason) :-
    '$http_state',
    (   nb_current('$http_log', log(Stream, _, _)),
        is_stream(Stream)
    ->  get_time(Now),
        format(Stream, "server(~q, ~0f).~n", [Reason,Now]),
        close(Stream),
        nb_setval('$http_log', none)
    ;   true
    ),
    with_mutex(http_log, '$http_log_anew').

%! '$http_log_anew' is det.
'$http_log_anew' :-
    ( retract(http_store:log(Number)) -> true ; Number = 0 ),
    Next is Number + 1,
    assertz(http_store:log(Next)).

%! http_log(+Format, +Arguments) is det.
%  Writes to the log, as format/3, if there is one.
http_log(Format, Arguments) :-
    (   predicate_property(user:http_logrotate(_), visible),
        http_log_stream(Stream)
    ->  format(Stream, Format, Arguments),
        flush_output(Stream)
    ;   true
    ).

%! http_logrotate(+Options) is det.
%  Renames the log to File-Date, and begins a new one. Options: min_size(Bytes); keep_logs(Count), how many are kept.
http_logrotate(Options) :-
    must_be(list, Options),
    setting(http:logfile, File),
    (   File \== '',
        exists_file(File),
        size_file(File, Size),
        option(min_size(Least), Options, 1),
        Size >= Least
    ->  get_time(Now),
        format_time(atom(Stamp), '%Y-%m-%dT%H-%M-%S', Now),
        atomic_list_concat([File,-,Stamp], To),
        rename_file(File, To),
        http_log_close(logrotate),
        option(keep_logs(Keep), Options, infinite),
        '$http_drop_logs'(File, Keep)
    ;   true
    ).

%! '$http_drop_logs'(+File, +Keep) is det.
'$http_drop_logs'(File, Keep) :-
    (   Keep == infinite
    ->  true
    ;   must_be(nonneg, Keep),
        atom_concat(File, '-????-??-??T??-??-??', Pattern),
        expand_file_name(Pattern, Found0),
        msort(Found0, Found),
        length(Found, Count),
        Drop is max(0, Count - Keep),
        length(Old, Drop),
        append(Old, _, Found),
        forall(member(One, Old), delete_file(One))
    ).

%! http_schedule_logrotate(+When, +Options) is det.
%  Renames the log regularly, by a thread: When is daily(Hour:Minute), weekly(Day, Hour:Minute), with a day from 1 to 7 (Monday
%  is 1), or monthly(Day, Hour:Minute). Options are those of http_logrotate/1.
%  ?- http_schedule_logrotate(never, []).   %=> domain_error(log_schedule, never).
http_schedule_logrotate(When, Options) :-
    must_be(list, Options),
    ( '$http_log_matches'(When, 0) -> true ; true ),
    thread_create('$http_log_keeper'(When, Options), _, [detached(true)]).

%! '$http_log_keeper'(+When, +Options) is det.
'$http_log_keeper'(When, Options) :-
    repeat,
    sleep(60),
    get_time(Now),
    (   '$http_log_matches'(When, Now)
    ->  catch(http_logrotate(Options), Error, print_message(error, Error))
    ;   true
    ),
    fail.

%! '$http_log_matches'(+When, +Now) is semidet.
'$http_log_matches'(When, Now) :-
    (   nonvar(When),
        (   When = daily(Hour:Minute)
        ;   When = weekly(Day, Hour:Minute)
        ;   When = monthly(Date, Hour:Minute)
        )
    ->  true
    ;   domain_error(log_schedule, When)
    ),
    must_be(between(0, 23), Hour),
    must_be(between(0, 59), Minute),
    stamp_date_time(Now, date(_, _, Date, Hour, Minute, _, _, _, _), local),
    (   var(Day)
    ->  true
    ;   format_time(atom(Text), '%u', Now),
        atom_number(Text, Day)
    ).

%! post_data_encoded(?Bytes, ?Encoded) is det.
%  Encoded is a text of bytes as a log may have it.
%  ?- post_data_encoded(`ab`, E).   %=> E = "YWI=".
post_data_encoded(Bytes, Encoded) :-
    (   nonvar(Bytes)
    ->  string_codes(Plain, Bytes),
        base64_encoded(Plain, Encoded, [as(string),encoding(octet)])
    ;   base64_encoded(Plain, Encoded, [as(string),encoding(octet)]),
        string_codes(Plain, Bytes)
    ).

%! '$http_logged'(+Request, +Status, +Bytes) is det.
%  Writes the lines of a request: request(Number, Stamp, Request), and completed(Number, Seconds, Bytes, Status, Result).
'$http_logged'(Request, Status, Bytes) :-
    (   predicate_property(user:http_logrotate(_), visible),
        http_log_stream(Stream)
    ->  get_time(Now),
        format_time(string(Date), '%+', Now),
        with_mutex(http_log, '$http_log_number'(Number)),
        '$http_log_request'(Request, Logged),
        ( Status < 400 -> Result = true ; Status < 500 -> Result = refused ; Result = error ),
        format(
            string(Text),
            "/*~s*/ request(~d, ~3f, ~q).~ncompleted(~d, 0, ~d, ~d, ~q).~n",
            [Date,Number,Now,Logged,Number,Bytes,Status,Result]
        ),
        format(Stream, "~s", [Text]),
        flush_output(Stream)
    ;   true
    ).

%! '$http_log_number'(-Number) is det.
'$http_log_number'(Number) :-
    ( retract(http_store:log_number(Number)) -> true ; Number = 1 ),
    Next is Number + 1,
    assertz(http_store:log_number(Next)).

%! '$http_log_request'(+Request, -Logged) is det.
%  Passwords and what tells nothing are left out.
'$http_log_request'([], []).
'$http_log_request'([Field|Fields], Logged) :-
    functor(Field, Name, _),
    (   memberchk(Name, [input,accept,accept_language,accept_encoding,accept_charset,pool,protocol,cookie])
    ->  Logged = Rest
    ;   ( Name == authorization ; '$if_known'(http_log:nolog(Field)) )
    ->  Logged = Rest
    ;   Field = search(Search)
    ->  findall(Key=Shown, ( member(Key=Value, Search), ( '$http_is_secret'(Key) -> Shown = xxx ; Shown = Value ) ), Masked),
        Logged = [search(Masked)|Rest]
    ;   Name == request_uri
    ->  Logged = Rest
    ;   Logged = [Field|Rest]
    ),
    '$http_log_request'(Fields, Rest).

%! '$http_is_secret'(+Name) is semidet.
'$http_is_secret'(Name) :-
    (   memberchk(Name, [password,pwd0,pwd1,pwd2])
    ->  true
    ;   '$if_known'(http_log:password_field(Name))
    ->  true
    ).
